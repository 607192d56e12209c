/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan history`: what a store has. */
#include "cyan-cli.h"

#include <stdio.h>
#include <string.h>

#include "cyan-report-history.h"

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
  about.notes = notes = read_lists (store, projects, cyan_store_read_marks, error);
  return notes != NULL && cyan_cli_report (&cyan_report_store, &about, output, error);
}

/* ---- the command ---- */

/* clang-format off */
static const struct
{
  const char *name;
  int (*run) (int argc, char **argv);
} commands[] = {
  { "add", cyan_cli_history_add },
  { "check", cyan_cli_history_check },
  { "evolution", cyan_cli_history_evolution },
  { "export", cyan_cli_history_export },
  { "heat", cyan_cli_history_heat },
  { "import", cyan_cli_history_import },
  { "index", cyan_cli_history_index },
  { "mark", cyan_cli_history_mark },
  { "migrate", cyan_cli_history_migrate },
  { "prune", cyan_cli_history_prune },
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
          "  evolution  say at which revisions each benchmark changed, or draw it\n"
          "  heat       show all benchmarks over all revisions\n"
          "  check      look for damage, and save what is left\n"
          "  prune      drop profiles of old revisions\n"
          "  export, import, migrate  copy stores\n"
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
