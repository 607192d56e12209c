/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shared by cyan-icicle-view.c, which draws and scrolls, and cyan-icicle-view-input.c, which
 * handles clicks, keys and the menu.
 */
#pragma once

#include "cyan-icicle-maker.h"
#include "cyan-icicle-view.h"

G_BEGIN_DECLS

struct _CyanIcicleView
{
  CyanPicture parent_instance;

  gboolean flames;
  double text_scale;      /* screen pixels of a pixel of the picture */
  CyanIcicleMaker *maker; /* owned */
  GskRenderNode *drawn;   /* what is visible without rings, or NULL */
  double drawn_y;         /* the start of drawn, in the picture's coordinates */
  gboolean is_new;        /* nothing of the session was shown yet */
};

/* Adds actions, and what the class does with input. */
void cyan_icicle_view_install_input (CyanPictureClass *class);
/* Enables the actions that fit the selected node. */
void cyan_icicle_view_update_actions (CyanIcicleView *self);

G_END_DECLS
