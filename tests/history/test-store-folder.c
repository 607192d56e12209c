/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Folders of profiles: indexed, read as a store, and what is refused. */
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cyan-error.h"
#include "cyan-format.h"
#include "cyan-store-copy.h"
#include "index-samples.h"
#include "store-backends.h"
#include "store-samples.h"
#include "tests.h"

/* ---- good folders ---- */

TEST ("/store-folder/read")
{
  g_autofree char *folder = index_sample ("read"), *slash = g_strconcat (folder, "/", NULL);

  index_check_sample (folder);
  index_check_sample (slash);
}

/* A database that took over the runs of a folder answers as the folder does, also after the second
 * time. */
static void
test_import (void)
{
  g_autofree char *path = store_address ("imported");
  g_autofree char *folder = index_sample (store_is_file () ? "import" : "import2");

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (CyanStore) from = sample_open (folder, CYAN_STORE_READ);
      g_autoptr (CyanStore) to = sample_open (path, CYAN_STORE_CREATE);
      CyanStoreCopied copied;

      MUST (cyan_store_copy (from, to, &copied, &failure));
      g_assert_cmpuint (copied.added, ==, i == 0 ? INDEX_REVISIONS * INDEX_RUNS : 0);
    }
  index_check_sample (path);
}

/* Nothing is written, neither by a call nor by opening. */
TEST ("/store-folder/write")
{
  g_autofree char *folder = index_sample ("write");
  g_autoptr (CyanStore) store = sample_open (folder, CYAN_STORE_READ);
  gint64 id;

  MUST_FAIL (CYAN_ERROR_IO, "*", cyan_store_put_project (store, "other", NULL, &id, &failure));
  sample_fails (folder, CYAN_STORE_WRITE, CYAN_ERROR_UNSUPPORTED, "only be read");
  sample_fails (folder, CYAN_STORE_CREATE, CYAN_ERROR_UNSUPPORTED, "only be read");
}

/* ---- making an index ---- */

/* Comments of a pprof file name what was measured where the folders do not. */
static void
write_with_comment (const char *folder, const char *path, const char *comment)
{
  g_autofree char *file = g_build_filename (folder, path, NULL);
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
  g_autoptr (CyanProfile) profile = NULL;

  index_write_profile (folder, path, 1);
  cyan_profile_builder_metric (builder, "time", "ns");
  cyan_profile_builder_set_meta (builder, "comment", comment);
  profile = cyan_profile_builder_finish (builder);
  MUST (cyan_profile_save (profile, file, &failure));
}

TEST ("/store-folder/comments")
{
  g_autofree char *folder = sample_path ("comments"), *before = NULL, *after = NULL;
  g_autofree char *index = g_build_filename (folder, "index.json", NULL);
  g_autoptr (GPtrArray) overview = NULL, revisions = NULL;
  CyanStore *store;
  guint n;

  write_with_comment (folder, "a/b/c/0.pb.gz", "vcs.revision=0123");
  index_write_file (folder, "a/b/c/0.json", "{\"benchmark\": \"a/b\"}");
  index_make (folder);
  store = sample_open (folder, CYAN_STORE_READ);
  overview = MUST (cyan_store_read_overview (store, &failure));
  revisions = MUST (cyan_store_read_revisions (store, 1, &failure));
  g_assert_cmpstr (((CyanStoreSeries *) overview->pdata[0])->benchmark, ==, "a/b");
  g_assert_cmpstr (((CyanStoreSeries *) overview->pdata[0])->machine, ==, "b");
  g_assert_cmpstr (((CyanStoreRevision *) revisions->pdata[0])->oid, ==, "0123");
  cyan_store_free (store);

  /* A contradiction leaves the old index. */
  g_assert_true (g_file_get_contents (index, &before, NULL, NULL));
  index_write_file (folder, "a/b/c/0.json", "{\"revision\": \"other\"}");
  MUST_FAIL (CYAN_ERROR_MISMATCH, "*0.pb.gz: vcs.revision is \"0123\"*",
             cyan_index_make (folder, NULL, NULL, NULL, &n, &failure));
  g_assert_true (g_file_get_contents (index, &after, NULL, NULL));
  g_assert_cmpstr (after, ==, before);
}

