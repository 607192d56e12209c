/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scales and widths: how large boxes are, and the bars that say so. */
#include "layout-trees.h"
#include "tests.h"

#include <math.h>

#define GRID 0.016 /* sizes are rounded up to 1/64 px */

static const CyanScale usual = CYAN_SCALE_INIT;
static const CyanFit page = CYAN_FIT_PAGE;

/* Whether @value is 1, 2 or 5 times a power of ten. */
static gboolean
is_round (double value)
{
  double digit = value / pow (10, floor (log10 (value) + 1e-9));

  return fabs (digit - 1) < 1e-6 || fabs (digit - 2) < 1e-6 || fabs (digit - 5) < 1e-6;
}

static double
random_size (GRand *rand)
{
  return pow (10, g_rand_double_range (rand, -7, 7));
}

TEST ("/layout/scale/steps")
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);

  for (guint i = 0; i < 5000; i++)
    {
      double value = random_size (rand);
      double up = cyan_scale_step_up (value), down = cyan_scale_step_down (value);

      g_assert_true (is_round (up));
      g_assert_true (is_round (down));
      g_assert_cmpfloat (up, >=, value * (1 - 1e-6));
      g_assert_cmpfloat (down, <=, value * (1 + 1e-6));
      g_assert_cmpfloat (up, <, value * 2.5);
      g_assert_cmpfloat (down, >, value / 2.5);
      /* A step is its own step. */
      g_assert_cmpfloat_with_epsilon (cyan_scale_step_up (up), up, up * 1e-6);
      g_assert_cmpfloat_with_epsilon (cyan_scale_step_down (up), up, up * 1e-6);
    }
}

TEST ("/layout/scale/fit")
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);

  for (guint i = 0; i < 5000; i++)
    {
      CyanScale scale = usual;
      double height = MIN (random_size (rand), 1), width = random_size (rand);

      cyan_scale_fit (&scale, height, width, 0, &page);
      g_assert_cmpfloat (height * scale.px_per_height, <=, page.box_height * (1 + 1e-6));
      g_assert_cmpfloat (height * scale.px_per_height, >, page.box_height * 0.75);
      g_assert_cmpfloat (width * scale.px_per_width, <=, page.box_width * (1 + 1e-6));
      g_assert_cmpfloat (width * scale.px_per_width, >, page.box_width * 0.75);
    }
}

/* Nothing to show changes no scale, and a change that is too small to matter is not blown up. */
TEST ("/layout/scale/fit-of-nothing")
{
  CyanScale scale = usual, small, least;

  cyan_scale_fit (&scale, 0, 0, 0.005, &page);
  g_assert_cmpfloat (scale.px_per_height, ==, usual.px_per_height);
  g_assert_cmpfloat (scale.px_per_width, ==, usual.px_per_width);
  small = least = usual;
  cyan_scale_fit (&small, 1e-9, 1, 0.005, &page);
  cyan_scale_fit (&least, 0.005, 1, 0.005, &page);
  g_assert_cmpfloat (small.px_per_height, ==, least.px_per_height);
  g_assert_cmpfloat (1e-9 * small.px_per_height, <, 1);
}

/* The side of a box for a height or width of @size. */
static void
assert_side (double side, double size, double px, double min_px)
{
  g_assert_cmpfloat_with_epsilon (side, MAX (min_px, size * px), GRID + size * px * 1e-6);
}

/* Boxes are true to scale, and the largest one takes most of what @fit has for it; NULL: any. */
static void
assert_sizes (CyanLayout *layout, const CyanFit *fit)
{
  CyanComparison *comparison = cyan_layout_comparison (layout);
  const CyanScale *scale = cyan_layout_scale (layout);
  g_autoptr (GArray) all = all_placed (layout);
  double most_height = 0, most_width = 0, tallest = 0, widest = 0;

  for (guint i = 0; i < all->len; i++)
    {
      const CyanPlaced *placed = &g_array_index (all, CyanPlaced, i);
      double height =
          fabs (cyan_comparison_height (comparison, placed->node, cyan_layout_basis (layout)));
      double width = cyan_width_of (comparison, placed->node, cyan_layout_width (layout),
                                    cyan_layout_basis (layout));

      if (placed->n_folded > 0)
        continue;
      assert_side (placed->box.height, height, scale->px_per_height, scale->min_height);
      assert_side (placed->box.width, width, scale->px_per_width, scale->min_width);
      most_height = MAX (most_height, height);
      most_width = MAX (most_width, width);
      tallest = MAX (tallest, placed->box.height);
      widest = MAX (widest, placed->box.width);
    }
  if (fit == NULL)
    return;
  g_assert_cmpfloat (tallest, <=, fit->box_height + GRID);
  g_assert_cmpfloat (widest, <=, fit->box_width + GRID);
  if (most_height > comparison->threshold)
    g_assert_cmpfloat (tallest, >, fit->box_height * 0.75);
  if (most_width > 0)
    g_assert_cmpfloat (widest, >, fit->box_width * 0.75);
}

/* Of whatever is shown, the largest box fills its part of the page, and boxes compare as what they
 * stand for does. */
