/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses the lines of gprof's call graph and flat profile. */
#include "cyan-gprof-line.h"

#include "cyan-number.h"

#include <string.h>

static void
strip (const char **text, gsize *length)
{
  for (; *length > 0 && g_ascii_isspace (**text); (*length)--)
    (*text)++;
  while (*length > 0 && g_ascii_isspace ((*text)[*length - 1]))
    (*length)--;
}

/* Takes the word at *@at.  Returns its length. */
static gsize
take_word (const char **at, const char *end, const char **word)
{
  while (*at < end && g_ascii_isspace (**at))
    (*at)++;
  *word = *at;
  while (*at < end && !g_ascii_isspace (**at))
    (*at)++;
  return (gsize) (*at - *word);
}

/* Takes a number with decimals, if one is next.  VTune writes some below 0. */
static gboolean
take_time (const char **at, const char *end, double *value)
{
  const char *start = *at, *word;
  gsize length = take_word (at, end, &word);

  if (memchr (word, '.', length) != NULL && (g_ascii_isdigit (*word) || *word == '-')
      && cyan_parse_double (word, length, value))
    return TRUE;
  *at = start;
  return FALSE;
}

/* Takes "12", "12/40" or "12+3", if one is next. */
static gboolean
take_calls (const char **at, const char *end, CyanGprofLine *line)
{
  const char *start = *at, *word, *sign;
  gsize length = take_word (at, end, &word), whole = 0;
  guint64 after = 0;

  while (whole < length && g_ascii_isdigit (word[whole]))
    whole++;
  sign = word + whole;
  if (whole == 0 || !cyan_parse_uint64 (word, whole, &line->calls)
      || (whole < length
          && ((*sign != '/' && *sign != '+')
              || !cyan_parse_uint64 (sign + 1, length - whole - 1, &after))))
    {
      *at = start;
      line->calls = 0;
      return FALSE;
    }
  line->self_calls = whole < length && *sign == '+' ? after : 0;
  return TRUE;
}

/* Cuts "[12]", or "(12)" of a function that is not listed, from the end. */
static gboolean
cut_index (const char *text, gsize *length, guint32 *index)
{
  gsize at = *length;
  guint64 value;
  char open;

  if (at < 4 || (text[at - 1] != ']' && text[at - 1] != ')'))
    return FALSE;
  open = text[at - 1] == ']' ? '[' : '(';
  for (at--; at > 0 && g_ascii_isdigit (text[at - 1]);)
    at--;
  if (at < 2 || text[at - 1] != open || text[at - 2] != ' '
      || !cyan_parse_uint64 (text + at, *length - 1 - at, &value) || value > G_MAXINT32)
    return FALSE;
  *index = (guint32) value;
  *length = at - 2;
  return TRUE;
}

/* Cuts "<cycle 1>" from the end. */
static void
cut_cycle (CyanGprofLine *line)
{
  static const char word[] = " <cycle ";
  const char *cycle = line->length > 0 && line->name[line->length - 1] == '>'
                          ? memrchr (line->name, '<', line->length)
                          : NULL;

  if (cycle == NULL || cycle == line->name || strncmp (cycle - 1, word, strlen (word)) != 0)
    return;
  for (const char *at = cycle + strlen ("<cycle "); *at != '>'; at++)
    if (!g_ascii_isdigit (*at))
      return;
  line->length = (gsize) (cycle - 1 - line->name);
}

static gboolean
is_dashes (const char *text, gsize length)
{
  return length > 2 && strspn (text, "-") >= length;
}

static gboolean
is_unit (const char *text, gsize length, double *scale)
{
  if (length < 6 || text[0] != '(' || text[2] != ')' || text[length - 1] != ')')
    return FALSE;
  *scale = text[1] == 'K' ? 1e3 : text[1] == 'M' ? 1e6 : 0;
  for (gsize i = 0; i < length; i++)
    if (strchr ("() \t", text[i]) == NULL && text[i] != text[1])
      return FALSE;
  return *scale > 0;
}

static gboolean
is_spontaneous (const char *text, gsize length)
{
  static const char spontaneous[] = "<spontaneous>";

  return length == strlen (spontaneous) && strncmp (text, spontaneous, length) == 0;
}

/* Takes what is left of @line, once its numbers are taken, as its name. */
static CyanGprofKind
finish_line (const char *text, const char *end, CyanGprofKind kind, CyanGprofLine *line)
{
  static const char whole[] = " as a whole>";

  line->name = text;
  line->length = (gsize) (end - text);
  strip (&line->name, &line->length);
  line->is_cycle = kind == CYAN_GPROF_FUNCTION && line->length > strlen (whole)
                   && memmem (line->name, line->length, whole, strlen (whole)) != NULL
                   && *line->name == '<';
  if (line->length == 0)
    return CYAN_GPROF_OTHER;
  cut_cycle (line);
  return kind;
}

