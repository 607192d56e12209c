/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes scenes as SVG 1.1 with real text.
 *
 * Self-contained: no script, no style sheet, no external files.  Each line of text has the length
 * that was measured, so that a viewer without the font scales it and no label leaves its box.
 * Inside a page in HTML the same picture is an element, whose boxes are links.
 */
#include "cyan-export-private.h"

#include "cyan-i18n.h"
#include "cyan-text.h"

#include <math.h>
#include <string.h>

/* ` name="1.5"`, at most two decimals. */
static void
append_number (GString *svg, double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  char *end;

  g_ascii_formatd (buffer, sizeof buffer, "%.2f", value);
  end = buffer + strlen (buffer);
  while (end[-1] == '0')
    end--;
  if (end[-1] == '.')
    end--;
  *end = '\0';
  g_string_append (svg, strcmp (buffer, "-0") == 0 ? "0" : buffer);
}

static void
append_attribute (GString *svg, const char *name, double value)
{
  g_string_append_printf (svg, " %s=\"", name);
  append_number (svg, value);
  g_string_append_c (svg, '"');
}

/* Pairs of a name and a double, up to NULL. */
static void
append_attributes (GString *svg, ...)
{
  const char *name;
  va_list pairs;

  va_start (pairs, svg);
  while ((name = va_arg (pairs, const char *)) != NULL)
    append_attribute (svg, name, va_arg (pairs, double));
  va_end (pairs);
}

/* Numbers with a space between each two. */
static void
append_numbers (GString *svg, const double *numbers, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      if (i > 0)
        g_string_append_c (svg, ' ');
      append_number (svg, numbers[i]);
    }
}

static void
append_paint (GString *svg, const char *name, CyanColor color)
{
  char buffer[CYAN_COLOR_TEXT_SIZE];

  if (color.alpha <= 0)
    {
      g_string_append_printf (svg, " %s=\"none\"", name);
      return;
    }
  g_string_append_printf (svg, " %s=\"%s\"", name, cyan_color_to_text (color, buffer));
  if (color.alpha < 1)
    {
      g_autofree char *opacity = g_strconcat (name, "-opacity", NULL);

      append_attribute (svg, opacity, color.alpha);
    }
}

static void
append_stroke (GString *svg, const CyanItem *item)
{
  if (item->stroke.alpha <= 0)
    return;
  append_paint (svg, "stroke", item->stroke);
  append_attribute (svg, "stroke-width", item->stroke_width);
  if (item->dash > 0)
    append_attribute (svg, "stroke-dasharray", item->dash);
}

static void
append_outline (GString *svg, const CyanItem *item)
{
  double radius;
  CyanRect outline = cyan_item_outline (item, &radius);

  append_attributes (svg, "x", outline.x, "y", outline.y, "width", outline.width, "height",
                     outline.height, NULL);
  if (radius > 0)
    append_attribute (svg, "rx", radius);
}

/* The name of the pattern for a hatch on a fill. */
static char *
pattern_name (const CyanItem *item)
{
  char buffer[CYAN_COLOR_TEXT_SIZE];

  return g_strdup_printf ("hatch%d-%s", item->hatch, cyan_color_to_text (item->fill, buffer) + 1);
}

static void
append_patterns (GString *svg, const CyanScene *self)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < self->items->len; i++)
    {
      const CyanItem *item = &g_array_index (self->items, CyanItem, i);
      const CyanHatchForm *form;
      char *name;

      if ((item->kind != CYAN_ITEM_RECT && item->kind != CYAN_ITEM_SECTOR)
          || item->hatch == CYAN_HATCH_NONE)
        continue;
      name = pattern_name (item);
      if (!g_hash_table_add (seen, name))
        continue;
      form = cyan_hatch_form (item->hatch);
      g_string_append (svg, g_hash_table_size (seen) == 1 ? "<defs>\n" : "");
      g_string_append_printf (svg, "<pattern id=\"%s\" patternUnits=\"userSpaceOnUse\"", name);
      append_attributes (svg, "width", form->step, "height", form->step, NULL);
      g_string_append (svg, " patternTransform=\"rotate(");
      append_number (svg, form->degrees);
      g_string_append (svg, ")\"><rect");
      append_attributes (svg, "x", (form->step - form->width) / 2, "width", form->width, "height",
                         form->step, NULL);
      append_paint (svg, "fill", cyan_color_of_hatch (item->fill));
      g_string_append (svg, "/></pattern>\n");
    }
  if (g_hash_table_size (seen) > 0)
    g_string_append (svg, "</defs>\n");
}

