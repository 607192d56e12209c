/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Queries of a comparison: names, numbers, heights, widths. */
#include "cyan-comparison.h"

#include <float.h>
#include <math.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-sample-period.h"
#include "cyan-units.h"

const char *const cyan_basis_names[] = { "share", "absolute", NULL };
const char *const cyan_status_names[] = { "matched", "renamed", "added", "removed", NULL };
const char *const cyan_verdict_names[] = {
  N_ ("unchanged"), N_ ("slower"), N_ ("faster"), N_ ("added"), N_ ("removed"), NULL,
};

G_STATIC_ASSERT (G_N_ELEMENTS (cyan_basis_names) == CYAN_BASIS_ABSOLUTE + 2);
G_STATIC_ASSERT (G_N_ELEMENTS (cyan_status_names) == CYAN_STATUS_REMOVED + 2);
G_STATIC_ASSERT (G_N_ELEMENTS (cyan_verdict_names) == CYAN_VERDICT_REMOVED + 2);

CYAN_DEFINE_REF (CyanComparison, cyan_comparison)

void
cyan_comparison_unref (CyanComparison *self)
{
  if (!cyan_ref_count_dec (&self->refs))
    return;
  for (guint side = 0; side < 2; side++)
    {
      g_clear_pointer (&self->runs[side], cyan_runs_unref);
      g_free (self->spreads[side]);
    }
  cyan_compared_clear (&self->compared);
  cyan_noise_clear (&self->noise);
  g_free (self->slower_delta);
  g_free (self->faster_delta);
  g_free (self->verdicts);
  g_clear_pointer (&self->warnings, g_ptr_array_unref);
  g_free (self);
}

static gboolean
fail (GError **error, const char *what, guint number)
{
  return cyan_fail (error, CYAN_ERROR_INVALID, "comparison: %s %u", what, number);
}

static gboolean
check_estimates (const CyanEstimates *estimates, guint n, GError **error)
{
  for (guint i = 0; i < estimates->n; i++)
    if (estimates->at[i].number >= n
        || (i > 0 && estimates->at[i].number <= estimates->at[i - 1].number))
      return fail (error, "estimates are not in order at", i);
  return TRUE;
}

/* Sums are computed in double precision and stored in single precision. */
static gboolean
check_deltas (const CyanComparison *self, const float *delta, GError **error)
{
  const CyanMergedTree *tree = self->compared.tree;
  g_autofree double *children = g_new0 (double, self->compared.n_nodes);

  for (CyanNode i = self->compared.n_nodes; i-- > 0;)
    {
      if (!(delta[i] >= 0) || (double) delta[i] < MIN (children[i], (double) FLT_MAX) * (1 - 1e-5))
        return fail (error, "a delta is less than its children's at", i);
      if (i > 0)
        children[tree->parent[i]] += (double) delta[i];
    }
  return TRUE;
}

gboolean
cyan_comparison_check (const CyanComparison *self, GError **error)
{
  const CyanCompared *compared = &self->compared;

  if (self->doubt != NULL && !g_ptr_array_find (self->warnings, self->doubt, NULL))
    return cyan_fail (error, CYAN_ERROR_INVALID, "comparison: the doubt is no warning");
  return cyan_compared_check (compared, error)
         && check_estimates (&self->noise.totals[CYAN_BASIS_SHARE], compared->n_nodes, error)
         && check_estimates (&self->noise.totals[CYAN_BASIS_ABSOLUTE], compared->n_nodes, error)
         && check_estimates (&self->noise.selves, compared->n_nodes, error)
         && check_estimates (&self->noise.functions, compared->pairs->n_functions, error)
         && check_deltas (self, self->slower_delta, error)
         && check_deltas (self, self->faster_delta, error);
}

/* The side that a node is shown by: after, if it has the node. */
static guint
shown_side (const CyanComparison *self, CyanNode node)
{
  g_assert (node < self->compared.n_nodes);
  return self->compared.tree->after[node] != CYAN_NODE_NONE ? 1 : 0;
}

const CyanFunction *
cyan_comparison_function (const CyanComparison *self, CyanNode node)
{
  guint side = shown_side (self, node);

  return cyan_profile_function (self->compared.side[side].profile,
                                cyan_compared_node (&self->compared, side, node));
}

