/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Draws the segments of a ring chart: their bands, and names along them.
 */
#include "cyan-scene-private.h"

#include "cyan-i18n.h"
#include "cyan-text.h"

#include <math.h>

/* Shorter arcs have no bands and no border. */
#define BORDER_MIN 4.0
/* Shorter arcs have no mark of what the search found, but are filled. */
#define FOUND_MIN 8.0
/* The least arc for a name. */
#define NAME_MIN 18.0
/* The least band for a text, and what a text needs besides its size. */
#define BAND_MIN 11.0
#define AROUND   2.0
/* The inner band, as a part of both: the outer one has the colour and the name. */
#define INNER_BAND 0.35
/* Distance and thickness of the mark of what goes on. */
#define BEYOND       2.0
#define BEYOND_THICK 2.0

/* Pixels of the arc in the middle of @band. */
static double
arc_of (const CyanBand *band)
{
  return band->extent * (band->inner + band->outer) / 2;
}

static CyanBand
band_of (const CyanRingsPainter *painter, const CyanRingSegment *segment)
{
  CyanBand band = {
    .inner = cyan_rings_radius_of (painter->rings, segment->ring - 1),
    .outer = cyan_rings_radius_of (painter->rings, segment->ring) - CYAN_BAND_GAP,
    .start = segment->start,
    .extent = segment->extent,
  };

  /* A pixel at least. */
  band.extent = MAX (band.extent, 1 / band.outer);
  return band;
}

/* @band without the gap to the next, @by pixels smaller on each side. */
static CyanBand
inset (const CyanBand *band, double by)
{
  double radius = (band->inner + band->outer) / 2;

  return (CyanBand){
    .inner = band->inner + by,
    .outer = band->outer - by,
    .start = band->start + by / radius,
    .extent = MAX (band->extent - (2 * by + CYAN_BAND_GAP) / radius, 0.1 / radius),
  };
}

CyanItem *
cyan_rings_add_band (CyanRingsPainter *painter, CyanNode node, const CyanBand *band, CyanColor fill)
{
  return cyan_scene_add_sector (painter->in->scene, node, &painter->middle, band->inner,
                                band->outer, band->start, band->extent, fill);
}

/* With a border inside, and a gap to the next. */
static void
add_bordered (CyanRingsPainter *painter,
              CyanNode node,
              const CyanBand *band,
              const CyanPaint *paint)
{
  CyanBand inside = inset (band, 0.5);
  CyanItem *item;

  if (arc_of (band) < BORDER_MIN)
    {
      cyan_rings_add_band (painter, node, band, paint->border);
      return;
    }
  item = cyan_rings_add_band (painter, node, &inside, paint->fill);
  item->stroke = paint->border;
  item->stroke_width = cyan_border_thin (painter->in->theme);
  item->hatch = paint->hatch;
  item->dash = paint->dash;
}

/* ---- labels ---- */

/* The largest size for a text in @band; 0 if it is too thin. */
static double
font_size_of (const CyanBand *band)
{
  double room = band->outer - band->inner - AROUND;

  if (room < BAND_MIN - AROUND)
    return 0;
  return room >= CYAN_FONT_SIZE_NAME    ? CYAN_FONT_SIZE_NAME
         : room >= CYAN_FONT_SIZE_SMALL ? CYAN_FONT_SIZE_SMALL
                                        : CYAN_FONT_SIZE_MARK;
}

/* @text in the middle of @band, with the colours of @paint, cut to what there is room for. */
static void
paint_text (CyanRingsPainter *painter,
            CyanNode node,
            const CyanBand *band,
            const char *text,
            const CyanPaint *paint)
{
  double radius = (band->inner + band->outer) / 2, size = font_size_of (band), length;
  g_autofree char *cut = cyan_labels_cut (
      painter->in->labels, text, arc_of (band) - 2 * CYAN_BAND_INNER - CYAN_BAND_GAP, size, FALSE);

  if (cut == NULL)
    return;
  length = cyan_painter_width (painter->in, cut, size, FALSE);
  if (paint->hatch != CYAN_HATCH_NONE)
    {
      CyanBand plate = { .inner = band->inner + 1.5,
                         .outer = band->outer - 1.5,
                         .start = band->start + (band->extent - (length + 6) / radius) / 2,
                         .extent = (length + 6) / radius };

      cyan_rings_add_band (painter, CYAN_NODE_NONE, &plate, paint->fill);
    }
  cyan_item_bend (
      cyan_scene_add_text (painter->in->scene, node, cut, 0, 0, size, paint->text, length),
      &painter->middle, radius, band->start + band->extent / 2);
}

