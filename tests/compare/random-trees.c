/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random pairs of trees. */
#include "random-trees.h"

#include "cyan-profile-builder.h"

#include <math.h>

#define NONE        G_MAXUINT32
#define MAX_CALLEES 6
#define MAX_DEPTH   60

/* A tree that can be edited. */
typedef struct
{
  guint32 parent, first, next;
  guint32 name;
  guint32 origin; /* number in the unedited tree */
  guint8 below_edit;
  double self;
} Node;

typedef GArray Tree;

#define NODE(tree, i) (&g_array_index ((tree), Node, (i)))

guint64
random_next (guint64 *state)
{
  guint64 z = (*state += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)); /* splitmix64 */

  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

static guint
below (guint64 *state, guint n)
{
  return (guint) (random_next (state) % n);
}

static double
uniform (guint64 *state)
{
  return (double) (random_next (state) >> 11) / 9007199254740992.0;
}

static guint
poisson (guint64 *state, double mean)
{
  double limit = exp (-MIN (mean, 50.0)), product = uniform (state);
  guint n = 0;

  for (; product > limit; n++)
    product *= uniform (state);
  return n;
}

static guint32
add_node (Tree *tree, guint32 parent, guint32 name, double self)
{
  Node node = { parent, NONE, NONE, name, NONE, 0, self };
  guint32 i = tree->len;
  guint32 *link;

  g_array_append_val (tree, node);
  if (parent != NONE)
    {
      for (link = &NODE (tree, parent)->first; *link != NONE;)
        link = &NODE (tree, *link)->next;
      *link = i;
    }
  return i;
}

static void
detach (Tree *tree, guint32 node)
{
  guint32 *link = &NODE (tree, NODE (tree, node)->parent)->first;

  while (*link != node)
    link = &NODE (tree, *link)->next;
  *link = NODE (tree, node)->next;
  NODE (tree, node)->next = NONE;
}

static guint32
find_child (Tree *tree, guint32 parent, guint32 name)
{
  guint32 child = NODE (tree, parent)->first;

  while (child != NONE && NODE (tree, child)->name != name)
    child = NODE (tree, child)->next;
  return child;
}

/* Moves @node below @parent; a child of that name takes what is below the node instead. */
static void
move_below (Tree *tree, guint32 node, guint32 parent)
{
  g_autoptr (GArray) work = g_array_new (FALSE, FALSE, sizeof (guint32) * 2);
  guint32 job[2] = { node, parent };

  g_array_append_val (work, job);
  while (work->len > 0)
    {
      guint32 *last = (guint32 *) (void *) (work->data + (work->len - 1) * sizeof job);
      guint32 moved = last[0], target = last[1];
      guint32 twin;

      g_array_set_size (work, work->len - 1);
      twin = find_child (tree, target, NODE (tree, moved)->name);
      detach (tree, moved);
      if (twin == NONE)
        {
          guint32 *link = &NODE (tree, target)->first;

          while (*link != NONE)
            link = &NODE (tree, *link)->next;
          *link = moved;
          NODE (tree, moved)->parent = target;
          continue;
        }
      NODE (tree, twin)->self += NODE (tree, moved)->self;
      NODE (tree, moved)->parent = NONE;
      for (guint32 child = NODE (tree, moved)->first; child != NONE;
           child = NODE (tree, child)->next)
        {
          job[0] = child;
          job[1] = twin;
          g_array_append_val (work, job);
        }
    }
}

/* Calls of functions, the same in every context, unfolded breadth first. */
static Tree *
unfold (const RandomOptions *options, guint64 *state)
{
  Tree *tree = g_array_new (FALSE, FALSE, sizeof (Node));
  guint n_functions = options->n_functions;
  g_autofree guint32 *callees = g_new (guint32, n_functions * MAX_CALLEES);
  g_autofree guint *n_callees = g_new0 (guint, n_functions);
  g_autofree double *cost = g_new (double, n_functions);
  g_autofree guint *depth = g_new0 (guint, options->n_nodes + MAX_CALLEES);

  for (guint f = 0; f < n_functions; f++)
    {
      guint n = f % 4 == 3 ? 0 : 1 + below (state, MAX_CALLEES);

      cost[f] = 1.0 / (0.02 + uniform (state));
      for (guint k = 0; k < n; k++)
        {
          guint32 callee = below (state, 10) == 0 ? below (state, n_functions)
                                                  : f + 1 + below (state, n_functions / 4 + 1);
          gboolean known = FALSE;

          if (callee >= n_functions)
            callee = n_functions - 1 - below (state, n_functions / 8 + 1);
          for (guint j = 0; j < n_callees[f]; j++)
            known |= callees[f * MAX_CALLEES + j] == callee;
          if (!known)
            callees[f * MAX_CALLEES + n_callees[f]++] = callee;
        }
    }
  if (n_callees[0] == 0)
    callees[n_callees[0]++] = 1;
  add_node (tree, NONE, 0, 1.0);
  for (guint32 i = 0; i < tree->len && tree->len < options->n_nodes; i++)
    {
      guint32 f = NODE (tree, i)->name;

      for (guint k = 0; k < n_callees[f] && depth[i] < MAX_DEPTH; k++)
        {
          guint32 callee = callees[f * MAX_CALLEES + k];

          if (below (state, 8) == 0 && i > 0)
            continue; /* not every call is made in every context */
          depth[tree->len] = depth[i] + 1;
          add_node (tree, i, callee, cost[callee] * (0.5 + uniform (state)));
        }
    }
  for (guint32 i = 0; i < tree->len; i++)
    NODE (tree, i)->origin = i;
  return tree;
}

