/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A small map of the whole picture. */
#include "cyan-overview.h"

#include "cyan-i18n.h"
#include "cyan-legend.h"

/* Pixels of the map, and around the picture in it. */
#define WIDTH  180
#define HEIGHT 120
#define MARGIN 6
/* The part of the view by which a key moves it. */
#define KEY_STEP 0.25

struct _CyanOverview
{
  GtkWidget parent_instance;

  CyanCanvas *canvas;     /* borrowed; NULL once it is gone */
  GskRenderNode *picture; /* owned; NULL: to be drawn anew */
  double start[2];        /* where the drag began */
};

G_DEFINE_FINAL_TYPE (CyanOverview, cyan_overview, GTK_TYPE_WIDGET)

/* The picture, and how it stands on the map. */
typedef struct
{
  CyanRect extents;
  double zoom;
  double x, y; /* of the extents' corner */
} Place;

static gboolean
find_place (CyanOverview *self, Place *place)
{
  if (self->canvas == NULL)
    return FALSE;
  cyan_canvas_get_extents (self->canvas, &place->extents);
  if (place->extents.width <= 0 || place->extents.height <= 0)
    return FALSE;
  place->zoom = MIN ((WIDTH - 2 * MARGIN) / place->extents.width,
                     (HEIGHT - 2 * MARGIN) / place->extents.height);
  place->x = (WIDTH - place->extents.width * place->zoom) / 2;
  place->y = (HEIGHT - place->extents.height * place->zoom) / 2;
  return TRUE;
}

/* ---- drawing ---- */

static void
draw_picture (CyanOverview *self, const Place *place)
{
  CyanScene *scene = cyan_canvas_new_scene (self->canvas, &place->extents, place->zoom);
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, WIDTH, HEIGHT);
  cairo_t *cairo;

  self->picture = gsk_cairo_node_new (&bounds);
  cairo = gsk_cairo_node_get_draw_context (self->picture);
  cairo_translate (cairo, place->x, place->y);
  cairo_scale (cairo, place->zoom, place->zoom);
  cairo_translate (cairo, -place->extents.x, -place->extents.y);
  cyan_scene_draw (scene, cairo);
  cairo_destroy (cairo);
  cyan_scene_free (scene);
}

static GdkRGBA
rgba (CyanColor color, double alpha)
{
  return (GdkRGBA){ (float) color.red, (float) color.green, (float) color.blue, (float) alpha };
}

static void
append_border (GtkSnapshot *snapshot, const graphene_rect_t *rect, GdkRGBA color, float width)
{
  const float widths[4] = { width, width, width, width };
  const GdkRGBA colors[4] = { color, color, color, color };
  GskRoundedRect outline;

  gsk_rounded_rect_init_from_rect (&outline, rect, 3);
  gtk_snapshot_append_border (snapshot, &outline, widths, colors);
}

static void
cyan_overview_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  CyanOverview *self = CYAN_OVERVIEW (widget);
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, WIDTH, HEIGHT), part;
  CyanTheme theme;
  GdkRGBA color;
  CyanRect view;
  Place place;

  if (!find_place (self, &place))
    return;
  theme = cyan_legend_desktop_theme (cyan_canvas_get_palette (self->canvas));
  color = rgba (cyan_theme_background (&theme), 0.92);
  gtk_snapshot_append_color (snapshot, &color, &bounds);
  if (self->picture == NULL)
    draw_picture (self, &place);
  gtk_snapshot_append_node (snapshot, self->picture);

  cyan_canvas_get_view (self->canvas, &view);
  part = GRAPHENE_RECT_INIT ((float) ((view.x - place.extents.x) * place.zoom + place.x),
                             (float) ((view.y - place.extents.y) * place.zoom + place.y),
                             (float) (view.width * place.zoom), (float) (view.height * place.zoom));
  color = rgba (cyan_theme_accent (&theme), 0.12);
  gtk_snapshot_push_clip (snapshot, &bounds);
  if (graphene_rect_intersection (&part, &bounds, &part))
    {
      gtk_snapshot_append_color (snapshot, &color, &part);
      append_border (snapshot, &part, rgba (cyan_theme_accent (&theme), 1), 2);
    }
  append_border (snapshot, &bounds,
                 gtk_widget_has_visible_focus (widget) ? rgba (cyan_theme_accent (&theme), 1)
                                                       : (GdkRGBA){ 0.5f, 0.5f, 0.5f, 0.5f },
                 gtk_widget_has_visible_focus (widget) ? 3 : 1);
  gtk_snapshot_pop (snapshot);
}

