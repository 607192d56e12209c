/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A profile that is written and read again is the same, as far as the format allows; losses are
 * reported.
 */
#include "random-trees.h"
#include "same-profile.h"
#include "profile-text.h"
#include "tests.h"

#include <math.h>

static const char *const whole_formats[] = { "a.cct", "a.cct.gz" };

/* Checks the forms of the format that carries everything, and that pprof keeps what it has. */
static void
assert_survives (const CyanProfile *profile)
{
  g_autoptr (CyanProfile) pprof = NULL, kept = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (whole_formats); i++)
    {
      g_autoptr (CyanProfile) again = through (profile, whole_formats[i]);
      g_autoptr (CyanProfile) twice =
          through (again, whole_formats[(i + 1) % G_N_ELEMENTS (whole_formats)]);
      g_autofree char *lost = cyan_profile_save_losses (profile, whole_formats[i]);

      assert_same (profile, again);
      assert_same (profile, twice);
      g_assert_cmpuint (again->warnings->len, ==, twice->warnings->len);
      g_assert_null (lost);
    }
  pprof = through (profile, "a.pb");
  kept = through (pprof, "a.pb.gz");
  assert_same (pprof, kept);
}

/* Rounds values to integers, which pprof requires. */
static void
round_values (CyanProfile *profile)
{
  for (guint m = 0; m < profile->n_metrics; m++)
    {
      CyanMetric *metric = &profile->metrics[m];

      for (CyanNode i = profile->n_nodes; i-- > 0;)
        {
          metric->self[i] = nearbyint (metric->self[i]);
          metric->total[i] = metric->self[i];
          for (CyanNode c = i + 1; c < profile->end[i]; c = profile->end[c])
            metric->total[i] += metric->total[c];
        }
    }
}

TEST ("/convert/random")
{
  for (guint64 seed = 1; seed <= 40; seed++)
    {
      const RandomOptions options = {
        .seed = seed,
        .n_nodes = 300,
        .n_functions = 30,
        .n_edits = 3,
        .sampled = seed % 3 == 0,
        .call_sites = seed % 2 == 0,
      };
      RandomPair pair = random_pair_new (&options);

      round_values (pair.before);
      round_values (pair.after);
      assert_survives (pair.before);
      assert_survives (pair.after);
      random_pair_clear (&pair);
    }
}

TEST ("/convert/recordings")
{
  static const char *const names[] = {
    "clang-small.time-trace.json.zst",
    "cmark-a.callgrind.out.zst",
    "cmark-a.folded.gz",
    "cmark-a.perf.txt.zst",
    "cmark-a.speedscope.json.zst",
    "cmark-a.uftrace.json.zst",
    "gomarkdown-a.pb.gz",
    "jq-a.perf.pb.gz",
    "lark-a.cct.zst",
    "lark-a.prof.zst",
    "marked-a1.cpuprofile.zst",
    "marked-a1.v8.folded.gz",
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (CyanProfile) profile = load_data (names[i]);

      g_test_message ("%s", names[i]);
      assert_survives (profile);
    }
}

/* Everything that .cct can express. */
static const char everything[] =
    "cct 1\n"
    "recording\tinferred\n"
    "period\t2.5\n"
    "siblings\tunordered\n"
    "threads\t3\n"
    "meta\trevision\tv1.5\n"
    "meta\ta=b%3D%\t=c\n"
    "meta\tcomment\tcyanotype recording=exact\n"
    "meta\tcomment 2\tsecond\n"
    "meta\tcomment 7\tseventh\n"
    "meta\trecorded\tyesterday\n"
    "meta\tduration\t1.5 s\n"
    "meta\tlabel thread\tmain (12 samples)\n"
    "note\ta clock went \\\\ back\n"
    "metric\ttime\ts\n"
    "metric\tcalls\tcount\n"
    "metric\twritten\tbyte\n"
    "metric\tsamples\tcount\n"
    "metric\tsize\tnanoseconds\n"
    "function\tmain\tgithub.com/a/b\tsrc/main.c\t76\t1\n"
    "function\tmain\tgithub.com/a/b\tsrc/main.c\t76\t9ae16a3b2f90404f\n"
    "function\tparse#12\tc\\\\d\n"
    "function\t\n"
    "0\t1\t-\t0.25\t1\t0\t0\t1\n"
    "1\t3\t-\t1\t0\t7\t0\t1\t81\n"
    "1\t3\t-\t2\t0\t0\t0\t1\t81\n" /* the same again: duplicates */
    "1\t3\t-\t3\t0\t0\t3\t1\n"
    "3\t3\t-\t0\t0\t0\t0\t0\t76\n" /* the call site is the line of the definition */
    "3\t1\t-\t4\t0\t0\t0\t1\t4294967295\n"
    "1\t2\t-\t5\t0\t0\t0\t1\t81\n"
    "6\t4\t-\t6\t0\t0\t0\t1\n"
    "6\t4\t-\t7\t0\t0\t0\t1\n"
    "0\t1\t-\t8\t0\t0\t0\t1\n"
    "10\t3\t-\t9\t0\t0\t0\t1\t81\n"
    "end\t11\n";

