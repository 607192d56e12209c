/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The names in a callgrind file: of files, objects and functions, spelt out or by number.
 *
 * "(7) name" is name and gives it the number 7, "(7)" is that name again; files, objects and
 * functions count for themselves.  A function is told from others by its name, file and object,
 * and once it has a number by that alone.  "a'b'c" is a called by b called by c, where callgrind
 * was told to separate callers, and "a'2" is a called by itself: a vertex each of the graph, and
 * all of the function a.
 */
#pragma once

#include "cyan-call-graph.h"

G_BEGIN_DECLS

typedef struct _CyanCallgrindNames CyanCallgrindNames;

CyanCallgrindNames *cyan_callgrind_names_new (CyanProfileBuilder *builder);
void cyan_callgrind_names_free (CyanCallgrindNames *self);

/* Says that names may hold the names of callers. */
void cyan_callgrind_names_separate (CyanCallgrindNames *self);

/* The file or object that @text stands for.  NULL, or the reason why it cannot be read. */
const char *cyan_callgrind_names_file (CyanCallgrindNames *self, const char *text, CyanStr *file);
const char *
cyan_callgrind_names_object (CyanCallgrindNames *self, const char *text, CyanStr *object);
/* The vertex that @text stands for; one that was not there yet is the next after the last.  @file
 * and @object are its own if it is new. */
const char *cyan_callgrind_names_function (
    CyanCallgrindNames *self, const char *text, CyanStr file, CyanStr object, guint *vertex);

guint cyan_callgrind_names_n_vertices (const CyanCallgrindNames *self);

/* A line at which @vertex is entered. */
void cyan_callgrind_names_entered (CyanCallgrindNames *self, guint vertex, guint32 line);

/* Adds the functions to the builder and gives them to the vertices of @graph. */
void cyan_callgrind_names_set_functions (CyanCallgrindNames *self, CyanCallGraph *graph);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanCallgrindNames, cyan_callgrind_names_free)

G_END_DECLS
