/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Chrome's trace-event JSON: an object with "traceEvents", or the array alone.
 *
 * Written by uftrace dump --chrome, viztracer, clang -ftime-trace, PyTorch and others.  This reader
 * uses calls ("B" and "E", "X") with their thread ("pid" and "tid"), times in microseconds ("ts",
 * "dur"), and names of processes and threads ("M").  All other events, and events that summarise
 * others, are counted and left out.  Missing parts of a call are filled in and counted.  The end of
 * the file may be missing, as in that of a killed program.
 *
 * If there are samples of JavaScript, as in recordings of Chrome's developer tools and in those of
 * Hermes, they are the profile: its first metrics are their times and their number.  The calls are
 * then tasks of the browser around them, with a metric of their own.
 */
#include "cyan-format-entry.h"

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-line.h"
#include "cyan-trace-event.h"

#include <string.h>

typedef struct
{
  CyanJsonWalk *walk;
  CyanJson *json;
  CyanProfileBuilder *builder;
  CyanTraceEvent *event;
  CyanTraceCalls calls;
  CyanChromeProfiles *profiles;
  CyanTraceSamples *samples;

  CyanV8Sums sums;
  gboolean has_metrics; /* those of samples are in the builder */
  gboolean is_late;     /* samples come after calls that are in the builder */
  guint64 n_events;
  gboolean overflowed; /* the recorder reports lost calls */
} Reader;

/* Adds the metrics of samples, ahead of that of calls. */
static void
add_metrics (Reader *self)
{
  if (self->has_metrics || self->is_late)
    return;
  self->is_late = !cyan_timeline_rename_metric (self->calls.timeline, "task time");
  if (self->is_late)
    return;
  self->has_metrics = TRUE;
  self->sums.is_partial = TRUE;
  self->sums.has_time = cyan_chrome_profiles_n_samples (self->profiles) > 0
                        || cyan_trace_samples_have_times (self->samples);
  if (self->sums.has_time)
    self->sums.time = cyan_profile_builder_metric (self->builder, "time", "us");
  self->sums.count = cyan_profile_builder_metric (self->builder, "samples", "samples");
}

static gboolean
handle_event (Reader *self, GError **error)
{
  self->n_events++;
  if (self->event->is_empty)
    return TRUE;
  if (!cyan_chrome_profiles_take (self->profiles, self->event))
    return cyan_trace_calls_take (&self->calls, self->event, error);
  if (cyan_chrome_profiles_n_samples (self->profiles) > 0)
    add_metrics (self);
  return TRUE;
}

/* Reads the recorder's metadata, an object, into the meta data of @builder: uftrace's "version",
 * "command_line" and "recorded_time", VizTracer's "version".  @producer is put before the version.
 * Sets *@overflowed if it says that calls were lost. */
static gboolean
read_metadata (CyanJson *json,
               CyanProfileBuilder *builder,
               const char *producer,
               gboolean *overflowed,
               GError **error)
{
  static const char *const keys[][2] = {
    { "version", "producer" },
    { "command_line", "command" },
    { "recorded_time", "recorded" },
  };
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  CyanJsonToken token = cyan_json_next (json, error);

  if (token != CYAN_JSON_OBJECT)
    return cyan_json_skip (json, token, error);
  while ((token = cyan_json_next (json, error)) == CYAN_JSON_KEY)
    {
      gboolean is_overflow = cyan_json_is (json, "overflow");
      const char *meta = NULL;

      if (cyan_json_seen (json, seen))
        return cyan_json_fail (json, error, _ ("\"metadata\" has the same key twice"));
      for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
        if (cyan_json_is (json, keys[i][0]))
          meta = keys[i][1];
      token = cyan_json_next (json, error);
      *overflowed |= is_overflow && token == CYAN_JSON_TRUE;
      if (meta != NULL && token == CYAN_JSON_STRING)
        {
          g_autofree char *text = cyan_json_dup (json);
          g_autofree char *value =
              g_strconcat (strcmp (meta, "producer") == 0 ? producer : "", text, NULL);

          cyan_profile_builder_set_meta (builder, meta, value);
        }
      else if (!cyan_json_skip (json, token, error))
        return FALSE;
    }
  return token == CYAN_JSON_OBJECT_END;
}

