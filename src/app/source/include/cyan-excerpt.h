/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the source pane shows of a file, and which line stands beside which.
 *
 * Text views stall on huge files and on endless lines, so an excerpt is bounded, and says what it
 * leaves out.  No GTK here: excerpts are made in a thread.
 */
#pragma once

#include "cyan-function-text.h"
#include "cyan-line-diff.h"

G_BEGIN_DECLS

/* An excerpt has at most so many lines and bytes; longer lines are cut.  A page of lines of a
 * thousand characters takes a text view some 30 ms to lay out. */
#define CYAN_EXCERPT_MAX_LINES      5000
#define CYAN_EXCERPT_MAX_BYTES      (512 * 1024)
#define CYAN_EXCERPT_MAX_LINE_CHARS 1000
/* Where so many bytes stand in so many lines, some page is full of long lines: then all are cut
 * shorter, and nothing is highlighted, since a colour for every word takes ten times the layout. */
#define CYAN_EXCERPT_PAGE_LINES       64
#define CYAN_EXCERPT_PAGE_BYTES       (16 * 1024)
#define CYAN_EXCERPT_DENSE_LINE_BYTES 200

typedef struct
{
  char *path;          /* in its source location */
  char *text;          /* without a line break at its end */
  guint n_lines;       /* at least 1 */
  guint first_line;    /* the number in the file of the text's first line */
  guint function_line; /* where the function begins, from 0 in the text */
  guint function_from; /* the function's lines in the file, both inclusive */
  guint function_to;
  guint file_lines;    /* of the whole file */
  gboolean is_partial; /* whether lines were left out that were asked for */
  gboolean is_dense;   /* whether a page would be full of long lines; see above */
  gboolean is_cut;     /* whether a line was cut; highlighting would colour it wrongly */
} CyanExcerpt;

/* The function alone or, for @whole_file, with all of the file around it that fits. */
CyanExcerpt *cyan_excerpt_new (const CyanFunctionText *text, gboolean whole_file);
void cyan_excerpt_free (CyanExcerpt *self);

/* The place on the other side that stands beside @line, given the changes (of CyanLineChange) of
 * the two texts.  Lines count from 0 and may be fractions; what is changed is stretched. */
double cyan_excerpt_map_line (const GArray *changes, gboolean from_before, double line);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanExcerpt, cyan_excerpt_free)

G_END_DECLS
