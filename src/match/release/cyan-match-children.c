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

typedef struct
{
  const CyanMatchFunctions *functions;
  CyanMatchRun *run;
  CyanNode *last; /* by name: the last child of it without a partner, or CYAN_NODE_NONE */
  guint n;        /* how many were paired */
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

static void
pair_two (Children *self, CyanNode a, CyanNode b)
{
  const CyanNode child[] = { a, b };
  guint64 lost = 0;

  for_each_contradiction (self, child, add_weight, &lost);
  if (lost == 0 || lost >= cyan_match_pair_weight (self->functions, self->run, a, b))
    return;
  for_each_contradiction (self, child, drop, NULL);
  cyan_match_run_pair (self->run, a, b);
  self->n++;
}

/* Pairs the children of @a and @b that have no partner; of several of one name, the last. */
static void
pair_children (Children *self, CyanNode a, CyanNode b)
{
  const CyanNode *end[] = { self->functions[0].profile->end, self->functions[1].profile->end };
  const CyanNode *const *partner = (const CyanNode *const *) self->run->partner;
  gboolean any = FALSE;

  for (CyanNode i = a + 1; i < end[0][a]; i = end[0][i])
    if (partner[0][i] == CYAN_NODE_NONE)
      {
        self->last[name_of (self, 0, i)] = i;
        any = TRUE;
      }
  for (CyanNode i = b + 1; any && i < end[1][b]; i = end[1][i])
    {
      CyanNode *last = &self->last[name_of (self, 1, i)];

      if (partner[1][i] != CYAN_NODE_NONE || *last == CYAN_NODE_NONE)
        continue;
      pair_two (self, *last, i);
      *last = CYAN_NODE_NONE;
    }
  for (CyanNode i = a + 1; any && i < end[0][a]; i = end[0][i])
    self->last[name_of (self, 0, i)] = CYAN_NODE_NONE;
}

guint
cyan_match_pair_children (const CyanMatchFunctions *functions, guint n_names, CyanMatchRun *run)
{
  Children self = { functions, run, g_new (CyanNode, n_names), 0 };

  for (guint32 name = 0; name < n_names; name++)
    self.last[name] = CYAN_NODE_NONE;
  for (CyanNode a = 0; a < functions[0].profile->n_nodes; a++)
    if (run->partner[0][a] != CYAN_NODE_NONE)
      pair_children (&self, a, run->partner[0][a]);
  g_free (self.last);
  return self.n;
}
