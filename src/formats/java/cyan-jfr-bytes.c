/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers and texts of a Java Flight Recorder chunk. */
#include "cyan-jfr-bytes.h"

#include "cyan-i18n.h"

/* An integer has at most this many bytes; the last has eight bits of it. */
#define MAX_NUMBER 9

/* How a text is stored. */
enum
{
  TEXT_NULL,
  TEXT_EMPTY,
  TEXT_CONSTANT,
  TEXT_UTF8,
  TEXT_UTF16,
  TEXT_LATIN1,
};

void
cyan_jfr_bytes_init (CyanJfrBytes *self, const guchar *bytes, guint64 at, gsize end)
{
  *self = (CyanJfrBytes){ .bytes = bytes, .at = MIN (at, end), .end = end };
}

void
cyan_jfr_bytes_break (CyanJfrBytes *self, const char *problem)
{
  if (self->problem == NULL)
    {
      self->problem = problem;
      self->problem_at = self->at;
    }
  self->at = self->end;
}

static void
cut (CyanJfrBytes *self)
{
  cyan_jfr_bytes_break (self, _ ("ends too early"));
}

guint8
cyan_jfr_bytes_byte (CyanJfrBytes *self)
{
  if (self->at < self->end)
    return self->bytes[self->at++];
  cut (self);
  return 0;
}

void
cyan_jfr_bytes_skip (CyanJfrBytes *self, guint64 length)
{
  if (length <= self->end - self->at)
    self->at += length;
  else
    cut (self);
}

guint64
cyan_jfr_bytes_number (CyanJfrBytes *self)
{
  guint64 number = 0;

  for (guint i = 0; i < MAX_NUMBER; i++)
    {
      guint8 byte = cyan_jfr_bytes_byte (self);

      if (i == MAX_NUMBER - 1 || byte < 0x80)
        return number | (guint64) byte << (7 * i);
      number |= (guint64) (byte & 0x7f) << (7 * i);
    }
  return number;
}

guint64
cyan_jfr_bytes_count (CyanJfrBytes *self)
{
  guint64 count = cyan_jfr_bytes_number (self);

  if (count <= self->end - self->at)
    return count;
  cut (self);
  return 0;
}

/* The rest of a text in UTF-16, each unit a number; unpaired surrogates become U+FFFD.  @text may
 * be NULL. */
static void
utf16 (CyanJfrBytes *self, GString *text)
{
  gunichar high = 0;

  for (guint64 n = cyan_jfr_bytes_count (self); n > 0 && self->problem == NULL; n--)
    {
      gunichar unit = cyan_jfr_bytes_number (self) & 0xffff;
      gboolean is_low = (unit & 0xfc00) == 0xdc00;

      if (text == NULL)
        continue;
      if (high != 0 && !is_low)
        g_string_append_unichar (text, 0xfffd);
      if (is_low)
        g_string_append_unichar (text, high != 0 ? 0x10000 + ((high & 0x3ff) << 10) + (unit & 0x3ff)
                                                 : 0xfffd);
      high = (unit & 0xfc00) == 0xd800 ? unit : 0;
      if (high == 0 && !is_low)
        g_string_append_unichar (text, unit);
    }
  if (text != NULL && high != 0)
    g_string_append_unichar (text, 0xfffd);
}

/* @text may be NULL. */
static gboolean
read_text (CyanJfrBytes *self, GString *text, guint64 *id)
{
  guint kind = cyan_jfr_bytes_byte (self);
  guint64 length;

  switch (kind)
    {
    case TEXT_NULL:
    case TEXT_EMPTY:
      break;
    case TEXT_CONSTANT:
      *id = cyan_jfr_bytes_number (self);
      return FALSE;
    case TEXT_UTF8:
    case TEXT_LATIN1:
      length = cyan_jfr_bytes_count (self);
      if (text != NULL && kind == TEXT_UTF8)
        g_string_append_len (text, (const char *) self->bytes + self->at, (gssize) length);
      else if (text != NULL)
        for (gsize i = 0; i < length; i++)
          g_string_append_unichar (text, self->bytes[self->at + i]);
      cyan_jfr_bytes_skip (self, length);
      break;
    case TEXT_UTF16:
      utf16 (self, text);
      break;
    default:
      cyan_jfr_bytes_break (self, _ ("a text of an unknown encoding"));
    }
  return TRUE;
}

void
cyan_jfr_bytes_skip_text (CyanJfrBytes *self)
{
  guint64 id;

  read_text (self, NULL, &id);
}

gboolean
cyan_jfr_bytes_text (CyanJfrBytes *self, GString *text, guint64 *id)
{
  g_string_truncate (text, 0);
  return read_text (self, text, id);
}
