/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search for a step: worlds with a known one, and small cases by hand. */
#include "search-worlds.h"
#include "tests.h"

#include <math.h>

/* Searches of each world; `cyan-bench-search` plays more. */
#define N_SEARCHES 100

static CyanSearch *
new_search (guint n_revisions)
{
  CyanSearchOptions options = CYAN_SEARCH_OPTIONS_INIT;

  options.n_revisions = n_revisions;
  return cyan_search_new (&options);
}

static void
measure (CyanSearch *search, guint revision, double level, guint n, guint visit, guint *runs)
{
  const CyanSearchOccasion occasion = { visit, 0 };
  static const double noise[] = { 1, 1.002, 0.999, 1.001, 0.998, 1, 1.0015, 0.9985 };

  if (level == 0)
    {
      runs[revision]++;
      cyan_search_fail (search, revision);
    }
  for (guint i = 0; i < n && level > 0; i++)
    {
      double value = level * noise[(revision + runs[revision]++) % G_N_ELEMENTS (noise)];

      cyan_search_add (search, revision, &occasion, &value, 1, TRUE);
    }
}

/* Answers questions from @levels; 0: does not build.  Runs scatter by 0.2 %, in a way that depends
 * on the revision and the run.  Counts runs, or one build that fails.  Stops after @most visits. */
static const CyanSearchAnswer *
play (CyanSearch *search, const double *levels, guint *runs, guint most)
{
  static guint n_visits = 0; /* of all searches: the number of a visit is only a name */
  const CyanSearchAnswer *answer;
  CyanSearchAnswer next;

  for (guint n = 0;; n++)
    {
      answer = cyan_search_ask (search);
      if (answer->state != CYAN_BISECTION_RUNNING || n == most)
        return answer;
      next = *answer;
      n_visits++;
      for (guint k = 0; k < next.n_next; k++)
        measure (search, next.next[k], levels[next.next[k]], next.n_runs, n_visits, runs);
    }
}

#define ALL 1000

/* The levels of @n revisions: 100, from @step on @after. */
static void
set_step (double *levels, guint n, guint step, double after)
{
  for (guint i = 0; i < n; i++)
    levels[i] = i < step ? 100 : after;
}

TEST ("/search/one-step")
{
  double levels[40];
  guint runs[40] = { 0 }, n = 0;
  g_autoptr (CyanSearch) search = new_search (40);
  const CyanSearchAnswer *answer;

  set_step (levels, 40, 17, 110);
  answer = play (search, levels, runs, ALL);
  g_assert_cmpint (answer->state, ==, CYAN_BISECTION_FOUND);
  g_assert_cmpuint (answer->n_steps, ==, 1);
  g_assert_cmpuint (answer->steps[0].revision, ==, 17);
  g_assert_cmpuint (answer->steps[0].n_credible, ==, 1);
  g_assert_cmpfloat (answer->steps[0].mass, >=, 0.95);
  g_assert_cmpfloat (answer->steps[0].size.low, <, 1.1);
  g_assert_cmpfloat (answer->steps[0].size.high, >, 1.1);
  for (guint i = 0; i < 40; i++)
    n += runs[i] > 0;
  g_assert_cmpuint (n, <=, 9);
}

/* It begins with both ends; where one is known already, it asks for the other first. */
TEST ("/search/first-question")
{
  for (guint known = 0; known < 3; known++)
    {
      guint runs[40] = { 0 };
      g_autoptr (CyanSearch) search = new_search (40);
      const CyanSearchAnswer *answer;

      if (known > 0)
        measure (search, known == 1 ? 0 : 39, 100, 5, 0, runs);
      answer = cyan_search_ask (search);
      g_assert_cmpint (answer->state, ==, CYAN_BISECTION_RUNNING);
      g_assert_cmpuint (answer->n_next, ==, known == 0 ? 2 : 1);
      g_assert_cmpuint (answer->next[0], ==, known == 1 ? 39 : 0);
      g_assert_cmpuint (answer->next[answer->n_next - 1], ==, known == 2 ? 0 : 39);
    }
}

