/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Edits: what became of functions, as a matching concludes it.
 *
 * Edits are made in code, and each shows in many contexts.  The list is computed from the merged
 * tree, so that it says exactly what the picture shows.  With before and after exchanged, it has
 * the same edits, reversed: wrapped is inlined then.
 *
 * A level of a recursion that only one side has is no edit, nor is what chance or pruning may
 * explain in all contexts.
 */
#pragma once

#include "cyan-comparison.h"
#include "cyan-confidence.h"
#include "cyan-match-evidence.h"

/* *
 * CyanEditKind:
 * @CYAN_EDIT_RENAMED: a function has another name; its nodes are matched
 * @CYAN_EDIT_REPLACED: at its place another function is called, which has its callees; one is removed
 *   and one added, and their callees are matched
 * @CYAN_EDIT_WRAPPED: a function of after stands between callers and callees that are matched
 * @CYAN_EDIT_INLINED: a function of before stood between callers and callees that are matched, or
 *   its own time is its caller's now
 * @CYAN_EDIT_SPLIT: functions of after were cut out of one that both sides have
 * @CYAN_EDIT_MERGED: several functions of before were merged into one that both sides have
 * @CYAN_EDIT_MOVED: the sources of the sides define it in two files or two scopes
 * */
typedef enum
{
  CYAN_EDIT_RENAMED,
  CYAN_EDIT_REPLACED,
  CYAN_EDIT_WRAPPED,
  CYAN_EDIT_INLINED,
  CYAN_EDIT_SPLIT,
  CYAN_EDIT_MERGED,
  CYAN_EDIT_MOVED,
} CyanEditKind;

#define CYAN_N_EDIT_KINDS (CYAN_EDIT_MOVED + 1)

extern const char *const cyan_edit_kind_names[];    /* "renamed", "replaced", "wrapped", ... */
extern const char *const cyan_match_reason_names[]; /* "contexts", "source", "user" */

/* Matched functions above or below the contexts of an edit. */
typedef struct
{
  CyanStr most; /* the one with most contexts; CYAN_STR_EMPTY if there is none */
  guint n;      /* how many there are */
} CyanEditNear;

/* Names are labels in the comparison's pool of strings. */
typedef struct
{
  CyanEditKind kind;
  CyanMatchReason reason;
  CyanConfidence confidence;
  CyanStr before;              /* the function before; of a wrapper: CYAN_STR_EMPTY */
  CyanStr after;               /* the function after; of an inlined function: CYAN_STR_EMPTY */
  CyanEditNear caller, callee; /* of wrappers and inlined functions; else none */
  /* What was cut out of before, which is after now, or merged into it; owned, NULL of the other
   * kinds. */
  CyanStr *parts;
  guint n_parts;
  char *place[2];   /* of a moved function: where it was and is; owned */
  double net;       /* how much its own time and that of its parts changed, in shares of the run */
  guint n_contexts; /* in how many contexts it shows */
  double share;     /* of the run that they and their callees take, on the side where that is more,
                  * 0...1; contexts within each other count once */
  CyanNode node;    /* the heaviest of these contexts, in the merged tree */
} CyanEdit;

typedef struct
{
  guint n;
  CyanEdit *at;                    /* by kind, then the largest share first, then by name */
  guint n_kind[CYAN_N_EDIT_KINDS]; /* how many of each kind */
} CyanEdits;

/* A function that the sources of the two sides define at two places. */
typedef struct
{
  guint32 pair;   /* of functions of the comparison */
  char *place[2]; /* a file, or a qualified name in one file; owned */
} CyanFunctionMove;

/* Two pairs of functions of a comparison: @part has only one side, @owner both. */
typedef struct
{
  guint32 part;
  guint32 owner;
} CyanFunctionPart;

/* What the sources say.  Borrowed; each may be NULL: nothing is known. */
typedef struct
{
  const GPtrArray *moves; /* of CyanFunctionMove */
  const GArray *parts;    /* of CyanFunctionPart: most of the text of part is in the owner's of the
                           * other side, and not in that of its own side */
} CyanEditSources;

/* Never NULL; empty for a single profile.  Free with cyan_edits_free(). */
CyanEdits *cyan_edits_new (const CyanComparison *comparison, const CyanEditSources *sources);
/* The functions of one side that may be parts of functions of both, by what calls them; sources may
 * say whether they are.  A GArray of CyanFunctionPart, which the caller unrefs. */
GArray *cyan_edits_possible_parts (const CyanComparison *comparison);
void cyan_edits_free (CyanEdits *self);

/* Whether @self is a function between callers and callees: a wrapper, or an inlined one. */
static inline gboolean
cyan_edit_is_between (const CyanEdit *self)
{
  return self->kind == CYAN_EDIT_WRAPPED || self->kind == CYAN_EDIT_INLINED;
}

/* The evidence that the two names of @node, which is renamed, are those of one function. */
CyanMatchReason cyan_edit_rename_reason (const CyanComparison *comparison, CyanNode node);

/* The claim that refuses @edit: the names to pass to cyan_name_claims_add() with same FALSE; a name
 * may be NULL.  Both are the comparison's. */
void cyan_edit_refusal (const CyanComparison *comparison,
                        const CyanEdit *edit,
                        const char **before,
                        const char **after);
/* The same as a line of a file of renames; NULL if no line can have these names.  Caller frees. */
char *cyan_edit_refusal_line (const CyanComparison *comparison, const CyanEdit *edit);

/* "f is now g (in 3 contexts; by its source)", without a full stop; what only the contexts speak
 * for is probable.  Names are shortened; they are not escaped.  Caller frees. */
char *cyan_edit_to_sentence (const CyanComparison *comparison, const CyanEdit *edit);
/* "2 functions renamed, 1 wrapper new"; NULL if there are no edits.  Caller frees. */
char *cyan_edits_summary (const CyanEdits *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanEdits, cyan_edits_free)
