/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adds up the pieces of a slice. */
#include "cyan-slice-private.h"

#include <math.h>
#include <string.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-near.h"
#include "cyan-profile-builder.h"
#include "cyan-units.h"

/* The sums of a slice, by node of the whole. */
typedef struct
{
  const CyanProfile *whole;
  const CyanPieces *pieces;
  guint8 *origins; /* by origin: whether it is in the slice */
  guint8 *used;    /* by origin: whether a piece of it is */
  GArray *ranges;  /* of Range: of which each piece must be in all */
  gint64 begin, end; /* of the recording; 0 without times */

  double **values; /* by metric */
  guint64 *calls;
  guint8 *present; /* a piece of it is in the slice, or of a node below it */
  guint64 n;       /* pieces in the slice */
  gboolean has_calls; /* some piece of the recording is a call */
} Sums;

/* From @from to @to, or all but that. */
typedef struct
{
  gint64 from, to;
  gboolean is_negated;
} Range;

static void
clear_sums (Sums *self)
{
  for (guint m = 0; self->values != NULL && m < self->whole->n_metrics; m++)
    g_free (self->values[m]);
  g_free (self->values);
  g_free (self->calls);
  g_free (self->present);
  g_free (self->origins);
  g_free (self->used);
  g_array_unref (self->ranges);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sums, clear_sums)

/* ---- conditions ---- */

static gboolean
fail_key (const Sums *self, const char *key, GError **error)
{
  g_autoptr (GPtrArray) keys = g_ptr_array_new ();
  g_autofree char *list = NULL;
  gint64 begin, end;

  for (guint32 d = 0; d < cyan_pieces_n_dimensions (self->pieces); d++)
    g_ptr_array_add (keys, (gpointer) cyan_pieces_dimension_key (self->pieces, d));
  if (cyan_pieces_times (self->pieces, &begin, &end))
    g_ptr_array_add (keys, (gpointer) CYAN_SLICE_TIME);
  if (keys->len == 0)
    return cyan_fail (error, CYAN_ERROR_MISMATCH,
                      _ ("it has no threads, labels or times, so that it has no slices"));
  list = cyan_list_near (keys, key);
  return cyan_fail (error, CYAN_ERROR_MISMATCH,
                    _ ("it cannot be sliced by \"%s\" (there are: %s)"), key, list);
}

