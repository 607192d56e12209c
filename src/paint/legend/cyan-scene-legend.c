/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The legend: the meaning of the colours and marks of this picture.
 *
 * A row is shown only if the data contain what it explains.
 */
#include "cyan-hot-path.h"
#include "cyan-i18n.h"
#include "cyan-legend-rows.h"

#include "cyan-text.h"
#include "cyan-units.h"

#include <math.h>

#define SWATCH_WIDTH  16.0
#define SWATCH_HEIGHT 11.0
#define SWATCH_GAP    4.0
#define ROW           19.0
#define TEXT_AT       50.0 /* in a list: two swatches and a gap */
#define COLUMN_GAP    22.0
#define CARD_PADDING  12.0
/* Height of a line of small text, and the minimum width of a list with wrapped text. */
#define LINE       14.0
#define LIST_WIDTH 220.0
/* Half the length of the stops at the ends of the scales' bars. */
#define BAR_STOP 2.0

/* The features that the legend of a tree must explain. */
typedef struct
{
  const CyanLayout *layout;
  const guint8 *changes;
  const CyanHotPath *hot_path;
  CyanLegendFound found;
  gboolean unknown_source, unknown_calls, fork, link, thick, pale;
} FoundNodes;

static void
look (const CyanPlaced *placed, gpointer data)
{
  FoundNodes *all = data;
  const CyanComparison *comparison = cyan_layout_comparison (all->layout);
  const CyanHotPath *hot_path = all->hot_path;
  double width;

  if (placed->n_folded > 0)
    {
      all->link = TRUE;
      return;
    }
  all->thick |= placed->n_hidden_children > 0;
  all->pale |= !cyan_legend_look (&all->found, comparison, cyan_layout_basis (all->layout),
                                  cyan_layout_filter (all->layout), placed->node);
  all->unknown_calls |= cyan_layout_width (all->layout) == CYAN_WIDTH_CALLS
                        && !cyan_comparison_width (comparison, placed->node, &width);
  all->fork |=
      hot_path != NULL && !comparison->compared.single && cyan_shows_fork (hot_path, placed->node);
  all->unknown_source |= cyan_node_source_unknown (comparison, all->changes, placed->node);
}

GArray *
cyan_legend_rows_of_tree (CyanLayout *layout, const CyanStyle *style, double zoom)
{
  CyanComparison *comparison = cyan_layout_comparison (layout);
  FoundNodes all = { .layout = layout,
                     .changes = style->changes,
                     .hot_path = style->hot_path,
                     .found.start = style->start };
  GArray *rows;
  CyanLegendRow *row;

  cyan_layout_visit (layout, NULL, 1, look, &all);
  rows = cyan_legend_rows_new (comparison, style, &all.found);
  if (all.thick)
    {
      row = cyan_legend_add (rows, CYAN_LEGEND_THICK, _ ("has callees that are not shown"));
      cyan_theme_paint (&style->theme, CYAN_VERDICT_UNCHANGED, CYAN_CHANGE_UNKNOWN, FALSE,
                        &row->first);
      row->first.border = cyan_border_of_thick (&style->theme);
    }
  if (style->hot_path != NULL && style->hot_path->nodes->len > 1)
    cyan_legend_add (rows, CYAN_LEGEND_PATH,
                     comparison->compared.single ? _ ("heaviest path") : _ ("delta hot path"));
  if (all.found.has_start)
    cyan_legend_add_start (rows, style);
  if (all.fork)
    cyan_legend_add (rows, CYAN_LEGEND_FORK, _ ("the change splits up below"));
  if (all.link)
    cyan_legend_add (rows, CYAN_LEGEND_LINK,
                     _ ("calls in a row without a large change of their own"));
  if (all.pale)
    cyan_legend_add_pale (rows, style);
  if (all.unknown_source)
    cyan_legend_add (rows, CYAN_LEGEND_RING, _ ("source unknown"));
  if (all.unknown_calls)
    cyan_legend_add (rows, CYAN_LEGEND_CALLS, _ ("calls unknown, width says nothing"));
  cyan_legend_add_scales (rows, layout, zoom);
  return rows;
}

/* A bar with its middle at the point and a stop at each end; one of its lengths is 0. */
static void
paint_bar (CyanPainter *self, double x, double y, double width, double height)
{
  CyanColor color = cyan_theme_foreground (self->theme);
  double stop = height > 0 ? 0 : BAR_STOP, across = height > 0 ? BAR_STOP : 0;

  cyan_scene_add_rect (self->scene, CYAN_NODE_NONE, x - width / 2 - 0.5, y - height / 2 - 0.5,
                       width + 1, height + 1, color);
  for (int end = -1; end <= 1; end += 2)
    cyan_scene_add_rect (self->scene, CYAN_NODE_NONE, x + end * width / 2 - across - 0.5,
                         y + end * height / 2 - stop - 0.5, 2 * across + 1, 2 * stop + 1, color);
}