CyanGprofKind
cyan_gprof_line_parse (const char *text, gsize length, CyanGprofLine *line)
{
  CyanGprofKind kind = length > 0 && *text == '[' ? CYAN_GPROF_FUNCTION : CYAN_GPROF_ARC;
  const char *end, *word;
  double percent;

  *line = (CyanGprofLine){ 0 };
  strip (&text, &length);
  if (length == 0 || memmem (text, length, "called/total", strlen ("called/total")) != NULL)
    return CYAN_GPROF_BLANK;
  if (is_dashes (text, length))
    return CYAN_GPROF_END_OF_ENTRY;
  if (is_spontaneous (text, length))
    return CYAN_GPROF_SPONTANEOUS;
  if (is_unit (text, length, &line->scale))
    return CYAN_GPROF_UNIT;
  if (!cut_index (text, &length, &line->index))
    return CYAN_GPROF_OTHER;
  end = text + length;
  if (kind == CYAN_GPROF_FUNCTION
      && (take_word (&text, end, &word) < 2 || !take_time (&text, end, &percent)))
    return CYAN_GPROF_OTHER;
  if (take_time (&text, end, &line->self) && !take_time (&text, end, &line->children))
    return CYAN_GPROF_OTHER;
  if (!take_calls (&text, end, line) && kind == CYAN_GPROF_ARC)
    return CYAN_GPROF_OTHER;
  return finish_line (text, end, kind, line);
}

CyanGprofKind
cyan_gprof_line_parse_vtune (const char *text, gsize length, CyanGprofLine *line)
{
  CyanGprofKind kind = length > 0 && *text == '[' ? CYAN_GPROF_FUNCTION : CYAN_GPROF_ARC;
  const char *end, *word;
  gboolean has_index;
  double percent;

  *line = (CyanGprofLine){ 0 };
  strip (&text, &length);
  if (length == 0 || *text == '-')
    return CYAN_GPROF_END_OF_ENTRY;
  has_index = cut_index (text, &length, &line->index);
  end = text + length;
  if (kind == CYAN_GPROF_FUNCTION
      && (take_word (&text, end, &word) < 3 || !take_time (&text, end, &percent)))
    return CYAN_GPROF_OTHER;
  if (take_time (&text, end, &line->self) && !take_time (&text, end, &line->children))
    return CYAN_GPROF_OTHER;
  kind = finish_line (text, end, kind, line);
  if (is_spontaneous (line->name, line->length))
    return CYAN_GPROF_SPONTANEOUS;
  return has_index ? kind : CYAN_GPROF_OTHER;
}

gboolean
cyan_gprof_line_parse_flat (const char *text, gsize length, CyanGprofLine *line)
{
  const char *end = text + length, *before;
  double ignored;

  *line = (CyanGprofLine){ 0 };
  if (!take_time (&text, end, &ignored) || !take_time (&text, end, &ignored)
      || !take_time (&text, end, &line->self))
    return FALSE;
  before = text;
  if (take_calls (&text, end, line)
      && (!take_time (&text, end, &ignored) || !take_time (&text, end, &ignored)))
    text = before;
  line->name = text;
  line->length = (gsize) (end - text);
  strip (&line->name, &line->length);
  cut_index (line->name, &line->length, &line->index);
  return line->length > 0;
}

/* Whether the words of [@text, @text + @length) begin with @words, "*" standing for any one. */
static gboolean
has_words (const char *text, gsize length, const char *const *words)
{
  const char *end = text + length, *word;

  for (; *words != NULL; words++)
    {
      gsize size = take_word (&text, end, &word);

      if (size == 0
          || (strcmp (*words, "*") != 0
              && (size != strlen (*words) || strncmp (word, *words, size) != 0)))
        return FALSE;
    }
  return TRUE;
}

gboolean
cyan_gprof_is_graph_heading (const char *text, gsize length)
{
  static const char *const gnu[] = { "index",    "%",      "time", "self",
                                     "children", "called", "name", NULL };
  static const char *const short_gnu[] = {
    "index", "%", "self", "children", "called", "name", NULL
  };
  static const char *const bsd[] = { "index",       "%time", "self", "descendents",
                                     "called+self", "name",  NULL };

  return length > 5 && *text == 'i'
         && (has_words (text, length, gnu) || has_words (text, length, short_gnu)
             || has_words (text, length, bsd));
}

gboolean
cyan_gprof_is_vtune_heading (const char *text, gsize length)
{
  static const char *const words[] = { "Index", "%",         "CPU", "Time:Total",
                                       "CPU",   "Time:Self", "CPU", "Time:Children",
                                       "Name",  "Index",     NULL };

  return length > 5 && *text == 'I' && has_words (text, length, words);
}

gboolean
cyan_gprof_is_flat_heading (const char *text, gsize length)
{
  static const char *const seconds[] = { "time", "seconds", "seconds", "calls",
                                         "*",    "*",       "name",    NULL };
  static const char *const bare[] = { "time", "seconds", "seconds", "calls", "name", NULL };
  static const char *const cycles[] = { "%",     "cycles", "cycles", "calls",
                                        "/call", "/call",  "name",   NULL };

  return has_words (text, length, seconds) || has_words (text, length, bare)
         || has_words (text, length, cycles);
}
