/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Java Flight Recorder files, as the JDK (since version 11, in Java 8 since update 262) and
 * async-profiler write them.
 *
 * Each chunk has events in the order of time, the types of events, and the constants to which
 * events refer.  The header says where types and constants are: they are read first.
 */
#include "cyan-format-entry.h"

#include "cyan-i18n.h"
#include "cyan-jfr.h"

#include <string.h>

/* In the order in which they are shown; the first with events is compared by default. */
typedef enum
{
  SAMPLES,
  CPU_TIME,
  CPU_SAMPLES,
  WALL,
  NATIVE,
  ALLOCATED,
  ALLOCATED_SAMPLED,
  MALLOC,
  LIVE,
  BLOCKED,
  PARKED,
  N_METRICS,
} Metric;

typedef struct
{
  CyanProfileBuilder *builder; /* borrowed */
  CyanJfrStacks stacks;
  CyanJfrMetrics metrics;
  CyanJfrOrigins origins; /* if pieces are wanted */
  CyanIds threads;        /* that have events */
  GArray *kinds;          /* of Event by type */
  GArray *is_wall;        /* of gboolean by state: samples are of the wall clock */
  gboolean all_wall;      /* the recorder says that all samples are */
  gboolean has_jvm;       /* the virtual machine is known */
  gboolean is_scanned;    /* some chunk's checkpoints did not lead to each other */
  guint64 n_broken;       /* of these, that cannot be read */
  guint64 n_cpu_samples, n_biased, n_lost;
} Events;

/* Slots of the wanted fields. */
enum
{
  EVENT_STACK = 0,
  EVENT_THREAD = 1,
  EVENT_STATE = 2,
  EVENT_VALUE = 3,
  EVENT_BIASED = 4,
  EVENT_WEIGHT = 5,
  EVENT_BYTES = 6,
  EVENT_TIME = 7,
  EVENT_BEGIN = 8,

  JVM_NAME = 0,
  JVM_VERSION = 1,
  JVM_ARGUMENTS = 2,
  JVM_COMMAND = 3,

  SETTING_NAME = 0,
  SETTING_VALUE = 1,

  STATE_NAME = 0,
};

static const struct
{
  const char *name, *unit;
} metrics[N_METRICS] = {
  [SAMPLES] = { "samples", "samples" },
  [CPU_TIME] = { "cpu", "ns" },
  [CPU_SAMPLES] = { "cpu samples", "samples" },
  [WALL] = { "wall samples", "samples" },
  [NATIVE] = { "native samples", "samples" },
  [ALLOCATED] = { "allocated", "bytes" },
  [ALLOCATED_SAMPLED] = { "allocated (sampled)", "bytes" },
  [MALLOC] = { "malloc", "bytes" },
  [LIVE] = { "live", "bytes" },
  [BLOCKED] = { "blocked", "ns" },
  [PARKED] = { "parked", "ns" },
};

typedef enum
{
  KIND_COUNT, /* each event counts 1 */
  KIND_VALUE, /* a field has the value */
  KIND_TIME,  /* a field has the value, a time */
  KIND_CPU,   /* the same, and the event counts 1 */
  KIND_LOST,  /* a field has the number of samples that are not in the file */
  KIND_JVM,
  KIND_SETTING,
  KIND_OTHER, /* of any type with a stack */
} Kind;

static const struct
{
  const char *type;
  Kind kind;
  const char *value; /* the name of the field */
  Metric metric;
} kinds[] = {
  { "jdk.ExecutionSample", KIND_COUNT, NULL, SAMPLES },
  { "jdk.CPUTimeSample", KIND_CPU, "samplingPeriod", CPU_TIME },
  { "jdk.CPUTimeSamplesLost", KIND_LOST, "lostSamples", 0 },
  { "profiler.WallClockSample", KIND_VALUE, "samples", WALL },
  { "jdk.NativeMethodSample", KIND_COUNT, NULL, NATIVE },
  { "jdk.ObjectAllocationInNewTLAB", KIND_VALUE, "tlabSize", ALLOCATED },
  { "jdk.ObjectAllocationOutsideTLAB", KIND_VALUE, "allocationSize", ALLOCATED },
  { "jdk.ObjectAllocationSample", KIND_VALUE, "weight", ALLOCATED_SAMPLED },
  { "profiler.Malloc", KIND_VALUE, "size", MALLOC },
  { "profiler.LiveObject", KIND_VALUE, "allocationSize", LIVE },
  { "jdk.JavaMonitorEnter", KIND_TIME, "duration", BLOCKED },
  { "jdk.ThreadPark", KIND_TIME, "duration", PARKED },
  { "jdk.JVMInformation", KIND_JVM, NULL, 0 },
  { "jdk.ActiveSetting", KIND_SETTING, NULL, 0 },
};

