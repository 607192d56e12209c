/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-answers.h"

#include <math.h>

#include "cyan-i18n.h"
#include "cyan-name-short.h"
#include "cyan-sentences.h"
#include "cyan-text.h"
#include "cyan-units.h"

#define NAME_CHARS    40
#define SUBJECT_CHARS 72

static char *
name_of (const CyanEvolutionColumn *commit)
{
  return cyan_text_for_label (commit->name, NAME_CHARS);
}

static char *
ratio_text (const CyanRatio *ratio)
{
  return cyan_ratio_to_text (ratio->ratio, ratio->low, ratio->high);
}

/* ---- an evolution ---- */

/* What the steps of some lines are in all. */
typedef struct
{
  guint n_measured, n_worse, n_better, n_changed; /* revisions */
  gboolean is_tested, is_time;                    /* a line has enough revisions; all are times */
  const CyanEvolutionSeries *series;              /* of the largest step, or NULL */
  const CyanStep *largest;                        /* of those that are worse, if any is */
  int direction;                                  /* of it, see cyan_evolution_direction() */
} Steps;

static double
size_of (const CyanStep *step)
{
  return step->size.ratio > 0 ? fabs (log (step->size.ratio)) : INFINITY;
}

static void
take_step (Steps *steps, const CyanEvolutionSeries *series, const CyanStep *step, int direction)
{
  if (steps->largest != NULL
      && (direction < steps->direction
          || (direction == steps->direction && size_of (step) <= size_of (steps->largest))))
    return;
  steps->series = series;
  steps->largest = step;
  steps->direction = direction;
}

/* One revision, in all of the lines. */
static void
take_column (Steps *steps, const GPtrArray *all, guint column)
{
  gboolean measured = FALSE, found[3] = { FALSE, FALSE, FALSE };

  for (guint i = 0; i < all->len; i++)
    {
      const CyanEvolutionSeries *series = all->pdata[i];
      const CyanStep *step = cyan_evolution_step (series, column);

      measured |= series->begin[column + 1] > series->begin[column];
      if (step != NULL)
        {
          int direction = cyan_evolution_step_direction (series, step);

          found[direction + 1] = TRUE;
          take_step (steps, series, step, direction);
        }
    }
  steps->n_measured += measured;
  steps->n_better += found[0];
  steps->n_changed += found[1];
  steps->n_worse += found[2];
}

static GPtrArray *
find_series (const CyanEvolution *self, const guint *lines, guint n)
{
  GPtrArray *all = g_ptr_array_new ();

  for (guint i = 0; i < self->n_series; i++)
    {
      gboolean is_asked = lines == NULL;

      for (guint k = 0; k < n && !is_asked; k++)
        is_asked = lines[k] == self->series[i].line;
      if (is_asked)
        g_ptr_array_add (all, &self->series[i]);
    }
  return all;
}

static Steps
find_steps (const CyanEvolution *self, const GPtrArray *all)
{
  Steps steps = { .is_time = TRUE };

  for (guint i = 0; i < all->len; i++)
    {
      const CyanEvolutionSeries *series = all->pdata[i];

      steps.is_tested |= series->steps->tested;
      steps.is_time &= cyan_unit_is_time (series->unit);
    }
  for (guint i = 0; i < self->n_columns; i++)
    take_column (&steps, all, i);
  return steps;
}

/* "2 of 36 revisions are slower than what they replaced" */
static char *
worse_text (const Steps *steps)
{
  if (steps->is_time)
    return g_strdup_printf (ngettext ("%'u of %'u revisions is slower than what it replaced",
                                      "%'u of %'u revisions are slower than what they replaced",
                                      steps->n_worse),
                            steps->n_worse, steps->n_measured);
  return g_strdup_printf (ngettext ("%'u of %'u revisions is worse than what it replaced",
                                    "%'u of %'u revisions are worse than what they replaced",
                                    steps->n_worse),
                          steps->n_worse, steps->n_measured);
}

