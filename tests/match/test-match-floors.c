/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much of small random programs is matched after edits of one kind: the mean over some seeds may
 * rise, and then the floor with it, but never fall. */
#include "match-fixture.h"
#include "random-trees.h"
#include "tests.h"

#define N_SEEDS 10

typedef struct
{
  guint precision, recall, below; /* per thousand: see RandomScore */
  guint n_right, n_wrong;         /* concluded renames of all seeds */
} Floor;

static const RandomOptions programs[] = {
  { .n_edits = 3 },
  { .n_edits = 9, .shuffled = 0.1, .jitter = 0.1 },
  { .n_edits = 3, .jitter = 0.1, .sampled = TRUE },
  { .n_edits = 3, .calls = TRUE, .call_sites = TRUE },
};

/* By kind of edit and program. */
static const Floor floors[RANDOM_N_EDITS][G_N_ELEMENTS (programs)] = {
  [RANDOM_EDIT_WRAP] = { { 1000, 1000, 1000, 0, 0 },
                         { 1000, 1000, 1000, 0, 0 },
                         { 993, 992, 989, 0, 0 },
                         { 993, 992, 986, 0, 0 } },
  [RANDOM_EDIT_WRAP_EXISTING] = { { 1000, 1000, 1000, 0, 0 },
                                  { 884, 869, 866, 0, 0 },
                                  { 995, 993, 990, 0, 0 },
                                  { 964, 917, 911, 0, 0 } },
  [RANDOM_EDIT_INLINE] = { { 998, 897, 852, 0, 0 },
                           { 988, 743, 724, 0, 0 },
                           { 990, 895, 853, 0, 0 },
                           { 967, 944, 930, 0, 0 } },
  [RANDOM_EDIT_RENAME] = { { 1000, 989, 980, 23, 0 },
                           { 1000, 887, 886, 56, 0 },
                           { 994, 980, 963, 22, 0 },
                           { 1000, 759, 701, 3, 0 } },
  [RANDOM_EDIT_ADD] = { { 1000, 1000, 1000, 0, 0 },
                        { 993, 993, 1000, 0, 0 },
                        { 992, 993, 1000, 0, 0 },
                        { 1000, 1000, 1000, 0, 0 } },
  [RANDOM_EDIT_REMOVE] = { { 1000, 1000, 1000, 0, 0 },
                           { 997, 997, 1000, 0, 0 },
                           { 983, 982, 1000, 0, 0 },
                           { 1000, 1000, 1000, 0, 0 } },
  [RANDOM_EDIT_MOVE] = { { 996, 966, 1000, 0, 0 },
                         { 995, 947, 952, 0, 0 },
                         { 993, 977, 1000, 0, 0 },
                         { 998, 972, 1000, 0, 0 } },
  [RANDOM_EDIT_INLINE_PARTLY] = { { 996, 945, 824, 0, 0 },
                                  { 994, 902, 878, 0, 0 },
                                  { 991, 935, 898, 0, 0 },
                                  { 991, 990, 951, 0, 0 } },
  [RANDOM_EDIT_SPLIT] = { { 1000, 993, 995, 0, 0 },
                          { 994, 986, 991, 0, 0 },
                          { 992, 985, 992, 0, 0 },
                          { 995, 998, 998, 0, 0 } },
  [RANDOM_EDIT_RENAME_LEAF] = { { 1000, 997, 1000, 15, 0 },
                                { 1000, 994, 1000, 24, 0 },
                                { 995, 990, 1000, 9, 0 },
                                { 1000, 869, 1000, 4, 0 } },
  [RANDOM_EDIT_RENAME_MODULE] = { { 1000, 898, 898, 252, 0 },
                                  { 1000, 690, 689, 269, 0 },
                                  { 990, 846, 844, 229, 0 },
                                  { 998, 807, 792, 236, 1 } },
  [RANDOM_EDIT_HASHES] = { { 1000, 1000, 1000, 261, 0 },
                           { 1000, 1000, 1000, 359, 0 },
                           { 995, 994, 994, 242, 0 },
                           { 1000, 1000, 1000, 285, 0 } },
  [RANDOM_EDIT_RECURSION] = { { 999, 941, 889, 0, 0 },
                              { 999, 916, 852, 0, 0 },
                              { 988, 938, 888, 0, 0 },
                              { 998, 995, 991, 0, 0 } },
  [RANDOM_EDIT_MERGE] = { { 999, 995, 983, 0, 0 },
                          { 999, 980, 975, 0, 0 },
                          { 993, 987, 993, 0, 0 },
                          { 1000, 1000, 1000, 0, 0 } },
};

static void
check (RandomOptions options, const Floor *least)
{
  double precision = 0, recall = 0, below = 0;
  guint n_right = 0, n_wrong = 0;

  for (guint seed = 1; seed <= N_SEEDS; seed++)
    {
      RandomPair pair;
      g_autoptr (CyanMatching) there = NULL;
      RandomScore score;
      RandomRenameScore renames;

      options.seed = 31 * seed;
      options.n_nodes = 150 + 90 * seed;
      options.n_functions = 20 + 9 * seed;
      pair = random_pair_new (&options);
      there = match (pair.before, pair.after, CYAN_MATCH_CONTEXT);
      score = random_pair_score (&pair, there);
      renames = random_pair_score_renames (&pair, there->renames);
      precision += 1000 * score.precision / N_SEEDS;
      recall += 1000 * score.recall / N_SEEDS;
      below += 1000 * (score.n_below > 0 ? score.below : 1) / N_SEEDS;
      n_right += renames.n_right;
      n_wrong += renames.n_concluded - renames.n_right;
      random_pair_clear (&pair);
    }
  g_test_message ("precision %.1f, recall %.1f, below an edit %.1f, renames %u right, %u wrong",
                  precision, recall, below, n_right, n_wrong);
  g_assert_cmpfloat (precision, >=, least->precision - 1e-6);
  g_assert_cmpfloat (recall, >=, least->recall - 1e-6);
  g_assert_cmpfloat (below, >=, least->below - 1e-6);
  g_assert_cmpuint (n_right, >=, least->n_right);
  g_assert_cmpuint (n_wrong, <=, least->n_wrong);
}

static void
test_floors (void)
{
  for (guint kind = 0; kind < RANDOM_N_EDITS; kind++)
    for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
      {
        RandomOptions options = programs[i];

        g_test_message ("%s, program %u", random_edit_names[kind], i);
        options.kinds = 1u << kind;
        check (options, &floors[kind][i]);
      }
}

TESTS ("match-floors")
{
  g_test_add_func ("/match-floors/kinds", test_floors);
}
