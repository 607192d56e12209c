/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-similarity-words.h"

#include <math.h>

#include "cyan-history-words.h"
#include "cyan-i18n.h"
#include "cyan-name-short.h"
#include "cyan-sentences.h"
#include "cyan-text.h"
#include "cyan-units.h"

/* Callers that are named, the nearest ones, and values. */
#define MAX_CALLERS 12
#define MAX_VALUES  20

static const char *
unit_of (const CyanSimilarity *self)
{
  return cyan_comparison_unit (self->comparison);
}

/* ---- numbers ---- */

char *
cyan_similarity_text (const CyanSimilarity *self,
                      const CyanSimilarityRow *row,
                      CyanSimilarityColumn column)
{
  switch (column)
    {
    case CYAN_SIMILARITY_TOTAL_IMPACT:
      return cyan_difference_to_text (row->total_impact, unit_of (self));
    case CYAN_SIMILARITY_SC:
      return cyan_similarity_sc_text (row);
    case CYAN_SIMILARITY_CHANCE:
      /* Translators: values that are the same in all runs of a side; instead of a probability */
      return row->spectrum.exact ? g_strdup (_ ("exact"))
                                 : cyan_probability_to_text (row->spectrum.chance);
    case CYAN_SIMILARITY_Q:
      return cyan_probability_to_text (row->q);
    case CYAN_SIMILARITY_IMPACT:
      return cyan_difference_to_text (row->spectrum.impact, unit_of (self));
    case CYAN_SIMILARITY_CALLS:
      return self->has_calls ? cyan_value_to_text (row->calls[1], "count") : g_strdup ("");
    case CYAN_SIMILARITY_CALLS_DIFF:
      return self->has_calls ? cyan_difference_to_text (row->calls[1] - row->calls[0], "count")
                             : g_strdup ("");
    case CYAN_SIMILARITY_N_COLUMNS:
    default:
      return g_strdup ("");
    }
}

/* ---- names ---- */

static gboolean
is_stack (const CyanSimilarity *self)
{
  return self->options.by == CYAN_SIMILARITY_STACK;
}

static const char *
label_of (const CyanSimilarity *self, const CyanSimilarityRow *row)
{
  return is_stack (self) ? cyan_comparison_name (self->comparison, row->number)
                         : cyan_comparison_pair_label (self->comparison, row->number);
}

static char *
short_name (const char *label)
{
  g_autofree char *name = cyan_name_short_text (label);

  return cyan_text_for_label (name, CYAN_NAME_DRAWN_MAX);
}

char *
cyan_similarity_name (const CyanSimilarity *self, const CyanSimilarityRow *row)
{
  return short_name (label_of (self, row));
}

char *
cyan_similarity_place (const CyanSimilarity *self, const CyanSimilarityRow *row)
{
  const CyanMergedTree *tree = self->comparison->compared.tree;
  g_autoptr (GString) callers = g_string_new (NULL);
  guint n = 0;

  if (!is_stack (self))
    {
      g_autofree char *scope = cyan_name_short_scope (label_of (self, row));

      return *scope != '\0' ? cyan_text_for_label (scope, CYAN_NAME_DRAWN_MAX) : g_strdup ("");
    }
  for (CyanNode node = tree->parent[row->number]; node != CYAN_NODE_NONE && node != 0;
       node = tree->parent[node])
    {
      g_autofree char *name = short_name (cyan_comparison_name (self->comparison, node));

      if (n++ == MAX_CALLERS)
        {
          g_string_prepend (callers, "… › ");
          break;
        }
      g_string_prepend (callers, callers->len > 0 ? " › " : "");
      g_string_prepend (callers, name);
    }
  return g_string_free (g_steal_pointer (&callers), FALSE);
}

char *
cyan_similarity_stack (const CyanSimilarity *self, const CyanSimilarityRow *row)
{
  const CyanMergedTree *tree = self->comparison->compared.tree;
  g_autoptr (GString) stack = g_string_new (NULL);
  g_autofree char *last = cyan_text_for_label (label_of (self, row), CYAN_NAME_DRAWN_MAX);
  guint n = 0;

  g_string_append (stack, last);
  for (CyanNode node = is_stack (self) ? tree->parent[row->number] : CYAN_NODE_NONE;
       node != CYAN_NODE_NONE && node != 0 && n < 2 * MAX_CALLERS; node = tree->parent[node], n++)
    {
      g_autofree char *name =
          cyan_text_for_label (cyan_comparison_name (self->comparison, node), CYAN_NAME_DRAWN_MAX);

      g_string_append_c (stack, '\n');
      /* Translators: the caller of a function, in a line below it */
      g_string_append_printf (stack, _ ("called by %s"), name);
    }
  return g_string_free (g_steal_pointer (&stack), FALSE);
}

/* ---- changes ---- */

int
cyan_similarity_direction (const CyanSimilarityRow *row)
{
  double change = row->gone ? -1 : row->total_impact;

  if (!row->changed)
    return 0;
  /* All new values may be in the range, but differ from the base's by their mean. */
  if (change == 0)
    change = row->mean[1] - row->mean[0];
  return (change > 0) - (change < 0);
}

