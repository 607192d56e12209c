/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stores runs that somebody else measured. */
#include "cyan-new-runs.h"

#include <math.h>
#include <string.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-number.h"
#include "cyan-units.h"

CyanNewRun *
cyan_new_run_new (void)
{
  CyanNewRun *self = g_new0 (CyanNewRun, 1);

  self->began = self->revision_time = CYAN_STORE_UNKNOWN;
  self->values = g_array_new (FALSE, FALSE, sizeof (CyanResultsValue));
  return self;
}

void
cyan_new_run_free (gpointer data)
{
  CyanNewRun *self = data;

  g_array_unref (self->values);
  g_clear_pointer (&self->texts, g_ptr_array_unref);
  cyan_store_record_free (self->record);
  g_clear_pointer (&self->profile, cyan_profile_unref);
  g_free (self->uid);
  g_free (self);
}

/* ---- from results ---- */

static CyanNewRun *
run_of (const CyanResultsValue *value, const char *revision, const char *machine, const char *here)
{
  CyanNewRun *run = cyan_new_run_new ();
  const char *ran_on = machine != NULL ? machine : value->machine;

  run->revision = value->revision != NULL ? value->revision : revision;
  run->benchmark = value->benchmark;
  run->machine = ran_on != NULL ? ran_on : here;
  run->began = value->time;
  run->revision_time = value->revision_time;
  run->texts = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (run->texts, g_strdup_printf ("%" G_GINT64_FORMAT, value->time));
  return run;
}

void
cyan_new_runs_add_results (GPtrArray *runs,
                           const CyanResults *results,
                           const char *revision,
                           const char *machine,
                           const char *here,
                           const char **unnamed)
{
  g_autoptr (GHashTable) by_key = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  *unnamed = NULL;
  for (guint i = 0; i < results->values->len; i++)
    {
      const CyanResultsValue *value = &g_array_index (results->values, CyanResultsValue, i);
      char *key = g_strdup_printf ("%u\037%s\037%s", value->run, value->benchmark,
                                   value->revision != NULL ? value->revision : "");
      CyanNewRun *run = g_hash_table_lookup (by_key, key);
      g_autofree char *number = cyan_double_to_text (value->value);

      if (run == NULL)
        {
          run = run_of (value, revision, machine, here);
          g_ptr_array_add (runs, run);
          g_hash_table_insert (by_key, g_steal_pointer (&key), run);
        }
      g_free (key);
      if (run->revision == NULL && *unnamed == NULL)
        *unnamed = run->benchmark;
      g_array_append_val (run->values, *value);
      g_ptr_array_add (run->texts, g_strdup_printf ("%s=%s%s", value->metric, number, value->unit));
    }
}

/* ---- names ---- */

/* The same for the same run, so that a command can be repeated; @n tells equal runs of one command
 * apart. */
static char *
make_uid (const CyanNewRun *run, const char *project, guint n)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree char *number = g_strdup_printf ("%u", n);
  const char *const texts[] = { project, run->revision, run->benchmark, run->machine, number };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_checksum_update (checksum, (const guchar *) texts[i], (gssize) strlen (texts[i]) + 1);
  for (guint i = 0; run->texts != NULL && i < run->texts->len; i++)
    g_checksum_update (checksum, run->texts->pdata[i], (gssize) strlen (run->texts->pdata[i]) + 1);
  if (run->record != NULL)
    {
      gsize length;
      const guchar *bytes = g_bytes_get_data (run->record->bytes, &length);

      g_checksum_update (checksum, bytes, (gssize) length);
    }
  return g_strndup (g_checksum_get_string (checksum), 32);
}

void
cyan_new_runs_name (GPtrArray *runs, const char *project)
{
  /* How many runs began with the same uid. */
  g_autoptr (GHashTable) equal = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < runs->len; i++)
    {
      CyanNewRun *run = runs->pdata[i];
      char *first = make_uid (run, project, 0);
      guint n = GPOINTER_TO_UINT (g_hash_table_lookup (equal, first));

      run->uid = make_uid (run, project, n);
      g_hash_table_replace (equal, first, GUINT_TO_POINTER (n + 1));
    }
}

/* ---- storing ---- */

/* Rows that are there already, from their names to ids. */
typedef struct
{
  CyanStore *store;
  const CyanNewRuns *about;
  gint64 project, now;
  GHashTable *revisions, *machines, *environments, *definitions; /* of gint64 */
} Writer;

static gboolean
look_up (GHashTable *ids, const char *name, gint64 *id)
{
  const gint64 *found = g_hash_table_lookup (ids, name);

  *id = found != NULL ? *found : CYAN_STORE_UNKNOWN;
  return found != NULL;
}

static void
note (GHashTable *ids, const char *name, gint64 id)
{
  g_hash_table_insert (ids, g_strdup (name), g_memdup2 (&id, sizeof id));
}

