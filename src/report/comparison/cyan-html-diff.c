/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The differences of a function's source as a table: lines of both sides, in their order. */
#include "cyan-report-html.h"

#include <string.h>

#include "cyan-i18n.h"
#include "cyan-line-diff.h"
#include "cyan-text.h"
#include "cyan-word-diff.h"

/* Equal lines that are shown around a change. */
#define CONTEXT 3
/* Rows of one table, and bytes of one line. */
#define MAX_ROWS 200
#define MAX_LINE 300

/* One side of the table. */
typedef struct
{
  char **lines; /* owned */
  guint n_lines;
  guint first;   /* the number of its first line */
  GArray *marks; /* of CyanWordMark; owned */
  guint at;      /* the first mark that is not passed yet */
} Side;

typedef struct
{
  CyanProse *prose;
  Side side[2];
  guint n_rows;
} Diff;

static void
side_clear (Side *self)
{
  g_strfreev (self->lines);
  g_clear_pointer (&self->marks, g_array_unref);
}

/* Appends @length bytes of source code.  A tab becomes blanks, and a character that could reorder
 * or hide others is replaced. */
static void
append_code (CyanProse *prose, const char *code, gsize length)
{
  g_autofree char *piece = g_strndup (code, length);
  g_auto (GStrv) parts = g_strsplit (piece, "\t", -1);
  g_autofree char *blanks = g_strjoinv ("    ", parts);
  g_autofree char *shown = cyan_text_for_terminal (blanks);
  g_autofree char *safe = cyan_text_for_xml (shown);

  cyan_prose_say (prose, "%s", safe);
}

/* The end of a piece of @line that is not too long, on a whole character. */
static gsize
cut (const char *line)
{
  gsize length = strlen (line);

  if (length <= MAX_LINE)
    return length;
  length = MAX_LINE;
  while ((line[length] & 0xc0) == 0x80)
    length--;
  return length;
}

/* Appends line @i of @side with its marks. */
static void
append_line (CyanProse *prose, Side *side, guint i)
{
  const char *line = side->lines[i];
  gsize end = cut (line), from = 0;

  while (side->at < side->marks->len
         && g_array_index (side->marks, CyanWordMark, side->at).line < i)
    side->at++;
  for (; side->at < side->marks->len; side->at++)
    {
      const CyanWordMark *mark = &g_array_index (side->marks, CyanWordMark, side->at);

      if (mark->line != i || mark->end > end)
        break;
      append_code (prose, line + from, mark->start - from);
      cyan_prose_say (prose, "<mark>");
      append_code (prose, line + mark->start, mark->end - mark->start);
      cyan_prose_say (prose, "</mark>");
      from = mark->end;
    }
  append_code (prose, line + from, end - from);
  if (line[end] != '\0')
    cyan_prose_say (prose, CYAN_ELLIPSIS);
}

static void
append_number (CyanProse *prose, const Side *side, gboolean has, guint i)
{
  if (has)
    cyan_prose_say (prose, "<td class=\"line\">%u</td>", side->first + i);
  else
    cyan_prose_say (prose, "<td class=\"line\"></td>");
}

/* Appends a row: line @before, @after or both of the same text. */
static void
append_row (Diff *self, gboolean has_before, guint before, gboolean has_after, guint after)
{
  const char *kind = has_before && has_after ? ""
                     : has_before            ? " class=\"gone\""
                                             : " class=\"new\"";
  const char *sign = has_before && has_after ? "" : has_before ? "\xe2\x88\x92" : "+";

  if (self->n_rows++ >= MAX_ROWS)
    return;
  cyan_prose_say (self->prose, "<tr%s>", kind);
  append_number (self->prose, &self->side[0], has_before, before);
  append_number (self->prose, &self->side[1], has_after, after);
  cyan_prose_say (self->prose, "<td class=\"sign\">%s</td><td><code>", sign);
  append_line (self->prose, &self->side[has_after ? 1 : 0], has_after ? after : before);
  cyan_prose_say (self->prose, "</code></td></tr>\n");
}

/* Appends equal lines from @before and @after on: those near the change above, if @above, and near
 * the change below, if @below. */
static void
append_equal (Diff *self, guint before, guint after, guint n, gboolean above, gboolean below)
{
  guint head = above ? MIN (n, CONTEXT) : 0;
  guint tail = below ? MIN (n - head, CONTEXT) : 0;
  guint skipped = n - head - tail;

  for (guint i = 0; i < head; i++)
    append_row (self, TRUE, before + i, TRUE, after + i);
  if (skipped > 0 && self->n_rows < MAX_ROWS)
    {
      g_autofree char *text =
          g_strdup_printf (ngettext ("%'u equal line", "%'u equal lines", skipped), skipped);

      cyan_prose_say (self->prose, "<tr class=\"cut\"><td colspan=\"4\">%s</td></tr>\n", text);
    }
  for (guint i = n - tail; i < n; i++)
    append_row (self, TRUE, before + i, TRUE, after + i);
}

static void
side_init (Side *self, const char *body, guint first, GArray *marks)
{
  self->lines = g_strsplit (body, "\n", -1);
  self->n_lines = g_strv_length (self->lines);
  /* What follows the last line break is no line. */
  if (self->n_lines > 0 && *self->lines[self->n_lines - 1] == '\0')
    self->n_lines--;
  self->first = first;
  self->marks = marks;
}

static void
append_changes (Diff *self, const GArray *changes)
{
  guint before = 0, after = 0;

  for (guint i = 0; i < changes->len; i++)
    {
      const CyanLineChange *change = &g_array_index (changes, CyanLineChange, i);

      append_equal (self, before, after, change->before_start - before, i > 0, TRUE);
      before = change->before_start + change->before_count;
      after = change->after_start + change->after_count;
      for (guint line = change->before_start; line < before; line++)
        append_row (self, TRUE, line, FALSE, 0);
      for (guint line = change->after_start; line < after; line++)
        append_row (self, FALSE, 0, TRUE, line);
    }
  append_equal (self, before, after, self->side[0].n_lines - before, TRUE, FALSE);
}

gboolean
cyan_html_diff (CyanProse *prose, CyanFunctionText *const texts[2])
{
  g_autoptr (GArray) changes = NULL;
  char *bodies[2];
  GArray *marks[2];
  Diff diff = { .prose = prose };

  for (guint side = 0; side < 2; side++)
    bodies[side] = texts[side] != NULL ? cyan_function_text_body (texts[side]) : g_strdup ("");
  changes = cyan_line_diff (bodies[0], bodies[1], NULL);
  if (changes != NULL && changes->len > 0)
    {
      cyan_word_diff (bodies[0], bodies[1], changes, marks);
      for (guint side = 0; side < 2; side++)
        side_init (&diff.side[side], bodies[side],
                   texts[side] != NULL ? texts[side]->first_line : 1, marks[side]);
      cyan_prose_say (prose, "<div class=\"scroll\"><table class=\"diff\"><tbody>\n");
      append_changes (&diff, changes);
      if (diff.n_rows > MAX_ROWS)
        {
          guint more = diff.n_rows - MAX_ROWS;
          g_autofree char *text = g_strdup_printf (
              ngettext ("%'u more line is left out", "%'u more lines are left out", more), more);

          cyan_prose_say (prose, "<tr class=\"cut\"><td colspan=\"4\">%s</td></tr>\n", text);
        }
      cyan_prose_say (prose, "</tbody></table></div>\n");
      side_clear (&diff.side[0]);
      side_clear (&diff.side[1]);
    }
  g_free (bodies[0]);
  g_free (bodies[1]);
  return diff.n_rows > 0;
}
