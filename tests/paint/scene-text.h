/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text form of a display list. */
#pragma once

#include "cyan-scene.h"

/* One line an item:
 *   rect NODE-NAME x,y wxh fill=#rrggbb stroke=#rrggbb/2 [hatch=added]
 *   edge NODE-NAME x,y -> x,y stroke=#rrggbb/1 [dashed]
 *   text "..." x,y size=11 [bold] align=0
 *   polyline NAME x,y x,y ... fill=none stroke=#rrggbb/1 [dashed]
 *   marker NAME dot|cross|up|down|triangle|star x,y r=3 fill=#rrggbb stroke=none
 *   sector NAME x,y r=40..60 at=90.0+45.5 fill=#rrggbb stroke=none [hatch=added]
 * with angles in degrees; a text on an arc has r=50 at=90.0 at the end,
 * coordinates rounded to whole pixels, "-" for no node and "none" for no
 * colour.  In the scene of an evolution a name is "BENCHMARK@REVISION", where either may be missing;
 * @comparison is NULL.  Caller frees. */
char *cyan_scene_to_text (const CyanScene *self, const CyanComparison *comparison);
