/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the tracker measures, as `cyan track`, in a repository whose steps are known (make-history).
 */
#include <string.h>

#include "store-backends.h"
#include "tests.h"
#include "track-world.h"

TEST ("/track/whole")
{
  g_auto (TrackWorld) world = { 0 };
  g_auto (TrackResult) before = { 0 }, track = { 0 }, after = { 0 }, again = { 0 }, steps = { 0 };
  g_autofree char *log = NULL, *paths = NULL;

  track_world_init (&world, "whole");
  before = track_shell (&world, TRACK_STATE);
  track = track_shell (&world, "$CYAN track track.ini");
  track_assert_status (&track, 0);
  track_assert_matches (track.out,
                        "repo on box: 40 of 40 revisions to measure, 114 runs, 6 failed, "
                        "2 failed builds\n\n*xml * 36 * 2 * 2 * 0\n*: no step\n");
  track_assert_clean (&world);

  /* Nothing of the repository has run, and it is as it was. */
  after = track_shell (&world, TRACK_STATE);
  g_assert_cmpstr (before.out, ==, after.out);
  {
    g_autofree char *ran = g_build_filename (world.folder, "ran", NULL);

    g_assert_false (g_file_test (ran, G_FILE_TEST_EXISTS));
  }

  track_assert_rows (&world, "track.db",
                     "SELECT subject, status FROM build JOIN revision ON revision.id = revision"
                     " WHERE status <> 'ok' ORDER BY depth",
                     "revision 8|failed\nrevision 9|timeout\n");
  track_assert_rows (
      &world, "track.db",
      "SELECT DISTINCT subject, status FROM run JOIN revision ON revision.id = revision"
      " WHERE status <> 'ok' ORDER BY depth",
      "revision 14|no-profile\nrevision 15|bad-profile\n");
  track_assert_rows (&world, "track.db",
                     "SELECT count(*), count(DISTINCT revision), max(number) FROM run",
                     "114|38|2\n");
  track_assert_rows (&world, "track.db", "SELECT count(*) FROM revision", "40\n");
  track_assert_rows (&world, "track.db", "SELECT count(*) FROM claim", "0\n");
  log = track_query (&world, "track.db",
                     "SELECT log FROM build JOIN revision ON revision.id = revision"
                     " WHERE subject = 'revision 8'");
  g_assert_cmpstr (log, ==, "no rule to make target\n\n");
  track_assert_rows (&world, "track.db", "SELECT max(length(log)) FROM build", "65536\n");
  paths = track_query (&world, "track.db", "SELECT file, module FROM function");
  g_assert_null (strstr (paths, world.folder));

  steps = track_shell (&world, "$CYAN history evolution track.db --metric time --format csv"
                               " | awk -F, 'NR > 2 && $13 == 1 {print $7}' | uniq"
                               " | xargs -n 1 git -C repo log -1 --format=%%s");
  g_assert_cmpstr (steps.out, ==, "revision 12\nrevision 25\n");

  /* There is nothing left to do: what failed is known. */
  again = track_shell (&world, "$CYAN track track.ini --strict");
  track_assert_status (&again, 2);
  track_assert_matches (again.out, "*114 runs, 6 failed, 2 failed builds*");
  g_assert_cmpstr (again.err, ==, "cyan: not all of it could be measured\n");
}

/* A file that the benchmark follows has changed: two definitions, which are never compared. */
TEST ("/track/definition")
{
  g_auto (TrackWorld) world = { 0 };
  g_auto (TrackResult) track = { 0 };

  track_world_init (&world, "definition");
  track_write_definition (&world, "follows.ini", "branch=main~11\nlast=4", "follows=work.txt");
  track = track_shell (&world, "$CYAN track follows.ini");
  track_assert_status (&track, 0);
  track_assert_rows (&world, "track.db",
                     "SELECT min(depth) + 1, max(depth) + 1, count(*) FROM run"
                     " JOIN revision ON revision.id = revision GROUP BY definition ORDER BY 1",
                     "26|27|6\n28|29|6\n");
}

