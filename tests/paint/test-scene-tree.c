/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The tree as it is drawn: colours, borders, marks, labels and what becomes of them when one zooms
 * out.
 */
#include "paint-fixture.h"

#include "cyan-font.h"
#include "cyan-labels.h"

#include <math.h>
#include <string.h>

#define MINUS "\xe2\x88\x92"

static void
golden (Picture *picture, gboolean swapped)
{
  picture_init (picture, compare_golden (swapped), &usual_scale);
}

static void
assert_fill (const CyanScene *scene, const char *name, const char *expected)
{
  g_autofree char *fill = fill_of (box_of (scene, name));

  g_assert_cmpstr (fill, ==, expected);
}

/* What one line of a scene's text says of a box, but for its place, which depends on the font, and
 * the border's colour, which follows from the fill. */
static char *
line_of (const CyanScene *scene, const char *name)
{
  g_autofree char *text = cyan_scene_to_text (scene, scene->comparison);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autofree char *start = g_strdup_printf ("rect %s ", name);

  for (guint i = 0; lines[i] != NULL; i++)
    if (g_str_has_prefix (lines[i], start) && strstr (lines[i], "fill=none") == NULL)
      {
        const char *size = strchr (lines[i] + strlen (start), ' ');
        char *stroke;

        g_assert_nonnull (size);
        stroke = strstr (size, "stroke=#");
        g_assert_nonnull (stroke);
        memset (stroke + strlen ("stroke=#"), '.', 6);
        return g_strdup (size + 1);
      }
  g_error ("no box of %s in\n%s", name, text);
}

static void
assert_line (const CyanScene *scene, const char *name, const char *expected)
{
  g_autofree char *line = line_of (scene, name);

  g_assert_cmpstr (line, ==, expected);
}

/* Boxes of the paper's example: |H| of 0.044, 0.367, 0.323 and 0.017 times 260 px, W of ln 2 for
 * the node below a new one and 0 else. */
static void
test_golden (void)
{
  Picture picture;
  g_autoptr (CyanScene) scene = NULL;

  golden (&picture, FALSE);
  picture_set_changes (&picture, CYAN_CHANGE_UNMODIFIED);
  scene = picture_tree (&picture);
  assert_line (scene, "main", "5x5 fill=#ffffff stroke=#....../1");
  assert_line (scene, "build(InputSource)", "5x5 fill=#ffffff stroke=#....../1");
  assert_line (scene, "parse_proxy", "5x11 fill=#f8d431 stroke=#....../1");
  assert_line (scene, "new_method", "7x95 fill=#f8d431 stroke=#....../1");
  assert_line (scene, "parse", "5x84 fill=#9fe3bd stroke=#....../1");
  assert_line (scene, "createParser", "5x5 fill=#9fe3bd stroke=#....../1 hatch=share-only");
  assert_line (scene, "createContentHandler", "5x5 fill=#9fe3bd stroke=#....../1 hatch=share-only");
  picture_clear (&picture);
}

/* By palette: modified, not modified, not known. */
static void
test_fills (void)
{
  static const char *const slower[2][3] = { { "#d6141e", "#f8a5a3", "#f8a5a3" },
                                            { "#c64600", "#ffbe93", "#ffbe93" } };
  static const char *const faster[2][3] = { { "#177a45", "#9fe3bd", "#9fe3bd" },
                                            { "#1a5fb4", "#a6cbf5", "#a6cbf5" } };
  static const char *const added[2] = { "#f8d431", "#f8e45c" };
  static const CyanChange changes[3] = { CYAN_CHANGE_MODIFIED, CYAN_CHANGE_UNMODIFIED,
                                         CYAN_CHANGE_UNKNOWN };
  Picture forth, back;

  golden (&forth, FALSE);
  golden (&back, TRUE);
  for (CyanPalette p = CYAN_PALETTE_CLASSIC; p <= CYAN_PALETTE_SAFE; p++)
    for (guint i = 0; i < 3; i++)
      {
        g_autoptr (CyanScene) there = NULL;
        g_autoptr (CyanScene) and_back = NULL;

        forth.style.theme.palette = back.style.theme.palette = p;
        picture_set_changes (&forth, changes[i]);
        picture_set_changes (&back, changes[i]);
        there = picture_tree (&forth);
        and_back = picture_tree (&back);
        assert_fill (there, "main", "#ffffff");
        assert_fill (there, "parse", faster[p][i]);
        assert_fill (there, "new_method", added[p]);
        assert_fill (there, "parse_proxy", added[p]);
        assert_fill (and_back, "main", "#ffffff");
        assert_fill (and_back, "parse", slower[p][i]);
        assert_fill (and_back, "createParser", slower[p][i]);
        assert_fill (and_back, "new_method", "#c0bfbc");
      }
  picture_clear (&forth);
  picture_clear (&back);
}

