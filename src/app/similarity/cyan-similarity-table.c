/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-history-parts.h"
#include "cyan-i18n.h"
#include "cyan-similarity-view-private.h"
#include "cyan-similarity-words.h"
#include "cyan-widgets.h"

/* ---- rows ---- */

struct _CyanSimilarityRows
{
  GObject parent_instance;

  const CyanSimilarity *similarity; /* or NULL */
  GArray *shown;                    /* of guint: indices of its rows */
};

static void list_model_init (GListModelInterface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE (CyanSimilarityRows,
                               cyan_similarity_rows,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static GType
get_item_type (GListModel *model)
{
  return G_TYPE_OBJECT;
}

static guint
get_n_items (GListModel *model)
{
  return CYAN_SIMILARITY_ROWS (model)->shown->len;
}

static gpointer
get_item (GListModel *model, guint position)
{
  return position < get_n_items (model) ? g_object_new (G_TYPE_OBJECT, NULL) : NULL;
}

static void
list_model_init (GListModelInterface *interface)
{
  interface->get_item_type = get_item_type;
  interface->get_n_items = get_n_items;
  interface->get_item = get_item;
}

void
cyan_similarity_rows_set (CyanSimilarityRows *self,
                          const CyanSimilarity *similarity,
                          gboolean changed_only)
{
  guint n_old;

  n_old = self->shown->len;
  self->similarity = similarity;
  g_array_set_size (self->shown, 0);
  for (guint i = 0; similarity != NULL && i < similarity->n_rows; i++)
    if (!changed_only || similarity->rows[i].changed)
      g_array_append_val (self->shown, i);
  g_list_model_items_changed (G_LIST_MODEL (self), 0, n_old, self->shown->len);
}

const CyanSimilarity *
cyan_similarity_rows_get (CyanSimilarityRows *self)
{
  return self->similarity;
}

const CyanSimilarityRow *
cyan_similarity_rows_at (CyanSimilarityRows *self, guint position)
{
  g_return_val_if_fail (position < self->shown->len, NULL);

  return &self->similarity->rows[g_array_index (self->shown, guint, position)];
}

guint
cyan_similarity_rows_find (CyanSimilarityRows *self, guint32 number)
{
  for (guint i = 0; i < self->shown->len; i++)
    if (cyan_similarity_rows_at (self, i)->number == number)
      return i;
  return 0;
}

static void
cyan_similarity_rows_finalize (GObject *object)
{
  g_array_unref (CYAN_SIMILARITY_ROWS (object)->shown);
  G_OBJECT_CLASS (cyan_similarity_rows_parent_class)->finalize (object);
}

static void
cyan_similarity_rows_class_init (CyanSimilarityRowsClass *class)
{
  G_OBJECT_CLASS (class)->finalize = cyan_similarity_rows_finalize;
}

static void
cyan_similarity_rows_init (CyanSimilarityRows *self)
{
  self->shown = g_array_new (FALSE, FALSE, sizeof (guint));
}

CyanSimilarityRows *
cyan_similarity_rows_new (void)
{
  return g_object_new (CYAN_TYPE_SIMILARITY_ROWS, NULL);
}

/* ---- table ---- */

/* Columns before those with numbers. */
typedef enum
{
  COLUMN_NAME,
  COLUMN_RANGE,
  COLUMN_CHANGE,
  COLUMN_NUMBER /* the first of CyanSimilarityColumn */
} Column;

#define N_COLUMNS (COLUMN_NUMBER + CYAN_SIMILARITY_N_COLUMNS)

struct _CyanSimilarityTable
{
  GtkWidget parent_instance;

  GtkWidget *scroller; /* owned as a child */
  GtkColumnView *view;
  GtkColumnViewColumn *columns[N_COLUMNS];
  CyanSimilarityRows *rows;
  GtkSingleSelection *selection;
  CyanPalette palette;
  GHashTable *bars; /* of the shown rows */
};

G_DEFINE_FINAL_TYPE (CyanSimilarityTable, cyan_similarity_table, GTK_TYPE_WIDGET)

static const char *const titles[N_COLUMNS] = {
  [COLUMN_NAME] = N_ ("Function"),
  [COLUMN_RANGE] = N_ ("Accepted Range"),
  [COLUMN_CHANGE] = N_ ("Changed"),
  [COLUMN_NUMBER + CYAN_SIMILARITY_TOTAL_IMPACT] = N_ ("Total Impact"),
  /* Translators: the similarity coefficient */
  [COLUMN_NUMBER + CYAN_SIMILARITY_SC] = N_ ("SC"),
  [COLUMN_NUMBER + CYAN_SIMILARITY_CHANCE] = N_ ("Chance"),
  [COLUMN_NUMBER + CYAN_SIMILARITY_Q] = N_ ("q"),
  [COLUMN_NUMBER + CYAN_SIMILARITY_IMPACT] = N_ ("Impact"),
  [COLUMN_NUMBER + CYAN_SIMILARITY_CALLS] = N_ ("Calls"),
  [COLUMN_NUMBER + CYAN_SIMILARITY_CALLS_DIFF] = N_ ("Calls Diff"),
};

/* ---- cells ---- */

/* What the factory of a column needs. */
typedef struct
{
  CyanSimilarityTable *table;
  guint column;
} Maker;

static GtkWidget *
name_cell_new (void)
{
  GtkWidget *name = cyan_label_new (NULL, NULL, 0);
  GtkWidget *place = cyan_label_new (NULL, "caption dim-label", 0);
  GtkWidget *box = cyan_column_new (0, name, place, NULL);

  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_MIDDLE);
  /* The nearest callers say most. */
  gtk_label_set_ellipsize (GTK_LABEL (place), PANGO_ELLIPSIZE_START);
  gtk_label_set_width_chars (GTK_LABEL (name), 18);
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  return box;
}

static void
on_setup (Maker *maker, GtkListItem *item)
{
  GtkWidget *cell;

  if (maker->column == COLUMN_NAME)
    cell = name_cell_new ();
  else if (maker->column == COLUMN_RANGE)
    {
      cell = cyan_range_bar_new ();
      gtk_widget_set_valign (cell, GTK_ALIGN_CENTER);
    }
  else
    {
      gboolean is_number = maker->column >= COLUMN_NUMBER;

      cell = cyan_label_new (NULL, is_number ? "numeric" : NULL, 0);
      gtk_label_set_xalign (GTK_LABEL (cell), is_number);
    }
  gtk_list_item_set_child (item, cell);
}

static void
show_name (GtkWidget *cell, const CyanSimilarity *similarity, const CyanSimilarityRow *row)
{
  GtkWidget *label = gtk_widget_get_first_child (cell);
  GtkWidget *below = gtk_widget_get_next_sibling (label);
  g_autofree char *name = cyan_similarity_name (similarity, row);
  g_autofree char *place = cyan_similarity_place (similarity, row);
  g_autofree char *stack = cyan_similarity_stack (similarity, row);
  g_autofree char *spoken = cyan_similarity_spoken (similarity, row);

  gtk_label_set_text (GTK_LABEL (label), name);
  gtk_label_set_text (GTK_LABEL (below), place);
  gtk_widget_set_visible (below, *place != '\0');
  gtk_widget_set_tooltip_text (cell, stack);
  cyan_widget_set_spoken (label, spoken);
}

static void
show_range (CyanSimilarityTable *self,
            GtkWidget *bar,
            const CyanSimilarity *similarity,
            const CyanSimilarityRow *row)
{
  g_autofree double *values = g_new (double, similarity->n_runs[1]);
  g_autofree char *text = cyan_similarity_range (similarity, row);

  cyan_similarity_values (similarity, row, 1, values);
  cyan_range_bar_set (CYAN_RANGE_BAR (bar), row->spectrum.low, row->spectrum.high, values,
                      similarity->n_runs[1]);
  cyan_range_bar_set_changed (CYAN_RANGE_BAR (bar), row->changed);
  cyan_range_bar_set_palette (CYAN_RANGE_BAR (bar), self->palette);
  gtk_widget_set_tooltip_text (bar, text);
  cyan_widget_set_spoken (bar, text);
  g_hash_table_add (self->bars, bar);
}

static void
on_bind (Maker *maker, GtkListItem *item)
{
  CyanSimilarityTable *self = maker->table;
  const CyanSimilarity *similarity = cyan_similarity_rows_get (self->rows);
  const CyanSimilarityRow *row =
      cyan_similarity_rows_at (self->rows, gtk_list_item_get_position (item));
  GtkWidget *cell = gtk_list_item_get_child (item);

  if (maker->column == COLUMN_NAME)
    show_name (cell, similarity, row);
  else if (maker->column == COLUMN_RANGE)
    show_range (self, cell, similarity, row);
  else if (maker->column == COLUMN_CHANGE)
    {
      gtk_label_set_text (GTK_LABEL (cell), cyan_similarity_change (row));
      cyan_parts_set_direction (cell, cyan_similarity_direction (row));
      cyan_widget_set_class (cell, "dim-label", !row->changed);
    }
  else
    {
      g_autofree char *text = cyan_similarity_text (
          similarity, row, (CyanSimilarityColumn) (maker->column - COLUMN_NUMBER));

      gtk_label_set_text (GTK_LABEL (cell), text);
      if (maker->column == COLUMN_NUMBER + CYAN_SIMILARITY_TOTAL_IMPACT)
        cyan_parts_set_direction (cell, cyan_similarity_direction (row));
    }
}

static void
on_unbind (Maker *maker, GtkListItem *item)
{
  if (maker->column == COLUMN_RANGE)
    g_hash_table_remove (maker->table->bars, gtk_list_item_get_child (item));
}

static void
add_column (CyanSimilarityTable *self, guint number)
{
  const Maker one = { self, number };
  Maker *maker = g_memdup2 (&one, sizeof one);
  GtkListItemFactory *factory =
      cyan_factory_new (G_CALLBACK (on_setup), G_CALLBACK (on_bind), maker, g_free);

  g_signal_connect_swapped (factory, "unbind", G_CALLBACK (on_unbind), maker);
  self->columns[number] = gtk_column_view_column_new (_ (titles[number]), factory);
  gtk_column_view_column_set_resizable (self->columns[number], TRUE);
  gtk_column_view_column_set_expand (self->columns[number], number == COLUMN_NAME);
  gtk_column_view_append_column (self->view, self->columns[number]);
  g_object_unref (self->columns[number]);
}

/* ---- rows ---- */

CyanSimilarityRows *
cyan_similarity_table_rows (CyanSimilarityTable *self)
{
  return self->rows;
}

/* The position of the selected row; GTK_INVALID_LIST_POSITION if there are no rows. */
static guint
cyan_similarity_table_selected (CyanSimilarityTable *self)
{
  return gtk_single_selection_get_selected (self->selection);
}

void
cyan_similarity_table_set (CyanSimilarityTable *self,
                           const CyanSimilarity *similarity,
                           gboolean changed_only)
{
  guint position = cyan_similarity_table_selected (self);
  const CyanSimilarity *old;
  guint32 number = G_MAXUINT32;
  CyanSimilarityBy by = CYAN_SIMILARITY_STACK;

  old = cyan_similarity_rows_get (self->rows);
  if (old != NULL && position != GTK_INVALID_LIST_POSITION)
    {
      number = cyan_similarity_rows_at (self->rows, position)->number;
      by = old->options.by;
    }
  cyan_rows_keep_focus (self->view);
  cyan_similarity_rows_set (self->rows, similarity, changed_only);
  if (similarity == NULL)
    return;
  for (guint i = CYAN_SIMILARITY_CALLS; i <= CYAN_SIMILARITY_CALLS_DIFF; i++)
    gtk_column_view_column_set_visible (self->columns[COLUMN_NUMBER + i], similarity->has_calls);
  position = similarity->options.by == by ? cyan_similarity_rows_find (self->rows, number) : 0;
  gtk_single_selection_set_selected (self->selection, position);
  cyan_rows_scroll_to (self->view, position);
}

void
cyan_similarity_table_set_palette (CyanSimilarityTable *self, CyanPalette palette)
{
  GHashTableIter iter;
  gpointer bar;

  self->palette = palette;
  g_hash_table_iter_init (&iter, self->bars);
  while (g_hash_table_iter_next (&iter, &bar, NULL))
    cyan_range_bar_set_palette (bar, palette);
}

/* A list has no use for left and right: they select another revision, as elsewhere on the page. */
static gboolean
on_arrow (GtkWidget *widget, GVariant *arguments, gpointer is_right)
{
  gboolean mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  gboolean next = (is_right != NULL) != mirrored;

  return gtk_widget_activate_action (
      widget, next ? "history.next-revision" : "history.previous-revision", NULL);
}

static void
install_arrows (CyanSimilarityTable *self)
{
  static const guint keys[2] = { GDK_KEY_Left, GDK_KEY_Right };
  GtkEventController *controller = gtk_shortcut_controller_new ();

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_shortcut_controller_add_shortcut (
        GTK_SHORTCUT_CONTROLLER (controller),
        gtk_shortcut_new (gtk_keyval_trigger_new (keys[i], 0),
                          gtk_callback_action_new (on_arrow, GUINT_TO_POINTER (i), NULL)));
  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (GTK_WIDGET (self), controller);
}

static void
on_activate (CyanSimilarityTable *self, guint position)
{
  g_signal_emit_by_name (self, "open", position);
}

/* ---- object ---- */

static gboolean
cyan_similarity_table_grab_focus (GtkWidget *widget)
{
  return cyan_rows_focus (CYAN_SIMILARITY_TABLE (widget)->view);
}

static void
cyan_similarity_table_dispose (GObject *object)
{
  CyanSimilarityTable *self = CYAN_SIMILARITY_TABLE (object);

  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  G_OBJECT_CLASS (cyan_similarity_table_parent_class)->dispose (object);
}

static void
cyan_similarity_table_finalize (GObject *object)
{
  CyanSimilarityTable *self = CYAN_SIMILARITY_TABLE (object);

  g_hash_table_unref (self->bars);
  g_object_unref (self->rows);
  G_OBJECT_CLASS (cyan_similarity_table_parent_class)->finalize (object);
}

static void
cyan_similarity_table_class_init (CyanSimilarityTableClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = cyan_similarity_table_dispose;
  G_OBJECT_CLASS (class)->finalize = cyan_similarity_table_finalize;
  widget_class->grab_focus = cyan_similarity_table_grab_focus;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  cyan_signal_new (class, "open", 1, G_TYPE_UINT);
}

static void
cyan_similarity_table_init (CyanSimilarityTable *self)
{
  self->bars = g_hash_table_new (NULL, NULL);
  self->rows = cyan_similarity_rows_new ();
  self->selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->rows)));
  self->view = GTK_COLUMN_VIEW (gtk_column_view_new (GTK_SELECTION_MODEL (self->selection)));
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "data-table");
  cyan_widget_set_spoken (self->view, _ ("Functions and their similarity"));
  for (guint i = 0; i < N_COLUMNS; i++)
    add_column (self, i);
  g_signal_connect_swapped (self->view, "activate", G_CALLBACK (on_activate), self);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), GTK_WIDGET (self->view));
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  install_arrows (self);
}
