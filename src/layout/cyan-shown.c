/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The set of shown nodes: showing, hiding, the top, and restoring an earlier set.
 *
 * The children of a record are in the order of their nodes, that is, of the merged tree.  So the
 * shown tree in preorder is the shown set in ascending order, and this is how it is saved.
 */
#include "cyan-layout-private.h"

CyanNode
cyan_layout_top (const CyanLayout *self)
{
  return cyan_layout_record (self, self->top)->node;
}

gboolean
cyan_layout_is_shown (const CyanLayout *self, CyanNode node)
{
  return cyan_layout_slot (self, node) != CYAN_SLOT_NONE;
}

guint
cyan_layout_n_shown (const CyanLayout *self)
{
  return self->n_shown;
}

guint
cyan_layout_n_hidden_children (const CyanLayout *self, CyanNode node)
{
  CyanSlot slot = cyan_layout_slot (self, node);

  if (node >= self->comparison->compared.n_nodes)
    return 0;
  if (slot == CYAN_SLOT_NONE)
    return self->children_of[node];
  g_assert (cyan_layout_record (self, slot)->n_children <= self->children_of[node]);
  return self->children_of[node] - cyan_layout_record (self, slot)->n_children;
}

static gboolean
is_within (const CyanLayout *self, CyanNode node, CyanNode ancestor)
{
  return node >= ancestor && node < self->comparison->compared.tree->end[ancestor];
}

CyanSlot
cyan_layout_show_one (CyanLayout *self, CyanNode node, CyanSlot parent)
{
  CyanSlot slot = cyan_layout_slot (self, node);
  CyanSlot previous;

  if (slot != CYAN_SLOT_NONE)
    return slot;
  previous = cyan_layout_record (self, parent)->last;
  while (previous != CYAN_SLOT_NONE && cyan_layout_record (self, previous)->node > node)
    previous = cyan_layout_record (self, previous)->previous;
  return cyan_layout_add_record (self, node, parent, previous);
}

/* Shows the children of @slot in order until @limit nodes are shown.  FALSE if the limit was
 * reached. */
static gboolean
show_some (CyanLayout *self, CyanSlot slot, guint limit)
{
  const guint32 *end = self->comparison->compared.tree->end;
  CyanNode node = cyan_layout_record (self, slot)->node;
  CyanSlot previous = CYAN_SLOT_NONE;

  if (cyan_layout_record (self, slot)->n_children == self->children_of[node])
    return TRUE;
  for (CyanNode child = node + 1; child < end[node]; child = end[child])
    {
      if (self->slot_of[child] != CYAN_SLOT_NONE)
        previous = self->slot_of[child];
      else if (!cyan_filtered_shows (self->filtered, child))
        continue;
      else if (self->n_shown < limit)
        previous = cyan_layout_add_record (self, child, slot, previous);
      else
        return FALSE;
    }
  return TRUE;
}

void
cyan_layout_show_children (CyanLayout *self, CyanNode node)
{
  CyanSlot slot = cyan_layout_slot (self, node);

  if (slot != CYAN_SLOT_NONE)
    show_some (self, slot, G_MAXUINT);
}

/* Shows the whole subtree of @slot, of which nothing is filtered.  Records are made in the order in
 * which they are laid out, which keeps them close in memory. */
static void
show_all (CyanLayout *self, CyanSlot slot)
{
  const CyanMergedTree *tree = self->comparison->compared.tree;
  CyanNode node = cyan_layout_record (self, slot)->node;

  for (CyanNode child = node + 1; child < tree->end[node]; child++)
    {
      CyanNode parent = tree->parent[child];
      CyanNode previous = child - 1;

      if (self->slot_of[child] != CYAN_SLOT_NONE)
        continue;
      while (previous != parent && tree->parent[previous] != parent)
        previous = tree->parent[previous];
      cyan_layout_add_record (self, child, self->slot_of[parent],
                              previous == parent ? CYAN_SLOT_NONE : self->slot_of[previous]);
    }
}

