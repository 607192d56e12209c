/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds functions without matched callees that took each other's place.
 *
 * A caller lost one and got another.  They replace each other if that is so in most contexts in
 * which only one side has the one or the other, if they are called about as often there and take
 * about as long, and if one of the names is gone or new.
 */
#include "cyan-edits-private.h"

#include <math.h>

#define LEAVES_MAX  8 /* of one caller and side; callers with more are left out */
#define MIN_SHARE   0.5
#define CALLS_RATIO 0.8
#define TOTAL_RATIO 0.5
#define MIN_LEAD    1.1 /* over the second best */

/* The leaves of one caller, by side. */
typedef struct
{
  CyanNode at[2][LEAVES_MAX];
  guint n[2];
} Leaves;

/* Two names, before and after, over the callers that lost the one and got the other. */
typedef struct
{
  CyanStr name[2];
  guint n;
  double total[2]; /* in shares of the run */
  double calls[2]; /* NAN: not known */
  double fit;      /* 0: they do not replace each other */
  double next[2];  /* by side, of the best couple of a name: the fit of the second best */
} Couple;

typedef struct
{
  const CyanCompared *compared;
  const guint32 *n_below;
  CyanNode *partner;
  CyanPairTable contexts; /* by side and name: the leaves */
  CyanPairTable of_names; /* by names: index into couples */
  GArray *couples;        /* of Couple; 0 is unused */
  CyanPairTable best;     /* by side and name: index into couples */
} Search;

static Couple *
couple_at (const Search *self, guint number)
{
  return &g_array_index (self->couples, Couple, number);
}

static CyanStr
name_of (const Search *self, guint side, CyanNode node)
{
  return cyan_compared_label (self->compared, side, node);
}

/* The leaves that only one side has among the children of @caller.  FALSE if there are none on a
 * side, or too many. */
static gboolean
find_leaves (const Search *self, CyanNode caller, Leaves *leaves)
{
  const CyanMergedTree *tree = self->compared->tree;

  leaves->n[0] = leaves->n[1] = 0;
  for (CyanNode i = caller + 1; i < tree->end[caller]; i = tree->end[i])
    {
      guint side = cyan_compared_side (self->compared, i);

      if (cyan_compared_is_pair (self->compared, i) || self->n_below[i] > 0)
        continue;
      if (leaves->n[side] == LEAVES_MAX)
        return FALSE;
      leaves->at[side][leaves->n[side]++] = i;
    }
  return leaves->n[0] > 0 && leaves->n[1] > 0;
}

/* Whether only one side has the function of @node anywhere. */
static gboolean
is_alone (const CyanCompared *compared, CyanNode node)
{
  const CyanFunctionPair *pair = &compared->pairs->at[compared->pairs->of_node[node]];

  return pair->before == G_MAXUINT32 || pair->after == G_MAXUINT32;
}

static void
add_couple (Search *self, const CyanNode leaf[2])
{
  const CyanCompared *compared = self->compared;
  const Couple added = { .name = { name_of (self, 0, leaf[0]), name_of (self, 1, leaf[1]) } };
  CyanPairEntry *entry;
  Couple *couple;

  if (added.name[0] == added.name[1]
      || (!is_alone (compared, leaf[0]) && !is_alone (compared, leaf[1])))
    return;
  entry = cyan_pair_table_at (&self->of_names, added.name[0], added.name[1]);
  if (entry->n == 0)
    {
      entry->n = self->couples->len;
      g_array_append_val (self->couples, added);
    }
  couple = couple_at (self, entry->n);
  couple->n++;
  for (guint side = 0; side < 2; side++)
    {
      guint64 calls = cyan_profile_calls (compared->side[side].profile,
                                          cyan_compared_node (compared, side, leaf[side]));

      couple->calls[side] += calls == CYAN_CALLS_UNKNOWN ? (double) NAN : (double) calls;
      couple->total[side] += cyan_compared_part (cyan_compared_total (compared, side, leaf[side]),
                                                 compared->side[side].total);
    }
}