TEST ("/layout/scale/boxes")
{
  for (guint32 seed = 1; seed <= 3; seed++)
    for (Shape shape = SHAPE_BUSHY; shape <= SHAPE_ROWS; shape++)
      {
        g_autoptr (CyanComparison) comparison = compare_random (shape, 200, seed);
        g_autoptr (CyanLayout) layout =
            cyan_layout_new (comparison, &usual, CYAN_BASIS_SHARE, measure_by_number, NULL);
        g_autoptr (GRand) rand = g_rand_new_with_seed (seed);

        cyan_layout_set_folds (layout, TRUE);
        for (guint i = 0; i < 20; i++)
          {
            CyanScale fitting;

            cyan_layout_open (layout, CYAN_OPENING_TOP, 1u << (i % 8), G_MAXUINT);
            cyan_layout_set_width (layout, (CyanWidth) (i % 3));
            cyan_layout_set_basis (layout, (CyanBasis) (i % 2));
            assert_sizes (layout, NULL);
            cyan_layout_reveal (layout, (CyanNode) g_rand_int_range (rand, 1, 200));
            fitting = cyan_layout_fitting_scale (layout, &page);
            cyan_layout_set_scale (layout, &fitting);
            assert_sizes (layout, &page);
          }
      }
}

/* A picture that is said to fit is no larger than its room, and fills it in one direction; the same
 * picture has the same scale, whatever it had before. */
static void
assert_fits (CyanLayout *layout, const CyanFit *fit, gboolean fits)
{
  CyanRect extents;
  double zoom;

  cyan_layout_extents (layout, &extents);
  zoom = cyan_fit_zoom (fit, &extents);
  g_assert_cmpfloat (extents.width * zoom, <=, fit->width + 1e-6);
  g_assert_cmpfloat (extents.height * zoom, <=, fit->height + 1e-6);
  g_assert_cmpfloat (zoom, <=, 1.6);
  g_assert_cmpint (zoom >= fit->least_zoom - 1e-9, ==, fits);
  assert_sizes (layout, fit);
}

TEST ("/layout/scale/rooms")
{
  static const double rooms[][2] = { { 300, 200 }, { 600, 300 }, { 1200, 760 }, { 3000, 1500 } };
  guint n_fit = 0;

  for (guint32 seed = 1; seed <= 3; seed++)
    for (Shape shape = SHAPE_BUSHY; shape <= SHAPE_ROWS; shape++)
      for (guint i = 0; i < G_N_ELEMENTS (rooms); i++)
        {
          g_autoptr (CyanComparison) comparison = compare_random (shape, 200, seed);
          g_autoptr (CyanLayout) layout =
              cyan_layout_new (comparison, &usual, CYAN_BASIS_SHARE, measure_by_number, NULL);
          g_autoptr (CyanHotPath) path =
              cyan_hot_path_new (comparison, cyan_layout_top (layout), CYAN_DIRECTION_SLOWER);
          CyanFit fit = { .width = rooms[i][0], .height = rooms[i][1], .least_zoom = 0.8 }, again;
          gboolean fits;
          CyanRect first, second;

          cyan_layout_set_folds (layout, TRUE);
          cyan_layout_open_path (layout, path, G_MAXUINT);
          fits = cyan_layout_fit_opening (layout, path, &fit);
          assert_fits (layout, &fit, fits);
          for (guint k = 0; k < path->nodes->len; k++)
            g_assert_true (cyan_layout_is_shown (layout, g_array_index (path->nodes, CyanNode, k)));
          cyan_layout_extents (layout, &first);
          again = (CyanFit){ .width = 10 * fit.width, .height = fit.height, .least_zoom = 1 };
          cyan_layout_fit (layout, &again);
          again = fit;
          g_assert_cmpint (cyan_layout_fit (layout, &again), ==, fits);
          cyan_layout_extents (layout, &second);
          g_assert_cmpmem (&first, sizeof first, &second, sizeof second);
          n_fit += fits;
        }
  g_assert_cmpuint (n_fit, >, 12);
}

TEST ("/layout/scale/height-bars")
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);

  for (guint i = 0; i < 3000; i++)
    {
      CyanScale scale = usual;
      double zoom = pow (2, g_rand_double_range (rand, -6, 4));
      double run = g_rand_boolean (rand) ? 1 : random_size (rand);
      CyanScaleBar bar;

      scale.px_per_height = random_size (rand);
      bar = cyan_scale_height_bar (&scale, run, zoom, 8);
      g_assert_true (is_round (bar.value));
      g_assert_cmpfloat_with_epsilon (bar.px, bar.value / run * scale.px_per_height * zoom, 1e-6);
      g_assert_cmpfloat (bar.px, >=, 8 - 1e-6);
      g_assert_cmpfloat (bar.px, <, 20);
    }
}

