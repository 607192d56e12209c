/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is said of calls and ends of calls that do not pair. */
#pragma once

#include "cyan-profile-builder.h"

/* Warns of @n_stray ends without a call, @n_cut calls that ended with the one around them and
 * @n_unfinished calls that are open at the end of the file, which is the last time stamp if @timed.
 * Does nothing if there are none. */
void cyan_warn_unpaired (CyanProfileBuilder *builder,
                         gboolean timed,
                         guint64 n_stray,
                         guint64 n_cut,
                         guint64 n_unfinished);
