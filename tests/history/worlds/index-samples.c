/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index-samples.h"

#include <string.h>

#include "cyan-format.h"
#include "cyan-store-copy.h"
#include "profile-text.h"
#include "store-samples.h"

static char *
make_path (const char *folder, const char *path)
{
  char *file = g_build_filename (folder, path, NULL);
  g_autofree char *parent = g_path_get_dirname (file);

  g_assert_cmpint (g_mkdir_with_parents (parent, 0755), ==, 0);
  return file;
}

void
index_write_profile (const char *folder, const char *path, double self)
{
  g_autofree char *file = make_path (folder, path);
  g_autofree char *text = g_strdup_printf ("main:1*1(f:%g*2)", self);
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanProfile) profile = cyan_profile_from_text (strings, text, &error);

  g_assert_no_error (error);
  cyan_profile_save (profile, file, &error);
  g_assert_no_error (error);
}

void
index_write_file (const char *folder, const char *path, const char *text)
{
  g_autofree char *file = make_path (folder, path);

  g_assert_true (g_file_set_contents (file, text, -1, NULL));
}

void
index_make (const char *folder)
{
  g_autoptr (GError) error = NULL;
  guint n;

  cyan_index_make (folder, NULL, NULL, NULL, &n, &error);
  g_assert_no_error (error);
}

void
index_replace (const char *folder, const char *path, const char *old, const char *new)
{
  g_autofree char *file = make_path (folder, path), *text = NULL, *changed = NULL;
  char *place;

  g_assert_true (g_file_get_contents (file, &text, NULL, NULL));
  place = strstr (text, old);
  g_assert_nonnull (place);
  *place = '\0';
  changed = g_strconcat (text, new, place + strlen (old), NULL);
  g_assert_true (g_file_set_contents (file, changed, -1, NULL));
}

char *
index_sample (const char *name)
{
  char *folder = sample_path (name);

  for (guint i = 1; i <= INDEX_REVISIONS; i++)
    for (guint j = 0; j < INDEX_RUNS; j++)
      {
        g_autofree char *profile = g_strdup_printf ("xml/box/r%u/%u.pb.gz", i, j);
        g_autofree char *note = g_strdup_printf ("xml/box/r%u/%u.json", i, j);
        g_autofree char *text = g_strdup_printf (
            "{\"parent\": \"r%u\", \"depth\": %u, \"subject\": \"No. %u\", \"later\": [1],"
            " \"values\": [{\"metric\": \"wall\", \"unit\": \"s\", \"value\": %u.5}]}",
            i - 1, i, i, 10 * i + j);

        index_write_profile (folder, profile, 100 * i + j);
        index_write_file (folder, note, text);
      }
  index_write_file (folder, "README", "not a profile");
  index_write_file (folder, ".git/x/y/z.pb.gz", "not a profile");
  index_make (folder);
  return folder;
}

static gint64
find_metric (CyanStore *store, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) metrics = cyan_store_read_metrics (store, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < metrics->len; i++)
    {
      const CyanStoreMetric *metric = metrics->pdata[i];

      if (strcmp (metric->name, name) == 0)
        return metric->id;
    }
  g_assert_not_reached ();
}

/* The time of "f" is as written. */
static void
check_profile (CyanStore *store, gint64 id, double self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = cyan_store_read_profile (store, id, &error);
  g_autoptr (CyanProfile) profile = NULL;

  g_assert_no_error (error);
  profile = cyan_profile_load_memory ("stored", g_bytes_get_data (bytes, NULL),
                                      g_bytes_get_size (bytes), NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (profile->metrics[0].total[CYAN_NODE_ROOT], ==, self + 1);
}

void
index_check_sample (const char *address)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanStore) store = sample_open (address, CYAN_STORE_READ);
  g_autoptr (GPtrArray) projects = cyan_store_read_projects (store, &error);
  g_autoptr (GPtrArray) overview = cyan_store_read_overview (store, &error);
  g_autoptr (GPtrArray) machines = cyan_store_read_machines (store, &error);
  g_autoptr (GPtrArray) revisions = NULL, definitions = NULL;
  g_autoptr (GArray) series = NULL;
  const CyanStoreProject *project;
  const CyanStoreSeries *about;
  CyanStoreSizes sizes;

  g_assert_no_error (error);
  g_assert_cmpuint (projects->len, ==, 1);
  project = projects->pdata[0];
  g_assert_cmpstr (project->name, ==, "main");
  g_assert_cmpuint (overview->len, ==, 1);
  about = overview->pdata[0];
  g_assert_cmpstr (about->benchmark, ==, "xml");
  g_assert_cmpstr (about->machine, ==, "box");
  g_assert_cmpint (about->revisions, ==, INDEX_REVISIONS);
  g_assert_cmpint (about->runs, ==, INDEX_REVISIONS * INDEX_RUNS);
  g_assert_cmpint (about->failed_runs, ==, 0);

  revisions = cyan_store_read_revisions (store, project->id, &error);
  definitions = cyan_store_read_definitions (store, project->id, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (revisions->len, ==, INDEX_REVISIONS);
  for (guint i = 0; i < revisions->len; i++)
    {
      const CyanStoreRevision *revision = revisions->pdata[i];
      g_autofree char *oid = g_strdup_printf ("r%u", i + 1);
      g_autofree char *parent = g_strdup_printf ("r%u", i);

      g_assert_cmpstr (revision->oid, ==, oid);
      g_assert_cmpstr (revision->parent, ==, parent);
      g_assert_cmpint (revision->level, ==, i + 1);
    }
  g_assert_cmpstr (((CyanStoreRevision *) revisions->pdata[1])->subject, ==, "No. 2");

  series = cyan_store_read_series (store, ((CyanStoreDefinition *) definitions->pdata[0])->id,
                                   ((CyanStoreMachine *) machines->pdata[0])->id,
                                   find_metric (store, "wall"), &error);
  g_assert_no_error (error);
  g_assert_cmpuint (series->len, ==, INDEX_REVISIONS * INDEX_RUNS);
  for (guint i = 0; i < series->len; i++)
    {
      const CyanStorePoint *point = &g_array_index (series, CyanStorePoint, i);
      guint revision = 1 + i / INDEX_RUNS, number = i % INDEX_RUNS;

      g_assert_cmpint (point->number, ==, number);
      g_assert_cmpint (point->status, ==, CYAN_RUN_OK);
      g_assert_cmpfloat (point->value, ==, 10 * revision + number + 0.5);
      check_profile (store, point->profile, 100 * revision + number);
    }
  sizes = sample_sizes (store);
  g_assert_cmpint (sizes.profiles, ==, INDEX_REVISIONS * INDEX_RUNS);
  g_assert_cmpint (sizes.bytes, >=, sizes.profile_bytes);
  cyan_store_check (store, &error);
  g_assert_no_error (error);
}
