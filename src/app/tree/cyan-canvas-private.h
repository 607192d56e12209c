/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shared by the files of the canvas: cyan-canvas.c draws and scrolls, cyan-canvas-input.c handles
 * input.
 */
#pragma once

#include "cyan-canvas.h"
#include "cyan-tiles.h"

G_BEGIN_DECLS

struct _CyanCanvas
{
  GtkWidget parent_instance;

  CyanSession *session;          /* owned */
  GtkAdjustment *adjustments[2]; /* horizontal, vertical; owned */
  GtkScrollablePolicy policies[2];

  CyanPalette palette;
  double zoom;
  gboolean fit_pending; /* the user has not zoomed or scrolled yet: fit whenever the size changes */
  guint zoom_idle;      /* idle that announces the zoom; 0: none pending */
  CyanRect extents;     /* of all shown nodes */

  CyanTiles *tiles;          /* owned */
  gboolean is_drawn;         /* nothing has changed since the tiles were drawn */
  CyanNode ringed;           /* the selected node in the tiles */
  CyanSourceSnapshot *known; /* owned; the snapshot drawn in the tiles */

  CyanNode hovered;
  gboolean is_pointed_at; /* the node being selected is under the pointer */
  double pointer[2];      /* its last position; wheel events do not have one */
  GtkWidget *menu;        /* owned as a child */
  double drag_start[2];   /* adjustments when the drag began */
  double pinch_zoom;      /* zoom when the pinch began */
};

/* The node at a point of the widget, or CYAN_NODE_NONE. */
CyanNode cyan_canvas_pick (CyanCanvas *self, double x, double y);
/* Zooms and keeps the picture in place at a point of the widget. */
void cyan_canvas_zoom_at (CyanCanvas *self, double zoom, double x, double y);
void cyan_canvas_set_hovered (CyanCanvas *self, CyanNode node);

/* Adds controllers and actions. */
void cyan_canvas_install_actions (GtkWidgetClass *class);
void cyan_canvas_add_controllers (CyanCanvas *self);
/* Enables the actions that apply to the selected node. */
void cyan_canvas_update_actions (CyanCanvas *self);

G_END_DECLS
