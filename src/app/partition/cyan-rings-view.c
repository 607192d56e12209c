/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ring chart: where segments are, which are neighbours, and zooming, which shows more rings. */
#include "cyan-rings-view.h"

#include "cyan-desktop-theme.h"
#include "cyan-widgets.h"

#include <math.h>

#define ZOOM_MAX  8.0
#define ZOOM_STEP 1.25
/* Of a touchpad, for one step. */
#define STEP_PIXELS 30.0

struct _CyanRingsView
{
  CyanPartitionView parent_instance;

  CyanRings *rings; /* owned, or NULL */
  gboolean equal_thickness;
  double zoom; /* 1: fits the view */
};

G_DEFINE_FINAL_TYPE (CyanRingsView, cyan_rings_view, CYAN_TYPE_PARTITION_VIEW)

/* ---- the chart ---- */

static void
use_thickness (CyanRingsView *self)
{
  if (self->rings != NULL)
    cyan_rings_set_thickness (self->rings,
                              self->equal_thickness ? CYAN_THICKNESS_EQUAL : CYAN_THICKNESS_AREA);
}

static void
cyan_rings_view_set_partition (CyanPartitionView *view, CyanPartition *partition)
{
  CyanRingsView *self = CYAN_RINGS_VIEW (view);

  g_clear_pointer (&self->rings, cyan_rings_free);
  if (partition == NULL)
    return;
  self->rings = cyan_rings_new (partition);
  use_thickness (self);
}

static void
cyan_rings_view_set_top (CyanPartitionView *view, CyanNode top)
{
  cyan_rings_set_top (CYAN_RINGS_VIEW (view)->rings, top);
}

static void
cyan_rings_view_set_filter (CyanPartitionView *view, CyanFiltered *filtered)
{
  cyan_rings_set_filter (CYAN_RINGS_VIEW (view)->rings, filtered);
}

const CyanRings *
cyan_rings_view_get_rings (CyanRingsView *self)
{
  int room =
      MIN (gtk_widget_get_width (GTK_WIDGET (self)), gtk_widget_get_height (GTK_WIDGET (self)));
  double radius = (room / cyan_desktop_text_scale () / 2 - CYAN_RINGS_MARGIN) * self->zoom;

  if (radius < 1 || !cyan_partition_view_ensure (CYAN_PARTITION_VIEW (self)))
    return NULL;
  if (radius != self->rings->radius)
    cyan_rings_set_radius (self->rings, radius);
  return self->rings;
}

static void
on_thickness (GObject *object, const char *name)
{
  use_thickness (CYAN_RINGS_VIEW (object));
  cyan_partition_view_changed (CYAN_PARTITION_VIEW (object));
}

/* ---- coordinates ---- */

/* The side of the square that the chart takes, in pixels of the screen; 0 without any. */
static double
side_of (CyanRingsView *self)
{
  const CyanRings *rings = cyan_rings_view_get_rings (self);

  return rings != NULL ? cyan_rings_side (rings) * cyan_desktop_text_scale () : 0;
}

static double
cyan_rings_view_content_size (CyanPicture *picture, GtkOrientation axis)
{
  CyanRingsView *self = CYAN_RINGS_VIEW (picture);

  return self->zoom > 1 ? floor (side_of (self)) : 0;
}

/* In the middle of the widget, unless the chart is larger. */
static double
origin_on (CyanRingsView *self, GtkOrientation axis)
{
  CyanPicture *picture = CYAN_PICTURE (self);
  double room = cyan_picture_size (picture, axis) - side_of (self);

  return room >= 0 ? floor (room / 2) : -cyan_picture_scrolled (picture, axis);
}

static void
cyan_rings_view_get_origin (CyanPartitionView *view, double *x, double *y)
{
  *x = origin_on (CYAN_RINGS_VIEW (view), GTK_ORIENTATION_HORIZONTAL);
  *y = origin_on (CYAN_RINGS_VIEW (view), GTK_ORIENTATION_VERTICAL);
}

static const CyanRingSegment *
segment_at (CyanRingsView *self, double x, double y)
{
  const CyanRings *rings = cyan_rings_view_get_rings (self);
  double left, top;

  if (rings == NULL)
    return NULL;
  cyan_rings_view_get_origin (CYAN_PARTITION_VIEW (self), &left, &top);
  return cyan_rings_segment_at (rings, (x - left) / cyan_desktop_text_scale (),
                                (y - top) / cyan_desktop_text_scale ());
}

