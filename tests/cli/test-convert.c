/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * `cyan convert`: a recording compared with its converted copy shows no difference, and one line
 * says what was lost.  Trees inferred from call graphs are marked in every output.
 */
#include "cli-fixture.h"
#include "tests.h"

#include <string.h>

#define INFERRED "inferred from a call graph"

static const char *const recordings[] = {
  "cmark-a.callgrind.out.zst",
  "cmark-a.perf.txt.zst",
  "cmark-a.speedscope.json.zst",
  "cmark-a.uftrace.json.zst",
  "clang-small.time-trace.json.zst",
  "gomarkdown-a.pb.gz",
  "jq-a.perf.folded.gz",
  "lark-a.prof.zst",
  "marked-a1.cpuprofile.zst",
};

static guint
count_lines (const char *text, const char *prefix)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  guint n = 0;

  for (guint i = 0; lines[i] != NULL; i++)
    n += g_str_has_prefix (lines[i], prefix);
  return n;
}

/* Converts @in to @out, which must succeed.  The result has the messages on standard error. */
static Run *
convert (const char *in, const char *out)
{
  Run *run = cyan ("convert", in, "-o", out, NULL);

  g_assert_cmpint (run->status, ==, 0);
  g_assert_cmpstr (run->out, ==, "");
  return run;
}

/* Checks that all rows are matched and unchanged, with equal numbers on both sides. */
static void
assert_no_difference (const char *a, const char *b)
{
  static const char *const measures[] = { "calls", "total", "self", "share" };
  g_autoptr (Table) table = compare_csv (a, b, NULL);

  g_assert_cmpuint (table->rows->len, >, 10);
  for (guint row = 0; row < table->rows->len; row++)
    {
      g_assert_cmpstr (cell (table, row, "status"), ==, "matched");
      g_assert_cmpstr (cell (table, row, "verdict"), ==, "unchanged");
      g_assert_cmpfloat (number (table, row, "height"), ==, 0);
      for (guint i = 0; i < G_N_ELEMENTS (measures); i++)
        {
          g_autofree char *before = g_strconcat ("before_", measures[i], NULL);
          g_autofree char *after = g_strconcat ("after_", measures[i], NULL);

          g_assert_cmpstr (cell (table, row, before), ==, cell (table, row, after));
        }
    }
}

static void
test_same (gconstpointer data)
{
  /* pprof keeps what was read from it. */
  static const char *const outs[] = { "a.cct", "a.cct.gz", "a.pb", "a.pb.gz" };
  guint n_outs = g_str_has_suffix (data, ".pb.gz") ? 4 : 2;
  g_autofree char *path = data_path (data);
  g_autoptr (Run) before = cyan ("info", "-f", "json", path, NULL);
  json_auto_t *told = parse_json (before);

  for (guint i = 0; i < n_outs; i++)
    {
      g_autoptr (Run) run = convert (path, outs[i]);
      g_autoptr (Run) after = cyan ("info", "-f", "json", outs[i], NULL);
      json_auto_t *again = parse_json (after);

      /* Nothing is lost. */
      g_assert_null (strstr (run->err, "carry"));
      assert_no_difference (path, outs[i]);
      json_object_set (again, "format", json_object_get (told, "format"));
      g_assert_true (json_equal (told, again));
    }
}

/* Folded stacks keep only names and one number, and one line says so. */
static void
test_folded (gconstpointer data)
{
  g_autofree char *path = data_path (data);
  g_autoptr (Run) run = convert (path, "a.folded");
  g_autoptr (Run) again = convert ("a.folded", "b.folded");
  g_autoptr (Run) thrice = convert ("b.folded", "c.folded");
  g_autoptr (Run) info = cyan ("info", "-f", "json", path, NULL);
  g_autoptr (Run) folded = cyan ("info", "-f", "json", "a.folded", NULL);
  json_auto_t *told = parse_json (info), *told_folded = parse_json (folded);
  double total = json_number_value (json_object_get (told, "total"));
  g_autofree char *b = NULL, *c = NULL;

  g_assert_cmpuint (count_lines (run->err, "cyan: note: folded stacks do not carry "), ==,
                    g_str_has_suffix (data, ".folded.gz") ? 0 : 1);
  g_assert_cmpstr (again->err, ==, "");
  g_assert_cmpstr (thrice->err, ==, "");
  g_assert_cmpfloat_with_epsilon (json_number_value (json_object_get (told_folded, "total")), total,
                                  1e-9 * total);
  /* When converted again, stacks with the same names are merged. */
  b = read_file ("b.folded", NULL);
  c = read_file ("c.folded", NULL);
  g_assert_true (strcmp (b, c) == 0);
  assert_no_difference ("a.folded", "b.folded");
}

