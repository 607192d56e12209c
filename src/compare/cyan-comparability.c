/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether two recordings can be compared at all, in words. */
#include "cyan-comparability.h"

#include <math.h>

#include "cyan-units.h"

/* Runs whose totals are that many times apart hardly did the same work. */
#define FAR_APART 10.0

/* Sampling periods that differ by this factor were asked for, not measured. */
#define OTHER_PERIOD 1.1

/* Fewer functions than one in that many in common: two different programs? */
#define HARDLY_ANY 10

static void G_GNUC_PRINTF (2, 3) warn (CyanComparison *self, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_ptr_array_add (self->warnings, g_strdup_vprintf (format, args));
  va_end (args);
}

/* The same for what makes the whole comparison doubtful; the first one counts. */
static void G_GNUC_PRINTF (2, 3) doubt (CyanComparison *self, const char *format, ...)
{
  char *text;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  g_ptr_array_add (self->warnings, text);
  if (self->doubt == NULL)
    self->doubt = text;
}

static gboolean
calls_known (const CyanProfile *profile)
{
  return cyan_profile_has_calls (profile) || profile->n_nodes == 1;
}

/* @side is "before: ", or empty where there is only one. */
static void
warn_about_side (CyanComparison *self, const char *side, const CyanProfile *profile, double run)
{
  for (guint i = 0; i < profile->warnings->len; i++)
    warn (self, "%s%s", side, (const char *) g_ptr_array_index (profile->warnings, i));
  if (profile->n_threads > 1)
    warn (self, "%s%u threads: the total is the sum of their times", side, profile->n_threads);
  if (self->single)
    return;
  if (profile->n_nodes == 1)
    doubt (self, "%sthe recording is empty", side);
  else if (!(run > 0))
    doubt (self, "%sthe total is 0, so there are no shares", side);
}

static void
warn_about_totals (CyanComparison *self)
{
  const char *unit = cyan_comparison_unit (self);
  double smaller = MIN (self->before_run, self->after_run);

  if (self->same_unit && smaller > 0 && cyan_comparison_larger_run (self) >= FAR_APART * smaller)
    {
      g_autofree char *before = cyan_value_to_text (self->before_run, unit);
      g_autofree char *after = cyan_value_to_text (self->after_run, unit);

      warn (self, "the totals are far apart (%s and %s): did both runs do the same work?", before,
            after);
    }
}

static void
warn_about_sampling (CyanComparison *self)
{
  double before = self->before->period, after = self->after->period;

  if ((self->before_period > 0) != (self->after_period > 0))
    warn (self, "only the recording %s is sampled: what it lacks may merely not have been hit",
          self->before_period > 0 ? "before" : "after");
  /* Runs were averaged: a sample of the mean weighs less the more of them there are. */
  before *= self->n_runs[0];
  after *= self->n_runs[1];
  if (self->same_unit && before > 0 && after > 0
      && fabs (log (after / before)) > log (OTHER_PERIOD))
    {
      const char *unit = cyan_comparison_unit (self);
      g_autofree char *before_text = cyan_value_to_text (before, unit);
      g_autofree char *after_text = cyan_value_to_text (after, unit);

      warn (self, "the sampling periods differ (%s and %s): the finer one sees more functions",
            before_text, after_text);
    }
}

static void
warn_about_functions (CyanComparison *self, guint n_common)
{
  guint n = MIN (self->before->n_functions, self->after->n_functions) - 1;

  if (n_common == 0)
    doubt (self, "no function of one recording is in the other");
  else if (n_common < n / HARDLY_ANY)
    doubt (self, "hardly any function is in both recordings (%u of %u): is it the same program?",
           n_common, n);
}

static void
warn_about_matching (CyanComparison *self)
{
  if (self->method == CYAN_MATCH_COMMON_TREE && self->unordered)
    warn (self, "the order of calls was not recorded: the common tree is matched without it");
  if (self->bounded)
    warn (self, self->method == CYAN_MATCH_COMMON_TREE
                    ? "too many siblings of one name to find the largest common tree"
                    : "the trees differ too much to be matched in full: parts are matched by path "
                      "only");
}

void
cyan_comparability_warn (CyanComparison *self, guint n_common)
{
  if (self->single)
    {
      warn_about_side (self, "", self->after, self->after_run);
      return;
    }
  warn_about_side (self, "before: ", self->before, self->before_run);
  warn_about_side (self, "after: ", self->after, self->after_run);
  if (self->before == self->after)
    warn (self, "both sides are the same recording");
  if (!self->same_unit)
    warn (self, "the units differ (before: %s, after: %s): only shares can be compared",
          cyan_comparison_unit (self), self->after->metrics[self->after_metric].unit);
  if (calls_known (self->before) != calls_known (self->after))
    warn (self, "calls are known only %s, so widths are unknown",
          calls_known (self->before) ? "before" : "after");
  if (self->before->n_nodes > 1 && self->after->n_nodes > 1)
    {
      warn_about_functions (self, n_common);
      warn_about_sampling (self);
    }
  warn_about_totals (self);
  warn_about_matching (self);
}