gboolean
cyan_layout_show_levels (CyanLayout *self, CyanSlot slot, guint depth, guint limit)
{
  g_autoptr (GArray) queue = g_array_new (FALSE, FALSE, sizeof (CyanSlot));
  CyanNode node = cyan_layout_record (self, slot)->node;
  guint done = 0;

  if (depth == G_MAXUINT && self->filtered == NULL && self->n_shown <= limit
      && self->comparison->compared.tree->end[node] - node <= limit - self->n_shown)
    {
      show_all (self, slot);
      return TRUE;
    }
  g_array_append_val (queue, slot);
  while (depth > 0 && done < queue->len)
    {
      guint level_end = queue->len;

      for (; done < level_end; done++)
        {
          CyanSlot at = g_array_index (queue, CyanSlot, done);

          if (!show_some (self, at, limit))
            return FALSE;
          for (CyanSlot s = cyan_layout_record (self, at)->first; s != CYAN_SLOT_NONE;
               s = cyan_layout_record (self, s)->next)
            g_array_append_val (queue, s);
        }
      depth--;
    }
  return TRUE;
}

/* The number of shown nodes in the subtree of @slot, itself included. */
static guint
count_shown (const CyanLayout *self, CyanSlot slot)
{
  CyanSlot at = slot;
  guint n = 1;

  if (slot == self->top)
    return self->n_shown;
  for (;;)
    {
      CyanSlot next = cyan_layout_record (self, at)->first;

      while (next == CYAN_SLOT_NONE && at != slot)
        {
          next = cyan_layout_record (self, at)->next;
          at = next == CYAN_SLOT_NONE ? cyan_layout_record (self, at)->parent : at;
        }
      if (next == CYAN_SLOT_NONE)
        return n;
      at = next;
      n++;
    }
}

gboolean
cyan_layout_show_descendants (CyanLayout *self, CyanNode node, guint limit)
{
  CyanSlot slot = cyan_layout_slot (self, node);
  guint beside, n_before = self->n_shown;
  gboolean whole;

  if (slot == CYAN_SLOT_NONE)
    return TRUE;
  beside = self->n_shown - count_shown (self, slot);
  limit = limit > G_MAXUINT - beside ? G_MAXUINT : limit + beside;
  whole = cyan_layout_show_levels (self, slot, G_MAXUINT, limit);
  g_assert (self->n_shown <= MAX (limit, n_before));
  return whole;
}

void
cyan_layout_hide_children (CyanLayout *self, CyanNode node)
{
  CyanSlot slot = cyan_layout_slot (self, node);

  if (slot != CYAN_SLOT_NONE)
    cyan_layout_drop_below (self, slot);
}

/* The shown nodes in the subtree of @top, ascending. */
static GArray *
shown_nodes (const CyanLayout *self, CyanNode top)
{
  GArray *nodes = g_array_new (FALSE, FALSE, sizeof (CyanNode));
  CyanSlot at = self->top;

  while (at != CYAN_SLOT_NONE)
    {
      const CyanRecord *record = cyan_layout_record (self, at);
      CyanSlot next = record->first;

      if (is_within (self, record->node, top))
        g_array_append_val (nodes, record->node);
      else if (!is_within (self, top, record->node))
        next = CYAN_SLOT_NONE;
      while (next == CYAN_SLOT_NONE && at != CYAN_SLOT_NONE)
        {
          next = cyan_layout_record (self, at)->next;
          at = cyan_layout_record (self, at)->parent;
        }
      at = next;
    }
  return nodes;
}

void
cyan_layout_show_only (CyanLayout *self, CyanNode top, const CyanNode *nodes, gsize n)
{
  const CyanNode *parent = self->comparison->compared.tree->parent;

  cyan_layout_drop_all (self);
  self->top = cyan_layout_add_record (self, top, CYAN_SLOT_NONE, CYAN_SLOT_NONE);
  for (gsize i = 0; i < n; i++)
    {
      CyanSlot above = CYAN_SLOT_NONE;

      if (nodes[i] != top && nodes[i] < self->comparison->compared.n_nodes
          && is_within (self, nodes[i], top) && cyan_filtered_shows (self->filtered, nodes[i]))
        above = self->slot_of[parent[nodes[i]]];
      if (above != CYAN_SLOT_NONE)
        cyan_layout_show_one (self, nodes[i], above);
    }
}

