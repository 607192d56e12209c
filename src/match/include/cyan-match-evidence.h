/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is known of functions besides the two trees, and what a matching concludes about them.
 *
 * Names are labels: those that are matched by.
 */
#pragma once

#include "cyan-function.h"

/* The sources say that a function was probably renamed.  Strings are owned. */
typedef struct
{
  char *before;
  char *after;
  double similarity; /* of the two bodies, 0...1 */
} CyanMatchSourceRename;

/* The evidence from the sources of both versions.  Owned lists; each may be empty. */
typedef struct
{
  GArray *
      renames; /* of CyanMatchSourceRename: the definition of before is gone, that of after is new */
  /* By side: names of functions that only the profile of this side has, though the sources of both
   * sides define them.  Of char *. */
  GPtrArray *defined[2];
  gboolean in_files; /* too many functions to compare the sources of all: only within files */
} CyanMatchEvidence;

CyanMatchEvidence *cyan_match_evidence_new (void);
void cyan_match_evidence_free (CyanMatchEvidence *self);
void cyan_match_evidence_add_rename (CyanMatchEvidence *self,
                                     const char *before,
                                     const char *after,
                                     double similarity);
void cyan_match_evidence_add_defined (CyanMatchEvidence *self, guint side, const char *name);

/**
 * CyanMatchReason:
 * @CYAN_MATCH_BY_CONTEXTS: the contexts around it speak for it
 * @CYAN_MATCH_BY_SOURCE: its source does, too
 * @CYAN_MATCH_BY_USER: a person said so
 */
typedef enum
{
  CYAN_MATCH_BY_CONTEXTS,
  CYAN_MATCH_BY_SOURCE,
  CYAN_MATCH_BY_USER,
} CyanMatchReason;

/**
 * CyanMatchDoubt:
 * @CYAN_MATCH_SURE: nothing speaks against a rename
 * @CYAN_MATCH_POSSIBLE: most of its contexts are not right below the same caller
 * @CYAN_MATCH_UNCERTAIN: of the four signs of cyan-match-uncertain.c it has two at most
 */
typedef enum
{
  CYAN_MATCH_SURE,
  CYAN_MATCH_POSSIBLE,
  CYAN_MATCH_UNCERTAIN,
} CyanMatchDoubt;

/* A name that was taken for another in the whole program. */
typedef struct
{
  CyanStr before;
  CyanStr after;
  CyanMatchReason reason;
  CyanMatchDoubt doubt;
} CyanMatchRename;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanMatchEvidence, cyan_match_evidence_free)
