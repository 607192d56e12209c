/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writing pprof profiles: what was read from one is read again. */
#include "same-profile.h"
#include "profile-text.h"
#include "tests.h"

#define ALL (CYAN_PROFILE_TEXT_SELF | CYAN_PROFILE_TEXT_CALLS)

static CyanProfile *
from_text (const char *text)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  CyanProfile *profile = MUST (cyan_profile_from_text (strings, text, &failure));

  return profile;
}

/* Checks that @profile, which was read from pprof, is the same when it is written and read
 * again. */
static void
assert_kept (const CyanProfile *profile)
{
  g_autoptr (CyanProfile) again = through (profile, "p.pb.gz");
  g_autofree char *lost = cyan_profile_save_losses (profile, "p.pb.gz");

  assert_same (profile, again);
  g_assert_null (lost);
}

TEST ("/pprof-write/trees")
{
  static const char *const trees[] = {
    "main:5*1(parse:30*2(lex:7*12) eval:0*3(lex:1*1))",
    "main:5(parse:30(lex:7))",
    "main:0(parse:0(lex:0)) idle:0",
    "f:1*1(f:2*2(f:3*3)) g:0*9007199254740992",
    "a:1*4(b:0*0 c:2*3 d:0*0 e:3*0(f:0(g:1*1)))",
    "b:1(a:2) a:3(b:4(a:-5))",
    "main:9007199254740993(x:9223372036854774784)",
    "'':1('a;b <&>':2('\xe2\x98\x83':3))",
  };

  for (guint i = 0; i < G_N_ELEMENTS (trees); i++)
    for (guint packed = 0; packed < 2; packed++)
      {
        g_autoptr (CyanProfile) profile = from_text (trees[i]);
        g_autoptr (CyanProfile) again = through (profile, packed ? "p.pb.gz" : "p.pb");
        g_autofree char *wanted = cyan_profile_to_text (profile, ALL);
        g_autofree char *got = cyan_profile_to_text (again, ALL);

        g_assert_cmpstr (got, ==, wanted);
        g_assert_cmpstr (again->format, ==, "pprof");
        assert_kept (again);
      }
}

/* pprof cannot represent numbers above 2^63. */
TEST ("/pprof-write/many-calls")
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
  CyanStr name = cyan_strings_add (strings, "f", -1);
  g_autoptr (CyanProfile) profile = NULL, again = NULL;
  CyanNode node = cyan_profile_builder_child (
      builder, 0, cyan_profile_builder_function (builder, name, 0, 0, 0, 0), 0, NULL);

  cyan_profile_builder_add_calls (builder, node, G_MAXUINT64);
  profile = cyan_profile_builder_finish (builder);
  again = through (profile, "p.pb");
  g_assert_cmpuint (again->calls[1], ==, G_MAXINT64);
}

TEST ("/pprof-write/recordings")
{
  static const char *const names[] = { "gomarkdown-a.pb.gz", "jq-b.perf.pb.gz", "cmark-a.folded.gz",
                                       "marked-a.folded.zst", "cmark-a.uftrace.json.zst" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (CyanProfile) profile = load_data (names[i]);
      g_autoptr (CyanProfile) again = through (profile, "p.pb.gz");

      if (strcmp (profile->format, "pprof") == 0)
        assert_kept (profile);
      assert_kept (again);
      g_assert_cmpuint (again->n_nodes, ==, profile->n_nodes);
      g_assert_cmpuint (again->n_metrics, ==, profile->n_metrics);
      for (guint m = 0; m < profile->n_metrics; m++)
        g_assert_cmpfloat (again->metrics[m].total[0], ==, profile->metrics[m].total[0]);
    }
}

/* A random profile. */
static CyanProfile *
random_profile (GRand *rand)
{
  static const struct
  {
    const char *name, *unit;
  } metrics[] = { { "time", "us" },      { "samples", "samples" }, { "written", "bytes" },
                  { "misses", "count" }, { "wall", "s" },          { "odd thing", "furlongs" } };
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
  guint n_metrics = (guint) g_rand_int_range (rand, 1, G_N_ELEMENTS (metrics) + 1);
  guint n = (guint) g_rand_int_range (rand, 1, 200),
        n_functions = (guint) g_rand_int_range (rand, 1, 20);
  gboolean calls = g_rand_boolean (rand);
  g_autofree guint32 *functions = g_new (guint32, n_functions);

  for (guint m = 0; m < n_metrics; m++)
    cyan_profile_builder_metric (builder, metrics[m].name, metrics[m].unit);
  for (guint f = 0; f < n_functions; f++)
    {
      g_autofree char *name = g_strdup_printf ("function %d", g_rand_int_range (rand, 0, 12));
      const char *module = g_rand_boolean (rand)   ? ""
                           : g_rand_boolean (rand) ? "libc.so.6"
                                                   : "prog";
      const char *file = g_rand_boolean (rand) ? "" : "src/a.c";

      functions[f] = cyan_profile_builder_function (
          builder, cyan_strings_add (strings, name, -1), cyan_strings_add (strings, module, -1),
          cyan_strings_add (strings, file, -1), (guint32) g_rand_int_range (rand, 0, 3), 0);
    }
  for (guint i = 0; i < n; i++)
    {
      CyanNode parent =
          (CyanNode) g_rand_int_range (rand, 0, (gint32) cyan_profile_builder_n_nodes (builder));
      CyanNode node = cyan_profile_builder_child (
          builder, parent, functions[g_rand_int_range (rand, 0, (gint32) n_functions)], 0, NULL);

      for (guint m = 0; m < n_metrics; m++)
        if (g_rand_boolean (rand))
          cyan_profile_builder_add (builder, m, node,
                                    (double) g_rand_int (rand) * g_rand_int_range (rand, -1, 1000));
      if (calls && g_rand_int_range (rand, 0, 4) > 0)
        cyan_profile_builder_add_calls (builder, node, (guint64) g_rand_int_range (rand, 0, 5));
    }
  if (g_rand_boolean (rand))
    cyan_profile_builder_set_unordered (builder);
  cyan_profile_builder_set_recording (builder, (CyanRecording) g_rand_int_range (rand, 0, 3),
                                      (double) g_rand_int_range (rand, 1, 1000));
  cyan_profile_builder_set_threads (builder, (guint) g_rand_int_range (rand, 0, 3));
  cyan_profile_builder_set_meta (builder, "recorded",
                                 g_rand_boolean (rand) ? "2024-05-31T12:00:00Z" : "on Friday");
  cyan_profile_builder_set_meta (builder, "duration", g_rand_boolean (rand) ? "1.5 s" : "long");
  cyan_profile_builder_set_meta (builder, "command", "prog --a=b \"c\nd\"");
  cyan_profile_builder_set_meta (builder, "comment", "made up");
  cyan_profile_builder_set_meta (builder, "threads", "main, worker");
  return cyan_profile_builder_finish (builder);
}

