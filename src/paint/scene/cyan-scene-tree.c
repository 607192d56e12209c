/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Appends the tree to the display list.
 *
 * Edges are below boxes, and the edges of the hot path above other edges.  Boxes and edges are
 * shifted by less than a pixel, so that thin lines cover whole pixels at zoom 1 and 2.
 */
#include "cyan-hot-path.h"
#include "cyan-i18n.h"
#include "cyan-scene-private.h"

#include <math.h>

/* Distance of a label beside its box from the left end of its rectangle. */
#define LABEL_INDENT 2.0
/* Distance of the second line below the name, and between the text of a box and its border. */
#define SECOND_LINE 14.0
#define INNER       5.0
/* Space around the tree for rings, marks and thick borders. */
#define MARGIN 12.0
/* Size of the box of a subtree that is too small to be seen. */
#define SUMMARY_PX 1.5
/* Width of an edge of the hot path; in high contrast all edges are black, so that only its width tells
 * it from others.  Dash length of the path below the start. */
#define HOT_WIDTH    2.0
#define HOT_WIDTH_HC 4.0
#define HOT_DASH     5.0

typedef struct
{
  CyanPainter *in;
  CyanLayout *layout;
  double zoom;
} Painter;

static void
collect (const CyanPlaced *placed, gpointer data)
{
  g_array_append_vals (data, placed, 1);
}

static gboolean
is_on_path (const CyanHotPath *path, CyanNode node)
{
  return path != NULL && path->nodes->len > 1 && node != g_array_index (path->nodes, CyanNode, 0)
         && cyan_nodes_have (path->nodes, node);
}

static double
snap (double at)
{
  return floor (at) + 0.5;
}

static CyanRect
snap_rect (const CyanRect *rect)
{
  return (CyanRect){ snap (rect->x), snap (rect->y), MAX (round (rect->width), 1),
                     MAX (round (rect->height), 1) };
}

static void
paint_edge (Painter *painter, const CyanPlaced *placed, gboolean strong)
{
  const CyanTheme *theme = painter->in->theme;
  double from_x = snap (placed->edge_x), to_x = snap (placed->box.x + placed->box.width / 2);
  CyanItem *edge;

  /* A step of a pixel or two would look like a mistake; even the smallest box is wide enough for an
   * edge beside its middle. */
  if (fabs (to_x - from_x) < 2.5)
    from_x = to_x;
  edge = cyan_scene_add_edge (painter->in->scene, placed->node, from_x, snap (placed->edge_y) - 1,
                              to_x, snap (placed->box.y),
                              strong ? cyan_hot_edge (theme) : cyan_theme_edge (theme),
                              !strong                ? 1.0
                              : theme->high_contrast ? HOT_WIDTH_HC
                                                     : HOT_WIDTH);
  /* Below the start, the path only follows its change. */
  if (strong && placed->node > painter->in->style->start
      && is_on_path (painter->in->style->hot_path, painter->in->style->start))
    edge->dash = HOT_DASH;
}

static void
paint_summary (Painter *painter, const CyanPlaced *placed)
{
  const CyanComparison *comparison = painter->in->scene->comparison;
  double part = cyan_compared_delta_part (&comparison->compared,
                                          (double) comparison->slower_delta[placed->node]
                                              - comparison->faster_delta[placed->node]);
  double least = SUMMARY_PX / painter->zoom;
  CyanVerdict verdict = CYAN_VERDICT_UNCHANGED;
  CyanPaint paint;

  if (part > comparison->threshold)
    verdict = CYAN_VERDICT_SLOWER;
  else if (-part > comparison->threshold)
    verdict = CYAN_VERDICT_FASTER;
  cyan_theme_paint (painter->in->theme, verdict, CYAN_CHANGE_UNKNOWN, FALSE, &paint);
  cyan_scene_add_rect (painter->in->scene, placed->node, placed->box.x, placed->box.y,
                       MAX (placed->box.width, least), MAX (placed->box.height, least),
                       verdict == CYAN_VERDICT_UNCHANGED ? cyan_theme_edge (painter->in->theme)
                                                         : paint.fill);
}

