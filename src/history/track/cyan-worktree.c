/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Work trees of git, for builds that ask git.
 *
 * git makes the work tree without files; they are written like those of an export, so that no
 * filter runs.
 */
#include <errno.h>
#include <string.h>

#include "cyan-command.h"
#include "cyan-error.h"
#include "cyan-export-tree.h"
#include "cyan-remove.h"
#include "cyan-git-log.h"
#include "cyan-i18n.h"

/* Seconds that git may take. */
#define TIME_LIMIT 600

/* The configuration of the user and of the system does not apply, hooks and other programs of the
 * repository's own are turned off, and there is no protocol to fetch with. */
static const char *const settings[] = {
  "core.hooksPath=/dev/null", "core.fsmonitor=false", "protocol.allow=never", "gc.auto=0",
  "maintenance.auto=false",   "safe.directory=*",
};

static const char *const environment[][2] = {
  { "GIT_CONFIG_GLOBAL", "/dev/null" },
  { "GIT_CONFIG_NOSYSTEM", "1" },
  { "GIT_ATTR_NOSYSTEM", "1" },
  { "GIT_TERMINAL_PROMPT", "0" },
  { "GIT_NO_REPLACE_OBJECTS", "1" },
  { "GIT_NO_LAZY_FETCH", "1" },
  { "LC_ALL", "C.UTF-8" },
};

/* Of git, if this program was started by one of its hooks. */
static const char *const unwanted[] = {
  "GIT_DIR",        "GIT_WORK_TREE",         "GIT_INDEX_FILE",   "GIT_OBJECT_DIRECTORY",
  "GIT_COMMON_DIR", "GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT", "GIT_CONFIG",
};

static GStrv
make_environment (void)
{
  GStrv variables = g_get_environ ();

  for (gsize i = 0; i < G_N_ELEMENTS (unwanted); i++)
    variables = g_environ_unsetenv (variables, unwanted[i]);
  for (gsize i = 0; i < G_N_ELEMENTS (environment); i++)
    variables = g_environ_setenv (variables, environment[i][0], environment[i][1], TRUE);
  return variables;
}

/* Runs git in @folder.  @variables is its environment; *@output is what it prints, for the caller
 * to free, or NULL. */
static gboolean
run_git (const char *folder,
         GStrv variables,
         const char *const *arguments,
         char **output,
         const CyanTick *tick,
         GError **error)
{
  g_autoptr (GString) text = g_string_new ("exec git");
  g_auto (CyanCommandResult) result = { 0 };
  CyanCommand command = { .folder = folder,
                          .environment = (const char *const *) variables,
                          .seconds = TIME_LIMIT };

  for (gsize i = 0; i < G_N_ELEMENTS (settings); i++)
    g_string_append_printf (text, " -c %s", settings[i]);
  for (; *arguments != NULL; arguments++)
    {
      g_autofree char *quoted = g_shell_quote (*arguments);

      g_string_append_printf (text, " %s", quoted);
    }
  command.text = text->str;
  if (!cyan_command_run (&command, tick, &result, error))
    return FALSE;
  if (output != NULL)
    *output = g_steal_pointer (&result.log);
  if (result.exit_code == 0 || output != NULL)
    return TRUE;
  g_strdelimit (g_strchomp (result.log), "\n", ' ');
  return cyan_fail (error, CYAN_ERROR_IO, _ ("%s: git failed with exit code %d: %s"), folder,
                    result.exit_code, result.log);
}

/* The environment in which the filters of the repository's configuration do nothing; NULL with
 * @error.  git has no switch for it. */
static GStrv
without_filters (const char *folder, const CyanTick *tick, GError **error)
{
  const char *const list[] = { "config", "--name-only", "--get-regexp", "^filter[.]", NULL };
  g_auto (GStrv) variables = make_environment ();
  g_autofree char *output = NULL, *count = NULL;
  g_auto (GStrv) names = NULL;
  guint n = 0;

  if (!run_git (folder, variables, list, &output, tick, error))
    return NULL;
  names = g_strsplit (output, "\n", -1);
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *key = g_strdup_printf ("GIT_CONFIG_KEY_%u", n);
      g_autofree char *value = g_strdup_printf ("GIT_CONFIG_VALUE_%u", n);

      if (*names[i] == '\0')
        continue;
      variables = g_environ_setenv (variables, key, names[i], TRUE);
      variables = g_environ_setenv (variables, value, "", TRUE);
      n++;
    }
  count = g_strdup_printf ("%u", n);
  variables = g_environ_setenv (variables, "GIT_CONFIG_COUNT", count, TRUE);
  return g_steal_pointer (&variables);
}

/* Fills the index with the revision and with the times of the files, so that a build that asks does
 * not take them for changed. */
static gboolean
fill_index (const char *folder, const char *oid, const CyanTick *tick, GError **error)
{
  const char *const read[] = { "read-tree", oid, NULL };
  const char *const refresh[] = { "update-index", "-q", "--refresh", NULL };
  g_auto (GStrv) variables = without_filters (folder, tick, error);
  g_autofree char *output = NULL;

  /* The second fails if the attributes ask for other line ends: then the files do differ. */
  return variables != NULL && run_git (folder, variables, read, NULL, tick, error)
         && run_git (folder, variables, refresh, &output, tick, error);
}

gboolean
cyan_worktree_add (const char *repository,
                   const char *oid,
                   const char *folder,
                   const CyanTick *tick,
                   GError **error)
{
  g_autofree char *name = cyan_git_name (repository, error);
  const char *const add[] = { "worktree", "add", "--quiet", "--detach", "--no-checkout",
                              "--force",  "--",  folder,    oid,        NULL };
  g_auto (GStrv) variables = make_environment ();

  /* Checks the owner first: git is told to trust it. */
  if (name == NULL)
    return FALSE;
  if (run_git (repository, variables, add, NULL, tick, error)
      && cyan_export_tree (repository, oid, NULL, folder, NULL, tick, error)
      && fill_index (folder, oid, tick, error))
    return TRUE;
  cyan_worktree_remove (repository, folder, NULL);
  return FALSE;
}

gboolean
cyan_worktree_remove (const char *repository, const char *folder, GError **error)
{
  /* Twice: also if it is locked. */
  const char *const forget[] = { "worktree", "remove", "--force", "--force", "--", folder, NULL };
  g_auto (GStrv) variables = make_environment ();

  return cyan_remove_folder (folder, error)
         && run_git (repository, variables, forget, NULL, NULL, error);
}
