/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Paints the heat map: a row a line, a cell a revision.
 *
 * A cell has a colour if its revision is a step, or, against a base, if its level differs from that
 * of the base.  Columns that are too narrow share a cell, which shows the largest change in them.
 */
#include "cyan-chart-private.h"

#include "cyan-i18n.h"
#include "cyan-text.h"
#include "cyan-units.h"

#include <math.h>

/* Pixels of a cell, at least; from which on it has a gap to its neighbours, a sign, a number. */
#define LEAST_CELL  3.0
#define GAP_ROOM    6.0
#define SIGN_ROOM   10.0
#define NUMBER_ROOM 42.0

#define CROSS 3.5

const double cyan_heat_sizes[CYAN_HEAT_N_SIZES - 1] = { 0.05, 0.10, 0.25 };

/* The content of a cell; a larger tone wins, and of changes the larger. */
typedef struct
{
  CyanHeatTone tone;
  int direction; /* of a change */
  double ratio;
  guint series, column;
} Cell;

/* The class of size of @ratio. */
static guint
size_of (double ratio)
{
  double change = ratio >= 1 ? ratio - 1 : 1 / ratio - 1;
  guint size = 0;

  while (size < CYAN_HEAT_N_SIZES - 1 && change >= cyan_heat_sizes[size])
    size++;
  return size;
}

/* The strong colours of the theme for large changes, on the way to its pale ones for small. */
static CyanColor
change_color (const CyanTheme *theme, int direction, guint size)
{
  double part = (double) size / (CYAN_HEAT_N_SIZES - 1);
  CyanPaint pale, strong;

  if (direction == 0)
    return cyan_color_mix (cyan_theme_background (theme), cyan_theme_match (theme),
                           0.35 + 0.65 * part);
  cyan_theme_paint (theme, direction > 0 ? CYAN_VERDICT_SLOWER : CYAN_VERDICT_FASTER,
                    CYAN_CHANGE_UNMODIFIED, FALSE, &pale);
  cyan_theme_paint (theme, direction > 0 ? CYAN_VERDICT_SLOWER : CYAN_VERDICT_FASTER,
                    CYAN_CHANGE_MODIFIED, FALSE, &strong);
  return cyan_color_mix (pale.fill, strong.fill, part);
}

void
cyan_heat_paint (
    const CyanTheme *theme, CyanHeatTone tone, int direction, guint size, CyanPaint *paint)
{
  CyanColor paper = cyan_theme_background (theme), ink = cyan_theme_foreground (theme);

  *paint = (CyanPaint){ .fill = cyan_color_mix (paper, ink, theme->high_contrast ? 0.2 : 0.11),
                        .text = ink,
                        .sign = "" };
  if (tone == CYAN_HEAT_FAILED)
    paint->fill = cyan_color_mix (paper, ink, 0.28);
  else if (tone == CYAN_HEAT_OTHER)
    paint->hatch = CYAN_HATCH_SHARE_ONLY;
  else if (tone == CYAN_HEAT_CHANGED)
    {
      paint->fill = change_color (theme, direction, size);
      paint->text =
          cyan_color_contrast (ink, paint->fill) >= cyan_color_contrast (paper, paint->fill)
              ? ink
              : paper;
    }
}

/* ---- what a cell shows ---- */

static Cell
cell_of (const CyanChart *chart, guint s, guint column)
{
  CyanHeat heat = cyan_evolution_heat (&chart->evolution->series[s], column, chart->style.base);
  Cell cell = { .tone = CYAN_HEAT_SAME,
                .direction = heat.direction,
                .ratio = heat.change.ratio,
                .series = s,
                .column = column };

  if (chart->style.base != CYAN_EVOLUTION_NO_BASE && isnan (heat.change.ratio))
    cell.tone = CYAN_HEAT_OTHER;
  else if (heat.significant)
    cell.tone = CYAN_HEAT_CHANGED;
  else if (heat.possible)
    cell.tone = CYAN_HEAT_POSSIBLE;
  return cell;
}

