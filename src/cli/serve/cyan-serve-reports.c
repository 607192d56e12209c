/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports that can be read again: what is kept is the command that makes them. */
#include "cyan-serve-reports.h"

/* So that their list is a short answer. */
#define MOST 20

typedef struct
{
  char *uri, *title;
  CyanServeCommand command;
} Report;

static void
report_free (gpointer data)
{
  Report *report = data;

  g_free (report->uri);
  g_free (report->title);
  cyan_serve_command_clear (&report->command);
  g_free (report);
}

void
cyan_serve_reports_init (CyanServeReports *self)
{
  *self = (CyanServeReports){ g_ptr_array_new_with_free_func (report_free), 0 };
}

void
cyan_serve_reports_clear (CyanServeReports *self)
{
  g_ptr_array_unref (self->reports);
}

gboolean
cyan_serve_reports_add (CyanServeReports *self, CyanServeCommand *command, const char *title)
{
  Report *report;

  for (guint i = 0; i < self->reports->len; i++)
    if (g_strv_equal (
            (const char *const *) command->arguments,
            (const char *const *) ((Report *) self->reports->pdata[i])->command.arguments))
      return FALSE;
  if (self->reports->len == MOST)
    g_ptr_array_remove_index (self->reports, 0);
  report = g_new0 (Report, 1);
  report->uri = g_strdup_printf ("cyan://report/%u", ++self->n);
  report->title = g_strdup (title);
  report->command = *command;
  *command = (CyanServeCommand){ NULL };
  g_ptr_array_add (self->reports, report);
  return TRUE;
}

void
cyan_serve_reports_list (const CyanServeReports *self, CyanJsonWriter *out)
{
  cyan_json_writer_open_array (out, "resources");
  for (guint i = 0; i < self->reports->len; i++)
    {
      const Report *report = self->reports->pdata[i];

      cyan_json_writer_open_object (out, NULL);
      cyan_json_writer_text (out, "uri", report->uri);
      cyan_json_writer_text (out, "name", report->title);
      cyan_json_writer_text (out, "description", "What explains the difference of two recordings");
      cyan_json_writer_text (out, "mimeType", "application/json");
      cyan_json_writer_close_object (out);
    }
  cyan_json_writer_close_array (out);
}

gboolean
cyan_serve_reports_find (const CyanServeReports *self, const char *uri, CyanServeCommand *command)
{
  for (guint i = 0; i < self->reports->len; i++)
    {
      const Report *report = self->reports->pdata[i];

      if (!g_str_equal (report->uri, uri))
        continue;
      *command = (CyanServeCommand){ g_strdupv (report->command.arguments),
                                     g_strdup (report->command.folder), report->command.is_free };
      return TRUE;
    }
  return FALSE;
}
