/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a page in HTML shows besides the numbers of its comparison: the picture, and the texts of
 * functions.
 */
#pragma once

#include "cyan-report-comparison.h"
#include "cyan-scene.h"

struct _CyanReportPage
{
  GBytes *pictures[2]; /* SVG in light and in dark; NULL if they are too large */
  guint8 *drawn;       /* by merged node: whether the picture shows it */
  CyanPalette palette;

  /* Both NULL: no sources. */
  CyanReportTextsFunc texts;
  gpointer texts_data;
};

/* Draws what @layout shows, or its hot path if that is too much for a page.  @style gives palette,
 * hot path and changes, which must outlive @self.  Call cyan_report_page_clear() even if this
 * fails, which is only with CYAN_ERROR_CANCELLED. */
gboolean cyan_report_page_init (CyanReportPage *self,
                                CyanLayout *layout,
                                const CyanStyle *style,
                                const CyanTitles *titles,
                                const CyanTick *tick,
                                GError **error);
void cyan_report_page_clear (CyanReportPage *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CyanReportPage, cyan_report_page_clear)
