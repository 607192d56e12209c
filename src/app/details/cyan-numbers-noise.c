/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether what happened to a node is more than noise, in plain words. */
#include "cyan-numbers.h"

#include "cyan-i18n.h"
#include "cyan-units.h"

#include <math.h>

/* As many digits as one would say: "1.32", "0.031", "12.3"; large ones as "1.2 k".  Caller frees.
 */
static char *
ratio_text (double ratio)
{
  if (!isfinite (ratio))
    return g_strdup ("\xe2\x88\x9e");
  if (ratio >= 999.5)
    return cyan_value_to_text (ratio, "count");
  return ratio < 0.0995  ? g_strdup_printf ("%.2g", ratio)
         : ratio < 9.995 ? g_strdup_printf ("%.2f", ratio)
                         : g_strdup_printf ("%.3g", ratio);
}

static char *
judgement (const CyanComparison *comparison, CyanNode node, CyanBasis basis, double q)
{
  g_autofree char *threshold = cyan_share_to_text (comparison->threshold);

  if (q > comparison->noise.alpha)
    return g_strdup (_ ("within noise"));
  if (cyan_comparison_verdict (comparison, node, basis) == CYAN_VERDICT_UNCHANGED
      && !cyan_comparison_share_only (comparison, node, basis))
    /* Translators: of a change that is significant, but too small to be coloured. */
    return g_strdup_printf (_ ("significant, but below %s of the run"), threshold);
  return g_strdup (comparison->noise.kind == CYAN_NOISE_SAMPLING
                       ? _ ("significant beside the error of sampling")
                       : _ ("significant"));
}

static char *
estimate_words (const CyanComparison *comparison,
                CyanNode node,
                CyanBasis basis,
                const CyanEstimate *estimate)
{
  g_autofree char *ratio = ratio_text (estimate->ratio);
  g_autofree char *low = ratio_text (estimate->low);
  g_autofree char *high = ratio_text (estimate->high);
  g_autofree char *q = cyan_probability_to_words ("q", estimate->q);
  g_autofree char *judged = judgement (comparison, node, basis, estimate->q);

  if (!isfinite (estimate->ratio) || estimate->ratio <= 0 || !(estimate->high >= estimate->low)
      || estimate->q > comparison->noise.alpha)
    /* Translators: "q = 0.002: significant" */
    return g_strdup_printf (_ ("%s: %s."), q, judged);
  if (basis == CYAN_BASIS_SHARE)
    /* Translators: "1.32 times the share, 95 % interval 1.21 to 1.44, q = 0.002: significant"
     */
    return g_strdup_printf (_ ("%s times the share, 95 %% interval %s to %s, %s: %s."), ratio, low,
                            high, q, judged);
  return g_strdup_printf (_ ("%s times as much, 95 %% interval %s to %s, %s: %s."), ratio, low,
                          high, q, judged);
}

static const char *
unknown_words (const CyanComparison *comparison)
{
  return comparison->compared.side[0].n_runs == 1 && comparison->compared.side[1].n_runs == 1
             ? _ ("one run a side: its noise is unknown")
             : _ ("one run on a side: its noise is unknown");
}

char *
cyan_numbers_noise (CyanSession *session, CyanNode node)
{
  const CyanComparison *comparison = cyan_session_comparison (session);
  CyanBasis basis = cyan_session_basis (session);
  CyanStatus status = cyan_comparison_status (comparison, node);
  CyanEstimate estimate;

  if (comparison->compared.single || cyan_compared_is_unseen (&comparison->compared, node))
    return NULL;
  if (cyan_comparison_estimate (comparison, node, basis, &estimate))
    {
      /* The share of a node that is all of the run does not change. */
      if (estimate.ratio == 1 && estimate.low == 1 && estimate.high == 1)
        return NULL;
      return estimate_words (comparison, node, basis, &estimate);
    }
  /* A node that is certainly on one side only needs no test. */
  if (status == CYAN_STATUS_ADDED || status == CYAN_STATUS_REMOVED)
    return NULL;
  if (comparison->noise.kind == CYAN_NOISE_UNKNOWN)
    return g_strdup (unknown_words (comparison));
  return g_strdup (_ ("Too small to tell from noise."));
}

