/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens an input: a path, an address of HTTP, memory, a pipe. */
#include "cyan-i18n.h"
#include "cyan-input-private.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static CyanInput *
input_new (const char *name, const CyanTick *tick)
{
  CyanInput *self = g_new0 (CyanInput, 1);

  self->name = g_filename_display_name (name);
  self->tick = cyan_tick_slice (tick, 0, 1);
  self->tick_after = cyan_tick_slice (tick, 1, 1);
  self->warnings = g_ptr_array_new_with_free_func (g_free);
  self->fd = self->directory = -1;
  self->nul_at = CYAN_INPUT_NOWHERE;
  self->max_line = CYAN_INPUT_MAX_LINE;
  self->child_seconds = CYAN_INPUT_CHILD_SECONDS;
  cyan_input_resize (self, CYAN_INPUT_FIRST_CAPACITY);
  return self;
}

void
cyan_input_free (CyanInput *self)
{
  if (self->fd > STDIN_FILENO)
    close (self->fd);
  if (self->directory >= 0)
    close (self->directory);
  g_clear_pointer (&self->feed, cyan_feed_free);
  g_clear_pointer (&self->decompressor, cyan_decompressor_free);
  g_clear_pointer (&self->utf16, cyan_utf16_free);
  g_clear_error (&self->failure);
  g_ptr_array_unref (self->warnings);
  g_free (self->raw);
  g_free (self->buffer);
  cyan_charge_clear (&self->charge);
  g_free (self->name);
  g_free (self->path);
  g_free (self);
}

/* Checks the first bytes: compression, byte order marks, an empty input. */
static gboolean
begin (CyanInput *self, GError **error)
{
  const char *bytes;
  gsize length;

  if (!cyan_input_peek (self, CYAN_COMPRESSION_MAGIC_MAX, &bytes, &length, error))
    return FALSE;
  if (length == 0)
    return cyan_input_fail_file (self, error, CYAN_ERROR_INVALID,
                                 self->feed != NULL ? _ ("empty answer") : _ ("empty file"));

  self->compression = cyan_compression_detect (bytes, length);
  if (self->compression != CYAN_COMPRESSION_NONE)
    {
      /* The bytes read so far are compressed data. */
      self->raw = g_malloc (CYAN_INPUT_BLOCK);
      memcpy (self->raw, bytes, length);
      self->raw_end = length;
      self->start = self->end = 0;
      self->at_end = FALSE;
      self->decompressor = cyan_decompressor_new (self->compression);
      if (self->decompressor == NULL)
        return cyan_input_fail_memory (self, error);
      self->in_member = TRUE;
      if (!cyan_input_peek (self, CYAN_COMPRESSION_MAGIC_MAX, &bytes, &length, error))
        return FALSE;
      if (length == 0)
        return cyan_input_fail_file (self, error, CYAN_ERROR_INVALID,
                                     _ ("empty file within the %s data"),
                                     cyan_compression_name (self->compression));
      if (cyan_compression_detect (bytes, length) != CYAN_COMPRESSION_NONE)
        return cyan_input_fail_file (self, error, CYAN_ERROR_UNSUPPORTED,
                                     _ ("compressed twice; undo one of the two first"));
    }

  cyan_input_begin_utf16 (self);
  if (self->utf16 == NULL && length >= 3 && memcmp (bytes, "\xef\xbb\xbf", 3) == 0)
    cyan_input_skip (self, 3);
  return TRUE;
}

