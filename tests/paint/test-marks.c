/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Marks beside and around boxes: for unknown sources and calls, selection and hovering.
 */
#include "paint-fixture.h"
#include "tests.h"

#include <math.h>
#include <string.h>

static void
golden (Picture *picture, gboolean swapped)
{
  picture_init (picture, compare_golden (swapped), &usual_scale);
}

/* The strongest ring around @name, or NULL. */
static const CyanItem *
around (const CyanScene *scene, const char *name)
{
  CyanNode node = find_node (scene->comparison, name);

  for (guint i = 0; i < scene->items->len; i++)
    {
      const CyanItem *item = &g_array_index (scene->items, CyanItem, i);

      if (item->kind == CYAN_ITEM_RECT && item->node == node && item->fill.alpha == 0)
        return item;
    }
  return NULL;
}

TEST ("/paint/marks/selection")
{
  Picture picture;
  g_autoptr (CyanScene) scene = NULL;
  CyanColor accent;
  const CyanItem *selected, *hovered, *box;

  golden (&picture, FALSE);
  picture.style.selected = find_node (picture.comparison, "parse");
  picture.style.hovered = find_node (picture.comparison, "main");
  scene = picture_tree (&picture);
  selected = around (scene, "parse");
  hovered = around (scene, "main");
  box = box_of (scene, "parse");
  g_assert_nonnull (selected);
  g_assert_nonnull (hovered);
  g_assert_null (around (scene, "new_method"));
  accent = cyan_theme_accent (&picture.style.theme);
  g_assert_cmpmem (&selected->stroke, sizeof accent, &accent, sizeof accent);
  g_assert_cmpfloat (selected->x, <, box->x - 2);
  g_assert_cmpfloat (selected->y, <, box->y - 2);
  g_assert_cmpfloat (selected->x + selected->width, >, box->x + box->width + 2);
  g_assert_cmpfloat (selected->y + selected->height, >, box->y + box->height + 2);
  g_assert_cmpfloat (selected->stroke.alpha, >, hovered->stroke.alpha);
  g_assert_cmpfloat (selected->stroke_width, >, hovered->stroke_width);

  /* One ring is enough. */
  g_clear_pointer (&scene, cyan_scene_free);
  picture.style.hovered = picture.style.selected;
  scene = picture_tree (&picture);
  g_assert_cmpfloat (around (scene, "parse")->stroke.alpha, ==, 1);
  picture_clear (&picture);
}

/* How many rings in the colour of what was found are around @name. */
static guint
n_found_rings (const CyanScene *scene, const CyanTheme *theme, const char *name)
{
  CyanNode node = find_node (scene->comparison, name);
  CyanColor color = cyan_theme_match (theme);
  guint n = 0;

  for (guint i = 0; i < scene->items->len; i++)
    {
      const CyanItem *item = &g_array_index (scene->items, CyanItem, i);

      n += item->kind == CYAN_ITEM_RECT && item->node == node && item->fill.alpha == 0
           && memcmp (&item->stroke, &color, sizeof color) == 0;
    }
  return n;
}

/* What was found has a ring, outside that of the selection and apart from it. */
TEST ("/paint/marks/found")
{
  for (gboolean strong = FALSE; strong <= TRUE; strong++)
    {
      Picture picture;
      g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (CyanNode));
      g_autoptr (CyanScene) scene = NULL;
      CyanNode nodes[2];
      const CyanItem *selected = NULL, *outer = NULL;

      golden (&picture, FALSE);
      nodes[0] = find_node (picture.comparison, "parse");
      nodes[1] = find_node (picture.comparison, "createParser");
      g_array_append_val (found, nodes[nodes[0] > nodes[1]]);
      g_array_append_val (found, nodes[nodes[0] < nodes[1]]);
      picture.style.theme.high_contrast = strong;
      picture.style.selected = nodes[0];
      picture.style.found = found;
      scene = picture_tree (&picture);
      g_assert_cmpuint (n_found_rings (scene, &picture.style.theme, "parse"), ==, 1);
      g_assert_cmpuint (n_found_rings (scene, &picture.style.theme, "createParser"), ==, 1);
      g_assert_cmpuint (n_found_rings (scene, &picture.style.theme, "main"), ==, 0);
      for (guint i = 0; i < scene->items->len; i++)
        {
          const CyanItem *item = &g_array_index (scene->items, CyanItem, i);

          if (item->kind == CYAN_ITEM_RECT && item->node == nodes[0] && item->fill.alpha == 0)
            {
              selected = outer;
              outer = item;
            }
        }
      g_assert_nonnull (selected);
      g_assert_cmpfloat (selected->x - outer->x, >=,
                         (selected->stroke_width + outer->stroke_width) / 2);
      picture_clear (&picture);
    }
}

