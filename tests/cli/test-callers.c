/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan callers` on recordings, and what it says to what it cannot do. */
#include "cli-fixture.h"
#include "tests.h"

#include <string.h>

static void
write_recordings (void)
{
  convert_recording ("cmark-a.cct.tsv.gz", "a.cct");
  convert_recording ("cmark-b.cct.tsv.gz", "b.cct");
}

/* Who no longer calls a function of a recording that got faster; the documentation shows the same.
 * Without a name, the function is the first to start with. */
TEST ("/cli/callers/suspect")
{
  g_autoptr (Run) run = NULL, first = NULL;
  g_autofree char *path = root_path ("docs/structures.md");
  g_autofree char *document = read_file (path, NULL);
  g_auto (GStrv) lines = NULL;

  write_recordings ();
  first = cyan ("callers", "a.cct", "b.cct", NULL);
  assert_matches (first->out, "a to b: *\ncallers of S_insert_emph, the first*");
  run = cyan ("callers", "a.cct", "b.cct", "S_can_contain", "--depth", "2", NULL);
  assert_fine (run);
  assert_matches (run->out,
                  "a to b: *\n"
                  "callers of S_can_contain\n"
                  "S_can_contain is called 716 times instead of 23852: 23136 fewer, all by "
                  "cmark_node_insert_after\n"
                  "\n*\n*"
                  "     23.9 k        716 * S_can_contain\n*"
                  "     23.1 k          - *   cmark_node_insert_after\n*"
                  "     23.1 k          - *     S_insert_emph\n*"
                  "        716        716 *   cmark_node_insert_before\n*");
  g_assert_null (strstr (run->out, "process_emphasis"));
  lines = g_strsplit (run->out, "\n", -1);
  for (guint i = 1; lines[i] != NULL; i++)
    if (*lines[i] != '\0' && strstr (document, lines[i]) == NULL)
      g_error ("docs/structures.md does not have the line \"%s\"", lines[i]);
}

/* Rows have the numbers of `compare`, summed over contexts. */
TEST ("/cli/callers/rows")
{
  g_autoptr (Run) csv = NULL, json = NULL;
  g_autoptr (Table) table = NULL, whole = NULL;
  json_t *root, *rows;

  write_recordings ();
  csv = cyan ("callers", "a.cct", "b.cct", "S_can_contain", "--format=csv", NULL);
  assert_fine (csv);
  table = table_parse (csv->out, strlen (csv->out));
  whole = compare_csv ("a.cct", "b.cct", NULL);
  g_assert_cmpfloat (number (table, 0, "before_calls"), ==,
                     sum_of (whole, "S_can_contain", "before_calls"));
  g_assert_cmpfloat (number (table, 0, "after_self"), ==,
                     sum_of (whole, "S_can_contain", "after_self"));
  g_assert_true (is_empty (table, row_of (table, "cmark_node_insert_after"), "after_calls"));
  g_assert_cmpstr (cell (table, row_of (table, "S_insert_emph"), "depth"), ==, "2");

  json = cyan ("callers", "a.cct", "b.cct", "S_can_contain", "--format=json", NULL);
  root = parse_json (json);
  rows = json_object_get (root, "callers");
  g_assert_cmpuint (json_array_size (rows), ==, table->rows->len);
  g_assert_true (json_is_null (json_object_get (root, "chosen")));
  for (gsize i = 0; i < json_array_size (rows); i++)
    g_assert_cmpstr (json_string_value (json_object_get (json_array_get (rows, i), "name")), ==,
                     cell (table, (guint) i, "name"));
  json_decref (root);
}

TEST ("/cli/callers/single")
{
  g_autoptr (Run) heaviest = NULL, named = NULL, fed = NULL;
  g_autofree char *bytes = NULL;
  gsize length;

  write_recordings ();
  heaviest = cyan ("callers", "a.cct", NULL);
  assert_fine (heaviest);
  assert_matches (heaviest->out, "a: *\ncallers of S_can_contain, the heaviest function\n"
                                 "S_can_contain is called 23852 times, 23136 of them by "
                                 "cmark_node_insert_after\n*");
  named = cyan ("callers", "a.cct", "parse_inline", "--depth=1", NULL);
  assert_fine (named);
  assert_matches (named->out, "*parse_inline is called 95810 times, all by "
                              "cmark_parse_inlines\n*");
  bytes = read_file ("a.cct", &length);
  fed = cyan_fed (bytes, (gssize) length, "callers", "-", "main", NULL);
  assert_fine (fed);
  assert_matches (fed->out, "*main has no callers\n*");
}

TEST ("/cli/callers/several-runs")
{
  g_autoptr (Run) run = NULL;

  write_recordings ();
  run = cyan ("callers", "--before=a.cct", "--after=b.cct", "--after=b.cct", "S_insert_emph", NULL);
  assert_fine (run);
  assert_matches (run->out, "*callers of S_insert_emph\n*, as often as before\n*");
}

/* A wrapper on one side does not part the callers. */
TEST ("/cli/callers/wrapper")
{
  g_autoptr (Run) run = NULL;

  write_file ("one.folded", "main;a;work 10\nmain;b;work 5\n", -1);
  write_file ("two.folded", "main;a;wrap;work 12\nmain;b;work 5\n", -1);
  run = cyan ("callers", "one.folded", "two.folded", "work", "--format=csv", NULL);
  assert_fine (run);
  g_assert_null (strstr (run->out, "wrap"));
  assert_matches (run->out, "*,0,1,a,,,,2,1,,,10,12,10,12,2\r\n*");
}

TEST ("/cli/callers/sequences")
{
  g_autoptr (Run) run = NULL, flat = NULL;
  g_autoptr (Table) table = NULL;

  write_recordings ();
  run = cyan ("callers", "a.cct", "b.cct", "--sequences", "--depth=2", "--top=3", NULL);
  assert_fine (run);
  assert_matches (run->out, "*S_insert_emph > cmark_node_insert_after > S_can_contain\n*\n*\n");
  flat = cyan ("callers", "a.cct", "--sequences", "--depth=0", "--top=3", "--format=csv", NULL);
  assert_fine (flat);
  table = table_parse (flat->out, strlen (flat->out));
  g_assert_cmpuint (table->rows->len, ==, 3);
  g_assert_cmpstr (cell (table, 0, "sequence"), ==, "S_can_contain");
  g_assert_cmpfloat (number (table, 0, "after_calls"), ==, 23852);
}

TEST ("/cli/callers/errors")
{
  g_autoptr (Run) none = cyan ("callers", NULL);
  g_autoptr (Run) unknown = NULL, two = NULL, depth = NULL, both = NULL, deep = NULL;

  write_file ("two.folded", "main;A::run 1\nmain;B::run 2\n", -1);
  assert_fails (none, "callers needs one or two profiles: BEFORE ?AFTER? ?FUNCTION?");
  unknown = cyan ("callers", "two.folded", "walk", NULL);
  assert_fails (unknown, "callers: \"walk\" is no file, and no function has that name");
  two = cyan ("callers", "two.folded", "run", NULL);
  assert_fails (two, "callers: 2 functions are named \"run\": \"A::run\", \"B::run\"");
  depth = cyan ("callers", "two.folded", "--depth=-1", NULL);
  assert_fails (depth, "--depth: \"-1\" is not a number from 0 to *");
  both = cyan ("callers", "two.folded", "main", "--sequences", NULL);
  assert_fails (both, "callers: --sequences is about all functions, not \"main\"");
  deep = cyan ("callers", "two.folded", "A::run", "--depth=6", NULL);
  g_assert_cmpint (deep->status, ==, 0);
  assert_matches (deep->err, "cyan: note: --depth: with more than 5 levels *\n");
}

TESTS ()
{
  cli_test_init ();
}
