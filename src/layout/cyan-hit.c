/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds visible nodes and the node under the pointer: one descent with culling.
 *
 * A subtree outside of the view is skipped.  A subtree that is too small to be seen becomes one
 * summary, and so do neighbours within a pixel and a half.  A CyanFan finds the visible children of
 * a wide node; of their edges that only cross the view, a sample is reported, since they overlap.
 * A small subtree is omitted if another one was reported at the same place: a very deep tree would
 * have thousands of boxes in one pixel.
 */
#include "cyan-layout-private.h"

#include <math.h>

/* Screen pixels below which a subtree is a summary. */
#define SUMMARY_PX 1.5

/* A view with more cells of this size (SUMMARY_PX a side) is not tracked cell by cell. */
#define MAX_CELLS (16u * 1024u * 1024u)

/* Edges on either side that are reported for the children of a wide node out of view. */
#define SAMPLED_EDGES 32

/* A record to visit, with its absolute position. */
typedef struct
{
  CyanSlot slot;
  double x, y;           /* of the anchor, and of the top of the room */
  double edge_x, edge_y; /* the end of the edge at the parent's box */
  double run_x, run_end; /* range of a group of small siblings that slot represents; else run_x is
                          * NAN */
} Stop;

/* The state of a visit. */
typedef struct
{
  const CyanLayout *self;
  GArray *stops; /* of Stop */
  double left, top, right, bottom;
  double small; /* SUMMARY_PX of the screen in pixels of the layout; 0: no summaries */

  /* By cell of small x small: whether a small subtree was reported there; NULL: not tracked. */
  guint8 *taken;
  double first_column, first_row;
  guint n_columns, n_rows;

  CyanPlacedFunc func; /* NULL for a hit test, which needs rooms but no edges */
  gpointer data;
} Visit;

static Stop
stop_at_top (const CyanLayout *self)
{
  return (Stop){ self->top, 0, -cyan_layout_box_offset (cyan_layout_record (self, self->top)), 0, 0,
                 NAN,       0 };
}

static Stop
stop_at_child (const CyanLayout *self, const Stop *parent, CyanSlot slot)
{
  const CyanRecord *above = cyan_layout_record (self, parent->slot);
  /* Nodes below a link hang from it, not from the last node in it. */
  gboolean member = above->fold == CYAN_FOLD_MEMBER;

  return (Stop){ slot,
                 parent->x + cyan_layout_record (self, slot)->rx,
                 parent->y + above->step,
                 member ? parent->edge_x : parent->x,
                 member ? parent->edge_y
                        : parent->y + cyan_layout_box_offset (above) + above->box_height,
                 NAN,
                 0 };
}

static double
subtree_height (const CyanLayout *self, const CyanRecord *record)
{
  return record->bottom - self->scale.level_gap;
}

static void
fill_placed (const CyanLayout *self, const Stop *stop, CyanPlaced *placed)
{
  const CyanRecord *record = cyan_layout_record (self, stop->slot);
  double box_y = stop->y + cyan_layout_box_offset (record);
  double label_x = record->label_inside ? stop->x - record->label_width / 2
                                        : stop->x + record->box_width / 2 + CYAN_LABEL_GAP;

  *placed = (CyanPlaced){
    .node = record->node,
    .box = { stop->x - record->box_width / 2, box_y, record->box_width, record->box_height },
    .label = { label_x, box_y + (record->box_height - record->label_height) / 2,
               record->label_width, record->label_height },
    .label_inside = record->label_inside,
    .has_edge = record->parent != CYAN_SLOT_NONE,
    .edge_x = stop->edge_x,
    .edge_y = stop->edge_y,
    .n_hidden_children =
        record->fold == CYAN_FOLD_LINK ? 0 : self->children_of[record->node] - record->n_children,
    .n_folded = record->fold == CYAN_FOLD_LINK ? record->chain : 0,
    .last = record->fold == CYAN_FOLD_LINK ? record->row_end : record->node,
  };
}

void
cyan_layout_extents (CyanLayout *self, CyanRect *extents)
{
  const CyanRecord *record = cyan_layout_record (self, self->top);

  cyan_layout_tidy (self);
  *extents = (CyanRect){ record->xmin, -cyan_layout_box_offset (record),
                         record->xmax - record->xmin, subtree_height (self, record) };
  g_assert (!(extents->width < 0) && !(extents->height < 0));
}

