/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a function is executed: a compiler may have put it into its callers. */
#pragma once

#include "cyan-prediction-program.h"
#include "cyan-prediction-sample.h"

typedef struct
{
  guint function;    /* of the sample: the one that has the code; CYAN_SAMPLE_NONE: not executed */
  double calls;      /* executions of the body */
  gboolean is_whole; /* all of that function is this one */
} CyanInlining;

/* The only function of the last name @name in @program, which the sample does not have: as often as
 * its callers execute the blocks that call it, in the caller that does so most.  What it calls
 * itself must be called there. */
CyanInlining cyan_prediction_find_inlined (const CyanSample *sample,
                                           const CyanProgram *program,
                                           const char *name);
