/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The picture of a bisection, as wide as there is room. */
#pragma once

#include "cyan-bisection.h"
#include "cyan-scene-widget.h"

#define CYAN_TYPE_BISECT_CHART (cyan_bisect_chart_get_type ())
G_DECLARE_FINAL_TYPE (CyanBisectChart, cyan_bisect_chart, CYAN, BISECT_CHART, CyanSceneWidget)

/* Copies @state; NULL: there is nothing. */
void cyan_bisect_chart_set_state (CyanBisectChart *self, const CyanBisection *state);
void cyan_bisect_chart_set_palette (CyanBisectChart *self, CyanPalette palette);
