/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks at the files of a repository, and lists those of its work tree. */
#include "cyan-git-private.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cyan-error.h"
#include "cyan-git.h"
#include "cyan-i18n.h"
#include "cyan-libgit2.h"
#include "cyan-source-rules.h"

#define MAX_FILES           1000000
#define MAX_OBJECT_FOLDERS  100
#define MAX_ALTERNATE_BYTES (1024 * 1024)

/* Which files and folders of a folder libgit2 opens. */
typedef enum
{
  KIND_GIT,     /* the references and the files of tops[], and the folders of names[] */
  KIND_OBJECTS, /* no file, and the folders "pack", "info", and those of two digits */
  KIND_PACKS,   /* all files, which may have any size if they are packs */
  KIND_LOOSE,   /* all files, of which there are many */
  KIND_ALL,     /* all of both */
  KIND_RULES,   /* the files with rules, and all folders but ".git" */
} Kind;

typedef struct
{
  char *path;
  Kind kind;
} Folder;

typedef struct
{
  GArray *folders;   /* of Folder: still to look at */
  GHashTable *seen;  /* paths of the folders so far */
  GPtrArray *inside; /* folders that links may lead into, without links */
  guint n_files, n_object_folders;
} Look;

char *
cyan_git_files_read (const char *path, gsize max_bytes)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  g_autofree char *content = NULL;
  struct stat status;
  gsize length = 0;
  gssize n = 1;

  if (fd < 0)
    return NULL;
  if (fstat (fd, &status) == 0 && S_ISREG (status.st_mode) && (guint64) status.st_size <= max_bytes)
    {
      content = g_malloc0 ((gsize) status.st_size + 1);
      while (n > 0 && length < (gsize) status.st_size)
        {
          n = read (fd, content + length, (gsize) status.st_size - length);
          length += n > 0 ? (gsize) n : 0;
        }
    }
  close (fd);
  return g_steal_pointer (&content);
}

/* ---- the folders ---- */

/* Each folder once, under its path without links; one that does not exist is nothing to look at. */
static void
add_folder (Look *self, const char *path, Kind kind, gboolean is_root)
{
  Folder folder = { realpath (path, NULL), kind };

  if (folder.path == NULL || !g_hash_table_add (self->seen, g_strdup (folder.path)))
    {
      free (folder.path);
      return;
    }
  if (is_root)
    g_ptr_array_add (self->inside, g_strdup (folder.path));
  g_array_append_val (self->folders, folder);
}

/* The kind of the folder @name in one of @kind; FALSE if libgit2 opens nothing there. */
static gboolean
find_kind (Kind kind, const char *name, Kind *inner)
{
  static const char *const names[] = { "refs", "logs", "info", NULL };

  *inner = KIND_ALL;
  switch (kind)
    {
    case KIND_GIT:
      if (strcmp (name, "objects") != 0)
        return g_strv_contains (names, name);
      *inner = KIND_OBJECTS;
      return TRUE;
    case KIND_OBJECTS:
      if (strcmp (name, "info") == 0)
        return TRUE;
      *inner = strcmp (name, "pack") == 0 ? KIND_PACKS : KIND_LOOSE;
      return *inner == KIND_PACKS
             || (g_ascii_isxdigit (name[0]) && g_ascii_isxdigit (name[1]) && name[2] == '\0');
    case KIND_RULES:
      *inner = KIND_RULES;
      return strcmp (name, ".git") != 0;
    case KIND_PACKS:
    case KIND_LOOSE:
      return FALSE;
    default:
      return TRUE;
    }
}

static gboolean
is_opened (Kind kind, const char *name)
{
  static const char *const tops[] = {
    "commondir", "config", "index", "packed-refs", "shallow", NULL
  };
  static const char *const rules[] = { ".gitignore", ".gitattributes", ".gitmodules", NULL };

  if (kind == KIND_GIT)
    return cyan_git_view_is_ref (name) || g_strv_contains (tops, name);
  return kind == KIND_RULES ? g_strv_contains (rules, name) : kind != KIND_OBJECTS;
}

/* ---- their files ---- */

static gboolean
is_inside (const Look *self, const char *path)
{
  g_autofree char *real = realpath (path, NULL);

  for (guint i = 0; i < self->inside->len && real != NULL; i++)
    {
      const char *folder = g_ptr_array_index (self->inside, i);

      if (g_str_has_prefix (real, folder) && real[strlen (folder)] == '/')
        return TRUE;
    }
  return real == NULL;
}

static gboolean
is_alternates (const char *path)
{
  return g_str_has_suffix (path, "/info/alternates");
}

/* The other folders of objects that the file @path names, each in a line of its own. */
static gboolean
add_alternates (Look *self, const char *path, GError **error)
{
  g_autofree char *content = cyan_git_files_read (path, MAX_ALTERNATE_BYTES);
  g_autofree char *info = g_path_get_dirname (path), *objects = g_path_get_dirname (info);
  g_auto (GStrv) lines = g_strsplit (content != NULL ? content : "", "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autofree char *folder = g_canonicalize_filename (lines[i], objects);

      if (*lines[i] == '\0' || *lines[i] == '#')
        continue;
      if (++self->n_object_folders > MAX_OBJECT_FOLDERS)
        return cyan_fail (error, CYAN_ERROR_LIMIT,
                          _ ("%s: names more than %d folders with objects"), path,
                          MAX_OBJECT_FOLDERS);
      add_folder (self, folder, KIND_OBJECTS, TRUE);
    }
  return content != NULL || cyan_fail (error, CYAN_ERROR_LIMIT, _ ("%s: too large"), path);
}

