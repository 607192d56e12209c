/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Folders of trackers, and their locks. */
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "cyan-error.h"
#include "cyan-export-tree.h"
#include "cyan-i18n.h"
#include "cyan-plan.h"
#include "cyan-remove.h"
#include "cyan-track-private.h"

/* In a workspace: the file that its tracker has locked.  It names the repository. */
#define LOCK "lock"
/* Begins the names of slots in it. */
#define SLOT "slot-"

gboolean
cyan_track_fail_errno (const char *path, GError **error)
{
  int number = errno;
  g_autofree char *name = g_filename_display_name (path);

  return cyan_fail (error, CYAN_ERROR_IO, "%s: %s", name, g_strerror (number));
}

static gboolean
make_folder (const char *path, GError **error)
{
  return g_mkdir_with_parents (path, 0700) == 0 || cyan_track_fail_errno (path, error);
}

/* ---- slots ---- */

/* @source may be a worktree that the repository knows. */
static void
remove_slot (const char *path, const char *repository)
{
  g_autofree char *source = g_build_filename (path, "source", NULL);
  g_autofree char *link = g_build_filename (source, ".git", NULL);

  if (repository != NULL && g_file_test (link, G_FILE_TEST_IS_REGULAR))
    cyan_worktree_remove (repository, source, NULL);
  cyan_remove_folder (path, NULL);
}

CyanWorkspaceSlot *
cyan_workspace_slot_new (const CyanWorkspace *workspace, const char *name, GError **error)
{
  g_autofree char *folder = g_strconcat (SLOT, name, NULL);
  CyanWorkspaceSlot *self = g_new0 (CyanWorkspaceSlot, 1);

  self->path = g_build_filename (workspace->path, folder, NULL);
  self->source = g_build_filename (self->path, "source", NULL);
  self->build = g_build_filename (self->path, "build", NULL);
  self->home = g_build_filename (self->path, "home", NULL);
  self->temporary = g_build_filename (self->path, "tmp", NULL);
  self->results = g_build_filename (self->path, "results", NULL);
  if (make_folder (self->build, error) && make_folder (self->home, error)
      && cyan_workspace_slot_refresh (self, error))
    return self;
  cyan_workspace_slot_free (self, NULL);
  return NULL;
}

gboolean
cyan_workspace_slot_refresh (const CyanWorkspaceSlot *self, GError **error)
{
  const char *const folders[] = { self->temporary, self->results };

  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      if (g_file_test (folders[i], G_FILE_TEST_EXISTS) && !cyan_remove_folder (folders[i], error))
        return FALSE;
      if (!make_folder (folders[i], error))
        return FALSE;
    }
  return TRUE;
}

void
cyan_workspace_slot_free (CyanWorkspaceSlot *self, const char *repository)
{
  if (self == NULL)
    return;
  remove_slot (self->path, repository);
  g_free (self->path);
  g_free (self->source);
  g_free (self->build);
  g_free (self->home);
  g_free (self->temporary);
  g_free (self->results);
  g_free (self);
}

/* ---- workspaces ---- */

/* Removes the workspace at @path and its slots. */
static void
remove_workspace (const char *path, const char *repository)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    if (g_str_has_prefix (name, SLOT))
      {
        g_autofree char *slot = g_build_filename (path, name, NULL);

        remove_slot (slot, repository);
      }
  cyan_remove_folder (path, NULL);
}

/* Removes the workspace at @path if its tracker has ended, however it did. */
static void
remove_if_left (const char *path)
{
  g_autofree char *lock = g_build_filename (path, LOCK, NULL);
  g_autofree char *repository = NULL;
  int file = open (lock, O_RDWR | O_CLOEXEC);

  if (file < 0)
    {
      if (errno == ENOENT)
        cyan_remove_folder (path, NULL);
      return;
    }
  if (flock (file, LOCK_EX | LOCK_NB) == 0)
    {
      g_file_get_contents (lock, &repository, NULL, NULL);
      remove_workspace (path, repository);
    }
  close (file);
}

static void
remove_left (const char *parent)
{
  g_autoptr (GDir) folder = g_dir_open (parent, 0, NULL);
  const char *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    if (strcmp (name, LOCK) != 0)
      {
        g_autofree char *path = g_build_filename (parent, name, NULL);

        remove_if_left (path);
      }
}

