/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The topological differences of two trees, stage by stage, each with its cause (PARCS: Mostafa and
 * Krintz, UCSB TR 2008-19, sections 3.3 and 3.5).
 *
 *   Stage 1   cuts out the subtrees of functions that only one version has.
 *   Stage 2   matches the nodes below the topmost modified functions, and cuts out those without
 *             partners.
 *   Stage 3   matches the rest from the root, and cuts out the nodes without partners.
 *
 * What remains is the common tree: every node of either tree is in it or in exactly one of the
 * subtrees cut out.  All stages use common-tree matching, whatever the comparison used.
 */
#pragma once

#include "cyan-change.h"
#include "cyan-comparison.h"

/**
 * CyanCause:
 * @CYAN_CAUSE_DELETED: the function existed only before
 * @CYAN_CAUSE_ADDED: the function exists only after
 * @CYAN_CAUSE_MODIFIED: it is below a modified function
 * @CYAN_CAUSE_SIDE_EFFECT: none of these: a side effect of a change elsewhere, or non-determinism
 * @CYAN_CAUSE_UNSEEN: not a difference: the data are sampled, and chance may explain it
 */
typedef enum
{
  CYAN_CAUSE_DELETED,
  CYAN_CAUSE_ADDED,
  CYAN_CAUSE_MODIFIED,
  CYAN_CAUSE_SIDE_EFFECT,
  CYAN_CAUSE_UNSEEN,
  CYAN_N_CAUSES,
} CyanCause;

/* "deleted", "added", "below-modified", "side-effect", "not-seen". */
extern const char *const cyan_cause_names[];

/* A subtree that one of the stages cut out. */
typedef struct
{
  CyanCause cause;
  guint stage; /* 1...3: the stage that cut it out */
  guint side;  /* the side of its tree: 0 before, 1 after */
  /* Whether the sources show the cause.  If FALSE, an added or deleted function is only known to
   * occur in one profile; for other causes the source of the caller is unknown. */
  gboolean source_known;
  CyanNode root; /* in the profile of its side */
  CyanNode node; /* the same node in the merged tree */
  guint n_nodes; /* without the nodes that earlier stages cut out of it */
  double total;  /* sum of the self values of its nodes, in the unit of its side */
  double share;  /* fraction of the total of its side */
} CyanDifference;

typedef struct
{
  guint subtrees;
  guint nodes;
} CyanParcsCount;

typedef struct
{
  CyanComparison *comparison; /* owned reference */
  gboolean strict;            /* definition 1 of common-tree matching */
  gboolean unordered;         /* a profile does not know the order of siblings, so the third
                               * condition was dropped */
  gboolean bounded;           /* see CyanMatching */
  gboolean has_sources;       /* @changes or @presence was given */

  CyanMatching *common;                    /* the common tree, root included */
  guint n_nodes[2];                        /* of the two trees, without their synthetic roots */
  guint n_common;                          /* of the common tree, without its root */
  guint n_differences;                     /* includes those with the cause CYAN_CAUSE_UNSEEN */
  CyanDifference *differences;             /* by stage, by side, in preorder */
  CyanParcsCount counts[CYAN_N_CAUSES][2]; /* by cause and side, as in PARCS' table 3 */

  /* By node of each tree: the subtree with which it was cut out, or G_MAXUINT32. */
  guint32 *difference_of[2];
  CyanNode *merged_of[2]; /* by node of each tree: the same in the merged tree */
  /* By node of each tree: the nearest modified function above it, or CYAN_NODE_NONE. */
  CyanNode *modified_above[2];

  const guint8 *changes; /* borrowed from the caller, must outlive this; either may be NULL */
  const guint8 *presence;
} CyanParcs;

/* Runs the three stages.  @changes (CyanChange) and @presence (CyanPresence) are by pair of
 * @comparison and must outlive the result; NULL means that nothing is known.  With @strict,
 * partners have the same index among their siblings; else only the order of partners is kept.  NULL
 * only with CYAN_ERROR_CANCELLED.  Free with cyan_parcs_free(). */
CyanParcs *cyan_parcs_new (CyanComparison *comparison,
                           const guint8 *changes,
                           const guint8 *presence,
                           gboolean strict,
                           const CyanTick *tick,
                           GError **error);
void cyan_parcs_free (CyanParcs *self);

/* Finds the cause for which @node has no partner, as if it were the root of a subtree cut out.
 * Sets *@cause and *@source_known as in CyanDifference. */
void cyan_parcs_judge (
    const CyanParcs *self, guint side, CyanNode node, CyanCause *cause, gboolean *source_known);

/* Lists the functions that may have caused the difference at @node of a side, nearest first: at
 * most @n distinct pairs of the comparison, as a GArray of guint32.  For an added or deleted
 * function this is its caller (section 3.5), else the modified functions above it.  Visits at most
 * CYAN_PARCS_MAX_STEPS functions.  Free with g_array_unref(). */
GArray *
cyan_parcs_suspects (const CyanParcs *self, guint side, CyanNode node, CyanCause cause, guint n);

#define CYAN_PARCS_MAX_STEPS 256

/* The source change of the function of a merged node. */
static inline CyanChange
cyan_parcs_change (const CyanParcs *self, CyanNode merged)
{
  return self->changes != NULL
             ? (CyanChange) self->changes[self->comparison->compared.pairs->of_node[merged]]
             : CYAN_CHANGE_UNKNOWN;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanParcs, cyan_parcs_free)
