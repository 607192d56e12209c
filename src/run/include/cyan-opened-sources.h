/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The sources of a comparison: what was asked for, and what became of it.
 *
 * What a location has found it keeps; so the same revision is taken over from one comparison to the
 * next, and the same folder where its files are to count as they were read.
 */
#pragma once

#include "cyan-request.h"
#include "cyan-source-location.h"
#include "cyan-sync.h"

G_BEGIN_DECLS

/* By side: 0 is before and 1 is after.  Everything is owned. */
typedef struct
{
  CyanRefCount refs;
  char *named[2];                   /* what is open, or was to be; NULL if nothing was asked for */
  CyanSourceLocation *locations[2]; /* NULL where there are none */
  char **maps;                      /* that they were opened with, or NULL */
  char *problem;                    /* why there are none although they were asked for, or NULL */
  char *mismatch[2]; /* one line for people if what is open is another revision than the one that
                      * the profile was recorded at; or NULL */
  char *recorded[2]; /* what the profiles name, where nothing is open; both or none */
} CyanOpenedSources;

/* Opens the sources that @request names; if that fails, both sides have none.  @old (may be NULL) are
 * those of the comparison before this one; @keep_folders: its folders are taken over as they were
 * read.  For any thread; takes as long as opening two repositories. */
CyanOpenedSources *cyan_opened_sources_new (const CyanRequest *request,
                                            const CyanComparison *comparison,
                                            const CyanOpenedSources *old,
                                            gboolean keep_folders);
/* What can be said before a profile is read: FALSE if one that is given cannot be opened. */
gboolean cyan_opened_sources_check (const CyanRequest *request, GError **error);

CyanOpenedSources *cyan_opened_sources_ref (CyanOpenedSources *self);
void cyan_opened_sources_unref (CyanOpenedSources *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanOpenedSources, cyan_opened_sources_unref)

G_END_DECLS
