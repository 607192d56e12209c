/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The legend of an icicle: a strip below it, since its boxes leave no room for a card.
 */
#pragma once

#include "cyan-icicle-view.h"
#include "cyan-scene-widget.h"

G_BEGIN_DECLS

#define CYAN_TYPE_ICICLE_LEGEND (cyan_icicle_legend_get_type ())
G_DECLARE_FINAL_TYPE (CyanIcicleLegend, cyan_icicle_legend, CYAN, ICICLE_LEGEND, CyanSceneWidget)

/* Explains the picture of @view from now on. */
void cyan_icicle_legend_set_view (CyanIcicleLegend *self, CyanIcicleView *view);

G_END_DECLS
