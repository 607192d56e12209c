/* SPDX-License-Identifier: GPL-3.0-or-later */
/* "B" and "E", "X", and clang's "b" and "e" become calls. */
#include "cyan-trace-event.h"

#include "cyan-i18n.h"
#include "cyan-notes.h"

#include <string.h>

/* The share of reading in the whole work if complete events must be nested afterwards. */
#define READING_SHARE 0.8

/* Open source files that are looked through for the beginning of one: clang includes at most 200
 * deep. */
#define MAX_SOURCES 256

/* Translators: events of a trace, such as "flows 2, counters 5". */
static const char *const kind_names[CYAN_TRACE_EVENT_N_KINDS] = {
  [CYAN_TRACE_EVENT_ASYNCHRONOUS] = N_ ("asynchronous"),
  [CYAN_TRACE_EVENT_FLOW] = N_ ("flows"),
  [CYAN_TRACE_EVENT_COUNTER] = N_ ("counters"),
  [CYAN_TRACE_EVENT_INSTANT] = N_ ("instants"),
  [CYAN_TRACE_EVENT_SAMPLE] = N_ ("samples"),
  [CYAN_TRACE_EVENT_OTHER] = N_ ("others"),
};

/* The beginning of reading a source file. */
typedef struct
{
  guint thread;
  gint64 time;
  CyanStr name;
} Source;

void
cyan_trace_calls_init (CyanTraceCalls *self, CyanScratch *scratch, CyanProfileBuilder *builder)
{
  *self = (CyanTraceCalls){
    .builder = builder,
    .strings = cyan_profile_builder_strings (builder),
    .timeline = cyan_scratch_own (scratch, cyan_timeline_new (builder, TRUE),
                                  (GDestroyNotify) cyan_timeline_free),
    .sources = cyan_scratch_array (scratch, sizeof (Source)),
    .processes = cyan_scratch_pointers (scratch, g_free),
    .threads = cyan_scratch_pointers (scratch, g_free),
  };
  self->timeline->frames.split = cyan_trace_event_split;
  if (self->timeline->pieces != NULL)
    self->names = cyan_scratch_table (scratch, g_int64_hash, g_int64_equal, g_free, NULL);
}

static guint
thread_of (CyanTraceCalls *self, const CyanTraceEvent *event)
{
  return cyan_timeline_thread (self->timeline, cyan_trace_thread_key (event->pid, event->tid));
}

/* Completes the name of an event that is a call, or ends one. */
static void
complete_name (CyanTraceEvent *event)
{
  if (event->is_hermes && event->url->len > 0 && event->line->len > 0)
    g_string_append_printf (event->name, " (%s:%s)", event->url->str, event->line->str);
}

/* Adds what clang reads or instantiates to its name.  Versions of clang spell the path of a header
 * differently: "/usr/bin/../include/map". */
static void
add_detail (CyanTraceEvent *event)
{
  g_autofree char *path = NULL;

  if (strcmp (event->name->str, "Source") == 0 && g_path_is_absolute (event->detail->str))
    path = g_canonicalize_filename (event->detail->str, NULL);
  g_string_append_printf (event->name, " %s", path != NULL ? path : event->detail->str);
}

/* The name of the call that the event is or begins. */
static CyanStr
name_of_call (CyanTraceCalls *self, CyanTraceEvent *event)
{
  gboolean is_clang = event->phase == 'b' || (event->phase == 'X' && event->category->len == 0);

  if (!(event->seen & CYAN_TRACE_EVENT_NAME))
    {
      g_string_assign (event->name, "(anonymous)");
      self->n_nameless++;
    }
  if (is_clang && event->detail->len > 0)
    add_detail (event);
  return cyan_strings_add (self->strings, event->name->str, (gssize) event->name->len);
}

static void
take_end (CyanTraceCalls *self, const CyanTraceEvent *event, guint thread)
{
  if (event->name->len == 0)
    cyan_timeline_end (self->timeline, thread, event->time);
  else
    cyan_timeline_end_text (self->timeline, thread, event->time, event->name->str,
                            event->name->len);
}

static void
count_slice (CyanTraceCalls *self, const CyanTraceEvent *event)
{
  if (self->n_slices++ == 0)
    cyan_input_set_share (event->json->input, READING_SHARE);
}

static void
take_complete (CyanTraceCalls *self, CyanTraceEvent *event, guint thread)
{
  gboolean is_open = !(event->seen & CYAN_TRACE_EVENT_DUR);

  count_slice (self, event);
  self->n_open += is_open;
  self->n_negative += !is_open && event->length < 0;
  cyan_timeline_slice (self->timeline, thread, event->time,
                       is_open ? CYAN_TIMELINE_OPEN : MAX (event->length, 0),
                       name_of_call (self, event), FALSE);
}

/* The end of a source file that clang 19 or later reads.  It begins and ends while declarations are
 * parsed that are not finished, and so does not nest in them. */
