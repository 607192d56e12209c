/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The drawn tree: drawing, scrolling, zooming. */
#include "cyan-canvas-private.h"

#include <adwaita.h>
#include <math.h>

#include "cyan-legend.h"
#include "cyan-numbers.h"

#define MARGIN CYAN_CANVAS_MARGIN

G_DEFINE_FINAL_TYPE_WITH_CODE (CyanCanvas,
                               cyan_canvas,
                               GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_SCROLLABLE, NULL))

enum
{
  PROP_0,
  PROP_ZOOM,
  N_PROPS,
  PROP_HADJUSTMENT,
  PROP_VADJUSTMENT,
  PROP_HSCROLL_POLICY,
  PROP_VSCROLL_POLICY,
};
static GParamSpec *properties[N_PROPS];

enum
{
  SCALE_CHANGED,
  PICTURE_CHANGED,
  N_SIGNALS
};
static guint signals[N_SIGNALS];

/* ---- coordinates ---- */

int
cyan_canvas_size_of (CyanCanvas *self, int axis)
{
  return axis == HORIZONTAL ? gtk_widget_get_width (GTK_WIDGET (self))
                            : gtk_widget_get_height (GTK_WIDGET (self));
}

static double
content_size (CyanCanvas *self, int axis)
{
  double content =
      (axis == HORIZONTAL ? self->extents.width : self->extents.height) * self->zoom + 2 * MARGIN;

  /* Whole pixels: the picture is as sharp at its end as elsewhere. */
  return ceil (axis == VERTICAL ? content + cyan_canvas_room_for_corner (self) : content);
}

/* Where the left or upper end of the picture is on the widget.  A picture that is smaller than the
 * widget is centred from left to right and stands on top. */
static double
origin (CyanCanvas *self, int axis)
{
  double content = content_size (self, axis);

  if (content > cyan_canvas_size_of (self, axis))
    return MARGIN - gtk_adjustment_get_value (self->adjustments[axis]);
  return axis == HORIZONTAL ? (cyan_canvas_size_of (self, axis) - content) / 2 + MARGIN : MARGIN;
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
  cyan_canvas_to_layout (self, cyan_canvas_size_of (self, HORIZONTAL),
                         cyan_canvas_size_of (self, VERTICAL), &right, &bottom);
  view->width = right - view->x;
  view->height = bottom - view->y;
}

gboolean
cyan_canvas_get_box (CyanCanvas *self, CyanNode node, graphene_rect_t *box)
{
  CyanPlaced placed;

  if (self->session == NULL || node == CYAN_NODE_NONE
      || !cyan_layout_position_of (cyan_session_layout (self->session), node, &placed))
    return FALSE;
  cyan_canvas_to_widget (self, &placed.box, box);
  return TRUE;
}

CyanNode
cyan_canvas_pick (CyanCanvas *self, double x, double y)
{
  double layout_x, layout_y;

  if (self->session == NULL)
    return CYAN_NODE_NONE;
  cyan_canvas_to_layout (self, x, y, &layout_x, &layout_y);
  return cyan_layout_hit (cyan_session_layout (self->session), layout_x, layout_y, 3 / self->zoom);
}

/* ---- scrolling ---- */

