/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Positions of boxes: van der Ploeg's non-layered tidy tree, made re-entrant.
 *
 * A. van der Ploeg, "Drawing non-layered tidy trees in linear time", Software: Practice and
 * Experience 44(12), 2014.  In the paper, threads overwrite the offsets of the leaves where they
 * start, and a parent overwrites the extremes of its first child, so that a subtree cannot be laid
 * out again by itself.  Here threads have offsets of their own, the extremes of the growing forest
 * are local to place(), and a contour ends at its subtree's own extreme.  Small siblings between
 * large ones are not spread: that would move boxes that have nothing to do with a change.
 *
 * A room includes the gap below it, which keeps neighbours out of the band of its edges.
 */
#include "cyan-assert.h"
#include "cyan-layout-private.h"

/* A walk down one side of a contour. */
typedef struct
{
  CyanSlot slot;
  double x;      /* of the anchor */
  double bottom; /* of the room including its gap */
} Walker;

/* The contour of the children placed so far, relative to the anchor of the first one. */
typedef struct
{
  CyanSlot el, er;
  double el_x, er_x;
  double xmin, xmax;
  double bottom;
} Forest;

static void
step_right_side (const CyanLayout *self, Walker *walker)
{
  const CyanRecord *record = cyan_layout_record (self, walker->slot);

  if (record->last != CYAN_SLOT_NONE)
    {
      const CyanRecord *child = cyan_layout_record (self, record->last);

      walker->slot = record->last;
      walker->x += child->rx;
      walker->bottom += child->step;
    }
  else
    {
      walker->slot = record->tr;
      walker->x += record->tr_x;
      walker->bottom += record->tr_y;
    }
}

static void
step_left_side (const CyanLayout *self, Walker *walker)
{
  const CyanRecord *record = cyan_layout_record (self, walker->slot);

  if (record->first != CYAN_SLOT_NONE)
    {
      const CyanRecord *child = cyan_layout_record (self, record->first);

      walker->slot = record->first;
      walker->x += child->rx;
      walker->bottom += child->step;
    }
  else
    {
      walker->slot = record->tl;
      walker->x += record->tl_x;
      walker->bottom += record->tl_y;
    }
}

/* Puts @child to the right of @forest, whose last child is @previous, and adds it to the forest. */
static void
take_in (const CyanLayout *self, Forest *forest, CyanSlot previous, CyanSlot child)
{
  CyanRecord *added = cyan_layout_record (self, child);
  const CyanRecord *neighbour = cyan_layout_record (self, previous);
  Walker right = { previous, neighbour->rx, neighbour->step };
  Walker left = { child, 0, added->step };
  double shift = -G_MAXDOUBLE;
  gboolean right_ended = FALSE, left_ended = FALSE;

  for (;;)
    {
      const CyanRecord *r = cyan_layout_record (self, right.slot);
      const CyanRecord *l = cyan_layout_record (self, left.slot);
      double apart = right.x + r->right + self->scale.sibling_gap - (left.x - l->left);
      double right_bottom = right.bottom, left_bottom = left.bottom;

      shift = MAX (shift, apart);
      if (right_bottom <= left_bottom)
        {
          if (right.slot == forest->er)
            right_ended = TRUE;
          else
            step_right_side (self, &right);
        }
      if (left_bottom <= right_bottom)
        {
          if (left.slot == added->el)
            left_ended = TRUE;
          else
            step_left_side (self, &left);
        }
      if (right_ended || left_ended)
        break;
    }

  added->rx = shift;
  if (right_ended && !left_ended)
    {
      CyanRecord *end = cyan_layout_record (self, forest->el);

      end->tl = left.slot;
      end->tl_x = shift + left.x - forest->el_x;
      end->tl_y = left.bottom - forest->bottom;
      forest->el = added->el;
      forest->el_x = shift + added->el_x;
    }
  if (left_ended && !right_ended)
    {
      CyanRecord *end = cyan_layout_record (self, added->er);

      end->tr = right.slot;
      end->tr_x = right.x - (shift + added->er_x);
      end->tr_y = right.bottom - added->bottom;
    }
  else
    {
      forest->er = added->er;
      forest->er_x = shift + added->er_x;
    }
  forest->xmin = MIN (forest->xmin, shift + added->xmin);
  forest->xmax = MAX (forest->xmax, shift + added->xmax);
  forest->bottom = MAX (forest->bottom, added->bottom);
}

void
cyan_fan_free (CyanFan *fan)
{
  if (fan == NULL)
    return;
  g_free (fan->child);
  g_free (fan->reach);
  g_free (fan->start);
  g_free (fan->block);
  g_free (fan);
}

