/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The backward test of the steps, on logs. */
#include "cyan-steps-private.h"

#include <float.h>
#include <math.h>

#include "cyan-statistics-private.h"
#include "cyan-steps.h"

/* A median of n - 1 differences knows the variance as well as this share of as many squares. */
#define DF_OF_MEDIAN 0.37
/* Residuals of a longer memory are no noise around a level. */
#define MOST_RHO 0.8

/* The variance on one side of a cut is that of so many differences of neighbours, each of which
 * tells two thirds of a degree of freedom, and of the whole series as if that had so many; it counts
 * if it is by so much more than that of the whole series. */
#define NEAR               40
#define DF_OF_A_DIFFERENCE (2.0 / 3)
#define DF_OF_ALL          4.0
#define NOISIER            1.2

/* Values farther from both levels, in spreads, say nothing of the place: a busy hour that is not
 * left out. */
#define FAR 5.0
/* So many values on each side tell the place; a slow drift leads astray among more. */
#define BESIDE 50

static CyanSegment *
segment_at (const CyanLevels *self, guint i)
{
  return &g_array_index (self->segments, CyanSegment, i);
}

static guint
length (const CyanSegment *segment)
{
  return segment->end - segment->begin;
}

/* Takes the mean from the first value on: that of equal values is exactly theirs, and what rounding
 * leaves is no noise. */
static CyanSegment
segment_new (const double *z, guint begin, guint end)
{
  CyanSegment segment = { begin, end, 0, 0, 0 };
  double last = 0;

  for (guint i = begin; i < end; i++)
    segment.mean += (z[i] - z[begin]) / (end - begin);
  segment.mean += z[begin];
  for (guint i = begin; i < end; i++)
    {
      double residual = z[i] - segment.mean;

      segment.squares += residual * residual;
      segment.products += residual * last;
      last = residual;
    }
  return segment;
}

void
cyan_levels_init (CyanLevels *self, const double *z, guint n, double spread, GArray *points)
{
  guint begin = 0;

  self->n = n;
  self->z = z;
  self->spread = spread;
  self->segments = g_array_new (FALSE, FALSE, sizeof (CyanSegment));
  for (guint i = 0; i <= points->len; i++)
    {
      guint end = i < points->len ? g_array_index (points, guint, i) : n;
      CyanSegment segment = segment_new (z, begin, end);

      g_array_append_val (self->segments, segment);
      begin = end;
    }
}

void
cyan_levels_clear (CyanLevels *self)
{
  g_array_unref (self->segments);
}

/* The correlation of neighbours among residuals.  Those of short segments lean to negative, by
 * about the number of segments over that of values. */
static double
correlation (double squares, double products, guint n, guint n_segments)
{
  double mean_product = products / MAX (n - n_segments, 1);

  if (!(squares > 0))
    return 0;
  return CLAMP (mean_product / (squares / n) + (double) n_segments / n, 0.0, MOST_RHO);
}

CyanSeriesNoise
cyan_levels_noise (const CyanLevels *self)
{
  CyanSeriesNoise noise;
  double squares = 0, products = 0, prior_df = DF_OF_MEDIAN * (self->n - 1), df, more;
  guint k = self->segments->len;

  for (guint i = 0; i < k; i++)
    {
      squares += segment_at (self, i)->squares;
      products += segment_at (self, i)->products;
    }
  df = MAX (prior_df + self->n - k, DF_OF_MEDIAN);
  noise.rho = correlation (squares, products, self->n, k);
  more = (1 + noise.rho) / (1 - noise.rho);
  /* Differences of neighbours see only 1 - rho of the variance. */
  noise.variance = (prior_df * self->spread * self->spread / (1 - noise.rho) + squares) / df;
  noise.of_means = noise.variance * more;
  noise.df = df / more;
  return noise;
}

/* The variance of a mean, and its degrees of freedom. */
typedef struct
{
  double variance;
  double df;
} Mean;

/* The mean of the level on one side of the cut after @segment.  The variance of its values is that
 * of the values near the cut where that is more than in the whole series: where a machine became
 * noisier, what is usual there is no step. */
