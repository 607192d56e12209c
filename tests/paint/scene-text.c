/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scene-text.h"

#include <math.h>

#include "cyan-theme.h"
#include "cyan-text.h"

static void
append_color (GString *text, const char *key, CyanColor color)
{
  char buffer[CYAN_COLOR_TEXT_SIZE];

  g_string_append_printf (text, " %s=%s", key,
                          color.alpha > 0 ? cyan_color_to_text (color, buffer) : "none");
}

static void
append_stroke (GString *text, const CyanItem *item)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  append_color (text, "stroke", item->stroke);
  if (item->stroke.alpha > 0)
    g_string_append_printf (text, "/%s",
                            g_ascii_formatd (buffer, sizeof buffer, "%g", item->stroke_width));
}

/* "BENCHMARK@REVISION".  Caller frees. */
static char *
name_of_spot (const CyanEvolution *evolution, const CyanSpot *spot)
{
  g_autofree char *benchmark =
      spot->series == CYAN_SPOT_NONE
          ? g_strdup ("")
          : cyan_text_for_label (evolution->series[spot->series].benchmark, CYAN_NAME_DRAWN_MAX);
  g_autofree char *revision =
      spot->column == CYAN_SPOT_NONE
          ? NULL
          : cyan_text_for_label (evolution->columns[spot->column].name, CYAN_NAME_DRAWN_MAX);

  if (revision != NULL)
    return g_strconcat (benchmark, "@", revision, NULL);
  return g_strdup (*benchmark != '\0' ? benchmark : "-");
}

/* What @item belongs to.  Caller frees. */
static char *
name_of_item (const CyanScene *self, const CyanItem *item, const CyanComparison *comparison)
{
  if (self->evolution != NULL)
    return name_of_spot (self->evolution, &item->spot);
  if (item->node == CYAN_NODE_NONE)
    return g_strdup ("-");
  return cyan_text_for_label (cyan_comparison_name (comparison, item->node), CYAN_NAME_DRAWN_MAX);
}

static void
append_points (GString *text, const CyanItem *item)
{
  for (guint i = 0; i < item->n_points; i++)
    g_string_append_printf (text, " %ld,%ld", lround (item->x + item->points[i].x),
                            lround (item->y + item->points[i].y));
}

static void
append_hatch (GString *text, const CyanItem *item)
{
  static const char *const hatches[] = { "none", "share-only", "added", "removed", "more" };

  if (item->hatch != CYAN_HATCH_NONE)
    g_string_append_printf (text, " hatch=%s", hatches[item->hatch]);
}

static void
append_angle (GString *text, const char *key, double angle)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (text, "%s%s", key,
                          g_ascii_formatd (buffer, sizeof buffer, "%.1f", angle * 180 / G_PI));
}

static void
append_item (GString *text,
             const CyanScene *self,
             const CyanItem *item,
             const CyanComparison *comparison)
{
  static const char *const markers[] = { "dot", "cross", "up", "down", "triangle", "star" };
  g_autofree char *name = name_of_item (self, item, comparison);
  char size[G_ASCII_DTOSTR_BUF_SIZE], align[G_ASCII_DTOSTR_BUF_SIZE];
  long x = lround (item->x), y = lround (item->y);

  switch (item->kind)
    {
    case CYAN_ITEM_RECT:
      g_string_append_printf (text, "rect %s %ld,%ld %ldx%ld", name, x, y, lround (item->width),
                              lround (item->height));
      append_color (text, "fill", item->fill);
      append_stroke (text, item);
      append_hatch (text, item);
      break;
    case CYAN_ITEM_EDGE:
      g_string_append_printf (text, "edge %s %ld,%ld -> %ld,%ld", name, x, y,
                              lround (item->x + item->width), lround (item->y + item->height));
      append_stroke (text, item);
      if (item->dash > 0)
        g_string_append (text, " dashed");
      break;
    case CYAN_ITEM_TEXT:
      g_string_append_printf (text, "text \"%s\" %ld,%ld size=%s%s align=%s", item->text, x, y,
                              g_ascii_formatd (size, sizeof size, "%g", item->font_size),
                              item->bold ? " bold" : "",
                              g_ascii_formatd (align, sizeof align, "%g", item->align));
      if (item->bend != 0)
        {
          g_string_append_printf (text, " r=%ld", lround (item->bend));
          append_angle (text, " at=", item->start);
        }
      break;
    case CYAN_ITEM_POLYLINE:
      g_string_append_printf (text, "polyline %s", name);
      append_points (text, item);
      append_color (text, "fill", item->fill);
      append_stroke (text, item);
      if (item->dash > 0)
        g_string_append (text, " dashed");
      break;
    case CYAN_ITEM_SECTOR:
      g_string_append_printf (text, "sector %s %ld,%ld r=%ld..%ld", name, x, y,
                              lround (item->inner), lround (item->radius));
      append_angle (text, " at=", item->start);
      append_angle (text, "+", item->extent);
      append_color (text, "fill", item->fill);
      append_stroke (text, item);
      append_hatch (text, item);
      break;
    case CYAN_ITEM_MARKER:
      g_string_append_printf (text, "marker %s %s %ld,%ld r=%s", name, markers[item->marker], x, y,
                              g_ascii_formatd (size, sizeof size, "%g", item->radius));
      append_color (text, "fill", item->fill);
      append_stroke (text, item);
      break;
    }
  g_string_append_c (text, '\n');
}

char *
cyan_scene_to_text (const CyanScene *self, const CyanComparison *comparison)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->items->len; i++)
    append_item (text, self, &g_array_index (self->items, CyanItem, i), comparison);
  return g_string_free (text, FALSE);
}
