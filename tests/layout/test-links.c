/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Links: which rows of nodes fold, against finding them node by node. */
#include "layout-trees.h"
#include "profile-text.h"
#include "tests.h"

#include "cyan-change.h"

#include <math.h>
#include <string.h>

/* Of 300 nodes, some change by themselves and some do not. */
#define N 300

#define LEAST_ROW 3
#define NEAR      1e-6

/* What decides on folding. */
typedef struct
{
  CyanComparison *comparison;
  CyanLayout *layout;
  guint8 *kept;    /* by node */
  guint8 *changes; /* by pair, CyanChange */
} Fixture;

static Fixture
fixture (CyanComparison *comparison)
{
  Fixture f = { .comparison = comparison, .layout = folding_layout (comparison) };

  f.kept = g_malloc0 (comparison->compared.n_nodes);
  f.changes = g_malloc0 (comparison->compared.pairs->n);
  return f;
}

static void
fixture_clear (Fixture *f)
{
  cyan_layout_free (f->layout);
  g_free (f->kept);
  g_free (f->changes);
  cyan_comparison_unref (f->comparison);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Fixture, fixture_clear)

static CyanNode
parent_of (const Fixture *f, CyanNode node)
{
  return f->comparison->compared.tree->parent[node];
}

static CyanNode
only_shown_child (const Fixture *f, CyanNode node)
{
  const CyanNode *end = f->comparison->compared.tree->end;
  CyanNode only = CYAN_NODE_NONE;

  for (CyanNode child = node + 1; child < end[node]; child = end[child])
    if (cyan_layout_is_shown (f->layout, child))
      {
        if (only != CYAN_NODE_NONE)
          return CYAN_NODE_NONE;
        only = child;
      }
  return only;
}

/* Matched and renamed nodes are in both runs. */
static gboolean
in_same_runs (const Fixture *f, CyanNode a, CyanNode b)
{
  CyanStatus x = cyan_comparison_status (f->comparison, a);
  CyanStatus y = cyan_comparison_status (f->comparison, b);

  return x == y
         || ((x == CYAN_STATUS_MATCHED || x == CYAN_STATUS_RENAMED)
             && (y == CYAN_STATUS_MATCHED || y == CYAN_STATUS_RENAMED));
}

static double
change_of (const Fixture *f, CyanNode node)
{
  return cyan_compared_delta_part (&f->comparison->compared,
                                   (double) f->comparison->slower_delta[node]
                                       + f->comparison->faster_delta[node]);
}

static double
largest_shown_below (const Fixture *f, CyanNode node)
{
  const CyanNode *end = f->comparison->compared.tree->end;
  double largest = 0;

  for (CyanNode child = node + 1; child < end[node]; child = end[child])
    if (cyan_layout_is_shown (f->layout, child))
      largest = MAX (largest, change_of (f, child));
  return largest;
}

/* Nearly all of its change is that of one call. */
static gboolean
is_crumb (const Fixture *f, CyanNode node)
{
  CyanStatus status = cyan_comparison_status (f->comparison, node);

  return (status == CYAN_STATUS_MATCHED || status == CYAN_STATUS_RENAMED)
         && change_of (f, node) > f->comparison->threshold
         && largest_shown_below (f, node) >= 0.95 * change_of (f, node);
}

/* It has no change of its own, and little elsewhere than in its only shown call. */
static gboolean
is_step (const Fixture *f, CyanNode node)
{
  double elsewhere = change_of (f, node) - largest_shown_below (f, node);

  return node != cyan_layout_top (f->layout) && only_shown_child (f, node) != CYAN_NODE_NONE
         && cyan_comparison_self_change (f->comparison, node) <= f->comparison->threshold
         && elsewhere <= MAX (f->comparison->threshold, 0.25 * change_of (f, node));
}

static gboolean
can_be_in_link (const Fixture *f, CyanNode node)
{
  guint32 pair = f->comparison->compared.pairs->of_node[node];
  gboolean is_top = node == cyan_layout_top (f->layout);
  CyanStatus status = cyan_comparison_status (f->comparison, node);
  gboolean comes_or_goes = status == CYAN_STATUS_ADDED || status == CYAN_STATUS_REMOVED;

  return cyan_layout_folds (f->layout) && !f->kept[node] && f->changes[pair] != CYAN_CHANGE_MODIFIED
         && (!comes_or_goes || (!is_top && in_same_runs (f, parent_of (f, node), node)))
         && (is_crumb (f, node) || is_step (f, node));
}