static void
take_source_end (CyanTraceCalls *self, const CyanTraceEvent *event, guint thread)
{
  guint least = self->sources->len - MIN (self->sources->len, MAX_SOURCES);

  for (guint i = self->sources->len; i-- > least;)
    {
      const Source *source = &g_array_index (self->sources, Source, i);

      if (source->thread != thread)
        continue;
      count_slice (self, event);
      cyan_timeline_slice (self->timeline, thread, source->time,
                           MAX (event->time - source->time, 0), source->name, TRUE);
      g_array_remove_index (self->sources, i);
      return;
    }
}

static void
take_source (CyanTraceCalls *self, CyanTraceEvent *event, guint thread)
{
  Source source = { .thread = thread, .time = event->time };

  if (event->phase == 'e')
    {
      take_source_end (self, event, thread);
      return;
    }
  source.name = name_of_call (self, event);
  cyan_charge_append (&event->json->charge, self->sources, source);
}

/* Gives source files without an end the length of their threads. */
static void
end_sources (CyanTraceCalls *self)
{
  for (guint i = 0; i < self->sources->len; i++)
    {
      const Source *source = &g_array_index (self->sources, Source, i);

      self->n_open++;
      cyan_timeline_slice (self->timeline, source->thread, source->time, CYAN_TIMELINE_OPEN,
                           source->name, FALSE);
    }
  g_array_set_size (self->sources, 0);
}

/* Whether it is one of clang's, since 19, among all kinds of asynchronous events. */
static gboolean
is_source (const CyanTraceEvent *event)
{
  return (event->phase == 'b' || event->phase == 'e') && strcmp (event->name->str, "Source") == 0
         && strcmp (event->category->str, "Source") == 0;
}

/* Whether it sums up others, which would count time twice: clang's "Total Frontend" and the like,
 * which have threads of their own, or PyTorch's span of the whole trace. */
static gboolean
sums_up (const CyanTraceEvent *event)
{
  const char *process =
      event->seen & CYAN_TRACE_EVENT_PID ? cyan_strings_get (event->parts, event->pid) : "";

  if (g_str_has_prefix (event->name->str, "Total "))
    return event->has_average;
  return strcmp (event->category->str, "Trace") == 0
         && (strcmp (process, "Spans") == 0 || strcmp (process, "Traces") == 0);
}

static CyanTraceEventKind
kind_of (char phase)
{
  switch (phase)
    {
    case 'b':
    case 'n':
    case 'e':
    case 'S':
    case 'T':
    case 'p':
    case 'F':
      return CYAN_TRACE_EVENT_ASYNCHRONOUS;
    case 's':
    case 't':
    case 'f':
      return CYAN_TRACE_EVENT_FLOW;
    case 'C':
      return CYAN_TRACE_EVENT_COUNTER;
    case 'i':
    case 'I':
    case 'R':
      return CYAN_TRACE_EVENT_INSTANT;
    case 'P':
      return CYAN_TRACE_EVENT_SAMPLE;
    default:
      return CYAN_TRACE_EVENT_OTHER;
    }
}

/* The number of a process as if it were one of its threads. */
#define PROCESS G_MAXUINT32

/* Keeps the name of a thread or process, for the pieces. */
static void
keep_name (CyanTraceCalls *self, const CyanTraceEvent *event, CyanStr tid)
{
  gint64 key = (gint64) cyan_trace_thread_key (event->pid, tid);
  CyanStr name = cyan_strings_add (self->strings, event->label->str, (gssize) event->label->len);

  if (self->names != NULL)
    g_hash_table_insert (self->names, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (name));
}

/* Takes an event that is not a call. */
static void
take_other (CyanTraceCalls *self, const CyanTraceEvent *event)
{
  if (event->phase != 'M')
    {
      self->n_others[kind_of (event->phase)]++;
      if (event->seen & CYAN_TRACE_EVENT_TS)
        cyan_timeline_extend (self->timeline, thread_of (self, event), event->time);
    }
  else if (strcmp (event->name->str, "process_name") == 0)
    {
      cyan_names_add (self->processes, event->label->str);
      keep_name (self, event, PROCESS);
    }
  else if (strcmp (event->name->str, "thread_name") == 0)
    {
      cyan_names_add (self->threads, event->label->str);
      keep_name (self, event, event->tid);
    }
}

/* Prefixes @limit with the file and event, and takes it. */
static gboolean
limit_reached (const CyanTraceEvent *event, GError *limit, GError **error)
{
  g_propagate_prefixed_error (error, limit, _ ("%s: event %" PRIu64 ": "),
                              cyan_input_name (event->json->input), event->json->item_number);
  return FALSE;
}

