/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Walks from two revisions down to their common ancestors.
 *
 * Commits are taken newest first, from both at once, like `git log A..B`.  Clocks may be wrong, so
 * the walk continues a little beyond the oldest commit that was found.
 */
#include "cyan-git-private.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-i18n.h"

/* Commits between two polls of the tick; each takes about ten microseconds. */
#define TICK_STRIDE 256
/* Maximum difference of the clocks of two committers, in seconds. */
#define MAX_SKEW (24 * 60 * 60)
#define MAX_TIME (G_MAXINT64 / 2)
/* Limit of the commits read for each commit that may be found. */
#define MAX_READ_FACTOR 10

enum
{
  STATE_NEW, /* only its id is known */
  STATE_WAITING,
  STATE_DONE
};

typedef struct
{
  CyanGitRepository *repository;
  CyanGitCommits *set;
  GHashTable *shallow; /* ids of commits whose parents were not cloned */
  GTree *queue;        /* of waiting commits, newest first */
  guint n_wanted;      /* number of waiting commits that are not hidden */
  guint n_found;       /* number of finished commits that were not hidden */
  gint64 oldest;       /* the earliest time among those */
  guint max_commits;
} Walk;

static guint
oid_hash (gconstpointer oid)
{
  guint hash;

  memcpy (&hash, ((const git_oid *) oid)->id, sizeof hash);
  return hash;
}

static gboolean
oid_equal (gconstpointer a, gconstpointer b)
{
  return git_oid_equal (a, b);
}

static gint
compare_newest_first (gconstpointer a, gconstpointer b, gpointer data)
{
  const CyanGitCommit *x = a, *y = b;

  (void) data;
  if (x->time != y->time)
    return x->time > y->time ? -1 : 1;
  return git_oid_cmp (&x->id, &y->id);
}

static GTree *
queue_new (void)
{
  return g_tree_new_full (compare_newest_first, NULL, NULL, NULL);
}

static CyanGitCommit *
queue_first (GTree *queue)
{
  GTreeNode *node = g_tree_node_first (queue);

  return node != NULL ? g_tree_node_key (node) : NULL;
}

static void
commit_free (gpointer data)
{
  CyanGitCommit *self = data;

  g_free (self->parents);
  g_free (self);
}

void
cyan_git_commits_free (CyanGitCommits *self)
{
  g_ptr_array_unref (self->order);
  g_hash_table_unref (self->all);
  g_free (self);
}

GHashTable *
cyan_git_oid_table (GDestroyNotify free_value)
{
  return g_hash_table_new_full (oid_hash, oid_equal, g_free, free_value);
}

GHashTable *
cyan_git_read_shallow (git_repository *git)
{
  GHashTable *ids = cyan_git_oid_table (NULL);
  g_autofree char *path = g_build_filename (git_repository_commondir (git), "shallow", NULL);
  g_autofree char *content = NULL;
  g_auto (GStrv) lines = NULL;

  if (git_repository_is_shallow (git) != 1 || !g_file_get_contents (path, &content, NULL, NULL))
    return ids;
  lines = g_strsplit (content, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      git_oid id;

      if (git_oid_fromstr (&id, lines[i]) == 0)
        g_hash_table_add (ids, g_memdup2 (&id, sizeof id));
    }
  return ids;
}

static CyanGitCommit *
get_commit (Walk *walk, const git_oid *id)
{
  CyanGitCommit *commit = g_hash_table_lookup (walk->set->all, id);

  if (commit == NULL)
    {
      commit = g_new0 (CyanGitCommit, 1);
      commit->id = *id;
      g_hash_table_insert (walk->set->all, &commit->id, commit);
    }
  return commit;
}

/* Reads @commit and adds it to the queue. */
static gboolean
enqueue (Walk *walk, CyanGitCommit *commit, GError **error)
{
  g_autoptr (git_commit) read = NULL;

  if (commit->state != STATE_NEW)
    return TRUE;
  if (g_hash_table_size (walk->set->all) / MAX_READ_FACTOR > walk->max_commits)
    return cyan_fail (error, CYAN_ERROR_LIMIT,
                      _ ("%s: the two revisions are too far apart (limit %'u commits)"),
                      walk->repository->path, walk->max_commits);
  read = cyan_git_load_commit (walk->repository, &commit->id, error);
  if (read == NULL)
    return FALSE;
  commit->tree = *git_commit_tree_id (read);
  /* A commit can have any time; sums with it must not overflow. */
  commit->time = CLAMP (git_commit_time (read), -MAX_TIME, MAX_TIME);
  commit->is_shallow =
      git_commit_parentcount (read) > 0 && g_hash_table_contains (walk->shallow, &commit->id);
  commit->n_parents = commit->is_shallow ? 0 : git_commit_parentcount (read);
  commit->parents = g_new (CyanGitCommit *, commit->n_parents);
  for (guint i = 0; i < commit->n_parents; i++)
    commit->parents[i] = get_commit (walk, git_commit_parent_id (read, i));
  commit->state = STATE_WAITING;
  walk->n_wanted += !commit->is_hidden;
  g_tree_insert (walk->queue, commit, commit);
  return TRUE;
}

