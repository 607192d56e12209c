/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Chrome's trace-event JSON: an object with "traceEvents", or the array alone.
 *
 * Written by uftrace dump --chrome, viztracer, clang -ftime-trace, PyTorch and others.  This reader
 * uses calls ("B" and "E", "X") with their thread ("pid" and "tid"), times in microseconds ("ts",
 * "dur"), and names of processes and threads ("M").  All other events, and events that summarise
 * others, are counted and left out.  Missing parts of a call are filled in and counted.  The end of
 * the array may be missing, as in the file of a killed program.
 */
#include "cyan-format-entry.h"

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-json.h"
#include "cyan-timeline.h"
#include "cyan-trace-event-dialect.h"

#include <string.h>

/* Maximum number of process names, and of thread names, in the meta data. */
#define MAX_LABELS 16

/* The share of reading in the whole work if complete events must be nested afterwards. */
#define READING_SHARE 0.8

enum
{
  SEEN_PH = 1 << 0,
  SEEN_TS = 1 << 1,
  SEEN_DUR = 1 << 2,
  SEEN_NAME = 1 << 3,
  SEEN_PID = 1 << 4,
  SEEN_TID = 1 << 5,
  SEEN_ARGS = 1 << 6,
  SEEN_CAT = 1 << 7,
};

/* A part of a thread's key, with its previous text. */
typedef struct
{
  GString *text;
  guint32 number;
} Part;

typedef struct
{
  CyanJson *json;
  CyanProfileBuilder *builder;
  CyanStrings *strings;
  CyanTimeline *timeline;
  CyanStrings *parts; /* the texts of pids and tids */
  Part last_pid, last_tid;
  GPtrArray *processes; /* labels */
  GPtrArray *threads;

  /* The current event. */
  guint seen; /* SEEN_* */
  char phase;
  gint64 time;   /* ns */
  gint64 length; /* ns */
  guint32 pid, tid;
  GString *name;
  GString *category;
  GString *label;       /* args.name */
  GString *detail;      /* args.detail */
  gboolean has_average; /* args["avg ms"] */
  GHashTable *odd_keys; /* keys that this reader does not use */

  guint64 n_calls;                            /* events that begin or end calls */
  guint64 n_slices;                           /* complete events ("X") */
  guint64 n_open;                             /* complete events without a duration */
  guint64 n_nameless;                         /* calls without a name */
  guint64 n_sums;                             /* events that summarise others */
  guint64 n_others[CYAN_TRACE_EVENT_N_KINDS]; /* events that are not calls */
  guint64 n_negative;                         /* negative durations */
  gboolean overflowed;                        /* the recorder reports lost calls */
} Reader;

static gboolean
read_time (Reader *self, const char *key, gint64 *ns, GError **error)
{
  CyanJsonToken token = cyan_json_next (self->json, error);

  if (token == CYAN_JSON_ERROR)
    return FALSE;
  if (token != CYAN_JSON_NUMBER
      && (token != CYAN_JSON_STRING
          || !cyan_trace_event_is_number (self->json->text, self->json->length)))
    return cyan_json_fail (self->json, error, _ ("\"%s\" is not a number"), key);
  /* Reads microseconds.  A double, with 53 bits, cannot hold the nanoseconds since 1970. */
  if (!cyan_json_scaled (self->json, 3, ns) || *ns > CYAN_TIMELINE_MAX || *ns < -CYAN_TIMELINE_MAX)
    return cyan_json_fail (self->json, error, _ ("\"%s\" is out of range"), key);
  return TRUE;
}

static gboolean
read_text (Reader *self, const char *key, GString *text, GError **error)
{
  CyanJsonToken token = cyan_json_next (self->json, error);

  if (token == CYAN_JSON_ERROR)
    return FALSE;
  if (token != CYAN_JSON_STRING)
    return cyan_json_fail (self->json, error, _ ("\"%s\" is not a string"), key);
  g_string_truncate (text, 0);
  g_string_append_len (text, self->json->text, (gssize) self->json->length);
  return TRUE;
}

