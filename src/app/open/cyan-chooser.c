/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-chooser.h"

#include "cyan-http.h"
#include "cyan-i18n.h"
#include "cyan-input.h"
#include "cyan-session-file.h"
#include "cyan-slice.h"
#include "cyan-store.h"
#include "cyan-text.h"

#include <string.h>

/* ---- paths ---- */

/* The header of a file of SQLite, and where its application id, "Cyan", is in it. */
#define STORE_MAGIC     "SQLite format 3"
#define STORE_ID_OFFSET 68
#define STORE_ID        "Cyan"
#define STORE_HEADER    100
/* The file that marks a folder of profiles as a store. */
#define STORE_INDEX "index.json"

#define NAME_CHARS 60

/* The label of an address up to the end of its server, and the rest.  Borrowed from @label. */
static const char *
split_label (const char *label)
{
  const char *server = strstr (label, "//") + strlen ("//");

  return server + strcspn (server, "/?#");
}

/* Without what comes before the server. */
static char *
base_name (const char *file)
{
  g_autofree char *label = cyan_http_is_address (file) ? cyan_http_label (file) : NULL;

  return label != NULL ? g_strdup (strstr (label, "//") + strlen ("//"))
                       : g_path_get_basename (file);
}

char *
cyan_path_name (const char *path)
{
  g_autofree char *file = NULL, *slice = NULL;
  gboolean is_slice = cyan_slice_split (path, &file, &slice);
  g_autofree char *base = base_name (is_slice ? file : path);
  g_autofree char *whole = is_slice ? g_strconcat (base, "@", slice, NULL) : g_strdup (base);
  g_autofree char *name = g_filename_display_name (whole);

  return cyan_text_for_label (name, NAME_CHARS);
}

char *
cyan_path_folder (const char *path)
{
  g_autofree char *file = cyan_slice_file (path);
  g_autofree char *label = cyan_input_label (file), *folder = NULL;

  if (cyan_http_is_address (file))
    return g_strndup (label, (gsize) (split_label (label) - label));
  folder = g_path_get_dirname (file);
  return g_filename_display_name (folder);
}

char *
cyan_path_without_secrets (const char *path)
{
  g_autofree char *file = NULL, *slice = NULL, *label = NULL;
  gboolean is_slice = cyan_slice_split (path, &file, &slice);

  if (!cyan_http_is_address (path))
    return g_strdup (path);
  label = cyan_http_label (is_slice ? file : path);
  return cyan_slice_join (label, slice);
}

char **
cyan_paths_of_files (GSList *files)
{
  g_autoptr (GStrvBuilder) paths = g_strv_builder_new ();
  gboolean is_one = files != NULL && files->next == NULL;

  for (GSList *l = files; l != NULL; l = l->next)
    {
      g_autofree char *path = g_file_get_path (l->data);
      g_autofree char *address = path == NULL ? g_file_get_uri (l->data) : NULL;

      if (path == NULL && !cyan_http_is_address (address)
          && !(is_one && cyan_store_is_url (address)))
        return NULL;
      g_strv_builder_add (paths, path != NULL ? path : address);
    }
  return g_strv_builder_end (paths);
}

char **
cyan_paths_of_text (const char *text)
{
  g_auto (GStrv) words = g_strsplit_set (text, " \t\r\n", -1);
  g_autoptr (GStrvBuilder) addresses = g_strv_builder_new ();
  gboolean is_any = FALSE;

  for (guint i = 0; words[i] != NULL; i++)
    {
      if (*words[i] == '\0')
        continue;
      if (!cyan_http_is_address (words[i]))
        return NULL;
      g_strv_builder_add (addresses, words[i]);
      is_any = TRUE;
    }
  return is_any ? g_strv_builder_end (addresses) : NULL;
}

char **
cyan_paths_of_drop (const GValue *value)
{
  return G_VALUE_HOLDS_STRING (value) ? cyan_paths_of_text (g_value_get_string (value))
                                      : cyan_paths_of_files (g_value_get_boxed (value));
}

gboolean
cyan_path_is_store (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *index = g_build_filename (path, STORE_INDEX, NULL);
  g_autoptr (GFileInputStream) stream = NULL;
  char header[STORE_HEADER];
  gsize n = 0;

  if (g_file_test (index, G_FILE_TEST_IS_REGULAR))
    return TRUE;
  if (g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, NULL) != G_FILE_TYPE_REGULAR)
    return FALSE;
  stream = g_file_read (file, NULL, NULL);
  return stream != NULL
         && g_input_stream_read_all (G_INPUT_STREAM (stream), header, sizeof header, &n, NULL, NULL)
         && n == sizeof header && memcmp (header, STORE_MAGIC, sizeof STORE_MAGIC) == 0
         && memcmp (header + STORE_ID_OFFSET, STORE_ID, strlen (STORE_ID)) == 0;
}

