/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-history-store.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-evolution-read.h"
#include "cyan-history-demo.h"
#include "cyan-i18n.h"
#include "cyan-json.h"
#include "cyan-settings.h"
#include "cyan-store-request.h"
#include "cyan-sync.h"
#include "cyan-text.h"

/* Characters of one fact, of a status; bytes of the end of a log that is shown. */
#define FACT_CHARS 200
#define LOG_BYTES  4096
/* Failures of a cell that are shown. */
#define MAX_FAILURES 10

struct _CyanHistoryStore
{
  CyanRefCount refs;
  char *location;
  gboolean is_demo;

  CyanMutex mutex; /* of all below */
  CyanStore *store;
};

CyanHistoryStore *
cyan_history_store_new (const char *location)
{
  CyanHistoryStore *self = g_new0 (CyanHistoryStore, 1);

  cyan_ref_count_init (&self->refs);
  cyan_mutex_init (&self->mutex);
  self->location = g_strdup (location);
  return self;
}

CyanHistoryStore *
cyan_history_store_new_demo (void)
{
  g_autofree char *path = cyan_history_demo_path ();
  CyanHistoryStore *self = cyan_history_store_new (path);

  self->is_demo = TRUE;
  return self;
}

CyanHistoryStore *
cyan_history_store_ref (CyanHistoryStore *self)
{
  cyan_ref_count_inc (&self->refs);
  return self;
}

void
cyan_history_store_unref (CyanHistoryStore *self)
{
  if (!cyan_ref_count_dec (&self->refs))
    return;
  g_clear_pointer (&self->store, cyan_store_free);
  cyan_mutex_clear (&self->mutex);
  g_free (self->location);
  g_free (self);
}

const char *
cyan_history_store_location (const CyanHistoryStore *self)
{
  return self->location;
}

char *
cyan_history_store_name (const CyanHistoryStore *self)
{
  g_autoptr (GUri) uri = g_uri_parse (self->location, G_URI_FLAGS_PARSE_RELAXED, NULL);
  const char *host = uri != NULL ? g_uri_get_host (uri) : NULL;
  g_autofree char *name = uri != NULL
                              ? g_strconcat (host != NULL ? host : "", g_uri_get_path (uri), NULL)
                              : g_filename_display_basename (self->location);

  return cyan_text_for_label (name, FACT_CHARS);
}

/* To be called with the mutex. */
static CyanStore *
ensure_open (CyanHistoryStore *self, GError **error)
{
  if (self->store == NULL && (!self->is_demo || cyan_history_demo_unpack (error)))
    self->store = cyan_store_open (self->location, CYAN_STORE_READ, error);
  return self->store;
}

CyanStore *
cyan_history_store_begin (CyanHistoryStore *self, GError **error)
{
  cyan_mutex_lock (&self->mutex);
  return ensure_open (self, error);
}

void
cyan_history_store_end (CyanHistoryStore *self)
{
  cyan_mutex_unlock (&self->mutex);
}

/* ---- what a thread does ---- */

typedef struct
{
  CyanHistoryStore *store;
  char *project;        /* or NULL */
  char *function;       /* or NULL */
  CyanHistory *history; /* or NULL; the thread only reads its evolution */
  guint line, column;
  guint before;         /* the other column, of a request */
  CyanRequest *request; /* to be filled, or NULL */
} Job;

static Job *
job_new (CyanHistoryStore *store, CyanHistory *history)
{
  Job *job = g_new0 (Job, 1);

  job->store = cyan_history_store_ref (store);
  if (history != NULL)
    job->history = g_object_ref (history);
  return job;
}

static void
job_free (gpointer data)
{
  Job *job = data;

  cyan_history_store_unref (job->store);
  g_clear_object (&job->history);
  g_clear_pointer (&job->request, cyan_request_free);
  g_free (job->project);
  g_free (job->function);
  g_free (job);
}

/* ---- the evolution ---- */

/* The names of all projects, NULL-terminated. */
static char **
read_projects (CyanStore *store, GError **error)
{
  g_autoptr (GPtrArray) projects = cyan_store_read_projects (store, error);
  char **names;

  if (projects == NULL)
    return NULL;
  names = g_new0 (char *, projects->len + 1);
  for (guint i = 0; i < projects->len; i++)
    names[i] = g_strdup (((const CyanStoreProject *) g_ptr_array_index (projects, i))->name);
  return names;
}