/* Reads a process or thread: a number, or the text that some programs write. */
static gboolean
read_part (Reader *self, const char *key, Part *last, guint32 *number, GError **error)
{
  CyanJsonToken token = cyan_json_next (self->json, error);
  const char *text = self->json->text;
  gsize length = self->json->length;

  if (token == CYAN_JSON_ERROR)
    return FALSE;
  if (token != CYAN_JSON_NUMBER && token != CYAN_JSON_STRING)
    return cyan_json_fail (self->json, error, _ ("\"%s\" is neither a number nor a string"), key);
  if (length != last->text->len || memcmp (text, last->text->str, length) != 0)
    {
      g_string_truncate (last->text, 0);
      g_string_append_len (last->text, text, (gssize) length);
      last->number = cyan_strings_add (self->parts, text, (gssize) length);
    }
  *number = last->number;
  return TRUE;
}

static gboolean
read_phase (Reader *self, GError **error)
{
  CyanJsonToken token = cyan_json_next (self->json, error);

  if (token == CYAN_JSON_ERROR)
    return FALSE;
  if (token != CYAN_JSON_STRING || self->json->length != 1)
    return cyan_json_fail (self->json, error, _ ("\"ph\" is not one letter"));
  self->phase = self->json->text[0];
  return TRUE;
}

/* Skips the value of a key, or all values if none is used. */
static gboolean
skip_value (Reader *self, GError **error)
{
  return cyan_json_skip (self->json, cyan_json_next (self->json, error), error);
}

static gboolean
read_category (Reader *self, GError **error)
{
  CyanJsonToken token = cyan_json_next (self->json, error);

  if (token != CYAN_JSON_STRING)
    return cyan_json_skip (self->json, token, error);
  g_string_append_len (self->category, self->json->text, (gssize) self->json->length);
  return TRUE;
}

/* Reads an event's arguments: labels, details, and the signs of a summary. */
static gboolean
read_args (Reader *self, GError **error)
{
  CyanJsonToken token = cyan_json_next (self->json, error);

  if (token != CYAN_JSON_OBJECT)
    return cyan_json_skip (self->json, token, error);
  while ((token = cyan_json_next (self->json, error)) == CYAN_JSON_KEY)
    {
      GString *text = cyan_json_is (self->json, "name")     ? self->label
                      : cyan_json_is (self->json, "detail") ? self->detail
                                                            : NULL;

      self->has_average |= cyan_json_is (self->json, "avg ms");
      token = cyan_json_next (self->json, error);
      if (text != NULL && token == CYAN_JSON_STRING)
        {
          g_string_truncate (text, 0);
          g_string_append_len (text, self->json->text, (gssize) self->json->length);
        }
      else if (!cyan_json_skip (self->json, token, error))
        return FALSE;
    }
  return token == CYAN_JSON_OBJECT_END;
}

static guint
known_key (const CyanJson *json)
{
  switch (json->length)
    {
    case 2:
      return cyan_json_is (json, "ph") ? SEEN_PH : cyan_json_is (json, "ts") ? SEEN_TS : 0;
    case 3:
      return cyan_json_is (json, "pid")   ? SEEN_PID
             : cyan_json_is (json, "tid") ? SEEN_TID
             : cyan_json_is (json, "dur") ? SEEN_DUR
             : cyan_json_is (json, "cat") ? SEEN_CAT
                                          : 0;
    case 4:
      return cyan_json_is (json, "name") ? SEEN_NAME : cyan_json_is (json, "args") ? SEEN_ARGS : 0;
    default:
      return 0;
    }
}

