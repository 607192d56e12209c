/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Real sampled recordings with one and several runs per side: real changes must be reported, random
 * ones must not.
 *
 * gomarkdown (Go's profiler) links its nodes to their siblings instead of searching them; marked
 * (V8's profiler) masks a text at once; jq (perf) got `unique` in C.
 */
#include "cli-fixture.h"
#include "tests.h"

#include <string.h>

static Table *
compare_data (const char *before, const char *after)
{
  g_autofree char *a = data_path (before);
  g_autofree char *b = data_path (after);

  return compare_csv (a, b, NULL);
}

static guint
count_of (const Table *table, const char *name, const char *column, const char *value)
{
  guint n = 0;

  for (guint row = 0; row < table->rows->len; row++)
    n += strcmp (cell (table, row, "name"), name) == 0
         && strcmp (cell (table, row, column), value) == 0;
  return n;
}

static double
ratio_of (const Table *table)
{
  return number (table, 0, "after_total") / number (table, 0, "before_total");
}

#define AST "github.com/gomarkdown/markdown/ast."

/* What a few samples hit on one side only is neither added nor removed. */
TEST ("/sampled/counts")
{
  g_autofree char *before = data_path ("gomarkdown-a.folded.zst");
  g_autofree char *after = data_path ("gomarkdown-b.folded.zst");
  g_autoptr (Run) run = cyan ("compare", before, after, NULL);

  assert_matches (
      run->out,
      "*\n613 contexts matched, 0 renamed, 5 added, 12 removed, 884 not sampled on one side\n*");
}

TEST ("/sampled/gomarkdown")
{
  static const char *const added[] = { AST "setNextNode", AST "setPrevNode", AST "linkedPrevNode" };
  static const char *const removed[] = { "runtime.ifaceeq", "runtime.isDirectIface" };
  g_autoptr (Table) table = compare_data ("gomarkdown-a.folded.zst", "gomarkdown-b.folded.zst");

  g_assert_cmpfloat_with_epsilon (ratio_of (table), 0.52, 0.005);
  g_assert_cmpfloat_with_epsilon (sum_of (table, AST "GetPrevNode", "before_total"), 1.93e9,
                                  0.01e9);
  g_assert_cmpfloat_with_epsilon (sum_of (table, AST "GetPrevNode", "after_total"), 6e6, 1e6);
  g_assert_cmpfloat_with_epsilon (sum_of (table, "runtime.ifaceeq", "before_self"), 0.95e9, 0.01e9);
  for (guint i = 0; i < G_N_ELEMENTS (removed); i++)
    {
      g_assert_cmpfloat (sum_of (table, removed[i], "after_total"), ==, 0);
      g_assert_cmpuint (count_of (table, removed[i], "verdict", "removed"), >, 0);
    }
  for (guint i = 0; i < G_N_ELEMENTS (added); i++)
    {
      g_assert_cmpfloat (sum_of (table, added[i], "before_total"), ==, 0);
      g_assert_cmpuint (count_of (table, added[i], "status", "added"), >, 0);
    }
  g_assert_cmpfloat_with_epsilon (
      sum_of (table, "github.com/gomarkdown/markdown/parser.codeSpan", "before_self"), 0.104e9,
      1e6);
  g_assert_cmpfloat_with_epsilon (
      sum_of (table, "github.com/gomarkdown/markdown/parser.codeSpan", "after_self"), 4e6, 1e6);
}

TEST ("/sampled/marked")
{
  g_autofree char *before = data_path ("marked-a.folded.zst");
  g_autofree char *after = data_path ("marked-b.folded.zst");
  g_autoptr (Table) table = compare_csv (before, after, NULL);
  g_autoptr (Run) run = cyan ("compare", before, after, NULL);
  double collector = sum_of (table, "(garbage collector)", "before_self");

  g_assert_cmpfloat_with_epsilon (ratio_of (table), 0.35, 0.01);
  g_assert_cmpfloat_with_epsilon (sum_of (table, "inlineTokens", "before_self"), 2.00e6, 0.01e6);
  g_assert_cmpfloat_with_epsilon (sum_of (table, "inlineTokens", "after_self"), 0.24e6, 0.01e6);
  g_assert_cmpfloat_with_epsilon (sum_of (table, "(garbage collector)", "after_self") / collector,
                                  0.43, 0.01);
  /* About fifty names are on one side only, all by chance. */
  g_assert_cmpuint (count_rows (table, "status", "added"), >, 20);
  g_assert_cmpuint (count_rows (table, "verdict", "added"), ==, 0);
  g_assert_cmpuint (count_rows (table, "verdict", "removed"), ==, 0);
  /* A name that is a whole pattern stays one name. */
  g_assert_true (has_row (table, "RegExp: [<>\"']|&(?!(#\\d{1,7}|#[Xx][a-fA-F0-9]{1,6}|\\w+),)"));
  /* Idle time does not count. */
  g_assert_cmpfloat (sum_of (table, "(idle)", "before_total"), ==, 0);
  assert_fine (run);
  assert_matches (run->out, "*in idle frames do not count*");
  assert_matches (run->out, "*\nStart here\n  1. inlineTokens: *");
}

/* "jq-?.perf.folded.gz" of version 'a' and run '1' is "jq-a1.perf.folded.gz". */
static char *
file_of_run (const char *program, char version, char run)
{
  const char *mark = strchr (program, '?');

  return g_strdup_printf ("%.*s%c%c%s", (int) (mark - program), program, version, run, mark + 1);
}

/* Runs `cyan compare` with several runs per side: those of version @before ("a") whose numbers are
 * the digits of @befores, and the same for after.  @program is the pattern of the file names. */
static Run *
compare_runs (const char *program,
              char before,
              const char *befores,
              char after,
              const char *afters,
              const char *format)
{
  GString *command = g_string_new ("exec \"$0\" compare --format ");
  Run *run;

  g_string_append (command, format);
  for (const char *digit = befores; *digit != '\0'; digit++)
    {
      g_autofree char *name = file_of_run (program, before, *digit);
      g_autofree char *path = data_path (name);

      g_string_append_printf (command, " --before '%s'", path);
    }
  for (const char *digit = afters; *digit != '\0'; digit++)
    {
      g_autofree char *name = file_of_run (program, after, *digit);
      g_autofree char *path = data_path (name);

      g_string_append_printf (command, " --after '%s'", path);
    }
  run = run_program ("sh", "-c", command->str, cyan_path (), NULL);
  g_assert_cmpint (run->status, ==, 0);
  g_string_free (command, TRUE);
  return run;
}

/* Counts nodes whose verdict is not "unchanged". */
static guint
count_changed (const Table *table)
{
  return table->rows->len - 1 - count_rows (table, "verdict", "unchanged");
}

static const char *const programs[] = { "jq-?.perf.folded.gz", "gomarkdown-?.pprof.folded.gz",
                                        "marked-?.v8.folded.gz" };

TEST ("/sampled/same-revision")
{
  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    for (const char *side = "ab"; *side != '\0'; side++)
      {
        g_autoptr (Run) run = compare_runs (programs[i], *side, "145", *side, "23", "csv");
        g_autoptr (Table) table = table_parse (run->out, run->out_length);
        g_autoptr (Run) words = compare_runs (programs[i], *side, "145", *side, "23", "text");

        g_assert_cmpuint (count_rows (table, "status", "added"), >, 50);
        g_assert_cmpuint (count_changed (table), ==, 0);
        assert_matches (words->out, "*\nDelta hot path\n  no significant change\n*");
      }
}

TEST ("/sampled/several-runs")
{
  g_autoptr (Run) run = compare_runs (programs[0], 'a', "12345", 'b', "12345", "csv");
  g_autoptr (Table) table = table_parse (run->out, run->out_length);
  g_autoptr (Run) words = compare_runs (programs[0], 'a', "12345", 'b', "12345", "text");
  guint n_tested = 0;

  for (guint row = 1; row < table->rows->len; row++)
    if (!is_empty (table, row, "q_value") && !is_empty (table, row, "ratio"))
      {
        double ratio = number (table, row, "ratio");
        double q = number (table, row, "q_value");

        n_tested++;
        g_assert_cmpfloat (number (table, row, "ratio_low"), <=, ratio);
        if (!is_empty (table, row, "ratio_high"))
          g_assert_cmpfloat (ratio, <=, number (table, row, "ratio_high"));
        g_assert_true (q >= 0 && q <= 1);
        if (strcmp (cell (table, row, "verdict"), "unchanged") != 0)
          g_assert_cmpfloat (q, <=, 0.05);
      }
  g_assert_cmpuint (n_tested, >, 50);
  g_assert_cmpuint (count_of (table, "jv_array_get", "verdict", "faster"), >, 0);
  g_assert_cmpuint (count_of (table, "jq_next", "verdict", "faster"), >, 0);
  assert_matches (words->out, "*(5 runs) to *(5 runs): *\nnoise: 5 sampled runs a side, *");
  assert_matches (words->out, "*\nStart here\n  1. jv_*jq_next*");
}

/* One run says less than five. */
TEST ("/sampled/alpha")
{
  g_autofree char *before = data_path ("jq-a1.perf.folded.gz");
  g_autofree char *after = data_path ("jq-b1.perf.folded.gz");
  g_autoptr (Table) usual = compare_csv (before, after, NULL);
  g_autoptr (Table) careful = compare_csv (before, after, "--alpha=0.0001%", NULL);
  g_autoptr (Table) coarse = compare_csv (before, after, "--sample-period=50000000", NULL);

  g_assert_cmpuint (count_rows (usual, "verdict", "faster"), >, 0);
  g_assert_cmpuint (count_rows (careful, "verdict", "faster"), <,
                    count_rows (usual, "verdict", "faster"));
  g_assert_cmpuint (count_changed (coarse), <, count_changed (usual));
}

TESTS ()
{
  cli_test_init ();
}
