/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Appends the icicle to the display list.
 */
#include "cyan-scene-private.h"

#include "cyan-i18n.h"
#include "cyan-text.h"
#include "cyan-units.h"

#include <math.h>

/* The height of a box, and of the bar for before in it, with the gap below that. */
#define BOX_HEIGHT  20.0
#define THIN_HEIGHT 5.0
/* Narrower boxes have no bars and no border, and no gap to the next. */
#define BORDER_MIN 4.0
/* The least width of a box with a ring in it. */
#define FOUND_MIN 8.0
/* Between a name and the ends of its bar, and between a name and the change after it. */
#define INNER      5.0
#define CHANGE_GAP 8.0
/* Pixels for a name, at least: two letters and an ellipsis. */
#define NAME_MIN 16.0

typedef struct
{
  CyanPainter *in;
  const CyanIcicleLook *look;
  guint n_rows;
  gboolean is_change; /* bars are what fell and what rose */
} Painter;

double
cyan_icicle_height (const CyanIcicle *icicle, const CyanIcicleLook *look)
{
  return cyan_icicle_n_rows (icicle, look->width) * CYAN_ICICLE_ROW;
}

/* The upper side of @row. */
static double
row_y (const CyanIcicleLook *look, guint n_rows, guint row)
{
  return (look->flames ? (double) n_rows - 1 - row : row) * CYAN_ICICLE_ROW;
}

/* The rows that are between two heights; where there is none, *@n is 0. */
static void
rows_between (
    const CyanIcicleLook *look, guint n_rows, double y, double height, guint *first, guint *n)
{
  double from = MAX (floor (y / CYAN_ICICLE_ROW), 0);
  double to = MIN (ceil ((y + height) / CYAN_ICICLE_ROW), n_rows);

  *first = 0;
  *n = 0;
  if (!(from < to))
    return;
  *n = (guint) (to - from);
  *first = look->flames ? n_rows - (guint) to : (guint) from;
}

CyanRect
cyan_icicle_rect (const CyanIcicleLook *look, guint n_rows, const CyanIcicleBox *box)
{
  double left = round (box->x), right = round (box->x + box->width);

  return (CyanRect){ left, row_y (look, n_rows, box->row), MAX (right - left, 1), BOX_HEIGHT };
}

CyanNode
cyan_icicle_node_at (const CyanIcicle *icicle, const CyanIcicleLook *look, double x, double y)
{
  guint n_rows = cyan_icicle_n_rows (icicle, look->width);
  guint first, n;

  rows_between (look, n_rows, y, 1e-6, &first, &n);
  if (n == 0 || y < 0 || y - row_y (look, n_rows, first) >= BOX_HEIGHT)
    return CYAN_NODE_NONE;
  return cyan_icicle_hit (icicle, look->width, x, first);
}

/* ---- boxes ---- */

/* Of the bar of @side. */
static const CyanPaint *
paint_of (Painter *painter, CyanNode node, guint side)
{
  return painter->is_change ? cyan_painter_paint_change (painter->in, node, side)
                            : cyan_painter_paint (painter->in, node);
}

/* A piece of @rect, @length pixels long, that begins where rows begin. */
static CyanRect
bar_rect (const Painter *painter, const CyanRect *rect, double length, double y, double height)
{
  double width = MIN (MAX (round (length), 1), rect->width);

  return (CyanRect){ rect->x, rect->y + y, width, height };
}

/* The bar of a side.  A border is inside, with a gap to the next box. */
static void
paint_bar (Painter *painter, CyanNode node, const CyanRect *bar, const CyanPaint *paint)
{
  CyanRect inside = { bar->x + 0.5, bar->y + 0.5, bar->width - 2, bar->height - 1 };

  if (bar->width >= BORDER_MIN)
    cyan_scene_add_box (painter->in->scene, node, &inside, paint,
                        cyan_border_thin (painter->in->theme))
        ->radius = 0;
  else
    cyan_scene_add_rect (painter->in->scene, node, bar->x, bar->y, bar->width, bar->height,
                         paint->border);
}

/* Paints the words in a box: the name with its sign, cut at its end, and the change if there is
 * room for both.  @x is the left end of @room pixels. */
