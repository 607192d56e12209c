/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stores on disks that are not like others: of another machine, read-only, full. */
#include <fcntl.h>
#include <glib/gstdio.h>
#include <linux/magic.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cyan-error.h"
#include "cyan-store-copy.h"
#include "store-backends.h"
#include "store-dump.h"
#include "store-samples.h"
#include "tests.h"

#define NOBODY 65534

/* What statfs() says of every path; 0: the truth. */
static guint32 fake_type;

/* In place of the one of libc: a network folder cannot be mounted by everybody.  Closing another
 * file than one of O_PATH would release the locks of this program. */
int
statfs (const char *path, struct statfs *status)
{
  int file = open (path, O_PATH | O_CLOEXEC), result;

  if (file < 0)
    return -1;
  result = fstatfs (file, status);
  close (file);
  if (fake_type != 0)
    status->f_type = (__typeof__ (status->f_type)) fake_type;
  return result;
}

/* ---- network ---- */

static gboolean
has_log (const char *path)
{
  g_autofree char *log = g_strconcat (path, "-wal", NULL),
                  *memory = g_strconcat (path, "-shm", NULL);

  return g_file_test (log, G_FILE_TEST_EXISTS) || g_file_test (memory, G_FILE_TEST_EXISTS);
}

TEST ("/store-disk/network")
{
  static const guint32 types[] = { NFS_SUPER_MAGIC, SMB_SUPER_MAGIC, SMB2_SUPER_MAGIC,
                                   0xff534d42u };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autofree char *name = g_strdup_printf ("network-%u.db", i), *path = sample_path (name);
      g_autoptr (CyanStore) store = NULL;

      fake_type = types[i];
      store = sample_open (path, CYAN_STORE_CREATE);
      g_assert_nonnull (strstr (cyan_store_warning (store), "network folder"));
      dump_add_runs (store, 0, 2);
      g_assert_false (has_log (path));
      g_assert_cmpint (store_run (path, "SELECT count(*) FROM run"), ==, 2);
      fake_type = 0;
    }
}

/* A store that was moved there has no log any more, and gets one where it comes from. */
TEST ("/store-disk/moved-to-network")
{
  g_autofree char *path = sample_path ("moved.db");
  g_autoptr (CyanStore) store = sample_open (path, CYAN_STORE_CREATE);

  dump_add_runs (store, 0, 1);
  g_assert_null (cyan_store_warning (store));
  g_assert_true (has_log (path));
  cyan_store_free (g_steal_pointer (&store));

  fake_type = NFS_SUPER_MAGIC;
  store = sample_open (path, CYAN_STORE_WRITE);
  dump_add_runs (store, 1, 1);
  g_assert_false (has_log (path));
  cyan_store_free (g_steal_pointer (&store));
  store = sample_open (path, CYAN_STORE_READ);
  g_assert_null (cyan_store_warning (store));
  cyan_store_free (g_steal_pointer (&store));
  fake_type = 0;

  store = sample_open (path, CYAN_STORE_WRITE);
  dump_add_runs (store, 2, 1);
  g_assert_true (has_log (path));
  g_assert_cmpint (store_run (path, "SELECT count(*) FROM run"), ==, 3);
}

/* ---- read-only ---- */

/* Runs @function as somebody who may write nothing at @path's folder; it must not fail. */
static void
run_without_rights (const char *path, void (*function) (const char *path))
{
  g_autofree char *folder = g_path_get_dirname (path), *above = g_path_get_dirname (folder);
  pid_t pid;
  int status;

  g_assert_cmpint (g_chmod (folder, 0555), ==, 0);
  g_assert_cmpint (g_chmod (above, 0755), ==, 0);
  pid = fork ();
  g_assert_cmpint (pid, >=, 0);
  if (pid == 0)
    {
      /* Permissions do not bind root. */
      if (geteuid () == 0 && (setgid (NOBODY) != 0 || setuid (NOBODY) != 0))
        _exit (3);
      function (path);
      _exit (0);
    }
  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  g_assert_cmpint (g_chmod (folder, 0755), ==, 0);
  g_assert_true (WIFEXITED (status) && WEXITSTATUS (status) == 0);
}

