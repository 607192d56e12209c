/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The base class of the pictures of partitions: the icicle, also one of each side, and the ring
 * chart.
 *
 * The node that fills the picture is the topmost node of the session's layout, so that zooming can
 * be undone by going back.  A click selects a node and a double click zooms to it; the middle
 * button zooms out to its caller.  The actions "partition.*" are in the menu.
 *
 * Subclasses lay out the partition, draw it and find neighbours.
 */
#pragma once

#include "cyan-picture.h"

#define CYAN_TYPE_PARTITION_VIEW (cyan_partition_view_get_type ())
G_DECLARE_DERIVABLE_TYPE (CyanPartitionView, cyan_partition_view, CYAN, PARTITION_VIEW, CyanPicture)

struct _CyanPartitionViewClass
{
  CyanPictureClass parent_class;

  /* The partition of the session, the first of several; NULL: a thread makes it.  That of its sizes
   * if it is not overridden. */
  CyanPartition *(*get_partition) (CyanPartitionView *self);
  /* Lays out another partition; NULL: there is none for now. */
  void (*set_partition) (CyanPartitionView *self, CyanPartition *partition);
  /* The same one with another topmost node, or another filter, which may be NULL. */
  void (*set_top) (CyanPartitionView *self, CyanNode top);
  void (*set_filter) (CyanPartitionView *self, CyanFiltered *filtered);

  /* Where the scene's (0, 0) is in the widget. */
  void (*get_origin) (CyanPartitionView *self, double *x, double *y);
  /* The scene of @visible, in pixels of the scene, or NULL if there is no room for it. */
  CyanScene *(*new_scene) (CyanPartitionView *self,
                           const CyanStyle *style,
                           const CyanRect *visible);
  /* Outlines @node with a line of @width pixels.  FALSE if it is not drawn. */
  gboolean (*append_outline) (
      CyanPartitionView *self, GtkSnapshot *snapshot, CyanNode node, double width, double alpha);

  /* Optional: scrolls to the topmost node. */
  void (*show_top) (CyanPartitionView *self);
  /* The node to which a click on @node zooms out, or CYAN_NODE_NONE. */
  CyanNode (*leads_to) (CyanPartitionView *self, CyanNode node);
  /* Where UP, DOWN, NEXT or PREVIOUS leads from @node, or CYAN_NODE_NONE. */
  CyanNode (*neighbour) (CyanPartitionView *self, CyanNode node, CyanPictureMove move);
};

/* The visible part of the picture, in pixels of the scene. */
void cyan_partition_view_get_visible (CyanPartitionView *self, CyanRect *visible);

/* ---- for subclasses ---- */

/* Makes the picture if it was not wanted yet.  FALSE without a session, and as long as a thread
 * makes the partition. */
gboolean cyan_partition_view_ensure (CyanPartitionView *self);
/* Other things are drawn, or in other places. */
void cyan_partition_view_changed (CyanPartitionView *self);
/* The same, scrolled to the topmost node. */
void cyan_partition_view_changed_from_top (CyanPartitionView *self);