/* A file may have any total. */
TEST ("/layout/scale/extreme-runs")
{
  static const double runs[] = { 5e-324, 1e-320, 1e-300, 1e300, G_MAXDOUBLE };

  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    for (int power = -20; power <= 40; power++)
      {
        CyanScale scale = usual;
        CyanScaleBar bar;

        scale.px_per_height = pow (10, power);
        bar = cyan_scale_height_bar (&scale, runs[i], 1, 8);
        g_assert_true (isfinite (bar.value));
        if (bar.px != 0)
          g_assert_true (bar.px >= 8 - 1e-6 && bar.px < 20);
      }
}

TEST ("/layout/scale/width-bars")
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);

  for (guint i = 0; i < 3000; i++)
    {
      CyanScale scale = usual;
      double zoom = pow (2, g_rand_double_range (rand, -3, 3));

      scale.px_per_width = pow (10, g_rand_double_range (rand, 0, 2.5));
      for (CyanWidth width = CYAN_WIDTH_CALLS; width <= CYAN_WIDTH_SELF; width++)
        {
          CyanScaleBar bar = cyan_scale_width_bar (&scale, width, zoom, 8);
          double w = width == CYAN_WIDTH_CALLS ? cyan_width_of_calls (bar.value)
                                               : cyan_width_of_part (bar.value);
          double power = log10 (bar.value);

          g_assert_cmpfloat_with_epsilon (power, round (power), 1e-6);
          g_assert_cmpfloat_with_epsilon (bar.px, w * scale.px_per_width * zoom, 1e-6 * bar.px);
          if (width != CYAN_WIDTH_CALLS)
            g_assert_cmpfloat (bar.value, <=, 1);
          /* Of values that there are, the least that is long enough. */
          if (bar.px >= 8 && bar.value > (width == CYAN_WIDTH_CALLS ? 1 : 1e-4))
            g_assert_cmpfloat ((width == CYAN_WIDTH_CALLS ? cyan_width_of_calls (bar.value / 10)
                                                          : cyan_width_of_part (bar.value / 10))
                                   * scale.px_per_width * zoom,
                               <, 8);
        }
    }
}

static void
assert_width (const CyanComparison *comparison,
              const char *name,
              CyanWidth width,
              CyanBasis basis,
              double expected)
{
  g_assert_cmpfloat_with_epsilon (
      cyan_width_of (comparison, find_node (comparison, name), width, basis), expected, 1e-6);
}

/* a has a quarter of the first run and three quarters of the second, which takes four times as
 * long. */
TEST ("/layout/scale/kinds")
{
  g_autoptr (CyanComparison) comparison =
      compare_texts ("main:0*1(a:25*1 b:75*3)", "main:0*1(a:300*10 b:100*3)");

  g_assert_cmpint (cyan_width_default (comparison), ==, CYAN_WIDTH_CALLS);
  for (CyanBasis basis = CYAN_BASIS_SHARE; basis <= CYAN_BASIS_ABSOLUTE; basis++)
    {
      assert_width (comparison, "a", CYAN_WIDTH_CALLS, basis, log (10));
      assert_width (comparison, "b", CYAN_WIDTH_CALLS, basis, 0);
      assert_width (comparison, "a", CYAN_WIDTH_SIZE, basis, log (7501));
      assert_width (comparison, "main", CYAN_WIDTH_SIZE, basis, log (10001));
      assert_width (comparison, "main", CYAN_WIDTH_SELF, basis, 0);
    }
  assert_width (comparison, "a", CYAN_WIDTH_SELF, CYAN_BASIS_SHARE, log (5001));
  assert_width (comparison, "b", CYAN_WIDTH_SELF, CYAN_BASIS_SHARE, log (5001));
  assert_width (comparison, "a", CYAN_WIDTH_SELF, CYAN_BASIS_ABSOLUTE, log (27501));
  assert_width (comparison, "b", CYAN_WIDTH_SELF, CYAN_BASIS_ABSOLUTE, log (2501));
}

/* Where calls are unknown, boxes are as wide as what they stand for is large. */
TEST ("/layout/scale/unknown-calls")
{
  g_autoptr (CyanComparison) comparison = compare_texts ("m:0(a:1 b:99)", "m:0(a:1 b:99)");
  g_autoptr (CyanLayout) layout =
      cyan_layout_new (comparison, &usual, CYAN_BASIS_SHARE, NULL, NULL);
  CyanPlaced a, b;

  g_assert_cmpint (cyan_layout_width (layout), ==, CYAN_WIDTH_SIZE);
  cyan_layout_open (layout, CYAN_OPENING_ALL, 0, G_MAXUINT);
  g_assert_true (cyan_layout_position_of (layout, find_node (comparison, "a"), &a));
  g_assert_true (cyan_layout_position_of (layout, find_node (comparison, "b"), &b));
  g_assert_cmpfloat_with_epsilon (a.box.width, 12 * log (101), GRID);
  g_assert_cmpfloat_with_epsilon (b.box.width, 12 * log (9901), GRID);
  cyan_layout_set_width (layout, CYAN_WIDTH_CALLS);
  g_assert_true (cyan_layout_position_of (layout, find_node (comparison, "b"), &b));
  g_assert_cmpfloat (b.box.width, ==, usual.min_width);
}
