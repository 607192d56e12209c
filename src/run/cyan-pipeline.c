/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Executes a request. */
#include "cyan-pipeline.h"

#include "cyan-git-log.h"
#include "cyan-source-files.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-input.h"
#include "cyan-memory.h"
#include "cyan-profile-names.h"
#include "cyan-recursion.h"
#include "cyan-run-parts.h"
#include "cyan-tick.h"
#include "cyan-source-evidence.h"
#include "cyan-worker.h"

/* Fraction of the progress for loading, which takes most of the time, and up to the end of reading
 * sources. */
#define LOAD_SHARE   0.8
#define SOURCE_SHARE 0.85

/* Peak memory of a comparison in bytes for each node of either profile, including the profiles; see
 * docs/performance.md for the measurements. */
#define BYTES_PER_NODE 105

/* Maximum bytes of a file of renames. */
#define MAX_RENAMES (1024 * 1024)

static const char *const side_names[2] = { N_ ("before"), N_ ("after") };

/* ---- loading ---- */

/* The runs of one side. */
typedef struct
{
  CyanSharedTick *shared;
  guint side;
  const CyanRequest *request;
  const CyanNameRules *rules;
  CyanBudget *budget; /* of both sides */
  CyanRuns *runs;
  double ignored;
} Load;

/* @profile without the ignored functions.  Sets *@left_out to their value in the compared metric; a
 * missing metric is reported later. */
static CyanProfile *
leave_out_ignored (const CyanProfile *profile,
                   const CyanRequest *request,
                   const CyanNameRules *rules,
                   guint side,
                   double *left_out,
                   GError **error)
{
  g_autofree guint8 *ignored = g_new0 (guint8, profile->n_functions);
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) named = cyan_profile_with_normal_names (profile, strings);
  const CyanFunctions functions = cyan_profile_functions (named);
  g_autofree CyanStr *labels = cyan_name_rules_labels (rules, side, &functions, error);
  const char *wanted = request->how.metric;
  CyanProfile *without;
  guint metric = 0;

  *left_out = 0;
  if (labels == NULL)
    return NULL;
  for (guint f = 1; f < profile->n_functions; f++)
    {
      const char *name = cyan_strings_get (strings, labels[f]);
      guint pattern;

      if (!cyan_name_filter_find (request->ignore, name, 0, &pattern, error))
        return NULL;
      ignored[f] = pattern < cyan_name_filter_n_patterns (request->ignore);
    }
  if (wanted != NULL && !cyan_profile_find_metric (named, wanted, &metric))
    return g_steal_pointer (&named);
  without = cyan_profile_without (named, ignored);
  *left_out =
      named->metrics[metric].total[CYAN_NODE_ROOT] - without->metrics[metric].total[CYAN_NODE_ROOT];
  return without;
}

/* Run @i of @side, without idle frames. */
static CyanProfile *
load_run (const CyanRequest *request,
          guint side,
          guint i,
          const CyanLoadOptions *limits,
          const CyanTick *tick,
          GError **error)
{
  g_autoptr (CyanProfile) profile = NULL;

  if (request->profiles[side] == NULL)
    profile = cyan_profile_load (request->runs[side][i], limits, tick, error);
  else if (limits->fold_recursion)
    profile =
        cyan_profile_fold_recursion (g_ptr_array_index (request->profiles[side], i), tick, error);
  else
    profile = cyan_profile_ref (g_ptr_array_index (request->profiles[side], i));

  return profile != NULL ? cyan_profile_without_idle (profile) : NULL;
}

