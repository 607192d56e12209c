/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search-worlds.h"

#include <math.h>

#define BUDGET 600

/* Seconds. */
#define RUN_TIME    5.0
#define BUILD_TIME  60.0
#define BURST_TIME  240.0 /* on average, as the next */
#define QUIET_TIME  960.0
#define DRIFT_TIME  1800.0
#define BURST       0.2624 /* log 1.3 */
#define DRIFT       0.03
#define SLOW_SHARE  0.05
#define SLOW_FACTOR 5

const SearchWorld search_worlds[] = {
  { "64, 5 %, 2 %", 64, .05, .02, .005, 0, { 79, 67 }, SEARCH_NOISE_WHITE },
  { "256, 10 %, 2 %", 256, .10, .02, .005, 0, { 38, 34 }, SEARCH_NOISE_WHITE },
  { "256, 5 %, 2 %", 256, .05, .02, .005, 0, { 86, 80 }, SEARCH_NOISE_WHITE },
  { "256, 5 %, 5 %", 256, .05, .05, .005, 0, { 331, 301 }, SEARCH_NOISE_WHITE },
  { "256, 3 %, 2 %", 256, .03, .02, .005, 0, { 230, 199 }, SEARCH_NOISE_WHITE },
  { "256, 5 %, 2 %, 10 % do not build", 256, .05, .02, .005, .1, { 85, 79 }, SEARCH_NOISE_WHITE },
  { "1024, 5 %, 2 %", 1024, .05, .02, .005, 0, { 100, 91 }, SEARCH_NOISE_WHITE },
};
const guint n_search_worlds = G_N_ELEMENTS (search_worlds);

#define MACHINE(name, build, noise)                                                                \
  { name ", none", 64, 0, .02, build, 0, { 0, 0 }, noise },                                        \
      { name ", 3 %", 64, .03, .02, build, 0, { 0, 0 }, noise },                                   \
      { name ", 5 %", 64, .05, .02, build, 0, { 0, 0 }, noise },                                   \
      { name ", 10 %", 64, .10, .02, build, 0, { 0, 0 }, noise },                                  \
  {                                                                                                \
    name ", 5 %, 10 % do not build", 64, .05, .02, build, .1, { 0, 0 }, noise                      \
  }

const SearchWorld search_machines[] = {
  MACHINE ("white", .005, SEARCH_NOISE_WHITE), MACHINE ("bursts", .005, SEARCH_NOISE_BURSTS),
  MACHINE ("drift", .005, SEARCH_NOISE_DRIFT), MACHINE ("builds", .015, SEARCH_NOISE_BUILDS),
  MACHINE ("tails", .005, SEARCH_NOISE_TAILS),
};
const guint n_search_machines = G_N_ELEMENTS (search_machines);

typedef struct
{
  const SearchWorld *world;
  GRand *rand;
  guint step;     /* the first revision with the new level */
  double *builds; /* by revision: noise of the latest build */
  gboolean *broken;
  guint *n_built; /* by revision */
  guint n_visits;
  guint n_builds, n_runs;
  double time, phase;
  double burst_ends, burst_begins; /* the burst is before, or the next one from then on */
} History;

static double
normal (GRand *rand, double deviation)
{
  double radius = sqrt (-2 * log (1 - g_rand_double (rand)));

  return deviation * radius * cos (2 * G_PI * g_rand_double (rand));
}

/* With two degrees of freedom, and the quartiles of a normal one. */
static double
student (GRand *rand, double deviation)
{
  double u = 2 * g_rand_double_range (rand, 1e-9, 1 - 1e-9) - 1;

  return deviation * (0.6745 / 0.8165) * u * sqrt (2 / (1 - u * u));
}

/* Exponential. */
static double
duration (GRand *rand, double mean)
{
  return -mean * log (1 - g_rand_double (rand));
}

static void
history_init (History *self, const SearchWorld *world, guint32 seed)
{
  *self = (History){ .world = world, .rand = g_rand_new_with_seed (seed) };
  self->builds = g_new (double, world->n + 1);
  self->broken = g_new0 (gboolean, world->n + 1);
  self->n_built = g_new0 (guint, world->n + 1);
  self->step = (guint) g_rand_int_range (self->rand, 1, (gint32) world->n + 1);
  for (guint i = 1; i < world->n; i++)
    self->broken[i] = g_rand_double (self->rand) < world->broken;
  self->phase = g_rand_double (self->rand);
  if (g_rand_double (self->rand) < BURST_TIME / (BURST_TIME + QUIET_TIME))
    self->burst_ends = duration (self->rand, BURST_TIME);
  self->burst_begins = self->burst_ends + duration (self->rand, QUIET_TIME);
}

