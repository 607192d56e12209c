/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan try`: builds and records two revisions, and compares them. */
#include "cyan-cli.h"

#include <stdio.h>
#include <string.h>

#include "config.h"
#include "cyan-remove.h"
#include "cyan-track-file.h"
#include "cyan-try.h"

#define MAX_SECONDS (7 * 24 * 60 * 60)

typedef struct
{
  const char *store;
  gboolean open;
  gboolean print;
  guint brief;
  gboolean has_brief;
} Own;

static void
tell_decisions (const CyanTry *tried)
{
  const CyanTrackBenchmark *benchmark = tried->track->benchmarks->pdata[0];

  for (guint i = 0; i < tried->notes->len; i++)
    cyan_cli_note ("%s", (const char *) tried->notes->pdata[i]);
  if (tried->because != NULL)
    cyan_cli_note ("build, because there is a %s: %s", tried->because, tried->track->build);
  else if (tried->track->build != NULL)
    cyan_cli_note ("build: %s", tried->track->build);
  else
    cyan_cli_note ("nothing to build; --build says how");
  cyan_cli_note ("record with %s: %s", cyan_recorder_names[tried->recorder], benchmark->run);
}

/* ---- what is shown ---- */

static gboolean
has_display (void)
{
  return g_getenv ("WAYLAND_DISPLAY") != NULL || g_getenv ("DISPLAY") != NULL;
}

static gboolean
open_window (const CyanTry *tried, CyanStore *store, const char *folder, GError **error)
{
  GStrv paths[2] = { NULL, NULL };
  gboolean ok = cyan_try_save_profiles (tried, store, folder, paths, error)
                && cyan_cli_open_window (paths, tried->track->repository,
                                         (const char *const *) tried->commits, error);

  g_strfreev (paths[0]);
  g_strfreev (paths[1]);
  return ok;
}

/* Runs another command on the two revisions in the store; @option, unless it is NULL, is one more
 * for it. */
static int
report (int (*command) (int, char **),
        const char *name,
        const CyanTry *tried,
        const char *path,
        const char *option)
{
  const char *const arguments[] = { name,
                                    "--store",
                                    path,
                                    "--project",
                                    tried->plan->project,
                                    "--benchmark",
                                    CYAN_TRY_BENCHMARK,
                                    "--definition",
                                    cyan_try_definition (tried),
                                    "--machine",
                                    tried->machine,
                                    "--repo",
                                    tried->track->repository,
                                    tried->names[0],
                                    tried->names[1],
                                    option };
  g_autofree char **argv = g_new0 (char *, G_N_ELEMENTS (arguments) + 1);

  memcpy (argv, arguments, sizeof arguments);
  return command (G_N_ELEMENTS (arguments) - (option == NULL), argv);
}

static int
print_reports (const CyanTry *tried, const char *path, const Own *own)
{
  g_autofree char *brief =
      own->has_brief ? g_strconcat ("--brief=", cyan_cli_brief_names[own->brief], NULL) : NULL;
  int status = report (cyan_cli_compare, "compare", tried, path, brief);

  if (status != CYAN_EXIT_FINE || brief != NULL)
    return status;
  fflush (stdout);
  return report (cyan_cli_explain_after_compare, "explain", tried, path, NULL);
}

/* ---- the command ---- */

static int
show (const CyanTry *tried, CyanStore *store, const char *folder, const char *path, const Own *own)
{
  g_autofree char *window = g_find_program_in_path ("cyanotype");
  g_autoptr (GError) error = NULL;
  gboolean open = own->open || (!own->print && !own->has_brief && has_display () && window != NULL);

  cyan_cli_note ("all runs are in %s", path);
  if (!open)
    {
      if (own->store != NULL)
        cyan_remove_folder (folder, NULL);
      return print_reports (tried, path, own);
    }
  if (!open_window (tried, store, folder, &error))
    return cyan_cli_error (error);
  cyan_cli_note ("the profiles, which the window shows, are in %s", folder);
  return CYAN_EXIT_FINE;
}

static int
run (const CyanTryRequest *request, const Own *own)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanTry) tried = cyan_try_new (request, &error);
  g_autofree char *folder = NULL, *path = NULL;
  g_autoptr (CyanStore) store = NULL;

  if (tried == NULL)
    return cyan_cli_error (error);
  tell_decisions (tried);
  folder = g_dir_make_tmp ("cyan-try-XXXXXX", &error);
  if (folder == NULL)
    return cyan_cli_error (error);
  path = own->store != NULL ? g_strdup (own->store) : g_build_filename (folder, "try.db", NULL);
  store = cyan_cli_open_store (path, CYAN_STORE_CREATE, &error);
  cyan_cli_stop_on_signals ();
  if (store == NULL || !cyan_try_run (tried, store, &cyan_cli_tracking, &cyan_cli_tick, &error))
    {
      /* Failed runs are worth keeping only where that was asked for. */
      g_clear_pointer (&store, cyan_store_free);
      cyan_remove_folder (folder, NULL);
      return cyan_cli_error (error);
    }
  return show (tried, store, folder, path, own);
}

/* The number of arguments before "--". */
static int
find_command (int argc, char **argv)
{
  int n = 1;

  while (n < argc && strcmp (argv[n], "--") != 0)
    n++;
  return n;
}

int
cyan_cli_try (int argc, char **argv)
{
  CyanTryRequest request = { .repository = ".", .runs = 3, .timeout = 600, .build_timeout = 3600 };
  Own own = { 0 };
  const CyanCliOption entries[] = {
    { "build", 0, cyan_cli_text, &request.build,
      "How to build $CYAN_SOURCE, in $CYAN_BUILD if possible (default: by its files)", "COMMAND" },
    { "recorder", 0, cyan_cli_choice, &request.recorder,
      "perf, callgrind, uftrace, py-spy, cprofile, node or none (default: the best installed)",
      "NAME", .names = cyan_recorder_names },
    { "runs", 0, cyan_cli_count, &request.runs, "Runs of each revision (default: %s)", "N",
      .low = 1, .high = CYAN_TRACK_MAX_RUNS },
    { "duet", 0, cyan_cli_flag, &request.duet,
      "Run both revisions at the same time, each on half of the processors" },
    { "timeout", 0, cyan_cli_count, &request.timeout, "Of a run (default: %s)", "SECONDS", .low = 1,
      .high = MAX_SECONDS },
    { "build-timeout", 0, cyan_cli_count, &request.build_timeout, "Of a build (default: %s)",
      "SECONDS", .low = 1, .high = MAX_SECONDS },
    { "store", 0, cyan_cli_path, &own.store,
      "Keep the runs here, and do not repeat those that are (default: a temporary file)", "STORE" },
    CYAN_CLI_BRIEF (&own.brief),
    { "open", 0, cyan_cli_flag, &own.open, "Open the window" },
    { "print", 0, cyan_cli_flag, &own.print, "Print the reports, even if there is a display" },
    { NULL },
  };
  int n_front = find_command (argc, argv), front = n_front, status;

  if (!cyan_cli_parse ("try", "BEFORE AFTER -- COMMAND [ARGUMENT...]",
                       "Builds two revisions, records a command in both, and compares them.",
                       entries, &front, &argv, &status))
    return status;
  if (front != 3 || n_front + 1 >= argc)
    return cyan_cli_fail ("try needs two revisions and a command: BEFORE AFTER -- COMMAND");
  request.revisions[0] = argv[1];
  request.revisions[1] = argv[2];
  request.command = (const char *const *) argv + n_front + 1;
  request.has_recorder = cyan_cli_was_given ("recorder");
  own.has_brief = cyan_cli_was_given ("brief");
  if (own.open && own.has_brief)
    return cyan_cli_fail ("--open and --brief do not go together");
  if (own.open && own.print)
    return cyan_cli_fail ("--open and --print do not go together");
  return run (&request, &own);
}
