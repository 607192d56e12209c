/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sum below the ranking. */
#include "cyan-start-rest.h"

#include "cyan-i18n.h"
#include "cyan-name-labels.h"
#include "cyan-ranking-words.h"

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

/* @tooltip may be NULL. */
static void
add_line (
    GtkGrid *grid, const char *title, const char *tooltip, const char *amount, gboolean is_sum)
{
  int row = next_row (grid);

  gtk_widget_set_tooltip_text (cell_new (grid, title, 0, row, is_sum), tooltip);
  cell_new (grid, amount, 1, row, is_sum);
}

static char *
title_of (const CyanComparison *comparison, const CyanRestPart *part)
{
  g_autofree char *from = NULL, *to = NULL;

  if (part->shift == NULL)
    return cyan_rest_part_text (part);
  from = cyan_name_for_sentence (cyan_comparison_pair_label (comparison, part->shift->from));
  to = cyan_name_for_sentence (cyan_comparison_pair_label (comparison, part->shift->to));
  return cyan_shift_text (part->shift, from, to);
}

static const char *
tooltip_of (const CyanRestPart *part)
{
  switch (part->kind)
    {
    case CYAN_REST_SIDE_EFFECTS:
      return _ ("Functions whose source is the same, as is that of all their callers");
    case CYAN_REST_ENVIRONMENT:
      return _ ("The garbage collector, new pages of memory, imports");
    case CYAN_REST_SHIFT:
    case CYAN_REST_SHIFTS:
      return _ ("What is left of the change where code only moved");
    case CYAN_REST_FUNCTIONS:
    case CYAN_REST_PRUNED:
    default:
      return NULL;
    }
}

void
cyan_start_rest_fill (GtkGrid *grid,
                      const CyanComparison *comparison,
                      const CyanRanking *ranking,
                      guint n_rows)
{
  g_autoptr (GArray) parts = cyan_ranking_list_rest (ranking, comparison, n_rows);
  g_autofree char *whole = cyan_comparison_delta_text (comparison, ranking->difference);

  while (gtk_grid_get_child_at (grid, 0, 0) != NULL)
    gtk_grid_remove_row (grid, 0);
  for (guint i = 0; i < parts->len; i++)
    {
      const CyanRestPart *part = &g_array_index (parts, CyanRestPart, i);
      g_autofree char *title = title_of (comparison, part);
      g_autofree char *amount = cyan_comparison_delta_text (comparison, part->value);

      add_line (grid, title, tooltip_of (part), amount, FALSE);
    }
  add_line (grid, _ ("in all"), NULL, whole, TRUE);
}
