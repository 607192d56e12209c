/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which revisions are predicted to be slower, from real sources and stored profiles. */
#include "cyan-error.h"
#include "git-fixture.h"
#include "prediction-world.h"
#include "tests.h"
#include "tree.h"

#include <math.h>

#define LITO        (1u << CYAN_RISK_LITO)
#define CALLS_ADDED (1u << CYAN_RISK_CALLS_ADDED)
#define TOUCHED     (1u << CYAN_RISK_TOUCHED)

/* Figure 3 of LITO, section 3.1, in C: parse_on() is called 10 times, its loop runs 100 times, the
 * block in it 50 times.  A call of remember() costs 100, of restore() 200, of position() 50. */
#define PARSE(first, in_loop, in_block)                                                            \
  "int parse_on (struct stream *in)\n{\n" first                                                    \
  "  while (more (in))\n    {\n      next (in);\n" in_loop                                         \
  "      if (in->failed)\n        {\n" in_block "        }\n    }\n  return 0;\n}\n"               \
  "int other (void)\n{\n  return 1;\n}\n"
#define OLD "          position (in, 1);\n"
#define TREE                                                                                       \
  "main:0*1(parse_on:1000*10(more:2000*100(remember:100*1 restore:200*1) next:4200*100"            \
  " position:2500*50))"

static PredictionWorld
make_world (const char *name)
{
  PredictionWorld world = prediction_world_new (name);

  prediction_world_commit (&world, "parse.c", PARSE ("", "", OLD));
  prediction_world_run (&world, 10000, TREE);
  return world;
}

static const CyanPredictedBenchmark *
benchmark_of (const CyanPrediction *prediction, guint column)
{
  g_assert_cmpuint (column, <, prediction->n_columns);
  g_assert_true (prediction->revisions[column].is_known);
  return &prediction->revisions[column].benchmarks[0];
}

#define assert_dc(prediction, column, expected)                                                    \
  g_assert_cmpfloat_with_epsilon (benchmark_of (prediction, column)->dc, expected, 1e-9)

TEST ("/prediction/figure-3")
{
  g_auto (PredictionWorld) world = make_world ("figure-3");
  const CyanPredictionOptions options = CYAN_PREDICTION_OPTIONS_INIT;
  g_autoptr (CyanPrediction) prediction = NULL;
  const CyanPredictedBenchmark *benchmark;
  const CyanPredictedFunction *function;

  prediction_world_commit (&world, "parse.c",
                           PARSE ("  remember (in);\n", "", "          restore (in, 1);\n"));
  prediction_world_run (&world, 18500, NULL);
  prediction = prediction_world_predict (&world, &options);
  benchmark = benchmark_of (prediction, 1);
  g_assert_cmpfloat_with_epsilon (benchmark->dc, 0.85, 1e-9);
  g_assert_cmpfloat_with_epsilon (benchmark->dd, 0.85, 1e-9);
  g_assert_cmpuint (benchmark->sample, ==, 0);
  g_assert_cmpuint (benchmark->n_calls_added, ==, 2);
  g_assert_cmpfloat_with_epsilon (benchmark->own, 0.1, 1e-9);
  g_assert_cmpuint (benchmark->n_functions, ==, 1);
  function = &benchmark->functions[0];
  g_assert_cmpstr (function->function, ==, "parse_on");
  g_assert_cmpstr (function->file, ==, "parse.c");
  g_assert_cmpuint (function->line, ==, 1);
  g_assert_cmpfloat_with_epsilon (function->cost, 8500, 1e-6);
  g_assert_cmpuint (function->n_calls, ==, 3);
  g_assert_cmpstr (function->calls[0].callee, ==, "restore");
  g_assert_cmpfloat (function->calls[0].cost, ==, 200);
  g_assert_cmpfloat (function->calls[0].executions, ==, 50);
  g_assert_false (function->calls[0].guessed_cost || function->calls[0].guessed_executions);
  g_assert_cmpstr (function->calls[1].callee, ==, "position");
  g_assert_true (function->calls[1].is_deleted);
  g_assert_cmpstr (function->calls[2].callee, ==, "remember");
  g_assert_cmpfloat (function->calls[2].executions, ==, 10);
  g_assert_cmpuint (prediction->revisions[1].selected & (LITO | CALLS_ADDED | TOUCHED), ==,
                    LITO | CALLS_ADDED | TOUCHED);
  g_assert_true (prediction->revisions[1].is_regression);
  g_assert_cmpfloat (prediction->scores[CYAN_RISK_LITO].precision, ==, 1);
  g_assert_cmpfloat (prediction->scores[CYAN_RISK_LITO].recall, ==, 1);
}

