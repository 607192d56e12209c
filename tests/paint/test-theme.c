/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Colours have the right meaning, are readable, and can be distinguished with colour blindness.
 */
#include "cyan-theme.h"
#include "tests.h"

#include <math.h>
#include <string.h>

#define READABLE 4.5

/* Calls @check for every possible paint. */
typedef void (*CheckFunc) (const CyanTheme *theme, const CyanPaint *paint);

static void
for_all (CheckFunc check)
{
  for (guint i = 0; i < 8; i++)
    {
      CyanTheme theme = { i & 1 ? CYAN_PALETTE_SAFE : CYAN_PALETTE_CLASSIC, (i & 2) != 0,
                          (i & 4) != 0 };

      for (CyanVerdict v = CYAN_VERDICT_UNCHANGED; v <= CYAN_VERDICT_REMOVED; v++)
        for (CyanChange c = CYAN_CHANGE_UNKNOWN; c <= CYAN_CHANGE_MODIFIED; c++)
          for (guint share_only = 0; share_only < 2; share_only++)
            {
              CyanPaint paint;

              cyan_theme_paint (&theme, v, c, share_only == 1, &paint);
              check (&theme, &paint);
            }
    }
}

static CyanPaint
paint_of (CyanPalette palette, gboolean dark, CyanVerdict verdict, CyanChange change)
{
  CyanTheme theme = { palette, dark, FALSE };
  CyanPaint paint;

  cyan_theme_paint (&theme, verdict, change, FALSE, &paint);
  return paint;
}

static CyanColor
fill_of (CyanPalette palette, gboolean dark, CyanVerdict verdict, CyanChange change)
{
  return paint_of (palette, dark, verdict, change).fill;
}

static void
check_paper (const CyanTheme *theme, const CyanPaint *paint)
{
  CyanColor paper = cyan_theme_background (theme);

  g_assert_cmpfloat (cyan_color_contrast (cyan_theme_foreground (theme), paper), >=, 7.0);
  g_assert_cmpfloat (cyan_color_contrast (cyan_theme_dim (theme), paper), >=,
                     theme->high_contrast ? 7.0 : READABLE);
  g_assert_cmpfloat (cyan_color_contrast (cyan_theme_match (theme), paper), >=,
                     theme->high_contrast ? 7.0 : 3.0);
  g_assert_cmpfloat (cyan_color_contrast (cyan_theme_accent (theme), paper), >=, 3.0);
  g_assert_cmpfloat (cyan_color_contrast (cyan_theme_edge (theme), paper), >=, 2.0);
}

static void
check_text (const CyanTheme *theme, const CyanPaint *paint)
{
  g_assert_cmpfloat (cyan_color_contrast (paint->text, paint->fill), >=,
                     theme->high_contrast ? 7.0 : READABLE);
}

static void
check_border (const CyanTheme *theme, const CyanPaint *paint)
{
  g_assert_cmpfloat (cyan_color_contrast (paint->border, cyan_theme_background (theme)), >=, 3.0);
}

TEST ("/paint/theme/contrast")
{
  for_all (check_text);
  for_all (check_border);
  for_all (check_paper);
}

/* The seven fills of a theme are all different. */
TEST ("/paint/theme/distinct")
{
  static const struct
  {
    CyanVerdict verdict;
    CyanChange change;
  } all[] = {
    { CYAN_VERDICT_SLOWER, CYAN_CHANGE_MODIFIED },
    { CYAN_VERDICT_FASTER, CYAN_CHANGE_MODIFIED },
    { CYAN_VERDICT_SLOWER, CYAN_CHANGE_UNMODIFIED },
    { CYAN_VERDICT_FASTER, CYAN_CHANGE_UNMODIFIED },
    { CYAN_VERDICT_ADDED, CYAN_CHANGE_UNKNOWN },
    { CYAN_VERDICT_REMOVED, CYAN_CHANGE_UNKNOWN },
    { CYAN_VERDICT_UNCHANGED, CYAN_CHANGE_UNKNOWN },
  };

  for (guint n = 0; n < 8; n++)
    for (guint i = 0; i < G_N_ELEMENTS (all); i++)
      for (guint j = 0; j < i; j++)
        {
          CyanTheme theme = { n & 1 ? CYAN_PALETTE_SAFE : CYAN_PALETTE_CLASSIC, (n & 2) != 0,
                              (n & 4) != 0 };
          CyanPaint a, b;

          cyan_theme_paint (&theme, all[i].verdict, all[i].change, FALSE, &a);
          cyan_theme_paint (&theme, all[j].verdict, all[j].change, FALSE, &b);
          g_assert_cmpfloat (fabs (a.fill.red - b.fill.red) + fabs (a.fill.green - b.fill.green)
                                 + fabs (a.fill.blue - b.fill.blue),
                             >, 0.2);
        }
}

