/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariants of every comparison, on random trees and their edited copies. */
#include "cyan-hot-path.h"
#include "comparison-fixture.h"
#include "random-trees.h"
#include "profile-text.h"
#include "tests.h"

#define N_TREES 40

typedef struct
{
  guint n;
  guint parent[400]; /* 0: a root */
  guint name[400];
  guint self[400];
  guint calls[400];
} Tree;

static void
grow (Tree *tree, GRand *random)
{
  tree->n = (guint) g_rand_int_range (random, 1, 300);
  for (guint i = 1; i < tree->n; i++)
    {
      tree->parent[i] = (guint) g_rand_int_range (random, i > 6 ? (gint32) i - 6 : 0, (gint32) i);
      tree->name[i] = (guint) g_rand_int_range (random, 0, 25);
      tree->self[i] = (guint) g_rand_int_range (random, 0, 1000);
      tree->calls[i] = (guint) g_rand_int_range (random, 1, 50);
    }
}

/* Some nodes are removed and leave their children to their parents, some get a wrapper, some cost
 * more or less, and some new leaves are added. */
static void
edit (const Tree *from, Tree *to, GRand *random)
{
  guint place[400] = { 0 };

  to->n = 1;
  for (guint i = 1; i < from->n && to->n + 3 < G_N_ELEMENTS (to->parent); i++)
    {
      guint parent = place[from->parent[i]];
      gint32 kind = g_rand_int_range (random, 0, 20);

      place[i] = parent;
      if (kind == 0)
        continue;
      for (guint copy = kind == 1 ? 0 : 1; copy < 2; copy++)
        {
          to->parent[to->n] = place[i];
          to->name[to->n] = copy == 0 ? 30 : from->name[i];
          to->self[to->n] = kind < 5 ? (guint) g_rand_int_range (random, 0, 2000) : from->self[i];
          to->calls[to->n] = kind == 6 ? from->calls[i] * 3 : from->calls[i];
          place[i] = to->n++;
        }
      if (kind == 7)
        {
          to->parent[to->n] = place[i];
          to->name[to->n] = 31;
          to->self[to->n] = 500;
          to->calls[to->n++] = 2;
        }
    }
}

static CyanProfile *
freeze (const Tree *tree)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
  CyanNode node[400] = { CYAN_NODE_ROOT };

  cyan_profile_builder_metric (builder, "time", "ns");
  for (guint i = 1; i < tree->n; i++)
    {
      g_autofree char *name = g_strdup_printf ("f%u", tree->name[i]);
      guint32 function = cyan_profile_builder_function (
          builder, cyan_strings_add (strings, name, -1), CYAN_STR_EMPTY, CYAN_STR_EMPTY, 0, 0);

      node[i] = cyan_profile_builder_append (builder, node[tree->parent[i]], function, 0, NULL);
      cyan_profile_builder_add (builder, 0, node[i], tree->self[i]);
      cyan_profile_builder_add_calls (builder, node[i], tree->calls[i]);
    }
  return cyan_profile_builder_finish (builder);
}

typedef void (*Law) (CyanProfile *before, CyanProfile *after, CyanMatchMethod method);

static void
for_random_trees (Law law)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (2013);

  for (guint i = 0; i < N_TREES; i++)
    for (guint method = 0; method < 3; method++)
      {
        Tree tree, edited;
        g_autoptr (CyanProfile) before = NULL;
        g_autoptr (CyanProfile) after = NULL;

        grow (&tree, random);
        edit (&tree, &edited, random);
        before = freeze (&tree);
        after = freeze (&edited);
        law (before, after, (CyanMatchMethod) method);
      }
}

static void
law_nothing_changed (CyanProfile *before, CyanProfile *after, CyanMatchMethod method)
{
  g_autofree char *text =
      cyan_profile_to_text (before, CYAN_PROFILE_TEXT_SELF | CYAN_PROFILE_TEXT_CALLS);
  g_autoptr (CyanProfile) copy = profile (text);
  g_autoptr (CyanComparison) self = compare_profiles (before, copy, method);

  g_assert_cmpuint (self->compared.n_nodes, ==, before->n_nodes);
  for (CyanNode i = 0; i < self->compared.n_nodes; i++)
    {
      double width;

      g_assert_cmpint (cyan_comparison_status (self, i), ==, CYAN_STATUS_MATCHED);
      g_assert_cmpfloat (cyan_comparison_height (self, i, CYAN_BASIS_SHARE), ==, 0);
      g_assert_cmpfloat (cyan_comparison_height (self, i, CYAN_BASIS_ABSOLUTE), ==, 0);
      g_assert_cmpint (cyan_comparison_verdict (self, i, CYAN_BASIS_SHARE), ==,
                       CYAN_VERDICT_UNCHANGED);
      g_assert_true (cyan_comparison_width (self, i, &width));
      g_assert_cmpfloat (width, ==, 0);
      g_assert_cmpfloat (self->slower_delta[i], ==, 0);
      g_assert_cmpfloat (self->faster_delta[i], ==, 0);
      g_assert_false (cyan_comparison_share_only (self, i, CYAN_BASIS_SHARE));
    }
}

