/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The XML example of the blueprint paper (section II) through `cyan compare`, number by number. */
#include "cli-fixture.h"
#include "tests.h"

#include <math.h>
#include <string.h>

/* Totals of the paper: 942, 495, 404, 34 before; 1905, 1085, 699, 385, 784, 36 after.  Self values
 * are totals without the children's. */
static const char before_cct[] = "cct 1\n"
                                 "meta\tversion\t1.0\n"
                                 "metric\ttime\tms\n"
                                 "function\tmain\txml\tsrc/main.c\t7\n"
                                 "function\tbuild(File)\n"
                                 "function\tbuild(URL)\n"
                                 "function\tbuild(InputSource)\n"
                                 "function\tparse\n"
                                 "function\tcreateParser\n"
                                 "function\tcreateContentHandler\n"
                                 "0\t1\t1\t0\n"
                                 "1\t2\t1\t0\t12\n"
                                 "2\t3\t1\t0\n"
                                 "3\t4\t1\t9\n"
                                 "4\t5\t1\t495\n"
                                 "4\t6\t1\t404\n"
                                 "4\t7\t1\t34\n"
                                 "end\t7\n";

static const char after_cct[] = "cct 1\n"
                                "meta\tversion\t2.0\n"
                                "metric\ttime\tms\n"
                                "function\tmain\txml\tsrc/main.c\t7\n"
                                "function\tbuild(File)\n"
                                "function\tbuild(URL)\n"
                                "function\tbuild(InputSource)\n"
                                "function\tparse_proxy\n"
                                "function\tnew_method\n"
                                "function\tparse\n"
                                "function\tcreateParser\n"
                                "function\tcreateContentHandler\n"
                                "0\t1\t1\t0\n"
                                "1\t2\t1\t0\t12\n"
                                "2\t3\t1\t0\n"
                                "3\t4\t1\t0\n"
                                "4\t5\t1\t1\n"
                                "5\t6\t1\t699\n"
                                "5\t7\t1\t385\n"
                                "4\t8\t1\t784\n"
                                "4\t9\t1\t36\n"
                                "end\t9\n";

static const char columns[] =
    "node,parent,depth,name,module,file,line,callsite,status,source,verdict,before_calls,"
    "after_calls,before_total,after_total,before_self,after_self,before_share,after_share,height,"
    "width,moved_to,moved_from,old_name,ratio,ratio_low,ratio_high,q_value,before_missing,after_"
    "missing,height_absolute";

static const struct
{
  const char *name;
  const char *parent;
  const char *status;
  const char *verdict;
  double before_total; /* negative: none */
  double after_total;
  double before_self;
  double after_self;
  double height;
} expected[] = {
  { "(all)", NULL, "matched", "unchanged", 942, 1905, 0, 0, 0 },
  { "main", "(all)", "matched", "unchanged", 942, 1905, 0, 0, 0 },
  { "build(File)", "main", "matched", "unchanged", 942, 1905, 0, 0, 0 },
  { "build(URL)", "build(File)", "matched", "unchanged", 942, 1905, 0, 0, 0 },
  { "build(InputSource)", "build(URL)", "matched", "unchanged", 942, 1905, 9, 0, 0 },
  { "parse_proxy", "build(InputSource)", "added", "added", -1, 1085, -1, 1, 0.044076 },
  { "new_method", "parse_proxy", "added", "added", -1, 699, -1, 699, 0.366929 },
  { "parse", "parse_proxy", "matched", "faster", 495, 385, 495, 385, -0.323378 },
  { "createParser", "build(InputSource)", "matched", "unchanged", 404, 784, 404, 784, -0.017326 },
  { "createContentHandler", "build(InputSource)", "matched", "unchanged", 34, 36, 34, 36,
    -0.017196 },
};

static void
write_profiles (void)
{
  write_file ("before.cct", before_cct, -1);
  write_file ("after.cct", after_cct, -1);
}

static void
assert_near_or_empty (const Table *table, guint row, const char *column, double value)
{
  if (value < 0)
    g_assert_cmpstr (cell (table, row, column), ==, "");
  else
    g_assert_cmpfloat_with_epsilon (number (table, row, column), value, 1e-9);
}

