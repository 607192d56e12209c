/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The icicle: pointer, keys, menu. */
#include "cyan-icicle-view-private.h"

#include <math.h>

#include "cyan-i18n.h"

static CyanNode
selected (CyanIcicleView *self)
{
  return self->session != NULL ? cyan_session_selected (self->session) : CYAN_NODE_NONE;
}

static CyanNode
top_of (CyanIcicleView *self)
{
  return cyan_layout_top (cyan_session_layout (self->session));
}

/* ---- actions ---- */

static void
zoom_to (CyanIcicleView *self, CyanNode node)
{
  if (node != top_of (self))
    cyan_session_focus (self->session, node);
}

static void
zoom_in (GtkWidget *widget, const char *name, GVariant *parameter)
{
  CyanIcicleView *self = CYAN_ICICLE_VIEW (widget);

  if (selected (self) != CYAN_NODE_NONE)
    zoom_to (self, selected (self));
}

static void
zoom_out (GtkWidget *widget, const char *name, GVariant *parameter)
{
  CyanIcicleView *self = CYAN_ICICLE_VIEW (widget);
  CyanNode above =
      self->icicle != NULL ? cyan_icicle_parent_of (self->icicle, top_of (self)) : CYAN_NODE_NONE;

  if (above != CYAN_NODE_NONE)
    zoom_to (self, above);
}

static void
zoom_to_root (GtkWidget *widget, const char *name, GVariant *parameter)
{
  CyanIcicleView *self = CYAN_ICICLE_VIEW (widget);

  if (self->session != NULL)
    zoom_to (self, cyan_comparison_top (cyan_session_comparison (self->session)));
}

static void
copy_path (GtkWidget *widget, const char *name, GVariant *parameter)
{
  CyanIcicleView *self = CYAN_ICICLE_VIEW (widget);

  if (selected (self) != CYAN_NODE_NONE)
    {
      g_autofree char *path = cyan_session_path_text (self->session, selected (self));

      gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), path);
      gtk_widget_activate_action (widget, "win.say", "s", _ ("The path is in the clipboard"));
    }
}

void
cyan_icicle_view_update_actions (CyanIcicleView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  CyanNode node = selected (self);
  gboolean any = node != CYAN_NODE_NONE;
  gboolean is_out =
      self->session == NULL
      || top_of (self) <= cyan_comparison_top (cyan_session_comparison (self->session));

  gtk_widget_action_set_enabled (widget, "icicle.zoom-in", any && node != top_of (self));
  gtk_widget_action_set_enabled (widget, "icicle.zoom-out", !is_out);
  gtk_widget_action_set_enabled (widget, "icicle.zoom-to-root", !is_out);
  gtk_widget_action_set_enabled (widget, "icicle.copy-path", any);
}

/* ---- menu ---- */

static GMenuModel *
menu_model (void)
{
  GMenu *menu = g_menu_new ();

  g_menu_append (menu, _ ("_Zoom to It"), "icicle.zoom-in");
  g_menu_append (menu, _ ("Zoom _Out to the Caller"), "icicle.zoom-out");
  g_menu_append (menu, _ ("Zoom Out to the _Root"), "icicle.zoom-to-root");
  g_menu_append (menu, _ ("Co_py Path"), "icicle.copy-path");
  return G_MENU_MODEL (menu);
}

static void
open_menu (CyanIcicleView *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  graphene_rect_t box;
  GdkRectangle area;

  if (!cyan_icicle_view_get_box (self, selected (self), &box))
    return;
  if (self->menu == NULL)
    {
      g_autoptr (GMenuModel) model = menu_model ();

      self->menu = gtk_popover_menu_new_from_model (model);
      gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
    }
  area = (GdkRectangle){ (int) box.origin.x, (int) box.origin.y, (int) ceilf (box.size.width),
                         (int) ceilf (box.size.height) };
  area.width = CLAMP (area.width, 1, MAX (1, width - area.x));
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &area);
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

static void
open_menu_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  open_menu (CYAN_ICICLE_VIEW (widget));
}

/* ---- pointer ---- */

/* The box is under the pointer, and stays there. */
static void
select_under_pointer (CyanIcicleView *self, CyanNode node)
{
  self->is_pointed_at = TRUE;
  cyan_session_select (self->session, node);
  self->is_pointed_at = FALSE;
}

