/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tree of a commit: finds, reads and lists its files. */
#include "cyan-git.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-git-private.h"
#include "cyan-i18n.h"
#include "cyan-language.h"
#include "cyan-libgit2.h"
#include "cyan-source-rules.h"
#include "cyan-text.h"

/* Maximum number of cached folders; beyond that, all are dropped. */
#define MAX_KEPT_FOLDERS 4096
/* Maximum bytes of a path, as of Linux, and of all paths. */
#define MAX_PATH_BYTES  4096
#define MAX_PATHS_BYTES (256 * 1024 * 1024)
/* Digits of a commit in text for people. */
#define SHORT_COMMIT 12

struct _CyanGitTree
{
  CyanGitRepository *repository;
  char commit[GIT_OID_HEXSZ + 1];
  git_tree *root;
  GHashTable *folders; /* path -> git_tree */
};

CyanGitTree *
cyan_git_tree_open (const char *repository, const char *revision, GError **error)
{
  g_autoptr (CyanGitRepository) opened = cyan_git_repository_open (repository, error);
  CyanGitTree *self;
  git_oid commit;
  git_tree *root = opened != NULL ? cyan_git_find_tree (opened, revision, &commit, error) : NULL;

  if (root == NULL)
    return NULL;
  self = g_new0 (CyanGitTree, 1);
  self->repository = g_steal_pointer (&opened);
  self->root = root;
  self->folders =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) git_tree_free);
  git_oid_tostr (self->commit, sizeof self->commit, &commit);
  return self;
}

void
cyan_git_tree_free (CyanGitTree *self)
{
  g_hash_table_unref (self->folders);
  git_tree_free (self->root);
  cyan_git_repository_free (self->repository);
  g_free (self);
}

const char *
cyan_git_tree_repository (const CyanGitTree *self)
{
  return self->repository->path;
}

const char *
cyan_git_tree_real_path (const CyanGitTree *self)
{
  return self->repository->worktree;
}

const char *
cyan_git_tree_commit (const CyanGitTree *self)
{
  return self->commit;
}

/* The folder at @path with the id @id; owned by @self until the next call. */
static git_tree *
get_folder (CyanGitTree *self, const char *path, const git_oid *id, GError **error)
{
  git_tree *folder = g_hash_table_lookup (self->folders, path);

  if (folder != NULL)
    return folder;
  folder = cyan_git_load_tree (self->repository, id, path, error);
  if (folder == NULL)
    return NULL;
  if (g_hash_table_size (self->folders) >= MAX_KEPT_FOLDERS)
    g_hash_table_remove_all (self->folders);
  g_hash_table_insert (self->folders, g_strdup (path), folder);
  return folder;
}

static gboolean
find_blob (CyanGitTree *self, const char *path, git_oid *blob, GError **error)
{
  const char *rest = path;
  git_tree *folder = self->root;
  const git_tree_entry *entry = NULL;
  g_autofree char *valid = NULL;
  g_autofree char *shown = NULL;

  while (rest != NULL && folder != NULL)
    {
      const char *step = rest;

      entry = cyan_git_find_step (folder, step, &rest);
      if (rest == NULL || entry == NULL || git_tree_entry_type (entry) != GIT_OBJECT_TREE)
        break;
      {
        g_autofree char *front = g_strndup (path, (gsize) (rest - path) - 1);

        folder = get_folder (self, front, git_tree_entry_id (entry), error);
        if (folder == NULL)
          return FALSE;
      }
    }
  if (rest == NULL && entry != NULL && cyan_git_entry_is_file (entry))
    {
      *blob = *git_tree_entry_id (entry);
      return TRUE;
    }
  valid = g_utf8_make_valid (path, -1);
  shown = cyan_text_for_label (valid, 200);
  return cyan_fail (error, CYAN_ERROR_IO, _ ("%s: not in revision %.*s"), shown, SHORT_COMMIT,
                    self->commit);
}

gboolean
cyan_git_tree_has (CyanGitTree *self, const char *path)
{
  git_oid blob;

  return find_blob (self, path, &blob, NULL);
}

char *
cyan_git_tree_read (CyanGitTree *self, const char *path, GError **error)
{
  git_oid blob;

  if (!find_blob (self, path, &blob, error))
    return NULL;
  return cyan_git_load_text (self->repository, &blob, path, error);
}

char *
cyan_git_tree_blob (CyanGitTree *self, const char *path)
{
  git_oid blob;

  return find_blob (self, path, &blob, NULL) ? g_strdup (git_oid_tostr_s (&blob)) : NULL;
}

typedef struct
{
  char *path;
  git_oid id;
} Folder;

static void
folder_clear (gpointer data)
{
  g_free (((Folder *) data)->path);
}

/* FALSE for names that a tree can contain but a work tree cannot. */
static gboolean
is_possible_name (const char *name)
{
  return cyan_source_is_plain_name (name) && strchr (name, '/') == NULL && *name != '\0'
         && strcmp (name, ".") != 0 && strcmp (name, "..") != 0;
}

