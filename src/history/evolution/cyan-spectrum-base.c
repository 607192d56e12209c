/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the revision that another one is compared with. */
#include "cyan-evolution-private.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-git-log.h"
#include "cyan-i18n.h"
#include "cyan-store-query.h"

static void
take_count (const CyanSql *columns, gpointer counts)
{
  gint64 revision = cyan_sql_get_integer (columns[0]);

  g_hash_table_insert (counts, g_memdup2 (&revision, sizeof revision),
                       GUINT_TO_POINTER ((guint) cyan_sql_get_integer (columns[1])));
}

GHashTable *
cyan_spectrum_count_runs (CyanStore *store, gint64 definition, gint64 machine, GError **error)
{
  const CyanSql values[] = { cyan_sql_integer (definition), cyan_sql_integer (machine) };
  g_autoptr (GHashTable) counts = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  if (!cyan_store_query (store,
                         "SELECT run.revision, count(*) FROM run"
                         " JOIN profile ON profile.id = run.profile"
                         " WHERE run.definition = $1 AND run.machine = $2 AND run.status = 'ok'"
                         " AND (profile.data IS NOT NULL OR profile.location IS NOT NULL)"
                         " GROUP BY run.revision",
                         values, G_N_ELEMENTS (values), take_count, counts, error))
    return NULL;
  return g_steal_pointer (&counts);
}

guint
cyan_spectrum_enough_runs (guint n_new)
{
  return MIN (n_new, CYAN_SPECTRUM_BASE_RUNS);
}

/* ---- the base of a revision ---- */

typedef struct
{
  CyanStore *store;
  const CyanStoreSides *sides;
  GHashTable *counts;       /* runs by id of their revision */
  CyanEvolution *evolution; /* of the benchmark, with its steps */
  CyanSpectrumBase *base;
} Search;

static guint
count_runs (const Search *self, const CyanStoreRevision *revision)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->counts, &revision->id));
}

static void
set_base (const Search *self, const CyanStoreRevision *revision)
{
  self->base->oids[0] = g_strdup (revision->oid);
  self->base->names[0] = cyan_oid_short (revision->oid);
  self->base->n_runs[0] = count_runs (self, revision);
  self->base->has_few_runs =
      self->base->n_runs[0] < cyan_spectrum_enough_runs (self->base->n_runs[1]);
}

/* Whether a revision stands alone in what was measured in the same way. */
static gboolean
is_outlier (const Search *self, const CyanStoreRevision *revision)
{
  const CyanEvolution *evolution = self->evolution;

  for (guint column = 0; column < evolution->n_columns; column++)
    for (guint i = 0; evolution->columns[column].id == revision->id && i < evolution->n_series; i++)
      if (strcmp (evolution->series[i].definition, self->sides->definition) == 0
          && cyan_evolution_is_outlier (&evolution->series[i], column))
        return TRUE;
  return FALSE;
}

/* Takes the nearest of the first parents, the last of @chain but one first, that has enough runs
 * and is no outlier. */
static gboolean
choose_base (const Search *self, const GPtrArray *chain, GError **error)
{
  guint enough = cyan_spectrum_enough_runs (self->base->n_runs[1]);
  const CyanStoreRevision *new = self->sides->revisions[1];
  g_autofree char *name = cyan_store_sides_name (self->sides, 1);

  g_assert (chain->len > 0);
  for (; enough > 0; enough--)
    for (guint i = chain->len - 1; i-- > 0;)
      if (count_runs (self, chain->pdata[i]) >= enough && !is_outlier (self, chain->pdata[i]))
        {
          set_base (self, chain->pdata[i]);
          self->base->is_ancestor = TRUE;
          self->base->n_passed = chain->len - 2 - i;
          while (++i < chain->len - 1)
            self->base->has_outliers |= is_outlier (self, chain->pdata[i]);
          return TRUE;
        }
  if (new->parent == NULL && self->sides->all->len > 1)
    return cyan_fail (error, CYAN_ERROR_MISMATCH,
                      _ ("%s: %s has no parent in the store: name the revision to compare it with"),
                      cyan_store_name (self->store), name);
  return cyan_fail (error, CYAN_ERROR_MISMATCH,
                    _ ("%s: no first parent of %s has a run with a profile to compare it with"),
                    cyan_store_name (self->store), name);
}

