/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Profiles of Papyrus, the language of scripts of games by Bethesda:
 *
 *   Stack_3185 log opened (PC)
 *   50018:PUSH:3185:3:OBJECT:script.state.function
 *   50035:POP:3185:3:OBJECT:script.state.function
 *   Log closed
 *
 * A line has a time in ms, an event, a stack, which is a thread here, and its depth.  Other events
 * (START, STOP, QUEUE_PUSH and QUEUE_POP) are not about running calls.  The form is that of the
 * importer papyrus.ts of github.com/jlfwong/speedscope.
 */
#include "cyan-format-entry.h"

#include "cyan-i18n.h"
#include "cyan-notes.h"
#include "cyan-lines.h"
#include "cyan-number.h"
#include "cyan-timeline.h"

#include <string.h>

#define OPENED "log opened"
#define CLOSED "Log closed"

#define NS_PER_MS 1000000

typedef enum
{
  PUSH,
  POP,
  OTHER,
} EventKind;

typedef struct
{
  guint64 time; /* ms */
  EventKind kind;
  guint64 stack;
  const char *name; /* up to the end of the line; only of PUSH and POP */
} Event;

typedef struct
{
  CyanTimeline *timeline;
  CyanStrings *strings;
  guint64 n_others; /* lines that mean nothing */
} Reader;

/* The field at *@at, which ends before a colon or at @end; moves *@at behind it. */
static const char *
take_field (const char **at, const char *end, gsize *length)
{
  const char *field = *at, *colon = memchr (field, ':', (gsize) (end - field));

  *length = (gsize) ((colon != NULL ? colon : end) - field);
  *at = colon != NULL ? colon + 1 : end;
  return field;
}

static gboolean
take_kind (const char **at, const char *end, EventKind *kind)
{
  static const struct
  {
    const char *word;
    EventKind kind;
  } words[] = { { "PUSH", PUSH },       { "POP", POP },     { "QUEUE_PUSH", OTHER },
                { "QUEUE_POP", OTHER }, { "START", OTHER }, { "STOP", OTHER } };
  gsize length;
  const char *field = take_field (at, end, &length);

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (length == strlen (words[i].word) && memcmp (field, words[i].word, length) == 0)
      {
        *kind = words[i].kind;
        return TRUE;
      }
  return FALSE;
}

static gboolean
take_number (const char **at, const char *end, guint64 *value)
{
  gsize length;
  const char *field = take_field (at, end, &length);

  return cyan_parse_uint64 (field, length, value);
}

/* FALSE if [@line, @line + @length) is no whole event. */
static gboolean
parse_event (const char *line, gsize length, Event *event)
{
  const char *at = line, *end = line + length;
  gsize size;

  if (!take_number (&at, end, &event->time) || event->time > CYAN_TIMELINE_MAX / NS_PER_MS
      || !take_kind (&at, end, &event->kind) || !take_number (&at, end, &event->stack))
    return FALSE;
  take_field (&at, end, &size); /* depth */
  take_field (&at, end, &size); /* object */
  event->name = at;
  return event->kind == OTHER || at < end;
}

static gboolean
use_event (Reader *self, const Event *event, gsize length, GError **error)
{
  guint thread = cyan_timeline_thread (self->timeline, event->stack);
  gint64 time = (gint64) event->time * NS_PER_MS;

  if (event->kind == PUSH)
    return cyan_timeline_begin (self->timeline, thread, time,
                                cyan_strings_add (self->strings, event->name, (gssize) length),
                                error);
  cyan_timeline_end_text (self->timeline, thread, time, event->name, length);
  return TRUE;
}

static gboolean
is_frame (const char *line, gsize length)
{
  return length == 0 || g_str_has_prefix (line, CLOSED)
         || memmem (line, length, OPENED, strlen (OPENED)) != NULL;
}

static gboolean
read_line (gpointer data, char *line, gsize length G_GNUC_UNUSED, GError **error)
{
  Reader *self = data;
  gsize size = strlen (g_strchomp (line));
  Event event;

  if (parse_event (line, size, &event))
    return event.kind == OTHER
           || use_event (self, &event, (gsize) (line + size - event.name), error);
  self->n_others += !is_frame (line, size);
  return TRUE;
}

static gboolean
papyrus_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  g_autoptr (CyanTimeline) timeline = cyan_timeline_new (builder, TRUE);
  CyanTick tick = cyan_input_tick_after (input);
  Reader self = { timeline, cyan_profile_builder_strings (builder), 0 };

  cyan_profile_builder_set_recording (builder, CYAN_RECORDING_EXACT, 0);
  if (!cyan_lines_read (input, read_line, &self, error)
      || !cyan_timeline_finish (timeline, &tick, error))
    return FALSE;
  cyan_profile_builder_warn_n (
      builder, self.n_others, "%'" PRIu64 " line that means nothing here was left out",
      "%'" PRIu64 " lines that mean nothing here were left out", self.n_others);
  return TRUE;
}

/* The line of an event below the line that says that the log was opened. */
static int
papyrus_sniff (const char *head, gsize length)
{
  const char *end = head + length, *line = memchr (head, '\n', length), *at, *stop;
  guint64 time;
  EventKind kind;

  if (line == NULL || memmem (head, (gsize) (line - head), OPENED, strlen (OPENED)) == NULL)
    return 0;
  at = line + 1;
  stop = memchr (at, '\n', (gsize) (end - at));
  stop = stop != NULL ? stop : end;
  return take_number (&at, stop, &time) && take_kind (&at, stop, &kind) ? 95 : 0;
}

const CyanFormat cyan_format_papyrus = {
  .name = "papyrus",
  .label = "profile of Papyrus",
  .streams = TRUE,
  .sniff = papyrus_sniff,
  .read = papyrus_read,
};
