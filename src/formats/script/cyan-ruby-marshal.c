/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Ruby's marshal.c: each value begins with a letter.  Symbols and objects are numbered as they
 * come, so that later values may refer to them.
 */
#include "cyan-ruby-marshal.h"

#include "cyan-i18n.h"
#include "cyan-number.h"
#include "cyan-scratch.h"

#include <math.h>
#include <string.h>

/* References may repeat a text: the JSON may have this many bytes, and more for each byte read. */
#define FREE_BYTES (16 * 1024 * 1024)
#define MAX_GROWTH 200

/* An array or a hash that is open. */
typedef struct
{
  guint64 n_left; /* values still to come; a hash has two for each of its members */
  gboolean is_hash;
} Level;

typedef struct
{
  CyanInput *input;
  GString *json;
  GArray *levels;     /* of Level */
  GPtrArray *symbols; /* of char *, by number */
  GPtrArray *objects; /* of char *, by number: as JSON; NULL: no text */
  guint64 n_kept;     /* bytes of the texts of both */
  CyanCharge charge;
} Reader;

static gboolean
fail (Reader *self, GError **error, const char *reason)
{
  return cyan_input_fail_byte (self->input, error, "%s", reason);
}

/* Shows the next @length bytes; the caller skips them. */
static gboolean
need (Reader *self, guint64 length, const char **bytes, GError **error)
{
  gsize available;

  if (!cyan_budget_check (cyan_input_budget (self->input), length, error)
      || !cyan_input_peek (self->input, (gsize) length, bytes, &available, error))
    return FALSE;
  return available >= length || fail (self, error, _ ("the file ends within a value"));
}

static gboolean
read_byte (Reader *self, guint8 *byte, GError **error)
{
  const char *bytes;

  if (!need (self, 1, &bytes, error))
    return FALSE;
  *byte = (guint8) *bytes;
  cyan_input_skip (self->input, 1);
  return TRUE;
}

/* An integer of Ruby's: one byte if it is small, else the number of bytes that follow. */
static gboolean
read_integer (Reader *self, gint64 *value, GError **error)
{
  guint8 first, byte;
  gint8 c;

  if (!read_byte (self, &first, error))
    return FALSE;
  c = (gint8) first;
  *value = c == 0 ? 0 : c > 4 ? c - 5 : c < -4 ? c + 5 : 0;
  if (c == 0 || c > 4 || c < -4)
    return TRUE;
  *value = c > 0 ? 0 : -1;
  for (gint i = 0; i < ABS (c); i++)
    {
      if (!read_byte (self, &byte, error))
        return FALSE;
      *value = (gint64) (((guint64) *value & ~((guint64) 0xff << 8 * i)) | (guint64) byte << 8 * i);
    }
  return TRUE;
}

static gboolean
read_count (Reader *self, guint64 *count, GError **error)
{
  gint64 value;

  if (!read_integer (self, &value, error))
    return FALSE;
  *count = (guint64) value;
  return value >= 0 || fail (self, error, _ ("a length below 0"));
}

/* The bytes of a string or a symbol as a string of JSON; caller frees. */
static char *
read_text (Reader *self, GError **error)
{
  g_autofree char *valid = NULL;
  GString *text;
  guint64 length;
  const char *bytes;

  if (!read_count (self, &length, error) || !need (self, length, &bytes, error))
    return NULL;
  valid = g_utf8_make_valid (bytes, (gssize) length);
  cyan_input_skip (self->input, (gsize) length);
  text = g_string_new ("\"");
  for (const char *c = valid; *c != '\0'; c++)
    if (*c == '"' || *c == '\\')
      g_string_append_printf (text, "\\%c", *c);
    else if ((guchar) *c < 0x20)
      g_string_append_printf (text, "\\u%04x", *c);
    else
      g_string_append_c (text, *c);
  g_string_append_c (text, '"');
  self->n_kept += text->len;
  return g_string_free (text, FALSE);
}

/* A large integer: its sign and its number of 16-bit words. */
static char *
read_bignum (Reader *self, GError **error)
{
  guint8 sign, byte;
  guint64 n_words, size = 0;

  if (!read_byte (self, &sign, error) || !read_count (self, &n_words, error))
    return NULL;
  if (n_words > 4)
    {
      fail (self, error, _ ("a number that is too large"));
      return NULL;
    }
  for (guint i = 0; i < 2 * n_words; i++)
    {
      if (!read_byte (self, &byte, error))
        return NULL;
      size |= (guint64) byte << 8 * i;
    }
  return g_strdup_printf ("%s%" G_GUINT64_FORMAT, sign == '-' ? "-" : "", size);
}

static char *
read_float (Reader *self, GError **error)
{
  g_autofree char *text = read_text (self, error);
  double value;

  if (text == NULL)
    return NULL;
  if (!cyan_parse_double (text + 1, strlen (text) - 2, &value))
    {
      fail (self, error, _ ("not a number"));
      return NULL;
    }
  return cyan_double_to_text (value);
}

/* The text of the symbol or object with the number that follows; it belongs to @known. */
static const char *
read_link (Reader *self, const GPtrArray *known, GError **error)
{
  guint64 number;

  if (!read_count (self, &number, error))
    return NULL;
  if (number >= known->len || known->pdata[number] == NULL)
    {
      fail (self, error, _ ("a reference to a value that is not there"));
      return NULL;
    }
  return known->pdata[number];
}

