/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Noise with one exact run a side: an empirical null.
 *
 * Functions that are called as often on both sides, and whose body is the same as far as the
 * profiles know, should cost the same.  How much they differ is the scale for the change of any
 * other value.  What they differ by in common is the speed of the machine: it is taken out of
 * times.
 *
 * Calls are exact: what more or fewer calls cost, and what only one side has, is no chance.
 */
#include "cyan-noise-private.h"

#include <math.h>
#include <string.h>

#include "cyan-null.h"
#include "cyan-units.h"
#include "cyan-worker.h"

/* The size for which the words give the spread, as a part of the run. */
#define WORDS_SIZE 0.01

/* Lower bounds of the change not due to chance: calls times the smaller of both costs of a call. */
typedef struct
{
  double rise;
  double fall;
} Sure;

/* Of a function. */
typedef struct
{
  double calls[2];
  gboolean is_known; /* all of its calls */
  gboolean differs;  /* its body */
} Calls;

typedef struct
{
  const CyanCompared *compared;
  const Calls *calls;   /* by function */
  gboolean is_inferred; /* calls of a context are a guess; those of a function are not */
  CyanNull null;
  double offset[2]; /* added before taking the log, in each side's unit */
  double band;
  double run_error; /* standard deviation of the log of the total */
  double alpha;
} Measure;

/* One basis: shares, or values as they are. */
typedef struct
{
  double shift;     /* log of what is taken out of each ratio */
  double factor;    /* a value before is expected to be this times as large after */
  double least;     /* log of a ratio, shift taken out, that shows no change: from this */
  double most;      /* to this */
  gboolean is_part; /* shares */
} Basis;

/* ---- the null ---- */

static guint64
body_hash (const CyanCompared *compared, guint32 pair, guint side)
{
  guint32 function = cyan_function_pair_of (&compared->pairs->at[pair], side);

  return function != G_MAXUINT32 ? compared->side[side].profile->functions[function].body_hash : 0;
}

/* Whether the hashes of a body say that it differs; they say nothing if they were made in another
 * way. */
static void
compare_bodies (const CyanCompared *compared, Calls *calls)
{
  const CyanProfile *before = compared->side[0].profile, *after = compared->side[1].profile;

  if (g_strcmp0 (cyan_profile_get_meta (before, CYAN_META_BODY_HASH),
                 cyan_profile_get_meta (after, CYAN_META_BODY_HASH))
      != 0)
    return;
  for (guint32 pair = 0; pair < compared->pairs->n; pair++)
    {
      guint64 a = body_hash (compared, pair, 0), b = body_hash (compared, pair, 1);

      if (a != 0 && b != 0 && a != b)
        calls[compared->pairs->function[pair]].differs = TRUE;
    }
}

static Calls *
count_calls (const CyanCompared *compared)
{
  Calls *calls = g_new0 (Calls, MAX (compared->pairs->n_functions, 1));

  for (guint32 f = 0; f < compared->pairs->n_functions; f++)
    calls[f].is_known = TRUE;
  for (CyanNode node = 0; node < compared->n_nodes; node++)
    for (guint side = 0; side < 2; side++)
      {
        CyanNode own = cyan_compared_node (compared, side, node);
        Calls *of = &calls[cyan_compared_function (compared, node)];
        guint64 n =
            own != CYAN_NODE_NONE ? cyan_profile_calls (compared->side[side].profile, own) : 0;

        of->is_known &= n != CYAN_CALLS_UNKNOWN;
        of->calls[side] += (double) n;
      }
  compare_bodies (compared, calls);
  return calls;
}

static double
size_of (const CyanCompared *compared, const double value[2])
{
  return 0.5
         * (cyan_compared_part (value[0], compared->side[0].total)
            + cyan_compared_part (value[1], compared->side[1].total));
}

static double
log_ratio (const Measure *self, const double value[2])
{
  return log ((value[1] + self->offset[1]) / (value[0] + self->offset[0]));
}

/* Whether times, which depend on the speed of a machine, or different units are compared. */
static gboolean
has_factor (const CyanCompared *compared)
{
  return !compared->same_unit || cyan_unit_is_time (cyan_compared_metric (compared, 0)->unit);
}

