/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Parses the header line of a sample of `perf script`.
 *
 * Names of commands and events may contain spaces, digits and colons.  So the time is found first,
 * because nothing else looks like it, and the line is parsed from there in both directions.
 */
#include "cyan-number.h"
#include "cyan-perf.h"

/* perf pads a period to this width, and a thread to a smaller one. */
#define PERIOD_WIDTH 10

/* Whether the text is "3530.106057:", with micro- or nanoseconds. */
static gboolean
is_time (const char *at, const char *end)
{
  CyanLine line = { at, end };

  return cyan_line_digits (&line) > 0 && line.at < end && *line.at++ == '.'
         && cyan_line_digits (&line) > 2 && line.at + 1 == end && *line.at == ':';
}

/* The nanoseconds of such a text. */
static gint64
read_time (const char *at, const char *end)
{
  const char *point = memchr (at, '.', (gsize) (end - at));
  gint64 unit = 1000000000, part = 0;
  guint64 seconds;

  if (!cyan_parse_uint64 (at, (gsize) (point - at), &seconds))
    return 0;
  for (at = point + 1; at < end && g_ascii_isdigit (*at) && unit > 1; at++)
    part += (*at - '0') * (unit /= 10);
  return (gint64) MIN (seconds, (guint64) G_MAXUINT32) * 1000000000 + part;
}

/* Whether the text is "[003]". */
static gboolean
is_cpu (const char *at, const char *end)
{
  return end - at >= 3 && *at == '[' && end[-1] == ']'
         && at + 1 + strspn (at + 1, "0123456789") == end - 1;
}

static gboolean
parse_id (const char *at, const char *end, gint64 *id)
{
  guint64 value;
  gboolean negative = at < end && *at == '-';

  at += negative;
  if (!cyan_parse_uint64 (at, (gsize) (end - at), &value) || value > G_MAXINT32)
    return FALSE;
  *id = negative ? -(gint64) value : (gint64) value;
  return TRUE;
}

/* Parses "12057", "12057/12060" or "-1": a thread, after its process if there is one. */
static gboolean
parse_thread (const char *at, const char *end, CyanPerfHead *head)
{
  const char *slash = memchr (at, '/', (gsize) (end - at));
  gint64 process = -1, thread;

  if (slash != NULL ? !parse_id (at, slash, &process) || !parse_id (slash + 1, end, &thread)
                    : !parse_id (at, end, &thread))
    return FALSE;
  head->has_thread = TRUE;
  head->process = process;
  head->thread = thread;
  return TRUE;
}

/* Whether the text is like "KS", as -F misc prints. */
static gboolean
is_misc (const char *at, const char *end)
{
  if (end - at > 6)
    return FALSE;
  for (; at < end; at++)
    if (!g_ascii_isupper (*at))
      return FALSE;
  return TRUE;
}

/* Whether [@begin, @end) ends in a CPU or a thread, after which no name can follow. */
static gboolean
ends_in_cpu_or_thread (const char *begin, const char *end)
{
  CyanPerfHead head;
  const char *last;

  end = cyan_perf_trim_end (begin, end);
  last = cyan_perf_last_token (begin, end);
  return last < end && (is_cpu (last, end) || parse_thread (last, end, &head));
}

/* Parses the command, process, thread and CPU, the text before the time.  Sets @sure if there is a
 * thread or a CPU. */
static void
parse_who (const char *begin, const char *end, CyanPerfHead *head, gboolean *sure)
{
  const char *last;

  begin = cyan_perf_skip_space (begin, end);
  end = cyan_perf_trim_end (begin, end);
  last = cyan_perf_last_token (begin, end);
  if (last < end && is_misc (last, end) && ends_in_cpu_or_thread (begin, last))
    {
      end = cyan_perf_trim_end (begin, last);
      last = cyan_perf_last_token (begin, end);
    }
  *sure = FALSE;
  if (last < end && is_cpu (last, end))
    {
      guint64 cpu;

      *sure = TRUE;
      if (cyan_parse_uint64 (last + 1, (gsize) (end - last) - 2, &cpu) && cpu <= G_MAXINT32)
        head->cpu = (gint32) cpu;
      end = cyan_perf_trim_end (begin, last);
      last = cyan_perf_last_token (begin, end);
    }
  while (last < end
         && (cyan_line_begins ((CyanLine){ last, end }, "VM:")
             || cyan_line_begins ((CyanLine){ last, end }, "VCPU:"))
         && last > begin)
    {
      end = cyan_perf_trim_end (begin, last);
      last = cyan_perf_last_token (begin, end);
    }
  if (last < end && parse_thread (last, end, head))
    {
      *sure = TRUE;
      end = cyan_perf_trim_end (begin, last);
      /* -F pid,tid pads the number after the slash: "12/12   ". */
    }
  head->command = (CyanLine){ begin, end };
}

/* The colon that ends the name of an event.  Names of tracepoints contain another colon. */
static const char *
event_colon (const char *at, const char *end)
{
  while (at < end)
    {
      const char *colon = memchr (at, ':', (gsize) (end - at));

      if (colon == NULL)
        return NULL;
      if (colon + 1 == end || cyan_perf_is_space (colon[1]))
        return colon;
      at = colon + 1;
    }
  return NULL;
}

static gboolean
looks_like_number (const char *at, const char *end)
{
  if (at < end && (*at == '-' || *at == '+'))
    at++;
  return at < end && g_ascii_isdigit (*at);
}

