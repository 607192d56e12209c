/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Fuzzes the shown set and its links: bytes are two trees and what a user does with their picture,
 * the rest is a saved set.
 */
#include "cyan-layout.h"
#include "fuzz.h"

#include <string.h>

static void
measure (CyanNode node, CyanNode last, guint n_folded, double *width, double *height, gpointer data)
{
  *width = (node + n_folded) * 7 % 50;
  *height = 11;
}

static CyanLayout *
layout_new (CyanComparison *comparison, gboolean folds)
{
  const CyanScale scale = CYAN_SCALE_INIT;
  CyanLayout *layout = cyan_layout_new (comparison, &scale, CYAN_BASIS_SHARE, measure, NULL);

  cyan_layout_set_folds (layout, folds);
  return layout;
}

static void
do_something (CyanLayout *layout, FuzzBytes *bytes)
{
  CyanComparison *comparison = cyan_layout_comparison (layout);
  CyanFit page = CYAN_FIT_PAGE;
  uint8_t what = fuzz_byte (bytes);
  CyanNode node = fuzz_byte (bytes);

  switch (what % 12)
    {
    case 0:
      cyan_layout_reveal (layout, node);
      break;
    case 1:
      cyan_layout_hide_children (layout, node);
      break;
    case 2:
      cyan_layout_show_children (layout, node);
      break;
    case 3:
      cyan_layout_show_descendants (layout, node, 20);
      break;
    case 4:
      cyan_layout_unfold (layout, node);
      break;
    case 5:
      cyan_layout_fold (layout, node);
      break;
    case 6:
      cyan_layout_keep (layout, node);
      break;
    case 7:
      cyan_layout_set_top (layout, node);
      break;
    case 8:
      cyan_layout_open (layout, (CyanOpening) (node % 4), node, FUZZ_MAX_NODES);
      break;
    case 9:
      cyan_layout_fit (layout, &page);
      break;
    case 10:
      cyan_layout_set_width (layout, (CyanWidth) (node % 3));
      break;
    case 11:
      if (node < comparison->compared.n_nodes)
        {
          g_autoptr (CyanHotPath) path =
              cyan_hot_path_new (comparison, node, (CyanDirection) (what / 12 % 2));

          cyan_layout_show_path (layout, path);
        }
      break;
    default:
      break;
    }
}

static void
collect (const CyanPlaced *placed, gpointer data)
{
  g_array_append_vals (data, placed, 1);
}

static GArray *
all_placed (CyanLayout *layout)
{
  GArray *placed = g_array_new (FALSE, FALSE, sizeof (CyanPlaced));

  cyan_layout_visit (layout, NULL, 1, collect, placed);
  return placed;
}

/* Every shown node is drawn once. */
static void
check_drawn (CyanLayout *layout, const GArray *all)
{
  guint n = 0;

  for (guint i = 0; i < all->len; i++)
    {
      const CyanPlaced *placed = &g_array_index (all, CyanPlaced, i);

      FUZZ_CHECK (cyan_layout_drawn_as (layout, placed->node) == placed->node);
      n += MAX (placed->n_folded, 1);
    }
  FUZZ_CHECK (n == cyan_layout_n_shown (layout));
}

/* The picture is that of a new layout with the same set. */
static void
check_as_new (CyanLayout *layout)
{
  g_autoptr (CyanShownNodes) saved = cyan_layout_save (layout);
  g_autoptr (CyanLayout) other =
      layout_new (cyan_layout_comparison (layout), cyan_layout_folds (layout));
  g_autoptr (GArray) here = all_placed (layout);
  g_autoptr (GArray) there = NULL;

  cyan_layout_set_scale (other, cyan_layout_scale (layout));
  cyan_layout_set_width (other, cyan_layout_width (layout));
  cyan_layout_restore (other, saved);
  there = all_placed (other);
  check_drawn (layout, here);
  FUZZ_CHECK (here->len == there->len);
  for (guint i = 0; i < here->len; i++)
    {
      const CyanPlaced *a = &g_array_index (here, CyanPlaced, i);
      const CyanPlaced *b = &g_array_index (there, CyanPlaced, i);

      FUZZ_CHECK (a->node == b->node && a->n_folded == b->n_folded);
      FUZZ_CHECK (memcmp (&a->box, &b->box, sizeof a->box) == 0);
    }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  FuzzBytes bytes = { data, size };
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) before = fuzz_tree (strings, &bytes, FUZZ_NAMES_FEW);
  g_autoptr (CyanProfile) after = fuzz_tree (strings, &bytes, FUZZ_NAMES_FEW);
  CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanComparison) comparison = NULL;
  g_autoptr (CyanLayout) layout = NULL;

  comparison = cyan_comparison_new (before, after, &options, NULL, &error);
  if (comparison == NULL)
    {
      fuzz_check_error (error);
      return 0;
    }
  layout = layout_new (comparison, TRUE);
  for (guint n = fuzz_byte (&bytes) % 32; n > 0; n--)
    {
      do_something (layout, &bytes);
      check_as_new (layout);
    }
  return 0;
}
