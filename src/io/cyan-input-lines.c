/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads lines from an input: one at a time from its buffer, or many unchanged. */
#include "cyan-i18n.h"
#include "cyan-input-private.h"

#include <string.h>

/* Records @failure, which it takes, and reports it. */
gboolean
cyan_input_fail (CyanInput *self, GError *failure, GError **error)
{
  if (self->failure == NULL)
    self->failure = failure;
  else
    g_error_free (failure);
  if (error != NULL)
    *error = g_error_copy (self->failure);
  return FALSE;
}

gboolean
cyan_input_fail_file (CyanInput *self, GError **error, CyanError code, const char *format, ...)
{
  va_list args;
  g_autofree char *reason = NULL;
  GError *failure = NULL;

  va_start (args, format);
  reason = g_strdup_vprintf (format, args);
  va_end (args);
  cyan_fail (&failure, code, "%s: %s", self->name, reason);
  return cyan_input_fail (self, failure, error);
}

/* Whether [start, @stop) has a NUL byte.  Scans every byte of the buffer only once. */
static gboolean
has_nul (CyanInput *self, gsize stop)
{
  if (self->nul_at == CYAN_INPUT_NOWHERE || self->nul_at < self->start)
    {
      gsize from = MAX (self->start, self->nul_scanned);

      if (self->nul_at != CYAN_INPUT_NOWHERE)
        {
          from = self->start;
          self->nul_at = CYAN_INPUT_NOWHERE; /* it was skipped */
        }
      if (from < self->end)
        {
          const char *nul = memchr (self->buffer + from, '\0', self->end - from);

          self->nul_at = nul != NULL ? (gsize) (nul - self->buffer) : CYAN_INPUT_NOWHERE;
          self->nul_scanned = self->end;
        }
    }
  return self->nul_at < stop;
}

static int
fail_nul (CyanInput *self, GError **error)
{
  self->line_number++;
  cyan_input_fail_file (self, error, CYAN_ERROR_INVALID,
                        _ ("line %" PRIu64 ": a NUL byte, which no text has (is this UTF-16?)"),
                        self->line_number);
  return -1;
}

int
cyan_input_line (CyanInput *self, char **line, gsize *length, GError **error)
{
  gsize stop;

  for (;;)
    {
      gsize from = MAX (self->start, self->scanned);
      char *found = memchr (self->buffer + from, '\n', self->end - from);

      if (found != NULL)
        {
          stop = (gsize) (found - self->buffer);
          break;
        }
      self->scanned = self->end;
      if (has_nul (self, self->end))
        return fail_nul (self, error);
      if (self->end - self->start > self->max_line)
        {
          cyan_input_fail_file (self, error, CYAN_ERROR_LIMIT,
                                _ ("line %" PRIu64 ": longer than 1 GiB"), self->line_number + 1);
          return -1;
        }
      if (self->at_end)
        {
          if (self->start == self->end)
            return 0;
          self->cut_line = TRUE;
          stop = self->end;
          break;
        }
      if (!cyan_input_fill (self, error))
        return -1;
    }

  if ((stop > self->nul_scanned || self->nul_at != CYAN_INPUT_NOWHERE) && has_nul (self, stop))
    return fail_nul (self, error);
  self->line_number++;
  *line = self->buffer + self->start;
  *length = stop - self->start;
  self->start = MIN (stop + 1, self->end);
  self->buffer[stop] = '\0';
  if (*length > 0 && (*line)[*length - 1] == '\r')
    (*line)[--*length] = '\0';
  return 1;
}

static void
reserve (CyanInputLines *lines, gsize wanted)
{
  if (lines->capacity >= wanted)
    return;
  lines->capacity = MAX (wanted, 2 * lines->capacity);
  lines->bytes = g_realloc (lines->bytes, lines->capacity);
  cyan_charge_set (&lines->charge, lines->capacity);
}

void
cyan_input_lines_clear (CyanInputLines *lines)
{
  g_free (lines->bytes);
  cyan_charge_clear (&lines->charge);
  *lines = (CyanInputLines){ 0 };
}

