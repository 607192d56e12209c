/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A tree of calls that can be edited like code: in every context of a function at once.
 *
 * Nodes keep their numbers in an edited copy, so a number says what became of a context.  Used by
 * the files random-*.c only.
 */
#pragma once

#include "random-trees.h"

#define RANDOM_NONE G_MAXUINT32

typedef struct
{
  guint32 parent, first, last, next;
  guint32 name;
  guint32 site;     /* line in the caller, from 1; 0: unknown */
  guint32 merged;   /* the node into which it was merged, or RANDOM_NONE */
  guint8 moved;     /* its call moved to another function */
  guint8 displaced; /* another function took its place */
  guint8 wrapper;   /* it was put between a caller and its calls */
  guint8 inlined;   /* its callees are its caller's */
  guint32 edits;    /* bits by RandomEdit: what changed its name, its caller or what it became */
  double self;
} RandomNode;

typedef GArray RandomTree; /* of RandomNode; node 0 is the root */

#define RANDOM_NODE(tree, i) (&g_array_index ((tree), RandomNode, (i)))

/* The parts of a name.  Those of one module share a prefix.  0: no such part. */
typedef struct
{
  guint32 module;
  guint32 base;   /* says which function it is */
  guint32 prefix; /* of a module that was renamed */
  guint32 suffix;
  guint32 hash;
  guint32 became;  /* the name that its function has now, or RANDOM_NONE if it kept it */
  gboolean merged; /* into the function @became, which existed before */
} RandomName;

#define RANDOM_NAME(names, i) (&g_array_index ((names), RandomName, (i)))

guint random_below (guint64 *state, guint n);
double random_uniform (guint64 *state);

/* The names of @n_functions functions.  Of RandomName. */
GArray *random_names_new (guint n_functions);
/* Adds a name to @module and returns its number. */
guint32 random_name_add (GArray *names, guint32 module);
/* Adds a name for a function that was called @name; change one of its parts. */
guint32 random_name_add_other (GArray *names, guint32 name);
CyanStr random_name_intern (const GArray *names, guint32 name, CyanStrings *strings);
/* Whether @list, of guint32, contains @name. */
gboolean random_list_has (const GArray *list, guint32 name);

guint32 random_tree_add (RandomTree *tree, guint32 parent, guint32 name, guint32 site, double self);
/* Inserts @node below @parent, before its child @behind, or at the end for RANDOM_NONE. */
void random_tree_attach (RandomTree *tree, guint32 node, guint32 parent, guint32 behind);
void random_tree_detach (RandomTree *tree, guint32 node);
/* RANDOM_NONE if there is none. */
guint32 random_tree_find_child (RandomTree *tree, guint32 parent, guint32 name, guint32 site);
/* Moves @node below @parent, before @behind or to the end.  A child of the same name and call site
 * absorbs it. */
void random_tree_move (RandomTree *tree, guint32 node, guint32 parent, guint32 behind);
/* Replaces @node by its callees. */
void random_tree_inline (RandomTree *tree, guint32 node);
/* In @caller, moves the calls of @names below @wrapper.  If @caller calls @wrapper already, this is
 * a move of calls; with @move it is nothing else. */
void random_tree_wrap (
    RandomTree *tree, guint32 caller, const GArray *names, guint32 wrapper, gboolean move);
gboolean random_tree_calls (RandomTree *tree, guint32 caller, guint32 callee);
/* Whether the calls of @callees in @caller, with what is below them, are a large part of a program.
 */
gboolean random_tree_is_large (RandomTree *tree, guint32 caller, const GArray *callees);
/* The name of a random node; half of the time of one near the root. */
guint32 random_tree_draw_name (RandomTree *tree, guint64 *state);

/* Unfolds a random call graph to @options->n_nodes nodes. */
RandomTree *random_tree_unfold (const RandomOptions *options, guint64 *state);

/* Makes one edit of one of @kinds in all contexts.  Adds new names to @names. */
void random_tree_edit (RandomTree *tree, GArray *names, guint kinds, guint64 *state);
/* The same for one of the kinds that only releases have.  Does nothing if no function allows it. */
void random_tree_edit_release (RandomTree *tree, GArray *names, RandomEdit kind, guint64 *state);

/* Shuffles the children of @part of all nodes. */
void random_tree_shuffle (RandomTree *tree, double part, guint64 *state);
