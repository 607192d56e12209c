/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists and reads all entries of a revision. */
#include "cyan-git-tree-files.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-git-repository.h"
#include "cyan-i18n.h"
#include "cyan-libgit2.h"
#include "cyan-text.h"

/* Maximum bytes of a path, as of Linux, and of all paths. */
#define MAX_PATH_BYTES  4096
#define MAX_PATHS_BYTES (256 * 1024 * 1024)

struct _CyanGitTreeFiles
{
  CyanGitRepository *repository;
  git_tree *root;
};

CyanGitTreeFiles *
cyan_git_tree_files_open (const char *repository, const char *revision, GError **error)
{
  g_autoptr (CyanGitRepository) opened = cyan_git_repository_open (repository, error);
  CyanGitTreeFiles *self;
  git_tree *root = opened != NULL ? cyan_git_find_tree (opened, revision, NULL, error) : NULL;

  if (root == NULL)
    return NULL;
  self = g_new0 (CyanGitTreeFiles, 1);
  self->repository = g_steal_pointer (&opened);
  self->root = root;
  return self;
}

void
cyan_git_tree_files_free (CyanGitTreeFiles *self)
{
  git_tree_free (self->root);
  cyan_git_repository_free (self->repository);
  g_free (self);
}

static void
free_entry (gpointer data)
{
  CyanGitEntry *self = data;

  g_free (self->path);
  g_free (self);
}

/* git refuses to write the others, too. */
static gboolean
is_safe_name (const char *name)
{
  return *name != '\0' && strchr (name, '/') == NULL && strcmp (name, ".") != 0
         && strcmp (name, "..") != 0 && g_ascii_strcasecmp (name, ".git") != 0;
}

static gboolean
find_kind (const git_tree_entry *entry, CyanGitKind *kind)
{
  switch (git_tree_entry_filemode (entry))
    {
    case GIT_FILEMODE_TREE:
      *kind = CYAN_GIT_FOLDER;
      return TRUE;
    case GIT_FILEMODE_BLOB:
      *kind = CYAN_GIT_FILE;
      return TRUE;
    case GIT_FILEMODE_BLOB_EXECUTABLE:
      *kind = CYAN_GIT_PROGRAM;
      return TRUE;
    case GIT_FILEMODE_LINK:
      *kind = CYAN_GIT_LINK;
      return TRUE;
    case GIT_FILEMODE_COMMIT:
      *kind = CYAN_GIT_SUBMODULE;
      return TRUE;
    case GIT_FILEMODE_UNREADABLE:
    default:
      return FALSE;
    }
}

static gboolean
fail_entry (CyanGitTreeFiles *self, const char *folder, const char *name, GError **error)
{
  g_autofree char *path = g_strconcat (folder, *folder != '\0' ? "/" : "", name, NULL);
  g_autofree char *valid = g_utf8_make_valid (path, -1);
  g_autofree char *shown = cyan_text_for_label (valid, 200);

  return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: the revision contains %s, which is unsafe"),
                    self->repository->path, shown);
}

static gboolean
list_folder (CyanGitTreeFiles *self,
             git_tree *tree,
             const char *folder,
             GPtrArray *entries,
             gsize *bytes,
             GError **error)
{
  for (gsize i = 0; i < git_tree_entrycount (tree); i++)
    {
      const git_tree_entry *from = git_tree_entry_byindex (tree, i);
      const char *name = git_tree_entry_name (from);
      CyanGitEntry *entry;
      CyanGitKind kind;

      if (!is_safe_name (name) || strlen (folder) + strlen (name) + 2 > MAX_PATH_BYTES
          || !find_kind (from, &kind))
        return fail_entry (self, folder, name, error);
      entry = g_new0 (CyanGitEntry, 1);
      entry->path = g_strconcat (folder, *folder != '\0' ? "/" : "", name, NULL);
      entry->kind = kind;
      git_oid_tostr (entry->oid, sizeof entry->oid, git_tree_entry_id (from));
      *bytes += strlen (entry->path);
      g_ptr_array_add (entries, entry);
    }
  return TRUE;
}

GPtrArray *
cyan_git_tree_files_list (CyanGitTreeFiles *self, guint max, const CyanTick *tick, GError **error)
{
  g_autoptr (GPtrArray) entries = g_ptr_array_new_with_free_func (free_entry);
  gsize bytes = 0;

  if (!list_folder (self, self->root, "", entries, &bytes, error))
    return NULL;
  /* The list grows during the loop. */
  for (guint i = 0; i < entries->len; i++)
    {
      const CyanGitEntry *entry = entries->pdata[i];
      g_autoptr (git_tree) tree = NULL;
      git_oid id;

      /* The same folder may be in a tree very often. */
      if (entries->len > max || bytes > MAX_PATHS_BYTES)
        {
          cyan_fail (error, CYAN_ERROR_LIMIT, _ ("%s: the revision contains more than %'u files"),
                     self->repository->path, max);
          return NULL;
        }
      if (entry->kind != CYAN_GIT_FOLDER)
        continue;
      git_oid_fromstr (&id, entry->oid);
      tree = cyan_git_load_tree (self->repository, &id, entry->path, error);
      if (tree == NULL || !cyan_tick (tick, 0, N_ ("Reading the revision"), error)
          || !list_folder (self, tree, entry->path, entries, &bytes, error))
        return NULL;
    }
  return g_steal_pointer (&entries);
}

GBytes *
cyan_git_tree_files_read (CyanGitTreeFiles *self, const CyanGitEntry *entry, GError **error)
{
  git_odb_object *object;
  git_oid id;

  git_oid_fromstr (&id, entry->oid);
  object = cyan_git_load_blob (self->repository, &id, entry->path, CYAN_GIT_MAX_BLOB, error);
  if (object == NULL)
    return NULL;
  return g_bytes_new_with_free_func (git_odb_object_data (object), git_odb_object_size (object),
                                     (GDestroyNotify) git_odb_object_free, object);
}

char *
cyan_git_tree_files_find (CyanGitTreeFiles *self, const char *path)
{
  git_tree_entry *entry = NULL;
  char digits[GIT_OID_HEXSZ + 1];

  if (git_tree_entry_bypath (&entry, self->root, path) < 0)
    return NULL;
  git_oid_tostr (digits, sizeof digits, git_tree_entry_id (entry));
  git_tree_entry_free (entry);
  return g_strdup (digits);
}