static void
make_fails (const char *folder, const char *words)
{
  g_autofree char *index = g_build_filename (folder, "index.json", NULL);
  g_autoptr (GError) error = NULL;
  guint n;

  g_unlink (index);
  g_assert_false (cyan_index_make (folder, NULL, NULL, NULL, &n, &error));
  sample_assert_error (error, error->code, words);
  g_assert_false (g_file_test (index, G_FILE_TEST_EXISTS));
}

TEST ("/store-folder/bad-folders")
{
  g_autofree char *missing = sample_path ("nowhere"), *page = index_sample ("page");
  g_autofree char *note = index_sample ("note"), *link = index_sample ("link");
  g_autofree char *folder = index_sample ("folder-link"), *pipe = index_sample ("pipe");
  g_autofree char *link_path = g_build_filename (link, "xml/box/r1/link.pb.gz", NULL);
  g_autofree char *note_path = g_build_filename (note, "xml/box/r1/0.json", NULL);
  g_autofree char *folder_path = g_build_filename (folder, "xml/link", NULL);
  g_autofree char *pipe_path = g_build_filename (pipe, "xml/box/r1/pipe.pb.gz", NULL);

  make_fails (missing, "No such file");
  index_write_file (page, "xml/box/r1/9.pb.gz", "<html>Not found</html>");
  make_fails (page, "9.pb.gz");
  g_assert_cmpint (symlink ("/etc/passwd", link_path), ==, 0);
  make_fails (link, "link.pb.gz: a link");
  g_assert_cmpint (symlink ("/", folder_path), ==, 0);
  make_fails (folder, "xml/link: a link");
  g_assert_cmpint (mkfifo (pipe_path, 0600), ==, 0);
  make_fails (pipe, "not a file");
  index_write_file (note, "xml/box/r1/0.json", "{\"depth\": -1}");
  make_fails (note, "0.json");
  index_write_file (note, "xml/box/r1/0.json",
                    "{\"values\": [{\"metric\": \"a\", \"value\": \"b\"}]}");
  make_fails (note, "values[0].value");
  index_write_file (
      note, "xml/box/r1/0.json",
      "{\"values\": [{\"metric\": \"a\", \"value\": 1}, {\"metric\": \"b\", \"value\": 2},"
      " {\"metric\": \"a\", \"value\": 3}]}");
  make_fails (note, "\"a\" is there twice");
  g_unlink (note_path);
  g_assert_cmpint (symlink ("/etc/passwd", note_path), ==, 0);
  make_fails (note, "0.json: a link");
}

/* What an index may not contain is not written into one. */
TEST ("/store-folder/too-much")
{
  g_autofree char *folder = index_sample ("too-much");
  g_autofree char *index = g_build_filename (folder, "index.json", NULL);
  g_autoptr (GString) values = g_string_new ("{\"values\": [");
  g_autoptr (GError) error = NULL;
  guint n;

  for (guint i = 0; i < 256; i++)
    g_string_append_printf (values, "%s{\"metric\": \"m%u\", \"value\": 1}", i > 0 ? ", " : "", i);
  g_string_append (values, "]}");
  index_write_file (folder, "xml/box/r1/0.json", values->str);
  make_fails (folder, "more than 256 values");
  index_write_file (folder, "xml/box/r1/0.json", "{}");
  g_assert_false (cyan_index_make (folder, "", NULL, NULL, &n, &error));
  g_assert_nonnull (strstr (error->message, "project: empty"));
  g_assert_false (g_file_test (index, G_FILE_TEST_EXISTS));
}

/* ---- bad indices ---- */

