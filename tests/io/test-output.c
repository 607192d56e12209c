/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Saving: a file appears complete or not at all. */
#include "cyan-error.h"
#include "cyan-format.h"
#include "cyan-output.h"
#include "profile-text.h"
#include "tests.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void
expect_no_save (const CyanProfile *profile, const char *path, CyanError code, const char *reason)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (cyan_profile_save (profile, path, &error));
  g_assert_error (error, CYAN_ERROR, (gint) code);
  g_assert_true (g_str_has_prefix (error->message, path));
  g_assert_nonnull (strstr (error->message, reason));
}

TEST ("/output/saving")
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) profile = cyan_profile_from_text (strings, "a(b)", NULL);
  g_autofree char *folder = g_dir_make_tmp ("cyan-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "p.cct", NULL);
  g_autofree char *link = g_build_filename (folder, "link.cct", NULL);
  g_autofree char *odd = g_build_filename (folder, "p.odd", NULL);
  g_autofree char *inner = g_build_filename (folder, "d.cct", NULL);
  g_autofree char *nowhere = g_build_filename (folder, "no", "p.cct", NULL);
  g_autofree char *first = NULL, *second = NULL;
  struct stat about;

  /* An old file is replaced and keeps its permissions; a link to it stays a link. */
  g_assert_true (g_file_set_contents (path, "old", -1, NULL));
  g_assert_cmpint (chmod (path, 0640), ==, 0);
  g_assert_cmpint (symlink ("p.cct", link), ==, 0);
  MUST (cyan_profile_save (profile, link, &failure));
  g_assert_cmpint (lstat (link, &about), ==, 0);
  g_assert_true (S_ISLNK (about.st_mode));
  g_assert_cmpint (stat (path, &about), ==, 0);
  g_assert_cmpint (about.st_mode & 0777, ==, 0640);
  g_assert_true (g_file_get_contents (path, &first, NULL, NULL));
  g_assert_cmpstr (first, ==,
                   "cct 1\nrecording\texact\nmetric\ttime\tns\nfunction\ta\nfunction\tb\n"
                   "0\t1\t-\t1\n1\t2\t-\t1\nend\t2\n");

  g_assert_cmpint (g_mkdir (inner, 0700), ==, 0);
  expect_no_save (profile, inner, CYAN_ERROR_IO, "Is a directory");
  expect_no_save (profile, nowhere, CYAN_ERROR_IO, "No such file or directory");
  expect_no_save (profile, odd, CYAN_ERROR_UNSUPPORTED, "no format that we know");

  /* Anything that is neither a file nor a directory is written in place. */
  g_unlink (link);
  g_assert_cmpint (symlink ("/dev/null", link), ==, 0);
  MUST (cyan_profile_save (profile, link, &failure));

  g_assert_cmpint (stat ("/dev/null", &about), ==, 0);
  g_assert_true (S_ISCHR (about.st_mode));
  g_unlink (link);
  g_assert_cmpint (symlink ("/dev/full", link), ==, 0);
  expect_no_save (profile, link, CYAN_ERROR_IO, "No space left on device");
  g_assert_true (g_file_get_contents (path, &second, NULL, NULL));
  g_assert_cmpstr (first, ==, second);

  g_unlink (link);
  g_unlink (path);
  g_rmdir (inner);
  /* No temporary file is left. */
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* A new file has the permissions that the umask allows, and the umask is not changed. */
TEST ("/output/umask")
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) profile = cyan_profile_from_text (strings, "a(b)", NULL);
  g_autofree char *folder = g_dir_make_tmp ("cyan-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "p.cct", NULL);
  static const mode_t masks[] = { 0, 022, 027, 077 };
  struct stat about;

  for (guint i = 0; i < G_N_ELEMENTS (masks); i++)
    {
      mode_t own = umask (masks[i]);

      g_assert_true (cyan_profile_save (profile, path, NULL));
      g_assert_cmpint (umask (own), ==, masks[i]);
      g_assert_cmpint (stat (path, &about), ==, 0);
      g_assert_cmpint (about.st_mode & 07777, ==, 0666 & ~masks[i]);
      g_unlink (path);
    }
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
assert_is_link (const char *path, const char *to)
{
  ASSERT_TEXT (g_file_read_link (path, NULL), to);
}

/* Links of all kinds stay links. */
TEST ("/output/links")
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) profile = cyan_profile_from_text (strings, "a(b)", NULL);
  g_autofree char *folder = g_dir_make_tmp ("cyan-XXXXXX", NULL);
  g_autofree char *links = g_build_filename (folder, "links", NULL);
  g_autofree char *files = g_build_filename (folder, "files", NULL);
  g_autofree char *path = g_build_filename (files, "p.cct", NULL);
  g_autofree char *first = g_build_filename (links, "first.cct", NULL);
  g_autofree char *second = g_build_filename (links, "second.cct", NULL);
  g_autofree char *loop = g_build_filename (links, "loop.cct", NULL);
  g_autofree char *nowhere = g_build_filename (links, "nowhere.cct", NULL);

  g_assert_cmpint (g_mkdir (links, 0700), ==, 0);
  g_assert_cmpint (g_mkdir (files, 0700), ==, 0);
  g_assert_cmpint (symlink ("second.cct", first), ==, 0);
  g_assert_cmpint (symlink ("../files/p.cct", second), ==, 0);
  g_assert_cmpint (symlink ("loop.cct", loop), ==, 0);
  g_assert_cmpint (symlink ("../no/p.cct", nowhere), ==, 0);

  /* A chain of links into another folder, first to nothing, then to a file.  Only the folder of the
   * file must be writable. */
  g_assert_cmpint (chmod (links, 0500), ==, 0);
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *written = NULL;

      MUST (cyan_profile_save (profile, first, &failure));
      assert_is_link (first, "second.cct");
      assert_is_link (second, "../files/p.cct");
      g_assert_true (g_file_get_contents (path, &written, NULL, NULL));
      g_assert_true (g_str_has_prefix (written, "cct 1\n"));
      g_assert_true (g_file_set_contents (path, "old", -1, NULL));
    }
  g_assert_cmpint (chmod (links, 0700), ==, 0);

  expect_no_save (profile, loop, CYAN_ERROR_IO, "Too many levels of symbolic links");
  assert_is_link (loop, "loop.cct");
  expect_no_save (profile, nowhere, CYAN_ERROR_IO, "No such file or directory");
  assert_is_link (nowhere, "../no/p.cct");

  g_unlink (path);
  g_unlink (first);
  g_unlink (second);
  g_unlink (loop);
  g_unlink (nowhere);
  g_assert_cmpint (g_rmdir (files), ==, 0);
  g_assert_cmpint (g_rmdir (links), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* A file that nobody may write stays, also for the superuser and through a link, until it is asked
 * for. */
TEST ("/output/read-only")
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) profile = cyan_profile_from_text (strings, "a(b)", NULL);
  g_autofree char *folder = g_dir_make_tmp ("cyan-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "p.cct", NULL);
  g_autofree char *link = g_build_filename (folder, "link.cct", NULL);
  g_autofree char *kept = NULL, *replaced = NULL;
  struct stat about;

  g_assert_true (g_file_set_contents (path, "old", -1, NULL));
  g_assert_cmpint (chmod (path, 0444), ==, 0);
  g_assert_cmpint (symlink ("p.cct", link), ==, 0);
  expect_no_save (profile, path, CYAN_ERROR_IO, "is read-only");
  expect_no_save (profile, link, CYAN_ERROR_IO, "is read-only");
  g_assert_true (g_file_get_contents (path, &kept, NULL, NULL));
  g_assert_cmpstr (kept, ==, "old");

  cyan_output_set_force (TRUE);
  MUST (cyan_profile_save (profile, link, &failure));
  cyan_output_set_force (FALSE);
  g_assert_true (g_file_get_contents (path, &replaced, NULL, NULL));
  g_assert_true (g_str_has_prefix (replaced, "cct 1\n"));
  g_assert_cmpint (stat (path, &about), ==, 0);
  g_assert_cmpint (about.st_mode & 0777, ==, 0444);
  assert_is_link (link, "p.cct");

  g_unlink (link);
  g_unlink (path);
  /* No temporary file is left. */
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* A pipe that does not block is waited for. */
TEST ("/output/full-pipe")
{
  const gsize length = 1 << 20;
  g_autofree char *bytes = g_malloc0 (length), *read_bytes = g_malloc (length);
  gsize n_read = 0;
  int pipes[2], status;
  gssize n;
  pid_t child;

  g_assert_cmpint (pipe (pipes), ==, 0);
  g_assert_cmpint (fcntl (pipes[1], F_SETFL, O_NONBLOCK), ==, 0);
  child = fork ();
  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    _exit (cyan_output_write_to (pipes[1], bytes, length) ? 0 : 1);
  close (pipes[1]);
  while ((n = read (pipes[0], read_bytes, length)) > 0)
    n_read += (gsize) n;
  close (pipes[0]);
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFEXITED (status) && WEXITSTATUS (status) == 0);
  g_assert_cmpuint (n_read, ==, length);
}

