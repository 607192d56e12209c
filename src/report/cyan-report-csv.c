/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One row a node, for spreadsheets and scripts (RFC 4180). */
#include "cyan-report-private.h"

#include <math.h>
#include <string.h>

#include "cyan-number.h"
#include "cyan-text.h"

/* Whether a spreadsheet would take the cell for a formula, also after leading blanks or within a
 * cell of several lines. */
static gboolean
looks_like_formula (const char *text)
{
  gboolean at_start = TRUE;

  for (const char *p = text; *p != '\0'; p++)
    {
      if (at_start && strchr ("=+-@\t\r", *p) != NULL)
        return TRUE;
      if (*p == '\n')
        at_start = TRUE;
      else if (*p != ' ')
        at_start = FALSE;
    }
  return FALSE;
}

/* Control characters as in a terminal, where CSV ends up, too; but not those that a cell may hold.
 */
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

void
cyan_report_csv_text (GString *line, const char *foreign, gboolean escape)
{
  g_autofree char *text = escape ? make_harmless (foreign) : g_strdup (foreign);
  gboolean formula = escape && looks_like_formula (text);

  g_string_append_c (line, ',');
  if (!formula && strpbrk (text, ",\"\r\n") == NULL)
    {
      g_string_append (line, text);
      return;
    }
  g_string_append_c (line, '"');
  if (formula)
    g_string_append_c (line, '\'');
  for (const char *p = text; *p != '\0'; p++)
    {
      if (*p == '"')
        g_string_append_c (line, '"');
      g_string_append_c (line, *p);
    }
  g_string_append_c (line, '"');
}

void
cyan_report_csv_head (GString *text,
                      const CyanComparison *comparison,
                      const char *unit,
                      const char *columns)
{
  g_autofree char *inferred = cyan_comparison_inferred_text (comparison);

  g_string_append_printf (text, "# unit: %s", unit);
  /* In the same line, as scripts skip one. */
  if (inferred != NULL)
    g_string_append_printf (text, "; note: %s", inferred);
  g_string_append_printf (text, "\r\n%s\r\n", columns);
}

static void
append_number (GString *line, gboolean exists, double number)
{
  g_string_append_c (line, ',');
  if (exists)
    {
      g_autofree char *text = cyan_double_to_text (number);

      g_string_append (line, text);
    }
}

static void
append_count (GString *line, gboolean exists, guint64 count)
{
  g_string_append_c (line, ',');
  if (exists)
    g_string_append_printf (line, "%" G_GUINT64_FORMAT, count);
}

/* Something in parts of nothing is no number. */
static gboolean
has_ratio (const CyanReportRow *row)
{
  return row->has_estimate && isfinite (row->estimate.ratio);
}

static void
append_row (GString *line, const CyanReportRow *row, gboolean escape)
{
  const CyanSide *before = &row->before, *after = &row->after;

  g_string_append_printf (line, "%u", row->node);
  append_count (line, row->parent != CYAN_NODE_NONE, row->parent);
  append_count (line, TRUE, row->depth);
  cyan_report_csv_text (line, row->name, escape);
  cyan_report_csv_text (line, row->module, escape);
  cyan_report_csv_text (line, row->file, escape);
  append_count (line, row->line != 0, row->line);
  append_count (line, row->call_site != 0, row->call_site);
  cyan_report_csv_text (line, row->status, FALSE);
  cyan_report_csv_text (line, row->source, FALSE);
  cyan_report_csv_text (line, row->verdict, FALSE);
  append_count (line, before->calls != CYAN_CALLS_UNKNOWN, before->calls);
  append_count (line, after->calls != CYAN_CALLS_UNKNOWN, after->calls);
  append_number (line, before->present, before->total);
  append_number (line, after->present, after->total);
  append_number (line, before->present, before->self);
  append_number (line, after->present, after->self);
  append_number (line, before->present, before->share);
  append_number (line, after->present, after->share);
  append_number (line, TRUE, row->height);
  append_number (line, row->has_width, row->width);
  append_count (line, row->moved_to != CYAN_NODE_NONE, row->moved_to);
  append_count (line, row->moved_from != CYAN_NODE_NONE, row->moved_from);
  cyan_report_csv_text (line, row->old_name != NULL ? row->old_name : "", escape);
  append_number (line, has_ratio (row), row->estimate.ratio);
  append_number (line, has_ratio (row), row->estimate.low);
  append_number (line, has_ratio (row) && isfinite (row->estimate.high), row->estimate.high);
  append_number (line, row->has_estimate, row->estimate.q);
  g_string_append (line, "\r\n");
}

gboolean
cyan_report_csv (const CyanComparison *comparison,
                 const CyanReportOptions *options,
                 CyanReportWriteFunc write,
                 gpointer data,
                 GError **error)
{
  g_autofree guint *depths = cyan_report_depths (comparison);
  g_auto (CyanReportSink) sink = { 0 };
  g_autofree char *unit = cyan_text_for_terminal (cyan_comparison_unit (comparison));
  g_autofree char *header = g_strjoinv (",", (char **) cyan_report_columns);

  cyan_report_sink_init (&sink, write, data);
  cyan_report_csv_head (sink.buffer, comparison, unit, header);
  for (CyanNode node = 0; node < comparison->n_nodes; node++)
    {
      CyanReportRow row;

      cyan_report_row (comparison, options, node, depths[node], &row);
      append_row (sink.buffer, &row, options->escape_cells);
      if (!cyan_report_sink_flush (&sink, FALSE, error))
        return FALSE;
    }
  return cyan_report_sink_flush (&sink, TRUE, error);
}
