/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan explain`: the text, the CSV and JSON, and what all must have in common. */
#include "cli-fixture.h"
#include "tests.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

static Run *
explain_demo (const char *format)
{
  g_autofree char *before = root_path ("data/demo/before.json.gz");
  g_autofree char *after = root_path ("data/demo/after.json.gz");
  g_autofree char *source_before = root_path ("data/demo/before");
  g_autofree char *source_after = root_path ("data/demo/after");

  return cyan ("explain", "--format", format, "--source-before", source_before, "--source-after",
               source_after, before, after, NULL);
}

/* The documentation shows the actual output. */
TEST ("/explain/demo")
{
  g_autoptr (Run) run = explain_demo ("text");
  g_autofree char *path = root_path ("docs/explain.md");
  g_autofree char *document = read_file (path, NULL);
  g_auto (GStrv) lines = NULL;

  assert_fine (run);
  assert_matches (run->out,
                  "*\nStart here\n  1. find_entry (index.c:29): +* % of the run before *\n"
                  "     in    main > run_phase > index_log > index_line > index_word\n"
                  "     why   its source changed*");
  lines = g_strsplit (run->out, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autofree char *line = g_strdup_printf ("\n    %s\n", lines[i]);

      if (*lines[i] != '\0' && strstr (document, line) == NULL)
        g_error ("docs/explain.md does not have the line \"%s\"", lines[i]);
    }
}

static const char *
text_of (json_t *object, const char *member)
{
  return json_string_value (json_object_get (object, member));
}

static double
number_of (json_t *object, const char *member)
{
  return json_number_value (json_object_get (object, member));
}

static guint
count_of (json_t *object, const char *side, const char *cause, const char *what)
{
  json_t *counts = json_object_get (json_object_get (object, side), cause);

  return (guint) json_integer_value (json_object_get (counts, what));
}

TEST ("/explain/demo-json")
{
  g_autoptr (Run) run = explain_demo ("json");
  json_t *json = parse_json (run);
  json_t *list = json_object_get (json, "explanations"), *item, *suspects;
  gsize i;

  g_assert_true (json_is_true (json_object_get (json, "sources")));
  item = json_array_get (list, 0);
  g_assert_cmpstr (text_of (item, "function"), ==, "find_entry");
  g_assert_cmpstr (text_of (item, "reason"), ==, "modified");
  g_assert_cmpstr (text_of (json_object_get (item, "read"), "function"), ==, "find_entry");
  suspects = json_object_get (item, "suspects");
  g_assert_cmpstr (text_of (json_array_get (suspects, 0), "function"), ==, "main");
  json_array_foreach (list, i, item)
  {
    if (strcmp (text_of (item, "function"), "print_hours") != 0)
      continue;
    g_assert_cmpstr (text_of (item, "reason"), ==, "added");
    g_assert_cmpstr (text_of (item, "kind"), ==, "subtrees");
    g_assert_true (json_is_true (json_object_get (item, "source_known")));
    break;
  }
  g_assert_cmpuint (i, <, json_array_size (list));
  g_assert_cmpuint (count_of (json, "before_counts", "deleted", "subtrees"), ==, 1);
  g_assert_cmpuint (count_of (json, "after_counts", "added", "nodes"), ==, 14);
  g_assert_cmpuint (count_of (json, "before_counts", "below-modified", "nodes"), ==, 12);
  g_assert_cmpuint (json_array_size (json_object_get (json, "differences")), ==, 5);
  json_decref (json);
}

/* Without sources the report claims nothing about them. */
TEST ("/explain/no-sources")
{
  g_autofree char *before = root_path ("data/demo/before.json.gz");
  g_autofree char *after = root_path ("data/demo/after.json.gz");
  g_autoptr (Run) run = cyan ("explain", "--top", "20", before, after, NULL);

  assert_fine (run);
  g_assert_nonnull (strstr (run->out, "note: no sources given"));
  assert_matches (run->out, "*\n  functions only after *\n  cause unknown *");
  g_assert_null (strstr (run->out, "source changed"));
  g_assert_null (strstr (run->out, "only the source"));
}

static void
write_source (const char *side, const char *emphasis)
{
  g_autofree char *folder = g_strconcat (side, "/src", NULL);
  g_autofree char *inlines = g_strconcat (folder, "/inlines.c", NULL);
  g_autofree char *node = g_strconcat (folder, "/node.c", NULL);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0755), ==, 0);
  write_file (inlines, emphasis, -1);
  write_file (node, "int cmark_node_insert_after (int a)\n{\n  return a;\n}\n", -1);
}

/* cmark: a function is not called any more but still exists.  Its caller is what changed. */
TEST ("/explain/cmark")
{
  g_autoptr (Run) run = NULL;

  convert_recording ("cmark-a.cct.tsv.gz", "cmark-a.cct");
  convert_recording ("cmark-b.cct.tsv.gz", "cmark-b.cct");
  write_source ("old",
                "static int S_insert_emph (int a)\n{\n  return cmark_node_insert_after (a);\n}\n");
  write_source ("new", "static int S_insert_emph (int a)\n{\n  return a + 1;\n}\n");
  run = cyan ("explain", "--source-before", "old", "--source-after", "new", "cmark-a.cct",
              "cmark-b.cct", NULL);
  assert_fine (run);
  assert_matches (run->out, "*\nStart here\n  1. S_insert_emph (src/inlines.c:754): \xe2\x88\x92"
                            "6?.? % of the run before (*), *\n"
                            "     in    *process_inlines*\n"
                            "     why   its source changed*\n");
  assert_matches (run->out, "*below modified functions *7 *3 *0 *0\n*");
  assert_matches (run->out, "*common tree *508 *508  (98.6 % of before)\n*");
}

typedef struct
{
  const char *name;
  const char *before;
  const char *after;
} Pair;

static const Pair pairs[] = {
  { "cmark", "cmark-a.cct", "cmark-b.cct" },
  { "jq", "jq-a.cct", "jq-b.cct" },
  { "lua", "lua-a.cct", "lua-b.cct" },
  { "demo", "data/demo/before.json.gz", "data/demo/after.json.gz" },
  { "sampled", "tests/data/jq-a1.perf.folded.gz", "tests/data/jq-b1.perf.folded.gz" },
};

static char *
recording_path (const char *name)
{
  if (g_str_has_suffix (name, ".cct"))
    {
      g_autofree char *tsv = g_strconcat (name, ".tsv.gz", NULL);

      if (!file_exists (name))
        convert_recording (tsv, name);
      return g_strdup (name);
    }
  return root_path (name);
}

static json_t *
explain_json (const char *before, const char *after, const char *match)
{
  g_autofree char *first = recording_path (before);
  g_autofree char *second = recording_path (after);
  g_autoptr (Run) run = cyan ("explain", "--format", "json", "--match", match, first, second, NULL);

  return parse_json (run);
}

/* All explanations and noise add up to the difference; every context is in the common tree or in
 * exactly one difference. */
static void
check_sums (json_t *json)
{
  static const char *const sides[] = { "before", "after" };
  static const char *const causes[] = { "deleted", "added", "below-modified", "side-effect",
                                        "not-seen" };
  json_t *list = json_object_get (json, "explanations"), *item;
  json_t *differences = json_object_get (json, "differences");
  double sum = number_of (json, "noise_change");
  double difference = number_of (json, "difference");
  gsize i;

  json_array_foreach (list, i, item)
  {
    sum += number_of (item, "change");
    g_assert_cmpfloat_with_epsilon (number_of (item, "share_of_before"),
                                    number_of (item, "change") / number_of (json, "before_total"),
                                    1e-9);
    g_assert_cmpint (json_integer_value (json_object_get (item, "rank")), ==, (json_int_t) i + 1);
  }
  g_assert_cmpfloat_with_epsilon (sum, difference, 1e-9 * number_of (json, "before_total"));
  for (guint side = 0; side < 2; side++)
    {
      g_autofree char *member = g_strconcat (sides[side], "_counts", NULL);
      json_t *counts = json_object_get (json, member);
      guint nodes = (guint) number_of (counts, "common_tree"), listed = nodes;

      for (guint c = 0; c < G_N_ELEMENTS (causes); c++)
        nodes += count_of (json, member, causes[c], "nodes");
      json_array_foreach (differences, i,
                          item) if (strcmp (text_of (item, "side"), sides[side]) == 0) listed +=
          (guint) number_of (item, "nodes");
      g_assert_cmpuint (nodes, ==, (guint) number_of (counts, "nodes"));
      g_assert_cmpuint (listed, ==, nodes);
    }
}

static void
test_sums (gconstpointer data)
{
  static const char *const methods[] = { "context", "common-tree", "path" };
  const Pair *pair = data;

  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      json_t *json = explain_json (pair->before, pair->after, methods[i]);

      check_sums (json);
      json_decref (json);
    }
}

/* With the sides swapped, added becomes deleted, and the common tree is the same. */
static void
test_swapped (gconstpointer data)
{
  static const char *const causes[][2] = { { "deleted", "added" },
                                           { "added", "deleted" },
                                           { "below-modified", "below-modified" },
                                           { "side-effect", "side-effect" },
                                           { "not-seen", "not-seen" } };
  const Pair *pair = data;
  json_t *there = explain_json (pair->before, pair->after, "path");
  json_t *back = explain_json (pair->after, pair->before, "path");

  g_assert_cmpfloat (number_of (json_object_get (there, "before_counts"), "common_tree"), ==,
                     number_of (json_object_get (back, "after_counts"), "common_tree"));
  g_assert_cmpfloat (number_of (there, "difference"), ==, -number_of (back, "difference"));
  for (guint c = 0; c < G_N_ELEMENTS (causes); c++)
    {
      g_assert_cmpuint (count_of (there, "before_counts", causes[c][0], "nodes"), ==,
                        count_of (back, "after_counts", causes[c][1], "nodes"));
      g_assert_cmpuint (count_of (there, "after_counts", causes[c][0], "subtrees"), ==,
                        count_of (back, "before_counts", causes[c][1], "subtrees"));
    }
  json_decref (there);
  json_decref (back);
}

/* A recording compared with its copy: nothing to explain. */
static void
test_same (gconstpointer data)
{
  const Pair *pair = data;
  g_autofree char *path = recording_path (pair->before);
  gsize length;
  g_autofree char *bytes = read_file (path, &length);
  g_autoptr (Run) run = NULL;

  write_file ("copy", bytes, (gssize) length);
  run = cyan ("explain", path, "copy", NULL);
  assert_fine (run);
  g_assert_nonnull (strstr (run->out, "\nStart here\n  Nothing changed\n"));
  g_assert_nonnull (strstr (run->out, "(100 % of before)"));
  g_assert_nonnull (strstr (run->out, "\nOverlap of the own values: 100 %\n"));
  g_assert_null (strstr (run->out, " 1. "));
}

/* Two recordings of one revision differ only by noise, and the report says so. */
TEST ("/explain/same-revision")
{
  g_autofree char *first = root_path ("tests/data/jq-a1.perf.folded.gz");
  g_autofree char *second = root_path ("tests/data/jq-a2.perf.folded.gz");
  g_autoptr (Run) run = cyan ("explain", first, second, NULL);

  assert_fine (run);
  g_assert_nonnull (strstr (run->out, "\nStart here\n  No function stands out: "));
  g_assert_nonnull (strstr (run->out, "not seen on one side"));
  g_assert_nonnull (strstr (run->out, "knows no order of calls"));
  g_assert_null (strstr (run->out, " 1. "));
}

/* CSV has what JSON has to start with, and the rest. */
TEST ("/explain/csv")
{
  g_autoptr (Run) csv = explain_demo ("csv");
  g_autoptr (Run) run = explain_demo ("json");
  g_autoptr (Table) table = table_parse (csv->out, csv->out_length);
  json_t *json = parse_json (run);
  json_t *list = json_object_get (json, "start_here");
  guint n = (guint) json_array_size (list);

  g_assert_cmpstr (table->comment, ==, "unit: ns");
  g_assert_cmpuint (table->rows->len, ==, n + 1);
  for (guint row = 0; row < n; row++)
    {
      json_t *item = json_array_get (list, row);
      json_t *read = json_array_get (json_object_get (item, "read"), 0);
      json_t *because = json_array_get (json_object_get (item, "because"), 0);

      g_assert_cmpfloat (number (table, row, "rank"), ==, row + 1);
      g_assert_cmpstr (cell (table, row, "function"), ==, text_of (item, "function"));
      g_assert_cmpstr (cell (table, row, "role"), ==, text_of (item, "role"));
      g_assert_cmpfloat (number (table, row, "contribution"), ==, number_of (item, "contribution"));
      g_assert_cmpfloat (number (table, row, "node"), ==, number_of (item, "node"));
      g_assert_true (g_str_has_prefix (cell (table, row, "read"), text_of (read, "function")));
      if (because != NULL)
        g_assert_true (
            g_str_has_prefix (cell (table, row, "because"), json_string_value (because)));
    }
  g_assert_cmpstr (cell (table, n, "function"), ==, "(rest)");
  g_assert_cmpfloat (number (table, n, "contribution"), ==, number_of (json, "rest"));
  json_decref (json);
}

/* The documentation names every column and every member. */
TEST ("/explain/documented")
{
  g_autoptr (Run) csv = explain_demo ("csv");
  g_autoptr (Run) run = explain_demo ("json");
  g_autoptr (Table) table = table_parse (csv->out, csv->out_length);
  g_autofree char *path = root_path ("docs/explain.md");
  g_autofree char *document = read_file (path, NULL);
  json_t *json = parse_json (run), *value;
  json_t *difference = json_array_get (json_object_get (json, "differences"), 0);
  json_t *objects[] = { json,
                        json_object_get (json, "overlap"),
                        difference,
                        json_object_get (json, "before_counts"),
                        json_array_get (json_object_get (json, "start_here"), 0),
                        json_array_get (json_object_get (json, "explanations"), 0),
                        json_object_get (json, "rest_parts") };
  const char *key;

  for (guint i = 0; table->columns[i] != NULL; i++)
    {
      g_autofree char *name = g_strdup_printf ("`%s`", table->columns[i]);

      g_assert_nonnull (strstr (document, name));
    }
  for (guint i = 0; i < G_N_ELEMENTS (objects); i++)
    json_object_foreach (objects[i], key, value)
    {
      g_autofree char *name = g_strdup_printf ("`%s`", key);

      if (strstr (document, name) == NULL)
        g_error ("docs/explain.md does not tell %s", name);
    }
  json_decref (json);
}

static json_t *
overlap_of (Run *run)
{
  json_t *json = parse_json (run);
  json_t *overlap = json_incref (json_object_get (json, "overlap"));

  json_decref (json);
  run_free (run);
  return overlap;
}

/* Where the adjustment stops. */
TEST ("/explain/overlap")
{
  g_autofree char *before = root_path ("data/demo/before.json.gz");
  g_autofree char *after = root_path ("data/demo/after.json.gz");
  g_autofree char *a1 = root_path ("tests/data/jq-a1.perf.folded.gz");
  g_autofree char *a2 = root_path ("tests/data/jq-a2.perf.folded.gz");
  g_autofree char *b1 = root_path ("tests/data/jq-b1.perf.folded.gz");
  g_autofree char *b2 = root_path ("tests/data/jq-b2.perf.folded.gz");
  json_t *nodes = overlap_of (cyan ("explain", "--format=json", "--nodes=3", before, after, NULL));
  json_t *share = overlap_of (
      cyan ("explain", "--format=json", "--overlap=90%", "--weight=self", before, after, NULL));
  json_t *baseline = overlap_of (cyan ("explain", "--format=json", "--baseline", b2, a1, b1, NULL));
  json_t *swapped = overlap_of (cyan ("explain", "--format=json", "--baseline", b1, a1, b2, NULL));
  json_t *runs = overlap_of (cyan ("explain", "--format=json", "--before", a1, "--before", a2,
                                   "--after", b1, "--after", b2, NULL));
  json_t *half = overlap_of (
      cyan ("explain", "--format=json", "--before", a1, "--before", a2, "--after", b1, NULL));
  json_t *steps;

  g_assert_cmpuint (json_array_size (json_object_get (nodes, "steps")), ==, 3);
  g_assert_true (json_is_null (json_object_get (nodes, "threshold")));

  steps = json_object_get (share, "steps");
  g_assert_cmpstr (text_of (share, "weight"), ==, "self");
  g_assert_cmpfloat (number_of (share, "threshold"), ==, 0.9);
  g_assert_cmpfloat (number_of (json_array_get (steps, json_array_size (steps) - 1), "overlap"), >=,
                     0.9);
  g_assert_cmpfloat (number_of (json_array_get (steps, json_array_size (steps) - 2), "overlap"), <,
                     0.9);

  g_assert_cmpstr (text_of (baseline, "threshold_from"), ==, "two runs of after");
  g_assert_cmpfloat (number_of (baseline, "threshold"), >, 0.6);
  g_assert_cmpfloat (number_of (baseline, "threshold"), <, 1);
  g_assert_cmpfloat (number_of (baseline, "overlap"), <, number_of (baseline, "threshold"));
  g_assert_cmpfloat_with_epsilon (number_of (baseline, "threshold"),
                                  number_of (swapped, "threshold"), 1e-9);
  g_assert_cmpfloat (number_of (runs, "threshold"), ==, number_of (baseline, "threshold"));
  g_assert_cmpstr (text_of (half, "threshold_from"), ==, "two runs of before");
  json_decref (nodes);
  json_decref (share);
  json_decref (baseline);
  json_decref (swapped);
  json_decref (runs);
  json_decref (half);
}

/* Foreign names must not move the cursor or become formulas in a spreadsheet. */
TEST ("/explain/hostile")
{
  static const char before[] = "cct 1\nmetric\ttime\t\x1b[31mms\nfunction\tma\x1b]0;x\x07in\n"
                               "function\t=cmd()\n0\t1\t1\t5\n1\t2\t1\t5\nend\t2\n";
  static const char after[] = "cct 1\nmetric\ttime\t\x1b[31mms\nfunction\tma\x1b]0;x\x07in\n"
                              "function\t=cmd()\n0\t1\t1\t5\n1\t2\t1\t50\nend\t2\n";
  g_autoptr (Run) text = NULL, csv = NULL, json = NULL;

  write_file ("hostile-a.cct", before, -1);
  write_file ("hostile-b.cct", after, -1);
  text = cyan ("explain", "hostile-a.cct", "hostile-b.cct", NULL);
  csv = cyan ("explain", "--format", "csv", "hostile-a.cct", "hostile-b.cct", NULL);
  json = cyan ("explain", "--format", "json", "hostile-a.cct", "hostile-b.cct", NULL);
  assert_fine (text);
  g_assert_null (strchr (text->out, '\x1b'));
  g_assert_null (strchr (text->out, '\x07'));
  g_assert_null (strchr (csv->out, '\x1b'));
  g_assert_nonnull (strstr (csv->out, "\"'=cmd()\""));
  json_decref (parse_json (json));
}

TEST ("/explain/output")
{
  g_autoptr (Run) run = NULL;
  g_autofree char *text = NULL;

  write_good_profiles ();
  run = cyan ("explain", "-o", "why.txt", "good.folded", "other.folded", NULL);
  assert_fine (run);
  g_assert_cmpuint (run->out_length, ==, 0);
  text = read_file ("why.txt", NULL);
  g_assert_true (g_str_has_prefix (text, "good to other: "));
}

TEST ("/explain/errors")
{
  g_autoptr (Run) format = NULL, weight = NULL, both = NULL, again = NULL, top = NULL, calls = NULL,
                  one = NULL;

  write_good_profiles ();
  format = cyan ("explain", "--format=xml", "good.folded", "other.folded", NULL);
  assert_fails (format, "--format: no format \"xml\"; text, csv or json");
  weight = cyan ("explain", "--weight=mass", "good.folded", "other.folded", NULL);
  assert_fails (weight, "--weight: no weight \"mass\"; self, total or calls");
  calls = cyan ("explain", "--weight=calls", "good.folded", "other.folded", NULL);
  assert_fails (calls, "calls are not known on both sides");
  both = cyan ("explain", "--overlap=90%", "--baseline=good.folded", "good.folded", "other.folded",
               NULL);
  assert_fails (both, "--overlap and --baseline do not go together");
  again =
      cyan_fed ("main;a 1\n", -1, "explain", "--baseline=good.folded", "good.folded", "-", NULL);
  assert_fails (again,
                "--baseline: the other run of its version is a pipe, which is read only once");
  top = cyan ("explain", "--top=-1", "good.folded", "other.folded", NULL);
  assert_fails (top, "--top: \"-1\" is not a number from 0 to *");
  one = cyan ("explain", "good.folded", NULL);
  assert_fails (one, "explain needs two profiles: BEFORE and AFTER");
}

TESTS ()
{
  cli_test_init ();
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_autofree char *sums = g_strdup_printf ("/explain/sums/%s", pairs[i].name);
      g_autofree char *same = g_strdup_printf ("/explain/same/%s", pairs[i].name);
      g_autofree char *swapped = g_strdup_printf ("/explain/swapped/%s", pairs[i].name);

      g_test_add_data_func (sums, &pairs[i], test_sums);
      g_test_add_data_func (same, &pairs[i], test_same);
      g_test_add_data_func (swapped, &pairs[i], test_swapped);
    }
}
