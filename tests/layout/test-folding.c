/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Folding: what becomes a link, and what stays a box. */
#include "layout-trees.h"
#include "profile-text.h"
#include "tests.h"

#include <string.h>

TEST ("/layout/links/no-crumbs")
{
  static const char *const texts[][2] = {
    { "m:9(a:1(x:100 y:100))", "m:9(a:1(x:400 y:150))" }, /* a splits the change */
    { "m:9(x:100)", "m:9(a:0(x:400))" },                  /* a is new */
    { "m:9(a:1(x:100))", "m:9(a:40(x:400))" },            /* a has a change of its own */
    { "m:9(a:1(x:100))", "m:9(a:1(x:100))" },             /* nothing changed */
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (CyanComparison) comparison = compare_texts (texts[i][0], texts[i][1]);
      g_autoptr (CyanLayout) layout = folding_layout (comparison);
      CyanNode a = find_node (comparison, "a");

      cyan_layout_open (layout, CYAN_OPENING_ALL, 0, G_MAXUINT);
      g_assert_cmpuint (cyan_layout_row_length (layout, a), ==, 0);
      g_assert_false (cyan_layout_can_fold (layout, a));
    }
}

/* Who focuses on a function sees its box. */
TEST ("/layout/links/focused-top")
{
  g_autoptr (CyanComparison) comparison =
      compare_texts ("m:9(a:1(b:1(x:100)))", "m:9(a:1(b:1(x:400)))");
  g_autoptr (CyanLayout) layout = folding_layout (comparison);
  CyanNode a = find_node (comparison, "a");

  cyan_layout_open (layout, CYAN_OPENING_ALL, 0, G_MAXUINT);
  g_assert_cmpuint (cyan_layout_row_length (layout, a), ==, 3);
  cyan_layout_set_top (layout, a);
  g_assert_cmpuint (cyan_layout_row_length (layout, a), ==, 0);
  g_assert_cmpuint (cyan_layout_row_length (layout, find_node (comparison, "b")), ==, 1);
}

/* The goal of the opening is a box, even where its own change is below the threshold and the
 * rows around it are folded by hand. */
TEST ("/layout/links/goal")
{
  const char *before = "m:500(a(b(c(k:1000(d(e(f(l:500))))))))";
  const char *after = "m:500(a(b(c(k:1009(d(e(f(l:500))))))))";
  g_autoptr (CyanComparison) comparison = compare_texts (before, after);
  g_autoptr (CyanLayout) layout = folding_layout (comparison);
  CyanNode k = find_node (comparison, "k");

  cyan_layout_open (layout, CYAN_OPENING_HOT_PATH, 0, G_MAXUINT);
  cyan_layout_show_descendants (layout, k, G_MAXUINT);
  g_assert_cmpfloat (cyan_comparison_self_change (comparison, k), <, comparison->threshold);
  g_assert_cmpuint (cyan_layout_row_length (layout, k), ==, 0);
  g_assert_cmpuint (cyan_layout_row_length (layout, find_node (comparison, "b")), ==, 3);
  g_assert_cmpuint (cyan_layout_row_length (layout, find_node (comparison, "e")), ==, 3);
  g_assert_true (cyan_layout_unfold (layout, find_node (comparison, "b")));
  cyan_layout_fold (layout, find_node (comparison, "b"));
  g_assert_cmpuint (cyan_layout_row_length (layout, find_node (comparison, "b")), ==, 3);
  g_assert_cmpuint (cyan_layout_row_length (layout, k), ==, 0);
}

/* What was shown by hand folds again by hand. */
TEST ("/layout/links/kept")
{
  g_autoptr (CyanComparison) comparison =
      compare_texts ("m:9(a(b(c(d(e:9)))))", "m:9(a(b(c(d(e:9)))))");
  g_autoptr (CyanLayout) layout = folding_layout (comparison);
  CyanNode b = find_node (comparison, "b");
  g_autoptr (CyanShownNodes) saved = NULL;

  cyan_layout_open (layout, CYAN_OPENING_ALL, 0, G_MAXUINT);
  g_assert_cmpuint (cyan_layout_row_length (layout, b), ==, 4);
  cyan_layout_keep (layout, b);
  g_assert_cmpuint (cyan_layout_row_length (layout, b), ==, 0);
  g_assert_true (cyan_layout_can_fold (layout, b));
  saved = cyan_layout_save (layout);
  cyan_layout_fold (layout, b);
  g_assert_cmpuint (cyan_layout_row_length (layout, b), ==, 4);
  cyan_layout_restore (layout, saved);
  g_assert_cmpuint (cyan_layout_row_length (layout, b), ==, 0);
  cyan_layout_open (layout, CYAN_OPENING_ALL, 0, G_MAXUINT);
  g_assert_cmpuint (cyan_layout_row_length (layout, b), ==, 4);
}

