/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes the files of a revision into a folder.
 *
 * Everything is opened relative to an open folder, and no link is followed: whatever is in the
 * folder already, nothing outside of it is touched.
 */
#include "cyan-export-tree.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cyan-error.h"
#include "cyan-git.h"
#include "cyan-i18n.h"
#include "cyan-output.h"
#include "cyan-remove.h"
#include "cyan-text.h"

#define OPEN_FOLDER (O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
/* Files between two polls of the tick. */
#define TICK_STRIDE 64

typedef struct
{
  CyanGitTree *files;
  const char *name; /* of the folder, for messages */
  int root;
  int parent;        /* the open folder of the entry, or -1 */
  char *parent_path; /* its path below the root, or NULL */
  guint64 bytes;
  CyanExported done;
} Export;

static void
export_clear (Export *self)
{
  g_clear_pointer (&self->files, cyan_git_tree_free);
  g_clear_pointer (&self->parent_path, g_free);
  if (self->parent >= 0)
    close (self->parent);
  if (self->root >= 0)
    close (self->root);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Export, export_clear)

static gboolean
fail_path (const char *folder, const char *path, int number, GError **error)
{
  g_autofree char *valid = g_utf8_make_valid (path, -1);
  g_autofree char *shown = cyan_text_for_label (valid, 200);

  return cyan_fail (error, CYAN_ERROR_IO, "%s: %s: %s", folder, shown, g_strerror (number));
}

/* ---- entries of an open folder ---- */

/* Makes sure that the folder @name is there, in the place of whatever else, and opens it; -1 with
 * errno. */
static int
open_folder (int parent, const char *name)
{
  int folder = openat (parent, name, OPEN_FOLDER);

  if (folder >= 0)
    return folder;
  if (errno != ENOENT && unlinkat (parent, name, 0) < 0)
    return -1;
  return mkdirat (parent, name, 0777) == 0 ? openat (parent, name, OPEN_FOLDER) : -1;
}

/* Makes room for a new file @name. */
static gboolean
make_room (int parent, const char *name)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/fd/%d/%s", (int) getpid (), parent, name);

  return unlinkat (parent, name, 0) == 0 || errno == ENOENT
         || (errno == EISDIR && cyan_remove_folder (path, NULL));
}