/* The newest revision looks like a step: it and the one before it run again. */
TEST ("/track/confirm")
{
  g_auto (TrackWorld) world = { 0 };
  g_auto (TrackResult) quiet = { 0 }, step = { 0 }, above = { 0 }, again = { 0 }, few = { 0 };

  track_world_init (&world, "confirm");
  track_write_definition (&world, "quiet.ini", "branch=main~29\nlast=2", "");
  track_write_definition (&world, "step.ini", "branch=main~28\nlast=3", "");
  quiet = track_shell (&world, "$CYAN track quiet.ini --store quiet.db --fail-above 5%%");
  track_assert_status (&quiet, 0);
  track_assert_rows (&world, "quiet.db", "SELECT max(number) FROM run", "2\n");

  step = track_shell (&world, "$CYAN track step.ini --fail-above 5%% --format json");
  track_assert_status (&step, 1);
  track_assert_matches (step.out, "*\"newest\": *\"metric\": \"time\"*\"possible\": true,*"
                                  "\"confirmed\": true*");
  track_assert_matches (step.err, "*the newest revision may be a step*");
  track_assert_rows (&world, "track.db",
                     "SELECT depth + 1, count(*) FROM run JOIN revision ON revision.id = revision"
                     " GROUP BY depth HAVING count(*) <> 3 ORDER BY depth",
                     "11|6\n12|6\n");
  above = track_shell (&world, "$CYAN track step.ini --fail-above 12%%");
  track_assert_status (&above, 0);
  track_assert_matches (above.out, "*: time of xml is +8.* % (*) against *: a step, confirmed\n");
  /* It was confirmed before. */
  again = track_shell (&world, "$CYAN track step.ini --fail-above 5%%");
  track_assert_status (&again, 1);
  track_assert_rows (&world, "track.db", "SELECT max(number) FROM run", "5\n");

  /* Two revisions are enough. */
  track_write_definition (&world, "few.ini", "branch=main~28\nlast=2", "");
  few = track_shell (&world, "$CYAN track few.ini --store few.db --fail-above 5%%");
  track_assert_status (&few, 1);
}

TEST ("/track/plan")
{
  g_auto (TrackWorld) world = { 0 };
  g_auto (TrackResult) plan = { 0 }, track = { 0 }, then = { 0 }, retry = { 0 };
  g_autofree char *store = NULL;

  track_world_init (&world, "plan");
  track_write_definition (&world, "some.ini", "branch=main~31\nlast=3\nbuild-timeout=1", "");
  store = g_build_filename (world.folder, "track.db", NULL);
  plan = track_shell (&world, "$CYAN track some.ini --plan");
  track_assert_status (&plan, 0);
  track_assert_matches (plan.out, "repo on box: 3 of 3 revisions to measure, 0 runs, 9 to do\n*");
  g_assert_cmpstr (plan.err, ==, "");
  g_assert_false (g_file_test (store, G_FILE_TEST_EXISTS));
  g_assert_false (g_file_test (world.cache, G_FILE_TEST_EXISTS));
  /* Revision 9 does not end its build within the time limit. */
  track = track_shell (&world, "$CYAN track some.ini");
  track_assert_status (&track, 0);
  then = track_shell (&world, "$CYAN track some.ini --plan --format csv");
  track_assert_status (&then, 0);
  track_assert_matches (then.out,
                        "# *benchmark,definition,revision,build,status,*"
                        ",ok,measured,3,0,0*,failed,not-built,0,0,0*,timeout,not-built,*");
  retry = track_shell (&world, "$CYAN track some.ini --plan --retry failed");
  track_assert_matches (retry.out, "*2 failed builds, 6 to do, about *");
}

/* Five builds of one revision are the same program here: only its runs scatter. */
TEST ("/track/calibrate")
{
  g_auto (TrackWorld) world = { 0 };
  g_auto (TrackResult) json = { 0 };
  g_autofree char *store = NULL;

  track_world_init (&world, "calibrate");
  track_write_definition (&world, "some.ini", "last=2", "");
  json = track_shell (&world, "$CYAN track some.ini --calibrate main --format json");
  track_assert_status (&json, 0);
  track_assert_matches (json.out, "*\"metric\": \"time\",*\"builds\": 5,*\"runs\": 5,*"
                                  "\"run_scatter\": 0.00*\"build_scatter\": 0.0,*"
                                  "\"step_3\": 0.00*\"step_10\": 0.00*");
  track_assert_matches (json.err, "*25 of 25 runs: xml of *");
  store = g_build_filename (world.folder, "track.db", NULL);
  g_assert_false (g_file_test (store, G_FILE_TEST_EXISTS));
  track_assert_clean (&world);
}

