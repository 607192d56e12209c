/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Edits: what became of functions, as a matching concludes it.
 *
 * Edits are made in code, and each shows in many contexts.  The list is computed from the merged
 * tree, so that it says exactly what the picture shows.
 */
#pragma once

#include "cyan-comparison.h"
#include "cyan-match-evidence.h"

G_BEGIN_DECLS

/**
 * CyanEditKind:
 * @CYAN_EDIT_RENAMED: a function has another name; its nodes are matched
 * @CYAN_EDIT_REPLACED: at its place another function is called, which has its callees; one is removed
 *   and one added, and their callees are matched
 * @CYAN_EDIT_WRAPPED: a function of after stands between callers and callees that are matched
 * @CYAN_EDIT_INLINED: a function of before stood between callers and callees that are matched
 */
typedef enum
{
  CYAN_EDIT_RENAMED,
  CYAN_EDIT_REPLACED,
  CYAN_EDIT_WRAPPED,
  CYAN_EDIT_INLINED,
} CyanEditKind;

extern const char *const cyan_edit_kind_names[]; /* "renamed", "replaced", "wrapped", "inlined" */

/* Names are labels in the comparison's pool of strings. */
typedef struct
{
  CyanEditKind kind;
  CyanMatchReason reason;
  CyanStr before; /* the function before; of a wrapper: CYAN_STR_EMPTY */
  CyanStr after;  /* the function after; of an inlined function: CYAN_STR_EMPTY */
  /* Of a wrapper the callee with most contexts below it, of an inlined function the caller with most
   * contexts above it; else CYAN_STR_EMPTY. */
  CyanStr other;
  guint n_others;   /* distinct names of that kind */
  guint n_contexts; /* nodes of the merged tree: pairs, or nodes of one side */
  double share;  /* of the larger side's run below them, 0...1; each part of the run counts once */
  CyanNode node; /* the heaviest of these contexts */
} CyanEdit;

typedef struct
{
  guint n;
  CyanEdit *at; /* by kind, then the most time first, then by name */
} CyanEdits;

/* Free with cyan_edits_free(). */
CyanEdits *cyan_edits_new (const CyanComparison *comparison);
void cyan_edits_free (CyanEdits *self);

/* The claim that refuses @edit: the names to pass to cyan_name_claims_add() with same FALSE; a name
 * may be NULL.  Both are the comparison's. */
void cyan_edit_refusal (const CyanComparison *comparison,
                        const CyanEdit *edit,
                        const char **before,
                        const char **after);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanEdits, cyan_edits_free)

G_END_DECLS
