/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of finding edits; private to this folder. */
#pragma once

#include "cyan-edits.h"
#include "cyan-table.h"

/* ---- a count for each pair of numbers ----
 *
 * No result may depend on the order of the hashes; the entries are in the order in which they were
 * added. */

typedef struct
{
  guint64 a;
  guint64 b;
  guint32 n; /* 0 at first; its meaning is the owner's */
} CyanPairEntry;

/* Zero it and call cyan_pair_table_init() before use. */
typedef struct
{
  CyanTable table;
  GArray *entries; /* of CyanPairEntry; entry 0 is unused */
} CyanPairTable;

void cyan_pair_table_init (CyanPairTable *self);
void cyan_pair_table_clear (CyanPairTable *self);

/* The entry of (@a, @b), which is added if it is new; valid until the next one is added. */
CyanPairEntry *cyan_pair_table_at (CyanPairTable *self, guint64 a, guint64 b);
/* Its n; 0 if there is no such entry. */
guint32 cyan_pair_table_n (const CyanPairTable *self, guint64 a, guint64 b);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CyanPairTable, cyan_pair_table_clear)

/* ---- the merged tree ---- */

/* How many unmatched nodes above each other are looked at, so that the time is linear. */
#define CYAN_EDITS_NEAR 16

/* What is above and below unmatched nodes. */
typedef struct
{
  const CyanCompared *compared;
  guint32 *n_below; /* by node: of an unmatched one, the pairs below it with no pair in between */
  CyanNode *caller; /* by node: the nearest pair above it */
  /* By node: of a removed one, the added one that replaces it, and the reverse; else
   * CYAN_NODE_NONE. */
  CyanNode *replaced;
  guint8 *level[2]; /* by side, by its node: whether it is a level of a recursion */
} CyanEditsShape;

void cyan_edits_shape_init (CyanEditsShape *self, const CyanCompared *compared);
void cyan_edits_shape_clear (CyanEditsShape *self);

/* Whether the runtime has the function of @pair: what it calls differs from run to run. */
gboolean cyan_edits_is_runtime (const CyanCompared *self, guint32 pair);

/* By node, like CyanEditsShape: those that enclose nearly the same pairs in one gap.  Free with
 * g_free(). */
CyanNode *cyan_edits_find_replaced (const CyanCompared *self, const guint32 *n_below);
/* Adds to @partner, which is of that kind, nodes without pairs below them that took each other's
 * place. */
void
cyan_edits_replace_leaves (const CyanCompared *self, const guint32 *n_below, CyanNode *partner);

/* Which function calls which. */
typedef struct _CyanEditsCalls CyanEditsCalls;

CyanEditsCalls *cyan_edits_calls_new (const CyanEditsShape *shape);
void cyan_edits_calls_free (CyanEditsCalls *self);
/* Whether the other side has the call of @node, which is unmatched, by its caller, though elsewhere:
 * then nothing was edited, and another way was taken here. */
gboolean cyan_edits_calls_have (const CyanEditsCalls *self, CyanNode node);

/* ---- what a person says ---- */

/* The set of the user's claims that two functions are the same, or, unless @same, that they are
 * not.  The claims are those of @self.  Free with g_hash_table_unref(). */
GHashTable *cyan_edits_claims (const CyanCompared *self, gboolean same);
/* Whether @claims has one about these labels. */
gboolean
cyan_edits_is_claimed (const CyanCompared *self, GHashTable *claims, CyanStr before, CyanStr after);

/* ---- functions that were cut out of another, or merged into it ---- */

typedef struct
{
  CyanStr owner[2]; /* the function that both sides have: its names before and after */
  GArray *labels;   /* of CyanStr: its parts; those with several callees first, then those with
                     * most own time */
  CyanNode node;    /* one of the owner's */
  double own[2];    /* the own time of the owner, where it has parts, and that of its parts, before
                     * and after, in shares */
  gboolean by_source;
  gboolean has_callees; /* one of the parts calls several functions that the owner called */
  gboolean has_time;    /* own times say that they are parts, and chance does not explain that */
} CyanEditsSplit;

/* The functions of @side that were cut out of (1) or merged into (0) another, but for those that
 * replace another.  An array of CyanEditsSplit; free with g_array_unref(). */
GArray *
cyan_edits_find_splits (const CyanEditsShape *shape, guint side, const CyanEditSources *sources);

/* ---- groups: what could be one edit ---- */

typedef struct
{
  CyanEdit edit;
  double total[2]; /* of its contexts, those within another left out */
  double heaviest; /* share of edit.node */
  CyanNode end;    /* of the last context that is not within another */
  gboolean proved; /* whether a context cannot be explained by chance */
  /* The time of all that the contexts call, and of it that of the nearest pairs; in the units of
   * their sides. */
  double below, found;
  const CyanEditsSplit *split; /* it is of, or NULL */
} CyanEditsGroup;

/* An array of CyanEditsGroup, whose edits have no share yet and own their parts and places; free with
 * g_array_unref(). */
GArray *cyan_edits_groups_new (const CyanComparison *comparison, const CyanEditSources *sources);

/* Sets the confidence of the edits of @groups but for the first, which is unused.  @group: by node,
 * the index of the group of which it is a context, the upper one of a replaced and its successor, or
 * 0. */
void cyan_edits_find_confidence (const CyanEditsShape *shape, const guint32 *group, GArray *groups);
