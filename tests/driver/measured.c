/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measured.h"

#include <math.h>

#include "profile-text.h"
#include "cyan-store.h"

#define BEGAN 1704445200 /* 2024-01-05 */
#define DAY   86400

typedef enum
{
  XML,
  JSON,
  SORT,
  N_BENCHMARKS
} Benchmark;

static const char *const names[N_BENCHMARKS] = { "xml", "json", "sort" };

static const char *const subjects[] = {
  "parser: shorter names",         "tests: a catalog with namespaces",
  "build: warnings are errors",    "docs: how to profile",
  "reader: a buffer of its own",   "emit: one table for all escapes",
  "lexer: numbers with exponents", "sort: stable for equal keys"
};

/* What the steps are made by. */
static const char *
subject_of (guint revision)
{
  return revision == MEASURED_SLOWER   ? "mix: 16 rounds in place of 12"
         : revision == MEASURED_FASTER ? "emit: write whole lines"
         : revision == 33              ? "sort: compare keys by collation"
                                       : subjects[revision % G_N_ELEMENTS (subjects)];
}

char *
measured_oid (guint number)
{
  g_autofree char *text = g_strdup_printf ("revision %u", number);

  return g_compute_checksum_for_string (G_CHECKSUM_SHA1, text, -1);
}

/* About 1 +- 0.01, the same each time. */
static double
noise (guint revision, guint run, Benchmark benchmark)
{
  guint32 seed = (revision * 31 + run) * 7 + (guint) benchmark + 1;
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  double sum = 0;

  for (guint i = 0; i < 4; i++)
    sum += g_rand_double (rand) - 0.5;
  return 1 + 0.01 * sum;
}

static CyanProfile *
make_profile (guint revision, guint run, Benchmark benchmark)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autofree char *text = NULL;
  double scale = 1e6 * noise (revision, run, benchmark);
  double mix = benchmark == XML && revision >= MEASURED_SLOWER ? 70 : 40;
  double emit = benchmark == XML && revision >= MEASURED_FASTER ? 10 : 23;
  double keys = benchmark == SORT && revision >= 33 ? 17 : 5;
  g_autoptr (GError) error = NULL;
  CyanProfile *profile;

  text =
      g_strdup_printf ("main:%.0f(read_input:%.0f(read_block:%.0f(mix:%.0f)) parse:%.0f(lex:%.0f) "
                       "sort:%.0f(compare_keys:%.0f) emit:%.0f)",
                       scale, 2 * scale, 3 * scale, mix * scale, 8 * scale, 12 * scale, 6 * scale,
                       keys * scale, emit * scale);
  profile = cyan_profile_from_text (strings, text, &error);
  g_assert_no_error (error);
  return profile;
}

/* Rows that runs refer to. */
typedef struct
{
  CyanStore *store;
  gint64 project, machine, environments[2], definitions[N_BENCHMARKS], time, wall;
} Rows;

static void
add_run (const Rows *rows, gint64 revision, guint number, guint run, Benchmark benchmark)
{
  gboolean crashed = benchmark == JSON && number == MEASURED_CRASHED;
  gboolean timeout = benchmark == XML && number == MEASURED_TIMEOUT && run == 1;
  g_autoptr (CyanProfile) profile = make_profile (number, run, benchmark);
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanStoreRecord) record = cyan_store_record_new (profile, &error);
  g_autofree char *uid = g_strdup_printf ("%032x", (number * 10 + run) * 10 + (guint) benchmark);
  double total = profile->metrics[0].total[0];
  const CyanStoreValue values[] = { { rows->time, total }, { rows->wall, total * 1.1e-9 } };
  CyanStoreRun stored = { .uid = uid,
                          .revision = revision,
                          .definition = rows->definitions[benchmark],
                          .machine = rows->machine,
                          .environment = rows->environments[number < 17 ? 0 : 1],
                          .build = CYAN_STORE_UNKNOWN,
                          .number = run,
                          .status = crashed   ? CYAN_RUN_FAILED
                                    : timeout ? CYAN_RUN_TIMEOUT
                                              : CYAN_RUN_OK,
                          .began = BEGAN + number * DAY,
                          .seconds = total * 1.2e-9,
                          .exit_code = crashed ? 139 : 0,
                          .log = crashed   ? "json: catalog.json:7: ] expected\nSegmentation fault"
                                 : timeout ? "still reading after 60 s"
                                           : NULL };

  g_assert_no_error (error);
  if (stored.status == CYAN_RUN_OK)
    {
      stored.values = values;
      stored.n_values = G_N_ELEMENTS (values);
      stored.n_functions = record->functions->len;
      stored.functions = (const CyanStoreFunction *) (gpointer) record->functions->data;
      stored.profile = record->bytes;
      stored.n_nodes = record->n_nodes;
    }
  g_assert_true (cyan_store_add_run (rows->store, &stored, NULL, &error));
  g_assert_no_error (error);
}

