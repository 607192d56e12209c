/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Samples of random streams of calls: which ones are taken, and that estimates lie as near to the
 * truth as is said.
 */
#include <math.h>
#include <string.h>

#include "cyan-error.h"
#include "cyan-profile-builder.h"
#include "cyan-sampling-sink.h"
#include "random-trees.h"
#include "profile-text.h"
#include "tests.h"

#define N_EVENTS    6000
#define N_FUNCTIONS 4

static CyanProfileBuilder *
builder_new (const CyanSampling *sampling)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  CyanProfileBuilder *builder = cyan_profile_builder_new (strings, 0);

  if (sampling != NULL)
    cyan_profile_builder_set_sink (builder, cyan_sampling_sink_new (builder, sampling));
  cyan_profile_builder_metric (builder, "calls", "count");
  cyan_profile_builder_metric (builder, "size", "bytes");
  return builder;
}

static guint32
function_of (CyanProfileBuilder *builder, char name)
{
  CyanStr id = cyan_strings_add (cyan_profile_builder_strings (builder), &name, 1);

  return cyan_profile_builder_function (builder, id, 0, 0, 0, 0);
}

/* A random stream of calls of two threads: each call counts 1, and 8 bytes.  Adds to @paths the
 * path of each call, such as "abca"; it may be NULL. */
static void
write_stream (CyanProfileBuilder *builder, guint64 seed, GPtrArray *paths)
{
  CyanCallSink *sink = cyan_profile_builder_sink (builder);
  guint64 state = seed;
  g_autoptr (GString) a = g_string_new (NULL), b = g_string_new (NULL);
  GString *const open[2] = { a, b };

  for (guint i = 0; i < N_EVENTS; i++)
    {
      guint64 random = random_next (&state) >> 20;
      guint thread = random & 1;
      char name = (char) ('a' + random / 2 % N_FUNCTIONS);

      if (open[thread]->len > 0 && random / 64 % 8 < (open[thread]->len > 2 ? 6 : 3))
        {
          cyan_call_sink_leave (sink, thread);
          g_string_truncate (open[thread], open[thread]->len - 1);
          continue;
        }
      g_assert_true (cyan_call_sink_enter (sink, thread, function_of (builder, name), 0, 1, NULL));
      g_string_append_c (open[thread], name);
      if (paths != NULL)
        g_ptr_array_add (paths, g_strdup (open[thread]->str));
      cyan_call_sink_add (sink, thread, 1, 8);
      cyan_call_sink_add (sink, thread, 0, 1);
    }
}

static CyanProfile *
finish (CyanProfileBuilder *builder)
{
  CyanProfile *profile = MUST (cyan_profile_builder_finish_tick (builder, NULL, &failure));

  MUST (cyan_profile_check (profile, &failure));
  return profile;
}

static CyanProfile *
stream_profile (guint64 seed, const CyanSampling *sampling, GPtrArray *paths)
{
  g_autoptr (CyanProfileBuilder) builder = builder_new (sampling);

  write_stream (builder, seed, paths);
  return finish (builder);
}

static char *
path_of (const CyanProfile *profile, CyanNode node)
{
  GString *path = g_string_new (NULL);

  for (; node != CYAN_NODE_ROOT; node = profile->parent[node])
    g_string_prepend_c (path, cyan_profile_name (profile, node)[0]);
  return g_string_free (path, FALSE);
}

/* Own values of metric 0 by path; values of double. */
static GHashTable *
values_of (const CyanProfile *profile)
{
  GHashTable *values = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (CyanNode i = 1; i < profile->n_nodes; i++)
    g_hash_table_insert (values, path_of (profile, i),
                         g_memdup2 (&profile->metrics[0].self[i], sizeof (double)));
  return values;
}

static double
value_of (GHashTable *values, const char *path)
{
  const double *value = g_hash_table_lookup (values, path);

  return value != NULL ? *value : 0;
}

/* The value of a profile is exactly @weight for each of the chosen calls. */
static void
assert_chosen (const CyanProfile *profile, const GPtrArray *chosen, double weight)
{
  g_autoptr (GHashTable) values = values_of (profile);

  for (guint i = 0; i < chosen->len; i++)
    {
      const char *path = chosen->pdata[i];
      double *value = g_hash_table_lookup (values, path);

      g_assert_nonnull (value);
      *value -= weight;
    }
  for (CyanNode i = 1; i < profile->n_nodes; i++)
    {
      g_autofree char *path = path_of (profile, i);

      g_assert_cmpfloat_with_epsilon (value_of (values, path), 0, 1e-6);
    }
  g_assert_cmpint (profile->recording, ==, CYAN_RECORDING_SAMPLED);
  g_assert_false (cyan_profile_has_calls (profile));
}