static gboolean
put_revision (Writer *self, const CyanNewRun *run, gint64 *id, GError **error)
{
  const GPtrArray *commits = g_hash_table_lookup (self->about->commits, run->revision);
  const CyanStoreRevision revision = { .oid = (char *) run->revision,
                                       .parent = (char *) self->about->parent,
                                       .depth = CYAN_STORE_UNKNOWN,
                                       .author_time = CYAN_STORE_UNKNOWN,
                                       .commit_time = run->revision_time };

  if (look_up (self->revisions, run->revision, id))
    return TRUE;
  if (commits != NULL ? !cyan_store_put_commits (self->store, self->project, commits, id, error)
                      : !cyan_store_put_revision (self->store, self->project, &revision, id, error))
    return FALSE;
  note (self->revisions, run->revision, *id);
  return TRUE;
}

static gboolean
put_machine (Writer *self, const CyanNewRun *run, gint64 *id, gint64 *environment, GError **error)
{
  if (look_up (self->machines, run->machine, id))
    return look_up (self->environments, run->machine, environment);
  if (!cyan_store_put_machine (self->store, run->machine, run->machine, id, error)
      || !cyan_store_add_environment (self->store, *id, self->now, "{}", self->about->program,
                                      environment, error))
    return FALSE;
  note (self->machines, run->machine, *id);
  note (self->environments, run->machine, *environment);
  return TRUE;
}

static gboolean
put_definition (Writer *self, const CyanNewRun *run, gint64 *id, GError **error)
{
  if (look_up (self->definitions, run->benchmark, id))
    return TRUE;
  if (!cyan_store_put_definition (self->store, self->project, run->benchmark, "", "", id, error))
    return FALSE;
  note (self->definitions, run->benchmark, *id);
  return TRUE;
}

static gboolean
add_values (CyanStore *store, GArray *values, const CyanNewRun *run, GError **error)
{
  for (guint i = 0; i < run->values->len; i++)
    {
      const CyanResultsValue *value = &g_array_index (run->values, CyanResultsValue, i);
      const CyanStoreMetric metric = { .name = (char *) value->metric,
                                       .unit = (char *) value->unit,
                                       .better = value->better };
      gboolean added;

      if (!cyan_store_add_value (store, values, &metric, value->value, &added, error))
        return FALSE;
      if (!added)
        return cyan_fail (error, CYAN_ERROR_INVALID, _ ("two values of %s in %s"), value->metric,
                          cyan_unit_label (value->unit));
    }
  return TRUE;
}

static gboolean
add_run (Writer *self, const CyanNewRun *run, gboolean *added, GError **error)
{
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (CyanStoreValue));
  CyanStoreRun row = { .uid = run->uid,
                       .build = CYAN_STORE_UNKNOWN,
                       .status = CYAN_RUN_OK,
                       .began = run->began != CYAN_STORE_UNKNOWN ? run->began : self->now,
                       .seconds = NAN,
                       .exit_code = CYAN_STORE_UNKNOWN };

  if (!put_revision (self, run, &row.revision, error)
      || !put_machine (self, run, &row.machine, &row.environment, error)
      || !put_definition (self, run, &row.definition, error)
      || !add_values (self->store, values, run, error))
    return FALSE;
  row.values = (const CyanStoreValue *) values->data;
  row.n_values = values->len;
  cyan_store_record_borrow (run->record, &row);
  return cyan_store_next_number (self->store, row.revision, row.definition, row.machine,
                                 &row.number, error)
         && cyan_store_add_run (self->store, &row, added, error);
}

static gboolean
add_runs (Writer *self, const GPtrArray *runs, guint *n_added, GError **error)
{
  if (!cyan_store_put_project (self->store, self->about->project, self->about->root, &self->project,
                               error))
    return FALSE;
  for (guint i = 0; i < runs->len; i++)
    {
      gboolean added;

      if (!add_run (self, runs->pdata[i], &added, error))
        return FALSE;
      *n_added += added;
    }
  return TRUE;
}

static GHashTable *
new_ids (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

gboolean
cyan_new_runs_store (CyanStore *store,
                     const CyanNewRuns *about,
                     const GPtrArray *runs,
                     guint *n_added,
                     GError **error)
{
  g_autoptr (GHashTable) revisions = new_ids (), machines = new_ids ();
  g_autoptr (GHashTable) environments = new_ids (), definitions = new_ids ();
  Writer writer = { .store = store,
                    .about = about,
                    .now = g_get_real_time () / G_USEC_PER_SEC,
                    .revisions = revisions,
                    .machines = machines,
                    .environments = environments,
                    .definitions = definitions };

  *n_added = 0;
  if (!cyan_store_begin (store, error))
    return FALSE;
  if (!add_runs (&writer, runs, n_added, error))
    {
      cyan_store_rollback (store);
      return FALSE;
    }
  if (*n_added > 0)
    return cyan_store_commit (store, error);
  cyan_store_rollback (store);
  return TRUE;
}
