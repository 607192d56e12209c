/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The state of matching by calling context.  It is shared by the search for candidates, the choice
 * among them, and the pass that follows renames.
 *
 * Candidates are searched one gap at a time.  A gap consists of the children of two partners or,
 * nested, of the children of an opened wrapper on one side and the free unmatched nodes around it
 * on the other.
 */
#pragma once

#include "cyan-match-shared.h"

#define CYAN_MATCH_ROUNDS 4 /* depth of nested gaps */

/* The search does not look inside nodes of an odd state. */
typedef enum
{
  CYAN_MATCH_FREE = 0,
  CYAN_MATCH_PAIRED = 1,
  CYAN_MATCH_OPENED = 2,    /* a wrapper with pairs below it */
  CYAN_MATCH_REPLACED = 3,  /* unmatched, but its children are matched with those of the node that
                             * replaced it */
  CYAN_MATCH_CONTESTED = 5, /* paired by name, but one of the two may have a better partner */
  CYAN_MATCH_FOLLOWED = 7,  /* paired by a rename found elsewhere */
} CyanMatchState;

#define CYAN_MATCH_IS_TAKEN(state) (((state) &1) != 0)

typedef enum
{
  CYAN_MATCH_KIND_DIRECT,
  CYAN_MATCH_KIND_INSIDE_BEFORE, /* the node of before is inside an unmatched node */
  CYAN_MATCH_KIND_INSIDE_AFTER,
  CYAN_MATCH_KIND_SAME_NAME, /* another node than the one paired by call site or order */
  CYAN_MATCH_KIND_RENAMED,
  CYAN_MATCH_KIND_REPLACED,
} CyanMatchKind;

typedef struct
{
  CyanNode node[2];
  CyanNode top; /* of CYAN_MATCH_KIND_INSIDE_*: the outermost wrapper */
  guint8 gap;   /* number of wrappers */
  guint8 kind;
  double score;
  double similarity;
} CyanMatchCandidate;

/* The nodes on both sides of a gap. */
typedef struct
{
  const CyanNode *nodes[2]; /* sorted by name, then in sibling order */
  guint n[2];
  GArray *own[2];  /* of CyanNode; used if the nodes are not all children of one node */
  GArray *left[2]; /* of CyanNode; without a partner of the same name, or opened */
  GArray *kept[2]; /* of double; by child, the weight that its direct pair keeps, or -1 */
} CyanMatchGap;

typedef struct
{
  CyanMatchSketch sketch;
  const CyanMatchSide *sides[2];
  guint8 *state[2];
  CyanNode *partner[2];
  const CyanMatchNames *names;
  guint8 *known;     /* by name: bit k is set if side k has it */
  guint32 *stamp;    /* by name: the last scan that stamped it */
  guint32 *position; /* by name: index of its first node among the stamped children */
  guint32 n_stamps;
  GArray *candidates; /* of CyanMatchCandidate */
  GArray *renamed;    /* of guint64: name of before << 32 | name of after */
  GArray *scratch;    /* of guint32 */
  CyanMatchGap gaps[CYAN_MATCH_ROUNDS];
} CyanMatchContext;

static inline gboolean
cyan_match_is_leaf (const CyanMatchSide *side, CyanNode node)
{
  return side->end[node] == node + 1;
}

/* Fills self->candidates with possible pairs of the gap that do not pair equal names directly. */
void cyan_match_find_candidates (CyanMatchContext *self, CyanMatchGap *gap);