gboolean
cyan_layout_position_of (CyanLayout *self, CyanNode node, CyanPlaced *placed)
{
  CyanSlot slot = cyan_layout_slot (self, node);
  g_autoptr (GArray) path = NULL;
  Stop stop;

  if (slot == CYAN_SLOT_NONE)
    return FALSE;
  cyan_layout_tidy (self);
  slot = cyan_layout_head (self, slot);
  path = g_array_new (FALSE, FALSE, sizeof (CyanSlot));
  for (; slot != self->top; slot = cyan_layout_record (self, slot)->parent)
    g_array_append_val (path, slot);
  /* From the top down, so that sums are rounded as in a visit. */
  stop = stop_at_top (self);
  for (guint i = path->len; i-- > 0;)
    stop = stop_at_child (self, &stop, g_array_index (path, CyanSlot, i));
  fill_placed (self, &stop, placed);
  g_assert (placed->n_folded > 0 ? placed->node <= node : placed->node == node);
  return TRUE;
}

/* The first index in sorted @values whose value is larger than @bound, or as large if @or_equal. */
static guint
first_above (const double *values, guint n, double bound, gboolean or_equal)
{
  guint from = 0;

  while (from < n)
    {
      guint middle = from + (n - from) / 2;

      if (values[middle] > bound || (or_equal && values[middle] == bound))
        n = middle;
      else
        from = middle + 1;
    }
  return from;
}

static gboolean
sees (const Visit *visit, double left, double top, double right, double bottom)
{
  return left <= visit->right && right >= visit->left && top <= visit->bottom
         && bottom >= visit->top;
}

static gboolean
sees_edge (const Visit *visit, const Stop *stop)
{
  const CyanRecord *record = cyan_layout_record (visit->self, stop->slot);

  return visit->func != NULL && record->parent != CYAN_SLOT_NONE
         && sees (visit, MIN (stop->x, stop->edge_x), stop->edge_y, MAX (stop->x, stop->edge_x),
                  stop->y + cyan_layout_box_offset (record));
}

static gboolean
sees_subtree (const Visit *visit, const Stop *stop)
{
  const CyanRecord *record = cyan_layout_record (visit->self, stop->slot);

  return sees (visit, stop->x + record->xmin, stop->y, stop->x + record->xmax,
               stop->y + subtree_height (visit->self, record));
}

static void
push_child (Visit *visit, const Stop *parent, CyanSlot slot)
{
  Stop stop = stop_at_child (visit->self, parent, slot);

  if (sees_subtree (visit, &stop) || sees_edge (visit, &stop))
    g_array_append_val (visit->stops, stop);
}

/* Neighbours that may be merged into one summary, since they are within visit->small.  x is
 * relative to the parent's anchor. */
typedef struct
{
  guint n;
  CyanSlot lowest;
  double xmin, xmax;
} Run;

static gboolean
run_can_take (const Visit *visit, const Run *run, double xmin, double xmax)
{
  if (run->n > 0)
    {
      xmin = MIN (xmin, run->xmin);
      xmax = MAX (xmax, run->xmax);
    }
  return xmax - xmin < visit->small;
}

static void
run_take (const Visit *visit, Run *run, double xmin, double xmax, CyanSlot lowest, guint n)
{
  const CyanLayout *self = visit->self;

  if (run->n == 0)
    *run = (Run){ n, lowest, xmin, xmax };
  else
    {
      run->n += n;
      run->xmin = MIN (run->xmin, xmin);
      run->xmax = MAX (run->xmax, xmax);
      if (cyan_layout_record (self, lowest)->bottom
          > cyan_layout_record (self, run->lowest)->bottom)
        run->lowest = lowest;
    }
}

static void
run_push (Visit *visit, const Stop *parent, Run *run)
{
  if (run->n == 1)
    push_child (visit, parent, run->lowest);
  else if (run->n > 1)
    {
      Stop stop = stop_at_child (visit->self, parent, run->lowest);

      stop.run_x = parent->x + run->xmin;
      stop.run_end = parent->x + run->xmax;
      if (sees_subtree (visit, &stop) || sees_edge (visit, &stop))
        g_array_append_val (visit->stops, stop);
    }
  run->n = 0;
}

