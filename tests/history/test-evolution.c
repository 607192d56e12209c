/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a store to series with columns, cells and marks. */
#include "cyan-evolution-read.h"

#include <math.h>
#include <string.h>

#include "cyan-error.h"
#include "cyan-evolution-changes.h"
#include "cyan-format.h"
#include "evolution-samples.h"
#include "index-samples.h"
#include "store-backends.h"
#include "tests.h"

static const CyanEvolutionQuery everything = { 0 };

static void
assert_step (const CyanEvolutionSeries *series, guint column, double ratio)
{
  const CyanStep *step = cyan_evolution_step (series, column);

  g_assert_nonnull (step);
  g_assert_cmpfloat (step->size.low, <, ratio);
  g_assert_cmpfloat (step->size.high, >, ratio);
}

/* 40 revisions, two benchmarks: one of them gets 8 % slower at 12 and 5 % faster at 25. */
static void
test_steps (void)
{
  g_auto (History) history = history_begin ("evolution-steps");
  gint64 lex = history_definition (&history, "lex", "1");
  gint64 parse = history_definition (&history, "parse", "1");
  g_autoptr (CyanEvolution) evolution = NULL;
  g_autoptr (GArray) steps = NULL;
  guint n;

  for (guint i = 0; i < 40; i++)
    {
      gint64 revision = history_revision (&history, i);

      history_runs (&history, revision, parse, i < 12 ? 1 : i < 25 ? 1.08 : 1.026);
      history_runs (&history, revision, lex, 0.5);
    }
  evolution = history_read (&history, &everything);
  g_assert_cmpstr (evolution->project, ==, "p");
  g_assert_false (evolution->is_unordered);
  g_assert_cmpuint (evolution->n_columns, ==, 40);
  g_assert_cmpstr (evolution->columns[39].name, ==, "r39");
  g_assert_cmpstr (evolution->columns[39].parent, ==, "r38");
  g_assert_cmpstr (evolution->columns[39].subject, ==, "change 39");
  g_assert_cmpuint (evolution->n_lines, ==, 2);
  g_assert_cmpuint (evolution->n_marks, ==, 0);
  g_assert_cmpstr (cyan_evolution_line (evolution, 0, &n)->benchmark, ==, "lex");
  g_assert_cmpuint (cyan_evolution_line (evolution, 0, &n)->steps->n_steps, ==, 0);
  g_assert_cmpstr (evolution->series[1].benchmark, ==, "parse");
  g_assert_cmpstr (evolution->series[1].unit, ==, "s");
  g_assert_cmpuint (evolution->series[1].steps->n_steps, ==, 2);
  assert_step (&evolution->series[1], 12, 1.08);
  assert_step (&evolution->series[1], 25, 0.95);
  steps = cyan_evolution_list_steps (evolution, CYAN_EVOLUTION_BY_NEWEST);
  g_assert_cmpuint (steps->len, ==, 2);
  g_assert_cmpuint (g_array_index (steps, CyanEvolutionStep, 0).after, ==, 25);
  g_assert_cmpint (g_array_index (steps, CyanEvolutionStep, 0).direction, ==, -1);
  g_assert_cmpint (g_array_index (steps, CyanEvolutionStep, 1).direction, ==, 1);
}

/* 40 revisions that only scatter. */
static void
test_noise (void)
{
  static const char *const names[] = { "a", "b", "c", "d", "e" };
  g_auto (History) history = history_begin ("evolution-noise");
  gint64 definitions[G_N_ELEMENTS (names)];
  g_autoptr (CyanEvolution) evolution = NULL;
  g_autoptr (GArray) steps = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    definitions[i] = history_definition (&history, names[i], "1");
  for (guint r = 0; r < 40; r++)
    {
      gint64 revision = history_revision (&history, r);

      for (guint i = 0; i < G_N_ELEMENTS (names); i++)
        history_runs (&history, revision, definitions[i], 1 + i);
    }
  evolution = history_read (&history, &everything);
  g_assert_cmpuint (evolution->n_series, ==, G_N_ELEMENTS (names));
  steps = cyan_evolution_list_steps (evolution, CYAN_EVOLUTION_BY_SIZE);
  g_assert_cmpuint (steps->len, ==, 0);
  for (guint line = 0; line < evolution->n_lines; line++)
    for (guint column = 0; column < evolution->n_columns; column++)
      g_assert_cmpint (
          cyan_evolution_line_heat (evolution, line, column, CYAN_EVOLUTION_NO_BASE).direction, ==,
          0);
}

