/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The measures of the picture: what widths and sizes say, and the scale that it keeps or takes over
 * from another comparison.
 */
#include "cyan-i18n.h"
#include "cyan-settings.h"
#include "cyan-comparison-private.h"

#include <math.h>
#include <string.h>

#define SIZES_KEY "sizes"

void
cyan_comparison_page_change_width (GSimpleAction *action, GVariant *state, gpointer page)
{
  CyanComparisonPage *self = page;

  if (self->session == NULL)
    return;
  for (guint width = 0; cyan_width_names[width] != NULL; width++)
    if (strcmp (cyan_width_names[width], g_variant_get_string (state, NULL)) == 0
        && !cyan_session_set_width (self->session, (CyanWidth) width))
      cyan_comparison_page_toast (self,
                                  _ ("These profiles do not tell how often functions were called"));
  cyan_comparison_page_update (self);
}

void
cyan_comparison_page_change_keep_scale (GSimpleAction *action, GVariant *state, gpointer page)
{
  CyanComparisonPage *self = page;

  g_simple_action_set_state (action, state);
  cyan_canvas_set_keeps_scale (self->canvas, g_variant_get_boolean (state));
}

void
cyan_comparison_page_change_sizes (GSimpleAction *action, GVariant *state, gpointer page)
{
  CyanComparisonPage *self = page;
  const char *name = g_variant_get_string (state, NULL);
  CyanSizes sizes;

  if (self->session == NULL || !cyan_sizes_parse (name, &sizes))
    return;
  cyan_session_set_sizes (self->session, sizes);
  g_object_set (cyan_settings_get (), SIZES_KEY, name, NULL);
}

void
cyan_comparison_page_size (CyanSession *session)
{
  g_autofree char *name = NULL;
  CyanSizes sizes;

  g_object_get (cyan_settings_get (), SIZES_KEY, &name, NULL);
  if (cyan_sizes_parse (name, &sizes))
    cyan_session_set_sizes (session, sizes);
}

/* ---- the scale of another comparison ---- */

static double
run_of (const CyanComparisonPage *self)
{
  return cyan_compared_run (&cyan_session_comparison (self->session)->compared);
}

/* Lengths are the same on the screen, and they say the same. */
void
cyan_comparison_page_take_scale (CyanComparisonPage *self, CyanComparisonPage *other)
{
  CyanLayout *layout = cyan_session_layout (other->session);
  CyanScale scale = *cyan_layout_scale (layout);
  double px_per_height = scale.px_per_height * (run_of (self) / run_of (other));

  cyan_session_set_basis (self->session, cyan_session_basis (other->session));
  cyan_session_set_width (self->session, cyan_layout_width (layout));
  /* Absolute heights are parts of a run; without a total nothing has a height. */
  if (cyan_session_basis (self->session) == CYAN_BASIS_ABSOLUTE
      && cyan_session_basis (other->session) == CYAN_BASIS_ABSOLUTE && isfinite (px_per_height)
      && px_per_height > 0)
    scale.px_per_height = px_per_height;
  cyan_canvas_set_zoom (self->canvas, cyan_canvas_get_zoom (other->canvas));
  cyan_canvas_set_scale (self->canvas, &scale);
  g_action_group_change_action_state (G_ACTION_GROUP (self->actions), "keep-scale",
                                      g_variant_new_boolean (TRUE));
}

GMenu *
cyan_comparison_page_scale_menu (CyanComparisonPage *self)
{
  return cyan_view_popover_scale_menu (self->view_popover);
}
