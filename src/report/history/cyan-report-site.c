/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A store as pages: what changed, all benchmarks with a small picture each, and a page for each line
 * with its chart and its steps. */
#include "cyan-report-history-parts.h"

#include <math.h>
#include <string.h>

#include "cyan-chart.h"
#include "cyan-html-frame.h"
#include "cyan-i18n.h"
#include "cyan-statistics.h"
#include "cyan-units.h"

/* Pixels. */
#define CHART_WIDTH  1200
#define SMALL_WIDTH  160
#define SMALL_HEIGHT 24
#define SMALL_EDGE   2

/* With more measured revisions a chart has no dot for each run. */
#define MOST_WITH_RUNS 200

static const CyanEvolution *
evolution_of (const CyanReportSite *about)
{
  return about->news->evolution;
}

static CyanReportEvolution
parts_of (const CyanReportSite *about)
{
  return (CyanReportEvolution){ .evolution = evolution_of (about), .store = about->store };
}

/* "parse, wall on box" */
static const char *
line_text (CyanProse *prose, const CyanReportSite *about, guint line)
{
  const CyanReportEvolution parts = parts_of (about);
  guint n;

  return cyan_report_line (prose, &parts, cyan_evolution_line (evolution_of (about), line, &n));
}

/* ---- the small picture ---- */

/* The medians of a line, by column; NAN where nothing was measured.  Caller frees. */
static double *
find_medians (const CyanEvolution *evolution, guint line)
{
  double *medians = g_new (double, evolution->n_columns);
  guint n_series;
  const CyanEvolutionSeries *series = cyan_evolution_line (evolution, line, &n_series);

  for (guint i = 0; i < evolution->n_columns; i++)
    {
      medians[i] = NAN;
      for (guint s = 0; s < n_series; s++)
        {
          guint n = series[s].begin[i + 1] - series[s].begin[i];
          g_autofree double *values =
              g_memdup2 (series[s].values + series[s].begin[i], n * sizeof (double));

          if (n > 0 && !cyan_evolution_is_outlier (&series[s], i))
            medians[i] = cyan_median (values, n);
        }
    }
  return medians;
}

/* Appends a cell with a mark for each pixel in which something was measured. */
static void
append_small (CyanProse *prose, const CyanEvolution *evolution, guint line)
{
  g_autofree double *medians = find_medians (evolution, line);
  double low = NAN, high = NAN;
  int last_x = -1;

  for (guint i = 0; i < evolution->n_columns; i++)
    {
      low = fmin (low, medians[i]);
      high = fmax (high, medians[i]);
    }
  cyan_prose_say (prose, "<td><svg width=\"%d\" height=\"%d\" aria-hidden=\"true\">", SMALL_WIDTH,
                  SMALL_HEIGHT);
  for (guint i = 0; i < evolution->n_columns; i++)
    {
      int x = (int) ((gint64) i * (SMALL_WIDTH - SMALL_EDGE) / MAX (evolution->n_columns - 1, 1));
      double part = high > low ? (medians[i] - low) / (high - low) : 0.5;

      if (isnan (medians[i]) || x == last_x)
        continue;
      last_x = x;
      cyan_prose_say (prose, "<rect class=\"was\" x=\"%d\" y=\"%s\" width=\"%d\" height=\"%d\"/>",
                      x, cyan_html_number (prose, (1 - part) * (SMALL_HEIGHT - SMALL_EDGE)),
                      SMALL_EDGE, SMALL_EDGE);
    }
  cyan_prose_say (prose, "</svg></td>");
}

/* ---- the first page ---- */

/* The newest level of a line, or "". */
static char *
level_text (const CyanEvolutionSeries *series)
{
  const CyanSteps *steps = series->steps;

  return steps->n_levels > 0
             ? cyan_value_to_text (steps->levels[steps->n_levels - 1].level, series->unit)
             : g_strdup ("");
}

static const CyanStep *
newest_step (const CyanEvolutionSeries *series)
{
  return series->steps->n_steps > 0 ? &series->steps->steps[series->steps->n_steps - 1] : NULL;
}

