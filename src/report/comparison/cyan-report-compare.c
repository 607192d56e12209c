/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The comparison as text for a terminal. */
#include "cyan-hot-path.h"
#include "cyan-comparison-pages.h"

#include <math.h>
#include <stdlib.h>

#include "cyan-change.h"
#include "cyan-suspects.h"
#include "cyan-units.h"

#define N_SUSPECTS 5
#define CELL_WIDTH 9
#define N_PATHS    5
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

/* "+5.56 ms"; negative if @direction is faster. */
static const char *
change_text (CyanProse *out,
             const CyanComparison *comparison,
             CyanDirection direction,
             double change)
{
  return cyan_prose_change (out, comparison, direction == CYAN_DIRECTION_SLOWER ? change : -change);
}

static const char *
direction_word (CyanDirection direction)
{
  return direction == CYAN_DIRECTION_SLOWER ? "slower" : "faster";
}

/* Whether row @i of a path is shown: the first, the last, and those around the culprit are. */
static gboolean
is_shown (const CyanHotPath *path, guint culprit, guint i)
{
  guint n = path->nodes->len;

  return n <= LONG_PATH || i < 12 || i + 4 > n || (i + 8 > culprit && i < culprit + 4);
}

static void
append_path_table (CyanProse *out,
                   const CyanComparison *comparison,
                   const CyanHotPath *path,
                   CyanBasis basis)
{
  guint culprit = 0, skipped = 0;

  for (guint i = 0; i < path->nodes->len; i++)
    if (g_array_index (path->nodes, CyanNode, i) == path->culprit)
      culprit = i;
  append_table_head (out, basis);
  for (guint i = 0; i < path->nodes->len; i++)
    {
      CyanNode node = g_array_index (path->nodes, CyanNode, i);

      if (!is_shown (path, culprit, i))
        {
          skipped++;
          continue;
        }
      if (skipped > 0)
        cyan_prose_say (out, "  ... %u more ...\n", skipped);
      skipped = 0;
      append_table_row (out, comparison, basis, node, MIN (i, 40),
                        node == path->culprit ? " (culprit)" : "");
    }
}

/* Appends the other paths whose culprits explain enough to be called so. */
static void
append_next_paths (CyanProse *out, const CyanComparison *comparison, const GPtrArray *paths)
{
  for (guint i = 1; i < paths->len; i++)
    {
      const CyanHotPath *path = g_ptr_array_index (paths, i);

      if (!cyan_hot_path_blames (path))
        break; /* the next ones explain less */
      if (i == 1)
        cyan_prose_say (out, "\nNext culprits\n");
      cyan_prose_say (out, "  %u. %s: %s, %s of what got %s\n", i + 1,
                      cyan_prose_path (out, comparison, path->culprit, PATH_NAMES - 1, "..."),
                      change_text (out, comparison, path->direction, path->self_delta),
                      cyan_prose_share (out, path->share), direction_word (path->direction));
    }
}

static CyanDirection
direction_of (const CyanComparison *comparison, const CyanReportOptions *options)
{
  if (options->hot_path == CYAN_HOT_PATH_SLOWER)
    return CYAN_DIRECTION_SLOWER;
  if (options->hot_path == CYAN_HOT_PATH_FASTER)
    return CYAN_DIRECTION_FASTER;
  return cyan_comparison_direction (comparison);
}

static void
append_hot_path (CyanProse *out, const CyanComparison *comparison, const CyanReportOptions *options)
{
  CyanDirection direction = direction_of (comparison, options);
  CyanNode top = cyan_comparison_top (comparison);
  g_autoptr (GPtrArray) paths = NULL;
  const CyanHotPath *hottest;

  if (options->hot_path == CYAN_HOT_PATH_DELTA)
    {
      g_autoptr (CyanHotPath) path =
          cyan_hot_path_new_largest_delta (comparison, top, options->basis);

      cyan_prose_say (out, "\nPath of the largest differences\n");
      append_path_table (out, comparison, path, options->basis);
      return;
    }
  paths = cyan_hot_paths_new (comparison, top, direction, N_PATHS);
  hottest = g_ptr_array_index (paths, 0);
  cyan_prose_say (out, "\nDelta hot path (%s)\n", direction_word (direction));
  if (hottest->culprit == CYAN_NODE_NONE)
    {
      cyan_prose_say (out, comparison->noise.kind == CYAN_NOISE_UNKNOWN
                               ? "  nothing changed\n"
                               : "  no significant change\n");
      return;
    }
  append_path_table (out, comparison, hottest, options->basis);
  append_next_paths (out, comparison, paths);
}

static void
append_suspects (CyanProse *out, const CyanComparison *comparison, const CyanReportOptions *options)
{
  CyanDirection direction = direction_of (comparison, options);
  g_autoptr (GArray) suspects = cyan_suspects_new (comparison, direction, N_SUSPECTS);

  if (suspects->len == 0)
    return;
  cyan_prose_say (out, "\nRead first\n");
  for (guint i = 0; i < suspects->len; i++)
    {
      const CyanSuspect *suspect = &g_array_index (suspects, CyanSuspect, i);
      const CyanFunction *function = cyan_comparison_function (comparison, suspect->node);
      const char *file = cyan_comparison_string (comparison, function->file);

      cyan_prose_say (out, "  %u. %s: %s by itself, %s of what got %s", i + 1,
                      cyan_prose_node (out, comparison, suspect->node),
                      change_text (out, comparison, direction, suspect->change),
                      cyan_prose_share (out, suspect->share), direction_word (direction));
      if (options->changes != NULL && options->changes[suspect->pair] == CYAN_CHANGE_MODIFIED)
        cyan_prose_say (out, ", source modified");
      if (*file != '\0')
        {
          cyan_prose_say (out, ", %s", cyan_prose_name (out, file, CYAN_PROSE_NAME));
          if (function->line > 0)
            cyan_prose_say (out, ":%u", function->line);
        }
      cyan_prose_say (out, "\n");
    }
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
}

void
cyan_report_compare_text (CyanProse *prose, gconstpointer about)
{
  const CyanReportOptions *options = about;

  append_head (prose, options->comparison, options);
  append_hot_path (prose, options->comparison, options);
  append_suspects (prose, options->comparison, options);
  append_top (prose, options->comparison, options);
}
