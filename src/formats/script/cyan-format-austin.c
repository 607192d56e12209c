/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads MOJO, the binary format of Austin (`austin -b`): events of one byte and their values.
 *
 * A sample is the event of its thread, its frames from the root on, and its metrics.  It may
 * repeat the stack of the last sample of its thread.
 * https://github.com/P403n1x87/austin/wiki/The-MOJO-file-format and austin-python's format/mojo.py.
 */
#include "cyan-call-sink.h"
#include "cyan-error.h"
#include "cyan-format-entry.h"
#include "cyan-i18n.h"
#include "cyan-mojo.h"
#include "cyan-number.h"

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

typedef struct
{
  CyanMojo mojo;
  CyanProfileBuilder *builder;
  GHashTable *threads; /* the last stack of each thread: GArray of CyanMojoFrame, by pid and name */
  GArray *last;        /* the last stack of the sample's thread */
  GArray *stack;       /* of CyanMojoFrame */
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
    g_array_append_val (self->path, g_array_index (self->stack, CyanMojoFrame, i).function);
  if (!cyan_call_sink_sample (sink, self->open, (const guint32 *) (gpointer) self->path->data,
                              self->path->len, self->metrics[self->is_memory ? 2 : 0],
                              (double) (self->is_memory ? self->memory : self->time), &reason))
    return cyan_fail_at (error, reason, "%s", cyan_input_name (self->mojo.input));
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

  if (!end_sample (self, error) || !cyan_mojo_integer (&self->mojo, &pid, error)
      || !cyan_mojo_skip (&self->mojo, self->mojo.version >= 3 ? 1 : 0, error)
      || !cyan_mojo_text (&self->mojo, error))
    return FALSE;
  add_metrics (self);
  thread = g_strdup_printf ("%" PRId64 " %s", pid, self->mojo.text->str);
  cyan_mojo_set_process (&self->mojo, pid);
  self->last = g_hash_table_lookup (self->threads, thread);
  if (self->last == NULL)
    {
      self->last = g_array_new (FALSE, FALSE, sizeof (CyanMojoFrame));
      cyan_charge_add (&self->mojo.charge, strlen (thread) + CYAN_CHARGE_HASH_ENTRY);
      g_hash_table_insert (self->threads, g_steal_pointer (&thread), self->last);
    }
  g_array_set_size (self->stack, 0);
  self->time = self->memory = 0;
  self->is_idle = self->has_repeated = FALSE;
  self->in_sample = TRUE;
  return cyan_input_poll (self->mojo.input, error);
}

static void
push (Reader *self, CyanMojoFrame frame)
{
  g_array_append_val (self->stack, frame);
  cyan_charge_raise (&self->mojo.charge, self->stack->len * sizeof frame);
}

/* A frame without a file: of the kernel, or of the interpreter. */
static void
push_name (Reader *self, const char *name, const char *module)
{
  guint32 function = cyan_profile_builder_function (
      self->builder, cyan_strings_add (self->mojo.strings, name, -1),
      cyan_strings_add (self->mojo.strings, module, -1), CYAN_STR_EMPTY, 0, 0);

  push (self, (CyanMojoFrame){ function, TRUE });
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
  while (n > 0 && g_array_index (self->last, CyanMojoFrame, n - 1).is_native)
    n--;
  if (n + self->stack->len > MAX_REPEATED)
    return cyan_input_fail_byte (self->mojo.input, error, _ ("a stack of more than %u frames"),
                                 MAX_REPEATED);
  g_array_prepend_vals (self->stack, self->last->data, n);
  return TRUE;
}

