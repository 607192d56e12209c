/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes a comparison: one pool of strings, matching, merged tree, totals, masses, functions.
 *
 * Everything by node is a sweep over the merged tree's preorder arrays; the one array that does
 * not stay is the sum of masses in double precision.
 */
#include "cyan-comparison.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "cyan-error.h"
#include "cyan-noise.h"
#include "cyan-profile-builder.h"
#include "cyan-units.h"

/* Runs whose totals are that many times apart hardly did the same work. */
#define FAR_APART 10.0

static gboolean
find_metric (
    const CyanProfile *profile, const char *name, const char *side, guint *metric, GError **error)
{
  *metric = 0;
  if (name == NULL || cyan_profile_find_metric (profile, name, metric))
    return TRUE;
  return cyan_fail (error, CYAN_ERROR_MISMATCH, "%s: there is no metric \"%s\"", side, name);
}

/* What a node would have cost on the side that lacks it: the sum over its children in the merged
 * tree. */
static gboolean
fill_imputed (CyanComparison *self, const CyanTick *tick, GError **error)
{
  const CyanMergedTree *tree = self->tree;

  self->imputed = g_new0 (double, self->n_nodes);
  for (CyanNode i = self->n_nodes; i-- > 1;)
    {
      CyanNode up = tree->parent[i];

      if (i % CYAN_TICK_STRIDE == 0
          && !cyan_tick (tick, 1 - (double) i / self->n_nodes, "Comparing", error))
        return FALSE;
      if (tree->before[up] == CYAN_NODE_NONE)
        self->imputed[up] += cyan_comparison_before_total (self, i);
      else if (tree->after[up] == CYAN_NODE_NONE)
        self->imputed[up] += cyan_comparison_after_total (self, i);
    }
  return TRUE;
}

static gboolean
fill_masses (CyanComparison *self,
             CyanDirection direction,
             float **mass,
             const CyanTick *tick,
             GError **error)
{
  g_autofree double *sum = g_new0 (double, self->n_nodes);

  *mass = g_new (float, self->n_nodes);
  for (CyanNode i = self->n_nodes; i-- > 0;)
    {
      if (i % CYAN_TICK_STRIDE == 0
          && !cyan_tick (tick, 1 - (double) i / self->n_nodes, "Comparing", error))
        return FALSE;
      sum[i] += cyan_noise_gain (self, i, direction);
      (*mass)[i] = (float) MIN (sum[i], (double) FLT_MAX);
      if (i > 0)
        sum[self->tree->parent[i]] += sum[i];
    }
  return TRUE;
}

/* Which function of one profile is which of the other. */
typedef struct
{
  GHashTable *exact;   /* Key * -> index */
  GHashTable *by_name; /* CyanStr -> index */
} Functions;

typedef struct
{
  CyanStr name, module;
} Key;

static guint
key_hash (gconstpointer key)
{
  const Key *k = key;

  return k->name * 31 + k->module;
}

static gboolean
key_equal (gconstpointer a, gconstpointer b)
{
  const Key *x = a, *y = b;

  return x->name == y->name && x->module == y->module;
}

static void
index_functions (Functions *self, const CyanProfile *profile)
{
  self->exact = g_hash_table_new_full (key_hash, key_equal, g_free, NULL);
  self->by_name = g_hash_table_new (NULL, NULL);
  for (guint f = 0; f < profile->n_functions; f++)
    {
      Key key = { profile->functions[f].name, profile->functions[f].module };

      if (!g_hash_table_contains (self->exact, &key))
        g_hash_table_insert (self->exact, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (f));
      if (!g_hash_table_contains (self->by_name, GUINT_TO_POINTER (key.name)))
        g_hash_table_insert (self->by_name, GUINT_TO_POINTER (key.name), GUINT_TO_POINTER (f));
    }
}

static void
clear_functions (Functions *self)
{
  g_hash_table_unref (self->exact);
  g_hash_table_unref (self->by_name);
}

