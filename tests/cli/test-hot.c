/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `--hot`, which keeps what matters of a recording, and `cyan merge`, which puts parts together. */
#include "cli-fixture.h"
#include "tests.h"

/* main calls a 1000 times, and 1000 others once each. */
static char *
log_of_calls (void)
{
  GString *text = g_string_new ("Enters: p.C.main ()\n");

  for (guint i = 0; i < 1000; i++)
    g_string_append_printf (text,
                            "Enters: p.C.a ()\nEnters: p.C.b%u ()\nExits: p.C.b%u ()\n"
                            "Exits: p.C.a ()\n",
                            i, i);
  g_string_append (text, "Exits: p.C.main ()\n");
  return g_string_free (text, FALSE);
}

static void
write_log (void)
{
  g_autofree char *text = log_of_calls ();

  write_file ("a.log", text, -1);
}

/* Standard output of `cyan` with these arguments, which must succeed. */
static char *
told (const char *command, const char *a, const char *b)
{
  g_autoptr (Run) run = cyan (command, a, b, NULL);

  g_assert_cmpstr (run->err, ==, "");
  g_assert_cmpint (run->status, ==, 0);
  return g_strdup (run->out);
}

TEST ("/cli/hot/info")
{
  g_autofree char *all = NULL, *hot = NULL, *file = NULL;
  g_autoptr (Run) convert = NULL, json = NULL;
  json_auto_t *root = NULL;
  json_t *pruned;

  write_log ();
  all = told ("info", "a.log", NULL);
  hot = told ("info", "--hot=1%", "a.log");
  assert_matches (all, "*nodes      1002\n*");
  g_assert_null (strstr (all, "pruned"));
  assert_matches (hot, "*nodes      3\n*");
  assert_matches (hot, "*pruned     every context of at least 1 % is here; what is not has at most "
                       "* %; a total lacks nothing\n*calls      2.00 k (2001 count)\n");

  convert = cyan ("convert", "a.log", "--hot=1%", "-o", "a.cct.gz", NULL);
  assert_fine (convert);
  file = told ("info", "a.cct.gz", NULL);
  g_assert_cmpstr (strstr (file, "nodes"), ==, strstr (hot, "nodes"));
  json = cyan ("info", "a.cct.gz", "--format", "json", NULL);
  root = parse_json (json);
  pruned = json_object_get (root, "pruned");
  g_assert_cmpfloat (json_real_value (json_object_get (pruned, "phi")), ==, 0.01);
  g_assert_cmpfloat (json_real_value (json_object_get (pruned, "epsilon")), ==, 0.002);
  g_assert_cmpfloat (json_real_value (json_object_get (pruned, "least_share")), ==, 0.01);
  g_assert_cmpfloat (json_real_value (json_object_get (pruned, "floor_share")), <, 0.01);
  g_assert_cmpfloat (json_real_value (json_object_get (pruned, "missing_share")), ==, 0);
}

/* Without a value it is 0.01 %, and what follows is an operand. */
TEST ("/cli/hot/default")
{
  g_autofree char *without = NULL, *with = NULL;

  write_log ();
  without = told ("info", "--hot", "a.log");
  with = told ("info", "--hot=1e-4,2e-5", "a.log");
  g_assert_cmpstr (without, ==, with);
  assert_matches (without, "*order      callees as they were called\n"
                           "pruned     every context of at least 0.01 % is here*");
}

/* What was pruned on one side only is no difference of the totals. */
TEST ("/cli/hot/compare")
{
  g_autofree char *line = NULL;
  g_autoptr (Run) convert = NULL, json = NULL;
  json_auto_t *root = NULL;

  write_log ();
  convert = cyan ("convert", "a.log", "--hot=1%", "-o", "a.cct", NULL);
  assert_fine (convert);
  line = told ("compare", "a.cct", "a.cct");
  assert_matches (line, "*2.00 k to 2.00 k, 0 %\n3 contexts matched, *");
  json = cyan ("compare", "a.log", "a.log", "--hot=1%", "--format", "json", NULL);
  root = parse_json (json);
  g_assert_nonnull (root);
}

