/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From two revisions in a store to a comparison. */
#include "cyan-store-request.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "cyan-error.h"
#include "cyan-pipeline.h"
#include "git-fixture.h"
#include "store-backends.h"
#include "store-samples.h"
#include "tests.h"
#include "tree.h"

static gint64
put_definition (CyanStore *store, gint64 project, const char *hash)
{
  gint64 id;

  g_assert_true (cyan_store_put_definition (store, project, "b", hash, "", &id, NULL));
  return id;
}

/* A run of @revision in which "work" takes @work ms; 0: without a profile. */
static void
add_run (CyanStore *store,
         const Sample *sample,
         gint64 definition,
         gint64 revision,
         CyanRunStatus status,
         guint work)
{
  g_autofree char *text = g_strdup_printf ("cct 1\nmetric\ttime\tms\nfunction\tmain\t\ta.c\t1\n"
                                           "function\twork\t\ta.c\t2\n0\t1\t1\t10\n1\t2\t1\t%u\n",
                                           work);
  g_autoptr (CyanProfile) profile = work > 0 ? sample_profile (text) : NULL;
  CyanStoreRun run = sample_plain_run (sample, revision, NULL);

  run.definition = definition;
  run.status = status;
  run.exit_code = 0;
  sample_put_run (store, run, profile);
}

