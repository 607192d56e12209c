/* SPDX-License-Identifier: GPL-3.0-or-later */
/* PerfScope's score of what a commit adds to real sources. */
#include "prediction-world.h"
#include "tests.h"

/* Functions to call; work(), with something before its loop, in it, and in the loop in that one;
 * and more(), which calls itself, with something at its start. */
#define SOURCE(before, in_loop, deep, in_more)                                                     \
  "int cheap (void)\n{\n  return 1;\n}\n"                                                          \
  "int dear (int a)\n{\n  int i;\n  for (i = 0; i < 50; i++)\n    {\n      a = a * a;\n"           \
  "      next (a);\n      next (a);\n      next (a);\n      next (a);\n"                           \
  "      next (a);\n      next (a);\n      next (a);\n      next (a);\n    }\n"                    \
  "  return a;\n}\n"                                                                               \
  "int work (struct stream *in)\n{\n" before                                                       \
  "  while (in->more)\n    {\n      next (in);\n" in_loop                                          \
  "      while (in->deep)\n        {\n          next (in);\n" deep                                 \
  "        }\n    }\n  return 0;\n}\n"                                                             \
  "int more (int n)\n{\n" in_more "  if (n > 0)\n    more (n - 1);\n  return n;\n}\n"

enum
{
  NOTHING,
  CHEAP,
  CHEAP_IN_LOOP,
  CHEAP_DEEP,
  DEAR,
  DEAR_DEEP,
  DEAR_TWICE,
  UNKNOWN,
  ADDITION,
  PRODUCT_DEEP,
  CHEAP_IN_RECURSION,
  N_TEXTS
};

static const char *const texts[N_TEXTS] = {
  [NOTHING] = SOURCE ("  /* why */\n", "", "", ""),
  [CHEAP] = SOURCE ("  cheap ();\n", "", "", ""),
  [CHEAP_IN_LOOP] = SOURCE ("", "      cheap ();\n", "", ""),
  [CHEAP_DEEP] = SOURCE ("", "", "          cheap ();\n", ""),
  [DEAR] = SOURCE ("  dear (1);\n", "", "", ""),
  [DEAR_DEEP] = SOURCE ("", "", "          dear (1);\n", ""),
  [DEAR_TWICE] = SOURCE ("", "", "          dear (1);\n          dear (2);\n", ""),
  [UNKNOWN] = SOURCE ("  unknown (in);\n", "", "", ""),
  [ADDITION] = SOURCE ("  in->n = in->n + 1;\n", "", "", ""),
  [PRODUCT_DEEP] = SOURCE ("", "", "          in->n = in->n * 3;\n", ""),
  [CHEAP_IN_RECURSION] = SOURCE ("", "", "", "  cheap ();\n"),
};

/* Scores of some of @texts, each against the source without anything. */
static void
score (const char *name, const guint *which, guint n, double *scores)
{
  g_auto (PredictionWorld) world = prediction_world_new (name);
  const CyanPredictionOptions options = CYAN_PREDICTION_OPTIONS_INIT;
  g_autoptr (CyanPrediction) prediction = NULL;

  for (guint i = 0; i < n; i++)
    {
      prediction_world_commit (&world, "parse.c", SOURCE ("", "", "", ""));
      if (i == 0)
        prediction_world_run (&world, 100, "main:1*1(work:99*1)");
      prediction_world_commit (&world, "parse.c", texts[which[i]]);
    }
  prediction = prediction_world_predict (&world, &options);
  for (guint i = 0; i < n; i++)
    {
      g_assert_true (prediction->revisions[2 * i + 1].is_known);
      scores[which[i]] = prediction->revisions[2 * i + 1].benchmarks[0].perfscope;
    }
}

/* What runs often, and what costs much, is the greater risk; two of it are twice the risk. */
TEST ("/risk-score/score")
{
  static const guint all[] = { NOTHING,  CHEAP,        CHEAP_IN_LOOP,     CHEAP_DEEP,
                               DEAR,     DEAR_DEEP,    DEAR_TWICE,        UNKNOWN,
                               ADDITION, PRODUCT_DEEP, CHEAP_IN_RECURSION };
  double of[N_TEXTS];

  score ("risk-score", all, G_N_ELEMENTS (all), of);
  g_assert_cmpfloat (of[NOTHING], ==, 0);
  g_assert_cmpfloat (of[CHEAP], >, 0);
  g_assert_cmpfloat (of[CHEAP_IN_LOOP], >, of[CHEAP]);
  g_assert_cmpfloat (of[CHEAP_DEEP], >=, of[CHEAP_IN_LOOP]);
  g_assert_cmpfloat (of[DEAR], >, of[CHEAP]);
  g_assert_cmpfloat (of[DEAR_DEEP], >, of[DEAR]);
  g_assert_cmpfloat (of[DEAR_DEEP], >, of[CHEAP_DEEP]);
  g_assert_cmpfloat (of[DEAR_TWICE], ==, 2 * of[DEAR_DEEP]);
  /* Only the call itself is known to cost something. */
  g_assert_cmpfloat (of[UNKNOWN], ==, of[CHEAP]);
  g_assert_cmpfloat (of[ADDITION], >, 0);
  g_assert_cmpfloat (of[PRODUCT_DEEP], >, of[ADDITION]);
  /* Nobody knows how often a function calls itself. */
  g_assert_cmpfloat (of[CHEAP_IN_RECURSION], ==, of[CHEAP_DEEP]);
}
