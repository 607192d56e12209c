/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How many conclusions about functions are true on generated releases.
 *
 * A rename is true if both names are those of one function.  The others are if at least half of
 * their contexts are: an edit put the wrapper there, or inlined the function; it merged the replaced
 * function into its successor or gave it that name, or inlined the one and put the other in its
 * place.  What moved and what became one is counted by contexts.
 */
#include "cyan-bench.h"

#include "cyan-edits.h"
#include "cyan-measure.h"

#include <stdio.h>

typedef enum
{
  TELLS_MOVED = CYAN_N_EDIT_KINDS,
  TELLS_JOINED,
  N_TELLS,
} Tells;

#define N_CONFIDENCES (CYAN_CONFIDENCE_STRONG + 1)

typedef struct
{
  guint n_said[N_TELLS][N_CONFIDENCES];
  guint n_right[N_TELLS][N_CONFIDENCES];
  guint n_known[N_TELLS];
  guint n_found[N_TELLS][N_CONFIDENCES]; /* with at least this confidence */
} Sums;

typedef struct
{
  const RandomPair *pair;
  const CyanComparison *comparison;
  const CyanCompared *compared;
  guint8 *has_pair;    /* by merged node: whether a pair is below it, of an unmatched one */
  guint8 *has_same[2]; /* by side, by its node: whether a node below it still exists */
  /* By conclusion that is true and has at least that confidence: the functions, kind, before and
   * after, as text. */
  GHashTable *found[N_CONFIDENCES];
} Judge;

static const CyanProfile *
profile_of (const Judge *self, guint side)
{
  return side == 0 ? self->pair->before : self->pair->after;
}

static CyanStr
name_of (const Judge *self, guint side, CyanNode node)
{
  return node != CYAN_NODE_NONE ? cyan_profile_function (profile_of (self, side), node)->name : 0;
}

static char *
key_of (guint kind, CyanStr before, CyanStr after)
{
  return g_strdup_printf ("%u %u %u", kind, before, after);
}

static void
look_below (Judge *self)
{
  const CyanMergedTree *tree = self->compared->tree;

  self->has_pair = g_new0 (guint8, self->compared->n_nodes);
  for (CyanNode i = self->compared->n_nodes; i-- > 1;)
    if (cyan_compared_is_pair (self->compared, i) || self->has_pair[i])
      self->has_pair[tree->parent[i]] = TRUE;
  for (guint side = 0; side < 2; side++)
    {
      const CyanProfile *profile = profile_of (self, side);
      const CyanNode *other = side == 0 ? self->pair->destination : self->pair->origin;

      self->has_same[side] = g_new0 (guint8, profile->n_nodes);
      for (CyanNode i = profile->n_nodes; i-- > 1;)
        if (self->has_same[side][i] || other[i] != CYAN_NODE_NONE)
          self->has_same[side][profile->parent[i]] = TRUE;
    }
}

/* Whether two names are those of one function. */
static gboolean
is_rename (const RandomPair *pair, CyanStr before, CyanStr after)
{
  for (guint i = 0; i < pair->renamed->len; i++)
    {
      const RandomRename *known = &g_array_index (pair->renamed, RandomRename, i);

      if (known->before == before && known->after == after)
        return !known->merged;
    }
  return FALSE;
}

/* Whether @node, of the merged tree, is an unmatched one of @side with @label around pairs. */
static gboolean
is_around (const Judge *self, guint side, CyanNode node, CyanStr label)
{
  return !cyan_compared_is_pair (self->compared, node)
         && cyan_compared_side (self->compared, node) == side
         && cyan_compared_label (self->compared, side, node) == label;
}

