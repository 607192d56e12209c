/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A check for machines, and for the people who read a pull request. */
#include "cyan-report-check.h"

#include <jansson.h>
#include <math.h>

#include "cyan-text.h"
#include "cyan-units.h"

/* Names of a path in JSON: the node and its nearest callers. */
#define PATH_NAMES 32

/* Callers of a node in a table, and characters of a place. */
#define PATH_CALLERS 2

#define N_SUSPECTS 5

#define SIGN_FAILED "\xe2\x9d\x8c"
#define SIGN_PASSED "\xe2\x9c\x85"

/* ---- JSON ---- */

static json_t *
number_or_null (double number)
{
  return isfinite (number) ? json_real (number) : json_null ();
}

static json_t *
text_or_null (const char *text)
{
  return text != NULL && *text != '\0' ? json_string (text) : json_null ();
}

static json_t *
path_to_json (const CyanComparison *comparison, CyanNode node)
{
  json_t *path = json_array ();

  for (guint i = 0; i < PATH_NAMES && node != CYAN_NODE_ROOT; i++)
    {
      json_array_insert_new (path, 0, json_string (cyan_comparison_name (comparison, node)));
      node = comparison->tree->parent[node];
    }
  return path;
}

/* Which function it is, and what is known of its source. */
static void
set_function (json_t *json,
              const CyanComparison *comparison,
              const CyanReportOptions *options,
              CyanNode node)
{
  const CyanFunction *function = cyan_comparison_function (comparison, node);

  json_object_set_new (json, "node", json_integer (node));
  json_object_set_new (json, "name", json_string (cyan_comparison_name (comparison, node)));
  json_object_set_new (json, "old_name",
                       text_or_null (cyan_comparison_old_name (comparison, node)));
  json_object_set_new (json, "path", path_to_json (comparison, node));
  json_object_set_new (json, "file",
                       text_or_null (cyan_comparison_string (comparison, function->file)));
  json_object_set_new (json, "line",
                       function->line > 0 ? json_integer (function->line) : json_null ());
  json_object_set_new (json, "source",
                       json_string (cyan_report_change_name (options, comparison, node)));
}

static json_t *
culprit_to_json (const CyanComparison *comparison,
                 const CyanReportOptions *options,
                 const CyanGateEntry *entry)
{
  CyanCulprit culprit;
  json_t *json;

  if (!cyan_report_find_culprit (comparison, options, entry, &culprit))
    return json_null ();
  json = json_object ();
  set_function (json, comparison, options, culprit.node);
  json_object_set_new (json, "self_change", number_or_null (culprit.own));
  json_object_set_new (json, "share", number_or_null (culprit.share));
  json_object_set_new (json, "modified_caller",
                       culprit.modified_caller != CYAN_NODE_NONE ? json_string (
                           cyan_comparison_name (comparison, culprit.modified_caller))
                                                                 : json_null ());
  return json;
}

static void
set_numbers (json_t *json, const CyanComparison *comparison, const CyanGateEntry *entry)
{
  const CyanEstimate *estimate = &entry->estimate;
  double change = entry->after - entry->before, run = comparison->before_run;
  gboolean has = entry->has_estimate;

  json_object_set_new (json, "before", number_or_null (entry->before));
  json_object_set_new (json, "after", number_or_null (entry->after));
  json_object_set_new (json, "change", number_or_null (change));
  json_object_set_new (json, "share", number_or_null (run > 0 ? change / run : NAN));
  json_object_set_new (json, "ratio", number_or_null (has ? (double) estimate->ratio : NAN));
  json_object_set_new (json, "ratio_low", number_or_null (has ? (double) estimate->low : NAN));
  json_object_set_new (json, "ratio_high", number_or_null (has ? (double) estimate->high : NAN));
  json_object_set_new (json, "q", number_or_null (has ? (double) estimate->q : NAN));
}

