/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pictures as PNG, PDF and files: others can read them, they contain the drawing, and they are
 * written completely or not at all.
 */
#include "paint-fixture.h"

#include "cyan-error.h"
#include "tests.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#define PREFIX_OF_PDF "%PDF-"

typedef struct
{
  const guint8 *data;
  gsize left;
} Reader;

static cairo_status_t
read_bytes (void *data, unsigned char *to, unsigned int length)
{
  Reader *reader = data;

  if (length > reader->left)
    return CAIRO_STATUS_READ_ERROR;
  memcpy (to, reader->data, length);
  reader->data += length;
  reader->left -= length;
  return CAIRO_STATUS_SUCCESS;
}

static cairo_surface_t *
decode (GBytes *png)
{
  Reader reader = { 0 };
  cairo_surface_t *surface;

  reader.data = g_bytes_get_data (png, &reader.left);
  surface = cairo_image_surface_create_from_png_stream (read_bytes, &reader);
  g_assert_cmpint (cairo_surface_status (surface), ==, CAIRO_STATUS_SUCCESS);
  cairo_surface_flush (surface);
  return surface;
}

static void
assert_pixel (cairo_surface_t *surface, double x, double y, CyanColor expected)
{
  const guint8 *row = cairo_image_surface_get_data (surface)
                      + (gsize) y * (gsize) cairo_image_surface_get_stride (surface);
  guint32 pixel;

  memcpy (&pixel, row + 4 * (gsize) x, sizeof pixel);
  g_assert_cmpfloat (fabs (((pixel >> 16) & 0xff) - expected.red * 255), <=, 1.5);
  g_assert_cmpfloat (fabs (((pixel >> 8) & 0xff) - expected.green * 255), <=, 1.5);
  g_assert_cmpfloat (fabs ((pixel & 0xff) - expected.blue * 255), <=, 1.5);
}

/* An empty scene of this size. */
static CyanScene *
scene_of_size (double width, double height)
{
  CyanScene *scene = golden_page ();

  scene->bounds.width = width;
  scene->bounds.height = height;
  return scene;
}

static char *
text_of_pdf (GBytes *pdf)
{
  static const char *const argv[] = { "pdftotext", "-layout", "-", "-", NULL };

  return ask (argv, pdf);
}

TEST ("/paint/export/png")
{
  static const double zooms[] = { 1, 2, 3 };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (zooms); i++)
    {
      double zoom = zooms[i / 2];
      g_autoptr (GBytes) png = NULL;
      g_autoptr (CyanScene) scene = NULL;
      cairo_surface_t *surface;
      Picture picture;
      guint n_boxes = 0;

      picture_init (&picture, compare_golden (i % 2 == 1), &usual_scale);
      scene = picture_tree (&picture);
      png = MUST (cyan_scene_to_png (scene, zoom, NULL, &failure));
      surface = decode (png);
      g_assert_cmpint (cairo_image_surface_get_width (surface), ==,
                       (int) ceil (scene->bounds.width * zoom));
      g_assert_cmpint (cairo_image_surface_get_height (surface), ==,
                       (int) ceil (scene->bounds.height * zoom));
      assert_pixel (surface, 0, 0, scene->background);
      for (guint j = 0; j < scene->items->len; j++)
        {
          const CyanItem *item = &g_array_index (scene->items, CyanItem, j);

          if (!is_box (item) || item->hatch != CYAN_HATCH_NONE)
            continue;
          n_boxes++;
          assert_pixel (surface, (item->x + item->width / 2 - scene->bounds.x) * zoom,
                        (item->y + item->height / 2 - scene->bounds.y) * zoom, item->fill);
        }
      g_assert_cmpuint (n_boxes, ==, 7);
      cairo_surface_destroy (surface);
      picture_clear (&picture);
    }
}

