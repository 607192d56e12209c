/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cyan try: from two revisions and a command to the culprit. */
#include "cli-fixture.h"

#include <signal.h>
#include <string.h>
#include <sys/stat.h>

#include <glib/gstdio.h>

#include "git-fixture.h"
#include "tests.h"
#include "tree.h"

static const char program[] =
    "#include <stdio.h>\n"
    "int parse (int n)\n{\n  volatile int s = 0;\n  for (int i = 0; i < STEPS * n; i++)\n"
    "    s += i % 7;\n  return s;\n}\n"
    "int format (int n)\n{\n  volatile int s = 0;\n  for (int i = 0; i < n; i++)\n"
    "    s += i % 5;\n  return s;\n}\n"
    "int main (void) { printf (\"%d\\n\", parse (20000) + format (20000)); return 0; }\n";

static void
write_program (const char *folder, const char *steps)
{
  g_autoptr (GString) text = g_string_new (program);

  g_string_replace (text, "STEPS", steps, 0);
  tree_write (folder, "prog.c", text->str, -1);
}

/* Where the commands of a test leave their stores. */
static char *temporary;

/* Goes into @folder. */
static char *
enter (char *folder)
{
  temporary = tree_new ();
  g_setenv ("TMPDIR", temporary, TRUE);
  g_assert_cmpint (g_chdir (folder), ==, 0);
  return folder;
}

static void
leave (char *folder)
{
  g_assert_cmpint (g_chdir ("/"), ==, 0);
  g_unsetenv ("TMPDIR");
  g_clear_pointer (&temporary, tree_free);
  tree_free (folder);
}

/* v1, v2 with a slower function, and v3, which does not build.  The tests stand in it. */
static char *
make_repository (void)
{
  char *folder;

  git_fixture_start ();
  folder = git_new ();
  write_program (folder, "1");
  tree_write (folder, "Makefile", "prog: prog.c\n\tcc -O1 -fno-inline -g -o prog prog.c\n", -1);
  g_free (git_commit_all (folder, "one"));
  git_do (folder, "tag", "v1", NULL);
  write_program (folder, "3");
  g_free (git_commit_all (folder, "two"));
  git_do (folder, "tag", "v2", NULL);
  tree_write (folder, "prog.c", "int main (void) { return undeclared; }\n", -1);
  g_free (git_commit_all (folder, "three"));
  git_do (folder, "tag", "v3", NULL);
  return enter (folder);
}

/* The last line of standard error. */
static void
assert_ends (const Run *run, const char *pattern)
{
  g_autofree char *err = g_strdup (g_strchomp (run->err));
  const char *last = strrchr (err, '\n');

  g_assert_cmpint (run->status, ==, 2);
  g_assert_cmpstr (run->out, ==, "");
  assert_matches (last != NULL ? last + 1 : err, pattern);
}

/* A real program, a real compiler, a real recorder. */
TEST ("/try/culprit")
{
  char *folder = make_repository ();
  g_autofree char *status = NULL;
  g_autoptr (Run) run =
      cyan ("try", "--print", "--runs=2", "--recorder=callgrind", "v1", "v2", "--", "./prog", NULL);

  g_test_message ("%s", run->err);
  g_assert_cmpint (run->status, ==, 0);
  assert_matches (run->out, "v1 (2 runs) to v2 (2 runs): *");
  assert_matches (run->out, "*\nStart here\n  1. parse (prog.c:*): * of the run before *");
  assert_matches (run->out, "*slower *parse (start here)*");
  /* What stands in the first report is not told again. */
  assert_matches (run->out, "*\nCalling contexts (PARCS) *\nOverlap of *");
  g_assert_null (strstr (strstr (run->out, "Start here") + 1, "Start here"));
  assert_matches (run->err, "*because there is a Makefile: make *4 of 4 runs: try of * ok, *");
  /* The work tree is as it was. */
  status = git_run (folder, "status", "--porcelain", NULL);
  g_assert_cmpstr (status, ==, "");
  leave (folder);
}

/* Leaves a profile itself, as fast as it is; its sixth word is the time of "slow". */
static const char leaves_profile[] =
    "#!/bin/sh\n"
    "printf 'cct 1\\nmetric\\ttime\\tms\\nfunction\\tmain\\t\\t\\t\\nfunction\\tslow\\t\\t\\t\\n"
    "0\\t1\\t1\\t10\\n1\\t2\\t1\\t%s\\nend\\t2\\n' \"$(cat time)\" > \"$CYAN_PROFILE\"\n";