/* Whether the row of @node goes on below it. */
static gboolean
goes_on (const Fixture *f, CyanNode node)
{
  CyanNode child = only_shown_child (f, node);

  return child != CYAN_NODE_NONE && can_be_in_link (f, child) && in_same_runs (f, child, node);
}

/* The first node of the row around @node, and its length: 0 if the row is too short. */
static CyanNode
expected_row (const Fixture *f, CyanNode node, guint *length)
{
  CyanNode first = node;

  *length = 0;
  if (!can_be_in_link (f, node))
    return node;
  while (first != cyan_layout_top (f->layout) && can_be_in_link (f, parent_of (f, first))
         && goes_on (f, parent_of (f, first)))
    first = parent_of (f, first);
  *length = 1;
  for (CyanNode down = first; goes_on (f, down); down = only_shown_child (f, down))
    ++*length;
  if (*length >= LEAST_ROW || is_crumb (f, first))
    return first;
  *length = 0;
  return node;
}

static gboolean
are_apart (const CyanRect *a, const CyanRect *b)
{
  return a->x + a->width <= b->x + NEAR || b->x + b->width <= a->x + NEAR
         || a->y + a->height <= b->y + NEAR || b->y + b->height <= a->y + NEAR;
}

static void
assert_no_overlaps (const GArray *all)
{
  g_autofree CyanRect *room = g_new (CyanRect, all->len);

  for (guint i = 0; i < all->len; i++)
    room[i] = room_of (&g_array_index (all, CyanPlaced, i));
  for (guint i = 0; i < all->len; i++)
    for (guint j = i + 1; j < all->len; j++)
      g_assert_true (are_apart (&room[i], &room[j]));
}

/* Every shown node is drawn once, as a box or in a link, and the link is as long as can be. */
static guint
assert_rows (const Fixture *f, const GArray *all)
{
  g_autofree guint *times = g_new0 (guint, f->comparison->compared.n_nodes);
  guint n_links = 0;

  for (guint i = 0; i < all->len; i++)
    {
      const CyanPlaced *placed = &g_array_index (all, CyanPlaced, i);
      g_autoptr (GArray) row = cyan_layout_row_of (f->layout, placed->node);
      guint length;

      g_assert_cmpuint (expected_row (f, placed->node, &length), ==, placed->node);
      g_assert_cmpuint (placed->n_folded, ==, length);
      g_assert_cmpuint (row->len, ==, MAX (length, 1));
      for (guint k = 0; k < row->len; k++)
        {
          CyanNode node = g_array_index (row, CyanNode, k);
          CyanPlaced as_part;

          times[node]++;
          if (k > 0)
            g_assert_cmpuint (parent_of (f, node), ==, g_array_index (row, CyanNode, k - 1));
          g_assert_cmpuint (cyan_layout_drawn_as (f->layout, node), ==, placed->node);
          g_assert_cmpuint (cyan_layout_row_length (f->layout, node), ==, length);
          g_assert_true (cyan_layout_position_of (f->layout, node, &as_part));
          g_assert_cmpmem (&as_part.box, sizeof (CyanRect), &placed->box, sizeof (CyanRect));
          g_assert_cmpuint (as_part.node, ==, placed->node);
        }
      n_links += length > 0;
    }
  for (CyanNode node = 0; node < f->comparison->compared.n_nodes; node++)
    g_assert_cmpuint (times[node], ==, cyan_layout_is_shown (f->layout, node));
  return n_links;
}

/* Keys step through boxes and links, and a step back is where one came from. */
static void
assert_neighbours (const Fixture *f, const GArray *all)
{
  for (guint i = 0; i < all->len; i++)
    {
      const CyanPlaced *placed = &g_array_index (all, CyanPlaced, i);
      g_autoptr (GArray) row = cyan_layout_row_of (f->layout, placed->node);
      CyanNode last = g_array_index (row, CyanNode, row->len - 1);
      CyanNode before = CYAN_NODE_NONE;
      CyanNode child = cyan_layout_first_child_of (f->layout, placed->node);

      g_assert_cmpuint (cyan_layout_first_child_of (f->layout, last), ==, child);
      g_assert_cmpuint (cyan_layout_parent_of (f->layout, last), ==,
                        cyan_layout_parent_of (f->layout, placed->node));
      for (; child != CYAN_NODE_NONE; child = cyan_layout_next_of (f->layout, child))
        {
          CyanPlaced below;

          g_assert_cmpuint (cyan_layout_parent_of (f->layout, child), ==, placed->node);
          g_assert_cmpuint (cyan_layout_previous_of (f->layout, child), ==, before);
          g_assert_cmpuint (cyan_layout_drawn_as (f->layout, child), ==, child);
          before = child;
          /* Its edge comes from the box or link above. */
          g_assert_true (cyan_layout_position_of (f->layout, child, &below));
          g_assert_cmpfloat_with_epsilon (below.edge_x, placed->box.x + placed->box.width / 2,
                                          NEAR);
          g_assert_cmpfloat_with_epsilon (below.edge_y, placed->box.y + placed->box.height, NEAR);
        }
    }
}

