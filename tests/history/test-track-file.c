/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Definition files: what they say, and where they are wrong. */
#include "cyan-track-file.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

#include "cyan-error.h"
#include "tests.h"

static CyanTrack *
parse (const char *text)
{
  CyanTrack *track =
      MUST (cyan_track_parse (text, strlen (text), "/some/where/track.ini", &failure));

  return track;
}

/* The message is one line with the line's number, and contains @words. */
static void
parse_fails (const char *text, guint line, const char *words)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanTrack) track = cyan_track_parse (text, strlen (text), "/x/track.ini", &error);
  g_autofree char *place =
      line > 0 ? g_strdup_printf ("/x/track.ini:%u: ", line) : g_strdup ("/x/track.ini: ");

  g_assert_null (track);
  g_assert_nonnull (error);
  g_assert_true (error->domain == CYAN_ERROR);
  g_test_message ("%s", error->message);
  g_assert_true (g_str_has_prefix (error->message, place));
  g_assert_null (strchr (error->message, '\n'));
  if (strstr (error->message, words) == NULL)
    g_error ("“%s” does not say “%s”", error->message, words);
}

TEST ("/track-file/whole")
{
  g_autoptr (CyanTrack) track = parse ("# How to measure\r\n"
                                       "[track]\r\n"
                                       "version=1\n"
                                       "project=cmark\n"
                                       "store=../perf.db\n"
                                       "repository=src/..\n"
                                       "range=v1.0..main\n"
                                       "last=100\n"
                                       "every=5\n"
                                       "walk=all\n"
                                       "checkout=worktree\n"
                                       "build=make -C \"$CYAN_SOURCE\" CFLAGS='-O2 \\n;x' \n"
                                       "build-timeout=30\n"
                                       "reuse=yes\n"
                                       "runs=3-10\n"
                                       "precision=0.5%\n"
                                       "warm-up=0\n"
                                       "keep=2\n"
                                       "jobs=4\n"
                                       "lanes=2\n"
                                       "cpus=7, 2-4,3\n"
                                       "isolate=yes\n"
                                       "memory=2G\n"
                                       "machine=box\n"
                                       "\n"
                                       "[benchmark xml <\"1\">]\n"
                                       "run=perf record -o \"$CYAN_PROFILE\" -- a=b\n"
                                       "measure=./prog\n"
                                       "profile=out/*.pb.gz\n"
                                       "inputs=bench/a.xml;/abs/b\\;c.xml;\n"
                                       "follows=tests/xml.c;tests/data\n"
                                       "timeout=5\n"
                                       "better=higher\n"
                                       "version=3\n"
                                       "[benchmark second]\n"
                                       "run=true\n");
  const CyanTrackBenchmark *first = track->benchmarks->pdata[0];
  const CyanTrackBenchmark *second = track->benchmarks->pdata[1];

  g_assert_cmpstr (track->folder, ==, "/some/where");
  g_assert_cmpstr (track->project, ==, "cmark");
  g_assert_cmpstr (track->store, ==, "/some/perf.db");
  g_assert_cmpstr (track->repository, ==, "/some/where");
  g_assert_cmpint (track->revisions, ==, CYAN_TRACK_RANGE);
  g_assert_cmpstr (track->selection, ==, "v1.0..main");
  g_assert_cmpuint (track->last, ==, 100);
  g_assert_cmpuint (track->every, ==, 5);
  g_assert_cmpint (track->walk, ==, CYAN_WALK_ALL);
  g_assert_cmpint (track->checkout, ==, CYAN_CHECKOUT_WORKTREE);
  g_assert_cmpstr (track->build, ==, "make -C \"$CYAN_SOURCE\" CFLAGS='-O2 \\n;x'");
  g_assert_cmpuint (track->build_timeout, ==, 30);
  g_assert_true (track->reuse);
  g_assert_cmpuint (track->min_runs, ==, 3);
  g_assert_cmpuint (track->max_runs, ==, 10);
  g_assert_cmpfloat (track->precision, ==, 0.005);
  g_assert_cmpuint (track->warm_up, ==, 0);
  g_assert_cmpuint (track->keep, ==, 2);
  g_assert_cmpuint (track->jobs, ==, 4);
  g_assert_cmpuint (track->lanes, ==, 2);
  g_assert_cmpuint (track->cpus->len, ==, 4);
  g_assert_cmpuint (g_array_index (track->cpus, guint, 0), ==, 2);
  g_assert_cmpuint (g_array_index (track->cpus, guint, 3), ==, 7);
  g_assert_true (track->isolate);
  g_assert_cmpuint (track->memory, ==, 2147483648);
  g_assert_cmpstr (track->machine, ==, "box");

  g_assert_cmpuint (track->benchmarks->len, ==, 2);
  g_assert_cmpstr (first->name, ==, "xml <\"1\">");
  g_assert_cmpstr (first->run, ==, "perf record -o \"$CYAN_PROFILE\" -- a=b");
  g_assert_cmpstr (first->measure, ==, "./prog");
  g_assert_cmpstr (first->profile, ==, "out/*.pb.gz");
  g_assert_cmpuint (g_strv_length (first->inputs), ==, 2);
  g_assert_cmpstr (first->inputs[0], ==, "/some/where/bench/a.xml");
  g_assert_cmpstr (first->inputs[1], ==, "/abs/b;c.xml");
  g_assert_cmpstr (first->follows[1], ==, "tests/data");
  g_assert_cmpuint (first->timeout, ==, 5);
  g_assert_cmpint (first->better, ==, 1);
  g_assert_cmpstr (first->version, ==, "3");
  g_assert_cmpstr (second->name, ==, "second");
  g_assert_null (second->inputs);
}

