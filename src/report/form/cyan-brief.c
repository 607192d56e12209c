/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers of few bytes. */
#include "cyan-brief.h"

#include <string.h>

#include "cyan-json-writer.h"
#include "cyan-report.h"

#define ID_DIGITS 8
/* Bytes of the arguments of a command. */
#define MAX_ARGUMENTS 400
/* Characters of a command, which has no room for more. */
#define MAX_COMMAND 1000

char *
cyan_brief_id (const char *name)
{
  g_autofree char *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, name, -1);

  return g_strndup (digest, ID_DIGITS);
}

const char *
cyan_brief_arguments (const char *arguments, const char *words)
{
  return strlen (arguments) > MAX_ARGUMENTS ? words : arguments;
}

void
cyan_brief_put (CyanRows *rows, const char *name, char *text)
{
  cyan_rows_text (rows, name, text);
  g_free (text);
}

char *
cyan_brief_cut (const char *text)
{
  return g_utf8_strlen (text, -1) <= CYAN_BRIEF_NAME ? g_strdup (text)
                                                     : g_utf8_substring (text, 0, CYAN_BRIEF_NAME);
}

/* ---- what to ask next ---- */

const char *
cyan_brief_command (CyanProse *prose, const char *command)
{
  return cyan_prose_name (prose, command, MAX_COMMAND);
}

void
cyan_brief_say_questions (CyanProse *prose, const CyanBriefQuestion *questions, guint n)
{
  cyan_prose_say (prose, "\nmore\n");
  for (guint i = 0; i < n; i++)
    if (questions[i].command != NULL)
      cyan_prose_say (prose, "  %s: %s\n", questions[i].about,
                      cyan_brief_command (prose, questions[i].command));
}

static void
put_question (CyanRows *rows, gconstpointer data, guint i)
{
  const CyanBriefQuestion *question = (const CyanBriefQuestion *) data + i;

  cyan_rows_text (rows, "command", question->command);
  cyan_rows_text (rows, "about", question->about);
}

void
cyan_brief_put_questions (CyanRows *rows, const CyanBriefQuestion *questions, guint n)
{
  cyan_rows_list (rows, "more", CYAN_GROUP_TABLE, n, put_question, questions);
}

/* ---- the bound ---- */

static gboolean
collect (const char *bytes, gsize length, gpointer data, GError **error)
{
  g_string_append_len (data, bytes, (gssize) length);
  return TRUE;
}

gboolean
cyan_report_write_brief (const CyanReport *self,
                         gconstpointer about,
                         guint *top,
                         CyanReportForm form,
                         CyanReportWriteFunc write,
                         gpointer data,
                         GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (*top = CYAN_BRIEF_TOP;; *top /= 2)
    {
      g_string_truncate (text, 0);
      if (!cyan_report_write (self, about, form, FALSE, collect, text, error))
        return FALSE;
      if (cyan_json_quoted_length (text->str, text->len) <= CYAN_BRIEF_MAX - CYAN_BRIEF_FRAME
          || *top == 0)
        return write (text->str, text->len, data, error);
    }
}
