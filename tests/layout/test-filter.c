/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a filter leaves of the layout and of the icicle. */
#include "cyan-icicle.h"
#include "layout-trees.h"
#include "tests.h"

#define WIDTH 800.0

/* main and d are the same; "new" is added below c. */
#define BEFORE "main:1(a:10(b:10) c:10(d:10) e:20)"
#define AFTER  "main:1(a:10(b:10) c:10(d:10 new:30) e:20)"

typedef struct
{
  CyanComparison *comparison;
  CyanFiltered *filtered;
  CyanLayout *layout;
} Fixture;

static Fixture
fixture (const char *before, const char *after, CyanCriterion criterion)
{
  const CyanScale scale = CYAN_SCALE_INIT;
  g_autoptr (CyanFilter) filter = cyan_filter_new ();
  Fixture f;

  cyan_filter_set (filter, criterion, TRUE);
  f.comparison = compare_texts (before, after);
  f.filtered = cyan_filtered_new (f.comparison, filter, CYAN_BASIS_SHARE, NULL, NULL, NULL);
  f.layout = cyan_layout_new (f.comparison, &scale, CYAN_BASIS_SHARE, NULL, NULL);
  return f;
}

static void
fixture_clear (Fixture *f)
{
  cyan_layout_free (f->layout);
  cyan_filtered_unref (f->filtered);
  cyan_comparison_unref (f->comparison);
}

static CyanNode
at (const Fixture *f, const char *name)
{
  return find_node (f->comparison, name);
}

TEST ("/layout/filter/shown")
{
  Fixture f = fixture (BEFORE, AFTER, CYAN_CRITERION_ONE_SIDED);
  g_autoptr (CyanShownNodes) saved = NULL;

  cyan_layout_show_children (f.layout, at (&f, "main"));
  cyan_layout_show_children (f.layout, at (&f, "a"));
  assert_shown (f.layout, "main(a(b) c e)");
  saved = cyan_layout_save (f.layout);

  /* What is left of it, and what one may open now. */
  cyan_layout_set_filter (f.layout, f.filtered);
  assert_shown (f.layout, "main(c)");
  g_assert_cmpuint (cyan_layout_n_hidden_children (f.layout, at (&f, "main")), ==, 0);
  g_assert_cmpuint (cyan_layout_n_hidden_children (f.layout, at (&f, "c")), ==, 1);
  cyan_layout_reveal (f.layout, at (&f, "b"));
  assert_shown (f.layout, "main(c)");
  cyan_layout_show_matches (f.layout, 5);
  assert_shown (f.layout, "main(c(new))");
  cyan_layout_hide_children (f.layout, at (&f, "main"));
  cyan_layout_show_descendants (f.layout, at (&f, "main"), 100);
  assert_shown (f.layout, "main(c(new))");

  /* What was shown comes back, and what is shown stays. */
  cyan_layout_set_filter (f.layout, NULL);
  assert_shown (f.layout, "main(c(new))");
  g_assert_cmpuint (cyan_layout_n_hidden_children (f.layout, at (&f, "main")), ==, 2);
  cyan_layout_restore_too (f.layout, saved);
  assert_shown (f.layout, "main(a(b) c(new) e)");
  fixture_clear (&f);
}

/* Openings keep to the filter. */
TEST ("/layout/filter/openings")
{
  Fixture f = fixture (BEFORE, AFTER, CYAN_CRITERION_ONE_SIDED);

  cyan_layout_set_filter (f.layout, f.filtered);
  g_assert_true (cyan_layout_open (f.layout, CYAN_OPENING_ALL, 0, 100));
  assert_shown (f.layout, "main(c(new))");
  g_assert_true (cyan_layout_open (f.layout, CYAN_OPENING_TOP, 1, 100));
  assert_shown (f.layout, "main(c(new))");
  g_assert_true (cyan_layout_open (f.layout, CYAN_OPENING_HOT_PATH, 0, 100));
  assert_shown (f.layout, "main(c(new))");
  fixture_clear (&f);
}

/* Whatever is done, nothing that is hidden is shown, and the picture says how many children there
 * are to open. */
