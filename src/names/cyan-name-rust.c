/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Checks the grammar of Rust's v0 mangling (RFC 2603) before a library demangles a symbol.
 *
 * Twenty bytes can make a demangler loop practically forever: by declaring 2^64 lifetimes in a
 * place that is not printed, or by a back reference to itself.  Symbols that pass have few
 * lifetimes, short identifiers in punycode, and back references to earlier positions only.
 */
#include "cyan-name-private.h"

#include <string.h>

#define LIFETIMES_MAX 64
#define PUNYCODE_MAX  128

/* Grammar elements still to be read, on a stack. */
typedef enum
{
  PATH,
  TYPE,
  CONST,
  NAME,      /* an identifier with its disambiguator */
  ARGUMENTS, /* up to "E" */
  TYPES,     /* up to "E" */
  RETURN,
  TRAITS, /* up to "E" */
  BINDINGS,
  LIFETIME,
} Want;

typedef struct
{
  const char *text;
  gsize length;
  gsize at;
  guint8 *wants;
  gsize n_wants;
  guint8 *begins; /* by position: whether a path, a type or a constant began there */
} Reader;

static char
peek (const Reader *self)
{
  return self->at < self->length ? self->text[self->at] : '\0';
}

static gboolean
eat (Reader *self, char c)
{
  if (peek (self) != c)
    return FALSE;
  self->at++;
  return TRUE;
}

/* A step that reads a byte pushes at most two more elements than it pops, and so does the list step
 * before it, which reads none: at most four for each byte. */
static void
want (Reader *self, Want what)
{
  self->wants[self->n_wants++] = (guint8) what;
}

static gboolean
read_base_62 (Reader *self, guint64 *value)
{
  guint64 n = 0;

  if (eat (self, '_'))
    {
      *value = 0;
      return TRUE;
    }
  for (; !eat (self, '_'); self->at++)
    {
      char c = peek (self);
      guint digit;

      if (g_ascii_isdigit (c))
        digit = (guint) (c - '0');
      else if (g_ascii_islower (c))
        digit = (guint) (c - 'a') + 10;
      else if (g_ascii_isupper (c))
        digit = (guint) (c - 'A') + 36;
      else
        return FALSE;
      if (n > (G_MAXUINT64 - 1 - digit) / 62)
        return FALSE;
      n = n * 62 + digit;
    }
  *value = n + 1;
  return TRUE;
}

static gboolean
read_optional (Reader *self, char tag)
{
  guint64 value;

  return !eat (self, tag) || read_base_62 (self, &value);
}

static gboolean
read_binder (Reader *self)
{
  guint64 n = 0;

  return !eat (self, 'G') || (read_base_62 (self, &n) && n < LIFETIMES_MAX);
}

static gboolean
read_back_reference (Reader *self)
{
  gsize from = self->at - 1;
  guint64 to;

  return read_base_62 (self, &to) && to < from && self->begins[to];
}

static gboolean
read_identifier (Reader *self)
{
  gboolean punycode = eat (self, 'u');
  gsize n = 0;

  if (!g_ascii_isdigit (peek (self)))
    return FALSE;
  if (!eat (self, '0'))
    for (; g_ascii_isdigit (peek (self)) && n <= self->length; self->at++)
      n = n * 10 + (gsize) (peek (self) - '0');
  eat (self, '_');
  if (n > self->length - self->at || (punycode && n > PUNYCODE_MAX))
    return FALSE;
  self->at += n;
  return TRUE;
}

static gboolean
read_path (Reader *self)
{
  self->begins[self->at] = TRUE;
  switch (self->text[self->at++])
    {
    case 'C':
      want (self, NAME);
      return TRUE;
    case 'M':
      want (self, TYPE);
      want (self, PATH);
      return read_optional (self, 's');
    case 'X':
      want (self, PATH);
      want (self, TYPE);
      want (self, PATH);
      return read_optional (self, 's');
    case 'Y':
      want (self, PATH);
      want (self, TYPE);
      return TRUE;
    case 'N':
      want (self, NAME);
      want (self, PATH);
      return g_ascii_isalpha (self->text[self->at++]);
    case 'I':
      want (self, ARGUMENTS);
      want (self, PATH);
      return TRUE;
    case 'B':
      return read_back_reference (self);
    default:
      return FALSE;
    }
}

