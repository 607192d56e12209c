/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the warnings that two profiles are hardly comparable. */
#include "cyan-comparability.h"

#include <math.h>

#include "cyan-compared-private.h"
#include "cyan-i18n.h"
#include "cyan-statistics.h"
#include "cyan-units.h"

/* ---- the factor by which most functions changed ---- */

/* Functions with less of both runs are left out: clocks and sampling make their ratios scatter. */
#define LEAST_SHARE 0.001
/* So many functions are needed to speak of most of them. */
#define LEAST_FUNCTIONS 10
/* No function weighs more than this part of the run, so that one alone is not most of the cost. */
#define MOST_WEIGHT 0.1
/* Factors closer to 1 than this are not worth a word. */
#define LEAST_FACTOR 1.1
/* A ratio is close to the factor if it differs by no more than this factor, or, if sampled, than so
 * many standard deviations. */
#define CLOSE   1.1
#define CLOSE_Z 2.0
/* How many of the functions are close, and how much of all changes is left beside the factor. */
#define MOST 0.7
#define LEFT 0.35

typedef struct
{
  double log_ratio;
  double weight;
  double scatter; /* standard deviation of the logarithm by sampling; 0 if exact */
} Ratio;

static GArray *
ratios_new (const CyanCompared *self, double *const values[2])
{
  GArray *ratios = g_array_new (FALSE, FALSE, sizeof (Ratio));

  for (guint32 f = 0; f < self->pairs->n_functions; f++)
    {
      double share = INFINITY, variance = 0;
      Ratio ratio;

      for (guint side = 0; side < 2; side++)
        share = MIN (share, cyan_compared_part (values[side][f], self->side[side].total));
      if (!(share >= LEAST_SHARE))
        continue;
      /* n samples of weight p have the value n p, and its logarithm the variance 1 / n. */
      for (guint side = 0; side < 2; side++)
        variance += self->side[side].period / values[side][f];
      ratio =
          (Ratio){ log (values[1][f] / values[0][f]), MIN (share, MOST_WEIGHT), sqrt (variance) };
      g_array_append_val (ratios, ratio);
    }
  return ratios;
}

static double
median_of (const GArray *ratios)
{
  g_autofree CyanWeighted *weighted = g_new (CyanWeighted, ratios->len);

  for (guint i = 0; i < ratios->len; i++)
    weighted[i] = (CyanWeighted){ g_array_index (ratios, Ratio, i).log_ratio,
                                  g_array_index (ratios, Ratio, i).weight };
  return cyan_weighted_median (weighted, ratios->len);
}

static gboolean
most_are_close (const GArray *ratios, double log_factor)
{
  guint n_close = 0;

  for (guint i = 0; i < ratios->len; i++)
    {
      const Ratio *ratio = &g_array_index (ratios, Ratio, i);

      n_close +=
          fabs (ratio->log_ratio - log_factor) <= MAX (log (CLOSE), CLOSE_Z * ratio->scatter);
    }
  return n_close >= MOST * ratios->len;
}

static gboolean
explains_most (const CyanCompared *self, double *const values[2], double factor)
{
  double changed = 0, left = 0;

  for (guint32 f = 0; f < self->pairs->n_functions; f++)
    {
      changed += fabs (values[1][f] - values[0][f]);
      left += fabs (values[1][f] / factor - values[0][f]);
    }
  /* Both in the larger run. */
  return left * MAX (factor, 1) <= LEFT * changed;
}

static gboolean
runs_overlap (const CyanCompared *self)
{
  double least[2] = { INFINITY, INFINITY }, most[2] = { 0, 0 };

  for (guint side = 0; side < 2; side++)
    for (guint r = 0; r < self->side[side].n_runs; r++)
      {
        least[side] = MIN (least[side], self->side[side].run_totals[r]);
        most[side] = MAX (most[side], self->side[side].run_totals[r]);
      }
  return least[0] <= most[1] && least[1] <= most[0];
}

