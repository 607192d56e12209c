/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which pieces are in a slice, and the parts of them. */
#include "cyan-slice-private.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-near.h"
#include "cyan-units.h"

/* From @from to @to, or all but that. */
typedef struct
{
  gint64 from, to;
  gboolean is_negated;
} Range;

/* What is in the slice. */
typedef struct
{
  const CyanProfile *whole;
  const CyanPieces *pieces;
  guint8 *origins;   /* by origin: whether it is in the slice */
  GArray *ranges;    /* of Range: of which each piece must be in all */
  gint64 begin, end; /* of the recording; 0 without times */
} Match;

static void
clear_match (Match *self)
{
  g_free (self->origins);
  g_array_unref (self->ranges);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Match, clear_match)

/* ---- conditions ---- */

static gboolean
fail_key (const CyanPieces *pieces, const char *key, GError **error)
{
  g_autoptr (GPtrArray) keys = g_ptr_array_new ();
  g_autofree char *list = NULL;
  gint64 begin, end;

  for (guint32 d = 0; d < cyan_pieces_n_dimensions (pieces); d++)
    g_ptr_array_add (keys, (gpointer) cyan_pieces_dimension_key (pieces, d));
  if (cyan_pieces_times (pieces, &begin, &end))
    g_ptr_array_add (keys, (gpointer) CYAN_SLICE_TIME);
  if (keys->len == 0)
    return cyan_fail (error, CYAN_ERROR_MISMATCH,
                      _ ("it has no threads, labels or times, so that it has no slices"));
  list = cyan_list_near (keys, key);
  return cyan_fail (error, CYAN_ERROR_MISMATCH, _ ("it cannot be sliced by \"%s\" (there are: %s)"),
                    key, list);
}

gboolean
cyan_slice_find_dimension (const CyanPieces *pieces,
                           const char *key,
                           guint32 *dimension,
                           GError **error)
{
  for (guint32 d = 0; d < cyan_pieces_n_dimensions (pieces); d++)
    if (g_str_equal (cyan_pieces_dimension_key (pieces, d), key))
      {
        *dimension = d;
        return TRUE;
      }
  return fail_key (pieces, key, error);
}

static gboolean
fail_value (const Match *self,
            const CyanSliceCondition *condition,
            guint32 dimension,
            GError **error)
{
  g_autoptr (GArray) totals = cyan_slice_totals (self->whole, dimension, 0);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *list = NULL;

  for (guint i = 0; i < totals->len; i++)
    g_ptr_array_add (names, (gpointer) g_array_index (totals, CyanSliceValue, i).value);
  list = cyan_list_near (names, condition->pattern);
  return cyan_fail (error, CYAN_ERROR_MISMATCH, _ ("no %s is \"%s\" (there are: %s)"),
                    condition->key, condition->pattern, list);
}

/* The values that a survey does not list; NULL: it lists all. */
static GHashTable *
find_others (const Match *self, guint32 dimension)
{
  g_autoptr (GArray) totals = cyan_slice_totals (self->whole, dimension, 0);
  GHashTable *others;

  if (totals->len <= CYAN_SLICE_MAX_VALUES)
    return NULL;
  others = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = CYAN_SLICE_MAX_VALUES; i < totals->len; i++)
    g_hash_table_add (others, (gpointer) g_array_index (totals, CyanSliceValue, i).value);
  return others;
}

/* Leaves out the origins whose value of a dimension is another one. */
static gboolean
match_values (Match *self, const CyanSliceCondition *condition, GError **error)
{
  guint n = cyan_pieces_n_origins (self->pieces);
  g_autoptr (GPatternSpec) pattern = g_pattern_spec_new (condition->pattern);
  g_autoptr (GHashTable) others = NULL;
  g_autofree guint8 *matches = g_new0 (guint8, n);
  gboolean is_literal = FALSE, found = FALSE;
  guint32 d;

  if (!cyan_slice_find_dimension (self->pieces, condition->key, &d, error))
    return FALSE;
  for (guint32 i = 0; i < n; i++)
    is_literal |= g_str_equal (cyan_pieces_value (self->pieces, i, d), condition->pattern);
  if (!is_literal && g_str_equal (condition->pattern, CYAN_SLICE_OTHERS))
    others = find_others (self, d);
  for (guint32 i = 0; i < n; i++)
    {
      const char *value = cyan_pieces_value (self->pieces, i, d);

      if (*value == '\0')
        value = CYAN_SLICE_NO_VALUE;
      matches[i] = is_literal       ? g_str_equal (value, condition->pattern)
                   : others != NULL ? g_hash_table_contains (others, value)
                                    : g_pattern_spec_match_string (pattern, value);
      found |= matches[i] != 0;
      self->origins[i] &= matches[i] != condition->is_negated;
    }
  return found || fail_value (self, condition, d, error);
}

/* The time of @end in the recording; @open if it is open. */
static gint64
time_of (const Match *self, const CyanSliceEnd *end, gint64 open)
{
  double length = (double) (self->end - self->begin);

  switch (end->kind)
    {
    case CYAN_SLICE_END_NS:
      return end->value < length ? self->begin + (gint64) end->value : G_MAXINT64;
    case CYAN_SLICE_END_SHARE:
      return end->value < 1 ? self->begin + (gint64) (end->value * length) : self->end;
    default:
      return open;
    }
}

