/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is drawn of a picture that is larger than the widget.
 *
 * The picture is cut into squares, each recorded once when it is first seen.  Scrolling moves them,
 * what changes in one view drops those that show it, and another zoom drops them all.
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-scene.h"

G_BEGIN_DECLS

typedef struct _CyanTiles CyanTiles;

CyanTiles *cyan_tiles_new (void);
void cyan_tiles_free (CyanTiles *self);

/* What the widget shows of the picture. */
typedef struct
{
  CyanRect extents; /* of the picture, in the layout's coordinates */
  double zoom;
  double x, y; /* of the extents' left upper corner, in the widget's coordinates */
  int width;   /* of the widget */
  int height;
} CyanTilesView;

/* The scene of what is seen in @area, the caller's to free. */
typedef CyanScene *(*CyanTilesFunc) (const CyanRect *area, gpointer data);

/* Draws what is seen, and forgets what is far from that.  @record is called for what is new.  The
 * picture is moved by whole pixels from where it was when the first tile was recorded, so that
 * tiles meet. */
void cyan_tiles_snapshot (CyanTiles *self,
                          const CyanTilesView *view,
                          GtkSnapshot *snapshot,
                          CyanTilesFunc record,
                          gpointer data);

/* The box of @node as it was recorded. */
gboolean cyan_tiles_find (CyanTiles *self, CyanNode node, CyanRect *box);

typedef gboolean (*CyanTilesTest) (CyanNode node, gpointer data);

/* Drops the tiles with a node of which @test says so; whether there were any. */
gboolean cyan_tiles_drop (CyanTiles *self, CyanTilesTest test, gpointer data);
void cyan_tiles_clear (CyanTiles *self);

G_END_DECLS
