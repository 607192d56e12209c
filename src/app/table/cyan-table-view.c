/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table: how it follows the session. */
#include "cyan-table-private.h"

#include "cyan-desktop-theme.h"
#include "cyan-i18n.h"
#include "cyan-name-short.h"
#include "cyan-text.h"
#include "cyan-widgets.h"

#include <adwaita.h>

/* Characters of a function's name above the table. */
#define HEADING_CHARS 80
/* Frames before new rows are scrolled to. */
#define WAIT_FRAMES 1

G_DEFINE_FINAL_TYPE (CyanTableView, cyan_table_view, GTK_TYPE_WIDGET)

/* ---- where the list begins ----
 *
 * From right to left, a list that is wider than its view begins at the right, and stays there when
 * either gets another size.  GTK keeps what is at the left. */

/* Pixels from the right end. */
static double *
scrolled_of (GtkWidget *widget)
{
  return g_object_get_data (G_OBJECT (widget), "cyan-scrolled");
}

static double
right_end (GtkAdjustment *adjustment)
{
  return gtk_adjustment_get_upper (adjustment) - gtk_adjustment_get_page_size (adjustment);
}

static void
on_scrolled (GtkWidget *widget, GtkAdjustment *adjustment)
{
  *scrolled_of (widget) = right_end (adjustment) - gtk_adjustment_get_value (adjustment);
}

static void
on_resized (GtkWidget *widget, GtkAdjustment *adjustment)
{
  if (gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL)
    gtk_adjustment_set_value (adjustment, right_end (adjustment) - *scrolled_of (widget));
}

/* To be called once, when @scrollable is in its scrolled window. */
static void
keep_scroll_start (GtkScrollable *scrollable)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_hadjustment (scrollable);

  g_object_set_data_full (G_OBJECT (scrollable), "cyan-scrolled", g_new0 (double, 1), g_free);
  g_signal_connect_object (adjustment, "value-changed", G_CALLBACK (on_scrolled), scrollable,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (adjustment, "changed", G_CALLBACK (on_resized), scrollable,
                           G_CONNECT_SWAPPED);
}

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

void
cyan_table_view_update_cells (CyanTableView *self)
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
  cyan_table_model_set_known (self->model, cyan_session_model (self->session)->known);
  cyan_table_view_update_cells (self);
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

  cyan_label_show (self->sentence, sentence);
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
  cyan_table_view_update_cells (self);
}

static void
on_theme (CyanTableView *self)
{
  self->look.theme = cyan_desktop_theme ();
  cyan_table_view_update_cells (self);
}

/* ---- object ---- */

void
cyan_table_view_set_session (CyanTableView *self, CyanSession *session)
{
  gboolean is_first;

  if (self->session == session)
    return;
  cyan_table_model_set_values (self->model, NULL);
  is_first = self->session == NULL;
  cyan_follow (&self->session, session, self, "notify::selected", G_CALLBACK (on_selected),
               "notify::basis", G_CALLBACK (on_basis), "notify::filtered", G_CALLBACK (on_filtered),
               "notify::found", G_CALLBACK (cyan_table_view_update_cells), "sources-changed",
               G_CALLBACK (on_sources), NULL);
  self->look.session = session;
  self->is_made = FALSE;
  if (session == NULL)
    return;
  if (is_first)
    cyan_table_view_restore_sort (self);
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
#define CHILD(member) CYAN_CHILD (CyanTableView, member)
  cyan_template_bind (class, "table.ui", CHILD (box), CHILD (callers_button), CHILD (heading),
                      CHILD (sentence), CHILD (columns_button), CHILD (columns), NULL);
}

static void
cyan_table_view_init (CyanTableView *self)
{
  GtkSettings *settings;

  gtk_widget_init_template (GTK_WIDGET (self));
  self->cells = g_hash_table_new (NULL, NULL);
  self->model = self->look.model = cyan_table_model_new ();
  cyan_table_view_add_columns (self);
  cyan_table_view_restore_columns (self);
  cyan_table_view_install_actions (self);
  measure_font (self);
  on_theme (self);
  settings = gtk_widget_get_settings (GTK_WIDGET (self));
  cyan_desktop_theme_follow (self, G_CALLBACK (on_theme));
  g_signal_connect_object (settings, "notify::gtk-font-name", G_CALLBACK (on_font), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (settings, "notify::gtk-xft-dpi", G_CALLBACK (on_font), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_swapped (self->model, "made", G_CALLBACK (on_made), self);
  g_signal_connect_swapped (self->model, "opened", G_CALLBACK (cyan_table_view_update_cells), self);
  g_signal_connect_swapped (self->model, "picked", G_CALLBACK (on_picked), self);
  g_signal_connect_swapped (self->columns, "activate", G_CALLBACK (on_activated), self);
  gtk_column_view_set_model (self->columns, GTK_SELECTION_MODEL (self->model));
  keep_scroll_start (GTK_SCROLLABLE (self->columns));
}
