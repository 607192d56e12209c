/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A small map of the whole picture. */
#include "cyan-overview.h"

#include "cyan-desktop-theme.h"
#include "cyan-i18n.h"
#include "cyan-widgets.h"

/* Pixels of the map, and around the picture in it. */
#define WIDTH  180
#define HEIGHT 120
#define MARGIN 6
/* The part of the view by which a key moves it. */
#define KEY_STEP 0.25

struct _CyanOverview
{
  CyanSceneWidget parent_instance;

  CyanCanvas *canvas; /* borrowed; NULL once it is gone */
  double start[2];    /* where the drag began */
};

G_DEFINE_FINAL_TYPE (CyanOverview, cyan_overview, CYAN_TYPE_SCENE_WIDGET)

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

/* From the side where lines begin to the left side, and back. */
static double
mirror (CyanOverview *self, double x)
{
  return gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL ? WIDTH - x : x;
}

/* ---- drawing ---- */

static CyanScene *
cyan_overview_new_scene (CyanSceneWidget *widget, int width)
{
  CyanOverview *self = CYAN_OVERVIEW (widget);
  Place place;

  return find_place (self, &place)
             ? cyan_canvas_new_scene (self->canvas, &place.extents, place.zoom)
             : NULL;
}

static void
cyan_overview_place (CyanSceneWidget *widget, const CyanScene *scene, cairo_t *cairo)
{
  Place place;

  if (!find_place (CYAN_OVERVIEW (widget), &place))
    return;
  cairo_translate (cairo, place.x, place.y);
  cairo_scale (cairo, place.zoom, place.zoom);
}

/* The part that the canvas shows. */
static void
append_view (CyanOverview *self, GtkSnapshot *snapshot, const Place *place, const GdkRGBA *accent)
{
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, WIDTH, HEIGHT), part;
  GdkRGBA light = *accent;
  double start, end;
  CyanRect view;

  light.alpha = 0.12f;
  cyan_canvas_get_view (self->canvas, &view);
  start = mirror (self, (view.x - place->extents.x) * place->zoom + place->x);
  end = mirror (self, (view.x + view.width - place->extents.x) * place->zoom + place->x);
  part = GRAPHENE_RECT_INIT (
      (float) MIN (start, end), (float) ((view.y - place->extents.y) * place->zoom + place->y),
      (float) (view.width * place->zoom), (float) (view.height * place->zoom));
  if (!graphene_rect_intersection (&part, &bounds, &part))
    return;
  gtk_snapshot_append_color (snapshot, &light, &part);
  cyan_desktop_append_border (snapshot, &part, 3, 2, accent);
}

static void
cyan_overview_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  CyanOverview *self = CYAN_OVERVIEW (widget);
  const graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, WIDTH, HEIGHT);
  const GdkRGBA grey = { 0.5f, 0.5f, 0.5f, 0.5f };
  gboolean has_focus = gtk_widget_has_visible_focus (widget);
  GdkRGBA paper, accent;
  CyanTheme theme;
  Place place;

  if (!find_place (self, &place))
    return;
  theme = cyan_desktop_theme ();
  paper = cyan_desktop_rgba (cyan_theme_background (&theme), 0.92);
  accent = cyan_desktop_rgba (cyan_theme_accent (&theme), 1);
  gtk_snapshot_append_color (snapshot, &paper, &bounds);
  GTK_WIDGET_CLASS (cyan_overview_parent_class)->snapshot (widget, snapshot);
  append_view (self, snapshot, &place, &accent);
  cyan_desktop_append_border (snapshot, &bounds, 3, has_focus ? 3 : 1, has_focus ? &accent : &grey);
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

/* ---- input ---- */

/* The middle of the view goes to what is at a point of the map. */
static void
show_point (CyanOverview *self, double x, double y)
{
  Place place;

  if (find_place (self, &place))
    cyan_canvas_show_point (self->canvas,
                            place.extents.x + (mirror (self, x) - place.x) / place.zoom,
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
  if (across && mirror (self, 0) > 0)
    sign = -sign;
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
  G_OBJECT_CLASS (cyan_overview_parent_class)->dispose (object);
}

static void
cyan_overview_class_init (CyanOverviewClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = cyan_overview_dispose;
  CYAN_SCENE_WIDGET_CLASS (class)->new_scene = cyan_overview_new_scene;
  CYAN_SCENE_WIDGET_CLASS (class)->place = cyan_overview_place;
  widget_class->measure = cyan_overview_measure;
  widget_class->snapshot = cyan_overview_snapshot;
  gtk_widget_class_set_css_name (widget_class, "overview");
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
  cyan_widget_set_spoken (self, _ ("Overview of the whole picture"));
}

void
cyan_overview_set_canvas (CyanOverview *self, CyanCanvas *canvas)
{
  GtkScrollable *scrollable = GTK_SCROLLABLE (canvas);
  GtkAdjustment *adjustments[] = { gtk_scrollable_get_hadjustment (scrollable),
                                   gtk_scrollable_get_vadjustment (scrollable) };

  g_return_if_fail (self->canvas == NULL);
  g_set_weak_pointer (&self->canvas, canvas);
  g_signal_connect_object (canvas, "picture-changed", G_CALLBACK (cyan_scene_widget_drop), self,
                           G_CONNECT_SWAPPED);
  for (guint i = 0; i < G_N_ELEMENTS (adjustments); i++)
    {
      g_signal_connect_object (adjustments[i], "value-changed", G_CALLBACK (gtk_widget_queue_draw),
                               self, G_CONNECT_SWAPPED);
      g_signal_connect_object (adjustments[i], "changed", G_CALLBACK (gtk_widget_queue_draw), self,
                               G_CONNECT_SWAPPED);
    }
}
