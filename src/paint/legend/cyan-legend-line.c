/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A legend on one line, for a bar below its picture. */
#include "cyan-legend-rows.h"

#define LINE_HEIGHT 28.0
#define TEXT_GAP    5.0
#define ROW_GAP     14.0
#define SWATCH_GAP  6.0

static gboolean
is_scale (const CyanLegendRow *row)
{
  return row->mark == CYAN_LEGEND_HEIGHT || row->mark == CYAN_LEGEND_WIDTH
         || row->mark == CYAN_LEGEND_CIRCLE;
}

/* Draws the brief rows of the scale, or the others, with words or without, and returns where the
 * next one would begin. */
static double
append_rows (CyanPainter *painter, const GArray *rows, gboolean scale, gboolean words, double x)
{
  for (guint i = 0; i < rows->len; i++)
    {
      CyanLegendRow row = g_array_index (rows, CyanLegendRow, i);
      double swatch = cyan_legend_swatches_width (&row), length = 0;

      if (row.brief == NULL || is_scale (&row) != scale)
        continue;
      row.text = words ? row.brief : (char *) "";
      if (words)
        length = cyan_painter_width (painter, row.text, CYAN_FONT_SIZE_NAME, FALSE);
      cyan_painter_append_legend_row (painter, &row, x, LINE_HEIGHT / 2,
                                      swatch + (words ? TEXT_GAP : 0), length);
      x += swatch + (words ? TEXT_GAP + length + ROW_GAP : SWATCH_GAP);
    }
  return x;
}

void
cyan_painter_append_legend_line (
    CyanPainter *self, const GArray *rows, double max_width, double *width, double *height)
{
  double x = 0;

  for (guint step = 0; step < 3; step++)
    {
      g_array_set_size (self->scene->items, 0);
      x = step < 2 ? append_rows (self, rows, FALSE, step == 0, 0) : 0;
      x = append_rows (self, rows, TRUE, TRUE, x + (step == 1 ? ROW_GAP - SWATCH_GAP : 0))
          - ROW_GAP;
      if (x <= max_width)
        break;
    }
  *width = MAX (x, 0);
  *height = LINE_HEIGHT;
}