static guint
assert_picture (const Fixture *f)
{
  g_autoptr (GArray) all = all_placed (f->layout);

  assert_no_overlaps (all);
  assert_neighbours (f, all);
  return assert_rows (f, all);
}

static void
assert_same (const GArray *a, const GArray *b)
{
  g_assert_cmpuint (a->len, ==, b->len);
  for (guint i = 0; i < a->len; i++)
    {
      const CyanPlaced *x = &g_array_index (a, CyanPlaced, i);
      const CyanPlaced *y = &g_array_index (b, CyanPlaced, i);

      g_assert_cmpuint (x->node, ==, y->node);
      g_assert_cmpuint (x->n_folded, ==, y->n_folded);
      g_assert_cmpuint (x->n_hidden_children, ==, y->n_hidden_children);
      g_assert_cmpmem (&x->box, sizeof (CyanRect), &y->box, sizeof (CyanRect));
      g_assert_cmpmem (&x->label, sizeof (CyanRect), &y->label, sizeof (CyanRect));
      g_assert_cmpfloat (x->edge_x, ==, y->edge_x);
      g_assert_cmpfloat (x->edge_y, ==, y->edge_y);
    }
}

/* A layout from nothing in the same state gives the same picture, to the last bit. */
static void
assert_as_fresh (const Fixture *f)
{
  g_autoptr (CyanShownNodes) saved = cyan_layout_save (f->layout);
  g_autoptr (CyanLayout) fresh = folding_layout (f->comparison);
  g_autoptr (GArray) here = all_placed (f->layout), there = NULL;

  cyan_layout_set_folds (fresh, cyan_layout_folds (f->layout));
  cyan_layout_set_basis (fresh, cyan_layout_basis (f->layout));
  cyan_layout_set_width (fresh, cyan_layout_width (f->layout));
  cyan_layout_keep_modified (fresh, f->changes);
  cyan_layout_restore (fresh, saved);
  there = all_placed (fresh);
  assert_same (here, there);
}

TEST ("/layout/links/random")
{
  guint n_in_rows = 0;

  for (guint32 seed = 1; seed <= 4; seed++)
    for (Shape shape = SHAPE_BUSHY; shape <= SHAPE_ROWS; shape++)
      {
        g_auto (Fixture) f = fixture (compare_random (shape, N, seed));
        guint n_links;

        cyan_layout_open (f.layout, CYAN_OPENING_ALL, 0, G_MAXUINT);
        n_links = assert_picture (&f);
        if (shape == SHAPE_ROWS)
          n_in_rows += n_links;
        cyan_layout_set_basis (f.layout, CYAN_BASIS_ABSOLUTE);
        g_assert_cmpuint (assert_picture (&f), ==, n_links);
      }
  /* If most of the nodes have no run before, each changed by much of that run. */
  g_assert_cmpuint (n_in_rows, >, 12);
}

/* Without folding nothing is another than in a layout that never heard of it. */
TEST ("/layout/links/off")
{
  for (Shape shape = SHAPE_BUSHY; shape <= SHAPE_ROWS; shape++)
    {
      g_autoptr (CyanComparison) comparison = compare_random (shape, N, 5);
      g_autoptr (CyanLayout) plain = folding_layout (comparison);
      g_autoptr (CyanLayout) off = folding_layout (comparison);
      g_autoptr (GArray) a = NULL, b = NULL;

      cyan_layout_set_folds (plain, FALSE);
      cyan_layout_open (plain, CYAN_OPENING_ALL, 0, G_MAXUINT);
      cyan_layout_open (off, CYAN_OPENING_ALL, 0, G_MAXUINT);
      g_array_unref (all_placed (off));
      cyan_layout_set_folds (off, FALSE);
      a = all_placed (plain);
      b = all_placed (off);
      assert_same (a, b);
      g_assert_cmpuint (b->len, ==, comparison->compared.n_nodes - 1);
      for (guint i = 0; i < b->len; i++)
        g_assert_cmpuint (g_array_index (b, CyanPlaced, i).n_folded, ==, 0);
    }
}