const char *
cyan_comparison_string (const CyanComparison *self, CyanStr id)
{
  return cyan_strings_get (self->compared.side[0].profile->strings, id);
}

/* The function of @pair, by the side that it is shown by. */
static guint32
shown_function (const CyanComparison *self, guint32 pair, const CyanComparedSide **side)
{
  const CyanFunctionPair *functions = &self->compared.pairs->at[pair];
  guint shown = functions->after != G_MAXUINT32 ? 1 : 0;

  g_assert (pair < self->compared.pairs->n);
  *side = &self->compared.side[shown];
  return cyan_function_pair_of (functions, shown);
}

const CyanFunction *
cyan_comparison_pair_function (const CyanComparison *self, guint32 pair)
{
  const CyanComparedSide *side;
  guint32 function = shown_function (self, pair, &side);

  return &side->profile->functions[function];
}

const char *
cyan_comparison_pair_label (const CyanComparison *self, guint32 pair)
{
  const CyanComparedSide *side;
  guint32 function = shown_function (self, pair, &side);

  return cyan_comparison_string (self, side->label[function]);
}

const char *
cyan_comparison_name (const CyanComparison *self, CyanNode node)
{
  guint side = shown_side (self, node);

  if (node == 0)
    return _ ("(all)"); /* CYAN_ROOT_NAME */
  return cyan_comparison_string (self, cyan_compared_label (&self->compared, side, node));
}

const char *
cyan_comparison_old_name (const CyanComparison *self, CyanNode node)
{
  return cyan_comparison_status (self, node) == CYAN_STATUS_RENAMED
             ? cyan_comparison_string (self, cyan_compared_label (&self->compared, 0, node))
             : NULL;
}

const char *
cyan_comparison_raw_name (const CyanComparison *self, CyanNode node)
{
  return cyan_comparison_string (self, cyan_comparison_function (self, node)->name);
}

CyanStatus
cyan_comparison_status (const CyanComparison *self, CyanNode node)
{
  const CyanCompared *compared = &self->compared;

  if (!cyan_compared_is_pair (compared, node))
    return shown_side (self, node) == 1 ? CYAN_STATUS_ADDED : CYAN_STATUS_REMOVED;
  return cyan_compared_label (compared, 0, node) == cyan_compared_label (compared, 1, node)
             ? CYAN_STATUS_MATCHED
             : CYAN_STATUS_RENAMED;
}

double
cyan_comparison_change (const CyanComparison *self, CyanNode node, CyanBasis basis)
{
  g_assert (node < self->compared.n_nodes);
  /* The total of a node on the side that lacks it is already the sum over its children. */
  const double total[2] = { cyan_compared_total (&self->compared, 0, node),
                            cyan_compared_total (&self->compared, 1, node) };

  if (basis == CYAN_BASIS_SHARE)
    return cyan_compared_change (&self->compared, total, basis);
  return self->compared.same_unit ? total[1] - total[0] : 0;
}

double
cyan_comparison_height (const CyanComparison *self, CyanNode node, CyanBasis basis)
{
  double change = cyan_comparison_change (self, node, basis);

  if (basis == CYAN_BASIS_ABSOLUTE)
    return cyan_compared_part (change, cyan_compared_run (&self->compared));
  return shown_side (self, node) == 1 || change == 0 ? change : -change;
}

/* Ex of a node; 0 if the side lacks it, and for the synthetic root, which has no caller. */
static guint64
executions (const CyanProfile *profile, CyanNode node)
{
  return node == CYAN_NODE_NONE || node == CYAN_NODE_ROOT ? 0 : cyan_profile_calls (profile, node);
}

gboolean
cyan_comparison_width (const CyanComparison *self, CyanNode node, double *width)
{
  g_assert (node < self->compared.n_nodes);
  const CyanMergedTree *tree = self->compared.tree;
  CyanNode before = tree->before[node], after = tree->after[node];
  guint64 ex1, ex2, difference;

  if (before == CYAN_NODE_NONE)
    before = tree->before[tree->parent[node]];
  else if (after == CYAN_NODE_NONE)
    after = tree->after[tree->parent[node]];
  ex1 = executions (self->compared.side[0].profile, before);
  ex2 = executions (self->compared.side[1].profile, after);

  *width = 0;
  if (ex1 == CYAN_CALLS_UNKNOWN || ex2 == CYAN_CALLS_UNKNOWN)
    return FALSE;
  difference = MAX (ex1, ex2) - MIN (ex1, ex2);
  *width = log1p ((double) difference);
  return TRUE;
}

