/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Draws the visible part of a picture that is larger than the widget.
 *
 * The picture is divided into squares, and each is recorded when it first becomes visible.
 * Scrolling moves them, a change of a node drops the tiles that show it, and a change of the zoom
 * drops all.
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-scene.h"

typedef struct _CyanTiles CyanTiles;

CyanTiles *cyan_tiles_new (void);
void cyan_tiles_free (CyanTiles *self);

/* The part of the picture that the widget shows. */
typedef struct
{
  CyanRect extents; /* of the picture, in the layout's coordinates */
  double zoom;
  double x, y; /* of the extents' upper left corner, in the widget's coordinates */
  int width;   /* of the widget */
  int height;
  gboolean mirrored; /* x is counted from the right side of the widget */
} CyanTilesView;

/* Creates the scene of @area; the caller frees it. */
typedef CyanScene *(*CyanTilesFunc) (const CyanRect *area, gpointer data);

/* Draws the visible tiles and drops those far away.  Calls @record for new tiles.  Moves the
 * picture by whole pixels from its position when the first tile was recorded, so that tiles meet
 * without gaps. */
void cyan_tiles_snapshot (CyanTiles *self,
                          const CyanTilesView *view,
                          GtkSnapshot *snapshot,
                          CyanTilesFunc record,
                          gpointer data);

/* The box of @node as it was recorded. */
gboolean cyan_tiles_find (CyanTiles *self, CyanNode node, CyanRect *box);

typedef gboolean (*CyanTilesTest) (CyanNode node, gpointer data);

/* Drops the tiles with a node for which @test returns TRUE.  Returns whether there were any. */
gboolean cyan_tiles_drop (CyanTiles *self, CyanTilesTest test, gpointer data);
void cyan_tiles_clear (CyanTiles *self);
