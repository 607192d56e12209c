/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers of bounded length. */
#include "cyan-serve-text.h"

#include <string.h>

#include "cyan-json-writer.h"
#include "cyan-report.h"

#define MOST (CYAN_BRIEF_MAX - CYAN_BRIEF_FRAME)
#define NOTE                                                                                       \
  "... cut: ask for less (fewer rows, one benchmark, one function), or run cyan in a terminal\n"

char *
cyan_serve_text_fit (const char *text, gsize length, gboolean is_cut)
{
  g_autofree char *valid = g_utf8_make_valid (text, (gssize) length);
  gsize n = 0, quoted = 2, line = 0;

  length = strlen (valid);
  if (!is_cut && cyan_json_quoted_length (valid, length) <= MOST)
    return g_steal_pointer (&valid);
  /* Whole lines, if there is one that is short enough. */
  while (n < length)
    {
      gsize size = (gsize) (g_utf8_next_char (valid + n) - (valid + n));

      quoted += cyan_json_quoted_length (valid + n, size) - 2;
      if (quoted + strlen (NOTE) + 2 > MOST)
        break;
      n += size;
      if (valid[n - 1] == '\n')
        line = n;
    }
  if (line == 0)
    return g_strdup_printf ("%.*s\n" NOTE, (int) n, valid);
  return g_strdup_printf ("%.*s" NOTE, (int) line, valid);
}
