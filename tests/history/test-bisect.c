/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * `cyan bisect` with the real tracker, in a repository whose steps are known (make-history):
 * revision n is main~(40 - n), with steps at 12 and 25.
 */
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "tests.h"
#include "track-world.h"

/* The subjects of the revisions that may be a step. */
#define SUBJECTS "-f csv | awk -F, 'NR > 2 && $12 == 1 {print $5}'"

TEST ("/bisect/one-step")
{
  g_auto (TrackWorld) world = { 0 };
  g_auto (TrackResult) first = { 0 }, again = { 0 }, explain = { 0 }, several = { 0 }, rows = { 0 };

  track_world_init (&world, "bisect-one");
  /* What `cyan track` would leave out may be the step. */
  track_write_definition (&world, "some.ini", "last=5\nevery=7\nbuild-timeout=3", "");
  first = track_shell (&world, "$CYAN bisect some.ini --store one.db main~35 main~18");
  track_assert_status (&first, 0);
  track_assert_matches (
      first.out, "*\nNext:\n"
                 "  cyan explain --store one.db --benchmark xml ???????? ????????\n"
                 "  cyan render -o step.svg --store one.db --benchmark xml ???????? ????????\n");
  track_assert_matches (first.out,
                        "* made it worse: * +?.? % (*), with *9.? %.\n"
                        "one.db: project repo, benchmark xml, time on box\n"
                        "17 revisions after main~35, up to main~18: +?.? % (*)\n"
                        "The metric is time: the ends differ by * of its standard errors, *\n\n"
                        "*: +?.? % (+?.? % to +?.? %), worse, with *9.? %\n*"
                        "revision 12\n*");
  track_assert_matches (first.err,
                        "cyan: note: 0 runs spent; next 5 runs of main~35 and main~18\n*");
  ASSERT_TEXT (track_query (&world, "one.db", "SELECT count(*) <= 60 FROM run"), "1\n");
  track_assert_clean (&world);

  /* No revision is built twice. */
  {
    const char *spent = strstr (first.out, " runs and ");
    guint n_builds = 0, n_visited = 1;

    g_assert_nonnull (spent);
    g_assert_cmpint (sscanf (spent, " runs and %u builds, and 0 runs of the store, at %u of",
                             &n_builds, &n_visited),
                     ==, 2);
    g_assert_cmpuint (n_builds, ==, n_visited);
  }

  /* Nothing is measured twice. */
  again = track_shell (&world, "$CYAN bisect some.ini --store one.db main~35 main~18");
  track_assert_status (&again, 0);
  track_assert_matches (again.out,
                        "*revision 12\n*\n0 runs and 0 builds, and ?? runs of the store*");
  g_assert_cmpstr (again.err, ==, "");

  /* The command that it ends with works. */
  explain = track_shell (&world, "$CYAN bisect some.ini --store one.db main~35 main~18"
                                 " | sed -n 's/^  cyan explain/\"$CYAN\" explain/p' | sh");
  track_assert_status (&explain, 0);
  track_assert_matches (explain.out, "*eval*");

  /* It names what the store has several of. */
  several = track_shell (&world, "echo 'main 1' > x.folded && $CYAN history add one.db x.folded"
                                 " -r r -b xml --project other --machine slow > add.log &&"
                                 " $CYAN bisect some.ini --store one.db main~35 main~18");
  track_assert_status (&several, 0);
  track_assert_matches (several.out, "*\n  cyan explain --store one.db --project repo"
                                     " --benchmark xml --machine box ???????? ????????\n*");

  rows = track_shell (&world, "$CYAN bisect some.ini --store one.db main~35 main~18 -f csv"
                              " | head -n 1");
  track_assert_matches (rows.out, "# benchmark xml, metric time, unit ns, found, 0 runs, *\n");
}

/* The window gets the runs of both sides: `cyan compare` takes the same options. */
TEST ("/bisect/window")
{
  g_auto (TrackWorld) world = { 0 };
  g_auto (TrackResult) result = { 0 };

  track_world_init (&world, "bisect-window");
  result = track_shell (
      &world, "mkdir bin && printf '#!/bin/sh\n\"$CYAN\" compare \"$@\" > shown\n'"
              " > bin/cyanotype && chmod +x bin/cyanotype && PATH=\"$PWD/bin:$PATH\" &&"
              " mkfifo shown && \"$CYAN\" bisect track.ini --open main~30 main~27 > out 2> err &&"
              " cat shown");
  track_assert_status (&result, 0);
  track_assert_matches (result.out, "*(? runs) to *(? runs): 100 ms to 108 ms*eval*");
}

TEST ("/bisect/several-steps")
{
  g_auto (TrackWorld) world = { 0 };
  g_auto (TrackResult) text = { 0 }, page = { 0 }, rows = { 0 }, reversed = { 0 };

  track_world_init (&world, "bisect-several");
  text = track_shell (&world, "$CYAN bisect track.ini main~39 main");
  track_assert_status (&text, 0);
  track_assert_matches (text.out, "*There are 2 steps*revision 12\n*revision 25\n*");
  track_assert_matches (text.out, "*, better, with *");
  rows = track_shell (&world, "$CYAN bisect track.ini main~39 main " SUBJECTS);
  g_assert_cmpstr (rows.out, ==, "revision 12\nrevision 25\n");

  page = track_shell (&world, "$CYAN bisect track.ini main~39 main -f html -o page.html"
                              " && xmllint --noout page.html && cat page.html");
  track_assert_status (&page, 0);
  track_assert_matches (page.out,
                        "*<h1>*revision 12*<svg*Measured Revisions*cyan explain --store*");

  /* By ancestry, whatever is called good. */
  reversed = track_shell (&world, "$CYAN bisect track.ini main main~39 -f json"
                                  " | grep -c -e '\"reversed\": true' -e '\"state\": \"found\"'");
  g_assert_cmpstr (reversed.out, ==, "2\n");
  track_assert_matches (reversed.err, "cyan: note: main~39 is before main: *");
}

