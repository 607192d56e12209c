/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the functions that changed between two source locations.
 *
 * PARCS (Mostafa and Krintz 2009, section 3) classifies the functions of two versions as added,
 * deleted, modified and renamed; this also recognises moved functions.  Files that are equal on
 * both sides are not read.
 */
#pragma once

#include "cyan-change.h"
#include "cyan-source-location.h"
#include "cyan-tick.h"

typedef enum
{
  CYAN_FUNCTION_ADDED,
  CYAN_FUNCTION_DELETED,
  CYAN_FUNCTION_MODIFIED,
  CYAN_FUNCTION_RENAMED,     /* has another name, perhaps in another file */
  CYAN_FUNCTION_MOVED,       /* has the same name in another file */
  CYAN_FUNCTION_REFORMATTED, /* is written differently, but means the same */
  CYAN_FUNCTION_UNMODIFIED,
} CyanFunctionFate;

/* By CyanFunctionFate: "added", "deleted", ... and NULL. */
extern const char *const cyan_function_fate_names[];

/* By side: 0 is before and 1 is after; NULL and 0 on a side without the function. */
typedef struct
{
  CyanFunctionFate fate;
  CyanChange change; /* of the body of functions on both sides; a renamed or moved function may be
                      * modified too */
  char *name[2];     /* with scopes, in the syntax of the language */
  char *path[2];
  guint first_line[2], last_line[2];
  guint64 hash[2]; /* see cyan_function_text_hash_named(); 0 on a side without the function */
} CyanFunctionChange;

typedef struct
{
  GPtrArray *changes; /* of CyanFunctionChange, sorted by path and line (of after, else of
                       * before) */
  guint n_unmodified; /* in files that were read; equal files are not counted */
  guint n_reformatted;
  guint n_equal_files;
  GPtrArray *unread; /* of char *: one line for each file that could not be read: the location, the
                      * file and the reason; the file of the same path on the other side is ignored
                      * too */
} CyanFunctionChanges;

void cyan_function_changes_free (CyanFunctionChanges *self);

/* Compares all functions of the files in known languages.  Functions without a name count as a part
 * of the enclosing function.  With @with_unmodified, all files are read and reformatted and
 * unmodified functions are listed too.  Fails with CYAN_ERROR_UNSUPPORTED if no file can be read at
 * all, for example without ctags. */
CyanFunctionChanges *cyan_function_changes_new (CyanSourceLocation *before,
                                                CyanSourceLocation *after,
                                                gboolean with_unmodified,
                                                const CyanTick *tick,
                                                GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanFunctionChanges, cyan_function_changes_free)
