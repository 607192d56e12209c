/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measured commands: real ones, that behave and that do not. */
#include "cyan-command.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <math.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cyan-error.h"
#include "tests.h"

static const char *const environment[] = { "PATH=/usr/bin:/bin", "WHO=me", NULL };

static CyanCommand
command (const char *text)
{
  return (CyanCommand){ .text = text, .folder = "/", .environment = environment, .seconds = 100 };
}

static CyanCommandResult
run (const CyanCommand *self)
{
  CyanCommandResult result;
  gboolean ok = MUST (cyan_command_run (self, NULL, &result, &failure));

  g_assert_true (ok);
  return result;
}

static CyanCommandResult
run_text (const char *text)
{
  CyanCommand self = command (text);

  return run (&self);
}

TEST ("/command/result")
{
  g_auto (CyanCommandResult) fine = run_text ("pwd; echo $WHO >&2; cat; exit 3");
  g_auto (CyanCommandResult) killed = run_text ("kill -SEGV $$");
  g_auto (CyanCommandResult) busy =
      run_text ("python3 -c 'x = bytearray(100 << 20)\nfor i in range(3000000): pass'");

  g_assert_cmpint (fine.exit_code, ==, 3);
  g_assert_cmpstr (fine.log, ==, "/\nme\n");
  g_assert_false (fine.timed_out);
  g_assert_cmpuint (fine.n_left, ==, 0);
  g_assert_cmpint (killed.exit_code, ==, 128 + SIGSEGV);
  g_assert_cmpint (busy.exit_code, ==, 0);
  g_assert_cmpfloat (busy.cpu, >, 0.01);
  g_assert_cmpfloat (busy.wall, >, 0.01);
  g_assert_cmpfloat (busy.rss, >, 100 << 20);
  g_assert_cmpfloat (busy.rss, <, 1 << 30);
}

/* What this program has in memory is not the command's. */
TEST ("/command/memory")
{
  g_autofree char *large = g_malloc (200 << 20);
  g_auto (CyanCommandResult) result = { 0 };

  memset (large, 1, 200 << 20);
  result = run_text ("true");
  g_assert_true (isnan (result.rss));
}

TEST ("/command/log")
{
  g_auto (CyanCommandResult) much =
      run_text ("head -c 10000000 /dev/zero | tr '\\0' x; printf 'the end'");
  g_auto (CyanCommandResult) bytes = run_text ("printf 'a\\377\\000\\303\\244b'");
  g_auto (CyanCommandResult) wide =
      run_text ("for i in $(seq 20000); do printf '\\303\\244\\303\\244'; done; printf x");

  g_assert_cmpuint (strlen (much.log), ==, CYAN_COMMAND_LOG_MAX);
  g_assert_true (g_str_has_prefix (much.log, "xxxx"));
  g_assert_true (g_str_has_suffix (much.log, "xxthe end"));
  g_assert_cmpstr (bytes.log, ==, "a\uFFFD\uFFFDäb");
  g_assert_true (g_str_has_prefix (wide.log, "ä"));
  g_assert_true (g_str_has_suffix (wide.log, "äx"));
}

/* The process whose number is the first word of @log. */
static void
assert_dead (const char *log)
{
  int pid = (int) g_ascii_strtoll (log, NULL, 10);

  g_assert_cmpint (pid, >, 1);
  g_assert_cmpint (kill (pid, 0), ==, -1);
  g_assert_cmpint (errno, ==, ESRCH);
}

TEST ("/command/left-behind")
{
  g_auto (CyanCommandResult) background = run_text ("sleep 1000 & echo $!");
  /* A daemon: another session, another group, no parent, no output.  Its line says that it runs. */
  g_auto (CyanCommandResult) daemon = run_text ("(setsid sh -c 'echo $$ >&2; echo; exec sleep 1000 "
                                                ">/dev/null 2>&1 </dev/null' &) | head -n 1");
  g_auto (CyanCommandResult) many = run_text (
      "(for i in 1 2 3 4 5; do setsid sh -c 'sleep 1000 & echo; sleep 1000' & done) | head -n 5");

  assert_dead (background.log);
  g_assert_cmpuint (background.n_left, ==, 1);
  g_assert_cmpfloat (background.wall, <, 100);
  assert_dead (daemon.log);
  g_assert_cmpuint (daemon.n_left, ==, 1);
  g_assert_cmpuint (many.n_left, >=, 10);
}

TEST ("/command/time-limit")
{
  CyanCommand polite =
      command ("trap 'echo ended; exit 0' TERM; echo $$; while :; do sleep 0.1; done");
  CyanCommand stubborn = command ("trap '' TERM; echo $$; while :; do sleep 0.1; done");
  g_auto (CyanCommandResult) ended = { 0 }, killed = { 0 };

  polite.seconds = stubborn.seconds = 1;
  ended = run (&polite);
  g_assert_true (ended.timed_out);
  g_assert_true (g_str_has_suffix (ended.log, "ended\n"));
  g_assert_cmpfloat (ended.wall, >, 0.5);
  killed = run (&stubborn);
  g_assert_true (killed.timed_out);
  assert_dead (killed.log);
  g_assert_cmpfloat (killed.wall, >, CYAN_COMMAND_GRACE_SECONDS);
}

static gboolean
stop_when_there (double fraction, const char *what, gpointer data)
{
  return !g_file_test (data, G_FILE_TEST_EXISTS);
}

