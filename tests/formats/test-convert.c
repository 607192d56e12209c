/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random trees that are written and read again are the same; test-convert-files.py has files. */
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

/* There is nothing to say of a file that cannot be written. */
TEST ("/convert/unknown-ending")
{
  g_autoptr (CyanProfile) profile =
      load_text ("cct 1\nmetric\ttime\tns\nfunction\tf\n0\t1\t1\t1\nend\t1\n", -1, NULL);

  g_assert_null (cyan_profile_save_losses (profile, "a.xyz"));
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