TEST ("/convert/everything")
{
  g_autoptr (CyanProfile) profile = MUST (load_text (everything, -1, &failure));

  g_assert_cmpuint (profile->n_nodes, ==, 12);
  ASSERT_TEXT (warnings_of (profile), "a clock went \\ back\n"
                                      "the tree was inferred from a call graph\n");
  assert_survives (profile);
}

/* Trees with nodes that differ only in their order. */
TEST ("/convert/duplicates")
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (23);

  for (guint round = 0; round < test_size (200, 3); round++)
    {
      g_autoptr (CyanStrings) strings = cyan_strings_new ();
      g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
      guint n = (guint) g_rand_int_range (rand, 1, 60);
      gboolean call_sites = round % 2 == 0, calls = round % 3 == 0;
      g_autoptr (CyanProfile) profile = NULL;

      cyan_profile_builder_metric (builder, "time", "ns");
      for (guint i = 0; i < n; i++)
        {
          CyanNode parent = (CyanNode) g_rand_int_range (
              rand, 0, (gint32) cyan_profile_builder_n_nodes (builder));
          const char *name = g_rand_boolean (rand) ? "f" : "g";
          guint32 function = cyan_profile_builder_function (
              builder, cyan_strings_add (strings, name, -1), 0, 0,
              (guint32) g_rand_int_range (rand, 0, 3), (guint64) g_rand_int_range (rand, 0, 2));
          guint32 site = call_sites && parent != 0 ? (guint32) g_rand_int_range (rand, 0, 3) : 0;
          CyanNode node = cyan_profile_builder_append (builder, parent, function, site, NULL);

          cyan_profile_builder_add (builder, 0, node, g_rand_int_range (rand, 0, 3));
          if (calls && g_rand_boolean (rand))
            cyan_profile_builder_add_calls (builder, node, (guint64) g_rand_int_range (rand, 0, 3));
        }
      profile = cyan_profile_builder_finish (builder);
      if (profile->metrics[0].total[0] > 0)
        assert_survives (profile);
    }
}

/* As docs/formats.md has it. */
static char *
folded_name (const char *name)
{
  char *text = g_strdelimit (g_strdelimit (g_strdup (name), ";", ':'), "\t\n\v\f\r", ' ');

  for (gsize i = strlen (text); i > 0 && text[i - 1] == ' '; i--)
    text[i - 1] = '_';
  return text;
}

/* Self values by path of names as folded stacks write them. */
static GHashTable *
names_of (const CyanProfile *profile)
{
  GHashTable *all = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (paths, g_strdup (""));
  for (CyanNode i = 1; i < profile->n_nodes; i++)
    {
      g_autofree char *name = folded_name (cyan_profile_name (profile, i));
      char *path = g_strconcat (g_ptr_array_index (paths, profile->parent[i]), ";", name, NULL);
      double *self = g_hash_table_lookup (all, path);

      if (self == NULL)
        {
          self = g_new0 (double, 1);
          g_hash_table_insert (all, g_strdup (path), self);
        }
      *self += profile->metrics[0].self[i];
      g_ptr_array_add (paths, path);
    }
  return all;
}