static Mean
mean_beside (const CyanLevels *self, guint segment, gboolean after, const CyanSeriesNoise *noise)
{
  double more = (1 + noise->rho) / (1 - noise->rho), squares = 0, df, variance;
  guint n = 0, values = length (segment_at (self, segment + (after ? 1 : 0)));

  for (int s = (int) segment + after; s >= 0 && s < (int) self->segments->len && n < NEAR;
       s += after ? 1 : -1)
    {
      const CyanSegment *near = segment_at (self, (guint) s);

      for (guint i = 1; i < length (near) && n < NEAR; i++, n++)
        {
          guint at = after ? near->begin + i : near->end - i;
          double difference = self->z[at] - self->z[at - 1];

          squares += difference * difference / 2;
        }
    }
  df = DF_OF_ALL + DF_OF_A_DIFFERENCE * n;
  variance = (DF_OF_ALL * noise->variance + DF_OF_A_DIFFERENCE * squares / (1 - noise->rho)) / df;
  if (variance <= NOISIER * noise->variance)
    return (Mean){ noise->of_means / values, noise->df };
  return (Mean){ more * variance / values, MIN (df / more, noise->df) };
}

double
cyan_levels_difference (
    const CyanLevels *self, guint segment, const CyanSeriesNoise *noise, double *error, double *df)
{
  Mean before = mean_beside (self, segment, FALSE, noise);
  Mean after = mean_beside (self, segment, TRUE, noise);
  double sum = before.variance + after.variance;

  *error = sqrt (sum);
  *df = noise->df;
  if (sum > 0)
    *df = MIN (*df, sum * sum
                        / (before.variance * before.variance / before.df
                           + after.variance * after.variance / after.df));
  return segment_at (self, segment + 1)->mean - segment_at (self, segment)->mean;
}

/* The number of tests of which this one is the best: the step may be anywhere, and a short level
 * between two steps may have any length up to its own. */
static double
choices (const CyanLevels *self, guint segment)
{
  const CyanSegment *left = segment_at (self, segment), *right = left + 1;
  gboolean left_inside = segment > 0, right_inside = segment + 2 < self->segments->len;
  gboolean inside = length (left) < length (right)   ? left_inside
                    : length (left) > length (right) ? right_inside
                                                     : left_inside && right_inside;

  return (self->n - 1.0) * (inside ? MIN (length (left), length (right)) : 1);
}

double
cyan_levels_p (const CyanLevels *self, guint segment, const CyanSeriesNoise *noise)
{
  double error, df, size = fabs (cyan_levels_difference (self, segment, noise, &error, &df));

  if (!(error > 0))
    return size > 0 ? 0 : 1;
  return MIN (1.0, 2 * cyan_t_above (size / error, df) * choices (self, segment));
}

/* Which of two cuts goes first: the one with the lower rank, then the larger p, then the smaller
 * difference. */
typedef struct
{
  guint segment; /* before the cut */
  enum
  {
    SINGLE,
    SMALL,
    WEAK,
    STEP,
  } rank;
  double p, size;
} Cut;

static gboolean
goes_before (const Cut *a, const Cut *b)
{
  if (a->rank != b->rank)
    return a->rank < b->rank;
  if (a->p != b->p)
    return a->p > b->p;
  return a->size < b->size;
}

/* The cut that goes first. */
static Cut
find_worst (const CyanLevels *self, double alpha, double least)
{
  CyanSeriesNoise noise = cyan_levels_noise (self);
  Cut worst = { .rank = STEP, .p = -1 };

  for (guint i = 0; i + 1 < self->segments->len; i++)
    {
      const CyanSegment *left = segment_at (self, i), *right = left + 1;
      Cut cut = { i, WEAK, 0, fabs (right->mean - left->mean) };

      if (length (left) < 2 || length (right) < 2)
        cut.rank = SINGLE;
      else if (cut.size < least)
        cut.rank = SMALL;
      else if (worst.rank >= WEAK)
        {
          cut.p = cyan_levels_p (self, i, &noise);
          if (cut.p <= alpha)
            cut.rank = STEP;
        }
      if (goes_before (&cut, &worst))
        worst = cut;
    }
  return worst;
}

/* The t by which the one that is found must exceed the limit, so that it does in four of five cases. */
#define POWER_80 0.8416212335729143

guint
cyan_levels_needed (double scatter, double change, double alpha)
{
  guint n = 2;

  for (; n < CYAN_STEPS_MOST_WINDOW; n++)
    {
      double t = log1p (change) / (scatter * sqrt (2.0 / n)) - POWER_80;

      if (t > 0 && 2 * cyan_t_above (t, 2 * n - 2) * (2 * n - 1) <= alpha)
        break;
    }
  return n;
}

void
cyan_levels_remove_weak (CyanLevels *self, double alpha, double least)
{
  while (self->segments->len > 1)
    {
      Cut worst = find_worst (self, alpha, least);
      CyanSegment *left = segment_at (self, worst.segment);

      if (worst.rank == STEP)
        break;
      *left = segment_new (self->z, left->begin, left[1].end);
      g_array_remove_index (self->segments, worst.segment + 1);
    }
}