static CyanEvolution *
read_evolution (CyanStore *store,
                const char *project,
                const char *function,
                const CyanTick *tick,
                GError **error)
{
  const CyanStepsOptions options = CYAN_STEPS_OPTIONS_INIT;
  g_autofree char *pattern = cyan_evolution_exactly (function);
  g_autoptr (CyanEvolution) evolution = NULL;
  CyanEvolutionQuery query = { .function = pattern, .metric = function != NULL ? "self" : NULL };

  /* Nothing was stored yet. */
  if (project == NULL)
    return g_new0 (CyanEvolution, 1);
  query.project = project;
  evolution = cyan_evolution_read (store, &query, error);
  if (evolution == NULL || !cyan_tick (tick, 0.5, N_ ("Finding steps"), error)
      || !cyan_evolution_find_steps (evolution, &options, error))
    return NULL;
  return g_steal_pointer (&evolution);
}

static gpointer
read_in_thread (gpointer data, const CyanTick *tick, GError **error)
{
  const Job *job = data;
  CyanEvolution *evolution = NULL;
  g_auto (GStrv) projects = NULL;
  CyanStore *store;

  if (!cyan_tick (tick, 0, N_ ("Reading the store"), error))
    return NULL;
  cyan_mutex_lock (&job->store->mutex);
  store = ensure_open (job->store, error);
  if (store != NULL)
    projects = read_projects (store, error);
  if (projects != NULL)
    evolution = read_evolution (store, job->project != NULL ? job->project : projects[0],
                                job->function, tick, error);
  cyan_mutex_unlock (&job->store->mutex);
  if (evolution == NULL)
    return NULL;
  if (job->function != NULL && evolution->n_series == 0)
    {
      cyan_evolution_free (evolution);
      cyan_fail (error, CYAN_ERROR_MISMATCH,
                 _ ("No run in the store has a value of this function."));
      return NULL;
    }
  return cyan_history_new (evolution, g_steal_pointer (&projects), job->function);
}

void
cyan_history_read_async (CyanHistoryStore *self,
                         const char *project,
                         const char *function,
                         GCancellable *cancellable,
                         CyanProgressFunc progress,
                         gpointer progress_data,
                         GAsyncReadyCallback callback,
                         gpointer user_data)
{
  Job *job = job_new (self, NULL);

  job->project = g_strdup (project);
  job->function = g_strdup (function);
  cyan_task_run (g_task_new (NULL, cancellable, callback, user_data), read_in_thread, job, job_free,
                 g_object_unref, progress, progress_data);
}

CyanHistory *
cyan_history_read_finish (GAsyncResult *result, GError **error)
{
  return cyan_task_finish (result, error);
}

/* ---- a cell ---- */

static void
failure_free (gpointer data)
{
  CyanHistoryFailure *failure = data;

  g_free (failure->status);
  g_free (failure->log);
  g_free (failure);
}

void
cyan_history_cell_free (CyanHistoryCell *cell)
{
  if (cell == NULL)
    return;
  g_ptr_array_unref (cell->failures);
  g_ptr_array_unref (cell->facts);
  g_free (cell);
}

/* The end of a log as text. */
static char *
log_end (const char *log)
{
  gsize length = log != NULL ? strlen (log) : 0;

  return log != NULL ? g_utf8_make_valid (log + (length > LOG_BYTES ? length - LOG_BYTES : 0), -1)
                     : NULL;
}

static void
add_failure (GPtrArray *failures, const CyanStoreFailure *stored)
{
  CyanHistoryFailure *failure = g_new0 (CyanHistoryFailure, 1);

  failure->is_build = stored->benchmark == NULL;
  failure->status = cyan_text_for_label (stored->status, FACT_CHARS);
  failure->exit_code = stored->exit_code;
  failure->log = log_end (stored->log);
  g_ptr_array_add (failures, failure);
}

/* The failures of a cell; those of another definition of the benchmark, too. */
static gboolean
add_failures (CyanStore *store, gint64 project, const Job *job, GPtrArray *failures, GError **error)
{
  const CyanEvolutionColumn *column = &cyan_history_evolution (job->history)->columns[job->column];
  const CyanEvolutionSeries *series = cyan_history_series (job->history, job->line, job->column);
  g_autoptr (GPtrArray) stored = cyan_store_read_failures (store, project, error);

  for (guint i = 0; stored != NULL && i < stored->len && failures->len < MAX_FAILURES; i++)
    {
      const CyanStoreFailure *failure = g_ptr_array_index (stored, i);

      if (strcmp (failure->oid, column->oid) == 0 && strcmp (failure->machine, series->machine) == 0
          && (failure->benchmark == NULL || strcmp (failure->benchmark, series->benchmark) == 0))
        add_failure (failures, failure);
    }
  return stored != NULL;
}

