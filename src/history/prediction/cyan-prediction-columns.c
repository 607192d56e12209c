/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-prediction-private.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-git-log.h"
#include "cyan-i18n.h"

/* The folder of the sources.  Caller frees; NULL with @error. */
static char *
find_repository (CyanStore *store, const char *project, const char *given, GError **error)
{
  g_autoptr (GPtrArray) projects = NULL;
  const CyanStoreProject *row;
  char *root;

  if (given != NULL)
    return g_strdup (given);
  projects = cyan_store_read_projects (store, error);
  if (projects == NULL)
    return NULL;
  row = cyan_store_find_named (projects, project);
  root = row != NULL ? cyan_store_project_root (store, row) : NULL;
  if (root == NULL)
    cyan_fail_hint (error, CYAN_ERROR_UNSUPPORTED, CYAN_HINT_REPOSITORY,
                    _ ("%s: the repository of \"%s\" is not on this computer"),
                    cyan_store_name (store), project);
  return root;
}

static void
make_columns (CyanPrediction *self, guint n)
{
  self->columns = g_new0 (CyanEvolutionColumn, n);
  self->revisions = g_new0 (CyanPredictedRevision, n);
  self->n_columns = n;
}

/* ---- the columns of an evolution ---- */

static void
take_columns (CyanPrediction *self, const CyanEvolution *evolution)
{
  make_columns (self, evolution->n_columns);
  for (guint i = 0; i < self->n_columns; i++)
    self->columns[i] = cyan_evolution_column_copy (&evolution->columns[i]);
}

/* ---- a range of the repository ---- */

/* @commits without the first are those after @from. */
static gboolean
check_range (const GPtrArray *commits, const CyanPredictionOptions *options, GError **error)
{
  const CyanGitLogCommit *from = commits->pdata[0];
  const CyanGitLogCommit *next = commits->len > 1 ? commits->pdata[1] : NULL;

  if (next == NULL)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("no revision is between %s and %s"),
                      options->from, options->to);
  if (g_strcmp0 (next->parent, from->oid) != 0)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s is no first parent of %s"), options->from,
                      options->to);
  return TRUE;
}

static gboolean
walk_range (CyanPrediction *self,
            const char *repository,
            const CyanPredictionOptions *options,
            const CyanTick *tick,
            GError **error)
{
  const char *const first[] = { options->from, NULL };
  const CyanGitRange range = { .tip = options->to, .start = options->from };
  g_autoptr (GPtrArray) start = cyan_git_log_list (repository, first, tick, error);
  g_autoptr (GPtrArray) rest = NULL;
  g_autoptr (GPtrArray) commits = g_ptr_array_new ();

  if (start == NULL)
    return FALSE;
  rest = cyan_git_log_range (repository, &range, tick, error);
  if (rest == NULL)
    return FALSE;
  g_ptr_array_extend (commits, start, NULL, NULL);
  g_ptr_array_extend (commits, rest, NULL, NULL);
  if (!check_range (commits, options, error))
    return FALSE;
  make_columns (self, commits->len);
  for (guint i = 0; i < commits->len; i++)
    self->columns[i] = cyan_evolution_column_of_commit (commits->pdata[i]);
  return TRUE;
}

/* ---- */

gboolean
cyan_prediction_find_columns (CyanPrediction *self,
                              CyanStore *store,
                              const CyanEvolutionQuery *query,
                              const CyanPredictionOptions *options,
                              const CyanTick *tick,
                              char **repository,
                              GError **error)
{
  CyanEvolutionQuery program = *query;
  g_autoptr (CyanEvolution) evolution = NULL;
  g_autofree char *head = NULL;

  program.function = program.metric = NULL;
  evolution = cyan_evolution_read (store, &program, error);
  if (evolution == NULL)
    return FALSE;
  self->project = g_strdup (evolution->project);
  *repository = find_repository (store, self->project, options->repository, error);
  if (*repository == NULL)
    return FALSE;
  if (options->from != NULL)
    return walk_range (self, *repository, options, tick, error);
  if (evolution->n_columns == 0 && query->benchmark != NULL)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: nothing was measured that matches"),
                      cyan_store_name (store));
  if (evolution->n_columns < 2)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: fewer than two revisions were measured"),
                      cyan_store_name (store));
  if (evolution->is_unordered)
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      _ ("%s: it does not know which revision follows which"),
                      cyan_store_name (store));
  head = cyan_git_head_name (*repository, error);
  if (head == NULL)
    return FALSE;
  take_columns (self, evolution);
  return TRUE;
}
