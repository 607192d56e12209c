/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The sources of a profile: their location, and the functions in them.
 */
#pragma once

#include "cyan-change.h"
#include "cyan-comparison.h"
#include "cyan-function-text.h"
#include "cyan-source-location.h"
#include "cyan-tick.h"

/* Opens a location with @maps, "FROM=TO", NULL-terminated, or NULL: see cyan_source_location_map().
 * NULL on error. */
CyanSourceLocation *
cyan_sources_open_one (const char *location, const char *const *maps, GError **error);

/* The location of its sources that a profile names in its meta data "source-root" and "revision",
 * if it exists on this computer; else NULL.  Caller frees. */
char *cyan_sources_recorded (const CyanProfile *profile);

/* One line for people if @location is a revision other than the one that @profile names; else NULL.
 * @side: 0 or 1.  Caller frees. */
char *
cyan_sources_mismatch (const CyanProfile *profile, guint side, const CyanSourceLocation *location);

/* The text of a function of @profile, which must have normal names; see
 * cyan_source_location_find(). */
CyanFunctionText *cyan_sources_find (const CyanProfile *profile,
                                     guint32 function,
                                     CyanSourceLocation *location,
                                     const CyanTick *tick,
                                     GError **error);

/* How often a location defines a function. */
typedef struct
{
  CyanDefined defined;
  guint n; /* 0 unless that is certain */
} CyanSourcesDefined;

/* Whether @location defines a function of @profile, by its recorded name, else by its @label, which
 * is readable if the recorded name is mangled.  FALSE only with CYAN_ERROR_CANCELLED. */
gboolean cyan_sources_define (const CyanProfile *profile,
                              guint32 function,
                              const char *label,
                              CyanSourceLocation *location,
                              CyanSourcesDefined *found,
                              const CyanTick *tick,
                              GError **error);
/* Which versions have a function that only the profile of @side has; @found is by side. */
CyanPresence cyan_sources_presence (const CyanSourcesDefined found[2], guint side);

/* Announces to @location the functions of @profile, which must have normal names: see
 * cyan_source_location_expect(). */
void cyan_sources_expect (const CyanProfile *profile, CyanSourceLocation *location);

/* Copies @profile and adds the body hash of every function that is found in @location, so that it
 * can be compared without its sources later.  Sets *@n_found to their number.  NULL only with
 * CYAN_ERROR_CANCELLED. */
CyanProfile *cyan_sources_hash (const CyanProfile *profile,
                                CyanSourceLocation *location,
                                guint *n_found,
                                const CyanTick *tick,
                                GError **error);
