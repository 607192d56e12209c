/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Maps paths as a compiler or interpreter recorded them, perhaps on another machine.
 *
 * It processes text only: the resulting paths are searched in the location and nowhere else.
 */
#pragma once

#include <glib.h>

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
