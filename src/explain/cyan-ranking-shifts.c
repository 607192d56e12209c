/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums gains and losses by the nearest caller that both sides have, and finds what cancels out. */
#include "cyan-explain-private.h"

#include <math.h>

#include "cyan-i18n.h"
#include "cyan-number.h"

/* Code that moves less than this part of the run stays where it is. */
#define LEAST_MOVED 0.001
/* If no more than this part of what moved is left, code only moved. */
#define MOST_LEFT 0.25

/* By function: what it and the one-sided nodes below it gained and lost, over all of its
 * contexts. */
typedef struct
{
  double added;
  double removed;
  double own;      /* change of its own cost of a call, times its calls */
  double keep[2];  /* the part that counts: of losses, of gains */
  gboolean mixed;  /* something moved */
  gboolean shifts; /* code only moved */
  gboolean proved; /* the total of a context changed significantly */
} Group;

/* A function that gained or lost in a group. */
typedef struct
{
  guint32 group;
  guint32 function;
  gboolean gains;
  guint32 pair;
  double change;
} Part;

/* The role of a node in the group of its caller, and in its own. */
enum
{
  MOVES = 1 << 0, /* one side lacks it, or its namesake of the same caller */
  KEEPS = 1 << 1, /* both sides have it, but not all that it calls */
};

struct _CyanShifts
{
  const CyanComparison *comparison;
  const guint8 *kinds;
  guint8 ignored;
  CyanNode *anchor; /* by node: it or the nearest one above it that both sides have */
  guint8 *roles;    /* by node: MOVES, KEEPS */
  Group *groups;    /* by function of the anchor */
  GArray *parts;    /* of Part: of groups that shift, one for each function */
};

static gboolean
moves (const CyanShifts *self, CyanNode node)
{
  return (self->roles[node] & MOVES) != 0;
}

static gboolean
takes_part (const CyanShifts *self, CyanNode node, CyanBoth both)
{
  const CyanCompared *compared = &self->comparison->compared;

  return self->roles[node] != 0
         && (self->kinds[cyan_compared_function (compared, node)] & self->ignored) == 0
         && !cyan_compared_is_unseen (compared, node) && !cyan_parcs_may_be_pruned (compared, node)
         && (both.after != CYAN_NODE_NONE
             || cyan_comparison_moved_to (self->comparison, node) == CYAN_NODE_NONE);
}

static gboolean
is_one_sided (CyanBoth both)
{
  return both.before == CYAN_NODE_NONE || both.after == CYAN_NODE_NONE;
}

/* The caller of a node and its name on @side, which has it. */
static guint64
place_of (const CyanCompared *compared, guint side, CyanNode node)
{
  guint32 function =
      compared->side[side].profile->function[cyan_compared_node (compared, side, node)];

  return (guint64) compared->tree->parent[node] << 32 | compared->side[side].label[function];
}

/* Fills anchor and roles. */
static void
find_members (CyanShifts *self)
{
  const CyanCompared *compared = &self->comparison->compared;
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (guint64));

  self->anchor[CYAN_NODE_ROOT] = CYAN_NODE_ROOT;
  for (CyanNode node = 1; node < compared->n_nodes; node++)
    {
      CyanNode to = cyan_comparison_moved_to (self->comparison, node);
      CyanNode parent = compared->tree->parent[node];

      self->anchor[node] = to != CYAN_NODE_NONE ? to : node;
      if (to != CYAN_NODE_NONE || !is_one_sided (cyan_parcs_both (self->comparison, node)))
        continue;
      self->anchor[node] = self->anchor[parent];
      self->roles[node] |= MOVES;
      self->roles[self->anchor[node]] |= KEEPS;
      if (self->anchor[node] == parent)
        {
          guint64 place =
              place_of (compared, compared->tree->after[node] != CYAN_NODE_NONE ? 1 : 0, node);

          g_array_append_val (places, place);
        }
    }
  g_array_sort (places, cyan_compare_uint64);
  for (CyanNode node = 1; node < compared->n_nodes; node++)
    for (guint side = 0; side < 2; side++)
      if ((self->roles[compared->tree->parent[node]] & KEEPS) != 0
          && compared->tree->before[node] != CYAN_NODE_NONE
          && compared->tree->after[node] != CYAN_NODE_NONE)
        {
          guint64 place = place_of (compared, side, node);

          if (g_array_binary_search (places, &place, cyan_compare_uint64, NULL))
            self->roles[node] |= MOVES;
        }
}