static CyanItem *
paint_line (CyanPainter *self, double x, double y, CyanColor color)
{
  return cyan_scene_add_rect (self->scene, CYAN_NODE_NONE, x, y - 1.5, SWATCH_WIDTH, 3, color);
}

static void
paint_unchanged (CyanPainter *self, const CyanRect *box, double radius)
{
  CyanPaint paint;

  cyan_theme_paint (self->theme, CYAN_VERDICT_UNCHANGED, CYAN_CHANGE_UNKNOWN, FALSE, &paint);
  cyan_scene_add_box (self->scene, CYAN_NODE_NONE, box, &paint, cyan_border_thin (self->theme))
      ->radius = radius;
}

/* A box with the border of the rest around nothing. */
static void
paint_gap (CyanPainter *self, const CyanRect *box)
{
  const CyanPaint paint = { .fill = cyan_theme_background (self->theme),
                            .border = cyan_icicle_tone (self->theme, CYAN_TONE_REST) };

  cyan_scene_add_box (self->scene, CYAN_NODE_NONE, box, &paint, cyan_border_thin (self->theme))
      ->radius = 0;
}

static CyanItem *
paint_area (CyanPainter *self, const CyanRect *area, CyanTone tone)
{
  return cyan_scene_add_rect (self->scene, CYAN_NODE_NONE, area->x, area->y, area->width,
                              area->height, cyan_icicle_tone (self->theme, tone));
}

/* A segment of an icicle or a ring chart with the bar or band of its value before. */
static void
paint_segment (CyanPainter *self, const CyanRect *segment, gboolean is_ring)
{
  CyanRect before = { segment->x, segment->y, SWATCH_WIDTH * 0.7, 3 }, after = *segment;

  if (is_ring)
    {
      /* As if the middle of the chart were below. */
      after.height /= 2;
      before.y += after.height;
      before.height = after.height;
    }
  else
    {
      after.y += 4;
      after.height -= 4;
    }
  paint_area (self, &before, CYAN_TONE_BEFORE);
  paint_unchanged (self, &after, 0);
}

/* A circle of which a quarter is filled. */
static void
paint_circle (CyanPainter *self, const CyanPoint *middle)
{
  cyan_scene_add_sector (self->scene, CYAN_NODE_NONE, middle, 0, SWATCH_HEIGHT / 2, 0, 2 * G_PI,
                         cyan_icicle_tone (self->theme, CYAN_TONE_BESIDE))
      ->stroke = cyan_theme_edge (self->theme);
  cyan_scene_add_sector (self->scene, CYAN_NODE_NONE, middle, 0, SWATCH_HEIGHT / 2, 0, G_PI / 2,
                         cyan_theme_foreground (self->theme));
}

/* A swatch of a box, with the colours of the row. */
static void
paint_box (CyanPainter *self, const CyanLegendRow *row, CyanRect swatch)
{
  double border = row->mark == CYAN_LEGEND_THICK ? cyan_border_thick (self->theme)
                                                 : cyan_border_thin (self->theme);

  cyan_scene_add_box (self->scene, CYAN_NODE_NONE, &swatch, &row->first, border);
  swatch.x += SWATCH_WIDTH + SWATCH_GAP;
  if (row->mark == CYAN_LEGEND_PAIR)
    cyan_scene_add_box (self->scene, CYAN_NODE_NONE, &swatch, &row->second, border);
}

