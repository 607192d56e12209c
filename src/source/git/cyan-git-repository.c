/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens a repository without its configuration, and reads its objects. */
#include "cyan-git-repository.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <git2/sys/repository.h>

#include "cyan-error.h"
#include "cyan-git-paths.h"
#include "cyan-i18n.h"
#include "cyan-libgit2.h"
#include "cyan-source-rules.h"

/* Maximum bytes of commits and folders; real ones are far smaller. */
#define MAX_COMMIT_BYTES (16 * 1024 * 1024)
#define MAX_TREE_BYTES   (64 * 1024 * 1024)
/* Maximum bytes of an author's name and of a subject. */
#define MAX_LINE_BYTES 1000
/* Digits of an id in text for people. */
#define SHORT_ID 12

gboolean
cyan_git_repository_exists (const char *path)
{
  g_autoptr (CyanGitPaths) paths = cyan_git_paths_find (path, NULL);

  return paths != NULL;
}

CyanGitRepository *
cyan_git_repository_open (const char *path, GError **error)
{
  g_autoptr (CyanGitRepository) self = g_new0 (CyanGitRepository, 1);
  g_autoptr (CyanGitPaths) paths = cyan_git_paths_find (path, error);
  g_autoptr (git_config) nothing = NULL;

  self->path = g_canonicalize_filename (path, NULL);
  if (paths == NULL || !cyan_git_paths_check (paths, error))
    return NULL;
  self->worktree = g_strdup (paths->worktree);
  cyan_libgit2_init ();
  /* Unlike git_repository_open(), this does not read the configuration, and later calls use the one
   * set here. */
  if (git_repository_open_bare (&self->git, paths->git_folder) < 0 || git_config_new (&nothing) < 0
      || git_repository_set_config (self->git, nothing) < 0
      || git_repository_odb (&self->objects, self->git) < 0)
    {
      cyan_fail (error, CYAN_ERROR_IO, _ ("%s: the git repository cannot be read: %s"), self->path,
                 cyan_libgit2_reason ());
      return NULL;
    }
  return g_steal_pointer (&self);
}

void
cyan_git_repository_free (CyanGitRepository *self)
{
  git_odb_free (self->objects);
  git_repository_free (self->git);
  g_free (self->worktree);
  g_free (self->path);
  g_free (self);
}

gboolean
cyan_git_repository_equal (const CyanGitRepository *a, const CyanGitRepository *b)
{
  g_autofree char *a_path = realpath (git_repository_commondir (a->git), NULL);
  g_autofree char *b_path = realpath (git_repository_commondir (b->git), NULL);

  return g_strcmp0 (a_path, b_path) == 0 && a_path != NULL;
}

/* "/home/me/cmark: src/blocks.c: blob 76cbc2d9162c MESSAGE". */
static gboolean
fail_object (CyanGitRepository *self,
             CyanError code,
             git_object_t type,
             const git_oid *id,
             const char *where,
             const char *message,
             GError **error)
{
  char digits[SHORT_ID + 1];

  git_oid_tostr (digits, sizeof digits, id);
  return cyan_fail (error, code, "%s: %s%s%s %s %s", self->path, where != NULL ? where : "",
                    where != NULL && *where != '\0' ? ": " : "", git_object_type2string (type),
                    digits, message);
}

static gboolean
fail_unreadable (CyanGitRepository *self,
                 int status,
                 git_object_t type,
                 const git_oid *id,
                 const char *where,
                 GError **error)
{
  g_autofree char *message = g_strdup_printf (_ ("cannot be read: %s"), cyan_libgit2_reason ());

  return fail_object (self, CYAN_ERROR_IO, type, id, where,
                      status == GIT_ENOTFOUND ? _ ("is missing in the repository") : message,
                      error);
}

static gboolean
check_size (CyanGitRepository *self,
            git_object_t type,
            const git_oid *id,
            gsize max_bytes,
            const char *where,
            GError **error)
{
  git_object_t found;
  gsize length;
  int status = git_odb_read_header (&length, &found, self->objects, id);

  if (status < 0)
    return fail_unreadable (self, status, type, id, where, error);
  if (found != type)
    return fail_object (self, CYAN_ERROR_IO, type, id, where, _ ("is another kind of object"),
                        error);
  if (length <= max_bytes)
    return TRUE;
  if (type == GIT_OBJECT_BLOB && max_bytes == CYAN_SOURCE_MAX_BYTES)
    return cyan_source_fail_too_large (where, error);
  return fail_object (self, CYAN_ERROR_LIMIT, type, id, where, _ ("is too large"), error);
}

git_commit *
cyan_git_load_commit (CyanGitRepository *self, const git_oid *id, GError **error)
{
  git_commit *commit = NULL;
  int status;

  if (!check_size (self, GIT_OBJECT_COMMIT, id, MAX_COMMIT_BYTES, NULL, error))
    return NULL;
  status = git_commit_lookup (&commit, self->git, id);
  if (status < 0)
    fail_unreadable (self, status, GIT_OBJECT_COMMIT, id, NULL, error);
  return commit;
}

git_tree *
cyan_git_load_tree (CyanGitRepository *self, const git_oid *id, const char *where, GError **error)
{
  git_tree *tree = NULL;
  int status;

  if (!check_size (self, GIT_OBJECT_TREE, id, MAX_TREE_BYTES, where, error))
    return NULL;
  status = git_tree_lookup (&tree, self->git, id);
  if (status < 0)
    fail_unreadable (self, status, GIT_OBJECT_TREE, id, where, error);
  return tree;
}

git_odb_object *
cyan_git_load_blob (
    CyanGitRepository *self, const git_oid *id, const char *where, gsize max_bytes, GError **error)
{
  git_odb_object *blob = NULL;
  int status;

  if (!check_size (self, GIT_OBJECT_BLOB, id, max_bytes, where, error))
    return NULL;
  status = git_odb_read (&blob, self->objects, id);
  if (status < 0)
    fail_unreadable (self, status, GIT_OBJECT_BLOB, id, where, error);
  return blob;
}

char *
cyan_git_load_text (CyanGitRepository *self, const git_oid *id, const char *where, GError **error)
{
  g_autoptr (git_odb_object) blob =
      cyan_git_load_blob (self, id, where, CYAN_SOURCE_MAX_BYTES, error);

  if (blob == NULL)
    return NULL;
  return cyan_source_decode (where, git_odb_object_data (blob), git_odb_object_size (blob), error);
}

char *
cyan_git_to_line (const char *bytes)
{
  char *line =
      bytes != NULL ? cyan_source_to_utf8 (bytes, strnlen (bytes, MAX_LINE_BYTES)) : g_strdup ("");

  for (char *at = line; *at != '\0'; at = g_utf8_next_char (at))
    if (g_ascii_iscntrl (*at))
      *at = ' ';
  return g_strstrip (line);
}

gboolean
cyan_git_entry_is_file (const git_tree_entry *entry)
{
  git_filemode_t mode = git_tree_entry_filemode (entry);

  return mode == GIT_FILEMODE_BLOB || mode == GIT_FILEMODE_BLOB_EXECUTABLE;
}

const git_tree_entry *
cyan_git_find_step (git_tree *tree, const char *path, const char **rest)
{
  gsize length = strcspn (path, "/");
  g_autofree char *name = g_strndup (path, length);

  *rest = path[length] != '\0' ? path + length + 1 : NULL;
  /* A malicious tree can have such entries. */
  if (length == 0 || strcmp (name, ".") == 0 || strcmp (name, "..") == 0)
    return NULL;
  return git_tree_entry_byname (tree, name);
}
