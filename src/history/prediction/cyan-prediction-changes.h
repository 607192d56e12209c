/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions that a revision modified and added, with the calls that it added and deleted. */
#pragma once

#include "cyan-code-calls.h"
#include "cyan-function-changes.h"

typedef struct
{
  const CyanFunctionChange *function;
  CyanCodeBody *bodies[2]; /* by side; that before an added function is empty */
  CyanCodeCallChanges *calls;
  guint *same_block; /* see cyan_code_body_match_blocks() */
} CyanModification;

/* The last names of a function that was renamed, by side. */
typedef struct
{
  char *names[2];
} CyanRenamed;

typedef struct
{
  CyanFunctionChanges *functions;
  GPtrArray *modified; /* of CyanModification: with another text on both sides */
  GPtrArray *added;    /* of CyanModification */
  GArray *renamed;     /* of CyanRenamed */
} CyanPredictionChanges;

/* Fails like cyan_function_changes_new(), and if a text cannot be read. */
CyanPredictionChanges *cyan_prediction_changes_new (CyanSourceLocation *before,
                                                    CyanSourceLocation *after,
                                                    const CyanTick *tick,
                                                    GError **error);
void cyan_prediction_changes_free (CyanPredictionChanges *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanPredictionChanges, cyan_prediction_changes_free)
