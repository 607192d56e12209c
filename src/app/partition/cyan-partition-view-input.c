/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures of a partition: clicks, keys, menu. */
#include "cyan-partition-view-private.h"

#include "cyan-i18n.h"

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

void
cyan_partition_view_update_actions (CyanPartitionView *self)
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

void
cyan_partition_view_add_controllers (CyanPartitionView *self)
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
  /* What is above the topmost node fills the picture then. */
  if (to < top_of (self))
    zoom_to (self, to);
  if (to != CYAN_NODE_NONE)
    cyan_session_select (session_of (self), to);
  return GDK_EVENT_STOP;
}

void
cyan_partition_view_install_input (CyanPictureClass *class)
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
