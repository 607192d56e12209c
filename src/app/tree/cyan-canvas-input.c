/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The drawn tree: pointer, keys, menu. */
#include "cyan-canvas-private.h"
#include "cyan-i18n.h"

#include <math.h>

/* One step of the zoom keys and of the wheel. */
#define ZOOM_STEP 1.2
/* Pixels of a touchpad's scrolling that count as one step of the wheel. */
#define PIXELS_PER_STEP 40.0

/* ---- actions ---- */

static CyanNode
selected (CyanCanvas *self)
{
  return cyan_picture_selected (CYAN_PICTURE (self));
}

static void
show_hot_path (GtkWidget *widget, const char *name, GVariant *parameter)
{
  CyanCanvas *self = CYAN_CANVAS (widget);

  if (selected (self) != CYAN_NODE_NONE)
    cyan_session_show_hot_path (self->session, selected (self));
}

static void
show_children (GtkWidget *widget, const char *name, GVariant *parameter)
{
  CyanCanvas *self = CYAN_CANVAS (widget);

  if (selected (self) != CYAN_NODE_NONE)
    cyan_session_show_children (self->session, selected (self));
}

static void
show_descendants (GtkWidget *widget, const char *name, GVariant *parameter)
{
  CyanCanvas *self = CYAN_CANVAS (widget);

  if (selected (self) != CYAN_NODE_NONE
      && !cyan_session_show_descendants (self->session, selected (self)))
    {
      g_autofree char *text =
          g_strdup_printf (_ ("Only the first %'d descendants are shown"), CYAN_SESSION_MAX_SHOWN);

      gtk_widget_activate_action (widget, "win.say", "s", text);
    }
}

static void
hide_children (GtkWidget *widget, const char *name, GVariant *parameter)
{
  CyanCanvas *self = CYAN_CANVAS (widget);

  if (selected (self) != CYAN_NODE_NONE)
    cyan_session_hide_children (self->session, selected (self));
}

static void
unfold (GtkWidget *widget, const char *name, GVariant *parameter)
{
  CyanCanvas *self = CYAN_CANVAS (widget);

  if (selected (self) != CYAN_NODE_NONE)
    cyan_session_unfold (self->session, selected (self));
}

static void
fold (GtkWidget *widget, const char *name, GVariant *parameter)
{
  CyanCanvas *self = CYAN_CANVAS (widget);

  if (selected (self) != CYAN_NODE_NONE)
    cyan_session_fold (self->session, selected (self));
}

static void
focus_on_subtree (GtkWidget *widget, const char *name, GVariant *parameter)
{
  CyanCanvas *self = CYAN_CANVAS (widget);

  if (selected (self) != CYAN_NODE_NONE)
    cyan_session_focus (self->session, selected (self));
}