/* Opens and locks the file @path, with @text in it. */
static int
lock_file (const char *path, const char *text, GError **error)
{
  int file = open (path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);

  if (file >= 0 && flock (file, LOCK_EX) == 0
      && write (file, text, strlen (text)) == (ssize_t) strlen (text))
    return file;
  cyan_track_fail_errno (path, error);
  if (file >= 0)
    close (file);
  return -1;
}

static char *
get_parent (void)
{
  return g_build_filename (g_get_user_cache_dir (), "cyanotype", "track", NULL);
}

/* Until it is closed, no workspace is made or removed: a new one has no lock at first. */
static int
lock_parent (const char *parent, GError **error)
{
  g_autofree char *lock = g_build_filename (parent, LOCK, NULL);

  return lock_file (lock, "", error);
}

void
cyan_workspace_remove_left (void)
{
  g_autofree char *parent = get_parent ();
  int lock = g_file_test (parent, G_FILE_TEST_IS_DIR) ? lock_parent (parent, NULL) : -1;

  if (lock < 0)
    return;
  remove_left (parent);
  close (lock);
}

CyanWorkspace *
cyan_workspace_new (const char *repository, GError **error)
{
  g_autofree char *parent = get_parent ();
  g_autofree char *path = g_build_filename (parent, "XXXXXX", NULL), *lock = NULL;
  CyanWorkspace *self;
  int all = make_folder (parent, error) ? lock_parent (parent, error) : -1, file = -1;

  if (all < 0)
    return NULL;
  if (g_mkdtemp (path) == NULL)
    cyan_track_fail_errno (path, error);
  else
    {
      lock = g_build_filename (path, LOCK, NULL);
      file = lock_file (lock, repository, error);
      if (file < 0)
        cyan_remove_folder (path, NULL);
    }
  close (all);
  if (file < 0)
    return NULL;
  self = g_new (CyanWorkspace, 1);
  self->path = g_steal_pointer (&path);
  self->repository = g_strdup (repository);
  self->lock = file;
  return self;
}

GStrv
cyan_workspace_copy_inputs (const CyanWorkspace *self, const CyanTrack *track, GError **error)
{
  g_auto (GStrv) folders = g_new0 (char *, track->benchmarks->len + 1);

  for (guint i = 0; i < track->benchmarks->len; i++)
    {
      g_autofree char *name = g_strdup_printf ("inputs-%04u", i);

      folders[i] = g_build_filename (self->path, name, NULL);
      if (!make_folder (folders[i], error)
          || !cyan_inputs_copy (track->benchmarks->pdata[i], folders[i], error))
        return NULL;
    }
  return g_steal_pointer (&folders);
}

void
cyan_workspace_free (CyanWorkspace *self)
{
  if (self == NULL)
    return;
  remove_workspace (self->path, self->repository);
  close (self->lock);
  g_free (self->path);
  g_free (self->repository);
  g_free (self);
}

/* ---- removing folders that programs of others have filled ---- */

/* *@reason is what it says if it fails; caller frees. */
static gboolean
run (const char *const *command, char **reason)
{
  g_autoptr (GError) failure = NULL;
  int status;

  if (!g_spawn_sync (NULL, (char **) command, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, reason,
                     &status, &failure))
    *reason = g_strdup (failure->message);
  else if (status == 0)
    g_clear_pointer (reason, g_free);
  return *reason == NULL;
}

gboolean
cyan_remove_folder (const char *folder, GError **error)
{
  const char *const remove[] = { "rm", "-rf", "--", folder, NULL };
  const char *const unlock[] = { "chmod", "-R", "u+rwx", "--", folder, NULL };
  g_autofree char *reason = NULL, *ignored = NULL, *last = NULL;

  if (run (remove, &reason))
    return TRUE;
  /* Folders may be closed, or a program that still runs may have put something into one. */
  if (!g_file_test (folder, G_FILE_TEST_IS_SYMLINK))
    run (unlock, &ignored);
  if (run (remove, &last))
    return TRUE;
  last[strcspn (last, "\n")] = '\0';
  return cyan_fail (error, CYAN_ERROR_IO, _ ("%s: cannot be removed: %s"), folder, last);
}
