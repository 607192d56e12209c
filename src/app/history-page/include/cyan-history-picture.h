/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The picture of a history page for an export: a copy of how it is drawn, which a thread may use.
 */
#pragma once

#include "cyan-chart.h"
#include "cyan-history.h"

typedef struct _CyanHistoryPicture CyanHistoryPicture;

/* The picture that @history shows now, @width pixels wide; a chart is @height pixels high. */
CyanHistoryPicture *cyan_history_picture_new (CyanHistory *history, double width, double height);
void cyan_history_picture_free (CyanHistoryPicture *self);

/* A page with its title and its legend.  It must not outlive @self; caller frees. */
CyanScene *cyan_history_picture_new_scene (const CyanHistoryPicture *self);
const CyanEvolution *cyan_history_picture_evolution (const CyanHistoryPicture *self);
gboolean cyan_history_picture_is_heat (const CyanHistoryPicture *self);
