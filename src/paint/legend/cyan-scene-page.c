/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whole pages: the names of both sides, the verdict, notes on the trees, the picture, the legend.
 *
 * The page is as wide as the widest of these, so that nothing is cut.
 */
#include "cyan-legend-rows.h"

#include "cyan-i18n.h"
#include "cyan-text.h"
#include "cyan-units.h"

#include <math.h>

#define MARGIN       28.0
#define MIN_WIDTH    520.0
#define TITLE_SIZE   20.0
#define VERDICT_SIZE 14.0
#define SECTION_GAP  26.0

/* Maximum characters of a version's name in the title. */
#define NAME_MAX_CHARS 80
/* Maximum characters of the verdict, which contains units, an untrusted text. */
#define VERDICT_MAX_CHARS 160

/* A page without its title: what it shows of which comparison. */
typedef struct
{
  CyanComparison *comparison;
  CyanBasis basis;
  CyanRect extents;    /* of the picture */
  gboolean is_cut;     /* there is more of it around the extents */
  const char *details; /* a line below the verdict */
  const GArray *rows;  /* of the legend */

  /* The picture: one of these. */
  CyanLayout *layout;
  const CyanIcicles *icicles;
  const CyanIcicleLook *look;
  const CyanRings *rings;
} Page;

static gboolean
append_picture (const Page *page,
                CyanPainter *painter,
                const CyanTitles *titles,
                const CyanTick *tick,
                GError **error)
{
  const CyanRect *part = &page->extents;

  if (page->icicles != NULL)
    return cyan_painter_append_icicles (painter, page->icicles, page->look, titles, part->y,
                                        part->height, tick, error);
  if (page->rings != NULL)
    return cyan_painter_append_rings (painter, page->rings, tick, error);
  return cyan_painter_append_tree (painter, page->layout, page->is_cut ? part : NULL, 1, tick,
                                   error);
}

static char *
title_of (const CyanTitles *titles)
{
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  if (titles != NULL && titles->before_name != NULL)
    before = cyan_text_for_label (titles->before_name, NAME_MAX_CHARS);
  if (titles != NULL && titles->after_name != NULL)
    after = cyan_text_for_label (titles->after_name, NAME_MAX_CHARS);
  if (before != NULL && after != NULL)
    return g_strconcat (before, " \xe2\x86\x92 ", after, NULL);
  if (before != NULL)
    return g_steal_pointer (&before);
  if (after != NULL)
    return g_steal_pointer (&after);
  return g_strdup (_ ("Performance evolution blueprint"));
}

/* "58.8 s to 9.68 s, -83.5 % · start here: find_entry" */
static char *
verdict_of (const CyanComparison *comparison, const CyanStyle *style)
{
  g_autofree char *verdict = cyan_comparison_verdict_text (comparison);
  g_autofree char *where = cyan_scene_start_text (style);

  if (comparison->compared.single)
    return g_steal_pointer (&verdict);
  return g_strconcat (verdict, " · ", where != NULL ? where : _ ("no function stands out"), NULL);
}

/* "9 of 120 calling contexts shown, those below process ..." */
static char *
details_of (CyanLayout *layout)
{
  const CyanComparison *comparison = cyan_layout_comparison (layout);
  CyanNode whole = cyan_comparison_top (comparison), top = cyan_layout_top (layout);
  guint n_shown = cyan_layout_n_shown (layout);
  guint n_all = MAX (comparison->compared.tree->end[whole] - whole, n_shown);
  g_autofree char *text = g_strdup_printf (_ ("%'u of %'u calling contexts shown"), n_shown, n_all);

  if (top != whole && top != CYAN_NODE_ROOT)
    {
      g_autofree char *name =
          cyan_text_for_label (cyan_comparison_name (comparison, top), CYAN_LEGEND_NAME_CHARS);

      g_free (text);
      text = g_strdup_printf (_ ("%'u of %'u calling contexts shown, those below %s"), n_shown,
                              n_all, name);
    }
  return cyan_legend_details (comparison, cyan_layout_basis (layout), text);
}

