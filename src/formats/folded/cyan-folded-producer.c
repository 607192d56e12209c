/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Recognises who wrote folded stacks, and so what their counts are.
 *
 * Most texts prove nothing: perf, bpftrace, uftrace and async-profiler write the same frames with
 * counts of samples, times, bytes or events.  The size of a count is no proof.
 */
#include "cyan-folded.h"

#include <string.h>

/* Lines that have to look like those of a producer. */
#define LINES 32

/* Whether a frame can be the producer's.  Sets *@own if hardly any other program writes such. */
typedef gboolean (*FrameFunc) (const char *frame, gsize length, gboolean *own);

static gboolean
ends_with (const char *text, gsize length, const char *end)
{
  gsize size = strlen (end);

  return length > size && memcmp (text + length - size, end, size) == 0;
}

/* The length of "lib/a.rb:12" without the line. */
static gsize
without_line (const char *text, gsize length)
{
  gsize end = length;

  while (end > 0 && g_ascii_isdigit (text[end - 1]))
    end--;
  return end > 1 && end < length && text[end - 1] == ':' ? end - 1 : length;
}

/* "parse (app/parser.py:12)", "<module> (main.py)", "memcpy (libc.so.6)", and on top
 * "process 12:"python a.py"" and "thread (0x7F12)". */
static gboolean
is_py_spy (const char *frame, gsize length, gboolean *own)
{
  if (length > strlen ("process ") && memcmp (frame, "process ", strlen ("process ")) == 0)
    return TRUE;
  if (!ends_with (frame, length, ")") || g_strstr_len (frame, (gssize) length, " (") == NULL)
    return FALSE;
  *own |= ends_with (frame, without_line (frame, length - 1), ".py");
  return TRUE;
}

/* "block in call - lib/rack/lint.rb:44", "sleep [c function] - (unknown):0". */
static gboolean
is_rbspy (const char *frame, gsize length, gboolean *own)
{
  gsize name = without_line (frame, length);

  if (name == length || g_strstr_len (frame, (gssize) name, " - ") == NULL)
    return FALSE;
  *own |= ends_with (frame, name, ".rb");
  return TRUE;
}

static gboolean
is_whole (const char *text, gsize length)
{
  gsize digits = 0;

  while (digits < length && g_ascii_isdigit (text[digits]))
    digits++;
  return length > 0 && digits == length;
}

static gboolean
has_frames (const char *stack, gsize length, FrameFunc is_frame, gboolean *own)
{
  /* Some versions of py-spy end the stack with ";". */
  if (length > 0 && stack[length - 1] == ';')
    length--;
  for (gsize at = 0; at <= length;)
    {
      const char *end = memchr (stack + at, ';', length - at);
      gsize size = end != NULL ? (gsize) (end - stack) - at : length - at;

      if (!is_frame (stack + at, size, own))
        return FALSE;
      at += size + 1;
    }
  return TRUE;
}

/* Whether all lines consist of such frames and a whole count. */
static gboolean
looks_like (const char *head, gsize length, FrameFunc is_frame)
{
  const char *end = head + length;
  const char *stop;
  gboolean own = FALSE;
  guint n = 0;

  for (const char *line = head; line < end && n < LINES; line = stop + 1)
    {
      gsize size, count;

      stop = memchr (line, '\n', (gsize) (end - line));
      if (stop == NULL)
        stop = end;
      /* The last line of the head may be cut. */
      if (stop == end && n > 0)
        break;
      size = cyan_folded_trim (line, (gsize) (stop - line));
      if (size == 0 || line[0] == '#')
        continue;
      count = cyan_folded_count_start (line, size);
      if (!is_whole (line + count, size - count)
          || !has_frames (line, cyan_folded_trim (line, count), is_frame, &own))
        return FALSE;
      n++;
    }
  return own;
}

/* The value of "# key: value" among the comments at the beginning; NULL if there is none.  Caller
 * frees. */
static char *
comment (const char *head, gsize length, const char *key)
{
  g_autofree char *start = g_strdup_printf ("# %s: ", key);
  const char *end = head + length;

  for (const char *line = head; line < end && *line == '#';)
    {
      const char *stop = memchr (line, '\n', (gsize) (end - line));
      gsize size = cyan_folded_trim (line, (gsize) ((stop != NULL ? stop : end) - line));

      if (size > strlen (start) && memcmp (line, start, strlen (start)) == 0)
        return g_strndup (line + strlen (start), size - strlen (start));
      line = stop != NULL ? stop + 1 : end;
    }
  return NULL;
}

static const char *
unit_of_austin (const char *mode)
{
  if (g_strcmp0 (mode, "wall") == 0 || g_strcmp0 (mode, "cpu") == 0)
    return "us";
  return g_strcmp0 (mode, "memory") == 0 ? "bytes" : "";
}

const char *
cyan_folded_producer (const char *head, gsize length, const char **unit)
{
  g_autofree char *austin = comment (head, length, "austin");
  g_autofree char *mode = comment (head, length, "mode");

  *unit = "";
  if (austin != NULL)
    {
      *unit = unit_of_austin (mode);
      return "austin";
    }
  *unit = "samples";
  if (looks_like (head, length, is_py_spy))
    return "py-spy";
  if (looks_like (head, length, is_rbspy))
    return "rbspy";
  *unit = "";
  return NULL;
}
