/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-revisions-view.h"

#include "cyan-history-reading.h"
#include "cyan-history-scroll.h"
#include "cyan-history-words.h"
#include "cyan-i18n.h"
#include "cyan-revisions-words.h"
#include "cyan-similarity-reader.h"
#include "cyan-text.h"

struct _CyanRevisionsView
{
  GtkWidget parent_instance;

  /* template children, borrowed */
  GtkWidget *box;
  CyanHistoryReading *reading;
  GtkLabel *heading;
  GtkColumnView *table;

  GtkStringList *oids; /* of the revisions, newest first */
  GtkSingleSelection *selection;

  CyanHistory *history;           /* owned */
  CyanHistoryStore *store;        /* owned */
  guint line;                     /* shown, or on its way; or CYAN_HISTORY_NONE */
  CyanSpectrumOverview *overview; /* owned; NULL before it is there */
  gboolean is_following;          /* the selection is being set */
};

G_DEFINE_FINAL_TYPE (CyanRevisionsView, cyan_revisions_view, GTK_TYPE_WIDGET)

/* ---- rows ---- */

/* The revision in a row, and the row of a revision. */
static guint
turned (CyanRevisionsView *self, guint number)
{
  return self->overview->n_revisions - 1 - number;
}

/* Other revisions may be columns of the history than of the overview. */
static guint
column_of (CyanRevisionsView *self, guint position)
{
  const CyanEvolution *evolution = cyan_history_evolution (self->history);
  const char *oid = gtk_string_list_get_string (self->oids, position);

  for (guint i = 0; i < evolution->n_columns; i++)
    if (g_str_equal (evolution->columns[i].oid, oid))
      return i;
  return CYAN_HISTORY_NONE;
}

static void
on_selected (CyanRevisionsView *self)
{
  guint position = gtk_single_selection_get_selected (self->selection);

  if (!self->is_following && self->history != NULL && position != GTK_INVALID_LIST_POSITION)
    cyan_history_select (self->history, column_of (self, position));
}

static void
on_activate (CyanRevisionsView *self, guint position)
{
  cyan_history_select (self->history, column_of (self, position));
  cyan_history_set_view (self->history, CYAN_HISTORY_VIEW_SIMILARITY);
}

static void
on_name (GtkButton *button, GtkListItem *item)
{
  GtkWidget *view =
      gtk_widget_get_ancestor (gtk_list_item_get_child (item), CYAN_TYPE_REVISIONS_VIEW);

  on_activate (CYAN_REVISIONS_VIEW (view), gtk_list_item_get_position (item));
}

/* Selects the row of the history's revision. */
static void
follow (CyanRevisionsView *self)
{
  const CyanEvolution *evolution = cyan_history_evolution (self->history);
  guint column = cyan_history_column (self->history);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->oids));

  for (guint i = 0; column != CYAN_HISTORY_NONE && i < n; i++)
    if (g_str_equal (evolution->columns[column].oid, gtk_string_list_get_string (self->oids, i))
        && gtk_single_selection_get_selected (self->selection) != i)
      {
        self->is_following = TRUE;
        gtk_single_selection_set_selected (self->selection, i);
        self->is_following = FALSE;
        cyan_history_scroll_to (self->table, i);
      }
}

/* ---- cells ---- */

/* What the factory of a column needs. */
typedef struct
{
  CyanRevisionsView *view;
  CyanRevisionsColumn column;
} Maker;

static void
on_setup (Maker *maker, GtkListItem *item)
{
  GtkWidget *label = gtk_label_new (NULL);
  gboolean is_text =
      maker->column == CYAN_REVISIONS_NAME || maker->column == CYAN_REVISIONS_SUBJECT;
  GtkWidget *button;

  gtk_label_set_xalign (GTK_LABEL (label), is_text ? 0 : 1);
  if (!is_text)
    gtk_widget_add_css_class (label, "numeric");
  if (maker->column == CYAN_REVISIONS_SUBJECT)
    {
      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
      gtk_label_set_width_chars (GTK_LABEL (label), 12);
    }
  if (maker->column != CYAN_REVISIONS_NAME)
    {
      gtk_list_item_set_child (item, label);
      return;
    }
  button = gtk_button_new ();
  gtk_button_set_child (GTK_BUTTON (button), label);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "cyan-small");
  /* The row has the focus. */
  gtk_widget_set_focusable (button, FALSE);
  g_signal_connect (button, "clicked", G_CALLBACK (on_name), item);
  gtk_list_item_set_child (item, button);
}

