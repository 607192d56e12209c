/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commits of a repository as revisions of a store. */
#include "cyan-store-commits.h"

#include "cyan-assert.h"
#include "cyan-git-log.h"
#include "cyan-store-private.h"

static gboolean
is_known (CyanStore *self,
          gint64 project,
          const CyanGitLogCommit *commit,
          gboolean *known,
          GError **error)
{
  const CyanSql values[] = { cyan_sql_integer (project), cyan_sql_text (commit->oid) };
  gint64 depth;

  return cyan_store_query_integer (
      self, "SELECT depth FROM revision WHERE project = $1 AND oid = $2 AND depth IS NOT NULL",
      values, G_N_ELEMENTS (values), &depth, known, error);
}

static gboolean
put_commit (
    CyanStore *self, gint64 project, const CyanGitLogCommit *commit, gint64 *id, GError **error)
{
  const CyanStoreRevision revision = {
    .oid = commit->oid,
    .parent = commit->parent,
    .depth = commit->depth >= 0 ? commit->depth : CYAN_STORE_UNKNOWN,
    .author_time = commit->author_time,
    .commit_time = commit->commit_time,
    .author = commit->author,
    .subject = commit->subject,
  };

  return cyan_store_put_revision (self, project, &revision, id, error);
}

static gboolean
put_commits (CyanStore *self, gint64 project, const GPtrArray *commits, gint64 *id, GError **error)
{
  gboolean known = FALSE;

  for (guint i = commits->len; i-- > 0 && !known;)
    {
      gint64 one;

      if (!is_known (self, project, commits->pdata[i], &known, error)
          || !put_commit (self, project, commits->pdata[i], &one, error))
        return FALSE;
      if (i == commits->len - 1)
        *id = one;
    }
  return TRUE;
}

/* Whether each is the parent of the next. */
static gboolean
are_first_parents (const GPtrArray *commits)
{
  for (guint i = 1; i < commits->len; i++)
    {
      const CyanGitLogCommit *parent = commits->pdata[i - 1], *commit = commits->pdata[i];

      if (g_strcmp0 (commit->parent, parent->oid) != 0)
        return FALSE;
    }
  return TRUE;
}

gboolean
cyan_store_put_commits (
    CyanStore *self, gint64 project, const GPtrArray *commits, gint64 *id, GError **error)
{
  gboolean began;

  g_assert (project != CYAN_STORE_UNKNOWN && commits->len > 0);
  cyan_assert_slow (are_first_parents (commits));
  if (!cyan_store_enter (self, &began, error))
    return FALSE;
  return cyan_store_leave (self, began, put_commits (self, project, commits, id, error), error);
}
