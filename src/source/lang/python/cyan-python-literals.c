/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The values of literals: numbers, and the escapes of text. */
#include "cyan-python-parser.h"

/* Python refuses longer decimal integers (sys.int_info.default_max_str_digits). */
#define MAX_DIGITS 4300
/* 32 bits have more than 9 decimal digits. */
#define MAX_LIMBS (MAX_DIGITS / 9 + 1)

static gboolean
is_digit (char c, gboolean hex)
{
  return hex ? g_ascii_isxdigit (c) : g_ascii_isdigit (c);
}

/* The digits of @text without "_", which may only stand between digits or behind the base.  The
 * caller frees it; NULL if they are wrong. */
static char *
without_underscores (const char *text, gsize length, gboolean hex)
{
  char *digits = g_malloc (length + 1);
  gsize n = 0;

  for (gsize i = 0; i < length; i++)
    if (text[i] != '_')
      digits[n++] = text[i];
    else if (i + 1 == length || !is_digit (text[i + 1], hex)
             || (i > 0 && !is_digit (text[i - 1], hex)))
      {
        g_free (digits);
        return NULL;
      }
  digits[n] = '\0';
  return digits;
}

/* Binary and octal digits become hexadecimal ones. */
static gboolean
append_based (const char *digits, guint bits, GString *out)
{
  gsize start = out->len;
  guint n, value = 0, n_bits;

  digits += strspn (digits, "0");
  n = (guint) strlen (digits);
  n_bits = n * bits;
  for (; *digits != '\0'; digits++, n_bits -= bits)
    {
      gint digit = g_ascii_xdigit_value (*digits);

      if (digit < 0 || digit >= 1 << bits)
        return FALSE;
      /* Bits of @value are those not yet written; the first group may be shorter. */
      for (guint bit = bits; bit-- > 0;)
        {
          value = value << 1 | ((guint) digit >> bit & 1);
          if ((n_bits - bits + bit) % 4 != 0)
            continue;
          if (value != 0 || out->len > start)
            g_string_append_c (out, "0123456789abcdef"[value]);
          value = 0;
        }
    }
  if (out->len == start)
    g_string_append_c (out, '0');
  return TRUE;
}

static gboolean
append_decimal (const char *digits, GString *out)
{
  guint32 limbs[MAX_LIMBS];
  gsize length = strlen (digits);
  guint n = 0;

  if (length > MAX_DIGITS || strspn (digits, "0123456789") != length
      || (digits[0] == '0' && strspn (digits, "0") != length))
    return FALSE;
  for (; *digits != '\0'; digits++)
    {
      guint64 carry = (guint64) (*digits - '0');

      for (guint i = 0; i < n; i++, carry >>= 32)
        {
          carry += (guint64) limbs[i] * 10;
          limbs[i] = (guint32) carry;
        }
      if (carry != 0)
        limbs[n++] = (guint32) carry;
    }
  g_string_append_printf (out, "%x", n > 0 ? limbs[n - 1] : 0);
  for (guint i = n; i-- > 1;)
    g_string_append_printf (out, "%08x", limbs[i - 1]);
  return TRUE;
}

static gboolean
append_float (char *digits, gboolean imaginary, GString *out)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  char *end;
  double value = g_ascii_strtod (digits, &end);

  if (*end != '\0')
    return FALSE;
  g_string_append (out, imaginary ? "j" : ".");
  g_string_append (out, g_ascii_dtostr (buffer, sizeof buffer, value));
  return TRUE;
}

gboolean
cyan_python_number (const char *text, gsize length, GString *out)
{
  char base = length > 2 && text[0] == '0' ? g_ascii_tolower (text[1]) : '\0';
  guint bits = base == 'x' ? 4 : base == 'o' ? 3 : base == 'b' ? 1 : 0;
  gboolean imaginary = bits == 0 && g_ascii_tolower (text[length - 1]) == 'j';
  g_autofree char *digits = NULL;

  if (bits > 0)
    digits = without_underscores (text + 2, length - 2, bits == 4);
  else
    digits = without_underscores (text, length - imaginary, FALSE);
  if (digits == NULL || digits[0] == '\0')
    return FALSE;
  if (bits == 0 && (imaginary || strpbrk (digits, ".eE") != NULL))
    return append_float (digits, imaginary, out);
  g_string_append (out, "0x");
  return bits > 0 ? append_based (digits, bits, out) : append_decimal (digits, out);
}

/* ---- text: section 2.4.1 of the language reference ---- */

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
