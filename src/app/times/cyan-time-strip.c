/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row for each side, what is selected in it, and a button that selects all again. */
#include "cyan-time-strip.h"

#include "cyan-i18n.h"
#include "cyan-time-row.h"
#include "cyan-units.h"
#include "cyan-widgets.h"

struct _CyanTimeStrip
{
  GtkWidget parent_instance;

  CyanTimeRow *rows[2]; /* children of the grid */
  GtkWidget *ranges[2]; /* labels */
  GtkWidget *clear_button;
};

G_DEFINE_FINAL_TYPE (CyanTimeStrip, cyan_time_strip, GTK_TYPE_WIDGET)

static const char *const side_names[2] = { N_ ("Before"), N_ ("After") };

static void
show_ranges (CyanTimeStrip *self)
{
  gboolean any = FALSE;

  for (guint side = 0; side < 2; side++)
    {
      double from, to, length = cyan_time_row_get_length (self->rows[side]);
      gboolean has = cyan_time_row_get_range (self->rows[side], &from, &to);
      g_autofree char *text = cyan_value_to_text (has ? (to - from) * length : length, "ns");

      any |= has;
      gtk_label_set_text (GTK_LABEL (self->ranges[side]), length > 0 ? text : "");
      gtk_widget_set_sensitive (GTK_WIDGET (self->rows[side]), length > 0);
    }
  gtk_widget_set_sensitive (self->clear_button, any);
}

static void
on_range (CyanTimeRow *row, gboolean both, CyanTimeStrip *self)
{
  CyanTimeRow *other = self->rows[row == self->rows[0] ? 1 : 0];
  double from, to;

  cyan_time_row_get_range (row, &from, &to);
  if (both && cyan_time_row_get_length (other) > 0)
    cyan_time_row_set_range (other, from, to);
  show_ranges (self);
  g_signal_emit_by_name (self, "ranges-changed");
}

void
cyan_time_strip_clear (CyanTimeStrip *self)
{
  for (guint side = 0; side < 2; side++)
    cyan_time_row_set_range (self->rows[side], 0, 0);
  show_ranges (self);
  g_signal_emit_by_name (self, "ranges-changed");
}

gboolean
cyan_time_strip_set_recordings (CyanTimeStrip *self, CyanProfile *before, CyanProfile *after)
{
  gboolean has_before = cyan_time_row_set_profile (self->rows[0], before);
  gboolean has_after = cyan_time_row_set_profile (self->rows[1], after);

  show_ranges (self);
  return has_before || has_after;
}

char *
cyan_time_strip_get_range (CyanTimeStrip *self, guint side)
{
  static const struct
  {
    const char *unit;
    double ns;
  } units[] = { { "s", 1e9 }, { "ms", 1e6 }, { "us", 1e3 } };
  double from, to, length = cyan_time_row_get_length (self->rows[side]);
  char texts[2][G_ASCII_DTOSTR_BUF_SIZE];
  guint unit = 0;

  if (!cyan_time_row_get_range (self->rows[side], &from, &to))
    return NULL;
  while (unit + 1 < G_N_ELEMENTS (units) && length < units[unit].ns)
    unit++;
  g_ascii_formatd (texts[0], sizeof texts[0], "%.3f", from * length / units[unit].ns);
  g_ascii_formatd (texts[1], sizeof texts[1], "%.3f", to * length / units[unit].ns);
  /* A range shorter than a thousandth of the unit is none. */
  if (g_str_equal (texts[0], texts[1]))
    return NULL;
  return g_strdup_printf ("%s%s..%s%s", texts[0], units[unit].unit, texts[1], units[unit].unit);
}

static void
cyan_time_strip_class_init (CyanTimeStripClass *class)
{
  cyan_children_own (class, NULL);
  cyan_signal_new (class, "ranges-changed", 0);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
}

static void
cyan_time_strip_init (CyanTimeStrip *self)
{
  GtkWidget *grid = gtk_grid_new ();

  gtk_grid_set_column_spacing (GTK_GRID (grid), 6);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 2);
  cyan_widget_set_margins (grid, 6, 3);
  for (guint side = 0; side < 2; side++)
    {
      GtkWidget *row = g_object_new (CYAN_TYPE_TIME_ROW, NULL);

      cyan_cell_new (GTK_GRID (grid), _ (side_names[side]), "caption dim-label", 0, side);
      self->rows[side] = CYAN_TIME_ROW (row);
      cyan_time_row_set_name (self->rows[side], _ (side_names[side]));
      g_signal_connect (row, "range-changed", G_CALLBACK (on_range), self);
      gtk_grid_attach (GTK_GRID (grid), row, 1, (int) side, 1, 1);
      self->ranges[side] = cyan_cell_new (GTK_GRID (grid), "", "caption numeric", 2, side);
      gtk_label_set_width_chars (GTK_LABEL (self->ranges[side]), 8);
    }
  self->clear_button = cyan_icon_button_new ("cyan-zoom-fit-best-symbolic", _ ("All of the Time"));
  g_signal_connect_swapped (self->clear_button, "clicked", G_CALLBACK (cyan_time_strip_clear),
                            self);
  gtk_widget_set_valign (self->clear_button, GTK_ALIGN_CENTER);
  gtk_grid_attach (GTK_GRID (grid), self->clear_button, 3, 0, 1, 2);
  gtk_widget_set_parent (grid, GTK_WIDGET (self));
  show_ranges (self);
}
