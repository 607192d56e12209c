/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-history-picture.h"

#include "cyan-desktop-theme.h"
#include "cyan-history-page-parts.h"

struct _CyanHistoryPicture
{
  CyanHistory *history; /* owned; only its evolution is used, which does not change */
  CyanChartStyle style;
  guint8 *lines; /* owned; of the style */
  gboolean is_heat;
};

CyanHistoryPicture *
cyan_history_picture_new (CyanHistory *history, double width, double height)
{
  CyanHistoryPicture *self = g_new0 (CyanHistoryPicture, 1);
  /* Paper is white, whatever the desktop is. */
  const CyanTheme theme = { .palette = cyan_desktop_theme ().palette };

  self->history = g_object_ref (history);
  self->is_heat = cyan_history_heat (history);
  cyan_history_chart_style (history, &theme, width, self->is_heat ? 0 : height, &self->style,
                            &self->lines);
  return self;
}

void
cyan_history_picture_free (CyanHistoryPicture *self)
{
  g_object_unref (self->history);
  g_free (self->lines);
  g_free (self);
}

CyanScene *
cyan_history_picture_new_scene (const CyanHistoryPicture *self)
{
  const CyanEvolution *evolution = cyan_history_picture_evolution (self);
  g_autoptr (CyanChart) chart = self->is_heat ? cyan_chart_new_heat (evolution, &self->style)
                                              : cyan_chart_new_evolution (evolution, &self->style);

  return cyan_scene_new_chart_page (chart, NULL);
}

const CyanEvolution *
cyan_history_picture_evolution (const CyanHistoryPicture *self)
{
  return self->history->evolution;
}

gboolean
cyan_history_picture_is_heat (const CyanHistoryPicture *self)
{
  return self->is_heat;
}
