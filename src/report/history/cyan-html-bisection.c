/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A bisection as one page: the answer, its picture, where the step may be, what was measured. */
#include "cyan-history-pages.h"

#include <math.h>

#include "cyan-bisection.h"
#include "cyan-html-frame.h"
#include "cyan-i18n.h"
#include "cyan-chart.h"
#include "cyan-units.h"

#define PICTURE_WIDTH 1100.0
#define SUBJECT_CHARS 100
#define COMMAND_CHARS 4096
/* Commits of a set that are listed. */
#define MAX_LISTED 100

/* ---- the answer ---- */

static const char *
state_words (CyanBisectionState state)
{
  switch (state)
    {
    case CYAN_BISECTION_FOUND:
      return _ ("Found");
    case CYAN_BISECTION_NO_DIFFERENCE:
      return _ ("The ends do not differ");
    case CYAN_BISECTION_BUDGET:
      return _ ("All runs are spent");
    case CYAN_BISECTION_NOT_MEASURED:
      return _ ("An end cannot be measured");
    case CYAN_BISECTION_RUNNING:
    case CYAN_N_BISECTION_STATES:
      break;
    }
  return _ ("Not finished");
}

static void
append_step (CyanProse *prose, const CyanBisection *state, const CyanBisectionStep *step)
{
  const CyanEvolutionColumn *commit = &state->revisions[step->revision].commit;

  cyan_prose_say (prose, "<p class=\"verdict\"><strong>%s</strong> %s</p>\n",
                  cyan_prose_name (prose, commit->name, CYAN_PROSE_NAME),
                  commit->subject != NULL ? cyan_prose_name (prose, commit->subject, SUBJECT_CHARS)
                                          : "");
  cyan_prose_say (prose, "<p>%s: %s</p>\n", cyan_prose_name (prose, state->metric, CYAN_PROSE_NAME),
                  cyan_prose_ratio (prose, &step->size));
}

static void
append_answer (CyanProse *prose, const CyanBisection *state)
{
  const CyanEvolutionColumn *first = &state->revisions[0].commit;
  const CyanEvolutionColumn *last = &state->revisions[state->n_revisions - 1].commit;

  for (guint i = 0; i < state->n_steps; i++)
    append_step (prose, state, &state->steps[i]);
  if (state->n_steps == 0 && isfinite (state->ends.ratio))
    cyan_prose_say (prose, "<p>%s: %s</p>\n",
                    cyan_prose_name (prose, state->metric, CYAN_PROSE_NAME),
                    cyan_prose_ratio (prose, &state->ends));
  cyan_prose_say (prose, "<p class=\"dim\">%s", state_words (state->state));
  if (state->reason != NULL)
    cyan_prose_say (prose, ": %s", cyan_prose_name (prose, state->reason, 2 * CYAN_PROSE_NAME));
  cyan_prose_say (prose, "</p>\n<p class=\"dim\">%s</p>\n",
                  cyan_prose_text (prose,
                                   _ ("%'u runs and %'u builds; %'u revisions from %s to %s"),
                                   state->n_runs, state->n_builds, state->n_revisions,
                                   cyan_prose_name (prose, first->name, CYAN_PROSE_NAME),
                                   cyan_prose_name (prose, last->name, CYAN_PROSE_NAME)));
}

/* ---- the picture ---- */

static void
append_picture (CyanProse *prose, const CyanBisection *state)
{
  static const char *const names[] = { "light", "dark" };
  g_autoptr (CyanEvolution) evolution = cyan_bisection_to_evolution (state);

  cyan_html_section (prose, _ ("What Was Measured"), NULL);
  for (guint dark = 0; dark < 2; dark++)
    {
      const CyanTheme theme = { .dark = dark != 0 };
      g_autoptr (CyanScene) scene =
          cyan_scene_new_bisection (state, evolution, &theme, PICTURE_WIDTH);
      g_autoptr (GBytes) svg = cyan_scene_to_inline_svg (scene, NULL, NULL);
      gsize length;
      const char *bytes = g_bytes_get_data (svg, &length);

      cyan_prose_say (prose, "<div class=\"picture %s\">\n", names[dark]);
      g_string_append_len (prose->out, bytes, (gssize) length);
      cyan_prose_say (prose, "</div>\n");
    }
  cyan_html_section_end (prose);
}

/* ---- tables ---- */