TEST ("/cli/hot/wrong")
{
  static const struct
  {
    const char *value, *says;
  } wrong[] = {
    { "--hot=", "--hot: not a part of the whole between 0 and 1: \"\"" },
    { "--hot=0", "--hot: not a part of the whole between 0 and 1: \"0\"" },
    { "--hot=1", "--hot: not a part of the whole between 0 and 1: \"1\"" },
    { "--hot=100%", "--hot: not a part of the whole between 0 and 1: \"100%\"" },
    { "--hot=-0.1", "--hot: not a part of the whole between 0 and 1: \"-0.1\"" },
    { "--hot=NaN", "--hot: not a part of the whole between 0 and 1: \"NaN\"" },
    { "--hot=inf", "--hot: not a part of the whole between 0 and 1: \"inf\"" },
    { "--hot=x", "--hot: not a part of the whole between 0 and 1: \"x\"" },
    { "--hot=%", "--hot: not a part of the whole between 0 and 1: \"%\"" },
    { "--hot=1e-400", "--hot: not a part of the whole between 0 and 1: \"1e-400\"" },
    { "--hot=1e-4,", "--hot: not a part between 1e-07 and 0.0001: \"\"" },
    { "--hot=1e-4,0", "--hot: not a part between 1e-07 and 0.0001: \"0\"" },
    { "--hot=1e-4,1e-3", "--hot: not a part between 1e-07 and 0.0001: \"1e-3\"" },
    { "--hot=1e-4,1e-5,1e-6", "--hot: not a part between 1e-07 and 0.0001: \"1e-5,1e-6\"" },
  };

  write_log ();
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (Run) run = cyan ("info", "a.log", wrong[i].value, NULL);

      assert_fails (run, wrong[i].says);
    }
}

/* Formats with trees of nodes are pruned, too; values below 0 cannot be. */
TEST ("/cli/hot/trees")
{
  g_autofree char *recording = data_path ("marked-a1.cpuprofile.zst");
  g_autofree char *all = told ("info", recording, NULL),
                  *hot = told ("info", recording, "--hot=5%");
  g_autoptr (Run) run = NULL;

  g_assert_nonnull (strstr (hot, "\npruned "));
  /* What is idle is little, but no part of the rest. */
  g_assert_nonnull (strstr (all, "\nidle       10.0 ms of it, which comparisons leave out\n"));
  g_assert_nonnull (strstr (hot, "\nidle       10.0 ms of it, which comparisons leave out\n"));
  g_assert_nonnull (strstr (all, "\ntime       2.85 s (2849587 us)\n"));
  g_assert_nonnull (strstr (hot, "\ntime       2.85 s (2849587 us)\n"));
  g_assert_cmpstr (strstr (all, "\nsamples "), ==, strstr (hot, "\nsamples "));
  write_file ("negative.folded", "main;a 9\nmain;b -3\n", -1);
  run = cyan ("info", "negative.folded", "--hot", NULL);
  assert_fails (run, "negative.folded: some values are negative: nothing can be pruned");
}

/* ---- merge ---- */

