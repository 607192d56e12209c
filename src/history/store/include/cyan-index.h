/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The index that makes a folder of profiles a store: see docs/store.md. */
#pragma once

#include "cyan-format.h"

/* Writes the index of all profiles in @folder, whole or not at all.  @project may be NULL.  Fails
 * if a profile cannot be read, if what is known about it contradicts itself, or if it is more than
 * an index may have, such as an empty name or too many values. */
gboolean cyan_index_make (const char *folder,
                          const char *project,
                          const CyanLoadOptions *options,
                          const CyanTick *tick,
                          guint *n_runs,
                          GError **error);
