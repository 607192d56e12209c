/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a comparison says besides its nodes: the hot path, and all that the text tells for programs. */
#include "cyan-report-compare.h"

#include "cyan-edits.h"
#include "cyan-start.h"

static CyanDirection
direction_of (const CyanReportOptions *options)
{
  if (options->hot_path == CYAN_HOT_PATH_SLOWER)
    return CYAN_DIRECTION_SLOWER;
  if (options->hot_path == CYAN_HOT_PATH_FASTER)
    return CYAN_DIRECTION_FASTER;
  return cyan_comparison_direction (options->comparison);
}

CyanHotPath *
cyan_report_hot_path_new (const CyanReportOptions *options)
{
  CyanNode top = cyan_comparison_top (options->comparison);

  return options->hot_path == CYAN_HOT_PATH_DELTA
             ? cyan_hot_path_new_largest_delta (options->comparison, top, options->basis)
             : cyan_hot_path_new (options->comparison, top, direction_of (options));
}

gboolean
cyan_report_tells_direction (const CyanReportOptions *options)
{
  return options->hot_path == CYAN_HOT_PATH_SLOWER || options->hot_path == CYAN_HOT_PATH_FASTER
         || cyan_start_has_direction (options);
}

const char *
cyan_report_direction_word (CyanDirection direction)
{
  return direction == CYAN_DIRECTION_SLOWER ? "slower" : "faster";
}

static void
put_counts (CyanRows *rows, const CyanComparison *comparison)
{
  const CyanStatusCounts counts = cyan_comparison_count (comparison);

  cyan_rows_open (rows, "counts", CYAN_GROUP_OBJECT);
  for (guint i = 0; cyan_status_names[i] != NULL; i++)
    cyan_rows_count (rows, cyan_status_names[i], counts.of[i]);
  cyan_rows_count (rows, "not_seen", counts.unseen);
  cyan_rows_close (rows);
}

static void
put_edits (CyanRows *rows, const CyanComparison *comparison)
{
  g_autoptr (CyanEdits) edits = cyan_edits_new (comparison);
  g_autofree char *summary = cyan_edits_summary (edits);

  cyan_rows_text (rows, "edits", summary);
}

/* The path as the text shows it: no nodes if nothing changed. */
static void
put_hot_path (CyanRows *rows, const CyanReportOptions *options)
{
  g_autoptr (CyanHotPath) path = cyan_report_hot_path_new (options);
  gboolean is_delta = options->hot_path == CYAN_HOT_PATH_DELTA;

  cyan_rows_open (rows, "hot_path", CYAN_GROUP_OBJECT);
  cyan_rows_text (rows, "direction",
                  !is_delta && cyan_report_tells_direction (options)
                      ? cyan_report_direction_word (path->direction)
                      : NULL);
  cyan_rows_open (rows, "nodes", CYAN_GROUP_LIST);
  for (guint i = 0; i < path->nodes->len && (is_delta || path->goal != CYAN_NODE_NONE); i++)
    cyan_rows_count (rows, NULL, g_array_index (path->nodes, CyanNode, i));
  cyan_rows_close (rows);
  cyan_rows_close (rows);
}

void
cyan_report_put_story (CyanRows *rows, const CyanReportOptions *options)
{
  put_counts (rows, options->comparison);
  put_edits (rows, options->comparison);
  put_hot_path (rows, options);
  cyan_start_put (rows, options, FALSE);
}