/* Maps each node of @self to the node of @mirror with the sides exchanged: they have the same
 * pairs. NULL if nodes are below others: of a removed and an added one around the same pairs, the
 * removed one is drawn above. */
static CyanNode *
mirror_nodes (const CyanComparison *self, const CyanComparison *mirror)
{
  const CyanMergedTree *there = mirror->compared.tree;
  g_autofree CyanNode *at_before = g_new (CyanNode, self->compared.side[0].profile->n_nodes);
  g_autofree CyanNode *at_after = g_new (CyanNode, self->compared.side[1].profile->n_nodes);
  g_autofree CyanNode *image = g_new (CyanNode, self->compared.n_nodes);

  g_assert_cmpuint (self->compared.n_nodes, ==, mirror->compared.n_nodes);
  for (CyanNode i = 0; i < there->n_nodes; i++)
    {
      if (there->after[i] != CYAN_NODE_NONE)
        at_before[there->after[i]] = i;
      if (there->before[i] != CYAN_NODE_NONE)
        at_after[there->before[i]] = i;
    }
  for (CyanNode i = 0; i < self->compared.n_nodes; i++)
    {
      CyanNode before = self->compared.tree->before[i], after = self->compared.tree->after[i];

      image[i] = before != CYAN_NODE_NONE ? at_before[before] : at_after[after];
      g_assert_cmpuint (there->after[image[i]], ==, before);
      g_assert_cmpuint (there->before[image[i]], ==, after);
      if (i > 0 && there->parent[image[i]] != image[self->compared.tree->parent[i]])
        return NULL;
    }
  return g_steal_pointer (&image);
}

static guint n_mirrored;

static void
law_swap (CyanProfile *before, CyanProfile *after, CyanMatchMethod method)
{
  static const CyanVerdict opposite[] = { CYAN_VERDICT_UNCHANGED, CYAN_VERDICT_FASTER,
                                          CYAN_VERDICT_SLOWER, CYAN_VERDICT_REMOVED,
                                          CYAN_VERDICT_ADDED };
  g_autoptr (CyanComparison) self = compare_profiles (before, after, method);
  g_autoptr (CyanComparison) mirror = compare_profiles (after, before, method);
  g_autofree CyanNode *image = mirror_nodes (self, mirror);

  g_assert_true (image != NULL || method == CYAN_MATCH_CONTEXT);
  if (image == NULL)
    return;
  n_mirrored += method == CYAN_MATCH_CONTEXT;
  for (CyanNode i = 0; i < self->compared.n_nodes; i++)
    {
      CyanNode j = image[i];
      CyanStatus status = cyan_comparison_status (self, i);
      gboolean one_sided = status == CYAN_STATUS_ADDED || status == CYAN_STATUS_REMOVED;
      double width, swapped;

      g_assert_cmpint (cyan_comparison_verdict (mirror, j, CYAN_BASIS_SHARE), ==,
                       opposite[cyan_comparison_verdict (self, i, CYAN_BASIS_SHARE)]);
      g_assert_cmpfloat_with_epsilon (
          cyan_comparison_height (mirror, j, CYAN_BASIS_SHARE),
          cyan_comparison_height (self, i, CYAN_BASIS_SHARE) * (one_sided ? 1 : -1), 1e-12);
      /* Absolute heights are parts of the run before, which is another one. */
      assert_near (
          cyan_comparison_height (mirror, j, CYAN_BASIS_ABSOLUTE) * self->compared.side[1].total,
          -cyan_comparison_height (self, i, CYAN_BASIS_ABSOLUTE) * self->compared.side[0].total);
      g_assert_true (cyan_comparison_width (self, i, &width));
      g_assert_true (cyan_comparison_width (mirror, j, &swapped));
      g_assert_cmpfloat (width, ==, swapped);
      g_assert_cmpfloat (self->slower_delta[i], ==, mirror->faster_delta[j]);
      g_assert_cmpfloat (self->faster_delta[i], ==, mirror->slower_delta[j]);
    }
}

/* The increase and decrease of a node itself.  One end of a move is compared with the other; an
 * increase counts at the new position, a decrease at the old one. */
