/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is new in a store: what one posts under a change. */
#include "cyan-report-history-parts.h"

#include "cyan-html-frame.h"
#include "cyan-units.h"

#define WHY_CHARS 120

/* Steps of a change that are named besides the largest. */
#define MOST_OTHERS 3

static const CyanEvolutionChange *
change_at (const CyanReportNews *about, guint i)
{
  return &g_array_index (about->news->changes->changes, CyanEvolutionChange, i);
}

gboolean
cyan_report_has_news (const CyanReportNews *about, guint change)
{
  return about->since == CYAN_EVOLUTION_NO_BASE ? cyan_news_is_news (about->news, change)
                                                : change_at (about, change)->column > about->since;
}

/* Those that are found no more, of the same revisions. */
static GPtrArray *
list_gone (const CyanReportNews *about)
{
  GPtrArray *listed = g_ptr_array_new ();

  for (guint i = 0; i < about->news->gone->len; i++)
    {
      CyanNewsGone *gone = about->news->gone->pdata[i];

      if (about->since == CYAN_EVOLUTION_NO_BASE || gone->column > about->since)
        g_ptr_array_add (listed, gone);
    }
  return listed;
}

static CyanReportEvolution
evolution_of (const CyanReportNews *about)
{
  return (CyanReportEvolution){ .evolution = about->news->evolution,
                                .store = about->store,
                                .names_project = about->names_project };
}

static const char *
name_of (CyanProse *prose, const CyanReportNews *about, guint column)
{
  return cyan_prose_label (prose, about->news->evolution->columns[column].name);
}

/* ---- sentences, for all pages ---- */

/* "3 changes are new: 1 worse, 2 better" */
static const char *
head_text (CyanProse *prose, const CyanReportNews *about, guint n, guint n_worse, guint n_better)
{
  const char *what = about->since == CYAN_EVOLUTION_NO_BASE
                         ? (n == 1 ? "change is new" : "changes are new")
                         : cyan_prose_text (prose, "%s since %s", n == 1 ? "change" : "changes",
                                            name_of (prose, about, about->since));

  return cyan_prose_text (prose, "%u %s: %u worse, %u better", n, what, n_worse, n_better);
}

/* Sets what there is of each direction; returns all. */
static guint
count (const CyanReportNews *about, guint *n_worse, guint *n_better)
{
  guint n = 0;

  *n_worse = *n_better = 0;
  for (guint i = 0; i < about->news->changes->changes->len; i++)
    if (cyan_report_has_news (about, i))
      {
        n++;
        *n_worse += change_at (about, i)->direction > 0;
        *n_better += change_at (about, i)->direction < 0;
      }
  return n;
}

/* "; also cpu +7.9 %, rss +2.1 % and 2 more" */
static const char *
others_text (CyanProse *prose, const CyanReportNews *about, const CyanEvolutionChange *change)
{
  const char *text = "";

  for (guint i = 1; i < MIN (change->n_steps, 1 + MOST_OTHERS); i++)
    {
      const CyanEvolutionStep *step = cyan_evolution_change_step (about->news->changes, change, i);

      text = cyan_prose_text (
          prose, "%s%s%s %s", text, i == 1 ? "; also " : ", ",
          cyan_prose_label (prose, about->news->evolution->series[step->series].metric),
          cyan_prose_value (prose, cyan_change_to_text (1, step->step->size.ratio)));
    }
  return change->n_steps > 1 + MOST_OTHERS
             ? cyan_prose_text (prose, "%s and %u more", text, change->n_steps - 1 - MOST_OTHERS)
             : text;
}

/* "log, time: worse by +8.2 % (+7.6 % to +8.7 %), q < 0.0001; also cpu +7.9 %" */
static const char *
change_text (CyanProse *prose, const CyanReportNews *about, const CyanEvolutionChange *change)
{
  const CyanEvolutionStep *largest = cyan_evolution_change_step (about->news->changes, change, 0);
  const CyanReportEvolution evolution = evolution_of (about);

  return cyan_prose_text (
      prose, "%s: %s by %s%s",
      cyan_report_line (prose, &evolution, &evolution.evolution->series[largest->series]),
      cyan_report_direction (change->direction), cyan_report_step (prose, largest->step),
      others_text (prose, about, change));
}

/* The changes of the same benchmark that a change undid: "; undoes v9"; "" if there are none. */
static const char *
undoes_text (CyanProse *prose, const CyanReportNews *about, const CyanEvolutionChange *change)
{
  const char *text = "";

  for (guint i = 0; i < about->news->changes->changes->len; i++)
    {
      const CyanEvolutionChange *other = change_at (about, i);

      if (other->undone_by == change->column && g_str_equal (other->benchmark, change->benchmark))
        text = cyan_prose_text (prose, "%s%s %s", text, *text == '\0' ? "; undoes" : ",",
                                name_of (prose, about, other->column));
    }
  return text;
}