/* By name and module; where one recording knows no modules, by name. */
static guint32
lookup_function (const Functions *self, const CyanFunction *function)
{
  Key key = { function->name, function->module };
  Key plain = { function->name, CYAN_STR_EMPTY };
  gpointer found;

  if (g_hash_table_lookup_extended (self->exact, &key, NULL, &found)
      || g_hash_table_lookup_extended (self->exact, &plain, NULL, &found)
      || (function->module == CYAN_STR_EMPTY
          && g_hash_table_lookup_extended (self->by_name, GUINT_TO_POINTER (function->name), NULL,
                                           &found)))
    return GPOINTER_TO_UINT (found);
  return G_MAXUINT32;
}

/* For each function of a side the other side's: the one it was matched with first, else the one
 * of its name. */
typedef struct
{
  guint32 *of_before; /* by function of before */
  guint32 *of_after;
} Partners;

static void
clear_partners (Partners *self)
{
  g_free (self->of_before);
  g_free (self->of_after);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Partners, clear_partners)

static guint
find_partners (Partners *self, const CyanComparison *comparison)
{
  const CyanProfile *before = comparison->before, *after = comparison->after;
  const CyanMergedTree *tree = comparison->tree;
  Functions of_before, of_after;
  guint n_common = 0;

  self->of_before = g_new (guint32, before->n_functions);
  self->of_after = g_new (guint32, after->n_functions);
  memset (self->of_before, 0xff, before->n_functions * sizeof (guint32));
  memset (self->of_after, 0xff, after->n_functions * sizeof (guint32));
  for (CyanNode i = 0; i < comparison->n_nodes; i++)
    if (tree->before[i] != CYAN_NODE_NONE && tree->after[i] != CYAN_NODE_NONE)
      {
        guint32 f = before->function[tree->before[i]], g = after->function[tree->after[i]];

        if (self->of_before[f] == G_MAXUINT32)
          self->of_before[f] = g;
        if (self->of_after[g] == G_MAXUINT32)
          self->of_after[g] = f;
      }

  index_functions (&of_before, before);
  index_functions (&of_after, after);
  for (guint f = 0; f < before->n_functions; f++)
    {
      if (self->of_before[f] == G_MAXUINT32)
        self->of_before[f] = lookup_function (&of_after, &before->functions[f]);
      n_common += f > 0 && self->of_before[f] != G_MAXUINT32;
    }
  for (guint g = 0; g < after->n_functions; g++)
    if (self->of_after[g] == G_MAXUINT32)
      self->of_after[g] = lookup_function (&of_before, &after->functions[g]);
  clear_functions (&of_before);
  clear_functions (&of_after);
  return n_common;
}

static guint
pair_hash (gconstpointer key)
{
  const CyanFunctionPair *pair = key;

  return pair->before * 0x9e3779b1u ^ pair->after;
}

static gboolean
pair_equal (gconstpointer a, gconstpointer b)
{
  const CyanFunctionPair *x = a, *y = b;

  return x->before == y->before && x->after == y->after;
}

static CyanFunctionPair
pair_of_node (const CyanComparison *self, const Partners *partners, CyanNode node)
{
  CyanNode before = self->tree->before[node], after = self->tree->after[node];
  CyanFunctionPair pair;

  pair.before = before == CYAN_NODE_NONE ? partners->of_after[self->after->function[after]]
                                         : self->before->function[before];
  pair.after = after == CYAN_NODE_NONE ? partners->of_before[self->before->function[before]]
                                       : self->after->function[after];
  return pair;
}

