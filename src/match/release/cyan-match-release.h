/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Matching two releases: the state that its steps share.
 *
 * Contexts are many, edits of code are few.  So functions are settled first, for the whole program:
 * what only one side has is looked through, names are taken for one if the contexts around them say
 * so, and the search by context runs on the trees that remain.
 */
#pragma once

#include "cyan-match-shared.h"

/*
 * ---- normal trees ----
 *
 * A tree without the nodes of functions that are looked through.  The children of such a node
 * belong to its nearest kept ancestor, and kept siblings of one name become one node with several
 * members.  So inlined functions and new wrappers vanish, and callees merge as inlining merges
 * them.
 */

/* The functions of one profile, as they are named and looked through now.  Arrays are by
 * function. */
typedef struct
{
  const CyanProfile *profile;
  const double *total; /* by node */
  guint32 *name;
  guint8 *is_used;    /* a node has it */
  guint8 *is_inner;   /* a node with it has callees */
  guint8 *is_skipped; /* it is looked through; never function 0 */
  guint8 *is_folded;  /* its recursive calls are one node with it; never function 0 */
  guint8 *is_passed;  /* by node: it is looked through, too; NULL: none is */
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
  /* By node: the node of the profile that it stands for; or, if they are several,
   * CYAN_MATCH_SEVERAL and the index of their number in @several, which they follow. */
  guint32 *member;
  GArray *several; /* of guint32 */
} CyanMatchNormal;

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

/* ---- runs ---- */

/* The score of a pair; less, if unmatched nodes lie between it and its nearest paired ancestors. */
#define CYAN_MATCH_PAIR_SCORE(has_gap) ((has_gap) ? 7 : 10)

/* Pairs of nodes of the profiles. */
typedef struct
{
  CyanNode *partner[2]; /* by node; owned */
  guint32 *group[2];    /* by node: one number for the members of two partners of the normal trees;
                         * CYAN_NODE_NONE: it is no such member; NULL: no normal trees; owned */
  guint64 score;        /* of the pairs; a pair across unmatched nodes counts less */
  guint64 work;         /* steps of the search */
  gboolean bounded;
  double per_total[2];  /* of CyanMatchSketch */
  gboolean is_settled;  /* see cyan_match_run_settle() */
  gboolean any_dropped; /* likewise */
} CyanMatchRun;

/* The restrictions on votes about names. */
typedef struct
{
  const CyanMatchNames *names;
  guint n_names;
  const guint8 *sides;     /* by name: bit k is set if side k has it */
  const guint8 *is_inner;  /* by name: a node with it has callees */
  const guint8 *is_target; /* by name: another name was mapped to it */
  /* The least share of a vote, in percent; above 100: never. */
  guint (*least_share) (gconstpointer data, guint32 before, guint32 after);
  gconstpointer data;
} CyanMatchElection;

/* The state of matching two releases. */
typedef struct
{
  const CyanMatchNames *names;
  CyanMatchNames renamed; /* the same; a name is closed if any that was mapped to it is */
  const CyanMatchOptions *options;
  CyanMatchFunctions functions[2];
  guint32 *base[2];   /* by function: its name before any rename */
  guint8 *base_sides; /* by name: bit k is set if side k has it */
  guint32 *map[2];    /* by name: the name that it is taken for */
  guint8 *sides;      /* by name, after renames: bit k is set if side k has it */
  guint8 *is_inner;   /* by name, after renames: a node with it has callees */
  guint8 *is_target;  /* by name: another name was mapped to it */
  GArray *refused;    /* of guint64: votes that made the matching worse */
  guint8 *is_folded;  /* by name, after renames: its recursion is folded */
  guint n_runs;
  gboolean is_plain; /* nothing is looked through */
  gboolean is_unrelated;
} CyanMatchRelease;

/* Everything is borrowed. */
void cyan_match_release_init (CyanMatchRelease *self,
                              const CyanMatchNames *names,
                              const CyanProfile *before,
                              const CyanProfile *after,
                              const CyanMatchOptions *options);
void cyan_match_release_clear (CyanMatchRelease *self);

/* Notes which side has which names, after renames. */
void cyan_match_release_name_functions (CyanMatchRelease *self);
/* Finds the functions of @side that are looked through.  Returns whether any node has one. */
gboolean cyan_match_release_find_skipped (CyanMatchRelease *self, guint side);
/* The present restrictions on votes about names; points into @self. */
CyanMatchElection cyan_match_release_election (const CyanMatchRelease *self);