static char *
better_text (const Steps *steps)
{
  if (steps->n_worse + steps->n_better == 0)
    return g_strdup_printf (ngettext ("%'u of %'u revisions differs from what it replaced",
                                      "%'u of %'u revisions differ from what they replaced",
                                      steps->n_changed),
                            steps->n_changed, steps->n_measured);
  if (steps->n_better == 0)
    return g_strdup ("");
  if (steps->is_time)
    return g_strdup_printf (
        ngettext (", and %'u is faster", ", and %'u are faster", steps->n_better), steps->n_better);
  return g_strdup_printf (ngettext (", and %'u is better", ", and %'u are better", steps->n_better),
                          steps->n_better);
}

char *
cyan_evolution_answer (const CyanEvolution *self, const guint *lines, guint n)
{
  g_autoptr (GPtrArray) all = find_series (self, lines, n);
  Steps steps = find_steps (self, all);
  g_autofree char *worse = NULL, *better = NULL, *name = NULL, *benchmark = NULL, *size = NULL;

  if (steps.n_measured == 0)
    return g_strdup (_ ("Nothing was measured."));
  if (!steps.is_tested)
    return g_strdup_printf (ngettext ("%'u measured revision is too few to tell steps from noise: "
                                      "it takes %d.",
                                      "%'u measured revisions are too few to tell steps from "
                                      "noise: it takes %d.",
                                      steps.n_measured),
                            steps.n_measured, CYAN_STEPS_LEAST_REVISIONS);
  if (steps.largest == NULL)
    return g_strdup_printf (
        ngettext ("None of %'u revision differs from what it replaced beyond the noise.",
                  "None of %'u revisions differs from what it replaced beyond the noise.",
                  steps.n_measured),
        steps.n_measured);
  worse = steps.n_worse + steps.n_better > 0 ? worse_text (&steps) : g_strdup ("");
  better = better_text (&steps);
  name = name_of (&self->columns[steps.largest->revision]);
  benchmark = cyan_text_for_label (steps.series->benchmark, NAME_CHARS);
  size = ratio_text (&steps.largest->size);
  /* Translators: "2 of 36 revisions are slower than what they replaced", ", and 1 is faster";
   * a revision, a benchmark, a change */
  return g_strdup_printf (_ ("%s%s; the largest is %s in %s: %s."), worse, better, name, benchmark,
                          size);
}

/* ---- all revisions ---- */

char *
cyan_spectrum_overview_answer (const CyanSpectrumOverview *self)
{
  guint n_tested = 0, n_changed = 0, n_compared = 0, n_outliers = 0;
  const CyanSpectrumRevision *most = NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < self->n_revisions; i++)
    {
      const CyanSpectrumRevision *revision = &self->revisions[i];
      gboolean has_changed = cyan_spectrum_revision_has_changed (revision);

      n_compared += revision->base != CYAN_SPECTRUM_NO_BASE;
      n_outliers += revision->is_outlier;
      n_tested += cyan_spectrum_revision_is_tested (revision) && !revision->is_outlier;
      n_changed += has_changed;
      if (has_changed && (most == NULL || revision->n_changed > most->n_changed))
        most = revision;
    }
  if (n_compared == 0)
    return g_strdup (_ ("No revision has another one to be compared with."));
  if (n_tested == 0)
    return g_strdup_printf (ngettext ("%'u revision was compared with its base, but has too few "
                                      "runs to tell a change from noise.",
                                      "%'u revisions were compared with their bases, but have too "
                                      "few runs to tell a change from noise.",
                                      n_compared),
                            n_compared);
  g_string_append_printf (text,
                          ngettext ("Rows changed at %'u of %'u revision",
                                    "Rows changed at %'u of %'u revisions", n_tested),
                          n_changed, n_tested);
  if (most != NULL)
    {
      g_autofree char *name = name_of (&most->commit);
      g_autofree char *change = cyan_spectrum_change_text (self, most);

      /* Translators: a revision; rows, of how many; a change like "+8.2 %" */
      g_string_append_printf (text, _ (", the most at %s: %'u of %'u, and the mean by %s"), name,
                              most->n_changed, most->n_rows, change);
    }
  if (n_outliers > 0)
    g_string_append_printf (text,
                            ngettext ("; %'u stands alone and does not count",
                                      "; %'u stand alone and do not count", n_outliers),
                            n_outliers);
  g_string_append_c (text, '.');
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* ---- a similarity ---- */

