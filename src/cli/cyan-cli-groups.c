/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options of several commands: how profiles are read, and how two of them are compared. */
#include "cyan-cli.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-memory.h"
#include "cyan-units.h"

/* ---- limits ---- */

static gboolean
parse_size (const CyanCliOption *option, const char *text, gpointer to, GError **error)
{
  return cyan_memory_parse (text, to)
         || cyan_fail (error, CYAN_ERROR_INVALID, "\"%s\" is not a size such as 2G", text);
}

static gboolean
parse_unit (const CyanCliOption *option, const char *text, gpointer to, GError **error)
{
  guint unit;

  if (!cyan_cli_choice (option, text, &unit, error))
    return FALSE;
  *(const char **) to = cyan_unit_names[unit];
  return TRUE;
}

static gboolean
parse_reader (const CyanCliOption *option, const char *text, gpointer to, GError **error)
{
  if (*text == '\0')
    return cyan_fail (error, CYAN_ERROR_INVALID, "the command is empty");
  return cyan_cli_text (option, text, to, error);
}

static gboolean
parse_hot (const CyanCliOption *option, const char *text, gpointer to, GError **error)
{
  return cyan_hot_limits_parse (text, to, error);
}

/* A command line is seen by all users of a computer, a file need not be. */
static gboolean
parse_headers (const CyanCliOption *option, const char *text, gpointer to, GError **error)
{
  if (*text != '@' || text[1] == '\0')
    return cyan_fail (
        error, CYAN_ERROR_INVALID,
        "headers are read from a file, @FILE, since other users can see a command line");
  return cyan_cli_path (option, text + 1, to, error);
}

#define AT(member) CYAN_CLI_AT (CyanCliLimits, member)

const CyanCliOption cyan_cli_limit_options[] = {
  { "memory-limit", 0, parse_size, AT (load.memory_limit),
    "Memory that reading may take: 500M, 2G (default: half of what there is)", "SIZE" },
  { "node-limit", 0, cyan_cli_count, AT (load.max_nodes),
    "Nodes that a profile may have, its root included (default: %s)", "N", .low = 1 },
  { "time-limit", 0, cyan_cli_count, AT (seconds),
    "Seconds that reading and comparing may take; 0: any (default: %s)", "SECONDS" },
  { "unit", 0, parse_unit, AT (load.unit),
    "What values without a unit are in: ns, us, ms, s, samples, bytes or count", "UNIT",
    .names = cyan_unit_names },
  { "reader", 0, parse_reader, AT (load.reader),
    "What reads a file of an unknown format: a command that prints .cct or folded stacks",
    "COMMAND" },
  { "hot", 0, parse_hot, AT (load.hot),
    "Keep only contexts with at least this part of the whole, in little memory (default: 0.01%)",
    "PHI[,EPSILON]" },
  { "fold-recursion", 0, cyan_cli_flag, AT (load.fold_recursion),
    "A call of a function that is on the path belongs to that earlier call" },
  { "http-headers", 0, parse_headers, AT (load.http.headers),
    "A file of lines \"Name: value\" for the server of an address", "@FILE" },
  { "http-ca", 0, cyan_cli_path, AT (load.http.ca),
    "Trust the authorities in this file (PEM), not the system's", "FILE" },
  { NULL },
};

static gboolean
watch (double fraction, const char *what, gpointer data)
{
  const CyanCliWatchdog *self = data;

  if (!self->is_quiet)
    cyan_cli_progress (fraction, what);
  return g_get_monotonic_time () < self->deadline;
}

void
cyan_cli_limits_apply (const CyanCliLimits *self, CyanLoadOptions *load, CyanCliWatchdog *watchdog)
{
  *load = self->load;
  load->child_seconds = self->seconds > 0 ? self->seconds : G_MAXINT;
  *watchdog = (CyanCliWatchdog){ .seconds = self->seconds };
  watchdog->tick = (CyanTick) CYAN_TICK_INIT (watch, watchdog);
  watchdog->deadline = self->seconds > 0
                           ? g_get_monotonic_time () + self->seconds * (gint64) G_USEC_PER_SEC
                           : G_MAXINT64;
}

void
cyan_cli_watchdog_end (const CyanCliWatchdog *self, GError **error)
{
  g_autoptr (GError) reason = NULL;
  const char *colon;

  cyan_cli_progress_end ();
  if (!cyan_error_is_cancelled (*error) || g_get_monotonic_time () < self->deadline)
    return;
  reason = g_steal_pointer (error);
  /* What was done, where the message tells. */
  colon = strstr (reason->message, ": ");
  cyan_fail (error, CYAN_ERROR_LIMIT, "%s%stook longer than %u s; --time-limit sets another limit",
             colon != NULL ? reason->message : "", colon != NULL ? " " : "", self->seconds);
}

CyanProfile *
cyan_cli_load (const char *path, const CyanCliLimits *limits, GError **error)
{
  CyanLoadOptions options;
  CyanCliWatchdog watchdog;
  GError *failure = NULL;
  CyanProfile *profile;

  cyan_cli_limits_apply (limits, &options, &watchdog);
  profile = cyan_profile_load (path, &options, &watchdog.tick, &failure);
  cyan_cli_watchdog_end (&watchdog, &failure);
  if (profile == NULL)
    g_propagate_error (error, failure);
  return profile;
}

#undef AT

/* ---- profiles that are written ---- */

const CyanCliOption cyan_cli_save_options[] = {
  { "output", 'o', cyan_cli_path, 0,
    "Where to write; its ending names the format: .cct, .cct.gz, .pb.gz, .folded", "OUT" },
  { .group = cyan_cli_force_options },
  { NULL },
};

/* ---- comparisons ---- */

