/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the feature HEADER_VERSION of perf.data, as Linux' perf.data-file-format.txt defines it.
 *
 * In a file, a table of (offset, size) follows the data, one row for each bit that is set in the
 * header.  In a recording that went through a pipe, features are records.
 */
#include "cyan-perf-version.h"

#include <string.h>
#include <unistd.h>

#define FEATURE_VERSION 5
#define RECORD_FEATURE  80 /* PERF_RECORD_HEADER_FEATURE */

/* The features of a pipe come first; so many records are looked at. */
#define MAX_RECORDS 1000

#define MAX_LENGTH 256

typedef struct
{
  guint64 offset, size;
} Section;

typedef struct
{
  char magic[8];
  guint64 size; /* of this header; of a pipe, only these two fields exist */
  guint64 attribute_size;
  Section attributes, data, event_types;
  guint64 features[4]; /* one bit each */
} Header;

typedef struct
{
  guint32 type;
  guint16 misc, size;
} Record;

#define PIPE_HEADER_SIZE 16

static gboolean
read_at (int file, guint64 offset, void *bytes, gsize length)
{
  return offset <= G_MAXINT64 && pread (file, bytes, length, (off_t) offset) == (gssize) length;
}

/* The string at @offset, after its length. */
static char *
read_string (int file, guint64 offset)
{
  char text[MAX_LENGTH + 1] = "";
  guint32 length;

  if (!read_at (file, offset, &length, sizeof length) || length == 0 || length > MAX_LENGTH
      || !read_at (file, offset + sizeof length, text, length) || text[0] == '\0')
    return NULL;
  return g_utf8_make_valid (text, -1);
}

static char *
find_in_pipe (int file)
{
  guint64 offset = PIPE_HEADER_SIZE, feature;
  Record record;

  for (guint n = 0; n < MAX_RECORDS && read_at (file, offset, &record, sizeof record)
                    && record.size >= sizeof record;
       n++)
    {
      if (record.type == RECORD_FEATURE
          && read_at (file, offset + sizeof record, &feature, sizeof feature)
          && feature == FEATURE_VERSION)
        return read_string (file, offset + sizeof record + sizeof feature);
      offset += record.size;
    }
  return NULL;
}

static char *
find_in_file (int file, const Header *header)
{
  guint64 row = 0;
  Section section;

  if ((header->features[0] >> FEATURE_VERSION & 1) == 0)
    return NULL;
  for (guint bit = 0; bit < FEATURE_VERSION; bit++)
    row += header->features[0] >> bit & 1;
  if (header->data.offset > G_MAXINT64 || header->data.size > G_MAXINT64
      || !read_at (file, header->data.offset + header->data.size + row * sizeof section, &section,
                   sizeof section))
    return NULL;
  return read_string (file, section.offset);
}

char *
cyan_perf_version (int file)
{
  Header header;

  if (!read_at (file, 0, &header, PIPE_HEADER_SIZE) || memcmp (header.magic, "PERFILE2", 8) != 0)
    return NULL;
  if (header.size == PIPE_HEADER_SIZE)
    return find_in_pipe (file);
  return read_at (file, 0, &header, sizeof header) ? find_in_file (file, &header) : NULL;
}
