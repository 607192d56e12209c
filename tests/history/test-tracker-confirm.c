/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether the newest of a few commits is a step, where that is known. */
#include <math.h>
#include <string.h>

#include "git-fixture.h"
#include "small-track.h"
#include "tests.h"

#define CONSTANT "[benchmark b]\nrun=echo main 5 > \"$CYAN_PROFILE\""
/* Plans anew, and looks at the newest commit.  Asserts the verdicts: "a 0 to 1: 1.1 confirmed". */
static void
confirm (SmallTrack *world, const char *expected)
{
  g_autoptr (GPtrArray) owners = NULL;
  g_autoptr (GArray) verdicts = NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  small_track_plan (world, FALSE);
  small_track_begin (world);
  g_assert_true (cyan_tracker_run (world->tracker, NULL, NULL));
  g_ptr_array_set_size (world->events, 0);
  verdicts = MUST (cyan_tracker_confirm (world->tracker, NULL, &failure));
  for (guint i = 0; i < verdicts->len; i++)
    {
      const CyanTrackerVerdict *verdict = &g_array_index (verdicts, CyanTrackerVerdict, i);

      g_assert_cmpstr (verdict->metric, ==, SMALL_METRIC);
      g_assert_true (!verdict->confirmed || verdict->possible);
      g_assert_cmpint (isnan (verdict->low), ==, isnan (verdict->high));
      /* The interval is of these two commits; the ratio may be to a level of more. */
      g_assert_true (isnan (verdict->low) || verdict->low <= verdict->high);
      g_string_append_printf (text, "%s%s %s to %s: %.3g%s%s", i > 0 ? ", " : "",
                              verdict->benchmark->name, verdict->before->subject,
                              verdict->commit->subject, verdict->ratio,
                              isnan (verdict->low) ? " unknown" : "",
                              verdict->confirmed  ? " confirmed"
                              : verdict->possible ? " possible"
                                                  : "");
    }
  g_assert_cmpstr (text->str, ==, expected);
  owners = cyan_store_read_claims (world->store, NULL);
  g_assert_cmpuint (owners->len, ==, 0);
  small_track_end (world);
}

/* Of two commits, by benchmark: runs of both, the verdict, and what is stored at last. */
static const struct
{
  const char *times[2], *verdict, *stored[2];
} two[] = {
  { { "100", "100" }, "1", { "100 100", "100 100" } },
  { { "100", "110" }, "1.1 confirmed", { "100 100 100 100", "110 110 110 110" } },
  { { "100", "80" }, "0.8 confirmed", { "100 100 100 100", "80 80 80 80" } },
  /* Within its scatter. */
  { { "100 104", "102 101" }, "0.995", { "100 104", "102 101" } },
  /* It was the machine. */
  { { "100 101 110 111", "110 111 100 101" }, "1", { "100 101 110 111", "110 111 100 101" } },
  /* One run is enough only if none scatters. */
  { { "100 104", "120 fail" }, "1 unknown", { "100 104", "120 failed" } },
  { { "120 fail", "100 104" }, "1 unknown", { "120 failed", "100 104" } },
  { { "100 fail", "120 fail" },
    "1.2 confirmed",
    { "100 failed 100 failed 100", "120 failed 120 failed 120" } },
  /* A logarithm needs more than nothing. */
  { { "0", "10" }, NULL, { "0 0", "10 10" } },
  { { "10", "0" }, NULL, { "10 10", "0 0" } },
  { { "100", "fail" }, NULL, { "100 100", "failed failed" } },
};

TEST ("/tracker-confirm/two")
{
  const char *const times[] = { "before", "after", NULL };
  g_auto (SmallTrack) world = small_track_new ("two", times);
  g_autoptr (GString) benchmarks = g_string_new (NULL), verdicts = g_string_new (NULL);
  g_autoptr (GString) stored = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (two); i++)
    {
      g_string_append_printf (benchmarks,
                              "[benchmark %c]\nrun=read t < times; case $t in before) set -- %s;; "
                              "*) set -- %s;; esac; %s\n",
                              'a' + (int) i, two[i].times[0], two[i].times[1], SMALL_LEAVE);
      if (two[i].verdict != NULL)
        g_string_append_printf (verdicts, "%s%c 0 to 1: %s", i > 0 ? ", " : "", 'a' + (int) i,
                                two[i].verdict);
    }
  for (guint side = 0; side < 2; side++)
    for (guint i = 0; i < G_N_ELEMENTS (two); i++)
      g_string_append_printf (stored, "%s%u%c: %s", stored->len > 0 ? "\n" : "", side,
                              'a' + (int) i, two[i].stored[side]);
  small_track_define (&world, "", benchmarks->str);
  confirm (&world, verdicts->str);
  small_track_assert_stored (&world, SMALL_METRIC, stored->str);
}

/* The first commit has none before it. */
TEST ("/tracker-confirm/one")
{
  const char *const times[] = { "100", NULL };
  g_auto (SmallTrack) world = small_track_new ("one", times);

  small_track_define (&world, "", NULL);
  confirm (&world, "");
}

