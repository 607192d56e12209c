/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is known of the functions' sources. */
#include "cyan-source-table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cyan-error.h"

#define HAS_CHANGE   1
#define HAS_PRESENCE 2

struct _CyanSourceTable
{
  gatomicrefcount refs;
  CyanComparison *comparison;
  CyanSourceLocation *locations[2]; /* before, after; either may be NULL */
  gboolean has_sources;

  GMutex mutex;     /* protects filled */
  guint8 *filled;   /* by pair: bits of the two below */
  guint8 *changes;  /* by pair; single bytes, so that readers need no lock */
  guint8 *presence; /* by pair, likewise; NULL unless there are both locations */
  gint version;     /* atomic */
};

static gboolean
has_body_hashes (const CyanProfile *profile)
{
  for (guint f = 0; f < profile->n_functions; f++)
    if (profile->functions[f].body_hash != 0)
      return TRUE;
  return FALSE;
}

CyanSourceTable *
cyan_source_table_new (CyanComparison *comparison,
                       CyanSourceLocation *before,
                       CyanSourceLocation *after)
{
  CyanSourceTable *self = g_new0 (CyanSourceTable, 1);

  g_atomic_ref_count_init (&self->refs);
  self->comparison = cyan_comparison_ref (comparison);
  self->locations[0] = before != NULL ? cyan_source_location_ref (before) : NULL;
  self->locations[1] = after != NULL ? cyan_source_location_ref (after) : NULL;
  self->has_sources =
      (before != NULL && after != NULL)
      || (has_body_hashes (comparison->before) && has_body_hashes (comparison->after));
  self->filled = g_new0 (guint8, comparison->n_pairs);
  self->changes = g_new0 (guint8, comparison->n_pairs);
  if (before != NULL && after != NULL)
    self->presence = g_new0 (guint8, comparison->n_pairs);
  g_mutex_init (&self->mutex);
  return self;
}

