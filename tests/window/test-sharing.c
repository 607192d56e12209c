/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures in the clipboard, on paper, and as a PNG of any size. */
#include "driver.h"
#include "tests.h"

#include <string.h>

/* ---- the clipboard ---- */

typedef struct
{
  GBytes *bytes;
  const char *mime;
} Pasted;

static void
on_spliced (GObject *memory, GAsyncResult *result, gpointer data)
{
  Pasted *self = data;
  g_autoptr (GError) error = NULL;

  g_output_stream_splice_finish (G_OUTPUT_STREAM (memory), result, &error);
  g_assert_no_error (error);
  self->bytes = g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (memory));
}

static void
on_stream (GObject *clipboard, GAsyncResult *result, gpointer data)
{
  Pasted *self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GInputStream) stream =
      gdk_clipboard_read_finish (GDK_CLIPBOARD (clipboard), result, &self->mime, &error);
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();

  g_assert_no_error (error);
  g_output_stream_splice_async (
      memory, stream, G_OUTPUT_STREAM_SPLICE_CLOSE_SOURCE | G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET,
      G_PRIORITY_DEFAULT, NULL, on_spliced, data);
}

/* What another program pastes: over a connection of its own. */
static GBytes *
pasted (const char *mime)
{
  const char *const mimes[] = { mime, NULL };
  GdkDisplay *display = gdk_display_open (NULL);
  GdkClipboard *clipboard = gdk_display_get_clipboard (display);
  Pasted self = { 0 };

  wait_until (gdk_content_formats_contain_mime_type (gdk_clipboard_get_formats (clipboard), mime));
  gdk_clipboard_read_async (clipboard, (const char **) mimes, G_PRIORITY_DEFAULT, NULL, on_stream,
                            &self);
  wait_until (self.bytes != NULL);
  g_assert_cmpstr (self.mime, ==, mime);
  gdk_display_close (display);
  return self.bytes;
}

static char *
pasted_text (const char *mime)
{
  g_autoptr (GBytes) bytes = pasted (mime);

  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

static void
copy_picture (CyanWindow *window)
{
  driver_key (window, "ctrl+alt+c");
  wait_until (driver_shows (GTK_WIDGET (window->toasts), "The picture is in the clipboard"));
  wait_until (cyan_jobs_get (window->jobs, CYAN_JOB_EXPORT) == NULL);
}

WINDOW_TEST ("/window/sharing/copy", driver_demo ())
{
  g_autofree char *svg = NULL;
  g_autoptr (GBytes) png = NULL;
  g_autoptr (GdkTexture) texture = NULL;
  g_autoptr (GError) error = NULL;

  copy_picture (window);
  png = pasted ("image/png");
  texture = gdk_texture_new_from_bytes (png, &error);
  g_assert_no_error (error);
  g_assert_cmpint (gdk_texture_get_width (texture), >, 600);
  svg = pasted_text ("image/svg+xml");
  g_assert_true (g_str_has_prefix (svg, "<?xml"));
  g_assert_nonnull (strstr (svg, ">find_entry<"));
  g_assert_nonnull (strstr (svg, "6.15 ms to 10.6 ms, +73.0 %"));
}

/* What is shown is what is copied, and nothing outside of the view. */
WINDOW_TEST ("/window/sharing/copy-icicle", driver_demo ())
{
  g_autofree char *svg = NULL;

  driver_key (window, "alt+2");
  wait_until (cyan_icicle_view_get_icicles (window->comparison->icicle) != NULL);
  driver_wait_drawn (window);
  copy_picture (window);
  svg = pasted_text ("image/svg+xml");
  g_assert_nonnull (strstr (svg, "before above, after below"));
}

WINDOW_TEST ("/window/sharing/copy-view", driver_demo ())
{
  g_autofree char *svg = NULL;

  cyan_canvas_set_zoom (window->comparison->canvas, 6);
  cyan_session_select (window->comparison->session, driver_node (window, "main"));
  driver_wait_drawn (window);
  copy_picture (window);
  svg = pasted_text ("image/svg+xml");
  g_assert_nonnull (strstr (svg, ">main<"));
  g_assert_null (strstr (svg, ">find_entry<"));
}

/* In the table it is the selected row. */
WINDOW_TEST ("/window/sharing/copy-rows", driver_demo ())
{
  g_autofree char *text = NULL;

  cyan_session_select (window->comparison->session, driver_node (window, "find_entry"));
  driver_key (window, "alt+3");
  driver_wait_drawn (window);
  driver_key (window, "ctrl+alt+c");
  text = pasted_text ("text/plain;charset=utf-8");
  g_assert_true (g_str_has_prefix (text, "depth\t"));
  g_assert_nonnull (strstr (text, "\tfind_entry\t"));
}

/* Five lines, and the picture of any view; of the table only the lines. */
WINDOW_TEST ("/window/sharing/copy-answer", driver_demo ())
{
  static const char *const keys[] = { "alt+1", "alt+2", "ctrl+alt+o", "alt+3" };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      GdkClipboard *clipboard = gtk_widget_get_clipboard (GTK_WIDGET (window));
      g_autofree char *text = NULL;
      g_auto (GStrv) lines = NULL;

      driver_key (window, keys[i]);
      driver_wait_drawn (window);
      gdk_clipboard_set_text (clipboard, "");
      driver_menu (window, "Copy Answer");
      wait_until (
          gdk_content_formats_contain_mime_type (gdk_clipboard_get_formats (clipboard), "image/png")
          || g_str_equal (keys[i], "alt+3"));
      text = pasted_text ("text/plain;charset=utf-8");
      lines = g_strsplit (g_strchomp (text), "\n", -1);
      g_assert_cmpuint (g_strv_length (lines), ==, 5);
      g_assert_cmpstr (lines[0], ==, "before → after");
      g_assert_true (g_str_has_prefix (lines[1], "6.15 ms → 10.6 ms, 73.0 % slower"));
      g_assert_cmpstr (lines[2], ==, "1. find_entry: +85.6 %, likely");
      if (!g_str_equal (keys[i], "alt+3"))
        {
          g_autoptr (GBytes) png = pasted ("image/png");
          g_autoptr (GdkTexture) texture = gdk_texture_new_from_bytes (png, NULL);

          g_assert_nonnull (texture);
          g_assert_cmpint (gdk_texture_get_width (texture), >, 300);
        }
      else
        g_assert_false (gdk_content_formats_contain_mime_type (
            gdk_clipboard_get_formats (clipboard), "image/png"));
    }
}