static CyanRequest *
ask (CyanStore *store, const CyanStorePair *pair, GPtrArray *notes)
{
  g_autoptr (CyanRequest) request = cyan_request_new (NULL, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (cyan_store_request (store, pair, request, notes, NULL, &error));
  g_assert_no_error (error);
  return g_steal_pointer (&request);
}

static void
refuse (CyanStore *store, const CyanStorePair *pair, int code, CyanHint hint, const char *words)
{
  g_autoptr (CyanRequest) request = cyan_request_new (NULL, NULL);
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;

  g_assert_false (cyan_store_request (store, pair, request, notes, NULL, &error));
  sample_assert_error (error, code, words);
  g_assert_cmpint (cyan_error_hint (error), ==, hint);
}

/* Only successful runs count; equal ones are loaded once, and both sides have their names. */
static void
test_runs (void)
{
  g_autofree char *path = store_address ("request-runs");
  g_autoptr (CyanStore) store = sample_open (path, CYAN_STORE_CREATE);
  const Sample sample = sample_begin (store);
  gint64 old = sample_put_revision (store, &sample, "old", NULL, CYAN_STORE_UNKNOWN);
  gint64 new = sample_put_revision (store, &sample, "new", "old", CYAN_STORE_UNKNOWN);
  const CyanStorePair pair = { .revisions = { "old", "new" } };
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (CyanRequest) request = NULL;
  g_autoptr (CyanResult) result = NULL;
  g_autoptr (GError) error = NULL;

  add_run (store, &sample, sample.definition, old, CYAN_RUN_OK, 40);
  add_run (store, &sample, sample.definition, old, CYAN_RUN_TIMEOUT, 900);
  add_run (store, &sample, sample.definition, old, CYAN_RUN_OK, 40);
  add_run (store, &sample, sample.definition, new, CYAN_RUN_OK, 50);
  add_run (store, &sample, sample.definition, new, CYAN_RUN_OK, 52);
  add_run (store, &sample, sample.definition, new, CYAN_RUN_OK, 0);
  request = ask (store, &pair, notes);
  g_assert_cmpuint (cyan_request_n_runs (request, 0), ==, 2);
  g_assert_true (request->profiles[0]->pdata[0] == request->profiles[0]->pdata[1]);
  g_assert_cmpuint (notes->len, ==, 1);
  g_assert_cmpstr (notes->pdata[0], ==,
                   "new: the store has only the numbers of 1 of its 3 runs, which are left out");
  result = cyan_pipeline_run (request, NULL, FALSE, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (result->names[0], ==, "old (2 runs)");
  g_assert_cmpstr (result->names[1], ==, "new (2 runs)");
  for (guint side = 0; side < 2; side++)
    g_assert_cmpfloat (cyan_compared_metric (&result->comparison->compared, side)->total[0], ==,
                       side == 0 ? 50 : 61);
}

/* The window has two selected revisions, in any order. */
static void
test_order (void)
{
  g_autofree char *path = store_address ("request-order");
  g_autoptr (CyanStore) store = sample_open (path, CYAN_STORE_CREATE);
  const Sample sample = sample_begin (store);
  const char *const oids[] = { "one", "two", "three", "side" };
  const char *const parents[] = { NULL, "one", "two", "one" };
  static const struct
  {
    const char *first, *second;
    gboolean exchanged;
  } cases[] = {
    { "one", "three", FALSE },  { "three", "one", TRUE },   { "side", "one", TRUE },
    { "side", "three", FALSE }, { "three", "side", FALSE }, { "two", "two", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (oids); i++)
    add_run (store, &sample, sample.definition,
             sample_put_revision (store, &sample, oids[i], parents[i], CYAN_STORE_UNKNOWN),
             CYAN_RUN_OK, 1 + i);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint sorted = 0; sorted < 2; sorted++)
      {
        const CyanStorePair pair = { .revisions = { cases[i].first, cases[i].second },
                                     .ancestor_first = sorted };
        g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
        g_autoptr (CyanRequest) request = ask (store, &pair, notes);

        g_assert_cmpstr (request->names[0], ==,
                         sorted && cases[i].exchanged ? cases[i].second : cases[i].first);
        g_assert_cmpuint (notes->len, ==, cases[i].exchanged && !sorted);
      }
}

/* A long chain of parents, and a circle of them. */
static void
test_long (void)
{
  g_autofree char *path = store_address ("request-long");
  g_autoptr (CyanStore) store = sample_open (path, CYAN_STORE_CREATE);
  const Sample sample = sample_begin (store);
  const CyanStorePair pairs[] = { { .revisions = { "r9999", "r0" }, .ancestor_first = TRUE },
                                  { .revisions = { "ring0", "ring1" } } };
  gint64 first = sample_put_revision (store, &sample, "r0", NULL, CYAN_STORE_UNKNOWN), last = first;

  g_assert_true (cyan_store_begin (store, NULL));
  for (guint i = 1; i < 10000; i++)
    {
      g_autofree char *oid = g_strdup_printf ("r%u", i);
      g_autofree char *parent = g_strdup_printf ("r%u", i - 1);

      last = sample_put_revision (store, &sample, oid, parent, CYAN_STORE_UNKNOWN);
    }
  g_assert_true (cyan_store_commit (store, NULL));
  add_run (store, &sample, sample.definition, first, CYAN_RUN_OK, 1);
  add_run (store, &sample, sample.definition, last, CYAN_RUN_OK, 2);
  add_run (store, &sample, sample.definition,
           sample_put_revision (store, &sample, "ring0", "ring2", CYAN_STORE_UNKNOWN), CYAN_RUN_OK,
           3);
  add_run (store, &sample, sample.definition,
           sample_put_revision (store, &sample, "ring1", "ring2", CYAN_STORE_UNKNOWN), CYAN_RUN_OK,
           4);
  sample_put_revision (store, &sample, "ring2", "ring2", CYAN_STORE_UNKNOWN);
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
      g_autoptr (CyanRequest) request = ask (store, &pairs[i], notes);

      g_assert_cmpstr (request->names[0], ==, i == 0 ? "r0" : "ring0");
      g_assert_cmpuint (notes->len, ==, 0);
    }
}

/* The project's repository has names for revisions, and their sources. */
TEST ("/store-request/repository")
{
  g_autofree char *repository = git_new ();
  g_autofree char *name = g_path_get_basename (repository);
  g_autofree char *folder = g_path_get_dirname (repository);
  g_autofree char *path = g_build_filename (folder, "repository.db", NULL);
  const CyanStorePair named = { .revisions = { "v1", "HEAD" } };
  const CyanStorePair gone = { .revisions = { "v1", "elsewhere" } };
  const CyanStorePair tip = { .revisions = { "v1", "seen" } };
  const CyanStorePair unmeasured = { .revisions = { "v1", "HEAD~1" } };
  g_autofree char *nearest = NULL;
  char *commits[3];

  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *text = g_strdup_printf ("int work (void) { return %u; }\n", i);

      tree_write (repository, "a.c", text, -1);
      commits[i] = git_commit_all (repository, "Change");
      if (i == 0)
        git_do (repository, "tag", "v1", NULL);
    }
  nearest = g_strdup_printf ("HEAD~1 is not in the store: measure %.8s, or take the nearest before "
                             "it, %.8s",
                             commits[1], commits[0]);
  /* Where the repository is may be relative to the store. */
  for (guint relative = 0; relative < 2; relative++)
    {
      g_autoptr (CyanStore) store = sample_open (path, CYAN_STORE_CREATE);
      Sample sample = sample_begin (store);
      g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
      g_autoptr (CyanRequest) request = NULL, foreign = NULL, seen = NULL;
      g_autofree char *at = NULL;
      CyanStorePair pair = named;
      gint64 other;

      pair.project = relative ? "relative" : "absolute";
      g_assert_true (cyan_store_put_project (store, pair.project, relative ? name : repository,
                                             &sample.project, NULL));
      sample.definition = put_definition (store, sample.project, "h");
      add_run (store, &sample, sample.definition,
               sample_put_revision (store, &sample, commits[0], NULL, CYAN_STORE_UNKNOWN),
               CYAN_RUN_OK, 1);
      add_run (store, &sample, sample.definition,
               sample_put_revision (store, &sample, commits[2], commits[0], CYAN_STORE_UNKNOWN),
               CYAN_RUN_OK, 2);
      other = sample_put_revision (store, &sample, "elsewhere", commits[2], CYAN_STORE_UNKNOWN);
      add_run (store, &sample, sample.definition, other, CYAN_RUN_OK, 3);
      request = ask (store, &pair, notes);
      g_assert_cmpuint (notes->len, ==, 0);
      g_assert_cmpstr (request->names[0], ==, "v1");
      g_assert_cmpstr (request->names[1], ==, "HEAD");
      g_assert_cmpstr (request->revisions[0], ==, commits[0]);
      g_assert_cmpstr (request->revisions[1], ==, commits[2]);
      at = g_canonicalize_filename (request->repository, NULL);
      g_assert_cmpstr (at, ==, repository);

      /* A branch that only the store remembers. */
      g_assert_true (cyan_store_put_branch (store, sample.project, "seen", 1, commits[0], NULL));
      g_assert_true (cyan_store_put_branch (store, sample.project, "seen", 2, commits[2], NULL));
      pair = tip;
      pair.project = relative ? "relative" : "absolute";
      seen = ask (store, &pair, notes);
      g_assert_cmpstr (seen->revisions[1], ==, commits[2]);
      g_assert_cmpuint (notes->len, ==, 0);

      pair = gone;
      pair.project = relative ? "relative" : "absolute";
      foreign = ask (store, &pair, notes);
      g_assert_cmpuint (notes->len, ==, 1);
      g_assert_true (g_str_has_prefix (notes->pdata[0], "no sources: "));
      g_assert_null (foreign->repository);

      pair = unmeasured;
      pair.project = relative ? "relative" : "absolute";
      refuse (store, &pair, CYAN_ERROR_INVALID, CYAN_HINT_NONE, nearest);
    }
  g_assert_cmpint (g_unlink (path), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (commits); i++)
    g_free (commits[i]);
  tree_free (g_steal_pointer (&repository));
}

