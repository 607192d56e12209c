/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-row-table.h"

#include "cyan-widgets.h"

/* Characters of a long text that are always seen. */
#define LONG_TEXT_CHARS 12

struct _CyanRowTable
{
  GtkWidget parent_instance;

  GtkWidget *scroller; /* owned as a child */
  GtkColumnView *view;
  GtkStringList *keys;
  GtkSingleSelection *selection;
  guint n_columns;
  gboolean is_following; /* rows or the selection are being set */
};

G_DEFINE_FINAL_TYPE (CyanRowTable, cyan_row_table, GTK_TYPE_WIDGET)

/* ---- cells ---- */

/* The data of a column's factory. */
typedef struct
{
  guint number;
  CyanRowColumnKind kind;
  CyanRowFill fill;
  GtkWidget *(*make) (void); /* of a column of widgets; or NULL */
  CyanRowShow show;
  GtkWidget *owner;
} Column;

static void
on_button (GtkButton *button, GtkListItem *item)
{
  GtkWidget *table = gtk_widget_get_ancestor (gtk_list_item_get_child (item), CYAN_TYPE_ROW_TABLE);

  g_signal_emit_by_name (table, "activated", gtk_list_item_get_position (item));
}

static GtkWidget *
button_new (GtkWidget *label, GtkListItem *item)
{
  GtkWidget *button = gtk_button_new ();

  gtk_button_set_child (GTK_BUTTON (button), label);
  cyan_widget_add_classes (button, "flat cyan-small");
  /* The row has the focus. */
  gtk_widget_set_focusable (button, FALSE);
  g_signal_connect (button, "clicked", G_CALLBACK (on_button), item);
  return button;
}

static void
on_setup (Column *column, GtkListItem *item)
{
  GtkWidget *label;

  if (column->make != NULL)
    {
      GtkWidget *widget = column->make ();

      gtk_widget_set_valign (widget, GTK_ALIGN_CENTER);
      gtk_list_item_set_child (item, widget);
      return;
    }
  label = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (label), column->kind == CYAN_ROW_COLUMN_NUMBER ? 1 : 0);
  if (column->kind == CYAN_ROW_COLUMN_LONG_TEXT)
    {
      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
      gtk_label_set_width_chars (GTK_LABEL (label), LONG_TEXT_CHARS);
    }
  gtk_list_item_set_child (item, column->kind == CYAN_ROW_COLUMN_BUTTON ? button_new (label, item)
                                                                        : label);
}

static void
on_bind (Column *column, GtkListItem *item)
{
  guint row = gtk_list_item_get_position (item);
  GtkWidget *child = gtk_list_item_get_child (item);
  GtkWidget *label = GTK_IS_BUTTON (child) ? gtk_button_get_child (GTK_BUTTON (child)) : child;
  const char *styles[3] = { NULL };
  guint n_styles = 0;
  CyanRowCell cell = { NULL };

  if (column->make != NULL)
    {
      column->show (column->owner, row, child);
      return;
    }
  column->fill (column->owner, row, column->number, &cell);
  if (column->kind == CYAN_ROW_COLUMN_NUMBER)
    styles[n_styles++] = "numeric";
  styles[n_styles] = cell.style;
  gtk_widget_set_css_classes (label, styles);
  gtk_label_set_text (GTK_LABEL (label), cell.text);
  gtk_widget_set_tooltip_text (child, cell.tooltip);
  if (cell.spoken != NULL)
    cyan_widget_set_spoken (child, cell.spoken);
  g_free (cell.text);
  g_free (cell.tooltip);
  g_free (cell.spoken);
}

/* Takes a copy of @column. */
static void
append (CyanRowTable *self, const char *title, const Column *column, gboolean has_room)
{
  GtkListItemFactory *factory = cyan_factory_new (G_CALLBACK (on_setup), G_CALLBACK (on_bind),
                                                  g_memdup2 (column, sizeof *column), g_free);
  g_autoptr (GtkColumnViewColumn) view_column = gtk_column_view_column_new (title, factory);

  self->n_columns++;
  gtk_column_view_column_set_resizable (view_column, TRUE);
  gtk_column_view_column_set_expand (view_column, has_room);
  gtk_column_view_append_column (self->view, view_column);
}

void
cyan_row_table_append_column (CyanRowTable *self,
                              const char *title,
                              CyanRowColumnKind kind,
                              CyanRowFill fill,
                              GtkWidget *owner)
{
  const Column column = { self->n_columns, kind, .fill = fill, .owner = owner };

  append (self, title, &column, kind == CYAN_ROW_COLUMN_LONG_TEXT);
}

void
cyan_row_table_append_widgets (CyanRowTable *self,
                               const char *title,
                               GtkWidget *(*make) (void),
                               CyanRowShow show,
                               GtkWidget *owner,
                               gboolean has_room)
{
  const Column column = { self->n_columns, .make = make, .show = show, .owner = owner };

  append (self, title, &column, has_room);
}

