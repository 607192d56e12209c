/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The source locations of a comparison: those requested, and the result of opening them.
 *
 * A location caches what it finds.  So the next comparison reuses the same revision, and also the
 * same folder if its files shall keep the state in which they were read.
 */
#pragma once

#include "cyan-request.h"
#include "cyan-source-location.h"
#include "cyan-sync.h"

/* By side: 0 is before and 1 is after.  All fields are owned. */
typedef struct
{
  CyanRefCount refs;
  char *named[2];                   /* the location that was opened, or that failed to open; NULL if
                                     * none was requested */
  CyanSourceLocation *locations[2]; /* NULL if none is open */
  char **maps;                      /* path maps used for opening, or NULL */
  char *problem;                    /* why the requested sources could not be opened, or NULL */
  char *mismatch[2]; /* one line for people if the open revision is not the one that the profile was
                      * recorded at; or NULL */
  char *recorded[2]; /* the locations that the profiles name, if none is open; both or none */
} CyanOpenedSources;

/* Opens the sources that @request names for the @profiles before and after; before is NULL if there
 * is only one profile, whose sources are those of after.  If that fails, neither side has sources.
 * @old (may be NULL) are those of the previous comparison; with @keep_folders its folders are
 * reused as they were read.  For any thread; takes as long as opening two repositories.  Free with
 * cyan_opened_sources_unref(). */
CyanOpenedSources *cyan_opened_sources_new (const CyanRequest *request,
                                            const CyanProfile *const *profiles,
                                            const CyanOpenedSources *old,
                                            gboolean keep_folders);
/* Checks that the sources given can be opened, before a profile is read.  FALSE with an error if
 * not. */
gboolean cyan_opened_sources_check (const CyanRequest *request, GError **error);

CyanOpenedSources *cyan_opened_sources_ref (CyanOpenedSources *self);
void cyan_opened_sources_unref (CyanOpenedSources *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanOpenedSources, cyan_opened_sources_unref)
