/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Warnings and meta data of several readers. */
#pragma once

#include "cyan-i18n.h"
#include "cyan-profile-builder.h"

/* Warns of @n_stray ends without a call, @n_cut calls that ended with the one around them and
 * @n_unfinished calls that are open at the end of the file, which is the last time stamp if @timed.
 * Does nothing if there are none. */
void cyan_warn_unpaired (CyanProfileBuilder *builder,
                         gboolean timed,
                         guint64 n_stray,
                         guint64 n_cut,
                         guint64 n_unfinished);

/* Maximum number of such names, of threads, say. */
#define CYAN_NAMES_MAX 16

/* Adds a copy of @name to @names, which frees them, unless it is empty, there already, or one too
 * many. */
void cyan_names_add (GPtrArray *names, const char *name);
/* Sets @key in the meta data of @builder to @names, if there are any; nothing can be added
 * afterwards. */
void cyan_names_set (GPtrArray *names, CyanProfileBuilder *builder, const char *key);
