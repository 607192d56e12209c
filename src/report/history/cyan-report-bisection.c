/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a bisection has found, as text. */
#include "cyan-history-pages.h"

#include <math.h>

/* Characters of a name in a sentence, and of a commit's subject. */
#define NAME_WIDTH    40
#define SUBJECT_WIDTH 72
/* Other revisions of a set, at most. */
#define MAX_SET 10

static const char *
name_of (CyanProse *prose, const CyanBisectionRevision *revision)
{
  return cyan_prose_name (prose, revision->commit.name, NAME_WIDTH);
}

static void
append_head (CyanProse *prose, const CyanReportBisection *about)
{
  const CyanBisection *bisection = about->bisection;
  guint last = bisection->n_revisions - 1;

  cyan_prose_say (prose, "%s: project %s, benchmark %s, %s on %s\n",
                  cyan_prose_name (prose, about->store, CYAN_PROSE_NAME),
                  cyan_prose_name (prose, bisection->project, NAME_WIDTH),
                  cyan_prose_name (prose, bisection->benchmark, NAME_WIDTH),
                  bisection->metric != NULL ? cyan_prose_name (prose, bisection->metric, NAME_WIDTH)
                                            : "no value",
                  cyan_prose_name (prose, bisection->machine, NAME_WIDTH));
  cyan_prose_say (prose, "%u %s after %s, up to %s", last, last == 1 ? "revision" : "revisions",
                  name_of (prose, &bisection->revisions[0]),
                  name_of (prose, &bisection->revisions[last]));
  if (isfinite (bisection->ends.ratio))
    cyan_prose_say (prose, ": %s", cyan_prose_ratio (prose, &bisection->ends));
  cyan_prose_say (prose, "\n");
}

static const char *
say_date (CyanProse *prose, gint64 time)
{
  g_autoptr (GDateTime) when =
      time != CYAN_EVOLUTION_UNKNOWN ? g_date_time_new_from_unix_utc (time) : NULL;

  return cyan_prose_value (prose,
                           when != NULL ? g_date_time_format (when, "%Y-%m-%d") : g_strdup (""));
}

static void
append_commit (CyanProse *prose, const CyanBisectionRevision *revision)
{
  const CyanEvolutionColumn *commit = &revision->commit;

  cyan_prose_say (prose, "  commit %s\n", cyan_prose_name (prose, commit->oid, CYAN_PROSE_NAME));
  if (commit->author != NULL)
    cyan_prose_say (prose, "  author %s\n", cyan_prose_name (prose, commit->author, SUBJECT_WIDTH));
  if (commit->time != CYAN_EVOLUTION_UNKNOWN)
    cyan_prose_say (prose, "  date   %s\n", say_date (prose, commit->time));
  if (commit->subject != NULL)
    cyan_prose_say (prose, "\n      %s\n", cyan_prose_name (prose, commit->subject, SUBJECT_WIDTH));
  if (revision->because != NULL)
    cyan_prose_say (prose, "\n  It touches %s\n",
                    cyan_prose_name (prose, revision->because, CYAN_PROSE_NAME));
}

static const char *
say_cell (CyanProse *prose, const CyanBisectionRevision *revision)
{
  switch (revision->cell)
    {
    case CYAN_CELL_FAILED_BUILD:
      return ", does not build";
    case CYAN_CELL_FAILED:
      return ", its runs fail";
    case CYAN_CELL_MEASURED:
      return cyan_prose_text (prose, ", %u %s", revision->n_values,
                              revision->n_values == 1 ? "run" : "runs");
    default:
      return ", not measured";
    }
}

static int
compare_likely (gconstpointer a, gconstpointer b, gpointer data)
{
  const CyanBisection *bisection = data;
  guint x = *(const guint *) a, y = *(const guint *) b;
  double p = bisection->revisions[x].probability, q = bisection->revisions[y].probability;

  return p != q ? (p < q) - (p > q) : (x > y) - (x < y);
}

