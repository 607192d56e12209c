/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Draws the middle of a ring chart, which tells the topmost node, the trunk and the totals.
 */
#include "cyan-rings-painter.h"

#include "cyan-text.h"
#include "cyan-units.h"

#include <math.h>

/* The bands at the rim. */
#define RIM        5.0
#define TITLE_SIZE 13.0
#define LINE       16.0

/* A line of the middle, cut to the chord there. */
static void
paint_line (CyanRingsPainter *painter,
            double radius,
            double y,
            const char *text,
            double size,
            gboolean bold,
            CyanColor color)
{
  double edge = fabs (y) + size / 2;
  double room = edge < radius ? 2 * sqrt (radius * radius - edge * edge) - 2 * CYAN_BAND_INNER : 0;
  g_autofree char *cut = cyan_labels_cut (painter->labels, text, room, size, bold);
  CyanItem *item;

  if (cut == NULL)
    return;
  item = cyan_scene_add_text (painter->scene, cyan_rings_top (painter->rings), cut,
                              painter->middle.x, painter->middle.y + y, size, color,
                              cyan_labels_width (painter->labels, cut, size, bold));
  item->bold = bold;
  item->align = 0.5;
}

/* "942 ms → 1.91 s"; of a single profile, the total.  Caller frees. */
static char *
totals_text (const CyanComparison *comparison, const CyanSide *before, const CyanSide *after)
{
  const CyanComparedSide *last = &comparison->compared.side[1];
  g_autofree char *from = cyan_value_to_text (before->total, cyan_comparison_unit (comparison));
  g_autofree char *to =
      cyan_value_to_text (after->total, last->profile->metrics[last->metric].unit);

  if (comparison->compared.single)
    return g_steal_pointer (&to);
  return g_strconcat (from, " \xe2\x86\x92 ", to, NULL);
}

/* The names of the trunk: the topmost one, how many calls lie between, the last.  Caller frees. */
static GPtrArray *
trunk_words (const CyanRingsPainter *painter)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);
  guint n = cyan_rings_n_trunk (painter->rings);

  g_ptr_array_add (
      words, g_strdup (cyan_labels_get (painter->labels, cyan_rings_top (painter->rings))->text));
  if (n > 1)
    {
      g_autofree char *calls = cyan_labels_link_text (n - 1);

      g_ptr_array_add (words, g_strconcat ("\xe2\x86\x93 ", calls, NULL));
      g_ptr_array_add (
          words,
          g_strdup (cyan_labels_get (painter->labels, cyan_rings_middle (painter->rings))->text));
    }
  return words;
}

static void
paint_middle_words (CyanRingsPainter *painter, double radius, const CyanPaint *paint)
{
  const CyanComparison *comparison = painter->scene->comparison;
  g_autoptr (GPtrArray) words = trunk_words (painter);
  guint n_names = words->len;
  CyanColor dim = cyan_color_mix (paint->text, paint->fill, 0.3);
  CyanSide before, after;
  double y;

  cyan_comparison_sides (comparison, cyan_rings_top (painter->rings), &before, &after);
  g_ptr_array_add (words, totals_text (comparison, &before, &after));
  /* Beside totals, shares only where there is nothing else. */
  g_ptr_array_add (words,
                   cyan_comparison_height_text (comparison, cyan_rings_top (painter->rings),
                                                comparison->compared.same_unit ? CYAN_BASIS_ABSOLUTE
                                                                               : CYAN_BASIS_SHARE));
  y = -LINE * (words->len - 1) / 2;
  for (guint i = 0; i < words->len; i++, y += LINE)
    {
      gboolean is_name = i < n_names && i != 1;
      /* Units are foreign text. */
      g_autofree char *line = cyan_text_for_label (words->pdata[i], CYAN_NAME_DRAWN_MAX);

      paint_line (painter, radius, y, line, is_name ? TITLE_SIZE : CYAN_FONT_SIZE_NAME, is_name,
                  i == 1 && n_names > 1 ? dim : paint->text);
    }
}

void
cyan_rings_paint_middle (CyanRingsPainter *painter, const CyanRingSegment *segment)
{
  double radius = cyan_rings_radius_of (painter->rings, 0) - CYAN_BAND_GAP;
  CyanPaint paint =
      *cyan_paints_of_node (&painter->paints, painter->scene, painter->style, segment->node);
  CyanBand disc = { 0, radius, 0, 2 * G_PI };
  CyanItem *item;

  if (segment->bar[0] > 0 && segment->bar[1] > 0 && radius > 4 * RIM)
    {
      CyanBand whole = { radius - 2 * RIM, radius, 0, 2 * G_PI };

      cyan_rings_add_band (painter, segment->node, &disc,
                           cyan_theme_background (&painter->style->theme));
      cyan_rings_paint_bands (painter, segment, &whole);
      paint.text = cyan_theme_foreground (&painter->style->theme);
      paint.fill = cyan_theme_background (&painter->style->theme);
      radius -= 2 * RIM + 2;
    }
  else
    {
      disc.outer -= 0.5;
      item = cyan_rings_add_band (painter, segment->node, &disc, paint.fill);
      item->stroke = paint.border;
      item->stroke_width = cyan_border_thin (&painter->style->theme);
    }
  paint_middle_words (painter, radius, &paint);
}
