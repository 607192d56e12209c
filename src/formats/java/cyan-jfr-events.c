/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The events of a Java Flight Recorder file that count, by the names that the JDK and
 * async-profiler give them. */
#include "cyan-jfr-events.h"

#include "cyan-i18n.h"

#include <string.h>

/* Slots of the wanted fields. */
enum
{
  EVENT_STACK = 0,
  EVENT_THREAD = 1,
  EVENT_STATE = 2,
  EVENT_VALUE = 3,

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
} metrics[CYAN_JFR_N_METRICS] = {
  [CYAN_JFR_SAMPLES] = { "samples", "samples" },
  [CYAN_JFR_WALL] = { "wall samples", "samples" },
  [CYAN_JFR_NATIVE] = { "native samples", "samples" },
  [CYAN_JFR_ALLOCATED] = { "allocated", "bytes" },
  [CYAN_JFR_ALLOCATED_SAMPLED] = { "allocated (sampled)", "bytes" },
  [CYAN_JFR_MALLOC] = { "malloc", "bytes" },
  [CYAN_JFR_LIVE] = { "live", "bytes" },
  [CYAN_JFR_BLOCKED] = { "blocked", "ns" },
  [CYAN_JFR_PARKED] = { "parked", "ns" },
};

typedef enum
{
  KIND_COUNT, /* each event counts 1 */
  KIND_VALUE, /* a field has the value */
  KIND_TICKS, /* a field has the value in ticks of the chunk */
  KIND_JVM,
  KIND_SETTING,
} Kind;

static const struct
{
  const char *type;
  Kind kind;
  const char *value; /* the name of the field */
  CyanJfrMetric metric;
} kinds[] = {
  { "jdk.ExecutionSample", KIND_COUNT, NULL, CYAN_JFR_SAMPLES },
  { "profiler.WallClockSample", KIND_VALUE, "samples", CYAN_JFR_WALL },
  { "jdk.NativeMethodSample", KIND_COUNT, NULL, CYAN_JFR_NATIVE },
  { "jdk.ObjectAllocationInNewTLAB", KIND_VALUE, "tlabSize", CYAN_JFR_ALLOCATED },
  { "jdk.ObjectAllocationOutsideTLAB", KIND_VALUE, "allocationSize", CYAN_JFR_ALLOCATED },
  { "jdk.ObjectAllocationSample", KIND_VALUE, "weight", CYAN_JFR_ALLOCATED_SAMPLED },
  { "profiler.Malloc", KIND_VALUE, "size", CYAN_JFR_MALLOC },
  { "profiler.LiveObject", KIND_VALUE, "allocationSize", CYAN_JFR_LIVE },
  { "jdk.JavaMonitorEnter", KIND_TICKS, "duration", CYAN_JFR_BLOCKED },
  { "jdk.ThreadPark", KIND_TICKS, "duration", CYAN_JFR_PARKED },
  { "jdk.JVMInformation", KIND_JVM, NULL, 0 },
  { "jdk.ActiveSetting", KIND_SETTING, NULL, 0 },
};

void
cyan_jfr_events_init (CyanJfrEvents *self, CyanProfileBuilder *builder)
{
  memset (self, 0, sizeof *self);
  self->builder = builder;
  cyan_jfr_stacks_init (&self->stacks, builder);
  for (guint i = 0; i < CYAN_JFR_N_METRICS; i++)
    self->values[i] = g_array_new (FALSE, TRUE, sizeof (double));
  cyan_ids_init (&self->threads);
  self->kinds = g_array_new (FALSE, TRUE, sizeof (guint8));
  self->is_wall = g_array_new (FALSE, TRUE, sizeof (gboolean));
  cyan_charge_init (&self->charge, cyan_profile_builder_budget (builder));
}

void
cyan_jfr_events_clear (CyanJfrEvents *self)
{
  cyan_jfr_stacks_clear (&self->stacks);
  for (guint i = 0; i < CYAN_JFR_N_METRICS; i++)
    g_array_unref (self->values[i]);
  cyan_ids_clear (&self->threads);
  g_array_unref (self->kinds);
  g_array_unref (self->is_wall);
  cyan_charge_clear (&self->charge);
}

static void
want_fields (CyanJfrTypes *types, guint32 type, guint kind)
{
  static const struct
  {
    const char *name;
    guint slot;
  } of_samples[] = { { "stackTrace", EVENT_STACK },
                     { "sampledThread", EVENT_THREAD },
                     { "eventThread", EVENT_THREAD },
                     { "state", EVENT_STATE } },
    of_jvm[] = { { "jvmName", JVM_NAME },
                 { "jvmVersion", JVM_VERSION },
                 { "jvmArguments", JVM_ARGUMENTS },
                 { "javaArguments", JVM_COMMAND } },
    of_settings[] = { { "name", SETTING_NAME }, { "value", SETTING_VALUE } };

  switch (kinds[kind].kind)
    {
    case KIND_JVM:
      for (guint i = 0; i < G_N_ELEMENTS (of_jvm); i++)
        cyan_jfr_types_want (types, type, of_jvm[i].name, of_jvm[i].slot);
      break;
    case KIND_SETTING:
      for (guint i = 0; i < G_N_ELEMENTS (of_settings); i++)
        cyan_jfr_types_want (types, type, of_settings[i].name, of_settings[i].slot);
      break;
    default:
      for (guint i = 0; i < G_N_ELEMENTS (of_samples); i++)
        cyan_jfr_types_want (types, type, of_samples[i].name, of_samples[i].slot);
      if (kinds[kind].value != NULL)
        cyan_jfr_types_want (types, type, kinds[kind].value, EVENT_VALUE);
    }
}

