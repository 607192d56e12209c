/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A tree as the matchers see it: the names of its nodes, and their children by name.
 *
 * Names are ranks of strings (see cyan_strings_ranks()), so that equal numbers are equal names and
 * smaller numbers are smaller names whatever the order in which a pool was filled.
 */
#pragma once

#include "cyan-profile.h"

G_BEGIN_DECLS

/* One of the two trees. */
typedef struct
{
  const CyanProfile *profile;
  guint n_nodes;
  guint32 *name;  /* by node: the rank of its name */
  guint32 *first; /* by node: where its children start in kids; one more at the end */
  CyanNode *kids; /* the children of each node by name, then in sibling order */
} CyanMatchSide;

/* @ranks belongs to the pool of @profile; @label, by function, may be NULL. */
void cyan_match_side_init (CyanMatchSide *self,
                           const CyanProfile *profile,
                           const CyanStr *label,
                           const guint32 *ranks);
/* Both, in two threads where it pays. */
void cyan_match_sides_init (CyanMatchSide sides[2],
                            const CyanProfile *before,
                            const CyanProfile *after,
                            const CyanStr *const labels[2],
                            const guint32 *ranks);
/* Gives names by @new_name, which has one for each. */
void cyan_match_side_rename (CyanMatchSide *self, const guint32 *new_name);
void cyan_match_side_clear (CyanMatchSide *self);

typedef void (*CyanMatchSideFunc) (gpointer data, guint side);

/* Calls @func for side 0 and for side 1, in two threads if the smaller side has many nodes.  The
 * two calls must not write to the same place. */
void cyan_match_both_sides (CyanMatchSideFunc func, gpointer data, guint n_nodes);

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

G_END_DECLS
