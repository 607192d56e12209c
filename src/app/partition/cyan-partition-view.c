/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pictures of a partition: following the session, drawing, clicks, keys and the menu.
 *
 * What is visible is recorded as one render node, which is kept until something changes.  Outlines
 * of the selected node and of the one under the pointer are drawn above it.
 */
#include "cyan-partition-view.h"

#include "cyan-desktop-theme.h"
#include "cyan-i18n.h"
#include "cyan-numbers.h"

typedef struct
{
  CyanPartition *partition; /* owned; what is laid out, or NULL */
  gboolean is_pending;      /* it was wanted, and a thread makes it */
  CyanNode top;             /* of the layout of the session */
  GskRenderNode *drawn;     /* what is visible without outlines, or NULL */
  double drawn_x, drawn_y;  /* the origin then */
  gboolean is_new;          /* nothing of the session was shown yet */
} CyanPartitionViewPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (CyanPartitionView, cyan_partition_view, CYAN_TYPE_PICTURE)

static CyanPartitionViewPrivate *
private_of (CyanPartitionView *self)
{
  return cyan_partition_view_get_instance_private (self);
}

static CyanSession *
session_of (CyanPartitionView *self)
{
  return cyan_picture_get_session (CYAN_PICTURE (self));
}

static CyanNode
selected (CyanPartitionView *self)
{
  return cyan_picture_selected (CYAN_PICTURE (self));
}

static CyanNode
top_of (CyanPartitionView *self)
{
  return cyan_layout_top (cyan_session_layout (session_of (self)));
}

/* ---- actions ---- */

static void
zoom_to (CyanPartitionView *self, CyanNode node)
{
  if (node != top_of (self))
    cyan_session_focus (session_of (self), node);
}

static void
zoom_in (GtkWidget *widget, const char *name, GVariant *parameter)
{
  CyanPartitionView *self = CYAN_PARTITION_VIEW (widget);

  if (selected (self) != CYAN_NODE_NONE)
    zoom_to (self, selected (self));
}

static void
zoom_out (GtkWidget *widget, const char *name, GVariant *parameter)
{
  CyanPartitionView *self = CYAN_PARTITION_VIEW (widget);
  CyanComparison *comparison;

  if (session_of (self) == NULL)
    return;
  comparison = cyan_session_comparison (session_of (self));
  if (top_of (self) > cyan_comparison_top (comparison))
    zoom_to (self, comparison->compared.tree->parent[top_of (self)]);
}

static void
zoom_to_root (GtkWidget *widget, const char *name, GVariant *parameter)
{
  CyanPartitionView *self = CYAN_PARTITION_VIEW (widget);

  if (session_of (self) != NULL)
    zoom_to (self, cyan_comparison_top (cyan_session_comparison (session_of (self))));
}

static void
update_actions (CyanPartitionView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  CyanNode node = selected (self);
  gboolean any = node != CYAN_NODE_NONE;
  gboolean is_out =
      session_of (self) == NULL
      || top_of (self) <= cyan_comparison_top (cyan_session_comparison (session_of (self)));

  gtk_widget_action_set_enabled (widget, "partition.zoom-in", any && node != top_of (self));
  gtk_widget_action_set_enabled (widget, "partition.zoom-out", !is_out);
  gtk_widget_action_set_enabled (widget, "partition.zoom-to-root", !is_out);
  gtk_widget_action_set_enabled (widget, "partition.copy-path", any);
}

/* ---- menu ---- */

static GMenuModel *
new_menu (CyanPicture *picture)
{
  GMenu *menu = g_menu_new ();

  g_menu_append (menu, _ ("_Zoom to It"), "partition.zoom-in");
  g_menu_append (menu, _ ("Zoom _Out to the Caller"), "partition.zoom-out");
  g_menu_append (menu, _ ("Zoom Out to the _Root"), "partition.zoom-to-root");
  g_menu_append (menu, _ ("Co_py Path"), "partition.copy-path");
  cyan_picture_append_function (menu);
  return G_MENU_MODEL (menu);
}

/* ---- pointer ---- */

static void
on_clicked (CyanPicture *picture, CyanNode node, int n_press)
{
  CyanPartitionView *self = CYAN_PARTITION_VIEW (picture);
  CyanNode above = CYAN_PARTITION_VIEW_GET_CLASS (self)->leads_to (self, node);

  if (above != CYAN_NODE_NONE)
    zoom_to (self, above);
  if (above == CYAN_NODE_NONE || above == node)
    cyan_picture_select (picture, node);
  /* The count continues if one double click immediately follows another. */
  if (above == CYAN_NODE_NONE && n_press % 2 == 0)
    zoom_to (self, node);
}

