/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan bisect`: finds the commit at which a benchmark changed. */
#include "cyan-cli.h"

#include <math.h>
#include <string.h>

#include "config.h"
#include "cyan-bisect.h"
#include "cyan-error.h"
#include "cyan-remove.h"
#include "cyan-report-history.h"
#include "cyan-text.h"
#include "cyan-units.h"

/* So many tell the definitions of a store apart. */
#define DEFINITION_DIGITS 12

typedef struct
{
  CyanCliOutput output;
  CyanBisectOptions how;
  const char *store;
  gboolean open;
} Options;

/* ---- progress ---- */

/* "; the ends differ by +8.1 % (+7.3 % to +8.9 %)", or nothing. */
static void
append_ends (GString *line, const CyanBisection *state)
{
  g_autofree char *change = NULL, *low = NULL, *high = NULL;

  if (!isfinite (state->ends.ratio))
    return;
  change = cyan_change_to_text (1, state->ends.ratio);
  low = cyan_change_to_text (1, state->ends.low);
  high = cyan_change_to_text (1, state->ends.high);
  g_string_append_printf (line, "; the ends differ by %s (%s to %s)", change, low, high);
}

/* Where each step may be. */
static void
append_steps (GString *line, const CyanBisection *state)
{
  for (guint i = 0; i < state->n_steps; i++)
    {
      const CyanBisectionStep *step = &state->steps[i];

      g_string_append_printf (line, "%s%s with %.0f %%", i == 0 ? "; likeliest " : ", ",
                              state->revisions[step->revision].commit.name,
                              100 * state->revisions[step->revision].probability);
      if (step->n_credible > 1)
        g_string_append_printf (line, " of %u", step->n_credible);
    }
}

static void
say (const CyanBisection *state, gpointer data)
{
  g_autoptr (GString) line = g_string_new (NULL);

  if (state->state != CYAN_BISECTION_RUNNING)
    return;
  g_string_append_printf (line, "%u %s spent", state->n_runs, state->n_runs == 1 ? "run" : "runs");
  if (!state->ends_differ)
    append_ends (line, state);
  append_steps (line, state);
  g_string_append_printf (
      line, "; next %u %s of %s%s", state->next_runs, state->next_runs == 1 ? "run" : "runs",
      state->next_rebuild ? "another build of " : "", state->revisions[state->next[0]].commit.name);
  if (state->n_next > 1)
    g_string_append_printf (line, " and %s", state->revisions[state->next[1]].commit.name);
  cyan_cli_note ("%s", line->str);
}

/* A visit is a line; only what goes wrong in between is one, too. */
static void
say_trouble (const CyanTrackerEvent *event, gpointer data)
{
  gboolean is_measured = event->kind == CYAN_TRACKER_BUILT || event->kind == CYAN_TRACKER_RAN;

  if (!is_measured || g_strcmp0 (event->status, "ok") != 0)
    cyan_cli_say (event, data);
}

/* ---- the report ---- */

/* The measured revisions on both sides of a step. */
static gboolean
find_sides (const CyanBisection *state, const CyanBisectionStep *step, guint sides[2])
{
  guint before = step->credible[0], after = step->credible[step->n_credible - 1];

  while (before-- > 0 && state->revisions[before].cell != CYAN_CELL_MEASURED)
    ;
  while (after < state->n_revisions && state->revisions[after].cell != CYAN_CELL_MEASURED)
    after++;
  sides[0] = before;
  sides[1] = after;
  return before != G_MAXUINT && after < state->n_revisions;
}

/* Of what the store has several, so that a command must name one. */
typedef struct
{
  gboolean projects, machines, definitions;
} Several;

static gboolean
find_definitions (
    CyanStore *store, const CyanBisection *state, gint64 project, gboolean *several, GError **error)
{
  g_autoptr (GPtrArray) all = cyan_store_read_definitions (store, project, error);
  guint n = 0;

  for (guint i = 0; all != NULL && i < all->len; i++)
    n += strcmp (((const CyanStoreDefinition *) all->pdata[i])->benchmark, state->benchmark) == 0;
  *several = n > 1;
  return all != NULL;
}

static gboolean
find_several (CyanStore *store, const CyanBisection *state, Several *several, GError **error)
{
  g_autoptr (GPtrArray) projects = cyan_store_read_projects (store, error);
  g_autoptr (GPtrArray) machines =
      projects != NULL ? cyan_store_read_machines (store, error) : NULL;
  const CyanStoreProject *project;

  if (machines == NULL)
    return FALSE;
  several->projects = projects->len > 1;
  several->machines = machines->len > 1;
  project = cyan_store_find_named (projects, state->project);
  return project == NULL
         || find_definitions (store, state, project->id, &several->definitions, error);
}

/* "cyan explain --store ...": the two sides of the largest step.  Caller frees. */
static char *
make_command (const char *name,
              const CyanBisection *state,
              const char *store,
              const Several *several)
{
  g_autofree char *definition = g_strndup (state->definition, DEFINITION_DIGITS);
  GString *text;
  guint sides[2];

  if (state->n_steps == 0 || !find_sides (state, &state->steps[0], sides))
    return NULL;
  text = g_string_new (name);
  cyan_text_append_option (text, "--store", store);
  cyan_text_append_option (text, "--project", several->projects ? state->project : NULL);
  cyan_text_append_option (text, "--benchmark", state->benchmark);
  cyan_text_append_option (text, "--definition", several->definitions ? definition : NULL);
  cyan_text_append_option (text, "--machine", several->machines ? state->machine : NULL);
  for (guint side = 0; side < 2; side++)
    cyan_text_append_word (text, state->revisions[sides[side]].commit.name);
  return g_string_free (text, FALSE);
}

static gboolean
report (const Options *options, const CyanBisection *state, CyanStore *store, GError **error)
{
  g_autofree char *path = g_filename_display_name (options->store);
  g_autofree char *explain = NULL, *render = NULL;
  CyanReportBisection about = { .bisection = state, .store = path };
  Several several = { FALSE };

  if (!find_several (store, state, &several, error))
    return FALSE;
  explain = make_command ("cyan explain", state, path, &several);
  render = make_command ("cyan render -o step.svg", state, path, &several);
  about.next = (const char *const[]){ explain, render, NULL };
  return cyan_cli_report (&cyan_report_bisection, &about, &options->output, error);
}

/* Shows the two sides of the largest step in the window. */
static gboolean
open_sides (const CyanBisect *self, const char *repository, GError **error)
{
  static const char *const names[] = { "before", "after" };
  const CyanBisection *state = cyan_bisect_state (self);
  g_autofree char *folder = NULL;
  const char *commits[2];
  GStrv paths[2] = { NULL, NULL };
  guint sides[2];
  gboolean ok;

  if (state->n_steps == 0 || !find_sides (state, &state->steps[0], sides))
    return TRUE;
  folder = g_dir_make_tmp ("cyan-bisect-XXXXXX", error);
  ok = folder != NULL;
  for (guint side = 0; ok && side < 2; side++)
    {
      g_autofree char *below = g_build_filename (folder, names[side], NULL);

      commits[side] = state->revisions[sides[side]].commit.oid;
      paths[side] = cyan_bisect_save_profiles (self, sides[side], below, error);
      ok = paths[side] != NULL;
    }
  ok = ok && cyan_cli_open_window (paths, repository, commits, error);
  if (ok)
    cyan_cli_note ("the profiles, which the window shows, are in %s", folder);
  else if (folder != NULL)
    cyan_remove_folder (folder, NULL);
  g_strfreev (paths[0]);
  g_strfreev (paths[1]);
  return ok;
}

/* ---- the command ---- */

static gboolean
bisect (
    const Options *options, const CyanTrack *track, CyanStore *store, int *status, GError **error)
{
  const CyanBisectOptions *how = &options->how;
  g_autoptr (CyanBisect) self = cyan_bisect_new (track, store, how, &cyan_cli_tick, error);
  const CyanBisection *state;

  if (self == NULL)
    return FALSE;
  state = cyan_bisect_state (self);
  if (state->is_reversed)
    cyan_cli_note ("%s is before %s: the search is for what made it better", how->bad, how->good);
  if (!cyan_bisect_run (self, &cyan_cli_tick, error))
    return FALSE;
  for (guint i = 0; i < cyan_bisect_notes (self)->len; i++)
    cyan_cli_note ("%s", (const char *) cyan_bisect_notes (self)->pdata[i]);
  if (state->state == CYAN_BISECTION_NOT_MEASURED)
    return cyan_fail (error, CYAN_ERROR_INVALID, "%s", state->reason);
  if (state->state != CYAN_BISECTION_FOUND)
    *status = CYAN_EXIT_REGRESSION;
  return report (options, state, store, error)
         && (!options->open || open_sides (self, track->repository, error));
}

static gboolean
run (Options *options, char **operands, int *status, GError **error)
{
  g_autoptr (CyanTrack) track = NULL;
  g_autoptr (CyanStore) store = NULL;

  track = cyan_track_load (operands[0], error);
  if (track == NULL)
    return FALSE;
  options->how.good = operands[1];
  options->how.bad = operands[2];
  options->how.tracker =
      (CyanTrackerOptions){ .program = "cyan " CYAN_VERSION, .say = say_trouble };
  options->how.say = say;
  if (options->store == NULL)
    options->store = g_intern_string (track->store);
  store = cyan_cli_open_store (options->store, CYAN_STORE_CREATE, error);
  return store != NULL && bisect (options, track, store, status, error);
}

int
cyan_cli_bisect (int argc, char **argv)
{
  Options options = { .how = CYAN_BISECT_OPTIONS_INIT };
  g_autoptr (GError) error = NULL;
  const CyanCliOption entries[] = {
    { "benchmark", 'b', cyan_cli_text, &options.how.benchmark,
      "Which benchmark of the file (default: the only one)", "NAME" },
    { "metric", 0, cyan_cli_text, &options.how.metric,
      "What changed (default: wall, where the benchmark has a command to measure, else the first "
      "metric of its profile; or the one of instructions and times that shows it more clearly)",
      "NAME" },
    { "confidence", 0, cyan_cli_share, &options.how.confidence,
      "How sure the answer must be (default: %s)", "SHARE" },
    { "budget", 0, cyan_cli_count, &options.how.budget,
      "Runs at most, without those that are stored; 0: any (default: %s)", "N" },
    { "build-scatter", 0, cyan_cli_share, &options.how.build_scatter,
      "How much two builds differ, as `cyan track --calibrate` says (default: %s)", "SHARE" },
    { "no-prior", 0, cyan_cli_flag, &options.how.even, "Do not look at what the commits change" },
    { "open", 0, cyan_cli_flag, &options.open,
      "Open the window with both sides of the largest step" },
    { "retry", 0, cyan_cli_word, &options.how.retry_failed, "Build and run again what has failed",
      "failed" },
    { "store", 0, cyan_cli_path, &options.store,
      "Where the runs are kept (default: track.db beside the file, or what it says)", "STORE" },
    { .group = cyan_cli_output_options, .to = &options.output, .report = &cyan_report_bisection },
    { NULL },
  };
  int status;

  if (!cyan_cli_parse (
          "bisect", "TRACK.INI GOOD BAD",
          "Finds the commit at which a benchmark changed, by building and running as\n"
          "few revisions as possible.  Every run is stored, and it may be interrupted\n"
          "at any time.  Building a revision runs its code.",
          entries, &argc, &argv, &status))
    return status;
  if (argc != 4)
    return cyan_cli_fail ("bisect needs a definition file and two revisions");
  cyan_cli_stop_on_signals ();
  status = CYAN_EXIT_FINE;
  return run (&options, argv + 1, &status, &error) ? status : cyan_cli_error (error);
}
