/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The drawn tree: where it is on the canvas, and a scale that follows what is shown.
 *
 * The largest box takes a fixed part of the view.  Where boxes come and go the scale goes over to
 * the new one in a moment, and the box that the user looks at stays where it is.
 */
#include "cyan-canvas-private.h"

#include <math.h>

#define DURATION_MS 200
/* Larger pictures take too long to be laid out in every frame. */
#define ANIMATED_MAX 2000

/* From 0 to 1 of the way; a scale is a factor, so half of the way is the geometric mean. */
static void
on_step (double way, CyanCanvas *self)
{
  CyanScale scale = self->scale_to;

  scale.px_per_height = self->scale_from.px_per_height
                        * pow (scale.px_per_height / self->scale_from.px_per_height, way);
  scale.px_per_width =
      self->scale_from.px_per_width * pow (scale.px_per_width / self->scale_from.px_per_width, way);
  cyan_canvas_use_scale (self, &scale);
}

static gboolean
is_same (const CyanScale *a, const CyanScale *b)
{
  return a->px_per_height == b->px_per_height && a->px_per_width == b->px_per_width;
}

void
cyan_canvas_follow_scale (CyanCanvas *self)
{
  CyanLayout *layout = cyan_session_layout (self->session);
  const CyanFit fit = cyan_canvas_get_room_to_fit (self);

  if (self->keeps_scale)
    return;
  cyan_canvas_stop_scale (self);
  self->scale_from = *cyan_layout_scale (layout);
  self->scale_to = cyan_layout_fitting_scale (layout, &fit);
  if (is_same (&self->scale_from, &self->scale_to))
    return;
  if (cyan_layout_n_shown (layout) > ANIMATED_MAX)
    {
      cyan_canvas_use_scale (self, &self->scale_to);
      return;
    }
  self->scale_animation = adw_timed_animation_new (
      GTK_WIDGET (self), 0, 1, DURATION_MS,
      adw_callback_animation_target_new ((AdwAnimationTargetFunc) on_step, self, NULL));
  adw_animation_play (self->scale_animation);
}

void
cyan_canvas_stop_scale (CyanCanvas *self)
{
  if (self->scale_animation == NULL)
    return;
  adw_animation_skip (self->scale_animation);
  g_clear_object (&self->scale_animation);
}

gboolean
cyan_canvas_is_scaling (CyanCanvas *self)
{
  return self->scale_animation != NULL
         && adw_animation_get_state (self->scale_animation) == ADW_ANIMATION_PLAYING;
}

gboolean
cyan_canvas_get_keeps_scale (CyanCanvas *self)
{
  return self->keeps_scale;
}

void
cyan_canvas_set_keeps_scale (CyanCanvas *self, gboolean keeps)
{
  self->keeps_scale = keeps;
  if (keeps)
    cyan_canvas_stop_scale (self);
  if (!keeps && self->session != NULL)
    cyan_canvas_follow_scale (self);
}

void
cyan_canvas_set_scale (CyanCanvas *self, const CyanScale *scale)
{
  self->keeps_scale = TRUE;
  self->scale_to = *scale;
  cyan_canvas_stop_scale (self);
  if (self->session != NULL)
    cyan_canvas_use_scale (self, scale);
}

/* ---- the place, for session files ---- */

void
cyan_canvas_get_place (CyanCanvas *self, CyanSessionPlace *place)
{
  const CyanScale *scale;
  CyanRect view;

  if (self->place != NULL)
    {
      *place = *self->place;
      return;
    }
  *place = (CyanSessionPlace){ 0 };
  if (self->session == NULL || cyan_canvas_size (self, HORIZONTAL) <= 0
      || cyan_canvas_size (self, VERTICAL) <= 0)
    return;
  /* Not half way to another scale. */
  cyan_canvas_stop_scale (self);
  cyan_canvas_get_view (self, &view);
  scale = cyan_layout_scale (cyan_session_layout (self->session));
  *place = (CyanSessionPlace){
    .is_known = TRUE,
    .is_fitted = self->fits,
    .keeps_scale = self->keeps_scale,
    .width = cyan_canvas_size (self, HORIZONTAL),
    .height = cyan_canvas_size (self, VERTICAL),
    .zoom = cyan_canvas_get_zoom (self),
    .x = view.x + view.width / 2,
    .y = view.y + view.height / 2,
    .px_per_height = scale->px_per_height,
    .px_per_width = scale->px_per_width,
    .level_gap = scale->level_gap,
    .part_wide = self->box_part[HORIZONTAL],
    .part_high = self->box_part[VERTICAL],
  };
}

