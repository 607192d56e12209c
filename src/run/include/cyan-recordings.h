/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Recordings that were read once, with their pieces, so that every slice of them is there at once.
 *
 * They do not change, and any thread may read them.
 */
#pragma once

#include "cyan-format.h"

typedef struct _CyanRecordings CyanRecordings;

/* Reads each of the files @paths, NULL-terminated, once; a path may have a slice, which does not
 * count.  Limits and errors are those of cyan_profile_load(). */
CyanRecordings *cyan_recordings_read (const char *const *paths,
                                      const CyanLoadOptions *options,
                                      const CyanTick *tick,
                                      GError **error);
CyanRecordings *cyan_recordings_ref (CyanRecordings *self);
void cyan_recordings_unref (CyanRecordings *self);

/* The whole recording in the file of @path, or NULL; borrowed. */
CyanProfile *cyan_recordings_find (const CyanRecordings *self, const char *path);

/* The profile of @path, which may have a slice.  The caller unrefs it.  NULL without @error if its
 * file is none of these. */
CyanProfile *cyan_recordings_profile (const CyanRecordings *self,
                                      const char *path,
                                      const CyanTick *tick,
                                      GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanRecordings, cyan_recordings_unref)
