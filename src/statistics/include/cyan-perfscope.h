/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * PerfScope's risk of added code (Huang et al. 2014, as told in LITO's section 4.1): numbers only.
 *
 * Costs are in units of one addition.
 */
#pragma once

#include <glib.h>

typedef enum
{
  CYAN_RISK_LOW,
  CYAN_RISK_MODERATE,
  CYAN_RISK_HIGH,
  CYAN_RISK_EXTREME,
  CYAN_N_RISK_LEVELS
} CyanRiskLevel;

/* "low", "moderate", "high", "extreme"; NULL-terminated. */
extern const char *const cyan_risk_level_names[];

/* The third of a distribution that a value is in. */
typedef enum
{
  CYAN_THIRD_LOW,    /* minor, rare */
  CYAN_THIRD_MIDDLE, /* normal */
  CYAN_THIRD_HIGH,   /* expensive, frequent */
} CyanThird;

/* Where a distribution is cut: values below the first are low, those above the second are high, and
 * INFINITY, which stands for what nobody knows, is always high. */
typedef struct
{
  double low, high;
} CyanCuts;

/* Cuts at the quantiles @low and @high, 1/3 and 2/3 for thirds.  Without values, all that is finite
 * is in the middle.  Sorts @values, of which none may be NAN. */
CyanCuts cyan_cuts_new (double *values, gsize n, double low, double high);
CyanThird cyan_cuts_third (const CyanCuts *self, double value);

/* Table 8: of an operation, by its cost and how often it is executed. */
CyanRiskLevel cyan_risk_level (CyanThird cost, CyanThird frequency);

/* Formula 4: 100, 10, 1/100 and 1/1000 an operation, by CyanRiskLevel. */
double cyan_risk_score (const guint counts[CYAN_N_RISK_LEVELS]);

/* Of an operator: 4 for "*", "/" and "%", 1 for others.  Of the overhead of a call: 1. */
double cyan_perfscope_operator_cost (const char *name);
#define CYAN_PERFSCOPE_CALL_COST 1.0

/* The blocks of a function, as cyan-code-calls.h describes them. */
typedef struct
{
  guint parent; /* smaller than its own index; 0 for the body, which is the first */
  /* The first of the branches of which the most expensive counts; its own index: no others. */
  guint choice;
  double trips; /* NAN: unknown */
  double own;   /* cost of the operators and calls in it, without blocks inside */
} CyanPerfScopeBlock;

/* Sets @costs of each block with all blocks inside, once around: a loop's is of all its iterations,
 * with @unknown_trips where their number is unknown (INFINITY is PerfScope's). */
void cyan_perfscope_block_costs (const CyanPerfScopeBlock *blocks,
                                 guint n,
                                 double unknown_trips,
                                 double *costs);

/* Sets how often each block is executed for one call of the function: the product of trip counts,
 * INFINITY if one is unknown. */
void
cyan_perfscope_block_frequencies (const CyanPerfScopeBlock *blocks, guint n, double *frequencies);

/* A call in a function of a program. */
typedef struct
{
  guint block;  /* of the caller */
  guint callee; /* a function of the program; G_MAXUINT: another, which costs the overhead only */
} CyanPerfScopeCall;

typedef struct
{
  CyanPerfScopeBlock *blocks; /* own: of operators only */
  guint n_blocks;             /* at least 1 */
  const CyanPerfScopeCall *calls;
  guint n_calls;
  double cost;           /* set by cyan_perfscope_program_costs() */
  gboolean is_recursive; /* set too: it calls itself, perhaps through others */
} CyanPerfScopeFunction;

/* Sets the cost of every function: a call costs its overhead and its callee; between functions that
 * call each other it costs the overhead only.  Adds the cost of calls to own of the blocks. */
void cyan_perfscope_program_costs (CyanPerfScopeFunction *functions, guint n, double unknown_trips);