static gboolean
open_level (Reader *self, gboolean is_hash, GError **error)
{
  Level level = { 0, is_hash };

  if (!read_count (self, &level.n_left, error))
    return FALSE;
  level.n_left *= is_hash ? 2 : 1;
  g_ptr_array_add (self->objects, NULL);
  g_array_append_val (self->levels, level);
  g_string_append_c (self->json, is_hash ? '{' : '[');
  return TRUE;
}

/* Reads a value of @letter that has a text.  It belongs to the caller if *@owned is set. */
static const char *
read_plain (Reader *self, guint8 letter, char **owned, GError **error)
{
  gint64 integer;

  switch (letter)
    {
    case '0':
      return "null";
    case 'T':
      return "true";
    case 'F':
      return "false";
    case 'i':
      return read_integer (self, &integer, error)
                 ? *owned = g_strdup_printf ("%" G_GINT64_FORMAT, integer)
                 : NULL;
    case ';':
      return read_link (self, self->symbols, error);
    case '@':
      return read_link (self, self->objects, error);
    case ':':
    case '"':
    case 'f':
    case 'l':
      {
        char *text = letter == 'f'   ? read_float (self, error)
                     : letter == 'l' ? read_bignum (self, error)
                                     : read_text (self, error);

        if (text != NULL)
          g_ptr_array_add (letter == ':' ? self->symbols : self->objects, text);
        return text;
      }
    default:
      fail (self, error, _ ("a value of a kind that no profile has"));
      return NULL;
    }
}

/* Appends @text, the next value of the innermost level. */
static gboolean
put (Reader *self, const char *text, GError **error)
{
  const Level *level =
      self->levels->len > 0 ? &g_array_index (self->levels, Level, self->levels->len - 1) : NULL;
  gboolean is_key = level != NULL && level->is_hash && level->n_left % 2 == 0;

  if (is_key && *text != '"')
    g_string_append_printf (self->json, "\"%s\"", text);
  else
    g_string_append (self->json, text);
  if (self->json->len > FREE_BYTES + MAX_GROWTH * cyan_input_offset (self->input))
    return cyan_input_fail_byte (self->input, error, "%s", _ ("too many references to long texts"));
  cyan_charge_set (&self->charge, self->json->allocated_len + self->n_kept
                                      + self->levels->len * sizeof (Level)
                                      + self->objects->len * sizeof (char *));
  return cyan_budget_check (self->charge.budget, 0, error);
}

/* Closes the levels that are complete, and separates the next value from the last. */
static void
end_value (Reader *self)
{
  while (self->levels->len > 0)
    {
      Level *level = &g_array_index (self->levels, Level, self->levels->len - 1);

      level->n_left--;
      if (level->n_left > 0)
        {
          g_string_append_c (self->json, level->is_hash && level->n_left % 2 == 1 ? ':' : ',');
          return;
        }
      g_string_append_c (self->json, level->is_hash ? '}' : ']');
      g_array_set_size (self->levels, self->levels->len - 1);
    }
}

/* Reads the instance variables of a string, which are its encoding. */
static gboolean
skip_variables (Reader *self, GError **error)
{
  guint64 n;

  if (!read_count (self, &n, error))
    return FALSE;
  for (guint64 i = 0; i < 2 * n; i++)
    {
      g_autofree char *owned = NULL;
      guint8 letter;

      if (!read_byte (self, &letter, error) || read_plain (self, letter, &owned, error) == NULL)
        return FALSE;
    }
  return TRUE;
}

/* Reads the next value; of an array or a hash, only its start. */
static gboolean
read_value (Reader *self, GError **error)
{
  g_autofree char *owned = NULL;
  gboolean has_variables;
  const char *text;
  guint8 letter;

  if (!read_byte (self, &letter, error))
    return FALSE;
  if (letter == '[' || letter == '{')
    {
      if (!open_level (self, letter == '{', error))
        return FALSE;
      if (g_array_index (self->levels, Level, self->levels->len - 1).n_left > 0)
        return TRUE;
      g_string_append_c (self->json, letter == '{' ? '}' : ']');
      g_array_set_size (self->levels, self->levels->len - 1);
      end_value (self);
      return TRUE;
    }
  has_variables = letter == 'I';
  if (has_variables && !read_byte (self, &letter, error))
    return FALSE;
  if (has_variables && letter != '"')
    return fail (self, error, _ ("a value of a kind that no profile has"));
  text = read_plain (self, letter, &owned, error);
  if (text == NULL)
    return FALSE;
  if (!put (self, text, error) || (has_variables && !skip_variables (self, error)))
    return FALSE;
  end_value (self);
  return TRUE;
}

gboolean
cyan_ruby_marshal_to_json (CyanInput *input, GString *json, GError **error)
{
  g_auto (CyanScratch) scratch = { NULL };
  Reader self = { .input = input, .json = json };
  guint n_values = 0;
  gboolean ok;

  self.levels = cyan_scratch_array (&scratch, sizeof (Level));
  self.symbols = cyan_scratch_pointers (&scratch, g_free);
  self.objects = cyan_scratch_pointers (&scratch, g_free);
  cyan_scratch_charge (&scratch, &self.charge, cyan_input_budget (input));
  cyan_input_skip (input, strlen (CYAN_RUBY_MARSHAL_MAGIC));

  do
    ok = (n_values++ % CYAN_TICK_STRIDE != 0 || cyan_input_poll (input, error))
         && read_value (&self, error);
  while (ok && self.levels->len > 0);

  return ok;
}
