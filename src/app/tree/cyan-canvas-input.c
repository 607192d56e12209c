/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The drawn tree: pointer, keys, menu. */
#include "cyan-canvas-private.h"
#include "cyan-i18n.h"

/* One step of the zoom keys and of the wheel. */
#define ZOOM_STEP 1.2
/* Of a touchpad, for one step. */
#define STEP_PIXELS 40.0

/* ---- actions ---- */

static CyanNode
selected (CyanCanvas *self)
{
  return cyan_picture_selected (CYAN_PICTURE (self));
}

static void
show_descendants (CyanCanvas *self, CyanNode node)
{
  g_autofree char *text = NULL;

  if (cyan_session_show_descendants (self->session, node))
    return;
  text = g_strdup_printf (_ ("Only the first %'d descendants are shown"), CYAN_SESSION_MAX_SHOWN);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.toast", "s", text);
}

static void
go_to_move (CyanCanvas *self, CyanNode node)
{
  CyanNode other = cyan_session_moved_node (self->session, node);

  if (other != CYAN_NODE_NONE)
    cyan_session_jump (self->session, other);
}

/* The path after the one that is drawn, or before it, cyclic. */
static void
go_to_hot_path (CyanCanvas *self, int step)
{
  guint n = self->session != NULL ? cyan_session_hot_paths (self->session)->len : 0;

  if (n > 0)
    cyan_session_show_nth_hot_path (self->session,
                                    (cyan_session_hot_rank (self->session) + n + (guint) step) % n);
}

/* An action on the selected node has of_session or of_node; another one may have activate. */
static const struct
{
  const char *name;
  void (*of_session) (CyanSession *session, CyanNode node);
  void (*of_node) (CyanCanvas *self, CyanNode node);
  GtkWidgetActionActivateFunc activate;
  guint key;
  GdkModifierType modifiers;
} actions[] = {
  { "canvas.show-hot-path", .of_session = cyan_session_show_hot_path, .key = GDK_KEY_h, 0 },
  { "canvas.show-children", .of_session = cyan_session_show_children, .key = GDK_KEY_c, 0 },
  { "canvas.show-descendants", .of_node = show_descendants, .key = GDK_KEY_a, 0 },
  { "canvas.hide-children", .of_session = cyan_session_hide_children, .key = GDK_KEY_x, 0 },
  { "canvas.unfold", .of_session = cyan_session_unfold, .key = GDK_KEY_u, 0 },
  { "canvas.fold", .of_session = cyan_session_fold, .key = GDK_KEY_l, 0 },
  { "canvas.focus", .of_session = cyan_session_focus, .key = GDK_KEY_s, 0 },
  { "canvas.zoom-to-selected", .of_node = cyan_canvas_zoom_to, .key = GDK_KEY_z, 0 },
  { "canvas.go-to-move", .of_node = go_to_move, .key = GDK_KEY_m, 0 },
  { "canvas.next-hot-path", .key = GDK_KEY_n, 0 },
  { "canvas.previous-hot-path", .key = GDK_KEY_p, 0 },
  { "canvas.copy-path", .activate = cyan_picture_copy_path, .key = GDK_KEY_c, GDK_CONTROL_MASK },
  { "canvas.zoom-in", .key = GDK_KEY_plus, 0 },
  { "canvas.zoom-in", .key = GDK_KEY_KP_Add, 0 },
  { "canvas.zoom-out", .key = GDK_KEY_minus, 0 },
  { "canvas.zoom-out", .key = GDK_KEY_KP_Subtract, 0 },
  { "canvas.zoom-normal", .key = GDK_KEY_1, 0 },
  { "canvas.zoom-to-fit", .key = GDK_KEY_f, 0 },
  { "canvas.zoom-to-fit", .key = GDK_KEY_0, 0 },
  { "canvas.menu", .activate = cyan_picture_open_menu, .key = GDK_KEY_F10, GDK_SHIFT_MASK },
  { "canvas.menu", .activate = cyan_picture_open_menu, .key = GDK_KEY_Menu, 0 },
};

static gboolean
act_on_node (CyanCanvas *self, const char *name)
{
  CyanNode node = selected (self);

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    if ((actions[i].of_session != NULL || actions[i].of_node != NULL)
        && g_str_equal (actions[i].name, name))
      {
        if (node == CYAN_NODE_NONE)
          return TRUE;
        if (actions[i].of_session != NULL)
          actions[i].of_session (self->session, node);
        else
          actions[i].of_node (self, node);
        return TRUE;
      }
  return FALSE;
}

