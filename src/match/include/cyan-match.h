/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which node of one tree is which node of the other.
 *
 * A matching is an alignment: both trees can be laid over each other as one tree.  It keeps
 *
 *   I1  one-to-one: after_of and before_of are inverse to each other;
 *   I2  partners have the same name, or the pair counts as renamed;
 *   I3  ancestors: the nearest matched ancestors of two partners are partners;
 *   I4  laminar gaps: for an unmatched x of one tree and an unmatched w of the other with the same
 *       nearest matched ancestors, the pairs below x and the pairs below w are nested or disjoint.
 *
 * The synthetic roots always match.  A result depends on names, weights and sibling order only,
 * never on hashing or on the order in which names were loaded.
 */
#pragma once

#include "cyan-profile.h"
#include "cyan-tick.h"

G_BEGIN_DECLS

/**
 * CyanMatchMethod:
 * @CYAN_MATCH_CONTEXT: by calling context with gaps: wrappers that came or went are recognised
 *   (Sandoval Alcocer et al., VISSOFT 2013, section III: the call context of one is a sub-sequence
 *   of the other's)
 * @CYAN_MATCH_COMMON_TREE: by name below matched parents, in the order of siblings (Mostafa and
 *   Krintz, UCSB TR 2008-19, section 2.2.2)
 * @CYAN_MATCH_PATH: by the exact path from the root
 */
typedef enum
{
  CYAN_MATCH_CONTEXT,
  CYAN_MATCH_COMMON_TREE,
  CYAN_MATCH_PATH,
} CyanMatchMethod;

/* "context", "common-tree", "path"; NULL-terminated, in the order of the enumeration. */
extern const char *const cyan_match_method_names[];

typedef struct
{
  guint n_before, n_after; /* nodes of the two trees */
  CyanNode *after_of;      /* by node of before: its partner or CYAN_NODE_NONE */
  CyanNode *before_of;     /* by node of after */
  guint n_pairs;           /* the roots included */
  gboolean bounded; /* a bound was reached: by context, parts are matched by path only; by common
                     * tree, siblings that repeat too often are taken in order */
  guint64 work;     /* steps of the search beyond equal paths; some 64 a node at most */
} CyanMatching;

typedef struct
{
  CyanMatchMethod method;
  gboolean strict;         /* of the common tree: definition 1, the same index among siblings */
  guint metric[2];         /* of before and after, whose weight decides between candidates */
  const CyanStr *label[2]; /* by function: what counts as its name; NULL: its name */
} CyanMatchOptions;

/* Matches two profiles that share one pool of strings.  Free with cyan_matching_free().  NULL only
 * with CYAN_ERROR_CANCELLED. */
CyanMatching *cyan_match (const CyanProfile *before,
                          const CyanProfile *after,
                          const CyanMatchOptions *options,
                          const CyanTick *tick,
                          GError **error);
void cyan_matching_free (CyanMatching *self);

/* Checks I1 and I3 (I4 holds if a merged tree can be built); FALSE with CYAN_ERROR_INVALID. */
gboolean cyan_matching_check (const CyanMatching *self,
                              const CyanProfile *before,
                              const CyanProfile *after,
                              GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanMatching, cyan_matching_free)

G_END_DECLS