/* Covers what is outside of the view with the background. */
static void
cover (CyanScene *self, const CyanRect *tree, double width, double height)
{
  double right = tree->x + tree->width, bottom = tree->y + tree->height;
  CyanColor paper = self->background;

  cyan_scene_add_rect (self, CYAN_NODE_NONE, 0, 0, width, tree->y, paper);
  cyan_scene_add_rect (self, CYAN_NODE_NONE, 0, bottom, width, height - bottom, paper);
  cyan_scene_add_rect (self, CYAN_NODE_NONE, 0, tree->y, tree->x, tree->height, paper);
  cyan_scene_add_rect (self, CYAN_NODE_NONE, right, tree->y, width - right, tree->height, paper);
}

/* Draws a line at @y and the legend below it, where the picture ends. */
static void
add_legend (CyanPainter *painter, const GArray *rows, double y, double width)
{
  CyanScene *scene = painter->scene;
  double legend_width, legend_height;

  cyan_scene_add_rect (scene, CYAN_NODE_NONE, MARGIN, y, width - 2 * MARGIN, 1,
                       cyan_color_mix (cyan_theme_edge (painter->theme), scene->background, 0.6));
  y += 12;
  cyan_painter_append_legend (painter, rows, &(CyanPoint){ MARGIN, y }, width - 2 * MARGIN,
                              &legend_width, &legend_height);
  scene->bounds.width = MAX (width, ceil (legend_width + 2 * MARGIN));
  scene->bounds.height = ceil (y + legend_height + MARGIN - 8);
}

static CyanScene *
page_to_scene (const Page *page,
               const CyanStyle *style,
               const CyanTitles *titles,
               const CyanTick *tick,
               GError **error)
{
  CyanPainter *painter = cyan_painter_new (page->comparison, page->basis, style);
  CyanScene *self = painter->scene;
  g_autofree char *whole_verdict = verdict_of (self->comparison, style);
  g_autofree char *verdict = cyan_text_for_label (whole_verdict, VERDICT_MAX_CHARS);
  g_autofree char *inferred = cyan_comparison_inferred_text (self->comparison);
  double title_width, verdict_width, details_width, width, dx, dy;
  double inferred_width = 0, inferred_height = 0;
  CyanColor ink = cyan_theme_foreground (&style->theme), dim = cyan_theme_dim (&style->theme);
  CyanRect tree = page->extents;
  double y;

  self->title = title_of (titles);
  title_width = cyan_painter_width (painter, self->title, TITLE_SIZE, TRUE);
  verdict_width = cyan_painter_width (painter, verdict, VERDICT_SIZE, FALSE);
  details_width = cyan_painter_width (painter, page->details, CYAN_FONT_SIZE_NAME, FALSE);
  if (inferred != NULL)
    {
      inferred_width = cyan_painter_width (painter, inferred, CYAN_FONT_SIZE_NAME, FALSE);
      inferred_height = CYAN_FONT_SIZE_NAME + 6;
    }

  width = MAX (MAX (title_width, verdict_width), MAX (details_width, tree.width));
  width = MAX (width, inferred_width);
  width = ceil (MAX (width + 2 * MARGIN, MIN_WIDTH));

  y = MARGIN + TITLE_SIZE / 2;
  /* Whole pixels, so that thin lines of the tree stay sharp. */
  dx = round ((width - tree.width) / 2 - tree.x);
  dy = round (y + TITLE_SIZE / 2 + 12 + VERDICT_SIZE + 10 + CYAN_FONT_SIZE_NAME + inferred_height
              + SECTION_GAP - tree.y);
  if (!append_picture (page, painter, titles, tick, error))
    {
      cyan_scene_free (cyan_painter_free (painter));
      return NULL;
    }
  cyan_scene_move (self, 0, dx, dy);
  tree.x += dx;
  tree.y += dy;
  self->bounds = (CyanRect){ 0, 0, width, 0 };
  if (page->is_cut)
    cover (self, &tree, width, tree.y + tree.height + 100 * MARGIN);

  cyan_scene_add_text (self, CYAN_NODE_NONE, self->title, MARGIN, y, TITLE_SIZE, ink, title_width)
      ->bold = TRUE;
  y += TITLE_SIZE / 2 + 12 + VERDICT_SIZE / 2;
  cyan_scene_add_text (self, CYAN_NODE_NONE, verdict, MARGIN, y, VERDICT_SIZE, ink, verdict_width);
  y += VERDICT_SIZE / 2 + 10 + CYAN_FONT_SIZE_NAME / 2;
  cyan_scene_add_text (self, CYAN_NODE_NONE, page->details, MARGIN, y, CYAN_FONT_SIZE_NAME, dim,
                       details_width);
  if (inferred != NULL)
    cyan_scene_add_text (self, CYAN_NODE_NONE, inferred, MARGIN, y + inferred_height,
                         CYAN_FONT_SIZE_NAME, dim, inferred_width);

  add_legend (painter, page->rows, round (tree.y + tree.height + SECTION_GAP), width);
  return cyan_painter_free (painter);
}

