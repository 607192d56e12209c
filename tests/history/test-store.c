/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A store: what is put in is read again, and only once. */
#include "cyan-store.h"

#include <math.h>
#include <string.h>

#include "cyan-error.h"
#include "cyan-format.h"
#include "store-backends.h"
#include "store-dump.h"
#include "store-samples.h"
#include "profile-text.h"
#include "tests.h"

/* ---- what is stored ---- */

static void
test_rows (void)
{
  g_autofree char *path = store_address ("rows");
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) projects = NULL, revisions = NULL, machines = NULL, definitions = NULL,
                        metrics = NULL;
  const char *odd = "it's; \"DROP TABLE run\"\t\xc3\xa4";
  CyanStoreRevision commit = { .oid = (char *) "0123",
                               .parent = (char *) "4567",
                               .depth = 7,
                               .author_time = -1,
                               .commit_time = 1700000000,
                               .author = (char *) odd,
                               .subject = (char *) "Faster" };
  const CyanStoreRevision *revision;
  const CyanStoreMetric *metric;
  gint64 id;

  {
    g_autoptr (CyanStore) store = sample_open (path, CYAN_STORE_CREATE);
    Sample sample = sample_begin (store);

    g_assert_true (cyan_store_put_project (store, odd, "/src/odd", &id, &error));
    g_assert_true (cyan_store_put_revision (store, sample.project, &commit, &id, &error));
    g_assert_true (cyan_store_put_branch (store, sample.project, "main", 1, "0123", &error));
  }
  {
    g_autoptr (CyanStore) store = sample_open (path, CYAN_STORE_READ);

    projects = cyan_store_read_projects (store, &error);
    g_assert_no_error (error);
    g_assert_cmpuint (projects->len, ==, 2);
    g_assert_cmpstr (((CyanStoreProject *) projects->pdata[0])->name, ==, odd);
    g_assert_cmpstr (((CyanStoreProject *) projects->pdata[0])->root, ==, "/src/odd");
    g_assert_cmpstr (((CyanStoreProject *) projects->pdata[1])->name, ==, "p");
    g_assert_null (((CyanStoreProject *) projects->pdata[1])->root);
    id = ((CyanStoreProject *) projects->pdata[1])->id;
    revisions = cyan_store_read_revisions (store, id, &error);
    machines = cyan_store_read_machines (store, &error);
    definitions = cyan_store_read_definitions (store, id, &error);
    metrics = cyan_store_read_metrics (store, &error);
    g_assert_no_error (error);
  }
  g_assert_cmpuint (revisions->len, ==, 1);
  revision = revisions->pdata[0];
  g_assert_cmpstr (revision->oid, ==, "0123");
  g_assert_cmpstr (revision->parent, ==, "4567");
  g_assert_cmpint (revision->depth, ==, 7);
  g_assert_cmpint (revision->author_time, ==, -1);
  g_assert_cmpint (revision->commit_time, ==, 1700000000);
  g_assert_cmpstr (revision->author, ==, odd);
  g_assert_cmpstr (revision->subject, ==, "Faster");
  g_assert_cmpuint (machines->len, ==, 1);
  g_assert_cmpstr (((CyanStoreMachine *) machines->pdata[0])->identity, ==, "4 cores");
  g_assert_cmpuint (definitions->len, ==, 1);
  g_assert_cmpstr (((CyanStoreDefinition *) definitions->pdata[0])->text, ==, "run=./b");
  g_assert_cmpuint (metrics->len, ==, 1);
  metric = metrics->pdata[0];
  g_assert_cmpstr (metric->name, ==, "wall");
  g_assert_cmpstr (metric->unit, ==, "s");
  g_assert_cmpint (metric->better, ==, -1);
}