TEST ("/cli/hot/merge/sum")
{
  g_autoptr (Run) run = NULL, hot = NULL;
  g_autofree char *sum = NULL, *pruned = NULL;

  write_file ("1.folded", "main;a 9\nmain;b 3\n", -1);
  write_file ("2.folded", "main;a 1\nmain;c 2\n", -1);
  write_file ("3.folded", "exit 5\n", -1);
  run = cyan ("merge", "1.folded", "2.folded", "3.folded", "-o", "all.folded", NULL);
  g_assert_cmpint (run->status, ==, 0);
  g_assert_cmpstr (run->out, ==, "");
  assert_matches (run->err, "*cyan: note: 3 profiles make 5 contexts with 20\n");
  sum = read_file ("all.folded", NULL);
  g_assert_cmpstr (sum, ==, "main;a 10\nmain;b 3\nmain;c 2\nexit 5\n");

  write_log ();
  hot = cyan ("merge", "a.log", "a.log", "--hot=1%", "-o", "all.cct", NULL);
  g_assert_cmpint (hot->status, ==, 0);
  pruned = told ("info", "all.cct", NULL);
  assert_matches (pruned, "*nodes      3\n*pruned     every context of at least 1 % is here;*"
                          "calls      4.00 k (4002 count)\n");
}

TEST ("/cli/hot/merge/wrong")
{
  g_autoptr (Run) one = NULL, nowhere = NULL, units = NULL, none = NULL, missing = NULL;

  write_file ("1.folded", "main;a 9\nmain;b 3\n", -1);
  write_file ("1.cct",
              "cct 1\nmetric\tvalue\tms\nrecording\tsampled\nfunction\tm\n0\t1\t-\t5\nend\t1\n",
              -1);
  write_file ("2.cct",
              "cct 1\nmetric\tvalue\tns\nrecording\tsampled\nfunction\tm\n0\t1\t-\t5\nend\t1\n",
              -1);
  write_log ();
  one = cyan ("merge", "1.folded", "-o", "none.cct", NULL);
  assert_fails (one, "merge needs at least two profiles and -o OUT");
  nowhere = cyan ("merge", "1.folded", "1.folded", NULL);
  assert_fails (nowhere, "merge needs at least two profiles and -o OUT");
  units = cyan ("merge", "1.cct", "2.cct", "-o", "none.cct", NULL);
  assert_fails (units, "2.cct: metric \"value\" is in ns, that of 1.cct in ms");
  none = cyan ("merge", "1.cct", "a.log", "-o", "none.cct", NULL);
  assert_fails (none, "1.cct: no metric is in all profiles");
  missing = cyan ("merge", "1.cct", "no.cct", "-o", "none.cct", NULL);
  assert_fails (missing, "no.cct: *");
  g_assert_false (file_exists ("none.cct"));
}

/* Asserts that a recording and @form of it are the same: in CSV, text and every gate. */
static void
assert_unchanged (const char *before, const char *after)
{
  g_autoptr (Run) csv = cyan ("compare", before, after, "--format=csv", NULL);
  g_autoptr (Run) text = cyan ("compare", before, after, NULL);
  g_autoptr (Run) check =
      cyan ("check", before, after, "--any-node", "--function=.", "--fail-above=0", NULL);
  g_auto (GStrv) lines = g_strsplit (csv->out, "\n", -1);

  g_assert_cmpint (csv->status, ==, 0);
  g_assert_cmpint (check->status, ==, 0);
  assert_matches (text->out, "* 0 renamed, 0 added, 0 removed*Largest changes (0 of 0)*");
  for (guint i = 2; lines[i] != NULL && *lines[i] != '\0'; i++)
    g_assert_nonnull (strstr (lines[i], ",unchanged,"));
}

/* Calls of whole microseconds have contexts of no value, V8's has idle frames, Python's has functions
 * that only their files tell apart. */
TEST ("/cli/hot/itself")
{
  static const char *const names[] = { "lua-a.uftrace-us.json.zst", "marked-a1.cpuprofile.zst",
                                       "lark-a.cct.zst", "jq-a.perf.pb.gz", "cmark-a.folded.gz" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = data_path (names[i]);

      for (guint k = 0; k < 2; k++)
        {
          g_autoptr (Run) convert =
              cyan ("convert", path, k == 0 ? "--hot=1%" : "--hot=0.05%", "-o", "form.cct", NULL);

          g_assert_cmpint (convert->status, ==, 0);
          assert_unchanged (path, "form.cct");
          assert_unchanged ("form.cct", path);
        }
      assert_unchanged (path, path);
    }
}

