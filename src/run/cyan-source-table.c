/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is known of the functions' sources. */
#include "cyan-source-table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cyan-error.h"
#include "cyan-function-compare.h"
#include "cyan-function-counterpart.h"
#include "cyan-i18n.h"
#include "cyan-sources.h"
#include "cyan-worker.h"

#define HAS_CHANGE   1
#define HAS_PRESENCE 2

struct _CyanSourceTable
{
  CyanRefCount refs;
  CyanComparison *comparison;
  CyanSourceLocation *locations[2]; /* before, after; either may be NULL */
  gboolean has_hashes;              /* both profiles have body hashes, of the same make */
  gboolean has_other_hashes;        /* both have, of different makes */
  gboolean has_sources;

  CyanMutex mutex;            /* protects all fields below */
  guint8 *filled;             /* by pair: bits that tell which of the next fields are filled */
  guint8 *changes;            /* by pair */
  guint8 *presence;           /* by pair; NULL unless both locations are open */
  guint8 *moved;              /* likewise */
  guint8 *by_line;            /* likewise */
  guint n_filled;             /* pairs whose change was looked up */
  CyanSourceSnapshot *newest; /* NULL if a row was filled since it was made */
};

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
  cyan_mutex_init (&self->mutex);
  return self;
}

CyanSourceTable *
cyan_source_table_ref (CyanSourceTable *self)
{
  cyan_ref_count_inc (&self->refs);
  return self;
}

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

CyanSourceSnapshot *
cyan_source_snapshot_ref (CyanSourceSnapshot *self)
{
  cyan_ref_count_inc (&self->refs);
  return self;
}

void
cyan_source_snapshot_unref (CyanSourceSnapshot *self)
{
  if (!cyan_ref_count_dec (&self->refs))
    return;
  g_free ((guint8 *) self->changes);
  g_free ((guint8 *) self->presence);
  g_free ((guint8 *) self->moved);
  g_free ((guint8 *) self->by_line);
  g_free (self);
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
    }
  newest = cyan_source_snapshot_ref (self->newest);
  cyan_mutex_unlock (&self->mutex);
  return newest;
}

/* Finds the text of a function that occurs on @side, or the reason why there is none.  FALSE only
 * if cancelled. */
static gboolean
look_up_own (CyanSourceTable *self,
             guint side,
             guint32 function,
             CyanFunctionText **text,
             char **why,
             const CyanTick *tick,
             GError **error)
{
  const CyanProfile *profile = side == 0 ? self->comparison->compared.side[0].profile
                                         : self->comparison->compared.side[1].profile;
  g_autoptr (GError) reason = NULL;

  if (self->locations[side] == NULL)
    {
      *why = g_strdup (side == 0 ? _ ("No sources were given for before.")
                                 : _ ("No sources were given for after."));
      return TRUE;
    }
  *text = cyan_sources_find (profile, function, self->locations[side], tick, &reason);
  if (*text != NULL)
    return TRUE;
  if (!cyan_error_is_cancelled (reason))
    {
      *why = g_strdup (reason->message);
      return TRUE;
    }
  g_propagate_error (error, g_steal_pointer (&reason));
  return FALSE;
}

/* Finds the text of a function that does not occur on @side, from its source on the other side. */
static gboolean
look_up_other (CyanSourceTable *self,
               guint side,
               const CyanFunctionText *own,
               CyanFunctionText **text,
               char **why,
               const CyanTick *tick,
               GError **error)
{
  g_autoptr (GError) reason = NULL;

  if (own != NULL && self->locations[side] != NULL)
    *text = cyan_function_counterpart (self->locations[1 - side], own, self->locations[side], tick,
                                       &reason);
  if (*text != NULL)
    return TRUE;
  if (reason != NULL && cyan_error_is_cancelled (reason))
    {
      g_propagate_error (error, g_steal_pointer (&reason));
      return FALSE;
    }
  *why = g_strdup (side == 0 ? _ ("This function is not in the profile before.")
                             : _ ("This function is not in the profile after."));
  return TRUE;
}

static gboolean
is_by_line (const CyanSourcePair *pair)
{
  return (pair->before != NULL && pair->before->by_line != 0)
         || (pair->after != NULL && pair->after->by_line != 0);
}

/* Whether a pair has two different functions, which happens if profiles omit a part of the name, as
 * cProfile omits classes: the function of before is still in the source of after, at another place.
 */