/* Each link in turn is unfolded and folded again. */
TEST ("/layout/links/unfold-and-fold")
{
  g_auto (Fixture) f = fixture (compare_random (SHAPE_ROWS, N, 6));
  g_autoptr (GArray) before = NULL;

  cyan_layout_open (f.layout, CYAN_OPENING_ALL, 0, G_MAXUINT);
  before = all_placed (f.layout);
  for (guint i = 0; i < before->len; i++)
    {
      const CyanPlaced *placed = &g_array_index (before, CyanPlaced, i);
      g_autoptr (GArray) row = cyan_layout_row_of (f.layout, placed->node);
      CyanNode middle = g_array_index (row, CyanNode, row->len / 2);
      g_autoptr (GArray) unfolded = NULL, again = NULL;

      g_assert_false (cyan_layout_can_fold (f.layout, middle));
      g_assert_cmpint (cyan_layout_unfold (f.layout, middle), ==, placed->n_folded > 0);
      if (placed->n_folded == 0)
        continue;
      unfolded = all_placed (f.layout);
      g_assert_cmpuint (unfolded->len, ==, before->len + placed->n_folded - 1);
      for (guint k = 0; k < row->len; k++)
        {
          CyanNode node = g_array_index (row, CyanNode, k);

          g_assert_cmpuint (cyan_layout_drawn_as (f.layout, node), ==, node);
          g_assert_true (cyan_layout_can_fold (f.layout, node));
        }
      cyan_layout_fold (f.layout, middle);
      again = all_placed (f.layout);
      assert_same (before, again);
    }
}

static void
change_something (Fixture *f, GRand *rand)
{
  gint32 n = (gint32) f->comparison->compared.n_nodes;
  CyanNode node = (CyanNode) g_rand_int_range (rand, 1, n);
  gint32 pair = g_rand_int_range (rand, 0, (gint32) f->comparison->compared.pairs->n);
  g_autoptr (GArray) row = NULL;

  switch (g_rand_int_range (rand, 0, 12))
    {
    case 0:
    case 1:
      cyan_layout_reveal (f->layout, node);
      break;
    case 2:
      cyan_layout_hide_children (f->layout, node);
      break;
    case 3:
      cyan_layout_show_children (f->layout, node);
      break;
    case 4:
      cyan_layout_show_descendants (f->layout, node, 100);
      break;
    case 5:
      cyan_layout_keep (f->layout, node);
      f->kept[node] = TRUE;
      break;
    case 6:
    case 7:
      row = cyan_layout_row_of (f->layout, node);
      if (cyan_layout_unfold (f->layout, node))
        for (guint i = 0; i < row->len; i++)
          f->kept[g_array_index (row, CyanNode, i)] = TRUE;
      break;
    case 8:
      /* All that were kept of the row fold again. */
      if (cyan_layout_can_fold (f->layout, node))
        {
          cyan_layout_fold (f->layout, node);
          row = cyan_layout_row_of (f->layout, node);
          for (guint i = 0; i < row->len; i++)
            f->kept[g_array_index (row, CyanNode, i)] = FALSE;
          g_assert_cmpuint (row->len, >=, LEAST_ROW);
        }
      break;
    case 9:
      f->changes[pair] =
          f->changes[pair] == CYAN_CHANGE_MODIFIED ? CYAN_CHANGE_UNMODIFIED : CYAN_CHANGE_MODIFIED;
      cyan_layout_keep_modified (f->layout, f->changes);
      break;
    case 10:
      cyan_layout_set_width (f->layout, (CyanWidth) g_rand_int_range (rand, 0, 3));
      cyan_layout_set_basis (f->layout, (CyanBasis) g_rand_int_range (rand, 0, 2));
      break;
    case 11:
      if (g_rand_int_range (rand, 0, 4) == 0)
        cyan_layout_set_top (f->layout, g_rand_boolean (rand) ? 1 : node);
      else
        cyan_layout_set_folds (f->layout, g_rand_int_range (rand, 0, 4) > 0);
      break;
    default:
      g_assert_not_reached ();
    }
}

