/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds functions by name, and the nodes of each.
 *
 * Names are few and nodes are many: each name is looked at once, then each function, then each node
 * has only to ask its functions.
 */
#include "cyan-function-search.h"

#include <math.h>
#include <stdlib.h>

#include "cyan-function-sums.h"
#include "cyan-name-query.h"
#include "cyan-task.h"

/* Names between two polls of a tick: each takes some microseconds. */
#define NAMES_A_TICK 256

typedef enum
{
  UNKNOWN,
  MATCHES,
  LACKS,
} Answer;

/* ---- what was found ---- */

static CyanFound *
found_new (void)
{
  CyanFound *self = g_new0 (CyanFound, 1);

  cyan_ref_count_init (&self->refs);
  self->nodes = g_array_new (FALSE, FALSE, sizeof (CyanNode));
  self->functions = g_array_new (FALSE, FALSE, sizeof (CyanFoundFunction));
  self->contexts = g_array_new (FALSE, FALSE, sizeof (CyanNode));
  return self;
}

CYAN_DEFINE_REF (CyanFound, cyan_found)

void
cyan_found_unref (CyanFound *self)
{
  if (!cyan_ref_count_dec (&self->refs))
    return;
  g_array_unref (self->nodes);
  g_array_unref (self->functions);
  g_array_unref (self->contexts);
  g_free (self);
}

static int
compare_nodes (gconstpointer a, gconstpointer b)
{
  CyanNode x = *(const CyanNode *) a, y = *(const CyanNode *) b;

  return x < y ? -1 : x > y;
}

gboolean
cyan_found_has (const CyanFound *self, CyanNode node)
{
  return g_array_binary_search (self->nodes, &node, compare_nodes, NULL);
}

/* The index of @node in contexts, or their number. */
static guint
index_of (const CyanFound *self, CyanNode node)
{
  guint i = 0;

  while (i < self->contexts->len && g_array_index (self->contexts, CyanNode, i) != node)
    i++;
  return i;
}

int
cyan_found_function_of (const CyanFound *self, CyanNode node)
{
  guint index = index_of (self, node);

  for (guint i = 0; i < self->functions->len; i++)
    {
      const CyanFoundFunction *function = &g_array_index (self->functions, CyanFoundFunction, i);

      if (index >= function->first && index < function->first + function->n_contexts)
        return (int) i;
    }
  return -1;
}

CyanNode
cyan_found_step (const CyanFound *self, CyanNode from, gboolean backwards)
{
  guint n = self->contexts->len;
  guint index = index_of (self, from);

  if (n == 0)
    return CYAN_NODE_NONE;
  if (index == n)
    index = backwards ? n - 1 : 0;
  else
    index = (index + (backwards ? n - 1 : 1)) % n;
  return g_array_index (self->contexts, CyanNode, index);
}

/* ---- names ---- */

/* @answers is by string of the pool. */
static gboolean
name_matches (const CyanComparison *comparison,
              CyanStr name,
              const CyanNameQuery *query,
              guint8 *answers,
              GError **error)
{
  gboolean matches;

  if (answers[name] != UNKNOWN)
    return TRUE;
  if (!cyan_name_query_match (query, cyan_comparison_string (comparison, name), &matches, error))
    return FALSE;
  answers[name] = matches ? MATCHES : LACKS;
  return TRUE;
}

/* Whether a name of each function of a side matches; NULL on failure.  Caller frees. */
static guint8 *
search_names (const CyanComparison *comparison,
              guint side,
              const CyanNameQuery *query,
              guint8 *answers,
              const CyanTick *tick,
              GError **error)
{
  const CyanComparedSide *compared = &comparison->compared.side[side];
  const CyanProfile *profile = compared->profile;
  g_autofree guint8 *found = g_new0 (guint8, MAX (profile->n_functions, 1));

  for (guint i = 0; i < profile->n_functions; i++)
    {
      CyanStr label = compared->label[i], name = profile->functions[i].name;

      if (i % NAMES_A_TICK == 0
          && !cyan_tick (tick, (double) i / profile->n_functions, "Searching", error))
        return NULL;
      if (!name_matches (comparison, label, query, answers, error)
          || !name_matches (comparison, name, query, answers, error))
        return NULL;
      found[i] = answers[label] == MATCHES || answers[name] == MATCHES;
    }
  return g_steal_pointer (&found);
}

static gboolean
node_matches (const CyanProfile *profile, CyanNode node, const guint8 *functions)
{
  return node != CYAN_NODE_NONE && functions[profile->function[node]];
}

static gboolean
search_nodes (const CyanComparison *comparison,
              const guint8 *before,
              const guint8 *after,
              const CyanFiltered *filtered,
              CyanFound *found,
              const CyanTick *tick,
              GError **error)
{
  const CyanCompared *compared = &comparison->compared;

  for (CyanNode i = 1; i < compared->n_nodes; i++)
    {
      if (i % CYAN_TICK_STRIDE == 0
          && !cyan_tick (tick, (double) i / compared->n_nodes, "Searching", error))
        return FALSE;
      if (!node_matches (compared->side[0].profile, compared->tree->before[i], before)
          && !node_matches (compared->side[1].profile, compared->tree->after[i], after))
        continue;
      if (cyan_filtered_shows (filtered, i))
        g_array_append_val (found->nodes, i);
      else
        found->n_hidden++;
    }
  return TRUE;
}

/* ---- functions ---- */

static double
change_of (const CyanCompared *compared, const double total[2], CyanBasis basis)
{
  return compared->single ? cyan_compared_part (total[1], compared->side[1].total)
                          : cyan_compared_change (compared, total, basis);
}

