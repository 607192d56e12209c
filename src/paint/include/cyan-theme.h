/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Colours: of boxes by their meaning, mixing and contrast.
 */
#pragma once

#include "cyan-change.h"
#include "cyan-comparison.h"

/* Channels in 0...1. */
typedef struct
{
  double red, green, blue, alpha;
} CyanColor;

/**
 * CyanPalette:
 * @CYAN_PALETTE_CLASSIC: the paper's red and green, yellow and grey
 * @CYAN_PALETTE_SAFE: orange and blue with signs and hatches, for colour-blind eyes
 */
typedef enum
{
  CYAN_PALETTE_CLASSIC,
  CYAN_PALETTE_SAFE,
} CyanPalette;

/* "classic", "safe"; NULL-terminated. */
extern const char *const cyan_palette_names[];

typedef struct
{
  CyanPalette palette;
  gboolean dark;
  gboolean high_contrast;
  const char *font; /* a family, never freed; NULL: CYAN_FONT_FAMILY */
} CyanTheme;

typedef enum
{
  CYAN_HATCH_NONE,
  CYAN_HATCH_SHARE_ONLY, /* share and absolute value disagree */
  CYAN_HATCH_ADDED,      /* in the safe palette */
  CYAN_HATCH_REMOVED,
  CYAN_HATCH_MORE, /* of what is not drawn one by one */
} CyanHatch;

/* How a box is painted. */
typedef struct
{
  CyanColor fill;
  CyanColor border;
  CyanColor text; /* readable on fill */
  CyanHatch hatch;
  double dash;      /* of the border, as in a CyanItem */
  const char *sign; /* "+", "−" or "" in front of the name, in the safe palette */
} CyanPaint;

/* @change is that of the function's source; unknown is painted as unmodified. */
void cyan_theme_paint (const CyanTheme *theme,
                       CyanVerdict verdict,
                       CyanChange change,
                       gboolean share_only,
                       CyanPaint *paint);

/* Dimmed text that is readable on the fill. */
CyanColor cyan_theme_dim_on (const CyanPaint *paint);

/* Makes the paint of a box that of a node whose match is uncertain: whatever it says of a change is
 * not known. */
void cyan_theme_doubt (const CyanTheme *theme, CyanPaint *paint);

/* Makes the paint of a box pale, for nodes that only lead to others. */
void cyan_theme_fade (const CyanTheme *theme, CyanPaint *paint);

/* Background, text, edges, selection, dimmed text. */
CyanColor cyan_theme_background (const CyanTheme *theme);
CyanColor cyan_theme_foreground (const CyanTheme *theme);
CyanColor cyan_theme_dim (const CyanTheme *theme);
CyanColor cyan_theme_edge (const CyanTheme *theme);
CyanColor cyan_theme_accent (const CyanTheme *theme);
/* Of rings around what was searched for; unlike the accent and every fill. */
CyanColor cyan_theme_match (const CyanTheme *theme);

/* ---- any colours ---- */

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
