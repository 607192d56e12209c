/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The comparison for people at a terminal. */
#include "cyan-report-private.h"

#include <math.h>
#include <stdlib.h>

#include "cyan-change.h"
#include "cyan-text.h"
#include "cyan-units.h"

#define N_SUSPECTS 5
#define N_PATHS    5
#define PATH_NAMES 4  /* of a path in one line */
#define LONG_PATH  30 /* rows, above which the middle is left out */

/* Right-aligned in @width columns; takes @text. */
static void
append_cell (GString *out, char *text, int width)
{
  /* A unit is foreign, too. */
  g_autofree char *safe = cyan_text_for_terminal (text);
  int pad = width - (int) g_utf8_strlen (safe, -1);

  g_string_append_printf (out, "%*s%s", MAX (pad, 0), "", safe);
  g_free (text);
}

static void
append_name (GString *out, const char *name)
{
  g_autofree char *label = cyan_text_for_label (name, 120);
  g_autofree char *safe = cyan_text_for_terminal (label);

  g_string_append (out, safe);
}

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
append_table_head (GString *out, CyanReading reading)
{
  g_string_append_printf (out, "  %9s  %9s  %9s  %9s  %9s\n",
                          reading == CYAN_READING_SHARE ? "share" : "", "", "", "calls", "calls");
  g_string_append_printf (out, "  %9s  %9s  %9s  %9s  %9s  %-9s  %s\n", "change", "before", "after",
                          "before", "after", "verdict", "function");
}

/* "main > parse > lex", what a terminal can hold of it. */
static void
append_path (GString *out, const CyanComparison *comparison, CyanNode node)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  CyanNode at = node;

  for (; at != CYAN_NODE_NONE && at != CYAN_NODE_ROOT && names->len < PATH_NAMES;
       at = comparison->tree->parent[at])
    g_ptr_array_add (names, (char *) cyan_comparison_name (comparison, at));
  if (at != CYAN_NODE_NONE && at != CYAN_NODE_ROOT)
    g_string_append (out, "... > ");
  for (guint i = names->len; i-- > 0;)
    {
      append_name (out, g_ptr_array_index (names, i));
      if (i > 0)
        g_string_append (out, " > ");
    }
}

static void
append_move (GString *out, const CyanComparison *comparison, CyanNode node)
{
  CyanNode to = cyan_comparison_moved_to (comparison, node);
  CyanNode from = cyan_comparison_moved_from (comparison, node);
  CyanNode other = to != CYAN_NODE_NONE ? to : from;

  if (other == CYAN_NODE_NONE)
    return;
  g_string_append (out, to != CYAN_NODE_NONE ? " (moved to " : " (moved from ");
  append_path (out, comparison, other);
  g_string_append_c (out, ')');
}

static void
append_table_row (GString *out,
                  const CyanComparison *comparison,
                  CyanReading reading,
                  CyanNode node,
                  guint indent,
                  const char *mark)
{
  const char *unit = cyan_comparison_unit (comparison);
  CyanVerdict verdict = cyan_comparison_verdict (comparison, node, reading);
  const char *old_name = cyan_comparison_old_name (comparison, node);
  CyanSide before, after;

  cyan_comparison_sides (comparison, node, &before, &after);
  g_string_append (out, "  ");
  append_cell (out, cyan_comparison_height_text (comparison, node, reading), 9);
  g_string_append (out, "  ");
  append_cell (out, total_text (&before, unit), 9);
  g_string_append (out, "  ");
  append_cell (out, total_text (&after, unit), 9);
  g_string_append (out, "  ");
  append_cell (out, calls_text (&before), 9);
  g_string_append (out, "  ");
  append_cell (out, calls_text (&after), 9);
  g_string_append_printf (out, "  %-9s  %*s", cyan_verdict_names[verdict], (int) indent, "");
  append_name (out, cyan_comparison_name (comparison, node));
  if (old_name != NULL)
    {
      g_string_append (out, ", formerly ");
      append_name (out, old_name);
    }
  if (cyan_comparison_share_only (comparison, node))
    g_string_append (out, " (share only)");
  append_move (out, comparison, node);
  g_string_append_printf (out, "%s\n", mark);
}