static void
push_or_run (Visit *visit, const Stop *parent, CyanSlot slot, Run *run)
{
  const CyanRecord *record = cyan_layout_record (visit->self, slot);
  double xmin = record->rx + record->xmin, xmax = record->rx + record->xmax;
  gboolean taken = run_can_take (visit, run, xmin, xmax);

  if (!taken)
    {
      run_push (visit, parent, run);
      taken = run_can_take (visit, run, xmin, xmax);
    }
  if (taken)
    run_take (visit, run, xmin, xmax, slot, 1);
  else
    push_child (visit, parent, slot);
}

/* Pushes the visible children of @parent, in order. */
static void
push_fan (Visit *visit, const Stop *parent, const CyanFan *fan)
{
  guint from = first_above (fan->reach, fan->n, visit->left - parent->x, TRUE);
  guint to = MAX (from, first_above (fan->start, fan->n, visit->right - parent->x, FALSE));
  guint stride = MAX (1, from / SAMPLED_EDGES);
  Run run = { 0 };

  for (guint i = 0; i < from; i += stride)
    push_child (visit, parent, fan->child[i]);
  for (guint i = from; i < to;)
    {
      const CyanFanBlock *block = &fan->block[i / CYAN_FAN_BLOCK];

      if (i % CYAN_FAN_BLOCK == 0 && i + CYAN_FAN_BLOCK <= to
          && run_can_take (visit, &run, block->xmin, block->xmax))
        {
          run_take (visit, &run, block->xmin, block->xmax, fan->child[block->lowest],
                    CYAN_FAN_BLOCK);
          i += CYAN_FAN_BLOCK;
        }
      else
        push_or_run (visit, parent, fan->child[i++], &run);
    }
  run_push (visit, parent, &run);
  stride = MAX (1, (fan->n - to) / SAMPLED_EDGES);
  for (guint i = to; i < fan->n; i += stride)
    push_child (visit, parent, fan->child[i]);
}

/* Pushes the visible children of @parent, the first one on top of the stack. */
static void
push_children (Visit *visit, const Stop *parent)
{
  const CyanRecord *record = cyan_layout_record (visit->self, parent->slot);
  guint first = visit->stops->len;
  Run run = { 0 };

  if (record->fan != NULL)
    push_fan (visit, parent, record->fan);
  else
    {
      for (CyanSlot s = record->first; s != CYAN_SLOT_NONE;
           s = cyan_layout_record (visit->self, s)->next)
        push_or_run (visit, parent, s, &run);
      run_push (visit, parent, &run);
    }
  for (guint i = first, j = visit->stops->len; i + 1 < j; i++)
    {
      Stop *a = &g_array_index (visit->stops, Stop, i);
      Stop *b = &g_array_index (visit->stops, Stop, --j);
      Stop swap = *a;

      *a = *b;
      *b = swap;
    }
}

static void
make_cells (Visit *visit)
{
  double columns, rows;

  visit->first_column = floor (visit->left / visit->small);
  visit->first_row = floor (visit->top / visit->small);
  columns = floor (visit->right / visit->small) - visit->first_column + 1;
  rows = floor (visit->bottom / visit->small) - visit->first_row + 1;
  if (columns >= 1 && rows >= 1 && columns * rows <= MAX_CELLS)
    {
      visit->n_columns = (guint) columns;
      visit->n_rows = (guint) rows;
      visit->taken = g_malloc0 ((gsize) visit->n_columns * visit->n_rows);
    }
}

/* Whether a subtree was reported in every cell of @rect already.  Marks all of them. */
static gboolean
is_taken (Visit *visit, const CyanRect *rect)
{
  double left = MAX (rect->x, visit->left), right = MIN (rect->x + rect->width, visit->right);
  double top = MAX (rect->y, visit->top), bottom = MIN (rect->y + rect->height, visit->bottom);
  gboolean all = TRUE;
  guint column, last_column, last_row;

  if (visit->taken == NULL || left > right || top > bottom)
    return FALSE;
  column = (guint) (floor (left / visit->small) - visit->first_column);
  last_column = (guint) (floor (right / visit->small) - visit->first_column);
  last_row = (guint) (floor (bottom / visit->small) - visit->first_row);
  for (guint row = (guint) (floor (top / visit->small) - visit->first_row); row <= last_row; row++)
    {
      guint8 *cells = visit->taken + (gsize) row * visit->n_columns;

      for (guint i = column; i <= last_column; i++)
        {
          all = all && cells[i];
          cells[i] = TRUE;
        }
    }
  return all;
}