/* By which factor most functions changed, as after a run on another machine or one that was cut
 * off; 1 if there is no such factor.  It is the median of the ratios of the functions' own values,
 * weighted by their size.  It counts if it differs from 1, if most functions lie close to it, if it
 * explains most of all changes, and if no run of a side costs as much as one of the other. */
static double
common_factor (const CyanCompared *self)
{
  g_autofree double *before = NULL, *after = NULL;
  g_autoptr (GArray) ratios = NULL;
  double log_factor;

  if (!cyan_compared_has_percent (self) || runs_overlap (self))
    return 1;
  before = cyan_compared_function_values (self, 0);
  after = cyan_compared_function_values (self, 1);
  ratios = ratios_new (self, (double *const[]){ before, after });
  if (ratios->len < LEAST_FUNCTIONS)
    return 1;
  log_factor = median_of (ratios);
  return fabs (log_factor) >= log (LEAST_FACTOR) && most_are_close (ratios, log_factor)
                 && explains_most (self, (double *const[]){ before, after }, exp (log_factor))
             ? exp (log_factor)
             : 1;
}

/* ---- warnings ---- */

/* Totals that differ by this factor hardly come from the same work. */
#define FAR_APART 10.0

/* Sampling periods that differ by this factor were configured, not measured. */
#define OTHER_PERIOD 1.1

/* If fewer than one function in this many is common, it may be two different programs. */
#define HARDLY_ANY 10

typedef struct
{
  const CyanComparison *comparison;
  const CyanCompared *compared; /* of it */
  GPtrArray *list;
  const char *doubt;
} Warnings;

/* @text with its side in front if there are two sides.  Takes ownership of @text. */
static char *
of_side (const CyanCompared *compared, guint side, char *text)
{
  g_autofree char *whole = text;

  if (compared->single)
    return g_steal_pointer (&whole);
  return side == 0 ? g_strdup_printf (_ ("before: %s"), whole)
                   : g_strdup_printf (_ ("after: %s"), whole);
}

static void G_GNUC_PRINTF (2, 3) warn (Warnings *self, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_ptr_array_add (self->list, g_strdup_vprintf (format, args));
  va_end (args);
}

/* Adds a warning that makes the whole comparison doubtful; the first one counts.  Takes ownership
 * of @text. */
static void
doubt (Warnings *self, char *text)
{
  g_ptr_array_add (self->list, text);
  if (self->doubt == NULL)
    self->doubt = text;
}

static char *
pruning_text (const CyanCompared *compared, guint side)
{
  const CyanComparedSide *there = &compared->side[side];
  g_autofree char *phi = cyan_share_to_text (there->profile->pruning.phi);
  g_autofree char *missing = cyan_share_to_text (cyan_compared_part (there->lacks, there->total));

  return g_strdup_printf (_ ("contexts with less than %s of the total were pruned, which \"%s\" "
                             "sums up; at most %s is missing of any other context"),
                          phi, CYAN_COLD_NAME, missing);
}

/* What stands out on a host is said of so many functions. */
#define MOST_OUTLIERS 3

static void
warn_about_hosts (Warnings *self, guint side)
{
  const CyanRuns *runs = self->comparison->runs[side];
  const CyanProfile *profile = self->compared->side[side].profile;
  g_autoptr (GArray) outliers = NULL;

  if (runs->hosts == NULL)
    return;
  outliers = cyan_host_outliers_new (runs->hosts, profile, runs->metric);
  for (guint i = 0; i < MIN (outliers->len, MOST_OUTLIERS); i++)
    g_ptr_array_add (self->list,
                     of_side (self->compared, side,
                              cyan_host_outlier_text (&g_array_index (outliers, CyanHostOutlier, i),
                                                      runs->hosts, profile, runs->metric)));
}

