/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The sources of a profile: where it says they are, and its functions in them.
 */
#pragma once

#include "cyan-comparison.h"
#include "cyan-function-text.h"
#include "cyan-source-location.h"
#include "cyan-tick.h"

G_BEGIN_DECLS

/* Opens one location with @maps, "FROM=TO", NULL-terminated, or NULL: see cyan_source_location_map().
 * NULL on error. */
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
