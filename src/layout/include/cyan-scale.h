/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How many pixels a height and a width take, and the bars that say so.
 */
#pragma once

#include "cyan-width.h"

/* Pixels of the picture at zoom 1. */
typedef struct
{
  double px_per_height; /* for |H| = 1, the whole run */
  double px_per_width;  /* for W = 1 */
  double min_width;     /* of a box */
  double min_height;
  double sibling_gap; /* between rooms side by side */
  double level_gap;   /* between a box and its children */
} CyanScale;

#define CYAN_SCALE_INIT                                                                            \
  {                                                                                                \
    260, 12, 20, 15, 14, 30                                                                        \
  }

/* The room that a picture has, in pixels at zoom 1. */
typedef struct
{
  double width, height;
  double least_zoom;            /* at which it may be drawn to fit, 0...1 */
  double box_width, box_height; /* of the largest box, at most */
} CyanFit;

#define CYAN_FIT_PAGE                                                                              \
  {                                                                                                \
    .width = 1200, .height = 760, .least_zoom = 1, .box_width = 240, .box_height = 150             \
  }

/* The least number of the series 1, 2, 5, 10, 20, ... and its tenths that is at least @value, which
 * is positive; and the largest that is at most @value. */
double cyan_scale_step_up (double value);
double cyan_scale_step_down (double value);

/* Sets what a height and a width take, in ten steps for a factor of ten, so that a box of
 * |H| = @height and W = @width fits into the largest box of @fit, and in each direction fills more
 * than 0.75 of it.  A height below @least_height counts as that.  A @height or @width of 0 leaves its scale as it
 * is. */
void cyan_scale_fit (
    CyanScale *self, double height, double width, double least_height, const CyanFit *fit);

/* A bar for a legend: a round value and its length, at least @min_px and less than 2.5 times that.
 */
typedef struct
{
  double value;
  double px;
} CyanScaleBar;

/* The bar of heights at @zoom; its value is in the unit of @run, the value of |H| = 1.  All three
 * are positive.  Zeros if @run is so small or so large that no double is that value. */
CyanScaleBar cyan_scale_height_bar (const CyanScale *self, double run, double zoom, double min_px);

/* The bar of widths at @zoom: its value is a power of ten of calls, or of parts of the run. */
CyanScaleBar
cyan_scale_width_bar (const CyanScale *self, CyanWidth width, double zoom, double min_px);