/* What a revision that changed this is predicted to cost. */
TEST ("/prediction/changes")
{
  g_auto (PredictionWorld) world = make_world ("changes");
  const CyanPredictionOptions options = CYAN_PREDICTION_OPTIONS_INIT;
  g_autoptr (CyanPrediction) prediction = NULL;

  /* A comment; nothing of the functions; a function that does not run. */
  prediction_world_commit (&world, "parse.c", PARSE ("  /* why */\n", "", OLD));
  prediction_world_commit (&world, "README", "nothing\n");
  prediction_world_commit (&world, "other.c", "int unused (void)\n{\n  return parse_on (0);\n}\n");
  /* A call in a loop, and out of it: a gain. */
  prediction_world_commit (&world, "parse.c", PARSE ("", "      remember (in);\n", OLD));
  prediction_world_commit (&world, "parse.c", PARSE ("  remember (in);\n", "", OLD));
  /* An assignment: touched, but no call. */
  prediction_world_commit (&world, "parse.c", PARSE ("  in->n = 1;\n  remember (in);\n", "", OLD));
  prediction = prediction_world_predict (&world, &options);

  for (guint i = 1; i <= 3; i++)
    {
      assert_dc (prediction, i, 0);
      g_assert_cmpuint (prediction->revisions[i].selected & (LITO | CALLS_ADDED | TOUCHED), ==, 0);
    }
  assert_dc (prediction, 4, 100 * 100 / 10000.0);
  g_assert_true (prediction->revisions[4].selected & LITO);
  assert_dc (prediction, 5, (100 * 10 - 100 * 100) / 10000.0);
  g_assert_cmpuint (prediction->revisions[5].selected & (LITO | CALLS_ADDED), ==, CALLS_ADDED);
  assert_dc (prediction, 6, 0);
  g_assert_cmpuint (prediction->revisions[6].selected & (LITO | CALLS_ADDED | TOUCHED), ==,
                    TOUCHED);
  g_assert_false (prediction->has_truth);
}

/* New functions, and what nobody knows. */
TEST ("/prediction/callees")
{
  g_auto (PredictionWorld) world = make_world ("callees");
  CyanPredictionOptions options = CYAN_PREDICTION_OPTIONS_INIT;

  prediction_world_commit (&world, "parse.c",
                           PARSE ("  fast (in);\n", "", OLD) "int fast (int a)\n{\n"
                                                             "  return a + 1;\n}\n");
  prediction_world_commit (&world, "parse.c",
                           PARSE ("  fresh (in);\n", "", OLD) "int fresh (int a)\n{\n"
                                                              "  return restore (a, remember (a));"
                                                              "\n}\n");
  prediction_world_commit (&world, "parse.c", PARSE ("  MACRO (in);\n", "", OLD));
  for (guint sum = 0; sum < 2; sum++)
    {
      g_autoptr (CyanPrediction) prediction = NULL;
      double fresh = sum ? 10 * 300 : 10 * 10000, macro = sum ? 0 : 10 * 10000;

      options.sum_new = options.skip_unknown = sum;
      prediction = prediction_world_predict (&world, &options);
      /* The lowest cost is that of more(): 2,300 in 100 calls. */
      assert_dc (prediction, 1, 10 * (2300 / 100.0) / 10000);
      assert_dc (prediction, 2, (fresh - 10 * (2300 / 100.0)) / 10000);
      g_assert_cmpuint (prediction->n_unknown_callees, ==, 1);
      g_assert_true (benchmark_of (prediction, 3)->functions[0].calls[sum ? 1 : 0].guessed_cost);
      assert_dc (prediction, 3, (macro - (sum ? fresh : 10 * 10000)) / 10000);
    }
}