static void
redraw (CyanCanvas *self)
{
  self->is_drawn = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
cyan_canvas_drop_picture (CyanCanvas *self)
{
  cyan_tiles_clear (self->tiles);
  redraw (self);
  g_signal_emit (self, signals[PICTURE_CHANGED], 0);
}

void
cyan_canvas_configure (CyanCanvas *self)
{
  for (int axis = HORIZONTAL; axis <= VERTICAL; axis++)
    if (self->adjustments[axis] != NULL)
      {
        double page = cyan_canvas_size_of (self, axis);
        double upper = MAX (content_size (self, axis), page);
        double value = gtk_adjustment_get_value (self->adjustments[axis]);

        gtk_adjustment_configure (self->adjustments[axis], CLAMP (value, 0, upper - page), 0, upper,
                                  page * 0.1, page * 0.9, page);
      }
}

void
cyan_canvas_scroll_by (CyanCanvas *self, int axis, double pixels)
{
  gtk_adjustment_set_value (self->adjustments[axis],
                            gtk_adjustment_get_value (self->adjustments[axis]) + pixels);
}

static void
set_adjustment (CyanCanvas *self, int axis, GtkAdjustment *adjustment)
{
  if (adjustment != NULL && adjustment == self->adjustments[axis])
    return;
  if (self->adjustments[axis] != NULL)
    {
      g_signal_handlers_disconnect_by_func (self->adjustments[axis], redraw, self);
      g_clear_object (&self->adjustments[axis]);
    }
  if (adjustment == NULL)
    adjustment = gtk_adjustment_new (0, 0, 0, 0, 0, 0);
  self->adjustments[axis] = g_object_ref_sink (adjustment);
  g_signal_connect_swapped (adjustment, "value-changed", G_CALLBACK (redraw), self);
  cyan_canvas_configure (self);
}

/* ---- zoom ---- */

void
cyan_canvas_zoom_at (CyanCanvas *self, double zoom, double x, double y)
{
  double least = MIN (CYAN_CANVAS_ZOOM_MIN, cyan_canvas_fit_zoom (self));
  double layout_x, layout_y;

  zoom = CLAMP (zoom, least, CYAN_CANVAS_ZOOM_MAX);
  self->fit_pending = FALSE;
  if (zoom == self->zoom)
    return;
  cyan_canvas_to_layout (self, x, y, &layout_x, &layout_y);
  self->zoom = zoom;
  cyan_canvas_configure (self);
  cyan_canvas_scroll_by (self, HORIZONTAL,
                         (layout_x - self->extents.x) * zoom + origin (self, HORIZONTAL) - x);
  cyan_canvas_scroll_by (self, VERTICAL,
                         (layout_y - self->extents.y) * zoom + origin (self, VERTICAL) - y);
  cyan_canvas_drop_picture (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ZOOM]);
}

double
cyan_canvas_get_zoom (CyanCanvas *self)
{
  return self->zoom;
}

void
cyan_canvas_set_zoom (CyanCanvas *self, double zoom)
{
  cyan_canvas_zoom_at (self, zoom, cyan_canvas_size_of (self, HORIZONTAL) / 2.0,
                       cyan_canvas_size_of (self, VERTICAL) / 2.0);
}

static gboolean
announce_zoom (gpointer data)
{
  CyanCanvas *self = data;

  self->zoom_idle = 0;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ZOOM]);
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
  cyan_canvas_scroll_by (self, HORIZONTAL,
                         graphene_rect_get_x (new) + graphene_rect_get_width (new) / 2
                             - graphene_rect_get_x (old) - graphene_rect_get_width (old) / 2);
  cyan_canvas_scroll_by (self, VERTICAL, graphene_rect_get_y (new) - graphene_rect_get_y (old));
}

static void
on_layout_changed (CyanCanvas *self, CyanNode keep)
{
  CyanRect old_box;
  graphene_rect_t old_rect, new_rect;
  gboolean keeps = find_in_old_picture (self, keep, &old_box);

  if (keeps)
    cyan_canvas_to_widget (self, &old_box, &old_rect);
  cyan_canvas_drop_picture (self);
  cyan_layout_extents (cyan_session_layout (self->session), &self->extents);
  cyan_canvas_configure (self);
  if (keeps && cyan_canvas_get_box (self, keep, &new_rect))
    keep_in_place (self, &old_rect, &new_rect);
  else
    cyan_canvas_scroll_to (self, cyan_session_selected (self->session));
  self->hovered = CYAN_NODE_NONE;
  cyan_canvas_follow_scale (self);
  cyan_canvas_update_actions (self);
}

void
cyan_canvas_use_scale (CyanCanvas *self, const CyanScale *scale)
{
  CyanNode node = cyan_session_selected (self->session);
  CyanLayout *layout = cyan_session_layout (self->session);
  graphene_rect_t old, new;
  gboolean keeps = cyan_canvas_get_box (self, node, &old);

  cyan_layout_set_scale (layout, scale);
  cyan_canvas_drop_picture (self);
  cyan_layout_extents (layout, &self->extents);
  cyan_canvas_configure (self);
  if (keeps && cyan_canvas_get_box (self, node, &new))
    keep_in_place (self, &old, &new);
  g_signal_emit (self, signals[SCALE_CHANGED], 0);
}

