/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Paths as a compiler or interpreter recorded them, perhaps on another machine.
 *
 * Text only: what comes out is looked for in the location and nowhere else.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Maps recorded paths that begin with FROM to paths below TO. */
typedef struct _CyanPathMap CyanPathMap;

CyanPathMap *cyan_path_map_new (void);
void cyan_path_map_free (CyanPathMap *self);

/* @to is relative to the location; "" is the location itself.  A @from given before is replaced. */
void cyan_path_map_add (CyanPathMap *self, const char *from, const char *to);

/* @path with the longest FROM that it begins with, whole steps only, replaced; NULL if there is
 * none.  Caller frees. */
char *cyan_path_map_apply (const CyanPathMap *self, const char *path);

/* A path without what a URL has in front and without its escapes.  Caller frees. */
char *cyan_path_of_recorded (const char *path);

/* The steps of a path, without "." and "..", from its end if there are many, as a GPtrArray of
 * char *.  None where it has control characters: no file with such a name is shown. */
GPtrArray *cyan_path_split (const char *path);

/* The steps from number @first on.  Caller frees. */
char *cyan_path_join (const GPtrArray *steps, guint first);

/* How many steps at the end of @steps and @path are the same. */
guint cyan_path_common_tail (const GPtrArray *steps, const char *path);

G_END_DECLS