/* Two loops call the same function: their lines in the profile tell which of them does so how
 * often, wherever the lines are today. */
TEST ("/prediction/places")
{
  g_auto (PredictionWorld) world = prediction_world_new ("places");
  const CyanPredictionOptions options = CYAN_PREDICTION_OPTIONS_INIT;
  g_autoptr (CyanPrediction) prediction = NULL;

#define LOOPS(first, second)                                                                       \
  "\n\nint parse_on (struct stream *in)\n{\n  while (in->a)\n    {\n      step ();\n" first        \
  "    }\n  while (in->b)\n    {\n" second "    }\n  return 0;\n}\n"
  prediction_world_commit (&world, "parse.c",
                           LOOPS ("      remember (in);\n", "      remember (in);\n"));
  prediction_world_run (&world, 52000,
                        "main:0*1(parse_on:0*10(remember:2000*20@5 remember:50000*500@9))");
  prediction_world_commit (&world, "parse.c", LOOPS ("", "      remember (in);\n"));
  prediction = prediction_world_predict (&world, &options);
  assert_dc (prediction, 1, -20 * 100 / 52000.0);
}

/* A sample knows functions by the names that they had. */
TEST ("/prediction/renamed")
{
  g_auto (PredictionWorld) world = make_world ("renamed");
  const CyanPredictionOptions options = CYAN_PREDICTION_OPTIONS_INIT;
  g_autoptr (CyanPrediction) prediction = NULL;
  const char *body = "  int all = 0;\n  for (int i = 0; i < 10; i++)\n    all += i * a;\n"
                     "  while (all > 1000)\n    all /= 2;\n  return all + a;\n}\n";
  g_autofree char *before =
      g_strconcat (PARSE ("", "", OLD), "int remember (int a)\n{\n", body, NULL);
  g_autofree char *after =
      g_strconcat (PARSE ("", "", OLD), "int keep_it (int a)\n{\n", body, NULL);
  g_autofree char *calls =
      g_strconcat (PARSE ("  keep_it (in);\n", "", OLD), "int keep_it (int a)\n{\n", body, NULL);

  prediction_world_commit (&world, "parse.c", before);
  prediction_world_commit (&world, "parse.c", after);
  prediction_world_commit (&world, "parse.c", calls);
  prediction = prediction_world_predict (&world, &options);
  assert_dc (prediction, 2, 0);
  g_assert_cmpuint (prediction->revisions[2].selected & (LITO | CALLS_ADDED | TOUCHED), ==, 0);
  assert_dc (prediction, 3, 100 * 10 / 10000.0);
  g_assert_false (benchmark_of (prediction, 3)->functions[0].calls[0].guessed_cost);
}

/* A merge is compared with its first parent, so it has what the branch changed. */
TEST ("/prediction/merge")
{
  g_auto (PredictionWorld) world = make_world ("merge");
  const CyanPredictionOptions options = CYAN_PREDICTION_OPTIONS_INIT;
  CyanPredictionOptions range = CYAN_PREDICTION_OPTIONS_INIT;
  g_autoptr (CyanPrediction) prediction = NULL, whole = NULL;
  g_autofree char *head = NULL;

  git_do (world.folder, "checkout", "-q", "-b", "side", NULL);
  tree_write (world.folder, "parse.c", PARSE ("", "      remember (in);\n", OLD), -1);
  g_free (git_commit_all (world.folder, "side"));
  git_do (world.folder, "checkout", "-q", "-", NULL);
  prediction_world_commit (&world, "README", "main\n");
  git_do (world.folder, "merge", "-q", "--no-ff", "-m", "merge", "side", NULL);
  head = git_run (world.folder, "rev-parse", "HEAD", NULL);
  prediction_world_add (&world, head);
  prediction = prediction_world_predict (&world, &options);
  g_assert_cmpuint (prediction->n_columns, ==, 3);
  assert_dc (prediction, 1, 0);
  assert_dc (prediction, 2, 1);

  /* The same from the repository alone. */
  range.from = world.oids->pdata[0];
  range.to = "HEAD";
  whole = prediction_world_predict (&world, &range);
  g_assert_cmpuint (whole->n_columns, ==, 3);
  g_assert_cmpstr (whole->columns[2].oid, ==, head);
  assert_dc (whole, 2, 1);

  /* What was merged is no first parent. */
  range.from = "side";
  prediction_world_refuses (&world, &(CyanEvolutionQuery){ 0 }, &range, CYAN_ERROR_INVALID,
                            "side is no first parent of HEAD");
  range.from = "HEAD";
  range.to = world.oids->pdata[0];
  prediction_world_refuses (&world, &(CyanEvolutionQuery){ 0 }, &range, CYAN_ERROR_INVALID,
                            "no revision is between");
}