/* Segments of several nodes belong to the caller of these. */
static CyanNode
cyan_rings_view_pick (CyanPicture *picture, double x, double y)
{
  CyanRingsView *self = CYAN_RINGS_VIEW (picture);
  const CyanRingSegment *segment = segment_at (self, x, y);
  const CyanComparison *comparison;

  if (segment == NULL)
    return CYAN_NODE_NONE;
  if (segment->n_more == 0 && segment->n_hidden == 0)
    return segment->node;
  comparison = self->rings->partition->comparison;
  return comparison->compared.tree->parent[segment->node];
}

/* The circles around a segment, in pixels of the scene. */
static void
get_radii (const CyanRings *rings, const CyanRingSegment *segment, double *inner, double *outer)
{
  *inner = segment->ring > 0 ? cyan_rings_radius_of (rings, segment->ring - 1) : 0;
  *outer = cyan_rings_radius_of (rings, segment->ring);
}

/* A square in the middle of the segment. */
static gboolean
cyan_rings_view_get_box (CyanPicture *picture, CyanNode node, graphene_rect_t *box)
{
  CyanRingsView *self = CYAN_RINGS_VIEW (picture);
  const CyanRings *rings = cyan_rings_view_get_rings (self);
  const CyanRingSegment *segment = rings != NULL ? cyan_rings_segment_of (rings, node) : NULL;
  double inner, outer, left, top, r = 0, angle = 0, side, scale = cyan_desktop_text_scale ();

  if (segment == NULL)
    return FALSE;
  get_radii (rings, segment, &inner, &outer);
  side = outer;
  if (segment->ring > 0)
    {
      r = (inner + outer) / 2;
      angle = segment->start + segment->extent / 2;
      side = MIN (outer - inner, r * segment->extent) / 2;
    }
  cyan_rings_view_get_origin (CYAN_PARTITION_VIEW (self), &left, &top);
  graphene_rect_init (
      box, (float) (left + (cyan_rings_side (rings) / 2 + r * sin (angle) - side / 2) * scale),
      (float) (top + (cyan_rings_side (rings) / 2 - r * cos (angle) - side / 2) * scale),
      (float) (side * scale), (float) (side * scale));
  return TRUE;
}

/* ---- scrolling ---- */

static void
cyan_rings_view_show_node (CyanPicture *picture, CyanNode node)
{
  graphene_rect_t box;

  /* It is not made for this alone. */
  if (CYAN_RINGS_VIEW (picture)->rings == NULL || !cyan_picture_find_box (picture, node, &box))
    return;
  for (GtkOrientation axis = GTK_ORIENTATION_HORIZONTAL; axis <= GTK_ORIENTATION_VERTICAL; axis++)
    {
      gboolean across = axis == GTK_ORIENTATION_HORIZONTAL;
      double from = across ? box.origin.x : box.origin.y;
      double to = from + (across ? box.size.width : box.size.height);

      if (from < 0)
        cyan_picture_scroll_by (picture, axis, from);
      else if (to > cyan_picture_size (picture, axis))
        cyan_picture_scroll_by (picture, axis, to - cyan_picture_size (picture, axis));
    }
}

/* ---- zooming ---- */

static double
cyan_rings_view_get_zoom (CyanPicture *picture)
{
  return CYAN_RINGS_VIEW (picture)->zoom;
}

static void
cyan_rings_view_zoom_at (CyanPicture *picture, double zoom, double x, double y)
{
  CyanRingsView *self = CYAN_RINGS_VIEW (picture);
  const double point[2] = { x, y };
  double origin[2], side = side_of (self), grown;

  zoom = CLAMP (zoom, 1, ZOOM_MAX);
  if (zoom == self->zoom || side <= 0)
    return;
  cyan_rings_view_get_origin (CYAN_PARTITION_VIEW (self), &origin[0], &origin[1]);
  self->zoom = zoom;
  cyan_partition_view_changed (CYAN_PARTITION_VIEW (self));
  grown = side_of (self) / side;
  for (GtkOrientation axis = GTK_ORIENTATION_HORIZONTAL; axis <= GTK_ORIENTATION_VERTICAL; axis++)
    cyan_picture_scroll_by (picture, axis,
                            (point[axis] - origin[axis]) * grown - point[axis]
                                - cyan_picture_scrolled (picture, axis));
  g_signal_emit_by_name (self, "scale-changed");
}

