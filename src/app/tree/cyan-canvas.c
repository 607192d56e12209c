/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The drawn tree: drawing, scrolling, zooming. */
#include "cyan-canvas-private.h"

#include <math.h>

#include "cyan-desktop-theme.h"
#include "cyan-numbers.h"
#include "cyan-widgets.h"

#define MARGIN CYAN_CANVAS_MARGIN

G_DEFINE_FINAL_TYPE (CyanCanvas, cyan_canvas, CYAN_TYPE_PICTURE)

#define PROP_ZOOM 1

/* ---- coordinates ---- */

static double
cyan_canvas_content_size (CyanPicture *picture, GtkOrientation axis)
{
  CyanCanvas *self = CYAN_CANVAS (picture);
  double content =
      (axis == HORIZONTAL ? self->extents.width : self->extents.height) * self->zoom + 2 * MARGIN;

  /* Whole pixels: the picture is as sharp at its end as elsewhere. */
  return ceil (content);
}

/* Where the left or upper end of the picture is on the widget.  A picture that is smaller than the
 * widget is centred from left to right and stands on top. */
static double
origin (CyanCanvas *self, GtkOrientation axis)
{
  CyanPicture *picture = CYAN_PICTURE (self);
  double content = cyan_canvas_content_size (picture, axis);
  double size = cyan_picture_size (picture, axis);

  if (content > size)
    return MARGIN - cyan_picture_scrolled (picture, axis);
  return axis == HORIZONTAL ? (size - content) / 2 + MARGIN : MARGIN;
}

void
cyan_canvas_to_layout (CyanCanvas *self, double x, double y, double *layout_x, double *layout_y)
{
  *layout_x = (x - origin (self, HORIZONTAL)) / self->zoom + self->extents.x;
  *layout_y = (y - origin (self, VERTICAL)) / self->zoom + self->extents.y;
}

void
cyan_canvas_to_widget (CyanCanvas *self, const CyanRect *rect, graphene_rect_t *on_widget)
{
  graphene_rect_init (
      on_widget, (float) ((rect->x - self->extents.x) * self->zoom + origin (self, HORIZONTAL)),
      (float) ((rect->y - self->extents.y) * self->zoom + origin (self, VERTICAL)),
      (float) (rect->width * self->zoom), (float) (rect->height * self->zoom));
}

void
cyan_canvas_get_view (CyanCanvas *self, CyanRect *view)
{
  double right, bottom;

  cyan_canvas_to_layout (self, 0, 0, &view->x, &view->y);
  cyan_canvas_to_layout (self, cyan_canvas_size (self, HORIZONTAL),
                         cyan_canvas_size (self, VERTICAL), &right, &bottom);
  view->width = right - view->x;
  view->height = bottom - view->y;
}

static gboolean
cyan_canvas_get_box (CyanPicture *picture, CyanNode node, graphene_rect_t *box)
{
  CyanCanvas *self = CYAN_CANVAS (picture);
  CyanPlaced placed;

  if (!cyan_layout_position_of (cyan_session_layout (self->session), node, &placed))
    return FALSE;
  cyan_canvas_to_widget (self, &placed.box, box);
  return TRUE;
}

static CyanNode
cyan_canvas_pick (CyanPicture *picture, double x, double y)
{
  CyanCanvas *self = CYAN_CANVAS (picture);
  double layout_x, layout_y;

  cyan_canvas_to_layout (self, x, y, &layout_x, &layout_y);
  return cyan_layout_hit (cyan_session_layout (self->session), layout_x, layout_y, 3 / self->zoom);
}

