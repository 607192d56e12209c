/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the functions of one side that were cut out of a function that both sides have, or merged
 * into it.
 *
 * The other side has no function of that name, and most of its time is below one function, its
 * owner, with no pair in between.  It is a part of the owner if it calls several of the functions
 * that the owner calls on the other side, or if there is such a part already, or if own times say
 * so: those of the owner and its parts together differ less between the sides than that of the owner
 * alone.  Or the sources say so.
 */
#include "cyan-edits-private.h"

#include <math.h>
#include <string.h>

/* The part of the time of a function that must be below its owner; more than a half, so that a
 * majority vote finds the owner. */
#define OWNED 0.75

/* Own times of which parts leave this part of the difference, which exceeds its standard deviation
 * by this factor, say that they are parts. */
#define TIME_LEFT 0.5

/* Parts without a sign of their own may take the own times to this multiple of the other side's. */
#define MOST   2
#define SIGMAS 3

/* What is known of a name on the side of the parts. */
typedef struct
{
  double own;       /* the own time of all contexts, in shares of the run */
  double here[2];   /* by side, likewise: that of the pairs that have possible parts below them */
  double total;     /* the time of all contexts; nested ones count again */
  double owned;     /* of it, what is below the owner */
  double vote;      /* of the owner so far */
  CyanNode node;    /* one of the owner's, or CYAN_NODE_NONE */
  CyanStr owner;    /* its name on the side of the parts */
  CyanNode context; /* the last one with a pair below it */
  CyanStr callee;   /* of that pair */
  guint32 pair;     /* of functions, of one of the contexts */
  guint8 several;   /* whether a context has callees of several names */
  guint8 kept;      /* whether the other side has it, or a pair, or it replaces another */
} Name;

typedef struct
{
  const CyanCompared *compared;
  const CyanEditsShape *shape;
  guint side;  /* that has the parts */
  Name *names; /* by label */
} Search;

static void
add_own_times (Search *self)
{
  for (guint side = 0; side < 2; side++)
    {
      const CyanComparedSide *there = &self->compared->side[side];
      const CyanProfile *profile = there->profile;
      const double *own = cyan_compared_metric (self->compared, side)->self;

      for (CyanNode i = 1; i < profile->n_nodes; i++)
        {
          Name *name = &self->names[there->label[profile->function[i]]];

          if (side == self->side)
            name->own += cyan_compared_part (own[i], there->total);
          else
            name->kept = TRUE;
        }
    }
}

/* Adds the own times of the pairs that have possible parts below them. */
static void
add_owners (Search *self)
{
  const CyanCompared *compared = self->compared;
  g_autofree guint8 *is_added = g_new0 (guint8, compared->n_nodes);

  for (CyanNode i = 1; i < compared->n_nodes; i++)
    {
      CyanNode owner = self->shape->caller[i];

      if (is_added[owner] || cyan_compared_is_pair (compared, i)
          || cyan_compared_side (compared, i) != self->side
          || self->names[cyan_compared_label (compared, self->side, i)].kept)
        continue;
      is_added[owner] = TRUE;
      for (guint side = 0; side < 2; side++)
        self->names[cyan_compared_label (compared, self->side, owner)].here[side] +=
            cyan_compared_part (cyan_compared_self (compared, side, owner),
                                compared->side[side].total);
    }
}

/* Notes @pair as a callee of the names in the gap above it. */
static void
note_callee (Search *self, CyanNode pair)
{
  const CyanCompared *compared = self->compared;
  CyanStr label = cyan_compared_label (compared, self->side, pair);
  CyanNode up = compared->tree->parent[pair];

  for (guint k = 0; k < CYAN_EDITS_NEAR && !cyan_compared_is_pair (compared, up); k++)
    {
      if (cyan_compared_side (compared, up) == self->side)
        {
          Name *name = &self->names[cyan_compared_label (compared, self->side, up)];

          name->several |= name->context == up && name->callee != label;
          name->context = up;
          name->callee = label;
        }
      up = compared->tree->parent[up];
    }
}

/* Calls @function with the name of each context that could be a part, and with its owner. */
static void
for_each_context (Search *self,
                  void (*function) (Name *name, CyanNode owner, CyanStr label, double total))
{
  const CyanCompared *compared = self->compared;

  for (CyanNode i = 1; i < compared->n_nodes; i++)
    {
      CyanNode owner = self->shape->caller[i];
      Name *name;

      if (cyan_compared_is_pair (compared, i) || cyan_compared_side (compared, i) != self->side)
        continue;
      name = &self->names[cyan_compared_label (compared, self->side, i)];
      name->pair = compared->pairs->of_node[i];
      if (!name->kept)
        function (name, owner, cyan_compared_label (compared, self->side, owner),
                  cyan_compared_total (compared, self->side, i));
    }
}

