/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The base of the pictures of a session: mirroring, scrolling, drawing. */
#include "cyan-picture-private.h"

#include "cyan-desktop-theme.h"
#include "cyan-widgets.h"

/* Pixels of the ring around the marked node. */
#define MARK_GAP   5
#define MARK_WIDTH 2.0

G_DEFINE_ABSTRACT_TYPE_WITH_CODE (CyanPicture,
                                  cyan_picture,
                                  GTK_TYPE_WIDGET,
                                  G_ADD_PRIVATE (CyanPicture)
                                      G_IMPLEMENT_INTERFACE (GTK_TYPE_SCROLLABLE, NULL))

CyanPicturePrivate *
cyan_picture_private (CyanPicture *self)
{
  return cyan_picture_get_instance_private (self);
}

/* ---- mirroring ---- */

gboolean
cyan_picture_is_mirrored (CyanPicture *self)
{
  return gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
}

double
cyan_picture_mirror (CyanPicture *self, double x)
{
  return cyan_picture_is_mirrored (self) ? cyan_picture_size (self, HORIZONTAL) - x : x;
}

void
cyan_picture_mirror_rect (CyanPicture *self, graphene_rect_t *rect)
{
  double end = rect->origin.x + rect->size.width;

  if (cyan_picture_is_mirrored (self))
    rect->origin.x = (float) cyan_picture_mirror (self, end);
}

void
cyan_picture_mirror_cairo (CyanPicture *self, cairo_t *cairo)
{
  if (cyan_picture_is_mirrored (self))
    cyan_scene_mirror (cairo, cyan_picture_size (self, HORIZONTAL));
}

/* ---- boxes ---- */

gboolean
cyan_picture_find_box (CyanPicture *self, CyanNode node, graphene_rect_t *box)
{
  return cyan_picture_private (self)->session != NULL && node != CYAN_NODE_NONE
         && CYAN_PICTURE_GET_CLASS (self)->get_box (self, node, box);
}

gboolean
cyan_picture_get_box (CyanPicture *self, CyanNode node, graphene_rect_t *box)
{
  if (!cyan_picture_find_box (self, node, box))
    return FALSE;
  cyan_picture_mirror_rect (self, box);
  return TRUE;
}

CyanNode
cyan_picture_pick (CyanPicture *self, double x, double y)
{
  if (cyan_picture_private (self)->session == NULL)
    return CYAN_NODE_NONE;
  return CYAN_PICTURE_GET_CLASS (self)->pick (self, cyan_picture_mirror (self, x), y);
}

void
cyan_picture_drop (CyanPicture *self)
{
  CYAN_PICTURE_GET_CLASS (self)->drop (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit_by_name (self, "picture-changed");
}

/* ---- scrolling ---- */

int
cyan_picture_size (CyanPicture *self, GtkOrientation axis)
{
  return axis == HORIZONTAL ? gtk_widget_get_width (GTK_WIDGET (self))
                            : gtk_widget_get_height (GTK_WIDGET (self));
}

double
cyan_picture_scrolled (CyanPicture *self, GtkOrientation axis)
{
  GtkAdjustment *adjustment = cyan_picture_private (self)->scrolling.adjustments[axis];
  double value = gtk_adjustment_get_value (adjustment);

  if (axis == HORIZONTAL && cyan_picture_is_mirrored (self))
    return gtk_adjustment_get_upper (adjustment) - gtk_adjustment_get_page_size (adjustment)
           - value;
  return value;
}

void
cyan_picture_scroll_by (CyanPicture *self, GtkOrientation axis, double pixels)
{
  CyanPicturePrivate *priv = cyan_picture_private (self);
  GtkAdjustment *adjustment = priv->scrolling.adjustments[axis];

  if (axis == HORIZONTAL && cyan_picture_is_mirrored (self))
    pixels = -pixels;
  priv->scrolls_itself = TRUE;
  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) + pixels);
  priv->scrolls_itself = FALSE;
}

void
cyan_picture_configure (CyanPicture *self)
{
  CyanPicturePrivate *priv = cyan_picture_private (self);

  priv->scrolls_itself = TRUE;
  for (GtkOrientation axis = HORIZONTAL; axis <= VERTICAL; axis++)
    {
      double page = cyan_picture_size (self, axis);
      double upper = MAX (CYAN_PICTURE_GET_CLASS (self)->content_size (self, axis), page);
      double value = CLAMP (cyan_picture_scrolled (self, axis), 0, upper - page);

      if (axis == HORIZONTAL && cyan_picture_is_mirrored (self))
        value = upper - page - value;
      gtk_adjustment_configure (priv->scrolling.adjustments[axis], value, 0, upper, page * 0.1,
                                page * 0.9, page);
    }
  priv->scrolls_itself = FALSE;
}