/* By CyanBasis, and CYAN_CLI_BASIS_AUTO. */
static const char *const basis_names[] = { "share", "absolute", "auto", NULL };

#define AT(member) CYAN_CLI_AT (CyanRequest, member)

const CyanCliOption cyan_cli_request_options[] = {
  { "match", 'm', cyan_cli_choice, AT (how.method),
    "How nodes are matched: context (default), common-tree or path", "METHOD",
    .names = cyan_match_method_names, .noun = "method" },
  { "strict", 0, cyan_cli_flag, AT (how.strict),
    "common-tree: the same place among siblings, not only their order" },
  { "before", 0, cyan_cli_paths, AT (runs[0]),
    "A run before, as often as there are, in place of BEFORE and AFTER", "FILE" },
  { "after", 0, cyan_cli_paths, AT (runs[1]), "A run after, likewise", "FILE" },
  { "metric", 0, cyan_cli_text, AT (how.metric),
    "What is compared (default: each profile's first metric)", "NAME" },
  { "threshold", 0, cyan_cli_share, AT (how.threshold),
    "Smaller changes count as none: 1% or 0.01 of the run (default: %s)", "SHARE" },
  { "alpha", 0, cyan_cli_chance, AT (how.alpha),
    "Share of false alarms where noise is known (default: %s)", "SHARE" },
  { "sample-period", 0, cyan_cli_positive, AT (how.sample_period),
    "What one sample stands for, in the profiles' unit (default: as recorded)", "VALUE" },
  { "per-second", 0, cyan_cli_flag, AT (per_second),
    "Compare recordings of different lengths as if they were equally long; slices by time are so" },
  { "rename-file", 0, cyan_cli_own_path, AT (rename_file),
    "Renames to apply before matching, \"PATTERN => REPLACEMENT\" a line", "FILE" },
  { "raw-names", 0, cyan_cli_flag, AT (raw_names),
    "Take names as they are: no demangling, hashes and counters stay" },
  { "source-before", 0, cyan_cli_own_path, AT (sources[0]),
    "Where the sources of before are: a directory, or REPOSITORY@REVISION", "LOCATION" },
  { "source-after", 0, cyan_cli_own_path, AT (sources[1]),
    "Where the sources of after are, likewise", "LOCATION" },
  { "repo", 0, cyan_cli_own_path, AT (repository),
    "The repository of both, in place of the two above", "FOLDER" },
  { "revision-before", 0, cyan_cli_own_text, AT (revisions[0]),
    "Its revision before (default: as the profile says)", "REVISION" },
  { "revision-after", 0, cyan_cli_own_text, AT (revisions[1]), "Its revision after", "REVISION" },
  { "no-sources", 0, cyan_cli_flag, AT (no_sources),
    "Do not take the sources from the repository that a store names" },
  { "map", 0, cyan_cli_maps, AT (maps),
    "Paths recorded below FROM are below TO in the sources; as often as needed", "FROM=TO" },
  { NULL },
};

#undef AT
#define AT(member) CYAN_CLI_AT (CyanCliCompareOptions, member)

const CyanCliOption cyan_cli_compare_options[] = {
  { "store", 0, cyan_cli_path, AT (store),
    "BEFORE and AFTER are revisions in this store: all their runs are compared", "STORE" },
  { "benchmark", 'b', cyan_cli_text, AT (pair.benchmark),
    "Whose runs these are (default: the only one in the store)", "NAME" },
  { "machine", 0, cyan_cli_text, AT (pair.machine),
    "Where they ran (default: the only one that measured both)", "NAME" },
  { "definition", 0, cyan_cli_text, AT (pair.definition),
    "How they were run, as \"cyan history\" says it (default: the only way of both)", "HASH" },
  { "project", 0, cyan_cli_text, AT (pair.project),
    "Of which program they are (default: the only one with the benchmark)", "NAME" },
  { "slice-before", 0, cyan_cli_text, AT (slices[0]),
    "The part of the runs before to compare, as in FILE@KEY=VALUE; see \"cyan info --slices\"",
    "SLICE" },
  { "slice-after", 0, cyan_cli_text, AT (slices[1]), "The part of the runs after, likewise",
    "SLICE" },
  { "slowest", 0, cyan_cli_text, AT (slowest),
    "Of one FILE, compare the slowest 5% with the half in the middle: calls of function=NAME, or "
    "the "
    "values of a KEY",
    "WHAT" },
  { "basis", 0, cyan_cli_choice, AT (basis),
    "What changes are of: share, absolute (percent of the run before), or auto (default)", "BASIS",
    .names = basis_names },
  { "absolute", 0, cyan_cli_flag, AT (absolute), "The same as --basis absolute" },
  { "hot-path", 0, cyan_cli_choice, AT (hot_path),
    "mass (default), slower, faster, or delta: the largest differences", "METHOD",
    .names = cyan_hot_path_names, .noun = "method" },
  { .group = cyan_cli_limit_options, .to = AT (limits) },
  { NULL },
};

void
cyan_cli_compare_options_clear (CyanCliCompareOptions *self)
{
  g_clear_pointer (&self->request, cyan_request_free);
  g_clear_pointer (&self->ignore, g_strfreev);
}

gboolean
cyan_cli_has_runs (void)
{
  return cyan_cli_was_given ("before") || cyan_cli_was_given ("after");
}

gboolean
cyan_cli_takes_one (const CyanCliCompareOptions *options, int argc)
{
  return !cyan_cli_has_runs () && options->store == NULL && options->slowest == NULL && argc == 2;
}

gboolean
cyan_cli_check_match (const CyanRequest *request, GError **error)
{
  return !request->how.strict || request->how.method == CYAN_MATCH_COMMON_TREE
         || cyan_fail (error, CYAN_ERROR_INVALID, "--strict goes with --match=common-tree");
}
