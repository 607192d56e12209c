/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds a repository and checks its owner and its format. */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cyan-error.h"
#include "cyan-git-private.h"
#include "cyan-i18n.h"
#include "cyan-libgit2.h"

/* Maximum bytes of a file that contains a path, and of a configuration. */
#define MAX_LINK_BYTES   (8 * 1024)
#define MAX_CONFIG_BYTES (1024 * 1024)

void
cyan_git_paths_free (CyanGitPaths *self)
{
  g_free (self->worktree);
  g_free (self->link);
  g_free (self->git_folder);
  g_free (self);
}

static gboolean
is_git_folder (const char *folder)
{
  g_autofree char *head = g_build_filename (folder, "HEAD", NULL);
  g_autofree char *common = g_build_filename (folder, "commondir", NULL);
  g_autofree char *objects = g_build_filename (folder, "objects", NULL);
  g_autofree char *refs = g_build_filename (folder, "refs", NULL);
  struct stat status;

  return lstat (head, &status) == 0 && (S_ISREG (status.st_mode) || S_ISLNK (status.st_mode))
         && (g_file_test (common, G_FILE_TEST_IS_REGULAR)
             || (g_file_test (objects, G_FILE_TEST_IS_DIR)
                 && g_file_test (refs, G_FILE_TEST_IS_DIR)));
}

/* The folder that the file ".git" of @folder names: "gitdir: PATH". */
static char *
follow_link (const char *folder, const char *link)
{
  g_autofree char *content = cyan_git_files_read (link, MAX_LINK_BYTES);
  g_autofree char *target = NULL;

  if (content == NULL || !g_str_has_prefix (content, "gitdir: "))
    return NULL;
  target = g_canonicalize_filename (g_strchomp (content + strlen ("gitdir: ")), folder);
  return is_git_folder (target) ? realpath (target, NULL) : NULL;
}

static CyanGitPaths *
make_paths (const char *worktree, char *link, char *git_folder)
{
  CyanGitPaths *self = g_new0 (CyanGitPaths, 1);

  self->worktree = g_strdup (worktree);
  self->link = link;
  self->git_folder = git_folder;
  return self;
}

/* The repository of this folder itself; NULL without @error if there is none. */
static CyanGitPaths *
look_at_folder (const char *folder, GError **error)
{
  g_autofree char *dot_git = g_build_filename (folder, ".git", NULL);
  g_autofree char *name = g_path_get_basename (folder);
  g_autofree char *parent = g_path_get_dirname (folder);
  struct stat status;

  if (stat (dot_git, &status) == 0 && S_ISREG (status.st_mode))
    {
      char *git_folder = follow_link (folder, dot_git);

      if (git_folder != NULL)
        return make_paths (folder, g_steal_pointer (&dot_git), git_folder);
      return cyan_fail_null (error, CYAN_ERROR_IO, _ ("%s: leads to no git repository"), dot_git);
    }
  if (is_git_folder (dot_git))
    return make_paths (folder, NULL, realpath (dot_git, NULL));
  if (is_git_folder (folder))
    return make_paths (strcmp (name, ".git") == 0 ? parent : NULL, NULL, g_strdup (folder));
  return NULL;
}

CyanGitPaths *
cyan_git_paths_find (const char *path, GError **error)
{
  g_autofree char *folder = realpath (path, NULL);
  struct stat first, status;

  if (folder == NULL || stat (folder, &first) < 0)
    return cyan_fail_null (error, CYAN_ERROR_IO, _ ("%s: cannot be opened as a git repository: %s"),
                           path, g_strerror (errno));
  while (stat (folder, &status) == 0 && status.st_dev == first.st_dev)
    {
      g_autoptr (GError) reason = NULL;
      CyanGitPaths *found = look_at_folder (folder, &reason);
      char *parent;

      if (found != NULL && found->git_folder != NULL)
        return found;
      g_clear_pointer (&found, cyan_git_paths_free);
      if (reason != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&reason));
          return NULL;
        }
      if (strcmp (folder, "/") == 0)
        break;
      parent = g_path_get_dirname (folder);
      g_free (folder);
      folder = parent;
    }
  return cyan_fail_null (error, CYAN_ERROR_IO, _ ("%s: no git repository, nor is any folder above"),
                         path);
}

