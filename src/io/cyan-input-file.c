/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Provides an input as an open file, for child programs; directories that are one recording: those
 * of uftrace, with a file "info". */
#include "cyan-i18n.h"
#include "cyan-input-private.h"
#include "cyan-output.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

/* Maximum bytes of a temporary copy. */
#define MAX_COPY ((guint64) 4 * 1024 * 1024 * 1024)

gboolean
cyan_input_is_standard (const char *path)
{
  static const char *const names[] = { "-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0", NULL };

  return g_strv_contains (names, path);
}

gboolean
cyan_input_is_once (const char *path)
{
  struct stat about;

  return cyan_input_is_standard (path) || cyan_http_is_address (path)
         || (stat (path, &about) == 0 && S_ISFIFO (about.st_mode));
}

char *
cyan_input_label (const char *path)
{
  return cyan_http_is_address (path) ? cyan_http_label (path) : g_filename_display_name (path);
}

const char *
cyan_input_path (const CyanInput *self)
{
  return self->path;
}

/* Opens a file without a name, which no other user can read. */
static int
open_nameless (CyanInput *self, GError **error)
{
  g_autoptr (GError) reason = NULL;
  g_autofree char *path = NULL;
  int fd = g_file_open_tmp ("cyanotype-XXXXXX", &path, &reason);

  if (fd < 0)
    {
      cyan_input_fail_file (self, error, CYAN_ERROR_IO, _ ("cannot be copied: %s"),
                            reason->message);
      return -1;
    }
  g_unlink (path);
  fcntl (fd, F_SETFD, FD_CLOEXEC);
  return fd;
}

static gboolean
write_all (CyanInput *self, int fd, const char *bytes, gsize length, GError **error)
{
  return cyan_output_write_to (fd, bytes, length)
         || cyan_input_fail_file (self, error, CYAN_ERROR_IO,
                                  _ ("cannot be copied to a temporary file: %s"),
                                  g_strerror (errno));
}

static gboolean
copy (CyanInput *self, int fd, GError **error)
{
  guint64 copied = 0;

  for (;;)
    {
      const char *bytes;
      gsize length;

      if (!cyan_input_peek (self, 1, &bytes, &length, error))
        return FALSE;
      if (length == 0)
        return TRUE;
      copied += length;
      if (copied > MAX_COPY)
        return cyan_input_fail_file (self, error, CYAN_ERROR_LIMIT,
                                     _ ("more than 4 GiB to copy; decompress it to a file first"));
      if (!write_all (self, fd, bytes, length, error))
        return FALSE;
      cyan_input_skip (self, length);
    }
}

static gboolean
copy_answer (CyanInput *self, int fd, GError **error)
{
  g_autofree char *bytes = g_malloc (CYAN_INPUT_BLOCK);
  gsize length;

  do
    if (!cyan_input_poll (self, error)
        || !cyan_input_read_raw (self, bytes, CYAN_INPUT_BLOCK, &length, error)
        || !write_all (self, fd, bytes, length, error))
      return FALSE;
  while (length > 0);
  return self->raw_read > 0
         || cyan_input_fail_file (self, error, CYAN_ERROR_INVALID, _ ("empty answer"));
}

/* Nobody else can make the file shorter while it is mapped. */
GBytes *
cyan_input_get_answer (CyanInput *self, GError **error)
{
  g_autoptr (GMappedFile) file = NULL;
  g_autoptr (GError) reason = NULL;
  int fd = open_nameless (self, error);

  if (fd < 0)
    return NULL;
  if (copy_answer (self, fd, error))
    {
      file = g_mapped_file_new_from_fd (fd, FALSE, &reason);
      if (file == NULL)
        cyan_input_fail_file (self, error, CYAN_ERROR_IO, _ ("cannot be copied: %s"),
                              reason->message);
    }
  close (fd);
  return file != NULL ? g_mapped_file_get_bytes (file) : NULL;
}

int
cyan_input_to_file (CyanInput *self, GError **error)
{
  int fd;

  if (self->directory >= 0)
    {
      fd = fcntl (self->directory, F_DUPFD_CLOEXEC, 3);
      if (fd < 0)
        cyan_input_fail_file (self, error, CYAN_ERROR_IO, "%s", g_strerror (errno));
      self->start = self->end;
      self->at_end = TRUE;
      return fd;
    }
  if (self->is_regular && self->compression == CYAN_COMPRESSION_NONE
      && lseek (self->fd, 0, SEEK_CUR) == (off_t) self->raw_read)
    {
      fd = fcntl (self->fd, F_DUPFD_CLOEXEC, 3);
      if (fd < 0)
        {
          cyan_input_fail_file (self, error, CYAN_ERROR_IO, "%s", g_strerror (errno));
          return -1;
        }
      /* The input is consumed. */
      self->start = self->end;
      self->at_end = TRUE;
      return fd;
    }

  fd = open_nameless (self, error);
  if (fd >= 0 && !copy (self, fd, error))
    {
      close (fd);
      return -1;
    }
  return fd;
}

CyanInput *
cyan_input_again (const CyanInput *self)
{
  CyanTick tick = cyan_tick_slice (&self->tick, 0, 0);

  if (self->fd < 0)
    return cyan_input_new_for_memory (self->name, self->memory, self->size, &tick, NULL);
  return self->is_regular && self->directory < 0 ? cyan_input_open (self->name, &tick, NULL) : NULL;
}

void
cyan_input_set_child_seconds (CyanInput *self, guint seconds)
{
  self->child_seconds = seconds > 0 ? seconds : CYAN_INPUT_CHILD_SECONDS;
}

/* ---- directories ---- */

#define INFO  "info"
#define MAGIC "Ftrace!"

/* Whether @fd is open and starts like uftrace's file. */
static gboolean
is_info (int fd, struct stat *about)
{
  char magic[sizeof MAGIC];

  return fd >= 0 && fstat (fd, about) == 0 && S_ISREG (about->st_mode)
         && pread (fd, magic, sizeof magic, 0) == (gssize) sizeof magic
         && memcmp (magic, MAGIC, sizeof magic) == 0;
}

gboolean
cyan_input_is_recorded_folder (const char *path)
{
  g_autofree char *file = g_build_filename (path, INFO, NULL);
  int info = open (file, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW);
  struct stat about;
  gboolean is_recorded = is_info (info, &about);

  if (info >= 0)
    close (info);
  return is_recorded;
}

gboolean
cyan_input_enter_directory (CyanInput *self, struct stat *about, GError **error)
{
  int info = openat (self->fd, INFO, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW);

  if (self->fd != STDIN_FILENO && is_info (info, about))
    {
      self->directory = self->fd;
      self->fd = info;
      return TRUE;
    }
  if (info >= 0)
    close (info);
  return cyan_input_fail_file (self, error, CYAN_ERROR_IO, _ ("is a directory"));
}

int
cyan_input_directory (const CyanInput *self)
{
  return self->directory;
}
