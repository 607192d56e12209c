/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples in traces: those with stack frames, and the chunks of CPU profiles, which are put
 * together. */
#include "cyan-trace-event.h"

#include "cyan-i18n.h"

#include <string.h>

#define NONE G_MAXUINT32

/* Each has a metric. */
#define MAX_EVENTS 64

typedef struct
{
  guint32 function;
  guint32 parent; /* NONE: it is a root */
  gboolean is_defined;
  CyanNode node; /* CYAN_NODE_ROOT: not yet added */
} Frame;

typedef struct
{
  CyanV8Moment moment;
  double weight;
  guint32 frame; /* NONE: no stack */
  guint32 event; /* number of the name of what was sampled */
} Sample;

struct _CyanTraceSamples
{
  CyanProfileBuilder *builder; /* borrowed */
  CyanTraceEvent *event;       /* borrowed: reads threads */
  CyanJson *json;
  CyanStrings *ids;              /* of frames; a number is an index of frames */
  GArray *frames;                /* of Frame */
  GArray *samples;               /* of Sample */
  CyanStrings *events;           /* names of what was sampled */
  guint weights[MAX_EVENTS + 1]; /* metrics by event; 0: not made yet */
  gboolean has_weights;
  gboolean is_of_processors; /* a sample names its processor, as those of perf do */

  /* The frame and the sample that are read. */
  GString *name;
  gint64 line;
  CyanStr parent, pid, tid;
  Sample sample;
};

CyanTraceSamples *
cyan_trace_samples_new (CyanScratch *scratch, CyanProfileBuilder *builder, CyanTraceEvent *event)
{
  CyanTraceSamples *self = cyan_scratch_own (scratch, g_new0 (CyanTraceSamples, 1), g_free);

  self->builder = builder;
  self->event = event;
  self->json = event->json;
  self->ids = cyan_scratch_own (scratch, cyan_strings_new (), (GDestroyNotify) cyan_strings_unref);
  self->events =
      cyan_scratch_own (scratch, cyan_strings_new (), (GDestroyNotify) cyan_strings_unref);
  self->frames = cyan_scratch_array (scratch, sizeof (Frame));
  self->samples = cyan_scratch_array (scratch, sizeof (Sample));
  self->name = cyan_scratch_text (scratch);
  return self;
}

guint
cyan_trace_samples_n (const CyanTraceSamples *self)
{
  return self->samples->len;
}

/* The index of the frame whose id is the last token. */
static guint32
frame_of_text (CyanTraceSamples *self)
{
  guint32 index = cyan_strings_add (self->ids, self->json->text, (gssize) self->json->length);

  if (index >= self->frames->len)
    {
      cyan_charge_add (&self->json->charge,
                       (index + 1 - self->frames->len) * (sizeof (Frame) + CYAN_CHARGE_HASH_ENTRY)
                           + self->json->length);
      g_array_set_size (self->frames, index + 1);
    }
  return index;
}

/* Reads the id of a frame, a number or a string; leaves any other value as it is. */
static gboolean
read_frame_id (CyanTraceSamples *self, CyanJsonToken token, guint32 *frame, GError **error)
{
  if (token != CYAN_JSON_NUMBER && token != CYAN_JSON_STRING)
    return cyan_json_skip (self->json, token, error);
  *frame = frame_of_text (self);
  return TRUE;
}

static gboolean
read_name (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanTraceSamples *self = data;

  if (token != CYAN_JSON_STRING)
    return cyan_json_walk_fail (walk, error, _ ("not a string"));
  g_string_append_len (self->name, walk->json->text, (gssize) walk->json->length);
  return TRUE;
}

/* Hermes writes numbers as strings. */
static gboolean
read_line (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanTraceSamples *self = data;

  if (token != CYAN_JSON_NUMBER && token != CYAN_JSON_STRING)
    return cyan_json_skip (walk->json, token, error);
  if (!cyan_trace_event_is_number (walk->json->text, walk->json->length)
      || !cyan_json_scaled (walk->json, 0, &self->line))
    self->line = 0;
  return TRUE;
}