static gboolean
outweighs (const Cell *a, const Cell *b)
{
  if (a->tone != b->tone)
    return a->tone > b->tone;
  return a->tone == CYAN_HEAT_CHANGED && fabs (log (a->ratio)) > fabs (log (b->ratio));
}

static void
outweigh (Cell *self, const Cell *other)
{
  if (outweighs (other, self))
    *self = *other;
}

/* The first column from *@column to @last that was measured. */
static gboolean
find_measured (const CyanEvolutionSeries *series, guint *column, guint last)
{
  while (*column <= last && series->begin[*column + 1] == series->begin[*column])
    (*column)++;
  return *column <= last;
}

static void
add_failure (Cell *cell, const CyanEvolutionSeries *series, guint s, guint first, guint last)
{
  for (guint c = first; c <= last; c++)
    if (series->cells[c] >= CYAN_CELL_FAILED)
      {
        outweigh (cell, &(const Cell){ CYAN_HEAT_FAILED, 0, 1, s, c });
        return;
      }
}

/* The steps from @first to @last; *@next is the first that is not before them. */
static void
add_steps (Cell *cell, const CyanChart *chart, guint s, guint first, guint last, guint *next)
{
  const CyanEvolutionSeries *series = &chart->evolution->series[s];
  const CyanSteps *steps = series->steps;
  Cell found;

  while (*next < steps->n_steps && steps->steps[*next].revision < first)
    (*next)++;
  for (; *next < steps->n_steps && steps->steps[*next].revision <= last; (*next)++)
    {
      found = cell_of (chart, s, steps->steps[*next].revision);
      outweigh (cell, &found);
    }
  if (steps->possible > 0 && series->begin[last + 1] == series->begin[chart->evolution->n_columns])
    {
      found = cell_of (chart, s, cyan_series_newest (series, last));
      outweigh (cell, &found);
    }
}

/* The levels from @first to @last against that of the base; *@next is that of @first, or before. */
static void
add_levels (Cell *cell, const CyanChart *chart, guint s, guint first, guint last, guint *next)
{
  const CyanEvolutionSeries *series = &chart->evolution->series[s];
  const CyanSteps *steps = series->steps;

  while (*next < steps->n_levels && steps->levels[*next].end <= first)
    (*next)++;
  for (guint i = *next; i < steps->n_levels && steps->levels[i].begin <= last; i++)
    {
      guint column = MAX (first, steps->levels[i].begin);
      Cell found;

      if (!find_measured (series, &column, MIN (last, steps->levels[i].end - 1)))
        continue;
      found = cell_of (chart, s, column);
      outweigh (cell, &found);
    }
}

/* Adds a series from @first to @last to a cell.  *@next begins as 0 and is kept from cell to
 * cell. */
static void
add_series (Cell *cell, const CyanChart *chart, guint s, guint first, guint last, guint *next)
{
  const CyanEvolutionSeries *series = &chart->evolution->series[s];
  guint measured = first;

  add_failure (cell, series, s, first, last);
  if (!find_measured (series, &measured, last))
    return;
  if (chart->style.base != CYAN_EVOLUTION_NO_BASE)
    {
      add_levels (cell, chart, s, measured, last, next);
      return;
    }
  outweigh (cell, &(const Cell){ CYAN_HEAT_SAME, 0, 1, s, measured });
  add_steps (cell, chart, s, measured, last, next);
}

/* ---- cells ---- */

/* Columns that are drawn as one. */
typedef struct
{
  guint first, last;
  Cell cell;
} Run;

/* A row while its cells pass by.  Those that look alike are drawn as one, if there are no gaps
 * between them. */
typedef struct
{
  const CyanChartPainter *painter;
  const CyanChart *chart;
  double y;
  gboolean with_gaps;
  gboolean has_run;
  Run run;
} Row;

static gboolean
looks_equal (const Cell *a, const Cell *b)
{
  return a->tone == b->tone
         && (a->tone != CYAN_HEAT_CHANGED
             || (a->direction == b->direction && size_of (a->ratio) == size_of (b->ratio)));
}