/* In shares. */
TEST ("/golden/csv")
{
  g_autoptr (Table) table = NULL;
  g_autofree char *header = NULL;

  write_profiles ();
  table = compare_csv ("--basis=share", "before.cct", "after.cct", NULL);
  g_assert_cmpstr (table->comment, ==, "unit: ms");
  header = g_strjoinv (",", table->columns);
  g_assert_cmpstr (header, ==, columns);
  g_assert_cmpuint (table->rows->len, ==, G_N_ELEMENTS (expected));

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      guint row = row_of (table, expected[i].name);
      double before = expected[i].before_total, after = expected[i].after_total;

      g_assert_cmpfloat (number (table, row, "node"), ==, row);
      if (expected[i].parent == NULL)
        {
          g_assert_cmpuint (row, ==, 0);
          g_assert_cmpstr (cell (table, row, "parent"), ==, "");
          g_assert_cmpstr (cell (table, row, "depth"), ==, "0");
        }
      else
        {
          guint parent = row_of (table, expected[i].parent);

          g_assert_cmpfloat (number (table, row, "parent"), ==, parent);
          g_assert_cmpfloat (number (table, row, "depth"), ==, number (table, parent, "depth") + 1);
          g_assert_cmpuint (parent, <, row);
          g_assert_cmpstr (cell (table, row, "before_calls"), ==, before < 0 ? "" : "1");
          g_assert_cmpstr (cell (table, row, "after_calls"), ==, "1");
        }
      g_assert_cmpstr (cell (table, row, "status"), ==, expected[i].status);
      g_assert_cmpstr (cell (table, row, "verdict"), ==, expected[i].verdict);
      g_assert_cmpstr (cell (table, row, "source"), ==, "unknown");
      assert_near_or_empty (table, row, "before_total", before);
      assert_near_or_empty (table, row, "after_total", after);
      assert_near_or_empty (table, row, "before_self", expected[i].before_self);
      assert_near_or_empty (table, row, "after_self", expected[i].after_self);
      assert_near_or_empty (table, row, "before_share", before / 942);
      assert_near_or_empty (table, row, "after_share", after / 1905);
      g_assert_cmpfloat_with_epsilon (number (table, row, "height"), expected[i].height, 1e-6);
    }

  g_assert_cmpstr (cell (table, 1, "module"), ==, "xml");
  g_assert_cmpstr (cell (table, 1, "file"), ==, "src/main.c");
  g_assert_cmpstr (cell (table, 1, "line"), ==, "7");
  g_assert_cmpstr (cell (table, 1, "callsite"), ==, "");
  g_assert_cmpstr (cell (table, 2, "callsite"), ==, "12");
  g_assert_cmpstr (cell (table, 2, "line"), ==, "");
  /* One call on either side; the parent of parse_proxy ran once before, that of new_method did not
   * run. */
  g_assert_cmpfloat (number (table, row_of (table, "parse"), "width"), ==, 0);
  g_assert_cmpfloat (number (table, row_of (table, "parse_proxy"), "width"), ==, 0);
  g_assert_cmpfloat_with_epsilon (number (table, row_of (table, "new_method"), "width"), G_LN2,
                                  1e-9);
}

/* The JSON has the same values as the CSV, member by member and in the same order. */
TEST ("/golden/json")
{
  g_autoptr (Table) table = NULL;
  g_autoptr (Run) run = NULL;
  json_t *json, *nodes, *row, *value;
  const char *key;
  gsize i;

  write_profiles ();
  table = compare_csv ("before.cct", "after.cct", NULL);
  run = cyan ("compare", "before.cct", "after.cct", "--format", "json", NULL);
  assert_fine (run);
  json = parse_json (run);
  g_assert_cmpstr (json_string_value (json_object_get (json, "unit")), ==, "ms");
  g_assert_cmpstr (json_string_value (json_object_get (json_object_get (json, "before"), "name")),
                   ==, "1.0");
  g_assert_cmpstr (json_string_value (json_object_get (json_object_get (json, "after"), "name")),
                   ==, "2.0");
  nodes = json_object_get (json, "nodes");
  g_assert_cmpuint (json_array_size (nodes), ==, table->rows->len);
  json_array_foreach (nodes, i, row)
  {
    guint column = 0;

    g_assert_cmpuint (json_object_size (row), ==, g_strv_length (table->columns));
    json_object_foreach (row, key, value)
    {
      const char *text = cell (table, (guint) i, key);

      g_assert_cmpstr (key, ==, table->columns[column++]);
      if (json_is_string (value))
        g_assert_cmpstr (json_string_value (value), ==, text);
      else if (json_is_null (value))
        g_assert_cmpstr (text, ==, "");
      else
        g_assert_cmpfloat (json_number_value (value), ==, number (table, (guint) i, key));
    }
  }
  json_decref (json);
}

