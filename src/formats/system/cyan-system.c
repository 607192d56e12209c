/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of frames without addresses and offsets; XML through GMarkup. */
#include "cyan-system.h"

#include "cyan-error.h"
#include "cyan-i18n.h"

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

/* Bytes without an element or its end. */
#define MAX_SILENCE (16 * 1024 * 1024)

/* Puts the line in front of @reason, and says in words of our own what XML is broken. */
static gboolean
fail_here (const CyanInput *input,
           GMarkupParseContext *context,
           const GError *reason,
           GError **error)
{
  int line;

  g_markup_parse_context_get_position (context, &line, NULL);
  if (reason->domain == G_MARKUP_ERROR)
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      _ ("%s: line %d: not well-formed XML: it may have been cut"),
                      cyan_input_name (input), line);
  return cyan_fail_at (error, reason, _ ("%s: line %d"), cyan_input_name (input), line);
}

gboolean
cyan_markup_read (
    const GMarkupParser *parser, gpointer data, gsize *silence, CyanInput *input, GError **error)
{
  g_autoptr (GMarkupParseContext) context =
      g_markup_parse_context_new (parser, G_MARKUP_TREAT_CDATA_AS_TEXT, data, NULL);
  g_autoptr (GError) reason = NULL;
  const char *bytes;
  gsize length;

  for (;;)
    {
      if (!cyan_input_peek (input, 1, &bytes, &length, error))
        return FALSE;
      *silence += length;
      if (length == 0)
        return g_markup_parse_context_end_parse (context, &reason)
               || fail_here (input, context, reason, error);
      if (!g_markup_parse_context_parse (context, bytes, (gssize) length, &reason))
        return fail_here (input, context, reason, error);
      cyan_input_skip (input, length);
      if (*silence > MAX_SILENCE)
        return cyan_fail (error, CYAN_ERROR_LIMIT, _ ("%s: an element of more than %d bytes"),
                          cyan_input_name (input), MAX_SILENCE);
    }
}