TEST ("/convert/rounded")
{
  g_autoptr (Run) run = NULL;

  write_file ("half.cct",
              "cct "
              "1\nrecording\tsampled\nsiblings\tunordered\nmetric\ttime\tns\nfunction\tf\n0\t1\t-"
              "\t0.5\nend\t1\n",
              -1);
  run = convert ("half.cct", "half.pb.gz");
  g_assert_cmpstr (run->err, ==,
                   "cyan: note: pprof carries whole numbers only: values of time were rounded\n");
}

/* Names never reach the terminal unescaped. */
TEST ("/convert/hostile")
{
  g_autoptr (Run) run = NULL;

  write_file ("bad.cct",
              "cct 1\nnote\t\033[31mred\nmetric\t\033[2J\tns\nfunction\tf\n0\t1\t-\t0.5\nend\t1\n",
              -1);
  run = convert ("bad.cct", "bad.pb.gz");
  g_assert_null (strchr (run->err, '\033'));
  g_assert_cmpuint (count_lines (run->err, "cyan: note: "), ==, 2);
}

/* The recording in tests/data, original or converted. */
static char *
inferred_path (const char *name, guint way)
{
  static const char *const endings[] = { NULL, ".cct" };
  g_autofree char *path = data_path (name);
  g_autofree char *out = NULL;
  g_autoptr (Run) run = NULL;

  if (endings[way] == NULL)
    return g_steal_pointer (&path);
  out = g_strconcat (name, endings[way], NULL);
  run = convert (path, out);
  return g_steal_pointer (&out);
}

static void
test_inferred (gconstpointer data)
{
  static const char *const pairs[][2] = {
    { "cmark-a.callgrind.out.zst", "cmark-b.callgrind.out.zst" },
    { "lark-a.prof.zst", "lark-b.prof.zst" },
  };
  static const char *const commands[][6] = {
    { "compare" },
    { "compare", "--format=csv" },
    { "compare", "--format=json" },
    { "explain" },
    { "explain", "--format=csv" },
    { "explain", "--format=json" },
    { "check", "--fail-above=1000%" },
    { "check", "--fail-above=1000%", "--format=json" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      guint way = GPOINTER_TO_UINT (data);
      g_autofree char *before = inferred_path (pairs[i][0], way);
      g_autofree char *after = inferred_path (pairs[i][1], way);
      g_autofree char *page = NULL, *picture = NULL;
      g_autoptr (Run) info = cyan ("info", before, NULL);
      g_autoptr (Run) check =
          cyan ("check", "--fail-above=1000%", "--markdown=page.md", before, after, NULL);
      g_autoptr (Run) render = cyan ("render", before, after, "-o", "page.svg", NULL);

      g_assert_nonnull (strstr (info->out, "recording  " INFERRED));
      for (guint c = 0; c < G_N_ELEMENTS (commands); c++)
        {
          g_autoptr (Run) run =
              commands[c][2] != NULL
                  ? cyan (commands[c][0], commands[c][1], commands[c][2], before, after, NULL)
              : commands[c][1] != NULL ? cyan (commands[c][0], commands[c][1], before, after, NULL)
                                       : cyan (commands[c][0], before, after, NULL);

          g_assert_cmpint (run->status, ==, 0);
          g_assert_nonnull (strstr (run->out, INFERRED));
        }
      g_assert_cmpint (check->status, ==, 0);
      page = read_file ("page.md", NULL);
      g_assert_nonnull (strstr (page, INFERRED));
      g_assert_cmpint (render->status, ==, 0);
      picture = read_file ("page.svg", NULL);
      g_assert_nonnull (strstr (picture, "Both trees are " INFERRED));
    }
}

/* The outputs say which side is inferred, and nothing if neither is. */
TEST ("/convert/inferred/which")
{
  g_autofree char *exact = data_path ("cmark-a.uftrace.json.zst");
  g_autofree char *inferred = data_path ("cmark-a.callgrind.out.zst");
  g_autoptr (Run) before = cyan ("compare", "--format=csv", inferred, exact, NULL);
  g_autoptr (Run) after = cyan ("compare", "--format=csv", exact, inferred, NULL);
  g_autoptr (Run) none = cyan ("compare", "--format=csv", exact, exact, NULL);

  assert_matches (before->out, "# unit: count; note: The tree before is " INFERRED ": *");
  assert_matches (after->out, "# unit: ns; note: The tree after is " INFERRED ": *");
  g_assert_null (strstr (none->out, "note"));
}

TESTS ()
{
  cli_test_init ();
  for (guint i = 0; i < G_N_ELEMENTS (recordings); i++)
    {
      g_autofree char *same = g_strconcat ("/convert/same/", recordings[i], NULL);
      g_autofree char *folded = g_strconcat ("/convert/folded/", recordings[i], NULL);

      g_test_add_data_func (same, recordings[i], test_same);
      g_test_add_data_func (folded, recordings[i], test_folded);
    }
  g_test_add_data_func ("/convert/inferred/as-recorded", GUINT_TO_POINTER (0), test_inferred);
  g_test_add_data_func ("/convert/inferred/cct", GUINT_TO_POINTER (1), test_inferred);
}
