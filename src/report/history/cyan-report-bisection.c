/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The results of a bisection: as text; as one page with its picture, where the step may be and the
 * measurements; the revisions as rows. */
#include "cyan-report-history-parts.h"

#include <math.h>
#include <stdlib.h>

#include "cyan-bisection.h"
#include "cyan-html-frame.h"
#include "cyan-i18n.h"
#include "cyan-statistics.h"
#include "cyan-chart.h"
#include "cyan-units.h"

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

  cyan_prose_say (
      prose, "%s: project %s, benchmark %s, %s on %s\n", cyan_prose_label (prose, about->store),
      cyan_prose_name (prose, bisection->project, NAME_WIDTH),
      cyan_prose_name (prose, bisection->benchmark, NAME_WIDTH),
      cyan_prose_name (prose, bisection->metric != NULL ? bisection->metric : "no value",
                       NAME_WIDTH),
      cyan_prose_name (prose, bisection->machine, NAME_WIDTH));
  cyan_prose_say (prose, "%s after %s, up to %s", cyan_prose_count (prose, last, "revision"),
                  name_of (prose, &bisection->revisions[0]),
                  name_of (prose, &bisection->revisions[last]));
  if (isfinite (bisection->ends.ratio))
    cyan_prose_say (prose, ": %s", cyan_prose_ratio (prose, &bisection->ends));
  cyan_prose_say (prose, "\n");
  if (bisection->metric_reason != NULL)
    cyan_prose_say (prose, "%s\n",
                    cyan_prose_name (prose, bisection->metric_reason, 2 * CYAN_PROSE_NAME));
}

static const char *
date_text (CyanProse *prose, gint64 time)
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

  cyan_prose_say (prose, "  commit %s\n", cyan_prose_label (prose, commit->oid));
  if (commit->author != NULL)
    cyan_prose_say (prose, "  author %s\n", cyan_prose_name (prose, commit->author, SUBJECT_WIDTH));
  if (commit->time != CYAN_EVOLUTION_UNKNOWN)
    cyan_prose_say (prose, "  date   %s\n", date_text (prose, commit->time));
  if (commit->subject != NULL)
    cyan_prose_say (prose, "\n      %s\n", cyan_prose_name (prose, commit->subject, SUBJECT_WIDTH));
  if (revision->because != NULL)
    cyan_prose_say (prose, "\n  It touches %s\n", cyan_prose_label (prose, revision->because));
}

static const char *
cell_text (CyanProse *prose, const CyanBisectionRevision *revision)
{
  switch (revision->cell)
    {
    case CYAN_CELL_FAILED_BUILD:
      return ", does not build";
    case CYAN_CELL_FAILED:
      return ", its runs fail";
    case CYAN_CELL_MEASURED:
      return cyan_prose_text (prose, ", %s", cyan_prose_count (prose, revision->n_values, "run"));
    default:
      return ", not measured";
    }
}

static int
compare_probability (gconstpointer a, gconstpointer b, gpointer data)
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
  g_qsort_with_data (set, (int) step->n_credible, sizeof *set, compare_probability,
                     (gpointer) bisection);
  cyan_prose_say (prose, "\n  With %s it is one of %u revisions:\n",
                  cyan_prose_chance (prose, step->mass), step->n_credible);
  for (guint i = 0; i < MIN (step->n_credible, MAX_SET); i++)
    {
      const CyanBisectionRevision *revision = &bisection->revisions[set[i]];
      const char *subject = revision->commit.subject;

      cyan_prose_say (prose, "    %6s  %s%s%s%s\n", cyan_prose_share (prose, revision->probability),
                      name_of (prose, revision), cell_text (prose, revision),
                      subject != NULL ? ": " : "", cyan_prose_name (prose, subject, SUBJECT_WIDTH));
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
    cyan_prose_say (
        prose, "Not found: %s\n",
        cyan_prose_name (prose,
                         bisection->reason != NULL ? bisection->reason : "the search was stopped",
                         2 * CYAN_PROSE_NAME));
  if (bisection->state != CYAN_BISECTION_FOUND && bisection->n_steps > 0)
    cyan_prose_say (prose, "There is no step with %s\n",
                    cyan_prose_chance (prose, bisection->none));
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
  cyan_prose_say (prose, "\n%s and %s, and %u runs of the store, at %u of %u revisions\n",
                  cyan_prose_count (prose, bisection->n_runs, "run"),
                  cyan_prose_count (prose, bisection->n_builds, "build"), n_stored, n_visited,
                  bisection->n_revisions);
  if (n_failed > 0)
    cyan_prose_say (prose, "%u could not be measured, which is no evidence\n", n_failed);
  for (guint i = 0; n_outliers > 0 && i < bisection->n_revisions; i++)
    if (bisection->revisions[i].is_outlier)
      cyan_prose_say (prose, "%s stands alone and was left out\n",
                      name_of (prose, &bisection->revisions[i]));
}

