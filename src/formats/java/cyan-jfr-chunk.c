/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Chunks of a Java Flight Recorder file: their headers (jdk.jfr.internal.consumer.ChunkHeader of
 * OpenJDK), and the numbers and texts in them.
 */
#include "cyan-jfr.h"

#include "cyan-error.h"
#include "cyan-i18n.h"

#include <string.h>

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

#define VERSION    2
#define COMPRESSED 1 /* in the last byte: integers are in base 128 */

/* Positions of the fields of the header, which are in big endian. */
enum
{
  AT_VERSION = 4,
  AT_LENGTH = 8,
  AT_POOLS = 16,
  AT_METADATA = 24,
  AT_START = 32,
  AT_DURATION = 40,
  AT_TICKS = 48,
  AT_FREQUENCY = 56,
  AT_FLAGS = 67,
};

/* Positions are stored in 32 bits. */
#define MAX_CHUNK G_MAXUINT32

static guint64
number (const char *bytes, guint at)
{
  guint64 value;

  memcpy (&value, bytes + at, sizeof value);
  return GUINT64_FROM_BE (value);
}

static CyanJfrChunkStep
failed (CyanInput *input, GError **error, const char *reason)
{
  cyan_input_fail_byte (input, error, "%s", reason);
  return CYAN_JFR_CHUNK_FAILED;
}

static CyanJfrChunkStep
unsupported (CyanInput *input, guint version, GError **error)
{
  if (version < VERSION)
    cyan_fail (
        error, CYAN_ERROR_UNSUPPORTED,
        _ ("%s: version %u of Java Flight Recorder, which Java 8 and older write; convert it "
           "with JDK Mission Control"),
        cyan_input_name (input), version);
  else
    cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
               _ ("%s: version %u of Java Flight Recorder, but only version 2 is known"),
               cyan_input_name (input), version);
  return CYAN_JFR_CHUNK_FAILED;
}

static CyanJfrChunkStep
read_header (CyanJfrChunk *self, const char *bytes, GError **error)
{
  guint version = (guint) (guchar) bytes[AT_VERSION] << 8 | (guchar) bytes[AT_VERSION + 1];
  guint64 frequency = number (bytes, AT_FREQUENCY), length = number (bytes, AT_LENGTH);

  if (version != VERSION)
    return unsupported (self->input, version, error);
  self->pools = number (bytes, AT_POOLS);
  self->metadata = number (bytes, AT_METADATA);
  self->start = number (bytes, AT_START);
  self->duration = number (bytes, AT_DURATION);
  self->ticks = number (bytes, AT_TICKS);
  self->tick = frequency > 0 ? 1e9 / (double) frequency : 1;
  if (length == 0 || self->pools == 0 || self->metadata == 0)
    return CYAN_JFR_CHUNK_UNFINISHED;
  if (!(bytes[AT_FLAGS] & COMPRESSED))
    return failed (self->input, error, _ ("a chunk whose integers are not compressed"));
  if (length < CYAN_JFR_CHUNK_HEADER || length > MAX_CHUNK)
    return failed (self->input, error, _ ("a chunk of an impossible length"));
  if (self->metadata < CYAN_JFR_CHUNK_HEADER || self->metadata >= length)
    return failed (self->input, error, _ ("a chunk whose types are outside of it"));
  self->length = length;
  return CYAN_JFR_CHUNK_READY;
}

CyanJfrChunkStep
cyan_jfr_chunk_load (CyanJfrChunk *self, CyanInput *input, GError **error)
{
  CyanJfrChunkStep step;
  const char *bytes;
  gsize length;

  *self = (CyanJfrChunk){ .input = input };
  if (!cyan_input_peek (input, CYAN_JFR_CHUNK_HEADER, &bytes, &length, error))
    return CYAN_JFR_CHUNK_FAILED;
  if (length == 0)
    return CYAN_JFR_CHUNK_END;
  if (memcmp (bytes, CYAN_JFR_MAGIC, MIN (length, CYAN_JFR_MAGIC_LENGTH)) != 0)
    return failed (input, error, _ ("not the beginning of a chunk"));
  if (length < CYAN_JFR_CHUNK_HEADER)
    return CYAN_JFR_CHUNK_UNFINISHED;
  step = read_header (self, bytes, error);
  if (step != CYAN_JFR_CHUNK_READY)
    return step;
  if (!cyan_input_peek (input, self->length, &bytes, &length, error))
    return CYAN_JFR_CHUNK_FAILED;
  self->bytes = (const guchar *) bytes;
  return length < self->length ? CYAN_JFR_CHUNK_UNFINISHED : CYAN_JFR_CHUNK_READY;
}

void
cyan_jfr_chunk_seek (const CyanJfrChunk *self, CyanJfrBytes *bytes, guint64 at)
{
  cyan_jfr_bytes_init (bytes, self->bytes, at, self->length);
}

gboolean
cyan_jfr_chunk_check (const CyanJfrChunk *self, const CyanJfrBytes *bytes, GError **error)
{
  return bytes->problem == NULL
         || cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: byte %" PRIu64 ": %s"),
                       cyan_input_name (self->input),
                       cyan_input_offset (self->input) + bytes->problem_at, bytes->problem);
}