static void
put_build (const History *history, gint64 revision, const char *recipe, CyanBuildStatus status)
{
  g_autoptr (GError) error = NULL;
  gint64 id;

  cyan_store_put_build (history->store,
                        &(CyanStoreBuild){ .revision = revision,
                                           .machine = history->sample.machine,
                                           .recipe = recipe,
                                           .status = status,
                                           .seconds = 1,
                                           .environment = CYAN_STORE_UNKNOWN },
                        &id, &error);
  g_assert_no_error (error);
}

/* Cells as a word: m(easured), f(ailed), b(uild failed), - (nothing). */
static char *
cells_of (const CyanEvolution *evolution, guint series)
{
  GString *cells = g_string_new (NULL);

  for (guint i = 0; i < evolution->n_columns; i++)
    g_string_append_c (cells, "-mfb"[evolution->series[series].cells[i]]);
  return g_string_free (cells, FALSE);
}

/* Gaps stay gaps; what failed is a cell; what was there before the first run is no column. */
static void
test_cells (void)
{
  g_auto (History) history = history_begin ("evolution-cells");
  gint64 parse = history_definition (&history, "parse", "1");
  gint64 revisions[10];
  g_autoptr (CyanEvolution) all = NULL, some = NULL;
  g_autofree char *cells = NULL, *last = NULL;
  const CyanEvolutionSeries *series;

  for (guint i = 0; i < G_N_ELEMENTS (revisions); i++)
    revisions[i] = history_revision (&history, i);
  put_build (&history, revisions[0], "make", CYAN_BUILD_FAILED);
  history_run (&history, revisions[2], parse, CYAN_RUN_OK, 1.5);
  history_run (&history, revisions[3], parse, CYAN_RUN_TIMEOUT, NAN);
  history_run (&history, revisions[3], parse, CYAN_RUN_FAILED, NAN);
  history_run (&history, revisions[5], parse, CYAN_RUN_OK, 2);
  history_run (&history, revisions[5], parse, CYAN_RUN_FAILED, NAN);
  history_run (&history, revisions[5], parse, CYAN_RUN_OK, 3);
  put_build (&history, revisions[6], "make", CYAN_BUILD_FAILED);
  /* Another recipe had no error there. */
  put_build (&history, revisions[7], "make", CYAN_BUILD_TIMEOUT);
  put_build (&history, revisions[7], "cmake", CYAN_BUILD_OK);
  all = history_read (&history, &everything);
  g_assert_cmpstr (all->columns[0].oid, ==, "r2");
  g_assert_cmpuint (all->n_columns, ==, 8);
  cells = cells_of (all, 0);
  g_assert_cmpstr (cells, ==, "mf-mb---");
  series = &all->series[0];
  g_assert_cmpuint (series->n_failed[1], ==, 2);
  g_assert_cmpuint (series->n_failed[3], ==, 1);
  g_assert_cmpuint (series->n_failures, ==, 3);
  g_assert_cmpstr (series->failures[0].status, ==, "timeout");
  g_assert_cmpuint (series->failures[2].column, ==, 3);
  g_assert_cmpuint (series->begin[8], ==, 3);
  g_assert_cmpfloat (series->values[1], ==, 2);
  g_assert_cmpfloat (series->values[2], ==, 3);
  g_assert_cmpint (series->runs[1], <, series->runs[2]);
  g_assert_false (series->steps->tested);

  some = history_read (&history, &(CyanEvolutionQuery){ .last = 6 });
  last = cells_of (some, 0);
  g_assert_cmpstr (last, ==, "-mb---");
  g_assert_cmpstr (some->columns[0].oid, ==, "r4");
  g_assert_cmpfloat (some->series[0].values[0], ==, 2);
}

