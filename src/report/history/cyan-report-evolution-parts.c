/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-report-evolution-parts.h"

#include <string.h>

#include "cyan-start.h"
#include "cyan-text.h"
#include "cyan-units.h"

/* A command is never cut before this many characters. */
#define COMMAND_CHARS 1000

/* Functions to start with. */
#define MAX_STARTS 3

gboolean
cyan_report_has_functions (const CyanEvolution *evolution)
{
  return evolution->n_series > 0 && evolution->series[0].function != NULL;
}

/* ---- sentences ---- */

void
cyan_report_put_evolution (CyanProse *prose, const CyanReportEvolution *about)
{
  const CyanEvolution *evolution = about->evolution;
  guint n = evolution->n_columns;

  cyan_prose_say (prose, "%s: project %s, %u %s",
                  cyan_prose_name (prose, about->store, CYAN_PROSE_NAME),
                  cyan_prose_name (prose, evolution->project, CYAN_PROSE_NAME), n,
                  n == 1 ? "revision" : "revisions");
  if (n > 0)
    cyan_prose_say (prose, ", %s to %s",
                    cyan_prose_name (prose, evolution->columns[0].name, CYAN_PROSE_NAME),
                    cyan_prose_name (prose, evolution->columns[n - 1].name, CYAN_PROSE_NAME));
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

  return cyan_prose_text (
      prose, "%s, %s%s%s%s%s", cyan_prose_name (prose, series->benchmark, CYAN_PROSE_NAME),
      series->function != NULL ? cyan_prose_name (prose, series->function, CYAN_PROSE_NAME) : "",
      series->function != NULL ? " " : "", cyan_prose_name (prose, series->metric, CYAN_PROSE_NAME),
      on ? " on " : "", on ? cyan_prose_name (prose, series->machine, CYAN_PROSE_NAME) : "");
}

const char *
cyan_report_step (CyanProse *prose, const CyanStep *step)
{
  return cyan_prose_text (prose, "%s, %s", cyan_prose_ratio (prose, &step->size),
                          !(step->q > 0)
                              ? "exact"
                              : cyan_prose_value (prose, cyan_probability_to_words ("q", step->q)));
}

const char *
cyan_report_direction (int direction)
{
  return direction > 0 ? "worse" : direction < 0 ? "better" : "changed";
}

/* ---- what to do next ---- */

void
cyan_report_put_next (CyanProse *prose, const CyanReportEvolution *about)
{
  const CyanEvolution *evolution = about->evolution;
  g_autoptr (GArray) steps = cyan_evolution_list_steps (evolution, CYAN_EVOLUTION_BY_SIZE);
  g_autoptr (GString) command = g_string_new ("cyan compare --store");
  const CyanEvolutionStep *step;
  const CyanEvolutionSeries *series;
  guint n;

  if (steps->len == 0)
    return;
  step = &g_array_index (steps, CyanEvolutionStep, 0);
  series = &evolution->series[step->series];
  cyan_text_append_word (command, about->store);
  if (about->names_project)
    {
      g_string_append (command, " --project");
      cyan_text_append_word (command, evolution->project);
    }
  g_string_append (command, " --benchmark");
  cyan_text_append_word (command, series->benchmark);
  if (has_machines (evolution))
    {
      g_string_append (command, " --machine");
      cyan_text_append_word (command, series->machine);
    }
  cyan_evolution_line (evolution, series->line, &n);
  if (n > 1)
    {
      g_string_append (command, " --definition");
      cyan_text_append_word (command, series->definition);
    }
  cyan_text_append_word (command, evolution->columns[step->before].name);
  cyan_text_append_word (command, evolution->columns[step->after].name);
  cyan_prose_say (prose, "\nWhy is the largest step there?\n  %s\n",
                  cyan_prose_name (prose, command->str, COMMAND_CHARS));
  if (about->largest != NULL)
    cyan_start_text (prose, about->largest, MAX_STARTS, FALSE);
}

/* ---- rows ---- */

void
cyan_report_put_series (CyanRows *rows,
                        const CyanEvolution *evolution,
                        const CyanEvolutionSeries *series)
{
  cyan_rows_text (rows, "project", evolution->project);
  cyan_rows_text (rows, "benchmark", series->benchmark);
  cyan_rows_text (rows, "definition", series->definition);
  cyan_rows_text (rows, "machine", series->machine);
  cyan_rows_text (rows, "metric", series->metric);
  cyan_rows_unit (rows, series->unit);
}
