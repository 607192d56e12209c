/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How well edits are recognised on random pairs with known edits.  Every matching is checked for
 * its invariants. */
#include "match-fixture.h"
#include "random-trees.h"
#include "tests.h"

typedef struct
{
  double precision, f1, below;
} Quality;

/* Means over @n_seeds pairs, by method. */
static void
measure (RandomOptions options, guint n_seeds, Quality mean[3])
{
  guint n_below = 0;

  for (guint method = 0; method < 3; method++)
    mean[method] = (Quality){ 0.0, 0.0, 0.0 };
  for (guint k = 0; k < n_seeds; k++)
    {
      RandomPair pair;

      options.seed = 77 * k + 5;
      pair = random_pair_new (&options);
      for (guint method = 0; method < 3; method++)
        {
          g_autoptr (CyanMatching) there =
              match (pair.before, pair.after, (CyanMatchMethod) method);
          g_autoptr (CyanMergedTree) tree = merge (pair.before, pair.after, there);
          RandomScore score = random_pair_score (&pair, there);

          if (method != CYAN_MATCH_COMMON_TREE)
            {
              g_autoptr (CyanMatching) back =
                  match (pair.after, pair.before, (CyanMatchMethod) method);

              g_assert_cmpmem (there->after_of, there->n_before * sizeof (CyanNode),
                               back->before_of, back->n_after * sizeof (CyanNode));
            }
          mean[method].precision += score.precision / n_seeds;
          mean[method].f1 += score.f1 / n_seeds;
          mean[method].below += score.n_below > 0 ? score.below : 0.0;
          n_below += method == CYAN_MATCH_CONTEXT && score.n_below > 0;
        }
      random_pair_clear (&pair);
    }
  for (guint method = 0; method < 3; method++)
    {
      mean[method].below /= MAX (n_below, 1);
      g_test_message ("%s: precision %.3f, F1 %.3f, recall below an edit %.3f",
                      cyan_match_method_names[method], mean[method].precision, mean[method].f1,
                      mean[method].below);
    }
}

/* Contexts that inlining merged are told, and hardly any that it did not. */
TEST ("/match-quality/joins")
{
  guint n_told = 0, n_right = 0, n_merged = 0;

  for (guint k = 0; k < 4; k++)
    {
      const RandomOptions options = { .seed = 77 * k + 5,
                                      .n_nodes = 10000,
                                      .n_functions = 300,
                                      .n_edits = 10,
                                      .kinds = 1u << RANDOM_EDIT_INLINE,
                                      .jitter = 0.05 };
      RandomPair pair = random_pair_new (&options);
      g_autoptr (CyanMatching) matching = match (pair.before, pair.after, CYAN_MATCH_CONTEXT);

      for (guint i = 0; i < matching->joins->len; i++)
        {
          const CyanMatchJoin *join = &g_array_index (matching->joins, CyanMatchJoin, i);

          n_told++;
          n_right += join->side == 0 && pair.destination[join->node] == join->into;
        }
      for (CyanNode i = 1; i < matching->n_before; i++)
        n_merged += matching->after_of[i] == CYAN_NODE_NONE && pair.destination[i] != CYAN_NODE_NONE
                    && matching->before_of[pair.destination[i]] != CYAN_NODE_NONE;
      random_pair_clear (&pair);
    }
  g_test_message ("%u joins, %u right, %u contexts merged", n_told, n_right, n_merged);
  g_assert_cmpuint (n_merged, >, 100);
  g_assert_cmpuint (n_right * 10, >=, n_told * 9);
  g_assert_cmpuint (n_right * 10, >=, n_merged * 6);
}

static const RandomOptions five_edits = {
  .n_nodes = 10000, .n_functions = 300, .n_edits = 5, .shuffled = 0.1, .jitter = 0.05
};

TEST ("/match-quality/exact")
{
  Quality mean[3];

  measure (five_edits, 6, mean);
  g_assert_cmpfloat (mean[CYAN_MATCH_CONTEXT].f1, >=, 0.97);
  g_assert_cmpfloat (mean[CYAN_MATCH_CONTEXT].below, >=, 0.93);
  g_assert_cmpfloat (mean[CYAN_MATCH_PATH].below, <=, 0.01);
  g_assert_cmpfloat (mean[CYAN_MATCH_COMMON_TREE].below, <=, 0.01);
  g_assert_cmpfloat (mean[CYAN_MATCH_PATH].precision, >=, 0.99);
  g_assert_cmpfloat (mean[CYAN_MATCH_CONTEXT].f1, >=, mean[CYAN_MATCH_PATH].f1 + 0.1);
}

