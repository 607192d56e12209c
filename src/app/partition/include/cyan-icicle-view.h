/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The icicle of a session: a picture as wide as its view that scrolls up and down.
 *
 * A click on a box above the topmost node zooms out to that.
 */
#pragma once

#include "cyan-partition-view.h"
#include "cyan-scene.h"

/* Empty pixels around the picture. */
#define CYAN_ICICLE_MARGIN 12

#define CYAN_TYPE_ICICLE_VIEW (cyan_icicle_view_get_type ())
G_DECLARE_FINAL_TYPE (CyanIcicleView, cyan_icicle_view, CYAN, ICICLE_VIEW, CyanPartitionView)

/* The icicle, made when it is first wanted; NULL without a session, and as long as a thread makes
 * its partition. */
const CyanIcicle *cyan_icicle_view_get_icicle (CyanIcicleView *self);
/* How it is drawn.  FALSE if there is none, or no room for it. */
gboolean cyan_icicle_view_get_look (CyanIcicleView *self, CyanIcicleLook *look);