/* Reads the list of events after its opening bracket. */
static gboolean
read_events (Reader *self, GError **error)
{
  CyanJsonToken token;

  self->json->item = "event";
  for (self->json->item_number = 1;; self->json->item_number++)
    {
      token = cyan_json_next (self->json, error);
      if (token == CYAN_JSON_ERROR)
        return FALSE;
      if (token == CYAN_JSON_ARRAY_END || token == CYAN_JSON_END)
        break;
      if (token != CYAN_JSON_OBJECT)
        return cyan_json_fail (self->json, error, _ ("not an object"));
      if (!cyan_trace_event_read (self->event, error) || !handle_event (self, error))
        return FALSE;
    }
  self->json->item = NULL;
  return TRUE;
}

/* Reads "traceEvents". */
static gboolean
read_trace_events (Reader *self, GError **error)
{
  CyanJsonToken token = cyan_json_next (self->json, error);

  if (token == CYAN_JSON_ERROR)
    return FALSE;
  if (token != CYAN_JSON_ARRAY)
    return cyan_json_fail (self->json, error, _ ("\"traceEvents\" is not an array"));
  return read_events (self, error);
}

/* Reads the value of the key just read. */
static gboolean
read_object_member (Reader *self, gboolean *has_events, GError **error)
{
  if (cyan_json_is (self->json, "traceEvents"))
    {
      *has_events = TRUE;
      return read_trace_events (self, error);
    }
  if (cyan_json_is (self->json, "stackFrames"))
    return cyan_trace_samples_read_frames (self->samples, error);
  if (cyan_json_is (self->json, "samples"))
    return cyan_trace_samples_read (self->samples, error);
  if (cyan_json_is (self->json, "metadata"))
    return read_metadata (self->json, self->builder, "", &self->overflowed, error);
  if (cyan_json_is (self->json, "viztracer_metadata"))
    return read_metadata (self->json, self->builder, "VizTracer ", &self->overflowed, error);
  return cyan_json_skip (self->json, cyan_json_next (self->json, error), error);
}

/* Reads the whole object after its opening brace. */
static gboolean
read_object (Reader *self, GError **error)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gboolean has_events = FALSE;
  CyanJsonToken token;

  while ((token = cyan_json_next (self->json, error)) == CYAN_JSON_KEY)
    {
      if (cyan_json_seen (self->json, seen))
        return cyan_json_fail (self->json, error, _ ("the same key twice"));
      if (!read_object_member (self, &has_events, error))
        return FALSE;
    }
  if (token == CYAN_JSON_ERROR)
    return FALSE;
  if (!has_events)
    return cyan_json_fail (self->json, error, _ ("there is no \"traceEvents\" in the object"));
  return TRUE;
}

/* Reads the document.  What was cut off, as after a crash, is only noted. */
static gboolean
read_document (Reader *self, GError **error)
{
  CyanJsonToken token = cyan_json_next (self->json, error);
  g_autoptr (GError) reason = NULL;
  gboolean ok;

  if (token == CYAN_JSON_ERROR)
    return FALSE;
  if (token != CYAN_JSON_OBJECT && token != CYAN_JSON_ARRAY)
    return cyan_json_fail (self->json, error, _ ("neither an object nor an array"));
  self->json->may_be_open = TRUE;
  ok = token == CYAN_JSON_OBJECT ? read_object (self, &reason) : read_events (self, &reason);
  if (!ok && self->json->is_cut && self->n_events > 0)
    ok = self->json->was_open = TRUE;
  if (!ok)
    g_propagate_error (error, g_steal_pointer (&reason));
  return ok && (self->json->was_open || cyan_json_next (self->json, error) != CYAN_JSON_ERROR);
}

static gboolean
read_all (Reader *self, GError **error)
{
  if (!read_document (self, error))
    return FALSE;
  if (cyan_trace_samples_n (self->samples) > 0)
    add_metrics (self);
  if (self->calls.n_calls == 0 && !self->has_metrics)
    return cyan_json_fail (self->json, error,
                           self->calls.n_timeless > 0
                               ? _ ("no event with a \"ts\" that is a number, so no calls")
                               : _ ("no \"B\", \"E\" or \"X\" event, so no calls"));
  return TRUE;
}

