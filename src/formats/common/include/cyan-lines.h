/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text line by line, and hexadecimal numbers in it. */
#pragma once

#include "cyan-input.h"

/* Reads a line of @length bytes, without its line break and NUL-terminated, which it may change. */
typedef gboolean (*CyanReadLine) (gpointer data, char *line, gsize length, GError **error);

/* For readers whose errors name no file: calls @read with every line that is left of @input.  An
 * error of @read gets the file and the number of the line. */
gboolean cyan_lines_read (CyanInput *input, CyanReadLine read, gpointer data, GError **error);

/* Reads the digits at *@at, which end before @end, and moves *@at past them.  FALSE if there are
 * none or more than 64 bits. */
static inline gboolean
cyan_hex_take (const char **at, const char *end, guint64 *value)
{
  const char *begin = *at;

  *value = 0;
  for (; *at < end && g_ascii_isxdigit (**at); ++*at)
    {
      if (*value >> 60 != 0)
        return FALSE;
      *value = *value << 4 | (guint64) g_ascii_xdigit_value (**at);
    }
  return *at > begin;
}
