/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds which functions that one version has no more are likely renamed ones of the other version.
 */
#pragma once

#include "cyan-function-text.h"
#include "cyan-source-location.h"
#include "cyan-tick.h"

/* A function that only one version defines.  Both fields are owned. */
typedef struct
{
  char *name; /* normalised, see cyan-names.h */
  CyanFunctionText *text;
} CyanLoneFunction;

/* An element function for GArray. */
void cyan_lone_function_clear (gpointer self);

/* A function before that likely is another one after. */
typedef struct
{
  guint index[2];  /* into the functions of either side */
  double likeness; /* of both bodies, 0...1; less if they are so short that chance may explain it */
} CyanLikelyRename;

/* Compares the lone functions of both sides, arrays of CyanLoneFunction from @locations: pairs of
 * which each is the most alike to the other, sorted by index; no function is in two pairs.  Names
 * of lone functions are equal in all bodies.  The result is the same if the sides are exchanged.
 * Sets *@in_files if there were too many functions to compare all; then only those of one file are.
 * A GArray of CyanLikelyRename; NULL only with CYAN_ERROR_CANCELLED. */
GArray *cyan_function_likely_renames (CyanSourceLocation *const *locations,
                                      const GArray *const *functions,
                                      gboolean *in_files,
                                      const CyanTick *tick,
                                      GError **error);
