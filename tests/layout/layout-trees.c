/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Comparisons and layouts for tests. */
#include "profile-text.h"
#include "layout-trees.h"
#include "tests.h"

#include <string.h>

static CyanComparison *
compare_by (CyanMatchMethod method, const char *before, const char *after)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) a = NULL;
  g_autoptr (CyanProfile) b = NULL;
  CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
  CyanComparison *comparison;

  a = MUST (cyan_profile_from_text (strings, before, &failure));
  b = MUST (cyan_profile_from_text (strings, after, &failure));
  options.method = method;
  comparison = MUST (cyan_comparison_new (a, b, &options, NULL, &failure));
  return comparison;
}

CyanComparison *
compare_texts (const char *before, const char *after)
{
  return compare_by (CYAN_MATCH_PATH, before, after);
}

CyanComparison *
compare_contexts (const char *before, const char *after)
{
  return compare_by (CYAN_MATCH_CONTEXT, before, after);
}

static guint
random_parent (GRand *rand, Shape shape, guint i)
{
  switch (shape)
    {
    case SHAPE_BUSHY:
      return g_rand_int_range (rand, 0, i);
    case SHAPE_DEEP:
      return g_rand_int_range (rand, i > 4 ? i - 4 : 0, i);
    case SHAPE_WIDE:
      return g_rand_int_range (rand, 0, 8) > 0 ? i / 300 * 299
                                               : (guint) g_rand_int_range (rand, 0, i);
    case SHAPE_ROWS:
      return g_rand_int_range (rand, 0, 10) > 0 ? i - 1 : (guint) g_rand_int_range (rand, 0, i);
    }
  g_assert_not_reached ();
}

/* Writes the nodes of @side (1 or 2). */
static char *
write_side (guint n, const guint *parent, const guint8 *sides, guint8 side, GRand *rand)
{
  GString *text = g_string_new (NULL);
  g_autofree guint *next = g_new0 (guint, n);
  g_autofree guint *first = g_new0 (guint, n);
  guint at = 0;

  /* Node 0 is not a child, so 0 can mean none. */
  for (guint i = n; i-- > 1;)
    if (sides[i] & side)
      {
        next[i] = first[parent[i]];
        first[parent[i]] = i;
      }
  for (;;)
    {
      g_string_append_printf (text, "n%u:%d*%d", at, g_rand_int_range (rand, 0, 100),
                              1 << g_rand_int_range (rand, 0, 12));
      if (first[at] != 0)
        {
          g_string_append_c (text, '(');
          at = first[at];
          continue;
        }
      while (at != 0 && next[at] == 0)
        {
          g_string_append_c (text, ')');
          at = parent[at];
        }
      if (at == 0)
        break;
      g_string_append_c (text, ' ');
      at = next[at];
    }
  return g_string_free (text, FALSE);
}

CyanComparison *
compare_random (Shape shape, guint n, guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autofree guint *parent = g_new0 (guint, n);
  g_autofree guint8 *sides = g_malloc (n);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  sides[0] = 3;
  for (guint i = 1; i < n; i++)
    {
      parent[i] = random_parent (rand, shape, i);
      sides[i] = sides[parent[i]];
      if (sides[i] == 3 && g_rand_int_range (rand, 0, 20) == 0)
        sides[i] = (guint8) g_rand_int_range (rand, 1, 3);
    }
  before = write_side (n, parent, sides, 1, rand);
  after = write_side (n, parent, sides, 2, rand);
  return compare_texts (before, after);
}

void
measure_by_number (
    CyanNode node, CyanNode last, guint n_folded, double *width, double *height, gpointer data)
{
  guint mixed = (node * 2654435761u) >> 16;

  *width = mixed % 7 == 0 ? 0 : mixed % 101;
  *height = 10 + mixed % 9;
}

static void
measure_links (
    CyanNode node, CyanNode last, guint n_folded, double *width, double *height, gpointer data)
{
  measure_by_number (node + 7 * n_folded, last, 0, width, height, NULL);
}

CyanLayout *
folding_layout (CyanComparison *comparison)
{
  static const CyanScale big_scale = { 2000, 12, 5, 5, 14, 30 };
  CyanLayout *layout =
      cyan_layout_new (comparison, &big_scale, CYAN_BASIS_SHARE, measure_links, NULL);

  cyan_layout_set_folds (layout, TRUE);
  return layout;
}

char *
shown_text (CyanLayout *layout)
{
  GString *text = g_string_new (NULL);
  CyanNode at = cyan_layout_top (layout);

  for (;;)
    {
      CyanNode next = cyan_layout_first_child_of (layout, at);

      g_string_append (text, cyan_comparison_name (cyan_layout_comparison (layout), at));
      if (next != CYAN_NODE_NONE)
        {
          g_string_append_c (text, '(');
          at = next;
          continue;
        }
      while (at != cyan_layout_top (layout) && cyan_layout_next_of (layout, at) == CYAN_NODE_NONE)
        {
          g_string_append_c (text, ')');
          at = cyan_layout_parent_of (layout, at);
        }
      if (at == cyan_layout_top (layout))
        return g_string_free (text, FALSE);
      g_string_append_c (text, ' ');
      at = cyan_layout_next_of (layout, at);
    }
}

void
assert_shown (CyanLayout *layout, const char *expected)
{
  ASSERT_TEXT (shown_text (layout), expected);
}

void
show_hot_path (CyanLayout *layout, CyanNode node, CyanDirection direction)
{
  g_autoptr (CyanHotPath) path =
      cyan_hot_path_new (cyan_layout_comparison (layout), node, direction);

  cyan_layout_show_path (layout, path);
}

CyanNode
find_node (const CyanComparison *comparison, const char *name)
{
  for (CyanNode i = 0; i < comparison->compared.n_nodes; i++)
    if (strcmp (cyan_comparison_name (comparison, i), name) == 0)
      return i;
  g_assert_not_reached ();
}

void
collect_placed (const CyanPlaced *placed, gpointer data)
{
  g_array_append_vals (data, placed, 1);
}

GArray *
all_placed (CyanLayout *layout)
{
  GArray *placed = g_array_new (FALSE, FALSE, sizeof (CyanPlaced));

  cyan_layout_visit (layout, NULL, 1, collect_placed, placed);
  return placed;
}

CyanRect
room_of (const CyanPlaced *placed)
{
  CyanRect room = placed->box;

  if (!placed->label_inside)
    {
      double top = MIN (room.y, placed->label.y);

      room.width = placed->label.x + placed->label.width - room.x;
      room.height = MAX (room.y + room.height, placed->label.y + placed->label.height) - top;
      room.y = top;
    }
  return room;
}

CyanIcicle *
icicle_of (CyanComparison *comparison, CyanBasis basis)
{
  g_autoptr (CyanPartition) partition = cyan_partition_new (comparison, basis, CYAN_SIZES_ENVELOPE);

  return cyan_icicle_new (partition, CYAN_ICICLE_BOTH);
}
