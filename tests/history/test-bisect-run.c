/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bisections of a few commits whose runs are known. */
#include <math.h>
#include <string.h>

#include "cyan-bisect.h"
#include "cyan-error.h"
#include "git-fixture.h"
#include "small-track.h"
#include "store-samples.h"
#include "tests.h"

/* Levels 100, 103 and 120, with a scatter of 1 %. */
#define LOW  "100 101 99 100 102 98 101 99"
#define NEAR "103 104 102 103 105 101 104 102"
#define HIGH "120 121 119 120 122 118 121 119"

static void
listen (const CyanBisection *state, gpointer data)
{
  g_assert_cmpint (state->state == CYAN_BISECTION_RUNNING, ==,
                   state->reason == NULL && state->n_next > 0);
}

static CyanBisect *
make (SmallTrack *world, const char *good, const char *bad, CyanBisectOptions *options)
{
  CyanBisect *bisect;

  options->good = good;
  options->bad = bad;
  options->say = listen;
  options->tracker.seed = 7;
  options->tracker.program = "small 1";
  bisect = MUST (cyan_bisect_new (world->track, world->store, options, NULL, &failure));
  return bisect;
}

/* "found 3", the commits of the step's set; or why there is none. */
static char *
say_state (const CyanBisection *state)
{
  g_autoptr (GString) text = g_string_new (cyan_bisection_state_names[state->state]);

  for (guint i = 0; i < state->n_steps; i++)
    for (guint j = 0; j < state->steps[i].n_credible; j++)
      g_string_append_printf (text, "%s%s", j > 0 ? "," : " ",
                              state->revisions[state->steps[i].credible[j]].commit.subject);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static CyanBisect *
bisect (SmallTrack *world,
        const char *good,
        const char *bad,
        CyanBisectOptions *options,
        const char *expected)
{
  CyanBisect *self = make (world, good, bad, options);

  MUST (cyan_bisect_run (self, NULL, &failure));
  ASSERT_TEXT (say_state (cyan_bisect_state (self)), expected);
  return self;
}

/* Of all runs of @state in the store. */
static guint
count_values (const CyanBisection *state)
{
  guint n = 0;

  for (guint i = 0; i < state->n_revisions; i++)
    n += state->revisions[i].n_values + state->revisions[i].n_failed;
  return n;
}

/* The step is found whatever is called good, and nothing is measured twice. */
TEST ("/bisect-run/found")
{
  const char *const times[] = { LOW, LOW, LOW, HIGH, HIGH, HIGH, NULL };
  g_auto (SmallTrack) world = small_track_new ("bisect-found", times);
  CyanBisectOptions options = CYAN_BISECT_OPTIONS_INIT;
  const CyanBisection *state;
  CyanBisect *first, *again, *reversed;
  g_autofree char *oid = git_run (world.folder, "rev-parse", "main", NULL);
  g_autofree char *shown = g_strndup (oid, 8);

  small_track_define (&world, "every=5\nlast=2", NULL);
  first = bisect (&world, "main~5", oid, &options, "found 3");
  state = cyan_bisect_state (first);
  g_assert_cmpstr (state->project, ==, "p");
  g_assert_cmpstr (state->machine, ==, "m");
  g_assert_cmpstr (state->benchmark, ==, "a");
  g_assert_cmpstr (state->metric, ==, SMALL_METRIC);
  g_assert_cmpint (state->better, ==, -1);
  g_assert_cmpuint (state->n_revisions, ==, 6);
  g_assert_cmpstr (state->revisions[0].commit.name, ==, "main~5");
  g_assert_cmpstr (state->revisions[5].commit.name, ==, shown);
  g_assert_cmpint (state->revisions[5].commit.depth, ==, 5);
  g_assert_null (state->reason);
  g_assert_false (state->is_reversed);
  g_assert_cmpfloat (state->steps[0].mass, >=, 0.95);
  g_assert_cmpfloat_with_epsilon (state->steps[0].size.ratio, 1.2, 0.02);
  g_assert_cmpfloat_with_epsilon (state->ends.ratio, 1.2, 0.02);
  g_assert_cmpuint (state->n_runs, ==, count_values (state));
  g_assert_cmpuint (state->n_runs, <, 40);
  g_assert_cmpuint (state->n_builds, <=, 6);
  for (guint i = 0; i < 6; i++)
    {
      g_assert_cmpuint (state->revisions[i].n_stored, ==, 0);
      g_assert_cmpint (state->revisions[i].prior, ==,
                       i == 0 || i == 3 ? CYAN_PRIOR_EVEN : CYAN_PRIOR_NO_SOURCES);
    }

  again = bisect (&world, "main~5", "main", &options, "found 3");
  g_assert_cmpuint (cyan_bisect_state (again)->n_runs, ==, 0);
  g_assert_cmpuint (cyan_bisect_state (again)->n_builds, ==, 0);
  for (guint i = 0; i < 6; i++)
    g_assert_cmpuint (cyan_bisect_state (again)->revisions[i].n_stored, ==,
                      state->revisions[i].n_values);
  reversed = bisect (&world, "main", "main~5", &options, "found 3");
  g_assert_true (cyan_bisect_state (reversed)->is_reversed);
  g_assert_cmpstr (cyan_bisect_state (reversed)->revisions[0].commit.name, ==, "main~5");
  g_assert_cmpfloat (cyan_bisect_state (reversed)->ends.ratio, >, 1);
  cyan_bisect_free (first);
  cyan_bisect_free (again);
  cyan_bisect_free (reversed);
  g_assert_cmpuint (small_track_count_folders (), ==, 0);
}

/* Commits that cannot be measured are in the set with their neighbour. */
TEST ("/bisect-run/failed")
{
  const char *const times[] = { LOW, LOW, "broken", "fail", HIGH, HIGH, NULL };
  g_auto (SmallTrack) world = small_track_new ("bisect-failed", times);
  CyanBisectOptions options = CYAN_BISECT_OPTIONS_INIT;
  CyanBisect *self, *again, *end;
  const CyanBisection *state;
  g_autofree char *line = NULL;

  small_track_define (&world, "", NULL);
  options.even = TRUE;
  self = bisect (&world, "main~5", "main", &options, "found 2,3,4");
  state = cyan_bisect_state (self);
  g_assert_cmpint (state->revisions[2].cell, ==, CYAN_CELL_FAILED_BUILD);
  g_assert_cmpint (state->revisions[3].cell, ==, CYAN_CELL_FAILED);
  g_assert_cmpint (state->revisions[4].cell, ==, CYAN_CELL_MEASURED);
  g_assert_cmpuint (state->n_runs, ==, count_values (state));
  /* What failed is known the next time. */
  again = bisect (&world, "main~5", "main", &options, "found 2,3,4");
  g_assert_cmpuint (cyan_bisect_state (again)->n_runs + cyan_bisect_state (again)->n_builds, ==, 0);
  cyan_bisect_free (again);
  cyan_bisect_free (self);

  end = bisect (&world, "main~5", "main~3", &options, "not-measured");
  g_assert_cmpstr (cyan_bisect_state (end)->reason, ==, "main~3 does not build");
  cyan_bisect_free (end);
  options.retry_failed = TRUE;
  end = bisect (&world, "main~5", "main~3", &options, "not-measured");
  g_assert_cmpstr (cyan_bisect_state (end)->reason, ==, "main~3 does not build: no rule");
  g_assert_cmpuint (cyan_bisect_state (end)->n_builds, >=, 1);
  cyan_bisect_free (end);
  /* The older end is told, with its own reason. */
  end = bisect (&world, "main~3", "main~2", &options, "not-measured");
  g_assert_cmpstr (cyan_bisect_state (end)->reason, ==, "main~3 does not build: no rule");
  cyan_bisect_free (end);
  end = bisect (&world, "main~2", "main~1", &options, "not-measured");
  g_assert_cmpstr (cyan_bisect_state (end)->reason, ==, "no run of main~2 succeeds: no luck");
  cyan_bisect_free (end);
}

/* Commits at which the benchmark was another one tell nothing, and are not measured. */
TEST ("/bisect-run/other-benchmark")
{
  const char *const times[] = { LOW "|x", LOW "|x", HIGH "|y", HIGH "|x", HIGH "|x", NULL };
  g_auto (SmallTrack) world = small_track_new ("bisect-other", times);
  CyanBisectOptions options = CYAN_BISECT_OPTIONS_INIT;
  CyanBisect *self;

  small_track_define (&world, "", "[benchmark a]\nfollows=follow\nrun=" SMALL_RUN);
  options.even = TRUE;
  self = bisect (&world, "main~4", "main", &options, "found 2,3");
  g_assert_cmpint (cyan_bisect_state (self)->revisions[2].cell, ==, CYAN_CELL_EMPTY);
  g_assert_cmpuint (cyan_bisect_state (self)->revisions[2].n_values, ==, 0);
  g_assert_cmpuint (cyan_bisect_state (self)->n_builds, ==, 4);
  cyan_bisect_free (self);
}

/* Runs that scatter alike are no step. */
TEST ("/bisect-run/not-found")
{
  const char *const times[] = { "100", "101", "101 100 99", NULL };
  g_auto (SmallTrack) world = small_track_new ("bisect-not-found", times);
  CyanBisectOptions options = CYAN_BISECT_OPTIONS_INIT;
  CyanBisect *self;

  small_track_define (&world, "", NULL);
  self = bisect (&world, "main~2", "main", &options, "no-difference");
  g_assert_cmpstr (cyan_bisect_state (self)->reason, ==,
                   "the ends do not differ, as far as these runs tell");
  g_assert_cmpuint (cyan_bisect_state (self)->n_builds, <=, 2 * 3);
  cyan_bisect_free (self);
}

/* What is known when all runs are spent: where the step may be. */
TEST ("/bisect-run/budget")
{
  const char *const times[] = { LOW,  LOW,  LOW,  LOW,  LOW,  LOW,  LOW,  LOW, LOW,
                                NEAR, NEAR, NEAR, NEAR, NEAR, NEAR, NEAR, NULL };
  g_auto (SmallTrack) world = small_track_new ("bisect-budget", times);
  CyanBisectOptions options = CYAN_BISECT_OPTIONS_INIT;
  const CyanBisection *state;
  CyanBisect *self;

  small_track_define (&world, "", NULL);
  options.budget = 20;
  options.even = TRUE;
  self = make (&world, "main~15", "main", &options);
  g_assert_true (cyan_bisect_run (self, NULL, NULL));
  state = cyan_bisect_state (self);
  g_assert_cmpint (state->state, ==, CYAN_BISECTION_BUDGET);
  g_assert_cmpstr (state->reason, ==, "all runs of the budget are spent");
  g_assert_cmpuint (state->n_runs, ==, 20);
  g_assert_cmpuint (state->n_runs, ==, count_values (state));
  g_assert_cmpuint (state->n_steps, ==, 1);
  g_assert_cmpuint (state->steps[0].n_credible, >, 1);
  g_assert_cmpuint (state->steps[0].credible[0], <=, 9);
  g_assert_cmpuint (state->steps[0].credible[state->steps[0].n_credible - 1], >=, 9);
  cyan_bisect_free (self);
}

static void
assert_refused (SmallTrack *world, const CyanBisectOptions *options, int code, const char *words)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanBisect) self = cyan_bisect_new (world->track, world->store, options, NULL, &error);

  if (self != NULL)
    g_assert_false (cyan_bisect_run (self, NULL, &error));
  sample_assert_error (error, code, words);
}

