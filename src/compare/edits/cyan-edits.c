/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Groups what a merged tree shows by functions. */
#include "cyan-edits.h"

#include "cyan-assert.h"
#include "cyan-edits-private.h"
#include "cyan-compared-private.h"
#include "cyan-worker.h"

#include <math.h>
#include <string.h>

/* A chance below this proves that a function is on one side only. */
#define CHANCE_MAX 0.001

/* Limit of the pairs of a function and a caller or callee that are counted. */
#define OTHERS_MAX (1024 * 1024)

const char *const cyan_edit_kind_names[] = { "renamed", "replaced", "wrapped", "inlined", NULL };
const char *const cyan_match_reason_names[] = { "contexts", "source", "user", NULL };

G_STATIC_ASSERT (G_N_ELEMENTS (cyan_edit_kind_names) == CYAN_EDIT_INLINED + 2);
G_STATIC_ASSERT (G_N_ELEMENTS (cyan_match_reason_names) == CYAN_MATCH_BY_USER + 2);

typedef struct
{
  CyanEdit edit;
  double total[2]; /* of its contexts, those within another left out */
  double heaviest; /* share of edit.node */
  CyanNode end;    /* of the last context that is not within another */
  gboolean proved; /* whether a context cannot be explained by chance */
} Group;

typedef struct
{
  const CyanCompared *compared;
  GArray *groups;          /* of Group; 0 is unused */
  CyanPairTable of_labels; /* by kind and label before, and label after: index into groups */
  CyanPairTable others;    /* by index into groups, and label: contexts */
  guint32 *n_below;        /* by node, like the next two */
  CyanNode *replaced;
  guint32 *group;   /* index of its group, or 0 */
  guint8 *level[2]; /* by side, by its node: whether it is a level of a recursion */
} Search;

/* ---- claims ---- */

static guint
hash_claim (gconstpointer data)
{
  const CyanNameClaim *claim = data;

  return g_str_hash (claim->before) * 31 + g_str_hash (claim->after);
}

static gboolean
claims_equal (gconstpointer a, gconstpointer b)
{
  const CyanNameClaim *x = a, *y = b;

  return strcmp (x->before, y->before) == 0 && strcmp (x->after, y->after) == 0;
}

GHashTable *
cyan_edits_claims (const CyanCompared *self, gboolean same)
{
  GHashTable *claims = g_hash_table_new (hash_claim, claims_equal);

  for (guint i = 0; i < self->claims->len; i++)
    {
      CyanNameClaim *claim = g_ptr_array_index (self->claims, i);

      if (claim->same == same && claim->before != NULL && claim->after != NULL)
        g_hash_table_add (claims, claim);
    }
  return claims;
}

gboolean
cyan_edits_is_claimed (const CyanCompared *self, GHashTable *claims, CyanStr before, CyanStr after)
{
  const CyanStrings *strings = self->side[0].profile->strings;
  const CyanNameClaim claim = { (char *) cyan_strings_get (strings, before),
                                (char *) cyan_strings_get (strings, after), FALSE };

  return g_hash_table_contains (claims, &claim);
}

/* ---- groups ---- */

static Group *
group_at (const Search *self, guint32 number)
{
  return &g_array_index (self->groups, Group, number);
}

/* Marks the unmatched nodes of @side whose function is also that of a matched node near above or
 * below them. */
static guint8 *
find_levels (const CyanCompared *compared, guint side)
{
  const CyanProfile *profile = compared->side[side].profile;
  const CyanStr *label = compared->side[side].label;
  g_autofree guint8 *is_matched = g_new0 (guint8, profile->n_nodes);
  guint8 *level = g_new0 (guint8, profile->n_nodes);

  for (CyanNode i = 0; i < compared->n_nodes; i++)
    if (cyan_compared_is_pair (compared, i))
      is_matched[cyan_compared_node (compared, side, i)] = TRUE;
  for (CyanNode i = 1; i < profile->n_nodes; i++)
    {
      CyanNode up = profile->parent[i];

      for (guint k = 0; k < CYAN_EDITS_NEAR && up != CYAN_NODE_ROOT; k++, up = profile->parent[up])
        if (is_matched[i] != is_matched[up]
            && label[profile->function[up]] == label[profile->function[i]])
          level[is_matched[i] ? up : i] = TRUE;
    }
  return level;
}