static gboolean
has_room (const CyanBand *band)
{
  return font_size_of (band) > 0 && arc_of (band) >= NAME_MIN + 2 * CYAN_BAND_INNER;
}

/* Whether the whole name does. */
static gboolean
fits (CyanRingsPainter *painter, CyanNode node, const CyanBand *band)
{
  return cyan_labels_get (painter->in->labels, node)->bold
         <= arc_of (band) - 2 * CYAN_BAND_INNER - CYAN_BAND_GAP;
}

/* The name with its sign, and the change if there is room for both. */
static void
paint_name (CyanRingsPainter *painter, CyanNode node, const CyanBand *band, const CyanPaint *paint)
{
  const CyanLabel *label;
  g_autofree char *sign = NULL, *cut = NULL, *name = NULL, *change = NULL, *both = NULL;
  double size = font_size_of (band), room = arc_of (band) - 2 * CYAN_BAND_INNER - CYAN_BAND_GAP;

  if (!has_room (band))
    return;
  /* Not before, since it measures a name that is new. */
  label = cyan_labels_get (painter->in->labels, node);
  sign = *paint->sign != '\0' ? g_strconcat (paint->sign, " ", NULL) : g_strdup ("");
  cut = cyan_labels_cut (painter->in->labels, label->text,
                         room - cyan_painter_width (painter->in, sign, size, FALSE), size, FALSE);
  if (cut == NULL)
    return;
  name = g_strconcat (sign, cut, NULL);
  if (room > 1.5 * label->regular * size / CYAN_FONT_SIZE_NAME)
    {
      change =
          cyan_node_change_text (painter->in->scene->comparison, node, painter->in->scene->basis);
      both = g_strconcat (name, "  ", change, NULL);
      if (cyan_painter_width (painter->in, both, size, FALSE) > room)
        g_clear_pointer (&both, g_free);
    }
  paint_text (painter, node, band, both != NULL ? both : name, paint);
}

/* A name in @bar, or in the rest of @whole where it has no room in @bar and more room there. */
static void
paint_name_beside (CyanRingsPainter *painter,
                   CyanNode node,
                   const CyanBand *whole,
                   const CyanBand *bar,
                   const CyanPaint *paint)
{
  CyanBand beside = *bar;
  CyanPaint plain = *paint;

  beside.start += bar->extent;
  beside.extent = whole->extent - bar->extent;
  if (bar->extent >= beside.extent || (has_room (bar) && fits (painter, node, bar)))
    {
      paint_name (painter, node, bar, paint);
      return;
    }
  plain.text = cyan_theme_foreground (painter->in->theme);
  plain.hatch = CYAN_HATCH_NONE;
  paint_name (painter, node, &beside, &plain);
}

/* ---- segments ---- */

/* Of the band of @side. */
static const CyanPaint *
paint_of (CyanRingsPainter *painter, CyanNode node, guint side)
{
  if (painter->sizes == CYAN_SIZES_CHANGE)
    return cyan_painter_paint_change (painter->in, node, side);
  return cyan_painter_paint (painter->in, node);
}

static CyanPaint
plain_paint (const CyanRingsPainter *painter, CyanTone tone, CyanTone border)
{
  const CyanTheme *theme = painter->in->theme;

  return (CyanPaint){ .fill = cyan_icicle_tone (theme, tone),
                      .border = cyan_icicle_tone (theme, border),
                      .text = cyan_theme_foreground (theme),
                      .sign = "" };
}

void
cyan_rings_paint_bands (CyanRingsPainter *painter,
                        const CyanRingSegment *segment,
                        const CyanBand *whole)
{
  const CyanTheme *theme = painter->in->theme;
  double part = painter->sizes == CYAN_SIZES_CHANGE ? 0.5 : INNER_BAND;
  double half = whole->inner + part * (whole->outer - whole->inner);
  CyanBand inner = *whole, outer = *whole, beside = inset (whole, 0);
  gboolean is_change = painter->sizes == CYAN_SIZES_CHANGE;
  const CyanPaint *before = paint_of (painter, segment->node, 0);
  const CyanPaint *after = paint_of (painter, segment->node, 1);

  inner.outer = half;
  inner.extent = MAX (segment->bar[0], 1 / half);
  outer.inner = half;
  outer.extent = MAX (segment->bar[1], 1 / half);
  cyan_rings_add_band (painter, segment->node, &beside, cyan_icicle_tone (theme, CYAN_TONE_BESIDE));
  if (is_change)
    add_bordered (painter, segment->node, &inner, before);
  else
    {
      CyanBand inside = inset (&inner, 0);

      cyan_rings_add_band (painter, segment->node, arc_of (&inner) < BORDER_MIN ? &inner : &inside,
                           cyan_icicle_tone (theme, CYAN_TONE_BEFORE));
    }
  add_bordered (painter, segment->node, &outer, after);
  /* The larger part of a change tells its name. */
  if (is_change && inner.extent > outer.extent)
    paint_name (painter, segment->node, &inner, before);
  else
    paint_name_beside (painter, segment->node, whole, &outer, after);
}