static gboolean
read_parent (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanTraceSamples *self = data;

  return read_frame_id (self, token, &self->parent, error);
}

static gboolean
read_frame (CyanTraceSamples *self, GError **error)
{
  static const CyanJsonMember members[] = {
    { "name", read_name, TRUE },
    { "funcLine", read_line, FALSE },
    { "parent", read_parent, .or_null = TRUE },
  };
  guint32 index = frame_of_text (self);
  CyanJsonToken token = cyan_json_next (self->json, error);
  CyanStrings *strings = cyan_profile_builder_strings (self->builder);
  CyanFunction function = { .file = CYAN_STR_EMPTY };

  g_string_truncate (self->name, 0);
  self->line = 0;
  self->parent = NONE;
  if (token == CYAN_JSON_ERROR
      || !cyan_json_walk_object (self->event->walk, token, members, G_N_ELEMENTS (members), self,
                                 error))
    return FALSE;
  if (!cyan_trace_event_split_hermes (strings, self->name->str, self->name->len, &function))
    {
      function.name = cyan_strings_add (strings, self->name->str, (gssize) self->name->len);
      function.line = self->line > 0 && self->line < G_MAXINT32 ? (guint32) self->line : 0;
    }
  g_array_index (self->frames, Frame, index) = (Frame){
    .function = cyan_v8_function (self->builder, function.name, function.file, function.line),
    .parent = self->parent,
    .is_defined = TRUE,
  };
  return TRUE;
}

gboolean
cyan_trace_samples_read_frames (CyanTraceSamples *self, GError **error)
{
  CyanJsonToken token = cyan_json_next (self->json, error);

  if (token != CYAN_JSON_OBJECT)
    return cyan_json_skip (self->json, token, error);
  self->json->item = "stack frame";
  for (self->json->item_number = 1; (token = cyan_json_next (self->json, error)) == CYAN_JSON_KEY;
       self->json->item_number++)
    if (!read_frame (self, error))
      return FALSE;
  self->json->item = NULL;
  return token == CYAN_JSON_OBJECT_END;
}

/* Reads the member of a sample whose key was just read. */
static gboolean
read_sample_member (CyanTraceSamples *self, GError **error)
{
  CyanTraceEvent *event = self->event;
  gboolean is_frame = cyan_json_is (self->json, "sf"), is_name = cyan_json_is (self->json, "name");
  gboolean is_processor = cyan_json_is (self->json, "cpu");
  gint64 number;
  CyanJsonToken token;

  if (cyan_json_is (self->json, "ts"))
    return cyan_trace_event_read_time (event, cyan_json_next (self->json, error),
                                       &self->sample.moment.time, error);
  if (cyan_json_is (self->json, "pid"))
    return cyan_trace_read_part (event, cyan_json_next (self->json, error), "pid", &event->last_pid,
                                 &self->pid, error);
  if (cyan_json_is (self->json, "tid"))
    return cyan_trace_read_part (event, cyan_json_next (self->json, error), "tid", &event->last_tid,
                                 &self->tid, error);
  if (!is_frame && !is_name && !is_processor && !cyan_json_is (self->json, "weight"))
    return cyan_json_skip (self->json, cyan_json_next (self->json, error), error);
  token = cyan_json_next (self->json, error);
  if (is_frame)
    return read_frame_id (self, token, &self->sample.frame, error);
  if (is_name && token == CYAN_JSON_STRING)
    self->sample.event =
        cyan_strings_add (self->events, self->json->text, (gssize) self->json->length);
  else if (!is_name && (token == CYAN_JSON_NUMBER || token == CYAN_JSON_STRING)
           && cyan_trace_event_is_number (self->json->text, self->json->length)
           && cyan_json_scaled (self->json, 0, &number))
    {
      /* Hermes has the processor -1. */
      self->is_of_processors |= is_processor && number >= 0;
      self->sample.weight = is_processor ? self->sample.weight : (double) number;
    }
  else if (!cyan_json_skip (self->json, token, error))
    return FALSE;
  return TRUE;
}

