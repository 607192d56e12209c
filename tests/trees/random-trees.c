/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random pairs of trees: profiles of a tree before and after edits, and what became of each
 * node. */
#include "random-edits.h"

#include "cyan-profile-builder.h"

#include <math.h>

#define NONE           RANDOM_NONE
#define NODE           RANDOM_NODE
#define SAMPLES_A_NODE 1.5

static guint
draw_poisson (guint64 *state, double mean)
{
  double limit, product;
  guint n = 0;

  if (mean > 30.0) /* close enough to a normal distribution */
    {
      double u = random_uniform (state), v = random_uniform (state);
      double z = sqrt (-2.0 * log (1.0 - u)) * cos (2.0 * G_PI * v);

      return (guint) MAX (mean + sqrt (mean) * z + 0.5, 0.0);
    }
  limit = exp (-mean);
  product = random_uniform (state);
  for (; product > limit; n++)
    product *= random_uniform (state);
  return n;
}

/* Replaces self values by random counts with these means. */
static void
sample (RandomTree *tree, guint64 *state)
{
  double sum = 0.0;

  for (guint32 i = 0; i < tree->len; i++)
    sum += NODE (tree, i)->self;
  for (guint32 i = 0; i < tree->len; i++)
    NODE (tree, i)->self =
        draw_poisson (state, NODE (tree, i)->self * tree->len * SAMPLES_A_NODE / sum);
}

static void
jitter (RandomTree *tree, double deviation, guint64 *state)
{
  for (guint32 i = 0; i < tree->len; i++)
    {
      double sum = 0.0;

      for (guint k = 0; k < 12; k++) /* has variance 1 */
        sum += random_uniform (state);
      NODE (tree, i)->self *= MAX (1.0 + deviation * (sum - 6.0), 0.0);
    }
}

/* The remaining nodes in preorder.  With @sampled, nodes without samples in their subtree are left
 * out. */
static GArray *
order_nodes (RandomTree *tree, gboolean sampled)
{
  GArray *order = g_array_new (FALSE, FALSE, sizeof (guint32));
  GArray *kept = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree double *total = g_new0 (double, tree->len);
  guint32 i = 0;

  for (;;)
    {
      g_array_append_val (order, i);
      if (NODE (tree, i)->first != NONE)
        {
          i = NODE (tree, i)->first;
          continue;
        }
      while (i != 0 && NODE (tree, i)->next == NONE)
        i = NODE (tree, i)->parent;
      if (i == 0)
        break;
      i = NODE (tree, i)->next;
    }
  for (guint k = order->len; k-- > 0;)
    {
      guint32 node = g_array_index (order, guint32, k);

      total[node] += NODE (tree, node)->self;
      if (node != 0)
        total[NODE (tree, node)->parent] += total[node];
    }
  for (guint k = 0; k < order->len; k++)
    {
      guint32 node = g_array_index (order, guint32, k);

      if (!sampled || node == 0 || total[node] > 0.0)
        g_array_append_val (kept, node);
    }
  g_array_unref (order);
  return kept;
}

/* Node k of @order becomes node k + 1.  @number_of receives that number by node of the tree,
 * @text_of the text of each name that occurs, or 0. */
static CyanProfile *
build (const RandomOptions *options,
       RandomTree *tree,
       const GArray *order,
       const GArray *names,
       CyanStrings *strings,
       CyanNode *number_of,
       CyanStr *text_of)
{
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
  guint metric = cyan_profile_builder_metric (builder, "time", options->sampled ? "samples" : "ns");
  g_autofree guint32 *function_of = g_new0 (guint32, names->len);

  for (guint32 i = 0; i < tree->len; i++)
    number_of[i] = CYAN_NODE_NONE;
  for (guint k = 0; k < order->len; k++)
    {
      guint32 i = g_array_index (order, guint32, k);
      const RandomNode *node = NODE (tree, i);
      CyanNode parent = i == 0 ? CYAN_NODE_ROOT : number_of[node->parent];

      if (text_of[node->name] == 0)
        {
          text_of[node->name] = random_name_intern (names, node->name, strings);
          function_of[node->name] =
              cyan_profile_builder_function (builder, text_of[node->name], 0, 0, 0, 0);
        }
      number_of[i] =
          cyan_profile_builder_append (builder, parent, function_of[node->name], node->site, NULL);
      cyan_profile_builder_add (builder, metric, number_of[i], node->self);
      if (options->calls)
        cyan_profile_builder_add_calls (builder, number_of[i], 1 + node->name % 9);
    }
  cyan_profile_builder_set_recording (
      builder, options->sampled ? CYAN_RECORDING_SAMPLED : CYAN_RECORDING_EXACT,
      options->sampled ? 1.0 : 0.0);
  return cyan_profile_builder_finish (builder);
}

