/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every colour can be read and told from the others, in every theme. */
#include "paint-case.h"

#include <math.h>

static double
linear (double channel)
{
  return channel <= 0.04045 ? channel / 12.92 : pow ((channel + 0.055) / 1.055, 2.4);
}

static double
luminance (CyanColor c)
{
  return 0.2126 * linear (c.red) + 0.7152 * linear (c.green) + 0.0722 * linear (c.blue);
}

static double
contrast (CyanColor a, CyanColor b)
{
  double high = MAX (luminance (a), luminance (b)), low = MIN (luminance (a), luminance (b));

  return (high + 0.05) / (low + 0.05);
}

static double
saturation (CyanColor c)
{
  double high = MAX (c.red, MAX (c.green, c.blue)), low = MIN (c.red, MIN (c.green, c.blue));

  return high > 0 ? (high - low) / high : 0;
}

static CyanPaint
paint (const CyanTheme *theme, CyanVerdict verdict, CyanChange change)
{
  CyanPaint result;

  cyan_theme_paint (theme, verdict, change, FALSE, &result);
  return result;
}

typedef void (*ThemeFunc) (const CyanTheme *theme);

static void
for_all_themes (ThemeFunc func)
{
  for (guint i = 0; i < 8; i++)
    {
      CyanTheme theme = { i & 1 ? CYAN_PALETTE_SAFE : CYAN_PALETTE_CLASSIC, (i & 2) != 0,
                          (i & 4) != 0 };

      g_test_message ("%s%s%s", cyan_palette_names[i & 1], i & 2 ? " dark" : "",
                      i & 4 ? " contrast" : "");
      func (&theme);
    }
}

static void
check_contrast (const CyanTheme *theme)
{
  CyanColor paper = cyan_theme_background (theme);
  double least = theme->high_contrast ? 7 : 4.5;

  g_assert_cmpfloat (contrast (cyan_theme_foreground (theme), paper), >=, 7);
  g_assert_cmpfloat (contrast (cyan_theme_dim (theme), paper), >=, least);
  g_assert_cmpfloat (contrast (cyan_theme_accent (theme), paper), >=, 3);
  g_assert_cmpfloat (contrast (cyan_theme_edge (theme), paper), >=, 2);
  for (int verdict = 0; verdict <= CYAN_VERDICT_REMOVED; verdict++)
    for (int change = 0; change <= CYAN_CHANGE_MODIFIED; change++)
      {
        CyanPaint one = paint (theme, verdict, change);

        g_assert_cmpfloat (contrast (one.text, one.fill), >=, least);
        /* The border or the fill must stand out from the paper. */
        g_assert_cmpfloat (contrast (one.border, paper), >=, 3);
      }
}

static void
test_contrast (void)
{
  for_all_themes (check_contrast);
}

static void
check_distinct (const CyanTheme *theme)
{
  CyanPaint all[] = {
    paint (theme, CYAN_VERDICT_SLOWER, CYAN_CHANGE_MODIFIED),
    paint (theme, CYAN_VERDICT_SLOWER, CYAN_CHANGE_UNMODIFIED),
    paint (theme, CYAN_VERDICT_FASTER, CYAN_CHANGE_MODIFIED),
    paint (theme, CYAN_VERDICT_FASTER, CYAN_CHANGE_UNMODIFIED),
    paint (theme, CYAN_VERDICT_ADDED, CYAN_CHANGE_UNKNOWN),
    paint (theme, CYAN_VERDICT_REMOVED, CYAN_CHANGE_UNKNOWN),
    paint (theme, CYAN_VERDICT_UNCHANGED, CYAN_CHANGE_UNKNOWN),
  };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    for (guint j = 0; j < i; j++)
      {
        CyanColor a = all[i].fill, b = all[j].fill;
        double distance = fabs (a.red - b.red) + fabs (a.green - b.green) + fabs (a.blue - b.blue);

        g_assert_cmpfloat (distance, >, 0.2);
      }
  /* What was modified is the stronger of the two. */
  g_assert_cmpfloat (saturation (all[0].fill), >, saturation (all[1].fill) + 0.15);
  g_assert_cmpfloat (saturation (all[2].fill), >, saturation (all[3].fill) + 0.15);
  g_assert_cmpfloat (saturation (all[5].fill), <, 0.1);
  g_assert_cmpfloat (saturation (all[6].fill), <, 0.1);
}

static void
test_distinct (void)
{
  for_all_themes (check_distinct);
}