static void
paint_words (
    Painter *painter, CyanNode node, const CyanPaint *paint, double x, double y, double room)
{
  const CyanLabel *label;
  CyanScene *scene = painter->in->scene;
  g_autofree char *name = NULL, *change = NULL;
  double length, change_length;

  if (room < NAME_MIN)
    return;
  /* Not before, since it measures a name that is new. */
  label = cyan_labels_get (painter->in->labels, node);
  name = *paint->sign != '\0' ? g_strconcat (paint->sign, " ", label->text, NULL)
                              : g_strdup (label->text);
  length = *paint->sign != '\0' ? cyan_painter_width (painter->in, name, CYAN_FONT_SIZE_NAME, FALSE)
                                : label->regular;
  if (length > room)
    {
      char *cut = cyan_labels_cut (painter->in->labels, name, room, CYAN_FONT_SIZE_NAME, FALSE);

      if (cut == NULL)
        return;
      g_free (name);
      name = cut;
      length = cyan_painter_width (painter->in, name, CYAN_FONT_SIZE_NAME, FALSE);
      room = length;
    }
  cyan_scene_add_plate (scene, paint, x + length / 2, y, length);
  cyan_scene_add_text (scene, node, name, x, y, CYAN_FONT_SIZE_NAME, paint->text, length)->align =
      0;
  if (room < length + CHANGE_GAP + NAME_MIN)
    return;
  change = cyan_node_change_text (scene->comparison, node, scene->basis);
  change_length = cyan_painter_width (painter->in, change, CYAN_FONT_SIZE_SMALL, FALSE);
  if (room < length + CHANGE_GAP + change_length)
    return;
  x += length + CHANGE_GAP;
  cyan_scene_add_plate (scene, paint, x + change_length / 2, y, change_length);
  cyan_scene_add_text (scene, node, change, x, y, CYAN_FONT_SIZE_SMALL, paint->text, change_length)
      ->align = 0;
}

/* The words of a box whose @bar has the room of @rect around it. */
static void
paint_name (Painter *painter,
            CyanNode node,
            const CyanRect *rect,
            const CyanRect *bar,
            const CyanPaint *paint)
{
  double y = bar->y + bar->height / 2, beside = rect->width - bar->width;
  CyanPaint plain = *paint;

  if (bar->width >= beside)
    {
      paint_words (painter, node, paint, bar->x + INNER, y, bar->width - 2 * INNER - 1);
      return;
    }
  plain.text = cyan_theme_foreground (painter->in->theme);
  plain.hatch = CYAN_HATCH_NONE;
  paint_words (painter, node, &plain, bar->x + bar->width + INNER, y, beside - 2 * INNER - 1);
}

static void
paint_box (Painter *painter, const CyanIcicleBox *box)
{
  const CyanStyle *style = painter->in->style;
  CyanRect rect = cyan_icicle_rect (painter->look, painter->n_rows, box);
  gboolean both = box->bar[0] > 0 && box->bar[1] > 0;
  /* Of a change the larger part is thick, and colours say what rose. */
  guint side = !both || painter->is_change ? box->bar[1] >= box->bar[0] : 1;
  CyanRect thin = bar_rect (painter, &rect, box->bar[1 - side], 0, THIN_HEIGHT - 1);
  CyanRect thick = bar_rect (painter, &rect, box->bar[side], both ? THIN_HEIGHT : 0,
                             BOX_HEIGHT - (both ? THIN_HEIGHT : 0));
  const CyanPaint *paint = paint_of (painter, box->node, side);

  if (rect.width < BORDER_MIN)
    {
      cyan_scene_add_rect (painter->in->scene, box->node, rect.x, rect.y, rect.width, rect.height,
                           paint->border);
      return;
    }
  /* Where it can be seen that no bar is that long. */
  if (rect.width - MAX (thick.width, both ? thin.width : 0) >= 1)
    cyan_scene_add_rect (painter->in->scene, box->node, rect.x, rect.y, MAX (rect.width - 1, 1),
                         rect.height, cyan_icicle_tone (&style->theme, CYAN_TONE_BESIDE));
  if (both)
    cyan_scene_add_rect (painter->in->scene, box->node, thin.x, thin.y,
                         thin.width >= BORDER_MIN ? thin.width - 1 : thin.width, thin.height,
                         painter->is_change ? paint_of (painter, box->node, 1 - side)->border
                                            : cyan_icicle_tone (&style->theme, CYAN_TONE_BEFORE));
  paint_bar (painter, box->node, &thick, paint);
  paint_name (painter, box->node, &rect, &thick, paint);
}

/* A node above the topmost one. */
static void
paint_above (Painter *painter, const CyanIcicleBox *box)
{
  const CyanTheme *theme = painter->in->theme;
  CyanRect rect = cyan_icicle_rect (painter->look, painter->n_rows, box);
  CyanPaint paint = { .fill = cyan_icicle_tone (theme, CYAN_TONE_ABOVE),
                      .border = cyan_theme_edge (theme),
                      .text = cyan_theme_foreground (theme),
                      .sign = "" };

  paint_bar (painter, box->node, &rect, &paint);
  paint_name (painter, box->node, &rect, &rect, &paint);
}

static void
paint_rest (Painter *painter, const CyanIcicleBox *box)
{
  CyanRect rect = cyan_icicle_rect (painter->look, painter->n_rows, box);

  if (box->width >= 0.5)
    cyan_scene_add_rect (painter->in->scene, box->node, rect.x, rect.y + THIN_HEIGHT, rect.width,
                         rect.height - THIN_HEIGHT,
                         cyan_icicle_tone (painter->in->theme, CYAN_TONE_REST));
}

