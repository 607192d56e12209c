/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Contexts that became one.
 *
 * Where a function was inlined, its calls of f and its caller's own calls of f become one context.
 * The heavier of the two has that as its partner, the other has none.  But its time is not gone: it
 * is in the partner.  So an unmatched node joins a node of its name in the same gap, preferably one
 * that was one with it in the normal trees, if the sums say so: with its time, and that of all
 * others that join, the two sides differ less than without.  Times may be noise, so it is not a
 * node that is asked but the function that vanished from above it, in all contexts.  If the two
 * were not one in the normal trees, most of what that function called must be found again.  What is
 * below two nodes that join does, too, by name; below them a node may also become one that had no
 * partner.  If the two were one in the normal trees, and many nodes below become such ones, sums are
 * not asked.
 */
#include "cyan-match-release.h"

#include <math.h>
#include <stdlib.h>

#define FOUND   0.6 /* of what a function called, by time, if it was inlined */
#define TRIED   64  /* candidates of one name for a node, the heaviest ones */
#define SMALL   0.1 /* of the node that it joins: the time of a node that proves nothing */
#define GROUPED 4   /* the value of a place that was a partner in the normal trees ... */
#define CALLED  2   /* ... of one that the same node calls */
#define ALIKE   0.3 /* ratio of the times of two nodes without partners that may be one */
#define MANY    12  /* nodes below a node that become nodes without a partner: they prove it */
#define NEAR    32  /* nodes below one without a partner that are looked at */

/* Candidates: nodes of one gap. */
typedef struct
{
  guint32 name;
  CyanNode node;
  double weight;
} Place;

typedef struct
{
  const CyanMatchFunctions *functions;
  const CyanMatchRun *run;
  guint side;        /* the one whose nodes may join */
  CyanNode *image;   /* by its node: its partner, or the node that it joins, or CYAN_NODE_NONE */
  CyanNode *owner;   /* by its node that has no partner: the nearest ancestor with an image */
  GArray *places;    /* of Place: of the gaps looked at, by name, then the heaviest first */
  guint32 *first[2]; /* by node of the other side: 1 + the index of its first place; 0: not listed.
                      * 1: for the callees of nodes that join it */
  guint32 *n[2];     /* by node of the other side: its places */
  guint8 *is_taken;  /* by node of the other side: a node became it */
  double *joining;   /* by node of the other side: the weights that may join it */
} Joins;

static guint32
name_at (const Joins *self, guint side, CyanNode node)
{
  const CyanMatchFunctions *functions = &self->functions[side];

  return functions->name[functions->profile->function[node]];
}

static double
weight (const Joins *self, guint side, CyanNode node)
{
  return self->functions[side].total[node] * self->run->per_total[side];
}

static gboolean
is_paired (const Joins *self, guint side, CyanNode node)
{
  return self->run->partner[side][node] != CYAN_NODE_NONE;
}

/* Whether a node of the side joins its image, which is no partner. */
static gboolean
is_joining (const Joins *self, CyanNode node)
{
  return self->image[node] != CYAN_NODE_NONE && !is_paired (self, self->side, node);
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const Place *x = a, *y = b;

  if (x->name != y->name)
    return x->name < y->name ? -1 : 1;
  if (x->weight != y->weight)
    return x->weight > y->weight ? -1 : 1;
  return (x->node > y->node) - (x->node < y->node);
}

static void
add_children (Joins *self, CyanNode node)
{
  guint side = 1 - self->side;
  const CyanNode *end = self->functions[side].profile->end;

  for (CyanNode i = node + 1; i < end[node]; i = end[i])
    {
      const Place place = { name_at (self, side, i), i, weight (self, side, i) };

      g_array_append_val (self->places, place);
    }
}

/* Lists the nodes of the gap below @node, which is of the other side: the nearest ones if nodes may
 * become nodes without a partner, else the paired ones. */