static void
assert_same_output (const char *option, const char *other)
{
  g_autoptr (Run) run = cyan ("compare", "before.cct", "after.cct", "--format=csv", option, NULL);
  g_autoptr (Run) same = cyan ("compare", "before.cct", "after.cct", "--format=csv", other, NULL);

  assert_fine (run);
  assert_fine (same);
  g_assert_cmpstr (run->out, ==, same->out);
}

/* Times are compared absolutely unless shares are asked for: verdicts follow the basis, columns do
 * not.  Absolute heights are parts of the 942 ms of the run before. */
TEST ("/golden/absolute")
{
  static const struct
  {
    const char *name;
    double change;
    const char *verdict;
  } changes[] = {
    { "main", 963, "slower" },         { "parse_proxy", 1085 - 495, "added" },
    { "new_method", 699, "added" },    { "parse", -110, "faster" },
    { "createParser", 380, "slower" }, { "createContentHandler", 2, "unchanged" },
  };
  g_autoptr (Table) table = NULL, shares = NULL;

  write_profiles ();
  table = compare_csv ("before.cct", "after.cct", NULL);
  shares = compare_csv ("before.cct", "after.cct", "--basis", "share", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    {
      guint row = row_of (table, changes[i].name);

      g_assert_cmpfloat_with_epsilon (number (table, row, "height_absolute"),
                                      changes[i].change / 942, 1e-9);
      g_assert_cmpstr (cell (table, row, "verdict"), ==, changes[i].verdict);
      for (guint column = 0; table->columns[column] != NULL; column++)
        if (strcmp (table->columns[column], "verdict") != 0)
          g_assert_cmpstr (cell (table, row, table->columns[column]), ==,
                           cell (shares, row, table->columns[column]));
    }
  assert_same_output ("--absolute", "--basis=absolute");
  assert_same_output ("--basis=auto", "--basis=absolute");
}

TEST ("/golden/basis-errors")
{
  g_autoptr (Run) unknown = NULL, both = NULL;

  write_profiles ();
  unknown = cyan ("compare", "before.cct", "after.cct", "--basis", "time", NULL);
  assert_fails (unknown, "--basis: no basis \"time\"; share, absolute or auto");
  both = cyan ("compare", "before.cct", "after.cct", "--absolute", "--basis", "share", NULL);
  assert_fails (both, "--absolute is --basis absolute: give either");
}

TEST ("/golden/text")
{
  g_autoptr (Run) run = NULL;

  write_profiles ();
  run = cyan ("compare", "before.cct", "after.cct", NULL);
  assert_fine (run);
  g_assert_true (g_str_has_prefix (run->out,
                                   "1.0 to 2.0: 942 ms to 1.91 s, +102 %\n"
                                   "7 contexts matched, 0 renamed, 2 added, 0 removed\n"));
  g_assert_nonnull (strstr (run->out, "\nStart here\n  No function stands out: "));
}

/* Matched by path, the parser below the new proxy is another node. */
TEST ("/golden/path")
{
  g_autoptr (Table) table = NULL;

  write_profiles ();
  table = compare_csv ("--match", "path", "before.cct", "after.cct", NULL);
  g_assert_cmpuint (count_rows (table, "status", "matched"), ==, 6);
  g_assert_cmpuint (count_rows (table, "status", "added"), ==, 3);
  g_assert_cmpuint (count_rows (table, "status", "removed"), ==, 1);
  g_assert_cmpfloat_with_epsilon (sum_of (table, "parse", "height"), 495 / 942. + 385 / 1905.,
                                  1e-9);
}

TESTS ()
{
  cli_test_init ();
}
