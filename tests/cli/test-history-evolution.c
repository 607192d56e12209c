/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan history evolution` and `cyan history heat`, on stores made by `cyan history add`. */
#include "cli-fixture.h"

#include <string.h>

#include "tests.h"

#define STORE       "evolution.db"
#define N_REVISIONS 24
#define N_RUNS      3

/* Adds runs of @us microseconds. */
static void
add_runs (const char *store, const char *benchmark, guint revision, const guint us[N_RUNS])
{
  g_autofree char *name = g_strdup_printf ("v%u", revision);
  g_autofree char *parent = revision > 0 ? g_strdup_printf ("--parent=v%u", revision - 1) : NULL;
  g_autoptr (Run) run = NULL;

  for (guint k = 0; k < N_RUNS; k++)
    {
      const char file[] = { (char) ('0' + k), '.', 'f', '\0' };
      g_autofree char *folded = g_strdup_printf ("main %u\n", us[k]);

      write_file (file, folded, -1);
    }
  run = cyan ("history", "add", store, "0.f", "1.f", "2.f", "-r", name, "-b", benchmark,
              "--machine=box", "--unit=us", "--create", parent, NULL);
  assert_fine (run);
}

/* Revisions v0 to v23: xml gets 20 % slower at v9, and v16 is an outlier; json stays as it is, and
 * is not measured at v5. */
static void
make_store (void)
{
  if (file_exists (STORE))
    return;
  for (guint i = 0; i < N_REVISIONS; i++)
    {
      guint xml[N_RUNS], json[N_RUNS];

      for (guint k = 0; k < N_RUNS; k++)
        {
          guint noise = (i * 7 + k * 3) % 11 * 1000 + (i * 5) % 7 * 500;

          json[k] = 500000 - noise;
          xml[k] = (1000000 + noise) * (i == 16 ? 2 : 1);
          if (i >= 9)
            xml[k] += xml[k] / 5;
        }
      add_runs (STORE, "xml", i, xml);
      if (i != 5)
        add_runs (STORE, "json", i, json);
    }
}

TEST ("/history-evolution/text")
{
  g_autoptr (Run) text = NULL, one = NULL, large = NULL, last = NULL, none = NULL;

  make_store ();
  text = cyan ("history", "evolution", STORE, NULL);
  assert_fine (text);
  assert_matches (text->out,
                  "evolution.db: project main, 24 revisions, v0 to v23\n"
                  "\n"
                  "xml, time: 1 step in 24 revisions\n"
                  "  v9: worse by +??.? % (+??.? % to +??.? %), q < 0.0001; 1.01 s to 1.21 s\n"
                  "  outliers: v16\n"
                  "\n"
                  "json, time: no step in 23 revisions, 1 between them not measured\n"
                  "\n"
                  "Why is the largest step there?\n"
                  "  cyan compare --store evolution.db --benchmark xml v8 v9\n"
                  "\n"
                  "Start here\n"
                  "  1. main: +??.? % of the run before (+* ms), *\n");
  one = cyan ("history", "evolution", STORE, "-b", "^js", NULL);
  assert_matches (one->out, "evolution.db: *\n\njson, time: no step in 23 revisions, *\n");
  large = cyan ("history", "evolution", STORE, "-b", "xml", "--magnitude=50%", NULL);
  assert_matches (large->out, "*\nxml, time: no step in 24 revisions\n*");
  last = cyan ("history", "evolution", STORE, "-b", "xml", "--last=4", NULL);
  assert_matches (last->out, "evolution.db: project main, 4 revisions, v20 to v23\n"
                             "\n"
                             "xml, time: 4 revisions; it takes 6 to find steps\n");
  none = cyan ("history", "evolution", STORE, "-b", "pdf", NULL);
  assert_fine (none);
  assert_matches (none->out, "*\nNothing was measured that matches\n");
}

/* A step that three digits do not show. */
TEST ("/history-evolution/digits")
{
  g_autoptr (Run) run = NULL;

  for (guint i = 0; i < 8; i++)
    {
      guint us = i < 4 ? 1001000 : 1002000;

      add_runs ("digits.db", "xml", i, (const guint[N_RUNS]){ us, us + 1, us + 2 });
    }
  run = cyan ("history", "evolution", "digits.db", "--magnitude=0.01%", NULL);
  assert_fine (run);
  assert_matches (run->out, "*\n  v4: worse by +0.1 % *; 1.001 s to 1.002 s\n*");
}

TEST ("/history-evolution/csv")
{
  static const char header[] =
      "project,benchmark,definition,machine,metric,unit,revision,depth,commit_time,run,status,"
      "value,step,ratio,low,high,q";
  g_autoptr (Run) csv = NULL;
  g_autoptr (Table) table = NULL;
  g_autofree char *columns = NULL;
  guint n_steps = 0;

  make_store ();
  csv = cyan ("history", "evolution", STORE, "-f", "csv", "-b", "xml", NULL);
  assert_fine (csv);
  table = table_parse (csv->out, csv->out_length);
  columns = g_strjoinv (",", table->columns);
  g_assert_cmpstr (columns, ==, header);
  g_assert_cmpuint (table->rows->len, ==, N_REVISIONS * N_RUNS);
  for (guint i = 0; i < table->rows->len; i++)
    {
      gboolean is_step = number (table, i, "step") == 1;

      g_assert_cmpstr (cell (table, i, "unit"), ==, "us");
      g_assert_cmpstr (cell (table, i, "status"), ==, "ok");
      g_assert_cmpint (is_step, ==, strcmp (cell (table, i, "revision"), "v9") == 0);
      g_assert_cmpint (is_empty (table, i, "ratio"), ==, !is_step);
      if (is_step)
        g_assert_cmpfloat_with_epsilon (number (table, i, "ratio"), 1.2, 0.02);
      n_steps += is_step;
    }
  g_assert_cmpuint (n_steps, ==, N_RUNS);
  g_assert_cmpfloat (number (table, 0, "value"), ==, 1000000);
}

TEST ("/history-evolution/json")
{
  g_autoptr (Run) json = NULL;
  json_t *root, *series, *step;

  make_store ();
  json = cyan ("history", "evolution", STORE, "-f", "json", NULL);
  assert_fine (json);
  root = parse_json (json);
  g_assert_cmpuint (json_array_size (json_object_get (root, "revisions")), ==, N_REVISIONS);
  g_assert_cmpuint (json_array_size (json_object_get (root, "marks")), ==, 0);
  g_assert_cmpuint (json_array_size (json_object_get (root, "runs")), ==,
                    (2 * N_REVISIONS - 1) * N_RUNS);
  series = json_array_get (json_object_get (root, "series"), 1);
  g_assert_cmpstr (json_string_value (json_object_get (series, "benchmark")), ==, "xml");
  g_assert_cmpstr (json_string_value (json_object_get (series, "better")), ==, "lower");
  g_assert_cmpuint (json_array_size (json_object_get (series, "levels")), ==, 2);
  step = json_array_get (json_object_get (series, "steps"), 0);
  g_assert_cmpstr (json_string_value (json_object_get (step, "revision")), ==, "v9");
  g_assert_cmpstr (json_string_value (json_object_get (step, "before")), ==, "v8");
  g_assert_cmpstr (json_string_value (json_array_get (json_object_get (series, "outliers"), 0)), ==,
                   "v16");
  json_decref (root);
}

TEST ("/history-evolution/heat")
{
  g_autoptr (Run) text = NULL, base = NULL, csv = NULL;
  g_autoptr (Table) table = NULL;

  make_store ();
  text = cyan ("history", "heat", STORE, NULL);
  assert_fine (text);
  assert_matches (text->out, "evolution.db: project main, 24 revisions, v0 to v23\n"
                             "▲ worse than the level before *\n"
                             "\n"
                             "xml, time   ·········▲··············\n"
                             "json, time  ····· ··················\n"
                             "\n"
                             "1 step\n"
                             "  xml, time at v9: worse by +??.? % (+*), q < 0.0001\n"
                             "\n"
                             "Why is the largest step there?\n"
                             "  cyan compare --store evolution.db --benchmark xml v8 v9\n");
  base = cyan ("history", "heat", STORE, "--base=v12", "--sort=name", NULL);
  assert_fine (base);
  assert_matches (base->out, "*\n"
                             "▲ worse than at v12 *\n"
                             "\n"
                             "json, time  ····· ··················\n"
                             "xml, time   ▼▼▼▼▼▼▼▼▼···············\n"
                             "*");
  csv = cyan ("history", "heat", STORE, "-f", "csv", NULL);
  assert_fine (csv);
  table = table_parse (csv->out, csv->out_length);
  g_assert_cmpuint (table->rows->len, ==, 2 * N_REVISIONS);
  /* The first row is not counted. */
  g_assert_cmpuint (count_rows (table, "cell", "measured"), ==, 2 * N_REVISIONS - 2);
  g_assert_cmpuint (count_rows (table, "cell", "empty"), ==, 1);
  g_assert_cmpuint (count_rows (table, "significant", "1"), ==, 1);
  g_assert_cmpstr (cell (table, 9, "direction"), ==, "worse");
}

/* What was recorded of functions, run by run. */
TEST ("/history-evolution/functions")
{
  g_autoptr (Run) text = NULL, csv = NULL, many = NULL;
  g_autoptr (Table) table = NULL;
  g_autoptr (GString) wide = g_string_new (NULL);

  for (guint i = 0; i < 12; i++)
    {
      g_autofree char *name = g_strdup_printf ("f%u", i);
      g_autofree char *parent = i > 0 ? g_strdup_printf ("--parent=f%u", i - 1) : NULL;
      g_autofree char *folded =
          g_strdup_printf ("main;parse %u\nmain;lex %u\n", (i < 6 ? 4000 : 5000) + i * 7 % 5 * 10,
                           3000 + i * 3 % 7 * 10);
      g_autoptr (Run) run = NULL;

      write_file ("run.folded", folded, -1);
      run = cyan ("history", "add", "functions.db", "run.folded", "-r", name, "-b", "xml",
                  "--machine=box", "--unit=us", "--create", parent, NULL);
      assert_fine (run);
    }
  text = cyan ("history", "evolution", "functions.db", "--function=^(lex|parse)$", "--metric=self",
               NULL);
  assert_fine (text);
  assert_matches (text->out, "functions.db: project main, 12 revisions, f0 to f11\n"
                             "\n"
                             "xml, parse self: 1 step in 12 revisions\n"
                             "  f6: worse by +2?.? % (*), q *; 4.02 ms to 5.02 ms\n"
                             "*\n"
                             "xml, lex self: no step in 12 revisions\n"
                             "*");
  csv = cyan ("history", "evolution", "functions.db", "--function=parse", "-f", "csv", NULL);
  assert_fine (csv);
  table = table_parse (csv->out, csv->out_length);
  /* The first row is not counted. */
  g_assert_cmpuint (count_rows (table, "function", "parse"), ==, table->rows->len - 1);
  g_assert_cmpuint (count_rows (table, "metric", "total"), ==, 12);

  for (guint i = 0; i < 60; i++)
    g_string_append_printf (wide, "main;f%u 10\n", i);
  write_file ("wide.folded", wide->str, -1);
  {
    g_autoptr (Run) run = cyan ("history", "add", "functions.db", "wide.folded", "-r", "f12", "-b",
                                "xml", "--machine=box", "--parent=f11", NULL);

    assert_fine (run);
  }
  many = cyan ("history", "evolution", "functions.db", "--function=f", NULL);
  assert_fails (many, "\"f\" is part of the names of 60 functions, and at most 50 can be shown");
}

TEST ("/history-evolution/pictures")
{
  g_autoptr (Run) svg = NULL, png = NULL, heat = NULL, named = NULL;
  g_autofree char *bytes = NULL;
  gsize length;

  make_store ();
  svg = cyan ("history", "evolution", STORE, "-f", "svg", NULL);
  assert_fine (svg);
  g_assert_true (g_str_has_prefix (svg->out, "<?xml"));
  g_assert_nonnull (strstr (svg->out, "</svg>"));
  /* The ending says the form. */
  png = cyan ("history", "evolution", STORE, "-o", "chart.PNG", "--dark", "--by-date",
              "--from-zero", NULL);
  assert_fine (png);
  bytes = read_file ("chart.PNG", &length);
  g_assert_true (length > 8 && memcmp (bytes, "\x89PNG", 4) == 0);
  heat = cyan ("history", "heat", STORE, "-f", "pdf", "--palette=safe", NULL);
  assert_fine (heat);
  g_assert_true (g_str_has_prefix (heat->out, "%PDF"));
  named = cyan ("history", "heat", STORE, "-f", "svg", "-o", "heat.picture", NULL);
  assert_fine (named);
  g_assert_true (file_exists ("heat.picture"));
}

/* Names of others do nothing to the terminal, the shell or the spreadsheet. */
TEST ("/history-evolution/names")
{
  g_autoptr (Run) text = NULL, csv = NULL, run = NULL;
  g_autoptr (Table) table = NULL;

  for (guint i = 0; i < 16; i++)
    {
      g_autofree char *name = g_strdup_printf ("v %u'; $(id)", i);
      g_autofree char *parent = i > 0 ? g_strdup_printf ("--parent=v %u'; $(id)", i - 1) : NULL;
      g_autofree char *value = g_strdup_printf ("--value=wall=%.4fs", i < 8 ? 1.0 : 2.0);
      g_autoptr (Run) add = cyan ("history", "add", "names.db", "-r", name, "-b", "=cmd\x1b[31m",
                                  "--machine=box", "--create", value, parent, NULL);

      assert_fine (add);
    }
  text = cyan ("history", "evolution", "names.db", NULL);
  assert_fine (text);
  g_assert_null (strchr (text->out, '\x1b'));
  g_assert_nonnull (strstr (text->out, "'v 7'\\''; $(id)' 'v 8'\\''; $(id)'"));
  csv = cyan ("history", "evolution", "names.db", "-f", "csv", NULL);
  table = table_parse (csv->out, csv->out_length);
  g_assert_true (g_str_has_prefix (cell (table, 0, "benchmark"), "'=cmd"));
}

TEST ("/history-evolution/refused")
{
  static const struct
  {
    const char *option, *words;
  } cases[] = {
    { "--format=gif", "--format: no format \"gif\"; text, csv, json, svg, png or pdf" },
    { "--magnitude=big", "--magnitude: \"big\" is not a share such as 0.5%" },
    { "--alpha=0", "--alpha: \"0\" is not a share above 0 and below 1" },
    { "--alpha=2", "--alpha: \"2\" is not a share above 0 and below 1" },
    { "--last=-1", "--last: *" },
    { "--benchmark=(", "*" },
    { "--function=[", "*" },
    { "--machine=pc", STORE ": no such machine: \"pc\" (there are: *" },
    { "--project=pc", STORE ": no such project: \"pc\" (there are: *" },
    { "--branch=pc", STORE ": no branch or revision \"pc\"" },
  };
  g_autoptr (Run) missing = NULL, two = NULL, base = NULL, several = NULL, sort = NULL;
  g_autoptr (Run) unknown = NULL;

  make_store ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (Run) run = cyan ("history", "evolution", STORE, cases[i].option, NULL);

      assert_fails (run, cases[i].words);
    }
  missing = cyan ("history", "heat", "nothing.db", NULL);
  assert_fails (missing, "nothing.db: No such file or directory");
  two = cyan ("history", "heat", STORE, STORE, NULL);
  assert_fails (two, "history heat needs one store");
  unknown = cyan ("history", "evolutoin", STORE, NULL);
  assert_fails (unknown, "history: \"evolutoin\" is none of its commands: add, *");
  base = cyan ("history", "heat", STORE, "--base=w", NULL);
  assert_fails (base, "--base: no revision \"w\" is shown");
  several = cyan ("history", "heat", STORE, "--base=v", NULL);
  assert_fails (several, "--base: several revisions begin with \"v\"");
  sort = cyan ("history", "heat", STORE, "--sort=age", NULL);
  assert_fails (sort, "--sort: *");
}

TESTS ()
{
  cli_test_init ();
}
