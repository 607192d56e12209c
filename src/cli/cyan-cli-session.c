/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The comparison that a sub-command reports: its profiles, sources, basis and ranking. */
#include "cyan-cli.h"

#include "cyan-error.h"
#include "cyan-hot-path.h"
#include "cyan-input.h"
#include "cyan-ranking-commits.h"
#include "cyan-slice.h"
#include "cyan-text.h"
#include "cyan-units.h"

/* Maximum number of functions named in a note. */
#define MAX_BY_LINE 8

static gboolean
choose_basis (CyanCliSession *self, guint choice, GError **error)
{
  const CyanCompared *compared = &self->comparison->compared;

  self->basis = choice == CYAN_CLI_BASIS_AUTO ? cyan_comparison_basis_auto (self->comparison)
                                              : (CyanBasis) choice;
  if (self->basis == CYAN_BASIS_ABSOLUTE && !compared->same_unit)
    return cyan_fail (
        error, CYAN_ERROR_MISMATCH,
        "--basis absolute: before is in %s and after in %s; only shares can be compared",
        cyan_unit_label (cyan_compared_metric (compared, 0)->unit),
        cyan_unit_label (cyan_compared_metric (compared, 1)->unit));
  return TRUE;
}

static gboolean
check_basis (const CyanCliCompareOptions *options, GError **error)
{
  return !options->absolute || options->basis == CYAN_BASIS_ABSOLUTE
         || !cyan_cli_was_given ("basis")
         || cyan_fail (error, CYAN_ERROR_INVALID, "--absolute is --basis absolute: give either");
}

/* Sources are given in one of two ways. */
static gboolean
check_sources (const CyanRequest *request, GError **error)
{
  gboolean revisions = request->revisions[0] != NULL || request->revisions[1] != NULL;
  gboolean locations = request->sources[0] != NULL || request->sources[1] != NULL;

  if (request->repository != NULL && locations)
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      "--repo stands for both --source-before and --source-after: give either");
  if ((request->sources[0] == NULL) != (request->sources[1] == NULL))
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      "--source-before and --source-after go together: %s is missing",
                      request->sources[0] == NULL ? "--source-before" : "--source-after");
  if (revisions && request->repository == NULL)
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      "--revision-before and --revision-after go with --repo");
  if (request->maps != NULL && request->repository == NULL && !locations)
    return cyan_fail (error, CYAN_ERROR_INVALID, "--map goes with sources: none are given");
  return TRUE;
}

/* The operands are revisions in a store. */
static gboolean
check_store (const CyanCliCompareOptions *options, const char *command, int argc, GError **error)
{
  const CyanRequest *request = options->request;

  if (cyan_cli_has_runs ())
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      "--store has the runs of both sides: give neither --before nor --after");
  if (options->slowest != NULL)
    return cyan_fail (error, CYAN_ERROR_INVALID, "--slowest needs a file: --store has none");
  if (options->slices[0] != NULL || options->slices[1] != NULL)
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      "--slice-before and --slice-after go with files, which --store has none of");
  if (request->revisions[0] != NULL || request->revisions[1] != NULL)
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      "--store has revisions: give neither --revision-before nor --revision-after");
  if (argc != 3)
    return cyan_fail (error, CYAN_ERROR_INVALID, "%s --store needs two revisions: BEFORE and AFTER",
                      command);
  return TRUE;
}

/* Adds the slices of the sides to all of their runs. */
static void
add_slices (const CyanCliCompareOptions *options)
{
  for (guint side = 0; side < 2; side++)
    {
      char **runs = options->request->runs[side];

      for (guint i = 0; runs[i] != NULL; i++)
        {
          char *joined = cyan_slice_join (runs[i], options->slices[side]);

          g_free (runs[i]);
          runs[i] = joined;
        }
    }
}

/* The one file of which the slowest are compared with others. */
static gboolean
find_slowest (const CyanCliCompareOptions *options,
              const char *command,
              int argc,
              char **argv,
              GError **error)
{
  g_autofree char *file = NULL, *slice = NULL;

  if (argc != 2 || cyan_cli_has_runs () || options->slices[0] != NULL || options->slices[1] != NULL
      || cyan_slice_split (argv[1], &file, &slice))
    return cyan_fail (error, CYAN_ERROR_INVALID, "%s --slowest needs one profile, and no slices",
                      command);
  g_free (options->request->slowest);
  options->request->slowest = g_strdup (options->slowest);
  for (guint side = 0; side < 2; side++)
    cyan_request_set_runs (options->request, side, (const char *const[]){ argv[1], NULL });
  return TRUE;
}

