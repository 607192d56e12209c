/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every page at several sizes, in light and dark: each fits into the window that it was given.
 *
 * `./dev screenshots --all FOLDER` keeps the pictures: it sets CYAN_GALLERY to that folder.
 */
#include "driver-history.h"
#include "driver.h"

#include "tests.h"

#include <string.h>

/* Actions that show a page, separated by spaces. */
typedef struct
{
  const char *name;
  const char *actions;
} Page;

static const Page of_comparison[] = {
  { "blueprint", "page.view::blueprint" },
  { "icicle", "page.view::icicle" },
  { "side-by-side", "page.view::side-by-side" },
  { "table", "page.view::table" },
  { "callers", "page.callers" },
  { "rings", "page.view::rings" },
  { "edits", "page.view::blueprint page.show-edits" },
  { "details", "page.show-edits page.sheet::details" },
  { "picture", "page.sheet::picture" },
};
static const Page of_history[] = {
  { "chart", "page.view::chart" },
  { "heat-map", "page.view::heat" },
  { "similarity", "page.view::similarity" },
  { "revisions", "page.view::revisions" },
  { "risk", "page.view::risk" },
};
/* An action that opens a window of its own, and its type. */
typedef struct
{
  const char *name, *action, *type;
} Dialog;

static const Dialog dialogs[] = {
  { "open", "win.open", "CyanOpenDialog" },
  { "try", "win.try", "CyanTryDialog" },
  { "preferences", "app.preferences", "CyanPreferences" },
  { "shortcuts", "win.show-help-overlay", "GtkShortcutsWindow" },
};
static const Dialog dialogs_of_comparison[] = {
  { "slices", "page.slices", "CyanSlicesDialog" },
};
static const int sizes[][2] = {
  { 360, 640 }, { 683, 768 }, { 1000, 700 }, { 1366, 768 }, { 1920, 1080 }
};

static void
take (GtkWidget *widget, const char *page, const int *size, gboolean dark)
{
  const char *folder = g_getenv ("CYAN_GALLERY");
  g_autofree char *file =
      g_strdup_printf ("%s-%dx%d-%s.png", page, size[0], size[1], dark ? "dark" : "light");
  g_autofree char *path = folder != NULL ? g_build_filename (folder, file, NULL) : NULL;
  g_autoptr (GdkTexture) picture = NULL;

  if (folder == NULL)
    return;
  picture = driver_picture (widget);
  g_assert_true (gdk_texture_save_to_png (picture, path));
}

static void
act (CyanWindow *window, const char *actions)
{
  g_auto (GStrv) list = g_strsplit (actions, " ", -1);
  GtkWidget *widget = gtk_stack_get_visible_child (window->stack);

  for (guint i = 0; list[i] != NULL; i++)
    {
      g_autofree char *name = NULL;
      g_autoptr (GVariant) target = NULL;

      g_assert_true (g_action_parse_detailed_name (list[i], &name, &target, NULL));
      g_assert_true (gtk_widget_activate_action_variant (widget, name, target));
    }
  driver_wait_drawn (window);
}

static gboolean
has_size (CyanWindow *window, const int *size)
{
  gtk_window_set_default_size (GTK_WINDOW (window), size[0], size[1]);
  driver_wait_drawn (window);
  return gtk_widget_get_width (GTK_WIDGET (window)) <= size[0]
         && gtk_widget_get_height (GTK_WIDGET (window)) <= size[1];
}

static void
show_pages (CyanWindow *window, const Page *pages, guint n_pages, guint first, gboolean dark)
{
  for (guint s = first; s < G_N_ELEMENTS (sizes); s++)
    {
      wait_until (has_size (window, sizes[s]));
      for (guint i = 0; i < n_pages; i++)
        {
          act (window, pages[i].actions);
          take (GTK_WIDGET (window), pages[i].name, sizes[s], dark);
          if (gtk_widget_get_width (GTK_WIDGET (window)) > sizes[s][0])
            g_error ("%s is %d px wide", pages[i].name, gtk_widget_get_width (GTK_WIDGET (window)));
        }
    }
}

static void
show_dialogs (CyanWindow *window, const Dialog *dialogs_of, guint n, gboolean dark)
{
  for (guint i = 0; i < n; i++)
    {
      GtkWidget *dialog;
      int size[2];

      if (g_str_has_prefix (dialogs_of[i].action, "app."))
        g_action_group_activate_action (G_ACTION_GROUP (driver_application ()),
                                        dialogs_of[i].action + strlen ("app."), NULL);
      else
        gtk_widget_activate_action (GTK_WIDGET (window), dialogs_of[i].action, NULL);
      dialog = driver_toplevel (dialogs_of[i].type);
      driver_wait_drawn (window);
      size[0] = gtk_widget_get_width (dialog);
      size[1] = gtk_widget_get_height (dialog);
      take (dialog, dialogs_of[i].name, size, dark);
      gtk_window_close (GTK_WINDOW (dialog));
      driver_focus (GTK_WINDOW (window));
    }
}

static void
show_all (gboolean dark)
{
  static const Page welcome = { "welcome", "win.toast::welcome" };
  CyanWindow *window;

  adw_style_manager_set_color_scheme (adw_style_manager_get_default (),
                                      dark ? ADW_COLOR_SCHEME_FORCE_DARK
                                           : ADW_COLOR_SCHEME_FORCE_LIGHT);
  window = driver_window ();
  show_pages (window, &welcome, 1, 0, dark);
  show_dialogs (window, dialogs, G_N_ELEMENTS (dialogs), dark);
  driver_close (window);
  window = driver_demo ();
  show_pages (window, of_comparison, G_N_ELEMENTS (of_comparison), 0, dark);
  show_dialogs (window, dialogs_of_comparison, G_N_ELEMENTS (dialogs_of_comparison), dark);
  driver_close (window);
  window = driver_open_store (measured_path ());
  show_pages (window, of_history, G_N_ELEMENTS (of_history), 0, dark);
  driver_close (window);
}

TEST ("/window/gallery/light")
{
  show_all (FALSE);
}

TEST ("/window/gallery/dark")
{
  show_all (TRUE);
}

TESTS ()
{
  driver_init ();
}
