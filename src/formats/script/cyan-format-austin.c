/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads MOJO, the binary format of Austin (`austin -b`): events of one byte and their values.
 *
 * A sample is the event of its thread, its frames from the root on, and its metrics.  It may
 * repeat the stack of the last sample of its thread.
 * https://github.com/P403n1x87/austin/wiki/The-MOJO-file-format and austin-python's format/mojo.py.
 */
#include "cyan-format-entry.h"

#include "cyan-call-sink.h"
#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-ids.h"
#include "cyan-number.h"
#include "cyan-scratch.h"

#include <string.h>

#define MAGIC "MOJ"

/* The last version that is known. */
#define VERSION 4

/* Maximum frames of a stack that repeats another: each sample could add one, in a few bytes. */
#define MAX_REPEATED 16384u

enum
{
  METADATA = 1,
  STACK,
  FRAME,
  FRAME_INVALID,
  FRAME_REF,
  FRAME_KERNEL,
  GC,
  IDLE,
  METRIC_TIME,
  METRIC_MEMORY,
  STRING,
  STRING_REF,
  STACK_REPEAT,
};

/* The key of the string of a function that is not known. */
#define UNKNOWN 1

typedef struct
{
  guint32 function;   /* index of the builder */
  gboolean is_native; /* no Python */
} Frame;

/* The strings and frames of a process, by key.  Lines of frames are those that ran, not those of
 * definitions, and are left out. */
typedef struct
{
  CyanIds string_keys, frame_keys;
  GArray *strings; /* of CyanStr, by number of their key */
  GArray *frames;  /* of Frame, by number of their key */
} Process;

typedef struct
{
  CyanScratch *scratch;
  CyanInput *input;
  CyanProfileBuilder *builder;
  CyanStrings *strings;
  guint64 version;
  gboolean is_cut; /* the file ends within a value; functions then fail without an error */
  GString *text;   /* the last string that was read */

  GHashTable *processes; /* of Process, by pid */
  Process *process;      /* to which keys belong now */
  Process *first;        /* that of the first sample, until it begins */
  CyanCharge charge;

  GHashTable *threads; /* the last stack of each thread: GArray of Frame, by pid and name */
  GArray *last;        /* the last stack of the sample's thread */
  GArray *stack;       /* of Frame */
  gint64 time, memory;
  gboolean in_sample, is_idle, has_repeated;

  gboolean is_full, is_memory; /* the mode */
  guint metrics[3];            /* time, time that was not idle, bytes: those of the mode */
  gboolean has_metrics;
  GArray *open; /* see cyan_call_sink_sample() */
  GArray *path; /* of guint32 */
  double interval;
  guint64 n_empty; /* samples without a stack */
} Reader;

/* ---- values ---- */

static gboolean
read_byte (Reader *self, guint8 *byte, GError **error)
{
  const char *bytes;
  gsize available;

  if (!cyan_input_peek (self->input, 1, &bytes, &available, error))
    return FALSE;
  if (available == 0)
    {
      self->is_cut = TRUE;
      return FALSE;
    }
  *byte = (guint8) *bytes;
  cyan_input_skip (self->input, 1);
  return TRUE;
}

/* Six bits and the sign in the first byte, seven in those that follow; 64 bits at most. */
static gboolean
take_integer (Reader *self, gint64 *value, GError **error)
{
  guint64 size;
  gboolean is_negative;
  guint8 byte;

  if (!read_byte (self, &byte, error))
    return FALSE;
  is_negative = (byte & 0x40) != 0;
  size = byte & 0x3f;
  for (guint shift = 6; byte & 0x80; shift += 7)
    {
      if (shift > 62)
        return cyan_input_fail_byte (self->input, error, "%s", _ ("a number that is too large"));
      if (!read_byte (self, &byte, error))
        return FALSE;
      size |= (guint64) (byte & 0x7f) << shift;
    }
  *value = is_negative ? -(gint64) (size & G_MAXINT64) : (gint64) (size & G_MAXINT64);
  return TRUE;
}

/* Reads up to a NUL byte into text. */
static gboolean
take_text (Reader *self, GError **error)
{
  guint8 byte;

  g_string_truncate (self->text, 0);
  while (read_byte (self, &byte, error))
    {
      if (byte == 0)
        return TRUE;
      g_string_append_c (self->text, (char) byte);
      cyan_charge_raise (&self->charge, self->text->allocated_len);
    }
  return FALSE;
}

/* Reads @n integers that do not matter. */
static gboolean
skip (Reader *self, guint n, GError **error)
{
  gint64 value;

  for (guint i = 0; i < n; i++)
    if (!take_integer (self, &value, error))
      return FALSE;
  return TRUE;
}