TEST ("/paint/marks/unknown-source")
{
  for (gboolean swapped = FALSE; swapped <= TRUE; swapped++)
    {
      Picture picture;
      g_autoptr (CyanScene) not_asked = NULL;
      g_autoptr (CyanScene) unknown = NULL;
      g_autoptr (CyanScene) one = NULL;

      golden (&picture, swapped);
      not_asked = picture_tree (&picture);
      g_assert_null (ring_of (not_asked, "parse"));
      g_assert_null (ring_of (not_asked, "main"));

      picture_set_changes (&picture, CYAN_CHANGE_UNKNOWN);
      unknown = picture_tree (&picture);
      g_assert_nonnull (ring_of (unknown, "main"));
      g_assert_nonnull (ring_of (unknown, "parse"));
      g_assert_nonnull (ring_of (unknown, "createContentHandler"));
      /* There is no second source to compare with. */
      g_assert_null (ring_of (unknown, "parse_proxy"));
      g_assert_null (ring_of (unknown, "new_method"));

      picture_set_changes (&picture, CYAN_CHANGE_UNMODIFIED);
      picture_set_change (&picture, "parse", CYAN_CHANGE_UNKNOWN);
      picture_set_change (&picture, "createParser", CYAN_CHANGE_MODIFIED);
      one = picture_tree (&picture);
      g_assert_nonnull (ring_of (one, "parse"));
      g_assert_null (ring_of (one, "createParser"));
      g_assert_null (ring_of (one, "main"));
      picture_clear (&picture);
    }
}

/* The synthetic root above several roots is not a function. */
TEST ("/paint/marks/synthetic-root")
{
  Picture picture;
  g_autoptr (CyanScene) scene = NULL;

  picture_init (&picture, compare_texts ("one:5 two:7", "one:5 two:9"), &usual_scale);
  picture_set_changes (&picture, CYAN_CHANGE_UNKNOWN);
  scene = picture_tree (&picture);
  g_assert_null (ring_of (scene, "(all)"));
  g_assert_null (question_of (scene, "(all)"));
  g_assert_nonnull (ring_of (scene, "one"));
  picture_clear (&picture);
}

TEST ("/paint/marks/unknown-calls")
{
  Picture picture;
  g_autoptr (CyanScene) scene = NULL;

  picture_init (&picture,
                compare_texts ("main:1*1(known:10*3 before:10*3 after:10 neither:10)",
                               "main:1*1(known:10*9 before:10 after:10*3 neither:10)"),
                &usual_scale);
  scene = picture_tree (&picture);
  g_assert_null (question_of (scene, "main"));
  g_assert_null (question_of (scene, "known"));
  g_assert_nonnull (question_of (scene, "before"));
  g_assert_nonnull (question_of (scene, "after"));
  g_assert_nonnull (question_of (scene, "neither"));
  /* Beside the box, not inside. */
  g_assert_cmpfloat (question_of (scene, "neither")->x, <, box_of (scene, "neither")->x - 1);
  g_assert_cmpfloat (box_of (scene, "neither")->width, ==, usual_scale.min_width);
  g_assert_cmpfloat (box_of (scene, "known")->width, ==, round (10 * log (7)));
  picture_clear (&picture);
}