/* Putting everything again changes nothing. */
static void
test_again (void)
{
  g_autofree char *path = store_address ("again");
  g_autoptr (CyanStore) store = sample_open (path, CYAN_STORE_CREATE);
  g_autoptr (GError) error = NULL;
  Sample sample = sample_begin (store), second;
  CyanStoreRun run =
      sample_plain_run (&sample, sample_put_revision (store, &sample, "r0", NULL, 0), "u0");
  CyanStoreSizes before, after;
  gboolean added;

  for (guint i = 0; i < 10; i++)
    {
      g_autofree char *uid = g_strdup_printf ("u%u", i);

      sample_add_run (store, &sample, i, uid, &error);
      g_assert_no_error (error);
    }
  before = sample_sizes (store);
  g_assert_cmpint (before.runs, ==, 10);
  g_assert_cmpint (before.functions, ==, 10 * SAMPLE_FUNCTIONS);
  g_assert_cmpint (before.profiles, ==, 10);
  g_assert_cmpint (before.profile_bytes, ==, 10 * SAMPLE_BYTES);

  second = sample_begin (store);
  g_assert_cmpint (second.project, ==, sample.project);
  g_assert_cmpint (second.machine, ==, sample.machine);
  g_assert_cmpint (second.definition, ==, sample.definition);
  g_assert_cmpint (second.metric, ==, sample.metric);
  for (guint i = 0; i < 10; i++)
    {
      g_autofree char *uid = g_strdup_printf ("u%u", i);

      sample_add_run (store, &second, i, uid, &error);
      g_assert_no_error (error);
    }
  g_assert_true (cyan_store_add_run (store, &run, &added, &error));
  g_assert_false (added);
  after = sample_sizes (store);
  g_assert_cmpint (after.runs, ==, 10);
  g_assert_cmpint (after.revisions, ==, before.revisions);
  g_assert_cmpint (after.functions, ==, before.functions);
  g_assert_cmpint (after.profiles, ==, before.profiles);

  /* Another run with the same profile shares it. */
  sample_add_run (store, &sample, 3, "another", &error);
  g_assert_no_error (error);
  g_assert_cmpint (sample_sizes (store).runs, ==, 11);
  g_assert_cmpint (sample_sizes (store).profiles, ==, 10);
}

TEST ("/store/uid")
{
  g_autofree char *first = cyan_store_new_uid (), *second = cyan_store_new_uid ();

  g_assert_cmpuint (strlen (first), ==, 32);
  g_assert_cmpuint (strspn (first, "0123456789abcdef"), ==, 32);
  g_assert_cmpstr (first, !=, second);
}

/* ---- series, failures ---- */

