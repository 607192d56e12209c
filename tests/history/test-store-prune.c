/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A store that gets smaller: profiles go, numbers and what explains a step stay. */
#include "cyan-store-prune.h"

#include <glib/gstdio.h>
#include <string.h>

#include "cyan-error.h"
#include "store-backends.h"
#include "store-samples.h"
#include "tests.h"

#define N_REVISIONS 30
#define N_RUNS      3
#define STEP        12
#define MARKED      3
#define RISKY       5 /* a prediction keeps nothing */
#define NEWEST      5

/* Bytes of a profile: more than a page. */
#define N_BYTES 20000

static void
add_run (CyanStore *store, const Sample *sample, guint number, guint n, guint content)
{
  g_autofree char *oid = g_strdup_printf ("r%02u", number);
  g_autofree char *parent = g_strdup_printf ("r%02u", number - 1);
  g_autofree char *uid = g_strdup_printf ("%u-%u", number, n);
  g_autofree guint32 *bytes = g_new (guint32, N_BYTES / 4);
  g_autoptr (GBytes) profile = NULL;
  g_autoptr (GError) error = NULL;
  CyanStoreValue value = { sample->metric, (number < STEP ? 100 : 120) + 0.1 * ((number + n) % 3) };
  CyanStoreRun run = sample_plain_run (
      sample, sample_put_revision (store, sample, oid, number > 0 ? parent : NULL, number), uid);

  run.number = n;
  run.values = &value;
  run.n_values = 1;
  run.n_nodes = 1;
  for (guint i = 0; i < N_BYTES / 4; i++)
    bytes[i] = content * 1000003 + i;
  run.profile = profile = g_bytes_new (bytes, N_BYTES);
  cyan_store_add_run (store, &run, NULL, &error);
  g_assert_no_error (error);
}

/* A step, a mark, and a history of one line. */
static CyanStore *
make_store (const char *address)
{
  CyanStore *store = sample_open (address, CYAN_STORE_CREATE);
  g_autofree char *marked = g_strdup_printf ("r%02u", MARKED);
  g_autofree char *risky = g_strdup_printf ("r%02u", RISKY);
  g_autoptr (GError) error = NULL;
  Sample sample;
  gint64 id;

  sample = sample_begin (store);
  g_assert_true (cyan_store_begin (store, &error));
  for (guint i = 0; i < N_REVISIONS; i++)
    for (guint n = 0; n < N_RUNS; n++)
      add_run (store, &sample, i, n, i * N_RUNS + n);
  cyan_store_put_mark (
      store, sample.project,
      &(CyanStoreMark){ .revision = marked, .kind = "note", .text = "look", .made = 1 }, &id,
      &error);
  cyan_store_put_mark (
      store, sample.project,
      &(CyanStoreMark){
          .revision = risky, .kind = CYAN_STORE_MARK_RISK, .text = "risky", .made = 1 },
      &id, &error);
  cyan_store_commit (store, &error);
  g_assert_no_error (error);
  return store;
}

static GPtrArray *
prune_by (CyanStore *store, const char *text, gint64 now, CyanPruneMode mode)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanRetention) rule = cyan_retention_parse (text, &error);
  GPtrArray *pruned;

  g_assert_no_error (error);
  pruned = cyan_store_prune (store, rule, now, mode, &error);
  g_assert_no_error (error);
  return pruned;
}

static GPtrArray *
prune (CyanStore *store, guint newest, gboolean dry_run)
{
  g_autofree char *text = g_strdup_printf ("%u newest", newest);

  return prune_by (store, text, 0, dry_run ? CYAN_PRUNE_DRY_RUN : CYAN_PRUNE_SHRINK);
}

