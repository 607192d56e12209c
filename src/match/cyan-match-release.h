/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Matching two releases: the state that its steps share.
 *
 * Contexts are many, edits of code are few.  So functions are settled first, for the whole program:
 * what only one side has is looked through, names are taken for one if the contexts around them say
 * so, and the search by context runs on the trees that remain.
 */
#pragma once

#include "cyan-match-normal.h"
#include "cyan-match-private.h"

G_BEGIN_DECLS

/* What a pair is worth; less, if unmatched nodes lie between it and its nearest paired ancestors. */
#define CYAN_MATCH_PAIR_SCORE(has_gap) ((has_gap) ? 7 : 10)

/* Pairs of nodes of the profiles. */
typedef struct
{
  CyanNode *partner[2];
  guint64 score; /* of the pairs; a pair across unmatched nodes counts less */
  guint64 work;  /* steps of the search */
  gboolean bounded;
  double per_total[2]; /* of CyanMatchSketch */
} CyanMatchRun;

/* Pairs the members of each pair of @normals, whose partners are @partner, from the top down.
 * A pair's nearest paired ancestors are partners.  Returns the pairs in @run, whose arrays are
 * allocated. */
void cyan_match_pair_members (const CyanMatchNormal *normals,
                              const CyanMatchFunctions *functions,
                              const CyanNode *partner,
                              CyanMatchRun *run);

/* Pairs children of partners that have one name and no partner, if their subtrees have the same pairs
 * or none; and so on below them. */
void cyan_match_complete (const CyanMatchFunctions *functions, CyanMatchRun *run);

/* What restricts the votes. */
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

/* Pairs renamed leaves whose contexts are the same. */
void cyan_match_pair_leaves (const CyanMatchElection *election,
                             const CyanMatchFunctions *functions,
                             CyanMatchRun *run);

/* The names whose recursion is clearly deeper on one side, as now named.  Of guint32; free with
 * g_array_unref(). */
GArray *cyan_match_uneven_recursions (const CyanMatchFunctions *functions, guint n_names);

/* By node: its nearest ancestor that has a partner.  Free with g_free(). */
CyanNode *cyan_match_paired_above (const CyanProfile *profile, const CyanNode *partner);

/* Takes back pairs that no merged tree can show (I4), and those below a removed or added node that
 * keeps next to nothing of it.  Returns whether there were any. */
gboolean cyan_match_repair (const CyanMatchFunctions *functions, CyanMatchRun *run);

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

G_END_DECLS