static gboolean
read_function (Reader *self)
{
  want (self, RETURN);
  want (self, TYPES);
  if (!read_binder (self))
    return FALSE;
  eat (self, 'U');
  return !eat (self, 'K') || eat (self, 'C') || read_identifier (self);
}

static gboolean
read_type (Reader *self)
{
  char tag = peek (self);

  self->begins[self->at] = TRUE;
  if (g_ascii_islower (tag))
    {
      self->at++;
      return TRUE;
    }
  if (tag == '\0' || strchr ("ASTRQPOFDB", tag) == NULL)
    return read_path (self);

  self->at++;
  switch (tag)
    {
    case 'A':
      want (self, CONST);
      want (self, TYPE);
      return TRUE;
    case 'T':
      want (self, TYPES);
      return TRUE;
    case 'R':
    case 'Q':
      want (self, TYPE);
      return read_optional (self, 'L');
    case 'F':
      return read_function (self);
    case 'D':
      want (self, LIFETIME);
      want (self, TRAITS);
      return read_binder (self);
    case 'B':
      return read_back_reference (self);
    default:
      want (self, TYPE);
      return TRUE;
    }
}

static gboolean
read_const (Reader *self)
{
  self->begins[self->at] = TRUE;
  if (eat (self, 'B'))
    return read_back_reference (self);
  if (eat (self, 'p'))
    return TRUE;
  if (!g_ascii_islower (peek (self)))
    return FALSE;
  self->at++;
  eat (self, 'n');
  while (g_ascii_isxdigit (peek (self)))
    self->at++;
  return eat (self, '_');
}

/* Whether another element precedes the "E" of @list. */
static gboolean
goes_on (Reader *self, Want list)
{
  if (eat (self, 'E'))
    return FALSE;
  want (self, list);
  return TRUE;
}

static gboolean
read_wanted (Reader *self, Want what)
{
  guint64 value;

  if (self->at >= self->length && what != BINDINGS)
    return FALSE;
  switch (what)
    {
    case PATH:
      return read_path (self);
    case TYPE:
      return read_type (self);
    case CONST:
      return read_const (self);
    case NAME:
      return read_optional (self, 's') && read_identifier (self);
    case ARGUMENTS:
      if (!goes_on (self, ARGUMENTS))
        return TRUE;
      if (eat (self, 'L'))
        return read_base_62 (self, &value);
      want (self, eat (self, 'K') ? CONST : TYPE);
      return TRUE;
    case TYPES:
      if (goes_on (self, TYPES))
        want (self, TYPE);
      return TRUE;
    case RETURN:
      if (!eat (self, 'u'))
        want (self, TYPE);
      return TRUE;
    case TRAITS:
      if (goes_on (self, TRAITS))
        {
          want (self, BINDINGS);
          want (self, PATH);
        }
      return TRUE;
    case BINDINGS:
      if (!eat (self, 'p'))
        return TRUE;
      want (self, BINDINGS);
      want (self, TYPE);
      return read_identifier (self);
    case LIFETIME:
    default:
      return eat (self, 'L') && read_base_62 (self, &value);
    }
}

gboolean
cyan_name_rust_is_harmless (const char *symbol, gsize length)
{
  Reader self = { .text = symbol, .length = length };
  g_autofree guint8 *wants = NULL;
  g_autofree guint8 *begins = NULL;

  if (length > CYAN_SYMBOL_MAX)
    return FALSE;
  self.wants = wants = g_malloc (4 * length + 8);
  self.begins = begins = g_malloc0 (length + 1);
  want (&self, PATH);
  /* The path of the function, and optionally that of the crate that instantiated it. */
  for (guint n_paths = 0; self.n_wants > 0 && n_paths < 2; n_paths++)
    {
      while (self.n_wants > 0)
        if (!read_wanted (&self, (Want) self.wants[--self.n_wants]))
          return FALSE;
      if (self.at < length && n_paths == 0)
        want (&self, PATH);
    }
  return self.at == length;
}