/* A change and what has it: a number of function, or a node. */
typedef struct
{
  double change;
  guint32 of;
} Ranked;

static int
compare_ranked (gconstpointer a, gconstpointer b)
{
  const Ranked *x = a, *y = b;
  double dx = fabs (x->change), dy = fabs (y->change);

  if (dx != dy)
    return dx > dy ? -1 : 1;
  return x->of < y->of ? -1 : x->of > y->of;
}

/* Sets @next, by number of function, to the place of its first context. */
static void
list_functions (const CyanCompared *compared,
                CyanBasis basis,
                const CyanFunctionSum *sums,
                CyanFound *found,
                guint *next)
{
  g_autoptr (GArray) ranked = g_array_new (FALSE, FALSE, sizeof (Ranked));
  guint first = 0;

  for (guint i = 0; i < found->nodes->len; i++)
    next[cyan_compared_function (compared, g_array_index (found->nodes, CyanNode, i))]++;
  for (guint i = 0; i < compared->pairs->n_functions; i++)
    if (next[i] > 0)
      {
        const double total[2] = { sums[i].side[0].total, sums[i].side[1].total };
        Ranked one = { change_of (compared, total, basis), i };

        g_array_append_val (ranked, one);
      }
  g_array_sort (ranked, compare_ranked);
  for (guint i = 0; i < ranked->len; i++)
    {
      const Ranked *one = &g_array_index (ranked, Ranked, i);
      CyanFoundFunction function = { first, next[one->of], one->change };

      g_array_append_val (found->functions, function);
      next[one->of] = first;
      first += function.n_contexts;
    }
}

static void
list_contexts (const CyanCompared *compared, CyanBasis basis, CyanFound *found, guint *next)
{
  guint n = found->nodes->len;
  g_autofree Ranked *ranked = g_new (Ranked, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    {
      CyanNode node = g_array_index (found->nodes, CyanNode, i);
      const double total[2] = { cyan_compared_total (compared, 0, node),
                                cyan_compared_total (compared, 1, node) };

      ranked[next[cyan_compared_function (compared, node)]++] =
          (Ranked){ change_of (compared, total, basis), node };
    }
  for (guint i = 0; i < found->functions->len; i++)
    {
      const CyanFoundFunction *function = &g_array_index (found->functions, CyanFoundFunction, i);

      qsort (ranked + function->first, function->n_contexts, sizeof *ranked, compare_ranked);
    }
  g_array_set_size (found->contexts, n);
  for (guint i = 0; i < n; i++)
    g_array_index (found->contexts, CyanNode, i) = ranked[i].of;
}

CyanFound *
cyan_function_search (const CyanComparison *comparison,
                      const CyanFunctionSearch *search,
                      const CyanTick *tick,
                      GError **error)
{
  const CyanCompared *compared = &comparison->compared;
  g_autoptr (CyanNameQuery) query = cyan_name_query_new (search->text, search->is_regex, error);
  g_autoptr (CyanFound) found = found_new ();
  g_autofree guint8 *answers =
      g_new0 (guint8, cyan_strings_count (compared->side[0].profile->strings));
  g_autofree guint8 *before = NULL;
  g_autofree guint8 *after = NULL;
  g_autofree CyanFunctionSum *sums = NULL;
  g_autofree guint *next = g_new0 (guint, MAX (compared->pairs->n_functions, 1));
  CyanTick first = cyan_tick_slice (tick, 0, 0.3);
  CyanTick second = cyan_tick_slice (tick, 0.3, 0.6);
  CyanTick third = cyan_tick_slice (tick, 0.6, 0.8);
  CyanTick last = cyan_tick_slice (tick, 0.8, 1);

  if (query == NULL)
    return NULL;
  before = search_names (comparison, 0, query, answers, &first, error);
  if (before == NULL)
    return NULL;
  after = search_names (comparison, 1, query, answers, &second, error);
  if (after == NULL)
    return NULL;
  if (!search_nodes (comparison, before, after, search->filtered, found, &third, error))
    return NULL;
  sums = cyan_function_sums_new (comparison, &last, error);
  if (sums == NULL)
    return NULL;
  list_functions (compared, search->basis, sums, found, next);
  list_contexts (compared, search->basis, found, next);
  return g_steal_pointer (&found);
}

/* ---- in a thread ---- */

typedef struct
{
  CyanComparison *comparison;
  char *text;
  CyanFiltered *filtered;
  CyanFunctionSearch search;
} Job;

static void
job_free (gpointer data)
{
  Job *self = data;

  cyan_comparison_unref (self->comparison);
  cyan_filtered_unref (self->filtered);
  g_free (self->text);
  g_free (self);
}

static gpointer
search_in_thread (gpointer data, const CyanTick *tick, GError **error)
{
  const Job *job = data;

  return cyan_function_search (job->comparison, &job->search, tick, error);
}

void
cyan_function_search_async (CyanComparison *comparison,
                            const CyanFunctionSearch *search,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer user_data)
{
  Job *job = g_new (Job, 1);

  job->comparison = cyan_comparison_ref (comparison);
  job->text = g_strdup (search->text);
  job->search = *search;
  job->search.text = job->text;
  job->filtered =
      search->filtered != NULL ? cyan_filtered_ref ((CyanFiltered *) search->filtered) : NULL;
  cyan_task_run (cyan_task_new_quiet (NULL, cancellable, callback, user_data), search_in_thread,
                 job, job_free, (GDestroyNotify) cyan_found_unref);
}

CyanFound *
cyan_function_search_finish (GAsyncResult *result, GError **error)
{
  return cyan_task_finish (result, error);
}
