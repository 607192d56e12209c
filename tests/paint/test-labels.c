/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Labels: cleaned, cut, within their space and clear of everything else.
 */
#include "paint-fixture.h"

#include "cyan-labels.h"
#include "tests.h"

#include <string.h>

#define MINUS "\xe2\x88\x92"

static CyanRect
grown (CyanRect rect, double by)
{
  return (CyanRect){ rect.x - by, rect.y - by, rect.width + 2 * by, rect.height + 2 * by };
}

static gboolean
is_within (const CyanRect *inner, const CyanRect *outer)
{
  return inner->x >= outer->x && inner->y >= outer->y
         && inner->x + inner->width <= outer->x + outer->width
         && inner->y + inner->height <= outer->y + outer->height;
}

/* Names and the texts below them are in the space that the layout reserved.  Boxes are drawn within
 * one pixel of their position. */
static void
assert_in_room (const Picture *picture, const CyanItem *text)
{
  CyanRect rect = rect_of (text), room;
  CyanPlaced placed;

  g_assert_true (cyan_layout_position_of (picture->layout, text->node, &placed));
  room = placed.box;
  if (!placed.label_inside)
    {
      double bottom = MAX (room.y + room.height, placed.label.y + placed.label.height);

      room.x = placed.label.x;
      room.width = placed.label.width;
      room.y = MIN (room.y, placed.label.y);
      room.height = bottom - room.y;
    }
  room = grown (room, 1);
  g_assert_true (is_within (&rect, &room));
}

static void
count_placed (const CyanPlaced *placed, gpointer data)
{
  ++*(guint *) data;
}

static void
assert_apart (const Picture *picture, const CyanScene *scene)
{
  const CyanItem *items = (const CyanItem *) scene->items->data;
  guint n_texts = 0, n_placed = 0;

  cyan_layout_visit (picture->layout, NULL, 1, count_placed, &n_placed);
  for (guint i = 0; i < scene->items->len; i++)
    {
      CyanRect text = rect_of (&items[i]);

      if (items[i].kind != CYAN_ITEM_TEXT)
        continue;
      n_texts++;
      g_assert_true (is_within (&text, &scene->bounds));
      if (strcmp (items[i].text, "?") != 0)
        assert_in_room (picture, &items[i]);
      for (guint j = 0; j < scene->items->len; j++)
        {
          CyanRect other = rect_of (&items[j]);

          if ((items[j].kind == CYAN_ITEM_TEXT && j > i) || is_ring (&items[j])
              || (is_box (&items[j]) && items[j].node != items[i].node))
            g_assert_false (overlap (&text, &other));
        }
    }
  /* Every box has its name, every link its number. */
  g_assert_cmpuint (n_texts, >=, n_placed);
}

TEST ("/paint/labels/nothing-overlaps")
{
  static const CyanScale scales[] = {
    CYAN_SCALE_INIT,
    { 20000, 12, 5, 5, 14, 30 },
    { 600, 40, 18, 18, 14, 30 },
    { 0, 0, 120, 120, 14, 30 },
  };

  for (guint32 seed = 1; seed <= 8; seed++)
    {
      Picture picture;

      picture_init (&picture, compare_random (300, seed), &scales[seed % G_N_ELEMENTS (scales)]);
      picture_set_changes (&picture, CYAN_CHANGE_UNKNOWN);
      for (guint i = 0; i < 8; i++)
        {
          g_autoptr (CyanScene) scene = NULL;

          cyan_layout_set_folds (picture.layout, (i & 4) != 0);
          picture.style.theme.palette = i & 1 ? CYAN_PALETTE_SAFE : CYAN_PALETTE_CLASSIC;
          cyan_layout_set_basis (picture.layout, i & 2 ? CYAN_BASIS_ABSOLUTE : CYAN_BASIS_SHARE);
          scene = picture_tree (&picture);
          assert_apart (&picture, scene);
        }
      picture_clear (&picture);
    }
}

/* A name of the widest kind stays in its space with a sign before it. */
TEST ("/paint/labels/signs-do-not-move")
{
  for (guint32 seed = 1; seed <= 3; seed++)
    {
      Picture picture;
      g_autoptr (CyanScene) classic = NULL;
      g_autoptr (CyanScene) safe = NULL;

      picture_init (&picture, compare_random (100, seed), &usual_scale);
      classic = picture_tree (&picture);
      picture.style.theme.palette = CYAN_PALETTE_SAFE;
      safe = picture_tree (&picture);
      g_assert_cmpmem (&classic->bounds, sizeof (CyanRect), &safe->bounds, sizeof (CyanRect));
      for (CyanNode node = 1; node < picture.comparison->compared.n_nodes; node++)
        {
          const char *name = cyan_comparison_name (picture.comparison, node);
          const CyanItem *a = box_of (classic, name), *b = box_of (safe, name);

          g_assert_cmpfloat (a->x, ==, b->x);
          g_assert_cmpfloat (a->y, ==, b->y);
          g_assert_true (
              g_str_has_suffix (label_of (safe, name)->text, label_of (classic, name)->text));
        }
      picture_clear (&picture);
    }
}

