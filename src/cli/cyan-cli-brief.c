/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `--brief`: answers of few bytes. */
#include "cyan-cli.h"

#include <string.h>

#include "cyan-report-comparison.h"

const char *const cyan_cli_brief_names[] = { "text", "json", NULL };

/* Whether @argument is an option about how to answer; *@has_value: its value is the next one. */
static gboolean
is_about_answer (const char *argument, gboolean *has_value)
{
  static const char *const names[] = { "--top", "--format", "--output", "-f", "-o" };

  *has_value = FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      gsize length = strlen (names[i]);

      if (strncmp (argument, names[i], length) != 0)
        continue;
      *has_value = argument[length] == '\0';
      if (*has_value || argument[length] == '=' || argument[1] != '-')
        return TRUE;
    }
  return g_str_has_prefix (argument, "--brief") || strcmp (argument, "--force") == 0;
}

char *
cyan_cli_brief_arguments (int argc, char **argv)
{
  GString *text = g_string_new (NULL);

  for (int i = 1; i < argc; i++)
    {
      gboolean has_value;
      g_autofree char *quoted = NULL;

      if (is_about_answer (argv[i], &has_value))
        {
          i += has_value;
          continue;
        }
      /* Most need no quotes, and are read more easily without. */
      quoted =
          argv[i][strspn (argv[i], G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "-_./=@:,%+")] != '\0'
              ? g_shell_quote (argv[i])
              : g_strdup (argv[i]);
      g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", quoted);
    }
  return g_string_free (text, FALSE);
}

gboolean
cyan_cli_write_brief (const CyanReport *report,
                      gconstpointer about,
                      guint *top,
                      guint form,
                      const CyanCliOutput *output,
                      GError **error)
{
  g_autoptr (CyanOutput) out = cyan_output_open (output->path != NULL ? output->path : "-", error);

  return out != NULL
         && cyan_report_write_brief (report, about, top,
                                     form == 0 ? CYAN_REPORT_FORM_TEXT : CYAN_REPORT_FORM_JSON,
                                     cyan_cli_write_piece, out, error)
         && cyan_output_close (g_steal_pointer (&out), error);
}

gboolean
cyan_cli_brief (const CyanCliSession *session,
                guint form,
                const char *arguments,
                const CyanCliOutput *output,
                GError **error)
{
  CyanReportBrief brief = {
    .options = cyan_cli_session_report (session, 0),
    .texts = session->sources != NULL ? cyan_cli_find_texts : NULL,
    .texts_data = session->sources,
    .arguments = cyan_cli_session_arguments (session, arguments),
  };

  return cyan_cli_write_brief (&cyan_report_brief, &brief, &brief.options.top, form, output, error);
}
