/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The icicle: clicks, keys, menu. */
#include "cyan-icicle-view-private.h"

#include "cyan-i18n.h"

static CyanSession *
session_of (CyanIcicleView *self)
{
  return cyan_picture_get_session (CYAN_PICTURE (self));
}

static CyanNode
selected (CyanIcicleView *self)
{
  return cyan_picture_selected (CYAN_PICTURE (self));
}

static CyanNode
top_of (CyanIcicleView *self)
{
  return cyan_layout_top (cyan_session_layout (session_of (self)));
}

/* ---- actions ---- */

static void
zoom_to (CyanIcicleView *self, CyanNode node)
{
  if (node != top_of (self))
    cyan_session_focus (session_of (self), node);
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
  const CyanIcicle *icicle = cyan_icicle_maker_peek (self->maker);
  CyanNode above = icicle != NULL ? cyan_icicle_parent_of (icicle, top_of (self)) : CYAN_NODE_NONE;

  if (above != CYAN_NODE_NONE)
    zoom_to (self, above);
}

static void
zoom_to_root (GtkWidget *widget, const char *name, GVariant *parameter)
{
  CyanIcicleView *self = CYAN_ICICLE_VIEW (widget);

  if (session_of (self) != NULL)
    zoom_to (self, cyan_comparison_top (cyan_session_comparison (session_of (self))));
}

void
cyan_icicle_view_update_actions (CyanIcicleView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  CyanNode node = selected (self);
  gboolean any = node != CYAN_NODE_NONE;
  gboolean is_out =
      session_of (self) == NULL
      || top_of (self) <= cyan_comparison_top (cyan_session_comparison (session_of (self)));

  gtk_widget_action_set_enabled (widget, "icicle.zoom-in", any && node != top_of (self));
  gtk_widget_action_set_enabled (widget, "icicle.zoom-out", !is_out);
  gtk_widget_action_set_enabled (widget, "icicle.zoom-to-root", !is_out);
  gtk_widget_action_set_enabled (widget, "icicle.copy-path", any);
}

/* ---- menu ---- */

static GMenuModel *
new_menu (CyanPicture *picture)
{
  GMenu *menu = g_menu_new ();

  g_menu_append (menu, _ ("_Zoom to It"), "icicle.zoom-in");
  g_menu_append (menu, _ ("Zoom _Out to the Caller"), "icicle.zoom-out");
  g_menu_append (menu, _ ("Zoom Out to the _Root"), "icicle.zoom-to-root");
  g_menu_append (menu, _ ("Co_py Path"), "icicle.copy-path");
  cyan_picture_append_function (menu);
  return G_MENU_MODEL (menu);
}

/* ---- pointer ---- */

/* Whether @node is above the one that fills the picture. */
static gboolean
is_above (CyanIcicleView *self, CyanNode node)
{
  CyanIcicleLook look;
  CyanIcicleBox box;

  return cyan_icicle_view_get_look (self, &look)
         && cyan_icicle_box_of (cyan_icicle_view_get_icicle (self), look.width, node, &box)
         && box.is_above;
}

static void
on_clicked (CyanPicture *picture, CyanNode node, int n_press)
{
  CyanIcicleView *self = CYAN_ICICLE_VIEW (picture);
  gboolean leads_up = is_above (self, node);

  if (leads_up)
    zoom_to (self, node);
  cyan_picture_select (picture, node);
  /* The count continues if one double click immediately follows another. */
  if (!leads_up && n_press % 2 == 0)
    zoom_to (self, node);
}

/* ---- keys ---- */

static gboolean
on_move (CyanPicture *picture, CyanPictureMove move)
{
  CyanIcicleView *self = CYAN_ICICLE_VIEW (picture);
  const CyanIcicle *icicle = cyan_icicle_view_get_icicle (self);
  CyanIcicleLook look;
  CyanNode from = selected (self), to = CYAN_NODE_NONE;

  if (!cyan_icicle_view_get_look (self, &look))
    return GDK_EVENT_PROPAGATE;
  if (from == CYAN_NODE_NONE)
    from = cyan_icicle_top (icicle);

  switch (move)
    {
    case CYAN_PICTURE_UP:
    case CYAN_PICTURE_DOWN:
      /* Where the arrow points to. */
      if ((move == CYAN_PICTURE_UP) != look.flames)
        to = cyan_icicle_parent_of (icicle, from);
      else
        to = cyan_icicle_first_child_of (icicle, look.width, from);
      break;
    case CYAN_PICTURE_NEXT:
      to = cyan_icicle_next_of (icicle, look.width, from);
      break;
    case CYAN_PICTURE_PREVIOUS:
      to = cyan_icicle_previous_of (icicle, look.width, from);
      break;
    case CYAN_PICTURE_TOP:
      to = cyan_icicle_top (icicle);
      break;
    case CYAN_PICTURE_OPEN:
      zoom_to (self, from);
      break;
    case CYAN_PICTURE_BACK:
      gtk_widget_activate_action (GTK_WIDGET (self), "icicle.zoom-out", NULL);
      break;
    }
  if (to != CYAN_NODE_NONE && is_above (self, to))
    zoom_to (self, to);
  if (to != CYAN_NODE_NONE)
    cyan_session_select (session_of (self), to);
  return GDK_EVENT_STOP;
}

void
cyan_icicle_view_install_input (CyanPictureClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  gtk_widget_class_install_action (widget_class, "icicle.zoom-in", NULL, zoom_in);
  gtk_widget_class_install_action (widget_class, "icicle.zoom-out", NULL, zoom_out);
  gtk_widget_class_install_action (widget_class, "icicle.zoom-to-root", NULL, zoom_to_root);
  gtk_widget_class_install_action (widget_class, "icicle.copy-path", NULL, cyan_picture_copy_path);
  gtk_widget_class_install_action (widget_class, "icicle.menu", NULL, cyan_picture_open_menu);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_0, 0, "icicle.zoom-to-root", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK,
                                       "icicle.copy-path", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, "icicle.menu",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Menu, 0, "icicle.menu", NULL);
  class->clicked = on_clicked;
  class->move = on_move;
  class->new_menu = new_menu;
}