/* Pairs two leaves if their names are each other's best, with a lead. */
static void
pair_leaves (Search *self, const CyanNode leaf[2])
{
  guint32 number =
      cyan_pair_table_n (&self->of_names, name_of (self, 0, leaf[0]), name_of (self, 1, leaf[1]));
  const Couple *couple = couple_at (self, number);

  for (guint side = 0; side < 2; side++)
    if (number == 0 || couple->fit < MIN_LEAD * couple->next[side]
        || self->partner[leaf[side]] != CYAN_NODE_NONE
        || cyan_pair_table_n (&self->best, side, name_of (self, side, leaf[side])) != number)
      return;
  self->partner[leaf[0]] = leaf[1];
  self->partner[leaf[1]] = leaf[0];
}

/* Calls @function with each two leaves of one caller that only the one and only the other side
 * has. */
static void
for_each_two (Search *self, void (*function) (Search *self, const CyanNode leaf[2]))
{
  Leaves leaves;

  for (CyanNode i = 1; i < self->compared->n_nodes; i++)
    {
      if (!cyan_compared_is_pair (self->compared, i) || !find_leaves (self, i, &leaves))
        continue;
      for (guint a = 0; a < leaves.n[0]; a++)
        for (guint b = 0; b < leaves.n[1]; b++)
          function (self, (CyanNode[]){ leaves.at[0][a], leaves.at[1][b] });
    }
}

static double
ratio_of (const double values[2])
{
  double most = MAX (values[0], values[1]);

  return most > 0 ? MIN (values[0], values[1]) / most : 1;
}

/* How well two names fit, 0...2; 0 if they do not replace each other. */
static double
fit_of (const Search *self, const Couple *couple)
{
  double total = ratio_of (couple->total), share = 1;

  for (guint side = 0; side < 2; side++)
    share = MIN (share, (double) couple->n
                            / cyan_pair_table_n (&self->contexts, side, couple->name[side]));
  /* A comparison with NAN is false. */
  if (share < MIN_SHARE || total < TOTAL_RATIO || ratio_of (couple->calls) < CALLS_RATIO)
    return 0;
  return share + total;
}

/* Notes @number as a couple of its name on @side. */
static void
note_couple (Search *self, guint number, guint side)
{
  Couple *couple = couple_at (self, number);
  CyanPairEntry *best = cyan_pair_table_at (&self->best, side, couple->name[side]);
  Couple *so_far = couple_at (self, best->n);

  if (couple->fit > so_far->fit)
    {
      couple->next[side] = best->n != 0 ? so_far->fit : 0;
      best->n = number;
    }
  else if (best->n != 0)
    so_far->next[side] = MAX (so_far->next[side], couple->fit);
}

static void
find_best (Search *self)
{
  for (guint i = 1; i < self->couples->len; i++)
    {
      couple_at (self, i)->fit = fit_of (self, couple_at (self, i));
      for (guint side = 0; side < 2; side++)
        note_couple (self, i, side);
    }
}

void
cyan_edits_replace_leaves (const CyanCompared *self, const guint32 *n_below, CyanNode *partner)
{
  Search search = { .compared = self, .n_below = n_below, .partner = partner };
  CyanPairTable *tables[] = { &search.contexts, &search.of_names, &search.best };

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    cyan_pair_table_init (tables[i]);
  search.couples = g_array_new (FALSE, TRUE, sizeof (Couple));
  g_array_set_size (search.couples, 1);
  for (CyanNode i = 1; i < self->n_nodes; i++)
    if (!cyan_compared_is_pair (self, i) && n_below[i] == 0)
      {
        guint side = cyan_compared_side (self, i);

        cyan_pair_table_at (&search.contexts, side, name_of (&search, side, i))->n++;
      }
  for_each_two (&search, add_couple);
  find_best (&search);
  for_each_two (&search, pair_leaves);
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    cyan_pair_table_clear (tables[i]);
  g_array_unref (search.couples);
}
