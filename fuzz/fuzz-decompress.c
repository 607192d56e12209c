/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes gzip and zstd input: reading bytes, lines, and blocks of lines must give the same. */
#include "cyan-input.h"
#include "fuzz.h"

#include <string.h>

/* Decompressed bytes after which reading stops. */
#define ENOUGH (64 * 1024)

/* Reads all bytes, @wanted at a time, until there are more than @enough. */
static GByteArray *
read_bytes (const uint8_t *data, size_t size, gsize wanted, gsize enough, GError **error)
{
  g_autoptr (CyanInput) input = cyan_input_new_for_memory ("x", data, size, NULL, error);
  g_autoptr (GByteArray) all = g_byte_array_new ();
  const char *bytes;
  gsize length;

  if (input == NULL)
    return NULL;
  do
    {
      if (!cyan_input_peek (input, wanted, &bytes, &length, error))
        return NULL;
      FUZZ_CHECK (cyan_input_offset (input) >= all->len);
      length = MIN (length, wanted);
      g_byte_array_append (all, (const guint8 *) bytes, (guint) length);
      cyan_input_skip (input, length);
    }
  while (length > 0 && all->len <= enough);
  return g_steal_pointer (&all);
}

static GByteArray *
read_lots (const uint8_t *data, size_t size, gsize wanted, GError **error)
{
  g_autoptr (CyanInput) input = cyan_input_new_for_memory ("x", data, size, NULL, error);
  GByteArray *all = g_byte_array_new ();
  CyanInputLines lines = { 0 };
  gboolean ok = input != NULL;

  while (ok && !lines.at_end)
    {
      ok = cyan_input_lines (input, wanted, &lines, error);
      if (ok)
        g_byte_array_append (all, (const guint8 *) lines.bytes, (guint) lines.length);
      /* A NUL byte: the input stops before what cannot be a line. */
      if (ok && !lines.at_end && (lines.length == 0 || lines.bytes[lines.length - 1] != '\n'))
        break;
    }
  cyan_input_lines_clear (&lines);
  if (ok)
    return all;
  g_byte_array_unref (all);
  return NULL;
}

/* Checks that every line is a part of @all, unless @all is NULL. */
static gboolean
read_lines (const uint8_t *data, size_t size, const GByteArray *all, GError **error)
{
  g_autoptr (CyanInput) input = cyan_input_new_for_memory ("x", data, size, NULL, error);
  /* The byte order mark is skipped. */
  guint64 mark = input != NULL ? cyan_input_offset (input) : 0, at = 0;
  int status = -1;
  char *line;
  gsize length;

  while (input != NULL && (status = cyan_input_line (input, &line, &length, error)) > 0)
    {
      FUZZ_CHECK (strlen (line) == length);
      if (all == NULL)
        continue;
      FUZZ_CHECK (at + length <= all->len);
      FUZZ_CHECK (length == 0 || memcmp (all->data + at, line, length) == 0);
      at = cyan_input_offset (input) - mark;
    }
  return status == 0;
}

static gboolean
is_prefix (const GByteArray *part, const GByteArray *all)
{
  return part->len <= all->len
         && (part->len == 0 || memcmp (part->data, all->data, part->len) == 0);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GError) error = NULL, again = NULL;
  gsize wanted = size > 0 ? data[size / 2] + 1 : 1;
  /* A byte of the input chooses what else is read, because one way per input is faster. */
  guint which = size > 0 ? data[size / 3] % 3 : 0;
  g_autoptr (GByteArray) all = read_bytes (data, size, 4096, ENOUGH, &error);
  g_autoptr (GByteArray) same = NULL, lots = NULL;

  if (all == NULL)
    fuzz_check_error (error);
  else if (all->len > ENOUGH)
    return 0;
  switch (which)
    {
    case 0:
      same = read_bytes (data, size, wanted, G_MAXSIZE, &again);
      FUZZ_CHECK ((all == NULL) == (same == NULL));
      if (all == NULL)
        FUZZ_CHECK (strcmp (error->message, again->message) == 0);
      else
        FUZZ_CHECK (is_prefix (all, same) && is_prefix (same, all));
      break;
    case 1:
      lots = read_lots (data, size, wanted, &again);
      if (lots == NULL)
        fuzz_check_error (again);
      else if (all != NULL)
        FUZZ_CHECK (is_prefix (lots, all));
      break;
    default:
      if (!read_lines (data, size, all, &again))
        fuzz_check_error (again);
    }
  return 0;
}
