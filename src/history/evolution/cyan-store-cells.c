/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds what was measured of two revisions, or says why they cannot be compared. */
#include "cyan-evolution-private.h"

#include <string.h>

#include "cyan-git-log.h"
#include "cyan-i18n.h"
#include "cyan-store-choose.h"

/* The runs of both revisions by one definition on one machine. */
typedef struct
{
  const CyanStoreDefinition *definition;
  const CyanStoreMachine *machine;
  guint n_ok[2], n_failed[2];
} Cell;

typedef struct
{
  CyanStore *store;
  gint64 project;
  const GPtrArray *definitions;
  CyanStoreSides *sides;
  GPtrArray *machines;             /* all */
  const CyanStoreMachine *machine; /* the one that is asked for, or NULL */
  GArray *cells;                   /* of Cell */
} Search;

static void
search_clear (Search *self)
{
  g_clear_pointer (&self->machines, g_ptr_array_unref);
  g_clear_pointer (&self->cells, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Search, search_clear)

static gboolean
find_machine (Search *self, const char *wanted, GError **error)
{
  self->machines = cyan_store_read_machines (self->store, error);
  if (self->machines == NULL)
    return FALSE;
  if (wanted != NULL)
    self->machine =
        cyan_store_choose_row (self->store, CYAN_CHOICE_MACHINE, self->machines, wanted, error);
  return wanted == NULL || self->machine != NULL;
}

static Cell *
get_cell (Search *self, const CyanStoreDefinition *definition, gint64 machine)
{
  Cell cell = { .definition = definition };

  for (guint i = 0; i < self->cells->len; i++)
    {
      Cell *known = &g_array_index (self->cells, Cell, i);

      if (known->definition == definition && known->machine->id == machine)
        return known;
    }
  cell.machine = cyan_store_find_row (self->machines, machine);
  g_array_append_val (self->cells, cell);
  return &g_array_index (self->cells, Cell, self->cells->len - 1);
}

/* Counts the runs of both revisions. */
static gboolean
find_cells (Search *self, GError **error)
{
  self->cells = g_array_new (FALSE, FALSE, sizeof (Cell));
  for (guint i = 0; i < self->definitions->len; i++)
    for (guint side = 0; side < 2; side++)
      {
        const CyanStoreDefinition *definition = self->definitions->pdata[i];
        g_autoptr (GArray) runs = cyan_store_read_runs (self->store, definition->id,
                                                        self->sides->revisions[side]->id, error);

        if (runs == NULL)
          return FALSE;
        for (guint k = 0; k < runs->len; k++)
          {
            const CyanStoreMeasured *run = &g_array_index (runs, CyanStoreMeasured, k);
            Cell *cell = get_cell (self, definition, run->machine);

            if (run->status == CYAN_RUN_OK)
              cell->n_ok[side]++;
            else
              cell->n_failed[side]++;
          }
      }
  return TRUE;
}

static gboolean
is_asked_for (const Search *self, const Cell *cell)
{
  return self->machine == NULL || cell->machine == self->machine;
}

/* The names of the machines, or the hashes of the definitions, that have successful runs of
 * @side.  Caller frees. */
static char *
list_where (const Search *self, guint side, gboolean definitions)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < self->cells->len; i++)
    {
      const Cell *cell = &g_array_index (self->cells, Cell, i);

      if (cell->n_ok[side] > 0)
        cyan_store_add_name (names, definitions ? cell->definition->hash : cell->machine->name);
    }
  return cyan_list_near (names, NULL);
}