static void
go_to_move (GtkWidget *widget, const char *name, GVariant *parameter)
{
  CyanCanvas *self = CYAN_CANVAS (widget);
  CyanNode node = selected (self);
  CyanNode other =
      node != CYAN_NODE_NONE ? cyan_session_moved_node (self->session, node) : CYAN_NODE_NONE;

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

static void
next_hot_path (GtkWidget *widget, const char *name, GVariant *parameter)
{
  go_to_hot_path (CYAN_CANVAS (widget), 1);
}

static void
previous_hot_path (GtkWidget *widget, const char *name, GVariant *parameter)
{
  go_to_hot_path (CYAN_CANVAS (widget), -1);
}

static void
zoom_in (GtkWidget *widget, const char *name, GVariant *parameter)
{
  CyanCanvas *self = CYAN_CANVAS (widget);

  cyan_canvas_set_zoom (self, cyan_canvas_get_zoom (self) * ZOOM_STEP);
}

static void
zoom_out (GtkWidget *widget, const char *name, GVariant *parameter)
{
  CyanCanvas *self = CYAN_CANVAS (widget);

  cyan_canvas_set_zoom (self, cyan_canvas_get_zoom (self) / ZOOM_STEP);
}

static void
zoom_normal (GtkWidget *widget, const char *name, GVariant *parameter)
{
  cyan_canvas_set_zoom (CYAN_CANVAS (widget), 1);
}

static void
zoom_to_fit (GtkWidget *widget, const char *name, GVariant *parameter)
{
  cyan_canvas_zoom_to_fit (CYAN_CANVAS (widget));
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

  gtk_widget_action_set_enabled (widget, "canvas.show-hot-path", hidden || shown);
  gtk_widget_action_set_enabled (widget, "canvas.show-children", hidden);
  gtk_widget_action_set_enabled (widget, "canvas.show-descendants", hidden || shown);
  gtk_widget_action_set_enabled (widget, "canvas.hide-children", shown);
  gtk_widget_action_set_enabled (widget, "canvas.unfold",
                                 any && cyan_layout_row_length (layout, node) > 0);
  gtk_widget_action_set_enabled (widget, "canvas.fold", any && cyan_layout_can_fold (layout, node));
  gtk_widget_action_set_enabled (widget, "canvas.focus", hidden || shown);
  gtk_widget_action_set_enabled (widget, "canvas.copy-path", any);
  gtk_widget_action_set_enabled (
      widget, "canvas.go-to-move",
      any && cyan_session_moved_node (self->session, node) != CYAN_NODE_NONE);
  gtk_widget_action_set_enabled (widget, "canvas.next-hot-path", several_paths);
  gtk_widget_action_set_enabled (widget, "canvas.previous-hot-path", several_paths);
}

/* ---- menu ---- */

/* What few boxes can do is not there for the others. */
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
  CyanSession *session = CYAN_CANVAS (picture)->session;
  gboolean link = cyan_layout_row_length (cyan_session_layout (session), node) > 0;

  cyan_picture_select (picture, node);
  /* The count goes on where one double click follows another at once. */
  if (link || n_press % 2 == 0)
    cyan_session_toggle (session, node);
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

static gboolean
on_scroll (GtkEventControllerScroll *controller, double dx, double dy, CyanCanvas *self)
{
  GdkModifierType state =
      gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  double steps = dy, x, y;

  cyan_canvas_stop_fitting (self);
  if ((state & GDK_CONTROL_MASK) == 0)
    return GDK_EVENT_PROPAGATE;
  if (gtk_event_controller_scroll_get_unit (controller) == GDK_SCROLL_UNIT_SURFACE)
    steps /= PIXELS_PER_STEP;
  cyan_picture_get_pointer (CYAN_PICTURE (self), &x, &y);
  cyan_canvas_zoom_at (self, self->zoom * pow (ZOOM_STEP, -steps), x, y);
  return GDK_EVENT_STOP;
}

static void
on_pinch_begin (GtkGesture *gesture, GdkEventSequence *sequence, CyanCanvas *self)
{
  self->pinch_zoom = self->zoom;
}

static void
on_pinch (GtkGestureZoom *gesture, double scale, CyanCanvas *self)
{
  double x, y;

  if (gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &x, &y))
    cyan_canvas_zoom_at (self, self->pinch_zoom * scale,
                         cyan_picture_mirror (CYAN_PICTURE (self), x), y);
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
  static const struct
  {
    const char *name;
    GtkWidgetActionActivateFunc activate;
    guint key;
    GdkModifierType modifiers;
  } actions[] = {
    { "canvas.show-hot-path", show_hot_path, GDK_KEY_h, 0 },
    { "canvas.show-children", show_children, GDK_KEY_c, 0 },
    { "canvas.show-descendants", show_descendants, GDK_KEY_a, 0 },
    { "canvas.hide-children", hide_children, GDK_KEY_x, 0 },
    { "canvas.unfold", unfold, GDK_KEY_u, 0 },
    { "canvas.fold", fold, GDK_KEY_l, 0 },
    { "canvas.focus", focus_on_subtree, GDK_KEY_s, 0 },
    { "canvas.go-to-move", go_to_move, GDK_KEY_m, 0 },
    { "canvas.next-hot-path", next_hot_path, GDK_KEY_n, 0 },
    { "canvas.previous-hot-path", previous_hot_path, GDK_KEY_p, 0 },
    { "canvas.copy-path", cyan_picture_copy_path, GDK_KEY_c, GDK_CONTROL_MASK },
    { "canvas.zoom-in", zoom_in, GDK_KEY_plus, 0 },
    { "canvas.zoom-in", zoom_in, GDK_KEY_KP_Add, 0 },
    { "canvas.zoom-out", zoom_out, GDK_KEY_minus, 0 },
    { "canvas.zoom-out", zoom_out, GDK_KEY_KP_Subtract, 0 },
    { "canvas.zoom-normal", zoom_normal, GDK_KEY_1, 0 },
    { "canvas.zoom-to-fit", zoom_to_fit, GDK_KEY_f, 0 },
    { "canvas.zoom-to-fit", zoom_to_fit, GDK_KEY_0, 0 },
    { "canvas.menu", cyan_picture_open_menu, GDK_KEY_F10, GDK_SHIFT_MASK },
    { "canvas.menu", cyan_picture_open_menu, GDK_KEY_Menu, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      if (i == 0 || g_strcmp0 (actions[i].name, actions[i - 1].name) != 0)
        gtk_widget_class_install_action (widget_class, actions[i].name, NULL, actions[i].activate);
      gtk_widget_class_add_binding_action (widget_class, actions[i].key, actions[i].modifiers,
                                           actions[i].name, NULL);
    }
  class->pressed = stop_fitting;
  class->clicked = on_clicked;
  class->move = on_move;
  class->new_menu = new_menu;
  /* Beside the box, which stays in sight. */
  class->menu_side = GTK_POS_RIGHT;
}

void
cyan_canvas_add_controllers (CyanCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *pinch = gtk_gesture_zoom_new ();
  GtkEventController *scroll =
      gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (drag), 0);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));

  g_signal_connect (pinch, "begin", G_CALLBACK (on_pinch_begin), self);
  g_signal_connect (pinch, "scale-changed", G_CALLBACK (on_pinch), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (pinch));

  /* Before the scrolled window, which would scroll. */
  gtk_event_controller_set_propagation_phase (scroll, GTK_PHASE_CAPTURE);
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  gtk_widget_add_controller (widget, scroll);
}
