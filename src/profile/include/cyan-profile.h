/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The calling-context tree of one run.
 *
 * A profile is immutable: a CyanProfileBuilder makes it and it never changes afterwards, so any
 * number of threads may read it.  A changed copy is a new profile that shares the equal parts with
 * the old one: cyan_profile_with_functions(), cyan_profile_without().  Nodes are numbered in
 * preorder and stored in arrays, one for each field.  Node 0 is the synthetic root above all real
 * roots; its function's name is "(all)".
 *
 *   for i > 0:  parent[i] < i < end[i] <= end[parent[i]];   end[0] == n_nodes;
 *   the subtree of i is [i, end[i]); its children are i + 1, end[i + 1], ... below end[i];
 *   siblings are in the order in which the recording first contains them;
 *   total[i] == self[i] + the total of its children, for every metric.
 *
 * Properties of a function rather than of a context (module, file, line, body hash) are stored
 * once, in the table of functions.  A node takes 40 bytes: parent, end, function, call site, calls,
 * and self and total of one metric; each further metric takes 16.
 */
#pragma once

#include <glib.h>

#include "cyan-flat-profile.h"
#include "cyan-function.h"
#include "cyan-line-costs.h"
#include "cyan-pieces.h"
#include "cyan-rests.h"
#include "cyan-strings.h"
#include "cyan-sync.h"

/* A node's number in its tree. */
typedef guint32 CyanNode;

#define CYAN_NODE_NONE     G_MAXUINT32
#define CYAN_NODE_ROOT     ((CyanNode) 0)
#define CYAN_CALLS_UNKNOWN G_MAXUINT64
#define CYAN_ROOT_NAME     "(all)"

/* Default limit of the nodes of a profile. */
#define CYAN_MAX_NODES 20000000u

/* Arrays that several profiles share. */
typedef struct _CyanColumns CyanColumns;

/* A measured quantity, additive over the tree. */
typedef struct
{
  char *name;    /* "time" */
  char *unit;    /* "ns", "us", "ms", "s", "samples", "count", "bytes", ...; "" if unknown */
  double *self;  /* by node, finite; negative only in difference profiles */
  double *total; /* by node */
} CyanMetric;

/**
 * CyanRecording:
 * @CYAN_RECORDING_EXACT: every call was seen; a node that is not there did not run
 * @CYAN_RECORDING_SAMPLED: a node that is not there may merely not have been hit
 * @CYAN_RECORDING_INFERRED: the tree was made from a call graph
 */
typedef enum
{
  CYAN_RECORDING_EXACT,
  CYAN_RECORDING_SAMPLED,
  CYAN_RECORDING_INFERRED,
} CyanRecording;

/* The pruning of a tree while it was recorded (cyan-hot-tree.h); all 0: none. */
typedef struct
{
  double phi;     /* every context with at least this part of metric 0 is in the tree */
  double epsilon; /* what its memory sufficed for */
  double floor;   /* the largest total of metric 0 that a context outside of the tree can have */
} CyanPruning;

/* The name of the nodes that have what was pruned below their callers. */
#define CYAN_COLD_NAME "(cold)"

/* Meta data of a recording.  Known keys: "version", "revision", "producer", "command", "host",
 * "recorded", "source-root", CYAN_META_BODY_HASH, "pid"; "part", which part of a run it is, if it
 * is not all of it; others are kept unchanged. */
typedef struct
{
  char *key;
  char *value;
} CyanMeta;

/* How the body hashes were made; hashes of different makes say nothing about each other. */
#define CYAN_META_BODY_HASH "body-hash"

/* Of a merged profile: of how many it was made, and how many could not be read; decimal. */
#define CYAN_META_PARTS        "parts"
#define CYAN_META_UNREAD_PARTS "unread-parts"

/* The notes of a profile that is one of several parts of a run, and of one that has one thread. */
#define CYAN_NOTE_PART   N_ ("this is one of several parts of a run: given together, they add up")
#define CYAN_NOTE_THREAD N_ ("this is one thread of a run: given together, all threads add up")

typedef struct
{
  CyanRefCount refs;
  CyanStrings *strings; /* owned reference */

  guint n_nodes;       /* at least 1: the synthetic root */
  CyanColumns *tree;   /* owner of the next six arrays */
  CyanColumns *values; /* owner of the arrays of all metrics */
  CyanNode *parent;
  CyanNode *end;
  guint32 *function;  /* index into functions */
  guint32 *call_site; /* line or other number of the call site in the caller, 0 unknown; NULL:
                       * all 0 */
  guint64 *calls;     /* CYAN_CALLS_UNKNOWN where unknown, 0 for the root; NULL: all unknown */
  double *missing;    /* how much of its total of metric 0 may be missing, at least 0; NULL: nothing
                       * is missing anywhere */

  guint n_metrics; /* at least 1; metric 0 is compared by default */
  CyanMetric *metrics;

  guint n_functions; /* at least 1; function 0 is "(all)" */
  CyanFunction *functions;

  CyanRecording recording;
  double length;      /* of the recording, ns; of several runs their mean; 0 if unknown */
  double scaled;      /* the factor of cyan_profile_scale(); 0: it was not scaled */
  double period;      /* of one sample, in metric 0's unit; 0 if unknown or exact */
  gboolean unordered; /* the recording has no order of siblings, as in folded stacks */
  guint n_threads;    /* number of threads whose times are summed in this tree; 0 unknown */
  CyanPruning pruning;
  CyanFlatProfile *flat; /* owned: of a pruned tree, if it is known; NULL: sums of the nodes */
  CyanLineCosts *lines;  /* owned reference; NULL: they are not known, or were not asked for */
  CyanPieces *pieces;    /* owned reference; NULL: not asked for */
  CyanRests *rests;      /* owned reference; NULL: own values are what was added up */

  char *format; /* the name of the format it was read from; never NULL */
  guint n_meta;
  CyanMeta *meta;
  GPtrArray *warnings; /* of char *: one line each, for people */
} CyanProfile;