/* The sign of a direction, and the number if there is room for it. */
static void
paint_sign (const Row *row, const Run *run, const CyanRect *box, CyanColor color)
{
  gboolean changed = run->cell.tone == CYAN_HEAT_CHANGED;
  const char *sign = !changed ? "?" : run->cell.ratio > 1 ? "+" : "\xe2\x88\x92";
  g_autofree char *number = NULL;

  if (box->width < (row->with_gaps ? SIGN_ROOM : NUMBER_ROOM))
    return;
  if (changed && box->width >= NUMBER_ROOM)
    sign = number = cyan_change_to_text (1, run->cell.ratio);
  cyan_chart_paint_text (row->painter, sign, box->x + box->width / 2, box->y + box->height / 2,
                         CYAN_CHART_FONT_SMALL, color, number == NULL)
      ->align = 0.5;
}

static void
paint_run (const Row *row, const Run *run)
{
  const CyanTheme *theme = &row->chart->style.theme;
  double x0 = round (cyan_chart_edge_x (row->chart, run->first));
  double x1 = round (cyan_chart_edge_x (row->chart, run->last + 1));
  double gap = row->with_gaps && x1 - x0 >= GAP_ROOM ? 1 : 0;
  CyanRect box = { x0, row->y + 1, MAX (x1 - x0, 1) - gap, CYAN_CHART_ROW - 3 };
  CyanPaint paint;
  CyanItem *item;

  if (run->cell.tone == CYAN_HEAT_EMPTY)
    return;
  /* A cell that stands out can be seen, however narrow its column is. */
  if (run->cell.tone != CYAN_HEAT_SAME && box.width < LEAST_CELL)
    {
      box.x = MAX (x1 - LEAST_CELL, row->chart->left);
      box.width = LEAST_CELL;
    }
  cyan_heat_paint (theme, run->cell.tone, run->cell.direction, size_of (run->cell.ratio), &paint);
  item = cyan_scene_add_rect (row->painter->scene, CYAN_NODE_NONE, box.x, box.y, box.width,
                              box.height, paint.fill);
  item->hatch = paint.hatch;
  item->radius = gap > 0 ? 2 : 0;
  item->spot = (CyanSpot){ run->cell.series, run->cell.column };
  if (run->cell.tone >= CYAN_HEAT_POSSIBLE)
    paint_sign (row, run, &box, paint.text);
  else if (run->cell.tone == CYAN_HEAT_FAILED && box.width >= SIGN_ROOM)
    {
      item = cyan_scene_add_marker (row->painter->scene, CYAN_MARKER_CROSS, box.x + box.width / 2,
                                    box.y + box.height / 2, CROSS, paint.fill);
      item->fill.alpha = 0;
      item->stroke = paint.text;
      item->stroke_width = 1.25;
      item->spot = (CyanSpot){ run->cell.series, run->cell.column };
    }
}

static void
end_run (Row *self)
{
  if (self->has_run)
    paint_run (self, &self->run);
  self->has_run = FALSE;
}

static void
add_cell (Row *self, guint first, guint last, const Cell *cell)
{
  if (self->has_run && !self->with_gaps && looks_equal (&self->run.cell, cell))
    {
      self->run.last = last;
      return;
    }
  end_run (self);
  self->run = (Run){ first, last, *cell };
  self->has_run = TRUE;
}

/* @cuts says which columns share a cell. */
static void
paint_cells (Row *row, guint line, const GArray *cuts)
{
  const CyanChart *chart = row->chart;
  guint begin = chart->begin[line], end = chart->begin[line + 1];
  g_autofree guint *next = g_new0 (guint, end - begin);

  for (guint i = 0; i + 1 < cuts->len; i++)
    {
      guint first = g_array_index (cuts, guint, i), last = g_array_index (cuts, guint, i + 1) - 1;
      Cell cell = { CYAN_HEAT_EMPTY, 0, 1, begin, first };

      for (guint s = begin; s < end; s++)
        add_series (&cell, chart, s, first, last, &next[s - begin]);
      add_cell (row, first, last, &cell);
    }
  end_run (row);
}

