/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Looks for a text in the names of a tree.
 *
 * Names are few and nodes are many: each name is looked at once, then each function, then each node
 * has only to ask its functions.
 */
#include "cyan-search.h"

#include <string.h>

#include "cyan-task.h"

/* Names between two polls of a tick: each takes some microseconds. */
#define NAMES_A_TICK 256

typedef enum
{
  UNKNOWN,
  HOLDS,
  LACKS,
} Answer;

/* A text that is looked for. */
typedef struct
{
  CyanComparison *comparison;
  char *text;
} Search;

static void
search_free (gpointer data)
{
  Search *self = data;

  cyan_comparison_unref (self->comparison);
  g_free (self->text);
  g_free (self);
}

/* @answers is by string of the pool. */
static gboolean
holds (const CyanComparison *comparison, CyanStr name, const char *needle, guint8 *answers)
{
  if (answers[name] == UNKNOWN)
    {
      g_autofree char *hay = g_utf8_casefold (cyan_comparison_string (comparison, name), -1);

      answers[name] = strstr (hay, needle) != NULL ? HOLDS : LACKS;
    }
  return answers[name] == HOLDS;
}

/* Whether a name of each function of a side holds @needle; NULL if stopped.  Caller frees. */
static guint8 *
search_functions (const CyanComparison *comparison,
                  guint side,
                  const char *needle,
                  guint8 *answers,
                  const CyanTick *tick,
                  GError **error)
{
  const CyanProfile *profile =
      side == 0 ? comparison->compared.side[0].profile : comparison->compared.side[1].profile;
  g_autofree guint8 *found = g_new0 (guint8, MAX (profile->n_functions, 1));

  for (guint i = 0; i < profile->n_functions; i++)
    {
      if (i % NAMES_A_TICK == 0
          && !cyan_tick (tick, (double) i / profile->n_functions, "Searching", error))
        return NULL;
      found[i] = holds (comparison, comparison->compared.side[side].label[i], needle, answers)
                 || holds (comparison, profile->functions[i].name, needle, answers);
    }
  return g_steal_pointer (&found);
}

static gboolean
node_holds (const CyanProfile *profile, CyanNode node, const guint8 *functions)
{
  return node != CYAN_NODE_NONE && functions[profile->function[node]];
}

GArray *
cyan_search (const CyanComparison *comparison,
             const char *text,
             const CyanTick *tick,
             GError **error)
{
  const CyanMergedTree *tree = comparison->compared.tree;
  g_autofree char *needle = g_utf8_casefold (text, -1);
  g_autofree guint8 *answers =
      g_new0 (guint8, cyan_strings_count (comparison->compared.side[0].profile->strings));
  g_autofree guint8 *before = NULL;
  g_autofree guint8 *after = NULL;
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (CyanNode));
  CyanTick first = cyan_tick_slice (tick, 0, 0.4);
  CyanTick second = cyan_tick_slice (tick, 0.4, 0.8);
  CyanTick last = cyan_tick_slice (tick, 0.8, 1);

  before = search_functions (comparison, 0, needle, answers, &first, error);
  if (before == NULL)
    return NULL;
  after = search_functions (comparison, 1, needle, answers, &second, error);
  if (after == NULL)
    return NULL;
  for (CyanNode i = 1; i < comparison->compared.n_nodes; i++)
    {
      if (i % CYAN_TICK_STRIDE == 0
          && !cyan_tick (&last, (double) i / comparison->compared.n_nodes, "Searching", error))
        return NULL;
      if (node_holds (comparison->compared.side[0].profile, tree->before[i], before)
          || node_holds (comparison->compared.side[1].profile, tree->after[i], after))
        g_array_append_val (found, i);
    }
  return g_steal_pointer (&found);
}

static gpointer
search_in_thread (gpointer data, const CyanTick *tick, GError **error)
{
  const Search *search = data;

  return cyan_search (search->comparison, search->text, tick, error);
}

void
cyan_search_async (CyanComparison *comparison,
                   const char *text,
                   GCancellable *cancellable,
                   GAsyncReadyCallback callback,
                   gpointer user_data)
{
  Search *search = g_new (Search, 1);

  search->comparison = cyan_comparison_ref (comparison);
  search->text = g_strdup (text);
  cyan_task_run (g_task_new (NULL, cancellable, callback, user_data), search_in_thread, search,
                 search_free, (GDestroyNotify) g_array_unref, NULL, NULL);
}

GArray *
cyan_search_finish (GAsyncResult *result, GError **error)
{
  return cyan_task_finish (result, error);
}

/* The first index in @found of a node that is @node or comes after it. */
static guint
index_from (const GArray *found, CyanNode node)
{
  guint low = 0, high = found->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (found, CyanNode, middle) < node)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

CyanNode
cyan_search_step (const GArray *found, CyanNode from, gboolean backwards)
{
  CyanNode start = from == CYAN_NODE_NONE ? CYAN_NODE_ROOT : from;
  guint index;

  if (found->len == 0)
    return CYAN_NODE_NONE;
  index = backwards ? index_from (found, start) + found->len - 1 : index_from (found, start + 1);
  return g_array_index (found, CyanNode, index % found->len);
}