/* FALSE if there are too few functions that should cost the same. */
static gboolean
find_null (Measure *self)
{
  const CyanCompared *compared = self->compared;
  const Calls *calls = self->calls;
  g_autofree double *before = cyan_compared_function_values (compared, 0);
  g_autofree double *after = cyan_compared_function_values (compared, 1);
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (CyanNullValue));
  gboolean is_time = has_factor (compared);
  double variance = 0;

  for (guint32 f = 0; f < compared->pairs->n_functions; f++)
    {
      const double value[2] = { before[f], after[f] };

      if (calls[f].is_known && !calls[f].differs && calls[f].calls[0] > 0
          && calls[f].calls[0] == calls[f].calls[1] && value[0] > 0 && value[1] > 0)
        {
          CyanNullValue same = { log_ratio (self, value), size_of (compared, value) };

          g_array_append_val (values, same);
        }
    }
  if (values->len < CYAN_NULL_LEAST)
    return FALSE;
  cyan_null_init (&self->null, (CyanNullValue *) (void *) values->data, values->len,
                  CYAN_NOISE_LEAST_SHARE, is_time);
  for (guint32 f = 0; f < compared->pairs->n_functions; f++)
    {
      const double value[2] = { MAX (before[f], 0.0), MAX (after[f], 0.0) };
      double size = size_of (compared, value);

      if (size > 0)
        variance += pow (size * cyan_null_spread (&self->null, size), 2);
    }
  self->run_error = sqrt (variance);
  self->band = is_time ? CYAN_NOISE_BAND : 0;
  return TRUE;
}

/* ---- what calls explain ---- */

static Sure
sure_of_calls (const double value[2], const double calls[2], double factor)
{
  double cost;
  Sure sure = { 0, 0 };

  if (calls[0] == calls[1])
    return sure;
  if (calls[0] == 0 || calls[1] == 0)
    return (Sure){ calls[0] == 0 ? value[1] : 0, calls[1] == 0 ? value[0] * factor : 0 };
  cost = MIN (value[0] * factor / calls[0], value[1] / calls[1]);
  sure.rise = MAX (0.0, calls[1] - calls[0]) * cost;
  sure.fall = MAX (0.0, calls[0] - calls[1]) * cost;
  return sure;
}

/* Of the self values of @node, where @before and @after are its own nodes or the ends of a move. */
static Sure
sure_of_nodes (const Measure *self, CyanNode node, CyanNode before, CyanNode after, double factor)
{
  const CyanCompared *compared = self->compared;
  const Calls *function = &self->calls[cyan_compared_function (compared, node)];
  const double value[2] = { cyan_compared_metric (compared, 0)->self[before],
                            cyan_compared_metric (compared, 1)->self[after] };
  const guint64 n[2] = { cyan_profile_calls (compared->side[0].profile, before),
                         cyan_profile_calls (compared->side[1].profile, after) };
  const double calls[2] = { (double) n[0], (double) n[1] };

  if (value[0] < 0 || value[1] < 0 || n[0] == CYAN_CALLS_UNKNOWN || n[1] == CYAN_CALLS_UNKNOWN)
    return (Sure){ 0, 0 };
  if (self->is_inferred)
    return function->is_known ? sure_of_calls (value, function->calls, factor) : (Sure){ 0, 0 };
  return n[0] > 0 && n[1] > 0 ? sure_of_calls (value, calls, factor) : (Sure){ 0, 0 };
}

/* Of a node that one side lacks.  What moved from one context to another is none of the change of a
 * caller of both. */
static Sure
sure_of_one_side (const Measure *self, CyanNode node, double factor)
{
  const CyanCompared *compared = self->compared;
  guint side = cyan_compared_side (compared, node);
  CyanNode other =
      side == 1 ? cyan_moves_from (compared->moves, node) : cyan_moves_to (compared->moves, node);
  double value[2] = { 0, 0 };
  double moved;

  if (cyan_compared_is_unseen (compared, node))
    return (Sure){ 0, 0 };
  value[side] = MAX (0.0, cyan_compared_self (compared, side, node));
  if (other == CYAN_NODE_NONE)
    return (Sure){ value[1], value[0] * factor };
  value[!side] = MAX (0.0, cyan_compared_self (compared, !side, other));
  moved = MIN (value[0] * factor, value[1]);
  return (Sure){ side == 1 ? moved : 0, side == 0 ? moved : 0 };
}

