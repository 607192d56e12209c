/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads records in pieces, unpacks those that are compressed, and orders them.
 */
#include "cyan-perf-records.h"

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-perf-sample.h"

#include <zstd.h>

#define HEADER_SIZE 8

/* Bytes that are read or unpacked at once. */
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
#  define PIECE 1024
#else
#  define PIECE (1024 * 1024)
#endif

/* Types of records of perf. */
enum
{
  FIRST_OF_PERF = 64,
  TRACING_DATA = 66,
  FINISHED_ROUND = 68,
  AUXTRACE = 71,
  COMPRESSED = 81,
  COMPRESSED2 = 83,
};

/* A record that waits until all earlier ones are there. */
typedef struct
{
  guint64 time;
  guint64 offset; /* in the file */
  gsize at;       /* in the bytes that are kept */
} Waiting;

typedef struct
{
  CyanScratch *owned;
  CyanPerfFile *file;
  CyanPerfRecordFunc take;
  gpointer data;

  GArray *waiting;  /* of Waiting */
  GByteArray *kept; /* their records */
  guint64 newest;   /* the time of the last one so far */
  guint64 complete; /* no earlier record follows */
  ZSTD_DStream *unpacker;
  GByteArray *unpacked; /* the rest of the last compressed record, which the next one continues */
  guint64 n_packed, n_unpacked; /* bytes */
  guint64 after;                /* bytes of the file to go past, which are no records */
  CyanCharge charge;
} Reader;

static gboolean read_records (
    Reader *self, CyanPerfBytes *bytes, guint64 offset, gboolean is_unpacked, GError **error);

static int
compare_times (gconstpointer a, gconstpointer b)
{
  const Waiting *left = a, *right = b;

  return left->time != right->time ? (left->time > right->time ? 1 : -1)
                                   : (left->at > right->at) - (left->at < right->at);
}

/* The record at @bytes, which are whole. */
static CyanPerfRecord
record_at (const Reader *self, const guint8 *bytes, guint64 offset)
{
  CyanPerfRecord record = { .body = { bytes, bytes + HEADER_SIZE, self->file->swapped, FALSE },
                            .offset = offset };
  guint16 size;

  record.type = cyan_perf_take32 (&record.body);
  record.misc = cyan_perf_take16 (&record.body);
  size = cyan_perf_take16 (&record.body);
  record.body.end = bytes + size;
  return record;
}

/* Whether to continue at @offset of the file. */
static gboolean
poll (const Reader *self, guint64 offset, GError **error)
{
  CyanTick tick = cyan_input_tick_after (self->file->input);
  guint64 begin = self->file->data_begin, size = self->file->data_end - begin;

  return cyan_input_poll (self->file->input, error)
         && cyan_tick (&tick, size > 0 ? (double) (offset - begin) / (double) size : 0,
                       N_ ("Reading"), error);
}

/* Passes on what is not newer than @limit. */
static gboolean
flush (Reader *self, guint64 limit, GError **error)
{
  GByteArray *rest;
  guint n = 0;

  g_array_sort (self->waiting, compare_times);
  for (; n < self->waiting->len; n++)
    {
      const Waiting *next = &g_array_index (self->waiting, Waiting, n);
      CyanPerfRecord record;

      if (next->time > limit)
        break;
      if (n % CYAN_TICK_STRIDE == 0 && !poll (self, next->offset, error))
        return FALSE;
      record = record_at (self, self->kept->data + next->at, next->offset);
      if (!self->take (&record, self->data, error))
        return FALSE;
    }
  if (n == 0)
    return TRUE;
  g_array_remove_range (self->waiting, 0, n);
  rest = g_byte_array_new ();
  for (guint i = 0; i < self->waiting->len; i++)
    {
      Waiting *next = &g_array_index (self->waiting, Waiting, i);
      CyanPerfRecord record = record_at (self, self->kept->data + next->at, 0);
      const guint8 *begin = self->kept->data + next->at;

      next->at = rest->len;
      g_byte_array_append (rest, begin, (guint) (record.body.end - begin));
    }
  g_byte_array_set_size (self->kept, 0);
  g_byte_array_append (self->kept, rest->data, rest->len);
  g_byte_array_unref (rest);
  return TRUE;
}

