/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds functions that changed and that no profile has, since a compiler put them into their
 * callers. */
#include "cyan-source-table-private.h"

#include <math.h>
#include <string.h>

#include "cyan-code-calls.h"
#include "cyan-code.h"
#include "cyan-error.h"
#include "cyan-function-compare.h"
#include "cyan-name-parts.h"

/* Functions whose callees are searched: those that changed most ... */
#define MOST_CALLERS 8
/* ... by at least this part of the run. */
#define LEAST_CHANGE 0.01

/* Callees that are looked up for one function, and how many calls one may be away. */
#define MOST_CALLEES 64
#define MOST_STEPS   4

typedef struct
{
  CyanSourceTable *table;
  GHashTable *ran; /* of char *: the last names of all functions of both profiles */
} Search;

/* A function on the way from one that ran to what it inlines. */
typedef struct
{
  CyanFunctionText *text[2];
  guint n_steps;
} Step;

static void
step_clear (gpointer data)
{
  Step *self = data;

  for (guint side = 0; side < 2; side++)
    g_clear_pointer (&self->text[side], cyan_function_text_unref);
}

static GHashTable *
names_of (const CyanComparison *comparison)
{
  GHashTable *names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint side = 0; side < 2; side++)
    {
      const CyanProfile *profile = comparison->compared.side[side].profile;

      for (guint f = 1; f < profile->n_functions; f++)
        {
          CyanNameParts parts;

          cyan_name_parts_init (&parts,
                                cyan_strings_get (profile->strings, profile->functions[f].normal));
          g_hash_table_add (names, g_strdup (cyan_name_parts_last (&parts)));
          cyan_name_parts_clear (&parts);
        }
    }
  return names;
}

/* Adds the names that @self calls on either side to @names, each once. */
static void
list_callees (const Step *self, GPtrArray *names, GHashTable *known)
{
  for (guint side = 0; side < 2; side++)
    {
      CyanLanguage language = cyan_language_of_path (self->text[side]->path);
      gsize length;
      const char *lines = cyan_function_text_lines (self->text[side], &length);
      CyanCodeBody *body;

      if (!cyan_code_is_inlined (language))
        continue;
      body = cyan_code_body_new (language, lines, length);
      for (guint i = 0; i < body->calls->len; i++)
        {
          const char *name = g_array_index (body->calls, CyanCodeCall, i).name;

          if (g_hash_table_contains (known, name))
            continue;
          g_ptr_array_add (names, g_strdup (name));
          g_hash_table_add (known, g_strdup (name));
        }
      cyan_code_body_free (body);
    }
}

gboolean
cyan_source_find_known (const CyanSourceTable *table,
                        guint side,
                        const CyanFunctionQuery *query,
                        CyanFunctionText **text,
                        const CyanTick *tick,
                        GError **error)
{
  g_autoptr (GError) reason = NULL;

  *text =
      cyan_source_location_find (cyan_source_table_location (table, side), query, tick, &reason);
  return cyan_error_goes_on (&reason, error);
}

/* Finds the function @name in the files of its caller.  FALSE only if cancelled. */
static gboolean
look_up (const Search *self,
         const Step *caller,
         const char *name,
         Step *callee,
         const CyanTick *tick,
         GError **error)
{
  for (guint side = 0; side < 2; side++)
    {
      const CyanFunctionQuery query = { .name = name, .file = caller->text[side]->path };

      if (cyan_source_find_known (self->table, side, &query, &callee->text[side], tick, error))
        continue;
      step_clear (callee);
      return FALSE;
    }
  callee->n_steps = caller->n_steps + 1;
  return TRUE;
}

static CyanInlined *
inlined_new (guint32 pair, const char *name, const CyanFunctionText *after)
{
  CyanInlined *self = g_new (CyanInlined, 1);

  *self = (CyanInlined){ pair, g_strdup (name), g_strdup (after->path), after->first_line };
  return self;
}

static void
inlined_free (gpointer data)
{
  CyanInlined *self = data;

  g_free (self->name);
  g_free (self->file);
  g_free (self);
}

/* Adds the changed function that is the fewest calls away from the first of @steps.  FALSE only if
 * cancelled. */
static gboolean
search (const Search *self,
        guint32 pair,
        GArray *steps,
        GPtrArray *inlined,
        const CyanTick *tick,
        GError **error)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  guint n_left = MOST_CALLEES;

  for (guint i = 0; i < steps->len; i++)
    {
      guint first = names->len;

      if (g_array_index (steps, Step, i).n_steps < MOST_STEPS)
        list_callees (&g_array_index (steps, Step, i), names, known);
      for (guint k = first; k < names->len && n_left > 0; k++)
        {
          const char *name = g_ptr_array_index (names, k);
          Step callee = { { NULL, NULL }, 0 };

          if (g_hash_table_contains (self->ran, name))
            continue;
          n_left--;
          if (!look_up (self, &g_array_index (steps, Step, i), name, &callee, tick, error))
            return FALSE;
          if (callee.text[0] == NULL || callee.text[1] == NULL)
            {
              step_clear (&callee);
              continue;
            }
          g_array_append_val (steps, callee);
          if (cyan_function_text_compare (callee.text[0], callee.text[1]) != CYAN_CHANGE_MODIFIED)
            continue;
          g_ptr_array_add (inlined, inlined_new (pair, name, callee.text[1]));
          return TRUE;
        }
    }
  return TRUE;
}

