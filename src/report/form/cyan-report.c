/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of forms, and writing a report in a form. */
#include "cyan-report.h"

#include "cyan-error.h"
#include "cyan-report-kind.h"

/* By form: how it is written, as rows for programs or as a page for people. */
static const struct
{
  const char *name;
  const CyanRowsForm *rows;
  gboolean html;
  gsize page; /* its function in CyanReport */
} forms[] = {
  [CYAN_REPORT_FORM_TEXT] = { "text", NULL, FALSE, G_STRUCT_OFFSET (CyanReport, text) },
  [CYAN_REPORT_FORM_CSV] = { "csv", &cyan_rows_csv },
  [CYAN_REPORT_FORM_JSON] = { "json", &cyan_rows_json },
  [CYAN_REPORT_FORM_MARKDOWN] = { "markdown", NULL, TRUE, G_STRUCT_OFFSET (CyanReport, markdown) },
  [CYAN_REPORT_FORM_HTML] = { "html", NULL, TRUE, G_STRUCT_OFFSET (CyanReport, html) },
};

typedef void (*Page) (CyanProse *prose, gconstpointer about);

/* NULL: it has none in this form. */
static Page
page_of (const CyanReport *self, guint form)
{
  return *(const Page *) (gconstpointer) ((const char *) self + forms[form].page);
}

static gboolean
has_form (const CyanReport *self, guint form)
{
  if (forms[form].rows == NULL)
    return page_of (self, form) != NULL;
  return self->rows != NULL && (self->columns != NULL || forms[form].rows->nested);
}

char *
cyan_report_forms (const CyanReport *self, const char *comma, const char * or)
{
  GString *names = g_string_new (NULL);
  guint last = G_N_ELEMENTS (forms) - 1;

  while (!has_form (self, last))
    last--;
  for (guint i = 0; i <= last; i++)
    if (has_form (self, i))
      g_string_append_printf (names, "%s%s",
                              names->len == 0 ? ""
                              : i == last     ? or
                                              : comma,
                              forms[i].name);
  return g_string_free (names, FALSE);
}

gboolean
cyan_report_find_form (const CyanReport *self,
                       const char *name,
                       CyanReportForm *form,
                       GError **error)
{
  g_autofree char *names = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    if (has_form (self, i) && g_strcmp0 (name != NULL ? name : "text", forms[i].name) == 0)
      {
        *form = i;
        return TRUE;
      }
  names = cyan_report_forms (self, ", ", " or ");
  return cyan_fail (error, CYAN_ERROR_UNSUPPORTED, "no format \"%s\"; %s", name, names);
}

GStrv
cyan_field_names (const CyanField *columns, gboolean with_optional)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (; columns->names != NULL; columns++)
    if (!columns->optional || with_optional)
      g_string_append_printf (names, "%s%s", names->len > 0 ? "," : "", columns->names);
  return g_strsplit (names->str, ",", -1);
}

const CyanField *
cyan_report_columns (const CyanReport *self)
{
  return self->columns;
}

gboolean
cyan_report_write (const CyanReport *self,
                   gconstpointer about,
                   CyanReportForm form,
                   gboolean raw_cells,
                   CyanReportWriteFunc write,
                   gpointer data,
                   GError **error)
{
  g_autoptr (GString) text = g_string_sized_new (2 * CYAN_SINK_PIECE);
  CyanSink sink = { text, write, data, NULL };
  CyanRows rows = {
    .sink = &sink, .form = forms[form].rows, .raw_cells = raw_cells, .columns = self->columns
  };
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  CyanProse prose = { text, forms[form].html, words };

  if (rows.form != NULL)
    {
      cyan_rows_open (&rows, NULL, self->group);
      self->rows (&rows, about);
      cyan_rows_close (&rows);
      g_strfreev (rows.names);
    }
  else
    page_of (self, form) (&prose, about);
  cyan_sink_flush (&sink, TRUE);
  if (sink.error == NULL)
    return TRUE;
  g_propagate_error (error, sink.error);
  return FALSE;
}

/* ---- what several reports have ---- */

void
cyan_report_say_verdict (CyanProse *prose, const CyanReportOptions *options, guint chars)
{
  const CyanComparison *comparison = options->comparison;

  cyan_prose_say (prose, "%s: %s\n",
                  comparison->compared.single ? cyan_prose_name (prose, options->after_name, chars)
                                              : cyan_prose_versions (prose, options, chars),
                  cyan_prose_value (prose, cyan_comparison_verdict_text (comparison)));
}

void
cyan_report_put_unit (CyanRows *rows, const CyanComparison *comparison, const char *unit)
{
  g_autofree char *inferred = cyan_comparison_inferred_text (comparison);
  /* In one line, since scripts skip one line. */
  g_autofree char *comment = g_strconcat ("unit: ", *unit != '\0' ? unit : "unknown",
                                          inferred != NULL ? "; note: " : NULL, inferred, NULL);

  cyan_rows_comment (rows, "%s", comment);
}

void
cyan_report_put_function (CyanRows *rows,
                          const char *name,
                          const CyanComparison *comparison,
                          CyanNode node)
{
  const CyanFunction *function = cyan_comparison_function (comparison, node);

  cyan_rows_text (rows, name, cyan_comparison_name (comparison, node));
  cyan_rows_text (rows, "module", cyan_comparison_string (comparison, function->module));
  cyan_rows_text (rows, "file", cyan_comparison_string (comparison, function->file));
  cyan_rows_count_if (rows, "line", function->line > 0, function->line);
}

void
cyan_report_put_runs (CyanRows *rows, const CyanComparison *comparison, guint side)
{
  cyan_rows_open (rows, "runs", CYAN_GROUP_LIST);
  for (guint i = 0; i < comparison->compared.side[side].n_runs; i++)
    cyan_rows_number (rows, NULL, comparison->compared.side[side].run_totals[i]);
  cyan_rows_close (rows);
}

double
cyan_report_total_change (const CyanComparison *comparison, const CyanSide side[2])
{
  return side[1].total * cyan_compared_factor (&comparison->compared, 1)
         - side[0].total * cyan_compared_factor (&comparison->compared, 0);
}

CyanChange
cyan_report_change (const CyanReportOptions *options, CyanNode node)
{
  return options->changes != NULL
             ? (CyanChange) options->changes[options->comparison->compared.pairs->of_node[node]]
             : CYAN_CHANGE_UNKNOWN;
}
