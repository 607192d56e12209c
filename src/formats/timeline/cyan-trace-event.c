/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The members of an event, and those of its arguments that somebody uses; names of dialects, which
 * have source locations in them. */
#include "cyan-trace-event.h"

#include "cyan-i18n.h"
#include "cyan-line.h"
#include "cyan-timeline.h"

#include <string.h>

/* Goes past the next character if it is one of @characters. */
static gboolean
take (CyanLine *line, const char *characters)
{
  gboolean is_next = line->at < line->end && strchr (characters, *line->at) != NULL;

  line->at += is_next;
  return is_next;
}

gboolean
cyan_trace_event_is_number (const char *text, gsize length)
{
  CyanLine line = { text, text + length };
  gboolean ok;
  gsize n;

  take (&line, "-");
  n = cyan_line_digits (&line);
  ok = n > 0 && (n == 1 || line.at[-(gssize) n] != '0');
  if (ok && take (&line, "."))
    ok = cyan_line_digits (&line) > 0;
  if (ok && take (&line, "eE"))
    {
      take (&line, "+-");
      ok = cyan_line_digits (&line) > 0;
    }
  return ok && line.at == line.end;
}

/* Parses the line number [@text, @end), which must be all digits. */
static gboolean
read_line (const char *text, const char *end, guint32 *line)
{
  guint64 value;

  if (end - text > 9 || !cyan_parse_uint64 (text, (gsize) (end - text), &value))
    return FALSE;
  *line = (guint32) value;
  return TRUE;
}

/* Whether [@text, @end) is a file name of Python, including "<string>" and "<frozen os>". */
static gboolean
is_file (const char *text, const char *end)
{
  gsize length = (gsize) (end - text);

  return length > 0
         && (*text == '<' || memchr (text, '/', length) != NULL
             || memchr (text, '\\', length) != NULL
             || (length > 3 && memcmp (end - 3, ".py", 3) == 0));
}

static gboolean
set_function (CyanStrings *strings,
              CyanFunction *function,
              const char *name,
              const char *name_end,
              const char *file,
              const char *file_end)
{
  function->name = cyan_strings_add (strings, name, name_end - name);
  function->file = cyan_strings_add (strings, file, file_end - file);
  return TRUE;
}

/* Splits "name (file:line)". */
static gboolean
split_viztracer (CyanStrings *strings, const char *text, gsize length, CyanFunction *function)
{
  const char *end = text + length - 1;
  const char *open = strstr (text, " ("), *colon;

  if (open == NULL || open == text || *end != ')')
    return FALSE;
  colon = memrchr (open, ':', (gsize) (end - open));
  if (colon == NULL || !read_line (colon + 1, end, &function->line) || !is_file (open + 2, colon))
    return FALSE;
  return set_function (strings, function, text, open, open + 2, colon);
}

/* Splits "file(line): name". */
static gboolean
split_pytorch (CyanStrings *strings, const char *text, gsize length, CyanFunction *function)
{
  const char *close = strstr (text, "): "), *open;

  if (close == NULL || close + 3 == text + length)
    return FALSE;
  open = memrchr (text, '(', (gsize) (close - text));
  if (open == NULL || !read_line (open + 1, close, &function->line) || !is_file (text, open))
    return FALSE;
  return set_function (strings, function, close + 3, text + length, text, open);
}

gboolean
cyan_trace_event_split_hermes (CyanStrings *strings,
                               const char *text,
                               gsize length,
                               CyanFunction *function)
{
  const char *open = strrchr (text, '('), *end, *column, *line;
  guint32 number;

  if (open == NULL || open == text || text[length - 1] != ')')
    return FALSE;
  end = text + length - 1;
  column = memrchr (open, ':', (gsize) (end - open));
  if (column == NULL || !read_line (column + 1, end, &number))
    return FALSE;
  line = memrchr (open, ':', (gsize) (column - open));
  if (line == NULL || line == open + 1 || !read_line (line + 1, column, &function->line))
    return FALSE;
  return set_function (strings, function, text, open, open + 1, line);
}

gboolean
cyan_trace_event_split (CyanStrings *strings, CyanStr name, CyanFunction *function)
{
  const char *text = cyan_strings_get (strings, name);
  gsize length = strlen (text);

  return length > 0
         && (split_viztracer (strings, text, length, function)
             || split_pytorch (strings, text, length, function));
}

