/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The part of a file that the source pane shows, and the alignment of the lines of both sides.
 *
 * Text views are slow with huge files and very long lines, so a snippet is limited and has flags
 * for omitted parts.  No GTK here: snippets are made in a thread.
 */
#pragma once

#include "cyan-function-text.h"
#include "cyan-line-diff.h"

/* Maximum lines and bytes of a snippet; longer lines are cut.  Laying out a page of lines of a
 * thousand characters takes a text view about 30 ms. */
#define CYAN_SNIPPET_MAX_LINES      5000
#define CYAN_SNIPPET_MAX_BYTES      (512 * 1024)
#define CYAN_SNIPPET_MAX_LINE_CHARS 1000
/* If this many lines have at least this many bytes, some page is full of long lines.  Then all
 * lines are cut shorter, and there is no highlighting, since colouring every word takes ten times
 * as long as the layout. */
#define CYAN_SNIPPET_PAGE_LINES       64
#define CYAN_SNIPPET_PAGE_BYTES       (16 * 1024)
#define CYAN_SNIPPET_DENSE_LINE_BYTES 200

typedef struct
{
  char *path;          /* relative to its source location */
  char *text;          /* without a line break at its end */
  guint n_lines;       /* at least 1 */
  guint first_line;    /* the number in the file of the text's first line */
  guint function_line; /* first line of the function, from 0 in the text */
  guint function_from; /* the function's lines in the file, both inclusive */
  guint function_to;
  guint by_line;       /* that of CyanFunctionText */
  guint file_lines;    /* of the whole file */
  gboolean is_partial; /* requested lines were omitted */
  gboolean is_dense;   /* a page would be full of long lines; see above */
  gboolean is_cut;     /* a line was cut; highlighting would colour it incorrectly */
} CyanSnippet;

/* The function alone or, with @whole_file, with as much of the file around it as fits. */
CyanSnippet *cyan_snippet_new (const CyanFunctionText *text, gboolean whole_file);
void cyan_snippet_free (CyanSnippet *self);

/* The position on the other side for @line, given the changes (of CyanLineChange) of the two texts.
 * Lines count from 0 and may be fractions; changed ranges are scaled. */
double cyan_snippet_map_line (const GArray *changes, gboolean from_before, double line);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanSnippet, cyan_snippet_free)
