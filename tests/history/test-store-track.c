/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What only a tracker asks a store: claims, counts and values of a cell, mean times. */
#include <math.h>

#include "cyan-store.h"
#include "store-backends.h"
#include "store-samples.h"
#include "tests.h"

static gboolean
claim (CyanStore *store, const char *what, const char *owner, gint64 now, gint64 until)
{
  g_autoptr (GError) error = NULL;
  gboolean gained;

  cyan_store_claim (store, what, owner, now, until, &gained, &error);
  g_assert_no_error (error);
  return gained;
}

static void
test_claims (void)
{
  g_autofree char *path = store_address ("claims");
  g_autoptr (CyanStore) store = sample_open (path, CYAN_STORE_CREATE);
  g_autoptr (CyanStore) other = sample_open (path, CYAN_STORE_WRITE);
  g_autoptr (GPtrArray) claims = NULL;
  gboolean kept;

  g_assert_true (claim (store, "cell", "a", 100, 200));
  g_assert_false (claim (other, "cell", "b", 199, 300));
  g_assert_true (claim (other, "cell 2", "b", 199, 300));
  g_assert_true (claim (store, "cell", "a", 150, 210));
  g_assert_false (claim (other, "cell", "b", 209, 300));
  g_assert_true (cyan_store_renew_claims (store, "a", 250, NULL));
  g_assert_false (claim (other, "cell", "b", 249, 300));
  g_assert_true (claim (other, "cell", "b", 250, 300));
  g_assert_false (claim (store, "cell", "a", 260, 400));
  claims = cyan_store_read_claims (store, NULL);
  g_assert_cmpuint (claims->len, ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      const CyanStoreClaim *one = claims->pdata[i];

      g_assert_cmpstr (one->what, ==, i == 0 ? "cell" : "cell 2");
      g_assert_cmpstr (one->owner, ==, "b");
      g_assert_cmpint (one->until, ==, 300);
    }
  g_assert_true (cyan_store_keep_claim (other, "cell", "b", 350, &kept, NULL) && kept);
  g_assert_true (cyan_store_keep_claim (store, "cell", "a", 500, &kept, NULL) && !kept);
  g_assert_false (claim (store, "cell", "a", 349, 400));
  g_assert_true (cyan_store_release_claims (store, "b", NULL));
  g_assert_true (claim (store, "cell", "a", 260, 400));
}

static void
add_run (CyanStore *store, CyanStoreRun *run, CyanRunStatus status, double seconds, double value)
{
  CyanStoreValue values[] = { { 0, value }, { 0, seconds } };

  cyan_store_put_metric (store, "time", "ns", -1, &values[0].metric, NULL);
  cyan_store_put_metric (store, "wall", "s", -1, &values[1].metric, NULL);
  run->status = status;
  run->seconds = seconds;
  run->values = values;
  run->n_values = status == CYAN_RUN_OK ? 2 : 0;
  sample_put_run (store, *run, NULL);
}

static void
test_cell (void)
{
  g_autofree char *address = store_address ("cell");
  g_autoptr (CyanStore) store = sample_open (address, CYAN_STORE_CREATE);
  Sample sample = sample_begin (store);
  CyanStoreRun run = sample_plain_run (
      &sample, sample_put_revision (store, &sample, "r", NULL, CYAN_STORE_UNKNOWN), NULL);
  g_autoptr (GPtrArray) values = NULL;
  CyanStoreCounts counts;
  double seconds;
  gint64 build;

  g_assert_true (
      cyan_store_mean_run_seconds (store, sample.project, "b", sample.machine, &seconds, NULL));
  g_assert_true (isnan (seconds));
  add_run (store, &run, CYAN_RUN_OK, 1, 10);
  add_run (store, &run, CYAN_RUN_TIMEOUT, 6, 0);
  add_run (store, &run, CYAN_RUN_LOST, NAN, 0);
  add_run (store, &run, CYAN_RUN_OK, 2, 20);
  add_run (store, &run, CYAN_RUN_BAD_PROFILE, 3, 0);
  g_assert_true (cyan_store_count_runs (store, run.revision, sample.definition, sample.machine,
                                        &counts, NULL));
  g_assert_cmpuint (counts.ok, ==, 2);
  g_assert_cmpuint (counts.failed, ==, 2);
  g_assert_true (cyan_store_count_runs (store, run.revision + 1, sample.definition, sample.machine,
                                        &counts, NULL));
  g_assert_cmpuint (counts.ok + counts.failed, ==, 0);
  g_assert_true (
      cyan_store_mean_run_seconds (store, sample.project, "b", sample.machine, &seconds, NULL));
  g_assert_cmpfloat (seconds, ==, 3);

  /* By metric, in the order of the runs. */
  values = cyan_store_read_values (store, run.revision, sample.definition, sample.machine, NULL);
  g_assert_cmpuint (values->len, ==, 4);
  for (guint i = 0; i < values->len; i++)
    {
      const CyanStoreCellValue *value = values->pdata[i];
      gboolean is_wall = g_str_equal (value->name, "wall");

      g_assert_cmpstr (value->unit, ==, is_wall ? "s" : "ns");
      g_assert_cmpfloat (value->value, ==, (i % 2 + 1) * (is_wall ? 1 : 10));
    }

  g_assert_true (cyan_store_put_build (store,
                                       &(CyanStoreBuild){ .revision = run.revision,
                                                          .machine = sample.machine,
                                                          .recipe = "make",
                                                          .status = CYAN_BUILD_OK,
                                                          .seconds = 7,
                                                          .environment = sample.environment },
                                       &build, NULL));
  g_assert_true (cyan_store_mean_build_seconds (store, sample.machine, "make", &seconds, NULL));
  g_assert_cmpfloat (seconds, ==, 7);
  g_assert_true (cyan_store_mean_build_seconds (store, sample.machine, "ninja", &seconds, NULL));
  g_assert_true (isnan (seconds));
}

TESTS ()
{
  store_add_test ("/store-track/claims", test_claims);
  store_add_test ("/store-track/cell", test_cell);
}