/* Appends the files of a folder to @files, its subfolders to @folders. */
static gboolean
list_folder (CyanGitTree *self,
             const char *path,
             const git_oid *id,
             GArray *folders,
             GPtrArray *files,
             GError **error)
{
  g_autoptr (git_tree) tree = cyan_git_load_tree (self->repository, id, path, error);
  gsize n = tree != NULL ? git_tree_entrycount (tree) : 0;

  for (gsize i = 0; i < n; i++)
    {
      const git_tree_entry *entry = git_tree_entry_byindex (tree, i);
      const char *name = git_tree_entry_name (entry);
      char *full;

      if (!is_possible_name (name) || strlen (path) + strlen (name) + 1 > MAX_PATH_BYTES)
        continue;
      full = *path != '\0' ? g_strconcat (path, "/", name, NULL) : g_strdup (name);
      if (git_tree_entry_type (entry) == GIT_OBJECT_TREE && !cyan_source_is_tool_folder (name)
          && cyan_source_depth (full) < CYAN_SOURCE_MAX_DEPTH)
        {
          Folder folder = { full, *git_tree_entry_id (entry) };

          g_array_append_val (folders, folder);
        }
      else if (cyan_git_entry_is_file (entry)
               && cyan_language_of_path (name) != CYAN_LANGUAGE_OTHER)
        g_ptr_array_add (files, full);
      else
        g_free (full);
      if (files->len > CYAN_SOURCE_MAX_FILES || folders->len > CYAN_SOURCE_MAX_FILES)
        return cyan_fail (error, CYAN_ERROR_LIMIT,
                          _ ("%s: revision %.*s holds more than %'d files"), self->repository->path,
                          SHORT_COMMIT, self->commit, CYAN_SOURCE_MAX_FILES);
    }
  return tree != NULL;
}

GPtrArray *
cyan_git_tree_list (CyanGitTree *self, const CyanTick *tick, GError **error)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) folders = g_array_new (FALSE, FALSE, sizeof (Folder));
  Folder root = { g_strdup (""), *git_tree_id (self->root) };

  g_array_set_clear_func (folders, folder_clear);
  g_array_append_val (folders, root);
  /* The list grows during the loop; its length is limited like that of the files. */
  for (guint i = 0; i < folders->len; i++)
    {
      Folder folder = g_array_index (folders, Folder, i);

      if (!cyan_tick (tick, 0, N_ ("Reading sources"), error)
          || !list_folder (self, folder.path, &folder.id, folders, files, error))
        return NULL;
    }
  g_ptr_array_sort (files, cyan_source_compare_paths);
  return g_steal_pointer (&files);
}

/* ---- all entries ---- */

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
    default:
      return FALSE;
    }
}

static gboolean
fail_entry (CyanGitTree *self, const char *folder, const char *name, GError **error)
{
  g_autofree char *path = g_strconcat (folder, *folder != '\0' ? "/" : "", name, NULL);
  g_autofree char *valid = g_utf8_make_valid (path, -1);
  g_autofree char *shown = cyan_text_for_label (valid, 200);

  return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: the revision contains %s, which is unsafe"),
                    self->repository->path, shown);
}

static gboolean
list_entries (CyanGitTree *self,
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
cyan_git_tree_entries (CyanGitTree *self, guint max, const CyanTick *tick, GError **error)
{
  g_autoptr (GPtrArray) entries = g_ptr_array_new_with_free_func (free_entry);
  gsize bytes = 0;

  if (!list_entries (self, self->root, "", entries, &bytes, error))
    return NULL;
  /* The list grows during the loop. */
  for (guint i = 0; i < entries->len; i++)
    {
      const CyanGitEntry *entry = entries->pdata[i];
      g_autoptr (git_tree) tree = NULL;
      git_oid id;

      /* The same folder may be in a tree very often. */
      if (entries->len > max || bytes > MAX_PATHS_BYTES)
        return cyan_fail_null (error, CYAN_ERROR_LIMIT,
                               _ ("%s: the revision contains more than %'u files"),
                               self->repository->path, max);
      if (entry->kind != CYAN_GIT_FOLDER)
        continue;
      git_oid_fromstr (&id, entry->oid);
      tree = cyan_git_load_tree (self->repository, &id, entry->path, error);
      if (tree == NULL || !cyan_tick (tick, 0, N_ ("Reading the revision"), error)
          || !list_entries (self, tree, entry->path, entries, &bytes, error))
        return NULL;
    }
  return g_steal_pointer (&entries);
}

GBytes *
cyan_git_tree_bytes (CyanGitTree *self, const CyanGitEntry *entry, GError **error)
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
cyan_git_tree_object (CyanGitTree *self, const char *path)
{
  git_tree_entry *entry = NULL;
  char *digits;

  if (git_tree_entry_bypath (&entry, self->root, path) < 0)
    return NULL;
  digits = g_strdup (git_oid_tostr_s (git_tree_entry_id (entry)));
  git_tree_entry_free (entry);
  return digits;
}