/* Folded stacks carry the first metric of each path of names, and nothing else. */
TEST ("/convert/folded")
{
  static const char *const names[] = { "cmark-a.callgrind.out.zst", "cmark-a.uftrace.json.zst",
                                       "gomarkdown-a.pb.gz", "lark-a.prof.zst",
                                       "marked-a1.cpuprofile.zst" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (CyanProfile) profile = load_data (names[i]);
      g_autoptr (CyanProfile) again = through (profile, "a.folded");
      g_autoptr (CyanProfile) twice = through (again, "a.folded");
      g_autoptr (GHashTable) wanted = names_of (profile);
      g_autoptr (GHashTable) got = names_of (again);
      g_autofree char *lost = cyan_profile_save_losses (profile, "a.folded");
      g_autofree char *nothing = cyan_profile_save_losses (again, "a.folded");
      GHashTableIter iter;
      gpointer path, self;

      g_assert_cmpuint (g_hash_table_size (got), ==, g_hash_table_size (wanted));
      g_assert_cmpuint (g_hash_table_size (got), ==, again->n_nodes - 1);
      g_hash_table_iter_init (&iter, wanted);
      while (g_hash_table_iter_next (&iter, &path, &self))
        {
          const double *other = g_hash_table_lookup (got, path);

          g_assert_nonnull (other);
          g_assert_cmpfloat_with_epsilon (*other, *(double *) self,
                                          1e-12 * profile->metrics[0].total[0]);
        }
      assert_same (again, twice);
      g_assert_nonnull (lost);
      g_assert_null (strchr (lost, '\n'));
      g_assert_null (nothing);
    }
}

TEST ("/convert/losses")
{
  static const struct
  {
    const char *text;
    const char *path;
    const char *lost;
  } cases[] = {
    { "cct 1\nrecording\tsampled\nmetric\tvalue\nfunction\tf\n0\t1\t-\t3\nend\t1\n", "a.folded",
      NULL },
    { "cct 1\nrecording\tsampled\nmetric\tsamples\tsamples\nfunction\tf\n0\t1\t-\t3\nend\t1\n",
      "a.folded", "folded stacks do not carry names and units of metrics: left out" },
    { "cct 1\nmetric\ttime\tns\nfunction\tf\n0\t1\t2\t3\nend\t1\n", "a.collapsed",
      "folded stacks do not carry calls, names and units of metrics, that every call was seen: "
      "left "
      "out" },
    { "cct 1\nrecording\tinferred\nmeta\tk\tv\nmetric\tsamples\tsamples\nmetric\tb\tbytes\n"
      "function\tf\tm\tx.c\t3\t1\n0\t1\t-\t3\t1\n1\t1\t-\t3\t0\t7\n1\t1\t-\t3\t0\t8\nend\t3\n",
      "a.folded.gz",
      "folded stacks do not carry call sites, modules, files and lines, body hashes, further "
      "metrics, names and units of metrics, that the tree is inferred, meta data, notes, and what "
      "tells 1 context from others "
      "of the same names: left out" },
    { "cct 1\nrecording\tsampled\nmetric\tvalue\nfunction\ta;b\n0\t1\t-\t3\nend\t1\n", "a.folded",
      "folded stacks do not carry some characters of names: left out" },
    { "cct 1\nmetric\ttime\tns\nmetric\tx\tbytes\nfunction\tf\n0\t1\t2\t0.5\t0.5\nend\t1\n",
      "a.pb.gz",
      "pprof carries whole numbers only: values of time were rounded; pprof does not carry the "
      "order "
      "of callees, that every call was seen: left out" },
    { "cct 1\nrecording\tsampled\nsiblings\tunordered\nmetric\ttime\tns\nfunction\tf\n"
      "0\t1\t9223372036854775808\t1\nend\t1\n",
      "a.pb", "pprof does not carry calls beyond 2^63 - 1: cut" },
    { "cct 1\nrecording\tsampled\nsiblings\tunordered\nmetric\ttime\tns\nfunction\tf\n"
      "0\t1\t9223372036854775807\t1\nend\t1\n",
      "a.pb", NULL },
    { "cct 1\nrecording\tinferred\nsiblings\tunordered\nthreads\t2\nmetric\ttime\tns\n"
      "function\tf\tm\tx.c\t3\t1\n0\t1\t1\t3\n1\t1\t-\t3\t7\n1\t1\t-\t3\t8\nend\t3\n",
      "a.pb",
      "pprof does not carry call sites, body hashes, which calls are unknown, that the tree is "
      "inferred, the number of threads, and what tells 1 context from others of the same "
      "functions: "
      "left out" },
    { "cct 1\nrecording\tsampled\nperiod\t0.3\nsiblings\tunordered\nmetric\ttime\tns\n"
      "function\tf\n0\t1\t-\t3\nend\t1\n",
      "a.pb", "pprof carries whole numbers only: values of the period were rounded" },
    { "cct 1\nrecording\tsampled\nsiblings\tunordered\nmetric\ttime\tns\nmetric\tcalls\tcount\n"
      "function\tf\tlib/m.so\n0\t1\t-\t3\t7\nend\t1\n",
      "a.pb", "pprof does not carry folders of modules, that calls are a metric: left out" },
    { "cct 1\nmetric\ttime\tns\nfunction\tf\n0\t1\t9223372036854775808\t0.5\nend\t1\n", "a.cct",
      NULL },
    { "cct 1\nmetric\ttime\tns\nfunction\tf\n0\t1\t1\t1\nend\t1\n", "a.xyz", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CyanProfile) profile = MUST (load_text (cases[i].text, -1, &failure));
      g_autofree char *lost = cyan_profile_save_losses (profile, cases[i].path);

      g_assert_cmpstr (lost, ==, cases[i].lost);
    }
}

