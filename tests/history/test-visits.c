/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether two revisions were measured together, and what it means for their difference. */
#include "cyan-visits.h"

#include <math.h>

#include "cyan-noise.h"
#include "tests.h"

#define MOST_REVISIONS 32

/* Rows of a store. */
typedef struct
{
  GPtrArray *rows[MOST_REVISIONS];
  GRand *random;
  double seconds;
  gint64 time;
  gint64 session;
  gint64 n_runs;
} World;

static World
world_new (guint32 seed)
{
  World self = { .random = g_rand_new_with_seed (seed), .seconds = 1, .time = 1000, .session = 1 };

  for (guint i = 0; i < MOST_REVISIONS; i++)
    self.rows[i] = g_ptr_array_new_with_free_func (g_free);
  return self;
}

static void
world_clear (World *self)
{
  for (guint i = 0; i < MOST_REVISIONS; i++)
    g_ptr_array_unref (self->rows[i]);
  g_rand_free (self->random);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (World, world_clear)

static void
run (World *self, guint revision, double value)
{
  const CyanStoreCellValue row = { .metric = 1,
                                   .value = value,
                                   .run = ++self->n_runs,
                                   .environment = self->session,
                                   .began = self->time,
                                   .seconds = self->seconds };

  g_ptr_array_add (self->rows[revision], g_memdup2 (&row, sizeof row));
  self->time += 5;
}

static void
wait_a_day (World *self)
{
  self->time += 24 * 60 * 60;
  self->session++;
}

static CyanVisits
compare (const World *self, guint before, guint after)
{
  g_autoptr (GArray) runs = cyan_visits_list_runs (self->rows, MOST_REVISIONS);

  return cyan_visits_compare (runs, before, after);
}

/* ---- together or apart ---- */

/* One letter for each run, by revision; a space is a day; "a" is compared with "b". */
static CyanVisits
compare_text (const char *runs)
{
  g_auto (World) world = world_new (1);

  for (guint i = 0; runs[i] != '\0'; i++)
    if (runs[i] == ' ')
      wait_a_day (&world);
    else
      run (&world, (guint) (runs[i] - 'a'), 1 + i);
  return compare (&world, 0, 1);
}

TEST ("/visits/together")
{
  static const struct
  {
    const char *runs;
    guint n_pairs;
  } cases[] = {
    { "abba", 2 },
    { "abab", 2 },
    { "abba baab", 4 },
    { "cabbcaacb", 3 },
    { "ab", 1 },
    /* A run that failed. */
    { "abbab", 0 },
    /* Pairs are of two runs that follow each other. */
    { "aabb", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases) - 1; i++)
    {
      CyanVisits visits = compare_text (cases[i].runs);

      g_assert_false (visits.apart);
      g_assert_cmpuint (visits.n_pairs, ==, cases[i].n_pairs);
      g_assert_cmpfloat (visits.df, ==, 0);
    }
}

TEST ("/visits/apart")
{
  CyanVisits visits = compare_text ("aaa bbb");

  g_assert_true (visits.apart);
  g_assert_cmpuint (visits.n_pairs, ==, 0);
  g_assert_cmpfloat (visits.gap, ==, 24 * 60 * 60 + 5);
  /* No other visit. */
  g_assert_cmpfloat (visits.df, ==, 0);
  /* One after the other, without a pause. */
  visits = compare_text ("aaabbb");
  g_assert_true (visits.apart);
  g_assert_cmpfloat (visits.gap, ==, 5);
  /* Some are together. */
  visits = compare_text ("aaa abbaab");
  g_assert_true (visits.apart);
  g_assert_cmpfloat (visits.gap, ==, 0);
  /* The same revision again and again; its visits are four. */
  visits = compare_text ("aaa bbb ccc ccc ccc ccc");
  g_assert_cmpfloat (visits.df, ==, 3);
  /* Two revisions that share their visits tell of these once. */
  visits = compare_text ("aaa bbb cdcd cdcd cdcd cdcd");
  g_assert_cmpfloat (visits.df, ==, 3);
  /* A revision with itself has no sides. */
  {
    g_auto (World) world = world_new (1);

    run (&world, 0, 1);
    wait_a_day (&world);
    run (&world, 0, 1);
    visits = compare (&world, 0, 0);
    g_assert_false (visits.apart);
  }
}

/* When files are added says nothing about when they were measured. */
TEST ("/visits/unknown")
{
  g_auto (World) world = world_new (1);
  CyanVisits visits;

  for (guint i = 0; i < 6; i++)
    {
      world.seconds = i > 0 ? 1 : NAN;
      run (&world, i / 3, 1);
    }
  visits = compare (&world, 0, 1);
  g_assert_false (visits.apart);
  g_assert_cmpuint (visits.n_pairs, ==, 0);
}

/* ---- how often a difference is found ---- */

#define N_RUNS   6
#define N_WORLDS 4000
/* Standard deviations of logs. */
#define RUN_SCATTER   0.005
#define VISIT_SCATTER 0.01
/* A visit becomes slower or faster all the time, by so much in all. */
#define DRIFT 0.01

static double
normal (GRand *random)
{
  return sqrt (-2 * log (1 - g_rand_double (random))) * cos (2 * G_PI * g_rand_double (random));
}

/* A visit of one revision, or of two in turns; the second costs @change more, a logarithm. */
static void
visit (World *self, guint first, guint second, double change)
{
  double effect = VISIT_SCATTER * normal (self->random), drift = DRIFT * normal (self->random);
  guint n = first == second ? N_RUNS : 2 * N_RUNS;

  wait_a_day (self);
  for (guint i = 0; i < n; i++)
    {
      gboolean is_second = first != second && (i % 4 == 1 || i % 4 == 2);

      run (self, is_second ? second : first,
           exp (effect + drift * i / n + RUN_SCATTER * normal (self->random)
                + (is_second ? change : 0)));
    }
}

typedef enum
{
  IN_TURNS,
  APART,           /* and nothing else is known */
  APART_VISITS,    /* a revision was measured in 8 visits */
  APART_NEIGHBOURS /* 30 revisions were measured once each, and some of them are steps */
} Kind;

static void
fill (World *self, Kind kind, double change)
{
  if (kind == IN_TURNS)
    {
      visit (self, 0, 1, change);
      return;
    }
  visit (self, 0, 0, 0);
  visit (self, 1, 1, 0);
  for (guint i = 0; i < self->rows[1]->len; i++)
    ((CyanStoreCellValue *) self->rows[1]->pdata[i])->value *= exp (change);
  for (guint i = 0; kind == APART_VISITS && i < 8; i++)
    visit (self, 2, 2, 0);
  for (guint i = 2; kind == APART_NEIGHBOURS && i < 32; i++)
    {
      visit (self, i, i, 0);
      for (guint j = 0; j < self->rows[i]->len && i > 15; j++)
        ((CyanStoreCellValue *) self->rows[i]->pdata[j])->value *= 1.1;
    }
}

/* How often the totals differ significantly; *@before: the same without the times of the runs. */
static double
found (Kind kind, double change, double *before)
{
  const CyanNoise noise = { .kind = CYAN_NOISE_RUNS, .alpha = CYAN_ALPHA };
  guint n_found = 0, n_before = 0;

  for (guint seed = 0; seed < N_WORLDS; seed++)
    {
      g_auto (World) world = world_new (seed);
      double totals[2][N_RUNS];
      CyanCompared compared = { .same_unit = TRUE };
      CyanEstimate plain, estimate;

      fill (&world, kind, change);
      for (guint side = 0; side < 2; side++)
        {
          for (guint i = 0; i < N_RUNS; i++)
            totals[side][i] = ((CyanStoreCellValue *) world.rows[side]->pdata[i])->value;
          compared.side[side] = (CyanComparedSide){ .n_runs = N_RUNS, .run_totals = totals[side] };
        }
      g_assert_true (cyan_noise_test_total (&noise, &compared, &plain));
      compared.visits = compare (&world, 0, 1);
      g_assert_cmpint (compared.visits.apart, ==, kind != IN_TURNS);
      g_assert_true (cyan_noise_test_total (&noise, &compared, &estimate));
      g_assert_cmpfloat (estimate.ratio, ==, plain.ratio);
      /* No verdict becomes stricter. */
      if (kind != IN_TURNS)
        {
          g_assert_cmpfloat (estimate.q, >=, plain.q);
          g_assert_cmpfloat (estimate.low, <=, plain.low);
          g_assert_cmpfloat (estimate.high, >=, plain.high);
        }
      g_assert_cmpint (estimate.q <= CYAN_ALPHA, ==, estimate.low > 1 || estimate.high < 1);
      n_before += plain.q <= CYAN_ALPHA;
      n_found += estimate.q <= CYAN_ALPHA;
    }
  *before = (double) n_before / N_WORLDS;
  return (double) n_found / N_WORLDS;
}

static double
found_of (Kind kind, const char *name, double change, double *before)
{
  double part = found (kind, change, before);

  g_test_message ("%s, %+.0f %%: found %.1f %%, without the times %.1f %%", name,
                  100 * (exp (change) - 1), 100 * part, 100 * *before);
  return part;
}

/* Two standard errors above 5 %. */
#define MOST_FALSE 0.06

TEST ("/visits/false-alarms")
{
  double before;

  g_assert_cmpfloat (found_of (IN_TURNS, "in turns", 0, &before), <=, MOST_FALSE);
  g_assert_cmpfloat (found_of (APART_VISITS, "apart, visits known", 0, &before), <=, MOST_FALSE);
  g_assert_cmpfloat (before, >, 0.3);
  g_assert_cmpfloat (found_of (APART_NEIGHBOURS, "apart, neighbours known", 0, &before), <=,
                     MOST_FALSE);
  /* Nothing tells what visits differ by: nothing is changed. */
  g_assert_cmpfloat (found_of (APART, "apart", 0, &before), ==, before);
}

TEST ("/visits/power")
{
  double before, turns, apart, neighbours, change = log (1.02);

  turns = found_of (IN_TURNS, "in turns", change, &before);
  g_assert_cmpfloat (turns, >, before);
  apart = found_of (APART_VISITS, "apart, visits known", change, &before);
  neighbours = found_of (APART_NEIGHBOURS, "apart, neighbours known", change, &before);
  g_assert_cmpfloat (turns, >, 2 * apart);
  g_assert_cmpfloat (turns, >, 2 * neighbours);
}
