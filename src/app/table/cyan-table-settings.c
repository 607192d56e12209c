/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the settings remember of the table: which columns are shown, in which order and how wide,
 * and by which of them it is sorted.
 *
 * They are read when a table is made, and written when it is no longer seen.
 */
#include "cyan-settings.h"
#include "cyan-table-view-private.h"

#define COLUMNS_KEY "table-columns"
#define SORT_KEY    "table-sort"

/* The order of the calls, among the columns. */
#define AS_CALLED "calls"

/* Pixels; a wider column would hide all others. */
#define MAX_WIDTH 4096

/* CYAN_N_COLUMNS for none. */
static CyanColumn
find_column (const char *id)
{
  guint column = 0;

  while (column < CYAN_N_COLUMNS && !g_str_equal (cyan_columns[column].id, id))
    column++;
  return (CyanColumn) column;
}

CyanColumn
cyan_table_view_column_at (CyanTableView *self, guint place)
{
  g_autoptr (GObject) shown =
      g_list_model_get_item (gtk_column_view_get_columns (self->columns), place);
  guint column = 0;

  while (column < CYAN_N_COLUMNS && (gpointer) self->column[column].shown != shown)
    column++;
  return (CyanColumn) column;
}

void
cyan_table_view_restore_columns (CyanTableView *self)
{
  GSettings *settings = cyan_settings_get ();
  g_autoptr (GVariantIter) iter = NULL;
  gboolean chosen;
  const char *id;
  guint place = 0;
  gint32 width;

  if (settings == NULL)
    return;
  g_settings_get (settings, COLUMNS_KEY, "a(sbi)", &iter);
  while (g_variant_iter_next (iter, "(&sbi)", &id, &chosen, &width))
    {
      CyanColumn column = find_column (id);

      if (column == CYAN_N_COLUMNS || place == CYAN_N_COLUMNS)
        continue;
      self->column[column].chosen = chosen || column == CYAN_COLUMN_NAME;
      gtk_column_view_column_set_fixed_width (self->column[column].shown,
                                              width > 0 && width <= MAX_WIDTH ? width : -1);
      gtk_column_view_insert_column (self->columns, place++, self->column[column].shown);
    }
}

void
cyan_table_view_sort (CyanTableView *self, CyanColumn column, gboolean descending)
{
  self->is_sorting = TRUE;
  gtk_column_view_sort_by_column (self->columns,
                                  column < CYAN_N_COLUMNS ? self->column[column].shown : NULL,
                                  descending ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
  self->is_sorting = FALSE;
}

void
cyan_table_view_restore_sort (CyanTableView *self)
{
  GSettings *settings = cyan_settings_get ();
  g_autofree char *id = NULL;
  gboolean descending = FALSE;
  CyanColumn column = CYAN_N_COLUMNS;

  if (settings != NULL)
    {
      g_settings_get (settings, SORT_KEY, "(sb)", &id, &descending);
      column = find_column (id);
    }
  self->sort_is_chosen = column < CYAN_N_COLUMNS || g_strcmp0 (id, AS_CALLED) == 0;
  if (self->sort_is_chosen)
    cyan_table_view_sort (self, column, descending);
  else
    /* What changed most is what one looks for. */
    cyan_table_view_sort (self, CYAN_COLUMN_CHANGE,
                          cyan_session_direction (self->session) == CYAN_DIRECTION_SLOWER);
}

void
cyan_table_view_save (CyanTableView *self)
{
  GSettings *settings = cyan_settings_get ();
  g_auto (GVariantBuilder) columns = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("a(sbi)"));

  if (settings == NULL)
    return;
  for (guint place = 0; place < CYAN_N_COLUMNS; place++)
    {
      CyanColumn column = cyan_table_view_column_at (self, place);

      g_variant_builder_add (&columns, "(sbi)", cyan_columns[column].id,
                             self->column[column].chosen,
                             gtk_column_view_column_get_fixed_width (self->column[column].shown));
    }
  g_settings_set_value (settings, COLUMNS_KEY, g_variant_builder_end (&columns));
  if (self->sort_is_chosen)
    g_settings_set (settings, SORT_KEY, "(sb)",
                    self->sorted < CYAN_N_COLUMNS ? cyan_columns[self->sorted].id : AS_CALLED,
                    self->descending);
}
