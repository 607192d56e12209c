/* SPDX-License-Identifier: GPL-3.0-or-later */
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

#define N_COLUMNS (COLUMN_NUMBER + CYAN_SIMILARITY_N_COLUMNS)

struct _CyanSimilarityTable
{
  GtkWidget parent_instance;

  GtkWidget *scroller; /* owned as a child */
  GtkColumnView *view;
  GtkColumnViewColumn *columns[N_COLUMNS];
  const CyanSimilarity *similarity; /* borrowed, or NULL */
  GArray *shown;                    /* of guint: indices of its rows */
  GtkStringList *items; /* of the selection; one for each of these; only positions count */
  GtkSingleSelection *selection;
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

const CyanSimilarityRow *
cyan_similarity_table_row (CyanSimilarityTable *self, guint position)
{
  return &self->similarity->rows[g_array_index (self->shown, guint, position)];
}

/* ---- cells ---- */

/* The data of a column's factory. */
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
show_range (GtkWidget *bar, const CyanSimilarity *similarity, const CyanSimilarityRow *row)
{
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
on_bind (Maker *maker, GtkListItem *item)
{
  CyanSimilarityTable *self = maker->table;
  const CyanSimilarity *similarity = self->similarity;
  const CyanSimilarityRow *row =
      cyan_similarity_table_row (self, gtk_list_item_get_position (item));
  GtkWidget *cell = gtk_list_item_get_child (item);

  if (maker->column == COLUMN_NAME)
    show_name (cell, similarity, row);
  else if (maker->column == COLUMN_RANGE)
    show_range (cell, similarity, row);
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
add_column (CyanSimilarityTable *self, guint number)
{
  const Maker one = { self, number };
  Maker *maker = g_memdup2 (&one, sizeof one);
  GtkListItemFactory *factory =
      cyan_factory_new (G_CALLBACK (on_setup), G_CALLBACK (on_bind), maker, g_free);

  self->columns[number] = gtk_column_view_column_new (_ (titles[number]), factory);
  gtk_column_view_column_set_resizable (self->columns[number], TRUE);
  gtk_column_view_column_set_expand (self->columns[number], number == COLUMN_NAME);
  gtk_column_view_append_column (self->view, self->columns[number]);
  g_object_unref (self->columns[number]);
}

/* ---- rows ---- */

static void
set_rows (CyanSimilarityTable *self, const CyanSimilarity *similarity, gboolean changed_only)
{
  guint n_old = self->shown->len;
  g_autofree const char **texts = NULL;

  self->similarity = similarity;
  g_array_set_size (self->shown, 0);
  for (guint i = 0; similarity != NULL && i < similarity->n_rows; i++)
    if (!changed_only || similarity->rows[i].changed)
      g_array_append_val (self->shown, i);
  texts = g_new0 (const char *, self->shown->len + 1);
  for (guint i = 0; i < self->shown->len; i++)
    texts[i] = "";
  gtk_string_list_splice (self->items, 0, n_old, texts);
}

/* The position of the row with @number, or 0. */
static guint
find_row (CyanSimilarityTable *self, guint32 number)
{
  for (guint i = 0; i < self->shown->len; i++)
    if (cyan_similarity_table_row (self, i)->number == number)
      return i;
  return 0;
}

void
cyan_similarity_table_set (CyanSimilarityTable *self,
                           const CyanSimilarity *similarity,
                           gboolean changed_only)
{
  guint position = gtk_single_selection_get_selected (self->selection);
  guint32 number = G_MAXUINT32;
  CyanSimilarityBy by = CYAN_SIMILARITY_STACK;

  if (self->similarity != NULL && position != GTK_INVALID_LIST_POSITION)
    {
      number = cyan_similarity_table_row (self, position)->number;
      by = self->similarity->options.by;
    }
  cyan_rows_keep_focus (self->view);
  set_rows (self, similarity, changed_only);
  if (similarity == NULL)
    return;
  for (guint i = CYAN_SIMILARITY_CALLS; i <= CYAN_SIMILARITY_CALLS_DIFF; i++)
    gtk_column_view_column_set_visible (self->columns[COLUMN_NUMBER + i], similarity->has_calls);
  position = similarity->options.by == by ? find_row (self, number) : 0;
  gtk_single_selection_set_selected (self->selection, position);
  cyan_rows_scroll_to (self->view, position);
}

/* A list has no use for left and right: they select another revision, as elsewhere on the page. */
static gboolean
on_arrow (GtkWidget *widget, GVariant *arguments, gpointer is_right)
{
  gboolean mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  gboolean next = (is_right != NULL) != mirrored;

  return gtk_widget_activate_action (widget, next ? "page.next-revision" : "page.previous-revision",
                                     NULL);
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
cyan_similarity_table_finalize (GObject *object)
{
  g_array_unref (CYAN_SIMILARITY_TABLE (object)->shown);
  G_OBJECT_CLASS (cyan_similarity_table_parent_class)->finalize (object);
}

static void
cyan_similarity_table_class_init (CyanSimilarityTableClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  cyan_children_own (class, NULL);
  G_OBJECT_CLASS (class)->finalize = cyan_similarity_table_finalize;
  widget_class->grab_focus = cyan_similarity_table_grab_focus;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  cyan_signal_new (class, "open", 1, G_TYPE_UINT);
}

static void
cyan_similarity_table_init (CyanSimilarityTable *self)
{
  self->shown = g_array_new (FALSE, FALSE, sizeof (guint));
  self->items = gtk_string_list_new (NULL);
  self->selection = gtk_single_selection_new (G_LIST_MODEL (self->items));
  self->view = GTK_COLUMN_VIEW (gtk_column_view_new (GTK_SELECTION_MODEL (self->selection)));
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "data-table");
  cyan_widget_set_spoken (self->view, _ ("Functions and their similarity"));
  for (guint i = 0; i < N_COLUMNS; i++)
    add_column (self, i);
  g_signal_connect_swapped (self->view, "activate", G_CALLBACK (on_activate), self);
  self->scroller = cyan_scroller_new (self->view, FALSE);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  install_arrows (self);
}
