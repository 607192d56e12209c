/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Opens a file at a line in the user's editor.
 *
 * The setting editor-command selects it.  If it is empty, the desktop's application for the file is
 * used, which ignores the line.  File names are never passed to a shell.
 */
#pragma once

#include <gtk/gtk.h>

/* The arguments of @command, such as "code -g %f:%l": split like in a shell, then %f, %l and %% are
 * replaced; without %f the path is appended as an argument.  @path must be absolute, so that it
 * cannot be mistaken for an option.  Fails with G_SHELL_ERROR.  Free with g_strfreev(). */
char **cyan_editor_argv (const char *command, const char *path, guint line, GError **error);

/* Opens @path, absolute, at @line, from 1.  Reports errors with the action win.toast of @widget's
 * window. */
void cyan_editor_open (GtkWidget *widget, const char *path, guint line);
