/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table: its columns, and how it follows the session. */
#include "cyan-table-view-private.h"

#include "cyan-desktop-theme.h"
#include "cyan-i18n.h"
#include "cyan-name-short.h"
#include "cyan-scroll-start.h"
#include "cyan-text.h"

#include <adwaita.h>

/* Characters of a function's name above the table. */
#define HEADING_CHARS 80
/* Frames before new rows are scrolled to. */
#define WAIT_FRAMES 1

G_DEFINE_FINAL_TYPE (CyanTableView, cyan_table_view, GTK_TYPE_WIDGET)

/* ---- rows ---- */

guint
cyan_table_view_cursor (CyanTableView *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  g_autoptr (GtkBitset) selected = NULL;

  if (focus != NULL && g_hash_table_contains (self->cells, focus))
    return cyan_table_cell_position (CYAN_TABLE_CELL (focus));
  selected = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->model));
  return gtk_bitset_is_empty (selected) ? CYAN_OUTLINE_NONE : gtk_bitset_get_minimum (selected);
}

/* The list inside the column view, whose actions scroll. */
static GtkWidget *
list_of (CyanTableView *self)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->columns));

  while (child != NULL && !GTK_IS_LIST_VIEW (child))
    child = gtk_widget_get_next_sibling (child);
  return child;
}

static void
scroll_to (CyanTableView *self, guint position)
{
  GtkWidget *list = list_of (self);

  if (list != NULL)
    gtk_widget_activate_action (list, "list.scroll-to-item", "u", position);
}

/* The cell that stands for the row, or NULL if it is far away. */
static GtkWidget *
find_cell (CyanTableView *self, guint position)
{
  GHashTableIter iter;
  gpointer cell;

  g_hash_table_iter_init (&iter, self->cells);
  while (g_hash_table_iter_next (&iter, &cell, NULL))
    if (gtk_widget_get_focusable (cell) && cyan_table_cell_position (cell) == position)
      return cell;
  return NULL;
}

void
cyan_table_view_go_to (CyanTableView *self, guint position)
{
  GtkWidget *cell;

  scroll_to (self, position);
  cell = find_cell (self, position);
  if (cell != NULL)
    gtk_widget_grab_focus (cell);
}

static gboolean
has_focus (CyanTableView *self)
{
  return (gtk_widget_get_state_flags (GTK_WIDGET (self->columns)) & GTK_STATE_FLAG_FOCUS_WITHIN)
         != 0;
}

/* Rows have a place only after the next frame, and GTK scrolls to none that has no place. */
static gboolean
on_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  CyanTableView *self = CYAN_TABLE_VIEW (widget);

  if (self->wait_frames-- > 0)
    return G_SOURCE_CONTINUE;
  self->tick = 0;
  if (self->aim < g_list_model_get_n_items (G_LIST_MODEL (self->model)))
    {
      if (has_focus (self))
        cyan_table_view_go_to (self, self->aim);
      else
        scroll_to (self, self->aim);
    }
  return G_SOURCE_REMOVE;
}

/* Selects the row of the session's node and scrolls to it once it has a place; opens what hides
 * it. */
static void
follow (CyanTableView *self)
{
  const CyanTableValues *values = cyan_table_model_values (self->model);
  const CyanOutline *outline = cyan_table_model_outline (self->model);
  CyanNode node = self->session != NULL ? cyan_session_selected (self->session) : CYAN_NODE_NONE;
  guint32 item;
  guint position;

  if (values == NULL || node == CYAN_NODE_NONE)
    return;
  item = cyan_table_values_item_of (values, node);
  position = item != CYAN_OUTLINE_NONE ? cyan_outline_find (outline, item) : CYAN_OUTLINE_NONE;
  cyan_table_model_select (self->model, position);
  if (position == CYAN_OUTLINE_NONE)
    {
      cyan_table_model_reveal (self->model, node);
      return;
    }
  self->aim = position;
  self->wait_frames = WAIT_FRAMES;
  if (self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_tick, NULL, NULL);
}

