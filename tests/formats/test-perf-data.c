/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * perf.data through a child process: what perf receives, and what happens if it is missing, fails,
 * hangs, or prints nonsense.  Scripts replace perf here; test-perf-real.c uses perf itself.
 */
#include "compress-fixture.h"
#include "load-text.h"
#include "profile-text.h"
#include "tests.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SELF CYAN_PROFILE_TEXT_SELF

/* The content of the file; only the scripts read it. */
#define BYTES "PERFILE2 and more"

/* A script that prints a sample. */
#define GOOD                                                                                       \
  "printf 'prog 12 1.000001: 500 cpu-clock: \\n\\t            1234 main+0x1f (prog)\\n\\n'\n"
#define GOOD_TREE "prog:0(main:500)"

typedef struct
{
  char *folder;
  char *path; /* of the file */
  char *old_path;
} Place;

static char *
in_folder (const Place *place, const char *name)
{
  return g_build_filename (place->folder, name, NULL);
}

/* A folder with a file, and with a script called perf as the only program in PATH, or none if
 * @script is NULL. */
static void
place_open (Place *place, const char *script, const char *file)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *bin = NULL, *program = NULL;

  place->folder = g_dir_make_tmp ("cyan-perf-XXXXXX", &error);
  g_assert_no_error (error);
  place->path = in_folder (place, file);
  g_file_set_contents (place->path, BYTES, -1, &error);
  g_assert_no_error (error);
  bin = in_folder (place, "bin");
  g_assert_cmpint (g_mkdir (bin, 0700), ==, 0);
  if (script != NULL)
    {
      g_autofree char *text =
          g_strdup_printf ("#!/bin/sh\nPATH=/usr/bin:/bin\ncd %s\n%s", place->folder, script);

      program = g_build_filename (bin, "perf", NULL);
      g_file_set_contents (program, text, -1, &error);
      g_assert_no_error (error);
      g_assert_cmpint (chmod (program, 0700), ==, 0);
    }
  place->old_path = g_strdup (g_getenv ("PATH"));
  g_setenv ("PATH", bin, TRUE);
}

static void
remove_all (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        remove_all (path);
      else
        g_unlink (path);
    }
  g_rmdir (folder);
}

static void
place_close (Place *place)
{
  g_setenv ("PATH", place->old_path, TRUE);
  remove_all (place->folder);
  g_free (place->folder);
  g_free (place->path);
  g_free (place->old_path);
}

/* The content of @name, which the script wrote. */
static char *
read_left (const Place *place, const char *name)
{
  g_autofree char *path = in_folder (place, name);
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, NULL);
  return text;
}

TEST ("/perf-data/what-it-gets")
{
  static const char *const script =
      "echo \"$@\" >args\ncat /proc/self/fd/3 >bytes\n"
      "echo \"${DEBUGINFOD_URLS-none} $PERF_CONFIG\" >env\nulimit -c >core\nulimit -v >memory\n"
      "ulimit -t >time\ncat >input\n" GOOD;
  /* A name is neither an option nor a command. */
  static const char *const names[] = { "perf.data", "-i; touch pwned; $(touch pwned) \"'.data" };
  const CyanLoadOptions options = { .child_seconds = 77 };

  g_setenv ("DEBUGINFOD_URLS", "https://example.invalid", TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      Place place;
      g_autoptr (GError) error = NULL;
      g_autoptr (CyanProfile) profile = NULL;
      g_autofree char *args = NULL, *bytes = NULL, *env = NULL, *core = NULL, *memory = NULL,
                      *seconds = NULL, *input = NULL, *pwned = NULL;

      place_open (&place, script, names[i]);
      profile = cyan_profile_load (place.path, &options, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (profile->format, ==, "perf-data");
      g_assert_cmpuint (profile->warnings->len, ==, 0);
      assert_profile (profile, SELF, GOOD_TREE);

      args = read_left (&place, "args");
      bytes = read_left (&place, "bytes");
      env = read_left (&place, "env");
      core = read_left (&place, "core");
      memory = read_left (&place, "memory");
      seconds = read_left (&place, "time");
      input = read_left (&place, "input");
      pwned = read_left (&place, "pwned");
      g_assert_cmpstr (args, ==, "script --force --header --max-stack=1024 -i /proc/self/fd/3\n");
      g_assert_cmpstr (bytes, ==, BYTES);
      g_assert_cmpstr (env, ==, "none /dev/null\n");
      g_assert_cmpstr (core, ==, "0\n");
      g_assert_cmpstr (seconds, ==, "77\n");
      g_assert_true (g_ascii_isdigit (memory[0]));
      g_assert_cmpstr (input, ==, "");
      g_assert_null (pwned);
      place_close (&place);
    }
  g_unsetenv ("DEBUGINFOD_URLS");
}

/* Anything but a plain file is copied to a temporary one. */
TEST ("/perf-data/copies")
{
  Place place;
  g_autoptr (GByteArray) gzip = test_gzip (BYTES, strlen (BYTES));
  g_autoptr (GError) error = NULL;

  place_open (&place, "cat /proc/self/fd/3 >>bytes\n" GOOD, "perf.data");
  g_file_set_contents (place.path, (const char *) gzip->data, gzip->len, NULL);
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (CyanProfile) profile =
          i == 0   ? cyan_profile_load (place.path, NULL, NULL, &error)
          : i == 1 ? cyan_profile_load_memory ("m", gzip->data, gzip->len, NULL, NULL, &error)
                   : cyan_profile_load_memory ("m", BYTES, strlen (BYTES), NULL, NULL, &error);
      g_autofree char *bytes = read_left (&place, "bytes");
      g_autofree char *left = in_folder (&place, "bytes");

      g_assert_no_error (error);
      assert_profile (profile, SELF, GOOD_TREE);
      g_assert_cmpstr (bytes, ==, BYTES);
      g_unlink (left);
    }
  place_close (&place);
}