/* Whether the file @name has these bytes and this mode already. */
static gboolean
has_file (int parent, const char *name, gboolean is_program, const char *bytes, gsize length)
{
  int fd = openat (parent, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  char there[64 * 1024];
  struct stat status;
  gboolean same;

  if (fd < 0)
    return FALSE;
  same = fstat (fd, &status) == 0 && S_ISREG (status.st_mode)
         && ((status.st_mode & S_IXUSR) != 0) == is_program && status.st_nlink == 1
         && (guint64) status.st_size == length;
  while (same && length > 0)
    {
      gssize n = read (fd, there, MIN (sizeof there, length));

      same = n > 0 && memcmp (there, bytes, (gsize) n) == 0;
      bytes += MAX (n, 0);
      length -= (gsize) MAX (n, 0);
    }
  close (fd);
  return same;
}

/* Both set errno. */
static gboolean
write_file (Export *self, const char *name, gboolean is_program, const char *bytes, gsize length)
{
  int fd;
  gboolean ok;

  if (has_file (self->parent, name, is_program, bytes, length))
    return TRUE;
  self->done.n_written++;
  if (!make_room (self->parent, name))
    return FALSE;
  fd = openat (self->parent, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
               is_program ? 0777 : 0666);
  if (fd < 0)
    return FALSE;
  ok = cyan_output_write_to (fd, bytes, length);
  return close (fd) == 0 && ok;
}

static gboolean
write_link (Export *self, const char *name, const char *target)
{
  char there[PATH_MAX];
  gssize length = readlinkat (self->parent, name, there, sizeof there - 1);

  if (length >= 0)
    {
      there[length] = '\0';
      if (strcmp (there, target) == 0)
        return TRUE;
    }
  self->done.n_written++;
  return make_room (self->parent, name) && symlinkat (target, self->parent, name) == 0;
}

/* ---- the tree ---- */

/* Opens the folder of an entry as the parent.  The entries of a folder follow each other. */
static gboolean
enter_folder (Export *self, const char *path, GError **error)
{
  g_auto (GStrv) parts = NULL;
  int folder;

  if (g_strcmp0 (self->parent_path, path) == 0)
    return TRUE;
  if (self->parent >= 0)
    close (self->parent);
  g_free (self->parent_path);
  self->parent_path = g_strdup (path);
  self->parent = openat (self->root, ".", OPEN_FOLDER);
  parts = *path != '\0' ? g_strsplit (path, "/", -1) : NULL;
  for (guint i = 0; self->parent >= 0 && parts != NULL && parts[i] != NULL; i++)
    {
      folder = open_folder (self->parent, parts[i]);
      close (self->parent);
      self->parent = folder;
    }
  return self->parent >= 0 || fail_path (self->name, path, errno, error);
}

static gboolean
write_content (Export *self, const CyanGitEntry *entry, const char *name, GError **error)
{
  g_autoptr (GBytes) content = cyan_git_tree_bytes (self->files, entry, error);
  const char *bytes;
  gsize length;
  gboolean ok;

  if (content == NULL)
    return FALSE;
  bytes = g_bytes_get_data (content, &length);
  self->bytes += length;
  if (self->bytes > CYAN_EXPORT_MAX_BYTES)
    return cyan_fail (error, CYAN_ERROR_LIMIT, _ ("%s: the revision has more than %" PRIu64 " GiB"),
                      self->name, CYAN_EXPORT_MAX_BYTES >> 30);
  if (entry->kind == CYAN_GIT_LINK)
    {
      g_autofree char *target = g_strndup (bytes, length);

      self->done.n_links++;
      ok = write_link (self, name, target);
    }
  else
    {
      self->done.n_files++;
      ok = write_file (self, name, entry->kind == CYAN_GIT_PROGRAM, bytes, length);
    }
  return ok || fail_path (self->name, entry->path, errno, error);
}

static gboolean
write_entry (Export *self, const CyanGitEntry *entry, GError **error)
{
  const char *slash = strrchr (entry->path, '/');
  const char *name = slash != NULL ? slash + 1 : entry->path;
  g_autofree char *parent =
      g_strndup (entry->path, slash != NULL ? (gsize) (slash - entry->path) : 0);
  int folder;

  if (!enter_folder (self, parent, error))
    return FALSE;
  if (entry->kind != CYAN_GIT_FOLDER && entry->kind != CYAN_GIT_SUBMODULE)
    return write_content (self, entry, name, error);
  self->done.n_folders += entry->kind == CYAN_GIT_FOLDER;
  self->done.n_submodules += entry->kind == CYAN_GIT_SUBMODULE;
  folder = open_folder (self->parent, name);
  if (folder < 0)
    return fail_path (self->name, entry->path, errno, error);
  close (folder);
  return TRUE;
}

/* Removes what the revision before had and @entries, the new one, have not. */
static gboolean
remove_others (Export *self,
               const char *repository,
               const char *previous,
               const GPtrArray *entries,
               const CyanTick *tick,
               GError **error)
{
  g_autoptr (CyanGitTree) files = cyan_git_tree_open (repository, previous, error);
  g_autoptr (GPtrArray) before =
      files != NULL ? cyan_git_tree_entries (files, CYAN_EXPORT_MAX_FILES, tick, error) : NULL;
  g_autoptr (GHashTable) kept = g_hash_table_new (g_str_hash, g_str_equal);

  if (before == NULL)
    return FALSE;
  for (guint i = 0; i < entries->len; i++)
    g_hash_table_add (kept, ((CyanGitEntry *) entries->pdata[i])->path);
  /* Backwards: what is in a folder before the folder. */
  for (guint i = before->len; i-- > 0;)
    {
      const CyanGitEntry *entry = before->pdata[i];
      g_autofree char *parent = g_path_get_dirname (entry->path);
      g_autofree char *name = g_path_get_basename (entry->path);
      gboolean is_folder = entry->kind == CYAN_GIT_FOLDER || entry->kind == CYAN_GIT_SUBMODULE;

      if (g_hash_table_contains (kept, entry->path))
        continue;
      if (!enter_folder (self, strcmp (parent, ".") == 0 ? "" : parent, error))
        return FALSE;
      /* A folder may still have files of a build. */
      if (unlinkat (self->parent, name, is_folder ? AT_REMOVEDIR : 0) < 0 && errno != ENOENT
          && !is_folder)
        return fail_path (self->name, entry->path, errno, error);
    }
  return TRUE;
}

static gboolean
write_entries (Export *self, const GPtrArray *entries, const CyanTick *tick, GError **error)
{
  for (guint i = 0; i < entries->len; i++)
    if ((i % TICK_STRIDE == 0
         && !cyan_tick (tick, (double) i / entries->len, N_ ("Writing the revision"), error))
        || !write_entry (self, entries->pdata[i], error))
      return FALSE;
  return TRUE;
}

gboolean
cyan_export_tree (const char *repository,
                  const char *oid,
                  const char *previous,
                  const char *folder,
                  CyanExported *exported,
                  const CyanTick *tick,
                  GError **error)
{
  g_auto (Export) self = { .name = folder, .root = -1, .parent = -1 };
  g_autoptr (GPtrArray) entries = NULL;

  self.files = cyan_git_tree_open (repository, oid, error);
  if (self.files == NULL)
    return FALSE;
  entries = cyan_git_tree_entries (self.files, CYAN_EXPORT_MAX_FILES, tick, error);
  if (entries == NULL)
    return FALSE;
  if (g_mkdir_with_parents (folder, 0777) < 0
      || (self.root = open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) < 0)
    return fail_path (folder, ".", errno, error);
  if ((previous != NULL && !remove_others (&self, repository, previous, entries, tick, error))
      || !write_entries (&self, entries, tick, error))
    return FALSE;
  g_assert (self.done.n_written <= self.done.n_files + self.done.n_links);
  if (exported != NULL)
    *exported = self.done;
  return TRUE;
}
