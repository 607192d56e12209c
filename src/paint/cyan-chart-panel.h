/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A panel while it is painted.
 */
#pragma once

#include "cyan-chart-private.h"

typedef struct
{
  const CyanChartPainter *painter;
  const CyanChart *chart;
  CyanScene *scene;
  const CyanTheme *theme;
  guint index, line;
  CyanRect plot;
  gboolean has_values;
  CyanValueAxis axis; /* if it has values */
} CyanPanel;

/* Pixels of a dash and of the gap after it. */
#define CYAN_PANEL_DASH 3.0

static inline double
cyan_panel_x (const CyanPanel *self, guint column)
{
  return cyan_chart_column_x (self->chart, column);
}

static inline double
cyan_panel_edge (const CyanPanel *self, guint column)
{
  return cyan_chart_edge_x (self->chart, column);
}

static inline void
cyan_item_set_spot (CyanItem *item, guint series, guint column)
{
  item->spot = (CyanSpot){ series, column };
}

/* Whether a thing at @x is too near to the last one of its kind, at *@last, which is updated. */
gboolean cyan_panel_is_crowded (const CyanPanel *self, double x, double *last);

/* Appends the values of a series, its levels and its outliers. */
void cyan_panel_paint_series (const CyanPanel *self, guint series, const GArray *bins);
