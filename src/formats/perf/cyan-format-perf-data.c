/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads perf.data through `perf script`.
 *
 * The format depends on the version of perf, and perf looks up function names in the recorded
 * programs.  So perf itself reads the file, and this reader parses its text. perf is started
 * without configuration files and without network access.
 */
#include "cyan-format-entry.h"

#include "cyan-converter.h"
#include "cyan-i18n.h"
#include "cyan-perf.h"

#include <glib.h>
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

/* The version, such as "6.16-1", in the features of the perf.data open as @file; the caller frees
 * it.  NULL if it is not there, or the file has the other byte order. */
static char *
version_of (int file)
{
  Header header;

  if (!read_at (file, 0, &header, PIPE_HEADER_SIZE) || memcmp (header.magic, "PERFILE2", 8) != 0)
    return NULL;
  if (header.size == PIPE_HEADER_SIZE)
    return find_in_pipe (file);
  return read_at (file, 0, &header, sizeof header) ? find_in_file (file, &header) : NULL;
}

/* Includes deeper stacks than perf prints by default, if they were recorded. */
#define MAX_STACK "--max-stack=1024"

static gboolean
read_text (CyanInput *output, gpointer data, GError **error)
{
  return cyan_perf_read (output, data, error);
}

/* perf refuses files of newer versions, and does not say that this is the reason. */
static char *
advise (int file)
{
  g_autofree char *version = version_of (file);

  return version != NULL
             ? g_strdup_printf (_ ("it was recorded by perf %s: if that is newer than the perf "
                                   "here, open what its `perf script` prints"),
                                version)
             : NULL;
}

static gboolean
perf_data_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  /* --force: also opens recordings that belong to other users. */
  static const char *const arguments[] = { "script", "--force",           "--header", MAX_STACK,
                                           "-i",     CYAN_CONVERTER_FILE, NULL };
  static const char *const environment[] = { "PERF_CONFIG=/dev/null", "DEBUGINFOD_URLS", "LC_ALL=C",
                                             NULL };
  static const CyanConverter converter = {
    .name = "perf",
    .label = "perf script",
    .contents = "perf.data",
    .package = "linux-perf",
    .arguments = arguments,
    .environment = environment,
    .advise = advise,
  };
  g_autofree char *said = NULL;

  if (!cyan_converter_read (&converter, input, read_text, builder, &said, error))
    return FALSE;
  if (said != NULL)
    cyan_profile_builder_warn (builder, _ ("perf script says: %s"), said);
  return TRUE;
}

static int
perf_data_sniff (const char *head, gsize length)
{
  /* Those of perf since 3.2, in both byte orders, and of older ones. */
  static const char *const magics[] = { "PERFILE2", "2ELIFREP", "PERFFILE" };

  for (guint i = 0; i < G_N_ELEMENTS (magics); i++)
    if (cyan_bytes_begin (head, length, magics[i]))
      return 100;
  return 0;
}

const CyanFormat cyan_format_perf_data = {
  .name = "perf-data",
  .label = "perf.data",
  .sniff = perf_data_sniff,
  .read = perf_data_read,
};
