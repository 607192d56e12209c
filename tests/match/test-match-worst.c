/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trees that are slow to match: for any of them the steps grow linearly with the size. */
#include "match-fixture.h"
#include "random-trees.h"
#include "tests.h"

#define SMALLEST (1u << 13)
#define LARGEST  (1u << 17)
#define MAX_WORK 140 /* steps per node of one tree */
#define STARTING 1.0 /* growth is not checked below this many steps per node */

/* Matches and merges trees of @n nodes per side; returns the number of steps. */
static guint64
run_shape (const WorstShape *shape, guint n, CyanMatchMethod method)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) before = worst_tree_new (strings, shape, n, 0);
  g_autoptr (CyanProfile) after = worst_tree_new (strings, shape, n, 1);
  g_autoptr (CyanMatching) matching = match (before, after, method);
  g_autoptr (CyanMergedTree) tree = merge (before, after, matching);

  g_test_message ("%s, %s, %u nodes: %u pairs, %.2f steps a node%s", shape->name,
                  cyan_match_method_names[method], n, matching->n_pairs,
                  (double) matching->work / n, matching->bounded ? ", bounded" : "");
  g_assert_cmpuint (matching->work, <=, (guint64) MAX_WORK * n);
  return matching->work;
}

static void
test_shape (gconstpointer data)
{
  const WorstShape *shape = data;

  for (guint method = 0; cyan_match_method_names[method] != NULL; method++)
    {
      double most = STARTING; /* steps per node of smaller trees */

      for (guint n = SMALLEST; n <= test_size (LARGEST, 4); n *= 2)
        {
          double a_node = (double) run_shape (shape, n, (CyanMatchMethod) method) / n;

          if (n > SMALLEST)
            g_assert_cmpfloat (a_node, <=, 1.1 * most);
          most = MAX (most, a_node);
        }
    }
}

TESTS ()
{
  for (const WorstShape *shape = worst_shapes; shape->name != NULL; shape++)
    {
      g_autofree char *path = g_strdup_printf ("/match-worst/%s", shape->name);

      g_test_add_data_func (path, shape, test_shape);
    }
}