TEST ("/command/cancel")
{
  g_autofree char *folder = g_dir_make_tmp ("cyan-command-XXXXXX", NULL);
  g_autofree char *file = g_build_filename (folder, "pid", NULL), *pid = NULL;
  CyanCommand self = command ("echo $$ > new; mv new pid; sleep 1000");
  CyanTick tick = CYAN_TICK_INIT (stop_when_there, file);
  g_auto (CyanCommandResult) result = { 0 };
  g_autoptr (GError) error = NULL;

  self.folder = folder;
  g_assert_false (cyan_command_run (&self, &tick, &result, &error));
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_CANCELLED);
  g_assert_true (g_file_get_contents (file, &pid, NULL, NULL));
  assert_dead (pid);
  g_unlink (file);
  g_rmdir (folder);
}

/* A command that kills its guard. */
TEST ("/command/lost")
{
  g_auto (CyanCommandResult) result =
      run_text ("trap '' TERM; sleep 1000 & echo $!; kill -9 $PPID; wait");

  g_assert_true (result.lost);
  g_assert_true (test_wait_for_end ((GPid) g_ascii_strtoll (result.log, NULL, 10)));
}

/* Nothing is left of a program that was killed while it measured. */
TEST ("/command/killed")
{
  int pipes[2];
  char line[32] = { 0 };
  pid_t pid;

  g_assert_cmpint (pipe (pipes), ==, 0);
  pid = fork ();
  if (pid == 0)
    {
      g_autofree char *text = g_strdup_printf (
          "setsid sh -c 'echo $$ > /proc/%d/fd/%d; sleep 1000' & sleep 1000", getpid (), pipes[1]);
      CyanCommand self = command (text);

      cyan_command_run (&self, NULL, &(CyanCommandResult){ 0 }, NULL);
      _exit (0);
    }
  g_assert_cmpint (read (pipes[0], line, sizeof line - 1), >, 0);
  kill (pid, SIGKILL);
  g_assert_cmpint (waitpid (pid, NULL, 0), ==, pid);
  g_assert_true (test_wait_for_end ((GPid) g_ascii_strtoll (line, NULL, 10)));
  close (pipes[0]);
  close (pipes[1]);
}

TEST ("/command/no-terminal")
{
  g_auto (CyanCommandResult) asks = run_text ("read answer </dev/tty && echo $answer");
  g_auto (CyanCommandResult) waits = run_text ("read answer; echo \"<$answer>\"");

  g_assert_cmpint (asks.exit_code, !=, 0);
  g_assert_cmpstr (waits.log, ==, "<>\n");
}

TEST ("/command/limits")
{
  g_autofree char *folder = g_dir_make_tmp ("cyan-command-XXXXXX", NULL);
  g_autofree char *file = g_build_filename (folder, "large", NULL);
  CyanCommand large = command ("head -c 3000000 /dev/zero > large");
  CyanCommand pinned = command ("nproc"), small = command ("head -c 300M /dev/zero | tail -c 300M");
  const guint first = 0, missing = CPU_SETSIZE - 1;
  g_auto (CyanCommandResult) stopped = { 0 }, on_one = { 0 }, starved = { 0 };
  g_autoptr (GError) error = NULL;
  GStatBuf status;

  large.folder = folder;
  large.file_size = 1000000;
  stopped = run (&large);
  g_assert_cmpint (stopped.exit_code, !=, 0);
  g_assert_cmpint (g_stat (file, &status), ==, 0);
  g_assert_cmpint (status.st_size, ==, 1000000);
  g_unlink (file);
  g_rmdir (folder);
  pinned.cpus = &first;
  pinned.n_cpus = 1;
  on_one = run (&pinned);
  g_assert_cmpstr (on_one.log, ==, "1\n");
  pinned.cpus = &missing;
  g_assert_false (cyan_command_run (&pinned, NULL, &(CyanCommandResult){ 0 }, &error));
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_IO);
  small.memory = 100 << 20;
  starved = run (&small);
  g_assert_cmpint (starved.exit_code, !=, 0);
}

/* Only bwrap's own failure to start would tell more. */
TEST ("/command/isolated")
{
  CyanCommand self = command ("cat /proc/net/route | wc -l");
  g_auto (CyanCommandResult) result = { 0 };

  self.isolate = cyan_command_can_isolate ();
  result = run (&self);
  g_assert_cmpint (result.exit_code, ==, 0);
  if (self.isolate)
    g_assert_cmpstr (result.log, ==, "1\n");
}

TEST ("/command/refused")
{
  CyanCommand lost = command ("true");
  g_autoptr (GError) error = NULL;
  CyanCommandResult result;

  lost.folder = "/no/such/folder";
  g_assert_false (cyan_command_run (&lost, NULL, &result, &error));
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_IO);
  g_assert_cmpstr (error->message, ==, "/no/such/folder: No such file or directory");
}

static gpointer
run_some (gpointer data)
{
  for (guint i = 0; i < 20; i++)
    {
      g_autofree char *text = g_strdup_printf ("sleep 1000 & echo %s; exit %u", (char *) data, i);
      g_autofree char *line = g_strdup_printf ("%s\n", (char *) data);
      g_auto (CyanCommandResult) result = run_text (text);

      g_assert_cmpint (result.exit_code, ==, (int) i);
      g_assert_cmpstr (result.log, ==, line);
    }
  return NULL;
}

TEST ("/command/threads")
{
  static char names[4][2] = { "a", "b", "c", "d" };
  GThread *threads[4];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("runner", run_some, names[i]);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
}
