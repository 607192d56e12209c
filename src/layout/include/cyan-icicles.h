/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Icicles side by side: one of both sides, or one of each side for those who want to see these
 * apart.
 *
 * Two have the same top, the same filter and the same scale: a pixel is as much in one as in the
 * other, so that one of them may leave room.  A node is in the same row of both, and its callees
 * are in the same order.
 */
#pragma once

#include "cyan-icicle.h"

/* All is read only. */
typedef struct
{
  guint n;           /* 1, or 2: before and after */
  CyanIcicle *of[2]; /* owned */
} CyanIcicles;

/* One icicle.  References @partition. */
CyanIcicles *cyan_icicles_new (CyanPartition *partition);
/* One of each side, with sizes before and after; of a single profile, one.  References both, which
 * have the same comparison and basis. */
CyanIcicles *cyan_icicles_new_of_sides (CyanPartition *before, CyanPartition *after);
void cyan_icicles_free (CyanIcicles *self);

void cyan_icicles_set_top (CyanIcicles *self, CyanNode node);
/* References @filtered; NULL: everything is shown. */
void cyan_icicles_set_filter (CyanIcicles *self, CyanFiltered *filtered);

/* What the top of the wider one is, in parts of the run. */
double cyan_icicles_shown (const CyanIcicles *self);
/* The pixels of icicle @i if the wider one has @room. */
double cyan_icicles_width (const CyanIcicles *self, guint i, double room);
/* The rows of the one that has more of them. */
guint cyan_icicles_n_rows (const CyanIcicles *self, double room);

/* Neighbours among the boxes of all, for keys: of two the one that comes first.  CYAN_NODE_NONE at
 * the rim. */
CyanNode cyan_icicles_parent_of (const CyanIcicles *self, CyanNode node);
CyanNode cyan_icicles_first_child_of (const CyanIcicles *self, double room, CyanNode node);
CyanNode cyan_icicles_next_of (const CyanIcicles *self, double room, CyanNode node);
CyanNode cyan_icicles_previous_of (const CyanIcicles *self, double room, CyanNode node);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanIcicles, cyan_icicles_free)
