/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Appends the ring chart to the display list.
 */
#include "cyan-scene-private.h"

#include "cyan-i18n.h"
#include "cyan-text.h"
#include "cyan-units.h"

#include <math.h>

/* Pixels between two rings, and between two segments. */
#define GAP 1.0
/* Shorter arcs have no bands and no border. */
#define BORDER_MIN 4.0
/* Shorter arcs have no mark of what the search found, but are filled. */
#define FOUND_MIN 8.0
/* Between a name and the ends of its band, and the least arc for a name. */
#define INNER    4.0
#define NAME_MIN 18.0
/* The least band for a text, and what a text needs besides its size. */
#define BAND_MIN 11.0
#define AROUND   2.0
/* The inner band, as a part of both: the outer one has the colour and the name. */
#define INNER_BAND 0.35
/* The bands of the middle. */
#define RIM 5.0
/* Distance and thickness of the mark of what goes on. */
#define BEYOND       2.0
#define BEYOND_THICK 2.0
/* Text of the middle. */
#define TITLE_SIZE 13.0
#define LINE       16.0

typedef struct
{
  CyanScene *scene;
  const CyanRings *rings;
  const CyanStyle *style;
  CyanLabels *labels;
  CyanPoint middle;
  CyanSizes sizes;
  CyanPaints paints;
} Painter;

/* A part of a ring. */
typedef struct
{
  double inner, outer, start, extent;
} Band;

double
cyan_rings_side (const CyanRings *rings)
{
  return 2 * (cyan_rings_radius (rings) + CYAN_RINGS_MARGIN);
}

const CyanRingSegment *
cyan_rings_segment_at (const CyanRings *rings, double x, double y)
{
  double half = cyan_rings_side (rings) / 2;

  return cyan_rings_hit (rings, x - half, y - half);
}

/* Pixels of the arc in the middle of @band. */
static double
arc_of (const Band *band)
{
  return band->extent * (band->inner + band->outer) / 2;
}

static Band
band_of (const Painter *painter, const CyanRingSegment *segment)
{
  Band band = {
    .inner = cyan_rings_radius_of (painter->rings, segment->ring - 1),
    .outer = cyan_rings_radius_of (painter->rings, segment->ring) - GAP,
    .start = segment->start,
    .extent = segment->extent,
  };

  /* A pixel at least. */
  band.extent = MAX (band.extent, 1 / band.outer);
  return band;
}

/* @band without the gap to the next, @by pixels smaller on each side. */
static Band
inset (const Band *band, double by)
{
  double radius = (band->inner + band->outer) / 2;

  return (Band){
    .inner = band->inner + by,
    .outer = band->outer - by,
    .start = band->start + by / radius,
    .extent = MAX (band->extent - (2 * by + GAP) / radius, 0.1 / radius),
  };
}

static CyanItem *
add_band (Painter *painter, CyanNode node, const Band *band, CyanColor fill)
{
  return cyan_scene_add_sector (painter->scene, node, &painter->middle, band->inner, band->outer,
                                band->start, band->extent, fill);
}

/* With a border inside, and a gap to the next. */
static void
add_bordered (Painter *painter, CyanNode node, const Band *band, const CyanPaint *paint)
{
  Band inside = inset (band, 0.5);
  CyanItem *item;

  if (arc_of (band) < BORDER_MIN)
    {
      add_band (painter, node, band, paint->border);
      return;
    }
  item = add_band (painter, node, &inside, paint->fill);
  item->stroke = paint->border;
  item->stroke_width = cyan_border_thin (&painter->style->theme);
  item->hatch = paint->hatch;
}

/* ---- labels ---- */

/* The largest size for a text in @band; 0 if it is too thin. */
static double
font_size_of (const Band *band)
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
paint_text (
    Painter *painter, CyanNode node, const Band *band, const char *text, const CyanPaint *paint)
{
  double radius = (band->inner + band->outer) / 2, size = font_size_of (band), length;
  g_autofree char *cut =
      cyan_labels_cut (painter->labels, text, arc_of (band) - 2 * INNER - GAP, size, FALSE);

  if (cut == NULL)
    return;
  length = cyan_labels_width (painter->labels, cut, size, FALSE);
  if (paint->hatch != CYAN_HATCH_NONE)
    {
      Band plate = { .inner = band->inner + 1.5,
                     .outer = band->outer - 1.5,
                     .start = band->start + (band->extent - (length + 6) / radius) / 2,
                     .extent = (length + 6) / radius };

      add_band (painter, CYAN_NODE_NONE, &plate, paint->fill);
    }
  cyan_scene_add_arc_text (painter->scene, node, cut, &painter->middle, radius,
                           band->start + band->extent / 2, size, paint->text, length);
}

