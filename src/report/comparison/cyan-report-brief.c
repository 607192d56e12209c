/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The answer of a comparison in at most CYAN_BRIEF_MAX bytes, for a reader who pays for each of
 * them: what changed, where to start, what changed there in the sources, and how to ask for more.
 */
#include "cyan-report-html.h"

#include <string.h>

#include "cyan-brief-diff.h"
#include "cyan-brief.h"
#include "cyan-report-kind.h"
#include "cyan-start.h"

/* Functions to start with whose sources are shown. */
#define MAX_DIFFS 2
#define MAX_NOTES 6

/* The id of a function, the same in all comparisons: of its normalised name.  Caller frees. */
static char *
id_of (const CyanReportOptions *options, const CyanStart *start)
{
  const char *name = start->inlined != NULL
                         ? start->inlined->name
                         : cyan_comparison_pair_label (options->comparison, start->pair);

  return cyan_brief_id (name);
}

/* ---- a diff ---- */

/* cyan_brief_diff() of the first function of a start that the reader should read and that changed; *@pair is
 * that. */
static char *
diff_of_start (const CyanReportBrief *brief, const CyanStart *start, guint32 *pair)
{
  for (guint i = 0; brief->texts != NULL && i < start->n_read; i++)
    if (cyan_start_is_changed (&brief->options, start->read[i]))
      {
        *pair = start->read[i];
        return cyan_brief_diff (brief->texts, brief->texts_data, *pair);
      }
  return NULL;
}

/* ---- what to ask next ---- */

/* One question: the command, and what it tells.  @name: it needs the name of the first function. */
static const struct
{
  const char *command, *options, *about;
  gboolean name;
} questions[] = {
  { "explain", "", "all functions to start with, why, and the overlap", FALSE },
  { "explain", " --commits", "the commits that changed them", FALSE },
  { "callers", "", "who calls the first of them, before and after", TRUE },
  { "compare", " -f json", "each context with its numbers", FALSE },
  { "render", " -o difference.png", "the picture", FALSE },
};

/* The command of question @i, which the caller frees; NULL: it cannot be asked. */
static char *
command_of (const CyanReportBrief *brief, guint i)
{
  const CyanReportOptions *options = &brief->options;
  g_autofree char *name = NULL;

  if (questions[i].name)
    {
      if (options->ranking->n == 0 || options->ranking->at[0].inlined != NULL)
        return NULL;
      name = g_shell_quote (
          cyan_comparison_pair_label (options->comparison, options->ranking->at[0].pair));
      if (strlen (name) > CYAN_BRIEF_NAME)
        return NULL;
    }
  return g_strdup_printf ("cyan %s %s%s%s%s", questions[i].command,
                          cyan_brief_arguments (brief->arguments, "BEFORE AFTER"),
                          name != NULL ? " " : "", name != NULL ? name : "", questions[i].options);
}

static void
find_questions (const CyanReportBrief *brief, CyanBriefQuestion *all)
{
  for (guint i = 0; i < G_N_ELEMENTS (questions); i++)
    all[i] = (CyanBriefQuestion){ command_of (brief, i), questions[i].about };
}

static void
clear_questions (CyanBriefQuestion *all)
{
  for (guint i = 0; i < G_N_ELEMENTS (questions); i++)
    g_free (all[i].command);
}

/* ---- for people and agents ---- */

static void
append_line (CyanProse *out, const char *label, const char *text)
{
  if (text != NULL)
    cyan_prose_say (out, "   %s: %s\n", label, text);
}

static void
append_start (CyanProse *out, const CyanReportBrief *brief, guint i)
{
  const CyanReportOptions *options = &brief->options;
  const CyanStart *start = &options->ranking->at[i];
  g_autofree char *id = id_of (options, start);

  cyan_prose_say (out, "%u. [%s] %s: %s\n", i + 1, id, cyan_start_function_of (out, options, start),
                  cyan_start_size (out, options, start));
  append_line (out, "in", cyan_start_path (out, options, start));
  append_line (out, "why", cyan_start_because (out, options, start));
  append_line (out, "read", cyan_start_read (out, options, start));
  append_line (out, "commits", cyan_start_commits (out, options, i));
}

static void
append_diffs (CyanProse *out, const CyanReportBrief *brief, guint n)
{
  for (guint i = 0; i < MIN (n, MAX_DIFFS); i++)
    {
      guint32 pair;
      g_autofree char *diff = diff_of_start (brief, &brief->options.ranking->at[i], &pair);

      if (diff != NULL)
        cyan_prose_say (out, "\ndiff of %s\n%s", cyan_start_function (out, &brief->options, pair),
                        cyan_prose_kept (out, g_steal_pointer (&diff)));
    }
}

