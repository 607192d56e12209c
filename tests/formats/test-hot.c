/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Recordings of every format with only what matters of them: the bounds against the whole, .cct and
 * back, and input that is hostile.
 */
#include "cyan-run-parts.h"
#include "hot-bounds.h"
#include "load-text.h"
#include "same-profile.h"
#include "profile-text.h"
#include "tests.h"

static CyanProfile *
load_hot (const char *text, gssize length, double phi, GError **error)
{
  const CyanLoadOptions options = { .hot = { phi, 0 }, .trusted = TRUE };
  gsize size = length < 0 ? strlen (text) : (gsize) length;
  CyanProfile *profile = cyan_profile_load_memory ("t", text, size, &options, NULL, error);

  if (profile != NULL)
    g_assert_true (cyan_profile_check (profile, NULL));
  return profile;
}

/* Siblings that are alike, which some formats have, are one. */
static CyanProfile *
unify (const CyanProfile *profile)
{
  const char *name = "t";
  CyanProfile *one = cyan_profiles_merge (&profile, &name, 1, 0, NULL, NULL, NULL);

  g_assert_nonnull (one);
  return one;
}

static void
test_reader (gconstpointer data)
{
  static const double phis[] = { 1e-3, 0.01, 0.2 };
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", data, NULL);
  g_autoptr (CyanProfile) whole = cyan_profile_load (path, NULL, NULL, NULL);
  g_autoptr (CyanProfile) exact = unify (whole);

  for (guint i = 0; i < G_N_ELEMENTS (phis); i++)
    {
      const CyanLoadOptions options = { .hot = { phis[i], 0 } };
      g_autoptr (CyanProfile) hot = MUST (cyan_profile_load (path, &options, NULL, &failure));
      g_autoptr (CyanProfile) one = NULL, again = NULL;

      g_assert_true (cyan_profile_check (hot, NULL));
      g_assert_cmpfloat (hot->pruning.phi, ==, phis[i]);
      g_assert_cmpuint (hot->n_nodes, <=, 3 / phis[i] * 100);
      one = unify (hot);
      hot_bounds_assert (one, exact);
      again = through (hot, "a.cct.gz");
      assert_same (hot, again);
      g_assert_cmpmem (&hot->pruning, sizeof hot->pruning, &again->pruning, sizeof again->pruning);
      for (CyanNode node = 0; node < hot->n_nodes; node++)
        g_assert_cmpfloat (cyan_profile_missing (hot, node), ==,
                           cyan_profile_missing (again, node));
    }
}

/* The same tree comes out of the sink that makes whole trees as of the builder itself. */
static void
test_whole (gconstpointer data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", data, NULL);
  g_autoptr (CyanCallTape) tape = cyan_call_tape_new (0);
  const CyanLoadOptions options = { .tape = tape };
  g_autoptr (CyanProfile) built = cyan_profile_load (path, NULL, NULL, NULL);
  g_autoptr (CyanProfile) whole = cyan_profile_load (path, &options, NULL, NULL);

  assert_same (built, whole);
}

/* The same stream and the same limits: the same bytes. */
TEST ("/hot/same")
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "jq-a.perf.folded.gz", NULL);
  const CyanLoadOptions options = { .hot = { 0.01, 0 } };
  g_autoptr (CyanProfile) a = cyan_profile_load (path, &options, NULL, NULL);
  g_autoptr (CyanProfile) b = cyan_profile_load (path, &options, NULL, NULL);

  assert_same (a, b);
}

/* ---- .cct ---- */

#define HOT_CCT                                                                                    \
  "metric\ttime\tns\nfunction\tmain\nfunction\ta\nfunction\t(cold)"                                \
  "\n0\t1\t1\t10\n1\t2\t3\t70\t\t2\n"                                                              \
  "1\t3\t-\t20\nend\t3\n"

TEST ("/hot/cct/reading")
{
  g_autoptr (CyanProfile) hot = load_text ("cct 1\nhot\t0.05\t0.01\t2\t100\n" HOT_CCT, -1, NULL);
  g_autoptr (CyanProfile) old = load_text ("cct 1\n" HOT_CCT, -1, NULL);

  assert_profile (hot, CYAN_PROFILE_TEXT_SELF | CYAN_PROFILE_TEXT_CALLS,
                  "main:10*1(a:70*3 '(cold)':20)");
  g_assert_cmpfloat (hot->pruning.phi, ==, 0.05);
  g_assert_cmpfloat (hot->pruning.epsilon, ==, 0.01);
  g_assert_cmpfloat (hot->pruning.floor, ==, 2);
  g_assert_cmpfloat (cyan_profile_missing (hot, 1), ==, 0);
  g_assert_cmpfloat (cyan_profile_missing (hot, 2), ==, 2);

  /* Readers that do not know the record do not know the field either: all values are the same. */
  assert_profile (old, CYAN_PROFILE_TEXT_SELF | CYAN_PROFILE_TEXT_CALLS,
                  "main:10*1(a:70*3 '(cold)':20)");
  g_assert_null (old->missing);
  g_assert_cmpuint (old->warnings->len, ==, 0);
}

