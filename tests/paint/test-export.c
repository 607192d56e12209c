/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files: read back by other programs. */
#include "paint-case.h"

#include "cyan-error.h"

#include <glib/gstdio.h>
#include <locale.h>
#include <math.h>
#include <string.h>

static char *folder;

static CyanScene *
page_of (PaintCase *self)
{
  CyanTitles titles = { "before", "after" };

  return cyan_scene_new_page (self->layout, &self->style, &titles, NULL);
}

static char *
path_of (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

/* Runs a program on a file and returns what it says. */
static char *
run (const char *program, const char *option, const char *path, const char *output)
{
  const char *argv[] = { program, option, path, output, NULL };
  g_autoptr (GError) error = NULL;
  char *out = NULL;
  int status;

  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &out, NULL, &status,
                &error);
  g_assert_no_error (error);
  g_spawn_check_wait_status (status, &error);
  g_assert_no_error (error);
  return out;
}

static char *
svg_of (const CyanScene *scene)
{
  g_autoptr (GBytes) bytes = cyan_scene_to_svg (scene);

  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

static void
assert_well_formed (const char *svg)
{
  g_autofree char *path = path_of ("check.svg");

  g_assert_true (g_file_set_contents (path, svg, -1, NULL));
  g_free (run ("xmllint", "--noout", path, NULL));
}

static void
test_svg (void)
{
  g_autoptr (PaintCase) self = paint_case_new (GOLDEN_BEFORE, GOLDEN_AFTER);
  g_autoptr (CyanScene) page = page_of (self);
  g_autofree char *svg = svg_of (page);

  assert_well_formed (svg);
  g_assert_nonnull (strstr (svg, ">new_method</text>"));
  g_assert_nonnull (strstr (svg, "<title>new_method\nadded\nshare 0 % \xe2\x86\x92 36.7 %, "
                                 "+36.7 %\ntotal 0 ns \xe2\x86\x92 699 ns, +699 ns"));
  g_assert_nonnull (strstr (svg, "font-family=\"Cantarell"));
  g_assert_nonnull (strstr (svg, "<pattern "));
  g_assert_null (strstr (svg, "href"));
}

static void
test_svg_hostile (void)
{
  static const char *const names[] = {
    "<b>&amp;</title><script>alert(1)</script>",
    "]]><!--",
    "\" onload=\"x",
    "line\nbreak\x01\x1b[31m",
    "turn\xe2\x80\xae"
    "ed",
    "\xef\xbf\xbe",
  };
  GString *text = g_string_new ("main:1*1(");
  g_autofree char *giant = g_strnfill (100000, '<');
  g_autoptr (PaintCase) self = NULL;
  g_autoptr (CyanScene) page = NULL;
  g_autofree char *svg = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_string_append_printf (text, "'%s':100*3 ", names[i]);
  g_string_append_printf (text, "'%s':100*3)", giant);
  self = paint_case_new ("main:1*1", text->str);
  g_string_free (text, TRUE);
  page = page_of (self);
  svg = svg_of (page);
  assert_well_formed (svg);
  g_assert_null (strstr (svg, "<script"));
  g_assert_null (strstr (svg, " onload=\""));
  g_assert_null (strstr (svg, "\xe2\x80\xae"));
  g_assert_null (strstr (svg, "<b>"));
  g_assert_nonnull (strstr (svg, "&lt;b&gt;&amp;amp;&lt;/title&gt;&lt;script&gt;"));
  /* A name is drawn cut, and told cut, so the giant one cannot swell the file. */
  g_assert_cmpuint (strlen (svg), <, 60000);
}

typedef struct
{
  const guint8 *bytes;
  gsize left;
} Stream;

static cairo_status_t
read_stream (void *data, unsigned char *to, unsigned int length)
{
  Stream *stream = data;

  if (length > stream->left)
    return CAIRO_STATUS_READ_ERROR;
  memcpy (to, stream->bytes, length);
  stream->bytes += length;
  stream->left -= length;
  return CAIRO_STATUS_SUCCESS;
}

static cairo_surface_t *
decode_png (GBytes *bytes)
{
  Stream stream;
  cairo_surface_t *surface;

  stream.bytes = g_bytes_get_data (bytes, &stream.left);
  surface = cairo_image_surface_create_from_png_stream (read_stream, &stream);
  g_assert_cmpint (cairo_surface_status (surface), ==, CAIRO_STATUS_SUCCESS);
  return surface;
}

static guint32
pixel_at (cairo_surface_t *surface, double x, double y)
{
  const guint8 *row =
      cairo_image_surface_get_data (surface)
      + (gsize) lround (floor (y)) * (gsize) cairo_image_surface_get_stride (surface);

  return ((const guint32 *) (const void *) row)[lround (floor (x))] & 0xffffff;
}

static void
test_png (void)
{
  static const char *const names[] = { "slow", "quick", "old", "fresh", "kept", "main" };

  for (guint i = 0; i < 4; i++)
    {
      g_autoptr (PaintCase) self = paint_case_new (ALL_BEFORE, ALL_AFTER);
      g_autoptr (CyanScene) page = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (GBytes) bytes = NULL;
      double zoom = i & 1 ? 2 : 1;
      cairo_surface_t *surface;

      self->style.theme.dark = (i & 2) != 0;
      page = page_of (self);
      bytes = cyan_scene_to_png (page, zoom, &error);
      g_assert_no_error (error);
      surface = decode_png (bytes);
      g_assert_cmpint (cairo_image_surface_get_width (surface), ==,
                       (int) (page->bounds.width * zoom));
      g_assert_cmpint (cairo_image_surface_get_height (surface), ==,
                       (int) (page->bounds.height * zoom));
      for (guint j = 0; j < G_N_ELEMENTS (names); j++)
        {
          const CyanItem *box = box_of (self, page, names[j]);
          double y = box->y + (box->height > 30 ? 6 : box->height / 2);

          g_assert_cmphex (pixel_at (surface, (box->x + box->width / 2) * zoom, y * zoom), ==,
                           rgb_of (box->fill));
        }
      g_assert_cmphex (pixel_at (surface, 2, 2), ==,
                       rgb_of (cyan_theme_background (&self->style.theme)));
      cairo_surface_destroy (surface);
    }
}

static void
test_png_too_large (void)
{
  g_autoptr (PaintCase) self = paint_case_new (GOLDEN_BEFORE, GOLDEN_AFTER);
  g_autoptr (CyanScene) page = page_of (self);
  g_autoptr (GError) error = NULL;
  g_autofree char *path = path_of ("large.png");

  g_assert_null (cyan_scene_to_png (page, 1000, &error));
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_LIMIT);
  g_clear_error (&error);
  /* Either side fits, but not both. */
  page->bounds.width = page->bounds.height = 30000;
  g_assert_null (cyan_scene_to_png (page, 1, &error));
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_LIMIT);
  g_clear_error (&error);
  g_assert_false (cyan_scene_save (page, path, &error));
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_LIMIT);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
}

