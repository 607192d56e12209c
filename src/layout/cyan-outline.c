/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The open rows of a tree table. */
#include "cyan-outline.h"

#include "cyan-assert.h"

#include <math.h>
#include <string.h>

struct CyanOutline
{
  const CyanOutlineItems *items; /* borrowed */
  gpointer data;                 /* borrowed */
  guint column;
  gboolean descending;
  GByteArray *open; /* a bit an item; what lies beyond is closed */
  GArray *rows;     /* of CyanOutlineRow */
};

/* A sibling with its key. */
typedef struct
{
  double key;
  guint32 item;
} Sibling;

CyanOutline *
cyan_outline_new (const CyanOutlineItems *items, gpointer data)
{
  CyanOutline *self = g_new0 (CyanOutline, 1);

  self->items = items;
  self->data = data;
  self->open = g_byte_array_new ();
  self->rows = g_array_new (FALSE, FALSE, sizeof (CyanOutlineRow));
  return self;
}

void
cyan_outline_free (CyanOutline *self)
{
  if (self == NULL)
    return;
  g_byte_array_unref (self->open);
  g_array_unref (self->rows);
  g_free (self);
}

CyanOutline *
cyan_outline_copy (const CyanOutline *self, gpointer data)
{
  CyanOutline *copy = cyan_outline_new (self->items, data);

  copy->column = self->column;
  copy->descending = self->descending;
  g_byte_array_append (copy->open, self->open->data, self->open->len);
  return copy;
}

void
cyan_outline_set_order (CyanOutline *self, guint column, gboolean descending)
{
  self->column = column;
  self->descending = descending;
}

static gboolean
item_is_open (const CyanOutline *self, guint32 item)
{
  return item / 8 < self->open->len && (self->open->data[item / 8] >> item % 8 & 1) != 0;
}

void
cyan_outline_mark (CyanOutline *self, guint32 item, gboolean open)
{
  guint old = self->open->len;
  guint8 bit = (guint8) (1u << item % 8);

  g_assert (item != CYAN_OUTLINE_NONE);
  if (item / 8 >= old)
    {
      g_byte_array_set_size (self->open, item / 8 + 1);
      memset (self->open->data + old, 0, self->open->len - old);
    }
  if (open)
    self->open->data[item / 8] |= bit;
  else
    self->open->data[item / 8] &= (guint8) ~bit;
}

void
cyan_outline_mark_range (CyanOutline *self, guint32 first, guint32 end)
{
  g_assert (first <= end);
  if (first == end)
    return;
  /* Makes room for all. */
  cyan_outline_mark (self, end - 1, TRUE);
  while (first < end && first % 8 != 0)
    cyan_outline_mark (self, first++, TRUE);
  memset (self->open->data + first / 8, 0xff, (end - first) / 8);
  for (guint32 item = end - (end - first) % 8; item < end; item++)
    cyan_outline_mark (self, item, TRUE);
}

/* ---- rows ---- */

static int
compare_siblings (gconstpointer a, gconstpointer b, gpointer data)
{
  const Sibling *x = a, *y = b;
  const CyanOutline *self = data;

  if (isnan (x->key) != isnan (y->key))
    return isnan (x->key) ? 1 : -1;
  if (x->key != y->key && !isnan (x->key))
    return (x->key < y->key) != self->descending ? -1 : 1;
  return (x->item > y->item) - (x->item < y->item);
}

/* Appends the children of @item in their order; @items and @siblings are scratch. */
static void
append_sorted (const CyanOutline *self, guint32 item, GArray *items, GArray *siblings)
{
  g_array_set_size (items, 0);
  g_array_set_size (siblings, 0);
  self->items->children (self->data, item, items);
  for (guint i = 0; i < items->len; i++)
    {
      guint32 child = g_array_index (items, guint32, i);
      Sibling sibling = { self->items->key (self->data, child, self->column), child };

      g_array_append_val (siblings, sibling);
    }
  g_array_sort_with_data (siblings, compare_siblings, (gpointer) self);
}

static CyanOutlineRow
row_of (const GArray *siblings, guint nth, guint depth)
{
  CyanOutlineRow row = { g_array_index (siblings, Sibling, nth).item, depth, nth, siblings->len };

  return row;
}

/* Whether each row is the first one below an open row, or the next one below the parent that it has
 * in common with a row above. */
