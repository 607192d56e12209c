/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures and reports of what the window shows, in files and in the clipboard. */

#include "cyan-chooser.h"
#include "cyan-desktop-theme.h"
#include "cyan-exporter.h"
#include "cyan-i18n.h"
#include "cyan-settings.h"
#include "cyan-window-private.h"

#include <string.h>

/* Of a chooser and of its types: ".svg". */
#define ENDING_KEY "cyan-ending"

/* @name, which comes from profiles, as that of a file: nothing in it leads elsewhere.  Takes and
 * returns it. */
static char *
file_name (char *name)
{
  for (char *p = name; *p != '\0'; p++)
    if (*p == '/' || g_ascii_iscntrl (*p) || (p == name && (*p == '-' || *p == '.')))
      *p = '_';
  return name;
}

char *
cyan_window_suggested_name (CyanWindow *self, const char *ending)
{
  const char *before = cyan_session_before_name (cyan_window_get_session (self));
  const char *after = cyan_session_after_name (cyan_window_get_session (self));

  return file_name (before != NULL ? g_strconcat (before, "-", after, ending, NULL)
                                   : g_strconcat (after, ending, NULL));
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

/* The name of the job is the answer that is to be copied, too, or NULL. */
static void
on_copied (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GdkContentProvider) content = cyan_export_content_finish (result, &error);
  g_autofree char *answer = g_strdup (cyan_jobs_name (data));
  g_autoptr (CyanWindow) self = cyan_window_end_job (data, result, error);

  if (self == NULL)
    return;
  if (answer != NULL)
    {
      GdkContentProvider *both[] = { gdk_content_provider_new_typed (G_TYPE_STRING, answer),
                                     g_steal_pointer (&content) };

      content = gdk_content_provider_new_union (both, G_N_ELEMENTS (both));
    }
  gdk_clipboard_set_content (gtk_widget_get_clipboard (GTK_WIDGET (self)), content);
  cyan_window_toast (self, answer != NULL ? _ ("The answer and the picture are in the clipboard")
                                          : _ ("The picture is in the clipboard"));
}

/* @answer may be NULL. */
static void
copy (CyanWindow *self, const char *title, const char *answer)
{
  CyanExportPicture picture;
  CyanTaskCaller caller;

  cyan_window_get_picture (self, TRUE, &picture);
  caller = cyan_jobs_begin (self->jobs, CYAN_JOB_EXPORT, title, answer, on_copied);
  cyan_export_content_async (cyan_window_get_session (self), &picture, &caller);
}

void
cyan_window_copy_answer (CyanWindow *self)
{
  g_autofree char *answer = cyan_comparison_page_get_answer (self->comparison);

  if (cyan_comparison_page_is_table (self->comparison))
    cyan_widget_copy (self, answer, _ ("The answer is in the clipboard"));
  else
    copy (self, _ ("Copying the answer"), answer);
}

void
cyan_window_copy_picture (CyanWindow *self)
{
  /* Ctrl+C has the rows, too. */
  if (!cyan_window_is_on_page (self, "history") && cyan_comparison_page_is_table (self->comparison))
    cyan_comparison_page_copy_rows (self->comparison);
  else
    copy (self, _ ("Copying the picture"), NULL);
}

/* ---- files ---- */

static void
on_exported (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  gboolean saved = cyan_export_finish (result, &error);
  g_autofree char *text = g_strdup_printf (_ ("Saved as %s"), cyan_jobs_name (data));
  g_autoptr (CyanWindow) self = cyan_window_end_job (data, result, error);

  if (self != NULL && saved)
    cyan_window_toast (self, text);
}

/* The size chosen last, or the default. */
static CyanPngSize
png_size (void)
{
  g_autofree char *text = NULL;
  CyanPngSize size;

  g_object_get (cyan_settings_get (), "png-size", &text, NULL);
  return cyan_png_size_parse (text, &size) ? size : (CyanPngSize){ 0 };
}

