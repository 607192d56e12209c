/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where to start: the functions that explain a difference, in one order for all commands and forms.
 *
 * Each node of the merged tree has one change of its self value, and it belongs to one function:
 *
 *   What comes from more or fewer calls belongs to the caller that makes them, and up as far as that
 *   caller's own calls changed alike; what comes from the cost of a call, to the function.
 *
 *   What costs more below one of its callers only belongs to that caller: it gives more to do.  How much
 *   of a change that is, is estimated from the function's cost below its other callers.
 *
 *   A subtree that one side lacks belongs to its topmost function if that takes most of it and the other
 *   side has it nowhere, else to the nearest caller that both sides have.
 *
 *   With sources, a change that would belong to a function that did not change belongs to the nearest
 *   function at or above it that was modified, is new or is gone.  What has none above it is a side effect.
 *
 *   Only if nobody stands out by that and most is a side effect, a function that was modified and is in no profile counts as if it were
 *   the function that calls it.
 *
 * A function of a runtime or its standard library counts for its nearest caller that is none, and a
 * generator or lambda for the function that it is written in.  What the environment does (the
 * collector of garbage, new pages, imports) belongs to none, nor does code that only moved.  So the
 * contributions and the rests add up to the difference of the two totals.  Swapping the two sides
 * negates each of them, unless wrappers of both sides stand around one call: then which of them is
 * nearer depends on the order of the sides.
 *
 * The order is that of the contribution times how much the function changed as a whole, callees
 * included, and how certain it is given the error of sampling: a function that hardly changed
 * itself is no place to start.
 */
#pragma once

#include "cyan-change.h"
#include "cyan-comparison.h"
#include "cyan-confidence.h"

/* A function that was modified and is in no profile: a compiler put it into the one that calls
 * it. */
typedef struct
{
  guint32 pair; /* that calls it, perhaps through others that are in no profile */
  char *name;   /* all owned */
  char *file;   /* after, like the line */
  guint line;   /* from 1 */
} CyanInlined;

/* The evidence of the sources, by pair of functions of a comparison.  Borrowed; each may be NULL:
 * nothing is known. */
typedef struct
{
  const guint8 *changes;  /* CyanChange */
  const guint8 *presence; /* CyanPresence */
  GPtrArray *inlined;     /* of CyanInlined, at most one for a function */
} CyanRankingSources;

/**
 * CyanRole:
 * @CYAN_ROLE_MODIFIED: its source changed
 * @CYAN_ROLE_ADDED: only the source after has it
 * @CYAN_ROLE_DELETED: only the source before has it
 * @CYAN_ROLE_CALLER: it makes more or fewer calls, or calls what only one side calls
 * @CYAN_ROLE_COST: its calls cost more or less
 */
typedef enum
{
  CYAN_ROLE_MODIFIED,
  CYAN_ROLE_ADDED,
  CYAN_ROLE_DELETED,
  CYAN_ROLE_CALLER,
  CYAN_ROLE_COST,
} CyanRole;

/* "modified", "added", "deleted", "caller", "cost". */
extern const char *const cyan_role_names[];

/**
 * CyanBecauseKind: what speaks for a function, with the numbers that show it.
 * @CYAN_BECAUSE_MODIFIED: its source changed
 * @CYAN_BECAUSE_INLINED: its source changed, and no profile has it, but @pair, which calls it
 * @CYAN_BECAUSE_ADDED: only the source after has it
 * @CYAN_BECAUSE_DELETED: only the source before has it
 * @CYAN_BECAUSE_CALLS: it calls @pair more or less often: value[side] calls
 * @CYAN_BECAUSE_COST: a call of it costs more or less: value[side], self cost of a call
 * @CYAN_BECAUSE_ONE_SIDED: it calls @pair, which ran on one side only: value[side] is its cost
 * @CYAN_BECAUSE_BELOW: a part of it is spent in @pair, which counts for it: value[side] is its cost
 * @CYAN_BECAUSE_UNCERTAIN: nothing: most of its change is in contexts whose match is uncertain
 */
typedef enum
{
  CYAN_BECAUSE_MODIFIED,
  CYAN_BECAUSE_ADDED,
  CYAN_BECAUSE_DELETED,
  CYAN_BECAUSE_INLINED,
  CYAN_BECAUSE_CALLS,
  CYAN_BECAUSE_COST,
  CYAN_BECAUSE_ONE_SIDED,
  CYAN_BECAUSE_BELOW,
  CYAN_BECAUSE_UNCERTAIN,
} CyanBecauseKind;

