/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bytes of a profile: blocks of a file or memory, decompressed into one sliding buffer. */
#include "cyan-i18n.h"
#include "cyan-input-private.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Time in ms to wait for a silent pipe before the tick is polled again. */
#define PIPE_MS 40

static gboolean
is_within_budget (CyanInput *self, GError **error)
{
  g_autoptr (GError) reason = NULL;
  GError *failure = NULL;

  if (cyan_budget_check (self->charge.budget, 0, &reason))
    return TRUE;
  cyan_fail_at (&failure, reason, "%s", self->name);
  return cyan_input_fail (self, failure, error);
}

/* The position in the source, as a fraction 0...1 of the tick's range. */
static double
part_read (const CyanInput *self)
{
  double part = self->size > 0 ? (double) self->raw_read / (double) self->size : 0;

  return self->tick_begin < 1 ? (part - self->tick_begin) / (1 - self->tick_begin) : 1;
}

static gboolean
is_recording (const CyanInput *self)
{
  return self->seconds > 0 && self->raw_read == 0;
}

static gboolean
tick_silent (const CyanInput *self, GError **error)
{
  gint64 waited = g_get_monotonic_time () - self->asked;

  if (is_recording (self))
    return cyan_tick (&self->tick_recording,
                      (double) waited / (self->seconds * (double) G_USEC_PER_SEC), N_ ("Recording"),
                      error);
  return cyan_tick (&self->tick, part_read (self), N_ ("Reading"), error);
}

/* The tick has stopped reading, as @stop says. */
static gboolean
fail_stopped (CyanInput *self, GError *stop, GError **error)
{
  if (self->feed == NULL)
    return cyan_input_fail (self, stop, error);
  g_error_free (stop);
  return cyan_input_fail_file (self, error, CYAN_ERROR_CANCELLED,
                               self->raw_read == 0 ? _ ("waiting for the server") : _ ("reading"));
}

/* Whether to go on after a silent while. */
static gboolean
is_wanted (CyanInput *self, GError **error)
{
  GError *stop = NULL;

  if (g_atomic_int_get (&self->interrupted))
    return cyan_input_fail_file (self, error, CYAN_ERROR_CANCELLED, _ ("no longer wanted"));
  if (!is_within_budget (self, error))
    return FALSE;
  return tick_silent (self, &stop) || fail_stopped (self, stop, error);
}

/* Waits until a pipe is readable; polls the tick meanwhile. */
static gboolean
wait_for_pipe (CyanInput *self, GError **error)
{
  struct pollfd waiting = { self->fd, POLLIN, 0 };

  while (poll (&waiting, 1, PIPE_MS) == 0)
    if (!is_wanted (self, error))
      return FALSE;
  return TRUE;
}

/* Waits where poll() has said that there are bytes, or has not been asked, and read() has none: a
 * file such as /proc/kmsg, or a pipe that somebody else reads, too. */
static gboolean
wait_a_while (CyanInput *self, GError **error)
{
  poll (NULL, 0, PIPE_MS);
  return is_wanted (self, error);
}

/* After some bytes of the answer, or at its end. */
static gboolean
watch_feed (CyanInput *self, GError **error)
{
  g_autoptr (GError) reason = NULL;
  GError *failure = NULL;

  if (!self->raw_at_end)
    {
      self->size = cyan_feed_total (self->feed);
      return TRUE;
    }
  if (cyan_feed_end (self->feed, &reason))
    return TRUE;
  cyan_fail_at (&failure, reason, "%s", self->name);
  return cyan_input_fail (self, failure, error);
}

gboolean
cyan_input_read_raw (CyanInput *self, char *bytes, gsize size, gsize *length, GError **error)
{
  gssize got;

  *length = 0;
  if (self->raw_at_end)
    return TRUE;
  if (self->fd < 0)
    {
      *length = (gsize) MIN (size, self->size - self->raw_read);
      if (*length > 0)
        memcpy (bytes, self->memory + self->raw_read, *length);
    }
  else
    {
      for (;;)
        {
          if (!self->is_regular && !wait_for_pipe (self, error))
            return FALSE;
          got = read (self->fd, bytes, size);
          if (got >= 0)
            break;
          if (errno == EAGAIN)
            {
              if (!wait_a_while (self, error))
                return FALSE;
            }
          else if (errno != EINTR)
            return cyan_input_fail_file (self, error, CYAN_ERROR_IO, _ ("cannot be read: %s"),
                                         g_strerror (errno));
        }
      *length = (gsize) got;
    }
  self->raw_read += *length;
  self->raw_at_end = *length == 0;
  if (self->feed != NULL && !watch_feed (self, error))
    return FALSE;
  if (self->raw_at_end && self->raw_read < self->size)
    return cyan_input_fail_file (
        self, error, CYAN_ERROR_IO,
        _ ("became shorter while it was read: %" PRIu64 " bytes instead of %" PRIu64),
        self->raw_read, self->size);
  return TRUE;
}

