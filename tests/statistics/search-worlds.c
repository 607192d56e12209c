/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search-worlds.h"

#include <math.h>

#define BUDGET 600

const SearchWorld search_worlds[] = {
  { "64, 5 %, 2 %", 64, .05, .02, .005, 0, { 92, 74 } },
  { "256, 10 %, 2 %", 256, .10, .02, .005, 0, { 38, 33 } },
  { "256, 5 %, 2 %", 256, .05, .02, .005, 0, { 91, 86 } },
  { "256, 5 %, 5 %", 256, .05, .05, .005, 0, { 331, 304 } },
  { "256, 3 %, 2 %", 256, .03, .02, .005, 0, { 290, 257 } },
  { "256, 5 %, 2 %, 10 % do not build", 256, .05, .02, .005, .1, { 90, 82 } },
  { "1024, 5 %, 2 %", 1024, .05, .02, .005, 0, { 111, 106 } },
};
const guint n_search_worlds = G_N_ELEMENTS (search_worlds);

typedef struct
{
  const SearchWorld *world;
  GRand *rand;
  guint step;     /* the first revision with the new level */
  double *builds; /* by revision: noise */
  gboolean *broken, *built;
  guint n_builds, n_runs;
} History;

static double
normal (GRand *rand, double deviation)
{
  double radius = sqrt (-2 * log (1 - g_rand_double (rand)));

  return deviation * radius * cos (2 * G_PI * g_rand_double (rand));
}

static void
history_init (History *self, const SearchWorld *world, guint32 seed)
{
  *self = (History){ .world = world, .rand = g_rand_new_with_seed (seed) };
  self->builds = g_new (double, world->n + 1);
  self->broken = g_new0 (gboolean, world->n + 1);
  self->built = g_new0 (gboolean, world->n + 1);
  self->step = (guint) g_rand_int_range (self->rand, 1, (gint32) world->n + 1);
  for (guint i = 0; i <= world->n; i++)
    self->builds[i] = normal (self->rand, world->build);
  for (guint i = 1; i < world->n; i++)
    self->broken[i] = g_rand_double (self->rand) < world->broken;
}

static void
history_clear (History *self)
{
  g_rand_free (self->rand);
  g_free (self->builds);
  g_free (self->broken);
  g_free (self->built);
}

static double
run (const History *self, guint revision)
{
  double value = self->builds[revision] + normal (self->rand, self->world->run);

  if (revision >= self->step)
    value += self->world->size;
  if (g_rand_double (self->rand) < 0.05)
    value += fabs (normal (self->rand, 5 * self->world->run));
  return exp (value);
}

static void
measure (History *self, CyanSearch *search, guint revision, guint n)
{
  if (!self->built[revision])
    self->n_builds++;
  self->built[revision] = TRUE;
  if (self->broken[revision])
    {
      cyan_search_fail (search, revision);
      return;
    }
  self->n_runs += n;
  for (guint i = 0; i < n; i++)
    {
      double value = run (self, revision);

      cyan_search_add (search, revision, &value, 1, TRUE);
    }
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

static void
add_answer (SearchScore *score, const History *history, const CyanSearchAnswer *answer)
{
  score->n++;
  score->builds += history->n_builds;
  score->runs += history->n_runs;
  score->found += answer->state == CYAN_BISECTION_FOUND;
  score->several += answer->n_steps > 1;
  if (answer->n_steps == 0)
    return;
  score->right += answer->steps[0].revision == history->step;
  score->sizes += answer->steps[0].n_credible;
  for (guint i = 0; i < answer->steps[0].n_credible; i++)
    score->in_set += answer->steps[0].credible[i] == history->step;
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
          for (guint k = 0; k < answer->n_next; k++)
            measure (&history, search, answer->next[k], answer->n_runs);
        }
      add_answer (&score, &history, answer);
      history_clear (&history);
    }
  return score;
}