static double
height_of (CyanLayout *layout)
{
  CyanRect extents;

  cyan_layout_extents (layout, &extents);
  return extents.height;
}

/* Calls with growing changes of their own: 0.1 % of the run, 0.2 % and so on, the last 30 %. */
static CyanComparison *
growing_changes (double threshold)
{
  g_autoptr (GString) before = g_string_new ("m:51000(");
  g_autoptr (GString) after = g_string_new ("m:51000(");
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autofree char *ends = g_strnfill (21, ')');
  CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
  g_autoptr (CyanProfile) a = NULL, b = NULL;

  for (guint i = 1; i <= 20; i++)
    {
      g_string_append_printf (before, "f%u:0(", i);
      g_string_append_printf (after, "f%u:%u(", i, i < 20 ? 100 * i : 30000);
    }
  g_string_append_printf (before, "l:1%s", ends);
  g_string_append_printf (after, "l:1%s", ends);
  options.threshold = threshold;
  a = cyan_profile_from_text (strings, before->str, NULL);
  b = cyan_profile_from_text (strings, after->str, NULL);
  return cyan_comparison_new (a, b, &options, NULL, NULL);
}

/* What is too high folds where changes are small, as far as need be, whatever the threshold. */
TEST ("/layout/links/fit")
{
  const double thresholds[] = { 0, 0.005 };

  for (guint i = 0; i < G_N_ELEMENTS (thresholds); i++)
    {
      g_autoptr (CyanComparison) comparison = growing_changes (thresholds[i]);
      g_autoptr (CyanLayout) layout = folding_layout (comparison);
      CyanFit page = { .width = 1e9, .height = 1e9, .least_zoom = 1 };
      CyanNode small = find_node (comparison, "f2"), large = find_node (comparison, "f20");
      double whole;

      cyan_layout_open (layout, CYAN_OPENING_ALL, 0, G_MAXUINT);
      cyan_layout_fit (layout, &page);
      whole = height_of (layout);
      page.height = 0.7 * whole;
      cyan_layout_fit (layout, &page);
      g_assert_cmpfloat (height_of (layout), <=, page.height);
      g_assert_cmpuint (cyan_layout_row_length (layout, small), >, 3);
      g_assert_cmpuint (cyan_layout_row_length (layout, large), ==, 0);
      /* Large changes do not fold, however high the picture is. */
      page.height = 1;
      cyan_layout_fit (layout, &page);
      g_assert_cmpuint (cyan_layout_row_length (layout, small), ==, 20);
      g_assert_cmpuint (cyan_layout_row_length (layout, large), ==, 0);
    }
}

/* A million calls in a row are one link, which unfolds and folds. */
TEST ("/layout/links/long-row")
{
  const guint n = 1000000;
  g_autoptr (GString) text = g_string_new ("main(");
  g_autoptr (CyanComparison) comparison = NULL;
  g_autoptr (CyanLayout) layout = NULL;
  CyanPlaced placed;
  CyanRect folded, extents;

  for (guint i = 0; i < n; i++)
    g_string_append (text, "f(");
  g_string_append (text, "leaf:1");
  for (guint i = 0; i < n + 1; i++)
    g_string_append_c (text, ')');
  comparison = compare_texts (text->str, text->str);
  layout = folding_layout (comparison);
  cyan_layout_open (layout, CYAN_OPENING_ALL, 0, G_MAXUINT);
  cyan_layout_extents (layout, &folded);
  g_assert_cmpfloat (folded.height, <, 300);
  g_assert_true (cyan_layout_position_of (layout, 500000, &placed));
  g_assert_cmpuint (placed.n_folded, ==, n);
  g_assert_true (cyan_layout_unfold (layout, 500000));
  cyan_layout_extents (layout, &extents);
  g_assert_cmpfloat (extents.height, >, 30.0 * n);
  cyan_layout_fold (layout, 500000);
  cyan_layout_extents (layout, &extents);
  g_assert_cmpmem (&folded, sizeof folded, &extents, sizeof extents);
}
