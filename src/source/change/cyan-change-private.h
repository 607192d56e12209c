/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the files of this folder. */
#pragma once

#include "cyan-function-changes.h"

/* ---- the similarity of two bodies: the share of pairs of adjacent tokens in common ---- */

typedef struct _CyanLikeness CyanLikeness;

/* Takes a normal form (see cyan-code.h).  Free with cyan_likeness_free(). */
CyanLikeness *cyan_likeness_new (const char *normal, gsize length);
void cyan_likeness_free (CyanLikeness *self);

/* The number of tokens of the body alone: after the first brace, or after the first line of a
 * Python function. */
guint cyan_likeness_n_tokens (const CyanLikeness *self);

/* The number of all its tokens. */
guint cyan_likeness_n_all_tokens (const CyanLikeness *self);

/* The largest result that the numbers of tokens allow. */
double cyan_likeness_possible (const CyanLikeness *a, const CyanLikeness *b);

/* Dice's coefficient over the multisets of pairs of adjacent tokens, 2 |common| / (|a| + |b|): 0
 * nothing in common, 1 the same pairs.  Linear in the sum of the lengths.  Returns 0 if the lengths
 * alone prove that the result is below @least. */
double cyan_likeness_compare (const CyanLikeness *a, const CyanLikeness *b, double least);

/* ---- pairs of functions of two versions ---- */

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
