/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exported pictures. */
#include "driver.h"
#include "tests.h"

#include <glib/gstdio.h>
#include <string.h>

static GBytes *
exported (CyanWindow *window, const char *name, gboolean view)
{
  g_autofree char *path = driver_temporary_file (name);
  g_autoptr (GError) error = NULL;
  char *text;
  gsize length;

  cyan_window_export_to (window, path, view);
  wait_until (cyan_jobs_get (window->jobs, CYAN_JOB_EXPORT) == NULL);
  g_assert_true (g_file_get_contents (path, &text, &length, &error));
  return g_bytes_new_take (text, length);
}

static void
ignore (GMarkupParseContext *context,
        const char *name,
        const char **names,
        const char **values,
        gpointer data,
        GError **error)
{
}

TEST ("/window/export/forms")
{
  static const struct
  {
    const char *name;
    const char *begins;
  } files[] = { { "a.svg", "<?xml" }, { "a.png", "\x89PNG\r\n\x1a\n" }, { "a.pdf", "%PDF-1." } };
  static const GMarkupParser parser = { .start_element = ignore };
  CyanWindow *window = driver_demo ();

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    for (int view = 0; view <= 1; view++)
      {
        g_autoptr (GBytes) first = exported (window, files[i].name, view);
        g_autoptr (GBytes) second = exported (window, files[i].name, view);
        g_autofree char *text =
            g_strndup (g_bytes_get_data (first, NULL), g_bytes_get_size (first));

        g_assert_true (g_str_has_prefix (text, files[i].begins));
        g_assert_true (g_bytes_equal (first, second));
        if (i == 0)
          {
            GMarkupParseContext *context = g_markup_parse_context_new (&parser, 0, NULL, NULL);
            g_autoptr (GError) error = NULL;

            g_markup_parse_context_parse (context, text, -1, &error);
            g_assert_no_error (error);
            g_markup_parse_context_end_parse (context, &error);
            g_assert_no_error (error);
            g_markup_parse_context_free (context);
            g_assert_nonnull (strstr (text, "find_entry"));
            g_assert_nonnull (strstr (text, "6.15 ms"));
          }
        if (i == 1)
          {
            g_autoptr (GError) error = NULL;
            g_autoptr (GdkTexture) texture = gdk_texture_new_from_bytes (first, &error);

            g_assert_no_error (error);
            g_assert_cmpint (gdk_texture_get_width (texture), >, 300);
          }
      }
  driver_close (window);
}

/* A view exports the visible part; a tree exports everything that is open. */
WINDOW_TEST ("/window/export/view", driver_demo ())
{
  g_autoptr (GBytes) view = NULL, tree = NULL;
  g_autofree char *view_text = NULL, *tree_text = NULL;

  cyan_canvas_set_zoom (window->comparison->canvas, 6);
  cyan_session_select (window->comparison->session, driver_node (window, "main"));
  driver_wait_drawn (window);
  view = exported (window, "view.svg", TRUE);
  tree = exported (window, "tree.svg", FALSE);
  view_text = g_strndup (g_bytes_get_data (view, NULL), g_bytes_get_size (view));
  tree_text = g_strndup (g_bytes_get_data (tree, NULL), g_bytes_get_size (tree));
  g_assert_nonnull (strstr (tree_text, ">find_entry<"));
  g_assert_nonnull (strstr (tree_text, ">main<"));
  g_assert_nonnull (strstr (view_text, ">main<"));
  g_assert_null (strstr (view_text, ">find_entry<"));
}

/* The report has the picture and the sources, in the language of the window. */
WINDOW_TEST ("/window/export/report", driver_demo ())
{
  g_autoptr (GBytes) first = exported (window, "a.html", FALSE);
  g_autoptr (GBytes) second = exported (window, "b.html", TRUE);
  g_autofree char *text = g_strndup (g_bytes_get_data (first, NULL), g_bytes_get_size (first));

  g_assert_true (g_bytes_equal (first, second));
  g_assert_true (g_str_has_prefix (text, "<!DOCTYPE html>"));
  g_assert_nonnull (strstr (text, "<svg xmlns="));
  g_assert_nonnull (strstr (text, "What changed in <code>find_entry</code>"));
  g_assert_nonnull (strstr (text, "<tr class=\"new\">"));
  g_assert_nonnull (strstr (text, "6.15 ms to 10.6 ms, +73.0 %"));
}

