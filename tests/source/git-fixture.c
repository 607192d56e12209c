/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small repositories that tests create with the real git. */
#include "git-fixture.h"

#include <stdlib.h>
#include <string.h>

#include <gio/gio.h>

#include "tree.h"

static char *home;
static guint n_commits;

static void
remove_home (void)
{
  tree_free (home);
}

void
git_fixture_start (void)
{
  if (home != NULL)
    return;
  home = tree_new ();
  tree_write (home, ".gitconfig", "[[[ no configuration\n", -1);
  tree_write (home, "git/config", "[[[ no configuration\n", -1);
  g_setenv ("HOME", home, TRUE);
  g_setenv ("XDG_CONFIG_HOME", home, TRUE);
  g_unsetenv ("GIT_CONFIG_GLOBAL");
  g_unsetenv ("SUDO_UID");
  /* git sets these if it runs the tests, as in a hook. */
  g_unsetenv ("GIT_DIR");
  g_unsetenv ("GIT_WORK_TREE");
  g_unsetenv ("GIT_INDEX_FILE");
  atexit (remove_home);
}

static char *
run (const char *folder, const char *input, gssize length, va_list args)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autoptr (GSubprocessLauncher) launcher =
      g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDIN_PIPE);
  g_autoptr (GSubprocess) git = NULL;
  g_autoptr (GBytes) in = g_bytes_new (input, length < 0 ? strlen (input) : (gsize) length);
  g_autoptr (GBytes) out = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *date = g_strdup_printf ("%u +0130", 1600000000 + 60 * n_commits);
  const char *argument;
  char *text;

  g_ptr_array_add (argv, (gpointer) "git");
  g_ptr_array_add (argv, (gpointer) "-C");
  g_ptr_array_add (argv, (gpointer) folder);
  while ((argument = va_arg (args, const char *)) != NULL)
    g_ptr_array_add (argv, (gpointer) argument);
  g_ptr_array_add (argv, NULL);
  g_subprocess_launcher_setenv (launcher, "GIT_CONFIG_GLOBAL", "/dev/null", TRUE);
  g_subprocess_launcher_setenv (launcher, "GIT_CONFIG_NOSYSTEM", "1", TRUE);
  g_subprocess_launcher_setenv (launcher, "GIT_AUTHOR_NAME", "Ada", TRUE);
  g_subprocess_launcher_setenv (launcher, "GIT_AUTHOR_EMAIL", "ada@example.org", TRUE);
  g_subprocess_launcher_setenv (launcher, "GIT_AUTHOR_DATE", date, TRUE);
  g_subprocess_launcher_setenv (launcher, "GIT_COMMITTER_NAME", "Ada", TRUE);
  g_subprocess_launcher_setenv (launcher, "GIT_COMMITTER_EMAIL", "ada@example.org", TRUE);
  g_subprocess_launcher_setenv (launcher, "GIT_COMMITTER_DATE", date, TRUE);
  git = g_subprocess_launcher_spawnv (launcher, (const char *const *) argv->pdata, &error);
  g_assert_no_error (error);
  g_subprocess_communicate (git, in, NULL, &out, NULL, &error);
  g_assert_no_error (error);
  if (!g_subprocess_get_successful (git))
    {
      g_autofree char *line = g_strjoinv (" ", (char **) argv->pdata);

      g_error ("failed: %s", line);
    }
  text = g_strndup (g_bytes_get_size (out) > 0 ? g_bytes_get_data (out, NULL) : "",
                    g_bytes_get_size (out));
  if (g_str_has_suffix (text, "\n"))
    text[strlen (text) - 1] = '\0';
  return text;
}

char *
git_run (const char *folder, ...)
{
  va_list args;
  char *text;

  va_start (args, folder);
  text = run (folder, "", 0, args);
  va_end (args);
  return text;
}

char *
git_run_input (const char *folder, const char *input, gssize length, ...)
{
  va_list args;
  char *text;

  va_start (args, length);
  text = run (folder, input, length, args);
  va_end (args);
  return text;
}

void
git_do (const char *folder, ...)
{
  va_list args;

  va_start (args, folder);
  g_free (run (folder, "", 0, args));
  va_end (args);
}

char *
git_new (void)
{
  char *folder = tree_new ();

  git_do (folder, "init", "-q", "-b", "main", NULL);
  git_do (folder, "config", "gc.auto", "0", NULL);
  return folder;
}

char *
git_commit_all (const char *folder, const char *subject)
{
  n_commits++;
  git_do (folder, "add", "-A", NULL);
  git_do (folder, "commit", "-q", "--allow-empty", "-m", subject, NULL);
  return git_run (folder, "rev-parse", "HEAD", NULL);
}