/* What to do with the events of a type. */
typedef struct
{
  gboolean is_wanted;
  Kind kind;
  guint number;      /* of the kind; of KIND_OTHER: of the metrics */
  double value_unit; /* of the fields for EVENT_VALUE and EVENT_TIME, in ns, if they are times */
  double time_unit;
} Event;

static void
init_events (Events *self, CyanScratch *scratch, CyanProfileBuilder *builder)
{
  memset (self, 0, sizeof *self);
  self->builder = builder;
  cyan_jfr_stacks_init (&self->stacks, scratch, builder);
  cyan_jfr_metrics_init (&self->metrics, scratch, builder);
  for (guint i = 0; i < N_METRICS; i++)
    cyan_jfr_metrics_column (&self->metrics, metrics[i].name, metrics[i].unit,
                             i <= NATIVE ? 0 : CYAN_JFR_RANK_VALUES);
  if (self->metrics.pieces != NULL)
    cyan_jfr_origins_init (&self->origins, scratch, self->metrics.pieces, &self->stacks);
  cyan_ids_init (&self->threads, scratch);
  self->kinds = cyan_scratch_array (scratch, sizeof (Event));
  self->is_wall = cyan_scratch_array (scratch, sizeof (gboolean));
}

/* The unit of a field with a time in ns: that which the file says, else ticks of the chunk. */
static double
unit_of (const CyanJfrChunk *chunk, const CyanJfrTypes *types, guint32 type, const char *field)
{
  static const struct
  {
    const char *name;
    double ns;
  } units[] = {
    { "NANOSECONDS", 1 }, { "MICROSECONDS", 1e3 }, { "MILLISECONDS", 1e6 }, { "SECONDS", 1e9 }
  };
  const char *unit = field != NULL ? cyan_jfr_types_unit (types, type, field) : NULL;

  for (guint i = 0; unit != NULL && i < G_N_ELEMENTS (units); i++)
    if (strcmp (unit, units[i].name) == 0)
      return units[i].ns;
  return chunk->tick;
}

/* Wants the fields of a type: of several with one slot, the last that it has counts. */
static void
want_fields (CyanJfrTypes *types, guint32 type, Kind of)
{
  static const struct
  {
    Kind kind; /* KIND_COUNT: all events with stacks */
    const char *name;
    guint slot;
  } fields[] = {
    { KIND_COUNT, "stackTrace", EVENT_STACK },     { KIND_COUNT, "sampledThread", EVENT_THREAD },
    { KIND_COUNT, "eventThread", EVENT_THREAD },   { KIND_COUNT, "state", EVENT_STATE },
    { KIND_COUNT, "biased", EVENT_BIASED },        { KIND_COUNT, "startTime", EVENT_BEGIN },
    { KIND_OTHER, "startTime", EVENT_BEGIN },      { KIND_JVM, "jvmName", JVM_NAME },
    { KIND_JVM, "jvmVersion", JVM_VERSION },       { KIND_JVM, "jvmArguments", JVM_ARGUMENTS },
    { KIND_JVM, "javaArguments", JVM_COMMAND },    { KIND_SETTING, "name", SETTING_NAME },
    { KIND_SETTING, "value", SETTING_VALUE },      { KIND_OTHER, "stackTrace", EVENT_STACK },
    { KIND_OTHER, "eventThread", EVENT_THREAD },   { KIND_OTHER, "count", EVENT_WEIGHT },
    { KIND_OTHER, "samples", EVENT_WEIGHT },       { KIND_OTHER, "weight", EVENT_WEIGHT },
    { KIND_OTHER, "bytesRead", EVENT_BYTES },      { KIND_OTHER, "bytesWritten", EVENT_BYTES },
    { KIND_OTHER, "allocated", EVENT_BYTES },      { KIND_OTHER, "size", EVENT_BYTES },
    { KIND_OTHER, "allocationSize", EVENT_BYTES }, { KIND_OTHER, "duration", EVENT_TIME },
  };

  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    if (fields[i].kind == (of <= KIND_CPU ? KIND_COUNT : of))
      cyan_jfr_types_want (types, type, fields[i].name, fields[i].slot);
}