/* A letter for each system call whose order matters after a crash of the machine; 0 for others. */
static char
letter_of_call (guint64 number)
{
  switch (number)
    {
    case SYS_fsync:
      return 's';
#ifdef SYS_rename
    case SYS_rename:
#endif
#ifdef SYS_renameat
    case SYS_renameat:
#endif
    case SYS_renameat2:
      return 'r';
    default:
      return 0;
    }
}

/* Saves in a child that is killed when it has entered or left @n system calls.  Returns FALSE if it
 * finished before; @calls then has the letters of its calls. */
static gboolean
save_until_killed (const CyanProfile *profile, const char *path, guint n, GString *calls)
{
  pid_t child = fork ();
  int status;

  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    {
      ptrace (PTRACE_TRACEME, 0, NULL, NULL);
      raise (SIGSTOP);
      _exit (cyan_profile_save (profile, path, NULL) ? 0 : 1);
    }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_cmpint (ptrace (PTRACE_SETOPTIONS, child, NULL, (void *) PTRACE_O_TRACESYSGOOD), ==, 0);
  g_string_truncate (calls, 0);
  for (guint i = 0; i < n && WIFSTOPPED (status); i++)
    {
      struct __ptrace_syscall_info call;

      g_assert_cmpint (ptrace (PTRACE_SYSCALL, child, NULL, NULL), ==, 0);
      g_assert_cmpint (waitpid (child, &status, 0), ==, child);
      if (WIFSTOPPED (status)
          && ptrace (PTRACE_GET_SYSCALL_INFO, child, (void *) sizeof call, &call) > 0
          && call.op == PTRACE_SYSCALL_INFO_ENTRY && letter_of_call (call.entry.nr) != 0)
        g_string_append_c (calls, letter_of_call (call.entry.nr));
    }
  if (!WIFSTOPPED (status))
    {
      g_assert_true (WIFEXITED (status) && WEXITSTATUS (status) == 0);
      return FALSE;
    }
  kill (child, SIGKILL);
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  return TRUE;
}

