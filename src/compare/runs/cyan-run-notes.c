/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The warnings of the runs of a side, as those of their mean. */
#include "cyan-run-notes.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "cyan-i18n.h"

/* ---- numbers in a text ---- */

/* The bytes of the number that @text begins with, with the separators of the locale; 0 if none. */
static gsize
number_length (const char *text)
{
  const struct lconv *locale = localeconv ();
  const char *const separators[] = { locale->decimal_point, locale->thousands_sep };
  const char *p = text;

  while (g_ascii_isdigit (*p))
    {
      p++;
      for (guint i = 0; i < G_N_ELEMENTS (separators); i++)
        {
          gsize length = strlen (separators[i]);

          if (length > 0 && g_str_has_prefix (p, separators[i]) && g_ascii_isdigit (p[length]))
            {
              p += length;
              break;
            }
        }
    }
  return (gsize) (p - text);
}

static gboolean
ends_word (const char *text)
{
  return strchr (" ,;:)", *text) != NULL
         || g_unichar_isspace (g_utf8_get_char_validated (text, -1)); /* one that does not break */
}

/* The next number at or after @text that is a word of its own, not a part of a name or a version;
 * NULL if there is none. */
static const char *
find_number (const char *start, const char *text, gsize *length)
{
  for (; *text != '\0'; text++)
    {
      gboolean begins = text == start || text[-1] == ' ' || text[-1] == '(';

      *length = begins ? number_length (text) : 0;
      if (*length > 0 && ends_word (text + *length))
        return text;
    }
  return NULL;
}

static double
number_value (const char *text, gsize length)
{
  g_autofree char *number = g_strndup (text, length);
  const char *separator = localeconv ()->thousands_sep;

  if (*separator != '\0')
    {
      g_auto (GStrv) groups = g_strsplit (number, separator, -1);

      g_free (number);
      number = g_strjoinv (NULL, groups);
    }
  return strtod (number, NULL);
}

/* @text with 0 in place of each number.  Caller frees. */
static char *
pattern_new (const char *text)
{
  GString *pattern = g_string_new (NULL);
  const char *from = text, *number;
  gsize length;

  for (; (number = find_number (text, from, &length)) != NULL; from = number + length)
    {
      g_string_append_len (pattern, from, number - from);
      g_string_append_c (pattern, '0');
    }
  g_string_append (pattern, from);
  return g_string_free (pattern, FALSE);
}

/* Appends the next number of each of @texts, from @at on, as a range; moves @at behind it. */
static void
append_range (GString *merged, const GPtrArray *texts, const char **at)
{
  g_autofree char *low = NULL, *high = NULL;
  double least = 0, most = 0;

  for (guint i = 0; i < texts->len; i++)
    {
      gsize length;
      const char *number = find_number (texts->pdata[i], at[i], &length);
      double value = number_value (number, length);

      if (low == NULL || value < least)
        {
          g_free (low);
          low = g_strndup (number, length);
          least = value;
        }
      if (high == NULL || value > most)
        {
          g_free (high);
          high = g_strndup (number, length);
          most = value;
        }
      at[i] = number + length;
    }
  if (strcmp (low, high) == 0)
    g_string_append (merged, low);
  else
    /* Translators: the least and the largest value. */
    g_string_append_printf (merged, _ ("%s to %s"), low, high);
}

/* @texts, which have the same pattern, as one.  Caller frees. */
static char *
merged_new (const GPtrArray *texts)
{
  const char *first = texts->pdata[0], *number;
  g_autofree const char **at = g_memdup2 (texts->pdata, texts->len * sizeof *texts->pdata);
  GString *merged = g_string_new (NULL);
  gsize length;

  while ((number = find_number (first, at[0], &length)) != NULL)
    {
      g_string_append_len (merged, at[0], number - at[0]);
      append_range (merged, texts, at);
    }
  g_string_append (merged, at[0]);
  return g_string_free (merged, FALSE);
}

/* ---- the notes ---- */

/* A warning that at least one run has. */
typedef struct
{
  guint first, last; /* the runs that have it */
  GPtrArray *texts;  /* one of each of these, borrowed; never empty */
} Note;

static Note *
note_new (guint first)
{
  Note *self = g_new (Note, 1);

  *self = (Note){ .first = first, .last = first, .texts = g_ptr_array_new () };
  return self;
}

static void
note_free (gpointer data)
{
  Note *self = data;

  g_ptr_array_unref (self->texts);
  g_free (self);
}

/* The patterns that a run has more than once: their numbers say what the warning is about. */
static GHashTable *
find_repeated (CyanProfile *const *runs, guint n_runs)
{
  GHashTable *repeated = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint r = 0; r < n_runs; r++)
    {
      g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

      for (guint i = 0; i < runs[r]->warnings->len; i++)
        {
          g_autofree char *pattern = pattern_new (runs[r]->warnings->pdata[i]);

          if (g_hash_table_contains (seen, pattern))
            g_hash_table_add (repeated, g_steal_pointer (&pattern));
          else
            g_hash_table_add (seen, g_steal_pointer (&pattern));
        }
    }
  return repeated;
}

/* The notes in the order in which they are first met. */
static GPtrArray *
list_notes (CyanProfile *const *runs, guint n_runs)
{
  GPtrArray *notes = g_ptr_array_new_with_free_func (note_free);
  g_autoptr (GHashTable) repeated = find_repeated (runs, n_runs);
  g_autoptr (GHashTable) by_key = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint r = 0; r < n_runs; r++)
    for (guint i = 0; i < runs[r]->warnings->len; i++)
      {
        char *text = runs[r]->warnings->pdata[i];
        g_autofree char *pattern = pattern_new (text);
        const char *key = g_hash_table_contains (repeated, pattern) ? text : pattern;
        Note *note = g_hash_table_lookup (by_key, key);

        if (note == NULL)
          {
            note = note_new (r);
            g_ptr_array_add (notes, note);
            g_hash_table_insert (by_key, g_strdup (key), note);
          }
        else if (note->last == r)
          continue;
        note->last = r;
        g_ptr_array_add (note->texts, text);
      }
  return notes;
}

void
cyan_run_notes_copy (CyanProfileBuilder *mean, CyanProfile *const *runs, guint n_runs)
{
  g_autoptr (GPtrArray) notes = list_notes (runs, n_runs);

  for (guint i = 0; i < notes->len; i++)
    {
      const Note *note = notes->pdata[i];
      g_autofree char *text = merged_new (note->texts);

      if (note->texts->len == n_runs)
        cyan_profile_builder_warn (mean, _ ("each run: %s"), text);
      else if (note->texts->len > 1)
        cyan_profile_builder_warn (mean, _ ("%u of %u runs: %s"), note->texts->len, n_runs, text);
      else
        cyan_profile_builder_warn (mean, _ ("run %u: %s"), note->first + 1, text);
    }
}
