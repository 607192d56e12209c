/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A whole page: the names of both sides, the verdict, notes on the trees, the tree, the legend.
 *
 * The page is as wide as the widest of these, so that nothing is cut.
 */
#include "cyan-scene-private.h"

#include "cyan-i18n.h"
#include "cyan-legend-rows.h"
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
  guint n_all = comparison->compared.tree->end[whole] - whole;
  g_autofree char *threshold = cyan_legend_threshold_text (comparison, cyan_layout_basis (layout));
  guint n_shown = cyan_layout_n_shown (layout);
  g_autofree char *text = NULL;

  n_all = MAX (n_all, n_shown);
  if (top != whole && top != CYAN_NODE_ROOT)
    {
      g_autofree char *name =
          cyan_text_for_label (cyan_comparison_name (comparison, top), CYAN_LEGEND_NAME_CHARS);

      text = g_strdup_printf (_ ("%'u of %'u calling contexts shown, those below %s"), n_shown,
                              n_all, name);
    }
  else
    text = g_strdup_printf (_ ("%'u of %'u calling contexts shown"), n_shown, n_all);
  if (comparison->compared.single)
    return g_steal_pointer (&text);
  return g_strdup_printf (_ ("%s · changes below %s are not coloured"), text, threshold);
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
add_legend (CyanScene *self,
            const CyanPage *page,
            const CyanStyle *style,
            CyanLabels *labels,
            double y,
            double width)
{
  double legend_width, legend_height;

  cyan_scene_add_rect (self, CYAN_NODE_NONE, MARGIN, y, width - 2 * MARGIN, 1,
                       cyan_color_mix (cyan_theme_edge (&style->theme), self->background, 0.6));
  y += 12;
  cyan_scene_append_legend (self, page->rows, style, labels, MARGIN, y, width - 2 * MARGIN,
                            &legend_width, &legend_height);
  self->bounds.width = MAX (width, ceil (legend_width + 2 * MARGIN));
  self->bounds.height = ceil (y + legend_height + MARGIN - 8);
}

CyanScene *
cyan_page_to_scene (const CyanPage *page,
                    const CyanStyle *style,
                    const CyanTitles *titles,
                    const CyanTick *tick,
                    GError **error)
{
  g_autoptr (CyanScene) self = cyan_scene_new (page->comparison, page->basis, &style->theme);
  g_autoptr (CyanLabels) own = NULL;
  CyanLabels *labels = style->labels;
  g_autofree char *whole_verdict = verdict_of (self->comparison, style);
  g_autofree char *verdict = cyan_text_for_label (whole_verdict, VERDICT_MAX_CHARS);
  g_autofree char *inferred = cyan_comparison_inferred_text (self->comparison);
  double title_width, verdict_width, details_width, width;
  double inferred_width = 0, inferred_height = 0;
  CyanColor ink = cyan_theme_foreground (&style->theme);
  CyanRect tree = page->extents;
  double y;

  if (labels == NULL)
    labels = own = cyan_labels_new (self->comparison);
  self->title = title_of (titles);
  title_width = cyan_labels_width (labels, self->title, TITLE_SIZE, TRUE);
  verdict_width = cyan_labels_width (labels, verdict, VERDICT_SIZE, FALSE);
  details_width = cyan_labels_width (labels, page->details, CYAN_FONT_SIZE_NAME, FALSE);
  if (inferred != NULL)
    {
      inferred_width = cyan_labels_width (labels, inferred, CYAN_FONT_SIZE_NAME, FALSE);
      inferred_height = CYAN_FONT_SIZE_NAME + 6;
    }

  width = MAX (MAX (title_width, verdict_width), MAX (details_width, tree.width));
  width = MAX (width, inferred_width);
  width = ceil (MAX (width + 2 * MARGIN, MIN_WIDTH));

  y = MARGIN + TITLE_SIZE / 2;
  /* Whole pixels, so that thin lines of the tree stay sharp. */
  {
    double tree_y = y + TITLE_SIZE / 2 + 12 + VERDICT_SIZE + 10 + CYAN_FONT_SIZE_NAME
                    + inferred_height + SECTION_GAP;
    double dx = round ((width - tree.width) / 2 - tree.x), dy = round (tree_y - tree.y);

    if (!page->append (self, labels, page->data, tick, error))
      return NULL;
    cyan_scene_move (self, 0, dx, dy);
    tree.x += dx;
    tree.y += dy;
  }
  self->bounds = (CyanRect){ 0, 0, width, 0 };
  if (page->is_cut)
    cover (self, &tree, width, tree.y + tree.height + 100 * MARGIN);

  cyan_scene_add_text (self, CYAN_NODE_NONE, self->title, MARGIN, y, TITLE_SIZE, ink, title_width)
      ->bold = TRUE;
  y += TITLE_SIZE / 2 + 12 + VERDICT_SIZE / 2;
  cyan_scene_add_text (self, CYAN_NODE_NONE, verdict, MARGIN, y, VERDICT_SIZE, ink, verdict_width);
  y += VERDICT_SIZE / 2 + 10 + CYAN_FONT_SIZE_NAME / 2;
  cyan_scene_add_text (self, CYAN_NODE_NONE, page->details, MARGIN, y, CYAN_FONT_SIZE_NAME,
                       cyan_theme_dim (&style->theme), details_width);
  if (inferred != NULL)
    cyan_scene_add_text (self, CYAN_NODE_NONE, inferred, MARGIN, y + inferred_height,
                         CYAN_FONT_SIZE_NAME, cyan_theme_dim (&style->theme), inferred_width);

  add_legend (self, page, style, labels, round (tree.y + tree.height + SECTION_GAP), width);
  return g_steal_pointer (&self);
}

/* What is drawn of a tree. */
typedef struct
{
  CyanLayout *layout;
  const CyanStyle *style;
  const CyanRect *view;
} Tree;

static gboolean
append_tree (
    CyanScene *scene, CyanLabels *labels, gconstpointer data, const CyanTick *tick, GError **error)
{
  const Tree *tree = data;

  return cyan_scene_append_tree (scene, tree->layout, tree->style, labels, tree->view, 1, tick,
                                 error);
}

CyanScene *
cyan_scene_new_page (CyanLayout *layout,
                     const CyanStyle *style,
                     const CyanTitles *titles,
                     const CyanRect *view,
                     const CyanTick *tick,
                     GError **error)
{
  const Tree tree = { layout, style, view };
  g_autofree char *details = details_of (layout);
  g_autoptr (GArray) rows = cyan_legend_rows_of_tree (layout, style, 1);
  CyanPage page = { .comparison = cyan_layout_comparison (layout),
                    .basis = cyan_layout_basis (layout),
                    .is_cut = view != NULL,
                    .details = details,
                    .rows = rows,
                    .append = append_tree,
                    .data = &tree };

  if (view != NULL)
    page.extents = *view;
  else
    cyan_layout_extents (layout, &page.extents);
  return cyan_page_to_scene (&page, style, titles, tick, error);
}
