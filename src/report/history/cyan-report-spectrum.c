/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The similarity of two revisions: sentences, a text, and a row for each stack or function. */
#include "cyan-report-history-parts.h"

#include <math.h>
#include <string.h>

#include "cyan-i18n.h"
#include "cyan-units.h"

/* Callers of a stack, at most: a deep recursion is not listed. */
#define MAX_CALLERS 40

/* ---- a row ---- */

const char *
cyan_report_spectrum_status (const CyanSimilarity *self, const CyanSimilarityRow *row)
{
  CyanNode node = cyan_similarity_node (self, row);

  if (row->gone)
    return N_ ("gone");
  if (!row->spectrum.has_range)
    return N_ ("added");
  if (cyan_comparison_old_name (self->comparison, node) != NULL)
    return N_ ("renamed");
  if (self->options.by == CYAN_SIMILARITY_STACK
      && cyan_comparison_moved_from (self->comparison, node) != CYAN_NODE_NONE)
    return N_ ("moved");
  return "matched";
}

CyanChange
cyan_report_spectrum_change (const CyanReportSpectrum *about, const CyanSimilarityRow *row)
{
  const CyanSimilarity *similarity = about->similarity;
  const CyanFunctionPairs *pairs = similarity->comparison->compared.pairs;

  return about->changes != NULL
             ? (CyanChange) about->changes[pairs->of_node[cyan_similarity_node (similarity, row)]]
             : CYAN_CHANGE_UNKNOWN;
}

char *
cyan_report_spectrum_q (const CyanSimilarityRow *row)
{
  if (row->spectrum.exact)
    return g_strdup (_ ("exact"));
  return cyan_probability_to_text (row->q);
}

char *
cyan_report_spectrum_range (const CyanSimilarity *self, const CyanSimilarityRow *row)
{
  const char *unit = cyan_comparison_unit (self->comparison);
  g_autofree char *low = NULL, *high = NULL;

  if (!row->spectrum.has_range)
    return g_strdup (_ ("none"));
  low = cyan_value_to_text (row->spectrum.low, unit);
  high = cyan_value_to_text (row->spectrum.high, unit);
  if (g_str_equal (low, high))
    return g_steal_pointer (&low);
  /* Translators: the least and the largest value. */
  return g_strdup_printf (_ ("%s to %s"), low, high);
}

/* ---- a list of rows ---- */

GArray *
cyan_report_spectrum_list (const CyanSimilarity *self, gboolean changed, guint most, guint *n)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (guint));

  *n = 0;
  for (guint i = 0; i < self->n_rows; i++)
    if (self->rows[i].changed == changed && (changed || self->rows[i].spectrum.impact != 0))
      {
        if (*n < most)
          g_array_append_val (list, i);
        (*n)++;
      }
  return list;
}

/* How many names two stacks have in common, from their ends on; at most @most. */
static guint
count_common (const CyanComparison *comparison, CyanNode a, CyanNode b, guint most)
{
  const CyanNode *parent = comparison->compared.tree->parent;
  guint n = 0;

  while (n < most && a != CYAN_NODE_ROOT && b != CYAN_NODE_ROOT
         && strcmp (cyan_comparison_name (comparison, a), cyan_comparison_name (comparison, b))
                == 0)
    {
      a = parent[a];
      b = parent[b];
      n++;
    }
  return n;
}

/* How many callers tell the stack of row @at of @list from those of its other rows: at least
 * @least. */
static guint
n_callers (const CyanSimilarity *self, const GArray *list, guint at, guint least)
{
  const CyanSimilarityRow *row = &self->rows[g_array_index (list, guint, at)];
  guint n = least;

  for (guint i = 0; i < list->len; i++)
    if (i != at)
      n = MAX (
          n, count_common (self->comparison, cyan_similarity_node (self, row),
                           cyan_similarity_node (self, &self->rows[g_array_index (list, guint, i)]),
                           MAX_CALLERS));
  return n;
}