static void
redraw (CyanCanvas *self)
{
  self->is_drawn = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
cyan_canvas_scrolled (CyanPicture *picture)
{
  CYAN_CANVAS (picture)->is_drawn = FALSE;
}

static void
cyan_canvas_drop (CyanPicture *picture)
{
  CyanCanvas *self = CYAN_CANVAS (picture);

  cyan_tiles_clear (self->tiles);
  self->is_drawn = FALSE;
}

/* ---- zoom ---- */

static void
notify_zoom (CyanCanvas *self)
{
  g_object_notify (G_OBJECT (self), "zoom");
  g_signal_emit_by_name (self, "scale-changed");
}

void
cyan_canvas_zoom_at (CyanCanvas *self, double zoom, double x, double y)
{
  double least = MIN (CYAN_CANVAS_ZOOM_MIN * self->text_scale, cyan_canvas_fit_zoom (self));
  double layout_x, layout_y;

  zoom = CLAMP (zoom, least, CYAN_CANVAS_ZOOM_MAX * self->text_scale);
  cyan_canvas_stop_fitting (self);
  if (zoom == self->zoom)
    return;
  cyan_canvas_to_layout (self, x, y, &layout_x, &layout_y);
  self->zoom = zoom;
  cyan_picture_configure (CYAN_PICTURE (self));
  cyan_canvas_scroll_by (self, (layout_x - self->extents.x) * zoom + origin (self, HORIZONTAL) - x,
                         (layout_y - self->extents.y) * zoom + origin (self, VERTICAL) - y);
  cyan_picture_drop (CYAN_PICTURE (self));
  notify_zoom (self);
}

double
cyan_canvas_get_zoom (CyanCanvas *self)
{
  return self->zoom / self->text_scale;
}

void
cyan_canvas_set_zoom (CyanCanvas *self, double zoom)
{
  cyan_canvas_zoom_at (self, zoom * self->text_scale, cyan_canvas_size (self, HORIZONTAL) / 2.0,
                       cyan_canvas_size (self, VERTICAL) / 2.0);
}

/* Keeps the middle of the view in place. */
static void
on_text_scale (CyanCanvas *self)
{
  double zoom = cyan_canvas_get_zoom (self);
  gboolean fits = self->fits;

  self->text_scale = cyan_desktop_text_scale ();
  cyan_canvas_set_zoom (self, zoom);
  self->fits = fits;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static gboolean
announce_zoom (gpointer data)
{
  CyanCanvas *self = data;

  self->zoom_idle = 0;
  notify_zoom (self);
  return G_SOURCE_REMOVE;
}

void
cyan_canvas_announce_zoom (CyanCanvas *self)
{
  if (self->zoom_idle == 0)
    self->zoom_idle = g_idle_add (announce_zoom, self);
}

/* ---- session ---- */

/* The node's box as it was drawn last, that is, before the layout changed. */
static gboolean
find_in_old_picture (CyanCanvas *self, CyanNode node, CyanRect *box)
{
  CyanRect view;

  if (!self->is_drawn || node == CYAN_NODE_NONE || !cyan_tiles_find (self->tiles, node, box))
    return FALSE;
  cyan_canvas_get_view (self, &view);
  return box->x <= view.x + view.width && box->x + box->width >= view.x
         && box->y <= view.y + view.height && box->y + box->height >= view.y;
}

/* Scrolls by as much as the middle of a box's upper side has moved. */
static void
keep_in_place (CyanCanvas *self, const graphene_rect_t *old, const graphene_rect_t *new)
{
  cyan_canvas_scroll_by (self,
                         graphene_rect_get_x (new) + graphene_rect_get_width (new) / 2
                             - graphene_rect_get_x (old) - graphene_rect_get_width (old) / 2,
                         graphene_rect_get_y (new) - graphene_rect_get_y (old));
}

static void
on_layout_changed (CyanCanvas *self, CyanNode keep)
{
  CyanRect old_box;
  graphene_rect_t old_rect, new_rect;
  gboolean keeps = find_in_old_picture (self, keep, &old_box);

  if (keeps)
    cyan_canvas_to_widget (self, &old_box, &old_rect);
  cyan_picture_drop (CYAN_PICTURE (self));
  cyan_layout_extents (cyan_session_layout (self->session), &self->extents);
  cyan_picture_configure (CYAN_PICTURE (self));
  if (!cyan_canvas_is_opening (self))
    cyan_canvas_forget_opening (self);
  cyan_picture_set_hovered (CYAN_PICTURE (self), CYAN_NODE_NONE);
  cyan_canvas_update_actions (self);
  if (self->fits && self->place == NULL && (self->opening != NULL || keep == CYAN_NODE_NONE)
      && cyan_canvas_size (self, HORIZONTAL) > 0 && cyan_canvas_size (self, VERTICAL) > 0)
    {
      cyan_canvas_fit (self);
      return;
    }
  if (keeps && cyan_picture_find_box (CYAN_PICTURE (self), keep, &new_rect))
    keep_in_place (self, &old_rect, &new_rect);
  else
    cyan_canvas_scroll_to (self, cyan_session_selected (self->session));
  cyan_canvas_follow_scale (self);
  /* The picture also changes when more is known about the sources. */
  if (cyan_canvas_keeps_place (self))
    cyan_canvas_use_place (self);
  else
    cyan_canvas_forget_place (self);
}

void
cyan_canvas_use_scale (CyanCanvas *self, const CyanScale *scale)
{
  CyanNode node = cyan_session_selected (self->session);
  CyanLayout *layout = cyan_session_layout (self->session);
  graphene_rect_t old, new;
  gboolean keeps = cyan_picture_find_box (CYAN_PICTURE (self), node, &old);

  cyan_layout_set_scale (layout, scale);
  cyan_picture_drop (CYAN_PICTURE (self));
  cyan_layout_extents (layout, &self->extents);
  cyan_picture_configure (CYAN_PICTURE (self));
  if (keeps && cyan_picture_find_box (CYAN_PICTURE (self), node, &new))
    keep_in_place (self, &old, &new);
  g_signal_emit_by_name (self, "scale-changed");
}

static gboolean
is_ringed (CyanNode node, gpointer data)
{
  const CyanCanvas *self = data;

  return node == self->ringed || node == cyan_session_selected (self->session);
}

static void
cyan_canvas_selected (CyanPicture *picture, CyanNode node)
{
  CyanCanvas *self = CYAN_CANVAS (picture);

  cyan_canvas_forget_place (self);
  cyan_tiles_drop (self->tiles, is_ringed, self);
  self->ringed = node;
  redraw (self);
  cyan_canvas_update_actions (self);
}

static void
cyan_canvas_show_node (CyanPicture *picture, CyanNode node)
{
  cyan_canvas_scroll_to (CYAN_CANVAS (picture), node);
}

static CyanSourceSnapshot *
known_of (CyanSession *session)
{
  return cyan_source_snapshot_ref (cyan_session_model (session)->known);
}

typedef struct
{
  const guint32 *pair;
  const guint8 *before;
  const guint8 *after;
} Statuses;

static gboolean
has_other_status (CyanNode node, gpointer data)
{
  const Statuses *statuses = data;
  guint32 pair = statuses->pair[node];

  return statuses->before[pair] != statuses->after[pair];
}

static void
on_sources_changed (CyanCanvas *self)
{
  g_autoptr (CyanSourceSnapshot) old = self->known;
  Statuses statuses;

  self->known = known_of (self->session);
  if (old->changes == NULL)
    return;
  statuses = (Statuses){ cyan_session_comparison (self->session)->compared.pairs->of_node,
                         old->changes, self->known->changes };
  if (cyan_tiles_drop (self->tiles, has_other_status, &statuses))
    redraw (self);
}

static void
cyan_canvas_leave (CyanPicture *picture, CyanSession *session)
{
  CyanCanvas *self = CYAN_CANVAS (picture);

  cyan_canvas_stop_scale (self);
  self->scale_to = *cyan_layout_scale (cyan_session_layout (session));
  self->extents = (CyanRect){ 0 };
  cyan_canvas_forget_place (self);
  cyan_canvas_forget_opening (self);
  g_clear_pointer (&self->known, cyan_source_snapshot_unref);
}

static void
cyan_canvas_enter (CyanPicture *picture, CyanSession *session)
{
  CyanCanvas *self = CYAN_CANVAS (picture);

  self->session = session;
  cyan_picture_drop (picture);
  if (session != NULL)
    {
      if (self->keeps_scale)
        cyan_layout_set_scale (cyan_session_layout (session), &self->scale_to);
      self->known = known_of (session);
      cyan_layout_extents (cyan_session_layout (session), &self->extents);
      g_signal_connect_swapped (session, "layout-changed", G_CALLBACK (on_layout_changed), self);
      g_signal_connect_swapped (session, "notify::found", G_CALLBACK (cyan_picture_drop), self);
      g_signal_connect_swapped (session, "sources-changed", G_CALLBACK (on_sources_changed), self);
      g_signal_connect_swapped (session, "notify::hot-path", G_CALLBACK (cyan_picture_drop), self);
      self->fits = TRUE;
      if (!cyan_session_can_go_back (session))
        cyan_canvas_begin_opening (self);
      /* Its size is known then, and its place. */
      gtk_widget_queue_allocate (GTK_WIDGET (self));
    }
  cyan_picture_configure (picture);
  cyan_canvas_update_actions (self);
}

/* ---- drawing ---- */

static CyanScene *
scene_new (CyanCanvas *self, CyanNode selected, const CyanRect *view, double zoom)
{
  const CyanFound *found = cyan_session_found (self->session);
  const CyanStyle style = {
    .theme = cyan_desktop_theme (),
    .labels = cyan_session_labels (self->session),
    .changes = self->known->changes,
    .selected = selected,
    .hovered = CYAN_NODE_NONE,
    .found = found != NULL ? found->nodes : NULL,
    .start = cyan_session_model (self->session)->start,
    .start_name = cyan_session_model (self->session)->start_name,
    .hot_path = cyan_session_hot_path (self->session),
  };

  return cyan_scene_new_tree (cyan_session_layout (self->session), &style, view, zoom);
}

CyanScene *
cyan_canvas_new_scene (CyanCanvas *self, const CyanRect *view, double zoom)
{
  return scene_new (self, CYAN_NODE_NONE, view, zoom);
}

static CyanScene *
record (const CyanRect *view, gpointer data)
{
  CyanCanvas *self = data;

  return scene_new (self, cyan_session_selected (self->session), view, self->zoom);
}

static void
cyan_canvas_draw (CyanPicture *picture, GtkSnapshot *snapshot, const CyanTheme *theme)
{
  CyanCanvas *self = CYAN_CANVAS (picture);
  const CyanTilesView view = { .extents = self->extents,
                               .zoom = self->zoom,
                               .x = origin (self, HORIZONTAL),
                               .y = origin (self, VERTICAL),
                               .width = cyan_picture_size (picture, HORIZONTAL),
                               .height = cyan_picture_size (picture, VERTICAL),
                               .mirrored = cyan_picture_is_mirrored (picture) };
  graphene_rect_t box;

  cyan_tiles_snapshot (self->tiles, &view, snapshot, record, self);
  self->is_drawn = TRUE;
  if (cyan_picture_find_box (picture, cyan_picture_hovered (picture), &box))
    cyan_picture_append_ring (picture, snapshot, &box, 4, 5, 2, 0.5);
}

static void
cyan_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  CyanCanvas *self = CYAN_CANVAS (widget);

  GTK_WIDGET_CLASS (cyan_canvas_parent_class)->size_allocate (widget, width, height, baseline);
  if (self->fits && self->session != NULL && width > 0 && height > 0)
    {
      if (self->place != NULL)
        cyan_canvas_use_place (self);
      else
        cyan_canvas_fit (self);
    }
}

static CyanScene *
cyan_canvas_new_legend (CyanPicture *picture, const CyanLegendForm *form)
{
  CyanCanvas *self = CYAN_CANVAS (picture);
  CyanStyle style = cyan_picture_style (picture);

  return cyan_scene_new_legend (cyan_session_layout (self->session), &style,
                                cyan_canvas_get_zoom (self), form);
}

static void
cyan_canvas_fill_tooltip (CyanPicture *picture, CyanNode node, GtkTooltip *tooltip)
{
  CyanSession *session = CYAN_CANVAS (picture)->session;
  g_autofree char *row = cyan_session_row_text (session, node);

  if (row != NULL)
    gtk_tooltip_set_text (tooltip, row);
  else
    gtk_tooltip_set_custom (tooltip, cyan_numbers_tooltip_new (session, node));
}

/* ---- object ---- */

static void
cyan_canvas_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  g_value_set_double (value, cyan_canvas_get_zoom (CYAN_CANVAS (object)));
}