CyanSourceTable *
cyan_source_table_ref (CyanSourceTable *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
cyan_source_table_unref (CyanSourceTable *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  cyan_comparison_unref (self->comparison);
  g_clear_pointer (&self->locations[0], cyan_source_location_unref);
  g_clear_pointer (&self->locations[1], cyan_source_location_unref);
  g_mutex_clear (&self->mutex);
  g_free (self->filled);
  g_free (self->changes);
  g_free (self->presence);
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

gboolean
cyan_source_table_has_sources (const CyanSourceTable *self)
{
  return self->has_sources;
}

guint
cyan_source_table_version (const CyanSourceTable *self)
{
  return (guint) g_atomic_int_get (&self->version);
}

const guint8 *
cyan_source_table_changes (const CyanSourceTable *self)
{
  return self->has_sources ? self->changes : NULL;
}

const guint8 *
cyan_source_table_presence (const CyanSourceTable *self)
{
  return self->presence;
}

/* One side's text, or the reason why there is none.  FALSE only if cancelled. */
static gboolean
look_up_side (CyanSourceTable *self,
              guint side,
              guint32 function,
              CyanFunctionText **text,
              char **why,
              const CyanTick *tick,
              GError **error)
{
  const CyanProfile *profile = side == 0 ? self->comparison->before : self->comparison->after;
  g_autoptr (GError) local = NULL;
  g_autofree char *name = NULL;
  const CyanFunction *known;
  CyanFunctionQuery query;

  if (function == G_MAXUINT32)
    {
      *why = g_strdup (side == 0 ? "This function is not in the profile before."
                                 : "This function is not in the profile after.");
      return TRUE;
    }
  if (self->locations[side] == NULL)
    {
      *why = g_strdup (side == 0 ? "No source folder was given for before."
                                 : "No source folder was given for after.");
      return TRUE;
    }
  known = &profile->functions[function];
  /* As a source would write it: never what a user's renames made of it. */
  name = cyan_name_normalise (cyan_strings_get (profile->strings, known->name));
  query.name = name;
  query.file = cyan_strings_get (profile->strings, known->file);
  query.line = known->line;
  *text = cyan_source_location_find (self->locations[side], &query, tick, &local);
  if (*text != NULL)
    return TRUE;
  if (cyan_error_is_cancelled (local))
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  *why = g_strdup (local->message);
  return TRUE;
}

/* Body hashes come first: they were taken from what really ran. */
static gboolean
compare_hashes (const CyanSourceTable *self, const CyanFunctionPair *functions, CyanChange *change)
{
  guint64 before, after;

  if (functions->before == G_MAXUINT32 || functions->after == G_MAXUINT32)
    return FALSE;
  before = self->comparison->before->functions[functions->before].body_hash;
  after = self->comparison->after->functions[functions->after].body_hash;
  if (before == 0 || after == 0)
    return FALSE;
  *change = before == after ? CYAN_CHANGE_UNMODIFIED : CYAN_CHANGE_MODIFIED;
  return TRUE;
}

static void
set_change (CyanSourceTable *self, guint32 index, CyanChange change)
{
  g_mutex_lock (&self->mutex);
  self->filled[index] |= HAS_CHANGE;
  self->changes[index] = (guint8) change;
  g_mutex_unlock (&self->mutex);
  g_atomic_int_inc (&self->version);
}

gboolean
cyan_source_table_look_up (CyanSourceTable *self,
                           guint32 index,
                           CyanSourcePair *pair,
                           const CyanTick *tick,
                           GError **error)
{
  const CyanFunctionPair *functions = &self->comparison->pairs[index];

  *pair = (CyanSourcePair){ .change = CYAN_CHANGE_UNKNOWN };
  if (!look_up_side (self, 0, functions->before, &pair->before, &pair->why_before, tick, error)
      || !look_up_side (self, 1, functions->after, &pair->after, &pair->why_after, tick, error))
    {
      cyan_source_pair_clear (pair);
      return FALSE;
    }
  if (!compare_hashes (self, functions, &pair->change) && pair->before != NULL
      && pair->after != NULL)
    pair->change = cyan_function_text_compare (pair->before, pair->after);
  set_change (self, index, pair->change);
  return TRUE;
}

/* Whether a location defines a function, by the name that was recorded, else by its label: what is
 * mangled there is readable here. */
static gboolean
defines (CyanSourceTable *self,
         guint location,
         const char *const *names,
         CyanDefined *defined,
         guint *n_definitions,
         const CyanTick *tick,
         GError **error)
{
  *defined = CYAN_DEFINED_UNKNOWN;
  for (guint i = 0; i < 2 && *defined == CYAN_DEFINED_UNKNOWN; i++)
    if ((i == 0 || strcmp (names[0], names[1]) != 0)
        && !cyan_source_location_defines (self->locations[location], names[i], defined,
                                          n_definitions, tick, error))
      return FALSE;
  return TRUE;
}

/* In which sources a function is that ran on @side only. */
static gboolean
look_for (CyanSourceTable *self,
          guint32 function,
          guint side,
          CyanPresence *presence,
          const CyanTick *tick,
          GError **error)
{
  const CyanProfile *profile = side == 0 ? self->comparison->before : self->comparison->after;
  const char *const names[2] = {
    cyan_strings_get (profile->strings, profile->functions[function].name),
    cyan_strings_get (profile->strings, self->comparison->label[side][function]),
  };
  CyanDefined own, other;
  guint n_own, n_other;

  if (!defines (self, side, names, &own, &n_own, tick, error)
      || !defines (self, 1 - side, names, &other, &n_other, tick, error))
    return FALSE;
  /* Several functions of one name: if one of them came or went, it may be this one. */
  if (own == CYAN_DEFINED_YES && other == CYAN_DEFINED_YES)
    *presence = n_own == n_other ? CYAN_PRESENCE_BOTH : CYAN_PRESENCE_UNKNOWN;
  else if (own == CYAN_DEFINED_YES && other == CYAN_DEFINED_NO)
    *presence = side == 0 ? CYAN_PRESENCE_BEFORE_ONLY : CYAN_PRESENCE_AFTER_ONLY;
  else
    *presence = CYAN_PRESENCE_UNKNOWN;
  return TRUE;
}

/* What ran in both versions is in both, wherever its source may be. */
static gboolean
fill_presence (CyanSourceTable *self, guint32 index, const CyanTick *tick, GError **error)
{
  const CyanFunctionPair *functions = &self->comparison->pairs[index];
  gboolean before = functions->before != G_MAXUINT32, after = functions->after != G_MAXUINT32;
  CyanPresence presence = CYAN_PRESENCE_BOTH;

  if (self->presence == NULL)
    return TRUE;
  if (!(before && after)
      && !look_for (self, before ? functions->before : functions->after, before ? 0 : 1, &presence,
                    tick, error))
    return FALSE;
  self->presence[index] = (guint8) presence;
  g_mutex_lock (&self->mutex);
  self->filled[index] |= HAS_PRESENCE;
  g_mutex_unlock (&self->mutex);
  return TRUE;
}

typedef struct
{
  guint32 index;
  double weight; /* the largest difference of totals among its nodes */
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
  Row *rows = g_new (Row, comparison->n_pairs);

  for (guint32 i = 0; i < comparison->n_pairs; i++)
    rows[i] = (Row){ i, 0 };
  for (CyanNode node = 0; node < comparison->n_nodes; node++)
    {
      Row *row = &rows[comparison->pair[node]];
      double difference = fabs (cyan_comparison_after_total (comparison, node)
                                - cyan_comparison_before_total (comparison, node));

      row->weight = MAX (row->weight, difference);
    }
  qsort (rows, comparison->n_pairs, sizeof *rows, compare_rows);
  return rows;
}

gboolean
cyan_source_table_fill (CyanSourceTable *self, const CyanTick *tick, GError **error)
{
  g_autofree Row *rows = rows_by_weight (self->comparison);
  guint n = self->comparison->n_pairs;

  for (guint i = 0; i < n; i++)
    {
      guint32 index = rows[i].index;
      const CyanFunctionPair *functions = &self->comparison->pairs[index];
      CyanChange change = CYAN_CHANGE_UNKNOWN;
      guint8 filled;

      if (!cyan_tick (tick, i / (double) n, "Looking at the sources", error))
        return FALSE;
      g_mutex_lock (&self->mutex);
      filled = self->filled[index];
      g_mutex_unlock (&self->mutex);
      if (!(filled & HAS_PRESENCE) && !fill_presence (self, index, tick, error))
        return FALSE;
      if (filled & HAS_CHANGE)
        continue;
      if (compare_hashes (self, functions, &change) || functions->before == G_MAXUINT32
          || functions->after == G_MAXUINT32 || !self->has_sources)
        set_change (self, index, change);
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
