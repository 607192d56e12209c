/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The picture of a bisection: its chart, and below it how likely each revision is to be the step.
 */
#pragma once

#include "cyan-bisection.h"
#include "cyan-chart.h"

/* Picture and legend, @width pixels wide; its corner is at (0, 0).  @evolution is that of
 * cyan_bisection_to_evolution() for @state, and must outlive the scene. */
CyanScene *cyan_scene_new_bisection (const CyanBisection *state,
                                     const CyanEvolution *evolution,
                                     const CyanTheme *theme,
                                     double width);
