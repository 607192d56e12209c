/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which delta hot paths there are, and the one of them that is drawn.
 */
#pragma once

#include "cyan-hot-path.h"
#include "cyan-session.h"

G_BEGIN_DECLS

typedef struct
{
  const CyanComparison *comparison; /* borrowed */
  CyanHotKind kind;
  GPtrArray *found[2]; /* by CyanDirection; NULL until they are looked for */
  GPtrArray *paths;    /* of CyanHotPath, at least one */
  guint rank;          /* the one of them that is drawn */
} CyanHotChoice;

/* The kind that a comparison begins with: that of its own direction. */
CyanHotKind cyan_hot_choice_first_kind (const CyanComparison *comparison);

/* @found, by CyanDirection, are the paths of both if they are known already, else NULL.  The paths
 * are there after cyan_hot_choice_find(). */
void cyan_hot_choice_init (CyanHotChoice *self,
                           const CyanComparison *comparison,
                           GPtrArray *const *found);
void cyan_hot_choice_clear (CyanHotChoice *self);

CyanDirection cyan_hot_choice_direction (const CyanHotChoice *self);

/* Looks for the paths of the kind that is wanted. */
void cyan_hot_choice_find (CyanHotChoice *self, CyanBasis basis);

/* The path that is drawn, and where it leads: to its culprit, or to its end. */
const CyanHotPath *cyan_hot_choice_path (const CyanHotChoice *self);
CyanNode cyan_hot_choice_target (const CyanHotChoice *self);

G_END_DECLS