gboolean
cyan_trace_calls_take (CyanTraceCalls *self, CyanTraceEvent *event, GError **error)
{
  gboolean of_clang = is_source (event);
  guint thread;
  GError *limit = NULL;

  if (strchr ("BEX", event->phase) == NULL && !of_clang)
    {
      take_other (self, event);
      return TRUE;
    }
  if (event->phase == 'X' && sums_up (event))
    {
      self->n_sums++;
      return TRUE;
    }
  if (event->has_null_time)
    {
      self->n_timeless++;
      return TRUE;
    }
  if (!(event->seen & CYAN_TRACE_EVENT_TS))
    return cyan_json_fail (event->json, error, _ ("a \"%c\" event without \"ts\""), event->phase);
  self->n_calls++;
  thread = thread_of (self, event);
  complete_name (event);
  if (event->phase == 'B')
    return cyan_timeline_begin (self->timeline, thread, event->time, name_of_call (self, event),
                                &limit)
           || limit_reached (event, limit, error);
  if (of_clang)
    take_source (self, event, thread);
  else if (event->phase == 'E')
    take_end (self, event, thread);
  else
    take_complete (self, event, thread);
  return TRUE;
}

gboolean
cyan_trace_calls_finish (CyanTraceCalls *self, const CyanTick *tick, GError **error)
{
  end_sources (self);
  return cyan_timeline_finish (self->timeline, tick, error);
}

guint32
cyan_trace_calls_origin (CyanTraceCalls *self, guint64 key)
{
  return cyan_timeline_thread (self->timeline, key);
}

typedef struct
{
  const CyanTraceCalls *calls;
  CyanStrings *parts;
} Origins;

static CyanStr
name_of (const CyanTraceCalls *self, guint64 key)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->names, &key));
}

static CyanStr
part_of (const Origins *self, guint32 part)
{
  return cyan_strings_add (self->calls->strings, cyan_strings_get (self->parts, part), -1);
}

static guint32
origin_of (guint64 key, gpointer data)
{
  const Origins *self = data;
  CyanPieces *pieces = self->calls->timeline->pieces;
  guint32 pid = (guint32) (key >> 32), tid = (guint32) key;
  const CyanPieceLabel labels[] = {
    { cyan_pieces_dimension (pieces, "process"),
      name_of (self->calls, cyan_trace_thread_key (pid, PROCESS)) },
    { cyan_pieces_dimension (pieces, "thread"), name_of (self->calls, key) },
    { cyan_pieces_dimension (pieces, "pid"), part_of (self, pid) },
    { cyan_pieces_dimension (pieces, "tid"), part_of (self, tid) },
  };

  return cyan_pieces_origin (pieces, labels, G_N_ELEMENTS (labels));
}

void
cyan_trace_calls_set_origins (CyanTraceCalls *self, CyanStrings *parts)
{
  Origins origins = { self, parts };

  if (self->names != NULL)
    cyan_timeline_set_origins (self->timeline, origin_of, &origins);
}

/* Adds one note that says how many events of each kind were left out, if any were. */
static void
note_others (CyanProfileBuilder *builder, const guint64 n_others[CYAN_TRACE_EVENT_N_KINDS])
{
  g_autoptr (GString) kinds = g_string_new (NULL);
  guint64 sum = 0;

  for (guint i = 0; i < CYAN_TRACE_EVENT_N_KINDS; i++)
    if (n_others[i] > 0)
      {
        g_string_append_printf (kinds, "%s%s %" G_GUINT64_FORMAT, sum > 0 ? ", " : "",
                                _ (kind_names[i]), n_others[i]);
        sum += n_others[i];
      }
  cyan_profile_builder_warn_n (
      builder, sum, "%'" PRIu64 " event that is not a call was left out (%s)",
      "%'" PRIu64 " events that are not calls were left out (%s)", sum, kinds->str);
}

void
cyan_trace_calls_describe (CyanTraceCalls *self)
{
  note_others (self->builder, self->n_others);
  cyan_profile_builder_warn_n (
      self->builder, self->n_sums,
      "%'" PRIu64 " event that sums up others was left out, so that nothing counts twice",
      "%'" PRIu64 " events that sum up others were left out, so that nothing counts twice",
      self->n_sums);
  cyan_profile_builder_warn_n (
      self->builder, self->n_timeless, "%'" PRIu64 " event whose \"ts\" is null was left out",
      "%'" PRIu64 " events whose \"ts\" is null were left out", self->n_timeless);
  cyan_profile_builder_warn_n (
      self->builder, self->n_nameless, "%'" PRIu64 " call has no name and is called (anonymous)",
      "%'" PRIu64 " calls have no name and are called (anonymous)", self->n_nameless);
  cyan_profile_builder_warn_n (
      self->builder, self->n_open,
      "%'" PRIu64 " call has no length and ends with the one around it or with its thread",
      "%'" PRIu64 " calls have no length and end with the one around them or with their thread",
      self->n_open);
  cyan_profile_builder_warn_n (
      self->builder, self->n_negative, "%'" PRIu64 " call of negative length was taken as 0",
      "%'" PRIu64 " calls of negative length were taken as 0", self->n_negative);
  cyan_names_set (self->processes, self->builder, "process");
  cyan_names_set (self->threads, self->builder, "threads");
}
