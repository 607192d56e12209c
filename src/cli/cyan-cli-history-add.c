/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan history add`: stores runs that somebody else measured. */
#include "cyan-cli.h"

#include <string.h>

#include "config.h"
#include "cyan-error.h"
#include "cyan-machine.h"
#include "cyan-new-runs.h"
#include "cyan-git-log.h"
#include "cyan-git.h"
#include "cyan-number.h"

typedef struct
{
  const char *revision, *parent, *benchmark, *project, *machine, *repository;
  char **values; /* NAME=NUMBER[UNIT] */
  gboolean create;
  CyanCliLimits limits;

  /* What they lead to. */
  const char *here; /* this machine */
  guint n_files, n_profiles;
  GPtrArray *given;    /* of Value */
  GPtrArray *results;  /* of CyanResults, which the runs borrow from */
  GPtrArray *runs;     /* of CyanNewRun */
  GHashTable *commits; /* see CyanNewRuns */
} Options;

/* A value of the command line. */
typedef struct
{
  char *name, *unit;
  double value;
} Value;

static void
value_free (gpointer data)
{
  Value *self = data;

  g_free (self->name);
  g_free (self->unit);
  g_free (self);
}

static gboolean
parse_value (const char *text, GPtrArray *given, GError **error)
{
  const char *equals = strchr (text, '='), *number = equals != NULL ? equals + 1 : "";
  /* An exponent needs its digits: "2e" has the unit "e". */
  gsize length = strspn (number, "+-0123456789.");
  double value;
  Value *parsed;

  if (number[length] == 'e' && strspn (number + length + 1, "+-0123456789") > 0)
    length += 1 + strspn (number + length + 1, "+-0123456789");
  if (equals == NULL || equals == text || !g_utf8_validate (text, -1, NULL)
      || !cyan_parse_double (number, length, &value)
      || strpbrk (number + length, "0123456789. ") != NULL)
    return cyan_fail (error, CYAN_ERROR_INVALID, "--value: \"%s\" is not like wall=1.2s", text);
  parsed = g_new (Value, 1);
  parsed->name = g_strndup (text, (gsize) (equals - text));
  parsed->unit = g_strdup (number + length);
  parsed->value = value;
  g_ptr_array_add (given, parsed);
  return TRUE;
}

/* ---- files ---- */

static gboolean
check_given (const Options *options, const char *path, GError **error)
{
  if (options->revision == NULL || options->benchmark == NULL)
    return cyan_fail (error, CYAN_ERROR_INVALID, "history add needs --revision and --benchmark");
  if (options->given->len > 0 && options->n_files > 1)
    return cyan_fail (error, CYAN_ERROR_INVALID, "--value is of one run, not of %u",
                      options->n_files);
  return options->given->len > 0 || path != NULL
         || cyan_fail (error, CYAN_ERROR_INVALID, "history add needs a profile, or --value");
}

static void
add_value (CyanNewRun *run, const char *name, const char *unit, double number)
{
  const CyanResultsValue value = { .metric = name, .unit = unit, .better = -1, .value = number };

  g_array_append_val (run->values, value);
}

/* Adds a run with the profile at @path, or one without if that is NULL. */
static gboolean
add_profile (Options *options, const char *path, GError **error)
{
  CyanNewRun *run = cyan_new_run_new ();

  g_ptr_array_add (options->runs, run);
  /* What the file is comes before what it lacks. */
  if (path != NULL)
    run->profile = cyan_cli_load (path, &options->limits, error);
  if ((path != NULL && run->profile == NULL) || !check_given (options, path, error))
    return FALSE;
  options->n_profiles++;
  run->revision = options->revision;
  run->benchmark = options->benchmark;
  run->machine = options->machine != NULL ? options->machine : options->here;
  run->texts = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < options->given->len; i++)
    {
      const Value *value = options->given->pdata[i];

      add_value (run, value->name, value->unit, value->value);
      g_ptr_array_add (run->texts, g_strdup (options->values[i]));
    }
  if (path == NULL)
    return TRUE;
  run->record = cyan_store_record_new (run->profile, error);
  for (guint i = 0; i < run->profile->n_metrics; i++)
    {
      const CyanMetric *metric = &run->profile->metrics[i];

      add_value (run, metric->name, metric->unit, metric->total[CYAN_NODE_ROOT]);
    }
  return run->record != NULL;
}

/* Adds the runs of @results, which it owns from now on. */
static gboolean
add_results (Options *options, const char *path, CyanResults *results, GError **error)
{
  const char *unnamed;

  g_ptr_array_add (options->results, results);
  if (options->given->len > 0)
    return cyan_fail (error, CYAN_ERROR_INVALID, "--value is of a profile; %s has values", path);
  if (results->n_failed > 0)
    cyan_cli_note ("%s: %u measurements failed and have no value", path, results->n_failed);
  cyan_new_runs_add_results (options->runs, results, options->revision, options->machine,
                             options->here, &unnamed);
  return unnamed == NULL
         || cyan_fail (error, CYAN_ERROR_INVALID,
                       "%s: %s: it says no revision, and --revision is not given", path, unnamed);
}

static gboolean
add_file (Options *options, const char *path, GError **error)
{
  CyanLoadOptions load;
  CyanCliWatchdog watchdog;
  CyanResults *results;
  gboolean is_read;

  cyan_cli_limits_apply (&options->limits, &load, &watchdog);
  is_read = cyan_results_read (path, &watchdog.tick, &results, error);
  cyan_cli_watchdog_end (&watchdog, error);
  if (!is_read)
    return FALSE;
  return results != NULL ? add_results (options, path, results, error)
                         : add_profile (options, path, error);
}

/* A file that cannot be read makes no store. */
static gboolean
add_files (Options *options, char **paths, GError **error)
{
  for (guint i = 0; i < options->n_files; i++)
    if (!add_file (options, paths[i], error))
      return FALSE;
  if (options->n_files == 0)
    return add_profile (options, NULL, error);
  return options->benchmark == NULL || options->n_profiles > 0
         || cyan_fail (error, CYAN_ERROR_INVALID,
                       "%s names its benchmarks; --benchmark is of profiles", paths[0]);
}

/* ---- revisions ---- */

/* Finds the commits that are called @revision in the repository; @ids are those found so far.  *@oid
 * is NULL if there is none. */
static gboolean
find_commit (Options *options,
             const char *repository,
             const char *revision,
             GHashTable *ids,
             const char **oid,
             GError **error)
{
  CyanGitRange range = { .tip = revision, .last = 1 };
  g_autoptr (GPtrArray) commits = cyan_git_log_range (repository, &range, NULL, error);

  *oid = NULL;
  if (commits == NULL)
    return FALSE;
  *oid = g_intern_string (((CyanGitLogCommit *) commits->pdata[commits->len - 1])->oid);
  if (g_hash_table_contains (ids, *oid))
    return TRUE;
  range.last = 0;
  g_ptr_array_unref (commits);
  commits = cyan_git_log_range (repository, &range, NULL, error);
  for (guint i = 0; commits != NULL && i < commits->len; i++)
    g_hash_table_add (ids, ((CyanGitLogCommit *) commits->pdata[i])->oid);
  if (commits == NULL)
    return FALSE;
  g_hash_table_insert (options->commits, (char *) *oid, g_steal_pointer (&commits));
  return TRUE;
}

/* The revisions of all runs, once each, in their order. */
static GPtrArray *
list_revisions (const GPtrArray *runs)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  GPtrArray *revisions = g_ptr_array_new ();

  for (guint i = 0; i < runs->len; i++)
    {
      CyanNewRun *run = runs->pdata[i];

      if (g_hash_table_add (seen, (char *) run->revision))
        g_ptr_array_add (revisions, (char *) run->revision);
    }
  return revisions;
}

static void
note_names (guint n_names, guint n, const GError *reason)
{
  if (n_names == 1)
    cyan_cli_note ("%s; the revision is only a name", reason->message);
  else if (n_names > 0)
    cyan_cli_note ("%u of %u revisions are only names; the first: %s", n_names, n, reason->message);
}

/* Looks all revisions up in the repository where one stands or that is given. */
static gboolean
find_commits (Options *options, const GPtrArray *revisions, GError **error)
{
  const char *repository = options->repository != NULL ? options->repository : ".";
  g_autoptr (GHashTable) ids = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) oids = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GError) first = NULL;
  guint n_names = 0;

  /* The newest is mostly the last, and has the others among its parents. */
  for (guint i = revisions->len; i-- > 0;)
    {
      g_autoptr (GError) reason = NULL;
      const char *oid;

      if (find_commit (options, repository, revisions->pdata[i], ids, &oid, &reason))
        g_hash_table_insert (oids, revisions->pdata[i], (char *) oid);
      else if (options->repository != NULL)
        return cyan_error_pass (&reason, error);
      else if (n_names++ == 0)
        first = g_steal_pointer (&reason);
    }
  note_names (n_names, revisions->len, first);
  for (guint i = 0; i < options->runs->len; i++)
    {
      CyanNewRun *run = options->runs->pdata[i];
      const char *oid = g_hash_table_lookup (oids, run->revision);

      run->revision = oid != NULL ? oid : run->revision;
    }
  return TRUE;
}

static gboolean
set_revisions (Options *options, GError **error)
{
  g_autoptr (GPtrArray) revisions = list_revisions (options->runs);

  if (options->parent != NULL && revisions->len > 1)
    return cyan_fail (error, CYAN_ERROR_INVALID, "--parent is of one revision, not of %u",
                      revisions->len);
  if (options->parent != NULL || (options->repository == NULL && !cyan_git_is_repository (".")))
    return TRUE;
  return find_commits (options, revisions, error);
}

/* ---- storing ---- */

static gboolean
store_runs (const Options *options, CyanStore *store, GError **error)
{
  const char *repository = options->repository != NULL ? options->repository : ".";
  g_autofree char *root =
      g_hash_table_size (options->commits) > 0 ? g_canonicalize_filename (repository, NULL) : NULL;
  const CyanNewRuns about = { .project = options->project,
                              .parent = options->parent,
                              .root = root,
                              .commits = options->commits,
                              .program = "cyan " CYAN_VERSION };
  guint n = options->runs->len, n_added;

  if (!cyan_new_runs_store (store, &about, options->runs, &n_added, error))
    return FALSE;
  if (n_added < n)
    cyan_cli_note ("%u of %u runs are in the store already", n - n_added, n);
  return TRUE;
}

static gboolean
add (Options *options, const char *path, char **files, GError **error)
{
  g_autoptr (CyanStore) store = NULL;

  for (guint i = 0; options->values != NULL && options->values[i] != NULL; i++)
    if (!parse_value (options->values[i], options->given, error))
      return FALSE;
  if (!add_files (options, files, error) || !set_revisions (options, error))
    return FALSE;
  cyan_new_runs_name (options->runs, options->project);
  store = cyan_cli_open_store (path, options->create ? CYAN_STORE_CREATE : CYAN_STORE_WRITE, error);
  return store != NULL && store_runs (options, store, error);
}

static gboolean
run (Options *options, int argc, char **argv, GError **error)
{
  g_autoptr (GPtrArray) given = g_ptr_array_new_with_free_func (value_free);
  g_autoptr (GPtrArray) results =
      g_ptr_array_new_with_free_func ((GDestroyNotify) cyan_results_free);
  g_autoptr (GPtrArray) runs = g_ptr_array_new_with_free_func (cyan_new_run_free);
  g_autoptr (GHashTable) commits =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_ptr_array_unref);
  g_autofree char *here = cyan_machine_identity ();

  options->given = given;
  options->results = results;
  options->runs = runs;
  options->commits = commits;
  options->here = here;
  options->n_files = (guint) argc - 2;
  return add (options, argv[1], argv + 2, error);
}

int
cyan_cli_history_add (int argc, char **argv)
{
  Options options = { .project = "main", .limits = CYAN_CLI_LIMITS_INIT };
  g_auto (GStrv) values = NULL;
  g_autoptr (GError) error = NULL;
  const CyanCliOption entries[] = {
    { "revision", 'r', cyan_cli_text, &options.revision,
      "What was measured: a commit; for results that do not say it", "REVISION" },
    { "parent", 0, cyan_cli_text, &options.parent,
      "The revision before it, from which revisions get their order", "REVISION" },
    { "repo", 0, cyan_cli_path, &options.repository,
      "Where the revision and its parents are looked up (default: the repository one is in)",
      "PATH" },
    { "benchmark", 'b', cyan_cli_text, &options.benchmark, "What it did; results say it themselves",
      "NAME" },
    { "project", 'p', cyan_cli_text, &options.project,
      "Of which program it is a revision (default: main)", "NAME" },
    { "machine", 0, cyan_cli_text, &options.machine,
      "Where it ran (default: processor, memory and architecture of this machine)", "NAME" },
    { "value", 0, cyan_cli_texts, &values, "Another measured value of the run; may be repeated",
      "NAME=NUMBER[UNIT]" },
    { "create", 0, cyan_cli_flag, &options.create, "Make the store if there is none" },
    { .group = cyan_cli_limit_options, .to = &options.limits },
    { NULL },
  };
  int status;

  if (!cyan_cli_parse ("history add", "STORE FILE...",
                       "Adds runs to a store: profiles of one revision, or results of CSV, Google\n"
                       "Benchmark, hyperfine, pytest-benchmark, go test -bench, JMH, Catch2,\n"
                       "BenchmarkDotNet, criterion or asv, told by their content.  Runs\n"
                       "that are there already are not added again.",
                       entries, &argc, &argv, &status))
    return status;
  if (argc < 2)
    return cyan_cli_fail ("history add needs a store");
  if (options.parent != NULL && options.repository != NULL)
    return cyan_cli_fail ("--parent and --repo exclude each other");
  options.values = values;
  return run (&options, argc, argv, &error) ? CYAN_EXIT_FINE : cyan_cli_error (error);
}