/* Heap in use that grew and shrank: 30 bytes more in all, of 110 that changed. */
static void
write_difference (const char *name, int a, int b)
{
  g_autofree char *text = g_strdup_printf ("cct 1\nrecording\texact\nmetric\tin use\tbytes\n"
                                           "function\tmain\nfunction\ta\nfunction\tb\n"
                                           "0\t1\t1\t10\n1\t2\t1\t%d\n1\t3\t1\t%d\nend\t3\n",
                                           a, b);

  write_file (name, text, -1);
}

TEST ("/cli/hot/negative")
{
  g_autoptr (Run) pprof = NULL, text = NULL, back = NULL, csv = NULL, json = NULL, check = NULL;
  g_autoptr (Run) hot = NULL, convert = NULL, info = NULL;
  static const char *const views[] = { "--view=blueprint", "--view=icicle", "--view=rings" };

  write_difference ("1.cct", 60, -40);
  write_difference ("2.cct", 20, -90);
  pprof = cyan ("convert", "1.cct", "-o", "1.pb.gz", NULL);
  g_assert_cmpint (pprof->status, ==, 0);
  info = cyan ("info", "1.pb.gz", NULL);
  assert_matches (info->out, "*30 B*some values of in use are negative: is this the difference *");

  text = cyan ("compare", "1.cct", "2.cct", NULL);
  assert_matches (text->out, "*: 30 B to \xe2\x88\x92"
                             "60 B, \xe2\x88\x92"
                             "90 B\n*");
  assert_matches (text->out, "*\xe2\x88\x92"
                             "38.6 pp *\xe2\x88\x92"
                             "40 B *\xe2\x88\x92"
                             "90 B *faster*b\n*");
  back = cyan ("compare", "2.cct", "1.cct", NULL);
  assert_matches (back->out, "*: \xe2\x88\x92"
                             "60 B to 30 B, +90 B\n*");
  assert_matches (back->out, "*+38.6 pp *\xe2\x88\x92"
                             "90 B *\xe2\x88\x92"
                             "40 B *slower*b\n*");
  csv = cyan ("compare", "1.cct", "2.cct", "--format=csv", NULL);
  assert_matches (csv->out,
                  "*,b,*,faster,1,1,-40,-90,-40,-90,-0.3636363636363636*,-0.75,-0.38636*");
  json = cyan ("compare", "1.cct", "2.cct", "--format=json", NULL);
  assert_matches (json->out, "*\"total\":30.0,*\"total\":-60.0,*\"before_share\":0.2727*");
  assert_unchanged ("1.pb.gz", "1.cct");
  check = cyan ("check", "2.cct", "1.cct", "--any-node", "--fail-above=5%", NULL);
  g_assert_cmpint (check->status, ==, 1);
  assert_matches (check->out, "* took 30 B instead of \xe2\x88\x92"
                              "60 B (+90 B)*(6 B)*");
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      g_autoptr (Run) render = cyan ("render", "1.cct", "2.cct", views[i], "-o", "a.svg", NULL);
      g_autoptr (Run) lint = run_program ("xmllint", "--noout", "a.svg", NULL);
      g_autofree char *svg = read_file ("a.svg", NULL);

      g_assert_cmpint (render->status, ==, 0);
      assert_fine (lint);
      g_assert_null (strstr (svg, "nan"));
      g_assert_null (strstr (svg, "width=\"-"));
    }
  hot = cyan ("compare", "--hot", "1.cct", "1.cct", NULL);
  assert_fails (hot, "1.cct: some values are negative: nothing can be pruned");
  convert = cyan ("convert", "1.pb.gz", "--hot", "-o", "none.cct", NULL);
  assert_fails (convert, "1.pb.gz: some values are negative: nothing can be pruned");
  g_assert_false (file_exists ("none.cct"));
}

TESTS ()
{
  cli_test_init ();
}
