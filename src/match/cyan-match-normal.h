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

G_BEGIN_DECLS

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

/* Nodes are in preorder; siblings are ordered by name. */
typedef struct
{
  CyanMatchSide side; /* of these arrays */
  CyanNode *parent;
  CyanNode *end;
  guint64 *calls; /* sums over the members; NULL: unknown */
  double *total;  /* sums over the members */
  /* The nodes of the profile that a node stands for, in preorder.  None is above another, unless a
   * recursion is folded. */
  guint32 *first_member; /* by node: index into members */
  guint32 *n_members;
  CyanNode *members;
} CyanMatchNormal;

/* Appends the nearest kept nodes below @node to @keys, of guint64: name << 32 | node. */
void cyan_match_add_kept_below (const CyanMatchFunctions *functions, CyanNode node, GArray *keys);

/* Linear, but for sorting siblings. */
void cyan_match_normal_init (CyanMatchNormal *self, const CyanMatchFunctions *functions);
void cyan_match_normal_clear (CyanMatchNormal *self);

static inline const CyanNode *
cyan_match_members (const CyanMatchNormal *self, CyanNode node)
{
  return self->members + self->first_member[node];
}

G_END_DECLS
