/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which revision is the base of another, and the overview over all of them. */
#include "cyan-spectrum-read.h"

#include <math.h>
#include <string.h>

#include "cyan-error.h"
#include "store-backends.h"
#include "store-samples.h"
#include "tests.h"

typedef struct
{
  CyanStore *store;
  Sample sample;
  gint64 time;     /* a metric of the profiles */
  gint64 other;    /* another definition of the benchmark */
  gint64 last;     /* the revision that was added last */
  char *last_name; /* its oid, or NULL */
} World;

static void
world_clear (World *self)
{
  g_clear_pointer (&self->store, cyan_store_free);
  g_free (self->last_name);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (World, world_clear)

static World
begin (const char *name)
{
  g_autofree char *path = store_address (name);
  World world = { .store = sample_open (path, CYAN_STORE_CREATE) };

  world.sample = sample_begin (world.store);
  g_assert_true (cyan_store_put_metric (world.store, "time", "ms", -1, &world.time, NULL));
  g_assert_true (cyan_store_put_definition (world.store, world.sample.project, "b", "other", "",
                                            &world.other, NULL));
  return world;
}

/* A run of the last revision in which "work" takes @work ms; 0: it failed. */
static void
add_run (World *self, gint64 definition, guint work)
{
  g_autofree char *text =
      g_strdup_printf ("cct 1\nmetric\ttime\tms\nfunction\tmain\nfunction\twork\n"
                       "0\t1\t1\t10\n1\t2\t2\t%u\nend\t2\n",
                       work);
  g_autoptr (CyanProfile) profile = work > 0 ? sample_profile (text) : NULL;
  const CyanStoreValue value = { self->time, 10 + work };
  CyanStoreRun run = sample_plain_run (&self->sample, self->last, NULL);

  run.definition = definition;
  run.status = work > 0 ? CYAN_RUN_OK : CYAN_RUN_FAILED;
  run.seconds = 0.25;
  run.exit_code = work > 0 ? 0 : 3;
  run.log = work > 0 ? NULL : "starting\nout of memory\n";
  run.values = &value;
  run.n_values = work > 0;
  sample_put_run (self->store, run, profile);
}

/* A revision on top of the last one, with @n runs near @work ms. */
static void
add_revision (World *self, const char *oid, gint64 definition, guint n, guint work)
{
  self->last =
      sample_put_revision (self->store, &self->sample, oid, self->last_name, CYAN_STORE_UNKNOWN);
  g_free (self->last_name);
  self->last_name = g_strdup (oid);
  for (guint i = 0; i < n; i++)
    add_run (self, definition, work > 0 ? work + i : 0);
}

/* What the base of @revision is; NULL: there is none, and the error has @words. */
static void
assert_base (World *self, const char *revision, const char *expected, guint n_passed, gboolean few)
{
  const CyanStorePair pair = { .revisions = { NULL, revision } };
  g_auto (CyanSpectrumBase) base = { 0 };
  g_autoptr (GError) error = NULL;

  g_assert_true (cyan_spectrum_find_base (self->store, &pair, NULL, &base, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (base.oids[0], ==, expected);
  g_assert_cmpstr (base.oids[1], ==, revision);
  g_assert_true (base.is_ancestor);
  g_assert_cmpuint (base.n_passed, ==, n_passed);
  g_assert_true (base.has_few_runs == few);
}

static void
assert_no_base (World *self, const char *revision, int code, const char *words)
{
  const CyanStorePair pair = { .revisions = { NULL, revision } };
  g_auto (CyanSpectrumBase) base = { 0 };
  g_autoptr (GError) error = NULL;

  g_assert_false (cyan_spectrum_find_base (self->store, &pair, NULL, &base, &error));
  sample_assert_error (error, code, words);
}

/* The nearest first parent with two runs of the same definition; with one, if that must do. */
static void
test_base (void)
{
  g_auto (World) world = begin ("spectrum-base");

  add_revision (&world, "one", world.sample.definition, 1, 40);
  add_revision (&world, "two", world.sample.definition, 3, 40);
  assert_base (&world, "two", "one", 0, TRUE);
  add_revision (&world, "three", world.other, 3, 40);
  add_revision (&world, "four", world.sample.definition, 1, 40);
  add_revision (&world, "five", world.sample.definition, 2, 0);
  add_revision (&world, "six", world.sample.definition, 3, 40);
  assert_base (&world, "four", "two", 1, FALSE);
  assert_base (&world, "six", "two", 3, FALSE);
  assert_no_base (&world, "one", CYAN_ERROR_MISMATCH, "no parent in the store");
  assert_no_base (&world, "three", CYAN_ERROR_MISMATCH, "no first parent of three has a run");
  assert_no_base (&world, "five", CYAN_ERROR_MISMATCH, "the runs of five have failed");
  assert_no_base (&world, "seven", CYAN_ERROR_INVALID, "no such revision");
}

/* A base that was given is one, wherever it lies; above it, it is told how far. */
static void
test_given_base (void)
{
  static const struct
  {
    const char *base, *revision;
    gboolean is_ancestor;
    guint n_passed;
  } cases[] = { { "r0", "r3", TRUE, 2 }, { "r2", "r3", TRUE, 0 }, { "r3", "r1", FALSE, 0 } };
  g_auto (World) world = begin ("spectrum-given");

  for (guint i = 0; i < 4; i++)
    {
      g_autofree char *oid = g_strdup_printf ("r%u", i);

      add_revision (&world, oid, world.sample.definition, 1, 40);
    }
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const CyanStorePair pair = { .revisions = { cases[i].base, cases[i].revision } };
      g_auto (CyanSpectrumBase) base = { 0 };
      g_autoptr (GError) error = NULL;

      g_assert_true (cyan_spectrum_find_base (world.store, &pair, NULL, &base, &error));
      g_assert_no_error (error);
      g_assert_cmpstr (base.oids[0], ==, cases[i].base);
      g_assert_cmpstr (base.names[0], ==, cases[i].base);
      g_assert_cmpstr (base.oids[1], ==, cases[i].revision);
      g_assert_cmpint (base.is_ancestor, ==, cases[i].is_ancestor);
      g_assert_cmpuint (base.n_passed, ==, cases[i].n_passed);
      g_assert_cmpuint (base.n_runs[0], ==, 1);
      g_assert_cmpuint (base.n_runs[1], ==, 1);
    }
}

/* Revisions that cannot be compared say why; others are compared within their definition. */
static void
test_overview (void)
{
  static const struct
  {
    guint base, n_changed;
    const char *problem;
  } expected[] = {
    { CYAN_SPECTRUM_NO_BASE, 0, "no revision before it in this list has runs to compare with" },
    { 0, 0, NULL },
    { 1, 1, NULL },
    { CYAN_SPECTRUM_NO_BASE, 0, "all of its runs failed" },
    { CYAN_SPECTRUM_NO_BASE, 0, "not measured" },
    { CYAN_SPECTRUM_NO_BASE, 0, "no revision before it in this list has runs to compare with" },
    { 2, 0, NULL },
  };
  g_auto (World) world = begin ("spectrum-overview");
  const CyanSpectrumQuery query = { .similarity = CYAN_SIMILARITY_OPTIONS_INIT };
  g_autoptr (CyanSpectrumOverview) overview = NULL;
  g_autoptr (GError) error = NULL;
  const CyanSpectrumRun *failed;

  add_revision (&world, "r0", world.sample.definition, 5, 400);
  add_revision (&world, "r1", world.sample.definition, 5, 400);
  add_revision (&world, "r2", world.sample.definition, 5, 800);
  add_revision (&world, "r3", world.sample.definition, 2, 0);
  add_revision (&world, "r4", world.sample.definition, 0, 0);
  add_revision (&world, "r5", world.other, 5, 800);
  add_revision (&world, "r6", world.sample.definition, 5, 800);
  overview = cyan_spectrum_overview_read (world.store, &query, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (overview->metric, ==, "time");
  g_assert_cmpstr (overview->unit, ==, "ms");
  g_assert_true (overview->has_calls);
  g_assert_cmpuint (overview->n_revisions, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      const CyanSpectrumRevision *revision = &overview->revisions[i];

      g_assert_cmpuint (revision->base, ==, expected[i].base);
      g_assert_cmpuint (revision->n_changed, ==, expected[i].n_changed);
      g_assert_cmpstr (revision->problem, ==, expected[i].problem);
    }
  g_assert_cmpfloat (overview->revisions[2].mean, ==, 812);
  g_assert_cmpuint (overview->revisions[2].n_runs, ==, 5);
  g_assert_cmpstrv (overview->revisions[2].runs[4].by_call[0].stack,
                    ((const char *const[]){ "main", "work", NULL }));
  g_assert_cmpfloat (overview->revisions[2].runs[4].by_call[0].value, ==, 402);
  g_assert_cmpfloat (overview->revisions[2].runs[4].by_total[0].value, ==, 804);
  g_assert_true (isnan (overview->revisions[3].mean));
  failed = &overview->revisions[3].runs[1];
  g_assert_cmpstr (failed->status, ==, "failed");
  g_assert_cmpint (failed->exit_code, ==, 3);
  g_assert_cmpfloat (failed->seconds, ==, 0.25);
  g_assert_cmpstr (failed->log, ==, "starting\nout of memory\n");
  g_assert_cmpuint (failed->n_by_total, ==, 0);
}

static gboolean
stop_later (double fraction, const char *what, gpointer data)
{
  return fraction < 0.5;
}

static void
test_cancelled (void)
{
  g_auto (World) world = begin ("spectrum-cancelled");
  const CyanSpectrumQuery query = { .similarity = CYAN_SIMILARITY_OPTIONS_INIT };
  const CyanTick tick = CYAN_TICK_INIT (stop_later, NULL);
  g_autoptr (CyanSpectrumOverview) overview = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 4; i++)
    {
      g_autofree char *oid = g_strdup_printf ("r%u", i);

      add_revision (&world, oid, world.sample.definition, 2, 40);
    }
  overview = cyan_spectrum_overview_read (world.store, &query, &tick, &error);
  g_assert_null (overview);
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_CANCELLED);
}

/* Failed runs have no profile, which is said; the newest definition with one says what is
 * compared. */
static void
test_no_profile (void)
{
  const CyanSpectrumQuery query = { .benchmark = "b" };
  g_auto (World) world = begin ("spectrum-no-profile");
  g_autoptr (GError) error = NULL;

  add_revision (&world, "one", world.sample.definition, 2, 0);
  g_assert_null (cyan_spectrum_overview_read (world.store, &query, NULL, &error));
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_UNSUPPORTED);
  g_assert_nonnull (strstr (error->message, "no run of b has a profile"));
}

TESTS ()
{
  store_add_test ("/spectrum-read/no-profile", test_no_profile);
  store_add_test ("/spectrum-read/base", test_base);
  store_add_test ("/spectrum-read/given-base", test_given_base);
  store_add_test ("/spectrum-read/overview", test_overview);
  store_add_test ("/spectrum-read/cancelled", test_cancelled);
}