/* Random trees, built in any order. */
TEST ("/convert/cct")
{
  for (guint round = 0; round < 50; round++)
    {
      g_autoptr (CyanStrings) strings = cyan_strings_new ();
      g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
      g_autoptr (CyanProfile) profile = NULL;
      guint metric = cyan_profile_builder_metric (builder, "time", "ns");

      for (guint i = 0; i < 300; i++)
        {
          CyanNode parent =
              (CyanNode) g_test_rand_int_range (0, (int) cyan_profile_builder_n_nodes (builder));
          g_autofree char *name = g_strdup_printf ("f%d", g_test_rand_int_range (0, 20));
          guint32 function = cyan_profile_builder_function (
              builder, cyan_strings_add (strings, name, -1), CYAN_STR_EMPTY, CYAN_STR_EMPTY, 0, 0);
          CyanNode node = cyan_profile_builder_append (
              builder, parent, function, (guint32) g_test_rand_int_range (0, 3), NULL);

          cyan_profile_builder_add (builder, metric, node, g_test_rand_double_range (-1e3, 1e9));
          if (g_test_rand_bit ())
            cyan_profile_builder_add_calls (builder, node, (guint64) g_test_rand_int_range (0, 9));
        }
      profile = cyan_profile_builder_finish (builder);
      for (guint i = 0; i < G_N_ELEMENTS (whole_formats); i++)
        {
          g_autoptr (CyanProfile) again = through (profile, whole_formats[i]);

          assert_same (profile, again);
        }
    }
}

/* What could not be read again is not written as .cct. */
TEST ("/convert/not-written")
{
  static const struct
  {
    const char *first;
    guint n_more;
    const char *message;
  } cases[] = {
    { "time", 64, "more than 64 metrics" },
    { "m1", 1, "a second metric of the same name" },
    { "", 1, "a metric without a name" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CyanStrings) strings = cyan_strings_new ();
      g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
      g_autofree char *folder = g_dir_make_tmp (NULL, NULL);
      g_autofree char *path = g_build_filename (folder, "p.cct", NULL);
      g_autoptr (CyanProfile) profile = NULL;
      g_autoptr (GError) error = NULL;

      cyan_profile_builder_metric (builder, cases[i].first, "ms");
      for (guint m = 1; m <= cases[i].n_more; m++)
        {
          g_autofree char *name = g_strdup_printf ("m%u", m);

          cyan_profile_builder_metric (builder, name, "count");
        }
      profile = cyan_profile_builder_finish (builder);
      g_assert_false (cyan_profile_save (profile, path, &error));
      g_assert_error (error, CYAN_ERROR, CYAN_ERROR_UNSUPPORTED);
      g_assert_true (g_str_has_suffix (error->message, cases[i].message));
      /* No file is left. */
      g_assert_cmpint (g_rmdir (folder), ==, 0);
    }
}