/* One recording has no causes, and no function of it changed. */
TEST ("/window/export/report-of-one")
{
  g_autofree char *path = driver_write ("one.folded", "main;parse 30\nmain;run 70\n", -1);
  CyanWindow *window = driver_window ();
  g_autoptr (GBytes) page = NULL;
  g_autofree char *text = NULL;

  driver_start (window, path, NULL);
  wait_until (window->comparison->session != NULL);
  driver_wait_drawn (window);
  page = exported (window, "one.html", FALSE);
  text = g_strndup (g_bytes_get_data (page, NULL), g_bytes_get_size (page));
  g_assert_nonnull (strstr (text, "<title>one</title>"));
  g_assert_nonnull (strstr (text, "<code>parse</code>"));
  g_assert_nonnull (strstr (text, "All 3 contexts."));
  g_assert_nonnull (strstr (text, "<span class=\"values\">30</span>"));
  g_assert_null (strstr (text, "class=\"causes\""));
  g_assert_null (strstr (text, "class=\"functions\""));
  driver_close (window);
}

/* A toast gives the reason, and the next export works. */
WINDOW_TEST ("/window/export/fails", driver_demo ())
{
  g_autofree char *nowhere = driver_temporary_file ("no-such-folder/a.svg");
  g_autofree char *unknown = driver_temporary_file ("a.bmp");
  g_autofree char *good = driver_temporary_file ("good.svg");
  g_autofree char *locked = driver_write ("locked.svg", "old", 3), *kept = NULL;

  cyan_window_export_to (window, nowhere, FALSE);
  wait_until (driver_shows (GTK_WIDGET (window->toasts), "no-such-folder"));
  g_assert_cmpint (g_chmod (locked, 0444), ==, 0);
  cyan_window_export_to (window, locked, FALSE);
  wait_until (driver_shows (GTK_WIDGET (window->toasts), "locked.svg: is read-only"));
  wait_until (cyan_jobs_get (window->jobs, CYAN_JOB_EXPORT) == NULL);
  g_assert_true (g_file_get_contents (locked, &kept, NULL, NULL));
  g_assert_cmpstr (kept, ==, "old");
  cyan_window_export_to (window, unknown, FALSE);
  wait_until (cyan_jobs_get (window->jobs, CYAN_JOB_EXPORT) == NULL);
  cyan_window_export_to (window, good, FALSE);
  wait_until (cyan_jobs_get (window->jobs, CYAN_JOB_EXPORT) == NULL);
  g_assert_false (g_file_test (unknown, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (good, G_FILE_TEST_EXISTS));
}

/* ---- long exports ---- */

/* Boxes of a picture that takes more than half a second to draw. */
#define N_MANY 60000

static CyanWindow *
window_with_many (void)
{
  CyanWindow *window = driver_window ();
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *before = NULL, *after = NULL;

  for (guint i = 0; i < N_MANY / 2; i++)
    g_string_append_printf (text, "main;part_%u;call_%u;leaf %u\n", i % 300, i, 10 + i % 7);
  before = driver_write ("many-before.folded", text->str, (gssize) text->len);
  g_string_append (text, "main;part_1;more 900\n");
  after = driver_write ("many-after.folded", text->str, (gssize) text->len);
  driver_start (window, before, after);
  wait_until (window->comparison->session != NULL);
  cyan_layout_open (cyan_session_layout (window->comparison->session), CYAN_OPENING_ALL, 0,
                    G_MAXUINT);
  return window;
}

static guint
n_temporary_files (void)
{
  g_autofree char *name = driver_temporary_file (".");
  g_autoptr (GDir) folder = g_dir_open (name, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (folder) != NULL)
    n++;
  return n;
}

/* The window responds meanwhile, shows progress in any view, and stops on request without leaving a
 * file. */
TEST ("/window/export/cancel")
{
  static const char *const keys[] = { "alt+1", "alt+3" };
  CyanWindow *window = window_with_many ();
  g_autofree char *path = driver_temporary_file ("many.pdf");
  guint n_files = n_temporary_files ();

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      driver_key (window, keys[i]);
      cyan_window_export_to (window, path, FALSE);
      g_assert_nonnull (cyan_jobs_get (window->jobs, CYAN_JOB_EXPORT));
      g_assert_false (g_action_group_get_action_enabled (G_ACTION_GROUP (window), "export-tree"));
      g_assert_false (gtk_widget_get_visible (window->progress_box));
      wait_until (cyan_jobs_get (window->jobs, CYAN_JOB_EXPORT) == NULL
                  || gtk_widget_get_mapped (window->progress_box));
      g_assert_true (driver_shows (window->progress_box, "Exporting many.pdf"));
      driver_press (driver_find (window->progress_box, GTK_TYPE_BUTTON, "Cancel"));
      wait_until (cyan_jobs_get (window->jobs, CYAN_JOB_EXPORT) == NULL);
      wait_until (!gtk_widget_get_mapped (window->progress_box));
      g_assert_true (g_action_group_get_action_enabled (G_ACTION_GROUP (window), "export-tree"));
      g_assert_false (driver_shows (GTK_WIDGET (window->toasts), "many.pdf"));
      g_assert_cmpuint (n_temporary_files (), ==, n_files);
    }
  driver_close (window);
}