/* Finds out what became of each node, following nodes that were merged. */
static void
find_truth (RandomPair *pair,
            RandomTree *after,
            const CyanNode *before_number,
            const CyanNode *after_number,
            guint n_before)
{
  const CyanProfile *old = pair->before, *new = pair->after;
  guint8 *below = g_new0 (guint8, old->n_nodes);

  pair->below = below;
  pair->destination = g_new (CyanNode, old->n_nodes);
  pair->moved = g_new0 (guint8, old->n_nodes);
  pair->origin = g_new (CyanNode, new->n_nodes);
  pair->below_edit = g_new0 (guint8, new->n_nodes);
  for (CyanNode i = 0; i < old->n_nodes; i++)
    pair->destination[i] = CYAN_NODE_NONE;
  for (CyanNode i = 0; i < new->n_nodes; i++)
    pair->origin[i] = CYAN_NODE_NONE;
  pair->destination[CYAN_NODE_ROOT] = pair->origin[CYAN_NODE_ROOT] = CYAN_NODE_ROOT;

  for (guint32 i = 0; i < n_before; i++)
    {
      guint32 now = i;
      gboolean moved = NODE (after, i)->moved || NODE (after, i)->displaced;

      while (NODE (after, now)->merged != NONE)
        now = NODE (after, now)->merged;
      for (guint32 up = now; up != NONE && !moved; up = NODE (after, up)->parent)
        moved = NODE (after, up)->moved;
      if (before_number[i] == CYAN_NODE_NONE)
        continue;
      pair->destination[before_number[i]] = after_number[now];
      pair->moved[before_number[i]] = moved;
    }
  for (CyanNode i = 1; i < old->n_nodes; i++)
    {
      CyanNode now = pair->destination[i];
      CyanNode parent = old->parent[i];
      CyanNode *origin;

      if (now == CYAN_NODE_NONE)
        {
          below[i] = TRUE; /* applies to the nodes below it */
          continue;
        }
      below[i] = below[parent] || pair->destination[parent] != new->parent[now]
                 || (parent != CYAN_NODE_ROOT
                     && cyan_profile_function (old, parent)->name
                            != cyan_profile_function (new, new->parent[now])->name);
      origin = &pair->origin[now];
      if (pair->moved[i]
          || (*origin != CYAN_NODE_NONE
              && old->metrics[0].total[*origin] >= old->metrics[0].total[i]))
        continue;
      *origin = i;
      pair->below_edit[now] = below[i];
    }
}

static void
find_fates (RandomPair *pair,
            RandomTree *after,
            const CyanNode *before_number,
            const CyanNode *after_number,
            guint n_before)
{
  g_autofree guint8 *is_old = g_new0 (guint8, after->len);

  for (guint side = 0; side < 2; side++)
    pair->fate[side] = g_new0 (guint8, side == 0 ? pair->before->n_nodes : pair->after->n_nodes);
  for (guint32 i = 0; i < n_before; i++)
    {
      CyanNode own = before_number[i], now;
      guint8 fate = 0;

      for (guint32 last = i; last != NONE; last = NODE (after, last)->merged)
        {
          const RandomNode *node = NODE (after, last);

          is_old[last] = TRUE;
          fate |=
              (guint8) ((node->inlined ? RANDOM_INLINED : 0) | (node->displaced ? RANDOM_MERGED : 0)
                        | (node->moved ? RANDOM_MOVED : 0));
        }
      if (own == CYAN_NODE_NONE)
        continue;
      now = pair->destination[own];
      pair->fate[0][own] = fate;
      if (now != CYAN_NODE_NONE && pair->origin[now] != CYAN_NODE_NONE && pair->origin[now] != own)
        pair->fate[0][own] |= RANDOM_JOINED;
    }
  for (guint32 i = n_before; i < after->len; i++)
    if (after_number[i] != CYAN_NODE_NONE && !is_old[i])
      pair->fate[1][after_number[i]] =
          (guint8) (RANDOM_ADDED | (NODE (after, i)->wrapper ? RANDOM_WRAPPER : 0));
}

