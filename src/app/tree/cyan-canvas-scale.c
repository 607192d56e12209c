/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The drawn tree: a scale that follows what is shown.
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
  CyanFit fit;

  if (self->keeps_scale)
    return;
  cyan_canvas_get_fit (self, &fit);
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
