/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads stacks of addresses, symbols and maps of the memory. */
#include "cyan-addresses.h"

#include "cyan-error.h"
#include "cyan-lines.h"

#include <string.h>

void
cyan_addresses_init (CyanAddresses *self, CyanInput *input, CyanProfileBuilder *builder)
{
  *self = (CyanAddresses){ .input = input, .builder = builder };
  cyan_charge_init (&self->charge, cyan_input_budget (input));
  cyan_frame_tree_init (&self->tree, builder);
  cyan_ids_init (&self->addresses);
  self->symbols = g_array_new (FALSE, TRUE, sizeof (CyanStr));
  self->mappings = g_array_new (FALSE, FALSE, sizeof (CyanMapping));
  self->stack = g_array_new (FALSE, FALSE, sizeof (guint64));
}

void
cyan_addresses_clear (CyanAddresses *self)
{
  cyan_frame_tree_clear (&self->tree);
  cyan_ids_clear (&self->addresses);
  g_array_unref (self->symbols);
  g_array_unref (self->mappings);
  g_array_unref (self->stack);
  cyan_charge_clear (&self->charge);
}

gboolean
cyan_addresses_has_symbols (const CyanAddresses *self)
{
  return self->symbols->len > 0;
}

gboolean
cyan_addresses_are_calls (const CyanAddresses *self)
{
  return self->form == CYAN_SYMBOLS_JAVA
         || (self->form == CYAN_SYMBOLS_NATIVE && cyan_addresses_has_symbols (self));
}

static void
charge (CyanAddresses *self)
{
  cyan_charge_set (&self->charge, cyan_ids_memory (&self->addresses)
                                      + self->symbols->len * sizeof (CyanStr)
                                      + self->mappings->len * sizeof (CyanMapping)
                                      + self->stack->len * sizeof (guint64));
}

static void
skip_blanks (const char **at, const char *end)
{
  while (*at < end && g_ascii_isspace (**at))
    ++*at;
}

/* Reads a number with or without "0x" in front. */
static gboolean
take_hex (const char **at, const char *end, guint64 *value)
{
  skip_blanks (at, end);
  if (end - *at > 2 && (*at)[0] == '0' && ((*at)[1] == 'x' || (*at)[1] == 'X'))
    *at += 2;
  return cyan_hex_take (at, end, value);
}

gboolean
cyan_addresses_add_symbol (CyanAddresses *self, const char *line, gsize length)
{
  const char *at = line, *end = line + length;
  guint64 address;
  guint32 number;

  skip_blanks (&at, end);
  if (end - at < 3 || at[0] != '0' || at[1] != 'x' || !take_hex (&at, end, &address))
    return FALSE;
  skip_blanks (&at, end);
  while (end > at && g_ascii_isspace (end[-1]))
    end--;
  if (at == end)
    return FALSE;
  number = cyan_ids_number (&self->addresses, address);
  if (number >= self->symbols->len)
    g_array_set_size (self->symbols, number + 1);
  g_array_index (self->symbols, CyanStr, number) =
      cyan_strings_add (cyan_profile_builder_strings (self->builder), at, (gssize) (end - at));
  charge (self);
  return TRUE;
}

/* The next word of a line, empty at its end. */
static const char *
take_word (const char **at, const char *end, gsize *length)
{
  const char *word;

  skip_blanks (at, end);
  for (word = *at; *at < end && !g_ascii_isspace (**at);)
    ++*at;
  *length = (gsize) (*at - word);
  return word;
}

/* Whether a word is like "r-xp". */
static gboolean
is_permissions (const char *word, gsize length)
{
  return length >= 3 && length <= 4 && strspn (word, "-rwxps") >= length;
}

void
cyan_addresses_add_mapping (CyanAddresses *self, const char *line, gsize length)
{
  const char *at = line, *end = line + length, *word, *path;
  CyanMapping mapping = { 0 };
  gsize size;

  if (!take_hex (&at, end, &mapping.start) || at == end || *at++ != '-'
      || !take_hex (&at, end, &mapping.end) || mapping.end <= mapping.start)
    return;
  if (at < end && *at == ':')
    at++;
  path = at;
  word = take_word (&at, end, &size);
  if (is_permissions (word, size))
    {
      if (memchr (word, 'x', size) == NULL || !take_hex (&at, end, &mapping.offset))
        return;
      take_word (&at, end, &size); /* device */
      take_word (&at, end, &size); /* inode */
      path = at;
    }
  skip_blanks (&path, end);
  while (end > path && g_ascii_isspace (end[-1]))
    end--;
  word = memrchr (path, '/', (gsize) (end - path));
  if (word != NULL)
    path = word + 1;
  mapping.module =
      cyan_strings_add (cyan_profile_builder_strings (self->builder), path, (gssize) (end - path));
  g_array_append_val (self->mappings, mapping);
  charge (self);
}

gboolean
cyan_addresses_take (CyanAddresses *self, const char **at, const char *end)
{
  guint64 address;

  while (take_hex (at, end, &address))
    {
      if (self->stack->len == CYAN_ADDRESSES_MAX_DEPTH)
        return FALSE;
      g_array_append_val (self->stack, address);
    }
  return TRUE;
}

gboolean
cyan_addresses_take_stack (CyanAddresses *self, const char *text, gsize length)
{
  const char *at = text, *end = text + length;

  cyan_addresses_begin (self);
  return cyan_addresses_take (self, &at, end) && at == end;
}

void
cyan_addresses_return (CyanAddresses *self, guint first)
{
  for (guint i = first; i < self->stack->len; i++)
    g_array_index (self->stack, guint64, i)--;
}

guint32
cyan_addresses_end (CyanAddresses *self, GError **error)
{
  g_autoptr (GError) reason = NULL;
  guint32 node = 0;

  for (guint i = self->stack->len; i-- > 0 && node != CYAN_FRAME_TREE_NONE;)
    node = cyan_frame_tree_child (
        &self->tree, node,
        cyan_ids_number (&self->addresses, g_array_index (self->stack, guint64, i)), &reason);
  charge (self);
  if (node == CYAN_FRAME_TREE_NONE)
    cyan_fail_at (error, reason, "%s", cyan_input_name (self->input));
  return node;
}
