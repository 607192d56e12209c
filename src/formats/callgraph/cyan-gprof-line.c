/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Takes lines of the text of gprof, of BSD's and of VTune's gprof-cc apart. */
#include "cyan-gprof-line.h"

#include <string.h>

/* Takes a number with decimals, if one is next.  VTune writes some below 0. */
static gboolean
take_time (CyanLine *at, double *value)
{
  CyanLine rest = *at, word = cyan_line_word (&rest);

  if (memchr (word.at, '.', cyan_line_length (word)) == NULL
      || !(g_ascii_isdigit (*word.at) || *word.at == '-') || !cyan_line_is_number (word, value))
    return FALSE;
  *at = rest;
  return TRUE;
}

/* Takes "12", "12/40" or "12+3", if one is next. */
static gboolean
take_calls (CyanLine *at, CyanGprofLine *line)
{
  CyanLine rest = *at, word = cyan_line_word (&rest), after = word;
  guint64 calls, more = 0;

  cyan_line_digits (&after);
  word.end = after.at;
  if (!cyan_line_is_count (word, &calls))
    return FALSE;
  if (after.at < after.end)
    {
      gboolean is_self = *after.at == '+';

      if ((*after.at++ != '/' && !is_self) || !cyan_line_is_count (after, &more))
        return FALSE;
      line->self_calls = is_self ? more : 0;
    }
  line->calls = calls;
  *at = rest;
  return TRUE;
}

/* Cuts "[12]", or "(12)" of a function that is not listed, from the end. */
static gboolean
cut_index (CyanLine *text, guint32 *index)
{
  CyanLine digits = { text->at, text->end - 1 };
  guint64 value;

  if (cyan_line_length (*text) < 4 || (*digits.end != ']' && *digits.end != ')'))
    return FALSE;
  for (digits.at = digits.end; digits.at > text->at && g_ascii_isdigit (digits.at[-1]);)
    digits.at--;
  if (digits.at - text->at < 2 || digits.at[-1] != (*digits.end == ']' ? '[' : '(')
      || digits.at[-2] != ' ' || !cyan_line_is_count (digits, &value) || value > G_MAXINT32)
    return FALSE;
  *index = (guint32) value;
  text->end = digits.at - 2;
  return TRUE;
}

/* Cuts "<cycle 1>" from the end. */
static void
cut_cycle (CyanLine *name)
{
  static const char word[] = " <cycle ";
  const char *cycle =
      cyan_line_ends (*name, ">") ? memrchr (name->at, '<', cyan_line_length (*name)) : NULL;

  if (cycle == NULL || cycle == name->at || strncmp (cycle - 1, word, strlen (word)) != 0)
    return;
  for (const char *at = cycle + strlen ("<cycle "); *at != '>'; at++)
    if (!g_ascii_isdigit (*at))
      return;
  name->end = cycle - 1;
}

static gboolean
is_unit (CyanLine text, double *scale)
{
  if (cyan_line_length (text) < 6 || text.at[0] != '(' || text.at[2] != ')' || text.end[-1] != ')')
    return FALSE;
  *scale = text.at[1] == 'K' ? 1e3 : text.at[1] == 'M' ? 1e6 : 0;
  for (const char *at = text.at; at < text.end; at++)
    if (strchr ("() \t", *at) == NULL && *at != text.at[1])
      return FALSE;
  return *scale > 0;
}

/* Takes what is left of @line, once its numbers are taken, as its name. */
static CyanGprofKind
finish_line (CyanLine text, CyanGprofKind kind, CyanGprofLine *line)
{
  static const char whole[] = " as a whole>";

  cyan_line_trim (&text);
  line->name = text;
  line->is_cycle = kind == CYAN_GPROF_FUNCTION && cyan_line_length (text) > strlen (whole)
                   && *text.at == '<' && cyan_bytes_have (text.at, cyan_line_length (text), whole);
  if (text.at == text.end)
    return CYAN_GPROF_OTHER;
  cut_cycle (&line->name);
  return kind;
}

/* VTune's report has no calls, ends entries with a blank line, and writes the index in three words
 * at least. */