/* Closing the window stops the export, too. */
TEST ("/window/export/close")
{
  CyanWindow *window = window_with_many ();
  GCancellable *exporting;
  g_autofree char *path = driver_temporary_file ("many.svg");
  guint n_files = n_temporary_files ();

  cyan_window_export_to (window, path, FALSE);
  exporting = g_object_ref (cyan_jobs_get (window->jobs, CYAN_JOB_EXPORT));
  driver_close (window);
  g_assert_true (g_cancellable_is_cancelled (exporting));
  /* Waits until the thread has released it. */
  wait_until (G_OBJECT (exporting)->ref_count == 1);
  g_object_unref (exporting);
  g_assert_cmpuint (n_temporary_files (), ==, n_files);
}

/* Nodes selected after the export has begun are not selected in its picture. */
WINDOW_TEST ("/window/export/meanwhile", driver_demo ())
{
  g_autofree char *path = driver_temporary_file ("meanwhile.svg");
  g_autoptr (GBytes) before = exported (window, "before.svg", FALSE);
  g_autofree char *text = NULL;
  gsize length;

  cyan_window_export_to (window, path, FALSE);
  cyan_session_focus (window->comparison->session, driver_node (window, "find_entry"));
  cyan_session_set_basis (window->comparison->session, CYAN_BASIS_ABSOLUTE);
  wait_until (cyan_jobs_get (window->jobs, CYAN_JOB_EXPORT) == NULL);
  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  g_assert_cmpmem (text, length, g_bytes_get_data (before, NULL), g_bytes_get_size (before));
}

/* Who chooses another type need not type its ending, and no other file is replaced. */
WINDOW_TEST ("/window/export/type", driver_demo ())
{
  g_autofree char *suggested = driver_temporary_file ("typed.html");
  g_autofree char *path = driver_temporary_file ("typed.png");
  GtkFileFilter *filter = NULL;

  for (guint i = 0; i < 2; i++)
    {
      GtkWidget *dialog;
      GtkFileChooser *chooser;
      g_autoptr (GListModel) filters = NULL;

      driver_send_key ("ctrl+alt+e");
      dialog = driver_toplevel ("GtkFileChooserDialog");
      chooser = GTK_FILE_CHOOSER (dialog);
      filters = gtk_file_chooser_get_filters (chooser);
      for (guint f = 0; f < g_list_model_get_n_items (filters); f++)
        {
          g_autoptr (GtkFileFilter) one = g_list_model_get_item (filters, f);

          if (strstr (gtk_file_filter_get_name (one), "PNG") != NULL)
            filter = one;
        }
      gtk_file_chooser_set_filter (chooser, filter);
      gtk_file_chooser_set_current_name (chooser, suggested);
      driver_wait_drawn (window);
      driver_press (driver_find (dialog, GTK_TYPE_BUTTON, "Export"));
      wait_until (!gtk_widget_get_visible (dialog));
      wait_until (driver_shows (GTK_WIDGET (window->toasts),
                                i == 0 ? "Saved as typed.png" : "typed.png exists already"));
      driver_focus (GTK_WINDOW (window));
    }
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
  g_assert_false (g_file_test (suggested, G_FILE_TEST_EXISTS));
}

/* The dialog opens with a name that cannot lead to another folder; Escape closes it. */
WINDOW_TEST ("/window/export/dialog", driver_demo ())
{
  GtkWidget *dialog;

  driver_send_key ("ctrl+shift+e");
  dialog = driver_toplevel ("GtkFileChooserDialog");
  g_assert_true (window->export_view);
  driver_focus (GTK_WINDOW (dialog));
  driver_send_key ("Escape");
  wait_until (!gtk_widget_get_visible (dialog));
}
