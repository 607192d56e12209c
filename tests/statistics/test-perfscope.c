/* SPDX-License-Identifier: GPL-3.0-or-later */
/* PerfScope's matrix, score and static costs. */
#include "cyan-perfscope.h"

#include <math.h>

#include "tests.h"

TEST ("/perfscope/matrix")
{
  static const struct
  {
    CyanThird cost, frequency;
    const char *level;
  } table_8[] = {
    { CYAN_THIRD_HIGH, CYAN_THIRD_HIGH, "extreme" },
    { CYAN_THIRD_HIGH, CYAN_THIRD_MIDDLE, "high" },
    { CYAN_THIRD_HIGH, CYAN_THIRD_LOW, "moderate" },
    { CYAN_THIRD_MIDDLE, CYAN_THIRD_HIGH, "high" },
    { CYAN_THIRD_MIDDLE, CYAN_THIRD_MIDDLE, "moderate" },
    { CYAN_THIRD_MIDDLE, CYAN_THIRD_LOW, "low" },
    { CYAN_THIRD_LOW, CYAN_THIRD_HIGH, "moderate" },
    { CYAN_THIRD_LOW, CYAN_THIRD_MIDDLE, "low" },
    { CYAN_THIRD_LOW, CYAN_THIRD_LOW, "low" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (table_8); i++)
    g_assert_cmpstr (cyan_risk_level_names[cyan_risk_level (table_8[i].cost, table_8[i].frequency)],
                     ==, table_8[i].level);
}

/* Section 4.7 says that one extreme and two high changes reach 200; by formula 4 it takes ten. */
TEST ("/perfscope/score")
{
  static const struct
  {
    guint counts[CYAN_N_RISK_LEVELS]; /* low, moderate, high, extreme */
    double score;
  } cases[] = {
    { { 0, 0, 0, 2 }, 200 },  { { 0, 0, 20, 0 }, 200 }, { { 0, 0, 2, 1 }, 120 },
    { { 0, 0, 10, 1 }, 200 }, { { 0, 0, 0, 6 }, 600 },  { { 3, 2, 0, 0 }, 0.023 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpfloat_with_epsilon (cyan_risk_score (cases[i].counts), cases[i].score, 1e-9);
}

TEST ("/perfscope/cuts")
{
  double values[] = { 9, 1, 5, 2, 8, 3, 7, 4, 6 };
  double same[] = { 1, 1, 1, 1 };
  double unknown[] = { INFINITY, 1, INFINITY, INFINITY, 4 };
  CyanCuts cuts = cyan_cuts_new (values, 9, 1.0 / 3, 2.0 / 3);

  g_assert_cmpint (cyan_cuts_third (&cuts, 3), ==, CYAN_THIRD_LOW);
  g_assert_cmpint (cyan_cuts_third (&cuts, 4), ==, CYAN_THIRD_MIDDLE);
  g_assert_cmpint (cyan_cuts_third (&cuts, 7), ==, CYAN_THIRD_MIDDLE);
  g_assert_cmpint (cyan_cuts_third (&cuts, 8), ==, CYAN_THIRD_HIGH);

  /* What all have is normal, and what nobody knows is high. */
  cuts = cyan_cuts_new (same, 4, 1.0 / 3, 2.0 / 3);
  g_assert_cmpint (cyan_cuts_third (&cuts, 1), ==, CYAN_THIRD_MIDDLE);
  g_assert_cmpint (cyan_cuts_third (&cuts, INFINITY), ==, CYAN_THIRD_HIGH);
  cuts = cyan_cuts_new (unknown, 5, 1.0 / 3, 2.0 / 3);
  g_assert_cmpint (cyan_cuts_third (&cuts, 1), ==, CYAN_THIRD_LOW);
  g_assert_cmpint (cyan_cuts_third (&cuts, 4), ==, CYAN_THIRD_MIDDLE);
  g_assert_cmpint (cyan_cuts_third (&cuts, INFINITY), ==, CYAN_THIRD_HIGH);
  cuts = cyan_cuts_new (NULL, 0, 1.0 / 3, 2.0 / 3);
  g_assert_cmpint (cyan_cuts_third (&cuts, 1e9), ==, CYAN_THIRD_MIDDLE);
}

TEST ("/perfscope/operators")
{
  g_assert_cmpfloat_with_epsilon (cyan_perfscope_operator_cost ("+"), 1, 1e-9);
  g_assert_cmpfloat_with_epsilon (cyan_perfscope_operator_cost ("*"), 4, 1e-9);
  g_assert_cmpfloat_with_epsilon (cyan_perfscope_operator_cost ("<<"), 1, 1e-9);
}

/* a + b; for (10 times) { c * d; if (...) 2; else 7; }; while (...) 3; */
TEST ("/perfscope/blocks")
{
  const CyanPerfScopeBlock blocks[] = {
    { 0, 0, 1, 1 }, { 0, 1, 10, 4 }, { 1, 2, 1, 2 }, { 1, 2, 1, 7 }, { 0, 4, NAN, 3 },
  };
  double costs[5], frequencies[5];

  cyan_perfscope_block_costs (blocks, 5, 100, costs);
  g_assert_cmpfloat_with_epsilon (costs[1], 10 * (4 + 7), 1e-9);
  g_assert_cmpfloat_with_epsilon (costs[4], 300, 1e-9);
  g_assert_cmpfloat_with_epsilon (costs[0], 1 + 110 + 300, 1e-9);
  cyan_perfscope_block_costs (blocks, 5, INFINITY, costs);
  g_assert_cmpfloat_with_epsilon (costs[1], 110, 1e-9);
  g_assert_true (isinf (costs[0]));

  cyan_perfscope_block_frequencies (blocks, 5, frequencies);
  g_assert_cmpfloat_with_epsilon (frequencies[0], 1, 1e-9);
  g_assert_cmpfloat_with_epsilon (frequencies[3], 10, 1e-9);
  g_assert_true (isinf (frequencies[4]));
}

/* What is never executed costs nothing, however often it would repeat something. */
TEST ("/perfscope/never")
{
  const CyanPerfScopeBlock blocks[] = { { 0, 0, 1, 1 }, { 0, 1, 0, 3 }, { 1, 2, NAN, 2 } };
  double costs[3], frequencies[3];

  cyan_perfscope_block_costs (blocks, 3, INFINITY, costs);
  g_assert_true (isinf (costs[2]));
  g_assert_cmpfloat (costs[1], ==, 0);
  g_assert_cmpfloat (costs[0], ==, 1);
  cyan_perfscope_block_frequencies (blocks, 3, frequencies);
  g_assert_cmpfloat (frequencies[1], ==, 0);
  g_assert_cmpfloat (frequencies[2], ==, 0);
}

/* 0 calls 1 ten times and 3 once, 1 and 2 call each other, 3 calls itself and something foreign. */
TEST ("/perfscope/program")
{
  CyanPerfScopeBlock blocks[4][2] = {
    { { 0, 0, 1, 0 }, { 0, 1, 10, 0 } },
    { { 0, 0, 1, 5 } },
    { { 0, 0, 1, 6 } },
    { { 0, 0, 1, 7 } },
  };
  const CyanPerfScopeCall main_calls[] = { { 1, 1 }, { 0, 3 } };
  const CyanPerfScopeCall one_calls[] = { { 0, 2 } };
  const CyanPerfScopeCall two_calls[] = { { 0, 1 } };
  const CyanPerfScopeCall three_calls[] = { { 0, 3 }, { 0, G_MAXUINT } };
  CyanPerfScopeFunction functions[] = {
    { .blocks = blocks[0], .n_blocks = 2, .calls = main_calls, .n_calls = 2 },
    { .blocks = blocks[1], .n_blocks = 1, .calls = one_calls, .n_calls = 1 },
    { .blocks = blocks[2], .n_blocks = 1, .calls = two_calls, .n_calls = 1 },
    { .blocks = blocks[3], .n_blocks = 1, .calls = three_calls, .n_calls = 2 },
  };

  cyan_perfscope_program_costs (functions, 4, INFINITY);
  g_assert_cmpfloat_with_epsilon (functions[1].cost, 6, 1e-9);
  g_assert_cmpfloat_with_epsilon (functions[2].cost, 7, 1e-9);
  g_assert_cmpfloat_with_epsilon (functions[3].cost, 9, 1e-9);
  g_assert_cmpfloat_with_epsilon (functions[0].cost, 10 * (1 + 6) + 1 + 9, 1e-9);
  g_assert_false (functions[0].is_recursive);
  g_assert_true (functions[1].is_recursive);
  g_assert_true (functions[2].is_recursive);
  g_assert_true (functions[3].is_recursive);
}

/* A chain of calls as long as the program, in either direction. */
TEST ("/perfscope/long-chain")
{
  const guint n = 300000;
  g_autofree CyanPerfScopeFunction *functions = g_new0 (CyanPerfScopeFunction, n);
  g_autofree CyanPerfScopeBlock *blocks = g_new0 (CyanPerfScopeBlock, n);
  g_autofree CyanPerfScopeCall *calls = g_new0 (CyanPerfScopeCall, n);

  for (guint i = 0; i < n; i++)
    {
      blocks[i].trips = 1;
      calls[i].callee = i + 1 < n ? i + 1 : G_MAXUINT;
      functions[i] = (CyanPerfScopeFunction){
        .blocks = &blocks[i], .n_blocks = 1, .calls = &calls[i], .n_calls = 1
      };
    }
  cyan_perfscope_program_costs (functions, n, INFINITY);
  g_assert_cmpfloat_with_epsilon (functions[0].cost, n, 1e-9);
  g_assert_false (functions[0].is_recursive);
}
