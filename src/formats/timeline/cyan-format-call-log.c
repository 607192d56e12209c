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
begin (Reader *self, const char *name, gsize length, GError **error)
{
  CyanStr id =
      cyan_strings_add (cyan_profile_builder_strings (self->builder), name, (gssize) length);
  GError *limit = NULL;

  self->n_calls++;
  if (cyan_timeline_begin (self->timeline, self->thread, 0, id, &limit))
    return TRUE;
  g_propagate_prefixed_error (error, limit, _ ("%s: line %" PRIu64 ": "),
                              cyan_input_name (self->input), cyan_input_line_number (self->input));
  return FALSE;
}

static const char *
skip_space (const char *at, const char *end)
{
  while (at < end && g_ascii_isspace (*at))
    at++;
  return at;
}

/* The length of the name in [@at, @at + @length): everything before the arguments. */
static gsize
name_length (const char *at, gsize length)
{
  const char *open = memchr (at, '(', length);

  if (open != NULL && open > at)
    length = (gsize) (open - at);
  while (length > 0 && g_ascii_isspace (at[length - 1]))
    length--;
  return length;
}

static gboolean
begins_with (const char *at, const char *end, const char *word)
{
  gsize length = strlen (word);

  return (gsize) (end - at) >= length && memcmp (at, word, length) == 0;
}

static gboolean
read_line (Reader *self, const char *line, gsize length, GError **error)
{
  const char *end = line + length, *at = skip_space (line, end);
  gboolean enters = begins_with (at, end, ENTERS);
  gsize size;

  if (at == end)
    return TRUE;
  if (!enters && !begins_with (at, end, EXITS))
    {
      if (self->n_others++ == 0)
        self->first_other = cyan_input_line_number (self->input);
      return TRUE;
    }
  at = skip_space (at + (enters ? strlen (ENTERS) : strlen (EXITS)), end);
  size = name_length (at, (gsize) (end - at));
  if (size == 0)
    return cyan_input_fail_line (self->input, error, _ ("no name after \"%s\""),
                                 enters ? ENTERS : EXITS);
  if (enters)
    return begin (self, at, size, error);
  g_string_truncate (self->name, 0);
  g_string_append_len (self->name, at, (gssize) size);
  cyan_timeline_end_text (self->timeline, self->thread, 0, self->name->str, self->name->len);
  return TRUE;
}

/* The next word in [*@at, @end), or NULL. */
static const char *
next_word (const char **at, const char *end, gsize *length)
{
  const char *word = skip_space (*at, end);

  for (*at = word; *at < end && !g_ascii_isspace (**at);)
    ++*at;
  *length = (gsize) (*at - word);
  return *length > 0 ? word : NULL;
}

static gboolean
read_words (Reader *self, const char *line, gsize length, GError **error)
{
  const char *at = line, *word;
  gsize size;

  while ((word = next_word (&at, line + length, &size)) != NULL)
    {
      gboolean opens = word[size - 1] == '(';

      if (size == 1 && *word == ')')
        {
          cyan_timeline_end (self->timeline, self->thread, 0);
          continue;
        }
      if (size == 1 && opens)
        return cyan_input_fail_line (self->input, error, _ ("a bracket without a name"));
      if (!begin (self, word, opens ? size - 1 : size, error))
        return FALSE;
      if (!opens)
        cyan_timeline_end (self->timeline, self->thread, 0);
    }
  return TRUE;
}

/* Whether [@word, @word + @length) begins a command that files for CMake begin with. */
static gboolean
is_cmake_command (const char *word, gsize length)
{
  static const char *const prefixes[] = { "add_",    "cmake_",  "configure_file", "find_",
                                          "foreach", "if(",     "include",        "install",
                                          "list(",   "option(", "project",        "set(",
                                          "set_",    "target_" };

  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (length >= strlen (prefixes[i])
        && g_ascii_strncasecmp (word, prefixes[i], strlen (prefixes[i])) == 0)
      return TRUE;
  return FALSE;
}

/* Whether [@head, @head + @length) consists of calls in brackets, "M( A B( C ) )" with white space
 * around the brackets.  The last word may be cut and is ignored.  A file for CMake looks the same,
 * but has no calls within calls. */
static gboolean
is_in_brackets (const char *head, gsize length)
{
  const char *at = head, *word;
  guint64 depth = 0;
  gboolean has_end = FALSE, is_nested = FALSE, is_cmake = FALSE;
  gsize size;

  while ((word = next_word (&at, head + length, &size)) != NULL)
    {
      gboolean ends = size == 1 && *word == ')', opens = !ends && word[size - 1] == '(';

      is_nested |= opens && depth > 0;
      is_cmake |= opens && is_cmake_command (word, size);

      if ((ends && depth == 0) || (opens && size == 1)
          || (!ends && !opens && depth == 0 && at < head + length))
        return FALSE;
      for (gsize i = 0; i < size && !ends; i++)
        if (word[i] == '\0' || strchr (";\"'{}[]#=,", word[i]) != NULL)
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
  const char *end = head + length;
  guint n_lines = 0, n_calls = 0;

  for (const char *line = head; line < end;)
    {
      const char *stop = memchr (line, '\n', (gsize) (end - line));
      const char *at;

      stop = stop != NULL ? stop : end;
      at = skip_space (line, stop);
      if (at < stop)
        {
          gboolean is_call = begins_with (at, stop, ENTERS) || begins_with (at, stop, EXITS);

          *first |= n_lines == 0 && is_call;
          n_lines++;
          n_calls += is_call;
        }
      line = stop + 1;
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
    if (in_brackets ? !read_words (self, line, length, error)
                    : !read_line (self, line, length, error))
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
  if (reader.n_others > 0)
    cyan_profile_builder_warn (
        builder,
        ngettext (
            "%'" PRIu64
            " line that begins with neither \"%s\" nor \"%s\" was left out, it is line %" PRIu64,
            "%'" PRIu64 " lines that begin with neither \"%s\" nor \"%s\" were left out, the first "
            "is line %" PRIu64,
            reader.n_others),
        reader.n_others, ENTERS, EXITS, reader.first_other);
  return TRUE;
}

const CyanFormat cyan_format_call_log = {
  .name = "call-log",
  .label = "call log",
  .streams = TRUE,
  .sniff = call_log_sniff,
  .read = call_log_read,
};
