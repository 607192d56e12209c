/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What explains a difference, for machines: CSV and JSON, row by row; docs/explain.md has the
 * names. */
#include "cyan-report-private.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

#include "cyan-number.h"
#include "cyan-text.h"

#define FLAGS (JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION (17))

static const char *const side_names[] = { "before", "after" };

static const char *const columns =
    "rank,kind,reason,side,function,module,file,line,node,contexts,nodes,before,after,change,"
    "explains,part,before_calls,after_calls,source_known,caller,read,read_file,read_line,suspects";

static void
append_number (GString *line, double number)
{
  g_string_append_c (line, ',');
  if (isfinite (number))
    {
      g_autofree char *text = cyan_double_to_text (number);

      g_string_append (line, text);
    }
}

static void
append_count (GString *line, gboolean exists, guint64 count)
{
  g_string_append_c (line, ',');
  if (exists)
    g_string_append_printf (line, "%" G_GUINT64_FORMAT, count);
}

static void
append_row (GString *line,
            const CyanComparison *comparison,
            const CyanExplanation *explanation,
            guint rank,
            gboolean escape)
{
  const CyanFunction *function = cyan_comparison_function (comparison, explanation->node);
  const CyanFunction *read = explanation->read != G_MAXUINT32
                                 ? cyan_comparison_pair_function (comparison, explanation->read)
                                 : NULL;
  g_autoptr (GString) suspects = g_string_new (NULL);

  for (guint i = 0; i < explanation->n_suspects; i++)
    g_string_append_printf (suspects, "%s%s", i > 0 ? "; " : "",
                            cyan_comparison_pair_label (comparison, explanation->suspects[i]));
  g_string_append_printf (line, "%u,%s,%s,%s", rank,
                          explanation->structural ? "subtrees" : "weight",
                          cyan_reason_names[explanation->reason],
                          explanation->structural ? side_names[explanation->side] : "");
  cyan_report_csv_text (line, cyan_comparison_name (comparison, explanation->node), escape);
  cyan_report_csv_text (line, cyan_comparison_string (comparison, function->module), escape);
  cyan_report_csv_text (line, cyan_comparison_string (comparison, function->file), escape);
  append_count (line, function->line > 0, function->line);
  append_count (line, TRUE, explanation->node);
  append_count (line, TRUE, explanation->n_contexts);
  append_count (line, TRUE, explanation->n_nodes);
  append_number (line, explanation->before);
  append_number (line, explanation->after);
  append_number (line, explanation->change);
  append_number (line, explanation->explains);
  append_number (line, explanation->part);
  for (guint side = 0; side < 2; side++)
    append_count (line, explanation->calls[side] != CYAN_CALLS_UNKNOWN, explanation->calls[side]);
  append_count (line, TRUE, explanation->source_known != FALSE);
  cyan_report_csv_text (line,
                        explanation->caller != CYAN_NODE_NONE
                            ? cyan_comparison_name (comparison, explanation->caller)
                            : "",
                        escape);
  cyan_report_csv_text (
      line, read != NULL ? cyan_comparison_pair_label (comparison, explanation->read) : "", escape);
  cyan_report_csv_text (line, read != NULL ? cyan_comparison_string (comparison, read->file) : "",
                        escape);
  append_count (line, read != NULL && read->line > 0, read != NULL ? read->line : 0);
  cyan_report_csv_text (line, suspects->str, escape);
  g_string_append (line, "\r\n");
}

gboolean
cyan_report_explain_csv (const CyanComparison *comparison,
                         const CyanReportOptions *options,
                         const CyanReportExplain *explain,
                         CyanReportWriteFunc write,
                         gpointer data,
                         GError **error)
{
  g_auto (CyanReportSink) sink = { 0 };
  g_autofree char *unit = cyan_text_for_terminal (
      comparison->same_unit ? cyan_comparison_unit (comparison) : "share of the run");

  cyan_report_sink_init (&sink, write, data);
  cyan_report_csv_head (sink.buffer, comparison, unit, columns);
  for (guint i = 0; i < explain->explanations->n; i++)
    {
      append_row (sink.buffer, comparison, &explain->explanations->at[i], i + 1,
                  options->escape_cells);
      if (!cyan_report_sink_flush (&sink, FALSE, error))
        return FALSE;
    }
  return cyan_report_sink_flush (&sink, TRUE, error);
}

/* Appends @json, which is consumed. */
static void
append_json (GString *text, json_t *json)
{
  char *dumped = json_dumps (json, FLAGS);

  g_string_append (text, dumped);
  free (dumped);
  json_decref (json);
}

static json_t *
number_or_null (double number)
{
  return isfinite (number) ? json_real (number) : json_null ();
}

/* Integers of JSON are signed; a count beyond that is as good as the largest. */
static json_t *
calls_or_null (guint64 calls)
{
  return calls != CYAN_CALLS_UNKNOWN ? json_integer ((json_int_t) MIN (calls, (guint64) G_MAXINT64))
                                     : json_null ();
}

