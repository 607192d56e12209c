/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arithmetic on colours. */
#include "cyan-color.h"

#include <math.h>

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