static void
list_places (Joins *self, CyanNode node, gboolean may_become)
{
  guint side = 1 - self->side, start = self->places->len, n = 0;
  Place *places;

  add_children (self, node);
  for (guint k = start; k < self->places->len; k++)
    {
      CyanNode at = g_array_index (self->places, Place, k).node;

      if (!is_paired (self, side, at) && (!may_become || self->places->len - start < NEAR))
        add_children (self, at);
    }
  places = &g_array_index (self->places, Place, start);
  for (guint k = 0; k < self->places->len - start; k++)
    if (may_become || is_paired (self, side, places[k].node))
      places[n++] = places[k];
  g_array_set_size (self->places, start + n);
  self->first[may_become][node] = start + 1;
  self->n[may_become][node] = n;
  if (n > 0)
    qsort (places, n, sizeof (Place), compare_places);
}

/* Whether @node and @place were partners in the normal trees. */
static gboolean
is_grouped (const Joins *self, CyanNode node, CyanNode place)
{
  guint32 *const *group = self->run->group;

  return group[0] != NULL && group[self->side][node] != CYAN_NODE_NONE
         && group[self->side][node] == group[1 - self->side][place];
}

/* Whether the caller of @node has become that of @place. */
static gboolean
has_caller (const Joins *self, CyanNode node, CyanNode place)
{
  return self->image[self->functions[self->side].profile->parent[node]]
         == self->functions[1 - self->side].profile->parent[place];
}

/* How well the time of @node fits @place, 0...1: it is one of several that became it, unless that
 * has no partner. */
static double
fit (const Joins *self, CyanNode node, CyanNode place)
{
  double x = weight (self, self->side, node), y = weight (self, 1 - self->side, place);

  return is_paired (self, 1 - self->side, place) || x == y ? 1.0 : MIN (x, y) / MAX (x, y);
}

/* Whether @node may become @place, which has no partner: the nodes above them join.  If only names
 * say so, they must take about the same time. */
static gboolean
may_become (const Joins *self, CyanNode node, CyanNode place)
{
  if (!is_joining (self, self->owner[node]))
    return FALSE;
  return is_grouped (self, node, place)
         || (!self->is_taken[place]
             && (has_caller (self, node, place) || fit (self, node, place) >= ALIKE));
}

/* Whether @node may join @place. */
static gboolean
may_join (const Joins *self, CyanNode node, CyanNode place)
{
  const CyanProfile *profile = self->functions[self->side].profile;
  CyanNode partner = self->run->partner[1 - self->side][place];

  if (partner == CYAN_NODE_NONE)
    return may_become (self, node, place);
  return partner < node || partner >= profile->end[node];
}

/* The node that @node may join, or CYAN_NODE_NONE: the best, and of those the heaviest. */
static CyanNode
find_place (Joins *self, CyanNode node)
{
  CyanNode above = self->image[self->owner[node]];
  guint32 name = name_at (self, self->side, node);
  gboolean joins = is_joining (self, self->owner[node]);
  guint low = 0, high, n;
  CyanNode found = CYAN_NODE_NONE;
  double best = -1;
  const Place *places;

  if (self->first[joins][above] == 0)
    list_places (self, above, joins);
  places = (const Place *) (const void *) self->places->data + self->first[joins][above] - 1;
  high = n = self->n[joins][above];
  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (places[middle].name < name)
        low = middle + 1;
      else
        high = middle;
    }
  for (guint k = low; k < MIN (n, low + TRIED) && places[k].name == name; k++)
    if (may_join (self, node, places[k].node))
      {
        CyanNode place = places[k].node;
        double value = (is_grouped (self, node, place) ? GROUPED : 0)
                       + (has_caller (self, node, place) ? CALLED : 0) + fit (self, node, place);

        if (value <= best)
          continue;
        found = place;
        best = value;
      }
  return found;
}

static void
find_images (Joins *self)
{
  const CyanProfile *profile = self->functions[self->side].profile;

  for (CyanNode i = 1; i < profile->n_nodes; i++)
    {
      CyanNode up;

      if (self->image[i] != CYAN_NODE_NONE)
        continue;
      up = profile->parent[i];
      self->owner[i] = self->image[up] != CYAN_NODE_NONE ? up : self->owner[up];
      self->image[i] = find_place (self, i);
      if (self->image[i] == CYAN_NODE_NONE)
        continue;
      self->is_taken[self->image[i]] = TRUE;
      if (!is_joining (self, self->owner[i]))
        self->joining[self->image[i]] += weight (self, self->side, i);
    }
}

