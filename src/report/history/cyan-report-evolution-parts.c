/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What several reports say of an evolution and of its steps. */
#include "cyan-report-history-parts.h"

#include <math.h>
#include <string.h>

#include "cyan-evolution-changes.h"
#include "cyan-i18n.h"
#include "cyan-start.h"
#include "cyan-text.h"
#include "cyan-units.h"

const char *const cyan_report_cell_names[] = { "empty", "measured", "failed", "failed-build" };

/* Functions to start with. */
#define MAX_STARTS 3

void
cyan_report_say_commands (CyanProse *prose, const char *title, const char *const *commands)
{
  for (guint i = 0; commands != NULL && commands[i] != NULL; i++)
    {
      if (i == 0)
        cyan_prose_say (prose, "\n%s\n", title);
      cyan_prose_say (prose, "  %s\n",
                      cyan_prose_name (prose, commands[i], CYAN_REPORT_COMMAND_CHARS));
    }
}

/* ---- sentences ---- */

void
cyan_report_say_answer (CyanProse *prose, const char *answer)
{
  cyan_prose_say (prose, prose->html ? "<p class=\"verdict\">%s</p>\n" : "%s\n",
                  cyan_prose_safe (prose, answer));
}

void
cyan_report_say_evolution (CyanProse *prose, const CyanReportEvolution *about)
{
  const CyanEvolution *evolution = about->evolution;
  guint n = evolution->n_columns;

  cyan_prose_say (prose, "%s: project %s, %s", cyan_prose_label (prose, about->store),
                  cyan_prose_label (prose, evolution->project),
                  cyan_prose_count (prose, n, "revision"));
  if (n > 0)
    cyan_prose_say (prose, ", %s to %s", cyan_prose_label (prose, evolution->columns[0].name),
                    cyan_prose_label (prose, evolution->columns[n - 1].name));
  cyan_prose_say (prose, "\n");
  if (evolution->n_elsewhere > 0)
    cyan_prose_say (prose, "%u measured %s not on this branch; see --branch\n",
                    evolution->n_elsewhere,
                    evolution->n_elsewhere == 1 ? "revision is" : "revisions are");
  if (evolution->is_unordered)
    cyan_prose_say (prose, "No revision has a parent: they are in the order in which they were "
                           "added\n");
  if (evolution->n_series == 0)
    cyan_prose_say (prose, "Nothing was measured that matches\n");
}

static gboolean
has_machines (const CyanEvolution *evolution)
{
  for (guint i = 1; i < evolution->n_series; i++)
    if (strcmp (evolution->series[i].machine, evolution->series[0].machine) != 0)
      return TRUE;
  return FALSE;
}

const char *
cyan_report_line (CyanProse *prose,
                  const CyanReportEvolution *about,
                  const CyanEvolutionSeries *series)
{
  gboolean on = has_machines (about->evolution);

  return cyan_prose_text (prose, "%s, %s%s%s%s%s", cyan_prose_label (prose, series->benchmark),
                          cyan_prose_label (prose, series->function),
                          series->function != NULL ? " " : "",
                          cyan_prose_label (prose, series->metric), on ? " on " : "",
                          cyan_prose_label (prose, on ? series->machine : NULL));
}

const char *
cyan_report_step (CyanProse *prose, const CyanStep *step)
{
  return cyan_prose_text (prose, "%s, %s", cyan_prose_ratio (prose, &step->size),
                          !(step->q > 0)
                              ? "exact"
                              : cyan_prose_value (prose, cyan_probability_to_words ("q", step->q)));
}

/* A level beside @other, with the digits that tell them apart. */
static const char *
level_text (CyanProse *prose, double level, double other, const char *unit)
{
  g_autofree char *text = cyan_value_to_text (level, unit);
  g_autofree char *other_text = cyan_value_to_text (other, unit);

  if (strcmp (text, other_text) == 0)
    return cyan_prose_value (
        prose, cyan_tick_to_text (level, fabs (other - level), MAX (level, other), unit));
  return cyan_prose_value (prose, g_steal_pointer (&text));
}

