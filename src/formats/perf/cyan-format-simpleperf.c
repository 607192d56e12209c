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
#include "cyan-frame-tree.h"
#include "cyan-i18n.h"
#include "cyan-ids.h"
#include "cyan-line.h"
#include "cyan-perf.h"
#include "cyan-protobuf.h"
#include "cyan-scratch.h"

#include <string.h>

#define MAGIC   "SIMPLEPERF"
#define VERSION 1

/* Bytes of a record; a file with all its symbols is one. */
#define MAX_RECORD (256u * 1024 * 1024)
/* Numbers of files count from 0. */
#define MAX_FILES (1u << 20)

#define MAX_EVENTS 64
#define UNKNOWN    "[unknown]"

/* An event and the sum of its counts by node. */
typedef struct
{
  char *name;
  GArray *values; /* of double by node; missing values at the end are 0 */
  double sum, sum_of_squares;
} Event;

typedef struct
{
  CyanStr module;
  GArray *symbols; /* of CyanStr; NULL: the file is not defined */
} File;

typedef struct
{
  CyanInput *input;
  CyanProfileBuilder *builder;
  CyanStrings *strings;
  CyanFrameTree tree;
  CyanIds frames;      /* keys of the frames in the tree */
  GArray *events;      /* of Event */
  GArray *files;       /* of File by number */
  GHashTable *threads; /* number -> CyanStr */
  GArray *stack;       /* of guint32: frames of the current sample, the leaf first */
  CyanCharge charge, frames_charge, stack_charge;
  guint64 n_lost;
} Reader;

/* The number of a frame; @symbol is -1 if it is unknown.  Threads are frames, too. */
static guint32
frame_number (Reader *self, guint64 file, guint32 symbol)
{
  guint32 number = cyan_ids_number (&self->frames, file << 32 | symbol);

  cyan_charge_set (&self->frames_charge, cyan_ids_memory (&self->frames));
  return number;
}

static void
clear_event (gpointer data)
{
  Event *event = data;

  g_free (event->name);
  g_array_unref (event->values);
}

static void
clear_file (gpointer data)
{
  g_clear_pointer (&((File *) data)->symbols, g_array_unref);
}

/* Adds the next frame of the sample, from the leaf on.  @symbol is -1 if it is unknown. */
static void
add_frame (Reader *self, guint32 file, gint32 symbol)
{
  guint32 frame = frame_number (self, (guint64) file + 1, (guint32) symbol + 1);

  g_array_append_val (self->stack, frame);
  cyan_charge_raise (&self->stack_charge, self->stack->len * sizeof frame);
}

/* Adds the sample with the frames since the last one.  An error names no file. */
static gboolean
add_sample (Reader *self, gint32 thread, guint64 event_number, double count, GError **error)
{
  guint32 frame = frame_number (self, 0, (guint32) thread);
  guint32 node = cyan_frame_tree_child (&self->tree, 0, frame, error);
  Event *event;

  for (guint i = self->stack->len; i-- > 0 && node != CYAN_FRAME_TREE_NONE;)
    node =
        cyan_frame_tree_child (&self->tree, node, g_array_index (self->stack, guint32, i), error);
  g_array_set_size (self->stack, 0);
  if (node == CYAN_FRAME_TREE_NONE)
    return FALSE;
  if (event_number >= self->events->len)
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      _ ("a sample of event %" PRIu64 ", which is not defined"), event_number);
  event = &g_array_index (self->events, Event, event_number);
  if (node >= event->values->len)
    {
      cyan_charge_add (&self->charge, (self->tree.n_nodes - event->values->len) * sizeof (double));
      g_array_set_size (event->values, self->tree.n_nodes);
    }
  g_array_index (event->values, double, node) += count;
  event->sum += count;
  event->sum_of_squares += count * count;
  return TRUE;
}