double
cyan_comparison_self_change (const CyanComparison *self, CyanNode node)
{
  const CyanCompared *compared = &self->compared;
  double change = 0;

  g_assert (node < self->compared.n_nodes);
  if (compared->single)
    change = cyan_compared_self (compared, 1, node);
  else
    for (CyanDirection direction = CYAN_DIRECTION_SLOWER; direction <= CYAN_DIRECTION_FASTER;
         direction++)
      change = MAX (change, cyan_noise_gain (&self->noise, compared, node, direction));
  return cyan_compared_delta_part (compared, change);
}

CyanNode
cyan_comparison_moved_to (const CyanComparison *self, CyanNode node)
{
  g_assert (node < self->compared.n_nodes);
  return cyan_moves_to (self->compared.moves, node);
}

CyanNode
cyan_comparison_moved_from (const CyanComparison *self, CyanNode node)
{
  g_assert (node < self->compared.n_nodes);
  return cyan_moves_from (self->compared.moves, node);
}

static CyanSide
side_of (const CyanComparison *comparison, guint side, CyanNode node)
{
  const CyanCompared *self = &comparison->compared;
  const CyanMetric *metric = cyan_compared_metric (self, side);
  CyanNode own = cyan_compared_node (self, side, node);
  CyanSide values = { .calls = CYAN_CALLS_UNKNOWN,
                      .missing = cyan_compared_missing (self, side, node) };

  if (own == CYAN_NODE_NONE)
    return values;
  values.present = TRUE;
  values.calls = cyan_profile_calls (self->side[side].profile, own);
  values.total = metric->total[own];
  values.self = metric->self[own];
  values.share = cyan_compared_part (values.total, self->side[side].total);
  if (comparison->spreads[side] != NULL)
    values.spread = comparison->spreads[side][own];
  return values;
}

void
cyan_comparison_sides (const CyanComparison *self, CyanNode node, CyanSide *before, CyanSide *after)
{
  g_assert (node < self->compared.n_nodes);
  *before = side_of (self, 0, node);
  *after = side_of (self, 1, node);
}

char *
cyan_comparison_missing_text (const CyanComparison *self, CyanNode node)
{
  double most = 0;
  g_autofree char *share = NULL;

  g_assert (node < self->compared.n_nodes);
  for (guint side = 0; side < 2; side++)
    most = MAX (most, cyan_compared_part (cyan_compared_missing (&self->compared, side, node),
                                          self->compared.side[side].total));
  share = cyan_share_to_text (most);
  /* Translators: of what a function costs: "at most 0.002 % missing" */
  return most > 0 ? g_strdup_printf (_ ("at most %s missing"), share) : NULL;
}

const char *
cyan_comparison_unit (const CyanComparison *self)
{
  return cyan_compared_metric (&self->compared, 0)->unit;
}

CyanDirection
cyan_comparison_direction (const CyanComparison *self)
{
  double change = cyan_compared_part (self->compared.side[1].sum - self->compared.side[0].sum,
                                      cyan_compared_run (&self->compared));

  return self->compared.same_unit && change < -self->threshold ? CYAN_DIRECTION_FASTER
                                                               : CYAN_DIRECTION_SLOWER;
}

CyanBasis
cyan_comparison_basis_auto (const CyanComparison *self)
{
  return cyan_compared_has_percent (&self->compared)
                 && !cyan_may_be_samples (cyan_comparison_unit (self))
             ? CYAN_BASIS_ABSOLUTE
             : CYAN_BASIS_SHARE;
}

char *
cyan_comparison_part_text (const CyanComparison *self, double part, CyanBasis basis)
{
  if (basis == CYAN_BASIS_SHARE)
    return cyan_share_difference_to_text (part);
  return cyan_compared_has_percent (&self->compared)
             ? cyan_relative_change_to_text (part)
             : cyan_difference_to_text (part * cyan_compared_run (&self->compared),
                                        cyan_comparison_unit (self));
}

char *
cyan_comparison_delta_text (const CyanComparison *self, double delta)
{
  return cyan_comparison_part_text (self, cyan_compared_delta_part (&self->compared, delta),
                                    self->compared.same_unit ? CYAN_BASIS_ABSOLUTE
                                                             : CYAN_BASIS_SHARE);
}