/* A frame for what the filter hides, with the number of contexts if there is room. */
static void
paint_gap (Painter *painter, const CyanIcicleBox *box)
{
  const CyanTheme *theme = painter->in->theme;
  CyanRect rect = cyan_icicle_rect (painter->look, painter->n_rows, box);
  CyanRect inside = { rect.x + 0.5, rect.y + 0.5, rect.width - 2, rect.height - 1 };
  CyanPaint paint = { .fill = cyan_theme_background (theme),
                      .border = cyan_icicle_tone (theme, CYAN_TONE_REST),
                      .text = cyan_theme_dim (theme) };
  g_autofree char *text = NULL;
  double length;

  if (rect.width < BORDER_MIN)
    {
      cyan_scene_add_rect (painter->in->scene, box->node, rect.x, rect.y, rect.width, rect.height,
                           cyan_icicle_tone (theme, CYAN_TONE_BESIDE));
      return;
    }
  cyan_scene_add_box (painter->in->scene, box->node, &inside, &paint, cyan_border_thin (theme))
      ->radius = 0;
  /* Translators: so many contexts. */
  text = g_strdup_printf (ngettext ("%'u hidden", "%'u hidden", box->n_hidden), box->n_hidden);
  length = cyan_painter_width (painter->in, text, CYAN_FONT_SIZE_SMALL, FALSE);
  if (length <= rect.width - 2 * INNER)
    cyan_scene_add_text (painter->in->scene, box->node, text, rect.x + rect.width / 2,
                         rect.y + rect.height / 2, CYAN_FONT_SIZE_SMALL, paint.text, length)
        ->align = 0.5;
}

/* The ring around what the search found lies in its box, since boxes touch; a narrow box is
 * filled. */
static void
paint_found (Painter *painter, const CyanIcicleBox *box)
{
  CyanRect rect = cyan_icicle_rect (painter->look, painter->n_rows, box);
  CyanColor color = cyan_theme_match (painter->in->theme);
  CyanItem *ring;

  if (rect.width < FOUND_MIN)
    {
      cyan_scene_add_rect (painter->in->scene, box->node, rect.x, rect.y, MAX (rect.width, 1),
                           rect.height, color);
      return;
    }
  ring = cyan_scene_add_rect (painter->in->scene, box->node, rect.x + 2, rect.y + 2, rect.width - 5,
                              rect.height - 4, (CyanColor){ 0 });
  ring->stroke = color;
  ring->stroke_width = painter->in->theme->high_contrast ? 3 : 2;
}

static void
collect (const CyanIcicleBox *box, gpointer data)
{
  g_array_append_vals (data, box, 1);
}

gboolean
cyan_painter_append_icicle (CyanPainter *self,
                            const CyanIcicle *icicle,
                            const CyanIcicleLook *look,
                            double y,
                            double height,
                            const CyanTick *tick,
                            GError **error)
{
  const CyanStyle *style = self->style;
  Painter painter = { .in = self,
                      .look = look,
                      .n_rows = cyan_icicle_n_rows (icicle, look->width),
                      .is_change = icicle->partition->sizes == CYAN_SIZES_CHANGE };
  g_autoptr (GArray) boxes = g_array_new (FALSE, FALSE, sizeof (CyanIcicleBox));
  CyanIcicleBox start;
  guint first, n;

  self->filtered = icicle->filtered;
  rows_between (look, painter.n_rows, y, height, &first, &n);
  cyan_icicle_visit (icicle, look->width, first, n, collect, boxes);
  for (guint i = 0; i < boxes->len; i++)
    {
      const CyanIcicleBox *box = &g_array_index (boxes, CyanIcicleBox, i);

      if (i % CYAN_ITEMS_A_TICK == 0
          && !cyan_tick (tick, (double) i / boxes->len, N_ ("Laying out"), error))
        return FALSE;
      if (box->is_above)
        paint_above (&painter, box);
      else if (box->is_rest)
        paint_rest (&painter, box);
      else if (box->n_hidden > 0)
        paint_gap (&painter, box);
      else
        paint_box (&painter, box);
      if (!box->is_rest && box->n_hidden == 0 && cyan_nodes_have (style->found, box->node))
        paint_found (&painter, box);
    }
  if (style->start != CYAN_NODE_NONE
      && cyan_icicle_box_of (icicle, look->width, style->start, &start) && start.row >= first
      && start.row < first + n)
    {
      CyanRect rect = cyan_icicle_rect (look, painter.n_rows, &start);

      cyan_scene_add_target (self->scene, start.node, rect.x, rect.y, self->theme);
    }
  return TRUE;
}

CyanScene *
cyan_scene_new_icicle (const CyanIcicle *icicle,
                       const CyanIcicleLook *look,
                       const CyanStyle *style,
                       double y,
                       double height)
{
  CyanPainter *painter =
      cyan_painter_new (icicle->partition->comparison, icicle->partition->basis, style);

  painter->scene->bounds = (CyanRect){ 0, y, look->width, height };
  cyan_painter_append_icicle (painter, icicle, look, y, height, NULL, NULL);
  return cyan_painter_free (painter);
}