/* Loads with @script instead of perf, which must fail.  Returns the message without the file's
 * name. */
static char *
fail_with (const char *script, guint seconds, CyanError code)
{
  const CyanLoadOptions options = { .child_seconds = seconds };
  g_autoptr (GError) error = NULL;
  Place place;
  char *message;

  place_open (&place, script, "perf.data");
  g_assert_null (cyan_profile_load (place.path, &options, NULL, &error));
  g_test_message ("%s", error->message);
  g_assert_error (error, CYAN_ERROR, (gint) code);
  g_assert_cmpint (cyan_error_hint (error), ==,
                   code == CYAN_ERROR_LIMIT ? CYAN_HINT_TIME_LIMIT : CYAN_HINT_NONE);
  g_assert_true (g_str_has_prefix (error->message, place.path));
  g_assert_null (strchr (error->message, '\n'));
  message = g_strdup (error->message + strlen (place.path));
  place_close (&place);
  return message;
}

static void
assert_message (const char *script, CyanError code, const char *wanted)
{
  g_autofree char *message = fail_with (script, 30, code);

  g_assert_cmpstr (message, ==, wanted);
}

TEST ("/perf-data/failures")
{
  assert_message (NULL, CYAN_ERROR_UNSUPPORTED,
                  ": perf.data is read with the program perf, which is not installed (package "
                  "linux-perf)");
  assert_message ("exit 1\n", CYAN_ERROR_INVALID, ": perf script failed with exit status 1");
  assert_message ("echo incompatible file format >&2\nexit 255\n", CYAN_ERROR_INVALID,
                  ": perf script failed with exit status 255: incompatible file format");
  assert_message ("printf 'one\\n\\n  two \\033[31m\\n' >&2\nexit 2\n", CYAN_ERROR_INVALID,
                  ": perf script failed with exit status 2: one; two \\x1b[31m");
  /* Output before the failure does not matter. */
  assert_message (GOOD "echo no more >&2\nexit 3\n", CYAN_ERROR_INVALID,
                  ": perf script failed with exit status 3: no more");
  assert_message (GOOD "kill -SEGV $$\n", CYAN_ERROR_INVALID,
                  ": perf script was stopped by signal 11 (Segmentation fault)");
  assert_message ("exit 0\n", CYAN_ERROR_INVALID, ": perf script found nothing in it");
  assert_message (GOOD "echo garbage\n" GOOD, CYAN_ERROR_INVALID,
                  ", through perf script: line 4: expected a sample, a frame or a blank line, "
                  "found \"garbage\"");
}

/* The message when perf fails to read @bytes, without the name of the file. */
static char *
fail_to_read (const void *bytes, gsize length)
{
  Place place;
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanProfile) profile = NULL;
  char *message;

  place_open (&place, "exit 1\n", "perf.data");
  g_file_set_contents (place.path, bytes, (gssize) length, &error);
  g_assert_no_error (error);
  profile = cyan_profile_load (place.path, NULL, NULL, &error);
  g_assert_null (profile);
  message = g_strdup (error->message + strlen (place.path));
  place_close (&place);
  return message;
}

/* The version of perf that recorded the file, in a file and in what went through a pipe; damaged
 * files have none. */