/* Letters, edges and hatches leave visible pixels. */
TEST ("/paint/export/png-ink")
{
  Picture picture;
  g_autoptr (CyanScene) scene = NULL;

  picture_init (&picture, compare_golden (FALSE), &usual_scale);
  scene = picture_tree (&picture);
  for (CyanItemKind kind = CYAN_ITEM_RECT; kind <= CYAN_ITEM_TEXT; kind++)
    {
      g_autoptr (GBytes) with = cyan_scene_to_png (scene, 1, NULL, NULL);
      g_autoptr (GBytes) without = NULL;

      for (guint i = scene->items->len; i-- > 0;)
        if (g_array_index (scene->items, CyanItem, i).kind == kind)
          g_array_remove_index (scene->items, i);
      without = cyan_scene_to_png (scene, 1, NULL, NULL);
      g_assert_false (g_bytes_equal (with, without));
    }
  picture_clear (&picture);
}

/* How many pixels of a part differ, where black beside white is one. */
static double
difference_of (cairo_surface_t *const *surfaces, int x, int y, int width, int height)
{
  int stride = cairo_image_surface_get_stride (surfaces[0]), sum = 0;

  for (int row = y; row < y + height; row++)
    for (int i = row * stride + 4 * x; i < row * stride + 4 * (x + width); i++)
      sum += abs (cairo_image_surface_get_data (surfaces[0])[i]
                  - cairo_image_surface_get_data (surfaces[1])[i]);
  return sum / (3.0 * 255);
}

/* Drawn in parts, as on several pages, the picture is the same. */
TEST ("/paint/export/parts")
{
  const int width = 37, height = 23;
  g_autoptr (CyanScene) page = golden_page ();
  int all_width = (int) ceil (page->bounds.width), all_height = (int) ceil (page->bounds.height);
  cairo_surface_t *surfaces[2];

  for (guint in_parts = 0; in_parts < 2; in_parts++)
    {
      cairo_t *cairo;

      surfaces[in_parts] = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, all_width, all_height);
      cairo = cairo_create (surfaces[in_parts]);
      if (!in_parts)
        cyan_scene_draw (page, cairo);
      for (int y = 0; in_parts && y < all_height; y += height)
        for (int x = 0; x < all_width; x += width)
          {
            cairo_save (cairo);
            cairo_rectangle (cairo, x, y, width, height);
            cairo_clip (cairo);
            cyan_scene_draw (page, cairo);
            cairo_restore (cairo);
          }
      cairo_destroy (cairo);
      cairo_surface_flush (surfaces[in_parts]);
    }
  /* Cairo draws a curve as a whole or as a part of it, with other rounding at its edge: up to 84 of
   * 255 with version 1.18.  What is missing in a part is much more of it. */
  for (int y = 0; y < all_height; y += height)
    for (int x = 0; x < all_width; x += width)
      g_assert_cmpfloat (
          difference_of (surfaces, x, y, MIN (width, all_width - x), MIN (height, all_height - y)),
          <, 0.03 * width * height);
  cairo_surface_destroy (surfaces[0]);
  cairo_surface_destroy (surfaces[1]);
}

TEST ("/paint/export/png-limit")
{
  static const struct
  {
    double width, height;
  } sizes[] = { { CYAN_PNG_MAX_SIDE + 1, 10 }, { 10, 1e9 }, { 30000, 30000 }, { INFINITY, 10 } };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (CyanScene) scene = scene_of_size (sizes[i].width, sizes[i].height);
      g_autoptr (GError) error = NULL;

      g_assert_null (cyan_scene_to_png (scene, 1, NULL, &error));
      g_assert_error (error, CYAN_ERROR, CYAN_ERROR_LIMIT);
      g_assert_nonnull (strstr (error->message, "too large for a PNG"));
      g_assert_nonnull (strstr (error->message, "32767 a side"));
      g_assert_null (strchr (error->message, '\n'));
    }
}

TEST ("/paint/export/pdf")
{
  static const char *const names[] = { "build(InputSource)",
                                       "parse_proxy",
                                       "createContentHandler",
                                       "new, +36.7 pp",
                                       "jq 1.5",
                                       "+102 %",
                                       "added",
                                       "source unknown" };
  g_autoptr (CyanScene) page = golden_page ();
  g_autoptr (GBytes) pdf = MUST (cyan_scene_to_pdf (page, NULL, &failure));
  g_autofree char *text = NULL;

  g_assert_cmpuint (g_bytes_get_size (pdf), >, 1000);
  g_assert_cmpmem (g_bytes_get_data (pdf, NULL), strlen (PREFIX_OF_PDF), PREFIX_OF_PDF,
                   strlen (PREFIX_OF_PDF));
  text = text_of_pdf (pdf);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strstr (text, names[i]) == NULL)
      g_error ("\"%s\" is not in\n%s", names[i], text);
}