static gboolean
fail_value (const Sums *self, const CyanSliceCondition *condition, guint32 dimension, GError **error)
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
find_others (const Sums *self, guint32 dimension)
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
match_values (Sums *self, const CyanSliceCondition *condition, GError **error)
{
  guint n = cyan_pieces_n_origins (self->pieces);
  g_autoptr (GPatternSpec) pattern = g_pattern_spec_new (condition->pattern);
  g_autoptr (GHashTable) others = NULL;
  g_autofree guint8 *matches = g_new0 (guint8, n);
  gboolean is_literal = FALSE, found = FALSE;
  guint32 d = 0;

  while (d < cyan_pieces_n_dimensions (self->pieces)
         && !g_str_equal (cyan_pieces_dimension_key (self->pieces, d), condition->key))
    d++;
  if (d == cyan_pieces_n_dimensions (self->pieces))
    return fail_key (self, condition->key, error);
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
time_of (const Sums *self, const CyanSliceEnd *end, gint64 open)
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
match_times (Sums *self, const CyanSliceCondition *condition, GError **error)
{
  Range range = { .is_negated = condition->is_negated };

  if (!cyan_pieces_times (self->pieces, &self->begin, &self->end))
    return cyan_pieces_n (self->pieces) == 0
               ? fail_key (self, condition->key, error)
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
match (Sums *self, const CyanSlice *slice, GError **error)
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

/* ---- sums ---- */

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

static void
add_piece (Sums *self, const CyanPieceRow *piece)
{
  self->n++;
  self->used[piece->origin] = TRUE;
  self->present[piece->node] = TRUE;
  if (piece->metric != CYAN_PIECES_CALLS)
    self->values[piece->metric][piece->node] += piece->value;
  else if (self->calls != NULL)
    self->calls[piece->node] += (guint64) piece->value;
}

/* Adds what of @piece is in all ranges from number @range on. */
static void
add_parts (Sums *self, CyanPieceRow piece, guint range)
{
  const Range *at;

  if (range == self->ranges->len)
    {
      add_piece (self, &piece);
      return;
    }
  at = &g_array_index (self->ranges, Range, range);
  if (at->is_negated)
    {
      CyanPieceRow before = piece;

      if (cut_piece (&before, G_MININT64, at->from))
        add_parts (self, before, range + 1);
      if (at->to != G_MAXINT64 && cut_piece (&piece, at->to, G_MAXINT64))
        add_parts (self, piece, range + 1);
    }
  else if (cut_piece (&piece, at->from, at->to))
    add_parts (self, piece, range + 1);
}

static gboolean
add_up (Sums *self, const CyanTick *tick, GError **error)
{
  const CyanProfile *whole = self->whole;
  guint n = cyan_pieces_n (self->pieces);

  self->present = g_new0 (guint8, whole->n_nodes);
  self->used = g_new0 (guint8, cyan_pieces_n_origins (self->pieces));
  self->values = g_new0 (double *, whole->n_metrics);
  for (guint m = 0; m < whole->n_metrics; m++)
    self->values[m] = g_new0 (double, whole->n_nodes);
  if (whole->calls != NULL)
    self->calls = g_new0 (guint64, whole->n_nodes);
  for (guint i = 0; i < n; i++)
    {
      const CyanPieceRow piece = cyan_pieces_get (self->pieces, i);

      if (!cyan_tick_step (tick, i, n, N_ ("Slicing"), error))
        return FALSE;
      self->has_calls |= self->calls != NULL && piece.metric == CYAN_PIECES_CALLS;
      if (self->origins[piece.origin])
        add_parts (self, piece, 0);
    }
  for (CyanNode i = whole->n_nodes; i-- > 1;)
    self->present[whole->parent[i]] |= self->present[i];
  return self->n > 0
         || cyan_fail (error, CYAN_ERROR_MISMATCH, _ ("nothing of the recording is in the slice"));
}

/* ---- the profile ---- */

static void
add_values (const Sums *self, CyanProfileBuilder *builder, CyanNode from, CyanNode to)
{
  const CyanProfile *whole = self->whole;

  for (guint m = 0; m < whole->n_metrics; m++)
    if (self->values[m][from] != 0)
      cyan_profile_builder_add (builder, m, to, self->values[m][from]);
  if (self->has_calls && whole->calls[from] != CYAN_CALLS_UNKNOWN && from != CYAN_NODE_ROOT)
    cyan_profile_builder_add_calls (builder, to, self->calls[from]);
}

static gboolean
add_nodes (const Sums *self, CyanProfileBuilder *builder, GError **error)
{
  const CyanProfile *whole = self->whole;
  g_autofree CyanNode *nodes = g_new (CyanNode, whole->n_nodes);

  nodes[CYAN_NODE_ROOT] = CYAN_NODE_ROOT;
  add_values (self, builder, CYAN_NODE_ROOT, CYAN_NODE_ROOT);
  for (CyanNode i = 1; i < whole->n_nodes; i++)
    {
      if (!self->present[i])
        continue;
      nodes[i] = cyan_profile_builder_append (builder, nodes[whole->parent[i]], whole->function[i],
                                              cyan_profile_call_site (whole, i), error);
      if (nodes[i] == CYAN_NODE_NONE)
        return FALSE;
      add_values (self, builder, i, nodes[i]);
    }
  return TRUE;
}

/* The values of @key in the slice, in order; NULL: the recording has none. */
static GPtrArray *
list_values (const Sums *self, const char *key)
{
  for (guint32 d = 0; d < cyan_pieces_n_dimensions (self->pieces); d++)
    if (g_str_equal (cyan_pieces_dimension_key (self->pieces, d), key))
      {
        GPtrArray *values = g_ptr_array_new ();

        for (guint32 i = 0; i < cyan_pieces_n_origins (self->pieces); i++)
          {
            const char *value = cyan_pieces_value (self->pieces, i, d);

            if (self->used[i] && *value != '\0'
                && !g_ptr_array_find_with_equal_func (values, value, g_str_equal, NULL))
              g_ptr_array_add (values, (gpointer) value);
          }
        return values;
      }
  return NULL;
}

/* Says which threads are in the slice, as far as that is known. */
static void
set_threads (const Sums *self, CyanProfileBuilder *builder)
{
  g_autoptr (GPtrArray) numbers = list_values (self, "tid"), names = list_values (self, "thread");
  const GPtrArray *counted = numbers != NULL ? numbers : names;

  cyan_profile_builder_set_threads (builder, counted != NULL ? counted->len : 0);
  if (names != NULL && cyan_profile_get_meta (self->whole, "threads") != NULL)
    {
      g_autofree char *list = NULL;

      g_ptr_array_add (names, NULL);
      list = g_strjoinv (", ", (char **) names->pdata);
      cyan_profile_builder_set_meta (builder, "threads", list);
    }
}

static void
warn_of_end (const Sums *self, CyanProfileBuilder *builder)
{
  for (guint i = 0; i < self->ranges->len; i++)
    {
      const Range *range = &g_array_index (self->ranges, Range, i);
      g_autofree char *length = cyan_value_to_text ((double) (self->end - self->begin), "ns");

      if (range->to == G_MAXINT64 && !range->is_negated)
        cyan_profile_builder_warn (
            builder, _ ("the slice ends behind the recording, which is %s long"), length);
    }
}

CyanProfile *
cyan_slice_profile (const CyanProfile *whole,
                    const CyanSlice *slice,
                    const CyanTick *tick,
                    GError **error)
{
  const CyanTick adding = cyan_tick_slice (tick, 0, 0.5), finishing = cyan_tick_slice (tick, 0.5, 1);
  g_auto (Sums) self = { .whole = whole,
                         .pieces = whole->pieces,
                         .ranges = g_array_new (FALSE, FALSE, sizeof (Range)) };
  g_autoptr (CyanProfileBuilder) builder = NULL;

  g_assert (whole->pieces != NULL);
  if (!match (&self, slice, error) || !add_up (&self, &adding, error))
    return NULL;
  builder = cyan_profile_builder_new (whole->strings, whole->n_nodes);
  for (guint m = 0; m < whole->n_metrics; m++)
    cyan_profile_builder_metric (builder, whole->metrics[m].name, whole->metrics[m].unit);
  for (guint f = 1; f < whole->n_functions; f++)
    cyan_profile_builder_add_function (builder, &whole->functions[f]);
  cyan_profile_builder_describe (builder, whole);
  cyan_profile_builder_set_meta (builder, CYAN_META_SLICE, slice->text);
  set_threads (&self, builder);
  warn_of_end (&self, builder);
  if (!add_nodes (&self, builder, error))
    return NULL;
  return cyan_profile_builder_finish_tick (builder, &finishing, error);
}
