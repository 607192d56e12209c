/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How alike two bodies are: the share of pairs of neighbouring tokens that they have in common.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _CyanLikeness CyanLikeness;

/* Of a normal form (see cyan-code.h). */
CyanLikeness *cyan_likeness_new (const char *normal, gsize length);
void cyan_likeness_free (CyanLikeness *self);

/* Of the body alone: behind the first brace, or behind the line that a Python function begins with.
 */
guint cyan_likeness_n_tokens (const CyanLikeness *self);

/* 2 |common| / (|a| + |b|) over the multisets of pairs of neighbouring tokens, Dice's coefficient:
 * 0 nothing in common, 1 the same pairs.  Takes time in their sum.  What cannot reach @least by
 * its length alone is 0. */
double cyan_likeness_compare (const CyanLikeness *a, const CyanLikeness *b, double least);

G_END_DECLS