static void
on_selected (CyanTableView *self)
{
  if (!self->picking && self->is_made)
    follow (self);
}

static void
update_cells (CyanTableView *self)
{
  GHashTableIter iter;
  gpointer cell;

  g_hash_table_iter_init (&iter, self->cells);
  while (g_hash_table_iter_next (&iter, &cell, NULL))
    cyan_table_cell_update (cell);
}

static void
on_sources (CyanTableView *self)
{
  cyan_table_model_set_known (self->model,
                              (CyanSourceSnapshot *) cyan_session_known (self->session));
  update_cells (self);
}

static void
on_made (CyanTableView *self)
{
  on_sources (self);
  follow (self);
}

static void
on_basis (CyanTableView *self)
{
  cyan_table_model_set_basis (self->model, cyan_session_basis (self->session));
}

static void
on_filtered (CyanTableView *self)
{
  if (!self->is_made)
    return;
  if (self->mode == CYAN_TABLE_CALLERS)
    cyan_table_model_set_values (self->model,
                                 cyan_table_values_new (self->session, self->mode, self->function));
  else
    cyan_table_model_set_filter (self->model,
                                 (CyanFiltered *) cyan_session_filtered (self->session),
                                 cyan_session_layout (self->session));
}

/* Selects the node of a row for all views. */
static void
on_picked (CyanTableView *self, guint position)
{
  const CyanTableValues *values = cyan_table_model_values (self->model);
  guint32 item = cyan_outline_row (cyan_table_model_outline (self->model), position)->item;
  CyanNode selected = cyan_session_selected (self->session);

  /* Any context of a function will do. */
  if (cyan_table_values_item_of (values, selected) == item)
    return;
  self->picking = TRUE;
  cyan_session_select (self->session, cyan_table_values_node (values, item));
  self->picking = FALSE;
}

static void
on_activated (CyanTableView *self, guint position)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "table.toggle", "u", position);
}

/* ---- mode ---- */

static void
show_heading (CyanTableView *self)
{
  g_autofree char *heading = NULL;

  if (self->mode == CYAN_TABLE_CALLERS)
    {
      CyanNode node = cyan_session_selected (self->session);
      g_autofree char *name = cyan_name_short_text (
          cyan_comparison_name (cyan_session_comparison (self->session), node));
      g_autofree char *label = cyan_text_for_label (name, HEADING_CHARS);

      heading = g_strdup_printf (_ ("Callers of %s"), label);
    }
  gtk_label_set_text (self->heading, heading != NULL ? heading : "");
}

/* Who calls the function more often. */
static void
show_sentence (CyanTableView *self, const CyanTableValues *values)
{
  g_autofree char *sentence =
      values->callers != NULL ? cyan_callers_to_sentence (values->callers) : NULL;

  gtk_label_set_text (self->sentence, sentence != NULL ? sentence : "");
  gtk_widget_set_visible (GTK_WIDGET (self->sentence), sentence != NULL);
}

/* Makes the rows of the mode. */
static void
start (CyanTableView *self)
{
  const CyanComparison *comparison = cyan_session_comparison (self->session);
  CyanNode selected = cyan_session_selected (self->session);
  CyanTableValues *values;

  self->is_made = TRUE;
  if (selected == CYAN_NODE_NONE)
    selected = cyan_comparison_top (comparison);
  self->function = cyan_compared_function (&comparison->compared, selected);
  show_heading (self);
  values = cyan_table_values_new (self->session, self->mode, self->function);
  show_sentence (self, values);
  cyan_table_model_set_values (self->model, values);
}

void
cyan_table_view_set_mode (CyanTableView *self, CyanTableMode mode)
{
  CyanTableMode old = self->mode;

  if (mode == old && mode != CYAN_TABLE_CALLERS)
    return;
  self->mode = mode;
  if (mode != old && mode == CYAN_TABLE_CALLERS)
    cyan_table_view_sort (self, CYAN_N_COLUMNS, FALSE);
  else if (old == CYAN_TABLE_CALLERS && mode != old)
    cyan_table_view_sort (self, self->sorted, self->descending);
  cyan_table_view_show_columns (self);
  if (self->session != NULL && gtk_widget_get_mapped (GTK_WIDGET (self)))
    start (self);
  else
    self->is_made = FALSE;
}

