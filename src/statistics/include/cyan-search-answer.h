/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The answer of a search for a step (cyan-search.h). */
#pragma once

#include "cyan-steps.h"

typedef enum
{
  CYAN_BISECTION_RUNNING,
  CYAN_BISECTION_FOUND,         /* the set has the step with the asked confidence */
  CYAN_BISECTION_NO_DIFFERENCE, /* the ends do not differ, as far as the runs tell */
  CYAN_BISECTION_BUDGET,        /* all runs are spent; the set is what is known */
  CYAN_BISECTION_NOT_MEASURED,  /* an end does not build, or no run of it succeeds */
  CYAN_N_BISECTION_STATES
} CyanBisectionState;

/* A step that was found. */
typedef struct
{
  guint revision; /* the likeliest first revision with the new level */
  /* Ascending: the smallest set that has it with the asked confidence; revisions that cannot be
   * told apart, because they do not build, are in it together. */
  guint *credible;
  guint n_credible;
  double mass;    /* probability of the set */
  CyanRatio size; /* level after / level before */
} CyanBisectionStep;
