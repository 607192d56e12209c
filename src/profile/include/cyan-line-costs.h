/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What each line of a function costs by itself, over all contexts of the function.
 *
 * Readers of formats that have lines fill it in if that is asked for.  A line may be in another
 * file than its function: a compiler put it there.  What has no line is missing, so the lines of a
 * function add up to its self value or to less.
 */
#pragma once

#include "cyan-strings.h"
#include "cyan-sync.h"

typedef struct _CyanLineCosts CyanLineCosts;

/* A line of a function. */
typedef struct
{
  const char *file; /* owned by the table */
  guint32 line;     /* from 1 */
  double value;     /* in the metric's unit */
} CyanLineCost;

/* An empty table of @n_metrics metrics; references @strings, the pool of all names. */
CyanLineCosts *cyan_line_costs_new (CyanStrings *strings, guint n_metrics);
CyanLineCosts *cyan_line_costs_ref (CyanLineCosts *self);
void cyan_line_costs_unref (CyanLineCosts *self);

/* The values of @line of the file @at by metric, all 0 if it is new, to add to: of the function
 * @name, which is defined in @file.  Valid until the next call. */
double *
cyan_line_costs_row (CyanLineCosts *self, CyanStr name, CyanStr file, CyanStr at, guint32 line);

/* Adds @weight times what @other has of its metric @metrics[m], which is metric m here; nothing if
 * that is G_MAXUINT. */
void cyan_line_costs_add (CyanLineCosts *self,
                          const CyanLineCosts *other,
                          const guint *metrics,
                          double weight);

/* The lines of a function in @metric that cost anything, as a GArray of CyanLineCost; free with
 * g_array_unref(). */
GArray *
cyan_line_costs_of (const CyanLineCosts *self, const char *name, const char *file, guint metric);

/* Bytes of memory, without the strings. */
guint64 cyan_line_costs_memory (const CyanLineCosts *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanLineCosts, cyan_line_costs_unref)
