/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * LITO's cost model on its own example, figure 3, and on cases next to it.
 *
 * The figure has parseOn: with 10 executions of 1000 u each, a loop body with 100 executions, a
 * conditional block with 50, and remember with 100 u.  It does not print the costs of restore: and
 * position:; 8500 u forces their difference, 150 u.
 */
#include "cyan-risk.h"

#include <math.h>

#include "tests.h"

#define METHOD 10
#define LOOP   100
#define BLOCK  50

#define REMEMBER 100
#define RESTORE  200
#define POSITION 50

static const CyanRiskProfile profile = { .lowest = 50, .highest = 1000, .loop = 100 };

static CyanRiskCall
added (CyanCalleeKind kind, double cost, double executions)
{
  return (CyanRiskCall){ .kind = kind, .cost = cost, .executions = executions };
}

static CyanRiskCall
deleted (double cost, double executions)
{
  return (CyanRiskCall){
    .is_deleted = TRUE, .kind = CYAN_CALLEE_MEASURED, .cost = cost, .executions = executions
  };
}

static double
cost_of (CyanRiskCall call)
{
  return cyan_risk_modification_cost (&call, 1, &profile);
}

TEST ("/risk/figure-3")
{
  const CyanRiskCall calls[] = {
    added (CYAN_CALLEE_MEASURED, REMEMBER, METHOD),
    added (CYAN_CALLEE_MEASURED, RESTORE, BLOCK),
    deleted (POSITION, BLOCK),
  };
  double cost = cyan_risk_modification_cost (calls, G_N_ELEMENTS (calls), &profile);

  g_assert_cmpfloat_with_epsilon (cost, 8500, 1e-9);
  g_assert_cmpfloat_with_epsilon (cost / 10000, 0.85, 1e-9);
}

TEST ("/risk/guesses")
{
  CyanRiskProfile other = profile;
  CyanRiskCall work = added (CYAN_CALLEE_NEW, 120, METHOD);
  CyanRiskCall foreign = added (CYAN_CALLEE_UNKNOWN, NAN, METHOD);

  g_assert_cmpfloat_with_epsilon (cost_of (added (CYAN_CALLEE_NEW_FAST, NAN, METHOD)), 500, 1e-9);
  g_assert_cmpfloat_with_epsilon (cost_of (work), 10000, 1e-9);
  g_assert_cmpfloat_with_epsilon (cost_of (foreign), 10000, 1e-9);
  /* A block that the profile does not know counts like the most executed loop. */
  g_assert_cmpfloat_with_epsilon (cost_of (added (CYAN_CALLEE_MEASURED, REMEMBER, NAN)), 10000,
                                  1e-9);

  other.new_rule = CYAN_NEW_SUM;
  other.skip_unknown = TRUE;
  g_assert_cmpfloat_with_epsilon (cyan_risk_modification_cost (&work, 1, &other), 1200, 1e-9);
  g_assert_cmpfloat_with_epsilon (cyan_risk_modification_cost (&foreign, 1, &other), 0, 1e-9);
}

TEST ("/risk/moves-and-gains")
{
  const CyanRiskCall into_loop[] = { added (CYAN_CALLEE_MEASURED, REMEMBER, LOOP),
                                     deleted (REMEMBER, METHOD) };

  g_assert_cmpfloat_with_epsilon (cyan_risk_modification_cost (into_loop, 2, &profile), 9000, 1e-9);
  g_assert_cmpfloat_with_epsilon (cost_of (deleted (REMEMBER, METHOD)), -1000, 1e-9);
  g_assert_cmpfloat_with_epsilon (cyan_risk_modification_cost (NULL, 0, &profile), 0, 1e-9);
}
