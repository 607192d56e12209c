/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Real recordings of real changes: `cyan compare` must report what is known about each.
 *
 * cmark stopped calling its public tree API for emphasis; lua stopped recursing on the C stack; jq
 * got `unique` in C; lark visits its forest once; black copies its trees by hand;
 * data/demo/README.md describes the demo.
 */
#include "cli-fixture.h"
#include "tests.h"

#include <math.h>
#include <string.h>

static void
make_pair (const char *name)
{
  for (const char *side = "ab"; *side != '\0'; side++)
    {
      g_autofree char *tsv = g_strdup_printf ("%s-%c.cct.tsv.gz", name, *side);
      g_autofree char *cct = g_strdup_printf ("%s-%c.cct", name, *side);

      if (!file_exists (cct))
        convert_recording (tsv, cct);
    }
}

/* Checks that every context of this function has this status. */
static void
assert_all (const Table *table, const char *name, const char *status)
{
  guint n = 0;

  for (guint row = 0; row < table->rows->len; row++)
    if (strcmp (cell (table, row, "name"), name) == 0)
      {
        n++;
        g_assert_cmpstr (cell (table, row, "status"), ==, status);
      }
  g_assert_cmpuint (n, >, 0);
}

static void
assert_total_change (const Table *table, double change, double within)
{
  g_assert_cmpfloat_with_epsilon (
      number (table, 0, "after_total") / number (table, 0, "before_total") - 1, change, within);
}

TEST ("/recordings/cmark")
{
  g_autoptr (Table) table = NULL;
  g_autoptr (Run) run = NULL;
  guint row;

  make_pair ("cmark");
  table = compare_csv ("cmark-a.cct", "cmark-b.cct", NULL);
  g_assert_cmpuint (count_rows (table, "status", "matched"), ==, 508);
  g_assert_cmpuint (count_rows (table, "status", "removed"), ==, 7);
  g_assert_cmpuint (table->rows->len, ==, 1 + 508 + 7);
  assert_total_change (table, -0.64, 0.01);

  row = row_of (table, "cmark_node_insert_after");
  assert_all (table, "cmark_node_insert_after", "removed");
  g_assert_cmpstr (cell (table, row, "before_calls"), ==, "23136");
  g_assert_cmpstr (cell (table, row, "after_calls"), ==, "");
  g_assert_cmpstr (cell (table, (guint) number (table, row, "parent"), "name"), ==,
                   "S_insert_emph");
  g_assert_cmpfloat_with_epsilon (sum_of (table, "S_can_contain", "before_self"), 332e6, 1e6);
  g_assert_cmpfloat (sum_of (table, "S_can_contain", "after_self"), <, 0.1e6);
  g_assert_cmpfloat (sum_of (table, "cmark_node_unlink", "before_calls"), ==, 24152);
  g_assert_cmpfloat (sum_of (table, "cmark_node_unlink", "after_calls"), ==, 716);
  g_assert_cmpfloat (sum_of (table, "S_node_unlink", "before_calls"), ==, 94583);
  g_assert_cmpfloat (sum_of (table, "S_node_unlink", "after_calls"), ==, 48011);

  run = cyan ("compare", "cmark-a.cct", "cmark-b.cct", NULL);
  assert_fine (run);
  assert_matches (run->out, "*\nStart here\n  1. S_insert_emph (src/inlines.c:754): \xe2\x88\x92"
                            "6?.? % of the run before *");
  assert_matches (run->out, "*\nDelta hot path (faster)\n*faster *process_inlines\n"
                            "*faster *S_insert_emph (start here)\n*removed *S_can_contain\n*");
  /* A removed function counts as a decrease. */
  assert_matches (run->out, "*\n *\xe2\x88\x92"
                            "60.6 % * removed *cmark_node_insert_after\n*");
}

