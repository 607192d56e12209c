/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * `cyan convert --sample`: sampled recordings of which the truth is known.  What a comparison says of
 * noise is checked against it: nothing is shown where nothing changed, the truth lies in the intervals
 * as often as they say, and a real change is found.
 */
#include <math.h>
#include <string.h>

#include "cli-fixture.h"
#include "tests.h"

/* Of cmark by uftrace, 6 ms: some 2,000 samples. */
#define TRACE "cmark-a.uftrace.json.zst"
#define EVERY "--sample=3000"

static void
sample (const char *in, const char *every, guint seed, const char *out)
{
  g_autofree char *option = g_strdup_printf ("--seed=%u", seed);
  g_autoptr (Run) run = cyan ("convert", in, every, option, "-o", out, NULL);

  g_assert_cmpint (run->status, ==, 0);
  assert_matches (run->err, "*samples were taken of the recording*");
}

static guint
count_changed (const Table *table)
{
  return count_rows (table, "verdict", "slower") + count_rows (table, "verdict", "faster")
         + count_rows (table, "verdict", "added") + count_rows (table, "verdict", "removed");
}

/* A recording sampled twice is the same recording: at most a twentieth of the pairs may show a change. */
TEST ("/sample/same")
{
  g_autofree char *trace = data_path (TRACE);
  guint n_shown = 0;

  for (guint seed = 0; seed < 20; seed++)
    {
      g_autoptr (Table) table = NULL;

      sample (trace, EVERY, 2 * seed, "same-a.cct");
      sample (trace, EVERY, 2 * seed + 1, "same-b.cct");
      table = compare_csv ("same-a.cct", "same-b.cct", NULL);
      g_assert_cmpuint (table->rows->len, >, 100);
      n_shown += count_changed (table) > 0;
    }
  g_test_message ("%u of 20 pairs show a change", n_shown);
  g_assert_cmpuint (n_shown, <=, 1);
}

/* Compared with the whole recording, the ratio of a node is 1 within its 95 % interval. */
TEST ("/sample/truth")
{
  g_autofree char *trace = data_path (TRACE);
  guint n = 0, n_inside = 0;

  for (guint seed = 100; seed < 112; seed++)
    {
      g_autoptr (Table) table = NULL;

      sample (trace, EVERY, seed, "truth.cct");
      table = compare_csv (trace, "truth.cct", NULL);
      for (guint row = 1; row < table->rows->len; row++)
        if (!is_empty (table, row, "ratio_low") && number (table, row, "before_share") < 0.9)
          {
            n++;
            n_inside +=
                number (table, row, "ratio_low") <= 1 && number (table, row, "ratio_high") >= 1;
          }
    }
  g_test_message ("1 is in %u of %u intervals", n_inside, n);
  g_assert_cmpuint (n, >, 500);
  g_assert_cmpfloat ((double) n_inside / n, >, 0.93);
}

/* The change of cmark, which no longer asks whether a node can contain another, is found in samples of
 * both sides. */
TEST ("/sample/change")
{
  convert_recording ("cmark-a.cct.tsv.gz", "cmark-a.cct");
  convert_recording ("cmark-b.cct.tsv.gz", "cmark-b.cct");
  for (guint seed = 0; seed < 5; seed++)
    {
      g_autoptr (Run) text = NULL;

      sample ("cmark-a.cct", "--sample=200000", seed, "change-a.cct");
      sample ("cmark-b.cct", "--sample=200000", seed + 50, "change-b.cct");
      text = cyan ("compare", "change-a.cct", "change-b.cct", NULL);
      assert_matches (text->out, "*  removed *S_can_contain\n*");
      assert_matches (text->out, "*Start here\n  1. S_insert_emph (src/inlines.c:754): *");
    }
}

/* Exact intervals need no seed; what is sampled says so, and has no calls. */
TEST ("/sample/every")
{
  g_autoptr (Run) convert = NULL, info = NULL;

  write_file ("calls.folded", "main;parse;scan 60\nmain;parse 30\nmain 10\n", -1);
  convert = cyan ("convert", "calls.folded", "--sample=20", "-o", "every.cct", NULL);
  g_assert_cmpint (convert->status, ==, 0);
  assert_matches (convert->err, "cyan: note: *5 samples were taken of the recording\n*");
  info = cyan ("info", "every.cct", NULL);
  assert_matches (info->out, "*calls *unknown\n*recording *sampled, a sample stands for 2*");
}

TEST ("/sample/bad")
{
  static const struct
  {
    const char *sample, *more, *message;
  } bad[] = {
    { "--sample=0", "--seed=1", "--sample: \"0\" is no number above 0" },
    { "--sample=-5", "--seed=1", "--sample: \"-5\" is no number above 0" },
    { "--sample=nan", "--seed=1", "--sample: \"nan\" is no number above 0" },
    { "--sample=1", "--seed=x", "--seed: \"x\" is not a number from 0 to 4294967295" },
    { "--sample=1", "--seed=4294967296", "--seed: \"4294967296\" is not a number from *" },
    { "--sample=1", "--burst=5", "--burst: \"5\" is not LENGTH/EVERY in calls, such as 100/10000" },
    { "--sample=1", "--burst=0/5", "--burst: \"0/5\" is not LENGTH/EVERY *" },
    { "--sample=1", "--burst=6/5", "--burst: \"6/5\" is not LENGTH/EVERY *" },
    { "--sample=1", "--burst=1/5", "good.folded: there are no calls of which bursts *" },
    { "--sample=1", "--hot=0.1", "--sample and --hot do not go together" },
    { "--seed=1", "--unit=ns", "--seed goes with --sample, which is missing" },
    { "--burst=1/2", "--unit=ns", "--burst goes with --sample, which is missing" },
  };

  write_good_profiles ();
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (Run) run =
          cyan ("convert", "good.folded", bad[i].sample, bad[i].more, "-o", "bad.cct", NULL);

      assert_fails (run, bad[i].message);
      g_assert_false (file_exists ("bad.cct"));
    }
}

TESTS ()
{
  cli_test_init ();
}