/* Samples are as far apart as asked for, and each serves the revisions after it. */
TEST ("/prediction/samples")
{
  g_auto (PredictionWorld) world = make_world ("samples");
  CyanPredictionOptions options = CYAN_PREDICTION_OPTIONS_INIT;
  const guint expected[] = { CYAN_PREDICTION_NONE, 0, 0, 2, 2 };
  g_autoptr (CyanPrediction) prediction = NULL;

  for (guint i = 1; i < G_N_ELEMENTS (expected); i++)
    {
      g_autofree char *text = g_strdup_printf ("%u\n", i);

      prediction_world_commit (&world, "README", text);
      prediction_world_run (&world, 10000 * i, TREE);
    }
  options.every = 2;
  prediction = prediction_world_predict (&world, &options);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    g_assert_cmpuint (prediction->revisions[i].benchmarks[0].sample, ==, expected[i]);
  g_assert_cmpfloat_with_epsilon (benchmark_of (prediction, 2)->dd, 1, 1e-9);
  g_assert_cmpuint (prediction->scores[CYAN_RISK_LITO].n, ==, 4);
  g_assert_cmpuint (prediction->scores[CYAN_RISK_LITO].n_regressions, ==, 3);
}

/* A profile without counted calls is no sample: the older one stays. */
TEST ("/prediction/mixed-recorders")
{
  g_auto (PredictionWorld) world = make_world ("mixed-recorders");
  CyanPredictionOptions options = CYAN_PREDICTION_OPTIONS_INIT;
  g_autoptr (CyanPrediction) prediction = NULL;

  prediction_world_commit (&world, "README", "1\n");
  prediction_world_run_sampled (&world, 10000, TREE);
  prediction_world_commit (&world, "parse.c", PARSE ("  remember (in);\n", "", OLD));
  options.every = 1;
  prediction = prediction_world_predict (&world, &options);
  g_assert_cmpuint (benchmark_of (prediction, 2)->sample, ==, 0);
  assert_dc (prediction, 2, 100 * 10 / 10000.0);
}

/* A revision that the repository has lost, and the one after it. */
TEST ("/prediction/no-sources")
{
  g_auto (PredictionWorld) world = make_world ("no-sources");
  const CyanPredictionOptions options = CYAN_PREDICTION_OPTIONS_INIT;
  g_autoptr (CyanPrediction) prediction = NULL;

  prediction_world_add (&world, "0123456789012345678901234567890123456789");
  prediction_world_commit (&world, "parse.c", PARSE ("", "      remember (in);\n", OLD));
  prediction_world_commit (&world, "parse.c", PARSE ("  remember (in);\n", "", OLD));
  prediction = prediction_world_predict (&world, &options);
  for (guint i = 1; i <= 2; i++)
    {
      g_assert_false (prediction->revisions[i].is_known);
      g_assert_nonnull (strstr (prediction->revisions[i].problem, "0123456789"));
      g_assert_false (cyan_prediction_is_predicted (prediction, i));
      g_assert_cmpuint (prediction->revisions[i].selected, ==, 0);
    }
  g_assert_true (cyan_prediction_is_predicted (prediction, 3));
}

