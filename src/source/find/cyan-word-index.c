/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pairs of a word's hash and a file's number, sorted. */
#include "cyan-find-private.h"

#include <string.h>

#include "cyan-extents.h"
#include "cyan-number.h"

struct _CyanWordIndex
{
  GArray *pairs;        /* of guint64: hash of the word << 32 | number of the file */
  GHashTable *expected; /* hashes of words */
  GArray *words;        /* of guint32: the words of the current file */
};

CyanWordIndex *
cyan_word_index_new (void)
{
  CyanWordIndex *self = g_new0 (CyanWordIndex, 1);

  self->pairs = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->expected = g_hash_table_new (NULL, NULL);
  self->words = g_array_new (FALSE, FALSE, sizeof (guint32));
  return self;
}

void
cyan_word_index_free (CyanWordIndex *self)
{
  g_array_unref (self->pairs);
  g_hash_table_unref (self->expected);
  g_array_unref (self->words);
  g_free (self);
}

static guint32
number_of (const char *word, gsize length)
{
  return (guint32) cyan_hash_bytes (word, length);
}

static guint32
number_of_identifier (const char *identifier)
{
  g_autofree char *word = cyan_definition_word_of (identifier);

  return number_of (word, strlen (word));
}

void
cyan_word_index_expect (CyanWordIndex *self, const char *identifier)
{
  g_hash_table_add (self->expected, GUINT_TO_POINTER (number_of_identifier (identifier)));
}

static void
add_word (const char *word, gsize length, gpointer data)
{
  CyanWordIndex *self = data;
  guint32 number = number_of (word, length);

  g_array_append_val (self->words, number);
}

gboolean
cyan_word_index_add (
    CyanWordIndex *self, guint file, CyanNaming naming, const char *text, gsize length)
{
  gboolean expected = FALSE;

  g_array_set_size (self->words, 0);
  cyan_definition_words (naming, text, length, add_word, self);
  g_array_sort (self->words, cyan_compare_uint32);
  for (guint i = 0; i < self->words->len; i++)
    {
      guint32 number = g_array_index (self->words, guint32, i);
      guint64 pair = (guint64) number << 32 | file;

      if (i > 0 && number == g_array_index (self->words, guint32, i - 1))
        continue;
      g_array_append_val (self->pairs, pair);
      expected = expected || g_hash_table_contains (self->expected, GUINT_TO_POINTER (number));
    }
  return expected;
}

void
cyan_word_index_finish (CyanWordIndex *self)
{
  g_array_sort (self->pairs, cyan_compare_uint64);
}

static void
collect (const CyanWordIndex *self, guint32 number, GArray *files)
{
  const guint64 *pairs = (const guint64 *) (gpointer) self->pairs->data;

  for (guint i = CYAN_FIND_FIRST (self->pairs->len, k, pairs[k] >> 32 < number);
       i < self->pairs->len && pairs[i] >> 32 == number; i++)
    g_array_append_vals (files, &(guint){ (guint) (pairs[i] & G_MAXUINT32) }, 1);
}

GArray *
cyan_word_index_find (const CyanWordIndex *self, const char *identifier)
{
  GArray *files = g_array_new (FALSE, FALSE, sizeof (guint));
  guint32 number = number_of_identifier (identifier);

  collect (self, number, files);
  /* "operator bool" without its space. */
  if (g_str_has_prefix (identifier, "operator") && number != number_of ("operator", 8))
    {
      guint n = 0;

      collect (self, number_of ("operator", 8), files);
      g_array_sort (files, cyan_compare_uint32);
      for (guint i = 0; i < files->len; i++)
        if (i == 0 || g_array_index (files, guint, i) != g_array_index (files, guint, n - 1))
          g_array_index (files, guint, n++) = g_array_index (files, guint, i);
      g_array_set_size (files, n);
    }
  return files;
}
