/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a window is asked to open: the runs of each side, their sources, and how to compare.
 */
#pragma once

#include "cyan-match.h"

G_BEGIN_DECLS

/* By side: 0 is before and 1 is after.  Everything is owned. */
typedef struct
{
  char **runs[2];   /* paths, NULL-terminated; without any after there is one profile only, which is
                     * shown as a plain tree */
  char *sources[2]; /* folders, or "REPOSITORY@REVISION"; or NULL */
  char *repository; /* in place of both; or NULL */
  char *revisions[2]; /* of it; NULL: what the profile says */
  char **maps;        /* "FROM=TO", NULL-terminated; or NULL: see cyan_source_location_map() */
  char *rename_file;  /* see docs/names.md; or NULL */
  gboolean raw_names;
  char *metric; /* by name; NULL: each profile's first */
  CyanMatchMethod match;
  gboolean match_chosen; /* in the window: to be remembered once it is there */
} CyanRequest;

/* No files yet; matched by what was chosen last. */
CyanRequest *cyan_request_new (void);
/* With one run on a side; either may be NULL. */
CyanRequest *cyan_request_new_pair (const char *before, const char *after);
CyanRequest *cyan_request_copy (const CyanRequest *self);
/* A copy with before and after exchanged. */
CyanRequest *cyan_request_swapped (const CyanRequest *self);
void cyan_request_free (CyanRequest *self);

/* Replaces all runs of @side. */
void cyan_request_set_runs (CyanRequest *self, guint side, const char *const *paths);
guint cyan_request_n_runs (const CyanRequest *self, guint side);
/* Whether both ask for the same files, on the same sides. */
gboolean cyan_request_same_files (const CyanRequest *self, const CyanRequest *other);

/* Whether any sources are asked for. */
gboolean cyan_request_wants_sources (const CyanRequest *self);
/* Asks for these in place of any others; each may be NULL. */
void cyan_request_set_sources (CyanRequest *self, const char *before, const char *after);
/* Forgets those of @side, whose profile is another one now. */
void cyan_request_drop_sources (CyanRequest *self, guint side);
/* Whether both ask for the same sources, paths mapped in the same way. */
gboolean cyan_request_same_sources (const CyanRequest *self, const CyanRequest *other);

/* Reads "context", "common-tree" or "path"; FALSE for anything else. */
gboolean cyan_match_method_parse (const char *name, CyanMatchMethod *method);

/* The paths of @files, a list of GFile; NULL if one is not on this computer.  Free with
 * g_strfreev(). */
char **cyan_paths_of_files (GSList *files);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanRequest, cyan_request_free)

G_END_DECLS
