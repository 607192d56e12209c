/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The input of the pictures of a session: pointer, keys, menu. */
#include "cyan-picture-private.h"

#include "cyan-i18n.h"

#include <math.h>

/* ---- menu ---- */

static GdkRectangle
area_of (const graphene_rect_t *box)
{
  return (GdkRectangle){ (int) floorf (box->origin.x), (int) floorf (box->origin.y),
                         (int) ceilf (box->size.width), (int) ceilf (box->size.height) };
}

static GtkPositionType
menu_side (CyanPicture *self)
{
  GtkPositionType side = CYAN_PICTURE_GET_CLASS (self)->menu_side;

  return side == GTK_POS_RIGHT && cyan_picture_is_mirrored (self) ? GTK_POS_LEFT : side;
}

static void
open_menu (CyanPicture *self)
{
  CyanPicturePrivate *priv = cyan_picture_private (self);
  g_autoptr (GMenuModel) model = NULL;
  graphene_rect_t box;
  GdkRectangle area;

  if (!cyan_picture_get_box (self, cyan_picture_selected (self), &box))
    return;
  model = CYAN_PICTURE_GET_CLASS (self)->new_menu (self);
  if (priv->menu != NULL)
    gtk_popover_menu_set_menu_model (GTK_POPOVER_MENU (priv->menu), model);
  else
    {
      priv->menu = gtk_popover_menu_new_from_model (model);
      gtk_widget_set_parent (priv->menu, GTK_WIDGET (self));
    }
  gtk_popover_set_position (GTK_POPOVER (priv->menu), menu_side (self));
  area = area_of (&box);
  area.width = CLAMP (area.width, 1, MAX (1, cyan_picture_size (self, HORIZONTAL) - area.x));
  gtk_popover_set_pointing_to (GTK_POPOVER (priv->menu), &area);
  gtk_popover_popup (GTK_POPOVER (priv->menu));
}

void
cyan_picture_append_function (GMenu *menu)
{
  g_autoptr (GMenuItem) item =
      g_menu_item_new (_ ("This Function over _Revisions"), "win.function-history");

  g_menu_append (menu, _ ("Mark as One of _Two"), "page.mark");
  g_menu_append (menu, _ ("These Two Are the _Same"), "page.same");
  g_menu_append (menu, _ ("Show Call_ers"), "page.callers");
  g_menu_item_set_attribute (item, "hidden-when", "s", "action-disabled");
  g_menu_append_item (menu, item);
}

void
cyan_picture_remove_menu (CyanPicture *self)
{
  CyanPicturePrivate *priv = cyan_picture_private (self);

  if (priv->menu == NULL)
    return;
  /* A menu that is disposed of while it is open would keep the input of all windows. */
  gtk_popover_popdown (GTK_POPOVER (priv->menu));
  g_clear_pointer (&priv->menu, gtk_widget_unparent);
}

void
cyan_picture_open_menu (GtkWidget *widget, const char *action, GVariant *parameter)
{
  open_menu (CYAN_PICTURE (widget));
}

void
cyan_picture_copy_path (GtkWidget *widget, const char *action, GVariant *parameter)
{
  CyanPicture *self = CYAN_PICTURE (widget);
  CyanNode node = cyan_picture_selected (self);

  if (node != CYAN_NODE_NONE)
    {
      g_autofree char *path = cyan_session_path_text (cyan_picture_private (self)->session, node);

      gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), path);
      gtk_widget_activate_action (widget, "win.toast", "s", _ ("The path is in the clipboard"));
    }
}

/* ---- pointer ---- */

static void
notice_pointer (CyanPicture *self, double x, double y)
{
  CyanPicturePrivate *priv = cyan_picture_private (self);

  priv->pointer[HORIZONTAL] = cyan_picture_mirror (self, x);
  priv->pointer[VERTICAL] = y;
}

static void
toggle_mark (CyanPicture *self, CyanNode node)
{
  CyanSession *session = cyan_picture_private (self)->session;

  cyan_session_mark (session, node != cyan_session_marked (session) ? node : CYAN_NODE_NONE);
}

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, CyanPicture *self)
{
  GdkEvent *event = gtk_event_controller_get_current_event (GTK_EVENT_CONTROLLER (gesture));
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));
  CyanNode node = cyan_picture_pick (self, x, y);
  GdkModifierType state =
      gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  gboolean menu = event != NULL && gdk_event_triggers_context_menu (event);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  notice_pointer (self, x, y);
  if (node == CYAN_NODE_NONE || (!menu && button != GDK_BUTTON_PRIMARY))
    return;
  if (menu)
    {
      cyan_picture_select (self, node);
      open_menu (self);
    }
  else if ((state & GDK_CONTROL_MASK) != 0)
    toggle_mark (self, node);
  else
    CYAN_PICTURE_GET_CLASS (self)->clicked (self, node, n_press);
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
}

void
cyan_picture_set_hovered (CyanPicture *self, CyanNode node)
{
  CyanPicturePrivate *priv = cyan_picture_private (self);

  if (priv->hovered == node)
    return;
  priv->hovered = node;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), node != CYAN_NODE_NONE ? "pointer" : NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

CyanNode
cyan_picture_hovered (CyanPicture *self)
{
  return cyan_picture_private (self)->hovered;
}

void
cyan_picture_get_pointer (CyanPicture *self, double *x, double *y)
{
  *x = cyan_picture_private (self)->pointer[HORIZONTAL];
  *y = cyan_picture_private (self)->pointer[VERTICAL];
}

