/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Cuts and measures each name once.
 *
 * A label's size allows for a bold name with a sign in front, as drawn in a box in the safe
 * palette, so that changing the palette does not move the tree.
 */
#include "cyan-labels.h"

#include "cyan-font.h"
#include "cyan-i18n.h"
#include "cyan-text.h"

#include <string.h>

/* Space on both sides of a name; the layout adds its own gap around a label. */
#define PADDING 2.0
#define HEIGHT  11.0

/* A label is at least as wide as a percentage, which is drawn below the name if possible. */
#define MIN_WIDTH 46.0

/* Maximum number of accents on one letter; more of them would extend beyond the line. */
#define MAX_MARKS 2

/* Between the names of a renamed function. */
#define ARROW " \xe2\x86\x92 "

struct _CyanLabels
{
  CyanComparison *comparison;
  PangoLayout *layout;
  double sign_width;
  double arrow_width;
  GHashTable *labels;  /* the pool's char *, which identifies its CyanStr, to CyanLabel */
  GHashTable *renamed; /* the pair of a renamed node to CyanLabel */
};

static void
label_free (gpointer data)
{
  CyanLabel *label = data;

  g_free (label->text);
  g_free (label);
}

CyanLabels *
cyan_labels_new (CyanComparison *comparison)
{
  CyanLabels *self = g_new0 (CyanLabels, 1);

  self->comparison = cyan_comparison_ref (comparison);
  self->layout = cyan_font_layout_new ();
  self->sign_width = cyan_font_width (self->layout, "\xe2\x88\x92 ", CYAN_FONT_SIZE_NAME, TRUE);
  self->arrow_width = cyan_font_width (self->layout, ARROW, CYAN_FONT_SIZE_NAME, TRUE);
  self->labels = g_hash_table_new_full (NULL, NULL, NULL, label_free);
  self->renamed = g_hash_table_new_full (NULL, NULL, NULL, label_free);
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
  guint low = 3, high;

  if (cyan_font_width (self->layout, whole, size, bold) <= max_width)
    return g_steal_pointer (&whole);

  high = (guint) g_utf8_strlen (whole, -1);
  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      char *cut = cyan_text_for_label (whole, middle);

      if (cyan_font_width (self->layout, cut, size, bold) <= max_width)
        {
          g_free (best);
          best = cut;
          low = middle + 1;
        }
      else
        {
          g_free (cut);
          high = middle;
        }
    }
  return g_steal_pointer (&best);
}

/* Both names of a renamed function, each cut to half of the width. */
static char *
renamed_text (CyanLabels *self, const char *old_name, const char *name)
{
  double room = CYAN_LABEL_MAX_WIDTH / 2 - self->arrow_width / 2;
  g_autofree char *from = cyan_labels_cut (self, old_name, room, CYAN_FONT_SIZE_NAME, TRUE);
  g_autofree char *to = cyan_labels_cut (self, name, room, CYAN_FONT_SIZE_NAME, TRUE);

  return from != NULL && to != NULL ? g_strconcat (from, ARROW, to, NULL) : NULL;
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
      label->text = old_name != NULL ? renamed_text (self, old_name, name)
                                     : cyan_labels_cut (self, name, CYAN_LABEL_MAX_WIDTH,
                                                        CYAN_FONT_SIZE_NAME, TRUE);
      if (label->text == NULL)
        label->text = g_strdup ("\xe2\x80\xa6");
      label->regular = cyan_font_width (self->layout, label->text, CYAN_FONT_SIZE_NAME, FALSE);
      label->bold = cyan_font_width (self->layout, label->text, CYAN_FONT_SIZE_NAME, TRUE);
      g_hash_table_insert (labels, key, label);
    }
  return label;
}

char *
cyan_labels_link_text (guint n_folded)
{
  return g_strdup_printf (ngettext ("%u call", "%u calls", n_folded), n_folded);
}

void
cyan_labels_measure (
    CyanNode node, guint n_folded, double *width, double *height, gpointer labels)
{
  CyanLabels *self = labels;

  *height = HEIGHT;
  if (n_folded > 0)
    {
      g_autofree char *text = cyan_labels_link_text (n_folded);

      *width = cyan_font_width (self->layout, text, CYAN_FONT_SIZE_SMALL, FALSE) + 2 * PADDING;
    }
  else
    {
      const CyanLabel *label = cyan_labels_get (self, node);

      *width = MAX (MAX (label->regular, label->bold) + self->sign_width + 2 * PADDING, MIN_WIDTH);
    }
}