static void
warn_about_side (Warnings *self, guint side)
{
  const CyanCompared *compared = self->compared;
  const CyanProfile *profile = compared->side[side].profile;

  for (guint i = 0; i < profile->warnings->len; i++)
    g_ptr_array_add (self->list,
                     of_side (compared, side, g_strdup (g_ptr_array_index (profile->warnings, i))));
  if (profile->n_threads > 1)
    g_ptr_array_add (
        self->list,
        of_side (compared, side,
                 g_strdup_printf (ngettext ("%'u thread: the total is the sum of its times",
                                            "%'u threads: the total is the sum of their times",
                                            profile->n_threads),
                                  profile->n_threads)));
  if (profile->pruning.phi > 0)
    g_ptr_array_add (self->list, of_side (compared, side, pruning_text (compared, side)));
  warn_about_hosts (self, side);
  if (compared->single)
    return;
  if (profile->n_nodes == 1)
    doubt (self, of_side (compared, side, g_strdup (_ ("the recording is empty"))));
  else if (!(compared->side[side].total > 0))
    doubt (self, of_side (compared, side, g_strdup (_ ("the total is 0, so there are no shares"))));
}

static void
warn_about_totals (Warnings *self)
{
  const char *unit = cyan_compared_metric (self->compared, 0)->unit;
  double smaller = MIN (self->compared->side[0].total, self->compared->side[1].total);

  if (self->compared->same_unit && smaller > 0
      && cyan_compared_larger_total (self->compared) >= FAR_APART * smaller)
    {
      g_autofree char *before = cyan_value_to_text (self->compared->side[0].total, unit);
      g_autofree char *after = cyan_value_to_text (self->compared->side[1].total, unit);

      warn (self, _ ("the totals are far apart (%s and %s): did both runs do the same work?"),
            before, after);
    }
}

static void
warn_about_factor (Warnings *self)
{
  double factor = cyan_comparison_basis_auto (self->comparison) == CYAN_BASIS_ABSOLUTE
                      ? common_factor (self->compared)
                      : 1;

  if (factor != 1)
    warn (self,
          _ ("most functions cost %.2f times what they did: if only the machine or the length of "
             "the run is another, the basis \"share\" leaves that out"),
          factor);
}

/* The period as it was recorded, not as it was scaled. */
static double
recorded_period (const CyanProfile *profile)
{
  return profile->scaled > 0 ? profile->period / profile->scaled : profile->period;
}

static void
warn_about_sampling (Warnings *self)
{
  double before = recorded_period (self->compared->side[0].profile),
         after = recorded_period (self->compared->side[1].profile);

  if ((self->compared->side[0].period > 0) != (self->compared->side[1].period > 0))
    warn (
        self, "%s",
        self->compared->side[0].period > 0
            ? _ ("only the recording before is sampled: what it lacks may merely not have been hit")
            : _ (
                "only the recording after is sampled: what it lacks may merely not have been hit"));
  /* Runs were averaged, so a sample of the mean weighs less the more runs there are. */
  before *= self->compared->side[0].n_runs;
  after *= self->compared->side[1].n_runs;
  if (self->compared->same_unit && before > 0 && after > 0
      && fabs (log (after / before)) > log (OTHER_PERIOD))
    {
      const char *unit = cyan_compared_metric (self->compared, 0)->unit;
      g_autofree char *before_text = cyan_value_to_text (before, unit);
      g_autofree char *after_text = cyan_value_to_text (after, unit);

      warn (self, _ ("the sampling periods differ (%s and %s): the finer one sees more functions"),
            before_text, after_text);
    }
}