/* The node above @node in its gap, or beside it, that has @label on @side, or CYAN_NODE_NONE. */
static CyanNode
find_near (const Judge *self, guint side, CyanNode node, CyanStr label)
{
  const CyanMergedTree *tree = self->compared->tree;
  CyanNode up = tree->parent[node], above = up;

  for (; !cyan_compared_is_pair (self->compared, up); up = tree->parent[up])
    if (is_around (self, side, up, label))
      return up;
  for (CyanNode i = above + 1; i < tree->end[above]; i = tree->end[i])
    if (is_around (self, side, i, label))
      return i;
  return CYAN_NODE_NONE;
}

static gboolean
took_place (const Judge *self, CyanNode before, CyanNode after)
{
  const RandomPair *pair = self->pair;

  if (pair->fate[0][before] & RANDOM_MERGED && pair->destination[before] == after)
    return TRUE;
  return pair->fate[0][before] & RANDOM_INLINED && pair->fate[1][after] & RANDOM_ADDED;
}

/* Adds 1 to @n[0] if @node is a context of the function @label of @side, which was put between others
 * or taken out, and to @n[1] if that is true; without pairs below it, to @n[2] and @n[3]. */
static void
judge_between (const Judge *self, guint side, CyanStr label, CyanNode node, guint n[4])
{
  CyanNode own = cyan_compared_node (self->compared, side, node);

  if (!is_around (self, side, node, label))
    return;
  n += self->has_pair[node] ? 0 : 2;
  n[0]++;
  n[1] += (self->pair->fate[side][own] & (RANDOM_WRAPPER | RANDOM_INLINED)) != 0;
}

/* The same for the replaced function of @edit. */
static void
judge_replaced (const Judge *self, const CyanEdit *edit, CyanNode node, guint n[4])
{
  const CyanStr label[] = { edit->before, edit->after };

  for (guint side = 0; side < 2; side++)
    {
      CyanNode other, nodes[2];

      if (!is_around (self, side, node, label[side]))
        continue;
      other = find_near (self, 1 - side, node, label[1 - side]);
      if (other == CYAN_NODE_NONE)
        continue;
      nodes[side] = cyan_compared_node (self->compared, side, node);
      nodes[1 - side] = cyan_compared_node (self->compared, 1 - side, other);
      n[self->has_pair[node] ? 0 : 2]++;
      n[self->has_pair[node] ? 1 : 3] += took_place (self, nodes[0], nodes[1]);
    }
}

/* The functions that @edit put between others or took out, and their side; 0 if it is none. */
static guint
get_between (const CyanEdit *edit, guint *side, const CyanStr **labels)
{
  *side = edit->kind == CYAN_EDIT_WRAPPED || edit->kind == CYAN_EDIT_SPLIT;
  *labels = edit->n_parts > 0 ? edit->parts : *side == 1 ? &edit->after : &edit->before;
  return edit->n_parts > 0 ? edit->n_parts : cyan_edit_is_between (edit) ? 1 : 0;
}

static gboolean
is_true (const Judge *self, const CyanEdit *edit, const CyanStr name[2])
{
  guint n[4] = { 0 }, side, n_labels, *most;
  const CyanStr *labels;

  if (edit->kind == CYAN_EDIT_RENAMED || is_rename (self->pair, name[0], name[1]))
    return is_rename (self->pair, name[0], name[1]);
  n_labels = get_between (edit, &side, &labels);
  for (CyanNode i = 1; i < self->compared->n_nodes; i++)
    {
      for (guint k = 0; k < n_labels; k++)
        judge_between (self, side, labels[k], i, n);
      if (n_labels == 0)
        judge_replaced (self, edit, i, n);
    }
  most = n[0] > 0 ? n : n + 2;
  return most[0] > 0 && 2 * most[1] >= most[0];
}

/* The name that the profile of @side has for @label, or 0. */
static CyanStr
find_name (const Judge *self, guint side, CyanStr label)
{
  const CyanComparedSide *there = &self->compared->side[side];

  for (CyanNode i = 1; i < there->profile->n_nodes && label != CYAN_STR_EMPTY; i++)
    if (there->label[there->profile->function[i]] == label)
      return name_of (self, side, i);
  return 0;
}