static void
test_series (void)
{
  g_autofree char *path = store_address ("series");
  g_autoptr (CyanStore) store = sample_open (path, CYAN_STORE_CREATE);
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) series = NULL, other = NULL;
  g_autoptr (GPtrArray) failures = NULL;
  Sample sample = sample_begin (store);
  gint64 first = sample_put_revision (store, &sample, "r0", NULL, 0);
  gint64 second = sample_put_revision (store, &sample, "r1", "r0", 1), metric, definition, build;
  const CyanStorePoint *points;
  const CyanStoreFailure *failure;

  for (guint i = 0; i < 4; i++)
    {
      g_autofree char *uid = g_strdup_printf ("s%u", i);
      CyanStoreValue value = { sample.metric, 1.5 + i };
      CyanStoreRun run = sample_plain_run (&sample, i == 0 ? second : first, uid);

      run.number = i;
      run.n_values = i == 3 ? 0 : 1;
      run.values = &value;
      if (i == 3)
        {
          run.status = CYAN_RUN_TIMEOUT;
          run.exit_code = 124;
          run.log = "too slow";
        }
      g_assert_true (cyan_store_add_run (store, &run, NULL, &error));
    }
  g_assert_true (cyan_store_put_build (store,
                                       &(CyanStoreBuild){ .revision = second,
                                                          .machine = sample.machine,
                                                          .recipe = "make",
                                                          .status = CYAN_BUILD_OK,
                                                          .seconds = 2,
                                                          .environment = sample.environment },
                                       &build, &error));
  g_assert_true (cyan_store_put_build (store,
                                       &(CyanStoreBuild){ .revision = second,
                                                          .machine = sample.machine,
                                                          .recipe = "make",
                                                          .status = CYAN_BUILD_FAILED,
                                                          .seconds = 3,
                                                          .log = "no rule",
                                                          .environment = CYAN_STORE_UNKNOWN },
                                       &build, &error));
  g_assert_true (cyan_store_put_metric (store, "rss", "bytes", -1, &metric, &error));
  g_assert_true (
      cyan_store_put_definition (store, sample.project, "b", "h2", "t", &definition, &error));

  series = cyan_store_read_series (store, sample.definition, sample.machine, sample.metric, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (series->len, ==, 4);
  points = (const CyanStorePoint *) series->data;
  g_assert_cmpint (points[0].revision, ==, first);
  g_assert_cmpfloat (points[0].value, ==, 2.5);
  g_assert_cmpfloat (points[1].value, ==, 3.5);
  g_assert_true (isnan (points[2].value));
  g_assert_cmpint (points[2].status, ==, CYAN_RUN_TIMEOUT);
  g_assert_cmpint (points[3].revision, ==, second);
  g_assert_cmpint (points[3].environment, ==, sample.environment);
  g_assert_cmpfloat (points[3].value, ==, 1.5);
  g_assert_cmpint (points[3].profile, ==, CYAN_STORE_UNKNOWN);
  other = cyan_store_read_series (store, definition, sample.machine, sample.metric, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (other->len, ==, 0);

  failures = cyan_store_read_failures (store, sample.project, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (failures->len, ==, 2);
  failure = failures->pdata[0];
  g_assert_null (failure->benchmark);
  g_assert_cmpstr (failure->oid, ==, "r1");
  g_assert_cmpstr (failure->log, ==, "no rule");
  failure = failures->pdata[1];
  g_assert_cmpstr (failure->benchmark, ==, "b");
  g_assert_cmpstr (failure->status, ==, "timeout");
  g_assert_cmpint (failure->exit_code, ==, 124);
  g_assert_cmpint (sample_sizes (store).failed_runs, ==, 1);
}

/* ---- marks and environments ---- */

static void
test_marks (void)
{
  g_autofree char *path = store_address ("marks");
  g_autoptr (CyanStore) store = sample_open (path, CYAN_STORE_CREATE);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) marks = NULL, environments = NULL;
  Sample sample = sample_begin (store);
  const CyanStoreMark *mark;
  const CyanStoreEnvironment *environment;
  gint64 ids[3], later;

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      gboolean ok =
          i == 1 ? cyan_store_put_mark (store, sample.project,
                                        &(CyanStoreMark){ .benchmark = "b",
                                                          .revision = "r1",
                                                          .kind = "note",
                                                          .text = "an \"input\" was changed",
                                                          .made = 5 },
                                        &ids[i], &error)
                 : cyan_store_put_mark (
                     store, sample.project,
                     &(CyanStoreMark){
                         .revision = "r2", .kind = "note", .text = "a new compiler", .made = 9 },
                     &ids[i], &error);

      g_assert_no_error (error);
      g_assert_true (ok);
    }
  g_assert_cmpint (ids[2], ==, ids[0]);
  marks = cyan_store_read_marks (store, sample.project, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (marks->len, ==, 2);
  mark = marks->pdata[0];
  g_assert_cmpstr (mark->benchmark, ==, "b");
  g_assert_cmpstr (mark->revision, ==, "r1");
  g_assert_cmpstr (mark->text, ==, "an \"input\" was changed");
  mark = marks->pdata[1];
  g_assert_null (mark->benchmark);
  g_assert_cmpstr (mark->kind, ==, "note");
  g_assert_cmpint (mark->made, ==, 9);

  g_assert_true (cyan_store_add_environment (store, sample.machine, 7, "{\"kernel\": \"6.1\"}", "t",
                                             &later, &error));
  environments = cyan_store_read_environments (store, sample.machine, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (environments->len, ==, 2);
  environment = environments->pdata[1];
  g_assert_cmpint (environment->id, ==, later);
  g_assert_cmpint (environment->began, ==, 7);
  g_assert_cmpstr (environment->facts, ==, "{\"kernel\": \"6.1\"}");
}

/* The end of a long log is kept, from the start of a character. */
static void
test_long_log (void)
{
  g_autofree char *path = store_address ("log");
  g_autoptr (CyanStore) store = sample_open (path, CYAN_STORE_CREATE);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) failures = NULL;
  g_autoptr (GString) log = g_string_new (NULL);
  Sample sample = sample_begin (store);
  CyanStoreRun run =
      sample_plain_run (&sample, sample_put_revision (store, &sample, "r0", NULL, 0), "u");
  const char *kept;

  while (log->len < 3 * CYAN_STORE_LOG_MAX)
    g_string_append (log, "\xe2\x82\xac");
  g_string_append (log, "end");
  run.status = CYAN_RUN_FAILED;
  run.log = log->str;
  g_assert_true (cyan_store_add_run (store, &run, NULL, &error));
  failures = cyan_store_read_failures (store, sample.project, &error);
  g_assert_no_error (error);
  kept = ((CyanStoreFailure *) failures->pdata[0])->log;
  g_assert_cmpuint (strlen (kept), <=, CYAN_STORE_LOG_MAX);
  g_assert_cmpuint (strlen (kept), >, CYAN_STORE_LOG_MAX - 4);
  g_assert_true (g_str_has_prefix (kept, "\xe2\x82\xac"));
  g_assert_true (g_str_has_suffix (kept, "end"));
}

/* Names of templates are longer than a key of an index. */
static void
test_long_names (void)
{
  g_autofree char *path = store_address ("names");
  g_autoptr (CyanStore) store = sample_open (path, CYAN_STORE_CREATE);
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) name = g_string_new ("it's <b>\"a\"</b> \\ $1 %s \xc3\xa4 ");
  g_autofree char *other = NULL;
  Sample sample = sample_begin (store);
  CyanStoreRun run =
      sample_plain_run (&sample, sample_put_revision (store, &sample, "r0", NULL, 0), "u0");
  CyanStoreFunction functions[2];

  /* Nothing in it repeats, so that it cannot be packed. */
  while (name->len < 64 * 1024)
    g_string_append_printf (name, "%08x", g_test_rand_int ());
  other = g_strconcat (name->str, "2", NULL);
  functions[0] = (CyanStoreFunction){ name->str, name->str, name->str, 1, 2, 3 };
  functions[1] = (CyanStoreFunction){ other, name->str, name->str, 4, 5, 6 };
  run.functions = functions;
  run.n_functions = G_N_ELEMENTS (functions);
  cyan_store_add_run (store, &run, NULL, &error);
  g_assert_no_error (error);
  run.uid = "u1";
  run.log = name->str;
  cyan_store_add_run (store, &run, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (sample_sizes (store).functions, ==, 4);
  g_assert_cmpint (store_run (path, "SELECT count(*) FROM function"), ==, 2);
  g_assert_cmpint (store_run (path, "SELECT max(length(name)) FROM function"), ==,
                   g_utf8_strlen (other, -1));

  /* What a person names is shorter. */
  g_assert_false (cyan_store_put_project (store, name->str, NULL, &run.build, &error));
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_LIMIT);
}