/* By node: of its total. */
static Sure *
sum_sure (const Measure *self, double factor)
{
  const CyanCompared *compared = self->compared;
  const CyanMergedTree *tree = compared->tree;
  Sure *sure = g_new (Sure, compared->n_nodes);

  /* Pages that are read before they are written cost twice. */
  memset (sure, 0, compared->n_nodes * sizeof *sure);
  for (CyanNode node = compared->n_nodes; node-- > 0;)
    {
      CyanNode before = tree->before[node], after = tree->after[node];
      Sure own = before != CYAN_NODE_NONE && after != CYAN_NODE_NONE
                     ? sure_of_nodes (self, node, before, after, factor)
                     : sure_of_one_side (self, node, factor);

      sure[node].rise += own.rise;
      sure[node].fall += own.fall;
      if (node > 0)
        {
          sure[tree->parent[node]].rise += sure[node].rise;
          sure[tree->parent[node]].fall += sure[node].fall;
        }
    }
  return sure;
}

/* ---- tests ---- */

static Basis
basis_of (const Measure *self, CyanBasis basis)
{
  const CyanCompared *compared = self->compared;
  double centre = self->null.centre;
  double whole = log (compared->side[1].total / compared->side[0].total);

  /* Values may differ by what is common to all, or by less. */
  return basis == CYAN_BASIS_SHARE
             ? (Basis){ whole, exp (whole), 0, 0, TRUE }
             : (Basis){ 0, exp (centre), MIN (0.0, centre), MAX (0.0, centre), FALSE };
}

static double
error_of (const Measure *self, const Basis *basis, double size)
{
  double spread = cyan_null_spread (&self->null, size);

  /* A share that is nearly all of the run hardly differs. */
  return basis->is_part ? hypot (spread, self->run_error) * CLAMP (1 - size, 1e-6, 1.0)
                        : hypot (spread, self->null.error);
}

static double
outside (const Basis *basis, double difference)
{
  return difference - CLAMP (difference, basis->least, basis->most);
}

/* Whether chance explains what is not sure.  If it does not, code may have moved between nodes, and
 * what is sure of one is lost at another. */
static gboolean
is_rest_chance (
    const Measure *self, const Basis *basis, const double value[2], Sure sure, double error)
{
  const double rest[2] = { MAX (0.0, value[0] - sure.fall / basis->factor),
                           MAX (0.0, value[1] - sure.rise) };
  double left = outside (basis, log_ratio (self, rest) - basis->shift);

  return cyan_null_p (&self->null, left, self->band, error) > self->alpha;
}

/* Whether most of a change is sure. */
static gboolean
is_sure (const Measure *self, const Basis *basis, const double value[2], Sure sure)
{
  double expected = value[0] * basis->factor;
  double change = sure.rise - sure.fall;

  return fabs (change) > expm1 (self->band) * MAX (expected, value[1])
         && change * (value[1] - expected) > 0
         && change * (value[1] - value[0] * exp (basis->shift)) > 0
         && 2 * fabs (change) >= fabs (value[1] - expected);
}

static void
test_family (const Measure *self,
             CyanBasis of,
             CyanNoiseSubject subject,
             const GArray *tested,
             const Sure *sure, /* by test */
             CyanEstimates *estimates)
{
  const Basis basis = basis_of (self, of);
  g_autofree CyanTest *tests = g_new (CyanTest, tested->len + 1);
  g_autofree gboolean *is_certain = g_new (gboolean, tested->len + 1);

  for (guint i = 0; i < tested->len; i++)
    {
      const double *value = cyan_noise_tested (tested, i)->value;
      double difference = log_ratio (self, value) - basis.shift;
      double error = error_of (self, &basis, size_of (self->compared, value));

      is_certain[i] =
          is_sure (self, &basis, value, sure[i])
          && (subject != CYAN_NOISE_TOTALS || is_rest_chance (self, &basis, value, sure[i], error));
      /* A certain change is not tested for chance. */
      tests[i] = (CyanTest){
        .difference = difference,
        .half = cyan_null_half (&self->null, error),
        .p = is_certain[i]
                 ? 1
                 : cyan_null_p (&self->null, outside (&basis, difference), self->band, error),
      };
    }
  cyan_noise_write_estimates (self->compared, of, tested, tests, estimates);
  for (guint i = 0; i < tested->len; i++)
    if (is_certain[i])
      estimates->at[i].q = 0;
}