static gboolean
read_sample (CyanTraceSamples *self, GError **error)
{
  CyanJsonToken token;

  self->pid = self->tid = CYAN_STR_EMPTY;
  self->sample = (Sample){ .weight = 1, .frame = NONE, .moment.position = self->samples->len };
  while ((token = cyan_json_next (self->json, error)) == CYAN_JSON_KEY)
    if (!read_sample_member (self, error))
      return FALSE;
  if (token != CYAN_JSON_OBJECT_END)
    return FALSE;
  self->sample.moment.thread = cyan_trace_thread_key (self->pid, self->tid);
  self->has_weights |= self->sample.weight != 1;
  if (cyan_strings_count (self->events) > MAX_EVENTS + 1)
    return cyan_json_fail (self->json, error, _ ("more than %d kinds of samples"), MAX_EVENTS);
  cyan_charge_append (&self->json->charge, self->samples, self->sample);
  return TRUE;
}

gboolean
cyan_trace_samples_read (CyanTraceSamples *self, GError **error)
{
  CyanJsonToken token = cyan_json_next (self->json, error);

  if (token != CYAN_JSON_ARRAY)
    return cyan_json_skip (self->json, token, error);
  self->json->item = "sample";
  for (self->json->item_number = 1;
       (token = cyan_json_next (self->json, error)) != CYAN_JSON_ARRAY_END;
       self->json->item_number++)
    {
      if (token == CYAN_JSON_ERROR)
        return FALSE;
      if (token != CYAN_JSON_OBJECT)
        return cyan_json_fail (self->json, error, _ ("not an object"));
      if (!read_sample (self, error))
        return FALSE;
    }
  self->json->item = NULL;
  return TRUE;
}

gboolean
cyan_trace_samples_have_times (const CyanTraceSamples *self)
{
  return !self->is_of_processors;
}

/* The metric of the weights of @event; samples of several events are never added up. */
static guint
weight_metric (CyanTraceSamples *self, guint32 event)
{
  /* One of the names is the empty one. */
  if (cyan_strings_count (self->events) <= 2)
    event = CYAN_STR_EMPTY;
  if (self->weights[event] == 0)
    self->weights[event] = cyan_profile_builder_metric (
        self->builder, event == CYAN_STR_EMPTY ? "weight" : cyan_strings_get (self->events, event),
        "");
  return self->weights[event];
}

/* Adds @index with its callers to the builder, in which @path, of guint32, has room. */
static gboolean
add_stack (CyanTraceSamples *self, guint32 index, GArray *path, CyanV8Sums *sums, GError **error)
{
  CyanNode node = CYAN_NODE_ROOT;

  g_array_set_size (path, 0);
  for (guint32 i = index; i != NONE; i = g_array_index (self->frames, Frame, i).parent)
    {
      const Frame *frame = &g_array_index (self->frames, Frame, i);

      if (frame->node != CYAN_NODE_ROOT)
        {
          node = frame->node;
          break;
        }
      if (!frame->is_defined)
        {
          sums->n_lost++;
          break;
        }
      if (path->len > self->frames->len)
        return cyan_json_walk_refuse (self->event->walk, error,
                                      _ ("stackFrames: a frame is its own caller"));
      g_array_append_val (path, i);
    }
  for (guint i = path->len; i-- > 0;)
    {
      Frame *frame = &g_array_index (self->frames, Frame, g_array_index (path, guint32, i));

      node = cyan_profile_builder_child (self->builder, node, frame->function, 0, error);
      if (node == CYAN_NODE_NONE)
        return FALSE;
      frame->node = node;
    }
  return TRUE;
}

/* Adds @sample, whose stack is in the builder, and the time up to @next, which may be NULL. */
static void
add_sample (CyanTraceSamples *self, const Sample *sample, const Sample *next, CyanV8Sums *sums)
{
  CyanNode node = g_array_index (self->frames, Frame, sample->frame).node;

  if (node == CYAN_NODE_ROOT)
    return;
  cyan_profile_builder_add (self->builder, sums->count, node, 1);
  cyan_v8_moment_add_piece (&sample->moment, self->builder, node, sums->count, 1);
  if (self->has_weights)
    {
      guint metric = weight_metric (self, sample->event);

      cyan_profile_builder_add (self->builder, metric, node, sample->weight);
      cyan_v8_moment_add_piece (&sample->moment, self->builder, node, metric, sample->weight);
    }
  if (!self->is_of_processors)
    cyan_v8_sums_add (sums, self->builder, node, &sample->moment,
                      next != NULL ? &next->moment : NULL);
}

