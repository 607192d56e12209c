/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Parses a frame of `perf script`, and the source location below it.
 *
 * Function names may contain spaces and parentheses, and so may paths.  So the address is parsed
 * from the front, the module and the offset from the back, and the rest is the name.
 */
#include "cyan-perf.h"

#define INLINED " (inlined)"

/* Parses the address at @at.  Returns its end, or @at if there is none. */
static const char *
parse_address (const char *at, const char *end, guint64 *address)
{
  const char *from = at;

  *address = 0;
  for (; at < end && g_ascii_isxdigit (*at); at++)
    *address = *address << 4 | (guint64) g_ascii_xdigit_value (*at);
  if (at - from > 16 || (at < end && !cyan_perf_is_space (*at)))
    return from;
  return at;
}

/* The end of [@begin, @end) without a final "+0x12". */
static const char *
trim_offset (const char *begin, const char *end)
{
  const char *at = end;

  while (at > begin && g_ascii_isxdigit (at[-1]))
    at--;
  return at < end && at - begin >= 3 && memcmp (at - 3, "+0x", 3) == 0 ? at - 3 : end;
}

/* The parenthesis that matches the last character, if a space or nothing precedes it. */
static const char *
find_module (const char *begin, const char *end)
{
  int depth = 0;

  for (const char *at = end - 1; at >= begin; at--)
    {
      if (*at == ')')
        depth++;
      else if (*at == '(' && --depth == 0)
        return at == begin || at[-1] == ' ' ? at : NULL;
    }
  /* The path may itself contain a parenthesis. */
  for (const char *at = end - 1; at > begin; at--)
    if (*at == '(' && at[-1] == ' ')
      return at;
  return NULL;
}

static gboolean
is_address (const char *at, const char *end)
{
  if (end - at < 3 || at[0] != '0' || at[1] != 'x')
    return FALSE;
  for (at += 2; at < end && g_ascii_isxdigit (*at); at++)
    ;
  return at == end;
}

static CyanLine
clean_module (const char *begin, const char *end)
{
  end = trim_offset (begin, end);
  if (cyan_line_ends ((CyanLine){ begin, end }, " (deleted)"))
    end -= strlen (" (deleted)");
  if (cyan_line_is ((CyanLine){ begin, end }, "[unknown]"))
    end = begin;
  return (CyanLine){ begin, end };
}

gboolean
cyan_perf_parse_frame (const char *line, gsize length, CyanPerfFrame *frame)
{
  const char *end = cyan_perf_trim_end (line, line + length);
  const char *at = cyan_perf_skip_space (line, end);
  const char *symbol = parse_address (at, end, &frame->address);

  if (symbol == at)
    return FALSE;
  frame->inlined = cyan_line_ends ((CyanLine){ symbol, end }, INLINED);
  if (frame->inlined)
    end -= strlen (INLINED);
  symbol = cyan_perf_skip_space (symbol, end);
  frame->module = (CyanLine){ end, end };
  if (symbol < end && end[-1] == ')')
    {
      const char *module = find_module (symbol, end);

      if (module != NULL)
        {
          frame->module = clean_module (module + 1, end - 1);
          end = cyan_perf_trim_end (symbol, module);
        }
    }
  end = cyan_perf_trim_end (symbol, trim_offset (symbol, end));
  frame->symbol = is_address (symbol, end) ? (CyanLine){ end, end } : (CyanLine){ symbol, end };
  return TRUE;
}

gboolean
cyan_perf_parse_inline_frame (CyanLine rest, CyanPerfFrame *frame)
{
  const char *at = rest.at;
  const char *end, *bar, *arrow;

  if (at == NULL || cyan_line_length (rest) == 0)
    return FALSE;
  end = rest.end;
  bar = memrchr (at, '|', cyan_line_length (rest));
  /* Of a branch only the source is used. */
  arrow = memmem (at, cyan_line_length (rest), " => ", 4);
  if (arrow != NULL)
    end = arrow;
  /* Skips the memory access and the weights: "|OP LOAD|LVL L1 hit|BLK  N/A  33 0 ffffffff81 f". */
  if (bar != NULL && bar < end)
    {
      at = cyan_perf_skip_space (bar + 1, end);
      at = cyan_perf_skip_space (cyan_perf_token_end (at, end), end);
      at = cyan_perf_skip_space (cyan_perf_token_end (at, end), end);
    }
  else if (cyan_perf_token_end (cyan_perf_skip_space (at, end), end) - at < CYAN_PERF_ADDRESS_WIDTH)
    return FALSE;

  while ((at = cyan_perf_skip_space (at, end)) < end)
    {
      const char *stop = cyan_perf_token_end (at, end);
      const char *next = cyan_perf_skip_space (stop, end);
      guint64 address;

      if (parse_address (at, end, &address) == at && bar == NULL)
        return FALSE;
      /* Skips other numbers, data or weights, before the address. */
      if (next == end || parse_address (next, end, &address) == next)
        return cyan_perf_parse_frame (at, (gsize) (end - at), frame);
      at = next;
    }
  return FALSE;
}

