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

/* What a pair is worth; less, if unmatched nodes lie between it and its nearest paired ancestors. */
#define CYAN_MATCH_PAIR_SCORE(has_gap) ((has_gap) ? 7 : 10)

/* Pairs of nodes of the profiles. */
typedef struct
{
  CyanNode *partner[2]; /* by node; owned */
  guint64 score;        /* of the pairs; a pair across unmatched nodes counts less */
  guint64 work;         /* steps of the search */
  gboolean bounded;
  double per_total[2];  /* of CyanMatchSketch */
  gboolean is_settled;  /* see cyan_match_run_settle() */
  gboolean any_dropped; /* likewise */
} CyanMatchRun;

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
/* What the votes about names are restricted by now; points into @self. */
CyanMatchElection cyan_match_release_election (const CyanMatchRelease *self);

/* Matches with the present names.  @run is overwritten; clear it even if this fails.  FALSE only with
 * CYAN_ERROR_CANCELLED. */
gboolean cyan_match_run_once (CyanMatchRelease *self,
                              CyanMatchRun *run,
                              const CyanTick *tick,
                              GError **error);
guint64 cyan_match_run_score (const CyanMatchRelease *self, const CyanMatchRun *run);
void cyan_match_run_clear (CyanMatchRun *run);

/* Pairs renamed leaves and takes back what cannot be drawn, once; the names must be those of @run.
 * Returns whether anything was taken back. */
gboolean cyan_match_run_settle (const CyanMatchRelease *self, CyanMatchRun *run);

/* Settles @run, undoes what is no rename or refused, and fills in @matching. */
void cyan_match_release_finish (CyanMatchRelease *self, CyanMatchRun *run, CyanMatching *matching);

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

/* Two names that may be one function. */
typedef struct
{
  guint32 name[2]; /* of before and after */
  guint share;     /* of the gaps of both that contain both, in percent */
  guint alike;     /* the texts of the names, in percent */
  guint64 weight;  /* of the pairs in these gaps, see cyan_match_run_weight() */
} CyanMatchVote;

/* The votes that win, the best first; a name is in one of them at most.  Free with g_array_unref(). */
GArray *cyan_match_count_votes (const CyanMatchElection *election,
                                const CyanMatchFunctions *functions,
                                const CyanMatchRun *run);
