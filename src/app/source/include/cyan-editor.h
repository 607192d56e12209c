/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Opens a file at a line in the editor of the user's choice.
 *
 * The setting editor-command says which; empty, the desktop's application for the file is taken,
 * which knows of no line.  No shell ever sees a file's name.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The arguments that @command, "code -g %f:%l", stands for: split as a shell does, then %f, %l and
 * %% are replaced; without any %f the path is one more argument at the end.  @path is absolute, so
 * that no option can be made of it.  Fails with G_SHELL_ERROR.  Free with g_strfreev(). */
char **cyan_editor_argv (const char *command, const char *path, guint line, GError **error);

/* Opens @path, absolute, at @line, from 1.  What goes wrong is said by the action win.say of
 * @widget's window. */
void cyan_editor_open (GtkWidget *widget, const char *path, guint line);

G_END_DECLS
