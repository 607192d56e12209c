/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-risk.h"

#include <math.h>

double
cyan_risk_call_cost (const CyanRiskCall *call, const CyanRiskProfile *profile)
{
  g_assert (profile->lowest <= profile->highest);
  switch (call->kind)
    {
    case CYAN_CALLEE_MEASURED:
      return call->cost;
    case CYAN_CALLEE_NEW_FAST:
      return profile->lowest;
    case CYAN_CALLEE_NEW:
      return profile->new_rule == CYAN_NEW_SUM ? call->cost : profile->highest;
    case CYAN_CALLEE_UNKNOWN:
    default:
      return profile->skip_unknown ? 0 : profile->highest;
    }
}

double
cyan_risk_call_executions (const CyanRiskCall *call, const CyanRiskProfile *profile)
{
  return isnan (call->executions) ? profile->loop : call->executions;
}

double
cyan_risk_modification_cost (const CyanRiskCall *calls, guint n, const CyanRiskProfile *profile)
{
  double sum = 0;

  for (guint i = 0; i < n; i++)
    {
      double cost =
          cyan_risk_call_cost (&calls[i], profile) * cyan_risk_call_executions (&calls[i], profile);

      sum += calls[i].is_deleted ? -cost : cost;
    }
  return sum;
}
