/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The files of a work tree.
 */
#pragma once

#include <glib.h>

/* The paths of all files and links in the work tree of @repository that are tracked, or that are
 * neither tracked nor ignored, as a sorted GPtrArray of char *; free with g_ptr_array_unref().
 * Sets *@folder, which the caller frees, to the work tree.  Submodules are left out.  Fails like
 * cyan_git_repository_open(), and with CYAN_ERROR_UNSUPPORTED for a bare repository. */
GPtrArray *cyan_git_list_work_files (const char *repository, char **folder, GError **error);
