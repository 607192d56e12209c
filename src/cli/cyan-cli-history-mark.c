/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan history mark`: a note of a person about a revision. */
#include "cyan-cli.h"

#include <string.h>

#include "cyan-error.h"

typedef struct
{
  const char *revision, *benchmark, *project;
} Options;

/* The project with @name, or the only one if it is NULL. */
static const CyanStoreProject *
find_project (const GPtrArray *projects, const char *name, GError **error)
{
  const CyanStoreProject *project = NULL;

  if (name != NULL)
    project = cyan_store_find_project (projects, name);
  else if (projects->len == 1)
    project = projects->pdata[0];
  if (project != NULL)
    return project;
  if (name == NULL)
    cyan_fail (error, CYAN_ERROR_INVALID, "the store has %u projects: history mark needs --project",
               projects->len);
  else
    cyan_fail (error, CYAN_ERROR_INVALID, "the store has no project \"%s\"", name);
  return NULL;
}

/* The revision called @name, or the only one that begins like that. */
static const CyanStoreRevision *
find_revision (const GPtrArray *revisions, const char *name, GError **error)
{
  const CyanStoreRevision *found = NULL;
  guint n = 0;

  for (guint i = 0; i < revisions->len; i++)
    {
      const CyanStoreRevision *revision = revisions->pdata[i];

      if (strcmp (revision->oid, name) == 0)
        return revision;
      if (!g_str_has_prefix (revision->oid, name))
        continue;
      found = revision;
      n++;
    }
  if (n == 1)
    return found;
  if (n == 0)
    cyan_fail (error, CYAN_ERROR_INVALID, "the store has no revision \"%s\"", name);
  else
    cyan_fail (error, CYAN_ERROR_INVALID, "several revisions of the store begin with \"%s\"", name);
  return NULL;
}

static gboolean
has_benchmark (CyanStore *store, gint64 project, const char *name, gboolean *has, GError **error)
{
  g_autoptr (GPtrArray) definitions = cyan_store_read_definitions (store, project, error);

  *has = FALSE;
  for (guint i = 0; definitions != NULL && i < definitions->len; i++)
    *has |= strcmp (((CyanStoreDefinition *) definitions->pdata[i])->benchmark, name) == 0;
  return definitions != NULL;
}

static gboolean
mark (CyanStore *store, const Options *options, const char *text, GError **error)
{
  g_autoptr (GPtrArray) projects = cyan_store_read_projects (store, error), revisions = NULL;
  const CyanStoreProject *project;
  const CyanStoreRevision *revision;
  gboolean has = TRUE;
  gint64 id;

  project = projects != NULL ? find_project (projects, options->project, error) : NULL;
  if (project == NULL)
    return FALSE;
  revisions = cyan_store_read_revisions (store, project->id, error);
  revision = revisions != NULL ? find_revision (revisions, options->revision, error) : NULL;
  if (revision == NULL
      || (options->benchmark != NULL
          && !has_benchmark (store, project->id, options->benchmark, &has, error)))
    return FALSE;
  if (!has)
    return cyan_fail (error, CYAN_ERROR_INVALID, "the store has no benchmark \"%s\"",
                      options->benchmark);
  return cyan_store_put_mark (store, project->id, options->benchmark, revision->oid, "note", text,
                              g_get_real_time () / G_USEC_PER_SEC, &id, error);
}

int
cyan_cli_history_mark (int argc, char **argv)
{
  Options options = { 0 };
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
  if (store == NULL || !mark (store, &options, argv[2], &error))
    return cyan_cli_error (error);
  return CYAN_EXIT_FINE;
}
