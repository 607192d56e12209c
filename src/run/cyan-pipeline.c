/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Executes a request. */
#include "cyan-pipeline.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-git-log.h"
#include "cyan-http.h"
#include "cyan-i18n.h"
#include "cyan-input.h"
#include "cyan-memory.h"
#include "cyan-pipeline-private.h"
#include "cyan-slice.h"
#include "cyan-source-evidence.h"
#include "cyan-source-files.h"
#include "cyan-tick.h"

/* Fraction of the progress for loading, which takes most of the time, and up to the end of reading
 * sources. */
#define LOAD_SHARE   0.8
#define SOURCE_SHARE 0.85

/* Peak memory of a comparison in bytes for each node of either profile, including the profiles; see
 * docs/performance.md for the measurements. */
#define BYTES_PER_NODE 105

/* Maximum bytes of a file of renames. */
#define MAX_RENAMES (1024 * 1024)

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
  g_autoptr (CyanProfile) profile = cyan_pipeline_load_single (request, &load, error);

  if (profile == NULL || !is_within_budget (request, profile->n_nodes - 1, 0, 0, error))
    return NULL;
  return cyan_comparison_new_single (profile, options, &rest, error);
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
  if (cyan_request_n_runs (request, 1) == 0 && request->slowest == NULL)
    {
      self->comparison = compare_single (request, &how, tick, error);
      return self->comparison != NULL;
    }
  if (!cyan_pipeline_load (request, rules, &loading, runs, self->ignored, error))
    return FALSE;
  if (cyan_pipeline_scale (request, runs, self->ignored, error))
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

/* The name of a slice beside @other, that of the other side: its text alone if both are of one
 * file. */
static char *
name_slice (const char *path, const char *other, const char *name)
{
  g_autofree char *file = NULL, *slice = NULL, *other_file = NULL;

  if (path == NULL || !cyan_slice_split (path, &file, &slice))
    return g_strdup (name);
  other_file = other != NULL ? cyan_slice_file (other) : NULL;
  return g_strcmp0 (file, other_file) == 0 ? g_steal_pointer (&slice)
                                           : g_strdup_printf ("%s@%s", name, slice);
}

/* The first file of @side; NULL if its runs are loaded. */
static const char *
path_of (const CyanRequest *request, guint side)
{
  return request->profiles[side] == NULL ? request->runs[side][0] : NULL;
}

/* The name of the runs of @side without slices: what the profile says, the revision as a person would call it, the
 * file, or the id of a commit.  A single profile is before in the request but after in the
 * result. */
static char *
name_file (const CyanRequest *request, const CyanComparison *comparison, guint side)
{
  guint given = comparison->compared.single ? 0 : side;
  const CyanProfile *profile = comparison->compared.side[side].profile;
  const char *run = path_of (request, given);
  g_autofree char *path = run != NULL ? cyan_slice_file (run) : NULL;
  g_autofree char *said = cyan_pipeline_side_name (profile, NULL);
  g_autofree char *repository = NULL;
  const char *revision = revision_of (request, given, &repository);
  g_autofree char *digits = revision != NULL ? cyan_oid_short (revision) : NULL;

  if (said != NULL)
    return g_steal_pointer (&said);
  if (revision != NULL && (path == NULL || g_str_equal (digits, revision)))
    return g_steal_pointer (&digits);
  said = cyan_pipeline_side_name (profile, path);
  return said != NULL ? g_steal_pointer (&said) : g_strdup (_ (cyan_pipeline_side_names[side]));
}

/* The name of the runs of @side: what the user says, or else that of their file and slice. */
static char *
name_side (const CyanRequest *request, const CyanComparison *comparison, guint side)
{
  guint given = comparison->compared.single ? 0 : side;
  g_autofree char *name = NULL;

  if (request->names[given] != NULL)
    return g_strdup (request->names[given]);
  if (request->slowest != NULL)
    return g_strdup_printf (side == 0 ? _ ("middle half of %s") : _ ("slowest 5 %% of %s"),
                            request->slowest);
  name = name_file (request, comparison, side);
  return name_slice (path_of (request, given), path_of (request, 1 - given), name);
}

static char *
without_query (const char *path)
{
  return cyan_http_is_address (path) ? g_strndup (path, strcspn (path, "?#")) : g_strdup (path);
}

/* Files of one name in two folders are told apart by the folders.  Queries of addresses have none. */
static void
name_by_folder (const CyanRequest *request, char **names)
{
  const char *path[2];
  g_autofree char *before_path = NULL, *after_path = NULL;
  g_auto (GStrv) before_parts = NULL, after_parts = NULL;
  char **parts[2];
  guint n[2];

  for (guint side = 0; side < 2; side++)
    {
      path[side] = request->profiles[side] == NULL ? request->runs[side][0] : NULL;
      if (path[side] == NULL || request->names[side] != NULL)
        return;
    }
  before_path = without_query (path[0]);
  after_path = without_query (path[1]);
  parts[0] = before_parts = g_strsplit (before_path, G_DIR_SEPARATOR_S, -1);
  parts[1] = after_parts = g_strsplit (after_path, G_DIR_SEPARATOR_S, -1);
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

/* Cuts common endings off @name. */
static void
cut_endings (char *name)
{
  static const char *const endings[] = { ".gz",         ".zst",        ".json",  ".txt",
                                         ".cct",        ".folded",     ".perf",  ".uftrace",
                                         ".collapsed",  ".speedscope", ".trace", ".chrome",
                                         ".cpuprofile", ".pb",         ".prof" };
  gboolean cut = TRUE;

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
}

/* The server of @address, the end of its path, and its slice: "db1:6060/profile@thread=main". */
static char *
address_name (const char *address)
{
  g_autofree char *file = NULL, *slice = NULL, *server = NULL, *path = NULL, *base = NULL;
  gboolean is_sliced = cyan_slice_split (address, &file, &slice);
  g_autofree char *label = cyan_http_label (is_sliced ? file : address);
  const char *begin = strstr (label, "//") + 2, *end = begin + strcspn (begin, "/?#");

  server = g_strndup (begin, (gsize) (end - begin));
  path = g_strndup (end, strcspn (end, "?#"));
  base = g_path_get_basename (path);
  cut_endings (base);
  if (*end != '/' || end[1] == '\0')
    *base = '\0';
  return g_strconcat (server, *base != '\0' ? "/" : "", base, is_sliced ? "@" : NULL, slice, NULL);
}

char *
cyan_pipeline_side_name (const CyanProfile *profile, const char *path)
{
  const char *version = cyan_profile_get_meta (profile, "version");
  char *name;

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
  if (cyan_http_is_address (path))
    return address_name (path);
  name = g_path_get_basename (path);
  cut_endings (name);
  return name;
}