/* A revision that does not build is one answer with the next that does. */
TEST ("/search/broken")
{
  double levels[40];
  guint runs[40] = { 0 };
  g_autoptr (CyanSearch) search = new_search (40);
  const CyanSearchAnswer *answer;

  set_step (levels, 40, 17, 110);
  levels[16] = levels[17] = 0;
  answer = play (search, levels, runs, ALL);
  g_assert_cmpint (answer->state, ==, CYAN_BISECTION_FOUND);
  g_assert_cmpuint (answer->steps[0].n_credible, ==, 3);
  g_assert_cmpuint (answer->steps[0].credible[0], ==, 16);
  g_assert_cmpuint (answer->steps[0].credible[2], ==, 18);
  g_assert_cmpuint (runs[16], <=, 1);

  {
    g_autoptr (CyanSearch) none = new_search (40);

    levels[39] = 0;
    g_assert_cmpint (play (none, levels, runs, ALL)->state, ==, CYAN_BISECTION_NOT_MEASURED);
  }
}

TEST ("/search/several-steps")
{
  double levels[60];
  guint runs[60] = { 0 };
  g_autoptr (CyanSearch) search = new_search (60);
  const CyanSearchAnswer *answer;

  for (guint i = 0; i < 60; i++)
    levels[i] = i < 20 ? 100 : i < 45 ? 120 : 110;
  answer = play (search, levels, runs, ALL);
  g_assert_cmpint (answer->state, ==, CYAN_BISECTION_FOUND);
  g_assert_cmpuint (answer->n_steps, ==, 2);
  g_assert_cmpuint (answer->steps[0].revision, ==, 20);
  g_assert_cmpuint (answer->steps[1].revision, ==, 45);
  g_assert_cmpfloat (answer->steps[1].size.ratio, <, 1);
}

/* The first visit is to a revision that is slow alone. */
TEST ("/search/outlier")
{
  double levels[41];
  guint runs[41] = { 0 };
  g_autoptr (CyanSearch) search = new_search (41);
  const CyanSearchAnswer *answer;

  set_step (levels, 41, 33, 110);
  levels[20] = 140;
  answer = play (search, levels, runs, ALL);
  g_assert_cmpuint (runs[20], >, 0);
  g_assert_cmpint (answer->state, ==, CYAN_BISECTION_FOUND);
  g_assert_cmpuint (answer->n_steps, ==, 1);
  g_assert_cmpuint (answer->steps[0].revision, ==, 33);
  g_assert_cmpuint (answer->n_outliers, ==, 1);
  g_assert_cmpuint (answer->outliers[0], ==, 20);
}

TEST ("/search/no-difference")
{
  double levels[64];
  guint runs[64] = { 0 };
  g_autoptr (CyanSearch) search = new_search (64);
  const CyanSearchAnswer *answer;

  set_step (levels, 64, 64, 100);
  answer = play (search, levels, runs, ALL);
  g_assert_cmpint (answer->state, ==, CYAN_BISECTION_NO_DIFFERENCE);
  g_assert_cmpuint (answer->n_steps, ==, 0);
  g_assert_cmpuint (runs[32], ==, 0);
}

/* Values that do not scatter: a change of 1 % is one. */
TEST ("/search/exact")
{
  g_autoptr (CyanSearch) search = new_search (64);
  CyanSearchOccasion occasion = { 0, 0 };
  const CyanSearchAnswer *answer;

  while ((answer = cyan_search_ask (search))->state == CYAN_BISECTION_RUNNING)
    {
      const CyanSearchAnswer asked = *answer;

      occasion.visit++;
      for (guint k = 0; k < asked.n_next; k++)
        for (guint i = 0; i < asked.n_runs; i++)
          {
            double value = asked.next[k] < 50 ? 1000000 : 1010000;

            cyan_search_add (search, asked.next[k], &occasion, &value, 1, TRUE);
          }
    }
  g_assert_cmpint (answer->state, ==, CYAN_BISECTION_FOUND);
  g_assert_cmpuint (answer->steps[0].revision, ==, 50);
}