static void
use_read_only (const char *path)
{
  g_autofree char *new_path = g_strconcat (path, ".new", NULL);
  g_autoptr (CyanStore) store = sample_open (path, CYAN_STORE_READ);
  g_autoptr (GError) error = NULL;
  CyanStoreSizes sizes;

  sizes = sample_sizes (store);
  g_assert_cmpint (sizes.runs, ==, 2);
  cyan_store_check (store, &error);
  g_assert_no_error (error);
  sample_fails (path, CYAN_STORE_WRITE, CYAN_ERROR_IO, "Permission denied");
  sample_fails (new_path, CYAN_STORE_CREATE, CYAN_ERROR_IO, "");
  g_assert_false (cyan_store_export (store, new_path, NULL, &error));
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_IO);
  g_assert_null (strchr (error->message, '\n'));
}

/* What is in the log must not be missing in silence. */
static void
use_read_only_with_log (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanStore) store = cyan_store_open (path, CYAN_STORE_READ, &error);
  CyanStoreSizes sizes;

  if (store == NULL)
    {
      g_assert_error (error, CYAN_ERROR, CYAN_ERROR_IO);
      g_assert_null (strchr (error->message, '\n'));
      return;
    }
  sizes = sample_sizes (store);
  g_assert_cmpint (sizes.runs, ==, 2);
}

TEST ("/store-disk/read-only")
{
  g_autofree char *folder = sample_path ("read-only"),
                  *path = g_build_filename (folder, "s.db", NULL);
  g_autoptr (CyanStore) store = NULL;

  g_assert_cmpint (g_mkdir (folder, 0755), ==, 0);
  store = sample_open (path, CYAN_STORE_CREATE);
  dump_add_runs (store, 0, 2);
  cyan_store_free (g_steal_pointer (&store));
  g_assert_cmpint (g_chmod (path, 0444), ==, 0);
  run_without_rights (path, use_read_only);
}

TEST ("/store-disk/read-only-log")
{
  g_autofree char *folder = sample_path ("with-log"),
                  *path = g_build_filename (folder, "s.db", NULL);
  pid_t pid;
  int status;

  g_assert_cmpint (g_mkdir (folder, 0755), ==, 0);
  pid = fork ();
  g_assert_cmpint (pid, >=, 0);
  if (pid == 0)
    {
      dump_add_runs (sample_open (path, CYAN_STORE_CREATE), 0, 2);
      raise (SIGKILL);
    }
  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  g_assert_true (has_log (path));
  run_without_rights (path, use_read_only_with_log);
}

/* ---- full ---- */

/* The largest file that this program can make; 0: any. */
static void
limit_files (rlim_t bytes)
{
  struct rlimit limit;

  signal (SIGXFSZ, SIG_IGN);
  getrlimit (RLIMIT_FSIZE, &limit);
  limit.rlim_cur = bytes > 0 ? bytes : limit.rlim_max;
  setrlimit (RLIMIT_FSIZE, &limit);
}

/* A store that cannot be made can be made later. */
TEST ("/store-disk/create-on-full-disk")
{
  g_autofree char *path = sample_path ("no-room.db");
  g_autoptr (CyanStore) store = NULL;

  limit_files (1);
  sample_fails (path, CYAN_STORE_CREATE, CYAN_ERROR_IO, "");
  limit_files (0);
  store = sample_open (path, CYAN_STORE_CREATE);
  dump_add_runs (store, 0, 1);
}

/* An import that finds no room adds whole runs or none, and is repeated. */
TEST ("/store-disk/import-on-full-disk")
{
  g_autofree char *from = sample_path ("large.db"), *to = sample_path ("small.db");
  g_autoptr (CyanStore) large = sample_open (from, CYAN_STORE_CREATE);
  g_autoptr (CyanStore) small = sample_open (to, CYAN_STORE_CREATE);
  g_autoptr (GError) error = NULL;
  CyanStoreSizes sizes;

  dump_add_runs (large, 0, 300);
  dump_add_runs (small, 0, 2);
  limit_files (400 * 1024);
  g_assert_false (cyan_store_copy (large, small, NULL, &error));
  limit_files (0);
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_IO);
  g_assert_null (strchr (error->message, '\n'));
  g_clear_error (&error);
  sizes = sample_sizes (small);
  g_assert_cmpint (sizes.runs, >=, 2);
  cyan_store_check (small, &error);
  g_assert_no_error (error);
  cyan_store_copy (large, small, NULL, &error);
  g_assert_no_error (error);
  dump_assert_same (from, to);
}