CyanProfile *cyan_profile_ref (CyanProfile *self);
void cyan_profile_unref (CyanProfile *self);

/* The label of @node; owned by the pool. */
const char *cyan_profile_name (const CyanProfile *self, CyanNode node);

static inline const CyanFunction *
cyan_profile_function (const CyanProfile *self, CyanNode node)
{
  return &self->functions[self->function[node]];
}

static inline CyanFunctions
cyan_profile_functions (const CyanProfile *self)
{
  return (CyanFunctions){ self->strings, self->n_functions, self->functions };
}

static inline guint64
cyan_profile_calls (const CyanProfile *self, CyanNode node)
{
  return self->calls == NULL ? CYAN_CALLS_UNKNOWN : self->calls[node];
}

static inline guint32
cyan_profile_call_site (const CyanProfile *self, CyanNode node)
{
  return self->call_site == NULL ? 0 : self->call_site[node];
}

/* The function of the nodes that hold what was pruned; 0: there is none. */
guint32 cyan_profile_cold_function (const CyanProfile *self);

/* How much of metric 0's total of @node may be missing. */
static inline double
cyan_profile_missing (const CyanProfile *self, CyanNode node)
{
  return self->missing == NULL ? 0 : self->missing[node];
}

/* Whether calls are known for at least one node. */
gboolean cyan_profile_has_calls (const CyanProfile *self);

/* The value of @key in the meta data, or NULL. */
const char *cyan_profile_get_meta (const CyanProfile *self, const char *key);

/* The same as a whole number.  FALSE if it is none. */
gboolean cyan_profile_get_count (const CyanProfile *self, const char *key, guint64 *count);

/* The note that parts of it could not be read; NULL if all could.  Caller frees. */
char *cyan_profile_unread_parts (const CyanProfile *self);

/* Finds the metric @name and sets its index.  FALSE if there is none. */
gboolean cyan_profile_find_metric (const CyanProfile *self, const char *name, guint *metric);

/* The number of nodes on the longest path from the root to a leaf, without the synthetic root.
 * O(n). */
guint cyan_profile_depth (const CyanProfile *self);
/* The number of nodes without children, without the synthetic root. */
guint cyan_profile_n_leaves (const CyanProfile *self);
/* The number of functions with a node, distinct by name, module and file, without "(all)". */
guint cyan_profile_n_functions (const CyanProfile *self);

/* Bytes of the profile, without its strings. */
guint64 cyan_profile_memory (const CyanProfile *self);

/* A copy of the functions of @self, with their strings in @strings; self->n_functions of them.
 * Free with g_free(). */
CyanFunction *cyan_profile_move_functions (const CyanProfile *self, CyanStrings *strings);

/* The same profile with other functions.  @functions has as many functions as @self, with their
 * strings in @strings.  Takes ownership of @functions. */
CyanProfile *cyan_profile_with_functions (const CyanProfile *self,
                                          CyanStrings *strings,
                                          CyanFunction *functions);

/* The same profile with the meta data @key set to @value. */
CyanProfile *cyan_profile_with_meta (const CyanProfile *self, const char *key, const char *value);

/* The same profile with @more warnings (of char *), except for those that it has already. */
CyanProfile *cyan_profile_with_warnings (const CyanProfile *self, const GPtrArray *more);

/* The same profile without the time of some functions and of all their callees: self values there
 * are 0 in every metric, and totals are recomputed.  @functions is nonzero for each function to
 * leave out. */
CyanProfile *cyan_profile_without (const CyanProfile *self, const guint8 *functions);

/* The same profile as if it had been recorded for @factor times as long, above 0: all values, calls,
 * the length and the weight of a sample are multiplied. */
CyanProfile *cyan_profile_scale (const CyanProfile *self, double factor);

/* The same profile without idle frames ("(idle)", "[idle]", "swapper", "swapper/3"), so that
 * waiting does not count as work, and with a warning that gives the removed amount.  Returns @self
 * with a new reference if there are none.  Release with cyan_profile_unref(). */
CyanProfile *cyan_profile_without_idle (CyanProfile *self);
/* By function: nonzero for those frames.  Free with g_free(). */
guint8 *cyan_profile_idle_functions (const CyanProfile *self);
/* The amount of metric 0 that cyan_profile_without_idle() would remove. */
double cyan_profile_idle (const CyanProfile *self);

/* Checks all invariants above.  FALSE with CYAN_ERROR_INVALID and the first node that violates one.
 */
gboolean cyan_profile_check (const CyanProfile *self, GError **error);

/* Adds @weight times the flat profile of @profile to @self, or the sums of its nodes if nothing was
 * pruned. Its function f is @functions[f] there, and metric m there its metric @metrics[m]; NULL
 * for @metrics: they are the same.  FALSE, and nothing is added, if the tree was pruned and has no
 * flat profile. */
gboolean cyan_profile_add_to_flat (const CyanProfile *profile,
                                   CyanFlatProfile *self,
                                   const guint32 *functions,
                                   const guint *metrics,
                                   double weight);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanProfile, cyan_profile_unref)