static gboolean
is_ringed (CyanNode node, gpointer data)
{
  const CyanCanvas *self = data;

  return node == self->ringed || node == cyan_session_selected (self->session);
}

static void
on_selected (CyanCanvas *self)
{
  CyanNode node = cyan_session_selected (self->session);

  cyan_tiles_drop (self->tiles, is_ringed, self);
  self->ringed = node;
  redraw (self);
  if (!self->is_pointed_at)
    cyan_canvas_scroll_to (self, node);
  cyan_canvas_update_actions (self);
  if (node != CYAN_NODE_NONE)
    {
      g_autofree char *summary = cyan_numbers_summary (self->session, node);

      gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, summary,
                                      -1);
    }
}

static CyanSourceSnapshot *
known_of (CyanSession *session)
{
  return cyan_source_snapshot_ref ((CyanSourceSnapshot *) cyan_session_known (session));
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

void
cyan_canvas_set_session (CyanCanvas *self, CyanSession *session)
{
  if (self->session == session)
    return;
  if (self->session != NULL)
    {
      cyan_canvas_stop_scale (self);
      self->scale_to = *cyan_layout_scale (cyan_session_layout (self->session));
      g_signal_handlers_disconnect_by_data (self->session, self);
      g_clear_object (&self->session);
    }
  self->hovered = CYAN_NODE_NONE;
  self->extents = (CyanRect){ 0 };
  g_clear_pointer (&self->known, cyan_source_snapshot_unref);
  cyan_canvas_drop_picture (self);
  if (session != NULL)
    {
      self->session = g_object_ref (session);
      if (self->keeps_scale)
        cyan_layout_set_scale (cyan_session_layout (session), &self->scale_to);
      self->known = known_of (session);
      cyan_layout_extents (cyan_session_layout (session), &self->extents);
      g_signal_connect_swapped (session, "layout-changed", G_CALLBACK (on_layout_changed), self);
      g_signal_connect_swapped (session, "notify::selected", G_CALLBACK (on_selected), self);
      g_signal_connect_swapped (session, "notify::found", G_CALLBACK (cyan_canvas_drop_picture),
                                self);
      g_signal_connect_swapped (session, "sources-changed", G_CALLBACK (on_sources_changed), self);
      g_signal_connect_swapped (session, "notify::hot-path", G_CALLBACK (cyan_canvas_drop_picture),
                                self);
      self->fit_pending = TRUE;
      on_selected (self);
      if (cyan_canvas_size_of (self, HORIZONTAL) > 0 && cyan_canvas_size_of (self, VERTICAL) > 0)
        cyan_canvas_fit (self);
    }
  cyan_canvas_configure (self);
  cyan_canvas_update_actions (self);
}

void
cyan_canvas_set_hovered (CyanCanvas *self, CyanNode node)
{
  if (self->hovered == node)
    return;
  self->hovered = node;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), node != CYAN_NODE_NONE ? "pointer" : NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

CyanPalette
cyan_canvas_get_palette (CyanCanvas *self)
{
  return self->palette;
}

void
cyan_canvas_set_palette (CyanCanvas *self, CyanPalette palette)
{
  self->palette = palette;
  cyan_canvas_drop_picture (self);
}

/* ---- drawing ---- */

static CyanScene *
scene_new (CyanCanvas *self, CyanNode selected, const CyanRect *view, double zoom)
{
  const CyanFound *found = cyan_session_found (self->session);
  const CyanStyle style = {
    .theme = cyan_legend_desktop_theme (self->palette),
    .labels = cyan_session_labels (self->session),
    .changes = self->known->changes,
    .selected = selected,
    .hovered = CYAN_NODE_NONE,
    .found = found != NULL ? found->nodes : NULL,
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
draw_hover (CyanCanvas *self, GtkSnapshot *snapshot, const CyanTheme *theme)
{
  CyanColor accent = cyan_theme_accent (theme);
  GdkRGBA color = { (float) accent.red, (float) accent.green, (float) accent.blue, 0.5f };
  const float widths[4] = { 2, 2, 2, 2 };
  const GdkRGBA colors[4] = { color, color, color, color };
  graphene_rect_t box;
  GskRoundedRect outline;

  if (!cyan_canvas_get_box (self, self->hovered, &box))
    return;
  graphene_rect_inset (&box, -4, -4);
  gsk_rounded_rect_init_from_rect (&outline, &box, 5);
  gtk_snapshot_append_border (snapshot, &outline, widths, colors);
}

static void
cyan_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  CyanCanvas *self = CYAN_CANVAS (widget);
  CyanTheme theme = cyan_legend_desktop_theme (self->palette);
  CyanColor paper = cyan_theme_background (&theme);
  GdkRGBA color = { (float) paper.red, (float) paper.green, (float) paper.blue, 1 };
  CyanTilesView view = { .extents = self->extents,
                         .zoom = self->zoom,
                         .width = gtk_widget_get_width (widget),
                         .height = gtk_widget_get_height (widget) };
  graphene_rect_t bounds;

  graphene_rect_init (&bounds, 0, 0, (float) view.width, (float) view.height);
  gtk_snapshot_append_color (snapshot, &color, &bounds);
  if (self->session == NULL)
    return;

  view.x = origin (self, HORIZONTAL);
  view.y = origin (self, VERTICAL);
  gtk_snapshot_push_clip (snapshot, &bounds);
  cyan_tiles_snapshot (self->tiles, &view, snapshot, record, self);
  self->is_drawn = TRUE;
  draw_hover (self, snapshot, &theme);
  gtk_snapshot_pop (snapshot);
}

static void
cyan_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  CyanCanvas *self = CYAN_CANVAS (widget);

  cyan_canvas_configure (self);
  if (self->fit_pending && self->session != NULL && width > 0 && height > 0)
    cyan_canvas_fit (self);
  if (self->menu != NULL)
    gtk_popover_present (GTK_POPOVER (self->menu));
}

static gboolean
cyan_canvas_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  CyanCanvas *self = CYAN_CANVAS (widget);
  CyanNode node = CYAN_NODE_NONE;
  g_autofree char *row = NULL;
  graphene_rect_t box;
  GdkRectangle area;

  /* It would cover an open menu. */
  if (self->session == NULL || (self->menu != NULL && gtk_widget_get_visible (self->menu)))
    return FALSE;
  node = keyboard ? cyan_session_selected (self->session) : cyan_canvas_pick (self, x, y);
  if (!cyan_canvas_get_box (self, node, &box))
    return FALSE;
  area = (GdkRectangle){ (int) floorf (box.origin.x), (int) floorf (box.origin.y),
                         (int) ceilf (box.size.width), (int) ceilf (box.size.height) };
  gtk_tooltip_set_tip_area (tooltip, &area);
  row = cyan_session_row_text (self->session, node);
  if (row != NULL)
    gtk_tooltip_set_text (tooltip, row);
  else
    gtk_tooltip_set_custom (tooltip, cyan_numbers_tooltip_new (self->session, node));
  return TRUE;
}