CyanScene *
cyan_scene_new_page (CyanLayout *layout,
                     const CyanStyle *style,
                     const CyanTitles *titles,
                     const CyanRect *view,
                     const CyanTick *tick,
                     GError **error)
{
  g_autofree char *details = details_of (layout);
  g_autoptr (GArray) rows = cyan_legend_rows_of_tree (layout, style, 1);
  Page page = { .comparison = cyan_layout_comparison (layout),
                .basis = cyan_layout_basis (layout),
                .is_cut = view != NULL,
                .details = details,
                .rows = rows,
                .layout = layout };

  if (view != NULL)
    page.extents = *view;
  else
    cyan_layout_extents (layout, &page.extents);
  return page_to_scene (&page, style, titles, tick, error);
}

CyanScene *
cyan_scene_new_icicles_page (const CyanIcicles *icicles,
                             const CyanIcicleLook *look,
                             const CyanStyle *style,
                             const CyanTitles *titles,
                             const CyanRect *view,
                             const CyanTick *tick,
                             GError **error)
{
  const CyanIcicle *first = icicles->of[0];
  double heading = cyan_icicles_heading (icicles), height = cyan_icicles_height (icicles, look);
  g_autofree char *details = cyan_partition_details (first->partition, first->top);
  g_autoptr (GArray) rows = cyan_legend_rows_of_icicles (icicles, look, style);
  Page page = { .comparison = first->partition->comparison,
                .basis = first->partition->basis,
                .extents = { 0, -heading, look->width, heading + height },
                .is_cut = view != NULL,
                .details = details,
                .rows = rows,
                .icicles = icicles,
                .look = look };

  if (view != NULL)
    {
      page.extents.y = MAX (view->y, -heading);
      page.extents.height = MAX (MIN (view->y + view->height, height) - page.extents.y, heading);
    }
  return page_to_scene (&page, style, titles, tick, error);
}

CyanScene *
cyan_scene_new_rings_page (const CyanRings *rings,
                           const CyanStyle *style,
                           const CyanTitles *titles,
                           const CyanTick *tick,
                           GError **error)
{
  CyanPartition *partition = rings->partition;
  double side = cyan_rings_side (rings);
  g_autofree char *details = cyan_partition_details (partition, rings->top);
  g_autoptr (GArray) rows = cyan_legend_rows_of_rings (rings, style);
  const Page page = { .comparison = partition->comparison,
                      .basis = partition->basis,
                      .extents = { 0, 0, side, side },
                      .details = details,
                      .rows = rows,
                      .rings = rings };

  return page_to_scene (&page, style, titles, tick, error);
}