const char *
cyan_similarity_change (const CyanSimilarityRow *row)
{
  int direction = cyan_similarity_direction (row);

  if (row->gone)
    return _ ("gone");
  if (!row->spectrum.has_range)
    /* Translators: a function that only the new revision has */
    return _ ("new");
  /* Translators: a value */
  return direction > 0 ? _ ("higher") : direction < 0 ? _ ("lower") : "";
}

static void
append_values (GString *text, const CyanSimilarity *self, const CyanSimilarityRow *row, guint side)
{
  g_autofree double *values = g_new (double, self->n_runs[side]);
  guint n = 0;

  cyan_similarity_values (self, row, side, values);
  for (guint i = 0; i < self->n_runs[side]; i++)
    if (!isnan (values[i]))
      {
        g_autofree char *value = cyan_value_to_text (values[i], unit_of (self));

        if (n == MAX_VALUES)
          {
            g_string_append (text, ", …");
            break;
          }
        g_string_append_printf (text, "%s%s", n++ > 0 ? ", " : "", value);
      }
}

char *
cyan_similarity_range (const CyanSimilarity *self, const CyanSimilarityRow *row)
{
  g_autoptr (GString) values = g_string_new (NULL);
  g_autofree char *range = NULL, *news = NULL;

  append_values (values, self, row, 1);
  if (row->spectrum.has_range)
    {
      g_autofree char *low = cyan_value_to_text (row->spectrum.low, unit_of (self));
      g_autofree char *high = cyan_value_to_text (row->spectrum.high, unit_of (self));

      /* Translators: the two ends of a range */
      range = g_strdup_printf (_ ("Accepted: %s to %s"), low, high);
    }
  else
    range = g_strdup (_ ("No accepted range: the base never ran it"));
  /* Translators: values */
  news = values->len == 0 ? g_strdup (_ ("No new run has it"))
                          : g_strdup_printf (_ ("New runs: %s"), values->str);
  return g_strdup_printf ("%s\n%s", range, news);
}

char *
cyan_similarity_spoken (const CyanSimilarity *self, const CyanSimilarityRow *row)
{
  g_autofree char *name = cyan_similarity_name (self, row);
  g_autofree char *sc = cyan_similarity_text (self, row, CYAN_SIMILARITY_SC);
  g_autofree char *impact = cyan_similarity_text (self, row, CYAN_SIMILARITY_TOTAL_IMPACT);
  g_autofree char *range = cyan_similarity_range (self, row);
  const char *change = cyan_similarity_change (row);

  g_strdelimit (range, "\n", ';');
  /* Translators: a function, "higher" or another word for its change, and numbers */
  return g_strdup_printf (_ ("%s, %s, total impact %s, similarity %s; %s"), name,
                          *change != '\0' ? change : _ ("not changed"), impact,
                          *sc != '\0' ? sc : _ ("none"), range);
}

/* ---- above the table ---- */

static char *
side_text (CyanHistory *history, const CyanSimilarityFound *found, guint side)
{
  guint column = side == 0 ? found->before : found->after;
  guint n = found->similarity->n_runs[side];
  g_autofree char *name =
      column != CYAN_HISTORY_NONE
          ? cyan_history_column_name (history, column)
          : cyan_text_for_label (found->request->names[side], CYAN_HISTORY_NAME_CHARS);

  /* Translators: a revision and its runs */
  return g_strdup_printf (ngettext ("%s (%'u run)", "%s (%'u runs)", n), name, n);
}

char *
cyan_similarity_heading (CyanHistory *history, const CyanSimilarityFound *found)
{
  const CyanSimilarity *similarity = found->similarity;
  const char *metric = cyan_compared_metric (&similarity->comparison->compared, 1)->name;
  g_autofree char *before = side_text (history, found, 0);
  g_autofree char *after = side_text (history, found, 1);
  g_autofree char *what = cyan_text_for_label (metric, CYAN_HISTORY_NAME_CHARS);

  if (similarity->options.value == CYAN_SIMILARITY_PER_CALL)
    /* Translators: "v1.5 (5 runs) against v1.4 (5 runs): own time a call" */
    return g_strdup_printf (_ ("%s against %s: own %s a call"), after, before, what);
  return g_strdup_printf (_ ("%s against %s: own %s a run"), after, before, what);
}

static void
append_line (GString *text, const char *line)
{
  g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", line);
}

char *
cyan_similarity_notes (const CyanSimilarityFound *found)
{
  const CyanSimilarity *similarity = found->similarity;
  g_autofree char *paper = cyan_similarity_paper_text (similarity);
  g_autoptr (GString) notes = g_string_new (paper);

  if (!found->is_chosen && found->n_passed > 0)
    {
      g_autofree char *passed = g_strdup_printf (
          ngettext ("%'u revision between has too few runs to be the base, or stands alone.",
                    "%'u revisions between have too few runs to be the base, or stand alone.",
                    found->n_passed),
          found->n_passed);

      append_line (notes, passed);
    }
  if (!similarity->has_calls)
    append_line (notes, _ ("The profiles do not know how often functions were called: values are "
                           "those of whole runs."));
  for (guint i = 0; i < found->notes->len; i++)
    {
      g_autofree char *note =
          cyan_text_for_label (g_ptr_array_index (found->notes, i), CYAN_HISTORY_SUBJECT_CHARS);

      append_line (notes, note);
    }
  return g_string_free (g_steal_pointer (&notes), FALSE);
}
