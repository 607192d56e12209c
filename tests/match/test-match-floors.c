/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much of small random programs is matched after edits of one kind: the mean over some seeds
 * may rise, and then the floor with it, but never fall.  Swapped sides give the mirror image. */
#include "match-fixture.h"
#include "random-trees.h"
#include "tests.h"

#define N_SEEDS 12

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
                         { 993, 992, 991, 0, 0 },
                         { 994, 994, 988, 0, 0 } },
  [RANDOM_EDIT_WRAP_EXISTING] = { { 1000, 1000, 1000, 0, 0 },
                                  { 899, 891, 888, 0, 0 },
                                  { 994, 993, 986, 0, 0 },
                                  { 965, 934, 930, 0, 0 } },
  [RANDOM_EDIT_INLINE] = { { 997, 980, 978, 0, 0 },
                           { 981, 937, 936, 0, 0 },
                           { 989, 974, 968, 0, 0 },
                           { 970, 953, 942, 0, 0 } },
  [RANDOM_EDIT_RENAME] = { { 1000, 991, 984, 29, 0 },
                           { 1000, 906, 905, 69, 0 },
                           { 993, 983, 970, 28, 0 },
                           { 1000, 780, 732, 3, 0 } },
  [RANDOM_EDIT_ADD] = { { 1000, 1000, 1000, 0, 0 },
                        { 994, 994, 1000, 0, 0 },
                        { 993, 995, 1000, 0, 0 },
                        { 1000, 1000, 1000, 0, 0 } },
  [RANDOM_EDIT_REMOVE] = { { 1000, 1000, 1000, 0, 0 },
                           { 997, 997, 1000, 0, 0 },
                           { 986, 985, 1000, 0, 0 },
                           { 1000, 1000, 1000, 0, 0 } },
  [RANDOM_EDIT_MOVE] = { { 998, 974, 1000, 0, 0 },
                         { 988, 954, 959, 0, 0 },
                         { 992, 979, 1000, 0, 0 },
                         { 998, 974, 1000, 0, 0 } },
  [RANDOM_EDIT_INLINE_PARTLY] = { { 999, 998, 998, 0, 0 },
                                  { 992, 987, 978, 0, 0 },
                                  { 989, 980, 958, 0, 0 },
                                  { 1000, 1000, 1000, 0, 0 } },
  [RANDOM_EDIT_SPLIT] = { { 1000, 997, 999, 0, 0 },
                          { 992, 992, 994, 0, 0 },
                          { 992, 991, 995, 0, 0 },
                          { 996, 998, 998, 0, 0 } },
  [RANDOM_EDIT_RENAME_LEAF] = { { 1000, 993, 1000, 17, 0 },
                                { 1000, 987, 1000, 28, 0 },
                                { 994, 988, 1000, 10, 0 },
                                { 1000, 865, 1000, 4, 0 } },
  [RANDOM_EDIT_RENAME_MODULE] = { { 1000, 911, 910, 285, 0 },
                                  { 999, 734, 733, 287, 1 },
                                  { 991, 869, 868, 255, 0 },
                                  { 998, 815, 803, 265, 3 } },
  [RANDOM_EDIT_HASHES] = { { 1000, 1000, 1000, 295, 0 },
                           { 1000, 1000, 1000, 402, 0 },
                           { 995, 995, 995, 271, 0 },
                           { 1000, 1000, 1000, 322, 0 } },
  [RANDOM_EDIT_RECURSION] = { { 997, 993, 988, 0, 0 },
                              { 997, 994, 990, 0, 0 },
                              { 987, 972, 953, 0, 0 },
                              { 993, 984, 978, 0, 0 } },
  [RANDOM_EDIT_MERGE] = { { 999, 997, 989, 0, 0 },
                          { 998, 993, 988, 0, 0 },
                          { 992, 990, 988, 0, 0 },
                          { 1000, 1000, 1000, 0, 0 } },
};

/* Of all kinds together, as between two releases. */
static const struct
{
  RandomOptions options;
  Floor least;
} releases[] = {
  { { .n_edits = 6 }, { 978, 946, 945, 12, 0 } },
  { { .n_edits = 6, .calls = TRUE }, { 988, 924, 922, 5, 0 } },
  { { .n_edits = 12, .calls = TRUE, .jitter = 0.2 }, { 914, 768, 766, 18, 3 } },
  { { .n_edits = 12, .sampled = TRUE, .jitter = 0.1 }, { 941, 805, 803, 17, 1 } },
  { { .n_edits = 12, .call_sites = TRUE, .shuffled = 0.3 }, { 906, 881, 874, 16, 4 } },
  { { .n_edits = 20, .calls = TRUE, .jitter = 0.05 }, { 882, 628, 623, 39, 3 } },
  { { .n_edits = 20, .call_sites = TRUE, .calls = TRUE }, { 869, 768, 760, 21, 4 } },
  { { .n_edits = 40, .jitter = 0.05 }, { 904, 548, 540, 71, 5 } },
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
      g_autoptr (CyanMatching) back = NULL;
      RandomScore score;
      RandomRenameScore renames;

      options.seed = 31 * seed;
      options.n_nodes = 150 + 90 * seed;
      options.n_functions = 20 + 9 * seed;
      pair = random_pair_new (&options);
      there = match (pair.before, pair.after, CYAN_MATCH_CONTEXT);
      back = match (pair.after, pair.before, CYAN_MATCH_CONTEXT);
      g_assert_cmpmem (there->after_of, there->n_before * sizeof (CyanNode), back->before_of,
                       back->n_after * sizeof (CyanNode));
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

TEST ("/match-floors/kinds")
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

TEST ("/match-floors/releases")
{
  for (guint i = 0; i < G_N_ELEMENTS (releases); i++)
    {
      RandomOptions options = releases[i].options;

      g_test_message ("release %u", i);
      options.kinds = RANDOM_RELEASE_EDITS;
      check (options, &releases[i].least);
    }
}

/* A common tree is as large as possible, so its pairs can only be too few: strictly, and in
 * order. */
TEST ("/match-floors/common-tree")
{
  static const guint least[G_N_ELEMENTS (releases)][2] = { { 1736, 328 }, { 1736, 328 },
                                                           { 416, 98 },   { 307, 68 },
                                                           { 379, 176 },  { 145, 81 },
                                                           { 333, 98 },   { 72, 26 } };

  for (guint i = 0; i < G_N_ELEMENTS (releases); i++)
    for (guint strict = 0; strict < 2; strict++)
      {
        const CyanMatchOptions how = { .method = CYAN_MATCH_COMMON_TREE,
                                       .strict = (gboolean) strict };
        RandomOptions options = releases[i].options;
        guint n_pairs = 0;

        options.kinds = RANDOM_COMMIT_EDITS;
        options.shuffled = 0.3;
        for (guint seed = 1; seed <= N_SEEDS; seed++)
          {
            RandomPair pair;
            g_autoptr (CyanMatching) matching = NULL;

            options.seed = 31 * seed;
            options.n_nodes = 150 + 90 * seed;
            options.n_functions = 20 + 5 * seed;
            pair = random_pair_new (&options);
            matching = match_with (pair.before, pair.after, &how);
            n_pairs += matching->n_pairs;
            random_pair_clear (&pair);
          }
        g_test_message ("release %u, strict %u: %u pairs", i, strict, n_pairs);
        g_assert_cmpuint (n_pairs, >=, least[i][strict]);
      }
}
