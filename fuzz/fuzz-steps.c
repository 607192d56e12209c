/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Fuzzes the steps of a series.  Four bytes are the options; then each byte begins a revision, and
 * says how many runs it has and what values they are made of.
 */
#include "cyan-steps.h"
#include "fuzz.h"

#include <math.h>
#include <string.h>

#define MAX_REVISIONS 400

/* A value near a level, or any eight bytes. */
static double
take_value (FuzzBytes *bytes, guint kind)
{
  guint8 raw[sizeof (double)];
  double value;

  switch (kind)
    {
    case 0:
      return fuzz_byte (bytes);
    case 1:
      return 1000 + fuzz_byte (bytes) / 16.0;
    case 2:
      return ldexp (fuzz_byte (bytes), (int) fuzz_byte (bytes) * 8 - 1024);
    default:
      for (guint i = 0; i < sizeof raw; i++)
        raw[i] = fuzz_byte (bytes);
      memcpy (&value, raw, sizeof value);
      return value;
    }
}

static void
check_ratio (const CyanRatio *ratio)
{
  FUZZ_CHECK (isfinite (ratio->low) && isfinite (ratio->high));
  FUZZ_CHECK (ratio->low > 0 && ratio->low <= ratio->ratio && ratio->ratio <= ratio->high);
}

static void
check_steps (const CyanSteps *steps, guint n)
{
  guint end = 0;

  for (guint i = 0; i < steps->n_steps; i++)
    {
      const CyanStep *step = &steps->steps[i];

      FUZZ_CHECK (step->revision > end && step->revision < n);
      end = step->revision;
      check_ratio (&step->size);
      FUZZ_CHECK (step->p >= 0 && step->p <= 1);
      FUZZ_CHECK (step->q >= step->p * (1 - 1e-12) && step->q <= 1);
      FUZZ_CHECK (step->n_where > 0 && step->where[step->n_where - 1] < n);
      for (guint k = 1; k < step->n_where; k++)
        FUZZ_CHECK (step->where[k - 1] < step->where[k]);
    }
  FUZZ_CHECK (steps->tested || steps->n_steps == 0);
  for (guint i = 0; i < steps->n_outliers; i++)
    FUZZ_CHECK (steps->outliers[i] < n && (i == 0 || steps->outliers[i - 1] < steps->outliers[i]));
  FUZZ_CHECK (isfinite (steps->possible) && steps->possible >= 0);
  check_ratio (&steps->drift);
}

static void
check_levels (const CyanSteps *steps, guint n)
{
  if (steps->n_levels == 0)
    {
      FUZZ_CHECK (steps->n_steps == 0);
      return;
    }
  FUZZ_CHECK (steps->n_levels == steps->n_steps + 1);
  for (guint i = 0; i < steps->n_levels; i++)
    {
      const CyanLevel *level = &steps->levels[i];

      FUZZ_CHECK (level->begin == (i > 0 ? steps->steps[i - 1].revision : 0));
      FUZZ_CHECK (level->end == (i < steps->n_steps ? steps->steps[i].revision : n));
      FUZZ_CHECK (isfinite (level->low) && isfinite (level->high));
      FUZZ_CHECK (level->low <= level->level && level->level <= level->high);
    }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  FuzzBytes bytes = { data, size };
  g_autoptr (GArray) begin = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (CyanSteps) steps = NULL;
  g_autoptr (GError) error = NULL;
  CyanStepsOptions options = CYAN_STEPS_OPTIONS_INIT;
  CyanSeries series;
  gboolean fine = TRUE;

  options.mode = (CyanStepsMode) (fuzz_byte (&bytes) % 2);
  options.window = 2 + fuzz_byte (&bytes) % 80;
  options.alpha = (1 + fuzz_byte (&bytes)) / 257.0;
  options.magnitude = fuzz_byte (&bytes) / 64.0;
  g_array_append_val (begin, values->len);
  while (bytes.left > 0 && begin->len <= MAX_REVISIONS)
    {
      guint what = fuzz_byte (&bytes);

      for (guint r = 0; r < what % 6; r++)
        {
          double value = take_value (&bytes, what / 6 % 4);

          fine = fine && fabs (value) <= CYAN_STEPS_MOST_VALUE;
          g_array_append_val (values, value);
        }
      g_array_append_val (begin, values->len);
    }

  series = (CyanSeries){ begin->len - 1, (const guint *) (gpointer) begin->data,
                         (const double *) (gpointer) values->data };
  steps = cyan_steps_new (&series, &options, &error);
  FUZZ_CHECK ((steps != NULL) == fine);
  if (steps == NULL)
    {
      fuzz_check_error (error);
      return 0;
    }
  check_steps (steps, series.n);
  check_levels (steps, series.n);
  cyan_steps_adjust (&steps, 1);
  check_steps (steps, series.n);
  return 0;
}