/* It is said of each revision why nothing is predicted, not that there was no sample. */
TEST ("/prediction/no-sources-at-all")
{
  g_auto (PredictionWorld) world = make_world ("no-sources-at-all");
  const CyanPredictionOptions options = CYAN_PREDICTION_OPTIONS_INIT;
  g_autoptr (CyanPrediction) prediction = NULL;

  prediction_world_add (&world, "0123456789012345678901234567890123456789");
  prediction = prediction_world_predict (&world, &options);
  g_assert_false (prediction->revisions[1].is_known);
  g_assert_cmpuint (prediction->revisions[1].benchmarks[0].sample, ==, 0);
}

TEST ("/prediction/refused")
{
  g_auto (PredictionWorld) world = prediction_world_new ("refused");
  CyanPredictionOptions options = CYAN_PREDICTION_OPTIONS_INIT;
  const CyanEvolutionQuery all = { 0 }, no_metric = { .metric = "bytes" };
  g_autoptr (GError) error = NULL;
  gint64 other;

  prediction_world_refuses (&world, &all, &options, CYAN_ERROR_INVALID, "fewer than two revisions");
  prediction_world_commit (&world, "parse.c", PARSE ("", "", OLD));
  prediction_world_run_sampled (&world, 10000, TREE);
  prediction_world_commit (&world, "parse.c", PARSE ("  remember (in);\n", "", OLD));
  prediction_world_refuses (&world, &all, &options, CYAN_ERROR_UNSUPPORTED, "do not count calls");
  prediction_world_refuses (&world, &no_metric, &options, CYAN_ERROR_INVALID, "\"bytes\"");
  prediction_world_run (&world, 10000, TREE);
  /* Only the newest has a profile: nothing follows it. */
  prediction_world_refuses (&world, &all, &options, CYAN_ERROR_UNSUPPORTED, "calls");

  options.repository = "/nonexistent";
  prediction_world_refuses (&world, &all, &options, CYAN_ERROR_IO, "/nonexistent");
  options.repository = NULL;
  g_assert_true (cyan_store_put_machine (world.store, "n", "8 cores", &other, &error));
  world.sample.machine = other;
  prediction_world_run (&world, 10000, TREE);
  prediction_world_refuses (&world, &all, &options, CYAN_ERROR_MISMATCH, "several machines");
  g_clear_pointer (&world.folder, tree_free);
  prediction_world_refuses (&world, &all, &options, CYAN_ERROR_UNSUPPORTED,
                            "the repository of \"p\" is not on this computer");
}

/* Marks follow the last prediction. */
TEST ("/prediction/marks")
{
  g_auto (PredictionWorld) world = make_world ("marks");
  CyanPredictionOptions options = CYAN_PREDICTION_OPTIONS_INIT;
  g_autoptr (GError) error = NULL;

  prediction_world_commit (&world, "parse.c", PARSE ("", "      remember (in);\n", OLD));
  prediction_world_commit (&world, "parse.c", PARSE ("", "", OLD));
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (CyanPrediction) prediction = NULL;
      g_autoptr (GPtrArray) marks = NULL;

      options.model = CYAN_RISK_LITO;
      options.threshold = i == 0 ? 0.05 : 2;
      prediction = prediction_world_predict (&world, &options);
      cyan_prediction_mark (prediction, world.store, 1000 + i, &error);
      g_assert_no_error (error);
      marks = cyan_store_read_marks (world.store, world.sample.project, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (marks->len, ==, 1 - i);
      if (i == 0)
        {
          const CyanStoreMark *mark = marks->pdata[0];

          g_assert_cmpstr (mark->kind, ==, "risk");
          g_assert_cmpstr (mark->revision, ==, world.oids->pdata[1]);
          g_assert_cmpstr (mark->text, ==, "risky (lito): b +100.0%");
        }
    }
}