/* Numbers the pairs by their first node; counts the functions that both runs have. */
static gboolean
fill_pairs (CyanComparison *self, guint *n_common, const CyanTick *tick, GError **error)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new_full (pair_hash, pair_equal, g_free, NULL);
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (CyanFunctionPair));
  g_auto (Partners) partners = { NULL, NULL };

  *n_common = find_partners (&partners, self);

  self->pair = g_new (guint32, self->n_nodes);
  for (CyanNode i = 0; i < self->n_nodes; i++)
    {
      CyanFunctionPair pair = pair_of_node (self, &partners, i);
      gpointer number;

      if (i % CYAN_TICK_STRIDE == 0
          && !cyan_tick (tick, (double) i / self->n_nodes, "Comparing", error))
        return FALSE;
      if (!g_hash_table_lookup_extended (numbers, &pair, NULL, &number))
        {
          number = GUINT_TO_POINTER (pairs->len);
          g_hash_table_insert (numbers, g_memdup2 (&pair, sizeof pair), number);
          g_array_append_val (pairs, pair);
        }
      self->pair[i] = GPOINTER_TO_UINT (number);
    }
  self->n_pairs = pairs->len;
  self->pairs = g_array_steal (pairs, NULL);
  return TRUE;
}

static void G_GNUC_PRINTF (2, 3) warn (CyanComparison *self, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_ptr_array_add (self->warnings, g_strdup_vprintf (format, args));
  va_end (args);
}

static gboolean
calls_known (const CyanProfile *profile)
{
  return cyan_profile_has_calls (profile) || profile->n_nodes == 1;
}

static void
warn_about_side (CyanComparison *self, const char *side, const CyanProfile *profile, double run)
{
  for (guint i = 0; i < profile->warnings->len; i++)
    warn (self, "%s: %s", side, (const char *) g_ptr_array_index (profile->warnings, i));
  if (profile->n_nodes == 1)
    warn (self, "%s: the recording is empty", side);
  else if (!(run > 0))
    warn (self, "%s: the total is 0, so there are no shares", side);
}

static void
warn_about_both (CyanComparison *self, guint n_common)
{
  const char *before_unit = self->before->metrics[self->before_metric].unit;
  const char *after_unit = self->after->metrics[self->after_metric].unit;
  gboolean empty = self->before->n_nodes == 1 || self->after->n_nodes == 1;

  if (self->before == self->after)
    warn (self, "both sides are the same recording");
  if (!self->same_unit)
    warn (self, "the units differ (before: %s, after: %s): only shares can be compared",
          before_unit, after_unit);
  if (!empty && n_common == 0)
    warn (self, "no function of one recording is in the other");
  if (calls_known (self->before) != calls_known (self->after))
    warn (self, "calls are known only %s, so widths are unknown",
          calls_known (self->before) ? "before" : "after");
  if ((self->before_period > 0) != (self->after_period > 0) && !empty)
    warn (self, "only the recording %s is sampled: what it lacks may merely not have been hit",
          self->before_period > 0 ? "before" : "after");
  if (self->same_unit && self->before_run > 0 && self->after_run > 0
      && MAX (self->before_run, self->after_run)
             >= FAR_APART * MIN (self->before_run, self->after_run))
    {
      g_autofree char *before = cyan_value_to_text (self->before_run, before_unit);
      g_autofree char *after = cyan_value_to_text (self->after_run, after_unit);

      warn (self, "the totals are far apart (%s and %s): did both runs do the same work?", before,
            after);
    }
  if (self->bounded)
    warn (self, "the trees differ too much to be matched in full: parts are matched by path only");
}

static gboolean
match_and_merge (CyanComparison *self, const CyanTick *tick, GError **error)
{
  g_autoptr (CyanMatching) matching = NULL;
  CyanTick matches = cyan_tick_slice (tick, 0.0, 0.5);
  CyanTick merges = cyan_tick_slice (tick, 0.5, 0.7);

  matching = cyan_match (self->before, self->after, self->before_metric, self->after_metric,
                         self->method, &matches, error);
  if (matching == NULL)
    return FALSE;
  self->bounded = matching->bounded;
  self->tree = cyan_merged_tree_new (self->before, self->after, matching, &merges, error);
  if (self->tree == NULL)
    return FALSE;
  self->n_nodes = self->tree->n_nodes;
  return TRUE;
}

