/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables in text: lines of cells, the first of which has the names of the columns. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Splits @line, which it changes, at @delimiter into @cells (of char *), which point into it.  A
 * cell may have a part in double quotes; two of them within it are one. */
void cyan_cells_split (char *line, char delimiter, GPtrArray *cells);

/* The index of the cell @name, or -1. */
int cyan_cells_find (const GPtrArray *cells, const char *name);

/* The cell at @index, "" if there is none or @index is -1. */
static inline char *
cyan_cells_get (const GPtrArray *cells, int index)
{
  static char none[1];

  return index >= 0 && (guint) index < cells->len ? g_ptr_array_index (cells, index) : none;
}

G_END_DECLS
