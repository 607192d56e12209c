/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Normal trees: a tree without the nodes of functions that are looked through.
 *
 * The children of such a node belong to its nearest kept ancestor, and kept siblings of one name
 * become one node with several members.  So inlined functions and new wrappers vanish, and callees
 * merge as inlining merges them.
 */
#pragma once

#include "cyan-match-side.h"

/* The functions of one profile, as they are named and looked through now.  Arrays are by function. */
typedef struct
{
  const CyanProfile *profile;
  const double *total; /* by node */
  guint32 *name;
  guint8 *is_used;    /* a node has it */
  guint8 *is_inner;   /* a node with it has callees */
  guint8 *is_skipped; /* it is looked through; never function 0 */
  guint8 *is_folded;  /* its recursive calls are one node with it; never function 0 */
} CyanMatchFunctions;

#define CYAN_MATCH_SEVERAL 0x80000000u

G_STATIC_ASSERT (CYAN_MAX_NODES < CYAN_MATCH_SEVERAL);

/* Nodes are in preorder; siblings are ordered by name. */
typedef struct
{
  CyanMatchSide side; /* of these arrays */
  CyanNode *parent;
  CyanNode *end;
  guint64 *calls; /* sums over the members; NULL: unknown */
  double *total;  /* sums over the members */
  /* By node: the node of the profile that it stands for; or, if they are several, CYAN_MATCH_SEVERAL
   * and the index of their number in @several, which they follow. */
  guint32 *member;
  GArray *several; /* of guint32 */
} CyanMatchNormal;

/* Linear, but for sorting siblings. */
void cyan_match_normal_init (CyanMatchNormal *self, const CyanMatchFunctions *functions);
void cyan_match_normal_clear (CyanMatchNormal *self);

/* The nodes of the profile that @node stands for, in preorder.  None is above another, unless a
 * recursion is folded. */
static inline const CyanNode *
cyan_match_members (const CyanMatchNormal *self, CyanNode node, guint *n)
{
  guint32 member = self->member[node];
  const guint32 *several;

  *n = 1;
  if ((member & CYAN_MATCH_SEVERAL) == 0)
    return &self->member[node];
  several = &g_array_index (self->several, guint32, member & ~CYAN_MATCH_SEVERAL);
  *n = several[0];
  return several + 1;
}
