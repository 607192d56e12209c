/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads OpenTelemetry's profiles: a message ProfilesData of
 * opentelemetry/proto/profiles/v1development/profiles.proto, as of August 2026.
 *
 * The definition still changes.  What was written before stacks had a table of their own is
 * refused.  All profiles of a file are summed; each kind of sample is a metric.
 */
#include "cyan-error.h"
#include "cyan-format-entry.h"
#include "cyan-i18n.h"
#include "cyan-otlp-dictionary.h"
#include "cyan-pprof.h"

#include <string.h>

/* Fields of the messages ProfilesData, ResourceProfiles, ScopeProfiles, Profile and Sample. */
#define RESOURCE_PROFILES 1
#define DICTIONARY        2
#define LAST_TABLE        7 /* of the dictionary */
enum
{
  SAMPLE_TYPE = 1,
  SAMPLES,
  TIME,
  PERIOD_TYPE = 5,
  PERIOD,
};
enum
{
  STACK_INDEX = 1,
  VALUES = 4,
  TIMESTAMPS,
};

typedef struct
{
  CyanStr type, unit;
  double divisor;
} Metric;

typedef struct
{
  CyanInput *input;
  CyanProfileBuilder *builder;
  CyanOtlpDictionary dictionary;
  GArray *metrics; /* of Metric */
  guint n_resources;
} Reader;

typedef gboolean (*MessageFunc) (Reader *self, const CyanProtobuf *outer, GError **error);

/* The fields that lead to profiles: of resources, of scopes, the profiles themselves. */
static const guint to_profiles[] = { RESOURCE_PROFILES, 2, 2 };

/* Calls @func for all messages to which the @n fields of @path lead. */
static gboolean
for_each (Reader *self,
          const CyanProtobuf *outer,
          const guint *path,
          guint n,
          MessageFunc func,
          GError **error)
{
  CyanProtobuf wire;
  int step;

  if (n == 0)
    return func (self, outer, error);
  cyan_protobuf_enter (&wire, outer);
  while ((step = cyan_protobuf_take (&wire, self->input, error)) > 0)
    if (wire.field == *path
        && (!cyan_protobuf_expect (&wire, self->input, CYAN_PROTOBUF_BYTES, "profile", error)
            || !for_each (self, &wire, path + 1, n - 1, func, error)))
      return FALSE;
  return step == 0;
}

static gboolean
read_type (Reader *self, const CyanProtobuf *outer, CyanStr *type, CyanStr *unit, GError **error)
{
  CyanProtobuf wire;
  int step;

  *type = *unit = CYAN_STR_EMPTY;
  cyan_protobuf_enter (&wire, outer);
  while ((step = cyan_protobuf_take (&wire, self->input, error)) > 0)
    if (wire.field <= 2
        && !cyan_otlp_dictionary_string (&self->dictionary, wire.value,
                                         wire.field == 1 ? type : unit))
      return cyan_protobuf_fail (&wire, self->input, error, _ ("a string that is not defined"));
  return step == 0;
}

/* The type and the period of a profile. */
typedef struct
{
  CyanStr type, unit, period_type, period_unit;
  guint64 period;
} Head;

static gboolean
read_head (Reader *self, const CyanProtobuf *outer, Head *head, GError **error)
{
  CyanProtobuf wire;
  int step;

  *head = (Head){ 0 };
  cyan_protobuf_enter (&wire, outer);
  while ((step = cyan_protobuf_take (&wire, self->input, error)) > 0)
    {
      if (wire.field == TIME && wire.type == CYAN_PROTOBUF_BYTES)
        return cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                          _ ("%s: OTLP profiles of an older draft, which are not read"),
                          cyan_input_name (self->input));
      if (wire.field == PERIOD)
        head->period = wire.value;
      if (wire.field == SAMPLE_TYPE && !read_type (self, &wire, &head->type, &head->unit, error))
        return FALSE;
      if (wire.field == PERIOD_TYPE
          && !read_type (self, &wire, &head->period_type, &head->period_unit, error))
        return FALSE;
    }
  return step == 0;
}

/* The index of the metric of these strings, or the number of metrics. */
static guint
find_metric (const Reader *self, const Head *head)
{
  guint i;

  for (i = 0; i < self->metrics->len; i++)
    {
      const Metric *metric = &g_array_index (self->metrics, Metric, i);

      if (metric->type == head->type && metric->unit == head->unit)
        break;
    }
  return i;
}

