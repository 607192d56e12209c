/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store-samples.h"

#include <math.h>
#include <string.h>

#include "cyan-error.h"

static char *scratch;

static void
remove_scratch (void)
{
  g_autofree char *command = g_strdup_printf ("rm -rf -- '%s'", scratch);

  g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL);
}

char *
sample_path (const char *name)
{
  if (scratch == NULL)
    {
      scratch = g_dir_make_tmp ("cyan-store-XXXXXX", NULL);
      g_assert_nonnull (scratch);
      atexit (remove_scratch);
    }
  return g_build_filename (scratch, name, NULL);
}

CyanStore *
sample_open (const char *path, CyanStoreMode mode)
{
  g_autoptr (GError) error = NULL;
  CyanStore *store = cyan_store_open (path, mode, &error);

  g_assert_no_error (error);
  g_assert_nonnull (store);
  return store;
}

CyanStoreSizes
sample_sizes (CyanStore *store)
{
  g_autoptr (GError) error = NULL;
  CyanStoreSizes sizes;

  cyan_store_read_sizes (store, &sizes, &error);
  g_assert_no_error (error);
  return sizes;
}

void
sample_assert_error (const GError *error, int code, const char *words)
{
  g_assert_error (error, CYAN_ERROR, code);
  g_assert_null (strchr (error->message, '\n'));
  if (strstr (error->message, words) == NULL)
    g_error ("\"%s\" lacks \"%s\"", error->message, words);
}

void
sample_fails (const char *path, CyanStoreMode mode, int code, const char *words)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (cyan_store_open (path, mode, &error));
  sample_assert_error (error, code, words);
  g_assert_true (g_str_has_prefix (error->message, path));
}

void
sample_is_refused (const char *path, const char *words)
{
  for (guint mode = CYAN_STORE_READ; mode <= CYAN_STORE_CREATE; mode++)
    sample_fails (path, mode, CYAN_ERROR_INVALID, words);
}

Sample
sample_begin (CyanStore *store)
{
  g_autoptr (GError) error = NULL;
  Sample sample = { 0 };

  g_assert_true (cyan_store_put_project (store, "p", NULL, &sample.project, &error));
  g_assert_true (cyan_store_put_machine (store, "m", "4 cores", &sample.machine, &error));
  g_assert_true (cyan_store_add_environment (store, sample.machine, 1700000000, "{}", "cyan",
                                             &sample.environment, &error));
  g_assert_true (cyan_store_put_definition (store, sample.project, "b", "h", "run=./b",
                                            &sample.definition, &error));
  g_assert_true (cyan_store_put_metric (store, "wall", "s", -1, &sample.metric, &error));
  g_assert_no_error (error);
  return sample;
}

CyanStoreRun
sample_plain_run (const Sample *sample, gint64 revision, const char *uid)
{
  return (CyanStoreRun){ .uid = uid,
                         .revision = revision,
                         .definition = sample->definition,
                         .machine = sample->machine,
                         .environment = sample->environment,
                         .build = CYAN_STORE_UNKNOWN,
                         .began = 5,
                         .seconds = NAN,
                         .exit_code = CYAN_STORE_UNKNOWN };
}

CyanProfile *
sample_profile (const char *text)
{
  g_autoptr (GError) error = NULL;
  CyanProfile *profile = cyan_profile_load_memory ("run", text, strlen (text), NULL, NULL, &error);

  g_assert_no_error (error);
  return profile;
}

void
sample_put_run (CyanStore *store, CyanStoreRun run, const CyanProfile *profile)
{
  g_autofree char *uid = cyan_store_new_uid ();
  g_autoptr (GError) error = NULL;
  CyanStoreRecord *record = profile != NULL ? cyan_store_record_new (profile, &error) : NULL;

  g_assert_no_error (error);
  if (run.uid == NULL)
    run.uid = uid;
  if (record != NULL)
    {
      run.profile = record->bytes;
      run.n_nodes = record->n_nodes;
    }
  if (run.number == 0)
    cyan_store_next_number (store, run.revision, run.definition, run.machine, &run.number, &error);
  cyan_store_add_run (store, &run, NULL, &error);
  g_assert_no_error (error);
  cyan_store_record_free (record);
}

gint64
sample_put_revision (
    CyanStore *store, const Sample *sample, const char *oid, const char *parent, gint64 depth)
{
  g_autoptr (GError) error = NULL;
  CyanStoreRevision revision = { .oid = (char *) oid,
                                 .parent = (char *) parent,
                                 .depth = depth,
                                 .author_time = CYAN_STORE_UNKNOWN,
                                 .commit_time = CYAN_STORE_UNKNOWN };
  gint64 id;

  cyan_store_put_revision (store, sample->project, &revision, &id, &error);
  g_assert_no_error (error);
  return id;
}

gboolean
sample_add_run (
    CyanStore *store, const Sample *sample, guint number, const char *uid, GError **error)
{
  g_autofree char *oid = g_strdup_printf ("r%u", number);
  g_autofree guint8 *bytes = g_malloc (SAMPLE_BYTES);
  g_autoptr (GBytes) profile = NULL;
  CyanStoreValue value = { sample->metric, number };
  CyanStoreFunction functions[SAMPLE_FUNCTIONS];
  char names[SAMPLE_FUNCTIONS][16];
  CyanStoreRun run = sample_plain_run (sample, CYAN_STORE_UNKNOWN, uid);
  const CyanStoreRevision revision = { .oid = oid,
                                       .depth = number,
                                       .author_time = CYAN_STORE_UNKNOWN,
                                       .commit_time = CYAN_STORE_UNKNOWN };

  run.began = 1700000000;
  run.seconds = 0.5;
  run.exit_code = 0;
  run.n_values = SAMPLE_VALUES;
  run.values = &value;
  run.n_functions = SAMPLE_FUNCTIONS;
  run.functions = functions;
  run.n_nodes = 3;
  for (guint i = 0; i < SAMPLE_FUNCTIONS; i++)
    {
      g_snprintf (names[i], sizeof names[i], "f%u", i);
      functions[i] = (CyanStoreFunction){ names[i], "lib", "f.c", 1, 2, 3 };
    }
  for (guint i = 0; i < SAMPLE_BYTES; i++)
    bytes[i] = (guint8) (number * 31 + i);
  run.profile = profile = g_bytes_new (bytes, SAMPLE_BYTES);
  return cyan_store_put_revision (store, sample->project, &revision, &run.revision, error)
         && cyan_store_add_run (store, &run, NULL, error);
}

void
sample_make (const char *path, guint n_runs)
{
  g_autoptr (CyanStore) store = sample_open (path, CYAN_STORE_CREATE);
  g_autoptr (GError) error = NULL;
  Sample sample = sample_begin (store);

  for (guint i = 0; i < n_runs; i++)
    {
      g_autofree char *uid = cyan_store_new_uid ();

      sample_add_run (store, &sample, i, uid, &error);
      g_assert_no_error (error);
    }
}