/* Killed again and again, it finds the same. */
TEST ("/bisect/killed")
{
  g_auto (TrackWorld) world = { 0 };
  g_auto (TrackResult) whole = { 0 }, found = { 0 };
  guint n_kills = 0, n_calls;
  int status = -1;

  track_world_init (&world, "bisect-killed");
  track_write_definition (&world, "some.ini", "", "");
  whole = track_until (&world, 0, &n_calls,
                       "bisect some.ini --store whole.db main~30 main~18 -f csv > rows");
  track_assert_status (&whole, 0);
  for (guint i = 1; status != 0; i++)
    {
      g_auto (TrackResult) killed = track_until (
          &world, i * n_calls / 8, NULL, "bisect some.ini --store killed.db main~30 main~18");

      status = killed.status;
      g_assert_cmpint (status, <=, 0);
      n_kills += status < 0;
      track_wait_for_no_process (&world);
    }
  g_assert_cmpuint (n_kills, >, 1);
  track_assert_clean (&world);
  found = track_shell (&world, "$CYAN bisect some.ini --store killed.db main~30 main~18 " SUBJECTS);
  g_assert_cmpstr (found.out, ==, "revision 12\n");
}

/* Another program writes the store for longer than it is waited for: the run is stored later. */
TEST ("/bisect/locked")
{
  g_auto (TrackWorld) world = { 0 };
  g_autofree char *out = NULL, *text = NULL;

  track_world_init (&world, "bisect-locked");
  out = g_build_filename (world.folder, "out", NULL);
  g_assert_cmpint (
      track_locked (
          &world, "some.ini", "bisect some.ini --store locked.db main~30 main~18", "locked.db",
          "cyan: note: locked.db: another program has locked it; what is measured waits for it\n"),
      ==, 0);
  g_assert_true (g_file_get_contents (out, &text, NULL, NULL));
  track_assert_matches (text, "*\n      revision 12\n*");
}

/* Nothing to find. */
TEST ("/bisect/not-found")
{
  g_auto (TrackWorld) world = { 0 };
  g_auto (TrackResult) none = { 0 };

  track_world_init (&world, "bisect-not-found");
  none = track_shell (&world, "$CYAN bisect track.ini main~38 main~30");
  track_assert_status (&none, 1);
  track_assert_matches (none.out, "*\nNot found: the ends do not differ*");
}

/* As if a later version had made the store, which is there. */
static void
make_newer (const TrackWorld *world, const char *store)
{
  g_autofree char *path = g_build_filename (world->folder, store, NULL);
  sqlite3 *db;

  g_assert_cmpint (sqlite3_open_v2 (path, &db, SQLITE_OPEN_READWRITE, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db,
                                 "PRAGMA user_version = 9;"
                                 " UPDATE meta SET value = '9' WHERE key LIKE 'min_%'",
                                 NULL, NULL, NULL),
                   ==, SQLITE_OK);
  sqlite3_close (db);
}

TEST ("/bisect/bad")
{
  static const struct
  {
    const char *arguments, *message;
  } cases[] = {
    { "main~35", "bisect needs a definition file and two revisions" },
    { "main~35 nothing", "*nothing*" },
    { "main main~0", "“main” and “main~0” are the same commit" },
    { "main main~6^2", "neither “main” nor “main~6^2” is among the first parents of the other" },
    { "main~39 main --budget=-1", "--budget: *" },
    { "main~39 main --confidence 1", "a confidence is above 50 % and below 100 %" },
    { "main~39 main --confidence x", "--confidence: \"x\" is not a share such as 0.5%" },
    { "main~39 main --retry all", "--retry: not \"failed\": all" },
    { "main~39 main -f svg", "--format: no format \"svg\"; *" },
    { "main~39 main --store repo", "*repo*" },
  };
  g_auto (TrackWorld) world = { 0 };
  g_auto (TrackResult) changed = { 0 }, future = { 0 };

  track_world_init (&world, "bisect-bad");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *message = g_strdup_printf ("cyan: %s", cases[i].message);
      g_auto (TrackResult) result = { 0 };
      g_autofree char *last = NULL;

      result = track_shell (&world, "$CYAN bisect track.ini %s", cases[i].arguments);
      track_assert_status (&result, 2);
      g_assert_cmpstr (result.out, ==, "");
      /* Progress is before it. */
      last = g_strdup (g_strchomp (result.err));
      track_assert_matches (strrchr (last, '\n') != NULL ? strrchr (last, '\n') + 1 : last,
                            message);
    }

  /* A benchmark whose files differ is another one. */
  track_write_definition (&world, "follows.ini", "", "follows=work.txt\n");
  changed = track_shell (&world, "$CYAN bisect follows.ini main~39 main");
  track_assert_fails (&changed, "“xml” is not the same benchmark at “main~39” and “main”: *");

  make_newer (&world, "track.db");
  future = track_shell (&world, "$CYAN bisect track.ini main~35 main~34");
  track_assert_fails (&future, "*track.db: a store of version 9; *");
}
