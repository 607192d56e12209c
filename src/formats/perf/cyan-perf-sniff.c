/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tells the text of `perf script` from other texts. */
#include "cyan-perf-text.h"
#include "cyan-perf.h"

/* Digits of an address in a frame that is not aligned as perf does. */
#define MIN_ADDRESS 5

/* Lines that are looked at. */
#define SNIFF_LINES 2000

/* Whether @line is a frame as perf aligns it: a tab and 16 columns. */
static gboolean
is_aligned_frame (const char *line, gsize length)
{
  CyanPerfFrame frame;
  gsize at = 1;

  if (length < 17 || line[0] != '\t' || !cyan_perf_parse_frame (line, length, &frame))
    return FALSE;
  while (at < length && line[at] == ' ')
    at++;
  return at <= 16 && g_ascii_isxdigit (line[16]) && (length == 17 || line[17] == ' ');
}

/* Whether @line is certainly a frame, although its columns are not those of perf, as in a text that
 * was pasted or reformatted. */
static gboolean
is_spaced_frame_of_file (const char *line, gsize length)
{
  const char *symbol = cyan_perf_skip_space (line, line + length);
  CyanPerfFrame frame;

  return cyan_perf_token_end (symbol, line + length) - symbol >= MIN_ADDRESS
         && cyan_perf_parse_frame (line, length, &frame) && frame.symbol.length > 0
         && frame.module.length > 0 && (frame.module.text[0] == '/' || frame.module.text[0] == '[');
}

static gboolean
names_event (const CyanPerfHead *head)
{
  return head->event.length > 0 && g_ascii_isalpha (head->event.text[0]);
}

/* Whether a header has a thread, an event, and a time or else a frame. */
static gboolean
is_nearly_certain (const CyanPerfHead *head)
{
  CyanPerfFrame frame;

  return head->has_thread && names_event (head)
         && (head->has_time || cyan_perf_parse_inline_frame (head->rest, &frame));
}

/* Stacks below headers are certain, headers with a time and a thread nearly so.  Doubtful headers
 * count only before a frame as perf aligns it. */
int
cyan_perf_sniff (const char *head, gsize length)
{
  const char *at = head;
  const char *end = head + length;
  gboolean may_begin = TRUE;  /* a stack may begin on this line */
  gboolean is_headed = FALSE; /* the line above is a header without a time */
  int score = 0;

  for (guint n = 0; at < end && n < SNIFF_LINES; n++)
    {
      const char *stop = memchr (at, '\n', (gsize) (end - at));
      gsize size = (gsize) ((stop != NULL ? stop : end) - at);
      const char *line = at;
      CyanPerfHead parsed;
      CyanPerfHeadKind kind;

      at = stop != NULL ? stop + 1 : end;
      if (size > 0 && line[size - 1] == '\r')
        size--;
      if (size == 0)
        continue;
      if (line[0] == '#')
        {
          if (memmem (line, size, "# captured on    :", strlen ("# captured on    :")) != NULL)
            score = MAX (score, 70);
          continue;
        }
      if (may_begin && is_aligned_frame (line, size))
        return score >= 80 ? 95 : 75;
      if (is_headed && is_spaced_frame_of_file (line, size))
        return 80;
      if (score >= 80 || memchr (line, '\0', size) != NULL)
        break;
      kind = cyan_perf_parse_head (line, size, &parsed);
      if (kind == CYAN_PERF_HEAD_RECORD)
        continue;
      if (kind == CYAN_PERF_HEAD_NONE || line[0] == '\t' || !may_begin)
        break;
      /* A doubtful header may come only once, because only the next line can confirm it. */
      may_begin = kind == CYAN_PERF_HEAD_SAMPLE || score == 0;
      is_headed = kind == CYAN_PERF_HEAD_SAMPLE && parsed.has_thread && names_event (&parsed);
      if (is_nearly_certain (&parsed))
        score = 80;
      else if (!is_headed && !(at < end && (*at == '\t' || *at == '\n')))
        break;
    }
  return score;
}
