/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The ring chart of a session.
 *
 * It fits the view until it is zoomed, which shows more rings in the same view; then it scrolls in
 * both directions.  A click in the middle zooms out to the caller.
 *
 * Property "equal-thickness": all rings are equally thick, else they have equal areas.
 */
#pragma once

#include "cyan-partition-view.h"
#include "cyan-scene.h"

#define CYAN_TYPE_RINGS_VIEW (cyan_rings_view_get_type ())
G_DECLARE_FINAL_TYPE (CyanRingsView, cyan_rings_view, CYAN, RINGS_VIEW, CyanPartitionView)

/* The chart as large as it is drawn, made when it is first wanted; NULL without a session or any
 * room, and as long as a thread makes its partition. */
const CyanRings *cyan_rings_view_get_rings (CyanRingsView *self);
