/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Appends the ring chart to the display list.
 */
#include "cyan-rings-painter.h"

#include "cyan-i18n.h"

#include <math.h>

double
cyan_rings_side (const CyanRings *rings)
{
  return 2 * (cyan_rings_radius (rings) + CYAN_RINGS_MARGIN);
}

const CyanRingSegment *
cyan_rings_segment_at (const CyanRings *rings, double x, double y)
{
  double half = cyan_rings_side (rings) / 2;

  return cyan_rings_hit (rings, x - half, y - half);
}

static void
paint_start (CyanRingsPainter *painter)
{
  CyanNode start = painter->style->start;
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
  cyan_scene_add_target (painter->scene, start, painter->middle.x + radius * sin (angle),
                         painter->middle.y - radius * cos (angle), &painter->style->theme);
}

static gboolean
append_rings (CyanScene *scene,
              const CyanRings *rings,
              const CyanStyle *style,
              CyanLabels *labels,
              const CyanTick *tick,
              GError **error)
{
  double half = cyan_rings_side (rings) / 2;
  CyanRingsPainter painter = { .scene = scene,
                               .rings = rings,
                               .style = style,
                               .labels = labels,
                               .middle = { half, half },
                               .sizes = cyan_partition_sizes (cyan_rings_partition (rings)),
                               .paints.filtered = cyan_rings_filter (rings) };
  guint n;
  const CyanRingSegment *segments = cyan_rings_segments (rings, &n);

  for (guint i = 0; i < n; i++)
    {
      const CyanRingSegment *segment = &segments[i];
      gboolean is_node = segment->n_more == 0 && segment->n_hidden == 0;

      if (i % CYAN_ITEMS_A_TICK == 0 && !cyan_tick (tick, (double) i / n, N_ ("Laying out"), error))
        return FALSE;
      if (segment->ring == 0)
        cyan_rings_paint_middle (&painter, segment);
      else
        cyan_rings_paint_segment (&painter, segment);
      if (is_node && cyan_nodes_have (style->found, 0, segment->node))
        cyan_rings_paint_found (&painter, segment);
    }
  paint_start (&painter);
  return TRUE;
}

CyanScene *
cyan_scene_new_rings (const CyanRings *rings, const CyanStyle *style)
{
  CyanPartition *partition = cyan_rings_partition (rings);
  CyanScene *self = cyan_scene_new (cyan_partition_comparison (partition),
                                    cyan_partition_basis (partition), &style->theme);
  double side = cyan_rings_side (rings);
  g_autoptr (CyanLabels) own = NULL;
  CyanLabels *labels = style->labels;

  if (labels == NULL)
    labels = own = cyan_labels_new (self->comparison);
  self->bounds = (CyanRect){ 0, 0, side, side };
  append_rings (self, rings, style, labels, NULL, NULL);
  return self;
}

typedef struct
{
  const CyanRings *rings;
  const CyanStyle *style;
} Part;

static gboolean
append_part (
    CyanScene *scene, CyanLabels *labels, gconstpointer data, const CyanTick *tick, GError **error)
{
  const Part *part = data;

  return append_rings (scene, part->rings, part->style, labels, tick, error);
}

CyanScene *
cyan_scene_new_rings_page (const CyanRings *rings,
                           const CyanStyle *style,
                           const CyanTitles *titles,
                           const CyanTick *tick,
                           GError **error)
{
  CyanPartition *partition = cyan_rings_partition (rings);
  double side = cyan_rings_side (rings);
  g_autofree char *details = cyan_partition_details (partition, cyan_rings_top (rings));
  g_autoptr (GArray) rows = cyan_legend_rows_of_rings (rings, style);
  Part part = { rings, style };
  CyanPage page = { .comparison = cyan_partition_comparison (partition),
                    .basis = cyan_partition_basis (partition),
                    .extents = { 0, 0, side, side },
                    .details = details,
                    .rows = rows,
                    .append = append_part,
                    .data = &part };

  return cyan_page_to_scene (&page, style, titles, tick, error);
}
