/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Groups what a merged tree shows by functions. */
#include "cyan-edits-private.h"

#include <string.h>

/* Limit of the pairs of a function and a caller or callee that are counted. */
#define NEAR_MAX (1024 * 1024)

/* What is counted near an edit. */
enum
{
  CALLERS,
  CALLEES,
};

typedef struct
{
  const CyanCompared *compared;
  const CyanEditsShape *shape;
  const CyanEditSources *sources; /* or NULL */
  GArray *groups;                 /* of CyanEditsGroup; 0 is unused */
  CyanPairTable of_labels;        /* by kind and label before, and label after: index into groups */
  CyanPairTable near[2];          /* callers, callees: by index into groups, and label: contexts */
  CyanPairTable parts;            /* by side and label: index into splits, from 1 */
  GArray *splits[2];              /* by side, of CyanEditsSplit */
  CyanPairTable moves; /* by pair of functions: index into the moves of the sources, from 1 */
  CyanEditsCalls *calls;
  guint32 *group; /* by node: index of its group, or 0 */
} Search;

static CyanEditsGroup *
group_at (const Search *self, guint32 number)
{
  return &g_array_index (self->groups, CyanEditsGroup, number);
}

/* The index of the group, which is added if it is new. */
static guint32
find_group (Search *self, CyanEditKind kind, CyanStr before, CyanStr after)
{
  CyanPairEntry *entry =
      cyan_pair_table_at (&self->of_labels, (guint64) kind << 32 | before, after);

  if (entry->n == 0)
    {
      const CyanEditsGroup added = {
        .edit = { .kind = kind, .before = before, .after = after, .node = CYAN_NODE_NONE },
        .heaviest = -1
      };

      entry->n = self->groups->len;
      g_array_append_val (self->groups, added);
    }
  return entry->n;
}

/* Adds a context of an edit of @names.  @nodes are those of before and after, or CYAN_NODE_NONE. */
static void
add_context (Search *self, CyanEditKind kind, const CyanStr names[2], const CyanNode nodes[2])
{
  const CyanCompared *compared = self->compared;
  CyanNode top = MIN (nodes[0], nodes[1]);
  double total[2] = { 0, 0 }, share = 0;
  CyanEditsGroup *group;

  for (guint side = 0; side < 2; side++)
    if (nodes[side] != CYAN_NODE_NONE)
      {
        total[side] = cyan_compared_total (compared, side, nodes[side]);
        share = MAX (share, cyan_compared_part (total[side], compared->side[side].total));
      }
  self->group[top] = find_group (self, kind, names[0], names[1]);
  group = group_at (self, self->group[top]);
  group->edit.n_contexts++;
  group->proved |= !cyan_compared_is_unseen (compared, top);
  for (guint side = 0; side < 2; side++)
    if (nodes[side] != CYAN_NODE_NONE)
      group->below += total[side] - cyan_compared_self (compared, side, nodes[side]);
  if (share > group->heaviest)
    {
      group->heaviest = share;
      group->edit.node = top;
    }
  if (top < group->end)
    return;
  group->end = compared->tree->end[top];
  for (guint side = 0; side < 2; side++)
    group->total[side] += total[side];
}

/* Adds a pair of names, or what replaces what. */
static void
add_both (Search *self, CyanEditKind kind, CyanNode before, CyanNode after)
{
  const CyanStr names[] = { cyan_compared_label (self->compared, 0, before),
                            cyan_compared_label (self->compared, 1, after) };

  add_context (self, kind, names, (CyanNode[]){ before, after });
}

/* The kind and the names of what a split is, which is inlining if there is one part. */
static CyanEditKind
describe_split (const CyanEditsSplit *split, guint side, CyanStr names[2])
{
  memcpy (names, split->owner, sizeof split->owner);
  if (side == 1)
    return CYAN_EDIT_SPLIT;
  if (split->labels->len > 1)
    return CYAN_EDIT_MERGED;
  names[0] = g_array_index (split->labels, CyanStr, 0);
  names[1] = CYAN_STR_EMPTY;
  return CYAN_EDIT_INLINED;
}

