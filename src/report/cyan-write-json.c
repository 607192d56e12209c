/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Everything for scripts: JSON. */
#include "cyan-rows.h"

#include <string.h>

#include "cyan-number.h"

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

/* A real number has a point or an exponent, and the latter neither plus nor leading zeros. */
static void
append_number (CyanRows *self, double value)
{
  char text[CYAN_NUMBER_SIZE];
  gsize length = cyan_double_write_17 (value, text), end;
  const char *exponent = memchr (text, 'e', length);

  end = exponent != NULL ? (gsize) (exponent - text) + 1 : length;
  cyan_sink_append (self->sink, text, end);
  if (exponent == NULL && memchr (text, '.', length) == NULL)
    append_literal (self, ".0");
  if (exponent == NULL)
    return;
  if (text[end] == '-')
    append_literal (self, "-");
  for (end++; text[end] == '0'; end++)
    ;
  cyan_sink_append (self->sink, text + end, length - end);
}

static void
begin_line (CyanRows *self, guint indent)
{
  append_literal (self, "\n");
  for (guint i = 0; i < indent; i++)
    append_literal (self, "  ");
}

/* What stands between two members, or two elements of a list. */
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
  if (!first)
    append_literal (self, ",");
  if (indented)
    begin_line (self, self->depth);
  else if (group == CYAN_GROUP_TABLE || ((group == CYAN_GROUP_LINES || is_table) && !first))
    begin_line (self, 0);
  if (group == CYAN_GROUP_TABLE || group == CYAN_GROUP_LIST)
    return;
  if (indented) /* the name may be foreign: a key of meta data */
    {
      append_string (self, name);
      append_literal (self, ": ");
      return;
    }
  append_literal (self, "\"");
  append_literal (self, name);
  append_literal (self, "\":");
}

static void
json_comment (CyanRows *self, const char *text)
{
}

static void
json_open (CyanRows *self, const char *name, CyanGroup group, const char *const *columns)
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
  char count[CYAN_NUMBER_SIZE];

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
      /* Readers take integers for signed; a count beyond that is as good as the largest. */
      cyan_sink_append (self->sink, count,
                        cyan_uint64_write (MIN (value->count, (guint64) G_MAXINT64), count));
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