static guint32 *
take_edits (RandomTree *after, const CyanNode *number, guint n, guint n_nodes)
{
  guint32 *edits = g_new0 (guint32, n_nodes);

  for (guint32 i = 0; i < n; i++)
    if (number[i] != CYAN_NODE_NONE)
      edits[number[i]] = NODE (after, i)->edits;
  return edits;
}

/* Finds out what became of the first @n_functions names.  @text is by side, then by name. */
static GArray *
find_renamed (const GArray *names, guint n_functions, CyanStr *const text[2])
{
  GArray *renamed = g_array_new (FALSE, FALSE, sizeof (RandomRename));

  for (guint32 f = 0; f < n_functions; f++)
    {
      RandomRename rename = { text[0][f], 0, FALSE };
      guint32 now = f;

      while (RANDOM_NAME (names, now)->became != NONE)
        {
          rename.merged |= RANDOM_NAME (names, now)->merged;
          now = RANDOM_NAME (names, now)->became;
        }
      rename.after = text[1][now];
      if (now != f && rename.before != 0 && rename.after != 0)
        g_array_append_val (renamed, rename);
    }
  return renamed;
}

RandomPair
random_pair_new (const RandomOptions *options)
{
  guint64 state = options->seed;
  guint kinds = options->kinds != 0 ? options->kinds : RANDOM_COMMIT_EDITS;
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  RandomTree *before = random_tree_unfold (options, &state);
  RandomTree *after = g_array_copy (before);
  g_autoptr (GArray) names = random_names_new (options->n_functions);
  CyanStr *text[2];
  g_autofree CyanNode *before_number = g_new (CyanNode, before->len);
  g_autofree CyanNode *after_number = NULL;
  GArray *before_order, *after_order;
  RandomPair pair = { 0 };

  for (guint i = 0; i < options->n_edits; i++)
    random_tree_edit (after, names, kinds, &state);
  if (options->shuffled > 0.0)
    random_tree_shuffle (after, options->shuffled, &state);
  if (options->jitter > 0.0)
    jitter (after, options->jitter, &state);
  if (options->sampled)
    {
      sample (before, &state);
      sample (after, &state);
    }
  if (options->backward_pool)
    for (guint i = names->len; i-- > 0;)
      random_name_intern (names, i, strings);

  before_order = order_nodes (before, options->sampled);
  after_order = order_nodes (after, options->sampled);
  after_number = g_new (CyanNode, after->len);
  for (guint side = 0; side < 2; side++)
    text[side] = g_new0 (CyanStr, names->len);
  pair.before = build (options, before, before_order, names, strings, before_number, text[0]);
  pair.after = build (options, after, after_order, names, strings, after_number, text[1]);
  g_assert_cmpuint (pair.before->n_nodes, ==, before_order->len + 1);
  g_assert_cmpuint (pair.after->n_nodes, ==, after_order->len + 1);
  find_truth (&pair, after, before_number, after_number, before->len);
  find_fates (&pair, after, before_number, after_number, before->len);
  pair.edits[0] = take_edits (after, before_number, before->len, pair.before->n_nodes);
  pair.edits[1] = take_edits (after, after_number, after->len, pair.after->n_nodes);
  pair.renamed = find_renamed (names, options->n_functions, text);
  g_free (text[0]);
  g_free (text[1]);
  g_array_unref (before_order);
  g_array_unref (after_order);
  g_array_unref (before);
  g_array_unref (after);
  return pair;
}

void
random_pair_clear (RandomPair *pair)
{
  cyan_profile_unref (pair->before);
  cyan_profile_unref (pair->after);
  g_free (pair->origin);
  g_free (pair->below_edit);
  g_free (pair->destination);
  g_free (pair->below);
  g_free (pair->moved);
  g_free (pair->fate[0]);
  g_free (pair->fate[1]);
  g_free (pair->edits[0]);
  g_free (pair->edits[1]);
  g_array_unref (pair->renamed);
}

