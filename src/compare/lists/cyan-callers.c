/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who calls a function, and who calls those, before and after. */
#include "cyan-callers.h"

#include "cyan-function-sum.h"
#include "cyan-i18n.h"
#include "cyan-name-short.h"
#include "cyan-text.h"

#include <stdlib.h>

/* Characters of a name in a sentence. */
#define NAME_CHARS 60

/* A context of the callee, and the node above it that its calls have been followed to. */
typedef struct
{
  CyanNode callee;
  CyanNode at;
} Call;

struct _CyanCallers
{
  CyanRefCount refs;
  CyanComparison *comparison; /* owned */
  GPtrArray *entries;         /* owned; of CyanCaller */
};

static void
entry_free (gpointer data)
{
  CyanCaller *entry = data;

  g_array_unref (entry->calls);
  g_free (entry);
}

static CyanCaller *
entry_new (guint32 function, guint32 parent, guint depth)
{
  const CyanCaller entry = { .function = function,
                             .parent = parent,
                             .depth = depth,
                             .n = CYAN_CALLERS_UNKNOWN,
                             .calls = g_array_new (FALSE, FALSE, sizeof (Call)) };

  return g_memdup2 (&entry, sizeof entry);
}

static CyanCaller *
entry_at (const CyanCallers *self, guint32 entry)
{
  g_assert (entry < self->entries->len);
  return g_ptr_array_index (self->entries, entry);
}

/* Its calls are in preorder of the callees. */
static void
sum_up (CyanCaller *entry, const CyanComparison *comparison)
{
  CyanSumming summing = { 0 };

  cyan_function_sum_init (&entry->sum);
  for (guint i = 0; i < entry->calls->len; i++)
    {
      const Call *call = &g_array_index (entry->calls, Call, i);

      cyan_function_sum_add (&entry->sum, &summing, comparison, call->callee, call->at);
    }
  cyan_function_sum_finish (&entry->sum);
}

CyanCallers *
cyan_callers_new (CyanComparison *comparison, guint32 function)
{
  const CyanCompared *compared = &comparison->compared;
  CyanCallers *self = g_new (CyanCallers, 1);
  CyanCaller *callee = entry_new (function, 0, 0);

  g_assert (function < compared->pairs->n_functions);
  cyan_ref_count_init (&self->refs);
  self->comparison = cyan_comparison_ref (comparison);
  self->entries = g_ptr_array_new_with_free_func (entry_free);
  g_ptr_array_add (self->entries, callee);
  for (CyanNode node = 1; node < compared->n_nodes; node++)
    if (cyan_compared_function (compared, node) == function)
      {
        const Call call = { node, node };

        g_array_append_val (callee->calls, call);
      }
  sum_up (callee, comparison);
  return self;
}

CYAN_DEFINE_REF (CyanCallers, cyan_callers)

void
cyan_callers_unref (CyanCallers *self)
{
  if (self == NULL || !cyan_ref_count_dec (&self->refs))
    return;
  g_ptr_array_unref (self->entries);
  cyan_comparison_unref (self->comparison);
  g_free (self);
}

guint
cyan_callers_n (const CyanCallers *self)
{
  return self->entries->len;
}

const CyanCaller *
cyan_callers_at (const CyanCallers *self, guint32 entry)
{
  return entry_at (self, entry);
}

/* ---- the way up ---- */

/* The innermost caller above call->at that every side with the callee has, or the root. */
static CyanNode
caller_of (const CyanCompared *compared, const Call *call)
{
  const CyanMergedTree *tree = compared->tree;
  CyanNode node = tree->parent[call->at];

  while (
      node != CYAN_NODE_ROOT
      && ((tree->before[call->callee] != CYAN_NODE_NONE && tree->before[node] == CYAN_NODE_NONE)
          || (tree->after[call->callee] != CYAN_NODE_NONE && tree->after[node] == CYAN_NODE_NONE)))
    node = tree->parent[node];
  return node;
}

/* A side without it has made no calls; NaN: unknown. */
static double
calls_of (const CyanSide *side)
{
  return !side->present ? 0 : side->calls == CYAN_CALLS_UNKNOWN ? NAN : (double) side->calls;
}

static double
change_of_calls (const CyanCaller *entry)
{
  return calls_of (&entry->sum.side[1]) - calls_of (&entry->sum.side[0]);
}

/* In parts of the larger run. */
static double
change_of_total (const CyanCallers *self, const CyanCaller *entry)
{
  const CyanCompared *compared = &self->comparison->compared;
  const double total[2] = { entry->sum.side[0].total, entry->sum.side[1].total };

  return cyan_compared_change (compared, total,
                               compared->same_unit ? CYAN_BASIS_ABSOLUTE : CYAN_BASIS_SHARE);
}

/* How an entry compares with its siblings. */
typedef struct
{
  CyanCaller *entry;
  double calls, total, weight;
} Ranked;