static void
check_unknown (const CyanTheme *theme)
{
  for (int verdict = 0; verdict <= CYAN_VERDICT_REMOVED; verdict++)
    {
      CyanPaint unknown = paint (theme, verdict, CYAN_CHANGE_UNKNOWN);
      CyanPaint unmodified = paint (theme, verdict, CYAN_CHANGE_UNMODIFIED);

      g_assert_cmphex (rgb_of (unknown.fill), ==, rgb_of (unmodified.fill));
    }
}

static void
test_unknown_is_unmodified (void)
{
  for_all_themes (check_unknown);
}

static void
test_classic_hues (void)
{
  CyanTheme theme = { CYAN_PALETTE_CLASSIC, FALSE, FALSE };
  CyanColor red = paint (&theme, CYAN_VERDICT_SLOWER, CYAN_CHANGE_MODIFIED).fill;
  CyanColor green = paint (&theme, CYAN_VERDICT_FASTER, CYAN_CHANGE_MODIFIED).fill;
  CyanColor yellow = paint (&theme, CYAN_VERDICT_ADDED, CYAN_CHANGE_UNKNOWN).fill;

  g_assert_true (red.red > 0.7 && red.green < 0.2 && red.blue < 0.2);
  g_assert_true (green.green > 0.4 && green.red < 0.2 && green.blue < 0.4);
  g_assert_true (yellow.red > 0.8 && yellow.green > 0.7 && yellow.blue < 0.4);
}

static void
test_safe (void)
{
  CyanTheme light = { CYAN_PALETTE_SAFE, FALSE, FALSE };
  CyanTheme dark = { CYAN_PALETTE_SAFE, TRUE, FALSE };
  CyanPaint slower = paint (&light, CYAN_VERDICT_SLOWER, CYAN_CHANGE_MODIFIED);
  CyanPaint faster = paint (&light, CYAN_VERDICT_FASTER, CYAN_CHANGE_MODIFIED);

  g_assert_cmphex (rgb_of (slower.fill), ==, 0xc64600);
  g_assert_cmphex (rgb_of (faster.fill), ==, 0x1a5fb4);
  g_assert_cmpstr (slower.sign, ==, "+");
  g_assert_cmpstr (faster.sign, ==, "\xe2\x88\x92");
  slower = paint (&dark, CYAN_VERDICT_SLOWER, CYAN_CHANGE_MODIFIED);
  faster = paint (&dark, CYAN_VERDICT_FASTER, CYAN_CHANGE_MODIFIED);
  g_assert_cmphex (rgb_of (slower.fill), ==, 0xff7800);
  g_assert_cmphex (rgb_of (faster.fill), ==, 0x62a0ea);

  g_assert_cmpint (paint (&light, CYAN_VERDICT_ADDED, CYAN_CHANGE_UNKNOWN).hatch, ==,
                   CYAN_HATCH_ADDED);
  g_assert_cmpint (paint (&light, CYAN_VERDICT_REMOVED, CYAN_CHANGE_UNKNOWN).hatch, ==,
                   CYAN_HATCH_REMOVED);
  g_assert_cmpstr (paint (&light, CYAN_VERDICT_UNCHANGED, CYAN_CHANGE_MODIFIED).sign, ==, "");
}

/* A number that some older or newer settings file may hold. */
static void
test_palette_not_known (void)
{
  CyanTheme odd = { (CyanPalette) 77, FALSE, FALSE };
  CyanTheme classic = { CYAN_PALETTE_CLASSIC, FALSE, FALSE };

  g_assert_cmphex (rgb_of (paint (&odd, CYAN_VERDICT_SLOWER, CYAN_CHANGE_MODIFIED).fill), ==,
                   rgb_of (paint (&classic, CYAN_VERDICT_SLOWER, CYAN_CHANGE_MODIFIED).fill));
  g_assert_cmpstr (cyan_palette_names[CYAN_PALETTE_CLASSIC], ==, "classic");
  g_assert_cmpstr (cyan_palette_names[CYAN_PALETTE_SAFE], ==, "safe");
  g_assert_null (cyan_palette_names[2]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/theme/contrast", test_contrast);
  g_test_add_func ("/theme/distinct", test_distinct);
  g_test_add_func ("/theme/unknown-is-unmodified", test_unknown_is_unmodified);
  g_test_add_func ("/theme/classic-hues", test_classic_hues);
  g_test_add_func ("/theme/safe", test_safe);
  g_test_add_func ("/theme/palette-not-known", test_palette_not_known);
  return g_test_run ();
}