CyanNode *
random_pair_joins (const CyanMatching *matching)
{
  CyanNode *into = g_new (CyanNode, matching->n_before);

  for (CyanNode i = 0; i < matching->n_before; i++)
    into[i] = CYAN_NODE_NONE;
  for (guint i = 0; i < matching->joins->len; i++)
    {
      const CyanMatchJoin *join = &g_array_index (matching->joins, CyanMatchJoin, i);

      if (join->side == 0)
        into[join->node] = join->into;
    }
  return into;
}

guint8 *
random_pair_uncertain (const RandomPair *pair, const CyanMatching *matching)
{
  g_autofree guint8 *is_pair = g_new0 (guint8, matching->n_before);
  guint8 *is_uncertain = g_new0 (guint8, matching->n_before);

  for (guint i = 0; i < matching->uncertain->len; i++)
    is_pair[g_array_index (matching->uncertain, CyanMatchRival, i).node] = TRUE;
  for (CyanNode i = 1; i < matching->n_before; i++)
    {
      CyanNode now = pair->destination[i], at = i;

      if (matching->after_of[i] == CYAN_NODE_NONE && now != CYAN_NODE_NONE)
        at = matching->before_of[now];
      is_uncertain[i] = at != CYAN_NODE_NONE && is_pair[at];
    }
  return is_uncertain;
}

static RandomScore
score_pairs (const RandomPair *pair, const CyanMatching *matching, gboolean only_certain)
{
  g_autofree CyanNode *into = random_pair_joins (matching);
  g_autofree guint8 *is_uncertain = only_certain ? random_pair_uncertain (pair, matching) : NULL;
  guint n_pairs = 0, n_known = 0, n_right = 0, n_below = 0, n_right_below = 0;
  RandomScore score = { 0 };

  /* No edit makes two contexts of one. */
  for (guint i = 0; i < matching->joins->len; i++)
    n_pairs += g_array_index (matching->joins, CyanMatchJoin, i).side == 1;
  for (CyanNode i = 1; i < matching->n_before; i++)
    {
      CyanNode now = pair->destination[i];
      CyanNode partner = matching->after_of[i] != CYAN_NODE_NONE ? matching->after_of[i] : into[i];
      gboolean right = partner != CYAN_NODE_NONE && partner == now;

      if (only_certain && is_uncertain[i])
        continue;
      if (now != CYAN_NODE_NONE && pair->moved[i] && !right)
        {
          n_pairs += partner != CYAN_NODE_NONE;
          continue;
        }
      n_pairs += partner != CYAN_NODE_NONE;
      if (now == CYAN_NODE_NONE)
        continue;
      n_known++;
      n_right += right;
      n_below += pair->below[i];
      n_right_below += right && pair->below[i];
    }
  score.precision = n_pairs > 0 ? (double) n_right / n_pairs : 1.0;
  score.recall = n_known > 0 ? (double) n_right / n_known : 1.0;
  score.f1 = n_right > 0 ? 2.0 * n_right / ((double) n_pairs + n_known) : 0.0;
  score.below = n_below > 0 ? (double) n_right_below / n_below : (double) NAN;
  score.n_below = n_below;
  return score;
}

RandomScore
random_pair_score (const RandomPair *pair, const CyanMatching *matching)
{
  return score_pairs (pair, matching, FALSE);
}

RandomScore
random_pair_score_certain (const RandomPair *pair, const CyanMatching *matching)
{
  return score_pairs (pair, matching, TRUE);
}

RandomRenameScore
random_pair_score_renames (const RandomPair *pair, const GArray *renames)
{
  RandomRenameScore score = { 0 };

  for (guint i = 0; i < pair->renamed->len; i++)
    score.n_known += !g_array_index (pair->renamed, RandomRename, i).merged;
  for (guint i = 0; renames != NULL && i < renames->len; i++)
    {
      const CyanMatchRename *rename = &g_array_index (renames, CyanMatchRename, i);
      gboolean right = FALSE, merged = FALSE;

      for (guint k = 0; k < pair->renamed->len && !right; k++)
        {
          const RandomRename *known = &g_array_index (pair->renamed, RandomRename, k);

          right = known->before == rename->before && known->after == rename->after;
          merged = right && known->merged;
        }
      score.n_concluded += !merged;
      score.n_right += right && !merged;
    }
  return score;
}