gboolean
cyan_trace_samples_build (CyanTraceSamples *self,
                          CyanTraceCalls *calls,
                          CyanV8Sums *sums,
                          GError **error)
{
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint n = self->samples->len, n_threads = 0;

  g_array_sort (self->samples, cyan_v8_moment_compare);
  for (guint i = 0; i < n; i++)
    {
      Sample *sample = &g_array_index (self->samples, Sample, i), *next = sample + 1;

      sample->moment.origin = cyan_trace_calls_origin (calls, sample->moment.thread);
      if (i % CYAN_TICK_STRIDE == 0 && !cyan_input_poll (self->json->input, error))
        return FALSE;
      n_threads += i == 0 || sample->moment.thread != sample[-1].moment.thread;
      if (sample->frame == NONE)
        continue;
      if (!add_stack (self, sample->frame, path, sums, error))
        return FALSE;
      add_sample (self, sample, i + 1 < n ? next : NULL, sums);
    }
  cyan_profile_builder_set_threads (self->builder, n_threads);
  return TRUE;
}

/* The samples of one event. */
typedef struct
{
  gint64 time;  /* of the event */
  guint number; /* in the order of the file */
  guint first_sample, n_samples;
  guint first_delta, n_deltas;
} Chunk;

typedef struct
{
  CyanV8Profile *profile;
  GArray *chunks;       /* of Chunk */
  guint64 thread;       /* key */
  gboolean is_declared; /* by a "Profile" event */
} Track;

struct _CyanChromeProfiles
{
  CyanScratch *scratch;        /* borrowed */
  CyanProfileBuilder *builder; /* borrowed */
  CyanJsonWalk *walk;          /* borrowed */
  GPtrArray *tracks;
  GHashTable *by_key; /* the latest track by process and id */
  guint64 n_samples;
};