const char *
cyan_report_spectrum_name (CyanProse *prose,
                           const CyanReportSpectrum *about,
                           const GArray *list,
                           guint at,
                           guint least,
                           const char *ellipsis)
{
  const CyanSimilarity *self = about->similarity;
  CyanNode node = cyan_similarity_node (self, &self->rows[g_array_index (list, guint, at)]);

  return self->options.by == CYAN_SIMILARITY_FUNCTION
             ? cyan_prose_node (prose, self->comparison, node)
             : cyan_prose_path (prose, self->comparison, node, n_callers (self, list, at, least),
                                ellipsis);
}

/* ---- all rows ---- */

/* Appends a line of text, or a paragraph. */
static void G_GNUC_PRINTF (2, 3) say_line (CyanProse *prose, const char *format, ...)
{
  g_autofree char *line = NULL;
  va_list arguments;

  va_start (arguments, format);
  line = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  cyan_prose_say (prose, prose->html ? "<p>%s</p>\n" : "%s\n", line);
}

static void
say_note (CyanProse *prose, const char *note)
{
  say_line (prose, prose->html ? _ ("Note: %s") : "note: %s", note);
}

static void
say_values (CyanProse *prose, const CyanReportSpectrum *about)
{
  const CyanSimilarity *self = about->similarity;
  const CyanMetric *metric = cyan_compared_metric (&self->comparison->compared, 1);
  const char *name = cyan_prose_label (prose, metric->name);

  if (self->options.value == CYAN_SIMILARITY_PER_CALL)
    say_line (prose, _ ("values: %s of a row itself, a call"), name);
  else if (self->has_calls)
    say_line (prose, _ ("values: %s of a row itself, a run"), name);
  else
    say_line (prose, _ ("values: %s of a row itself, a run, since calls are unknown"), name);
}

static void
say_changed (CyanProse *prose, const CyanSimilarity *self)
{
  const char *rows = self->options.by == CYAN_SIMILARITY_FUNCTION ? _ ("functions") : _ ("stacks");
  guint fewer = MIN (self->n_runs[0], self->n_runs[1]);

  if (fewer < 2)
    say_line (prose, _ ("not tested: a side has only one run; more runs tell what is noise"));
  else
    {
      say_line (
          prose,
          _ ("%u of %u %s changed, by the moderated t-test at q of at most %s; a change below "
             "2 %% may be the layout of memory"),
          self->n_changed, self->n_rows, rows,
          cyan_prose_value (prose, cyan_round_share_to_text (self->options.alpha)));
      if (self->options.range.kind == CYAN_RANGE_MIN_MAX)
        {
          g_autofree char *paper = cyan_similarity_paper_text (self);

          say_line (prose, "%s", paper);
        }
    }
  if (self->n_against > 0)
    say_note (prose, cyan_prose_text (
                         prose,
                         ngettext ("%u row has more a call but less in a run, or the reverse, "
                                   "since its calls changed: see --value per-run",
                                   "%u rows have more a call but less in a run, or the reverse, "
                                   "since their calls changed: see --value per-run",
                                   self->n_against),
                         self->n_against));
  if (fewer < CYAN_SIMILARITY_FEW_RUNS)
    say_note (prose,
              cyan_prose_text (prose, _ ("with fewer than %u runs a side, SC alone says little"),
                               CYAN_SIMILARITY_FEW_RUNS));
}

void
cyan_report_spectrum_head (CyanProse *prose, const CyanReportSpectrum *about)
{
  if (about->base != NULL)
    say_line (prose, _ ("base: %s"), cyan_prose_safe (prose, about->base));
  say_values (prose, about);
  say_changed (prose, about->similarity);
  cyan_prose_notes (prose, about->similarity->comparison);
}

const char *
cyan_report_spectrum_order (const CyanSimilarity *self)
{
  if (self->options.rank == CYAN_SIMILARITY_RANK_PAPER)
    return _ ("Order: SC, the lowest first, then impact times the new calls, the largest first.");
  return _ ("Order: the total impact, whatever its sign, the largest first.");
}

/* ---- text ---- */

/* Callers of a stack, at least. */
#define N_CALLERS 3

