/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A random program: functions with long names, their calls, and the changes of its later version.
 */
#pragma once

#include <glib.h>

typedef struct
{
  char *text; /* as in C++ and Java programs; unique */
  const char *module;
  char *file;
  guint line;
} CyanGraphName;

/* Name 0 is unused, so 0 can mean none. */
typedef struct
{
  guint name;
  guint later_name; /* in the edited version; usually the same */
  guint *callees;   /* distinct functions, leaves first; the last one is not a leaf */
  guint n_callees;  /* 0: a leaf */
  guint n_leaf_callees;
  guint partner; /* the function through which it recurses; maybe itself */
  double ns;     /* of one call, approximately */

  double factor;    /* of its time in the edited version */
  guint times;      /* multiplies its calls in the edited version */
  gboolean removed; /* in the edited version */
  guint wrapper;    /* name of a new caller around it, or 0 */
  guint added;      /* name of a new callee, or 0 */
} CyanGraphFunction;

typedef struct
{
  guint n_functions;
  CyanGraphFunction *functions; /* function 0 is main() */
  guint n_names;
  CyanGraphName *names;
} CyanGraph;

/* Creates a program.  The same @seed gives the same program.  @n_functions is at least 100. */
CyanGraph *cyan_graph_new (guint32 seed, guint n_functions);
void cyan_graph_free (CyanGraph *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanGraph, cyan_graph_free)
