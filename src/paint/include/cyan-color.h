/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Colours: mixing and contrast.
 */
#pragma once

#include "cyan-theme.h"

/* Room for "#rrggbb" and its NUL. */
#define CYAN_COLOR_TEXT_SIZE 8

/* An opaque colour from 0xrrggbb. */
CyanColor cyan_color_from_rgb (guint32 rgb);

/* "#rrggbb", without alpha; returns @buffer. */
const char *cyan_color_to_text (CyanColor color, char buffer[CYAN_COLOR_TEXT_SIZE]);

/* Interpolates each channel linearly: @a at @part 0, @b at @part 1. */
CyanColor cyan_color_mix (CyanColor a, CyanColor b, double part);

CyanColor cyan_color_with_alpha (CyanColor color, double alpha);

/* The contrast ratio of WCAG 2.1, 1 to 21.  Ignores alpha. */
double cyan_color_contrast (CyanColor a, CyanColor b);

/* The colour of hatch lines that are visible on @fill. */
CyanColor cyan_color_of_hatch (CyanColor fill);
