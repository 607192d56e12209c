/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pictures of real recordings in views of several sizes, as the window opens them: they fit and fill
 * the view, and all that is in them can be seen and read.
 */
#include "cyan-labels.h"
#include "cyan-scene.h"
#include "recording-pair.h"
#include "scene-text.h"
#include "tests.h"

#include <math.h>
#include <string.h>

/* What is left for the picture in windows of 360 x 294, 900 x 600, 1000 x 700, 1366 x 768 and
 * 1920 x 1080. */
static const double views[][2] = {
  { 320, 140 }, { 500, 240 }, { 600, 260 }, { 690, 280 }, { 1240, 640 },
};
/* Below these only what was shown on the path has to be there, at whatever size. */
#define LEAST_WIDE 500
#define LEAST_HIGH 240

#define LEAST_ZOOM 0.82

typedef struct
{
  CyanComparison *comparison;
  CyanHotPath *path;
  CyanLabels *labels;
  CyanLayout *layout;
  CyanFit fit;
  gboolean fits;
  CyanRect extents;
  double zoom;
} View;

static void
view_init (View *self, CyanComparison *comparison, const double size[2])
{
  const CyanScale scale = CYAN_SCALE_INIT;
  CyanBasis basis = cyan_comparison_basis_auto (comparison);

  self->comparison = comparison;
  self->path = cyan_hot_path_new_kind (comparison, cyan_comparison_top (comparison), CYAN_NODE_NONE,
                                       CYAN_HOT_PATH_SELF_DELTA, basis);
  self->labels = cyan_labels_new (comparison, NULL);
  self->layout = cyan_layout_new (comparison, &scale, basis, cyan_labels_measure, self->labels);
  cyan_layout_set_folds (self->layout, TRUE);
  cyan_layout_open_path (self->layout, self->path, G_MAXUINT);
  self->fit = (CyanFit){ .width = size[0], .height = size[1], .least_zoom = LEAST_ZOOM };
  self->fits = cyan_layout_fit_opening (self->layout, self->path, &self->fit);
  cyan_layout_extents (self->layout, &self->extents);
  self->zoom = cyan_fit_zoom (&self->fit, &self->extents);
}

static void
view_clear (View *self)
{
  cyan_layout_free (self->layout);
  cyan_labels_free (self->labels);
  cyan_hot_path_free (self->path);
}

static CyanScene *
scene_of (View *self, CyanTheme theme)
{
  const CyanStyle style = { .theme = theme,
                            .labels = self->labels,
                            .selected = CYAN_NODE_NONE,
                            .hovered = CYAN_NODE_NONE,
                            .start = CYAN_NODE_NONE,
                            .hot_path = self->path };

  return cyan_scene_new_tree (self->layout, &style, &self->extents, self->zoom);
}

/* It is whole, and takes most of the view in one direction. */
static void
assert_fills (const View *self)
{
  double wide = self->extents.width * self->zoom / self->fit.width;
  double high = self->extents.height * self->zoom / self->fit.height;

  g_test_message ("%.0f x %.0f: %.0f %% wide, %.0f %% high at %.0f %%, %u contexts",
                  self->fit.width, self->fit.height, wide * 100, high * 100, self->zoom * 100,
                  cyan_layout_n_shown (self->layout));
  g_assert_cmpfloat (wide, <=, 1 + 1e-6);
  g_assert_cmpfloat (high, <=, 1 + 1e-6);
  g_assert_cmpfloat (MAX (wide, high), >=, 0.6);
}

static void
look_at_box (const CyanPlaced *placed, gpointer data)
{
  const View *view = data;

  g_assert_false (placed->is_summary);
  g_assert_cmpfloat (placed->box.width * view->zoom, >=, 16 - 1e-3);
  g_assert_cmpfloat (placed->box.height * view->zoom, >=, 12 - 1e-3);
}

static CyanRect
rect_of (const CyanItem *item)
{
  return (CyanRect){ item->x - item->align * item->width,
                     item->y - (CYAN_FONT_DROP + 0.5) * item->font_size, item->width,
                     item->font_size };
}

static gboolean
overlap (const CyanRect *a, const CyanRect *b)
{
  return a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height
         && b->y < a->y + a->height;
}

/* The colour below the middle of @text, which is the @n-th item. */
static CyanColor
below (const CyanScene *scene, guint n)
{
  const CyanItem *items = (const CyanItem *) scene->items->data;
  CyanRect rect = rect_of (&items[n]);
  double x = rect.x + rect.width / 2, y = rect.y + rect.height / 2;
  CyanColor color = scene->background;

  for (guint i = 0; i < n; i++)
    if (items[i].kind == CYAN_ITEM_RECT && items[i].fill.alpha > 0 && x >= items[i].x
        && x <= items[i].x + items[i].width && y >= items[i].y && y <= items[i].y + items[i].height)
      color = items[i].fill;
  return color;
}

