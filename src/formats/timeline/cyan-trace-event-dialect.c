/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dialects of trace events: names with source locations, summaries, events that are left out. */
#include "cyan-trace-event.h"

#include "cyan-i18n.h"

#include <string.h>

/* Translators: events of a trace, such as "flows 2, counters 5". */
static const char *const kind_names[CYAN_TRACE_EVENT_N_KINDS] = {
  [CYAN_TRACE_EVENT_ASYNCHRONOUS] = N_ ("asynchronous"),
  [CYAN_TRACE_EVENT_FLOW] = N_ ("flows"),
  [CYAN_TRACE_EVENT_COUNTER] = N_ ("counters"),
  [CYAN_TRACE_EVENT_INSTANT] = N_ ("instants"),
  [CYAN_TRACE_EVENT_SAMPLE] = N_ ("samples"),
  [CYAN_TRACE_EVENT_OTHER] = N_ ("others"),
};

static gsize
count_digits (const char *text, gsize length)
{
  gsize n = 0;

  while (n < length && g_ascii_isdigit (text[n]))
    n++;
  return n;
}

gboolean
cyan_trace_event_is_number (const char *text, gsize length)
{
  const char *end = text + length;
  gsize n;

  if (text < end && *text == '-')
    text++;
  n = count_digits (text, (gsize) (end - text));
  if (n == 0 || (n > 1 && *text == '0'))
    return FALSE;
  text += n;
  if (text < end && *text == '.')
    {
      text++;
      n = count_digits (text, (gsize) (end - text));
      if (n == 0)
        return FALSE;
      text += n;
    }
  if (text < end && (*text == 'e' || *text == 'E'))
    {
      text++;
      if (text < end && (*text == '+' || *text == '-'))
        text++;
      n = count_digits (text, (gsize) (end - text));
      if (n == 0)
        return FALSE;
      text += n;
    }
  return text == end;
}

/* Parses the line number [@text, @end), which must be all digits. */
static gboolean
read_line (const char *text, const char *end, guint32 *line)
{
  guint64 value = 0;

  if (text == end || end - text > 9
      || count_digits (text, (gsize) (end - text)) < (gsize) (end - text))
    return FALSE;
  for (; text < end; text++)
    value = value * 10 + (guint64) (*text - '0');
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

CyanTraceEventKind
cyan_trace_event_kind (char phase)
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

void
cyan_trace_event_note_others (CyanProfileBuilder *builder,
                              const guint64 n_others[CYAN_TRACE_EVENT_N_KINDS])
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
  if (sum > 0)
    cyan_profile_builder_warn (
        builder,
        ngettext ("%'" PRIu64 " event that is not a call was left out (%s)",
                  "%'" PRIu64 " events that are not calls were left out (%s)", sum),
        sum, kinds->str);
}

gboolean
cyan_trace_event_sums_up (const CyanTraceEventSigns *signs)
{
  if (g_str_has_prefix (signs->name, "Total "))
    return signs->has_average;
  return strcmp (signs->category, "Trace") == 0
         && (strcmp (signs->process, "Spans") == 0 || strcmp (signs->process, "Traces") == 0);
}

gboolean
cyan_trace_event_read_metadata (CyanJson *json,
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

/* Whether [@head, @head + @length) contains @key in quotes, followed by a colon and @next; 0: by
 * anything. */
static gboolean
has_key (const char *head, gsize length, const char *key, char next)
{
  gsize size = strlen (key);
  const char *end = head + length;

  for (const char *at = head; (at = memmem (at, (gsize) (end - at), key, size)) != NULL;)
    {
      at += size;
      while (at < end && g_ascii_isspace (*at))
        at++;
      if (at == end || *at++ != ':')
        continue;
      while (at < end && g_ascii_isspace (*at))
        at++;
      if (at < end && (*at == next || next == 0))
        return TRUE;
    }
  return FALSE;
}

/* Whether it is a trace whose events come after much else: the metadata of Chrome's developer tools,
 * or samples. */
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

int
cyan_trace_event_sniff (const char *head, gsize length)
{
  gsize at = 0;

  while (at < length && g_ascii_isspace (head[at]))
    at++;
  if (at == length)
    return 0;
  if (head[at] == '{')
    return has_key (head, length, "\"traceEvents\"", '[') ? 90
           : is_long_head (head, length)                  ? 80
                                                          : 0;
  if (head[at] != '[')
    return 0;
  for (at++; at < length && g_ascii_isspace (head[at]); at++)
    ;
  return at < length && head[at] == '{' && has_key (head, length, "\"ph\"", '"') ? 90 : 0;
}