CyanChromeProfiles *
cyan_chrome_profiles_new (CyanScratch *scratch, CyanProfileBuilder *builder, CyanJsonWalk *walk)
{
  CyanChromeProfiles *self = cyan_scratch_own (scratch, g_new0 (CyanChromeProfiles, 1), g_free);

  self->scratch = scratch;
  self->builder = builder;
  self->walk = walk;
  self->tracks = cyan_scratch_pointers (scratch, NULL);
  self->by_key = cyan_scratch_table (scratch, g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

guint64
cyan_chrome_profiles_n_samples (const CyanChromeProfiles *self)
{
  return self->n_samples;
}

/* Process and id of a profile; without an id, process and thread.  Caller frees. */
static char *
key_of (const CyanTraceEvent *event)
{
  return event->id->len > 0 ? g_strdup_printf ("%u %s", event->pid, event->id->str)
                            : g_strdup_printf ("%u/%u", event->pid, event->tid);
}

static Track *
add_track (CyanChromeProfiles *self, const CyanTraceEvent *event)
{
  Track *track = cyan_scratch_own (self->scratch, g_new0 (Track, 1), g_free);

  track->profile = cyan_v8_profile_new (self->scratch, self->builder, self->walk);
  track->chunks = cyan_scratch_array (self->scratch, sizeof (Chunk));
  cyan_charge_add (&self->walk->json->charge, sizeof *track + sizeof *track->profile
                                                  + 5 * sizeof (GArray) + CYAN_CHARGE_HASH_ENTRY
                                                  + event->id->len);
  g_ptr_array_add (self->tracks, track);
  g_hash_table_replace (self->by_key, key_of (event), track);
  return track;
}

static Track *
find_track (CyanChromeProfiles *self, const CyanTraceEvent *event)
{
  g_autofree char *key = key_of (event);
  Track *track = g_hash_table_lookup (self->by_key, key);

  return track != NULL ? track : add_track (self, event);
}

static void
take_chunk (CyanChromeProfiles *self, Track *track, CyanTraceEvent *event)
{
  Chunk chunk = {
    .time = event->seen & CYAN_TRACE_EVENT_TS ? event->time : 0,
    .number = track->chunks->len,
    .first_sample = track->profile->samples->len,
    .n_samples = event->sample->samples->len,
    .first_delta = track->profile->deltas->len,
    .n_deltas = event->sample->deltas->len,
  };

  self->n_samples += chunk.n_samples;
  cyan_json_walk_append (self->walk, track->chunks, chunk);
  cyan_v8_profile_take (track->profile, event->sample);
}

/* The event that begins a profile is of the thread that is sampled, and of the time when that
 * begins. */
static void
declare (Track *track, const CyanTraceEvent *event)
{
  track->is_declared = TRUE;
  track->thread = cyan_trace_thread_key (event->pid, event->tid);
  track->profile->start = event->seen & CYAN_TRACE_EVENT_TS ? event->time : 0;
}

gboolean
cyan_chrome_profiles_take (CyanChromeProfiles *self, CyanTraceEvent *event)
{
  if (strchr ("BEX", event->phase) != NULL)
    return FALSE;
  if (strcmp (event->name->str, "ProfileChunk") == 0)
    take_chunk (self, find_track (self, event), event);
  else if (strcmp (event->name->str, "Profile") == 0)
    {
      Track *track = find_track (self, event);

      if (track->is_declared)
        track = add_track (self, event);
      declare (track, event);
    }
  else if (strcmp (event->name->str, "CpuProfile") == 0)
    {
      Track *track = add_track (self, event);

      declare (track, event);
      take_chunk (self, track, event);
    }
  else
    return FALSE;
  return TRUE;
}

static gint
compare_chunks (gconstpointer a, gconstpointer b)
{
  const Chunk *x = a, *y = b;

  if (x->time != y->time)
    return x->time < y->time ? -1 : 1;
  return x->number < y->number ? -1 : 1;
}

/* Appends @n elements of @from, the first of them @first.  An array that was always empty has no
 * element to point to. */
static void
append_part (GArray *to, GArray *from, guint first, guint n)
{
  if (n > 0)
    g_array_append_vals (to, from->data + (gsize) first * g_array_get_element_size (from), n);
}

/* Puts the samples of @track in the order of the times of its chunks. */
static void
order_chunks (Track *track)
{
  GArray *samples = track->profile->samples, *deltas = track->profile->deltas;
  g_autoptr (GArray) old_samples = g_array_copy (samples);
  g_autoptr (GArray) old_deltas = g_array_copy (deltas);

  g_array_sort (track->chunks, compare_chunks);
  g_array_set_size (samples, 0);
  g_array_set_size (deltas, 0);
  for (guint i = 0; i < track->chunks->len; i++)
    {
      const Chunk *chunk = &g_array_index (track->chunks, Chunk, i);

      append_part (samples, old_samples, chunk->first_sample, chunk->n_samples);
      append_part (deltas, old_deltas, chunk->first_delta, chunk->n_deltas);
    }
}

gboolean
cyan_chrome_profiles_build (CyanChromeProfiles *self,
                            CyanTraceCalls *calls,
                            CyanV8Sums *sums,
                            GError **error)
{
  guint n_threads = 0, n_before = 0;

  for (guint i = 0; i < self->tracks->len; i++)
    {
      Track *track = g_ptr_array_index (self->tracks, i);

      if (track->profile->samples->len == 0)
        continue;
      if (!track->is_declared)
        {
          n_before++;
          continue;
        }
      order_chunks (track);
      track->profile->origin = cyan_trace_calls_origin (calls, track->thread);
      if (!cyan_v8_profile_build (track->profile, sums, error))
        return FALSE;
      n_threads++;
    }
  cyan_profile_builder_set_threads (self->builder, n_threads);
  cyan_profile_builder_warn_n (
      self->builder, n_before, "%'u CPU profile began before the recording and was left out",
      "%'u CPU profiles began before the recording and were left out", n_before);
  return TRUE;
}
