/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The legend of the tree on one line, for a bar below it. */
#include "cyan-i18n.h"
#include "cyan-legend-rows.h"

#define LINE_HEIGHT 28.0
#define TEXT_GAP    5.0
#define ROW_GAP     14.0
#define SWATCH_GAP  6.0

/* Which colours are drawn: by verdict, and whether the source was modified. */
typedef struct
{
  const CyanLayout *layout;
  const CyanStyle *style;
  gboolean found[CYAN_VERDICT_REMOVED + 1][2];
} Colours;

static void
look (const CyanPlaced *placed, gpointer data)
{
  Colours *self = data;
  const CyanComparison *comparison = cyan_layout_comparison (self->layout);
  CyanVerdict verdict =
      cyan_comparison_verdict (comparison, placed->node, cyan_layout_basis (self->layout));
  CyanChange change = cyan_node_change (comparison, self->style->changes, placed->node);

  if (placed->n_folded == 0
      && cyan_filtered_matches (cyan_layout_filter (self->layout), placed->node))
    self->found[verdict][change == CYAN_CHANGE_MODIFIED
                         && (verdict == CYAN_VERDICT_SLOWER || verdict == CYAN_VERDICT_FASTER)] =
        TRUE;
}

/* Adds the colours, those of modified sources first, as they are drawn. */
static void
add_colours (GArray *rows, CyanLayout *layout, const CyanStyle *style)
{
  static const struct
  {
    CyanVerdict verdict;
    gboolean modified;
    const char *words;
  } colours[] = {
    { CYAN_VERDICT_SLOWER, TRUE, N_ ("modified") }, { CYAN_VERDICT_SLOWER, FALSE, N_ ("slower") },
    { CYAN_VERDICT_FASTER, TRUE, N_ ("modified") }, { CYAN_VERDICT_FASTER, FALSE, N_ ("faster") },
    { CYAN_VERDICT_ADDED, FALSE, N_ ("new") },      { CYAN_VERDICT_REMOVED, FALSE, N_ ("gone") },
  };
  Colours all = { layout, style };

  cyan_layout_visit (layout, NULL, 1, look, &all);
  for (guint i = 0; i < G_N_ELEMENTS (colours); i++)
    if (all.found[colours[i].verdict][colours[i].modified])
      cyan_theme_paint (&style->theme, colours[i].verdict,
                        colours[i].modified ? CYAN_CHANGE_MODIFIED : CYAN_CHANGE_UNMODIFIED, FALSE,
                        &cyan_legend_add (rows, CYAN_LEGEND_NONE, _ (colours[i].words))->first);
}

/* Draws the rows with texts or without, and returns where the next one would begin. */
static double
append_rows (CyanPainter *painter, const GArray *rows, gboolean texts, double x)
{
  for (guint i = 0; i < rows->len; i++)
    {
      const CyanLegendRow *row = &g_array_index (rows, CyanLegendRow, i);
      double swatch = cyan_legend_swatches_width (row);

      if (texts)
        {
          double length = cyan_painter_width (painter, row->text, CYAN_FONT_SIZE_NAME, FALSE);

          cyan_painter_append_legend_row (painter, row, x, LINE_HEIGHT / 2, swatch + TEXT_GAP,
                                          length);
          x += swatch + TEXT_GAP + length + ROW_GAP;
        }
      else
        {
          CyanLegendRow mute = *row;

          mute.text = (char *) "";
          cyan_painter_append_legend_row (painter, &mute, x, LINE_HEIGHT / 2, swatch, 0);
          x += swatch + SWATCH_GAP;
        }
    }
  return x;
}

CyanScene *
cyan_scene_new_legend_line (CyanLayout *layout, const CyanStyle *style, double zoom, double width)
{
  CyanPainter *painter =
      cyan_painter_new (cyan_layout_comparison (layout), cyan_layout_basis (layout), style);
  CyanScene *scene = painter->scene;
  g_autoptr (GArray) colours = cyan_legend_rows_none (), scale = cyan_legend_rows_none ();
  double px, x = 0;
  g_autofree char *value = cyan_legend_height_text (layout, zoom, &px);
  g_autofree char *text = g_strconcat ("= ", value, NULL);

  add_colours (colours, layout, style);
  if (value != NULL)
    cyan_legend_add (scale, CYAN_LEGEND_HEIGHT, text)->px = px;
  /* As much as there is room for. */
  for (guint i = 0; i < 3; i++)
    {
      g_array_set_size (scene->items, 0);
      x = i < 2 ? append_rows (painter, colours, i == 0, 0) : 0;
      x = append_rows (painter, scale, TRUE, x + (i == 1 ? ROW_GAP - SWATCH_GAP : 0)) - ROW_GAP;
      if (x <= width)
        break;
    }
  scene->background.alpha = 0;
  scene->bounds = (CyanRect){ 0, 0, MAX (x, 0), LINE_HEIGHT };
  return cyan_painter_free (painter);
}