/* async-profiler takes samples by processor time, whose state is "STATE_DEFAULT", and by the wall
 * clock, which have another one.  Before version 2 it had no such state, and only sleeping threads
 * are known to be sampled by the wall clock.  The JDK samples running threads only. */
static void
read_states (Events *self, const CyanJfrPools *pools, CyanJfrTypes *types)
{
  CyanStrings *strings = cyan_profile_builder_strings (self->builder);
  CyanStr by_default = cyan_strings_add (strings, "STATE_DEFAULT", -1);
  CyanStr sleeping = cyan_strings_add (strings, "STATE_SLEEPING", -1);
  guint n = cyan_jfr_pools_n (pools, CYAN_JFR_STATES);
  g_autofree CyanStr *names = g_new (CyanStr, n);
  gboolean has_default = FALSE;

  cyan_jfr_types_want (types, pools->pools[CYAN_JFR_STATES].type, "name", STATE_NAME);
  for (guint i = 0; i < n; i++)
    {
      CyanJfrValue values[CYAN_JFR_SLOTS];

      cyan_jfr_pools_value (pools, CYAN_JFR_STATES, i, values);
      names[i] = cyan_jfr_stacks_text (&self->stacks, &values[STATE_NAME]);
      has_default |= names[i] == by_default;
    }
  g_array_set_size (self->is_wall, 0);
  for (guint i = 0; i < n; i++)
    {
      gboolean is_wall = has_default ? names[i] != by_default : names[i] == sleeping;

      g_array_append_val (self->is_wall, is_wall);
    }
}

static void
begin (Events *self, const CyanJfrPools *pools, CyanJfrTypes *types)
{
  cyan_jfr_stacks_begin (&self->stacks, pools, types);
  g_array_set_size (self->kinds, 0);
  g_array_set_size (self->kinds, types->types->len);
  self->is_scanned |= pools->is_scanned;
  self->n_broken += pools->n_broken;
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      guint32 type = cyan_jfr_types_named (types, kinds[i].type);

      if (type == CYAN_JFR_NO_TYPE)
        continue;
      g_array_index (self->kinds, Event, type) =
          (Event){ TRUE, kinds[i].kind, i, unit_of (pools->chunk, types, type, kinds[i].value), 0 };
      want_fields (types, type, kinds[i].kind);
      if (kinds[i].value != NULL)
        cyan_jfr_types_want (types, type, kinds[i].value, EVENT_VALUE);
    }
  for (guint32 type = 0; type < types->types->len; type++)
    {
      Event *event = &g_array_index (self->kinds, Event, type);

      if (event->is_wanted || cyan_jfr_types_unit (types, type, "stackTrace") == NULL)
        continue;
      *event = (Event){ TRUE, KIND_OTHER, G_MAXUINT, 0,
                        unit_of (pools->chunk, types, type, "duration") };
      want_fields (types, type, KIND_OTHER);
    }
  read_states (self, pools, types);
  if (self->metrics.pieces != NULL)
    cyan_jfr_origins_begin (&self->origins, pools, types);
}

static void
add_thread (Events *self, const CyanJfrValue *values)
{
  if (values[EVENT_THREAD].kind == CYAN_JFR_NUMBER)
    cyan_ids_number (&self->threads, values[EVENT_THREAD].number);
}

