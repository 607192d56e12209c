/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GTK's dialog for files, one at a time for each window; and what files seem to be. */
#pragma once

#include <gtk/gtk.h>

/* @paths is a NULL-terminated list with at least one path, or NULL if a file is not on this
 * computer. All is borrowed. */
typedef void (*CyanChosenFunc) (gpointer object, const char *const *paths, GtkFileChooser *chooser);

/* A modal dialog of @parent with @accept on its button, not shown yet. */
GtkFileChooser *cyan_chooser_new (GtkWindow *parent,
                                  const char *title,
                                  GtkFileChooserAction action,
                                  const char *accept);

/* It begins at @path, which may be NULL. */
void cyan_chooser_begin_at (GtkFileChooser *chooser, const char *path);

/* Shows @chooser and takes it, in place of another one of its window.  Calls @chosen with @object,
 * a GObject, unless the user cancels or one of the two ends before. */
void cyan_chooser_show (GtkFileChooser *chooser, CyanChosenFunc chosen, gpointer object);

/* ---- paths ---- */

/* The name of a file, which may have a slice, without its folders, and that of its folder, for
 * people; of an address all but its scheme, and its server.  Caller frees. */
char *cyan_path_name (const char *path);
char *cyan_path_folder (const char *path);
/* What may be stored of @path, which may have a slice: of an address its label.  Caller frees. */
char *cyan_path_without_secrets (const char *path);

/* The paths of @files, a list of GFile, or their addresses of HTTP; of a single one the address of a store.
 * NULL if another one is not on this computer.  Free with g_strfreev(). */
char **cyan_paths_of_files (GSList *files);

/* The addresses of HTTP that @text consists of, with spaces between them; NULL: it is another text.  Free with
 * g_strfreev(). */
char **cyan_paths_of_text (const char *text);
/* The same of what was dropped; see cyan_files_droppable(). */
char **cyan_paths_of_drop (const GValue *value);

typedef enum
{
  CYAN_ALONE_NOT, /* a profile */
  CYAN_ALONE_SESSION,
  CYAN_ALONE_STORE,
  CYAN_ALONE_REPOSITORY, /* whose revisions can be tried */
} CyanAlone;

/* Why @path, which may be an address, is not one of two sides that are compared.  The window's
 * action "open-alone" opens it. */
CyanAlone cyan_path_alone (const char *path);

/* Whether there is a store at @path: a file of SQLite that says so in its header, or a folder with
 * an index.  A pipe is not read. */
gboolean cyan_path_is_store (const char *path);