void
cyan_canvas_use_place (CyanCanvas *self)
{
  const CyanSessionPlace *place = self->place;
  CyanLayout *layout = cyan_session_layout (self->session);
  CyanScale scale = *cyan_layout_scale (layout);
  CyanRect view;

  if (place->is_fitted
      && (place->width != cyan_canvas_size (self, HORIZONTAL)
          || place->height != cyan_canvas_size (self, VERTICAL)))
    {
      cyan_canvas_fit (self);
      return;
    }
  cyan_canvas_stop_scale (self);
  self->box_part[HORIZONTAL] = place->part_wide;
  self->box_part[VERTICAL] = place->part_high;
  scale.px_per_height = place->px_per_height;
  scale.px_per_width = place->px_per_width;
  scale.level_gap = place->level_gap;
  self->scale_to = scale;
  cyan_layout_set_scale (layout, &scale);
  cyan_layout_extents (layout, &self->extents);
  self->zoom = CLAMP (place->zoom * self->text_scale,
                      MIN (CYAN_CANVAS_ZOOM_MIN * self->text_scale, cyan_canvas_fit_zoom (self)),
                      CYAN_CANVAS_ZOOM_MAX * self->text_scale);
  cyan_picture_configure (CYAN_PICTURE (self));
  cyan_canvas_get_view (self, &view);
  cyan_canvas_scroll_by (self, (place->x - view.x - view.width / 2) * self->zoom,
                         (place->y - view.y - view.height / 2) * self->zoom);
  cyan_picture_drop (CYAN_PICTURE (self));
  cyan_canvas_announce_zoom (self);
  g_signal_emit_by_name (self, "scale-changed");
}

gboolean
cyan_canvas_keeps_place (CyanCanvas *self)
{
  return self->place != NULL && !cyan_session_can_go_back (self->session)
         && self->placed_basis == cyan_session_basis (self->session)
         && self->placed_width == cyan_layout_width (cyan_session_layout (self->session));
}

void
cyan_canvas_set_place (CyanCanvas *self, const CyanSessionPlace *place)
{
  if (self->session == NULL || !place->is_known)
    return;
  /* With what there was no room for. */
  if (self->opening != NULL)
    cyan_layout_restore (cyan_session_layout (self->session), self->opening);
  cyan_canvas_forget_opening (self);
  g_free (self->place);
  self->place = g_memdup2 (place, sizeof *place);
  self->placed_basis = cyan_session_basis (self->session);
  self->placed_width = cyan_layout_width (cyan_session_layout (self->session));
  self->fits = TRUE;
  if (cyan_canvas_size (self, HORIZONTAL) > 0 && cyan_canvas_size (self, VERTICAL) > 0)
    cyan_canvas_use_place (self);
}

void
cyan_canvas_keep_box (CyanCanvas *self, CyanNode node, const graphene_rect_t *box)
{
  graphene_rect_t now;

  if (self->place == NULL || !cyan_picture_find_box (CYAN_PICTURE (self), node, &now))
    return;
  self->place->x += (graphene_rect_get_x (&now) - graphene_rect_get_x (box)
                     + (graphene_rect_get_width (&now) - graphene_rect_get_width (box)) / 2)
                    / self->zoom;
  self->place->y += (graphene_rect_get_y (&now) - graphene_rect_get_y (box)) / self->zoom;
  cyan_canvas_use_place (self);
}

void
cyan_canvas_forget_place (CyanCanvas *self)
{
  if (self->place != NULL)
    self->fits = self->place->is_fitted;
  g_clear_pointer (&self->place, g_free);
}

void
cyan_canvas_stop_fitting (CyanCanvas *self)
{
  cyan_canvas_forget_place (self);
  self->fits = FALSE;
}
