/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The similarity of two bodies: the fraction of pairs of adjacent tokens that they have in common.
 */
#pragma once

#include <glib.h>

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
