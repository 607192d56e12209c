/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * `cyan risk` and `cyan track --only risky` in a repository of which one revision calls more often
 * (make-calls).
 */
#include <string.h>

#include "tests.h"
#include "track-world.h"

#define MEASURED                                                                                   \
  "SELECT subject, count(*) FROM run JOIN revision ON revision.id = revision"                      \
  " GROUP BY subject ORDER BY depth"
#define RISKY "$CYAN track calls.ini --only risky --every 5"

/* Samples first, then what is predicted from them; what is skipped is no failure. */
TEST ("/risk/track")
{
  g_auto (TrackWorld) world = { 0 };
  g_auto (TrackResult) plan = { 0 }, track = { 0 }, again = { 0 }, heat = { 0 };

  track_world_init_calls (&world, "risky");
  plan = track_shell (&world, RISKY " --plan");
  track_assert_status (&plan, 0);
  track_assert_matches (plan.out, "calls on box: 3 of 12 revisions to measure, 0 runs, 3 to do*");
  track_assert_matches (plan.err, "*only the samples are planned*");
  g_assert_cmpuint (track_count (&world, "calls.db", "run"), ==, 0);

  track = track_shell (&world, RISKY " --strict");
  track_assert_status (&track, 0);
  track_assert_matches (track.out, "calls on box: 4 of 12 revisions to measure, 4 runs\n*");
  track_assert_matches (track.err,
                        "*: 12 revisions: 3 samples, 1 risky, 0 without a prediction; 8 not "
                        "measured, since they are unlikely to be slower by 5 %\n*");
  track_assert_rows (&world, "calls.db", MEASURED,
                     "revision 0|1\nrevision 5|1\nrevision 7|1\nrevision 10|1\n");
  track_assert_rows (&world, "calls.db", "SELECT count(*) FROM revision", "12\n");
  heat = track_shell (&world, "$CYAN history heat calls.db --metric Ir --format csv"
                              " | awk -F, 'NR > 2 {print $8}' | sort | uniq -c | tr -s ' '");
  g_assert_cmpstr (heat.out, ==, " 8 empty\n 4 measured\n");

  again = track_shell (&world, RISKY);
  track_assert_status (&again, 0);
  g_assert_cmpuint (track_count (&world, "calls.db", "run"), ==, 4);
}

TEST ("/risk/track-refused")
{
  g_auto (TrackWorld) world = { 0 };
  g_auto (TrackResult) what = { 0 }, every = { 0 }, none = { 0 }, walk = { 0 };

  track_world_init_calls (&world, "risky-refused");
  what = track_shell (&world, "$CYAN track calls.ini --only new");
  track_assert_fails (&what, "--only: not \"risky\": new");
  every = track_shell (&world, "$CYAN track calls.ini --every 3");
  track_assert_fails (&every, "--every is only for --only risky");
  none = track_shell (&world, "$CYAN track calls.ini --only risky --every 0");
  track_assert_fails (&none, "--every: \"0\" is not a number from 1 to *");
  walk = track_shell (&world, "sed 's/^runs/walk = all\\nruns/' calls.ini > all.ini"
                              " && $CYAN track all.ini --only risky");
  track_assert_fails (&walk, "*all.ini: --only risky needs the first parents of a branch or a "
                             "range");
}

/* ---- what is predicted of a store with all revisions ---- */

/* A world that is made and tracked once, for tests that leave it as it is. */
static const TrackWorld *
tracked_world (void)
{
  static TrackWorld world;

  if (world.folder == NULL)
    {
      g_auto (TrackResult) track = { 0 };

      track_world_init_calls (&world, "risk-tracked");
      track = track_shell (&world, "$CYAN track calls.ini");
      track_assert_status (&track, 0);
    }
  return &world;
}

/* What a person and a program read. */
TEST ("/risk/reports")
{
  const TrackWorld *world = tracked_world ();
  g_auto (TrackResult) text = { 0 }, lito = { 0 }, csv = { 0 }, json = { 0 }, html = { 0 };

  text = track_shell (world, "$CYAN risk calls.db --evaluate");
  track_assert_status (&text, 0);
  g_assert_cmpstr (text.err, ==, "");
  track_assert_matches (text.out,
                        "1 of 11 revisions is risky by its sources, a rank and no probability; "
                        "11 are measured: slower 1, found 1.\n"
                        "calls.db: project calls, 11 revisions after ????????, up to ????????\n"
                        "Metric Ir on box, a sample every 20 revisions\n"
                        "1 of 11 is risky by combined: the risk score is at least 200, or modified "
                        "functions have at least 5.0 %\n\n"
                        "???????? revision 7\n"
                        "  risk score 0.01, modified functions have 5.9 % of parse; measured +98.0 "
                        "% of parse\n"
                        "    parse (parse.c:1): +4.95 k\n"
                        "      + remember: 50, 100 times\n"
                        "      - remember: 50, once\n"
                        "\n11 revisions are measured, 1 slower by 5.0 % or more\n\n"
                        "model *\nlito * 1 * 1 * 100.0 % * 100.0 % * 90.9 % * 100.0 %\n"
                        "perfscope *\ncalls-added *\ntouched *\ncombined *\n\nNo model sees *\n");
  lito = track_shell (world, "$CYAN risk calls.db --model lito");
  track_assert_matches (lito.out,
                        "*\n1 of 11 is risky by lito: the predicted change, dC, is at least "
                        "5.0 %\n\n???????? revision 7\n  dC +98.0 % of parse\n*");
  csv = track_shell (world, "$CYAN risk --store calls.db --format csv --range main~5..main"
                            " | awk -F, 'NR > 1 {print $7, substr($10, 1, 4), $20}'");
  g_assert_cmpstr (csv.out, ==,
                   "subject dc selected\nrevision 7 0.98 1\nrevision 8 0 0\nrevision 9 0 0\n"
                   "revision 10 0 0\nrevision 11 0 0\n");
  json = track_shell (world, "$CYAN risk calls.db -f json --evaluate | python3 -c 'import json, "
                             "sys; r = json.load(sys.stdin); f = r[\"revisions\"][6][\"functions\""
                             "][0]; print(r[\"scores\"][0][\"found\"], f[\"function\"], "
                             "[c[\"executions\"] for c in f[\"calls\"]])'");
  g_assert_cmpstr (json.out, ==, "1 parse [100.0, 1.0]\n");
  html = track_shell (world, "$CYAN risk calls.db -f html -o r.html --evaluate && python3 -c "
                             "'import xml.dom.minidom; xml.dom.minidom.parse(\"r.html\")'"
                             " && grep -c 'revision 7' r.html");
  track_assert_status (&html, 0);
  g_assert_cmpstr (html.out, ==, "1\n");
}