/* Says where and when an event was that lasted @length ns, if pieces are wanted. */
static void
begin_piece (Events *self,
             const CyanJfrPools *pools,
             guint32 type,
             const CyanJfrValue *values,
             double length)
{
  CyanJfrMetrics *to = &self->metrics;

  if (to->pieces == NULL)
    return;
  to->origin = cyan_jfr_origins_of (&self->origins, cyan_jfr_types_name (pools->types, type),
                                    &values[EVENT_THREAD], &values[EVENT_STATE]);
  to->begin = cyan_jfr_chunk_time (pools->chunk, values[EVENT_BEGIN].number);
  to->end = to->begin + (gint64) CLAMP (length, 0, 2e18);
}

static gboolean
add_sample (Events *self,
            const CyanJfrPools *pools,
            guint32 type,
            const CyanJfrValue *values,
            GError **error)
{
  const Event *event = &g_array_index (self->kinds, Event, type);
  Metric metric = kinds[event->number].metric;
  guint32 state = cyan_jfr_pools_find (pools, CYAN_JFR_STATES, &values[EVENT_STATE]);
  double value = 1;
  CyanNode node;

  if (event->kind != KIND_COUNT)
    {
      value = cyan_jfr_value_number (&values[EVENT_VALUE], event->kind == KIND_CPU ? 0 : -1);
      if (value < 0)
        return TRUE;
    }
  if (event->kind == KIND_TIME || event->kind == KIND_CPU)
    value *= event->value_unit;
  if (metric == SAMPLES && state != CYAN_JFR_NO_CONSTANT
      && g_array_index (self->is_wall, gboolean, state))
    metric = WALL;
  node = cyan_jfr_stacks_node (&self->stacks, &values[EVENT_STACK], error);
  if (node == CYAN_NODE_NONE)
    return FALSE;
  begin_piece (self, pools, type, values, event->kind == KIND_TIME ? value : 0);
  cyan_jfr_metrics_add (&self->metrics, metric, node, value);
  if (event->kind == KIND_CPU)
    {
      cyan_jfr_metrics_add (&self->metrics, CPU_SAMPLES, node, 1);
      self->n_cpu_samples++;
      self->n_biased += values[EVENT_BIASED].number != 0;
    }
  add_thread (self, values);
  return TRUE;
}

/* Adds an event of a type that is not known, if it has a stack: most have none. */
static gboolean
add_other (Events *self,
           const CyanJfrPools *pools,
           guint32 type,
           const CyanJfrValue *values,
           GError **error)
{
  Event *event = &g_array_index (self->kinds, Event, type);
  CyanJfrMeasure measure;
  CyanNode node;

  if (!cyan_jfr_stacks_has (&self->stacks, &values[EVENT_STACK]))
    return TRUE;
  if (event->number == G_MAXUINT)
    event->number =
        cyan_jfr_metrics_other (&self->metrics, cyan_jfr_types_name (pools->types, type));
  if (event->number == G_MAXUINT)
    {
      self->metrics.n_skipped++;
      return TRUE;
    }
  node = cyan_jfr_stacks_node (&self->stacks, &values[EVENT_STACK], error);
  if (node == CYAN_NODE_NONE)
    return FALSE;
  measure.weight = cyan_jfr_value_number (&values[EVENT_WEIGHT], 1);
  measure.bytes = cyan_jfr_value_number (&values[EVENT_BYTES], 0) * measure.weight;
  measure.time = cyan_jfr_value_number (&values[EVENT_TIME], 0) * event->time_unit;
  begin_piece (self, pools, type, values, measure.time);
  cyan_jfr_metrics_add_other (&self->metrics, event->number, node, &measure);
  add_thread (self, values);
  return TRUE;
}

static const char *
text (Events *self, const CyanJfrValue *value)
{
  return cyan_strings_get (self->stacks.strings, cyan_jfr_stacks_text (&self->stacks, value));
}

/* Each chunk says it again; the first is enough. */
static void
read_jvm (Events *self, const CyanJfrValue *values)
{
  const char *arguments = text (self, &values[JVM_ARGUMENTS]);
  const char *command = text (self, &values[JVM_COMMAND]);
  const char *version = text (self, &values[JVM_VERSION]);
  g_autofree char *line = g_strdup_printf ("java%s%s%s%s", *arguments != '\0' ? " " : "", arguments,
                                           *command != '\0' ? " " : "", command);

  cyan_profile_builder_set_meta (self->builder, "producer",
                                 *version != '\0' ? version : text (self, &values[JVM_NAME]));
  cyan_profile_builder_set_meta (self->builder, "command", line);
}