/* Inputs are ours, and the profile is where it says. */
TEST ("/track/measure")
{
  g_auto (TrackWorld) world = { 0 };
  g_auto (TrackResult) track = { 0 };

  track_world_init (&world, "measure");
  track_write_definition (
      &world, "some.ini",
      "runs=3\nlast=2\nwarm-up=1\ncpus=0\nisolate=yes\njobs=2\nbuild=sh build.sh",
      "run=sh run.sh && mv \"$CYAN_PROFILE\" \"$CYAN_BUILD/out\" &&"
      " test -z \"$(ls \"$TMPDIR\")\"\n"
      "profile=$CYAN_BUILD/out\n"
      "inputs=in.txt\n"
      "measure=grep hello \"$CYAN_INPUTS/in.txt\" && touch \"$TMPDIR/a\"");
  track = track_shell (&world, "echo hello > in.txt; $CYAN track some.ini");
  track_assert_status (&track, 0);
  /* Where the machine was busy, it may look like a step; then both run as often again. */
  track_assert_rows (&world, "track.db",
                     "SELECT status, count(*) IN (6, 12), count(DISTINCT revision) FROM run"
                     " GROUP BY status",
                     "ok|1|2\n");
}

/* Where the inputs are copied differs from one track to the next; the functions in them do not. */
TEST ("/track/inputs")
{
  g_auto (TrackWorld) world = { 0 };
  g_auto (TrackResult) first = { 0 }, second = { 0 }, compare = { 0 };
  const char *benchmark =
      "run=printf 'events: Ir\\nfl=%s/in.txt\\nfn=main\\n1 10\\n' \"$CYAN_INPUTS\""
      " > \"$CYAN_PROFILE\"\n"
      "inputs=in.txt";

  track_world_init (&world, "inputs");
  track_write_definition (&world, "some.ini", "runs=1\nlast=2\nwarm-up=0", benchmark);
  first = track_shell (&world, "echo hello > in.txt; $CYAN track some.ini");
  track_assert_status (&first, 0);
  track_write_definition (&world, "some.ini", "runs=2\nlast=2\nwarm-up=0", benchmark);
  second = track_shell (&world, "$CYAN track some.ini");
  track_assert_status (&second, 0);
  compare = track_shell (&world, "$CYAN compare --store=track.db -f csv main~1 main"
                                 " | grep -o ',[^,]*in.txt,[^,]*,[^,]*,[a-z]*'");
  track_assert_status (&compare, 0);
  g_assert_cmpstr (compare.out, ==, ",in.txt,,,matched\n");
}

/* What is not committed yet is measured like a revision, and never is one. */
TEST ("/track/dirty")
{
  g_auto (TrackWorld) world = { 0 };
  g_auto (TrackResult) before = { 0 }, same = { 0 }, slow = { 0 }, after = { 0 }, steps = { 0 };

  track_world_init (&world, "dirty");
  track_write_definition (&world, "some.ini", "last=8", "");
  /* An unchanged work tree is as fast as its commit; an ignored file is no part of it. */
  same = track_shell (&world, "echo build.o > repo/.git/info/exclude; echo 1 > repo/build.o;"
                              " $CYAN track some.ini --dirty --fail-above 5%%");
  track_assert_status (&same, 0);
  track_assert_matches (same.out,
                        "repo on box: 9 of 9 revisions to measure, 27 runs\n*dirty-*: no step\n");
  track_assert_rows (&world, "track.db",
                     "SELECT count(*), count(DISTINCT a.parent = b.oid) FROM revision a"
                     " JOIN revision b ON b.subject = 'revision 40' WHERE a.oid LIKE 'dirty-%'",
                     "1|1\n");

  /* A new file, and a slower table. */
  slow = track_shell (&world,
                      "cd repo && awk '{print $1, $2, int ($3 * 1.2)}' table > new &&"
                      " sed -i s/table/new/ build.sh && sed -i 's,BUILD/table,BUILD/new,' run.sh &&"
                      " echo 2 > build.o && rm README");
  track_assert_status (&slow, 0);
  before = track_shell (&world, TRACK_STATE);
  track_result_clear (&slow);
  slow = track_shell (&world, "$CYAN track some.ini --dirty --fail-above 5%%");
  track_assert_status (&slow, 1);
  track_assert_matches (slow.out, "*dirty-*: time of xml is +2*: a step, confirmed\n");
  after = track_shell (&world, TRACK_STATE);
  g_assert_cmpstr (before.out, ==, after.out);
  track_assert_clean (&world);

  /* It is in no chart. */
  steps = track_shell (&world, "$CYAN history evolution track.db --format csv | grep -c dirty");
  g_assert_cmpstr (steps.out, ==, "0\n");
}