static CyanRuns *
load_runs (Load *self, const CyanTick *tick, GError **error)
{
  const CyanRequest *request = self->request;
  guint n = cyan_request_n_runs (request, self->side);
  double share = n > 1 ? 0.9 : 1.0; /* merging several runs takes time too */
  CyanLoadOptions limits = request->limits;
  g_autoptr (GPtrArray) profiles =
      g_ptr_array_new_with_free_func ((GDestroyNotify) cyan_profile_unref);
  const CyanTick joining = cyan_tick_slice (tick, share, (1 + share) / 2);
  const CyanTick merge = cyan_tick_slice (tick, (1 + share) / 2, 1);

  limits.budget = self->budget;
  for (guint i = 0; i < n; i++)
    {
      const CyanTick slice = cyan_tick_slice (tick, share * i / n, share * (i + 1) / n);
      CyanProfile *profile = load_run (request, self->side, i, &limits, &slice, error);

      if (profile != NULL && request->ignore != NULL)
        {
          g_autoptr (CyanProfile) whole = profile;
          double left_out;

          profile = leave_out_ignored (whole, request, self->rules, self->side, &left_out, error);
          self->ignored += left_out;
        }
      if (profile == NULL)
        return NULL;
      g_ptr_array_add (profiles, profile);
    }
  if (!cyan_run_parts_join (
          profiles, request->profiles[self->side] == NULL ? request->runs[self->side] : NULL,
          limits.max_nodes, self->budget, &joining, error))
    return NULL;
  self->ignored /= profiles->len;
  return cyan_runs_new ((CyanProfile *const *) profiles->pdata, profiles->len, request->how.metric,
                        side_names[self->side], self->budget, &merge, error);
}

static gboolean
load_side (gpointer data, GError **error)
{
  Load *load = data;
  const CyanTick tick = cyan_shared_tick_half (load->shared, load->side);

  load->runs = load_runs (load, &tick, error);
  /* The result of the other side would be discarded. */
  if (load->runs == NULL)
    cyan_shared_tick_stop (load->shared);
  return load->runs != NULL;
}

/* Whether both sides are the same file. */
static gboolean
is_same (const CyanRequest *request)
{
  if (cyan_request_n_runs (request, 0) != 1 || cyan_request_n_runs (request, 1) != 1
      || (request->profiles[0] == NULL) != (request->profiles[1] == NULL))
    return FALSE;
  return request->profiles[0] != NULL ? g_ptr_array_index (request->profiles[0], 0)
                                            == g_ptr_array_index (request->profiles[1], 0)
                                      : strcmp (request->runs[0][0], request->runs[1][0]) == 0;
}

/* All runs of both sides, each side in its own thread, without idle frames and ignored functions.
 * By side: sets *@runs and the value that was ignored, as the mean over the runs.  If both sides
 * are the same file, it is read once.  FALSE with all runs NULL. */
static gboolean
load_all (const CyanRequest *request,
          const CyanNameRules *rules,
          const CyanTick *tick,
          CyanRuns **runs,
          double *ignored,
          GError **error)
{
  gboolean same = is_same (request);
  g_autoptr (CyanBudget) budget = cyan_budget_new (request->limits.memory_limit);
  CyanSharedTick shared;
  Load loads[2] = { { &shared, 0, request, rules, budget, NULL, 0 },
                    { &shared, 1, request, rules, budget, NULL, 0 } };
  const gpointer both[2] = { &loads[0], &loads[1] };
  gboolean ok;

  cyan_shared_tick_init (&shared, tick);
  if (same)
    cyan_shared_tick_skip (&shared, 1);
  ok = cyan_workers_run ("load", load_side, both, same ? 1 : 2, error);
  if (ok && same)
    {
      loads[1].runs = cyan_runs_ref (loads[0].runs);
      loads[1].ignored = loads[0].ignored;
    }
  cyan_shared_tick_clear (&shared);

  for (guint side = 0; side < 2; side++)
    {
      runs[side] = loads[side].runs;
      ignored[side] = loads[side].ignored;
      if (!ok)
        g_clear_pointer (&runs[side], cyan_runs_unref);
    }
  return ok;
}

/* ---- comparing ---- */

static CyanNameRules *
load_rules (const CyanRequest *request, GError **error)
{
  g_autoptr (CyanNameRules) rules = cyan_name_rules_new (!request->raw_names);
  g_autoptr (CyanInput) input = NULL;
  const char *text;
  gsize length;

  if (request->rename_file == NULL)
    return g_steal_pointer (&rules);
  input = cyan_input_open (request->rename_file, NULL, error);
  if (input == NULL || !cyan_input_peek (input, MAX_RENAMES + 1, &text, &length, error))
    return NULL;
  if (length > MAX_RENAMES)
    return cyan_fail_null (error, CYAN_ERROR_LIMIT, _ ("%s: more than 1 MiB of renames"),
                           request->rename_file);
  return cyan_name_rules_add_renames (rules, text, length, request->rename_file, error)
             ? g_steal_pointer (&rules)
             : NULL;
}

