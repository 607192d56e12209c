/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The similarity of two revisions as a page in HTML. */
#include "cyan-report-history-parts.h"

#include <math.h>
#include <string.h>

#include "cyan-html-frame.h"
#include "cyan-i18n.h"
#include "cyan-units.h"

/* Pixels of a picture of a range. */
#define BAR_WIDTH  150
#define BAR_HEIGHT 14
#define BAR_EDGE   3

/* Callers of a stack, at least. */
#define N_CALLERS 6

/* ---- the picture of a range ---- */

/* The values between @low and @high, over the width of a picture. */
typedef struct
{
  double low, high;
} Axis;

static void
axis_take (Axis *self, double value)
{
  self->low = fmin (self->low, value);
  self->high = fmax (self->high, value);
}

static double
axis_place (const Axis *self, double value)
{
  double part = self->high > self->low ? (value - self->low) / (self->high - self->low) : 0.5;

  return BAR_EDGE + part * (BAR_WIDTH - 2 * BAR_EDGE);
}

static void
append_box (CyanProse *prose, const char *style, double x, double y, double width, double height)
{
  cyan_prose_say (prose, "<rect class=\"%s\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"/>", style,
                  cyan_html_number (prose, x), cyan_html_number (prose, y),
                  cyan_html_number (prose, width), cyan_html_number (prose, height));
}

/* A run: below, in or above the range. */
static const char *
style_of (const CyanSpectrum *spectrum, double value)
{
  if (!spectrum->has_range)
    return "added";
  return value > spectrum->high ? "slower" : value < spectrum->low ? "faster" : "was";
}

/* Appends a cell with the base's range as a box, and the new runs as lines across it. */
static void
append_picture (CyanProse *prose, const CyanSimilarity *self, const CyanSimilarityRow *row)
{
  const CyanSpectrum *spectrum = &row->spectrum;
  g_autofree double *values = g_new (double, self->n_runs[1]);
  Axis axis = { spectrum->low, spectrum->high };

  cyan_similarity_values (self, row, 1, values);
  for (guint i = 0; i < self->n_runs[1]; i++)
    axis_take (&axis, values[i]);
  cyan_prose_say (prose, "<td><svg width=\"%d\" height=\"%d\" aria-hidden=\"true\">", BAR_WIDTH,
                  BAR_HEIGHT);
  if (spectrum->has_range)
    append_box (prose, "was", axis_place (&axis, spectrum->low) - 1, 3,
                axis_place (&axis, spectrum->high) - axis_place (&axis, spectrum->low) + 2,
                BAR_HEIGHT - 6);
  for (guint i = 0; i < self->n_runs[1]; i++)
    if (!isnan (values[i]))
      append_box (prose, style_of (spectrum, values[i]), axis_place (&axis, values[i]) - 1, 0, 2,
                  BAR_HEIGHT);
  cyan_prose_say (prose, "</svg></td>");
}

/* ---- rows ---- */

/* Appends a cell with the stack, or the function, and what happened to it. */
static void
append_stack (CyanProse *prose, const CyanReportSpectrum *about, const GArray *list, guint at)
{
  const CyanSimilarity *self = about->similarity;
  const CyanSimilarityRow *row = &self->rows[g_array_index (list, guint, at)];
  const char *status = cyan_report_spectrum_status (self, row);
  const char *location =
      cyan_prose_location (prose, self->comparison, cyan_similarity_node (self, row));

  cyan_prose_say (prose, "<td class=\"wide\">%s%s%s%s",
                  cyan_report_spectrum_name (prose, about, list, at, N_CALLERS, CYAN_ELLIPSIS),
                  *location != '\0' ? " <span class=\"dim\">" : "", location,
                  *location != '\0' ? "</span>" : "");
  if (strcmp (status, "matched") != 0)
    cyan_prose_say (prose, " <em>%s</em>", _ (status));
  if (cyan_report_spectrum_change (about, row) == CYAN_CHANGE_MODIFIED)
    cyan_prose_say (prose, " <em>%s</em>", _ ("source modified"));
  cyan_prose_say (prose, "</td>");
}

