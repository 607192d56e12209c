/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The index: every word of the log once, found again as fast as we can. */

#include "keeper.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* FNV-1a. */
static unsigned
hash_word (const char *word)
{
  unsigned hash = 2166136261u;

  for (; *word != '\0'; word++)
    hash = (hash ^ (unsigned char) *word) * 16777619u;
  return hash;
}

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

/* The entry of a word; a new one where the word was never seen. */
static Entry *
find_entry (Index *index, const char *word)
{
  unsigned slot = hash_word (word) % N_SLOTS;

  while (index->slots[slot] != 0)
    {
      Entry *entry = index->entries[index->slots[slot] - 1];

      if (strcmp (entry->word, word) == 0)
        return entry;
      slot = (slot + 1) % N_SLOTS;
    }
  index->slots[slot] = index->n_entries + 1;
  return add_entry (index, word);
}

static void
fold_word (char *word)
{
  for (; *word != '\0'; word++)
    *word = (char) tolower ((unsigned char) *word);
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

/* By name: neighbours change places until all of them are in order. */
void
sort_index (Session *session)
{
  Entry **entries = session->index.entries;
  int n = session->index.n_entries;
  int swapped = 1;

  while (swapped)
    {
      swapped = 0;
      for (int i = 1; i < n; i++)
        if (strcmp (entries[i - 1]->word, entries[i]->word) > 0)
          {
            Entry *entry = entries[i];

            entries[i] = entries[i - 1];
            entries[i - 1] = entry;
            swapped = 1;
          }
    }
}
