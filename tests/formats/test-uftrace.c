/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Directories of uftrace, through uftrace itself. */
#include "load-text.h"
#include "profile-text.h"
#include "tests.h"

#include <glib/gstdio.h>
#include <unistd.h>

#define FULL (CYAN_PROFILE_TEXT_SELF | CYAN_PROFILE_TEXT_CALLS)

/* A program whose main() calls mid() once and starts two threads; mid() calls leaf() three times.
 */
#define RECORDING "threads.uftrace"

static const char *const parts[] = {
  "8141.dat", "8150.dat", "8151.dat", "info", "prog.sym", "sid-df4ef01d479c097a.map", "task.txt",
};

/* A copy of the recording that may be modified; free it with drop_copy(). */
static char *
copy_recording (void)
{
  g_autoptr (GError) error = NULL;
  char *directory = g_dir_make_tmp ("cyan-uftrace-XXXXXX", &error);

  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      g_autofree char *from =
          g_test_build_filename (G_TEST_DIST, "data", RECORDING, parts[i], NULL);
      g_autofree char *to = g_build_filename (directory, parts[i], NULL);
      g_autofree char *bytes = NULL;
      gsize length;

      g_file_get_contents (from, &bytes, &length, &error);
      g_assert_no_error (error);
      g_file_set_contents (to, bytes, (gssize) length, &error);
      g_assert_no_error (error);
    }
  return directory;
}

static void
write_part (const char *directory, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (directory, name, NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
}

static void
drop_copy (char *directory)
{
  g_autoptr (GDir) open = g_dir_open (directory, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (open)) != NULL)
    {
      g_autofree char *path = g_build_filename (directory, name, NULL);

      g_assert_cmpint (g_unlink (path), ==, 0);
    }
  g_assert_cmpint (g_rmdir (directory), ==, 0);
  g_free (directory);
}

/* Checks that loading @path fails with its name and @reason, which may end in a star. */
static void
assert_refused (const char *path, CyanError code, const char *reason)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanProfile) profile = cyan_profile_load (path, NULL, NULL, &error);
  g_autofree char *pattern = g_strdup_printf ("%s: %s", path, reason);

  g_assert_null (profile);
  g_assert_error (error, CYAN_ERROR, (gint) code);
  if (!g_pattern_match_simple (pattern, error->message))
    g_assert_cmpstr (error->message, ==, pattern);
  g_assert_null (strchr (error->message, '\n'));
}

TEST ("/uftrace/recording")
{
  g_autoptr (CyanProfile) profile = load_data (RECORDING);

  assert_profile (profile, CYAN_PROFILE_TEXT_CALLS, "main*1(mid*1(leaf*3)) work*2(mid*4(leaf*12))");
  g_assert_cmpstr (profile->format, ==, "uftrace");
  g_assert_cmpint (profile->recording, ==, CYAN_RECORDING_EXACT);
  g_assert_cmpuint (profile->n_threads, ==, 3);
  g_assert_false (profile->unordered);
  g_assert_cmpuint (profile->warnings->len, ==, 0);
  /* Values shown by uftrace graph: main 3.211 ms, work 4.027 us. */
  g_assert_cmpfloat (profile->metrics[0].total[0], ==, 3215354);
  g_assert_cmpfloat (profile->metrics[0].total[1], ==, 3211327);
  g_assert_true (g_str_has_prefix (cyan_profile_get_meta (profile, "producer"), "uftrace"));
  g_assert_cmpstr (cyan_profile_get_meta (profile, "command"), ==,
                   "uftrace record --no-libcall --no-event -d u ./prog");
}