static Process *
new_process (CyanScratch *scratch)
{
  Process *process = cyan_scratch_own (scratch, g_new0 (Process, 1), g_free);

  cyan_ids_init (&process->string_keys, scratch);
  cyan_ids_init (&process->frame_keys, scratch);
  process->strings = cyan_scratch_array (scratch, sizeof (CyanStr));
  process->frames = cyan_scratch_array (scratch, sizeof (Frame));
  return process;
}

/* From now on keys belong to the process @pid. */
static void
set_process (Reader *self, gint64 pid)
{
  Process *process = g_hash_table_lookup (self->processes, &pid);

  if (process == NULL)
    {
      /* Definitions before the first sample belong to its process. */
      process = self->first != NULL ? g_steal_pointer (&self->first) : new_process (self->scratch);
      g_hash_table_insert (self->processes, g_memdup2 (&pid, sizeof pid), process);
      cyan_charge_add (&self->charge, sizeof *process + CYAN_CHARGE_HASH_ENTRY);
    }
  self->process = process;
}

/* Read the key and the value of a string or of a frame. */
static gboolean
define_string (Reader *self, GError **error)
{
  gint64 key;
  guint32 number;
  CyanStr string;

  if (!take_integer (self, &key, error) || !take_text (self, error))
    return FALSE;
  number = cyan_ids_number (&self->process->string_keys, (guint64) key);
  string = cyan_strings_add (self->strings, self->text->str, (gssize) self->text->len);
  if (number == self->process->strings->len)
    cyan_charge_append (&self->charge, self->process->strings, string);
  g_array_index (self->process->strings, CyanStr, number) = string;
  return TRUE;
}

static gboolean
read_string_key (Reader *self, CyanStr *string, GError **error)
{
  gint64 key;
  guint32 number;

  if (!take_integer (self, &key, error))
    return FALSE;
  *string = key == UNKNOWN ? cyan_strings_add (self->strings, "<unknown>", -1) : CYAN_STR_EMPTY;
  if (key == 0 || key == UNKNOWN)
    return TRUE;
  number = cyan_ids_find (&self->process->string_keys, (guint64) key);
  if (number == G_MAXUINT32)
    return cyan_input_fail_byte (self->input, error, _ ("no string has the key %" PRId64), key);
  *string = g_array_index (self->process->strings, CyanStr, number);
  return TRUE;
}

static gboolean
define_frame (Reader *self, GError **error)
{
  CyanStr file, name;
  const char *path;
  gint64 key;
  guint32 number;
  Frame frame;

  if (!take_integer (self, &key, error) || !read_string_key (self, &file, error)
      || !read_string_key (self, &name, error) || !skip (self, self->version >= 2 ? 4 : 1, error))
    return FALSE;
  path = cyan_strings_get (self->strings, file);
  frame.is_native = !g_str_has_suffix (path, ".py") && !g_str_has_prefix (path, "<");
  /* "native@7f12" is an address, which is another one in every run. */
  frame.function = cyan_profile_builder_function (
      self->builder, name, CYAN_STR_EMPTY,
      g_str_has_prefix (path, "native@") ? CYAN_STR_EMPTY : file, 0, 0);
  number = cyan_ids_number (&self->process->frame_keys, (guint64) key);
  if (number == self->process->frames->len)
    cyan_charge_append (&self->charge, self->process->frames, frame);
  g_array_index (self->process->frames, Frame, number) = frame;
  return TRUE;
}

/* Reads the key of a frame. */
static gboolean
take_frame (Reader *self, Frame *frame, GError **error)
{
  gint64 key;
  guint32 number;

  if (!take_integer (self, &key, error))
    return FALSE;
  number = cyan_ids_find (&self->process->frame_keys, (guint64) key);
  if (number == G_MAXUINT32)
    return cyan_input_fail_byte (self->input, error, _ ("no frame has the key %" PRId64), key);
  *frame = g_array_index (self->process->frames, Frame, number);
  return TRUE;
}

/* ---- samples ---- */

static void
add_metrics (Reader *self)
{
  if (self->has_metrics)
    return;
  self->has_metrics = TRUE;
  if (!self->is_memory)
    self->metrics[0] = cyan_profile_builder_metric (self->builder, "time", "us");
  if (self->is_full)
    self->metrics[1] = cyan_profile_builder_metric (self->builder, "cpu", "us");
  if (self->is_full || self->is_memory)
    self->metrics[2] = cyan_profile_builder_metric (self->builder, "memory", "bytes");
}