void
cyan_layout_set_top (CyanLayout *self, CyanNode node)
{
  CyanNode old = cyan_layout_top (self);
  g_autoptr (GArray) nodes = NULL;

  if (node == old || node >= self->comparison->compared.n_nodes)
    return;
  nodes = shown_nodes (self, node);
  if (is_within (self, old, node))
    {
      /* The ancestors of the old top come first in preorder. */
      g_autoptr (GArray) ancestors = g_array_new (FALSE, FALSE, sizeof (CyanNode));

      for (CyanNode up = self->comparison->compared.tree->parent[old]; up != node;
           up = self->comparison->compared.tree->parent[up])
        g_array_append_val (ancestors, up);
      for (guint i = 0; i < ancestors->len / 2; i++)
        {
          CyanNode other = g_array_index (ancestors, CyanNode, ancestors->len - 1 - i);

          g_array_index (ancestors, CyanNode, ancestors->len - 1 - i) =
              g_array_index (ancestors, CyanNode, i);
          g_array_index (ancestors, CyanNode, i) = other;
        }
      g_array_prepend_vals (nodes, ancestors->data, ancestors->len);
    }
  cyan_layout_show_only (self, node, (const CyanNode *) nodes->data, nodes->len);
}

void
cyan_layout_reveal (CyanLayout *self, CyanNode node)
{
  const CyanNode *parent = self->comparison->compared.tree->parent;
  g_autoptr (GArray) ancestors = g_array_new (FALSE, FALSE, sizeof (CyanNode));
  CyanSlot slot;

  if (node >= self->comparison->compared.n_nodes)
    return;
  if (!is_within (self, node, cyan_layout_top (self)))
    {
      CyanNode top = cyan_comparison_top (self->comparison);

      cyan_layout_set_top (self, is_within (self, node, top) ? top : CYAN_NODE_ROOT);
    }
  for (CyanNode up = node; (slot = self->slot_of[up]) == CYAN_SLOT_NONE; up = parent[up])
    g_array_append_val (ancestors, up);
  for (guint i = ancestors->len;
       i-- > 0 && cyan_filtered_shows (self->filtered, g_array_index (ancestors, CyanNode, i));)
    slot = cyan_layout_show_one (self, g_array_index (ancestors, CyanNode, i), slot);
  g_assert (self->slot_of[node] != CYAN_SLOT_NONE || !cyan_filtered_shows (self->filtered, node));
}

void
cyan_layout_drop_hidden (CyanLayout *self)
{
  CyanNode top = cyan_layout_top (self);
  g_autoptr (GArray) nodes = shown_nodes (self, top);

  cyan_layout_show_only (self, top, (const CyanNode *) nodes->data, nodes->len);
}

/* ---- a set to go back to ---- */

CyanShownNodes *
cyan_shown_nodes_new (void)
{
  CyanShownNodes *self = g_new0 (CyanShownNodes, 1);

  cyan_ref_count_init (&self->refs);
  self->top = CYAN_NODE_ROOT;
  self->below = g_array_new (FALSE, FALSE, sizeof (CyanNode));
  self->unfolded = g_array_new (FALSE, FALSE, sizeof (CyanNode));
  self->goals = g_array_new (FALSE, FALSE, sizeof (CyanNode));
  return self;
}

CyanShownNodes *
cyan_shown_nodes_ref (CyanShownNodes *self)
{
  cyan_ref_count_inc (&self->refs);
  return self;
}

void
cyan_shown_nodes_unref (CyanShownNodes *self)
{
  if (!cyan_ref_count_dec (&self->refs))
    return;
  g_array_unref (self->below);
  g_array_unref (self->unfolded);
  g_array_unref (self->goals);
  g_free (self);
}

static int
compare_nodes (gconstpointer a, gconstpointer b)
{
  const CyanNode *one = a, *other = b;

  return (*one > *other) - (*one < *other);
}

