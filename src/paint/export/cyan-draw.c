/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Draws a scene with cairo, and its text with Pango.
 */
#include "cyan-export-private.h"
#include "cyan-i18n.h"

#include <math.h>
#include <pango/pangocairo.h>

/* A transformation that mirrors, for a widget from right to left, mirrors places.  What can be read
 * is turned back. */
static gboolean
turn_back (cairo_t *cairo)
{
  cairo_matrix_t matrix;

  cairo_get_matrix (cairo, &matrix);
  if (matrix.xx >= 0)
    return FALSE;
  cairo_scale (cairo, -1, 1);
  return TRUE;
}

static void
set_color (cairo_t *cairo, CyanColor color)
{
  cairo_set_source_rgba (cairo, color.red, color.green, color.blue, color.alpha);
}

static void
rect_path (cairo_t *cairo, const CyanItem *item)
{
  double r;
  CyanRect outline = cyan_item_outline (item, &r);
  double x = outline.x, y = outline.y, w = outline.width, h = outline.height;

  r = MIN (r, MIN (w, h) / 2);

  if (r <= 0)
    {
      cairo_rectangle (cairo, x, y, w, h);
      return;
    }
  cairo_new_sub_path (cairo);
  cairo_arc (cairo, x + w - r, y + r, r, -G_PI_2, 0);
  cairo_arc (cairo, x + w - r, y + h - r, r, 0, G_PI_2);
  cairo_arc (cairo, x + r, y + h - r, r, G_PI_2, G_PI);
  cairo_arc (cairo, x + r, y + r, r, G_PI, 3 * G_PI_2);
  cairo_close_path (cairo);
}

static void
sector_path (cairo_t *cairo, const CyanItem *item)
{
  /* cairo's angles begin at 3 o'clock. */
  double from = item->start - G_PI_2, to = from + item->extent;
  gboolean is_whole = item->extent >= 2 * G_PI;

  cairo_new_sub_path (cairo);
  cairo_arc (cairo, item->x, item->y, item->radius, from, to);
  if (is_whole)
    {
      cairo_close_path (cairo);
      cairo_new_sub_path (cairo);
    }
  if (item->inner > 0)
    cairo_arc_negative (cairo, item->x, item->y, item->inner, to, from);
  else if (!is_whole)
    cairo_line_to (cairo, item->x, item->y);
  cairo_close_path (cairo);
}

static void
area_path (cairo_t *cairo, const CyanItem *item)
{
  if (item->kind == CYAN_ITEM_SECTOR)
    sector_path (cairo, item);
  else
    rect_path (cairo, item);
}

/* Hatches the visible part of the area, on a grid that all share. */
static void
draw_hatch (cairo_t *cairo, const CyanItem *item)
{
  const CyanHatchForm *form = cyan_hatch_form (item->hatch);
  double radians = form->degrees * G_PI / 180;
  double x0, y0, x1, y1;

  cairo_save (cairo);
  area_path (cairo, item);
  cairo_clip (cairo);
  turn_back (cairo);
  cairo_rotate (cairo, radians);
  cairo_clip_extents (cairo, &x0, &y0, &x1, &y1);
  for (double x = floor (x0 / form->step) * form->step + form->step / 2; x < x1 + form->step;
       x += form->step)
    {
      cairo_move_to (cairo, x, y0);
      cairo_line_to (cairo, x, y1);
    }
  set_color (cairo, cyan_color_of_hatch (item->fill));
  cairo_set_line_width (cairo, form->width);
  cairo_stroke (cairo);
  cairo_restore (cairo);
}

static void
stroke_path (cairo_t *cairo, const CyanItem *item)
{
  set_color (cairo, item->stroke);
  cairo_set_line_width (cairo, item->stroke_width);
  if (item->dash > 0)
    cairo_set_dash (cairo, &item->dash, 1, 0);
  cairo_stroke (cairo);
  if (item->dash > 0)
    cairo_set_dash (cairo, NULL, 0, 0);
}

static void
draw_area (cairo_t *cairo, const CyanItem *item)
{
  if (item->fill.alpha > 0)
    {
      area_path (cairo, item);
      set_color (cairo, item->fill);
      cairo_fill (cairo);
      if (item->hatch != CYAN_HATCH_NONE)
        draw_hatch (cairo, item);
    }
  if (item->stroke.alpha > 0)
    {
      area_path (cairo, item);
      stroke_path (cairo, item);
    }
}

static void
draw_edge (cairo_t *cairo, const CyanItem *item)
{
  CyanPathStep steps[CYAN_EDGE_MAX_STEPS];
  guint n_steps = cyan_edge_path (item, steps);

  for (guint i = 0; i < n_steps; i++)
    {
      const double *p = steps[i].point;

      if (steps[i].op == 'M')
        cairo_move_to (cairo, p[0], p[1]);
      else if (steps[i].op == 'L')
        cairo_line_to (cairo, p[0], p[1]);
      else
        cairo_curve_to (cairo, p[0], p[1], p[2], p[3], p[4], p[5]);
    }
  stroke_path (cairo, item);
}

