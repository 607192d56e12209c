/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The columns of the table: their cells, which of them are shown, and by which rows are sorted.
 *
 * The settings remember which are shown, in which order and how wide, and by which of them rows are
 * sorted.  They are read when a table is made, and written when it is no longer seen.
 */
#include "cyan-i18n.h"
#include "cyan-settings.h"
#include "cyan-table-private.h"
#include "cyan-widgets.h"

static void
on_setup (CyanTableColumn *column, GtkListItem *item)
{
  gtk_list_item_set_child (item, cyan_table_cell_new (&column->view->look, column->column));
}

static void
on_bind (CyanTableColumn *column, GtkListItem *item)
{
  GtkWidget *cell = gtk_list_item_get_child (item);

  g_hash_table_add (column->view->cells, cell);
  cyan_table_cell_set_item (CYAN_TABLE_CELL (cell), item);
}

static void
on_unbind (CyanTableColumn *column, GtkListItem *item)
{
  GtkWidget *cell = gtk_list_item_get_child (item);

  g_hash_table_remove (column->view->cells, cell);
  cyan_table_cell_set_item (CYAN_TABLE_CELL (cell), NULL);
}

/* The headings sort, but rows are sorted by the model.  Asked to compare two items, a column says
 * that it was asked, and that the first item is the smaller one. */
typedef struct
{
  GObject *items[2];
  CyanColumn asked;
} Probe;

static Probe *
probe (void)
{
  static Probe probe;

  if (probe.items[0] == NULL)
    for (guint i = 0; i < 2; i++)
      probe.items[i] = g_object_new (G_TYPE_OBJECT, NULL);
  return &probe;
}

static int
compare_probe (gconstpointer a, gconstpointer b, gpointer data)
{
  const CyanTableColumn *column = data;

  probe ()->asked = column->column;
  return a == probe ()->items[0] ? -1 : 1;
}

static void
on_sorter (CyanTableView *self)
{
  Probe *about = probe ();
  GtkOrdering order;

  if (self->model == NULL)
    return;
  about->asked = CYAN_N_COLUMNS;
  order = gtk_sorter_compare (gtk_column_view_get_sorter (self->columns), about->items[0],
                              about->items[1]);
  if (self->mode != CYAN_TABLE_CALLERS)
    {
      self->sorted = about->asked;
      self->descending = order == GTK_ORDERING_LARGER;
      self->sort_is_chosen |= !self->is_sorting;
    }
  cyan_table_model_set_order (self->model, about->asked, order == GTK_ORDERING_LARGER);
}

static void
add_column (CyanTableView *self, CyanColumn number)
{
  CyanTableColumn *column = &self->column[number];
  GtkListItemFactory *factory =
      cyan_factory_new (G_CALLBACK (on_setup), G_CALLBACK (on_bind), column, NULL);
  g_autoptr (GtkSorter) sorter = GTK_SORTER (gtk_custom_sorter_new (compare_probe, column, NULL));

  g_signal_connect_swapped (factory, "unbind", G_CALLBACK (on_unbind), column);
  column->view = self;
  column->column = number;
  column->chosen = (cyan_columns[number].shown & CYAN_COLUMN_SHOWN) != 0;
  for (guint i = 0; i < 2; i++)
    column->of_callers[i] =
        (cyan_columns[number].shown & (guint) (CYAN_COLUMN_SHOWN_OF_CALLERS << i)) != 0;
  column->shown = gtk_column_view_column_new (_ (cyan_columns[number].title), factory);
  gtk_column_view_column_set_sorter (column->shown, sorter);
  gtk_column_view_column_set_resizable (column->shown, TRUE);
  gtk_column_view_column_set_expand (column->shown, number == CYAN_COLUMN_NAME);
  gtk_column_view_append_column (self->columns, column->shown);
  g_object_unref (column->shown);
}

void
cyan_table_view_add_columns (CyanTableView *self)
{
  for (guint i = 0; i < CYAN_N_COLUMNS; i++)
    add_column (self, (CyanColumn) i);
  g_signal_connect_object (gtk_column_view_get_sorter (self->columns), "changed",
                           G_CALLBACK (on_sorter), self, G_CONNECT_SWAPPED);
}

