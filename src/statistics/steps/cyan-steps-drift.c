/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether the stairs of a series are those of a drift. */
#include "cyan-steps-private.h"

#include <math.h>

/* The slope is that within the levels, which depend on it. */
#define ROUNDS 3

/* The Bayesian information criterion of levels with normal noise, without a constant: a cut has a
 * place and a size, a slope counts as one of them. */
static double
criterion (const CyanLevels *self, gboolean has_slope)
{
  double squares = 0;

  for (guint i = 0; i < self->segments->len; i++)
    squares += g_array_index (self->segments, CyanSegment, i).squares;
  return self->n * log (MAX (squares, G_MINDOUBLE) / self->n)
         + 2 * log (self->n) * (self->segments->len - (has_slope ? 0 : 1));
}

static void
straighten (const CyanLevels *self, const guint *x, double slope, double *straight)
{
  double middle = 0;

  for (guint i = 0; i < self->n; i++)
    middle += (double) x[i] / self->n;
  for (guint i = 0; i < self->n; i++)
    straight[i] = self->z[i] - slope * (x[i] - middle);
}

/* That of the whole series.  FALSE if there are too few values. */
static gboolean
find_slope (const CyanLevels *self, const guint *x, double *slope)
{
  g_autoptr (GArray) none = g_array_new (FALSE, FALSE, sizeof (guint));
  CyanLevels whole;
  double half;
  gboolean known;

  cyan_levels_init (&whole, self->z, self->n, self->spread, none);
  known = cyan_levels_slope (&whole, x, slope, &half);
  cyan_levels_clear (&whole);
  return known;
}

double
cyan_levels_straighten (CyanLevels *self,
                        const guint *x,
                        double alpha,
                        double least,
                        CyanCandidatesFunc find,
                        gconstpointer data,
                        double *straight)
{
  double slope = 0, half;
  g_autoptr (GArray) points = NULL;
  CyanLevels drift;

  if (self->segments->len < 2 || !find_slope (self, x, &slope))
    return 0;
  straighten (self, x, slope, straight);
  points = find (straight, self->n, data);
  cyan_levels_init (&drift, straight, self->n, self->spread, points);
  for (guint round = 0; round < ROUNDS; round++)
    {
      double more;

      cyan_levels_remove_weak (&drift, alpha, least);
      if (!cyan_levels_slope (&drift, x, &more, &half))
        break;
      straighten (self, x, slope += more, straight);
      cyan_levels_clear (&drift);
      cyan_levels_init (&drift, straight, self->n, self->spread, points);
    }
  cyan_levels_remove_weak (&drift, alpha, least);
  if (drift.segments->len < self->segments->len
      && criterion (&drift, TRUE) < criterion (self, FALSE))
    {
      cyan_levels_clear (self);
      *self = drift;
      return slope;
    }
  cyan_levels_clear (&drift);
  return 0;
}