void
cyan_row_table_show_column (CyanRowTable *self, guint column, gboolean visible)
{
  g_autoptr (GtkColumnViewColumn) view_column =
      g_list_model_get_item (gtk_column_view_get_columns (self->view), column);

  gtk_column_view_column_set_visible (view_column, visible);
}

/* ---- rows ---- */

static guint
n_rows (CyanRowTable *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->keys));
}

void
cyan_row_table_clear (CyanRowTable *self)
{
  cyan_rows_keep_focus (self->view);
  self->is_following = TRUE;
  gtk_string_list_splice (self->keys, 0, n_rows (self), NULL);
  self->is_following = FALSE;
}

void
cyan_row_table_set (CyanRowTable *self, const char *const *keys)
{
  guint selected = cyan_row_table_selected (self), row = 0;
  g_autofree char *key =
      selected != GTK_INVALID_LIST_POSITION ? g_strdup (cyan_row_table_key (self, selected)) : NULL;

  cyan_row_table_clear (self);
  for (guint i = 0; key != NULL && keys[i] != NULL; i++)
    if (g_str_equal (keys[i], key))
      row = i;
  self->is_following = TRUE;
  gtk_string_list_splice (self->keys, 0, 0, keys);
  gtk_single_selection_set_selected (self->selection, row);
  self->is_following = FALSE;
}

void
cyan_row_table_scroll (CyanRowTable *self)
{
  if (cyan_row_table_selected (self) != GTK_INVALID_LIST_POSITION)
    cyan_rows_scroll_to (self->view, cyan_row_table_selected (self));
}

gboolean
cyan_row_table_follow (CyanRowTable *self, CyanHistory *history)
{
  const CyanEvolution *evolution = history->evolution;
  guint column = history->column;

  for (guint row = 0; column != CYAN_HISTORY_NONE && row < n_rows (self); row++)
    if (g_str_equal (cyan_row_table_key (self, row), evolution->columns[column].oid)
        && cyan_row_table_selected (self) != row)
      {
        self->is_following = TRUE;
        gtk_single_selection_set_selected (self->selection, row);
        self->is_following = FALSE;
        cyan_rows_scroll_to (self->view, row);
        return TRUE;
      }
  return FALSE;
}

guint
cyan_row_table_selected (CyanRowTable *self)
{
  return gtk_single_selection_get_selected (self->selection);
}

const char *
cyan_row_table_key (CyanRowTable *self, guint row)
{
  return gtk_string_list_get_string (self->keys, row);
}

static void
on_selected (CyanRowTable *self)
{
  guint row = cyan_row_table_selected (self);

  if (!self->is_following && row != GTK_INVALID_LIST_POSITION)
    g_signal_emit_by_name (self, "selected", row);
}

static void
on_activate (CyanRowTable *self, guint row)
{
  g_signal_emit_by_name (self, "activated", row);
}

/* ---- keys ---- */

static gboolean
on_arrow (GtkWidget *widget, GVariant *arguments, gpointer is_right)
{
  gboolean mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  gboolean next = (is_right != NULL) != mirrored;

  return gtk_widget_activate_action (widget, next ? "page.next-revision" : "page.previous-revision",
                                     NULL);
}

/* A list takes them, but has no use for them. */
static void
install_arrows (CyanRowTable *self)
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

/* ---- object ---- */

static gboolean
cyan_row_table_grab_focus (GtkWidget *widget)
{
  return cyan_rows_focus (CYAN_ROW_TABLE (widget)->view);
}

static void
cyan_row_table_set_property (GObject *object,
                             guint property,
                             const GValue *value,
                             GParamSpec *parameter)
{
  cyan_widget_set_spoken (CYAN_ROW_TABLE (object)->view, g_value_get_string (value));
}

static void
cyan_row_table_class_init (CyanRowTableClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  cyan_children_own (class, NULL);
  object_class->set_property = cyan_row_table_set_property;
  widget_class->grab_focus = cyan_row_table_grab_focus;
  g_object_class_install_property (
      object_class, 1,
      g_param_spec_string ("label", NULL, NULL, NULL, G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS));
  cyan_signal_new (class, "selected", 1, G_TYPE_UINT);
  cyan_signal_new (class, "activated", 1, G_TYPE_UINT);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
cyan_row_table_init (CyanRowTable *self)
{
  self->keys = gtk_string_list_new (NULL);
  self->selection = gtk_single_selection_new (G_LIST_MODEL (self->keys));
  self->view = GTK_COLUMN_VIEW (gtk_column_view_new (GTK_SELECTION_MODEL (self->selection)));
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "data-table");
  self->scroller = cyan_scroller_new (self->view, FALSE);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  cyan_connect (self->selection, "notify::selected", on_selected, self);
  cyan_connect (self->view, "activate", on_activate, self);
  install_arrows (self);
}