/* A CyanWorkFunc. */
static gboolean
mark_levels (gpointer data, G_GNUC_UNUSED GError **error)
{
  Search *self = data;

  for (guint side = 0; side < 2; side++)
    self->level[side] = find_levels (self->compared, side);
  return TRUE;
}

static gboolean
is_level (const Search *self, guint side, CyanNode node)
{
  return self->level[side][cyan_compared_node (self->compared, side, node)];
}

/* The index of the group, which is added if it is new. */
static guint32
find_group (Search *self, CyanEditKind kind, CyanStr before, CyanStr after)
{
  CyanPairEntry *entry =
      cyan_pair_table_at (&self->of_labels, (guint64) kind << 32 | before, after);

  if (entry->n == 0)
    {
      const Group added = {
        .edit = { .kind = kind, .before = before, .after = after, .node = CYAN_NODE_NONE },
        .heaviest = -1
      };

      entry->n = self->groups->len;
      g_array_append_val (self->groups, added);
    }
  return entry->n;
}

/* Adds a context of an edit.  @nodes are those of before and after, or CYAN_NODE_NONE. */
static void
add_context (Search *self, CyanEditKind kind, const CyanNode nodes[2])
{
  const CyanCompared *compared = self->compared;
  CyanNode top = MIN (nodes[0], nodes[1]);
  CyanStr label[2] = { CYAN_STR_EMPTY, CYAN_STR_EMPTY };
  double total[2] = { 0, 0 }, share = 0;
  Group *group;

  for (guint side = 0; side < 2; side++)
    if (nodes[side] != CYAN_NODE_NONE)
      {
        label[side] = cyan_compared_label (compared, side, nodes[side]);
        total[side] = cyan_compared_total (compared, side, nodes[side]);
        share = MAX (share, cyan_compared_part (total[side], compared->side[side].total));
      }
  self->group[top] = find_group (self, kind, label[0], label[1]);
  group = group_at (self, self->group[top]);
  group->edit.n_contexts++;
  group->proved |= !cyan_compared_is_unseen (compared, top);
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

/* Adds @node, which is unmatched, if it stands between pairs. */
static void
add_unmatched (Search *self, CyanNode node)
{
  CyanNode other = self->replaced[node];
  guint side = cyan_compared_side (self->compared, node);
  CyanNode nodes[2] = { CYAN_NODE_NONE, CYAN_NODE_NONE };

  if (self->n_below[node] == 0 || (other == CYAN_NODE_NONE && is_level (self, side, node)))
    return;
  nodes[side] = node;
  nodes[1 - side] = other;
  if (other == CYAN_NODE_NONE)
    add_context (self, side == 0 ? CYAN_EDIT_INLINED : CYAN_EDIT_WRAPPED, nodes);
  else if (node < other)
    add_context (self, CYAN_EDIT_REPLACED, nodes);
}

static void
count_other (Search *self, guint32 group, CyanStr label)
{
  if (self->others.entries->len < OTHERS_MAX)
    cyan_pair_table_at (&self->others, group, label)->n++;
}

/* Counts what @pair is to the edits in the gap above it: the callee of wrappers. */
static void
count_callee (Search *self, CyanNode pair)
{
  const CyanMergedTree *tree = self->compared->tree;
  CyanNode up = tree->parent[pair];

  for (guint k = 0; k < CYAN_EDITS_NEAR && !cyan_compared_is_pair (self->compared, up); k++)
    {
      guint32 group = self->group[up];

      if (group != 0 && group_at (self, group)->edit.kind == CYAN_EDIT_WRAPPED)
        count_other (self, group, cyan_compared_label (self->compared, 1, pair));
      up = tree->parent[up];
    }
}

static void
find_groups (Search *self)
{
  const CyanCompared *compared = self->compared;
  g_autofree CyanNode *caller = g_new0 (CyanNode, compared->n_nodes); /* the nearest pair above */

  for (CyanNode i = 1; i < compared->n_nodes; i++)
    {
      CyanNode up = compared->tree->parent[i];
      guint32 group;

      caller[i] = cyan_compared_is_pair (compared, up) ? up : caller[up];
      if (!cyan_compared_is_pair (compared, i))
        add_unmatched (self, i);
      else if (cyan_compared_label (compared, 0, i) != cyan_compared_label (compared, 1, i))
        add_context (self, CYAN_EDIT_RENAMED, (CyanNode[]){ i, i });
      group = self->group[i];
      if (group != 0 && caller[i] != CYAN_NODE_ROOT
          && group_at (self, group)->edit.kind == CYAN_EDIT_INLINED)
        count_other (self, group, cyan_compared_label (compared, 1, caller[i]));
      if (cyan_compared_is_pair (compared, i))
        count_callee (self, i);
    }
}

/* Sets the caller or callee of each edit: the most frequent one, then the first by name. */
static void
take_others (Search *self, const CyanComparison *comparison)
{
  for (guint i = 1; i < self->others.entries->len; i++)
    {
      const CyanPairEntry *entry = &g_array_index (self->others.entries, CyanPairEntry, i);
      CyanEdit *edit = &group_at (self, (guint32) entry->a)->edit;
      guint32 most = cyan_pair_table_n (&self->others, entry->a, edit->other);
      CyanStr label = (CyanStr) entry->b;

      if (edit->n_others++ == 0 || entry->n > most
          || (entry->n == most
              && strcmp (cyan_comparison_string (comparison, label),
                         cyan_comparison_string (comparison, edit->other))
                     < 0))
        edit->other = label;
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

      if (edit->kind == CYAN_EDIT_WRAPPED || edit->kind == CYAN_EDIT_INLINED)
        continue;
      edit->reason =
          cyan_edits_is_claimed (compared, same, edit->before, edit->after)
              ? CYAN_MATCH_BY_USER
              : (CyanMatchReason) cyan_pair_table_n (&reasons, edit->before, edit->after);
    }
}

CyanMatchReason
cyan_edit_rename_reason (const CyanComparison *comparison, CyanNode node)
{
  const CyanCompared *compared = &comparison->compared;
  CyanStr before = cyan_compared_label (compared, 0, node),
          after = cyan_compared_label (compared, 1, node);
  g_autoptr (GHashTable) same = cyan_edits_claims (compared, TRUE);

  if (cyan_edits_is_claimed (compared, same, before, after))
    return CYAN_MATCH_BY_USER;
  for (guint i = 0; i < compared->renames->len; i++)
    {
      const CyanMatchRename *rename = &g_array_index (compared->renames, CyanMatchRename, i);

      if (rename->before == before && rename->after == after)
        return rename->reason;
    }
  return CYAN_MATCH_BY_CONTEXTS;
}

static void
take_confidences (Search *self)
{
  g_autofree CyanEdit *edits = g_new (CyanEdit, self->groups->len);

  for (guint i = 0; i < self->groups->len; i++)
    edits[i] = group_at (self, i)->edit;
  cyan_edits_find_confidence (self->compared, self->group, self->replaced, self->n_below, edits,
                              self->groups->len);
  for (guint i = 0; i < self->groups->len; i++)
    group_at (self, i)->edit = edits[i];
}

static int
compare_edits (gconstpointer a, gconstpointer b, gpointer data)
{
  const CyanComparison *comparison = data;
  const CyanEdit *x = a, *y = b;
  int order;

  if (x->kind != y->kind)
    return x->kind < y->kind ? -1 : 1;
  if (x->share != y->share)
    return x->share > y->share ? -1 : 1;
  order = strcmp (cyan_comparison_string (comparison, x->before),
                  cyan_comparison_string (comparison, y->before));
  return order != 0 ? order
                    : strcmp (cyan_comparison_string (comparison, x->after),
                              cyan_comparison_string (comparison, y->after));
}

/* Whether chance cannot explain that the sides lack contexts with these totals.  What @side has can
 * be missing on the other only if that was sampled. */
static gboolean
is_beyond_chance (const CyanCompared *compared, const double total[2])
{
  double chance = 0;

  for (guint side = 0; side < 2; side++)
    {
      if (total[side] > 0 && !(compared->side[1 - side].period > 0))
        return TRUE;
      chance += total[side] * cyan_unseen_log_miss (compared, side);
    }
  return chance < log (CHANCE_MAX);
}

/* Whether chance cannot explain @group.  Each context may be too rare for that, but all contexts of
 * a function that a side does not have at all are not.  Of two functions that look like one, each
 * may be missing on one side. */
static gboolean
is_proved (const CyanCompared *compared, const Group *group)
{
  const CyanFunctionPairs *pairs = compared->pairs;
  const CyanFunctionPair *pair = &pairs->at[pairs->of_node[group->edit.node]];

  if (group->edit.kind == CYAN_EDIT_RENAMED)
    return group->edit.reason != CYAN_MATCH_BY_CONTEXTS
           || is_beyond_chance (compared, group->total);
  return group->proved
         || ((pair->before == G_MAXUINT32 || pair->after == G_MAXUINT32)
             && is_beyond_chance (compared, group->total));
}

static CyanEdits *
take_list (const Search *self, const CyanComparison *comparison)
{
  CyanEdits *edits = g_new0 (CyanEdits, 1);

  edits->at = g_new (CyanEdit, self->groups->len);
  for (guint i = 1; i < self->groups->len; i++)
    {
      const Group *group = group_at (self, i);
      CyanEdit *edit = &edits->at[edits->n];

      if (!is_proved (self->compared, group))
        continue;
      *edit = group->edit;
      for (guint side = 0; side < 2; side++)
        edit->share = MAX (
            edit->share, cyan_compared_part (group->total[side], self->compared->side[side].total));
      edit->share = MIN (edit->share, 1);
      edits->n_kind[edit->kind]++;
      edits->n++;
    }
  g_qsort_with_data (edits->at, (gint) edits->n, sizeof *edits->at, compare_edits,
                     (gpointer) comparison);
  return edits;
}

/* Whether edits are by kind, each has the names that its kind has, and is in the tree. */
static gboolean
are_edits (const CyanEdits *self, const CyanCompared *compared)
{
  guint n_kind[CYAN_N_EDIT_KINDS] = { 0 };

  for (guint i = 0; i < self->n; i++)
    {
      const CyanEdit *edit = &self->at[i];
      gboolean is_wrapper = edit->kind == CYAN_EDIT_WRAPPED;
      gboolean is_inlined = edit->kind == CYAN_EDIT_INLINED;

      n_kind[edit->kind]++;
      if ((i > 0 && edit->kind < self->at[i - 1].kind)
          || (is_wrapper && edit->before != CYAN_STR_EMPTY)
          || (is_inlined && edit->after != CYAN_STR_EMPTY)
          || (!is_wrapper && !is_inlined && edit->n_others > 0) || edit->n_contexts == 0
          || edit->share < 0 || edit->share > 1 || edit->node >= compared->n_nodes)
        return FALSE;
    }
  return memcmp (n_kind, self->n_kind, sizeof n_kind) == 0;
}

CyanEdits *
cyan_edits_new (const CyanComparison *comparison)
{
  const CyanCompared *compared = &comparison->compared;
  Search self = { .compared = compared };
  CyanWorker levels = { .func = NULL };
  CyanEdits *edits;

  cyan_worker_start (&levels, "levels", mark_levels, &self);
  self.groups = g_array_new (FALSE, TRUE, sizeof (Group));
  g_array_set_size (self.groups, 1);
  cyan_pair_table_init (&self.of_labels);
  cyan_pair_table_init (&self.others);
  self.group = g_new0 (guint32, compared->n_nodes);
  self.n_below = cyan_edits_count_below (compared);
  self.replaced = cyan_edits_find_replaced (compared, self.n_below);
  cyan_worker_join (&levels, NULL);

  find_groups (&self);
  take_others (&self, comparison);
  take_reasons (&self);
  take_confidences (&self);
  edits = take_list (&self, comparison);

  for (guint side = 0; side < 2; side++)
    g_free (self.level[side]);
  g_free (self.replaced);
  g_free (self.n_below);
  g_free (self.group);
  cyan_pair_table_clear (&self.others);
  cyan_pair_table_clear (&self.of_labels);
  g_array_unref (self.groups);
  g_assert (!compared->single || edits->n == 0);
  cyan_assert_slow (are_edits (edits, compared));
  return edits;
}

void
cyan_edits_free (CyanEdits *self)
{
  g_free (self->at);
  g_free (self);
}

void
cyan_edit_refusal (const CyanComparison *comparison,
                   const CyanEdit *edit,
                   const char **before,
                   const char **after)
{
  *before =
      edit->kind != CYAN_EDIT_WRAPPED ? cyan_comparison_string (comparison, edit->before) : NULL;
  *after =
      edit->kind != CYAN_EDIT_INLINED ? cyan_comparison_string (comparison, edit->after) : NULL;
}

char *
cyan_edit_refusal_line (const CyanComparison *comparison, const CyanEdit *edit)
{
  const char *before, *after;

  cyan_edit_refusal (comparison, edit, &before, &after);
  return cyan_name_claim_line (before, after, FALSE);
}