static void
history_clear (History *self)
{
  g_rand_free (self->rand);
  g_free (self->builds);
  g_free (self->broken);
  g_free (self->n_built);
}

/* What the machine adds at this time. */
static double
effect_of_time (History *self)
{
  switch (self->world->noise)
    {
    case SEARCH_NOISE_BURSTS:
      while (self->time >= self->burst_begins)
        {
          self->burst_ends = self->burst_begins + duration (self->rand, BURST_TIME);
          self->burst_begins = self->burst_ends + duration (self->rand, QUIET_TIME);
        }
      return self->time < self->burst_ends ? BURST : 0;
    case SEARCH_NOISE_DRIFT:
      return DRIFT / 2 * sin (2 * G_PI * (self->time / DRIFT_TIME + self->phase));
    default:
      return 0;
    }
}

static double
run (History *self, guint revision)
{
  const SearchWorld *world = self->world;
  double value = self->builds[revision] + effect_of_time (self);

  value += world->noise == SEARCH_NOISE_TAILS ? student (self->rand, world->run)
                                              : normal (self->rand, world->run);
  if (revision >= self->step)
    value += world->size;
  if (g_rand_double (self->rand) < SLOW_SHARE)
    value += fabs (normal (self->rand, SLOW_FACTOR * world->run));
  self->time += RUN_TIME;
  self->n_runs++;
  return exp (value);
}

static void
build (History *self, CyanSearch *search, guint revision)
{
  self->time += BUILD_TIME;
  self->n_builds++;
  self->n_built[revision]++;
  self->builds[revision] = normal (self->rand, self->world->build);
  if (self->broken[revision])
    cyan_search_fail (search, revision);
}

/* Runs what is next, in turns. */
static void
visit (History *self, CyanSearch *search, const CyanSearchAnswer *asked)
{
  CyanSearchAnswer answer = *asked;

  for (guint k = 0; k < answer.n_next; k++)
    if (self->n_built[answer.next[k]] == 0 || (k == 0 && answer.rebuild))
      build (self, search, answer.next[k]);
  for (guint i = 0; i < answer.n_runs; i++)
    {
      guint first = (guint) g_rand_int_range (self->rand, 0, (gint32) answer.n_next);

      for (guint k = 0; k < answer.n_next; k++)
        {
          guint revision = answer.next[(first + k) % answer.n_next];
          const CyanSearchOccasion occasion = { self->n_visits, self->n_built[revision] };
          double value;

          if (self->broken[revision])
            continue;
          value = run (self, revision);
          cyan_search_add (search, revision, &occasion, &value, 1, TRUE);
        }
    }
  self->n_visits++;
}

static void
set_prior (const History *self, CyanSearch *search)
{
  g_autofree double *prior = g_new (double, self->world->n + 1);

  for (guint i = 0; i <= self->world->n; i++)
    prior[i] = g_rand_double (self->rand) < 0.1 ? 10 : 1;
  if (g_rand_double (self->rand) < 0.8)
    prior[self->step] = 10;
  cyan_search_set_prior (search, prior);
}

static gboolean
is_right (const History *history, const CyanSearchAnswer *answer)
{
  if (history->world->size == 0 || answer->n_steps != 1)
    return FALSE;
  for (guint i = 0; i < answer->steps[0].n_credible; i++)
    if (answer->steps[0].credible[i] == history->step)
      return TRUE;
  return FALSE;
}

static void
add_answer (SearchScore *score, const History *history, const CyanSearchAnswer *answer)
{
  gboolean right = is_right (history, answer);

  score->n++;
  score->builds += history->n_builds;
  score->runs += history->n_runs;
  if (answer->n_steps > 0)
    score->sets += answer->steps[0].n_credible;
  if (answer->state != CYAN_BISECTION_FOUND)
    return;
  score->right += right;
  score->wrong += !right;
}

SearchScore
search_world_play (const SearchWorld *world, gboolean prior, guint n, guint32 seed)
{
  SearchScore score = { 0 };

  for (guint i = 0; i < n; i++)
    {
      CyanSearchOptions options = CYAN_SEARCH_OPTIONS_INIT;
      g_autoptr (CyanSearch) search = NULL;
      const CyanSearchAnswer *answer;
      History history;

      options.n_revisions = world->n + 1;
      options.budget = BUDGET;
      search = cyan_search_new (&options);
      history_init (&history, world, seed + i);
      if (prior)
        set_prior (&history, search);
      for (;;)
        {
          answer = cyan_search_ask (search);
          if (answer->state != CYAN_BISECTION_RUNNING)
            break;
          visit (&history, search, answer);
        }
      add_answer (&score, &history, answer);
      history_clear (&history);
    }
  return score;
}