/* Adds the sample that was read. */
static gboolean
end_sample (Reader *self, GError **error)
{
  CyanCallSink *sink = cyan_profile_builder_sink (self->builder);
  g_autoptr (GError) reason = NULL;

  if (!self->in_sample)
    return TRUE;
  self->in_sample = FALSE;
  g_array_set_size (self->last, 0);
  g_array_append_vals (self->last, self->stack->data, self->stack->len);
  if (self->stack->len == 0)
    {
      self->n_empty++;
      return TRUE;
    }
  g_array_set_size (self->path, 0);
  for (guint i = 0; i < self->stack->len; i++)
    g_array_append_val (self->path, g_array_index (self->stack, Frame, i).function);
  if (!cyan_call_sink_sample (sink, self->open, (const guint32 *) (gpointer) self->path->data,
                              self->path->len, self->metrics[self->is_memory ? 2 : 0],
                              (double) (self->is_memory ? self->memory : self->time), &reason))
    return cyan_fail_at (error, reason, "%s", cyan_input_name (self->input));
  if (self->is_full && !self->is_idle)
    cyan_call_sink_add (sink, 0, self->metrics[1], (double) self->time);
  if (self->is_full)
    cyan_call_sink_add (sink, 0, self->metrics[2], (double) self->memory);
  return TRUE;
}

static gboolean
begin_sample (Reader *self, GError **error)
{
  gint64 pid;
  g_autofree char *thread = NULL;

  if (!end_sample (self, error) || !take_integer (self, &pid, error)
      || !skip (self, self->version >= 3 ? 1 : 0, error) || !take_text (self, error))
    return FALSE;
  add_metrics (self);
  thread = g_strdup_printf ("%" PRId64 " %s", pid, self->text->str);
  set_process (self, pid);
  self->last = g_hash_table_lookup (self->threads, thread);
  if (self->last == NULL)
    {
      self->last = g_array_new (FALSE, FALSE, sizeof (Frame));
      cyan_charge_add (&self->charge, strlen (thread) + CYAN_CHARGE_HASH_ENTRY);
      g_hash_table_insert (self->threads, g_steal_pointer (&thread), self->last);
    }
  g_array_set_size (self->stack, 0);
  self->time = self->memory = 0;
  self->is_idle = self->has_repeated = FALSE;
  self->in_sample = TRUE;
  return cyan_input_poll (self->input, error);
}

static void
push (Reader *self, Frame frame)
{
  g_array_append_val (self->stack, frame);
  cyan_charge_raise (&self->charge, self->stack->len * sizeof frame);
}

/* A frame without a file: of the kernel, or of the interpreter. */
static void
push_name (Reader *self, const char *name, const char *module)
{
  guint32 function = cyan_profile_builder_function (
      self->builder, cyan_strings_add (self->strings, name, -1),
      cyan_strings_add (self->strings, module, -1), CYAN_STR_EMPTY, 0, 0);

  push (self, (Frame){ function, TRUE });
}

/* Puts the last stack of the thread, without its native leaves, below the frames of the sample. */
static gboolean
repeat_stack (Reader *self, GError **error)
{
  guint n;

  if (self->last == NULL || self->has_repeated)
    return TRUE;
  self->has_repeated = TRUE;
  n = self->last->len;
  while (n > 0 && g_array_index (self->last, Frame, n - 1).is_native)
    n--;
  if (n + self->stack->len > MAX_REPEATED)
    return cyan_input_fail_byte (self->input, error, _ ("a stack of more than %u frames"),
                                 MAX_REPEATED);
  g_array_prepend_vals (self->stack, self->last->data, n);
  return TRUE;
}

static gboolean
read_metadata (Reader *self, GError **error)
{
  g_autofree char *key = NULL;

  if (!take_text (self, error))
    return FALSE;
  key = g_strdup (self->text->str);
  if (!take_text (self, error))
    return FALSE;
  if (strcmp (key, "mode") == 0)
    {
      self->is_full = strcmp (self->text->str, "full") == 0;
      self->is_memory = strcmp (self->text->str, "memory") == 0;
    }
  if (strcmp (key, "interval") == 0
      && !cyan_parse_double (self->text->str, self->text->len, &self->interval))
    self->interval = 0;
  if (strcmp (key, "mode") == 0 || strcmp (key, "interval") == 0 || strcmp (key, "python") == 0)
    cyan_profile_builder_set_meta (self->builder, key, self->text->str);
  return TRUE;
}

/* ---- events ---- */

