/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens a file at a line in the editor of the user's choice. */
#include "cyan-editor.h"

#include "cyan-i18n.h"
#include "cyan-settings.h"

#define SETTING "editor-command"

static char *
expand (const char *argument, const char *path, guint line, gboolean *has_path)
{
  GString *out = g_string_new (NULL);

  for (const char *p = argument; *p != '\0'; p++)
    {
      if (p[0] != '%' || p[1] == '\0')
        g_string_append_c (out, *p);
      else if (*++p == 'f')
        {
          g_string_append (out, path);
          *has_path = TRUE;
        }
      else if (*p == 'l')
        g_string_append_printf (out, "%u", line);
      else if (*p == '%')
        g_string_append_c (out, '%');
      else
        {
          g_string_append_c (out, '%');
          g_string_append_c (out, *p);
        }
    }
  return g_string_free (out, FALSE);
}

char **
cyan_editor_argv (const char *command, const char *path, guint line, GError **error)
{
  g_auto (GStrv) words = NULL;
  GPtrArray *argv;
  gboolean has_path = FALSE;

  g_return_val_if_fail (g_path_is_absolute (path), NULL);

  if (!g_shell_parse_argv (command, NULL, &words, error))
    return NULL;
  argv = g_ptr_array_new ();
  for (guint i = 0; words[i] != NULL; i++)
    g_ptr_array_add (argv, expand (words[i], path, line, &has_path));
  if (!has_path)
    g_ptr_array_add (argv, g_strdup (path));
  g_ptr_array_add (argv, NULL);
  return (char **) g_ptr_array_free (argv, FALSE);
}

static void
report_failure (GtkWidget *widget, const char *reason)
{
  g_autofree char *text = g_strdup_printf (_ ("The editor does not open: %s"), reason);

  gtk_widget_activate_action (widget, "win.toast", "s", text);
}

static void
on_shown (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GtkWidget) widget = data;
  g_autoptr (GError) error = NULL;

  if (!gtk_show_uri_full_finish (GTK_WINDOW (source), result, &error)
      && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    report_failure (widget, error->message);
}

static gboolean
open_by_command (const char *command, const char *path, guint line, GError **error)
{
  g_auto (GStrv) argv = cyan_editor_argv (command, path, line, error);
  g_autoptr (GSubprocess) editor = NULL;

  if (argv != NULL)
    editor = g_subprocess_newv ((const char *const *) argv, G_SUBPROCESS_FLAGS_NONE, error);
  return editor != NULL;
}

void
cyan_editor_open (GtkWidget *widget, const char *path, guint line)
{
  GtkWidget *window = gtk_widget_get_ancestor (widget, GTK_TYPE_WINDOW);
  g_autofree char *command = NULL;
  g_autofree char *uri = NULL;
  g_autoptr (GError) error = NULL;

  g_return_if_fail (g_path_is_absolute (path));

  g_object_get (cyan_settings_get (), SETTING, &command, NULL);
  g_strstrip (command);
  if (*command != '\0')
    {
      if (!open_by_command (command, path, line, &error))
        report_failure (widget, error->message);
      return;
    }
  uri = g_filename_to_uri (path, NULL, &error);
  if (uri == NULL)
    report_failure (widget, error->message);
  else
    gtk_show_uri_full (GTK_WINDOW (window), uri, GDK_CURRENT_TIME, NULL, on_shown,
                       g_object_ref (widget));
}