static gboolean
read_event (
    Events *self, const CyanJfrPools *pools, guint32 type, CyanJfrBytes *bytes, GError **error)
{
  const Event *event = &g_array_index (self->kinds, Event, type);
  CyanJfrValue values[CYAN_JFR_SLOTS];

  if (!event->is_wanted)
    return TRUE;
  cyan_jfr_types_value (pools->types, type, bytes, values);
  if (!cyan_jfr_chunk_check (pools->chunk, bytes, error))
    return FALSE;
  switch (event->kind)
    {
    case KIND_JVM:
      if (!self->has_jvm)
        read_jvm (self, values);
      self->has_jvm = TRUE;
      return TRUE;
    case KIND_SETTING:
      self->all_wall |= strcmp (text (self, &values[SETTING_NAME]), "event") == 0
                        && strcmp (text (self, &values[SETTING_VALUE]), "wall") == 0;
      return TRUE;
    case KIND_LOST:
      self->n_lost += (guint64) cyan_jfr_value_number (&values[EVENT_VALUE], 0);
      return TRUE;
    case KIND_OTHER:
      return add_other (self, pools, type, values, error);
    default:
      return add_sample (self, pools, type, values, error);
    }
}

static gboolean
read_events (Events *self, const CyanJfrPools *pools, CyanJfrTypes *types, GError **error)
{
  const CyanJfrChunk *chunk = pools->chunk;
  guint64 n_read = 0;
  CyanJfrBytes bytes;

  begin (self, pools, types);
  for (guint64 at = CYAN_JFR_CHUNK_HEADER, size; at < chunk->length; at += size)
    {
      guint32 type;

      cyan_jfr_chunk_seek (chunk, &bytes, at);
      size = cyan_jfr_bytes_number (&bytes);
      if (size == 0 || size > chunk->length - at)
        cyan_jfr_bytes_break (&bytes, _ ("an event of an impossible size"));
      type = cyan_jfr_types_find (types, cyan_jfr_bytes_number (&bytes));
      if (!cyan_jfr_chunk_check (chunk, &bytes, error))
        return FALSE;
      cyan_jfr_bytes_init (&bytes, chunk->bytes, bytes.at, at + size);
      if ((type != CYAN_JFR_NO_TYPE && !read_event (self, pools, type, &bytes, error))
          || (++n_read % CYAN_TICK_STRIDE == 0 && !cyan_input_poll (chunk->input, error)))
        return FALSE;
    }
  return TRUE;
}

static void
warn (Events *self)
{
  cyan_jfr_stacks_warn (&self->stacks);
  cyan_profile_builder_warn_n (
      self->builder, self->n_biased,
      "%'" PRIu64 " of %'" PRIu64 " samples of processor time is biased: of a later place",
      "%'" PRIu64 " of %'" PRIu64 " samples of processor time are biased: of later places",
      self->n_biased, self->n_cpu_samples);
  cyan_profile_builder_warn_n (
      self->builder, self->n_lost,
      "the recorder lost %'" PRIu64 " sample of processor time: what it stands for is missing",
      "the recorder lost %'" PRIu64 " samples of processor time: what they stand for is missing",
      self->n_lost);
  if (self->is_scanned)
    cyan_profile_builder_warn (self->builder,
                               _ ("the checkpoints do not lead to each other: something was taken "
                                  "out of the file after it was recorded"));
  cyan_profile_builder_warn_n (
      self->builder, self->n_broken,
      "%'" PRIu64 " checkpoint cannot be read: the constants in it are missing",
      "%'" PRIu64 " checkpoints cannot be read: the constants in them are missing", self->n_broken);
}

