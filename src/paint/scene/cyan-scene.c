/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The painter of nodes, with its paints; the display list and its items. */
#include "cyan-scene-private.h"

#include "cyan-i18n.h"
#include "cyan-text.h"

#include <math.h>

/* ---- what paints nodes ---- */

CyanPainter *
cyan_painter_new (CyanComparison *comparison, CyanBasis basis, const CyanStyle *style)
{
  CyanPainter *self = g_new0 (CyanPainter, 1);

  self->scene = cyan_scene_new (comparison, basis, &style->theme);
  self->style = style;
  self->theme = &style->theme;
  self->labels =
      style->labels != NULL ? style->labels : cyan_labels_new (comparison, style->theme.font);
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
  gboolean is_doubtful = cyan_compared_is_doubtful (&self->scene->comparison->compared, node);
  CyanPaint *paint =
      is_doubtful ? &self->doubtful[matches] : &self->of[verdict][change][share_only != 0][matches];

  if (paint->sign != NULL)
    return paint;
  if (is_doubtful)
    cyan_theme_doubt (self->theme, paint);
  else
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

/* ---- items ---- */

#define CORNER 3.0
#define RING   2.5
/* Radii of the marks of the start and of a fork. */
#define TARGET     4.5
#define TARGET_DOT 1.75
#define FORK       4.0

static void
clear_item (gpointer data)
{
  CyanItem *item = data;

  g_free (item->text);
  g_free (item->points);
}

static CyanScene *
scene_new (const CyanTheme *theme)
{
  CyanScene *self = g_new0 (CyanScene, 1);

  self->background = cyan_theme_background (theme);
  self->font = theme->font;
  self->items = g_array_new (FALSE, TRUE, sizeof (CyanItem));
  g_array_set_clear_func (self->items, clear_item);
  return self;
}

CyanScene *
cyan_scene_new (CyanComparison *comparison, CyanBasis basis, const CyanTheme *theme)
{
  CyanScene *self = scene_new (theme);

  self->comparison = cyan_comparison_ref (comparison);
  self->basis = basis;
  return self;
}

CyanScene *
cyan_scene_new_of_evolution (const CyanEvolution *evolution, const CyanTheme *theme)
{
  CyanScene *self = scene_new (theme);

  self->evolution = evolution;
  return self;
}

void
cyan_scene_free (CyanScene *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->items);
  if (self->comparison != NULL)
    cyan_comparison_unref (self->comparison);
  g_free (self->title);
  g_free (self);
}

static CyanItem *
append (CyanScene *self, CyanItemKind kind, CyanNode node)
{
  CyanItem *item;

  g_array_set_size (self->items, self->items->len + 1);
  item = &g_array_index (self->items, CyanItem, self->items->len - 1);
  item->kind = kind;
  item->node = node;
  item->spot = (CyanSpot){ CYAN_SPOT_NONE, CYAN_SPOT_NONE };
  return item;
}

CyanItem *
cyan_scene_add_rect (
    CyanScene *self, CyanNode node, double x, double y, double width, double height, CyanColor fill)
{
  CyanItem *item = append (self, CYAN_ITEM_RECT, node);

  item->x = x;
  item->y = y;
  item->width = width;
  item->height = height;
  item->fill = fill;
  return item;
}

CyanItem *
cyan_scene_add_edge (CyanScene *self,
                     CyanNode node,
                     double from_x,
                     double from_y,
                     double to_x,
                     double to_y,
                     CyanColor stroke,
                     double stroke_width)
{
  CyanItem *item = append (self, CYAN_ITEM_EDGE, node);

  item->x = from_x;
  item->y = from_y;
  item->width = to_x - from_x;
  item->height = to_y - from_y;
  item->stroke = stroke;
  item->stroke_width = stroke_width;
  return item;
}

