/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The icons of the window come from the program alone, whatever themes there are. */
#include "config.h"

#include "driver.h"

#include "tests.h"

#include <string.h>

#define RESOURCES "/io/github/cyanotype/Cyanotype/icons"

/* No theme: just the icons of the program and those of GTK, which needs its own list of folders. */
static GtkIconTheme *
program_icons_new (void)
{
  static const char *const resources[] = { RESOURCES, "/org/gtk/libgtk/icons/", NULL };
  static const char *const nowhere[] = { NULL };
  GtkIconTheme *icons;

  driver_init ();
  icons = gtk_icon_theme_new ();
  gtk_icon_theme_set_search_path (icons, nowhere);
  gtk_icon_theme_set_resource_path (icons, resources);
  return icons;
}

/* Adds the names of icons in the files of a folder, and in those below it, to @names. */
static void
collect_names (const char *folder, GHashTable *names)
{
  g_autoptr (GRegex) pattern = g_regex_new ("[a-z0-9-]+-symbolic", 0, 0, NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autoptr (GMatchInfo) match = NULL;
      g_autofree char *text = NULL;

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        collect_names (path, names);
      if (!g_str_has_suffix (name, ".c") && !g_str_has_suffix (name, ".ui"))
        continue;
      g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
      for (g_regex_match (pattern, text, 0, &match); g_match_info_matches (match);
           g_match_info_next (match, NULL))
        g_hash_table_add (names, g_match_info_fetch (match, 0));
    }
}

/* All names of icons in the window's sources. */
static GHashTable *
used_names (void)
{
  GHashTable *names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *ui = driver_source_file ("ui"), *app = driver_source_file ("src/app");

  collect_names (ui, names);
  collect_names (app, names);
  g_assert_true (g_hash_table_contains (names, "cyan-zoom-in-symbolic"));
  g_assert_true (g_hash_table_contains (names, "cyan-pan-end-symbolic"));
  return names;
}

/* The sum of the colors of all pixels (red, green, blue, opacity) as @icon is drawn in red. */
static void
draw (GtkIconPaintable *icon, int size, double sums[4])
{
  const GdkRGBA red = { 1, 0, 0, 1 };
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, size, size);
  cairo_t *cr = cairo_create (surface);
  GskRenderNode *node;

  gtk_symbolic_paintable_snapshot_symbolic (GTK_SYMBOLIC_PAINTABLE (icon), snapshot, size, size,
                                            &red, 1);
  node = gtk_snapshot_free_to_node (snapshot);
  g_assert_nonnull (node);
  gsk_render_node_draw (node, cr);
  cairo_surface_flush (surface);
  memset (sums, 0, 4 * sizeof *sums);
  for (int y = 0; y < size; y++)
    for (int x = 0; x < size; x++)
      {
        const guint32 *row =
            (const guint32 *) (gconstpointer) (cairo_image_surface_get_data (surface)
                                               + y * cairo_image_surface_get_stride (surface));

        for (guint k = 0; k < 4; k++)
          sums[k] += (row[x] >> (k == 3 ? 24 : 16 - 8 * k) & 0xff) / 255.0;
      }
  gsk_render_node_unref (node);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* Each is in the program, and takes the color of the text, in all sizes and directions. */
TEST ("/window/icons/own")
{
  static const int sizes[] = { 16, 32, 128 };
  g_autoptr (GtkIconTheme) icons = program_icons_new ();
  g_autoptr (GHashTable) names = used_names ();
  GHashTableIter iter;
  const char *name;

  g_hash_table_iter_init (&iter, names);
  while (g_hash_table_iter_next (&iter, (gpointer *) &name, NULL))
    for (guint i = 0; i < G_N_ELEMENTS (sizes) * 4; i++)
      {
        int size = sizes[i / 4], scale = 1 + (int) (i % 2);
        g_autoptr (GtkIconPaintable) icon = gtk_icon_theme_lookup_icon (
            icons, name, NULL, size, scale, i / 2 % 2 != 0 ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR,
            GTK_ICON_LOOKUP_PRELOAD);
        g_autoptr (GFile) file = gtk_icon_paintable_get_file (icon);
        g_autofree char *uri = file != NULL ? g_file_get_uri (file) : NULL;
        double sums[4];

        if (uri == NULL || !g_str_has_prefix (uri, "resource://" RESOURCES "/"))
          g_error ("the program has no icon %s of %d pixels, scale %d", name, size, scale);
        g_assert_true (gtk_icon_paintable_is_symbolic (icon));
        draw (icon, size, sums);
        g_assert_cmpfloat (sums[0], >, size * size / 40.0);
        g_assert_cmpfloat (sums[0], <, size * size * 0.9);
        g_assert_cmpfloat_with_epsilon (sums[0], sums[3], size * size / 256.0);
        g_assert_cmpfloat (sums[1] + sums[2], ==, 0);
      }
}

