/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs that share a store, are killed, or run out of disk: what was stored stays whole. */
#include "cyan-store.h"

#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cyan-error.h"
#include "fast-clock.h"
#include "nth-call.h"
#include "store-backends.h"
#include "store-samples.h"
#include "tests.h"

#define N_KILLS 12
#define N_RUNS  100

/* Waits for @pid, which must end without a failure unless it is killed by @killer. */
static void
reap (pid_t pid, int killer)
{
  int status;

  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  if (killer != 0)
    g_assert_true (WIFSIGNALED (status) && WTERMSIG (status) == killer);
  else
    g_assert_true (WIFEXITED (status) && WEXITSTATUS (status) == 0);
}

/* Of a writer that should not fail. */
static void
end_badly (const GError *error)
{
  g_printerr ("%s\n", error->message);
  _exit (3);
}

/* A program of its own that adds runs from number @first, and a byte to @done after each.  It ends
 * after @n runs, or is killed at call @last that changes the store after them. */
static pid_t
start_writer (const char *path, guint first, guint n, guint last, int done)
{
  g_autofree char *folder = g_path_get_dirname (path);
  pid_t pid = fork ();
  GError *error = NULL;
  CyanStore *store;
  Sample sample;

  g_assert_cmpint (pid, >=, 0);
  if (pid != 0)
    return pid;
  store = cyan_store_open (path, CYAN_STORE_CREATE, &error);
  if (store == NULL)
    end_badly (error);
  sample = sample_begin (store);
  for (guint i = 0; i < n || last > 0; i++)
    {
      g_autofree char *uid = cyan_store_new_uid ();

      if (i == n)
        nth_call_arm (NTH_CALL_CHANGES | NTH_CALL_SEND, last, NTH_CALL_KILL, folder);
      if (!sample_add_run (store, &sample, first + i, uid, &error))
        end_badly (error);
      if (done >= 0 && write (done, "", 1) != 1)
        _exit (5);
    }
  cyan_store_free (store);
  _exit (0);
}

/* Every run has its value, its functions and its profile.  Returns the number of runs. */
static gint64
check_whole (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanStore) store = sample_open (path, CYAN_STORE_READ);
  CyanStoreSizes sizes;

  cyan_store_check (store, &error);
  g_assert_no_error (error);
  sizes = sample_sizes (store);
  g_assert_cmpint (store_run (path, "SELECT count(*) FROM run WHERE profile IS NULL OR "
                                    "(SELECT count(*) FROM value WHERE run = run.id) <> 1"),
                   ==, 0);
  g_assert_cmpint (sizes.functions, ==, sizes.runs * SAMPLE_FUNCTIONS);
  g_assert_cmpint (store_run (path, "SELECT count(*) FROM value"), ==, sizes.runs);
  return sizes.runs;
}

static void
test_two_writers (void)
{
  g_autofree char *path = store_address ("two");
  /* Both make the store. */
  pid_t first = start_writer (path, 0, N_RUNS, 0, -1),
        second = start_writer (path, 50, N_RUNS, 0, -1);

  reap (first, 0);
  reap (second, 0);
  g_assert_cmpint (check_whole (path), ==, 2 * N_RUNS);
  g_assert_cmpint (store_run (path, "SELECT count(*) FROM revision"), ==, 150);
  g_assert_cmpint (store_run (path, "SELECT count(*) FROM function"), ==, SAMPLE_FUNCTIONS);
}

/* A server may be busy with a transaction of a program that is gone. */
static void
wait_for_lock (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanStore) store = sample_open (path, CYAN_STORE_WRITE);

  cyan_store_begin (store, &error);
  g_assert_no_error (error);
  cyan_store_rollback (store);
}

/* One of two writers is killed after some runs, at each second call of its next ones. */
static void
test_kill (void)
{
  g_autofree char *path = store_address ("kill");
  gint64 n_stored = 0;

  for (guint kill_number = 0; kill_number < N_KILLS; kill_number++)
    {
      int done[2];
      char byte;
      pid_t victim, other;
      guint wanted = kill_number % 3, n = 0;
      gint64 n_now;

      g_assert_cmpint (pipe (done), ==, 0);
      victim = start_writer (path, kill_number * 10, wanted, 1 + 2 * kill_number, done[1]);
      other = start_writer (path, 5000 + kill_number * 10, 3, 0, -1);
      close (done[1]);
      reap (victim, SIGKILL);
      while (read (done[0], &byte, 1) == 1)
        n++;
      g_assert_cmpuint (n, >=, wanted);
      close (done[0]);
      reap (other, 0);
      wait_for_lock (path);
      n_now = check_whole (path);
      /* What it reported is there; one more may be, whose report was not written. */
      g_assert_cmpint (n_now, >=, n_stored + n + 3);
      g_assert_cmpint (n_now, <=, n_stored + n + 4);
      n_stored = n_now;
    }
}

/* ---- locks ---- */