/* The profiles are two operands, runs on both sides, or in a store. */
static gboolean
find_profiles (const CyanCliCompareOptions *options,
               const char *command,
               int argc,
               char **argv,
               GError **error)
{
  char **const *given = options->request->runs;
  gboolean runs = cyan_cli_has_runs ();

  if (options->store != NULL)
    return check_store (options, command, argc, error);
  if (cyan_cli_was_given ("project") || cyan_cli_was_given ("benchmark")
      || cyan_cli_was_given ("definition") || cyan_cli_was_given ("machine"))
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      "--project, --benchmark, --definition and --machine go with --store");
  if (runs && argc > 1)
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      "%s: \"%s\" stands beside --before and --after: give all runs by these",
                      command, argv[1]);
  if (runs && (*given[0] == NULL || *given[1] == NULL))
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      "%s: --before and --after go together: %s is missing", command,
                      *given[0] == NULL ? "--before" : "--after");
  if (options->slowest != NULL)
    return find_slowest (options, command, argc, argv, error);
  if (!runs && argc != (options->single ? 2 : 3))
    return cyan_fail (error, CYAN_ERROR_INVALID, "%s needs two profiles: BEFORE and AFTER",
                      command);
  for (guint side = 0; !runs && side < (options->single ? 1 : 2); side++)
    {
      const char *const operand[] = { argv[side + 1], NULL };

      cyan_request_set_runs (options->request, side, operand);
    }
  add_slices (options);
  return TRUE;
}

/* Loads the runs of two revisions. */
static gboolean
load_from_store (const CyanCliCompareOptions *options,
                 char **revisions,
                 const CyanTick *tick,
                 GError **error)
{
  CyanStorePair pair = options->pair;
  g_autoptr (CyanStore) store = cyan_cli_open_store (options->store, CYAN_STORE_READ, error);
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);

  pair.revisions[0] = revisions[0];
  pair.revisions[1] = revisions[1];
  if (store == NULL || !cyan_store_request (store, &pair, options->request, notes, tick, error))
    return FALSE;
  cyan_cli_notes (notes);
  return TRUE;
}

static gboolean
has_once (const CyanRequest *request)
{
  for (guint side = 0; side < 2; side++)
    for (guint i = 0; request->profiles[side] == NULL && request->runs[side][i] != NULL; i++)
      {
        g_autofree char *file = cyan_slice_file (request->runs[side][i]);

        if (cyan_input_is_once (file))
          return TRUE;
      }
  return FALSE;
}

const char *
cyan_cli_session_arguments (const CyanCliSession *self, const char *arguments)
{
  return self->is_once ? "BEFORE AFTER" : arguments;
}

/* Reports why the requested sources could not be opened. */
static gboolean
fail_sources (const CyanCliSession *self, const CyanRequest *request, GError **error)
{
  for (guint side = 0; side < 2; side++)
    {
      const CyanProfile *profile = self->comparison->compared.side[side].profile;
      g_autofree char *source = cyan_request_source (request, side, profile);

      if (request->repository != NULL && source == NULL)
        return cyan_fail (
            error, CYAN_ERROR_INVALID, "--repo: the profile %s names no revision: give %s",
            side == 0 ? "before" : "after", side == 0 ? "--revision-before" : "--revision-after");
    }
  return cyan_fail (error, CYAN_ERROR_INVALID, "%s", self->result->opened->problem);
}

/* Notes which functions were found by their lines. */
static void
note_by_line (const CyanCliSession *self)
{
  GString *names = g_string_new (NULL);
  guint n = 0;

  for (guint32 i = 0; self->known->by_line != NULL && i < self->comparison->compared.pairs->n; i++)
    if (self->known->by_line[i] && n++ < MAX_BY_LINE)
      {
        g_autofree char *name =
            cyan_text_for_label (cyan_comparison_pair_label (self->comparison, i), 80);

        g_string_append_printf (names, "%s%s", n > 1 ? ", " : "", name);
      }
  if (n > 0)
    cyan_cli_note ("the sources of %u %s were found by line, not by name: %s%s", n,
                   n == 1 ? "function" : "functions", names->str, n > MAX_BY_LINE ? ", ..." : "");
  g_string_free (names, TRUE);
}

/* Notes on the sources that are open, or could be opened. */
static void
note_sources (const CyanOpenedSources *opened)
{
  if (opened->recorded[0] != NULL)
    cyan_cli_note ("the profiles name their sources: --source-before %s --source-after %s",
                   opened->recorded[0], opened->recorded[1]);
  for (guint side = 0; side < 2; side++)
    if (opened->mismatch[side] != NULL)
      cyan_cli_note ("%s", opened->mismatch[side]);
}