/* Each text is large and strong enough, and touches no other one. */
static void
assert_texts (const View *self, const CyanScene *scene, const CyanTheme *theme)
{
  const CyanItem *items = (const CyanItem *) scene->items->data;
  double least = theme->high_contrast ? 7 : 4.5;

  for (guint i = 0; i < scene->items->len; i++)
    {
      CyanRect rect = rect_of (&items[i]);

      if (items[i].kind != CYAN_ITEM_TEXT)
        continue;
      g_assert_cmpfloat (items[i].font_size * self->zoom, >=, 9 - 1e-9);
      if (cyan_color_contrast (items[i].fill, below (scene, i)) < least)
        g_error ("\"%s\" has a contrast of %.2f", items[i].text,
                 cyan_color_contrast (items[i].fill, below (scene, i)));
      for (guint k = i + 1; k < scene->items->len; k++)
        {
          CyanRect other = rect_of (&items[k]);

          if (items[k].kind == CYAN_ITEM_TEXT && overlap (&rect, &other))
            g_error ("\"%s\" touches \"%s\"", items[i].text, items[k].text);
        }
    }
}

/* A name is whole, or says by an ellipsis that it is not.  The five largest changes say how large
 * they are. */
static void
assert_names (View *self, const CyanScene *scene)
{
  g_autoptr (GArray) sizes = g_array_new (FALSE, FALSE, sizeof (double));
  guint n_names = 0, n_numbers = 0, n_changed = 0;
  const CyanItem *items = (const CyanItem *) scene->items->data;

  for (guint i = 0; i < scene->items->len; i++)
    {
      const CyanItem *item = &items[i];
      const char *name;

      if (item->kind != CYAN_ITEM_TEXT || item->node == CYAN_NODE_NONE)
        continue;
      name = cyan_labels_get (self->labels, item->node)->text;
      if (item->font_size < CYAN_FONT_SIZE_NAME)
        n_numbers += strpbrk (item->text, "0123456789") != NULL;
      else if (cyan_layout_row_length (self->layout, item->node) == 0
               && strcmp (item->text, "?") != 0)
        {
          n_names++;
          /* There may be a sign before it. */
          if (!g_str_has_suffix (item->text, name))
            g_assert_true (g_str_has_suffix (item->text, "\xe2\x80\xa6"));
          n_changed += fabs (cyan_comparison_height (self->comparison, item->node,
                                                     cyan_layout_basis (self->layout)))
                       > self->comparison->threshold;
        }
    }
  g_assert_cmpuint (n_names, >, 0);
  g_assert_cmpuint (n_numbers, >=, MIN (n_changed, 5));
}

static void
test_geometry (gconstpointer data)
{
  const char *const *names = data;
  g_autoptr (CyanComparison) comparison = recording_compare (names[1], names[2]);

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      g_autofree char *first = NULL;
      View view;

      view_init (&view, comparison, views[i]);
      assert_fills (&view);
      for (guint k = 0; k < view.path->nodes->len; k++)
        g_assert_true (
            cyan_layout_is_shown (view.layout, g_array_index (view.path->nodes, CyanNode, k)));
      if (views[i][0] < LEAST_WIDE || views[i][1] < LEAST_HIGH || !view.fits)
        {
          view_clear (&view);
          continue;
        }
      cyan_layout_visit (view.layout, NULL, 1, look_at_box, &view);
      for (guint k = 0; k < 8; k++)
        {
          const CyanTheme theme = { .palette = k & 1 ? CYAN_PALETTE_SAFE : CYAN_PALETTE_CLASSIC,
                                    .dark = (k & 2) != 0,
                                    .high_contrast = (k & 4) != 0 };
          g_autoptr (CyanScene) scene = scene_of (&view, theme);

          assert_texts (&view, scene, &theme);
          assert_names (&view, scene);
          if (k == 0)
            first = cyan_scene_to_text (scene, comparison);
        }
      view_clear (&view);
      /* Five more starts. */
      for (guint k = 0; k < 5; k++)
        {
          g_autoptr (CyanScene) scene = NULL;
          g_autofree char *again = NULL;

          view_init (&view, comparison, views[i]);
          scene = scene_of (&view, (CyanTheme){ 0 });
          again = cyan_scene_to_text (scene, comparison);
          g_assert_cmpstr (again, ==, first);
          view_clear (&view);
        }
    }
}

TESTS ()
{
  for (guint i = 0; recordings[i][0] != NULL; i++)
    {
      g_autofree char *path = g_strconcat ("/pictures/geometry/", recordings[i][0], NULL);

      g_test_add_data_func (path, recordings[i], test_geometry);
    }
}
