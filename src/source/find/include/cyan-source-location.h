/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Source locations: finding the text of a function.
 *
 * A source location is one side's sources: a directory, or a repository at a revision.  It never
 * opens anything outside, whatever path a profile contains.  The extents of functions come from
 * Universal Ctags, which runs as a sandboxed child and gets the file's text on its standard input.
 * A location caches what it finds, and several threads may use it.
 */
#pragma once

#include "cyan-function-text.h"
#include "cyan-git.h"
#include "cyan-tick.h"

typedef struct _CyanSourceLocation CyanSourceLocation;

/* Opens a directory, or "REPOSITORY@REVISION".  Fails with CYAN_ERROR_IO if there is none, with
 * CYAN_ERROR_INVALID if the repository has no such revision. */
CyanSourceLocation *cyan_source_location_open (const char *location, GError **error);
CyanSourceLocation *cyan_source_location_ref (CyanSourceLocation *self);
void cyan_source_location_unref (CyanSourceLocation *self);

/* For people: "src", "cmark@76cbc2d9162c". */
const char *cyan_source_location_label (const CyanSourceLocation *self);
/* The repository and the commit of a revision; NULL for a directory. */
const char *cyan_source_location_repository (const CyanSourceLocation *self);
const char *cyan_source_location_commit (const CyanSourceLocation *self);

/* Label, repository and commit; the strings are owned by the location. */
CyanGitRevision cyan_source_location_revision (const CyanSourceLocation *self);

/* Declares that paths recorded below @from are below @to here: "" or a folder relative to the
 * location, or its absolute path.  Of several, the longest matching @from is used.  Call it before
 * the first search.  Fails with CYAN_ERROR_INVALID if @from is empty. */
gboolean cyan_source_location_map (CyanSourceLocation *self,
                                   const char *from,
                                   const char *to,
                                   GError **error);

/* Announces normalised names that will be searched without a file: the first such search then reads
 * all files once for all of them.  Other names may be searched too. */
void cyan_source_location_expect (CyanSourceLocation *self, const char *const *names, guint n);

/* The data of a profile on a function.  Strings may be NULL or empty, @line 0; @name is normalised,
 * see cyan-names.h. */
typedef struct
{
  const char *name;
  const char *file;
  guint line;
} CyanFunctionQuery;

/* Finds the text of a function: by file and line if the profile has them (the longest suffix of
 * @query->file that exists in the location), else by its name among all definitions in the
 * location.  If the file has no function of that name, as with names that macros paste, the result
 * is the definition or the block around the line, and its by_line is set.  NULL with
 * CYAN_ERROR_UNSUPPORTED if it is not found or not unique; the message gives the reason in words
 * for the window ("not in the source folder", "defined 3 times: a.c:3, ...").
 */
CyanFunctionText *cyan_source_location_find (CyanSourceLocation *self,
                                             const CyanFunctionQuery *query,
                                             const CyanTick *tick,
                                             GError **error);

/**
 * CyanDefined:
 * @CYAN_DEFINED_UNKNOWN: some files could not be read, or the name is none that a source has, or
 * only functions of another scope have it
 */
typedef enum
{
  CYAN_DEFINED_NO,
  CYAN_DEFINED_YES, /* once or several times */
  CYAN_DEFINED_UNKNOWN,
} CyanDefined;

/* Whether a function of this name is defined anywhere in the location.  Ignores its file and line.
 * Sets the number of definitions, 0 unless the result is certain.  FALSE only with
 * CYAN_ERROR_CANCELLED. */
gboolean cyan_source_location_defines (CyanSourceLocation *self,
                                       const char *name,
                                       CyanDefined *defined,
                                       guint *n_definitions,
                                       const CyanTick *tick,
                                       GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanSourceLocation, cyan_source_location_unref)

/* ---- the file on disk of a source text, for programs that open files ---- */

/* The absolute path of @text's file: in a directory, the file itself; of a revision, the file in
 * the repository's work tree if it has the same text.  Reads that file.  Fails with
 * CYAN_ERROR_UNSUPPORTED if there is none; the message gives the reason in words for the window.
 * Caller frees. */
char *cyan_source_location_disk_path (CyanSourceLocation *self,
                                      const CyanFunctionText *text,
                                      const CyanTick *tick,
                                      GError **error);
