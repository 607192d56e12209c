/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What speaks for a function, and what moved, in words. */
#include "cyan-ranking-words.h"

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
  return g_strdup_printf (_ ("calls %s %s times instead of %s"), other, after, before);
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
