/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The files of a location: their texts and functions, found once and kept.
 *
 * Files are read and tagged when a question first needs them.  For one thread at a time.
 */
#pragma once

#include <glib.h>

#include "cyan-extents.h"
#include "cyan-function-text.h"
#include "cyan-source-files.h"
#include "cyan-tick.h"

G_BEGIN_DECLS

typedef struct
{
  char *path;
  char *text;      /* a GRefString; NULL until read, or since dropped */
  guint text_hash; /* of what was tagged */
  GArray *extents; /* of CyanExtent; NULL until tagged, or if that failed */
  GError *error;   /* why there are none */
} CyanSourceFile;

typedef struct
{
  CyanSourceFile *file;
  guint extent; /* index into its extents */
} CyanDefinition;

typedef struct _CyanSourceTree CyanSourceTree;

CyanSourceTree *cyan_source_tree_open (const char *path, GError **error);
void cyan_source_tree_free (CyanSourceTree *self);

/* Time that ctags may take for one file, instead of CYAN_CTAGS_TIMEOUT_MS. */
void cyan_source_tree_set_ctags_timeout (CyanSourceTree *self, guint timeout_ms);

/* The file at @path with its functions, owned by the tree.  What failed once is not tried again. */
CyanSourceFile *cyan_source_tree_get_file (CyanSourceTree *self,
                                           const char *path,
                                           const CyanTick *tick,
                                           GError **error);

/* Reads the file's text again if it was dropped; fails with CYAN_ERROR_UNSUPPORTED if it is another
 * by now than the one its functions were found in. */
gboolean cyan_source_tree_load_text (CyanSourceTree *self, CyanSourceFile *file, GError **error);

/* A text with one reference: an extent of @file, or all of it if that is NULL.  NULL if the file
 * cannot be read any more. */
CyanFunctionText *cyan_source_tree_function_text (CyanSourceTree *self,
                                                  CyanSourceFile *file,
                                                  const CyanExtent *extent,
                                                  GError **error);

/* The paths of all files in a language we know, sorted; owned by the tree. */
const GPtrArray *cyan_source_tree_list (CyanSourceTree *self, const CyanTick *tick, GError **error);

/* Whether @path has the same content in both trees, as far as that can be told by reading alone. */
gboolean cyan_source_tree_same_file (CyanSourceTree *self, CyanSourceTree *other, const char *path);

/* Identifiers that will be asked for: texts that hold them are kept when all are looked through. */
void cyan_source_tree_expect (CyanSourceTree *self, const char *identifier);

/* All definitions of @identifier in the tree, as a GArray of CyanDefinition in the order of their
 * paths and lines, owned by the tree; empty if there are none.  Reads every file at first; only
 * those that can define the identifier are tagged.  @n_unread: files that could not be read, and
 * those with the identifier that could not be tagged. */
const GArray *cyan_source_tree_define (CyanSourceTree *self,
                                       const char *identifier,
                                       guint *n_unread,
                                       const CyanTick *tick,
                                       GError **error);

/* For tests: whether the functions of @path have been looked for. */
gboolean cyan_source_tree_is_tagged (const CyanSourceTree *self, const char *path);

/* Called now and then while all files are read: others may use the tree meanwhile. */
void
cyan_source_tree_set_yield (CyanSourceTree *self, void (*yield) (gpointer data), gpointer data);

/* See cyan_source_location_map(). */
gboolean
cyan_source_tree_map (CyanSourceTree *self, const char *from, const char *to, GError **error);

/* The files themselves, for what they are called. */
const CyanSourceFiles *cyan_source_tree_files (const CyanSourceTree *self);

/* The paths that @file, as a compiler or an interpreter recorded it, can be: those that share the
 * longest tail with it, or the one that a map leads to.  Owned by the tree; may be empty. */
const GPtrArray *cyan_source_tree_resolve (CyanSourceTree *self,
                                           const char *file,
                                           const CyanTick *tick,
                                           GError **error);

G_END_DECLS
