/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where to start, for programs; docs/explain.md lists the names. */
#include "cyan-start.h"

#include <math.h>

#include "cyan-change.h"

const CyanField cyan_start_columns[] = {
  { "rank", "From 1; the last row, (rest), has none" },
  { "function,module,file,line",
    "The function; where it is by its recording, or else by its source" },
  { "role", "modified, added, deleted: its source; caller: it makes more or fewer calls; cost: its "
            "calls cost more or less" },
  { "source", "modified, unmodified, reformatted or unknown" },
  { "contribution", "What it explains, in the unit; negative if it costs less than before" },
  { "share_of_before", "The same, relative to the run before" },
  { "low,high", "The 95 % interval of contribution, as far as noise is known" },
  { "confidence", "possible, likely or strong" },
  { "because", "What speaks for it, separated by \"; \"" },
  { "read", "Functions to read, the first first, separated by \"; \"" },
  { "commits", "Those that changed it, newest first, as short id and subject, separated by \"; \"; "
               "empty if they are not known" },
  { "node", "Its context with the largest part, or that of the function that calls it if it is in "
            "no profile: the node in compare" },
  { NULL },
};

static const char *
label_of (const CyanComparison *comparison, guint32 pair)
{
  return cyan_comparison_pair_label (comparison, pair);
}

/* ---- functions ---- */

/* The module is that of @pair; @file may be NULL, @line 0. */
static void
put_named (CyanRows *rows,
           const CyanComparison *comparison,
           guint32 pair,
           const char *name,
           const char *file,
           guint line)
{
  const CyanFunction *function = cyan_comparison_pair_function (comparison, pair);

  cyan_rows_text (rows, "function", name);
  cyan_rows_text (rows, "module", cyan_comparison_string (comparison, function->module));
  cyan_rows_text (rows, "file", file != NULL ? file : "");
  cyan_rows_count_if (rows, "line", line > 0, line);
}

void
cyan_start_put_members (CyanRows *rows, const CyanReportOptions *options, guint32 pair)
{
  guint line;
  g_autofree char *file = cyan_start_location (options, pair, &line);

  put_named (rows, options->comparison, pair, label_of (options->comparison, pair), file, line);
}

void
cyan_start_put_function (CyanRows *rows,
                         const char *name,
                         const CyanReportOptions *options,
                         guint32 pair)
{
  cyan_rows_open (rows, name, CYAN_GROUP_OBJECT);
  cyan_start_put_members (rows, options, pair);
  cyan_rows_close (rows);
}

void
cyan_start_put_functions (CyanRows *rows,
                          const char *name,
                          const CyanReportOptions *options,
                          const guint32 *pairs,
                          guint n)
{
  cyan_rows_open (rows, name, CYAN_GROUP_LIST);
  for (guint i = 0; i < n; i++)
    cyan_start_put_function (rows, NULL, options, pairs[i]);
  cyan_rows_close (rows);
}

void
cyan_start_put_start (CyanRows *rows, const CyanReportOptions *options, const CyanStart *start)
{
  const CyanInlined *inlined = start->inlined;

  if (inlined != NULL)
    put_named (rows, options->comparison, start->pair, inlined->name, inlined->file, inlined->line);
  else
    cyan_start_put_members (rows, options, start->pair);
}

/* ---- members ---- */

static void
put_because (CyanRows *rows, const CyanComparison *comparison, const CyanStart *start)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < start->n_because; i++)
    {
      const CyanBecause *because = &start->because[i];
      const char *other =
          because->pair != G_MAXUINT32 ? label_of (comparison, because->pair) : NULL;

      g_ptr_array_add (texts, cyan_because_text (comparison, because, other));
    }
  cyan_rows_joined (rows, "because", texts, "; ");
}

static void
put_read (CyanRows *rows, const CyanReportOptions *options, const CyanStart *start)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  if (rows->form->nested)
    {
      cyan_start_put_functions (rows, "read", options, start->read, start->n_read);
      return;
    }
  for (guint i = 0; i < start->n_read; i++)
    g_ptr_array_add (names, (gpointer) label_of (options->comparison, start->read[i]));
  cyan_rows_joined (rows, "read", names, "; ");
}

