/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The comparison for machines.  Rows are made one by one, so that memory stays bounded. */
#include "cyan-report-private.h"

#include <jansson.h>
#include <math.h>

#define ROW_FLAGS (JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION (17))

/* Integers of JSON are signed; a count beyond that is as good as the largest. */
static json_t *
count_or_null (gboolean exists, guint64 count)
{
  return exists ? json_integer ((json_int_t) MIN (count, (guint64) G_MAXINT64)) : json_null ();
}

static json_t *
number_or_null (gboolean exists, double number)
{
  return exists ? json_real (number) : json_null ();
}

/* Something in parts of nothing is no number. */
static json_t *
finite_or_null (gboolean exists, double number)
{
  return number_or_null (exists && isfinite (number), number);
}

static json_t *
row_to_json (const CyanReportRow *row)
{
  const CyanSide *before = &row->before, *after = &row->after;
  json_t *json = json_object ();

  json_object_set_new (json, "node", json_integer (row->node));
  json_object_set_new (json, "parent", count_or_null (row->parent != CYAN_NODE_NONE, row->parent));
  json_object_set_new (json, "depth", json_integer (row->depth));
  json_object_set_new (json, "name", json_string (row->name));
  json_object_set_new (json, "module", json_string (row->module));
  json_object_set_new (json, "file", json_string (row->file));
  json_object_set_new (json, "line", count_or_null (row->line != 0, row->line));
  json_object_set_new (json, "callsite", count_or_null (row->call_site != 0, row->call_site));
  json_object_set_new (json, "status", json_string (row->status));
  json_object_set_new (json, "source", json_string (row->source));
  json_object_set_new (json, "verdict", json_string (row->verdict));
  json_object_set_new (json, "before_calls",
                       count_or_null (before->calls != CYAN_CALLS_UNKNOWN, before->calls));
  json_object_set_new (json, "after_calls",
                       count_or_null (after->calls != CYAN_CALLS_UNKNOWN, after->calls));
  json_object_set_new (json, "before_total", number_or_null (before->present, before->total));
  json_object_set_new (json, "after_total", number_or_null (after->present, after->total));
  json_object_set_new (json, "before_self", number_or_null (before->present, before->self));
  json_object_set_new (json, "after_self", number_or_null (after->present, after->self));
  json_object_set_new (json, "before_share", number_or_null (before->present, before->share));
  json_object_set_new (json, "after_share", number_or_null (after->present, after->share));
  json_object_set_new (json, "height", json_real (row->height));
  json_object_set_new (json, "width", number_or_null (row->has_width, row->width));
  json_object_set_new (json, "moved_to",
                       count_or_null (row->moved_to != CYAN_NODE_NONE, row->moved_to));
  json_object_set_new (json, "moved_from",
                       count_or_null (row->moved_from != CYAN_NODE_NONE, row->moved_from));
  json_object_set_new (json, "old_name",
                       row->old_name != NULL ? json_string (row->old_name) : json_null ());
  json_object_set_new (json, "ratio", finite_or_null (row->has_estimate, row->estimate.ratio));
  json_object_set_new (json, "ratio_low", finite_or_null (row->has_estimate, row->estimate.low));
  json_object_set_new (json, "ratio_high", finite_or_null (row->has_estimate, row->estimate.high));
  json_object_set_new (json, "q_value", number_or_null (row->has_estimate, row->estimate.q));
  return json;
}

/* Appends @json, which is consumed. */
static void
append_json (GString *text, json_t *json)
{
  char *dumped = json_dumps (json, ROW_FLAGS);

  g_string_append (text, dumped);
  free (dumped);
  json_decref (json);
}

static json_t *
side_to_json (const CyanComparison *comparison, guint side, const char *name)
{
  const CyanProfile *profile = side == 0 ? comparison->before : comparison->after;
  double run = side == 0 ? comparison->before_run : comparison->after_run;
  json_t *json = json_object ();
  json_t *runs = json_array ();

  for (guint i = 0; i < comparison->n_runs[side]; i++)
    json_array_append_new (runs, json_real (comparison->runs[side][i]));

  json_object_set_new (json, "name", name != NULL ? json_string (name) : json_null ());
  json_object_set_new (json, "format", json_string (profile->format));
  json_object_set_new (json, "nodes", json_integer (profile->n_nodes - 1));
  json_object_set_new (json, "total", json_real (run));
  json_object_set_new (json, "runs", runs);
  return json;
}

static void
append_head (GString *text, const CyanComparison *comparison, const CyanReportOptions *options)
{
  g_autofree char *verdict = cyan_comparison_verdict_text (comparison);
  g_autofree char *noise = cyan_comparison_noise_text (comparison);
  json_t *warnings = json_array ();

  for (guint i = 0; i < comparison->warnings->len; i++)
    json_array_append_new (warnings, json_string (g_ptr_array_index (comparison->warnings, i)));

  g_string_append (text, "{\"before\":");
  append_json (text, side_to_json (comparison, 0, options->before_name));
  g_string_append (text, ",\n\"after\":");
  append_json (text, side_to_json (comparison, 1, options->after_name));
  g_string_append (text, ",\n\"unit\":");
  append_json (text, json_string (cyan_comparison_unit (comparison)));
  g_string_append (text, ",\n\"match\":");
  append_json (text, json_string (cyan_match_method_names[comparison->method]));
  g_string_append (text, ",\n\"reading\":");
  append_json (text, json_string (options->reading == CYAN_READING_SHARE ? "share" : "absolute"));
  g_string_append (text, ",\n\"threshold\":");
  append_json (text, json_real (comparison->threshold));
  g_string_append (text, ",\n\"noise\":");
  append_json (text, json_string (noise));
  g_string_append (text, ",\n\"alpha\":");
  append_json (text, json_real (comparison->alpha));
  g_string_append (text, ",\n\"verdict\":");
  append_json (text, json_string (verdict));
  g_string_append (text, ",\n\"warnings\":");
  append_json (text, warnings);
  g_string_append (text, ",\n\"nodes\":[");
}

gboolean
cyan_report_json (const CyanComparison *comparison,
                  const CyanReportOptions *options,
                  CyanReportWriteFunc write,
                  gpointer data,
                  GError **error)
{
  g_autofree guint *depths = cyan_report_depths (comparison);
  g_auto (CyanReportSink) sink = { 0 };

  cyan_report_sink_init (&sink, write, data);
  append_head (sink.buffer, comparison, options);
  for (CyanNode node = 0; node < comparison->n_nodes; node++)
    {
      CyanReportRow row;

      g_string_append (sink.buffer, node == 0 ? "\n" : ",\n");
      cyan_report_row (comparison, options, node, depths[node], &row);
      append_json (sink.buffer, row_to_json (&row));
      if (!cyan_report_sink_flush (&sink, FALSE, error))
        return FALSE;
    }
  g_string_append (sink.buffer, "\n]}\n");
  return cyan_report_sink_flush (&sink, TRUE, error);
}
