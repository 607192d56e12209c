/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The load of both sides over time, by thread; dragging on a side selects a range of it, with Control
 * on both.
 *
 *   ranges-changed ()   another range is selected, or none
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-recordings.h"

#define CYAN_TYPE_TIME_STRIP (cyan_time_strip_get_type ())
G_DECLARE_FINAL_TYPE (CyanTimeStrip, cyan_time_strip, CYAN, TIME_STRIP, GtkWidget)

/* Shows the recordings of both sides, which may be one; NULL: none, and no range is selected.  FALSE
 * if neither has times. */
gboolean
cyan_time_strip_set_recordings (CyanTimeStrip *self, CyanProfile *before, CyanProfile *after);

/* The range that is selected on @side, as a slice of times such as "1.2s..3.4s"; NULL: none.  Caller
 * frees. */
char *cyan_time_strip_get_range (CyanTimeStrip *self, guint side);
/* Selects no range on any side. */
void cyan_time_strip_clear (CyanTimeStrip *self);
