/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-history-store.h"

#include "cyan-error.h"
#include "cyan-evolution-read.h"
#include "cyan-history-demo.h"
#include "cyan-i18n.h"
#include "cyan-settings.h"
#include "cyan-store-request.h"
#include "cyan-sync.h"
#include "cyan-text.h"

/* Of the name of a store. */
#define NAME_CHARS 200

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

  return cyan_text_for_label (name, NAME_CHARS);
}

CyanStore *
cyan_history_store_begin (CyanHistoryStore *self, GError **error)
{
  cyan_mutex_lock (&self->mutex);
  if (self->store == NULL && (!self->is_demo || cyan_history_demo_unpack (error)))
    self->store = cyan_store_open (self->location, CYAN_STORE_READ, error);
  return self->store;
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
  store = cyan_history_store_begin (job->store, error);
  if (store != NULL)
    projects = read_projects (store, error);
  if (projects != NULL)
    evolution = read_evolution (store, job->project != NULL ? job->project : projects[0],
                                job->function, tick, error);
  cyan_history_store_end (job->store);
  if (evolution == NULL)
    return NULL;
  if (job->function != NULL && evolution->n_series == 0)
    {
      cyan_evolution_free (evolution);
      cyan_fail (error, CYAN_ERROR_MISMATCH,
                 _ ("No run in the store has a value of this function"));
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
  CyanStore *store = cyan_history_store_begin (job->store, error);
  gboolean filled =
      store != NULL
      && cyan_store_request (store, &pair, prepared->request, prepared->notes, tick, error);

  cyan_history_store_end (job->store);
  return filled;
}

static gpointer
request_in_thread (gpointer data, const CyanTick *tick, GError **error)
{
  Job *job = data;
  Prepared *prepared = g_new0 (Prepared, 1);

  prepared->request = g_steal_pointer (&job->request);
  prepared->notes = g_ptr_array_new_with_free_func (g_free);
  if (!fill_request (job, prepared, tick, error))
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
