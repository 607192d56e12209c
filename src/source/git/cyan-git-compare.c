/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-git-private.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-git-log.h"
#include "cyan-i18n.h"
#include "cyan-source-rules.h"

/* Maximum number of files and of folders that differ. */
#define MAX_FILES   1000000
#define MAX_FOLDERS 100000
/* Maximum bytes of a path that can be checked out. */
#define MAX_PATH_BYTES 4096
/* Folders between two polls of the tick. */
#define TICK_STRIDE 64

/* A folder to compare; the id of one that is only on one side is zero on the other. */
typedef struct
{
  char *path; /* "" or ends in "/" */
  git_oid before, after;
} Folder;

typedef struct
{
  CyanGitRepository *repository;
  GArray *folders, *changes;
  guint n_folders;
} Comparison;

static void
clear_folder (gpointer data)
{
  g_free (((Folder *) data)->path);
}

static void
clear_change (gpointer data)
{
  g_free (((CyanGitChange *) data)->path);
}

static gboolean
is_folder (const git_tree_entry *entry)
{
  return git_tree_entry_type (entry) == GIT_OBJECT_TREE;
}

/* Takes an entry that differs; one of both may be NULL. */
static void
take (Comparison *self, const char *path, const git_tree_entry *before, const git_tree_entry *after)
{
  const git_tree_entry *entry = after != NULL ? after : before;
  const char *name = git_tree_entry_name (entry);

  if (strlen (path) + strlen (name) + 1 > MAX_PATH_BYTES)
    return;
  if (is_folder (entry))
    {
      Folder folder = { .path = g_strconcat (path, name, "/", NULL) };

      if (before != NULL)
        folder.before = *git_tree_entry_id (before);
      if (after != NULL)
        folder.after = *git_tree_entry_id (after);
      g_array_append_val (self->folders, folder);
    }
  else
    {
      CyanGitChange change = { .path = g_strconcat (path, name, NULL),
                               .is_added = before == NULL && cyan_git_entry_is_file (entry),
                               .blob = *git_tree_entry_id (entry) };

      g_array_append_val (self->changes, change);
    }
}

/* Goes along both, which are sorted; in one that is not, files are taken as other ones. */
static void
merge (Comparison *self, const char *path, const git_tree *before, const git_tree *after)
{
  gsize n_before = before != NULL ? git_tree_entrycount (before) : 0;
  gsize n_after = after != NULL ? git_tree_entrycount (after) : 0;

  for (gsize i = 0, j = 0; i < n_before || j < n_after;)
    {
      const git_tree_entry *x = i < n_before ? git_tree_entry_byindex (before, i) : NULL;
      const git_tree_entry *y = j < n_after ? git_tree_entry_byindex (after, j) : NULL;
      int order = x == NULL ? 1 : y == NULL ? -1 : git_tree_entry_cmp (x, y);

      i += order <= 0;
      j += order >= 0;
      if (order != 0)
        take (self, path, order < 0 ? x : NULL, order > 0 ? y : NULL);
      else if (!git_oid_equal (git_tree_entry_id (x), git_tree_entry_id (y))
               || git_tree_entry_filemode_raw (x) != git_tree_entry_filemode_raw (y))
        take (self, path, x, y);
    }
}

/* Loads the tree of one side of a folder; *@tree is NULL for a zero @id. */
static gboolean
load (Comparison *self, const git_oid *id, const char *path, git_tree **tree, GError **error)
{
  *tree = git_oid_is_zero (id) ? NULL : cyan_git_load_tree (self->repository, id, path, error);
  return *tree != NULL || git_oid_is_zero (id);
}

static gboolean
compare_folder (Comparison *self, const Folder *folder, GError **error)
{
  g_autoptr (git_tree) before = NULL;
  g_autoptr (git_tree) after = NULL;

  if (!load (self, &folder->before, folder->path, &before, error)
      || !load (self, &folder->after, folder->path, &after, error))
    return FALSE;
  merge (self, folder->path, before, after);
  if (self->changes->len > MAX_FILES)
    return cyan_fail (error, CYAN_ERROR_LIMIT, _ ("%s: more than %'d files differ in one commit"),
                      self->repository->path, MAX_FILES);
  return ++self->n_folders <= MAX_FOLDERS
         || cyan_fail (error, CYAN_ERROR_LIMIT,
                       _ ("%s: more than %'d folders differ in one commit"), self->repository->path,
                       MAX_FOLDERS);
}

GArray *
cyan_git_compare_trees (CyanGitRepository *self,
                        const git_oid *before,
                        const git_oid *after,
                        const char *what,
                        const CyanTick *tick,
                        GError **error)
{
  g_autoptr (GArray) folders = g_array_new (FALSE, FALSE, sizeof (Folder));
  g_autoptr (GArray) changes = g_array_new (FALSE, FALSE, sizeof (CyanGitChange));
  Comparison comparison = { self, folders, changes, 0 };
  Folder folder = { g_strdup (""), *before, *after };
  gboolean ok = TRUE;

  g_array_set_clear_func (changes, clear_change);
  g_array_append_val (folders, folder);
  while (ok && folders->len > 0)
    {
      folder = g_array_index (folders, Folder, folders->len - 1);
      g_array_set_size (folders, folders->len - 1);
      ok = (comparison.n_folders % TICK_STRIDE != 0 || cyan_tick (tick, 0, what, error))
           && compare_folder (&comparison, &folder, error);
      clear_folder (&folder);
    }
  /* Clears the folders that are left after an error. */
  g_array_set_clear_func (folders, clear_folder);
  return ok ? g_steal_pointer (&changes) : NULL;
}

/* The sorted paths that differ. */
static GPtrArray *
list_changed (CyanGitRepository *repository,
              const git_oid *before,
              const git_oid *after,
              const CyanTick *tick,
              GError **error)
{
  g_autoptr (GArray) changes =
      cyan_git_compare_trees (repository, before, after, N_ ("Comparing commits"), tick, error);
  GPtrArray *paths;

  if (changes == NULL)
    return NULL;
  paths = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < changes->len; i++)
    g_ptr_array_add (paths, g_steal_pointer (&g_array_index (changes, CyanGitChange, i).path));
  g_ptr_array_sort (paths, cyan_source_compare_paths);
  return paths;
}

GPtrArray *
cyan_git_changed_paths (const char *repository,
                        const char *const *commits,
                        guint n,
                        const CyanTick *tick,
                        GError **error)
{
  g_autoptr (CyanGitRepository) opened = cyan_git_repository_open (repository, error);
  g_autoptr (GPtrArray) changed =
      g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  g_autoptr (git_tree) before = NULL;

  if (opened == NULL)
    return NULL;
  for (guint i = 0; i < n; i++)
    {
      const CyanTick slice = cyan_tick_slice (tick, (double) i / n, (i + 1.0) / n);
      g_autoptr (git_tree) after = cyan_git_find_tree (opened, commits[i], NULL, error);
      GPtrArray *paths;

      if (after == NULL)
        return NULL;
      paths = before != NULL
                  ? list_changed (opened, git_tree_id (before), git_tree_id (after), &slice, error)
                  : g_ptr_array_new_with_free_func (g_free);
      if (paths == NULL)
        return NULL;
      g_ptr_array_add (changed, paths);
      g_clear_pointer (&before, git_tree_free);
      before = g_steal_pointer (&after);
    }
  return g_steal_pointer (&changed);
}