static gboolean
read_metadata (Reader *self, GError **error)
{
  g_autofree char *key = NULL;

  if (!cyan_mojo_text (&self->mojo, error))
    return FALSE;
  key = g_strdup (self->mojo.text->str);
  if (!cyan_mojo_text (&self->mojo, error))
    return FALSE;
  if (strcmp (key, "mode") == 0)
    {
      self->is_full = strcmp (self->mojo.text->str, "full") == 0;
      self->is_memory = strcmp (self->mojo.text->str, "memory") == 0;
    }
  if (strcmp (key, "interval") == 0
      && !cyan_parse_double (self->mojo.text->str, self->mojo.text->len, &self->interval))
    self->interval = 0;
  if (strcmp (key, "mode") == 0 || strcmp (key, "interval") == 0 || strcmp (key, "python") == 0)
    cyan_profile_builder_set_meta (self->builder, key, self->mojo.text->str);
  return TRUE;
}

/* ---- events ---- */

/* Reads an event that belongs to a sample. */
static gboolean
read_part (Reader *self, guint8 event, GError **error)
{
  CyanMojoFrame frame;
  gint64 key;

  switch (event)
    {
    case FRAME:
      return cyan_mojo_define_frame (&self->mojo, error);
    case FRAME_REF:
      if (!cyan_mojo_frame (&self->mojo, &frame, error))
        return FALSE;
      push (self, frame);
      return TRUE;
    case FRAME_INVALID:
      push_name (self, ":INVALID:", "");
      return TRUE;
    case FRAME_KERNEL:
      if (!cyan_mojo_text (&self->mojo, error))
        return FALSE;
      push_name (self, self->mojo.text->str, "[kernel]");
      return TRUE;
    case GC:
      push_name (self, ":GC:", "");
      return TRUE;
    case IDLE:
      self->is_idle = TRUE;
      return TRUE;
    case METRIC_TIME:
      return cyan_mojo_integer (&self->mojo, &self->time, error);
    case METRIC_MEMORY:
      return cyan_mojo_integer (&self->mojo, &self->memory, error);
    case STRING:
      return cyan_mojo_define_string (&self->mojo, error);
    case STRING_REF:
      return cyan_mojo_integer (&self->mojo, &key, error);
    case STACK_REPEAT:
      return repeat_stack (self, error);
    default:
      return cyan_input_fail_byte (self->mojo.input, error,
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
      if (!cyan_input_peek (self->mojo.input, 1, &bytes, &available, error))
        return FALSE;
      if (available == 0)
        return end_sample (self, error);
      event = (guint8) *bytes;
      cyan_input_skip (self->mojo.input, 1);
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

  if (!cyan_input_peek (self->mojo.input, strlen (MAGIC), &bytes, &available, error))
    return FALSE;
  if (available < strlen (MAGIC))
    return cyan_input_fail_byte (self->mojo.input, error, "%s", _ ("the file ends here"));
  cyan_input_skip (self->mojo.input, strlen (MAGIC));
  if (!cyan_mojo_integer (&self->mojo, &version, error))
    return self->mojo.is_cut
               ? cyan_input_fail_byte (self->mojo.input, error, "%s", _ ("the file ends here"))
               : FALSE;
  if (version < 1 || version > VERSION)
    return cyan_input_fail_byte (self->mojo.input, error,
                                 _ ("version %" PRId64 " of the format, which we do not know"),
                                 version);
  self->mojo.version = (guint64) version;
  if (!read_events (self, error) && !self->mojo.is_cut)
    return FALSE;
  if (self->mojo.is_cut)
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
  Reader reader = { .builder = builder };
  gboolean ok;

  cyan_mojo_init (&reader.mojo, input, builder);
  reader.threads =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_array_unref);
  reader.stack = g_array_new (FALSE, FALSE, sizeof (CyanMojoFrame));
  reader.open = g_array_new (FALSE, FALSE, sizeof (guint32));
  reader.path = g_array_new (FALSE, FALSE, sizeof (guint32));

  ok = read_all (&reader, error);

  g_hash_table_unref (reader.threads);
  g_array_unref (reader.stack);
  g_array_unref (reader.open);
  g_array_unref (reader.path);
  cyan_mojo_clear (&reader.mojo);
  return ok;
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
