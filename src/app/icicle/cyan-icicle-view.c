/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The icicle: drawing and scrolling.
 *
 * The visible rows are recorded as one render node, which is kept until something changes.  Rings
 * around the selected box and the one under the pointer are drawn above it.
 */
#include "cyan-icicle-view-private.h"

#include <adwaita.h>
#include <math.h>

#include "cyan-legend.h"
#include "cyan-numbers.h"
#include "cyan-task.h"

#define MARGIN CYAN_ICICLE_MARGIN

/* Nodes of an icicle that is made without a thread, in a few milliseconds. */
#define MAX_AT_ONCE 50000

#define HORIZONTAL 0
#define VERTICAL   1

G_DEFINE_FINAL_TYPE_WITH_CODE (CyanIcicleView,
                               cyan_icicle_view,
                               GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_SCROLLABLE, NULL))

enum
{
  PROP_0,
  PROP_FLAMES,
  N_PROPS,
  PROP_HADJUSTMENT,
  PROP_VADJUSTMENT,
  PROP_HSCROLL_POLICY,
  PROP_VSCROLL_POLICY,
};
static GParamSpec *properties[N_PROPS];

enum
{
  PICTURE_CHANGED,
  N_SIGNALS
};
static guint signals[N_SIGNALS];

static void make_icicle (CyanIcicleView *self);

/* ---- coordinates ---- */

const CyanIcicle *
cyan_icicle_view_get_icicle (CyanIcicleView *self)
{
  if (self->icicle == NULL && self->session != NULL && self->making == NULL)
    make_icicle (self);
  return self->icicle;
}

gboolean
cyan_icicle_view_get_look (CyanIcicleView *self, CyanIcicleLook *look)
{
  GtkWidget *widget = GTK_WIDGET (self);

  *look = (CyanIcicleLook){ .width = gtk_widget_get_width (widget) - 2 * MARGIN,
                            .flames = self->flames,
                            .mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL };
  return look->width >= 1 && cyan_icicle_view_get_icicle (self) != NULL;
}

static double
picture_height (CyanIcicleView *self)
{
  CyanIcicleLook look;

  return cyan_icicle_view_get_look (self, &look) ? cyan_icicle_height (self->icicle, &look) : 0;
}

/* The upper end of the picture in the widget.  A picture that is lower than the widget stands on the
 * side of its root. */
static double
origin_y (CyanIcicleView *self)
{
  double height = gtk_widget_get_height (GTK_WIDGET (self));
  double content = picture_height (self) + 2 * MARGIN;

  if (content > height)
    return MARGIN - gtk_adjustment_get_value (self->adjustments[VERTICAL]);
  return MARGIN + (self->flames ? height - content : 0);
}

void
cyan_icicle_view_get_visible (CyanIcicleView *self, CyanRect *visible)
{
  GtkWidget *widget = GTK_WIDGET (self);

  *visible = (CyanRect){ 0, -origin_y (self), gtk_widget_get_width (widget) - 2 * MARGIN,
                         gtk_widget_get_height (widget) };
}

gboolean
cyan_icicle_view_get_box (CyanIcicleView *self, CyanNode node, graphene_rect_t *box)
{
  CyanIcicleLook look;
  CyanIcicleBox there;
  CyanRect rect;

  if (!cyan_icicle_view_get_look (self, &look)
      || !cyan_icicle_box_of (self->icicle, look.width, node, &there))
    return FALSE;
  rect = cyan_icicle_rect (&look, cyan_icicle_n_rows (self->icicle, look.width), &there);
  graphene_rect_init (box, (float) (rect.x + MARGIN), (float) (rect.y + origin_y (self)),
                      (float) rect.width, (float) rect.height);
  return TRUE;
}

CyanNode
cyan_icicle_view_pick (CyanIcicleView *self, double x, double y)
{
  CyanIcicleLook look;

  if (!cyan_icicle_view_get_look (self, &look))
    return CYAN_NODE_NONE;
  return cyan_icicle_node_at (self->icicle, &look, x - MARGIN, y - origin_y (self));
}

/* ---- scrolling ---- */