/* By how much the other side is heavier than the partner of the node that @node joins. */
static double
surplus (const Joins *self, CyanNode node)
{
  CyanNode image = self->image[node];

  return weight (self, 1 - self->side, image)
         - weight (self, self->side, self->run->partner[1 - self->side][image]);
}

/* By function: whether the sides differ less if what it calls joins. */
static guint8 *
find_conserved (const Joins *self)
{
  const CyanProfile *profile = self->functions[self->side].profile;
  g_autofree double *less = g_new0 (double, profile->n_functions);
  guint8 *is_conserved = g_new0 (guint8, profile->n_functions);

  for (CyanNode i = 1; i < profile->n_nodes; i++)
    if (is_joining (self, i) && !is_joining (self, self->owner[i]))
      {
        double joining = self->joining[self->image[i]], more = surplus (self, i);

        if (joining > 0)
          less[profile->function[profile->parent[i]]] +=
              (fabs (more) - fabs (more - joining)) * weight (self, self->side, i) / joining;
      }
  for (guint f = 0; f < profile->n_functions; f++)
    is_conserved[f] = less[f] > 0;
  return is_conserved;
}

/* What nodes without an image call, by node. */
typedef struct
{
  double *all;
  double *found; /* what of it has an image */
} Called;

static Called
sum_called (const Joins *self)
{
  const CyanProfile *profile = self->functions[self->side].profile;
  double *all = g_new0 (double, profile->n_nodes), *found = g_new0 (double, profile->n_nodes);

  for (CyanNode i = profile->n_nodes; i-- > 1;)
    {
      CyanNode up = profile->parent[i];
      gboolean has_image = self->image[i] != CYAN_NODE_NONE;

      if (self->image[up] == CYAN_NODE_NONE)
        {
          double own = weight (self, self->side, i);

          found[up] += has_image ? own : found[i];
          all[up] += own;
        }
    }
  return (Called){ all, found };
}

static void
clear_called (Called *self)
{
  g_free (self->all);
  g_free (self->found);
}

/* By function: whether most of what it calls where it has no image has one. */
static guint8 *
find_inlined (const Joins *self)
{
  const CyanProfile *profile = self->functions[self->side].profile;
  Called called = sum_called (self);
  g_autofree double *found_of = g_new0 (double, profile->n_functions);
  g_autofree double *all_of = g_new0 (double, profile->n_functions);
  guint8 *is_inlined = g_new0 (guint8, profile->n_functions);

  for (CyanNode i = 1; i < profile->n_nodes; i++)
    {
      found_of[profile->function[i]] += called.found[i];
      all_of[profile->function[i]] += called.all[i];
    }
  clear_called (&called);
  for (guint f = 0; f < profile->n_functions; f++)
    is_inlined[f] = found_of[f] >= FOUND * all_of[f];
  return is_inlined;
}

/* By node that joins: the nodes below it that become nodes without a partner. */
static guint *
count_becoming (const Joins *self)
{
  guint n_nodes = self->functions[self->side].profile->n_nodes;
  guint *n = g_new0 (guint, n_nodes);

  for (CyanNode i = n_nodes; i-- > 1;)
    if (is_joining (self, i))
      n[self->owner[i]] += n[i] + !is_paired (self, 1 - self->side, self->image[i]);
  return n;
}

/* What says of functions, and of nodes, whether nodes joined their images. */
typedef struct
{
  guint8 *is_conserved; /* by function */
  guint8 *is_inlined;   /* by function */
  guint *n_becoming;    /* by node */
} Proof;

/* Whether @node, below no node that joins, has joined its image. */
static gboolean
has_joined (const Joins *self, CyanNode node, const Proof *proof)
{
  const CyanProfile *profile = self->functions[self->side].profile;
  double own = weight (self, self->side, node), more = surplus (self, node);
  gboolean is_conserved = proof->is_conserved[profile->function[profile->parent[node]]];

  if (is_grouped (self, node, self->image[node]) && proof->n_becoming[node] >= MANY)
    return TRUE;
  if (!is_conserved
      || (fabs (more - own) > fabs (more)
          && own > SMALL * weight (self, 1 - self->side, self->image[node])))
    return FALSE;
  for (CyanNode up = profile->parent[node]; up != self->owner[node]; up = profile->parent[up])
    if (!proof->is_inlined[profile->function[up]])
      return FALSE;
  return TRUE;
}

