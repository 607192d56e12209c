/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Places children of their natural sizes side by side, in as many lines as the width asks for.
 */
#pragma once

#include <gtk/gtk.h>

#define CYAN_TYPE_WRAP_LAYOUT (cyan_wrap_layout_get_type ())
G_DECLARE_FINAL_TYPE (CyanWrapLayout, cyan_wrap_layout, CYAN, WRAP_LAYOUT, GtkLayoutManager)