static void
drop_picture (CyanIcicleView *self)
{
  g_clear_pointer (&self->drawn, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
configure_adjustments (CyanIcicleView *self)
{
  double content[2] = { 0, picture_height (self) + 2 * MARGIN };

  for (int axis = HORIZONTAL; axis <= VERTICAL; axis++)
    if (self->adjustments[axis] != NULL)
      {
        double page = axis == HORIZONTAL ? gtk_widget_get_width (GTK_WIDGET (self))
                                         : gtk_widget_get_height (GTK_WIDGET (self));
        double upper = MAX (content[axis], page);
        double value = gtk_adjustment_get_value (self->adjustments[axis]);

        gtk_adjustment_configure (self->adjustments[axis], CLAMP (value, 0, upper - page), 0, upper,
                                  page * 0.1, page * 0.9, page);
      }
}

/* Scrolls as little as needed to see the box of @node. */
static void
scroll_to (CyanIcicleView *self, CyanNode node)
{
  double page = gtk_widget_get_height (GTK_WIDGET (self));
  graphene_rect_t box;
  double by = 0;

  if (!cyan_icicle_view_get_box (self, node, &box))
    return;
  if (box.origin.y < MARGIN)
    by = box.origin.y - MARGIN;
  else if (box.origin.y + box.size.height > page - MARGIN)
    by = box.origin.y + box.size.height - page + MARGIN;
  gtk_adjustment_set_value (self->adjustments[VERTICAL],
                            gtk_adjustment_get_value (self->adjustments[VERTICAL]) + by);
}

/* Scrolls so that the node that fills the picture, a few of those above it and most of what is below
 * it can be seen. */
static void
show_top (CyanIcicleView *self)
{
  const double room = 3 * CYAN_ICICLE_ROW + MARGIN;
  GtkAdjustment *vertical = self->adjustments[VERTICAL];
  graphene_rect_t box;
  double by;

  if (!cyan_icicle_view_get_box (self, cyan_icicle_top (self->icicle), &box))
    return;
  by = self->flames
           ? box.origin.y + box.size.height + room - gtk_widget_get_height (GTK_WIDGET (self))
           : box.origin.y - room;
  gtk_adjustment_set_value (vertical, gtk_adjustment_get_value (vertical) + by);
}

static void
set_adjustment (CyanIcicleView *self, int axis, GtkAdjustment *adjustment)
{
  if (adjustment != NULL && adjustment == self->adjustments[axis])
    return;
  if (self->adjustments[axis] != NULL)
    {
      g_signal_handlers_disconnect_by_func (self->adjustments[axis], drop_picture, self);
      g_clear_object (&self->adjustments[axis]);
    }
  if (adjustment == NULL)
    adjustment = gtk_adjustment_new (0, 0, 0, 0, 0, 0);
  self->adjustments[axis] = g_object_ref_sink (adjustment);
  g_signal_connect_swapped (adjustment, "value-changed", G_CALLBACK (drop_picture), self);
  configure_adjustments (self);
}

/* The picture has other boxes, or others in other places. */
static void
picture_changed (CyanIcicleView *self)
{
  self->hovered = CYAN_NODE_NONE;
  drop_picture (self);
  configure_adjustments (self);
  cyan_icicle_view_update_actions (self);
  g_signal_emit (self, signals[PICTURE_CHANGED], 0);
}

/* Shows the beginning of a session, when there is a size. */
static void
show_beginning (CyanIcicleView *self)
{
  if (!self->is_new || cyan_icicle_view_get_icicle (self) == NULL)
    return;
  self->is_new = FALSE;
  show_top (self);
  scroll_to (self, cyan_session_selected (self->session));
}

/* ---- making ---- */

typedef struct
{
  CyanComparison *comparison;
  CyanBasis basis;
} Wanted;

static void
wanted_free (gpointer data)
{
  Wanted *wanted = data;

  cyan_comparison_unref (wanted->comparison);
  g_free (wanted);
}

static gpointer
make_in_thread (gpointer data, const CyanTick *tick, GError **error)
{
  const Wanted *wanted = data;

  return cyan_icicle_new (wanted->comparison, wanted->basis);
}

static void
free_icicle (gpointer icicle)
{
  cyan_icicle_free (icicle);
}

static void
take_icicle (CyanIcicleView *self, CyanIcicle *icicle)
{
  g_clear_pointer (&self->icicle, cyan_icicle_free);
  self->icicle = icicle;
  cyan_icicle_set_top (icicle, cyan_layout_top (cyan_session_layout (self->session)));
}

static void
on_made (GObject *source, GAsyncResult *result, gpointer data)
{
  CyanIcicleView *self = CYAN_ICICLE_VIEW (source);
  g_autoptr (CyanIcicle) icicle = cyan_task_finish (result, NULL);

  /* One that is no longer wanted changes nothing. */
  if (icicle == NULL || g_task_get_cancellable (G_TASK (result)) != self->making)
    return;
  g_clear_object (&self->making);
  take_icicle (self, g_steal_pointer (&icicle));
  picture_changed (self);
  if (gtk_widget_get_height (GTK_WIDGET (self)) > 0)
    show_beginning (self);
}

static void
stop_making (CyanIcicleView *self)
{
  if (self->making != NULL)
    g_cancellable_cancel (self->making);
  g_clear_object (&self->making);
}

/* Makes the icicle of the session's basis, at once if that takes no time.  Else the present one stays
 * until a thread has made the new one. */
static void
make_icicle (CyanIcicleView *self)
{
  CyanComparison *comparison = cyan_session_comparison (self->session);
  CyanBasis basis = cyan_session_basis (self->session);
  Wanted *wanted;

  stop_making (self);
  if (comparison->compared.n_nodes <= MAX_AT_ONCE)
    {
      take_icicle (self, cyan_icicle_new (comparison, basis));
      return;
    }
  self->making = g_cancellable_new ();
  wanted = g_new (Wanted, 1);
  wanted->comparison = cyan_comparison_ref (comparison);
  wanted->basis = basis;
  cyan_task_run (g_task_new (self, self->making, on_made, NULL), make_in_thread, wanted,
                 wanted_free, free_icicle, NULL, NULL);
}

/* ---- session ---- */

static void
on_layout_changed (CyanIcicleView *self)
{
  CyanNode top = cyan_layout_top (cyan_session_layout (self->session));

  if (self->icicle == NULL || top == cyan_icicle_top (self->icicle))
    return;
  cyan_icicle_set_top (self->icicle, top);
  picture_changed (self);
  show_top (self);
  scroll_to (self, cyan_session_selected (self->session));
}

static void
on_basis (CyanIcicleView *self)
{
  if (self->icicle == NULL && self->making == NULL)
    return;
  make_icicle (self);
  if (self->making == NULL)
    picture_changed (self);
}

/* Colours or marks are others, boxes are the same. */
static void
on_colors (CyanIcicleView *self)
{
  drop_picture (self);
  g_signal_emit (self, signals[PICTURE_CHANGED], 0);
}

static void
on_selected (CyanIcicleView *self)
{
  CyanNode node = cyan_session_selected (self->session);

  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (!self->is_pointed_at && self->icicle != NULL)
    scroll_to (self, node);
  cyan_icicle_view_update_actions (self);
  if (node != CYAN_NODE_NONE)
    {
      g_autofree char *summary = cyan_numbers_summary (self->session, node);

      gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, summary,
                                      -1);
    }
}

void
cyan_icicle_view_set_session (CyanIcicleView *self, CyanSession *session)
{
  if (self->session == session)
    return;
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  stop_making (self);
  g_clear_pointer (&self->icicle, cyan_icicle_free);
  g_set_object (&self->session, session);
  self->is_new = TRUE;
  if (session != NULL)
    {
      g_signal_connect_swapped (session, "layout-changed", G_CALLBACK (on_layout_changed), self);
      g_signal_connect_swapped (session, "notify::basis", G_CALLBACK (on_basis), self);
      g_signal_connect_swapped (session, "notify::selected", G_CALLBACK (on_selected), self);
      g_signal_connect_swapped (session, "notify::found", G_CALLBACK (on_colors), self);
      g_signal_connect_swapped (session, "sources-changed", G_CALLBACK (on_colors), self);
      g_signal_connect_swapped (session, "notify::hot-path", G_CALLBACK (on_colors), self);
      on_selected (self);
    }
  drop_picture (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  cyan_icicle_view_update_actions (self);
  g_signal_emit (self, signals[PICTURE_CHANGED], 0);
}

CyanSession *
cyan_icicle_view_get_session (CyanIcicleView *self)
{
  return self->session;
}

void
cyan_icicle_view_set_palette (CyanIcicleView *self, CyanPalette palette)
{
  self->palette = palette;
  on_colors (self);
}

CyanPalette
cyan_icicle_view_get_palette (CyanIcicleView *self)
{
  return self->palette;
}

void
cyan_icicle_view_set_flames (CyanIcicleView *self, gboolean flames)
{
  if (self->flames == flames)
    return;
  self->flames = flames;
  picture_changed (self);
  if (self->icicle != NULL)
    {
      show_top (self);
      scroll_to (self, cyan_session_selected (self->session));
    }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FLAMES]);
}