/* A picture larger than PDF readers show is scaled down to one page. */
TEST ("/paint/export/pdf-large")
{
  g_autoptr (CyanScene) scene = scene_of_size (100000, 5000);
  g_autoptr (GBytes) pdf = cyan_scene_to_pdf (scene, NULL, NULL);
  static const char *const argv[] = { "pdfinfo", "-", NULL };
  g_autofree char *said = ask (argv, pdf);

  g_assert_nonnull (strstr (said, "14400 x 720 pts"));
  g_assert_nonnull (strstr (said, "Pages:           1\n"));
  g_assert_nonnull (strstr (said, "jq 1.5 \xe2\x86\x92 jq 1.6"));
}

/* The date of a document is that of its source, if it is known. */
TEST ("/paint/export/pdf-date")
{
  static const char *const argv[] = { "pdfinfo", "-isodates", "-", NULL };
  g_autoptr (CyanScene) page = golden_page ();
  g_autoptr (GBytes) pdf = NULL;
  g_autofree char *said = NULL;

  g_setenv ("SOURCE_DATE_EPOCH", "1356998400", TRUE);
  pdf = cyan_scene_to_pdf (page, NULL, NULL);
  g_unsetenv ("SOURCE_DATE_EPOCH");
  said = ask (argv, pdf);
  g_assert_nonnull (strstr (said, "2013-01-01"));
}

TEST ("/paint/export/hostile")
{
  g_autoptr (CyanScene) page = hostile_page ();
  g_autoptr (GBytes) png = MUST (cyan_scene_to_png (page, 1, NULL, &failure));
  g_autoptr (GBytes) pdf = NULL;
  g_autofree char *text = NULL;

  cairo_surface_destroy (decode (png));
  pdf = MUST (cyan_scene_to_pdf (page, NULL, &failure));
  text = text_of_pdf (pdf);
  g_assert_nonnull (strstr (text, "<script>alert(1)</script>"));
}

TEST ("/paint/export/same-bytes")
{
  for (guint i = 0; i < 2; i++)
    {
      CyanScene *(*make) (void) = i ? hostile_page : golden_page;
      g_autoptr (CyanScene) one = make ();
      g_autoptr (CyanScene) other = make ();
      g_autoptr (GBytes) png = cyan_scene_to_png (one, 1, NULL, NULL);
      g_autoptr (GBytes) pdf = cyan_scene_to_pdf (one, NULL, NULL);
      g_autoptr (GBytes) svg = cyan_scene_to_svg (one, NULL, NULL);
      g_autoptr (GBytes) png_again = cyan_scene_to_png (one, 1, NULL, NULL);
      g_autoptr (GBytes) pdf_again = NULL;
      g_autoptr (GBytes) svg_again = cyan_scene_to_svg (one, NULL, NULL);
      g_autoptr (GBytes) other_png = cyan_scene_to_png (other, 1, NULL, NULL);
      g_autoptr (GBytes) other_pdf = NULL;
      g_autoptr (GBytes) other_svg = cyan_scene_to_svg (other, NULL, NULL);

      /* A document made a second later has the same bytes. */
      test_wait_for_next_second ();
      pdf_again = cyan_scene_to_pdf (one, NULL, NULL);
      other_pdf = cyan_scene_to_pdf (other, NULL, NULL);
      g_assert_true (g_bytes_equal (png, png_again));
      g_assert_true (g_bytes_equal (pdf, pdf_again));
      g_assert_true (g_bytes_equal (svg, svg_again));
      g_assert_true (g_bytes_equal (png, other_png));
      g_assert_true (g_bytes_equal (pdf, other_pdf));
      g_assert_true (g_bytes_equal (svg, other_svg));
    }
}

static char *
new_folder (void)
{
  char *folder = MUST (g_dir_make_tmp ("cyan-export-XXXXXX", &failure));

  return folder;
}

static guint
n_files (const char *folder)
{
  g_autoptr (GDir) dir = MUST (g_dir_open (folder, 0, &failure));
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

static void
remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (folder);
}