static void
remove_all_in (const char *folder)
{
  g_autoptr (GDir) files = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (files)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_assert_cmpint (g_unlink (path), ==, 0);
    }
}

/* Killed at any moment, the old file or the new one is there, complete.  If the machine crashes:
 * the content is on disk before the name, and the name before the function returns. */
TEST ("/output/killed")
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) profile = cyan_profile_from_text (strings, "a(b)", NULL);
  g_autofree char *folder = g_dir_make_tmp ("cyan-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "p.cct", NULL);
  g_autoptr (GString) calls = g_string_new (NULL);
  guint n_old = 0, n_new = 0;
  gboolean killed = TRUE;

  for (guint n = 1; killed; n++)
    {
      g_autofree char *found = NULL;
      FILE *file = g_fopen (path, "w");

      fputs ("old", file);
      fclose (file);
      killed = save_until_killed (profile, path, n, calls);
      g_assert_true (g_file_get_contents (path, &found, NULL, NULL));
      if (strcmp (found, "old") == 0)
        n_old++;
      else
        {
          g_assert_true (g_str_has_suffix (found, "\nend\t2\n"));
          n_new++;
        }
      remove_all_in (folder);
    }
  g_assert_cmpuint (n_old, >, 0);
  g_assert_cmpuint (n_new, >, 1);
  g_assert_cmpstr (calls->str, ==, "srs");
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* If the disk becomes full, the old file stays. */
TEST ("/output/full-disk")
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
  g_autoptr (CyanProfile) profile = NULL;
  g_autofree char *folder = g_dir_make_tmp ("cyan-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "p.cct", NULL);
  g_autofree char *left = NULL;

  for (guint i = 0; i < 100000; i++)
    cyan_profile_builder_append (builder, i, 0, 0, NULL);
  profile = cyan_profile_builder_finish (builder);
  g_assert_true (g_file_set_contents (path, "old", -1, NULL));
  if (g_test_subprocess ())
    {
      /* A file size limit fails a write like a full disk. */
      struct rlimit limit = { 300000, 300000 };
      g_autoptr (GError) error = NULL;

      signal (SIGXFSZ, SIG_IGN);
      g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
      g_assert_false (cyan_profile_save (profile, path, &error));
      g_assert_error (error, CYAN_ERROR, CYAN_ERROR_IO);
      g_assert_true (g_file_get_contents (path, &left, NULL, NULL));
      g_assert_cmpstr (left, ==, "old");
      g_unlink (path);
      g_assert_cmpint (g_rmdir (folder), ==, 0);
      return;
    }
  g_unlink (path);
  g_rmdir (folder);
  g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
  g_test_trap_assert_passed ();
}

/* "-" is standard output, as .cct. */
TEST ("/output/standard-output")
{
  if (g_test_subprocess ())
    {
      g_autoptr (CyanStrings) strings = cyan_strings_new ();
      g_autoptr (CyanProfile) profile = cyan_profile_from_text (strings, "a:7*2", NULL);

      MUST (cyan_profile_save (profile, "-", &failure));
      return;
    }
  g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
  g_test_trap_assert_passed ();
  g_test_trap_assert_stdout ("*cct 1\nrecording\texact\nmetric\ttime\tns\nfunction\ta\n"
                             "0\t1\t2\t7\nend\t1\n*");
}

/* Saving twice gives the same bytes, also compressed. */
TEST ("/output/same-bytes")
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) profile = cyan_profile_from_text (strings, "a(b(c) d)", NULL);
  g_autofree char *folder = g_dir_make_tmp ("cyan-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "p.cct.gz", NULL);
  char *bytes[2];
  gsize lengths[2];

  for (guint i = 0; i < 2; i++)
    {
      MUST (cyan_profile_save (profile, path, &failure));
      g_assert_true (g_file_get_contents (path, &bytes[i], &lengths[i], NULL));
      if (i == 0)
        test_wait_for_next_second (); /* because gzip files contain the time */
    }
  g_assert_cmpmem (bytes[0], lengths[0], bytes[1], lengths[1]);
  g_assert_cmpmem (bytes[0], 2, "\x1f\x8b", 2);
  g_free (bytes[0]);
  g_free (bytes[1]);
  g_unlink (path);
  g_rmdir (folder);
}