/* ---- object ---- */

static void
cyan_canvas_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  CyanCanvas *self = CYAN_CANVAS (object);

  switch (id)
    {
    case PROP_ZOOM:
      g_value_set_double (value, self->zoom);
      break;
    case PROP_HADJUSTMENT:
      g_value_set_object (value, self->adjustments[HORIZONTAL]);
      break;
    case PROP_VADJUSTMENT:
      g_value_set_object (value, self->adjustments[VERTICAL]);
      break;
    case PROP_HSCROLL_POLICY:
      g_value_set_enum (value, self->policies[HORIZONTAL]);
      break;
    case PROP_VSCROLL_POLICY:
      g_value_set_enum (value, self->policies[VERTICAL]);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
    }
}

static void
cyan_canvas_set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  CyanCanvas *self = CYAN_CANVAS (object);

  switch (id)
    {
    case PROP_ZOOM:
      cyan_canvas_set_zoom (self, g_value_get_double (value));
      break;
    case PROP_HADJUSTMENT:
      set_adjustment (self, HORIZONTAL, g_value_get_object (value));
      break;
    case PROP_VADJUSTMENT:
      set_adjustment (self, VERTICAL, g_value_get_object (value));
      break;
    case PROP_HSCROLL_POLICY:
      self->policies[HORIZONTAL] = (GtkScrollablePolicy) g_value_get_enum (value);
      break;
    case PROP_VSCROLL_POLICY:
      self->policies[VERTICAL] = (GtkScrollablePolicy) g_value_get_enum (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
    }
}