/* Another definition is another series of the same line, and no step. */
static void
test_definitions (void)
{
  g_auto (History) history = history_begin ("evolution-definitions");
  gint64 old = history_definition (&history, "parse", "small");
  gint64 new = history_definition (&history, "parse", "large");
  g_autoptr (CyanEvolution) evolution = NULL;
  CyanHeat heat;
  guint n;

  for (guint i = 0; i < 30; i++)
    {
      gint64 revision = history_revision (&history, i);

      history_runs (&history, revision, i < 15 ? old : new, i < 15 ? 1 : 3);
    }
  evolution = history_read (&history, &everything);
  g_assert_cmpuint (evolution->n_lines, ==, 1);
  g_assert_cmpuint (evolution->n_series, ==, 2);
  g_assert_cmpstr (cyan_evolution_line (evolution, 0, &n)->definition, ==, "small");
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpuint (evolution->series[0].steps->n_steps, ==, 0);
  g_assert_cmpuint (evolution->series[1].steps->n_steps, ==, 0);
  g_assert_cmpuint (evolution->n_marks, ==, 1);
  g_assert_cmpint (evolution->marks[0].kind, ==, CYAN_MARK_DEFINITION);
  g_assert_cmpuint (evolution->marks[0].column, ==, 15);
  g_assert_cmpstr (evolution->marks[0].text, ==, "benchmark changed: inputs");
  g_assert_true (cyan_evolution_mark_is_of (evolution, &evolution->marks[0], 0));

  /* Also not against a base. */
  heat = cyan_evolution_line_heat (evolution, 0, 20, 5);
  g_assert_cmpint (heat.cell, ==, CYAN_CELL_MEASURED);
  g_assert_true (isnan (heat.change.ratio));
  g_assert_false (heat.significant);
  heat = cyan_evolution_line_heat (evolution, 0, 20, 17);
  g_assert_cmpfloat (heat.change.ratio, ==, 1);
}

static void
begin_environment (History *history, const char *facts)
{
  g_autoptr (GError) error = NULL;

  cyan_store_add_environment (history->store, history->sample.machine, 0, facts, "cyan",
                              &history->sample.environment, &error);
  g_assert_no_error (error);
}

/* What is known of the machine, and differs between neighbours; and notes. */
static void
test_marks (void)
{
  g_auto (History) history = history_begin ("evolution-marks");
  gint64 parse = history_definition (&history, "parse", "1");
  gint64 lex = history_definition (&history, "lex", "1"), note;
  g_autoptr (CyanEvolution) evolution = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 12; i++)
    {
      gint64 revision = history_revision (&history, i);

      if (i == 2)
        begin_environment (&history,
                           "{\"compiler\": \"gcc 12.2\", \"load\": \"0.1\", \"turbo\": true}");
      else if (i == 4)
        begin_environment (&history, "{\"compiler\": \"gcc 12.2\", \"load\": \"0.7\"}");
      else if (i == 6)
        begin_environment (&history, "{\"compiler\": \"gcc 13.1\", \"turbo\": false, \"x\": [1]}");
      else if (i == 8)
        begin_environment (&history, "no JSON");
      else if (i == 9)
        begin_environment (&history, "{\"compiler\": \"gcc 13.1\"}");
      history_runs (&history, revision, parse, 1);
      history_runs (&history, revision, lex, 1);
    }
  cyan_store_put_mark (history.store, history.sample.project,
                       &(CyanStoreMark){ .benchmark = "parse",
                                         .revision = "r6",
                                         .kind = "note",
                                         .text = "a larger cache",
                                         .made = 0 },
                       &note, &error);
  g_assert_no_error (error);
  cyan_store_put_mark (
      history.store, history.sample.project,
      &(CyanStoreMark){ .revision = "unknown", .kind = "note", .text = "not shown", .made = 0 },
      &note, &error);
  g_assert_no_error (error);
  cyan_store_put_mark (
      history.store, history.sample.project,
      &(CyanStoreMark){ .revision = "r8", .kind = "risk", .text = "risky (lito)", .made = 0 },
      &note, &error);
  g_assert_no_error (error);
  evolution = history_read (&history, &everything);
  g_assert_cmpuint (evolution->n_marks, ==, 3);
  g_assert_cmpint (evolution->marks[2].kind, ==, CYAN_MARK_RISK);
  g_assert_true (cyan_evolution_is_risky (evolution, 8));
  g_assert_false (cyan_evolution_is_risky (evolution, 6));
  g_assert_cmpint (evolution->marks[0].kind, ==, CYAN_MARK_ENVIRONMENT);
  g_assert_cmpuint (evolution->marks[0].column, ==, 6);
  g_assert_cmpstr (evolution->marks[0].machine, ==, "m");
  g_assert_cmpstr (evolution->marks[0].text, ==,
                   "compiler: gcc 12.2 → gcc 13.1; turbo: true → false");
  g_assert_cmpint (evolution->marks[1].kind, ==, CYAN_MARK_NOTE);
  g_assert_cmpuint (evolution->marks[1].column, ==, 6);
  g_assert_cmpstr (evolution->marks[1].text, ==, "a larger cache");
  for (guint line = 0; line < 2; line++)
    {
      gboolean is_parse = g_str_equal (evolution->series[line].benchmark, "parse");

      g_assert_true (cyan_evolution_mark_is_of (evolution, &evolution->marks[0], line));
      g_assert_cmpint (cyan_evolution_mark_is_of (evolution, &evolution->marks[1], line), ==,
                       is_parse);
    }
}