static const char *
because_text (CyanProse *prose, const CyanBisectionRevision *revision)
{
  switch (revision->prior)
    {
    case CYAN_PRIOR_SUSPECT:
      return cyan_prose_text (prose, _ ("touches %s"),
                              cyan_prose_name (prose,
                                               revision->because != NULL ? revision->because : "",
                                               CYAN_PROSE_NAME));
    case CYAN_PRIOR_RISKY:
      return _ ("predicted");
    case CYAN_PRIOR_NO_SOURCES:
      return _ ("changes no sources");
    case CYAN_PRIOR_EVEN:
    case CYAN_N_PRIOR_KINDS:
      break;
    }
  return "";
}

static void
append_commit (CyanProse *prose, const CyanBisectionRevision *revision)
{
  const CyanEvolutionColumn *commit = &revision->commit;

  cyan_html_row_head (prose, cyan_prose_name (prose, commit->name, CYAN_PROSE_NAME));
  cyan_html_cell (prose, commit->subject != NULL
                             ? cyan_prose_name (prose, commit->subject, SUBJECT_CHARS)
                             : "");
}

static void
append_chance (CyanProse *prose, const CyanBisectionRevision *revision)
{
  cyan_prose_say (prose, "<td class=\"number\">%s</td>",
                  cyan_prose_chance (prose, revision->probability));
}

static void
append_set (CyanProse *prose, const CyanBisection *state, const CyanBisectionStep *step)
{
  const CyanHtmlColumn columns[] = { { _ ("Revision"), FALSE },         { _ ("Subject"), FALSE },
                                     { _ ("Author"), FALSE },           { _ ("Probability"), TRUE },
                                     { _ ("Before measuring"), FALSE }, { NULL, FALSE } };
  const char *mass = cyan_prose_chance (prose, step->mass);
  const char *note =
      step->n_credible == 1
          ? cyan_prose_text (prose, _ ("It is this one with %s."), mass)
          : cyan_prose_text (prose, _ ("It is one of these %'u with %s."), step->n_credible, mass);

  cyan_html_section (prose, _ ("Where the Step May Be"), note);
  cyan_html_table (prose, columns);
  for (guint i = 0; i < MIN (step->n_credible, MAX_LISTED); i++)
    {
      const CyanBisectionRevision *revision = &state->revisions[step->credible[i]];
      const char *author = revision->commit.author;

      cyan_html_row (prose);
      append_commit (prose, revision);
      cyan_html_cell (prose, author != NULL ? cyan_prose_name (prose, author, SUBJECT_CHARS) : "");
      append_chance (prose, revision);
      cyan_html_cell (prose, because_text (prose, revision));
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

static const char *
cell_words (const CyanBisectionRevision *revision)
{
  switch (revision->cell)
    {
    case CYAN_CELL_FAILED:
      return _ ("all runs failed");
    case CYAN_CELL_FAILED_BUILD:
      return _ ("the build failed");
    case CYAN_CELL_MEASURED:
      return revision->is_outlier ? _ ("stands alone, left out") : "";
    case CYAN_CELL_EMPTY:
      break;
    }
  return "";
}

static void
append_visits (CyanProse *prose, const CyanBisection *state)
{
  const CyanHtmlColumn columns[] = { { _ ("Revision"), FALSE },
                                     { _ ("Subject"), FALSE },
                                     { _ ("Runs"), TRUE },
                                     { _ ("Stored before"), TRUE },
                                     { _ ("Smallest"), TRUE },
                                     { _ ("Largest"), TRUE },
                                     { _ ("Probability"), TRUE },
                                     { "", FALSE },
                                     { NULL, FALSE } };

  cyan_html_section (prose, _ ("Measured Revisions"), NULL);
  cyan_html_table (prose, columns);
  for (guint i = 0; i < state->n_revisions; i++)
    {
      const CyanBisectionRevision *revision = &state->revisions[i];

      if (revision->cell == CYAN_CELL_EMPTY)
        continue;
      cyan_html_row (prose);
      append_commit (prose, revision);
      cyan_html_number_cell (prose, g_strdup_printf ("%u", revision->n_values));
      cyan_html_number_cell (prose, g_strdup_printf ("%u", revision->n_stored));
      append_values (prose, state, revision);
      append_chance (prose, revision);
      cyan_html_cell (prose, cell_words (revision));
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
    cyan_prose_say (prose, "<p>%s</p>\n", cyan_prose_name (prose, commands[i], COMMAND_CHARS));
  cyan_html_section_end (prose);
}

void
cyan_report_bisection_html (CyanProse *prose, gconstpointer data)
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
    append_set (prose, state, &state->steps[i]);
  append_visits (prose, state);
  append_next (prose, about->next);
  cyan_html_close (prose, &frame);
}
