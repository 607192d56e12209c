/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Contexts that became one.
 *
 * Where a function was inlined, its calls of f and its caller's own calls of f become one context.
 * The heavier of the two has that as its partner, the other has none.  But its time is not gone: it
 * is in the partner.  So an unmatched node joins a node of its name in the same gap, if the sums say
 * so: with its time, and that of all others that join, the two sides differ less than without.
 * Times may be noise, so it is not a node that is asked but the function that vanished from above
 * it, in all contexts, and only if most of what it called is found again.  What is below two nodes
 * that join does, too, by name; below them a node may also become one that had no partner.
 */
#include "cyan-match-release.h"

#include <math.h>
#include <stdlib.h>

#define FOUND 0.6 /* of what a function called, by time, if it was inlined */
#define TRIED 64  /* candidates of one name for a node, the heaviest ones */
#define SMALL 0.1 /* of the node that it joins: the time of a node that proves nothing */

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
  guint side;       /* the one whose nodes may join */
  CyanNode *image;  /* by its node: its partner, or the node that it joins, or CYAN_NODE_NONE */
  CyanNode *owner;  /* by its node that has no partner: the nearest ancestor with an image */
  GArray *places;   /* of Place: of the gaps looked at, by name, then the heaviest first */
  guint32 *first;   /* by node of the other side: 1 + the index of its first place; 0: not listed */
  guint32 *n;       /* by node of the other side: its places */
  guint8 *is_taken; /* by node of the other side: a node became it */
  double *joining;  /* by node of the other side: the weights that may join it */
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

/* Lists the paired nodes of the gap below @node, which is of the other side, and its children. */
static void
list_places (Joins *self, CyanNode node)
{
  guint side = 1 - self->side, start = self->places->len;
  const CyanProfile *profile = self->functions[side].profile;

  for (CyanNode i = node + 1; i < profile->end[node];)
    {
      const Place place = { name_at (self, side, i), i, weight (self, side, i) };
      gboolean is_pair = is_paired (self, side, i);

      if (is_pair || profile->parent[i] == node)
        g_array_append_val (self->places, place);
      i = is_pair || !is_paired (self, side, node) ? profile->end[i] : i + 1;
    }
  self->first[node] = start + 1;
  self->n[node] = self->places->len - start;
  if (self->n[node] > 0)
    qsort (&g_array_index (self->places, Place, start), self->n[node], sizeof (Place),
           compare_places);
}

/* Whether @node may join @place.  One that has no partner is for one node only, whose caller joins
 * its caller. */
static gboolean
may_join (const Joins *self, CyanNode node, CyanNode place)
{
  const CyanProfile *profile = self->functions[self->side].profile;
  CyanNode partner = self->run->partner[1 - self->side][place];

  if (partner == CYAN_NODE_NONE)
    return is_joining (self, profile->parent[node]) && !self->is_taken[place];
  return partner < node || partner >= profile->end[node];
}

/* The heaviest node that @node may join, or CYAN_NODE_NONE. */
static CyanNode
find_place (Joins *self, CyanNode node)
{
  CyanNode above = self->image[self->owner[node]];
  guint32 name = name_at (self, self->side, node);
  guint low = 0, high;
  const Place *places;

  if (self->first[above] == 0)
    list_places (self, above);
  places = (const Place *) (const void *) self->places->data + self->first[above] - 1;
  high = self->n[above];
  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (places[middle].name < name)
        low = middle + 1;
      else
        high = middle;
    }
  for (guint k = low; k < MIN (self->n[above], low + TRIED) && places[k].name == name; k++)
    if (may_join (self, node, places[k].node))
      return places[k].node;
  return CYAN_NODE_NONE;
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
      if (!is_joining (self, up))
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
    if (is_joining (self, i) && !is_joining (self, profile->parent[i]))
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

/* By function: whether most of what it calls where it has no image has one. */
static guint8 *
find_inlined (const Joins *self)
{
  const CyanProfile *profile = self->functions[self->side].profile;
  g_autofree double *found = g_new0 (double, profile->n_nodes); /* by node without an image */
  g_autofree double *all = g_new0 (double, profile->n_nodes);   /* likewise */
  g_autofree double *found_of = g_new0 (double, profile->n_functions);
  g_autofree double *all_of = g_new0 (double, profile->n_functions);
  guint8 *is_inlined = g_new0 (guint8, profile->n_functions);

  for (CyanNode i = profile->n_nodes; i-- > 1;)
    {
      CyanNode up = profile->parent[i];
      gboolean has_image = self->image[i] != CYAN_NODE_NONE;

      if (!has_image)
        {
          found_of[profile->function[i]] += found[i];
          all_of[profile->function[i]] += all[i];
        }
      if (self->image[up] == CYAN_NODE_NONE)
        {
          double own = weight (self, self->side, i);

          found[up] += has_image ? own : found[i];
          all[up] += own;
        }
    }
  for (guint f = 0; f < profile->n_functions; f++)
    is_inlined[f] = found_of[f] >= FOUND * all_of[f];
  return is_inlined;
}

/* Whether @node, whose caller does not join, has joined its image. */
static gboolean
has_joined (const Joins *self, CyanNode node, const guint8 *is_conserved, const guint8 *is_inlined)
{
  const CyanProfile *profile = self->functions[self->side].profile;
  double own = weight (self, self->side, node), more = surplus (self, node);

  if (!is_conserved[profile->function[profile->parent[node]]]
      || (fabs (more - own) > fabs (more)
          && own > SMALL * weight (self, 1 - self->side, self->image[node])))
    return FALSE;
  for (CyanNode up = profile->parent[node]; up != self->owner[node]; up = profile->parent[up])
    if (!is_inlined[profile->function[up]])
      return FALSE;
  return TRUE;
}

static void
list_joins (Joins *self, GArray *list)
{
  const CyanProfile *profile = self->functions[self->side].profile;
  g_autofree guint8 *is_conserved = find_conserved (self);
  g_autofree guint8 *is_inlined = find_inlined (self);
  g_autofree guint8 *has = g_new0 (guint8, profile->n_nodes); /* joined */

  for (CyanNode i = 1; i < profile->n_nodes; i++)
    {
      const CyanMatchJoin join = { self->side, i, self->image[i] };

      if (!is_joining (self, i))
        continue;
      has[i] = is_joining (self, profile->parent[i])
                   ? has[profile->parent[i]]
                   : has_joined (self, i, is_conserved, is_inlined);
      if (has[i])
        g_array_append_val (list, join);
    }
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
  guint n = both->functions[side].profile->n_nodes;
  guint n_other = both->functions[1 - side].profile->n_nodes;
  Joins self = { .functions = both->functions,
                 .run = both->run,
                 .side = side,
                 .image = g_memdup2 (both->run->partner[side], n * sizeof (CyanNode)),
                 .owner = g_new0 (CyanNode, n),
                 .places = g_array_new (FALSE, FALSE, sizeof (Place)),
                 .first = g_new0 (guint32, n_other),
                 .n = g_new0 (guint32, n_other),
                 .is_taken = g_new0 (guint8, n_other),
                 .joining = g_new0 (double, n_other) };

  find_images (&self);
  list_joins (&self, both->joins[side]);
  g_free (self.image);
  g_free (self.owner);
  g_array_unref (self.places);
  g_free (self.first);
  g_free (self.n);
  g_free (self.is_taken);
  g_free (self.joining);
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
