/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The header, attributes and features of a perf.data file, as the kernel's
 * tools/perf/Documentation/perf.data-file-format.txt describes them.
 *
 * A file has its attributes at the front and its features at the end.  What went through a pipe has
 * both as records.
 */
#pragma once

#include "cyan-input.h"
#include "cyan-line.h"
#include "cyan-profile-builder.h"
#include "cyan-scratch.h"

#include <string.h>

/* Bytes that are taken from the front. */
typedef struct
{
  const guint8 *at, *end;
  gboolean swapped;  /* numbers have the other byte order */
  gboolean is_short; /* more was taken than there is: those numbers are 0 */
} CyanPerfBytes;

static inline gsize
cyan_perf_bytes_left (const CyanPerfBytes *self)
{
  return (gsize) (self->end - self->at);
}

/* Goes past @size bytes.  Returns the first; NULL if there are not so many. */
static inline const guint8 *
cyan_perf_take (CyanPerfBytes *self, guint64 size)
{
  const guint8 *at = self->at;

  if (size > cyan_perf_bytes_left (self))
    {
      self->is_short = TRUE;
      self->at = self->end;
      return NULL;
    }
  self->at += size;
  return at;
}

static inline guint64
cyan_perf_take64 (CyanPerfBytes *self)
{
  const guint8 *at = cyan_perf_take (self, 8);
  guint64 value = 0;

  if (at != NULL)
    memcpy (&value, at, 8);
  return self->swapped ? GUINT64_SWAP_LE_BE (value) : value;
}

static inline guint32
cyan_perf_take32 (CyanPerfBytes *self)
{
  const guint8 *at = cyan_perf_take (self, 4);
  guint32 value = 0;

  if (at != NULL)
    memcpy (&value, at, 4);
  return self->swapped ? GUINT32_SWAP_LE_BE (value) : value;
}

static inline guint16
cyan_perf_take16 (CyanPerfBytes *self)
{
  const guint8 *at = cyan_perf_take (self, 2);
  guint16 value = 0;

  if (at != NULL)
    memcpy (&value, at, 2);
  return self->swapped ? GUINT16_SWAP_LE_BE (value) : value;
}

/* The text in the next @size bytes, up to the first NUL byte. */
static inline CyanLine
cyan_perf_take_text (CyanPerfBytes *self, guint64 size)
{
  const char *at = (const char *) cyan_perf_take (self, size);

  return at != NULL ? (CyanLine){ at, at + strnlen (at, size) } : (CyanLine){ "", "" };
}

/* Bits of CyanPerfEvent.sample_type, in the order of the fields in a record but for the last. */
enum
{
  CYAN_PERF_IP = 1 << 0,
  CYAN_PERF_TID = 1 << 1,
  CYAN_PERF_TIME = 1 << 2,
  CYAN_PERF_ADDR = 1 << 3,
  CYAN_PERF_READ = 1 << 4,
  CYAN_PERF_CALLCHAIN = 1 << 5,
  CYAN_PERF_ID = 1 << 6,
  CYAN_PERF_CPU = 1 << 7,
  CYAN_PERF_PERIOD = 1 << 8,
  CYAN_PERF_STREAM_ID = 1 << 9,
  CYAN_PERF_RAW = 1 << 10,
  CYAN_PERF_BRANCH_STACK = 1 << 11,
  CYAN_PERF_STACK_USER = 1 << 13,
  CYAN_PERF_IDENTIFIER = 1 << 16,
};

/* What is recorded: an attribute. */
typedef struct
{
  guint32 type;
  guint64 config;
  guint64 period; /* of all samples, where these do not have their own */
  guint64 sample_type;
  guint64 read_format;
  guint64 branches; /* which branches a sample has, and their form */
  gboolean ids_all; /* the fields that all records have stand at the end of those that are no
                       samples */
  char *name;
} CyanPerfEvent;

#define CYAN_PERF_TRACEPOINT 2 /* a type of events */

/* A build id of up to 20 bytes. */
typedef struct
{
  guint8 size; /* 0: unknown */
  guint8 bytes[20];
} CyanPerfBuildId;

