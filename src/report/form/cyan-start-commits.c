/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commits that changed a function where to start. */
#include "cyan-start.h"

#include "cyan-i18n.h"

#define ID_DIGITS     8
#define SUBJECT_CHARS 60
#define MOST          3 /* commits that are named */

/* NULL: not known. */
static const GPtrArray *
touches_of (const CyanReportOptions *options, guint i)
{
  const CyanCommits *commits = options->commits;

  return commits != NULL && i < commits->n_functions ? commits->touches[i] : NULL;
}

const char *
cyan_start_commit (CyanProse *out, const CyanGitTouch *touch)
{
  return cyan_prose_text (out, "%.*s %s", ID_DIGITS, touch->commit,
                          cyan_prose_name (out, touch->subject, SUBJECT_CHARS));
}

const char *
cyan_start_commits (CyanProse *out, const CyanReportOptions *options, guint i)
{
  const GPtrArray *touches = touches_of (options, i);
  guint n = touches != NULL ? touches->len : 0, n_more = n - MIN (n, MOST);
  const char *text = NULL;

  for (guint k = 0; k < MIN (n, MOST); k++)
    {
      const char *commit = cyan_start_commit (out, g_ptr_array_index (touches, k));

      text = text == NULL ? commit : cyan_prose_text (out, "%s; %s", text, commit);
    }
  return n_more > 0 ? cyan_prose_text (
             out, "%s; %s", text,
             cyan_prose_text (out, ngettext ("%'u more", "%'u more", n_more), n_more))
                    : text;
}

void
cyan_start_put_commit (CyanRows *rows, const CyanGitTouch *touch)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_utc (touch->author_time);
  g_autofree char *text = time != NULL ? g_date_time_format_iso8601 (time) : NULL;

  cyan_rows_text (rows, "revision", touch->commit);
  cyan_rows_text (rows, "subject", touch->subject);
  cyan_rows_text (rows, "author", touch->author);
  cyan_rows_text (rows, "time", text);
}

void
cyan_start_put_commits (CyanRows *rows, const CyanReportOptions *options, guint i)
{
  const GPtrArray *touches = touches_of (options, i);
  g_autoptr (GString) text = g_string_new (NULL);

  if (touches == NULL)
    {
      cyan_rows_none (rows, "commits");
      return;
    }
  if (rows->form->nested)
    cyan_rows_open (rows, "commits", CYAN_GROUP_LIST);
  for (guint k = 0; k < touches->len; k++)
    {
      const CyanGitTouch *touch = g_ptr_array_index (touches, k);

      g_string_append_printf (text, "%s%.*s %s", k > 0 ? "; " : "", ID_DIGITS, touch->commit,
                              touch->subject);
      if (!rows->form->nested)
        continue;
      cyan_rows_open (rows, NULL, CYAN_GROUP_OBJECT);
      cyan_start_put_commit (rows, touch);
      cyan_rows_close (rows);
    }
  if (rows->form->nested)
    cyan_rows_close (rows);
  else
    cyan_rows_text (rows, "commits", text->str);
}
