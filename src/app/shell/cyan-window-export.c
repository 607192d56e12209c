/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures and reports of what the window shows, in files and in the clipboard. */

#include "cyan-chooser.h"
#include "cyan-desktop-theme.h"
#include "cyan-error.h"
#include "cyan-exporter.h"
#include "cyan-i18n.h"
#include "cyan-settings.h"
#include "cyan-window-private.h"

char *
cyan_window_file_name (char *name)
{
  for (char *p = name; *p != '\0'; p++)
    if (*p == '/' || g_ascii_iscntrl (*p) || (p == name && (*p == '-' || *p == '.')))
      *p = '_';
  return name;
}

static char *
suggested_name (CyanWindow *self)
{
  const char *before, *after;

  if (cyan_window_is_on_page (self, "history"))
    return cyan_window_file_name (cyan_history_page_picture_name (self->history));
  before = cyan_session_before_name (cyan_window_get_session (self));
  after = cyan_session_after_name (cyan_window_get_session (self));
  return cyan_window_file_name (before != NULL ? g_strdup_printf ("%s-%s.svg", before, after)
                                               : g_strdup_printf ("%s.svg", after));
}

/* ---- one picture on its way ---- */

static gboolean
show_export (gpointer data)
{
  CyanWindow *self = data;

  self->export_timer = 0;
  gtk_widget_set_visible (self->export_box, TRUE);
  return G_SOURCE_REMOVE;
}

static void
on_progress (double fraction, const char *what, gpointer data)
{
  CyanWindow *self = data;

  /* How far compressing is nobody knows. */
  if (fraction == self->export_fraction)
    gtk_progress_bar_pulse (self->export_progress);
  else
    gtk_progress_bar_set_fraction (self->export_progress, fraction);
  self->export_fraction = fraction;
}

CyanTaskCaller
cyan_window_begin_export (CyanWindow *self, const char *text, GAsyncReadyCallback done)
{
  self->exporting = g_cancellable_new ();
  self->export_fraction = 0;
  gtk_label_set_text (self->export_label, text);
  gtk_progress_bar_set_fraction (self->export_progress, 0);
  self->export_timer = g_timeout_add (CYAN_WINDOW_PROGRESS_DELAY, show_export, self);
  cyan_window_update_actions (self);
  /* Until the thread has cleaned up behind itself, even if the window is closed. */
  g_application_hold (g_application_get_default ());
  return (CyanTaskCaller){ .cancellable = self->exporting,
                           .done = done,
                           .data = cyan_weak_new (self),
                           .progress = on_progress,
                           .progress_data = self };
}

CyanWindow *
cyan_window_end_export (gpointer weak, const GError *error)
{
  CyanWindow *self = cyan_weak_take (weak);

  g_application_release (g_application_get_default ());
  if (self == NULL)
    return NULL;
  g_clear_handle_id (&self->export_timer, g_source_remove);
  g_clear_object (&self->exporting);
  gtk_widget_set_visible (self->export_box, FALSE);
  cyan_window_update_actions (self);
  if (error != NULL && !g_error_matches (error, CYAN_ERROR, CYAN_ERROR_CANCELLED))
    cyan_window_toast (self, error->message);
  return self;
}

void
cyan_window_cancel_export (CyanWindow *self)
{
  g_clear_handle_id (&self->export_timer, g_source_remove);
  if (self->exporting != NULL)
    g_cancellable_cancel (self->exporting);
}

void
cyan_window_get_picture (CyanWindow *self, gboolean view_only, CyanExportPicture *picture)
{
  if (cyan_window_is_on_page (self, "history"))
    *picture = (CyanExportPicture){ .palette = cyan_desktop_theme ().palette,
                                    .is_part = view_only,
                                    .history = cyan_history_page_new_picture (self->history) };
  else
    cyan_comparison_page_get_picture (self->comparison, view_only, picture);
}

/* ---- the clipboard ---- */

static void
on_copied (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GdkContentProvider) content = cyan_export_content_finish (result, &error);
  g_autoptr (CyanWindow) self = cyan_window_end_export (data, error);

  if (self == NULL || content == NULL)
    return;
  gdk_clipboard_set_content (gtk_widget_get_clipboard (GTK_WIDGET (self)), content);
  cyan_window_toast (self, _ ("The picture is in the clipboard"));
}

void
cyan_window_copy_picture (CyanWindow *self)
{
  CyanExportPicture picture;
  CyanTaskCaller caller;

  /* Ctrl+C has the rows, too. */
  if (!cyan_window_is_on_page (self, "history") && cyan_comparison_page_is_table (self->comparison))
    {
      cyan_comparison_page_copy_rows (self->comparison);
      return;
    }
  cyan_window_get_picture (self, TRUE, &picture);
  caller = cyan_window_begin_export (self, _ ("Copying the picture"), on_copied);
  cyan_export_content_async (cyan_window_get_session (self), &picture, &caller);
}

