/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether the ends of a search differ.
 *
 * A search for nothing finds something, too, so this comes first.
 */
#include "cyan-search-private.h"

/* Standard errors by which the ends must differ where more runs do not help, or are too many by
 * now. Without a step, the search does not become sure of one, unless there is nothing in between
 * that could tell. */
#define LEAST_ERRORS       2.0
#define LEAST_SPENT_ERRORS 1.5
#define LEAST_LONE_ERRORS  3.0

/* Revisions at each end that are measured where more runs do not help, and the least number of
 * revisions for that. */
#define END_REVISIONS       4
#define END_REVISIONS_AMONG 32

/* The part of the budget that may be spent on the ends before they differ. */
#define END_SHARE 3

void
cyan_search_ask_for_ends (CyanSearch *self, guint a, guint b)
{
  guint n_a = cyan_search_count_runs (self, a), n_b = cyan_search_count_runs (self, b);

  if (n_a >= 2 * n_b && n_a > 0)
    cyan_search_ask_for (self, b, b, CYAN_SEARCH_FIRST_RUNS);
  else if (n_b >= 2 * n_a && n_b > 0)
    cyan_search_ask_for (self, a, a, CYAN_SEARCH_FIRST_RUNS);
  else /* by a sixth more, so that hardly any are too many */
    cyan_search_ask_for (self, a, b,
                         n_a == 0 ? CYAN_SEARCH_FIRST_RUNS : MAX (CYAN_SEARCH_LEAST_RUNS, n_a / 6));
}

/* Whether so much was spent on the ends that they had better not differ. */
static gboolean
is_enough (const CyanSearch *self)
{
  return self->options.budget > 0 && self->n_spent >= self->options.budget / END_SHARE;
}

gboolean
cyan_search_runs_help (const CyanSearchNoise *noise,
                       const CyanSearchPoint *a,
                       const CyanSearchPoint *b)
{
  return a->variance + b->variance > 4 * noise->build
         && MIN (a->n_runs, b->n_runs) < CYAN_SEARCH_ENOUGH_RUNS;
}

/* The number @i of the revisions at the end @side, counted from it, that can be measured. */
static guint
end_revision (const CyanSearch *self, guint side, guint i)
{
  guint revision = side == 0 ? 0 : self->options.n_revisions - 1;

  while (i > 0)
    {
      revision += side == 0 ? 1 : G_MAXUINT;
      i -= !self->dead[revision];
    }
  return revision;
}

/* The standard errors between the means of the first and the last @n revisions, as far as they are
 * measured. */
static double
errors_of_ends (const CyanSearch *self, const CyanSearchNoise *noise, guint n)
{
  CyanSearchPoint ends[2];

  for (guint side = 0; side < 2; side++)
    {
      double weight = 0, sum = 0;

      for (guint i = 0; i < n; i++)
        {
          guint revision = end_revision (self, side, i);
          CyanSearchPoint point;

          if (self->logs[revision] == NULL)
            continue;
          point = cyan_search_make_point (self, noise, revision);
          weight += 1 / point.variance;
          sum += point.level / point.variance;
        }
      ends[side] = (CyanSearchPoint){ .level = sum / weight, .variance = 1 / weight };
    }
  return cyan_search_errors (&ends[0], &ends[1]);
}

/* The revisions that can be measured. */
static guint
count_revisions (const CyanSearch *self)
{
  guint n = 0;

  for (guint i = 0; i < self->options.n_revisions; i++)
    n += !self->dead[i];
  return n;
}

/* Asks for the next revisions at the ends that are not measured; FALSE: all are. */
static gboolean
ask_for_neighbours (CyanSearch *self, guint n)
{
  for (guint i = 1; i < n; i++)
    {
      guint a = end_revision (self, 0, i), b = end_revision (self, 1, i);

      if (self->logs[a] == NULL || self->logs[b] == NULL)
        {
          cyan_search_ask_for (self, self->logs[a] == NULL ? a : b, self->logs[b] == NULL ? b : a,
                               CYAN_SEARCH_MOST_RUNS);
          return TRUE;
        }
    }
  return FALSE;
}

gboolean
cyan_search_compare_ends (CyanSearch *self,
                          const CyanSearchNoise *noise,
                          const CyanSearchPoint *a,
                          const CyanSearchPoint *b)
{
  guint n_all = count_revisions (self);
  /* The step is hardly among the revisions at the ends if there are many more. */
  guint n = n_all >= END_REVISIONS_AMONG ? END_REVISIONS : 1;
  double most = 0;

  for (guint i = 1; i <= n; i++)
    most = MAX (most, errors_of_ends (self, noise, i));
  if (most >= CYAN_SEARCH_END_ERRORS)
    return TRUE;
  if (!is_enough (self))
    {
      if (cyan_search_runs_help (noise, a, b))
        {
          cyan_search_ask_for_ends (self, a->revision, b->revision);
          return FALSE;
        }
      if (ask_for_neighbours (self, n))
        return FALSE;
    }
  if (most >= (n_all == 2         ? LEAST_LONE_ERRORS
               : is_enough (self) ? LEAST_SPENT_ERRORS
                                  : LEAST_ERRORS))
    return TRUE;
  self->answer.state = CYAN_BISECTION_NO_DIFFERENCE;
  return FALSE;
}