/* The change of the cost of a call of a node that both sides have, for as many calls as both
 * made. */
static double
change_of_cost (const CyanShifts *self, CyanBoth both, const double value[2])
{
  const CyanCompared *compared = &self->comparison->compared;
  guint64 n[2] = { cyan_profile_calls (compared->side[0].profile, both.before),
                   cyan_profile_calls (compared->side[1].profile, both.after) };

  if (n[0] == CYAN_CALLS_UNKNOWN || n[1] == CYAN_CALLS_UNKNOWN || n[0] == 0 || n[1] == 0)
    return value[1] - value[0];
  return (value[1] / (double) n[1] - value[0] / (double) n[0]) * (double) MIN (n[0], n[1]);
}

/* The change of a node that may have moved. */
static double
change_of (const CyanShifts *self, CyanNode node, CyanBoth both, const double value[2])
{
  return moves (self, node) ? value[1] - value[0] : change_of_cost (self, both, value);
}

/* The function of the caller that @node is a part of. */
static guint32
number_of (const CyanShifts *self, CyanNode node)
{
  const CyanCompared *compared = &self->comparison->compared;

  return cyan_compared_function (
      compared, moves (self, node) ? self->anchor[compared->tree->parent[node]] : node);
}

static Group *
group_of (const CyanShifts *self, CyanNode node)
{
  return &self->groups[number_of (self, node)];
}

/* Whether a change counts as a gain: what both sides have gains or loses over all contexts. */
static gboolean
gains (const CyanShifts *self, CyanNode node, double change)
{
  return moves (self, node) ? change > 0 : group_of (self, node)->own > 0;
}

static gboolean
is_significant (const CyanComparison *comparison, CyanNode node)
{
  return cyan_comparison_verdict (comparison, node,
                                  comparison->compared.same_unit ? CYAN_BASIS_ABSOLUTE
                                                                 : CYAN_BASIS_SHARE)
         != CYAN_VERDICT_UNCHANGED;
}

static void
add (CyanShifts *self, CyanNode node, CyanBoth both)
{
  Group *group = group_of (self, node);
  double value[2], change;

  cyan_parcs_self_values (self->comparison, both, value);
  change = change_of (self, node, both, value);
  if (!moves (self, node))
    {
      group->own += change;
      group->proved |= is_significant (self->comparison, node);
    }
  else if (change > 0)
    group->added += change;
  else
    group->removed -= change;
}

static gboolean
sum_groups (CyanShifts *self, const CyanTick *tick, GError **error)
{
  const CyanCompared *compared = &self->comparison->compared;

  find_members (self);
  for (CyanNode node = 1; node < compared->n_nodes; node++)
    {
      CyanBoth both = cyan_parcs_both (self->comparison, node);

      if (!cyan_tick_step (tick, node, compared->n_nodes, N_ ("Looking for causes"), error))
        return FALSE;
      if (takes_part (self, node, both))
        add (self, node, both);
    }
  return TRUE;
}

static double
gained (const Group *group)
{
  return group->added + MAX (group->own, 0.0);
}

static double
lost (const Group *group)
{
  return group->removed + MAX (-group->own, 0.0);
}

static void
cancel_out (Group *group, double least, gboolean has_calls)
{
  double moved = MIN (gained (group), lost (group));
  double left = gained (group) - lost (group);

  group->keep[0] = group->keep[1] = 1;
  if (!(group->added + group->removed > 0) || !(moved > least))
    return;
  group->mixed = TRUE;
  group->shifts = fabs (left) <= MOST_LEFT * moved;
  if (group->shifts)
    group->keep[0] = group->keep[1] = 0;
  /* Samples do not tell what moved from what compilers inline. */
  else if (has_calls)
    {
      group->keep[0] = 1 - moved / lost (group);
      group->keep[1] = 1 - moved / gained (group);
    }
}

static int
compare_parts (gconstpointer a, gconstpointer b)
{
  const Part *x = a, *y = b;

  if (x->group != y->group)
    return x->group < y->group ? -1 : 1;
  if (x->function != y->function)
    return x->function < y->function ? -1 : 1;
  if (x->gains != y->gains)
    return x->gains ? 1 : -1;
  return (x->pair > y->pair) - (x->pair < y->pair);
}