/* The hue in degrees: red 0, yellow 60, green 120, blue 240. */
static double
hue (CyanColor c)
{
  double most = MAX (c.red, MAX (c.green, c.blue)), least = MIN (c.red, MIN (c.green, c.blue));
  double range = most - least, sixth;

  g_assert_cmpfloat (range, >, 0);
  if (most == c.red)
    sixth = (c.green - c.blue) / range;
  else if (most == c.green)
    sixth = 2 + (c.blue - c.red) / range;
  else
    sixth = 4 + (c.red - c.green) / range;
  return fmod (sixth * 60 + 360, 360);
}

static double
degrees_apart (double a, double b)
{
  double apart = fabs (a - b);

  return MIN (apart, 360 - apart);
}

static double
chroma (CyanColor c)
{
  return MAX (c.red, MAX (c.green, c.blue)) - MIN (c.red, MIN (c.green, c.blue));
}

#define assert_hue(fill, expected, within)                                                         \
  g_assert_cmpfloat (degrees_apart (hue (fill), (expected)), <=, (within))

/* The paper's colours by name, light and dark. */
TEST ("/paint/theme/classic")
{
  for (gboolean dark = FALSE; dark <= TRUE; dark++)
    {
      const CyanPalette p = CYAN_PALETTE_CLASSIC;
      CyanColor red = fill_of (p, dark, CYAN_VERDICT_SLOWER, CYAN_CHANGE_MODIFIED);
      CyanColor light_red = fill_of (p, dark, CYAN_VERDICT_SLOWER, CYAN_CHANGE_UNMODIFIED);
      CyanColor green = fill_of (p, dark, CYAN_VERDICT_FASTER, CYAN_CHANGE_MODIFIED);
      CyanColor light_green = fill_of (p, dark, CYAN_VERDICT_FASTER, CYAN_CHANGE_UNMODIFIED);
      CyanColor yellow = fill_of (p, dark, CYAN_VERDICT_ADDED, CYAN_CHANGE_UNKNOWN);
      CyanColor grey = fill_of (p, dark, CYAN_VERDICT_REMOVED, CYAN_CHANGE_UNKNOWN);
      CyanColor neutral = fill_of (p, dark, CYAN_VERDICT_UNCHANGED, CYAN_CHANGE_UNMODIFIED);
      CyanColor others[] = { light_red, green, light_green, yellow, grey, neutral };

      assert_hue (red, 0, 10);
      assert_hue (light_red, 0, 10);
      assert_hue (green, 140, 25);
      assert_hue (light_green, 140, 25);
      assert_hue (yellow, 50, 10);
      g_assert_cmpfloat (chroma (grey), <, 0.05);
      g_assert_cmpfloat (chroma (neutral), <, 0.05);
      for (guint i = 0; i < G_N_ELEMENTS (others); i++)
        {
          /* No other colour is as red. */
          g_assert_cmpfloat (red.red - MAX (red.green, red.blue), >,
                             0.2 + others[i].red - MAX (others[i].green, others[i].blue));
        }
      /* Light red is a lighter red. */
      g_assert_cmpfloat (chroma (light_red), <, chroma (red) / 1.5);
      g_assert_cmpfloat (chroma (light_green), <, chroma (green));
      g_assert_cmpfloat (cyan_color_contrast (red, light_red), >, 1.8);
      g_assert_cmpfloat (cyan_color_contrast (green, light_green), >, 1.8);
    }
}