/* Reads an event that belongs to a sample. */
static gboolean
read_part (Reader *self, guint8 event, GError **error)
{
  Frame frame;
  gint64 key;

  switch (event)
    {
    case FRAME:
      return define_frame (self, error);
    case FRAME_REF:
      if (!take_frame (self, &frame, error))
        return FALSE;
      push (self, frame);
      return TRUE;
    case FRAME_INVALID:
      push_name (self, ":INVALID:", "");
      return TRUE;
    case FRAME_KERNEL:
      if (!take_text (self, error))
        return FALSE;
      push_name (self, self->text->str, "[kernel]");
      return TRUE;
    case GC:
      push_name (self, ":GC:", "");
      return TRUE;
    case IDLE:
      self->is_idle = TRUE;
      return TRUE;
    case METRIC_TIME:
      return take_integer (self, &self->time, error);
    case METRIC_MEMORY:
      return take_integer (self, &self->memory, error);
    case STRING:
      return define_string (self, error);
    case STRING_REF:
      return take_integer (self, &key, error);
    case STACK_REPEAT:
      return repeat_stack (self, error);
    default:
      return cyan_input_fail_byte (self->input, error,
                                   _ ("an event of kind %u that we do not know"), event);
    }
}

static gboolean
read_events (Reader *self, GError **error)
{
  const char *bytes;
  gsize available;
  guint8 event;

  for (;;)
    {
      if (!cyan_input_peek (self->input, 1, &bytes, &available, error))
        return FALSE;
      if (available == 0)
        return end_sample (self, error);
      event = (guint8) *bytes;
      cyan_input_skip (self->input, 1);
      if (!(event == METADATA ? read_metadata (self, error)
            : event == STACK  ? begin_sample (self, error)
                              : read_part (self, event, error)))
        return FALSE;
    }
}

static gboolean
read_all (Reader *self, GError **error)
{
  const char *bytes;
  gsize available;
  gint64 version;

  if (!cyan_input_peek (self->input, strlen (MAGIC), &bytes, &available, error))
    return FALSE;
  cyan_input_skip (self->input, MIN (available, strlen (MAGIC)));
  if (!take_integer (self, &version, error))
    return self->is_cut
           && cyan_input_fail_byte (self->input, error, "%s", _ ("the file ends here"));
  if (version < 1 || version > VERSION)
    return cyan_input_fail_byte (
        self->input, error, _ ("version %" PRId64 " of the format, which we do not know"), version);
  self->version = (guint64) version;
  if (!read_events (self, error) && !self->is_cut)
    return FALSE;
  if (self->is_cut)
    cyan_profile_builder_warn (self->builder,
                               _ ("the file ends within an event: it may have been cut"));
  cyan_profile_builder_warn_n (self->builder, self->n_empty,
                               "%'" PRIu64 " sample without a stack was left out",
                               "%'" PRIu64 " samples without a stack were left out", self->n_empty);
  add_metrics (self);
  cyan_profile_builder_set_recording (self->builder, CYAN_RECORDING_SAMPLED,
                                      self->is_memory ? 0 : self->interval);
  cyan_profile_builder_set_threads (self->builder, g_hash_table_size (self->threads));
  cyan_profile_builder_set_meta (self->builder, "producer", "austin");
  return TRUE;
}

static gboolean
austin_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  g_auto (CyanScratch) scratch = { NULL };
  Reader self = {
    .scratch = &scratch,
    .input = input,
    .builder = builder,
    .strings = cyan_profile_builder_strings (builder),
    .text = cyan_scratch_text (&scratch),
    .processes = cyan_scratch_table (&scratch, g_int64_hash, g_int64_equal, g_free, NULL),
    .threads = cyan_scratch_table (&scratch, g_str_hash, g_str_equal, g_free,
                                   (GDestroyNotify) g_array_unref),
    .stack = cyan_scratch_array (&scratch, sizeof (Frame)),
    .open = cyan_scratch_array (&scratch, sizeof (guint32)),
    .path = cyan_scratch_array (&scratch, sizeof (guint32)),
  };

  self.process = self.first = new_process (&scratch);
  cyan_scratch_charge (&scratch, &self.charge, cyan_input_budget (input));
  return read_all (&self, error);
}

static int
austin_sniff (const char *head, gsize length)
{
  return length > 4 && memcmp (head, MAGIC, strlen (MAGIC)) == 0 && head[3] > 0 && head[3] < 0x40
                 && (head[4] == METADATA || head[4] == STACK)
             ? 95
             : 0;
}

const CyanFormat cyan_format_austin = {
  .name = "austin",
  .label = "Austin's MOJO",
  .extensions = (const char *const[]){ ".mojo", NULL },
  .streams = TRUE,
  .sniff = austin_sniff,
  .read = austin_read,
};