static void
paint_row (const CyanChartPainter *painter, guint index, const GArray *cuts)
{
  const CyanChart *chart = painter->chart;
  const CyanTheme *theme = &chart->style.theme;
  guint line = chart->lines[index];
  CyanRect panel = cyan_chart_panel (chart, index);
  double apart = (chart->right - chart->left) / (chart->last - chart->first + 1);
  Row row = { .painter = painter,
              .chart = chart,
              .y = panel.y,
              .with_gaps = apart >= GAP_ROOM && painter->grain <= 1 };
  g_autofree char *name = cyan_chart_line_name (chart, line);
  gboolean chosen = chart->style.line == line;

  if (chosen)
    cyan_scene_add_rect (painter->scene, CYAN_NODE_NONE, 0, panel.y + 3, 4, panel.height - 7,
                         cyan_theme_accent (theme))
        ->radius = 2;
  cyan_chart_paint_cut (painter, name, CYAN_CHART_INDENT, panel.y + panel.height / 2 - 0.5,
                        chart->left - 2 * CYAN_CHART_INDENT, CYAN_CHART_FONT_NAME,
                        cyan_theme_foreground (theme), chosen);
  paint_cells (&row, line, cuts);
}

/* A frame around a column of all rows, or of one. */
static void
paint_frame (const CyanChartPainter *painter,
             guint column,
             double top,
             double bottom,
             CyanColor color,
             double width)
{
  const CyanChart *chart = painter->chart;
  double from, to;
  CyanItem *item;

  if (column < chart->first || column > chart->last)
    return;
  from = round (cyan_chart_edge_x (chart, column));
  to = round (cyan_chart_edge_x (chart, column + 1));
  if (to - from < 4)
    {
      from = round (cyan_chart_column_x (chart, column)) - 2;
      to = from + 4;
    }
  item = cyan_scene_add_rect (painter->scene, CYAN_NODE_NONE, from - 0.5, top, to - from,
                              bottom - top, (CyanColor){ 0 });
  item->radius = 3;
  item->stroke = color;
  item->stroke_width = width;
  item->spot = (CyanSpot){ CYAN_SPOT_NONE, column };
}

static void
paint_selection (const CyanChartPainter *painter, guint from, guint to)
{
  const CyanChart *chart = painter->chart;
  const CyanChartStyle *style = &chart->style;
  const CyanTheme *theme = &style->theme;
  double top = cyan_chart_panel (chart, from).y - 1, bottom = cyan_chart_panel (chart, to).y;

  paint_frame (painter, style->base, top, bottom, cyan_theme_dim (theme), 1.5);
  paint_frame (painter, style->second, top, bottom, cyan_theme_accent (theme), 1);
  paint_frame (painter, style->selected, top, bottom, cyan_theme_accent (theme), 2);
  for (guint i = from; i < to; i++)
    if (chart->lines[i] == style->line)
      {
        CyanRect row = cyan_chart_panel (chart, i);

        paint_frame (painter, style->selected, row.y - 0.5, row.y + row.height - 1.5,
                     cyan_theme_foreground (theme), 2);
      }
}

void
cyan_chart_paint_rows (const CyanChartPainter *painter, const CyanRect *view)
{
  const CyanChart *chart = painter->chart;
  g_autoptr (GArray) cuts = cyan_chart_cuts (chart, MAX (LEAST_CELL, painter->grain));
  guint from, to;

  cyan_chart_visible (chart, view, &from, &to);
  for (guint i = from; i < to; i++)
    paint_row (painter, i, cuts);
  if (from < to)
    paint_selection (painter, from, to);
  cyan_scene_add_rect (painter->scene, CYAN_NODE_NONE, 0, MAX (view->y, 0), chart->width,
                       chart->top - 2, cyan_theme_background (&chart->style.theme));
  cyan_chart_paint_names (painter, NULL, MAX (view->y, 0) + CYAN_CHART_NAMES / 2 + 1, 0, 0);
  cyan_chart_paint_risk (painter, CYAN_CHART_NONE,
                         MAX (view->y, 0) + CYAN_CHART_NAMES + CYAN_CHART_RISK / 2);
}
