/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The revisions of a bisection as rows. */
#include "cyan-history-pages.h"

#include <math.h>
#include <stdlib.h>

#include "cyan-number.h"

static const char *const columns[] = { "revision", "name",    "time",        "author",
                                       "subject",  "status",  "runs",        "stored_runs",
                                       "failed",   "value",   "probability", "in_set",
                                       "prior",    "because", "outlier",     NULL };

static const char *const cells[] = { "empty", "measured", "failed", "failed-build" };

static double
median_of (const CyanBisectionRevision *revision)
{
  g_autofree double *values = g_memdup2 (revision->values, revision->n_values * sizeof (double));
  guint n = revision->n_values;

  if (n == 0)
    return NAN;
  qsort (values, n, sizeof (double), cyan_compare_doubles);
  return (values[n / 2] + values[(n - 1) / 2]) / 2;
}

static gboolean
is_in_set (const CyanBisection *bisection, guint revision)
{
  for (guint i = 0; i < bisection->n_steps; i++)
    for (guint j = 0; j < bisection->steps[i].n_credible; j++)
      if (bisection->steps[i].credible[j] == revision)
        return TRUE;
  return FALSE;
}

static void
put_revision (CyanRows *rows, const CyanBisection *bisection, guint number)
{
  const CyanBisectionRevision *revision = &bisection->revisions[number];
  const CyanEvolutionColumn *commit = &revision->commit;

  cyan_rows_open (rows, NULL, CYAN_GROUP_OBJECT);
  cyan_rows_text (rows, columns[0], commit->oid);
  cyan_rows_text (rows, columns[1], commit->name);
  cyan_rows_count_if (rows, columns[2], commit->time >= 0, (guint64) commit->time);
  cyan_rows_text (rows, columns[3], commit->author);
  cyan_rows_text (rows, columns[4], commit->subject);
  cyan_rows_text (rows, columns[5], cells[revision->cell]);
  cyan_rows_count (rows, columns[6], revision->n_values);
  cyan_rows_count (rows, columns[7], revision->n_stored);
  cyan_rows_count (rows, columns[8], revision->n_failed);
  cyan_rows_number (rows, columns[9], median_of (revision));
  cyan_rows_number (rows, columns[10], revision->probability);
  cyan_rows_flag (rows, columns[11], is_in_set (bisection, number));
  cyan_rows_text (rows, columns[12], cyan_prior_kind_names[revision->prior]);
  cyan_rows_text (rows, columns[13], revision->because);
  cyan_rows_flag (rows, columns[14], revision->is_outlier);
  cyan_rows_close (rows);
}

static void
put_ratio (CyanRows *rows, const CyanRatio *ratio)
{
  cyan_rows_number (rows, "ratio", ratio->ratio);
  cyan_rows_number (rows, "low", ratio->low);
  cyan_rows_number (rows, "high", ratio->high);
}

static void
put_step (CyanRows *rows, const CyanBisection *bisection, const CyanBisectionStep *step)
{
  cyan_rows_open (rows, NULL, CYAN_GROUP_OBJECT);
  cyan_rows_text (rows, "revision", bisection->revisions[step->revision].commit.oid);
  put_ratio (rows, &step->size);
  cyan_rows_number (rows, "mass", step->mass);
  cyan_rows_open (rows, "set", CYAN_GROUP_LIST);
  for (guint i = 0; i < step->n_credible; i++)
    cyan_rows_text (rows, NULL, bisection->revisions[step->credible[i]].commit.oid);
  cyan_rows_close (rows);
  cyan_rows_close (rows);
}

static void
put_head (CyanRows *rows, const CyanReportBisection *about)
{
  const CyanBisection *bisection = about->bisection;

  cyan_rows_text (rows, "store", about->store);
  cyan_rows_text (rows, "project", bisection->project);
  cyan_rows_text (rows, "benchmark", bisection->benchmark);
  cyan_rows_text (rows, "definition", bisection->definition);
  cyan_rows_text (rows, "machine", bisection->machine);
  cyan_rows_text (rows, "metric", bisection->metric);
  cyan_rows_text (rows, "unit", bisection->unit);
  cyan_rows_flag (rows, "reversed", bisection->is_reversed);
  cyan_rows_text (rows, "state", cyan_bisection_state_names[bisection->state]);
  cyan_rows_text (rows, "reason", bisection->reason);
  cyan_rows_number (rows, "confidence", bisection->confidence);
  cyan_rows_count_if (rows, "budget", bisection->budget > 0, bisection->budget);
  cyan_rows_count (rows, "runs", bisection->n_runs);
  cyan_rows_count (rows, "builds", bisection->n_builds);
  cyan_rows_open (rows, "ends", CYAN_GROUP_OBJECT);
  put_ratio (rows, &bisection->ends);
  cyan_rows_close (rows);
}

void
cyan_report_bisection_rows (CyanRows *rows, gconstpointer data)
{
  const CyanReportBisection *about = data;
  const CyanBisection *bisection = about->bisection;
  g_autofree char *comment = g_strdup_printf (
      "benchmark %s, metric %s, unit %s, %s, %u runs, %u builds", bisection->benchmark,
      bisection->metric != NULL ? bisection->metric : "unknown",
      bisection->unit != NULL && *bisection->unit != '\0' ? bisection->unit : "unknown",
      cyan_bisection_state_names[bisection->state], bisection->n_runs, bisection->n_builds);

  cyan_rows_comment (rows, comment);
  cyan_rows_open (rows, NULL, CYAN_GROUP_PAGE);
  put_head (rows, about);
  cyan_rows_open_table (rows, "revisions", columns);
  for (guint i = 0; i < bisection->n_revisions && cyan_rows_go_on (rows); i++)
    put_revision (rows, bisection, i);
  cyan_rows_close (rows);
  cyan_rows_open (rows, "steps", CYAN_GROUP_TABLE);
  for (guint i = 0; i < bisection->n_steps && cyan_rows_go_on (rows); i++)
    put_step (rows, bisection, &bisection->steps[i]);
  cyan_rows_close (rows);
  cyan_rows_close (rows);
}