static void
add_revision (const Rows *rows, guint number)
{
  g_autofree char *oid = measured_oid (number);
  g_autofree char *parent = number > 0 ? measured_oid (number - 1) : NULL;
  char *subject = (char *) subject_of (number);
  const CyanStoreRevision revision = { .oid = oid,
                                       .parent = parent,
                                       .depth = number,
                                       .author_time = BEGAN + number * DAY,
                                       /* Not one a day. */
                                       .commit_time = BEGAN + (number + number / 7 * 3) * DAY,
                                       .author = (char *) "Ada Example",
                                       .subject = subject };
  g_autoptr (GError) error = NULL;
  gint64 id;

  g_assert_true (cyan_store_put_revision (rows->store, rows->project, &revision, &id, &error));
  if (number == MEASURED_BROKEN)
    g_assert_true (cyan_store_put_build (
        rows->store,
        &(CyanStoreBuild){ .revision = id,
                           .machine = rows->machine,
                           .recipe = "make",
                           .status = CYAN_BUILD_FAILED,
                           .seconds = 4.2,
                           .log = "cc -c emit.c\nemit.c:41:12: error: expected ';' before "
                                  "'return'\nmake: *** [emit.o] 1",
                           .environment = rows->environments[1] },
        &(gint64){ 0 }, &error));
  else if (number != MEASURED_GAP)
    for (guint run = 0; run < MEASURED_RUNS; run++)
      for (Benchmark benchmark = 0; benchmark < N_BENCHMARKS; benchmark++)
        add_run (rows, id, number, run, benchmark);
  g_assert_no_error (error);
}

void
measured_store (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanStore) store = cyan_store_open (path, CYAN_STORE_CREATE, &error);
  Rows rows = { .store = store };

  g_assert_no_error (error);
  g_assert_true (cyan_store_begin (store, &error));
  g_assert_true (cyan_store_put_project (store, "catalog", NULL, &rows.project, &error));
  g_assert_true (cyan_store_put_machine (store, "bench1", "4 cores", &rows.machine, &error));
  g_assert_true (cyan_store_add_environment (
      store, rows.machine, BEGAN, "{\"compiler\":\"gcc 12.2\",\"governor\":\"performance\"}",
      "cyan", &rows.environments[0], &error));
  g_assert_true (
      cyan_store_add_environment (store, rows.machine, BEGAN + 17 * DAY,
                                  "{\"compiler\":\"gcc 13.1\",\"governor\":\"performance\"}",
                                  "cyan", &rows.environments[1], &error));
  for (Benchmark benchmark = 0; benchmark < N_BENCHMARKS; benchmark++)
    {
      g_autofree char *text = g_strdup_printf ("run=./catalog %s", names[benchmark]);

      g_assert_true (cyan_store_put_definition (store, rows.project, names[benchmark], "d1", text,
                                                &rows.definitions[benchmark], &error));
    }
  g_assert_true (cyan_store_put_metric (store, "time", "ns", -1, &rows.time, &error));
  g_assert_true (cyan_store_put_metric (store, "wall", "s", -1, &rows.wall, &error));
  for (guint number = 0; number < MEASURED_REVISIONS; number++)
    add_revision (&rows, number);
  g_assert_true (cyan_store_commit (store, &error));
  g_assert_no_error (error);
}
