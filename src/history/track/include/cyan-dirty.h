/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A work tree as a revision: what is not committed yet can be measured, too.
 */
#pragma once

#include "cyan-tick.h"

/* Begins the id of such a revision. */
#define CYAN_DIRTY_PREFIX "dirty-"

/* The id of the work tree of @repository as it is now: of the names, modes and contents of its
 * files. If @folder is not NULL, the files are copied to this folder, which must not exist.  Caller
 * frees; NULL with @error. */
char *
cyan_dirty_copy (const char *repository, const char *folder, const CyanTick *tick, GError **error);
