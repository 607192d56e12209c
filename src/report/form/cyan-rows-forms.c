/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes rows as CSV by RFC 4180, below a comment line, and as JSON. */
#include "cyan-rows.h"

#include <math.h>
#include <string.h>

#include "cyan-text.h"

/* ---- CSV ---- */

/* Whether a spreadsheet would interpret the cell as a formula, also after leading blanks or within
 * a cell of several lines. */
static gboolean
looks_like_formula (const char *text)
{
  for (;;)
    {
      text += strspn (text, " ");
      if (*text != '\0' && strchr ("=+-@\t\r", *text) != NULL)
        return TRUE;
      text = strchr (text, '\n');
      if (text == NULL)
        return FALSE;
      text++;
    }
}

/* Whether a text needs no escaping, as most names. */
static gboolean
is_plain (const char *text)
{
  for (; *text != '\0'; text++)
    if (*text < ' ' || *text > '~')
      return FALSE;
  return TRUE;
}

/* Escapes control characters as for a terminal, where CSV may be printed too, except those that a
 * cell may contain. */
static char *
make_harmless (const char *text)
{
  GString *out = g_string_new (NULL);

  while (*text != '\0')
    {
      gsize blanks = strspn (text, "\t\r\n");
      gsize rest = strcspn (text + blanks, "\t\r\n");
      g_autofree char *piece = g_strndup (text + blanks, rest);
      g_autofree char *safe = cyan_text_for_terminal (piece);

      g_string_append_len (out, text, (gssize) blanks);
      g_string_append (out, safe);
      text += blanks + rest;
    }
  return g_string_free (out, FALSE);
}

static void
append_text (CyanRows *self, const char *foreign)
{
  g_autofree char *safe = self->raw_cells || is_plain (foreign) ? NULL : make_harmless (foreign);
  const char *text = safe != NULL ? safe : foreign;
  gboolean formula = !self->raw_cells && looks_like_formula (text);

  if (!formula && strpbrk (text, ",\"\r\n") == NULL)
    {
      cyan_sink_append (self->sink, text, strlen (text));
      return;
    }
  cyan_sink_append (self->sink, "\"'", formula ? 2 : 1);
  for (const char *quote; (quote = strchr (text, '"')) != NULL; text = quote + 1)
    {
      cyan_sink_append (self->sink, text, (gsize) (quote + 1 - text));
      cyan_sink_append (self->sink, "\"", 1);
    }
  cyan_sink_append (self->sink, text, strlen (text));
  cyan_sink_append (self->sink, "\"", 1);
}

static void
csv_comment (CyanRows *self, const char *text)
{
  g_autofree char *safe = cyan_text_for_terminal (text);

  g_string_append_printf (self->sink->text, "# %s\r\n", safe);
}

static void
csv_open (CyanRows *self, const char *name, CyanGroup group, gboolean is_table)
{
  g_autofree char *head = NULL;

  g_assert (self->in_row == 0 || self->depth != self->in_row);
  if (!is_table)
    return;
  self->names = cyan_field_names (self->columns, self->has_optional);
  head = g_strjoinv (",", self->names);
  g_string_append_printf (self->sink->text, "%s\r\n", head);
}

static void
csv_close (CyanRows *self)
{
  if (self->depth != self->in_row)
    return;
  g_clear_pointer (&self->names, g_strfreev);
  cyan_sink_append (self->sink, "\r\n", 2);
}

static void
csv_value (CyanRows *self, const char *name, const CyanValue *value)
{
  if (self->depth != self->in_row || self->in_row == 0)
    return;
  /* The columns are as the table says, or the first row would tell. */
  g_assert (self->names == NULL || g_str_equal (name, self->names[self->open[self->depth - 1].n]));
  if (self->open[self->depth - 1].n++ > 0)
    cyan_sink_append (self->sink, ",", 1);
  switch (value->kind)
    {
    case CYAN_VALUE_NONE:
      break;
    case CYAN_VALUE_TEXT:
      append_text (self, value->text);
      break;
    case CYAN_VALUE_COUNT:
      cyan_sink_append_count (self->sink, value->count);
      break;
    case CYAN_VALUE_NUMBER:
      cyan_sink_take (
          self->sink,
          cyan_double_write (value->number, cyan_sink_room (self->sink, CYAN_NUMBER_SIZE)));
      break;
    case CYAN_VALUE_FLAG:
      cyan_sink_append (self->sink, value->flag ? "1" : "0", 1);
      break;
    }
}

const CyanRowsForm cyan_rows_csv = { FALSE, csv_comment, csv_open, csv_close, csv_value };

/* ---- JSON ---- */

static void
append_literal (CyanRows *self, const char *text)
{
  cyan_sink_append (self->sink, text, strlen (text));
}

