/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Directories that are one recording: those of uftrace, with a file "info". */
#include "cyan-i18n.h"
#include "cyan-input-private.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

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