/* Matches with the present names.  @run is overwritten; clear it even if this fails.  FALSE only
 * with CYAN_ERROR_CANCELLED. */
gboolean cyan_match_run_once (CyanMatchRelease *self,
                              CyanMatchRun *run,
                              const CyanTick *tick,
                              GError **error);
guint64 cyan_match_run_score (const CyanMatchRelease *self, const CyanMatchRun *run);
void cyan_match_run_clear (CyanMatchRun *run);

/* Pairs renamed leaves and takes back what cannot be drawn, once; the names must be those of @run.
 * Returns whether anything was taken back. */
gboolean cyan_match_run_settle (const CyanMatchRelease *self, CyanMatchRun *run);

/* Settles @run, undoes what is no rename or refused, and fills in @matching, which gets the partners
 * of @run. */
void cyan_match_release_finish (CyanMatchRelease *self, CyanMatchRun *run, CyanMatching *matching);

/* Runs again with folded recursions, until there were @limit runs; @best is the best run.  FALSE only
 * with CYAN_ERROR_CANCELLED. */
gboolean cyan_match_release_fold (
    CyanMatchRelease *self, CyanMatchRun *best, guint limit, const CyanTick *tick, GError **error);
/* Adds the two halves of @all, which has @n_first in the first, to @batches, of GArray; the first is
 * next. */
void cyan_match_add_halves (GPtrArray *batches, const GArray *all, guint n_first);

/* Pairs the members of each pair of @normals, whose partners are @partner, from the top down.
 * A pair's nearest paired ancestors are partners.  Returns the pairs in @run, whose arrays are
 * allocated. */
void cyan_match_pair_members (const CyanMatchNormal *normals,
                              const CyanMatchFunctions *functions,
                              const CyanNode *partner,
                              CyanMatchRun *run);

/* Pairs nodes of one name in one gap that have no partner, if their subtrees have the same pairs or
 * none; and so on below them.  They were left alone since they are members of a node of a normal
 * tree whose other members were paired, or since the search gave their partner to another node, and
 * that pair could not be kept, or since they were looked through.  Returns how many were paired. */
guint cyan_match_complete (const CyanMatchFunctions *functions, CyanMatchRun *run);

/* Pairs children of one name of partners that have no partner, where that weighs more than the pairs
 * that contradict it, in sampled profiles, or twice as much; these are taken back.  Returns how many
 * were paired. */
guint cyan_match_pair_children (const CyanMatchFunctions *functions,
                                const CyanMatchNames *names,
                                CyanMatchRun *run);

/* Pairs renamed leaves whose contexts are the same. */
void cyan_match_pair_leaves (const CyanMatchElection *election,
                             const CyanMatchFunctions *functions,
                             CyanMatchRun *run);

/* By node of @side: whether a function that must not be looked through is between it and its
 * nearest paired ancestor.  @name_of is by function.  Free with g_free(). */
guint8 *cyan_match_mark_hidden (const CyanMatchNames *names,
                                const CyanProfile *profile,
                                const guint32 *name_of,
                                const CyanNode *partner,
                                guint side);

/* Adds the nodes whose time is in a node that has another partner to @joins, of CyanMatchJoin. */
void
cyan_match_find_joins (const CyanMatchFunctions *functions, const CyanMatchRun *run, GArray *joins);

/* By node of @side: whether it is not looked through and has no partner and joins no node, but most
 * of what it calls does one or the other.  NULL: there are none.  Free with g_free(). */
guint8 *
cyan_match_find_vanished (const CyanMatchFunctions *functions, const CyanMatchRun *run, guint side);

/* By name of before: a CyanMatchDoubt of its rename, as far as contexts say; SURE without one.  Free
 * with g_free(). */
guint8 *cyan_match_doubt_renames (const CyanMatchRelease *self, const CyanMatchRun *run);
/* Adds what makes pairs uncertain to @list, of CyanMatchRival; @doubts is that of the renames,
 * @joins of CyanMatchJoin. */
void cyan_match_find_uncertain (const CyanMatchRelease *self,
                                const CyanMatchRun *run,
                                const guint8 *doubts,
                                const GArray *joins,
                                GArray *list);

/* Takes back pairs that no merged tree can show (I4), and those below a removed or added node that
 * keeps next to nothing of it.  Returns their number. */
