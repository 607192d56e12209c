/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the files of this folder. */
#pragma once

#include "cyan-name-parts.h"
#include "cyan-tick.h"

/* ---- a folder of sources that cannot be left ----
 *
 * Every open starts at the folder's descriptor and follows no link.  So no path of a profile and no
 * link in the tree can lead to a file outside.  Only regular files are read. */

typedef struct _CyanSourceDirectory CyanSourceDirectory;

CyanSourceDirectory *cyan_source_directory_open (const char *path, GError **error);
void cyan_source_directory_free (CyanSourceDirectory *self);

/* The folder's own absolute path without links; NULL if it cannot be determined. */
const char *cyan_source_directory_real_path (const CyanSourceDirectory *self);

/* Whether @path, relative to the folder, is a regular file in it. */
gboolean cyan_source_directory_has (const CyanSourceDirectory *self, const char *path);

/* The text of a file as valid UTF-8 with LF line ends, a GRefString.  Invalid bytes are read as
 * Latin-1.  Fails with CYAN_ERROR_IO, with CYAN_ERROR_LIMIT if it is too large or too long, and
 * with CYAN_ERROR_UNSUPPORTED if it is not text. */
char *
cyan_source_directory_read (const CyanSourceDirectory *self, const char *path, GError **error);

/* The files of the tree in known languages, relative to the folder, sorted, as a GPtrArray of char
 * *.  Omits hidden folders, folders of tools, and links.  Fails with CYAN_ERROR_LIMIT if there are
 * more than CYAN_SOURCE_MAX_FILES. */
GPtrArray *
cyan_source_directory_list (const CyanSourceDirectory *self, const CyanTick *tick, GError **error);

/* For tests: opens files as on a kernel without openat2(). */
void cyan_source_directory_forget_openat2 (CyanSourceDirectory *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanSourceDirectory, cyan_source_directory_free)

/* ---- paths as a compiler or interpreter recorded them, perhaps on another machine ----
 *
 * It processes text only: the resulting paths are searched in the location and nowhere else. */

/* Maps recorded paths that start with FROM to paths below TO. */
typedef struct _CyanPathMap CyanPathMap;

CyanPathMap *cyan_path_map_new (void);
void cyan_path_map_free (CyanPathMap *self);

/* @to is relative to the location; "" is the location itself.  Replaces an earlier entry for @from.
 */
void cyan_path_map_add (CyanPathMap *self, const char *from, const char *to);

/* @path with its longest matching FROM, in whole steps, replaced; NULL if none matches.  Caller
 * frees. */
char *cyan_path_map_apply (const CyanPathMap *self, const char *path);

/* A path without the scheme and host of a URL and without its escapes.  Caller frees. */
char *cyan_path_of_recorded (const char *path);

/* The steps of a path, without "." and "..", as a GPtrArray of char *.  Only the last steps if
 * there are many; none if the path has control characters, since no such file is ever shown. */
GPtrArray *cyan_path_split (const char *path);

/* Joins the steps from index @first on.  Caller frees. */
char *cyan_path_join (const GPtrArray *steps, guint first);

/* The number of equal steps at the end of @steps and @path. */
guint cyan_path_common_tail (const GPtrArray *steps, const char *path);

/* ---- an index of the files of a location that may define a function of a given name ----
 *
 * Every file's words are stored as 32-bit hashes.  A word of a definition is in few files, so all
 * of them together are smaller than a filter for each file would be, and a name that was not
 * announced does not need a second pass over the texts.  A hash collision only gives a file too
 * many. */

typedef struct _CyanWordIndex CyanWordIndex;

CyanWordIndex *cyan_word_index_new (void);
void cyan_word_index_free (CyanWordIndex *self);

/* Announces a name that will be searched. */
void cyan_word_index_expect (CyanWordIndex *self, const char *identifier);

/* Adds file number @file; numbers must ascend.  Returns whether it may define an announced name. */
gboolean cyan_word_index_add (
    CyanWordIndex *self, guint file, CyanNaming naming, const char *text, gsize length);

/* Call it after adding all files and before searching. */
void cyan_word_index_finish (CyanWordIndex *self);

/* The numbers of the files that may define @identifier: a GArray of guint.  Free with
 * g_array_unref(). */
GArray *cyan_word_index_find (const CyanWordIndex *self, const char *identifier);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanWordIndex, cyan_word_index_free)
