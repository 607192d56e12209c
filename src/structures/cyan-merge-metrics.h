/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The metrics that all parts have, and their order. */
#pragma once

#include "cyan-profile.h"

/* A metric that a part lacks. */
#define CYAN_MERGE_NO_METRIC G_MAXUINT

typedef struct
{
  GArray *first;     /* of Metric: those of the first part, in its order; NULL before it */
  gboolean differ;   /* some part has other metrics than the first, or in another order */
  gboolean differ_0; /* some part has another first metric */
  GHashTable *units; /* of all metrics that were seen, by name */
  char *pruned;      /* the name of the first part that was pruned; NULL: none was */
  char *pruned_by;   /* its first metric */
} CyanMergeMetrics;

void cyan_merge_metrics_init (CyanMergeMetrics *self);
void cyan_merge_metrics_clear (CyanMergeMetrics *self);

/* Drops those that @part lacks.  @prunes: the tree is pruned, whether its parts are or not.  Sets
 * whether the first metric of @part is that of all before.  Fails with CYAN_ERROR_MISMATCH. */
gboolean cyan_merge_metrics_add (CyanMergeMetrics *self,
                                 const CyanProfile *part,
                                 const char *name,
                                 gboolean prunes,
                                 gboolean *same_first,
                                 GError **error);

/* The metric of @part for each metric of the tree; free with g_free(). */
guint *cyan_merge_metrics_of (const CyanMergeMetrics *self, const CyanProfile *part);

/* The *@n metrics of the tree that all have, in the order of the result; free with g_free(). */
guint *cyan_merge_metrics_order (const CyanMergeMetrics *self, guint *n);
/* From now on the tree has only these, in this order. */
void cyan_merge_metrics_choose (CyanMergeMetrics *self, const guint *order, guint n);
