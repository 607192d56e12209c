/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Items as they are drawn: their outlines, and their tooltips. */
#include "cyan-export-private.h"

#include "cyan-chart.h"
#include "cyan-i18n.h"
#include "cyan-text.h"
#include "cyan-units.h"

#include <math.h>

#define EDGE_RADIUS 8.0
/* Maximum characters of a line of numbers in a tooltip. */
#define TIP_LINE_MAX_CHARS 160

#define NOTHING "\xe2\x80\x93"

CyanRect
cyan_item_outline (const CyanItem *item, double *radius)
{
  double away = item->stroke.alpha > 0 ? MAX (item->stroke_width - 1, 0) / 2 : 0;

  *radius = item->radius > 0 ? item->radius + away : 0;
  return (CyanRect){ item->x - away, item->y - away, item->width + 2 * away,
                     item->height + 2 * away };
}

/* Down, around a corner, across, around a corner, down. */
guint
cyan_edge_path (const CyanItem *edge, CyanPathStep steps[CYAN_EDGE_MAX_STEPS])
{
  /* Length of the handles of a cubic curve that approximates a quarter of a circle with radius 1.
   */
  const double reach = 0.5523;
  double x0 = edge->x, y0 = edge->y, x1 = x0 + edge->width, y1 = y0 + edge->height;
  double across = fabs (edge->width);
  /* The same for all children, regardless of where their boxes begin in their rooms. */
  double middle = floor (y0 + MIN (edge->height / 2, CYAN_EDGE_DROP)) + 0.5;
  double radius = MIN (EDGE_RADIUS, MIN (across / 2, MIN (middle - y0, y1 - middle)));
  double side = x1 > x0 ? 1 : -1;
  double handle;

  steps[0] = (CyanPathStep){ 'M', { x0, y0 } };
  if (radius < 0.25)
    {
      steps[1] = (CyanPathStep){ 'L', { x1, y1 } };
      return 2;
    }
  handle = radius * (1 - reach);
  steps[1] = (CyanPathStep){ 'L', { x0, middle - radius } };
  steps[2] = (CyanPathStep){
    'C',
    { x0, middle - handle, x0 + side * handle, middle, x0 + side * radius, middle },
  };
  steps[3] = (CyanPathStep){ 'L', { x1 - side * radius, middle } };
  steps[4] = (CyanPathStep){
    'C',
    { x1 - side * handle, middle, x1, middle + handle, x1, middle + radius },
  };
  steps[5] = (CyanPathStep){ 'L', { x1, y1 } };
  return 6;
}

/* NOTHING if @value is NaN.  Caller frees. */
static char *
value_text (double value, const char *unit)
{
  return isnan (value) ? g_strdup (NOTHING) : cyan_value_to_text (value, unit);
}

/* Appends one line; line breaks of the unit are removed.  What is NaN is not there. */
static void
append_total (
    GString *tip, const char *what, double before, double after, const char *unit, double change)
{
  g_autofree char *from = value_text (before, unit);
  g_autofree char *to = value_text (after, unit);
  g_autofree char *difference = cyan_difference_to_text (change, unit);
  g_autofree char *whole =
      g_strdup_printf ("%s %s \xe2\x86\x92 %s%s%s", what, from, to, isnan (change) ? "" : ", ",
                       isnan (change) ? "" : difference);
  g_autofree char *line = cyan_text_for_label (whole, TIP_LINE_MAX_CHARS);

  g_string_append_printf (tip, "\n%s", line);
}

/* The tooltip of a node of a single profile. */
static char *
plain_tip (const char *name, const CyanSide *side, const char *unit)
{
  g_autofree char *share = cyan_share_to_text (side->share);
  g_autofree char *total = cyan_value_to_text (side->total, unit);
  g_autofree char *self = cyan_value_to_text (side->self, unit);
  g_autofree char *calls = side->calls != CYAN_CALLS_UNKNOWN
                               ? cyan_value_to_text ((double) side->calls, "count")
                               : g_strdup (_ ("unknown"));
  g_autofree char *total_line = cyan_text_for_label (total, TIP_LINE_MAX_CHARS);
  g_autofree char *self_line = cyan_text_for_label (self, TIP_LINE_MAX_CHARS);

  return g_strdup_printf (_ ("%s\nshare %s\ntotal %s\nself %s\ncalls %s"), name, share, total_line,
                          self_line, calls);
}

