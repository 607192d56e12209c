/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The drawn tree: what is in the view.
 *
 * The picture is folded, scaled and zoomed so that names can be read.  What is selected is kept
 * clear of the edges of the view.
 */
#include "cyan-canvas-private.h"

#include <string.h>

#define MARGIN  CYAN_CANVAS_MARGIN
#define FIT_MIN CYAN_CANVAS_FIT_MIN

/* A picture that the session opened is shown whole, be it that small. */
#define OPENING_MIN 0.4

/* The part of the view for a box that is zoomed to, and the largest zoom for that. */
#define CLOSE_PART 0.5
#define CLOSE_MAX  3.0

/* ---- rooms ---- */

static void
add_rect (CyanRect *all, const CyanRect *rect)
{
  double right = MAX (all->x + all->width, rect->x + rect->width);
  double bottom = MAX (all->y + all->height, rect->y + rect->height);

  all->x = MIN (all->x, rect->x);
  all->y = MIN (all->y, rect->y);
  all->width = right - all->x;
  all->height = bottom - all->y;
}

static gboolean
find_room (CyanCanvas *self, CyanNode node, CyanRect *room)
{
  CyanPlaced placed;

  if (self->session == NULL || node == CYAN_NODE_NONE
      || !cyan_layout_position_of (cyan_session_layout (self->session), node, &placed))
    return FALSE;
  *room = placed.box;
  if (placed.label.width > 0)
    add_rect (room, &placed.label);
  return TRUE;
}

/* The rooms of what is shown of the hot path. */
static gboolean
find_hot_path (CyanCanvas *self, CyanRect *all)
{
  const GArray *nodes = cyan_session_hot_path (self->session)->nodes;
  gboolean found = FALSE;
  CyanRect room;

  for (guint i = 0; i < nodes->len; i++)
    if (find_room (self, g_array_index (nodes, CyanNode, i), &room))
      {
        if (found)
          add_rect (all, &room);
        else
          *all = room;
        found = TRUE;
      }
  return found;
}

static gboolean
find_room_on_widget (CyanCanvas *self, CyanNode node, graphene_rect_t *room)
{
  CyanRect rect;

  if (!find_room (self, node, &rect))
    return FALSE;
  cyan_canvas_to_widget (self, &rect, room);
  return TRUE;
}

gboolean
cyan_canvas_get_room (CyanCanvas *self, CyanNode node, graphene_rect_t *room)
{
  if (!find_room_on_widget (self, node, room))
    return FALSE;
  cyan_picture_mirror_rect (CYAN_PICTURE (self), room);
  return TRUE;
}

/* ---- scrolling ---- */

static void
scroll_to_room (CyanCanvas *self, const graphene_rect_t *room)
{
  for (int axis = HORIZONTAL; axis <= VERTICAL; axis++)
    {
      double start = axis == HORIZONTAL ? room->origin.x : room->origin.y;
      double length = axis == HORIZONTAL ? room->size.width : room->size.height;
      double page = cyan_canvas_size (self, axis);

      if (start < MARGIN || length > page - 2 * MARGIN)
        cyan_picture_scroll_by (CYAN_PICTURE (self), axis, start - MARGIN);
      else if (start + length > page - MARGIN)
        cyan_picture_scroll_by (CYAN_PICTURE (self), axis, start + length - page + MARGIN);
    }
}

void
cyan_canvas_scroll_to (CyanCanvas *self, CyanNode node)
{
  graphene_rect_t room;

  if (!find_room_on_widget (self, node, &room))
    return;
  scroll_to_room (self, &room);
}

static void
scroll_to_hot_path (CyanCanvas *self)
{
  CyanRect rect;
  graphene_rect_t room;

  if (!find_hot_path (self, &rect))
    return;
  cyan_canvas_to_widget (self, &rect, &room);
  scroll_to_room (self, &room);
}

/* ---- fit ---- */

double
cyan_canvas_fit_zoom (CyanCanvas *self)
{
  double width = cyan_canvas_size (self, HORIZONTAL) - 2 * MARGIN;
  double height = cyan_canvas_size (self, VERTICAL) - 2 * MARGIN;

  if (self->extents.width <= 0 || self->extents.height <= 0 || width <= 0 || height <= 0)
    return 1;
  return MIN (width / self->extents.width, height / self->extents.height);
}

CyanFit
cyan_canvas_get_room_to_fit (CyanCanvas *self)
{
  double width = (cyan_canvas_size (self, HORIZONTAL) - 2 * MARGIN) / self->text_scale;
  double height = (cyan_canvas_size (self, VERTICAL) - 2 * MARGIN) / self->text_scale;
  CyanFit fit = { .width = MAX (width, 1), .height = MAX (height, 1), .least_zoom = FIT_MIN };

  fit.box_width = fit.width * self->box_part[HORIZONTAL];
  fit.box_height = fit.height * self->box_part[VERTICAL];
  return fit;
}