/* The rule of a store is heeded after each time, and told before. */
TEST ("/track/keep")
{
  g_auto (TrackWorld) world = { 0 };
  g_auto (TrackResult) first = { 0 }, rule = { 0 }, other = { 0 }, plan = { 0 }, second = { 0 };

  track_world_init (&world, "keep");
  track_write_definition (&world, "old.ini", "branch=main~1\nlast=2", "");
  track_write_definition (&world, "new.ini", "last=2", "");
  first = track_shell (&world, "$CYAN track old.ini");
  track_assert_status (&first, 0);
  g_assert_null (strstr (first.err, "drop"));
  rule = track_shell (&world, "$CYAN history prune track.db --keep '2 newest' --always");
  track_assert_status (&rule, 0);
  other = track_shell (&world, "$CYAN track new.ini --store other.db"
                               " && $CYAN history copy other.db track.db");
  track_assert_status (&other, 0);
  plan = track_shell (&world, "$CYAN track new.ini --plan");
  track_assert_status (&plan, 0);
  track_assert_matches (plan.err, "cyan: note: would drop * profiles of 1 revision, *B: the store"
                                  " keeps 2 newest\n");
  track_assert_rows (&world, "track.db", "SELECT count(*) FROM profile WHERE data IS NULL", "0\n");
  second = track_shell (&world, "$CYAN track new.ini");
  track_assert_status (&second, 0);
  track_assert_matches (second.err, "*cyan: note: dropped * profiles of 1 revision, *B: the store"
                                    " keeps 2 newest\n");
  track_assert_rows (&world, "track.db",
                     "SELECT DISTINCT subject FROM run JOIN revision ON revision.id = revision"
                     " JOIN profile ON profile.id = profile WHERE data IS NULL",
                     "revision 38\n");
}

/* The last time of the machine makes it much slower than ten others before: it is named, and what it
 * measures is marked, until it is back. */
TEST ("/track/health")
{
  g_auto (TrackWorld) world = { 0 };
  g_auto (TrackResult) first = { 0 }, second = { 0 }, third = { 0 }, marks = { 0 };
  g_autofree char *path = NULL, *note = NULL;

  track_world_init (&world, "health");
  track_write_definition (&world, "old.ini", "branch=main~4\nlast=2", "");
  track_write_definition (&world, "new.ini", "branch=main~2\nlast=2", "");
  track_write_definition (&world, "newest.ini", "last=2", "");
  first = track_shell (&world, "sed -i s/health=no/health=yes/ *.ini && $CYAN track old.ini");
  track_assert_status (&first, 0);
  g_assert_null (strstr (first.err, "than it was"));
  path = g_build_filename (world.folder, "track.db", NULL);
  store_run (path, "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10)"
                   " INSERT INTO session (machine, began, facts, program) SELECT machine, began,"
                   " json_set (facts, '$.reference', CAST (json_extract (facts, '$.reference')"
                   " * (0.03 + 0.00001 * i) AS TEXT)), program FROM session CROSS JOIN n");
  second = track_shell (&world, "$CYAN track new.ini");
  track_assert_status (&second, 0);
  note = g_strdup_printf ("*cyan: note: box (%s) is * %% slower than it was: runs of this visit are"
                          " marked\n*",
                          g_get_host_name ());
  track_assert_matches (second.err, note);
  /* The next time is what is usual, on a busy computer, too. */
  store_run (path, "UPDATE session SET facts = json_set (facts, '$.reference', CAST (CASE id % 2"
                   " WHEN 0 THEN 0.5 ELSE 2 END * (SELECT json_extract (facts, '$.reference') FROM "
                   "session WHERE id = 1) AS TEXT))"
                   " WHERE id BETWEEN 2 AND 11");
  third = track_shell (&world, "$CYAN track newest.ini");
  track_assert_status (&third, 0);
  g_assert_null (strstr (third.err, "than it was"));
  store_run (path, "UPDATE session SET facts = json_set (facts, '$.reference',"
                   " CAST (json_extract (facts, '$.reference') * 1e6 AS TEXT)) WHERE id = 12");
  marks = track_shell (&world, "$CYAN history evolution track.db --format json");
  track_assert_status (&marks, 0);
  track_assert_matches (marks.out, "*\"box is * % slower than it was\"*"
                                   "\"box is as fast as it was again\"*");
}

/* A work tree that knows its revision, and runs nothing of the repository. */
TEST ("/track/worktree")
{
  g_auto (TrackWorld) world = { 0 };
  g_auto (TrackResult) worktree = { 0 }, left = { 0 };

  track_world_init (&world, "worktree");
  track_write_definition (
      &world, "tree.ini",
      "runs=3\nlast=2\ncheckout=worktree\n"
      "build=test \"$(git rev-parse HEAD)\" = \"$CYAN_REVISION\" && sh build.sh",
      "");
  worktree = track_shell (&world, "$CYAN track tree.ini --store tree.db --strict");
  track_assert_status (&worktree, 0);
  left = track_shell (&world, "git -C repo worktree list | wc -l; ls ran");
  g_assert_cmpstr (left.out, ==, "1\n");
  track_assert_clean (&world);
}
