/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sum below the ranking. */
#include "cyan-start-rest.h"

#include "cyan-i18n.h"
#include "cyan-name-labels.h"
#include "cyan-start-words.h"

#include <math.h>

#define MAX_SHIFTS 3
/* A smaller part of the run is 0 in print. */
#define PRINTED 0.00005

static GtkWidget *
cell_new (GtkGrid *grid, const char *text, int column, int row, gboolean is_sum)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), column == 0 ? 0 : 1);
  gtk_label_set_yalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), column == 0);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars (GTK_LABEL (label), column == 0 ? 24 : -1);
  gtk_widget_set_hexpand (label, column == 0);
  gtk_widget_add_css_class (label, is_sum ? "cyan-bold" : "dim-label");
  if (column == 1)
    {
      gtk_widget_add_css_class (label, "numeric");
      gtk_widget_set_direction (label, GTK_TEXT_DIR_LTR);
    }
  gtk_grid_attach (grid, label, column, row, 1, 1);
  return label;
}

static int
next_row (GtkGrid *grid)
{
  int row = 0;

  while (gtk_grid_get_child_at (grid, 0, row) != NULL)
    row++;
  return row;
}

static void
add_sum (GtkGrid *grid, const CyanComparison *comparison, double value)
{
  g_autofree char *amount = cyan_amount_text (comparison, value);
  int row = next_row (grid);

  cell_new (grid, _ ("in all"), 0, row, TRUE);
  cell_new (grid, amount, 1, row, TRUE);
}

/* @tooltip may be NULL. */
static void
add_part (GtkGrid *grid,
          const CyanComparison *comparison,
          const char *title,
          const char *tooltip,
          double value,
          double run)
{
  g_autofree char *amount = cyan_amount_text (comparison, value);
  int row = next_row (grid);

  if (!(fabs (value) >= PRINTED * run))
    return;
  gtk_widget_set_tooltip_text (cell_new (grid, title, 0, row, FALSE), tooltip);
  cell_new (grid, amount, 1, row, FALSE);
}

static void
add_shift (GtkGrid *grid, const CyanComparison *comparison, const CyanShift *shift)
{
  g_autofree char *from =
      cyan_name_for_sentence (cyan_comparison_pair_label (comparison, shift->from));
  g_autofree char *to = cyan_name_for_sentence (cyan_comparison_pair_label (comparison, shift->to));
  g_autofree char *title = cyan_shift_text (shift, from, to);

  /* It is told although next to nothing is left of it. */
  add_part (grid, comparison, title, _ ("What is left of the change where code only moved"),
            shift->net, 0);
}

void
cyan_start_rest_fill (GtkGrid *grid,
                      const CyanComparison *comparison,
                      const CyanRanking *ranking,
                      guint n_rows)
{
  guint n_others = ranking->n - n_rows;
  g_autofree char *others =
      g_strdup_printf (ngettext ("%'u other function", "%'u other functions", n_others), n_others);
  double of_others = 0, of_shifts = 0;

  while (gtk_grid_get_child_at (grid, 0, 0) != NULL)
    gtk_grid_remove_row (grid, 0);
  for (guint i = n_rows; i < ranking->n; i++)
    of_others += ranking->at[i].contribution;
  add_part (grid, comparison, others, NULL, of_others, ranking->before);
  for (guint i = 0; i < ranking->n_shifts; i++)
    if (i < MAX_SHIFTS)
      add_shift (grid, comparison, &ranking->shifts[i]);
    else
      of_shifts += ranking->shifts[i].net;
  add_part (grid, comparison, _ ("other code that moved"), NULL, of_shifts, ranking->before);
  add_part (grid, comparison, _ ("side effects"),
            _ ("Functions whose source is the same, as is that of all their callers"),
            ranking->side_effects, ranking->before);
  add_part (grid, comparison, _ ("environment"),
            _ ("The garbage collector, new pages of memory, imports"), ranking->environment,
            ranking->before);
  add_part (grid, comparison, _ ("pruned contexts"), NULL, ranking->pruned, ranking->before);
  add_sum (grid, comparison, ranking->difference);
}
