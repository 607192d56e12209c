/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that appear whole or not at all: a temporary file beside the target, then a rename. */
#include "cyan-output.h"

#include "cyan-error.h"
#include "cyan-i18n.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#define BLOCK (256 * 1024)

/* For trees as text, level 4 is three times as fast as zlib's default of 6 and makes files 2 %
 * larger. */
#define GZIP_LEVEL 4

/* The same limit as in Linux. */
#define MAX_LINKS 40

struct _CyanOutput
{
  char *name;      /* for messages */
  char *target;    /* the path to replace; NULL if @fd is written directly */
  char *temporary; /* beside the target; NULL once it was renamed */
  int fd;
  gboolean failed;

  char *buffer; /* bytes not yet compressed or written */
  gsize used;
  gboolean gzip;
  z_stream stream;
  char *compressed;
};

static gboolean replaces_read_only = FALSE;

void
cyan_output_set_force (gboolean force)
{
  replaces_read_only = force;
}

gboolean
cyan_output_may_replace (const char *path, GError **error)
{
  g_autofree char *name = NULL;
  struct stat about;

  /* access() allows the superuser to write anything: a mode without a right to write is meant. */
  if (replaces_read_only || stat (path, &about) != 0
      || ((about.st_mode & (S_IWUSR | S_IWGRP | S_IWOTH)) != 0
          && (faccessat (AT_FDCWD, path, W_OK, AT_EACCESS) == 0 || errno != EACCES)))
    return TRUE;
  name = g_filename_display_name (path);
  return cyan_fail_hint (error, CYAN_ERROR_IO, CYAN_HINT_FORCE, _ ("%s: is read-only"), name);
}

static gboolean
fail (CyanOutput *self, GError **error)
{
  int number = errno;

  self->failed = TRUE;
  return cyan_fail (error, CYAN_ERROR_IO, _ ("%s: cannot be written: %s"), self->name,
                    g_strerror (number));
}

gboolean
cyan_output_write_to (int fd, const char *bytes, gsize length)
{
  while (length > 0)
    {
      gssize written = write (fd, bytes, length);

      if (written < 0 && errno == EINTR)
        continue;
      if (written < 0 && errno == EAGAIN)
        {
          struct pollfd waiting = { fd, POLLOUT, 0 };

          poll (&waiting, 1, -1);
          continue;
        }
      if (written < 0)
        return FALSE;
      bytes += written;
      length -= (gsize) written;
    }
  return TRUE;
}

static gboolean
write_all (CyanOutput *self, const char *bytes, gsize length, GError **error)
{
  return cyan_output_write_to (self->fd, bytes, length) || fail (self, error);
}

/* Compresses and writes the buffer; @flush is Z_NO_FLUSH, or Z_FINISH at the end. */
static gboolean
flush_buffer (CyanOutput *self, int flush, GError **error)
{
  if (!self->gzip)
    {
      if (!write_all (self, self->buffer, self->used, error))
        return FALSE;
      self->used = 0;
      return TRUE;
    }

  self->stream.next_in = (Bytef *) self->buffer;
  self->stream.avail_in = (uInt) self->used;
  do
    {
      self->stream.next_out = (Bytef *) self->compressed;
      self->stream.avail_out = BLOCK;
      deflate (&self->stream, flush);
      if (!write_all (self, self->compressed, BLOCK - self->stream.avail_out, error))
        return FALSE;
    }
  while (self->stream.avail_out == 0);
  self->used = 0;
  return TRUE;
}

