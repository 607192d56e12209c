/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A transformation that mirrors leaves texts and hatches readable. */
#include "paint-fixture.h"
#include "tests.h"

#include <string.h>

#define WIDTH  200
#define HEIGHT 60

/* The pixels of a scene with the one @item, whose x counts from the middle. */
static cairo_surface_t *
draw (const CyanItem *item, gboolean mirrored)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  cairo_t *cairo = cairo_create (surface);
  CyanScene scene = { .bounds = { -WIDTH / 2, 0, WIDTH, HEIGHT } };

  scene.items = g_array_new (FALSE, FALSE, sizeof (CyanItem));
  g_array_append_vals (scene.items, item, 1);
  cairo_translate (cairo, WIDTH / 2, 0);
  if (mirrored)
    cairo_scale (cairo, -1, 1);
  cyan_scene_draw (&scene, cairo);
  cairo_destroy (cairo);
  g_array_unref (scene.items);
  return surface;
}

static guint32
pixel (cairo_surface_t *surface, int x, int y)
{
  const guchar *row =
      cairo_image_surface_get_data (surface) + (gsize) y * cairo_image_surface_get_stride (surface);

  return ((const guint32 *) (gconstpointer) row)[x];
}

/* Whether @item mirrored looks like @image, which is not; and is not empty. */
static void
assert_mirror_image (const CyanItem *item, const CyanItem *image)
{
  cairo_surface_t *mirrored = draw (item, TRUE), *plain = draw (image, FALSE);
  guint n_inked = 0;

  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++)
      {
        g_assert_cmphex (pixel (mirrored, x, y), ==, pixel (plain, x, y));
        n_inked += pixel (plain, x, y) != 0;
      }
  g_assert_cmpuint (n_inked, >, 50);
  cairo_surface_destroy (mirrored);
  cairo_surface_destroy (plain);
}

/* A line that began at a point ends at its mirror image, and is read in its own direction. */
TEST ("/paint/mirrored/texts")
{
  static const char *const texts[] = { "find_entry", "שלום עולם", "−77.3 %" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      CyanItem item = { .kind = CYAN_ITEM_TEXT,
                        .node = CYAN_NODE_NONE,
                        .x = 10,
                        .y = 30,
                        .width = 80,
                        .fill = { 0, 0, 0, 1 },
                        .text = (char *) texts[i],
                        .font_size = 12 };
      CyanItem image = item;

      image.x = -10;
      image.align = 1;
      assert_mirror_image (&item, &image);
    }
}

/* So does one along an arc. */
TEST ("/paint/mirrored/arcs")
{
  for (int side = -1; side <= 1; side += 2)
    {
      CyanItem item = { .kind = CYAN_ITEM_TEXT,
                        .node = CYAN_NODE_NONE,
                        .x = 10,
                        .y = side > 0 ? 60 : 0,
                        .bend = side * 40,
                        .start = side > 0 ? 0.5 : G_PI - 0.5,
                        .width = 40,
                        .align = 0.5,
                        .fill = { 0, 0, 0, 1 },
                        .text = (char *) "jv_keys",
                        .font_size = 12 };
      CyanItem image = item;

      image.x = -10;
      image.start = -item.start;
      assert_mirror_image (&item, &image);
    }
}

/* Boxes go to the other side; the lines of a hatch keep their slope. */
TEST ("/paint/mirrored/boxes")
{
  CyanItem box = { .kind = CYAN_ITEM_RECT,
                   .node = CYAN_NODE_NONE,
                   .x = 10,
                   .y = 10,
                   .width = 50,
                   .height = 30,
                   .fill = { 0.8, 0.2, 0.2, 1 } };
  CyanItem image = box;

  image.x = -60;
  assert_mirror_image (&box, &image);
  /* In the middle, where the grid of the hatch is its own mirror image. */
  box.x = -30;
  box.width = 60;
  box.hatch = CYAN_HATCH_SHARE_ONLY;
  assert_mirror_image (&box, &box);
}