/* Marks in @measured, by index of the revisions, those with a successful run. */
static gboolean
find_measured (const Search *self, gboolean *measured, GError **error)
{
  g_autoptr (GHashTable) ids = g_hash_table_new (g_int64_hash, g_int64_equal);

  for (guint i = 0; i < self->sides->all->len; i++)
    g_hash_table_insert (ids, &((CyanStoreRevision *) self->sides->all->pdata[i])->id,
                         GUINT_TO_POINTER (i));
  for (guint i = 0; i < self->definitions->len; i++)
    {
      const CyanStoreDefinition *definition = self->definitions->pdata[i];
      g_autoptr (GArray) runs = cyan_store_read_measurements (self->store, definition->id, error);
      gpointer index;

      if (runs == NULL)
        return FALSE;
      for (guint k = 0; k < runs->len; k++)
        {
          const CyanStoreMeasurement *run = &g_array_index (runs, CyanStoreMeasurement, k);

          if (run->status == CYAN_RUN_OK
              && (self->machine == NULL || run->machine == self->machine->id)
              && g_hash_table_lookup_extended (ids, &run->revision, NULL, &index))
            measured[GPOINTER_TO_UINT (index)] = TRUE;
        }
    }
  return TRUE;
}

/* The measured revisions next to that of @side, before and after it.  Caller frees. */
static char *
list_nearest (const Search *self, guint side, GError **error)
{
  GPtrArray *all = self->sides->all;
  g_autofree gboolean *measured = g_new0 (gboolean, all->len);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  guint at = 0, before, after;

  if (!find_measured (self, measured, error))
    return NULL;
  g_ptr_array_find (all, self->sides->revisions[side], &at);
  for (before = at; before > 0 && !measured[before]; before--)
    ;
  for (after = at; after + 1 < all->len && !measured[after]; after++)
    ;
  if (measured[before])
    g_ptr_array_add (names, cyan_oid_short (((CyanStoreRevision *) all->pdata[before])->oid));
  if (measured[after])
    g_ptr_array_add (names, cyan_oid_short (((CyanStoreRevision *) all->pdata[after])->oid));
  return cyan_list_near (names, NULL);
}

static gboolean
has_failed_build (const Search *self, const char *oid, gboolean *failed, GError **error)
{
  g_autoptr (GPtrArray) failures = cyan_store_read_failures (self->store, self->project, error);

  *failed = FALSE;
  for (guint i = 0; failures != NULL && i < failures->len; i++)
    {
      const CyanStoreFailure *failure = failures->pdata[i];

      *failed |= failure->benchmark == NULL && strcmp (failure->oid, oid) == 0;
    }
  return failures != NULL;
}

/* No run of @side was successful. */
static gboolean
fail_unmeasured (const Search *self, guint side, guint n_failed, GError **error)
{
  const char *name = self->sides->given[side];
  const CyanStoreDefinition *first = self->definitions->pdata[0];
  g_autofree char *nearest = list_nearest (self, side, error);
  g_autofree char *elsewhere = list_where (self, side, FALSE);
  gboolean no_build;

  if (nearest == NULL
      || !has_failed_build (self, self->sides->revisions[side]->oid, &no_build, error))
    return FALSE;
  if (self->machine != NULL && *elsewhere != '\0')
    return cyan_fail_hint (error, CYAN_ERROR_MISMATCH, CYAN_HINT_MACHINE,
                           _ ("%s: %s was not measured on %s, but on: %s"),
                           cyan_store_name (self->store), name, self->machine->name, elsewhere);
  if (*nearest == '\0')
    return cyan_fail (error, CYAN_ERROR_MISMATCH, _ ("%s: no run of %s was successful"),
                      cyan_store_name (self->store), first->benchmark);
  if (n_failed > 0)
    return cyan_fail (error, CYAN_ERROR_MISMATCH,
                      _ ("%s: the runs of %s have failed; the nearest successful ones: %s"),
                      cyan_store_name (self->store), name, nearest);
  return cyan_fail (error, CYAN_ERROR_MISMATCH,
                    no_build
                        ? _ ("%s: the build of %s has failed; the nearest measured revisions: %s")
                        : _ ("%s: %s was not measured; the nearest measured revisions: %s"),
                    cyan_store_name (self->store), name, nearest);
}