static CyanBisectOptions
between (const char *good, const char *bad)
{
  CyanBisectOptions options = CYAN_BISECT_OPTIONS_INIT;

  options.good = good;
  options.bad = bad;
  options.tracker.program = "small 1";
  return options;
}

TEST ("/bisect-run/refused")
{
  const char *const times[] = { "10", "10", "0", NULL };
  g_auto (SmallTrack) world = small_track_new ("bisect-refused", times);
  CyanBisectOptions options = between ("main~2", "main~1");

  small_track_define (&world, "",
                      "[benchmark a]\nrun=" SMALL_RUN "\n[benchmark b]\nrun=" SMALL_RUN
                      "\nfollows=times");
  assert_refused (&world, &options, CYAN_ERROR_INVALID, "track.ini has several benchmarks: a, b");
  options.benchmark = "c";
  assert_refused (&world, &options, CYAN_ERROR_INVALID, "track.ini: no benchmark “c”, but a, b");
  options.benchmark = "a";
  options.metric = "heat";
  assert_refused (&world, &options, CYAN_ERROR_INVALID, ": no such metric: \"heat\" (there are: ");
  options.metric = NULL;
  options.bad = "main";
  assert_refused (&world, &options, CYAN_ERROR_INVALID,
                  "main: a run has a value that is not above 0");
  options.bad = "main~1";
  options.confidence = 0.5;
  assert_refused (&world, &options, CYAN_ERROR_INVALID, "a confidence is above 50 %");
  options.confidence = 1;
  assert_refused (&world, &options, CYAN_ERROR_INVALID, "a confidence is above 50 %");
  options.confidence = 0.9;
  options.budget = 19;
  assert_refused (&world, &options, CYAN_ERROR_INVALID, "a budget has at least 20 runs");
  options.budget = 20;
  options.build_scatter = 0;
  assert_refused (&world, &options, CYAN_ERROR_INVALID, "a scatter of builds is above 0");
  options.build_scatter = 1;
  assert_refused (&world, &options, CYAN_ERROR_INVALID, "a scatter of builds is above 0");
  options = between ("main", "main~1");
  options.benchmark = "b";
  assert_refused (&world, &options, CYAN_ERROR_MISMATCH,
                  "“b” is not the same benchmark at “main” and “main~1”");
}

