/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tree of numbered frames: columns that grow together, and a hash of children. */
#include "cyan-frame-tree.h"

#include <string.h>

#define MIN_NODES 256

static void
grow_columns (CyanFrameTree *self)
{
  guint32 old = self->n_allocated;
  guint32 wanted = MAX (MIN_NODES, old + MIN (old, self->max_nodes));

  self->parent = g_renew (guint32, self->parent, wanted);
  self->frame = g_renew (guint32, self->frame, wanted);
  self->calls = g_renew (guint32, self->calls, wanted);
  self->raw = g_renew (double, self->raw, wanted);
  self->n_raw = g_renew (guint32, self->n_raw, wanted);
  memset (self->calls + old, 0, (wanted - old) * sizeof *self->calls);
  memset (self->raw + old, 0, (wanted - old) * sizeof *self->raw);
  memset (self->n_raw + old, 0, (wanted - old) * sizeof *self->n_raw);
  for (guint i = 0; i < CYAN_FRAME_TREE_COLUMNS; i++)
    if (self->values[i] != NULL)
      {
        self->values[i] = g_renew (double, self->values[i], wanted);
        memset (self->values[i] + old, 0, (wanted - old) * sizeof (double));
      }
  self->n_allocated = wanted;
}

static guint
hash_of (const CyanFrameTree *self, guint32 parent, guint32 frame)
{
  guint64 hash = ((guint64) parent << 32 | frame) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  hash = (hash ^ (hash >> 29)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  return (guint) (hash >> 32) & (self->n_slots - 1);
}

static void
grow_slots (CyanFrameTree *self)
{
  g_free (self->slots);
  self->n_slots = MAX (2 * MIN_NODES, self->n_slots * 2);
  self->slots = g_new0 (guint32, self->n_slots);
  for (guint32 node = 1; node < self->n_nodes; node++)
    {
      guint at = hash_of (self, self->parent[node], self->frame[node]);

      while (self->slots[at] != 0)
        at = (at + 1) & (self->n_slots - 1);
      self->slots[at] = node;
    }
}

void
cyan_frame_tree_init (CyanFrameTree *self, guint max_nodes)
{
  memset (self, 0, sizeof *self);
  self->max_nodes = max_nodes;
  self->touched = g_array_new (FALSE, FALSE, sizeof (guint32));
  grow_columns (self);
  self->parent[0] = self->frame[0] = CYAN_FRAME_TREE_NONE;
  self->n_nodes = 1;
  grow_slots (self);
}

void
cyan_frame_tree_clear (CyanFrameTree *self)
{
  g_free (self->parent);
  g_free (self->frame);
  g_free (self->calls);
  g_free (self->raw);
  g_free (self->n_raw);
  for (guint i = 0; i < CYAN_FRAME_TREE_COLUMNS; i++)
    g_free (self->values[i]);
  g_array_unref (self->touched);
  g_free (self->slots);
}

guint32
cyan_frame_tree_child (CyanFrameTree *self, guint32 parent, guint32 frame)
{
  guint at;
  guint32 node;

  for (at = hash_of (self, parent, frame); (node = self->slots[at]) != 0;
       at = (at + 1) & (self->n_slots - 1))
    if (self->parent[node] == parent && self->frame[node] == frame)
      return node;

  if (self->n_nodes >= self->max_nodes)
    return CYAN_FRAME_TREE_NONE;
  if (self->n_nodes == self->n_allocated)
    grow_columns (self);
  node = self->n_nodes++;
  self->parent[node] = parent;
  self->frame[node] = frame;
  self->slots[at] = node;
  if ((guint64) self->n_nodes * 3 >= (guint64) self->n_slots * 2)
    grow_slots (self);
  return node;
}

void
cyan_frame_tree_add (CyanFrameTree *self, guint32 node, double value)
{
  if (self->n_raw[node] == 0)
    g_array_append_val (self->touched, node);
  if (self->n_raw[node] < G_MAXUINT32)
    self->n_raw[node]++;
  self->raw[node] += value;
}

gboolean
cyan_frame_tree_has_repeats (const CyanFrameTree *self)
{
  for (guint i = 0; i < self->touched->len; i++)
    if (self->n_raw[g_array_index (self->touched, guint32, i)] > 1)
      return TRUE;
  return FALSE;
}

void
cyan_frame_tree_settle (CyanFrameTree *self, guint column, double factor)
{
  if (self->values[column] == NULL)
    self->values[column] = g_new0 (double, self->n_allocated);
  for (guint i = 0; i < self->touched->len; i++)
    {
      guint32 node = g_array_index (self->touched, guint32, i);

      self->values[column][node] += self->raw[node] * factor;
      self->raw[node] = 0;
      self->n_raw[node] = 0;
    }
  g_array_set_size (self->touched, 0);
}