static void
test_pdf (void)
{
  g_autoptr (PaintCase) self = paint_case_new (GOLDEN_BEFORE, GOLDEN_AFTER);
  g_autoptr (CyanScene) page = page_of (self);
  g_autoptr (GError) error = NULL;
  g_autofree char *path = path_of ("page.pdf");
  g_autofree char *bytes = NULL;
  g_autofree char *text = NULL;

  g_assert_true (cyan_scene_save (page, path, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &bytes, NULL, NULL));
  g_assert_true (g_str_has_prefix (bytes, "%PDF"));
  text = run ("pdftotext", "-layout", path, "-");
  g_assert_nonnull (strstr (text, "build(InputSource)"));
  g_assert_nonnull (strstr (text, "new_method"));
  g_assert_nonnull (strstr (text, "before \xe2\x86\x92 after"));
  g_assert_nonnull (strstr (text, "no significant change"));
}

static void
test_same_bytes (void)
{
  g_autoptr (PaintCase) one = paint_case_new (ALL_BEFORE, ALL_AFTER);
  g_autoptr (PaintCase) two = paint_case_new (ALL_BEFORE, ALL_AFTER);
  g_autoptr (CyanScene) first = NULL;
  g_autoptr (CyanScene) second = NULL;
  GBytes *pairs[3][2];

  one->style.theme.palette = two->style.theme.palette = CYAN_PALETTE_SAFE;
  first = page_of (one);
  second = page_of (two);
  pairs[0][0] = cyan_scene_to_svg (first);
  pairs[1][0] = cyan_scene_to_png (first, 1, NULL);
  pairs[2][0] = cyan_scene_to_pdf (first, NULL);
  g_usleep (1100 * 1000); /* a document that tells the time tells another one now */
  pairs[0][1] = cyan_scene_to_svg (second);
  pairs[1][1] = cyan_scene_to_png (second, 1, NULL);
  pairs[2][1] = cyan_scene_to_pdf (second, NULL);
  for (guint i = 0; i < 3; i++)
    {
      g_assert_true (g_bytes_equal (pairs[i][0], pairs[i][1]));
      g_bytes_unref (pairs[i][0]);
      g_bytes_unref (pairs[i][1]);
    }
}