/* Whether the pointer can be on @item itself. */
static gboolean
is_solid (const CyanItem *item)
{
  return item->kind == CYAN_ITEM_MARKER || (item->kind != CYAN_ITEM_TEXT && item->fill.alpha > 0);
}

/* The element that gives what follows a tooltip, up to end_tooltip().  Returns whether @item has one;
 * inside a page in HTML a box is also a link. */
static gboolean
begin_tooltip (GString *svg, const CyanScene *self, const CyanItem *item, gboolean is_inline)
{
  g_autofree char *tip = is_solid (item) ? cyan_item_tip (self, item) : NULL;
  g_autofree char *safe = tip != NULL ? cyan_text_for_xml (tip) : NULL;

  if (tip == NULL)
    return FALSE;
  if (is_inline && item->node != CYAN_NODE_NONE)
    g_string_append_printf (svg, "<a href=\"#c%u\"><title>%s</title>", item->node, safe);
  else
    g_string_append_printf (svg, "<g><title>%s</title>", safe);
  return TRUE;
}

static void
end_tooltip (GString *svg, const CyanItem *item, gboolean has_tooltip, gboolean is_inline)
{
  if (has_tooltip)
    g_string_append (svg, is_inline && item->node != CYAN_NODE_NONE ? "</a>" : "</g>");
  g_string_append_c (svg, '\n');
}

/* "M1 2", "L3 4". */
static void
append_point (GString *svg, char op, double x, double y)
{
  g_string_append_c (svg, op);
  append_numbers (svg, (const double[]){ x, y }, 2);
}

/* Continues to an angle on a circle, by two arcs, since one cannot be the whole circle. */
static void
append_arc (GString *svg, const CyanItem *item, double radius, double from, double to)
{
  for (guint half = 1; half <= 2; half++)
    {
      double angle = from + (to - from) * half / 2;
      const double end[] = { item->x + radius * sin (angle), item->y - radius * cos (angle) };

      append_point (svg, 'A', radius, radius);
      g_string_append (svg, to > from ? " 0 0 1 " : " 0 0 0 ");
      append_numbers (svg, end, 2);
    }
}

static void
append_sector (GString *svg, const CyanItem *item)
{
  double from = item->start, to = from + item->extent;
  gboolean is_whole = item->extent >= 2 * G_PI;

  append_point (svg, 'M', item->x + item->radius * sin (from), item->y - item->radius * cos (from));
  append_arc (svg, item, item->radius, from, to);
  if (is_whole)
    g_string_append_c (svg, 'Z');
  if (item->inner > 0)
    {
      append_point (svg, is_whole ? 'M' : 'L', item->x + item->inner * sin (to),
                    item->y - item->inner * cos (to));
      append_arc (svg, item, item->inner, to, from);
    }
  else if (!is_whole)
    append_point (svg, 'L', item->x, item->y);
}

/* The beginning of the element of a rectangle or a sector. */
static void
begin_area (GString *svg, const CyanItem *item)
{
  if (item->kind == CYAN_ITEM_SECTOR)
    {
      g_string_append (svg, "<path d=\"");
      append_sector (svg, item);
      g_string_append (svg, "Z\"");
      return;
    }
  g_string_append (svg, "<rect");
  append_outline (svg, item);
}

