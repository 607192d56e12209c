/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the rows of the ranking leave of the difference, and the difference itself.
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-ranking.h"

G_BEGIN_DECLS

/* Replaces what is in @grid: one line for each part that is not 0 in print, below @n_rows functions that
 * are shown already, and a line with the whole. */
void cyan_start_rest_fill (GtkGrid *grid,
                           const CyanComparison *comparison,
                           const CyanRanking *ranking,
                           guint n_rows);

G_END_DECLS