/* ---- profiles ---- */

static void
test_profile (void)
{
  g_autofree char *path = store_address ("profile");
  g_autoptr (CyanStore) store = sample_open (path, CYAN_STORE_CREATE);
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  /* "f" calls itself; "tiny" is below the limit, "idle" has no time of its own. */
  g_autoptr (CyanProfile) profile =
      cyan_profile_from_text (strings, "idle:0*1(f:6000*2(f:3000*3(g:998*7)) tiny:2*5)", &error);
  g_autoptr (CyanProfile) loaded = NULL;
  g_autoptr (CyanStoreRecord) record = NULL, again = NULL;
  g_autoptr (GArray) series = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *before = NULL, *after = NULL;
  Sample sample = sample_begin (store);
  CyanStoreRun run =
      sample_plain_run (&sample, sample_put_revision (store, &sample, "r0", NULL, 0), "u");
  const CyanStoreFunction *functions;
  gsize length;

  g_assert_no_error (error);
  record = cyan_store_record_new (profile, &error);
  again = cyan_store_record_new (profile, &error);
  g_assert_no_error (error);
  g_assert_true (g_bytes_equal (record->bytes, again->bytes));
  g_assert_cmpuint (record->functions->len, ==, 2);
  functions = (const CyanStoreFunction *) record->functions->data;
  g_assert_cmpstr (functions[0].name, ==, "f");
  g_assert_cmpfloat (functions[0].self, ==, 9000);
  g_assert_cmpfloat (functions[0].total, ==, 9998);
  g_assert_cmpint (functions[0].calls, ==, 5);
  g_assert_cmpstr (functions[1].name, ==, "g");
  g_assert_cmpfloat (functions[1].total, ==, 998);

  run.profile = record->bytes;
  run.n_nodes = record->n_nodes;
  run.functions = functions;
  run.n_functions = record->functions->len;
  g_assert_true (cyan_store_add_run (store, &run, NULL, &error));
  series = cyan_store_read_series (store, sample.definition, sample.machine, sample.metric, &error);
  g_assert_no_error (error);
  bytes =
      cyan_store_read_profile (store, g_array_index (series, CyanStorePoint, 0).profile, &error);
  g_assert_no_error (error);
  loaded = cyan_profile_load_memory ("stored", g_bytes_get_data (bytes, &length),
                                     g_bytes_get_size (bytes), NULL, NULL, &error);
  g_assert_no_error (error);
  before = cyan_profile_to_text (profile, CYAN_PROFILE_TEXT_SELF | CYAN_PROFILE_TEXT_CALLS);
  after = cyan_profile_to_text (loaded, CYAN_PROFILE_TEXT_SELF | CYAN_PROFILE_TEXT_CALLS);
  g_assert_cmpstr (after, ==, before);
  g_assert_true (cyan_store_check (store, &error));

  g_assert_null (cyan_store_read_profile (store, 4711, &error));
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_UNSUPPORTED);
}

