/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads listings of trees: a line for each node, indented more than that of its parent.
 *
 * A line gives the total of its node.  What is left of it once its children are subtracted is the
 * self value, which is known when the listing leaves the node.
 */
#pragma once

#include "cyan-profile-builder.h"

G_BEGIN_DECLS

typedef struct
{
  CyanProfileBuilder *builder;
  /* Children are callers, as in listings that begin with the leaves. */
  gboolean is_inverted;
  guint metric; /* of the lines that follow */

  GArray *open;   /* of the nodes from the first level to that of the last line */
  GArray *values; /* of self values; the builder gets them once all metrics are known */
  CyanCharge charge;
  guint64 n_negative; /* nodes whose children have more than they */
} CyanListing;

void cyan_listing_init (CyanListing *self, CyanProfileBuilder *builder);
void cyan_listing_clear (CyanListing *self);

/* A line at @level, from 0.  @line is where the node calls its children, 0 if unknown; without a
 * meaning in inverted listings.  FALSE with an error that names no file: the level is more than one
 * deeper than that of the line before, or there are too many nodes. */
gboolean cyan_listing_add (
    CyanListing *self, guint level, guint32 function, guint32 line, double total, GError **error);
/* The node of the last line, for values that are not totals; not in inverted listings. */
CyanNode cyan_listing_node (const CyanListing *self);
/* Leaves the nodes at @level and below. */
gboolean cyan_listing_leave (CyanListing *self, guint level, GError **error);
/* Leaves all nodes, gives the values to the builder, and warns of what is odd. */
gboolean cyan_listing_finish (CyanListing *self, GError **error);

G_END_DECLS