/* Whether there is anything to say in a column. */
static gboolean
has_column (CyanTableView *self, CyanColumn column)
{
  const CyanComparison *comparison = cyan_session_comparison (self->session);

  if (comparison->compared.single && cyan_columns[column].single_title == NULL)
    return FALSE;
  if (column >= CYAN_COLUMN_CALLS_BEFORE && column <= CYAN_COLUMN_PER_CALL_AFTER)
    return comparison->compared.single || comparison->compared.has_calls;
  if (column == CYAN_COLUMN_SOURCE)
    return cyan_source_table_has_sources (cyan_session_model (self->session)->sources);
  if (column >= CYAN_COLUMN_HOSTS_BEFORE && column <= CYAN_COLUMN_LARGEST_AFTER)
    return self->mode == CYAN_TABLE_TREE
           && cyan_comparison_hosts (comparison, cyan_columns[column].side) != NULL;
  if (column == CYAN_COLUMN_Q)
    return comparison->noise.kind != CYAN_NOISE_UNKNOWN;
  return TRUE;
}

gboolean *
cyan_table_view_chosen (CyanTableView *self, CyanColumn column)
{
  if (self->mode != CYAN_TABLE_CALLERS)
    return &self->column[column].chosen;
  return &self->column[column].of_callers[cyan_session_comparison (self->session)->compared.single];
}

void
cyan_table_view_show_columns (CyanTableView *self)
{
  if (self->session == NULL)
    return;
  for (guint i = 0; i < CYAN_N_COLUMNS; i++)
    {
      gboolean single = cyan_session_comparison (self->session)->compared.single;
      gboolean has = has_column (self, (CyanColumn) i);
      g_autofree char *name = g_strconcat ("column-", cyan_columns[i].id, NULL);
      GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->actions), name);

      gboolean chosen = *cyan_table_view_chosen (self, (CyanColumn) i);

      if (action != NULL)
        {
          g_simple_action_set_enabled (G_SIMPLE_ACTION (action), has);
          g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_boolean (chosen));
        }
      self->look.is_shown[i] = has && chosen;
      if (has)
        gtk_column_view_column_set_title (
            self->column[i].shown,
            _ (single ? cyan_columns[i].single_title : cyan_columns[i].title));
      gtk_column_view_column_set_visible (self->column[i].shown, self->look.is_shown[i]);
    }
  cyan_table_view_update_cells (self);
}

/* ---- settings ---- */

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
  g_autoptr (GVariant) columns = NULL;
  GVariantIter iter;
  gboolean chosen;
  const char *id;
  guint place = 0;
  gint32 width;

  g_object_get (cyan_settings_get (), COLUMNS_KEY, &columns, NULL);
  g_variant_iter_init (&iter, columns);
  while (g_variant_iter_next (&iter, "(&sbi)", &id, &chosen, &width))
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
  g_autoptr (GVariant) sort = NULL;
  const char *id;
  gboolean descending;
  CyanColumn column;

  g_object_get (cyan_settings_get (), SORT_KEY, &sort, NULL);
  g_variant_get (sort, "(&sb)", &id, &descending);
  column = find_column (id);
  self->sort_is_chosen = column < CYAN_N_COLUMNS || strcmp (id, AS_CALLED) == 0;
  if (self->sort_is_chosen)
    cyan_table_view_sort (self, column, descending);
  else
    /* The default order: the largest change first. */
    cyan_table_view_sort (self, CYAN_COLUMN_CHANGE,
                          cyan_session_direction (self->session) == CYAN_DIRECTION_SLOWER);
}

void
cyan_table_view_save (CyanTableView *self)
{
  g_auto (GVariantBuilder) columns = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("a(sbi)"));

  for (guint place = 0; place < CYAN_N_COLUMNS; place++)
    {
      CyanColumn column = cyan_table_view_column_at (self, place);

      g_variant_builder_add (&columns, "(sbi)", cyan_columns[column].id,
                             self->column[column].chosen,
                             gtk_column_view_column_get_fixed_width (self->column[column].shown));
    }
  g_object_set (cyan_settings_get (), COLUMNS_KEY, g_variant_builder_end (&columns), NULL);
  if (self->sort_is_chosen)
    g_object_set (
        cyan_settings_get (), SORT_KEY,
        g_variant_new ("(sb)",
                       self->sorted < CYAN_N_COLUMNS ? cyan_columns[self->sorted].id : AS_CALLED,
                       self->descending),
        NULL);
}