CyanItem *
cyan_scene_add_text (CyanScene *self,
                     CyanNode node,
                     const char *text,
                     double x,
                     double y,
                     double size,
                     CyanColor color,
                     double length)
{
  CyanItem *item = append (self, CYAN_ITEM_TEXT, node);

  item->x = x;
  item->y = y + CYAN_FONT_DROP * size;
  item->width = length;
  item->fill = color;
  item->text = g_strdup (text);
  item->font_size = size;
  return item;
}

CyanItem *
cyan_scene_add_polyline (
    CyanScene *self, const CyanPoint *points, guint n_points, CyanColor stroke, double stroke_width)
{
  CyanItem *item = append (self, CYAN_ITEM_POLYLINE, CYAN_NODE_NONE);
  double right = points[0].x, bottom = points[0].y;

  item->x = points[0].x;
  item->y = points[0].y;
  for (guint i = 1; i < n_points; i++)
    {
      item->x = MIN (item->x, points[i].x);
      item->y = MIN (item->y, points[i].y);
      right = MAX (right, points[i].x);
      bottom = MAX (bottom, points[i].y);
    }
  item->width = right - item->x;
  item->height = bottom - item->y;
  item->points = g_new (CyanPoint, n_points);
  item->n_points = n_points;
  for (guint i = 0; i < n_points; i++)
    item->points[i] = (CyanPoint){ points[i].x - item->x, points[i].y - item->y };
  item->stroke = stroke;
  item->stroke_width = stroke_width;
  return item;
}

CyanItem *
cyan_scene_add_marker (
    CyanScene *self, CyanMarker marker, double x, double y, double radius, CyanColor fill)
{
  CyanItem *item = append (self, CYAN_ITEM_MARKER, CYAN_NODE_NONE);

  item->marker = marker;
  item->x = x;
  item->y = y;
  item->radius = radius;
  item->fill = fill;
  return item;
}

CyanItem *
cyan_scene_add_sector (CyanScene *self,
                       CyanNode node,
                       const CyanPoint *middle,
                       double inner,
                       double outer,
                       double start,
                       double extent,
                       CyanColor fill)
{
  CyanItem *item = append (self, CYAN_ITEM_SECTOR, node);

  item->x = middle->x;
  item->y = middle->y;
  item->inner = inner;
  item->radius = outer;
  item->start = start;
  item->extent = extent;
  item->fill = fill;
  return item;
}

void
cyan_item_bend (CyanItem *item, const CyanPoint *middle, double radius, double angle)
{
  double drop = CYAN_FONT_DROP * item->font_size;

  item->x = middle->x;
  item->y = middle->y;
  item->bend = cos (angle) < 0 ? -(radius + drop) : radius - drop;
  item->start = angle;
  item->align = 0.5;
}

CyanItem *
cyan_scene_add_box (CyanScene *self,
                    CyanNode node,
                    const CyanRect *rect,
                    const CyanPaint *paint,
                    double stroke_width)
{
  CyanItem *item =
      cyan_scene_add_rect (self, node, rect->x, rect->y, rect->width, rect->height, paint->fill);

  item->stroke = paint->border;
  item->stroke_width = stroke_width;
  item->hatch = paint->hatch;
  item->dash = paint->dash;
  item->radius = MIN (CORNER, MIN (rect->width, rect->height) / 3);
  return item;
}

void
cyan_scene_add_ring (CyanScene *self, CyanNode node, double x, double y, const CyanTheme *theme)
{
  CyanItem *item = cyan_scene_add_rect (self, node, x - RING, y - RING, 2 * RING, 2 * RING,
                                        cyan_theme_background (theme));

  item->radius = RING;
  item->stroke = cyan_theme_dim (theme);
  item->stroke_width = 1.25;
}

void
cyan_scene_add_target (CyanScene *self, CyanNode node, double x, double y, const CyanTheme *theme)
{
  CyanItem *ring = cyan_scene_add_rect (self, node, x - TARGET, y - TARGET, 2 * TARGET, 2 * TARGET,
                                        cyan_theme_background (theme));

  ring->radius = TARGET;
  ring->stroke = cyan_theme_foreground (theme);
  ring->stroke_width = 1.25;
  cyan_scene_add_rect (self, node, x - TARGET_DOT, y - TARGET_DOT, 2 * TARGET_DOT, 2 * TARGET_DOT,
                       cyan_theme_foreground (theme))
      ->radius = TARGET_DOT;
}