/* How much is guessed is not said to a digit. */
TEST ("/prediction/guessed-mark")
{
  g_auto (PredictionWorld) world = make_world ("guessed-mark");
  CyanPredictionOptions options = CYAN_PREDICTION_OPTIONS_INIT;
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanPrediction) prediction = NULL;
  g_autoptr (GPtrArray) marks = NULL;

  prediction_world_commit (&world, "parse.c", PARSE ("", "      MACRO (in);\n", OLD));
  prediction_world_commit (&world, "parse.c", PARSE ("", "", OLD));
  options.model = CYAN_RISK_LITO;
  prediction = prediction_world_predict (&world, &options);
  g_assert_cmpfloat (benchmark_of (prediction, 1)->dc, >, 1);
  g_assert_true (cyan_predicted_benchmark_is_guessed (benchmark_of (prediction, 1)));
  g_assert_cmpfloat (benchmark_of (prediction, 2)->dc, <, -1);
  g_assert_true (cyan_predicted_benchmark_is_guessed (benchmark_of (prediction, 2)));
  cyan_prediction_mark (prediction, world.store, 1000, &error);
  g_assert_no_error (error);
  marks = cyan_store_read_marks (world.store, world.sample.project, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (marks->len, ==, 1);
  g_assert_cmpstr (((CyanStoreMark *) marks->pdata[0])->text, ==,
                   "risky (lito): b more than +100% (guessed)");
}

/* A function of which the profile has only what it calls: the compiler put it into parse_on(). */
#define INLINED(callee, added)                                                                     \
  "static int step (struct stream *in)\n{\n  " callee " (in);\n" added "  return 0;\n}\n"          \
  "static int twice (struct stream *in)\n{\n  return step (in);\n}\n"                              \
  "int parse_on (struct stream *in)\n{\n  while (more (in))\n    twice (in);\n  return 0;\n}\n"

#define ADDED "  remember (in);\n"

/* Predicts a second revision of @world, which has @after in place of @before.  Caller frees. */
static CyanPrediction *
predict_inlined (PredictionWorld *world, const char *before, const char *after)
{
  const CyanPredictionOptions options = CYAN_PREDICTION_OPTIONS_INIT;

  prediction_world_commit (world, "parse.c", before);
  prediction_world_run (world, 10000, TREE);
  prediction_world_commit (world, "parse.c", after);
  return prediction_world_predict (world, &options);
}

TEST ("/prediction/inlined")
{
  g_auto (PredictionWorld) world = prediction_world_new ("inlined");
  g_autoptr (CyanPrediction) prediction =
      predict_inlined (&world, INLINED ("next", ""), INLINED ("next", ADDED));
  const CyanPredictedBenchmark *benchmark = benchmark_of (prediction, 1);

  g_assert_cmpuint (benchmark->n_functions, ==, 1);
  g_assert_cmpstr (benchmark->functions[0].function, ==, "step");
  g_assert_cmpfloat (benchmark->functions[0].calls[0].cost, ==, 100);
  g_assert_cmpfloat (benchmark->functions[0].calls[0].executions, ==, 100);
  assert_dc (prediction, 1, 1);
}

/* It was not executed: parse_on() never calls restore(), which the profile has elsewhere. */
TEST ("/prediction/not-inlined")
{
  g_auto (PredictionWorld) world = prediction_world_new ("not-inlined");
  g_autoptr (CyanPrediction) prediction =
      predict_inlined (&world, INLINED ("restore", ""), INLINED ("restore", ADDED));

  g_assert_cmpuint (benchmark_of (prediction, 1)->n_touched, ==, 0);
}

/* step() is executed no more often than what it always calls. */
TEST ("/prediction/inlined-limit")
{
  g_auto (PredictionWorld) world = prediction_world_new ("inlined-limit");
  g_autoptr (CyanPrediction) prediction =
      predict_inlined (&world, INLINED ("position", ""), INLINED ("position", ADDED));
  const CyanPredictedBenchmark *benchmark = benchmark_of (prediction, 1);

  g_assert_cmpuint (benchmark->n_functions, ==, 1);
  g_assert_cmpfloat (benchmark->functions[0].calls[0].executions, ==, 50);
  assert_dc (prediction, 1, 0.5);
}

/* parse_on() calls step_0(), which calls step_1(), and so on up to step_@last(), which does what
 * @body says.  Caller frees. */
