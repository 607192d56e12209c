/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A tree of numbered frames: columns that grow together, and a hash table of children. */
#include "cyan-frame-tree.h"

#include "cyan-error.h"
#include "cyan-i18n.h"

#include <string.h>

#define MIN_NODES 256

/* Bytes per node in the columns that are used. */
static gsize
node_bytes (const CyanFrameTree *self)
{
  gsize bytes = 4 * sizeof (guint32) + sizeof (double);

  for (guint i = 0; i < CYAN_FRAME_TREE_COLUMNS; i++)
    if (self->values[i] != NULL)
      bytes += sizeof (double);
  return bytes;
}

static gboolean
grow_columns (CyanFrameTree *self, GError **error)
{
  guint32 old = self->n_allocated;
  guint32 wanted = MAX (MIN_NODES, old + MIN (old, self->max_nodes));
  guint64 more = (wanted - old) * node_bytes (self);

  if (!cyan_budget_check (self->charge.budget, more, error))
    return FALSE;
  cyan_charge_add (&self->charge, more);
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
  return TRUE;
}

static inline guint32
hash_of (const CyanFrameTree *self, guint32 parent, guint32 frame)
{
  return cyan_table_hash (&self->table, (guint64) parent << 32 | frame, 0);
}

static gboolean
is_child (gconstpointer owner, guint32 node, gconstpointer key)
{
  const CyanFrameTree *self = owner;

  return ((guint64) self->parent[node] << 32 | self->frame[node]) == *(const guint64 *) key;
}

void
cyan_frame_tree_init (CyanFrameTree *self, CyanScratch *scratch, CyanProfileBuilder *builder)
{
  gpointer columns[] = { &self->parent, &self->frame, &self->calls, &self->raw, &self->n_raw };

  memset (self, 0, sizeof *self);
  self->max_nodes = cyan_profile_builder_max_nodes (builder);
  self->touched = cyan_scratch_array (scratch, sizeof (guint32));
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    cyan_scratch_free (scratch, columns[i]);
  for (guint i = 0; i < G_N_ELEMENTS (self->values); i++)
    cyan_scratch_free (scratch, &self->values[i]);
  cyan_scratch_hold (scratch, cyan_table, &self->table);
  cyan_scratch_charge (scratch, &self->charge, NULL);
  grow_columns (self, NULL);
  cyan_charge_move (&self->charge, cyan_profile_builder_budget (builder));
  self->parent[0] = self->frame[0] = CYAN_FRAME_TREE_NONE;
  self->n_nodes = 1;
}

guint32
cyan_frame_tree_child (CyanFrameTree *self, guint32 parent, guint32 frame, GError **error)
{
  guint64 key = (guint64) parent << 32 | frame;
  guint32 hash = hash_of (self, parent, frame);
  guint32 node = cyan_table_find (&self->table, hash, is_child, self, &key);
  guint64 before = cyan_table_memory (&self->table);

  if (node != 0)
    return node;
  if (self->n_nodes >= self->max_nodes)
    {
      cyan_fail_hint (error, CYAN_ERROR_LIMIT, CYAN_HINT_NODE_LIMIT, _ ("more than %'u nodes"),
                      self->max_nodes);
      return CYAN_FRAME_TREE_NONE;
    }
  if (self->n_nodes == self->n_allocated && !grow_columns (self, error))
    return CYAN_FRAME_TREE_NONE;
  node = self->n_nodes++;
  self->parent[node] = parent;
  self->frame[node] = frame;
  if (cyan_table_make_room (&self->table, node))
    for (guint32 i = 1; i < node; i++)
      cyan_table_add (&self->table, hash_of (self, self->parent[i], self->frame[i]), i);
  cyan_table_add (&self->table, hash, node);
  cyan_charge_add (&self->charge, cyan_table_memory (&self->table) - before);
  return node;
}

void
cyan_frame_tree_add (CyanFrameTree *self, guint32 node, double value)
{
  if (self->n_raw[node] == 0)
    cyan_charge_append (&self->charge, self->touched, node);
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
cyan_frame_tree_commit (CyanFrameTree *self, guint column, double factor)
{
  if (self->values[column] == NULL)
    {
      self->values[column] = g_new0 (double, self->n_allocated);
      cyan_charge_add (&self->charge, self->n_allocated * sizeof (double));
    }
  for (guint i = 0; i < self->touched->len; i++)
    {
      guint32 node = g_array_index (self->touched, guint32, i);

      self->values[column][node] += self->raw[node] * factor;
      self->raw[node] = 0;
      self->n_raw[node] = 0;
    }
  cyan_charge_drop (&self->charge, self->touched->len * sizeof (guint32));
  g_array_set_size (self->touched, 0);
}

CyanNode *
cyan_frame_tree_build (const CyanFrameTree *self,
                       CyanProfileBuilder *builder,
                       const guint32 *functions,
                       CyanInput *input,
                       GError **error)
{
  g_autofree CyanNode *nodes = g_new (CyanNode, self->n_nodes);

  nodes[0] = CYAN_NODE_ROOT;
  for (guint32 i = 1; i < self->n_nodes; i++)
    {
      nodes[i] = cyan_profile_builder_child (builder, nodes[self->parent[i]],
                                             functions[self->frame[i]], 0, error);
      if (nodes[i] == CYAN_NODE_NONE
          || (i % CYAN_TICK_STRIDE == 0 && !cyan_input_poll (input, error)))
        return NULL;
    }
  return g_steal_pointer (&nodes);
}

void
cyan_frame_tree_add_columns (const CyanFrameTree *self,
                             CyanProfileBuilder *builder,
                             const CyanNode *nodes,
                             const guint *metrics)
{
  for (guint c = 0; c < CYAN_FRAME_TREE_COLUMNS; c++)
    for (guint32 i = 1; self->values[c] != NULL && i < self->n_nodes; i++)
      if (self->values[c][i] != 0)
        cyan_profile_builder_add (builder, metrics[c], nodes[i], self->values[c][i]);
}