/* Bytes kept for each run in addition to the mean. */
static guint64
runs_bytes (const CyanRuns *runs)
{
  guint n_columns = (runs->self != NULL) + (runs->calls != NULL);

  return (guint64) n_columns * runs->n_runs * runs->mean->n_nodes * sizeof (float);
}

/* Whether a comparison of this many nodes is within the memory limit.  @after is 0 with a single
 * profile.  The values of the runs take @more bytes. */
static gboolean
is_within_budget (
    const CyanRequest *request, guint before, guint after, guint64 more, GError **error)
{
  g_autoptr (CyanBudget) budget = cyan_budget_new (request->limits.memory_limit);
  guint64 needed = ((guint64) before + after) * BYTES_PER_NODE + more;
  g_autofree char *needed_text = cyan_memory_to_text (needed);
  g_autofree char *limit_text = cyan_memory_to_text (cyan_budget_limit (budget));

  if (cyan_budget_check (budget, needed, NULL))
    return TRUE;
  if (after == 0)
    return cyan_fail_hint (error, CYAN_ERROR_LIMIT, CYAN_HINT_MEMORY_LIMIT,
                           _ ("a tree of %'u nodes takes about %s of memory, the limit is %s"),
                           before, needed_text, limit_text);
  return cyan_fail_hint (
      error, CYAN_ERROR_LIMIT, CYAN_HINT_MEMORY_LIMIT,
      _ ("comparing %'u and %'u nodes takes about %s of memory, the limit is %s"), before, after,
      needed_text, limit_text);
}

static CyanComparison *
compare_single (const CyanRequest *request,
                const CyanCompareOptions *options,
                const CyanTick *tick,
                GError **error)
{
  CyanTick load = cyan_tick_slice (tick, 0, LOAD_SHARE);
  CyanTick rest = cyan_tick_slice (tick, LOAD_SHARE, 1);
  g_autoptr (CyanProfile) profile = load_run (request, 0, 0, &request->limits, &load, error);

  if (profile == NULL || !is_within_budget (request, profile->n_nodes - 1, 0, 0, error))
    return NULL;
  return cyan_comparison_new_single (profile, options, &rest, error);
}

static guint
count_standard_input (const CyanRequest *request)
{
  guint n = 0;

  for (guint side = 0; side < 2; side++)
    for (guint i = 0; request->profiles[side] == NULL && request->runs[side][i] != NULL; i++)
      n += cyan_input_is_standard (request->runs[side][i]);
  return n;
}

/* The user's claims, in the file of renames and in the request, of which the latter take
 * precedence. */
static GPtrArray *
all_claims (const CyanRequest *request, const CyanNameRules *rules)
{
  GPtrArray *all = cyan_name_claims_copy (cyan_name_rules_claims (rules));

  for (guint i = 0; request->claims != NULL && i < request->claims->len; i++)
    {
      const CyanNameClaim *claim = g_ptr_array_index (request->claims, i);

      cyan_name_claims_add (all, claim->before, claim->after, claim->same);
    }
  return all;
}

/* Compares what was loaded.  Sources come first, if any are requested, since they help to match. */
static CyanComparison *
compare_runs (CyanResult *self,
              const CyanRequest *request,
              CyanRuns *const *runs,
              CyanCompareOptions *options,
              const CyanOpenedSources *old,
              gboolean keep_folders,
              const CyanTick *tick,
              GError **error)
{
  const CyanTick reading = cyan_tick_slice (tick, LOAD_SHARE, SOURCE_SHARE);
  const CyanTick comparing = cyan_tick_slice (tick, SOURCE_SHARE, 1);
  const CyanProfile *const profiles[2] = { runs[0]->mean, runs[1]->mean };
  g_autoptr (CyanMatchEvidence) evidence = NULL;

  if (!is_within_budget (request, profiles[0]->n_nodes - 1, profiles[1]->n_nodes - 1,
                         runs_bytes (runs[0]) + runs_bytes (runs[1]), error))
    return NULL;
  if (cyan_request_wants_sources (request))
    {
      self->opened = cyan_opened_sources_new (request, profiles, old, keep_folders);
      /* The other methods match by names alone. */
      if (options->method == CYAN_MATCH_CONTEXT
          && !cyan_source_evidence_find (profiles, options->names, self->opened->locations,
                                         &evidence, &reading, error))
        return NULL;
    }
  options->evidence = evidence;
  return cyan_comparison_new_runs (runs[0], runs[1], options, &comparing, error);
}