static char *
make_fast_repository (void)
{
  char *folder;
  g_autofree char *script = NULL;

  git_fixture_start ();
  folder = git_new ();
  script = tree_path (folder, "bench");
  tree_write (folder, "bench", leaves_profile, -1);
  g_assert_cmpint (g_chmod (script, 0755), ==, 0);
  tree_write (folder, "time", "50", -1);
  g_free (git_commit_all (folder, "one"));
  tree_write (folder, "time", "80", -1);
  g_free (git_commit_all (folder, "two"));
  return enter (folder);
}

/* A store is filled once. */
TEST ("/try/store")
{
  char *folder = make_fast_repository (), *other = tree_new ();
  g_autofree char *store = tree_path (other, "perf.db");
  g_autoptr (Run) first = cyan ("try", "--print", "--recorder=none", "--store", store, "main~1",
                                "main", "--", "./bench", NULL);
  g_autoptr (Run) again = cyan ("try", "--print", "--recorder=none", "--store", store, "main~1",
                                "main", "--", "./bench", NULL);
  g_autoptr (Run) more = cyan ("try", "--print", "--recorder=none", "--runs=4", "--store", store,
                               "main~1", "main", "--", "./bench", NULL);

  g_test_message ("%s", first->err);
  g_assert_cmpint (first->status, ==, 0);
  assert_matches (first->out, "main~1 (3 runs) to main (3 runs): 60 ms to 90 ms, +50.0 %*");
  assert_matches (first->err, "*6 of 6 runs: *");
  g_assert_cmpint (again->status, ==, 0);
  g_assert_cmpstr (again->out, ==, first->out);
  g_assert_null (strstr (again->err, "1 of"));
  g_assert_cmpint (more->status, ==, 0);
  assert_matches (more->out, "main~1 (4 runs) to main (4 runs): *");
  assert_matches (more->err, "*2 of 2 runs: *");
  tree_free (other);
  leave (folder);
}

/* Whoever reads it waits for who writes it.  Caller frees. */
static char *
make_fifo (const char *folder, const char *name)
{
  char *path = tree_path (folder, name);

  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  return path;
}

/* The window gets the profiles and the sources: `cyan compare` takes the same options. */
TEST ("/try/window")
{
  char *folder = make_fast_repository (), *bin = tree_new ();
  g_autofree char *window = tree_path (bin, "cyanotype"), *out = make_fifo (bin, "out");
  g_autofree char *script = g_strdup_printf (
      "#!/bin/sh\nexec >/dev/null 2>&1\n'%s' compare \"$@\" > '%s'\n", cyan_path (), out);
  g_autofree char *path = g_strconcat ("PATH=", bin, ":", g_getenv ("PATH"), NULL);
  g_autofree char *text = NULL;
  g_autoptr (Run) run = NULL;

  tree_write (bin, "cyanotype", script, -1);
  g_assert_cmpint (g_chmod (window, 0755), ==, 0);
  run = run_program ("env", path, cyan_path (), "try", "--open", "--recorder=none", "main~1",
                     "main", "--", "./bench", NULL);
  g_test_message ("%s", run->err);
  g_assert_cmpint (run->status, ==, 0);
  g_assert_cmpstr (run->out, ==, "");
  g_assert_true (g_file_get_contents (out, &text, NULL, NULL));
  assert_matches (text, "main~1 (3 runs) to main (3 runs): 60 ms to 90 ms, +50.0 %*");
  tree_free (bin);
  leave (folder);
}

TEST ("/try/failures")
{
  char *folder = make_repository ();
  g_autoptr (Run) build =
      cyan ("try", "--runs=1", "--recorder=none", "v1", "v3", "--", "./prog", NULL);
  g_autoptr (Run) no_profile =
      cyan ("try", "--runs=1", "--recorder=none", "v1", "v2", "--", "./prog", NULL);
  g_autoptr (Run) missing =
      cyan ("try", "--runs=1", "--recorder=none", "v1", "v2", "--", "./nothing", NULL);
  g_autoptr (Run) slow = cyan ("try", "--runs=1", "--timeout=1", "--recorder=none", "--build=true",
                               "v1", "v2", "--", "sleep", "60", NULL);

  assert_ends (build, "cyan: *does not build with *make*(failed): *");
  assert_ends (no_profile, "cyan: *no run of “./prog” succeeded (no-profile): *$CYAN_PROFILE");
  assert_ends (missing, "cyan: *no run of “./nothing” succeeded (failed): *not found*");
  assert_ends (slow, "cyan: *no run of “sleep 60” succeeded (timeout)*");
  /* Nothing is left behind. */
  g_assert_cmpint (g_rmdir (temporary), ==, 0);
  g_assert_cmpint (g_mkdir (temporary, 0700), ==, 0);
  leave (folder);
}