static void
on_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  CyanCanvas *self = CYAN_CANVAS (widget);
  double zoom = cyan_canvas_get_zoom (self);

  if (act_on_node (self, name))
    return;
  if (g_str_equal (name, "canvas.next-hot-path"))
    go_to_hot_path (self, 1);
  else if (g_str_equal (name, "canvas.previous-hot-path"))
    go_to_hot_path (self, -1);
  else if (g_str_equal (name, "canvas.zoom-to-fit"))
    cyan_canvas_zoom_to_fit (self);
  else if (g_str_equal (name, "canvas.zoom-in"))
    cyan_canvas_set_zoom (self, zoom * ZOOM_STEP);
  else if (g_str_equal (name, "canvas.zoom-out"))
    cyan_canvas_set_zoom (self, zoom / ZOOM_STEP);
  else
    cyan_canvas_set_zoom (self, 1);
}

void
cyan_canvas_update_actions (CyanCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  CyanNode node = selected (self);
  gboolean any = node != CYAN_NODE_NONE;
  CyanLayout *layout = any ? cyan_session_layout (self->session) : NULL;
  gboolean hidden = any && cyan_layout_n_hidden_children (layout, node) > 0;
  gboolean several_paths = self->session != NULL
                           && !cyan_session_comparison (self->session)->compared.single
                           && cyan_session_hot_paths (self->session)->len > 1;
  gboolean shown = any && cyan_layout_first_child_of (layout, node) != CYAN_NODE_NONE;
  const struct
  {
    const char *action;
    gboolean enabled;
  } states[] = {
    { "canvas.show-hot-path", hidden || shown },
    { "canvas.show-children", hidden },
    { "canvas.show-descendants", hidden || shown },
    { "canvas.hide-children", shown },
    { "canvas.unfold", any && cyan_layout_row_length (layout, node) > 0 },
    { "canvas.fold", any && cyan_layout_can_fold (layout, node) },
    { "canvas.focus", hidden || shown },
    { "canvas.zoom-to-selected", any },
    { "canvas.copy-path", any },
    { "canvas.go-to-move", any && cyan_session_moved_node (self->session, node) != CYAN_NODE_NONE },
    { "canvas.next-hot-path", several_paths },
    { "canvas.previous-hot-path", several_paths },
  };

  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    gtk_widget_action_set_enabled (widget, states[i].action, states[i].enabled);
}

/* ---- menu ---- */

/* Hides the item while its action is disabled, since it applies to few boxes. */
static void
append_if_enabled (GMenu *menu, const char *label, const char *action)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, action);

  g_menu_item_set_attribute (item, "hidden-when", "s", "action-disabled");
  g_menu_append_item (menu, item);
}

static GMenuModel *
new_menu (CyanPicture *picture)
{
  CyanCanvas *self = CYAN_CANVAS (picture);
  const CyanComparison *comparison = cyan_session_comparison (self->session);
  gboolean came = cyan_comparison_moved_from (comparison, selected (self)) != CYAN_NODE_NONE;
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) paper = g_menu_new ();
  g_autoptr (GMenu) more = g_menu_new ();

  g_menu_append (paper, _ ("Show Delta _Hot Path"), "canvas.show-hot-path");
  g_menu_append (paper, _ ("Show _Children"), "canvas.show-children");
  g_menu_append (paper, _ ("Show _All Descendants"), "canvas.show-descendants");
  g_menu_append (paper, _ ("H_ide Children"), "canvas.hide-children");
  append_if_enabled (paper, _ ("_Unfold Calls"), "canvas.unfold");
  append_if_enabled (paper, _ ("Fo_ld Calls"), "canvas.fold");
  g_menu_append (paper, _ ("_Next Hot Path"), "canvas.next-hot-path");
  append_if_enabled (more, came ? _ ("Go to Where It Came Fro_m") : _ ("Go to Where It _Moved"),
                     "canvas.go-to-move");
  g_menu_append (more, _ ("_Zoom to It"), "canvas.zoom-to-selected");
  g_menu_append (more, _ ("_Focus on Subtree"), "canvas.focus");
  g_menu_append (more, _ ("Co_py Path"), "canvas.copy-path");
  cyan_picture_append_function (more);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (paper));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (more));
  return G_MENU_MODEL (g_steal_pointer (&menu));
}

/* ---- pointer ---- */

static void
stop_fitting (CyanPicture *picture)
{
  cyan_canvas_stop_fitting (CYAN_CANVAS (picture));
}

