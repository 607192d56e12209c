/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shared by the files that draw a ring chart.
 */
#pragma once

#include "cyan-scene-private.h"

/* Pixels between two rings, and between two segments; and between a text and its border. */
#define CYAN_BAND_GAP   1.0
#define CYAN_BAND_INNER 4.0

typedef struct
{
  CyanScene *scene;
  const CyanRings *rings;
  const CyanStyle *style;
  CyanLabels *labels;
  CyanPoint middle;
  CyanSizes sizes;
  CyanPaints paints;
} CyanRingsPainter;

/* A part of a ring. */
typedef struct
{
  double inner, outer, start, extent;
} CyanBand;

CyanItem *
cyan_rings_add_band (CyanRingsPainter *self, CyanNode node, const CyanBand *band, CyanColor fill);
/* In @whole an inner band for before or what fell, an outer band for after or what rose. */
void cyan_rings_paint_bands (CyanRingsPainter *self,
                             const CyanRingSegment *segment,
                             const CyanBand *whole);

/* A segment of a ring. */
void cyan_rings_paint_segment (CyanRingsPainter *self, const CyanRingSegment *segment);
/* The mark of what the search found. */
void cyan_rings_paint_found (CyanRingsPainter *self, const CyanRingSegment *segment);

/* The disc, with the bands of the topmost node at its rim, and its words. */
void cyan_rings_paint_middle (CyanRingsPainter *self, const CyanRingSegment *segment);