/* Like git: a user who became root with sudo keeps access to their own repositories. */
static gboolean
is_own (const char *path)
{
  const char *sudo_uid = geteuid () == 0 ? g_getenv ("SUDO_UID") : NULL;
  guint64 uid;
  struct stat status;

  if (path == NULL)
    return TRUE;
  if (lstat (path, &status) < 0)
    return FALSE;
  return status.st_uid == geteuid ()
         || (sudo_uid != NULL
             && g_ascii_string_to_unsigned (sudo_uid, 10, 0, G_MAXUINT32, &uid, NULL)
             && status.st_uid == uid);
}

static gboolean
is_named (const char *value, const char *path)
{
  g_autofree char *expanded = NULL;
  g_autofree char *real = NULL;
  gsize length;

  if (strcmp (value, "*") == 0)
    return TRUE;
  expanded = g_str_has_prefix (value, "~/") ? g_build_filename (g_get_home_dir (), value + 2, NULL)
                                            : g_strdup (value);
  length = strlen (expanded);
  if (g_str_has_suffix (expanded, "/*"))
    return strncmp (expanded, path, length - 1) == 0;
  real = realpath (expanded, NULL);
  return g_strcmp0 (real, path) == 0;
}

/* Whether the user or the system trusts a repository of another user.  This is the only part of
 * their configuration that is ever read, and the only place. */
static gboolean
is_trusted (const char *path)
{
  g_autofree char *xdg = g_build_filename (g_get_user_config_dir (), "git", "config", NULL);
  g_autofree char *home = g_build_filename (g_get_home_dir (), ".gitconfig", NULL);
  const char *global = g_getenv ("GIT_CONFIG_GLOBAL");
  const char *const files[] = {
    "/etc/gitconfig",
    global != NULL ? global : xdg,
    global != NULL ? NULL : home,
  };
  gboolean trusted = FALSE;

  cyan_libgit2_init ();
  for (gsize i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr (git_config) config = NULL;
      git_config_iterator *iterator = NULL;
      git_config_entry *entry;

      if (files[i] == NULL || !g_file_test (files[i], G_FILE_TEST_IS_REGULAR)
          || git_config_open_ondisk (&config, files[i]) < 0
          || git_config_multivar_iterator_new (&iterator, config, "safe.directory", NULL) < 0)
        continue;
      /* An empty value cancels all earlier ones. */
      while (git_config_next (&entry, iterator) == 0)
        if (entry->value != NULL)
          trusted = *entry->value != '\0' && (trusted || is_named (entry->value, path));
      git_config_iterator_free (iterator);
    }
  return trusted;
}

char *
cyan_git_paths_common (const CyanGitPaths *self)
{
  g_autofree char *file = g_build_filename (self->git_folder, "commondir", NULL);
  g_autofree char *content = cyan_git_files_read (file, MAX_LINK_BYTES);

  if (content == NULL)
    return g_strdup (self->git_folder);
  return g_canonicalize_filename (g_strchomp (content), self->git_folder);
}

/* Whether any line of the configuration sets @key to @value, in any section.  libgit2 supports
 * neither of these settings and would report broken references. */
static gboolean
has_setting (const char *config, const char *key, const char *value)
{
  g_auto (GStrv) lines = g_strsplit (config, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autofree char *line = g_ascii_strdown (lines[i], -1);

      if (g_str_has_prefix (g_strchug (line), key) && strstr (line, value) != NULL)
        return TRUE;
    }
  return FALSE;
}

gboolean
cyan_git_paths_check (const CyanGitPaths *self, GError **error)
{
  const char *shown = self->worktree != NULL ? self->worktree : self->git_folder;
  g_autofree char *common = cyan_git_paths_common (self);
  g_autofree char *config_file = g_build_filename (common, "config", NULL);
  g_autofree char *config = NULL;

  if (!(is_own (self->worktree) && is_own (self->link) && is_own (self->git_folder))
      && !is_trusted (shown))
    return cyan_fail (error, CYAN_ERROR_IO,
                      _ ("%s: the git repository belongs to another user; if you trust it: git "
                         "config --global --add safe.directory %s"),
                      shown, shown);
  if (!cyan_git_files_check (self->git_folder, common, error))
    return FALSE;
  config = cyan_git_files_read (config_file, MAX_CONFIG_BYTES);
  if (config != NULL && has_setting (config, "objectformat", "sha256"))
    return cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                      _ ("%s: git repositories with SHA-256 ids cannot be read"), shown);
  if (config != NULL && has_setting (config, "refstorage", "reftable"))
    return cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                      _ ("%s: git repositories with reftables cannot be read"), shown);
  return TRUE;
}