static int
descending (double a, double b)
{
  return (a < b) - (a > b);
}

static int
compare_ranked (gconstpointer a, gconstpointer b)
{
  const Ranked *x = a, *y = b;
  int calls = descending (x->calls, y->calls), total = descending (x->total, y->total);
  int weight = descending (x->weight, y->weight);

  return calls != 0    ? calls
         : total != 0  ? total
         : weight != 0 ? weight
                       : (x->entry->sum.node > y->entry->sum.node)
                             - (x->entry->sum.node < y->entry->sum.node);
}

/* Appends @callers as the next entries, in their order. */
static void
append_sorted (CyanCallers *self, GPtrArray *callers)
{
  const CyanCaller *callee = entry_at (self, 0);
  gboolean known = TRUE, fell;
  g_autofree Ranked *ranked = g_new (Ranked, MAX (callers->len, 1));

  for (guint i = 0; i < callers->len; i++)
    {
      CyanCaller *entry = g_ptr_array_index (callers, i);

      ranked[i] = (Ranked){ entry, change_of_calls (entry), change_of_total (self, entry),
                            MAX (entry->sum.side[0].share, entry->sum.side[1].share) };
      known &= !isnan (ranked[i].calls);
    }
  fell = known && change_of_calls (callee) != 0 ? change_of_calls (callee) < 0
                                                : change_of_total (self, callee) < 0;
  for (guint i = 0; i < callers->len; i++)
    {
      ranked[i].calls = !known ? 0 : fell ? -ranked[i].calls : ranked[i].calls;
      ranked[i].total = fell ? -ranked[i].total : ranked[i].total;
    }
  qsort (ranked, callers->len, sizeof *ranked, compare_ranked);
  for (guint i = 0; i < callers->len; i++)
    g_ptr_array_add (self->entries, ranked[i].entry);
}

guint
cyan_callers_open (CyanCallers *self, guint32 entry)
{
  const CyanCompared *compared = &self->comparison->compared;
  CyanCaller *opened = entry_at (self, entry);
  g_autoptr (GHashTable) by_function = NULL;
  g_autoptr (GPtrArray) callers = NULL;

  if (opened->n != CYAN_CALLERS_UNKNOWN)
    return opened->n;
  by_function = g_hash_table_new (NULL, NULL);
  callers = g_ptr_array_new ();
  for (guint i = 0; i < opened->calls->len; i++)
    {
      Call call = g_array_index (opened->calls, Call, i);
      CyanCaller *caller;
      guint32 function;

      call.at = caller_of (compared, &call);
      if (call.at == CYAN_NODE_ROOT)
        continue;
      function = cyan_compared_function (compared, call.at);
      caller = g_hash_table_lookup (by_function, GUINT_TO_POINTER (function));
      if (caller == NULL)
        {
          caller = entry_new (function, entry, opened->depth + 1);
          g_hash_table_insert (by_function, GUINT_TO_POINTER (function), caller);
          g_ptr_array_add (callers, caller);
        }
      g_array_append_val (caller->calls, call);
    }
  for (guint i = 0; i < callers->len; i++)
    sum_up (g_ptr_array_index (callers, i), self->comparison);
  opened->first = self->entries->len;
  opened->n = callers->len;
  append_sorted (self, callers);
  g_assert (self->entries->len == opened->first + opened->n);
  return opened->n;
}

gboolean
cyan_callers_open_all (CyanCallers *self, guint depth, const CyanTick *tick, GError **error)
{
  for (guint32 i = 0; i < self->entries->len && entry_at (self, i)->depth < depth; i++)
    {
      if (!cyan_tick (tick, entry_at (self, i)->depth / (double) depth, N_ ("Finding callers"),
                      error))
        return FALSE;
      cyan_callers_open (self, i);
    }
  return TRUE;
}

gboolean
cyan_callers_has_callers (const CyanCallers *self, guint32 entry)
{
  const CyanCaller *at = entry_at (self, entry);

  for (guint i = 0; i < at->calls->len; i++)
    if (caller_of (&self->comparison->compared, &g_array_index (at->calls, Call, i))
        != CYAN_NODE_ROOT)
      return TRUE;
  return FALSE;
}

static gboolean
any_call (const CyanCallers *self,
          guint32 entry,
          const CyanFiltered *filtered,
          gboolean (*holds) (const CyanFiltered *filtered, CyanNode node))
{
  const GArray *calls = entry_at (self, entry)->calls;

  g_assert (cyan_filtered_fits (filtered, self->comparison));
  for (guint i = 0; i < calls->len; i++)
    if (holds (filtered, g_array_index (calls, Call, i).at))
      return TRUE;
  return FALSE;
}

gboolean
cyan_callers_matches (const CyanCallers *self, guint32 entry, const CyanFiltered *filtered)
{
  return any_call (self, entry, filtered, cyan_filtered_matches);
}

