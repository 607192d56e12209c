/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * LITO's cost of a modification (Sandoval Alcocer et al., "Prioritizing versions for performance
 * regression testing", section 3.1): numbers only.
 */
#pragma once

#include <glib.h>

/* Where the cost of one call is known from. */
typedef enum
{
  CYAN_CALLEE_MEASURED, /* the profile has it */
  CYAN_CALLEE_NEW_FAST, /* new, and a constant, an accessor, arithmetic or logic */
  CYAN_CALLEE_NEW,      /* new, and any other */
  CYAN_CALLEE_UNKNOWN,  /* neither in the profile nor in the sources */
} CyanCalleeKind;

/* The rule for the cost of a new function that is not fast. */
typedef enum
{
  CYAN_NEW_HIGHEST, /* the highest cost of the profile, as LITO does */
  CYAN_NEW_SUM,     /* the cost of its own calls */
} CyanNewRule;

/* A call that was added or deleted. */
typedef struct
{
  gboolean is_deleted;
  CyanCalleeKind kind;
  double cost;       /* of one call, if measured; of a new function, the sum of its calls */
  double executions; /* of the block around it; NAN: a new block, which the profile does not know */
} CyanRiskCall;

/* The costs and rules for calls that the profile does not know. */
typedef struct
{
  double lowest, highest; /* cost of one call of any function */
  double loop;            /* executions of the most executed loop */
  CyanNewRule new_rule;
  gboolean skip_unknown; /* an unknown callee costs nothing; otherwise the highest */
} CyanRiskProfile;

/* The cost of one call. */
double cyan_risk_call_cost (const CyanRiskCall *call, const CyanRiskProfile *profile);
double cyan_risk_call_executions (const CyanRiskCall *call, const CyanRiskProfile *profile);

/* MC: what the calls added cost, less what the calls deleted cost. */
double
cyan_risk_modification_cost (const CyanRiskCall *calls, guint n, const CyanRiskProfile *profile);