static void
on_middle_button (
    GtkGestureClick *gesture, int n_press, double x, double y, CyanPartitionView *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "partition.zoom-out", NULL);
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
}

static void
add_controllers (CyanPartitionView *self)
{
  GtkGesture *middle = gtk_gesture_click_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (middle), GDK_BUTTON_MIDDLE);
  g_signal_connect (middle, "pressed", G_CALLBACK (on_middle_button), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (middle));
}

/* ---- keys ---- */

static gboolean
on_move (CyanPicture *picture, CyanPictureMove move)
{
  CyanPartitionView *self = CYAN_PARTITION_VIEW (picture);
  CyanPartitionViewClass *class = CYAN_PARTITION_VIEW_GET_CLASS (self);
  CyanNode from = selected (self), to = CYAN_NODE_NONE;

  if (!cyan_partition_view_ensure (self))
    return GDK_EVENT_PROPAGATE;
  if (from == CYAN_NODE_NONE)
    from = top_of (self);
  switch (move)
    {
    case CYAN_PICTURE_UP:
    case CYAN_PICTURE_DOWN:
    case CYAN_PICTURE_NEXT:
    case CYAN_PICTURE_PREVIOUS:
      to = class->neighbour (self, from, move);
      break;
    case CYAN_PICTURE_TOP:
      to = top_of (self);
      break;
    case CYAN_PICTURE_OPEN:
      zoom_to (self, from);
      break;
    case CYAN_PICTURE_BACK:
      gtk_widget_activate_action (GTK_WIDGET (self), "partition.zoom-out", NULL);
      break;
    }
  /* A node above the topmost one then fills the picture. */
  if (to < top_of (self))
    zoom_to (self, to);
  if (to != CYAN_NODE_NONE)
    cyan_session_select (session_of (self), to);
  return GDK_EVENT_STOP;
}

static void
install_input (CyanPictureClass *class)
{
  static const struct
  {
    const char *name;
    GtkWidgetActionActivateFunc activate;
    guint key;
    GdkModifierType modifiers;
  } actions[] = {
    { "partition.zoom-in", zoom_in, 0, 0 }, /* as CYAN_PICTURE_OPEN */
    { "partition.zoom-out", zoom_out, 0, 0 },
    { "partition.zoom-to-root", zoom_to_root, GDK_KEY_0, 0 },
    { "partition.copy-path", cyan_picture_copy_path, GDK_KEY_c, GDK_CONTROL_MASK },
    { "partition.menu", cyan_picture_open_menu, GDK_KEY_F10, GDK_SHIFT_MASK },
  };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      gtk_widget_class_install_action (widget_class, actions[i].name, NULL, actions[i].activate);
      if (actions[i].key != 0)
        gtk_widget_class_add_binding_action (widget_class, actions[i].key, actions[i].modifiers,
                                             actions[i].name, NULL);
    }
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Menu, 0, "partition.menu", NULL);
  class->clicked = on_clicked;
  class->move = on_move;
  class->new_menu = new_menu;
}

/* ---- the partition ---- */

static void
set_partition (CyanPartitionView *self, CyanPartition *partition)
{
  CyanPartitionViewPrivate *priv = private_of (self);
  CyanPartitionViewClass *class = CYAN_PARTITION_VIEW_GET_CLASS (self);
  CyanSession *session = session_of (self);

  if (partition == priv->partition)
    return;
  class->set_partition (self, partition);
  g_clear_pointer (&priv->partition, cyan_partition_unref);
  if (partition == NULL)
    return;
  priv->partition = cyan_partition_ref (partition);
  priv->top = cyan_layout_top (cyan_session_layout (session));
  class->set_filter (self, (CyanFiltered *) cyan_session_filtered (session));
  class->set_top (self, priv->top);
}

static CyanPartition *
cyan_partition_view_get_partition (CyanPartitionView *self)
{
  return cyan_session_partition (session_of (self));
}

gboolean
cyan_partition_view_ensure (CyanPartitionView *self)
{
  CyanPartitionViewPrivate *priv = private_of (self);
  CyanSession *session = session_of (self);

  if (session == NULL)
    return FALSE;
  set_partition (self, CYAN_PARTITION_VIEW_GET_CLASS (self)->get_partition (self));
  priv->is_pending = priv->partition == NULL;
  return priv->partition != NULL;
}

/* Whether it was made. */
static gboolean
cyan_partition_view_is_made (CyanPartitionView *self)
{
  return private_of (self)->partition != NULL;
}

/* ---- changes ---- */

static void
cyan_partition_view_drop (CyanPicture *picture)
{
  g_clear_pointer (&private_of (CYAN_PARTITION_VIEW (picture))->drawn, gsk_render_node_unref);
}

