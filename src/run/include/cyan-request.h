/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is to be compared, and how: the runs of each side, their sources, names, methods and limits.
 * `cyan`, the window and the tests all ask by it.
 */
#pragma once

#include "cyan-comparison.h"
#include "cyan-format.h"
#include "cyan-name-filter.h"

G_BEGIN_DECLS

/* By side: 0 is before and 1 is after.  Everything is owned but the filter. */
typedef struct
{
  /* Paths, NULL-terminated; "-" is standard input, once at most.  Without any after there is one
   * profile only, which is shown as a plain tree. */
  char **runs[2];
  GPtrArray *profiles[2]; /* of CyanProfile: runs that are loaded already, in place of paths; or
                           * NULL.  They stay as they are. */
  char *sources[2];       /* folders, or "REPOSITORY@REVISION"; or NULL */
  char *repository;       /* in place of both; or NULL */
  char *revisions[2];     /* of it; NULL: what the profile says */
  char **maps;            /* "FROM=TO", NULL-terminated; or NULL: see cyan_source_location_map() */
  char *rename_file;      /* see docs/names.md; or NULL */
  gboolean raw_names;     /* no built-in rules of names */
  const CyanNameFilter *ignore; /* the caller's: functions whose time, with all that they call, is
                                 * left out of all runs; or NULL */
  char *metric;                 /* by name; NULL: each profile's first */
  CyanMatchMethod match;
  gboolean strict; /* these four as in CyanCompareOptions */
  double threshold;
  double alpha;
  double sample_period;
  CyanLoadOptions limits; /* of each side */
  gboolean match_chosen;  /* in the window: to be remembered once it is there */
} CyanRequest;

/* With one run on a side, either of which may be NULL; all else as it is by default. */
CyanRequest *cyan_request_new (const char *before, const char *after);
CyanRequest *cyan_request_copy (const CyanRequest *self);
/* A copy with before and after exchanged. */
CyanRequest *cyan_request_swapped (const CyanRequest *self);
void cyan_request_free (CyanRequest *self);

/* Replaces all runs of @side. */
void cyan_request_set_runs (CyanRequest *self, guint side, const char *const *paths);
/* Adds a loaded run to @side, which has no paths. */
void cyan_request_add_profile (CyanRequest *self, guint side, CyanProfile *profile);
guint cyan_request_n_runs (const CyanRequest *self, guint side);
/* Whether both ask for the same files, on the same sides. */
gboolean cyan_request_same_files (const CyanRequest *self, const CyanRequest *other);

/* Whether any sources are asked for. */
gboolean cyan_request_wants_sources (const CyanRequest *self);
/* What holds the sources of @side: a folder, or "REPOSITORY@REVISION".  @profile may be NULL: it is
 * asked for its revision where none is given.  NULL if nothing is asked for, or not yet known.
 * Caller frees. */
char *cyan_request_source (const CyanRequest *self, guint side, const CyanProfile *profile);
/* Asks for these in place of any others; each may be NULL. */
void cyan_request_set_sources (CyanRequest *self, const char *before, const char *after);
/* Forgets those of @side, whose profile is another one now. */
void cyan_request_drop_sources (CyanRequest *self, guint side);

/* Reads "context", "common-tree" or "path"; FALSE for anything else. */
gboolean cyan_match_method_parse (const char *name, CyanMatchMethod *method);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanRequest, cyan_request_free)

G_END_DECLS