static void
make_fan (const CyanLayout *self, CyanRecord *record)
{
  guint n = record->n_children;
  CyanFan *fan = record->fan;
  guint i = 0;

  if (fan != NULL && fan->n != n)
    {
      cyan_fan_free (fan);
      fan = record->fan = NULL;
    }
  if (n <= CYAN_FAN_MIN)
    return;
  if (fan == NULL)
    {
      fan = record->fan = g_new0 (CyanFan, 1);
      fan->n = n;
      fan->child = g_new (CyanSlot, n);
      fan->reach = g_new (double, n);
      fan->start = g_new (double, n);
      fan->block = g_new (CyanFanBlock, (n - 1) / CYAN_FAN_BLOCK + 1);
    }

  for (CyanSlot s = record->first; s != CYAN_SLOT_NONE; i++)
    {
      const CyanRecord *child = cyan_layout_record (self, s);
      CyanFanBlock *block = &fan->block[i / CYAN_FAN_BLOCK];

      fan->child[i] = s;
      fan->start[i] = fan->reach[i] = child->rx;
      fan->start[i] += child->xmin;
      fan->reach[i] += child->xmax;
      if (i % CYAN_FAN_BLOCK == 0)
        *block = (CyanFanBlock){ fan->start[i], fan->reach[i], i };
      block->xmin = MIN (block->xmin, fan->start[i]);
      block->xmax = MAX (block->xmax, fan->reach[i]);
      if (child->bottom > cyan_layout_record (self, fan->child[block->lowest])->bottom)
        block->lowest = i;
      if (i > 0)
        fan->reach[i] = MAX (fan->reach[i], fan->reach[i - 1]);
      s = child->next;
    }
  for (i = n - 1; i-- > 0;)
    fan->start[i] = MIN (fan->start[i], fan->start[i + 1]);
}

/* Places the children of @slot, whose own subtrees are laid out. */
static void
place (CyanLayout *self, CyanSlot slot)
{
  CyanRecord *record = cyan_layout_record (self, slot);
  CyanRecord *child;
  CyanSlot previous;
  Forest forest;
  double middle;

  if (record->first == CYAN_SLOT_NONE)
    {
      record->el = record->er = slot;
      record->el_x = record->er_x = 0;
      record->xmin = -record->left;
      record->xmax = record->right;
      record->bottom = record->step;
      make_fan (self, record);
      return;
    }

  child = cyan_layout_record (self, record->first);
  child->rx = 0;
  forest = (Forest){ child->el,   child->er,   child->el_x,  child->er_x,
                     child->xmin, child->xmax, child->bottom };
  previous = record->first;
  for (CyanSlot s = child->next; s != CYAN_SLOT_NONE; s = cyan_layout_record (self, s)->next)
    {
      take_in (self, &forest, previous, s);
      previous = s;
    }

  middle = cyan_layout_record (self, record->last)->rx / 2;
  if (record->n_children > 1)
    for (CyanSlot s = record->first; s != CYAN_SLOT_NONE; s = child->next)
      {
        child = cyan_layout_record (self, s);
        child->rx -= middle;
      }
  record->el = forest.el;
  record->er = forest.er;
  record->el_x = forest.el_x - middle;
  record->er_x = forest.er_x - middle;
  record->xmin = MIN (-record->left, forest.xmin - middle);
  record->xmax = MAX (record->right, forest.xmax - middle);
  record->bottom = record->step + forest.bottom;
  make_fan (self, record);
}

void
cyan_layout_mark (CyanLayout *self, CyanSlot slot)
{
  self->refolds = TRUE;
  while (slot != CYAN_SLOT_NONE)
    {
      CyanRecord *record = cyan_layout_record (self, slot);

      if (record->dirty)
        return;
      record->dirty = TRUE;
      slot = record->parent;
    }
}

void
cyan_layout_tidy (CyanLayout *self)
{
  CyanSlot at = self->top;
  CyanSlot child;

  if (!cyan_layout_record (self, at)->dirty)
    return;
  cyan_layout_fold_rows (self);
  child = cyan_layout_record (self, at)->first;
  for (;;)
    {
      while (child != CYAN_SLOT_NONE && !cyan_layout_record (self, child)->dirty)
        child = cyan_layout_record (self, child)->next;
      if (child != CYAN_SLOT_NONE)
        {
          at = child;
          child = cyan_layout_record (self, at)->first;
          continue;
        }
      place (self, at);
      cyan_layout_record (self, at)->dirty = FALSE;
      if (at == self->top)
        break;
      child = cyan_layout_record (self, at)->next;
      at = cyan_layout_record (self, at)->parent;
    }
  cyan_assert_valid (cyan_layout_check, self);
}
