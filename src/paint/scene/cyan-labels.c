/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Cuts and measures each name once.
 *
 * A label's size allows for a bold name with a sign in front, as drawn in a box in the safe
 * palette, so that changing the palette does not move the tree.
 */
#include "cyan-labels.h"
#include "cyan-i18n.h"
#include "cyan-name-short.h"
#include "cyan-text.h"

#include <math.h>
#include <pango/pangocairo.h>
#include <string.h>

/* Space on both sides of a name; the layout adds its own gap around a label. */
#define PADDING 2.0

/* A label is at least as wide as the number below the name: "new, +72.7 %". */
#define MIN_WIDTH 90.0

/* Maximum number of accents on one letter; more of them would extend beyond the line. */
#define MAX_MARKS 2

/* Between the names of a renamed function. */
#define ARROW " \xe2\x86\x92 "

#define ELLIPSIS "\xe2\x80\xa6"

/* Between the names of a link, and how many names it has at most. */
#define SEPARATOR  " \xe2\x80\xba "
#define LINK_NAMES 3

/* Characters of a name that say anything. */
#define LEAST_CHARS 2

/* Pixels up to which a name shows its parameters. */
#define PARAMETERS_WIDTH 150.0

struct _CyanLabels
{
  CyanComparison *comparison;
  PangoLayout *layout;
  double sign_width;
  double arrow_width;
  double separator_width;
  GHashTable *labels;  /* the pool's char *, which identifies its CyanStr, to CyanLabel */
  GHashTable *renamed; /* the pair of a renamed node to CyanLabel */
};

static void
label_free (gpointer data)
{
  CyanLabel *label = data;

  g_free (label->text);
  g_free (label->scope);
  g_free (label);
}

CyanLabels *
cyan_labels_new (CyanComparison *comparison, const char *family)
{
  CyanLabels *self = g_new0 (CyanLabels, 1);

  self->comparison = comparison != NULL ? cyan_comparison_ref (comparison) : NULL;
  self->layout = cyan_font_layout_new (family);
  self->sign_width = cyan_font_width (self->layout, "\xe2\x88\x92 ", CYAN_FONT_SIZE_NAME, TRUE);
  self->arrow_width = cyan_font_width (self->layout, ARROW, CYAN_FONT_SIZE_NAME, TRUE);
  self->labels = g_hash_table_new_full (NULL, NULL, NULL, label_free);
  self->renamed = g_hash_table_new_full (NULL, NULL, NULL, label_free);
  self->separator_width = cyan_font_width (self->layout, SEPARATOR, CYAN_FONT_SIZE_NAME, FALSE);
  return self;
}

void
cyan_labels_free (CyanLabels *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->labels);
  g_hash_table_unref (self->renamed);
  g_object_unref (self->layout);
  if (self->comparison != NULL)
    cyan_comparison_unref (self->comparison);
  g_free (self);
}

double
cyan_labels_width (CyanLabels *self, const char *text, double size, gboolean bold)
{
  return cyan_font_width (self->layout, text, size, bold);
}

static char *
without_towers (const char *text)
{
  GString *plain = g_string_sized_new (strlen (text));
  guint n_marks = 0;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      n_marks = g_unichar_ismark (c) ? n_marks + 1 : 0;
      if (n_marks <= MAX_MARKS)
        g_string_append_unichar (plain, c);
    }
  return g_string_free (plain, FALSE);
}

char *
cyan_labels_cut (CyanLabels *self, const char *name, double max_width, double size, gboolean bold)
{
  g_autofree char *line = cyan_text_for_label (name, CYAN_NAME_DRAWN_MAX);
  g_autofree char *whole = without_towers (line);
  g_autofree char *best = NULL;
  double width = cyan_font_width (self->layout, whole, size, bold);
  glong low = LEAST_CHARS, high, next;

  if (width <= max_width)
    return g_steal_pointer (&whole);

  high = g_utf8_strlen (whole, -1);
  /* Letters are about equally wide, so that the first guess is nearly right.  Measuring is what
   * takes time. */
  next = (glong) ((double) high * max_width / width) - 1;
  while (low < high)
    {
      glong middle = CLAMP (next, low, high - 1);
      g_autofree char *start = g_utf8_substring (whole, 0, middle);
      char *cut = g_strconcat (start, ELLIPSIS, NULL);

      if (cyan_font_width (self->layout, cut, size, bold) <= max_width)
        {
          g_free (best);
          best = cut;
          low = middle + 1;
          next = middle + 1;
        }
      else
        {
          g_free (cut);
          high = middle;
          next = middle - 1;
        }
    }
  return g_steal_pointer (&best);
}