static void
index_line (CyanProse *prose, const CyanReportSite *about, guint line)
{
  const CyanEvolution *evolution = evolution_of (about);
  guint n;
  const CyanEvolutionSeries *series = cyan_evolution_line (evolution, line, &n);
  const CyanEvolutionSeries *newest = &series[n - 1];
  const CyanStep *step = newest_step (newest);
  g_autofree char *href = cyan_report_site_file (evolution, line);

  cyan_html_row (prose);
  cyan_html_row_head (prose, cyan_prose_text (prose, "<a href=\"%s\">%s</a>", href,
                                              line_text (prose, about, line)));
  append_small (prose, evolution, line);
  cyan_html_number_cell (prose, level_text (newest));
  cyan_html_number_cell (prose,
                         step != NULL ? cyan_change_to_text (1, step->size.ratio) : g_strdup (""));
  cyan_html_cell (
      prose, step == NULL ? "" : cyan_prose_label (prose, evolution->columns[step->revision].name));
  cyan_html_row_end (prose);
}

static void
say_index (CyanProse *prose, gconstpointer data)
{
  const CyanReportSite *about = data;
  const CyanEvolution *evolution = evolution_of (about);
  const CyanReportEvolution parts = parts_of (about);
  g_autofree char *title = cyan_html_plain (evolution->project);
  g_autofree char *answer = cyan_evolution_answer (evolution, NULL, 0);
  g_autofree guint *lines = cyan_evolution_sort_lines (evolution, CYAN_EVOLUTION_BY_NEWEST);
  const CyanHtmlFrame frame = { .title = title,
                                .palette = about->palette,
                                .made_of = about->made_of };

  cyan_html_open (prose, &frame);
  cyan_report_say_answer (prose, answer);
  cyan_html_main (prose);
  cyan_html_section (prose, _ ("Commits"), cyan_report_commits_note ());
  cyan_report_commits_table (prose, &parts);
  cyan_html_section_end (prose);
  cyan_html_section (prose, _ ("Benchmarks"), _ ("That with the newest step first."));
  cyan_html_table (prose, "ttnnt", _ ("Benchmark"), _ ("Values"), _ ("Newest level"),
                   _ ("Newest step"), _ ("at"), NULL);
  for (guint i = 0; i < evolution->n_lines; i++)
    index_line (prose, about, lines[i]);
  cyan_html_table_end (prose);
  cyan_html_section_end (prose);
  cyan_html_close (prose, &frame);
}

/* ---- a page of a line ---- */

/* The columns from the first to the last that has something. */
static void
find_range (const CyanEvolution *evolution, guint line, guint *first, guint *last)
{
  guint n;
  const CyanEvolutionSeries *series = cyan_evolution_line (evolution, line, &n);

  *first = evolution->n_columns;
  *last = 0;
  for (guint s = 0; s < n; s++)
    for (guint i = 0; i < evolution->n_columns; i++)
      if (series[s].cells[i] != CYAN_CELL_EMPTY)
        {
          *first = MIN (*first, i);
          *last = MAX (*last, i);
        }
  *first = MIN (*first, *last);
}

static void
append_scene (CyanProse *prose, const CyanScene *scene, gboolean dark)
{
  g_autoptr (GBytes) svg = cyan_scene_to_inline_svg (scene, NULL, NULL);

  cyan_html_picture (prose, dark, svg);
}

static void
append_chart (CyanProse *prose, const CyanReportSite *about)
{
  const CyanEvolution *evolution = evolution_of (about);
  g_autofree guint8 *lines = g_new0 (guint8, evolution->n_lines);

  lines[about->line] = TRUE;
  for (guint dark = 0; dark < 2; dark++)
    {
      CyanChartStyle style = CYAN_CHART_STYLE_INIT;
      g_autoptr (CyanChart) chart = NULL;
      g_autoptr (CyanScene) scene = NULL, legend = NULL;

      style.theme = (CyanTheme){ .palette = about->palette, .dark = dark != 0 };
      style.width = CHART_WIDTH;
      style.lines = lines;
      find_range (evolution, about->line, &style.first, &style.last);
      style.no_runs = style.last - style.first >= MOST_WITH_RUNS;
      chart = cyan_chart_new_evolution (evolution, &style);
      scene = cyan_scene_new_chart (chart, NULL);
      legend = cyan_scene_new_chart_legend (chart, CHART_WIDTH);
      append_scene (prose, scene, dark);
      append_scene (prose, legend, dark);
    }
}