TEST ("/recordings/lua")
{
  g_autoptr (Table) context = NULL, path = NULL;
  double common;

  make_pair ("lua");
  path = compare_csv ("--match=path", "lua-a.cct", "lua-b.cct", NULL);
  g_assert_cmpuint (count_rows (path, "status", "matched"), ==, 239);
  g_assert_cmpuint (path->rows->len, ==, 1 + 14857 + 14113 - 239);

  context = compare_csv ("lua-a.cct", "lua-b.cct", NULL);
  assert_all (context, "luaD_precall", "added");
  assert_all (context, "enterlevel", "added");
  assert_all (context, "luaE_enterCcall", "removed");
  g_assert_cmpfloat (sum_of (context, "luaD_precall", "after_calls"), ==, 117075);
  g_assert_cmpfloat (sum_of (context, "luaD_call", "before_calls"), ==, 117075);
  g_assert_cmpfloat (sum_of (context, "luaD_call", "after_calls"), ==, 38936);
  g_assert_cmpfloat (sum_of (context, "luaV_execute", "before_calls"), ==, 94953);
  g_assert_cmpfloat (sum_of (context, "luaV_execute", "after_calls"), ==, 31921);
  assert_total_change (context, -0.018, 0.002);
  /* A wrapper and a flattened recursion do not prevent matching. */
  common = count_rows (context, "status", "matched") + count_rows (context, "status", "renamed");
  g_assert_cmpfloat (common, >, 0.9 * 14113);
}

/* Counts the rows of @top's subtree that before has, and the matched ones among them. */
static void
count_subtree (const Table *table, guint top, guint *n, guint *matched)
{
  double depth = number (table, top, "depth");

  for (guint row = top + 1; row < table->rows->len && number (table, row, "depth") > depth; row++)
    if (!is_empty (table, row, "before_total"))
      {
        (*n)++;
        *matched += strcmp (cell (table, row, "status"), "matched") == 0;
      }
}

/* The sum of calls of a side. */
static double
all_calls (const Table *table, const char *column)
{
  double sum = 0;

  for (guint row = 1; row < table->rows->len; row++)
    if (!is_empty (table, row, column))
      sum += number (table, row, column);
  return sum;
}

TEST ("/recordings/jq")
{
  static const char *const added[] = { "jv_unique", "f_unique", "f_unique_by_impl" };
  static const char *const removed[] = { "jv_group", "f_group_by_impl" };
  g_autoptr (Table) table = NULL;
  guint n = 0, matched = 0, n_sorts = 0;

  make_pair ("jq");
  table = compare_csv ("jq-a.cct", "jq-b.cct", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (added); i++)
    assert_all (table, added[i], "added");
  for (guint i = 0; i < G_N_ELEMENTS (removed); i++)
    assert_all (table, removed[i], "removed");
  assert_total_change (table, -0.18, 0.005);
  g_assert_cmpfloat_with_epsilon (all_calls (table, "before_calls"), 220.1e6, 0.1e6);
  g_assert_cmpfloat_with_epsilon (all_calls (table, "after_calls"), 185.4e6, 0.1e6);
  g_assert_cmpfloat_with_epsilon (sum_of (table, "stack_block", "after_calls")
                                      / sum_of (table, "stack_block", "before_calls"),
                                  0.38, 0.01);
  g_assert_cmpfloat_with_epsilon (sum_of (table, "jq_next", "after_self")
                                      / sum_of (table, "jq_next", "before_self"),
                                  0.39, 0.01);
  /* A side effect: numbers are no longer converted. */
  assert_all (table, "jvp_strtod", "removed");

  /* Replaced, not removed: the sorting below jv_group is now below jv_unique. */
  for (guint row = 0; row < table->rows->len; row++)
    if (strcmp (cell (table, row, "name"), "sort_items") == 0
        && !is_empty (table, row, "before_total"))
      {
        n_sorts++;
        g_assert_cmpstr (cell (table, row, "status"), ==, "matched");
        count_subtree (table, row, &n, &matched);
      }
  g_assert_cmpuint (n_sorts, ==, 1);
  g_assert_cmpuint (n, >, 400);
  g_assert_cmpfloat (matched, >, 0.9 * n);
}

#define EARLEY "lark.parsers.earley_forest:"