/* A majority vote: what is left in the end is more than a half, if anything is. */
static void
vote (Name *name, CyanNode owner, CyanStr label, double total)
{
  name->total += total;
  if (name->owner == label)
    name->vote += total;
  else if (name->vote >= total)
    name->vote -= total;
  else
    {
      name->vote = total - name->vote;
      name->owner = label;
      name->node = owner;
    }
}

static void
add_owned (Name *name, CyanNode owner, CyanStr label, double total)
{
  if (name->owner == label)
    name->owned += total;
}

static void
find_names (Search *self)
{
  const CyanCompared *compared = self->compared;

  add_own_times (self);
  for (CyanNode i = 1; i < compared->n_nodes; i++)
    {
      gboolean is_pair = cyan_compared_is_pair (compared, i);

      if (is_pair)
        note_callee (self, i);
      if (is_pair || self->shape->replaced[i] != CYAN_NODE_NONE)
        self->names[cyan_compared_label (
                        compared, is_pair ? self->side : cyan_compared_side (compared, i), i)]
            .kept = TRUE;
    }
  add_owners (self);
  for_each_context (self, vote);
  for_each_context (self, add_owned);
}

/* ---- the parts of each owner ---- */

typedef struct
{
  CyanStr label;
  const Name *name;
  const char *text;
  gboolean by_source;
} Candidate;

/* By owner; then those with several callees, then those with most own time. */
static int
compare_candidates (gconstpointer a, gconstpointer b)
{
  const Candidate *x = a, *y = b;

  if (x->name->owner != y->name->owner)
    return x->name->owner < y->name->owner ? -1 : 1;
  if (x->name->several != y->name->several)
    return x->name->several ? -1 : 1;
  if (x->name->own != y->name->own)
    return x->name->own > y->name->own ? -1 : 1;
  return strcmp (x->text, y->text);
}

/* Whether a person says that the function is no part of another. */
static gboolean
is_refused (const Search *self, const char *text)
{
  const GPtrArray *claims = self->compared->claims;

  for (guint i = 0; i < claims->len; i++)
    {
      const CyanNameClaim *claim = g_ptr_array_index (claims, i);
      const char *names[] = { claim->before, claim->after };

      if (!claim->same && names[1 - self->side] == NULL && names[self->side] != NULL
          && strcmp (names[self->side], text) == 0)
        return TRUE;
    }
  return FALSE;
}

static CyanFunctionPart
part_of (const Search *self, const Name *name)
{
  return (CyanFunctionPart){ name->pair, self->compared->pairs->of_node[name->node] };
}

static gboolean
says_source (const Search *self, const Name *name, const CyanEditSources *sources)
{
  const CyanFunctionPart part = part_of (self, name);

  for (guint i = 0; sources != NULL && sources->parts != NULL && i < sources->parts->len; i++)
    {
      const CyanFunctionPart *known = &g_array_index (sources->parts, CyanFunctionPart, i);

      if (known->part == part.part && known->owner == part.owner)
        return TRUE;
    }
  return FALSE;
}

static GArray *
find_candidates (Search *self, const CyanEditSources *sources)
{
  const CyanStrings *strings = self->compared->side[0].profile->strings;
  GArray *candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));
  guint n_labels = cyan_strings_count (strings);

  self->names = g_new0 (Name, n_labels);
  for (CyanStr i = 0; i < n_labels; i++)
    self->names[i].node = CYAN_NODE_NONE;
  find_names (self);
  for (CyanStr label = 1; label < n_labels; label++)
    {
      const Name *name = &self->names[label];
      Candidate added = { label, name, cyan_strings_get (strings, label), FALSE };

      if (name->kept || name->node == CYAN_NODE_NONE || name->node == CYAN_NODE_ROOT
          || !(name->total > 0) || name->owned < OWNED * name->total
          || is_refused (self, added.text) || cyan_edits_is_runtime (self->compared, name->pair))
        continue;
      added.by_source = says_source (self, name, sources);
      g_array_append_val (candidates, added);
    }
  g_array_sort (candidates, compare_candidates);
  return candidates;
}

/* Whether own times agree better with the parts than without, by more than chance; also with all
 * that could be one, since parts are chosen so that they fit.  @left_out: the own time of those that
 * were not chosen. */
