/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Puts icicles side by side, with a heading above them.
 */
#include "cyan-scene-private.h"

#include "cyan-i18n.h"
#include "cyan-text.h"
#include "cyan-units.h"

#include <math.h>

/* Between two icicles. */
#define BETWEEN 24.0
/* The height of the heading with its distance to the rows, and the middle of its line. */
#define HEADING        34.0
#define HEADING_MIDDLE 17.0
/* Between the parts of a heading. */
#define PART_GAP 8.0
/* Maximum characters of a version's name, and of a total, whose unit is an untrusted text. */
#define NAME_MAX_CHARS  80
#define TOTAL_MAX_CHARS 40

/* ---- places ---- */

double
cyan_icicles_room (const CyanIcicles *icicles, const CyanIcicleLook *look)
{
  return icicles->n == 1 ? look->width : MAX (floor ((look->width - BETWEEN) / 2), 1);
}

static double
left_of (const CyanIcicles *icicles, const CyanIcicleLook *look, guint i)
{
  return i * (cyan_icicles_room (icicles, look) + BETWEEN);
}

CyanIciclePlace
cyan_icicles_place (const CyanIcicles *icicles, const CyanIcicleLook *look, guint i)
{
  double room = cyan_icicles_room (icicles, look);

  g_assert (i < icicles->n);
  return (CyanIciclePlace){ .icicle = icicles->of[i],
                            .x = left_of (icicles, look, i),
                            .width = cyan_icicles_width (icicles, i, room),
                            .room = room,
                            .n_rows = cyan_icicles_n_rows (icicles, room),
                            .flames = look->flames };
}

double
cyan_icicles_height (const CyanIcicles *icicles, const CyanIcicleLook *look)
{
  return cyan_icicles_n_rows (icicles, cyan_icicles_room (icicles, look)) * CYAN_ICICLE_ROW;
}

double
cyan_icicles_heading (const CyanIcicles *icicles)
{
  return icicles->n == 1 ? 0 : HEADING;
}

gboolean
cyan_icicles_get_rect (
    const CyanIcicles *icicles, const CyanIcicleLook *look, guint i, CyanNode node, CyanRect *rect)
{
  CyanIciclePlace place = cyan_icicles_place (icicles, look, i);
  CyanIcicleBox box;

  if (!cyan_icicle_box_of (icicles->of[i], place.width, node, &box))
    return FALSE;
  *rect = cyan_icicle_rect (&place, &box);
  return TRUE;
}

CyanNode
cyan_icicles_node_at (const CyanIcicles *icicles, const CyanIcicleLook *look, double x, double y)
{
  CyanNode node = CYAN_NODE_NONE;

  for (guint i = 0; i < icicles->n && node == CYAN_NODE_NONE; i++)
    {
      CyanIciclePlace place = cyan_icicles_place (icicles, look, i);

      node = cyan_icicle_node_at (&place, x, y);
    }
  return node;
}

/* ---- the heading ---- */

/* Paints as much of @text as there is room for between *@x and @right, and moves *@x behind it. */
static void
paint_part (CyanPainter *painter,
            const char *text,
            double *x,
            double right,
            double y,
            gboolean bold,
            CyanColor color)
{
  g_autofree char *cut =
      cyan_labels_cut (painter->labels, text, right - *x, CYAN_FONT_SIZE_NAME, bold);
  CyanItem *item;
  double length;

  if (cut == NULL)
    return;
  length = cyan_painter_width (painter, cut, CYAN_FONT_SIZE_NAME, bold);
  item = cyan_scene_add_text (painter->scene, CYAN_NODE_NONE, cut, *x, y, CYAN_FONT_SIZE_NAME,
                              color, length);
  item->align = 0;
  item->bold = bold;
  *x += length + PART_GAP;
}