/* Unknown sources are painted as unmodified; added, removed and unchanged boxes do not show it. */
TEST ("/paint/theme/changes")
{
  for (CyanPalette p = CYAN_PALETTE_CLASSIC; p <= CYAN_PALETTE_SAFE; p++)
    for (CyanVerdict v = CYAN_VERDICT_UNCHANGED; v <= CYAN_VERDICT_REMOVED; v++)
      {
        CyanColor unknown = fill_of (p, FALSE, v, CYAN_CHANGE_UNKNOWN);
        CyanColor unmodified = fill_of (p, FALSE, v, CYAN_CHANGE_UNMODIFIED);
        CyanColor modified = fill_of (p, FALSE, v, CYAN_CHANGE_MODIFIED);
        gboolean tells = v == CYAN_VERDICT_SLOWER || v == CYAN_VERDICT_FASTER;

        g_assert_cmpmem (&unknown, sizeof unknown, &unmodified, sizeof unmodified);
        g_assert_cmpint (memcmp (&modified, &unmodified, sizeof modified) != 0, ==, tells);
      }
}

/* A colour as seen without one of the two long-wave cones (Vienot, Brettel, Mollon 1999), in linear
 * light. */
static void
seen_without (CyanColor c, gboolean without_red, double seen[3])
{
  const double protan[2] = { 0.11238, 0.88762 }, deutan[2] = { 0.29275, 0.70725 };
  const double *mix = without_red ? protan : deutan;
  double light[3] = { pow (c.red, 2.2), pow (c.green, 2.2), pow (c.blue, 2.2) };
  double blue = without_red ? 0.00401 : -0.02234;

  seen[0] = seen[1] = mix[0] * light[0] + mix[1] * light[1];
  seen[2] = blue * (light[0] - light[1]) + light[2];
  for (guint i = 0; i < 3; i++)
    seen[i] = pow (MAX (seen[i], 0), 1 / 2.2);
}

static double
told_apart (CyanColor a, CyanColor b, gboolean without_red)
{
  double x[3], y[3];

  seen_without (a, without_red, x);
  seen_without (b, without_red, y);
  return fabs (x[0] - y[0]) + fabs (x[1] - y[1]) + fabs (x[2] - y[2]);
}

TEST ("/paint/theme/safe")
{
  const CyanPalette p = CYAN_PALETTE_SAFE;

  for (gboolean dark = FALSE; dark <= TRUE; dark++)
    for (CyanChange change = CYAN_CHANGE_UNMODIFIED; change <= CYAN_CHANGE_MODIFIED; change++)
      {
        CyanPaint slower = paint_of (p, dark, CYAN_VERDICT_SLOWER, change);
        CyanPaint faster = paint_of (p, dark, CYAN_VERDICT_FASTER, change);

        assert_hue (slower.fill, 24, 10);
        assert_hue (faster.fill, 213, 10);
        g_assert_cmpstr (slower.sign, ==, "+");
        g_assert_cmpstr (faster.sign, ==, "\xe2\x88\x92");
        for (gboolean without_red = FALSE; without_red <= TRUE; without_red++)
          g_assert_cmpfloat (told_apart (slower.fill, faster.fill, without_red), >,
                             change == CYAN_CHANGE_MODIFIED ? 0.6 : 0.3);
        /* Easier to distinguish than red and green for people without green cones, the most
         * frequent case. */
        g_assert_cmpfloat (
            told_apart (slower.fill, faster.fill, FALSE), >,
            2
                * told_apart (fill_of (CYAN_PALETTE_CLASSIC, dark, CYAN_VERDICT_SLOWER, change),
                              fill_of (CYAN_PALETTE_CLASSIC, dark, CYAN_VERDICT_FASTER, change),
                              FALSE));
      }
  /* Lightness shows whether the source changed: the four fills differ in grey, except for pairs
   * that a sign distinguishes. */
  for (gboolean dark = FALSE; dark <= TRUE; dark++)
    for (CyanVerdict v = CYAN_VERDICT_SLOWER; v <= CYAN_VERDICT_FASTER; v++)
      g_assert_cmpfloat (cyan_color_contrast (fill_of (p, dark, v, CYAN_CHANGE_MODIFIED),
                                              fill_of (p, dark, v, CYAN_CHANGE_UNMODIFIED)),
                         >, 1.5);
  for (gboolean dark = FALSE; dark <= TRUE; dark++)
    {
      CyanPaint added = paint_of (p, dark, CYAN_VERDICT_ADDED, CYAN_CHANGE_UNKNOWN);
      CyanPaint removed = paint_of (p, dark, CYAN_VERDICT_REMOVED, CYAN_CHANGE_UNKNOWN);
      CyanPaint neutral = paint_of (p, dark, CYAN_VERDICT_UNCHANGED, CYAN_CHANGE_MODIFIED);

      g_assert_cmpint (added.hatch, ==, CYAN_HATCH_ADDED);
      g_assert_cmpint (removed.hatch, ==, CYAN_HATCH_REMOVED);
      g_assert_cmpint (neutral.hatch, ==, CYAN_HATCH_NONE);
      g_assert_cmpstr (added.sign, ==, "");
      g_assert_cmpstr (removed.sign, ==, "");
      g_assert_cmpstr (neutral.sign, ==, "");
    }
}