static void
append_name (CyanProse *out, const CyanReportSpectrum *about, const GArray *list, guint at)
{
  const CyanSimilarity *self = about->similarity;
  const CyanSimilarityRow *row = &self->rows[g_array_index (list, guint, at)];
  const char *status = cyan_report_spectrum_status (self, row);
  const char *location =
      cyan_prose_location (out, self->comparison, cyan_similarity_node (self, row));

  cyan_prose_say (
      out, "  %s%s%s%s%s%s", cyan_report_spectrum_name (out, about, list, at, N_CALLERS, "..."),
      strcmp (status, "matched") != 0 ? ", " : "", strcmp (status, "matched") != 0 ? status : "",
      cyan_report_spectrum_change (about, row) == CYAN_CHANGE_MODIFIED ? ", source modified" : "",
      *location != '\0' ? ", " : "", location);
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
  cyan_prose_cell (out, 4, cyan_similarity_sc_text (row));
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

static void
say_spectrum (CyanProse *prose, gconstpointer data)
{
  const CyanReportSpectrum *about = data;
  const CyanSimilarity *self = about->similarity;
  g_autofree char *answer = cyan_similarity_answer (self);

  cyan_report_say_answer (prose, answer);
  cyan_prose_say (prose, "%s to %s: %s\n", cyan_prose_label (prose, about->names[0]),
                  cyan_prose_label (prose, about->names[1]),
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
  cyan_report_say_commands (prose, self->n_changed > 0 ? "Why?" : "More", about->next);
}

/* ---- rows ---- */

static const CyanField columns[] = {
  { "rank", "From 1" },
  { "stack", "The path, its names divided by semicolons; empty by function" },
  { "function,module,file,line", "The function" },
  { "status", "matched, renamed, moved, added, or gone: no new run has it" },
  { "source", "modified, reformatted, unmodified or unknown" },
  { "sc", "The similarity: the root of inside / present" },
  { "inside,present,runs", "New runs in the range, with a value, all" },
  { "chance", "That an unchanged row has a similarity at most as low" },
  { "q", "Of the t-test, over all rows; empty: not tested" },
  { "changed", "1 if the row is called changed" },
  { "impact", "How far the new runs outside of the range are from it, their mean" },
  { "calls,calls_diff", "Calls a run of the new revision; less those of the base" },
  { "total_impact", "impact times calls, of the side with fewer calls" },
  { "range_low,range_high,range_diff", "The range of the base; empty: none" },
  { "before,after", "The mean value of the runs of each side" },
  { NULL },
};

/* "main;parse;lex", as folded stacks are written. */
static void
put_stack (CyanRows *rows, const CyanSimilarity *self, const CyanSimilarityRow *row)
{
  const CyanComparison *comparison = self->comparison;
  g_autoptr (GString) stack = g_string_new (NULL);

  if (self->options.by == CYAN_SIMILARITY_FUNCTION)
    {
      cyan_rows_none (rows, "stack");
      return;
    }
  for (CyanNode node = row->number; node != CYAN_NODE_ROOT;
       node = comparison->compared.tree->parent[node])
    {
      g_string_prepend (stack, stack->len > 0 ? ";" : "");
      g_string_prepend (stack, cyan_comparison_name (comparison, node));
    }
  cyan_rows_text (rows, "stack", stack->str);
}

static void
put_function (CyanRows *rows, const CyanReportSpectrum *about, const CyanSimilarityRow *row)
{
  const CyanSimilarity *self = about->similarity;
  CyanNode node = cyan_similarity_node (self, row);

  put_stack (rows, self, row);
  cyan_report_put_function (rows, "function", self->comparison, node);
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

static void
put_row (CyanRows *rows, gconstpointer data, guint i)
{
  const CyanReportSpectrum *about = data;
  const CyanSimilarityRow *row = &about->similarity->rows[i];

  cyan_rows_count (rows, "rank", i + 1);
  put_function (rows, about, row);
  put_numbers (rows, about->similarity, row);
  put_values (rows, about->similarity, row);
}

static void
put_spectrum (CyanRows *rows, gconstpointer data)
{
  const CyanReportSpectrum *about = data;
  const CyanSimilarity *self = about->similarity;

  cyan_report_put_unit (rows, self->comparison, cyan_comparison_unit (self->comparison));
  put_head (rows, about);
  cyan_rows_table (rows, "rows", self->n_rows, put_row, about);
}

const CyanReport cyan_report_spectrum = { .text = say_spectrum,
                                          .html = cyan_report_spectrum_html,
                                          .rows = put_spectrum,
                                          .group = CYAN_GROUP_LINES,
                                          .columns = columns };
