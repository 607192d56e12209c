/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bars beside the line numbers: what each line costs by itself. */
#include "cyan-source-private.h"

#include "cyan-desktop-theme.h"
#include "cyan-i18n.h"
#include "cyan-theme.h"
#include "cyan-units.h"

#include <math.h>

/* Pixels. */
#define WIDTH  44
#define MARGIN 4
/* Of a line's height, and of what costs anything at all. */
#define THICKNESS 0.45
#define LEAST     2

struct _CyanCostBars
{
  GtkSourceGutterRenderer parent_instance;

  const CyanSourceCosts *costs; /* not owned; or NULL */
  double most;                  /* what has the whole width */
  CyanVerdict verdict;
};

G_DEFINE_FINAL_TYPE (CyanCostBars, cyan_cost_bars, GTK_SOURCE_TYPE_GUTTER_RENDERER)

static GdkRGBA
color_of (const CyanCostBars *self)
{
  CyanTheme theme = cyan_desktop_theme ();
  CyanPaint paint;

  if (self->verdict == CYAN_VERDICT_UNCHANGED)
    return cyan_desktop_rgba (cyan_theme_foreground (&theme), theme.high_contrast ? 0.9 : 0.45);
  cyan_theme_paint (&theme, self->verdict, CYAN_CHANGE_MODIFIED, FALSE, &paint);
  return cyan_desktop_rgba (paint.fill, 1);
}

static double
value_at (const CyanCostBars *self, guint line)
{
  return self->costs != NULL && line < self->costs->n_lines ? self->costs->values[line] : 0;
}

static void
cyan_cost_bars_snapshot_line (GtkSourceGutterRenderer *renderer,
                              GtkSnapshot *snapshot,
                              GtkSourceGutterLines *lines,
                              guint line)
{
  CyanCostBars *self = CYAN_COST_BARS (renderer);
  double value = value_at (self, line), room = WIDTH - 2 * MARGIN;
  GdkRGBA color;
  GtkTextView *view =
      GTK_TEXT_VIEW (gtk_source_gutter_renderer_get_view (GTK_SOURCE_GUTTER_RENDERER (renderer)));
  float length, thickness;
  GtkTextIter iter;
  int top, y, height;

  if (value == 0 || self->most <= 0)
    return;
  gtk_source_gutter_lines_get_iter_at_line (lines, &iter, line);
  gtk_text_view_get_line_yrange (view, &iter, &top, &height);
  gtk_text_view_buffer_to_window_coords (view, GTK_TEXT_WINDOW_LEFT, 0, top, NULL, &y);
  color = color_of (self);
  length = (float) MAX (round (room * CLAMP (fabs (value) / self->most, 0, 1)), LEAST);
  thickness = (float) round (height * THICKNESS);
  gtk_snapshot_append_color (snapshot, &color,
                             &GRAPHENE_RECT_INIT (WIDTH - MARGIN - length,
                                                  (float) y + roundf ((height - thickness) / 2),
                                                  length, thickness));
}

/* "12.3 ms, 45.6 % of what the function costs itself"; NULL if the line costs nothing. */
static char *
words_of (const CyanCostBars *self, guint line)
{
  g_autofree char *value = NULL;
  g_autofree char *part = NULL;

  if (value_at (self, line) == 0)
    return NULL;
  value = cyan_value_to_text (value_at (self, line), self->costs->unit);
  if (self->costs->own <= 0)
    return g_steal_pointer (&value);
  part = cyan_share_to_text (value_at (self, line) / self->costs->own);
  /* Translators: a cost, and a percentage. */
  return g_strdup_printf (_ ("%s, %s of what the function costs by itself"), value, part);
}

char *
cyan_cost_bars_words (CyanCostBars *self, guint line)
{
  return words_of (self, line);
}

static gboolean
on_query_tooltip (CyanCostBars *self, int x, int y, gboolean by_key, GtkTooltip *tooltip)
{
  GtkTextView *view =
      GTK_TEXT_VIEW (gtk_source_gutter_renderer_get_view (GTK_SOURCE_GUTTER_RENDERER (self)));
  g_autofree char *words = NULL;
  GtkTextIter iter;
  int buffer_y;

  gtk_text_view_window_to_buffer_coords (view, GTK_TEXT_WINDOW_LEFT, x, y, NULL, &buffer_y);
  gtk_text_view_get_line_at_y (view, &iter, buffer_y, NULL);
  words = words_of (self, (guint) gtk_text_iter_get_line (&iter));
  gtk_tooltip_set_text (tooltip, words);
  return words != NULL;
}

static void
cyan_cost_bars_class_init (CyanCostBarsClass *class)
{
  GTK_SOURCE_GUTTER_RENDERER_CLASS (class)->snapshot_line = cyan_cost_bars_snapshot_line;
}

static void
cyan_cost_bars_init (CyanCostBars *self)
{
  gtk_widget_set_size_request (GTK_WIDGET (self), WIDTH, -1);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (on_query_tooltip), NULL);
  cyan_desktop_theme_follow (self, G_CALLBACK (gtk_widget_queue_draw));
}

GtkSourceGutterRenderer *
cyan_cost_bars_new (void)
{
  return g_object_new (CYAN_TYPE_COST_BARS, NULL);
}

void
cyan_cost_bars_show (CyanCostBars *self,
                     const CyanSourceCosts *costs,
                     double most,
                     CyanVerdict verdict)
{
  self->costs = costs;
  self->most = most;
  self->verdict = verdict;
  gtk_widget_set_visible (GTK_WIDGET (self), costs != NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
