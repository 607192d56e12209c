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

/* ---- edits ---- */

/* How many unmatched nodes above each other are looked at, so that the time is linear. */
#define CYAN_EDITS_NEAR 16

/* The set of the user's claims that two functions are the same, or, unless @same, that they are
 * not.  The claims are those of @self.  Free with g_hash_table_unref(). */
GHashTable *cyan_edits_claims (const CyanCompared *self, gboolean same);
/* Whether @claims has one about these labels. */
gboolean
cyan_edits_is_claimed (const CyanCompared *self, GHashTable *claims, CyanStr before, CyanStr after);

/* By node: of an unmatched one, the pairs below it with no pair in between.  Free with g_free(). */
guint32 *cyan_edits_count_below (const CyanCompared *self);

/* By node: of a removed one, the added one that replaces it, and the reverse; else CYAN_NODE_NONE.
 * Both enclose nearly the same pairs in one gap.  @n_below: see cyan_edits_count_below().  Free
 * with g_free(). */
CyanNode *cyan_edits_find_replaced (const CyanCompared *self, const guint32 *n_below);

/* Sets the confidence of @edits, which are by group, from 1 to @n - 1.  @group: by node, the group
 * of which it is a context, the upper one of a replaced and its successor, or 0.  @replaced,
 * @n_below: see above. */
void cyan_edits_find_confidence (const CyanCompared *self,
                                 const guint32 *group,
                                 const CyanNode *replaced,
                                 const guint32 *n_below,
                                 CyanEdit *edits,
                                 guint n);
