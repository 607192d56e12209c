/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The calls in the body of a function, with the loops and branches around them, from its tokens.
 *
 * No compiler is asked: a call is a word before "(" that is no keyword, and what the language
 * writes otherwise: Rust's "name!", Ruby's "a.name" and "name argument".  Calls of a nested
 * function count as calls of the function around it, in a block of their own.
 */
#pragma once

#include "cyan-language.h"

typedef enum
{
  CYAN_BLOCK_BODY, /* of the function; the first block, and the only one of its kind */
  CYAN_BLOCK_LOOP,
  CYAN_BLOCK_CONDITION, /* a branch, a case, a handler of errors */
  CYAN_BLOCK_CLOSURE,   /* a function inside: the text does not say how often it is called */
} CyanCodeBlockKind;

/* A block without a meaning of its own, as "{ }" or "try", belongs to the block around it. */
typedef struct
{
  CyanCodeBlockKind kind;
  guint parent; /* its index is smaller; 0 for the body */
  guint choice; /* index of the first of the branches of which a run takes one: "if", its "else" */
  double trips; /* how often it is executed each time; NAN: unknown, as of a closure; else 1 */
  const char *head; /* "for(i=0; i<n; i++)", perhaps cut; "" for the body */
  guint64 path;     /* a hash of its head and of those around it */
} CyanCodeBlock;

typedef struct
{
  guint block;
  const char *name;   /* the last word: "write", "println!" */
  const char *callee; /* the same with its receiver, perhaps cut: "self.out.write" */
  guint64 key;        /* a hash of receiver, name, arguments and the block's path */
} CyanCodeCall;

/* An operator with two operands. */
typedef struct
{
  guint block;
  const char *name; /* "+" */
  guint64 key;      /* a hash of it, of the tokens beside it, and of the block's path */
} CyanCodeOperator;

typedef struct
{
  GArray *blocks;    /* of CyanCodeBlock; the body is the first */
  GArray *calls;     /* of CyanCodeCall, in the order of the text */
  GArray *operators; /* of CyanCodeOperator, in the order of the text */
  GStringChunk *strings;
} CyanCodeBody;

/* @text: the function from its first line to its last, without NUL bytes.  Takes linear time; never
 * fails.  A language without a scanner has no calls. */
CyanCodeBody *cyan_code_body_new (CyanLanguage language, const char *text, gsize length);
void cyan_code_body_free (CyanCodeBody *self);

/* Whether it neither calls nor loops: it returns a constant, reads or sets a field, or computes
 * (LITO, section 3.1, "fast"). */
gboolean cyan_code_body_is_fast (const CyanCodeBody *self);

/* By block of @after, which block of @before, an older version, it was: the first with the same
 * path; else, as if its head or one around it changed, one whose path @after lacks, of the same
 * kind, in as many loops, and with the most calls of the same names; G_MAXUINT: it is new.  Caller
 * frees. */
guint *cyan_code_body_match_blocks (const CyanCodeBody *before, const CyanCodeBody *after);

/* The additions to a body and the deletions from it: the differences of the two multisets of keys
 * (LITO, section 3.1: nodes are equal if receiver, name, arguments and the path to the root are).
 * A call that moved into a loop was deleted and added. */
typedef struct
{
  GArray *added_calls;     /* of guint: indices into the calls of after, in order */
  GArray *deleted_calls;   /* into the calls of before */
  GArray *added_operators; /* into the operators of after */
} CyanCodeCallChanges;

CyanCodeCallChanges *cyan_code_call_changes_new (const CyanCodeBody *before,
                                                 const CyanCodeBody *after);
void cyan_code_call_changes_free (CyanCodeCallChanges *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanCodeBody, cyan_code_body_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanCodeCallChanges, cyan_code_call_changes_free)
