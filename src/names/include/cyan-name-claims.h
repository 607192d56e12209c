/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a person says about functions of two versions, in addition to the rules for names.
 *
 * Names are labels as they are shown: normal names after the renames of a file.  They are literal,
 * not patterns.
 */
#pragma once

#include <glib.h>

/**
 * CyanNameClaim:
 * @before: a function of before; NULL only if @same is FALSE
 * @after: a function of after; NULL only if @same is FALSE
 * @same: TRUE: the two are one function.  FALSE: they are not; without @before, @after was not put
 *   between callers and callees; without @after, @before was not there and taken out
 *
 * Strings are owned.
 */
typedef struct
{
  char *before;
  char *after;
  gboolean same;
} CyanNameClaim;

void cyan_name_claim_free (CyanNameClaim *self);

/* A list that owns its claims. */
GPtrArray *cyan_name_claims_new (void);
/* Adds a claim to @self, and removes those that say the opposite or the same. */
void cyan_name_claims_add (GPtrArray *self, const char *before, const char *after, gboolean same);
/* A copy; NULL gives an empty list. */
GPtrArray *cyan_name_claims_copy (const GPtrArray *self);
/* Whether both say the same in the same order; NULL is an empty list. */
gboolean cyan_name_claims_equal (const GPtrArray *self, const GPtrArray *other);

/* The line of a file of renames that makes a claim: "same: f => g", "not: f => g", "not: f =>",
 * "not: => g".  NULL if such a line cannot have these names.  Caller frees. */
char *cyan_name_claim_line (const char *before, const char *after, gboolean same);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanNameClaim, cyan_name_claim_free)
