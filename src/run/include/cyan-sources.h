/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which sources belong to a comparison: what was asked for, and what the profiles say themselves.
 */
#pragma once

#include "cyan-comparison.h"
#include "cyan-function-text.h"
#include "cyan-source-location.h"
#include "cyan-tick.h"

G_BEGIN_DECLS

/* By side: 0 is before and 1 is after.  Strings are the caller's; all may be NULL. */
typedef struct
{
  const char *locations[2]; /* a directory, or "REPOSITORY@REVISION" */
  const char *repository;   /* in place of both locations */
  const char *revisions[2]; /* of the repository; NULL: what the profile says */
  const char *const *maps;  /* "FROM=TO", NULL-terminated: see cyan_source_location_map() */
} CyanSourcesOptions;

/* Whether any sources are asked for. */
gboolean cyan_sources_wanted (const CyanSourcesOptions *options);

/* What can be said before a profile is read: that options do not go together, or that a location
 * that is given cannot be opened. */
gboolean cyan_sources_check (const CyanSourcesOptions *options, GError **error);

/* Opens the locations of both sides, which stay NULL if none are asked for; to be released by the
 * caller.  Fails as cyan_source_location_open() does, and if a revision is neither given nor
 * recorded. */
gboolean cyan_sources_open (const CyanSourcesOptions *options,
                            const CyanComparison *comparison,
                            CyanSourceLocation *locations[2],
                            GError **error);

/* Opens one location with maps; NULL on error. */
CyanSourceLocation *
cyan_sources_open_one (const char *location, const char *const *maps, GError **error);

/* The location that a profile names for its own sources by its meta data "source-root" and
 * "revision", if that is on this computer; else NULL.  Caller frees. */
char *cyan_sources_recorded (const CyanProfile *profile);

/* One line for people if @location is a revision, and another than the one that @profile names for
 * its sources; else NULL.  @side: 0 or 1.  Caller frees. */
char *
cyan_sources_mismatch (const CyanProfile *profile, guint side, const CyanSourceLocation *location);

/* The text of a function of @profile, which has normal names, by all that it knows of it; see
 * cyan_source_location_find(). */
CyanFunctionText *cyan_sources_find (const CyanProfile *profile,
                                     guint32 function,
                                     CyanSourceLocation *location,
                                     const CyanTick *tick,
                                     GError **error);

/* Tells @location which functions @profile, which has normal names, will ask for: see cyan_source_location_expect(). */
void cyan_sources_expect (const CyanProfile *profile, CyanSourceLocation *location);

/* @profile with the hash of its body for every function that is found in @location, so that it can
 * be compared when its sources are gone.  *@n_found counts those.  NULL only with
 * CYAN_ERROR_CANCELLED. */
CyanProfile *cyan_sources_hash (const CyanProfile *profile,
                                CyanSourceLocation *location,
                                guint *n_found,
                                const CyanTick *tick,
                                GError **error);

G_END_DECLS