/* Ctrl+C during a run: the program ends in one line, and what it started and wrote is gone. */
TEST ("/try/interrupted")
{
  char *folder = make_fast_repository ();
  g_autofree char *pid_file = make_fifo (temporary, "pid");
  g_autofree char *script = g_strdup_printf ("echo $$ > '%s'; exec sleep 600", pid_file);
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) try =
      g_subprocess_new (G_SUBPROCESS_FLAGS_STDERR_PIPE, &error, cyan_path (), "try", "--print",
                        "--recorder=none", "main~1", "main", "--", "sh", "-c", script, NULL);
  g_autofree char *err = NULL, *pid = NULL;

  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (pid_file, &pid, NULL, NULL));
  g_subprocess_send_signal (try, SIGINT);
  g_assert_true (g_subprocess_communicate_utf8 (try, NULL, NULL, NULL, &err, &error));
  g_assert_cmpint (g_subprocess_get_exit_status (try), ==, 2);
  g_assert_true (g_str_has_suffix (err, "\ncyan: cancelled\n"));
  g_assert_true (test_wait_for_end ((GPid) g_ascii_strtoll (pid, NULL, 10)));
  g_assert_cmpint (g_unlink (pid_file), ==, 0);
  g_assert_cmpint (g_rmdir (temporary), ==, 0);
  g_assert_cmpint (g_mkdir (temporary, 0700), ==, 0);
  leave (folder);
}

/* Nothing is built or run. */
TEST ("/try/refusals")
{
  char *folder = make_repository ();
  g_autoptr (Run) no_command = cyan ("try", "v1", "v2", NULL);
  g_autoptr (Run) nothing = cyan ("try", "v1", "v2", "--", NULL);
  g_autoptr (Run) one = cyan ("try", "v1", "--", "./prog", NULL);
  g_autoptr (Run) same = cyan ("try", "--recorder=none", "v1", "v1", "--", "./prog", NULL);
  g_autoptr (Run) unknown = cyan ("try", "--recorder=none", "v1", "v9", "--", "./prog", NULL);
  g_autoptr (Run) recorder = cyan ("try", "--recorder=gprof", "v1", "v2", "--", "./prog", NULL);
  g_autoptr (Run) runs = cyan ("try", "--runs=0", "v1", "v2", "--", "./prog", NULL);
  g_autoptr (Run) both = cyan ("try", "--open", "--print", "v1", "v2", "--", "./prog", NULL);
  g_autoptr (Run) no_recorder =
      run_program ("env", "PATH=/nowhere", cyan_path (), "try", "v1", "v2", "--", "./prog", NULL);
  g_autoptr (Run) no_make = run_program ("env", "PATH=/nowhere", cyan_path (), "try",
                                         "--recorder=none", "v1", "v2", "--", "./prog", NULL);
  g_autoptr (Run) outside = NULL;

  assert_fails (no_command, "try needs two revisions and a command: *");
  assert_fails (nothing, "try needs two revisions and a command: *");
  assert_fails (one, "try needs two revisions and a command: *");
  assert_fails (same, "v1 and v1 are the same commit *");
  assert_fails (unknown, "*there is no revision v9");
  assert_fails (recorder, "--recorder: no recorder \"gprof\"; perf, *");
  assert_fails (runs, "--runs: \"0\" is not a number from 1 to 1000");
  assert_fails (both, "--open and --print do not go together");
  assert_fails (no_recorder, "*perf is not installed: apt install linux-perf");
  assert_fails (no_make, "make is not installed: apt install make");
  g_assert_cmpint (g_chdir ("/"), ==, 0);
  outside = cyan ("try", "--recorder=none", "v1", "v2", "--", "./prog", NULL);
  assert_fails (outside, "*no git repository*");
  leave (folder);
}
