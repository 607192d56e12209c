/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Explanations of a difference, and invariants of stages and explanations for every pair of
 * trees. */
#include "parcs-fixture.h"

#include "cyan-hot-profile.h"
#include "tests.h"

static const CyanExplanation *
explanation_of (const CyanExplanations *list, const CyanComparison *comparison, const char *name)
{
  for (guint i = 0; i < list->n; i++)
    if (strcmp (cyan_comparison_name (comparison, list->at[i].node), name) == 0)
      return &list->at[i];
  g_error ("nothing is explained by \"%s\"", name);
}

/* All kinds together: a modified function, one called more often by a modified one, a new one, one
 * that is no longer called, and one that nothing explains. */
TEST ("/explanations/all")
{
  g_auto (Case) self = { NULL };
  g_autoptr (CyanExplanations) list = NULL;
  const CyanExplanation *found;

  case_init (&self,
             compare ("main:1*1(slow:10*1 p:2*1(flush:10*1 lost:6*2(deep:4*1)) odd:3*1)",
                      "main:1*1(slow:110*1 p:2*1(flush:40*4 new:7*1(inner:1*1)) odd:5*1)",
                      CYAN_MATCH_CONTEXT),
             &(Sources){ .modified = " slow p ", .added = " new " });
  list = explain (&self);
  g_assert_cmpfloat (list->difference, ==, 130);
  g_assert_false (list->ranked_by_size);
  g_assert_cmpuint (list->n, ==, 5);

  found = &list->at[0];
  g_assert_cmpstr (cyan_comparison_name (self.comparison, found->node), ==, "slow");
  g_assert_cmpint (found->reason, ==, CYAN_REASON_MODIFIED);
  g_assert_cmpfloat (found->change, ==, 100);
  assert_near (found->explains, 100.0 / 130);
  g_assert_cmpstr (pair_name (self.comparison, found->read), ==, "slow");
  g_assert_false (found->by_calls);

  found = &list->at[1];
  g_assert_cmpstr (cyan_comparison_name (self.comparison, found->node), ==, "flush");
  g_assert_cmpint (found->reason, ==, CYAN_REASON_MODIFIED_ABOVE);
  g_assert_cmpstr (pair_name (self.comparison, found->read), ==, "p");
  g_assert_true (found->by_calls);
  g_assert_cmpuint (found->calls[0], ==, 1);
  g_assert_cmpuint (found->calls[1], ==, 4);
  g_assert_cmpstr (cyan_comparison_name (self.comparison, found->caller), ==, "p");

  found = &list->at[2];
  g_assert_cmpstr (cyan_comparison_name (self.comparison, found->node), ==, "new");
  g_assert_cmpint (found->reason, ==, CYAN_REASON_ADDED);
  g_assert_true (found->source_known);
  g_assert_cmpstr (pair_name (self.comparison, found->read), ==, "new");
  g_assert_cmpuint (found->n_suspects, ==, 1);
  g_assert_cmpstr (pair_name (self.comparison, found->suspects[0]), ==, "p");

  found = explanation_of (list, self.comparison, "odd");
  g_assert_cmpint (found->reason, ==, CYAN_REASON_SIDE_EFFECT);
  g_assert_cmpuint (found->read, ==, G_MAXUINT32);

  /* It is a change in the other direction, so it comes last. */
  found = &list->at[4];
  g_assert_cmpstr (cyan_comparison_name (self.comparison, found->node), ==, "lost");
  g_assert_cmpint (found->reason, ==, CYAN_REASON_MODIFIED_ABOVE);
  g_assert_true (found->structural);
  g_assert_cmpstr (pair_name (self.comparison, found->read), ==, "p");
}

/* A new wrapper explains its own cost, not that of what moved below it. */
TEST ("/explanations/wrapper")
{
  g_auto (Case) self = { NULL };
  g_autoptr (CyanExplanations) list = NULL;

  case_init (
      &self,
      compare ("main:1(a:50(b:50) c:20)", "main:1(timer:2(a:90(b:50)) c:20)", CYAN_MATCH_CONTEXT),
      &(Sources){ .modified = " a main ", .added = " timer " });
  list = explain (&self);
  g_assert_cmpuint (list->n, ==, 2);
  g_assert_cmpstr (cyan_comparison_name (self.comparison, list->at[0].node), ==, "a");
  g_assert_cmpfloat (list->at[0].change, ==, 40);
  g_assert_false (list->at[0].structural);
  g_assert_cmpstr (cyan_comparison_name (self.comparison, list->at[1].node), ==, "timer");
  g_assert_cmpfloat (list->at[1].change, ==, 2);
  /* PARCS' common tree ends at the wrapper. */
  g_assert_cmpuint (self.parcs->n_common, ==, 2);
}