/* Adds all calls and samples to the builder. */
static gboolean
build (Reader *self, GError **error)
{
  CyanTick tick = cyan_input_tick_after (self->json->input);
  GError *failure = NULL;

  if (!cyan_trace_calls_finish (&self->calls, &tick, &failure))
    {
      if (!cyan_error_is_cancelled (failure))
        g_prefix_error (&failure, "%s: ", cyan_input_name (self->json->input));
      g_propagate_error (error, failure);
      return FALSE;
    }
  if (!self->has_metrics)
    return TRUE;
  if (cyan_trace_samples_n (self->samples) > 0
      && !cyan_trace_samples_build (self->samples, &self->calls, &self->sums, error))
    return FALSE;
  return cyan_chrome_profiles_n_samples (self->profiles) == 0
         || cyan_chrome_profiles_build (self->profiles, &self->calls, &self->sums, error);
}

static gboolean
finish (Reader *self, GError **error)
{
  if (!build (self, error))
    return FALSE;
  cyan_trace_calls_set_origins (&self->calls, self->event->parts);
  if (self->json->was_open)
    cyan_profile_builder_warn (self->builder,
                               _ ("the list of events has no end: the file may have been cut"));
  if (self->has_metrics)
    cyan_v8_sums_describe (&self->sums, self->builder);
  if (self->is_late)
    cyan_profile_builder_warn (self->builder,
                               _ ("samples after more than %u begin and end events were left out"),
                               CYAN_TIMELINE_WAITING);
  if (self->overflowed)
    cyan_profile_builder_warn (
        self->builder, _ ("the recorder ran out of room, so that the first calls are missing"));
  cyan_profile_builder_warn_n (
      self->builder, self->event->n_twice,
      "%'" PRIu64 " key is twice in one event: the last value was taken",
      "%'" PRIu64 " keys are twice in one event: the last values were taken", self->event->n_twice);
  cyan_trace_calls_describe (&self->calls);
  return TRUE;
}

static gboolean
trace_event_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  g_autoptr (CyanJsonWalk) walk = cyan_json_walk_new (input);
  Reader reader = { .builder = builder, .walk = walk, .json = walk->json };

  reader.event = cyan_trace_event_new (&walk->kept, builder, walk);
  cyan_trace_calls_init (&reader.calls, &walk->kept, builder);
  reader.profiles = cyan_chrome_profiles_new (&walk->kept, builder, walk);
  reader.samples = cyan_trace_samples_new (&walk->kept, builder, reader.event);
  cyan_profile_builder_set_recording (builder, CYAN_RECORDING_EXACT, 0);
  return read_all (&reader, error) && finish (&reader, error);
}

/* Whether [@head, @head + @length) contains @key in quotes, followed by a colon and @next; 0: by
 * anything. */
static gboolean
has_key (const char *head, gsize length, const char *key, char next)
{
  CyanLine rest = { head, head + length };

  while ((rest.at = memmem (rest.at, cyan_line_length (rest), key, strlen (key))) != NULL)
    {
      rest.at += strlen (key);
      cyan_line_skip (&rest);
      if (rest.at == rest.end || *rest.at++ != ':')
        continue;
      cyan_line_skip (&rest);
      if (rest.at < rest.end && (*rest.at == next || next == 0))
        return TRUE;
    }
  return FALSE;
}

/* Whether it is a trace whose events come after much else: the metadata of Chrome's developer
 * tools, or samples. */
static gboolean
is_long_head (const char *head, gsize length)
{
  return (has_key (head, length, "\"metadata\"", '{')
          && (memmem (head, length, "\"source\":\"DevTools\"", 19) != NULL
              || memmem (head, length, "\"source\": \"DevTools\"", 20) != NULL))
         || (has_key (head, length, "\"stackFrames\"", '{')
             && has_key (head, length, "\"parent\"", 0))
         || (has_key (head, length, "\"samples\"", '[') && has_key (head, length, "\"sf\"", 0)
             && has_key (head, length, "\"tid\"", 0));
}

static int
trace_event_sniff (const char *head, gsize length)
{
  CyanLine rest = { head, head + length };

  cyan_line_skip (&rest);
  if (rest.at == rest.end)
    return 0;
  if (*rest.at == '{')
    return has_key (head, length, "\"traceEvents\"", '[') ? 90
           : is_long_head (head, length)                  ? 80
                                                          : 0;
  if (*rest.at++ != '[')
    return 0;
  cyan_line_skip (&rest);
  return rest.at < rest.end && *rest.at == '{' && has_key (head, length, "\"ph\"", '"') ? 90 : 0;
}

const CyanFormat cyan_format_trace_event = {
  .name = "trace-event",
  .label = "Chrome trace events",
  .extensions = (const char *const[]){ ".json", NULL },
  .streams = TRUE,
  .sniff = trace_event_sniff,
  .read = trace_event_read,
};