/* Says where the base lies that was given. */
static void
place_base (const Search *self, GPtrArray *chain)
{
  guint at;

  set_base (self, self->sides->revisions[0]);
  g_free (self->base->names[0]);
  self->base->names[0] = g_strdup (self->sides->given[0]);
  self->base->is_ancestor =
      g_ptr_array_find (chain, self->sides->revisions[0], &at) && at + 1 < chain->len;
  if (self->base->is_ancestor)
    self->base->n_passed = chain->len - 2 - at;
}

static gboolean
find_base (Search *self, gboolean is_given, GError **error)
{
  const CyanStoreSides *sides = self->sides;
  const char *oid = sides->revisions[1]->oid;
  gboolean is_unordered;
  g_autoptr (GPtrArray) chain = cyan_evolution_find_columns (self->store, sides->project_id,
                                                             sides->all, oid, &is_unordered, error);

  if (chain == NULL)
    return FALSE;
  self->base->oids[1] = g_strdup (oid);
  self->base->names[1] = g_strdup (sides->given[1]);
  self->base->definition = g_strdup (sides->definition);
  self->base->machine = g_strdup (sides->machine);
  self->base->n_runs[1] = count_runs (self, sides->revisions[1]);
  if (self->base->n_runs[1] == 0)
    {
      g_autofree char *name = cyan_store_sides_name (sides, 1);

      return cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                        _ ("%s: the store has only the numbers of its runs, no profile: measure it "
                           "again"),
                        name);
    }
  if (!is_given)
    return choose_base (self, chain, error);
  place_base (self, chain);
  return TRUE;
}

static CyanEvolution *
read_evolution (CyanStore *store,
                const CyanStorePair *pair,
                const CyanStoreSides *sides,
                GError **error)
{
  const CyanStepsOptions steps = CYAN_STEPS_OPTIONS_INIT;
  g_autoptr (GPtrArray) definitions = cyan_store_read_definitions (store, sides->project_id, error);
  const CyanStoreDefinition *definition =
      definitions != NULL ? cyan_store_find_row (definitions, sides->definition_id) : NULL;
  g_autofree char *exactly =
      definition != NULL ? cyan_evolution_exactly (definition->benchmark) : NULL;
  const CyanEvolutionQuery query = { .project = pair->project,
                                     .benchmark = exactly,
                                     .metric = pair->metric,
                                     .machine = sides->machine };
  g_autoptr (CyanEvolution) evolution =
      definition != NULL ? cyan_evolution_read (store, &query, error) : NULL;

  return evolution != NULL && cyan_evolution_find_steps (evolution, &steps, error)
             ? g_steal_pointer (&evolution)
             : NULL;
}

gboolean
cyan_spectrum_find_base (CyanStore *store,
                         const CyanStorePair *pair,
                         const char *repository,
                         CyanSpectrumBase *base,
                         GError **error)
{
  CyanStorePair both = *pair;
  g_autoptr (CyanStoreSides) sides = NULL;
  g_autoptr (GHashTable) counts = NULL;
  g_autoptr (CyanEvolution) evolution = NULL;
  Search search = { .store = store, .base = base };

  g_assert (pair->revisions[1] != NULL);
  if (both.revisions[0] == NULL)
    both.revisions[0] = both.revisions[1];
  *base = (CyanSpectrumBase){ 0 };
  sides = cyan_store_sides_new (store, &both, repository, error);
  if (sides == NULL)
    return FALSE;
  counts = cyan_spectrum_count_runs (store, sides->definition_id, sides->machine_id, error);
  if (counts == NULL)
    return FALSE;
  evolution = read_evolution (store, pair, sides, error);
  if (evolution == NULL)
    return FALSE;
  search.evolution = evolution;
  search.sides = sides;
  search.counts = counts;
  return find_base (&search, pair->revisions[0] != NULL, error);
}

void
cyan_spectrum_base_clear (CyanSpectrumBase *self)
{
  for (guint side = 0; side < 2; side++)
    {
      g_clear_pointer (&self->oids[side], g_free);
      g_clear_pointer (&self->names[side], g_free);
    }
  g_clear_pointer (&self->definition, g_free);
  g_clear_pointer (&self->machine, g_free);
}