/* A socket is none that libgit2 could open; git's own watcher of files leaves one. */
static gboolean
check_file (Look *self,
            Kind kind,
            const char *path,
            const struct stat *status,
            gboolean is_link,
            GError **error)
{
  if (S_ISSOCK (status->st_mode))
    return TRUE;
  if (!S_ISREG (status->st_mode))
    return cyan_fail (error, CYAN_ERROR_IO, _ ("%s: not a regular file"), path);
  if (is_link && !is_inside (self, path))
    return cyan_fail (error, CYAN_ERROR_IO, _ ("%s: leads out of the git repository"), path);
  if (status->st_size > CYAN_LIBGIT2_MAX_BLOCK
      && !(kind == KIND_PACKS
           && (g_str_has_suffix (path, ".pack") || g_str_has_suffix (path, ".idx"))))
    return cyan_fail (error, CYAN_ERROR_LIMIT, _ ("%s: too large"), path);
  return !is_alternates (path) || add_alternates (self, path, error);
}

static gboolean
check_entry (Look *self, const Folder *folder, int fd, const struct dirent *entry, GError **error)
{
  const char *name = entry->d_name;
  g_autofree char *path = NULL;
  struct stat status;
  Kind inner;

  /* Most files are of no interest, and most of the others loose objects, whose size libgit2's
   * memory limits. */
  if (entry->d_type == DT_REG && (folder->kind == KIND_LOOSE || !is_opened (folder->kind, name)))
    return TRUE;
  if (fstatat (fd, name, &status, 0) < 0)
    return TRUE;
  path = g_build_filename (folder->path, name, NULL);
  if (S_ISDIR (status.st_mode))
    {
      /* libgit2 1.5 would leak memory. */
      if (is_alternates (path))
        return cyan_fail (error, CYAN_ERROR_IO, _ ("%s: not a regular file"), path);
      if (find_kind (folder->kind, name, &inner)
          && !(inner == KIND_RULES && entry->d_type == DT_LNK))
        add_folder (self, path, inner, FALSE);
      return TRUE;
    }
  return !is_opened (folder->kind, name)
         || check_file (self, folder->kind, path, &status, entry->d_type != DT_REG, error);
}

static gboolean
check_folder (Look *self, const Folder *folder, GError **error)
{
  DIR *dir = opendir (folder->path);
  const struct dirent *entry;
  gboolean ok = TRUE;

  while (ok && dir != NULL && (entry = readdir (dir)) != NULL)
    {
      if (strcmp (entry->d_name, ".") == 0 || strcmp (entry->d_name, "..") == 0)
        continue;
      if (++self->n_files > MAX_FILES)
        ok = cyan_fail (error, CYAN_ERROR_LIMIT, _ ("%s: more than %'d files"), folder->path,
                        MAX_FILES);
      else
        ok = check_entry (self, folder, dirfd (dir), entry, error);
    }
  if (dir != NULL)
    closedir (dir);
  return ok;
}

static gboolean
look (const char *first, const char *second, Kind kind, GError **error)
{
  Look self = { .folders = g_array_new (FALSE, FALSE, sizeof (Folder)),
                .seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
                .inside = g_ptr_array_new_with_free_func (g_free) };
  gboolean ok = TRUE;

  add_folder (&self, first, kind, TRUE);
  add_folder (&self, second, kind, TRUE);
  while (ok && self.folders->len > 0)
    {
      Folder folder = g_array_index (self.folders, Folder, self.folders->len - 1);

      g_array_set_size (self.folders, self.folders->len - 1);
      ok = check_folder (&self, &folder, error);
      free (folder.path);
    }
  for (guint i = 0; i < self.folders->len; i++)
    free (g_array_index (self.folders, Folder, i).path);
  g_array_free (self.folders, TRUE);
  g_hash_table_unref (self.seen);
  g_ptr_array_unref (self.inside);
  return ok;
}

gboolean
cyan_git_files_check (const char *git_folder, const char *common, GError **error)
{
  return look (git_folder, common, KIND_GIT, error);
}

gboolean
cyan_git_files_check_rules (const char *worktree, GError **error)
{
  return look (worktree, worktree, KIND_RULES, error);
}

/* ---- the files of a work tree, as `git status` lists them; the index is only read ---- */

/* A damaged index may have any path. */
static gboolean
is_plain_path (const char *path)
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
          && is_plain_path (delta->new_file.path))
        g_ptr_array_add (paths, g_strdup (delta->new_file.path));
    }
  g_ptr_array_sort (paths, cyan_source_compare_paths);
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
    return cyan_fail_null (error, CYAN_ERROR_UNSUPPORTED, _ ("%s: there is no work tree"),
                           repository);
  options.flags = GIT_STATUS_OPT_INCLUDE_UNTRACKED | GIT_STATUS_OPT_RECURSE_UNTRACKED_DIRS
                  | GIT_STATUS_OPT_INCLUDE_UNMODIFIED | GIT_STATUS_OPT_EXCLUDE_SUBMODULES;
  if (!cyan_git_files_check_rules (self->worktree, error))
    return NULL;
  if (git_repository_set_workdir (self->git, self->worktree, 0) < 0
      || git_status_list_new (&list, self->git, &options) < 0)
    {
      g_autofree char *reason = cyan_git_repository_reason (self);

      return cyan_fail_null (error, CYAN_ERROR_IO, "%s: %s", repository, reason);
    }
  paths = g_ptr_array_new_with_free_func (g_free);
  take_paths (list, paths);
  git_status_list_free (list);
  *folder = g_strdup (self->worktree);
  return paths;
}
