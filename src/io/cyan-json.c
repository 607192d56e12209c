/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The JSON scanner: a window over the input, a stack of open brackets, one token at a time.
 *
 * When the window moves, everything before the current token is released.  So the window holds one
 * token and some read-ahead.
 */
#include "cyan-json.h"

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-input-private.h"
#include "cyan-number.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Bytes requested at once; nearly all tokens are much shorter. */
#define CHUNK 262144

/* Maximum bytes of a string, the same as of a line. */
#define MAX_TOKEN (1024u * 1024 * 1024)

/* U+FFFD, for characters that cannot be stored. */
#define REPLACEMENT 0xfffd

enum
{
  STATE_VALUE,         /* expects a value */
  STATE_FIRST_ELEMENT, /* a value or "]" */
  STATE_FIRST_KEY,     /* a key or "}" */
  STATE_AFTER_VALUE,   /* a comma, a closing bracket, or the end at depth 0 */
};

CyanJson *
cyan_json_new (CyanInput *input)
{
  CyanJson *self = g_new0 (CyanJson, 1);

  self->input = input;
  self->state = STATE_VALUE;
  self->unescaped = g_string_new (NULL);
  cyan_charge_init (&self->charge, cyan_input_budget (input));
  return self;
}

void
cyan_json_free (CyanJson *self)
{
  if (self->n_odd_escapes > 0)
    g_ptr_array_add (self->input->warnings,
                     g_strdup_printf (ngettext ("%'" PRIu64 " backslash in the strings begins no "
                                                "escape of JSON and was taken as it stands",
                                                "%'" PRIu64 " backslashes in the strings begin no "
                                                "escape of JSON and were taken as they stand",
                                                self->n_odd_escapes),
                                      self->n_odd_escapes));
  g_string_free (self->unescaped, TRUE);
  g_clear_error (&self->failure);
  cyan_charge_clear (&self->charge);
  g_free (self);
}

gboolean
cyan_json_fail (CyanJson *self, GError **error, const char *format, ...)
{
  g_autofree char *reason = NULL;
  va_list args;

  if (self->failure != NULL)
    {
      g_propagate_error (error, g_error_copy (self->failure));
      return FALSE;
    }
  va_start (args, format);
  reason = g_strdup_vprintf (format, args);
  va_end (args);

  if (self->base != NULL)
    cyan_input_skip (self->input, (gsize) (self->start - self->base));
  self->base = self->start;
  if (self->item != NULL)
    return cyan_input_fail_byte (self->input, error, "%s %" G_GUINT64_FORMAT ": %s", self->item,
                                 self->item_number, reason);
  return cyan_input_fail_byte (self->input, error, "%s", reason);
}

/* Points at the byte @at in messages.  Inlined it would slow the scanner down. */
static G_GNUC_NO_INLINE CyanJsonToken
fail_at (CyanJson *self, const char *at, GError **error, const char *reason)
{
  self->start = at;
  self->is_cut = self->failure == NULL && self->at_eof && self->at == self->end;
  cyan_json_fail (self, error, "%s", reason);
  return CYAN_JSON_ERROR;
}

/* Makes more bytes available; bytes from start on stay.  Adds nothing at the end of the input and
 * after a read error, which is kept for the message. */
static void
fill (CyanJson *self)
{
  gsize offset = (gsize) (self->at - self->start);
  gsize wanted = MAX (CHUNK, (gsize) (self->end - self->start) * 2);
  gsize available;
  const char *bytes;

  if (self->at_eof)
    return;
  if (offset > MAX_TOKEN)
    {
      cyan_json_fail (self, &self->failure, _ ("longer than 1 GiB"));
      self->at_eof = TRUE;
      return;
    }
  if (self->base != NULL)
    cyan_input_skip (self->input, (gsize) (self->start - self->base));
  self->base = self->start;
  if (!cyan_input_peek (self->input, wanted, &bytes, &available, &self->failure))
    {
      self->at_eof = TRUE;
      return;
    }
  self->base = self->start = bytes;
  self->at = bytes + offset;
  self->end = bytes + available;
  self->at_eof = available < wanted;
}

/* The next byte, or -1 at the end of the input. */
static inline int
look (CyanJson *self)
{
  if (G_UNLIKELY (self->at == self->end))
    {
      fill (self);
      if (self->at == self->end)
        return -1;
    }
  return (guchar) *self->at;
}

