/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures of what the window shows. */
#include <glib/gi18n.h>

#include "cyan-window-private.h"

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

gboolean
cyan_window_export_to (CyanWindow *self, const char *path, gboolean view_only, GError **error)
{
  CyanRect view;
  const CyanTitles titles = { cyan_session_before_name (self->session),
                              cyan_session_after_name (self->session) };
  /* Paper is white, whatever the desktop is. */
  const CyanStyle style = {
    .theme = { .palette = cyan_canvas_get_palette (self->canvas) },
    .changes = cyan_session_known (self->session)->changes,
    .selected = CYAN_NODE_NONE,
    .hovered = CYAN_NODE_NONE,
    .hot_path = cyan_session_hot_path (self->session),
  };
  g_autoptr (CyanScene) scene = NULL;

  cyan_canvas_get_view (self->canvas, &view);
  scene = cyan_scene_new_page (cyan_session_layout (self->session), &style, &titles,
                               view_only ? &view : NULL);
  return cyan_scene_save (scene, path, error);
}

static void
on_response (GtkNativeDialog *dialog, int response, CyanWindow *self)
{
  if (response == GTK_RESPONSE_ACCEPT && self->session != NULL)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
      g_autofree char *path = g_file_get_path (file);
      g_autofree char *name = g_file_get_basename (file);
      g_autofree char *text = NULL;
      g_autoptr (GError) error = NULL;

      if (path == NULL)
        text = g_strdup (_ ("Pictures can only be saved on this computer"));
      else if (cyan_window_export_to (self, path, self->export_view, &error))
        text = g_strdup_printf (_ ("Saved as %s"), name);
      else
        text = g_strdup (error->message);
      cyan_window_say (self, text);
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
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), name);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  self->export_view = view;
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_response), self, 0);
  g_set_object (&self->export_dialog, GTK_NATIVE_DIALOG (dialog));
  g_object_unref (dialog);
  gtk_native_dialog_show (self->export_dialog);
}