static gint64
put_revision (const History *history, const char *oid, const char *parent, gint64 depth)
{
  g_autoptr (GError) error = NULL;
  CyanStoreRevision revision = { .oid = (char *) oid,
                                 .parent = (char *) parent,
                                 .depth = depth,
                                 .author_time = CYAN_STORE_UNKNOWN,
                                 .commit_time = CYAN_STORE_UNKNOWN };
  gint64 id;

  cyan_store_put_revision (history->store, history->sample.project, &revision, &id, &error);
  g_assert_no_error (error);
  return id;
}

/* Columns are the first parents of a tip, whatever the clock says. */
static char *
columns_of (const CyanEvolution *evolution)
{
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < evolution->n_columns; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? " " : "", evolution->columns[i].name);
  return g_string_free (names, FALSE);
}

static void
assert_columns (const History *history, const char *tip, const char *columns, guint n_elsewhere)
{
  g_autoptr (CyanEvolution) evolution = history_read (history, &(CyanEvolutionQuery){ .tip = tip });
  g_autofree char *names = columns_of (evolution);

  g_assert_cmpstr (names, ==, columns);
  g_assert_cmpuint (evolution->n_elsewhere, ==, n_elsewhere);
}

static void
test_branches (void)
{
  /* a - b - c - d, and b - x - y: a force push. */
  static const char *const revisions[][2] = { { "a", NULL }, { "b", "a" }, { "x", "b" },
                                              { "y", "x" },  { "c", "b" }, { "d", "c" } };
  g_auto (History) history = history_begin ("evolution-branches");
  gint64 parse = history_definition (&history, "parse", "1");
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (revisions); i++)
    history_run (&history,
                 put_revision (&history, revisions[i][0], revisions[i][1], CYAN_STORE_UNKNOWN),
                 parse, CYAN_RUN_OK, 1);
  /* Of two tips of one depth the one that came last. */
  assert_columns (&history, NULL, "a b c d", 2);
  assert_columns (&history, "y", "a b x y", 2);
  assert_columns (&history, "b", "a b", 4);

  g_assert_true (
      cyan_store_put_branch (history.store, history.sample.project, "main", 100, "y", &error));
  assert_columns (&history, NULL, "a b x y", 2);
  g_assert_true (
      cyan_store_put_branch (history.store, history.sample.project, "main", 200, "c", &error));
  g_assert_true (
      cyan_store_put_branch (history.store, history.sample.project, "old", 50, "x", &error));
  assert_columns (&history, NULL, "a b c", 3);
  assert_columns (&history, "main", "a b c", 3);
  assert_columns (&history, "old", "a b x", 3);
  /* A tip that was never stored says nothing. */
  g_assert_true (
      cyan_store_put_branch (history.store, history.sample.project, "new", 300, "z", &error));
  assert_columns (&history, NULL, "a b c", 3);
}

/* A work tree is no column, unless somebody asks for it. */
static void
test_dirty (void)
{
  g_auto (History) history = history_begin ("evolution-dirty");
  gint64 parse = history_definition (&history, "parse", "1");
  static const char *const revisions[][2] = { { "a", NULL }, { "b", "a" }, { "dirty-1", "b" } };

  for (guint i = 0; i < G_N_ELEMENTS (revisions); i++)
    history_run (&history,
                 put_revision (&history, revisions[i][0], revisions[i][1], CYAN_STORE_UNKNOWN),
                 parse, CYAN_RUN_OK, 1);
  assert_columns (&history, NULL, "a b", 0);
  assert_columns (&history, "dirty-1", "a b dirty-1", 0);
}

/* Two parts of a branch were tracked, and not what is between. */
static void
test_missing_between (void)
{
  g_auto (History) history = history_begin ("evolution-between");
  gint64 parse = history_definition (&history, "parse", "1");
  static const struct
  {
    const char *oid, *parent;
    gint64 depth;
  } revisions[] = { { "a", "0", 10 }, { "b", "a", 11 }, { "m", "l", 22 }, { "n", "m", 23 } };

  for (guint i = 0; i < G_N_ELEMENTS (revisions); i++)
    history_run (&history,
                 put_revision (&history, revisions[i].oid, revisions[i].parent, revisions[i].depth),
                 parse, CYAN_RUN_OK, 1);
  assert_columns (&history, NULL, "a b m n", 0);
}