TEST ("/recordings/lark")
{
  static const char *const added[] = { EARLEY "ForestToParseTree.visit",
                                       EARLEY "ForestVisitor.__init__",
                                       EARLEY "ForestSumVisitor.__init__" };
  static const char *const removed[] = { EARLEY "SymbolNode.is_ambiguous", "<math.isinf>" };
  g_autofree char *before = data_path ("lark-a.cct.zst");
  g_autofree char *after = data_path ("lark-b.cct.zst");
  g_autoptr (Table) table = compare_csv (before, after, NULL);
  guint row;

  for (guint i = 0; i < G_N_ELEMENTS (added); i++)
    assert_all (table, added[i], "added");
  for (guint i = 0; i < G_N_ELEMENTS (removed); i++)
    assert_all (table, removed[i], "removed");
  g_assert_cmpfloat_with_epsilon (sum_of (table, EARLEY "ForestVisitor.visit", "before_self"),
                                  13.1e9, 0.1e9);
  g_assert_cmpfloat_with_epsilon (sum_of (table, EARLEY "ForestVisitor.visit", "after_self"),
                                  0.13e9, 0.01e9);
  g_assert_cmpfloat_with_epsilon (sum_of (table, "<builtins.next>", "before_calls"), 2.40e6,
                                  0.01e6);
  g_assert_cmpfloat_with_epsilon (sum_of (table, "<builtins.next>", "after_calls"), 24e3, 500);
  assert_total_change (table, 0.91 / 20.7 - 1, 0.001);
  g_assert_cmpfloat_with_epsilon (all_calls (table, "before_calls"), 10.08e6, 0.01e6);
  g_assert_cmpfloat_with_epsilon (all_calls (table, "after_calls"), 0.45e6, 0.01e6);

  /* The traversal that moved below ForestToParseTree.visit is still matched. */
  row = row_of (table, EARLEY "ForestToParseTree.visit");
  g_assert_cmpstr (cell (table, row + 1, "name"), ==, EARLEY "ForestVisitor.visit");
  g_assert_cmpstr (cell (table, row + 1, "status"), ==, "matched");
}

#define PYTREE "blib2to3.pytree:"

TEST ("/recordings/black")
{
  static const char *const added[] = { PYTREE "Base.__deepcopy__", PYTREE "Node.clone",
                                       PYTREE "Node.clone.<locals>.<listcomp>",
                                       PYTREE "Leaf.clone" };
  static const char *const removed[] = {
    "copy:_reconstruct",    "copy:_reconstruct.<locals>.<genexpr>",
    "copyreg:__newobj__",   "copyreg:_slotnames",
    "<Leaf.__reduce_ex__>", "<Node.__reduce_ex__>"
  };
  g_autofree char *before = data_path ("black-a.us.cct.zst");
  g_autofree char *after = data_path ("black-b.us.cct.zst");
  g_autoptr (Table) table = compare_csv (before, after, NULL);
  guint row;

  for (guint i = 0; i < G_N_ELEMENTS (added); i++)
    assert_all (table, added[i], "added");
  for (guint i = 0; i < G_N_ELEMENTS (removed); i++)
    assert_all (table, removed[i], "removed");
  row = row_of (table, "blib2to3.pgen2.parse:Recorder.__init__");
  g_assert_cmpfloat_with_epsilon (number (table, row, "before_total"), 53.8e6, 0.1e6);
  g_assert_cmpfloat_with_epsilon (number (table, row, "after_total"), 3.9e6, 0.1e6);
  g_assert_cmpfloat_with_epsilon (sum_of (table, "copy:deepcopy", "before_calls"), 3.19e6, 0.01e6);
  g_assert_cmpfloat_with_epsilon (sum_of (table, "copy:deepcopy", "after_calls"), 95e3, 1e3);
  assert_total_change (table, 0.165 - 1, 0.002);
  g_assert_cmpfloat_with_epsilon (all_calls (table, "before_calls"), 22.97e6, 0.01e6);
  g_assert_cmpfloat_with_epsilon (all_calls (table, "after_calls"), 3.40e6, 0.01e6);
  /* The rest of the tree. */
  g_assert_cmpuint (count_rows (table, "status", "matched"), >=, 69598);
}