/* Functions that differ in their lines only are one function here. */
TEST ("/store/profile-lines")
{
  static const char text[] = "cct 1\nrecording\texact\nmetric\ttime\tns\n"
                             "function\tf\tm\tf.c\t1\nfunction\tf\tm\tf.c\t9\n"
                             "0\t1\t1\t5\n1\t2\t1\t6\nend\t2\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanProfile) profile = NULL;
  g_autoptr (CyanStoreRecord) record = NULL;

  profile = cyan_profile_load_memory ("lines", text, strlen (text), NULL, NULL, &error);
  g_assert_no_error (error);
  record = cyan_store_record_new (profile, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (record->functions->len, ==, 1);
  g_assert_cmpfloat (g_array_index (record->functions, CyanStoreFunction, 0).self, ==, 11);
  g_assert_cmpfloat (g_array_index (record->functions, CyanStoreFunction, 0).total, ==, 11);
}

/* ---- what is refused ---- */

static void
test_refused (void)
{
  g_autofree char *path = store_address ("refused");
  g_autoptr (CyanStore) store = sample_open (path, CYAN_STORE_CREATE);
  Sample sample = sample_begin (store);
  CyanStoreRun good =
      sample_plain_run (&sample, sample_put_revision (store, &sample, "r0", NULL, 0), "u");
  CyanStoreValue values[] = { { sample.metric, 1 }, { sample.metric, 2 } };
  CyanStoreFunction function = { "f", "", "", INFINITY, 1, 1 };
  g_autoptr (GError) mismatch = NULL;
  gint64 id;

  for (guint i = 0; i < 6; i++)
    {
      g_autoptr (GError) error = NULL;
      CyanStoreRun run = good;

      run.values = values;
      run.n_values = 1;
      values[0].value = 1;
      if (i == 0)
        values[0].value = NAN;
      else if (i == 1)
        values[0].value = INFINITY;
      else if (i == 2)
        run.n_values = 2;
      else if (i == 3)
        {
          run.functions = &function;
          run.n_functions = 1;
        }
      else if (i == 4)
        run.revision = 4711;
      else
        run.log = "\xff";
      g_assert_false (cyan_store_add_run (store, &run, NULL, &error));
      g_assert_error (error, CYAN_ERROR, CYAN_ERROR_INVALID);
      g_assert_cmpint (sample_sizes (store).runs, ==, 0);
      g_assert_cmpint (sample_sizes (store).functions, ==, 0);
    }
  g_assert_false (cyan_store_put_machine (store, "m", "8 cores", &id, &mismatch));
  g_assert_error (mismatch, CYAN_ERROR, CYAN_ERROR_MISMATCH);
  g_clear_error (&mismatch);
  g_assert_true (cyan_store_add_run (store, &good, NULL, &mismatch));
  g_assert_cmpint (sample_sizes (store).runs, ==, 1);
}

/* All of a transaction or nothing. */
static void
test_transaction (void)
{
  g_autofree char *path = store_address ("transaction");
  g_autoptr (CyanStore) store = sample_open (path, CYAN_STORE_CREATE);
  g_autoptr (GError) error = NULL;
  Sample sample = sample_begin (store);
  CyanStoreRun bad = sample_plain_run (&sample, 4711, "bad");

  g_assert_true (cyan_store_begin (store, &error));
  g_assert_true (sample_add_run (store, &sample, 1, "a", &error));
  g_assert_false (cyan_store_add_run (store, &bad, NULL, NULL));
  /* Databases differ in whether they take more then; they store none of it. */
  sample_add_run (store, &sample, 2, "b", NULL);
  g_assert_false (cyan_store_commit (store, &error));
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_cmpint (sample_sizes (store).runs, ==, 0);
  g_assert_cmpint (sample_sizes (store).revisions, ==, 0);

  g_assert_true (cyan_store_begin (store, &error));
  g_assert_true (sample_add_run (store, &sample, 1, "a", &error));
  cyan_store_rollback (store);
  g_assert_cmpint (sample_sizes (store).runs, ==, 0);

  g_assert_true (cyan_store_begin (store, &error));
  g_assert_true (sample_add_run (store, &sample, 1, "a", &error));
  g_assert_true (sample_add_run (store, &sample, 2, "b", &error));
  g_assert_true (cyan_store_commit (store, &error));
  g_assert_cmpint (sample_sizes (store).runs, ==, 2);
}

static void
test_read_only (void)
{
  g_autofree char *path = store_address ("read-only");
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanStore) store = NULL;
  gint64 id;

  store = sample_open (path, CYAN_STORE_CREATE);
  sample_begin (store);
  cyan_store_free (store);
  store = sample_open (path, CYAN_STORE_READ);
  g_assert_false (cyan_store_put_project (store, "other", NULL, &id, &error));
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_IO);
  g_assert_cmpint (sample_sizes (store).projects, ==, 1);
}