/* Makes a metric of the type of a profile. */
static gboolean
add_metric (Reader *self, const CyanProtobuf *outer, GError **error)
{
  CyanStrings *strings = cyan_profile_builder_strings (self->builder);
  Metric metric;
  Head head;
  const char *type;
  g_autofree char *unit = NULL;

  if (!read_head (self, outer, &head, error))
    return FALSE;
  if (find_metric (self, &head) < self->metrics->len)
    return TRUE;
  if (self->metrics->len == CYAN_PPROF_MAX_METRICS)
    return cyan_fail (error, CYAN_ERROR_LIMIT, _ ("%s: more than %d sample types"),
                      cyan_input_name (self->input), CYAN_PPROF_MAX_METRICS);
  metric = (Metric){ .type = head.type, .unit = head.unit };
  type = cyan_strings_get (strings, head.type);
  unit = cyan_pprof_unit_read (type, cyan_strings_get (strings, head.unit), &metric.divisor);
  g_array_append_val (self->metrics, metric);
  cyan_profile_builder_metric (self->builder, *type != '\0' ? type : NULL, unit);
  if (self->metrics->len == 1)
    cyan_profile_builder_set_recording (
        self->builder, CYAN_RECORDING_SAMPLED,
        cyan_pprof_unit_ns (unit) == 0
            ? 0
            : cyan_pprof_period ((gint64) head.period, cyan_strings_get (strings, head.period_type),
                                 cyan_strings_get (strings, head.period_unit), unit));
  return TRUE;
}

static gboolean
add_value (gpointer data, const CyanProtobuf *wire, guint64 value, GError **error)
{
  *(double *) data += (double) (gint64) value;
  return TRUE;
}

/* Adds a sample to metric number @metric.  Without values, each time stamp is 1. */
static gboolean
read_sample (Reader *self, const CyanProtobuf *outer, guint metric, GError **error)
{
  guint64 stack = 0, n_times = 0;
  gboolean has_values = FALSE;
  double value = 0;
  CyanProtobuf wire;
  CyanNode node;
  int step;

  cyan_protobuf_enter (&wire, outer);
  while ((step = cyan_protobuf_take (&wire, self->input, error)) > 0)
    if (wire.field == STACK_INDEX)
      stack = wire.value;
    else if (wire.field == VALUES)
      {
        has_values = TRUE;
        if (!cyan_protobuf_numbers (&wire, self->input, "profile", add_value, &value, error))
          return FALSE;
      }
    else if (wire.field == TIMESTAMPS)
      n_times += wire.type == CYAN_PROTOBUF_BYTES ? wire.length / sizeof (guint64) : 1;
  if (step < 0)
    return FALSE;
  if (stack != 0 && stack >= self->dictionary.stacks->len)
    return cyan_protobuf_fail (outer, self->input, error, _ ("stack %" PRIu64 " is not defined"),
                               stack);
  if (!has_values)
    value = (double) n_times;
  node = cyan_otlp_dictionary_node (&self->dictionary, stack, error);
  if (node == CYAN_NODE_NONE)
    return FALSE;
  if (value != 0)
    cyan_profile_builder_add (self->builder, metric, node,
                              value / g_array_index (self->metrics, Metric, metric).divisor);
  return TRUE;
}

static gboolean
read_profile (Reader *self, const CyanProtobuf *outer, GError **error)
{
  CyanProtobuf wire;
  Head head;
  guint metric;
  int step;

  if (!read_head (self, outer, &head, error))
    return FALSE;
  metric = find_metric (self, &head);
  cyan_protobuf_enter (&wire, outer);
  while ((step = cyan_protobuf_take (&wire, self->input, error)) > 0)
    if (wire.field == SAMPLES
        && (!cyan_protobuf_expect (&wire, self->input, CYAN_PROTOBUF_BYTES, "profile", error)
            || !read_sample (self, &wire, metric, error)))
      return FALSE;
  return step == 0 && cyan_input_poll (self->input, error);
}

static gboolean
count_resource (Reader *self, const CyanProtobuf *outer, GError **error)
{
  self->n_resources++;
  return TRUE;
}

static gboolean
read_dictionary (Reader *self, const CyanProtobuf *outer, GError **error)
{
  return cyan_otlp_dictionary_read (&self->dictionary, outer, error);
}

