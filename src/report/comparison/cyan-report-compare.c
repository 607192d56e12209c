/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The comparison as text for a terminal, and as rows: one for each node. */
#include "cyan-report-comparison.h"

#include <math.h>
#include <stdlib.h>

#include "cyan-report-html.h"
#include "cyan-report-kind.h"
#include "cyan-start.h"
#include "cyan-units.h"

#define CELL_WIDTH 9
#define PATH_NAMES 4  /* names of a path in one line */
#define LONG_PATH  30 /* rows; the middle of a longer path is left out */

static const CyanColumn columns_in_text[] = {
  CYAN_COLUMN_TOTAL_BEFORE, CYAN_COLUMN_TOTAL_AFTER, CYAN_COLUMN_CALLS_BEFORE,
  CYAN_COLUMN_CALLS_AFTER,  CYAN_N_COLUMNS,
};

static CyanDirection
direction_of (const CyanReportOptions *options)
{
  if (options->hot_path == CYAN_HOT_PATH_SLOWER)
    return CYAN_DIRECTION_SLOWER;
  if (options->hot_path == CYAN_HOT_PATH_FASTER)
    return CYAN_DIRECTION_FASTER;
  return cyan_comparison_direction (options->comparison);
}

/* The path that is asked for, from the topmost node.  Free with cyan_hot_path_free(). */
static CyanHotPath *
hot_path_new (const CyanReportOptions *options)
{
  CyanNode top = cyan_comparison_top (options->comparison);

  return options->hot_path == CYAN_HOT_PATH_DELTA
             ? cyan_hot_path_new_largest_delta (options->comparison, top, options->basis)
             : cyan_hot_path_new (options->comparison, top, direction_of (options));
}

/* Whether its direction is certain: it was asked for, or is known. */
static gboolean
has_direction (const CyanReportOptions *options)
{
  return options->hot_path == CYAN_HOT_PATH_SLOWER || options->hot_path == CYAN_HOT_PATH_FASTER
         || cyan_start_has_direction (options);
}

static const char *
direction_word (CyanDirection direction)
{
  return direction == CYAN_DIRECTION_SLOWER ? "slower" : "faster";
}

/* ---- text ---- */

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
  CyanNode joined = cyan_compared_joined (&comparison->compared, node);

  if (other != CYAN_NODE_NONE)
    cyan_prose_say (out, to != CYAN_NODE_NONE ? " (moved to %s)" : " (moved from %s)",
                    cyan_prose_path (out, comparison, other, PATH_NAMES - 1, "..."));
  if (joined != CYAN_NODE_NONE)
    cyan_prose_say (out,
                    cyan_compared_node (&comparison->compared, 0, node) != CYAN_NODE_NONE
                        ? " (part of %s now)"
                        : " (part of %s before)",
                    cyan_prose_path (out, comparison, joined, PATH_NAMES - 1, "..."));
}

static void
append_table_row (CyanProse *out,
                  const CyanComparison *comparison,
                  CyanBasis basis,
                  CyanNode node,
                  guint indent,
                  const char *mark)
{
  CyanColumnRow row = { .comparison = comparison, .basis = basis };
  CyanVerdict verdict = cyan_comparison_verdict (comparison, node, basis);
  const char *old_name = cyan_comparison_old_name (comparison, node);
  g_autofree char *missing = cyan_comparison_missing_text (comparison, node);

  cyan_comparison_sides (comparison, node, &row.side[0], &row.side[1]);
  cyan_prose_cell (out, CELL_WIDTH, cyan_comparison_height_text (comparison, node, basis));
  cyan_prose_columns (out, CELL_WIDTH, &row, columns_in_text);
  cyan_prose_say (out, "  %-9s  %*s%s", cyan_verdict_names[verdict], (int) indent, "",
                  cyan_prose_node (out, comparison, node));
  if (old_name != NULL)
    cyan_prose_say (out, ", formerly %s", cyan_prose_label (out, old_name));
  if (cyan_comparison_share_only (comparison, node, basis))
    cyan_prose_say (out, " (share only)");
  if (cyan_compared_is_uncertain (&comparison->compared, node))
    cyan_prose_say (out, " (uncertain match)");
  /* Elsewhere it makes no difference. */
  if (missing != NULL && verdict == CYAN_VERDICT_UNCHANGED
      && fabs (cyan_comparison_height (comparison, node, basis)) >= comparison->threshold)
    cyan_prose_say (out, " (%s)", missing);
  append_move (out, comparison, node);
  cyan_prose_say (out, "%s\n", mark);
}

