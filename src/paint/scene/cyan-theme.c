/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Both palettes, light and dark, and their variants for high contrast.
 *
 * Fills are chosen by hand.  The colours of the text on a fill and of the border around it are
 * computed from the fill, so that every fill is readable.
 */
#include "cyan-theme.h"

#include <math.h>

const char *const cyan_palette_names[] = { "classic", "safe", NULL };

typedef enum
{
  MEANING_NEUTRAL,
  MEANING_SLOWER_MODIFIED,
  MEANING_SLOWER,
  MEANING_FASTER_MODIFIED,
  MEANING_FASTER,
  MEANING_ADDED,
  MEANING_REMOVED,
  N_MEANINGS,
} Meaning;

/* By palette, by dark, by meaning. */
static const guint32 fills[2][2][N_MEANINGS] = {
  {
      { 0xffffff, 0xd6141e, 0xf8a5a3, 0x177a45, 0x9fe3bd, 0xf8d431, 0xc0bfbc },
      { 0x3a3a3d, 0xdc1f28, 0xdd8f8d, 0x1b7f4a, 0x86c7a2, 0xe5bf2a, 0x8d8b90 },
  },
  {
      { 0xffffff, 0xc64600, 0xffbe93, 0x1a5fb4, 0xa6cbf5, 0xf8e45c, 0xc0bfbc },
      { 0x3a3a3d, 0xff7800, 0xf3c39b, 0x62a0ea, 0xb3cfef, 0xe5cf4e, 0x8d8b90 },
  },
};

/* Pixels of a dash of the border of an uncertain match. */
#define DOUBT_DASH 3.0

#define INK      0x1d1b22
#define WHITE    0xffffff
#define READABLE 4.5
#define HIGH     7.0
/* How far the colour of a pale box is from its own to that of the paper. */
#define FADED      0.8
#define RIM_ON     3.0 /* contrast of a border with the paper around it, WCAG 2.1 1.4.11 */
#define DARK_PAPER 0x1e1e1e
#define PAPER      0xfbfbfb

CyanColor
cyan_theme_background (const CyanTheme *theme)
{
  if (theme->high_contrast)
    return cyan_color_from_rgb (theme->dark ? 0x000000 : 0xffffff);
  return cyan_color_from_rgb (theme->dark ? DARK_PAPER : PAPER);
}

CyanColor
cyan_theme_foreground (const CyanTheme *theme)
{
  if (theme->high_contrast)
    return cyan_color_from_rgb (theme->dark ? 0xffffff : 0x000000);
  return cyan_color_from_rgb (theme->dark ? 0xf2f1f0 : 0x26232c);
}

CyanColor
cyan_theme_dim (const CyanTheme *theme)
{
  return cyan_color_mix (cyan_theme_foreground (theme), cyan_theme_background (theme),
                         theme->high_contrast ? 0.1 : 0.22);
}

CyanColor
cyan_theme_edge (const CyanTheme *theme)
{
  return cyan_color_mix (cyan_theme_foreground (theme), cyan_theme_background (theme),
                         theme->high_contrast ? 0.0 : 0.55);
}

CyanColor
cyan_theme_accent (const CyanTheme *theme)
{
  if (theme->high_contrast)
    return cyan_color_from_rgb (theme->dark ? 0x99c1f1 : 0x1a3f87);
  return cyan_color_from_rgb (theme->dark ? 0x78aeed : 0x3584e4);
}

CyanColor
cyan_theme_match (const CyanTheme *theme)
{
  if (theme->high_contrast)
    return cyan_color_from_rgb (theme->dark ? 0xe9b3f5 : 0x6b1d86);
  return cyan_color_from_rgb (theme->dark ? 0xc061cb : 0x9141ac);
}

static Meaning
meaning_of (CyanVerdict verdict, CyanChange change)
{
  gboolean modified = change == CYAN_CHANGE_MODIFIED;

  switch (verdict)
    {
    case CYAN_VERDICT_SLOWER:
      return modified ? MEANING_SLOWER_MODIFIED : MEANING_SLOWER;
    case CYAN_VERDICT_FASTER:
      return modified ? MEANING_FASTER_MODIFIED : MEANING_FASTER;
    case CYAN_VERDICT_ADDED:
      return MEANING_ADDED;
    case CYAN_VERDICT_REMOVED:
      return MEANING_REMOVED;
    case CYAN_VERDICT_UNCHANGED:
      break;
    }
  return MEANING_NEUTRAL;
}

/* Moves @color towards black or white until its contrast with @other is at least @contrast. */
static CyanColor
set_apart (CyanColor color, CyanColor other, double contrast)
{
  CyanColor black = cyan_color_from_rgb (0x000000), white = cyan_color_from_rgb (0xffffff);
  gboolean down = cyan_color_contrast (other, black) > cyan_color_contrast (other, white);

  for (guint i = 0; i < 100 && cyan_color_contrast (color, other) < contrast; i++)
    color = cyan_color_mix (color, down ? black : white, 0.04);
  return color;
}

