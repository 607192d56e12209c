/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pairs that the two profiles do not prove.
 *
 * A pair has a rival if another node of its name fits nearly as well: it is in the same gap, or in
 * the one below the pair, it neither has a partner nor joins a node, and the pairs below are no
 * evidence against it.  Those
 * below a level of a recursion are below the next level, too; a node beside has none of them.
 *
 * A rename has four signs, those of its confidence (cyan-edit-confidence.c): two contexts, a third
 * of all contexts of either name, own times within a factor of three, and a third of its contexts
 * right below the same caller.  Without two of them all its pairs are uncertain.
 */
#include "cyan-match-release.h"

#include "cyan-name-parts.h"

#include <string.h>

#define NEARLY 0.75 /* of how well the pair fits, by weight */
#define TRIED  64   /* pairs of one name in a gap that a node is compared with */
#define LOOK   64   /* nodes among which a pair is looked for */

typedef struct
{
  const CyanMatchFunctions *functions;
  const CyanMatchRun *run;
  guint n_names;
  CyanNode *rival[2]; /* by node of a side that has a partner: its heaviest rival, or
                       * CYAN_NODE_ROOT */
  GArray *found[2];   /* of CyanNode: those of a side that have one */
} Uncertain;

/* One side.  The pairs of a gap are listed by name. */
typedef struct
{
  const Uncertain *all;
  guint side;
  const CyanProfile *profile;
  const CyanNode *partner;
  CyanNode *last; /* by name: the last pair of the gap with it; CYAN_NODE_ROOT: there is none */
  CyanNode *next; /* by pair of the gap: another one of its name, or CYAN_NODE_ROOT */
} Rivals;

static guint32
name_of (const Rivals *self, CyanNode node)
{
  return self->all->functions[self->side].name[self->profile->function[node]];
}

/* How alike the weights of @node and of the partner of @pair are, 0...1. */
static double
fit (const Rivals *self, CyanNode node, CyanNode pair)
{
  const Uncertain *all = self->all;
  double own = all->functions[self->side].total[node] * all->run->per_total[self->side];
  double other = all->functions[1 - self->side].total[self->partner[pair]]
                 * all->run->per_total[1 - self->side];
  double most = MAX (own, other);

  return most > 0 ? MIN (own, other) / most : 1;
}

/* Whether any of the first nodes from @start to @end, exclusive, has a partner. */
static gboolean
has_pair (const Rivals *self, CyanNode start, CyanNode end)
{
  end = MIN (end, start + LOOK);
  for (CyanNode i = start; i < end; i++)
    if (self->partner[i] != CYAN_NODE_NONE)
      return TRUE;
  return FALSE;
}

/* @node is unmatched, and @pair has its name and is in the same gap, or above that. */
static gboolean
is_rival (const Rivals *self, CyanNode node, CyanNode pair)
{
  const CyanNode *end = self->profile->end;

  if (fit (self, node, pair) < NEARLY * fit (self, pair, pair))
    return FALSE;
  if (pair > node && pair < end[node])
    return TRUE;
  if (node > pair && node < end[pair])
    return !has_pair (self, pair + 1, node) && !has_pair (self, end[node], end[pair]);
  return !has_pair (self, pair + 1, end[pair]);
}

static void
offer (Rivals *self, CyanNode node, CyanNode pair)
{
  CyanNode *rival = &self->all->rival[self->side][pair];
  const double *total = self->all->functions[self->side].total;

  if ((*rival != CYAN_NODE_ROOT && total[node] <= total[*rival]) || !is_rival (self, node, pair))
    return;
  if (*rival == CYAN_NODE_ROOT)
    g_array_append_val (self->all->found[self->side], pair);
  *rival = node;
}

static void
compare_with (Rivals *self, CyanNode node, CyanNode owner)
{
  guint32 name = name_of (self, node);
  guint n = 0;

  if (owner != CYAN_NODE_ROOT && name == name_of (self, owner))
    offer (self, node, owner);
  for (CyanNode pair = self->last[name]; pair != CYAN_NODE_ROOT && n < TRIED;
       pair = self->next[pair], n++)
    offer (self, node, pair);
}

