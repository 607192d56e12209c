/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Call logs: a line "Enters: package.Class.method (args)" for each call, and a line "Exits:
 * package.Class.method (args)" for its end.  Or the same in brackets, "M( A( B C ) D )".
 *
 * Studies of calling-context data structures use such logs, written by a Java agent.  They have no
 * times, so the metric is calls.  They do not name threads either: a call with no open call is
 * another entry into the program and becomes a child of the root, which the studies call HEADER.
 * Arguments are values and are dropped.
 */
#include "cyan-format-entry.h"

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-line.h"
#include "cyan-timeline.h"

#include <string.h>

#define ENTERS "Enters:"
#define EXITS  "Exits:"

/* Bytes that are examined to tell the two forms apart. */
#define HEAD 4096

typedef struct
{
  CyanInput *input;
  CyanProfileBuilder *builder;
  CyanTimeline *timeline;
  guint thread;
  GString *name;
  guint64 n_calls;
  guint64 n_others;    /* lines that are not about calls */
  guint64 first_other; /* line number of the first of them */
} Reader;

static gboolean
begin (Reader *self, CyanLine name, GError **error)
{
  CyanStr id = cyan_strings_add (cyan_profile_builder_strings (self->builder), name.at,
                                 (gssize) cyan_line_length (name));
  GError *limit = NULL;

  self->n_calls++;
  if (cyan_timeline_begin (self->timeline, self->thread, 0, id, &limit))
    return TRUE;
  g_propagate_prefixed_error (error, limit, _ ("%s: line %" PRIu64 ": "),
                              cyan_input_name (self->input), cyan_input_line_number (self->input));
  return FALSE;
}

static gboolean
read_line (Reader *self, CyanLine line, GError **error)
{
  const char *open;
  gboolean enters;

  cyan_line_trim (&line);
  enters = cyan_line_begins (line, ENTERS);
  if (line.at == line.end)
    return TRUE;
  if (!enters && !cyan_line_begins (line, EXITS))
    {
      if (self->n_others++ == 0)
        self->first_other = cyan_input_line_number (self->input);
      return TRUE;
    }
  line.at += strlen (enters ? ENTERS : EXITS);
  cyan_line_skip (&line);
  /* The name is everything before the arguments. */
  open = line.at < line.end ? memchr (line.at, '(', cyan_line_length (line)) : NULL;
  if (open != NULL && open > line.at)
    line.end = open;
  cyan_line_trim (&line);
  if (line.at == line.end)
    return cyan_input_fail_line (self->input, error, _ ("no name after \"%s\""),
                                 enters ? ENTERS : EXITS);
  if (enters)
    return begin (self, line, error);
  g_string_truncate (self->name, 0);
  g_string_append_len (self->name, line.at, (gssize) cyan_line_length (line));
  cyan_timeline_end_text (self->timeline, self->thread, 0, self->name->str, self->name->len);
  return TRUE;
}

static gboolean
read_words (Reader *self, CyanLine line, GError **error)
{
  CyanLine word;

  while (cyan_line_next (&line, &word))
    {
      gboolean opens = word.end[-1] == '(';

      if (cyan_line_is (word, ")"))
        {
          cyan_timeline_end (self->timeline, self->thread, 0);
          continue;
        }
      word.end -= opens;
      if (word.at == word.end)
        return cyan_input_fail_line (self->input, error, _ ("a bracket without a name"));
      if (!begin (self, word, error))
        return FALSE;
      if (!opens)
        cyan_timeline_end (self->timeline, self->thread, 0);
    }
  return TRUE;
}

/* Whether @word begins a command that files for CMake begin with. */
static gboolean
is_cmake_command (CyanLine word)
{
  static const char *const prefixes[] = { "add_",    "cmake_",  "configure_file", "find_",
                                          "foreach", "if(",     "include",        "install",
                                          "list(",   "option(", "project",        "set(",
                                          "set_",    "target_" };

  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (cyan_line_length (word) >= strlen (prefixes[i])
        && g_ascii_strncasecmp (word.at, prefixes[i], strlen (prefixes[i])) == 0)
      return TRUE;
  return FALSE;
}