static gboolean
keep (Reader *self, const CyanPerfRecord *record, guint64 time, GError **error)
{
  const guint8 *begin = record->body.at - HEADER_SIZE;
  gsize size = (gsize) (record->body.end - begin);
  Waiting waiting = { time, record->offset, self->kept->len };

  if (self->kept->len > G_MAXINT32 - size)
    return cyan_fail (error, CYAN_ERROR_LIMIT,
                      _ ("%s: more than 2 GiB of records without the end "
                         "of a round"),
                      cyan_input_name (self->file->input));
  g_array_append_val (self->waiting, waiting);
  g_byte_array_append (self->kept, begin, (guint) size);
  cyan_charge_raise (&self->charge, self->kept->len + self->waiting->len * sizeof waiting);
  self->newest = MAX (self->newest, time);
  return cyan_budget_check (self->file->budget, 0, error);
}

/* Takes a record of the kernel, now or, if it has a time, in the order of time. */
static gboolean
take_kernel (Reader *self, const CyanPerfRecord *record, GError **error)
{
  const CyanPerfEvent *event = cyan_perf_sample_event (self->file, record->type, record->body);
  guint64 time = 0;

  if (event != NULL)
    time = cyan_perf_sample_time (event, record->type, record->body);
  if (time == 0 || time == G_MAXUINT64)
    return self->take (record, self->data, error);
  return keep (self, record, time, error);
}

static void
free_unpacker (gpointer unpacker)
{
  ZSTD_freeDStream (unpacker);
}

/* Unpacks a part of the stream that all compressed records are, and reads the records in it. */
static gboolean
unpack (Reader *self, const CyanPerfRecord *record, CyanPerfBytes packed, GError **error)
{
  ZSTD_inBuffer in = { packed.at, cyan_perf_bytes_left (&packed), 0 };
  gboolean is_full = TRUE;

  if (self->unpacker == NULL)
    self->unpacker = cyan_scratch_own (self->owned, ZSTD_createDStream (), free_unpacker);
  self->n_packed += in.size;
  while (in.pos < in.size || is_full)
    {
      guint before = self->unpacked->len;
      ZSTD_outBuffer out;
      CyanPerfBytes bytes;
      gsize status;

      g_byte_array_set_size (self->unpacked, before + PIECE);
      out = (ZSTD_outBuffer){ self->unpacked->data + before, PIECE, 0 };
      status = ZSTD_decompressStream (self->unpacker, &out, &in);
      if (ZSTD_isError (status))
        return cyan_perf_file_fail (self->file, record->offset, error, "%s",
                                    ZSTD_getErrorName (status));
      is_full = out.pos == out.size;
      self->n_unpacked += out.pos;
      if (self->n_unpacked > CYAN_INPUT_FREE_BYTES
          && self->n_unpacked / CYAN_INPUT_MAX_RATIO > self->n_packed)
        return cyan_fail (error, CYAN_ERROR_LIMIT,
                          _ ("%s: byte %" PRIu64 ": compressed records grow too much"),
                          cyan_input_name (self->file->input), record->offset);
      bytes = (CyanPerfBytes){ self->unpacked->data, self->unpacked->data + before + out.pos,
                               self->file->swapped, FALSE };
      if (!read_records (self, &bytes, record->offset, TRUE, error))
        return FALSE;
      memmove (self->unpacked->data, bytes.at, cyan_perf_bytes_left (&bytes));
      g_byte_array_set_size (self->unpacked, (guint) cyan_perf_bytes_left (&bytes));
      if (out.pos == 0 && in.pos == in.size)
        break;
    }
  return TRUE;
}

static gboolean
take_record (Reader *self, const CyanPerfRecord *record, gboolean is_unpacked, GError **error)
{
  CyanPerfBytes body = record->body;

  switch (record->type)
    {
    case CYAN_PERF_RECORD_ATTR:
    case CYAN_PERF_RECORD_BUILD_ID:
    case CYAN_PERF_RECORD_EVENT_UPDATE:
    case CYAN_PERF_RECORD_FEATURE:
      return cyan_perf_file_describe (self->file, record->type, record->misc, body, record->offset,
                                      error);
    case FINISHED_ROUND:
      if (!flush (self, self->complete, error))
        return FALSE;
      self->complete = self->newest;
      return TRUE;
    case AUXTRACE:
      return cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                        _ ("%s: a trace of branches, not samples of stacks; open what `perf script "
                           "--itrace=i100usg` prints"),
                        cyan_input_name (self->file->input));
    case COMPRESSED2:
      {
        guint64 size = cyan_perf_take64 (&body);

        if (size > cyan_perf_bytes_left (&body))
          return cyan_perf_file_fail (self->file, record->offset, error,
                                      _ ("a damaged compressed record"));
        body.end = body.at + size;
      }
      G_GNUC_FALLTHROUGH;
    case COMPRESSED:
      if (is_unpacked)
        return cyan_perf_file_fail (self->file, record->offset, error,
                                    _ ("a damaged compressed record"));
      return unpack (self, record, body, error);
    default:
      return record->type >= FIRST_OF_PERF || take_kernel (self, record, error);
    }
}