static void
test_pdf_date (void)
{
  g_autoptr (PaintCase) self = paint_case_new (GOLDEN_BEFORE, GOLDEN_AFTER);
  g_autoptr (CyanScene) page = page_of (self);
  g_autofree char *path = path_of ("dated.pdf");
  g_autofree char *said = NULL;

  g_setenv ("SOURCE_DATE_EPOCH", "1356998400", TRUE);
  g_assert_true (cyan_scene_save (page, path, NULL));
  g_unsetenv ("SOURCE_DATE_EPOCH");
  g_assert_true (g_file_get_contents (path, &said, NULL, NULL));
  said = (g_free (said), run ("pdfinfo", "-isodates", path, NULL));
  g_assert_nonnull (strstr (said, "2013-01-01"));
  g_assert_nonnull (strstr (said, "before \xe2\x86\x92 after"));
}

/* Where a comma stands in numbers, it must not get into the files. */
static void
test_locale (void)
{
  g_autoptr (PaintCase) self = paint_case_new (ALL_BEFORE, ALL_AFTER);
  g_autoptr (CyanScene) page = page_of (self);
  g_autofree char *plain = svg_of (page);
  g_autofree char *german = NULL;
  static const char *const names[] = { "de_DE.UTF-8", "fr_FR.UTF-8", "C" };
  guint i = 0;

  while (setlocale (LC_ALL, names[i]) == NULL)
    i++;
  g_test_message ("in %s", names[i]);
  german = svg_of (page);
  setlocale (LC_ALL, "C");
  g_assert_cmpstr (plain, ==, german);
}

static void
test_save (void)
{
  g_autoptr (PaintCase) self = paint_case_new (GOLDEN_BEFORE, GOLDEN_AFTER);
  g_autoptr (CyanScene) page = page_of (self);
  static const char *const names[] = { "a.svg", "a.PNG", "a.pdf" };
  g_autofree char *other = path_of ("a.bmp");
  g_autofree char *directory = path_of ("directory.svg");
  g_autofree char *nowhere = path_of ("nowhere/a.svg");
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = path_of (names[i]);

      g_assert_true (cyan_scene_save (page, path, &error));
      g_assert_no_error (error);
      /* A second time, over the first. */
      g_assert_true (cyan_scene_save (page, path, &error));
    }

  g_assert_false (cyan_scene_save (page, other, &error));
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_UNSUPPORTED);
  g_assert_nonnull (strstr (error->message, ".svg, .png or .pdf"));
  g_assert_false (g_file_test (other, G_FILE_TEST_EXISTS));
  g_clear_error (&error);

  g_assert_cmpint (g_mkdir (directory, 0700), ==, 0);
  g_assert_false (cyan_scene_save (page, directory, &error));
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_IO);
  g_assert_nonnull (strstr (error->message, "is a directory"));
  g_clear_error (&error);

  g_assert_false (cyan_scene_save (page, nowhere, &error));
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_IO);
  g_assert_nonnull (strstr (error->message, "nowhere"));
  g_assert_null (strchr (error->message, '\n'));
}

static void
remove_folder (void)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = path_of (name);

      g_remove (path);
    }
  g_rmdir (folder);
  g_free (folder);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("cyan-paint-XXXXXX", NULL);
  g_assert_nonnull (folder);
  g_test_add_func ("/export/svg", test_svg);
  g_test_add_func ("/export/svg-hostile", test_svg_hostile);
  g_test_add_func ("/export/png", test_png);
  g_test_add_func ("/export/png-too-large", test_png_too_large);
  g_test_add_func ("/export/pdf", test_pdf);
  g_test_add_func ("/export/pdf-date", test_pdf_date);
  g_test_add_func ("/export/same-bytes", test_same_bytes);
  g_test_add_func ("/export/locale", test_locale);
  g_test_add_func ("/export/save", test_save);
  status = g_test_run ();
  remove_folder ();
  return status;
}