TEST ("/track-file/defaults")
{
  g_autoptr (CyanTrack) track = parse ("[benchmark b]\nrun=x\n");
  const CyanTrackBenchmark *benchmark = track->benchmarks->pdata[0];

  g_assert_cmpstr (track->repository, ==, "/some/where");
  g_assert_cmpstr (track->store, ==, "/some/where/track.db");
  g_assert_cmpint (track->revisions, ==, CYAN_TRACK_BRANCH);
  g_assert_null (track->selection);
  g_assert_cmpuint (track->last, ==, 0);
  g_assert_cmpuint (track->every, ==, 1);
  g_assert_cmpint (track->walk, ==, CYAN_WALK_FIRST_PARENT);
  g_assert_cmpint (track->checkout, ==, CYAN_CHECKOUT_EXPORT);
  g_assert_null (track->build);
  g_assert_cmpuint (track->build_timeout, ==, 600);
  g_assert_cmpuint (track->min_runs, ==, 5);
  g_assert_cmpuint (track->max_runs, ==, 5);
  g_assert_cmpfloat (track->precision, ==, 0);
  g_assert_cmpuint (track->warm_up, ==, 1);
  g_assert_cmpuint (track->keep, ==, 8);
  g_assert_cmpuint (track->jobs, ==, 1);
  g_assert_cmpuint (track->lanes, ==, 1);
  g_assert_cmpuint (track->cpus->len, ==, 0);
  g_assert_cmpuint (benchmark->timeout, ==, 60);
  g_assert_cmpint (benchmark->better, ==, -1);
}

TEST ("/track-file/url-of-store")
{
  g_autoptr (CyanTrack) track =
      parse ("[track]\nstore=postgresql://host/db?schema=x\n[benchmark b]\nrun=x\n");

  g_assert_cmpstr (track->store, ==, "postgresql://host/db?schema=x");
}