/* Every n-th call, and no other; of every call, the whole tree. */
TEST ("/sampling/every")
{
  for (guint n = 1; n <= 50; n += 7)
    {
      const CyanSampling sampling = { .every = n };
      g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
      g_autoptr (GPtrArray) chosen = g_ptr_array_new ();
      g_autoptr (CyanProfile) exact = stream_profile (n, NULL, paths);
      g_autoptr (CyanProfile) profile = stream_profile (n, &sampling, NULL);

      for (guint i = n; i <= paths->len; i += n)
        g_ptr_array_add (chosen, paths->pdata[i - 1]);
      assert_chosen (profile, chosen, n);
      g_assert_cmpfloat (profile->period, ==, n);
      if (n == 1)
        g_assert_cmpuint (profile->n_nodes, ==, exact->n_nodes);
      /* Of the other metric nothing is lost but what came after the last sample. */
      g_assert_cmpfloat (profile->metrics[1].total[0], ==, 8.0 * (paths->len - paths->len % n));
    }
}

static void
check_bursts (guint burst, guint of)
{
  const CyanSampling sampling = { .every = 1, .burst = burst, .of = of };
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) chosen = g_ptr_array_new ();
  g_autoptr (CyanProfile) exact = stream_profile (5, NULL, paths);
  g_autoptr (CyanProfile) profile = stream_profile (5, &sampling, NULL);

  for (guint i = of; i < paths->len; i++)
    if (i % of < burst)
      g_ptr_array_add (chosen, paths->pdata[i]);
  assert_chosen (profile, chosen, (double) of / burst);
  /* Calls of a burst follow each other, so that a burst is one sample. */
  g_assert_cmpfloat (profile->period, >, 0.9 * of);
  g_assert_cmpfloat (profile->period, <=, of);
}

TEST ("/sampling/bursts")
{
  check_bursts (30, 200);
  check_bursts (1, 7);
  check_bursts (2, 3);
}

/* The whole of a tree is sampled, what it has outside of all calls, too; what was sampled before
 * has the noise of both. */
TEST ("/sampling/tree")
{
  const CyanSampling all = { .every = 1 }, half = { .every = 2 };
  g_autoptr (CyanProfileBuilder) builder = builder_new (NULL);
  g_autoptr (CyanProfile) exact = NULL, sampled = NULL, again = NULL;
  CyanNode node;

  cyan_profile_builder_add (builder, 0, CYAN_NODE_ROOT, 10);
  node = cyan_profile_builder_append (builder, CYAN_NODE_ROOT, function_of (builder, 'a'), 0, NULL);
  cyan_profile_builder_add (builder, 0, node, 6);
  exact = finish (builder);
  sampled = cyan_profile_sample (exact, &all, NULL);
  g_assert_cmpfloat (sampled->metrics[0].self[0], ==, 10);
  g_assert_cmpfloat (sampled->metrics[0].self[1], ==, 6);
  g_assert_cmpfloat (sampled->period, ==, 1);
  again = cyan_profile_sample (sampled, &half, NULL);
  g_assert_cmpfloat (again->metrics[0].total[0], ==, 16);
  g_assert_cmpfloat (again->period, ==, 1 + 2);
}

/* The estimate of @values, of a true value. */
static gboolean
is_in_interval (GHashTable *values, const char *path, double truth, double every)
{
  return fabs (value_of (values, path) - truth) <= 1.96 * sqrt (every * truth);
}

typedef CyanProfile *(*SampleFunc) (const CyanSampling *sampling);

static CyanProfile *
sample_stream (const CyanSampling *sampling)
{
  return stream_profile (1, sampling, NULL);
}

static CyanProfile *
sample_tree (const CyanSampling *sampling)
{
  g_autoptr (CyanProfile) exact = stream_profile (1, NULL, NULL);
  CyanProfile *profile = cyan_profile_sample (exact, sampling, NULL);

  g_assert_nonnull (profile);
  return profile;
}

/* The truth is in the 95 % interval of the estimate as often as that says, and the same seed gives
 * the same samples. */
