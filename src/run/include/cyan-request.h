/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A request: what to compare, and how.  It holds the runs of each side, their sources, names,
 * methods and limits.  `cyan`, the window and the tests all use it.
 */
#pragma once

#include "cyan-comparison.h"
#include "cyan-format.h"
#include "cyan-name-claims.h"
#include "cyan-name-filter.h"
#include "cyan-recordings.h"

/* By side: 0 is before and 1 is after.  All fields are owned except for the filter. */
typedef struct
{
  /* Paths, NULL-terminated; "-" is standard input, at most once.  If after has none, the single
   * profile is shown as a plain tree. */
  char **runs[2];
  GPtrArray *profiles[2];     /* of CyanProfile: runs that are already loaded, instead of paths; or
                           * NULL.  They do not change. */
  CyanRecordings *recordings; /* files in it are not read again; or NULL */
  char *sources[2];           /* folders, or "REPOSITORY@REVISION"; or NULL */
  char *repository;           /* instead of both; or NULL */
  char *revisions[2];         /* revisions in the repository; NULL: the revision that the profile
                           * names */
  gboolean no_sources;        /* a store that names a repository does not give it */
  char *names[2];             /* of the sides in headings; NULL: as their profiles or files say */
  char **maps;        /* "FROM=TO", NULL-terminated; or NULL: see cyan_source_location_map() */
  char *rename_file;  /* see docs/names.md; or NULL */
  gboolean raw_names; /* do not apply the built-in name rules */
  GPtrArray *claims;  /* of CyanNameClaim, besides those of the file; NULL: none */
  const CyanNameFilter *ignore; /* borrowed: functions whose time, with that of all callees, is left
                                 * out of all runs; or NULL */
  gboolean
      per_second; /* sides of different lengths are compared as if they were equally long, which
                        * slices by time are without it */
  char *slowest;  /* the single run of before is compared with itself: its slowest requests, as
                  * cyan_slice_slowest() takes them, with some in the middle; NULL: it is not */
  /* With the metric interned, and without names, claims and evidence, which the pipeline finds. */
  CyanCompareOptions how;
  /* Of each run, with the unit of those without one; the memory is that of all runs of both
   * sides.  The request owns the cache of its addresses, if it has one, and shares it with its copies. */
  CyanLoadOptions limits;
} CyanRequest;

/* Creates a request with one run on each side; either may be NULL.  All other fields have their
 * defaults.  Free with cyan_request_free(). */
CyanRequest *cyan_request_new (const char *before, const char *after);
CyanRequest *cyan_request_copy (const CyanRequest *self);
/* A copy with before and after exchanged. */
CyanRequest *cyan_request_swapped (const CyanRequest *self);
void cyan_request_free (CyanRequest *self);

/* Replaces all runs of @side by files. */
void cyan_request_set_runs (CyanRequest *self, guint side, const char *const *paths);
/* Adds a loaded run to @side, which must not have paths. */
void cyan_request_add_profile (CyanRequest *self, guint side, CyanProfile *profile);
guint cyan_request_n_runs (const CyanRequest *self, guint side);
/* Addresses are asked once from now on, by this request and its copies. */
void cyan_request_cache_answers (CyanRequest *self);
/* The servers of @addresses, NULL-terminated, perhaps with slices, are asked anew, whatever is in the cache;
 * NULL: all of them.  Other paths may be among them. */
void cyan_request_ask_anew (CyanRequest *self, const char *const *addresses);
/* Whether both requests have the same files on the same sides, and the same slowest of them; or
 * loaded runs, of which one request is a copy of the other. */
gboolean cyan_request_same_files (const CyanRequest *self, const CyanRequest *other);

/* The same of files, whatever slices of them. */
gboolean cyan_request_same_recordings (const CyanRequest *self, const CyanRequest *other);

/* Whether the request names any sources. */
gboolean cyan_request_wants_sources (const CyanRequest *self);
/* The location of the sources of @side: a folder, or "REPOSITORY@REVISION".  If no revision is
 * given, that of @profile (may be NULL) is used.  NULL if nothing is requested, or the revision is
 * not known yet.  Caller frees. */
char *cyan_request_source (const CyanRequest *self, guint side, const CyanProfile *profile);
/* Replaces the sources of both sides; each may be NULL. */
void cyan_request_set_sources (CyanRequest *self, const char *before, const char *after);
/* Removes the sources of @side, after its profile was replaced. */
void cyan_request_drop_sources (CyanRequest *self, guint side);

/* Parses "context", "common-tree" or "path".  FALSE for other text. */
gboolean cyan_match_method_parse (const char *name, CyanMatchMethod *method);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanRequest, cyan_request_free)