static gboolean
open_path (CyanInput *self, const char *path, GError **error)
{
  struct stat about;

  if (strcmp (path, "-") == 0)
    self->fd = STDIN_FILENO;
  else
    {
      /* Do not block: waiting for the writer of a FIFO must not hang the program. */
      self->fd = open (path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
      if (self->fd < 0) /* ENXIO: a socket */
        return cyan_input_fail_file (self, error, CYAN_ERROR_IO, "%s",
                                     errno == ENXIO ? _ ("not a regular file")
                                                    : g_strerror (errno));
    }
  if (fstat (self->fd, &about) < 0)
    return cyan_input_fail_file (self, error, CYAN_ERROR_IO, "%s", g_strerror (errno));
  if (S_ISDIR (about.st_mode) && !cyan_input_enter_directory (self, &about, error))
    return FALSE;
  self->is_regular = S_ISREG (about.st_mode);
  if (!self->is_regular && !S_ISFIFO (about.st_mode) && self->fd != STDIN_FILENO)
    return cyan_input_fail_file (self, error, CYAN_ERROR_IO, _ ("not a regular file"));
  if (self->is_regular)
    {
      off_t at = self->fd == STDIN_FILENO ? lseek (self->fd, 0, SEEK_CUR) : 0;

      self->size = about.st_size > MAX (at, 0) ? (guint64) (about.st_size - MAX (at, 0)) : 0;
    }
  return TRUE;
}

/* The part of the tick for the time of recording. */
#define RECORDING_SHARE 0.9
/* The part of the tick for the transfer of an answer that is read only then. */
#define TRANSFER_SHARE 0.5

/* An input of which nothing is read yet. */
static CyanInput *
ask (const char *address, const CyanHttpAccess *access, const CyanTick *tick, GError **error)
{
  g_autofree char *label = cyan_http_label (address);
  g_autoptr (CyanInput) self = input_new (label, tick);
  g_autoptr (GError) reason = NULL;

  self->seconds = cyan_http_seconds (address);
  self->asked = g_get_monotonic_time ();
  if (self->seconds > 0)
    {
      self->tick_recording = cyan_tick_slice (tick, 0, RECORDING_SHARE);
      self->tick = cyan_tick_slice (tick, RECORDING_SHARE, 1);
    }
  self->feed = cyan_feed_new (address, access, &self->fd, &reason);
  if (self->feed == NULL)
    {
      cyan_fail_at (error, reason, "%s", label);
      return NULL;
    }
  return g_steal_pointer (&self);
}

/* The input reads what the cache has, which it must not outlive. */
static CyanInput *
open_cached (const char *address,
             const CyanHttpAccess *access,
             const CyanTick *tick,
             GError **error)
{
  g_autofree char *label = cyan_http_label (address);
  GBytes *answer = cyan_http_cache_find (access->cache, address);
  double share = answer != NULL                    ? 0
                 : cyan_http_seconds (address) > 0 ? RECORDING_SHARE
                                                   : TRANSFER_SHARE;
  const CyanTick asking = cyan_tick_slice (tick, 0, share);
  const CyanTick reading = cyan_tick_slice (tick, share, 1);

  if (answer == NULL)
    {
      g_autoptr (CyanInput) input = ask (address, access, &asking, error);

      answer = input != NULL ? cyan_input_get_answer (input, error) : NULL;
      if (answer == NULL)
        return NULL;
      answer = cyan_http_cache_add (access->cache, address, answer);
    }
  return cyan_input_new_for_memory (label, g_bytes_get_data (answer, NULL),
                                    g_bytes_get_size (answer), &reading, error);
}

CyanInput *
cyan_input_open_address (const char *address,
                         const CyanHttpAccess *access,
                         const CyanTick *tick,
                         GError **error)
{
  g_autoptr (CyanInput) self = NULL;

  if (access->cache != NULL)
    return open_cached (address, access, tick, error);
  self = ask (address, access, tick, error);
  return self != NULL && begin (self, error) ? g_steal_pointer (&self) : NULL;
}

CyanInput *
cyan_input_open (const char *path, const CyanTick *tick, GError **error)
{
  g_autoptr (CyanInput) self = NULL;

  if (cyan_http_is_address (path))
    return cyan_input_open_address (path, &(CyanHttpAccess){ NULL }, tick, error);
  self = input_new (strcmp (path, "-") == 0 ? _ ("standard input") : path, tick);
  if (!open_path (self, path, error) || !begin (self, error))
    return NULL;
  if (!cyan_input_is_once (path))
    self->path = g_strdup (path);
  return g_steal_pointer (&self);
}

CyanInput *
cyan_input_new_for_memory (
    const char *name, gconstpointer bytes, gsize length, const CyanTick *tick, GError **error)
{
  g_autoptr (CyanInput) self = input_new (name, tick);

  self->memory = bytes;
  self->size = length;
  if (!begin (self, error))
    return NULL;
  return g_steal_pointer (&self);
}

CyanInput *
cyan_input_new_for_pipe (
    const char *name, int fd, const CyanInput *parent, const CyanTick *tick, GError **error)
{
  g_autoptr (CyanInput) self = input_new (name, tick);

  self->fd = fd;
  if (parent != NULL)
    cyan_input_set_budget (self, cyan_input_budget (parent));
  if (!begin (self, error))
    return NULL;
  return g_steal_pointer (&self);
}
