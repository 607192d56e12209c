/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads when the runs of two sides, and those of their series, were measured. */
#include "cyan-evolution-private.h"

#include <string.h>

#include "cyan-visits.h"

static void
keep_metric (GPtrArray *rows, const char *metric)
{
  for (guint i = rows->len; i-- > 0;)
    if (strcmp (((const CyanStoreCellValue *) rows->pdata[i])->name, metric) != 0)
      g_ptr_array_remove_index (rows, i);
}

/* Sets @rows, by revision of the project, of the two sides and of those whose ids are @wanted (may
 * be NULL) to the values of @metric, unless they are there.  Caller frees each. */
static gboolean
read_rows (const CyanStoreSides *self,
           CyanStore *store,
           const char *metric,
           GHashTable *wanted,
           GPtrArray **rows,
           GError **error)
{
  for (guint i = 0; i < self->all->len; i++)
    {
      const CyanStoreRevision *revision = self->all->pdata[i];
      gboolean is_side = revision == self->revisions[0] || revision == self->revisions[1];

      if (rows[i] != NULL
          || !(is_side || (wanted != NULL && g_hash_table_contains (wanted, &revision->id))))
        continue;
      rows[i] = cyan_store_read_values (store, revision->id, self->definition_id, self->machine_id,
                                        error);
      if (rows[i] == NULL)
        return FALSE;
      keep_metric (rows[i], metric);
    }
  return TRUE;
}

/* Whether the runs of each side come in the order of the sides: only then the i-th runs are a
 * pair. */
static gboolean
is_in_order (const CyanStoreSides *self, const GArray *runs, const guint number[2])
{
  guint n[2] = { 0, 0 };

  for (guint i = 0; i < runs->len; i++)
    {
      const CyanVisitRun *run = &g_array_index (runs, CyanVisitRun, i);

      for (guint side = 0; side < 2; side++)
        if (run->revision == number[side])
          {
            const GArray *of_side = self->runs[side];

            if (n[side] == of_side->len
                || g_array_index (of_side, CyanStoreMeasured, n[side]++).run != run->run)
              return FALSE;
          }
    }
  return n[0] == self->runs[0]->len && n[1] == self->runs[1]->len;
}

static gboolean
find_visits (const CyanStoreSides *self,
             CyanStore *store,
             const char *metric,
             GPtrArray **rows,
             CyanVisits *visits,
             GError **error)
{
  g_autoptr (GHashTable) wanted = NULL;
  g_autoptr (GArray) runs = NULL, all = NULL;
  guint number[2];

  for (guint side = 0; side < 2; side++)
    g_ptr_array_find (self->all, self->revisions[side], &number[side]);
  if (!read_rows (self, store, metric, NULL, rows, error))
    return FALSE;
  runs = cyan_visits_list_runs (rows, self->all->len);
  *visits = cyan_visits_compare (runs, number[0], number[1]);
  if (!is_in_order (self, runs, number))
    visits->n_pairs = 0;
  if (!visits->apart)
    return TRUE;
  /* The others tell what visits differ by. */
  wanted = cyan_spectrum_count_runs (store, self->definition_id, self->machine_id, error);
  if (wanted == NULL || !read_rows (self, store, metric, wanted, rows, error))
    return FALSE;
  all = cyan_visits_list_runs (rows, self->all->len);
  *visits = cyan_visits_compare (all, number[0], number[1]);
  return TRUE;
}

gboolean
cyan_store_sides_visits (const CyanStoreSides *self,
                         CyanStore *store,
                         const char *metric,
                         CyanVisits *visits,
                         GError **error)
{
  g_autofree GPtrArray **rows = g_new0 (GPtrArray *, self->all->len + 1);
  gboolean ok;

  *visits = (CyanVisits){ .apart = FALSE };
  if (self->revisions[0] == self->revisions[1])
    return TRUE;
  ok = find_visits (self, store, metric, rows, visits, error);
  for (guint i = 0; i < self->all->len; i++)
    g_clear_pointer (&rows[i], g_ptr_array_unref);
  return ok;
}