/* Whether [@head, @head + @length) consists of calls in brackets, "M( A B( C ) )" with white space
 * around the brackets.  The last word may be cut and is ignored.  A file for CMake looks the same,
 * but has no calls within calls. */
static gboolean
is_in_brackets (const char *head, gsize length)
{
  CyanLine rest = { head, head + length }, word;
  guint64 depth = 0;
  gboolean has_end = FALSE, is_nested = FALSE, is_cmake = FALSE;

  while (cyan_line_next (&rest, &word))
    {
      gboolean ends = cyan_line_is (word, ")"), opens = !ends && word.end[-1] == '(';

      is_nested |= opens && depth > 0;
      is_cmake |= opens && is_cmake_command (word);

      if ((ends && depth == 0) || (opens && cyan_line_length (word) == 1)
          || (!ends && !opens && depth == 0 && rest.at < rest.end))
        return FALSE;
      for (const char *at = word.at; at < word.end && !ends; at++)
        if (*at == '\0' || strchr (";\"'{}[]#=,", *at) != NULL)
          return FALSE;
      if (ends)
        depth--;
      else if (opens)
        depth++;
      has_end |= ends;
    }
  return has_end && (is_nested || !is_cmake);
}

/* Whether most lines of [@head, @head + @length) belong to a log.  The last line may be cut. */
static gboolean
is_log (const char *head, gsize length, gboolean *first)
{
  CyanLine rest = { head, head + length }, line;
  guint n_lines = 0, n_calls = 0;

  while (cyan_line_cell (&rest, '\n', &line))
    {
      gboolean is_call;

      cyan_line_skip (&line);
      is_call = cyan_line_begins (line, ENTERS) || cyan_line_begins (line, EXITS);
      *first |= n_lines == 0 && is_call;
      n_lines += line.at < line.end;
      n_calls += is_call;
    }
  return n_calls > 0 && n_calls * 2 >= n_lines;
}

static int
call_log_sniff (const char *head, gsize length)
{
  gboolean first = FALSE;

  if (is_log (head, length, &first))
    return first ? 95 : 70;
  return is_in_brackets (head, length) ? 60 : 0;
}

static gboolean
read_all (Reader *self, GError **error)
{
  gboolean in_brackets, first = FALSE;
  const char *head;
  char *line;
  gsize length;
  int got;

  if (!cyan_input_peek (self->input, HEAD, &head, &length, error))
    return FALSE;
  in_brackets = !is_log (head, length, &first) && is_in_brackets (head, length);
  while ((got = cyan_input_line (self->input, &line, &length, error)) > 0)
    if (!(in_brackets ? read_words : read_line) (self, (CyanLine){ line, line + length }, error))
      return FALSE;
  if (got < 0)
    return FALSE;
  if (self->n_calls == 0)
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      _ ("%s: no line that begins with \"%s\", so no calls"),
                      cyan_input_name (self->input), ENTERS);
  return TRUE;
}

static gboolean
call_log_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  g_autoptr (CyanTimeline) timeline = cyan_timeline_new (builder, FALSE);
  g_autoptr (GString) name = g_string_new (NULL);
  CyanTick tick = cyan_input_tick_after (input);
  Reader reader = { input, builder, timeline, cyan_timeline_thread (timeline, 0), name, 0, 0, 0 };

  cyan_profile_builder_set_recording (builder, CYAN_RECORDING_EXACT, 0);
  if (!read_all (&reader, error) || !cyan_timeline_finish (timeline, &tick, error))
    return FALSE;
  if (timeline->pieces != NULL)
    cyan_timeline_set_origins (timeline, NULL, NULL);
  cyan_profile_builder_warn_n (
      builder, reader.n_others,
      "%'" PRIu64
      " line that begins with neither \"%s\" nor \"%s\" was left out, it is line %" PRIu64,
      "%'" PRIu64 " lines that begin with neither \"%s\" nor \"%s\" were left out, the first is "
      "line %" PRIu64,
      reader.n_others, ENTERS, EXITS, reader.first_other);
  return TRUE;
}

const CyanFormat cyan_format_call_log = {
  .name = "call-log",
  .label = "call log",
  .streams = TRUE,
  .tells_cut = TRUE,
  .sniff = call_log_sniff,
  .read = call_log_read,
};