static void
say_bisection (CyanProse *prose, gconstpointer data)
{
  const CyanReportBisection *about = data;
  const CyanBisection *bisection = about->bisection;
  g_autofree char *answer = cyan_bisection_answer (bisection);

  cyan_report_say_answer (prose, answer);
  append_head (prose, about);
  append_result (prose, bisection);
  append_spent (prose, bisection);
  cyan_report_say_commands (prose, "Next:", about->next);
}

#define PICTURE_WIDTH 1100.0
#define SUBJECT_CHARS 100
/* Commits of a set that are listed. */
#define MAX_LISTED 100

/* ---- the page: the answer ---- */

static void
append_step_found (CyanProse *prose, const CyanBisection *state, const CyanBisectionStep *step)
{
  const CyanEvolutionColumn *commit = &state->revisions[step->revision].commit;

  cyan_prose_say (prose, "<p>%s %s: %s %s</p>\n", cyan_prose_label (prose, commit->name),
                  cyan_prose_name (prose, commit->subject, SUBJECT_CHARS),
                  cyan_prose_label (prose, state->metric), cyan_prose_ratio (prose, &step->size));
}

static void
append_answer (CyanProse *prose, const CyanBisection *state)
{
  const CyanEvolutionColumn *first = &state->revisions[0].commit;
  const CyanEvolutionColumn *last = &state->revisions[state->n_revisions - 1].commit;
  g_autofree char *answer = cyan_bisection_answer (state);

  cyan_report_say_answer (prose, answer);
  /* The first is the answer. */
  for (guint i = 1; i < state->n_steps; i++)
    append_step_found (prose, state, &state->steps[i]);
  if (state->n_steps == 0 && isfinite (state->ends.ratio))
    cyan_prose_say (prose, "<p>%s: %s</p>\n", cyan_prose_label (prose, state->metric),
                    cyan_prose_ratio (prose, &state->ends));
  if (state->metric_reason != NULL)
    cyan_prose_say (prose, "<p class=\"dim\">%s</p>\n",
                    cyan_prose_name (prose, state->metric_reason, 2 * CYAN_PROSE_NAME));
  if (state->reason != NULL)
    cyan_prose_say (prose, "<p class=\"dim\">%s</p>\n",
                    cyan_prose_name (prose, state->reason, 2 * CYAN_PROSE_NAME));
  cyan_prose_say (prose, "<p class=\"dim\">%s</p>\n",
                  cyan_prose_text (
                      prose, _ ("%'u runs and %'u builds; %'u revisions from %s to %s"),
                      state->n_runs, state->n_builds, state->n_revisions,
                      cyan_prose_label (prose, first->name), cyan_prose_label (prose, last->name)));
}

/* ---- the picture ---- */

static void
append_picture (CyanProse *prose, const CyanBisection *state)
{
  g_autoptr (CyanEvolution) evolution = cyan_bisection_to_evolution (state);

  cyan_html_section (prose, _ ("What Was Measured"), NULL);
  for (guint dark = 0; dark < 2; dark++)
    {
      const CyanTheme theme = { .dark = dark != 0 };
      g_autoptr (CyanScene) scene =
          cyan_scene_new_bisection (state, evolution, &theme, PICTURE_WIDTH);
      g_autoptr (GBytes) svg = cyan_scene_to_inline_svg (scene, NULL, NULL);

      cyan_html_picture (prose, dark, svg);
    }
  cyan_html_section_end (prose);
}

/* ---- tables ---- */

static void
append_commit_cells (CyanProse *prose, const CyanBisectionRevision *revision)
{
  const CyanEvolutionColumn *commit = &revision->commit;

  cyan_html_row_head (prose, cyan_prose_label (prose, commit->name));
  cyan_html_cell (prose, cyan_prose_name (prose, commit->subject, SUBJECT_CHARS));
}

static void
append_chance (CyanProse *prose, const CyanBisectionRevision *revision)
{
  cyan_prose_say (prose, "<td class=\"number\">%s</td>",
                  cyan_prose_chance (prose, revision->probability));
}

