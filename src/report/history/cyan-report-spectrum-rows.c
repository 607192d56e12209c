/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The similarity of two revisions, for programs. */
#include "cyan-history-pages.h"
#include "cyan-report-spectrum-parts.h"

static const char *const columns[] = {
  "rank",       "stack",  "function", "module",     "file",         "line",      "status",
  "source",     "sc",     "inside",   "present",    "runs",         "chance",    "q",
  "changed",    "impact", "calls",    "calls_diff", "total_impact", "range_low", "range_high",
  "range_diff", "before", "after",    NULL
};

/* "main;parse;lex", as folded stacks are written. */
static void
put_stack (CyanRows *rows, const CyanSimilarity *self, const CyanSimilarityRow *row)
{
  const CyanComparison *comparison = self->comparison;
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (GString) stack = g_string_new (NULL);

  if (self->options.by == CYAN_SIMILARITY_FUNCTION)
    {
      cyan_rows_none (rows, "stack");
      return;
    }
  for (CyanNode node = row->number; node != CYAN_NODE_ROOT;
       node = comparison->compared.tree->parent[node])
    g_ptr_array_add (names, (gpointer) cyan_comparison_name (comparison, node));
  for (guint i = names->len; i-- > 0;)
    g_string_append_printf (stack, i > 0 ? "%s;" : "%s", (const char *) names->pdata[i]);
  cyan_rows_text (rows, "stack", stack->str);
}

static void
put_function (CyanRows *rows, const CyanReportSpectrum *about, const CyanSimilarityRow *row)
{
  const CyanSimilarity *self = about->similarity;
  const CyanFunction *function = cyan_report_spectrum_function (self, row);

  put_stack (rows, self, row);
  cyan_rows_text (rows, "function", cyan_report_spectrum_name (self, row));
  cyan_rows_text (rows, "module", cyan_comparison_string (self->comparison, function->module));
  cyan_rows_text (rows, "file", cyan_comparison_string (self->comparison, function->file));
  cyan_rows_count_if (rows, "line", function->line > 0, function->line);
  cyan_rows_text (rows, "status", cyan_report_spectrum_status (self, row));
  cyan_rows_text (rows, "source", cyan_change_names[cyan_report_spectrum_change (about, row)]);
}

static void
put_numbers (CyanRows *rows, const CyanSimilarity *self, const CyanSimilarityRow *row)
{
  const CyanSpectrum *spectrum = &row->spectrum;

  cyan_rows_number (rows, "sc", spectrum->similarity);
  cyan_rows_count (rows, "inside", spectrum->inside);
  cyan_rows_count (rows, "present", spectrum->present[1]);
  cyan_rows_count (rows, "runs", self->n_runs[1]);
  cyan_rows_number (rows, "chance", spectrum->chance);
  cyan_rows_number (rows, "q", row->q);
  cyan_rows_flag (rows, "changed", row->changed);
  cyan_rows_number (rows, "impact", spectrum->impact);
  cyan_rows_number (rows, "calls", row->calls[1]);
  cyan_rows_number (rows, "calls_diff", row->calls[1] - row->calls[0]);
  cyan_rows_number (rows, "total_impact", row->total_impact);
  cyan_rows_number (rows, "range_low", spectrum->low);
  cyan_rows_number (rows, "range_high", spectrum->high);
  cyan_rows_number (rows, "range_diff", spectrum->high - spectrum->low);
  cyan_rows_number (rows, "before", row->mean[0]);
  cyan_rows_number (rows, "after", row->mean[1]);
}

static void
put_values (CyanRows *rows, const CyanSimilarity *self, const CyanSimilarityRow *row)
{
  static const char *const names[] = { "values_before", "values_after" };

  for (guint side = 0; rows->form->nested && side < 2; side++)
    {
      g_autofree double *values = g_new (double, self->n_runs[side]);

      cyan_similarity_values (self, row, side, values);
      cyan_rows_open (rows, names[side], CYAN_GROUP_LIST);
      for (guint i = 0; i < self->n_runs[side]; i++)
        cyan_rows_number (rows, NULL, values[i]);
      cyan_rows_close (rows);
    }
}

static void
put_side (CyanRows *rows, const CyanReportSpectrum *about, guint side)
{
  cyan_rows_open (rows, side == 0 ? "before" : "after", CYAN_GROUP_OBJECT);
  cyan_rows_text (rows, "name", about->names[side]);
  cyan_report_put_runs (rows, about->similarity->comparison, side);
  cyan_rows_close (rows);
}

static void
put_range (CyanRows *rows, CyanRangeRule rule)
{
  cyan_rows_text (rows, "range", rule.kind == CYAN_RANGE_SD ? "sd" : "min-max");
  cyan_rows_number_if (rows, "deviations", rule.kind == CYAN_RANGE_SD, rule.deviations);
}

static void
put_head (CyanRows *rows, const CyanReportSpectrum *about)
{
  const CyanSimilarity *self = about->similarity;
  const CyanComparison *comparison = self->comparison;

  put_side (rows, about, 0);
  put_side (rows, about, 1);
  cyan_rows_text (rows, "base", about->base);
  cyan_rows_text (rows, "metric", cyan_compared_metric (&comparison->compared, 1)->name);
  cyan_rows_unit (rows, cyan_comparison_unit (comparison));
  cyan_rows_text (rows, "match", cyan_match_method_names[comparison->compared.method]);
  cyan_rows_text (rows, "by", cyan_similarity_by_names[self->options.by]);
  cyan_rows_text (rows, "value", cyan_similarity_value_names[self->options.value]);
  cyan_rows_text (rows, "rank", cyan_similarity_rank_names[self->options.rank]);
  put_range (rows, self->options.range);
  cyan_rows_flag (rows, "calls", self->has_calls);
  cyan_rows_number (rows, "alpha", self->options.alpha);
  cyan_rows_count (rows, "changed", self->n_changed);
  cyan_rows_count (rows, "below_1", self->n_below);
  cyan_rows_number (rows, "below_1_expected", self->expected);
  cyan_rows_texts (rows, "warnings", comparison->warnings);
}

void
cyan_report_spectrum_rows (CyanRows *rows, gconstpointer data)
{
  const CyanReportSpectrum *about = data;
  const CyanSimilarity *self = about->similarity;

  cyan_report_put_unit (rows, self->comparison, cyan_comparison_unit (self->comparison));
  cyan_rows_open (rows, NULL, CYAN_GROUP_LINES);
  put_head (rows, about);
  cyan_rows_open_table (rows, "rows", columns);
  for (guint i = 0; i < self->n_rows && cyan_rows_go_on (rows); i++)
    {
      cyan_rows_open (rows, NULL, CYAN_GROUP_OBJECT);
      cyan_rows_count (rows, "rank", i + 1);
      put_function (rows, about, &self->rows[i]);
      put_numbers (rows, self, &self->rows[i]);
      put_values (rows, self, &self->rows[i]);
      cyan_rows_close (rows);
    }
  cyan_rows_close (rows);
  cyan_rows_close (rows);
}
