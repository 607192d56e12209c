/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Helpers for parts of a line of `perf script`: tokens separated by white space, from both ends. */
#pragma once

#include <string.h>

#include "cyan-perf-line.h"

/* perf pads an address to this many columns. */
#define CYAN_PERF_ADDRESS_WIDTH 16

static inline CyanPerfText
cyan_perf_part (const char *from, const char *to)
{
  return (CyanPerfText){ from, (gsize) (to - from) };
}

static inline gboolean
cyan_perf_is_space (char c)
{
  return c == ' ' || c == '\t';
}

static inline const char *
cyan_perf_skip_space (const char *at, const char *end)
{
  while (at < end && cyan_perf_is_space (*at))
    at++;
  return at;
}

/* The end of [@begin, @end) without trailing white space. */
static inline const char *
cyan_perf_trim_end (const char *begin, const char *end)
{
  while (end > begin && cyan_perf_is_space (end[-1]))
    end--;
  return end;
}

static inline const char *
cyan_perf_token_end (const char *at, const char *end)
{
  while (at < end && !cyan_perf_is_space (*at))
    at++;
  return at;
}

/* The beginning of the last token in [@begin, @end), which does not end in white space. */
static inline const char *
cyan_perf_last_token (const char *begin, const char *end)
{
  while (end > begin && !cyan_perf_is_space (end[-1]))
    end--;
  return end;
}

static inline gboolean
cyan_perf_begins_with (CyanPerfText text, const char *word)
{
  gsize size = strlen (word);

  return text.length >= size && memcmp (text.text, word, size) == 0;
}

static inline gboolean
cyan_perf_ends_with (const char *begin, const char *end, const char *word)
{
  gsize size = strlen (word);

  return (gsize) (end - begin) >= size && memcmp (end - size, word, size) == 0;
}