static void
cyan_canvas_dispose (GObject *object)
{
  CyanCanvas *self = CYAN_CANVAS (object);

  cyan_canvas_set_session (self, NULL);
  g_clear_handle_id (&self->zoom_idle, g_source_remove);
  if (self->menu != NULL)
    {
      /* A menu that goes while it is open would keep the input of all windows. */
      gtk_popover_popdown (GTK_POPOVER (self->menu));
      g_clear_pointer (&self->menu, gtk_widget_unparent);
    }
  for (int axis = HORIZONTAL; axis <= VERTICAL; axis++)
    if (self->adjustments[axis] != NULL)
      {
        g_signal_handlers_disconnect_by_func (self->adjustments[axis], redraw, self);
        g_clear_object (&self->adjustments[axis]);
      }
  G_OBJECT_CLASS (cyan_canvas_parent_class)->dispose (object);
}

static void
cyan_canvas_finalize (GObject *object)
{
  cyan_tiles_free (CYAN_CANVAS (object)->tiles);
  G_OBJECT_CLASS (cyan_canvas_parent_class)->finalize (object);
}

static void
cyan_canvas_class_init (CyanCanvasClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  object_class->dispose = cyan_canvas_dispose;
  object_class->finalize = cyan_canvas_finalize;
  object_class->get_property = cyan_canvas_get_property;
  object_class->set_property = cyan_canvas_set_property;
  widget_class->snapshot = cyan_canvas_snapshot;
  widget_class->size_allocate = cyan_canvas_size_allocate;
  widget_class->query_tooltip = cyan_canvas_query_tooltip;

  properties[PROP_ZOOM] =
      g_param_spec_double ("zoom", NULL, NULL, 0, CYAN_CANVAS_ZOOM_MAX, 1,
                           G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  g_object_class_override_property (object_class, PROP_HADJUSTMENT, "hadjustment");
  g_object_class_override_property (object_class, PROP_VADJUSTMENT, "vadjustment");
  g_object_class_override_property (object_class, PROP_HSCROLL_POLICY, "hscroll-policy");
  g_object_class_override_property (object_class, PROP_VSCROLL_POLICY, "vscroll-policy");

  signals[SCALE_CHANGED] = g_signal_new ("scale-changed", CYAN_TYPE_CANVAS, G_SIGNAL_RUN_LAST, 0,
                                         NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[PICTURE_CHANGED] = g_signal_new ("picture-changed", CYAN_TYPE_CANVAS, G_SIGNAL_RUN_LAST,
                                           0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (widget_class, "blueprint");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_TREE);
  cyan_canvas_install_actions (widget_class);
}

static void
cyan_canvas_init (CyanCanvas *self)
{
  AdwStyleManager *style = adw_style_manager_get_default ();

  self->tiles = cyan_tiles_new ();
  self->ringed = CYAN_NODE_NONE;
  self->zoom = 1;
  self->box_part[HORIZONTAL] = self->box_part[VERTICAL] = 1;
  self->hovered = CYAN_NODE_NONE;
  set_adjustment (self, HORIZONTAL, NULL);
  set_adjustment (self, VERTICAL, NULL);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  cyan_canvas_add_controllers (self);
  g_signal_connect_object (style, "notify::dark", G_CALLBACK (cyan_canvas_drop_picture), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (style, "notify::high-contrast", G_CALLBACK (cyan_canvas_drop_picture),
                           self, G_CONNECT_SWAPPED);
}
