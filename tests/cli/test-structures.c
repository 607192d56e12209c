/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan structures` on real recordings and on the literature's log. */
#include "cli-fixture.h"

#include <string.h>

#include "call-log.h"
#include "tests.h"

static Table *
structures_csv (const char *file)
{
  g_autoptr (Run) run = cyan ("structures", "--format", "csv", file, NULL);

  assert_fine (run);
  return table_parse (run->out, run->out_length);
}

/* The row of a structure; a parameter of 0 is any. */
static guint
find (const Table *table, const char *structure, double parameter)
{
  for (guint i = 0; i < table->rows->len; i++)
    if (strcmp (cell (table, i, "structure"), structure) == 0
        && (parameter == 0 || number (table, i, "parameter") == parameter))
      return i;
  g_error ("no row for %s, %g", structure, parameter);
}

/* cmark recorded by uftrace. */
TEST ("/cli/structures/recording")
{
  static const struct
  {
    const char *structure;
    double parameter;
    guint nodes, leaves, most_calls, degree, depth;
  } expected[] = {
    { "DCT", 0, 27684, 17824, 1, 2740, 20 },
    { "CCT", 0, 395, 208, 2663, 19, 20 },
    { "CCU", 0, 395, 208, 2663, 19, 20 },
    { "ACCT", 20, 252, 129, 138, 11, 18 },
    { "HCCT of max", 0.1, 37, 14, 2663, 3, 10 },
    { "HCCT of max", 0.01, 170, 91, 2663, 9, 10 },
    { "HCCT of max", 0.001, 275, 142, 2663, 12, 16 },
    { "HCCT of all", 0.001, 170, 91, 2663, 9, 10 },
    /* With enough counters for all contexts, those of streams are exact. */
    { "Space-Saving", 0.001, 170, 91, 2663, 9, 10 },
    { "Lossy Counting", 0.001, 170, 91, 2663, 9, 10 },
  };
  /* k, nodes of the forests of callers and of slabs, without their roots. */
  static const guint forests[][3] = {
    { 1, 409, 409 }, { 2, 738, 598 }, { 3, 1090, 657 }, { 5, 1735, 665 }
  };
  g_autofree char *path = data_path ("cmark-a.uftrace.json.zst");
  g_autoptr (Table) table = structures_csv (path);

  g_assert_cmpuint (table->rows->len, ==, 19);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      guint row = find (table, expected[i].structure, expected[i].parameter);

      g_assert_cmpfloat (number (table, row, "nodes"), ==, expected[i].nodes);
      g_assert_cmpfloat (number (table, row, "leaves"), ==, expected[i].leaves);
      g_assert_cmpfloat (number (table, row, "most_calls"), ==, expected[i].most_calls);
      g_assert_cmpfloat (number (table, row, "degree"), ==, expected[i].degree);
      g_assert_cmpfloat (number (table, row, "depth"), ==, expected[i].depth);
      g_assert_cmpfloat (number (table, row, "threads"), ==, 1);
      g_assert_cmpfloat (number (table, row, "bytes"), >, 0);
      g_assert_cmpfloat (number (table, row, "ns_per_call"), >=, 0);
    }
  for (guint i = 0; i < G_N_ELEMENTS (forests); i++)
    {
      guint callers = find (table, "k-CCF", forests[i][0]);
      guint slabs = find (table, "k-SF", forests[i][0]);

      g_assert_cmpfloat (number (table, callers, "nodes") - 1, ==, forests[i][1]);
      g_assert_cmpfloat (number (table, slabs, "nodes") - 1, ==, forests[i][2]);
      g_assert_true (is_empty (table, callers, "overlap"));
    }
  g_assert_cmpfloat_with_epsilon (number (table, find (table, "HCCT of all", 0.001), "overlap"),
                                  0.956, 5e-4);
  g_assert_cmpfloat (number (table, find (table, "DCT", 0), "method_contexts"), ==, 887);
  g_assert_cmpfloat (number (table, find (table, "CCT", 0), "method_contexts"), ==, 18);
  g_assert_cmpfloat (number (table, find (table, "CCU", 0), "methods"), ==, 147);
  g_assert_cmpfloat (number (table, find (table, "HCCT of max", 0.1), "methods"), ==, 32);
  /* A total of a thousandth lacks at most epsilon, a fifth of it. */
  g_assert_cmpfloat (number (table, find (table, "hot tree", 0.001), "shortfall_most"), <=, 0.2);
}

/* Figure 3.2 of the study: a log with packages and classes. */
TEST ("/cli/structures/log")
{
  g_autoptr (Run) run = NULL;
  g_autoptr (Table) table = NULL;
  guint row;

  write_file ("figure.log", FIGURE_3_2, -1);
  table = structures_csv ("figure.log");
  row = find (table, "CCT", 0);
  g_assert_cmpfloat (number (table, row, "nodes"), ==, 11);
  g_assert_cmpfloat (number (table, row, "packages"), ==, 2);
  g_assert_cmpfloat (number (table, row, "classes"), ==, 5);
  g_assert_cmpfloat (number (table, row, "class_methods"), ==, 3);
  g_assert_cmpfloat (number (table, row, "class_calls"), ==, 1);
  g_assert_cmpfloat (number (table, row, "method_contexts"), ==, 3);
  run = cyan ("structures", "figure.log", NULL);
  assert_fine (run);
  assert_matches (run->out, "figure.log: calls 10, contexts 10\n*");
  assert_matches (run->out, "*\nShape: *\n  DCT  *\nAccuracy: *\nMetrics: package "
                            "javaapplication3, class javaapplication3.B, method "
                            "javaapplication3.B.a\n*\nTime and bytes: *");
}

/* Samples have no single calls, and a call graph no order of them. */
TEST ("/cli/structures/without-events")
{
  static const char *const of_events[] = {
    "DCT", "CCU", "ACCT", "Space-Saving", "Lossy Counting", "hot tree"
  };
  g_autofree char *graph = data_path ("shapes.callgrind.out.zst");
  g_autoptr (Run) run = NULL;

  write_file ("s.folded", "main;a;b 60\nmain;a 30\nmain;c 10\n", -1);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (Table) table = structures_csv (i == 0 ? graph : "s.folded");

      for (guint k = 0; k < G_N_ELEMENTS (of_events); k++)
        g_assert_true (is_empty (table, find (table, of_events[k], 0), "nodes"));
      g_assert_false (is_empty (table, find (table, "CCT", 0), "nodes"));
      g_assert_false (is_empty (table, find (table, "k-CCF", 2), "nodes"));
      g_assert_true (is_empty (table, find (table, "CCT", 0), "ns_per_call"));
    }
  run = cyan ("structures", "--hot-of-max", "50%", "s.folded", NULL);
  assert_fine (run);
  assert_matches (run->out, "*\nThe recording has no single calls*\n  DCT  * -  *"
                            "\n  HCCT of max, 0.5  * 4 *");
}

TEST ("/cli/structures/json")
{
  g_autofree char *path = data_path ("cmark-a.uftrace.json.zst");
  g_autoptr (Run) run = cyan ("structures", "--format", "json", "--depth", "4", "--sample", "100",
                              "--hot=1%", path, NULL);
  json_t *root, *rows;
  gboolean has_sampled = FALSE;

  assert_fine (run);
  root = parse_json (run);
  g_assert_cmpint (json_integer_value (json_object_get (root, "calls")), ==, 27683);
  g_assert_cmpint (json_integer_value (json_object_get (root, "ids_64_bits")), ==, 394);
  g_assert_cmpfloat (json_real_value (json_object_get (root, "phi")), ==, 0.01);
  rows = json_object_get (root, "structures");
  g_assert_cmpuint (json_array_size (rows), ==, 13);
  for (guint i = 0; i < json_array_size (rows); i++)
    {
      json_t *row = json_array_get (rows, i);

      if (strcmp (json_string_value (json_object_get (row, "structure")), "ACCT") != 0)
        continue;
      has_sampled = TRUE;
      g_assert_cmpfloat (json_number_value (json_object_get (row, "parameter")), ==, 100);
    }
  g_assert_true (has_sampled);
  json_decref (root);
}

TEST ("/cli/structures/bad")
{
  static const struct
  {
    const char *option, *value, *message;
  } cases[] = {
    { "--max-calls", "3", "s.log: line 4: more than 3 calls; --max-calls sets another limit" },
    { "--max-calls", "0", "--max-calls: \"0\" is not a number from 1 to *" },
    { "--sample", "x", "--sample: \"x\" is not a number from 1 to *" },
    { "--depth", "1001", "--depth: \"1001\" is not a number from 1 to 1000" },
    { "--hot-of-max", "0", "--hot-of-max: \"0\" is not above 0 and at most 1" },
    { "--hot-of-max", "nan", "--hot-of-max: *" },
    { "--format", "html", "--format: no format \"html\"; text, csv or json" },
  };
  g_autoptr (Run) none = cyan ("structures", NULL), folded = NULL;

  assert_fails (none, "structures needs one recording");
  write_file ("s.log", "Enters: a\nEnters: b\nEnters: c\nEnters: d\n", -1);
  folded = cyan ("structures", "--fold-recursion", "s.log", NULL);
  assert_fails (folded, "s.log: it has single calls, whose recursion *");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (Run) run = cyan ("structures", cases[i].option, cases[i].value, "s.log", NULL);

      assert_fails (run, cases[i].message);
    }
}

TESTS ()
{
  cli_test_init ();
}