/* "fixed by v12; at one of 3 revisions with 95 %": what is said of a change besides its size. */
static const char *
state_text (CyanProse *prose, const CyanReportNews *about, guint i)
{
  const CyanEvolutionChange *change = change_at (about, i);
  const CyanNewsItem *item = &about->news->items[i];
  const CyanEvolutionStep *largest = cyan_evolution_change_step (about->news->changes, change, 0);
  const CyanEvolution *evolution = about->news->evolution;
  const CyanEvolutionMark *machine =
      cyan_evolution_step_break (evolution, &evolution->series[largest->series], largest->step);
  const char *text = cyan_prose_text (prose, "%s", cyan_news_state_name (change, item->state));

  if (item->state == CYAN_NEWS_UNDONE)
    text = cyan_prose_text (prose, "%s by %s", text, name_of (prose, about, change->undone_by));
  if (item->why != NULL)
    text = cyan_prose_text (prose, "%s%s: %s", text,
                            item->state == CYAN_NEWS_ACCEPTED ? "" : ", reopened",
                            cyan_prose_name (prose, item->why, WHY_CHARS));
  if (machine != NULL)
    text = cyan_prose_text (prose, "%s; the machine changed, too: %s", text,
                            cyan_prose_label (prose, machine->text));
  if (change->surest->n_where > 1)
    text = cyan_prose_text (prose, "%s; at one of %u revisions with 95 %%", text,
                            change->surest->n_where);
  return cyan_prose_text (prose, "%s%s", text, undoes_text (prose, about, change));
}

/* The worst change that is still there, as its number; G_MAXUINT: none. */
static guint
find_worst (const CyanReportNews *about)
{
  guint worst = G_MAXUINT;

  for (guint i = 0; i < about->news->changes->changes->len; i++)
    if (cyan_report_has_news (about, i) && change_at (about, i)->direction > 0
        && (worst == G_MAXUINT || change_at (about, i)->today > change_at (about, worst)->today))
      worst = i;
  return worst;
}

/* ---- text ---- */

static void
say_gone (CyanProse *prose, const CyanReportNews *about)
{
  g_autoptr (GPtrArray) listed = list_gone (about);

  for (guint i = 0; i < listed->len; i++)
    {
      const CyanNewsGone *gone = listed->pdata[i];

      cyan_prose_say (prose,
                      prose->html ? "<p>%s, %s: no change any more; it was told as %s</p>\n"
                                  : "%s, %s: no change any more; it was told as %s\n",
                      name_of (prose, about, gone->column),
                      cyan_prose_label (prose, gone->benchmark),
                      cyan_prose_label (prose, gone->text));
    }
}

static void
say_next (CyanProse *prose, const CyanReportNews *about)
{
  guint worst = find_worst (about);
  const CyanReportEvolution evolution = evolution_of (about);
  const CyanEvolutionStep *largest;
  g_autofree char *compare = NULL;
  const char *commands[] = { NULL, NULL };

  if (worst == G_MAXUINT)
    return;
  largest = cyan_evolution_change_step (about->news->changes, change_at (about, worst), 0);
  commands[0] = compare = cyan_report_step_command (&evolution, largest);
  cyan_report_say_commands (prose, "Why is the worst one there?", commands);
}

static void
say_news (CyanProse *prose, gconstpointer data)
{
  const CyanReportNews *about = data;
  const CyanEvolutionColumn *columns = about->news->evolution->columns;
  guint n_worse, n_better, n = count (about, &n_worse, &n_better), last = G_MAXUINT;

  if (n > 0)
    cyan_prose_say (prose, "%s: %s\n", cyan_prose_label (prose, about->store),
                    head_text (prose, about, n, n_worse, n_better));
  for (guint i = about->news->changes->changes->len; i-- > 0;)
    {
      const CyanEvolutionChange *change = change_at (about, i);

      if (!cyan_report_has_news (about, i))
        continue;
      if (change->column != last)
        cyan_prose_say (prose, "\n%s%s\n", name_of (prose, about, change->column),
                        cyan_report_whose (prose, &columns[change->column]));
      last = change->column;
      cyan_prose_say (prose, "  %s\n    %s\n", change_text (prose, about, change),
                      state_text (prose, about, i));
    }
  say_gone (prose, about);
  say_next (prose, about);
}

/* ---- Markdown ---- */