static gboolean
has_room (const Band *band)
{
  return font_size_of (band) > 0 && arc_of (band) >= NAME_MIN + 2 * INNER;
}

/* Whether the whole name does. */
static gboolean
fits (Painter *painter, CyanNode node, const Band *band)
{
  return cyan_labels_get (painter->labels, node)->bold <= arc_of (band) - 2 * INNER - GAP;
}

/* The name with its sign, and the change if there is room for both. */
static void
paint_name (Painter *painter, CyanNode node, const Band *band, const CyanPaint *paint)
{
  const CyanLabel *label;
  g_autofree char *sign = NULL, *cut = NULL, *name = NULL, *change = NULL, *both = NULL;
  double size = font_size_of (band), room = arc_of (band) - 2 * INNER - GAP;

  if (!has_room (band))
    return;
  /* Not before, since it measures a name that is new. */
  label = cyan_labels_get (painter->labels, node);
  sign = *paint->sign != '\0' ? g_strconcat (paint->sign, " ", NULL) : g_strdup ("");
  cut =
      cyan_labels_cut (painter->labels, label->text,
                       room - cyan_labels_width (painter->labels, sign, size, FALSE), size, FALSE);
  if (cut == NULL)
    return;
  name = g_strconcat (sign, cut, NULL);
  if (room > 1.5 * label->regular * size / CYAN_FONT_SIZE_NAME)
    {
      change = cyan_node_change_text (painter->scene->comparison, node, painter->scene->basis);
      both = g_strconcat (name, "  ", change, NULL);
      if (cyan_labels_width (painter->labels, both, size, FALSE) > room)
        g_clear_pointer (&both, g_free);
    }
  paint_text (painter, node, band, both != NULL ? both : name, paint);
}

/* A name in @bar, or in the rest of @whole where it has no room in @bar and more room there. */
static void
paint_name_beside (
    Painter *painter, CyanNode node, const Band *whole, const Band *bar, const CyanPaint *paint)
{
  Band beside = *bar;
  CyanPaint plain = *paint;

  beside.start += bar->extent;
  beside.extent = whole->extent - bar->extent;
  if (bar->extent >= beside.extent || (has_room (bar) && fits (painter, node, bar)))
    {
      paint_name (painter, node, bar, paint);
      return;
    }
  plain.text = cyan_theme_foreground (&painter->style->theme);
  plain.hatch = CYAN_HATCH_NONE;
  paint_name (painter, node, &beside, &plain);
}

/* ---- segments ---- */

/* Of the band of @side. */
static const CyanPaint *
paint_of (Painter *painter, CyanNode node, guint side)
{
  if (painter->sizes == CYAN_SIZES_CHANGE)
    return cyan_paints_of_change (&painter->paints, painter->scene, painter->style, node, side);
  return cyan_paints_of_node (&painter->paints, painter->scene, painter->style, node);
}

static CyanPaint
plain_paint (const Painter *painter, CyanTone tone, CyanTone border)
{
  const CyanTheme *theme = &painter->style->theme;

  return (CyanPaint){ .fill = cyan_icicle_tone (theme, tone),
                      .border = cyan_icicle_tone (theme, border),
                      .text = cyan_theme_foreground (theme),
                      .sign = "" };
}

