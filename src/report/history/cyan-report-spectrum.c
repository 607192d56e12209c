/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The similarity of two revisions, for people. */
#include "cyan-history-pages.h"
#include "cyan-report-spectrum-parts.h"

#include <math.h>

#include "cyan-units.h"

/* Callers of a stack, at least. */
#define N_CALLERS 3

/* A command is never cut before this many characters. */
#define COMMAND_CHARS 1000

static void
append_name (CyanProse *out, const CyanReportSpectrum *about, const GArray *list, guint at)
{
  const CyanSimilarity *self = about->similarity;
  const CyanSimilarityRow *row = &self->rows[g_array_index (list, guint, at)];
  const CyanComparison *comparison = self->comparison;
  CyanNode node = cyan_similarity_node (self, row);
  const char *status = cyan_report_spectrum_status (self, row);
  g_autofree char *location =
      cyan_report_location (comparison, cyan_comparison_function (comparison, node));

  cyan_prose_say (
      out, "  %s",
      self->options.by == CYAN_SIMILARITY_STACK ? cyan_prose_path (
          out, comparison, node, cyan_report_spectrum_callers (self, list, at, N_CALLERS), "...")
                                                : cyan_prose_node (out, comparison, node));
  if (!g_str_equal (status, "matched"))
    cyan_prose_say (out, ", %s", status);
  if (cyan_report_spectrum_change (about, row) == CYAN_CHANGE_MODIFIED)
    cyan_prose_say (out, ", source modified");
  if (location != NULL)
    cyan_prose_say (out, ", %s", cyan_prose_name (out, location, CYAN_PROSE_NAME));
  if (row->spectrum.present[1] > 0 && row->spectrum.present[1] < self->n_runs[1])
    cyan_prose_say (out, ", in %u of %u runs", row->spectrum.present[1], self->n_runs[1]);
  cyan_prose_say (out, "\n");
}

static void
append_row (CyanProse *out, const CyanReportSpectrum *about, const GArray *list, guint at)
{
  const CyanSimilarity *self = about->similarity;
  guint i = g_array_index (list, guint, at);
  const CyanSimilarityRow *row = &self->rows[i];
  const char *unit = cyan_comparison_unit (self->comparison);

  cyan_prose_say (out, "  %4u", i + 1);
  cyan_prose_cell (out, 9, cyan_difference_to_text (row->total_impact, unit));
  cyan_prose_cell (out, 9, cyan_difference_to_text (row->spectrum.impact, unit));
  cyan_prose_cell (out, 20, cyan_report_spectrum_range (self, row));
  cyan_prose_cell (out, 6,
                   g_strdup_printf ("%u/%u", row->spectrum.inside, row->spectrum.present[1]));
  cyan_prose_cell (out, 4, cyan_report_spectrum_sc (row));
  cyan_prose_cell (out, 8, cyan_report_spectrum_q (row));
  if (self->options.value == CYAN_SIMILARITY_PER_CALL)
    {
      cyan_prose_cell (out, 8, cyan_value_to_text (row->calls[1], "count"));
      cyan_prose_cell (out, 8, cyan_difference_to_text (row->calls[1] - row->calls[0], "count"));
    }
  append_name (out, about, list, at);
}

static void
append_table_head (CyanProse *out, const CyanSimilarity *self)
{
  gboolean per_call = self->options.value == CYAN_SIMILARITY_PER_CALL;

  cyan_prose_say (out, "  %4s  %9s  %9s  %20s  %6s  %4s  %8s", "", "total",
                  per_call ? "impact" : "", "", "runs", "", "");
  if (self->options.value == CYAN_SIMILARITY_PER_CALL)
    cyan_prose_say (out, "  %8s  %8s", "calls", "more");
  cyan_prose_say (out, "\n  %4s  %9s  %9s  %20s  %6s  %4s  %8s", "rank", "impact",
                  per_call ? "a call" : "impact", "range of the base", "inside", "SC", "q");
  if (self->options.value == CYAN_SIMILARITY_PER_CALL)
    cyan_prose_say (out, "  %8s  %8s", "a run", "calls");
  cyan_prose_say (out, "  %s\n",
                  self->options.by == CYAN_SIMILARITY_FUNCTION ? "function" : "stack");
}

/* The rows that are changed, or that are not but differ: at most @most of them. */
static void
append_rows (CyanProse *out,
             const CyanReportSpectrum *about,
             const char *title,
             gboolean changed,
             guint most)
{
  const CyanSimilarity *self = about->similarity;
  guint n;
  g_autoptr (GArray) list = cyan_report_spectrum_list (self, changed, most, &n);

  if (n == 0)
    return;
  cyan_prose_say (out, "\n%s (%u of %u)\n", title, list->len, n);
  if (most > 0)
    append_table_head (out, self);
  for (guint i = 0; i < list->len; i++)
    append_row (out, about, list, i);
}

void
cyan_report_spectrum_text (CyanProse *prose, gconstpointer data)
{
  const CyanReportSpectrum *about = data;
  const CyanSimilarity *self = about->similarity;

  cyan_prose_say (prose, "%s to %s: %s\n",
                  cyan_prose_name (prose, about->names[0], CYAN_PROSE_NAME),
                  cyan_prose_name (prose, about->names[1], CYAN_PROSE_NAME),
                  cyan_prose_value (prose, cyan_comparison_verdict_text (self->comparison)));
  cyan_report_spectrum_head (prose, about);
  append_rows (prose, about, "Changed", TRUE, about->top);
  append_rows (prose, about,
               self->n_changed > 0 ? "Outside of their range, but not called changed"
                                   : "Outside of their range",
               FALSE, self->n_changed > 0 ? about->top / 2 : about->top);
  if (self->n_rows > 0)
    cyan_prose_say (
        prose,
        "\n%s\nImpact: how far the new runs that are outside of the base's range are "
        "from it%s.\n",
        cyan_report_spectrum_order (self),
        self->options.value == CYAN_SIMILARITY_PER_CALL ? "; total: that times the calls" : "");
  for (guint i = 0; about->next != NULL && about->next[i] != NULL; i++)
    cyan_prose_say (prose, "%s  %s\n",
                    i > 0                 ? ""
                    : self->n_changed > 0 ? "\nWhy?\n"
                                          : "\nMore\n",
                    cyan_prose_name (prose, about->next[i], COMMAND_CHARS));
}