/* Draws a rectangle around a box. */
static void
paint_around (Painter *painter,
              CyanNode node,
              const CyanRect *box,
              double away,
              double width,
              CyanColor color)
{
  CyanItem *ring =
      cyan_scene_add_rect (painter->in->scene, node, box->x - away, box->y - away,
                           box->width + 2 * away, box->height + 2 * away, (CyanColor){ 0 });

  ring->radius = 3 + away;
  ring->stroke = color;
  ring->stroke_width = width;
}

/* Whether the search found the node of a box, or one of those that a link stands for. */
static gboolean
is_found (Painter *painter, const CyanPlaced *placed)
{
  g_autoptr (GArray) row = NULL;

  if (painter->in->style->found == NULL)
    return FALSE;
  if (placed->n_folded == 0)
    return cyan_nodes_have (painter->in->style->found, placed->node);
  row = cyan_layout_row_of (painter->layout, placed->node);
  for (guint i = 0; i < row->len; i++)
    if (cyan_nodes_have (painter->in->style->found, g_array_index (row, CyanNode, i)))
      return TRUE;
  return FALSE;
}

/* Around a box that is selected, under the pointer or found, or a link for such a node.  The ring
 * of what was found lies outside the others.  Returns how far they reach, 0 without any. */
static double
paint_rings (Painter *painter, const CyanPlaced *placed, const CyanRect *box)
{
  const CyanStyle *style = painter->in->style;
  CyanColor accent = cyan_theme_accent (&style->theme);
  gboolean strong = style->theme.high_contrast;
  double width = strong ? 3 : 2;
  double away = strong ? 6 : 3;
  double reach = 0;

  if (placed->node == cyan_layout_drawn_as (painter->layout, style->selected))
    {
      paint_around (painter, placed->node, box, away, width, accent);
      reach = away + width;
      away += 3;
    }
  else if (placed->node == cyan_layout_drawn_as (painter->layout, style->hovered))
    {
      paint_around (painter, placed->node, box, 3, 1.5, cyan_color_with_alpha (accent, 0.6));
      away = 6;
    }
  if (is_found (painter, placed))
    {
      paint_around (painter, placed->node, box, away, width, cyan_theme_match (&style->theme));
      reach = away + width;
    }
  return reach;
}

/* Draws the name, or the smaller second line below it. */
static void
paint_line (Painter *painter,
            const CyanPlaced *placed,
            const CyanPaint *paint,
            const char *text,
            double x,
            double y,
            double size,
            double length)
{
  const CyanTheme *theme = painter->in->theme;
  gboolean is_name = size >= CYAN_FONT_SIZE_NAME;
  CyanColor color = is_name ? cyan_theme_foreground (theme) : cyan_theme_dim (theme);
  CyanItem *item;

  if (placed->label_inside)
    {
      color = paint->text;
      cyan_scene_add_plate (painter->in->scene, paint, x, y, length);
    }
  item = cyan_scene_add_text (painter->in->scene, placed->node, text, x, y, size, color, length);
  item->bold = placed->label_inside && is_name;
  item->align = placed->label_inside ? 0.5 : 0;
}

/* The line below the name: the change and as much of the scope as there is room for.  NULL where
 * there is no room for a line, or too little in it.  Caller frees. */
static char *
second_line (Painter *painter, const CyanPlaced *placed, const CyanRect *box, double *length)
{
  double around = placed->label_inside ? 2 * INNER : 0;
  double room = (placed->label_inside ? box->width : placed->label.width) - around;
  const char *scope = cyan_labels_get (painter->in->labels, placed->node)->scope;
  g_autofree char *change = NULL;

  *length = 0;
  if ((placed->label.height < CYAN_LABEL_LINE + SECOND_LINE
       && box->height < placed->label.height + SECOND_LINE + around)
      || CYAN_FONT_SIZE_SMALL * painter->zoom < CYAN_FONT_LEAST_PX)
    return NULL;
  change = cyan_node_change_text (painter->in->scene->comparison, placed->node,
                                  cyan_layout_basis (painter->layout));
  for (; scope != NULL; scope = cyan_labels_shorter_scope (scope))
    {
      g_autofree char *both = g_strconcat (change, "  ", scope, NULL);

      *length = cyan_painter_width (painter->in, both, CYAN_FONT_SIZE_SMALL, FALSE);
      if (*length <= room)
        return g_steal_pointer (&both);
    }
  *length = cyan_painter_width (painter->in, change, CYAN_FONT_SIZE_SMALL, FALSE);
  if (*length <= room)
    return g_steal_pointer (&change);
  *length = 0;
  return NULL;
}

