/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Session files: saving what the window shows, and showing it again.
 *
 * A session is opened in steps: its file is read and its inputs are checked, what is missing is
 * asked for, the profiles are loaded, and at last the view is restored.
 */
#include "cyan-chooser.h"
#include "cyan-http.h"
#include "cyan-i18n.h"
#include "cyan-loader.h"
#include "cyan-text.h"
#include "cyan-window-private.h"

/* For the path of a file that is missing. */
#define PATH_CHARS 200

/* ---- saving ---- */

static void
on_saved (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  gboolean saved = cyan_session_file_save_finish (result, &error);
  g_autofree char *path = g_strdup (cyan_jobs_name (data));
  g_autofree char *name = cyan_path_name (path);
  g_autofree char *text = g_strdup_printf (_ ("Saved as %s"), name);
  g_autoptr (CyanWindow) self = cyan_window_end_job (data, result, error);

  if (self == NULL || !saved)
    return;
  g_free (self->session_path);
  self->session_path = g_steal_pointer (&path);
  cyan_window_remember (self);
  cyan_window_toast (self, text);
}

static void
save_to (CyanWindow *self, const char *path)
{
  g_autofree char *name = cyan_path_name (path);
  g_autofree char *title = g_strdup_printf (_ ("Saving %s"), name);
  g_autoptr (CyanSessionFile) file = NULL;
  CyanTaskCaller caller;

  if (cyan_window_get_session (self) == NULL || cyan_jobs_get (self->jobs, CYAN_JOB_SAVE) != NULL)
    return;
  file = cyan_comparison_page_save (self->comparison);
  caller = cyan_jobs_begin (self->jobs, CYAN_JOB_SAVE, title, path, on_saved);
  cyan_session_file_save_async (file, cyan_session_comparison (cyan_window_get_session (self)),
                                path, &caller);
}

void
cyan_window_report_exists (CyanWindow *self, const char *path)
{
  g_autofree char *name = cyan_path_name (path);
  g_autofree char *text = g_strdup_printf (_ ("%s exists already"), name);

  cyan_window_toast (self, text);
}

static void
on_save_chosen (gpointer object, const char *const *paths, GtkFileChooser *chooser)
{
  CyanWindow *self = object;
  g_autofree char *named = NULL;

  if (paths == NULL)
    {
      cyan_window_toast (self, _ ("Sessions can only be saved on this computer"));
      return;
    }
  if (!cyan_session_file_is_named (paths[0]))
    named = g_strconcat (paths[0], CYAN_SESSION_FILE_SUFFIX, NULL);
  if (named != NULL && g_file_test (named, G_FILE_TEST_EXISTS))
    cyan_window_report_exists (self, named);
  else
    save_to (self, named != NULL ? named : paths[0]);
}

void
cyan_window_save_session (CyanWindow *self, gboolean asks)
{
  GtkFileChooser *chooser;

  if (!asks && self->session_path != NULL)
    {
      save_to (self, self->session_path);
      return;
    }
  chooser = cyan_chooser_new (GTK_WINDOW (self), _ ("Save Session"), GTK_FILE_CHOOSER_ACTION_SAVE,
                              _ ("_Save"));
  cyan_window_add_type (chooser, _ ("Cyanotype session"), CYAN_SESSION_FILE_SUFFIX);
  cyan_chooser_begin_at (chooser, self->session_path);
  if (self->session_path == NULL)
    {
      const char *path = cyan_comparison_page_get_request (self->comparison)->runs[0][0];
      g_autoptr (GFile) run = !cyan_http_is_address (path) ? g_file_new_for_path (path) : NULL;
      g_autoptr (GFile) folder = run != NULL ? g_file_get_parent (run) : NULL;
      g_autofree char *name = cyan_window_suggested_name (self, CYAN_SESSION_FILE_SUFFIX);

      /* So that both can be moved together. */
      if (folder != NULL)
        gtk_file_chooser_set_current_folder (chooser, folder, NULL);
      gtk_file_chooser_set_current_name (chooser, name);
    }
  cyan_chooser_show (chooser, on_save_chosen, self);
}

/* ---- opening ---- */

void
cyan_window_forget_opening (CyanWindow *self)
{
  g_clear_pointer (&self->opening, cyan_session_file_unref);
  g_clear_pointer (&self->opening_path, g_free);
}

static const char *
missing_title (const CyanSessionInput *missing)
{
  switch (missing->kind)
    {
    case CYAN_SESSION_SOURCES:
      return missing->revision != NULL ? _ ("A Repository Is Missing")
                                       : _ ("A Folder of Sources Is Missing");
    case CYAN_SESSION_RENAMES:
      return _ ("A File of Renames Is Missing");
    case CYAN_SESSION_RUN:
    default:
      return cyan_session_input_is_address (missing) ? _ ("Ask These Servers?")
                                                     : _ ("A Profile Is Missing");
    }
}

/* All addresses of the session, one a line.  Caller frees. */
static char *
list_addresses (const CyanSessionFile *file)
{
  g_autoptr (GString) lines = g_string_new (NULL);

  for (guint i = 0; i < file->inputs->len; i++)
    {
      const CyanSessionInput *input = g_ptr_array_index (file->inputs, i);

      if (cyan_session_input_is_address (input))
        {
          g_autofree char *label = cyan_http_label (input->path);
          g_autofree char *shown = cyan_text_for_label (label, PATH_CHARS);

          g_string_append_printf (lines, "%s%s", lines->len > 0 ? "\n" : "", shown);
        }
    }
  return g_string_free (g_steal_pointer (&lines), FALSE);
}

