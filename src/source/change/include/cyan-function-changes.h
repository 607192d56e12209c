/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How the functions of one source location changed in another.
 *
 * PARCS (Mostafa and Krintz 2009, section 3) sorts the functions of two versions into added,
 * deleted, modified and renamed; here moved ones are recognised, too.  Files that are equal on both
 * sides are not read.
 */
#pragma once

#include "cyan-change.h"
#include "cyan-source-location.h"
#include "cyan-tick.h"

G_BEGIN_DECLS

typedef enum
{
  CYAN_FUNCTION_ADDED,
  CYAN_FUNCTION_DELETED,
  CYAN_FUNCTION_MODIFIED,
  CYAN_FUNCTION_RENAMED, /* another name, maybe another file too */
  CYAN_FUNCTION_MOVED,   /* the same name in another file */
  CYAN_FUNCTION_UNMODIFIED,
} CyanFunctionFate;

/* By CyanFunctionFate: "added", "deleted", ... and NULL. */
extern const char *const cyan_function_fate_names[];

/* By side: 0 is before and 1 is after; a side without the function has NULL and 0. */
typedef struct
{
  CyanFunctionFate fate;
  CyanChange change; /* of the body, for those that are on both sides: what was renamed or moved may
                      * be modified too */
  char *name[2];     /* with scopes, as the language writes them */
  char *path[2];
  guint first_line[2], last_line[2];
  guint64 hash[2]; /* as of cyan_function_text_hash_named(); 0 where it is not */
} CyanFunctionChange;

typedef struct
{
  GPtrArray *changes; /* of CyanFunctionChange, by path and line (of after, else before) */
  guint n_unmodified; /* in files that were read; those in equal files are not counted */
  guint n_equal_files;
  GPtrArray *unread; /* of char *: one line for each file that could not be read: the location, the
                      * file and why; its namesake on the other side counts on neither */
} CyanFunctionChanges;

void cyan_function_changes_free (CyanFunctionChanges *self);

/* Compares all functions of the files in languages we know; those without a name are part of what
 * they stand in.  @with_unmodified: all files are read and unmodified functions listed too.  Fails
 * with CYAN_ERROR_UNSUPPORTED if no file at all can be read, as without ctags. */
CyanFunctionChanges *cyan_function_changes_new (CyanSourceLocation *before,
                                                CyanSourceLocation *after,
                                                gboolean with_unmodified,
                                                const CyanTick *tick,
                                                GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanFunctionChanges, cyan_function_changes_free)

G_END_DECLS