static void
finish_events (Events *self)
{
  guint first;

  /* In a recording of the wall clock, all samples are of it. */
  if (self->all_wall)
    cyan_jfr_metrics_move (&self->metrics, SAMPLES, WALL);
  first = cyan_jfr_metrics_finish (&self->metrics);
  if (first == G_MAXUINT)
    cyan_profile_builder_warn (self->builder, _ ("no event of the file has a stack"));
  cyan_profile_builder_set_recording (self->builder, CYAN_RECORDING_SAMPLED,
                                      first < CYAN_JFR_RANK_VALUES ? 1 : 0);
  cyan_profile_builder_set_unordered (self->builder);
  cyan_profile_builder_set_threads (self->builder, self->threads.ids->len);
  warn (self);
}

static gboolean
read_chunk (const CyanJfrChunk *chunk, Events *events, GError **error)
{
  g_auto (CyanScratch) scratch = { NULL };
  CyanJfrTypes types;
  CyanJfrPools pools;

  cyan_jfr_types_init (&types, &scratch, cyan_input_budget (chunk->input));
  if (!cyan_jfr_types_read (&types, chunk, error))
    return FALSE;
  cyan_jfr_pools_init (&pools, &scratch, chunk, &types);
  return cyan_jfr_pools_read (&pools, error) && read_events (events, &pools, &types, error);
}

static void
set_times (CyanProfileBuilder *builder, guint64 start, guint64 duration)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_utc ((gint64) (start / 1000000000));
  g_autofree char *recorded = time != NULL ? g_date_time_format_iso8601 (time) : NULL;
  char seconds[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *length = NULL;

  g_ascii_formatd (seconds, sizeof seconds, "%.3f", (double) duration / 1e9);
  length = g_strconcat (seconds, " s", NULL);
  if (recorded != NULL)
    cyan_profile_builder_set_meta (builder, "recorded", recorded);
  cyan_profile_builder_set_meta (builder, "duration", length);
  cyan_profile_builder_set_length (builder, (double) duration);
}

/* A chunk that is not finished has no types.  Those before it are whole. */
static gboolean
handle_unfinished (CyanInput *input, CyanProfileBuilder *builder, guint n_chunks, GError **error)
{
  if (n_chunks == 0)
    return cyan_input_fail_byte (
        input, error,
        _ ("the chunk is not finished: the file is cut, or the recorder did not end"));
  cyan_profile_builder_warn (builder,
                             _ ("the last chunk, from byte %'" PRIu64
                                " on, is not finished and was left out: the file is cut, or the "
                                "recorder did not end"),
                             cyan_input_offset (input));
  return TRUE;
}

static gboolean
read_chunks (CyanInput *input, CyanProfileBuilder *builder, Events *events, GError **error)
{
  guint64 start = 0, duration = 0;
  CyanJfrChunkStep step;
  guint n_chunks = 0;

  for (;; n_chunks++)
    {
      CyanJfrChunk chunk;

      step = cyan_jfr_chunk_load (&chunk, input, error);
      if (step != CYAN_JFR_CHUNK_READY)
        break;
      if (!read_chunk (&chunk, events, error))
        return FALSE;
      if (n_chunks == 0)
        start = chunk.start;
      duration += chunk.duration;
      cyan_input_skip (input, chunk.length);
    }
  if (step == CYAN_JFR_CHUNK_FAILED
      || (step == CYAN_JFR_CHUNK_UNFINISHED
          && !handle_unfinished (input, builder, n_chunks, error)))
    return FALSE;
  set_times (builder, start, duration);
  return TRUE;
}

static gboolean
jfr_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  g_auto (CyanScratch) scratch = { NULL };
  Events events;

  init_events (&events, &scratch, builder);
  if (!read_chunks (input, builder, &events, error))
    return FALSE;
  finish_events (&events);
  return TRUE;
}

static int
jfr_sniff (const char *head, gsize length)
{
  return length >= CYAN_JFR_MAGIC_LENGTH
                 && memcmp (head, CYAN_JFR_MAGIC, CYAN_JFR_MAGIC_LENGTH) == 0
             ? 100
             : 0;
}

const CyanFormat cyan_format_jfr = {
  .name = "jfr",
  .label = "Java Flight Recorder file",
  .extensions = (const char *const[]){ ".jfr", NULL },
  .sniff = jfr_sniff,
  .read = jfr_read,
};