/* Whatever is wrong, the message has its line. */
TEST ("/track-file/wrong")
{
  static const struct
  {
    const char *text;
    guint line;
    const char *words;
  } cases[] = {
    { "[track]\nbranch=main\n\nbrunch=x\n", 4, "unknown key “brunch”" },
    { "[benchmark b]\nrun=x\nrun[de]=y\n", 3, "unknown key “run[de]”" },
    { "[benchmark b]\n# ok\nruns=x\n", 3, "unknown key" },
    { "[track]\n[tracks]\n", 2, "unknown group “tracks”" },
    { "[benchmark]\nrun=x\n", 1, "unknown group" },
    { "[benchmark  ]\nrun=x\n", 1, "expected a benchmark's name" },
    { "[track]\nlast=-1\n", 2, "last: expected a number from 1 to" },
    { "[track]\nlast=1e3\n", 2, "not “1e3”" },
    { "[track]\nlast=99999999999999999999\n", 2, "last" },
    { "[track]\nversion=2\n", 2, "expected 1, not “2”" },
    { "[track]\nruns=10-3\n", 2, "such as 3-10" },
    { "[track]\nruns=0\n", 2, "runs" },
    { "[track]\nruns=3-10\n[benchmark b]\nrun=x\n", 2, "needs a precision" },
    { "[track]\n\nprecision=1%\n[benchmark b]\nrun=x\n", 3, "needs a range" },
    { "[track]\nprecision=nan%\n", 2, "0.5%" },
    { "[track]\nprecision=5\n", 2, "0.5%" },
    { "[track]\nwalk=backwards\n", 2, "expected first-parent or all, not “backwards”" },
    { "[track]\nrange=v1...v2\n", 2, "v1.0..main" },
    { "[track]\nrange=..v2\n", 2, "v1.0..main" },
    { "[track]\nbranch=a\ntags=v*\n", 3, "only one of branch and tags" },
    { "[track]\nlanes=2\n", 2, "lanes" },
    { "[track]\ncpus=2-\n", 2, "cpus" },
    { "[track]\ncpus=2000\n", 2, "cpus" },
    { "[track]\nmemory=lots\n", 2, "4G" },
    { "[track]\nbuild=\n", 2, "expected a command" },
    { "[track]\nlast=1\nlast=2\n", 3, "“last” is in line 2, too" },
    { "[track]\n[benchmark b]\nrun=x\n[track]\n", 4, "“track” is in line 1, too" },
    { "[benchmark b]\nrun=x\n[benchmark b]\nrun=y\n", 3, "is in line 1, too" },
    { "[benchmark b]\nrun=x\n[benchmark  b]\nrun=y\n", 3, "another benchmark" },
    { "[benchmark b]\ntimeout=5\n", 1, "expected run=COMMAND" },
    { "[benchmark b]\nrun=x\ninputs=a/x;b/x\n", 3, "different names" },
    { "[benchmark b]\nrun=x\ninputs=;\n", 3, "inputs" },
    { "[benchmark b]\nrun=x\nfollows=../x\n", 3, "follows" },
    { "[benchmark b]\nrun=x\nfollows=/etc/passwd\n", 3, "follows" },
    { "[benchmark b]\nrun=x\nfollows=samples/\n", 3, "follows" },
    { "[benchmark b]\nrun=x\ninputs= ; ;\n", 3, "inputs" },
    { "[benchmark b]\nrun=x\nbetter=faster\n", 3, "lower or none or higher" },
    { "[track]\nhello\n", 2, "KEY=VALUE" },
    { "[track]\n=x\n", 2, "KEY=VALUE" },
    { "last=1\n", 1, "expected [track] first" },
    { "[track\nlast=1\n", 1, "expected “]”" },
    { "[track]\nlast\x1b=1\n", 2, "unknown key" },
    { "[track]\nlast=1\n", 0, "no group [benchmark NAME]" },
    { "", 0, "" },
    { "# nothing\n", 0, "" },
    { "[track]\nlast=\xff\n", 0, "UTF-8" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    parse_fails (cases[i].text, cases[i].line, cases[i].words);
}

/* With @number as its value @key is refused if and only if it is not in the range; *@range is the
 * one that the message tells. */
static gboolean
takes_number (const char *key, gint64 number, gint64 range[2])
{
  gboolean is_of_benchmark = strcmp (key, "timeout") == 0;
  g_autofree char *text =
      g_strdup_printf (is_of_benchmark ? "[benchmark b]\nrun=x\n%s=%" G_GINT64_FORMAT "\n"
                                       : "[track]\n%s=%" G_GINT64_FORMAT "\n[benchmark b]\nrun=x\n",
                       key, number);
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanTrack) track = cyan_track_parse (text, strlen (text), "/track.ini", &error);
  const char *words = error != NULL ? strstr (error->message, "a number from ") : NULL;

  if (words != NULL)
    sscanf (words, "a number from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT, &range[0], &range[1]);
  return track != NULL;
}

TEST ("/track-file/numbers")
{
  static const char *const keys[] = { "last", "every", "build-timeout", "warm-up",
                                      "keep", "jobs",  "runs",          "timeout" };

  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      gint64 range[2] = { 0 }, ignored[2];

      g_assert_false (takes_number (keys[i], G_MAXINT64, range));
      g_assert_cmpint (range[0], <, range[1]);
      g_assert_true (takes_number (keys[i], range[0], ignored));
      g_assert_true (takes_number (keys[i], range[1], ignored));
      g_assert_false (takes_number (keys[i], range[0] - 1, ignored));
      g_assert_false (takes_number (keys[i], range[1] + 1, ignored));
      g_assert_false (takes_number (keys[i], range[0] + (G_GINT64_CONSTANT (1) << 32), ignored));
    }
}

TEST ("/track-file/limits")
{
  g_autoptr (GString) many = g_string_new (NULL);
  g_autofree char *long_value = g_strnfill (CYAN_TRACK_MAX_VALUE, 'x');
  g_autofree char *long_run = g_strconcat ("[benchmark b]\nrun=", long_value, "\n", NULL);
  g_autofree char *name = g_strnfill (CYAN_TRACK_MAX_NAME + 1, 'n');
  g_autofree char *long_name = g_strconcat ("[benchmark ", name, "]\nrun=x\n", NULL);
  g_autofree char *huge = g_strnfill (CYAN_TRACK_MAX_BYTES + 1, '\n');

  for (guint i = 0; i <= CYAN_TRACK_MAX_BENCHMARKS; i++)
    g_string_append_printf (many, "[benchmark %u]\nrun=x\n", i);
  parse_fails (many->str, 2 * CYAN_TRACK_MAX_BENCHMARKS + 1, "more than 1000 benchmarks");
  parse_fails (long_run, 2, "longer than");
  parse_fails (long_name, 1, "200 bytes");
  parse_fails (huge, 0, "larger than");
}

TEST ("/track-file/files")
{
  g_autofree char *folder = g_dir_make_tmp ("track-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "track.ini", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanTrack) track = cyan_track_load (path, &error);

  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_IO);
  g_clear_error (&error);
  MUST_FAIL (CYAN_ERROR_IO, "*", cyan_track_load (folder, &failure));
  g_assert_true (g_file_set_contents (path, "[benchmark b]\nrun=x\n", -1, NULL));
  track = cyan_track_load (path, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (track->repository, ==, folder);
  g_unlink (path);
  g_rmdir (folder);
}
