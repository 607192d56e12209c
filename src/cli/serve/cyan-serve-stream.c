/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines in, lines out. */
#include "cyan-serve-stream.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "cyan-error.h"
#include "cyan-serve.h"

void
cyan_serve_stream_init (CyanServeStream *self, int input, int output)
{
  *self = (CyanServeStream){
    .input = input, .output = output, .line = g_string_new (NULL), .waiting = g_string_new (NULL)
  };
}

void
cyan_serve_stream_clear (CyanServeStream *self)
{
  g_string_free (self->line, TRUE);
  g_string_free (self->waiting, TRUE);
}

/* A part of a line, which keeps only what may become a whole one. */
static void
add_part (CyanServeStream *self, const char *bytes, gsize length)
{
  self->too_long |= self->line->len + length > CYAN_SERVE_MAX_LINE;
  if (self->too_long)
    g_string_truncate (self->line, 0);
  else
    g_string_append_len (self->line, bytes, (gssize) length);
}

static void
end_line (CyanServeStream *self, CyanServeLine take, gpointer data)
{
  take (self->too_long ? NULL : self->line->str, self->line->len, data);
  self->too_long = FALSE;
  g_string_truncate (self->line, 0);
}

void
cyan_serve_stream_read (CyanServeStream *self, CyanServeLine take, gpointer data)
{
  char buffer[65536];
  ssize_t got = read (self->input, buffer, sizeof buffer);

  if (got < 0 && (errno == EINTR || errno == EAGAIN))
    return;
  if (got <= 0)
    {
      self->at_end = TRUE;
      if (self->line->len > 0 || self->too_long)
        end_line (self, take, data);
      return;
    }
  for (const char *at = buffer, *end = buffer + got; at < end;)
    {
      const char *stop = memchr (at, '\n', (gsize) (end - at));

      add_part (self, at, (gsize) ((stop != NULL ? stop : end) - at));
      if (stop == NULL)
        return;
      end_line (self, take, data);
      at = stop + 1;
    }
}

void
cyan_serve_stream_say (CyanServeStream *self, const char *line, gsize length)
{
  g_string_append_len (self->waiting, line, (gssize) length);
  g_string_append_c (self->waiting, '\n');
}

gsize
cyan_serve_stream_n_waiting (const CyanServeStream *self)
{
  return self->waiting->len - self->n_written;
}

gboolean
cyan_serve_stream_write (CyanServeStream *self, GError **error)
{
  /* A pipe that is ready takes so many bytes without waiting. */
  ssize_t put = write (self->output, self->waiting->str + self->n_written,
                       MIN (cyan_serve_stream_n_waiting (self), PIPE_BUF));

  if (put < 0 && errno != EINTR && errno != EAGAIN)
    return cyan_fail (error, CYAN_ERROR_IO, "standard output: %s", g_strerror (errno));
  self->n_written += (gsize) MAX (put, 0);
  if (self->n_written == self->waiting->len || self->n_written > CYAN_SERVE_MANY_WAITING)
    {
      g_string_erase (self->waiting, 0, (gssize) self->n_written);
      self->n_written = 0;
    }
  return TRUE;
}