void
cyan_partition_view_changed (CyanPartitionView *self)
{
  CyanPicture *picture = CYAN_PICTURE (self);

  cyan_picture_set_hovered (picture, CYAN_NODE_NONE);
  cyan_picture_configure (picture);
  update_actions (self);
  cyan_picture_drop (picture);
}

static void
show_top (CyanPartitionView *self)
{
  CyanPicture *picture = CYAN_PICTURE (self);
  CyanPartitionViewClass *class = CYAN_PARTITION_VIEW_GET_CLASS (self);

  if (class->show_top != NULL)
    class->show_top (self);
  CYAN_PICTURE_CLASS (class)->show_node (picture, cyan_picture_selected (picture));
}

void
cyan_partition_view_changed_from_top (CyanPartitionView *self)
{
  cyan_partition_view_changed (self);
  if (cyan_partition_view_is_made (self))
    show_top (self);
}

/* Shows the beginning of a session, when there is a size. */
static void
show_beginning (CyanPartitionView *self)
{
  CyanPartitionViewPrivate *priv = private_of (self);

  if (!priv->is_new || gtk_widget_get_height (GTK_WIDGET (self)) <= 0
      || !cyan_partition_view_ensure (self))
    return;
  priv->is_new = FALSE;
  show_top (self);
}

static void
on_partition (CyanPartitionView *self)
{
  CyanPartitionViewPrivate *priv = private_of (self);

  /* It may be made for another picture. */
  if (priv->partition == NULL && !priv->is_pending)
    return;
  cyan_partition_view_ensure (self);
  cyan_partition_view_changed (self);
  show_beginning (self);
}

static void
on_layout_changed (CyanPartitionView *self)
{
  CyanPartitionViewPrivate *priv = private_of (self);
  CyanNode top = cyan_layout_top (cyan_session_layout (session_of (self)));

  if (priv->partition == NULL || top == priv->top)
    return;
  priv->top = top;
  CYAN_PARTITION_VIEW_GET_CLASS (self)->set_top (self, top);
  cyan_partition_view_changed_from_top (self);
}

static void
on_filtered (CyanPartitionView *self)
{
  if (!cyan_partition_view_is_made (self))
    return;
  CYAN_PARTITION_VIEW_GET_CLASS (self)->set_filter (
      self, (CyanFiltered *) cyan_session_filtered (session_of (self)));
  cyan_partition_view_changed (self);
}

static void
cyan_partition_view_selected (CyanPicture *picture, CyanNode node)
{
  update_actions (CYAN_PARTITION_VIEW (picture));
}

static void
cyan_partition_view_leave (CyanPicture *picture, CyanSession *session)
{
  set_partition (CYAN_PARTITION_VIEW (picture), NULL);
}

static void
cyan_partition_view_enter (CyanPicture *picture, CyanSession *session)
{
  CyanPartitionView *self = CYAN_PARTITION_VIEW (picture);
  CyanPartitionViewPrivate *priv = private_of (self);

  priv->is_new = TRUE;
  priv->is_pending = FALSE;
  if (session != NULL)
    {
      g_signal_connect_swapped (session, "layout-changed", G_CALLBACK (on_layout_changed), self);
      g_signal_connect_swapped (session, "notify::partition", G_CALLBACK (on_partition), self);
      g_signal_connect_swapped (session, "notify::filtered", G_CALLBACK (on_filtered), self);
      g_signal_connect_swapped (session, "notify::found", G_CALLBACK (cyan_picture_drop), self);
      g_signal_connect_swapped (session, "sources-changed", G_CALLBACK (cyan_picture_drop), self);
      g_signal_connect_swapped (session, "notify::hot-path", G_CALLBACK (cyan_picture_drop), self);
    }
  gtk_widget_queue_resize (GTK_WIDGET (self));
  update_actions (self);
  cyan_picture_drop (picture);
}

/* ---- drawing ---- */

void
cyan_partition_view_get_visible (CyanPartitionView *self, CyanRect *visible)
{
  double scale = cyan_desktop_text_scale (), x, y;

  CYAN_PARTITION_VIEW_GET_CLASS (self)->get_origin (self, &x, &y);
  *visible = (CyanRect){ -x / scale, -y / scale, gtk_widget_get_width (GTK_WIDGET (self)) / scale,
                         gtk_widget_get_height (GTK_WIDGET (self)) / scale };
}

/* The visible part, as large as the widget; NULL if there is no room for it. */
static GskRenderNode *
record (CyanPartitionView *self, double x, double y)
{
  CyanPicture *picture = CYAN_PICTURE (self);
  const CyanStyle style = cyan_picture_style (picture);
  g_autoptr (CyanScene) scene = NULL;
  double scale = cyan_desktop_text_scale ();
  CyanRect visible;
  GskRenderNode *node;
  cairo_t *cairo;