TEST ("/pprof-write/random")
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (17);

  for (guint i = 0; i < 300; i++)
    {
      g_autoptr (CyanProfile) profile = random_profile (rand);
      g_autoptr (CyanProfile) again = through (profile, "p.pb");
      g_autofree char *wanted = cyan_profile_to_text (profile, CYAN_PROFILE_TEXT_SELF);
      g_autofree char *got = cyan_profile_to_text (again, CYAN_PROFILE_TEXT_SELF);

      g_assert_cmpstr (got, ==, wanted);
      assert_kept (again);
    }
}

/* Fractional values become integers of a finer unit. */
TEST ("/pprof-write/fractions")
{
  static const struct
  {
    const char *unit;
    double value;
    const char *read_unit;
    double read;
  } cases[] = {
    { "s", 3, "s", 3 },
    { "s", 1.5, "ms", 1500 },
    { "s", 1.000234, "us", 1000234 },
    { "s", 1e-9, "ns", 1 },
    { "s", 1.23456789012e-1, "ns", 123456789 },
    { "ms", 0.25, "us", 250 },
    { "ns", 2.75, "ns", 3 },
    { "bytes", 1.25, "bytes", 1.25 },
    { "count", 0.1, "count", 0.1 },
    { "samples", 3.000001, "samples", 3.000001 },
    { "furlongs", 1.0 / 3, "furlongs", 0.333333 },
    { "furlongs", 1e300, NULL, 0 },
    { "bytes", 5e18 + 1024, "bytes", 5e18 + 1024 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CyanStrings) strings = cyan_strings_new ();
      g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
      CyanStr name = cyan_strings_add (strings, "main", -1);
      g_autoptr (CyanProfile) profile = NULL, again = NULL;
      CyanNode node;

      cyan_profile_builder_metric (builder, "size", cases[i].unit);
      node = cyan_profile_builder_child (
          builder, 0, cyan_profile_builder_function (builder, name, 0, 0, 0, 0), 0, NULL);
      cyan_profile_builder_add (builder, 0, node, cases[i].value);
      profile = cyan_profile_builder_finish (builder);
      if (cases[i].read_unit == NULL)
        {
          g_autofree char *folder = g_dir_make_tmp ("cyan-XXXXXX", NULL);
          g_autofree char *path = g_build_filename (folder, "p.pb", NULL);
          g_autoptr (GError) error = NULL;

          g_assert_false (cyan_profile_save (profile, path, &error));
          g_assert_error (error, CYAN_ERROR, CYAN_ERROR_LIMIT);
          g_assert_nonnull (strstr (error->message, "values of size are too large for pprof"));
          g_assert_cmpint (g_rmdir (folder), ==, 0);
          continue;
        }
      again = through (profile, "p.pb");
      g_assert_cmpstr (again->metrics[0].unit, ==, cases[i].read_unit);
      g_assert_cmpfloat (again->metrics[0].self[1], ==, cases[i].read);
    }
}

/* Each stack is written out: a chain of a million with a value at each node would be 500 GB. */
TEST ("/pprof-write/too-deep")
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
  CyanStr name = cyan_strings_add (strings, "f", -1);
  guint32 function = cyan_profile_builder_function (builder, name, 0, 0, 0, 0);
  g_autofree char *folder = g_dir_make_tmp ("cyan-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "p.pb", NULL);
  g_autoptr (CyanProfile) profile = NULL;
  g_autoptr (GError) error = NULL;
  CyanNode node = 0;

  cyan_profile_builder_metric (builder, "time", "ns");
  for (guint i = 0; i < 1000000; i++)
    {
      node = cyan_profile_builder_child (builder, node, function, 0, NULL);
      cyan_profile_builder_add (builder, 0, node, 1);
    }
  profile = cyan_profile_builder_finish (builder);
  g_assert_false (cyan_profile_save (profile, path, &error));
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_LIMIT);
  g_assert_nonnull (strstr (error->message, "500000500000 bytes"));
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}
