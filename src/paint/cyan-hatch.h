/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The geometry of hatches, for cairo and SVG.
 */
#pragma once

#include "cyan-theme.h"

/* Vertical lines, turned by an angle. */
typedef struct
{
  double degrees; /* clockwise */
  double step;    /* distance of two lines in pixels */
  double width;
} CyanHatchForm;

static inline const CyanHatchForm *
cyan_hatch_form (CyanHatch hatch)
{
  static const CyanHatchForm forms[] = {
    [CYAN_HATCH_NONE] = { 0, 1, 0 },  [CYAN_HATCH_SHARE_ONLY] = { 45, 5, 1.2 },
    [CYAN_HATCH_ADDED] = { 0, 5, 1 }, [CYAN_HATCH_REMOVED] = { -45, 5, 1 },
    [CYAN_HATCH_MORE] = { 45, 3, 1 },
  };

  return &forms[hatch];
}