/* One function's change is that function's only. */
static void
test_one_change (void)
{
  Picture picture;
  g_autoptr (CyanScene) scene = NULL;

  golden (&picture, TRUE);
  picture_set_changes (&picture, CYAN_CHANGE_UNMODIFIED);
  picture_set_change (&picture, "createParser", CYAN_CHANGE_MODIFIED);
  scene = picture_tree (&picture);
  assert_fill (scene, "createParser", "#d6141e");
  assert_fill (scene, "parse", "#f8a5a3");
  picture_clear (&picture);
}

/* The safe palette speaks by sign and hatch too. */
static void
test_signs (void)
{
  Picture picture;
  g_autoptr (CyanScene) scene = NULL;
  g_autoptr (CyanScene) swapped = NULL;

  golden (&picture, FALSE);
  picture.style.theme.palette = CYAN_PALETTE_SAFE;
  scene = picture_tree (&picture);
  g_assert_cmpstr (label_of (scene, "parse")->text, ==, MINUS " parse");
  g_assert_cmpstr (label_of (scene, "main")->text, ==, "main");
  g_assert_cmpstr (label_of (scene, "new_method")->text, ==, "new_method");
  g_assert_cmpint (box_of (scene, "new_method")->hatch, ==, CYAN_HATCH_ADDED);
  g_assert_cmpint (box_of (scene, "createParser")->hatch, ==, CYAN_HATCH_SHARE_ONLY);
  picture_clear (&picture);

  golden (&picture, TRUE);
  picture.style.theme.palette = CYAN_PALETTE_SAFE;
  swapped = picture_tree (&picture);
  g_assert_cmpstr (label_of (swapped, "parse")->text, ==, "+ parse");
  g_assert_cmpint (box_of (swapped, "new_method")->hatch, ==, CYAN_HATCH_REMOVED);
  picture_clear (&picture);
}

/* A name of the widest kind stays in its room with a sign in front. */
static void
test_signs_do_not_move (void)
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
      for (CyanNode node = 1; node < picture.comparison->n_nodes; node++)
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
test_borders (void)
{
  Picture picture;

  golden (&picture, FALSE);
  for (guint high = 0; high < 2; high++)
    {
      g_autoptr (CyanScene) all = NULL;
      g_autoptr (CyanScene) part = NULL;
      double thin = high ? 2 : 1;

      picture.style.theme.high_contrast = high == 1;
      cyan_layout_open (picture.layout, CYAN_OPENING_ALL, 0, G_MAXUINT);
      all = picture_tree (&picture);
      g_assert_cmpfloat (box_of (all, "main")->stroke_width, ==, thin);
      g_assert_cmpfloat (box_of (all, "parse_proxy")->stroke_width, ==, thin);
      g_assert_cmpfloat (box_of (all, "parse")->stroke_width, ==, thin);

      /* All of its children are hidden, then one of them. */
      cyan_layout_hide_children (picture.layout, find_node (picture.comparison, "parse_proxy"));
      part = picture_tree (&picture);
      g_assert_cmpfloat (box_of (part, "parse_proxy")->stroke_width, >=, thin + 1.5);
      g_assert_cmpfloat (box_of (part, "build(InputSource)")->stroke_width, ==, thin);
      g_clear_pointer (&part, cyan_scene_free);
      cyan_layout_reveal (picture.layout, find_node (picture.comparison, "parse"));
      part = picture_tree (&picture);
      g_assert_cmpfloat (box_of (part, "parse_proxy")->stroke_width, >=, thin + 1.5);
      g_assert_cmpfloat (box_of (part, "parse")->stroke_width, ==, thin);
    }
  picture_clear (&picture);
}

