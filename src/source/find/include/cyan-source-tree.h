/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The files of a location, with their texts and functions, cached.
 *
 * Files are read and tagged when a search first needs them.  For one thread at a time.
 */
#pragma once

#include <glib.h>

#include "cyan-extents.h"
#include "cyan-function-text.h"
#include "cyan-source-files.h"
#include "cyan-tick.h"
#include "cyan-source-location.h"

typedef struct
{
  char *path;
  char *text;      /* a GRefString; NULL until read, or after it was dropped */
  guint text_hash; /* of the text that was tagged */
  GArray *extents; /* of CyanExtent; NULL until tagged, or if that failed */
  GError *error;   /* the reason if there are no extents */
} CyanSourceFile;

typedef struct
{
  CyanSourceFile *file;
  guint extent; /* index into its extents */
} CyanDefinition;

typedef struct _CyanSourceTree CyanSourceTree;

CyanSourceTree *cyan_source_tree_open (const char *path, GError **error);
void cyan_source_tree_free (CyanSourceTree *self);

/* Sets the time limit of ctags for a file, instead of CYAN_CTAGS_TIMEOUT_MS. */
void cyan_source_tree_set_ctags_timeout (CyanSourceTree *self, guint timeout_ms);

/* The file at @path with its functions, owned by the tree.  A failure is cached. */
CyanSourceFile *cyan_source_tree_get_file (CyanSourceTree *self,
                                           const char *path,
                                           const CyanTick *tick,
                                           GError **error);

/* Reads the file's text again if it was dropped.  Fails with CYAN_ERROR_UNSUPPORTED if the text has
 * changed since its functions were found. */
gboolean cyan_source_tree_load_text (CyanSourceTree *self, CyanSourceFile *file, GError **error);

/* The text of an extent of @file, or of the whole file if that is NULL; a new reference.  NULL if
 * the file cannot be read any more. */
CyanFunctionText *cyan_source_tree_function_text (CyanSourceTree *self,
                                                  CyanSourceFile *file,
                                                  const CyanExtent *extent,
                                                  GError **error);

/* The paths of all files in known languages, sorted; owned by the tree. */
const GPtrArray *cyan_source_tree_list (CyanSourceTree *self, const CyanTick *tick, GError **error);

/* Whether @path is known to have the same content in both trees, without searching for functions.
 */
gboolean cyan_source_tree_same_file (CyanSourceTree *self, CyanSourceTree *other, const char *path);

/* See cyan_source_files_content_id(). */
char *cyan_source_tree_content_id (CyanSourceTree *self, const char *path);

/* Announces an identifier that will be searched: texts that contain it are kept when all are read.
 */
void cyan_source_tree_expect (CyanSourceTree *self, const char *identifier);

/* All definitions of @identifier in the tree, as a GArray of CyanDefinition sorted by path and
 * line, owned by the tree; empty if there are none.  The first call reads every file; only files
 * that may define the identifier are tagged.  Sets @n_unread to the number of files that could not
 * be read, or that contain the identifier and could not be tagged. */
const GArray *cyan_source_tree_define (CyanSourceTree *self,
                                       const char *identifier,
                                       guint *n_unread,
                                       const CyanTick *tick,
                                       GError **error);

/* For tests: whether the functions of @path have been searched. */
gboolean cyan_source_tree_is_tagged (const CyanSourceTree *self, const char *path);

/* Sets a function that is called from time to time while all files are read; other threads may use
 * the tree during the call. */
void
cyan_source_tree_set_yield (CyanSourceTree *self, void (*yield) (gpointer data), gpointer data);

/* See cyan_source_location_map(). */
gboolean
cyan_source_tree_map (CyanSourceTree *self, const char *from, const char *to, GError **error);

/* The underlying files. */
const CyanSourceFiles *cyan_source_tree_files (const CyanSourceTree *self);

/* The paths that @file, as a compiler or an interpreter recorded it, may be: those with the longest
 * common tail, or the one that a map gives.  Owned by the tree; may be empty. */
const GPtrArray *cyan_source_tree_resolve (CyanSourceTree *self,
                                           const char *file,
                                           const CyanTick *tick,
                                           GError **error);

/* Whether @path, which @file resolves to, is certain to be that file: a map gives it, or one of the
 * two paths is the end of the other.  Else they have only their last steps in common. */
gboolean cyan_source_tree_is_whole (CyanSourceTree *self, const char *file, const char *path);

/* ---- access to the tree of a location, for searches and for tests ---- */

/* Sets the time limit of ctags for a file, instead of CYAN_CTAGS_TIMEOUT_MS.  Call it before the
 * first search. */
void cyan_source_location_set_ctags_timeout (CyanSourceLocation *self, guint timeout_ms);

/* Gives the calling thread exclusive access to the location's tree until
 * cyan_source_location_release().  NULL with CYAN_ERROR_CANCELLED if cancelled while waiting. */
CyanSourceTree *
cyan_source_location_acquire (CyanSourceLocation *self, const CyanTick *tick, GError **error);
void cyan_source_location_release (CyanSourceLocation *self);
