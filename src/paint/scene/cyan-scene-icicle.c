/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Appends one icicle to the display list.
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
/* Between a name and the ends of its bar, and between a name and the number after it. */
#define INNER      5.0
#define NUMBER_GAP 8.0
/* Pixels for a name, at least: two letters and an ellipsis. */
#define NAME_MIN 16.0

typedef struct
{
  CyanPainter *in;
  const CyanIciclePlace *place;
  gboolean is_change; /* bars are what fell and what rose */
} Painter;

double
cyan_icicle_row_y (const CyanIciclePlace *place, guint row)
{
  return (place->flames ? (double) place->n_rows - 1 - row : row) * CYAN_ICICLE_ROW;
}

/* The rows that are between two heights; where there is none, *@n is 0. */
static void
rows_between (const CyanIciclePlace *place, double y, double height, guint *first, guint *n)
{
  double from = MAX (floor (y / CYAN_ICICLE_ROW), 0);
  double to = MIN (ceil ((y + height) / CYAN_ICICLE_ROW), place->n_rows);

  *first = 0;
  *n = 0;
  if (!(from < to))
    return;
  *n = (guint) (to - from);
  *first = place->flames ? place->n_rows - (guint) to : (guint) from;
}

CyanRect
cyan_icicle_rect (const CyanIciclePlace *place, const CyanIcicleBox *box)
{
  double left = round (box->x), right = left + place->room;

  if (!box->is_above)
    right = round (box->x + box->width);

  return (CyanRect){ place->x + left, cyan_icicle_row_y (place, box->row), MAX (right - left, 1),
                     BOX_HEIGHT };
}

CyanNode
cyan_icicle_node_at (const CyanIciclePlace *place, double x, double y)
{
  const CyanIcicle *icicle = place->icicle;
  guint first, n;

  rows_between (place, y, 1e-6, &first, &n);
  if (n == 0 || y < 0 || y - cyan_icicle_row_y (place, first) >= BOX_HEIGHT)
    return CYAN_NODE_NONE;
  return cyan_icicle_hit (
      icicle,
      first < cyan_partition_row_of (icicle->partition, icicle->top) ? place->room : place->width,
      x - place->x, first);
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

/* What stands after a name: the change, or, of one side, its value.  Caller frees. */
static char *
number_of (Painter *painter, CyanNode node)
{
  const CyanScene *scene = painter->in->scene;
  const CyanCompared *compared = &scene->comparison->compared;
  guint side = painter->place->icicle->side;
  g_autofree char *value = NULL;
  double total;

  if (side == CYAN_ICICLE_BOTH)
    return cyan_node_change_text (scene->comparison, node, scene->basis);
  total = cyan_compared_total (compared, side, node);
  value = scene->basis == CYAN_BASIS_SHARE
              ? cyan_share_to_text (cyan_compared_part (total, compared->side[side].total))
              : cyan_value_to_text (total, cyan_compared_metric (compared, side)->unit);
  /* Units are untrusted text. */
  return cyan_text_for_label (value, CYAN_NAME_DRAWN_MAX);
}

/* Paints the words in a box: the name with its sign, cut at its end, and the number if there is
 * room for both.  @x is the left end of @room pixels. */
static void
paint_words (
    Painter *painter, CyanNode node, const CyanPaint *paint, double x, double y, double room)
{
  const CyanLabel *label;
  CyanScene *scene = painter->in->scene;
  g_autofree char *name = NULL, *number = NULL;
  double length, number_length;

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
  if (room < length + NUMBER_GAP + NAME_MIN)
    return;
  number = number_of (painter, node);
  number_length = cyan_painter_width (painter->in, number, CYAN_FONT_SIZE_SMALL, FALSE);
  if (room < length + NUMBER_GAP + number_length)
    return;
  x += length + NUMBER_GAP;
  cyan_scene_add_plate (scene, paint, x + number_length / 2, y, number_length);
  cyan_scene_add_text (scene, node, number, x, y, CYAN_FONT_SIZE_SMALL, paint->text, number_length)
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
  CyanRect rect = cyan_icicle_rect (painter->place, box);
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
  CyanRect rect = cyan_icicle_rect (painter->place, box);
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
  CyanRect rect = cyan_icicle_rect (painter->place, box);

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
  CyanRect rect = cyan_icicle_rect (painter->place, box);
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

/* The room of what a side lacks, between the boxes of its caller and of what it calls. */
static void
paint_lacking (Painter *painter, const CyanIcicleBox *box)
{
  CyanRect rect = cyan_icicle_rect (painter->place, box);

  if (box->width >= 0.5 || box->is_above)
    cyan_scene_add_rect (painter->in->scene, CYAN_NODE_NONE, rect.x, rect.y,
                         MAX (rect.width - 1, 1), rect.height,
                         cyan_icicle_tone (painter->in->theme, CYAN_TONE_BESIDE));
}

/* The ring around what the search found lies in its box, since boxes touch; a narrow box is
 * filled. */
static void
paint_found (Painter *painter, const CyanIcicleBox *box)
{
  CyanRect rect = cyan_icicle_rect (painter->place, box);
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

static void
paint_any (Painter *painter, const CyanIcicleBox *box)
{
  if (box->is_lacking)
    paint_lacking (painter, box);
  else if (box->is_above)
    paint_above (painter, box);
  else if (box->is_rest)
    paint_rest (painter, box);
  else if (box->n_hidden > 0)
    paint_gap (painter, box);
  else
    paint_box (painter, box);
  if (!box->is_lacking && !box->is_rest && box->n_hidden == 0
      && cyan_nodes_have (painter->in->style->found, box->node))
    paint_found (painter, box);
}

gboolean
cyan_painter_append_icicle (CyanPainter *self,
                            const CyanIciclePlace *place,
                            double y,
                            double height,
                            const CyanTick *tick,
                            GError **error)
{
  const CyanIcicle *icicle = place->icicle;
  CyanNode start = self->style->start;
  Painter painter = { .in = self,
                      .place = place,
                      .is_change = icicle->partition->sizes == CYAN_SIZES_CHANGE };
  g_autoptr (GArray) boxes = g_array_new (FALSE, FALSE, sizeof (CyanIcicleBox));
  CyanIcicleBox box;
  guint first, n;

  self->filtered = icicle->filtered;
  rows_between (place, y, height, &first, &n);
  cyan_icicle_visit (icicle, place->width, first, n, collect, boxes);
  for (guint i = 0; i < boxes->len; i++)
    {
      if (i % CYAN_ITEMS_A_TICK == 0
          && !cyan_tick (tick, (double) i / boxes->len, N_ ("Laying out"), error))
        return FALSE;
      paint_any (&painter, &g_array_index (boxes, CyanIcicleBox, i));
    }
  if (start != CYAN_NODE_NONE && cyan_icicle_box_of (icicle, place->width, start, &box)
      && box.row >= first && box.row < first + n)
    {
      CyanRect rect = cyan_icicle_rect (place, &box);

      cyan_scene_add_target (self->scene, start, rect.x, rect.y, self->theme);
    }
  return TRUE;
}