TEST ("/match-quality/sampled")
{
  RandomOptions options = five_edits;
  Quality mean[3];

  options.sampled = TRUE;
  measure (options, 6, mean);
  g_assert_cmpfloat (mean[CYAN_MATCH_CONTEXT].f1, >=, 0.96);
  g_assert_cmpfloat (mean[CYAN_MATCH_CONTEXT].below, >=, 0.90);
  g_assert_cmpfloat (mean[CYAN_MATCH_CONTEXT].f1, >=, mean[CYAN_MATCH_PATH].f1 + 0.1);
}

/* One function called at several sites of one caller; edits shift their lines. */
TEST ("/match-quality/call-sites")
{
  RandomOptions options = five_edits;
  Quality mean[3];

  options.call_sites = TRUE;
  measure (options, 6, mean);
  g_assert_cmpfloat (mean[CYAN_MATCH_CONTEXT].f1, >=, 0.97);
  g_assert_cmpfloat (mean[CYAN_MATCH_CONTEXT].below, >=, 0.93);
}

TEST ("/match-quality/many-edits")
{
  RandomOptions options = five_edits;
  Quality mean[3];

  options.n_edits = 20;
  measure (options, 6, mean);
  g_assert_cmpfloat (mean[CYAN_MATCH_CONTEXT].f1, >=, 0.88);
  g_assert_cmpfloat (mean[CYAN_MATCH_CONTEXT].f1, >=, mean[CYAN_MATCH_PATH].f1 + 0.4);
}

/* F1 of five edits of one kind. */
TEST ("/match-quality/kinds")
{
  static const double least[RANDOM_N_COMMIT_EDITS] = { 0.99, 0.98, 0.94, 0.97, 0.99, 0.98, 0.94 };

  for (guint kind = 0; kind < RANDOM_N_COMMIT_EDITS; kind++)
    {
      RandomOptions options = five_edits;
      Quality mean[3];

      g_test_message ("%s:", random_edit_names[kind]);
      options.kinds = 1u << kind;
      measure (options, 4, mean);
      g_assert_cmpfloat (mean[CYAN_MATCH_CONTEXT].f1, >=, least[kind]);
    }
}

/* Different units or durations of the two sides make no difference. */
TEST ("/match-quality/units")
{
  RandomOptions options = five_edits;

  for (guint seed = 1; seed <= 6; seed++)
    {
      RandomPair pair;
      g_autoptr (CyanMatching) plain = NULL;
      g_autoptr (CyanMatching) scaled = NULL;

      options.seed = seed;
      pair = random_pair_new (&options);
      plain = match (pair.before, pair.after, CYAN_MATCH_CONTEXT);
      for (CyanNode i = 0; i < pair.after->n_nodes; i++)
        {
          pair.after->metrics[0].self[i] *= 1024.0;
          pair.after->metrics[0].total[i] *= 1024.0;
        }
      scaled = match (pair.before, pair.after, CYAN_MATCH_CONTEXT);
      g_assert_cmpmem (plain->after_of, plain->n_before * sizeof (CyanNode), scaled->after_of,
                       scaled->n_before * sizeof (CyanNode));
      random_pair_clear (&pair);
    }
}

