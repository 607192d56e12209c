/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The font of the picture, with Pango. */
#include "cyan-font.h"

#include <math.h>
#include <pango/pangocairo.h>
#include <string.h>

PangoLayout *
cyan_font_layout_new (void)
{
  PangoContext *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  cairo_font_options_t *options = cairo_font_options_create ();
  PangoLayout *layout;

  cairo_font_options_set_antialias (options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
  pango_cairo_context_set_font_options (context, options);
  cairo_font_options_destroy (options);
  pango_cairo_context_set_resolution (context, 96);
  pango_context_set_round_glyph_positions (context, FALSE);

  layout = pango_layout_new (context);
  g_object_unref (context);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  return layout;
}

/* Free with pango_font_description_free(). */
static PangoFontDescription *
description_new (double size, gboolean bold)
{
  PangoFontDescription *font = pango_font_description_new ();

  pango_font_description_set_family_static (font, CYAN_FONT_FAMILIES);
  pango_font_description_set_absolute_size (font, size * PANGO_SCALE);
  pango_font_description_set_weight (font, bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
  return font;
}

void
cyan_font_layout_set (PangoLayout *layout, const char *text, double size, gboolean bold)
{
  PangoFontDescription *font = description_new (size, bold);

  pango_layout_set_font_description (layout, font);
  pango_font_description_free (font);
  pango_layout_set_text (layout, text, -1);
}

/* Without a layout, which also looks for where lines may break. */
double
cyan_font_width (PangoLayout *layout, const char *text, double size, gboolean bold)
{
  PangoContext *context = pango_layout_get_context (layout);
  PangoFontDescription *font = description_new (size, bold);
  PangoGlyphString *glyphs = pango_glyph_string_new ();
  int length = (int) strlen (text), width = 0;
  GList *items;

  pango_context_set_font_description (context, font);
  pango_font_description_free (font);
  items = pango_itemize (context, text, 0, length, NULL, NULL);
  for (GList *i = items; i != NULL; i = i->next)
    {
      pango_shape_item (i->data, text, length, NULL, glyphs, PANGO_SHAPE_NONE);
      width += pango_glyph_string_get_width (glyphs);
    }
  g_list_free_full (items, (GDestroyNotify) pango_item_free);
  pango_glyph_string_free (glyphs);
  return ceil (10.0 * width / PANGO_SCALE) / 10;
}