typedef struct
{
  CyanBecauseKind kind;
  guint32 pair;    /* the other function; G_MAXUINT32 if the kind has none */
  double value[2]; /* before and after, in the unit of the difference, or calls */
} CyanBecause;

#define CYAN_START_MAX_BECAUSE 5
#define CYAN_START_MAX_READ    4

/* A function that explains a part of the difference. */
typedef struct
{
  guint32 pair;  /* of node */
  CyanNode node; /* its context with the largest part, in the merged tree */
  const CyanInlined
      *inlined;           /* the function, where it is in no profile and pair is the one that calls
                               * it; else NULL.  Owned by the ranking. */
  CyanChange change;      /* of its source */
  CyanRole role;          /* the one that explains most of its contribution */
  double contribution;    /* what it explains, in the unit of the difference */
  double share_of_before; /* the same, as a fraction of the run before; NAN if that is 0 */
  double
      interval[2]; /* 95 % interval of the contribution, by the error of sampling or the scatter of
                       * several runs; NAN: neither is known */
  /* Strong: its source changed and those of few others did, or it clearly changed itself, noise is
   * known, and it has most of the change.  Likely: it changed by more than is known to be noise.
   * Possible: chance may explain it, its part of the run is small, or others explain about as much.
   */
  CyanConfidence confidence;
  guint n_because;
  CyanBecause because[CYAN_START_MAX_BECAUSE]; /* the weightiest first */
  guint n_read;
  guint32 read[CYAN_START_MAX_READ]; /* pairs to read, the first first; the first is pair */
} CyanStart;

/* Code that moved from one set of functions to another, and costs about the same there. */
typedef struct
{
  guint32 from; /* the pair of functions that lost most */
  guint n_from; /* functions that lost it; 1: only that */
  guint32 to;   /* the pair that got most */
  guint n_to;
  double moved; /* the magnitude that moved, at least 0, in the unit of the difference */
  double net;   /* what is left of the difference, in its unit: part of no contribution */
} CyanShift;

typedef struct
{
  double difference; /* total of after - total of before; of shares if the units differ */
  double before; /* what share_of_before is relative to: |total of before|, 1 if the units differ */
  gboolean by_source; /* contributions are those of changed sources */
  gboolean is_shared; /* no function stands out only because others explain about as much */
  GPtrArray *inlined; /* of CyanInlined; NULL: no start is one */
  guint n;
  CyanStart *at;
  guint n_shifts;
  CyanShift *shifts; /* the largest first */
  /* The parts that belong to no function: */
  double side_effects; /* has no changed function at or above it */
  double environment;  /* collector of garbage, new pages, imports */
  double pruned;       /* contexts that may have been pruned */
} CyanRanking;

/* Ranks the functions of @comparison; one that explains nothing is not in the list.  @sources may
 * be NULL.  The contributions, the nets of the shifts and the three rests add up to the
 * difference.  NULL only with CYAN_ERROR_CANCELLED. */
CyanRanking *cyan_ranking_new (const CyanComparison *comparison,
                               const CyanRankingSources *sources,
                               const CyanTick *tick,
                               GError **error);
void cyan_ranking_free (CyanRanking *self);

/* The part that belongs to no function: side effects, the environment, what was pruned, and the
 * nets of shifts. */
double cyan_ranking_rest (const CyanRanking *self);

/* The sums of all contributions above 0 and below. */
void cyan_ranking_sums (const CyanRanking *self, double *slower, double *faster);

/* Whether a function stands out: the first is more than possible. */
gboolean cyan_ranking_answers (const CyanRanking *self);
/* The node of the first if it stands out, else CYAN_NODE_NONE. */
static inline CyanNode
cyan_ranking_start (const CyanRanking *self)
{
  return cyan_ranking_answers (self) ? self->at[0].node : CYAN_NODE_NONE;
}

/* The name of the first if it stands out, else NULL: not always that of its node, since it may be
 * in no profile.  Owned by @self or @comparison. */
const char *cyan_ranking_start_name (const CyanRanking *self, const CyanComparison *comparison);

/* How many functions a list for people names, from the first on: at most @most, without those at
 * its end that are below the threshold of @comparison.  Where none stands out, up to three that are
 * possible if several share the change or the whole is known to have changed by more than noise,
 * else none. */
guint cyan_ranking_n_named (const CyanRanking *self, const CyanComparison *comparison, guint most);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanRanking, cyan_ranking_free)
