/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two widgets beside each other, or, where there is no room for both, one above the other.
 *
 * Properties: "equal": both get half of the width; else the second gets what it wants and the first
 * the rest.
 */
#pragma once

#include <gtk/gtk.h>

#define CYAN_TYPE_FOLD_BOX (cyan_fold_box_get_type ())
G_DECLARE_FINAL_TYPE (CyanFoldBox, cyan_fold_box, CYAN, FOLD_BOX, GtkWidget)
