/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A comparison with its layout, and ways to look into a scene. */
#include "paint-case.h"

#include <math.h>
#include <string.h>

static CyanProfile *
profile_from (const char *text)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (GError) error = NULL;
  CyanProfile *profile = cyan_profile_from_text (strings, text, &error);

  g_assert_no_error (error);
  return profile;
}

PaintCase *
paint_case_new (const char *before, const char *after)
{
  PaintCase *self = g_new0 (PaintCase, 1);
  g_autoptr (CyanProfile) first = profile_from (before);
  g_autoptr (CyanProfile) second = profile_from (after);
  g_autoptr (GError) error = NULL;
  CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
  CyanScale scale = CYAN_SCALE_INIT;

  self->comparison = cyan_comparison_new (first, second, &options, NULL, &error);
  g_assert_no_error (error);
  self->labels = cyan_labels_new (self->comparison);
  self->layout = cyan_layout_new (self->comparison, &scale, CYAN_READING_SHARE, cyan_labels_measure,
                                  self->labels);
  g_assert_true (cyan_layout_open (self->layout, CYAN_OPENING_ALL, 0, 100000));
  self->hot_path = cyan_hot_path_new (self->comparison, cyan_comparison_top (self->comparison),
                                      cyan_comparison_direction (self->comparison));
  self->changes = g_new0 (guint8, self->comparison->n_pairs);
  self->style.selected = CYAN_NODE_NONE;
  self->style.hovered = CYAN_NODE_NONE;
  return self;
}

void
paint_case_free (PaintCase *self)
{
  g_free (self->changes);
  cyan_hot_path_free (self->hot_path);
  cyan_layout_free (self->layout);
  cyan_labels_free (self->labels);
  cyan_comparison_unref (self->comparison);
  g_free (self);
}

CyanNode
paint_case_find (const PaintCase *self, const char *name)
{
  for (CyanNode node = 0; node < self->comparison->n_nodes; node++)
    if (strcmp (cyan_comparison_name (self->comparison, node), name) == 0)
      return node;
  g_error ("no node is called %s", name);
}

void
paint_case_set_change (PaintCase *self, const char *name, CyanChange change)
{
  self->changes[self->comparison->pair[paint_case_find (self, name)]] = (guint8) change;
  self->style.changes = self->changes;
}

static void
append_subtree (GString *text, GRand *rand, guint depth, guint number)
{
  static const char *const names[] = {
    "f",
    "lex",
    "jv_copy_all",
    "std::vector<int, std::allocator<int>>::push_back(int const&)",
  };
  static const double calls[] = { 1, 3, 1000, 1e6, 1e8 };
  guint n_children = depth == 0 ? 0 : (guint) g_rand_int_range (rand, 1, 5);

  g_string_append_printf (text, " '%s%u':%d*%.0f",
                          names[g_rand_int_range (rand, 0, G_N_ELEMENTS (names))], number,
                          g_rand_int_range (rand, 0, 4) == 0 ? g_rand_int_range (rand, 1, 3000)
                                                             : g_rand_int_range (rand, 1, 100),
                          calls[g_rand_int_range (rand, 0, G_N_ELEMENTS (calls))]);
  g_string_append_c (text, '(');
  for (guint i = 0; i < n_children; i++)
    append_subtree (text, rand, depth - 1, i);
  g_string_append_c (text, ')');
}

char *
random_tree (guint32 seed)
{
  GRand *rand = g_rand_new_with_seed (seed);
  GString *text = g_string_new ("main:1*1(");

  for (guint i = 0; i < 4; i++)
    append_subtree (text, rand, 3, i);
  g_string_append_c (text, ')');
  g_rand_free (rand);
  return g_string_free (text, FALSE);
}

const CyanItem *
box_of (const PaintCase *self, const CyanScene *scene, const char *name)
{
  CyanNode node = paint_case_find (self, name);

  for (guint i = 0; i < scene->items->len; i++)
    {
      const CyanItem *item = &g_array_index (scene->items, CyanItem, i);

      if (item->kind == CYAN_ITEM_RECT && item->node == node && item->fill.alpha > 0
          && item->stroke.alpha > 0)
        return item;
    }
  g_error ("no box of %s", name);
}

const CyanItem *
text_item (const CyanScene *scene, const char *text)
{
  for (guint i = 0; i < scene->items->len; i++)
    {
      const CyanItem *item = &g_array_index (scene->items, CyanItem, i);

      if (item->kind == CYAN_ITEM_TEXT && strcmp (item->text, text) == 0)
        return item;
    }
  return NULL;
}

gboolean
has_text (const CyanScene *scene, const char *text)
{
  return text_item (scene, text) != NULL;
}

CyanRect
letters_of (const CyanItem *text)
{
  return (CyanRect){
    text->x - text->align * text->width,
    text->y - 0.75 * text->font_size,
    text->width,
    0.97 * text->font_size,
  };
}

gboolean
rects_touch (const CyanRect *a, const CyanRect *b)
{
  return a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height
         && b->y < a->y + a->height;
}

gboolean
rect_is_within (const CyanRect *inner, const CyanRect *outer, double slack)
{
  return inner->x >= outer->x - slack && inner->y >= outer->y - slack
         && inner->x + inner->width <= outer->x + outer->width + slack
         && inner->y + inner->height <= outer->y + outer->height + slack;
}

guint32
rgb_of (CyanColor color)
{
  return (guint32) lround (color.red * 255) << 16 | (guint32) lround (color.green * 255) << 8
         | (guint32) lround (color.blue * 255);
}