/* Once is enough; only what may be a step runs again. */
TEST ("/tracker-confirm/benchmarks")
{
  const char *const times[] = { "100", "110", NULL };
  g_auto (SmallTrack) world = small_track_new ("confirm-benchmarks", times);

  small_track_define (&world, "", "[benchmark a]\nrun=" SMALL_RUN "\n" CONSTANT);
  for (guint i = 0; i < 2; i++)
    {
      confirm (&world, "a 0 to 1: 1.1 confirmed, b 0 to 1: 1");
      small_track_assert_said (&world, i == 0 ? "confirms, B0 B1, 0a 1a, 0a 1a" : "");
      small_track_assert_stored (&world, SMALL_METRIC,
                                 "0a: 100 100 100 100\n0b: 5 5\n1a: 110 110 110 110\n1b: 5 5");
    }
  /* No commit is built twice for two benchmarks. */
  small_track_define (&world, "",
                      "[benchmark c]\nrun=" SMALL_RUN "\nversion=1\n[benchmark d]\nrun=" SMALL_RUN
                      "\nversion=1");
  confirm (&world, "c 0 to 1: 1.1 confirmed, d 0 to 1: 1.1 confirmed");
  small_track_assert_said (&world, "confirms, B0 B1, 0c 0d 1c 1d, 0c 0d 1c 1d");
}

/* The commit before is the last one that was measured by the same definition. */
TEST ("/tracker-confirm/before")
{
  const char *const times[] = { "100", "broken", "110", NULL };
  const char *const versions[] = { "100", "110", "100", NULL };
  g_auto (SmallTrack) world = small_track_new ("confirm-before", times);
  g_auto (SmallTrack) other = small_track_new ("confirm-follows", versions);

  small_track_define (&world, "", NULL);
  confirm (&world, "a 0 to 2: 1.1 confirmed");
  small_track_assert_said (&world, "confirms, B0 B2, 0a 2a, 0a 2a");

  small_track_define (&other, "", "[benchmark a]\nrun=" SMALL_RUN "\nfollows=times");
  confirm (&other, "a 0 to 2: 1");
  small_track_assert_said (&other, "");
}

/* With more commits, the level before counts, and more runs tell whether it was left. */
TEST ("/tracker-confirm/levels")
{
  static const struct
  {
    const char *times[3], *verdict, *said;
  } cases[] = {
    { { "101 100" }, "a 5 to 6: 0.995", "" },
    { { "121 120" }, "a 5 to 6: 1.19 confirmed", "confirms, B5 B6, 5a 6a, 5a 6a" },
    { { "81 80" }, "a 5 to 6: 0.797 confirmed", "confirms, B6, 6a, 6a" },
    /* Above the level, but below the commit before, which stands alone. */
    { { "150 151", "121 120" }, "a 6 to 7: 1.19 possible", "confirms, B6 B7, 6a 7a, 6a 7a" },
  };
  const char *const level[] = { "100 101", "101 100", "100 102", "102 101",
                                "101 102", "102 100", NULL };
  g_auto (SmallTrack) world = small_track_new ("levels", level);

  git_do (world.folder, "branch", "level", "main", NULL);
  small_track_define (&world, "build=cp times \"$CYAN_BUILD\"\nkeep=9", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      git_do (world.folder, "update-ref", "refs/heads/main", "level", NULL);
      small_track_commit (&world, cases[i].times);
      confirm (&world, cases[i].verdict);
      small_track_assert_said (&world, cases[i].said);
    }
}

/* What somebody else measures meanwhile is left to them. */
TEST ("/tracker-confirm/claimed")
{
  const char *const times[] = { "100", "110", NULL };
  g_auto (SmallTrack) world = small_track_new ("confirm-claimed", times);
  g_autoptr (GArray) verdicts = NULL;
  g_autofree char *what = NULL;
  gboolean gained;

  small_track_define (&world, "", NULL);
  small_track_run (&world);
  small_track_assert_said (&world, "B0 B1, 0a 1a, 0a 1a");
  small_track_plan (&world, FALSE);
  small_track_begin (&world);
  what = g_strdup_printf ("%" G_GINT64_FORMAT " %" G_GINT64_FORMAT, world.plan->machine_id,
                          ((CyanPlanRevision *) world.plan->revisions->pdata[0])->id);
  g_assert_true (cyan_store_claim (world.store, what, "elsewhere", 0, G_MAXINT64, &gained, NULL));
  verdicts = cyan_tracker_confirm (world.tracker, NULL, NULL);
  g_assert_cmpuint (verdicts->len, ==, 1);
  small_track_assert_said (&world, "confirms, B1, 1a, 1a");
  small_track_assert_stored (&world, SMALL_METRIC, "0a: 100 100\n1a: 110 110 110 110");
  g_assert_true (cyan_store_release_claims (world.store, "elsewhere", NULL));
  small_track_end (&world);
}