/* A label beside the box begins where its rings, which reach as far as @reach, have ended.  On the
 * screen letters keep a least size: in a picture that is made smaller, the names that have no room
 * go, those of the largest boxes last. */
static void
paint_label (Painter *painter,
             const CyanPlaced *placed,
             const CyanRect *box,
             const CyanPaint *paint,
             double reach)
{
  const CyanLabel *label = cyan_labels_get (painter->in->labels, placed->node);
  gboolean inside = placed->label_inside;
  double size = MAX (CYAN_FONT_SIZE_NAME, CYAN_FONT_LEAST_PX / painter->zoom);
  double room = placed->label.width;
  double length = inside ? label->bold : label->regular;
  g_autofree char *text = NULL;
  g_autofree char *second = NULL;
  double x, y, second_length;

  if (room <= 0
      || size > CYAN_FONT_SIZE_NAME * MAX (placed->label.height, box->height) / CYAN_LABEL_LINE)
    return;
  text = *paint->sign != '\0' ? g_strconcat (paint->sign, " ", label->text, NULL)
                              : g_strdup (label->text);
  if (*paint->sign != '\0' || size > CYAN_FONT_SIZE_NAME)
    length = cyan_painter_width (painter->in, text, size, inside);
  if (length > room)
    {
      char *shorter = cyan_labels_cut (painter->in->labels, text, room, size, inside);

      if (shorter == NULL)
        return;
      g_free (text);
      text = shorter;
      length = cyan_painter_width (painter->in, text, size, inside);
    }

  second = second_line (painter, placed, box, &second_length);
  x = inside ? box->x + box->width / 2
             : placed->label.x + MIN (LABEL_INDENT, (room - MAX (length, second_length)) / 2);
  if (!inside && reach > 0)
    x = MAX (x, box->x + box->width + reach);
  y = box->y + box->height / 2 - (second != NULL ? SECOND_LINE / 2 : 0);
  paint_line (painter, placed, paint, text, x, y, size, length);
  if (second != NULL)
    paint_line (painter, placed, paint, second, x, y + SECOND_LINE, CYAN_FONT_SIZE_SMALL,
                second_length);
}

static void
paint_marks (Painter *painter, CyanNode node, const CyanRect *box)
{
  const CyanTheme *theme = painter->in->theme;
  double width;

  if (CYAN_FONT_SIZE_MARK * painter->zoom < CYAN_FONT_LEAST_PX)
    return;
  if (cyan_layout_width (painter->layout) == CYAN_WIDTH_CALLS
      && !cyan_comparison_width (painter->in->scene->comparison, node, &width))
    {
      CyanItem *mark =
          cyan_scene_add_text (painter->in->scene, node, "?", box->x - 4, box->y + box->height / 2,
                               CYAN_FONT_SIZE_MARK, cyan_theme_dim (theme),
                               cyan_painter_width (painter->in, "?", CYAN_FONT_SIZE_MARK, FALSE));

      mark->align = 1;
    }
  if (cyan_node_source_unknown (painter->in->scene->comparison, painter->in->style->changes, node))
    cyan_scene_add_ring (painter->in->scene, node, box->x + box->width + 2, box->y - 3, theme);
  if (node == painter->in->style->start)
    cyan_scene_add_target (painter->in->scene, node, box->x - 2, box->y - 2, theme);
  if (painter->in->style->hot_path == NULL || painter->in->scene->comparison->compared.single)
    return;
  if (cyan_shows_fork (painter->in->style->hot_path, node))
    cyan_scene_add_fork (painter->in->scene, node, box->x + box->width / 2,
                         box->y + box->height - 1 + CYAN_EDGE_DROP, theme);
}