/* Runs by different definitions are never compared. */
static void
test_definitions (void)
{
  g_autofree char *path = store_address ("request-definitions");
  g_autoptr (CyanStore) store = sample_open (path, CYAN_STORE_CREATE);
  const Sample sample = sample_begin (store);
  gint64 first = put_definition (store, sample.project, "aa11");
  gint64 second = put_definition (store, sample.project, "ab22");
  gint64 old = sample_put_revision (store, &sample, "old", NULL, CYAN_STORE_UNKNOWN);
  gint64 new = sample_put_revision (store, &sample, "new", "old", CYAN_STORE_UNKNOWN), id;
  CyanStorePair pair = { .revisions = { "old", "new" } };
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (CyanRequest) request = NULL;

  refuse (store, &pair, CYAN_ERROR_MISMATCH, CYAN_HINT_NONE, "no run of b was successful");
  add_run (store, &sample, first, old, CYAN_RUN_OK, 10);
  refuse (store, &pair, CYAN_ERROR_MISMATCH, CYAN_HINT_NONE,
          "new was not measured; the nearest measured revisions: old");
  g_assert_true (cyan_store_put_build (store,
                                       &(CyanStoreBuild){ .revision = new,
                                                          .machine = sample.machine,
                                                          .recipe = "make",
                                                          .status = CYAN_BUILD_FAILED,
                                                          .seconds = 1,
                                                          .environment = sample.environment },
                                       &id, NULL));
  refuse (store, &pair, CYAN_ERROR_MISMATCH, CYAN_HINT_NONE,
          "the build of new has failed; the nearest measured revisions: old");
  add_run (store, &sample, first, new, CYAN_RUN_FAILED, 0);
  refuse (store, &pair, CYAN_ERROR_MISMATCH, CYAN_HINT_NONE,
          "the runs of new have failed; the nearest successful ones: old");
  add_run (store, &sample, second, new, CYAN_RUN_OK, 11);
  refuse (store, &pair, CYAN_ERROR_MISMATCH, CYAN_HINT_NONE,
          "measured by different definitions, aa11 and ab22, which are never compared");
  add_run (store, &sample, second, old, CYAN_RUN_OK, 12);
  add_run (store, &sample, first, new, CYAN_RUN_OK, 13);
  refuse (store, &pair, CYAN_ERROR_MISMATCH, CYAN_HINT_DEFINITION,
          "measured by several definitions: aa11, ab22");
  pair.definition = "a";
  refuse (store, &pair, CYAN_ERROR_MISMATCH, CYAN_HINT_DEFINITION,
          "several definitions: aa11, ab22");
  pair.definition = "c";
  refuse (store, &pair, CYAN_ERROR_INVALID, CYAN_HINT_NONE, "no such definition: \"c\"");
  pair.definition = "ab";
  request = ask (store, &pair, notes);
  g_assert_cmpfloat (((CyanProfile *) request->profiles[0]->pdata[0])->metrics[0].total[0], ==, 22);
}

TESTS ()
{
  git_fixture_start ();
  store_add_test ("/store-request/runs", test_runs);
  store_add_test ("/store-request/order", test_order);
  store_add_test ("/store-request/long", test_long);
  store_add_test ("/store-request/definitions", test_definitions);
}
