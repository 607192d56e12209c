/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The comparison as text for a terminal. */
#include "cyan-comparison-pages.h"
#include "cyan-report-compare.h"

#include <math.h>
#include <stdlib.h>

#include "cyan-start.h"
#include "cyan-units.h"

#define CELL_WIDTH 9
#define PATH_NAMES 4  /* names of a path in one line */
#define LONG_PATH  30 /* rows; the middle of a longer path is left out */

static char *
total_text (const CyanSide *side, const char *unit)
{
  return side->present ? cyan_value_to_text (side->total, unit) : g_strdup ("-");
}

static char *
calls_text (const CyanSide *side)
{
  if (!side->present)
    return g_strdup ("-");
  if (side->calls == CYAN_CALLS_UNKNOWN)
    return g_strdup ("?");
  return cyan_value_to_text ((double) side->calls, "count");
}

static void
append_table_head (CyanProse *out, CyanBasis basis)
{
  cyan_prose_say (out, "  %9s  %9s  %9s  %9s  %9s\n", basis == CYAN_BASIS_SHARE ? "share" : "", "",
                  "", "calls", "calls");
  cyan_prose_say (out, "  %9s  %9s  %9s  %9s  %9s  %-9s  %s\n", "change", "before", "after",
                  "before", "after", "verdict", "function");
}

static void
append_move (CyanProse *out, const CyanComparison *comparison, CyanNode node)
{
  CyanNode to = cyan_comparison_moved_to (comparison, node);
  CyanNode from = cyan_comparison_moved_from (comparison, node);
  CyanNode other = to != CYAN_NODE_NONE ? to : from;

  if (other != CYAN_NODE_NONE)
    cyan_prose_say (out, to != CYAN_NODE_NONE ? " (moved to %s)" : " (moved from %s)",
                    cyan_prose_path (out, comparison, other, PATH_NAMES - 1, "..."));
}

static void
append_table_row (CyanProse *out,
                  const CyanComparison *comparison,
                  CyanBasis basis,
                  CyanNode node,
                  guint indent,
                  const char *mark)
{
  const char *unit = cyan_comparison_unit (comparison);
  CyanVerdict verdict = cyan_comparison_verdict (comparison, node, basis);
  const char *old_name = cyan_comparison_old_name (comparison, node);
  g_autofree char *missing = cyan_comparison_missing_text (comparison, node);
  CyanSide before, after;

  cyan_comparison_sides (comparison, node, &before, &after);
  cyan_prose_cell (out, CELL_WIDTH, cyan_comparison_height_text (comparison, node, basis));
  cyan_prose_cell (out, CELL_WIDTH, total_text (&before, unit));
  cyan_prose_cell (out, CELL_WIDTH, total_text (&after, unit));
  cyan_prose_cell (out, CELL_WIDTH, calls_text (&before));
  cyan_prose_cell (out, CELL_WIDTH, calls_text (&after));
  cyan_prose_say (out, "  %-9s  %*s%s", cyan_verdict_names[verdict], (int) indent, "",
                  cyan_prose_node (out, comparison, node));
  if (old_name != NULL)
    cyan_prose_say (out, ", formerly %s", cyan_prose_name (out, old_name, CYAN_PROSE_NAME));
  if (cyan_comparison_share_only (comparison, node, basis))
    cyan_prose_say (out, " (share only)");
  /* Elsewhere it makes no difference. */
  if (missing != NULL && verdict == CYAN_VERDICT_UNCHANGED
      && fabs (cyan_comparison_height (comparison, node, basis)) >= comparison->threshold)
    cyan_prose_say (out, " (%s)", missing);
  append_move (out, comparison, node);
  cyan_prose_say (out, "%s\n", mark);
}

static void
append_edits (CyanProse *out, const CyanComparison *comparison)
{
  g_autoptr (CyanEdits) edits = cyan_edits_new (comparison);
  char *summary = cyan_edits_summary (edits);

  if (summary != NULL)
    cyan_prose_say (out, "%s; cyan explain --edits lists them\n", cyan_prose_value (out, summary));
}

static void
append_head (CyanProse *out, const CyanComparison *comparison, const CyanReportOptions *options)
{
  const CyanStatusCounts counts = cyan_comparison_count (comparison);
  const guint *of = counts.of;

  cyan_prose_say (out, "%s: %s\n", cyan_prose_versions (out, options, CYAN_PROSE_NAME),
                  cyan_prose_value (out, cyan_comparison_verdict_text (comparison)));
  cyan_prose_say (out, "%u contexts matched, %u renamed, %u added, %u removed",
                  of[CYAN_STATUS_MATCHED], of[CYAN_STATUS_RENAMED], of[CYAN_STATUS_ADDED],
                  of[CYAN_STATUS_REMOVED]);
  if (counts.unseen > 0)
    cyan_prose_say (out,
                    cyan_compared_is_pruned (&comparison->compared)
                        ? ", %u not seen on one side"
                        : ", %u not sampled on one side",
                    counts.unseen);
  cyan_prose_say (out, "\n");
  append_edits (out, comparison);
  cyan_prose_say (out, "noise: %s\n",
                  cyan_prose_value (out, cyan_comparison_noise_text (comparison)));
  cyan_prose_notes (out, comparison);
}