/* Inner band for before or what fell, outer band for after or what rose. */
static void
paint_bands (Painter *painter, const CyanRingSegment *segment, const Band *whole)
{
  const CyanTheme *theme = &painter->style->theme;
  double part = painter->sizes == CYAN_SIZES_CHANGE ? 0.5 : INNER_BAND;
  double half = whole->inner + part * (whole->outer - whole->inner);
  Band inner = *whole, outer = *whole, beside = inset (whole, 0);
  gboolean is_change = painter->sizes == CYAN_SIZES_CHANGE;
  const CyanPaint *before = paint_of (painter, segment->node, 0);
  const CyanPaint *after = paint_of (painter, segment->node, 1);

  inner.outer = half;
  inner.extent = MAX (segment->bar[0], 1 / half);
  outer.inner = half;
  outer.extent = MAX (segment->bar[1], 1 / half);
  add_band (painter, segment->node, &beside, cyan_icicle_tone (theme, CYAN_TONE_BESIDE));
  if (is_change)
    add_bordered (painter, segment->node, &inner, before);
  else
    {
      Band inside = inset (&inner, 0);

      add_band (painter, segment->node, arc_of (&inner) < BORDER_MIN ? &inner : &inside,
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
paint_node (Painter *painter, const CyanRingSegment *segment)
{
  Band whole = band_of (painter, segment), bar = whole;
  gboolean both = segment->bar[0] > 0 && segment->bar[1] > 0;
  guint side = segment->bar[1] >= segment->bar[0];
  const CyanPaint *paint = paint_of (painter, segment->node, side);

  if (arc_of (&whole) < BORDER_MIN)
    {
      add_band (painter, segment->node, &whole, paint->border);
      return;
    }
  if (both)
    {
      paint_bands (painter, segment, &whole);
      return;
    }
  bar.extent = MAX (segment->bar[side], 1 / whole.outer);
  if (arc_of (&whole) - arc_of (&bar) >= 1)
    {
      Band beside = inset (&whole, 0);

      add_band (painter, segment->node, &beside,
                cyan_icicle_tone (&painter->style->theme, CYAN_TONE_BESIDE));
    }
  add_bordered (painter, segment->node, &bar, paint);
  paint_name_beside (painter, segment->node, &whole, &bar, paint);
}

/* What is not drawn one by one, with the number if there is room. */
static void
paint_number (Painter *painter, const CyanRingSegment *segment)
{
  Band whole = band_of (painter, segment);
  CyanPaint paint = plain_paint (painter, CYAN_TONE_BESIDE, CYAN_TONE_REST);
  g_autofree char *text = NULL;

  if (segment->n_hidden > 0)
    {
      paint.fill = cyan_theme_background (&painter->style->theme);
      paint.text = cyan_theme_dim (&painter->style->theme);
      /* Translators: so many contexts. */
      text = g_strdup_printf (ngettext ("%'u hidden", "%'u hidden", segment->n_hidden),
                              segment->n_hidden);
      add_bordered (painter, segment->node, &whole, &paint);
    }
  else
    {
      Band inside = inset (&whole, 0);

      paint.hatch = CYAN_HATCH_MORE;
      /* Translators: so many callees. */
      text = g_strdup_printf (ngettext ("%'u more", "%'u more", segment->n_more), segment->n_more);
      add_band (painter, segment->node, arc_of (&whole) < BORDER_MIN ? &whole : &inside, paint.fill)
          ->hatch = CYAN_HATCH_MORE;
    }
  if (has_room (&whole)
      && cyan_labels_width (painter->labels, text, font_size_of (&whole), FALSE)
             <= arc_of (&whole) - 2 * INNER - GAP)
    paint_text (painter, segment->node, &whole, text, &paint);
}

static void
paint_beyond (Painter *painter, const CyanRingSegment *segment)
{
  Band band = band_of (painter, segment);
  Band beyond = { band.outer + BEYOND, band.outer + BEYOND + BEYOND_THICK, band.start,
                  band.extent };

  add_band (painter, segment->node, &beyond, cyan_theme_edge (&painter->style->theme));
}

/* The ring around what the search found lies in its segment, since segments touch. */
static void
paint_found (Painter *painter, const CyanRingSegment *segment)
{
  CyanColor color = cyan_theme_match (&painter->style->theme);
  Band whole = segment->ring > 0
                   ? band_of (painter, segment)
                   : (Band){ 0, cyan_rings_radius_of (painter->rings, 0), 0, 2 * G_PI };
  Band inside = segment->ring > 0 ? inset (&whole, 2) : whole;
  CyanItem *item;

  if (arc_of (&whole) < FOUND_MIN)
    {
      add_band (painter, segment->node, &whole, color);
      return;
    }
  item = add_band (painter, segment->node, &inside, (CyanColor){ 0 });
  item->stroke = color;
  item->stroke_width = painter->style->theme.high_contrast ? 3 : 2;
}

static void
paint_culprit (Painter *painter)
{
  const CyanHotPath *path = painter->style->hot_path;
  const CyanRingSegment *segment;
  double angle, radius;

  if (path == NULL || painter->scene->comparison->compared.single || !cyan_hot_path_blames (path))
    return;
  segment = cyan_rings_segment_of (painter->rings, path->culprit);
  if (segment == NULL || segment->ring == 0)
    return;
  /* At its start, where the bands begin. */
  angle = segment->start;
  radius = cyan_rings_radius_of (painter->rings, segment->ring - 1);
  cyan_scene_add_target (painter->scene, path->culprit, painter->middle.x + radius * sin (angle),
                         painter->middle.y - radius * cos (angle), &painter->style->theme);
}

/* ---- the middle ---- */

/* A line of the middle, cut to the chord there. */
static void
paint_line (Painter *painter,
            double radius,
            double y,
            const char *text,
            double size,
            gboolean bold,
            CyanColor color)
{
  double edge = fabs (y) + size / 2;
  double room = edge < radius ? 2 * sqrt (radius * radius - edge * edge) - 2 * INNER : 0;
  g_autofree char *cut = cyan_labels_cut (painter->labels, text, room, size, bold);
  CyanItem *item;

  if (cut == NULL)
    return;
  item = cyan_scene_add_text (painter->scene, cyan_rings_top (painter->rings), cut,
                              painter->middle.x, painter->middle.y + y, size, color,
                              cyan_labels_width (painter->labels, cut, size, bold));
  item->bold = bold;
  item->align = 0.5;
}

/* "942 ms → 1.91 s"; of a single profile, the total.  Caller frees. */
static char *
totals_text (const CyanComparison *comparison, const CyanSide *before, const CyanSide *after)
{
  const CyanComparedSide *last = &comparison->compared.side[1];
  g_autofree char *from = cyan_value_to_text (before->total, cyan_comparison_unit (comparison));
  g_autofree char *to =
      cyan_value_to_text (after->total, last->profile->metrics[last->metric].unit);

  if (comparison->compared.single)
    return g_steal_pointer (&to);
  return g_strconcat (from, " \xe2\x86\x92 ", to, NULL);
}

/* How the total changed; of a single profile, its share.  Caller frees. */
static char *
change_text (const CyanComparison *comparison, const CyanSide *before, const CyanSide *after)
{
  if (comparison->compared.single)
    return cyan_share_to_text (after->share);
  return comparison->compared.same_unit
             ? cyan_change_to_text (before->total, after->total)
             : cyan_share_difference_to_text (after->share - before->share);
}

/* The names of the trunk: the topmost one, how many calls lie between, the last.  Caller frees. */
static GPtrArray *
trunk_words (const Painter *painter)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);
  guint n = cyan_rings_n_trunk (painter->rings);

  g_ptr_array_add (
      words, g_strdup (cyan_labels_get (painter->labels, cyan_rings_top (painter->rings))->text));
  if (n > 1)
    {
      g_autofree char *calls = cyan_labels_link_text (n - 1);

      g_ptr_array_add (words, g_strconcat ("\xe2\x86\x93 ", calls, NULL));
      g_ptr_array_add (
          words,
          g_strdup (cyan_labels_get (painter->labels, cyan_rings_middle (painter->rings))->text));
    }
  return words;
}

static void
paint_middle_words (Painter *painter, double radius, const CyanPaint *paint)
{
  const CyanComparison *comparison = painter->scene->comparison;
  g_autoptr (GPtrArray) words = trunk_words (painter);
  guint n_names = words->len;
  CyanColor dim = cyan_color_mix (paint->text, paint->fill, 0.3);
  CyanSide before, after;
  double y;

  cyan_comparison_sides (comparison, cyan_rings_top (painter->rings), &before, &after);
  g_ptr_array_add (words, totals_text (comparison, &before, &after));
  g_ptr_array_add (words, change_text (comparison, &before, &after));
  y = -LINE * (words->len - 1) / 2;
  for (guint i = 0; i < words->len; i++, y += LINE)
    {
      gboolean is_name = i < n_names && i != 1;
      /* Units are foreign text. */
      g_autofree char *line = cyan_text_for_label (words->pdata[i], CYAN_NAME_DRAWN_MAX);

      paint_line (painter, radius, y, line, is_name ? TITLE_SIZE : CYAN_FONT_SIZE_NAME, is_name,
                  i == 1 && n_names > 1 ? dim : paint->text);
    }
}

/* The disc, with the bands of the topmost node at its rim. */
static void
paint_middle (Painter *painter, const CyanRingSegment *segment)
{
  double radius = cyan_rings_radius_of (painter->rings, 0) - GAP;
  CyanPaint paint =
      *cyan_paints_of_node (&painter->paints, painter->scene, painter->style, segment->node);
  Band disc = { 0, radius, 0, 2 * G_PI };
  CyanItem *item;

  if (segment->bar[0] > 0 && segment->bar[1] > 0 && radius > 4 * RIM)
    {
      CyanRingSegment rim = *segment;
      Band whole = { radius - 2 * RIM, radius, 0, 2 * G_PI };

      add_band (painter, segment->node, &disc, cyan_theme_background (&painter->style->theme));
      paint_bands (painter, &rim, &whole);
      paint.text = cyan_theme_foreground (&painter->style->theme);
      paint.fill = cyan_theme_background (&painter->style->theme);
      radius -= 2 * RIM + 2;
    }
  else
    {
      disc.outer -= 0.5;
      item = add_band (painter, segment->node, &disc, paint.fill);
      item->stroke = paint.border;
      item->stroke_width = cyan_border_thin (&painter->style->theme);
    }
  paint_middle_words (painter, radius, &paint);
}

/* ---- scenes ---- */

static gboolean
append_rings (CyanScene *scene,
              const CyanRings *rings,
              const CyanStyle *style,
              CyanLabels *labels,
              const CyanTick *tick,
              GError **error)
{
  double half = cyan_rings_side (rings) / 2;
  Painter painter = { .scene = scene,
                      .rings = rings,
                      .style = style,
                      .labels = labels,
                      .middle = { half, half },
                      .sizes = cyan_partition_sizes (cyan_rings_partition (rings)),
                      .paints.filtered = cyan_rings_filter (rings) };
  guint n;
  const CyanRingSegment *segments = cyan_rings_segments (rings, &n);

  for (guint i = 0; i < n; i++)
    {
      const CyanRingSegment *segment = &segments[i];
      gboolean is_node = segment->n_more == 0 && segment->n_hidden == 0;

      if (i % CYAN_ITEMS_A_TICK == 0 && !cyan_tick (tick, (double) i / n, N_ ("Laying out"), error))
        return FALSE;
      if (segment->ring == 0)
        paint_middle (&painter, segment);
      else if (is_node)
        paint_node (&painter, segment);
      else
        paint_number (&painter, segment);
      if (segment->goes_on)
        paint_beyond (&painter, segment);
      if (is_node && cyan_nodes_have (style->found, 0, segment->node))
        paint_found (&painter, segment);
    }
  paint_culprit (&painter);
  return TRUE;
}

CyanScene *
cyan_scene_new_rings (const CyanRings *rings, const CyanStyle *style)
{
  CyanPartition *partition = cyan_rings_partition (rings);
  CyanScene *self = cyan_scene_new (cyan_partition_comparison (partition),
                                    cyan_partition_basis (partition), &style->theme);
  double side = cyan_rings_side (rings);
  g_autoptr (CyanLabels) own = NULL;
  CyanLabels *labels = style->labels;

  if (labels == NULL)
    labels = own = cyan_labels_new (self->comparison);
  self->bounds = (CyanRect){ 0, 0, side, side };
  append_rings (self, rings, style, labels, NULL, NULL);
  return self;
}

typedef struct
{
  const CyanRings *rings;
  const CyanStyle *style;
} Part;

static gboolean
append_part (
    CyanScene *scene, CyanLabels *labels, gconstpointer data, const CyanTick *tick, GError **error)
{
  const Part *part = data;

  return append_rings (scene, part->rings, part->style, labels, tick, error);
}

CyanScene *
cyan_scene_new_rings_page (const CyanRings *rings,
                           const CyanStyle *style,
                           const CyanTitles *titles,
                           const CyanTick *tick,
                           GError **error)
{
  CyanPartition *partition = cyan_rings_partition (rings);
  double side = cyan_rings_side (rings);
  g_autofree char *details = cyan_partition_details (partition, cyan_rings_top (rings));
  g_autoptr (GArray) rows = cyan_legend_rows_of_rings (rings, style);
  Part part = { rings, style };
  CyanPage page = { .comparison = cyan_partition_comparison (partition),
                    .basis = cyan_partition_basis (partition),
                    .extents = { 0, 0, side, side },
                    .details = details,
                    .rows = rows,
                    .append = append_part,
                    .data = &part };

  return cyan_page_to_scene (&page, style, titles, tick, error);
}