/* The tooltip of @node: its name, then its numbers, one a line.  Caller frees. */
static char *
node_tip (const CyanComparison *comparison, CyanNode node, CyanBasis basis)
{
  g_autofree char *name =
      cyan_text_for_label (cyan_comparison_name (comparison, node), CYAN_NAME_DRAWN_MAX);
  CyanVerdict verdict = cyan_comparison_verdict (comparison, node, basis);
  const char *unit = cyan_comparison_unit (comparison);
  gboolean same_unit = comparison->compared.same_unit;
  g_autofree char *share_before = NULL, *share_after = NULL, *share_change = NULL;
  CyanSide before, after;
  GString *tip;

  cyan_comparison_sides (comparison, node, &before, &after);
  if (comparison->compared.single)
    return plain_tip (name, &after, unit);
  tip = g_string_new (name);
  g_string_append_c (tip, '\n');
  g_string_append (tip, cyan_comparison_share_only (comparison, node, basis)
                            ? _ ("share only: the cost went the other way")
                            : _ (cyan_verdict_names[verdict]));
  share_before = before.present ? cyan_share_to_text (before.share) : g_strdup (NOTHING);
  share_after = after.present ? cyan_share_to_text (after.share) : g_strdup (NOTHING);
  share_change =
      cyan_share_difference_to_text (cyan_comparison_change (comparison, node, CYAN_BASIS_SHARE));
  g_string_append_c (tip, '\n');
  g_string_append_printf (tip, _ ("share %s → %s, %s"), share_before, share_after, share_change);
  append_total (tip, _ ("total"), before.present ? before.total : NAN,
                after.present ? after.total : NAN, unit,
                same_unit ? cyan_comparison_change (comparison, node, CYAN_BASIS_ABSOLUTE) : NAN);
  if (cyan_compared_has_percent (&comparison->compared))
    {
      g_autofree char *height = cyan_comparison_height_text (comparison, node, CYAN_BASIS_ABSOLUTE);

      g_string_append (tip, ", ");
      g_string_append_printf (tip, _ ("%s of the run before"), height);
    }
  append_total (tip, _ ("self"), before.present ? before.self : NAN,
                after.present ? after.self : NAN, unit, same_unit ? after.self - before.self : NAN);
  if (before.calls != CYAN_CALLS_UNKNOWN && after.calls != CYAN_CALLS_UNKNOWN)
    append_total (tip, _ ("calls"), (double) before.calls, (double) after.calls, "count",
                  (double) after.calls - (double) before.calls);
  else if (before.calls != CYAN_CALLS_UNKNOWN || after.calls != CYAN_CALLS_UNKNOWN)
    {
      guint64 known = before.calls != CYAN_CALLS_UNKNOWN ? before.calls : after.calls;
      g_autofree char *calls = cyan_value_to_text ((double) known, "count");

      g_string_append_c (tip, '\n');
      g_string_append_printf (
          tip, known == before.calls ? _ ("calls %s before") : _ ("calls %s after"), calls);
    }
  else
    g_string_append_printf (tip, "\n%s", _ ("calls unknown"));
  return g_string_free (tip, FALSE);
}

char *
cyan_item_tip (const CyanScene *self, const CyanItem *item)
{
  if (self->comparison != NULL && item->node != CYAN_NODE_NONE)
    return node_tip (self->comparison, item->node, self->basis);
  if (self->evolution != NULL && item->spot.series != CYAN_SPOT_NONE
      && item->spot.column != CYAN_SPOT_NONE)
    return cyan_chart_tip (self->evolution, item->spot.series, item->spot.column);
  return NULL;
}