static void
test_second_lines (void)
{
  Picture picture;
  g_autoptr (CyanScene) share = NULL;
  g_autoptr (CyanScene) absolute = NULL;
  g_autoptr (CyanScene) swapped = NULL;

  golden (&picture, FALSE);
  share = picture_tree (&picture);
  g_assert_cmpstr (second_line_of (share, "new_method")->text, ==, "new, +36.7 %");
  g_assert_cmpstr (second_line_of (share, "parse")->text, ==, MINUS "32.3 %");
  g_assert_cmpfloat (second_line_of (share, "parse")->y, >, label_of (share, "parse")->y);
  g_assert_cmpfloat (second_line_of (share, "parse")->x, ==, label_of (share, "parse")->x);
  /* Boxes that are too low for two lines have one. */
  g_assert_null (second_line_of (share, "main"));
  g_assert_null (second_line_of (share, "createParser"));

  cyan_layout_set_reading (picture.layout, CYAN_READING_ABSOLUTE);
  absolute = picture_tree (&picture);
  g_assert_cmpstr (second_line_of (absolute, "new_method")->text, ==, "new, +699 ns");
  g_assert_cmpstr (second_line_of (absolute, "createParser")->text, ==, "+380 ns");
  picture_clear (&picture);

  golden (&picture, TRUE);
  swapped = picture_tree (&picture);
  g_assert_cmpstr (second_line_of (swapped, "new_method")->text, ==, "gone, " MINUS "36.7 %");
  g_assert_cmpstr (second_line_of (swapped, "parse")->text, ==, "+32.3 %");
  picture_clear (&picture);

  picture_init (&picture, compare_golden (FALSE), &roomy_scale);
  g_clear_pointer (&share, cyan_scene_free);
  share = picture_tree (&picture);
  g_assert_cmpstr (second_line_of (share, "main")->text, ==, "0 %");
  g_assert_true (label_of (share, "main")->bold);
  g_assert_cmpfloat (label_of (share, "main")->align, ==, 0.5);
  picture_clear (&picture);
}

static void
test_hot_path (void)
{
  Picture picture;
  CyanHotPath *path;
  g_autoptr (CyanScene) scene = NULL;
  gboolean has_strong = FALSE;

  golden (&picture, TRUE);
  path = cyan_hot_path_new (picture.comparison, cyan_comparison_top (picture.comparison),
                            CYAN_DIRECTION_SLOWER);
  picture.style.hot_path = path;
  scene = picture_tree (&picture);
  g_assert_cmpuint (path->nodes->len, >, 3);
  for (guint i = 1; i < path->nodes->len; i++)
    {
      const char *name =
          cyan_comparison_name (picture.comparison, g_array_index (path->nodes, CyanNode, i));

      g_assert_cmpfloat (edge_to (scene, name)->stroke_width, ==, 2);
    }
  g_assert_cmpfloat (edge_to (scene, "createContentHandler")->stroke_width, ==, 1);
  g_assert_cmpfloat (edge_to (scene, "new_method")->stroke_width, ==, 1);
  g_assert_null (edge_to (scene, "main"));
  /* Strong edges above the others, boxes above edges. */
  for (guint i = 0; i < scene->items->len; i++)
    {
      const CyanItem *item = &g_array_index (scene->items, CyanItem, i);

      if (item->kind == CYAN_ITEM_EDGE)
        {
          g_assert_false (has_strong && item->stroke_width == 1);
          g_assert_true (i == 0 || item[-1].kind == CYAN_ITEM_EDGE);
          has_strong = item->stroke_width == 2;
        }
    }
  g_assert_true (has_strong);
  cyan_hot_path_free (path);
  picture_clear (&picture);
}

/* Each edge hangs from its parent's box and ends on its own. */
static void
test_edges (void)
{
  Picture picture;
  g_autoptr (CyanScene) scene = NULL;

  picture_init (&picture, compare_random (300, 4), &usual_scale);
  scene = picture_tree (&picture);
  for (CyanNode node = 2; node < picture.comparison->n_nodes; node++)
    {
      const char *name = cyan_comparison_name (picture.comparison, node);
      CyanNode above = cyan_layout_parent_of (picture.layout, node);
      const CyanItem *edge = edge_to (scene, name), *box = box_of (scene, name);
      const CyanItem *parent = box_of (scene, cyan_comparison_name (picture.comparison, above));

      g_assert_cmpfloat (edge->x, >=, parent->x - 1);
      g_assert_cmpfloat (edge->x, <=, parent->x + parent->width + 1);
      g_assert_cmpfloat (fabs (edge->y - (parent->y + parent->height)), <=, 2);
      g_assert_cmpfloat (edge->x + edge->width, >=, box->x);
      g_assert_cmpfloat (edge->x + edge->width, <=, box->x + box->width);
      g_assert_cmpfloat (fabs (edge->y + edge->height - box->y), <=, 1);
    }
  picture_clear (&picture);
}

/* The strongest ring around @name, NULL if there is none. */
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