/* What is missing, and why.  Caller frees. */
static char *
missing_text (CyanWindow *self, const CyanSessionInput *missing)
{
  g_autofree char *session = cyan_path_name (self->opening_path);
  g_autofree char *path = NULL, *shown = NULL;

  if (cyan_session_input_is_address (missing))
    {
      shown = list_addresses (self->opening);
      return g_strdup_printf (
          /* Translators: addresses, and the name of a session file. */
          _ ("%s\n\nThe session %s has these addresses. What they answer now may be another "
             "recording."),
          shown, session);
    }
  path = g_filename_display_name (missing->path);
  shown = cyan_text_for_label (path, PATH_CHARS);
  /* Translators: the path of a file that is missing, and the name of a session file. */
  return g_strdup_printf (_ ("%s\n\nThe session %s needs it. Where is it now?"), shown, session);
}

static void
show_missing (CyanWindow *self, const CyanSessionInput *missing)
{
  gboolean is_address = cyan_session_input_is_address (missing);
  g_autofree char *text = missing_text (self, missing);
  g_autofree char *markup = g_markup_escape_text (text, -1);

  gtk_widget_set_visible (self->ask_button, is_address);
  gtk_widget_set_visible (self->choose_button, !is_address);
  adw_status_page_set_title (self->missing_page, missing_title (missing));
  adw_status_page_set_description (self->missing_page, markup);
  gtk_widget_set_visible (self->without_button, missing->kind == CYAN_SESSION_SOURCES);
  cyan_window_show_page (self, "missing");
}

/* Loads the session once nothing is missing. */
static void
go_on (CyanWindow *self)
{
  const CyanSessionInput *missing = cyan_session_file_missing (self->opening);
  g_autoptr (CyanRequest) request = NULL;

  if (missing != NULL)
    {
      show_missing (self, missing);
      return;
    }
  request = cyan_session_file_new_request (self->opening);
  cyan_window_load (self, request, self->opening);
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanSessionFile) file = cyan_task_finish (result, &error);
  g_autoptr (CyanWindow) self = cyan_window_end_load (data, result, error, NULL);

  if (self == NULL)
    return;
  self->opening = g_steal_pointer (&file);
  go_on (self);
}

void
cyan_window_open_session (CyanWindow *self, const char *path)
{
  g_autofree char *copy = g_strdup (path);
  CyanTaskCaller caller;

  cyan_window_forget_opening (self);
  self->opening_path = g_steal_pointer (&copy);
  caller = cyan_window_begin_load (self, CYAN_LOAD_SESSION, on_read);
  cyan_session_file_open_async (self->opening_path, &caller);
}

/* ---- what is missing ---- */

static void
on_missing_chosen (gpointer object, const char *const *paths, GtkFileChooser *chooser)
{
  CyanWindow *self = object;
  const CyanSessionInput *missing =
      self->opening != NULL ? cyan_session_file_missing (self->opening) : NULL;

  if (missing == NULL)
    return;
  if (paths == NULL)
    {
      cyan_window_toast (self, _ ("Only files on this computer can be opened"));
      return;
    }
  cyan_session_file_replace (self->opening, missing, paths[0]);
  go_on (self);
}

void
cyan_window_choose_missing (CyanWindow *self)
{
  const CyanSessionInput *missing =
      self->opening != NULL ? cyan_session_file_missing (self->opening) : NULL;

  if (missing == NULL)
    return;
  cyan_chooser_show (cyan_chooser_new (GTK_WINDOW (self), missing_title (missing),
                                       missing->kind == CYAN_SESSION_SOURCES
                                           ? GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER
                                           : GTK_FILE_CHOOSER_ACTION_OPEN,
                                       _ ("_Choose")),
                     on_missing_chosen, self);
}

void
cyan_window_ask_servers (CyanWindow *self)
{
  if (self->opening == NULL)
    return;
  cyan_session_file_accept_addresses (self->opening);
  go_on (self);
}

void
cyan_window_drop_missing (CyanWindow *self)
{
  if (self->opening == NULL)
    return;
  cyan_session_file_drop_sources (self->opening);
  go_on (self);
}

/* ---- the view ---- */

static void
report_changed (CyanWindow *self)
{
  const CyanSessionInput *changed = NULL;
  guint n = 0;

  for (guint i = 0; i < self->opening->inputs->len; i++)
    {
      const CyanSessionInput *input = g_ptr_array_index (self->opening->inputs, i);

      if (input->has_changed)
        {
          changed = input;
          n++;
        }
    }
  if (n == 1)
    {
      g_autofree char *name = cyan_path_name (changed->path);
      g_autofree char *text =
          g_strdup_printf (_ ("%s has changed since the session was saved"), name);

      cyan_window_toast (self, text);
    }
  else if (n > 1)
    {
      g_autofree char *text =
          g_strdup_printf (ngettext ("%u file has changed since the session was saved",
                                     "%u files have changed since the session was saved", n),
                           n);

      cyan_window_toast (self, text);
    }
}

void
cyan_window_finish_session (CyanWindow *self)
{
  cyan_comparison_page_restore (self->comparison, self->opening);
  report_changed (self);
  self->session_path = g_steal_pointer (&self->opening_path);
  cyan_window_forget_opening (self);
}
