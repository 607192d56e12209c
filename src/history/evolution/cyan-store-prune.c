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
  const CyanRetention *rule;
  gint64 now;
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

/* The profiles that a revision has of a series. */
typedef struct
{
  gint64 revision, definition, machine, began; /* the last run */
} Measured;

/* Index + 1 of the first of a revision, by its id; they follow each other. */
static GHashTable *
index_measured (const GArray *measured)
{
  GHashTable *first = g_hash_table_new (g_int64_hash, g_int64_equal);

  for (guint i = measured->len; i-- > 0;)
    g_hash_table_insert (first, &g_array_index (measured, Measured, i).revision,
                         GUINT_TO_POINTER (i + 1));
  return first;
}

static gboolean
is_kept (const Prune *self,
         GHashTable *counts,
         const CyanStoreRevision *revision,
         const Measured *measured)
{
  gint64 when =
      revision->commit_time != CYAN_STORE_UNKNOWN ? revision->commit_time : measured->began;
  g_autofree char *series = g_strdup_printf ("%" G_GINT64_FORMAT " %" G_GINT64_FORMAT,
                                             measured->definition, measured->machine);

  return cyan_retention_take (self->rule, counts, series, self->now - MAX (when, measured->began),
                              when);
}

/* What the rule keeps by age. */
static gboolean
keep_by_age (Prune *self, const GPtrArray *revisions, GError **error)
{
  g_autoptr (GArray) measured = cyan_store_read_array (
      self->store,
      "SELECT run.revision, run.definition, run.machine, max(run.began) FROM run"
      " JOIN profile ON profile.id = run.profile WHERE profile.data IS NOT NULL"
      " GROUP BY run.revision, run.definition, run.machine ORDER BY run.revision",
      NULL, 0, "iiii", sizeof (Measured), error);
  g_autoptr (GHashTable) counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) first = NULL;

  if (measured == NULL)
    return FALSE;
  first = index_measured (measured);
  for (guint i = revisions->len; i-- > 0;)
    {
      const CyanStoreRevision *revision = revisions->pdata[i];
      guint at = GPOINTER_TO_UINT (g_hash_table_lookup (first, &revision->id));

      for (; at > 0 && at <= measured->len; at++)
        {
          const Measured *one = &g_array_index (measured, Measured, at - 1);

          if (one->revision != revision->id)
            break;
          if (is_kept (self, counts, revision, one))
            g_hash_table_add (self->kept, dup_id (revision->id));
        }
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
keep_steps (Prune *self, const CyanStoreProject *project, GError **error)
{
  const CyanEvolutionQuery query = { .project = project->name };
  const CyanStepsOptions options = CYAN_STEPS_OPTIONS_INIT;
  g_autoptr (CyanEvolution) evolution = cyan_evolution_read (self->store, &query, error);
  g_autoptr (GPtrArray) revisions =
      evolution != NULL ? cyan_store_read_revisions (self->store, project->id, error) : NULL;
  g_autoptr (GHashTable) by_oid = revisions != NULL ? cyan_store_by_oid (revisions) : NULL;

  if (by_oid == NULL || !cyan_evolution_find_steps (evolution, &options, error))
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
keep (Prune *self, const CyanStoreProject *project, GError **error)
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
  return keep_newest (self, revisions, cyan_retention_newest (self->rule), error)
         && keep_by_age (self, revisions, error) && keep_marked (self, project->id, by_oid, error);
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

/* Nothing is to be dropped. */
static void
forget_dropped (Prune *self)
{
  g_array_set_size (self->profiles, 0);
  for (guint i = 0; i < self->revisions->len; i++)
    {
      CyanStorePruned *row = self->revisions->pdata[i];

      row->profiles = row->bytes = 0;
    }
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
  forget_dropped (self);
  for (guint i = 0, end; i < uses->len; i = end)
    {
      const Use *first = &g_array_index (uses, Use, i);
      gboolean is_needed = FALSE;

      for (end = i; end < uses->len; end++)
        {
          const Use *use = &g_array_index (uses, Use, end);

          if (use->profile != first->profile)
            break;
          is_needed |= g_hash_table_contains (self->kept, &use->revision);
        }
      if (!is_needed)
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

/* Steps take the most time to find, and are only asked for if something would be dropped. */
static gboolean
find (Prune *self, GError **error)
{
  g_autoptr (GPtrArray) projects = cyan_store_read_projects (self->store, error);

  if (projects == NULL)
    return FALSE;
  for (guint i = 0; i < projects->len; i++)
    if (!keep (self, projects->pdata[i], error))
      return FALSE;
  if (!list_profiles (self, error))
    return FALSE;
  for (guint i = 0; self->profiles->len > 0 && i < projects->len; i++)
    if (!keep_steps (self, projects->pdata[i], error))
      return FALSE;
  return self->profiles->len == 0 || list_profiles (self, error);
}

/* One transaction, so that a run that comes meanwhile is seen. */
static gboolean
find_and_drop (Prune *self, CyanPruneMode mode, GError **error)
{
  gboolean began;

  if (!cyan_store_enter (self->store, &began, error)
      || !cyan_store_leave (self->store, began, find (self, error) && drop_profiles (self, error),
                            error))
    return FALSE;
  return mode != CYAN_PRUNE_SHRINK || self->profiles->len == 0
         || cyan_store_compact (self->store, error);
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
cyan_store_prune (
    CyanStore *self, const CyanRetention *rule, gint64 now, CyanPruneMode mode, GError **error)
{
  g_autoptr (GHashTable) kept = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GHashTable) positions =
      g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GPtrArray) revisions = g_ptr_array_new_with_free_func (free_pruned);
  g_autoptr (GArray) profiles = g_array_new (FALSE, FALSE, sizeof (gint64));
  Prune prune = { self, rule, now, kept, positions, revisions, profiles };

  if (!(mode == CYAN_PRUNE_DRY_RUN ? find (&prune, error) : find_and_drop (&prune, mode, error)))
    return NULL;
  return steal_changed (revisions);
}