/* Fills and strokes the path, as far as the item has colours for it. */
static void
paint_path (cairo_t *cairo, const CyanItem *item)
{
  if (item->fill.alpha > 0)
    {
      set_color (cairo, item->fill);
      cairo_fill_preserve (cairo);
    }
  if (item->stroke.alpha > 0)
    stroke_path (cairo, item);
  cairo_new_path (cairo);
}

static void
draw_polyline (cairo_t *cairo, const CyanItem *item)
{
  cairo_new_path (cairo);
  for (guint i = 0; i < item->n_points; i++)
    cairo_line_to (cairo, item->x + item->points[i].x, item->y + item->points[i].y);
  if (item->fill.alpha > 0)
    cairo_close_path (cairo);
  paint_path (cairo, item);
}

static void
draw_marker (cairo_t *cairo, const CyanItem *item)
{
  CyanPoint corners[CYAN_MARKER_MAX_CORNERS];
  guint n = cyan_marker_corners (item, corners);
  gboolean is_open = cyan_marker_is_open (item->marker);

  cairo_new_path (cairo);
  for (guint i = 0; i < n; i++)
    if (is_open && i % 2 == 0)
      cairo_move_to (cairo, corners[i].x, corners[i].y);
    else
      cairo_line_to (cairo, corners[i].x, corners[i].y);
  if (n == 0)
    cairo_arc (cairo, item->x, item->y, item->radius, 0, 2 * G_PI);
  if (!is_open)
    cairo_close_path (cairo);
  paint_path (cairo, item);
}

static void
draw_text (cairo_t *cairo, PangoLayout *layout, const CyanItem *item)
{
  double align = item->align;

  cyan_font_layout_set (layout, item->text, item->font_size, item->bold);
  cairo_save (cairo);
  cairo_translate (cairo, item->x, item->y);
  if (turn_back (cairo))
    align = 1 - align;
  cairo_move_to (cairo, -align * item->width, 0);
  set_color (cairo, item->fill);
  pango_cairo_show_layout_line (cairo, pango_layout_get_line_readonly (layout, 0));
  cairo_restore (cairo);
}

/* Draws each glyph upright on its place of the arc. */
static void
draw_bent_text (cairo_t *cairo, PangoLayout *layout, const CyanItem *item)
{
  double radius = fabs (item->bend), turn = item->bend > 0 ? 1 : -1;
  double at = -item->align * item->width, angle = item->start;

  cyan_font_layout_set (layout, item->text, item->font_size, item->bold);
  cairo_save (cairo);
  cairo_translate (cairo, item->x, item->y);
  if (turn_back (cairo))
    {
      angle = -angle;
      at = -(1 - item->align) * item->width;
    }
  set_color (cairo, item->fill);
  for (GSList *i = pango_layout_get_line_readonly (layout, 0)->runs; i != NULL; i = i->next)
    {
      const PangoGlyphItem *run = i->data;

      for (int g = 0; g < run->glyphs->num_glyphs; g++)
        {
          PangoGlyphInfo *glyph = &run->glyphs->glyphs[g];
          int cluster = 0;
          PangoGlyphString one = { .num_glyphs = 1, .glyphs = glyph, .log_clusters = &cluster };
          double advance = pango_units_to_double (glyph->geometry.width);

          cairo_save (cairo);
          cairo_rotate (cairo, angle + turn * (at + advance / 2) / radius);
          cairo_translate (cairo, 0, -radius);
          if (turn < 0)
            cairo_rotate (cairo, G_PI);
          cairo_move_to (cairo, -advance / 2, 0);
          pango_cairo_show_glyph_string (cairo, run->item->analysis.font, &one);
          cairo_restore (cairo);
          at += advance;
        }
    }
  cairo_restore (cairo);
}

/* Whether all of @item is outside of the clip, from (@x0, @y0) to (@x1, @y1). */
static gboolean
is_outside (const CyanItem *item, double x0, double y0, double x1, double y1)
{
  gboolean is_text = item->kind == CYAN_ITEM_TEXT;
  /* A text reaches as far from its point to either side, at most, and a line grows outwards. */
  double reach = item->kind == CYAN_ITEM_MARKER || item->kind == CYAN_ITEM_SECTOR
                     ? item->radius
                     : fabs (item->bend);
  double dx = is_text && reach == 0 ? fabs (item->width) : reach + 2 + 2 * item->stroke_width;
  double dy = is_text ? reach + 2 * item->font_size : dx;

  return MAX (item->x, item->x + item->width) + dx < x0
         || MIN (item->x, item->x + item->width) - dx > x1
         || MAX (item->y, item->y + item->height) + dy < y0
         || MIN (item->y, item->y + item->height) - dy > y1;
}

