/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A common interface to the files of a directory and of a revision. */
#include "cyan-source-files.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-git.h"
#include "cyan-i18n.h"
#include "cyan-find-private.h"

/* Digits of a commit in text for people. */
#define SHORT_COMMIT 12

struct _CyanSourceFiles
{
  CyanSourceDirectory *directory; /* exactly one of directory and git is not NULL */
  CyanGitTree *git;
  char *label;
};

/* Whether the "@" at @at may separate a repository from a revision; revisions may contain "@" too
 * ("main@{1}"). */
static gboolean
may_part (const char *location, gsize at)
{
  return at > 0 && location[at] == '@' && location[at + 1] != '{' && location[at + 1] != '\0';
}

/* Splits "REPOSITORY@REVISION" at the last "@" that follows a repository, else at the last one that
 * follows anything. */
static gboolean
split_location (const char *location, char **repository, const char **revision, GError **error)
{
  g_autofree char *folder = NULL;
  g_autofree char *shown = g_filename_display_name (location);
  gsize length = strlen (location);

  for (gsize i = length; i-- > 0;)
    {
      g_autofree char *front = NULL;

      if (!may_part (location, i))
        continue;
      front = g_strndup (location, i);
      if (cyan_git_is_repository (front))
        {
          *repository = g_steal_pointer (&front);
          *revision = location + i + 1;
          return TRUE;
        }
      if (folder == NULL && g_file_test (front, G_FILE_TEST_EXISTS))
        folder = g_steal_pointer (&front);
    }
  if (folder == NULL && length > 1 && location[length - 1] == '@')
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: there is no revision behind the @"),
                      shown);
  if (folder == NULL)
    return cyan_fail (error, CYAN_ERROR_IO,
                      _ ("%s: no such folder, nor is there a repository in front of an @"), shown);
  /* Opening it gives the error. */
  *revision = location + strlen (folder) + 1;
  *repository = g_steal_pointer (&folder);
  return TRUE;
}

/* An existing folder whose name contains "@" takes precedence. */
static gboolean
is_folder (const char *location)
{
  return g_file_test (location, G_FILE_TEST_EXISTS) || strchr (location, '@') == NULL;
}

char *
cyan_source_files_join (const char *repository, const char *revision)
{
  return g_strconcat (repository, "@", revision, NULL);
}

gboolean
cyan_source_files_split (const char *location, char **repository, const char **revision)
{
  return !is_folder (location) && split_location (location, repository, revision, NULL);
}

static char *
make_label (const CyanSourceFiles *self, const char *location)
{
  const char *path = cyan_source_files_real_path (self);
  g_autofree char *name = NULL;

  if (self->git == NULL)
    return g_path_get_basename (path != NULL ? path : location);
  name = g_path_get_basename (path != NULL ? path : cyan_git_tree_repository (self->git));
  return g_strdup_printf ("%s@%.*s", name, SHORT_COMMIT, cyan_git_tree_commit (self->git));
}

CyanSourceFiles *
cyan_source_files_open (const char *location, GError **error)
{
  CyanSourceFiles *self = g_new0 (CyanSourceFiles, 1);
  g_autofree char *repository = NULL;
  const char *revision = NULL;

  if (is_folder (location))
    self->directory = cyan_source_directory_open (location, error);
  else if (split_location (location, &repository, &revision, error))
    self->git = cyan_git_tree_open (repository, revision, error);
  if (self->git == NULL && self->directory == NULL)
    {
      g_free (self);
      return NULL;
    }
  self->label = make_label (self, location);
  return self;
}

void
cyan_source_files_free (CyanSourceFiles *self)
{
  g_clear_pointer (&self->directory, cyan_source_directory_free);
  g_clear_pointer (&self->git, cyan_git_tree_free);
  g_free (self->label);
  g_free (self);
}

const char *
cyan_source_files_label (const CyanSourceFiles *self)
{
  return self->label;
}

const char *
cyan_source_files_real_path (const CyanSourceFiles *self)
{
  return self->git != NULL ? cyan_git_tree_real_path (self->git)
                           : cyan_source_directory_real_path (self->directory);
}

const char *
cyan_source_files_repository (const CyanSourceFiles *self)
{
  return self->git != NULL ? cyan_git_tree_repository (self->git) : NULL;
}

const char *
cyan_source_files_commit (const CyanSourceFiles *self)
{
  return self->git != NULL ? cyan_git_tree_commit (self->git) : NULL;
}

gboolean
cyan_source_files_has (CyanSourceFiles *self, const char *path)
{
  return self->git != NULL ? cyan_git_tree_has (self->git, path)
                           : cyan_source_directory_has (self->directory, path);
}

char *
cyan_source_files_read (CyanSourceFiles *self, const char *path, GError **error)
{
  return self->git != NULL ? cyan_git_tree_read (self->git, path, error)
                           : cyan_source_directory_read (self->directory, path, error);
}

GPtrArray *
cyan_source_files_list (CyanSourceFiles *self, const CyanTick *tick, GError **error)
{
  return self->git != NULL ? cyan_git_tree_list (self->git, tick, error)
                           : cyan_source_directory_list (self->directory, tick, error);
}

char *
cyan_source_files_content_id (CyanSourceFiles *self, const char *path)
{
  return self->git != NULL ? cyan_git_tree_blob (self->git, path) : NULL;
}
