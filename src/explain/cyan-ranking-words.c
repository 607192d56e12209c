/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reasons for a function, and the moved code, in words. */
#include "cyan-ranking-words.h"

#include <math.h>

#include "cyan-i18n.h"
#include "cyan-units.h"

static char *
value_text (const CyanComparison *comparison, double value)
{
  return comparison->compared.same_unit
             ? cyan_value_to_text (value, cyan_comparison_unit (comparison))
             : cyan_points_to_text (value);
}

static char *
calls_text (const CyanBecause *because, const char *other)
{
  g_autofree char *before = cyan_value_to_text (because->value[0], "count");
  g_autofree char *after = cyan_value_to_text (because->value[1], "count");

  /* Translators: a function and two numbers. */
  return g_strdup_printf (ngettext ("calls %s %s time instead of %s",
                                    "calls %s %s times instead of %s",
                                    cyan_plural_of (because->value[1])),
                          other, after, before);
}

static char *
cost_text (const CyanComparison *comparison, const CyanBecause *because)
{
  g_autofree char *before = value_text (comparison, because->value[0]);
  g_autofree char *after = value_text (comparison, because->value[1]);

  return g_strdup_printf (_ ("a call costs %s instead of %s"), after, before);
}

static char *
one_sided_text (const CyanComparison *comparison, const CyanBecause *because, const char *other)
{
  gboolean is_after = because->value[1] != 0;
  g_autofree char *value = value_text (comparison, because->value[is_after]);

  /* Translators: a function and what it costs. */
  return g_strdup_printf (is_after ? _ ("now calls %s (%s)") : _ ("no longer calls %s (%s)"), other,
                          value);
}

static char *
below_text (const CyanComparison *comparison, const CyanBecause *because, const char *other)
{
  double change = because->value[1] - because->value[0];
  g_autofree char *value = comparison->compared.same_unit
                               ? cyan_difference_to_text (change, cyan_comparison_unit (comparison))
                               : cyan_share_difference_to_text (change);

  /* Translators: how much the cost of a function changed, and the function: "+5.5 ms in parse". */
  return g_strdup_printf (_ ("%s in %s"), value, other);
}

const char *
cyan_start_label (const CyanComparison *comparison, const CyanStart *start)
{
  return start->inlined != NULL ? start->inlined->name
                                : cyan_comparison_pair_label (comparison, start->pair);
}

const char *
cyan_ranking_start_name (const CyanRanking *self, const CyanComparison *comparison)
{
  return cyan_ranking_answers (self) ? cyan_start_label (comparison, &self->at[0]) : NULL;
}

char *
cyan_because_text (const CyanComparison *comparison, const CyanBecause *because, const char *other)
{
  switch (because->kind)
    {
    case CYAN_BECAUSE_MODIFIED:
      return g_strdup (_ ("its source changed"));
    case CYAN_BECAUSE_ADDED:
      return g_strdup (_ ("only the source after has it"));
    case CYAN_BECAUSE_DELETED:
      return g_strdup (_ ("only the source before has it"));
    case CYAN_BECAUSE_INLINED:
      /* Translators: a function. */
      return g_strdup_printf (_ ("its source changed; it may run inlined in %s"), other);
    case CYAN_BECAUSE_CALLS:
      return calls_text (because, other);
    case CYAN_BECAUSE_COST:
      return cost_text (comparison, because);
    case CYAN_BECAUSE_ONE_SIDED:
      return one_sided_text (comparison, because, other);
    case CYAN_BECAUSE_UNCERTAIN:
      return g_strdup (_ ("which contexts are the same is uncertain"));
    case CYAN_BECAUSE_BELOW:
    default:
      return below_text (comparison, because, other);
    }
}

char *
cyan_shift_text (const CyanShift *shift, const char *from, const char *to)
{
  g_autofree char *source = NULL, *target = NULL;

  source = shift->n_from == 1
               ? g_strdup (from)
               : g_strdup_printf (ngettext ("%u function", "%u functions", shift->n_from),
                                  shift->n_from);
  target =
      shift->n_to == 1
          ? g_strdup (to)
          : g_strdup_printf (ngettext ("%u function", "%u functions", shift->n_to), shift->n_to);
  /* Translators: functions; their cost moved with their code. */
  return g_strdup_printf (_ ("moved from %s to %s"), source, target);
}

/* ---- which functions are named, and what they leave of the difference ---- */

/* Functions that are named where none stands out. */
#define MOST_POSSIBLE 3

/* Moves of code that are named; the others are summed up. */
#define MOST_SHIFTS 3

/* A smaller amount would be shown as 0 %; a part of the larger run. */
#define NOTICED 5e-5