/* Shows all of the input as the current field of *@wire: the dictionary may be at its end. */
static gboolean
read_whole (Reader *self, CyanProtobuf *wire, GError **error)
{
  gsize wanted = 64 * 1024, length;
  const char *bytes;

  for (;; wanted *= 2)
    {
      if (!cyan_input_peek (self->input, wanted, &bytes, &length, error))
        return FALSE;
      if (length < wanted)
        break;
    }
  cyan_protobuf_init (wire, bytes, length, 0);
  wire->bytes = wire->begin;
  wire->length = length;
  return TRUE;
}

static gboolean
otlp_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  g_auto (CyanScratch) scratch = { NULL };
  Reader self = { .input = input, .builder = builder };
  CyanProtobuf whole;
  gboolean ok;

  cyan_otlp_dictionary_init (&self.dictionary, &scratch, input, builder);
  self.metrics = cyan_scratch_array (&scratch, sizeof (Metric));
  cyan_profile_builder_set_unordered (builder);

  ok = read_whole (&self, &whole, error)
       && for_each (&self, &whole, &(const guint){ DICTIONARY }, 1, read_dictionary, error)
       && for_each (&self, &whole, to_profiles, 1, count_resource, error)
       && for_each (&self, &whole, to_profiles, G_N_ELEMENTS (to_profiles), add_metric, error)
       && for_each (&self, &whole, to_profiles, G_N_ELEMENTS (to_profiles), read_profile, error);
  if (ok && self.metrics->len == 0)
    ok = cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: there is no profile in it"),
                    cyan_input_name (input));
  if (ok && self.n_resources > 1)
    cyan_profile_builder_warn_n (builder, self.n_resources,
                                 "the profiles of %'u resource are summed",
                                 "the profiles of %'u resources are summed", self.n_resources);
  if (ok && cyan_profile_builder_n_nodes (builder) > 1 && !self.dictionary.named)
    cyan_profile_builder_warn (builder, _ ("no frame has a name, only an address"));
  if (ok)
    cyan_input_skip (input, whole.length);
  return ok;
}

/* Enters the message at *@at, which may reach beyond the known bytes.  Returns the number of its
 * field, or 0 if it is no message. */
static guint
enter (const guchar **at, const guchar **end)
{
  guint64 tag, length;

  if (cyan_protobuf_number (at, *end, &tag) != NULL || (tag & 7) != CYAN_PROTOBUF_BYTES
      || tag >> 3 > 100 || cyan_protobuf_number (at, *end, &length) != NULL)
    return 0;
  if (length < (guint64) (*end - *at))
    *end = *at + length;
  return (guint) (tag >> 3);
}

/* Whether [@at, @end) begins with what comes below ResourceProfiles, as deep as @level: its
 * resource, a scope, and a profile with a sample type. */
static gboolean
is_resource (const guchar *at, const guchar *end, guint level)
{
  while (at < end)
    {
      const guchar *inner = at, *inner_end = end;
      guint field = enter (&inner, &inner_end);

      if (level == 2)
        return field == SAMPLE_TYPE && inner < inner_end && inner_end - inner <= 12
               && (*inner == 0x08 || *inner == 0x10);
      if (field == 2)
        return is_resource (inner, inner_end, level + 1);
      if (field != 1 && field != 3)
        return FALSE;
      at = inner_end;
    }
  return FALSE;
}

/* Whether [@at, @end) begins with tables, the first of which has a zero value. */
static gboolean
is_dictionary (const guchar *at, const guchar *end)
{
  for (guint n = 0; at < end && n < 3; n++)
    {
      const guchar *inner = at, *inner_end = end;
      guint field = enter (&inner, &inner_end);

      if (field == 0 || field > LAST_TABLE || (n == 0 && inner < inner_end && *inner != 0x08))
        return FALSE;
      at = inner_end;
    }
  return TRUE;
}

static int
otlp_sniff (const char *head, gsize length)
{
  const guchar *at = (const guchar *) head, *end = at + length;
  guint field = enter (&at, &end);

  if (field == RESOURCE_PROFILES)
    return is_resource (at, end, 0) ? 60 : 0;
  return field == DICTIONARY && end - at > 8 && is_dictionary (at, end) ? 60 : 0;
}

const CyanFormat cyan_format_otlp = {
  .name = "otlp",
  .label = "OTLP profiles (in development)",
  .sniff = otlp_sniff,
  .read = otlp_read,
};
