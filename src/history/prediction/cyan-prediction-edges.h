/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How often each function of a sample calls another one, and from which places. */
#pragma once

#include <glib.h>

typedef struct _CyanSampleEdges CyanSampleEdges;

CyanSampleEdges *cyan_sample_edges_new (void);
void cyan_sample_edges_free (CyanSampleEdges *self);

/* @line: of the call in the caller; 0: unknown.  Returns whether it is the first of this edge. */
gboolean
cyan_sample_edges_add (CyanSampleEdges *self, guint caller, guint callee, guint line, double calls);

/* Calls of @callee by @caller: 0 if there is no such edge. */
double cyan_sample_edges_calls (const CyanSampleEdges *self, guint caller, guint callee);

/* Of these, those from the place @number, from 0, of @n places where the source of @caller calls
 * it.  Lines move from one revision to the next, so places are told apart by their order.  All
 * calls, if it is not known from which of @n lines they come. */
double cyan_sample_edges_calls_at (
    const CyanSampleEdges *self, guint caller, guint callee, guint number, guint n);
/* Whether calls of this edge come from more than one known line. */
gboolean cyan_sample_edges_has_places (const CyanSampleEdges *self, guint caller, guint callee);

/* Calls of the most executed edge. */
double cyan_sample_edges_most (const CyanSampleEdges *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanSampleEdges, cyan_sample_edges_free)