/* The revisions of a set, the likeliest first. */
static void
append_set (CyanProse *prose, const CyanBisection *bisection, const CyanBisectionStep *step)
{
  g_autofree guint *set = g_memdup2 (step->credible, step->n_credible * sizeof *set);

  if (step->n_credible == 1)
    return;
  g_qsort_with_data (set, (int) step->n_credible, sizeof *set, compare_likely,
                     (gpointer) bisection);
  cyan_prose_say (prose, "\n  With %s it is one of %u revisions:\n",
                  cyan_prose_chance (prose, step->mass), step->n_credible);
  for (guint i = 0; i < MIN (step->n_credible, MAX_SET); i++)
    {
      const CyanBisectionRevision *revision = &bisection->revisions[set[i]];
      const char *subject = revision->commit.subject;

      cyan_prose_say (prose, "    %6s  %s%s%s%s\n", cyan_prose_share (prose, revision->probability),
                      name_of (prose, revision), say_cell (prose, revision),
                      subject != NULL ? ": " : "",
                      subject != NULL ? cyan_prose_name (prose, subject, SUBJECT_WIDTH) : "");
    }
  if (step->n_credible > MAX_SET)
    cyan_prose_say (prose, "    and %u more\n", step->n_credible - MAX_SET);
}

static void
append_step (CyanProse *prose, const CyanBisection *bisection, const CyanBisectionStep *step)
{
  const CyanBisectionRevision *revision = &bisection->revisions[step->revision];
  double ratio = step->size.ratio;
  const char *what = bisection->better == 0                   ? "changed"
                     : (ratio > 1) == (bisection->better < 0) ? "worse"
                                                              : "better";

  cyan_prose_say (prose, "\n%s%s: %s, %s, with %s\n", name_of (prose, revision),
                  step->n_credible > 1 ? " or another one" : "",
                  cyan_prose_ratio (prose, &step->size), what,
                  cyan_prose_chance (prose, step->mass));
  append_commit (prose, revision);
  append_set (prose, bisection, step);
}

static void
append_result (CyanProse *prose, const CyanBisection *bisection)
{
  if (bisection->state != CYAN_BISECTION_FOUND)
    cyan_prose_say (prose, "Not found: %s\n",
                    bisection->reason != NULL
                        ? cyan_prose_name (prose, bisection->reason, 2 * CYAN_PROSE_NAME)
                        : "the search was stopped");
  if (bisection->n_steps > 1)
    cyan_prose_say (prose, "There are %u steps: levels in between are at neither end\n",
                    bisection->n_steps);
  for (guint i = 0; i < bisection->n_steps; i++)
    append_step (prose, bisection, &bisection->steps[i]);
}

static void
append_spent (CyanProse *prose, const CyanBisection *bisection)
{
  guint n_stored = 0, n_visited = 0, n_failed = 0, n_outliers = 0;

  for (guint i = 0; i < bisection->n_revisions; i++)
    {
      const CyanBisectionRevision *revision = &bisection->revisions[i];

      n_visited += revision->cell != CYAN_CELL_EMPTY;
      n_stored += revision->n_stored;
      n_failed += revision->cell == CYAN_CELL_FAILED || revision->cell == CYAN_CELL_FAILED_BUILD;
      n_outliers += revision->is_outlier;
    }
  cyan_prose_say (prose, "\n%u %s and %u %s, and %u runs of the store, at %u of %u revisions\n",
                  bisection->n_runs, bisection->n_runs == 1 ? "run" : "runs", bisection->n_builds,
                  bisection->n_builds == 1 ? "build" : "builds", n_stored, n_visited,
                  bisection->n_revisions);
  if (n_failed > 0)
    cyan_prose_say (prose, "%u could not be measured, which is no evidence\n", n_failed);
  for (guint i = 0; n_outliers > 0 && i < bisection->n_revisions; i++)
    if (bisection->revisions[i].is_outlier)
      cyan_prose_say (prose, "%s stands alone and was left out\n",
                      name_of (prose, &bisection->revisions[i]));
}

void
cyan_report_bisection_text (CyanProse *prose, gconstpointer data)
{
  const CyanReportBisection *about = data;
  const CyanBisection *bisection = about->bisection;

  append_head (prose, about);
  append_result (prose, bisection);
  append_spent (prose, bisection);
  for (guint i = 0; about->next != NULL && about->next[i] != NULL; i++)
    cyan_prose_say (prose, "%s%s\n", i == 0 ? "\nNext:\n  " : "  ",
                    cyan_prose_name (prose, about->next[i], 4096));
}
