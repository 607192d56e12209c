/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which of the functions of one version is which of the other's.
 */
#pragma once

#include "cyan-function-changes.h"
#include "cyan-function-likeness.h"

G_BEGIN_DECLS

typedef struct
{
  CyanFunctionChange *change; /* NULL until paired or given up; not owned */
  char *path;
  char *name;      /* qualified */
  char *signature; /* "" for none */
  guint first_line, last_line;
  guint64 hash; /* both without its own name */
  CyanLikeness *likeness;
} CyanKnownFunction;

/* Adds what became of one function, or of two that are one, to @changes and tells it to them.
 * Either may be NULL; the change is unknown. */
CyanFunctionChange *cyan_function_pairs_add (GPtrArray *changes,
                                             CyanFunctionFate fate,
                                             CyanKnownFunction *before,
                                             CyanKnownFunction *after);

/* Adds a change for every pair that is found among the CyanKnownFunction of both @sides, which are
 * in their order by path and line.  FALSE only with CYAN_ERROR_CANCELLED. */
gboolean cyan_function_pairs_find (GPtrArray *const *sides,
                                   GPtrArray *changes,
                                   const CyanTick *tick,
                                   GError **error);

G_END_DECLS
