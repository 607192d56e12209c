/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-source-table-private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cyan-i18n.h"
#include "cyan-sources.h"
#include "cyan-worker.h"

static gboolean
has_body_hashes (const CyanProfile *profile)
{
  for (guint f = 0; f < profile->n_functions; f++)
    if (profile->functions[f].body_hash != 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_same_make (const CyanProfile *before, const CyanProfile *after)
{
  return g_strcmp0 (cyan_profile_get_meta (before, CYAN_META_BODY_HASH),
                    cyan_profile_get_meta (after, CYAN_META_BODY_HASH))
         == 0;
}

CyanSourceTable *
cyan_source_table_new (CyanComparison *comparison,
                       CyanSourceLocation *before,
                       CyanSourceLocation *after)
{
  CyanSourceTable *self = g_new0 (CyanSourceTable, 1);
  const CyanComparedSide *sides = comparison->compared.side;

  cyan_ref_count_init (&self->refs);
  self->comparison = cyan_comparison_ref (comparison);
  self->locations[0] = before != NULL ? cyan_source_location_ref (before) : NULL;
  self->locations[1] = after != NULL ? cyan_source_location_ref (after) : NULL;
  if (has_body_hashes (sides[0].profile) && has_body_hashes (sides[1].profile))
    {
      self->has_hashes = is_same_make (sides[0].profile, sides[1].profile);
      self->has_other_hashes = !self->has_hashes;
    }
  self->has_sources = (before != NULL && after != NULL) || self->has_hashes;
  self->filled = g_new0 (guint8, comparison->compared.pairs->n);
  self->changes = g_new0 (guint8, comparison->compared.pairs->n);
  if (before != NULL && after != NULL)
    {
      self->presence = g_new0 (guint8, comparison->compared.pairs->n);
      self->moved = g_new0 (guint8, comparison->compared.pairs->n);
      self->by_line = g_new0 (guint8, comparison->compared.pairs->n);
    }
  self->moved_to = cyan_function_moves_new ();
  cyan_mutex_init (&self->mutex);
  return self;
}

CYAN_DEFINE_REF (CyanSourceTable, cyan_source_table)

void
cyan_source_table_unref (CyanSourceTable *self)
{
  if (!cyan_ref_count_dec (&self->refs))
    return;
  cyan_comparison_unref (self->comparison);
  g_clear_pointer (&self->locations[0], cyan_source_location_unref);
  g_clear_pointer (&self->locations[1], cyan_source_location_unref);
  cyan_mutex_clear (&self->mutex);
  g_free (self->filled);
  g_free (self->changes);
  g_free (self->presence);
  g_free (self->moved);
  g_free (self->by_line);
  g_ptr_array_unref (self->moved_to);
  g_clear_pointer (&self->inlined, g_ptr_array_unref);
  g_clear_pointer (&self->moves, g_ptr_array_unref);
  g_clear_pointer (&self->parts, g_array_unref);
  g_clear_pointer (&self->newest, cyan_source_snapshot_unref);
  g_free (self);
}

void
cyan_source_pair_clear (CyanSourcePair *self)
{
  g_clear_pointer (&self->before, cyan_function_text_unref);
  g_clear_pointer (&self->after, cyan_function_text_unref);
  g_clear_pointer (&self->why_before, g_free);
  g_clear_pointer (&self->why_after, g_free);
}

CyanSourceLocation *
cyan_source_table_location (const CyanSourceTable *self, guint side)
{
  return self->locations[side];
}

gboolean
cyan_source_table_has_sources (const CyanSourceTable *self)
{
  return self->has_sources;
}

gboolean
cyan_source_table_has_other_hashes (const CyanSourceTable *self)
{
  return self->has_other_hashes;
}

CYAN_DEFINE_REF (CyanSourceSnapshot, cyan_source_snapshot)

void
cyan_source_snapshot_unref (CyanSourceSnapshot *self)
{
  if (!cyan_ref_count_dec (&self->refs))
    return;
  g_free ((guint8 *) self->changes);
  g_free ((guint8 *) self->presence);
  g_free ((guint8 *) self->moved);
  g_free ((guint8 *) self->by_line);
  g_clear_pointer (&self->inlined, g_ptr_array_unref);
  g_clear_pointer (&self->moves, g_ptr_array_unref);
  g_clear_pointer (&self->parts, g_array_unref);
  g_free (self);
}

CyanRankingSources
cyan_source_snapshot_for_ranking (const CyanSourceSnapshot *self)
{
  return (CyanRankingSources){ self->changes, self->presence, self->inlined };
}

CyanEditSources
cyan_source_snapshot_for_edits (const CyanSourceSnapshot *self)
{
  return (CyanEditSources){ self->moves, self->parts };
}

CyanSourceSnapshot *
cyan_source_table_snapshot (CyanSourceTable *self)
{
  const gsize n = self->comparison->compared.pairs->n;
  CyanSourceSnapshot *newest;

  cyan_mutex_lock (&self->mutex);
  if (self->newest == NULL)
    {
      newest = self->newest = g_new0 (CyanSourceSnapshot, 1);
      cyan_ref_count_init (&newest->refs);
      newest->n_filled = self->n_filled;
      newest->changes = self->has_sources ? g_memdup2 (self->changes, n) : NULL;
      newest->presence = g_memdup2 (self->presence, n);
      newest->moved = g_memdup2 (self->moved, n);
      newest->by_line = g_memdup2 (self->by_line, n);
      if (self->parts != NULL)
        {
          newest->inlined = g_ptr_array_ref (self->inlined);
          newest->moves = g_ptr_array_ref (self->moves);
          newest->parts = g_array_ref (self->parts);
        }
    }
  newest = cyan_source_snapshot_ref (self->newest);
  cyan_mutex_unlock (&self->mutex);
  return newest;
}

static guint8
filled_of (CyanSourceTable *self, guint32 index)
{
  guint8 filled;

  cyan_mutex_lock (&self->mutex);
  filled = self->filled[index];
  cyan_mutex_unlock (&self->mutex);
  return filled;
}

void
cyan_source_table_set_change (
    CyanSourceTable *self, guint32 index, CyanChange change, gboolean moved, gboolean by_line)
{
  cyan_mutex_lock (&self->mutex);
  self->n_filled += !(self->filled[index] & CYAN_SOURCE_HAS_CHANGE);
  self->filled[index] |= CYAN_SOURCE_HAS_CHANGE;
  self->changes[index] = (guint8) change;
  if (self->moved != NULL)
    {
      self->moved[index] = (guint8) moved;
      self->by_line[index] = (guint8) by_line;
    }
  g_clear_pointer (&self->newest, cyan_source_snapshot_unref);
  cyan_mutex_unlock (&self->mutex);
}

void
cyan_source_table_add_move (CyanSourceTable *self, CyanFunctionMove *move)
{
  cyan_mutex_lock (&self->mutex);
  if (self->moves == NULL)
    g_ptr_array_add (self->moved_to, move);
  else
    cyan_function_move_free (move);
  cyan_mutex_unlock (&self->mutex);
}

void
cyan_source_table_set_presence (CyanSourceTable *self, guint32 index, CyanPresence presence)
{
  cyan_mutex_lock (&self->mutex);
  self->filled[index] |= CYAN_SOURCE_HAS_PRESENCE;
  self->presence[index] = (guint8) presence;
  g_clear_pointer (&self->newest, cyan_source_snapshot_unref);
  cyan_mutex_unlock (&self->mutex);
}

typedef struct
{
  guint32 index;
  double weight; /* largest difference of totals among its nodes */
} Row;

static int
compare_rows (gconstpointer a, gconstpointer b)
{
  const Row *x = a, *y = b;

  if (x->weight != y->weight)
    return x->weight < y->weight ? 1 : -1;
  return x->index < y->index ? -1 : x->index > y->index;
}

static Row *
rows_by_weight (const CyanComparison *comparison)
{
  Row *rows = g_new (Row, comparison->compared.pairs->n);

  for (guint32 i = 0; i < comparison->compared.pairs->n; i++)
    rows[i] = (Row){ i, 0 };
  for (CyanNode node = 0; node < comparison->compared.n_nodes; node++)
    {
      Row *row = &rows[comparison->compared.pairs->of_node[node]];
      double difference = fabs (cyan_compared_total (&comparison->compared, 1, node)
                                - cyan_compared_total (&comparison->compared, 0, node));

      row->weight = MAX (row->weight, difference);
    }
  qsort (rows, comparison->compared.pairs->n, sizeof *rows, compare_rows);
  return rows;
}

/* Warms up one location in a second thread while the first thread searches the other. */
typedef struct
{
  CyanSourceLocation *location;
  const char *name;
  gint stopped; /* atomic */
} WarmUp;

static gboolean
until_stopped (double fraction, const char *what, gpointer data)
{
  return !g_atomic_int_get ((gint *) data);
}

static gboolean
warm_up (gpointer data, GError **error)
{
  WarmUp *self = data;
  const CyanTick tick = CYAN_TICK_INIT (until_stopped, &self->stopped);
  CyanDefined defined;
  guint n;

  return cyan_source_location_defines (self->location, self->name, &defined, &n, &tick, error);
}

/* The first search by name makes a location read all its files; this starts both at once.  Does
 * nothing if all functions have files, so that no search by name follows, or if a location is
 * missing. */
static void
start_warm_up (const CyanSourceTable *self, WarmUp *warm, CyanWorker *worker)
{
  const CyanProfile *after = self->comparison->compared.side[1].profile;

  *warm = (WarmUp){ .location = self->locations[1] };
  for (guint32 f = 1; f < after->n_functions && warm->name == NULL; f++)
    {
      const char *name = cyan_strings_get (after->strings, after->functions[f].name);

      if (after->functions[f].file == CYAN_STR_EMPTY && g_ascii_isalpha (name[0]))
        warm->name = name;
    }
  if (self->locations[0] != NULL && self->locations[1] != NULL && warm->name != NULL)
    cyan_worker_start (worker, "sources", warm_up, warm);
}

static gboolean
fill (CyanSourceTable *self, const CyanTick *tick, GError **error)
{
  g_autofree Row *rows = rows_by_weight (self->comparison);
  guint n = self->comparison->compared.pairs->n;

  for (guint i = 0; i < n; i++)
    {
      guint32 index = rows[i].index;
      const CyanFunctionPair *functions = &self->comparison->compared.pairs->at[index];
      CyanChange change = CYAN_CHANGE_UNKNOWN;
      const guint8 filled = filled_of (self, index);

      if (!cyan_tick (tick, i / (double) n, N_ ("Looking at the sources"), error))
        return FALSE;
      if (!(filled & CYAN_SOURCE_HAS_PRESENCE)
          && !cyan_source_table_fill_presence (self, index, tick, error))
        return FALSE;
      if (filled & CYAN_SOURCE_HAS_CHANGE)
        continue;
      if (cyan_source_table_compare_hashes (self, functions, &change) || self->locations[0] == NULL
          || self->locations[1] == NULL)
        cyan_source_table_set_change (self, index, change, FALSE, FALSE);
      else
        {
          g_auto (CyanSourcePair) pair = { 0 };
          const CyanTick slice = cyan_tick_slice (tick, i / (double) n, (i + 1) / (double) n);

          if (!cyan_source_table_look_up (self, index, &pair, &slice, error))
            return FALSE;
        }
    }
  return TRUE;
}

static int
compare_moves (gconstpointer a, gconstpointer b)
{
  const CyanFunctionMove *x = *(CyanFunctionMove *const *) a, *y = *(CyanFunctionMove *const *) b;

  return (x->pair > y->pair) - (x->pair < y->pair);
}

/* Those that were found, by pair; of one that was looked up twice, one.  Needs the mutex. */
static GPtrArray *
take_moves (CyanSourceTable *self)
{
  GPtrArray *moves = cyan_function_moves_new ();
  g_autofree gpointer *found = NULL;
  const CyanFunctionMove *last = NULL;
  gsize n;

  g_ptr_array_sort (self->moved_to, compare_moves);
  found = g_ptr_array_steal (self->moved_to, &n);
  for (gsize i = 0; i < n; i++)
    {
      CyanFunctionMove *move = found[i];

      g_ptr_array_add (last != NULL && last->pair == move->pair ? self->moved_to : moves, move);
      last = move;
    }
  return moves;
}

/* After all rows: a snapshot that has some of them only says nothing of them. */
static gboolean
fill_lists (CyanSourceTable *self, const CyanTick *tick, GError **error)
{
  g_autoptr (GPtrArray) inlined = NULL;
  g_autoptr (GArray) parts = NULL;
  gboolean known;

  cyan_mutex_lock (&self->mutex);
  known = self->parts != NULL;
  cyan_mutex_unlock (&self->mutex);
  if (known)
    return TRUE;
  inlined = cyan_source_inlined_new (self, self->comparison, tick, error);
  parts = inlined != NULL ? cyan_source_parts_new (self, self->comparison, tick, error) : NULL;
  if (parts == NULL)
    return FALSE;
  cyan_mutex_lock (&self->mutex);
  if (self->parts == NULL)
    {
      self->inlined = g_steal_pointer (&inlined);
      self->moves = take_moves (self);
      self->parts = g_steal_pointer (&parts);
    }
  g_clear_pointer (&self->newest, cyan_source_snapshot_unref);
  cyan_mutex_unlock (&self->mutex);
  return TRUE;
}

gboolean
cyan_source_table_fill (CyanSourceTable *self, const CyanTick *tick, GError **error)
{
  CyanWorker worker = { 0 };
  WarmUp warm;
  gboolean ok;

  for (guint side = 0; side < 2; side++)
    if (self->locations[side] != NULL)
      {
        /* A function that occurs on one side only is searched on the other side too. */
        cyan_sources_expect (self->comparison->compared.side[0].profile, self->locations[side]);
        cyan_sources_expect (self->comparison->compared.side[1].profile, self->locations[side]);
      }
  start_warm_up (self, &warm, &worker);
  ok = fill (self, tick, error) && fill_lists (self, NULL, error);
  g_atomic_int_set (&warm.stopped, 1);
  cyan_worker_join (&worker, NULL);
  return ok;
}
