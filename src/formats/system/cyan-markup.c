/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads XML with GMarkup. */
#include "cyan-markup.h"

#include "cyan-error.h"
#include "cyan-i18n.h"

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
