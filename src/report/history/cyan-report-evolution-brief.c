/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The answer of an evolution in few bytes: what changed, at which commits, and how to ask for more. */
#include "cyan-report-history-parts.h"

#include <string.h>

#include "cyan-brief.h"

/* Of a step: the revisions that may have it and are named. */
#define MAX_COMMITS 4
/* Bytes of a command: names of benchmarks may be of any length. */
#define MAX_COMMAND 600

GArray *
cyan_report_worse_first (const CyanEvolution *evolution)
{
  g_autoptr (GArray) all = cyan_evolution_list_steps (evolution, CYAN_EVOLUTION_BY_SIZE);
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (CyanEvolutionStep));

  for (int direction = 1; direction >= -1; direction--)
    for (guint i = 0; i < all->len; i++)
      if (g_array_index (all, CyanEvolutionStep, i).direction == direction)
        g_array_append_val (steps, g_array_index (all, CyanEvolutionStep, i));
  return steps;
}

static const CyanEvolutionStep *
step_at (const CyanReportEvolutionBrief *brief, guint i)
{
  return &g_array_index (brief->steps, CyanEvolutionStep, i);
}

static guint
n_shown (const CyanReportEvolutionBrief *brief)
{
  return MIN (brief->steps->len, brief->top);
}

/* The id of a step, the same as long as it is at the same revision. */
static char *
id_of (const CyanEvolution *evolution, const CyanEvolutionStep *step)
{
  const CyanEvolutionSeries *series = &evolution->series[step->series];
  g_autofree char *name =
      g_strjoin ("\n", evolution->project, series->benchmark, series->definition, series->machine,
                 series->metric, evolution->columns[step->step->revision].oid,
                 series->function != NULL ? series->function : "", NULL);

  return cyan_brief_id (name);
}

/* NULL: there is nothing to compare. */
static char *
command_of (const CyanReportEvolutionBrief *brief, guint i)
{
  g_autofree char *compare = NULL;

  if (!brief->comparable[i])
    return NULL;
  compare = cyan_report_step_command (&brief->about, step_at (brief, i));
  return strlen (compare) <= MAX_COMMAND ? g_strconcat (compare, " --brief", NULL) : NULL;
}

/* What tells more of all steps. */
static const struct
{
  const char *options, *about;
} questions[] = {
  { "", "all steps, outliers and failures of each benchmark" },
  { " --by=commit", "what each commit costs today" },
  { " -f json", "each run with its value" },
};

static void
find_questions (const CyanReportEvolutionBrief *brief, CyanBriefQuestion *all)
{
  for (guint i = 0; i < G_N_ELEMENTS (questions); i++)
    all[i] = (CyanBriefQuestion){ g_strdup_printf ("cyan history evolution %s%s",
                                                   cyan_brief_arguments (brief->arguments, "STORE"),
                                                   questions[i].options),
                                  questions[i].about };
}

static void
clear_questions (CyanBriefQuestion *all)
{
  for (guint i = 0; i < G_N_ELEMENTS (questions); i++)
    g_free (all[i].command);
}

/* "12 more steps, 3 of them worse"; NULL: all are shown.  Caller frees. */
static char *
rest_of (const CyanReportEvolutionBrief *brief)
{
  guint n = n_shown (brief), n_worse = 0;

  if (n == brief->steps->len)
    return NULL;
  for (guint i = n; i < brief->steps->len; i++)
    n_worse += step_at (brief, i)->direction > 0;
  return g_strdup_printf ("%u more %s, %u of them worse", brief->steps->len - n,
                          brief->steps->len - n == 1 ? "step" : "steps", n_worse);
}

/* ---- for people and agents ---- */

static void
append_commits (CyanProse *prose, const CyanEvolution *evolution, const CyanStep *step)
{
  if (step->n_where > 1)
    cyan_prose_say (prose, "   at one of %u revisions with 95 %%:", step->n_where);
  else
    cyan_prose_say (prose, "   at:");
  for (guint i = 0; i < MIN (MAX (step->n_where, 1), MAX_COMMITS); i++)
    {
      const CyanEvolutionColumn *column =
          &evolution->columns[step->n_where > 1 ? step->where[i] : step->revision];

      cyan_prose_say (prose, "%s %s%s", i > 0 ? ";" : "", cyan_prose_label (prose, column->name),
                      cyan_report_whose (prose, column));
    }
  if (step->n_where > MAX_COMMITS)
    cyan_prose_say (prose, "; and %u more", step->n_where - MAX_COMMITS);
  cyan_prose_say (prose, "\n");
}