static gboolean
are_different (CyanSourceTable *self,
               const CyanSourcePair *pair,
               gboolean *different,
               const CyanTick *tick,
               GError **error)
{
  g_autoptr (GError) reason = NULL;
  g_autoptr (CyanFunctionText) still = cyan_function_counterpart (
      self->locations[0], pair->before, self->locations[1], tick, &reason);

  *different = still != NULL
               && (strcmp (still->path, pair->after->path) != 0
                   || still->first_line != pair->after->first_line
                   || still->last_line != pair->after->last_line);
  if (reason == NULL || !cyan_error_is_cancelled (reason))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&reason));
  return FALSE;
}

/* Body hashes come first: they are from the code that was executed.  Only texts can show that it
 * was reformatted. */
static gboolean
compare_hashes (const CyanSourceTable *self, const CyanFunctionPair *functions, CyanChange *change)
{
  guint64 before, after;

  if (!self->has_hashes || functions->before == G_MAXUINT32 || functions->after == G_MAXUINT32)
    return FALSE;
  before = self->comparison->compared.side[0].profile->functions[functions->before].body_hash;
  after = self->comparison->compared.side[1].profile->functions[functions->after].body_hash;
  if (before == 0 || after == 0)
    return FALSE;
  if (before != after)
    *change = CYAN_CHANGE_MODIFIED;
  else if (*change != CYAN_CHANGE_REFORMATTED)
    *change = CYAN_CHANGE_UNMODIFIED;
  return TRUE;
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

static void
set_change (
    CyanSourceTable *self, guint32 index, CyanChange change, gboolean moved, gboolean by_line)
{
  cyan_mutex_lock (&self->mutex);
  self->n_filled += !(self->filled[index] & HAS_CHANGE);
  self->filled[index] |= HAS_CHANGE;
  self->changes[index] = (guint8) change;
  if (self->moved != NULL)
    {
      self->moved[index] = (guint8) moved;
      self->by_line[index] = (guint8) by_line;
    }
  g_clear_pointer (&self->newest, cyan_source_snapshot_unref);
  cyan_mutex_unlock (&self->mutex);
}

static void
set_presence (CyanSourceTable *self, guint32 index, CyanPresence presence)
{
  cyan_mutex_lock (&self->mutex);
  self->filled[index] |= HAS_PRESENCE;
  self->presence[index] = (guint8) presence;
  g_clear_pointer (&self->newest, cyan_source_snapshot_unref);
  cyan_mutex_unlock (&self->mutex);
}

/* In a renamed function, its own name does not count as a change of the body. */
static CyanChange
compare_texts (const CyanSourceTable *self,
               const CyanFunctionPair *functions,
               const CyanSourcePair *texts)
{
  const CyanProfile *before = self->comparison->compared.side[0].profile,
                    *after = self->comparison->compared.side[1].profile;
  const char *old_name, *new_name;

  if (functions->before == G_MAXUINT32 || functions->after == G_MAXUINT32)
    return cyan_function_text_compare (texts->before, texts->after);
  old_name = cyan_strings_get (before->strings, before->functions[functions->before].normal);
  new_name = cyan_strings_get (after->strings, after->functions[functions->after].normal);
  return strcmp (old_name, new_name) == 0
             ? cyan_function_text_compare (texts->before, texts->after)
             : cyan_function_text_compare_renamed (texts->before, old_name, texts->after, new_name);
}

static gboolean
look_up_both (CyanSourceTable *self,
              const CyanFunctionPair *functions,
              CyanSourcePair *pair,
              const CyanTick *tick,
              GError **error)
{
  const guint32 ran[2] = { functions->before, functions->after };
  CyanFunctionText **texts[2] = { &pair->before, &pair->after };
  char **why[2] = { &pair->why_before, &pair->why_after };

  for (guint side = 0; side < 2; side++)
    if (ran[side] != G_MAXUINT32
        && !look_up_own (self, side, ran[side], texts[side], why[side], tick, error))
      return FALSE;
  for (guint side = 0; side < 2; side++)
    if (ran[side] == G_MAXUINT32
        && !look_up_other (self, side, *texts[1 - side], texts[side], why[side], tick, error))
      return FALSE;
  return TRUE;
}

/* Finds which sources contain a function of @side.  If @text_found, its own sources are
 * known to have it, whatever class its name leaves out. */
static gboolean
look_for (CyanSourceTable *self,
          guint32 function,
          guint side,
          gboolean text_found,
          CyanPresence *presence,
          const CyanTick *tick,
          GError **error)
{
  const CyanComparedSide *of = &self->comparison->compared.side[side];
  const char *label = cyan_strings_get (of->profile->strings, of->label[function]);
  CyanSourcesDefined found[2];

  for (guint i = 0; i < 2; i++)
    if (!cyan_sources_define (of->profile, function, label, self->locations[i], &found[i], tick,
                              error))
      return FALSE;
  if (text_found && found[side].defined != CYAN_DEFINED_YES)
    found[side] = (CyanSourcesDefined){ CYAN_DEFINED_YES, 1 };
  *presence = cyan_sources_presence (found, side);
  return TRUE;
}

/* A function that occurs only on one side is searched in both sources. */
static gboolean
fill_presence (CyanSourceTable *self, guint32 index, const CyanTick *tick, GError **error)
{
  const CyanFunctionPair *functions = &self->comparison->compared.pairs->at[index];
  gboolean before = functions->before != G_MAXUINT32, after = functions->after != G_MAXUINT32;
  CyanPresence presence = CYAN_PRESENCE_BOTH;

  if (self->presence == NULL)
    return TRUE;
  if (!(before && after)
      && !look_for (self, before ? functions->before : functions->after, before ? 0 : 1, FALSE,
                    &presence, tick, error))
    return FALSE;
  set_presence (self, index, presence);
  return TRUE;
}

/* Looks once more for a function whose text was found on one side only: the sources may be of other
 * versions than those that ran, and profiles may omit its class. */
static gboolean
correct_presence (CyanSourceTable *self,
                  guint32 index,
                  const CyanSourcePair *pair,
                  const CyanTick *tick,
                  GError **error)
{
  const CyanFunctionPair *functions = &self->comparison->compared.pairs->at[index];
  guint side = pair->before != NULL ? 0 : 1;
  guint32 function = side == 0 ? functions->before : functions->after;
  CyanFunctionText *text = side == 0 ? pair->before : pair->after;
  CyanPresence presence;

  if (self->presence == NULL || function == G_MAXUINT32
      || (pair->before == NULL) == (pair->after == NULL))
    return TRUE;
  if (!look_for (self, function, side, text->by_line == 0, &presence, tick, error))
    return FALSE;
  if (presence == CYAN_PRESENCE_BEFORE_ONLY || presence == CYAN_PRESENCE_AFTER_ONLY)
    set_presence (self, index, presence);
  return TRUE;
}

gboolean
cyan_source_table_look_up (CyanSourceTable *self,
                           guint32 index,
                           CyanSourcePair *pair,
                           const CyanTick *tick,
                           GError **error)
{
  const CyanFunctionPair *functions = &self->comparison->compared.pairs->at[index];
  gboolean different = FALSE, compared;

  *pair = (CyanSourcePair){ .change = CYAN_CHANGE_UNKNOWN };
  if (!look_up_both (self, functions, pair, tick, error)
      || (pair->before != NULL && pair->after != NULL
          && !are_different (self, pair, &different, tick, error)))
    {
      cyan_source_pair_clear (pair);
      return FALSE;
    }
  if (pair->before != NULL && pair->after != NULL && !different)
    {
      pair->change = compare_texts (self, functions, pair);
      pair->moved = strcmp (pair->before->path, pair->after->path) != 0;
    }
  compared = !compare_hashes (self, functions, &pair->change);
  if (compared && !correct_presence (self, index, pair, tick, error))
    {
      cyan_source_pair_clear (pair);
      return FALSE;
    }
  set_change (self, index, pair->change, pair->moved, compared && is_by_line (pair));
  return TRUE;
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
      if (!(filled & HAS_PRESENCE) && !fill_presence (self, index, tick, error))
        return FALSE;
      if (filled & HAS_CHANGE)
        continue;
      if (compare_hashes (self, functions, &change) || self->locations[0] == NULL
          || self->locations[1] == NULL)
        set_change (self, index, change, FALSE, FALSE);
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
  ok = fill (self, tick, error);
  g_atomic_int_set (&warm.stopped, 1);
  cyan_worker_join (&worker, NULL);
  return ok;
}
