/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The views of one comparison, each a page of a stack, and the switcher between them.
 *
 * The switcher is made of the pages: linked buttons, or a menu where there is no room for them.  In
 * a small window, or with large text, the button that opens profiles is an icon, too. */
#include "cyan-window-private.h"

#include "cyan-desktop-theme.h"

/* Pixels of a window in which there is room for the buttons, and for the word "Open", with text of
 * the usual size. */
#define ROOM_FOR_BUTTONS 1160
#define ROOM_FOR_OPEN    860
/* Likewise, of its height: for the legend below the icicle, and below the rings, which are as high
 * as they are wide. */
#define ROOM_FOR_LEGEND       560
#define ROOM_FOR_RINGS_LEGEND 780

static void
add_view (CyanWindow *self, GMenu *menu, GtkStackPage *page)
{
  const char *name = gtk_stack_page_get_name (page), *title = gtk_stack_page_get_title (page);
  g_autofree char *action = g_strconcat ("win.view::", name, NULL);
  GtkWidget *button = gtk_toggle_button_new_with_label (title);

  gtk_actionable_set_detailed_action_name (GTK_ACTIONABLE (button), action);
  gtk_box_append (self->view_buttons, button);
  g_menu_append (menu, title, action);
}

void
cyan_window_show_legends (CyanWindow *self)
{
  GdkSurface *surface = gtk_native_get_surface (GTK_NATIVE (self));
  gboolean wanted = cyan_window_is_active (self, "show-legend");
  double height = surface != NULL ? gdk_surface_get_height (surface) / cyan_desktop_text_scale ()
                                  : ROOM_FOR_RINGS_LEGEND;

  gtk_widget_set_visible (GTK_WIDGET (self->icicle_legend), wanted && height >= ROOM_FOR_LEGEND);
  gtk_widget_set_visible (GTK_WIDGET (self->rings_legend),
                          wanted && height >= ROOM_FOR_RINGS_LEGEND);
}

static gboolean
fit_to_size (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  CyanWindow *self = CYAN_WINDOW (widget);
  double width = gdk_surface_get_width (gtk_native_get_surface (GTK_NATIVE (self)))
                 / cyan_desktop_text_scale ();
  gboolean wide = width >= ROOM_FOR_BUTTONS;

  gtk_widget_set_visible (GTK_WIDGET (self->view_buttons), wide);
  gtk_widget_set_visible (GTK_WIDGET (self->view_menu), !wide);
  gtk_widget_set_visible (self->open_word, width >= ROOM_FOR_OPEN);
  gtk_widget_set_visible (self->open_icon, width < ROOM_FOR_OPEN);
  cyan_window_show_legends (self);
  cyan_window_make_room (self);
  cyan_window_show_noise (self);
  return G_SOURCE_REMOVE;
}

/* The size becomes known between the layout of a frame and its drawing, where nothing may move. */
static void
on_size (CyanWindow *self)
{
  gtk_widget_add_tick_callback (GTK_WIDGET (self), fit_to_size, NULL, NULL);
}

static void
on_realize (CyanWindow *self)
{
  GdkSurface *surface = gtk_native_get_surface (GTK_NATIVE (self));

  g_signal_connect_object (surface, "notify::width", G_CALLBACK (on_size), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (surface, "notify::height", G_CALLBACK (on_size), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_settings_get_default (), "notify::gtk-xft-dpi", G_CALLBACK (on_size),
                           self, G_CONNECT_SWAPPED);
  fit_to_size (GTK_WIDGET (self), NULL, NULL);
}

void
cyan_window_install_views (CyanWindow *self)
{
  g_autoptr (GListModel) pages = G_LIST_MODEL (gtk_stack_get_pages (self->views));
  g_autoptr (GMenu) menu = g_menu_new ();

  for (guint i = 0; i < g_list_model_get_n_items (pages); i++)
    {
      g_autoptr (GObject) page = g_list_model_get_item (pages, i);

      add_view (self, menu, GTK_STACK_PAGE (page));
    }
  g_signal_connect (self, "realize", G_CALLBACK (on_realize), NULL);
  gtk_menu_button_set_menu_model (self->view_menu, G_MENU_MODEL (menu));
  cyan_window_show_view (self, cyan_window_view (self));
}

const char *
cyan_window_view (CyanWindow *self)
{
  return gtk_stack_get_visible_child_name (self->views);
}

void
cyan_window_show_view (CyanWindow *self, const char *view)
{
  GtkWidget *child = gtk_stack_get_child_by_name (self->views, view);
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  if (child == NULL)
    return;
  gtk_stack_set_visible_child (self->views, child);
  /* In a window of another size than before a scrolled window has other scrollbars, and asks for a
   * new size while it gets its own.  GTK can take that only if all that is around it gets one. */
  gtk_widget_queue_resize (child);
  gtk_menu_button_set_label (self->view_menu,
                             gtk_stack_page_get_title (gtk_stack_get_page (self->views, child)));
  if (focus != NULL && gtk_widget_is_ancestor (focus, child))
    return;
  /* Before its first allocation a page does not know which of its widgets comes first. */
  if (gtk_widget_is_ancestor (GTK_WIDGET (self->icicle), child))
    gtk_widget_grab_focus (GTK_WIDGET (self->icicle));
  else if (gtk_widget_is_ancestor (GTK_WIDGET (self->rings), child))
    gtk_widget_grab_focus (GTK_WIDGET (self->rings));
  else if (!gtk_widget_grab_focus (child))
    gtk_widget_child_focus (child, GTK_DIR_TAB_FORWARD);
}