/* Without any parent there is no other order. */
static void
test_no_parents (void)
{
  static const char *const oids[] = { "z", "k", "a", "m" };
  g_auto (History) history = history_begin ("evolution-no-parents");
  gint64 parse = history_definition (&history, "parse", "1");
  g_autoptr (CyanEvolution) evolution = NULL;
  g_autofree char *names = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (oids); i++)
    history_run (&history, put_revision (&history, oids[i], NULL, CYAN_STORE_UNKNOWN), parse,
                 CYAN_RUN_OK, 1);
  evolution = history_read (&history, &everything);
  names = columns_of (evolution);
  g_assert_true (evolution->is_unordered);
  g_assert_cmpstr (names, ==, "z k a m");
}

/* ---- what is asked for ---- */

static void
assert_fails (const History *history, CyanEvolutionQuery query, int code, const char *words)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (cyan_evolution_read (history->store, &query, &error));
  sample_assert_error (error, code, words);
}

static void
test_query (void)
{
  g_auto (History) history = history_begin ("evolution-query");
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanEvolution) one = NULL, wall = NULL, other = NULL;
  gint64 machine = history.sample.machine, second, project;

  g_assert_true (cyan_store_put_machine (history.store, "n", "2 cores", &second, &error));
  for (guint i = 0; i < 3; i++)
    {
      gint64 revision = history_revision (&history, i);

      history_runs (&history, revision, history_definition (&history, "xml.parse", "1"), 1);
      history_runs (&history, revision, history_definition (&history, "xml lex", "1"), 1);
      history.sample.machine = second;
      history_runs (&history, revision, history_definition (&history, "xml.parse", "1"), 1);
      history.sample.machine = machine;
    }
  one = history_read (&history, &(CyanEvolutionQuery){ .benchmark = "^xml\\.", .machine = "n" });
  g_assert_cmpuint (one->n_series, ==, 1);
  g_assert_cmpstr (one->series[0].machine, ==, "n");
  assert_fails (&history, (CyanEvolutionQuery){ .benchmark = "json" }, CYAN_ERROR_INVALID,
                "no such benchmark: \"json\"");
  assert_fails (&history, (CyanEvolutionQuery){ .metric = "cpu" }, CYAN_ERROR_INVALID,
                "no such metric: \"cpu\"");
  wall = history_read (&history, &(CyanEvolutionQuery){ .metric = "wall" });
  /* Two machines are two lines. */
  g_assert_cmpuint (wall->n_lines, ==, 3);
  assert_fails (&history, (CyanEvolutionQuery){ .benchmark = "(" }, CYAN_ERROR_INVALID, "(");
  assert_fails (&history, (CyanEvolutionQuery){ .project = "q" }, CYAN_ERROR_INVALID,
                "no such project: \"q\"");
  assert_fails (&history, (CyanEvolutionQuery){ .machine = "q" }, CYAN_ERROR_INVALID,
                "no such machine: \"q\"");
  assert_fails (&history, (CyanEvolutionQuery){ .tip = "q" }, CYAN_ERROR_INVALID,
                "no branch or revision \"q\"");
  assert_fails (&history, (CyanEvolutionQuery){ .tip = "r" }, CYAN_ERROR_INVALID,
                "several revisions begin with \"r\"");
  g_assert_true (cyan_store_put_project (history.store, "q", NULL, &project, &error));
  assert_fails (&history, everything, CYAN_ERROR_MISMATCH, "several projects: p, q");
  other = history_read (&history, &(CyanEvolutionQuery){ .project = "q" });
  g_assert_cmpuint (other->n_series, ==, 0);
}

static void
test_empty (void)
{
  g_autofree char *path = store_address ("evolution-empty");
  g_autoptr (CyanStore) store = sample_open (path, CYAN_STORE_CREATE);
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanEvolution) evolution = cyan_evolution_read (store, &everything, &error);
  const CyanStepsOptions options = CYAN_STEPS_OPTIONS_INIT;
  g_autofree guint *lines = NULL;

  g_assert_no_error (error);
  g_assert_cmpuint (evolution->n_columns, ==, 0);
  g_assert_true (cyan_evolution_find_steps (evolution, &options, &error));
  lines = cyan_evolution_sort_lines (evolution, CYAN_EVOLUTION_BY_SIZE);
}

/* ---- functions ---- */