static void
check_share_only (const CyanTheme *theme, const CyanPaint *paint)
{
  /* The lines of a hatch are visible on the fill. */
  if (paint->hatch != CYAN_HATCH_NONE)
    g_assert_cmpfloat (cyan_color_contrast (cyan_color_of_hatch (paint->fill), paint->fill), >,
                       1.4);
  /* The classic palette uses colour only. */
  if (theme->palette == CYAN_PALETTE_CLASSIC)
    {
      g_assert_cmpstr (paint->sign, ==, "");
      g_assert_true (paint->hatch == CYAN_HATCH_NONE || paint->hatch == CYAN_HATCH_SHARE_ONLY);
    }
}

TEST ("/paint/theme/hatches")
{
  for_all (check_share_only);
  for (CyanPalette p = CYAN_PALETTE_CLASSIC; p <= CYAN_PALETTE_SAFE; p++)
    {
      CyanTheme theme = { p, FALSE, FALSE };
      CyanPaint plain, hatched;

      cyan_theme_paint (&theme, CYAN_VERDICT_FASTER, CYAN_CHANGE_MODIFIED, FALSE, &plain);
      cyan_theme_paint (&theme, CYAN_VERDICT_FASTER, CYAN_CHANGE_MODIFIED, TRUE, &hatched);
      g_assert_cmpint (plain.hatch, ==, CYAN_HATCH_NONE);
      g_assert_cmpint (hatched.hatch, ==, CYAN_HATCH_SHARE_ONLY);
      g_assert_cmpmem (&plain.fill, sizeof plain.fill, &hatched.fill, sizeof hatched.fill);
    }
}

/* A number from a settings file of another version. */
TEST ("/paint/theme/palette-not-known")
{
  CyanColor odd = fill_of ((CyanPalette) 77, FALSE, CYAN_VERDICT_SLOWER, CYAN_CHANGE_MODIFIED);
  CyanColor classic =
      fill_of (CYAN_PALETTE_CLASSIC, FALSE, CYAN_VERDICT_SLOWER, CYAN_CHANGE_MODIFIED);

  g_assert_cmpmem (&odd, sizeof odd, &classic, sizeof classic);
  g_assert_cmpstr (cyan_palette_names[CYAN_PALETTE_CLASSIC], ==, "classic");
  g_assert_cmpstr (cyan_palette_names[CYAN_PALETTE_SAFE], ==, "safe");
  g_assert_null (cyan_palette_names[2]);
}

TEST ("/paint/theme/color-text")
{
  static const guint32 known[] = { 0x000000, 0xffffff, 0x010203, 0x7f80fe };
  char buffer[CYAN_COLOR_TEXT_SIZE], expected[CYAN_COLOR_TEXT_SIZE];
  CyanColor black = cyan_color_from_rgb (0), white = cyan_color_from_rgb (0xffffff);

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    {
      g_snprintf (expected, sizeof expected, "#%06x", known[i]);
      g_assert_cmpstr (cyan_color_to_text (cyan_color_from_rgb (known[i]), buffer), ==, expected);
    }
  g_assert_cmpfloat_with_epsilon (cyan_color_contrast (black, white), 21, 1e-9);
  g_assert_cmpfloat_with_epsilon (cyan_color_contrast (white, white), 1, 1e-9);
  g_assert_cmpstr (cyan_color_to_text (cyan_color_mix (black, white, 0.5), buffer), ==, "#808080");
}