static void
paint_box (Painter *painter, const CyanPlaced *placed)
{
  const CyanTheme *theme = painter->in->theme;
  gboolean thick = placed->n_hidden_children > 0;
  CyanRect box = snap_rect (&placed->box);
  CyanPaint paint = *cyan_painter_paint (painter->in, placed->node);
  double reach;

  if (thick)
    paint.border = cyan_border_of_thick (theme);
  reach = paint_rings (painter, placed, &box);
  cyan_scene_add_box (painter->in->scene, placed->node, &box, &paint,
                      thick ? cyan_border_thick (theme) : cyan_border_thin (theme));
  paint_label (painter, placed, &box, &paint, reach);
  paint_marks (painter, placed->node, &box);
}

/* A row of nodes that did not change by themselves: only those that came or went have a colour. */
static void
paint_link (Painter *painter, const CyanPlaced *placed)
{
  const CyanTheme *theme = painter->in->theme;
  CyanVerdict verdict =
      cyan_comparison_verdict (painter->in->scene->comparison, placed->node, CYAN_BASIS_SHARE);
  CyanRect box = snap_rect (&placed->box);
  g_autofree char *text = NULL;
  double length;
  CyanPaint paint;

  if (verdict == CYAN_VERDICT_SLOWER || verdict == CYAN_VERDICT_FASTER)
    verdict = CYAN_VERDICT_UNCHANGED;
  cyan_theme_paint (theme, verdict, CYAN_CHANGE_UNMODIFIED, FALSE, &paint);
  paint_rings (painter, placed, &box);
  cyan_scene_add_box (painter->in->scene, placed->node, &box, &paint, cyan_border_thin (theme))
      ->radius = box.height / 2;
  if (CYAN_FONT_SIZE_NAME * painter->zoom < CYAN_FONT_LEAST_PX)
    return;
  text = cyan_labels_link_text (painter->in->labels, placed->node, placed->last, placed->n_folded,
                                &length);
  cyan_scene_add_text (painter->in->scene, placed->node, text, box.x + box.width / 2,
                       box.y + box.height / 2, CYAN_FONT_SIZE_NAME, paint.text, length)
      ->align = 0.5;
}

gboolean
cyan_painter_append_tree (CyanPainter *self,
                          CyanLayout *layout,
                          const CyanRect *view,
                          double zoom,
                          const CyanTick *tick,
                          GError **error)
{
  Painter painter = { self, layout, zoom };
  g_autoptr (GArray) placed = g_array_new (FALSE, FALSE, sizeof (CyanPlaced));

  self->filtered = cyan_layout_filter (layout);
  cyan_layout_visit (layout, view, zoom, collect, placed);
  for (guint strong = 0; strong < 2; strong++)
    for (guint i = 0; i < placed->len; i++)
      {
        const CyanPlaced *one = &g_array_index (placed, CyanPlaced, i);

        if (one->has_edge && is_on_path (self->style->hot_path, one->node) == (strong == 1))
          paint_edge (&painter, one, strong == 1);
      }
  for (guint i = 0; i < placed->len; i++)
    {
      const CyanPlaced *one = &g_array_index (placed, CyanPlaced, i);

      if (i % CYAN_ITEMS_A_TICK == 0
          && !cyan_tick (tick, (double) i / placed->len, N_ ("Laying out"), error))
        return FALSE;
      if (one->is_summary)
        paint_summary (&painter, one);
      else if (one->n_folded > 0)
        paint_link (&painter, one);
      else
        paint_box (&painter, one);
    }
  return TRUE;
}

CyanScene *
cyan_scene_new_tree (CyanLayout *layout, const CyanStyle *style, const CyanRect *view, double zoom)
{
  CyanPainter *painter =
      cyan_painter_new (cyan_layout_comparison (layout), cyan_layout_basis (layout), style);
  CyanRect *bounds = &painter->scene->bounds;

  if (view != NULL)
    *bounds = *view;
  else
    {
      cyan_layout_extents (layout, bounds);
      bounds->x -= MARGIN;
      bounds->y -= MARGIN;
      bounds->width += 2 * MARGIN;
      bounds->height += 2 * MARGIN;
    }
  cyan_painter_append_tree (painter, layout, view, zoom, NULL, NULL);
  return cyan_painter_free (painter);
}