static void
test_selection (void)
{
  Picture picture;
  g_autoptr (CyanScene) scene = NULL;
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
  g_assert_cmpfloat (selected->x, <, box->x - 2);
  g_assert_cmpfloat (selected->y, <, box->y - 2);
  g_assert_cmpfloat (selected->x + selected->width, >, box->x + box->width + 2);
  g_assert_cmpfloat (selected->y + selected->height, >, box->y + box->height + 2);
  g_assert_cmpfloat (selected->stroke.alpha, >, hovered->stroke.alpha);
  g_assert_cmpfloat (selected->stroke_width, >, hovered->stroke_width);

  /* Once is enough. */
  g_clear_pointer (&scene, cyan_scene_free);
  picture.style.hovered = picture.style.selected;
  scene = picture_tree (&picture);
  g_assert_cmpfloat (around (scene, "parse")->stroke.alpha, ==, 1);
  picture_clear (&picture);
}

/* ---- marks ---- */

static void
test_unknown_source (void)
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

/* What stands above several roots is no function. */
static void
test_synthetic_root (void)
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

static void
test_unknown_calls (void)
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
  /* Beside the box, not on it. */
  g_assert_cmpfloat (question_of (scene, "neither")->x, <, box_of (scene, "neither")->x - 1);
  g_assert_cmpfloat (box_of (scene, "neither")->width, ==, usual_scale.min_px);
  g_assert_cmpfloat (box_of (scene, "known")->width, ==, round (10 * log (7)));
  picture_clear (&picture);
}

static void
test_share_only (void)
{
  Picture picture;

  golden (&picture, FALSE);
  for (CyanReading reading = CYAN_READING_SHARE; reading <= CYAN_READING_ABSOLUTE; reading++)
    {
      g_autoptr (CyanScene) scene = NULL;

      cyan_layout_set_reading (picture.layout, reading);
      scene = picture_tree (&picture);
      g_assert_cmpint (box_of (scene, "createParser")->hatch, ==, CYAN_HATCH_SHARE_ONLY);
      g_assert_cmpint (box_of (scene, "createContentHandler")->hatch, ==, CYAN_HATCH_SHARE_ONLY);
      g_assert_cmpint (box_of (scene, "parse")->hatch, ==, CYAN_HATCH_NONE);
      g_assert_cmpint (box_of (scene, "main")->hatch, ==, CYAN_HATCH_NONE);
      g_assert_cmpint (box_of (scene, "new_method")->hatch, ==, CYAN_HATCH_NONE);
    }
  picture_clear (&picture);
}

/* ---- labels ---- */

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

/* Names and what stands below them are where the layout left room; boxes are drawn up to a pixel
 * from where they stand. */
static void
assert_in_room (const Picture *picture, const CyanItem *text)
{
  CyanRect rect = rect_of (text), room;
  CyanPlaced placed;

  g_assert_true (cyan_layout_place_of (picture->layout, text->node, &placed));
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
assert_apart (const Picture *picture, const CyanScene *scene)
{
  const CyanItem *items = (const CyanItem *) scene->items->data;
  guint n_texts = 0;

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
  /* Every node has its name. */
  g_assert_cmpuint (n_texts, >=, cyan_layout_n_shown (picture->layout));
}

static void
test_nothing_overlaps (void)
{
  static const CyanScale scales[] = {
    CYAN_SCALE_INIT,
    { 20000, 12, 5, 14, 30 },
    { 600, 40, 18, 14, 30 },
    { 0, 0, 120, 14, 30 },
  };

  for (guint32 seed = 1; seed <= 8; seed++)
    {
      Picture picture;

      picture_init (&picture, compare_random (300, seed), &scales[seed % G_N_ELEMENTS (scales)]);
      picture_set_changes (&picture, CYAN_CHANGE_UNKNOWN);
      for (guint i = 0; i < 4; i++)
        {
          g_autoptr (CyanScene) scene = NULL;

          picture.style.theme.palette = i & 1 ? CYAN_PALETTE_SAFE : CYAN_PALETTE_CLASSIC;
          cyan_layout_set_reading (picture.layout,
                                   i & 2 ? CYAN_READING_ABSOLUTE : CYAN_READING_SHARE);
          scene = picture_tree (&picture);
          assert_apart (&picture, scene);
        }
      picture_clear (&picture);
    }
}

static void
test_hostile_labels (void)
{
  Picture picture;

  picture_init (&picture, compare_names (hostile_names), &usual_scale);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (CyanScene) scene = NULL;

      picture.style.theme.palette = i ? CYAN_PALETTE_SAFE : CYAN_PALETTE_CLASSIC;
      scene = picture_tree (&picture);
      assert_apart (&picture, scene);
      g_assert_true (has_text (scene, i ? "+ (no name)" : "(no name)")
                     || has_text (scene, i ? MINUS " (no name)" : "(no name)"));
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

static void
test_long_labels (void)
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
      /* Profiles cut what is endless to begin with. */
      label = label_of (scene, cyan_comparison_name (picture.comparison, node));
      g_assert_nonnull (label);
      g_assert_cmpuint (strlen (label->text), <, 200);
      g_assert_cmpfloat (label->width, <=, CYAN_LABEL_MAX_WIDTH);
      g_assert_cmpfloat (label->width, >, CYAN_LABEL_MAX_WIDTH / 2);
      g_assert_nonnull (strstr (label->text, "\xe2\x80\xa6"));
    }
  /* Both ends are told, the middle is not. */
  label = label_of (scene, ended);
  g_assert_true (g_str_has_prefix (label->text, "start_xx"));
  g_assert_true (g_str_has_suffix (label->text, "xx_end"));
  picture_clear (&picture);
}