/* ---- files ---- */

static void
on_exported (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  gboolean saved = cyan_export_finish (result, &error);
  g_autoptr (CyanWindow) self = cyan_window_end_export (data, error);
  g_autofree char *text = NULL;

  if (self == NULL || !saved)
    return;
  text = g_strdup_printf (_ ("Saved as %s"), self->export_name);
  cyan_window_toast (self, text);
}

/* The size chosen last, or the default. */
static CyanPngSize
png_size (void)
{
  g_autofree char *text = NULL;
  CyanPngSize size;

  if (cyan_settings_get () != NULL)
    text = g_settings_get_string (cyan_settings_get (), "png-size");
  return text != NULL && cyan_png_size_parse (text, &size) ? size : (CyanPngSize){ 0 };
}

void
cyan_window_export_to (CyanWindow *self, const char *path, gboolean view_only)
{
  const CyanPngSize size = png_size ();
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *text = NULL;
  CyanExportPicture picture;
  CyanTaskCaller caller;

  if (self->exporting != NULL)
    return;
  g_free (self->export_name);
  self->export_name = g_filename_display_name (base);
  text = g_strdup_printf (_ ("Exporting %s"), self->export_name);
  cyan_window_get_picture (self, view_only, &picture);
  caller = cyan_window_begin_export (self, text, on_exported);
  cyan_export_async (cyan_window_get_session (self), &picture, path, &size, &caller);
}

/* ---- asking where to ---- */

static void
remember_png_size (GtkFileChooser *chooser)
{
  const char *choice = gtk_file_chooser_get_choice (chooser, "png-size");

  if (choice != NULL && cyan_settings_get () != NULL)
    g_settings_set_string (cyan_settings_get (), "png-size", choice);
}

static void
on_chosen (gpointer object, const char *const *paths, GtkFileChooser *chooser)
{
  CyanWindow *self = object;

  remember_png_size (chooser);
  if (paths == NULL)
    cyan_window_toast (self, _ ("Pictures can only be saved on this computer"));
  else
    cyan_window_export_to (self, paths[0], self->export_view);
}

static void
add_filter (GtkFileChooser *chooser, const char *name, const char *suffix)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, name);
  gtk_file_filter_add_suffix (filter, suffix);
  gtk_file_chooser_add_filter (chooser, filter);
}

/* Sizes to choose from: the last choice first, because the file chooser of GTK 4.8 begins with the
 * first one whatever gtk_file_chooser_set_choice() says. */
static void
add_png_sizes (GtkFileChooser *chooser)
{
  static const struct
  {
    const char *id;
    const char *label;
  } sizes[] = { { "auto", N_ ("Automatic") },
                { "1", N_ ("Original size") },
                { "2", N_ ("2 times the original size") },
                { "3", N_ ("3 times the original size") },
                { "4", N_ ("4 times the original size") },
                { "1920px", N_ ("1920 pixels wide") },
                { "3840px", N_ ("3840 pixels wide") } };
  g_autofree char *last = g_settings_get_string (cyan_settings_get (), "png-size");
  const char *ids[G_N_ELEMENTS (sizes) + 2] = { last };
  const char *labels[G_N_ELEMENTS (ids)] = { last };
  guint n = 1;

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      guint at = g_str_equal (sizes[i].id, last) ? 0 : n++;

      ids[at] = sizes[i].id;
      labels[at] = _ (sizes[i].label);
    }
  gtk_file_chooser_add_choice (chooser, "png-size", _ ("Size of a PNG"), ids, labels);
}

void
cyan_window_export (CyanWindow *self, gboolean view)
{
  GtkFileChooser *chooser =
      cyan_chooser_new (GTK_WINDOW (self),
                        cyan_window_is_on_page (self, "history") ? _ ("Export the History")
                        : view                                   ? _ ("Export View")
                                                                 : _ ("Export Whole Tree"),
                        GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Export"));
  g_autofree char *name = suggested_name (self);

  add_filter (chooser, _ ("SVG picture"), "svg");
  add_filter (chooser, _ ("PNG picture"), "png");
  add_filter (chooser, _ ("PDF document"), "pdf");
  if (cyan_window_is_on_page (self, "history"))
    add_filter (chooser, _ ("CSV table"), "csv");
  else
    add_filter (chooser, _ ("HTML report"), "html");
  if (cyan_settings_get () != NULL)
    add_png_sizes (chooser);
  gtk_file_chooser_set_current_name (chooser, name);
  self->export_view = view;
  cyan_chooser_show (chooser, on_chosen, self);
}