static gboolean
search_pair (
    const Search *self, guint32 pair, GPtrArray *inlined, const CyanTick *tick, GError **error)
{
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (Step));
  g_auto (CyanSourcePair) texts = { 0 };
  Step first = { { NULL, NULL }, 0 };

  if (!cyan_source_table_look_up (self->table, pair, &texts, tick, error))
    return FALSE;
  if (texts.before == NULL || texts.after == NULL)
    return TRUE;
  g_array_set_clear_func (steps, step_clear);
  first.text[0] = cyan_function_text_ref (texts.before);
  first.text[1] = cyan_function_text_ref (texts.after);
  g_array_append_val (steps, first);
  return search (self, pair, steps, inlined, tick, error);
}

typedef struct
{
  guint32 pair;
  double change; /* magnitude */
} Caller;

static int
compare_callers (gconstpointer a, gconstpointer b)
{
  const Caller *x = a, *y = b;

  if (x->change != y->change)
    return x->change > y->change ? -1 : 1;
  return (x->pair > y->pair) - (x->pair < y->pair);
}

/* By function: how much it changed by itself and by what only one side calls below it.  Free with
 * g_free(). */
static double *
sum_changes (const CyanCompared *compared)
{
  double *change = g_new0 (double, MAX (compared->pairs->n_functions, 1));
  g_autofree CyanNode *common =
      g_new0 (CyanNode, compared->n_nodes); /* the nearest of both sides */

  for (CyanNode node = 1; node < compared->n_nodes; node++)
    {
      common[node] =
          cyan_compared_is_pair (compared, node) ? node : common[compared->tree->parent[node]];
      for (guint side = 0; side < 2; side++)
        change[cyan_compared_function (compared, common[node])] +=
            (side == 0 ? -1 : 1) * cyan_compared_self (compared, side, node)
            * cyan_compared_factor (compared, side);
    }
  return change;
}

/* Of Caller: the first pair of each function that ran on both sides and changed. */
static GArray *
list_callers (const CyanCompared *compared)
{
  const CyanFunctionPairs *pairs = compared->pairs;
  g_autofree double *change = sum_changes (compared);
  g_autofree guint8 *seen = g_new0 (guint8, MAX (pairs->n_functions, 1));
  double least = LEAST_CHANGE * (compared->same_unit ? cyan_compared_larger_total (compared) : 1);
  GArray *callers = g_array_new (FALSE, FALSE, sizeof (Caller));

  for (guint32 pair = 0; pair < pairs->n; pair++)
    {
      guint32 function = pairs->function[pair];
      Caller caller = { pair, fabs (change[function]) };

      if (seen[function] || pairs->at[pair].before == G_MAXUINT32
          || pairs->at[pair].after == G_MAXUINT32 || !(caller.change >= least))
        continue;
      seen[function] = TRUE;
      g_array_append_val (callers, caller);
    }
  g_array_sort (callers, compare_callers);
  g_array_set_size (callers, MIN (callers->len, MOST_CALLERS));
  return callers;
}

GPtrArray *
cyan_source_inlined_new (CyanSourceTable *table,
                         const CyanComparison *comparison,
                         const CyanTick *tick,
                         GError **error)
{
  g_autoptr (GPtrArray) inlined = g_ptr_array_new_with_free_func (inlined_free);
  g_autoptr (GArray) callers = list_callers (&comparison->compared);
  Search self = { table, NULL };
  gboolean ok = TRUE;

  if (cyan_source_table_location (table, 0) == NULL || cyan_source_table_location (table, 1) == NULL
      || callers->len == 0)
    return g_steal_pointer (&inlined);
  self.ran = names_of (comparison);
  for (guint i = 0; i < callers->len && ok; i++)
    ok = search_pair (&self, g_array_index (callers, Caller, i).pair, inlined, tick, error);
  g_hash_table_unref (self.ran);
  return ok ? g_steal_pointer (&inlined) : NULL;
}

gboolean
cyan_source_table_look_up_inlined (CyanSourceTable *self,
                                   const CyanInlined *inlined,
                                   CyanSourcePair *pair,
                                   const CyanTick *tick,
                                   GError **error)
{
  const CyanFunctionQuery query = { .name = inlined->name, .file = inlined->file };

  *pair = (CyanSourcePair){ .change = CYAN_CHANGE_UNKNOWN };
  if (!cyan_source_find_known (self, 0, &query, &pair->before, tick, error)
      || !cyan_source_find_known (self, 1, &query, &pair->after, tick, error))
    {
      cyan_source_pair_clear (pair);
      return FALSE;
    }
  if (pair->before != NULL && pair->after != NULL)
    pair->change = cyan_function_text_compare (pair->before, pair->after);
  return TRUE;
}