static void
visit_stop (Visit *visit, const Stop *stop)
{
  const CyanLayout *self = visit->self;
  const CyanRecord *record = cyan_layout_record (self, stop->slot);
  gboolean run = !isnan (stop->run_x);
  double height = subtree_height (self, record);
  CyanRect room = { stop->x - record->left, stop->y, (double) record->left + record->right,
                    record->label_inside ? record->box_height
                                         : MAX (record->box_height, record->label_height) };
  CyanPlaced placed;

  fill_placed (self, stop, &placed);
  if (run || record->xmax - record->xmin < visit->small || height < visit->small)
    {
      placed.is_summary = TRUE;
      if (run)
        placed.box = (CyanRect){ stop->run_x, stop->y, stop->run_end - stop->run_x, height };
      else if (record->first != CYAN_SLOT_NONE)
        placed.box =
            (CyanRect){ stop->x + record->xmin, stop->y, record->xmax - record->xmin, height };
      if (!is_taken (visit, &placed.box))
        visit->func (&placed, visit->data);
      return;
    }
  if (record->fold != CYAN_FOLD_MEMBER
      && (sees (visit, room.x, room.y, room.x + room.width, room.y + room.height)
          || sees_edge (visit, stop))
      && !((room.width < visit->small || room.height < visit->small) && is_taken (visit, &room)))
    visit->func (&placed, visit->data);
  push_children (visit, stop);
}

void
cyan_layout_visit (
    CyanLayout *self, const CyanRect *view, double zoom, CyanPlacedFunc func, gpointer data)
{
  g_autoptr (GArray) stops = g_array_new (FALSE, FALSE, sizeof (Stop));
  Visit visit = {
    .self = self,
    .stops = stops,
    .left = -INFINITY,
    .top = -INFINITY,
    .right = INFINITY,
    .bottom = INFINITY,
    .func = func,
    .data = data,
  };
  Stop top;

  g_assert (view == NULL || zoom > 0);
  cyan_layout_tidy (self);
  if (view != NULL)
    {
      visit.left = view->x;
      visit.top = view->y;
      visit.right = view->x + view->width;
      visit.bottom = view->y + view->height;
      if (zoom > 0)
        {
          visit.small = SUMMARY_PX / zoom;
          make_cells (&visit);
        }
    }
  top = stop_at_top (self);
  if (sees_subtree (&visit, &top))
    g_array_append_val (stops, top);
  while (stops->len > 0)
    {
      Stop stop = g_array_index (stops, Stop, stops->len - 1);

      g_array_set_size (stops, stops->len - 1);
      visit_stop (&visit, &stop);
    }
  g_free (visit.taken);
}

/* The distance of a point from a rectangle, by the larger of the two coordinates; 0 inside. */
static double
distance (const CyanRect *rect, double x, double y)
{
  double dx = MAX (rect->x - x, x - (rect->x + rect->width));
  double dy = MAX (rect->y - y, y - (rect->y + rect->height));

  return MAX (0, MAX (dx, dy));
}

CyanNode
cyan_layout_hit (CyanLayout *self, double x, double y, double slack)
{
  g_autoptr (GArray) stops = g_array_new (FALSE, FALSE, sizeof (Stop));
  CyanNode nearest = CYAN_NODE_NONE;
  double least = INFINITY;
  Stop top;
  Visit visit;

  slack = slack > 0 ? slack : 0;
  visit = (Visit){
    .self = self,
    .stops = stops,
    .left = x - slack,
    .top = y - slack,
    .right = x + slack,
    .bottom = y + slack,
  };
  cyan_layout_tidy (self);
  top = stop_at_top (self);
  if (sees_subtree (&visit, &top))
    g_array_append_val (stops, top);
  while (stops->len > 0 && least > 0)
    {
      Stop stop = g_array_index (stops, Stop, stops->len - 1);
      CyanPlaced placed;
      double away;

      g_array_set_size (stops, stops->len - 1);
      fill_placed (self, &stop, &placed);
      away = distance (&placed.box, x, y);
      if (placed.label.width > 0)
        away = MIN (away, distance (&placed.label, x, y));
      if (cyan_layout_record (self, stop.slot)->fold != CYAN_FOLD_MEMBER && away <= slack
          && away < least)
        {
          least = away;
          nearest = placed.node;
        }
      push_children (&visit, &stop);
    }
  return nearest;
}
