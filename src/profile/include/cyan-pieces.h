/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The values of a recording before they are added up.
 *
 * A piece is a value of one context with its origin, and its time if the recording has times: a
 * sample, the time that a call spends before, between or after its callees, or a call.  An origin is
 * a set of labels, each the value of a dimension: thread=main, label:endpoint=/cart.  All pieces of
 * a node and metric add up to its own value there, and so do those of any slice of the recording
 * and of its rest.
 *
 * Readers add pieces while a builder has them (cyan_profile_builder_pieces()); after that they do
 * not change.
 */
#pragma once

#include "cyan-budget.h"
#include "cyan-strings.h"

typedef struct _CyanPieces CyanPieces;

/* Node, origin and metric may be numbers of the reader until cyan_pieces_renumber(). */
typedef struct
{
  guint32 node;
  guint32 origin;
  guint32 metric; /* or CYAN_PIECES_CALLS */
  double value;
  gint64 begin,
      end; /* ns since any moment, up to CYAN_PIECES_MAX_TIME before and after; equal for a
                      * sample.  A call counts where it begins */
} CyanPieceRow;

/* Times beyond it are cut, so that differences of times fit into 64 bits. */
#define CYAN_PIECES_MAX_TIME G_GINT64_CONSTANT (4500000000000000000)

/* The metric of pieces that are calls. */
#define CYAN_PIECES_CALLS 0xffffu
/* The origin of pieces of which nothing is known. */
#define CYAN_PIECES_NO_ORIGIN 0u
/* A node or metric whose pieces are left out. */
#define CYAN_PIECES_NONE G_MAXUINT32

/* A value of a dimension. */
typedef struct
{
  guint32 dimension;
  CyanStr value;
} CyanPieceLabel;

/* All values are strings of @strings.  The memory is charged to @budget, which may be NULL. */
CyanPieces *cyan_pieces_new (CyanStrings *strings, CyanBudget *budget);
CyanPieces *cyan_pieces_ref (CyanPieces *self);
void cyan_pieces_unref (CyanPieces *self);

/* ---- for readers ---- */

/* The number of the dimension @key, such as "thread" or "label:endpoint"; adds it if new. */
guint32 cyan_pieces_dimension (CyanPieces *self, const char *key);

/* The number of the origin with these labels, in any order; adds it if new.  Labels with an empty
 * value are left out; several of one dimension become one, with all values. */
guint32 cyan_pieces_origin (CyanPieces *self, const CyanPieceLabel *labels, guint n);
/* The same with one label. */
guint32 cyan_pieces_origin_of (CyanPieces *self, const char *key, CyanStr value);

void cyan_pieces_add (CyanPieces *self, const CyanPieceRow *piece);
/* The same of a piece without a time. */
void cyan_pieces_add_timeless (
    CyanPieces *self, guint32 node, guint32 origin, guint32 metric, double value);

/* The arrays give new numbers for the pieces from @first on; NULL: the numbers stay.  Values are
 * multiplied by @factors, by old metric.  Pieces whose node or metric becomes CYAN_PIECES_NONE are
 * removed; CYAN_PIECES_CALLS stays. */
void cyan_pieces_renumber (CyanPieces *self,
                           guint first,
                           const guint32 *nodes,
                           const guint32 *origins,
                           const guint32 *metrics,
                           const double *factors);

/* ---- for others ---- */

guint cyan_pieces_n (const CyanPieces *self);
CyanPieceRow cyan_pieces_get (const CyanPieces *self, guint i);

/* Whether some of them are calls. */
gboolean cyan_pieces_have_calls (const CyanPieces *self);

guint cyan_pieces_n_dimensions (const CyanPieces *self);
const char *cyan_pieces_dimension_key (const CyanPieces *self, guint32 dimension);

/* At least 1. */
guint cyan_pieces_n_origins (const CyanPieces *self);
/* The value of @dimension; "" if the origin has none. */
const char *cyan_pieces_value (const CyanPieces *self, guint32 origin, guint32 dimension);
/* Its number in the strings. */
CyanStr cyan_pieces_value_str (const CyanPieces *self, guint32 origin, guint32 dimension);

/* Whether all pieces have times.  Then *@begin is the earliest, and *@end is above all times that
 * do not end a piece with a length. */
gboolean cyan_pieces_times (const CyanPieces *self, gint64 *begin, gint64 *end);

/* Checks that all pieces have nodes, metrics and origins below these numbers, and that none ends before
 * it begins.  FALSE with CYAN_ERROR_INVALID. */
gboolean cyan_pieces_check (const CyanPieces *self, guint n_nodes, guint n_metrics, GError **error);

guint64 cyan_pieces_memory (const CyanPieces *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanPieces, cyan_pieces_unref)