/* Parses the period, the event and the rest, the text after the time. */
static CyanPerfHeadKind
parse_what (const char *begin, const char *end, CyanPerfHead *head)
{
  const char *colon, *first, *name;

  begin = cyan_perf_skip_space (begin, end);
  if (cyan_line_begins ((CyanLine){ begin, end }, "PERF_RECORD_"))
    {
      head->event = (CyanLine){ begin, end };
      return CYAN_PERF_HEAD_RECORD;
    }
  colon = event_colon (begin, end);
  first = cyan_perf_token_end (begin, colon != NULL ? colon : end);
  if (colon == NULL)
    {
      if (first == end && cyan_parse_uint64 (begin, (gsize) (end - begin), &head->period))
        head->has_period = TRUE;
      else
        head->rest = (CyanLine){ begin, end };
      return CYAN_PERF_HEAD_SAMPLE;
    }

  head->rest = (CyanLine){ colon + 1, end };
  name = cyan_perf_skip_space (first, colon);
  if (name == colon)
    {
      head->event = (CyanLine){ begin, colon };
      return CYAN_PERF_HEAD_SAMPLE;
    }
  head->event = (CyanLine){ begin, colon };
  if (cyan_parse_uint64 (begin, (gsize) (first - begin), &head->period))
    {
      head->has_period = TRUE;
      head->event = (CyanLine){ name, cyan_perf_trim_end (name, colon) };
    }
  else if (looks_like_number (begin, first))
    {
      head->event = (CyanLine){ begin, first };
      return CYAN_PERF_HEAD_PERIOD;
    }
  return CYAN_PERF_HEAD_SAMPLE;
}

/* In a header without a time: the end of a CPU after a thread, or of a process with its thread. */
static const char *
find_thread_end (const char *begin, const char *end, const char *stop)
{
  CyanPerfHead head;

  for (const char *at = cyan_perf_skip_space (begin, stop); at < stop;)
    {
      const char *to = cyan_perf_token_end (at, stop);

      if (at > begin && is_cpu (at, to) && ends_in_cpu_or_thread (begin, at))
        return to;
      if (memchr (at, '/', (gsize) (to - at)) != NULL && parse_thread (at, to, &head))
        {
          const char *next = cyan_perf_skip_space (to, end);

          return is_cpu (next, cyan_perf_token_end (next, end)) ? cyan_perf_token_end (next, end)
                                                                : to;
        }
      at = cyan_perf_skip_space (to, stop);
    }
  return NULL;
}

/* Parses a header without a time: "COMMAND THREAD PERIOD EVENT:".  A single number is the period if
 * it is padded like one. */
static CyanPerfHeadKind
parse_timeless (const char *begin, const char *end, CyanPerfHead *head)
{
  const char *colon = event_colon (begin, end);
  const char *stop = colon != NULL ? colon : end;
  const char *thread_end = find_thread_end (begin, end, stop);
  const char *name, *number, *before;
  const char *record =
      memmem (begin, (gsize) (end - begin), " PERF_RECORD_", strlen (" PERF_RECORD_"));
  CyanPerfHead thread;
  gboolean sure;

  if (record != NULL)
    {
      head->event = (CyanLine){ record + 1, end };
      return CYAN_PERF_HEAD_RECORD;
    }
  if (thread_end != NULL)
    {
      parse_who (begin, thread_end, head, &sure);
      return parse_what (thread_end, end, head);
    }
  if (colon == NULL)
    {
      parse_who (begin, end, head, &sure);
      return CYAN_PERF_HEAD_WEAK;
    }

  name = cyan_perf_last_token (begin, colon);
  number = cyan_perf_last_token (begin, cyan_perf_trim_end (begin, name));
  before = cyan_perf_last_token (begin, cyan_perf_trim_end (begin, number));
  if (number < name && g_ascii_isdigit (*number)
      && (parse_thread (before, cyan_perf_trim_end (before, number), &thread)
          || cyan_perf_token_end (number, name) - cyan_perf_trim_end (begin, number)
                 > PERIOD_WIDTH))
    {
      parse_who (begin, number, head, &sure);
      return parse_what (number, end, head) == CYAN_PERF_HEAD_PERIOD ? CYAN_PERF_HEAD_PERIOD
             : sure                                                  ? CYAN_PERF_HEAD_SAMPLE
                                                                     : CYAN_PERF_HEAD_WEAK;
    }
  parse_who (begin, name, head, &sure);
  parse_what (name, end, head);
  return sure ? CYAN_PERF_HEAD_SAMPLE : CYAN_PERF_HEAD_WEAK;
}

CyanPerfHeadKind
cyan_perf_parse_head (const char *line, gsize length, CyanPerfHead *head)
{
  const char *end = cyan_perf_trim_end (line, line + length);
  const char *colon = line;
  gboolean sure;

  *head = (CyanPerfHead){ .cpu = -1, .process = -1, .thread = -1 };
  if (cyan_line_begins ((CyanLine){ line, end }, "PERF_RECORD_"))
    {
      head->event = (CyanLine){ line, end };
      return CYAN_PERF_HEAD_RECORD;
    }
  if (cyan_perf_skip_space (line, end) == end)
    return CYAN_PERF_HEAD_NONE;
  while ((colon = event_colon (colon, end)) != NULL)
    {
      const char *time = cyan_perf_last_token (line, colon);

      if (is_time (time, colon + 1))
        {
          head->has_time = TRUE;
          head->time = read_time (time, colon);
          parse_who (line, time, head, &sure);
          return parse_what (colon + 1, end, head);
        }
      colon++;
    }
  return parse_timeless (line, end, head);
}