static gboolean
has_time (const Search *self, const CyanEditsSplit *split, double left_out)
{
  double without[2], chance = 0, with = split->own[self->side] - split->own[1 - self->side];

  for (guint s = 0; s < 2; s++)
    {
      const CyanComparedSide *there = &self->compared->side[s];

      without[s] = self->names[split->owner[self->side]].here[s];
      /* The variance of a share, if the samples are independent. */
      if (there->period > 0 && there->total > 0)
        chance += without[s] * there->period / there->total;
    }
  return MAX (fabs (with), fabs (with + left_out)) < TIME_LEFT * fabs (without[1] - without[0])
         && fabs (without[1] - without[0]) > SIGMAS * sqrt (chance);
}

/* Leaves out the parts with callees: without other evidence they are wrappers. */
static void
drop_wrappers (const Search *self, CyanEditsSplit *split)
{
  guint n = 0;

  for (guint i = 0; i < split->labels->len; i++)
    {
      CyanStr label = g_array_index (split->labels, CyanStr, i);
      const Name *name = &self->names[label];

      if (name->callee == CYAN_STR_EMPTY)
        g_array_index (split->labels, CyanStr, n++) = label;
      else
        split->own[self->side] -= name->own;
    }
  g_array_set_size (split->labels, n);
}

/* Appends the parts among @n candidates of one owner, if there are any. */
static void
add_parts (const Search *self, const Candidate *candidates, guint n, GArray *splits)
{
  guint side = self->side, n_by_source = 0;
  double left_out = 0;
  CyanEditsSplit split = { .labels = g_array_new (FALSE, FALSE, sizeof (CyanStr)),
                           .node = candidates[0].name->node,
                           .has_callees = candidates[0].name->several };

  for (guint s = 0; s < 2; s++)
    {
      split.owner[s] = cyan_compared_label (self->compared, s, candidates[0].name->node);
      split.own[s] = self->names[candidates[0].name->owner].here[s];
    }
  for (guint i = 0; i < n; i++)
    {
      const Name *name = candidates[i].name;
      double more = split.own[side] + name->own, there = split.own[1 - side];

      if (!name->several && !candidates[i].by_source && !(split.has_callees && more <= MOST * there)
          && !(fabs (more - there) < fabs (split.own[side] - there)))
        {
          left_out += name->own;
          continue;
        }
      split.own[side] = more;
      n_by_source += candidates[i].by_source ? 1 : 0;
      g_array_append_val (split.labels, candidates[i].label);
    }
  split.by_source = n_by_source > 0 && 2 * n_by_source >= split.labels->len;
  split.has_time = has_time (self, &split, left_out);
  if (!split.has_time && !split.has_callees && !split.by_source)
    drop_wrappers (self, &split);
  if (split.labels->len > 0)
    g_array_append_val (splits, split);
  else
    g_array_unref (split.labels);
}

static void
clear_split (gpointer data)
{
  g_array_unref (((CyanEditsSplit *) data)->labels);
}

GArray *
cyan_edits_find_splits (const CyanEditsShape *shape, guint side, const CyanEditSources *sources)
{
  Search search = { shape->compared, shape, side, NULL };
  GArray *splits = g_array_new (FALSE, FALSE, sizeof (CyanEditsSplit));
  GArray *candidates = find_candidates (&search, sources);

  g_array_set_clear_func (splits, clear_split);
  for (guint i = 0, first = 0; i < candidates->len; i++)
    {
      const Candidate *at = &g_array_index (candidates, Candidate, first);

      if (i + 1 < candidates->len && at[i + 1 - first].name->owner == at->name->owner)
        continue;
      add_parts (&search, at, i + 1 - first, splits);
      first = i + 1;
    }
  g_array_unref (candidates);
  g_free (search.names);
  return splits;
}

GArray *
cyan_edits_possible_parts (const CyanComparison *comparison)
{
  GArray *parts = g_array_new (FALSE, FALSE, sizeof (CyanFunctionPart));
  CyanEditsShape shape;

  cyan_edits_shape_init (&shape, &comparison->compared);
  for (guint side = 0; side < 2; side++)
    {
      Search search = { shape.compared, &shape, side, NULL };
      g_autoptr (GArray) candidates = find_candidates (&search, NULL);

      for (guint i = 0; i < candidates->len; i++)
        {
          const CyanFunctionPart part =
              part_of (&search, g_array_index (candidates, Candidate, i).name);

          g_array_append_val (parts, part);
        }
      g_free (search.names);
    }
  cyan_edits_shape_clear (&shape);
  return parts;
}
