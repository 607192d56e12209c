/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The legend below the picture of a history.
 */
#pragma once

#include "cyan-history.h"
#include "cyan-scene-widget.h"

#define CYAN_TYPE_HISTORY_LEGEND (cyan_history_legend_get_type ())
G_DECLARE_FINAL_TYPE (CyanHistoryLegend, cyan_history_legend, CYAN, HISTORY_LEGEND, CyanSceneWidget)

/* Follows @history from now on; NULL empties it. */
void cyan_history_legend_set_history (CyanHistoryLegend *self, CyanHistory *history);
void cyan_history_legend_set_palette (CyanHistoryLegend *self, CyanPalette palette);
