/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which profiles a store can do without. */
#include "cyan-store-prune.h"

#include <string.h>

#include "cyan-evolution-read.h"
#include "cyan-store-query.h"

/* ---- what is kept ---- */

typedef struct
{
  CyanStore *store;
  GHashTable *kept;      /* a set of gint64: ids of revisions */
  GHashTable *positions; /* by id of revision, 1 + its index in @revisions */
  GPtrArray *revisions;  /* of CyanStorePruned by id, projects one after the other, oldest first */
  GArray *profiles;      /* of gint64: to be dropped */
} Prune;

static gint64 *
dup_id (gint64 id)
{
  return g_memdup2 (&id, sizeof id);
}

static void
free_pruned (gpointer data)
{
  CyanStorePruned *self = data;

  if (self == NULL)
    return;
  g_free (self->project);
  g_free (self->oid);
  g_free (self);
}

static void
take_id (const CyanSql *columns, gpointer data)
{
  g_hash_table_add (data, dup_id (cyan_sql_get_integer (columns[0])));
}

/* The newest revisions that have a profile. */
static gboolean
keep_newest (Prune *self, const GPtrArray *revisions, guint newest, GError **error)
{
  g_autoptr (GHashTable) measured =
      g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  if (!cyan_store_query (self->store, "SELECT DISTINCT revision FROM run WHERE profile IS NOT NULL",
                         NULL, 0, take_id, measured, error))
    return FALSE;
  for (guint i = revisions->len; i-- > 0 && newest > 0;)
    {
      const CyanStoreRevision *revision = revisions->pdata[i];

      if (!g_hash_table_contains (measured, &revision->id))
        continue;
      g_hash_table_add (self->kept, dup_id (revision->id));
      newest--;
    }
  return TRUE;
}

static void
keep_named (Prune *self, GHashTable *by_oid, const char *oid)
{
  const CyanStoreRevision *revision = g_hash_table_lookup (by_oid, oid);

  if (revision != NULL)
    g_hash_table_add (self->kept, dup_id (revision->id));
}

static gboolean
keep_steps (Prune *self, const char *project, GHashTable *by_oid, GError **error)
{
  const CyanEvolutionQuery query = { .project = project };
  const CyanStepsOptions options = CYAN_STEPS_OPTIONS_INIT;
  g_autoptr (CyanEvolution) evolution = cyan_evolution_read (self->store, &query, error);

  if (evolution == NULL || !cyan_evolution_find_steps (evolution, &options, error))
    return FALSE;
  for (guint i = 0; i < evolution->n_series; i++)
    for (guint column = 0; column < evolution->n_columns; column++)
      {
        guint before, after;

        if (!cyan_evolution_sides (&evolution->series[i], column, &before, &after))
          continue;
        keep_named (self, by_oid, evolution->columns[before].oid);
        keep_named (self, by_oid, evolution->columns[after].oid);
      }
  return TRUE;
}

static gboolean
keep_marked (Prune *self, gint64 project, GHashTable *by_oid, GError **error)
{
  g_autoptr (GPtrArray) marks = cyan_store_read_marks (self->store, project, error);

  for (guint i = 0; marks != NULL && i < marks->len; i++)
    {
      const CyanStoreMark *mark = marks->pdata[i];

      if (cyan_store_mark_is_note (mark))
        keep_named (self, by_oid, mark->revision);
    }
  return marks != NULL;
}

static gboolean
keep (Prune *self, const CyanStoreProject *project, guint newest, GError **error)
{
  g_autoptr (GPtrArray) revisions = cyan_store_read_revisions (self->store, project->id, error);
  g_autoptr (GHashTable) by_oid = NULL;

  if (revisions == NULL)
    return FALSE;
  by_oid = cyan_store_by_oid (revisions);
  for (guint i = 0; i < revisions->len; i++)
    {
      CyanStoreRevision *revision = revisions->pdata[i];
      CyanStorePruned *row = g_new0 (CyanStorePruned, 1);

      row->project = g_strdup (project->name);
      row->oid = g_strdup (revision->oid);
      g_ptr_array_add (self->revisions, row);
      g_hash_table_insert (self->positions, dup_id (revision->id),
                           GUINT_TO_POINTER (self->revisions->len));
    }
  return keep_newest (self, revisions, newest, error)
         && keep_steps (self, project->name, by_oid, error)
         && keep_marked (self, project->id, by_oid, error);
}