char *
cyan_comparison_height_text (const CyanComparison *self, CyanNode node, CyanBasis basis)
{
  const double total[2] = { cyan_compared_total (&self->compared, 0, node),
                            cyan_compared_total (&self->compared, 1, node) };

  if (self->compared.single)
    return cyan_share_to_text (cyan_compared_part (total[1], self->compared.side[1].total));
  return cyan_comparison_part_text (self, cyan_compared_change (&self->compared, total, basis),
                                    basis);
}

static double
own_share (const CyanComparison *self, guint side, CyanNode node)
{
  return cyan_compared_part (fabs (cyan_compared_self (&self->compared, side, node)),
                             self->compared.side[side].total);
}

CyanStatusCounts
cyan_comparison_count (const CyanComparison *self)
{
  CyanStatusCounts counts = { 0 };

  for (CyanNode node = 1; node < self->compared.n_nodes; node++)
    if (cyan_compared_is_unseen (&self->compared, node))
      counts.unseen++;
    else
      {
        counts.of[cyan_comparison_status (self, node)]++;
        if (!cyan_compared_is_uncertain (&self->compared, node))
          continue;
        counts.uncertain++;
        counts.uncertain_share += MAX (own_share (self, 0, node), own_share (self, 1, node));
      }
  counts.uncertain_share = MIN (counts.uncertain_share, 1);
  return counts;
}

char *
cyan_comparison_uncertain_text (const CyanStatusCounts *counts)
{
  g_autofree char *share = NULL;

  if (counts->uncertain == 0)
    return NULL;
  share = cyan_share_to_text (counts->uncertain_share);
  /* Translators: a part of the run: "0.3 %". */
  return g_strdup_printf (ngettext ("%'u match is uncertain (%s of the run)",
                                    "%'u matches are uncertain (%s of the run)", counts->uncertain),
                          counts->uncertain, share);
}

char *
cyan_comparison_total_change_text (const CyanComparison *self)
{
  const CyanComparedSide *side = self->compared.side;

  return side[0].sum == side[0].total && side[1].sum == side[1].total
             ? cyan_change_to_text (side[0].sum, side[1].sum)
             : cyan_difference_to_text (side[1].sum - side[0].sum, cyan_comparison_unit (self));
}

/* " (+98 % to +106 %)": the 95 % interval of the change of the total, or nothing where it is not
 * tested.  Caller frees. */
static char *
interval_text (const CyanComparison *self)
{
  const CyanComparedSide *side = self->compared.side;
  g_autofree char *low = NULL, *high = NULL;
  CyanEstimate estimate;

  if (side[0].sum != side[0].total || side[1].sum != side[1].total
      || !cyan_noise_test_total (&self->noise, &self->compared, &estimate)
      || !(estimate.high > estimate.low))
    return g_strdup ("");
  low = cyan_change_to_text (1, estimate.low);
  high = cyan_change_to_text (1, estimate.high);
  /* Translators: the two ends of an interval */
  return g_strdup_printf (_ (" (%s to %s)"), low, high);
}

char *
cyan_comparison_verdict_text (const CyanComparison *self)
{
  g_autofree char *before =
      cyan_value_to_text (self->compared.side[0].sum, cyan_comparison_unit (self));
  g_autofree char *after = cyan_value_to_text (self->compared.side[1].sum,
                                               cyan_compared_metric (&self->compared, 1)->unit);
  g_autofree char *change = NULL, *interval = NULL;

  if (self->compared.single)
    return g_steal_pointer (&after);
  if (!self->compared.same_unit)
    return g_strdup_printf (_ ("%s to %s"), before, after);
  interval = interval_text (self);
  if (self->compared.side[0].sum != self->compared.side[1].sum
      && !cyan_noise_total_changed (&self->noise, &self->compared))
    /* Translators: two values that do not differ significantly, and the interval of the change. */
    return g_strdup_printf (_ ("%s to %s, within noise%s"), before, after, interval);
  change = cyan_comparison_total_change_text (self);
  return g_strdup_printf (_ ("%s to %s, %s%s"), before, after, change, interval);
}