TEST ("/perf-data/versions")
{
  static const guint64 header[] = { 104, 136, 0, 0, 104, 8, 0, 0, 1 << 2 | 1 << 5, 0, 0, 0 };
  static const guint64 table[] = { 0, 1, 2, 144, 8 };
  static const char named[] = ": perf script failed with exit status 1; it was recorded by perf "
                              "6.1: if that is newer than the perf here, open what its "
                              "`perf script` prints";
  const guint32 length = 4;
  g_autoptr (GByteArray) file = g_byte_array_new (), pipe = g_byte_array_new ();
  const struct
  {
    guint32 type;
    guint16 misc, size;
    guint64 feature;
  } records[] = { { 79, 0, 16, 0 }, { 80, 0, 24, 5 } };

  g_byte_array_append (file, (const guint8 *) "PERFILE2", 8);
  g_byte_array_append (file, (const guint8 *) header, sizeof header);
  g_byte_array_append (file, (const guint8 *) table, sizeof table);
  g_byte_array_append (file, (const guint8 *) &length, sizeof length);
  g_byte_array_append (file, (const guint8 *) "6.1", 4);
  g_byte_array_append (pipe, (const guint8 *) "PERFILE2\x10\0\0\0\0\0\0", 16);
  g_byte_array_append (pipe, (const guint8 *) records, sizeof records);
  g_byte_array_append (pipe, (const guint8 *) &length, sizeof length);
  g_byte_array_append (pipe, (const guint8 *) "6.1", 4);
  for (guint i = 0; i < 2; i++)
    {
      const GByteArray *bytes = i == 0 ? file : pipe;
      g_autofree char *whole = fail_to_read (bytes->data, bytes->len);

      g_assert_cmpstr (whole, ==, named);
      for (gsize cut = 8; cut < bytes->len; cut += 4)
        {
          g_autofree char *message = fail_to_read (bytes->data, cut);

          g_assert_cmpstr (message, ==, ": perf script failed with exit status 1");
        }
    }
}

TEST ("/perf-data/much-to-say")
{
  g_autofree char *message =
      fail_with ("head -c 3000000 /dev/zero | tr '\\0' e >&2\nexit 1\n", 30, CYAN_ERROR_INVALID);

  g_assert_cmpuint (strlen (message), <, 400);
  g_assert_true (g_str_has_suffix (message, "eeee..."));
}

TEST ("/perf-data/warnings")
{
  Place place;
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanProfile) profile = NULL;
  g_autofree char *warned = NULL;

  place_open (&place,
              "echo 'Warning:' >&2\necho 'Processed 9 events and lost 1 chunks!' >&2\n" GOOD,
              "perf.data");
  profile = cyan_profile_load (place.path, NULL, NULL, &error);
  g_assert_no_error (error);
  warned = warnings_of (profile);
  g_assert_cmpstr (warned, ==,
                   "perf script says: Warning:; Processed 9 events and lost 1 chunks!\n");
  place_close (&place);
}

TEST ("/perf-data/hangs")
{
  static const char *const scripts[] = {
    "sleep 1000\n",
    GOOD "sleep 1000\n",
    GOOD "exec >&-\nsleep 1000\n",
    "trap '' TERM INT HUP\nwhile :; do sleep 1; done\n",
    "while :; do " GOOD "done\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (scripts); i++)
    {
      g_autofree char *message = fail_with (scripts[i], 1, CYAN_ERROR_LIMIT);

      g_assert_cmpstr (message, ==, ": perf script took longer than 1 s and was stopped");
    }
}

/* Says stop once the script is running. */
static gboolean
stop (double fraction, const char *what, gpointer data)
{
  const Place *place = data;
  g_autofree char *pids = read_left (place, "pids");

  return pids == NULL;
}

/* No process is left, not even a child of the child. */
TEST ("/perf-data/cancel")
{
  Place place;
  CyanTick tick = CYAN_TICK_INIT (stop, &place);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  g_auto (GStrv) pids = NULL;

  place_open (&place, "sleep 1000 &\necho $! $$ >new\nmv new pids\n" GOOD "wait\n", "perf.data");
  g_assert_null (cyan_profile_load (place.path, NULL, &tick, &error));
  g_assert_true (cyan_error_is_cancelled (error));
  text = read_left (&place, "pids");
  pids = g_strsplit (g_strstrip (text), " ", -1);
  for (guint i = 0; i < 2; i++)
    g_assert_true (test_wait_for_end ((GPid) atoi (pids[i])));
  place_close (&place);
}

/* The same if the child has exited and left others that hold its pipes. */
TEST ("/perf-data/orphans")
{
  Place place;
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanProfile) profile = NULL;

  place_open (&place, GOOD "sleep 1000 >/dev/null &\nexit 0\n", "perf.data");
  profile = cyan_profile_load (place.path, NULL, NULL, &error);
  g_assert_no_error (error);
  assert_profile (profile, SELF, GOOD_TREE);
  place_close (&place);
}