static void
cyan_overview_measure (GtkWidget *widget,
                       GtkOrientation orientation,
                       int for_size,
                       int *minimum,
                       int *natural,
                       int *minimum_baseline,
                       int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? WIDTH : HEIGHT;
}

static void
drop_picture (CyanOverview *self)
{
  g_clear_pointer (&self->picture, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* ---- input ---- */

/* The middle of the view goes to what is at a point of the map. */
static void
show_point (CyanOverview *self, double x, double y)
{
  Place place;

  if (find_place (self, &place))
    cyan_canvas_show_point (self->canvas, place.extents.x + (x - place.x) / place.zoom,
                            place.extents.y + (y - place.y) / place.zoom);
}

static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, CyanOverview *self)
{
  self->start[0] = x;
  self->start[1] = y;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  show_point (self, x, y);
}

static void
on_drag_update (GtkGestureDrag *gesture, double x, double y, CyanOverview *self)
{
  show_point (self, self->start[0] + x, self->start[1] + y);
}

static gboolean
on_key (GtkEventControllerKey *controller,
        guint key,
        guint code,
        GdkModifierType state,
        CyanOverview *self)
{
  gboolean across = key == GDK_KEY_Left || key == GDK_KEY_Right;
  double sign = key == GDK_KEY_Left || key == GDK_KEY_Up ? -1 : 1;
  CyanRect view;

  if (self->canvas == NULL || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0
      || (!across && key != GDK_KEY_Up && key != GDK_KEY_Down))
    return GDK_EVENT_PROPAGATE;
  cyan_canvas_get_view (self->canvas, &view);
  cyan_canvas_show_point (self->canvas,
                          view.x + view.width * (0.5 + (across ? sign * KEY_STEP : 0)),
                          view.y + view.height * (0.5 + (across ? 0 : sign * KEY_STEP)));
  return GDK_EVENT_STOP;
}

/* ---- object ---- */

static void
cyan_overview_dispose (GObject *object)
{
  CyanOverview *self = CYAN_OVERVIEW (object);

  g_clear_weak_pointer (&self->canvas);
  g_clear_pointer (&self->picture, gsk_render_node_unref);
  G_OBJECT_CLASS (cyan_overview_parent_class)->dispose (object);
}

static void
cyan_overview_class_init (CyanOverviewClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = cyan_overview_dispose;
  widget_class->measure = cyan_overview_measure;
  widget_class->snapshot = cyan_overview_snapshot;
  gtk_widget_class_set_css_name (widget_class, "overview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
cyan_overview_init (CyanOverview *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *key = gtk_event_controller_key_new ();

  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  g_signal_connect (key, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), key);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), _ ("The whole picture; drag to move the view"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Overview of the whole picture"), -1);
}

void
cyan_overview_set_canvas (CyanOverview *self, CyanCanvas *canvas)
{
  GtkScrollable *scrollable = GTK_SCROLLABLE (canvas);
  GtkAdjustment *adjustments[] = { gtk_scrollable_get_hadjustment (scrollable),
                                   gtk_scrollable_get_vadjustment (scrollable) };

  g_return_if_fail (self->canvas == NULL);
  g_set_weak_pointer (&self->canvas, canvas);
  g_signal_connect_object (canvas, "picture-changed", G_CALLBACK (drop_picture), self,
                           G_CONNECT_SWAPPED);
  for (guint i = 0; i < G_N_ELEMENTS (adjustments); i++)
    {
      g_signal_connect_object (adjustments[i], "value-changed", G_CALLBACK (gtk_widget_queue_draw),
                               self, G_CONNECT_SWAPPED);
      g_signal_connect_object (adjustments[i], "changed", G_CALLBACK (gtk_widget_queue_draw), self,
                               G_CONNECT_SWAPPED);
    }
}