/* A run with a profile in which parse() takes @parse seconds of 10. */
static void
run_with_functions (const History *history, gint64 revision, gint64 definition, double parse)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *uid = cyan_store_new_uid ();
  g_autofree char *folded =
      g_strdup_printf ("main;parse %.0f\nmain;lex %.0f\n", parse * 1e6, (10 - parse) * 1e6);
  CyanProfile *profile = cyan_profile_load_memory (
      "folded", folded, strlen (folded), &(CyanLoadOptions){ .unit = "us" }, NULL, &error);
  g_autoptr (CyanStoreRecord) record = NULL;
  CyanStoreRun run = { .uid = uid,
                       .revision = revision,
                       .definition = definition,
                       .machine = history->sample.machine,
                       .environment = history->sample.environment,
                       .build = CYAN_STORE_UNKNOWN,
                       .seconds = NAN,
                       .exit_code = CYAN_STORE_UNKNOWN };

  g_assert_no_error (error);
  record = cyan_store_record_new (profile, &error);
  g_assert_no_error (error);
  run.profile = record->bytes;
  run.n_nodes = record->n_nodes;
  run.functions = (const CyanStoreFunction *) (gconstpointer) record->functions->data;
  run.n_functions = record->functions->len;
  cyan_store_add_run (history->store, &run, NULL, &error);
  g_assert_no_error (error);
  cyan_profile_unref (profile);
}

static void
test_functions (void)
{
  g_auto (History) history = history_begin ("evolution-functions");
  gint64 xml = history_definition (&history, "xml", "1");
  g_autoptr (CyanEvolution) parse = NULL, both = NULL, none = NULL;

  for (guint i = 0; i < 20; i++)
    {
      gint64 revision = history_revision (&history, i);

      for (guint k = 0; k < 3; k++)
        run_with_functions (&history, revision, xml, (i < 9 ? 2 : 3) * (1 + 0.01 * ((i + k) % 4)));
    }
  parse = history_read (&history, &(CyanEvolutionQuery){ .function = "^parse$", .metric = "self" });
  g_assert_cmpuint (parse->n_series, ==, 1);
  g_assert_cmpstr (parse->series[0].function, ==, "parse");
  g_assert_cmpstr (parse->series[0].metric, ==, "self");
  g_assert_cmpstr (parse->series[0].unit, ==, "us");
  g_assert_cmpuint (parse->series[0].begin[20], ==, 60);
  g_assert_cmpuint (parse->series[0].steps->n_steps, ==, 1);
  assert_step (&parse->series[0], 9, 1.5);
  both = history_read (&history, &(CyanEvolutionQuery){ .function = "parse|lex" });
  /* Folded stacks know no calls. */
  g_assert_cmpuint (both->n_lines, ==, 4);
  none = history_read (&history, &(CyanEvolutionQuery){ .function = "nobody" });
  g_assert_cmpuint (none->n_series, ==, 0);
}

/* A folder of profiles is a store too. */
TEST ("/evolution/folder")
{
  g_autofree char *folder = index_sample ("evolution-folder");
  g_autoptr (CyanStore) store = sample_open (folder, CYAN_STORE_READ);
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanEvolution) evolution = cyan_evolution_read (store, &everything, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (evolution->n_columns, ==, INDEX_REVISIONS);
  g_assert_cmpstr (evolution->columns[0].oid, ==, "r1");
  g_assert_cmpuint (evolution->n_series, >=, 1);
  for (guint i = 0; i < evolution->n_series; i++)
    {
      g_assert_cmpstr (evolution->series[i].benchmark, ==, "xml");
      g_assert_cmpuint (evolution->series[i].begin[INDEX_REVISIONS], ==,
                        INDEX_REVISIONS * INDEX_RUNS);
    }
}

TESTS ()
{
  store_add_test ("/evolution/steps", test_steps);
  store_add_test ("/evolution/noise", test_noise);
  store_add_test ("/evolution/cells", test_cells);
  store_add_test ("/evolution/definitions", test_definitions);
  store_add_test ("/evolution/marks", test_marks);
  store_add_test ("/evolution/branches", test_branches);
  store_add_test ("/evolution/dirty", test_dirty);
  store_add_test ("/evolution/missing-between", test_missing_between);
  store_add_test ("/evolution/no-parents", test_no_parents);
  store_add_test ("/evolution/query", test_query);
  store_add_test ("/evolution/empty", test_empty);
  store_add_test ("/evolution/functions", test_functions);
}
