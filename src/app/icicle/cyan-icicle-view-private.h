/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shared by cyan-icicle-view.c, which draws and scrolls, and cyan-icicle-view-input.c, which handles
 * the pointer, keys and the menu.
 */
#pragma once

#include "cyan-icicle-view.h"

G_BEGIN_DECLS

struct _CyanIcicleView
{
  GtkWidget parent_instance;

  CyanSession *session;          /* owned */
  GtkAdjustment *adjustments[2]; /* horizontal, vertical; owned */
  GtkScrollablePolicy policies[2];
  CyanPalette palette;
  gboolean flames;

  GCancellable *making; /* owned; of the icicle that a thread makes, or NULL */
  CyanIcicle *icicle;   /* NULL until it is first seen */
  GskRenderNode *drawn; /* what is visible without rings, or NULL */
  double drawn_y;       /* the start of drawn, in the picture's coordinates */
  gboolean is_new;      /* nothing of the session was shown yet */
  CyanNode hovered;
  gboolean is_pointed_at; /* the node being selected is under the pointer */
  GtkWidget *menu;        /* owned as a child; NULL until it is opened */
};

/* The node at a point of the widget, or CYAN_NODE_NONE. */
CyanNode cyan_icicle_view_pick (CyanIcicleView *self, double x, double y);
void cyan_icicle_view_set_hovered (CyanIcicleView *self, CyanNode node);

void cyan_icicle_view_install_actions (GtkWidgetClass *class);
void cyan_icicle_view_add_controllers (CyanIcicleView *self);
/* Enables the actions that fit the selected node. */
void cyan_icicle_view_update_actions (CyanIcicleView *self);

G_END_DECLS
