/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The legend of a chart and of a heat map: only what there is in the picture.
 */
#include "cyan-chart-private.h"

#include "cyan-i18n.h"
#include "cyan-units.h"

#include <math.h>

#define SWATCH     18.0
#define CELL       13.0
#define TEXT_GAP   7.0
#define COLUMN_GAP 20.0
#define ROW        19.0

typedef enum
{
  KEY_RUN,
  KEY_WHISKER,
  KEY_LEVEL,
  KEY_BRIDGE,
  KEY_STEP,
  KEY_POSSIBLE,
  KEY_WHERE,
  KEY_OUTLIER,
  KEY_BUILD,
  KEY_FAILED,
  KEY_DEFINITION,
  KEY_MARK,
  KEY_RISK,
  KEY_SIZES, /* cells of all sizes of a change */
  KEY_CELL,
} Kind;

typedef struct
{
  Kind kind;
  char *text;
  int direction; /* of a step, or of sizes */
  gboolean up;
  CyanHeatTone tone; /* of a cell */
} Key;

static void
clear_key (gpointer data)
{
  g_free (((Key *) data)->text);
}

static Key *
add_key (GArray *keys, Kind kind, const char *text)
{
  const Key key = { .kind = kind, .text = g_strdup (text) };

  g_array_append_val (keys, key);
  return &g_array_index (keys, Key, keys->len - 1);
}

/* The marks in the picture. */
typedef struct
{
  gboolean values, level, gap, outlier, build, failed, definition, mark, where, possible, empty;
  gboolean step[3], up[3]; /* by direction + 1 */
  gboolean other;          /* cells of another definition than the base's */
} Found;

static void
look_at_columns (Found *found, const CyanChart *chart, const CyanEvolutionSeries *series)
{
  gboolean was_measured = FALSE, gap = FALSE;

  for (guint c = chart->first; c <= chart->last; c++)
    {
      gboolean measured = series->begin[c + 1] > series->begin[c];

      found->gap |= measured && gap;
      gap = was_measured && !measured;
      was_measured |= measured;
      found->values |= measured;
      found->build |= series->cells[c] == CYAN_CELL_FAILED_BUILD;
      found->failed |= series->cells[c] == CYAN_CELL_FAILED || series->n_failed[c] > 0;
      found->empty |= series->cells[c] == CYAN_CELL_EMPTY;
    }
}

static void
look_at_line (Found *found, const CyanChart *chart, guint line)
{
  guint n_lanes;
  g_autoptr (GArray) steps = cyan_chart_steps (chart, line, &n_lanes);
  g_autoptr (GArray) marks = cyan_chart_marks (chart, line, &n_lanes);

  for (guint s = chart->begin[line]; s < chart->begin[line + 1]; s++)
    {
      const CyanEvolutionSeries *series = &chart->evolution->series[s];

      look_at_columns (found, chart, series);
      found->level |= series->steps->tested;
      found->other |= s > chart->begin[line];
      found->outlier |= cyan_chart_shows_outliers (chart, series->steps);
    }
  for (guint i = 0; i < steps->len; i++)
    {
      const CyanFlag *flag = &g_array_index (steps, CyanFlag, i);

      found->possible |= flag->step == NULL;
      if (flag->step == NULL)
        continue;
      found->where |= !chart->is_heat;
      found->step[flag->direction + 1] = TRUE;
      found->up[flag->direction + 1] = flag->ratio > 1;
    }
  for (guint i = 0; i < marks->len; i++)
    {
      gboolean definition = g_array_index (marks, CyanFlag, i).mark->kind == CYAN_MARK_DEFINITION;

      found->definition |= definition;
      found->mark |= !definition;
    }
}

static void
add_steps (GArray *keys, const Found *found)
{
  const char *const texts[] = { _ ("step: better"), _ ("step: another level"), _ ("step: worse") };

  for (int direction = 1; direction >= -1; direction--)
    if (found->step[direction + 1])
      {
        Key *key = add_key (keys, KEY_STEP, texts[direction + 1]);

        key->direction = direction;
        key->up = found->up[direction + 1];
      }
  if (found->where)
    add_key (keys, KEY_WHERE, _ ("where it may be, with 95 %"));
  if (found->possible)
    add_key (keys, KEY_POSSIBLE, _ ("possible step, not confirmed"))->up = TRUE;
}

static void
add_panel_keys (GArray *keys, const CyanChart *chart, const Found *found)
{
  double apart = (chart->right - chart->left) / (chart->last - chart->first + 1);
  gboolean has_runs = !chart->style.no_runs && apart >= CYAN_CHART_DOT_ROOM;
  const struct
  {
    gboolean has;
    Kind kind;
    const char *text;
  } rows[] = {
    { found->values && has_runs, KEY_RUN, _ ("run") },
    { found->values, KEY_WHISKER, _ ("smallest to largest value") },
    { found->level, KEY_LEVEL, _ ("level with its 95 % band") },
    { found->gap && found->level, KEY_BRIDGE, _ ("not measured") },
    { TRUE, KEY_STEP, NULL },
    { found->outlier, KEY_OUTLIER, _ ("outlier, left out") },
    { found->build, KEY_BUILD, _ ("the build failed") },
    { found->failed, KEY_FAILED, _ ("a run failed") },
    { found->definition, KEY_DEFINITION, _ ("another definition") },
    { found->mark, KEY_MARK, _ ("another environment, note") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].kind == KEY_STEP)
      add_steps (keys, found);
    else if (rows[i].has)
      add_key (keys, rows[i].kind, rows[i].text);
}

