/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The children of one name below two partners are partners.
 *
 * The runs may give that up for what lies deeper: a leaf that many functions call, in one child
 * and somewhere else on the other side.  Where the two children weigh more than the pairs that
 * contradict them, these are taken back.
 */
#include "cyan-match-release.h"

#include <string.h>

/* Two children of one name. */
typedef struct
{
  CyanNode node[2];
  guint64 weight;
} Couple;

typedef struct
{
  const CyanMatchFunctions *functions;
  CyanMatchRun *run;
  CyanNode *only[2]; /* by name: the only child of it without a partner; CYAN_NODE_NONE: there is
                      * none; CYAN_NODE_ROOT: there are several */
  GArray *couples;   /* of Couple */
  guint factor;      /* by which they must weigh more than what contradicts them */
} Children;

static guint32
name_of (const Children *self, guint side, CyanNode node)
{
  const CyanMatchFunctions *functions = &self->functions[side];

  return functions->name[functions->profile->function[node]];
}

/* Calls @function with each pair that has only one of its nodes below @child, which are of both
 * sides, and outermost of these. */
static void
for_each_contradiction (Children *self,
                        const CyanNode child[2],
                        void (*function) (Children *self, CyanNode a, CyanNode b, gpointer data),
                        gpointer data)
{
  for (guint side = 0; side < 2; side++)
    {
      const CyanNode *end = self->functions[side].profile->end;
      CyanNode other = child[1 - side], other_end = self->functions[1 - side].profile->end[other];

      for (CyanNode i = child[side] + 1, next; i < end[child[side]]; i = next)
        {
          CyanNode partner = self->run->partner[side][i];

          next = i + 1;
          if (partner == CYAN_NODE_NONE)
            continue;
          next = end[i];
          if (partner <= other || partner >= other_end)
            function (self, side == 0 ? i : partner, side == 0 ? partner : i, data);
        }
    }
}

static void
add_weight (Children *self, CyanNode a, CyanNode b, gpointer data)
{
  *(guint64 *) data += cyan_match_pair_weight (self->functions, self->run, a, b);
}

/* With all pairs below it. */
static void
drop (Children *self, CyanNode a, G_GNUC_UNUSED CyanNode b, G_GNUC_UNUSED gpointer data)
{
  for (CyanNode i = a; i < self->functions[0].profile->end[a]; i++)
    if (self->run->partner[0][i] != CYAN_NODE_NONE)
      cyan_match_run_unpair (self->run, i, self->run->partner[0][i]);
}

/* Pairs two children, unless what contradicts them weighs more.  What nothing contradicts is left to
 * cyan_match_complete(). */
static gboolean
pair_couple (Children *self, const Couple *couple)
{
  const CyanNode *node = couple->node;
  const CyanNode *const *partner = (const CyanNode *const *) self->run->partner;
  CyanNode up[] = { self->functions[0].profile->parent[node[0]],
                    self->functions[1].profile->parent[node[1]] };
  guint64 lost = 0;

  if (partner[0][node[0]] != CYAN_NODE_NONE || partner[1][node[1]] != CYAN_NODE_NONE
      || partner[0][up[0]] != up[1])
    return FALSE;
  for_each_contradiction (self, node, add_weight, &lost);
  if (lost == 0 || lost * self->factor >= couple->weight)
    return FALSE;
  for_each_contradiction (self, node, drop, NULL);
  cyan_match_run_pair (self->run, node[0], node[1]);
  return TRUE;
}

static void
note_children (Children *self, guint side, CyanNode node, gboolean forget)
{
  const CyanNode *end = self->functions[side].profile->end;

  for (CyanNode i = node + 1; i < end[node]; i = end[i])
    {
      CyanNode *only = &self->only[side][name_of (self, side, i)];

      if (forget)
        *only = CYAN_NODE_NONE;
      else if (self->run->partner[side][i] == CYAN_NODE_NONE)
        *only = *only == CYAN_NODE_NONE ? i : CYAN_NODE_ROOT;
    }
}

/* Adds the children of @a and @b that are the only ones of their name without a partner. */
static void
add_couples (Children *self, CyanNode a, CyanNode b)
{
  const CyanNode *end = self->functions[0].profile->end;

  if (end[a] == a + 1 || self->functions[1].profile->end[b] == b + 1)
    return;
  note_children (self, 0, a, FALSE);
  note_children (self, 1, b, FALSE);
  for (CyanNode i = a + 1; i < end[a]; i = end[i])
    {
      guint32 name = name_of (self, 0, i);
      const Couple couple = { { i, self->only[1][name] },
                              self->only[0][name] == i && self->only[1][name] != CYAN_NODE_NONE
                                      && self->only[1][name] != CYAN_NODE_ROOT
                                  ? cyan_match_pair_weight (self->functions, self->run, i,
                                                            self->only[1][name])
                                  : 0 };

      /* Which level of a recursion is missing is not known from its name. */
      if (couple.weight > 0 && name != name_of (self, 0, a))
        g_array_append_val (self->couples, couple);
    }
  note_children (self, 0, a, TRUE);
  note_children (self, 1, b, TRUE);
}

/* The heavier one first; the order does not depend on which side is which. */
static int
compare_couples (gconstpointer a, gconstpointer b)
{
  const Couple *x = a, *y = b;
  guint64 sums[] = { (guint64) x->node[0] + x->node[1], (guint64) y->node[0] + y->node[1] };
  CyanNode least[] = { MIN (x->node[0], x->node[1]), MIN (y->node[0], y->node[1]) };

  if (x->weight != y->weight)
    return x->weight > y->weight ? -1 : 1;
  if (sums[0] != sums[1])
    return sums[0] < sums[1] ? -1 : 1;
  return (least[0] > least[1]) - (least[0] < least[1]);
}

/* Pairs what it can of the couples, which the children of the new pairs replace.  Returns how
 * many were paired. */
static guint
pair_couples (Children *self)
{
  g_autoptr (GArray) couples = self->couples;
  guint n = 0;

  self->couples = g_array_new (FALSE, FALSE, sizeof (Couple));
  g_array_sort (couples, compare_couples);
  for (guint i = 0; i < couples->len; i++)
    {
      const Couple *couple = &g_array_index (couples, Couple, i);

      if (!pair_couple (self, couple))
        continue;
      add_couples (self, couple->node[0], couple->node[1]);
      n++;
    }
  return n;
}

guint
cyan_match_pair_children (const CyanMatchFunctions *functions,
                          const CyanMatchNames *names,
                          CyanMatchRun *run)
{
  Children self = { .functions = functions, .run = run, .factor = names->is_sampled ? 1 : 2 };
  guint n_names = names->n;
  guint n = 0, n_now;

  self.couples = g_array_new (FALSE, FALSE, sizeof (Couple));
  for (guint side = 0; side < 2; side++)
    {
      self.only[side] = g_new (CyanNode, n_names);
      for (guint32 name = 0; name < n_names; name++)
        self.only[side][name] = CYAN_NODE_NONE;
    }
  for (CyanNode a = 0; a < functions[0].profile->n_nodes; a++)
    if (run->partner[0][a] != CYAN_NODE_NONE)
      add_couples (&self, a, run->partner[0][a]);
  while ((n_now = pair_couples (&self)) > 0)
    n += n_now;
  g_array_unref (self.couples);
  g_free (self.only[0]);
  g_free (self.only[1]);
  return n;
}