/* Adds @node, which is unmatched, if it is a part of a function, or stands between pairs. */
static void
add_unmatched (Search *self, CyanNode node)
{
  CyanNode other = self->shape->replaced[node];
  guint side = cyan_compared_side (self->compared, node);
  CyanNode nodes[2] = { CYAN_NODE_NONE, CYAN_NODE_NONE };
  CyanStr label = cyan_compared_label (self->compared, side, node);
  CyanStr names[2] = { CYAN_STR_EMPTY, CYAN_STR_EMPTY };
  guint32 part = cyan_pair_table_n (&self->parts, side, label);
  CyanEditKind kind = side == 0 ? CYAN_EDIT_INLINED : CYAN_EDIT_WRAPPED;

  nodes[side] = node;
  names[side] = label;
  if (self->shape->n_below[node] > 0
      && (cyan_edits_calls_have (self->calls, node)
          || (other != CYAN_NODE_NONE && cyan_edits_calls_have (self->calls, other))))
    return;
  if (other != CYAN_NODE_NONE)
    {
      if (node < other)
        add_both (self, CYAN_EDIT_REPLACED, side == 0 ? node : other, side == 0 ? other : node);
    }
  else if (part != 0)
    {
      const CyanEditsSplit *split = &g_array_index (self->splits[side], CyanEditsSplit, part - 1);

      kind = describe_split (split, side, names);
      add_context (self, kind, names, nodes);
      group_at (self, self->group[node])->split = split;
    }
  /* At the top of a tree there is no caller: a thread, a process or what a recorder puts there. */
  else if (self->shape->n_below[node] > 0 && self->shape->caller[node] != CYAN_NODE_ROOT
           && !self->shape->level[side][cyan_compared_node (self->compared, side, node)])
    add_context (self, kind, names, nodes);
}

static void
count_near (Search *self, guint what, guint32 group, CyanStr label)
{
  if (self->near[what].entries->len < NEAR_MAX)
    cyan_pair_table_at (&self->near[what], group, label)->n++;
}

static gboolean
is_between (const Search *self, guint32 group)
{
  return group != 0 && cyan_edit_is_between (&group_at (self, group)->edit);
}

/* Counts what @pair is to the edits in the gap above it: their callee. */
static void
count_callee (Search *self, CyanNode pair)
{
  const CyanMergedTree *tree = self->compared->tree;
  CyanNode up = tree->parent[pair];

  for (guint k = 0; k < CYAN_EDITS_NEAR && !cyan_compared_is_pair (self->compared, up); k++)
    {
      if (is_between (self, self->group[up]))
        {
          guint side = cyan_compared_side (self->compared, up);

          count_near (self, CALLEES, self->group[up],
                      cyan_compared_label (self->compared, 1, pair));
          group_at (self, self->group[up])->found +=
              cyan_compared_total (self->compared, side, pair);
        }
      up = tree->parent[up];
    }
}

static void
find_groups (Search *self)
{
  const CyanCompared *compared = self->compared;

  for (CyanNode i = 1; i < compared->n_nodes; i++)
    {
      CyanNode caller = self->shape->caller[i];

      if (!cyan_compared_is_pair (compared, i))
        add_unmatched (self, i);
      else if (cyan_compared_label (compared, 0, i) != cyan_compared_label (compared, 1, i))
        add_both (self, CYAN_EDIT_RENAMED, i, i);
      else if (cyan_pair_table_n (&self->moves, compared->pairs->of_node[i], 0) != 0)
        add_both (self, CYAN_EDIT_MOVED, i, i);
      if (caller != CYAN_NODE_ROOT && is_between (self, self->group[i]))
        count_near (self, CALLERS, self->group[i], cyan_compared_label (compared, 1, caller));
      if (cyan_compared_is_pair (compared, i))
        count_callee (self, i);
    }
}

/* Sets the callers or the callees of each edit: the most frequent one, then the first by name. */
static void
take_near (Search *self, guint what, const CyanComparison *comparison)
{
  const CyanPairTable *table = &self->near[what];

  for (guint i = 1; i < table->entries->len; i++)
    {
      const CyanPairEntry *entry = &g_array_index (table->entries, CyanPairEntry, i);
      CyanEdit *edit = &group_at (self, (guint32) entry->a)->edit;
      CyanEditNear *near = what == CALLERS ? &edit->caller : &edit->callee;
      guint32 most = cyan_pair_table_n (table, entry->a, near->most);
      CyanStr label = (CyanStr) entry->b;

      if (near->n++ == 0 || entry->n > most
          || (entry->n == most
              && strcmp (cyan_comparison_string (comparison, label),
                         cyan_comparison_string (comparison, near->most))
                     < 0))
        near->most = label;
    }
}

/* ---- parts ---- */

static void
find_parts (Search *self)
{
  cyan_pair_table_init (&self->parts);
  for (guint side = 0; side < 2; side++)
    {
      self->splits[side] = cyan_edits_find_splits (self->shape, side, self->sources);
      for (guint i = 0; i < self->splits[side]->len; i++)
        {
          const GArray *labels = g_array_index (self->splits[side], CyanEditsSplit, i).labels;

          for (guint k = 0; k < labels->len; k++)
            cyan_pair_table_at (&self->parts, side, g_array_index (labels, CyanStr, k))->n = i + 1;
        }
    }
}

