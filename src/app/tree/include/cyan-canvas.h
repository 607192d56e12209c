/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The canvas: a picture of the visible part of the tree.
 *
 * It scrolls (wheel, touchpad, scroll bars), pans (drag on an empty place or with the middle
 * button), zooms around the pointer (Ctrl and wheel, pinch, actions), and turns clicks and keys
 * into calls of its session, which it fits into view first.  It has the actions "canvas.*" of its
 * menu.
 */
#pragma once

#include "cyan-picture.h"
#include "cyan-session-file.h"

#define CYAN_TYPE_CANVAS (cyan_canvas_get_type ())
G_DECLARE_FINAL_TYPE (CyanCanvas, cyan_canvas, CYAN, CANVAS, CyanPicture)

/* Limits of the zoom; 1 is the size of the exported picture, times that of large text. */
#define CYAN_CANVAS_ZOOM_MIN 0.05
#define CYAN_CANVAS_ZOOM_MAX 20.0

/* Property "zoom".  The middle of the view stays where it is. */
double cyan_canvas_get_zoom (CyanCanvas *self);
void cyan_canvas_set_zoom (CyanCanvas *self, double zoom);
/* Folds and zooms as at the start: what does not fit at a zoom at which names can be read stays
 * outside.  Where it is so already, zooms out until all is in the view. */
void cyan_canvas_zoom_to_fit (CyanCanvas *self);

/* Whether the scale stays as it is, whatever is shown; else it follows what is shown. */
gboolean cyan_canvas_get_keeps_scale (CyanCanvas *self);
/* Whether the picture is just going over to another scale. */
gboolean cyan_canvas_is_scaling (CyanCanvas *self);
void cyan_canvas_set_keeps_scale (CyanCanvas *self, gboolean keeps);
/* Takes the scale of another picture and keeps it. */
void cyan_canvas_set_scale (CyanCanvas *self, const CyanScale *scale);

/* Where the picture is, and how large; not known before it was drawn. */
void cyan_canvas_get_place (CyanCanvas *self, CyanSessionPlace *place);
/* Draws the picture of the session there, now and whenever the size changes, until the user
 * scrolls, zooms or shows other nodes. */
void cyan_canvas_set_place (CyanCanvas *self, const CyanSessionPlace *place);

/* After that: the box of @node is to be where @box, of cyan_picture_find_box(), was. */
void cyan_canvas_keep_box (CyanCanvas *self, CyanNode node, const graphene_rect_t *box);

/* The visible area, in the layout's coordinates. */
void cyan_canvas_get_view (CyanCanvas *self, CyanRect *view);

/* The scene of @view at @zoom, without the ring of the selected box.  There must be a session. */
CyanScene *cyan_canvas_new_scene (CyanCanvas *self, const CyanRect *view, double zoom);

/* Like cyan_picture_get_box(), with the label. */
gboolean cyan_canvas_get_room (CyanCanvas *self, CyanNode node, graphene_rect_t *room);