gboolean
cyan_icicle_view_get_flames (CyanIcicleView *self)
{
  return self->flames;
}

void
cyan_icicle_view_set_hovered (CyanIcicleView *self, CyanNode node)
{
  if (self->hovered == node)
    return;
  self->hovered = node;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), node != CYAN_NODE_NONE ? "pointer" : NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* ---- drawing ---- */

/* The visible rows, with their upper end at 0. */
static GskRenderNode *
record (CyanIcicleView *self, const CyanIcicleLook *look, double y)
{
  int height = gtk_widget_get_height (GTK_WIDGET (self));
  const CyanFound *found = cyan_session_found (self->session);
  const CyanStyle style = {
    .theme = cyan_legend_desktop_theme (self->palette),
    .labels = cyan_session_labels (self->session),
    .changes = cyan_session_known (self->session)->changes,
    .selected = CYAN_NODE_NONE,
    .hovered = CYAN_NODE_NONE,
    .found = found != NULL ? found->nodes : NULL,
    .hot_path = cyan_session_hot_path (self->session),
  };
  g_autoptr (CyanScene) scene = cyan_scene_new_icicle (self->icicle, look, &style, y, height);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  graphene_rect_t area;
  cairo_t *cairo;

  graphene_rect_init (&area, -MARGIN, 0, (float) look->width + 2 * MARGIN, (float) height);
  cairo = gtk_snapshot_append_cairo (snapshot, &area);
  cairo_translate (cairo, 0, -y);
  scene->background.alpha = 0;
  cyan_scene_draw (scene, cairo);
  cairo_destroy (cairo);
  return gtk_snapshot_free_to_node (snapshot);
}