/* "22.8 % slower", "5.5 times as fast"; of what is not a time "22.8 % more".  Caller frees. */
static char *
compared_text (const CyanComparison *self)
{
  double before = self->compared.side[0].sum, after = self->compared.side[1].sum;
  gboolean is_time = cyan_unit_is_time (cyan_comparison_unit (self));
  g_autofree char *percent = NULL;

  if (before == after)
    return g_strdup (_ ("no difference"));
  if (!cyan_noise_total_changed (&self->noise, &self->compared))
    return g_strdup (_ ("within noise"));
  if (before <= 0 || after <= 0)
    return cyan_comparison_total_change_text (self);
  if (after >= 2 * before)
    return g_strdup_printf (is_time ? _ ("%.1f times as slow") : _ ("%.1f times as much"),
                            after / before);
  if (before >= 2 * after && is_time)
    return g_strdup_printf (_ ("%.1f times as fast"), before / after);
  percent = cyan_share_to_text (fabs (after - before) / before);
  if (is_time)
    return g_strdup_printf (after > before ? _ ("%s slower") : _ ("%s less time"), percent);
  return g_strdup_printf (after > before ? _ ("%s more") : _ ("%s less"), percent);
}

/* "708 samples", where the unit does not say what is counted.  Caller frees. */
static char *
after_text (const CyanComparison *self)
{
  const CyanMetric *metric = cyan_compared_metric (&self->compared, 1);
  const CyanProfile *profile = self->compared.side[1].profile;
  g_autofree char *value = cyan_value_to_text (self->compared.side[1].sum, metric->unit);

  if (strcmp (metric->unit, "count") == 0)
    return g_strconcat (value, " ", metric->name, NULL);
  if (*metric->unit == '\0' && profile->recording == CYAN_RECORDING_SAMPLED && profile->period == 1)
    /* Translators: after a number of them. */
    return g_strconcat (value, " ", _ ("samples"), NULL);
  return g_steal_pointer (&value);
}

char *
cyan_comparison_answer_text (const CyanComparison *self)
{
  g_autofree char *before =
      cyan_value_to_text (self->compared.side[0].sum, cyan_comparison_unit (self));
  g_autofree char *after = after_text (self);
  g_autofree char *compared = NULL;

  if (self->compared.single)
    return g_steal_pointer (&after);
  if (!self->compared.same_unit)
    return g_strdup_printf (_ ("%s → %s"), before, after);
  compared = compared_text (self);
  /* Translators: "382 ms → 69.7 ms, 5.5 times as fast". */
  return g_strdup_printf (_ ("%s → %s, %s"), before, after, compared);
}

char *
cyan_comparison_inferred_text (const CyanComparison *self)
{
  gboolean before = self->compared.side[0].profile->recording == CYAN_RECORDING_INFERRED
                    && !self->compared.single;
  gboolean after = self->compared.side[1].profile->recording == CYAN_RECORDING_INFERRED;

  if (!before && !after)
    return NULL;
  if (before && after)
    return g_strdup (_ ("Both trees are inferred from a call graph: what a context costs is its "
                        "share of what the function costs"));
  if (before)
    return g_strdup (_ ("The tree before is inferred from a call graph: what a context costs is "
                        "its share of what the function costs"));
  if (self->compared.single)
    return g_strdup (_ ("The tree is inferred from a call graph: what a context costs is its share "
                        "of what the function costs"));
  return g_strdup (_ ("The tree after is inferred from a call graph: what a context costs is its "
                      "share of what the function costs"));
}

CyanNode
cyan_comparison_top (const CyanComparison *self)
{
  return self->compared.n_nodes > 1 && self->compared.tree->end[1] == self->compared.n_nodes
             ? 1
             : CYAN_NODE_ROOT;
}

gboolean
cyan_comparison_estimate (const CyanComparison *self,
                          CyanNode node,
                          CyanBasis basis,
                          CyanEstimate *estimate)
{
  g_assert (node < self->compared.n_nodes);
  g_assert (basis < G_N_ELEMENTS (self->noise.totals));
  const CyanEstimate *found = cyan_estimates_find (&self->noise.totals[basis], node);

  if (found == NULL)
    return FALSE;
  *estimate = *found;
  return TRUE;
}

char *
cyan_comparison_noise_text (const CyanComparison *self)
{
  return cyan_noise_text (&self->noise, &self->compared);
}