static void
test_prune (void)
{
  g_autofree char *address = store_address ("prune");
  g_autoptr (CyanStore) store = make_store (address);
  g_autoptr (GPtrArray) planned = prune (store, NEWEST, TRUE), pruned = NULL, again = NULL;
  g_autoptr (GError) error = NULL;
  CyanStoreSizes before = sample_sizes (store), after;
  guint n = 0;

  g_assert_cmpint (before.profiles, ==, N_REVISIONS * N_RUNS);
  pruned = prune (store, NEWEST, FALSE);
  g_assert_cmpuint (pruned->len, ==, planned->len);
  for (guint i = 0; i < N_REVISIONS - NEWEST; i++)
    {
      const CyanStorePruned *row = pruned->pdata[n], *plan = planned->pdata[n];
      g_autofree char *oid = g_strdup_printf ("r%02u", i);

      if (i == MARKED || i == STEP - 1 || i == STEP)
        continue;
      g_assert_cmpstr (row->oid, ==, oid);
      g_assert_cmpstr (plan->oid, ==, oid);
      g_assert_cmpuint (row->profiles, ==, N_RUNS);
      g_assert_cmpuint (row->bytes, ==, N_RUNS * N_BYTES);
      n++;
    }
  g_assert_cmpuint (pruned->len, ==, n);

  after = sample_sizes (store);
  g_assert_cmpint (after.profiles, ==, (N_REVISIONS - n) * N_RUNS);
  g_assert_cmpint (after.runs, ==, before.runs);
  g_assert_cmpint (store_run (address, "SELECT count(*) FROM value"), ==, before.runs);
  g_assert_cmpint (store_run (address, "SELECT count(*) FROM profile"), ==, before.profiles);
  cyan_store_check (store, &error);
  g_assert_no_error (error);
  again = prune (store, NEWEST, FALSE);
  g_assert_cmpuint (again->len, ==, 0);
  if (store_is_file ())
    {
      GStatBuf status;

      cyan_store_free (g_steal_pointer (&store));
      g_assert_cmpint (g_stat (address, &status), ==, 0);
      g_assert_cmpint (status.st_size, <, N_REVISIONS * N_RUNS * N_BYTES / 2);
    }
}

TEST ("/store-prune/dry-run")
{
  g_autofree char *path = sample_path ("dry.db"), *before = NULL, *after = NULL;
  g_autoptr (CyanStore) store = make_store (path);
  g_autoptr (GPtrArray) pruned = NULL;
  gsize n_before, n_after;

  cyan_store_free (g_steal_pointer (&store));
  g_assert_true (g_file_get_contents (path, &before, &n_before, NULL));
  store = sample_open (path, CYAN_STORE_READ);
  pruned = prune (store, 0, TRUE);
  g_assert_cmpuint (pruned->len, ==, N_REVISIONS - 3);
  cyan_store_free (g_steal_pointer (&store));
  g_assert_true (g_file_get_contents (path, &after, &n_after, NULL));
  g_assert_cmpmem (before, n_before, after, n_after);
}

/* A profile that an old and a new run share is one, and kept. */
TEST ("/store-prune/shared")
{
  g_autofree char *path = sample_path ("shared.db");
  g_autoptr (CyanStore) store = sample_open (path, CYAN_STORE_CREATE);
  g_autoptr (GPtrArray) first = NULL, second = NULL;
  Sample sample = sample_begin (store);

  add_run (store, &sample, 0, 0, 7);
  add_run (store, &sample, 0, 1, 8);
  add_run (store, &sample, 1, 0, 7);
  first = prune (store, 1, FALSE);
  g_assert_cmpuint (first->len, ==, 1);
  g_assert_cmpuint (((CyanStorePruned *) first->pdata[0])->profiles, ==, 1);
  g_assert_cmpint (sample_sizes (store).profiles, ==, 1);
  second = prune (store, 0, FALSE);
  g_assert_cmpint (sample_sizes (store).profiles, ==, 0);
  /* The same run comes back with its profile. */
  add_run (store, &sample, 2, 0, 7);
  g_assert_cmpint (sample_sizes (store).profiles, ==, 1);
}

/* ---- by age ---- */

#define DAY 86400
/* A Monday. */
#define MONDAY   (4 + 7 * 2900)
#define MONDAY_S "(4 + 7 * 2900)"
#define THIRD_S  "28800"
#define AT(days) ((gint64) (MONDAY + (days)) * DAY)

/* The revisions of make_store(), three a day from a Monday on. */
static CyanStore *
make_days (const char *address)
{
  CyanStore *store = make_store (address);

  store_run (address, "UPDATE revision SET commit_time = " MONDAY_S " * 86400 + depth * " THIRD_S);
  return store;
}

static void
assert_dropped (
    CyanStore *store, const char *rule, gint64 now, CyanPruneMode mode, const char *expected)
{
  g_autoptr (GPtrArray) pruned = prune_by (store, rule, now, mode);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < pruned->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "",
                            ((const CyanStorePruned *) pruned->pdata[i])->oid + 1);
  g_assert_cmpstr (text->str, ==, expected);
}

