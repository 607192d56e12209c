/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan history`: what a store has, and the commands that look after it. */
#include "cyan-cli.h"

#include <stdio.h>
#include <string.h>

#include "cyan-error.h"
#include "cyan-report-history.h"
#include "cyan-store-choose.h"
#include "cyan-store-copy.h"
#include "cyan-text.h"

/* Reads a list of each project with @read. */
static GPtrArray *
read_lists (CyanStore *store,
            const GPtrArray *projects,
            GPtrArray *(*read) (CyanStore *store, gint64 project, GError **error),
            GError **error)
{
  g_autoptr (GPtrArray) lists = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);

  for (guint i = 0; i < projects->len; i++)
    {
      GPtrArray *list = read (store, ((const CyanStoreProject *) projects->pdata[i])->id, error);

      if (list == NULL)
        return NULL;
      g_ptr_array_add (lists, list);
    }
  return g_steal_pointer (&lists);
}

static gboolean
report (CyanStore *store, const char *name, const CyanCliOutput *output, GError **error)
{
  g_autoptr (GPtrArray) series = cyan_store_read_overview (store, error);
  g_autoptr (GPtrArray) projects = series != NULL ? cyan_store_read_projects (store, error) : NULL;
  g_autoptr (GPtrArray) failures = NULL, notes = NULL;
  CyanReportStore about = { .name = name, .series = series, .projects = projects };

  if (projects == NULL || !cyan_store_read_sizes (store, &about.sizes, error))
    return FALSE;
  about.failures = failures = read_lists (store, projects, cyan_store_read_failures, error);
  if (failures == NULL)
    return FALSE;
  about.notes = notes = read_lists (store, projects, cyan_store_read_notes, error);
  return notes != NULL && cyan_cli_report (&cyan_report_store, &about, output, error);
}

/* ---- history check ---- */

/* Not a server, nor a folder of profiles. */
static gboolean
is_file (const char *store)
{
  return strstr (store, "://") == NULL && !g_file_test (store, G_FILE_TEST_IS_DIR);
}

static int
check_store (const char *path, gboolean full)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanStore) store = cyan_cli_open_store (path, CYAN_STORE_READ, &error);
  int status;

  if (store != NULL
      && (full ? cyan_store_check (store, &error) : cyan_store_check_rows (store, &error)))
    return CYAN_EXIT_FINE;
  status = cyan_cli_error (error);
  if (g_error_matches (error, CYAN_ERROR, CYAN_ERROR_INVALID) && is_file (path))
    cyan_cli_note ("\"cyan history check --repair NEW\" saves what can be read");
  return status;
}

static int
repair_store (const char *path, const char *out)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) remains = cyan_store_repair (path, out, &error);

  if (remains == NULL)
    return cyan_cli_error (error);
  puts ("     saved      lost");
  for (guint i = 0; i < remains->len; i++)
    {
      const CyanStoreRemains *row = &g_array_index (remains, CyanStoreRemains, i);

      printf ("%10" G_GUINT64_FORMAT, row->kept);
      if (row->lost == CYAN_STORE_UNKNOWN)
        printf ("%10s", "some");
      else
        printf ("%10" G_GINT64_FORMAT, row->lost);
      printf ("  %s\n", row->what);
    }
  return cyan_cli_finish_output ();
}

static int
history_check (int argc, char **argv)
{
  gboolean full = FALSE;
  const char *out = NULL;
  const CyanCliOption entries[] = {
    { "full", 0, cyan_cli_flag, &full,
      "Compare every profile with its checksum, and look at every value too" },
    { "repair", 0, cyan_cli_path, &out,
      "Save what can be read in a new store, and say what was lost", "NEW" },
    { NULL },
  };
  int status;

  if (!cyan_cli_parse ("history check", "STORE",
                       "Checks every page, index and reference of a store; fails if it is damaged.",
                       entries, &argc, &argv, &status))
    return status;
  if (argc != 2)
    return cyan_cli_fail ("history check needs one store");
  if (out != NULL && !is_file (argv[1]))
    return cyan_cli_fail ("%s: only a store in a file can be repaired", argv[1]);
  return out != NULL ? repair_store (argv[1], out) : check_store (argv[1], full);
}

/* ---- history copy ---- */

/* A file that does not exist yet appears when it is whole. */
static gboolean
copy (const char *path, const char *to, GError **error)
{
  g_autoptr (CyanStore) from = cyan_cli_open_store (path, CYAN_STORE_READ, error), store = NULL;
  g_autofree char *name = g_filename_display_name (path);
  CyanStoreCopied copied;

  if (from == NULL)
    return FALSE;
  if (is_file (to) && !g_file_test (to, G_FILE_TEST_EXISTS))
    {
      if (!cyan_store_export (from, to, &copied, error))
        return FALSE;
    }
  else
    {
      store = cyan_cli_open_store (to, CYAN_STORE_CREATE, error);
      if (store == NULL || !cyan_store_copy (from, store, &copied, error))
        return FALSE;
    }
  cyan_cli_note ("%s: %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " runs were new", name,
                 copied.added, copied.added + copied.known);
  return TRUE;
}

static int
history_copy (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  const CyanCliOption entries[] = { { NULL } };
  int status;

  if (!cyan_cli_parse (
          "history copy", "FROM TO",
          "Adds to one store what another one has, also in another kind of database.\n"
          "The first may be a folder of profiles.  The second is made if there is\n"
          "none.  Runs that are there already are not added again, so a copy that was\n"
          "interrupted can be repeated.",
          entries, &argc, &argv, &status))
    return status;
  if (argc != 3)
    return cyan_cli_fail ("history copy needs a store, and where to copy it");
  return copy (argv[1], argv[2], &error) ? CYAN_EXIT_FINE : cyan_cli_error (error);
}

/* ---- history index ---- */

static int
history_index (int argc, char **argv)
{
  const char *project = NULL;
  CyanCliLimits limits = CYAN_CLI_LIMITS_INIT;
  g_autoptr (GError) error = NULL;
  const CyanCliOption entries[] = {
    { "project", 'p', cyan_cli_text, &project, "Of which program the profiles are (default: main)",
      "NAME" },
    { .group = cyan_cli_force_options },
    { .group = cyan_cli_limit_options, .to = &limits },
    { NULL },
  };
  CyanLoadOptions load;
  CyanCliWatchdog watchdog;
  guint n_runs;
  gboolean ok;
  int status;

  if (!cyan_cli_parse (
          "history index", "FOLDER",
          "Writes the index.json of the profiles in a folder, with which it is a store\n"
          "that can be read, also behind HTTP:\n"
          "BENCHMARK/MACHINE/REVISION/RUN.pb.gz, and RUN.json beside it.",
          entries, &argc, &argv, &status))
    return status;
  if (argc != 2)
    return cyan_cli_fail ("history index needs one folder");
  cyan_cli_limits_apply (&limits, &load, &watchdog);
  ok = cyan_index_make (argv[1], project, &load, &watchdog.tick, &n_runs, &error);
  cyan_cli_watchdog_end (&watchdog, &error);
  if (ok)
    {
      cyan_cli_note ("%s: %u runs", argv[1], n_runs);
      return CYAN_EXIT_FINE;
    }
  return cyan_cli_error (error);
}

/* ---- history mark ---- */

typedef struct
{
  const char *revision, *benchmark, *project;
} MarkOptions;

static gboolean
check_benchmark (CyanStore *store, gint64 project, const char *name, GError **error)
{
  g_autoptr (GPtrArray) definitions = cyan_store_read_definitions (store, project, error);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  guint chosen;

  for (guint i = 0; definitions != NULL && i < definitions->len; i++)
    g_ptr_array_add (names, ((CyanStoreDefinition *) definitions->pdata[i])->benchmark);
  return definitions != NULL
         && cyan_store_choose (store, CYAN_CHOICE_BENCHMARK, names, name, &chosen, error);
}

static gboolean
put_mark (CyanStore *store, const MarkOptions *options, const char *text, GError **error)
{
  g_autoptr (GPtrArray) projects = cyan_store_read_projects (store, error), revisions = NULL;
  CyanStoreMark mark = { .benchmark = options->benchmark,
                         .kind = CYAN_STORE_MARK_NOTE,
                         .text = text,
                         .made = g_get_real_time () / G_USEC_PER_SEC };
  const CyanStoreProject *project = NULL;
  const CyanStoreRevision *revision = NULL;
  gint64 id;

  if (projects != NULL)
    project = cyan_store_choose_row (store, CYAN_CHOICE_PROJECT, projects, options->project, error);
  if (project != NULL)
    revisions = cyan_store_read_revisions (store, project->id, error);
  if (revisions != NULL)
    revision = cyan_store_find_revision (store, revisions, options->revision, error);
  if (revision == NULL
      || (options->benchmark != NULL
          && !check_benchmark (store, project->id, options->benchmark, error)))
    return FALSE;
  mark.revision = revision->oid;
  return cyan_store_put_mark (store, project->id, &mark, &id, error);
}

static int
history_mark (int argc, char **argv)
{
  MarkOptions options = { 0 };
  g_autoptr (CyanStore) store = NULL;
  g_autoptr (GError) error = NULL;
  const CyanCliOption entries[] = {
    { "revision", 'r', cyan_cli_text, &options.revision,
      "What the note is about: a commit of the store, or how it begins", "REVISION" },
    { "benchmark", 'b', cyan_cli_text, &options.benchmark, "Only this benchmark (default: all)",
      "NAME" },
    { "project", 'p', cyan_cli_text, &options.project,
      "Of which program it is a revision (default: the only one)", "NAME" },
    { NULL },
  };
  int status;

  if (!cyan_cli_parse ("history mark", "STORE TEXT",
                       "Adds a note about a revision, which charts show.", entries, &argc, &argv,
                       &status))
    return status;
  if (argc != 3 || options.revision == NULL)
    return cyan_cli_fail ("history mark needs a store, a text and --revision");
  if (!g_utf8_validate (argv[2], -1, NULL) || *argv[2] == '\0')
    return cyan_cli_fail ("history mark needs a text in UTF-8");
  store = cyan_cli_open_store (argv[1], CYAN_STORE_WRITE, &error);
  if (store == NULL || !put_mark (store, &options, argv[2], &error))
    return cyan_cli_error (error);
  return CYAN_EXIT_FINE;
}

/* ---- the command ---- */

/* clang-format off */
static const struct
{
  const char *name;
  int (*run) (int argc, char **argv);
} commands[] = {
  { "accept", cyan_cli_history_accept },
  { "add", cyan_cli_history_add },
  { "check", history_check },
  { "copy", history_copy },
  { "evolution", cyan_cli_history_evolution },
  { "heat", cyan_cli_history_heat },
  { "index", history_index },
  { "mark", history_mark },
  { "news", cyan_cli_history_news },
  { "page", cyan_cli_history_page },
  { "prune", cyan_cli_history_prune },
  { "queue", cyan_cli_history_queue },
  { "reopen", cyan_cli_history_reopen },
};
/* clang-format on */

static int
fail_command (const char *name)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", commands[i].name);
  return cyan_cli_fail ("history: \"%s\" is none of its commands: %s", name, list->str);
}

int
cyan_cli_history (int argc, char **argv)
{
  CyanCliOutput output = { 0 };
  g_autoptr (CyanStore) store = NULL;
  g_autoptr (GError) error = NULL;
  const CyanCliOption entries[] = {
    { .group = cyan_cli_output_options, .to = &output, .report = &cyan_report_store },
    { NULL },
  };
  g_autofree char *name = NULL;
  int status;

  for (guint i = 0; argc > 1 && i < G_N_ELEMENTS (commands); i++)
    if (strcmp (argv[1], commands[i].name) == 0)
      return commands[i].run (argc - 1, argv + 1);
  if (argc == 2 && strcmp (argv[1], CYAN_CLI_COMPLETE) == 0)
    for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
      puts (commands[i].name);
  if (!cyan_cli_parse (
          "history", "STORE",
          "Says what a store of measured revisions has: benchmarks, machines, runs,\n"
          "failures.  With a command it does more; \"cyan history COMMAND --help\" tells\n"
          "the options:\n"
          "  add        keep runs of a revision\n"
          "  mark       keep a note on a revision\n"
          "  news       say what changed since the last time\n"
          "  accept     say why a change may stay\n"
          "  reopen     take that back\n"
          "  evolution  say at which revisions each benchmark changed, or draw it\n"
          "  page       write all of it as pages for a browser\n"
          "  heat       show all benchmarks over all revisions\n"
          "  check      look for damage, and save what is left\n"
          "  prune      drop profiles of old revisions\n"
          "  queue      say who measures what right now\n"
          "  copy       add what another store has\n"
          "  index      make a folder of profiles a store",
          entries, &argc, &argv, &status))
    return status;
  if (argc < 2)
    return cyan_cli_fail ("history needs one store");
  if (argc > 2)
    return fail_command (argv[1]);
  store = cyan_cli_open_store (argv[1], CYAN_STORE_READ, &error);
  name = g_filename_display_name (argv[1]);
  if (store == NULL || !report (store, name, &output, &error))
    return cyan_cli_error (error);
  return CYAN_EXIT_FINE;
}