/* "Before 942 ms jq 1.5" */
static void
paint_side (CyanPainter *painter, guint side, const char *name, double x, double right, double y)
{
  const CyanCompared *compared = &painter->scene->comparison->compared;
  const CyanTheme *theme = painter->theme;
  g_autofree char *value =
      cyan_value_to_text (compared->side[side].sum, cyan_compared_metric (compared, side)->unit);
  g_autofree char *total = cyan_text_for_label (value, TOTAL_MAX_CHARS);

  paint_part (painter, side == 0 ? _ ("Before") : _ ("After"), &x, right, y, TRUE,
              cyan_theme_foreground (theme));
  paint_part (painter, total, &x, right, y, FALSE, cyan_theme_foreground (theme));
  if (name != NULL)
    {
      g_autofree char *shown = cyan_text_for_label (name, NAME_MAX_CHARS);

      paint_part (painter, shown, &x, right, y, FALSE, cyan_theme_dim (theme));
    }
}

/* Rows that were scrolled go below it. */
static void
paint_heading (CyanPainter *painter,
               const CyanIcicles *icicles,
               const CyanIcicleLook *look,
               const CyanTitles *titles,
               double y)
{
  const char *names[2] = { titles != NULL ? titles->before_name : NULL,
                           titles != NULL ? titles->after_name : NULL };

  cyan_scene_add_rect (painter->scene, CYAN_NODE_NONE, 0, y, look->width, HEADING,
                       cyan_theme_background (painter->theme));
  for (guint i = 0; i < icicles->n; i++)
    {
      double x = left_of (icicles, look, i);

      paint_side (painter, i, names[i], x, x + cyan_icicles_room (icicles, look),
                  y + HEADING_MIDDLE);
    }
}

/* ---- the picture ---- */

/* Whether the side has nothing of the topmost node. */
static gboolean
is_nothing (const CyanIciclePlace *place)
{
  const CyanIcicle *icicle = place->icicle;

  return icicle->side != CYAN_ICICLE_BOTH && place->width <= 0
         && cyan_compared_node (&icicle->partition->comparison->compared, icicle->side, icicle->top)
                == CYAN_NODE_NONE;
}

static void
paint_nothing (CyanPainter *painter, const CyanIciclePlace *place)
{
  const CyanIcicle *icicle = place->icicle;
  double x = place->x,
         y = cyan_icicle_row_y (place, cyan_partition_row_of (icicle->partition, icicle->top));

  paint_part (painter, _ ("not called in this version"), &x, place->x + place->room,
              y + CYAN_ICICLE_ROW / 2, FALSE, cyan_theme_dim (painter->theme));
}

gboolean
cyan_painter_append_icicles (CyanPainter *self,
                             const CyanIcicles *icicles,
                             const CyanIcicleLook *look,
                             const CyanTitles *titles,
                             double y,
                             double height,
                             const CyanTick *tick,
                             GError **error)
{
  for (guint i = 0; i < icicles->n; i++)
    {
      CyanIciclePlace place = cyan_icicles_place (icicles, look, i);
      CyanTick part = cyan_tick_slice (tick, (double) i / icicles->n, (i + 1.0) / icicles->n);

      if (!cyan_painter_append_icicle (self, &place, y, height, &part, error))
        return FALSE;
      if (is_nothing (&place))
        paint_nothing (self, &place);
    }
  if (icicles->n > 1)
    paint_heading (self, icicles, look, titles, y);
  return TRUE;
}

CyanScene *
cyan_scene_new_icicles (const CyanIcicles *icicles,
                        const CyanIcicleLook *look,
                        const CyanStyle *style,
                        const CyanTitles *titles,
                        double y,
                        double height)
{
  const CyanPartition *partition = icicles->of[0]->partition;
  CyanPainter *painter = cyan_painter_new (partition->comparison, partition->basis, style);

  painter->scene->bounds = (CyanRect){ 0, y, look->width, height };
  cyan_painter_append_icicles (painter, icicles, look, titles, y, height, NULL, NULL);
  return cyan_painter_free (painter);
}