static void
assert_label (const CyanScene *scene, const char *name, const char *expected)
{
  const CyanItem *label = label_of (scene, name);

  g_assert_nonnull (label);
  g_assert_cmpstr (label->text, ==, expected);
}

/* Characters that cannot be shown on one line become spaces or are removed; markup has no
 * effect. */
TEST ("/paint/labels/cleaned")
{
  static const char *const names[] = {
    "one\ntwo\tthree\x01",
    "evil\xe2\x80\xae"
    "cod.exe",
    "<b>&amp;</b>",
    "   ",
    NULL,
  };
  static const char *const cleaned[] = { "one two three ", "evil cod.exe", "<b>&amp;</b>",
                                         "(no name)" };
  Picture picture;
  g_autoptr (CyanScene) scene = NULL;

  picture_init (&picture, compare_names (names), &usual_scale);
  scene = picture_tree (&picture);
  for (guint i = 0; names[i] != NULL; i++)
    assert_label (scene, names[i], cleaned[i]);
  picture_clear (&picture);
}

/* Many accents on one letter would reach into the lines above. */
TEST ("/paint/labels/towers")
{
  g_autoptr (GString) tower = g_string_new ("e");
  const char *names[] = { NULL, NULL };
  Picture picture;
  g_autoptr (CyanScene) scene = NULL;

  for (guint i = 0; i < 60; i++)
    g_string_append (tower, "\xcc\x81");
  names[0] = tower->str;
  picture_init (&picture, compare_names (names), &usual_scale);
  scene = picture_tree (&picture);
  g_assert_cmpint (g_utf8_strlen (label_of (scene, tower->str)->text, -1), <=, 4);
  picture_clear (&picture);
}

/* The space is as wide as the name, and equally high for all. */
TEST ("/paint/labels/measure")
{
  static const char *const names[] = { "jv_copy_all", "jv_copy_all_and_more", NULL };
  Picture picture;
  double widths[2], heights[2];

  picture_init (&picture, compare_names (names), &usual_scale);
  for (guint i = 0; i < 2; i++)
    cyan_labels_measure (find_node (picture.comparison, names[i]), CYAN_NODE_NONE, 0, &widths[i],
                         &heights[i], picture.labels);
  g_assert_cmpfloat (widths[0], <, widths[1]);
  g_assert_cmpfloat (heights[0], ==, heights[1]);
  picture_clear (&picture);
}

TEST ("/paint/labels/hostile")
{
  Picture picture;

  picture_init (&picture, compare_names (hostile_names), &usual_scale);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (CyanScene) scene = NULL;

      picture.style.theme.palette = i ? CYAN_PALETTE_SAFE : CYAN_PALETTE_CLASSIC;
      scene = picture_tree (&picture);
      assert_apart (&picture, scene);
      /* Its share fell, but what it costs stayed: there is no sign. */
      g_assert_true (has_text (scene, "(no name)"));
      for (guint j = 0; j < scene->items->len; j++)
        {
          const CyanItem *item = &g_array_index (scene->items, CyanItem, j);

          for (const char *p = item->kind == CYAN_ITEM_TEXT ? item->text : ""; *p != '\0';
               p = g_utf8_next_char (p))
            {
              gunichar c = g_utf8_get_char (p);

              g_assert_false (g_unichar_iscntrl (c));
              g_assert_false (c >= 0x202a && c <= 0x202e);
              g_assert_false (c >= 0x2066 && c <= 0x2069);
            }
        }
    }
  picture_clear (&picture);
}

TEST ("/paint/labels/long")
{
  g_autofree char *endless = endless_name ();
  g_autofree char *middle = g_strnfill (600, 'x');
  g_autofree char *ended = g_strconcat ("start_", middle, "_end", NULL);
  const char *const names[] = { endless, ended, NULL };
  Picture picture;
  g_autoptr (CyanScene) scene = NULL;
  const CyanItem *label;

  picture_init (&picture, compare_names (names), &usual_scale);
  scene = picture_tree (&picture);
  assert_apart (&picture, scene);
  for (CyanNode node = 2; node <= 3; node++)
    {
      /* Profiles cut endless names already. */
      label = label_of (scene, cyan_comparison_name (picture.comparison, node));
      g_assert_nonnull (label);
      g_assert_cmpuint (strlen (label->text), <, 200);
      g_assert_cmpfloat (label->width, <=, CYAN_LABEL_MAX_WIDTH);
      g_assert_nonnull (strstr (label->text, "\xe2\x80\xa6"));
    }
  /* An identifier is cut at its end, and no more than it must be. */
  label = label_of (scene, ended);
  g_assert_true (g_str_has_prefix (label->text, "start_xx"));
  g_assert_true (g_str_has_suffix (label->text, "xx\xe2\x80\xa6"));
  g_assert_cmpfloat (label->width, >, CYAN_LABEL_MAX_WIDTH * 0.8);
  picture_clear (&picture);
}
