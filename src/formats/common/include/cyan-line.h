/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Words, numbers and cells, taken from the front of a line; and what texts begin with and have.
 *
 * Nothing is copied, and no text need end with a NUL byte.
 */
#pragma once

#include "cyan-number.h"

#include <string.h>

/* A line, or what is left of it. */
typedef struct
{
  const char *at;
  const char *end;
} CyanLine;

static inline gsize
cyan_line_length (CyanLine self)
{
  return (gsize) (self.end - self.at);
}

/* Goes past white space. */
static inline void
cyan_line_skip (CyanLine *self)
{
  while (self->at < self->end && g_ascii_isspace (*self->at))
    self->at++;
}

/* Cuts white space off both ends. */
static inline void
cyan_line_trim (CyanLine *self)
{
  cyan_line_skip (self);
  while (self->end > self->at && g_ascii_isspace (self->end[-1]))
    self->end--;
}

/* Goes past decimal digits.  Returns how many there are. */
static inline gsize
cyan_line_digits (CyanLine *self)
{
  const char *begin = self->at;

  while (self->at < self->end && g_ascii_isdigit (*self->at))
    self->at++;
  return (gsize) (self->at - begin);
}

/* Takes the next word between white space, empty at the end. */
static inline CyanLine
cyan_line_word (CyanLine *self)
{
  CyanLine word;

  cyan_line_skip (self);
  word.at = self->at;
  while (self->at < self->end && !g_ascii_isspace (*self->at))
    self->at++;
  word.end = self->at;
  return word;
}

/* The same.  FALSE if there is no word. */
static inline gboolean
cyan_line_next (CyanLine *self, CyanLine *word)
{
  *word = cyan_line_word (self);
  return word->at < word->end;
}

/* Takes the next cell up to @separator, which is taken, too, or to the end.  FALSE if there is no
 * further one; an empty line has one empty cell. */
static inline gboolean
cyan_line_cell (CyanLine *self, char separator, CyanLine *cell)
{
  const char *stop;

  if (self->at == NULL)
    return FALSE;
  stop = memchr (self->at, separator, cyan_line_length (*self));
  *cell = (CyanLine){ self->at, stop != NULL ? stop : self->end };
  self->at = stop != NULL ? stop + 1 : NULL;
  return TRUE;
}

/* Takes the hexadecimal digits that are next.  FALSE if there are none or more than 64 bits. */
static inline gboolean
cyan_line_hex (CyanLine *self, guint64 *value)
{
  const char *begin = self->at;

  *value = 0;
  for (; self->at < self->end && g_ascii_isxdigit (*self->at); self->at++)
    {
      if (*value >> 60 != 0)
        return FALSE;
      *value = *value << 4
               | (guint64) (*self->at <= '9' ? *self->at - '0' : (*self->at | 0x20) - 'a' + 10);
    }
  return self->at > begin;
}

/* Whether all of the line is such a number; see cyan-number.h. */
static inline gboolean
cyan_line_is_count (CyanLine self, guint64 *value)
{
  return cyan_parse_uint64 (self.at, cyan_line_length (self), value);
}

static inline gboolean
cyan_line_is_number (CyanLine self, double *value)
{
  return cyan_parse_double (self.at, cyan_line_length (self), value);
}

/* Whether the line is @text, begins with it or ends with it. */
static inline gboolean
cyan_line_is (CyanLine self, const char *text)
{
  return cyan_line_length (self) == strlen (text) && memcmp (self.at, text, strlen (text)) == 0;
}

static inline CyanLine
cyan_line_of (const char *text)
{
  return (CyanLine){ text, text + strlen (text) };
}

static inline gboolean
cyan_line_begins (CyanLine self, const char *text)
{
  return cyan_line_length (self) >= strlen (text) && memcmp (self.at, text, strlen (text)) == 0;
}

static inline gboolean
cyan_line_ends (CyanLine self, const char *text)
{
  gsize n = strlen (text);

  return cyan_line_length (self) >= n && memcmp (self.end - n, text, n) == 0;
}

/* Whether [@bytes, @bytes + @length) begins with @text, or has it. */
static inline gboolean
cyan_bytes_begin (const char *bytes, gsize length, const char *text)
{
  return length >= strlen (text) && memcmp (bytes, text, strlen (text)) == 0;
}

static inline gboolean
cyan_bytes_have (const char *bytes, gsize length, const char *text)
{
  return memmem (bytes, length, text, strlen (text)) != NULL;
}