/* The box of @node, or of the next node above it that has one. */
static gboolean
get_ring (CyanIcicleView *self, CyanNode node, graphene_rect_t *box)
{
  for (; node != CYAN_NODE_NONE; node = cyan_icicle_parent_of (self->icicle, node))
    if (cyan_icicle_view_get_box (self, node, box))
      return TRUE;
  return FALSE;
}

static void
draw_ring (CyanIcicleView *self, GtkSnapshot *snapshot, CyanNode node, float width, float alpha)
{
  CyanTheme theme = cyan_legend_desktop_theme (self->palette);
  CyanColor accent = cyan_theme_accent (&theme);
  GdkRGBA color = { (float) accent.red, (float) accent.green, (float) accent.blue, alpha };
  const float widths[4] = { width, width, width, width };
  const GdkRGBA colors[4] = { color, color, color, color };
  graphene_rect_t box;
  GskRoundedRect outline;

  if (!get_ring (self, node, &box))
    return;
  graphene_rect_inset (&box, -width, -width);
  gsk_rounded_rect_init_from_rect (&outline, &box, 2);
  gtk_snapshot_append_border (snapshot, &outline, widths, colors);
}

static void
cyan_icicle_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  CyanIcicleView *self = CYAN_ICICLE_VIEW (widget);
  CyanTheme theme = cyan_legend_desktop_theme (self->palette);
  CyanColor paper = cyan_theme_background (&theme);
  GdkRGBA color = { (float) paper.red, (float) paper.green, (float) paper.blue, 1 };
  CyanIcicleLook look;
  graphene_rect_t bounds;
  double y;

  graphene_rect_init (&bounds, 0, 0, (float) gtk_widget_get_width (widget),
                      (float) gtk_widget_get_height (widget));
  gtk_snapshot_append_color (snapshot, &color, &bounds);
  if (!cyan_icicle_view_get_look (self, &look))
    return;
  y = -origin_y (self);
  if (self->drawn == NULL || y != self->drawn_y)
    {
      g_clear_pointer (&self->drawn, gsk_render_node_unref);
      self->drawn = record (self, &look, y);
      self->drawn_y = y;
    }
  gtk_snapshot_push_clip (snapshot, &bounds);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (MARGIN, 0));
  gtk_snapshot_append_node (snapshot, self->drawn);
  gtk_snapshot_restore (snapshot);
  draw_ring (self, snapshot, cyan_session_selected (self->session), theme.high_contrast ? 3 : 2, 1);
  if (self->hovered != cyan_session_selected (self->session))
    draw_ring (self, snapshot, self->hovered, 2, 0.5f);
  gtk_snapshot_pop (snapshot);
}

static void
cyan_icicle_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  CyanIcicleView *self = CYAN_ICICLE_VIEW (widget);

  drop_picture (self);
  configure_adjustments (self);
  if (height > 0)
    show_beginning (self);
  if (self->menu != NULL)
    gtk_popover_present (GTK_POPOVER (self->menu));
}

