/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What paints the nodes of a comparison, and their paints.
 */
#include "cyan-scene-private.h"

CyanPainter *
cyan_painter_new (CyanComparison *comparison, CyanBasis basis, const CyanStyle *style)
{
  CyanPainter *self = g_new0 (CyanPainter, 1);

  self->scene = cyan_scene_new (comparison, basis, &style->theme);
  self->style = style;
  self->theme = &style->theme;
  self->labels = style->labels != NULL ? style->labels : cyan_labels_new (comparison);
  return self;
}

CyanScene *
cyan_painter_free (CyanPainter *self)
{
  CyanScene *scene = self->scene;

  if (self->style->labels == NULL)
    cyan_labels_free (self->labels);
  g_free (self);
  return scene;
}

double
cyan_painter_width (CyanPainter *self, const char *text, double size, gboolean bold)
{
  return cyan_labels_width (self->labels, text, size, bold);
}

CyanColor
cyan_icicle_tone (const CyanTheme *theme, CyanTone tone)
{
  static const double parts[] = { 0.08, 0.15, 0.25, 0.45 };

  return cyan_color_mix (cyan_theme_background (theme), cyan_theme_foreground (theme), parts[tone]);
}

static const CyanPaint *
get (CyanPainter *self, CyanNode node, CyanVerdict verdict, gboolean share_only)
{
  CyanChange change = cyan_node_change (self->scene->comparison, self->style->changes, node);
  gboolean matches = cyan_filtered_matches (self->filtered, node);
  CyanPaint *paint = &self->of[verdict][change][share_only != 0][matches];

  if (paint->sign != NULL)
    return paint;
  cyan_theme_paint (self->theme, verdict, change, share_only, paint);
  if (!matches)
    cyan_theme_fade (self->theme, paint);
  return paint;
}

const CyanPaint *
cyan_painter_paint (CyanPainter *self, CyanNode node)
{
  const CyanScene *scene = self->scene;

  return get (self, node, cyan_comparison_verdict (scene->comparison, node, scene->basis),
              cyan_comparison_share_only (scene->comparison, node, scene->basis));
}

CyanVerdict
cyan_verdict_of_change (const CyanComparison *comparison, CyanNode node, guint side)
{
  CyanStatus status = cyan_comparison_status (comparison, node);

  if (side == 1)
    return status == CYAN_STATUS_ADDED ? CYAN_VERDICT_ADDED : CYAN_VERDICT_SLOWER;
  return status == CYAN_STATUS_REMOVED ? CYAN_VERDICT_REMOVED : CYAN_VERDICT_FASTER;
}

const CyanPaint *
cyan_painter_paint_change (CyanPainter *self, CyanNode node, guint side)
{
  return get (self, node, cyan_verdict_of_change (self->scene->comparison, node, side), FALSE);
}
