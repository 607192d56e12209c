/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of a folder. */
#include "cyan-files.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cyan-error.h"
#include "cyan-i18n.h"

/* Whoever made the folder may have put links into it that lead to other files of the reader's. */
static int
open_inside (const char *folder, const char *path)
{
  g_auto (GStrv) steps = g_strsplit (path, "/", -1);
  int fd = open (folder, O_PATH | O_DIRECTORY | O_CLOEXEC);

  for (guint i = 0; steps[i] != NULL && fd >= 0; i++)
    {
      int flags = steps[i + 1] != NULL ? O_PATH | O_DIRECTORY : O_RDONLY | O_NONBLOCK | O_NOCTTY;
      int next = openat (fd, steps[i], flags | O_NOFOLLOW | O_CLOEXEC), reason = errno;

      close (fd);
      errno = reason;
      fd = next;
    }
  return fd;
}

/* @length bytes of the file, or fewer if it ends. */
static GBytes *
read_all (int fd, gsize length)
{
  g_autofree char *bytes = g_malloc (MAX (length, 1));
  gsize n = 0;
  gssize got;

  while (n < length
         && ((got = read (fd, bytes + n, length - n)) > 0 || (got < 0 && errno == EINTR)))
    n += (gsize) MAX (got, 0);
  return n < length && got < 0 ? NULL : g_bytes_new_take (g_steal_pointer (&bytes), n);
}

static GBytes *
fetch (const CyanFiles *self, const char *path, gsize max, GError **error)
{
  g_autofree char *shown = g_filename_display_name (path);
  int fd = open_inside (self->name, path);
  struct stat status;
  GBytes *bytes = NULL;

  if (fd < 0 || fstat (fd, &status) != 0)
    cyan_fail (error, CYAN_ERROR_IO, "%s%s: %s", self->name, shown,
               errno == ELOOP ? _ ("a link") : g_strerror (errno));
  else if (!S_ISREG (status.st_mode))
    cyan_fail (error, CYAN_ERROR_IO, _ ("%s%s: not a file"), self->name, shown);
  else if ((guint64) status.st_size > max)
    cyan_fail (error, CYAN_ERROR_LIMIT, _ ("%s%s: more than %u bytes"), self->name, shown,
               (guint) max);
  else if ((bytes = read_all (fd, (gsize) status.st_size)) == NULL)
    cyan_fail (error, CYAN_ERROR_IO, "%s%s: %s", self->name, shown, g_strerror (errno));
  if (fd >= 0)
    close (fd);
  return bytes;
}

CyanFiles *
cyan_files_open_folder (const char *path, GError **error)
{
  CyanFiles *self = g_new0 (CyanFiles, 1);

  self->fetch = fetch;
  self->name = g_str_has_suffix (path, "/") ? g_strdup (path) : g_strconcat (path, "/", NULL);
  return self;
}

void
cyan_files_free (CyanFiles *self)
{
  if (self == NULL)
    return;
  g_free (self->name);
  g_free (self);
}
