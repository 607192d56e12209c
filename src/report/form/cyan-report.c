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
} forms[] = {
  [CYAN_REPORT_FORM_TEXT] = { "text", NULL, FALSE },
  [CYAN_REPORT_FORM_CSV] = { "csv", &cyan_rows_csv, FALSE },
  [CYAN_REPORT_FORM_JSON] = { "json", &cyan_rows_json, FALSE },
  [CYAN_REPORT_FORM_MARKDOWN] = { "markdown", NULL, TRUE },
  [CYAN_REPORT_FORM_HTML] = { "html", NULL, TRUE },
};

char *
cyan_report_forms (const CyanReport *self, const char *comma, const char * or)
{
  GString *names = g_string_new (NULL);
  guint last = g_bit_nth_msf (self->forms, -1);

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    if ((self->forms >> i & 1) != 0)
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
    if ((self->forms >> i & 1) != 0 && g_strcmp0 (name != NULL ? name : "text", forms[i].name) == 0)
      {
        *form = i;
        return TRUE;
      }
  names = cyan_report_forms (self, ", ", " or ");
  return cyan_fail (error, CYAN_ERROR_UNSUPPORTED, "no format \"%s\"; %s", name, names);
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
  CyanRows rows = { .sink = &sink, .form = forms[form].rows, .raw_cells = raw_cells };
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  CyanProse prose = { text, forms[form].html, words };

  if (rows.form != NULL)
    self->rows (&rows, about);
  else if (form == CYAN_REPORT_FORM_HTML)
    self->html (&prose, about);
  else
    self->page (&prose, about);
  cyan_sink_flush (&sink, TRUE);
  if (sink.error == NULL)
    return TRUE;
  g_propagate_error (error, sink.error);
  return FALSE;
}