static char *
make_chain (guint last, const char *body)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "static int step_%u (struct stream *in)\n{\n%s  return 0;\n}\n",
                          last, body);
  for (guint i = last; i-- > 0;)
    g_string_append_printf (text,
                            "static int step_%u (struct stream *in)\n{\n  return step_%u (in);\n"
                            "}\n",
                            i, i + 1);
  g_string_append (text, "int parse_on (struct stream *in)\n{\n  while (more (in))\n"
                         "    step_0 (in);\n  return 0;\n}\n");
  return g_string_free (text, FALSE);
}

/* Callers are followed through eight functions that the profile lacks, and no further. */
TEST ("/prediction/inlined-depth")
{
  for (guint last = 8; last <= 9; last++)
    {
      g_auto (PredictionWorld) world =
          prediction_world_new (last == 8 ? "inlined-depth" : "inlined-too-deep");
      const CyanPredictionOptions options = CYAN_PREDICTION_OPTIONS_INIT;
      g_autofree char *before = make_chain (last, "  next (in);\n");
      g_autofree char *after = make_chain (last, "  next (in);\n  remember (in);\n");
      g_autoptr (CyanPrediction) prediction = NULL;

      prediction_world_commit (&world, "parse.c", before);
      prediction_world_run (&world, 10000, TREE);
      prediction_world_commit (&world, "parse.c", after);
      prediction = prediction_world_predict (&world, &options);
      g_assert_cmpuint (benchmark_of (prediction, 1)->n_touched, ==, last == 8);
      assert_dc (prediction, 1, last == 8 ? 1 : 0);
    }
}

/* The profile's parse_on() is that of parse.c, not of a file of the same name in another folder. */
TEST ("/prediction/same-name-elsewhere")
{
  g_auto (PredictionWorld) world = make_world ("same-name");
  const CyanPredictionOptions options = CYAN_PREDICTION_OPTIONS_INIT;
  g_autoptr (CyanPrediction) prediction = NULL;

  prediction_world_commit (&world, "api_test/parse.c", PARSE ("", "", OLD));
  prediction_world_commit (&world, "api_test/parse.c", PARSE ("", "      remember (in);\n", OLD));
  prediction_world_commit (&world, "parse.c", PARSE ("", "      remember (in);\n", OLD));
  prediction = prediction_world_predict (&world, &options);
  g_assert_cmpuint (benchmark_of (prediction, 2)->n_touched, ==, 0);
  assert_dc (prediction, 2, 0);
  g_assert_cmpuint (benchmark_of (prediction, 3)->n_touched, ==, 1);
  assert_dc (prediction, 3, 1);
}

/* What calls cost says nothing about some metrics; time may stand for other times. */
TEST ("/prediction/metrics")
{
  g_auto (PredictionWorld) world = make_world ("metrics");
  const CyanPredictionOptions options = CYAN_PREDICTION_OPTIONS_INIT;
  const CyanEvolutionQuery rss = { .metric = "rss" }, none = { .metric = "bytes" };
  const CyanEvolutionQuery wall = { .metric = "wall" };
  const char *const names[] = { "rss", "wall" };
  g_autoptr (CyanPrediction) prediction = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_assert_true (
          cyan_store_put_metric (world.store, names[i], "", -1, &world.sample.metric, &error));
      prediction_world_run (&world, 1, TREE);
    }
  prediction_world_commit (&world, "parse.c", PARSE ("", "      remember (in);\n", OLD));
  prediction_world_refuses (&world, &rss, &options, CYAN_ERROR_UNSUPPORTED,
                            "the costs of calls say nothing about rss, but about time, wall");
  prediction_world_refuses (&world, &none, &options, CYAN_ERROR_INVALID,
                            "no such metric: \"bytes\" (there are: ");
  prediction = cyan_prediction_new (world.store, &wall, &options, NULL, &error);
  g_assert_no_error (error);
  assert_dc (prediction, 1, 1);
  /* Costs are nanoseconds of the profile, whatever the runs were measured in. */
  g_assert_cmpstr (prediction->unit, ==, "");
  g_assert_cmpstr (benchmark_of (prediction, 1)->unit, ==, "ns");
  g_clear_pointer (&prediction, cyan_prediction_free);
  /* What the profile measures comes before the command's time. */
  prediction = prediction_world_predict (&world, &options);
  g_assert_cmpstr (prediction->metric, ==, "time");
}