static void
say_brief (CyanProse *out, gconstpointer about)
{
  const CyanReportBrief *brief = about;
  const CyanReportOptions *options = &brief->options;
  const CyanComparison *comparison = options->comparison;
  char *noise = cyan_comparison_noise_text (comparison);
  guint n = cyan_start_n_shown (options, options->top);
  CyanBriefQuestion more[G_N_ELEMENTS (questions)];
  const char *rest;

  cyan_report_say_verdict (out, options, CYAN_BRIEF_NAME);
  if (noise != NULL)
    cyan_prose_say (out, "noise: %s\n", cyan_prose_value (out, noise));
  for (guint i = 0; i < MIN (comparison->warnings->len, MAX_NOTES); i++)
    cyan_prose_say (
        out, "note: %s\n",
        cyan_prose_name (out, g_ptr_array_index (comparison->warnings, i), CYAN_BRIEF_NAME));
  if (!cyan_ranking_answers (options->ranking))
    cyan_prose_say (out, "%s\n", cyan_start_nobody (out, options, n));
  for (guint i = 0; i < n; i++)
    append_start (out, brief, i);
  rest = cyan_start_rest_text (out, options, n);
  if (rest != NULL)
    cyan_prose_say (out, "rest: %s\n", rest);
  append_diffs (out, brief, n);
  find_questions (brief, more);
  cyan_brief_say_questions (out, more, G_N_ELEMENTS (more));
  clear_questions (more);
}

/* ---- for programs ---- */

static void
put_start (CyanRows *rows, gconstpointer about, guint i)
{
  const CyanReportBrief *brief = about;
  const CyanReportOptions *options = &brief->options;
  const CyanStart *start = &options->ranking->at[i];
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) text = g_string_new (NULL);
  CyanProse prose = { .out = text, .words = words };
  guint32 pair;

  cyan_brief_put (rows, "id", id_of (options, start));
  cyan_rows_text (rows, "function", cyan_start_function_of (&prose, options, start));
  cyan_rows_text (rows, "size", cyan_start_size (&prose, options, start));
  cyan_rows_number (rows, "contribution", start->contribution);
  cyan_rows_number (rows, "share_of_before", start->share_of_before);
  cyan_rows_text (rows, "confidence", cyan_confidence_names[start->confidence]);
  cyan_rows_text (rows, "in", cyan_start_path (&prose, options, start));
  cyan_rows_text (rows, "why", cyan_start_because (&prose, options, start));
  cyan_rows_text (rows, "read", cyan_start_read (&prose, options, start));
  cyan_rows_text (rows, "commits", cyan_start_commits (&prose, options, i));
  cyan_brief_put (rows, "diff", i < MAX_DIFFS ? diff_of_start (brief, start, &pair) : NULL);
}

static void
put_brief (CyanRows *rows, gconstpointer about)
{
  const CyanReportBrief *brief = about;
  const CyanReportOptions *options = &brief->options;
  guint n = cyan_start_n_shown (options, options->top);
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  CyanBriefQuestion more[G_N_ELEMENTS (questions)];

  for (guint i = 0; i < MIN (options->comparison->warnings->len, MAX_NOTES); i++)
    g_ptr_array_add (notes, cyan_brief_cut (g_ptr_array_index (options->comparison->warnings, i)));
  cyan_brief_put (rows, "before", cyan_brief_cut (options->before_name));
  cyan_brief_put (rows, "after", cyan_brief_cut (options->after_name));
  cyan_brief_put (rows, "verdict", cyan_comparison_verdict_text (options->comparison));
  cyan_brief_put (rows, "noise", cyan_comparison_noise_text (options->comparison));
  cyan_rows_flag (rows, "answers", cyan_ranking_answers (options->ranking));
  cyan_rows_texts (rows, "notes", notes);
  cyan_rows_list (rows, "start_here", CYAN_GROUP_TABLE, n, put_start, brief);
  find_questions (brief, more);
  cyan_brief_put_questions (rows, more, G_N_ELEMENTS (more));
  clear_questions (more);
}

const CyanReport cyan_report_brief = { .text = say_brief,
                                       .rows = put_brief,
                                       .group = CYAN_GROUP_PAGE };