/* Of totals on one basis. */
typedef struct
{
  const Measure *measure;
  CyanBasis basis;
  CyanEstimates *estimates;
} Totals;

/* A CyanWorkFunc. */
static gboolean
test_totals (gpointer data, GError **error)
{
  const Totals *totals = data;
  const Measure *self = totals->measure;
  g_autoptr (GArray) tested = cyan_noise_choose (self->compared, CYAN_NOISE_TOTALS);
  g_autofree Sure *all = sum_sure (self, basis_of (self, totals->basis).factor);
  g_autofree Sure *sure = g_new (Sure, tested->len + 1);

  for (guint i = 0; i < tested->len; i++)
    sure[i] = all[cyan_noise_tested (tested, i)->number];
  test_family (self, totals->basis, CYAN_NOISE_TOTALS, tested, sure, totals->estimates);
  return TRUE;
}

static void
test_selves (const Measure *self, CyanBasis basis, CyanEstimates *estimates)
{
  g_autoptr (GArray) tested = cyan_noise_choose (self->compared, CYAN_NOISE_SELVES);
  g_autofree Sure *sure = g_new (Sure, tested->len + 1);
  double factor = basis_of (self, basis).factor;

  for (guint i = 0; i < tested->len; i++)
    {
      CyanNode before, after;

      cyan_noise_ends (self->compared, cyan_noise_tested (tested, i)->number, &before, &after);
      sure[i] = sure_of_nodes (self, cyan_noise_tested (tested, i)->number, before, after, factor);
    }
  test_family (self, basis, CYAN_NOISE_SELVES, tested, sure, estimates);
}

static void
test_functions (const Measure *self, CyanBasis basis, CyanEstimates *estimates)
{
  g_autoptr (GArray) tested = cyan_noise_choose (self->compared, CYAN_NOISE_FUNCTIONS);
  g_autofree Sure *sure = g_new0 (Sure, tested->len + 1);
  double factor = basis_of (self, basis).factor;

  for (guint i = 0; i < tested->len; i++)
    {
      const double *value = cyan_noise_tested (tested, i)->value;
      const Calls *of = &self->calls[cyan_noise_tested (tested, i)->number];

      if (of->is_known)
        sure[i] = sure_of_calls (value, of->calls, factor);
    }
  test_family (self, basis, CYAN_NOISE_FUNCTIONS, tested, sure, estimates);
}

gboolean
cyan_noise_measure_null (CyanNoise *self, const CyanCompared *compared)
{
  Measure measure = { .compared = compared, .alpha = self->alpha };
  CyanBasis basis = compared->same_unit ? CYAN_BASIS_ABSOLUTE : CYAN_BASIS_SHARE;
  g_autofree Calls *calls = NULL;
  Totals totals[2];
  gpointer const both[2] = { &totals[CYAN_BASIS_SHARE], &totals[CYAN_BASIS_ABSOLUTE] };

  if (!compared->has_calls || cyan_compared_is_pruned (compared) || !(compared->side[0].total > 0)
      || !(compared->side[1].total > 0) || !isfinite (compared->side[0].total)
      || !isfinite (compared->side[1].total))
    return FALSE;
  cyan_noise_offsets (compared, measure.offset);
  calls = count_calls (compared);
  measure.calls = calls;
  for (guint side = 0; side < 2; side++)
    measure.is_inferred |= compared->side[side].profile->recording == CYAN_RECORDING_INFERRED;
  if (!find_null (&measure))
    return FALSE;
  self->kind = CYAN_NOISE_NULL;
  self->n_null = measure.null.n;
  self->common = exp (measure.null.centre);
  self->spread =
      expm1 (cyan_null_half (&measure.null, cyan_null_spread (&measure.null, WORDS_SIZE)));
  for (guint i = 0; i < 2; i++)
    totals[i] = (Totals){ &measure, (CyanBasis) i, &self->totals[i] };
  cyan_workers_run ("noise", test_totals, both, compared->same_unit ? 2 : 1, NULL);
  test_selves (&measure, basis, &self->selves);
  test_functions (&measure, basis, &self->functions);
  cyan_null_clear (&measure.null);
  return TRUE;
}
