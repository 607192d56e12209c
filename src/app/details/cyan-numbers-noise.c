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

const char *
cyan_noise_unknown_text (const CyanComparison *comparison)
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
    return g_strdup (cyan_noise_unknown_text (comparison));
  return g_strdup (_ ("Too small to tell from noise."));
}
