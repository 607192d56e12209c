/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A repository in one file, as `git bundle create` writes it.
 */
#pragma once

#include <glib.h>

/* Makes a bare repository in the new folder @folder of the @length bytes of a bundle; @name stands
 * for it in messages.  HEAD is its first branch.  Fails with CYAN_ERROR_INVALID if it is no bundle,
 * is damaged or cannot be unpacked there, with CYAN_ERROR_UNSUPPORTED if it needs other commits. */
gboolean cyan_git_unbundle (
    const char *name, gconstpointer bytes, gsize length, const char *folder, GError **error);
