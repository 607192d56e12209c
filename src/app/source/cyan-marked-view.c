/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A source view with changed lines, and changed words in them, behind its text. */
#include "cyan-marked-view.h"

#include "cyan-word-diff.h"

#include <adwaita.h>

struct _CyanMarkedView
{
  GtkSourceView parent_instance;

  GArray *changes; /* owned reference, or NULL */
  GArray *words;   /* likewise */
  gboolean is_before;
  int current;
};

G_DEFINE_FINAL_TYPE (CyanMarkedView, cyan_marked_view, GTK_SOURCE_TYPE_VIEW)

CyanLineKind
cyan_line_kind (const CyanLineChange *change)
{
  if (change->before_count == 0)
    return CYAN_LINE_ADDED;
  return change->after_count == 0 ? CYAN_LINE_REMOVED : CYAN_LINE_CHANGED;
}

GdkRGBA
cyan_line_kind_color (CyanLineKind kind, gboolean is_current)
{
  /* By dark, kind, current: text of the Adwaita schemes stays readable on each. */
  static const char *const colors[2][3][2] = {
    { { "#d9f2e3", "#b2e3c7" }, { "#fbdcdb", "#f6bab8" }, { "#fcf1cf", "#f8e096" } },
    { { "#1d3b2c", "#22543a" }, { "#4a2627", "#6b2c2e" }, { "#443a1c", "#62511c" } },
  };
  gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  GdkRGBA color;

  gdk_rgba_parse (&color, colors[dark != 0][kind][is_current != 0]);
  return color;
}

GdkRGBA
cyan_marked_word_color (void)
{
  gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  GdkRGBA color;

  gdk_rgba_parse (&color, dark ? "#7d600c" : "#f2ca4e");
  return color;
}

/* The upper end of @line, from 0; the lower end of the text for a line that is not there. */
static int
top_of_line (GtkTextView *view, guint line)
{
  GtkTextIter iter;
  int top, height;

  if (gtk_text_buffer_get_iter_at_line (gtk_text_view_get_buffer (view), &iter, (int) line))
    {
      gtk_text_view_get_line_yrange (view, &iter, &top, NULL);
      return top;
    }
  gtk_text_view_get_line_yrange (view, &iter, &top, &height);
  return top + height;
}

static void
snapshot_changes (CyanMarkedView *self, GtkSnapshot *snapshot)
{
  GtkTextView *view = GTK_TEXT_VIEW (self);
  GdkRectangle seen;

  gtk_text_view_get_visible_rect (view, &seen);
  for (guint i = 0; i < self->changes->len; i++)
    {
      const CyanLineChange *change = &g_array_index (self->changes, CyanLineChange, i);
      guint start = self->is_before ? change->before_start : change->after_start;
      guint count = self->is_before ? change->before_count : change->after_count;
      int top = top_of_line (view, start);
      /* Where nothing is, a line says where it would be. */
      int bottom = count > 0 ? top_of_line (view, start + count) : top + 1;
      GdkRGBA color;

      if (top > seen.y + seen.height)
        break;
      if (bottom < seen.y)
        continue;
      top = MAX (top, seen.y - 1);
      bottom = MIN (bottom, seen.y + seen.height + 1);
      color =
          cyan_line_kind_color (cyan_line_kind (change), count == 0 || (int) i == self->current);
      gtk_snapshot_append_color (snapshot, &color,
                                 &GRAPHENE_RECT_INIT ((float) seen.x - 100, (float) top,
                                                      (float) seen.width + 200,
                                                      (float) (bottom - top)));
    }
}

/* The first word at or below @line. */
static guint
first_word_at (const GArray *words, guint line)
{
  guint low = 0, high = words->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (words, CyanWordMark, middle).line < line)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static gboolean
rect_of_byte (GtkTextView *view, guint line, guint byte, GdkRectangle *rect)
{
  GtkTextIter iter;

  if (!gtk_text_buffer_get_iter_at_line_index (gtk_text_view_get_buffer (view), &iter, (int) line,
                                               (int) byte))
    return FALSE;
  gtk_text_view_get_iter_location (view, &iter, rect);
  return TRUE;
}

static void
snapshot_words (CyanMarkedView *self, GtkSnapshot *snapshot)
{
  GtkTextView *view = GTK_TEXT_VIEW (self);
  GdkRGBA color = cyan_marked_word_color ();
  GdkRectangle seen;
  GtkTextIter top;

  gtk_text_view_get_visible_rect (view, &seen);
  gtk_text_view_get_line_at_y (view, &top, seen.y, NULL);
  for (guint i = first_word_at (self->words, (guint) gtk_text_iter_get_line (&top));
       i < self->words->len; i++)
    {
      const CyanWordMark *word = &g_array_index (self->words, CyanWordMark, i);
      GdkRectangle from, to;

      if (!rect_of_byte (view, word->line, word->start, &from)
          || !rect_of_byte (view, word->line, word->end, &to) || from.y > seen.y + seen.height)
        break;
      gtk_snapshot_append_color (snapshot, &color,
                                 &GRAPHENE_RECT_INIT ((float) from.x, (float) from.y,
                                                      (float) MAX (to.x - from.x, 2),
                                                      (float) from.height));
    }
}

static void
cyan_marked_view_snapshot_layer (GtkTextView *view, GtkTextViewLayer layer, GtkSnapshot *snapshot)
{
  CyanMarkedView *self = CYAN_MARKED_VIEW (view);

  if (layer == GTK_TEXT_VIEW_LAYER_BELOW_TEXT && self->changes != NULL)
    snapshot_changes (self, snapshot);
  if (layer == GTK_TEXT_VIEW_LAYER_BELOW_TEXT && self->words != NULL)
    snapshot_words (self, snapshot);
  GTK_TEXT_VIEW_CLASS (cyan_marked_view_parent_class)->snapshot_layer (view, layer, snapshot);
}

static void
cyan_marked_view_finalize (GObject *object)
{
  g_clear_pointer (&CYAN_MARKED_VIEW (object)->changes, g_array_unref);
  g_clear_pointer (&CYAN_MARKED_VIEW (object)->words, g_array_unref);
  G_OBJECT_CLASS (cyan_marked_view_parent_class)->finalize (object);
}

static void
cyan_marked_view_class_init (CyanMarkedViewClass *class)
{
  G_OBJECT_CLASS (class)->finalize = cyan_marked_view_finalize;
  GTK_TEXT_VIEW_CLASS (class)->snapshot_layer = cyan_marked_view_snapshot_layer;
}

static void
cyan_marked_view_init (CyanMarkedView *self)
{
  self->current = -1;
}

void
cyan_marked_view_set_changes (CyanMarkedView *self,
                              GArray *changes,
                              gboolean is_before,
                              int current)
{
  if (changes != NULL)
    g_array_ref (changes);
  g_clear_pointer (&self->changes, g_array_unref);
  self->changes = changes;
  self->is_before = is_before;
  self->current = current;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
cyan_marked_view_set_words (CyanMarkedView *self, GArray *words)
{
  if (words != NULL)
    g_array_ref (words);
  g_clear_pointer (&self->words, g_array_unref);
  self->words = words;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
