/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-history-list.h"

#include "cyan-history-parts.h"
#include "cyan-history-words.h"
#include "cyan-i18n.h"
#include "cyan-text.h"

struct _CyanHistoryList
{
  GtkWidget parent_instance;

  GtkWidget *scroller; /* owned as a child */
  GtkListView *view;
  GtkStringList *names;
  GtkSingleSelection *selection;

  CyanHistory *history; /* owned */
  gboolean is_following;
};

G_DEFINE_FINAL_TYPE (CyanHistoryList, cyan_history_list, GTK_TYPE_WIDGET)

/* ---- rows ---- */

static GtkWidget *
row_label_new (void)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  return label;
}

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);

  gtk_widget_set_margin_top (box, 4);
  gtk_widget_set_margin_bottom (box, 4);
  gtk_box_append (GTK_BOX (box), row_label_new ());
  for (guint i = 0; i < 2; i++)
    {
      GtkWidget *words = row_label_new ();

      gtk_widget_add_css_class (words, "caption");
      gtk_box_append (GTK_BOX (box), words);
    }
  gtk_list_item_set_child (item, box);
}

/* Words about the step at @column, which may be CYAN_HISTORY_NONE; without any, @words is hidden. */
static void
show_step (CyanHistoryList *self, GtkWidget *words, guint line, guint column, const char *text)
{
  const CyanStep *step =
      column != CYAN_HISTORY_NONE ? cyan_history_step (self->history, line, column) : NULL;
  int direction = step != NULL ? cyan_evolution_direction (
                      cyan_history_series (self->history, line, column), step->size.ratio)
                               : 0;

  gtk_label_set_text (GTK_LABEL (words), text != NULL ? text : "");
  gtk_widget_set_visible (words, text != NULL);
  cyan_parts_set_direction (words, direction);
  cyan_parts_set_class (words, "dim-label", direction == 0);
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *item, CyanHistoryList *self)
{
  GtkWidget *box = gtk_list_item_get_child (item);
  GtkWidget *name = gtk_widget_get_first_child (box);
  GtkWidget *largest = gtk_widget_get_next_sibling (name);
  const GArray *lines = cyan_history_lines (self->history);
  guint line = g_array_index (lines, guint, gtk_list_item_get_position (item));
  const CyanHistoryLine *about = cyan_history_line (self->history, line);
  g_autofree char *largest_text = cyan_history_largest_text (self->history, line);
  g_autofree char *newest_text = cyan_history_newest_text (self->history, line);

  gtk_label_set_text (GTK_LABEL (name),
                      gtk_string_object_get_string (gtk_list_item_get_item (item)));
  gtk_widget_set_tooltip_text (name, gtk_label_get_text (GTK_LABEL (name)));
  show_step (self, largest, line, about->largest, largest_text);
  show_step (self, gtk_widget_get_next_sibling (largest), line, about->newest, newest_text);
}

/* ---- the state ---- */

static void
on_selected (CyanHistoryList *self)
{
  guint position = gtk_single_selection_get_selected (self->selection);
  const GArray *lines = self->history != NULL ? cyan_history_lines (self->history) : NULL;

  if (!self->is_following && lines != NULL && position < lines->len)
    cyan_history_select_line (self->history, g_array_index (lines, guint, position));
}

static void
on_changed (CyanHistoryList *self)
{
  const GArray *lines = cyan_history_lines (self->history);
  guint line = cyan_history_selected_line (self->history);

  for (guint i = 0; i < lines->len; i++)
    if (g_array_index (lines, guint, i) == line
        && gtk_single_selection_get_selected (self->selection) != i)
      {
        self->is_following = TRUE;
        gtk_single_selection_set_selected (self->selection, i);
        self->is_following = FALSE;
        gtk_widget_activate_action (GTK_WIDGET (self->view), "list.scroll-to-item", "u", i);
      }
}

static void
show_lines (CyanHistoryList *self)
{
  const GArray *lines = self->history != NULL ? cyan_history_lines (self->history) : NULL;
  guint n = lines != NULL ? lines->len : 0;
  g_auto (GStrv) names = g_new0 (char *, n + 1);

  for (guint i = 0; i < n; i++)
    names[i] = cyan_text_for_label (
        cyan_history_line_name (self->history, g_array_index (lines, guint, i)),
        CYAN_HISTORY_NAME_CHARS);
  self->is_following = TRUE;
  gtk_string_list_splice (self->names, 0, g_list_model_get_n_items (G_LIST_MODEL (self->names)),
                          (const char *const *) names);
  self->is_following = FALSE;
  if (self->history != NULL)
    on_changed (self);
}

void
cyan_history_list_set_history (CyanHistoryList *self, CyanHistory *history)
{
  g_return_if_fail (CYAN_IS_HISTORY_LIST (self));

  if (self->history == history)
    return;
  if (self->history != NULL)
    g_signal_handlers_disconnect_by_data (self->history, self);
  g_set_object (&self->history, history);
  if (history != NULL)
    {
      g_signal_connect_swapped (history, "lines-changed", G_CALLBACK (show_lines), self);
      g_signal_connect_swapped (history, "changed", G_CALLBACK (on_changed), self);
    }
  show_lines (self);
}

/* ---- object ---- */

static void
cyan_history_list_dispose (GObject *object)
{
  CyanHistoryList *self = CYAN_HISTORY_LIST (object);

  if (self->scroller != NULL)
    cyan_history_list_set_history (self, NULL);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  G_OBJECT_CLASS (cyan_history_list_parent_class)->dispose (object);
}

static void
cyan_history_list_class_init (CyanHistoryListClass *class)
{
  G_OBJECT_CLASS (class)->dispose = cyan_history_list_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
}

static void
cyan_history_list_init (CyanHistoryList *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  self->names = gtk_string_list_new (NULL);
  self->selection = gtk_single_selection_new (G_LIST_MODEL (self->names));
  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), self);
  g_signal_connect_object (self->selection, "notify::selected", G_CALLBACK (on_selected), self,
                           G_CONNECT_SWAPPED);
  self->view = GTK_LIST_VIEW (gtk_list_view_new (GTK_SELECTION_MODEL (self->selection), factory));
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "navigation-sidebar");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Benchmarks"), -1);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), GTK_WIDGET (self->view));
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
}