const char *
cyan_report_levels (CyanProse *prose, const CyanEvolutionSeries *series, const CyanStep *step)
{
  const CyanLevel *before = &series->steps->levels[step - series->steps->steps];
  double from = before[0].level, to = before[1].level;

  return cyan_prose_text (prose, "%s to %s", level_text (prose, from, to, series->unit),
                          level_text (prose, to, from, series->unit));
}

const char *
cyan_report_direction (int direction)
{
  return direction > 0 ? N_ ("worse") : direction < 0 ? N_ ("better") : N_ ("changed");
}

/* ---- commits ---- */

/* Characters of the subject and of the author of a commit. */
#define SUBJECT_CHARS 60
#define AUTHOR_CHARS  30

const char *
cyan_report_whose (CyanProse *prose, const CyanEvolutionColumn *column)
{
  const char *subject = "", *author = "";

  if (column->subject != NULL && *column->subject != '\0')
    subject = cyan_prose_text (prose, prose->html ? "%s" : " \"%s\"",
                               cyan_prose_name (prose, column->subject, SUBJECT_CHARS));
  if (column->author != NULL && *column->author != '\0')
    author = cyan_prose_text (prose, prose->html && *subject == '\0' ? "%s" : ", %s",
                              cyan_prose_name (prose, column->author, AUTHOR_CHARS));
  return cyan_prose_text (prose, "%s%s", subject, author);
}

void
cyan_report_put_commit (CyanRows *rows, const CyanEvolutionColumn *column)
{
  cyan_rows_text (rows, "revision", column->oid);
  cyan_rows_text (rows, "subject", column->subject);
  cyan_rows_text (rows, "author", column->author);
}

void
cyan_report_put_step (CyanRows *rows,
                      const CyanEvolution *evolution,
                      const CyanEvolutionStep *step,
                      guint n_where)
{
  const CyanEvolutionSeries *series = &evolution->series[step->series];

  cyan_rows_text (rows, "benchmark", series->benchmark);
  cyan_rows_text (rows, "metric", series->metric);
  cyan_rows_text (rows, "machine", series->machine);
  cyan_report_put_ratio (rows, &step->step->size);
  cyan_rows_count (rows, "where", n_where);
}

/* ---- what to do next ---- */

char *
cyan_report_step_command (const CyanReportEvolution *about, const CyanEvolutionStep *step)
{
  const CyanEvolution *evolution = about->evolution;
  const CyanEvolutionSeries *series = &evolution->series[step->series];
  GString *command = g_string_new ("cyan compare --store");
  guint n;

  cyan_text_append_word (command, about->store);
  cyan_text_append_option (command, "--project", about->names_project ? evolution->project : NULL);
  cyan_text_append_option (command, "--benchmark", series->benchmark);
  cyan_text_append_option (command, "--machine", has_machines (evolution) ? series->machine : NULL);
  cyan_evolution_line (evolution, series->line, &n);
  cyan_text_append_option (command, "--definition", n > 1 ? series->definition : NULL);
  cyan_text_append_word (command, evolution->columns[step->before].name);
  cyan_text_append_word (command, evolution->columns[step->after].name);
  return g_string_free (command, FALSE);
}

void
cyan_report_say_next (CyanProse *prose, const CyanReportEvolution *about)
{
  g_autoptr (GArray) steps = cyan_evolution_list_steps (about->evolution, CYAN_EVOLUTION_BY_SIZE);
  g_autofree char *command = NULL;
  const char *commands[] = { NULL, NULL };

  if (steps->len == 0)
    return;
  commands[0] = command =
      cyan_report_step_command (about, &g_array_index (steps, CyanEvolutionStep, 0));
  cyan_report_say_commands (prose, "Why is the largest step there?", commands);
  if (about->largest != NULL)
    cyan_start_text (prose, about->largest, MAX_STARTS, FALSE);
}
