/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Fits a picture into a room: how large boxes can be, what folds, what an opening can show.
 *
 * Heights and widths have scales of their own.  A picture's height hardly depends on the scale of
 * its widths, so that of heights is found first, from large to small.
 */
#include "cyan-layout-private.h"

#include <math.h>

/* The largest box takes one of these parts of the room. */
static const double heights[] = { 0.5, 0.42, 0.35, 0.3, 0.25, 0.21, 0.18, 0.15, 0.12, 0.1, 0.08 };
static const double widths[] = { 0.36, 0.3, 0.26, 0.22, 0.18, 0.15, 0.13, 0.11, 0.09 };
/* Of these, what the boxes of large pictures take, and the last ones before more rows fold. */
#define FIXED_HEIGHT 7
#define FIXED_WIDTH  5
#define LOW_HEIGHT   8

/* However small the room is. */
#define LEAST_BOX_HEIGHT 28.0
#define LEAST_BOX_WIDTH  56.0

/* Between boxes and their children, where there is little room. */
#define SMALL_GAP 20.0

/* Own changes that fold to make a picture lower: at last, and at first if all are significant; in
 * parts of the run. */
#define MOST_FOLDED  0.1
#define LEAST_FOLDED 0.001

/* Larger pictures take too long to be laid out many times. */
#define MANY 2000

/* A picture fills this part of the room if no larger zoom than the largest is needed. */
#define FILLED       0.9
#define LARGEST_ZOOM 1.6

/* Draws with the largest box in those parts of the room.  Gives the size of the picture. */
static CyanRect
try_boxes (CyanLayout *self, CyanFit *fit, guint high, guint wide)
{
  static const CyanScale usual = CYAN_SCALE_INIT;
  CyanRect extents;
  CyanScale scale;

  fit->box_height = MAX (heights[high] * fit->height, LEAST_BOX_HEIGHT);
  fit->box_width = MAX (widths[wide] * fit->width, LEAST_BOX_WIDTH);
  scale = cyan_layout_fitting_scale (self, fit);
  scale.level_gap = high > LOW_HEIGHT / 2 ? SMALL_GAP : usual.level_gap;
  cyan_layout_set_scale (self, &scale);
  cyan_layout_extents (self, &extents);
  return extents;
}

/* The largest boxes of heights from @from to @to with which the picture is no higher than @room, or
 * the last ones.  Whether it is. */
static gboolean
find_height (CyanLayout *self, CyanFit *fit, double room, guint from, guint to, guint *high)
{
  for (*high = from;; ++*high)
    {
      if (try_boxes (self, fit, *high, G_N_ELEMENTS (widths) - 1).height <= room)
        return TRUE;
      if (*high >= to)
        return FALSE;
    }
}

/* Folds as much as the smaller room of the least zoom asks for, and finds heights. */
static guint
fit_height (CyanLayout *self, CyanFit *fit)
{
  gboolean large = self->n_shown > MANY;
  double threshold = self->comparison->threshold, most = MAX (threshold, MOST_FOLDED);
  guint first = large ? FIXED_HEIGHT : 0, last = large ? FIXED_HEIGHT : LOW_HEIGHT;
  guint high;

  cyan_layout_fold_below (self, threshold);
  if (find_height (self, fit, fit->height, first, last, &high))
    return high;
  while (!find_height (self, fit, fit->height / fit->least_zoom, last, last, &high) && self->folds
         && threshold < most)
    {
      threshold = MIN (most, MAX (2 * threshold, LEAST_FOLDED));
      cyan_layout_fold_below (self, threshold);
    }
  if (!large)
    find_height (self, fit, fit->height / fit->least_zoom, last, G_N_ELEMENTS (heights) - 1, &high);
  return high;
}

gboolean
cyan_layout_fit (CyanLayout *self, CyanFit *fit)
{
  guint high, wide, last = G_N_ELEMENTS (widths) - 1;
  CyanRect extents;

  g_assert (fit->width > 0 && fit->height > 0 && fit->least_zoom > 0 && fit->least_zoom <= 1);
  high = fit_height (self, fit);
  wide = self->n_shown > MANY ? FIXED_WIDTH : 0;
  if (wide > 0)
    last = wide;
  for (;; wide++)
    {
      extents = try_boxes (self, fit, high, wide);
      if (extents.width <= fit->width || wide >= last)
        break;
    }
  /* What is drawn smaller to be no wider has more room for heights. */
  while (high > 0 && wide > 0 && extents.width > fit->width)
    {
      double room = fit->height * MIN (extents.width / fit->width, 1 / fit->least_zoom);

      extents = try_boxes (self, fit, high - 1, wide);
      if (extents.height > room)
        {
          extents = try_boxes (self, fit, high, wide);
          break;
        }
      high--;
    }
  return extents.width * fit->least_zoom <= fit->width
         && extents.height * fit->least_zoom <= fit->height;
}

/* ---- openings ---- */

static gboolean
is_kept (const CyanLayout *self, const CyanHotPath *path, CyanNode node)
{
  if (g_hash_table_contains (self->kept, GUINT_TO_POINTER (node)))
    return TRUE;
  for (guint i = 0; i < path->nodes->len; i++)
    if (g_array_index (path->nodes, CyanNode, i) == node)
      return TRUE;
  return FALSE;
}

/* Hides the leaf with the smallest change.  FALSE if all that is shown has to be. */
static gboolean
hide_smallest (CyanLayout *self, const CyanHotPath *path)
{
  g_autoptr (CyanShownNodes) shown = cyan_layout_save (self);
  const CyanNode *end = self->comparison->compared.tree->end;
  GArray *nodes = shown->below;
  guint smallest = nodes->len;
  double least = INFINITY;

  for (guint i = 0; i < nodes->len; i++)
    {
      CyanNode node = g_array_index (nodes, CyanNode, i);
      double change = cyan_layout_change_of (self, node);
      gboolean is_leaf = i + 1 == nodes->len || g_array_index (nodes, CyanNode, i + 1) >= end[node];

      if (is_leaf && change <= least && !is_kept (self, path, node))
        {
          smallest = i;
          least = change;
        }
    }
  if (smallest == nodes->len)
    return FALSE;
  g_array_remove_index (nodes, smallest);
  cyan_layout_show_only (self, shown->top, (const CyanNode *) nodes->data, nodes->len);
  return TRUE;
}

gboolean
cyan_layout_fit_opening (CyanLayout *self, const CyanHotPath *path, CyanFit *fit)
{
  CyanRect extents;

  if (cyan_layout_fit (self, fit) || self->n_shown > MANY)
    return self->n_shown <= MANY;
  /* With the smallest boxes that there are. */
  do
    {
      if (!hide_smallest (self, path))
        break;
      cyan_layout_extents (self, &extents);
    }
  while (extents.width * fit->least_zoom > fit->width
         || extents.height * fit->least_zoom > fit->height);
  return cyan_layout_fit (self, fit);
}

double
cyan_fit_zoom (const CyanFit *fit, const CyanRect *extents)
{
  double wide = fit->width / MAX (extents->width, 1), high = fit->height / MAX (extents->height, 1);
  double most = MIN (wide, high);

  return most <= 1 ? most : CLAMP (FILLED * most, 1, LARGEST_ZOOM);
}