/* A part of @name as it is drawn, and its bold width.  Caller frees. */
static char *
part_of (CyanLabels *self, const char *name, gsize start, gsize end, double *width)
{
  g_autofree char *part = g_strndup (name + start, end - start);
  g_autofree char *line = cyan_text_for_label (part, CYAN_NAME_DRAWN_MAX);
  char *plain = without_towers (line);

  *width = cyan_font_width (self->layout, plain, CYAN_FONT_SIZE_NAME, TRUE);
  return plain;
}

/* @name without what does not fit into @max_width: the parameters go first, then the scope, then
 * the end of the identifier; and its bold width.  Caller frees; NULL if there is no room at all.
 * What takes time is measuring, so nothing is measured that cannot fit, nor twice. */
static char *
shortened (CyanLabels *self, const char *name, double max_width, double *width)
{
  CyanNameShort parts = cyan_name_short (name);
  gsize end = strlen (name);
  g_autofree char *bare = part_of (self, name, parts.start, parts.end, width);
  g_autofree char *identifier = NULL;
  char *cut;

  if (*width <= MIN (max_width, PARAMETERS_WIDTH) && parts.end < end)
    {
      double whole_width;
      g_autofree char *whole = part_of (self, name, parts.start, end, &whole_width);

      if (whole_width <= MIN (max_width, PARAMETERS_WIDTH))
        {
          *width = whole_width;
          return g_steal_pointer (&whole);
        }
    }
  if (*width <= max_width)
    return g_steal_pointer (&bare);
  identifier = part_of (self, name, parts.last, parts.end, width);
  if (*width <= max_width)
    return g_steal_pointer (&identifier);
  cut = cyan_labels_cut (self, identifier, max_width, CYAN_FONT_SIZE_NAME, TRUE);
  if (cut != NULL)
    *width = cyan_font_width (self->layout, cut, CYAN_FONT_SIZE_NAME, TRUE);
  return cut;
}

/* Both names of a renamed function, each with half of the room; and their bold width. */
static char *
renamed_text (CyanLabels *self, const char *old_name, const char *name, double *width)
{
  double room = CYAN_LABEL_MAX_WIDTH / 2 - self->arrow_width / 2;
  g_autofree char *from = shortened (self, old_name, room, width);
  g_autofree char *to = shortened (self, name, room, width);
  char *both;

  if (from == NULL || to == NULL)
    return NULL;
  both = g_strconcat (from, ARROW, to, NULL);
  *width = cyan_font_width (self->layout, both, CYAN_FONT_SIZE_NAME, TRUE);
  return both;
}

/* Where the function belongs.  Caller frees; NULL if there is nothing to say. */
static char *
scope_text (const char *name)
{
  g_autofree char *scope = cyan_name_short_scope (name);

  return *scope != '\0' ? cyan_text_for_label (scope, CYAN_NAME_DRAWN_MAX) : NULL;
}

const char *
cyan_labels_shorter_scope (const char *scope)
{
  const char *rest = strpbrk (scope, ".:/");

  if (rest == NULL)
    return NULL;
  rest += strspn (rest, ".:/");
  return *rest != '\0' ? rest : NULL;
}

const CyanLabel *
cyan_labels_get (CyanLabels *self, CyanNode node)
{
  const char *name = cyan_comparison_name (self->comparison, node);
  const char *old_name = cyan_comparison_old_name (self->comparison, node);
  GHashTable *labels = self->labels;
  gpointer key = (gpointer) name;
  CyanLabel *label;

  if (old_name != NULL)
    {
      labels = self->renamed;
      key = GUINT_TO_POINTER (self->comparison->compared.pairs->of_node[node]);
    }
  label = g_hash_table_lookup (labels, key);
  if (label == NULL)
    {
      label = g_new0 (CyanLabel, 1);
      label->text = old_name != NULL ? renamed_text (self, old_name, name, &label->bold)
                                     : shortened (self, name, CYAN_LABEL_MAX_WIDTH, &label->bold);
      if (label->text == NULL)
        {
          label->text = g_strdup (ELLIPSIS);
          label->bold = cyan_font_width (self->layout, ELLIPSIS, CYAN_FONT_SIZE_NAME, TRUE);
        }
      label->scope = scope_text (name);
      label->regular = cyan_font_width (self->layout, label->text, CYAN_FONT_SIZE_NAME, FALSE);
      g_hash_table_insert (labels, key, label);
    }
  return label;
}

char *
cyan_labels_calls_text (guint n)
{
  return g_strdup_printf (ngettext ("%'u call", "%'u calls", n), n);
}