static void
zoom_by (CyanRingsView *self, double factor)
{
  cyan_rings_view_zoom_at (CYAN_PICTURE (self), self->zoom * factor,
                           gtk_widget_get_width (GTK_WIDGET (self)) / 2.0,
                           gtk_widget_get_height (GTK_WIDGET (self)) / 2.0);
}

static void
zoom_in (GtkWidget *widget, const char *action, GVariant *parameter)
{
  zoom_by (CYAN_RINGS_VIEW (widget), ZOOM_STEP);
}

static void
zoom_out (GtkWidget *widget, const char *action, GVariant *parameter)
{
  zoom_by (CYAN_RINGS_VIEW (widget), 1 / ZOOM_STEP);
}

static void
zoom_to_fit (GtkWidget *widget, const char *action, GVariant *parameter)
{
  zoom_by (CYAN_RINGS_VIEW (widget), 1 / CYAN_RINGS_VIEW (widget)->zoom);
}

static void
install_zoom (GtkWidgetClass *class)
{
  static const struct
  {
    const char *name;
    GtkWidgetActionActivateFunc activate;
    guint keys[2];
  } actions[] = {
    { "rings.zoom-in", zoom_in, { GDK_KEY_plus, GDK_KEY_KP_Add } },
    { "rings.zoom-out", zoom_out, { GDK_KEY_minus, GDK_KEY_KP_Subtract } },
    { "rings.zoom-normal", zoom_to_fit, { GDK_KEY_1 } },
    { "rings.zoom-to-fit", zoom_to_fit, { GDK_KEY_f } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      gtk_widget_class_install_action (class, actions[i].name, NULL, actions[i].activate);
      for (guint k = 0; k < 2 && actions[i].keys[k] != 0; k++)
        gtk_widget_class_add_binding_action (class, actions[i].keys[k], 0, actions[i].name, NULL);
    }
}

/* ---- drawing ---- */

static CyanScene *
cyan_rings_view_new_scene (CyanPartitionView *view, const CyanStyle *style, const CyanRect *visible)
{
  const CyanRings *rings = cyan_rings_view_get_rings (CYAN_RINGS_VIEW (view));

  return rings != NULL ? cyan_scene_new_rings (rings, style) : NULL;
}

static CyanScene *
cyan_rings_view_new_legend (CyanPicture *picture, const CyanLegendForm *form)
{
  CyanRingsView *self = CYAN_RINGS_VIEW (picture);
  CyanStyle style;

  if (!cyan_partition_view_ensure (CYAN_PARTITION_VIEW (self)))
    return NULL;
  /* The chart may have no size yet. */
  if (self->rings->radius <= 0)
    cyan_rings_set_radius (self->rings, 1);
  style = cyan_picture_style (picture);
  return cyan_scene_new_rings_legend (self->rings, &style, form);
}

/* Appends a picture with the outline of @node as its path; NULL if it is not drawn.  The caller
 * destroys it. */
static cairo_t *
append_path (CyanRingsView *self, GtkSnapshot *snapshot, CyanNode node)
{
  CyanPicture *picture = CYAN_PICTURE (self);
  const CyanRings *rings = cyan_rings_view_get_rings (self);
  const CyanRingSegment *segment = rings != NULL ? cyan_rings_segment_of (rings, node) : NULL;
  double inner, outer, left, top, middle;
  cairo_t *cairo;

  if (segment == NULL)
    return NULL;
  get_radii (rings, segment, &inner, &outer);
  cyan_rings_view_get_origin (CYAN_PARTITION_VIEW (self), &left, &top);
  middle = cyan_rings_side (rings) / 2;
  cairo = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (GTK_WIDGET (self)),
                                     (float) gtk_widget_get_height (GTK_WIDGET (self))));
  cyan_picture_mirror_cairo (picture, cairo);
  cairo_translate (cairo, left, top);
  cairo_scale (cairo, cyan_desktop_text_scale (), cyan_desktop_text_scale ());
  cairo_translate (cairo, middle, middle);
  cairo_rotate (cairo, segment->start - G_PI_2);
  cairo_arc (cairo, 0, 0, outer, 0, segment->extent);
  if (segment->extent >= 2 * G_PI)
    cairo_new_sub_path (cairo);
  if (segment->ring > 0)
    cairo_arc_negative (cairo, 0, 0, inner, segment->extent, 0);
  cairo_close_path (cairo);
  return cairo;
}