/* Bytes that follow a record and are not in its size. */
static guint64
size_after (const CyanPerfRecord *record)
{
  CyanPerfBytes body = record->body;

  return record->type == TRACING_DATA ? ((guint64) cyan_perf_take32 (&body) + 7) / 8 * 8 : 0;
}

/* Reads the whole records of @bytes, which are at @offset of the file or come from a compressed
 * record there, and goes past them. */
static gboolean
read_records (
    Reader *self, CyanPerfBytes *bytes, guint64 offset, gboolean is_unpacked, GError **error)
{
  const guint8 *begin = bytes->at;

  while (cyan_perf_bytes_left (bytes) >= HEADER_SIZE)
    {
      guint64 at = is_unpacked ? offset : offset + (guint64) (bytes->at - begin);
      CyanPerfRecord record = record_at (self, bytes->at, at);

      if (record.body.end < record.body.at)
        return cyan_perf_file_fail (self->file, at, error, _ ("a damaged record"));
      if (record.body.end > bytes->end)
        break;
      bytes->at = record.body.end;
      if (!take_record (self, &record, is_unpacked, error))
        return FALSE;
      self->after = size_after (&record);
      if (self->after > 0)
        break;
    }
  return TRUE;
}

/* Reads all of the file's records.  Sets *@rest to the bytes of the last one if it is not whole. */
static gboolean
read_pieces (Reader *self, guint8 *piece, gsize *rest, GError **error)
{
  guint64 offset = self->file->data_begin;
  gssize got = 1;

  *rest = 0;
  for (;;)
    {
      guint64 left = self->file->data_end - offset - *rest;
      CyanPerfBytes bytes;

      if (!cyan_input_poll (self->file->input, error))
        return FALSE;
      got =
          cyan_perf_file_read (self->file, offset + *rest, piece + *rest, MIN (left, PIECE), error);
      if (got < 0)
        return FALSE;
      bytes = (CyanPerfBytes){ piece, piece + *rest + got, self->file->swapped, FALSE };
      if (!read_records (self, &bytes, offset, FALSE, error))
        return FALSE;
      offset += (guint64) (bytes.at - piece);
      *rest = cyan_perf_bytes_left (&bytes);
      if (self->after > self->file->data_end - offset)
        *rest = 1;
      else if (self->after > 0)
        {
          offset += self->after;
          self->after = *rest = 0;
          continue;
        }
      if (got == 0 || self->after > 0)
        return TRUE;
      memmove (piece, bytes.at, *rest);
    }
}

gboolean
cyan_perf_records_read (
    CyanPerfFile *file, CyanPerfRecordFunc take, gpointer data, gboolean *is_cut, GError **error)
{
  Reader self = { .file = file, .take = take, .data = data };
  g_auto (CyanScratch) owned = { NULL };
  g_autofree guint8 *piece = g_malloc (PIECE + G_MAXUINT16);
  gsize rest;

  self.owned = &owned;
  self.waiting = cyan_scratch_array (&owned, sizeof (Waiting));
  self.kept = cyan_scratch_own (&owned, g_byte_array_new (), (GDestroyNotify) g_byte_array_unref);
  self.unpacked =
      cyan_scratch_own (&owned, g_byte_array_new (), (GDestroyNotify) g_byte_array_unref);
  cyan_scratch_charge (&owned, &self.charge, file->budget);
  if (!read_pieces (&self, piece, &rest, error))
    return FALSE;
  *is_cut = rest > 0 || self.unpacked->len > 0;
  return flush (&self, G_MAXUINT64, error);
}
