/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Short sequences of calls. */
#include "cyan-callers.h"
#include "cyan-sequences.h"
#include "comparison-fixture.h"
#include "random-trees.h"
#include "tests.h"

static char *
text_of (const CyanComparison *comparison, const CyanSequence *sequence)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < sequence->n; i++)
    for (CyanNode node = 1; node < comparison->compared.n_nodes; node++)
      if (cyan_compared_function (&comparison->compared, node) == sequence->functions[i])
        {
          g_string_append_printf (text, "%s%s", i > 0 ? " > " : "",
                                  cyan_comparison_name (comparison, node));
          break;
        }
  g_string_append_printf (text, " %g/%g %g/%g", sequence->calls[0], sequence->calls[1],
                          sequence->self[0], sequence->self[1]);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
assert_sequence (const CyanComparison *comparison, GPtrArray *sequences, guint i, const char *text)
{
  ASSERT_TEXT (text_of (comparison, g_ptr_array_index (sequences, i)), text);
}

TEST ("/sequences/pairs")
{
  g_autoptr (CyanComparison) comparison =
      compare ("main:1*1(a:1*1(f:5*2) b:1*1(a:1*1(f:6*3)) g:9*1)",
               "main:1*1(a:1*1(wrap:1*1(f:15*4)) b:1*1(a:1*1(f:6*3)) g:7*1)", CYAN_MATCH_CONTEXT);
  g_autoptr (GPtrArray) two = cyan_sequences_new (comparison, 2, 3, NULL, NULL);
  g_autoptr (GPtrArray) three = cyan_sequences_new (comparison, 3, 100, NULL, NULL);

  g_assert_cmpuint (two->len, ==, 3);
  assert_sequence (comparison, two, 0, "a > f 5/7 11/21");
  assert_sequence (comparison, two, 1, "main > g 1/1 9/7");
  assert_sequence (comparison, two, 2, "a > wrap 0/1 0/1");
  g_assert_cmpuint (three->len, ==, 3);
  assert_sequence (comparison, three, 0, "main > a > f 2/4 5/15");
  /* At the top a sequence is shorter. */
  assert_sequence (comparison, three, 1, "main > g 1/1 9/7");
}

/* Sequences of one function are the flat profile; those of two are the call graph; the self values
 * of those of any length are the whole. */
TEST ("/sequences/laws")
{
  for (guint64 seed = 1; seed <= 20; seed++)
    {
      RandomOptions options = {
        .calls = TRUE, .seed = seed, .n_nodes = 300, .n_functions = 20, .n_edits = 5, .jitter = 0.5
      };
      RandomPair pair = random_pair_new (&options);
      g_autoptr (CyanComparison) comparison =
          compare_profiles (pair.before, pair.after, CYAN_MATCH_CONTEXT);
      const CyanCompared *compared = &comparison->compared;
      g_autofree CyanFunctionSum *sums = cyan_function_sums_new (comparison, NULL, NULL);

      for (guint length = 1; length <= 4; length++)
        {
          g_autoptr (GPtrArray) all =
              cyan_sequences_new (comparison, length, G_MAXUINT, NULL, NULL);
          double change = 0;

          for (guint i = 0; i < all->len; i++)
            {
              const CyanSequence *at = g_ptr_array_index (all, i);
              guint32 callee = at->functions[at->n - 1];

              change += at->self[1] - at->self[0];
              for (guint side = 0; side < 2 && length == 1; side++)
                {
                  assert_near (at->self[side], sums[callee].side[side].self);
                  assert_near (at->calls[side], sums[callee].side[side].present
                                                    ? (double) sums[callee].side[side].calls
                                                    : 0);
                }
              if (at->n == 2)
                {
                  g_autoptr (CyanCallers) callers = cyan_callers_new (comparison, callee);
                  guint n = cyan_callers_open (callers, 0);
                  const CyanCaller *caller = NULL;

                  for (guint j = 0; j < n; j++)
                    if (cyan_callers_at (callers, j + 1)->function == at->functions[0])
                      caller = cyan_callers_at (callers, j + 1);
                  g_assert_nonnull (caller);
                  if (length == 2)
                    assert_near (at->self[1], caller->sum.side[1].self);
                }
            }
          assert_near (change, compared->side[1].total - compared->side[0].total);
        }
      random_pair_clear (&pair);
    }
}