static void
append_set_table (CyanProse *prose, const CyanBisection *state, const CyanBisectionStep *step)
{
  const char *mass = cyan_prose_chance (prose, step->mass);
  const char *note =
      step->n_credible == 1
          ? cyan_prose_text (prose, _ ("It is this one with %s."), mass)
          : cyan_prose_text (prose, _ ("It is one of these %'u with %s."), step->n_credible, mass);

  cyan_html_section (prose, _ ("Where the Step May Be"), note);
  cyan_html_table (prose, "tttnt", _ ("Revision"), _ ("Subject"), _ ("Author"), _ ("Probability"),
                   _ ("Before measuring"), NULL);
  for (guint i = 0; i < MIN (step->n_credible, MAX_LISTED); i++)
    {
      const CyanBisectionRevision *revision = &state->revisions[step->credible[i]];
      g_autofree char *because = NULL;

      cyan_html_row (prose);
      append_commit_cells (prose, revision);
      cyan_html_cell (prose, cyan_prose_name (prose, revision->commit.author, SUBJECT_CHARS));
      append_chance (prose, revision);
      because = cyan_bisection_because_text (revision, cyan_prose_label (prose, revision->because));
      cyan_html_cell (prose, because != NULL ? because : "");
      cyan_html_row_end (prose);
    }
  cyan_html_table_end (prose);
  if (step->n_credible > MAX_LISTED)
    {
      guint n = step->n_credible - MAX_LISTED;

      cyan_prose_say (prose, "<p class=\"note\">%s</p>\n",
                      cyan_prose_text (prose, ngettext ("and %'u more", "and %'u more", n), n));
    }
  cyan_html_section_end (prose);
}

static void
append_values (CyanProse *prose, const CyanBisection *state, const CyanBisectionRevision *revision)
{
  double low = INFINITY, high = -INFINITY;

  for (guint i = 0; i < revision->n_values; i++)
    {
      low = MIN (low, revision->values[i]);
      high = MAX (high, revision->values[i]);
    }
  for (guint end = 0; end < 2; end++)
    if (revision->n_values > 0)
      cyan_html_number_cell (prose, cyan_tick_to_text (end == 0 ? low : high,
                                                       MAX ((high - low) / 10, high * 1e-6), high,
                                                       state->unit));
    else
      cyan_html_cell (prose, "");
}

static void
append_visits (CyanProse *prose, const CyanBisection *state)
{
  cyan_html_section (prose, _ ("Measured Revisions"), NULL);
  cyan_html_table (prose, "ttnnnnnt", _ ("Revision"), _ ("Subject"), _ ("Runs"),
                   _ ("Stored before"), _ ("Smallest"), _ ("Largest"), _ ("Probability"), "", NULL);
  for (guint i = 0; i < state->n_revisions; i++)
    {
      const CyanBisectionRevision *revision = &state->revisions[i];

      if (revision->cell == CYAN_CELL_EMPTY)
        continue;
      cyan_html_row (prose);
      append_commit_cells (prose, revision);
      cyan_html_number_cell (prose, g_strdup_printf ("%u", revision->n_values));
      cyan_html_number_cell (prose, g_strdup_printf ("%u", revision->n_stored));
      append_values (prose, state, revision);
      append_chance (prose, revision);
      cyan_html_cell (prose, revision->is_outlier ? _ ("stands alone, left out")
                                                  : cyan_cell_words (revision->cell));
      cyan_html_row_end (prose);
    }
  cyan_html_table_end (prose);
  cyan_html_section_end (prose);
}

static void
append_next (CyanProse *prose, const char *const *commands)
{
  if (commands == NULL || commands[0] == NULL)
    return;
  cyan_html_section (prose, _ ("To Go On"), NULL);
  for (guint i = 0; commands[i] != NULL; i++)
    cyan_prose_say (prose, "<p>%s</p>\n",
                    cyan_prose_name (prose, commands[i], CYAN_REPORT_COMMAND_CHARS));
  cyan_html_section_end (prose);
}

static void
say_html (CyanProse *prose, gconstpointer data)
{
  const CyanReportBisection *about = data;
  const CyanBisection *state = about->bisection;
  g_autofree char *name = g_strdup_printf ("%s \xc2\xb7 %s", state->project, state->benchmark);
  g_autofree char *title = cyan_html_plain (name);
  const CyanHtmlFrame frame = { title, CYAN_PALETTE_CLASSIC, NULL };

  cyan_html_open (prose, &frame);
  append_answer (prose, state);
  cyan_html_main (prose);
  append_picture (prose, state);
  for (guint i = 0; i < state->n_steps; i++)
    append_set_table (prose, state, &state->steps[i]);
  append_visits (prose, state);
  append_next (prose, about->next);
  cyan_html_close (prose, &frame);
}

