/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The icicle of a session, or those of both sides beside each other, below a heading that does not
 * scroll: a picture as wide as its view that scrolls up and down.
 *
 * A click on a box above the topmost node zooms out to that.  What is selected or under the pointer
 * is so in both.
 *
 * Properties: "flames": the root is at the bottom.  "of-sides": one icicle of each side; to be set
 * before there is a session.
 */
#pragma once

#include "cyan-partition-view.h"
#include "cyan-scene.h"

/* Empty pixels around the picture. */
#define CYAN_ICICLE_MARGIN 12

#define CYAN_TYPE_ICICLE_VIEW (cyan_icicle_view_get_type ())
G_DECLARE_FINAL_TYPE (CyanIcicleView, cyan_icicle_view, CYAN, ICICLE_VIEW, CyanPartitionView)

/* The icicle, or those of the sides, made when first wanted; NULL without a session, and as long as
 * a thread makes their partitions. */
const CyanIcicles *cyan_icicle_view_get_icicles (CyanIcicleView *self);
/* How it is drawn.  FALSE if there is none, or no room for it. */
gboolean cyan_icicle_view_get_look (CyanIcicleView *self, CyanIcicleLook *look);
/* The box of @node in icicle @i, in the widget's coordinates.  FALSE if it is not shown. */
gboolean
cyan_icicle_view_get_box_in (CyanIcicleView *self, guint i, CyanNode node, graphene_rect_t *box);
