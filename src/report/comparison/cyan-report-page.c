/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of a page in HTML that have to be made before it is written. */
#include "cyan-report-page.h"

/* A page is read as a whole, so its picture has to be small: nodes, and bytes of each SVG. */
#define MAX_DRAWN   600
#define MAX_PICTURE (400 * 1024)

static gboolean
draw (CyanReportPage *self,
      CyanLayout *layout,
      const CyanStyle *style,
      const CyanTitles *titles,
      const CyanTick *tick,
      GError **error)
{
  for (guint dark = 0; dark < 2; dark++)
    {
      CyanTick part = cyan_tick_slice (tick, dark / 2.0, (dark + 1) / 2.0);
      CyanStyle painted = *style;
      g_autoptr (CyanScene) scene = NULL;

      painted.theme.dark = dark == 1;
      scene = cyan_scene_new_page (layout, &painted, titles, NULL, &part, error);
      if (scene == NULL)
        return FALSE;
      self->pictures[dark] = cyan_scene_to_inline_svg (scene, &part, error);
      if (self->pictures[dark] == NULL)
        return FALSE;
    }
  if (MAX (g_bytes_get_size (self->pictures[0]), g_bytes_get_size (self->pictures[1]))
      > MAX_PICTURE)
    for (guint dark = 0; dark < 2; dark++)
      g_clear_pointer (&self->pictures[dark], g_bytes_unref);
  return TRUE;
}

gboolean
cyan_report_page_init (CyanReportPage *self,
                       CyanLayout *layout,
                       const CyanStyle *style,
                       const CyanTitles *titles,
                       const CyanTick *tick,
                       GError **error)
{
  CyanComparison *comparison = cyan_layout_comparison (layout);
  guint n = comparison->compared.n_nodes;

  *self = (CyanReportPage){ .palette = style->theme.palette };
  if (cyan_layout_n_shown (layout) > MAX_DRAWN)
    {
      const CyanFit fit = CYAN_FIT_PAGE;
      g_autoptr (CyanHotPath) path =
          cyan_hot_path_new_to_start (comparison, cyan_layout_top (layout), style->start,
                                      cyan_comparison_direction (comparison));

      cyan_layout_set_folds (layout, TRUE);
      cyan_layout_open_path (layout, path, G_MAXUINT);
      cyan_layout_fold_to_page (layout, &fit);
    }
  if (!draw (self, layout, style, titles, tick, error))
    return FALSE;
  self->drawn = g_new0 (guint8, n);
  for (CyanNode node = 0; node < n; node++)
    self->drawn[node] = self->pictures[0] != NULL && cyan_layout_is_shown (layout, node);
  return TRUE;
}

void
cyan_report_page_clear (CyanReportPage *self)
{
  for (guint dark = 0; dark < 2; dark++)
    g_clear_pointer (&self->pictures[dark], g_bytes_unref);
  g_clear_pointer (&self->drawn, g_free);
}
