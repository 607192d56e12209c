/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes rows as CSV by RFC 4180, below a comment line. */
#include "cyan-rows.h"

#include <string.h>

#include "cyan-text.h"

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
csv_open (CyanRows *self, const char *name, CyanGroup group, const char *const *columns)
{
  g_assert (self->in_row == 0 || self->depth != self->in_row);
  if (columns != NULL)
    {
      g_autofree char *head = g_strjoinv (",", (char **) columns);

      g_string_append_printf (self->sink->text, "%s\r\n", head);
    }
}

static void
csv_close (CyanRows *self)
{
  if (self->depth == self->in_row)
    cyan_sink_append (self->sink, "\r\n", 2);
}

static void
csv_value (CyanRows *self, const char *name, const CyanValue *value)
{
  if (self->depth != self->in_row || self->in_row == 0)
    return;
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