/* ---- paper ---- */

static char *
said_by (const char *program, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process = NULL;
  char *said;

  process =
      strcmp (program, "pdfinfo") == 0
          ? g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error, program, path, NULL)
          : g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error, program, path, "-", NULL);
  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (process, NULL, NULL, &said, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_get_successful (process));
  return said;
}

typedef struct
{
  guint n_pages;
  double width, height; /* of a page in points */
  char *text;
} Paper;

static void
paper_clear (Paper *self)
{
  g_free (self->text);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Paper, paper_clear)

static Paper
printed (CyanWindow *window)
{
  g_autofree char *path = driver_temporary_file ("paper.pdf");
  g_autofree char *info = NULL;
  const char *pages, *size;
  Paper paper = { 0 };

  cyan_window_print (window, path);
  wait_until (cyan_jobs_get (window->jobs, CYAN_JOB_EXPORT) == NULL
              && cyan_jobs_get (window->jobs, CYAN_JOB_PRINT) == NULL);
  info = said_by ("pdfinfo", path);
  pages = strstr (info, "Pages:");
  size = strstr (info, "Page size:");
  g_assert_nonnull (pages);
  g_assert_cmpint (sscanf (pages, "Pages: %u", &paper.n_pages), ==, 1);
  g_assert_nonnull (size);
  g_assert_cmpint (sscanf (size, "Page size: %lf x %lf", &paper.width, &paper.height), ==, 2);
  paper.text = said_by ("pdftotext", path);
  return paper;
}

static CyanWindow *
window_with (const char *before_text, const char *after_text)
{
  g_autofree char *before = driver_write ("paper-before.folded", before_text, -1);
  g_autofree char *after = driver_write ("paper-after.folded", after_text, -1);
  CyanWindow *window = driver_window ();

  driver_start (window, before, after);
  wait_until (window->comparison->session != NULL);
  cyan_layout_set_folds (cyan_session_layout (window->comparison->session), FALSE);
  cyan_layout_open (cyan_session_layout (window->comparison->session), CYAN_OPENING_ALL, 0,
                    G_MAXUINT);
  driver_wait_drawn (window);
  return window;
}

WINDOW_TEST ("/window/sharing/print", driver_demo ())
{
  g_auto (Paper) paper = printed (window);

  g_assert_cmpuint (paper.n_pages, ==, 1);
  g_assert_nonnull (strstr (paper.text, "find_entry"));
  g_assert_nonnull (strstr (paper.text, "6.15 ms to 10.6 ms, +73.0 %"));
  /* The legend, with the scale. */
  g_assert_nonnull (strstr (paper.text, "slower"));
  g_assert_nonnull (strstr (paper.text, "% of the run"));
}

/* The paper is turned as the picture is. */
TEST ("/window/sharing/print-shape")
{
  g_autoptr (GString) stack = g_string_new ("main"), before = g_string_new (NULL),
                      after = g_string_new (NULL);
  CyanWindow *window;
  g_auto (Paper) wide = { 0 }, high = { 0 };

  window = window_with ("main;a 10\nmain;b 10\nmain;c 10\nmain;d 10\nmain;e 10\n",
                        "main;a 20\nmain;b 20\nmain;c 20\nmain;d 20\nmain;e 20\n");
  wide = printed (window);
  driver_close (window);
  for (guint i = 0; i < 16; i++)
    {
      g_string_append_printf (stack, ";call_%u", i);
      g_string_append_printf (before, "%s 10\n", stack->str);
      g_string_append_printf (after, "%s 20\n", stack->str);
    }
  window = window_with (before->str, after->str);
  high = printed (window);
  driver_close (window);
  g_assert_cmpuint (wide.n_pages, ==, 1);
  g_assert_cmpfloat (wide.width, >, wide.height);
  g_assert_cmpfloat (high.width, <, high.height);
}