TEST ("/search/budget")
{
  CyanSearchOptions options = { 256, 0.95, 25, 0.005 };
  double levels[256];
  guint runs[256] = { 0 };
  g_autoptr (CyanSearch) search = cyan_search_new (&options);
  const CyanSearchAnswer *answer;

  set_step (levels, 256, 100, 110);
  answer = play (search, levels, runs, ALL);
  g_assert_cmpint (answer->state, ==, CYAN_BISECTION_BUDGET);
  g_assert_cmpuint (answer->steps[0].n_credible, >, 1);
  g_assert_cmpuint (answer->steps[0].credible[0], <=, 100);
  g_assert_cmpuint (answer->steps[0].credible[answer->steps[0].n_credible - 1], >=, 100);
}

/* A search that is told what another one knew goes on like that one. */
TEST ("/search/resumed")
{
  double levels[100];
  g_autoptr (CyanSearch) whole = new_search (100);
  guint runs[100] = { 0 };
  const CyanSearchAnswer *answer;

  set_step (levels, 100, 61, 106);
  answer = play (whole, levels, runs, ALL);
  for (guint stop = 1; stop < 8; stop++)
    {
      g_autoptr (CyanSearch) first = new_search (100);
      guint n[100] = { 0 };

      play (first, levels, n, stop);
      play (first, levels, n, ALL);
      g_assert_cmpmem (n, sizeof n, runs, sizeof runs);
    }
  g_assert_cmpuint (answer->steps[0].revision, ==, 61);
}

/* What may happen where @share of @n searches is expected: two standard errors more. */
static double
at_most (double share, double n)
{
  return n * share + 2 * sqrt (n * share * (1 - share));
}

static SearchScore
play_world (const SearchWorld *world, gboolean prior, guint n, guint32 seed)
{
  SearchScore score = search_world_play (world, prior, n, seed);

  g_test_message ("%s%s: right %.1f %%, wrong %.1f %%, %.1f builds, %.1f runs", world->name,
                  prior ? ", with a prior" : "", 100.0 * score.right / n, 100.0 * score.wrong / n,
                  score.builds / n, score.runs / n);
  return score;
}

/* With white noise the step is found, for 1.6 times the runs of a search that knows that runs are
 * independent. */
static void
test_world (gconstpointer data)
{
  const SearchWorld *world = data;
  double n = N_SEARCHES;

  for (guint prior = 0; prior < 2; prior++)
    {
      SearchScore score = play_world (world, prior > 0, N_SEARCHES, 3333);

      g_assert_cmpfloat (score.wrong, <=, at_most (0.02, n));
      g_assert_cmpfloat (n - score.right, <=, at_most (world->run > 0.02 ? 0.12 : 0.04, n));
      g_assert_cmpfloat (score.runs, <=, 1.6 * 1.03 * world->runs[prior] * n);
    }
}

/* Whatever the machine does, hardly any answer is wrong; none without a step.  A step of 5 % is
 * found. */
static void
test_machine (gconstpointer data)
{
  const SearchWorld *world = data;
  SearchScore score = play_world (world, FALSE, N_SEARCHES, 77);
  double n = N_SEARCHES;

  g_assert_cmpfloat (score.wrong, <=, at_most (world->size == 0 ? 0.02 : 0.05, n));
  if (world->size >= 0.05)
    g_assert_cmpfloat (n - score.right, <=, at_most (0.1, n));
}

/* Without a step none is found, however few revisions there are. */
TEST ("/search/null")
{
  for (guint n = 1; n <= 64; n *= 2)
    {
      const SearchWorld world = { "null", n, 0, .01, .005, 0, { 0, 0 }, SEARCH_NOISE_WHITE };
      SearchScore score = play_world (&world, FALSE, N_SEARCHES, 1);

      g_assert_cmpfloat (score.wrong, <=, at_most (0.02, N_SEARCHES));
    }
}

static void
add_tests (const SearchWorld *worlds, guint n, void (*test) (gconstpointer))
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *path = g_strdup_printf ("/search/%s", worlds[i].name);

      g_test_add_data_func (path, &worlds[i], test);
    }
}

TESTS ()
{
  add_tests (search_worlds, n_search_worlds, test_world);
  add_tests (search_machines, n_search_machines, test_machine);
}