/* Sets the comparison of @self, the ignored values, and the sources if any are requested and there
 * are two sides. */
static gboolean
compare (CyanResult *self,
         const CyanRequest *request,
         const CyanOpenedSources *old,
         gboolean keep_folders,
         const CyanTick *tick,
         GError **error)
{
  const CyanTick loading = cyan_tick_slice (tick, 0, LOAD_SHARE);
  g_autoptr (CyanNameRules) rules = load_rules (request, error);
  g_autoptr (GPtrArray) claims = rules != NULL ? all_claims (request, rules) : NULL;
  CyanCompareOptions how = request->how;
  CyanRuns *runs[2];

  if (rules == NULL)
    return FALSE;
  how.names = rules;
  how.claims = claims;
  if (cyan_request_n_runs (request, 1) == 0)
    {
      self->comparison = compare_single (request, &how, tick, error);
      return self->comparison != NULL;
    }
  if (count_standard_input (request) > 1)
    return cyan_fail (error, CYAN_ERROR_MISMATCH, _ ("only one profile can be standard input"));
  if (!load_all (request, rules, &loading, runs, self->ignored, error))
    return FALSE;
  self->comparison = compare_runs (self, request, runs, &how, old, keep_folders, tick, error);
  cyan_runs_unref (runs[0]);
  cyan_runs_unref (runs[1]);
  return self->comparison != NULL;
}

CyanComparison *
cyan_pipeline_compare (const CyanRequest *request, const CyanTick *tick, GError **error)
{
  g_autoptr (CyanResult) result = g_new0 (CyanResult, 1);

  return compare (result, request, NULL, FALSE, tick, error) ? g_steal_pointer (&result->comparison)
                                                             : NULL;
}

/* The revision that the request names for the sources of @side; NULL if it names none.  Borrowed,
 * from *@repository, too, which the caller frees. */
static const char *
revision_of (const CyanRequest *request, guint side, char **repository)
{
  const char *revision = request->revisions[side];

  if (revision == NULL && request->sources[side] != NULL
      && !cyan_source_files_split (request->sources[side], repository, &revision))
    return NULL;
  return revision;
}

/* The name of the runs of @side: what the profile says, the revision as a person would call it, the
 * file, or the id of a commit.  A single profile is before in the request but after in the
 * result. */
static char *
name_side (const CyanRequest *request, const CyanComparison *comparison, guint side)
{
  guint given = comparison->compared.single ? 0 : side;
  const CyanProfile *profile = comparison->compared.side[side].profile;
  const char *path = request->profiles[given] == NULL ? request->runs[given][0] : NULL;
  g_autofree char *said = cyan_pipeline_side_name (profile, NULL);
  g_autofree char *repository = NULL;
  const char *revision = revision_of (request, given, &repository);
  g_autofree char *digits = revision != NULL ? cyan_oid_short (revision) : NULL;

  if (request->names[given] != NULL)
    return g_strdup (request->names[given]);
  if (said != NULL)
    return g_steal_pointer (&said);
  if (revision != NULL && (path == NULL || g_str_equal (digits, revision)))
    return g_steal_pointer (&digits);
  said = cyan_pipeline_side_name (profile, path);
  return said != NULL ? g_steal_pointer (&said) : g_strdup (_ (side_names[side]));
}