static const struct
{
  const char *name;
  const char *status;
  const char *source;
  const char *verdict;
  double before_calls; /* below 0: none */
  double after_calls;
} story[] = {
  { "find_entry", "matched", "modified", "slower", 4837, 5508 },
  { "sort_index", "matched", "modified", "faster", 1, 1 },
  { "run_phase", "added", "unknown", "added", -1, 3 },
  { "print_hours", "added", "unknown", "added", -1, 1 },
  { "hash_word", "removed", "unknown", "removed", 4837, -1 },
  { "flush_rows", "matched", "unmodified", "slower", 10, 580 },
  { "fold_word", "matched", "reformatted", "slower", 4837, 5508 },
  { "index_word", "matched", "unmodified", "slower", 4837, 5508 },
  { "main", "matched", "modified", "slower", 1, 1 },
  { "split_lines", "matched", "modified", "unchanged", 1, 1 },
  { "print_report", "matched", "modified", "slower", 1, 1 },
};

TEST ("/recordings/demo")
{
  g_autofree char *before = root_path ("data/demo/before.json.gz");
  g_autofree char *after = root_path ("data/demo/after.json.gz");
  g_autofree char *before_source = root_path ("data/demo/before");
  g_autofree char *after_source = root_path ("data/demo/after");
  g_autoptr (Table) table = compare_csv (before, after, "--source-before", before_source,
                                         "--source-after", after_source, NULL);
  g_autoptr (Run) run = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (story); i++)
    {
      guint row = row_of (table, story[i].name);

      g_assert_cmpstr (cell (table, row, "status"), ==, story[i].status);
      g_assert_cmpstr (cell (table, row, "source"), ==, story[i].source);
      g_assert_cmpstr (cell (table, row, "verdict"), ==, story[i].verdict);
      if (story[i].before_calls >= 0)
        g_assert_cmpfloat (number (table, row, "before_calls"), ==, story[i].before_calls);
      if (story[i].after_calls >= 0)
        g_assert_cmpfloat (number (table, row, "after_calls"), ==, story[i].after_calls);
    }
  g_assert_cmpuint (table->rows->len, ==, 1 + 20);
  g_assert_cmpuint (count_rows (table, "status", "matched"), ==, 17);

  run = cyan ("compare", before, after, "--source-before", before_source, "--source-after",
              after_source, NULL);
  assert_fine (run);
  g_assert_true (g_str_has_prefix (run->out, "before to after: 6.15 ms to 10.6 ms, +73.0 %\n"));
  assert_matches (run->out,
                  "*\nStart here\n  1. find_entry (index.c:29): +* % of the run before (+* ms), *"
                  "*Delta hot path (slower)\n*main\n*run_phase\n*index_log\n*index_line\n"
                  "*index_word\n*find_entry (start here)\n\n*");
}

/* The opposite direction and the paper's own path, on request. */
TEST ("/recordings/demo-paths")
{
  g_autofree char *before = root_path ("data/demo/before.json.gz");
  g_autofree char *after = root_path ("data/demo/after.json.gz");
  g_autoptr (Run) faster = cyan ("compare", before, after, "--hot-path=faster", NULL);
  g_autoptr (Run) delta = cyan ("compare", before, after, "--hot-path=delta", NULL);

  assert_fine (faster);
  assert_matches (faster->out, "*\nDelta hot path (faster)\n*main\n*sort_index\n*");
  assert_fine (delta);
  assert_matches (delta->out, "*\nPath of the largest differences\n*main\n*find_entry\n*");
}

/* Two sampled recordings of one revision: missing nodes were just not sampled, and no node of any
 * weight is called added or removed. */
TEST ("/recordings/same-revision")
{
  g_autofree char *before = data_path ("jq-a1.perf.folded.gz");
  g_autofree char *after = data_path ("jq-a2.perf.folded.gz");
  g_autoptr (Table) table = compare_csv (before, after, NULL);
  guint one_sided = count_rows (table, "status", "added") + count_rows (table, "status", "removed");
  guint blamed = count_rows (table, "verdict", "added") + count_rows (table, "verdict", "removed");

  g_assert_cmpuint (one_sided, >, 100);
  g_assert_cmpuint (blamed, <=, one_sided / 50);
}

TESTS ()
{
  cli_test_init ();
}
