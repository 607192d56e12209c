/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads what Android's `simpleperf report-sample --protobuf` writes: a magic number, a version, and
 * records, each a length and a message.  The messages are defined by cmd_report_sample.proto in
 * AOSP's system/extras/simpleperf.
 *
 * Samples name their thread and functions by numbers, which the records at the end of the file
 * define.  As in the text of `perf script`, the name of the thread is the root of its stacks.
 */
#include "cyan-format-entry.h"

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-perf-line.h"
#include "cyan-protobuf.h"
#include "cyan-simpleperf.h"

#include <string.h>

#define MAGIC   "SIMPLEPERF"
#define VERSION 1

/* Bytes of a record; a file with all its symbols is one. */
#define MAX_RECORD (256u * 1024 * 1024)
/* Numbers of files count from 0. */
#define MAX_FILES (1u << 20)

static CyanStr
intern (CyanSimpleperf *self, const CyanProtobuf *wire)
{
  return cyan_strings_add (self->strings, (const char *) wire->bytes, (gssize) wire->length);
}

static gboolean
number (CyanSimpleperf *self,
        const CyanProtobuf *wire,
        const char *what,
        guint64 *value,
        GError **error)
{
  *value = wire->value;
  return cyan_protobuf_expect (wire, self->input, CYAN_PROTOBUF_NUMBER, what, error);
}

static gboolean
text (CyanSimpleperf *self, const CyanProtobuf *wire, const char *what, GError **error)
{
  return cyan_protobuf_expect (wire, self->input, CYAN_PROTOBUF_BYTES, what, error);
}

/* Reads a frame of a sample. */
static gboolean
read_entry (CyanSimpleperf *self, const CyanProtobuf *outer, GError **error)
{
  guint64 file = 0, symbol = G_MAXUINT64;
  CyanProtobuf wire;
  int got;

  cyan_protobuf_enter (&wire, outer);
  while ((got = cyan_protobuf_take (&wire, self->input, error)) > 0)
    if ((wire.field == 2 && !number (self, &wire, "frame", &file, error))
        || (wire.field == 3 && !number (self, &wire, "frame", &symbol, error)))
      return FALSE;
  if (got == 0)
    cyan_simpleperf_add_frame (self, (guint32) file, (gint32) symbol);
  return got == 0;
}

static gboolean
read_sample (CyanSimpleperf *self, const CyanProtobuf *outer, GError **error)
{
  guint64 thread = 0, count = 0, event = 0;
  g_autoptr (GError) reason = NULL;
  CyanProtobuf wire;
  int got;

  cyan_protobuf_enter (&wire, outer);
  while ((got = cyan_protobuf_take (&wire, self->input, error)) > 0)
    if ((wire.field == 2 && !number (self, &wire, "sample", &thread, error))
        || (wire.field == 3
            && (!text (self, &wire, "sample", error) || !read_entry (self, &wire, error)))
        || (wire.field == 4 && !number (self, &wire, "sample", &count, error))
        || (wire.field == 5 && !number (self, &wire, "sample", &event, error)))
      return FALSE;
  if (got < 0)
    return FALSE;
  return cyan_simpleperf_add_sample (self, (gint32) thread, event, (double) count, &reason)
         || cyan_fail_at (error, reason, _ ("%s: byte %" PRIu64), cyan_input_name (self->input),
                          outer->field_offset);
}

static gboolean
read_lost (CyanSimpleperf *self, const CyanProtobuf *outer, GError **error)
{
  CyanProtobuf wire;
  int got;

  cyan_protobuf_enter (&wire, outer);
  while ((got = cyan_protobuf_take (&wire, self->input, error)) > 0)
    if (wire.field == 2 && !number (self, &wire, "record", &self->n_lost, error))
      return FALSE;
  return got == 0;
}

static CyanStr
module_of (CyanSimpleperf *self, const CyanProtobuf *path)
{
  char buffer[32];
  CyanPerfText name = cyan_perf_module_name (
      (CyanPerfText){ (const char *) path->bytes, path->length }, buffer, sizeof buffer);

  return cyan_strings_add (self->strings, name.text, (gssize) name.length);
}

static gboolean
read_file (CyanSimpleperf *self, const CyanProtobuf *outer, GError **error)
{
  CyanSimpleperfFile file = { .symbols = g_array_new (FALSE, FALSE, sizeof (CyanStr)) };
  guint64 id = 0;
  gboolean ok = TRUE;
  CyanProtobuf wire;
  CyanStr symbol;

  cyan_protobuf_enter (&wire, outer);
  while (ok)
    {
      int got = cyan_protobuf_take (&wire, self->input, error);

      if (got <= 0)
        {
          ok = got == 0;
          break;
        }
      if (wire.field == 1)
        ok = number (self, &wire, "file", &id, error);
      else if (wire.field <= 3)
        ok = text (self, &wire, "file", error);
      if (ok && wire.field == 2)
        file.module = module_of (self, &wire);
      if (ok && wire.field == 3)
        {
          symbol = intern (self, &wire);
          cyan_charge_append (&self->charge, file.symbols, symbol);
        }
    }
  if (ok && id >= MAX_FILES)
    ok = cyan_input_fail_byte (self->input, error,
                               _ ("file %" PRIu64 ", which is too large a number"), id);
  if (!ok)
    {
      cyan_simpleperf_file_clear (&file);
      return FALSE;
    }
  if (id >= self->files->len)
    {
      cyan_charge_add (&self->charge, (id + 1 - self->files->len) * sizeof file);
      g_array_set_size (self->files, (guint) id + 1);
    }
  cyan_simpleperf_file_clear (&g_array_index (self->files, CyanSimpleperfFile, id));
  g_array_index (self->files, CyanSimpleperfFile, id) = file;
  return TRUE;
}

