/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pairs the functions of two versions.
 */
#pragma once

#include "cyan-function-changes.h"
#include "cyan-function-likeness.h"

typedef struct
{
  CyanFunctionChange *change; /* NULL until decided; not owned */
  char *path;
  char *name;      /* qualified */
  char *signature; /* "" if there is none */
  guint first_line, last_line;
  guint64 hash; /* of the normal form; hashes and likeness ignore the function's own name */
  guint64 hash_written;
  CyanLikeness *likeness;
} CyanKnownFunction;

/* Adds the change of one function, or of a pair, to @changes and sets it in the functions.  Either
 * function may be NULL.  The change of the body is left unknown. */
CyanFunctionChange *cyan_function_pairs_add (GPtrArray *changes,
                                             CyanFunctionFate fate,
                                             CyanKnownFunction *before,
                                             CyanKnownFunction *after);

/* Pairs the CyanKnownFunction of both @sides, which are sorted by path and line, and adds a change
 * for every pair.  FALSE only with CYAN_ERROR_CANCELLED. */
gboolean cyan_function_pairs_find (GPtrArray *const *sides,
                                   GPtrArray *changes,
                                   const CyanTick *tick,
                                   GError **error);
