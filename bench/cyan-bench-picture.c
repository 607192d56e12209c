/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Figures of the picture: layout, one toggle, frames.
 *
 * A random generator with a fixed seed picks the boxes, so every repetition measures the same ones.
 */
#include "cyan-bench.h"

#include "cyan-measure.h"
#include "cyan-scene.h"

#include <stdio.h>

#define N_TOGGLES 400

#define WINDOW_WIDTH  1400
#define WINDOW_HEIGHT 800

/* Views drawn at each zoom. */
#define N_VIEWS 24

/* A layout with some boxes open. */
typedef struct
{
  CyanComparison *comparison;
  CyanLabels *labels;
  CyanLayout *layout;
  double open_ms;
  double base; /* bytes in memory before the layout */
} Picture;

/* The extents of the layout, which this call brings up to date. */
static CyanRect
extents_of (CyanLayout *layout)
{
  CyanRect extents;

  cyan_layout_extents (layout, &extents);
  return extents;
}

static void
picture_open (Picture *self, const char *before, const char *after, const CyanBenchOptions *options)
{
  CyanScale scale = CYAN_SCALE_INIT;
  double begin;

  self->comparison = cyan_bench_compare (before, after, options);
  self->labels = cyan_labels_new (self->comparison, NULL);
  cyan_measure_forget_peak ();
  self->base = cyan_measure_resident ();
  begin = cyan_measure_now ();
  self->layout = cyan_layout_new (self->comparison, &scale, CYAN_BASIS_SHARE, cyan_labels_measure,
                                  self->labels);
  cyan_layout_set_folds (self->layout, TRUE);
  cyan_layout_open (self->layout, CYAN_OPENING_ALL, 0, options->boxes);
  extents_of (self->layout);
  self->open_ms = cyan_measure_now () - begin;
}

static void
picture_close (Picture *self)
{
  cyan_layout_free (self->layout);
  cyan_labels_free (self->labels);
  cyan_comparison_unref (self->comparison);
}

/* A random shown node; all are equally likely. */
static CyanNode
pick_shown (Picture *self, GRand *random)
{
  CyanNode node;

  do
    node = (CyanNode) g_rand_int_range (random, 0, (gint32) self->comparison->compared.n_nodes);
  while (!cyan_layout_is_shown (self->layout, node));
  return node;
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

/* For one box with children after the other, hides and shows the children. */
static void
bench_toggles (Picture *self)
{
  GRand *random = g_rand_new_with_seed (7);
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (double));
  double sum = 0;

  for (guint i = 0; i < N_TOGGLES; i++)
    {
      CyanNode node = pick_shown (self, random);
      double begin, ms[2];

      while (cyan_layout_first_child_of (self->layout, node) == CYAN_NODE_NONE)
        {
          node = cyan_layout_parent_of (self->layout, node);
          if (node == CYAN_NODE_NONE)
            break;
        }
      /* At most about 30 boxes, as a click does, not half of the tree. */
      if (node == CYAN_NODE_NONE || self->comparison->compared.tree->end[node] - node > 30)
        continue;
      begin = cyan_measure_now ();
      cyan_layout_hide_children (self->layout, node);
      extents_of (self->layout);
      ms[0] = cyan_measure_now () - begin;
      begin = cyan_measure_now ();
      cyan_layout_show_descendants (self->layout, node, G_MAXUINT);
      extents_of (self->layout);
      ms[1] = cyan_measure_now () - begin;
      g_array_append_vals (times, ms, 2);
      sum += ms[0] + ms[1];
    }
  g_rand_free (random);
  if (times->len == 0)
    return;
  g_array_sort (times, compare_doubles);
  cyan_measure_print ("toggles", times->len);
  cyan_measure_print ("toggle.ms", sum / times->len);
  cyan_measure_print ("toggle-p99.ms", g_array_index (times, double, times->len * 99 / 100));
  cyan_measure_print ("toggle-max.ms", g_array_index (times, double, times->len - 1));
}

void
cyan_bench_layout (const char *before, const char *after, const CyanBenchOptions *options)
{
  Picture picture;
  CyanScale scale = CYAN_SCALE_INIT;
  double full = G_MAXDOUBLE, wc = G_MAXDOUBLE;
  CyanRect extents;

  picture_open (&picture, before, after, options);
  cyan_measure_print ("boxes", cyan_layout_n_shown (picture.layout));
  cyan_measure_print ("open.ms", picture.open_ms);
  cyan_measure_print ("peak", cyan_measure_peak () - picture.base);
  for (guint i = 0; i < options->times; i++)
    {
      double begin;

      scale.level_gap = i % 2 == 0 ? 31 : 30;
      begin = cyan_measure_now ();
      cyan_layout_set_scale (picture.layout, &scale);
      extents_of (picture.layout);
      full = MIN (full, cyan_measure_now () - begin);
      if (options->wc[0] != NULL)
        wc = MIN (wc, cyan_measure_wc (options->wc));
    }
  extents = extents_of (picture.layout);
  cyan_measure_print ("width", extents.width);
  cyan_measure_print ("height", extents.height);
  cyan_measure_print ("full.ms", full);
  if (wc < G_MAXDOUBLE)
    cyan_measure_print ("wc", wc);
  bench_toggles (&picture);
  picture_close (&picture);
}

