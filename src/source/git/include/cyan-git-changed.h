/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The files that commits changed, by their names; no file is read.
 */
#pragma once

#include <glib.h>

#include "cyan-tick.h"

/* The paths that differ between each of @n @commits and the one before it in the array, as a
 * GPtrArray of GPtrArray of char *: bytes, relative to the root; a renamed file has both.  The
 * first commit has none.  Fails like cyan_git_tree_open(), and with CYAN_ERROR_LIMIT if two commits
 * differ in too many files. */
GPtrArray *cyan_git_changed_paths (const char *repository,
                                   const char *const *commits,
                                   guint n,
                                   const CyanTick *tick,
                                   GError **error);