gboolean
cyan_cli_session_open (CyanCliSession *self,
                       CyanCliCompareOptions *options,
                       const char *command,
                       int argc,
                       char **argv,
                       GError **error)
{
  CyanRequest *request = options->request;
  g_autoptr (CyanNameFilter) ignore = NULL;
  CyanCliWatchdog watchdog;
  GError *failure = NULL;

  if (!find_profiles (options, command, argc, argv, error) || !cyan_cli_check_match (request, error)
      || !check_basis (options, error) || !check_sources (request, error)
      || !cyan_opened_sources_check (request, error))
    return FALSE;
  self->hot_path = options->hot_path;
  if (options->ignore != NULL)
    {
      ignore =
          cyan_name_filter_new ("--ignore", (const char *const *) options->ignore, FALSE, error);
      if (ignore == NULL)
        return FALSE;
    }
  request->ignore = ignore;
  self->is_once = has_once (request);
  cyan_cli_limits_apply (&options->limits, &request->limits, &watchdog);
  if (options->store == NULL || load_from_store (options, argv + 1, &watchdog.tick, &failure))
    self->result = cyan_pipeline_run (request, NULL, FALSE, &watchdog.tick, &failure);
  request->ignore = NULL;
  cyan_cli_watchdog_end (&watchdog, &failure);
  if (self->result == NULL)
    {
      g_propagate_error (error, failure);
      return FALSE;
    }
  self->comparison = self->result->comparison;
  self->sources = self->result->sources;
  if (!choose_basis (self, options->absolute ? CYAN_BASIS_ABSOLUTE : options->basis, error))
    return FALSE;
  if (self->result->opened->problem != NULL)
    return fail_sources (self, request, error);
  note_sources (self->result->opened);
  if (cyan_source_table_has_other_hashes (self->sources))
    cyan_cli_note ("the body hashes of the two profiles were made in different ways and are not "
                   "compared: convert --source makes them anew");
  if (cyan_source_table_has_sources (self->sources)
      && !cyan_source_table_fill (self->sources, NULL, error))
    return FALSE;
  self->known = cyan_source_table_snapshot (self->sources);
  note_by_line (self);
  return TRUE;
}

gboolean
cyan_cli_session_rank (CyanCliSession *self, GError **error)
{
  const CyanRankingSources sources = cyan_source_snapshot_for_ranking (self->known);

  if (self->ranking != NULL || self->comparison->compared.single)
    return TRUE;
  self->ranking = cyan_ranking_new (self->comparison, &sources, NULL, error);
  if (self->ranking != NULL && cyan_ranking_answers (self->ranking)
      && cyan_has_commits_between (self->sources, NULL))
    self->commits = cyan_ranking_commits (self->ranking, self->sources, NULL, NULL);
  return self->ranking != NULL;
}

static gboolean
find_location (guint32 pair, char **file, guint *line, gpointer data)
{
  g_auto (CyanSourcePair) texts = { 0 };
  const CyanFunctionText *text;

  if (!cyan_source_table_look_up (data, pair, &texts, NULL, NULL))
    return FALSE;
  text = texts.after != NULL ? texts.after : texts.before;
  if (text == NULL)
    return FALSE;
  *file = g_strdup (text->path);
  *line = text->first_line;
  return TRUE;
}

CyanReportOptions
cyan_cli_session_report (const CyanCliSession *self, guint top)
{
  return (CyanReportOptions){
    .comparison = self->comparison,
    .ranking = self->ranking,
    .commits = self->commits,
    .basis = self->basis,
    .changes = self->known->changes,
    .presence = self->known->presence,
    .edits = cyan_source_snapshot_for_edits (self->known),
    .location = find_location,
    .location_data = self->sources,
    .before_name = self->result->names[0],
    .after_name = self->result->names[1],
    .top = top,
    .hot_path = self->hot_path,
  };
}

CyanHotPath *
cyan_cli_session_hot_path (const CyanCliSession *self)
{
  const CyanComparison *comparison = self->comparison;

  return cyan_hot_path_new_kind (comparison, cyan_comparison_top (comparison),
                                 cyan_cli_session_start (self), self->hot_path, self->basis);
}

CyanNode
cyan_cli_session_start (const CyanCliSession *self)
{
  return self->ranking != NULL ? cyan_ranking_start (self->ranking) : CYAN_NODE_NONE;
}

const char *
cyan_cli_session_start_name (const CyanCliSession *self)
{
  return self->ranking != NULL ? cyan_ranking_start_name (self->ranking, self->comparison) : NULL;
}

void
cyan_cli_session_clear (CyanCliSession *self)
{
  g_clear_pointer (&self->ranking, cyan_ranking_free);
  g_clear_pointer (&self->commits, cyan_commits_free);
  g_clear_pointer (&self->known, cyan_source_snapshot_unref);
  g_clear_pointer (&self->result, cyan_result_free);
}
