/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to slices. */
#pragma once

#include "cyan-slice.h"

/* One end of a range of times. */
typedef enum
{
  CYAN_SLICE_END_OPEN,
  CYAN_SLICE_END_NS,
  CYAN_SLICE_END_SHARE,
} CyanSliceEndKind;

typedef struct
{
  CyanSliceEndKind kind;
  double value; /* ns, or a share of the recording */
} CyanSliceEnd;

typedef struct
{
  gboolean is_negated;
  char *key;
  char *pattern;         /* of times: the range as text */
  CyanSliceEnd from, to; /* of times */
} CyanSliceCondition;

struct _CyanSlice
{
  char *text;
  GArray *conditions; /* of CyanSliceCondition, at least 1 */
};

static inline gboolean
cyan_slice_is_time (const CyanSliceCondition *condition)
{
  return g_str_equal (condition->key, CYAN_SLICE_TIME);
}

/* ---- adding up ---- */

/* Sums by node of the whole recording. */
typedef struct
{
  const CyanProfile *whole;
  double **values; /* by metric */
  guint64 *calls;  /* NULL: not known */
  guint8 *present; /* there is a piece of it, or of a node below it */
  guint8 *used;    /* by origin: there is a piece of it */
  guint64 n;       /* pieces */
} CyanSliceSums;

void cyan_slice_sums_init (CyanSliceSums *self, const CyanProfile *whole);
void cyan_slice_sums_clear (CyanSliceSums *self);
void cyan_slice_sums_add (CyanSliceSums *self, const CyanPieceRow *piece);
/* The profile of what was added, with the text of its @slice and its @length in ns, 0 if unknown; NULL if @tick stops the work. */
CyanProfile *cyan_slice_sums_finish (
    CyanSliceSums *self, const char *slice, double length, const CyanTick *tick, GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CyanSliceSums, cyan_slice_sums_clear)

/* ---- times and values ---- */

/* The number of the dimension @key.  FALSE with an error that lists those that there are. */
gboolean cyan_slice_find_dimension (const CyanPieces *pieces,
                                    const char *key,
                                    guint32 *dimension,
                                    GError **error);

/* The part of @piece in [@from, @to), as a value. */
double cyan_slice_part (const CyanPieceRow *piece, gint64 from, gint64 to);

/* Of CyanSliceValue by number of string: the values of @dimension, the largest first, all of them. */
GArray *cyan_slice_totals (const CyanProfile *profile, guint32 dimension, guint metric);
