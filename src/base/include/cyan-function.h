/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions, as a profile describes them. */
#pragma once

#include "cyan-strings.h"

/* A function as far as the profile knows it.  Strings are numbers in the profile's pool, empty if
 * unknown.  line and body_hash are 0 if unknown. */
typedef struct
{
  CyanStr name;
  CyanStr module;
  CyanStr file;
  guint32 line;      /* of its definition, from 1 */
  guint64 body_hash; /* of what its body means; see cyan-function-compare.h */
  CyanStr normal;    /* the name after the built-in rules; empty until cyan_names_normalise() sets
                      * it */
} CyanFunction;

/* All functions of a profile; borrowed.  Function 0 is "(all)". */
typedef struct
{
  CyanStrings *strings; /* the pool of their strings */
  guint n;
  const CyanFunction *at;
} CyanFunctions;
