/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens a repository without its configuration, and reads its objects. */
#include "cyan-git-private.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <git2/sys/repository.h>

#include "cyan-error.h"
#include "cyan-git.h"
#include "cyan-i18n.h"
#include "cyan-libgit2.h"
#include "cyan-source-rules.h"

/* Maximum bytes of an author's name and of a subject. */
#define MAX_LINE_BYTES 1000
/* Digits of an id in text for people. */
#define SHORT_ID 12

gboolean
cyan_git_is_repository (const char *path)
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
  self->git_folder = g_strdup (paths->git_folder);
  self->common = cyan_git_paths_common (paths);
  self->view = cyan_git_view_new (self->git_folder, self->common, error);
  if (self->view == NULL)
    return NULL;
  cyan_libgit2_init ();
  /* Later calls use the configuration set here. */
  if (git_repository_open_bare (&self->git, self->view) < 0 || git_config_new (&nothing) < 0
      || git_repository_set_config (self->git, nothing) < 0
      || git_repository_odb (&self->objects, self->git) < 0)
    {
      g_autofree char *reason = cyan_git_repository_reason (self);

      return cyan_fail_null (error, CYAN_ERROR_IO, _ ("%s: the git repository cannot be read: %s"),
                             self->path, reason);
    }
  return g_steal_pointer (&self);
}

void
cyan_git_repository_free (CyanGitRepository *self)
{
  git_odb_free (self->objects);
  git_repository_free (self->git);
  cyan_git_view_free (self->view);
  g_free (self->common);
  g_free (self->git_folder);
  g_free (self->worktree);
  g_free (self->path);
  g_free (self);
}

gboolean
cyan_git_repository_equal (const CyanGitRepository *a, const CyanGitRepository *b)
{
  g_autofree char *a_path = realpath (a->common, NULL);
  g_autofree char *b_path = realpath (b->common, NULL);

  return g_strcmp0 (a_path, b_path) == 0 && a_path != NULL;
}

char *
cyan_git_repository_reason (const CyanGitRepository *self)
{
  g_autofree char *common = g_build_filename (self->view, CYAN_GIT_VIEW_COMMON, NULL);
  GString *reason = g_string_new (cyan_libgit2_reason ());

  g_string_replace (reason, common, self->common, 0);
  g_string_replace (reason, self->view, self->git_folder, 0);
  return g_string_free (reason, FALSE);
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
  g_autofree char *reason = cyan_git_repository_reason (self);
  g_autofree char *message = g_strdup_printf (_ ("cannot be read: %s"), reason);

  if (cyan_libgit2_lacked_memory ())
    return fail_object (self, CYAN_ERROR_LIMIT, type, id, where, _ ("is too large"), error);
  return fail_object (self, CYAN_ERROR_IO, type, id, where,
                      status == GIT_ENOTFOUND
                          ? _ ("is missing in the repository (“git fetch --refetch --no-filter” "
                               "brings all of a partial clone)")
                          : message,
                      error);
}

git_commit *
cyan_git_load_commit (CyanGitRepository *self, const git_oid *id, GError **error)
{
  git_commit *commit = NULL;
  int status;

  cyan_libgit2_begin ();
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

  cyan_libgit2_begin ();
  status = git_tree_lookup (&tree, self->git, id);
  if (status < 0)
    fail_unreadable (self, status, GIT_OBJECT_TREE, id, where, error);
  return tree;
}

git_odb_object *
cyan_git_load_blob (
    CyanGitRepository *self, const git_oid *id, const char *where, gsize max_bytes, GError **error)
{
  g_autoptr (git_odb_object) blob = NULL;
  int status;

  cyan_libgit2_begin ();
  status = git_odb_read (&blob, self->objects, id);
  if (status < 0 && !cyan_libgit2_lacked_memory ())
    fail_unreadable (self, status, GIT_OBJECT_BLOB, id, where, error);
  else if (status == 0 && git_odb_object_type (blob) != GIT_OBJECT_BLOB)
    fail_object (self, CYAN_ERROR_IO, GIT_OBJECT_BLOB, id, where, _ ("is another kind of object"),
                 error);
  else if (status == 0 && git_odb_object_size (blob) <= max_bytes)
    return g_steal_pointer (&blob);
  else if (max_bytes == CYAN_SOURCE_MAX_BYTES)
    cyan_source_fail_too_large (where, error);
  else
    fail_object (self, CYAN_ERROR_LIMIT, GIT_OBJECT_BLOB, id, where, _ ("is too large"), error);
  return NULL;
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