/* async-profiler takes samples by processor time, whose state is "STATE_DEFAULT", and by the wall
 * clock, which have another one.  Before version 2 it had no such state, and only sleeping threads
 * are known to be sampled by the wall clock.  The JDK samples running threads only. */
static void
read_states (CyanJfrEvents *self, const CyanJfrPools *pools, CyanJfrTypes *types)
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
      names[i] = cyan_jfr_names_text (&self->stacks.names, &values[STATE_NAME]);
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
begin (CyanJfrEvents *self, const CyanJfrPools *pools, CyanJfrTypes *types)
{
  cyan_jfr_stacks_begin (&self->stacks, pools, types);
  g_array_set_size (self->kinds, 0);
  g_array_set_size (self->kinds, types->types->len);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      guint32 type = cyan_jfr_types_named (types, kinds[i].type);

      if (type == CYAN_JFR_NO_TYPE)
        continue;
      g_array_index (self->kinds, guint8, type) = (guint8) (i + 1);
      want_fields (types, type, i);
    }
  read_states (self, pools, types);
}

static void
add_value (CyanJfrEvents *self, CyanJfrMetric metric, CyanNode node, double value)
{
  GArray *values = self->values[metric];

  if (node >= values->len)
    {
      cyan_charge_add (&self->charge, (node + 1 - values->len) * sizeof (double));
      g_array_set_size (values, node + 1);
    }
  g_array_index (values, double, node) += value;
}

static gboolean
add_sample (CyanJfrEvents *self,
            const CyanJfrPools *pools,
            guint kind,
            const CyanJfrValue *values,
            GError **error)
{
  CyanJfrMetric metric = kinds[kind].metric;
  guint32 state = cyan_jfr_pools_find (pools, CYAN_JFR_STATES, &values[EVENT_STATE]);
  double value = 1;
  CyanNode node;

  if (kinds[kind].kind != KIND_COUNT)
    {
      if (values[EVENT_VALUE].kind != CYAN_JFR_NUMBER)
        return TRUE;
      value = (double) MAX ((gint64) values[EVENT_VALUE].number, 0);
    }
  if (kinds[kind].kind == KIND_TICKS)
    value *= pools->chunk->tick;
  if (metric == CYAN_JFR_SAMPLES && state != CYAN_JFR_NO_CONSTANT
      && g_array_index (self->is_wall, gboolean, state))
    metric = CYAN_JFR_WALL;
  node = cyan_jfr_stacks_node (&self->stacks, &values[EVENT_STACK], error);
  if (node == CYAN_NODE_NONE)
    return FALSE;
  add_value (self, metric, node, value);
  if (values[EVENT_THREAD].kind == CYAN_JFR_NUMBER)
    cyan_ids_number (&self->threads, values[EVENT_THREAD].number);
  return TRUE;
}

static const char *
text (CyanJfrEvents *self, const CyanJfrValue *value)
{
  CyanJfrNames *names = &self->stacks.names;

  return cyan_strings_get (names->strings, cyan_jfr_names_text (names, value));
}

/* Each chunk says it again; the first is enough. */
static void
read_jvm (CyanJfrEvents *self, const CyanJfrValue *values)
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
read_event (CyanJfrEvents *self,
            const CyanJfrPools *pools,
            guint32 type,
            CyanJfrBytes *bytes,
            GError **error)
{
  guint kind = g_array_index (self->kinds, guint8, type);
  CyanJfrValue values[CYAN_JFR_SLOTS];

  if (kind-- == 0)
    return TRUE;
  cyan_jfr_types_value (pools->types, type, bytes, values);
  if (!cyan_jfr_chunk_check (pools->chunk, bytes, error))
    return FALSE;
  switch (kinds[kind].kind)
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
    default:
      return add_sample (self, pools, kind, values, error);
    }
}

gboolean
cyan_jfr_events_read (CyanJfrEvents *self,
                      const CyanJfrPools *pools,
                      CyanJfrTypes *types,
                      GError **error)
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

/* In a recording of the wall clock, all samples are of it. */
static void
join_wall (CyanJfrEvents *self)
{
  GArray *samples = self->values[CYAN_JFR_SAMPLES];

  for (guint i = 0; i < samples->len; i++)
    add_value (self, CYAN_JFR_WALL, i, g_array_index (samples, double, i));
  g_array_set_size (samples, 0);
}

void
cyan_jfr_events_finish (CyanJfrEvents *self)
{
  guint numbers[CYAN_JFR_N_METRICS] = { 0 };
  guint first = CYAN_JFR_N_METRICS;

  if (self->all_wall)
    join_wall (self);
  for (guint m = CYAN_JFR_N_METRICS; m-- > 0;)
    if (self->values[m]->len > 0)
      first = m;
  for (guint m = 0; m < CYAN_JFR_N_METRICS; m++)
    if (self->values[m]->len > 0)
      numbers[m] = cyan_profile_builder_metric (self->builder, metrics[m].name, metrics[m].unit);
  for (guint m = 0; m < CYAN_JFR_N_METRICS; m++)
    for (CyanNode i = 0; i < self->values[m]->len; i++)
      if (g_array_index (self->values[m], double, i) != 0)
        cyan_profile_builder_add (self->builder, numbers[m], i,
                                  g_array_index (self->values[m], double, i));
  cyan_profile_builder_set_recording (self->builder, CYAN_RECORDING_SAMPLED,
                                      first <= CYAN_JFR_NATIVE ? 1 : 0);
  cyan_profile_builder_set_unordered (self->builder);
  cyan_profile_builder_set_threads (self->builder, self->threads.ids->len);
  cyan_jfr_stacks_warn (&self->stacks);
}
