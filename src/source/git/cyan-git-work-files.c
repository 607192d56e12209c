/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists a work tree, as `git status` does; the index is only read. */
#include "cyan-git-work-files.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-git-files.h"
#include "cyan-git-repository.h"
#include "cyan-i18n.h"

static int
compare_paths (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* A damaged index may have any path. */
static gboolean
is_inside (const char *path)
{
  g_autofree char *absolute = g_canonicalize_filename (path, "/");

  return strcmp (absolute + 1, path) == 0 && *path != '\0';
}

static void
take_paths (git_status_list *list, GPtrArray *paths)
{
  for (size_t i = 0; i < git_status_list_entrycount (list); i++)
    {
      const git_status_entry *entry = git_status_byindex (list, i);
      const git_diff_delta *delta =
          entry->index_to_workdir != NULL ? entry->index_to_workdir : entry->head_to_index;

      if (delta != NULL && (entry->status & GIT_STATUS_WT_DELETED) == 0
          && is_inside (delta->new_file.path))
        g_ptr_array_add (paths, g_strdup (delta->new_file.path));
    }
  g_ptr_array_sort (paths, compare_paths);
}

GPtrArray *
cyan_git_list_work_files (const char *repository, char **folder, GError **error)
{
  g_autoptr (CyanGitRepository) self = cyan_git_repository_open (repository, error);
  git_status_options options = GIT_STATUS_OPTIONS_INIT;
  git_status_list *list = NULL;
  GPtrArray *paths;

  if (self == NULL)
    return NULL;
  if (self->worktree == NULL)
    {
      cyan_fail (error, CYAN_ERROR_UNSUPPORTED, _ ("%s: there is no work tree"), repository);
      return NULL;
    }
  options.flags = GIT_STATUS_OPT_INCLUDE_UNTRACKED | GIT_STATUS_OPT_RECURSE_UNTRACKED_DIRS
                  | GIT_STATUS_OPT_INCLUDE_UNMODIFIED | GIT_STATUS_OPT_EXCLUDE_SUBMODULES;
  if (!cyan_git_files_check_rules (self->worktree, error))
    return NULL;
  if (git_repository_set_workdir (self->git, self->worktree, 0) < 0
      || git_status_list_new (&list, self->git, &options) < 0)
    {
      g_autofree char *reason = cyan_git_repository_reason (self);

      cyan_fail (error, CYAN_ERROR_IO, "%s: %s", repository, reason);
      return NULL;
    }
  paths = g_ptr_array_new_with_free_func (g_free);
  take_paths (list, paths);
  git_status_list_free (list);
  *folder = g_strdup (self->worktree);
  return paths;
}