CyanTraceEvent *
cyan_trace_event_new (CyanScratch *scratch, CyanProfileBuilder *builder, CyanJsonWalk *walk)
{
  CyanTraceEvent *self = cyan_scratch_own (scratch, g_new0 (CyanTraceEvent, 1), g_free);

  self->walk = walk;
  self->json = walk->json;
  self->parts =
      cyan_scratch_own (scratch, cyan_strings_new (), (GDestroyNotify) cyan_strings_unref);
  self->last_pid.text = cyan_scratch_text (scratch);
  self->last_tid.text = cyan_scratch_text (scratch);
  self->odd_keys = cyan_scratch_table (scratch, g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (self->texts); i++)
    self->texts[i] = cyan_scratch_text (scratch);
  self->sample = cyan_v8_profile_new (scratch, builder, walk);
  return self;
}

static inline void
empty (GString *text)
{
  text->len = 0;
  text->str[0] = '\0';
}

static void
forget_args (CyanTraceEvent *self)
{
  empty (self->label);
  empty (self->detail);
  empty (self->url);
  empty (self->line);
  self->has_average = self->is_hermes = FALSE;
  cyan_v8_profile_forget (self->sample);
}

static void
forget (CyanTraceEvent *self)
{
  if (self->seen & CYAN_TRACE_EVENT_ARGS)
    forget_args (self);
  self->seen = self->keys = 0;
  self->has_null_time = FALSE;
  self->pid = self->tid = CYAN_STR_EMPTY;
  empty (self->name);
  empty (self->category);
  empty (self->id);
  cyan_json_forget (self->json, self->odd_keys);
}

/* Sets @text to the last string or number. */
static void
keep_text (const CyanJson *json, GString *text)
{
  g_string_truncate (text, 0);
  g_string_append_len (text, json->text, (gssize) json->length);
}

static gboolean
is_time (const CyanJson *json, CyanJsonToken token)
{
  return token == CYAN_JSON_NUMBER
         || (token == CYAN_JSON_STRING && cyan_trace_event_is_number (json->text, json->length));
}

/* Reads the last token, microseconds, into nanoseconds.  A double, with 53 bits, cannot hold the
 * nanoseconds since 1970. */
static gboolean
take_time (const CyanJson *json, gint64 *ns)
{
  return cyan_json_scaled (json, 3, ns) && ABS (*ns) <= CYAN_TIMELINE_MAX;
}

/* Reads the whole microseconds of the last token, which has no exponent.  Returns what follows
 * them, NULL if they are no number of at most 63 bits. */
static const char *
take_whole (const CyanJson *json, guint64 *us)
{
  CyanLine rest = { json->text, json->text + json->length };
  gsize n = cyan_line_digits (&rest);

  return cyan_parse_uint64 (json->text, n, us) && *us <= G_MAXINT64
                 && (rest.at == rest.end || *rest.at == '.')
             ? rest.at
             : NULL;
}

/* Reads the last token as the nanoseconds since self->origin. */
static gboolean
take_distance (const CyanTraceEvent *self, gint64 *ns)
{
  const char *end = self->json->text + self->json->length, *at;
  guint64 us;
  gint64 distance;

  at = take_whole (self->json, &us);
  if (at == NULL)
    return FALSE;
  distance = (gint64) us - self->origin;
  if (ABS (distance) > CYAN_TIMELINE_MAX / 1000)
    return FALSE;
  *ns = distance * 1000;
  for (gint64 unit = 100; unit > 0 && at < end && ++at < end; unit /= 10)
    *ns += (*at - '0') * unit;
  return TRUE;
}

gboolean
cyan_trace_event_read_time (CyanTraceEvent *self, CyanJsonToken token, gint64 *ns, GError **error)
{
  guint64 us;

  if (token == CYAN_JSON_ERROR)
    return FALSE;
  if (!is_time (self->json, token))
    return cyan_json_fail (self->json, error, _ ("\"%s\" is not a number"), "ts");
  /* The first time of a clock that counts from long ago is where this trace begins. */
  if (!self->has_time && !take_time (self->json, ns) && take_whole (self->json, &us) != NULL)
    self->origin = (gint64) us;
  self->has_time = TRUE;
  return (self->origin > 0 ? take_distance (self, ns) : take_time (self->json, ns))
         || cyan_json_fail (self->json, error, _ ("\"%s\" is out of range"), "ts");
}