/* A person reads no digits of a guess; a program does. */
TEST ("/risk/guessed")
{
  const TrackWorld *world = tracked_world ();
  g_auto (TrackResult) commits = { 0 }, text = { 0 }, csv = { 0 };

  commits = track_shell (
      world, "cp -R calls more && cd more && sed -i 's/next (in);/& MACRO (in);/' parse.c"
             " && git commit -qam more && sed -i 's/ MACRO (in);//' parse.c"
             " && git commit -qam less");
  track_assert_status (&commits, 0);
#define LITO "$CYAN risk calls.db --repo more --model lito --range main~3..main"
  text = track_shell (world, LITO);
  track_assert_matches (text.out, "*\n1 of 3 is risky by lito*\n???????? more\n"
                                  "  dC more than +100 % (guessed) of parse\n"
                                  "    parse (parse.c:1): +* (guessed)\n"
                                  "      + MACRO: * (guessed), 100 times\n*");
  csv = track_shell (world, LITO " -f csv | awk -F, 'NR > 2 {print $7, ($10 > 1), ($10 < -1)}'");
  g_assert_cmpstr (csv.out, ==, "revision 11 0 0\nmore 1 0\nless 0 1\n");
}

TEST ("/risk/mark")
{
  const TrackWorld *world = tracked_world ();
  g_auto (TrackResult) mark = { 0 }, less = { 0 };

  mark = track_shell (world, "cp calls.db mark.db && $CYAN risk mark.db --mark");
  track_assert_status (&mark, 0);
  track_assert_rows (world, "mark.db", "SELECT kind, text FROM mark",
                     "risk|risky (combined): modified functions have 5.9% of parse\n");
  less = track_shell (world, "$CYAN risk mark.db --mark --threshold 200%%");
  track_assert_status (&less, 0);
  track_assert_rows (world, "mark.db", "SELECT count(*) FROM mark", "0\n");
}

static void
assert_refused (const TrackWorld *world, const char *arguments, const char *pattern)
{
  g_auto (TrackResult) result = track_shell (world, "$CYAN risk %s", arguments);

  track_assert_fails (&result, pattern);
}

TEST ("/risk/refused")
{
  const TrackWorld *world = tracked_world ();
  g_auto (TrackResult) future = { 0 }, gone = { 0 };

  assert_refused (world, "", "risk needs one store");
  assert_refused (world, "a.db --store b.db", "risk needs one store");
  assert_refused (world, "none.db", "none.db: *");
  assert_refused (world, "calls.db --model best", "--model: *best*");
  assert_refused (world, "calls.db --new free", "--new: *free*");
  assert_refused (world, "calls.db --range main", "--range: \"main\" is not two revisions*");
  assert_refused (world, "calls.db --range main..main~3", "no revision is between main and main~3");
  assert_refused (world, "calls.db --range nowhere..main", "*nowhere*");
  assert_refused (world, "calls.db --every 0", "--every: \"0\" is not a number from 1 to *");
  assert_refused (world, "calls.db --threshold much", "--threshold: *much*");
  assert_refused (world, "calls.db --repo /nonexistent", "/nonexistent: *");
  assert_refused (world, "calls.db --metric bytes",
                  "calls.db: no such metric: \"bytes\" (there are: *Ir*");
  assert_refused (world, "calls.db -b nothing",
                  "calls.db: no such benchmark: \"nothing\" (there are: *)");
  assert_refused (world, "calls.db -f svg", "*svg*");
  future = track_shell (world, "cp calls.db future.db && python3 -c 'import sqlite3; "
                               "db = sqlite3.connect(\"future.db\"); db.executescript(\"UPDATE "
                               "meta SET value = 99 WHERE key = \\\"min_reader\\\"; PRAGMA "
                               "user_version = 99\")' && $CYAN risk future.db");
  track_assert_fails (&future, "future.db: *version*");
  gone = track_shell (
      world, "mv calls gone && $CYAN risk calls.db; status=$?; mv gone calls; exit $status");
  track_assert_fails (&gone, "calls.db: the repository of \"calls\" is not on this computer; "
                             "--repo says where it is");
}
