/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of a builder, and arrays that a profile shares with profiles derived from it. */
#pragma once

#include "cyan-profile-builder.h"
#include "cyan-profile.h"
#include "cyan-table.h"

void cyan_columns_unref (CyanColumns *self);

/* The owners of the arrays that @self points to. */
CyanColumns *cyan_profile_own_tree (const CyanProfile *self);
CyanColumns *cyan_profile_own_values (const CyanProfile *self);

/* The state of a builder, shared by the code that adds nodes and the code that freezes them. */

struct _CyanProfileBuilder
{
  CyanStrings *strings;
  guint max_nodes;
  CyanCharge charge; /* for the fields below */

  guint n_nodes;
  guint n_allocated;
  CyanNode *parent;
  CyanNode *last_child; /* or CYAN_NODE_NONE */
  CyanNode *next;       /* next sibling, or CYAN_NODE_NONE */
  CyanNode *first_child;
  guint32 *function;
  guint32 *call_site;
  guint64 *calls;  /* NULL until a node's calls are known */
  double *missing; /* NULL until something of a node is missing */
  gboolean has_call_sites;
  gboolean in_preorder; /* so far every node was appended right after the last node of the previous
                         * subtree */

  CyanTable children; /* nodes by parent, function and call site */
  guint8 *in_table;   /* whether a node is in children; NULL until there is one */

  GArray *functions;        /* of CyanFunction */
  CyanTable function_table; /* index + 1 by all properties of the function */

  char *unit;       /* of metrics without one; NULL: it stays unknown */
  GArray *metrics;  /* of CyanMetric; total is NULL until the profile is finished */
  GPtrArray *limbs; /* of double *, by level and metric, by node: what own values were rounded by;
                     * NULL: nothing */
  CyanRests *rests; /* the same, sorted; NULL: nothing, or not yet */

  CyanRecording recording;
  double length;
  double period;
  gboolean unordered;
  guint n_threads;
  CyanPruning pruning;
  CyanFlatProfile *flat; /* or NULL */
  gboolean wants_lines;
  CyanLineCosts *lines; /* NULL until there is one */
  CyanPieces *pieces;   /* NULL: not wanted */
  CyanHostCells *hosts; /* NULL until there is one */
  CyanCallSink *sink;   /* NULL until a reader of events asks for it */
  char *format;
  GArray *meta; /* of CyanMeta */
  GPtrArray *warnings;
};

/* A GDestroyNotify for what a CyanMetric has. */
void cyan_profile_clear_metric (gpointer metric);

/* Makes room in the limbs. */
void cyan_profile_builder_grow_limbs (CyanProfileBuilder *self, guint n_allocated);
/* Keeps those of the @n metrics @chosen. */
void cyan_profile_builder_choose_limbs (CyanProfileBuilder *self, const guint *chosen, guint n);
/* Turns the limbs into rests. */
void cyan_profile_builder_settle (CyanProfileBuilder *self);

/* Frees the table of children, which is not needed any more. */
void cyan_profile_builder_forget_children (CyanProfileBuilder *self);