/* Moves [start, start + @length) from the buffer to the end of @lines. */
static void
move_to (CyanInput *self, gsize length, CyanInputLines *lines)
{
  reserve (lines, lines->length + length);
  memcpy (lines->bytes + lines->length, self->buffer + self->start, length);
  lines->length += length;
  self->start += length;
}

/* Moves the bytes of @lines from @length on back to the buffer, which must be empty. */
static void
take_back (CyanInput *self, gsize length, CyanInputLines *lines)
{
  gsize back = lines->length - length, capacity = self->capacity;

  while (capacity < back)
    capacity *= 2;
  cyan_input_resize (self, capacity);
  memcpy (self->buffer, lines->bytes + length, back);
  self->base += self->start - back;
  self->start = 0;
  self->end = back;
  self->scanned = self->nul_scanned = 0;
  self->nul_at = CYAN_INPUT_NOWHERE;
  lines->length = length;
}

/* Reads more bytes into @lines, straight from the source if it is neither compressed nor
 * converted. */
static gboolean
extend (CyanInput *self, gsize wanted, CyanInputLines *lines, GError **error)
{
  gsize length;

  if (self->compression != CYAN_COMPRESSION_NONE || self->utf16 != NULL)
    {
      if (!cyan_input_fill (self, error))
        return FALSE;
      move_to (self, self->end - self->start, lines);
      return TRUE;
    }
  if (!cyan_input_poll (self, error))
    return FALSE;
  wanted =
      wanted > lines->length ? MIN (wanted - lines->length, CYAN_INPUT_BLOCK) : CYAN_INPUT_BLOCK;
  reserve (lines, lines->length + wanted);
  if (!cyan_input_read_raw (self, lines->bytes + lines->length, wanted, &length, error))
    return FALSE;
  self->at_end = length == 0;
  self->base += length;
  lines->length += length;
  return TRUE;
}

/* The length of the whole lines in [@bytes, @bytes + @length). */
static gsize
whole_lines (const char *bytes, gsize length)
{
  const char *stop = memrchr (bytes, '\n', length);

  return stop != NULL ? (gsize) (stop + 1 - bytes) : 0;
}

gboolean
cyan_input_lines (CyanInput *self, gsize wanted, CyanInputLines *lines, GError **error)
{
  gsize ready = self->end - self->start, whole = 0, seen = 0;

  lines->length = 0;
  lines->at_end = FALSE;
  if (lines->charge.budget != self->charge.budget)
    cyan_charge_move (&lines->charge, self->charge.budget);
  if (ready > wanted)
    {
      const char *from = self->buffer + self->start;
      const char *stop;

      whole = whole_lines (from, wanted);
      stop = whole > 0 ? NULL : memchr (from + wanted, '\n', ready - wanted);
      if (stop != NULL)
        whole = (gsize) (stop + 1 - from);
      if (whole > 0)
        {
          move_to (self, whole, lines);
          return TRUE;
        }
    }

  reserve (lines, wanted);
  move_to (self, ready, lines);
  for (;;)
    {
      /* Only new bytes are scanned, since a line may span thousands of blocks. */
      gsize found = whole_lines (lines->bytes + seen, lines->length - seen);
      gboolean has_nul, more;
      GError *failure = NULL;

      if (found > 0)
        whole = seen + found;
      seen = MAX (whole, seen);
      has_nul = memchr (lines->bytes + seen, '\0', lines->length - seen) != NULL;
      seen = lines->length;
      if (whole > 0 && lines->length >= wanted)
        break;
      if (whole == 0 && (has_nul || lines->length > self->max_line))
        return TRUE;
      if (self->at_end)
        {
          lines->at_end = TRUE;
          return TRUE;
        }
      more = extend (self, wanted, lines, &failure);
      if (!more && (whole == 0 || cyan_error_is_cancelled (failure)))
        return cyan_error_pass (&failure, error);
      g_clear_error (&failure);
      if (!more)
        break;
    }
  take_back (self, whole, lines);
  return TRUE;
}

gboolean
cyan_input_cut_line (const CyanInput *self)
{
  return self->cut_line;
}