/* Whether @node is above the one that fills the picture. */
static gboolean
is_above (CyanIcicleView *self, CyanNode node)
{
  CyanIcicleLook look;
  CyanIcicleBox box;

  return cyan_icicle_view_get_look (self, &look)
         && cyan_icicle_box_of (self->icicle, look.width, node, &box) && box.is_above;
}

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, CyanIcicleView *self)
{
  GdkEvent *event = gtk_event_controller_get_current_event (GTK_EVENT_CONTROLLER (gesture));
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));
  CyanNode node = cyan_icicle_view_pick (self, x, y);
  gboolean menu = event != NULL && gdk_event_triggers_context_menu (event);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (node == CYAN_NODE_NONE || (!menu && button != GDK_BUTTON_PRIMARY))
    return;
  if (!menu && is_above (self, node))
    {
      zoom_to (self, node);
      select_under_pointer (self, node);
    }
  else
    {
      select_under_pointer (self, node);
      if (menu)
        open_menu (self);
      /* The count continues if one double click immediately follows another. */
      else if (n_press % 2 == 0)
        zoom_to (self, node);
    }
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
}

static void
on_motion (GtkEventControllerMotion *controller, double x, double y, CyanIcicleView *self)
{
  cyan_icicle_view_set_hovered (self, cyan_icicle_view_pick (self, x, y));
}

static void
on_leave (GtkEventControllerMotion *controller, CyanIcicleView *self)
{
  cyan_icicle_view_set_hovered (self, CYAN_NODE_NONE);
}

/* ---- keys ---- */

static gboolean
on_key (GtkEventControllerKey *controller,
        guint key,
        guint code,
        GdkModifierType state,
        CyanIcicleView *self)
{
  const CyanIcicle *icicle = cyan_icicle_view_get_icicle (self);
  CyanIcicleLook look;
  CyanNode from = selected (self), to = CYAN_NODE_NONE;

  if (!cyan_icicle_view_get_look (self, &look) || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  if (from == CYAN_NODE_NONE)
    from = cyan_icicle_top (icicle);

  switch (key)
    {
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      /* Where the arrow points to. */
      if ((key == GDK_KEY_Up || key == GDK_KEY_KP_Up) != look.flames)
        to = cyan_icicle_parent_of (icicle, from);
      else
        to = cyan_icicle_first_child_of (icicle, look.width, from);
      break;
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
      if ((key == GDK_KEY_Right || key == GDK_KEY_KP_Right) != look.mirrored)
        to = cyan_icicle_next_of (icicle, look.width, from);
      else
        to = cyan_icicle_previous_of (icicle, look.width, from);
      break;
    case GDK_KEY_Home:
      to = cyan_icicle_top (icicle);
      break;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_space:
      zoom_to (self, from);
      return GDK_EVENT_STOP;
    case GDK_KEY_BackSpace:
      gtk_widget_activate_action (GTK_WIDGET (self), "icicle.zoom-out", NULL);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
  if (to != CYAN_NODE_NONE && is_above (self, to))
    zoom_to (self, to);
  if (to != CYAN_NODE_NONE)
    cyan_session_select (self->session, to);
  return GDK_EVENT_STOP;
}

void
cyan_icicle_view_install_actions (GtkWidgetClass *class)
{
  gtk_widget_class_install_action (class, "icicle.zoom-in", NULL, zoom_in);
  gtk_widget_class_install_action (class, "icicle.zoom-out", NULL, zoom_out);
  gtk_widget_class_install_action (class, "icicle.zoom-to-root", NULL, zoom_to_root);
  gtk_widget_class_install_action (class, "icicle.copy-path", NULL, copy_path);
  gtk_widget_class_install_action (class, "icicle.menu", NULL, open_menu_action);
  gtk_widget_class_add_binding_action (class, GDK_KEY_0, 0, "icicle.zoom-to-root", NULL);
  gtk_widget_class_add_binding_action (class, GDK_KEY_c, GDK_CONTROL_MASK, "icicle.copy-path",
                                       NULL);
  gtk_widget_class_add_binding_action (class, GDK_KEY_F10, GDK_SHIFT_MASK, "icicle.menu", NULL);
  gtk_widget_class_add_binding_action (class, GDK_KEY_Menu, 0, "icicle.menu", NULL);
}

void
cyan_icicle_view_add_controllers (CyanIcicleView *self)
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
