/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Measures the window: how long it takes to open a pair with and without sources in a generated
 * repository with many files, what it computes for the views of a pair, and the longest time that
 * it does not respond.
 *
 * Needs a display and git: bench/run-window has both.
 */
#include "cyan-bench-window.h"

#include <glib/gstdio.h>
#include <gtksourceview/gtksource.h>
#include <string.h>

#include "cyan-application.h"
#include "cyan-measure.h"
#include "cyan-settings.h"
#include "cyan-stalls.h"

/* Functions per file, and files per folder. */
#define N_FUNCTIONS 6
#define N_IN_FOLDER 100
/* Milliseconds after which the main loop looks at the clock again. */
#define PULSE 2
/* Seconds within which all statuses must be known. */
#define PATIENCE 600

/* ---- the main loop ---- */

static gboolean
on_pulse (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

void
cyan_bench_run (double ms)
{
  double end = cyan_measure_now () + ms;

  while (cyan_measure_now () < end)
    g_main_context_iteration (NULL, TRUE);
}

void
cyan_bench_print_stall (const char *key)
{
  CyanStall stall = cyan_stalls_take (NULL);
  g_autofree char *computed = g_strconcat (key, ".computed", NULL);
  g_autofree char *passed = g_strconcat (key, ".passed", NULL);

  cyan_measure_print (computed, stall.computed);
  cyan_measure_print (passed, stall.passed);
}

/* ---- a pair with sources ---- */

static void
write_files (const char *root, guint n_files, guint step)
{
  for (guint file = 0; file < n_files; file++)
    {
      g_autofree char *path = g_strdup_printf ("%s/d%u/f%u.c", root, file / N_IN_FOLDER, file);
      g_autofree char *folder = g_path_get_dirname (path);
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (GError) error = NULL;

      for (guint i = 0; i < N_FUNCTIONS; i++)
        g_string_append_printf (text,
                                "static int\nmake_%u_%u (int value)\n{\n  /* the next */\n"
                                "  value = make_%u_%u (value + %u);\n  return value;\n}\n\n",
                                file, i, (file * 31 + i * 7919) % n_files, i,
                                file % 10 == 0 ? step : 0);
      g_mkdir_with_parents (folder, 0700);
      g_file_set_contents_full (path, text->str, (gssize) text->len, G_FILE_SET_CONTENTS_NONE, 0600,
                                &error);
      cyan_measure_must (error);
    }
}

static void
commit (const char *root, const char *tag)
{
  static const char *const settings[] = { "gc.auto=0", "user.name=Ada",
                                          "user.email=ada@example.org" };
  const char *const add[] = { "git", "-C", root, "add", "-A", NULL };
  const char *const commit_all[] = { "git", "-C",        root, "-c",        settings[0],
                                     "-c",  settings[1], "-c", settings[2], "commit",
                                     "-qm", tag,         NULL };
  const char *const name[] = { "git", "-C", root, "tag", tag, NULL };

  cyan_measure_run (add);
  cyan_measure_run (commit_all);
  cyan_measure_run (name);
}

/* Writes folded stacks: main, one of 40 parts, and one of @n_names functions, which are spread over
 * @n_files files.  Times are multiplied by @factor.  Caller frees the path. */
static char *
write_profile (const char *root, const char *name, guint n_files, guint n_names, guint factor)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  char *path = g_build_filename (root, name, NULL);

  for (guint i = 0; i < n_names; i++)
    g_string_append_printf (text, "main;part_%u;make_%u_%u %u\n", i % 40,
                            (guint) ((guint64) i * n_files / n_names), i % N_FUNCTIONS,
                            10 + (i * 37 % 91) * factor);
  g_file_set_contents (path, text->str, (gssize) text->len, &error);
  cyan_measure_must (error);
  return path;
}

static guint
count_known (CyanSession *session)
{
  const CyanComparison *comparison = cyan_session_comparison (session);
  const guint8 *changes = cyan_session_model (session)->known->changes;
  guint n = 0;

  for (guint32 i = 0; changes != NULL && i < comparison->compared.pairs->n; i++)
    n += changes[i] != CYAN_CHANGE_UNKNOWN;
  return n;
}

