/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one can ask of a comparison: names, numbers, heights, widths. */
#include "cyan-comparison.h"

#include <math.h>

#include "cyan-units.h"

const char *const cyan_status_names[] = { "matched", "renamed", "added", "removed", NULL };
const char *const cyan_verdict_names[] = {
  "unchanged", "slower", "faster", "added", "removed", NULL
};

CyanComparison *
cyan_comparison_ref (CyanComparison *self)
{
  cyan_ref_count_inc (&self->refs);
  return self;
}

void
cyan_comparison_unref (CyanComparison *self)
{
  if (!cyan_ref_count_dec (&self->refs))
    return;
  g_clear_pointer (&self->tree, cyan_merged_tree_free);
  g_free (self->imputed);
  g_free (self->slower_mass);
  g_free (self->faster_mass);
  g_free (self->not_seen);
  g_free (self->verdicts);
  g_free (self->pair);
  g_free (self->pairs);
  g_free (self->function_of_pair);
  for (guint i = 0; i < 2; i++)
    {
      g_free (self->label[i]);
      g_free (self->runs[i]);
      g_free (self->total_estimates[i].at);
    }
  g_free (self->self_estimates.at);
  g_free (self->function_estimates.at);
  g_clear_pointer (&self->moves, cyan_moves_free);
  g_ptr_array_unref (self->warnings);
  cyan_profile_unref (self->before);
  cyan_profile_unref (self->after);
  g_free (self);
}

static gboolean
ran_before (const CyanComparison *self, CyanNode node)
{
  return self->tree->before[node] != CYAN_NODE_NONE;
}

static gboolean
ran_after (const CyanComparison *self, CyanNode node)
{
  return self->tree->after[node] != CYAN_NODE_NONE;
}

const CyanFunction *
cyan_comparison_function (const CyanComparison *self, CyanNode node)
{
  return ran_after (self, node) ? cyan_profile_function (self->after, self->tree->after[node])
                                : cyan_profile_function (self->before, self->tree->before[node]);
}

const char *
cyan_comparison_string (const CyanComparison *self, CyanStr id)
{
  return cyan_strings_get (self->before->strings, id);
}

const CyanFunction *
cyan_comparison_pair_function (const CyanComparison *self, guint32 pair)
{
  const CyanFunctionPair *functions = &self->pairs[pair];

  return functions->after != G_MAXUINT32 ? &self->after->functions[functions->after]
                                         : &self->before->functions[functions->before];
}

const char *
cyan_comparison_pair_label (const CyanComparison *self, guint32 pair)
{
  const CyanFunctionPair *functions = &self->pairs[pair];

  return cyan_comparison_string (self, functions->after != G_MAXUINT32
                                           ? self->label[1][functions->after]
                                           : self->label[0][functions->before]);
}

static CyanStr
label_before (const CyanComparison *self, CyanNode node)
{
  return self->label[0][self->before->function[self->tree->before[node]]];
}

static CyanStr
label_after (const CyanComparison *self, CyanNode node)
{
  return self->label[1][self->after->function[self->tree->after[node]]];
}

const char *
cyan_comparison_name (const CyanComparison *self, CyanNode node)
{
  return cyan_comparison_string (self, ran_after (self, node) ? label_after (self, node)
                                                              : label_before (self, node));
}

const char *
cyan_comparison_old_name (const CyanComparison *self, CyanNode node)
{
  return cyan_comparison_status (self, node) == CYAN_STATUS_RENAMED
             ? cyan_comparison_string (self, label_before (self, node))
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
  if (!ran_before (self, node))
    return CYAN_STATUS_ADDED;
  if (!ran_after (self, node))
    return CYAN_STATUS_REMOVED;
  return label_before (self, node) == label_after (self, node) ? CYAN_STATUS_MATCHED
                                                               : CYAN_STATUS_RENAMED;
}

static double
in_parts_of (double value, double run)
{
  return run > 0 && isfinite (run) ? value / run : 0;
}

double
cyan_comparison_height (const CyanComparison *self, CyanNode node, CyanReading reading)
{
  double height;

  /* The totals of a node that a side lacks are already the sums over its children. */
  if (reading == CYAN_READING_SHARE)
    height = in_parts_of (cyan_comparison_after_total (self, node), self->after_run)
             - in_parts_of (cyan_comparison_before_total (self, node), self->before_run);
  else if (self->same_unit)
    height = in_parts_of (cyan_comparison_after_total (self, node)
                              - cyan_comparison_before_total (self, node),
                          cyan_comparison_larger_run (self));
  else
    height = 0;
  if (height == 0)
    return 0;
  return ran_after (self, node) ? height : -height;
}