/* Makes and draws one frame.  @figures receives its number of items and the milliseconds of
 * both. */
static void
take_frame (Picture *self, cairo_t *cairo, const CyanRect *view, double zoom, double *figures)
{
  const CyanStyle style = { .selected = CYAN_NODE_NONE,
                            .hovered = CYAN_NODE_NONE,
                            .start = CYAN_NODE_NONE,
                            .labels = self->labels };
  double begin = cyan_measure_now (), middle;
  g_autoptr (CyanScene) scene = cyan_scene_new_tree (self->layout, &style, view, zoom);

  middle = cyan_measure_now ();
  cairo_save (cairo);
  cairo_set_source_rgb (cairo, 1, 1, 1);
  cairo_paint (cairo);
  cairo_scale (cairo, zoom, zoom);
  cairo_translate (cairo, -view->x, -view->y);
  cyan_scene_draw (scene, cairo);
  cairo_restore (cairo);
  cairo_surface_flush (cairo_get_target (cairo));
  figures[0] = scene->items->len;
  figures[1] = middle - begin;
  figures[2] = cyan_measure_now () - middle;
}

static void
bench_zoom (Picture *self, cairo_t *cairo, const char *name, double zoom, GRand *random)
{
  static const char *const names[] = { "items", "scene.ms", "draw.ms" };
  double sum[3] = { 0 }, most[3] = { 0 };
  CyanRect extents = extents_of (self->layout);
  CyanRect view = { 0, 0, WINDOW_WIDTH / zoom, WINDOW_HEIGHT / zoom };

  for (guint i = 0; i < N_VIEWS; i++)
    {
      double figures[3];
      CyanPlaced placed;

      cyan_layout_position_of (self->layout, pick_shown (self, random), &placed);
      view.x = placed.box.x - view.width / 2;
      view.y = placed.box.y - view.height / 2;
      /* Views stay inside of the picture, as in the window. */
      view.x = CLAMP (view.x, extents.x, MAX (extents.x, extents.x + extents.width - view.width));
      view.y = CLAMP (view.y, extents.y, MAX (extents.y, extents.y + extents.height - view.height));
      /* The first frame is not measured: it measures labels and touches memory pages. */
      take_frame (self, cairo, &view, zoom, figures);
      take_frame (self, cairo, &view, zoom, figures);
      for (guint k = 0; k < 3; k++)
        {
          sum[k] += figures[k] / N_VIEWS;
          most[k] = MAX (most[k], figures[k]);
        }
    }
  for (guint k = 0; k < 3; k++)
    {
      g_autofree char *mean_key = g_strdup_printf ("zoom:%s:%s", name, names[k]);
      g_autofree char *most_key = g_strdup_printf ("zoom:%s:most-%s", name, names[k]);

      cyan_measure_print (mean_key, sum[k]);
      cyan_measure_print (most_key, most[k]);
    }
}

void
cyan_bench_frame (const char *before, const char *after, const CyanBenchOptions *options)
{
  static const double zooms[] = { 0.0001, 0.001, 0.01, 0.05, 0.2, 0.5, 1, 2 };
  Picture picture;
  CyanRect extents;
  double fit;
  GRand *random = g_rand_new_with_seed (11);
  cairo_surface_t *surface =
      cairo_image_surface_create (CAIRO_FORMAT_RGB24, WINDOW_WIDTH, WINDOW_HEIGHT);
  cairo_t *cairo = cairo_create (surface);

  picture_open (&picture, before, after, options);
  extents = extents_of (picture.layout);
  fit = MIN (WINDOW_WIDTH / extents.width, WINDOW_HEIGHT / extents.height);
  fit = MIN (fit, 1);
  cyan_measure_print ("boxes", cyan_layout_n_shown (picture.layout));
  bench_zoom (&picture, cairo, "fit", fit, random);
  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    {
      char name[G_ASCII_DTOSTR_BUF_SIZE];

      if (zooms[i] > fit)
        bench_zoom (&picture, cairo, g_ascii_formatd (name, sizeof name, "%g", zooms[i]), zooms[i],
                    random);
    }
  cyan_measure_print ("peak", cyan_measure_peak () - picture.base);
  g_rand_free (random);
  cairo_destroy (cairo);
  cairo_surface_destroy (surface);
  picture_close (&picture);
}

