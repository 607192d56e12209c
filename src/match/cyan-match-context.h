/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The state of matching by calling context, shared by the search for candidates, the choice among
 * them, and the pass that follows renames.
 *
 * Candidates are searched one gap at a time: the children of two partners or, nested, those of an
 * opened wrapper on one side and the free leftovers around it on the other.
 */
#pragma once

#include "cyan-match-private.h"

G_BEGIN_DECLS

#define CYAN_MATCH_ROUNDS 4 /* gaps within gaps */

/* Odd: not to be crossed. */
typedef enum
{
  CYAN_MATCH_FREE = 0,
  CYAN_MATCH_PAIRED = 1,
  CYAN_MATCH_OPENED = 2,    /* a wrapper with pairs below it */
  CYAN_MATCH_REPLACED = 3,  /* not matched itself, but its children are with its partner's */
  CYAN_MATCH_CONTESTED = 5, /* paired by name, but one of the two may have a better partner */
  CYAN_MATCH_FOLLOWED = 7,  /* paired by a rename found elsewhere */
} CyanMatchState;

#define CYAN_MATCH_IS_TAKEN(state) (((state) &1) != 0)

typedef enum
{
  CYAN_MATCH_KIND_DIRECT,
  CYAN_MATCH_KIND_INSIDE_BEFORE, /* the node of before is inside a leftover */
  CYAN_MATCH_KIND_INSIDE_AFTER,
  CYAN_MATCH_KIND_SAME_NAME, /* not the one paired by call site or order */
  CYAN_MATCH_KIND_RENAMED,
  CYAN_MATCH_KIND_REPLACED,
} CyanMatchKind;

typedef struct
{
  CyanNode node[2];
  CyanNode top; /* of CYAN_MATCH_KIND_INSIDE_*: the outermost wrapper */
  guint8 gap;   /* wrappers */
  guint8 kind;
  double score;
  double similarity;
} CyanMatchCandidate;

/* The children on both sides of a gap. */
typedef struct
{
  const CyanNode *nodes[2]; /* by name, then in order */
  guint n[2];
  GArray *own[2];  /* of CyanNode; where nodes lie if they are not all children of one node */
  GArray *left[2]; /* of CyanNode; without a partner of the same name, or opened */
  GArray *kept[2]; /* of double; by child, the weight its direct pair keeps, or -1 */
} CyanMatchGap;

typedef struct
{
  CyanMatchSketch sketch;
  const CyanMatchSide *sides[2];
  guint8 *state[2];
  CyanNode *partner[2];
  guint n_names;
  guint8 *known;     /* by name: bit k if side k has it */
  guint32 *stamp;    /* by name: the scan in which it was stamped last */
  guint32 *position; /* by name: where it starts among the stamped children */
  guint32 n_stamps;
  GArray *candidates; /* of CyanMatchCandidate */
  GArray *renamed;    /* of guint64: the names of each renamed pair, before's in the upper half */
  GArray *scratch;    /* of guint32 */
  CyanMatchGap gaps[CYAN_MATCH_ROUNDS];
} CyanMatchContext;

static inline gboolean
cyan_match_is_leaf (const CyanMatchSide *side, CyanNode node)
{
  return side->profile->end[node] == node + 1;
}

/* Fills self->candidates with what a gap may be matched by beyond equal names. */
void cyan_match_find_candidates (CyanMatchContext *self, CyanMatchGap *gap);

/* Makes @a of before and @b of after partners. */
void cyan_match_context_pair (CyanMatchContext *self, CyanNode a, CyanNode b, CyanMatchState state);

/* Matches the children of two partners. */
void cyan_match_children (CyanMatchContext *self, CyanNode a, CyanNode b);

/* Finds functions that were renamed by what they call and who calls them, and gives both sides one
 * name for each; @sides are those of @self. */
void
cyan_match_unify_renamed (CyanMatchContext *self, CyanMatchSide *sides[2], const guint32 *hash_of);

/* Pairs what was renamed but has nothing below it to tell so, by the renames found elsewhere. */
gboolean cyan_match_follow_renames (CyanMatchContext *self, const CyanTick *tick, GError **error);

G_END_DECLS
