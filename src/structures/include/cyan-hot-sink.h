/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sink that makes a hot tree, so that a trace of any length needs little memory. */
#pragma once

#include "cyan-call-sink.h"
#include "cyan-hot-tree.h"

/* The thresholds of pruning a recording; all 0: nothing is pruned. */
typedef struct
{
  double phi;     /* every context with at least this part of metric 0 is in the tree: 0...1 */
  double epsilon; /* of the hot tree; 0: phi / CYAN_HOT_PARTS */
} CyanHotLimits;

/* Epsilon is so many times smaller than phi, after D'Elia, Demetrescu and Finocchi (PLDI 2011). */
#define CYAN_HOT_PARTS 5

/* The default phi: a fiftieth of the blueprint's threshold. */
#define CYAN_HOT_PHI 1e-4

/* Parses "PHI" or "PHI,EPSILON", each also in percent ("0.01%").  Fails with CYAN_ERROR_INVALID if
 * phi is not in 0...1 without its ends, or epsilon is not in CYAN_HOT_TREE_LEAST_EPSILON...phi. */
gboolean cyan_hot_limits_parse (const char *text, CyanHotLimits *limits, GError **error);

/* A sink for cyan_profile_builder_set_sink(). */
CyanCallSink *cyan_hot_sink_new (CyanProfileBuilder *builder, const CyanHotLimits *limits);