static gboolean
cyan_icicle_view_query_tooltip (
    GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  CyanIcicleView *self = CYAN_ICICLE_VIEW (widget);
  CyanNode node;
  graphene_rect_t box;
  GdkRectangle area;

  /* It would cover an open menu. */
  if (self->session == NULL || (self->menu != NULL && gtk_widget_get_visible (self->menu)))
    return FALSE;
  node = keyboard ? cyan_session_selected (self->session) : cyan_icicle_view_pick (self, x, y);
  if (!cyan_icicle_view_get_box (self, node, &box))
    return FALSE;
  area = (GdkRectangle){ (int) floorf (box.origin.x), (int) floorf (box.origin.y),
                         (int) ceilf (box.size.width), (int) ceilf (box.size.height) };
  gtk_tooltip_set_tip_area (tooltip, &area);
  gtk_tooltip_set_custom (tooltip, cyan_numbers_tooltip_new (self->session, node));
  return TRUE;
}

static void
cyan_icicle_view_direction_changed (GtkWidget *widget, GtkTextDirection previous)
{
  picture_changed (CYAN_ICICLE_VIEW (widget));
}

/* ---- object ---- */

static void
cyan_icicle_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  CyanIcicleView *self = CYAN_ICICLE_VIEW (object);

  switch (id)
    {
    case PROP_FLAMES:
      g_value_set_boolean (value, self->flames);
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
cyan_icicle_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  CyanIcicleView *self = CYAN_ICICLE_VIEW (object);

  switch (id)
    {
    case PROP_FLAMES:
      cyan_icicle_view_set_flames (self, g_value_get_boolean (value));
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
cyan_icicle_view_dispose (GObject *object)
{
  CyanIcicleView *self = CYAN_ICICLE_VIEW (object);

  cyan_icicle_view_set_session (self, NULL);
  g_clear_pointer (&self->drawn, gsk_render_node_unref);
  if (self->menu != NULL)
    {
      /* A menu that is disposed of while it is open would keep the input of all windows. */
      gtk_popover_popdown (GTK_POPOVER (self->menu));
      g_clear_pointer (&self->menu, gtk_widget_unparent);
    }
  for (int axis = HORIZONTAL; axis <= VERTICAL; axis++)
    if (self->adjustments[axis] != NULL)
      {
        g_signal_handlers_disconnect_by_func (self->adjustments[axis], drop_picture, self);
        g_clear_object (&self->adjustments[axis]);
      }
  G_OBJECT_CLASS (cyan_icicle_view_parent_class)->dispose (object);
}

static void
cyan_icicle_view_class_init (CyanIcicleViewClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  object_class->dispose = cyan_icicle_view_dispose;
  object_class->get_property = cyan_icicle_view_get_property;
  object_class->set_property = cyan_icicle_view_set_property;
  widget_class->snapshot = cyan_icicle_view_snapshot;
  widget_class->size_allocate = cyan_icicle_view_size_allocate;
  widget_class->query_tooltip = cyan_icicle_view_query_tooltip;
  widget_class->direction_changed = cyan_icicle_view_direction_changed;

  properties[PROP_FLAMES] =
      g_param_spec_boolean ("flames", NULL, NULL, FALSE,
                            G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  g_object_class_override_property (object_class, PROP_HADJUSTMENT, "hadjustment");
  g_object_class_override_property (object_class, PROP_VADJUSTMENT, "vadjustment");
  g_object_class_override_property (object_class, PROP_HSCROLL_POLICY, "hscroll-policy");
  g_object_class_override_property (object_class, PROP_VSCROLL_POLICY, "vscroll-policy");

  signals[PICTURE_CHANGED] = g_signal_new ("picture-changed", CYAN_TYPE_ICICLE_VIEW,
                                           G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (widget_class, "icicle");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_TREE);
  cyan_icicle_view_install_actions (widget_class);
}

static void
cyan_icicle_view_init (CyanIcicleView *self)
{
  AdwStyleManager *style = adw_style_manager_get_default ();
  GtkWidget *widget = GTK_WIDGET (self);

  self->hovered = CYAN_NODE_NONE;
  set_adjustment (self, HORIZONTAL, NULL);
  set_adjustment (self, VERTICAL, NULL);
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_hexpand (widget, TRUE);
  gtk_widget_set_vexpand (widget, TRUE);
  gtk_widget_set_has_tooltip (widget, TRUE);
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
  cyan_icicle_view_add_controllers (self);
  g_signal_connect_object (style, "notify::dark", G_CALLBACK (on_colors), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (style, "notify::high-contrast", G_CALLBACK (on_colors), self,
                           G_CONNECT_SWAPPED);
}