static void
append_area (GString *svg, const CyanItem *item)
{
  gboolean hatched = item->hatch != CYAN_HATCH_NONE;

  begin_area (svg, item);
  append_paint (svg, "fill", item->fill);
  if (!hatched)
    append_stroke (svg, item);
  g_string_append (svg, "/>");
  if (hatched)
    {
      g_autofree char *name = pattern_name (item);

      begin_area (svg, item);
      g_string_append_printf (svg, " fill=\"url(#%s)\"", name);
      append_stroke (svg, item);
      g_string_append (svg, "/>");
    }
}

/* The end of a path's element, from behind its last point on. */
static void
end_path (GString *svg, const CyanItem *item, gboolean is_closed)
{
  g_string_append (svg, is_closed ? "Z\"" : "\"");
  append_paint (svg, "fill", item->fill);
  append_stroke (svg, item);
  g_string_append (svg, "/>");
}

static void
append_polyline (GString *svg, const CyanItem *item)
{
  g_string_append (svg, "<path d=\"");
  for (guint i = 0; i < item->n_points; i++)
    append_point (svg, i == 0 ? 'M' : 'L', item->x + item->points[i].x,
                  item->y + item->points[i].y);
  end_path (svg, item, item->fill.alpha > 0);
}

static void
append_marker (GString *svg, const CyanItem *item)
{
  CyanPoint corners[CYAN_MARKER_MAX_CORNERS];
  guint n = cyan_marker_corners (item, corners);
  gboolean is_open = cyan_marker_is_open (item->marker);

  if (n == 0)
    {
      g_string_append (svg, "<circle");
      append_attributes (svg, "cx", item->x, "cy", item->y, "r", item->radius, NULL);
      append_paint (svg, "fill", item->fill);
      append_stroke (svg, item);
      g_string_append (svg, "/>");
      return;
    }
  g_string_append (svg, "<path d=\"");
  for (guint i = 0; i < n; i++)
    append_point (svg, i == 0 || (is_open && i % 2 == 0) ? 'M' : 'L', corners[i].x, corners[i].y);
  end_path (svg, item, !is_open);
}

static void
append_edge (GString *svg, const CyanItem *item)
{
  CyanPathStep steps[CYAN_EDGE_MAX_STEPS];
  guint n_steps = cyan_edge_path (item, steps);

  g_string_append (svg, "<path d=\"");
  for (guint i = 0; i < n_steps; i++)
    {
      g_string_append_c (svg, steps[i].op);
      append_numbers (svg, steps[i].point, steps[i].op == 'C' ? 6 : 2);
    }
  end_path (svg, item, FALSE);
}

/* The length that was measured. */
static void
append_length (GString *svg, const CyanItem *item)
{
  if (item->width > 0)
    {
      append_attribute (svg, "textLength", item->width);
      g_string_append (svg, " lengthAdjust=\"spacingAndGlyphs\"");
    }
}

/* A text on an arc, which has a path of its own. */
static void
append_bent_text (GString *svg, const CyanItem *item, guint number)
{
  g_autofree char *safe = cyan_text_for_xml (item->text);
  double radius = fabs (item->bend), half = item->width / 2 / item->bend;
  double from = item->start - half, to = item->start + half;

  g_string_append_printf (svg, "<path id=\"arc%u\" d=\"", number);
  append_point (svg, 'M', item->x + radius * sin (from), item->y - radius * cos (from));
  append_arc (svg, item, radius, from, to);
  g_string_append (svg, "\" fill=\"none\"/><text");
  append_attribute (svg, "font-size", item->font_size);
  if (item->bold)
    g_string_append (svg, " font-weight=\"bold\"");
  append_paint (svg, "fill", item->fill);
  g_string_append_printf (svg,
                          "><textPath xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
                          "xlink:href=\"#arc%u\"",
                          number);
  append_length (svg, item);
  g_string_append_printf (svg, ">%s</textPath></text>", safe);
}