/* Takes the images of the nodes that have not joined them, or whose callers have not. */
static void
keep_joined (Joins *self)
{
  const CyanProfile *profile = self->functions[self->side].profile;
  Proof proof = { find_conserved (self), find_inlined (self), count_becoming (self) };
  g_autofree guint8 *has = g_new0 (guint8, profile->n_nodes); /* joined */

  for (CyanNode i = 1; i < profile->n_nodes; i++)
    if (is_joining (self, i))
      has[i] =
          is_joining (self, self->owner[i]) ? has[self->owner[i]] : has_joined (self, i, &proof);
  for (CyanNode i = 1; i < profile->n_nodes; i++)
    if (is_joining (self, i) && !has[i])
      self->image[i] = CYAN_NODE_NONE;
  g_free (proof.is_conserved);
  g_free (proof.is_inlined);
  g_free (proof.n_becoming);
}

static void
joins_init (Joins *self, const CyanMatchFunctions *functions, const CyanMatchRun *run, guint side)
{
  guint n = functions[side].profile->n_nodes;
  guint n_other = functions[1 - side].profile->n_nodes;

  *self = (Joins){ .functions = functions,
                   .run = run,
                   .side = side,
                   .image = g_memdup2 (run->partner[side], n * sizeof (CyanNode)),
                   .owner = g_new0 (CyanNode, n),
                   .places = g_array_new (FALSE, FALSE, sizeof (Place)),
                   .first = { g_new0 (guint32, n_other), g_new0 (guint32, n_other) },
                   .n = { g_new0 (guint32, n_other), g_new0 (guint32, n_other) },
                   .is_taken = g_new0 (guint8, n_other),
                   .joining = g_new0 (double, n_other) };
  find_images (self);
  keep_joined (self);
}

static void
joins_clear (Joins *self)
{
  g_free (self->image);
  g_free (self->owner);
  g_array_unref (self->places);
  for (guint k = 0; k < 2; k++)
    {
      g_free (self->first[k]);
      g_free (self->n[k]);
    }
  g_free (self->is_taken);
  g_free (self->joining);
}

guint8 *
cyan_match_find_vanished (const CyanMatchFunctions *functions, const CyanMatchRun *run, guint side)
{
  guint n = functions[side].profile->n_nodes;
  guint8 *has_vanished = g_new0 (guint8, n);
  gboolean any = FALSE;
  Joins self;
  Called called;

  joins_init (&self, functions, run, side);
  called = sum_called (&self);
  for (CyanNode i = 1; i < n; i++)
    {
      has_vanished[i] = !functions[side].is_skipped[functions[side].profile->function[i]]
                        && called.all[i] > 0 && called.found[i] >= FOUND * called.all[i];
      any |= has_vanished[i];
    }
  clear_called (&called);
  joins_clear (&self);
  if (!any)
    g_clear_pointer (&has_vanished, g_free);
  return has_vanished;
}

typedef struct
{
  const CyanMatchFunctions *functions;
  const CyanMatchRun *run;
  GArray *joins[2]; /* of CyanMatchJoin */
} Both;

static void
find_joins (gpointer data, guint side)
{
  const Both *both = data;
  Joins self;

  joins_init (&self, both->functions, both->run, side);
  for (CyanNode i = 1; i < both->functions[side].profile->n_nodes; i++)
    {
      const CyanMatchJoin join = { side, i, self.image[i] };

      if (is_joining (&self, i))
        g_array_append_val (both->joins[side], join);
    }
  joins_clear (&self);
}

void
cyan_match_find_joins (const CyanMatchFunctions *functions, const CyanMatchRun *run, GArray *joins)
{
  g_autoptr (GArray) others = g_array_new (FALSE, FALSE, sizeof (CyanMatchJoin));
  Both both = { functions, run, { joins, others } };

  cyan_match_both_sides (find_joins, &both,
                         MIN (functions[0].profile->n_nodes, functions[1].profile->n_nodes));
  if (others->len > 0)
    g_array_append_vals (joins, others->data, others->len);
}