static gboolean
measure (CyanComparison *self, guint *n_common, const CyanTick *tick, GError **error)
{
  CyanTick totals = cyan_tick_slice (tick, 0.7, 0.8);
  CyanTick slower = cyan_tick_slice (tick, 0.8, 0.9);
  CyanTick faster = cyan_tick_slice (tick, 0.9, 0.95);
  CyanTick pairs = cyan_tick_slice (tick, 0.95, 1.0);

  if (!fill_imputed (self, &totals, error)
      || !fill_masses (self, CYAN_DIRECTION_SLOWER, &self->slower_mass, &slower, error)
      || !fill_masses (self, CYAN_DIRECTION_FASTER, &self->faster_mass, &faster, error))
    return FALSE;
  self->not_seen = g_new (guint8, self->n_nodes);
  cyan_noise_mark_not_seen (self);
  return fill_pairs (self, n_common, &pairs, error);
}

static CyanComparison *
compare (CyanProfile *before,
         CyanProfile *after,
         gboolean single,
         const CyanCompareOptions *options,
         const CyanTick *tick,
         GError **error)
{
  g_autoptr (CyanComparison) self = NULL;
  guint before_metric, after_metric;
  guint n_common = 0;

  if (!find_metric (before, options->metric, "before", &before_metric, error)
      || !find_metric (after, options->metric, "after", &after_metric, error))
    return NULL;

  cyan_profile_adopt_strings (after, before->strings);
  self = g_new0 (CyanComparison, 1);
  g_atomic_ref_count_init (&self->refs);
  self->before = cyan_profile_ref (before);
  self->after = cyan_profile_ref (after);
  self->before_metric = before_metric;
  self->after_metric = after_metric;
  self->method = options->method;
  self->single = single;
  self->threshold = options->threshold;
  self->warnings = g_ptr_array_new_with_free_func (g_free);
  self->before_run = before->metrics[before_metric].total[CYAN_NODE_ROOT];
  self->after_run = after->metrics[after_metric].total[CYAN_NODE_ROOT];
  self->before_period = cyan_noise_period (before, before_metric);
  self->after_period = cyan_noise_period (after, after_metric);
  self->same_unit =
      strcmp (before->metrics[before_metric].unit, after->metrics[after_metric].unit) == 0;
  self->has_calls = calls_known (before) && calls_known (after);

  if (!match_and_merge (self, tick, error) || !measure (self, &n_common, tick, error))
    return NULL;

  if (single)
    {
      for (guint i = 0; i < after->warnings->len; i++)
        warn (self, "%s", (const char *) g_ptr_array_index (after->warnings, i));
      return g_steal_pointer (&self);
    }
  warn_about_side (self, "before", before, self->before_run);
  warn_about_side (self, "after", after, self->after_run);
  warn_about_both (self, n_common);
  return g_steal_pointer (&self);
}

CyanComparison *
cyan_comparison_new (CyanProfile *before,
                     CyanProfile *after,
                     const CyanCompareOptions *options,
                     const CyanTick *tick,
                     GError **error)
{
  return compare (before, after, FALSE, options, tick, error);
}

CyanComparison *
cyan_comparison_new_single (CyanProfile *profile,
                            const CyanCompareOptions *options,
                            const CyanTick *tick,
                            GError **error)
{
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (profile->strings, 0);
  g_autoptr (CyanProfile) nothing = NULL;

  for (guint m = 0; m < profile->n_metrics; m++)
    cyan_profile_builder_metric (builder, profile->metrics[m].name, profile->metrics[m].unit);
  nothing = cyan_profile_builder_finish (builder);
  return compare (nothing, profile, TRUE, options, tick, error);
}