/* The next node of the gap below a pair: what is below a pair in it is left out. */
static CyanNode
next_in_gap (const Rivals *self, CyanNode node)
{
  return self->partner[node] != CYAN_NODE_NONE ? self->profile->end[node] : node + 1;
}

static void
look_into_gap (Rivals *self, CyanNode owner)
{
  CyanNode end = self->profile->end[owner];

  for (CyanNode i = owner + 1; i < end; i = next_in_gap (self, i))
    if (self->partner[i] != CYAN_NODE_NONE)
      {
        self->next[i] = self->last[name_of (self, i)];
        self->last[name_of (self, i)] = i;
      }
  for (CyanNode i = owner + 1; i < end; i = next_in_gap (self, i))
    if (self->partner[i] == CYAN_NODE_NONE)
      compare_with (self, i, owner);
  for (CyanNode i = owner + 1; i < end; i = next_in_gap (self, i))
    self->last[name_of (self, i)] = CYAN_NODE_ROOT;
}

static void
find_rivals (gpointer data, guint side)
{
  Uncertain *all = data;
  const CyanProfile *profile = all->functions[side].profile;
  const CyanNode *partner = all->run->partner[side];
  g_autofree guint8 *is_done = g_new0 (guint8, profile->n_nodes);
  Rivals self = { .all = all,
                  .side = side,
                  .profile = profile,
                  .partner = partner,
                  .last = g_new0 (CyanNode, all->n_names),
                  .next = g_new (CyanNode, profile->n_nodes) };

  all->rival[side] = g_new0 (CyanNode, profile->n_nodes);
  all->found[side] = g_array_new (FALSE, FALSE, sizeof (CyanNode));
  for (CyanNode i = 1; i < profile->n_nodes; i++)
    {
      CyanNode up = profile->parent[i];

      if (partner[i] != CYAN_NODE_NONE || partner[up] == CYAN_NODE_NONE || is_done[up])
        continue;
      is_done[up] = TRUE;
      look_into_gap (&self, up);
    }
  g_free (self.last);
  g_free (self.next);
}

/* ---- renames ---- */

/* A name of before that became another. */
typedef struct
{
  guint32 after;
  guint n;        /* pairs of the two names */
  guint n_direct; /* of these, those whose callers are partners */
} Renamed;

/* What a side has of a name. */
typedef struct
{
  guint n;    /* contexts */
  double own; /* time without callees, as a fraction of the run */
} Use;

typedef struct
{
  const CyanMatchRelease *release;
  const CyanMatchRun *run;
  Use *of[2]; /* by side and name */
} Uses;

static void
count_uses (gpointer data, guint side)
{
  Uses *self = data;
  const CyanMatchFunctions *functions = &self->release->functions[side];
  const CyanProfile *profile = functions->profile;
  const guint32 *base = self->release->base[side];
  Use *uses = self->of[side] = g_new0 (Use, self->release->names->n);

  for (CyanNode i = 1; i < profile->n_nodes; i++)
    {
      double total = functions->total[i] * self->run->per_total[side];

      uses[base[profile->function[i]]].n++;
      uses[base[profile->function[i]]].own += total;
      uses[base[profile->function[profile->parent[i]]]].own -= total;
    }
}

/* Whether two names differ only in file, module or class. */
static gboolean
are_namesakes (const CyanMatchNames *names, guint32 before, guint32 after)
{
  g_autofree char *one = NULL, *other = NULL;

  if (names->text[before] == NULL || names->text[after] == NULL)
    return FALSE;
  one = cyan_name_identifier (names->text[before]);
  other = cyan_name_identifier (names->text[after]);
  return *one != '\0' && strcmp (one, other) == 0;
}

static CyanMatchDoubt
doubt_of (const CyanMatchNames *names, guint32 before, const Renamed *renamed, Use *const uses[2])
{
  const Use *x = &uses[0][before], *y = &uses[1][renamed->after];
  gboolean has_callers = (guint64) renamed->n_direct * 3 >= renamed->n;
  guint missing = (renamed->n < 2) + ((guint64) renamed->n * 3 < MAX (x->n, y->n))
                  + (MIN (x->own, y->own) * 3 < MAX (x->own, y->own));

  if (cyan_match_names_source_similarity (names, before, renamed->after) > 0
      || are_namesakes (names, before, renamed->after))
    return CYAN_MATCH_SURE;
  if (missing + !has_callers >= 2)
    return CYAN_MATCH_UNCERTAIN;
  return has_callers ? CYAN_MATCH_SURE : CYAN_MATCH_POSSIBLE;
}