/* Whether @node is of the function to start with. */
static gboolean
is_start (const CyanReportOptions *options, CyanNode node)
{
  const CyanCompared *compared = &options->comparison->compared;

  return cyan_ranking_answers (options->ranking)
         && cyan_compared_function (compared, node)
                == cyan_compared_function (compared, options->ranking->at[0].node);
}

/* Whether row @i of a path is shown: the first, the last, and those around row @center are. */
static gboolean
is_shown (const CyanHotPath *path, guint center, guint i)
{
  guint n = path->nodes->len;

  return n <= LONG_PATH || i < 12 || i + 4 > n || (i + 8 > center && i < center + 4);
}

/* The row of the function to start with, or else where most of the change is. */
static guint
find_center (const CyanReportOptions *options, const CyanHotPath *path)
{
  guint center = 0;

  for (guint i = 0; i < path->nodes->len; i++)
    {
      CyanNode node = g_array_index (path->nodes, CyanNode, i);

      if (is_start (options, node))
        return i;
      if (node == path->goal)
        center = i;
    }
  return center;
}

static void
append_path_table (CyanProse *out, const CyanReportOptions *options, const CyanHotPath *path)
{
  guint center = find_center (options, path), skipped = 0;

  append_table_head (out, options->basis);
  for (guint i = 0; i < path->nodes->len; i++)
    {
      CyanNode node = g_array_index (path->nodes, CyanNode, i);

      if (!is_shown (path, center, i))
        {
          skipped++;
          continue;
        }
      if (skipped > 0)
        cyan_prose_say (out, "  ... %u more ...\n", skipped);
      skipped = 0;
      append_table_row (out, options->comparison, options->basis, node, MIN (i, 40),
                        is_start (options, node) ? " (start here)" : "");
    }
}

static void
append_hot_path (CyanProse *out, const CyanReportOptions *options)
{
  g_autoptr (CyanHotPath) path = cyan_report_hot_path_new (options);

  if (options->hot_path == CYAN_HOT_PATH_DELTA)
    cyan_prose_say (out, "\nPath of the largest differences\n");
  else if (cyan_report_tells_direction (options))
    cyan_prose_say (out, "\nDelta hot path (%s)\n", cyan_report_direction_word (path->direction));
  else
    cyan_prose_say (out, "\nDelta hot path\n");
  if (options->hot_path == CYAN_HOT_PATH_DELTA || path->goal != CYAN_NODE_NONE)
    append_path_table (out, options, path);
  else
    cyan_prose_say (out, options->comparison->noise.kind == CYAN_NOISE_UNKNOWN
                             ? "  nothing changed\n"
                             : "  no significant change\n");
}

typedef struct
{
  CyanNode node;
  double size;
} Ranked;

static int
compare_ranked (gconstpointer a, gconstpointer b)
{
  const Ranked *x = a, *y = b;

  if (x->size != y->size)
    return x->size < y->size ? 1 : -1;
  return x->node < y->node ? -1 : x->node > y->node;
}

/* Appends what the rows that are not listed changed by themselves. */
static void
append_unlisted (CyanProse *out, const CyanReportOptions *options, const Ranked *ranked, guint n)
{
  const CyanComparison *comparison = options->comparison;
  guint n_more = n - MIN (n, options->top);
  double more = 0, rest = options->ranking->difference;

  for (guint i = 0; i < n; i++)
    {
      double own = cyan_compared_self_difference (&comparison->compared, ranked[i].node);

      rest -= own;
      if (i >= options->top)
        more += own;
    }
  if (n_more > 0)
    cyan_prose_say (out, "  %u more: %s by themselves\n", n_more,
                    cyan_start_amount (out, options, more));
  cyan_prose_say (out, "  unchanged, or too little to tell: %s\n",
                  cyan_start_amount (out, options, rest));
}

static void
append_top (CyanProse *out, const CyanComparison *comparison, const CyanReportOptions *options)
{
  g_autofree Ranked *ranked = g_new (Ranked, comparison->compared.n_nodes);
  guint n = 0;

  for (CyanNode node = 1; node < comparison->compared.n_nodes; node++)
    if (cyan_comparison_verdict (comparison, node, options->basis) != CYAN_VERDICT_UNCHANGED)
      ranked[n++] =
          (Ranked){ node, fabs (cyan_comparison_height (comparison, node, options->basis)) };
  qsort (ranked, n, sizeof *ranked, compare_ranked);
  cyan_prose_say (out, "\nLargest changes (%u of %u)\n", MIN (n, options->top), n);
  if (n == 0)
    return;
  append_table_head (out, options->basis);
  for (guint i = 0; i < MIN (n, options->top); i++)
    append_table_row (out, comparison, options->basis, ranked[i].node, 0, "");
  append_unlisted (out, options, ranked, n);
}

void
cyan_report_compare_text (CyanProse *prose, gconstpointer about)
{
  const CyanReportOptions *options = about;

  append_head (prose, options->comparison, options);
  cyan_start_text (prose, options, MIN (CYAN_START_MOST, options->top), FALSE);
  append_hot_path (prose, options);
  append_top (prose, options->comparison, options);
}
