/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "limited-run.h"

#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* What a hostile input may take, and a sanitizer. */
#if !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__
#  define MAX_SECONDS   10
#  define MAX_KILOBYTES (300 * 1000)
#else
#  define MAX_SECONDS   60
#  define MAX_KILOBYTES (2000 * 1000)
#endif
/* Seconds until a program that waits for something is ended; the machine may be busy. */
#define PATIENCE "300"

static char *
read_all (int fd)
{
  GString *text = g_string_new (NULL);
  char buffer[4096];
  gssize n;

  while ((n = read (fd, buffer, sizeof buffer)) > 0)
    g_string_append_len (text, buffer, n);
  close (fd);
  return g_string_free (text, FALSE);
}

int
run_limited (const char *const *arguments, char **line)
{
  const char *const program[] = { "timeout", "--signal=KILL", PATIENCE, g_getenv ("CYAN_BINARY") };
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autofree char *words = g_strjoinv (" ", (char **) arguments);
  g_autoptr (GError) error = NULL;
  g_autofree char *temporary = g_dir_make_tmp ("cyan-limited-XXXXXX", NULL);
  g_auto (GStrv) variables = g_environ_setenv (g_get_environ (), "TMPDIR", temporary, TRUE);
  struct rusage usage;
  int fd, status;
  GPid pid;

  for (guint i = 0; i < G_N_ELEMENTS (program); i++)
    g_ptr_array_add (argv, (gpointer) program[i]);
  for (guint i = 0; arguments[i] != NULL; i++)
    g_ptr_array_add (argv, (gpointer) arguments[i]);
  g_ptr_array_add (argv, NULL);
  g_spawn_async_with_pipes (NULL, (char **) argv->pdata, variables,
                            G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_SEARCH_PATH
                                | G_SPAWN_STDOUT_TO_DEV_NULL,
                            NULL, NULL, &pid, NULL, NULL, &fd, &error);
  g_assert_no_error (error);
  *line = read_all (fd);
  g_assert_cmpint (wait4 (pid, &status, 0, &usage), ==, pid);
  g_test_message ("%s: %s%ld kB, %ld s", words, *line, usage.ru_maxrss,
                  usage.ru_utime.tv_sec + usage.ru_stime.tv_sec);
  g_assert_true (WIFEXITED (status));
  /* Nothing is left behind. */
  g_assert_cmpint (rmdir (temporary), ==, 0);
  g_assert_cmpint (usage.ru_maxrss, <, MAX_KILOBYTES);
  g_assert_cmpint (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec, <, MAX_SECONDS);
  return WEXITSTATUS (status);
}

void
assert_limited_fails (const char *const *arguments, const char *words)
{
  g_autofree char *line = NULL;

  g_assert_cmpint (run_limited (arguments, &line), ==, 2);
  if (strstr (line, words) == NULL)
    g_error ("\"%s\" is not in: %s", words, line);
  g_assert_true (g_str_has_prefix (line, "cyan: "));
  g_assert_true (strchr (line, '\n') == line + strlen (line) - 1);
}
