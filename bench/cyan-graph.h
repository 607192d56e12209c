/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A made-up program: functions with long names, who calls whom, and what the later version of the
 * program does otherwise.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  char *text; /* as C++ and Java programs have them; distinct */
  const char *module;
  char *file;
  guint line;
} CyanGraphName;

/* Name 0 is nobody's, so that 0 means none. */
typedef struct
{
  guint name;
  guint later_name; /* in the edited version; mostly the same */
  guint *callees;   /* distinct functions, leaves first, at least one that is none */
  guint n_callees;  /* 0: a leaf */
  guint n_leaf_callees;
  guint partner; /* the function that it recurs through; maybe itself */
  double ns;     /* of one call, about */

  double factor;    /* of its time in the edited version */
  guint times;      /* of its calls in the edited version */
  gboolean removed; /* in the edited version */
  guint wrapper;    /* the name of a new caller around it, or 0 */
  guint added;      /* the name of a new callee, or 0 */
} CyanGraphFunction;

typedef struct
{
  guint n_functions;
  CyanGraphFunction *functions; /* function 0 is main() */
  guint n_names;
  CyanGraphName *names;
} CyanGraph;

/* The same @seed gives the same program.  @n_functions is at least 100. */
CyanGraph *cyan_graph_new (guint32 seed, guint n_functions);
void cyan_graph_free (CyanGraph *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanGraph, cyan_graph_free)

G_END_DECLS