static void
append_text (GString *svg, const CyanItem *item)
{
  g_autofree char *safe = cyan_text_for_xml (item->text);

  g_string_append (svg, "<text");
  append_attributes (svg, "x", item->x, "y", item->y, "font-size", item->font_size, NULL);
  if (item->bold)
    g_string_append (svg, " font-weight=\"bold\"");
  if (item->align > 0.75)
    g_string_append (svg, " text-anchor=\"end\"");
  else if (item->align > 0.25)
    g_string_append (svg, " text-anchor=\"middle\"");
  append_paint (svg, "fill", item->fill);
  append_length (svg, item);
  g_string_append_printf (svg, ">%s</text>", safe);
}

static void
append_item (
    GString *svg, const CyanScene *self, const CyanItem *item, guint number, gboolean is_inline)
{
  gboolean has_tooltip = begin_tooltip (svg, self, item, is_inline);

  switch (item->kind)
    {
    case CYAN_ITEM_RECT:
    case CYAN_ITEM_SECTOR:
      append_area (svg, item);
      break;
    case CYAN_ITEM_EDGE:
      append_edge (svg, item);
      break;
    case CYAN_ITEM_TEXT:
      if (item->bend != 0)
        append_bent_text (svg, item, number);
      else
        append_text (svg, item);
      break;
    case CYAN_ITEM_POLYLINE:
      append_polyline (svg, item);
      break;
    case CYAN_ITEM_MARKER:
      append_marker (svg, item);
      break;
    }
  end_tooltip (svg, item, has_tooltip, is_inline);
}

/* The name of a font as CSS reads it, if it needs no quotes, and what stands in for it. */
static void
append_family (GString *svg, const char *font)
{
  if (font != NULL && g_regex_match_simple ("^[A-Za-z][A-Za-z0-9 -]*$", font, 0, 0))
    g_string_append_printf (svg, "%s, ", font);
  g_string_append (svg, CYAN_FONT_FAMILY);
}

static GBytes *
write_svg (const CyanScene *self, gboolean is_inline, const CyanTick *tick, GError **error)
{
  const CyanRect *bounds = &self->bounds;
  GString *svg = g_string_new (is_inline ? "" : "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
  gsize length;

  g_string_append (svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\"");
  append_attributes (svg, "width", bounds->width, "height", bounds->height, NULL);
  g_string_append (svg, " viewBox=\"");
  append_numbers (svg, (const double[]){ bounds->x, bounds->y, bounds->width, bounds->height }, 4);
  g_string_append (svg, "\" font-family=\"");
  append_family (svg, self->font);
  g_string_append (svg, "\" xml:space=\"preserve\">\n");
  if (self->title != NULL)
    {
      g_autofree char *title = cyan_text_for_xml (self->title);

      g_string_append_printf (svg, "<title>%s</title>\n", title);
    }
  append_patterns (svg, self);
  if (self->background.alpha > 0)
    {
      CyanItem paper = { .x = bounds->x,
                         .y = bounds->y,
                         .width = bounds->width,
                         .height = bounds->height,
                         .node = CYAN_NODE_NONE,
                         .spot = { CYAN_SPOT_NONE, CYAN_SPOT_NONE },
                         .fill = self->background };

      append_item (svg, self, &paper, 0, is_inline);
    }
  for (guint i = 0; i < self->items->len; i++)
    {
      const CyanItem *item = &g_array_index (self->items, CyanItem, i);

      if (i % CYAN_ITEMS_A_TICK == 0
          && !cyan_tick (tick, (double) i / self->items->len, N_ ("Drawing"), error))
        {
          g_string_free (svg, TRUE);
          return NULL;
        }
      append_item (svg, self, item, i, is_inline);
    }
  g_string_append (svg, "</svg>\n");
  length = svg->len;
  return g_bytes_new_take (g_string_free (svg, FALSE), length);
}

GBytes *
cyan_scene_to_svg (const CyanScene *self, const CyanTick *tick, GError **error)
{
  return write_svg (self, FALSE, tick, error);
}

GBytes *
cyan_scene_to_inline_svg (const CyanScene *self, const CyanTick *tick, GError **error)
{
  return write_svg (self, TRUE, tick, error);
}
