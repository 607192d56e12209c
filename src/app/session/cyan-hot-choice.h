/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The delta hot paths of a comparison, and the chosen one, which is drawn.
 */
#pragma once

#include "cyan-hot-path.h"
#include "cyan-session.h"

typedef struct
{
  const CyanComparison *comparison; /* borrowed */
  CyanNode start; /* where the first path in the comparison's direction leads, or CYAN_NODE_NONE */
  CyanHotKind kind;
  GPtrArray *found[2]; /* by CyanDirection; NULL until the search */
  GPtrArray *paths;    /* of CyanHotPath, at least one */
  guint rank;          /* index of the chosen path */
} CyanHotChoice;

/* The initial kind: that of the comparison's direction. */
CyanHotKind cyan_hot_choice_first_kind (const CyanComparison *comparison);

/* @start is what the ranking tells to start at, or CYAN_NODE_NONE.  @found, by CyanDirection, has
 * the paths of both directions if they are known already, else NULL. The paths are available after
 * cyan_hot_choice_find(). */
void cyan_hot_choice_init (CyanHotChoice *self,
                           const CyanComparison *comparison,
                           CyanNode start,
                           GPtrArray *const *found);
/* Another @start, with the @paths in the comparison's direction.  What is drawn follows unless
 * somebody chose another path. */
void cyan_hot_choice_set_start (CyanHotChoice *self, CyanNode start, GPtrArray *paths);
void cyan_hot_choice_clear (CyanHotChoice *self);

CyanDirection cyan_hot_choice_direction (const CyanHotChoice *self);

/* Finds the paths of the chosen kind. */
void cyan_hot_choice_find (CyanHotChoice *self, CyanBasis basis);

/* The path that a comparison begins with, whichever is drawn now. */
const CyanHotPath *cyan_hot_choice_first_path (const CyanHotChoice *self);

/* The chosen path, and its target: its goal, or else its end. */
const CyanHotPath *cyan_hot_choice_path (const CyanHotChoice *self);
CyanNode cyan_hot_choice_target (const CyanHotChoice *self);
