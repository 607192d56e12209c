/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Similarity reports of real recordings.
 *
 * The splits are ten runs of one revision of cmark and of lua (perf, cpu-clock at 1999 Hz, on a
 * machine with other work): whatever differs between any five and the others is noise.
 */
#include "cyan-format.h"
#include "cyan-similarity.h"
#include "tests.h"

#include <math.h>
#include <string.h>

#define N_RUNS 10

static CyanProfile *
load (const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", name, NULL);
  const CyanLoadOptions options = { 0 };
  CyanProfile *profile = MUST (cyan_profile_load (path, &options, NULL, &failure));

  return profile;
}

static CyanSimilarity *
similarity (CyanProfile *const *before,
            guint n_before,
            CyanProfile *const *after,
            guint n_after,
            CyanSimilarityBy by)
{
  const CyanCompareOptions compare_options = CYAN_COMPARE_OPTIONS_INIT;
  const CyanSimilarityOptions options = { .by = by, .alpha = 0.05 };
  g_autoptr (CyanComparison) comparison = NULL;
  g_autoptr (CyanRuns) befores = NULL;
  g_autoptr (CyanRuns) afters = NULL;
  CyanSimilarity *self;

  befores = MUST (cyan_runs_new (before, n_before, NULL, "before", NULL, NULL, &failure));
  afters = MUST (cyan_runs_new (after, n_after, NULL, "after", NULL, NULL, &failure));
  comparison = MUST (cyan_comparison_new_runs (befores, afters, &compare_options, NULL, &failure));
  self = MUST (cyan_similarity_new (comparison, &options, NULL, &failure));
  return self;
}

/* ---- one revision ---- */

static void
shuffle (CyanProfile **profiles, guint n, GRand *rand)
{
  for (guint i = n; i > 1; i--)
    {
      guint other = (guint) g_rand_int_range (rand, 0, (gint) i);
      CyanProfile *profile = profiles[i - 1];

      profiles[i - 1] = profiles[other];
      profiles[other] = profile;
    }
}

/* Of 100 divisions into five and five runs, at most five call any row changed; the paper's rule, an
 * SC below 1, does so in each. */
static void
test_noise (gconstpointer data)
{
  const char *program = data;
  g_autoptr (GRand) rand = g_rand_new_with_seed (16);
  CyanProfile *profiles[N_RUNS];

  for (guint r = 0; r < N_RUNS; r++)
    {
      g_autofree char *name = g_strdup_printf ("splits/%s-%u.cct.gz", program, r + 1);

      profiles[r] = load (name);
    }
  for (CyanSimilarityBy by = CYAN_SIMILARITY_STACK; by <= CYAN_SIMILARITY_FUNCTION; by++)
    {
      guint n_false = 0, n_paper = 0, n_tested = 0;

      for (guint split = 0; split < 100; split++)
        {
          g_autoptr (CyanSimilarity) self = NULL;

          shuffle (profiles, N_RUNS, rand);
          self = similarity (profiles, N_RUNS / 2, profiles + N_RUNS / 2, N_RUNS / 2, by);
          n_false += self->n_changed > 0;
          n_paper += self->n_below > 0;
          for (guint i = 0; i < self->n_rows; i++)
            n_tested += !isnan (self->rows[i].q);
        }
      g_assert_cmpuint (n_false, <=, 5);
      g_assert_cmpuint (n_paper, ==, 100);
      g_assert_cmpuint (n_tested, >, 1000);
    }
  for (guint r = 0; r < N_RUNS; r++)
    cyan_profile_unref (profiles[r]);
}

/* ---- two revisions ---- */

typedef struct
{
  const char *name;
  const char *suffix;
  guint n_runs; /* with one, the name of the file has no number */
  const char *culprits[3];
} Pair;

static const Pair pairs[] = {
  { "cmark", ".callgrind.out.zst", 1, { "S_can_contain", "cmark_node_insert_after" } },
  { "gomarkdown",
    ".pprof.folded.gz",
    5,
    { "runtime.ifaceeq", "github.com/gomarkdown/markdown/ast.GetPrevNode",
      "runtime.isDirectIface" } },
  { "marked", ".v8.folded.gz", 5, { "inlineTokens", "(garbage collector)" } },
};

static void
load_runs (const Pair *pair, char revision, CyanProfile **profiles)
{
  for (guint r = 0; r < pair->n_runs; r++)
    {
      g_autofree char *number = pair->n_runs > 1 ? g_strdup_printf ("%u", r + 1) : g_strdup ("");
      g_autofree char *name =
          g_strdup_printf ("%s-%c%s%s", pair->name, revision, number, pair->suffix);

      profiles[r] = load (name);
    }
}

/* What is known to be slower or faster is among the first five, and is called changed where there
 * are runs to tell. */
static void
test_culprits (gconstpointer data)
{
  const Pair *pair = data;
  CyanProfile *before[N_RUNS], *after[N_RUNS];

  load_runs (pair, 'a', before);
  load_runs (pair, 'b', after);
  for (CyanSimilarityBy by = CYAN_SIMILARITY_STACK; by <= CYAN_SIMILARITY_FUNCTION; by++)
    {
      g_autoptr (CyanSimilarity) self = similarity (before, pair->n_runs, after, pair->n_runs, by);

      for (guint c = 0; c < G_N_ELEMENTS (pair->culprits) && pair->culprits[c] != NULL; c++)
        {
          guint rank = 0;

          while (strcmp (cyan_comparison_name (self->comparison, self->rows[rank].node),
                         pair->culprits[c])
                 != 0)
            g_assert_cmpuint (++rank, <, 5);
          /* By stack, a few samples are too few for a test. */
          if (pair->n_runs > 1 && !isnan (self->rows[rank].q))
            g_assert_true (self->rows[rank].changed);
          if (by == CYAN_SIMILARITY_FUNCTION)
            g_assert_cmpint (self->rows[rank].changed, ==, pair->n_runs > 1);
        }
    }
  for (guint r = 0; r < pair->n_runs; r++)
    {
      cyan_profile_unref (before[r]);
      cyan_profile_unref (after[r]);
    }
}

TESTS ()
{
  g_test_add_data_func ("/similarity-recordings/noise/cmark", "cmark", test_noise);
  g_test_add_data_func ("/similarity-recordings/noise/lua", "lua", test_noise);
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_autofree char *path = g_strdup_printf ("/similarity-recordings/culprits/%s", pairs[i].name);

      g_test_add_data_func (path, &pairs[i], test_culprits);
    }
}