static json_t *
function_to_json (const CyanComparison *comparison, guint32 pair)
{
  const CyanFunction *function = cyan_comparison_pair_function (comparison, pair);
  json_t *json = json_object ();

  json_object_set_new (json, "function",
                       json_string (cyan_comparison_pair_label (comparison, pair)));
  json_object_set_new (json, "module",
                       json_string (cyan_comparison_string (comparison, function->module)));
  json_object_set_new (json, "file",
                       json_string (cyan_comparison_string (comparison, function->file)));
  json_object_set_new (json, "line",
                       function->line > 0 ? json_integer (function->line) : json_null ());
  return json;
}

static json_t *
functions_to_json (const CyanComparison *comparison, const guint32 *pairs, guint n)
{
  json_t *json = json_array ();

  for (guint i = 0; i < n; i++)
    json_array_append_new (json, function_to_json (comparison, pairs[i]));
  return json;
}

static json_t *
explanation_to_json (const CyanComparison *comparison,
                     const CyanExplanation *explanation,
                     guint rank)
{
  json_t *json = function_to_json (comparison, explanation->pair);

  json_object_set_new (json, "rank", json_integer (rank));
  json_object_set_new (json, "kind", json_string (explanation->structural ? "subtrees" : "weight"));
  json_object_set_new (json, "reason", json_string (cyan_reason_names[explanation->reason]));
  json_object_set_new (json, "side",
                       explanation->structural ? json_string (side_names[explanation->side])
                                               : json_null ());
  json_object_set_new (json, "node", json_integer (explanation->node));
  json_object_set_new (json, "contexts", json_integer (explanation->n_contexts));
  json_object_set_new (json, "nodes", json_integer (explanation->n_nodes));
  json_object_set_new (json, "before", number_or_null (explanation->before));
  json_object_set_new (json, "after", number_or_null (explanation->after));
  json_object_set_new (json, "change", number_or_null (explanation->change));
  json_object_set_new (json, "explains", number_or_null (explanation->explains));
  json_object_set_new (json, "part", number_or_null (explanation->part));
  json_object_set_new (json, "before_calls", calls_or_null (explanation->calls[0]));
  json_object_set_new (json, "after_calls", calls_or_null (explanation->calls[1]));
  json_object_set_new (json, "source_known", json_boolean (explanation->source_known));
  json_object_set_new (json, "caller",
                       explanation->caller != CYAN_NODE_NONE
                           ? json_string (cyan_comparison_name (comparison, explanation->caller))
                           : json_null ());
  json_object_set_new (json, "read",
                       explanation->read != G_MAXUINT32
                           ? function_to_json (comparison, explanation->read)
                           : json_null ());
  json_object_set_new (
      json, "suspects",
      functions_to_json (comparison, explanation->suspects, explanation->n_suspects));
  return json;
}

static json_t *
difference_to_json (const CyanParcs *parcs, const CyanDifference *difference)
{
  g_autoptr (GArray) suspects = cyan_parcs_suspects (parcs, difference->side, difference->root,
                                                     difference->cause, CYAN_MAX_SUSPECTS);
  json_t *json = json_object ();

  json_object_set_new (json, "cause", json_string (cyan_cause_names[difference->cause]));
  json_object_set_new (json, "stage", json_integer (difference->stage));
  json_object_set_new (json, "side", json_string (side_names[difference->side]));
  json_object_set_new (json, "source_known", json_boolean (difference->source_known));
  json_object_set_new (json, "function",
                       json_string (cyan_comparison_name (parcs->comparison, difference->node)));
  json_object_set_new (json, "node", json_integer (difference->node));
  json_object_set_new (json, "nodes", json_integer (difference->n_nodes));
  json_object_set_new (json, "total", number_or_null (difference->total));
  json_object_set_new (json, "share", number_or_null (difference->share));
  json_object_set_new (json, "suspects",
                       functions_to_json (parcs->comparison,
                                          (const guint32 *) (void *) suspects->data,
                                          suspects->len));
  return json;
}

static json_t *
counts_to_json (const CyanParcs *parcs, guint side)
{
  json_t *json = json_object ();

  json_object_set_new (json, "nodes", json_integer (parcs->n_nodes[side]));
  json_object_set_new (json, "common_tree", json_integer (parcs->n_common));
  for (guint cause = 0; cause < CYAN_N_CAUSES; cause++)
    {
      json_t *count = json_object ();

      json_object_set_new (count, "subtrees", json_integer (parcs->counts[cause][side].subtrees));
      json_object_set_new (count, "nodes", json_integer (parcs->counts[cause][side].nodes));
      json_object_set_new (json, cyan_cause_names[cause], count);
    }
  return json;
}