/* Functions called by a removed function count for it. */
TEST ("/explanations/below-deleted")
{
  g_auto (Case) self = { NULL };
  g_autoptr (CyanExplanations) list = NULL;

  case_init (&self, compare ("main:1(old:50(b:50(c:7)) c:20)", "main:1(c:20)", CYAN_MATCH_CONTEXT),
             &(Sources){ .modified = " main ", .deleted = " old " });
  list = explain (&self);
  g_assert_cmpuint (list->n, ==, 1);
  g_assert_cmpint (list->at[0].reason, ==, CYAN_REASON_DELETED);
  g_assert_cmpfloat (list->at[0].change, ==, -107);
  g_assert_cmpuint (list->at[0].n_nodes, ==, 3);
  g_assert_cmpuint (list->at[0].n_contexts, ==, 1);
  g_assert_cmpstr (pair_name (self.comparison, list->at[0].read), ==, "main");
  for (CyanNode node = 1; node < self.comparison->compared.n_nodes; node++)
    {
      gboolean below =
          self.comparison->compared.tree->after[node] == CYAN_NODE_NONE; /* old, b, c in b */

      g_assert_cmpuint (list->of_node[node], ==, below ? 0 : G_MAXUINT32);
    }
}

/* Every node is in the common tree or in exactly one subtree that was cut out. */
static void
check_partition (const CyanParcs *parcs)
{
  const CyanComparison *comparison = parcs->comparison;
  const CyanProfile *const profiles[2] = { comparison->compared.side[0].profile,
                                           comparison->compared.side[1].profile };
  const CyanNode *const partner[2] = { parcs->common->after_of, parcs->common->before_of };
  g_autofree guint *nodes = g_new0 (guint, parcs->n_differences + 1);
  guint counted[CYAN_N_CAUSES] = { 0 };

  for (guint side = 0; side < 2; side++)
    {
      guint n_common = 0;

      for (CyanNode i = 1; i < profiles[side]->n_nodes; i++)
        {
          guint32 index = parcs->difference_of[side][i];

          g_assert_true ((index == G_MAXUINT32) == (partner[side][i] != CYAN_NODE_NONE));
          n_common += index == G_MAXUINT32;
          if (index == G_MAXUINT32)
            {
              /* The parents of partners are partners. */
              g_assert_cmpuint (partner[side][profiles[side]->parent[i]], ==,
                                profiles[1 - side]->parent[partner[side][i]]);
              continue;
            }
          nodes[index]++;
          g_assert_cmpuint (parcs->differences[index].side, ==, side);
          g_assert_cmpuint (i, >=, parcs->differences[index].root);
          g_assert_cmpuint (i, <, profiles[side]->end[parcs->differences[index].root]);
        }
      g_assert_cmpuint (n_common, ==, parcs->n_common);
    }
  for (guint i = 0; i < parcs->n_differences; i++)
    {
      g_assert_cmpuint (nodes[i], ==, parcs->differences[i].n_nodes);
      counted[parcs->differences[i].cause]++;
    }
  for (guint cause = 0; cause < CYAN_N_CAUSES; cause++)
    g_assert_cmpuint (counted[cause], ==,
                      parcs->counts[cause][0].subtrees + parcs->counts[cause][1].subtrees);
}

/* Explanations, noise and what was pruned add up to the difference, and their values to the two
 * totals. */
static void
check_sum (const Case *self)
{
  g_autoptr (CyanExplanations) list = explain (self);
  double sum = list->noise + list->pruned, parts = 0;

  for (guint i = 0; i < list->n; i++)
    {
      sum += list->at[i].change;
      parts += list->at[i].part;
      assert_near (list->at[i].after - list->at[i].before, list->at[i].change);
    }
  assert_near (sum, list->difference);
  assert_near (list->difference,
               self->comparison->compared.side[1].total - self->comparison->compared.side[0].total);
  g_assert_true (list->n == 0 || fabs (parts - 1) < 1e-6);
}

/* What was pruned is no cause: of a program against its pruned form there is none, either way
 * round. */
static guint
count_pruned (CyanProfile *before, CyanProfile *after)
{
  g_auto (Case) self = { NULL };
  g_autoptr (CyanExplanations) list = NULL;

  case_init (&self, compare_profiles (before, after, CYAN_MATCH_CONTEXT), NULL);
  list = explain (&self);
  g_assert_cmpuint (list->n, ==, 0);
  assert_near (list->pruned, 0);
  check_sum (&self);
  return list->n_pruned;
}

TEST ("/explanations/pruned")
{
  for (guint seed = 1; seed <= 60; seed++)
    {
      const RandomOptions options = {
        .seed = seed, .n_nodes = 20 + seed * 17, .n_functions = 8 + seed, .sampled = seed % 5 == 0
      };
      RandomPair pair = random_pair_new (&options);
      g_autoptr (CyanProfile) pruned = cyan_hot_profile_new (pair.before, 0.05, NULL, NULL, NULL);

      g_assert_cmpuint (count_pruned (pair.before, pruned), >, 0);
      g_assert_cmpuint (count_pruned (pruned, pair.before), >, 0);
      g_assert_cmpuint (count_pruned (pruned, pruned), ==, 0);
      random_pair_clear (&pair);
    }
}

