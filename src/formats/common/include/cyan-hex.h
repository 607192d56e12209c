/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hexadecimal numbers in lines of text. */
#pragma once

#include <glib.h>

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