static void
take_parts (Search *self)
{
  for (guint side = 0; side < 2; side++)
    for (guint i = 0; i < self->splits[side]->len; i++)
      {
        const CyanEditsSplit *split = &g_array_index (self->splits[side], CyanEditsSplit, i);
        CyanStr names[2];
        CyanEditKind kind = describe_split (split, side, names);
        guint32 group =
            cyan_pair_table_n (&self->of_labels, (guint64) kind << 32 | names[0], names[1]);
        CyanEdit *edit = &group_at (self, group)->edit;

        if (group == 0)
          continue;
        if (split->by_source)
          edit->reason = CYAN_MATCH_BY_SOURCE;
        if (kind == CYAN_EDIT_INLINED)
          continue;
        edit->n_parts = split->labels->len;
        edit->parts = g_memdup2 (split->labels->data, edit->n_parts * sizeof *edit->parts);
        edit->net = split->own[1] - split->own[0];
      }
}

/* ---- moved functions ---- */

static void
find_moves (Search *self)
{
  const GPtrArray *moves = self->sources != NULL ? self->sources->moves : NULL;

  cyan_pair_table_init (&self->moves);
  for (guint i = 0; moves != NULL && i < moves->len; i++)
    {
      const CyanFunctionMove *move = g_ptr_array_index (moves, i);

      cyan_pair_table_at (&self->moves, move->pair, 0)->n = i + 1;
    }
}

/* Of functions with one name, the places of the heaviest one. */
static void
take_places (Search *self)
{
  for (guint i = 1; i < self->groups->len; i++)
    {
      CyanEdit *edit = &group_at (self, i)->edit;
      const CyanFunctionMove *move;

      if (edit->kind != CYAN_EDIT_MOVED)
        continue;
      move = g_ptr_array_index (
          self->sources->moves,
          cyan_pair_table_n (&self->moves, self->compared->pairs->of_node[edit->node], 0) - 1);
      for (guint side = 0; side < 2; side++)
        edit->place[side] = g_strdup (move->place[side]);
      edit->reason = CYAN_MATCH_BY_SOURCE;
    }
}

static void
take_reasons (Search *self)
{
  const CyanCompared *compared = self->compared;
  g_autoptr (GHashTable) same = cyan_edits_claims (compared, TRUE);
  g_auto (CyanPairTable) reasons = { 0 };

  cyan_pair_table_init (&reasons);
  for (guint i = 0; i < compared->renames->len; i++)
    {
      const CyanMatchRename *rename = &g_array_index (compared->renames, CyanMatchRename, i);

      cyan_pair_table_at (&reasons, rename->before, rename->after)->n = rename->reason;
    }
  for (guint i = 1; i < self->groups->len; i++)
    {
      CyanEdit *edit = &group_at (self, i)->edit;

      if (edit->kind != CYAN_EDIT_RENAMED && edit->kind != CYAN_EDIT_REPLACED)
        continue;
      edit->reason =
          cyan_edits_is_claimed (compared, same, edit->before, edit->after)
              ? CYAN_MATCH_BY_USER
              : (CyanMatchReason) cyan_pair_table_n (&reasons, edit->before, edit->after);
    }
}

static void
clear_search (Search *self)
{
  for (guint side = 0; side < 2; side++)
    {
      g_array_unref (self->splits[side]);
      cyan_pair_table_clear (&self->near[side]);
    }
  g_free (self->group);
  cyan_edits_calls_free (self->calls);
  cyan_pair_table_clear (&self->moves);
  cyan_pair_table_clear (&self->parts);
  cyan_pair_table_clear (&self->of_labels);
}

GArray *
cyan_edits_groups_new (const CyanComparison *comparison, const CyanEditSources *sources)
{
  const CyanCompared *compared = &comparison->compared;
  CyanEditsShape shape;
  Search self = { .compared = compared, .shape = &shape, .sources = sources };

  cyan_edits_shape_init (&shape, compared);
  self.calls = cyan_edits_calls_new (&shape);
  self.groups = g_array_new (FALSE, TRUE, sizeof (CyanEditsGroup));
  g_array_set_size (self.groups, 1);
  cyan_pair_table_init (&self.of_labels);
  for (guint what = 0; what < 2; what++)
    cyan_pair_table_init (&self.near[what]);
  self.group = g_new0 (guint32, compared->n_nodes);
  find_parts (&self);
  find_moves (&self);

  find_groups (&self);
  for (guint what = 0; what < 2; what++)
    take_near (&self, what, comparison);
  take_parts (&self);
  take_places (&self);
  take_reasons (&self);
  cyan_edits_find_confidence (&shape, self.group, self.groups);
  g_array_remove_index (self.groups, 0);
  clear_search (&self);
  cyan_edits_shape_clear (&shape);
  return self.groups;
}
