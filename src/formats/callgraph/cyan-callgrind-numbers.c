/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses lines of numbers: tokens, counts, absolute and relative positions. */
#include "cyan-callgrind-numbers.h"

#include "cyan-i18n.h"
#include "cyan-number.h"

#include <string.h>

gboolean
cyan_callgrind_next_token (const char **at, const char **token, gsize *length)
{
  *token = *at;
  *length = strcspn (*at, " \t");
  *at += *length;
  *at += strspn (*at, " \t");
  return *length > 0;
}

gboolean
cyan_callgrind_parse_number (const char *text, gsize length, guint64 *value)
{
  if (length < 3 || text[0] != '0' || (text[1] != 'x' && text[1] != 'X'))
    return cyan_parse_uint64 (text, length, value);
  *value = 0;
  for (gsize i = 2; i < length; i++)
    {
      gint digit = g_ascii_xdigit_value (text[i]);

      if (digit < 0 || *value >> 60 != 0)
        return FALSE;
      *value = *value << 4 | (guint64) digit;
    }
  return TRUE;
}

const char *
cyan_callgrind_parse_position (const char *text, gsize length, guint64 last, guint64 *value)
{
  guint64 distance;

  if (length == 1 && *text == '*')
    {
      *value = last;
      return NULL;
    }
  if (*text != '+' && *text != '-')
    return cyan_callgrind_parse_number (text, length, value) ? NULL : _ ("not a position");
  if (!cyan_callgrind_parse_number (text + 1, length - 1, &distance))
    return _ ("not a position");
  if (*text == '-' ? distance > last : distance > G_MAXUINT64 - last)
    return *text == '-' ? _ ("a position below 0") : _ ("a position that is too large");
  *value = *text == '-' ? last - distance : last + distance;
  return NULL;
}
