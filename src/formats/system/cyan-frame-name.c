/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Addresses and offsets in names of frames. */
#include "cyan-frame-name.h"

#include <string.h>

#define UNKNOWN "[unknown]"

/* The "0x12ab" at the end of [@text, @end), or @end if there is none. */
static const char *
find_address (const char *text, const char *end)
{
  const char *digits = end;

  while (digits > text && g_ascii_isxdigit (digits[-1]))
    digits--;
  return digits < end && digits - text >= 2 && digits[-1] == 'x' && digits[-2] == '0' ? digits - 2
                                                                                      : end;
}

CyanStr
cyan_frame_name (CyanStrings *strings, const char *text, gsize length)
{
  const char *end = text + length, *address;

  while (text < end && g_ascii_isspace (*text))
    text++;
  while (end > text && g_ascii_isspace (end[-1]))
    end--;
  address = find_address (text, end);
  if (address < end && address - text > 1 && address[-1] == '+')
    {
      end = address - 1;
      address = find_address (text, end);
    }
  return address > text ? cyan_strings_add (strings, text, end - text)
                        : cyan_strings_add (strings, UNKNOWN, -1);
}

CyanStr
cyan_process_name (CyanStrings *strings, const char *text)
{
  const char *bracket = strrchr (text, '(');
  gsize length = strlen (text);

  if (bracket != NULL && bracket > text && strspn (bracket + 1, "0123456789") > 0
      && strcmp (bracket + 1 + strspn (bracket + 1, "0123456789"), ")") == 0)
    length = (gsize) (bracket - text);
  return cyan_frame_name (strings, text, length);
}