/* Appends "compiler: gcc 12.2" for each member of the JSON object @facts that is a text or a
 * number. */
static void
append_facts (const char *facts, GPtrArray *texts)
{
  CyanInput *input = cyan_input_new_for_memory ("facts", facts, strlen (facts), NULL, NULL);
  g_autoptr (CyanJson) json = input != NULL ? cyan_json_new (input) : NULL;
  CyanJsonToken token = json != NULL ? cyan_json_next (json, NULL) : CYAN_JSON_ERROR;
  g_autofree char *key = NULL;

  if (token == CYAN_JSON_OBJECT)
    while ((token = cyan_json_next (json, NULL)) != CYAN_JSON_OBJECT_END)
      {
        if (token == CYAN_JSON_KEY)
          {
            g_free (key);
            key = cyan_json_dup (json);
          }
        else if (token == CYAN_JSON_STRING || token == CYAN_JSON_NUMBER)
          {
            g_autofree char *text =
                g_strdup_printf ("%s: %.*s", key, (int) json->length, json->text);

            g_ptr_array_add (texts, cyan_text_for_label (text, FACT_CHARS));
          }
        else if (token == CYAN_JSON_ERROR || !cyan_json_skip (json, token, NULL))
          break;
      }
  g_clear_pointer (&json, cyan_json_free);
  g_clear_pointer (&input, cyan_input_free);
}

/* The definition of @series, or CYAN_STORE_UNKNOWN. */
static gboolean
find_definition (
    CyanStore *store, gint64 project, const CyanEvolutionSeries *series, gint64 *id, GError **error)
{
  g_autoptr (GPtrArray) definitions = cyan_store_read_definitions (store, project, error);

  *id = CYAN_STORE_UNKNOWN;
  for (guint i = 0; definitions != NULL && i < definitions->len; i++)
    {
      const CyanStoreDefinition *definition = g_ptr_array_index (definitions, i);

      if (strcmp (definition->benchmark, series->benchmark) == 0
          && strcmp (definition->hash, series->definition) == 0)
        *id = definition->id;
    }
  return definitions != NULL;
}

/* A run of the cell, or CYAN_STORE_UNKNOWN. */
static gint64
run_of (const CyanEvolutionSeries *series, guint column)
{
  if (series->begin[column + 1] > series->begin[column])
    return series->runs[series->begin[column]];
  for (guint i = 0; i < series->n_failures; i++)
    if (series->failures[i].column == column)
      return series->failures[i].run;
  return CYAN_STORE_UNKNOWN;
}

/* What was true of the machine when the first run of the cell was made. */
static gboolean
add_facts (CyanStore *store, gint64 project, const Job *job, GPtrArray *facts, GError **error)
{
  const CyanEvolutionSeries *series = cyan_history_series (job->history, job->line, job->column);
  gint64 run = run_of (series, job->column), definition, session = CYAN_STORE_UNKNOWN, machine = 0;
  g_autoptr (GArray) runs = NULL;
  g_autoptr (GPtrArray) sessions = NULL;

  if (!find_definition (store, project, series, &definition, error))
    return FALSE;
  if (definition == CYAN_STORE_UNKNOWN || run == CYAN_STORE_UNKNOWN)
    return TRUE;
  runs = cyan_store_read_measurements (store, definition, error);
  for (guint i = 0; runs != NULL && i < runs->len && session == CYAN_STORE_UNKNOWN; i++)
    {
      const CyanStoreMeasurement *measured = &g_array_index (runs, CyanStoreMeasurement, i);

      if (measured->run == run)
        {
          session = measured->session;
          machine = measured->machine;
        }
    }
  if (runs != NULL)
    sessions = cyan_store_read_sessions (store, machine, error);
  for (guint i = 0; sessions != NULL && i < sessions->len; i++)
    {
      const CyanStoreSession *row = g_ptr_array_index (sessions, i);

      if (row->id == session)
        append_facts (row->facts, facts);
    }
  return sessions != NULL;
}

static gboolean
find_project_id (CyanStore *store, const char *name, gint64 *id, GError **error)
{
  g_autoptr (GPtrArray) projects = cyan_store_read_projects (store, error);
  const CyanStoreProject *project =
      projects != NULL ? cyan_store_find_project (projects, name) : NULL;

  if (project != NULL)
    *id = project->id;
  return projects != NULL;
}