void
cyan_scene_add_fork (CyanScene *self, CyanNode node, double x, double y, const CyanTheme *theme)
{
  cyan_scene_add_rect (self, node, x - FORK, y - FORK, 2 * FORK, 2 * FORK, cyan_hot_edge (theme))
      ->radius = FORK;
}

void
cyan_scene_add_plate (CyanScene *self, const CyanPaint *paint, double x, double y, double length)
{
  if (paint->hatch != CYAN_HATCH_NONE)
    cyan_scene_add_rect (self, CYAN_NODE_NONE, x - length / 2 - 3, y - 6.5, length + 6, 13,
                         paint->fill)
        ->radius = 3;
}

gboolean
cyan_shows_fork (const CyanHotPath *path, CyanNode node)
{
  return node == path->fork && node < path->goal;
}

void
cyan_scene_move (CyanScene *self, guint first, double dx, double dy)
{
  for (guint i = first; i < self->items->len; i++)
    {
      CyanItem *item = &g_array_index (self->items, CyanItem, i);

      item->x += dx;
      item->y += dy;
    }
}

CyanColor
cyan_hot_edge (const CyanTheme *theme)
{
  return cyan_color_mix (cyan_theme_foreground (theme), cyan_theme_edge (theme), 0.4);
}

CyanColor
cyan_border_of_thick (const CyanTheme *theme)
{
  double part = theme->high_contrast ? 0 : theme->dark ? 0.05 : 0.1;

  return cyan_color_mix (cyan_theme_foreground (theme), cyan_theme_background (theme), part);
}

double
cyan_border_thin (const CyanTheme *theme)
{
  return theme->high_contrast ? 1.5 : 1.0;
}

double
cyan_border_thick (const CyanTheme *theme)
{
  return theme->high_contrast ? 3.0 : 2.5;
}

CyanChange
cyan_node_change (const CyanComparison *comparison, const guint8 *changes, CyanNode node)
{
  return changes == NULL ? CYAN_CHANGE_UNKNOWN
                         : (CyanChange) changes[comparison->compared.pairs->of_node[node]];
}

static int
compare_nodes (gconstpointer a, gconstpointer b)
{
  const CyanNode *one = a, *other = b;

  return (*one > *other) - (*one < *other);
}

gboolean
cyan_nodes_have (const GArray *nodes, CyanNode node)
{
  return nodes != NULL && g_array_binary_search ((GArray *) nodes, &node, compare_nodes, NULL);
}

gboolean
cyan_node_source_unknown (const CyanComparison *comparison, const guint8 *changes, CyanNode node)
{
  CyanStatus status;

  if (changes == NULL || changes[comparison->compared.pairs->of_node[node]] != CYAN_CHANGE_UNKNOWN
      || node == CYAN_NODE_ROOT)
    return FALSE;
  status = cyan_comparison_status (comparison, node);
  return status == CYAN_STATUS_MATCHED || status == CYAN_STATUS_RENAMED;
}

char *
cyan_node_change_text (const CyanComparison *comparison, CyanNode node, CyanBasis basis)
{
  CyanStatus status = cyan_comparison_status (comparison, node);
  g_autofree char *change = cyan_comparison_height_text (comparison, node, basis);
  g_autofree char *text = NULL;

  if (comparison->compared.single)
    return g_steal_pointer (&change);
  if (status == CYAN_STATUS_ADDED)
    text = g_strdup_printf (_ ("new, %s"), change);
  else if (status == CYAN_STATUS_REMOVED)
    text = g_strdup_printf (_ ("gone, %s"), change);
  /* Units are untrusted text. */
  return cyan_text_for_label (text != NULL ? text : change, CYAN_NAME_DRAWN_MAX);
}