static gboolean
read_length (CyanTraceEvent *self, CyanJsonToken token, GError **error)
{
  if (!is_time (self->json, token))
    return cyan_json_fail (self->json, error, _ ("\"%s\" is not a number"), "dur");
  return take_time (self->json, &self->length)
         || cyan_json_fail (self->json, error, _ ("\"%s\" is out of range"), "dur");
}

static gboolean
read_text (
    CyanTraceEvent *self, CyanJsonToken token, const char *key, GString *text, GError **error)
{
  if (token != CYAN_JSON_STRING)
    return cyan_json_fail (self->json, error, _ ("\"%s\" is not a string"), key);
  keep_text (self->json, text);
  return TRUE;
}

/* Reads a process or thread: a number, or the text that some programs write. */
gboolean
cyan_trace_read_part (CyanTraceEvent *self,
                      CyanJsonToken token,
                      const char *key,
                      CyanTracePart *last,
                      CyanStr *number,
                      GError **error)
{
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
read_phase (CyanTraceEvent *self, CyanJsonToken token, GError **error)
{
  if (token != CYAN_JSON_STRING || self->json->length != 1)
    return cyan_json_fail (self->json, error, _ ("\"ph\" is not one letter"));
  self->phase = self->json->text[0];
  return TRUE;
}

/* Reads a value into @text if it is a string or a number. */
static gboolean
read_loose_text (CyanTraceEvent *self, CyanJsonToken token, GString *text, GError **error)
{
  if (token != CYAN_JSON_STRING && token != CYAN_JSON_NUMBER)
    return cyan_json_skip (self->json, token, error);
  keep_text (self->json, text);
  return TRUE;
}

/* Reads "cpuProfile" or "timeDeltas", which may be in it or beside it. */
static gboolean
read_data_member (CyanTraceEvent *self, GError **error)
{
  static const CyanJsonMember members[] = {
    { "nodes", cyan_v8_read_node, .each = TRUE, .or_null = TRUE },
    { CYAN_V8_SAMPLES },
    { "timeDeltas", cyan_v8_read_deltas, .or_null = TRUE },
  };
  gboolean is_profile = cyan_json_is (self->json, "cpuProfile");
  gboolean is_deltas = cyan_json_is (self->json, "timeDeltas");
  CyanJsonToken token = cyan_json_next (self->json, error);

  if (is_profile && token == CYAN_JSON_OBJECT)
    return cyan_json_walk_object (self->walk, token, members, G_N_ELEMENTS (members), self->sample,
                                  error);
  if (is_deltas && token == CYAN_JSON_ARRAY)
    return cyan_v8_read_deltas (self->walk, token, self->sample, error);
  return cyan_json_skip (self->json, token, error);
}

/* Reads the "data" of the arguments, which holds a part of a CPU profile in Chrome's traces. */
static gboolean
read_data (CyanTraceEvent *self, GError **error)
{
  CyanJsonToken token = cyan_json_next (self->json, error);

  if (token != CYAN_JSON_OBJECT)
    return cyan_json_skip (self->json, token, error);
  while ((token = cyan_json_next (self->json, error)) == CYAN_JSON_KEY)
    if (!read_data_member (self, error))
      return FALSE;
  return token == CYAN_JSON_OBJECT_END;
}

/* Where the argument whose key was just read belongs, or NULL; notes signs of dialects. */
static GString *
argument (CyanTraceEvent *self)
{
  switch (self->json->length)
    {
    case 3:
      return cyan_json_is (self->json, "url") ? self->url : NULL;
    case 4:
      return cyan_json_is (self->json, "name")   ? self->label
             : cyan_json_is (self->json, "line") ? self->line
                                                 : NULL;
    case 6:
      self->has_average |= cyan_json_is (self->json, "avg ms");
      return cyan_json_is (self->json, "detail") ? self->detail : NULL;
    case 13:
      self->is_hermes |= cyan_json_is (self->json, "allocatedName");
      return NULL;
    default:
      return NULL;
    }
}

static gboolean
read_args (CyanTraceEvent *self, CyanJsonToken token, GError **error)
{
  if (token != CYAN_JSON_OBJECT)
    return cyan_json_skip (self->json, token, error);
  while ((token = cyan_json_next (self->json, error)) == CYAN_JSON_KEY)
    {
      GString *text = argument (self);
      gboolean ok;

      if (text != NULL)
        ok = read_loose_text (self, cyan_json_next (self->json, error), text, error);
      else if (cyan_json_is (self->json, "data"))
        ok = read_data (self, error);
      else
        ok = cyan_json_skip (self->json, cyan_json_next (self->json, error), error);
      if (!ok)
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
      return cyan_json_is (json, "ph")   ? CYAN_TRACE_EVENT_PH
             : cyan_json_is (json, "ts") ? CYAN_TRACE_EVENT_TS
             : cyan_json_is (json, "id") ? CYAN_TRACE_EVENT_ID
                                         : 0;
    case 3:
      return cyan_json_is (json, "pid")   ? CYAN_TRACE_EVENT_PID
             : cyan_json_is (json, "tid") ? CYAN_TRACE_EVENT_TID
             : cyan_json_is (json, "dur") ? CYAN_TRACE_EVENT_DUR
             : cyan_json_is (json, "cat") ? CYAN_TRACE_EVENT_CAT
                                          : 0;
    case 4:
      return cyan_json_is (json, "name")   ? CYAN_TRACE_EVENT_NAME
             : cyan_json_is (json, "args") ? CYAN_TRACE_EVENT_ARGS
                                           : 0;
    default:
      return 0;
    }
}

/* Reads the value of a known @key that is not null. */
static gboolean
read_known (CyanTraceEvent *self, guint key, CyanJsonToken token, GError **error)
{
  switch (key)
    {
    case CYAN_TRACE_EVENT_PH:
      return read_phase (self, token, error);
    case CYAN_TRACE_EVENT_TS:
      return cyan_trace_event_read_time (self, token, &self->time, error);
    case CYAN_TRACE_EVENT_DUR:
      return read_length (self, token, error);
    case CYAN_TRACE_EVENT_NAME:
      return read_text (self, token, "name", self->name, error);
    case CYAN_TRACE_EVENT_PID:
      return cyan_trace_read_part (self, token, "pid", &self->last_pid, &self->pid, error);
    case CYAN_TRACE_EVENT_TID:
      return cyan_trace_read_part (self, token, "tid", &self->last_tid, &self->tid, error);
    case CYAN_TRACE_EVENT_ARGS:
      return read_args (self, token, error);
    case CYAN_TRACE_EVENT_CAT:
      return read_loose_text (self, token, self->category, error);
    default:
      return read_loose_text (self, token, self->id, error);
    }
}

/* Reads a member; one that is null is as if it were not there. */
static gboolean
read_member (CyanTraceEvent *self, GError **error)
{
  guint key = known_key (self->json);
  gboolean is_twice =
      key == 0 ? cyan_json_seen (self->json, self->odd_keys) : (self->keys & key) != 0;
  CyanJsonToken token = cyan_json_next (self->json, error);

  self->keys |= key;
  self->n_twice += is_twice;
  if (key == 0 || token == CYAN_JSON_ERROR)
    return cyan_json_skip (self->json, token, error);
  if (is_twice && key == CYAN_TRACE_EVENT_ARGS)
    forget_args (self);
  if (key == CYAN_TRACE_EVENT_TS)
    self->has_null_time = token == CYAN_JSON_NULL;
  self->seen &= ~key;
  if (token == CYAN_JSON_NULL)
    return TRUE;
  self->seen |= key;
  return read_known (self, key, token, error);
}

gboolean
cyan_trace_event_read (CyanTraceEvent *self, GError **error)
{
  CyanJsonToken token;

  forget (self);
  while ((token = cyan_json_next (self->json, error)) == CYAN_JSON_KEY)
    if (!read_member (self, error))
      return FALSE;
  if (token == CYAN_JSON_ERROR)
    return FALSE;
  /* Some programs write "{}" after their last comma. */
  self->is_empty = self->keys == 0 && g_hash_table_size (self->odd_keys) == 0;
  if (!self->is_empty && !(self->seen & CYAN_TRACE_EVENT_PH))
    return cyan_json_fail (self->json, error, _ ("there is no \"ph\" in it"));
  return TRUE;
}