/* Who only reads leaves no trace. */
TEST ("/store/read-only-file")
{
  g_autofree char *path = sample_path ("read-only-file.db"),
                  *log = g_strconcat (path, "-wal", NULL);
  g_autofree char *before = NULL, *after = NULL;
  gsize n_before, n_after;

  {
    g_autoptr (CyanStore) store = sample_open (path, CYAN_STORE_CREATE);

    sample_begin (store);
  }
  g_assert_true (g_file_get_contents (path, &before, &n_before, NULL));
  {
    g_autoptr (CyanStore) store = sample_open (path, CYAN_STORE_READ);

    g_assert_cmpint (sample_sizes (store).projects, ==, 1);
  }
  g_assert_true (g_file_get_contents (path, &after, &n_after, NULL));
  g_assert_cmpmem (after, n_after, before, n_before);
  g_assert_false (g_file_test (log, G_FILE_TEST_EXISTS));
}

/* As the program of that time wrote it. */
TEST ("/store/version-1")
{
  g_autofree char *kept = g_test_build_filename (G_TEST_DIST, "history", "version-1.db", NULL);
  g_autofree char *path = sample_path ("version-1.db"), *before = NULL, *after = NULL,
                  *bytes = NULL;
  g_autoptr (CyanStore) store = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (kept, &bytes, &length, NULL));
  g_assert_true (g_file_set_contents (path, bytes, (gssize) length, NULL));
  before = dump_store (path);
  store = sample_open (path, CYAN_STORE_WRITE);
  cyan_store_check (store, &error);
  g_assert_no_error (error);
  after = dump_store (path);
  g_assert_cmpstr (before, ==, after);
  g_assert_cmpint (store_run (path, "SELECT count(*) FROM run"), ==, 6);
  dump_add_runs (store, 100, 1);
}

TESTS ()
{
  store_add_test ("/store/rows", test_rows);
  store_add_test ("/store/again", test_again);
  store_add_test ("/store/series", test_series);
  store_add_test ("/store/marks", test_marks);
  store_add_test ("/store/long-log", test_long_log);
  store_add_test ("/store/long-names", test_long_names);
  store_add_test ("/store/profile", test_profile);
  store_add_test ("/store/refused", test_refused);
  store_add_test ("/store/transaction", test_transaction);
  store_add_test ("/store/read-only", test_read_only);
}
