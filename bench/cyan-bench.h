/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The steps that the bench knows.  Each runs in a process of its own, so that its memory is its
 * own, and prints its figures; times are milliseconds, the best of several, memory is bytes.
 */
#pragma once

#include "cyan-comparison.h"

G_BEGIN_DECLS

typedef struct
{
  guint times;           /* how often to repeat */
  guint boxes;           /* boxes to open */
  const char *const *wc; /* what `wc -l` reads for comparison, NULL-terminated */
  gboolean floor;        /* measure what a library takes for the same bytes, too */
} CyanBenchOptions;

/* Reads both files and compares them. */
CyanComparison *
cyan_bench_compare (const char *before, const char *after, const CyanBenchOptions *options);

/* The milliseconds that a library takes for the bytes of a file and does nothing with them: zlib to
 * unpack it, or jansson to parse each of its lines where it is JSON.  Ends the program if it
 * cannot. */
double cyan_bench_floor (const char *path);

/* Laying out, and showing and hiding children. */
void cyan_bench_layout (const char *before, const char *after, const CyanBenchOptions *options);
/* Scenes of a window of 1400 x 800 pixels at several zooms, made and drawn. */
void cyan_bench_frame (const char *before, const char *after, const CyanBenchOptions *options);

/* Precision, recall, F1 and recall below an edit of all matchers, means over @n_pairs pairs of
 * trees with @n_edits edits of @kind, -1 for all; @data is "exact", "sampled" or "sites".  Ends the
 * program where a matching breaks a law. */
void cyan_bench_quality (guint n_nodes, guint n_edits, const char *data, int kind, guint n_pairs);
/* The shape of that name, by all matchers. */
void cyan_bench_worst (const char *name, guint n_nodes, guint times);
/* Lists the kinds of "edits" or the "shapes", one a line. */
void cyan_bench_list (const char *what);

G_END_DECLS
