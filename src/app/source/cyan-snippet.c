/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The part of a file that the source pane shows, and the alignment of the lines of both sides. */
#include "cyan-snippet.h"

#include <string.h>

#define CUT_MARK " \xe2\x80\xa6"

/* The file's lines as offsets: n_lines + 1 of them, the last one past the end. */
static GArray *
line_offsets (const char *text, gsize length)
{
  GArray *offsets = g_array_new (FALSE, FALSE, sizeof (gsize));
  gsize at = 0;

  g_array_append_val (offsets, at);
  while (at < length)
    {
      const char *newline = memchr (text + at, '\n', length - at);

      at = newline != NULL ? (gsize) (newline - text) + 1 : length;
      g_array_append_val (offsets, at);
    }
  if (offsets->len == 1)
    g_array_append_val (offsets, at);
  return offsets;
}

static gsize
offset_of (const GArray *offsets, guint line)
{
  return g_array_index (offsets, gsize, line);
}

/* Narrows [*from, *to), which holds the function, to what fits: half of the room goes to what
 * stands in front of the function. */
static void
narrow (const GArray *offsets, guint function_line, guint *from, guint *to)
{
  guint first = function_line;
  guint last;

  while (first > *from && function_line - first < CYAN_SNIPPET_MAX_LINES / 2
         && offset_of (offsets, function_line) - offset_of (offsets, first - 1)
                < CYAN_SNIPPET_MAX_BYTES / 2)
    first--;
  last = function_line + 1;
  while (last < *to && last - first < CYAN_SNIPPET_MAX_LINES
         && offset_of (offsets, last + 1) - offset_of (offsets, first) < CYAN_SNIPPET_MAX_BYTES)
    last++;
  *from = first;
  *to = last;
}

/* Whether some page of the lines [from, to) holds too much, lines cut at their usual limit. */
static gboolean
is_dense (const GArray *offsets, guint from, guint to)
{
  gsize page = 0;

  for (guint i = from; i < to; i++)
    {
      page +=
          MIN (offset_of (offsets, i + 1) - offset_of (offsets, i), CYAN_SNIPPET_MAX_LINE_CHARS);
      if (i >= from + CYAN_SNIPPET_PAGE_LINES)
        page -= MIN (offset_of (offsets, i + 1 - CYAN_SNIPPET_PAGE_LINES)
                         - offset_of (offsets, i - CYAN_SNIPPET_PAGE_LINES),
                     CYAN_SNIPPET_MAX_LINE_CHARS);
      if (page > CYAN_SNIPPET_PAGE_BYTES)
        return TRUE;
    }
  return FALSE;
}

/* How much of a line is shown.  Where there is little time, characters count by their bytes: it is
 * those of many scripts that take a text view long. */
static gsize
shown_length (const CyanSnippet *self, const char *line, gsize length)
{
  if (self->is_dense && length > CYAN_SNIPPET_DENSE_LINE_BYTES)
    return (gsize) (g_utf8_find_prev_char (line, line + CYAN_SNIPPET_DENSE_LINE_BYTES + 1) - line);
  if (length > CYAN_SNIPPET_MAX_LINE_CHARS
      && g_utf8_strlen (line, (gssize) length) > CYAN_SNIPPET_MAX_LINE_CHARS)
    return (gsize) (g_utf8_offset_to_pointer (line, CYAN_SNIPPET_MAX_LINE_CHARS) - line);
  return length;
}

/* Appends one line without its line break. */
static void
append_line (CyanSnippet *self, GString *out, const char *line, gsize length)
{
  gsize shown;

  if (length > 0 && line[length - 1] == '\n')
    length--;
  shown = shown_length (self, line, length);
  g_string_append_len (out, line, (gssize) shown);
  if (shown < length)
    {
      g_string_append (out, CUT_MARK);
      self->is_cut = TRUE;
    }
}

CyanSnippet *
cyan_snippet_new (const CyanFunctionText *text, gboolean whole_file)
{
  CyanSnippet *self = g_new0 (CyanSnippet, 1);
  g_autoptr (GArray) offsets = line_offsets (text->file_text, strlen (text->file_text));
  guint n = offsets->len - 1;
  guint function_from = MIN (MAX (text->first_line, 1), n) - 1;
  guint function_to = CLAMP (text->last_line, function_from + 1, n);
  guint from = whole_file ? 0 : function_from;
  guint to = whole_file ? n : function_to;
  guint asked = to - from;
  GString *out = g_string_new (NULL);

  narrow (offsets, function_from, &from, &to);
  self->is_dense = is_dense (offsets, from, to);
  for (guint i = from; i < to; i++)
    {
      if (i > from)
        g_string_append_c (out, '\n');
      append_line (self, out, text->file_text + offset_of (offsets, i),
                   offset_of (offsets, i + 1) - offset_of (offsets, i));
    }
  self->path = g_strdup (text->path);
  self->text = g_string_free (out, FALSE);
  self->n_lines = to - from;
  self->first_line = from + 1;
  self->function_line = function_from - from;
  self->function_from = function_from + 1;
  self->function_to = function_to;
  self->by_line = text->by_line;
  self->file_lines = n;
  self->is_partial = self->n_lines < asked;
  return self;
}

void
cyan_snippet_free (CyanSnippet *self)
{
  if (self == NULL)
    return;
  g_free (self->path);
  g_free (self->text);
  g_free (self);
}

double
cyan_snippet_map_line (const GArray *changes, gboolean from_before, double line)
{
  double shift = 0; /* of the equal lines in front of the change at hand */

  for (guint i = 0; i < changes->len; i++)
    {
      const CyanLineChange *change = &g_array_index (changes, CyanLineChange, i);
      guint start = from_before ? change->before_start : change->after_start;
      guint count = from_before ? change->before_count : change->after_count;
      guint other_start = from_before ? change->after_start : change->before_start;
      guint other_count = from_before ? change->after_count : change->before_count;

      if (line < start)
        break;
      if (line < start + count)
        return other_start + (line - start) / count * other_count;
      shift = ((double) other_start + other_count) - ((double) start + count);
    }
  return line + shift;
}
