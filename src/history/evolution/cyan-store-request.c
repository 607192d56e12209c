/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loads the runs of two revisions out of a store. */
#include "cyan-store-request.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-git.h"
#include "cyan-i18n.h"
#include "cyan-evolution-private.h"

/* Loading the runs of both sides. */
typedef struct
{
  CyanStore *store;
  CyanRequest *request;
  CyanLoadOptions limits;
  GHashTable *profiles; /* id -> CyanProfile: equal profiles are stored once */
  GPtrArray *notes;
} Load;

/* Loads the profile @id, which is of run @number; *@profile is NULL if the store has only the numbers
 * of the run. */
static gboolean
load_profile (Load *self,
              guint side,
              gint64 id,
              gint64 number,
              const CyanTick *tick,
              CyanProfile **profile,
              GError **error)
{
  g_autofree char *where =
      g_strdup_printf ("%s #%" G_GINT64_FORMAT, self->request->names[side], number + 1);

  *profile = g_hash_table_lookup (self->profiles, &id);
  if (*profile != NULL)
    return TRUE;
  if (!cyan_store_load_profile (self->store, id, where, &self->limits, tick, profile, error))
    return FALSE;
  if (*profile != NULL)
    g_hash_table_insert (self->profiles, g_memdup2 (&id, sizeof id), *profile);
  return TRUE;
}

static gboolean
load_side (Load *self, guint side, const GArray *runs, const CyanTick *tick, GError **error)
{
  const char *name = self->request->names[side];
  guint n_bare = 0;

  for (guint i = 0; i < runs->len; i++)
    {
      const CyanStoreMeasured *run = &g_array_index (runs, CyanStoreMeasured, i);
      const CyanTick slice =
          cyan_tick_slice (tick, (double) i / runs->len, (double) (i + 1) / runs->len);
      CyanProfile *profile;

      if (!load_profile (self, side, run->profile, run->number, &slice, &profile, error))
        return FALSE;
      if (profile != NULL)
        cyan_request_add_profile (self->request, side, profile);
      else
        n_bare++;
    }
  if (n_bare == runs->len)
    return cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                      _ ("%s: the store has only the numbers of its runs, no profile: measure it "
                         "again"),
                      name);
  if (n_bare > 0)
    g_ptr_array_add (self->notes,
                     g_strdup_printf (_ ("%s: the store has only the numbers of %u of its %u runs, "
                                         "which are left out"),
                                      name, n_bare, runs->len));
  return TRUE;
}

/* Takes the sources from the project's repository, if that has both revisions. */
static void
add_sources (CyanRequest *request, const CyanStoreSides *sides, GPtrArray *notes)
{
  for (guint side = 0; request->repository == NULL && side < 2; side++)
    {
      g_autoptr (GError) reason = NULL;
      g_autoptr (CyanGitTree) tree =
          cyan_git_tree_open (sides->repository, sides->revisions[side]->oid, &reason);

      if (tree == NULL)
        {
          g_ptr_array_add (notes, g_strdup_printf (_ ("no sources: %s"), reason->message));
          return;
        }
    }
  if (request->repository == NULL)
    request->repository = g_strdup (sides->repository);
  for (guint side = 0; side < 2; side++)
    {
      g_free (request->revisions[side]);
      request->revisions[side] = g_strdup (sides->revisions[side]->oid);
    }
}

/* The name of the compared metric. */
static const char *
metric_of (const CyanRequest *request)
{
  const CyanProfile *first = g_ptr_array_index (request->profiles[0], 0);

  return request->how.metric != NULL ? request->how.metric : first->metrics[0].name;
}

gboolean
cyan_store_request (CyanStore *self,
                    const CyanStorePair *pair,
                    CyanRequest *request,
                    GPtrArray *notes,
                    const CyanTick *tick,
                    GError **error)
{
  g_autoptr (CyanStoreSides) sides = cyan_store_sides_new (self, pair, request->repository, error);
  g_autoptr (CyanBudget) budget = cyan_budget_new (request->limits.memory_limit);
  g_autoptr (GHashTable) profiles = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free,
                                                           (GDestroyNotify) cyan_profile_unref);
  Load load = { self, request, request->limits, profiles, notes };

  g_assert (pair->revisions[0] != NULL && pair->revisions[1] != NULL);
  if (sides == NULL)
    return FALSE;
  load.limits.budget = budget;
  for (guint side = 0; side < 2; side++)
    {
      const CyanTick slice = cyan_tick_slice (tick, side / 2.0, (side + 1) / 2.0);

      g_free (request->names[side]);
      request->names[side] = cyan_store_sides_name (sides, side);
      if (!load_side (&load, side, sides->runs[side], &slice, error))
        return FALSE;
    }
  if (!pair->ignore_times
      && !cyan_store_sides_visits (sides, self, metric_of (request), &request->how.visits, error))
    return FALSE;
  if (cyan_store_sides_descends (sides, 0))
    g_ptr_array_add (notes, g_strdup_printf (_ ("%s, the side before, is a descendant of %s"),
                                             request->names[0], request->names[1]));
  if (request->repository != NULL
      || (!request->no_sources && sides->repository != NULL && request->sources[0] == NULL))
    add_sources (request, sides, notes);
  g_assert (request->profiles[0]->len > 0 && request->profiles[1]->len > 0);
  return TRUE;
}
