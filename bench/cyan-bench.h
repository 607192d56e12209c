/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The steps of the bench.  Each runs in a process of its own, so that its memory can be measured,
 * and prints its figures.  Times are milliseconds, the best of several repetitions; memory is
 * bytes.
 */
#pragma once

#include "cyan-comparison.h"
#include "random-trees.h"

typedef struct
{
  guint times;           /* number of repetitions */
  guint boxes;           /* boxes to open */
  const char *const *wc; /* files that `wc -l` reads for comparison, NULL-terminated */
  gboolean floor;        /* also measure the library alone on the same bytes */
} CyanBenchOptions;

/* Reads both files and compares them. */
CyanComparison *
cyan_bench_compare (const char *before, const char *after, const CyanBenchOptions *options);

/* The milliseconds that a library takes for the bytes of a file: zlib to decompress it, or jansson
 * to parse each of its lines if it is JSON.  Ends the program on an error. */
double cyan_bench_floor (const char *path);

/* Lays out, then shows and hides children. */
void cyan_bench_layout (const char *before, const char *after, const CyanBenchOptions *options);
/* Makes and draws scenes of a window of 1400 x 800 pixels at several zooms. */
void cyan_bench_frame (const char *before, const char *after, const CyanBenchOptions *options);
void cyan_bench_icicle (const char *before, const char *after, const CyanBenchOptions *options);
/* Makes the partition in all sizes, and frames of the ring chart. */
void cyan_bench_rings (const char *before, const char *after, const CyanBenchOptions *options);

/* Precision, recall, F1 and recall below edits for all matchers, as means over @n_pairs pairs of
 * trees with @n_edits edits of @kind, -1 for all kinds; @data is "exact", "sampled" or "sites".
 * Ends the program if a matching breaks an invariant. */
void cyan_bench_quality (guint n_nodes, guint n_edits, const char *data, int kind, guint n_pairs);
/* Means and worst figures of the matching by context after the edits of a release, which are of all
 * kinds for @kind -1, and how many of the renames are concluded.  Otherwise the same. */
void cyan_bench_releases (guint n_nodes, guint n_edits, const char *data, int kind, guint n_pairs);
/* Prints a table of the nodes that the matching by context gets wrong, by edit and kind of error,
 * over @n_pairs pairs made with @options, each with another seed. */
void cyan_bench_errors (const RandomOptions *options, guint n_pairs);
/* Prints how many conclusions about functions are true, by kind and confidence, and how many of the
 * edits are concluded.  Otherwise the same. */
void cyan_bench_conclusions (const RandomOptions *options, guint n_pairs);
/* Matches the shape called @name with all matchers. */
void cyan_bench_worst (const char *name, guint n_nodes, guint times);
/* Finds the steps of @n_series simulated series, and sorts their values. */
void cyan_bench_steps (guint n_series, guint n_revisions, guint times);
/* Draws a heat map of 200 benchmarks, and a chart of @n_revisions. */
void cyan_bench_charts (guint n_revisions, guint times);
/* Lists the kinds of "edits", "release-edits" or the "shapes", one per line. */
void cyan_bench_list (const char *what);
