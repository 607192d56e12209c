/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares the trees of commits. */
#include "cyan-git-changed.h"

#include <string.h>

#include "cyan-git-compare.h"
#include "cyan-i18n.h"

static int
compare_paths (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static GPtrArray *
compare (CyanGitRepository *repository,
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
  g_ptr_array_sort (paths, compare_paths);
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
                  ? compare (opened, git_tree_id (before), git_tree_id (after), &slice, error)
                  : g_ptr_array_new_with_free_func (g_free);
      if (paths == NULL)
        return NULL;
      g_ptr_array_add (changed, paths);
      g_clear_pointer (&before, git_tree_free);
      before = g_steal_pointer (&after);
    }
  return g_steal_pointer (&changed);
}
