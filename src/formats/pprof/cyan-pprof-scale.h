/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The scale in which a metric is written to pprof, whose values are integers.
 */
#pragma once

#include "cyan-pprof.h"

/* 2^63, the least value that does not fit in an int64. */
#define CYAN_PPROF_TOO_LARGE 9223372036854775808.0

/* How a metric becomes integers. */
typedef struct
{
  double factor; /* at least 1; value * factor is written */
  char *unit;    /* the unit of the written values in pprof's words; owned */
} CyanPprofScale;

/* The coarsest scale in which the self values of @n nodes are integers that fit, or else the finest
 * available scale. */
CyanPprofScale cyan_pprof_scale_of (const CyanMetric *metric, guint n);

/* Whether the self values of @n nodes fit in an int64. */
gboolean cyan_pprof_scale_fits (const CyanPprofScale *self, const CyanMetric *metric, guint n);