TEST ("/layout/links/in-place")
{
  guint n_in_rows = 0;

  for (guint32 seed = 1; seed <= 3; seed++)
    for (Shape shape = SHAPE_DEEP; shape <= SHAPE_ROWS; shape++)
      {
        g_auto (Fixture) f = fixture (compare_random (shape, N, 10 + seed));
        g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
        guint n_links = 0;

        cyan_layout_open (f.layout, CYAN_OPENING_ALL, 0, G_MAXUINT);
        for (guint i = 0; i < 400; i++)
          {
            change_something (&f, rand);
            if (i % 3 == 0)
              assert_as_fresh (&f);
            if (i % 10 == 0)
              n_links += assert_picture (&f);
          }
        if (shape == SHAPE_ROWS)
          n_in_rows += n_links;
      }
  g_assert_cmpuint (n_in_rows, >, 150);
}

/* What was modified does not fold, and folds when its sources are gone. */
TEST ("/layout/links/modified")
{
  g_auto (Fixture) f = fixture (compare_texts ("m:9(a(b(c(d:9))))", "m:9(a(b(c(d:9))))"));
  CyanNode a = find_node (f.comparison, "a"), b = find_node (f.comparison, "b");

  cyan_layout_open (f.layout, CYAN_OPENING_ALL, 0, G_MAXUINT);
  g_assert_cmpuint (cyan_layout_row_length (f.layout, b), ==, 3);
  g_assert_false (cyan_layout_keep_modified (f.layout, f.changes));
  f.changes[f.comparison->compared.pairs->of_node[b]] = CYAN_CHANGE_MODIFIED;
  g_assert_true (cyan_layout_keep_modified (f.layout, f.changes));
  g_assert_cmpuint (cyan_layout_row_length (f.layout, a), ==, 0);
  g_assert_false (cyan_layout_can_fold (f.layout, a));
  g_assert_true (cyan_layout_keep_modified (f.layout, NULL));
  g_assert_cmpuint (cyan_layout_row_length (f.layout, a), ==, 3);
}

/* Callers that pass nearly all of a change on are one link, even one of them, and the first of the
 * run; what splits it, what is new and what was modified is a box. */
TEST ("/layout/links/crumbs")
{
  const char *before = "m:9(a:1(b:1(c:1(slow:100 same:9) other:1)))";
  const char *after = "m:9(a:1(b:1(c:1(slow:400 same:9) other:9)))";
  g_auto (Fixture) f = fixture (compare_texts (before, after));
  CyanNode m = find_node (f.comparison, "m"), b = find_node (f.comparison, "b");
  CyanPlaced placed;

  cyan_layout_open (f.layout, CYAN_OPENING_ALL, 0, G_MAXUINT);
  /* b has other children, so that the row ends with it, and c is a row of its own. */
  g_assert_cmpuint (cyan_layout_row_length (f.layout, m), ==, 3);
  g_assert_cmpuint (cyan_layout_row_length (f.layout, find_node (f.comparison, "c")), ==, 1);
  g_assert_true (cyan_layout_position_of (f.layout, m, &placed));
  g_assert_cmpuint (placed.last, ==, b);
  g_assert_false (placed.has_edge);
  assert_picture (&f);
  assert_as_fresh (&f);
  f.changes[f.comparison->compared.pairs->of_node[b]] = CYAN_CHANGE_MODIFIED;
  g_assert_true (cyan_layout_keep_modified (f.layout, f.changes));
  g_assert_cmpuint (cyan_layout_row_length (f.layout, b), ==, 0);
  g_assert_cmpuint (cyan_layout_row_length (f.layout, m), ==, 2);
  assert_picture (&f);
}

/* Of two neighbours one can be hidden: what is left is a row. */
TEST ("/layout/links/showing-splits")
{
  const char *text = "m:9(a(b(c(d:9) x:9)))";
  g_auto (Fixture) f = fixture (compare_texts (text, text));
  CyanNode a = find_node (f.comparison, "a"), x = find_node (f.comparison, "x");

  cyan_layout_reveal (f.layout, find_node (f.comparison, "d"));
  assert_shown (f.layout, "m(a(d))");
  g_assert_cmpuint (cyan_layout_row_length (f.layout, a), ==, 3);
  cyan_layout_reveal (f.layout, x);
  g_assert_cmpuint (cyan_layout_row_length (f.layout, a), ==, 0);
  assert_shown (f.layout, "m(a(b(c(d) x)))");
  assert_as_fresh (&f);
}