TEST ("/store-folder/bad-indices")
{
  static const struct
  {
    const char *old, *new, *words;
  } cases[] = {
    { "{", "<html>{", "not an object of JSON" },
    { "\"version\": 1", "\"version\": 2", "only version 1" },
    { "\"version\": 1,", "", "version" },
    { "xml/box/r1/0.pb.gz", "/etc/passwd.pb.gz", "not inside" },
    { "xml/box/r1/0.pb.gz", "xml/../../0.pb.gz", "not inside" },
    { "xml/box/r1/0.pb.gz", "xml//0.pb.gz", "not inside" },
    { "xml/box/r1/0.pb.gz", ".", "not inside" },
    { "xml/box/r1/0.pb.gz", "xml/box/r1/0.json", "no .pb.gz" },
    { "xml/box/r1/0.pb.gz", "xml/box/r1/1.pb.gz", "twice" },
    { "\"bytes\": ", "\"bytes\": -", "bytes" },
    { "\"bytes\": ", "\"bytes\": 99999999", "bytes" },
    { "\"sha256\": \"", "\"sha256\": \"0", "64 hexadecimal digits" },
    { "\"value\": ", "\"value\": 1e999, \"x\": ", "value" },
    { "\"depth\": 1", "\"depth\": 1, \"depth\": 2", "same key twice" },
    { "\"machine\": \"box\"", "\"machine\": \"\"", "empty" },
    { "\"revision\": \"r1\",", "", "revision" },
    { "]\n}", "]\n}{}", "" },
    { "]\n}", "", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = g_strdup_printf ("bad%u", i), *folder = index_sample (name);

      index_replace (folder, "index.json", cases[i].old, cases[i].new);
      sample_fails (folder, CYAN_STORE_READ, CYAN_ERROR_INVALID, cases[i].words);
    }
}

TEST ("/store-folder/no-index")
{
  g_autofree char *folder = index_sample ("no-index");
  g_autofree char *index = g_build_filename (folder, "index.json", NULL);

  g_unlink (index);
  sample_fails (folder, CYAN_STORE_READ, CYAN_ERROR_IO, "index.json: No such file");
  g_assert_cmpint (symlink ("/dev/zero", index), ==, 0);
  sample_fails (folder, CYAN_STORE_READ, CYAN_ERROR_IO, "a link");
}

/* The profile that the index promises is another, or not there. */
static void
check_fails (const char *folder, CyanError code, const char *words)
{
  g_autoptr (CyanStore) store = sample_open (folder, CYAN_STORE_READ);
  g_autoptr (GError) error = NULL;

  g_assert_false (cyan_store_check (store, &error));
  sample_assert_error (error, (int) code, words);
}

TEST ("/store-folder/lies")
{
  g_autofree char *sum = index_sample ("sum"), *size = index_sample ("size");
  g_autofree char *gone = index_sample ("gone"), *link = index_sample ("lie-link");
  g_autofree char *gone_path = g_build_filename (gone, "xml/box/r1/0.pb.gz", NULL);
  g_autofree char *link_path = g_build_filename (link, "xml/box/r1", NULL);
  g_autofree char *moved_path = g_build_filename (link, "xml/box/moved", NULL);

  index_replace (sum, "index.json", "\"sha256\": \"",
                 "\"sha256\": \"0123456789abcdef0123456789abcdef"
                 "0123456789abcdef0123456789abcdef\", \"was\": \"");
  check_fails (sum, CYAN_ERROR_INVALID, "0123456789ab");
  index_replace (size, "index.json", "\"bytes\": ", "\"bytes\": 1");
  check_fails (size, CYAN_ERROR_INVALID, "as in the index");
  index_replace (size, "index.json", "\"bytes\": 1", "\"bytes\": 9, \"was\": 1");
  check_fails (size, CYAN_ERROR_LIMIT, "more than 9 bytes");
  g_unlink (gone_path);
  check_fails (gone, CYAN_ERROR_IO, "No such file");
  g_assert_cmpint (g_rename (link_path, moved_path), ==, 0);
  g_assert_cmpint (symlink ("moved", link_path), ==, 0);
  check_fails (link, CYAN_ERROR_IO, "0.pb.gz: ");
}

TESTS ()
{
  store_add_test ("/store-folder/import", test_import);
}