static gpointer
read_cell_in_thread (gpointer data, const CyanTick *tick, GError **error)
{
  const Job *job = data;
  const char *project = cyan_history_evolution (job->history)->project;
  g_autoptr (CyanHistoryCell) cell = g_new0 (CyanHistoryCell, 1);
  gboolean read;
  CyanStore *store;
  gint64 id = 0;

  cell->failures = g_ptr_array_new_with_free_func (failure_free);
  cell->facts = g_ptr_array_new_with_free_func (g_free);
  cyan_mutex_lock (&job->store->mutex);
  /* Keys may have gone on meanwhile. */
  store = cyan_tick (tick, 0, NULL, error) ? ensure_open (job->store, error) : NULL;
  read = store != NULL && find_project_id (store, project, &id, error)
         && add_failures (store, id, job, cell->failures, error)
         && add_facts (store, id, job, cell->facts, error);
  cyan_mutex_unlock (&job->store->mutex);
  return read ? g_steal_pointer (&cell) : NULL;
}

void
cyan_history_read_cell_async (CyanHistoryStore *self,
                              CyanHistory *history,
                              guint line,
                              guint column,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data)
{
  Job *job = job_new (self, history);

  job->line = line;
  job->column = column;
  cyan_task_run (g_task_new (NULL, cancellable, callback, user_data), read_cell_in_thread, job,
                 job_free, (GDestroyNotify) cyan_history_cell_free, NULL, NULL);
}

CyanHistoryCell *
cyan_history_read_cell_finish (GAsyncResult *result, GError **error)
{
  return cyan_task_finish (result, error);
}

/* ---- what is to be compared ---- */

/* What the thread brings back. */
typedef struct
{
  CyanRequest *request;
  GPtrArray *notes; /* of char * */
} Prepared;

static void
prepared_free (gpointer data)
{
  Prepared *self = data;

  g_clear_pointer (&self->request, cyan_request_free);
  g_ptr_array_unref (self->notes);
  g_free (self);
}

static gboolean
fill_request (const Job *job, Prepared *prepared, const CyanTick *tick, GError **error)
{
  const CyanEvolution *evolution = cyan_history_evolution (job->history);
  const CyanEvolutionSeries *series = cyan_history_series (job->history, job->line, job->column);
  const CyanStorePair pair = { .project = evolution->project,
                               .benchmark = series->benchmark,
                               .definition = series->definition,
                               .machine = series->machine,
                               .revisions = { evolution->columns[job->before].oid,
                                              evolution->columns[job->column].oid },
                               .ancestor_first = TRUE };
  CyanStore *store = ensure_open (job->store, error);

  return store != NULL
         && cyan_store_request (store, &pair, prepared->request, prepared->notes, tick, error);
}

static gpointer
request_in_thread (gpointer data, const CyanTick *tick, GError **error)
{
  Job *job = data;
  Prepared *prepared = g_new0 (Prepared, 1);
  gboolean filled;

  prepared->request = g_steal_pointer (&job->request);
  prepared->notes = g_ptr_array_new_with_free_func (g_free);
  cyan_mutex_lock (&job->store->mutex);
  filled = fill_request (job, prepared, tick, error);
  cyan_mutex_unlock (&job->store->mutex);
  if (!filled)
    g_clear_pointer (&prepared, prepared_free);
  return prepared;
}

void
cyan_history_request_async (CyanHistoryStore *self,
                            CyanHistory *history,
                            guint line,
                            guint before,
                            guint after,
                            GCancellable *cancellable,
                            CyanProgressFunc progress,
                            gpointer progress_data,
                            GAsyncReadyCallback callback,
                            gpointer user_data)
{
  Job *job = job_new (self, history);

  job->line = line;
  job->before = before;
  job->column = after;
  job->request = cyan_settings_new_request (NULL, NULL);
  cyan_settings_limits (&job->request->limits);
  cyan_task_run (g_task_new (NULL, cancellable, callback, user_data), request_in_thread, job,
                 job_free, prepared_free, progress, progress_data);
}

CyanRequest *
cyan_history_request_finish (GAsyncResult *result, GPtrArray **notes, GError **error)
{
  Prepared *prepared = cyan_task_finish (result, error);
  CyanRequest *request;

  if (prepared == NULL)
    return NULL;
  request = g_steal_pointer (&prepared->request);
  *notes = g_ptr_array_ref (prepared->notes);
  prepared_free (prepared);
  return request;
}
