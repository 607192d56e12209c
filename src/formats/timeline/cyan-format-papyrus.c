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
#include "cyan-line.h"
#include "cyan-lines.h"
#include "cyan-notes.h"
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
  CyanLine name; /* up to the end of the line; only of PUSH and POP */
} Event;

typedef struct
{
  CyanTimeline *timeline;
  CyanStrings *strings;
  guint64 n_others; /* lines that mean nothing */
} Reader;

/* Takes the next field, the name of an event. */
static gboolean
take_kind (CyanLine *line, EventKind *kind)
{
  static const struct
  {
    const char *word;
    EventKind kind;
  } words[] = { { "PUSH", PUSH },       { "POP", POP },     { "QUEUE_PUSH", OTHER },
                { "QUEUE_POP", OTHER }, { "START", OTHER }, { "STOP", OTHER } };
  CyanLine field;

  if (!cyan_line_cell (line, ':', &field))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (cyan_line_is (field, words[i].word))
      {
        *kind = words[i].kind;
        return TRUE;
      }
  return FALSE;
}

static gboolean
take_number (CyanLine *line, guint64 *value)
{
  CyanLine field;

  return cyan_line_cell (line, ':', &field) && cyan_line_is_count (field, value);
}

/* FALSE if @line is no whole event. */
static gboolean
parse_event (CyanLine line, Event *event)
{
  CyanLine field;

  if (!take_number (&line, &event->time) || event->time > CYAN_TIMELINE_MAX / NS_PER_MS
      || !take_kind (&line, &event->kind) || !take_number (&line, &event->stack))
    return FALSE;
  cyan_line_cell (&line, ':', &field); /* depth */
  cyan_line_cell (&line, ':', &field); /* object */
  event->name = line;
  return event->kind == OTHER || (line.at != NULL && line.at < line.end);
}

static gboolean
use_event (Reader *self, const Event *event, GError **error)
{
  guint thread = cyan_timeline_thread (self->timeline, event->stack);
  gint64 time = (gint64) event->time * NS_PER_MS;
  gsize length = cyan_line_length (event->name);

  if (event->kind == PUSH)
    return cyan_timeline_begin (self->timeline, thread, time,
                                cyan_strings_add (self->strings, event->name.at, (gssize) length),
                                error);
  cyan_timeline_end_text (self->timeline, thread, time, event->name.at, length);
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

  if (parse_event ((CyanLine){ line, line + size }, &event))
    return event.kind == OTHER || use_event (self, &event, error);
  self->n_others += !is_frame (line, size);
  return TRUE;
}

/* A stack is a thread, which has a number. */
static guint32
origin_of (guint64 key, gpointer data)
{
  Reader *self = data;
  g_autofree char *number = g_strdup_printf ("%" G_GUINT64_FORMAT, key);

  return cyan_pieces_origin_of (self->timeline->pieces, "thread",
                                cyan_strings_add (self->strings, number, -1));
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
  if (timeline->pieces != NULL)
    cyan_timeline_set_origins (timeline, origin_of, &self);
  cyan_profile_builder_warn_n (
      builder, self.n_others, "%'" PRIu64 " line that means nothing here was left out",
      "%'" PRIu64 " lines that mean nothing here were left out", self.n_others);
  return TRUE;
}

/* The line of an event below the line that says that the log was opened. */
static int
papyrus_sniff (const char *head, gsize length)
{
  CyanLine rest = { head, head + length }, line;
  guint64 time;
  EventKind kind;

  return cyan_line_cell (&rest, '\n', &line)
                 && cyan_bytes_have (line.at, cyan_line_length (line), OPENED)
                 && cyan_line_cell (&rest, '\n', &line) && take_number (&line, &time)
                 && take_kind (&line, &kind)
             ? 95
             : 0;
}

const CyanFormat cyan_format_papyrus = {
  .name = "papyrus",
  .label = "profile of Papyrus",
  .streams = TRUE,
  .sniff = papyrus_sniff,
  .read = papyrus_read,
};