static json_t *
failure_to_json (const CyanComparison *comparison,
                 const CyanReportOptions *options,
                 const CyanGateEntry *entry)
{
  json_t *json = json_object ();

  json_object_set_new (json, "gate", json_string (cyan_gate_kind_names[entry->kind]));
  set_function (json, comparison, options, entry->node);
  json_object_set_new (
      json, "status",
      json_string (cyan_status_names[cyan_comparison_status (comparison, entry->node)]));
  json_object_set_new (json, "innermost", json_boolean (entry->innermost));
  set_numbers (json, comparison, entry);
  json_object_set_new (json, "culprit", culprit_to_json (comparison, options, entry));
  return json;
}

static json_t *
side_to_json (const CyanComparison *comparison, guint side, const char *name, double left_out)
{
  json_t *json = json_object ();
  json_t *runs = json_array ();

  for (guint r = 0; r < comparison->n_runs[side]; r++)
    json_array_append_new (runs, number_or_null (comparison->runs[side][r]));
  json_object_set_new (json, "name", name != NULL ? json_string (name) : json_null ());
  json_object_set_new (json, "total",
                       number_or_null (side == 0 ? comparison->before_run : comparison->after_run));
  json_object_set_new (json, "ignored", number_or_null (left_out));
  json_object_set_new (json, "runs", runs);
  return json;
}

static json_t *
gates_to_json (const CyanGateOptions *gate)
{
  json_t *json = json_array ();

  if (gate->total || gate->any_node)
    json_array_append_new (json, json_string ("total"));
  if (gate->functions != NULL)
    json_array_append_new (json, json_string ("function"));
  if (gate->any_node)
    json_array_append_new (json, json_string ("node"));
  return json;
}

static json_t *
noise_to_json (const CyanComparison *comparison, const CyanGateResult *result)
{
  static const char *const names[] = { "unknown", "sampling", "runs" };
  g_autofree char *text = cyan_comparison_noise_text (comparison);
  json_t *json = json_object ();

  json_object_set_new (json, "known", json_string (names[comparison->noise]));
  json_object_set_new (json, "text", json_string (text));
  json_object_set_new (json, "alpha", json_real (comparison->alpha));
  json_object_set_new (json, "total_by_chance", json_boolean (result->by_chance));
  json_object_set_new (json, "others_by_chance", json_integer (result->n_by_chance));
  return json;
}

static json_t *
check_to_json (const CyanComparison *comparison,
               const CyanReportOptions *options,
               const CyanReportCheck *check)
{
  const CyanGateResult *result = check->result;
  g_autoptr (GString) text = g_string_new (NULL);
  CyanProse prose = { text, FALSE };
  json_t *json = json_object (), *failures = json_array (), *warnings = json_array ();
  json_t *total = json_object ();

  cyan_prose_check (&prose, comparison, options, check);
  set_numbers (total, comparison, &result->total);
  for (guint i = 0; i < MIN (result->failures->len, options->top); i++)
    json_array_append_new (
        failures,
        failure_to_json (comparison, options, &g_array_index (result->failures, CyanGateEntry, i)));
  for (guint i = 0; i < comparison->warnings->len; i++)
    json_array_append_new (warnings, json_string (g_ptr_array_index (comparison->warnings, i)));

  json_object_set_new (json, "passed", json_boolean (result->passed));
  json_object_set_new (json, "text", json_string (text->str));
  json_object_set_new (json, "gate", gates_to_json (check->gate));
  json_object_set_new (json, "limit", number_or_null (check->gate->limit));
  json_object_set_new (json, "limit_value", number_or_null (result->allowed));
  json_object_set_new (json, "unit", json_string (cyan_comparison_unit (comparison)));
  json_object_set_new (
      json, "before", side_to_json (comparison, 0, options->before_name, check->gate->left_out[0]));
  json_object_set_new (json, "after",
                       side_to_json (comparison, 1, options->after_name, check->gate->left_out[1]));
  json_object_set_new (json, "total", total);
  json_object_set_new (json, "noise", noise_to_json (comparison, result));
  json_object_set_new (json, "n_failures", json_integer (result->failures->len));
  json_object_set_new (json, "failures", failures);
  json_object_set_new (json, "warnings", warnings);
  return json;
}

