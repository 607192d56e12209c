/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the parts of the canvas share: cyan-canvas.c draws and scrolls, cyan-canvas-fit.c brings
 * things into view, cyan-canvas-place.c scales and restores a place, cyan-canvas-input.c listens.
 */
#pragma once

#include <adwaita.h>

#include "cyan-canvas.h"
#include "cyan-scene.h"

/* ---- tiles ---- */

/* Draws the visible part of a picture that is larger than the widget.
 *
 * The picture is divided into squares, and each is recorded when it first becomes visible.
 * Scrolling moves them, a change of a node drops the tiles that show it, and a change of the zoom
 * drops all. */
typedef struct _CyanTiles CyanTiles;

CyanTiles *cyan_tiles_new (void);
void cyan_tiles_free (CyanTiles *self);

/* The part of the picture that the widget shows. */
typedef struct
{
  CyanRect extents; /* of the picture, in the layout's coordinates */
  double zoom;
  double x, y; /* of the extents' upper left corner, in the widget's coordinates */
  int width;   /* of the widget */
  int height;
  gboolean mirrored; /* x is counted from the right side of the widget */
} CyanTilesView;

/* Creates the scene of @area; the caller frees it. */
typedef CyanScene *(*CyanTilesFunc) (const CyanRect *area, gpointer data);

/* Draws the visible tiles and drops those far away.  Calls @record for new tiles.  Moves the
 * picture by whole pixels from its position when the first tile was recorded, so that tiles meet
 * without gaps. */
void cyan_tiles_snapshot (CyanTiles *self,
                          const CyanTilesView *view,
                          GtkSnapshot *snapshot,
                          CyanTilesFunc record,
                          gpointer data);

/* The box of @node as it was recorded. */
gboolean cyan_tiles_find (CyanTiles *self, CyanNode node, CyanRect *box);

typedef gboolean (*CyanTilesTest) (CyanNode node, gpointer data);

/* Drops the tiles with a node for which @test returns TRUE.  Returns whether there were any. */
gboolean cyan_tiles_drop (CyanTiles *self, CyanTilesTest test, gpointer data);
void cyan_tiles_clear (CyanTiles *self);

/* ---- the canvas ---- */

#define HORIZONTAL GTK_ORIENTATION_HORIZONTAL
#define VERTICAL   GTK_ORIENTATION_VERTICAL

/* Empty screen pixels around the picture. */
#define CYAN_CANVAS_MARGIN 20
/* To fit, the picture is not made smaller than this: labels stay readable. */
#define CYAN_CANVAS_FIT_MIN 0.82

struct _CyanCanvas
{
  CyanPicture parent_instance;

  CyanSession *session; /* of the picture, borrowed; NULL: none */
  double zoom;          /* screen pixels of a pixel of the picture */
  double text_scale;    /* the zoom that is called 100 %: labels are as large as other text */
  gboolean fits;        /* the user has not zoomed or scrolled yet: fit whenever the size changes */
  /* Owned: what the session opened, and what of that there was room for; NULL when the user has
   * shown or hidden something. */
  CyanShownNodes *opening, *opened;
  CyanSessionPlace *place; /* owned; where the picture is to be as long as it fits; NULL: fit */
  CyanBasis placed_basis;  /* of the session then */
  CyanWidth placed_width;
  guint zoom_idle;    /* idle that announces the zoom; 0: none pending */
  CyanRect extents;   /* of all shown nodes */
  double box_part[2]; /* of the largest box that the view allows: the largest one that fits */

  gboolean keeps_scale;           /* it does not follow what is shown */
  AdwAnimation *scale_animation;  /* owned; NULL: none so far */
  CyanScale scale_from, scale_to; /* of the animation; scale_to is also what is kept */

  CyanTiles *tiles;          /* owned */
  gboolean is_drawn;         /* nothing has changed since the tiles were drawn */
  CyanNode ringed;           /* the selected node in the tiles */
  CyanSourceSnapshot *known; /* owned; the snapshot drawn in the tiles */

  double drag_start[2]; /* values of the adjustments when the drag began */
};

static inline int
cyan_canvas_size (CyanCanvas *self, GtkOrientation axis)
{
  return cyan_picture_size (CYAN_PICTURE (self), axis);
}

static inline void
cyan_canvas_scroll_by (CyanCanvas *self, double across, double down)
{
  cyan_picture_scroll_by (CYAN_PICTURE (self), HORIZONTAL, across);
  cyan_picture_scroll_by (CYAN_PICTURE (self), VERTICAL, down);
}

/* Zooms to screen pixels of a pixel of the picture, which stays in place at a point of the
 * widget. */
void cyan_canvas_zoom_at (CyanCanvas *self, double zoom, double x, double y);

void
cyan_canvas_to_layout (CyanCanvas *self, double x, double y, double *layout_x, double *layout_y);
void cyan_canvas_to_widget (CyanCanvas *self, const CyanRect *rect, graphene_rect_t *on_widget);
/* Notifies of the zoom in an idle handler. */
void cyan_canvas_announce_zoom (CyanCanvas *self);

/* Folds, scales, zooms and scrolls so that names can be read and as much as possible of the hot
 * path is in the view.  May be called while sizes are being allocated, when others must not change
 * theirs. */
void cyan_canvas_fit (CyanCanvas *self);
/* Whether it is to be kept: the user has shown nothing else. */
gboolean cyan_canvas_keeps_place (CyanCanvas *self);
/* Draws at the place that is to be kept, if the size allows it, else fits. */
void cyan_canvas_use_place (CyanCanvas *self);
/* Fits, if it did, whenever the size changes. */
void cyan_canvas_forget_place (CyanCanvas *self);
/* From now on the user says what is in the view. */
void cyan_canvas_stop_fitting (CyanCanvas *self);
/* The zoom at which all of the picture is in the view, in screen pixels of a pixel of the
 * picture. */
double cyan_canvas_fit_zoom (CyanCanvas *self);
/* Zooms to @node, whose box and label take half of the view then and stand in its middle. */
void cyan_canvas_zoom_to (CyanCanvas *self, CyanNode node);
/* Scrolls as little as needed to see the box of @node and its label. */
void cyan_canvas_scroll_to (CyanCanvas *self, CyanNode node);

/* The room for a picture in the view, with the largest boxes that fitted last. */
CyanFit cyan_canvas_get_room_to_fit (CyanCanvas *self);
/* What is shown now is as the session opened it. */
void cyan_canvas_begin_opening (CyanCanvas *self);
void cyan_canvas_forget_opening (CyanCanvas *self);
/* Whether it still is, but for what there was no room for. */
gboolean cyan_canvas_is_opening (CyanCanvas *self);
/* Draws at @scale; the selected box stays where it is if it can be seen. */
void cyan_canvas_use_scale (CyanCanvas *self, const CyanScale *scale);
/* Goes over to the scale that fits what is shown now. */
void cyan_canvas_follow_scale (CyanCanvas *self);
/* Goes to the end of the way at once. */
void cyan_canvas_stop_scale (CyanCanvas *self);

/* Adds controllers, actions, and what the class does with input. */
void cyan_canvas_install_input (CyanPictureClass *class);
void cyan_canvas_add_controllers (CyanCanvas *self);
/* Enables the actions that apply to the selected node. */
void cyan_canvas_update_actions (CyanCanvas *self);