static void
test_truth (gconstpointer data)
{
  const SampleFunc sample = *(const SampleFunc *) data;
  g_autoptr (CyanProfile) exact = stream_profile (1, NULL, NULL);
  g_autoptr (GHashTable) truth = values_of (exact);
  guint n = 0, n_inside = 0;
  double sum = 0;
  g_autofree char *first = NULL;

  for (guint32 seed = 1; seed <= 300; seed++)
    {
      const CyanSampling sampling = { .every = 2, .random = TRUE, .seed = seed };
      g_autoptr (CyanProfile) profile = sample (&sampling);
      g_autoptr (CyanProfile) same = sample (&sampling);
      g_autoptr (GHashTable) values = values_of (profile);
      g_autofree char *text = cyan_profile_to_text (profile, CYAN_PROFILE_TEXT_SELF);
      g_autofree char *again = cyan_profile_to_text (same, CYAN_PROFILE_TEXT_SELF);
      GHashTableIter iter;
      gpointer path, value;

      g_assert_cmpstr (text, ==, again);
      if (first == NULL)
        first = g_strdup (text);
      else
        g_assert_cmpstr (text, !=, first);
      sum += profile->metrics[0].total[0];
      g_hash_table_iter_init (&iter, truth);
      while (g_hash_table_iter_next (&iter, &path, &value))
        if (*(double *) value >= 40)
          {
            n++;
            n_inside += is_in_interval (values, path, *(double *) value, sampling.every);
          }
    }
  g_assert_cmpuint (n, >, 3000);
  g_test_message ("%u of %u", n_inside, n);
  g_assert_cmpfloat ((double) n_inside / n, >, 0.935);
  g_assert_cmpfloat ((double) n_inside / n, <, 0.965);
  g_assert_cmpfloat_with_epsilon (sum / 300, exact->metrics[0].total[0],
                                  4 * sqrt (2 * exact->metrics[0].total[0] / 300));
}

/* Many samples of one value, at once. */
TEST ("/sampling/large")
{
  double sum = 0, squares = 0;

  for (guint32 seed = 0; seed < 400; seed++)
    {
      const CyanSampling sampling = { .every = 0.01, .random = TRUE, .seed = seed };
      g_autoptr (CyanProfileBuilder) builder = builder_new (&sampling);
      CyanCallSink *sink = cyan_profile_builder_sink (builder);
      g_autoptr (CyanProfile) profile = NULL;

      cyan_call_sink_enter (sink, 0, function_of (builder, 'a'), 0, 1, NULL);
      cyan_call_sink_add (sink, 0, 0, 100);
      profile = finish (builder);
      sum += profile->metrics[0].self[1];
      squares += pow (profile->metrics[0].self[1] - 100, 2);
    }
  /* The variance is 0.01 * 100, known to 7 %. */
  g_assert_cmpfloat_with_epsilon (sum / 400, 100, 0.2);
  g_assert_cmpfloat_with_epsilon (squares / 400, 1, 0.25);
}

/* A tree has no calls of which bursts could be taken. */
TEST ("/sampling/no-bursts")
{
  const CyanSampling sampling = { .every = 1, .burst = 1, .of = 2 };
  g_autoptr (CyanProfile) exact = stream_profile (1, NULL, NULL);

  MUST_FAIL (CYAN_ERROR_UNSUPPORTED, "*", cyan_profile_sample (exact, &sampling, &failure));
}

/* Nodes beyond the limit are refused as by any other sink. */
TEST ("/sampling/limit")
{
  const CyanSampling sampling = { .every = 1 };
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 3);
  g_autoptr (GError) error = NULL;
  CyanCallSink *sink;
  guint n = 0;

  cyan_profile_builder_set_sink (builder, cyan_sampling_sink_new (builder, &sampling));
  cyan_profile_builder_metric (builder, "calls", "count");
  sink = cyan_profile_builder_sink (builder);
  while (n < 10 && cyan_call_sink_enter (sink, 0, function_of (builder, 'a'), 0, 1, &error))
    {
      cyan_call_sink_add (sink, 0, 0, 1);
      n++;
    }
  g_assert_cmpuint (n, ==, 3);
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_LIMIT);
}

TESTS ()
{
  static const SampleFunc stream = sample_stream, tree = sample_tree;

  g_test_add_data_func ("/sampling/truth/stream", &stream, test_truth);
  g_test_add_data_func ("/sampling/truth/tree", &tree, test_truth);
}
