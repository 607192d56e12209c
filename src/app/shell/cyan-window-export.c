/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures and reports of what the window shows. */

#include "cyan-error.h"
#include "cyan-exporter.h"
#include "cyan-i18n.h"
#include "cyan-window-private.h"

#include <string.h>

static char *
suggested_name (CyanWindow *self)
{
  const char *before = cyan_session_before_name (self->session);
  const char *after = cyan_session_after_name (self->session);
  char *name = before != NULL ? g_strdup_printf ("%s-%s.svg", before, after)
                              : g_strdup_printf ("%s.svg", after);

  /* The names come from the profiles: nothing in them may lead elsewhere. */
  for (char *p = name; *p != '\0'; p++)
    if (*p == '/' || g_ascii_iscntrl (*p) || (p == name && (*p == '-' || *p == '.')))
      *p = '_';
  return name;
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

static void
end_export (CyanWindow *self)
{
  g_clear_handle_id (&self->export_timer, g_source_remove);
  g_clear_object (&self->exporting);
  gtk_widget_set_visible (self->export_box, FALSE);
  cyan_window_update_actions (self);
}

void
cyan_window_cancel_export (CyanWindow *self)
{
  g_clear_handle_id (&self->export_timer, g_source_remove);
  if (self->exporting != NULL)
    g_cancellable_cancel (self->exporting);
}

static void
on_exported (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (CyanWindow) self = cyan_window_weak_take (data);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  gboolean saved = cyan_export_finish (result, &error);

  g_application_release (g_application_get_default ());
  if (self == NULL)
    return;
  end_export (self);
  if (saved)
    text = g_strdup_printf (_ ("Saved as %s"), self->export_name);
  else if (!g_error_matches (error, CYAN_ERROR, CYAN_ERROR_CANCELLED))
    text = g_strdup (error->message);
  if (text != NULL)
    cyan_window_say (self, text);
}

void
cyan_window_export_to (CyanWindow *self, const char *path, gboolean view_only)
{
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *text = NULL;
  CyanIcicleLook look;
  gboolean icicle = strcmp (cyan_window_view (self), "icicle") == 0
                    && cyan_icicle_view_get_look (self->icicle, &look);
  CyanRect view;

  if (self->exporting != NULL)
    return;
  if (icicle)
    cyan_icicle_view_get_visible (self->icicle, &view);
  else
    cyan_canvas_get_view (self->canvas, &view);
  g_free (self->export_name);
  self->export_name = g_filename_display_name (base);
  self->exporting = g_cancellable_new ();
  self->export_fraction = 0;
  text = g_strdup_printf (_ ("Exporting %s"), self->export_name);
  gtk_label_set_text (self->export_label, text);
  gtk_progress_bar_set_fraction (self->export_progress, 0);
  self->export_timer = g_timeout_add (CYAN_WINDOW_PROGRESS_DELAY, show_export, self);
  cyan_window_update_actions (self);
  /* Until the thread has cleaned up behind itself, even if the window is closed. */
  g_application_hold (g_application_get_default ());
  cyan_export_async (self->session, path, cyan_canvas_get_palette (self->canvas),
                     icicle ? &look : NULL, view_only ? &view : NULL, self->exporting, on_progress,
                     self, on_exported, cyan_window_weak_new (self));
}

/* ---- asking where to ---- */

static void
on_response (GtkNativeDialog *dialog, int response, CyanWindow *self)
{
  if (response == GTK_RESPONSE_ACCEPT && self->session != NULL)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
      g_autofree char *path = g_file_get_path (file);

      if (path == NULL)
        cyan_window_say (self, _ ("Pictures can only be saved on this computer"));
      else
        cyan_window_export_to (self, path, self->export_view);
    }
  g_clear_object (&self->export_dialog);
}

static void
add_filter (GtkFileChooser *chooser, const char *name, const char *suffix)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, name);
  gtk_file_filter_add_suffix (filter, suffix);
  gtk_file_chooser_add_filter (chooser, filter);
}

void
cyan_window_export (CyanWindow *self, gboolean view)
{
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
      view ? _ ("Export View") : _ ("Export Whole Tree"), GTK_WINDOW (self),
      GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Export"), _ ("_Cancel"));
  g_autofree char *name = suggested_name (self);

  add_filter (GTK_FILE_CHOOSER (dialog), _ ("SVG picture"), "svg");
  add_filter (GTK_FILE_CHOOSER (dialog), _ ("PNG picture"), "png");
  add_filter (GTK_FILE_CHOOSER (dialog), _ ("PDF document"), "pdf");
  add_filter (GTK_FILE_CHOOSER (dialog), _ ("HTML report"), "html");
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), name);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  self->export_view = view;
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_response), self, 0);
  g_set_object (&self->export_dialog, GTK_NATIVE_DIALOG (dialog));
  g_object_unref (dialog);
  gtk_native_dialog_show (self->export_dialog);
}