static void
on_configure (GtkWidget *widget)
{
  cyan_picture_configure (CYAN_PICTURE (widget));
}

static void
on_scrolled (CyanPicture *self)
{
  CyanPictureClass *class = CYAN_PICTURE_GET_CLASS (self);

  if (class->scrolled != NULL)
    class->scrolled (self);
  if (class->panned != NULL && !cyan_picture_private (self)->scrolls_itself)
    class->panned (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* ---- session ---- */

static void
on_selected (CyanPicture *self)
{
  CyanPictureClass *class = CYAN_PICTURE_GET_CLASS (self);
  CyanNode node = cyan_picture_selected (self);

  class->selected (self, node);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (!cyan_picture_private (self)->is_pointed_at)
    class->show_node (self, node);
  if (node != CYAN_NODE_NONE)
    {
      g_autofree char *summary = class->summary (cyan_picture_private (self)->session, node);

      cyan_widget_set_spoken (self, summary);
    }
}

void
cyan_picture_set_session (CyanPicture *self, CyanSession *session)
{
  CyanPicturePrivate *priv = cyan_picture_private (self);
  CyanPictureClass *class = CYAN_PICTURE_GET_CLASS (self);

  if (priv->session == session)
    return;
  if (priv->session != NULL)
    {
      class->leave (self, priv->session);
      g_signal_handlers_disconnect_by_data (priv->session, self);
    }
  g_set_object (&priv->session, session);
  priv->hovered = CYAN_NODE_NONE;
  if (session != NULL)
    {
      cyan_connect (session, "notify::selected", on_selected, self);
      cyan_connect (session, "notify::marked", gtk_widget_queue_draw, self);
    }
  class->enter (self, session);
  if (session != NULL)
    on_selected (self);
}

CyanSession *
cyan_picture_get_session (CyanPicture *self)
{
  return cyan_picture_private (self)->session;
}

CyanNode
cyan_picture_selected (CyanPicture *self)
{
  CyanSession *session = cyan_picture_private (self)->session;

  return session != NULL ? cyan_session_selected (session) : CYAN_NODE_NONE;
}

void
cyan_picture_select (CyanPicture *self, CyanNode node)
{
  CyanPicturePrivate *priv = cyan_picture_private (self);

  priv->is_pointed_at = TRUE;
  cyan_session_select (priv->session, node);
  priv->is_pointed_at = FALSE;
}

/* ---- drawing ---- */

CyanStyle
cyan_picture_style (CyanPicture *self)
{
  CyanPicturePrivate *priv = cyan_picture_private (self);
  const CyanFound *found = cyan_session_found (priv->session);

  return (CyanStyle){ .theme = cyan_desktop_theme (),
                      .labels = cyan_session_labels (priv->session),
                      .changes = cyan_session_model (priv->session)->known->changes,
                      .selected = CYAN_NODE_NONE,
                      .hovered = CYAN_NODE_NONE,
                      .found = found != NULL ? found->nodes : NULL,
                      .start = cyan_session_model (priv->session)->start,
                      .start_name = cyan_session_model (priv->session)->start_name,
                      .hot_path = cyan_session_hot_path (priv->session) };
}

void
cyan_picture_append_ring (CyanPicture *self,
                          GtkSnapshot *snapshot,
                          const graphene_rect_t *box,
                          double gap,
                          double radius,
                          double width,
                          double alpha)
{
  CyanTheme theme = cyan_desktop_theme ();
  GdkRGBA color = cyan_desktop_rgba (cyan_theme_accent (&theme), alpha);
  graphene_rect_t ring;

  graphene_rect_inset_r (box, (float) -gap, (float) -gap, &ring);
  cyan_picture_mirror_rect (self, &ring);
  cyan_desktop_append_border (snapshot, &ring, radius, width, &color);
}

void
cyan_picture_dash (CyanPicture *self, cairo_t *cairo, double width)
{
  CyanTheme theme = cyan_desktop_theme ();
  const GdkRGBA color = cyan_desktop_rgba (cyan_theme_accent (&theme), 1);

  cairo_set_line_width (cairo, width);
  cairo_set_dash (cairo, (const double[]){ 3 * width, 2 * width }, 2, 0);
  gdk_cairo_set_source_rgba (cairo, &color);
  cairo_stroke (cairo);
}

void
cyan_picture_dash_box (CyanPicture *self, GtkSnapshot *snapshot, const graphene_rect_t *box)
{
  graphene_rect_t ring = *box;
  cairo_t *cairo;

  graphene_rect_inset (&ring, -MARK_GAP, -MARK_GAP);
  cairo = gtk_snapshot_append_cairo (snapshot, &ring);
  cairo_rectangle (cairo, ring.origin.x + MARK_WIDTH / 2, ring.origin.y + MARK_WIDTH / 2,
                   ring.size.width - MARK_WIDTH, ring.size.height - MARK_WIDTH);
  cyan_picture_dash (self, cairo, MARK_WIDTH);
  cairo_destroy (cairo);
}

static void
cyan_picture_append_mark (CyanPicture *self, GtkSnapshot *snapshot, CyanNode node)
{
  graphene_rect_t box;

  if (cyan_picture_get_box (self, node, &box))
    cyan_picture_dash_box (self, snapshot, &box);
}

static void
cyan_picture_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  CyanPicture *self = CYAN_PICTURE (widget);
  CyanTheme theme = cyan_desktop_theme ();
  GdkRGBA paper = cyan_desktop_rgba (cyan_theme_background (&theme), 1);
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget),
                                               (float) gtk_widget_get_height (widget));

  gtk_snapshot_append_color (snapshot, &paper, &bounds);
  if (cyan_picture_private (self)->session == NULL)
    return;
  gtk_snapshot_push_clip (snapshot, &bounds);
  CYAN_PICTURE_GET_CLASS (self)->draw (self, snapshot, &theme);
  if (cyan_session_marked (cyan_picture_private (self)->session) != CYAN_NODE_NONE)
    CYAN_PICTURE_GET_CLASS (self)->append_mark (
        self, snapshot, cyan_session_marked (cyan_picture_private (self)->session));
  gtk_snapshot_pop (snapshot);
}

