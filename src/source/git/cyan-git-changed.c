/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares the trees of commits. */
#include "cyan-git-changed.h"

#include "cyan-error.h"
#include "cyan-git-diff-progress.h"
#include "cyan-git-repository.h"
#include "cyan-i18n.h"
#include "cyan-libgit2.h"

static GPtrArray *
list_paths (const git_diff *diff)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);

  for (gsize i = 0; i < git_diff_num_deltas (diff); i++)
    g_ptr_array_add (paths, g_strdup (git_diff_get_delta (diff, i)->new_file.path));
  return paths;
}

static GPtrArray *
compare (CyanGitRepository *repository,
         git_tree *before,
         git_tree *after,
         const CyanTick *tick,
         GError **error)
{
  git_diff_options options = GIT_DIFF_OPTIONS_INIT;
  CyanGitDiffProgress progress = { tick, N_ ("Comparing commits"), 0, NULL };
  g_autoptr (git_diff) diff = NULL;

  options.flags = GIT_DIFF_SKIP_BINARY_CHECK;
  options.progress_cb = cyan_git_diff_progress;
  options.payload = &progress;
  if (git_diff_tree_to_tree (&diff, repository->git, before, after, &options) == 0)
    return list_paths (diff);
  if (progress.error != NULL)
    g_propagate_error (error, progress.error);
  else
    cyan_fail (error, CYAN_ERROR_IO, _ ("%s: two commits cannot be compared: %s"), repository->path,
               cyan_libgit2_reason ());
  return NULL;
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
      paths = before != NULL ? compare (opened, before, after, &slice, error)
                             : g_ptr_array_new_with_free_func (g_free);
      if (paths == NULL)
        return NULL;
      g_ptr_array_add (changed, paths);
      g_clear_pointer (&before, git_tree_free);
      before = g_steal_pointer (&after);
    }
  return g_steal_pointer (&changed);
}