static gboolean
match_times (Match *self, const CyanSliceCondition *condition, GError **error)
{
  Range range = { .is_negated = condition->is_negated };

  if (!cyan_pieces_times (self->pieces, &self->begin, &self->end))
    return cyan_pieces_n (self->pieces) == 0
               ? fail_key (self->pieces, condition->key, error)
               : cyan_fail (error, CYAN_ERROR_MISMATCH, _ ("it has no times of samples or calls"));
  range.from = time_of (self, &condition->from, G_MININT64);
  range.to = time_of (self, &condition->to, self->end);
  if (range.from >= self->end)
    {
      g_autofree char *length = cyan_value_to_text ((double) (self->end - self->begin), "ns");

      return cyan_fail (error, CYAN_ERROR_MISMATCH,
                        _ ("the time \"%s\" begins behind its end: it is %s long"),
                        condition->pattern, length);
    }
  if (range.from >= range.to)
    return cyan_fail (error, CYAN_ERROR_MISMATCH,
                      _ ("the range of times \"%s\" ends before it begins"), condition->pattern);
  g_array_append_val (self->ranges, range);
  return TRUE;
}

static gboolean
match (Match *self, const CyanSlice *slice, GError **error)
{
  guint n = cyan_pieces_n_origins (self->pieces);

  self->origins = g_malloc (n);
  memset (self->origins, TRUE, n);
  for (guint i = 0; i < slice->conditions->len; i++)
    {
      const CyanSliceCondition *condition =
          &g_array_index (slice->conditions, CyanSliceCondition, i);

      if (!(cyan_slice_is_time (condition) ? match_times : match_values) (self, condition, error))
        return FALSE;
    }
  return TRUE;
}

/* ---- parts ---- */

/* Shortens @piece to the part that is in [@from, @to). */
static gboolean
cut_piece (CyanPieceRow *piece, gint64 from, gint64 to)
{
  double part = cyan_slice_part (piece, from, to);
  gboolean is_long = piece->metric != CYAN_PIECES_CALLS && piece->begin < piece->end;

  if (is_long ? MAX (piece->begin, from) >= MIN (piece->end, to)
              : piece->begin < from || piece->begin >= to)
    return FALSE;
  piece->value = part;
  piece->begin = MAX (piece->begin, from);
  piece->end = MAX (piece->begin, MIN (piece->end, to));
  return TRUE;
}

/* Adds what of @piece is in all ranges from number @range on. */
static void
add_parts (const Match *self, CyanSliceSums *sums, CyanPieceRow piece, guint range)
{
  const Range *at;

  if (range == self->ranges->len)
    {
      cyan_slice_sums_add (sums, &piece);
      return;
    }
  at = &g_array_index (self->ranges, Range, range);
  if (at->is_negated)
    {
      CyanPieceRow before = piece;

      if (cut_piece (&before, G_MININT64, at->from))
        add_parts (self, sums, before, range + 1);
      if (at->to != G_MAXINT64 && cut_piece (&piece, at->to, G_MAXINT64))
        add_parts (self, sums, piece, range + 1);
    }
  else if (cut_piece (&piece, at->from, at->to))
    add_parts (self, sums, piece, range + 1);
}

static gboolean
add_up (const Match *self, CyanSliceSums *sums, const CyanTick *tick, GError **error)
{
  guint n = cyan_pieces_n (self->pieces);

  for (guint i = 0; i < n; i++)
    {
      const CyanPieceRow piece = cyan_pieces_get (self->pieces, i);

      if (!cyan_tick_step (tick, i, n, N_ ("Slicing"), error))
        return FALSE;
      if (self->origins[piece.origin])
        add_parts (self, sums, piece, 0);
    }
  return sums->n > 0
         || cyan_fail (error, CYAN_ERROR_MISMATCH, _ ("nothing of the recording is in the slice"));
}

/* @profile with a note for each range that ends behind the recording. */
static CyanProfile *
with_notes (const Match *self, const CyanProfile *profile)
{
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < self->ranges->len; i++)
    {
      const Range *range = &g_array_index (self->ranges, Range, i);
      g_autofree char *length = cyan_value_to_text ((double) (self->end - self->begin), "ns");

      if (range->to == G_MAXINT64 && !range->is_negated)
        g_ptr_array_add (
            notes,
            g_strdup_printf (_ ("the slice ends behind the recording, which is %s long"), length));
    }
  return cyan_profile_with_warnings (profile, notes);
}

/* How long what is in the ranges took, in ns; 0 if that is not known. */
static double
length_of (const Match *self)
{
  gint64 from = self->begin, to = self->end;

  if (self->ranges->len == 0)
    return self->whole->length;
  for (guint i = 0; i < self->ranges->len; i++)
    {
      const Range *range = &g_array_index (self->ranges, Range, i);

      if (range->is_negated && self->ranges->len > 1)
        return 0;
      if (range->is_negated)
        return (double) (to - from) - (double) (MIN (range->to, to) - MAX (range->from, from));
      from = MAX (from, range->from);
      to = MIN (to, range->to);
    }
  return (double) MAX (to - from, 0);
}

CyanProfile *
cyan_slice_profile (const CyanProfile *whole,
                    const CyanSlice *slice,
                    const CyanTick *tick,
                    GError **error)
{
  const CyanTick adding = cyan_tick_slice (tick, 0, 0.5),
                 finishing = cyan_tick_slice (tick, 0.5, 1);
  g_auto (Match) self = { .whole = whole,
                          .pieces = whole->pieces,
                          .ranges = g_array_new (FALSE, FALSE, sizeof (Range)) };
  g_auto (CyanSliceSums) sums = { .whole = whole };
  g_autoptr (CyanProfile) profile = NULL;

  g_assert (whole->pieces != NULL);
  if (!match (&self, slice, error))
    return NULL;
  cyan_slice_sums_init (&sums, whole);
  if (!add_up (&self, &sums, &adding, error))
    return NULL;
  profile = cyan_slice_sums_finish (&sums, slice->text, length_of (&self), &finishing, error);
  return profile != NULL ? with_notes (&self, profile) : NULL;
}
