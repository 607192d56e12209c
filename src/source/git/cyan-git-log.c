/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Walks the graph of commits.
 *
 * libgit2's own walk ends at the boundary of a shallow clone with an error, and knows no depth.
 */
#include "cyan-git-log.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-git-private.h"
#include "cyan-i18n.h"

/* Commits between two polls of the tick. */
#define TICK_STRIDE 256

typedef struct
{
  CyanGitRepository *repository;
  GHashTable *shallow; /* ids of commits whose parents were not cloned */
  GHashTable *levels;  /* id -> pack_level() */
  const CyanTick *tick;
} Log;

static gboolean
log_init (Log *self, const char *path, const CyanTick *tick, GError **error)
{
  *self = (Log){ .repository = cyan_git_repository_open (path, error), .tick = tick };
  if (self->repository == NULL)
    return FALSE;
  self->shallow = cyan_git_read_shallow (self->repository->git);
  self->levels = cyan_git_oid_table (NULL);
  return TRUE;
}

static void
log_clear (Log *self)
{
  g_clear_pointer (&self->repository, cyan_git_repository_free);
  g_clear_pointer (&self->shallow, g_hash_table_unref);
  g_clear_pointer (&self->levels, g_hash_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Log, log_clear)

/* ---- levels ---- */

/* A level that is not the depth is negative.  Never 0, which a hash table does not tell from
 * nothing.
 * */
static gpointer
pack_level (int level, gboolean is_depth)
{
  return GINT_TO_POINTER (is_depth ? level + 1 : -level - 1);
}

/* Sets *@parent to the first parent; FALSE without @error if it has none or it was not cloned. */
static gboolean
find_parent (Log *self, const git_oid *id, git_oid *parent, gboolean *is_root, GError **error)
{
  g_autoptr (git_commit) commit = cyan_git_load_commit (self->repository, id, error);

  if (commit == NULL)
    return FALSE;
  *is_root = git_commit_parentcount (commit) == 0;
  if (*is_root || g_hash_table_contains (self->shallow, id))
    return FALSE;
  *parent = *git_commit_parent_id (commit, 0);
  return TRUE;
}

/* Reads first parents from @from on until one whose level is known, or the end, and appends them to
 * @chain; then all their levels are known. */
static gboolean
climb (Log *self, const git_oid *from, GArray *chain, GError **error)
{
  git_oid id = *from;
  gboolean is_root = FALSE, has_more = TRUE;
  int level = -1;
  gpointer known = NULL;

  while (has_more && (known = g_hash_table_lookup (self->levels, &id)) == NULL)
    {
      GError *reason = NULL;

      if (chain->len >= CYAN_GIT_LOG_MAX)
        return cyan_fail (error, CYAN_ERROR_LIMIT, _ ("%s: more than %'d commits"),
                          self->repository->path, CYAN_GIT_LOG_MAX);
      if (chain->len % TICK_STRIDE == 0
          && !cyan_tick (self->tick, 0, N_ ("Reading commits"), error))
        return FALSE;
      g_array_append_val (chain, id);
      has_more = find_parent (self, &id, &id, &is_root, &reason);
      if (reason != NULL)
        return cyan_error_pass (&reason, error);
    }
  if (known != NULL)
    {
      level = GPOINTER_TO_INT (known);
      is_root = level > 0;
      level = ABS (level) - 1;
    }
  for (guint i = chain->len; i-- > 0;)
    g_hash_table_insert (self->levels, g_memdup2 (&g_array_index (chain, git_oid, i), sizeof id),
                         pack_level (++level, is_root));
  return TRUE;
}

/* ---- commits ---- */

static void
free_commit (gpointer data)
{
  CyanGitLogCommit *self = data;

  g_free (self->oid);
  g_free (self->parent);
  g_free (self->author);
  g_free (self->subject);
  g_free (self);
}

/* Reads a commit whose level is known. */
static CyanGitLogCommit *
read_commit (Log *self, const git_oid *id, GError **error)
{
  g_autoptr (git_commit) read = cyan_git_load_commit (self->repository, id, error);
  int level = GPOINTER_TO_INT (g_hash_table_lookup (self->levels, id));
  CyanGitLogCommit *commit;

  if (read == NULL)
    return NULL;
  commit = g_new0 (CyanGitLogCommit, 1);
  commit->oid = g_strdup (git_oid_tostr_s (id));
  if (git_commit_parentcount (read) > 0)
    commit->parent = g_strdup (git_oid_tostr_s (git_commit_parent_id (read, 0)));
  commit->level = ABS (level) - 1;
  commit->depth = level > 0 ? commit->level : -1;
  commit->author_time = git_commit_author (read)->when.time;
  commit->commit_time = git_commit_time (read);
  commit->author = cyan_git_to_line (git_commit_author (read)->name);
  commit->subject = cyan_git_to_line (git_commit_summary (read));
  return commit;
}

/* @ids are parents first. */
static GPtrArray *
read_commits (Log *self, const GArray *ids, GError **error)
{
  g_autoptr (GPtrArray) commits = g_ptr_array_new_with_free_func (free_commit);
  g_autoptr (GArray) chain = g_array_new (FALSE, FALSE, sizeof (git_oid));

  for (guint i = 0; i < ids->len; i++)
    {
      const git_oid *id = &g_array_index (ids, git_oid, i);
      CyanGitLogCommit *commit;

      g_array_set_size (chain, 0);
      if (!climb (self, id, chain, error))
        return NULL;
      commit = read_commit (self, id, error);
      if (commit == NULL)
        return NULL;
      g_ptr_array_add (commits, commit);
    }
  return g_steal_pointer (&commits);
}

/* ---- selections ---- */

static gboolean
find_id (Log *self, const char *revision, git_oid *id, GError **error)
{
  g_autoptr (git_commit) commit = cyan_git_find_commit (self->repository, revision, error);

  if (commit == NULL)
    return FALSE;
  *id = *git_commit_id (commit);
  return TRUE;
}

/* The ids of the range, children first. */
static gboolean
select_range (Log *self, const CyanGitRange *range, GArray *ids, GError **error)
{
  g_autoptr (CyanGitCommits) commits = NULL;
  git_oid tip, start;

  if (!find_id (self, range->tip, &tip, error)
      || (range->start != NULL && !find_id (self, range->start, &start, error)))
    return FALSE;
  if (range->start == NULL && !range->all)
    return climb (self, &tip, ids, error);
  commits = cyan_git_commits_between (self->repository, range->start != NULL ? &start : NULL, &tip,
                                      CYAN_GIT_LOG_MAX, self->tick, error);
  if (commits == NULL)
    return FALSE;
  if (range->all)
    for (guint i = 0; i < commits->order->len; i++)
      g_array_append_val (ids, ((CyanGitCommit *) commits->order->pdata[i])->id);
  else
    for (CyanGitCommit *at = commits->last; at != NULL && !at->is_hidden;
         at = at->n_parents > 0 ? at->parents[0] : NULL)
      g_array_append_val (ids, at->id);
  return TRUE;
}

GPtrArray *
cyan_git_log_range (const char *repository,
                    const CyanGitRange *range,
                    const CyanTick *tick,
                    GError **error)
{
  g_auto (Log) self = { 0 };
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (git_oid));
  g_autoptr (GArray) ordered = g_array_new (FALSE, FALSE, sizeof (git_oid));

  if (!log_init (&self, repository, tick, error) || !select_range (&self, range, ids, error))
    return NULL;
  if (range->last > 0 && ids->len > range->last)
    g_array_set_size (ids, range->last);
  for (guint i = ids->len; i-- > 0;)
    g_array_append_val (ordered, g_array_index (ids, git_oid, i));
  return read_commits (&self, ordered, error);
}

static int
compare_levels (gconstpointer a, gconstpointer b)
{
  const CyanGitLogCommit *first = *(CyanGitLogCommit *const *) a;
  const CyanGitLogCommit *second = *(CyanGitLogCommit *const *) b;

  if (first->level != second->level)
    return first->level < second->level ? -1 : 1;
  return strcmp (first->oid, second->oid);
}

GPtrArray *
cyan_git_log_list (const char *repository,
                   const char *const *revisions,
                   const CyanTick *tick,
                   GError **error)
{
  g_auto (Log) self = { 0 };
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (git_oid));
  g_autoptr (GHashTable) seen = cyan_git_oid_table (NULL);
  GPtrArray *commits;

  if (!log_init (&self, repository, tick, error))
    return NULL;
  for (guint i = 0; revisions[i] != NULL; i++)
    {
      git_oid id;

      if (!find_id (&self, revisions[i], &id, error))
        return NULL;
      if (g_hash_table_add (seen, g_memdup2 (&id, sizeof id)))
        g_array_append_val (ids, id);
    }
  commits = read_commits (&self, ids, error);
  if (commits != NULL)
    g_ptr_array_sort (commits, compare_levels);
  return commits;
}