/* Ex of a node; 0 where it did not run, and for the synthetic root, which nobody calls. */
static guint64
executions (const CyanProfile *profile, CyanNode node)
{
  return node == CYAN_NODE_NONE || node == CYAN_NODE_ROOT ? 0 : cyan_profile_calls (profile, node);
}

gboolean
cyan_comparison_width (const CyanComparison *self, CyanNode node, double *width)
{
  const CyanMergedTree *tree = self->tree;
  CyanNode before = tree->before[node], after = tree->after[node];
  guint64 ex1, ex2, difference;

  if (before == CYAN_NODE_NONE)
    before = tree->before[tree->parent[node]];
  else if (after == CYAN_NODE_NONE)
    after = tree->after[tree->parent[node]];
  ex1 = executions (self->before, before);
  ex2 = executions (self->after, after);

  *width = 0;
  if (ex1 == CYAN_CALLS_UNKNOWN || ex2 == CYAN_CALLS_UNKNOWN)
    return FALSE;
  difference = MAX (ex1, ex2) - MIN (ex1, ex2);
  *width = log1p ((double) difference);
  return TRUE;
}

CyanNode
cyan_comparison_moved_to (const CyanComparison *self, CyanNode node)
{
  return self->moves != NULL ? cyan_moves_to (self->moves, node) : CYAN_NODE_NONE;
}

CyanNode
cyan_comparison_moved_from (const CyanComparison *self, CyanNode node)
{
  return self->moves != NULL ? cyan_moves_from (self->moves, node) : CYAN_NODE_NONE;
}

static CyanSide
side_of (const CyanProfile *profile, guint metric, CyanNode node, double run)
{
  CyanSide side = { FALSE, CYAN_CALLS_UNKNOWN, 0, 0, 0 };

  if (node == CYAN_NODE_NONE)
    return side;
  side.present = TRUE;
  side.calls = cyan_profile_calls (profile, node);
  side.total = profile->metrics[metric].total[node];
  side.self = profile->metrics[metric].self[node];
  side.share = in_parts_of (side.total, run);
  return side;
}

void
cyan_comparison_sides (const CyanComparison *self, CyanNode node, CyanSide *before, CyanSide *after)
{
  *before = side_of (self->before, self->before_metric, self->tree->before[node], self->before_run);
  *after = side_of (self->after, self->after_metric, self->tree->after[node], self->after_run);
}

const char *
cyan_comparison_unit (const CyanComparison *self)
{
  return self->before->metrics[self->before_metric].unit;
}

CyanDirection
cyan_comparison_direction (const CyanComparison *self)
{
  double change =
      in_parts_of (self->after_run - self->before_run, cyan_comparison_larger_run (self));

  return self->same_unit && change < -self->threshold ? CYAN_DIRECTION_FASTER
                                                      : CYAN_DIRECTION_SLOWER;
}

char *
cyan_comparison_height_text (const CyanComparison *self, CyanNode node, CyanReading reading)
{
  double height = cyan_comparison_height (self, node, reading);

  if (self->single)
    return cyan_share_to_text (
        in_parts_of (cyan_comparison_after_total (self, node), self->after_run));
  if (!ran_after (self, node))
    height = -height;
  if (reading == CYAN_READING_SHARE)
    return cyan_share_difference_to_text (height);
  return cyan_difference_to_text (height * cyan_comparison_larger_run (self),
                                  cyan_comparison_unit (self));
}

char *
cyan_comparison_verdict_text (const CyanComparison *self)
{
  g_autofree char *before = cyan_value_to_text (self->before_run, cyan_comparison_unit (self));
  g_autofree char *after =
      cyan_value_to_text (self->after_run, self->after->metrics[self->after_metric].unit);
  g_autofree char *change = cyan_change_to_text (self->before_run, self->after_run);

  if (self->single)
    return g_steal_pointer (&after);
  return self->same_unit ? g_strdup_printf ("%s to %s, %s", before, after, change)
                         : g_strdup_printf ("%s to %s", before, after);
}

char *
cyan_comparison_inferred_text (const CyanComparison *self)
{
  gboolean before = self->before->recording == CYAN_RECORDING_INFERRED && !self->single;
  gboolean after = self->after->recording == CYAN_RECORDING_INFERRED;
  const char *which = before && after ? "Both trees are"
                      : before        ? "The tree before is"
                      : self->single  ? "The tree is"
                                      : "The tree after is";

  if (!before && !after)
    return NULL;
  return g_strdup_printf (
      "%s inferred from a call graph: what a context costs is its share of what "
      "the function costs",
      which);
}

CyanNode
cyan_comparison_top (const CyanComparison *self)
{
  return self->n_nodes > 1 && self->tree->end[1] == self->n_nodes ? 1 : CYAN_NODE_ROOT;
}