static void
own_change (const CyanComparison *self, CyanNode node, double *rise, double *fall)
{
  CyanNode to = cyan_comparison_moved_to (self, node);
  CyanNode from = cyan_comparison_moved_from (self, node);
  CyanSide before, after, other;

  cyan_comparison_sides (self, node, &before, &after);
  if (to != CYAN_NODE_NONE)
    cyan_comparison_sides (self, to, &other, &after);
  if (from != CYAN_NODE_NONE)
    cyan_comparison_sides (self, from, &before, &other);
  *rise = to == CYAN_NODE_NONE ? MAX (after.self - before.self, 0) : 0;
  *fall = from == CYAN_NODE_NONE ? MAX (before.self - after.self, 0) : 0;
}

/* The run changed by as much as its head says, and each node by what its children and it itself
 * did, in parts of the run before. */
static void
law_adds_up (CyanProfile *before, CyanProfile *after, CyanMatchMethod method)
{
  g_autoptr (CyanComparison) self = compare_profiles (before, after, method);
  const double total[2] = { self->compared.side[0].sum, self->compared.side[1].sum };
  g_autofree double *sum = g_new0 (double, self->compared.n_nodes);

  g_assert_true (cyan_compared_has_percent (&self->compared));
  for (CyanNode i = self->compared.n_nodes; i-- > 0;)
    {
      double height = cyan_comparison_height (self, i, CYAN_BASIS_ABSOLUTE);
      CyanSide left, right;

      cyan_comparison_sides (self, i, &left, &right);
      assert_near (height, sum[i] + (right.self - left.self) / total[0]);
      if (i > 0)
        sum[self->compared.tree->parent[i]] += height;
      else
        assert_near (height, (total[1] - total[0]) / total[0]);
    }
}

/* Holds where every difference counts. */
static void
law_conservation (CyanProfile *before, CyanProfile *after, CyanMatchMethod method)
{
  g_autoptr (CyanComparison) self = compare_profiles (before, after, method);
  g_autofree double *slower = g_new0 (double, self->compared.n_nodes);
  g_autofree double *faster = g_new0 (double, self->compared.n_nodes);
  double before_sum = 0, after_sum = 0;

  if (!cyan_noise_counts_all (&self->noise))
    return;
  for (CyanNode i = self->compared.n_nodes; i-- > 0;)
    {
      CyanSide left, right;
      double rise, fall;

      cyan_comparison_sides (self, i, &left, &right);
      own_change (self, i, &rise, &fall);
      before_sum += left.self;
      after_sum += right.self;
      /* The delta of a node is its own change plus the deltas of its children. */
      slower[i] += rise;
      faster[i] += fall;
      assert_near (self->slower_delta[i], slower[i]);
      assert_near (self->faster_delta[i], faster[i]);
      if (i == 0)
        break;
      slower[self->compared.tree->parent[i]] += slower[i];
      faster[self->compared.tree->parent[i]] += faster[i];
      g_assert_cmpfloat (self->slower_delta[i], <=,
                         self->slower_delta[self->compared.tree->parent[i]]);
      g_assert_cmpfloat (self->faster_delta[i], <=,
                         self->faster_delta[self->compared.tree->parent[i]]);
      /* A moved subtree is below different nodes before and after. */
      if (self->compared.moves->n == 0)
        assert_near (cyan_compared_total (&self->compared, 1, i)
                         - cyan_compared_total (&self->compared, 0, i),
                     slower[i] - faster[i]);
    }
  assert_near (before_sum, self->compared.side[0].total);
  assert_near (after_sum, self->compared.side[1].total);
  assert_near (slower[0] - faster[0], self->compared.side[1].total - self->compared.side[0].total);
}

/* A path leads down and ends where nothing changed below, and its goal itself changed. */
static void
law_hot_path (CyanProfile *before, CyanProfile *after, CyanMatchMethod method)
{
  g_autoptr (CyanComparison) self = compare_profiles (before, after, method);

  for (guint direction = 0; direction < 2; direction++)
    {
      const float *delta =
          direction == CYAN_DIRECTION_SLOWER ? self->slower_delta : self->faster_delta;
      g_autoptr (CyanHotPath) path =
          cyan_hot_path_new (self, CYAN_NODE_ROOT, (CyanDirection) direction);
      CyanNode last = g_array_index (path->nodes, CyanNode, path->nodes->len - 1);

      for (guint i = 1; i < path->nodes->len; i++)
        {
          CyanNode node = g_array_index (path->nodes, CyanNode, i);
          CyanNode up = g_array_index (path->nodes, CyanNode, i - 1);

          g_assert_cmpuint (self->compared.tree->parent[node], ==, up);
          for (CyanNode c = up + 1; c < self->compared.tree->end[up];
               c = self->compared.tree->end[c])
            g_assert_cmpfloat (delta[c], <=, delta[node]);
        }
      for (CyanNode i = last + 1; i < self->compared.tree->end[last]; i++)
        g_assert_cmpfloat (delta[i], ==, 0);
      g_assert_true ((path->goal != CYAN_NODE_NONE) == (delta[CYAN_NODE_ROOT] > 0));
    }
}

