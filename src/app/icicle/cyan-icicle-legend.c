/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The legend of an icicle. */
#include "cyan-icicle-legend.h"

#include <math.h>

#include "cyan-legend.h"

struct _CyanIcicleLegend
{
  GtkWidget parent_instance;

  CyanIcicleView *view; /* owned */
  CyanScene *scene;     /* NULL until it is needed */
  int scene_width;      /* the width of the widget for which scene was laid out */
};

G_DEFINE_FINAL_TYPE (CyanIcicleLegend, cyan_icicle_legend, GTK_TYPE_WIDGET)

/* The legend in lines of at most @width. */
static const CyanScene *
ensure_scene (CyanIcicleLegend *self, int width)
{
  /* As wide as the picture, which may have no size yet. */
  const CyanIcicleLook look = { .width = width - 2 * CYAN_ICICLE_MARGIN };
  const CyanIcicle *icicle;
  CyanSession *session;
  CyanStyle style;
  g_autofree char *text = NULL;

  if (self->scene != NULL && self->scene_width == width)
    return self->scene;
  g_clear_pointer (&self->scene, cyan_scene_free);
  /* An icicle that nobody looks at is not made. */
  icicle = gtk_widget_get_mapped (GTK_WIDGET (self)) && look.width >= 1
               ? cyan_icicle_view_get_icicle (self->view)
               : NULL;
  if (icicle == NULL)
    return NULL;
  session = cyan_icicle_view_get_session (self->view);
  style =
      (CyanStyle){ .theme = cyan_legend_desktop_theme (cyan_icicle_view_get_palette (self->view)),
                   .changes = cyan_session_known (session)->changes,
                   .selected = CYAN_NODE_NONE,
                   .hovered = CYAN_NODE_NONE,
                   .hot_path = cyan_session_hot_path (session),
                   .labels = cyan_session_labels (session) };
  self->scene = cyan_scene_new_icicle_legend (icicle, &look, &style, look.width);
  self->scene_width = width;
  text = cyan_legend_spoken_text (self->scene);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  return self->scene;
}

static void
drop_scene (CyanIcicleLegend *self)
{
  g_clear_pointer (&self->scene, cyan_scene_free);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static void
cyan_icicle_legend_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (cyan_icicle_legend_parent_class)->map (widget);
  drop_scene (CYAN_ICICLE_LEGEND (widget));
}

static GtkSizeRequestMode
cyan_icicle_legend_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
cyan_icicle_legend_measure (GtkWidget *widget,
                            GtkOrientation orientation,
                            int for_size,
                            int *minimum,
                            int *natural,
                            int *minimum_baseline,
                            int *natural_baseline)
{
  const CyanScene *scene;

  *minimum = *natural = 0;
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    return;
  scene = ensure_scene (CYAN_ICICLE_LEGEND (widget),
                        for_size >= 0 ? for_size : gtk_widget_get_width (widget));
  if (scene != NULL)
    *minimum = *natural = (int) ceil (scene->bounds.height);
}

static void
cyan_icicle_legend_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  int width = gtk_widget_get_width (widget);
  const CyanScene *scene = ensure_scene (CYAN_ICICLE_LEGEND (widget), width);
  graphene_rect_t area;
  cairo_t *cairo;

  if (scene == NULL)
    return;
  graphene_rect_init (&area, 0, 0, (float) width, (float) gtk_widget_get_height (widget));
  cairo = gtk_snapshot_append_cairo (snapshot, &area);
  cairo_translate (cairo, CYAN_ICICLE_MARGIN, 0);
  cyan_scene_draw (scene, cairo);
  cairo_destroy (cairo);
}

static void
cyan_icicle_legend_dispose (GObject *object)
{
  CyanIcicleLegend *self = CYAN_ICICLE_LEGEND (object);

  if (self->view != NULL)
    g_signal_handlers_disconnect_by_data (self->view, self);
  g_clear_object (&self->view);
  g_clear_pointer (&self->scene, cyan_scene_free);
  G_OBJECT_CLASS (cyan_icicle_legend_parent_class)->dispose (object);
}

static void
cyan_icicle_legend_class_init (CyanIcicleLegendClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = cyan_icicle_legend_dispose;
  widget_class->get_request_mode = cyan_icicle_legend_get_request_mode;
  widget_class->map = cyan_icicle_legend_map;
  widget_class->measure = cyan_icicle_legend_measure;
  widget_class->snapshot = cyan_icicle_legend_snapshot;
  gtk_widget_class_set_css_name (widget_class, "icicle-legend");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
cyan_icicle_legend_init (CyanIcicleLegend *self)
{
}

void
cyan_icicle_legend_set_view (CyanIcicleLegend *self, CyanIcicleView *view)
{
  g_return_if_fail (self->view == NULL);

  self->view = g_object_ref (view);
  g_signal_connect_swapped (view, "picture-changed", G_CALLBACK (drop_scene), self);
}