/* A store that a web server has is a folder: its address ends with a slash. */
static gboolean
is_store_address (const char *address)
{
  return cyan_http_is_address (address)
             ? g_str_has_suffix (address, "/") && strchr (address, '?') == NULL
             : cyan_store_is_url (address);
}

CyanAlone
cyan_path_alone (const char *path)
{
  g_autofree char *git = g_build_filename (path, ".git", NULL);

  if (is_store_address (path))
    return CYAN_ALONE_STORE;
  if (cyan_http_is_address (path))
    return CYAN_ALONE_NOT;
  if (cyan_session_file_is_named (path))
    return CYAN_ALONE_SESSION;
  if (cyan_path_is_store (path))
    return CYAN_ALONE_STORE;
  return g_file_test (git, G_FILE_TEST_EXISTS) ? CYAN_ALONE_REPOSITORY : CYAN_ALONE_NOT;
}

/* ---- GTK's dialog ---- */

#define CHOOSER_KEY "cyan-chooser"
#define CHOSEN_KEY  "cyan-chosen"
/* Seconds that a hidden dialog stays.  GTK 4.18 uses a path bar without owning it while it asks for
 * the names of folders: if one answers slowly, and the dialog has gone, the program crashes. */
#define STAYS_SECONDS 60

static gboolean
end (gpointer chooser)
{
  g_object_unref (chooser);
  return G_SOURCE_REMOVE;
}

static void
put_away (gpointer chooser)
{
  GtkNativeDialog *dialog = chooser;

  gtk_native_dialog_set_transient_for (dialog, NULL);
  gtk_native_dialog_hide (dialog);
  g_timeout_add_seconds (STAYS_SECONDS, end, dialog);
}

static void
forget (GObject *parent)
{
  g_object_set_data (parent, CHOOSER_KEY, NULL);
}

static void
on_response (GtkFileChooser *chooser, int response, GObject *object)
{
  GtkWindow *parent = gtk_native_dialog_get_transient_for (GTK_NATIVE_DIALOG (chooser));
  CyanChosenFunc chosen = (CyanChosenFunc) g_object_get_data (G_OBJECT (chooser), CHOSEN_KEY);

  if (parent != NULL)
    forget (G_OBJECT (parent));
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GListModel) files = gtk_file_chooser_get_files (chooser);
      g_autoslist (GFile) list = NULL;
      g_auto (GStrv) paths = NULL;

      for (guint i = g_list_model_get_n_items (files); i-- > 0;)
        list = g_slist_prepend (list, g_list_model_get_item (files, i));
      paths = cyan_paths_of_files (list);
      if (list != NULL)
        chosen (object, (const char *const *) paths, chooser);
    }
}

GtkFileChooser *
cyan_chooser_new (GtkWindow *parent,
                  const char *title,
                  GtkFileChooserAction action,
                  const char *accept)
{
  GtkFileChooserNative *chooser =
      gtk_file_chooser_native_new (title, parent, action, accept, _ ("_Cancel"));

  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  return GTK_FILE_CHOOSER (chooser);
}

void
cyan_chooser_begin_at (GtkFileChooser *chooser, const char *path)
{
  g_autoptr (GFile) file = path != NULL ? g_file_new_for_path (path) : NULL;

  if (file != NULL)
    gtk_file_chooser_set_file (chooser, file, NULL);
}

void
cyan_chooser_show (GtkFileChooser *chooser, CyanChosenFunc chosen, gpointer object)
{
  GtkNativeDialog *dialog = GTK_NATIVE_DIALOG (chooser);
  GtkWindow *parent = gtk_native_dialog_get_transient_for (dialog);

  g_object_set_data (G_OBJECT (chooser), CHOSEN_KEY, (gpointer) chosen);
  g_signal_connect_object (chooser, "response", G_CALLBACK (on_response), object, 0);
  g_signal_handlers_disconnect_by_func (parent, forget, NULL);
  g_signal_connect (parent, "destroy", G_CALLBACK (forget), NULL);
  g_object_set_data_full (G_OBJECT (parent), CHOOSER_KEY, chooser, put_away);
  gtk_native_dialog_show (dialog);
}