guint cyan_match_repair (const CyanMatchFunctions *functions, CyanMatchRun *run);

static inline void
cyan_match_run_pair (CyanMatchRun *run, CyanNode a, CyanNode b)
{
  run->partner[0][a] = b;
  run->partner[1][b] = a;
}

static inline void
cyan_match_run_unpair (CyanMatchRun *run, CyanNode a, CyanNode b)
{
  run->partner[0][a] = run->partner[1][b] = CYAN_NODE_NONE;
}

/* The weight of a node as a fraction of the run, in units of 2^-40. */
static inline guint64
cyan_match_run_weight (const CyanMatchFunctions *functions,
                       const CyanMatchRun *run,
                       guint side,
                       CyanNode node)
{
  double weight = functions[side].total[node] * run->per_total[side];

  return weight > 0 ? (guint64) (MIN (weight, 1.0) * (double) (G_GUINT64_CONSTANT (1) << 40)) : 0;
}

/* That of the lighter node of a pair. */
static inline guint64
cyan_match_pair_weight (const CyanMatchFunctions *functions,
                        const CyanMatchRun *run,
                        CyanNode a,
                        CyanNode b)
{
  return MIN (cyan_match_run_weight (functions, run, 0, a),
              cyan_match_run_weight (functions, run, 1, b));
}

/* Two names that may be one function. */
typedef struct
{
  guint32 name[2];  /* of before and after */
  guint share;      /* of the gaps of both that contain both, in percent */
  double rank;      /* the share, and a little for equal times of the functions themselves */
  guint similarity; /* the texts of the names, in percent */
  guint64 weight;   /* of the pairs in these gaps, see cyan_match_run_weight() */
} CyanMatchVote;

/* The votes that win, the best first; a name is in one of them at most.  Free with
 * g_array_unref(). */
GArray *cyan_match_count_votes (const CyanMatchElection *election,
                                const CyanMatchFunctions *functions,
                                const CyanMatchRun *run);

/* ---- taking back what cannot be drawn: the pairs of one gap, see cyan-match-repair.c ---- */

typedef struct
{
  guint32 count;
  guint64 weight;
} CyanMatchGapSum;

/* A pair of the gap. */
typedef struct
{
  CyanNode node[2];
  guint64 weight;
  guint32 index; /* among all pairs of the gap */
  gboolean is_dropped;
} CyanMatchGapPair;

/* Pairs that are compared with each other: those of a gap, or those below two of its nodes that are
 * above the same pairs. */
typedef struct
{
  CyanNode owner[2];
  GArray *pairs; /* of CyanMatchGapPair */
} CyanMatchGapJob;

typedef struct
{
  const CyanMatchFunctions *functions;
  CyanMatchRun *run;
  CyanNode *above[2]; /* by node: its nearest paired ancestor */
  GArray *dropped;    /* of guint8: by index, whether the pair of the gap is dropped */
  GArray *jobs;       /* of CyanMatchGapJob */
  CyanNode owner[2];  /* of the present job; its nodes and pairs follow */
  guint32 *number[2]; /* by node: 1 + its index among the nodes of the gap; 0: it is not there */
  GArray *nodes[2];   /* of CyanNode: the unmatched nodes between the owner and the pairs */
  GArray *pairs;      /* of CyanMatchGapPair */
  CyanMatchGapSum *below[2]; /* by index in nodes: of the pairs below */
  CyanMatchGapSum *both;     /* by index in nodes[0] and in nodes[1]: of the pairs below both */
  guint64 left;              /* comparisons that may still be made in the job */
  gint64 budget;             /* pairs and nodes of the gap that may still be divided */
} CyanMatchRepair;

static inline CyanNode
cyan_match_gap_parent (const CyanMatchRepair *self, guint side, CyanNode node)
{
  return self->functions[side].profile->parent[node];
}

/* By index of a node of @side: that of the topmost node above it, or its own.  Free with
 * g_free(). */
guint32 *cyan_match_gap_tops (const CyanMatchRepair *self, guint side);

/* Drops pairs of the present job and adds jobs for the rest, if there are too many nodes to compare
 * them all: of the topmost ones, those that are each other's best stay, and what is below both is
 * compared by itself.  After too much of that, it drops all with nodes above them on both sides. */
void cyan_match_gap_divide (CyanMatchRepair *self);