/* No definition and machine has both. */
static gboolean
fail_apart (const Search *self, GError **error)
{
  guint n_ok[2] = { 0 }, n_failed[2] = { 0 };
  gboolean same_machine = FALSE;
  g_autofree char *before = NULL, *after = NULL;

  for (guint i = 0; i < self->cells->len; i++)
    {
      const Cell *cell = &g_array_index (self->cells, Cell, i);

      if (!is_asked_for (self, cell))
        continue;
      for (guint side = 0; side < 2; side++)
        {
          n_ok[side] += cell->n_ok[side];
          n_failed[side] += cell->n_failed[side];
        }
      for (guint k = 0; k < self->cells->len; k++)
        same_machine |= cell->n_ok[0] > 0 && g_array_index (self->cells, Cell, k).n_ok[1] > 0
                        && g_array_index (self->cells, Cell, k).machine == cell->machine;
    }
  for (guint side = 0; side < 2; side++)
    if (n_ok[side] == 0)
      return fail_unmeasured (self, side, n_failed[side], error);
  before = list_where (self, 0, same_machine);
  after = list_where (self, 1, same_machine);
  return cyan_fail (
      error, CYAN_ERROR_MISMATCH,
      same_machine ? _ ("%s: %s and %s were measured by different definitions, %s and %s, "
                        "which are never compared: measure one of them again")
                   : _ ("%s: %s and %s were measured on different machines, %s and %s, "
                        "which are never compared: measure one of them again"),
      cyan_store_name (self->store), self->sides->given[0], self->sides->given[1], before, after);
}

/* Several definitions or machines have both. */
static gboolean
fail_several (const Search *self, const GPtrArray *both, GError **error)
{
  g_autoptr (GPtrArray) machines = g_ptr_array_new (), hashes = g_ptr_array_new ();
  g_autofree char *list = NULL;

  for (guint i = 0; i < both->len; i++)
    {
      const Cell *cell = both->pdata[i];

      cyan_store_add_name (machines, cell->machine->name);
      cyan_store_add_name (hashes, cell->definition->hash);
    }
  list = cyan_list_near (machines->len > 1 ? machines : hashes, NULL);
  if (machines->len > 1)
    return cyan_fail_hint (error, CYAN_ERROR_MISMATCH, CYAN_HINT_MACHINE,
                           _ ("%s: both were measured on several machines: %s"),
                           cyan_store_name (self->store), list);
  return cyan_fail_hint (error, CYAN_ERROR_MISMATCH, CYAN_HINT_DEFINITION,
                         _ ("%s: both were measured by several definitions: %s"),
                         cyan_store_name (self->store), list);
}

static gboolean
choose_cell (const Search *self, const Cell **chosen, GError **error)
{
  g_autoptr (GPtrArray) both = g_ptr_array_new ();

  for (guint i = 0; i < self->cells->len; i++)
    {
      Cell *cell = &g_array_index (self->cells, Cell, i);

      if (is_asked_for (self, cell) && cell->n_ok[0] > 0 && cell->n_ok[1] > 0)
        g_ptr_array_add (both, cell);
    }
  if (both->len == 0)
    return fail_apart (self, error);
  if (both->len > 1)
    return fail_several (self, both, error);
  *chosen = both->pdata[0];
  return TRUE;
}

gboolean
cyan_store_find_runs (CyanStore *self,
                      gint64 project,
                      const GPtrArray *definitions,
                      const char *machine,
                      CyanStoreSides *sides,
                      GError **error)
{
  g_auto (Search)
      search = { .store = self, .project = project, .definitions = definitions, .sides = sides };
  const Cell *cell = NULL;

  if (!find_machine (&search, machine, error) || !find_cells (&search, error)
      || !choose_cell (&search, &cell, error))
    return FALSE;
  sides->project_id = project;
  sides->definition_id = cell->definition->id;
  sides->machine_id = cell->machine->id;
  sides->definition = g_strdup (cell->definition->hash);
  sides->machine = g_strdup (cell->machine->name);
  for (guint side = 0; side < 2; side++)
    {
      GArray *runs =
          cyan_store_read_runs (self, cell->definition->id, sides->revisions[side]->id, error);

      if (runs == NULL)
        return FALSE;
      sides->runs[side] = runs;
      for (guint i = runs->len; i-- > 0;)
        {
          const CyanStoreMeasured *run = &g_array_index (runs, CyanStoreMeasured, i);

          if (run->status != CYAN_RUN_OK || run->machine != cell->machine->id)
            g_array_remove_index (runs, i);
        }
    }
  return TRUE;
}
