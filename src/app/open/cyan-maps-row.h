/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Maps paths that were recorded on another computer to folders of the sources: pairs of two
 * folders.
 */
#pragma once

#include <adwaita.h>

#define CYAN_TYPE_MAPS_ROW (cyan_maps_row_get_type ())
G_DECLARE_FINAL_TYPE (CyanMapsRow, cyan_maps_row, CYAN, MAPS_ROW, AdwExpanderRow)

/* @maps are "FROM=TO", NULL-terminated; or NULL. */
void cyan_maps_row_set_maps (CyanMapsRow *self, const char *const *maps);
/* The same; pairs without FROM do not count.  NULL if there are none; free with g_strfreev(). */
char **cyan_maps_row_get_maps (CyanMapsRow *self);
