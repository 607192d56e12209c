/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Names for nodes that outlive their comparison, for files.
 *
 * A node is named by its parent, its name as recorded, and its number among the siblings before it
 * that have the same name.  So it is found again although the numbers of nodes differ, as long as
 * its callers are recorded as before.
 */
#pragma once

#include "cyan-comparison.h"

typedef struct
{
  guint32 parent; /* its index, less than that of the node itself */
  CyanStr name;
  guint32 ordinal; /* among the siblings of that name, from 0 */
} CyanNodeName;

typedef struct
{
  CyanStrings *strings; /* owned */
  GArray *nodes;        /* of CyanNodeName; the first stands for the root */
} CyanNodeNames;

/* The root alone. */
CyanNodeNames *cyan_node_names_new (void);
void cyan_node_names_free (CyanNodeNames *self);

/* Names @nodes, which are in any order, and their ancestors.  Sets *@named to the node of each
 * index, ascending; free it with g_array_unref(). */
CyanNodeNames *
cyan_node_names_of (const CyanComparison *comparison, const GArray *nodes, GArray **named);

/* The nodes of @comparison by index, CYAN_NODE_NONE where there is none of that name.  Free with
 * g_free(). */
CyanNode *cyan_node_names_find (const CyanNodeNames *self, const CyanComparison *comparison);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanNodeNames, cyan_node_names_free)