/* By function of @side: whether any of its nodes has a partner. */
static guint8 *
mark_matched (const CyanCompared *compared, guint side)
{
  const CyanProfile *profile = compared->side[side].profile;
  guint8 *is_matched = g_new0 (guint8, profile->n_functions);

  for (CyanNode i = 0; i < compared->n_nodes; i++)
    if (compared->tree->before[i] != CYAN_NODE_NONE && compared->tree->after[i] != CYAN_NODE_NONE)
      is_matched[profile->function[cyan_compared_node (compared, side, i)]] = TRUE;
  return is_matched;
}

/* The two functions of a pair are those of its nodes; a context that one side lacks belongs to the
 * pair that its function is in elsewhere, under whatever name. */
TEST ("/comparison-laws/function-pairs")
{
  guint n_renamed = 0, n_one_sided = 0;

  for (guint seed = 1; seed <= 30; seed++)
    {
      const RandomOptions options = { .seed = seed,
                                      .n_nodes = 300,
                                      .n_functions = 40,
                                      .n_edits = 8,
                                      .kinds = 1u << RANDOM_EDIT_RENAME | 1u << RANDOM_EDIT_REMOVE
                                               | 1u << RANDOM_EDIT_ADD };
      RandomPair pair = random_pair_new (&options);
      g_autoptr (CyanComparison) self =
          compare_profiles (pair.before, pair.after, CYAN_MATCH_CONTEXT);
      const CyanCompared *compared = &self->compared;
      g_autofree guint8 *before = mark_matched (compared, 0);
      g_autofree guint8 *after = mark_matched (compared, 1);
      const guint8 *is_matched[2] = { before, after };

      for (CyanNode i = 0; i < compared->n_nodes; i++)
        {
          const CyanFunctionPair *functions = &compared->pairs->at[compared->pairs->of_node[i]];
          const guint32 of[2] = { functions->before, functions->after };

          for (guint side = 0; side < 2; side++)
            {
              CyanNode node = cyan_compared_node (compared, side, i);
              guint32 function;

              if (node == CYAN_NODE_NONE)
                continue;
              function = compared->side[side].profile->function[node];
              g_assert_cmpuint (of[side], ==, function);
              g_assert_true (!is_matched[side][function] || of[!side] != G_MAXUINT32);
              n_one_sided += cyan_compared_node (compared, !side, i) == CYAN_NODE_NONE
                             && is_matched[side][function];
            }
          n_renamed += cyan_comparison_status (self, i) == CYAN_STATUS_RENAMED;
        }
      random_pair_clear (&pair);
    }
  g_assert_cmpuint (n_renamed, >, 20);
  g_assert_cmpuint (n_one_sided, >, 20);
}

/* Of a single recording nothing is gone or moved. */
TEST ("/comparison-laws/single")
{
  const RandomOptions drawn = { .seed = 5, .n_nodes = 200, .n_functions = 30 };
  RandomPair pair = random_pair_new (&drawn);
  CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
  g_autoptr (CyanComparison) self = cyan_comparison_new_single (pair.before, &options, NULL, NULL);

  for (CyanNode i = 0; i < self->compared.n_nodes; i++)
    {
      g_assert_cmpuint (cyan_compared_node (&self->compared, 1, i), ==, i);
      g_assert_cmpuint (cyan_comparison_moved_from (self, i), ==, CYAN_NODE_NONE);
      for (CyanDirection way = CYAN_DIRECTION_SLOWER; way <= CYAN_DIRECTION_FASTER; way++)
        g_assert_cmpfloat (
            cyan_noise_gain_in (&self->noise, &self->compared, i, CYAN_BASIS_ABSOLUTE, way), >=, 0);
    }
  random_pair_clear (&pair);
}

TEST ("/comparison-laws/nothing-changed")
{
  for_random_trees (law_nothing_changed);
}

TEST ("/comparison-laws/adds-up")
{
  for_random_trees (law_adds_up);
}

TEST ("/comparison-laws/swap")
{
  n_mirrored = 0;
  for_random_trees (law_swap);
  g_assert_cmpuint (n_mirrored, >, N_TREES * 3 / 4);
}

TEST ("/comparison-laws/conservation")
{
  for_random_trees (law_conservation);
}

TEST ("/comparison-laws/hot-path")
{
  for_random_trees (law_hot_path);
}
