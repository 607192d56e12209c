/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds one-sided nodes that sampling may have missed on the other side.
 *
 * With several runs a side, a node that is in only some of them is never added or removed.
 */
#include "cyan-compared-private.h"

#include <math.h>
#include <string.h>

#include "cyan-name-runtime.h"

/* As a fraction of T: smaller contexts of a tree that was inferred from a call graph are guesses.
 */
#define GUESSED 1e-3

/* Data for deciding whether nodes of one side may be missing on the other by chance. */
typedef struct
{
  const CyanNode *has; /* by merged node */
  const CyanNode *lacks;
  const double *total; /* by node of the side that has it */
  gboolean doubtful;   /* the side that lacks it was sampled */
  double guessed;      /* smaller totals may be missing since the tree was inferred; 0 if it was
                            * not */
  const GArray *calls; /* if it was: who calls whom on the side that lacks it: guint64, ascending */
  double log_miss;     /* ln of the chance that the other run missed one unit of total */
  const guint8 *irregular; /* by node of the side that has it: nonzero if a run lacks it; NULL with
                            * one run */
  double log_alpha;        /* ln of the probability that counts as no chance, for one of all
                            * tests */
  guint shift;             /* bit position of this side's result during the sweep */
} OneSided;

/* For each side, during the sweep: the result for the nearest one-sided ancestor. */
enum
{
  OUTSIDE = 0, /* no one-sided node below the nearest matched ancestor */
  BY_CHANCE = 1,
  FOR_SURE = 2,
  MASK = 3,
};

/* ln of the probability that the other side missed one unit of total.  If the same program ran
 * twice, a sample of the node falls on this side with probability q = n / (n + n'), where n and n'
 * are the samples of both runs; all of x samples do with probability q^x.  The same holds for equal
 * absolute time instead of equal share.  The larger probability counts, since it is the more
 * careful one.  If this side is exact, the samples of the other side are Poisson distributed: there
 * are none with probability e^-expected. */
static double
log_miss (
    double own_run, double own_period, double other_run, double other_period, gboolean same_unit)
{
  double own, other, by_share, by_time;

  if (own_run <= 0 || other_run <= 0 || other_period <= 0)
    return 0;
  other = other_run / other_period;
  if (own_period <= 0)
    {
      by_share = -other / own_run;
      by_time = -1 / other_period;
    }
  else
    {
      own = own_run / own_period;
      by_share = log (own / (own + other)) / own_period;
      by_time = log (other_period / (own_period + other_period)) / own_period;
    }
  return same_unit ? MAX (by_share, by_time) : by_share;
}

static gboolean
is_one_sided (const OneSided *side, CyanNode node)
{
  return side->has[node] != CYAN_NODE_NONE && side->lacks[node] == CYAN_NODE_NONE;
}

/* The result of a node's parent, unless the parent is in both trees. */
static guint
inherited (const CyanCompared *self, const guint8 *results, const OneSided *side, CyanNode node)
{
  if (node == CYAN_NODE_ROOT)
    return OUTSIDE;
  return ((guint) results[self->tree->parent[node]] >> side->shift) & MASK;
}

static guint64
call_at (const CyanCompared *self, CyanNode node)
{
  return (guint64) cyan_compared_function (self, self->tree->parent[node]) << 32
         | cyan_compared_function (self, node);
}

static int
compare_calls (gconstpointer a, gconstpointer b)
{
  guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return (x > y) - (x < y);
}

/* The calls of the tree of @side, if that was inferred; else NULL. */
static GArray *
find_calls (const CyanCompared *self, guint side)
{
  GArray *calls;

  if (self->side[side].profile->recording != CYAN_RECORDING_INFERRED)
    return NULL;
  calls = g_array_new (FALSE, FALSE, sizeof (guint64));
  for (CyanNode node = 1; node < self->n_nodes; node++)
    if (cyan_compared_node (self, side, node) != CYAN_NODE_NONE)
      {
        guint64 call = call_at (self, node);

        g_array_append_val (calls, call);
      }
  g_array_sort (calls, compare_calls);
  return calls;
}

/* Whether the call graph that the other tree was inferred from may have lost this context.  A
 * function that does not occur there at all cannot have been lost; one that has the same caller there was. */
static gboolean
is_guess (const CyanCompared *self, const OneSided *side, CyanNode node)
{
  const CyanFunctionPair *pair = &self->pairs->at[self->pairs->of_node[node]];
  guint64 call = call_at (self, node);

  return pair->before != G_MAXUINT32 && pair->after != G_MAXUINT32
         && (side->total[side->has[node]] < side->guessed
             || (side->calls != NULL
                 && g_array_binary_search ((GArray *) (gpointer) side->calls, &call, compare_calls,
                                           NULL)));
}

static gboolean
is_environment (const CyanCompared *self, const OneSided *side, CyanNode node)
{
  const CyanProfile *profile = self->side[side->shift / 2].profile;
  const CyanFunction *function = cyan_profile_function (profile, side->has[node]);

  return cyan_name_is_environment (cyan_strings_get (profile->strings, function->name),
                                   cyan_strings_get (profile->strings, function->file));
}