/* A program that holds the lock of writers until it gets a byte or is killed. */
static pid_t
start_holder (const char *path, int until)
{
  int ready[2];
  char byte;
  pid_t pid;

  g_assert_cmpint (pipe (ready), ==, 0);
  pid = fork ();
  g_assert_cmpint (pid, >=, 0);
  if (pid == 0)
    {
      CyanStore *store = cyan_store_open (path, CYAN_STORE_WRITE, NULL);

      if (store == NULL || !cyan_store_begin (store, NULL) || write (ready[1], "", 1) != 1)
        _exit (3);
      while (read (until, &byte, 1) < 0)
        ;
      cyan_store_free (store);
      _exit (0);
    }
  g_assert_cmpint (read (ready[0], &byte, 1), ==, 1);
  close (ready[0]);
  close (ready[1]);
  return pid;
}

static void
release (gpointer data)
{
  g_assert_cmpint (write (*(int *) data, "", 1), ==, 1);
}

/* The holder goes on when it hears that somebody waits. */
static void
test_wait (void)
{
  g_autofree char *path = store_address ("wait");
  g_autoptr (CyanStore) store = sample_open (path, CYAN_STORE_CREATE);
  g_autoptr (GError) error = NULL;
  Sample sample = sample_begin (store);
  int until[2];
  pid_t holder;

  g_assert_cmpint (pipe (until), ==, 0);
  holder = start_holder (path, until[0]);
  cyan_store_set_waiting (store, release, &until[1]);
  sample_add_run (store, &sample, 1, "u", &error);
  g_assert_no_error (error);
  reap (holder, 0);
  close (until[0]);
  close (until[1]);
  cyan_store_free (g_steal_pointer (&store));
  g_assert_cmpint (check_whole (path), ==, 1);
}

/* A reader needs not wait; a writer gives up, and stores its run later. */
static void
test_locked (void)
{
  g_autofree char *path = store_address ("locked");
  g_autoptr (CyanStore) store = sample_open (path, CYAN_STORE_CREATE);
  g_autoptr (GError) error = NULL;
  Sample sample = sample_begin (store);
  CyanStoreSizes sizes;
  int until[2];
  pid_t holder;
  gint64 began;

  sample_add_run (store, &sample, 1, "u1", &error);
  g_assert_no_error (error);
  g_assert_cmpint (pipe (until), ==, 0);
  holder = start_holder (path, until[0]);
  g_assert_cmpint (check_whole (path), ==, 1);
  began = g_get_monotonic_time ();
  fast_clock_begin ();
  g_assert_false (sample_add_run (store, &sample, 2, "u2", &error));
  fast_clock_end ();
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_TEMPORARY);
  g_assert_nonnull (strstr (error->message, "locked"));
  g_assert_cmpint (g_get_monotonic_time () - began, >=, CYAN_STORE_BUSY_SECONDS * G_USEC_PER_SEC);
  g_clear_error (&error);
  kill (holder, SIGKILL);
  reap (holder, SIGKILL);
  close (until[0]);
  close (until[1]);
  sample_add_run (store, &sample, 2, "u2", &error);
  g_assert_no_error (error);
  sizes = sample_sizes (store);
  g_assert_cmpint (sizes.runs, ==, 2);
}

/* ---- a full disk ---- */

/* Files of this program cannot grow beyond a limit; the run under way is lost, older ones stay, and
 * with room again the same store goes on. */
TEST ("/store-writers/full")
{
  g_autofree char *path = sample_path ("full.db");
  struct rlimit limit;
  pid_t pid = fork ();

  g_assert_cmpint (pid, >=, 0);
  if (pid == 0)
    {
      CyanStore *store = cyan_store_open (path, CYAN_STORE_CREATE, NULL);
      Sample sample = sample_begin (store);
      GError *error = NULL;
      CyanStoreSizes sizes;
      guint n = 0;

      signal (SIGXFSZ, SIG_IGN);
      getrlimit (RLIMIT_FSIZE, &limit);
      limit.rlim_cur = 600 * 1024;
      setrlimit (RLIMIT_FSIZE, &limit);
      while (n < 5000)
        {
          g_autofree char *uid = g_strdup_printf ("u%u", n);

          if (!sample_add_run (store, &sample, n, uid, &error))
            break;
          n++;
        }
      if (error == NULL || !g_error_matches (error, CYAN_ERROR, CYAN_ERROR_IO)
          || strchr (error->message, '\n') != NULL || n < 3)
        _exit (3);
      g_clear_error (&error);
      if (!cyan_store_read_sizes (store, &sizes, NULL) || sizes.runs != n)
        _exit (4);
      limit.rlim_cur = limit.rlim_max;
      setrlimit (RLIMIT_FSIZE, &limit);
      if (!sample_add_run (store, &sample, 6000, "later", NULL)
          || !cyan_store_read_sizes (store, &sizes, NULL) || sizes.runs != n + 1)
        _exit (5);
      cyan_store_free (store);
      _exit (0);
    }
  reap (pid, 0);
  g_assert_cmpint (check_whole (path), >, 3);
}

TESTS ()
{
  store_add_test ("/store-writers/two-writers", test_two_writers);
  store_add_test ("/store-writers/kill", test_kill);
  store_add_test ("/store-writers/wait", test_wait);
  store_add_test ("/store-writers/locked", test_locked);
}