static void
edit (Tree *tree, guint64 *state, guint32 *n_names)
{
  guint32 chosen = 1 + below (state, tree->len - 1);
  guint32 function = NODE (tree, chosen)->name;
  guint32 above = NODE (tree, chosen)->parent;
  guint32 caller = above == NONE ? NONE : NODE (tree, above)->name;
  guint32 new_name = (*n_names)++;
  guint kind = below (state, 12);
  guint32 n = tree->len;

  if (above == NONE || function == 0)
    return;
  for (guint32 i = 1; i < n; i++)
    {
      Node *node = NODE (tree, i);
      guint32 parent = node->parent;

      if (parent == NONE || node->name != function)
        continue;
      if (kind < 4 && NODE (tree, parent)->name == caller)
        {
          guint32 wrapper = add_node (tree, parent, new_name, 1.0);

          NODE (tree, wrapper)->below_edit = 1;
          move_below (tree, i, wrapper);
          NODE (tree, i)->below_edit = 1;
        }
      else if (kind >= 4 && kind < 7)
        {
          guint32 child;

          while ((child = node->first) != NONE)
            {
              NODE (tree, child)->below_edit = 1;
              move_below (tree, child, parent);
            }
          NODE (tree, parent)->self += node->self;
          detach (tree, i);
          node->parent = NONE;
        }
      else if (kind >= 7 && kind < 9)
        {
          node->name = new_name;
          node->below_edit = 1;
        }
      else if (kind == 9 || kind == 10)
        add_node (tree, i, new_name, 3.0);
      else if (kind == 11 && NODE (tree, parent)->name == caller)
        {
          detach (tree, i);
          node->parent = NONE;
        }
    }
}

/* Replaces self values by counts with that mean. */
static void
sample (Tree *tree, guint64 *state)
{
  double sum = 0.0;

  for (guint32 i = 0; i < tree->len; i++)
    sum += NODE (tree, i)->self;
  for (guint32 i = 0; i < tree->len; i++)
    NODE (tree, i)->self = poisson (state, NODE (tree, i)->self * tree->len * 1.5 / sum);
}

/* The nodes that are left, in preorder; what is not hit with all below it is left out. */
static GArray *
order_nodes (Tree *tree, gboolean sampled)
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

static CyanProfile *
build (Tree *tree, const GArray *order, CyanStrings *strings)
{
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
  guint metric = cyan_profile_builder_metric (builder, "time", "ns");
  g_autofree CyanNode *number = g_new (CyanNode, tree->len);

  for (guint k = 0; k < order->len; k++)
    {
      guint32 i = g_array_index (order, guint32, k);
      g_autofree char *name = g_strdup_printf ("f%u", NODE (tree, i)->name * 7919 % 100003);
      CyanStr id = cyan_strings_add (strings, name, -1);
      guint32 function = cyan_profile_builder_function (builder, id, 0, 0, 0, 0);
      CyanNode parent = i == 0 ? CYAN_NODE_ROOT : number[NODE (tree, i)->parent];

      number[i] = cyan_profile_builder_append (builder, parent, function, 0, NULL);
      cyan_profile_builder_add (builder, metric, number[i], NODE (tree, i)->self);
    }
  return cyan_profile_builder_finish (builder);
}

RandomPair
random_pair_new (const RandomOptions *options)
{
  guint64 state = options->seed;
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  Tree *before = unfold (options, &state);
  Tree *after = g_array_copy (before);
  guint32 n_names = options->n_functions;
  g_autofree CyanNode *place = g_new (CyanNode, before->len);
  g_autofree guint8 *below_edit = NULL;
  GArray *before_order, *after_order;
  RandomPair pair;

  for (guint i = 0; i < options->n_edits; i++)
    edit (after, &state, &n_names);
  if (options->sampled)
    {
      sample (before, &state);
      sample (after, &state);
    }
  if (options->backward_pool)
    for (guint i = n_names; i-- > 0;)
      {
        g_autofree char *name = g_strdup_printf ("f%u", i * 7919 % 100003);

        cyan_strings_add (strings, name, -1);
      }

  before_order = order_nodes (before, options->sampled);
  after_order = order_nodes (after, options->sampled);
  pair.before = build (before, before_order, strings);
  pair.after = build (after, after_order, strings);
  g_assert_cmpuint (pair.before->n_nodes, ==, before_order->len + 1);

  /* Node k of the order is node k + 1 of the profile. */
  for (guint i = 0; i < before->len; i++)
    place[i] = CYAN_NODE_NONE;
  for (guint k = 0; k < before_order->len; k++)
    place[g_array_index (before_order, guint32, k)] = k + 1;
  pair.origin = g_new (CyanNode, pair.after->n_nodes);
  pair.below_edit = g_new0 (guint8, pair.after->n_nodes);
  pair.origin[0] = CYAN_NODE_ROOT;
  below_edit = g_new0 (guint8, after->len);
  for (guint k = 0; k < after_order->len; k++)
    {
      guint32 i = g_array_index (after_order, guint32, k);
      const Node *node = NODE (after, i);

      below_edit[i] = node->below_edit || (i != 0 && below_edit[node->parent]);
      pair.below_edit[k + 1] = below_edit[i];
      pair.origin[k + 1] = node->origin == NONE ? CYAN_NODE_NONE : place[node->origin];
    }
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
}
