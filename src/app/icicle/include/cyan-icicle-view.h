/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The icicle of a session: a widget as wide as its view that scrolls up and down.
 *
 * The node that fills it is the topmost node of the session's layout, so that zooming can be undone
 * by going back.  A click selects a box and a double click zooms to it; a click on a box above the
 * topmost node zooms out to that.  It has the actions "icicle.*", which its menu shows.
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-scene-icicle.h"
#include "cyan-session.h"

G_BEGIN_DECLS

/* Empty pixels around the picture. */
#define CYAN_ICICLE_MARGIN 12

#define CYAN_TYPE_ICICLE_VIEW (cyan_icicle_view_get_type ())
G_DECLARE_FINAL_TYPE (CyanIcicleView, cyan_icicle_view, CYAN, ICICLE_VIEW, GtkWidget)

/* Follows @session; NULL empties the view. */
void cyan_icicle_view_set_session (CyanIcicleView *self, CyanSession *session);
CyanSession *cyan_icicle_view_get_session (CyanIcicleView *self);

void cyan_icicle_view_set_palette (CyanIcicleView *self, CyanPalette palette);
CyanPalette cyan_icicle_view_get_palette (CyanIcicleView *self);

/* Property "flames": the root is at the bottom. */
void cyan_icicle_view_set_flames (CyanIcicleView *self, gboolean flames);
gboolean cyan_icicle_view_get_flames (CyanIcicleView *self);

/* Signal "picture-changed": the icicle or its look is another one. */

/* The icicle, made when it is first wanted; NULL without a session, and as long as a thread makes
 * it. */
const CyanIcicle *cyan_icicle_view_get_icicle (CyanIcicleView *self);
/* How it is drawn.  FALSE if there is none, or no room for it. */
gboolean cyan_icicle_view_get_look (CyanIcicleView *self, CyanIcicleLook *look);
/* The visible part of the picture, in its coordinates. */
void cyan_icicle_view_get_visible (CyanIcicleView *self, CyanRect *visible);
/* Where the box of @node is in the widget; FALSE if it has none. */
gboolean cyan_icicle_view_get_box (CyanIcicleView *self, CyanNode node, graphene_rect_t *box);

G_END_DECLS