static json_t *
overlap_to_json (const CyanComparison *comparison, const CyanReportExplain *explain)
{
  const CyanOverlap *overlap = explain->overlap;
  gboolean asked = explain->threshold_from != NULL;
  json_t *json = json_object ();
  json_t *steps = json_array ();

  for (guint i = 0; i < overlap->n_steps; i++)
    {
      const CyanOverlapStep *step = &overlap->steps[i];
      json_t *row = json_object ();

      json_object_set_new (row, "function",
                           json_string (cyan_comparison_name (comparison, step->node)));
      json_object_set_new (row, "node", json_integer (step->node));
      json_object_set_new (row, "before_pweight", number_or_null (step->pweight[0]));
      json_object_set_new (row, "after_pweight", number_or_null (step->pweight[1]));
      json_object_set_new (row, "adjusted", json_string (side_names[step->side]));
      json_object_set_new (row, "weight", number_or_null (step->weight));
      json_object_set_new (row, "overlap", number_or_null (step->overlap));
      json_array_append_new (steps, row);
    }
  json_object_set_new (json, "weight", json_string (cyan_weight_names[explain->weight]));
  json_object_set_new (json, "overlap", number_or_null (overlap->overlap));
  json_object_set_new (json, "threshold",
                       asked ? number_or_null (explain->threshold) : json_null ());
  json_object_set_new (json, "threshold_from",
                       asked ? json_string (explain->threshold_from) : json_null ());
  json_object_set_new (json, "capped", json_boolean (overlap->capped));
  json_object_set_new (json, "steps", steps);
  return json;
}

static json_t *
name_or_null (const char *name)
{
  return name != NULL ? json_string (name) : json_null ();
}

static void
append_head (GString *text,
             const CyanComparison *comparison,
             const CyanReportOptions *options,
             const CyanReportExplain *explain)
{
  const CyanParcs *parcs = explain->parcs;
  g_autofree char *verdict = cyan_comparison_verdict_text (comparison);
  g_autofree char *noise = cyan_comparison_noise_text (comparison);
  json_t *head = json_object ();
  json_t *warnings = json_array ();
  char *dumped;

  for (guint i = 0; i < comparison->warnings->len; i++)
    json_array_append_new (warnings, json_string (g_ptr_array_index (comparison->warnings, i)));
  json_object_set_new (head, "before", name_or_null (options->before_name));
  json_object_set_new (head, "after", name_or_null (options->after_name));
  json_object_set_new (head, "before_total", number_or_null (comparison->before_run));
  json_object_set_new (head, "after_total", number_or_null (comparison->after_run));
  json_object_set_new (
      head, "unit",
      json_string (comparison->same_unit ? cyan_comparison_unit (comparison) : "share of the run"));
  json_object_set_new (head, "difference", number_or_null (explain->explanations->difference));
  json_object_set_new (head, "verdict", json_string (verdict));
  json_object_set_new (head, "noise", name_or_null (noise));
  json_object_set_new (head, "noise_functions", json_integer (explain->explanations->n_noise));
  json_object_set_new (head, "noise_change", number_or_null (explain->explanations->noise));
  json_object_set_new (head, "warnings", warnings);
  json_object_set_new (head, "sources", json_boolean (parcs->has_sources));
  json_object_set_new (head, "strict", json_boolean (parcs->strict));
  json_object_set_new (head, "ordered", json_boolean (!parcs->unordered));
  json_object_set_new (head, "bounded", json_boolean (parcs->bounded));
  json_object_set_new (head, "before_counts", counts_to_json (parcs, 0));
  json_object_set_new (head, "after_counts", counts_to_json (parcs, 1));
  json_object_set_new (head, "overlap", overlap_to_json (comparison, explain));
  dumped = json_dumps (head, FLAGS);
  /* What follows is written row by row. */
  g_string_append_len (text, dumped, (gssize) strlen (dumped) - 1);
  free (dumped);
  json_decref (head);
}

gboolean
cyan_report_explain_json (const CyanComparison *comparison,
                          const CyanReportOptions *options,
                          const CyanReportExplain *explain,
                          CyanReportWriteFunc write,
                          gpointer data,
                          GError **error)
{
  const CyanParcs *parcs = explain->parcs;
  g_auto (CyanReportSink) sink = { 0 };

  cyan_report_sink_init (&sink, write, data);
  append_head (sink.buffer, comparison, options, explain);
  g_string_append (sink.buffer, ",\n\"explanations\":[");
  for (guint i = 0; i < explain->explanations->n; i++)
    {
      g_string_append (sink.buffer, i == 0 ? "\n" : ",\n");
      append_json (sink.buffer,
                   explanation_to_json (comparison, &explain->explanations->at[i], i + 1));
      if (!cyan_report_sink_flush (&sink, FALSE, error))
        return FALSE;
    }
  g_string_append (sink.buffer, "\n],\n\"differences\":[");
  for (guint i = 0; i < parcs->n_differences; i++)
    {
      g_string_append (sink.buffer, i == 0 ? "\n" : ",\n");
      append_json (sink.buffer, difference_to_json (parcs, &parcs->differences[i]));
      if (!cyan_report_sink_flush (&sink, FALSE, error))
        return FALSE;
    }
  g_string_append (sink.buffer, "\n]}\n");
  return cyan_report_sink_flush (&sink, TRUE, error);
}