/* The function of the frame with @key. */
static guint32
function_of (Reader *self, guint64 key)
{
  CyanStr name = CYAN_STR_EMPTY, module = CYAN_STR_EMPTY;

  if (key >> 32 == 0)
    name = GPOINTER_TO_UINT (
        g_hash_table_lookup (self->threads, GINT_TO_POINTER ((gint32) (guint32) key)));
  else if ((key >> 32) - 1 < self->files->len)
    {
      const File *file = &g_array_index (self->files, File, (key >> 32) - 1);
      guint32 symbol = (guint32) key - 1;

      module = file->module;
      if (file->symbols != NULL && symbol < file->symbols->len)
        name = g_array_index (file->symbols, CyanStr, symbol);
    }
  if (name == CYAN_STR_EMPTY)
    name = cyan_strings_add (self->strings, UNKNOWN, -1);
  return cyan_profile_builder_function (self->builder, name, module, CYAN_STR_EMPTY, 0, 0);
}

/* The metric of each event that was sampled; the first is the first even if it was not. */
static void
add_metrics (Reader *self, guint *metrics)
{
  for (guint i = 0; i < self->events->len; i++)
    {
      const Event *event = &g_array_index (self->events, Event, i);
      gboolean is_clock = g_str_has_prefix (event->name, "cpu-clock")
                          || g_str_has_prefix (event->name, "task-clock");

      if (i == 0 || event->values->len > 0)
        metrics[i] =
            cyan_profile_builder_metric (self->builder, event->name, is_clock ? "ns" : "count");
    }
}

static void
describe (Reader *self)
{
  const Event *first = self->events->len > 0 ? &g_array_index (self->events, Event, 0) : NULL;

  /* The mean count of a sample, weighted by itself. */
  cyan_profile_builder_set_recording (
      self->builder, CYAN_RECORDING_SAMPLED,
      first != NULL && first->sum > 0 ? first->sum_of_squares / first->sum : 0);
  cyan_profile_builder_set_unordered (self->builder);
  cyan_profile_builder_set_threads (self->builder, g_hash_table_size (self->threads));
  cyan_profile_builder_set_meta (self->builder, "producer", "simpleperf");
  cyan_profile_builder_warn_n (
      self->builder, self->n_lost, "simpleperf lost %" PRIu64 " sample while it recorded",
      "simpleperf lost %" PRIu64 " samples while it recorded", self->n_lost);
}

/* Gives the builder all that was read. */
static gboolean
build (Reader *self, GError **error)
{
  g_autofree guint32 *functions = g_new (guint32, self->frames.ids->len + 1);
  guint metrics[MAX_EVENTS] = { 0 };
  g_autofree CyanNode *nodes = NULL;
  g_autoptr (GError) reason = NULL;

  add_metrics (self, metrics);
  for (guint i = 0; i < self->frames.ids->len; i++)
    functions[i] = function_of (self, cyan_ids_get (&self->frames, i));
  nodes = cyan_frame_tree_build (&self->tree, self->builder, functions, self->input, &reason);
  if (nodes == NULL)
    return cyan_fail_at (error, reason, "%s", cyan_input_name (self->input));
  for (guint e = 0; e < self->events->len; e++)
    {
      const GArray *values = g_array_index (self->events, Event, e).values;

      for (guint i = 0; i < values->len; i++)
        if (g_array_index (values, double, i) != 0)
          cyan_profile_builder_add (self->builder, metrics[e], nodes[i],
                                    g_array_index (values, double, i));
    }
  describe (self);
  return TRUE;
}

static CyanStr
intern (Reader *self, const CyanProtobuf *wire)
{
  return cyan_strings_add (self->strings, (const char *) wire->bytes, (gssize) wire->length);
}

static gboolean
number (Reader *self, const CyanProtobuf *wire, const char *what, guint64 *value, GError **error)
{
  *value = wire->value;
  return cyan_protobuf_expect (wire, self->input, CYAN_PROTOBUF_NUMBER, what, error);
}

static gboolean
text (Reader *self, const CyanProtobuf *wire, const char *what, GError **error)
{
  return cyan_protobuf_expect (wire, self->input, CYAN_PROTOBUF_BYTES, what, error);
}

/* Reads a frame of a sample. */
static gboolean
read_entry (Reader *self, const CyanProtobuf *outer, GError **error)
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
    add_frame (self, (guint32) file, (gint32) symbol);
  return got == 0;
}

