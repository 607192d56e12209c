/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-report-spectrum-parts.h"

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
    return "gone";
  if (!row->spectrum.has_range)
    return "added";
  if (cyan_comparison_old_name (self->comparison, node) != NULL)
    return "renamed";
  if (self->options.by == CYAN_SIMILARITY_STACK
      && cyan_comparison_moved_from (self->comparison, node) != CYAN_NODE_NONE)
    return "moved";
  return "matched";
}

const char *
cyan_report_spectrum_name (const CyanSimilarity *self, const CyanSimilarityRow *row)
{
  return cyan_comparison_name (self->comparison, cyan_similarity_node (self, row));
}

const CyanFunction *
cyan_report_spectrum_function (const CyanSimilarity *self, const CyanSimilarityRow *row)
{
  return cyan_comparison_function (self->comparison, cyan_similarity_node (self, row));
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

/* Which rows text and HTML list: those that changed; others whose new runs are outside of the
 * range, or that only one side has. */
static gboolean
cyan_report_spectrum_differs (const CyanSimilarityRow *row)
{
  return row->changed || row->spectrum.impact != 0;
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

char *
cyan_report_spectrum_sc (const CyanSimilarityRow *row)
{
  return isfinite (row->spectrum.similarity) ? g_strdup_printf ("%.2f", row->spectrum.similarity)
                                             : g_strdup ("");
}

/* ---- a list of rows ---- */

GArray *
cyan_report_spectrum_list (const CyanSimilarity *self, gboolean changed, guint most, guint *n)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (guint));

  *n = 0;
  for (guint i = 0; i < self->n_rows; i++)
    if (self->rows[i].changed == changed && cyan_report_spectrum_differs (&self->rows[i]))
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

guint
cyan_report_spectrum_callers (const CyanSimilarity *self, const GArray *list, guint at, guint least)
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
  const char *name = cyan_prose_name (prose, metric->name, CYAN_PROSE_NAME);

  if (self->options.value == CYAN_SIMILARITY_PER_CALL)
    say_line (prose, _ ("values: %s of a row itself, a call"), name);
  else if (self->has_calls)
    say_line (prose, _ ("values: %s of a row itself, a run"), name);
  else
    say_line (prose, _ ("values: %s of a row itself, a run, since calls are unknown"), name);
}

/* What the paper's rule says, and how much of that is chance. */
static void
say_below (CyanProse *prose, const CyanSimilarity *self)
{
  if (self->n_below == 0)
    say_line (prose, _ ("the paper's rule, SC below 1, would call none changed"));
  else if (self->expected >= self->n_below)
    say_line (prose,
              _ ("the paper's rule, SC below 1, would call %u changed: not more than chance alone "
                 "explains"),
              self->n_below);
  else
    say_line (prose,
              _ ("the paper's rule, SC below 1, would call %u changed; chance alone explains about "
                 "%.0f of them"),
              self->n_below, self->expected);
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
        say_below (prose, self);
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
    say_line (prose, _ ("base: %s"), cyan_prose_value (prose, g_strdup (about->base)));
  say_values (prose, about);
  say_changed (prose, about->similarity);
  cyan_prose_notes (prose, about->similarity->comparison);
}

const char *
cyan_report_spectrum_order (const CyanSimilarity *self)
{
  if (self->options.rank == CYAN_SIMILARITY_RANK_PAPER)
    return _ ("Order: SC, the lowest first, then the total impact, the largest first.");
  return _ ("Order: the total impact, whatever its sign, the largest first.");
}
