/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan history add`: stores runs that somebody else measured. */
#include "cyan-cli.h"

#include <math.h>
#include <string.h>

#include "config.h"
#include "cyan-error.h"
#include "cyan-machine.h"
#include "cyan-git-log.h"
#include "cyan-git.h"
#include "cyan-number.h"

typedef struct
{
  const char *revision, *parent, *benchmark, *project, *machine, *repository;
  char **values; /* NAME=NUMBER[UNIT] */
  gboolean create;
  CyanCliLimits limits;

  /* The parsed values. */
  GPtrArray *commits; /* the revision with all first parents; NULL: it is only a name */
  GPtrArray *runs;    /* of Run */
  GPtrArray *given;   /* of Value */
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

/* ---- the revision ---- */

/* In the repository where one stands or that is given. */
static gboolean
find_commits (Options *options, GError **error)
{
  const char *repository = options->repository != NULL ? options->repository : ".";
  const CyanGitRange range = { .tip = options->revision };
  g_autoptr (GError) reason = NULL;

  if (options->parent != NULL
      || (options->repository == NULL && !cyan_git_is_repository (repository)))
    return TRUE;
  options->commits = cyan_git_log_range (repository, &range, NULL, &reason);
  if (options->commits != NULL)
    {
      const CyanGitLogCommit *tip = options->commits->pdata[options->commits->len - 1];

      options->revision = g_intern_string (tip->oid);
      return TRUE;
    }
  if (options->repository != NULL)
    return cyan_error_pass (&reason, error);
  cyan_cli_note ("%s; the revision is only a name", reason->message);
  return TRUE;
}

/* ---- runs ---- */

/* A run before it is stored. */
typedef struct
{
  CyanProfile *profile;
  CyanStoreRecord *record;
  char *uid;
} Run;

static void
run_free (gpointer data)
{
  Run *self = data;

  cyan_store_record_free (self->record);
  g_clear_pointer (&self->profile, cyan_profile_unref);
  g_free (self->uid);
  g_free (self);
}

/* The same for the same run, so that a command can be repeated; @n tells equal runs of one command
 * apart. */
static char *
make_uid (const Options *options, const Run *run, guint n)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  const char *const texts[] = { options->project, options->revision, options->benchmark,
                                options->machine };
  g_autofree char *number = g_strdup_printf ("%u", n);

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_checksum_update (checksum, (const guchar *) texts[i], (gssize) strlen (texts[i]) + 1);
  g_checksum_update (checksum, (const guchar *) number, (gssize) strlen (number) + 1);
  for (guint i = 0; options->values != NULL && options->values[i] != NULL; i++)
    g_checksum_update (checksum, (const guchar *) options->values[i],
                       (gssize) strlen (options->values[i]) + 1);
  if (run->record != NULL)
    {
      gsize length;
      const guchar *bytes = g_bytes_get_data (run->record->bytes, &length);

      g_checksum_update (checksum, bytes, (gssize) length);
    }
  return g_strndup (g_checksum_get_string (checksum), 32);
}

static Run *
load_run (const char *path, const Options *options, GError **error)
{
  Run *run = g_new0 (Run, 1);

  if (path == NULL)
    return run;
  run->profile = cyan_cli_load (path, &options->limits, error);
  if (run->profile != NULL)
    run->record = cyan_store_record_new (run->profile, error);
  if (run->record != NULL)
    return run;
  run_free (run);
  return NULL;
}

/* The runs of all @paths, or one without a profile. */
static GPtrArray *
load_runs (char **paths, guint n, const Options *options, GError **error)
{
  g_autoptr (GPtrArray) runs = g_ptr_array_new_with_free_func (run_free);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < MAX (n, 1); i++)
    {
      Run *run = load_run (n > 0 ? paths[i] : NULL, options, error);
      guint equal = 0;

      if (run == NULL)
        return NULL;
      g_ptr_array_add (runs, run);
      do
        {
          g_free (run->uid);
          run->uid = make_uid (options, run, equal++);
        }
      while (!g_hash_table_add (seen, run->uid));
    }
  return g_steal_pointer (&runs);
}

static gboolean
add_value (CyanStore *store, GArray *values, char *name, char *unit, double number, GError **error)
{
  const CyanStoreMetric metric = { .name = name, .unit = unit, .better = -1 };
  gboolean added;

  return cyan_store_add_value (store, values, &metric, number, &added, error)
         && (added
             || cyan_fail (error, CYAN_ERROR_INVALID, "two values of %s in %s", name,
                           *unit != '\0' ? unit : "an unknown unit"));
}

/* Stores @run with the rows that @ids refers to. */
static gboolean
add_run (CyanStore *store,
         const CyanStoreRun *ids,
         const Options *options,
         const Run *run,
         gboolean *added,
         GError **error)
{
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (CyanStoreValue));
  CyanStoreRun row = *ids;

  for (guint i = 0; i < options->given->len; i++)
    {
      const Value *value = options->given->pdata[i];

      if (!add_value (store, values, value->name, value->unit, value->value, error))
        return FALSE;
    }
  for (guint i = 0; run->profile != NULL && i < run->profile->n_metrics; i++)
    {
      const CyanMetric *metric = &run->profile->metrics[i];

      if (!add_value (store, values, metric->name, metric->unit, metric->total[CYAN_NODE_ROOT],
                      error))
        return FALSE;
    }
  row.uid = run->uid;
  row.values = (const CyanStoreValue *) values->data;
  row.n_values = values->len;
  cyan_store_record_borrow (run->record, &row);
  return cyan_store_next_number (store, row.revision, row.definition, row.machine, &row.number,
                                 error)
         && cyan_store_add_run (store, &row, added, error);
}

/* Adds the rows that the runs refer to. */
static gboolean
put_context (CyanStore *store, const Options *options, CyanStoreRun *ids, GError **error)
{
  const char *repository = options->repository != NULL ? options->repository : ".";
  g_autofree char *root =
      options->commits != NULL ? g_canonicalize_filename (repository, NULL) : NULL;
  CyanStoreRevision revision = { .oid = (char *) options->revision,
                                 .parent = (char *) options->parent,
                                 .depth = CYAN_STORE_UNKNOWN,
                                 .author_time = CYAN_STORE_UNKNOWN,
                                 .commit_time = CYAN_STORE_UNKNOWN };
  gint64 project;

  return cyan_store_put_project (store, options->project, root, &project, error)
         && (options->commits != NULL
                 ? cyan_store_put_commits (store, project, options->commits, &ids->revision, error)
                 : cyan_store_put_revision (store, project, &revision, &ids->revision, error))
         && cyan_store_put_machine (store, options->machine, options->machine, &ids->machine, error)
         && cyan_store_add_environment (store, ids->machine, ids->began, "{}", "cyan " CYAN_VERSION,
                                        &ids->environment, error)
         && cyan_store_put_definition (store, project, options->benchmark, "", "", &ids->definition,
                                       error);
}

static gboolean
add_runs (CyanStore *store, const Options *options, guint *n_added, GError **error)
{
  CyanStoreRun ids = { .build = CYAN_STORE_UNKNOWN,
                       .status = CYAN_RUN_OK,
                       .began = g_get_real_time () / G_USEC_PER_SEC,
                       .seconds = NAN,
                       .exit_code = CYAN_STORE_UNKNOWN };

  *n_added = 0;
  if (!put_context (store, options, &ids, error))
    return FALSE;
  for (guint i = 0; i < options->runs->len; i++)
    {
      gboolean added;

      if (!add_run (store, &ids, options, options->runs->pdata[i], &added, error))
        return FALSE;
      *n_added += added;
    }
  return TRUE;
}

/* All runs or none; nothing is written if all are there. */
static gboolean
store_runs (CyanStore *store, const Options *options, GError **error)
{
  guint n = options->runs->len, n_added;

  if (!cyan_store_begin (store, error))
    return FALSE;
  if (!add_runs (store, options, &n_added, error))
    {
      cyan_store_rollback (store);
      return FALSE;
    }
  if (n_added < n)
    cyan_cli_note ("%u of %u runs are in the store already", n - n_added, n);
  if (n_added > 0)
    return cyan_store_commit (store, error);
  cyan_store_rollback (store);
  return TRUE;
}

static gboolean
run (Options *options, int argc, char **argv, GError **error)
{
  g_autoptr (GPtrArray) given = options->given = g_ptr_array_new_with_free_func (value_free);
  g_autofree char *identity = cyan_machine_identity ();
  guint n_profiles = (guint) argc - 2;
  g_autoptr (GPtrArray) runs = NULL, commits = NULL;
  g_autoptr (CyanStore) store = NULL;

  if (options->machine == NULL)
    options->machine = identity;
  for (guint i = 0; options->values != NULL && options->values[i] != NULL; i++)
    if (!parse_value (options->values[i], given, error))
      return FALSE;
  if (given->len > 0 && n_profiles > 1)
    return cyan_fail (error, CYAN_ERROR_INVALID, "--value is of one run, not of %u", n_profiles);
  if (given->len == 0 && n_profiles == 0)
    return cyan_fail (error, CYAN_ERROR_INVALID, "history add needs a profile, or --value");
  if (!find_commits (options, error))
    return FALSE;
  commits = options->commits;
  /* A profile that cannot be read makes no store. */
  runs = options->runs = load_runs (argv + 2, n_profiles, options, error);
  if (runs == NULL)
    return FALSE;
  store =
      cyan_cli_open_store (argv[1], options->create ? CYAN_STORE_CREATE : CYAN_STORE_WRITE, error);
  return store != NULL && store_runs (store, options, error);
}

int
cyan_cli_history_add (int argc, char **argv)
{
  Options options = { .project = "main", .limits = CYAN_CLI_LIMITS_INIT };
  g_auto (GStrv) values = NULL;
  g_autoptr (GError) error = NULL;
  const CyanCliOption entries[] = {
    { "revision", 'r', cyan_cli_text, &options.revision, "What was measured: a commit",
      "REVISION" },
    { "parent", 0, cyan_cli_text, &options.parent,
      "The revision before it, from which revisions get their order", "REVISION" },
    { "repo", 0, cyan_cli_path, &options.repository,
      "Where the revision and its parents are looked up (default: the repository one is in)",
      "PATH" },
    { "benchmark", 'b', cyan_cli_text, &options.benchmark, "What it did", "NAME" },
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

  if (!cyan_cli_parse ("history add", "STORE PROFILE...",
                       "Adds runs of one revision to a store, with their profiles.  Runs that are\n"
                       "there already are not added again.",
                       entries, &argc, &argv, &status))
    return status;
  if (argc < 2)
    return cyan_cli_fail ("history add needs a store");
  if (options.revision == NULL || options.benchmark == NULL)
    return cyan_cli_fail ("history add needs --revision and --benchmark");
  if (options.parent != NULL && options.repository != NULL)
    return cyan_cli_fail ("--parent and --repo exclude each other");
  options.values = values;
  return run (&options, argc, argv, &error) ? CYAN_EXIT_FINE : cyan_cli_error (error);
}
