/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads text line by line. */
#include "cyan-lines.h"

#include "cyan-error.h"
#include "cyan-i18n.h"

#include <inttypes.h>

gboolean
cyan_lines_read (CyanInput *input, CyanReadLine read, gpointer data, GError **error)
{
  g_autoptr (GError) reason = NULL;
  char *line;
  gsize length;
  int got;

  while ((got = cyan_input_line (input, &line, &length, error)) > 0)
    if (!read (data, line, length, &reason))
      return cyan_fail_at (error, reason, _ ("%s: line %" PRIu64), cyan_input_name (input),
                           cyan_input_line_number (input));
  return got == 0;
}