static guint
judge (const CyanCompared *self, const OneSided *side, CyanNode node, guint above)
{
  /* What the environment does comes and goes from run to run. */
  if (is_environment (self, side, node))
    return BY_CHANCE;
  /* The callees of a new node are new too, and those of a missed node were missed with it. */
  if (above != OUTSIDE && !(side->guessed > 0 && !is_guess (self, side, node)))
    return above;
  if (side->irregular != NULL && side->irregular[side->has[node]])
    return BY_CHANCE;
  if (!side->doubtful)
    return is_guess (self, side, node) ? BY_CHANCE : FOR_SURE;
  return side->total[side->has[node]] * side->log_miss < side->log_alpha ? FOR_SURE : BY_CHANCE;
}

/* Counts the topmost one-sided nodes of the doubtful sides: each is one test. */
static guint
count_tests (const CyanCompared *self, guint8 *results, const OneSided sides[2])
{
  guint n = 0;

  for (CyanNode i = 1; i < self->n_nodes; i++)
    {
      guint bits = 0;

      for (guint s = 0; s < 2; s++)
        if (is_one_sided (&sides[s], i))
          {
            n += sides[s].doubtful && inherited (self, results, &sides[s], i) == OUTSIDE;
            bits |= (guint) FOR_SURE << sides[s].shift;
          }
        else if (is_one_sided (&sides[1 - s], i))
          bits |= inherited (self, results, &sides[s], i) << sides[s].shift;
      results[i] = (guint8) bits;
    }
  return n;
}

/* By node of the mean: whether a run lacks it or has a total of 0 there.  NULL with one run. */
static guint8 *
find_irregular (const CyanRuns *runs)
{
  const CyanProfile *mean = runs->mean;
  g_autofree double *total = NULL;
  guint8 *irregular;

  if (runs->n_runs == 1)
    return NULL;
  total = g_new (double, mean->n_nodes);
  irregular = g_new0 (guint8, mean->n_nodes);
  for (guint r = 0; r < runs->n_runs; r++)
    {
      for (guint i = 0; i < mean->n_nodes; i++)
        total[i] = fabs ((double) runs->self[r][i]);
      for (guint i = mean->n_nodes; i-- > 1;)
        total[mean->parent[i]] += total[i];
      for (guint i = 0; i < mean->n_nodes; i++)
        irregular[i] |= total[i] == 0;
    }
  return irregular;
}

/* The total below which @other may lack a context only because its tree was inferred.  @total is T
 * of the side that has it. */
static double
guessed_below (const CyanProfile *other, double total)
{
  return other->recording == CYAN_RECORDING_INFERRED ? GUESSED * MAX (total, 0) : 0;
}

double
cyan_unseen_log_miss (const CyanCompared *compared, guint side)
{
  const CyanComparedSide *own = &compared->side[side], *other = &compared->side[!side];

  return log_miss (own->total, own->period, other->total, other->period, compared->same_unit);
}

static OneSided
look_from (const CyanCompared *self, guint side, const guint8 *irregular, const GArray *calls)
{
  const CyanComparedSide *own = &self->side[side], *other = &self->side[!side];

  return (OneSided){
    .has = side == 0 ? self->tree->before : self->tree->after,
    .lacks = side == 0 ? self->tree->after : self->tree->before,
    .total = cyan_compared_metric (self, side)->total,
    .doubtful = other->period > 0,
    .log_miss = cyan_unseen_log_miss (self, side),
    .guessed = guessed_below (other->profile, own->total),
    .calls = calls,
    .irregular = irregular,
    .shift = 2 * side,
  };
}

guint8 *
cyan_unseen_find (const CyanCompared *self, const CyanRuns *const runs[2], double alpha)
{
  guint8 *results = g_new0 (guint8, self->n_nodes);
  g_autofree guint8 *irregular_before = find_irregular (runs[0]);
  g_autofree guint8 *irregular_after = find_irregular (runs[1]);
  g_autoptr (GArray) calls_before = find_calls (self, 0), calls_after = find_calls (self, 1);
  OneSided sides[2] = { look_from (self, 0, irregular_before, calls_after),
                        look_from (self, 1, irregular_after, calls_before) };

  if (!sides[0].doubtful && !sides[1].doubtful && !(sides[0].guessed > 0) && !(sides[1].guessed > 0)
      && irregular_before == NULL && irregular_after == NULL)
    return results;

  sides[0].log_alpha = sides[1].log_alpha =
      log (alpha / MAX (count_tests (self, results, sides), 1));
  for (CyanNode i = 1; i < self->n_nodes; i++)
    {
      guint bits = 0;

      for (guint s = 0; s < 2; s++)
        {
          guint above = inherited (self, results, &sides[s], i);

          if (is_one_sided (&sides[s], i))
            bits |= judge (self, &sides[s], i, above) << sides[s].shift;
          else if (is_one_sided (&sides[1 - s], i))
            bits |= above << sides[s].shift;
        }
      results[i] = (guint8) bits;
    }
  for (CyanNode i = 0; i < self->n_nodes; i++)
    results[i] = (is_one_sided (&sides[0], i) && (results[i] & MASK) == BY_CHANCE)
                 || (is_one_sided (&sides[1], i) && (results[i] >> 2 & MASK) == BY_CHANCE);
  return results;
}