TEST ("/layout/filter/laws")
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);

  for (guint shape = SHAPE_BUSHY; shape <= SHAPE_ROWS; shape++)
    {
      const CyanScale scale = CYAN_SCALE_INIT;
      g_autoptr (CyanComparison) comparison = compare_random ((Shape) shape, 600, 3);
      const CyanMergedTree *tree = comparison->compared.tree;
      g_autoptr (CyanLayout) layout =
          cyan_layout_new (comparison, &scale, CYAN_BASIS_SHARE, NULL, NULL);
      g_autoptr (CyanFilter) filter = cyan_filter_new ();

      cyan_layout_set_folds (layout, TRUE);
      for (guint k = 0; k < 300; k++)
        {
          CyanNode node = (CyanNode) g_rand_int_range (rand, 1, (gint32) tree->n_nodes);
          g_autoptr (CyanFiltered) filtered = NULL;

          switch (g_rand_int_range (rand, 0, 6))
            {
            case 0:
              filter->criteria = (guint) g_rand_int_range (rand, 0, 16);
              filtered = cyan_filtered_new (comparison, filter, CYAN_BASIS_SHARE, NULL, NULL, NULL);
              cyan_layout_set_filter (layout, filter->criteria == 0 ? NULL : filtered);
              break;
            case 1:
              cyan_layout_show_matches (layout, 10);
              break;
            case 2:
              cyan_layout_reveal (layout, node);
              break;
            case 3:
              cyan_layout_show_descendants (layout, node, 50);
              break;
            case 4:
              cyan_layout_hide_children (layout, node);
              break;
            default:
              show_hot_path (layout, cyan_layout_top (layout), CYAN_DIRECTION_SLOWER);
            }
          for (CyanNode i = 0; i < tree->n_nodes; i++)
            {
              guint n_hidden = 0;

              if (!cyan_layout_is_shown (layout, i))
                continue;
              g_assert_true (i == cyan_layout_top (layout)
                             || cyan_filtered_shows (cyan_layout_filter (layout), i));
              for (CyanNode child = i + 1; child < tree->end[i]; child = tree->end[child])
                if (cyan_filtered_shows (cyan_layout_filter (layout), child)
                    && !cyan_layout_is_shown (layout, child))
                  n_hidden++;
              g_assert_cmpuint (cyan_layout_n_hidden_children (layout, i), ==, n_hidden);
            }
        }
    }
}

/* ---- icicle ---- */

static void
collect_box (const CyanIcicleBox *box, gpointer data)
{
  g_array_append_vals (data, box, 1);
}

/* Widths stay, and a gap tells how much is hidden there. */
TEST ("/layout/filter/icicle")
{
  Fixture f = fixture (BEFORE, AFTER, CYAN_CRITERION_ONE_SIDED);
  g_autoptr (CyanIcicle) icicle = icicle_of (f.comparison, CYAN_BASIS_SHARE);
  g_autoptr (GArray) boxes = g_array_new (FALSE, FALSE, sizeof (CyanIcicleBox));
  CyanIcicleBox before, after, hidden;
  guint n_gaps = 0;

  g_assert_true (cyan_icicle_box_of (icicle, WIDTH, at (&f, "c"), &before));
  g_assert_true (cyan_icicle_box_of (icicle, WIDTH, at (&f, "a"), &hidden));
  cyan_icicle_set_filter (icicle, f.filtered);
  g_assert_true (cyan_icicle_box_of (icicle, WIDTH, at (&f, "c"), &after));
  g_assert_cmpfloat (after.x, ==, before.x);
  g_assert_cmpfloat (after.width, ==, before.width);
  g_assert_false (cyan_icicle_box_of (icicle, WIDTH, at (&f, "b"), &after));
  g_assert_cmpuint (cyan_icicle_hit (icicle, WIDTH, hidden.x + 1, 1), ==, at (&f, "main"));
  g_assert_cmpuint (cyan_icicle_hit (icicle, WIDTH, hidden.x + 1, 2), ==, CYAN_NODE_NONE);
  g_assert_cmpuint (cyan_icicle_first_child_of (icicle, WIDTH, at (&f, "main")), ==, at (&f, "c"));
  g_assert_cmpuint (cyan_icicle_next_of (icicle, WIDTH, at (&f, "c")), ==, CYAN_NODE_NONE);

  cyan_icicle_visit (icicle, WIDTH, 0, G_MAXUINT, collect_box, boxes);
  for (guint i = 0; i < boxes->len; i++)
    {
      const CyanIcicleBox *box = &g_array_index (boxes, CyanIcicleBox, i);

      g_assert_true (cyan_filtered_shows (f.filtered, box->node));
      if (box->n_hidden == 0)
        continue;
      n_gaps++;
      if (box->row == 1 && box->x == hidden.x)
        /* a and b. */
        g_assert_cmpuint (box->n_hidden, ==, 2);
      else
        g_assert_cmpuint (box->n_hidden, ==, 1);
    }
  g_assert_cmpuint (n_gaps, ==, 3);
  fixture_clear (&f);
}