/* "worse: up to 5 %, 10 %, 25 %, above". */
static void
add_sizes (GArray *keys, int direction)
{
  const char *const texts[] = { _ ("better"), _ ("another level"), _ ("worse") };
  g_autofree char *small = cyan_round_share_to_text (cyan_heat_sizes[0]);
  g_autofree char *medium = cyan_round_share_to_text (cyan_heat_sizes[1]);
  g_autofree char *large = cyan_round_share_to_text (cyan_heat_sizes[2]);
  g_autofree char *text = g_strdup_printf (_ ("%s: below %s, %s, %s, above"), texts[direction + 1],
                                           small, medium, large);

  add_key (keys, KEY_SIZES, text)->direction = direction;
}

static void
add_row_keys (GArray *keys, const CyanChart *chart, const Found *found)
{
  gboolean is_base = chart->style.base < chart->evolution->n_columns;

  for (int direction = 1; direction >= -1; direction--)
    if (found->step[direction + 1] || (is_base && direction != 0 && found->step[1 - direction]))
      add_sizes (keys, direction);
  if (found->values)
    add_key (keys, KEY_CELL,
             is_base ? _ ("no significant difference from the base") : _ ("no step"))
        ->tone = CYAN_HEAT_SAME;
  if (found->possible && !is_base)
    add_key (keys, KEY_CELL, _ ("possible step, not confirmed"))->tone = CYAN_HEAT_POSSIBLE;
  if (is_base && found->other)
    add_key (keys, KEY_CELL, _ ("cannot be compared with the base"))->tone = CYAN_HEAT_OTHER;
  if (found->build || found->failed)
    add_key (keys, KEY_CELL, _ ("failed"))->tone = CYAN_HEAT_FAILED;
  if (found->empty)
    add_key (keys, KEY_CELL, _ ("not measured"))->tone = CYAN_HEAT_EMPTY;
}

static GArray *
keys_new (const CyanChart *chart)
{
  GArray *keys = g_array_new (FALSE, FALSE, sizeof (Key));
  Found found = { 0 };

  g_array_set_clear_func (keys, clear_key);
  if (cyan_chart_nothing (chart) != NULL)
    return keys;
  for (guint i = 0; i < chart->n_lines; i++)
    look_at_line (&found, chart, chart->lines[i]);
  if (chart->is_heat)
    add_row_keys (keys, chart, &found);
  else
    add_panel_keys (keys, chart, &found);
  if (cyan_chart_has_risk (chart))
    add_key (keys, KEY_RISK, _ ("predicted to be slower"));
  return keys;
}

/* ---- swatches ---- */

typedef struct
{
  const CyanChartPainter *painter;
  const CyanTheme *theme;
  double x, y; /* left end and middle */
} Swatch;

static double
swatch_width (const Key *key)
{
  return key->kind == KEY_SIZES ? CYAN_HEAT_N_SIZES * (CELL + 1) : SWATCH;
}

static void
paint_cell (const Swatch *self, CyanHeatTone tone, int direction, guint size, double x)
{
  CyanScene *scene = self->painter->scene;
  CyanItem *item;
  CyanPaint paint;

  cyan_heat_paint (self->theme, tone, direction, size, &paint);
  item = cyan_scene_add_rect (scene, CYAN_NODE_NONE, x, round (self->y - CELL / 2), CELL, CELL,
                              paint.fill);
  item->radius = 2;
  item->hatch = paint.hatch;
  if (tone == CYAN_HEAT_EMPTY)
    {
      item->fill.alpha = 0;
      item->stroke = cyan_theme_edge (self->theme);
      item->stroke_width = 1;
      item->x += 0.5;
      item->y += 0.5;
      item->width = item->height = CELL - 1;
    }
  else if (tone == CYAN_HEAT_POSSIBLE)
    cyan_chart_paint_text (self->painter, "?", x + CELL / 2, self->y, CYAN_CHART_FONT_SMALL,
                           paint.text, TRUE)
        ->align = 0.5;
  else if (tone == CYAN_HEAT_FAILED)
    {
      item = cyan_scene_add_marker (scene, CYAN_MARKER_CROSS, x + CELL / 2,
                                    round (self->y - CELL / 2) + CELL / 2, 3.5, (CyanColor){ 0 });
      item->stroke = paint.text;
      item->stroke_width = 1.25;
    }
}

