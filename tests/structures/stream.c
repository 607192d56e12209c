/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trie-text.h"
#include "stream.h"

#include <string.h>

void
stream_init (Stream *self)
{
  self->tape = cyan_call_tape_new (0);
  self->names = g_ptr_array_new_with_free_func (g_free);
  self->numbers = g_hash_table_new (g_str_hash, g_str_equal);
  g_ptr_array_add (self->names, g_strdup ("(all)"));
}

void
stream_clear (Stream *self)
{
  cyan_call_tape_free (self->tape);
  g_ptr_array_unref (self->names);
  g_hash_table_unref (self->numbers);
}

guint32
stream_function (Stream *self, const char *name)
{
  guint32 number = GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers, name));

  if (number != 0)
    return number;
  number = self->names->len;
  g_ptr_array_add (self->names, g_strdup (name));
  g_hash_table_insert (self->numbers, self->names->pdata[number], GUINT_TO_POINTER (number));
  return number;
}

void
stream_enter (Stream *self, guint thread, const char *name)
{
  g_assert_true (cyan_call_tape_enter (self->tape, thread, stream_function (self, name), NULL));
}

void
stream_read (Stream *self, const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);

  for (char **word = words; *word != NULL; word++)
    if (strcmp (*word, ")") == 0)
      cyan_call_tape_leave (self->tape, 0);
    else if (g_str_has_suffix (*word, "("))
      {
        (*word)[strlen (*word) - 1] = '\0';
        stream_enter (self, 0, *word);
      }
    else
      {
        stream_enter (self, 0, *word);
        cyan_call_tape_leave (self->tape, 0);
      }
}

void
stream_make (Stream *self, guint n_threads)
{
  gint32 n_functions = g_test_rand_int_range (1, 9), n_events = g_test_rand_int_range (1, 600);

  for (gint32 i = 0; i < n_events; i++)
    {
      guint thread = (guint) g_test_rand_int_range (0, (gint32) n_threads);
      const char name[] = { (char) ('a' + g_test_rand_int_range (0, n_functions)), '\0' };

      if (g_test_rand_int_range (0, 100) < 47)
        cyan_call_tape_leave (self->tape, thread);
      else
        stream_enter (self, thread, name);
    }
}

void
stream_play (const Stream *self, const CyanCallTaker *taker, gpointer to)
{
  g_assert_true (cyan_call_tape_play (self->tape, taker, to, NULL, NULL));
}

void
stream_contexts (const Stream *self, CyanCallTree *tree)
{
  cyan_call_tree_init (tree, CYAN_CALL_TREE_CONTEXTS);
  stream_play (self, &cyan_call_tree_taker, tree);
}

static const char *
name_of (guint32 key, gpointer data)
{
  return ((const Stream *) data)->names->pdata[key];
}

void
assert_tree (const Stream *self, const CyanTrie *tree, char mark, const char *expected)
{
  g_autofree char *text = cyan_trie_to_text (tree, mark, name_of, (gpointer) self);

  g_assert_true (cyan_trie_check (tree, NULL));
  g_assert_cmpstr (text, ==, expected);
}

void
assert_equal_trees (const CyanTrie *a, const CyanTrie *b)
{
  g_autofree guint32 *of = g_new0 (guint32, a->n_nodes);

  g_assert_cmpuint (a->n_nodes, ==, b->n_nodes);
  for (guint32 i = 1; i < a->n_nodes; i++)
    {
      of[i] = cyan_trie_find (b, of[a->parent[i]], a->key[i]);
      g_assert_cmpuint (of[i], !=, 0);
      g_assert_cmpuint (a->count[i], ==, b->count[of[i]]);
    }
}

const CyanCounter *
stream_counter (const CyanSpaceSaving *saving, guint32 node)
{
  g_assert (node < saving->tree.n_nodes);
  return saving->counter[node] > 0 ? &saving->counters[saving->counter[node] - 1] : NULL;
}
