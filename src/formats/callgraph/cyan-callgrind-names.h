/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The names in a callgrind file: of files, objects and functions, spelt out or by number.
 *
 * "(7) name" is name and gives it the number 7, "(7)" is that name again; files, objects and
 * functions count for themselves.  An empty name is one that is not known.  A function is told from
 * others by its name, file and object, and once it was used by a number by that alone: reading a
 * name, which may come before its file, is one thing, and finding its vertex another.  "a'b'c" is a
 * called by b called by c, where callgrind was told to separate callers, and "a'2" is a called by
 * itself: a vertex each of the graph, and all of the function a.
 */
#pragma once

#include "cyan-call-graph.h"

G_BEGIN_DECLS

typedef struct _CyanCallgrindNames CyanCallgrindNames;

/* The name of a function as it was read. */
typedef struct
{
  CyanStr name;   /* among those of vertices */
  guint32 number; /* and 1 more; 0: it has none */
} CyanCallgrindName;

CyanCallgrindNames *cyan_callgrind_names_new (CyanProfileBuilder *builder);
void cyan_callgrind_names_free (CyanCallgrindNames *self);

/* Says that names may hold the names of callers. */
void cyan_callgrind_names_separate (CyanCallgrindNames *self);

/* The file, object or function that @text stands for, which loses the blanks at its end.  NULL, or
 * the reason why it cannot be read. */
const char *cyan_callgrind_names_file (CyanCallgrindNames *self, char *text, CyanStr *file);
const char *cyan_callgrind_names_object (CyanCallgrindNames *self, char *text, CyanStr *object);
const char *
cyan_callgrind_names_function (CyanCallgrindNames *self, char *text, CyanCallgrindName *name);
/* The vertex of @name; one that was not there yet is the next after the last.  @file and @object
 * are its own if it is new. */
guint cyan_callgrind_names_vertex (CyanCallgrindNames *self,
                                   CyanCallgrindName name,
                                   CyanStr file,
                                   CyanStr object);

/* A line at which @vertex is entered. */
void cyan_callgrind_names_entered (CyanCallgrindNames *self, guint vertex, guint32 line);

/* Adds the functions to the builder and gives them to the vertices of @graph.  FALSE with
 * CYAN_ERROR_LIMIT once the budget is used up. */
gboolean
cyan_callgrind_names_set_functions (CyanCallgrindNames *self, CyanCallGraph *graph, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanCallgrindNames, cyan_callgrind_names_free)

G_END_DECLS