static void
append_head (GString *out, const CyanComparison *comparison, const CyanReportOptions *options)
{
  g_autofree char *verdict = cyan_comparison_verdict_text (comparison);
  g_autofree char *safe_verdict = cyan_text_for_terminal (verdict);
  g_autofree char *noise = cyan_comparison_noise_text (comparison);
  g_autofree char *safe_noise = cyan_text_for_terminal (noise);
  guint count[4] = { 0 };

  for (CyanNode node = 1; node < comparison->n_nodes; node++)
    count[cyan_comparison_status (comparison, node)]++;
  append_name (out, options->before_name != NULL ? options->before_name : "before");
  g_string_append (out, " to ");
  append_name (out, options->after_name != NULL ? options->after_name : "after");
  g_string_append_printf (out, ": %s\n", safe_verdict);
  g_string_append_printf (out, "%u contexts matched, %u renamed, %u added, %u removed\n",
                          count[CYAN_STATUS_MATCHED], count[CYAN_STATUS_RENAMED],
                          count[CYAN_STATUS_ADDED], count[CYAN_STATUS_REMOVED]);
  g_string_append_printf (out, "noise: %s\n", safe_noise);
  for (guint i = 0; i < comparison->warnings->len; i++)
    {
      g_autofree char *warning =
          cyan_text_for_terminal (g_ptr_array_index (comparison->warnings, i));

      g_string_append_printf (out, "note: %s\n", warning);
    }
}

/* "+5.56 ms", by the unit of the difference; down if @direction is faster. */
static char *
change_text (const CyanComparison *comparison, CyanDirection direction, double change)
{
  double sign = direction == CYAN_DIRECTION_SLOWER ? 1 : -1;
  g_autofree char *text =
      comparison->same_unit
          ? cyan_difference_to_text (sign * change, cyan_comparison_unit (comparison))
          : cyan_share_difference_to_text (sign * change);

  return cyan_text_for_terminal (text);
}

/* Whether row @i of a path is shown: the first, the last, and those around the culprit. */
static gboolean
is_shown (const CyanHotPath *path, guint culprit, guint i)
{
  guint n = path->nodes->len;

  return n <= LONG_PATH || i < 12 || i + 4 > n || (i + 8 > culprit && i < culprit + 4);
}

static void
append_path_table (GString *out,
                   const CyanComparison *comparison,
                   const CyanHotPath *path,
                   CyanReading reading)
{
  guint culprit = 0, skipped = 0;

  for (guint i = 0; i < path->nodes->len; i++)
    if (g_array_index (path->nodes, CyanNode, i) == path->culprit)
      culprit = i;
  append_table_head (out, reading);
  for (guint i = 0; i < path->nodes->len; i++)
    {
      CyanNode node = g_array_index (path->nodes, CyanNode, i);

      if (!is_shown (path, culprit, i))
        {
          skipped++;
          continue;
        }
      if (skipped > 0)
        g_string_append_printf (out, "  ... %u more ...\n", skipped);
      skipped = 0;
      append_table_row (out, comparison, reading, node, MIN (i, 40),
                        node == path->culprit ? " (culprit)" : "");
    }
}