/* Renames that only callees and callers of all contexts together reveal, not one context. */
TEST ("/match-quality/renames")
{
  /* Renamed and wrapped. */
  assert_context ("a(x(b c d) k(x(b c d)))", "a(e(y(b c d)) k(y(b c d)))",
                  "=a(+e(~x>y(=b =c =d)) =k(~x>y(=b =c =d)))");
  /* Renamed, and its caller was inlined. */
  assert_context ("a(w(x(b c d)) k(x(b c d)))", "a(y(b c d) k(y(b c d)))",
                  "=a(-w(~x>y(=b =c =d)) =k(~x>y(=b =c =d)))");
  /* A leaf with three callers, all of which call another leaf now. */
  assert_context ("a(p(x) q(x) r(x))", "a(p(y) q(y) r(y))", "=a(=p(~x>y) =q(~x>y) =r(~x>y))");
  assert_context ("a(p(x) q(x))", "a(p(y) q(y))", "=a(=p(+y -x) =q(+y -x))");
  /* Called more often: not the same function. */
  assert_context ("a*1(p*1(x*1) q*1(x*1) r*1(x*1))", "a*1(p*1(y*5) q*1(y*5) r*1(y*5))",
                  "=a(=p(+y -x) =q(+y -x) =r(+y -x))");
}

/* After removals the rest keeps its partners. */
TEST ("/match-quality/removed-half")
{
  assert_context ("a(f(p:9 q:8 r:7 s:6 t:5 u:4 v:3) g:60(f:60(p:30 q:30 r:30)))",
                  "a(f(p:9 q:8 r:7 s:6 t:5 u:4 v:3))",
                  "=a(=f(=p =q =r =s =t =u =v) -g(-f(-p -q -r)))");
}

/* Tests the generator: without edits all nodes stay; with edits many do not. */
TEST ("/match-quality/truth")
{
  RandomOptions options = five_edits;
  RandomPair same, edited;
  guint n_gone = 0, n_other = 0;

  options.seed = 1;
  options.n_edits = 0;
  options.shuffled = 0.0;
  same = random_pair_new (&options);
  options.n_edits = 20;
  edited = random_pair_new (&options);
  g_assert_cmpuint (same.before->n_nodes, >=, 10000);
  g_assert_cmpuint (same.before->n_nodes, ==, same.after->n_nodes);
  g_assert_cmpuint (same.before->n_nodes, ==, edited.before->n_nodes);
  for (CyanNode i = 0; i < same.before->n_nodes; i++)
    {
      g_assert_cmpuint (same.destination[i], ==, i);
      g_assert_cmpuint (same.origin[i], ==, i);
      g_assert_false (same.below[i] || same.moved[i]);
      n_gone += edited.destination[i] == CYAN_NODE_NONE;
      n_other += edited.below[i];
    }
  g_assert_cmpuint (n_gone, >, 0);
  g_assert_cmpuint (n_gone, <, same.before->n_nodes);
  g_assert_cmpuint (n_other, >, same.before->n_nodes / 10);
  random_pair_clear (&same);
  random_pair_clear (&edited);
}

/* Tests the generator: the names of the functions of a module change at once, and what was renamed
 * says so. */
TEST ("/match-quality/names")
{
  RandomOptions options = five_edits;
  RandomPair pair;
  GArray *renames = g_array_new (FALSE, TRUE, sizeof (CyanMatchRename));
  RandomRenameScore score;

  options.seed = 1;
  options.n_edits = 1;
  options.kinds = 1u << RANDOM_EDIT_RENAME_MODULE;
  pair = random_pair_new (&options);
  g_assert_cmpuint (pair.renamed->len, >=, 10);
  g_assert_cmpuint (pair.renamed->len, <=, 40);
  g_assert_cmpuint (pair.before->n_nodes, ==, pair.after->n_nodes);
  for (guint i = 0; i < pair.renamed->len; i++)
    {
      const RandomRename *known = &g_array_index (pair.renamed, RandomRename, i);
      const char *before = cyan_strings_get (pair.before->strings, known->before);
      const CyanMatchRename rename = { .before = known->before, .after = known->after };

      g_assert_true (g_str_has_prefix (before, "mod"));
      g_assert_cmpint (known->before, !=, known->after);
      g_array_append_val (renames, rename);
    }
  score = random_pair_score_renames (&pair, NULL);
  g_assert_cmpuint (score.n_concluded, ==, 0);
  g_array_set_size (renames, renames->len + 1);
  score = random_pair_score_renames (&pair, renames);
  g_assert_cmpuint (score.n_known, ==, pair.renamed->len);
  g_assert_cmpuint (score.n_right, ==, pair.renamed->len);
  g_assert_cmpuint (score.n_concluded, ==, pair.renamed->len + 1);
  g_array_unref (renames);
  random_pair_clear (&pair);
}