guint
cyan_ranking_n_named (const CyanRanking *self, const CyanComparison *comparison, guint most)
{
  const CyanNoise *noise = &comparison->noise;
  guint n;

  if (!cyan_ranking_answers (self))
    {
      /* A change of the whole that is known to be one has a cause, be it no more than possible. */
      if (!self->is_shared
          && (noise->kind == CYAN_NOISE_UNKNOWN
              || !cyan_noise_total_changed (noise, &comparison->compared)))
        return 0;
      most = MIN (most, MOST_POSSIBLE);
    }
  n = MIN (self->n, most);
  while (n > 1 && fabs (self->at[n - 1].share_of_before) < comparison->threshold)
    n--;
  return n;
}

char *
cyan_ranking_nobody_text (const CyanRanking *ranking,
                          const CyanComparison *comparison,
                          guint n_named)
{
  g_autofree char *most_text = NULL;
  double most = 0;

  if (ranking->n == 0)
    return g_strdup (cyan_ranking_rest (ranking) == 0 && ranking->n_shifts == 0
                         ? _ ("Nothing changed")
                         : _ ("No function stands out"));
  if (n_named > 0)
    return g_strdup (_ ("No function stands out; these are possible"));
  if (!cyan_compared_has_percent (&comparison->compared))
    return g_strdup_printf (ngettext ("No function stands out: %'u function changed",
                                      "No function stands out: %'u functions changed", ranking->n),
                            ranking->n);
  for (guint i = 0; i < ranking->n; i++)
    most = MAX (most, fabs (ranking->at[i].contribution));
  most_text = cyan_share_to_text (most / ranking->before);
  /* Translators: a number of functions, and percent. */
  return g_strdup_printf (
      ngettext ("No function stands out: %'u function changed by at most %s of the run before",
                "No function stands out: %'u functions changed by at most %s of the run before",
                ranking->n),
      ranking->n, most_text);
}

static double
sum_functions (const CyanRanking *ranking, guint first)
{
  double sum = 0;

  for (guint i = first; i < ranking->n; i++)
    sum += ranking->at[i].contribution;
  return sum;
}

static void
add_shifts (GArray *parts, const CyanRanking *ranking)
{
  guint n_named = MIN (ranking->n_shifts, MOST_SHIFTS);
  CyanRestPart others = { .kind = CYAN_REST_SHIFTS, .n = ranking->n_shifts - n_named };

  for (guint i = 0; i < ranking->n_shifts; i++)
    {
      const CyanShift *shift = &ranking->shifts[i];
      CyanRestPart part = { CYAN_REST_SHIFT, 1, FALSE, shift, shift->net };

      if (i < n_named)
        g_array_append_val (parts, part);
      else
        others.value += shift->net;
    }
  if (others.n > 0)
    g_array_append_val (parts, others);
}

GArray *
cyan_ranking_list_rest (const CyanRanking *ranking, const CyanComparison *comparison, guint n_named)
{
  const CyanCompared *compared = &comparison->compared;
  const double noticed =
      NOTICED * (compared->same_unit ? cyan_compared_larger_total (compared) : 1);
  const CyanRestPart others = { CYAN_REST_FUNCTIONS, ranking->n - n_named, n_named > 0, NULL,
                                sum_functions (ranking, n_named) };
  const CyanRestPart without[] = {
    { .kind = CYAN_REST_SIDE_EFFECTS, .value = ranking->side_effects },
    { .kind = CYAN_REST_ENVIRONMENT, .value = ranking->environment },
    { .kind = CYAN_REST_PRUNED, .value = ranking->pruned },
  };
  GArray *parts = g_array_new (FALSE, FALSE, sizeof (CyanRestPart));

  g_assert (n_named <= ranking->n);
  if (others.n > 0)
    g_array_append_val (parts, others);
  for (guint i = 0; i < G_N_ELEMENTS (without); i++)
    if (fabs (without[i].value) > noticed)
      g_array_append_val (parts, without[i]);
  add_shifts (parts, ranking);
  return parts;
}

char *
cyan_rest_part_text (const CyanRestPart *part)
{
  switch (part->kind)
    {
    case CYAN_REST_FUNCTIONS:
      return g_strdup_printf (part->is_more ? ngettext ("%'u more", "%'u more", part->n)
                                            : ngettext ("%'u function", "%'u functions", part->n),
                              part->n);
    case CYAN_REST_SIDE_EFFECTS:
      return g_strdup (_ ("side effects"));
    case CYAN_REST_ENVIRONMENT:
      return g_strdup (_ ("environment"));
    case CYAN_REST_PRUNED:
      return g_strdup (_ ("may have been pruned"));
    case CYAN_REST_SHIFTS:
      return g_strdup_printf (
          ngettext ("%'u other move of code", "%'u other moves of code", part->n), part->n);
    case CYAN_REST_SHIFT:
    default:
      return NULL;
    }
}
