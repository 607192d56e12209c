/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pictures of real recordings, as they are exported: the path to the change is on one page and can
 * be read.
 */
#include "cyan-labels.h"
#include "cyan-scene.h"
#include "recording-pair.h"
#include "scene-text.h"
#include "tests.h"

#include <math.h>
#include <string.h>

typedef struct
{
  CyanComparison *comparison;
  CyanHotPath *path;
  CyanLabels *labels;
  CyanLayout *layout;
  CyanScene *page;
  char *text; /* of the page */
  CyanFit fit;
} Picture;

static void
picture_init (Picture *self, const char *before, const char *after, CyanBasis basis)
{
  const CyanScale scale = CYAN_SCALE_INIT;
  const CyanTitles titles = { "before", "after" };
  CyanStyle style = { .selected = CYAN_NODE_NONE,
                      .hovered = CYAN_NODE_NONE,
                      .start = CYAN_NODE_NONE };

  self->comparison = recording_compare (before, after);
  self->path = cyan_hot_path_new_kind (self->comparison, cyan_comparison_top (self->comparison),
                                       CYAN_NODE_NONE, CYAN_HOT_PATH_SELF_DELTA, basis);
  self->labels = cyan_labels_new (self->comparison, NULL);
  self->layout =
      cyan_layout_new (self->comparison, &scale, basis, cyan_labels_measure, self->labels);
  cyan_layout_set_folds (self->layout, TRUE);
  cyan_layout_open (self->layout, CYAN_OPENING_HOT_PATH, 0, G_MAXUINT);
  self->fit = (CyanFit) CYAN_FIT_PAGE;
  g_assert_true (cyan_layout_fit_opening (self->layout, self->path, &self->fit));
  style.hot_path = self->path;
  style.labels = self->labels;
  self->page = cyan_scene_new_page (self->layout, &style, &titles, NULL, NULL, NULL);
  self->text = cyan_scene_to_text (self->page, self->comparison);
}

static void
picture_clear (Picture *self)
{
  g_free (self->text);
  cyan_scene_free (self->page);
  cyan_layout_free (self->layout);
  cyan_labels_free (self->labels);
  cyan_hot_path_free (self->path);
  cyan_comparison_unref (self->comparison);
}

/* Text as high as its letters are. */
static CyanRect
rect_of (const CyanItem *item)
{
  if (item->kind != CYAN_ITEM_TEXT)
    return (CyanRect){ item->x, item->y, item->width, item->height };
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

/* Nothing of another node, and nothing of the legend, is where this text is. */
static void
assert_readable (const Picture *picture, const CyanItem *text)
{
  CyanRect rect = rect_of (text);

  for (guint i = 0; i < picture->page->items->len; i++)
    {
      const CyanItem *item = &g_array_index (picture->page->items, CyanItem, i);
      CyanRect other = rect_of (item);

      /* Its own plate is below it. */
      if (item->kind == CYAN_ITEM_EDGE || item->node == text->node
          || (item->node == CYAN_NODE_NONE && item < text))
        continue;
      if (overlap (&rect, &other))
        g_error ("\"%s\" is covered", text->text);
    }
  g_assert_cmpfloat (rect.x, >=, 0);
  g_assert_cmpfloat (rect.y, >=, 0);
  g_assert_cmpfloat (rect.x + rect.width, <=, picture->page->bounds.width);
  g_assert_cmpfloat (rect.y + rect.height, <=, picture->page->bounds.height);
}

/* The name in a box or beside it, or the number in a link. */
static const CyanItem *
first_text_of (const Picture *picture, CyanNode node)
{
  for (guint i = 0; i < picture->page->items->len; i++)
    {
      const CyanItem *item = &g_array_index (picture->page->items, CyanItem, i);

      if (item->node == node && item->kind == CYAN_ITEM_TEXT && strcmp (item->text, "?") != 0)
        return item;
    }
  g_error ("no text of %s in\n%s", cyan_comparison_name (picture->comparison, node), picture->text);
}

static void
assert_path (const Picture *picture)
{
  for (guint i = 0; i < picture->path->nodes->len; i++)
    {
      CyanNode node = g_array_index (picture->path->nodes, CyanNode, i);

      g_assert_true (cyan_layout_is_shown (picture->layout, node));
      assert_readable (picture,
                       first_text_of (picture, cyan_layout_drawn_as (picture->layout, node)));
    }
  if (picture->path->goal != CYAN_NODE_NONE)
    g_assert_cmpuint (cyan_layout_row_length (picture->layout, picture->path->goal), ==, 0);
}

typedef struct
{
  CyanPlaced tallest, widest;
} Largest;

static void
find_largest (const CyanPlaced *placed, gpointer data)
{
  Largest *largest = data;

  if (placed->n_folded > 0)
    return;
  if (placed->box.height > largest->tallest.box.height)
    largest->tallest = *placed;
  if (placed->box.width > largest->widest.box.width)
    largest->widest = *placed;
}

/* The largest box takes the part of the page that was found for it, and is drawn as large. */
static void
assert_scale (const Picture *picture)
{
  const CyanFit *fit = &picture->fit;
  Largest largest = { 0 };
  g_autofree char *line = NULL;

  cyan_layout_visit (picture->layout, NULL, 1, find_largest, &largest);
  g_assert_cmpfloat (largest.tallest.box.height, >, 0.75 * fit->box_height);
  g_assert_cmpfloat (largest.tallest.box.height, <=, fit->box_height + 0.02);
  g_assert_cmpfloat (largest.widest.box.width, >, 0.75 * fit->box_width);
  g_assert_cmpfloat (largest.widest.box.width, <=, fit->box_width + 0.02);
  line = g_strdup_printf ("(?m)^rect \\Q%s\\E -?\\d+,-?\\d+ %.0fx%.0f ",
                          cyan_comparison_name (picture->comparison, largest.tallest.node),
                          round (largest.tallest.box.width), round (largest.tallest.box.height));
  g_assert_true (g_regex_match_simple (line, picture->text, 0, 0));
}

/* A path of up to a hundred calls is seen at once, and fills the page in one direction. */
static void
assert_page (const Picture *picture)
{
  const CyanFit *fit = &picture->fit;
  CyanRect extents;

  cyan_layout_extents (picture->layout, &extents);
  g_test_message ("path of %u calls, %u shown, %.0f x %.0f px", picture->path->nodes->len,
                  cyan_layout_n_shown (picture->layout), extents.width, extents.height);
  g_assert_cmpfloat (extents.height, <=, fit->height);
  g_assert_cmpfloat (extents.width, <=, fit->width);
  g_assert_cmpfloat (MAX (extents.height / fit->height, extents.width / fit->width), >=, 0.6);
}

static void
test_recording (gconstpointer data)
{
  const char *const *names = data;

  for (CyanBasis basis = CYAN_BASIS_SHARE; basis <= CYAN_BASIS_ABSOLUTE; basis++)
    {
      Picture picture;

      picture_init (&picture, names[1], names[2], basis);
      assert_path (&picture);
      assert_scale (&picture);
      assert_page (&picture);
      picture_clear (&picture);
    }
}

TESTS ()
{
  for (guint i = 0; recordings[i][0] != NULL; i++)
    {
      g_autofree char *path = g_strconcat ("/pictures/recordings/", recordings[i][0], NULL);

      g_test_add_data_func (path, recordings[i], test_recording);
    }
}