/* Adds parts of one function of one group. */
static void
merge_parts (GArray *parts)
{
  guint n = 0;

  g_array_sort (parts, compare_parts);
  for (guint i = 0; i < parts->len; i++)
    {
      Part *part = &g_array_index (parts, Part, i);
      Part *last = n > 0 ? &g_array_index (parts, Part, n - 1) : NULL;

      if (last != NULL && last->group == part->group && last->function == part->function
          && last->gains == part->gains)
        last->change += part->change;
      else
        g_array_index (parts, Part, n++) = *part;
    }
  g_array_set_size (parts, n);
}

static void
find_parts (CyanShifts *self)
{
  const CyanCompared *compared = &self->comparison->compared;

  for (CyanNode node = 1; node < compared->n_nodes; node++)
    {
      CyanBoth both = cyan_parcs_both (self->comparison, node);
      Part part = { .group = number_of (self, node) };
      double value[2];

      if (!self->groups[part.group].shifts || !takes_part (self, node, both))
        continue;
      cyan_parcs_self_values (self->comparison, both, value);
      part.pair = compared->pairs->of_node[node];
      part.function = cyan_compared_function (compared, node);
      part.change = change_of (self, node, both, value);
      part.gains = gains (self, node, part.change);
      if (part.change != 0)
        g_array_append_val (self->parts, part);
    }
  merge_parts (self->parts);
}

CyanShifts *
cyan_shifts_new (const CyanComparison *comparison,
                 const guint8 *kinds,
                 guint8 ignored,
                 const CyanTick *tick,
                 GError **error)
{
  const CyanCompared *compared = &comparison->compared;
  g_autoptr (CyanShifts) self = g_new0 (CyanShifts, 1);
  double least = LEAST_MOVED * (compared->same_unit ? cyan_compared_larger_total (compared) : 1);

  self->comparison = comparison;
  self->kinds = kinds;
  self->ignored = ignored;
  self->anchor = g_new (CyanNode, compared->n_nodes);
  self->roles = g_new0 (guint8, compared->n_nodes);
  self->groups = g_new0 (Group, MAX (compared->pairs->n_functions, 1));
  self->parts = g_array_new (FALSE, FALSE, sizeof (Part));
  if (!sum_groups (self, tick, error))
    return NULL;
  for (guint32 f = 0; f < compared->pairs->n_functions; f++)
    cancel_out (&self->groups[f], least, compared->has_calls);
  find_parts (self);
  return g_steal_pointer (&self);
}

void
cyan_shifts_free (CyanShifts *self)
{
  if (self == NULL)
    return;
  g_free (self->anchor);
  g_free (self->roles);
  g_free (self->groups);
  g_clear_pointer (&self->parts, g_array_unref);
  g_free (self);
}

gboolean
cyan_shifts_take_out (const CyanShifts *self, CyanNode node, double value[2])
{
  CyanBoth both = cyan_parcs_both (self->comparison, node);
  const Group *group;
  double change, keep;

  if (!takes_part (self, node, both))
    return TRUE;
  group = group_of (self, node);
  change = change_of (self, node, both, value);
  keep = group->keep[gains (self, node, change)];
  value[1] -= (1 - keep) * change;
  return group->proved || !group->mixed;
}

static int
compare_shifts (gconstpointer a, gconstpointer b)
{
  const CyanShift *x = a, *y = b;

  if (x->moved != y->moved)
    return x->moved > y->moved ? -1 : 1;
  return (x->from > y->from) - (x->from < y->from);
}

static void
add_part (CyanShift *shift, const Part *part, double most[2])
{
  double size = fabs (part->change);

  (*(part->gains ? &shift->n_to : &shift->n_from))++;
  if (size >= most[part->gains])
    {
      most[part->gains] = size;
      *(part->gains ? &shift->to : &shift->from) = part->pair;
    }
}

CyanShift *
cyan_shifts_list (const CyanShifts *self, guint *n)
{
  g_autoptr (GArray) list = g_array_new (FALSE, FALSE, sizeof (CyanShift));

  for (guint i = 0; i < self->parts->len;)
    {
      guint32 number = g_array_index (self->parts, Part, i).group;
      const Group *group = &self->groups[number];
      CyanShift shift = { .moved = MIN (gained (group), lost (group)),
                          .net = gained (group) - lost (group) };
      double most[2] = { 0, 0 };

      for (; i < self->parts->len && g_array_index (self->parts, Part, i).group == number; i++)
        add_part (&shift, &g_array_index (self->parts, Part, i), most);
      g_array_append_val (list, shift);
    }
  g_array_sort (list, compare_shifts);
  *n = list->len;
  return (CyanShift *) (gpointer) g_array_free (g_steal_pointer (&list), FALSE);
}