static void
say_markdown (CyanProse *prose, gconstpointer data)
{
  const CyanReportNews *about = data;
  const CyanEvolutionColumn *columns = about->news->evolution->columns;
  guint n_worse, n_better, n = count (about, &n_worse, &n_better);

  if (n > 0)
    {
      cyan_prose_say (prose, "### Performance: %s\n\n",
                      head_text (prose, about, n, n_worse, n_better));
      cyan_html_table (prose, "tttt", "revision", "commit", "change", "state", NULL);
    }
  for (guint i = about->news->changes->changes->len; i-- > 0;)
    {
      const CyanEvolutionColumn *column = &columns[change_at (about, i)->column];

      if (!cyan_report_has_news (about, i))
        continue;
      cyan_html_row (prose);
      cyan_html_row_head (prose, cyan_prose_label (prose, column->name));
      cyan_html_cell (prose, cyan_report_whose (prose, column));
      cyan_html_cell (prose, change_text (prose, about, change_at (about, i)));
      cyan_html_cell (prose, state_text (prose, about, i));
      cyan_html_row_end (prose);
    }
  if (n > 0)
    cyan_html_table_end (prose);
  say_gone (prose, about);
}

/* ---- rows ---- */

static const CyanField columns[] = {
  { "revision,subject,author", "The commit" },
  { "state", "new, known, accepted, fixed, undone: an improvement that was lost, or unsure: too "
             "new to tell" },
  { "direction", "worse, better or changed" },
  { "benchmark,metric,machine", "Of its largest step" },
  { "ratio,low,high", "That step, and its 95 % interval" },
  { "where", "How many revisions may have the change, with 95 %" },
  { "steps", "Metrics and machines that changed" },
  { "today", "What it costs today: 0.1 is 10 %, added up over these" },
  { "undone_by", "The revision that brought all levels back; empty: none" },
  { "machine_changed", "What changed of the machine at one of these revisions; empty: nothing" },
  { "why", "What a person said who accepted or reopened it" },
  { NULL },
};

static void
put_change (CyanRows *rows, gconstpointer data, guint row)
{
  const CyanReportNews *about = ((gconstpointer *) data)[0];
  const GArray *listed = ((gconstpointer *) data)[1];
  const CyanEvolution *evolution = about->news->evolution;
  guint i = g_array_index (listed, guint, row);
  const CyanEvolutionChange *change = change_at (about, i);
  const CyanNewsItem *item = &about->news->items[i];
  const CyanEvolutionStep *largest = cyan_evolution_change_step (about->news->changes, change, 0);
  const CyanEvolutionMark *machine =
      cyan_evolution_step_break (evolution, &evolution->series[largest->series], largest->step);

  cyan_report_put_commit (rows, &evolution->columns[change->column]);
  cyan_rows_text (rows, "state", cyan_news_state_name (change, item->state));
  cyan_rows_text (rows, "direction", cyan_report_direction (change->direction));
  cyan_report_put_step (rows, evolution, largest, change->surest->n_where);
  cyan_rows_count (rows, "steps", change->n_steps);
  cyan_rows_number (rows, "today", change->today);
  cyan_rows_text (rows, "undone_by",
                  change->undone_by != CYAN_EVOLUTION_NOT_UNDONE
                      ? evolution->columns[change->undone_by].oid
                      : NULL);
  cyan_rows_text (rows, "machine_changed", machine != NULL ? machine->text : NULL);
  cyan_rows_text (rows, "why", item->why);
}

static void
put_gone (CyanRows *rows, gconstpointer data, guint i)
{
  const CyanReportNews *about = ((gconstpointer *) data)[0];
  const CyanNewsGone *gone = ((GPtrArray **) data)[1]->pdata[i];

  cyan_rows_text (rows, "revision", about->news->evolution->columns[gone->column].oid);
  cyan_rows_text (rows, "benchmark", gone->benchmark);
  cyan_rows_text (rows, "text", gone->text);
}

static void
put_news (CyanRows *rows, gconstpointer data)
{
  const CyanReportNews *about = data;
  g_autoptr (GArray) listed = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GPtrArray) gone = list_gone (about);
  gconstpointer changes[] = { about, listed }, rest[] = { about, gone };

  for (guint i = about->news->changes->changes->len; i-- > 0;)
    if (cyan_report_has_news (about, i))
      g_array_append_val (listed, i);
  cyan_rows_comment (rows, "store %s, project %s", about->store, about->news->evolution->project);
  cyan_rows_text (rows, "store", about->store);
  cyan_rows_text (rows, "project", about->news->evolution->project);
  cyan_rows_table (rows, "changes", listed->len, put_change, changes);
  cyan_rows_list (rows, "gone", CYAN_GROUP_TABLE, gone->len, put_gone, rest);
}

const CyanReport cyan_report_news = {
  .text = say_news, .markdown = say_markdown, .rows = put_news, .columns = columns
};