TEST ("/hot/cct/broken")
{
  static const char *const heads[] = {
    "hot\n",    "hot\t2\t0\t0\t9\n", "hot\t0.1\t-1\t0\n", "hot\t0.1\t0.1\tnan\n",
    "hot\tx\n", "hot\t0.1\t0.1\n",
  };
  static const char *const missing[] = { "-1", "nan", "inf", "x" };

  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    {
      g_autofree char *text = g_strconcat ("cct 1\n", heads[i], HOT_CCT, NULL);

      MUST_FAIL (CYAN_ERROR_INVALID, "*", load_text (text, -1, &failure));
    }
  for (guint i = 0; i < G_N_ELEMENTS (missing); i++)
    {
      g_autofree char *text = g_strdup_printf (
          "cct 1\nhot\t0.1\t0.1\t1\nmetric\tt\tns\nfunction\ta\n0\t1\t1\t5\t\t%s\nend\t1\n",
          missing[i]);

      MUST_FAIL (CYAN_ERROR_INVALID, "*", load_text (text, -1, &failure));
    }
}

/* A file that cannot tell what may be missing says so. */
TEST ("/hot/losses")
{
  g_autoptr (CyanProfile) hot = load_text ("cct 1\nhot\t0.05\t0.01\t2\t100\n" HOT_CCT, -1, NULL);
  static const char *const names[] = { "a.folded", "a.pb.gz" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *lost = cyan_profile_save_losses (hot, names[i]);

      g_assert_nonnull (strstr (lost, "what may be missing"));
    }
}

/* ---- hostile ---- */

/* A log that is cut anywhere says the same of its beginning as the whole tree does, or fails
 * alike. */
TEST ("/hot/hostile/cut")
{
  g_autoptr (GString) text = g_string_new ("Enters: p.C.main ()\n");

  for (guint i = 0; i < 12; i++)
    g_string_append_printf (text, "Enters: p.C.f%u ()\nEnters: p.C.g ()\nExits: p.C.g ()\n%s",
                            i % 5, i % 3 == 0 ? "" : "Exits: p.C.f ()\n");
  for (gsize length = 0; length <= text->len; length++)
    {
      g_autoptr (GError) error = NULL, exact_error = NULL;
      g_autoptr (CyanProfile) exact = load_text (text->str, (gssize) length, &exact_error);
      g_autoptr (CyanProfile) hot = load_hot (text->str, (gssize) length, 0.3, &error);

      g_assert_true ((hot == NULL) == (exact == NULL));
      if (hot == NULL)
        g_assert_cmpstr (error->message, ==, exact_error->message);
      else
        hot_bounds_assert (hot, exact);
    }
}

TEST ("/hot/hostile/values")
{
  g_autoptr (GError) negative = NULL, tree = NULL, huge = NULL, none = NULL;
  g_autoptr (CyanProfile) zero = NULL, large = NULL;

  g_assert_null (load_hot ("a;b 9\na;c -3\na;c 5\n", -1, 0.1, &negative));
  g_assert_cmpstr (negative->message, ==, "t: some values are negative: nothing can be pruned");
  g_assert_null (load_hot ("cct 1\nmetric\tt\tns\nfunction\ta\n0\t1\t-\t-1\n0\t1\t-\t9\nend\t2\n",
                           -1, 0.1, &tree));
  g_assert_cmpstr (tree->message, ==, negative->message);
  g_assert_null (load_hot ("a 1.7e308\nb 1.7e308\n", -1, 0.1, &huge));
  g_assert_cmpstr (huge->message, ==, "t: line 2: the counts add up to no finite number");
  large = load_hot ("a 1.7e308\nb 1\n", -1, 0.1, &none);
  g_assert_no_error (none);
  assert_profile (large, CYAN_PROFILE_TEXT_SELF, "a:1.7e308 '(cold)':1");
  zero = load_hot ("a;b 0\na;c 0\n", -1, 0.1, &none);
  g_assert_no_error (none);
  g_assert_cmpfloat (zero->metrics[0].total[CYAN_NODE_ROOT], ==, 0);
}

/* A hundred thousand contexts with a limit of 2000 nodes: more is pruned, and told. */
TEST ("/hot/hostile/node-limit")
{
  g_autoptr (GString) text = g_string_new (NULL);
  const CyanLoadOptions options = { .hot = { 1e-4, 0 }, .max_nodes = 2000 };
  g_autoptr (CyanProfile) exact = NULL, hot = NULL;

  for (guint i = 0; i < 100000; i++)
    g_string_append_printf (text, "main;a%u;b%u %u\n", i % 300, i % 7000, i % 97 == 0 ? 50 : 1);
  exact = load_text (text->str, (gssize) text->len, NULL);
  hot = MUST (cyan_profile_load_memory ("t", text->str, text->len, &options, NULL, &failure));
  g_assert_cmpuint (hot->n_nodes, <=, 2000);
  g_assert_cmpfloat (hot->pruning.epsilon, >, 2e-5);
  g_assert_cmpfloat (hot->metrics[0].total[0], ==, exact->metrics[0].total[0]);
}

TESTS ()
{
  static const char *const recordings[] = {
    "cmark-a.folded.gz",
    "jq-a.perf.folded.gz",
    "cmark-a.perf.txt.zst",
    "marked-a1.cpuprofile.zst",
    "cmark-a.speedscope.json.zst",
    "cmark-a.uftrace.json.zst",
    "cmark-a.callgrind.out.zst",
    "gomarkdown-a.pb.gz",
    "lark-a.prof.zst",
    "clang-small.time-trace.json.zst",
  };

  for (guint i = 0; i < G_N_ELEMENTS (recordings); i++)
    {
      g_autofree char *path = g_strconcat ("/hot/reader/", recordings[i], NULL);
      g_autofree char *same = g_strconcat ("/hot/whole/", recordings[i], NULL);

      g_test_add_data_func (path, recordings[i], test_reader);
      g_test_add_data_func (same, recordings[i], test_whole);
    }
}