/* Both sides of the step, 11 and 12, and what is marked, 3, are never dropped. */
static void
test_days (void)
{
  g_autofree char *address = store_address ("days");
  g_autoptr (CyanStore) store = make_days (address);
  const char *rule = "4d all, then 1 per day, steps for ever";
  g_autoptr (GError) error = NULL;

  assert_dropped (store, "all", AT (10000), CYAN_PRUNE_DRY_RUN, "");
  assert_dropped (store, "10d all", AT (10), CYAN_PRUNE_DRY_RUN, "");
  assert_dropped (store, "3d all", AT (10), CYAN_PRUNE_DRY_RUN,
                  "00 01 02 04 05 06 07 08 09 10 13 14 15 16 17 18 19 20");
  assert_dropped (store, "2 per week", AT (10), CYAN_PRUNE_DRY_RUN,
                  "00 01 02 04 05 06 07 08 09 10 13 14 15 16 17 18 21 22 23 24 25 26 27");
  assert_dropped (store, "5 newest, 4d all, then 2 per day for 2d, then 1 per month", AT (10),
                  CYAN_PRUNE_DRY_RUN, "00 01 02 04 05 06 07 08 09 10 15");
  assert_dropped (store, rule, AT (10), CYAN_PRUNE_DROP, "00 01 04 06 07 09 10 13 15 16");
  assert_dropped (store, rule, AT (10), CYAN_PRUNE_DROP, "");
  assert_dropped (store, rule, AT (11), CYAN_PRUNE_DROP, "18 19");
  /* The last of a day stays for ever. */
  assert_dropped (store, rule, AT (1000), CYAN_PRUNE_DROP, "21 22 24 25 27 28");
  cyan_store_check (store, &error);
  g_assert_no_error (error);
}

/* What was measured again is as old as that; each machine has a last one of a day. */
static void
test_measured_late (void)
{
  g_autofree char *address = store_address ("late");
  g_autoptr (CyanStore) store = make_days (address);

  store_run (address, "UPDATE run SET began = " MONDAY_S " * 86400 + 20 * 86400"
                      " WHERE revision = (SELECT id FROM revision WHERE oid = 'r00');"
                      "INSERT INTO machine (name, identity) VALUES ('other', 'o');"
                      "UPDATE run SET machine = (SELECT id FROM machine WHERE name = 'other')"
                      " WHERE revision = (SELECT id FROM revision WHERE oid = 'r04')");
  assert_dropped (store, "4d all, then 1 per day", AT (21), CYAN_PRUNE_DROP,
                  "01 06 07 09 10 13 15 16 18 19 21 22 24 25 27 28");
}

TEST ("/store-prune/rules")
{
  static const char *const good[] = {
    "1",
    "50 newest",
    "all",
    "90d all",
    "2w all",
    "1y all, 1 per day",
    "1 per month",
    " 90d  all ,then 1 per day , steps for ever",
    "9 newest, 1d all, then 3 per day for 2y, then 2 per week for 9w, then 1 per year",
    "steps for ever",
  };
  static const char *const bad[] = {
    "",
    ",",
    "90d",
    "-1",
    "90 days all",
    "0d all",
    "all, 1d all",
    "1d all, all",
    "0 per day",
    "1 per hour",
    "1 per day, 1 per week",
    "1 per day for",
    "then",
    "1d all, 9 newest",
    "1d all,",
    "1e3 newest",
    "1d",
    "steps for ever, 1d all",
    "999999999999999999999 newest",
    "99999999d all",
  };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (CyanRetention) rule = cyan_retention_parse (good[i], &error);

      g_assert_no_error (error);
      g_assert_cmpint (cyan_retention_keeps_all (rule), ==, g_str_equal (good[i], "all"));
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      if (cyan_retention_parse (bad[i], &error) != NULL)
        g_error ("\"%s\" is a rule", bad[i]);
      sample_assert_error (error, CYAN_ERROR_INVALID, "90d all, then 1 per day");
    }
}

TESTS ()
{
  store_add_test ("/store-prune/days", test_days);
  store_add_test ("/store-prune/measured-late", test_measured_late);
  store_add_test ("/store-prune/prune", test_prune);
}