  cyan_partition_view_get_visible (self, &visible);
  scene = CYAN_PARTITION_VIEW_GET_CLASS (self)->new_scene (self, &style, &visible);
  if (scene == NULL)
    return NULL;
  node = gsk_cairo_node_new (
      &GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (GTK_WIDGET (self)),
                           (float) gtk_widget_get_height (GTK_WIDGET (self))));
  cairo = gsk_cairo_node_get_draw_context (node);
  cyan_picture_mirror_cairo (picture, cairo);
  cairo_translate (cairo, x, y);
  cairo_scale (cairo, scale, scale);
  scene->background.alpha = 0;
  cyan_scene_draw (scene, cairo);
  cairo_destroy (cairo);
  return node;
}

/* Of @node, or of the next node above it that is drawn. */
static void
append_outline (
    CyanPartitionView *self, GtkSnapshot *snapshot, CyanNode node, double width, double alpha)
{
  const CyanComparison *comparison = cyan_session_comparison (session_of (self));
  CyanNode root = cyan_comparison_top (comparison);

  while (
      node != CYAN_NODE_NONE && node >= root
      && !CYAN_PARTITION_VIEW_GET_CLASS (self)->append_outline (self, snapshot, node, width, alpha))
    node = comparison->compared.tree->parent[node];
}

static void
cyan_partition_view_draw (CyanPicture *picture, GtkSnapshot *snapshot, const CyanTheme *theme)
{
  CyanPartitionView *self = CYAN_PARTITION_VIEW (picture);
  CyanPartitionViewPrivate *priv = private_of (self);
  CyanNode selected = cyan_picture_selected (picture);
  CyanNode hovered = cyan_picture_hovered (picture);
  double x, y;

  if (!cyan_partition_view_ensure (self))
    return;
  CYAN_PARTITION_VIEW_GET_CLASS (self)->get_origin (self, &x, &y);
  if (priv->drawn == NULL || x != priv->drawn_x || y != priv->drawn_y)
    {
      g_clear_pointer (&priv->drawn, gsk_render_node_unref);
      priv->drawn = record (self, x, y);
      priv->drawn_x = x;
      priv->drawn_y = y;
    }
  if (priv->drawn == NULL)
    return;
  gtk_snapshot_append_node (snapshot, priv->drawn);
  append_outline (self, snapshot, selected, theme->high_contrast ? 3 : 2, 1);
  if (hovered != selected)
    append_outline (self, snapshot, hovered, 2, 0.5);
}

static void
cyan_partition_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  cyan_partition_view_drop (CYAN_PICTURE (widget));
  GTK_WIDGET_CLASS (cyan_partition_view_parent_class)
      ->size_allocate (widget, width, height, baseline);
  show_beginning (CYAN_PARTITION_VIEW (widget));
}

static void
cyan_partition_view_fill_tooltip (CyanPicture *picture, CyanNode node, GtkTooltip *tooltip)
{
  gtk_tooltip_set_custom (tooltip,
                          cyan_numbers_tooltip_new (cyan_picture_get_session (picture), node));
}

/* ---- object ---- */

static void
cyan_partition_view_finalize (GObject *object)
{
  g_clear_pointer (&private_of (CYAN_PARTITION_VIEW (object))->drawn, gsk_render_node_unref);
  G_OBJECT_CLASS (cyan_partition_view_parent_class)->finalize (object);
}

static void
cyan_partition_view_class_init (CyanPartitionViewClass *class)
{
  CyanPictureClass *picture_class = CYAN_PICTURE_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = cyan_partition_view_finalize;
  GTK_WIDGET_CLASS (class)->size_allocate = cyan_partition_view_size_allocate;
  picture_class->leave = cyan_partition_view_leave;
  picture_class->enter = cyan_partition_view_enter;
  picture_class->draw = cyan_partition_view_draw;
  picture_class->drop = cyan_partition_view_drop;
  picture_class->summary = cyan_numbers_summary;
  picture_class->selected = cyan_partition_view_selected;
  picture_class->fill_tooltip = cyan_partition_view_fill_tooltip;
  class->get_partition = cyan_partition_view_get_partition;
  install_input (picture_class);
}

static void
cyan_partition_view_init (CyanPartitionView *self)
{
  g_signal_connect_object (gtk_settings_get_default (), "notify::gtk-xft-dpi",
                           G_CALLBACK (cyan_partition_view_changed), self, G_CONNECT_SWAPPED);
  add_controllers (self);
}
