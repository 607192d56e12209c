/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Matchings: which node of one tree corresponds to which node of the other.
 *
 * A matching is an alignment: both trees can be merged into one tree.  Its invariants are
 *
 *   I1  one-to-one: after_of and before_of are inverse to each other;
 *   I2  partners have the same name, or the pair counts as renamed;
 *   I3  ancestors: the nearest matched ancestors of two partners are partners;
 *   I4  laminar gaps: for an unmatched x of one tree and an unmatched w of the other with the same
 *       nearest matched ancestors, the pairs below x and the pairs below w are nested or disjoint.
 *
 * The synthetic roots always match.  The result depends only on names, weights and sibling order,
 * not on hash values or on the order in which names were loaded.
 */
#pragma once

#include "cyan-match-evidence.h"
#include "cyan-profile.h"
#include "cyan-tick.h"

/**
 * CyanMatchMethod:
 * @CYAN_MATCH_CONTEXT: by calling context with gaps: inserted and removed wrappers are recognised
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

/* A node without a partner that became one with others: its time is in @into, which has another
 * partner, or is below such a node and has none. */
typedef struct
{
  guint side; /* of @node: 0 before, 1 after */
  CyanNode node;
  CyanNode into; /* of the other side */
} CyanMatchJoin;

/* What makes a pair uncertain: another node that fits nearly as well. */
typedef struct
{
  CyanNode node;  /* of before, of the pair */
  guint side;     /* of @rival */
  CyanNode rival; /* it has no partner; the heaviest one; CYAN_NODE_NONE: it is of a rename of
                   * CYAN_MATCH_UNCERTAIN */
} CyanMatchRival;

typedef struct
{
  guint n_before, n_after; /* nodes of the two trees */
  CyanNode *after_of;      /* by node of before: its partner or CYAN_NODE_NONE */
  CyanNode *before_of;     /* by node of after */
  guint n_pairs;           /* includes the pair of roots */
  gboolean bounded; /* a limit was reached: the context matcher matched parts by path only, or the
                     * common-tree matcher paired repeated siblings in order */
  guint64 work;     /* steps of the search beyond equal paths; about 64 a node at most */
  GArray *renames;  /* of CyanMatchRename, by name of before and after: the names taken for one, by
                     * the context matcher or by a claim */
  GArray *joins; /* of CyanMatchJoin, by side and node; empty or NULL but for the context matcher */
  GArray *uncertain; /* of CyanMatchRival, by node; empty or NULL but for the context matcher */
  gboolean stopped;  /* the context matcher could have tried more renames than it has time for */
} CyanMatching;

typedef struct
{
  CyanMatchMethod method;
  gboolean strict;         /* common tree only: definition 1, partners have the same index among
                            * their siblings */
  guint metric[2];         /* metrics of before and after whose weights decide between candidates */
  const CyanStr *label[2]; /* by function: the name to match by; NULL: its normal name */
  const GPtrArray *claims; /* of CyanNameClaim; NULL: none.  They hold, whatever the trees say. */
  const CyanMatchEvidence *evidence; /* of the sources, for the context matcher; NULL: none */
} CyanMatchOptions;

/* Matches two profiles that share one pool of strings.  Free with cyan_matching_free().  NULL only
 * with CYAN_ERROR_CANCELLED. */
CyanMatching *cyan_match (const CyanProfile *before,
                          const CyanProfile *after,
                          const CyanMatchOptions *options,
                          const CyanTick *tick,
                          GError **error);
void cyan_matching_free (CyanMatching *self);

/* Checks I1 and I3 (I4 holds if a merged tree can be built).  FALSE with CYAN_ERROR_INVALID. */
gboolean cyan_matching_check (const CyanMatching *self,
                              const CyanProfile *before,
                              const CyanProfile *after,
                              GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanMatching, cyan_matching_free)