static void
cyan_table_view_map (GtkWidget *widget)
{
  CyanTableView *self = CYAN_TABLE_VIEW (widget);

  GTK_WIDGET_CLASS (cyan_table_view_parent_class)->map (widget);
  if (self->session == NULL)
    return;
  if (!self->is_made)
    start (self);
  else
    follow (self);
}

static void
cyan_table_view_unmap (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (cyan_table_view_parent_class)->unmap (widget);
  cyan_table_view_save (CYAN_TABLE_VIEW (widget));
}

/* ---- columns ---- */

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
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkSorter) sorter = GTK_SORTER (gtk_custom_sorter_new (compare_probe, column, NULL));

  g_signal_connect_swapped (factory, "setup", G_CALLBACK (on_setup), column);
  g_signal_connect_swapped (factory, "bind", G_CALLBACK (on_bind), column);
  g_signal_connect_swapped (factory, "unbind", G_CALLBACK (on_unbind), column);
  column->view = self;
  column->column = number;
  column->chosen = cyan_columns[number].at_first;
  for (guint i = 0; i < 2; i++)
    column->of_callers[i] = cyan_columns[number].of_callers[i];
  column->shown = gtk_column_view_column_new (_ (cyan_columns[number].title), factory);
  gtk_column_view_column_set_sorter (column->shown, sorter);
  gtk_column_view_column_set_resizable (column->shown, TRUE);
  gtk_column_view_column_set_expand (column->shown, number == CYAN_COLUMN_NAME);
  gtk_column_view_append_column (self->columns, column->shown);
  g_object_unref (column->shown);
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
    return cyan_source_table_has_sources (cyan_session_sources (self->session));
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
  update_cells (self);
}

/* ---- look ---- */

static void
measure_font (CyanTableView *self)
{
  PangoContext *context = gtk_widget_get_pango_context (GTK_WIDGET (self));
  PangoFontMetrics *metrics =
      pango_context_get_metrics (context, pango_context_get_font_description (context), NULL);

  self->look.char_width =
      PANGO_PIXELS_CEIL (MAX (pango_font_metrics_get_approximate_char_width (metrics),
                              pango_font_metrics_get_approximate_digit_width (metrics)));
  self->look.line_height = PANGO_PIXELS_CEIL (pango_font_metrics_get_ascent (metrics)
                                              + pango_font_metrics_get_descent (metrics));
  pango_font_metrics_unref (metrics);
}

static void
on_font (CyanTableView *self)
{
  GHashTableIter iter;
  gpointer cell;

  measure_font (self);
  g_hash_table_iter_init (&iter, self->cells);
  while (g_hash_table_iter_next (&iter, &cell, NULL))
    gtk_widget_queue_resize (cell);
  update_cells (self);
}

static void
on_theme (CyanTableView *self)
{
  self->look.theme = cyan_desktop_theme (self->palette);
  update_cells (self);
}

void
cyan_table_view_set_palette (CyanTableView *self, CyanPalette palette)
{
  g_return_if_fail (CYAN_IS_TABLE_VIEW (self));

  self->palette = palette;
  on_theme (self);
}

/* ---- object ---- */

void
cyan_table_view_set_session (CyanTableView *self, CyanSession *session)
{
  gboolean is_first;

  g_return_if_fail (CYAN_IS_TABLE_VIEW (self));

  if (self->session == session)
    return;
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  cyan_table_model_set_values (self->model, NULL);
  is_first = self->session == NULL;
  g_set_object (&self->session, session);
  self->look.session = session;
  self->is_made = FALSE;
  if (session == NULL)
    return;
  if (is_first)
    cyan_table_view_restore_sort (self);
  g_signal_connect_swapped (session, "notify::selected", G_CALLBACK (on_selected), self);
  g_signal_connect_swapped (session, "notify::basis", G_CALLBACK (on_basis), self);
  g_signal_connect_swapped (session, "notify::filtered", G_CALLBACK (on_filtered), self);
  g_signal_connect_swapped (session, "notify::found", G_CALLBACK (update_cells), self);
  g_signal_connect_swapped (session, "sources-changed", G_CALLBACK (on_sources), self);
  cyan_table_view_show_columns (self);
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    start (self);
}