static gboolean
read_sample (Reader *self, const CyanProtobuf *outer, GError **error)
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
  return add_sample (self, (gint32) thread, event, (double) count, &reason)
         || cyan_fail_at (error, reason, _ ("%s: byte %" PRIu64), cyan_input_name (self->input),
                          outer->field_offset);
}

static gboolean
read_lost (Reader *self, const CyanProtobuf *outer, GError **error)
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
module_of (Reader *self, const CyanProtobuf *path)
{
  char buffer[32];
  CyanLine name = cyan_perf_module_name (
      (CyanLine){ (const char *) path->bytes, (const char *) path->bytes + path->length }, buffer,
      sizeof buffer);

  return cyan_strings_add (self->strings, name.at, (gssize) cyan_line_length (name));
}

static gboolean
read_file (Reader *self, const CyanProtobuf *outer, GError **error)
{
  File file = { .symbols = g_array_new (FALSE, FALSE, sizeof (CyanStr)) };
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
      clear_file (&file);
      return FALSE;
    }
  if (id >= self->files->len)
    {
      cyan_charge_add (&self->charge, (id + 1 - self->files->len) * sizeof file);
      g_array_set_size (self->files, (guint) id + 1);
    }
  clear_file (&g_array_index (self->files, File, id));
  g_array_index (self->files, File, id) = file;
  return TRUE;
}

static gboolean
read_thread (Reader *self, const CyanProtobuf *outer, GError **error)
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
read_meta (Reader *self, const CyanProtobuf *outer, GError **error)
{
  CyanProtobuf wire;
  int got;

  cyan_protobuf_enter (&wire, outer);
  while ((got = cyan_protobuf_take (&wire, self->input, error)) > 0)
    {
      g_autofree char *value = NULL;
      Event event;

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
      if (self->events->len == MAX_EVENTS)
        return cyan_input_fail_byte (self->input, error, _ ("more than %d events"), MAX_EVENTS);
      event = (Event){ .name = g_steal_pointer (&value),
                       .values = g_array_new (FALSE, TRUE, sizeof (double)) };
      g_array_append_val (self->events, event);
    }
  return got == 0;
}

/* Reads a record, which consists of one field: the kind of record. */
static gboolean
read_record (Reader *self, const char *bytes, gsize length, GError **error)
{
  static gboolean (*const read[]) (Reader *, const CyanProtobuf *, GError **) = {
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
peek (Reader *self, gsize length, const char **bytes, GError **error)
{
  gsize available;

  if (!cyan_input_peek (self->input, length, bytes, &available, error))
    return FALSE;
  return available >= length
         || cyan_input_fail_byte (self->input, error,
                                  _ ("the file ends in the middle of a record"));
}

static gboolean
read_records (Reader *self, GError **error)
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
  g_auto (CyanScratch) scratch = { NULL };
  Reader self = { .input = input,
                  .builder = builder,
                  .strings = cyan_profile_builder_strings (builder),
                  .events = cyan_scratch_array (&scratch, sizeof (Event)),
                  .files = cyan_scratch_array (&scratch, sizeof (File)),
                  .threads = cyan_scratch_table (&scratch, NULL, NULL, NULL, NULL),
                  .stack = cyan_scratch_array (&scratch, sizeof (guint32)) };

  cyan_frame_tree_init (&self.tree, &scratch, builder);
  cyan_ids_init (&self.frames, &scratch);
  g_array_set_clear_func (self.events, clear_event);
  g_array_set_clear_func (self.files, clear_file);
  cyan_scratch_charge (&scratch, &self.charge, cyan_input_budget (input));
  cyan_scratch_charge (&scratch, &self.frames_charge, cyan_input_budget (input));
  cyan_scratch_charge (&scratch, &self.stack_charge, cyan_input_budget (input));
  return read_records (&self, error) && build (&self, error);
}

static int
simpleperf_sniff (const char *head, gsize length)
{
  return cyan_bytes_begin (head, length, MAGIC) ? 100 : 0;
}

const CyanFormat cyan_format_simpleperf = {
  .name = "simpleperf",
  .label = "simpleperf",
  .sniff = simpleperf_sniff,
  .read = simpleperf_read,
};
