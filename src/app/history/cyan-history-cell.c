/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-history-cell.h"

#include <string.h>

#include "cyan-json.h"
#include "cyan-task.h"
#include "cyan-text.h"

/* Characters of one fact, of a status; bytes of the end of a log that is shown. */
#define FACT_CHARS 200
#define LOG_BYTES  4096
/* Failures of a cell that are shown. */
#define MAX_FAILURES 10

/* The input of the thread. */
typedef struct
{
  CyanHistoryStore *store;
  CyanHistory *history; /* the thread only reads its evolution */
  guint line, column;
} Job;

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
  CyanHistoryFailure *failure = cyan_job_new (CyanHistoryFailure);

  failure->is_build = stored->benchmark == NULL;
  failure->status =
      cyan_job_keep (failure, cyan_text_for_label (stored->status, FACT_CHARS), g_free);
  failure->exit_code = stored->exit_code;
  failure->log = cyan_job_keep (failure, log_end (stored->log), g_free);
  g_ptr_array_add (failures, failure);
}

/* The failures of a cell; those of another definition of the benchmark, too. */
static gboolean
add_failures (CyanStore *store, gint64 project, const Job *job, GPtrArray *failures, GError **error)
{
  const CyanEvolutionColumn *column = &job->history->evolution->columns[job->column];
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

/* Adds the facts about the machine at the first run of the cell. */
static gboolean
add_facts (CyanStore *store, gint64 project, const Job *job, GPtrArray *facts, GError **error)
{
  const CyanEvolutionSeries *series = cyan_history_series (job->history, job->line, job->column);
  gint64 run = run_of (series, job->column), definition, environment = CYAN_STORE_UNKNOWN,
         machine = 0;
  g_autoptr (GArray) runs = NULL;
  g_autoptr (GPtrArray) environments = NULL;

  if (!find_definition (store, project, series, &definition, error))
    return FALSE;
  if (definition == CYAN_STORE_UNKNOWN || run == CYAN_STORE_UNKNOWN)
    return TRUE;
  runs = cyan_store_read_measurements (store, definition, error);
  for (guint i = 0; runs != NULL && i < runs->len && environment == CYAN_STORE_UNKNOWN; i++)
    {
      const CyanStoreMeasurement *measured = &g_array_index (runs, CyanStoreMeasurement, i);

      if (measured->run == run)
        {
          environment = measured->environment;
          machine = measured->machine;
        }
    }
  if (runs != NULL)
    environments = cyan_store_read_environments (store, machine, error);
  for (guint i = 0; environments != NULL && i < environments->len; i++)
    {
      const CyanStoreEnvironment *row = g_ptr_array_index (environments, i);

      if (row->id == environment)
        append_facts (row->facts, facts);
    }
  return environments != NULL;
}

static gboolean
find_project_id (CyanStore *store, const char *name, gint64 *id, GError **error)
{
  g_autoptr (GPtrArray) projects = cyan_store_read_projects (store, error);
  const CyanStoreProject *project =
      projects != NULL ? cyan_store_find_named (projects, name) : NULL;

  if (project != NULL)
    *id = project->id;
  return projects != NULL;
}

static gpointer
read_in_thread (gpointer data, const CyanTick *tick, GError **error)
{
  const Job *job = data;
  const char *project = job->history->evolution->project;
  CyanHistoryCell *cell = cyan_job_new (CyanHistoryCell);
  CyanStore *store = cyan_history_store_begin (job->store, error);
  gint64 id = 0;
  gboolean read;

  cell->failures =
      cyan_job_keep (cell, g_ptr_array_new_with_free_func (cyan_job_free), g_ptr_array_unref);
  cell->facts = cyan_job_keep (cell, g_ptr_array_new_with_free_func (g_free), g_ptr_array_unref);
  /* While this waited for the store, another cell may have been selected. */
  read = store != NULL && cyan_tick (tick, 0, NULL, error)
         && find_project_id (store, project, &id, error)
         && add_failures (store, id, job, cell->failures, error)
         && add_facts (store, id, job, cell->facts, error);
  cyan_history_store_end (job->store);
  if (!read)
    g_clear_pointer (&cell, cyan_job_free);
  return cell;
}

void
cyan_history_read_cell_async (CyanHistoryStore *store,
                              CyanHistory *history,
                              guint line,
                              guint column,
                              const CyanTaskCaller *caller)
{
  Job *job = cyan_job_new (Job);

  job->store = cyan_job_keep (job, cyan_history_store_ref (store), cyan_history_store_unref);
  job->history = cyan_job_keep (job, g_object_ref (history), g_object_unref);
  job->line = line;
  job->column = column;
  cyan_task_run (cyan_task_new (caller), read_in_thread, job, cyan_job_free, cyan_job_free);
}