gboolean
cyan_callers_is_below_match (const CyanCallers *self, guint32 entry, const CyanFiltered *filtered)
{
  return any_call (self, entry, filtered, cyan_filtered_is_below_match);
}

/* ---- in words ---- */

static char *
name_of (const CyanCallers *self, guint32 entry)
{
  g_autofree char *name = cyan_name_short_text (
      cyan_comparison_name (self->comparison, entry_at (self, entry)->sum.node));

  return cyan_text_for_label (name, NAME_CHARS);
}

static char *
count_of (double count)
{
  return g_strdup_printf ("%'.0f", fabs (count));
}

/* Who makes most of the @n calls of a single profile. */
static char *
single_sentence (const CyanCallers *self, const char *callee, double n)
{
  guint32 top = entry_at (self, 0)->first;
  double part = change_of_calls (entry_at (self, top));
  g_autofree char *calls = count_of (n), *most = count_of (part), *caller = name_of (self, top);

  if (part == n)
    return g_strdup_printf (
        /* Translators: a function, a number, and the function that calls it. */
        ngettext ("%s is called %s time, by %s", "%s is called %s times, all by %s",
                  cyan_plural_of (n)),
        callee, calls, caller);
  return g_strdup_printf (
      /* Translators: a function, two numbers, and the function that calls most. */
      ngettext ("%s is called %s time, %s of them by %s", "%s is called %s times, %s of them by %s",
                cyan_plural_of (n)),
      callee, calls, most, caller);
}

/* Who makes most of the calls that came or went. */
static char *
change_sentence (const CyanCallers *self, const char *callee, const double n[2])
{
  const CyanCaller *top = entry_at (self, 0);
  g_autofree char *before = count_of (n[0]), *after = count_of (n[1]), *most = NULL, *caller = NULL;
  g_autofree char *change = count_of (n[1] - n[0]);
  double part = change_of_calls (entry_at (self, top->first));

  if (n[0] == n[1])
    return g_strdup_printf (ngettext ("%s is called %s time, as often as before",
                                      "%s is called %s times, as often as before",
                                      cyan_plural_of (n[1])),
                            callee, after);
  /* A part that is larger than the whole: others changed the other way. */
  if (part == 0 || fabs (part) > fabs (n[1] - n[0]))
    return g_strdup_printf (
        /* Translators: a function, the numbers after and before, and their difference. */
        n[1] > n[0]
            ? ngettext ("%s is called %s time instead of %s: %s more",
                        "%s is called %s times instead of %s: %s more", cyan_plural_of (n[1]))
            : ngettext ("%s is called %s time instead of %s: %s fewer",
                        "%s is called %s times instead of %s: %s fewer", cyan_plural_of (n[1])),
        callee, after, before, change);
  caller = name_of (self, top->first);
  if (part == n[1] - n[0])
    return g_strdup_printf (
        /* Translators: a function, the numbers after and before, their difference, and the function
         * that makes all of it. */
        n[1] > n[0] ? ngettext ("%s is called %s time instead of %s: %s more, all by %s",
                                "%s is called %s times instead of %s: %s more, all by %s",
                                cyan_plural_of (n[1]))
                    : ngettext ("%s is called %s time instead of %s: %s fewer, all by %s",
                                "%s is called %s times instead of %s: %s fewer, all by %s",
                                cyan_plural_of (n[1])),
        callee, after, before, change, caller);
  most = count_of (part);
  return g_strdup_printf (
      /* Translators: a function, the numbers after and before, their difference, how much of it is
       * of one caller, and that caller. */
      n[1] > n[0] ? ngettext ("%s is called %s time instead of %s: %s more, %s of them by %s",
                              "%s is called %s times instead of %s: %s more, %s of them by %s",
                              cyan_plural_of (n[1]))
                  : ngettext ("%s is called %s time instead of %s: %s fewer, %s of them by %s",
                              "%s is called %s times instead of %s: %s fewer, %s of them by %s",
                              cyan_plural_of (n[1])),
      callee, after, before, change, most, caller);
}

char *
cyan_callers_to_sentence (CyanCallers *self)
{
  const CyanSide *side = entry_at (self, 0)->sum.side;
  g_autofree char *callee = name_of (self, 0);
  const double n[] = { calls_of (&side[0]), calls_of (&side[1]) };

  cyan_callers_open (self, 0);
  if (entry_at (self, 0)->n == 0)
    return g_strdup_printf (_ ("%s has no callers"), callee);
  if (isnan (n[0] + n[1]))
    return g_strdup_printf (_ ("How often %s is called is not known: its callers are ordered by "
                               "totals"),
                            callee);
  return self->comparison->compared.single ? single_sentence (self, callee, n[1])
                                           : change_sentence (self, callee, n);
}
