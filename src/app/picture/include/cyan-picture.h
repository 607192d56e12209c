/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The base class of the pictures of a session: a widget that scrolls and draws boxes of nodes.
 *
 * It finds the node under the pointer, opens its menu and its tooltip, turns arrow keys into moves,
 * and draws the paper.  Subclasses say where boxes are, draw them, and change the session.
 *
 * From right to left a picture is mirrored.  Subclasses need not know: their x is counted from the
 * side where lines begin.
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-session.h"

#define CYAN_TYPE_PICTURE (cyan_picture_get_type ())
G_DECLARE_DERIVABLE_TYPE (CyanPicture, cyan_picture, CYAN, PICTURE, GtkWidget)

/* The action that an arrow or another key asks for. */
typedef enum
{
  CYAN_PICTURE_UP,
  CYAN_PICTURE_DOWN,
  CYAN_PICTURE_PREVIOUS,
  CYAN_PICTURE_NEXT,
  CYAN_PICTURE_TOP,
  CYAN_PICTURE_BACK,
  CYAN_PICTURE_OPEN,
} CyanPictureMove;

struct _CyanPictureClass
{
  GtkWidgetClass parent_class;

  /* The present session is about to be left, and another one, or NULL, is there. */
  void (*leave) (CyanPicture *self, CyanSession *session);
  void (*enter) (CyanPicture *self, CyanSession *session);

  /* The pixels of the picture along @axis, with its margins. */
  double (*content_size) (CyanPicture *self, GtkOrientation axis);
  /* The box of @node in the widget; FALSE if it has none. */
  gboolean (*get_box) (CyanPicture *self, CyanNode node, graphene_rect_t *box);
  /* The node at a point of the widget, or CYAN_NODE_NONE. */
  CyanNode (*pick) (CyanPicture *self, double x, double y);
  /* Appends boxes, with a cairo_t or tiles that are mirrored like this, and rings; there is a
   * session. */
  void (*draw) (CyanPicture *self, GtkSnapshot *snapshot, const CyanTheme *theme);
  /* Appends a dashed outline of the marked @node, if it is drawn; a box if it is not overridden. */
  void (*append_mark) (CyanPicture *self, GtkSnapshot *snapshot, CyanNode node);
  /* Discards what was drawn, since it is out of date. */
  void (*drop) (CyanPicture *self);
  /* The legend, or NULL as long as there is no picture. */
  CyanScene *(*new_legend) (CyanPicture *self, const CyanLegendForm *form);
  /* Optional: the picture was scrolled, by the user or not. */
  void (*scrolled) (CyanPicture *self);
  /* Optional: the user scrolled it. */
  void (*panned) (CyanPicture *self);

  /* The text of the selected node for a screen reader.  Caller frees. */
  char *(*summary) (CyanSession *session, CyanNode node);
  /* The session has selected another node. */
  void (*selected) (CyanPicture *self, CyanNode node);
  /* Scrolls as little as needed to see @node. */
  void (*show_node) (CyanPicture *self, CyanNode node);

  /* The box of @node was clicked. */
  void (*clicked) (CyanPicture *self, CyanNode node, int n_press);
  /* FALSE if the key should go on. */
  gboolean (*move) (CyanPicture *self, CyanPictureMove move);
  /* Optional: the zoom, and another one at which what is at a point stays there; the factor of one
   * step, and pixels of a touchpad's scrolling that count as one.  See cyan_picture_add_zoom(). */
  double (*get_zoom) (CyanPicture *self);
  void (*zoom_at) (CyanPicture *self, double zoom, double x, double y);
  double zoom_step, zoom_pixels;
  void (*fill_tooltip) (CyanPicture *self, CyanNode node, GtkTooltip *tooltip);
  /* The menu of the selected node, which the caller frees, and the side of the box where it
   * opens. */
  GMenuModel *(*new_menu) (CyanPicture *self);
  GtkPositionType menu_side;
};

/* Follows @session from now on; NULL empties the picture. */
void cyan_picture_set_session (CyanPicture *self, CyanSession *session);
CyanSession *cyan_picture_get_session (CyanPicture *self);

/* Signal "picture-changed": other things are drawn.  Signal "scale-changed": their sizes say something
 * else, or the zoom did.  Both may be emitted while sizes are being allocated. */

/* The box of @node in the widget's coordinates.  FALSE if it is not shown. */
gboolean cyan_picture_get_box (CyanPicture *self, CyanNode node, graphene_rect_t *box);

/* The node at a point of the widget, or CYAN_NODE_NONE. */
CyanNode cyan_picture_pick (CyanPicture *self, double x, double y);

/* From the side where lines begin to the left side of the widget, and back. */
double cyan_picture_mirror (CyanPicture *self, double x);
void cyan_picture_mirror_rect (CyanPicture *self, graphene_rect_t *rect);

/* ---- for subclasses: x is counted from the side where lines begin ---- */

gboolean cyan_picture_is_mirrored (CyanPicture *self);
/* The same for drawing on the whole widget. */
void cyan_picture_mirror_cairo (CyanPicture *self, cairo_t *cairo);

/* How the nodes of the session are painted; nothing is selected or under the pointer. */
CyanStyle cyan_picture_style (CyanPicture *self);

/* Like cyan_picture_get_box(). */
gboolean cyan_picture_find_box (CyanPicture *self, CyanNode node, graphene_rect_t *box);

/* All is to be drawn anew; tells others so. */
void cyan_picture_drop (CyanPicture *self);

int cyan_picture_size (CyanPicture *self, GtkOrientation axis);
/* The pixels of the picture before the beginning of the widget. */
double cyan_picture_scrolled (CyanPicture *self, GtkOrientation axis);
void cyan_picture_scroll_by (CyanPicture *self, GtkOrientation axis, double pixels);
/* Sets the adjustments for the size of the picture. */
void cyan_picture_configure (CyanPicture *self);

/* Selects a node under the pointer, which stays there. */
void cyan_picture_select (CyanPicture *self, CyanNode node);
CyanNode cyan_picture_selected (CyanPicture *self);

CyanNode cyan_picture_hovered (CyanPicture *self);
void cyan_picture_set_hovered (CyanPicture *self, CyanNode node);
/* Where the pointer was last. */
void cyan_picture_get_pointer (CyanPicture *self, double *x, double *y);

/* Strokes the path of @cairo with the dashes of a mark, @width pixels wide. */
void cyan_picture_dash (CyanPicture *self, cairo_t *cairo, double width);
/* Appends that mark around @box, of cyan_picture_get_box(). */
void cyan_picture_dash_box (CyanPicture *self, GtkSnapshot *snapshot, const graphene_rect_t *box);

/* Appends a ring @gap pixels outside @box. */
void cyan_picture_append_ring (CyanPicture *self,
                               GtkSnapshot *snapshot,
                               const graphene_rect_t *box,
                               double gap,
                               double radius,
                               double width,
                               double alpha);

/* Appends what concerns the function, not its box: marking it to say what became of it, and what
 * leads to other views: "Show Callers", and "This Function over Revisions" if the runs came from a
 * store. */
void cyan_picture_append_function (GMenu *menu);

/* The wheel with Ctrl, and two fingers, zoom from now on.  Call it once. */
void cyan_picture_add_zoom (CyanPicture *self);

/* Handlers of actions. */
void cyan_picture_copy_path (GtkWidget *widget, const char *action, GVariant *parameter);
void cyan_picture_open_menu (GtkWidget *widget, const char *action, GVariant *parameter);