/* Several metrics; a step that makes it better; a benchmark of several. */
TEST ("/bisect-run/metrics")
{
  const char *const times[] = { "1", "1", "2", "2", NULL };
  g_auto (SmallTrack) world = small_track_new ("bisect-metrics", times);
  CyanBisectOptions options = CYAN_BISECT_OPTIONS_INIT;
  CyanBisect *self;

  small_track_define (&world, "build=:",
                      "[benchmark a]\nrun=" SMALL_RUN "\n"
                      "[benchmark b]\nbetter=higher\nrun=read t < times; printf 'cct 1\\n"
                      "metric\\tjobs\\tcount\\nmetric\\tload\\tcount\\nfunction\\ta\\t\\t\\n"
                      "0\\t1\\t1\\t50\\t%s\\nend\\t1\\n' $((t * 10)) > \"$CYAN_PROFILE\"\n");
  options.benchmark = "b";
  self = bisect (&world, "main~3", "main", &options, "no-difference");
  g_assert_cmpstr (cyan_bisect_state (self)->metric, ==, "jobs");
  cyan_bisect_free (self);
  options.metric = "load";
  self = bisect (&world, "main~3", "main", &options, "found 2");
  g_assert_cmpstr (cyan_bisect_state (self)->unit, ==, "count");
  g_assert_cmpint (cyan_bisect_state (self)->better, ==, 1);
  g_assert_cmpfloat_with_epsilon (cyan_bisect_state (self)->ends.ratio, 2, 1e-6);
  /* The ends had their runs already. */
  g_assert_cmpuint (cyan_bisect_state (self)->revisions[0].n_stored, >, 0);
  cyan_bisect_free (self);
}
