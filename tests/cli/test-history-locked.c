/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A store that another program writes: a word after a second, the end after ten. */
#include "cli-fixture.h"

#include <signal.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests.h"

/* A program that holds the lock of writers until it is killed. */
static pid_t
start_holder (const char *path)
{
  int ready[2];
  char byte;
  pid_t pid;

  g_assert_cmpint (pipe (ready), ==, 0);
  pid = fork ();
  g_assert_cmpint (pid, >=, 0);
  if (pid == 0)
    {
      sqlite3 *db;

      if (sqlite3_open (path, &db) != SQLITE_OK
          || sqlite3_exec (db, "BEGIN IMMEDIATE", NULL, NULL, NULL) != SQLITE_OK
          || write (ready[1], "", 1) != 1)
        _exit (3);
      for (;;)
        pause ();
    }
  g_assert_cmpint (read (ready[0], &byte, 1), ==, 1);
  close (ready[0]);
  close (ready[1]);
  return pid;
}

TEST ("/history-locked/locked")
{
  g_autoptr (Run) first = NULL, reader = NULL, writer = NULL, later = NULL;
  pid_t holder;

  write_good_profiles ();
  first =
      cyan ("history", "add", "locked.db", "good.folded", "-r", "r", "-b", "b", "--create", NULL);
  assert_fine (first);
  holder = start_holder ("locked.db");
  reader = cyan ("history", "locked.db", NULL);
  assert_fine (reader);
  /* With a clock on which the ten seconds are short. */
  writer = run_program ("env", "FAST_CLOCK=1", "LD_PRELOAD=" FAST_CLOCK_LIBRARY,
                        "ASAN_OPTIONS=verify_asan_link_order=0", cyan_path (), "history", "add",
                        "locked.db", "other.folded", "-r", "r", "-b", "b", NULL);
  kill (holder, SIGKILL);
  g_assert_cmpint (waitpid (holder, NULL, 0), ==, holder);
  g_assert_cmpint (writer->status, ==, 2);
  g_assert_cmpstr (writer->err, ==,
                   "cyan: note: locked.db: waiting for another program that writes it\n"
                   "cyan: locked.db: another program has locked it\n");
  later = cyan ("history", "add", "locked.db", "other.folded", "-r", "r", "-b", "b", NULL);
  assert_fine (later);
}

TESTS ()
{
  cli_test_init ();
}