/* The state of the change that has a step, or "". */
static const char *
state_text (const CyanReportSite *about, const CyanStep *step)
{
  const CyanEvolutionChanges *changes = about->news->changes;

  for (guint i = 0; i < changes->changes->len; i++)
    {
      const CyanEvolutionChange *change = &g_array_index (changes->changes, CyanEvolutionChange, i);

      for (guint k = 0; k < change->n_steps; k++)
        if (cyan_evolution_change_step (changes, change, k)->step == step)
          return cyan_news_state_name (change, about->news->items[i].state);
    }
  return "";
}

static void
append_step (CyanProse *prose,
             const CyanReportSite *about,
             const CyanEvolutionSeries *series,
             const CyanStep *step)
{
  const CyanEvolution *evolution = evolution_of (about);
  const CyanEvolutionColumn *column = &evolution->columns[step->revision];
  const CyanEvolutionMark *machine = cyan_evolution_step_break (evolution, series, step);
  const char *href = about->link (series, step, about->link_data);

  cyan_html_row (prose);
  cyan_html_row_head (prose, href != NULL ? cyan_prose_text (prose, "<a href=\"%s\">%s</a>", href,
                                                             cyan_prose_label (prose, column->name))
                                          : cyan_prose_label (prose, column->name));
  cyan_html_cell (prose, cyan_report_whose (prose, column));
  cyan_html_cell (prose, _ (cyan_report_direction (cyan_evolution_step_direction (series, step))));
  cyan_html_cell (prose, cyan_report_step (prose, step));
  cyan_html_number_cell (prose, g_strdup_printf ("%u", step->n_where));
  cyan_html_cell (prose, machine != NULL ? cyan_prose_label (prose, machine->text)
                                         : _ (state_text (about, step)));
  cyan_html_row_end (prose);
}

static void
append_steps (CyanProse *prose, const CyanReportSite *about)
{
  guint n, n_steps = 0;
  const CyanEvolutionSeries *series = cyan_evolution_line (evolution_of (about), about->line, &n);

  for (guint s = n; s-- > 0;)
    for (guint i = series[s].steps->n_steps; i-- > 0; n_steps++)
      {
        if (n_steps == 0)
          {
            cyan_html_section (
                prose, _ ("Steps"),
                _ ("The newest first; one of so many revisions made it, with 95 %. A link "
                   "leads to the comparison of both sides."));
            cyan_html_table (prose, "ttttnt", _ ("Revision"), _ ("Commit"), "", _ ("Size"),
                             _ ("One of"), _ ("State"), NULL);
          }
        append_step (prose, about, &series[s], &series[s].steps->steps[i]);
      }
  if (n_steps > 0)
    {
      cyan_html_table_end (prose);
      cyan_html_section_end (prose);
    }
}

static void
say_line (CyanProse *prose, gconstpointer data)
{
  const CyanReportSite *about = data;
  const CyanEvolution *evolution = evolution_of (about);
  guint n;
  const CyanEvolutionSeries *series = cyan_evolution_line (evolution, about->line, &n);
  g_autofree char *name = g_strdup_printf ("%s, %s%s%s", series->benchmark,
                                           series->function != NULL ? series->function : "",
                                           series->function != NULL ? " " : "", series->metric);
  g_autofree char *title = cyan_html_plain (name);
  g_autofree char *answer = cyan_evolution_answer (evolution, &about->line, 1);
  const CyanHtmlFrame frame = { .title = title,
                                .palette = about->palette,
                                .made_of = about->made_of };

  cyan_html_open (prose, &frame);
  cyan_report_say_answer (prose, answer);
  cyan_prose_say (prose, "<p class=\"note\"><a href=\"index.html\">%s</a>, %s</p>\n",
                  cyan_prose_label (prose, evolution->project),
                  cyan_prose_label (prose, series->machine));
  cyan_html_main (prose);
  append_chart (prose, about);
  append_steps (prose, about);
  cyan_html_close (prose, &frame);
}

const CyanReport cyan_report_site_index = { .html = say_index };
const CyanReport cyan_report_site_line = { .html = say_line };

