/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the reports share. */
#include "cyan-report-private.h"

#include "cyan-change.h"

const char *const cyan_report_columns[] = {
  "node",        "parent",       "depth",       "name",        "module",     "file",
  "line",        "callsite",     "status",      "source",      "verdict",    "before_calls",
  "after_calls", "before_total", "after_total", "before_self", "after_self", "before_share",
  "after_share", "height",       "width",       "moved_to",    "moved_from", "old_name",
  "ratio",       "ratio_low",    "ratio_high",  "q_value",     NULL
};

void
cyan_report_sink_init (CyanReportSink *self, CyanReportWriteFunc write, gpointer data)
{
  self->buffer = g_string_sized_new (2 * CYAN_REPORT_PIECE);
  self->write = write;
  self->data = data;
}

void
cyan_report_sink_clear (CyanReportSink *self)
{
  if (self->buffer != NULL)
    g_string_free (g_steal_pointer (&self->buffer), TRUE);
}

gboolean
cyan_report_sink_flush (CyanReportSink *self, gboolean all, GError **error)
{
  gboolean written;

  if (self->buffer->len == 0 || (!all && self->buffer->len < CYAN_REPORT_PIECE))
    return TRUE;
  written = self->write (self->buffer->str, self->buffer->len, self->data, error);
  g_string_truncate (self->buffer, 0);
  return written;
}

guint *
cyan_report_depths (const CyanComparison *comparison)
{
  guint *depths = g_new (guint, comparison->n_nodes);

  depths[0] = 0;
  for (CyanNode node = 1; node < comparison->n_nodes; node++)
    depths[node] = depths[comparison->tree->parent[node]] + 1;
  return depths;
}

static guint
call_site (const CyanComparison *comparison, CyanNode node)
{
  const CyanMergedTree *tree = comparison->tree;
  CyanNode after = tree->after[node], before = tree->before[node];

  if (after != CYAN_NODE_NONE)
    return comparison->after->call_site != NULL ? comparison->after->call_site[after] : 0;
  return comparison->before->call_site != NULL ? comparison->before->call_site[before] : 0;
}

/* The height as a report prints it: shares as they are, absolute differences in the unit, which
 * the picture draws in parts of the larger run. */
static double
report_height (const CyanComparison *comparison, CyanNode node, CyanReading reading)
{
  double height = cyan_comparison_height (comparison, node, reading);

  if (reading == CYAN_READING_ABSOLUTE)
    height *= cyan_comparison_larger_run (comparison);
  return height;
}

void
cyan_report_row (const CyanComparison *comparison,
                 const CyanReportOptions *options,
                 CyanNode node,
                 guint depth,
                 CyanReportRow *row)
{
  const CyanFunction *function = cyan_comparison_function (comparison, node);
  CyanChange change = options->changes != NULL
                          ? (CyanChange) options->changes[comparison->pair[node]]
                          : CYAN_CHANGE_UNKNOWN;

  row->node = node;
  row->parent = node == CYAN_NODE_ROOT ? CYAN_NODE_NONE : comparison->tree->parent[node];
  row->depth = depth;
  row->name = cyan_comparison_name (comparison, node);
  row->module = cyan_comparison_string (comparison, function->module);
  row->file = cyan_comparison_string (comparison, function->file);
  row->line = function->line;
  row->call_site = call_site (comparison, node);
  row->status = cyan_status_names[cyan_comparison_status (comparison, node)];
  row->source = cyan_change_names[change];
  row->verdict = cyan_verdict_names[cyan_comparison_verdict (comparison, node, options->reading)];
  cyan_comparison_sides (comparison, node, &row->before, &row->after);
  row->height = report_height (comparison, node, options->reading);
  row->has_width = cyan_comparison_width (comparison, node, &row->width);
  row->moved_to = cyan_comparison_moved_to (comparison, node);
  row->moved_from = cyan_comparison_moved_from (comparison, node);
  row->old_name = cyan_comparison_old_name (comparison, node);
  row->has_estimate = cyan_comparison_estimate (comparison, node, options->reading, &row->estimate);
}