/* Reads until @wanted raw bytes are available; fewer only at the end. */
static gboolean
fill_raw (CyanInput *self, gsize wanted, GError **error)
{
  while (self->raw_end - self->raw_start < wanted && !self->raw_at_end)
    {
      gsize length;

      memmove (self->raw, self->raw + self->raw_start, self->raw_end - self->raw_start);
      self->raw_end -= self->raw_start;
      self->raw_start = 0;
      if (!cyan_input_read_raw (self, self->raw + self->raw_end, CYAN_INPUT_BLOCK - self->raw_end,
                                &length, error))
        return FALSE;
      self->raw_end += length;
    }
  return TRUE;
}

/* Handles what follows a member: another member, the end, or bytes that do not belong there. */
static gboolean
begin_member (CyanInput *self, GError **error)
{
  gsize rest;

  if (!fill_raw (self, CYAN_COMPRESSION_MAGIC_MAX, error))
    return FALSE;
  rest = self->raw_end - self->raw_start;
  if (rest > 0 && cyan_compression_detect (self->raw + self->raw_start, rest) == self->compression)
    {
      cyan_decompressor_restart (self->decompressor);
      self->in_member = TRUE;
      return TRUE;
    }
  self->unpacked = TRUE;
  if (rest > 0)
    {
      guint64 known = self->size > self->raw_read ? self->size - self->raw_read : 0;

      g_ptr_array_add (
          self->warnings,
          g_strdup_printf (
              self->size == 0
                  ? ngettext ("%'" PRIu64 " or more bytes of garbage after the %s data",
                              "%'" PRIu64 " or more bytes of garbage after the %s data",
                              rest + known)
                  : ngettext ("%'" PRIu64 " byte of garbage after the %s data",
                              "%'" PRIu64 " bytes of garbage after the %s data", rest + known),
              rest + known, cyan_compression_name (self->compression)));
    }
  return TRUE;
}

gboolean
cyan_input_fail_memory (CyanInput *self, GError **error)
{
  return cyan_input_fail_file (self, error, CYAN_ERROR_LIMIT,
                               _ ("there is not enough memory to unpack the %s data"),
                               cyan_compression_name (self->compression));
}

/* Decompresses until [@out, @out + @room) is full or the data end, so that damage in a small file
 * is found before any byte is used.  @room is always one block: the bytes seen of a damaged file do
 * not depend on how it is read. */
static gboolean
decompress (CyanInput *self, char *out, gsize room, gsize *produced, GError **error)
{
  const char *kind = cyan_compression_name (self->compression);

  *produced = 0;
  while (*produced < room && !self->unpacked)
    {
      const char *reason = NULL;
      gsize consumed, made;
      guint64 taken;

      if (!self->in_member)
        {
          if (!begin_member (self, error))
            return FALSE;
          continue;
        }
      if (!fill_raw (self, 1, error))
        return FALSE;
      switch (cyan_decompressor_step (self->decompressor, self->raw + self->raw_start,
                                      self->raw_end - self->raw_start, &consumed, out + *produced,
                                      room - *produced, &made, &reason))
        {
        case CYAN_DECOMPRESS_END:
          self->in_member = FALSE;
          break;
        case CYAN_DECOMPRESS_BROKEN:
          return cyan_input_fail_file (
              self, error, CYAN_ERROR_INVALID, _ ("byte %" PRIu64 ": broken %s data: %s"),
              self->raw_read - (self->raw_end - self->raw_start) + consumed, kind, reason);
        case CYAN_DECOMPRESS_NO_MEMORY:
          return cyan_input_fail_memory (self, error);
        default:
          if (made == 0 && consumed == 0 && self->raw_at_end)
            return cyan_input_fail_file (self, error, CYAN_ERROR_INVALID,
                                         _ ("ends in the middle of the %s data"), kind);
        }
      self->raw_start += consumed;
      *produced += made;
      self->produced += made;
      taken = self->raw_read - (self->raw_end - self->raw_start);
      if (self->produced / cyan_decompressor_max_ratio (self->produced) > taken)
        return cyan_input_fail_file (
            self, error, CYAN_ERROR_LIMIT,
            _ ("the %s data grow to more than %" PRIu64 " times their size"), kind,
            cyan_decompressor_max_ratio (self->produced));
    }
  return TRUE;
}

static void
charge (CyanInput *self)
{
  cyan_charge_set (
      &self->charge,
      self->capacity - CYAN_INPUT_FIRST_CAPACITY
          + (self->decompressor != NULL ? cyan_decompressor_memory (self->decompressor) : 0));
}

void
cyan_input_resize (CyanInput *self, gsize capacity)
{
  self->capacity = capacity;
  self->buffer = g_realloc (self->buffer, capacity + 1);
  charge (self);
}