static void
set_bold (GtkLabel *label, gboolean is_bold)
{
  PangoAttrList *attributes = pango_attr_list_new ();

  if (is_bold)
    pango_attr_list_insert (attributes, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
  gtk_label_set_attributes (label, attributes);
  pango_attr_list_unref (attributes);
}

static void
on_bind (Maker *maker, GtkListItem *item)
{
  CyanRevisionsView *self = maker->view;
  guint number = turned (self, gtk_list_item_get_position (item));
  const CyanSpectrumRevision *revision = &self->overview->revisions[number];
  g_autofree char *text = cyan_revisions_text (self->overview, number, maker->column);
  g_autofree char *base = cyan_revisions_base_text (self->overview, number);
  GtkWidget *child = gtk_list_item_get_child (item), *label = child;

  if (maker->column == CYAN_REVISIONS_NAME)
    {
      g_autofree char *spoken = cyan_revisions_spoken (self->overview, number);

      label = gtk_button_get_child (GTK_BUTTON (child));
      gtk_accessible_update_property (GTK_ACCESSIBLE (child), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken,
                                      -1);
    }
  gtk_label_set_text (GTK_LABEL (label), text);
  gtk_widget_set_tooltip_text (child, maker->column == CYAN_REVISIONS_SUBJECT ? text
                                      : maker->column == CYAN_REVISIONS_NAME
                                          ? _ ("Its changed rows")
                                          : base);
  if (maker->column == CYAN_REVISIONS_CHANGED)
    set_bold (GTK_LABEL (label), revision->n_changed > 0);
  gtk_widget_set_sensitive (label, revision->cell == CYAN_CELL_MEASURED);
}

static void
add_column (CyanRevisionsView *self, CyanRevisionsColumn number)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkColumnViewColumn *column;
  Maker *maker = g_new (Maker, 1);

  *maker = (Maker){ self, number };
  g_signal_connect_data (factory, "setup", G_CALLBACK (on_setup), maker,
                         (GClosureNotify) (GCallback) g_free, G_CONNECT_SWAPPED);
  g_signal_connect_swapped (factory, "bind", G_CALLBACK (on_bind), maker);
  column = gtk_column_view_column_new (_ (cyan_revisions_titles[number]), factory);
  gtk_column_view_column_set_resizable (column, TRUE);
  gtk_column_view_column_set_expand (column, number == CYAN_REVISIONS_SUBJECT);
  gtk_column_view_append_column (self->table, column);
  g_object_unref (column);
}

/* ---- computing ---- */

static void
drop_overview (CyanRevisionsView *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->oids));

  cyan_history_keep_focus (self->table);
  self->is_following = TRUE;
  gtk_string_list_splice (self->oids, 0, n, NULL);
  self->is_following = FALSE;
  g_clear_pointer (&self->overview, cyan_spectrum_overview_free);
}

static void
show_overview (CyanRevisionsView *self)
{
  const CyanSpectrumOverview *overview = self->overview;
  g_autofree const char **oids = g_new0 (const char *, overview->n_revisions + 1);
  g_autofree char *benchmark = cyan_text_for_label (overview->benchmark, CYAN_HISTORY_NAME_CHARS);
  g_autofree char *metric = cyan_text_for_label (overview->metric, CYAN_HISTORY_NAME_CHARS);
  g_autofree char *text = NULL;
  guint n_changed = 0, n_compared = 0;

  for (guint i = 0; i < overview->n_revisions; i++)
    {
      oids[turned (self, i)] = overview->revisions[i].commit.oid;
      n_compared += overview->revisions[i].base != CYAN_SPECTRUM_NO_BASE;
      n_changed += overview->revisions[i].n_changed > 0;
    }
  /* Translators: a benchmark, a metric; revisions; those of them with changed rows */
  text =
      g_strdup_printf (ngettext ("%s, %s: %'u revision compared with its base, rows changed in %'u",
                                 "%s, %s: %'u revisions compared with their bases, rows changed "
                                 "in %'u",
                                 n_compared),
                       benchmark, metric, n_compared, n_changed);
  gtk_label_set_text (self->heading, text);
  self->is_following = TRUE;
  gtk_string_list_splice (self->oids, 0, 0, oids);
  self->is_following = FALSE;
  cyan_history_reading_show_content (self->reading);
  follow (self);
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanSpectrumOverview) overview = cyan_spectrum_overview_read_finish (result, &error);
  CyanRevisionsView *self = data;

  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    return;
  cyan_history_reading_end (self->reading);
  if (overview == NULL)
    {
      cyan_history_reading_fail (self->reading, _ ("Cannot Compare These Revisions"),
                                 error->message, _ ("Compare _Again"));
      return;
    }
  self->overview = g_steal_pointer (&overview);
  show_overview (self);
}

gboolean
cyan_revisions_view_cancel (CyanRevisionsView *self)
{
  g_return_val_if_fail (CYAN_IS_REVISIONS_VIEW (self), FALSE);

  if (!cyan_history_reading_end (self->reading))
    return FALSE;
  cyan_history_reading_fail (self->reading, _ ("Stopped"),
                             _ ("All runs of all revisions have to be read."),
                             _ ("Compare _Again"));
  return TRUE;
}

