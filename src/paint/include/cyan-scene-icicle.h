/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The icicle as a display list; see cyan-icicle.h for what it is.
 *
 * A box is a thin bar for before above a thick bar for after, which has the colour of the
 * blueprint. What only one side has takes the whole height, and so does a box that is too narrow
 * for bars.  Its name stands in the thick bar or beside it, where there is more room.  The nodes
 * above the topmost one are plain bars, not to scale.
 */
#pragma once

#include "cyan-icicle.h"
#include "cyan-scene.h"

/* Distance of rows in pixels. */
#define CYAN_ICICLE_ROW 22.0

typedef struct
{
  double width;    /* of the picture in pixels */
  gboolean flames; /* the root is at the bottom, and calls are above their callers */
} CyanIcicleLook;

/* The height of the whole picture in pixels. */
double cyan_icicle_height (const CyanIcicle *icicle, const CyanIcicleLook *look);

/* Where @box is drawn, in whole pixels.  @n_rows is cyan_icicle_n_rows(). */
CyanRect cyan_icicle_rect (const CyanIcicleLook *look, guint n_rows, const CyanIcicleBox *box);

/* The node that is drawn at a point, or CYAN_NODE_NONE. */
CyanNode
cyan_icicle_node_at (const CyanIcicle *icicle, const CyanIcicleLook *look, double x, double y);

/* The rows that are between @y and @y + @height. */
CyanScene *cyan_scene_new_icicle (const CyanIcicle *icicle,
                                  const CyanIcicleLook *look,
                                  const CyanStyle *style,
                                  double y,
                                  double height);

/* The legend in lines of at most @width pixels. */
CyanScene *cyan_scene_new_icicle_legend (const CyanIcicle *icicle,
                                         const CyanIcicleLook *look,
                                         const CyanStyle *style,
                                         double width);

/* Like cyan_scene_new_page(): all rows, or for a @view those in it. */
CyanScene *cyan_scene_new_icicle_page (const CyanIcicle *icicle,
                                       const CyanIcicleLook *look,
                                       const CyanStyle *style,
                                       const CyanTitles *titles,
                                       const CyanRect *view,
                                       const CyanTick *tick,
                                       GError **error);