static void
put_interval (CyanRows *rows, const double interval[2])
{
  if (!rows->form->nested)
    {
      cyan_rows_number (rows, "low", interval[0]);
      cyan_rows_number (rows, "high", interval[1]);
      return;
    }
  if (!isfinite (interval[0]) || !isfinite (interval[1]))
    {
      cyan_rows_none (rows, "interval");
      return;
    }
  cyan_rows_open (rows, "interval", CYAN_GROUP_LIST);
  cyan_rows_number (rows, NULL, interval[0]);
  cyan_rows_number (rows, NULL, interval[1]);
  cyan_rows_close (rows);
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

static void
put_touch (CyanRows *rows, gconstpointer touches, guint i)
{
  cyan_start_put_commit (rows, ((const GPtrArray *) touches)->pdata[i]);
}

/* Those that changed the function @i of the ranking, newest first; none if they are not known. */
static void
put_commits (CyanRows *rows, const CyanReportOptions *options, guint i)
{
  const GPtrArray *touches = cyan_start_touches (options, i);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

  if (touches == NULL)
    {
      cyan_rows_none (rows, "commits");
      return;
    }
  if (rows->form->nested)
    {
      cyan_rows_list (rows, "commits", CYAN_GROUP_LIST, touches->len, put_touch, touches);
      return;
    }
  for (guint k = 0; k < touches->len; k++)
    {
      const CyanGitTouch *touch = g_ptr_array_index (touches, k);

      g_ptr_array_add (
          texts, g_strdup_printf ("%.*s %s", CYAN_START_ID_DIGITS, touch->commit, touch->subject));
    }
  cyan_rows_joined (rows, "commits", texts, "; ");
}

/* ---- rows ---- */

static void
put_start (CyanRows *rows, gconstpointer about, guint i)
{
  const CyanReportOptions *options = about;
  const CyanStart *start = &options->ranking->at[i];

  if (!rows->form->nested)
    cyan_rows_count (rows, "rank", i + 1);
  cyan_start_put_start (rows, options, start);
  cyan_rows_text (rows, "role", cyan_role_names[start->role]);
  cyan_rows_text (rows, "source", cyan_change_names[start->change]);
  cyan_rows_number (rows, "contribution", start->contribution);
  cyan_rows_number (rows, "share_of_before", start->share_of_before);
  put_interval (rows, start->interval);
  cyan_rows_text (rows, "confidence", cyan_confidence_names[start->confidence]);
  put_because (rows, options->comparison, start);
  put_read (rows, options, start);
  put_commits (rows, options, i);
  cyan_rows_count (rows, "node", start->node);
}

/* The last row of a table: what belongs to no function. */
static void
put_rest_row (CyanRows *rows, const CyanRanking *ranking)
{
  g_auto (GStrv) names = cyan_field_names (cyan_start_columns, FALSE);
  double rest = cyan_ranking_rest (ranking);

  for (char **name = names; *name != NULL; name++)
    if (g_str_equal (*name, "function"))
      cyan_rows_text (rows, *name, "(rest)");
    else if (g_str_equal (*name, "contribution"))
      cyan_rows_number (rows, *name, rest);
    else if (g_str_equal (*name, "share_of_before"))
      cyan_rows_number_if (rows, *name, ranking->before > 0, rest / ranking->before);
    else
      cyan_rows_none (rows, *name);
}

static void
put_start_or_rest (CyanRows *rows, gconstpointer about, guint i)
{
  const CyanRanking *ranking = ((const CyanReportOptions *) about)->ranking;

  if (i < ranking->n)
    put_start (rows, about, i);
  else
    put_rest_row (rows, ranking);
}

static void
put_shift (CyanRows *rows, gconstpointer about, guint i)
{
  const CyanReportOptions *options = about;
  const CyanShift *shift = &options->ranking->shifts[i];
  g_autofree char *text = cyan_shift_text (shift, label_of (options->comparison, shift->from),
                                           label_of (options->comparison, shift->to));

  cyan_rows_text (rows, "text", text);
  cyan_start_put_function (rows, "from", options, shift->from);
  cyan_rows_count (rows, "n_from", shift->n_from);
  cyan_start_put_function (rows, "to", options, shift->to);
  cyan_rows_count (rows, "n_to", shift->n_to);
  cyan_rows_number (rows, "moved", shift->moved);
  cyan_rows_number (rows, "net", shift->net);
}

static void
put_rest (CyanRows *rows, const CyanRanking *ranking)
{
  double shifts = 0;

  for (guint i = 0; i < ranking->n_shifts; i++)
    shifts += ranking->shifts[i].net;
  cyan_rows_number (rows, "rest", cyan_ranking_rest (ranking));
  cyan_rows_open (rows, "rest_parts", CYAN_GROUP_OBJECT);
  cyan_rows_number (rows, "side_effects", ranking->side_effects);
  cyan_rows_number (rows, "environment", ranking->environment);
  cyan_rows_number (rows, "pruned", ranking->pruned);
  cyan_rows_number (rows, "shifts", shifts);
  cyan_rows_close (rows);
}

static void
put_changed (CyanRows *rows, const CyanReportOptions *options)
{
  g_autoptr (GArray) changed = cyan_start_changed (options);

  cyan_rows_open (rows, "changed_without_effect", CYAN_GROUP_LIST);
  for (guint i = 0; i < changed->len && cyan_rows_go_on (rows); i++)
    {
      const CyanStartChanged *item = &g_array_index (changed, CyanStartChanged, i);

      cyan_rows_open (rows, NULL, CYAN_GROUP_OBJECT);
      cyan_start_put_members (rows, options, item->pair);
      cyan_rows_number (rows, "share", item->cost);
      cyan_rows_close (rows);
    }
  cyan_rows_close (rows);
}

void
cyan_start_put (CyanRows *rows, const CyanReportOptions *options, gboolean is_table)
{
  const CyanRanking *ranking = options->ranking;

  if (is_table)
    cyan_rows_table (rows, "start_here", ranking->n + !rows->form->nested, put_start_or_rest,
                     options);
  else
    cyan_rows_list (rows, "start_here", CYAN_GROUP_LIST, ranking->n, put_start, options);
  if (!rows->form->nested)
    return;
  cyan_rows_list (rows, "shifts", CYAN_GROUP_LIST, ranking->n_shifts, put_shift, options);
  put_rest (rows, ranking);
  put_changed (rows, options);
}