static gboolean
are_rows (const CyanOutline *self)
{
  g_autoptr (GArray) nth = g_array_new (FALSE, FALSE, sizeof (guint32)); /* by depth */

  for (guint i = 0; i < self->rows->len; i++)
    {
      const CyanOutlineRow *row = cyan_outline_row (self, i);
      gboolean is_first = row->depth == nth->len;

      if (row->depth > nth->len || row->nth >= row->n_siblings
          || row->nth != (is_first ? 0 : g_array_index (nth, guint32, row->depth) + 1)
          || (is_first && i > 0 && !item_is_open (self, cyan_outline_row (self, i - 1)->item)))
        return FALSE;
      g_array_set_size (nth, row->depth + 1);
      g_array_index (nth, guint32, row->depth) = row->nth;
    }
  return TRUE;
}

void
cyan_outline_make_rows (CyanOutline *self)
{
  g_autoptr (GArray) items = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) siblings = g_array_new (FALSE, FALSE, sizeof (Sibling));
  /* Rows to come, the next one last. */
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (CyanOutlineRow));
  CyanOutlineRow row = { .item = CYAN_OUTLINE_NONE, .depth = G_MAXUINT32 };

  g_array_set_size (self->rows, 0);
  for (;;)
    {
      if (row.item == CYAN_OUTLINE_NONE || item_is_open (self, row.item))
        {
          append_sorted (self, row.item, items, siblings);
          for (guint i = siblings->len; i-- > 0;)
            {
              CyanOutlineRow child = row_of (siblings, i, row.depth + 1);

              g_array_append_val (stack, child);
            }
        }
      if (stack->len == 0)
        break;
      row = g_array_index (stack, CyanOutlineRow, stack->len - 1);
      g_array_set_size (stack, stack->len - 1);
      g_array_append_val (self->rows, row);
    }
  cyan_assert_slow (are_rows (self));
}

guint
cyan_outline_n_rows (const CyanOutline *self)
{
  return self->rows->len;
}

const CyanOutlineRow *
cyan_outline_row (const CyanOutline *self, guint position)
{
  g_assert (position < self->rows->len);
  return &g_array_index (self->rows, CyanOutlineRow, position);
}

guint
cyan_outline_find (const CyanOutline *self, guint32 item)
{
  for (guint i = 0; i < self->rows->len; i++)
    if (g_array_index (self->rows, CyanOutlineRow, i).item == item)
      return i;
  return CYAN_OUTLINE_NONE;
}

gboolean
cyan_outline_is_open (const CyanOutline *self, guint position)
{
  return item_is_open (self, cyan_outline_row (self, position)->item);
}

guint
cyan_outline_parent (const CyanOutline *self, guint position)
{
  guint depth = cyan_outline_row (self, position)->depth;

  while (position-- > 0)
    if (cyan_outline_row (self, position)->depth < depth)
      return position;
  return CYAN_OUTLINE_NONE;
}

guint
cyan_outline_open (CyanOutline *self, guint position)
{
  g_autoptr (GArray) items = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) siblings = g_array_new (FALSE, FALSE, sizeof (Sibling));
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (CyanOutlineRow));
  CyanOutlineRow parent = *cyan_outline_row (self, position);

  if (item_is_open (self, parent.item))
    return 0;
  append_sorted (self, parent.item, items, siblings);
  if (siblings->len == 0)
    return 0;
  for (guint i = 0; i < siblings->len; i++)
    {
      CyanOutlineRow row = row_of (siblings, i, parent.depth + 1);

      g_array_append_val (rows, row);
    }
  cyan_outline_mark (self, parent.item, TRUE);
  g_array_insert_vals (self->rows, position + 1, rows->data, rows->len);
  cyan_assert_slow (are_rows (self));
  return rows->len;
}

guint
cyan_outline_close (CyanOutline *self, guint position)
{
  guint depth = cyan_outline_row (self, position)->depth;
  guint end = position;

  do
    {
      cyan_outline_mark (self, cyan_outline_row (self, end)->item, FALSE);
      end++;
    }
  while (end < self->rows->len && cyan_outline_row (self, end)->depth > depth);
  g_array_remove_range (self->rows, position + 1, end - position - 1);
  cyan_assert_slow (are_rows (self));
  return end - position - 1;
}