/* "1.32 times as much, 95 % interval 1.21 to 1.44, p = 0.002"; NULL if the runs were not tested.
 * Caller frees. */
static char *
total_words (const CyanComparison *comparison)
{
  g_autofree char *ratio = NULL, *low = NULL, *high = NULL, *p = NULL;
  CyanEstimate estimate;

  if (!cyan_noise_test_total (&comparison->noise, &comparison->compared, &estimate)
      || !isfinite (estimate.ratio) || !(estimate.high >= estimate.low))
    return NULL;
  ratio = ratio_text (estimate.ratio);
  low = ratio_text (estimate.low);
  high = ratio_text (estimate.high);
  p = cyan_probability_to_words ("p", estimate.q);
  return g_strdup_printf (_ ("The run: %s times as much, 95 %% interval %s to %s, %s."), ratio, low,
                          high, p);
}

/* "70646 contexts matched, 0 renamed, 233 added, 870 removed, 57 not sampled on one side"; caller
 * frees. */
static char *
counts_words (const CyanComparison *comparison)
{
  const CyanStatusCounts counts = cyan_comparison_count (comparison);
  const guint *of = counts.of;
  g_autofree char *uncertain = cyan_comparison_uncertain_text (&counts);
  GString *text = g_string_new (NULL);

  g_string_append_printf (
      text, ngettext ("%'u context matched", "%'u contexts matched", of[CYAN_STATUS_MATCHED]),
      of[CYAN_STATUS_MATCHED]);
  g_string_append_printf (text, _ (", %'u renamed, %'u added, %'u removed"),
                          of[CYAN_STATUS_RENAMED], of[CYAN_STATUS_ADDED], of[CYAN_STATUS_REMOVED]);
  if (counts.unseen > 0)
    g_string_append_printf (text, _ (", %'u not sampled on one side"), counts.unseen);
  if (uncertain != NULL)
    g_string_append_printf (text, "; %s", uncertain);
  return g_string_free (text, FALSE);
}

/* Whether hosts are what is compared. */
static gboolean
are_hosts (const CyanComparison *comparison)
{
  return comparison->compared.side[0].are_hosts && comparison->compared.side[1].are_hosts;
}

char *
cyan_trust_text (const CyanComparison *comparison, gboolean *doubtful)
{
  const CyanComparedSide *side = comparison->compared.side;
  g_autofree char *runs =
      g_strdup_printf (are_hosts (comparison) ? _ ("%u + %u hosts") : _ ("%u + %u runs"),
                       side[0].n_runs, side[1].n_runs);
  const char *judged;

  *doubtful = comparison->noise.kind != CYAN_NOISE_RUNS;
  switch (comparison->noise.kind)
    {
    case CYAN_NOISE_RUNS:
      judged = cyan_noise_total_changed (&comparison->noise, &comparison->compared)
                   ? _ ("significant")
                   : _ ("within noise");
      break;
    case CYAN_NOISE_SAMPLING:
      judged = _ ("noise of sampling only");
      break;
    case CYAN_NOISE_NULL:
      judged = _ ("noise estimated");
      break;
    case CYAN_NOISE_UNKNOWN:
    default:
      judged = _ ("noise unknown");
    }
  /* Translators: the runs before and after, and what is known of their noise. */
  return g_strdup_printf (_ ("%s, %s"), runs, judged);
}

char *
cyan_trust_words (const CyanComparison *comparison)
{
  g_autofree char *noise = cyan_comparison_noise_text (comparison);
  g_autofree char *total = total_words (comparison);
  g_autofree char *counts = counts_words (comparison);
  GString *text = g_string_new (NULL);

  /* A sentence begins with a capital. */
  g_string_append_unichar (text, g_unichar_toupper (g_utf8_get_char (noise)));
  g_string_append_printf (text, "%s.\n", g_utf8_next_char (noise));
  if (total != NULL)
    g_string_append_printf (text, "%s\n", total);
  g_string_append_printf (text, "%s.\n", counts);
  g_string_append (text, are_hosts (comparison) ? _ ("More hosts make the intervals narrower.")
                         : comparison->noise.kind == CYAN_NOISE_RUNS
                             ? _ ("More runs make the intervals narrower.")
                             : _ ("Five runs of each version show what is more than noise."));
  return g_string_free (text, FALSE);
}