static void
cyan_picture_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  CyanPicture *self = CYAN_PICTURE (widget);

  cyan_picture_configure (self);
  if (cyan_picture_private (self)->menu != NULL)
    gtk_popover_present (GTK_POPOVER (cyan_picture_private (self)->menu));
}

/* The part at the beginning stays there. */
static void
cyan_picture_direction_changed (GtkWidget *widget, GtkTextDirection previous)
{
  CyanPicture *self = CYAN_PICTURE (widget);
  GtkAdjustment *adjustment = cyan_picture_private (self)->scrolling.adjustments[HORIZONTAL];

  if (gtk_widget_get_direction (widget) != previous)
    cyan_picture_scroll_by (self, HORIZONTAL,
                            gtk_adjustment_get_value (adjustment)
                                - cyan_picture_scrolled (self, HORIZONTAL));
  cyan_picture_set_hovered (self, CYAN_NODE_NONE);
  cyan_picture_drop (self);
  GTK_WIDGET_CLASS (cyan_picture_parent_class)->direction_changed (widget, previous);
}

/* ---- object ---- */

static void
cyan_picture_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  cyan_scrolling_get_property (&cyan_picture_private (CYAN_PICTURE (object))->scrolling, id, value);
}

static void
cyan_picture_set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  cyan_scrolling_set_property (&cyan_picture_private (CYAN_PICTURE (object))->scrolling, id, value);
}

static void
cyan_picture_dispose (GObject *object)
{
  CyanPicture *self = CYAN_PICTURE (object);

  cyan_picture_set_session (self, NULL);
  cyan_picture_remove_menu (self);
  cyan_scrolling_clear (&cyan_picture_private (self)->scrolling);
  G_OBJECT_CLASS (cyan_picture_parent_class)->dispose (object);
}

static void
cyan_picture_class_init (CyanPictureClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  object_class->dispose = cyan_picture_dispose;
  object_class->get_property = cyan_picture_get_property;
  object_class->set_property = cyan_picture_set_property;
  widget_class->snapshot = cyan_picture_snapshot;
  widget_class->size_allocate = cyan_picture_size_allocate;
  widget_class->query_tooltip = cyan_picture_query_tooltip;
  widget_class->direction_changed = cyan_picture_direction_changed;
  class->menu_side = GTK_POS_BOTTOM;
  class->append_mark = cyan_picture_append_mark;

  cyan_scrolling_class_init (object_class);

  cyan_signal_new (class, "picture-changed", 0);
  cyan_signal_new (class, "scale-changed", 0);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_TREE);
}

static void
cyan_picture_init (CyanPicture *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  cyan_picture_private (self)->hovered = CYAN_NODE_NONE;
  cyan_scrolling_init (&cyan_picture_private (self)->scrolling, widget, G_CALLBACK (on_scrolled),
                       on_configure);
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_hexpand (widget, TRUE);
  gtk_widget_set_vexpand (widget, TRUE);
  gtk_widget_set_has_tooltip (widget, TRUE);
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);

  cyan_picture_add_controllers (self);
  cyan_desktop_theme_follow (self, G_CALLBACK (cyan_picture_drop));
}