static void
on_clicked (CyanPicture *picture, CyanNode node, int n_press)
{
  CyanCanvas *self = CYAN_CANVAS (picture);
  CyanLayout *layout = cyan_session_layout (self->session);

  cyan_picture_select (picture, node);
  if (cyan_layout_row_length (layout, node) > 0)
    cyan_session_toggle (self->session, node);
  /* The count goes on where one double click follows another at once. */
  else if (n_press % 2 == 0 && cyan_layout_n_hidden_children (layout, node) > 0)
    cyan_session_show_children (self->session, node);
  else if (n_press % 2 == 0)
    cyan_canvas_zoom_to (self, node);
}

static GtkAdjustment *
adjustment_of (CyanCanvas *self, int axis)
{
  GtkScrollable *scrollable = GTK_SCROLLABLE (self);

  return axis == HORIZONTAL ? gtk_scrollable_get_hadjustment (scrollable)
                            : gtk_scrollable_get_vadjustment (scrollable);
}

static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, CyanCanvas *self)
{
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));

  if (button != GDK_BUTTON_MIDDLE
      && (button != GDK_BUTTON_PRIMARY
          || cyan_picture_pick (CYAN_PICTURE (self), x, y) != CYAN_NODE_NONE))
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  for (int axis = HORIZONTAL; axis <= VERTICAL; axis++)
    self->drag_start[axis] = gtk_adjustment_get_value (adjustment_of (self, axis));
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "grabbing");
}

static void
on_drag_update (GtkGestureDrag *gesture, double x, double y, CyanCanvas *self)
{
  gtk_adjustment_set_value (adjustment_of (self, HORIZONTAL), self->drag_start[HORIZONTAL] - x);
  gtk_adjustment_set_value (adjustment_of (self, VERTICAL), self->drag_start[VERTICAL] - y);
}

static void
on_drag_end (GtkGestureDrag *gesture, double x, double y, CyanCanvas *self)
{
  gtk_widget_set_cursor (GTK_WIDGET (self), NULL);
}

static double
get_zoom (CyanPicture *picture)
{
  return cyan_canvas_get_zoom (CYAN_CANVAS (picture));
}

static void
zoom_at (CyanPicture *picture, double zoom, double x, double y)
{
  CyanCanvas *self = CYAN_CANVAS (picture);

  cyan_canvas_zoom_at (self, zoom * self->text_scale, x, y);
}

/* ---- keys ---- */

static gboolean
on_move (CyanPicture *picture, CyanPictureMove move)
{
  CyanCanvas *self = CYAN_CANVAS (picture);
  CyanLayout *layout = cyan_session_layout (self->session);
  CyanNode from = selected (self), to = CYAN_NODE_NONE;

  if (from == CYAN_NODE_NONE)
    from = cyan_layout_top (layout);

  switch (move)
    {
    case CYAN_PICTURE_UP:
    case CYAN_PICTURE_BACK:
      to = cyan_layout_parent_of (layout, from);
      break;
    case CYAN_PICTURE_DOWN:
      if (cyan_layout_first_child_of (layout, from) == CYAN_NODE_NONE
          && cyan_layout_n_hidden_children (layout, from) > 0)
        cyan_session_show_children (self->session, from);
      to = cyan_layout_first_child_of (layout, from);
      break;
    case CYAN_PICTURE_NEXT:
      to = cyan_layout_next_of (layout, from);
      break;
    case CYAN_PICTURE_PREVIOUS:
      to = cyan_layout_previous_of (layout, from);
      break;
    case CYAN_PICTURE_TOP:
      to = cyan_layout_top (layout);
      break;
    case CYAN_PICTURE_OPEN:
      cyan_session_toggle (self->session, from);
      break;
    }
  if (to != CYAN_NODE_NONE)
    cyan_session_select (self->session, to);
  return GDK_EVENT_STOP;
}

void
cyan_canvas_install_input (CyanPictureClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      if (i == 0 || g_strcmp0 (actions[i].name, actions[i - 1].name) != 0)
        gtk_widget_class_install_action (widget_class, actions[i].name, NULL,
                                         actions[i].activate != NULL ? actions[i].activate
                                                                     : on_action);
      gtk_widget_class_add_binding_action (widget_class, actions[i].key, actions[i].modifiers,
                                           actions[i].name, NULL);
    }
  class->panned = stop_fitting;
  class->clicked = on_clicked;
  class->get_zoom = get_zoom;
  class->zoom_at = zoom_at;
  class->zoom_step = ZOOM_STEP;
  class->zoom_pixels = STEP_PIXELS;
  class->move = on_move;
  class->new_menu = new_menu;
  /* Beside the box, which stays in sight. */
  class->menu_side = GTK_POS_RIGHT;
}

void
cyan_canvas_add_controllers (CyanCanvas *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (drag), 0);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  cyan_picture_add_zoom (CYAN_PICTURE (self));
}