static void
append_string (CyanRows *self, const char *text)
{
  static const char *const escapes[] = {
    ['"'] = "\\\"", ['\\'] = "\\\\", ['\b'] = "\\b", ['\f'] = "\\f",
    ['\n'] = "\\n", ['\r'] = "\\r",  ['\t'] = "\\t",
  };
  const char *start = text;

  append_literal (self, "\"");
  for (;; text++)
    {
      guchar c = (guchar) *text;

      if (c >= ' ' && c != '"' && c != '\\')
        continue;
      cyan_sink_append (self->sink, start, (gsize) (text - start));
      start = text + 1;
      if (c == '\0')
        break;
      if (escapes[c] != NULL)
        append_literal (self, escapes[c]);
      else
        g_string_append_printf (self->sink->text, "\\u%04X", c);
    }
  append_literal (self, "\"");
}

/* A real number has a point or an exponent.  The exponent has neither a plus nor leading zeros. */
static void
append_number (CyanRows *self, double value)
{
  char *text = cyan_sink_room (self->sink, CYAN_NUMBER_SIZE + 2);
  gsize length = cyan_double_write_17 (value, text);
  gsize tail = MIN (length, 5); /* "e-324" is the longest exponent */
  gboolean plain = value == floor (value) && fabs (value) < 1e15;
  char *exponent = plain ? NULL : memchr (text + length - tail, 'e', tail);

  if (exponent != NULL)
    {
      char *end = exponent + (exponent[1] == '-' ? 2 : 1);
      gsize skip = strspn (end, "+0");

      memmove (end, end + skip, (gsize) (text + length - end) - skip);
      length -= skip;
    }
  else if (plain || memchr (text, '.', length) == NULL)
    {
      memcpy (text + length, ".0", 2);
      length += 2;
    }
  cyan_sink_take (self->sink, length);
}

/* The key of a member of a row. */
static void
append_key (CyanRows *self, const char *name, gboolean first)
{
  gsize length = strlen (name);
  char *text = cyan_sink_room (self->sink, length + 4), *end = text;

  if (!first)
    *end++ = ',';
  *end++ = '"';
  memcpy (end, name, length);
  memcpy (end + length, "\":", 2);
  cyan_sink_take (self->sink, (gsize) (end - text) + length + 2);
}

static void
begin_line (CyanRows *self, guint indent)
{
  append_literal (self, "\n");
  for (guint i = 0; i < indent; i++)
    append_literal (self, "  ");
}

/* Separates two members, or two elements of a list. */
static void
begin_member (CyanRows *self, const char *name, gboolean is_table)
{
  CyanGroup group;
  gboolean first, indented;

  if (self->depth == 0)
    return;
  group = self->open[self->depth - 1].group;
  indented = self->open[self->depth - 1].indented;
  first = self->open[self->depth - 1].n++ == 0;
  if (group == CYAN_GROUP_OBJECT && !indented && !is_table)
    {
      append_key (self, name, first);
      return;
    }
  if (!first)
    append_literal (self, ",");
  if (indented)
    begin_line (self, self->depth);
  else if (group == CYAN_GROUP_TABLE || ((group == CYAN_GROUP_LINES || is_table) && !first))
    begin_line (self, 0);
  if (group == CYAN_GROUP_TABLE || group == CYAN_GROUP_LIST)
    return;
  /* The keys of meta data are untrusted. */
  append_string (self, name);
  append_literal (self, indented ? ": " : ":");
}

static void
json_comment (CyanRows *self, const char *text)
{
}

static void
json_open (CyanRows *self, const char *name, CyanGroup group, gboolean is_table)
{
  begin_member (self, name, group == CYAN_GROUP_TABLE);
  append_literal (self, group == CYAN_GROUP_TABLE || group == CYAN_GROUP_LIST ? "[" : "{");
}

static void
json_close (CyanRows *self)
{
  CyanGroup group = self->open[self->depth - 1].group;

  if (self->open[self->depth - 1].indented && self->open[self->depth - 1].n > 0)
    begin_line (self, self->depth - 1);
  else if (!self->open[self->depth - 1].indented && group == CYAN_GROUP_TABLE)
    begin_line (self, 0);
  append_literal (self, group == CYAN_GROUP_TABLE || group == CYAN_GROUP_LIST ? "]" : "}");
  if (self->depth == 1)
    append_literal (self, "\n");
}

static void
json_value (CyanRows *self, const char *name, const CyanValue *value)
{
  begin_member (self, name, FALSE);
  switch (value->kind)
    {
    case CYAN_VALUE_NONE:
      append_literal (self, "null");
      break;
    case CYAN_VALUE_TEXT:
      append_string (self, value->text);
      break;
    case CYAN_VALUE_COUNT:
      /* Many readers use signed integers, so larger counts become the largest one. */
      cyan_sink_append_count (self->sink, MIN (value->count, (guint64) G_MAXINT64));
      break;
    case CYAN_VALUE_NUMBER:
      append_number (self, value->number);
      break;
    case CYAN_VALUE_FLAG:
      append_literal (self, value->flag ? "true" : "false");
      break;
    }
}

const CyanRowsForm cyan_rows_json = { TRUE, json_comment, json_open, json_close, json_value };