/* ---- what a page is made of ---- */

static void
take_text (GChecksum *sum, const char *text)
{
  if (text != NULL)
    g_checksum_update (sum, (const guchar *) text, (gssize) strlen (text));
  g_checksum_update (sum, (const guchar *) "", 1);
}

static void
take_series (GChecksum *sum,
             const CyanReportSite *about,
             const CyanEvolutionSeries *series,
             guint first,
             guint last)
{
  guint begin = series->begin[first], end = series->begin[last + 1];

  take_text (sum, series->definition);
  g_checksum_update (sum, (const guchar *) (series->begin + first),
                     (gssize) ((last - first + 2) * sizeof (guint)));
  g_checksum_update (sum, series->cells + first, (gssize) (last - first + 1));
  g_checksum_update (sum, (const guchar *) (series->values + begin),
                     (gssize) ((end - begin) * sizeof (double)));
  for (guint i = 0; i < series->steps->n_steps; i++)
    {
      const CyanStep *step = &series->steps->steps[i];
      g_autofree char *q = cyan_probability_to_words ("q", step->q);

      take_text (sum, q);
      take_text (sum, state_text (about, step));
      take_text (sum, about->link (series, step, about->link_data));
    }
}

char *
cyan_report_site_made_of (const CyanReportSite *about)
{
  const CyanEvolution *evolution = evolution_of (about);
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  guint n, first, last;
  const CyanEvolutionSeries *series = cyan_evolution_line (evolution, about->line, &n);

  find_range (evolution, about->line, &first, &last);
  take_text (sum, CYAN_VERSION);
  take_text (sum, evolution->project);
  take_text (sum, cyan_palette_names[about->palette]);
  for (guint i = first; i <= last; i++)
    {
      take_text (sum, evolution->columns[i].name);
      take_text (sum, evolution->columns[i].subject);
      take_text (sum, evolution->columns[i].author);
    }
  for (guint i = 0; i < evolution->n_marks; i++)
    if (cyan_evolution_mark_is_of (evolution, &evolution->marks[i], about->line))
      take_text (sum, evolution->marks[i].text);
  for (guint s = 0; s < n; s++)
    take_series (sum, about, &series[s], first, last);
  return g_strdup (g_checksum_get_string (sum));
}

gboolean
cyan_report_site_is_made_of (const char *page, const char *made_of)
{
  const char *at = strstr (page, CYAN_HTML_MADE_OF);

  return at != NULL
         && (made_of == NULL || g_str_has_prefix (at + strlen (CYAN_HTML_MADE_OF), made_of));
}

/* ---- files ---- */

/* Characters of a name that a file has. */
#define SLUG_CHARS 40
/* Digits that tell files apart whose names are alike. */
#define HASH_DIGITS 12

char *
cyan_report_site_name (const char *prefix, const char *name, GChecksum *identity)
{
  g_autoptr (GString) slug = g_string_new (prefix);

  for (; *name != '\0' && slug->len < SLUG_CHARS; name++)
    if (g_ascii_isalnum (*name))
      g_string_append_c (slug, g_ascii_tolower (*name));
    else if (slug->str[slug->len - 1] != '-')
      g_string_append_c (slug, '-');
  if (slug->str[slug->len - 1] != '-')
    g_string_append_c (slug, '-');
  g_string_append_len (slug, g_checksum_get_string (identity), HASH_DIGITS);
  g_string_append (slug, ".html");
  return g_string_free (g_steal_pointer (&slug), FALSE);
}

char *
cyan_report_site_file (const CyanEvolution *evolution, guint line)
{
  guint n;
  const CyanEvolutionSeries *series = cyan_evolution_line (evolution, line, &n);
  const char *const parts[] = { series->benchmark, series->metric, series->unit, series->machine,
                                series->function };
  g_autoptr (GChecksum) identity = g_checksum_new (G_CHECKSUM_SHA256);

  for (guint i = 0; i < G_N_ELEMENTS (parts) && parts[i] != NULL; i++)
    g_checksum_update (identity, (const guchar *) parts[i], (gssize) strlen (parts[i]) + 1);
  return cyan_report_site_name ("line-", series->benchmark, identity);
}
