/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan try`: builds and records two revisions, and compares them. */
#include "cyan-cli.h"

#include <stdio.h>
#include <string.h>

#include "config.h"
#include "cyan-cli-tracker.h"
#include "cyan-error.h"
#include "cyan-remove.h"
#include "cyan-track-file.h"
#include "cyan-try.h"

#define MAX_SECONDS (7 * 24 * 60 * 60)

/* Options of this command; strings are owned. */
typedef struct
{
  char *build;
  char *recorder;
  char *store;
  int runs;
  int timeout;
  int build_timeout;
  gboolean open;
  gboolean print;
} Own;

static void
own_clear (Own *self)
{
  g_free (self->build);
  g_free (self->recorder);
  g_free (self->store);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Own, own_clear)

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

/* Runs another command on the two revisions in the store. */
static int
report (int (*command) (int, char **), const char *name, const CyanTry *tried, const char *path)
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
                                    tried->names[1] };
  g_autofree char **argv = g_new0 (char *, G_N_ELEMENTS (arguments) + 1);

  memcpy (argv, arguments, sizeof arguments);
  return command (G_N_ELEMENTS (arguments), argv);
}

static int
print_reports (const CyanTry *tried, const char *path)
{
  int status = report (cyan_cli_compare, "compare", tried, path);

  if (status != CYAN_EXIT_FINE)
    return status;
  fflush (stdout);
  return report (cyan_cli_explain_after_compare, "explain", tried, path);
}

/* ---- the command ---- */

static int
show (const CyanTry *tried, CyanStore *store, const char *folder, const char *path, const Own *own)
{
  g_autofree char *window = g_find_program_in_path ("cyanotype");
  g_autoptr (GError) error = NULL;
  gboolean open = own->open || (!own->print && has_display () && window != NULL);

  cyan_cli_note ("all runs are in %s", path);
  if (!open)
    {
      if (own->store != NULL)
        cyan_remove_folder (folder, NULL);
      return print_reports (tried, path);
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
  const CyanTrackerOptions options = { .program = "cyan " CYAN_VERSION, .say = cyan_cli_say };
  const CyanTick tick = CYAN_TICK_INIT (cyan_cli_go_on, NULL);

  if (tried == NULL)
    return cyan_cli_error (error);
  tell_decisions (tried);
  folder = g_dir_make_tmp ("cyan-try-XXXXXX", &error);
  if (folder == NULL)
    return cyan_cli_error (error);
  path = own->store != NULL ? g_strdup (own->store) : g_build_filename (folder, "try.db", NULL);
  store = cyan_cli_open_store (path, CYAN_STORE_CREATE, &error);
  cyan_cli_stop_on_signals ();
  if (store == NULL || !cyan_try_run (tried, store, &options, &tick, &error))
    {
      /* Failed runs are worth keeping only where that was asked for. */
      g_clear_pointer (&store, cyan_store_free);
      cyan_remove_folder (folder, NULL);
      return cyan_cli_error (error);
    }
  return show (tried, store, folder, path, own);
}

static gboolean
check_number (const char *option, int number, int max, GError **error)
{
  return (number >= 1 && number <= max)
         || cyan_fail (error, CYAN_ERROR_INVALID, "%s: %d is not between 1 and %d", option, number,
                       max);
}

static gboolean
fill_request (const Own *own, CyanTryRequest *request, GError **error)
{
  guint recorder = 0;

  if (!check_number ("--runs", own->runs, CYAN_TRACK_MAX_RUNS, error)
      || !check_number ("--timeout", own->timeout, MAX_SECONDS, error)
      || !check_number ("--build-timeout", own->build_timeout, MAX_SECONDS, error)
      || !cyan_cli_parse_name ("--recorder", "recorder", own->recorder, cyan_recorder_names,
                               &recorder, error))
    return FALSE;
  if (own->open && own->print)
    return cyan_fail (error, CYAN_ERROR_INVALID, "--open and --print do not go together");
  request->build = own->build;
  request->has_recorder = own->recorder != NULL;
  request->recorder = (CyanRecorder) recorder;
  request->runs = (guint) own->runs;
  request->timeout = (guint) own->timeout;
  request->build_timeout = (guint) own->build_timeout;
  return TRUE;
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
  g_auto (Own) own = { .runs = 3, .timeout = 600, .build_timeout = 3600 };
  g_autoptr (GError) error = NULL;
  const GOptionEntry entries[] = {
    { "build", 0, 0, G_OPTION_ARG_STRING, &own.build,
      "How to build $CYAN_SOURCE, in $CYAN_BUILD if possible (default: by its files)", "COMMAND" },
    { "recorder", 0, 0, G_OPTION_ARG_STRING, &own.recorder,
      "perf, callgrind, uftrace, py-spy, cprofile, node or none (default: the best installed)",
      "NAME" },
    { "runs", 0, 0, G_OPTION_ARG_INT, &own.runs, "Runs of each revision (default: 3)", "N" },
    { "timeout", 0, 0, G_OPTION_ARG_INT, &own.timeout, "Of a run (default: 600)", "SECONDS" },
    { "build-timeout", 0, 0, G_OPTION_ARG_INT, &own.build_timeout, "Of a build (default: 3600)",
      "SECONDS" },
    { "store", 0, 0, G_OPTION_ARG_FILENAME, &own.store,
      "Keep the runs here, and do not repeat those that are (default: a temporary file)", "STORE" },
    { "open", 0, 0, G_OPTION_ARG_NONE, &own.open, "Open the window", NULL },
    { "print", 0, 0, G_OPTION_ARG_NONE, &own.print, "Print the reports, even if there is a display",
      NULL },
    { NULL },
  };
  int n_front = find_command (argc, argv), front = n_front, status;
  CyanTryRequest request = { .repository = "." };

  if (!cyan_cli_parse ("try", "BEFORE AFTER -- COMMAND [ARGUMENT...]",
                       "Builds two revisions, records a command in both, and compares them.",
                       entries, &front, &argv, &status))
    return status;
  if (front != 3 || n_front + 1 >= argc)
    return cyan_cli_fail ("try needs two revisions and a command: BEFORE AFTER -- COMMAND");
  request.revisions[0] = argv[1];
  request.revisions[1] = argv[2];
  request.command = (const char *const *) argv + n_front + 1;
  if (!fill_request (&own, &request, &error))
    return cyan_cli_error (error);
  return run (&request, &own);
}
