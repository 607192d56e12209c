/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Addresses and offsets in names of frames. */
#include "cyan-frame-name.h"

#define UNKNOWN "[unknown]"

/* Where [@text, @end) ends without the hexadecimal digits at its end. */
static const char *
before_digits (const char *text, const char *end)
{
  while (end > text && g_ascii_isxdigit (end[-1]))
    end--;
  return end;
}

CyanStr
cyan_frame_name (CyanStrings *strings, const char *text, gsize length)
{
  const char *end = text + length, *digits;

  while (text < end && g_ascii_isspace (*text))
    text++;
  while (end > text && g_ascii_isspace (end[-1]))
    end--;
  digits = before_digits (text, end);
  if (digits < end && digits - text >= 2 && digits[-1] == 'x' && digits[-2] == '0')
    {
      if (digits - text == 2)
        end = text;
      else if (digits - text > 3 && digits[-3] == '+')
        end = digits - 3;
    }
  return end > text ? cyan_strings_add (strings, text, end - text)
                    : cyan_strings_add (strings, UNKNOWN, -1);
}
