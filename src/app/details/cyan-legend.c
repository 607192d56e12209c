/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The legend in a corner of the picture. */
#include "cyan-legend.h"

#include "cyan-i18n.h"

#include <adwaita.h>
#include <math.h>

struct _CyanLegend
{
  GtkWidget parent_instance;

  CyanSession *session;
  CyanPalette palette;
  double zoom;
  CyanScene *scene; /* NULL until somebody wants to see it */
};

G_DEFINE_FINAL_TYPE (CyanLegend, cyan_legend, GTK_TYPE_WIDGET)

CyanTheme
cyan_legend_desktop_theme (CyanPalette palette)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();

  return (CyanTheme){ .palette = palette,
                      .dark = adw_style_manager_get_dark (manager),
                      .high_contrast = adw_style_manager_get_high_contrast (manager) };
}

char *
cyan_legend_spoken_text (const CyanScene *scene)
{
  GString *text = g_string_new (_ ("Legend"));

  for (guint i = 0; i < scene->items->len; i++)
    {
      const CyanItem *item = &g_array_index (scene->items, CyanItem, i);

      if (item->kind == CYAN_ITEM_TEXT && item->text != NULL && *item->text != '\0')
        g_string_append_printf (text, ", %s", item->text);
    }
  return g_string_free (text, FALSE);
}

static const CyanScene *
ensure_scene (CyanLegend *self)
{
  CyanStyle style;
  g_autofree char *text = NULL;

  if (self->scene != NULL || self->session == NULL)
    return self->scene;
  style = (CyanStyle){ .theme = cyan_legend_desktop_theme (self->palette),
                       .changes = cyan_session_known (self->session)->changes,
                       .selected = CYAN_NODE_NONE,
                       .hovered = CYAN_NODE_NONE,
                       .hot_path = cyan_session_hot_path (self->session) };
  self->scene = cyan_scene_new_legend (cyan_session_layout (self->session), &style, self->zoom);
  text = cyan_legend_spoken_text (self->scene);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  return self->scene;
}

static void
drop_scene (CyanLegend *self)
{
  g_clear_pointer (&self->scene, cyan_scene_free);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static void
cyan_legend_measure (GtkWidget *widget,
                     GtkOrientation orientation,
                     int for_size,
                     int *minimum,
                     int *natural,
                     int *minimum_baseline,
                     int *natural_baseline)
{
  const CyanScene *scene = ensure_scene (CYAN_LEGEND (widget));

  if (scene == NULL)
    *minimum = *natural = 0;
  else if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *minimum = *natural = (int) ceil (scene->bounds.width);
  else
    *minimum = *natural = (int) ceil (scene->bounds.height);
}

static void
cyan_legend_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  const CyanScene *scene = ensure_scene (CYAN_LEGEND (widget));
  graphene_rect_t area;
  cairo_t *cairo;

  if (scene == NULL)
    return;
  graphene_rect_init (&area, 0, 0, (float) gtk_widget_get_width (widget),
                      (float) gtk_widget_get_height (widget));
  cairo = gtk_snapshot_append_cairo (snapshot, &area);
  cairo_translate (cairo, -scene->bounds.x, -scene->bounds.y);
  cyan_scene_draw (scene, cairo);
  cairo_destroy (cairo);
}

static void
cyan_legend_dispose (GObject *object)
{
  cyan_legend_set_session (CYAN_LEGEND (object), NULL);
  g_clear_pointer (&CYAN_LEGEND (object)->scene, cyan_scene_free);
  G_OBJECT_CLASS (cyan_legend_parent_class)->dispose (object);
}

static void
cyan_legend_class_init (CyanLegendClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = cyan_legend_dispose;
  widget_class->measure = cyan_legend_measure;
  widget_class->snapshot = cyan_legend_snapshot;
  gtk_widget_class_set_css_name (widget_class, "cyan-legend");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
cyan_legend_init (CyanLegend *self)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();

  self->zoom = 1;
  /* It explains; clicks belong to what it lies on. */
  gtk_widget_set_can_target (GTK_WIDGET (self), FALSE);
  g_signal_connect_object (manager, "notify::dark", G_CALLBACK (drop_scene), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (manager, "notify::high-contrast", G_CALLBACK (drop_scene), self,
                           G_CONNECT_SWAPPED);
}

void
cyan_legend_set_session (CyanLegend *self, CyanSession *session)
{
  g_return_if_fail (CYAN_IS_LEGEND (self));

  if (self->session == session)
    return;
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_set_object (&self->session, session);
  if (session != NULL)
    {
      g_signal_connect_swapped (session, "notify::basis", G_CALLBACK (drop_scene), self);
      g_signal_connect_swapped (session, "sources-changed", G_CALLBACK (drop_scene), self);
      g_signal_connect_swapped (session, "notify::hot-path", G_CALLBACK (drop_scene), self);
      g_signal_connect_swapped (session, "layout-changed", G_CALLBACK (drop_scene), self);
    }
  drop_scene (self);
}

void
cyan_legend_set_palette (CyanLegend *self, CyanPalette palette)
{
  g_return_if_fail (CYAN_IS_LEGEND (self));

  if (self->palette == palette)
    return;
  self->palette = palette;
  drop_scene (self);
}

void
cyan_legend_set_zoom (CyanLegend *self, double zoom)
{
  g_return_if_fail (CYAN_IS_LEGEND (self));

  self->zoom = zoom;
  drop_scene (self);
}