/* Notes what @edit, which is true, found: each function that it put between others or took out. */
static void
note_found (Judge *self, const CyanEdit *edit, const CyanStr name[2])
{
  guint side, n;
  const CyanStr *labels;

  n = get_between (edit, &side, &labels);
  for (guint least = 0; least <= edit->confidence; least++)
    {
      for (guint k = 0; k < n; k++)
        {
          CyanStr part = find_name (self, side, labels[k]);

          g_hash_table_add (self->found[least], side == 1 ? key_of (CYAN_EDIT_WRAPPED, 0, part)
                                                          : key_of (CYAN_EDIT_INLINED, part, 0));
        }
      if (n == 0)
        g_hash_table_add (self->found[least], key_of (edit->kind, name[0], name[1]));
    }
}

static void
judge_edits (Judge *self, Sums *sums)
{
  g_autoptr (CyanEdits) edits = cyan_edits_new (self->comparison, NULL, CYAN_CONFIDENCE_POSSIBLE);

  for (guint i = 0; i < edits->n; i++)
    {
      const CyanEdit *edit = &edits->at[i];
      const CyanStr name[] = { find_name (self, 0, edit->before),
                               find_name (self, 1, edit->after) };
      gboolean right = is_true (self, edit, name);

      sums->n_said[edit->kind][edit->confidence]++;
      sums->n_right[edit->kind][edit->confidence] += right;
      if (right)
        note_found (self, edit, name);
    }
}

/* Counts an edit of functions that the profiles can show, once. */
static void
expect (const Judge *self, GHashTable *known, guint kind, CyanStr before, CyanStr after, Sums *sums)
{
  char *key = key_of (kind, before, after);

  for (guint least = 0; least < N_CONFIDENCES && !g_hash_table_contains (known, key); least++)
    sums->n_found[kind][least] += g_hash_table_contains (self->found[least], key);
  sums->n_known[kind] += g_hash_table_add (known, key);
}

/* Only what is around contexts that still exist can be told from what was added or removed, and not
 * the levels of a recursion. */
static void
expect_edits (const Judge *self, Sums *sums)
{
  const RandomPair *pair = self->pair;
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < pair->renamed->len; i++)
    {
      const RandomRename *rename = &g_array_index (pair->renamed, RandomRename, i);

      if (!rename->merged)
        expect (self, known, CYAN_EDIT_RENAMED, rename->before, rename->after, sums);
    }
  for (CyanNode i = 1; i < pair->before->n_nodes; i++)
    {
      CyanNode now = pair->destination[i];
      CyanStr name = name_of (self, 0, i);

      if (!self->has_same[0][i])
        continue;
      if (pair->fate[0][i] & RANDOM_INLINED && name_of (self, 0, pair->before->parent[i]) != name)
        expect (self, known, CYAN_EDIT_INLINED, name, 0, sums);
      if (pair->fate[0][i] & RANDOM_MERGED && now != CYAN_NODE_NONE)
        expect (self, known, CYAN_EDIT_REPLACED, name, name_of (self, 1, now), sums);
    }
  for (CyanNode i = 1; i < pair->after->n_nodes; i++)
    if (pair->fate[1][i] & RANDOM_WRAPPER && self->has_same[1][i])
      expect (self, known, CYAN_EDIT_WRAPPED, 0, name_of (self, 1, i), sums);
}