guint8 *
cyan_match_doubt_renames (const CyanMatchRelease *self, const CyanMatchRun *run)
{
  const CyanProfile *before = self->functions[0].profile, *after = self->functions[1].profile;
  g_autofree Renamed *renamed = g_new0 (Renamed, self->names->n);
  guint8 *doubts = g_new0 (guint8, self->names->n);
  Uses uses = { .release = self, .run = run };
  gboolean any = FALSE;

  for (CyanNode a = 1; a < before->n_nodes; a++)
    {
      CyanNode b = run->partner[0][a];
      guint32 f = self->base[0][before->function[a]], g;

      if (b == CYAN_NODE_NONE || f == (g = self->base[1][after->function[b]]))
        continue;
      renamed[f].after = g;
      renamed[f].n++;
      renamed[f].n_direct += run->partner[0][before->parent[a]] == after->parent[b];
      any = TRUE;
    }
  if (!any)
    return doubts;
  cyan_match_both_sides (count_uses, &uses, MIN (before->n_nodes, after->n_nodes));
  for (guint32 name = 0; name < self->names->n; name++)
    if (renamed[name].n > 0)
      doubts[name] = (guint8) doubt_of (self->names, name, &renamed[name], uses.of);
  g_free (uses.of[0]);
  g_free (uses.of[1]);
  return doubts;
}

/* ---- both ---- */

static int
compare_rivals (gconstpointer a, gconstpointer b)
{
  const CyanMatchRival *x = a, *y = b;

  if (x->node != y->node)
    return x->node < y->node ? -1 : 1;
  if (x->rival != y->rival)
    return x->rival < y->rival ? -1 : 1;
  return (x->side > y->side) - (x->side < y->side);
}

/* Whether a node joins another one, which tells where it is; @joins is by side and node. */
static gboolean
has_joined (const GArray *joins, guint side, CyanNode node)
{
  guint low = 0, high = joins->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      const CyanMatchJoin *join = &g_array_index (joins, CyanMatchJoin, middle);

      if (join->side == side && join->node == node)
        return TRUE;
      if (join->side < side || (join->side == side && join->node < node))
        low = middle + 1;
      else
        high = middle;
    }
  return FALSE;
}

static void
add_renamed (const CyanMatchRelease *self,
             const CyanMatchRun *run,
             const guint8 *doubts,
             GArray *list)
{
  const CyanProfile *before = self->functions[0].profile, *after = self->functions[1].profile;

  if (memchr (doubts, CYAN_MATCH_UNCERTAIN, self->names->n) == NULL)
    return;
  for (CyanNode a = 1; a < before->n_nodes; a++)
    {
      const CyanMatchRival rival = { a, 0, CYAN_NODE_NONE };
      CyanNode b = run->partner[0][a];
      guint32 f = self->base[0][before->function[a]];

      if (b != CYAN_NODE_NONE && doubts[f] == CYAN_MATCH_UNCERTAIN
          && f != self->base[1][after->function[b]])
        g_array_append_val (list, rival);
    }
}

void
cyan_match_find_uncertain (const CyanMatchRelease *self,
                           const CyanMatchRun *run,
                           const guint8 *doubts,
                           const GArray *joins,
                           GArray *list)
{
  Uncertain all = { .functions = self->functions, .run = run, .n_names = self->names->n };

  cyan_match_both_sides (
      find_rivals, &all,
      MIN (self->functions[0].profile->n_nodes, self->functions[1].profile->n_nodes));
  for (guint side = 0; side < 2; side++)
    {
      for (guint i = 0; i < all.found[side]->len; i++)
        {
          CyanNode node = g_array_index (all.found[side], CyanNode, i);
          const CyanMatchRival rival = { side == 0 ? node : run->partner[1][node], side,
                                         all.rival[side][node] };

          if (!has_joined (joins, side, rival.rival))
            g_array_append_val (list, rival);
        }
      g_array_unref (all.found[side]);
      g_free (all.rival[side]);
    }
  add_renamed (self, run, doubts, list);
  g_array_sort (list, compare_rivals);
}
