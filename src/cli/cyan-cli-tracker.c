/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Common to the commands that build and run: progress on standard error, and an end by a signal. */

#include <signal.h>
#include <string.h>

#include "config.h"
#include "cyan-cli.h"
#include "cyan-log-error.h"

/* Digits of a revision, and characters of a line of a log. */
#define REVISION_DIGITS 8
#define LINE_LENGTH     200

/* ---- stopping ---- */

static volatile sig_atomic_t stopped;

static void
stop (int number)
{
  stopped = 1;
}

static gboolean
go_on (double fraction, const char *what, gpointer data)
{
  return !stopped;
}

/* The commands are in sessions of their own, so the terminal's signal is only for us. */
void
cyan_cli_stop_on_signals (void)
{
  struct sigaction action = { .sa_handler = stop };

  sigaction (SIGINT, &action, NULL);
  sigaction (SIGTERM, &action, NULL);
  sigaction (SIGHUP, &action, NULL);
}

/* ---- progress ---- */

static void
say_result (const CyanTrackerEvent *event)
{
  g_autofree char *line = cyan_log_error_line (event->log);
  g_autofree char *shown = g_utf8_substring (line, 0, MIN (LINE_LENGTH, g_utf8_strlen (line, -1)));

  cyan_cli_note ("%u of %u runs: %s of %.*s %s, %.3g s%s%s", event->n_done, event->n_wanted,
                 event->benchmark != NULL ? event->benchmark : "build", REVISION_DIGITS,
                 event->commit->oid, event->status, event->seconds, *shown != '\0' ? ": " : "",
                 shown);
}

void
cyan_cli_say (const CyanTrackerEvent *event, gpointer data)
{
  switch (event->kind)
    {
    case CYAN_TRACKER_BUILT:
    case CYAN_TRACKER_RAN:
      say_result (event);
      break;
    case CYAN_TRACKER_CONFIRMS:
      cyan_cli_note ("the newest revision may be a step: it and the one before it run again");
      break;
    case CYAN_TRACKER_STORE_WAITS:
      cyan_cli_note ("%s; what is measured waits for it", event->log);
      break;
    case CYAN_TRACKER_OTHERS_MEASURE:
      cyan_cli_note ("waiting for another tracker, which measures the rest");
      break;
    case CYAN_TRACKER_CLAIM_LOST:
      cyan_cli_note ("another tracker measures %.*s by now: a run of %s is not kept",
                     REVISION_DIGITS, event->commit->oid, event->benchmark);
      break;
    case CYAN_TRACKER_MACHINE_DIFFERS:
      cyan_cli_note ("%s: runs of this visit are marked", event->log);
      break;
    case CYAN_TRACKER_RUN_SET_ASIDE:
      cyan_cli_note ("%s", event->log);
      break;
    case CYAN_TRACKER_NOT_ISOLATED:
      cyan_cli_note ("isolate=yes has no effect: bwrap is not installed, or may not be used");
      break;
    }
}

/* ---- the window ---- */

gboolean
cyan_cli_open_window (const GStrv paths[2],
                      const char *repository,
                      const char *const *commits,
                      GError **error)
{
  static const char *const files[] = { "--before", "--after" };
  static const char *const revisions[] = { "--revision-before", "--revision-after" };
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) arguments = NULL;

  g_strv_builder_add (builder, "cyanotype");
  for (guint side = 0; side < 2; side++)
    for (GStrv path = paths[side]; *path != NULL; path++)
      g_strv_builder_add_many (builder, files[side], *path, NULL);
  g_strv_builder_add_many (builder, "--repo", repository, NULL);
  for (guint side = 0; side < 2; side++)
    g_strv_builder_add_many (builder, revisions[side], commits[side], NULL);
  arguments = g_strv_builder_end (builder);
  return g_spawn_async (NULL, arguments, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, error);
}

const CyanTick cyan_cli_tick = CYAN_TICK_INIT (go_on, NULL);
const CyanTrackerOptions cyan_cli_tracking = { .program = "cyan " CYAN_VERSION,
                                               .say = cyan_cli_say };
