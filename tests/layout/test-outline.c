/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The open rows of a tree table. */
#include "cyan-outline.h"
#include "tests.h"

#include <math.h>

/* Item n has the children 3 n + 1 ... 3 n + 3, below N_ITEMS. */
#define N_ITEMS 400

static void
children (gpointer data, guint32 item, GArray *children)
{
  guint32 first = item == CYAN_OUTLINE_NONE ? 0 : 3 * item + 1;
  guint32 n = item == CYAN_OUTLINE_NONE ? 1 : 3;

  for (guint32 i = first; i < first + n && i < N_ITEMS; i++)
    g_array_append_val (children, i);
}

/* Column 0: one key for all; 1: the number; 2: the middle one of three siblings has none. */
static double
key (gpointer data, guint32 item, guint column)
{
  if (column == 0)
    return 7;
  return column == 2 && item % 3 == 2 ? NAN : item;
}

static const CyanOutlineItems items = { children, key };

static CyanOutline *
outline_new (guint column, gboolean descending)
{
  CyanOutline *outline = cyan_outline_new (&items, NULL);

  cyan_outline_set_order (outline, column, descending);
  cyan_outline_make_rows (outline);
  return outline;
}

/* "0 1 2 3", with a point for each step in. */
static void
assert_rows (const CyanOutline *outline, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < cyan_outline_n_rows (outline); i++)
    {
      const CyanOutlineRow *row = cyan_outline_row (outline, i);

      g_string_append (text, i > 0 ? " " : "");
      for (guint depth = 0; depth < row->depth; depth++)
        g_string_append_c (text, '.');
      g_string_append_printf (text, "%u", row->item);
    }
  g_assert_cmpstr (text->str, ==, expected);
}

TEST ("/outline/open-and-close")
{
  g_autoptr (CyanOutline) outline = outline_new (1, FALSE);

  assert_rows (outline, "0");
  g_assert_cmpuint (cyan_outline_open (outline, 0), ==, 3);
  g_assert_cmpuint (cyan_outline_open (outline, 0), ==, 0);
  g_assert_cmpuint (cyan_outline_open (outline, 2), ==, 3);
  assert_rows (outline, "0 .1 .2 ..7 ..8 ..9 .3");
  g_assert_cmpuint (cyan_outline_parent (outline, 4), ==, 2);
  g_assert_cmpuint (cyan_outline_parent (outline, 6), ==, 0);
  g_assert_cmpuint (cyan_outline_parent (outline, 0), ==, CYAN_OUTLINE_NONE);
  g_assert_cmpuint (cyan_outline_find (outline, 8), ==, 4);
  g_assert_cmpuint (cyan_outline_find (outline, 10), ==, CYAN_OUTLINE_NONE);
  g_assert_cmpuint (cyan_outline_row (outline, 4)->nth, ==, 1);
  g_assert_cmpuint (cyan_outline_row (outline, 4)->n_siblings, ==, 3);
  /* What was open below is closed with it. */
  g_assert_cmpuint (cyan_outline_close (outline, 0), ==, 6);
  g_assert_cmpuint (cyan_outline_close (outline, 0), ==, 0);
  g_assert_cmpuint (cyan_outline_open (outline, 0), ==, 3);
  assert_rows (outline, "0 .1 .2 .3");
}

TEST ("/outline/order")
{
  g_autoptr (CyanOutline) descending = outline_new (1, TRUE);
  g_autoptr (CyanOutline) unknown = outline_new (2, FALSE);
  g_autoptr (CyanOutline) equal = outline_new (0, TRUE);

  cyan_outline_open (descending, 0);
  cyan_outline_open (descending, 2);
  assert_rows (descending, "0 .3 .2 ..9 ..8 ..7 .1");
  /* What has no key comes last both ways. */
  cyan_outline_open (unknown, 0);
  assert_rows (unknown, "0 .1 .3 .2");
  cyan_outline_set_order (unknown, 2, TRUE);
  cyan_outline_make_rows (unknown);
  assert_rows (unknown, "0 .3 .1 .2");
  cyan_outline_open (equal, 0);
  assert_rows (equal, "0 .1 .2 .3");
}

/* Rows that are made at once are those that were opened one by one. */
TEST ("/outline/making")
{
  g_autoptr (CyanOutline) outline = outline_new (2, TRUE);
  g_autoptr (CyanOutline) copy = NULL;

  for (guint i = 0; i < cyan_outline_n_rows (outline); i++)
    if (cyan_outline_row (outline, i)->item % 4 != 3)
      cyan_outline_open (outline, i);
  g_assert_cmpuint (cyan_outline_n_rows (outline), >, 50);
  copy = cyan_outline_copy (outline, NULL);
  cyan_outline_make_rows (copy);
  g_assert_cmpuint (cyan_outline_n_rows (copy), ==, cyan_outline_n_rows (outline));
  for (guint i = 0; i < cyan_outline_n_rows (copy); i++)
    g_assert_cmpmem (cyan_outline_row (copy, i), sizeof (CyanOutlineRow),
                     cyan_outline_row (outline, i), sizeof (CyanOutlineRow));
}

TEST ("/outline/marks")
{
  g_autoptr (CyanOutline) outline = outline_new (1, FALSE);

  cyan_outline_mark (outline, 0, TRUE);
  cyan_outline_mark (outline, 3, TRUE);
  assert_rows (outline, "0");
  cyan_outline_make_rows (outline);
  assert_rows (outline, "0 .1 .2 .3 ..10 ..11 ..12");
  cyan_outline_mark (outline, 3, FALSE);
  cyan_outline_make_rows (outline);
  assert_rows (outline, "0 .1 .2 .3");
  /* Items 4 ... 12 are the children of 1 ... 3. */
  cyan_outline_mark_range (outline, 2, 4);
  cyan_outline_make_rows (outline);
  assert_rows (outline, "0 .1 .2 ..7 ..8 ..9 .3 ..10 ..11 ..12");
  cyan_outline_mark_range (outline, 7, 41);
  cyan_outline_make_rows (outline);
  for (guint i = 0; i < cyan_outline_n_rows (outline); i++)
    {
      guint32 item = cyan_outline_row (outline, i)->item;

      g_assert_true (cyan_outline_is_open (outline, i)
                     == (item == 0 || item == 2 || item == 3 || (item >= 7 && item < 41)));
    }
  cyan_outline_mark_range (outline, 0, N_ITEMS);
  cyan_outline_make_rows (outline);
  g_assert_cmpuint (cyan_outline_n_rows (outline), ==, N_ITEMS);
}