static gboolean
cyan_rings_view_append_outline (
    CyanPartitionView *view, GtkSnapshot *snapshot, CyanNode node, double width, double alpha)
{
  CyanTheme theme = cyan_desktop_theme ();
  GdkRGBA color = cyan_desktop_rgba (cyan_theme_accent (&theme), alpha);
  cairo_t *cairo = append_path (CYAN_RINGS_VIEW (view), snapshot, node);

  if (cairo == NULL)
    return FALSE;
  gdk_cairo_set_source_rgba (cairo, &color);
  cairo_set_line_width (cairo, width);
  cairo_stroke (cairo);
  cairo_destroy (cairo);
  return TRUE;
}

static void
cyan_rings_view_append_mark (CyanPicture *picture, GtkSnapshot *snapshot, CyanNode node)
{
  cairo_t *cairo = append_path (CYAN_RINGS_VIEW (picture), snapshot, node);

  if (cairo == NULL)
    return;
  cyan_picture_dash (picture, cairo, 4);
  cairo_destroy (cairo);
}

/* ---- neighbours ---- */

/* The middle leads to what calls it. */
static CyanNode
cyan_rings_view_leads_to (CyanPartitionView *view, CyanNode node)
{
  CyanRingsView *self = CYAN_RINGS_VIEW (view);
  const CyanRingSegment *segment;
  double x, y;

  cyan_picture_get_pointer (CYAN_PICTURE (self), &x, &y);
  segment = segment_at (self, x, y);
  return segment != NULL && segment->ring == 0
             ? cyan_rings_parent_of (self->rings, self->rings->top)
             : CYAN_NODE_NONE;
}

static CyanNode
cyan_rings_view_neighbour (CyanPartitionView *view, CyanNode node, CyanPictureMove move)
{
  CyanRingsView *self = CYAN_RINGS_VIEW (view);
  const CyanRings *rings = cyan_rings_view_get_rings (self);
  const CyanRingSegment *segment;
  const CyanNode *parent;

  if (rings == NULL)
    return CYAN_NODE_NONE;
  parent = rings->partition->comparison->compared.tree->parent;
  while (node > rings->top && cyan_rings_segment_of (rings, node) == NULL)
    node = parent[node];
  segment = cyan_rings_segment_of (rings, node);
  switch (move)
    {
    case CYAN_PICTURE_UP:
      /* The trunk is one segment. */
      return cyan_rings_parent_of (rings,
                                   segment != NULL && segment->ring == 0 ? rings->top : node);
    case CYAN_PICTURE_DOWN:
      return cyan_rings_first_child_of (rings, node);
    case CYAN_PICTURE_NEXT:
      return cyan_rings_next_of (rings, node);
    default:
      return cyan_rings_previous_of (rings, node);
    }
}

/* ---- object ---- */

static void
cyan_rings_view_class_init (CyanRingsViewClass *class)
{
  CyanPictureClass *picture_class = CYAN_PICTURE_CLASS (class);
  CyanPartitionViewClass *view_class = CYAN_PARTITION_VIEW_CLASS (class);

  picture_class->content_size = cyan_rings_view_content_size;
  picture_class->get_box = cyan_rings_view_get_box;
  picture_class->pick = cyan_rings_view_pick;
  picture_class->new_legend = cyan_rings_view_new_legend;
  picture_class->show_node = cyan_rings_view_show_node;
  picture_class->append_mark = cyan_rings_view_append_mark;
  picture_class->get_zoom = cyan_rings_view_get_zoom;
  picture_class->zoom_at = cyan_rings_view_zoom_at;
  picture_class->zoom_step = ZOOM_STEP;
  picture_class->zoom_pixels = STEP_PIXELS;
  view_class->set_partition = cyan_rings_view_set_partition;
  view_class->set_top = cyan_rings_view_set_top;
  view_class->set_filter = cyan_rings_view_set_filter;
  view_class->get_origin = cyan_rings_view_get_origin;
  view_class->new_scene = cyan_rings_view_new_scene;
  view_class->append_outline = cyan_rings_view_append_outline;
  view_class->leads_to = cyan_rings_view_leads_to;
  view_class->neighbour = cyan_rings_view_neighbour;

  cyan_flags_install (class, on_thickness,
                      CYAN_FLAG (CyanRingsView, "equal-thickness", equal_thickness), NULL);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (class), "rings");
  install_zoom (GTK_WIDGET_CLASS (class));
}

static void
cyan_rings_view_init (CyanRingsView *self)
{
  self->zoom = 1;
  cyan_picture_add_zoom (CYAN_PICTURE (self));
}
