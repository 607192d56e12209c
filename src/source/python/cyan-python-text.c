/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The value of a literal of text: its escapes, as in section 2.4.1 of the language reference. */
#include "cyan-python-literal.h"

#include <string.h>

static void
append_byte (GString *out, guchar byte)
{
  if (byte > 1)
    g_string_append_c (out, (char) byte);
  else
    {
      g_string_append_c (out, 1);
      g_string_append_c (out, (char) ('0' + byte));
    }
}

/* Surrogates too, in the same way as other characters. */
static void
append_code (GString *out, guint32 code, gboolean is_bytes)
{
  if (is_bytes || code < 0x80)
    append_byte (out, (guchar) code);
  else
    g_string_append_unichar (out, code);
}

/* Reads @n hexadecimal digits. */
static gboolean
read_hex (const char **at, const char *end, guint n, guint32 *code)
{
  *code = 0;
  if ((gsize) (end - *at) < n)
    return FALSE;
  for (; n > 0; n--, ++*at)
    {
      gint digit = g_ascii_xdigit_value (**at);

      if (digit < 0)
        return FALSE;
      *code = *code << 4 | (guint32) digit;
    }
  return *code <= 0x10ffff;
}

static guint32
read_octal (const char **at, const char *end)
{
  guint32 code = 0;

  for (guint n = 0; n < 3 && *at < end && **at >= '0' && **at <= '7'; n++, ++*at)
    code = code << 3 | (guint32) (**at - '0');
  return code;
}

/* "{DASH}": names of characters do not depend on case. */
static gboolean
append_name (const char **at, const char *end, GString *out)
{
  const char *stop = memchr (*at, '}', (gsize) (end - *at));

  if (*at == end || **at != '{' || stop == NULL)
    return FALSE;
  g_string_append (out, "\1N");
  for (; *at <= stop; ++*at)
    g_string_append_c (out, g_ascii_toupper (**at));
  return TRUE;
}

/* Behind a backslash. */
static gboolean
append_escape (const char **at, const char *end, gboolean is_bytes, GString *out)
{
  static const char letters[] = "\\'\"abfnrtv", values[] = "\\'\"\a\b\f\n\r\t\v";
  char c = *at < end ? **at : '\0';
  const char *letter = c != '\0' ? strchr (letters, c) : NULL;
  guint32 code;

  if (c >= '0' && c <= '7')
    {
      append_code (out, read_octal (at, end), is_bytes);
      return TRUE;
    }
  if (letter == NULL && c != '\n' && c != 'x' && (is_bytes || (c != 'u' && c != 'U' && c != 'N')))
    {
      g_string_append_c (out, '\\');
      return TRUE;
    }
  ++*at;
  if (letter != NULL)
    g_string_append_c (out, values[letter - letters]);
  else if (c == 'N')
    return append_name (at, end, out);
  else if (c != '\n')
    {
      if (!read_hex (at, end, c == 'x' ? 2 : c == 'u' ? 4 : 8, &code))
        return FALSE;
      append_code (out, code, is_bytes);
    }
  return TRUE;
}

gboolean
cyan_python_text (
    const char *text, const char *end, gboolean is_raw, gboolean is_bytes, GString *out)
{
  for (const char *at = text; is_bytes && at < end; at++)
    if ((guchar) *at >= 0x80)
      return FALSE;
  while (text < end)
    {
      const char *plain = text;

      while (text < end && *text != '\1' && (is_raw || *text != '\\'))
        text++;
      g_string_append_len (out, plain, text - plain);
      if (text == end)
        return TRUE;
      if (*text++ == '\1')
        append_byte (out, 1);
      else if (!append_escape (&text, end, is_bytes, out))
        return FALSE;
    }
  return TRUE;
}