/* ---- rows ---- */

static double
median_of (const CyanBisectionRevision *revision)
{
  g_autofree double *values = g_memdup2 (revision->values, revision->n_values * sizeof (double));

  return revision->n_values > 0 ? cyan_median (values, revision->n_values) : NAN;
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

static const CyanField columns[] = {
  { "revision,name,time,author,subject", "The commit" },
  { "status", "measured, failed, failed-build, or empty: not visited" },
  { "runs,stored_runs,failed",
    "Runs with a value, those of them that were in the store, runs that failed" },
  { "value", "The median of the runs" },
  { "probability", "That this revision is the first one with a new level" },
  { "in_set", "1 if it is in the set that has a step with the confidence that was asked for" },
  { "prior,because", "even, suspect, risky or no-sources; what it touches" },
  { "outlier", "1 if it stands alone and was left out" },
  { NULL },
};

static void
put_revision (CyanRows *rows, gconstpointer about, guint number)
{
  const CyanBisection *bisection = about;
  const CyanBisectionRevision *revision = &bisection->revisions[number];

  cyan_rows_text (rows, "revision", revision->commit.oid);
  cyan_rows_text (rows, "name", revision->commit.name);
  cyan_rows_integer (rows, "time", revision->commit.time);
  cyan_rows_text (rows, "author", revision->commit.author);
  cyan_rows_text (rows, "subject", revision->commit.subject);
  cyan_rows_text (rows, "status", cyan_report_cell_names[revision->cell]);
  cyan_rows_count (rows, "runs", revision->n_values);
  cyan_rows_count (rows, "stored_runs", revision->n_stored);
  cyan_rows_count (rows, "failed", revision->n_failed);
  cyan_rows_number (rows, "value", median_of (revision));
  cyan_rows_number (rows, "probability", revision->probability);
  cyan_rows_flag (rows, "in_set", is_in_set (bisection, number));
  cyan_rows_text (rows, "prior", cyan_prior_kind_names[revision->prior]);
  cyan_rows_text (rows, "because", revision->because);
  cyan_rows_flag (rows, "outlier", revision->is_outlier);
}

static void
put_step (CyanRows *rows, gconstpointer about, guint i)
{
  const CyanBisection *bisection = about;
  const CyanBisectionStep *step = &bisection->steps[i];

  cyan_rows_text (rows, "revision", bisection->revisions[step->revision].commit.oid);
  cyan_report_put_ratio (rows, &step->size);
  cyan_rows_number (rows, "mass", step->mass);
  cyan_rows_open (rows, "set", CYAN_GROUP_LIST);
  for (guint k = 0; k < step->n_credible; k++)
    cyan_rows_text (rows, NULL, bisection->revisions[step->credible[k]].commit.oid);
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
  cyan_rows_text (rows, "metric_reason", bisection->metric_reason);
  cyan_rows_flag (rows, "reversed", bisection->is_reversed);
  cyan_rows_text (rows, "state", cyan_bisection_state_names[bisection->state]);
  cyan_rows_text (rows, "reason", bisection->reason);
  cyan_rows_number (rows, "confidence", bisection->confidence);
  cyan_rows_number (rows, "none", bisection->none);
  cyan_rows_count_if (rows, "budget", bisection->budget > 0, bisection->budget);
  cyan_rows_count (rows, "runs", bisection->n_runs);
  cyan_rows_count (rows, "builds", bisection->n_builds);
  cyan_rows_open (rows, "ends", CYAN_GROUP_OBJECT);
  cyan_report_put_ratio (rows, &bisection->ends);
  cyan_rows_close (rows);
}

static void
put_bisection (CyanRows *rows, gconstpointer data)
{
  const CyanReportBisection *about = data;
  const CyanBisection *bisection = about->bisection;

  cyan_rows_comment (
      rows, "benchmark %s, metric %s, unit %s, %s, %u runs, %u builds", bisection->benchmark,
      bisection->metric != NULL ? bisection->metric : "unknown",
      bisection->unit != NULL && *bisection->unit != '\0' ? bisection->unit : "unknown",
      cyan_bisection_state_names[bisection->state], bisection->n_runs, bisection->n_builds);
  put_head (rows, about);
  cyan_rows_table (rows, "revisions", bisection->n_revisions, put_revision, bisection);
  cyan_rows_list (rows, "steps", CYAN_GROUP_TABLE, bisection->n_steps, put_step, bisection);
}

const CyanReport cyan_report_bisection = {
  .text = say_bisection, .html = say_html, .rows = put_bisection, .columns = columns
};