static GBytes *
contents (const char *path)
{
  char *data;
  gsize length;

  MUST (g_file_get_contents (path, &data, &length, &failure));
  return g_bytes_new_take (data, length);
}

/* Saves as @name in @folder and returns the content of the file. */
static GBytes *
saved (const CyanScene *scene, const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  MUST (cyan_scene_save (scene, path, NULL, NULL, &failure));
  return contents (path);
}

TEST ("/paint/export/save")
{
  g_autofree char *folder = new_folder ();
  g_autofree char *old = g_build_filename (folder, "old.svg", NULL);
  g_autoptr (CyanScene) page = golden_page ();
  g_autoptr (GBytes) png = cyan_scene_to_png (page, 2, NULL, NULL);
  g_autoptr (GBytes) pdf = cyan_scene_to_pdf (page, NULL, NULL);
  g_autoptr (GBytes) svg = cyan_scene_to_svg (page, NULL, NULL);
  g_autoptr (GBytes) saved_png = saved (page, folder, "a.png");
  g_autoptr (GBytes) saved_pdf = saved (page, folder, "a.pdf");
  g_autoptr (GBytes) saved_svg = saved (page, folder, "a.SVG");
  g_autoptr (GBytes) replaced = NULL;
  g_autofree char *much = g_strnfill (1000000, 'x');

  g_assert_true (g_bytes_equal (png, saved_png));
  g_assert_true (g_bytes_equal (pdf, saved_pdf));
  g_assert_true (g_bytes_equal (svg, saved_svg));

  /* Nothing of a longer old file remains. */
  g_assert_true (g_file_set_contents (old, much, -1, NULL));
  replaced = saved (page, folder, "old.svg");
  g_assert_true (g_bytes_equal (svg, replaced));
  g_assert_cmpuint (n_files (folder), ==, 4);
  remove_folder (folder);
}

/* One pixel per unit if two would be too many. */
TEST ("/paint/export/save-large")
{
  g_autofree char *folder = new_folder ();
  g_autoptr (CyanScene) scene = scene_of_size (20000, 100);
  g_autoptr (GBytes) png = saved (scene, folder, "large.png");
  cairo_surface_t *surface = decode (png);

  g_assert_cmpint (cairo_image_surface_get_width (surface), ==, 20000);
  g_assert_cmpint (cairo_image_surface_get_height (surface), ==, 100);
  cairo_surface_destroy (surface);
  remove_folder (folder);
}

TEST ("/paint/export/png-size")
{
  static const struct
  {
    const char *text;
    int width, height;
  } sizes[] = { { "1", 700, 33 },       { "3", 2100, 99 }, { "1.5", 1050, 50 }, { "0.1", 70, 4 },
                { "1000px", 1000, 48 }, { "1px", 1, 1 },   { "999px", 999, 48 } };
  static const char *const wrong[] = { "",        "0",       "0.05",
                                       "101",     "-1",      "x",
                                       "nan",     "2x",      "0px",
                                       "-5px",    "1.5px",   "px",
                                       "40000px", "1920 px", "99999999999999999999px" };
  g_autoptr (CyanScene) scene = scene_of_size (700, 33);
  CyanPngSize size;

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (GBytes) png = NULL;
      cairo_surface_t *surface;

      g_assert_true (cyan_png_size_parse (sizes[i].text, &size));
      png = cyan_scene_to_png (scene, cyan_scene_png_zoom (scene, &size), NULL, NULL);
      surface = decode (png);
      g_assert_cmpint (cairo_image_surface_get_width (surface), ==, sizes[i].width);
      g_assert_cmpint (cairo_image_surface_get_height (surface), ==, sizes[i].height);
      cairo_surface_destroy (surface);
    }
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    g_assert_false (cyan_png_size_parse (wrong[i], &size));
}

static void
assert_fails (const CyanScene *scene, const char *path, CyanError code, const char *part)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *shown = g_filename_display_name (path);

  g_assert_false (cyan_scene_save (scene, path, NULL, NULL, &error));
  g_assert_error (error, CYAN_ERROR, (int) code);
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
  g_assert_true (g_str_has_prefix (error->message, shown));
  g_assert_nonnull (strstr (error->message, part));
  g_assert_null (strchr (error->message, '\n'));
}

