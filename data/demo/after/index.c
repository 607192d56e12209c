/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The index: every word of the log once, in the order they came. */

#include "keeper.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static Entry *
add_entry (Index *index, const char *word)
{
  Entry *entry;

  if (index->n_entries == MAX_ENTRIES)
    {
      fprintf (stderr, "keeper: more than %d words\n", MAX_ENTRIES);
      exit (EXIT_FAILURE);
    }
  entry = calloc (1, sizeof *entry);
  strcpy (entry->word, word);
  index->entries[index->n_entries++] = entry;
  return entry;
}

/* The entry of a word; a new one where the word was never seen. One list is
 * enough, searched from its end: a ship just seen is soon seen again. */
static Entry *
find_entry (Index *index, const char *word)
{
  for (int i = index->n_entries - 1; i >= 0; i--)
    if (strcmp (index->entries[i]->word, word) == 0)
      return index->entries[i];
  return add_entry (index, word);
}

static void
fold_word (char *word)
{
  /* In place: the word is our own copy, cut from the line by next_word (). */
  for (;
       *word != '\0';
       word++)
    *word = (char) tolower ((unsigned char) *word); /* ASCII is all we get */
}

static void
index_word (Index *index, char *word, int line)
{
  Entry *entry;

  fold_word (word);
  entry = find_entry (index, word);
  if (entry->mentions++ == 0)
    entry->first_line = line;
  entry->last_line = line;
}

/* Copies the next word to `word` and returns where to go on; NULL at the end. */
static const char *
next_word (const char *text, char *word)
{
  int length = 0;

  while (*text != '\0' && !isalpha ((unsigned char) *text))
    text++;
  if (*text == '\0')
    return NULL;
  while (isalpha ((unsigned char) *text))
    {
      if (length < WORD_SIZE - 1)
        word[length++] = *text;
      text++;
    }
  word[length] = '\0';
  return text;
}

static void
index_line (Index *index, const char *text, int line)
{
  char word[WORD_SIZE];

  while ((text = next_word (text, word)) != NULL)
    index_word (index, word, line);
}

void
index_log (Session *session)
{
  for (int i = 0; i < session->log.n_lines; i++)
    index_line (&session->index, session->log.lines[i], i + 1);
}

/* By name, with Shell's gaps: far entries change places first. */
void
sort_index (Session *session)
{
  Entry **entries = session->index.entries;
  int n = session->index.n_entries;
  int gap = 1;

  while (gap < n / 3)
    gap = 3 * gap + 1;
  for (; gap > 0; gap /= 3)
    for (int i = gap; i < n; i++)
      {
        Entry *entry = entries[i];
        int j = i;

        for (; j >= gap && strcmp (entries[j - gap]->word, entry->word) > 0; j -= gap)
          entries[j] = entries[j - gap];
        entries[j] = entry;
      }
}