/* The sides were not measured in turns. */
static void
warn_about_visits (Warnings *self)
{
  const CyanVisits *visits = &self->compared->visits;
  g_autofree char *gap = cyan_period_to_text (visits->gap), *what = NULL;

  if (!visits->apart)
    return;
  what = visits->gap > 0
             /* Translators: "3 days" */
             ? g_strdup_printf (_ ("the two sides were not measured together: %s lie between them"),
                                gap)
             : g_strdup (_ ("only some runs of the two sides were measured together"));
  if (self->comparison->noise.kind != CYAN_NOISE_RUNS)
    /* Translators: a sentence */
    warn (self, _ ("%s; \"cyan try\" measures both in turns"), what);
  else if (visits->df > 0)
    /* Translators: a sentence */
    warn (self, _ ("%s; the interval has in it what other visits differ by"), what);
  else
    /* Translators: a sentence */
    warn (self,
          _ ("%s, and how much the machine changed is not known; \"cyan try\" measures both in "
             "turns"),
          what);
}

static void
warn_about_functions (Warnings *self)
{
  guint n_common = self->compared->pairs->n_common;
  guint n = MIN (self->compared->side[0].profile->n_functions,
                 self->compared->side[1].profile->n_functions)
            - 1;

  if (n_common == 0)
    doubt (self, g_strdup (_ ("no function of one recording is in the other")));
  else if (n_common < n / HARDLY_ANY)
    doubt (
        self,
        g_strdup_printf (
            _ ("hardly any function is in both recordings (%'u of %'u): is it the same program?"),
            n_common, n));
}

static void
warn_about_matching (Warnings *self)
{
  if (self->compared->method == CYAN_MATCH_COMMON_TREE && self->compared->unordered)
    warn (self, _ ("the order of calls was not recorded: the common tree is matched without it"));
  if (self->compared->stopped)
    warn (self, _ ("more renames are likely than there was time to try: a rename file can name "
                   "functions that are the same"));
  if (self->compared->bounded)
    warn (
        self,
        self->compared->method == CYAN_MATCH_COMMON_TREE
            ? _ ("too many siblings of one name to find the largest common tree")
            : _ (
                "the trees differ too much to be matched in full: parts are matched by path only"));
}

static void
warn_about_sources (Warnings *self)
{
  if (self->compared->in_files)
    warn (self, _ ("too many functions are gone and new to compare the sources of all: renamed "
                   "functions were looked for within files only"));
}

static void
warn_all (Warnings *self)
{
  if (self->compared->n_aligned > 0)
    warn (
        self,
        ngettext ("the two recorders write names in different ways: %'u function is compared by "
                  "what both say of it",
                  "the two recorders write names in different ways: %'u functions are compared by "
                  "what both say of them",
                  self->compared->n_aligned),
        self->compared->n_aligned);
  if (self->compared->single)
    {
      warn_about_side (self, 1);
      return;
    }
  warn_about_side (self, 0);
  warn_about_side (self, 1);
  if (self->compared->side[0].profile == self->compared->side[1].profile)
    warn (self, _ ("both sides are the same recording"));
  if (!self->compared->same_unit)
    warn (self, _ ("the units differ (before: %s, after: %s): only shares can be compared"),
          cyan_unit_label (cyan_compared_metric (self->compared, 0)->unit),
          cyan_unit_label (cyan_compared_metric (self->compared, 1)->unit));
  if (cyan_compared_knows_calls (self->compared->side[0].profile)
      != cyan_compared_knows_calls (self->compared->side[1].profile))
    warn (self, "%s",
          cyan_compared_knows_calls (self->compared->side[0].profile)
              ? _ ("calls are known only before, so widths are unknown")
              : _ ("calls are known only after, so widths are unknown"));
  if (self->compared->side[0].profile->n_nodes > 1 && self->compared->side[1].profile->n_nodes > 1)
    {
      warn_about_functions (self);
      warn_about_sampling (self);
    }
  warn_about_visits (self);
  warn_about_totals (self);
  warn_about_factor (self);
  warn_about_matching (self);
  warn_about_sources (self);
}

GPtrArray *
cyan_comparability_warnings (const CyanComparison *comparison, const char **doubt)
{
  Warnings self = { comparison, &comparison->compared, g_ptr_array_new_with_free_func (g_free),
                    NULL };

  warn_all (&self);
  *doubt = self.doubt;
  return self.list;
}