gboolean
cyan_scene_play (const CyanScene *self, cairo_t *cairo, const CyanTick *tick, GError **error)
{
  PangoLayout *layout = cyan_font_layout_new (self->font);
  gboolean goes_on = TRUE;
  double x0, y0, x1, y1;

  cairo_clip_extents (cairo, &x0, &y0, &x1, &y1);
  cairo_save (cairo);
  turn_back (cairo);
  pango_cairo_update_layout (cairo, layout);
  cairo_restore (cairo);
  cairo_save (cairo);
  if (self->background.alpha > 0)
    {
      cairo_rectangle (cairo, self->bounds.x, self->bounds.y, self->bounds.width,
                       self->bounds.height);
      set_color (cairo, self->background);
      cairo_fill (cairo);
    }
  for (guint i = 0; i < self->items->len && goes_on; i++)
    {
      const CyanItem *item = &g_array_index (self->items, CyanItem, i);

      if (i % CYAN_ITEMS_A_TICK == 0)
        goes_on = cyan_tick (tick, (double) i / self->items->len, N_ ("Drawing"), error);
      if (is_outside (item, x0, y0, x1, y1))
        continue;
      switch (item->kind)
        {
        case CYAN_ITEM_RECT:
        case CYAN_ITEM_SECTOR:
          draw_area (cairo, item);
          break;
        case CYAN_ITEM_EDGE:
          draw_edge (cairo, item);
          break;
        case CYAN_ITEM_TEXT:
          if (item->bend != 0)
            draw_bent_text (cairo, layout, item);
          else
            draw_text (cairo, layout, item);
          break;
        case CYAN_ITEM_POLYLINE:
          draw_polyline (cairo, item);
          break;
        case CYAN_ITEM_MARKER:
          draw_marker (cairo, item);
          break;
        }
    }
  cairo_restore (cairo);
  g_object_unref (layout);
  return goes_on;
}

void
cyan_scene_draw (const CyanScene *self, cairo_t *cairo)
{
  cyan_scene_play (self, cairo, NULL, NULL);
}

void
cyan_scene_mirror (cairo_t *cairo, double width)
{
  cairo_translate (cairo, width, 0);
  cairo_scale (cairo, -1, 1);
}

/* ---- the outlines of markers, for SVG, too ---- */

/* Of a star, the radius of its inner corners. */
#define WAIST 0.42

/* Half the width of an arrow's shaft, and where its head begins, for a radius of 1. */
#define SHAFT 0.3
#define HEAD  -0.05

static guint
outline (const CyanPoint *points, guint n, CyanPoint *corners)
{
  for (guint i = 0; i < n; i++)
    corners[i] = points[i];
  return n;
}

static guint
star (CyanPoint *corners)
{
  for (guint i = 0; i < 10; i++)
    {
      double radius = i % 2 == 0 ? 1 : WAIST, turn = i * G_PI / 5;

      corners[i] = (CyanPoint){ radius * sin (turn), -radius * cos (turn) };
    }
  return 10;
}

/* The corners around (0, 0) for a radius of 1; none of a dot. */
static guint
unit_corners (CyanMarker marker, CyanPoint corners[CYAN_MARKER_MAX_CORNERS])
{
  static const CyanPoint cross[] = {
    { -0.85, -0.85 }, { 0.85, 0.85 }, { -0.85, 0.85 }, { 0.85, -0.85 }
  };
  static const CyanPoint up[] = { { 0, -1 },     { 0.85, HEAD },   { SHAFT, HEAD }, { SHAFT, 1 },
                                  { -SHAFT, 1 }, { -SHAFT, HEAD }, { -0.85, HEAD } };
  static const CyanPoint triangle[] = { { 0, -0.9 }, { 0.95, 0.75 }, { -0.95, 0.75 } };

  switch (marker)
    {
    case CYAN_MARKER_CROSS:
      return outline (cross, G_N_ELEMENTS (cross), corners);
    case CYAN_MARKER_UP:
    case CYAN_MARKER_DOWN:
      return outline (up, G_N_ELEMENTS (up), corners);
    case CYAN_MARKER_TRIANGLE:
      return outline (triangle, G_N_ELEMENTS (triangle), corners);
    case CYAN_MARKER_STAR:
      return star (corners);
    case CYAN_MARKER_DOT:
    default:
      return 0;
    }
}

guint
cyan_marker_corners (const CyanItem *item, CyanPoint corners[CYAN_MARKER_MAX_CORNERS])
{
  guint n = unit_corners (item->marker, corners);
  double down = item->marker == CYAN_MARKER_DOWN ? -1 : 1;

  for (guint i = 0; i < n; i++)
    corners[i] = (CyanPoint){ item->x + item->radius * corners[i].x,
                              item->y + item->radius * down * corners[i].y };
  return n;
}

gboolean
cyan_marker_is_open (CyanMarker marker)
{
  return marker == CYAN_MARKER_CROSS;
}