/* Makes room for a block after the end, by moving the rest to the front or by growing the buffer.
 */
static void
make_room (CyanInput *self)
{
  gsize shift = self->start;

  if (self->capacity - self->end >= CYAN_INPUT_BLOCK)
    return;
  memmove (self->buffer, self->buffer + shift, self->end - shift);
  self->start = 0;
  self->end -= shift;
  self->base += shift;
  self->scanned = self->scanned > shift ? self->scanned - shift : 0;
  self->nul_scanned = self->nul_scanned > shift ? self->nul_scanned - shift : 0;
  if (self->nul_at != CYAN_INPUT_NOWHERE && self->nul_at < shift)
    {
      self->nul_at = CYAN_INPUT_NOWHERE; /* it was skipped: search again */
      self->nul_scanned = 0;
    }
  else if (self->nul_at != CYAN_INPUT_NOWHERE)
    self->nul_at -= shift;
  if (self->capacity - self->end < CYAN_INPUT_BLOCK)
    cyan_input_resize (self, 2 * self->capacity);
}

gboolean
cyan_input_poll (CyanInput *self, GError **error)
{
  GError *stop = NULL;

  if (self->failure != NULL)
    {
      if (error != NULL)
        *error = g_error_copy (self->failure);
      return FALSE;
    }
  if (!is_within_budget (self, error))
    return FALSE;
  return cyan_tick (&self->tick, part_read (self), N_ ("Reading"), &stop)
         || fail_stopped (self, stop, error);
}

void
cyan_input_set_budget (CyanInput *self, CyanBudget *budget)
{
  cyan_charge_move (&self->charge, budget);
}

CyanBudget *
cyan_input_budget (const CyanInput *self)
{
  return self->charge.budget;
}

void
cyan_input_set_share (CyanInput *self, double share)
{
  double at = part_read (self);
  CyanTick left = cyan_tick_slice (&self->tick, at, 1);

  self->tick_begin += at * (1 - self->tick_begin);
  self->tick = cyan_tick_slice (&left, 0, share);
  self->tick_after = cyan_tick_slice (&left, share, 1);
}

CyanTick
cyan_input_tick_after (const CyanInput *self)
{
  return self->tick_after;
}

void
cyan_input_interrupt (CyanInput *self)
{
  g_atomic_int_set (&self->interrupted, TRUE);
}

gboolean
cyan_input_read_block (CyanInput *self, char *out, gsize *length, gboolean *at_end, GError **error)
{
  if (self->compression == CYAN_COMPRESSION_NONE)
    {
      if (!cyan_input_read_raw (self, out, CYAN_INPUT_BLOCK, length, error))
        return FALSE;
      *at_end = *length == 0;
      return TRUE;
    }
  if (!decompress (self, out, CYAN_INPUT_BLOCK, length, error))
    return FALSE;
  *at_end = self->unpacked;
  charge (self);
  return TRUE;
}

gboolean
cyan_input_fill (CyanInput *self, GError **error)
{
  gsize length;

  if (!cyan_input_poll (self, error))
    return FALSE;
  make_room (self);
  if (!(self->utf16 != NULL ? cyan_input_read_utf16 : cyan_input_read_block) (
          self, self->buffer + self->end, &length, &self->at_end, error))
    return FALSE;
  self->end += length;
  return TRUE;
}

gboolean
cyan_input_peek (
    CyanInput *self, gsize wanted, const char **bytes, gsize *available, GError **error)
{
  while (self->end - self->start < wanted && !self->at_end)
    if (!cyan_input_fill (self, error))
      return FALSE;
  *bytes = self->buffer + self->start;
  *available = self->end - self->start;
  return TRUE;
}

void
cyan_input_skip (CyanInput *self, gsize length)
{
  g_assert (length <= self->end - self->start);
  self->start += length;
}

guint64
cyan_input_line_number (const CyanInput *self)
{
  return self->line_number;
}

guint64
cyan_input_offset (const CyanInput *self)
{
  return self->base + self->start;
}

const GPtrArray *
cyan_input_warnings (const CyanInput *self)
{
  return self->warnings;
}

const char *
cyan_input_name (const CyanInput *self)
{
  return self->name;
}

gboolean
cyan_input_fail_line (CyanInput *self, GError **error, const char *format, ...)
{
  va_list args;
  g_autofree char *reason = NULL;

  va_start (args, format);
  reason = g_strdup_vprintf (format, args);
  va_end (args);
  return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: line %" PRIu64 ": %s"), self->name,
                    self->line_number, reason);
}

gboolean
cyan_input_fail_byte (CyanInput *self, GError **error, const char *format, ...)
{
  va_list args;
  g_autofree char *reason = NULL;

  va_start (args, format);
  reason = g_strdup_vprintf (format, args);
  va_end (args);
  return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: byte %" PRIu64 ": %s"), self->name,
                    cyan_input_offset (self), reason);
}