static void
paint_swatch (CyanPainter *self, const CyanLegendRow *row, double x, double y)
{
  const CyanRect swatch = { round (x) + 0.5, round (y - SWATCH_HEIGHT / 2) + 0.5, SWATCH_WIDTH,
                            SWATCH_HEIGHT };
  double middle = x + SWATCH_WIDTH / 2;

  switch (row->mark)
    {
    case CYAN_LEGEND_NONE:
    case CYAN_LEGEND_PAIR:
    case CYAN_LEGEND_THICK:
      paint_box (self, row, swatch);
      break;
    case CYAN_LEGEND_RING:
      cyan_scene_add_ring (self->scene, CYAN_NODE_NONE, middle, y, self->theme);
      break;
    case CYAN_LEGEND_PATH:
      paint_line (self, swatch.x, y, cyan_hot_edge (self->theme))->radius = 1.5;
      break;
    case CYAN_LEGEND_START:
      cyan_scene_add_target (self->scene, CYAN_NODE_NONE, middle, y, self->theme);
      break;
    case CYAN_LEGEND_FORK:
      cyan_scene_add_fork (self->scene, CYAN_NODE_NONE, middle, y, self->theme);
      break;
    case CYAN_LEGEND_LINK:
      paint_unchanged (self, &swatch, SWATCH_HEIGHT / 2);
      break;
    case CYAN_LEGEND_BARS:
    case CYAN_LEGEND_BANDS:
      paint_segment (self, &swatch, row->mark == CYAN_LEGEND_BANDS);
      break;
    case CYAN_LEGEND_MORE:
      paint_area (self, &swatch, CYAN_TONE_BESIDE)->hatch = CYAN_HATCH_MORE;
      break;
    case CYAN_LEGEND_GOES_ON:
      paint_line (self, swatch.x, y, cyan_theme_edge (self->theme));
      break;
    case CYAN_LEGEND_CIRCLE:
      paint_circle (self, &(CyanPoint){ swatch.x + SWATCH_WIDTH / 2, y });
      break;
    case CYAN_LEGEND_GAP:
      paint_gap (self, &swatch);
      break;
    case CYAN_LEGEND_ABOVE:
      paint_area (self, &swatch, CYAN_TONE_ABOVE);
      break;
    case CYAN_LEGEND_REST:
      paint_area (self, &swatch, CYAN_TONE_REST);
      break;
    case CYAN_LEGEND_LACKING:
      paint_area (self, &swatch, CYAN_TONE_BESIDE);
      break;
    case CYAN_LEGEND_HEIGHT:
      paint_bar (self, middle, y, 0, row->px);
      break;
    case CYAN_LEGEND_WIDTH:
      paint_bar (self, x + row->px / 2, y, row->px, 0);
      break;
    case CYAN_LEGEND_CALLS:
      cyan_scene_add_text (self->scene, CYAN_NODE_NONE, "?", middle, y, CYAN_FONT_SIZE_MARK,
                           cyan_theme_dim (self->theme), 6)
          ->align = 0.5;
      break;
    }
}

/* Draws the signs of the safe palette on their swatches. */
static void
paint_sign (CyanPainter *self, const CyanPaint *paint, double x, double y)
{
  CyanItem *item;

  if (paint->sign == NULL || *paint->sign == '\0')
    return;
  item =
      cyan_scene_add_text (self->scene, CYAN_NODE_NONE, paint->sign,
                           round (x) + 0.5 + SWATCH_WIDTH / 2, y, CYAN_FONT_SIZE_SMALL, paint->text,
                           cyan_painter_width (self, paint->sign, CYAN_FONT_SIZE_SMALL, TRUE));
  item->bold = TRUE;
  item->align = 0.5;
}

void
cyan_painter_append_legend_row (
    CyanPainter *self, const CyanLegendRow *row, double x, double y, double text_at, double length)
{
  paint_swatch (self, row, x, y);
  paint_sign (self, &row->first, x, y);
  if (row->mark == CYAN_LEGEND_PAIR)
    paint_sign (self, &row->second, x + SWATCH_WIDTH + SWATCH_GAP, y);
  cyan_scene_add_text (self->scene, CYAN_NODE_NONE, row->text, x + text_at, y, CYAN_FONT_SIZE_NAME,
                       cyan_theme_foreground (self->theme), length);
}

double
cyan_legend_swatches_width (const CyanLegendRow *row)
{
  switch (row->mark)
    {
    case CYAN_LEGEND_PAIR:
      return 2 * SWATCH_WIDTH + SWATCH_GAP;
    case CYAN_LEGEND_WIDTH:
      return MAX (row->px, SWATCH_WIDTH);
    default:
      return SWATCH_WIDTH;
    }
}

/* The matching method if it is not the default, and a note on noise. */
static char *
circumstances (const CyanComparison *comparison)
{
  g_autofree char *noise = NULL;

  if (comparison->compared.single)
    return NULL;
  noise = cyan_comparison_noise_text (comparison);
  switch (comparison->compared.method)
    {
    case CYAN_MATCH_COMMON_TREE:
      return comparison->compared.strict
                 ? g_strdup_printf (_ ("matched by common tree, strictly · %s"), noise)
                 : g_strdup_printf (_ ("matched by common tree · %s"), noise);
    case CYAN_MATCH_PATH:
      return g_strdup_printf (_ ("matched by exact path · %s"), noise);
    case CYAN_MATCH_CONTEXT:
    default:
      return g_steal_pointer (&noise);
    }
}

