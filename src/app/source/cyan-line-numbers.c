/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The gutter of the source pane. */
#include "cyan-source-private.h"

#include <string.h>

struct _CyanLineNumbers
{
  GtkSourceGutterRendererText parent_instance;

  guint first;
  guint n_lines;
  char *signs; /* by line; 0: none */
};

G_DEFINE_FINAL_TYPE (CyanLineNumbers, cyan_line_numbers, GTK_SOURCE_TYPE_GUTTER_RENDERER_TEXT)

static void
measure_again (CyanLineNumbers *self)
{
  char widest[32];
  int width;

  g_snprintf (widest, sizeof widest, "%u ~", MAX (self->first + self->n_lines, 100));
  for (char *p = widest; g_ascii_isdigit (*p); p++)
    *p = '0';
  gtk_source_gutter_renderer_text_measure (GTK_SOURCE_GUTTER_RENDERER_TEXT (self), widest, &width,
                                           NULL);
  gtk_widget_set_size_request (GTK_WIDGET (self), width, -1);
}

static void
cyan_line_numbers_query_data (GtkSourceGutterRenderer *renderer,
                              GtkSourceGutterLines *lines,
                              guint line)
{
  CyanLineNumbers *self = CYAN_LINE_NUMBERS (renderer);
  char sign = line < self->n_lines ? self->signs[line] : 0;
  char text[32];
  int length;

  length = g_snprintf (text, sizeof text, "%u %s", self->first + line,
                       sign == '-'   ? "\xe2\x88\x92"
                       : sign == '+' ? "+"
                       : sign == '~' ? "~"
                                     : " ");
  gtk_source_gutter_renderer_text_set_text (GTK_SOURCE_GUTTER_RENDERER_TEXT (self), text, length);
}

static void
cyan_line_numbers_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (cyan_line_numbers_parent_class)->css_changed (widget, change);
  measure_again (CYAN_LINE_NUMBERS (widget));
}

static void
cyan_line_numbers_finalize (GObject *object)
{
  g_free (CYAN_LINE_NUMBERS (object)->signs);
  G_OBJECT_CLASS (cyan_line_numbers_parent_class)->finalize (object);
}

static void
cyan_line_numbers_class_init (CyanLineNumbersClass *class)
{
  G_OBJECT_CLASS (class)->finalize = cyan_line_numbers_finalize;
  GTK_WIDGET_CLASS (class)->css_changed = cyan_line_numbers_css_changed;
  GTK_SOURCE_GUTTER_RENDERER_CLASS (class)->query_data = cyan_line_numbers_query_data;
}

static void
cyan_line_numbers_init (CyanLineNumbers *self)
{
  self->first = 1;
  gtk_widget_set_direction (GTK_WIDGET (self), GTK_TEXT_DIR_LTR);
}

GtkSourceGutterRenderer *
cyan_line_numbers_new (void)
{
  return g_object_new (CYAN_TYPE_LINE_NUMBERS, "xalign", 1.0f, "xpad", 6, NULL);
}

void
cyan_line_numbers_set_range (CyanLineNumbers *self, guint first, guint n_lines)
{
  self->first = first;
  self->n_lines = n_lines;
  g_free (self->signs);
  self->signs = g_new0 (char, n_lines + 1);
  measure_again (self);
}

void
cyan_line_numbers_set_sign (CyanLineNumbers *self, guint line, guint count, char sign)
{
  for (guint i = line; i < MIN (line + count, self->n_lines); i++)
    self->signs[i] = sign;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