static void
append_step (CyanProse *prose, const CyanReportEvolutionBrief *brief, guint i)
{
  const CyanEvolution *evolution = brief->about.evolution;
  const CyanEvolutionStep *step = step_at (brief, i);
  const CyanEvolutionSeries *series = &evolution->series[step->series];
  const CyanEvolutionMark *machine = cyan_evolution_step_break (evolution, series, step->step);
  g_autofree char *id = id_of (evolution, step), *command = command_of (brief, i);

  cyan_prose_say (prose, "%u. [%s] %s: %s by %s; %s\n", i + 1, id,
                  cyan_report_line (prose, &brief->about, series),
                  cyan_report_direction (step->direction), cyan_report_step (prose, step->step),
                  cyan_report_levels (prose, series, step->step));
  append_commits (prose, evolution, step->step);
  if (machine != NULL)
    cyan_prose_say (prose, "   the machine changed, too: %s\n",
                    cyan_prose_label (prose, machine->text));
  if (command != NULL)
    cyan_prose_say (prose, "   why: %s\n", cyan_brief_command (prose, command));
}

static void
say_brief (CyanProse *prose, gconstpointer data)
{
  const CyanReportEvolutionBrief *brief = data;
  g_autofree char *answer = cyan_evolution_answer (brief->about.evolution, NULL, 0);
  g_autofree char *rest = rest_of (brief);
  CyanBriefQuestion more[G_N_ELEMENTS (questions)];

  cyan_report_say_answer (prose, answer);
  cyan_report_say_evolution (prose, &brief->about);
  for (guint i = 0; i < n_shown (brief); i++)
    append_step (prose, brief, i);
  if (rest != NULL)
    cyan_prose_say (prose, "rest: %s\n", rest);
  find_questions (brief, more);
  cyan_brief_say_questions (prose, more, G_N_ELEMENTS (more));
  clear_questions (more);
}

/* ---- for programs ---- */

static void
put_cut (CyanRows *rows, const char *name, const char *text)
{
  cyan_brief_put (rows, name, text != NULL ? cyan_brief_cut (text) : NULL);
}

static void
put_commits (CyanRows *rows, const CyanEvolution *evolution, const CyanStep *step)
{
  cyan_rows_open (rows, "commits", CYAN_GROUP_LIST);
  for (guint i = 0; i < MIN (MAX (step->n_where, 1), MAX_COMMITS); i++)
    {
      const CyanEvolutionColumn *column =
          &evolution->columns[step->n_where > 1 ? step->where[i] : step->revision];

      cyan_rows_open (rows, NULL, CYAN_GROUP_OBJECT);
      put_cut (rows, "revision", column->oid);
      put_cut (rows, "subject", column->subject);
      put_cut (rows, "author", column->author);
      cyan_rows_close (rows);
    }
  cyan_rows_close (rows);
}

static void
put_step (CyanRows *rows, gconstpointer data, guint i)
{
  const CyanReportEvolutionBrief *brief = data;
  const CyanEvolution *evolution = brief->about.evolution;
  const CyanEvolutionStep *step = step_at (brief, i);
  const CyanEvolutionSeries *series = &evolution->series[step->series];
  const CyanEvolutionMark *machine = cyan_evolution_step_break (evolution, series, step->step);
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) text = g_string_new (NULL);
  CyanProse prose = { .out = text, .words = words };

  cyan_brief_put (rows, "id", id_of (evolution, step));
  put_cut (rows, "benchmark", series->benchmark);
  put_cut (rows, "function", series->function);
  put_cut (rows, "metric", series->metric);
  put_cut (rows, "machine", series->machine);
  cyan_rows_text (rows, "direction", cyan_report_direction (step->direction));
  cyan_rows_text (rows, "size", cyan_report_step (&prose, step->step));
  cyan_rows_text (rows, "levels", cyan_report_levels (&prose, series, step->step));
  cyan_report_put_ratio (rows, &step->step->size);
  cyan_rows_number (rows, "q", step->step->q);
  put_cut (rows, "revision", evolution->columns[step->step->revision].oid);
  cyan_rows_count (rows, "where", step->step->n_where);
  put_commits (rows, evolution, step->step);
  put_cut (rows, "machine_changed", machine != NULL ? machine->text : NULL);
  cyan_brief_put (rows, "command", command_of (brief, i));
}

static void
put_brief (CyanRows *rows, gconstpointer data)
{
  const CyanReportEvolutionBrief *brief = data;
  CyanBriefQuestion more[G_N_ELEMENTS (questions)];

  put_cut (rows, "store", brief->about.store);
  put_cut (rows, "project", brief->about.evolution->project);
  cyan_rows_count (rows, "revisions", brief->about.evolution->n_columns);
  cyan_brief_put (rows, "answer", cyan_evolution_answer (brief->about.evolution, NULL, 0));
  cyan_rows_list (rows, "steps", CYAN_GROUP_TABLE, n_shown (brief), put_step, brief);
  cyan_brief_put (rows, "rest", rest_of (brief));
  find_questions (brief, more);
  cyan_brief_put_questions (rows, more, G_N_ELEMENTS (more));
  clear_questions (more);
}

const CyanReport cyan_report_evolution_brief = { .text = say_brief,
                                                 .rows = put_brief,
                                                 .group = CYAN_GROUP_PAGE };
