/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a recording says of its functions. */
#pragma once

#include "cyan-strings.h"

G_BEGIN_DECLS

/* A function as far as the recording knows it.  Strings are numbers in the recording's pool, empty
 * where unknown; line is 0 and body_hash is 0 where unknown. */
typedef struct
{
  CyanStr name;
  CyanStr module;
  CyanStr file;
  guint32 line;      /* of its definition, from 1 */
  guint64 body_hash; /* of its body without comments and white space */
  CyanStr normal;    /* the name by the built-in rules, once cyan_names_normalise() has been there;
                      * empty until then */
} CyanFunction;

/* All functions of a recording; borrowed.  Function 0 is "(all)". */
typedef struct
{
  CyanStrings *strings; /* the pool of their strings */
  guint n;
  const CyanFunction *at;
} CyanFunctions;

G_END_DECLS