static inline gboolean
is_white (int c)
{
  return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/* Skips white space up to the next token and returns its first byte. */
static inline int
skip_white (CyanJson *self)
{
  do
    {
      while (self->at < self->end && is_white (*self->at))
        self->at++;
      self->start = self->at;
    }
  while (is_white (look (self)));
  return look (self);
}

static int
hex_value (const char *digits)
{
  int value = 0;

  for (guint i = 0; i < 4; i++)
    {
      int digit = g_ascii_xdigit_value (digits[i]);

      if (digit < 0)
        return -1;
      value = value * 16 + digit;
    }
  return value;
}

/* Appends the character of the escape at @at and returns the escape's length; 0 if it is half a
 * surrogate pair.  A backslash that begins no escape, as in a path of Windows, stands for itself,
 * and is counted. */
static gsize
unescape (CyanJson *self, const char *at, gsize length)
{
  static const char plain[] = "\"\"\\\\//b\bf\fn\nr\rt\t";
  GString *out = self->unescaped;
  int high = -1, low;

  if (at[1] == 'u')
    high = length >= 6 ? hex_value (at + 2) : -1;
  else
    for (const char *p = plain; *p != '\0'; p += 2)
      if (*p == at[1])
        {
          g_string_append_c (out, p[1]);
          return 2;
        }
  if (high < 0)
    {
      self->n_odd_escapes++;
      g_string_append_c (out, '\\');
      return 1;
    }
  /* The text is later used as C strings. */
  if (high == 0)
    high = REPLACEMENT;
  if (high < 0xd800 || high > 0xdfff)
    {
      g_string_append_unichar (out, (gunichar) high);
      return 6;
    }
  low = high < 0xdc00 && length >= 12 && at[6] == '\\' && at[7] == 'u' ? hex_value (at + 8) : -1;
  if (low < 0xdc00 || low > 0xdfff)
    return 0;
  g_string_append_unichar (out,
                           0x10000 + (((gunichar) high & 0x3ff) << 10) + ((gunichar) low & 0x3ff));
  return 12;
}

/* Sets text to the string between the quotes, [@from, @to). */
static CyanJsonToken
finish_string (CyanJson *self, CyanJsonToken token, gboolean escaped, gboolean wide, GError **error)
{
  const char *from = self->start + 1;
  const char *to = self->at;
  const char *bad;

  if (wide && !g_utf8_validate_len (from, (gsize) (to - from), &bad))
    return fail_at (self, bad, error, _ ("bytes in a string that are not UTF-8"));
  self->at++;
  self->text = from;
  self->length = (gsize) (to - from);
  if (!escaped)
    return token;

  g_string_truncate (self->unescaped, 0);
  while (from < to)
    {
      const char *escape = memchr (from, '\\', (gsize) (to - from));
      gsize length;

      g_string_append_len (self->unescaped, from, (escape != NULL ? escape : to) - from);
      if (escape == NULL)
        break;
      length = unescape (self, escape, (gsize) (to - escape));
      if (length == 0)
        return fail_at (self, escape, error, _ ("half a surrogate pair in a string"));
      from = escape + length;
    }
  if (self->unescaped->allocated_len > self->unescaped_size)
    {
      cyan_charge_add (&self->charge, self->unescaped->allocated_len - self->unescaped_size);
      self->unescaped_size = self->unescaped->allocated_len;
    }
  self->text = self->unescaped->str;
  self->length = self->unescaped->len;
  return token;
}

static CyanJsonToken
read_string (CyanJson *self, CyanJsonToken token, GError **error)
{
  gboolean escaped = FALSE, wide = FALSE;

  self->at++;
  for (;;)
    {
      int c;

      while (self->at < self->end && *self->at != '"' && *self->at != '\\'
             && (guchar) *self->at >= 0x20)
        wide |= (guchar) *self->at++ >= 0x80;

      c = look (self);
      if (c == '"')
        return finish_string (self, token, escaped, wide, error);
      if (c < 0)
        return fail_at (self, self->start, error, _ ("the input ends within this string"));
      if (c == '\\')
        {
          escaped = TRUE;
          self->at++;
          if (look (self) >= 0x20)
            self->at++;
        }
      else if (c < 0x20)
        return fail_at (self, self->at, error, _ ("a control character in a string"));
    }
}

static gboolean
read_digits (CyanJson *self)
{
  gboolean any = FALSE;
  int c;

  while ((c = look (self)) >= '0' && c <= '9')
    {
      any = TRUE;
      self->at++;
    }
  return any;
}

static CyanJsonToken
read_number (CyanJson *self, GError **error)
{
  gboolean ok;

  if (*self->at == '-')
    self->at++;
  if (look (self) == '0')
    {
      self->at++;
      ok = !g_ascii_isdigit (look (self));
    }
  else
    ok = read_digits (self);
  if (ok && look (self) == '.')
    {
      self->at++;
      ok = read_digits (self);
    }
  if (ok && (look (self) | 0x20) == 'e')
    {
      self->at++;
      if (look (self) == '+' || look (self) == '-')
        self->at++;
      ok = read_digits (self);
    }
  if (!ok || self->failure != NULL)
    return fail_at (self, self->start, error, _ ("not a number as JSON writes them"));
  self->text = self->start;
  self->length = (gsize) (self->at - self->start);
  return CYAN_JSON_NUMBER;
}

static CyanJsonToken
read_word (CyanJson *self, const char *word, CyanJsonToken token, GError **error)
{
  gsize length = strlen (word);

  if ((gsize) (self->end - self->at) < length)
    fill (self);
  if ((gsize) (self->end - self->at) < length
      && memcmp (self->at, word, (gsize) (self->end - self->at)) == 0)
    self->at = self->end;
  if ((gsize) (self->end - self->at) < length || memcmp (self->at, word, length) != 0)
    return fail_at (self, self->at, error, _ ("expected a value"));
  self->at += length;
  return token;
}

static CyanJsonToken
open_bracket (CyanJson *self, GError **error)
{
  char c = *self->at;

  if (self->depth == CYAN_JSON_MAX_DEPTH)
    {
      self->start = self->at;
      cyan_json_fail (self, error, _ ("nested more than %d deep"), CYAN_JSON_MAX_DEPTH);
      return CYAN_JSON_ERROR;
    }
  self->open[self->depth++] = c;
  self->at++;
  self->state = c == '{' ? STATE_FIRST_KEY : STATE_FIRST_ELEMENT;
  return c == '{' ? CYAN_JSON_OBJECT : CYAN_JSON_ARRAY;
}

static CyanJsonToken
close_bracket (CyanJson *self)
{
  self->at++;
  self->state = STATE_AFTER_VALUE;
  return self->open[--self->depth] == '{' ? CYAN_JSON_OBJECT_END : CYAN_JSON_ARRAY_END;
}

static CyanJsonToken
read_key (CyanJson *self, GError **error)
{
  CyanJsonToken token;

  if (look (self) != '"')
    return fail_at (self, self->at, error, _ ("expected a key in quotes"));
  token = read_string (self, CYAN_JSON_KEY, error);
  if (token == CYAN_JSON_ERROR)
    return token;
  while (is_white (look (self)))
    self->at++;
  if (look (self) != ':')
    return fail_at (self, self->at, error, _ ("expected a colon after the key"));
  self->at++;
  /* The window may have moved. */
  if (self->text != self->unescaped->str)
    self->text = self->start + 1;
  self->state = STATE_VALUE;
  return token;
}

/* Whether the input ends here where that is allowed: between the elements of an array at the top.
 */
static gboolean
ends_open (CyanJson *self, int c)
{
  if (c >= 0 || self->failure != NULL || !self->may_be_open || self->depth != 1
      || self->open[0] != '[')
    return FALSE;
  self->was_open = TRUE;
  return TRUE;
}

static CyanJsonToken
read_value (CyanJson *self, int c, GError **error)
{
  CyanJsonToken token;

  switch (c)
    {
    case '{':
    case '[':
      return open_bracket (self, error);
    case '"':
      token = read_string (self, CYAN_JSON_STRING, error);
      break;
    case 't':
      token = read_word (self, "true", CYAN_JSON_TRUE, error);
      break;
    case 'f':
      token = read_word (self, "false", CYAN_JSON_FALSE, error);
      break;
    case 'n':
      token = read_word (self, "null", CYAN_JSON_NULL, error);
      break;
    case -1:
      return fail_at (self, self->at, error, _ ("the input ends where a value is expected"));
    default:
      token = c == '-' || g_ascii_isdigit (c)
                  ? read_number (self, error)
                  : fail_at (self, self->at, error, _ ("expected a value"));
    }
  self->state = STATE_AFTER_VALUE;
  return token;
}

static CyanJsonToken
read_after_value (CyanJson *self, int c, GError **error)
{
  gboolean in_object;

  if (self->depth == 0)
    {
      if (c < 0 && self->failure == NULL)
        return CYAN_JSON_END;
      return fail_at (self, self->at, error,
                      _ ("expected nothing more after the end of the JSON value"));
    }
  if (ends_open (self, c))
    return CYAN_JSON_END;

  in_object = self->open[self->depth - 1] == '{';
  if (c == (in_object ? '}' : ']'))
    return close_bracket (self);
  if (c != ',')
    return fail_at (self, self->at, error,
                    c < 0       ? _ ("the input ends before all brackets are closed")
                    : in_object ? _ ("expected a comma or a closing brace")
                                : _ ("expected a comma or a closing bracket"));
  self->at++;
  c = skip_white (self);
  if (in_object)
    return read_key (self, error);
  if (c == ']' && self->may_be_open)
    return close_bracket (self);
  return ends_open (self, c) ? CYAN_JSON_END : read_value (self, c, error);
}

CyanJsonToken
cyan_json_next (CyanJson *self, GError **error)
{
  int c = skip_white (self);

  switch (self->state)
    {
    case STATE_FIRST_ELEMENT:
      if (c == ']')
        return close_bracket (self);
      return ends_open (self, c) ? CYAN_JSON_END : read_value (self, c, error);
    case STATE_FIRST_KEY:
      return c == '}' ? close_bracket (self) : read_key (self, error);
    case STATE_AFTER_VALUE:
      return read_after_value (self, c, error);
    default:
      return read_value (self, c, error);
    }
}

gboolean
cyan_json_skip (CyanJson *self, CyanJsonToken token, GError **error)
{
  guint outside = self->depth - 1;

  if (token != CYAN_JSON_OBJECT && token != CYAN_JSON_ARRAY)
    return token != CYAN_JSON_ERROR;
  while (self->depth > outside && token != CYAN_JSON_END)
    if ((token = cyan_json_next (self, error)) == CYAN_JSON_ERROR)
      return FALSE;
  return TRUE;
}

gboolean
cyan_json_is (const CyanJson *self, const char *word)
{
  gsize length = strlen (word);

  return self->length == length && memcmp (self->text, word, length) == 0;
}

/* *@sum = *@sum * 10 + @digit, within the limits. */
static gboolean
push_digit (guint64 *sum, guint digit)
{
  if (*sum > (guint64) CYAN_JSON_SCALED_MAX / 10)
    return FALSE;
  *sum = *sum * 10 + digit;
  return TRUE;
}

gboolean
cyan_json_scaled (const CyanJson *self, guint decimals, gint64 *value)
{
  gboolean negative = self->text[0] == '-', in_fraction = FALSE;
  guint64 sum = 0;
  guint n = 0; /* decimals seen */
  double scaled;

  for (gsize at = negative; at < self->length; at++)
    {
      guint digit = (guint) (guchar) self->text[at] - '0';

      if (self->text[at] == '.')
        in_fraction = TRUE;
      else if (digit > 9)
        {
          /* An exponent, as %g or Python's repr() print it. */
          if (!cyan_parse_double (self->text, self->length, &scaled))
            return FALSE;
          scaled *= pow (10, decimals);
          if (!(fabs (scaled) <= (double) CYAN_JSON_SCALED_MAX))
            return FALSE;
          *value = llround (scaled);
          return TRUE;
        }
      else if (!in_fraction || n < decimals)
        {
          if (!push_digit (&sum, digit))
            return FALSE;
          n += in_fraction;
        }
      else if (n++ == decimals)
        sum += digit >= 5;
    }
  for (; n < decimals; n++)
    if (!push_digit (&sum, 0))
      return FALSE;
  *value = negative ? -(gint64) sum : (gint64) sum;
  return sum <= (guint64) CYAN_JSON_SCALED_MAX;
}

gboolean
cyan_json_seen (CyanJson *self, GHashTable *keys)
{
  char *key = cyan_json_dup (self);

  if (!g_hash_table_add (keys, key))
    return TRUE;
  cyan_charge_add (&self->charge, strlen (key) + CYAN_CHARGE_HASH_ENTRY);
  return FALSE;
}

void
cyan_json_forget (CyanJson *self, GHashTable *keys)
{
  GHashTableIter iter;
  gpointer key;

  if (g_hash_table_size (keys) == 0)
    return;
  g_hash_table_iter_init (&iter, keys);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    cyan_charge_drop (&self->charge, strlen (key) + CYAN_CHARGE_HASH_ENTRY);
  g_hash_table_remove_all (keys);
}

char *
cyan_json_dup (const CyanJson *self)
{
  return g_strndup (self->text, self->length);
}