static gboolean
read_member (Reader *self, GError **error)
{
  guint key = known_key (self->json);

  if (key == 0 ? cyan_json_seen (self->json, self->odd_keys) : (self->seen & key) != 0)
    return cyan_json_fail (self->json, error, _ ("the same key twice"));
  self->seen |= key;
  switch (key)
    {
    case SEEN_PH:
      return read_phase (self, error);
    case SEEN_TS:
      return read_time (self, "ts", &self->time, error);
    case SEEN_DUR:
      return read_time (self, "dur", &self->length, error);
    case SEEN_NAME:
      return read_text (self, "name", self->name, error);
    case SEEN_PID:
      return read_part (self, "pid", &self->last_pid, &self->pid, error);
    case SEEN_TID:
      return read_part (self, "tid", &self->last_tid, &self->tid, error);
    case SEEN_ARGS:
      return read_args (self, error);
    case SEEN_CAT:
      return read_category (self, error);
    default:
      return skip_value (self, error);
    }
}

static void
add_label (GPtrArray *labels, const char *text)
{
  if (*text == '\0' || labels->len == MAX_LABELS)
    return;
  for (guint i = 0; i < labels->len; i++)
    if (strcmp (g_ptr_array_index (labels, i), text) == 0)
      return;
  g_ptr_array_add (labels, g_strdup (text));
}

static guint
thread_of_event (Reader *self)
{
  return cyan_timeline_thread (self->timeline, (guint64) self->pid << 32 | self->tid);
}

/* The name of the call that the current event is or begins. */
static CyanStr
name_of_call (Reader *self)
{
  if (!(self->seen & SEEN_NAME))
    {
      g_string_assign (self->name, "(anonymous)");
      self->n_nameless++;
    }
  /* An event of clang without a category: adds what clang reads or instantiates. */
  if (self->phase == 'X' && self->detail->len > 0 && self->category->len == 0)
    g_string_append_printf (self->name, " %s", self->detail->str);
  return cyan_strings_add (self->strings, self->name->str, (gssize) self->name->len);
}

static void
handle_end (Reader *self, guint thread)
{
  if (self->name->len == 0)
    cyan_timeline_end (self->timeline, thread, self->time);
  else
    cyan_timeline_end_text (self->timeline, thread, self->time, self->name->str, self->name->len);
}

static void
handle_complete (Reader *self, guint thread)
{
  gboolean is_open = !(self->seen & SEEN_DUR);

  if (self->n_slices++ == 0)
    cyan_input_set_share (self->json->input, READING_SHARE);
  self->n_open += is_open;
  self->n_negative += !is_open && self->length < 0;
  cyan_timeline_slice (self->timeline, thread, self->time,
                       is_open ? CYAN_TIMELINE_OPEN : MAX (self->length, 0), name_of_call (self));
}

/* Prefixes @limit with the file and event, and takes it. */
static gboolean
limit_reached (Reader *self, GError *limit, GError **error)
{
  g_propagate_prefixed_error (error, limit, _ ("%s: event %" PRIu64 ": "),
                              cyan_input_name (self->json->input), self->json->item_number);
  return FALSE;
}

static gboolean
sums_up (const Reader *self)
{
  const CyanTraceEventSigns signs = {
    .name = self->name->str,
    .category = self->category->str,
    .process = self->seen & SEEN_PID ? cyan_strings_get (self->parts, self->pid) : "",
    .has_average = self->has_average,
  };

  return cyan_trace_event_sums_up (&signs);
}

/* Handles an event that is not a call. */
static void
handle_other (Reader *self)
{
  if (self->phase != 'M')
    {
      self->n_others[cyan_trace_event_kind (self->phase)]++;
      if (self->seen & SEEN_TS)
        cyan_timeline_extend (self->timeline, thread_of_event (self), self->time);
    }
  else if (strcmp (self->name->str, "process_name") == 0)
    add_label (self->processes, self->label->str);
  else if (strcmp (self->name->str, "thread_name") == 0)
    add_label (self->threads, self->label->str);
}

