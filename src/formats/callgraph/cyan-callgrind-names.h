/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The names of files, objects and functions in a callgrind file, written out or as numbers.
 *
 * "(7) name" defines number 7, and "(7)" refers to it.  Files, objects and functions are numbered
 * separately.  An empty name means unknown.
 *
 * A function is identified by name, file and object; once it was used by number, the number alone
 * identifies it.  A name may come before its file, so reading a name and finding its vertex are two
 * steps.
 *
 * "a'b'c" is a called by b called by c, in files where callgrind separated callers, and "a'2" is a
 * recursive call of a.  Each is a vertex of its own; both belong to the function a.
 */
#pragma once

#include "cyan-call-graph.h"

typedef struct _CyanCallgrindNames CyanCallgrindNames;

/* The name of a function as read from the file. */
typedef struct
{
  CyanStr name;   /* in the pool of vertex names */
  guint32 number; /* number + 1; 0: none */
} CyanCallgrindName;

CyanCallgrindNames *cyan_callgrind_names_new (CyanProfileBuilder *builder);
void cyan_callgrind_names_free (CyanCallgrindNames *self);

/* Names may contain the names of callers ("a'b"). */
void cyan_callgrind_names_separate (CyanCallgrindNames *self);
/* Names may end in a number of pprof ("a [1/2]"), which is dropped: with -call_tree pprof numbers
 * the contexts of a function, but only where it is called. */
void cyan_callgrind_names_drop_numbers (CyanCallgrindNames *self);

/* How often a file or an object had a number without a name, which means unknown. */
guint64 cyan_callgrind_names_n_nameless (const CyanCallgrindNames *self);

/* Read the file, object or function that @text stands for, and remove trailing blanks from @text.
 * Return NULL, or a static text that says why it cannot be read. */
const char *cyan_callgrind_names_file (CyanCallgrindNames *self, char *text, CyanStr *file);
const char *cyan_callgrind_names_object (CyanCallgrindNames *self, char *text, CyanStr *object);
const char *
cyan_callgrind_names_function (CyanCallgrindNames *self, char *text, CyanCallgrindName *name);
/* The vertex of @name; a new vertex gets the next number.  @file and @object apply if it is new. */
guint cyan_callgrind_names_vertex (CyanCallgrindNames *self,
                                   CyanCallgrindName name,
                                   CyanStr file,
                                   CyanStr object);

/* Tells that @vertex is entered at @line. */
void cyan_callgrind_names_entered (CyanCallgrindNames *self, guint vertex, guint32 line);

/* Adds the functions to the builder and sets them for the vertices of @graph.  Returns FALSE with
 * CYAN_ERROR_LIMIT if the budget is exceeded. */
gboolean
cyan_callgrind_names_set_functions (CyanCallgrindNames *self, CyanCallGraph *graph, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanCallgrindNames, cyan_callgrind_names_free)