static void
cyan_canvas_set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  cyan_canvas_set_zoom (CYAN_CANVAS (object), g_value_get_double (value));
}

static void
cyan_canvas_dispose (GObject *object)
{
  CyanCanvas *self = CYAN_CANVAS (object);

  g_clear_handle_id (&self->zoom_idle, g_source_remove);
  G_OBJECT_CLASS (cyan_canvas_parent_class)->dispose (object);
}

static void
cyan_canvas_finalize (GObject *object)
{
  cyan_canvas_forget_opening (CYAN_CANVAS (object));
  cyan_tiles_free (CYAN_CANVAS (object)->tiles);
  G_OBJECT_CLASS (cyan_canvas_parent_class)->finalize (object);
}

static void
cyan_canvas_class_init (CyanCanvasClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);
  CyanPictureClass *picture_class = CYAN_PICTURE_CLASS (class);

  object_class->dispose = cyan_canvas_dispose;
  object_class->finalize = cyan_canvas_finalize;
  object_class->get_property = cyan_canvas_get_property;
  object_class->set_property = cyan_canvas_set_property;
  widget_class->size_allocate = cyan_canvas_size_allocate;
  picture_class->leave = cyan_canvas_leave;
  picture_class->enter = cyan_canvas_enter;
  picture_class->content_size = cyan_canvas_content_size;
  picture_class->get_box = cyan_canvas_get_box;
  picture_class->pick = cyan_canvas_pick;
  picture_class->draw = cyan_canvas_draw;
  picture_class->drop = cyan_canvas_drop;
  picture_class->scrolled = cyan_canvas_scrolled;
  picture_class->summary = cyan_numbers_summary;
  picture_class->new_legend = cyan_canvas_new_legend;
  picture_class->selected = cyan_canvas_selected;
  picture_class->show_node = cyan_canvas_show_node;
  picture_class->fill_tooltip = cyan_canvas_fill_tooltip;

  g_object_class_install_property (
      object_class, PROP_ZOOM,
      g_param_spec_double ("zoom", NULL, NULL, 0, CYAN_CANVAS_ZOOM_MAX, 1,
                           G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS));

  gtk_widget_class_set_css_name (widget_class, "blueprint");
  cyan_canvas_install_input (picture_class);
}

static void
cyan_canvas_init (CyanCanvas *self)
{
  self->tiles = cyan_tiles_new ();
  self->ringed = CYAN_NODE_NONE;
  self->zoom = self->text_scale = cyan_desktop_text_scale ();
  self->box_part[HORIZONTAL] = self->box_part[VERTICAL] = 0.2;
  cyan_canvas_add_controllers (self);
  g_signal_connect_object (gtk_settings_get_default (), "notify::gtk-xft-dpi",
                           G_CALLBACK (on_text_scale), self, G_CONNECT_SWAPPED);
}