static gboolean
cyan_table_view_grab_focus (GtkWidget *widget)
{
  CyanTableView *self = CYAN_TABLE_VIEW (widget);
  guint position = cyan_table_view_cursor (self);

  if (position != CYAN_OUTLINE_NONE)
    cyan_table_view_go_to (self, position);
  return has_focus (self) || gtk_widget_grab_focus (GTK_WIDGET (self->columns));
}

static void
cyan_table_view_dispose (GObject *object)
{
  CyanTableView *self = CYAN_TABLE_VIEW (object);

  if (self->model != NULL)
    {
      cyan_table_view_set_session (self, NULL);
      g_signal_handlers_disconnect_by_data (self->model, self);
    }
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->model);
  g_clear_object (&self->actions);
  G_OBJECT_CLASS (cyan_table_view_parent_class)->dispose (object);
}

static void
cyan_table_view_finalize (GObject *object)
{
  g_hash_table_unref (CYAN_TABLE_VIEW (object)->cells);
  G_OBJECT_CLASS (cyan_table_view_parent_class)->finalize (object);
}

static void
cyan_table_view_class_init (CyanTableViewClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = cyan_table_view_dispose;
  G_OBJECT_CLASS (class)->finalize = cyan_table_view_finalize;
  widget_class->map = cyan_table_view_map;
  widget_class->unmap = cyan_table_view_unmap;
  widget_class->grab_focus = cyan_table_view_grab_focus;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "table");
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/cyanotype/Cyanotype/ui/table.ui");
  gtk_widget_class_bind_template_child (widget_class, CyanTableView, box);
  gtk_widget_class_bind_template_child (widget_class, CyanTableView, callers_button);
  gtk_widget_class_bind_template_child (widget_class, CyanTableView, heading);
  gtk_widget_class_bind_template_child (widget_class, CyanTableView, sentence);
  gtk_widget_class_bind_template_child (widget_class, CyanTableView, columns_button);
  gtk_widget_class_bind_template_child (widget_class, CyanTableView, columns);
}

static void
cyan_table_view_init (CyanTableView *self)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();
  GtkSettings *settings;

  gtk_widget_init_template (GTK_WIDGET (self));
  self->cells = g_hash_table_new (NULL, NULL);
  self->model = self->look.model = cyan_table_model_new ();
  for (guint i = 0; i < CYAN_N_COLUMNS; i++)
    add_column (self, (CyanColumn) i);
  cyan_table_view_restore_columns (self);
  cyan_table_view_install_actions (self);
  measure_font (self);
  on_theme (self);
  settings = gtk_widget_get_settings (GTK_WIDGET (self));
  g_signal_connect_object (manager, "notify::dark", G_CALLBACK (on_theme), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (manager, "notify::high-contrast", G_CALLBACK (on_theme), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (settings, "notify::gtk-font-name", G_CALLBACK (on_font), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (settings, "notify::gtk-xft-dpi", G_CALLBACK (on_font), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_swapped (self->model, "made", G_CALLBACK (on_made), self);
  g_signal_connect_swapped (self->model, "opened", G_CALLBACK (update_cells), self);
  g_signal_connect_swapped (self->model, "picked", G_CALLBACK (on_picked), self);
  g_signal_connect_swapped (self->columns, "activate", G_CALLBACK (on_activated), self);
  g_signal_connect_object (gtk_column_view_get_sorter (self->columns), "changed",
                           G_CALLBACK (on_sorter), self, G_CONNECT_SWAPPED);
  gtk_column_view_set_model (self->columns, GTK_SELECTION_MODEL (self->model));
  cyan_scroll_start_keep (GTK_SCROLLABLE (self->columns));
}