/* A picture whose names could not be read on one page takes more, and all names are there. */
TEST ("/window/sharing/print-pages")
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *before = NULL;
  CyanWindow *window;
  g_auto (Paper) paper = { 0 };

  for (guint i = 0; i < 60; i++)
    g_string_append_printf (text, "main;part_%u;leaf_%u %u\n", i, i, 10 + i);
  before = g_strdup (text->str);
  g_string_append (text, "main;part_1;more 900\n");
  window = window_with (before, text->str);
  paper = printed (window);
  g_assert_cmpuint (paper.n_pages, >, 1);
  g_assert_cmpuint (paper.n_pages, <=, 64);
  for (guint i = 0; i < 60; i++)
    {
      g_autofree char *name = g_strdup_printf ("leaf_%u", i);

      g_assert_nonnull (strstr (paper.text, name));
    }
  driver_close (window);
}

/* Ctrl+P asks for a printer; whoever says no can ask again. */
WINDOW_TEST ("/window/sharing/print-dialog", driver_demo ())
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (window), "print");

  driver_key (window, "alt+3");
  g_assert_false (g_action_get_enabled (action));
  driver_key (window, "alt+1");
  for (guint i = 0; i < 2; i++)
    {
      GtkWidget *dialog;

      g_assert_true (g_action_get_enabled (action));
      driver_send_key ("ctrl+p");
      dialog = driver_toplevel ("GtkPrintUnixDialog");
      g_assert_false (g_action_get_enabled (action));
      gtk_window_close (GTK_WINDOW (dialog));
      wait_until (cyan_jobs_get (window->jobs, CYAN_JOB_PRINT) == NULL);
      driver_focus (GTK_WINDOW (window));
    }
}

WINDOW_TEST ("/window/sharing/print-fails", driver_demo ())
{
  g_autofree char *nowhere = driver_temporary_file ("no-such-folder/a.pdf");

  cyan_window_print (window, nowhere);
  wait_until (cyan_jobs_get (window->jobs, CYAN_JOB_EXPORT) == NULL
              && cyan_jobs_get (window->jobs, CYAN_JOB_PRINT) == NULL);
  g_assert_true (g_action_group_get_action_enabled (G_ACTION_GROUP (window), "print"));
}

/* ---- sizes of a PNG ---- */

static gboolean
names (GtkFileChooser *chooser, const char *path)
{
  g_autoptr (GFile) file = gtk_file_chooser_get_file (chooser);

  return file != NULL && g_str_equal (g_file_peek_path (file), path);
}

/* The dialog chooses the size of the next PNG, and begins with the last choice. */
TEST ("/window/sharing/png-size")
{
  static const struct
  {
    const char *first; /* the choice when the dialog opens */
    guint selected;
    const char *choice;
    int width;
  } sizes[] = { { "auto", 5, "1920px", 1920 },
                { "1920px", 6, "3840px", 3840 },
                { "3840px", 0, "3840px", 3840 } };
  CyanWindow *window = driver_demo ();

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autofree char *name = g_strdup_printf ("size-%u.png", i);
      g_autofree char *path = driver_temporary_file (name);
      g_autoptr (GdkTexture) texture = NULL;
      g_autoptr (GError) error = NULL;
      GtkFileChooser *chooser;
      GtkWidget *dialog, *label;

      driver_send_key ("ctrl+alt+e");
      dialog = driver_toplevel ("GtkFileChooserDialog");
      chooser = GTK_FILE_CHOOSER (dialog);
      g_assert_cmpstr (gtk_file_chooser_get_choice (chooser, "png-size"), ==, sizes[i].first);
      label = driver_find (dialog, GTK_TYPE_LABEL, "Size of a PNG");
      gtk_drop_down_set_selected (GTK_DROP_DOWN (gtk_widget_get_next_sibling (label)),
                                  sizes[i].selected);
      g_assert_cmpstr (gtk_file_chooser_get_choice (chooser, "png-size"), ==, sizes[i].choice);
      gtk_file_chooser_set_current_name (chooser, path);
      wait_until (names (chooser, path));
      driver_press (driver_find (dialog, GTK_TYPE_BUTTON, "Export"));
      wait_until (!gtk_widget_get_visible (dialog)
                  && cyan_jobs_get (window->jobs, CYAN_JOB_EXPORT) == NULL);
      texture = gdk_texture_new_from_filename (path, &error);
      g_assert_no_error (error);
      g_assert_cmpint (gdk_texture_get_width (texture), ==, sizes[i].width);
      driver_focus (GTK_WINDOW (window));
    }
  g_settings_reset (driver_settings (), "png-size");
  driver_close (window);
}
