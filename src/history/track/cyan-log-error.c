/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-log-error.h"

#include <string.h>

/* "file.c:3:1: error: ...", "error[E0425]: ...", "ValueError: ...", "ld: undefined reference to",
 * "sh: 1: foo: not found", "thread 'main' panicked at", "make: *** No rule to make target". */
#define ERROR                                                                                      \
  "(?i)\\w*(error|exception)\\b\\s*[:\\[(]|undefined reference|not found|No such file|"            \
  "permission denied|panicked at|No rule to make|\\bfatal\\b|segmentation fault"

/* The number of the first line of an error, or of the last that says something. */
static guint
find_error (const char *const *lines, guint n, gboolean *found)
{
  g_autoptr (GRegex) regex = g_regex_new (ERROR, G_REGEX_OPTIMIZE, 0, NULL);
  guint last = 0;

  *found = TRUE;
  for (guint i = 0; i < n; i++)
    {
      if (g_regex_match (regex, lines[i], 0, NULL))
        return i;
      if (lines[i][strspn (lines[i], " \t\r")] != '\0')
        last = i;
    }
  *found = FALSE;
  return last;
}

GStrv
cyan_log_error_lines (const char *log, guint around)
{
  g_autofree char *text = g_strchomp (g_strdup (log != NULL ? log : ""));
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr (GStrvBuilder) shown = g_strv_builder_new ();
  guint n = g_strv_length (lines), at, first;
  gboolean found;

  if (n == 0)
    return g_strv_builder_end (shown);
  at = find_error ((const char *const *) lines, n, &found);
  if (!found)
    around = 0;
  first = at - MIN (at, around);
  for (guint i = first; i < MIN (n, at + around + 1); i++)
    g_strv_builder_add (shown, g_strchomp (lines[i]));
  return g_strv_builder_end (shown);
}

char *
cyan_log_error_line (const char *log)
{
  g_auto (GStrv) lines = cyan_log_error_lines (log, 0);

  return g_strdup (lines[0] != NULL ? lines[0] : "");
}
