/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The main program of a folder's tests. */
#include "tests.h"

#include <errno.h>
#include <locale.h>
#include <poll.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Seconds to wait for an event. */
#define PATIENCE 200

static TestBlock *blocks, **next_block = &blocks;

void
test_block_register (TestBlock *block)
{
  *next_block = block;
  next_block = &block->next;
}

void
test_assert_matches (const char *text, const char *pattern)
{
  g_auto (GStrv) parts = g_strsplit (pattern, "*", -1);
  const char *at = text;
  gboolean is_same = g_str_has_prefix (text, parts[0]);

  for (guint i = 0; is_same && parts[i] != NULL; i++)
    {
      gboolean is_last = i > 0 && parts[i + 1] == NULL;

      if (is_last && strlen (at) >= strlen (parts[i]))
        at += strlen (at) - strlen (parts[i]);
      at = strstr (at, parts[i]);
      is_same = at != NULL;
      if (is_same)
        at += strlen (parts[i]);
    }
  if (!is_same || *at != '\0')
    g_assert_cmpstr (text, ==, pattern);
}

static void
spawn (const char *const *arguments, int *status)
{
  g_autoptr (GError) error = NULL;

  g_spawn_sync (NULL, (char **) arguments, NULL,
                G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL, NULL,
                NULL, NULL, NULL, status, &error);
  g_assert_no_error (error);
}

/* Creates the locale "comma" in @folder. */
static void
make_comma (const char *folder)
{
  static const char numbers[] = "LC_NUMERIC\ndecimal_point \",\"\nthousands_sep \".\"\n"
                                "grouping 3;3\nEND LC_NUMERIC\n";
  g_autoptr (GString) letters =
      g_string_new ("<code_set_name> ASCII\n<mb_cur_min> 1\n<mb_cur_max> 1\nCHARMAP\n");
  g_autofree char *charmap = g_build_filename (folder, "charmap", NULL);
  g_autofree char *source = g_build_filename (folder, "source", NULL);
  g_autofree char *locale = g_build_filename (folder, "comma", NULL);

  for (guint i = 0; i < 128; i++)
    g_string_append_printf (letters, "<U%04X> /x%02x LETTER\n", i, i);
  g_string_append (letters, "END CHARMAP\n");
  g_assert_true (g_file_set_contents (charmap, letters->str, -1, NULL));
  g_assert_true (g_file_set_contents (source, numbers, -1, NULL));
  /* It warns about everything that the locale lacks. */
  spawn ((const char *[]){ "localedef", "--force", "--charmap", charmap, "--inputfile", source,
                           locale, NULL },
         NULL);
}

/* Makes the locale "comma", and sets it. */
static void
set_comma (int category)
{
  g_autofree char *folder = g_dir_make_tmp ("cyan-locale-XXXXXX", NULL);
  int status = 0;

  g_assert_nonnull (folder);
  make_comma (folder);
  g_setenv ("LOCPATH", folder, TRUE);
  g_assert_nonnull (setlocale (category, "comma"));
  g_unsetenv ("LOCPATH");
  spawn ((const char *[]){ "rm", "-r", "--", folder, NULL }, &status);
  g_assert_cmpint (status, ==, 0);
}

void
test_locale_begin (void)
{
  set_comma (LC_NUMERIC);
  g_assert_cmpstr (localeconv ()->decimal_point, ==, ",");
}

void
test_locale_end (void)
{
  setlocale (LC_NUMERIC, "C");
}

void
test_language_begin (const char *language)
{
  g_setenv ("LANGUAGE", language, TRUE);
  set_comma (LC_MESSAGES);
}

void
test_language_end (void)
{
  g_unsetenv ("LANGUAGE");
  setlocale (LC_MESSAGES, "C");
}

static gint64
cpu_time_of (int who)
{
  struct rusage usage;

  g_assert_cmpint (getrusage (who, &usage), ==, 0);
  return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * G_USEC_PER_SEC + usage.ru_utime.tv_usec
         + usage.ru_stime.tv_usec;
}

gboolean
test_may_take_long (void)
{
  return g_strcmp0 (g_getenv ("CYAN_TESTS"), "full") == 0;
}

guint
test_size (guint n, guint part)
{
  return test_may_take_long () ? n : n / part;
}

gint64
test_cpu_time (void)
{
  return cpu_time_of (RUSAGE_SELF) + cpu_time_of (RUSAGE_CHILDREN);
}

gboolean
test_wait_for_end (GPid pid)
{
  int file = (int) syscall (SYS_pidfd_open, pid, 0);
  struct pollfd end = { .fd = file, .events = POLLIN };
  gboolean ended;

  if (file < 0)
    return errno == ESRCH;
  ended = poll (&end, 1, PATIENCE * 1000) == 1;
  close (file);
  return ended;
}

void
test_wait_for_next_second (void)
{
  const struct timespec next = { .tv_sec = time (NULL) + 1 };

  while (clock_nanosleep (CLOCK_REALTIME, TIMER_ABSTIME, &next, NULL) == EINTR)
    ;
}

/* Whether @block is in the file test-@name.c; NULL: in any. */
static gboolean
is_of_file (const TestBlock *block, const char *name)
{
  g_autofree char *base = g_path_get_basename (block->file);
  g_autofree char *file = g_strconcat ("test-", name, ".c", NULL);

  return name != NULL ? g_str_equal (base, file) : g_str_has_prefix (base, "test-");
}

static gboolean
is_shared (const TestBlock *block, const char *name)
{
  return !is_of_file (block, NULL);
}

/* Runs what comes before the tests; returns the number of blocks. */
static guint
prepare (gboolean (*is_meant) (const TestBlock *, const char *), const char *name)
{
  guint n = 0;

  for (TestBlock *block = blocks; block != NULL; block = block->next)
    if (is_meant (block, name))
      {
        n++;
        if (block->path == NULL)
          block->run ();
      }
  return n;
}

int
main (int argc, char **argv)
{
  const char *name;

  g_test_init (&argc, &argv, NULL);
  name = argc > 1 ? argv[1] : NULL;
  if (argc > 2 || prepare (is_of_file, name) == 0)
    {
      g_printerr ("usage: %s [NAME]; the tests of test-NAME.c\n", argv[0]);
      return 2;
    }
  prepare (is_shared, name);
  for (TestBlock *block = blocks; block != NULL; block = block->next)
    if (block->path != NULL && is_of_file (block, name))
      g_test_add_func (block->path, block->run);
  return g_test_run ();
}