static gboolean
read_thread (CyanSimpleperf *self, const CyanProtobuf *outer, GError **error)
{
  guint64 thread = 0;
  CyanStr name = CYAN_STR_EMPTY;
  CyanProtobuf wire;
  int got;

  cyan_protobuf_enter (&wire, outer);
  while ((got = cyan_protobuf_take (&wire, self->input, error)) > 0)
    {
      if ((wire.field == 1 && !number (self, &wire, "thread", &thread, error))
          || (wire.field == 3 && !text (self, &wire, "thread", error)))
        return FALSE;
      if (wire.field == 3)
        name = intern (self, &wire);
    }
  if (name != CYAN_STR_EMPTY
      && g_hash_table_insert (self->threads, GINT_TO_POINTER ((gint32) thread),
                              GUINT_TO_POINTER (name)))
    cyan_charge_add (&self->charge, CYAN_CHARGE_HASH_ENTRY);
  return got == 0;
}

static gboolean
read_meta (CyanSimpleperf *self, const CyanProtobuf *outer, GError **error)
{
  CyanProtobuf wire;
  int got;

  cyan_protobuf_enter (&wire, outer);
  while ((got = cyan_protobuf_take (&wire, self->input, error)) > 0)
    {
      g_autofree char *value = NULL;
      if (wire.field > 4)
        continue;
      if (!text (self, &wire, "record", error))
        return FALSE;
      value = g_strndup ((const char *) wire.bytes, wire.length);
      if (wire.field == 2)
        cyan_profile_builder_set_meta (self->builder, "application", value);
      if (wire.field == 4)
        cyan_profile_builder_set_meta (self->builder, "Android SDK", value);
      if (wire.field != 1)
        continue;
      if (self->events->len == CYAN_SIMPLEPERF_MAX_EVENTS)
        return cyan_input_fail_byte (self->input, error, _ ("more than %d events"),
                                     CYAN_SIMPLEPERF_MAX_EVENTS);
      cyan_simpleperf_add_event (self, value);
    }
  return got == 0;
}

/* Reads a record, which consists of one field: the kind of record. */
static gboolean
read_record (CyanSimpleperf *self, const char *bytes, gsize length, GError **error)
{
  static gboolean (*const read[]) (CyanSimpleperf *, const CyanProtobuf *, GError **) = {
    NULL, read_sample, read_lost, read_file, read_thread, read_meta,
  };
  CyanProtobuf wire;
  int got;

  cyan_protobuf_init (&wire, bytes, length, cyan_input_offset (self->input));
  while ((got = cyan_protobuf_take (&wire, self->input, error)) > 0)
    if (wire.field < G_N_ELEMENTS (read)
        && (!text (self, &wire, "record", error) || !read[wire.field](self, &wire, error)))
      return FALSE;
  return got == 0;
}

/* Shows exactly @length bytes. */
static gboolean
peek (CyanSimpleperf *self, gsize length, const char **bytes, GError **error)
{
  gsize available;

  if (!cyan_input_peek (self->input, length, bytes, &available, error))
    return FALSE;
  return available >= length
         || cyan_input_fail_byte (self->input, error,
                                  _ ("the file ends in the middle of a record"));
}

static gboolean
read_records (CyanSimpleperf *self, GError **error)
{
  const char *bytes;
  guint16 version;
  guint32 length;

  if (!peek (self, strlen (MAGIC) + sizeof version, &bytes, error))
    return FALSE;
  memcpy (&version, bytes + strlen (MAGIC), sizeof version);
  version = GUINT16_FROM_LE (version);
  if (version != VERSION)
    return cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                      _ ("%s: version %u of simpleperf's format is not %d"),
                      cyan_input_name (self->input), version, VERSION);
  cyan_input_skip (self->input, strlen (MAGIC) + sizeof version);
  for (;;)
    {
      if (!peek (self, sizeof length, &bytes, error))
        return FALSE;
      memcpy (&length, bytes, sizeof length);
      length = GUINT32_FROM_LE (length);
      if (length > MAX_RECORD)
        return cyan_input_fail_byte (self->input, error, _ ("a record of more than %u bytes"),
                                     MAX_RECORD);
      cyan_input_skip (self->input, sizeof length);
      if (length == 0)
        return TRUE;
      if (!peek (self, length, &bytes, error) || !read_record (self, bytes, length, error))
        return FALSE;
      cyan_input_skip (self->input, length);
    }
}

static gboolean
simpleperf_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  CyanSimpleperf self = { 0 };
  gboolean ok;

  cyan_simpleperf_init (&self, input, builder);
  ok = read_records (&self, error) && cyan_simpleperf_build (&self, error);
  cyan_simpleperf_clear (&self);
  return ok;
}

static int
simpleperf_sniff (const char *head, gsize length)
{
  return length >= strlen (MAGIC) && memcmp (head, MAGIC, strlen (MAGIC)) == 0 ? 100 : 0;
}

const CyanFormat cyan_format_simpleperf = {
  .name = "simpleperf",
  .label = "simpleperf",
  .sniff = simpleperf_sniff,
  .read = simpleperf_read,
};