/* Files of one name in two folders are told apart by the folders. */
static void
name_by_folder (const CyanRequest *request, char **names)
{
  const char *path[2];
  g_auto (GStrv) before_parts = NULL, after_parts = NULL;
  char **parts[2];
  guint n[2];

  for (guint side = 0; side < 2; side++)
    {
      path[side] = request->profiles[side] == NULL ? request->runs[side][0] : NULL;
      if (path[side] == NULL || request->names[side] != NULL)
        return;
    }
  parts[0] = before_parts = g_strsplit (path[0], G_DIR_SEPARATOR_S, -1);
  parts[1] = after_parts = g_strsplit (path[1], G_DIR_SEPARATOR_S, -1);
  for (guint side = 0; side < 2; side++)
    n[side] = g_strv_length (parts[side]);
  for (guint up = 1; up < MIN (n[0], n[1]); up++)
    {
      const char *before = parts[0][n[0] - 1 - up], *after = parts[1][n[1] - 1 - up];

      if (g_str_equal (before, after) || *before == '\0' || *after == '\0')
        continue;
      for (guint side = 0; side < 2; side++)
        {
          g_free (names[side]);
          names[side] = g_strdup (side == 0 ? before : after);
        }
      return;
    }
}

/* Names both sides, with the number of their runs if there are several. */
static void
name_sides (CyanResult *self, const CyanRequest *request)
{
  gboolean single = self->comparison->compared.single;

  for (guint side = single ? 1 : 0; side < 2; side++)
    self->names[side] = name_side (request, self->comparison, side);
  if (!single && g_str_equal (self->names[0], self->names[1]))
    name_by_folder (request, self->names);
  for (guint side = single ? 1 : 0; side < 2; side++)
    {
      guint n = self->comparison->compared.side[side].n_runs;
      g_autofree char *name = NULL;

      if (n == 1)
        continue;
      name = self->names[side];
      self->names[side] = g_strdup_printf (ngettext ("%s (%'u run)", "%s (%'u runs)", n), name, n);
    }
}

CyanResult *
cyan_pipeline_run (const CyanRequest *request,
                   const CyanOpenedSources *old,
                   gboolean keep_folders,
                   const CyanTick *tick,
                   GError **error)
{
  g_autoptr (CyanResult) self = g_new0 (CyanResult, 1);

  if (!compare (self, request, old, keep_folders, tick, error))
    return NULL;
  if (self->opened == NULL)
    {
      const CyanComparedSide *sides = self->comparison->compared.side;
      gboolean single = self->comparison->compared.single;

      self->opened = cyan_opened_sources_new (
          request, (const CyanProfile *[]){ single ? NULL : sides[0].profile, sides[1].profile },
          old, keep_folders);
    }
  self->sources = cyan_source_table_new (self->comparison, self->opened->locations[0],
                                         self->opened->locations[1]);
  name_sides (self, request);
  return g_steal_pointer (&self);
}

void
cyan_result_free (CyanResult *self)
{
  g_clear_pointer (&self->comparison, cyan_comparison_unref);
  g_clear_pointer (&self->opened, cyan_opened_sources_unref);
  g_clear_pointer (&self->sources, cyan_source_table_unref);
  g_free (self->names[0]);
  g_free (self->names[1]);
  g_free (self);
}

char *
cyan_pipeline_side_name (const CyanProfile *profile, const char *path)
{
  static const char *const endings[] = { ".gz",         ".zst",        ".json",  ".txt",
                                         ".cct",        ".folded",     ".perf",  ".uftrace",
                                         ".collapsed",  ".speedscope", ".trace", ".chrome",
                                         ".cpuprofile", ".pb",         ".prof" };
  const char *version = cyan_profile_get_meta (profile, "version");
  char *name;
  gboolean cut = TRUE;

  if (version == NULL || *version == '\0')
    version = cyan_profile_get_meta (profile, "revision");
  if (version != NULL && *version != '\0')
    return g_strdup (version);
  if (path == NULL)
    return NULL;

  if (cyan_input_is_standard (path))
    return g_strdup (_ ("standard input"));
  /* A shell names the pipe of <(command) after its descriptor. */
  if (g_str_has_prefix (path, "/dev/fd/") || g_str_has_prefix (path, "/proc/self/fd/"))
    return g_strdup (_ ("pipe"));
  name = g_path_get_basename (path);
  while (cut)
    {
      cut = FALSE;
      for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
        if (g_str_has_suffix (name, endings[i]) && strlen (name) > strlen (endings[i]))
          {
            name[strlen (name) - strlen (endings[i])] = '\0';
            cut = TRUE;
          }
    }
  return name;
}
