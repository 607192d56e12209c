/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Figures of the partition and of the ring chart.
 *
 * Making a partition is measured against one sweep from the back that adds up a value of each node
 * in its parent, which nothing that has totals can do without.
 */
#include "cyan-bench.h"

#include "cyan-measure.h"
#include "cyan-scene.h"

#include <stdio.h>

#define SIDE 800

/* Nodes to zoom to. */
#define N_VIEWS 24

/* Milliseconds. */
static double
take_sweep (const CyanMergedTree *tree)
{
  g_autofree double *sum = g_new (double, tree->n_nodes);
  double begin;

  for (CyanNode i = 0; i < tree->n_nodes; i++)
    sum[i] = i;
  begin = cyan_measure_computed ();
  for (CyanNode i = tree->n_nodes; i-- > 1;)
    sum[tree->parent[i]] += sum[i];
  return cyan_measure_computed () - begin + (sum[0] < 0);
}

/* Of making the segments, the scene and the picture, or of an empty one for NULL; and the items. */
static double
take_frame (
    CyanPartition *partition, CyanNode top, CyanLabels *labels, cairo_t *cairo, guint *items)
{
  const CyanStyle style = {
    .selected = CYAN_NODE_NONE, .hovered = CYAN_NODE_NONE, .start = CYAN_NODE_NONE, .labels = labels
  };
  double begin = cyan_measure_computed ();

  cairo_set_source_rgb (cairo, 1, 1, 1);
  cairo_paint (cairo);
  if (partition != NULL)
    {
      g_autoptr (CyanRings) rings = cyan_rings_new (partition);
      g_autoptr (CyanScene) scene = NULL;

      cyan_rings_set_top (rings, top);
      cyan_rings_set_radius (rings, SIDE / 2.0 - CYAN_RINGS_MARGIN);
      scene = cyan_scene_new_rings (rings, &style);
      cyan_scene_draw (scene, cairo);
      *items = scene->items->len;
    }
  cairo_surface_flush (cairo_get_target (cairo));
  return cyan_measure_computed () - begin;
}

static double
take_partition (CyanComparison *comparison, CyanSizes sizes)
{
  double begin = cyan_measure_computed ();
  g_autoptr (CyanPartition) partition = cyan_partition_new (comparison, CYAN_BASIS_SHARE, sizes);

  return cyan_measure_computed () - begin;
}

/* Frames zoomed to nodes that can be seen, each drawn anew. */
static void
bench_zoomed (CyanPartition *partition, CyanLabels *labels, cairo_t *cairo)
{
  const CyanComparison *comparison = partition->comparison;
  GRand *random = g_rand_new_with_seed (13);
  double sum = 0, most = 0;
  guint items = 0;

  for (guint i = 0; i < N_VIEWS; i++)
    {
      CyanNode node;
      double ms;

      do
        node = (CyanNode) g_rand_int_range (random, (gint32) partition->root,
                                            (gint32) comparison->compared.n_nodes);
      while (cyan_partition_width_of (partition, node) <= 0);
      /* Once unmeasured, so that labels are measured and pages touched. */
      take_frame (partition, node, labels, cairo, &items);
      ms = take_frame (partition, node, labels, cairo, &items);
      sum += ms / N_VIEWS;
      most = MAX (most, ms);
    }
  cyan_measure_print ("zoomed.ms", sum);
  cyan_measure_print ("zoomed.most-ms", most);
  g_rand_free (random);
}

void
cyan_bench_rings (const char *before, const char *after, const CyanBenchOptions *options)
{
  g_autoptr (CyanComparison) comparison = cyan_bench_compare (before, after, options);
  g_autoptr (CyanLabels) labels = cyan_labels_new (comparison, NULL);
  g_autoptr (CyanPartition) partition =
      cyan_partition_new (comparison, CYAN_BASIS_SHARE, CYAN_SIZES_ENVELOPE);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, SIDE, SIDE);
  cairo_t *cairo = cairo_create (surface);
  double sweep = G_MAXDOUBLE, empty = G_MAXDOUBLE, first = G_MAXDOUBLE;
  double made[CYAN_SIZES_EQUAL + 1];
  guint items = 0;

  for (guint i = 0; i < options->times + 2; i++)
    {
      sweep = MIN (sweep, take_sweep (comparison->compared.tree));
      empty = MIN (empty, take_frame (NULL, 0, labels, cairo, &items));
      first = MIN (first, take_frame (partition, partition->root, labels, cairo, &items));
      for (guint sizes = 0; sizes < G_N_ELEMENTS (made); sizes++)
        {
          double ms = take_partition (comparison, (CyanSizes) sizes);

          made[sizes] = i == 0 ? ms : MIN (made[sizes], ms);
        }
    }
  cyan_measure_print ("nodes", comparison->compared.n_nodes);
  cyan_measure_print ("sweep.ms", sweep);
  for (guint sizes = 0; sizes < G_N_ELEMENTS (made); sizes++)
    {
      g_autofree char *key = g_strconcat (cyan_sizes_names[sizes], ".ms", NULL);

      cyan_measure_print (key, made[sizes]);
    }
  cyan_measure_print ("empty.ms", empty);
  cyan_measure_print ("first.items", items);
  cyan_measure_print ("first.ms", first);
  bench_zoomed (partition, labels, cairo);
  cairo_destroy (cairo);
  cairo_surface_destroy (surface);
}
