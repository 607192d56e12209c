/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shared by cyan-rings-view.c, which says where segments are and which are neighbours, and
 * cyan-rings-view-zoom.c, which makes the chart larger than the view.
 */
#pragma once

#include "cyan-rings-view.h"

struct _CyanRingsView
{
  CyanPartitionView parent_instance;

  CyanRings *rings; /* owned, or NULL */
  CyanThickness thickness;
  double zoom;       /* 1: fits the view */
  double pinch_zoom; /* where the fingers began */
};

/* The side of the square that the chart takes, in pixels of the screen; 0 without any. */
double cyan_rings_view_side (CyanRingsView *self);

void cyan_rings_view_install_zoom (GtkWidgetClass *class);
void cyan_rings_view_add_zoom (CyanRingsView *self);