/* The changed row with the largest total impact. */
static const CyanSimilarityRow *
find_largest (const CyanSimilarity *self)
{
  const CyanSimilarityRow *largest = NULL;

  for (guint i = 0; i < self->n_rows; i++)
    if (self->rows[i].changed
        && (largest == NULL || fabs (self->rows[i].total_impact) > fabs (largest->total_impact)))
      largest = &self->rows[i];
  return largest;
}

/* "1 of 18 stacks changed" */
static char *
changed_text (const CyanSimilarity *self)
{
  if (self->options.by == CYAN_SIMILARITY_FUNCTION)
    return g_strdup_printf (ngettext ("%'u of %'u function changed beyond the noise",
                                      "%'u of %'u functions changed beyond the noise",
                                      self->n_rows),
                            self->n_changed, self->n_rows);
  return g_strdup_printf (ngettext ("%'u of %'u stack changed beyond the noise",
                                    "%'u of %'u stacks changed beyond the noise", self->n_rows),
                          self->n_changed, self->n_rows);
}

char *
cyan_similarity_answer (const CyanSimilarity *self)
{
  const CyanSimilarityRow *largest = find_largest (self);
  guint fewest = MIN (self->n_runs[0], self->n_runs[1]);
  g_autofree char *changed = changed_text (self);
  g_autoptr (GString) text = g_string_new (changed);

  if (fewest < 2 && largest == NULL)
    return g_strdup (_ ("Not tested, since a side has one run: the order says what differs most, "
                        "not what changed."));
  if (largest != NULL)
    {
      CyanNode node = cyan_similarity_node (self, largest);
      g_autofree char *whole = cyan_name_short_text (cyan_comparison_name (self->comparison, node));
      g_autofree char *name = cyan_text_for_label (whole, NAME_CHARS);
      g_autofree char *impact =
          cyan_difference_to_text (largest->total_impact, cyan_comparison_unit (self->comparison));

      /* Translators: a function, a difference */
      g_string_append_printf (text, _ ("; the largest is %s: %s"), name, impact);
    }
  if (fewest < CYAN_SIMILARITY_FEW_RUNS)
    g_string_append_printf (text, _ ("; %'u and %'u runs are few"), self->n_runs[0],
                            self->n_runs[1]);
  g_string_append_c (text, '.');
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* ---- a prediction ---- */

char *
cyan_prediction_answer (const CyanPrediction *self)
{
  const CyanRiskScore *score = &self->scores[self->model];
  guint n = self->n_columns - 1, n_risky = 0;
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 1; i < self->n_columns; i++)
    n_risky += cyan_prediction_is_selected (self, i);
  /* Translators: of a number of revisions, those that are likely to be slower */
  g_string_append_printf (text,
                          ngettext ("%'u of %'u revisions is risky by its sources, a rank and no "
                                    "probability",
                                    "%'u of %'u revisions are risky by their sources, a rank and "
                                    "no probability",
                                    n_risky),
                          n_risky, n);
  if (self->has_truth)
    /* Translators: measured revisions; those of them that are slower; those of these that were
     * risky */
    g_string_append_printf (text, _ ("; %'u are measured: slower %'u, found %'u"), score->n,
                            score->n_regressions, score->n_found);
  g_string_append_c (text, '.');
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* ---- a bisection ---- */

/* "3f2a1bc “Check twice”" */
static char *
commit_text (const CyanEvolutionColumn *commit)
{
  g_autofree char *name = name_of (commit);
  g_autofree char *subject =
      commit->subject != NULL ? cyan_text_for_label (commit->subject, SUBJECT_CHARS) : NULL;

  /* Translators: a commit, and its subject */
  return subject != NULL ? g_strdup_printf (_ ("%s “%s”"), name, subject) : g_steal_pointer (&name);
}

/* No search is certain. */
#define ALMOST_CERTAIN 0.999

/* "97.2 %" */
static char *
chance_text (double chance)
{
  g_autofree char *share = cyan_share_to_text (MIN (chance, ALMOST_CERTAIN));

  return chance > ALMOST_CERTAIN ? g_strdup_printf (_ ("more than %s"), share)
                                 : g_steal_pointer (&share);
}

static char *
step_text (const CyanBisection *self, const CyanBisectionStep *step)
{
  g_autofree char *commit = commit_text (&self->revisions[step->revision].commit);
  g_autofree char *size = ratio_text (&step->size);
  const char *metric = self->metric != NULL ? self->metric : "";
  gboolean is_better = (step->size.ratio > 1) == (self->better > 0);
  g_autofree char *chance = chance_text (step->mass);

  if (step->n_credible > 1)
    return g_strdup_printf (
        /* Translators: revisions; a commit; a metric and its change; a probability */
        _ ("One of %'u revisions changed it, and %s is the likeliest: %s %s, with %s."),
        step->n_credible, commit, metric, size, chance);
  if (self->better == 0)
    /* Translators: a commit; a metric and its change; a probability */
    return g_strdup_printf (_ ("%s changed it: %s %s, with %s."), commit, metric, size, chance);
  return g_strdup_printf (is_better ? _ ("%s made it better: %s %s, with %s.")
                                    : _ ("%s made it worse: %s %s, with %s."),
                          commit, metric, size, chance);
}

/* A chance below this that there is no step is not worth a word. */
#define LEAST_NONE 0.001

/* Between which revisions a step may be, and what would settle it. */
static char *
doubt_text (const CyanBisection *self, const CyanBisectionStep *step)
{
  g_autofree char *before = commit_text (&self->revisions[step->credible[0] - 1].commit);
  g_autofree char *after =
      commit_text (&self->revisions[step->credible[step->n_credible - 1]].commit);
  g_autofree char *chance = chance_text (step->mass);
  g_autofree char *none = chance_text (self->none);
  const char *help =
      self->budget > 0 && self->n_runs >= self->budget
          ? _ ("More runs, a metric that scatters less or a quiet machine would tell.")
          : _ ("A metric that scatters less or a quiet machine would tell.");

  if (self->none < LEAST_NONE)
    /* Translators: two commits; a probability; a sentence */
    return g_strdup_printf (_ ("Cannot tell: it is between %s and %s with %s. %s"), before, after,
                            chance, help);
  return g_strdup_printf (
      /* Translators: two commits; two probabilities; a sentence */
      _ ("Cannot tell: it is between %s and %s with %s; with %s nothing changed. %s"), before,
      after, chance, none, help);
}

char *
cyan_bisection_answer (const CyanBisection *self)
{
  switch (self->state)
    {
    case CYAN_BISECTION_FOUND:
      return step_text (self, &self->steps[0]);
    case CYAN_BISECTION_BUDGET:
      return self->n_steps > 0 ? doubt_text (self, &self->steps[0])
                               : g_strdup (_ ("All runs are spent, and it was not found."));
    case CYAN_BISECTION_NO_DIFFERENCE:
      return g_strdup (_ ("The ends do not differ beyond the noise: there is nothing to find."));
    case CYAN_BISECTION_NOT_MEASURED:
      return g_strdup (_ ("An end cannot be measured."));
    case CYAN_BISECTION_RUNNING:
    case CYAN_N_BISECTION_STATES:
    default:
      return g_strdup (self->ends_differ ? _ ("Looking for the revision…")
                                         : _ ("Measuring both ends…"));
    }
}
