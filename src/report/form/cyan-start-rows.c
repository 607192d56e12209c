/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where to start, for programs; docs/explain.md lists the names. */
#include "cyan-start.h"

#include <math.h>

#include "cyan-change.h"

static const char *const columns[] = {
  "rank",    "function",     "module",          "file", "line", "role",
  "source",  "contribution", "share_of_before", "low",  "high", "confidence",
  "because", "read",         "commits",         "node", NULL
};

static const char *
label_of (const CyanComparison *comparison, guint32 pair)
{
  return cyan_comparison_pair_label (comparison, pair);
}

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
cyan_start_put_function (CyanRows *rows, const CyanReportOptions *options, guint32 pair)
{
  guint line;
  g_autofree char *file = cyan_start_location (options, pair, &line);

  put_named (rows, options->comparison, pair, label_of (options->comparison, pair), file, line);
}

void
cyan_start_put_start (CyanRows *rows, const CyanReportOptions *options, const CyanStart *start)
{
  const CyanInlined *inlined = start->inlined;

  if (inlined != NULL)
    put_named (rows, options->comparison, start->pair, inlined->name, inlined->file, inlined->line);
  else
    cyan_start_put_function (rows, options, start->pair);
}

/* A list of texts: as such if the form can nest it, else in one text. */
static void
put_texts (CyanRows *rows, const char *name, const GPtrArray *texts)
{
  g_autoptr (GString) text = NULL;

  if (rows->form->nested)
    {
      cyan_rows_texts (rows, name, texts);
      return;
    }
  text = g_string_new (NULL);
  for (guint i = 0; i < texts->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "; " : "",
                            (const char *) g_ptr_array_index (texts, i));
  cyan_rows_text (rows, name, text->str);
}

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
  put_texts (rows, "because", texts);
}

static void
put_read (CyanRows *rows, const CyanReportOptions *options, const CyanStart *start)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < start->n_read; i++)
    g_ptr_array_add (names, (gpointer) label_of (options->comparison, start->read[i]));
  if (!rows->form->nested)
    {
      put_texts (rows, "read", names);
      return;
    }
  cyan_rows_open (rows, "read", CYAN_GROUP_LIST);
  for (guint i = 0; i < start->n_read; i++)
    {
      cyan_rows_open (rows, NULL, CYAN_GROUP_OBJECT);
      cyan_start_put_function (rows, options, start->read[i]);
      cyan_rows_close (rows);
    }
  cyan_rows_close (rows);
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

static void
put_start (CyanRows *rows, const CyanReportOptions *options, guint i)
{
  const CyanStart *start = &options->ranking->at[i];

  cyan_rows_open (rows, NULL, CYAN_GROUP_OBJECT);
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
  cyan_start_put_commits (rows, options, i);
  cyan_rows_count (rows, "node", start->node);
  cyan_rows_close (rows);
}

/* The last row of a table: what belongs to no function. */
static void
put_rest_row (CyanRows *rows, const CyanRanking *ranking)
{
  double rest = cyan_ranking_rest (ranking);
  guint column = 0;

  cyan_rows_open (rows, NULL, CYAN_GROUP_OBJECT);
  for (; columns[column] != NULL; column++)
    if (g_str_equal (columns[column], "function"))
      cyan_rows_text (rows, columns[column], "(rest)");
    else if (g_str_equal (columns[column], "contribution"))
      cyan_rows_number (rows, columns[column], rest);
    else if (g_str_equal (columns[column], "share_of_before"))
      cyan_rows_number_if (rows, columns[column], ranking->before > 0, rest / ranking->before);
    else
      cyan_rows_none (rows, columns[column]);
  cyan_rows_close (rows);
}

static void
put_end (CyanRows *rows, const char *name, const CyanReportOptions *options, guint32 pair)
{
  cyan_rows_open (rows, name, CYAN_GROUP_OBJECT);
  cyan_start_put_function (rows, options, pair);
  cyan_rows_close (rows);
}

static void
put_shifts (CyanRows *rows, const CyanReportOptions *options)
{
  const CyanComparison *comparison = options->comparison;
  const CyanRanking *ranking = options->ranking;

  cyan_rows_open (rows, "shifts", CYAN_GROUP_LIST);
  for (guint i = 0; i < ranking->n_shifts && cyan_rows_go_on (rows); i++)
    {
      const CyanShift *shift = &ranking->shifts[i];
      g_autofree char *text = cyan_shift_text (shift, label_of (comparison, shift->from),
                                               label_of (comparison, shift->to));

      cyan_rows_open (rows, NULL, CYAN_GROUP_OBJECT);
      cyan_rows_text (rows, "text", text);
      put_end (rows, "from", options, shift->from);
      cyan_rows_count (rows, "n_from", shift->n_from);
      put_end (rows, "to", options, shift->to);
      cyan_rows_count (rows, "n_to", shift->n_to);
      cyan_rows_number (rows, "moved", shift->moved);
      cyan_rows_number (rows, "net", shift->net);
      cyan_rows_close (rows);
    }
  cyan_rows_close (rows);
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
      cyan_start_put_function (rows, options, item->pair);
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
    cyan_rows_open_table (rows, "start_here", columns);
  else
    cyan_rows_open (rows, "start_here", CYAN_GROUP_LIST);
  for (guint i = 0; i < ranking->n && cyan_rows_go_on (rows); i++)
    put_start (rows, options, i);
  if (!rows->form->nested)
    put_rest_row (rows, ranking);
  cyan_rows_close (rows);
  if (!rows->form->nested)
    return;
  put_shifts (rows, options);
  put_rest (rows, ranking);
  put_changed (rows, options);
}
