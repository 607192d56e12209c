/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The header of a Java Flight Recorder chunk: jdk.jfr.internal.consumer.ChunkHeader of OpenJDK. */
#include "cyan-jfr-chunk.h"

#include "cyan-error.h"
#include "cyan-i18n.h"

#include <string.h>

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
  self->tick = frequency > 0 ? 1e9 / (double) frequency : 1;
  if (length == 0 || self->pools == 0 || self->metadata == 0)
    return CYAN_JFR_CHUNK_UNFINISHED;
  if (!(bytes[AT_FLAGS] & COMPRESSED))
    return failed (self->input, error, _ ("a chunk whose integers are not compressed"));
  if (length < CYAN_JFR_CHUNK_HEADER || length > MAX_CHUNK)
    return failed (self->input, error, _ ("a chunk of an impossible length"));
  if (self->pools < CYAN_JFR_CHUNK_HEADER || self->pools >= length
      || self->metadata < CYAN_JFR_CHUNK_HEADER || self->metadata >= length)
    return failed (self->input, error, _ ("a chunk whose tables are outside of it"));
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