void
cyan_canvas_begin_opening (CyanCanvas *self)
{
  CyanLayout *layout = cyan_session_layout (self->session);

  cyan_canvas_forget_opening (self);
  self->opening = cyan_layout_save (layout);
  self->opened = cyan_shown_nodes_ref (self->opening);
}

void
cyan_canvas_forget_opening (CyanCanvas *self)
{
  g_clear_pointer (&self->opening, cyan_shown_nodes_unref);
  g_clear_pointer (&self->opened, cyan_shown_nodes_unref);
}

static gboolean
are_same (const GArray *a, const GArray *b)
{
  return a->len == b->len
         && (a->len == 0 || memcmp (a->data, b->data, a->len * sizeof (CyanNode)) == 0);
}

gboolean
cyan_canvas_is_opening (CyanCanvas *self)
{
  CyanShownNodes *now;
  gboolean is_same;

  if (self->opening == NULL)
    return FALSE;
  now = cyan_layout_save (cyan_session_layout (self->session));
  is_same = now->top == self->opened->top && are_same (now->below, self->opened->below)
            && are_same (now->unfolded, self->opened->unfolded);
  cyan_shown_nodes_unref (now);
  return is_same;
}

/* Folds and scales for what there is room for. */
static void
fit_layout (CyanCanvas *self)
{
  CyanLayout *layout = cyan_session_layout (self->session);
  CyanFit fit = cyan_canvas_get_room_to_fit (self);

  if (!cyan_canvas_is_opening (self))
    cyan_canvas_forget_opening (self);
  if (self->opening != NULL)
    {
      cyan_layout_restore (layout, self->opening);
      cyan_layout_fit_opening (layout, cyan_session_hot_path (self->session), &fit);
      cyan_shown_nodes_unref (self->opened);
      self->opened = cyan_layout_save (layout);
    }
  else
    cyan_layout_fit (layout, &fit);
  self->box_part[HORIZONTAL] = MIN (fit.box_width / fit.width, 1);
  self->box_part[VERTICAL] = MIN (fit.box_height / fit.height, 1);
}

void
cyan_canvas_fit (CyanCanvas *self)
{
  CyanLayout *layout = cyan_session_layout (self->session);
  double least = self->opening != NULL ? OPENING_MIN : FIT_MIN;
  CyanFit fit;

  cyan_canvas_stop_scale (self);
  if (!self->keeps_scale)
    fit_layout (self);
  cyan_layout_extents (layout, &self->extents);
  fit = cyan_canvas_get_room_to_fit (self);
  self->zoom = MAX (cyan_fit_zoom (&fit, &self->extents), least) * self->text_scale;
  cyan_picture_configure (CYAN_PICTURE (self));
  cyan_picture_scroll_by (CYAN_PICTURE (self), VERTICAL,
                          -cyan_picture_scrolled (CYAN_PICTURE (self), VERTICAL));
  cyan_canvas_scroll_to (self, cyan_layout_top (layout));
  scroll_to_hot_path (self);
  cyan_canvas_scroll_to (self, cyan_session_selected (self->session));
  cyan_picture_drop (CYAN_PICTURE (self));
  cyan_canvas_announce_zoom (self);
}

void
cyan_canvas_zoom_to_fit (CyanCanvas *self)
{
  double zoom = self->zoom;
  CyanRect extents = self->extents;

  if (self->session == NULL)
    return;
  cyan_canvas_fit (self);
  if (self->zoom == zoom && self->extents.height == extents.height
      && self->extents.width == extents.width)
    cyan_canvas_set_zoom (self, MIN (cyan_canvas_fit_zoom (self), zoom) / self->text_scale);
  else
    {
      cyan_canvas_forget_place (self);
      self->fits = TRUE;
    }
  /* Other rows may be folded now. */
  g_signal_emit_by_name (self->session, "layout-changed", CYAN_NODE_NONE);
}

void
cyan_canvas_zoom_to (CyanCanvas *self, CyanNode node)
{
  double width = cyan_canvas_size (self, HORIZONTAL), height = cyan_canvas_size (self, VERTICAL);
  CyanRect room;
  graphene_rect_t old, new;
  double zoom;

  if (!find_room (self, node, &room))
    return;
  zoom = CLOSE_PART * MIN (width / room.width, height / room.height) / self->text_scale;
  cyan_canvas_to_widget (self, &room, &old);
  cyan_canvas_zoom_at (self, CLAMP (zoom, 1, CLOSE_MAX) * self->text_scale,
                       old.origin.x + old.size.width / 2, old.origin.y + old.size.height / 2);
  cyan_canvas_to_widget (self, &room, &new);
  cyan_canvas_scroll_by (self, new.origin.x + new.size.width / 2 - width / 2,
                         new.origin.y + new.size.height / 2 - height / 2);
}