/* A slash after the name, and a path that looks like an option. */
TEST ("/uftrace/paths")
{
  g_autofree char *here = g_get_current_dir ();
  g_autofree char *directory = copy_recording ();
  g_autofree char *odd = g_build_filename (g_get_tmp_dir (), "--logfile=x", NULL);
  g_autoptr (CyanProfile) slash = load_data (RECORDING "/");
  g_autoptr (CyanProfile) option = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (slash->n_nodes, ==, 7);
  g_assert_cmpint (g_rename (directory, odd), ==, 0);
  g_assert_cmpint (g_chdir (g_get_tmp_dir ()), ==, 0);
  option = cyan_profile_load ("--logfile=x", NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (option->n_nodes, ==, 7);
  g_assert_cmpint (g_chdir (here), ==, 0);
  drop_copy (g_steal_pointer (&odd));
}

/* Only a complete directory of uftrace is opened. */
TEST ("/uftrace/other-directories")
{
  g_autofree char *data = g_test_build_filename (G_TEST_DIST, "data", NULL);
  g_autofree char *info = g_test_build_filename (G_TEST_DIST, "data", RECORDING, "info", NULL);
  char *directory = copy_recording ();

  assert_refused (data, CYAN_ERROR_IO, "is a directory");
  assert_refused (info, CYAN_ERROR_UNSUPPORTED,
                  "a file of a recording by uftrace; open the directory that it is in");
  write_part (directory, "info", "Ftrace");
  assert_refused (directory, CYAN_ERROR_IO, "is a directory");
  drop_copy (directory);
}

/* The directory may contain options of uftrace; only the one that uftrace writes is accepted. */
TEST ("/uftrace/options")
{
  static const char refused[] = "its file default.opts has options that uftrace record does not "
                                "write; look at it, and remove "
                                "it";
  static const char *const bad[] = {
    "-t 1us --logfile x", "--help", "-t", "-t -x", "record ls", "-d /tmp", "-t 1us\n-F main",
  };
  char *directory = copy_recording ();
  g_autofree char *options = g_build_filename (directory, "default.opts", NULL);
  g_autoptr (CyanProfile) profile = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *warned = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      write_part (directory, "default.opts", bad[i]);
      assert_refused (directory, CYAN_ERROR_UNSUPPORTED, refused);
    }
  g_assert_cmpint (g_unlink (options), ==, 0);
  g_assert_cmpint (symlink ("prog.sym", options), ==, 0);
  assert_refused (directory, CYAN_ERROR_UNSUPPORTED, refused);

  g_assert_cmpint (g_unlink (options), ==, 0);
  write_part (directory, "default.opts", "-t 3us");
  profile = cyan_profile_load (directory, NULL, NULL, &error);
  g_assert_no_error (error);
  assert_profile (profile, CYAN_PROFILE_TEXT_CALLS, "main*1");
  warned = warnings_of (profile);
  g_assert_cmpstr (warned, ==, "calls shorter than 3us were not recorded\n");
  drop_copy (directory);
}

TEST ("/uftrace/broken")
{
  char *directory = copy_recording ();

  write_part (directory, "task.txt", "nonsense\n");
  assert_refused (directory, CYAN_ERROR_INVALID, "uftrace dump failed with exit status *");
  drop_copy (directory);
}

TEST ("/uftrace/without-uftrace")
{
  g_autofree char *path = g_strdup (g_getenv ("PATH"));
  g_autofree char *recording = g_test_build_filename (G_TEST_DIST, "data", RECORDING, NULL);

  g_setenv ("PATH", "/nowhere", TRUE);
  assert_refused (recording, CYAN_ERROR_UNSUPPORTED,
                  "what uftrace records is read with the program uftrace, which is not installed "
                  "(package uftrace)");
  g_setenv ("PATH", path, TRUE);
}

static gboolean
stop (double fraction, const char *what, gpointer data)
{
  guint *left = data;

  return *left > 0 && (*left)-- > 0;
}

/* Cancelled at any moment, it says so or is complete. */
TEST ("/uftrace/cancel")
{
  g_autofree char *recording = g_test_build_filename (G_TEST_DIST, "data", RECORDING, NULL);

  for (guint after = 0; after < 12; after++)
    {
      guint left = after;
      CyanTick tick = CYAN_TICK_INIT (stop, &left);
      g_autoptr (GError) error = NULL;
      g_autoptr (CyanProfile) profile = cyan_profile_load (recording, NULL, &tick, &error);

      if (profile == NULL)
        g_assert_error (error, CYAN_ERROR, CYAN_ERROR_CANCELLED);
      g_assert_true (profile == NULL || after > 0);
    }
}