static void
on_motion (GtkEventControllerMotion *controller, double x, double y, CyanPicture *self)
{
  notice_pointer (self, x, y);
  cyan_picture_set_hovered (self, cyan_picture_pick (self, x, y));
}

static void
on_leave (GtkEventControllerMotion *controller, CyanPicture *self)
{
  cyan_picture_set_hovered (self, CYAN_NODE_NONE);
}

gboolean
cyan_picture_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  CyanPicture *self = CYAN_PICTURE (widget);
  CyanPicturePrivate *priv = cyan_picture_private (self);
  CyanNode node = keyboard ? cyan_picture_selected (self) : cyan_picture_pick (self, x, y);
  graphene_rect_t box;
  GdkRectangle area;

  /* It would cover an open menu. */
  if ((priv->menu != NULL && gtk_widget_get_visible (priv->menu))
      || !cyan_picture_get_box (self, node, &box))
    return FALSE;
  area = area_of (&box);
  gtk_tooltip_set_tip_area (tooltip, &area);
  CYAN_PICTURE_GET_CLASS (self)->fill_tooltip (self, node, tooltip);
  return TRUE;
}

/* ---- keys ---- */

/* Arrows lead where they point to. */
static CyanPictureMove
mirrored_move (CyanPicture *self, CyanPictureMove move)
{
  if (!cyan_picture_is_mirrored (self))
    return move;
  return move == CYAN_PICTURE_NEXT       ? CYAN_PICTURE_PREVIOUS
         : move == CYAN_PICTURE_PREVIOUS ? CYAN_PICTURE_NEXT
                                         : move;
}

static gboolean
on_key (GtkEventControllerKey *controller,
        guint key,
        guint code,
        GdkModifierType state,
        CyanPicture *self)
{
  static const struct
  {
    guint key;
    CyanPictureMove move;
  } moves[] = {
    { GDK_KEY_Up, CYAN_PICTURE_UP },         { GDK_KEY_KP_Up, CYAN_PICTURE_UP },
    { GDK_KEY_Down, CYAN_PICTURE_DOWN },     { GDK_KEY_KP_Down, CYAN_PICTURE_DOWN },
    { GDK_KEY_Left, CYAN_PICTURE_PREVIOUS }, { GDK_KEY_KP_Left, CYAN_PICTURE_PREVIOUS },
    { GDK_KEY_Right, CYAN_PICTURE_NEXT },    { GDK_KEY_KP_Right, CYAN_PICTURE_NEXT },
    { GDK_KEY_Home, CYAN_PICTURE_TOP },      { GDK_KEY_BackSpace, CYAN_PICTURE_BACK },
    { GDK_KEY_Return, CYAN_PICTURE_OPEN },   { GDK_KEY_KP_Enter, CYAN_PICTURE_OPEN },
    { GDK_KEY_space, CYAN_PICTURE_OPEN },
  };

  if (cyan_picture_private (self)->session == NULL
      || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    if (moves[i].key == key)
      return CYAN_PICTURE_GET_CLASS (self)->move (self, mirrored_move (self, moves[i].move));
  return GDK_EVENT_PROPAGATE;
}

void
cyan_picture_add_controllers (CyanPicture *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *key = gtk_event_controller_key_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), 0);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));

  g_signal_connect (motion, "enter", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (widget, motion);

  g_signal_connect (key, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (widget, key);
}

/* ---- zoom ---- */

static gboolean
on_scroll (GtkEventControllerScroll *controller, double dx, double dy, CyanPicture *self)
{
  CyanPictureClass *class = CYAN_PICTURE_GET_CLASS (self);
  GdkModifierType state =
      gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  double steps = dy, x, y;

  if ((state & GDK_CONTROL_MASK) == 0)
    return GDK_EVENT_PROPAGATE;
  if (gtk_event_controller_scroll_get_unit (controller) == GDK_SCROLL_UNIT_SURFACE)
    steps /= class->zoom_pixels;
  cyan_picture_get_pointer (self, &x, &y);
  class->zoom_at (self, class->get_zoom (self) * pow (class->zoom_step, -steps), x, y);
  return GDK_EVENT_STOP;
}

static void
on_pinch_begin (GtkGesture *gesture, GdkEventSequence *sequence, CyanPicture *self)
{
  cyan_picture_private (self)->pinch_zoom = CYAN_PICTURE_GET_CLASS (self)->get_zoom (self);
}

static void
on_pinch (GtkGestureZoom *gesture, double scale, CyanPicture *self)
{
  double x, y;

  if (gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &x, &y))
    CYAN_PICTURE_GET_CLASS (self)->zoom_at (self, cyan_picture_private (self)->pinch_zoom * scale,
                                            cyan_picture_mirror (self, x), y);
}

void
cyan_picture_add_zoom (CyanPicture *self)
{
  GtkGesture *pinch = gtk_gesture_zoom_new ();
  GtkEventController *scroll =
      gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);

  g_signal_connect (pinch, "begin", G_CALLBACK (on_pinch_begin), self);
  g_signal_connect (pinch, "scale-changed", G_CALLBACK (on_pinch), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (pinch));
  /* Before the scrolled window, which would scroll. */
  gtk_event_controller_set_propagation_phase (scroll, GTK_PHASE_CAPTURE);
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
}
