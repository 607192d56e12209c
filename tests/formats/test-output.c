/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Saving: a file appears whole or not at all. */
#include "cyan-error.h"
#include "cyan-format.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
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

static void
test_saving (void)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) profile = cyan_profile_from_text (strings, "a(b)", NULL);
  g_autofree char *folder = g_dir_make_tmp ("cyan-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "p.cct", NULL);
  g_autofree char *link = g_build_filename (folder, "link.cct", NULL);
  g_autofree char *odd = g_build_filename (folder, "p.odd", NULL);
  g_autofree char *inner = g_build_filename (folder, "d.cct", NULL);
  g_autofree char *nowhere = g_build_filename (folder, "no", "p.cct", NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *first = NULL, *second = NULL;
  struct stat about;

  /* An old file is replaced, keeps its rights, and a link to it stays a link. */
  g_assert_true (g_file_set_contents (path, "old", -1, NULL));
  g_assert_cmpint (chmod (path, 0640), ==, 0);
  g_assert_cmpint (symlink ("p.cct", link), ==, 0);
  cyan_profile_save (profile, link, &error);
  g_assert_no_error (error);
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

  /* What is neither a file nor a directory is written to where it stands. */
  g_unlink (link);
  g_assert_cmpint (symlink ("/dev/null", link), ==, 0);
  cyan_profile_save (profile, link, &error);
  g_assert_no_error (error);

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
  /* Nothing temporary is left. */
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* A disk that is full in the middle: the old file stays. */
static void
test_full_disk (void)
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
      /* A limit of the size of files fails a write just as a full disk does. */
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
static void
test_standard_output (void)
{
  if (g_test_subprocess ())
    {
      g_autoptr (CyanStrings) strings = cyan_strings_new ();
      g_autoptr (CyanProfile) profile = cyan_profile_from_text (strings, "a:7*2", NULL);
      g_autoptr (GError) error = NULL;

      g_assert_true (cyan_profile_save (profile, "-", &error));
      g_assert_no_error (error);
      return;
    }
  g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
  g_test_trap_assert_passed ();
  g_test_trap_assert_stdout ("*cct 1\nrecording\texact\nmetric\ttime\tns\nfunction\ta\n"
                             "0\t1\t2\t7\nend\t1\n*");
}

/* Two runs give the same bytes, compressed too. */
static void
test_same_bytes (void)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) profile = cyan_profile_from_text (strings, "a(b(c) d)", NULL);
  g_autofree char *folder = g_dir_make_tmp ("cyan-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "p.cct.gz", NULL);
  char *bytes[2];
  gsize lengths[2];

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GError) error = NULL;

      cyan_profile_save (profile, path, &error);
      g_assert_no_error (error);
      g_assert_true (g_file_get_contents (path, &bytes[i], &lengths[i], NULL));
      g_usleep (i == 0 ? 1100000 : 0); /* gzip knows of seconds */
    }
  g_assert_cmpmem (bytes[0], lengths[0], bytes[1], lengths[1]);
  g_assert_cmpmem (bytes[0], 2, "\x1f\x8b", 2);
  g_free (bytes[0]);
  g_free (bytes[1]);
  g_unlink (path);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/output/saving", test_saving);
  g_test_add_func ("/output/full-disk", test_full_disk);
  g_test_add_func ("/output/standard-output", test_standard_output);
  g_test_add_func ("/output/same-bytes", test_same_bytes);
  return g_test_run ();
}