CyanShownNodes *
cyan_layout_save (const CyanLayout *self)
{
  CyanShownNodes *saved = cyan_shown_nodes_new ();
  GHashTableIter iter;
  gpointer key, why;

  saved->n_nodes = self->comparison->compared.n_nodes;
  saved->top = cyan_layout_top (self);
  saved->fold_threshold = self->fold_threshold;
  g_array_unref (saved->below);
  saved->below = shown_nodes (self, saved->top);
  /* The top comes first. */
  g_array_remove_index (saved->below, 0);
  g_hash_table_iter_init (&iter, self->kept);
  while (g_hash_table_iter_next (&iter, &key, &why))
    {
      const CyanNode node = GPOINTER_TO_UINT (key);

      g_array_append_val (why == GUINT_TO_POINTER (CYAN_KEPT_GOAL) ? saved->goals : saved->unfolded,
                          node);
    }
  g_array_sort (saved->goals, compare_nodes);
  g_array_sort (saved->unfolded, compare_nodes);
  return saved;
}

static gboolean
is_of (const CyanShownNodes *saved, const CyanLayout *self)
{
  guint n_nodes = self->comparison->compared.n_nodes;

  return saved->top < n_nodes && (saved->n_nodes == 0 || saved->n_nodes == n_nodes);
}

static void
keep_all (CyanLayout *self, const GArray *nodes, CyanKept why)
{
  for (guint i = 0; i < nodes->len; i++)
    cyan_layout_keep_because (self, g_array_index (nodes, CyanNode, i), why);
}

void
cyan_layout_restore (CyanLayout *self, const CyanShownNodes *saved)
{
  if (!is_of (saved, self))
    return;
  g_hash_table_remove_all (self->kept);
  keep_all (self, saved->unfolded, CYAN_KEPT_UNFOLDED);
  keep_all (self, saved->goals, CYAN_KEPT_GOAL);
  self->fold_threshold = saved->fold_threshold;
  cyan_layout_show_only (self, saved->top, (const CyanNode *) saved->below->data,
                         saved->below->len);
}

void
cyan_layout_restore_too (CyanLayout *self, const CyanShownNodes *saved)
{
  CyanNode top = cyan_layout_top (self);

  if (!is_of (saved, self))
    return;
  if (is_within (self, saved->top, top))
    cyan_layout_reveal (self, saved->top);
  for (guint i = 0; i < saved->below->len; i++)
    {
      CyanNode node = g_array_index (saved->below, CyanNode, i);

      if (node < self->comparison->compared.n_nodes && is_within (self, node, top))
        cyan_layout_reveal (self, node);
    }
}

/* ---- neighbours ---- */

/* The slot of the box or link of @node with all folds up to date, or CYAN_SLOT_NONE. */
static CyanSlot
box_slot (CyanLayout *self, CyanNode node)
{
  return cyan_layout_slot (self, cyan_layout_drawn_as (self, node));
}

static CyanNode
node_at (const CyanLayout *self, CyanSlot slot)
{
  return slot == CYAN_SLOT_NONE ? CYAN_NODE_NONE : cyan_layout_record (self, slot)->node;
}

CyanNode
cyan_layout_parent_of (CyanLayout *self, CyanNode node)
{
  CyanSlot slot = box_slot (self, node);

  if (slot == CYAN_SLOT_NONE || slot == self->top)
    return CYAN_NODE_NONE;
  return node_at (self, cyan_layout_head (self, cyan_layout_record (self, slot)->parent));
}

CyanNode
cyan_layout_first_child_of (CyanLayout *self, CyanNode node)
{
  CyanSlot slot = box_slot (self, node);

  if (slot == CYAN_SLOT_NONE)
    return CYAN_NODE_NONE;
  do
    slot = cyan_layout_record (self, slot)->first;
  while (slot != CYAN_SLOT_NONE && cyan_layout_record (self, slot)->fold == CYAN_FOLD_MEMBER);
  return node_at (self, slot);
}

CyanNode
cyan_layout_next_of (CyanLayout *self, CyanNode node)
{
  CyanSlot slot = box_slot (self, node);

  return slot == CYAN_SLOT_NONE ? CYAN_NODE_NONE
                                : node_at (self, cyan_layout_record (self, slot)->next);
}

CyanNode
cyan_layout_previous_of (CyanLayout *self, CyanNode node)
{
  CyanSlot slot = box_slot (self, node);

  return slot == CYAN_SLOT_NONE ? CYAN_NODE_NONE
                                : node_at (self, cyan_layout_record (self, slot)->previous);
}
