/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The scale in which a metric is written to pprof, which knows integers only.
 */
#pragma once

#include "cyan-pprof.h"

G_BEGIN_DECLS

/* The least that no longer fits in an int64. */
#define CYAN_PPROF_TOO_LARGE 9223372036854775808.0

/* How a metric becomes integers. */
typedef struct
{
  double factor; /* of its values, at least 1 */
  char *unit;    /* what pprof calls the unit of the products; owned */
} CyanPprofScale;

/* The coarsest scale in which the self values of @n nodes are integers that fit, or else the finest
 * that there is. */
CyanPprofScale cyan_pprof_scale_of (const CyanMetric *metric, guint n);

/* Whether all of them fit in an int64. */
gboolean cyan_pprof_scale_fits (const CyanPprofScale *self, const CyanMetric *metric, guint n);

G_END_DECLS