gboolean
cyan_report_check_json (const CyanComparison *comparison,
                        const CyanReportOptions *options,
                        const CyanReportCheck *check,
                        CyanReportWriteFunc write,
                        gpointer data,
                        GError **error)
{
  g_auto (CyanReportSink) sink = { 0 };
  json_t *json = check_to_json (comparison, options, check);
  char *dumped = json_dumps (json, JSON_INDENT (2) | JSON_REAL_PRECISION (17));

  cyan_report_sink_init (&sink, write, data);
  g_string_append (sink.buffer, dumped);
  g_string_append_c (sink.buffer, '\n');
  free (dumped);
  json_decref (json);
  return cyan_report_sink_flush (&sink, TRUE, error);
}

/* ---- markdown ---- */

/* An HTML block ends at an empty line, and there is none in it: names have no line breaks. */
static void
open_table (CyanProse *prose, const char *const *heads)
{
  g_string_append (prose->out, "<table>\n<tr>");
  for (guint i = 0; heads[i] != NULL; i++)
    g_string_append_printf (prose->out, "<th>%s</th>", heads[i]);
  g_string_append (prose->out, "</tr>\n");
}

static void
append_value_cell (CyanProse *prose, char *text)
{
  g_string_append (prose->out, "<td align=\"right\">");
  cyan_prose_value (prose, text);
  g_string_append (prose->out, "</td>");
}

/* Source and place, the last two cells of every row. */
static void
append_source_cells (CyanProse *prose,
                     const CyanComparison *comparison,
                     const CyanReportOptions *options,
                     CyanNode node)
{
  const CyanFunction *function = cyan_comparison_function (comparison, node);
  const char *file = cyan_comparison_string (comparison, function->file);
  g_autofree char *place =
      function->line > 0 ? g_strdup_printf ("%s:%u", file, function->line) : g_strdup (file);

  g_string_append_printf (prose->out, "<td>%s</td><td>",
                          cyan_report_change_name (options, comparison, node));
  if (*file != '\0')
    cyan_prose_name (prose, place);
  g_string_append (prose->out, "</td></tr>\n");
}

static void
append_failures (CyanProse *prose,
                 const CyanComparison *comparison,
                 const CyanReportOptions *options,
                 const CyanReportCheck *check)
{
  static const char *const heads[] = { "slower than allowed", "before", "after", "change",
                                       "of the total",        "source", "where", NULL };
  const GArray *failures = check->result->failures;
  const char *unit = cyan_comparison_unit (comparison);
  guint told = 0;

  for (guint i = 0; i < failures->len && told < options->top; i++)
    {
      const CyanGateEntry *entry = &g_array_index (failures, CyanGateEntry, i);
      double change = entry->after - entry->before;

      if (entry->kind == CYAN_GATE_TOTAL)
        continue;
      if (told++ == 0)
        open_table (prose, heads);
      g_string_append (prose->out, "<tr><td>");
      if (entry->kind == CYAN_GATE_NODE)
        cyan_prose_path (prose, comparison, entry->node, PATH_CALLERS);
      else
        cyan_prose_name (prose, cyan_comparison_name (comparison, entry->node));
      g_string_append (prose->out, "</td>");
      append_value_cell (prose, cyan_value_to_text (entry->before, unit));
      append_value_cell (prose, cyan_value_to_text (entry->after, unit));
      append_value_cell (prose, cyan_difference_to_text (change, unit));
      append_value_cell (prose, comparison->before_run > 0 ? cyan_share_difference_to_text (
                                    change / comparison->before_run)
                                                           : g_strdup (""));
      append_source_cells (prose, comparison, options, entry->node);
    }
  if (told > 0)
    g_string_append (prose->out, "</table>\n\n");
}