gboolean
cyan_perf_parse_source (const char *line, gsize length, CyanPerfSource *source)
{
  const char *end = cyan_perf_trim_end (line, line + length);
  const char *at = cyan_perf_skip_space (line, end);
  const char *colon;
  const char *discriminator;

  *source = (CyanPerfSource){ { end, end }, 0, cyan_line_ends ((CyanLine){ at, end }, INLINED) };
  if (source->inlined)
    end -= strlen (INLINED);
  discriminator = memmem (at, (gsize) (end - at), " (discriminator ", strlen (" (discriminator "));
  if (discriminator != NULL)
    end = discriminator;
  if (at < end && end[-1] == ']' && memchr (at, '[', (gsize) (end - at)) != NULL)
    return TRUE;
  colon = memrchr (at, ':', (gsize) (end - at));
  if (colon == NULL)
    return FALSE;
  for (const char *digit = colon + 1; digit < end; digit++)
    if (!g_ascii_isdigit (*digit) && *digit != '?')
      return FALSE;
  if (colon > at && colon + 1 < end && colon[1] != '?'
      && !cyan_line_is ((CyanLine){ at, colon }, "??"))
    {
      guint64 number;

      source->file = (CyanLine){ at, colon };
      if (cyan_line_is_count ((CyanLine){ colon + 1, end }, &number) && number <= G_MAXINT32)
        source->line = (guint32) number;
    }
  return TRUE;
}

CyanLine
cyan_perf_module_name (CyanLine path, char *buffer, gsize size)
{
  static const char *const numbered[][2] = { { "perf-", ".map" }, { "jitted-", ".so" } };
  const char *end = path.end;
  const char *slash =
      cyan_line_length (path) > 0 ? memrchr (path.at, '/', cyan_line_length (path)) : NULL;
  CyanLine name = path;

  if (slash != NULL && slash + 1 < end)
    name = (CyanLine){ slash + 1, end };
  for (guint i = 0; i < G_N_ELEMENTS (numbered); i++)
    {
      const char *front = numbered[i][0], *back = numbered[i][1];
      gboolean brackets = cyan_line_length (name) > 2 && name.at[0] == '[' && end[-1] == ']';
      CyanLine core = brackets ? (CyanLine){ name.at + 1, end - 1 } : name;

      if (cyan_line_length (core) <= strlen (front) + strlen (back)
          || !cyan_line_begins (core, front) || !cyan_line_ends (core, back)
          || strspn (core.at + strlen (front), "0123456789-")
                 < cyan_line_length (core) - strlen (front) - strlen (back))
        continue;
      g_snprintf (buffer, size, "%s%.*s%s%s", brackets ? "[" : "", (int) strlen (front) - 1, front,
                  back, brackets ? "]" : "");
      return cyan_line_of (buffer);
    }
  return name;
}

CyanLine
cyan_perf_innermost_method (CyanLine symbol)
{
  const char *end = symbol.end;
  CyanLine method = symbol, outer = symbol;

  if (cyan_line_length (symbol) < 2)
    return symbol;
  for (const char *at = end - 2;
       at > symbol.at && cyan_line_length (method) == cyan_line_length (symbol); at--)
    if (at[0] == '-' && at[1] == '>')
      {
        method = (CyanLine){ at + 2, end };
        outer = (CyanLine){ symbol.at, at };
      }
  return memmem (method.at, cyan_line_length (method), "::", 2) != NULL
                 && memmem (outer.at, cyan_line_length (outer), "::", 2) != NULL
             ? method
             : symbol;
}