typedef struct
{
  guint n;    /* number of polls */
  guint stop; /* the poll that says stop; 0: none */
  double last;
} Ticker;

static gboolean
tick (double fraction, const char *what, gpointer data)
{
  Ticker *ticker = data;

  g_assert_cmpfloat (fraction, >=, ticker->last);
  g_assert_cmpfloat (fraction, <=, 1);
  g_assert_nonnull (what);
  ticker->last = fraction;
  return ++ticker->n != ticker->stop;
}

/* Stopped at any moment, there is no new file, and an old one is unchanged. */
TEST ("/paint/export/save-stopped")
{
  static const char *const names[] = { "a.svg", "a.png", "a.pdf" };
  g_autofree char *folder = new_folder ();
  g_autoptr (CyanScene) page = golden_page ();

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);
      g_autofree char *text = NULL;
      g_autoptr (GBytes) whole = NULL, ticked = NULL;
      Ticker ticker = { 0 };
      guint stops[3];

      whole = saved (page, folder, names[i]);
      g_assert_true (
          cyan_scene_save (page, path, NULL, &(CyanTick) CYAN_TICK_INIT (tick, &ticker), NULL));
      ticked = contents (path);
      g_assert_true (g_bytes_equal (whole, ticked));
      g_assert_cmpuint (ticker.n, >=, 2);
      stops[0] = 1;
      stops[1] = ticker.n / 2 + 1;
      stops[2] = ticker.n;
      for (guint k = 0; k < G_N_ELEMENTS (stops); k++)
        for (guint old = 0; old <= 1; old++)
          {
            g_autoptr (GError) error = NULL;

            ticker = (Ticker){ 0, stops[k], 0 };
            if (old)
              g_assert_true (g_file_set_contents (path, "old", -1, NULL));
            else
              g_remove (path);
            g_assert_false (cyan_scene_save (page, path, NULL,
                                             &(CyanTick) CYAN_TICK_INIT (tick, &ticker), &error));
            g_assert_error (error, CYAN_ERROR, (int) CYAN_ERROR_CANCELLED);
            g_assert_cmpuint (ticker.n, ==, stops[k]);
            g_assert_cmpuint (n_files (folder), ==, old);
            if (old)
              {
                g_clear_pointer (&text, g_free);
                g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
                g_assert_cmpstr (text, ==, "old");
              }
          }
      g_remove (path);
    }
  remove_folder (folder);
}

TEST ("/paint/export/save-fails")
{
  static const char *const others[] = { "a.gif", "svg", "a.svg.txt", "a.", "a.svgz", "\xff.gif" };
  g_autofree char *folder = new_folder ();
  g_autofree char *inside = g_build_filename (folder, "folder.png", NULL);
  g_autofree char *nowhere = g_build_filename (folder, "none", "a.svg", NULL);
  g_autofree char *huge = g_build_filename (folder, "huge.png", NULL);
  g_autoptr (CyanScene) page = golden_page ();
  g_autoptr (CyanScene) large = scene_of_size (40000, 100);
  g_autoptr (GBytes) kept = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_autofree char *path = g_build_filename (folder, others[i], NULL);

      assert_fails (page, path, CYAN_ERROR_UNSUPPORTED, "expected .svg, .png or .pdf");
    }
  assert_fails (page, folder, CYAN_ERROR_IO, "is a directory");
  assert_fails (page, nowhere, CYAN_ERROR_IO, "cannot be written");
  assert_fails (large, huge, CYAN_ERROR_LIMIT, "too large for a PNG");
  g_assert_cmpuint (n_files (folder), ==, 0);

  g_assert_cmpint (g_mkdir (inside, 0700), ==, 0);
  assert_fails (page, inside, CYAN_ERROR_IO, "is a directory");
  g_rmdir (inside);

  /* The old file stays. */
  g_assert_true (g_file_set_contents (huge, "old", -1, NULL));
  assert_fails (large, huge, CYAN_ERROR_LIMIT, "too large for a PNG");
  kept = contents (huge);
  g_assert_cmpmem (g_bytes_get_data (kept, NULL), g_bytes_get_size (kept), "old", 3);
  remove_folder (folder);
}