/* Handles the event that was just read. */
static gboolean
handle_event (Reader *self, GError **error)
{
  guint thread;
  GError *limit = NULL;

  if (strchr ("BEX", self->phase) == NULL)
    {
      handle_other (self);
      return TRUE;
    }
  if (self->phase == 'X' && sums_up (self))
    {
      self->n_sums++;
      return TRUE;
    }
  if (!(self->seen & SEEN_TS))
    return cyan_json_fail (self->json, error, _ ("a \"%c\" event without \"ts\""), self->phase);
  self->n_calls++;
  thread = thread_of_event (self);
  if (self->phase == 'B')
    return cyan_timeline_begin (self->timeline, thread, self->time, name_of_call (self), &limit)
           || limit_reached (self, limit, error);
  if (self->phase == 'E')
    handle_end (self, thread);
  else
    handle_complete (self, thread);
  return TRUE;
}

static gboolean
read_event (Reader *self, GError **error)
{
  CyanJsonToken token;

  self->seen = 0;
  self->pid = self->tid = 0;
  g_string_truncate (self->name, 0);
  g_string_truncate (self->category, 0);
  g_string_truncate (self->label, 0);
  g_string_truncate (self->detail, 0);
  self->has_average = FALSE;
  cyan_json_forget (self->json, self->odd_keys);

  while ((token = cyan_json_next (self->json, error)) == CYAN_JSON_KEY)
    if (!read_member (self, error))
      return FALSE;
  if (token == CYAN_JSON_ERROR)
    return FALSE;
  /* Some programs write "{}" after their last comma. */
  if (self->seen == 0 && g_hash_table_size (self->odd_keys) == 0)
    return TRUE;
  if (!(self->seen & SEEN_PH))
    return cyan_json_fail (self->json, error, _ ("there is no \"ph\" in it"));
  return handle_event (self, error);
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
      if (!read_event (self, error))
        return FALSE;
    }
  self->json->item = NULL;
  return TRUE;
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
      gboolean ok;

      if (cyan_json_seen (self->json, seen))
        return cyan_json_fail (self->json, error, _ ("the same key twice"));
      if (cyan_json_is (self->json, "traceEvents"))
        {
          token = cyan_json_next (self->json, error);
          if (token == CYAN_JSON_ERROR)
            return FALSE;
          if (token != CYAN_JSON_ARRAY)
            return cyan_json_fail (self->json, error, _ ("\"traceEvents\" is not an array"));
          has_events = TRUE;
          ok = read_events (self, error);
        }
      else if (cyan_json_is (self->json, "metadata"))
        ok = cyan_trace_event_read_metadata (self->json, self->builder, "", &self->overflowed,
                                             error);
      else if (cyan_json_is (self->json, "viztracer_metadata"))
        ok = cyan_trace_event_read_metadata (self->json, self->builder, "VizTracer ",
                                             &self->overflowed, error);
      else
        ok = skip_value (self, error);
      if (!ok)
        return FALSE;
    }
  if (token == CYAN_JSON_ERROR)
    return FALSE;
  if (!has_events)
    return cyan_json_fail (self->json, error, _ ("there is no \"traceEvents\" in the object"));
  return TRUE;
}

static gboolean
read_all (Reader *self, GError **error)
{
  CyanJsonToken token = cyan_json_next (self->json, error);

  if (token == CYAN_JSON_ERROR)
    return FALSE;
  self->json->may_be_open = TRUE;
  if (token == CYAN_JSON_OBJECT ? !read_object (self, error)
                                : token == CYAN_JSON_ARRAY && !read_events (self, error))
    return FALSE;
  if (token != CYAN_JSON_OBJECT && token != CYAN_JSON_ARRAY)
    return cyan_json_fail (self->json, error, _ ("neither an object nor an array"));
  if (!self->json->was_open && cyan_json_next (self->json, error) == CYAN_JSON_ERROR)
    return FALSE;
  if (self->n_calls == 0)
    return cyan_json_fail (self->json, error, _ ("no \"B\", \"E\" or \"X\" event, so no calls"));
  return TRUE;
}

static void
set_labels (Reader *self, const char *key, GPtrArray *labels)
{
  g_autofree char *joined = NULL;

  if (labels->len == 0)
    return;
  g_ptr_array_add (labels, NULL);
  joined = g_strjoinv (", ", (char **) labels->pdata);
  cyan_profile_builder_set_meta (self->builder, key, joined);
}

