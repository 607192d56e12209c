/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The paints of the icicle's boxes and of the ring chart's segments.
 */
#include "cyan-scene-private.h"

CyanColor
cyan_icicle_tone (const CyanTheme *theme, CyanTone tone)
{
  static const double parts[] = { 0.08, 0.15, 0.25, 0.45 };

  return cyan_color_mix (cyan_theme_background (theme), cyan_theme_foreground (theme), parts[tone]);
}

static const CyanPaint *
get (CyanPaints *self,
     const CyanScene *scene,
     const CyanStyle *style,
     CyanNode node,
     CyanVerdict verdict,
     gboolean share_only)
{
  CyanChange change = cyan_node_change (scene->comparison, style->changes, node);
  gboolean matches = cyan_filtered_matches (self->filtered, node);
  CyanPaint *paint = &self->of[verdict][change][share_only != 0][matches];

  if (paint->sign != NULL)
    return paint;
  cyan_theme_paint (&style->theme, verdict, change, share_only, paint);
  if (!matches)
    cyan_theme_fade (&style->theme, paint);
  return paint;
}

const CyanPaint *
cyan_paints_of_node (CyanPaints *self,
                     const CyanScene *scene,
                     const CyanStyle *style,
                     CyanNode node)
{
  return get (self, scene, style, node,
              cyan_comparison_verdict (scene->comparison, node, scene->basis),
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
cyan_paints_of_change (
    CyanPaints *self, const CyanScene *scene, const CyanStyle *style, CyanNode node, guint side)
{
  return get (self, scene, style, node, cyan_verdict_of_change (scene->comparison, node, side),
              FALSE);
}