/* Wraps text to @max_width and draws it.  Returns its height. */
static double
paint_paragraph (
    CyanPainter *self, const char *text, double x, double y, double max_width, double *width)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  g_autoptr (GString) line = g_string_new (NULL);
  double start = y, length = 0;

  for (guint i = 0;; i++)
    {
      g_autofree char *longer = words[i] == NULL ? NULL
                                : line->len > 0  ? g_strconcat (line->str, " ", words[i], NULL)
                                                 : g_strdup (words[i]);
      double more =
          longer != NULL ? cyan_painter_width (self, longer, CYAN_FONT_SIZE_SMALL, FALSE) : 0;

      if (line->len > 0 && (longer == NULL || more > max_width))
        {
          cyan_scene_add_text (self->scene, CYAN_NODE_NONE, line->str, x, y, CYAN_FONT_SIZE_SMALL,
                               cyan_theme_dim (self->theme), length);
          *width = MAX (*width, length);
          y += LINE;
          g_string_assign (line, longer != NULL ? words[i] : "");
          length = cyan_painter_width (self, line->str, CYAN_FONT_SIZE_SMALL, FALSE);
        }
      else if (longer != NULL)
        {
          g_string_assign (line, longer);
          length = more;
        }
      if (longer == NULL)
        return y - start;
    }
}

void
cyan_painter_append_legend (CyanPainter *self,
                            const GArray *rows,
                            const CyanPoint *at,
                            double max_width,
                            double *width,
                            double *height)
{
  gboolean list = max_width <= 0;
  double x = at->x, at_x = x, at_y = at->y + ROW / 2;
  g_autofree char *all_words = circumstances (self->scene->comparison);
  /* Units are untrusted text. */
  g_autofree char *words =
      all_words != NULL ? cyan_text_for_label (all_words, CYAN_LEGEND_WORDS_CHARS) : NULL;

  *width = 0;
  for (guint i = 0; i < rows->len; i++)
    {
      const CyanLegendRow *row = &g_array_index (rows, CyanLegendRow, i);
      double length = cyan_painter_width (self, row->text, CYAN_FONT_SIZE_NAME, FALSE);
      double text_at = MAX (list ? TEXT_AT : 0, cyan_legend_swatches_width (row) + 8);

      if (!list && at_x > x && at_x + text_at + length > x + max_width)
        {
          at_x = x;
          at_y += ROW;
        }
      cyan_painter_append_legend_row (self, row, at_x, at_y, text_at, length);
      *width = MAX (*width, at_x + text_at + length - x);
      if (list)
        at_y += ROW;
      else
        at_x += text_at + length + COLUMN_GAP;
    }
  if (!list)
    at_y += ROW;
  at_y += 3;
  if (words != NULL)
    at_y +=
        paint_paragraph (self, words, x, at_y, list ? MAX (*width, LIST_WIDTH) : max_width, width);
  at_y -= LINE;
  *height = at_y + ROW / 2 - at->y;
}

static void
append_card (CyanPainter *self, const GArray *rows)
{
  CyanScene *scene = self->scene;
  CyanColor paper = scene->background;
  CyanItem *card;
  double width, height;

  cyan_scene_add_rect (scene, CYAN_NODE_NONE, 0.5, 0.5, 0, 0, paper);
  cyan_painter_append_legend (self, rows, &(CyanPoint){ CARD_PADDING, CARD_PADDING - 3 }, 0, &width,
                              &height);
  card = &g_array_index (scene->items, CyanItem, 0);
  card->width = ceil (width + 2 * CARD_PADDING);
  card->height = ceil (height + 2 * CARD_PADDING - 6);
  card->radius = 8;
  card->stroke =
      cyan_color_mix (cyan_theme_edge (self->theme), paper, self->theme->high_contrast ? 0 : 0.55);
  card->stroke_width = 1;
  scene->bounds = (CyanRect){ 0, 0, card->width + 1, card->height + 1 };
}

CyanScene *
cyan_legend_to_scene (CyanPainter *self, GArray *rows, const CyanLegendForm *form)
{
  CyanScene *scene = self->scene;

  if (form->is_line)
    cyan_painter_append_legend_line (self, rows, form->width, &scene->bounds.width,
                                     &scene->bounds.height);
  else
    append_card (self, rows);
  scene->background.alpha = 0;
  g_array_unref (rows);
  return cyan_painter_free (self);
}

CyanScene *
cyan_scene_new_legend (CyanLayout *layout,
                       const CyanStyle *style,
                       double zoom,
                       const CyanLegendForm *form)
{
  return cyan_legend_to_scene (
      cyan_painter_new (cyan_layout_comparison (layout), cyan_layout_basis (layout), style),
      cyan_legend_rows_of_tree (layout, style, zoom), form);
}