/* A place of a step, by the index of the first value after it. */
typedef struct
{
  guint at;
  double log_p;
} Place;

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const Place *x = a, *y = b;

  if (x->log_p != y->log_p)
    return x->log_p > y->log_p ? -1 : 1;
  return (x->at > y->at) - (x->at < y->at);
}

/* squares[k]: the squared deviations of the first k values from their mean, by Welford; of the last
 * k values if @backward. */
static double *
running_squares (const double *z, guint n, gboolean backward)
{
  double *squares = g_new (double, n + 1);
  double mean = 0;

  squares[0] = 0;
  for (guint k = 1; k <= n; k++)
    {
      double value = z[backward ? n - k : k - 1];
      double before = value - mean;

      mean += before / k;
      squares[k] = squares[k - 1] + before * (value - mean);
    }
  return squares;
}

/* The @n values from @begin on, around the cut after @segment; what is too far is at the limit. */
static double *
clip_values (const CyanLevels *self, guint segment, guint begin, guint n)
{
  const CyanSegment *left = segment_at (self, segment), *right = left + 1;
  double *z = g_new (double, n);
  double low = MIN (left->mean, right->mean) - FAR * self->spread;
  double high = MAX (left->mean, right->mean) + FAR * self->spread;

  for (guint i = 0; i < n; i++)
    z[i] = CLAMP (self->z[begin + i], low, high);
  return z;
}

GArray *
cyan_levels_where (const CyanLevels *self, guint segment, double share)
{
  const CyanSegment *before = segment_at (self, segment), *after = before + 1;
  guint begin = before->end - MIN (length (before), BESIDE);
  guint n = after->begin + MIN (length (after), BESIDE) - begin;
  g_autofree double *z = clip_values (self, segment, begin, n);
  g_autofree double *left = running_squares (z, n, FALSE);
  g_autofree double *right = running_squares (z, n, TRUE);
  g_autofree Place *places = g_new (Place, n);
  GArray *where = g_array_new (FALSE, FALSE, sizeof (guint));
  double all = 0, sum = 0;

  /* Flat priors of both levels and of the log of the deviation. */
  for (guint k = 1; k < n; k++)
    places[k - 1] =
        (Place){ begin + k, -0.5 * log (k) - 0.5 * log (n - k)
                                - 0.5 * (n - 2) * log (MAX (left[k] + right[n - k], DBL_MIN)) };
  qsort (places, n - 1, sizeof (Place), compare_places);
  for (guint i = 0; i < n - 1; i++)
    all += exp (places[i].log_p - places[0].log_p);
  for (guint i = 0; i < n - 1 && sum < share * all; i++)
    {
      sum += exp (places[i].log_p - places[0].log_p);
      g_array_append_val (where, places[i].at);
    }
  cyan_steps_sort_points (where);
  return where;
}

gboolean
cyan_levels_slope (const CyanLevels *self, const guint *x, double *slope, double *half)
{
  g_autofree double *middle = g_new (double, self->segments->len);
  double xx = 0, xy = 0, squares = 0, products = 0, rho, more, df;

  for (guint s = 0; s < self->segments->len; s++)
    {
      const CyanSegment *segment = segment_at (self, s);

      middle[s] = 0;
      for (guint i = segment->begin; i < segment->end; i++)
        middle[s] += (double) x[i] / length (segment);
      for (guint i = segment->begin; i < segment->end; i++)
        {
          xx += (x[i] - middle[s]) * (x[i] - middle[s]);
          xy += (x[i] - middle[s]) * (self->z[i] - segment->mean);
        }
    }
  df = (double) self->n - self->segments->len - 1;
  if (!(xx > 0) || df < 1)
    return FALSE;
  *slope = xy / xx;

  for (guint s = 0; s < self->segments->len; s++)
    {
      const CyanSegment *segment = segment_at (self, s);
      double last = 0;

      for (guint i = segment->begin; i < segment->end; i++)
        {
          double residual = self->z[i] - segment->mean - *slope * (x[i] - middle[s]);

          squares += residual * residual;
          products += residual * last;
          last = residual;
        }
    }
  rho = correlation (squares, products, self->n, self->segments->len);
  more = (1 + rho) / (1 - rho);
  *half = cyan_t_quantile_95 (df / more) * sqrt (squares / df * more / xx);
  return TRUE;
}