gboolean
cyan_output_write (CyanOutput *self, const char *bytes, gssize length, GError **error)
{
  gsize left = length < 0 ? strlen (bytes) : (gsize) length;

  while (left > 0)
    {
      gsize part = MIN (left, BLOCK - self->used);

      memcpy (self->buffer + self->used, bytes, part);
      self->used += part;
      bytes += part;
      left -= part;
      if (self->used == BLOCK && !flush_buffer (self, Z_NO_FLUSH, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
cyan_output_printf (CyanOutput *self, GError **error, const char *format, ...)
{
  va_list args;
  g_autofree char *text = NULL;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  return cyan_output_write (self, text, -1, error);
}

void
cyan_output_discard (CyanOutput *self)
{
  if (self->fd > STDERR_FILENO)
    close (self->fd);
  if (self->temporary != NULL)
    g_unlink (self->temporary);
  if (self->gzip)
    deflateEnd (&self->stream);
  g_free (self->compressed);
  g_free (self->buffer);
  g_free (self->temporary);
  g_free (self->target);
  g_free (self->name);
  g_free (self);
}

/* The target of a symbolic link whose target does not exist yet.  NULL with errno. */
static char *
follow_links (const char *path)
{
  g_autofree char *target = g_strdup (path);

  for (guint i = 0; i < MAX_LINKS; i++)
    {
      char link[PATH_MAX];
      ssize_t length = readlink (target, link, sizeof link - 1);
      g_autofree char *folder = g_path_get_dirname (target);

      if (length < 0)
        return errno == EINVAL || errno == ENOENT ? g_steal_pointer (&target) : NULL;
      link[length] = '\0';
      g_free (target);
      target = g_path_is_absolute (link) ? g_strdup (link) : g_build_filename (folder, link, NULL);
    }
  errno = ELOOP;
  return NULL;
}

static gboolean
open_file (CyanOutput *self, const char *path, GError **error)
{
  struct stat about;
  gboolean exists = stat (path, &about) == 0;
  g_autofree char *folder = NULL;

  if (!exists && errno != ENOENT)
    return fail (self, error);
  if (exists && S_ISDIR (about.st_mode))
    {
      errno = EISDIR;
      return fail (self, error);
    }
  if (exists && !S_ISREG (about.st_mode))
    {
      self->fd = open (path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
      return self->fd >= 0 || fail (self, error);
    }

  if (exists && !cyan_output_may_replace (path, error))
    return FALSE;
  /* Replace the target of a symbolic link, not the link. */
  self->target = exists ? realpath (path, NULL) : follow_links (path);
  if (self->target == NULL)
    return fail (self, error);
  folder = g_path_get_dirname (self->target);
  self->temporary = g_build_filename (folder, ".cyanotype-XXXXXX", NULL);
  /* A new file gets 0666 less the umask; a replaced file keeps its mode. */
  self->fd = g_mkstemp_full (self->temporary, O_WRONLY | O_CLOEXEC, exists ? 0600 : 0666);
  if (self->fd < 0)
    {
      g_clear_pointer (&self->temporary, g_free);
      return fail (self, error);
    }
  if (exists && fchmod (self->fd, about.st_mode & 0777) < 0)
    return fail (self, error);
  return TRUE;
}

CyanOutput *
cyan_output_open (const char *path, GError **error)
{
  g_autoptr (CyanOutput) self = g_new0 (CyanOutput, 1);

  if (strcmp (path, "-") == 0)
    {
      self->name = g_strdup (_ ("standard output"));
      self->fd = STDOUT_FILENO;
    }
  else
    {
      self->name = g_filename_display_name (path);
      self->fd = -1;
      if (!open_file (self, path, error))
        return NULL;
    }
  self->buffer = g_malloc (BLOCK);
  if (g_str_has_suffix (path, ".gz"))
    {
      /* Adding 16 to the window's bits selects the gzip wrapper.  Its time stamp is 0, so that the
       * same input always gives the same bytes. */
      if (deflateInit2 (&self->stream, GZIP_LEVEL, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY)
          != Z_OK)
        g_error ("zlib cannot be set up");
      self->gzip = TRUE;
      self->compressed = g_malloc (BLOCK);
    }
  return g_steal_pointer (&self);
}

/* Syncs @fd, so that its contents survive a crash. */
static gboolean
sync_to_disk (int fd)
{
  int result;

  do
    result = fsync (fd);
  while (result < 0 && errno == EINTR);
  return result == 0;
}

/* Syncs the folder, so that the new name survives a crash.  If the folder cannot be read, or its
 * file system does not support this (EINVAL), a crash may bring back the old file, which is
 * complete too. */
static gboolean
sync_folder (const char *target)
{
  g_autofree char *folder = g_path_get_dirname (target);
  int fd = open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  gboolean ok;
  int number;

  if (fd < 0)
    return TRUE;
  ok = sync_to_disk (fd) || errno == EINVAL;
  number = errno;
  close (fd);
  errno = number;
  return ok;
}

gboolean
cyan_output_replace (const char *complete, const char *target)
{
  return g_rename (complete, target) == 0 && sync_folder (target);
}

gboolean
cyan_output_close (CyanOutput *self_, GError **error)
{
  g_autoptr (CyanOutput) self = self_;
  int fd = self->fd;

  if (self->failed)
    return cyan_fail (error, CYAN_ERROR_IO, _ ("%s: cannot be written"), self->name);
  if (!flush_buffer (self, Z_FINISH, error))
    return FALSE;
  /* Before the rename; otherwise a crash could leave the new name with an empty file. */
  if (self->temporary != NULL && !sync_to_disk (fd))
    return fail (self, error);
  if (fd > STDERR_FILENO)
    {
      self->fd = -1;
      if (close (fd) < 0)
        return fail (self, error);
    }
  if (self->temporary != NULL)
    {
      if (!cyan_output_replace (self->temporary, self->target))
        return fail (self, error);
      g_clear_pointer (&self->temporary, g_free);
    }
  return TRUE;
}