/* What a link says instead of the names in its middle. */
static char *
more_text (guint n_folded)
{
  return g_strdup_printf (ngettext ("%'u more", "%'u more", n_folded - 2), n_folded - 2);
}

/* The names in a link: its only one, two, three, or the first and the last one. */
static guint
link_nodes (
    CyanLabels *self, CyanNode node, CyanNode last, guint n_folded, CyanNode nodes[LINK_NAMES])
{
  guint n = 0;

  nodes[n++] = node;
  if (n_folded == LINK_NAMES)
    nodes[n++] = self->comparison->compared.tree->parent[last];
  if (n_folded > 1)
    nodes[n++] = last;
  return n;
}

/* The width of its text if no name is cut. */
static double
link_width (CyanLabels *self, CyanNode node, CyanNode last, guint n_folded)
{
  CyanNode nodes[LINK_NAMES];
  guint n = link_nodes (self, node, last, n_folded, nodes);
  double width = (n - 1) * self->separator_width;

  for (guint i = 0; i < n; i++)
    width += cyan_labels_get (self, nodes[i])->regular;
  if (n_folded > LINK_NAMES)
    {
      g_autofree char *more = more_text (n_folded);

      width +=
          self->separator_width + cyan_font_width (self->layout, more, CYAN_FONT_SIZE_NAME, FALSE);
    }
  return width;
}

char *
cyan_labels_link_text (
    CyanLabels *self, CyanNode node, CyanNode last, guint n_folded, double *width)
{
  CyanNode nodes[LINK_NAMES];
  guint n = link_nodes (self, node, last, n_folded, nodes);
  double whole = link_width (self, node, last, n_folded), names = 0;
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    names += cyan_labels_get (self, nodes[i])->regular;
  for (guint i = 0; i < n; i++)
    {
      const CyanLabel *label = cyan_labels_get (self, nodes[i]);
      double room = label->regular * (1 - MAX (whole - CYAN_LABEL_MAX_WIDTH, 0) / names);
      g_autofree char *name = cyan_labels_cut (self, label->text, room, CYAN_FONT_SIZE_NAME, FALSE);

      g_string_append (text, i > 0 ? SEPARATOR : "");
      if (i > 0 && n_folded > LINK_NAMES)
        {
          g_autofree char *more = more_text (n_folded);

          g_string_append_printf (text, "%s" SEPARATOR, more);
        }
      g_string_append (text, name != NULL ? name : ELLIPSIS);
    }
  *width = cyan_font_width (self->layout, text->str, CYAN_FONT_SIZE_NAME, FALSE);
  return g_string_free (text, FALSE);
}

void
cyan_labels_measure (
    CyanNode node, CyanNode last, guint n_folded, double *width, double *height, gpointer labels)
{
  CyanLabels *self = labels;

  *height = CYAN_LABEL_LINE;
  if (n_folded > 0)
    *width = MIN (link_width (self, node, last, n_folded), CYAN_LABEL_MAX_WIDTH) + 2 * PADDING;
  else
    {
      const CyanLabel *label = cyan_labels_get (self, node);

      *width = MAX (MAX (label->regular, label->bold) + self->sign_width + 2 * PADDING, MIN_WIDTH);
    }
}

/* ---- the font, with Pango ---- */

PangoLayout *
cyan_font_layout_new (const char *family)
{
  PangoFontDescription *font = pango_font_description_new ();
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
  pango_font_description_set_family (font, family != NULL ? family : CYAN_FONT_FAMILY);
  pango_layout_set_font_description (layout, font);
  pango_font_description_free (font);
  return layout;
}

/* In the family of @layout.  Free with pango_font_description_free(). */
static PangoFontDescription *
description_new (PangoLayout *layout, double size, gboolean bold)
{
  PangoFontDescription *font =
      pango_font_description_copy (pango_layout_get_font_description (layout));

  pango_font_description_set_absolute_size (font, size * PANGO_SCALE);
  pango_font_description_set_weight (font, bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
  return font;
}

void
cyan_font_layout_set (PangoLayout *layout, const char *text, double size, gboolean bold)
{
  PangoFontDescription *font = description_new (layout, size, bold);

  pango_layout_set_font_description (layout, font);
  pango_font_description_free (font);
  pango_layout_set_text (layout, text, -1);
}

/* Without a layout, which also looks for where lines may break. */
double
cyan_font_width (PangoLayout *layout, const char *text, double size, gboolean bold)
{
  PangoContext *context = pango_layout_get_context (layout);
  PangoFontDescription *font = description_new (layout, size, bold);
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
