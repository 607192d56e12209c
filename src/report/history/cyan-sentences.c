/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-sentences.h"

#include <math.h>

#include "cyan-i18n.h"
#include "cyan-text.h"
#include "cyan-units.h"

/* Of why sources cannot be read. */
#define PROBLEM_CHARS 200

const char *
cyan_cell_words (CyanCell cell)
{
  switch (cell)
    {
    case CYAN_CELL_EMPTY:
      return _ ("not measured");
    case CYAN_CELL_FAILED_BUILD:
      return _ ("the build failed");
    case CYAN_CELL_FAILED:
      return _ ("all runs failed");
    case CYAN_CELL_MEASURED:
    default:
      return "";
    }
}

char *
cyan_bisection_because_text (const CyanBisectionRevision *revision, const char *name)
{
  switch (revision->prior)
    {
    case CYAN_PRIOR_SUSPECT:
      /* Translators: a commit touches a function, "find (table.c)". */
      return g_strdup_printf (_ ("touches %s"), name);
    case CYAN_PRIOR_RISKY:
      return g_strdup (_ ("predicted"));
    case CYAN_PRIOR_NO_SOURCES:
      return g_strdup (_ ("changes no sources"));
    case CYAN_PRIOR_EVEN:
    case CYAN_N_PRIOR_KINDS:
    default:
      return NULL;
    }
}

char *
cyan_spectrum_change_text (const CyanSpectrumOverview *self, const CyanSpectrumRevision *revision)
{
  if (revision->base == CYAN_SPECTRUM_NO_BASE || !isfinite (revision->mean)
      || !isfinite (self->revisions[revision->base].mean))
    return g_strdup ("");
  return cyan_change_to_text (self->revisions[revision->base].mean, revision->mean);
}

/* ---- a similarity ---- */

char *
cyan_similarity_sc_text (const CyanSimilarityRow *row)
{
  return isfinite (row->spectrum.similarity) ? g_strdup_printf ("%.2f", row->spectrum.similarity)
                                             : g_strdup ("");
}

char *
cyan_similarity_paper_text (const CyanSimilarity *self)
{
  if (self->n_below == 0)
    return g_strdup (_ ("the paper's rule, SC below 1, would call none changed"));
  if (self->expected >= self->n_below)
    return g_strdup_printf (_ ("the paper's rule, SC below 1, would call %u changed: not more than "
                               "chance alone explains"),
                            self->n_below);
  return g_strdup_printf (_ ("the paper's rule, SC below 1, would call %u changed; chance alone "
                             "explains about %.0f of them"),
                          self->n_below, self->expected);
}

/* ---- a prediction ---- */

GPtrArray *
cyan_prediction_notes (const CyanPrediction *self, gboolean skip_unknown)
{
  GPtrArray *notes = g_ptr_array_new_with_free_func (g_free);
  guint n_unread = 0, n_partial = 0, n_bare = 0, n = self->n_unknown_callees;
  g_autofree char *problem = NULL;

  for (guint i = 1; i < self->n_columns; i++)
    {
      const CyanPredictedRevision *revision = &self->revisions[i];

      n_unread += !revision->is_known;
      n_partial += revision->is_known && revision->problem != NULL;
      n_bare += revision->is_known && !revision->has_dc;
      if (problem == NULL && revision->problem != NULL)
        problem = cyan_text_for_label (revision->problem, PROBLEM_CHARS);
    }
  if (n_unread > 0)
    g_ptr_array_add (
        notes,
        g_strdup_printf (ngettext ("The sources of %u revision could not be read: %s.",
                                   "The sources of %u revisions could not be read: %s.", n_unread),
                         n_unread, problem));
  else if (n_partial > 0)
    g_ptr_array_add (
        notes,
        g_strdup_printf (ngettext ("A file of %u revision could not be read: %s.",
                                   "A file of %u revisions could not be read: %s.", n_partial),
                         n_partial, problem));
  if (n_bare > 0)
    g_ptr_array_add (notes,
                     g_strdup_printf (ngettext ("%u revision has no sample before.",
                                                "%u revisions have no sample before.", n_bare),
                                      n_bare));
  if (n > 0)
    g_ptr_array_add (
        notes,
        g_strdup_printf (skip_unknown
                             ? ngettext ("%u changed call is of something that neither the sources "
                                         "nor the profiles know (macros, libraries): they count "
                                         "nothing.",
                                         "%u changed calls are of what neither the sources nor the "
                                         "profiles know (macros, libraries): they count nothing.",
                                         n)
                             : ngettext ("%u changed call is of something that neither the sources "
                                         "nor the profiles know (macros, libraries): they count "
                                         "like the most expensive function.",
                                         "%u changed calls are of what neither the sources nor the "
                                         "profiles know (macros, libraries): they count like the "
                                         "most expensive function.",
                                         n),
                         n));
  g_ptr_array_add (
      notes, g_strdup (_ ("No model sees what happens outside of calls that were added or deleted: "
                          "a loop without calls, a macro, a type, data, the compiler and its "
                          "options.")));
  return notes;
}

char *
cyan_prediction_dc_text (const CyanPredictedBenchmark *benchmark)
{
  if (!cyan_predicted_benchmark_is_guessed (benchmark))
    return cyan_relative_change_to_text (benchmark->dc);
  /* Translators: a change in percent that nobody measured */
  return g_strdup (benchmark->dc > 0 ? _ ("more than +100 % (guessed)")
                                     : _ ("less than −100 % (guessed)"));
}

static const char *
guess (gboolean is_guessed)
{
  /* Translators: a number that nobody measured stands in front of it. */
  return is_guessed ? _ (" (guessed)") : "";
}

char *
cyan_predicted_function_text (const CyanPredictedBenchmark *self,
                              const CyanPredictedFunction *function,
                              const char *name,
                              const char *file)
{
  g_autofree char *cost = cyan_difference_to_text (function->cost, self->unit);

  return g_strdup_printf ("%s (%s:%u): %s%s", name, file, function->line, cost,
                          guess (cyan_predicted_function_is_guessed (function)));
}

char *
cyan_predicted_call_text (const CyanPredictedBenchmark *self, const CyanPredictedCall *call)
{
  g_autofree char *cost = cyan_value_to_text (call->cost, self->unit);
  g_autofree char *executions = cyan_value_to_text (call->executions, "count");

  if (call->executions == 1)
    /* Translators: the cost of a call, executed once; behind both there may be "(guessed)" */
    return g_strdup_printf (_ ("%s%s, once%s"), cost, guess (call->guessed_cost),
                            guess (call->guessed_executions));
  /* Translators: the cost of a call; how often it is executed */
  return g_strdup_printf (_ ("%s%s, %s times%s"), cost, guess (call->guessed_cost), executions,
                          guess (call->guessed_executions));
}