void
cyan_theme_paint (const CyanTheme *theme,
                  CyanVerdict verdict,
                  CyanChange change,
                  gboolean share_only,
                  CyanPaint *paint)
{
  Meaning meaning = meaning_of (verdict, change);
  CyanColor ink = cyan_color_from_rgb (theme->high_contrast ? 0x000000 : INK);
  CyanColor white = cyan_color_from_rgb (WHITE);
  CyanColor fill =
      cyan_color_from_rgb (fills[theme->palette == CYAN_PALETTE_SAFE][theme->dark != 0][meaning]);
  /* White text is preferred if both are readable, since it looks bolder than dark text. */
  CyanColor text = cyan_color_contrast (white, fill) >= READABLE ? white : ink;

  if (theme->high_contrast)
    fill = set_apart (fill, text, HIGH);
  paint->fill = fill;
  paint->text = text;
  if (theme->high_contrast)
    paint->border = cyan_theme_foreground (theme);
  else
    paint->border = set_apart (fill, cyan_theme_background (theme), RIM_ON);
  if (!theme->high_contrast && cyan_color_contrast (paint->border, fill) < 1.35)
    paint->border = cyan_color_mix (paint->border, theme->dark ? white : ink, 0.3);

  paint->hatch = share_only ? CYAN_HATCH_SHARE_ONLY : CYAN_HATCH_NONE;
  paint->dash = 0;
  paint->sign = "";
  if (theme->palette == CYAN_PALETTE_SAFE)
    {
      if (meaning == MEANING_ADDED)
        paint->hatch = CYAN_HATCH_ADDED;
      else if (meaning == MEANING_REMOVED)
        paint->hatch = CYAN_HATCH_REMOVED;
      else if (meaning == MEANING_SLOWER || meaning == MEANING_SLOWER_MODIFIED)
        paint->sign = "+";
      else if (meaning == MEANING_FASTER || meaning == MEANING_FASTER_MODIFIED)
        paint->sign = "\xe2\x88\x92";
    }
}

CyanColor
cyan_theme_dim_on (const CyanPaint *paint)
{
  return set_apart (cyan_color_mix (paint->text, paint->fill, 0.3), paint->fill, READABLE);
}

void
cyan_theme_doubt (const CyanTheme *theme, CyanPaint *paint)
{
  cyan_theme_paint (theme, CYAN_VERDICT_UNCHANGED, CYAN_CHANGE_UNKNOWN, FALSE, paint);
  paint->border = cyan_theme_dim (theme);
  paint->dash = DOUBT_DASH;
}

void
cyan_theme_fade (const CyanTheme *theme, CyanPaint *paint)
{
  CyanColor background = cyan_theme_background (theme);

  paint->fill = cyan_color_mix (paint->fill, background, FADED);
  paint->text = cyan_theme_foreground (theme);
  if (!theme->high_contrast)
    paint->border = cyan_color_mix (paint->border, background, FADED / 2);
}

/* ---- any colours ---- */

CyanColor
cyan_color_from_rgb (guint32 rgb)
{
  return (CyanColor){
    ((rgb >> 16) & 0xff) / 255.0,
    ((rgb >> 8) & 0xff) / 255.0,
    (rgb & 0xff) / 255.0,
    1.0,
  };
}

static guint
to_byte (double channel)
{
  return (guint) lround (CLAMP (channel, 0.0, 1.0) * 255);
}

const char *
cyan_color_to_text (CyanColor color, char buffer[CYAN_COLOR_TEXT_SIZE])
{
  g_snprintf (buffer, CYAN_COLOR_TEXT_SIZE, "#%02x%02x%02x", to_byte (color.red),
              to_byte (color.green), to_byte (color.blue));
  return buffer;
}

CyanColor
cyan_color_mix (CyanColor a, CyanColor b, double part)
{
  return (CyanColor){
    a.red + (b.red - a.red) * part,
    a.green + (b.green - a.green) * part,
    a.blue + (b.blue - a.blue) * part,
    a.alpha + (b.alpha - a.alpha) * part,
  };
}

CyanColor
cyan_color_with_alpha (CyanColor color, double alpha)
{
  color.alpha = alpha;
  return color;
}

static double
linear (double channel)
{
  return channel <= 0.04045 ? channel / 12.92 : pow ((channel + 0.055) / 1.055, 2.4);
}

static double
luminance (CyanColor color)
{
  return 0.2126 * linear (color.red) + 0.7152 * linear (color.green) + 0.0722 * linear (color.blue);
}

double
cyan_color_contrast (CyanColor a, CyanColor b)
{
  double la = luminance (a), lb = luminance (b);

  return (MAX (la, lb) + 0.05) / (MIN (la, lb) + 0.05);
}

CyanColor
cyan_color_of_hatch (CyanColor fill)
{
  CyanColor toward =
      luminance (fill) > 0.18 ? cyan_color_from_rgb (0x000000) : cyan_color_from_rgb (0xffffff);

  return cyan_color_mix (fill, toward, 0.4);
}
