/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens, reads and lists the files of a folder. */
#include "cyan-find-private.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "cyan-code.h"
#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-tick.h"
#include "cyan-source-rules.h"
#include "cyan-text.h"

struct _CyanSourceDirectory
{
  int fd;
  char *real_path;
  gint no_openat2; /* atomic */
};

CyanSourceDirectory *
cyan_source_directory_open (const char *path, GError **error)
{
  CyanSourceDirectory *self;
  int fd = open (path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

  if (fd < 0)
    {
      int reason = errno;
      g_autofree char *shown = g_filename_display_name (path);

      return cyan_fail_null (error, CYAN_ERROR_IO,
                             _ ("%s: cannot be opened as a source folder: %s"), shown,
                             g_strerror (reason));
    }
  self = g_new0 (CyanSourceDirectory, 1);
  self->fd = fd;
  self->real_path = realpath (path, NULL);
  return self;
}

void
cyan_source_directory_free (CyanSourceDirectory *self)
{
  close (self->fd);
  free (self->real_path);
  g_free (self);
}

const char *
cyan_source_directory_real_path (const CyanSourceDirectory *self)
{
  return self->real_path;
}

void
cyan_source_directory_forget_openat2 (CyanSourceDirectory *self)
{
  g_atomic_int_set (&self->no_openat2, 1);
}

/* Opens step by step with openat(); every step must be a folder and not a link. */
static int
open_by_steps (int root, const char *path, int flags)
{
  g_auto (GStrv) steps = g_strsplit (path, "/", -1);
  int fd = root;

  if (steps[0] == NULL)
    {
      errno = ENOENT;
      return -1;
    }
  for (guint i = 0; steps[i] != NULL; i++)
    {
      gboolean last = steps[i + 1] == NULL;
      int step_flags = last ? flags : O_PATH | O_DIRECTORY | O_CLOEXEC;
      int next = -1;

      errno = EXDEV;
      if (steps[i][0] != '\0' && strcmp (steps[i], "..") != 0)
        next = openat (fd, steps[i], step_flags | O_NOFOLLOW);
      if (fd != root)
        {
          int reason = errno;

          close (fd);
          errno = reason;
        }
      if (next < 0)
        return -1;
      fd = next;
    }
  return fd;
}

static int
open_beneath (const CyanSourceDirectory *self, const char *path, int flags)
{
  struct open_how how = { 0 };
  long fd;

  /* O_NONBLOCK: opening a FIFO must not block before it is recognised as one. */
  flags |= O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  if (!g_atomic_int_get (&self->no_openat2))
    {
      how.flags = (guint64) flags;
      how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_SYMLINKS;
      fd = syscall (SYS_openat2, self->fd, path, &how, sizeof how);
      /* EPERM: a container whose system call filter does not know openat2(). */
      if (fd >= 0 || (errno != ENOSYS && errno != EPERM))
        return (int) fd;
    }
  return open_by_steps (self->fd, path, flags);
}

static int
open_regular (const CyanSourceDirectory *self, const char *path, struct stat *status)
{
  int fd = open_beneath (self, path, 0);

  if (fd < 0)
    return -1;
  if (fstat (fd, status) == 0 && S_ISREG (status->st_mode))
    return fd;
  close (fd);
  errno = EINVAL;
  return -1;
}

gboolean
cyan_source_directory_has (const CyanSourceDirectory *self, const char *path)
{
  struct stat status;
  int fd = open_regular (self, path, &status);

  if (fd < 0)
    return FALSE;
  close (fd);
  return TRUE;
}

static gboolean
read_all (int fd, GByteArray *bytes)
{
  for (;;)
    {
      guint8 buffer[65536];
      gssize n = read (fd, buffer, sizeof buffer);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        return FALSE;
      if (n == 0)
        return TRUE;
      g_byte_array_append (bytes, buffer, (guint) n);
      /* It may have grown since its size was read. */
      if (bytes->len > CYAN_SOURCE_MAX_BYTES)
        {
          errno = EFBIG;
          return FALSE;
        }
    }
}

char *
cyan_source_directory_read (const CyanSourceDirectory *self, const char *path, GError **error)
{
  g_autofree char *shown = cyan_text_for_label (path, 200);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  struct stat status;
  int reason = 0;
  int fd = open_regular (self, path, &status);

  if (fd < 0)
    return cyan_fail_null (error, CYAN_ERROR_IO, _ ("%s: not in the source folder"), shown);
  if (status.st_size > CYAN_SOURCE_MAX_BYTES)
    reason = EFBIG;
  else if (!read_all (fd, bytes))
    reason = errno;
  close (fd);
  if (reason == EFBIG)
    {
      cyan_source_fail_too_large (path, error);
      return NULL;
    }
  if (reason != 0)
    return cyan_fail_null (error, CYAN_ERROR_IO, _ ("%s: cannot be read: %s"), shown,
                           g_strerror (reason));
  return cyan_source_decode (path, (const char *) bytes->data, bytes->len, error);
}

/* Appends the files of a folder to @files, its subfolders to @folders. */
static void
list_folder (const CyanSourceDirectory *self,
             const char *folder,
             GPtrArray *folders,
             GPtrArray *files)
{
  int fd = open_beneath (self, folder[0] != '\0' ? folder : ".", O_DIRECTORY);
  DIR *stream = fd >= 0 ? fdopendir (fd) : NULL;
  const struct dirent *entry;

  if (stream == NULL)
    {
      if (fd >= 0)
        close (fd);
      return;
    }
  while ((entry = readdir (stream)) != NULL)
    {
      unsigned char type = entry->d_type;
      struct stat status;

      if (!cyan_source_is_plain_name (entry->d_name))
        continue;
      if (type == DT_UNKNOWN && fstatat (fd, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0)
        type = S_ISDIR (status.st_mode) ? DT_DIR : S_ISREG (status.st_mode) ? DT_REG : DT_LNK;
      if ((type == DT_DIR && !cyan_source_is_tool_folder (entry->d_name))
          || (type == DT_REG && cyan_language_of_path (entry->d_name) != CYAN_LANGUAGE_OTHER))
        g_ptr_array_add (type == DT_DIR ? folders : files,
                         folder[0] != '\0' ? g_strconcat (folder, "/", entry->d_name, NULL)
                                           : g_strdup (entry->d_name));
    }
  closedir (stream);
}

GPtrArray *
cyan_source_directory_list (const CyanSourceDirectory *self, const CyanTick *tick, GError **error)
{
  g_autoptr (GPtrArray) folders = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (folders, g_strdup (""));
  /* The list grows during the loop; its length is limited like that of the files. */
  for (guint i = 0; i < folders->len; i++)
    {
      g_autofree char *folder = g_strdup (g_ptr_array_index (folders, i));

      if (!cyan_tick (tick, 0, N_ ("Reading sources"), error))
        return NULL;
      if (cyan_source_depth (folder) < CYAN_SOURCE_MAX_DEPTH)
        list_folder (self, folder, folders, files);
      if (files->len > CYAN_SOURCE_MAX_FILES || folders->len > CYAN_SOURCE_MAX_FILES)
        return cyan_fail_null (error, CYAN_ERROR_LIMIT,
                               _ ("the source folder holds more than %'d files"),
                               CYAN_SOURCE_MAX_FILES);
    }
  g_ptr_array_sort (files, cyan_source_compare_paths);
  return g_steal_pointer (&files);
}
