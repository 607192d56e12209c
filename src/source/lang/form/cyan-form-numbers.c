/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Numbers.  Two numbers of the same type and value become equal; a number with a notation that is
 * not understood stays as it is.
 */
#include "cyan-form.h"

#include <string.h>

/* Up to here, a number is an int in hexadecimal as in decimal, in all languages. */
#define MAX_INT 0x7fff

/* No exponent has more digits. */
#define MAX_EXPONENT_DIGITS 6

/* A number without separators, in small letters. */
typedef struct
{
  char *text;         /* owned */
  guint radix;        /* 10 without a prefix */
  const char *digits; /* the first one after a prefix */
  const char *suffix;
} Number;

static gboolean
is_digit (char c, guint radix)
{
  int value = g_ascii_xdigit_value (c);

  return value >= 0 && (guint) value < radix;
}

static guint
radix_of (const CyanForm *self, const char *text)
{
  if (text[0] != '0')
    return 10;
  if (text[1] == 'x')
    return 16;
  if (text[1] == 'b')
    return 2;
  if (cyan_form_has (self, CYAN_CODE_GO) && g_ascii_isdigit (text[1]))
    return 8;
  return text[1] == 'o' && !cyan_form_is_c (self) ? 8 : 10;
}

static void
number_init (Number *number, const CyanForm *self, guint32 index)
{
  const CyanFormToken *token = cyan_form_token (self, index);
  char separator = cyan_form_is_c (self) ? '\'' : '_';
  gsize n = 0;

  number->text = g_malloc (token->length + 1u);
  for (gsize i = 0; i < token->length; i++)
    {
      char c = self->text->str[token->start + i];

      if (c != separator)
        number->text[n++] = g_ascii_tolower (c);
    }
  number->text[n] = '\0';
  number->radix = radix_of (self, number->text);
  number->digits = number->text;
  if (number->radix != 10)
    number->digits += g_ascii_isdigit (number->text[1]) ? 1 : 2;
  number->suffix = number->digits;
  while (is_digit (*number->suffix, number->radix))
    number->suffix++;
}

/* Appends @digits times ten to the power of @exponent, as an integer if @exponent is at most
 * @most. */
static void
append_decimal (GString *out, GString *digits, gint64 exponent, gint64 most)
{
  gsize zeros = strspn (digits->str, "0");

  g_string_erase (digits, 0, (gssize) zeros);
  while (digits->len > 0 && digits->str[digits->len - 1] == '0')
    {
      g_string_truncate (digits, digits->len - 1);
      exponent++;
    }
  if (digits->len == 0)
    {
      exponent = 0;
      g_string_append_c (digits, '0');
    }
  g_string_append (out, digits->str);
  if (exponent < 0 || exponent > most)
    g_string_append_printf (out, "e%" G_GINT64_FORMAT, exponent);
  else
    for (; exponent > 0; exponent--)
      g_string_append_c (out, '0');
}

/* Appends 1.50e3f as 15e2f.  FALSE if it is something else. */
static gboolean
append_float (const CyanForm *self, Number *number, GString *out)
{
  GString *digits = g_string_new_len (number->digits, number->suffix - number->digits);
  const char *at = number->suffix;
  gint64 exponent = 0, most = G_MAXINT64;
  gboolean real = FALSE, good;

  if (*at == '.')
    {
      real = TRUE;
      for (at++; g_ascii_isdigit (*at); at++, exponent--)
        g_string_append_c (digits, *at);
    }
  good = digits->len > 0;
  if (*at == 'e')
    {
      const char *first = at + 1 + (at[1] == '+' || at[1] == '-');
      gsize n = strspn (first, "0123456789");

      real = TRUE;
      good = good && n > 0 && n <= MAX_EXPONENT_DIGITS;
      if (good)
        exponent += g_ascii_strtoll (at + 1, NULL, 10);
      at = first + n;
    }
  good = good && strspn (at, cyan_code_traits[self->language].suffixes) == strlen (at);
  /* JavaScript has one type. */
  if (cyan_form_is_script (self))
    most = 20;
  else if (real || *at == 'f' || *at == 'd')
    most = -1;
  if (good)
    {
      append_decimal (out, digits, exponent, most);
      g_string_append (out, at);
    }
  g_string_free (digits, TRUE);
  return good;
}

static char
radix_letter (guint radix)
{
  return radix == 16 ? 'x' : radix == 8 ? 'o' : 'b';
}

/* Appends 0xFFu as 255u.  FALSE if it is something else. */
static gboolean
append_integer (const CyanForm *self, Number *number, GString *out)
{
  gsize n = (gsize) (number->suffix - number->digits);
  gsize zeros = strspn (number->digits, "0");
  guint64 value = MAX_INT + 1;

  if (n == 0
      || strspn (number->suffix, cyan_code_traits[self->language].suffixes)
             != strlen (number->suffix))
    return FALSE;
  zeros = MIN (zeros, n - 1);
  if (n - zeros <= 15)
    value = g_ascii_strtoull (number->digits, NULL, number->radix);
  if (value <= MAX_INT)
    g_string_append_printf (out, "%" G_GUINT64_FORMAT "%s", value, number->suffix);
  else
    g_string_append_printf (out, "0%c%s", radix_letter (number->radix), number->digits + zeros);
  return TRUE;
}

void
cyan_form_number (CyanForm *self, guint32 index)
{
  const CyanFormToken *token = cyan_form_token (self, index);
  const char *text = cyan_form_text (self, index);
  gboolean plain = token->length < 16;
  gsize start = self->text->len;
  Number number;
  gboolean good;

  for (gsize i = 0; plain && i < token->length; i++)
    plain = g_ascii_isdigit (text[i]);
  /* "a.0" is a member of a tuple. */
  if ((plain && (text[0] != '0' || token->length == 1))
      || cyan_form_is (self, cyan_form_previous (self, index), "."))
    return;
  number_init (&number, self, index);
  if (number.radix != 10)
    good = append_integer (self, &number, self->text);
  else
    /* A leading zero may mean octal. */
    good = (number.text[0] != '0' || !g_ascii_isdigit (number.text[1]))
           && append_float (self, &number, self->text);
  if (good)
    cyan_form_rewrite (self, index, start);
  else
    g_string_truncate (self->text, start);
  g_free (number.text);
}