static inline gboolean
cyan_perf_has_bit (guint64 flags, guint bit)
{
  return (flags >> bit & 1) != 0;
}

gboolean cyan_perf_build_id_equal (const CyanPerfBuildId *a, const CyanPerfBuildId *b);

typedef struct
{
  CyanScratch kept; /* frees what is below */
  CyanInput *input;
  CyanBudget *budget;
  int fd; /* owned */
  guint64 size;
  gboolean swapped, is_pipe;
  guint64 data_begin, data_end; /* of the records, within the file */
  GArray *events;               /* of CyanPerfEvent */
  GHashTable *ids;              /* of guint64 *: index of the event */
  GHashTable *build_ids;        /* of char *, a path: CyanPerfBuildId */
  GPtrArray *names;             /* of char *: of the events, as the features have them */
  char *version, *host, *release, *command; /* NULL: unknown */
  guint64 n_missing;                        /* bytes of records that a cut file lacks */
  gboolean is_open;                         /* perf did not end the recording */
  gboolean is_cut;                          /* features are missing */
  CyanCharge charge;
} CyanPerfFile;

/* Opens the file of @input, of which nothing may have been skipped, and reads all but the records.
 * An error names the file and the reason. */
gboolean cyan_perf_file_open (CyanPerfFile *self, CyanInput *input, GError **error);
void cyan_perf_file_clear (CyanPerfFile *self);

/* Whether some event has copies of the stacks, which must be unwound. */
gboolean cyan_perf_file_has_stacks (CyanPerfFile *self);

/* The event with this number; NULL if there is none.  0 is the first event. */
const CyanPerfEvent *cyan_perf_file_event (const CyanPerfFile *self, guint64 id);

/* Reads up to @size bytes at @offset.  Returns their number, which is smaller only at the end of
 * the file; -1 on an error. */
gssize
cyan_perf_file_read (CyanPerfFile *self, guint64 offset, void *bytes, gsize size, GError **error);

/* Sets @error to "NAME: byte N: REASON" and returns FALSE. */
gboolean cyan_perf_file_fail (const CyanPerfFile *self,
                              guint64 offset,
                              GError **error,
                              const char *format,
                              ...) G_GNUC_PRINTF (4, 5);

/* Bytes of the smallest attribute, and the number of attributes of a file. */
#define CYAN_PERF_MIN_ATTRIBUTE  64
#define CYAN_PERF_MAX_ATTRIBUTES 65536

enum
{
  CYAN_PERF_FEATURE_BUILD_ID = 2,
  CYAN_PERF_FEATURE_HOSTNAME = 3,
  CYAN_PERF_FEATURE_RELEASE = 4,
  CYAN_PERF_FEATURE_VERSION = 5,
  CYAN_PERF_FEATURE_CMDLINE = 11,
  CYAN_PERF_FEATURE_EVENT_DESC = 12,
  CYAN_PERF_FEATURE_DIR_FORMAT = 24,
};

/* Takes the attribute in @bytes, whose fields at the end old versions of perf do not write. */
void cyan_perf_file_take_attribute (CyanPerfFile *self, CyanPerfBytes bytes);
/* Takes the numbers of the records of the event @index. */
void cyan_perf_file_take_ids (CyanPerfFile *self, guint index, CyanPerfBytes bytes);
/* Takes the content of a feature; one that is damaged is taken as far as it is whole. */
void cyan_perf_file_take_feature (CyanPerfFile *self, guint64 feature, CyanPerfBytes bytes);

/* Types of records of the file that describe the others. */
enum
{
  CYAN_PERF_RECORD_ATTR = 64,
  CYAN_PERF_RECORD_BUILD_ID = 67,
  CYAN_PERF_RECORD_EVENT_UPDATE = 78,
  CYAN_PERF_RECORD_FEATURE = 80,
};

/* Takes the record of one of these types, at @offset.  @body is what is after its header. */
gboolean cyan_perf_file_describe (CyanPerfFile *self,
                                  guint32 type,
                                  guint16 misc,
                                  CyanPerfBytes body,
                                  guint64 offset,
                                  GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CyanPerfFile, cyan_perf_file_clear)
