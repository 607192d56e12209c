/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of marshal, versions 0 to 5 (CPython's Python/marshal.c). */
#include "cyan-marshal.h"

#include "cyan-i18n.h"
#include "cyan-number.h"

#include <math.h>
#include <string.h>

#define FLAG_REF 0x80

/* Bits of a digit of a long integer, and the digits of the longest that fits. */
#define LONG_SHIFT  15
#define LONG_DIGITS 5

void
cyan_marshal_init (CyanMarshal *self, CyanInput *input, CyanStrings *strings)
{
  self->input = input;
  self->strings = strings;
  self->known = g_array_new (FALSE, FALSE, sizeof (CyanMarshalValue));
  self->interned = g_array_new (FALSE, FALSE, sizeof (CyanStr));
  cyan_charge_init (&self->charge, cyan_input_budget (input));
}

void
cyan_marshal_clear (CyanMarshal *self)
{
  g_array_unref (self->known);
  g_array_unref (self->interned);
  cyan_charge_clear (&self->charge);
}

/* Peeks @length bytes. */
static gboolean
look (CyanMarshal *self, gsize length, const char **bytes, GError **error)
{
  gsize available;

  if (!cyan_input_peek (self->input, length, bytes, &available, error))
    return FALSE;
  return available >= length
         || cyan_input_fail_byte (self->input, error, _ ("the data end in the middle of a value"));
}

static gboolean
read_unsigned (CyanMarshal *self, guint size, guint64 *value, GError **error)
{
  const char *bytes;

  if (!look (self, size, &bytes, error))
    return FALSE;
  *value = 0;
  for (guint i = 0; i < size; i++)
    *value |= (guint64) (guchar) bytes[i] << 8 * i;
  cyan_input_skip (self->input, size);
  return TRUE;
}

static gboolean
set_integer (CyanMarshalValue *value, gint64 integer)
{
  value->kind = CYAN_MARSHAL_INT;
  value->integer = integer;
  value->real = (double) integer;
  return TRUE;
}

/* Reads a long integer: its number of digits with the sign, then the digits. */
static gboolean
read_long (CyanMarshal *self, CyanMarshalValue *value, GError **error)
{
  guint64 raw, sum = 0;
  gint size;

  if (!read_unsigned (self, 4, &raw, error))
    return FALSE;
  size = (gint32) (guint32) raw;
  if (size > LONG_DIGITS || size < -LONG_DIGITS)
    return cyan_input_fail_byte (self->input, error, _ ("an integer that is too large"));
  for (gint i = 0; i < ABS (size); i++)
    {
      guint64 digit;

      if (!read_unsigned (self, 2, &digit, error))
        return FALSE;
      if (digit >> LONG_SHIFT != 0 || (i == LONG_DIGITS - 1 && digit > 7))
        return cyan_input_fail_byte (self->input, error, _ ("an integer that is too large"));
      sum |= digit << LONG_SHIFT * i;
    }
  return set_integer (value, size < 0 ? -(gint64) sum : (gint64) sum);
}

static gboolean
set_real (CyanMarshal *self, CyanMarshalValue *value, double real, GError **error)
{
  value->kind = CYAN_MARSHAL_FLOAT;
  value->real = real;
  return isfinite (real)
         || cyan_input_fail_byte (self->input, error, _ ("a number that is not finite"));
}

static gboolean
read_binary_float (CyanMarshal *self, CyanMarshalValue *value, GError **error)
{
  guint64 bits;
  double real;

  if (!read_unsigned (self, 8, &bits, error))
    return FALSE;
  memcpy (&real, &bits, sizeof real);
  return set_real (self, value, real, error);
}

static gboolean
read_text_float (CyanMarshal *self, CyanMarshalValue *value, GError **error)
{
  guint64 length;
  const char *bytes;
  double real;

  if (!read_unsigned (self, 1, &length, error) || !look (self, length, &bytes, error))
    return FALSE;
  if (!cyan_parse_double (bytes, length, &real))
    return cyan_input_fail_byte (self->input, error, _ ("not a finite number"));
  cyan_input_skip (self->input, length);
  return set_real (self, value, real, error);
}

static gboolean
read_string (CyanMarshal *self, guint size_of_length, CyanMarshalValue *value, GError **error)
{
  guint64 length;
  const char *bytes;

  if (!read_unsigned (self, size_of_length, &length, error))
    return FALSE;
  if (length > G_MAXINT32)
    return cyan_input_fail_byte (self->input, error, _ ("a string of negative length"));
  if (!look (self, length, &bytes, error))
    return FALSE;
  value->kind = CYAN_MARSHAL_STRING;
  value->string = cyan_strings_add (self->strings, bytes, (gssize) length);
  cyan_input_skip (self->input, length);
  return TRUE;
}

static gboolean
read_tuple (CyanMarshal *self, guint size_of_size, CyanMarshalValue *value, GError **error)
{
  guint64 size;

  if (!read_unsigned (self, size_of_size, &size, error))
    return FALSE;
  value->kind = CYAN_MARSHAL_TUPLE;
  value->size = (guint32) size;
  return TRUE;
}

static gboolean
read_reference (CyanMarshal *self, CyanMarshalValue *value, GError **error)
{
  guint64 number;

  if (!read_unsigned (self, 4, &number, error))
    return FALSE;
  if (number >= self->known->len)
    return cyan_input_fail_byte (self->input, error,
                                 _ ("a reference to value %" PRIu64 ", but there are %u"), number,
                                 self->known->len);
  *value = g_array_index (self->known, CyanMarshalValue, number);
  if (value->kind == CYAN_MARSHAL_ERROR)
    return cyan_input_fail_byte (self->input, error, _ ("a reference to the value that it is in"));
  if (value->kind == CYAN_MARSHAL_TUPLE)
    value->kind = CYAN_MARSHAL_SAME_TUPLE;
  return value->kind != CYAN_MARSHAL_DICT
         || cyan_input_fail_byte (self->input, error, _ ("a reference to a dictionary"));
}

static gboolean
read_interned (CyanMarshal *self, CyanMarshalValue *value, GError **error)
{
  guint64 number;

  if (!read_unsigned (self, 4, &number, error))
    return FALSE;
  if (number >= self->interned->len)
    return cyan_input_fail_byte (self->input, error,
                                 _ ("a reference to string %" PRIu64 ", but there are %u"), number,
                                 self->interned->len);
  value->kind = CYAN_MARSHAL_STRING;
  value->string = g_array_index (self->interned, CyanStr, number);
  return TRUE;
}

static gboolean
read_value (CyanMarshal *self, guchar type, CyanMarshalValue *value, GError **error)
{
  guint64 raw;

  switch (type)
    {
    case '0':
      value->kind = CYAN_MARSHAL_END;
      return TRUE;
    case 'N':
    case 'T':
    case 'F':
      value->kind = CYAN_MARSHAL_NONE;
      return TRUE;
    case 'i':
      return read_unsigned (self, 4, &raw, error) && set_integer (value, (gint32) (guint32) raw);
    case 'I':
      return read_unsigned (self, 8, &raw, error) && set_integer (value, (gint64) raw);
    case 'l':
      return read_long (self, value, error);
    case 'g':
      return read_binary_float (self, value, error);
    case 'f':
      return read_text_float (self, value, error);
    case 's':
    case 'u':
    case 'a':
    case 'A':
      return read_string (self, 4, value, error);
    case 't':
      if (!read_string (self, 4, value, error))
        return FALSE;
      cyan_charge_append (&self->charge, self->interned, value->string);
      return TRUE;
    case 'z':
    case 'Z':
      return read_string (self, 1, value, error);
    case '(':
      return read_tuple (self, 4, value, error);
    case ')':
      return read_tuple (self, 1, value, error);
    case '{':
      value->kind = CYAN_MARSHAL_DICT;
      return TRUE;
    case 'r':
      return read_reference (self, value, error);
    case 'R':
      return read_interned (self, value, error);
    default:
      return cyan_input_fail_byte (self->input, error,
                                   _ ("a value of type 0x%02x, which no profile has"), type);
    }
}

CyanMarshalKind
cyan_marshal_next (CyanMarshal *self, CyanMarshalValue *value, GError **error)
{
  guint64 type;
  guint32 number = G_MAXUINT32;

  *value = (CyanMarshalValue){ .kind = CYAN_MARSHAL_ERROR, .number = G_MAXUINT32 };
  if (!read_unsigned (self, 1, &type, error))
    return CYAN_MARSHAL_ERROR;
  /* The number is assigned before the contents are read. */
  if (type & FLAG_REF)
    {
      number = self->known->len;
      cyan_charge_append (&self->charge, self->known, *value);
    }
  if (!read_value (self, type & ~FLAG_REF & 0xff, value, error))
    return CYAN_MARSHAL_ERROR;
  if (type & FLAG_REF)
    {
      value->number = number;
      g_array_index (self->known, CyanMarshalValue, number) = *value;
    }
  return value->kind;
}
