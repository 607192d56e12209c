/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside a builder: what is shared by the part that adds nodes and the part that freezes them. */
#pragma once

#include "cyan-profile-builder.h"

G_BEGIN_DECLS

/* The hash of children comes in parts that grow one by one, so that growing a hash of millions
 * neither stops everything for long nor needs the room twice. */
#define PART_BITS      6
#define N_PARTS        (1 << PART_BITS)
#define MIN_PART_SLOTS 16

/* A node and the hash of its key, which spares most looks at other keys. */
typedef struct
{
  guint32 hash;
  CyanNode node; /* or CYAN_NODE_NONE */
} CyanBuilderSlot;

typedef struct
{
  CyanBuilderSlot *slots;
  guint n_slots; /* 0 or a power of two */
  guint n_used;
} CyanBuilderPart;

struct _CyanProfileBuilder
{
  CyanStrings *strings;
  guint max_nodes;
  CyanCharge charge; /* of what stands below */

  guint n_nodes;
  guint n_allocated;
  CyanNode *parent;
  CyanNode *last_child; /* or CYAN_NODE_NONE */
  CyanNode *next;       /* next sibling, or CYAN_NODE_NONE */
  CyanNode *first_child;
  guint32 *function;
  guint32 *call_site;
  guint64 *calls; /* NULL until the first is known */
  gboolean has_call_sites;
  gboolean in_preorder; /* so far every node was appended right after its subtree's last */

  CyanBuilderPart parts[N_PARTS]; /* of the hash of (parent, function, call site) */

  GArray *functions;            /* of CyanFunction */
  GHashTable *function_indices; /* CyanFunction * (borrowed copy) -> index */

  GArray *metrics; /* of CyanMetric; total is NULL until the end */

  CyanRecording recording;
  double period;
  gboolean unordered;
  guint n_threads;
  char *format;
  GArray *meta; /* of CyanMeta */
  GPtrArray *warnings;
};

/* Frees the hash of children: nobody asks for one any more. */
void cyan_profile_builder_forget_children (CyanProfileBuilder *self);

G_END_DECLS
