/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Splits lines of tables. */
#include "cyan-cells.h"

#include <string.h>

void
cyan_cells_split (char *line, char delimiter, GPtrArray *cells)
{
  char *at = line;
  gboolean has_more;

  g_ptr_array_set_size (cells, 0);
  do
    {
      gboolean quoted = FALSE;
      char *to = at;

      g_ptr_array_add (cells, to);
      for (; *at != '\0' && (quoted || *at != delimiter); at++)
        if (*at != '"')
          *to++ = *at;
        else if (quoted && at[1] == '"')
          *to++ = *at++;
        else
          quoted = !quoted;
      has_more = *at != '\0';
      at += has_more;
      *to = '\0';
    }
  while (has_more);
}

int
cyan_cells_find (const GPtrArray *cells, const char *name)
{
  for (guint i = 0; i < cells->len; i++)
    if (strcmp (g_ptr_array_index (cells, i), name) == 0)
      return (int) i;
  return -1;
}