/* Opens @request in a new window, shows all of it, and waits for @n_known statuses. */
static void
measure (GtkApplication *application, const CyanRequest *request, guint n_known, const char *prefix)
{
  CyanWindow *window = cyan_window_new (application);
  g_autofree char *opened_key = g_strconcat (prefix, ".opened.ms", NULL);
  g_autofree char *first_key = g_strconcat (prefix, ".first.ms", NULL);
  g_autofree char *known_key = g_strconcat (prefix, ".known.ms", NULL);
  g_autofree char *stall_key = g_strconcat ("stall:", prefix, NULL);
  double start, first = 0;
  CyanSession *session;

  gtk_window_present (GTK_WINDOW (window));
  cyan_bench_run (500);
  cyan_stalls_take (NULL);
  start = cyan_measure_now ();
  cyan_window_open (window, request);
  while (cyan_window_get_session (window) == NULL)
    g_main_context_iteration (NULL, TRUE);
  session = cyan_window_get_session (window);
  cyan_measure_print (opened_key, cyan_measure_now () - start);
  while (count_known (session) < n_known && cyan_measure_now () < start + PATIENCE * 1e3)
    {
      g_main_context_iteration (NULL, TRUE);
      if (first == 0 && count_known (session) > 0)
        first = cyan_measure_now () - start;
    }
  if (n_known > 0)
    {
      cyan_measure_print (first_key, first);
      cyan_measure_print (known_key, cyan_measure_now () - start);
    }
  /* Includes the updates that come last. */
  cyan_bench_run (1000);
  cyan_bench_print_stall (stall_key);
  gtk_window_destroy (GTK_WINDOW (window));
  cyan_bench_run (200);
}

static void
measure_sources (GtkApplication *application, const char *folder, guint n_files, guint n_names)
{
  g_autofree char *repository = g_build_filename (folder, "repository", NULL);
  g_autofree char *v1 = g_strconcat (repository, "@v1", NULL);
  g_autofree char *v2 = g_strconcat (repository, "@v2", NULL);
  g_autofree char *before = write_profile (folder, "before.folded", n_files, n_names, 1);
  g_autofree char *after = write_profile (folder, "after.folded", n_files, n_names, 2);
  g_autoptr (CyanRequest) request = cyan_settings_new_request (before, after);
  const char *const init[] = { "git", "init", "-q", repository, NULL };

  cyan_measure_run (init);
  write_files (repository, n_files, 0);
  commit (repository, "v1");
  write_files (repository, n_files, 1);
  commit (repository, "v2");
  /* The first window also loads fonts and the like, so it is not measured. */
  measure (application, request, 0, "warm");
  measure (application, request, 0, "without");
  cyan_request_set_sources (request, v1, v2);
  measure (application, request, n_names, "with");
}

int
main (int argc, char **argv)
{
  const char *step = argc == 4 ? argv[1] : "";
  guint n_files = argc == 4 ? (guint) g_ascii_strtoull (argv[2], NULL, 10) : 0;
  guint n_names = argc == 4 ? (guint) g_ascii_strtoull (argv[3], NULL, 10) : 0;
  g_autofree char *folder = NULL;
  g_autoptr (GtkApplication) application = NULL;
  g_autoptr (GError) error = NULL;
  const char *clean[] = { "rm", "-rf", NULL, NULL };

  if ((strcmp (step, "sources") != 0 || n_names == 0 || n_names > n_files * N_FUNCTIONS)
      && strcmp (step, "views") != 0 && strcmp (step, "stalls") != 0)
    {
      g_printerr ("usage: cyan-bench-window sources FILES NAMES\n"
                  "       cyan-bench-window views|stalls BEFORE AFTER\n");
      return 2;
    }
  clean[2] = folder = g_dir_make_tmp ("cyan-bench-XXXXXX", &error);
  cyan_measure_must (error);
  application = GTK_APPLICATION (cyan_application_new ());
  g_application_register (G_APPLICATION (application), NULL, &error);
  cyan_measure_must (error);
  cyan_stalls_watch ();
  g_timeout_add_full (G_PRIORITY_HIGH, PULSE, on_pulse, NULL, NULL);
  if (strcmp (step, "sources") == 0)
    measure_sources (application, folder, n_files, n_names);
  else if (strcmp (step, "views") == 0)
    cyan_bench_views (application, argv[2], argv[3]);
  else
    cyan_bench_stalls (application, argv[2], argv[3], folder);
  cyan_measure_run (clean);
  return 0;
}