static void
paint_line (const Swatch *self,
            double x0,
            double y0,
            double x1,
            double y1,
            CyanColor color,
            double width,
            double dash)
{
  const CyanPoint points[] = { { x0, y0 }, { x1, y1 } };

  cyan_scene_add_polyline (self->painter->scene, points, 2, color, width)->dash = dash;
}

static void
paint_sign (const Swatch *self, CyanMarker marker, double radius, CyanColor fill, CyanColor stroke)
{
  CyanItem *item = cyan_scene_add_marker (self->painter->scene, marker, self->x + SWATCH / 2,
                                          self->y, radius, fill);

  item->stroke = stroke;
  item->stroke_width = stroke.alpha > 0 ? 1.5 : 0;
}

static void
paint_swatch (const Swatch *self, const Key *key)
{
  const CyanColor none = { 0 };
  const CyanTheme *theme = self->theme;
  double middle = floor (self->x + SWATCH / 2) + 0.5, right = self->x + SWATCH;
  CyanScene *scene = self->painter->scene;

  switch (key->kind)
    {
    case KEY_RUN:
      paint_sign (self, CYAN_MARKER_DOT, CYAN_CHART_DOT, cyan_chart_run_color (theme), none);
      break;
    case KEY_WHISKER:
      cyan_scene_add_rect (scene, CYAN_NODE_NONE, middle - 0.5, self->y - 7, 1, 14,
                           cyan_chart_whisker_color (theme));
      break;
    case KEY_LEVEL:
      cyan_scene_add_rect (scene, CYAN_NODE_NONE, self->x, self->y - 4, SWATCH, 8,
                           cyan_chart_band_color (theme));
      paint_line (self, self->x, self->y, right, self->y, cyan_theme_accent (theme), 2.5, 0);
      break;
    case KEY_BRIDGE:
      paint_line (self, self->x, self->y, right, self->y, cyan_theme_dim (theme), 1, 3);
      break;
    case KEY_STEP:
      paint_sign (self, key->up ? CYAN_MARKER_UP : CYAN_MARKER_DOWN, 5,
                  cyan_chart_direction_color (theme, key->direction), none);
      break;
    case KEY_POSSIBLE:
      paint_sign (self, CYAN_MARKER_UP, 5, none, cyan_theme_dim (theme));
      break;
    case KEY_WHERE:
      cyan_scene_add_rect (scene, CYAN_NODE_NONE, self->x + 2, self->y - 7, SWATCH - 4, 14,
                           cyan_color_with_alpha (cyan_chart_direction_color (theme, 1), 0.25));
      break;
    case KEY_OUTLIER:
      paint_sign (self, CYAN_MARKER_STAR, 5, cyan_theme_match (theme), none);
      break;
    case KEY_BUILD:
      paint_sign (self, CYAN_MARKER_CROSS, 3.75, none, cyan_theme_dim (theme));
      break;
    case KEY_FAILED:
      paint_sign (self, CYAN_MARKER_DOT, 3.25, none, cyan_theme_dim (theme));
      break;
    case KEY_DEFINITION:
    case KEY_MARK:
      paint_line (self, middle, self->y - 7, middle, self->y + 7, cyan_theme_edge (theme), 1,
                  key->kind == KEY_MARK ? 3 : 0);
      break;
    case KEY_RISK:
      cyan_chart_paint_triangle (self->painter, self->x + SWATCH / 2, self->y);
      break;
    case KEY_SIZES:
      for (guint i = 0; i < CYAN_HEAT_N_SIZES; i++)
        paint_cell (self, CYAN_HEAT_CHANGED, key->direction, i, round (self->x) + i * (CELL + 1));
      break;
    case KEY_CELL:
      paint_cell (self, key->tone, 0, 0, round (self->x + (SWATCH - CELL) / 2));
      break;
    }
}

double
cyan_chart_paint_legend (const CyanChartPainter *painter, double x, double y, double width)
{
  const CyanTheme *theme = &painter->chart->style.theme;
  g_autoptr (GArray) keys = keys_new (painter->chart);
  Swatch swatch = { painter, theme, x, y + ROW / 2 };

  for (guint i = 0; i < keys->len; i++)
    {
      const Key *key = &g_array_index (keys, Key, i);
      double text_at = swatch_width (key) + TEXT_GAP;
      double length =
          cyan_labels_width (painter->chart->labels, key->text, CYAN_CHART_FONT_SMALL, FALSE);

      if (swatch.x > x && swatch.x + text_at + length > x + width)
        {
          swatch.x = x;
          swatch.y += ROW;
        }
      paint_swatch (&swatch, key);
      cyan_chart_paint_text (painter, key->text, swatch.x + text_at, swatch.y,
                             CYAN_CHART_FONT_SMALL, cyan_theme_foreground (theme), FALSE);
      swatch.x += text_at + length + COLUMN_GAP;
    }
  return keys->len > 0 ? swatch.y + ROW / 2 - y : 0;
}