/* ---- the state ---- */

static void
refresh (CyanRevisionsView *self)
{
  guint line =
      self->history != NULL ? cyan_history_selected_line (self->history) : CYAN_HISTORY_NONE;
  GCancellable *cancellable;

  if (line == CYAN_HISTORY_NONE || !gtk_widget_get_mapped (GTK_WIDGET (self)) || line == self->line)
    return;
  self->line = line;
  cyan_history_reading_end (self->reading);
  drop_overview (self);
  cancellable = cyan_history_reading_begin (self->reading);
  cyan_spectrum_overview_read_async (self->store, self->history, line, CYAN_HISTORY_NONE,
                                     cancellable, cyan_history_reading_progress, self->reading,
                                     on_read, self);
}

static void
on_again (CyanRevisionsView *self)
{
  self->line = CYAN_HISTORY_NONE;
  refresh (self);
}

static void
on_changed (CyanRevisionsView *self)
{
  refresh (self);
  follow (self);
}

void
cyan_revisions_view_set_history (CyanRevisionsView *self,
                                 CyanHistory *history,
                                 CyanHistoryStore *store)
{
  g_return_if_fail (CYAN_IS_REVISIONS_VIEW (self));

  if (self->history == history)
    return;
  cyan_history_reading_end (self->reading);
  drop_overview (self);
  self->line = CYAN_HISTORY_NONE;
  if (self->history != NULL)
    g_signal_handlers_disconnect_by_data (self->history, self);
  g_set_object (&self->history, history);
  g_clear_pointer (&self->store, cyan_history_store_unref);
  self->store = store != NULL ? cyan_history_store_ref (store) : NULL;
  if (history == NULL)
    return;
  g_signal_connect_swapped (history, "changed", G_CALLBACK (on_changed), self);
  refresh (self);
}

/* ---- object ---- */

static void
cyan_revisions_view_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (cyan_revisions_view_parent_class)->map (widget);
  refresh (CYAN_REVISIONS_VIEW (widget));
}

static gboolean
cyan_revisions_view_grab_focus (GtkWidget *widget)
{
  CyanRevisionsView *self = CYAN_REVISIONS_VIEW (widget);

  return cyan_history_focus_rows (self->table)
         || gtk_widget_child_focus (GTK_WIDGET (self->reading), GTK_DIR_TAB_FORWARD);
}

static void
cyan_revisions_view_dispose (GObject *object)
{
  CyanRevisionsView *self = CYAN_REVISIONS_VIEW (object);

  if (self->box != NULL)
    cyan_revisions_view_set_history (self, NULL, NULL);
  gtk_widget_dispose_template (GTK_WIDGET (self), CYAN_TYPE_REVISIONS_VIEW);
  G_OBJECT_CLASS (cyan_revisions_view_parent_class)->dispose (object);
}

static void
cyan_revisions_view_class_init (CyanRevisionsViewClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = cyan_revisions_view_dispose;
  widget_class->map = cyan_revisions_view_map;
  widget_class->grab_focus = cyan_revisions_view_grab_focus;
  g_type_ensure (CYAN_TYPE_HISTORY_READING);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/cyanotype/Cyanotype/ui/revisions.ui");
  gtk_widget_class_bind_template_child (widget_class, CyanRevisionsView, box);
  gtk_widget_class_bind_template_child (widget_class, CyanRevisionsView, reading);
  gtk_widget_class_bind_template_child (widget_class, CyanRevisionsView, heading);
  gtk_widget_class_bind_template_child (widget_class, CyanRevisionsView, table);
}

static void
cyan_revisions_view_init (CyanRevisionsView *self)
{
  g_autoptr (GtkSelectionModel) model = NULL;

  gtk_widget_init_template (GTK_WIDGET (self));
  self->line = CYAN_HISTORY_NONE;
  self->oids = gtk_string_list_new (NULL);
  self->selection = gtk_single_selection_new (G_LIST_MODEL (self->oids));
  model = GTK_SELECTION_MODEL (self->selection);
  gtk_column_view_set_model (self->table, model);
  for (guint i = 0; i < CYAN_REVISIONS_N_COLUMNS; i++)
    add_column (self, (CyanRevisionsColumn) i);
  g_signal_connect_object (self->selection, "notify::selected", G_CALLBACK (on_selected), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_swapped (self->table, "activate", G_CALLBACK (on_activate), self);
  g_signal_connect_swapped (self->reading, "cancel", G_CALLBACK (cyan_revisions_view_cancel), self);
  g_signal_connect_swapped (self->reading, "answer", G_CALLBACK (on_again), self);
}
