/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a verdict says where noise is known. */
#include "comparison-fixture.h"
#include "random-trees.h"
#include "tests.h"

/* A node that both sides have got slower or faster if its estimate is significant its height is at
 * least the threshold, and its cost went the same way as its share; and only then. */
TEST ("/verdicts/significant")
{
  guint n_changed = 0, n_untested = 0;

  for (guint seed = 1; seed <= 20; seed++)
    {
      const RandomOptions drawn = { .seed = seed,
                                    .n_nodes = 200,
                                    .n_functions = 20,
                                    .n_edits = 2,
                                    .jitter = 0.5,
                                    .sampled = TRUE };
      RandomPair pair = random_pair_new (&drawn);
      CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
      g_autoptr (CyanComparison) self = NULL;

      options.sample_period = 1;
      self = cyan_comparison_new (pair.before, pair.after, &options, NULL, NULL);
      for (CyanNode i = 0; i < self->compared.n_nodes; i++)
        for (CyanBasis basis = CYAN_BASIS_SHARE; basis <= CYAN_BASIS_ABSOLUTE; basis++)
          {
            double height = cyan_comparison_height (self, i, basis);
            CyanVerdict expected = CYAN_VERDICT_UNCHANGED;
            CyanEstimate estimate;
            gboolean is_tested = cyan_comparison_estimate (self, i, basis, &estimate);

            if (cyan_comparison_status (self, i) != CYAN_STATUS_MATCHED)
              continue;
            if (is_tested && estimate.q <= self->noise.alpha && fabs (height) >= self->threshold
                && !cyan_comparison_share_only (self, i, basis))
              expected = height > 0 ? CYAN_VERDICT_SLOWER : CYAN_VERDICT_FASTER;
            g_assert_cmpint (cyan_comparison_verdict (self, i, basis), ==, expected);
            n_changed += expected != CYAN_VERDICT_UNCHANGED;
            n_untested += !is_tested;
          }
      random_pair_clear (&pair);
    }
  g_assert_cmpuint (n_changed, >, 50);
  g_assert_cmpuint (n_untested, >, 50);
}