void
cyan_window_export_to (CyanWindow *self, const char *path, gboolean view_only)
{
  const CyanPngSize size = png_size ();
  g_autofree char *name = g_filename_display_basename (path);
  g_autofree char *text = g_strdup_printf (_ ("Exporting %s"), name);
  CyanExportPicture picture;
  CyanTaskCaller caller;

  if (cyan_jobs_get (self->jobs, CYAN_JOB_EXPORT) != NULL)
    return;
  cyan_window_get_picture (self, view_only, &picture);
  caller = cyan_jobs_begin (self->jobs, CYAN_JOB_EXPORT, text, name, on_exported);
  cyan_export_async (cyan_window_get_session (self), &picture, path, &size, &caller);
}

/* ---- asking where to ---- */

static void
remember_png_size (GtkFileChooser *chooser)
{
  const char *choice = gtk_file_chooser_get_choice (chooser, "png-size");

  if (choice != NULL)
    g_object_set (cyan_settings_get (), "png-size", choice, NULL);
}

/* @path, with the ending of the type that was chosen in place of the one that was suggested.
 * Caller frees. */
static char *
with_ending (GtkFileChooser *chooser, const char *path)
{
  GtkFileFilter *filter = gtk_file_chooser_get_filter (chooser);
  const char *ending = filter != NULL ? g_object_get_data (G_OBJECT (filter), ENDING_KEY) : NULL;
  const char *suggested = g_object_get_data (G_OBJECT (chooser), ENDING_KEY);
  g_autofree char *stem = NULL;

  if (ending == NULL || !g_str_has_suffix (path, suggested))
    return g_strdup (path);
  stem = g_strndup (path, strlen (path) - strlen (suggested));
  return g_strconcat (stem, ending, NULL);
}

static void
on_chosen (gpointer object, const char *const *paths, GtkFileChooser *chooser)
{
  CyanWindow *self = object;
  g_autofree char *path = NULL;

  remember_png_size (chooser);
  if (paths == NULL)
    {
      cyan_window_toast (self, _ ("Pictures can only be saved on this computer"));
      return;
    }
  path = with_ending (chooser, paths[0]);
  /* The dialog has asked about another name. */
  if (!g_str_equal (path, paths[0]) && g_file_test (path, G_FILE_TEST_EXISTS))
    cyan_window_report_exists (self, path);
  else
    cyan_window_export_to (self, path, self->export_view);
}

void
cyan_window_add_type (GtkFileChooser *chooser, const char *name, const char *ending)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, name);
  /* Without its point. */
  gtk_file_filter_add_suffix (filter, &ending[1]);
  g_object_set_data (G_OBJECT (filter), ENDING_KEY, (gpointer) ending);
  gtk_file_chooser_add_filter (chooser, filter);
  if (g_object_get_data (G_OBJECT (chooser), ENDING_KEY) == NULL)
    g_object_set_data (G_OBJECT (chooser), ENDING_KEY, (gpointer) ending);
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
  g_autofree char *last = NULL;
  const char *ids[G_N_ELEMENTS (sizes) + 2] = { NULL };
  const char *labels[G_N_ELEMENTS (ids)] = { NULL };
  guint n = 1;

  g_object_get (cyan_settings_get (), "png-size", &last, NULL);
  ids[0] = labels[0] = last;
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
                                                                 : _ ("Save Report or Picture"),
                        GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Export"));
  gboolean is_history = cyan_window_is_on_page (self, "history");
  g_autofree char *name = is_history ? file_name (cyan_history_page_picture_name (self->history))
                                     : cyan_window_suggested_name (self, view ? ".svg" : ".html");

  if (!is_history && !view)
    cyan_window_add_type (chooser, _ ("HTML report"), ".html");
  cyan_window_add_type (chooser, _ ("SVG picture"), ".svg");
  cyan_window_add_type (chooser, _ ("PNG picture"), ".png");
  cyan_window_add_type (chooser, _ ("PDF document"), ".pdf");
  if (is_history)
    cyan_window_add_type (chooser, _ ("CSV table"), ".csv");
  add_png_sizes (chooser);
  gtk_file_chooser_set_current_name (chooser, name);
  self->export_view = view;
  cyan_chooser_show (chooser, on_chosen, self);
}