static void
append_row (CyanProse *prose, const CyanReportSpectrum *about, const GArray *list, guint at)
{
  const CyanSimilarity *self = about->similarity;
  guint i = g_array_index (list, guint, at);
  const CyanSimilarityRow *row = &self->rows[i];
  const char *unit = cyan_comparison_unit (self->comparison);

  cyan_html_row (prose);
  cyan_html_number_cell (prose, g_strdup_printf ("%u", i + 1));
  cyan_html_number_cell (prose, cyan_difference_to_text (row->total_impact, unit));
  cyan_html_number_cell (prose, cyan_difference_to_text (row->spectrum.impact, unit));
  cyan_html_number_cell (prose, cyan_report_spectrum_range (self, row));
  append_picture (prose, self, row);
  cyan_prose_say (prose, "<td class=\"number\">%u/%u</td>", row->spectrum.inside,
                  row->spectrum.present[1]);
  cyan_html_number_cell (prose, cyan_similarity_sc_text (row));
  cyan_html_number_cell (prose, cyan_report_spectrum_q (row));
  cyan_html_number_cell (prose, cyan_value_to_text (row->calls[1], "count"));
  cyan_html_number_cell (prose, cyan_difference_to_text (row->calls[1] - row->calls[0], "count"));
  append_stack (prose, about, list, at);
  cyan_html_row_end (prose);
}

static void
append_section (CyanProse *prose,
                const CyanReportSpectrum *about,
                const char *title,
                gboolean changed,
                guint most)
{
  const CyanSimilarity *self = about->similarity;
  gboolean by_function = self->options.by == CYAN_SIMILARITY_FUNCTION;
  guint n;
  g_autoptr (GArray) list = cyan_report_spectrum_list (self, changed, most, &n);

  if (list->len == 0)
    return;
  cyan_html_section (prose, title,
                     cyan_prose_text (prose, _ ("%'u of %'u, by rank."), list->len, n));
  cyan_html_table (prose, "nnnntnnnnnt", _ ("Rank"), _ ("Total impact"), _ ("Impact"),
                   _ ("Range of the base"), _ ("Runs"), _ ("Inside"), _ ("SC"), _ ("q"),
                   _ ("Calls"), _ ("More calls"), by_function ? _ ("Function") : _ ("Stack"), NULL);
  for (guint i = 0; i < list->len; i++)
    append_row (prose, about, list, i);
  cyan_html_table_end (prose);
  cyan_html_section_end (prose);
}

void
cyan_report_spectrum_html (CyanProse *prose, gconstpointer data)
{
  const CyanReportSpectrum *about = data;
  const CyanSimilarity *self = about->similarity;
  g_autofree char *title = cyan_html_title (about->names[0], about->names[1]);
  g_autofree char *answer = cyan_similarity_answer (self);
  const CyanHtmlFrame frame = { title, about->palette, NULL };

  cyan_html_open (prose, &frame);
  cyan_report_say_answer (prose, answer);
  cyan_prose_say (prose, "<p>%s</p>\n",
                  cyan_prose_value (prose, cyan_comparison_verdict_text (self->comparison)));
  cyan_report_spectrum_head (prose, about);
  cyan_html_main (prose);
  cyan_prose_say (prose, "<p class=\"note\">%s %s</p>\n", cyan_report_spectrum_order (self),
                  _ ("The impact is how far the new runs that are outside of the base's range are "
                     "from it; the total impact is that times the calls "
                     "of the side with fewer."));
  append_section (prose, about, _ ("Changed"), TRUE, about->top);
  append_section (prose, about, _ ("Outside of their range, but not called changed"), FALSE,
                  about->top);
  cyan_html_close (prose, &frame);
}