static void
paint_node (CyanRingsPainter *painter, const CyanRingSegment *segment)
{
  CyanBand whole = band_of (painter, segment), bar = whole;
  gboolean both = segment->bar[0] > 0 && segment->bar[1] > 0;
  guint side = segment->bar[1] >= segment->bar[0];
  const CyanPaint *paint = paint_of (painter, segment->node, side);

  if (arc_of (&whole) < BORDER_MIN)
    {
      cyan_rings_add_band (painter, segment->node, &whole, paint->border);
      return;
    }
  if (both)
    {
      cyan_rings_paint_bands (painter, segment, &whole);
      return;
    }
  bar.extent = MAX (segment->bar[side], 1 / whole.outer);
  if (arc_of (&whole) - arc_of (&bar) >= 1)
    {
      CyanBand beside = inset (&whole, 0);

      cyan_rings_add_band (painter, segment->node, &beside,
                           cyan_icicle_tone (painter->in->theme, CYAN_TONE_BESIDE));
    }
  add_bordered (painter, segment->node, &bar, paint);
  paint_name_beside (painter, segment->node, &whole, &bar, paint);
}

/* Paints the nodes that are not drawn one by one, with their number if there is room. */
static void
paint_number (CyanRingsPainter *painter, const CyanRingSegment *segment)
{
  CyanBand whole = band_of (painter, segment);
  CyanPaint paint = plain_paint (painter, CYAN_TONE_BESIDE, CYAN_TONE_REST);
  g_autofree char *text = NULL;

  if (segment->n_hidden > 0)
    {
      paint.fill = cyan_theme_background (painter->in->theme);
      paint.text = cyan_theme_dim (painter->in->theme);
      /* Translators: so many contexts. */
      text = g_strdup_printf (ngettext ("%'u hidden", "%'u hidden", segment->n_hidden),
                              segment->n_hidden);
      add_bordered (painter, segment->node, &whole, &paint);
    }
  else
    {
      CyanBand inside = inset (&whole, 0);

      paint.hatch = CYAN_HATCH_MORE;
      /* Translators: so many callees. */
      text = g_strdup_printf (ngettext ("%'u more", "%'u more", segment->n_more), segment->n_more);
      cyan_rings_add_band (painter, segment->node, arc_of (&whole) < BORDER_MIN ? &whole : &inside,
                           paint.fill)
          ->hatch = CYAN_HATCH_MORE;
    }
  if (has_room (&whole)
      && cyan_painter_width (painter->in, text, font_size_of (&whole), FALSE)
             <= arc_of (&whole) - 2 * CYAN_BAND_INNER - CYAN_BAND_GAP)
    paint_text (painter, segment->node, &whole, text, &paint);
}

static void
paint_beyond (CyanRingsPainter *painter, const CyanRingSegment *segment)
{
  CyanBand band = band_of (painter, segment);
  CyanBand beyond = { band.outer + BEYOND, band.outer + BEYOND + BEYOND_THICK, band.start,
                      band.extent };

  cyan_rings_add_band (painter, segment->node, &beyond, cyan_theme_edge (painter->in->theme));
}

/* A line inside, since segments touch. */
void
cyan_rings_paint_found (CyanRingsPainter *painter, const CyanRingSegment *segment)
{
  CyanColor color = cyan_theme_match (painter->in->theme);
  CyanBand whole = segment->ring > 0
                       ? band_of (painter, segment)
                       : (CyanBand){ 0, cyan_rings_radius_of (painter->rings, 0), 0, 2 * G_PI };
  CyanBand inside = segment->ring > 0 ? inset (&whole, 2) : whole;
  CyanItem *item;

  if (arc_of (&whole) < FOUND_MIN)
    {
      cyan_rings_add_band (painter, segment->node, &whole, color);
      return;
    }
  item = cyan_rings_add_band (painter, segment->node, &inside, (CyanColor){ 0 });
  item->stroke = color;
  item->stroke_width = painter->in->theme->high_contrast ? 3 : 2;
}

void
cyan_rings_paint_segment (CyanRingsPainter *painter, const CyanRingSegment *segment)
{
  if (segment->n_more == 0 && segment->n_hidden == 0)
    paint_node (painter, segment);
  else
    paint_number (painter, segment);
  if (segment->goes_on)
    paint_beyond (painter, segment);
}
