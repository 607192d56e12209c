/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Removes folders that programs of others have filled.
 *
 * They may be deeper than a path can be long and than files can be open.  So no folder is removed
 * from inside out: the folders in it are moved up first.
 */
#include "cyan-remove.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "cyan-error.h"
#include "cyan-i18n.h"

/* The next entry of a folder that is not "." or ".."; NULL at its end. */
static const char *
next_name (DIR *folder)
{
  struct dirent *entry;

  while ((entry = readdir (folder)) != NULL)
    if (strcmp (entry->d_name, ".") != 0 && strcmp (entry->d_name, "..") != 0)
      return entry->d_name;
  return NULL;
}

/* Opens a folder for reading and writing, whatever its mode; NULL with errno if it is none. */
static DIR *
open_folder (int parent, const char *name)
{
  const int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  struct stat status;
  DIR *folder;
  int fd;

  if (fstatat (parent, name, &status, AT_SYMLINK_NOFOLLOW) < 0)
    return NULL;
  if (S_ISDIR (status.st_mode) && (status.st_mode & S_IRWXU) != S_IRWXU)
    fchmodat (parent, name, S_IRWXU, 0);
  fd = openat (parent, name, flags);
  folder = fd >= 0 ? fdopendir (fd) : NULL;
  if (folder == NULL && fd >= 0)
    close (fd);
  return folder;
}

/* Moves the folder @name to a new name in @root. */
static gboolean
move_up (int parent, const char *name, int root, guint64 *number)
{
  char to[64];

  /* Moving a folder writes its entry "..". */
  fchmodat (parent, name, S_IRWXU, 0);
  do
    g_snprintf (to, sizeof to, ".cyan-%" G_GUINT64_FORMAT, ++*number);
  while (renameat (parent, name, root, to) < 0
         && (errno == ENOTEMPTY || errno == EEXIST || errno == ENOTDIR));
  return faccessat (root, to, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
}

/* Removes the folder @name of @root after moving its folders there. */
static gboolean
remove_one (int root, const char *name, guint64 *number)
{
  DIR *folder = open_folder (root, name);
  const char *entry;
  gboolean ok = folder != NULL;

  while (ok && (entry = next_name (folder)) != NULL)
    ok = unlinkat (dirfd (folder), entry, 0) == 0
         || ((errno == EISDIR || errno == EPERM) && move_up (dirfd (folder), entry, root, number));
  if (folder != NULL)
    closedir (folder);
  return ok && unlinkat (root, name, AT_REMOVEDIR) == 0;
}

gboolean
cyan_remove_at (int parent, const char *name)
{
  guint64 number = 0;
  gboolean ok = TRUE, found = TRUE;
  const char *entry;
  DIR *folder;

  if (unlinkat (parent, name, 0) == 0 || errno == ENOENT)
    return TRUE;
  if (errno != EISDIR && errno != EPERM)
    return FALSE;
  folder = open_folder (parent, name);
  if (folder == NULL)
    return FALSE;
  while (ok && found)
    {
      found = FALSE;
      rewinddir (folder);
      while (ok && (entry = next_name (folder)) != NULL)
        {
          found = TRUE;
          ok = unlinkat (dirfd (folder), entry, 0) == 0
               || ((errno == EISDIR || errno == EPERM)
                   && remove_one (dirfd (folder), entry, &number));
        }
    }
  closedir (folder);
  return ok && unlinkat (parent, name, AT_REMOVEDIR) == 0;
}

gboolean
cyan_remove_folder (const char *folder, GError **error)
{
  /* A program that still runs may have put something into it meanwhile, or all descriptors were in
   * use for a moment: so it is tried twice. */
  if (cyan_remove_at (AT_FDCWD, folder) || cyan_remove_at (AT_FDCWD, folder))
    return TRUE;
  return cyan_fail (error, CYAN_ERROR_IO, _ ("%s: cannot be removed: %s"), folder,
                    g_strerror (errno));
}
