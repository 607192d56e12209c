/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The columns of the similarity view. */
#include "cyan-history-parts.h"
#include "cyan-i18n.h"
#include "cyan-similarity-view-private.h"
#include "cyan-similarity-words.h"
#include "cyan-widgets.h"

/* Columns before those with numbers. */
typedef enum
{
  COLUMN_NAME,
  COLUMN_RANGE,
  COLUMN_CHANGE,
  COLUMN_NUMBER /* the first of CyanSimilarityColumn */
} Column;

/* By CyanSimilarityColumn; marked by N_(). */
static const char *const titles[] = {
  [CYAN_SIMILARITY_TOTAL_IMPACT] = N_ ("Total Impact"),
  /* Translators: the similarity coefficient */
  [CYAN_SIMILARITY_SC] = N_ ("SC"),
  [CYAN_SIMILARITY_CHANCE] = N_ ("Chance"),
  [CYAN_SIMILARITY_Q] = N_ ("q"),
  [CYAN_SIMILARITY_IMPACT] = N_ ("Impact"),
  [CYAN_SIMILARITY_CALLS] = N_ ("Calls"),
  [CYAN_SIMILARITY_CALLS_DIFF] = N_ ("Calls Diff"),
};

static GtkWidget *
name_cell_new (void)
{
  GtkWidget *name = cyan_label_new (NULL, NULL, 0);
  GtkWidget *place = cyan_label_new (NULL, "caption dim-label", 0);

  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_MIDDLE);
  /* The nearest callers say most. */
  gtk_label_set_ellipsize (GTK_LABEL (place), PANGO_ELLIPSIZE_START);
  gtk_label_set_width_chars (GTK_LABEL (name), 18);
  return cyan_column_new (0, name, place, NULL);
}

static void
show_name (GtkWidget *view, guint position, GtkWidget *cell)
{
  const CyanSimilarityRow *row;
  const CyanSimilarity *similarity = cyan_similarity_view_row (view, position, &row);
  GtkWidget *label = gtk_widget_get_first_child (cell);
  g_autofree char *name = cyan_similarity_name (similarity, row);
  g_autofree char *place = cyan_similarity_place (similarity, row);
  g_autofree char *stack = cyan_similarity_stack (similarity, row);
  g_autofree char *spoken = cyan_similarity_spoken (similarity, row);

  gtk_label_set_text (GTK_LABEL (label), name);
  cyan_label_show (GTK_LABEL (gtk_widget_get_next_sibling (label)), *place != '\0' ? place : NULL);
  gtk_widget_set_tooltip_text (cell, stack);
  cyan_widget_set_spoken (label, spoken);
}

static void
show_range (GtkWidget *view, guint position, GtkWidget *bar)
{
  const CyanSimilarityRow *row;
  const CyanSimilarity *similarity = cyan_similarity_view_row (view, position, &row);
  g_autofree double *values = g_new (double, similarity->n_runs[1]);
  g_autofree char *text = cyan_similarity_range (similarity, row);

  cyan_similarity_values (similarity, row, 1, values);
  cyan_range_bar_set (CYAN_RANGE_BAR (bar), row->spectrum.low, row->spectrum.high, values,
                      similarity->n_runs[1]);
  cyan_range_bar_set_changed (CYAN_RANGE_BAR (bar), row->changed);
  gtk_widget_set_tooltip_text (bar, text);
  cyan_widget_set_spoken (bar, text);
}

static void
fill_cell (GtkWidget *view, guint position, guint column, CyanRowCell *cell)
{
  const CyanSimilarityRow *row;
  const CyanSimilarity *similarity = cyan_similarity_view_row (view, position, &row);
  int direction = cyan_similarity_direction (row);

  cell->text =
      column == COLUMN_CHANGE
          ? g_strdup (cyan_similarity_change (row))
          : cyan_similarity_text (similarity, row, (CyanSimilarityColumn) (column - COLUMN_NUMBER));
  if (column <= COLUMN_NUMBER + CYAN_SIMILARITY_TOTAL_IMPACT && direction != 0)
    cell->style = direction > 0 ? "cyan-slower" : "cyan-faster";
  else if (column == COLUMN_CHANGE && !row->changed)
    cell->style = "dim-label";
}

void
cyan_similarity_append_columns (CyanRowTable *table, GtkWidget *view)
{
  cyan_row_table_append_widgets (table, _ ("Function"), name_cell_new, show_name, view, TRUE);
  cyan_row_table_append_widgets (table, _ ("Accepted Range"), cyan_range_bar_new, show_range, view,
                                 FALSE);
  cyan_row_table_append_column (table, _ ("Changed"), CYAN_ROW_COLUMN_TEXT, fill_cell, view);
  for (guint i = 0; i < CYAN_SIMILARITY_N_COLUMNS; i++)
    cyan_row_table_append_column (table, _ (titles[i]), CYAN_ROW_COLUMN_NUMBER, fill_cell, view);
}

void
cyan_similarity_show_calls (CyanRowTable *table, gboolean has_calls)
{
  for (guint i = CYAN_SIMILARITY_CALLS; i <= CYAN_SIMILARITY_CALLS_DIFF; i++)
    cyan_row_table_show_column (table, COLUMN_NUMBER + i, has_calls);
}