/* Hides @commit and all commits known to be reachable from it. */
static void
hide (Walk *walk, CyanGitCommit *commit)
{
  g_autoptr (GPtrArray) stack = g_ptr_array_new ();

  g_ptr_array_add (stack, commit);
  while (stack->len > 0)
    {
      CyanGitCommit *top = g_ptr_array_steal_index_fast (stack, stack->len - 1);

      if (top->is_hidden)
        continue;
      top->is_hidden = TRUE;
      walk->n_wanted -= top->state == STATE_WAITING;
      for (guint i = 0; i < top->n_parents; i++)
        g_ptr_array_add (stack, top->parents[i]);
    }
}

static gboolean
step (Walk *walk, CyanGitCommit *commit, GError **error)
{
  g_tree_remove (walk->queue, commit);
  commit->state = STATE_DONE;
  if (!commit->is_hidden)
    {
      walk->n_wanted--;
      walk->oldest = MIN (walk->oldest, commit->time);
      if (++walk->n_found > walk->max_commits)
        return cyan_fail (error, CYAN_ERROR_LIMIT,
                          _ ("%s: more than %'u commits between the two revisions"),
                          walk->repository->path, walk->max_commits);
    }
  for (guint i = 0; i < commit->n_parents; i++)
    {
      if (commit->is_hidden)
        hide (walk, commit->parents[i]);
      if (!enqueue (walk, commit->parents[i], error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
walk_down (Walk *walk, const CyanTick *tick, GError **error)
{
  CyanGitCommit *commit;
  guint n = 0;

  while ((commit = queue_first (walk->queue)) != NULL)
    {
      if (walk->n_wanted == 0 && (walk->n_found == 0 || commit->time < walk->oldest - MAX_SKEW))
        break;
      if (n++ % TICK_STRIDE == 0 && !cyan_tick (tick, 0, N_ ("Reading commits"), error))
        return FALSE;
      if (!step (walk, commit, error))
        return FALSE;
    }
  return TRUE;
}

/* Sorts children before parents, and otherwise newest first. */
static void
sort_commits (CyanGitCommits *self)
{
  g_autoptr (GTree) ready = queue_new ();
  g_autoptr (GPtrArray) reached = g_ptr_array_new ();
  CyanGitCommit *commit;

  if (self->last->is_hidden)
    return;
  g_ptr_array_add (reached, self->last);
  self->last->state = STATE_NEW;
  for (guint i = 0; i < reached->len; i++)
    {
      commit = g_ptr_array_index (reached, i);
      for (guint k = 0; k < commit->n_parents; k++)
        {
          CyanGitCommit *parent = commit->parents[k];

          if (parent->is_hidden)
            continue;
          parent->n_children++;
          if (parent->state != STATE_NEW)
            g_ptr_array_add (reached, parent);
          parent->state = STATE_NEW;
        }
    }
  g_tree_insert (ready, self->last, self->last);
  while ((commit = queue_first (ready)) != NULL)
    {
      g_tree_remove (ready, commit);
      commit->index = self->order->len;
      g_ptr_array_add (self->order, commit);
      for (guint k = 0; k < commit->n_parents; k++)
        if (!commit->parents[k]->is_hidden && --commit->parents[k]->n_children == 0)
          g_tree_insert (ready, commit->parents[k], commit->parents[k]);
    }
}

CyanGitCommits *
cyan_git_commits_between (CyanGitRepository *repository,
                          const git_oid *before,
                          const git_oid *after,
                          guint max_commits,
                          const CyanTick *tick,
                          GError **error)
{
  g_autoptr (CyanGitCommits) self = g_new0 (CyanGitCommits, 1);
  g_autoptr (GHashTable) shallow = cyan_git_read_shallow (repository->git);
  g_autoptr (GTree) queue = queue_new ();
  Walk walk = { repository, self, shallow, queue, 0, 0, G_MAXINT64, max_commits };

  self->all = g_hash_table_new_full (oid_hash, oid_equal, NULL, commit_free);
  self->order = g_ptr_array_new ();
  self->last = get_commit (&walk, after);
  if (before != NULL)
    {
      self->first = get_commit (&walk, before);
      hide (&walk, self->first);
      if (!enqueue (&walk, self->first, error))
        return NULL;
    }
  if (!enqueue (&walk, self->last, error) || !walk_down (&walk, tick, error))
    return NULL;
  sort_commits (self);
  return g_steal_pointer (&self);
}