/* ---- zoom and views ---- */

static void
test_zoom_out (void)
{
  static const double zooms[] = { 4, 1, 0.8, 0.65, 0.6, 0.56, 0.55, 0.54, 0.4, 0.1, 0.01 };
  CyanRect view = { -5000, -5000, 10000, 10000 };
  Picture picture;
  guint last = G_MAXUINT;

  picture_init (&picture, compare_random (200, 5), &usual_scale);
  picture_set_changes (&picture, CYAN_CHANGE_UNKNOWN);
  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    {
      g_autoptr (CyanScene) scene =
          cyan_scene_new_tree (picture.layout, &picture.style, &view, zooms[i]);
      guint n_texts = 0;

      for (guint j = 0; j < scene->items->len; j++)
        {
          const CyanItem *item = &g_array_index (scene->items, CyanItem, j);

          if (item->kind != CYAN_ITEM_TEXT)
            continue;
          n_texts++;
          g_assert_cmpfloat (item->font_size * zooms[i], >=, 6);
        }
      g_assert_cmpuint (n_texts, <=, last);
      g_assert_cmpuint (scene->items->len, >, 0);
      last = n_texts;
    }
  g_assert_cmpuint (last, ==, 0);
  picture_clear (&picture);
}

/* At the edge of a view things stand where they stand in the whole. */
static void
test_view (void)
{
  Picture picture;
  g_autoptr (CyanScene) all = NULL;
  guint n_boxes = 0;

  picture_init (&picture, compare_random (300, 6), &usual_scale);
  all = picture_tree (&picture);
  {
    CyanRect view = { all->bounds.x + all->bounds.width / 3, all->bounds.y, 300, 200 };
    g_autoptr (CyanScene) part = cyan_scene_new_tree (picture.layout, &picture.style, &view, 1);

    g_assert_cmpmem (&part->bounds, sizeof view, &view, sizeof view);
    g_assert_cmpuint (part->items->len, <, all->items->len / 2);
    for (guint i = 0; i < part->items->len; i++)
      {
        const CyanItem *item = &g_array_index (part->items, CyanItem, i);
        const CyanItem *same;

        if (!is_box (item))
          continue;
        n_boxes++;
        same = box_of (all, cyan_comparison_name (picture.comparison, item->node));
        g_assert_cmpfloat (item->x, ==, same->x);
        g_assert_cmpfloat (item->y, ==, same->y);
      }
    g_assert_cmpuint (n_boxes, >, 0);
  }
  picture_clear (&picture);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scene-tree/golden", test_golden);
  g_test_add_func ("/scene-tree/fills", test_fills);
  g_test_add_func ("/scene-tree/one-change", test_one_change);
  g_test_add_func ("/scene-tree/signs", test_signs);
  g_test_add_func ("/scene-tree/signs-do-not-move", test_signs_do_not_move);
  g_test_add_func ("/scene-tree/borders", test_borders);
  g_test_add_func ("/scene-tree/second-lines", test_second_lines);
  g_test_add_func ("/scene-tree/hot-path", test_hot_path);
  g_test_add_func ("/scene-tree/edges", test_edges);
  g_test_add_func ("/scene-tree/selection", test_selection);
  g_test_add_func ("/scene-tree/unknown-source", test_unknown_source);
  g_test_add_func ("/scene-tree/synthetic-root", test_synthetic_root);
  g_test_add_func ("/scene-tree/unknown-calls", test_unknown_calls);
  g_test_add_func ("/scene-tree/share-only", test_share_only);
  g_test_add_func ("/scene-tree/nothing-overlaps", test_nothing_overlaps);
  g_test_add_func ("/scene-tree/hostile-labels", test_hostile_labels);
  g_test_add_func ("/scene-tree/long-labels", test_long_labels);
  g_test_add_func ("/scene-tree/zoom-out", test_zoom_out);
  g_test_add_func ("/scene-tree/view", test_view);
  return g_test_run ();
}