CyanGprofKind
cyan_gprof_parse_graph (CyanLine text, gboolean is_vtune, CyanGprofLine *line)
{
  CyanGprofKind kind = text.at < text.end && *text.at == '[' ? CYAN_GPROF_FUNCTION : CYAN_GPROF_ARC;
  gboolean has_index;
  double percent;

  *line = (CyanGprofLine){ 0 };
  cyan_line_trim (&text);
  if (text.at == text.end
      || (!is_vtune && cyan_bytes_have (text.at, cyan_line_length (text), "called/total")))
    return is_vtune ? CYAN_GPROF_END_OF_ENTRY : CYAN_GPROF_BLANK;
  if (is_vtune ? *text.at == '-'
               : cyan_line_length (text) > 2 && strspn (text.at, "-") >= cyan_line_length (text))
    return CYAN_GPROF_END_OF_ENTRY;
  if (!is_vtune && cyan_line_is (text, "<spontaneous>"))
    return CYAN_GPROF_SPONTANEOUS;
  if (!is_vtune && is_unit (text, &line->scale))
    return CYAN_GPROF_UNIT;
  line->is_hidden = text.end[-1] == ')';
  has_index = cut_index (&text, &line->index);
  if (!has_index && !is_vtune)
    return CYAN_GPROF_OTHER;
  if (kind == CYAN_GPROF_FUNCTION
      && (cyan_line_length (cyan_line_word (&text)) < (is_vtune ? 3 : 2)
          || !take_time (&text, &percent)))
    return CYAN_GPROF_OTHER;
  if (take_time (&text, &line->self) && !take_time (&text, &line->children))
    return CYAN_GPROF_OTHER;
  if (!is_vtune && !take_calls (&text, line) && kind == CYAN_GPROF_ARC)
    return CYAN_GPROF_OTHER;
  kind = finish_line (text, kind, line);
  if (is_vtune && cyan_line_is (line->name, "<spontaneous>"))
    return CYAN_GPROF_SPONTANEOUS;
  return has_index ? kind : CYAN_GPROF_OTHER;
}

/* Whether the line is one of a function in the flat profile, which has only its own time. */
gboolean
cyan_gprof_parse_flat (CyanLine text, CyanGprofLine *line)
{
  CyanLine before;
  double ignored;

  *line = (CyanGprofLine){ 0 };
  if (!take_time (&text, &line->percent) || !take_time (&text, &line->cumulative)
      || !take_time (&text, &line->self))
    return FALSE;
  before = text;
  if (take_calls (&text, line) && (!take_time (&text, &ignored) || !take_time (&text, &ignored)))
    text = before;
  cyan_line_trim (&text);
  cut_index (&text, &line->index);
  line->name = text;
  return text.at < text.end;
}

/* The kind of the heading @line, by its first words; "*" is any word. */
CyanGprofHeading
cyan_gprof_heading (CyanLine line)
{
  static const struct
  {
    CyanGprofHeading heading;
    const char *words[11];
  } headings[] = {
    { CYAN_GPROF_GRAPH, { "index", "%", "time", "self", "children", "called", "name" } },
    { CYAN_GPROF_GRAPH, { "index", "%", "self", "children", "called", "name" } },
    { CYAN_GPROF_GRAPH, { "index", "%time", "self", "descendents", "called+self", "name" } },
    { CYAN_GPROF_VTUNE_GRAPH,
      { "Index", "%", "CPU", "Time:Total", "CPU", "Time:Self", "CPU", "Time:Children", "Name",
        "Index" } },
    { CYAN_GPROF_FLAT, { "time", "seconds", "seconds", "calls", "*", "*", "name" } },
    { CYAN_GPROF_FLAT, { "time", "seconds", "seconds", "calls", "name" } },
    { CYAN_GPROF_FLAT, { "%", "cycles", "cycles", "calls", "/call", "/call", "name" } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (headings); i++)
    {
      CyanLine rest = line;
      const char *const *words = headings[i].words;

      /* Those of graphs are not indented. */
      if (headings[i].heading != CYAN_GPROF_FLAT && (line.at == line.end || *line.at != **words))
        continue;
      for (; *words != NULL; words++)
        {
          CyanLine word = cyan_line_word (&rest);

          if (word.at == word.end || (strcmp (*words, "*") != 0 && !cyan_line_is (word, *words)))
            break;
        }
      if (*words == NULL)
        return headings[i].heading;
    }
  return CYAN_GPROF_NOTHING;
}