/* The file of an icon; caller frees. */
static GBytes *
load_icon (GtkIconTheme *icons, const char *name, GtkTextDirection direction)
{
  g_autofree char *full = g_strdup_printf ("cyan-%s-symbolic", name);
  g_autoptr (GtkIconPaintable) icon =
      gtk_icon_theme_lookup_icon (icons, full, NULL, 16, 1, direction, 0);
  g_autoptr (GFile) file = gtk_icon_paintable_get_file (icon);

  return g_file_load_bytes (file, NULL, NULL, NULL);
}

/* Icons that point forward point to the other side in windows from right to left. */
TEST ("/window/icons/mirrored")
{
  static const char *const pairs[][2] = { { "go-next", "go-previous" },
                                          { "go-previous", "go-next" },
                                          { "pan-end", "pan-start" } };
  g_autoptr (GtkIconTheme) icons = program_icons_new ();

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_autoptr (GBytes) mirrored = load_icon (icons, pairs[i][0], GTK_TEXT_DIR_RTL);
      g_autoptr (GBytes) plain = load_icon (icons, pairs[i][0], GTK_TEXT_DIR_LTR);
      g_autoptr (GBytes) other = load_icon (icons, pairs[i][1], GTK_TEXT_DIR_LTR);

      g_assert_true (g_bytes_equal (mirrored, other));
      g_assert_false (g_bytes_equal (mirrored, plain));
    }
}

/* The pixels of a picture; free with g_free(). */
static guint32 *
pixels (GdkTexture *picture, gsize *n)
{
  int width = gdk_texture_get_width (picture);
  guint32 *found;

  *n = (gsize) width * (gsize) gdk_texture_get_height (picture);
  found = g_new (guint32, *n);
  gdk_texture_download (picture, (guchar *) found, (gsize) width * 4);
  return found;
}

/* Fails if the picture in @resource is not what a renderer of SVG makes of @icon in that size; of a
 * symbolic one the opacity counts. */
static void
check_drawn (const char *icon, int size, const char *resource, gboolean symbolic)
{
  g_autofree char *drawn = driver_temporary_file ("icon.png");
  g_autofree char *width = g_strdup_printf ("--width=%d", size);
  const char *argv[] = { "rsvg-convert", width, "--output", drawn, icon, NULL };
  g_autoptr (GdkTexture) theirs = NULL, ours = NULL;
  g_autofree guint32 *expected = NULL, *found = NULL;
  g_autoptr (GError) error = NULL;
  gsize n, n_found, different = 0;
  int status;

  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, &status,
                &error);
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
  theirs = gdk_texture_new_from_filename (drawn, &error);
  g_assert_no_error (error);
  ours = gdk_texture_new_from_resource (resource);
  expected = pixels (theirs, &n);
  found = pixels (ours, &n_found);
  g_assert_cmpuint (n, ==, n_found);
  for (gsize i = 0; i < n; i++)
    for (guint shift = symbolic ? 24 : 0; shift < 32; shift += 8)
      different +=
          ABS ((int) (expected[i] >> shift & 0xff) - (int) (found[i] >> shift & 0xff)) > 64;
  if (different > 0)
    g_error ("%s: %" G_GSIZE_FORMAT " pixels differ", icon, different);
}

