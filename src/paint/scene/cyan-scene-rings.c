/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Appends the ring chart to the display list.
 */
#include "cyan-scene-private.h"

#include "cyan-i18n.h"
#include "cyan-text.h"
#include "cyan-units.h"

#include <math.h>

/* The bands at the rim. */
#define RIM        5.0
#define TITLE_SIZE 13.0
#define LINE       16.0

double
cyan_rings_side (const CyanRings *rings)
{
  return 2 * (rings->radius + CYAN_RINGS_MARGIN);
}

const CyanRingSegment *
cyan_rings_segment_at (const CyanRings *rings, double x, double y)
{
  double half = cyan_rings_side (rings) / 2;

  return cyan_rings_hit (rings, x - half, y - half);
}

/* ---- the middle: the topmost node, the trunk and the totals ---- */

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
  g_autofree char *cut = cyan_labels_cut (painter->in->labels, text, room, size, bold);
  CyanItem *item;

  if (cut == NULL)
    return;
  item = cyan_scene_add_text (painter->in->scene, painter->rings->top, cut, painter->middle.x,
                              painter->middle.y + y, size, color,
                              cyan_painter_width (painter->in, cut, size, bold));
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
  guint n = painter->rings->trunk->len;

  g_ptr_array_add (words,
                   g_strdup (cyan_labels_get (painter->in->labels, painter->rings->top)->text));
  if (n > 1)
    {
      g_autofree char *calls = cyan_labels_calls_text (n - 1);

      g_ptr_array_add (words, g_strconcat ("\xe2\x86\x93 ", calls, NULL));
      g_ptr_array_add (
          words,
          g_strdup (
              cyan_labels_get (painter->in->labels, cyan_rings_middle (painter->rings))->text));
    }
  return words;
}

static void
paint_middle_words (CyanRingsPainter *painter, double radius, const CyanPaint *paint)
{
  const CyanComparison *comparison = painter->in->scene->comparison;
  g_autoptr (GPtrArray) words = trunk_words (painter);
  guint n_names = words->len;
  CyanColor dim = cyan_theme_dim_on (paint);
  CyanSide before, after;
  double y;

  cyan_comparison_sides (comparison, painter->rings->top, &before, &after);
  g_ptr_array_add (words, totals_text (comparison, &before, &after));
  /* Beside totals, shares only where there is nothing else. */
  g_ptr_array_add (words,
                   cyan_comparison_height_text (comparison, painter->rings->top,
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

/* The disc, with the bands of the topmost node at its rim, and its words. */
static void
paint_middle (CyanRingsPainter *painter, const CyanRingSegment *segment)
{
  double radius = cyan_rings_radius_of (painter->rings, 0) - CYAN_BAND_GAP;
  CyanPaint paint = *cyan_painter_paint (painter->in, segment->node);
  CyanBand disc = { 0, radius, 0, 2 * G_PI };
  CyanItem *item;

  if (segment->bar[0] > 0 && segment->bar[1] > 0 && radius > 4 * RIM)
    {
      CyanBand whole = { radius - 2 * RIM, radius, 0, 2 * G_PI };

      cyan_rings_add_band (painter, segment->node, &disc,
                           cyan_theme_background (painter->in->theme));
      cyan_rings_paint_bands (painter, segment, &whole);
      paint.text = cyan_theme_foreground (painter->in->theme);
      paint.fill = cyan_theme_background (painter->in->theme);
      radius -= 2 * RIM + 2;
    }
  else
    {
      disc.outer -= 0.5;
      item = cyan_rings_add_band (painter, segment->node, &disc, paint.fill);
      item->stroke = paint.border;
      item->stroke_width = cyan_border_thin (painter->in->theme);
      item->dash = paint.dash;
    }
  paint_middle_words (painter, radius, &paint);
}

/* ---- the chart ---- */

static void
paint_start (CyanRingsPainter *painter)
{
  CyanNode start = painter->in->style->start;
  const CyanRingSegment *segment;
  double angle, radius;

  if (start == CYAN_NODE_NONE)
    return;
  segment = cyan_rings_segment_of (painter->rings, start);
  if (segment == NULL || segment->ring == 0)
    return;
  /* At its start, where the bands begin. */
  angle = segment->start;
  radius = cyan_rings_radius_of (painter->rings, segment->ring - 1);
  cyan_scene_add_target (painter->in->scene, start, painter->middle.x + radius * sin (angle),
                         painter->middle.y - radius * cos (angle), painter->in->theme);
}

gboolean
cyan_painter_append_rings (CyanPainter *self,
                           const CyanRings *rings,
                           const CyanTick *tick,
                           GError **error)
{
  double half = cyan_rings_side (rings) / 2;
  CyanRingsPainter painter = {
    .in = self, .rings = rings, .middle = { half, half }, .sizes = rings->partition->sizes
  };
  guint n;
  const CyanRingSegment *segments = cyan_rings_segments (rings, &n);

  self->filtered = rings->filtered;
  for (guint i = 0; i < n; i++)
    {
      const CyanRingSegment *segment = &segments[i];
      gboolean is_node = segment->n_more == 0 && segment->n_hidden == 0;

      if (i % CYAN_ITEMS_A_TICK == 0 && !cyan_tick (tick, (double) i / n, N_ ("Laying out"), error))
        return FALSE;
      if (segment->ring == 0)
        paint_middle (&painter, segment);
      else
        cyan_rings_paint_segment (&painter, segment);
      if (is_node && cyan_nodes_have (self->style->found, segment->node))
        cyan_rings_paint_found (&painter, segment);
    }
  paint_start (&painter);
  return TRUE;
}

CyanScene *
cyan_scene_new_rings (const CyanRings *rings, const CyanStyle *style)
{
  CyanPartition *partition = rings->partition;
  CyanPainter *painter = cyan_painter_new (partition->comparison, partition->basis, style);
  double side = cyan_rings_side (rings);

  painter->scene->bounds = (CyanRect){ 0, 0, side, side };
  cyan_painter_append_rings (painter, rings, NULL, NULL);
  return cyan_painter_free (painter);
}