/* What is said of single contexts has no confidence. */
static void
judge_contexts (const Judge *self, Sums *sums)
{
  const CyanCompared *compared = self->compared;
  const RandomPair *pair = self->pair;

  for (CyanNode i = 1; i < compared->n_nodes; i++)
    {
      guint side = cyan_compared_side (compared, i);
      CyanNode own = cyan_compared_node (compared, side, i), now;
      CyanNode moved = side == 0 ? cyan_moves_to (compared->moves, i) : CYAN_NODE_NONE;
      CyanNode joined =
          cyan_compared_is_pair (compared, i) ? CYAN_NODE_NONE : cyan_compared_joined (compared, i);
      gboolean was_moved, was_joined, right_move, right_join;

      if (side == 1)
        {
          sums->n_said[TELLS_JOINED][0] += joined != CYAN_NODE_NONE;
          continue;
        }
      now = pair->destination[own];
      was_moved = pair->fate[0][own] & RANDOM_MOVED && now != CYAN_NODE_NONE;
      was_joined = (pair->fate[0][own] & RANDOM_JOINED) != 0;
      right_move = moved != CYAN_NODE_NONE && compared->tree->after[moved] == now;
      right_join = joined != CYAN_NODE_NONE && compared->tree->after[joined] == now;
      sums->n_said[TELLS_MOVED][0] += moved != CYAN_NODE_NONE;
      sums->n_right[TELLS_MOVED][0] += right_move;
      sums->n_known[TELLS_MOVED] += was_moved;
      sums->n_found[TELLS_MOVED][0] += was_moved && (right_move || compared->tree->after[i] == now);
      sums->n_said[TELLS_JOINED][0] += joined != CYAN_NODE_NONE;
      sums->n_right[TELLS_JOINED][0] += right_join;
      sums->n_known[TELLS_JOINED] += was_joined;
      sums->n_found[TELLS_JOINED][0] += was_joined && right_join;
    }
}

static void
judge_pair (const RandomPair *pair, Sums *sums)
{
  const CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
  GError *error = NULL;
  g_autoptr (CyanComparison) comparison =
      cyan_comparison_new (pair->before, pair->after, &options, NULL, &error);
  Judge judge = { .pair = pair, .comparison = comparison };

  cyan_measure_must (error);
  judge.compared = &comparison->compared;
  for (guint i = 0; i < N_CONFIDENCES; i++)
    judge.found[i] = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  look_below (&judge);
  judge_edits (&judge, sums);
  expect_edits (&judge, sums);
  judge_contexts (&judge, sums);
  for (guint i = 0; i < N_CONFIDENCES; i++)
    g_hash_table_unref (judge.found[i]);
  g_free (judge.has_pair);
  g_free (judge.has_same[0]);
  g_free (judge.has_same[1]);
}

static void
print_row (const Sums *sums, guint kind, guint confidence)
{
  static const char *const contexts[] = { "moved to", "joined" };
  gboolean is_edit = kind < CYAN_N_EDIT_KINDS;
  guint n_said = sums->n_said[kind][confidence], n_right = sums->n_right[kind][confidence];

  printf ("%-10s%-10s%9u%9u%11.3f%9u%9u%9.3f\n",
          is_edit ? cyan_edit_kind_names[kind] : contexts[kind - CYAN_N_EDIT_KINDS],
          is_edit ? cyan_confidence_names[confidence] : "-", n_said, n_right,
          n_said > 0 ? (double) n_right / n_said : 1.0, sums->n_known[kind],
          sums->n_found[kind][confidence],
          sums->n_known[kind] > 0 ? (double) sums->n_found[kind][confidence] / sums->n_known[kind]
                                  : 1.0);
}

void
cyan_bench_conclusions (const RandomOptions *options, guint n_pairs)
{
  Sums sums = { 0 };

  for (guint k = 0; k < n_pairs; k++)
    {
      RandomOptions own = *options;
      RandomPair pair;

      own.seed = options->seed + 77 * k;
      pair = random_pair_new (&own);
      judge_pair (&pair, &sums);
      random_pair_clear (&pair);
    }
  /* The last three: edits of functions or contexts, and those found with that confidence at least. */
  printf ("%-10s%-10s%9s%9s%11s%9s%9s%9s\n", "kind", "sure", "said", "right", "precision", "true",
          "found", "recall");
  for (guint kind = 0; kind < N_TELLS; kind++)
    for (guint i = kind < CYAN_N_EDIT_KINDS ? N_CONFIDENCES : 1; i-- > 0;)
      print_row (&sums, kind, i);
}