/* The build draws the icons as a renderer of SVG does. */
TEST ("/window/icons/drawn")
{
  g_autofree char *folder = driver_source_file ("src/app/icons");
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *file;
  guint n_icons = 0;

  while ((file = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *icon = g_build_filename (folder, file, NULL), *resource = NULL;

      if (!g_str_has_suffix (file, ".svg"))
        continue;
      resource = g_strdup_printf (RESOURCES "/64x64/actions/cyan-%.*s-symbolic.symbolic.png",
                                  (int) (strlen (file) - strlen (".svg")), file);
      check_drawn (icon, 64, resource, TRUE);
      n_icons++;
    }
  g_assert_cmpuint (n_icons, >, 20);
}

/* The application's icon is in the program in the size of the dialog about it, on any screen. */
TEST ("/window/icons/application")
{
  g_autofree char *svg = driver_source_file ("data/icons/" CYAN_APP_ID ".svg");
  g_autoptr (GtkIconTheme) icons = program_icons_new ();

  for (int scale = 1; scale <= 2; scale++)
    {
      g_autofree char *resource =
          g_strdup_printf (RESOURCES "/%1$dx%1$d/apps/" CYAN_APP_ID ".png", 128 * scale);
      g_autofree char *uri = g_strconcat ("resource://", resource, NULL), *found = NULL;
      g_autoptr (GtkIconPaintable) icon = gtk_icon_theme_lookup_icon (
          icons, CYAN_APP_ID, NULL, 128, scale, GTK_TEXT_DIR_LTR, GTK_ICON_LOOKUP_PRELOAD);
      g_autoptr (GFile) file = gtk_icon_paintable_get_file (icon);

      found = file != NULL ? g_file_get_uri (file) : NULL;
      g_assert_cmpstr (found, ==, uri);
      check_drawn (svg, 128 * scale, resource, FALSE);
    }
}

/* Fails if an icon of @widget, or of a widget in it, is not in @icons in a form that GTK draws by
 * itself.  Returns the number of icons.  In libadwaita's dialog about a program, what is hidden is
 * not for this program. */
static guint
check_icons (GtkWidget *widget, GtkIconTheme *icons)
{
  const char *name = GTK_IS_IMAGE (widget) ? gtk_image_get_icon_name (GTK_IMAGE (widget)) : NULL;
  guint n = name != NULL;

  /* libadwaita prepares a switcher of pages with this name, and does not show it. */
  if (name != NULL && !g_str_equal (name, "image-missing"))
    {
      g_autoptr (GtkIconPaintable) icon = gtk_icon_theme_lookup_icon (
          icons, name, NULL, 16, 1, GTK_TEXT_DIR_LTR, GTK_ICON_LOOKUP_PRELOAD);
      g_autoptr (GFile) file = gtk_icon_paintable_get_file (icon);
      g_autofree char *uri = file != NULL ? g_file_get_uri (file) : NULL;
      g_autofree char *end = g_strconcat (
          "/", name, g_str_has_suffix (name, "-symbolic") ? ".symbolic.png" : ".png", NULL);

      if (uri == NULL || !g_str_has_suffix (uri, end))
        g_error ("no icon %s in %s", name, G_OBJECT_TYPE_NAME (gtk_widget_get_parent (widget)));
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (gtk_widget_get_visible (child) || !ADW_IS_ABOUT_WINDOW (gtk_widget_get_root (child)))
      n += check_icons (child, icons);
  return n;
}

/* Checks an open dialog and closes it. */
static void
check_dialog (CyanWindow *window, const char *type, GtkIconTheme *icons)
{
  GtkWidget *dialog = driver_toplevel (type);

  g_assert_cmpuint (check_icons (dialog, icons), >, 0);
  g_object_add_weak_pointer (G_OBJECT (dialog), (gpointer *) &dialog);
  gtk_window_close (GTK_WINDOW (dialog));
  wait_until (dialog == NULL || !gtk_widget_get_mapped (dialog));
  driver_focus (GTK_WINDOW (window));
}

/* All icons that are in windows, also those in widgets of libadwaita, need neither a theme nor a
 * module that draws SVG. */
TEST ("/window/icons/windows")
{
  g_autoptr (GtkIconTheme) icons = program_icons_new ();
  CyanWindow *window = driver_demo ();

  g_assert_cmpuint (check_icons (GTK_WIDGET (window), icons), >, 20);
  driver_send_key ("ctrl+o");
  check_dialog (window, "CyanOpenDialog", icons);
  g_action_group_activate_action (G_ACTION_GROUP (driver_application ()), "preferences", NULL);
  check_dialog (window, "CyanPreferences", icons);
  g_action_group_activate_action (G_ACTION_GROUP (driver_application ()), "about", NULL);
  check_dialog (window, "AdwAboutWindow", icons);
  driver_close (window);
}