static void
append_next_paths (GString *out, const CyanComparison *comparison, const GPtrArray *paths)
{
  for (guint i = 1; i < paths->len; i++)
    {
      const CyanHotPath *path = g_ptr_array_index (paths, i);
      g_autofree char *change = change_text (comparison, path->direction, path->mass);
      g_autofree char *share = cyan_share_to_text (path->share);

      if (i == 1)
        g_string_append (out, "\nNext culprits\n");
      g_string_append_printf (out, "  %u. ", i + 1);
      append_path (out, comparison, path->culprit);
      g_string_append_printf (out, ": %s, %s of what got %s\n", change, share,
                              path->direction == CYAN_DIRECTION_SLOWER ? "slower" : "faster");
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
append_hot_path (GString *out, const CyanComparison *comparison, const CyanReportOptions *options)
{
  CyanDirection direction = direction_of (comparison, options);
  CyanNode top = cyan_comparison_top (comparison);
  g_autoptr (GPtrArray) paths = NULL;
  const CyanHotPath *hottest;

  if (options->hot_path == CYAN_HOT_PATH_DELTA)
    {
      g_autoptr (CyanHotPath) path =
          cyan_hot_path_new_largest_delta (comparison, top, options->reading);

      g_string_append (out, "\nPath of the largest differences\n");
      append_path_table (out, comparison, path, options->reading);
      return;
    }
  paths = cyan_hot_paths_new (comparison, top, direction, N_PATHS);
  hottest = g_ptr_array_index (paths, 0);
  g_string_append_printf (out, "\nDelta hot path (%s)\n",
                          direction == CYAN_DIRECTION_SLOWER ? "slower" : "faster");
  if (hottest->culprit == CYAN_NODE_NONE)
    {
      g_string_append (out, comparison->noise == CYAN_NOISE_UNKNOWN ? "  nothing changed\n"
                                                                    : "  no significant change\n");
      return;
    }
  append_path_table (out, comparison, hottest, options->reading);
  append_next_paths (out, comparison, paths);
}

static void
append_suspects (GString *out, const CyanComparison *comparison, const CyanReportOptions *options)
{
  CyanDirection direction = direction_of (comparison, options);
  g_autoptr (GArray) suspects = cyan_suspects_new (comparison, direction, N_SUSPECTS);

  if (suspects->len == 0)
    return;
  g_string_append (out, "\nRead first\n");
  for (guint i = 0; i < suspects->len; i++)
    {
      const CyanSuspect *suspect = &g_array_index (suspects, CyanSuspect, i);
      const CyanFunction *function = cyan_comparison_function (comparison, suspect->node);
      const char *file = cyan_comparison_string (comparison, function->file);
      g_autofree char *change = change_text (comparison, direction, suspect->change);
      g_autofree char *share = cyan_share_to_text (suspect->share);

      g_string_append_printf (out, "  %u. ", i + 1);
      append_name (out, cyan_comparison_name (comparison, suspect->node));
      g_string_append_printf (out, ": %s by itself, %s of what got %s", change, share,
                              direction == CYAN_DIRECTION_SLOWER ? "slower" : "faster");
      if (options->changes != NULL && options->changes[suspect->pair] == CYAN_CHANGE_MODIFIED)
        g_string_append (out, ", source modified");
      if (*file != '\0')
        {
          g_string_append (out, ", ");
          append_name (out, file);
          if (function->line > 0)
            g_string_append_printf (out, ":%u", function->line);
        }
      g_string_append_c (out, '\n');
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
append_top (GString *out, const CyanComparison *comparison, const CyanReportOptions *options)
{
  g_autofree Ranked *ranked = g_new (Ranked, comparison->n_nodes);
  guint n = 0;

  for (CyanNode node = 1; node < comparison->n_nodes; node++)
    if (cyan_comparison_verdict (comparison, node, options->reading) != CYAN_VERDICT_UNCHANGED)
      ranked[n++] =
          (Ranked){ node, fabs (cyan_comparison_height (comparison, node, options->reading)) };
  qsort (ranked, n, sizeof *ranked, compare_ranked);
  g_string_append_printf (out, "\nLargest changes (%u of %u)\n", MIN (n, options->top), n);
  if (n == 0)
    return;
  append_table_head (out, options->reading);
  for (guint i = 0; i < MIN (n, options->top); i++)
    append_table_row (out, comparison, options->reading, ranked[i].node, 0, "");
}

gboolean
cyan_report_text (const CyanComparison *comparison,
                  const CyanReportOptions *options,
                  CyanReportWriteFunc write,
                  gpointer data,
                  GError **error)
{
  g_auto (CyanReportSink) sink = { 0 };

  cyan_report_sink_init (&sink, write, data);
  append_head (sink.buffer, comparison, options);
  append_hot_path (sink.buffer, comparison, options);
  append_suspects (sink.buffer, comparison, options);
  append_top (sink.buffer, comparison, options);
  return cyan_report_sink_flush (&sink, TRUE, error);
}