/* Milliseconds of computing one frame of the icicle, scene and drawing, or of an empty one for
 * NULL; and the items in it. */
static double
take_icicle_frame (
    const CyanIcicles *icicle, CyanLabels *labels, cairo_t *cairo, double y, guint *items)
{
  const CyanIcicleLook look = { .width = WINDOW_WIDTH };
  const CyanStyle style = {
    .selected = CYAN_NODE_NONE, .hovered = CYAN_NODE_NONE, .start = CYAN_NODE_NONE, .labels = labels
  };
  double begin = cyan_measure_computed ();

  cairo_save (cairo);
  cairo_set_source_rgb (cairo, 1, 1, 1);
  cairo_paint (cairo);
  if (icicle != NULL)
    {
      g_autoptr (CyanScene) scene =
          cyan_scene_new_icicles (icicle, &look, &style, NULL, y, WINDOW_HEIGHT);

      cairo_translate (cairo, 0, -y);
      cyan_scene_draw (scene, cairo);
      *items = scene->items->len;
    }
  cairo_restore (cairo);
  cairo_surface_flush (cairo_get_target (cairo));
  return cyan_measure_computed () - begin;
}

/* The icicle of all nodes: making it, its first frame, and frames zoomed to nodes that can be seen,
 * each drawn anew. */
void
cyan_bench_icicle (const char *before, const char *after, const CyanBenchOptions *options)
{
  CyanComparison *comparison = cyan_bench_compare (before, after, options);
  g_autoptr (CyanLabels) labels = cyan_labels_new (comparison, NULL);
  g_autoptr (CyanPartition) partition = NULL;
  g_autoptr (CyanIcicles) icicle = NULL;
  GRand *random = g_rand_new_with_seed (13);
  cairo_surface_t *surface =
      cairo_image_surface_create (CAIRO_FORMAT_RGB24, WINDOW_WIDTH, WINDOW_HEIGHT);
  cairo_t *cairo = cairo_create (surface);
  double made = G_MAXDOUBLE, empty = G_MAXDOUBLE, first = G_MAXDOUBLE, sum = 0, most = 0;
  guint items = 0, most_items = 0;
  double base = cyan_measure_resident (), kept;

  for (guint i = 0; i < options->times; i++)
    {
      double begin = cyan_measure_computed ();

      g_clear_pointer (&icicle, cyan_icicles_free);
      g_clear_pointer (&partition, cyan_partition_unref);
      partition = cyan_partition_new (comparison, CYAN_BASIS_SHARE, CYAN_SIZES_ENVELOPE);
      icicle = cyan_icicles_new (partition);
      made = MIN (made, cyan_measure_computed () - begin);
    }
  kept = cyan_measure_resident () - base;
  for (guint i = 0; i < options->times + 2; i++)
    {
      empty = MIN (empty, take_icicle_frame (NULL, labels, cairo, 0, &items));
      first = MIN (first, take_icicle_frame (icicle, labels, cairo, 0, &items));
    }
  cyan_measure_print ("nodes", comparison->compared.n_nodes);
  cyan_measure_print ("made.ms", made);
  cyan_measure_print ("kept", kept);
  cyan_measure_print ("empty.ms", empty);
  cyan_measure_print ("first.items", items);
  cyan_measure_print ("first.ms", first);
  for (guint i = 0; i < N_VIEWS; i++)
    {
      CyanNode node;
      double ms, y;

      do
        node = (CyanNode) g_rand_int_range (random, (gint32) cyan_comparison_top (comparison),
                                            (gint32) comparison->compared.n_nodes);
      while (cyan_partition_width_of (partition, node) <= 0);
      cyan_icicles_set_top (icicle, node);
      y = MAX (cyan_icicles_n_rows (icicle, WINDOW_WIDTH) * CYAN_ICICLE_ROW - WINDOW_HEIGHT, 0);
      /* Once unmeasured, so that labels are measured and pages touched. */
      take_icicle_frame (icicle, labels, cairo, y, &items);
      ms = take_icicle_frame (icicle, labels, cairo, y, &items);
      sum += ms / N_VIEWS;
      most = MAX (most, ms);
      most_items = MAX (most_items, items);
    }
  cyan_measure_print ("zoomed.ms", sum);
  cyan_measure_print ("zoomed.most-ms", most);
  cyan_measure_print ("zoomed.most-items", most_items);
  g_rand_free (random);
  cairo_destroy (cairo);
  cairo_surface_destroy (surface);
  cyan_comparison_unref (comparison);
}