static gboolean
finish (Reader *self, GError **error)
{
  CyanTick tick = cyan_input_tick_after (self->json->input);
  GError *failure = NULL;

  if (!cyan_timeline_finish (self->timeline, &tick, &failure))
    {
      if (!cyan_error_is_cancelled (failure))
        g_prefix_error (&failure, "%s: ", cyan_input_name (self->json->input));
      g_propagate_error (error, failure);
      return FALSE;
    }
  if (self->json->was_open)
    cyan_profile_builder_warn (self->builder,
                               _ ("the list of events has no end: the file may have been cut"));
  cyan_trace_event_note_others (self->builder, self->n_others);
  if (self->n_sums > 0)
    cyan_profile_builder_warn (
        self->builder,
        ngettext (
            "%'" PRIu64 " event that sums up others was left out, so that nothing counts twice",
            "%'" PRIu64 " events that sum up others were left out, so that nothing counts twice",
            self->n_sums),
        self->n_sums);
  if (self->overflowed)
    cyan_profile_builder_warn (
        self->builder, _ ("the recorder ran out of room, so that the first calls are missing"));
  if (self->n_nameless > 0)
    cyan_profile_builder_warn (
        self->builder,
        ngettext ("%'" PRIu64 " call has no name and is called (anonymous)",
                  "%'" PRIu64 " calls have no name and are called (anonymous)", self->n_nameless),
        self->n_nameless);
  if (self->n_open > 0)
    cyan_profile_builder_warn (
        self->builder,
        ngettext ("%'" PRIu64
                  " call has no length and ends with the one around it or with its thread",
                  "%'" PRIu64
                  " calls have no length and end with the one around them or with their thread",
                  self->n_open),
        self->n_open);
  if (self->n_negative > 0)
    cyan_profile_builder_warn (self->builder,
                               ngettext ("%'" PRIu64 " call of negative length was taken as 0",
                                         "%'" PRIu64 " calls of negative length were taken as 0",
                                         self->n_negative),
                               self->n_negative);
  set_labels (self, "process", self->processes);
  set_labels (self, "threads", self->threads);
  return TRUE;
}

static gboolean
trace_event_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  Reader reader = { .builder = builder, .strings = cyan_profile_builder_strings (builder) };
  gboolean ok;

  reader.json = cyan_json_new (input);
  reader.timeline = cyan_timeline_new (builder);
  cyan_timeline_set_split (reader.timeline, cyan_trace_event_split);
  reader.parts = cyan_strings_new ();
  reader.last_pid.text = g_string_new (NULL);
  reader.last_tid.text = g_string_new (NULL);
  reader.name = g_string_new (NULL);
  reader.category = g_string_new (NULL);
  reader.label = g_string_new (NULL);
  reader.detail = g_string_new (NULL);
  reader.odd_keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  reader.processes = g_ptr_array_new_with_free_func (g_free);
  reader.threads = g_ptr_array_new_with_free_func (g_free);
  cyan_profile_builder_set_recording (builder, CYAN_RECORDING_EXACT, 0);

  ok = read_all (&reader, error) && finish (&reader, error);

  cyan_json_free (reader.json);
  cyan_timeline_free (reader.timeline);
  cyan_strings_unref (reader.parts);
  g_string_free (reader.last_pid.text, TRUE);
  g_string_free (reader.last_tid.text, TRUE);
  g_string_free (reader.name, TRUE);
  g_string_free (reader.category, TRUE);
  g_string_free (reader.label, TRUE);
  g_string_free (reader.detail, TRUE);
  g_hash_table_unref (reader.odd_keys);
  g_ptr_array_unref (reader.processes);
  g_ptr_array_unref (reader.threads);
  return ok;
}

static const char *const trace_event_extensions[] = { ".json", NULL };

const CyanFormat cyan_format_trace_event = {
  .name = "trace-event",
  .label = "Chrome trace events",
  .extensions = trace_event_extensions,
  .streams = TRUE,
  .sniff = cyan_trace_event_sniff,
  .read = trace_event_read,
};