/* ---- what is dropped ---- */

/* Uses of profiles, those of one profile one after the other. */
typedef struct
{
  gint64 profile, revision, bytes;
} Use;

static void
drop (Prune *self, const Use *use)
{
  guint position = GPOINTER_TO_UINT (g_hash_table_lookup (self->positions, &use->revision));
  CyanStorePruned *row;

  g_array_append_val (self->profiles, use->profile);
  if (position == 0)
    return;
  row = self->revisions->pdata[position - 1];
  row->profiles++;
  row->bytes += (guint64) use->bytes;
}

/* A profile is kept for any of the runs that share it. */
static gboolean
list_profiles (Prune *self, GError **error)
{
  g_autoptr (GArray) uses =
      cyan_store_read_array (self->store,
                             "SELECT profile.id, run.revision, profile.bytes FROM profile"
                             " JOIN run ON run.profile = profile.id"
                             " WHERE profile.data IS NOT NULL ORDER BY profile.id",
                             NULL, 0, "iii", sizeof (Use), error);

  if (uses == NULL)
    return FALSE;
  for (guint i = 0, end; i < uses->len; i = end)
    {
      const Use *first = &g_array_index (uses, Use, i);
      gboolean is_kept = FALSE;

      for (end = i; end < uses->len; end++)
        {
          const Use *use = &g_array_index (uses, Use, end);

          if (use->profile != first->profile)
            break;
          is_kept |= g_hash_table_contains (self->kept, &use->revision);
        }
      if (!is_kept)
        drop (self, first);
    }
  return TRUE;
}

static gboolean
drop_profiles (Prune *self, GError **error)
{
  for (guint i = 0; i < self->profiles->len; i++)
    if (!cyan_store_do (self->store, error, "UPDATE profile SET data = NULL WHERE id = $1",
                        cyan_sql_integer (g_array_index (self->profiles, gint64, i))))
      return FALSE;
  return TRUE;
}

/* ---- both ---- */

static gboolean
find (Prune *self, guint newest, GError **error)
{
  g_autoptr (GPtrArray) projects = cyan_store_read_projects (self->store, error);

  if (projects == NULL)
    return FALSE;
  for (guint i = 0; i < projects->len; i++)
    if (!keep (self, projects->pdata[i], newest, error))
      return FALSE;
  return list_profiles (self, error);
}

/* One transaction, so that a run that comes meanwhile is seen. */
static gboolean
find_and_drop (Prune *self, guint newest, GError **error)
{
  gboolean began;

  if (!cyan_store_enter (self->store, &began, error)
      || !cyan_store_leave (self->store, began,
                            find (self, newest, error) && drop_profiles (self, error), error))
    return FALSE;
  return self->profiles->len == 0 || cyan_store_compact (self->store, error);
}

/* Takes the rows of @revisions that lose something. */
static GPtrArray *
steal_changed (GPtrArray *revisions)
{
  GPtrArray *changed = g_ptr_array_new_with_free_func (free_pruned);

  for (guint i = 0; i < revisions->len; i++)
    {
      CyanStorePruned *row = revisions->pdata[i];

      if (row->profiles == 0)
        continue;
      revisions->pdata[i] = NULL;
      g_ptr_array_add (changed, row);
    }
  return changed;
}

GPtrArray *
cyan_store_prune (CyanStore *self, guint newest, gboolean dry_run, GError **error)
{
  g_autoptr (GHashTable) kept = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GHashTable) positions =
      g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GPtrArray) revisions = g_ptr_array_new_with_free_func (free_pruned);
  g_autoptr (GArray) profiles = g_array_new (FALSE, FALSE, sizeof (gint64));
  Prune prune = { self, kept, positions, revisions, profiles };

  if (!(dry_run ? find (&prune, newest, error) : find_and_drop (&prune, newest, error)))
    return NULL;
  return steal_changed (revisions);
}