static void
law_whole (const RandomPair *pair, CyanMatchMethod method)
{
  g_auto (Case) self = { NULL }, unknown = { NULL };

  draw_sources (&self, compare_profiles (pair->before, pair->after, method));
  check_partition (self.parcs);
  check_sum (&self);
  case_init (&unknown, cyan_comparison_ref (self.comparison), NULL);
  check_partition (unknown.parcs);
  check_sum (&unknown);
}

TEST ("/explanations/law/whole")
{
  for_random_pairs (law_whole, 0);
}

static void
law_same (const RandomPair *pair, CyanMatchMethod method)
{
  g_auto (Case) self = { NULL };
  g_autoptr (CyanExplanations) list = NULL;

  draw_sources (&self, compare_profiles (pair->before, pair->before, method));
  list = explain (&self);
  g_assert_cmpuint (self.parcs->n_differences, ==, 0);
  g_assert_cmpuint (self.parcs->n_common, ==, pair->before->n_nodes - 1);
  g_assert_cmpuint (list->n, ==, 0);
}

TEST ("/explanations/law/same")
{
  for_random_pairs (law_same, 0);
}

/* With the sides swapped, added becomes deleted, and everything else stays. */
static void
law_swap (const RandomPair *pair, CyanMatchMethod method)
{
  static const CyanCause mirrored[] = { CYAN_CAUSE_ADDED, CYAN_CAUSE_DELETED, CYAN_CAUSE_MODIFIED,
                                        CYAN_CAUSE_SIDE_EFFECT, CYAN_CAUSE_UNSEEN };
  g_auto (Case) self = { NULL }, mirror = { NULL };

  draw_sources (&self, compare_profiles (pair->before, pair->after, method));
  draw_sources (&mirror, compare_profiles (pair->after, pair->before, method));
  g_assert_cmpuint (self.parcs->n_common, ==, mirror.parcs->n_common);
  for (guint cause = 0; cause < CYAN_N_CAUSES; cause++)
    for (guint side = 0; side < 2; side++)
      {
        const CyanParcsCount *count = &self.parcs->counts[cause][side];
        const CyanParcsCount *other = &mirror.parcs->counts[mirrored[cause]][1 - side];

        g_assert_cmpuint (count->subtrees, ==, other->subtrees);
        g_assert_cmpuint (count->nodes, ==, other->nodes);
      }
}

TEST ("/explanations/law/swap")
{
  for_random_pairs (law_swap, (1u << RANDOM_EDIT_WRAP) | (1u << RANDOM_EDIT_ADD)
                                  | (1u << RANDOM_EDIT_REMOVE) | (1u << RANDOM_EDIT_MOVE));
}

/* Half a million nested calls, all of them suspects. */
TEST ("/explanations/deep")
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  CyanProfile *profiles[2];
  g_auto (Case) self = { NULL };
  g_autoptr (CyanExplanations) list = NULL;
  const guint depth = 500000;

  for (guint side = 0; side < 2; side++)
    {
      g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
      CyanNode node = CYAN_NODE_ROOT;

      cyan_profile_builder_metric (builder, "time", "ns");
      for (guint i = 0; i < depth + side; i++)
        {
          g_autofree char *name = g_strdup_printf ("f%u", i == depth ? 7 : i % 1000);
          guint32 function = cyan_profile_builder_function (
              builder, cyan_strings_add (strings, name, -1), CYAN_STR_EMPTY, CYAN_STR_EMPTY, 0, 0);

          node = cyan_profile_builder_append (builder, node, function, 0, NULL);
          cyan_profile_builder_add (builder, 0, node, 1 + side);
        }
      profiles[side] = cyan_profile_builder_finish (builder);
    }
  self.comparison = compare_profiles (profiles[0], profiles[1], CYAN_MATCH_PATH);
  self.changes = g_malloc (self.comparison->compared.pairs->n);
  memset (self.changes, CYAN_CHANGE_MODIFIED, self.comparison->compared.pairs->n);
  self.parcs = cyan_parcs_new (self.comparison, self.changes, NULL, FALSE, NULL, NULL);
  g_assert_cmpuint (self.parcs->n_differences, ==, 1);
  g_assert_cmpuint (self.parcs->differences[0].root, ==, depth + 1);
  g_assert_cmpuint (self.parcs->n_common, ==, depth);
  list = explain (&self);
  g_assert_cmpuint (list->n, ==, 1001);
  cyan_profile_unref (profiles[0]);
  cyan_profile_unref (profiles[1]);
}