static void
append_suspects (CyanProse *prose,
                 const CyanComparison *comparison,
                 const CyanReportOptions *options)
{
  static const char *const heads[] = { "read first", "by itself", "of what got slower",
                                       "source",     "where",     NULL };
  g_autoptr (GArray) suspects =
      cyan_suspects_new (comparison, CYAN_DIRECTION_SLOWER, MIN (N_SUSPECTS, options->top));
  const char *unit = cyan_comparison_unit (comparison);

  if (suspects->len == 0)
    return;
  open_table (prose, heads);
  for (guint i = 0; i < suspects->len; i++)
    {
      const CyanSuspect *suspect = &g_array_index (suspects, CyanSuspect, i);

      g_string_append (prose->out, "<tr><td>");
      cyan_prose_name (prose, cyan_comparison_name (comparison, suspect->node));
      g_string_append (prose->out, "</td>");
      append_value_cell (prose, cyan_difference_to_text (suspect->change, unit));
      append_value_cell (prose, cyan_share_to_text (suspect->share));
      append_source_cells (prose, comparison, options, suspect->node);
    }
  g_string_append (prose->out, "</table>\n\n");
}

static void
append_heading (CyanProse *prose, const CyanComparison *comparison, const CyanReportCheck *check)
{
  const CyanGateResult *result = check->result;
  const GArray *failures = result->failures;
  g_autofree char *limit = cyan_share_to_text (check->gate->limit);
  g_autofree char *change = cyan_change_to_text (result->total.before, result->total.after);

  if (result->passed && result->by_chance)
    g_string_append_printf (
        prose->out, "### " SIGN_PASSED " Performance: %s, no more than noise (limit: %s)\n\n",
        change, limit);
  else if (result->passed && (check->gate->total || check->gate->any_node))
    g_string_append_printf (prose->out,
                            "### " SIGN_PASSED " Performance: %s, within the limit of %s\n\n",
                            change, limit);
  else if (result->passed)
    g_string_append_printf (prose->out,
                            "### " SIGN_PASSED
                            " Performance: %u functions within the limit of %s (total: %s)\n\n",
                            result->n_functions, limit, change);
  else if (g_array_index (failures, CyanGateEntry, 0).kind == CYAN_GATE_TOTAL)
    g_string_append_printf (prose->out,
                            "### " SIGN_FAILED " Performance: %s, more than the limit of %s\n\n",
                            change, limit);
  else
    g_string_append_printf (prose->out,
                            "### " SIGN_FAILED
                            " Performance: %u slower by more than %s of the run (total: %s)\n\n",
                            failures->len, limit, change);
}

gboolean
cyan_report_check_markdown (const CyanComparison *comparison,
                            const CyanReportOptions *options,
                            const CyanReportCheck *check,
                            CyanReportWriteFunc write,
                            gpointer data,
                            GError **error)
{
  g_auto (CyanReportSink) sink = { 0 };
  CyanProse prose;

  cyan_report_sink_init (&sink, write, data);
  prose = (CyanProse){ sink.buffer, TRUE };
  append_heading (&prose, comparison, check);
  g_string_append (sink.buffer, "<p>");
  cyan_prose_check (&prose, comparison, options, check);
  g_string_append (sink.buffer, "</p>\n\n");
  if (check->picture != NULL)
    {
      g_autofree char *link = g_uri_escape_string (check->picture, NULL, FALSE);

      g_string_append_printf (sink.buffer, "![Performance evolution blueprint](%s)\n\n", link);
    }
  append_failures (&prose, comparison, options, check);
  if (!check->result->passed)
    append_suspects (&prose, comparison, options);
  for (guint i = 0; i < comparison->warnings->len; i++)
    {
      g_string_append (sink.buffer, "<p>Note: ");
      cyan_prose_value (&prose, g_strdup (g_ptr_array_index (comparison->warnings, i)));
      g_string_append (sink.buffer, "</p>\n\n");
    }
  return cyan_report_sink_flush (&sink, TRUE, error);
}