static void
append_edits (CyanProse *out, const CyanReportOptions *options)
{
  g_autoptr (CyanEdits) edits =
      cyan_edits_new (options->comparison, &options->edits, CYAN_CONFIDENCE_LIKELY);
  char *summary = cyan_edits_summary (edits);

  if (summary != NULL)
    cyan_prose_say (out, "%s; cyan explain --edits lists them\n", cyan_prose_value (out, summary));
}

static void
append_head (CyanProse *out, const CyanComparison *comparison, const CyanReportOptions *options)
{
  const CyanStatusCounts counts = cyan_comparison_count (comparison);
  const guint *of = counts.of;
  g_autofree char *uncertain = cyan_comparison_uncertain_text (&counts);

  cyan_report_say_verdict (out, options, CYAN_PROSE_NAME);
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
  if (uncertain != NULL)
    cyan_prose_say (out, "%s\n", uncertain);
  append_edits (out, options);
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
  g_autoptr (CyanHotPath) path = hot_path_new (options);

  if (options->hot_path == CYAN_HOT_PATH_DELTA)
    cyan_prose_say (out, "\nPath of the largest differences\n");
  else if (has_direction (options))
    cyan_prose_say (out, "\nDelta hot path (%s)\n", direction_word (path->direction));
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

static void
say_compare (CyanProse *prose, gconstpointer about)
{
  const CyanReportOptions *options = about;

  append_head (prose, options->comparison, options);
  cyan_start_text (prose, options, MIN (CYAN_START_MOST, options->top), FALSE);
  append_hot_path (prose, options);
  append_top (prose, options->comparison, options);
}

/* ---- rows ---- */

/* A column of contexts. */
#define NUMBERS(name) CYAN_FIELD_CONTEXT, CYAN_COLUMN_##name

static const CyanField columns[] = {
  { "node,parent,depth", "Numbers of the node and its parent; 0 is the synthetic root" },
  { "name,module,file,line", "The function" },
  { "callsite", "The call site in its caller" },
  { "status", "matched, added, removed or renamed" },
  { "source", "modified, reformatted, unmodified or unknown" },
  { "verdict", "slower, faster, unchanged, added or removed, on the basis" },
  { "before_calls,after_calls", "Number of calls", NUMBERS (CALLS_BEFORE) },
  { "before_total,after_total", "With callees", NUMBERS (TOTAL_BEFORE) },
  { "before_self,after_self", "Without callees", NUMBERS (SELF_BEFORE) },
  { "before_share,after_share", "Total as a fraction of the run", NUMBERS (SHARE_BEFORE) },
  { "height,width", "Of its box in the blueprint of shares" },
  { "moved_to,moved_from", "The node at the other end of a move" },
  { "joined", "The node that it is part of on the side that lacks it, as contexts became one" },
  { "uncertain",
    "Whether another node fits nearly as well, or hardly anything speaks for the new name" },
  { "old_name", "Of a renamed function before" },
  { "ratio,ratio_low,ratio_high",
    "Total after / before, and its 95 % interval, as far as noise is known" },
  { "q_value", "Of that: the expected part of false changes" },
  { "before_missing,after_missing", "At most so much of the total may have been pruned" },
  { "height_absolute", "Change of its total as a fraction of the run before; missing if the units "
                       "differ, the run before has no cost, or a value is negative" },
  { "before_hosts,after_hosts,before_host_least,after_host_least,before_host_median,"
    "after_host_median,before_host_largest,after_host_largest,before_largest_host,"
    "after_largest_host",
    "Only of profiles by host: how many hosts have the context, the least, median and largest "
    "total "
    "of all hosts, and which has the largest",
    .optional = TRUE },
  { NULL },
};

static void
put_counts (CyanRows *rows, const CyanComparison *comparison)
{
  const CyanStatusCounts counts = cyan_comparison_count (comparison);

  cyan_rows_open (rows, "counts", CYAN_GROUP_OBJECT);
  for (guint i = 0; cyan_status_names[i] != NULL; i++)
    cyan_rows_count (rows, cyan_status_names[i], counts.of[i]);
  cyan_rows_count (rows, "not_seen", counts.unseen);
  cyan_rows_count (rows, "uncertain", counts.uncertain);
  cyan_rows_number (rows, "uncertain_share", counts.uncertain_share);
  cyan_rows_close (rows);
}

/* The path as the text shows it: no nodes if nothing changed. */
static void
put_hot_path (CyanRows *rows, const CyanReportOptions *options)
{
  g_autoptr (CyanHotPath) path = hot_path_new (options);
  gboolean is_delta = options->hot_path == CYAN_HOT_PATH_DELTA;

  cyan_rows_open (rows, "hot_path", CYAN_GROUP_OBJECT);
  cyan_rows_text (rows, "direction",
                  !is_delta && has_direction (options) ? direction_word (path->direction) : NULL);
  cyan_rows_open (rows, "nodes", CYAN_GROUP_LIST);
  for (guint i = 0; i < path->nodes->len && (is_delta || path->goal != CYAN_NODE_NONE); i++)
    cyan_rows_count (rows, NULL, g_array_index (path->nodes, CyanNode, i));
  cyan_rows_close (rows);
  cyan_rows_close (rows);
}

/* The counts, the edits, the hot path and where to start. */
static void
put_story (CyanRows *rows, const CyanReportOptions *options)
{
  g_autoptr (CyanEdits) edits =
      cyan_edits_new (options->comparison, &options->edits, CYAN_CONFIDENCE_LIKELY);
  g_autofree char *summary = cyan_edits_summary (edits);

  put_counts (rows, options->comparison);
  cyan_rows_text (rows, "edits", summary);
  put_hot_path (rows, options);
  cyan_start_put (rows, options, FALSE);
}

static guint *
find_depths (const CyanComparison *comparison)
{
  guint *depths = g_new (guint, comparison->compared.n_nodes);

  depths[0] = 0;
  for (CyanNode node = 1; node < comparison->compared.n_nodes; node++)
    depths[node] = depths[comparison->compared.tree->parent[node]] + 1;
  return depths;
}

static guint
call_site (const CyanComparison *comparison, CyanNode node)
{
  guint side = comparison->compared.tree->after[node] != CYAN_NODE_NONE ? 1 : 0;
  const guint *sites = comparison->compared.side[side].profile->call_site;

  return sites != NULL ? sites[cyan_compared_node (&comparison->compared, side, node)] : 0;
}

static void
put_estimate (CyanRows *rows, const CyanReportOptions *options, CyanNode node)
{
  CyanEstimate estimate = { 0 };
  gboolean known = cyan_comparison_estimate (options->comparison, node, options->basis, &estimate);
  /* A ratio to 0 is not a number; CSV leaves out its interval as well. */
  gboolean shown = known && (rows->form->nested || isfinite (estimate.ratio));

  cyan_rows_number_if (rows, "ratio", shown, estimate.ratio);
  cyan_rows_number_if (rows, "ratio_low", shown, estimate.low);
  cyan_rows_number_if (rows, "ratio_high", shown, estimate.high);
  cyan_rows_number_if (rows, "q_value", known, estimate.q);
}

/* Whether the hosts of a side are known. */
static gboolean
has_hosts (const CyanComparison *comparison)
{
  return cyan_comparison_hosts (comparison, 0) != NULL
         || cyan_comparison_hosts (comparison, 1) != NULL;
}

static void
put_hosts (CyanRows *rows, const CyanColumnRow *row)
{
  for (guint column = CYAN_COLUMN_HOSTS_BEFORE; column <= CYAN_COLUMN_LARGEST_AFTER; column++)
    cyan_rows_number (rows, cyan_columns[column].id, cyan_column_number ((CyanColumn) column, row));
  for (guint side = 0; side < 2; side++)
    {
      const CyanHostSpread *spread = &row->side[side].spread;

      cyan_rows_text (rows, side == 0 ? "before_largest_host" : "after_largest_host",
                      spread->n > 0 ? cyan_comparison_hosts (row->comparison, side)[spread->host]
                                    : NULL);
    }
}

/* The data of the rows. */
typedef struct
{
  const CyanReportOptions *options;
  const guint *depths; /* by node */
} Nodes;

static void
put_node (CyanRows *rows, gconstpointer about, guint node)
{
  const CyanReportOptions *options = ((const Nodes *) about)->options;
  const CyanComparison *comparison = options->comparison;
  CyanVerdict verdict = cyan_comparison_verdict (comparison, node, options->basis);
  CyanNode moved_to = cyan_comparison_moved_to (comparison, node);
  CyanNode moved_from = cyan_comparison_moved_from (comparison, node);
  CyanNode joined = cyan_compared_joined (&comparison->compared, node);
  guint site = call_site (comparison, node);
  CyanColumnRow row = { .comparison = comparison, .basis = options->basis };
  double width;
  gboolean has_width = cyan_comparison_width (comparison, node, &width);

  cyan_comparison_sides (comparison, node, &row.side[0], &row.side[1]);
  cyan_rows_count (rows, "node", node);
  cyan_rows_count_if (rows, "parent", node != CYAN_NODE_ROOT,
                      comparison->compared.tree->parent[node]);
  cyan_rows_count (rows, "depth", ((const Nodes *) about)->depths[node]);
  cyan_report_put_function (rows, "name", comparison, node);
  cyan_rows_count_if (rows, "callsite", site != 0, site);
  cyan_rows_text (rows, "status", cyan_status_names[cyan_comparison_status (comparison, node)]);
  cyan_rows_text (rows, "source", cyan_change_names[cyan_report_change (options, node)]);
  cyan_rows_text (rows, "verdict", cyan_verdict_names[verdict]);
  cyan_rows_columns (rows, &row);
  cyan_rows_number (rows, "height", cyan_comparison_height (comparison, node, CYAN_BASIS_SHARE));
  cyan_rows_number_if (rows, "width", has_width, width);
  cyan_rows_count_if (rows, "moved_to", moved_to != CYAN_NODE_NONE, moved_to);
  cyan_rows_count_if (rows, "moved_from", moved_from != CYAN_NODE_NONE, moved_from);
  cyan_rows_count_if (rows, "joined", joined != CYAN_NODE_NONE, joined);
  cyan_rows_flag (rows, "uncertain", cyan_compared_is_uncertain (&comparison->compared, node));
  cyan_rows_text (rows, "old_name", cyan_comparison_old_name (comparison, node));
  put_estimate (rows, options, node);
  for (guint side = 0; side < 2; side++)
    cyan_rows_number_if (rows, side == 0 ? "before_missing" : "after_missing",
                         comparison->compared.missing[side] != NULL,
                         cyan_compared_missing (&comparison->compared, side, node));
  cyan_rows_number_if (rows, "height_absolute", cyan_compared_has_percent (&comparison->compared),
                       cyan_comparison_height (comparison, node, CYAN_BASIS_ABSOLUTE));
  if (has_hosts (comparison))
    put_hosts (rows, &row);
}

static void
put_side (CyanRows *rows, const CyanComparison *comparison, guint side, const char *name)
{
  const CyanComparedSide *of = &comparison->compared.side[side];

  cyan_rows_open (rows, side == 0 ? "before" : "after", CYAN_GROUP_OBJECT);
  cyan_rows_text (rows, "name", name);
  cyan_rows_text (rows, "format", of->profile->format);
  cyan_rows_count (rows, "nodes", of->profile->n_nodes - 1);
  cyan_rows_number (rows, "total", of->sum);
  cyan_report_put_runs (rows, comparison, side);
  cyan_rows_close (rows);
}

static void
put_compare (CyanRows *rows, gconstpointer about)
{
  const CyanReportOptions *options = about;
  const CyanComparison *comparison = options->comparison;
  g_autofree guint *depths = find_depths (comparison);
  g_autofree char *verdict = cyan_comparison_verdict_text (comparison);
  g_autofree char *noise = cyan_comparison_noise_text (comparison);

  cyan_report_put_unit (rows, comparison, cyan_comparison_unit (comparison));
  put_side (rows, comparison, 0, options->before_name);
  put_side (rows, comparison, 1, options->after_name);
  cyan_rows_unit (rows, cyan_comparison_unit (comparison));
  cyan_rows_text (rows, "match", cyan_match_method_names[comparison->compared.method]);
  cyan_rows_text (rows, "reading", cyan_basis_names[options->basis]);
  cyan_rows_number (rows, "threshold", comparison->threshold);
  cyan_rows_text (rows, "noise", noise);
  cyan_rows_number (rows, "alpha", comparison->noise.alpha);
  cyan_rows_text (rows, "verdict", verdict);
  cyan_rows_texts (rows, "warnings", comparison->warnings);
  if (rows->form->nested)
    put_story (rows, options);
  rows->has_optional = has_hosts (comparison);
  cyan_rows_table (rows, "nodes", comparison->compared.n_nodes, put_node,
                   &(Nodes){ options, depths });
}

const CyanReport cyan_report_compare = { .text = say_compare,
                                         .html = cyan_report_compare_html,
                                         .rows = put_compare,
                                         .group = CYAN_GROUP_LINES,
                                         .columns = columns };
