/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A tree as the matchers see it: its shape, the names of its nodes, and their children by name.
 *
 * Names are ranks of strings (see cyan_strings_ranks()).  So equal numbers are equal names, and the
 * order of the numbers does not depend on the order in which the pool was filled.
 */
#pragma once

#include "cyan-profile.h"

/* The tree of one side: that of a profile, or one that was made from it. */
typedef struct
{
  guint n_nodes;
  const CyanNode *parent;     /* in preorder, like those of a profile */
  const CyanNode *end;        /* likewise */
  const guint64 *calls;       /* CYAN_CALLS_UNKNOWN where unknown; NULL: all unknown */
  const CyanProfile *profile; /* its call sites and functions distinguish siblings of one name */
  guint32 *name;              /* by node: the rank of its name */
  guint32 *first;             /* by node: index of its first child in kids; n_nodes + 1 entries */
  CyanNode *kids;             /* the children of each node by name, then in sibling order */
} CyanMatchSide;

/* @ranks are of the pool of @profile.  @label is by function; NULL means the normal names. */
void cyan_match_side_init (CyanMatchSide *self,
                           const CyanProfile *profile,
                           const CyanStr *label,
                           const guint32 *ranks);
/* The same with @name_of, the name by function. */
void cyan_match_side_init_named (CyanMatchSide *self,
                                 const CyanProfile *profile,
                                 const guint32 *name_of);
/* Initialises both sides, in two threads if the trees are large. */
void cyan_match_sides_init (CyanMatchSide sides[2],
                            const CyanProfile *before,
                            const CyanProfile *after,
                            const CyanStr *const labels[2],
                            const guint32 *ranks);
/* Sorts @n numbers in ascending order. */
void cyan_match_sort (guint64 *keys, gsize n);
/* Replaces every name by its entry in @new_name, which is by name. */
void cyan_match_side_rename (CyanMatchSide *self, const guint32 *new_name);
void cyan_match_side_clear (CyanMatchSide *self);

/* Pairs children of one name: first those of equal call site, then of equal file and line, then the
 * k-th of equal file, then the k-th with a file and line, then the k-th remaining ones.  If the
 * sides have different numbers of one file or with a file, those with about as many calls.  For each
 * of @xs, @partner receives the index of its partner in @ys, or G_MAXUINT32.  @by_place: without the
 * last two steps. */
void cyan_match_group (const CyanMatchSide *before,
                       const CyanNode *xs,
                       guint n_xs,
                       const CyanMatchSide *after,
                       const CyanNode *ys,
                       guint n_ys,
                       gboolean by_place,
                       guint32 *partner);

typedef void (*CyanMatchSideFunc) (gpointer data, guint side);

/* Calls @func for side 0 and for side 1, in two threads if @n_nodes, the size of the smaller side,
 * is large.  The two calls must not write to the same memory. */
void cyan_match_both_sides (CyanMatchSideFunc func, gpointer data, guint n_nodes);

static inline guint64
cyan_match_calls (const CyanMatchSide *self, CyanNode node)
{
  return self->calls != NULL ? self->calls[node] : CYAN_CALLS_UNKNOWN;
}

static inline guint
cyan_match_n_kids (const CyanMatchSide *self, CyanNode node)
{
  return self->first[node + 1] - self->first[node];
}

static inline const CyanNode *
cyan_match_kids (const CyanMatchSide *self, CyanNode node)
{
  return self->kids + self->first[node];
}
