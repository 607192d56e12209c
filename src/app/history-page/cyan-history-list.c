/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-history-page-parts.h"

#include "cyan-history-parts.h"
#include "cyan-history-words.h"
#include "cyan-desktop-theme.h"
#include "cyan-i18n.h"
#include "cyan-text.h"
#include "cyan-widgets.h"

/* ---- legend ---- */

struct _CyanHistoryLegend
{
  CyanSceneWidget parent_instance;

  CyanHistory *history; /* owned */
};

G_DEFINE_FINAL_TYPE (CyanHistoryLegend, cyan_history_legend, CYAN_TYPE_SCENE_WIDGET)

static CyanScene *
cyan_history_legend_new_scene (CyanSceneWidget *widget, int width)
{
  CyanHistoryLegend *self = CYAN_HISTORY_LEGEND (widget);
  CyanTheme theme = cyan_desktop_theme ();
  g_autofree guint8 *lines = NULL;
  g_autoptr (CyanChart) chart = NULL;
  CyanChartStyle style;
  CyanScene *scene;

  if (self->history == NULL || self->history->line == CYAN_HISTORY_NONE)
    return NULL;
  cyan_history_chart_style (self->history, &theme, width, 0, &style, &lines);
  chart = cyan_history_chart_new_chart (self->history, &style);
  scene = cyan_scene_new_chart_legend (chart, MAX (width, CYAN_CHART_LEAST_WIDTH));
  cyan_scene_widget_speak (widget, scene);
  return scene;
}

void
cyan_history_legend_set_history (CyanHistoryLegend *self, CyanHistory *history)
{
  if (cyan_follow (&self->history, history, self, "changed", G_CALLBACK (cyan_scene_widget_drop),
                   NULL))
    cyan_scene_widget_drop (CYAN_SCENE_WIDGET (self));
}

static void
cyan_history_legend_class_init (CyanHistoryLegendClass *class)
{
  cyan_children_own (class, G_CALLBACK (cyan_history_legend_set_history));
  CYAN_SCENE_WIDGET_CLASS (class)->new_scene = cyan_history_legend_new_scene;
  CYAN_SCENE_WIDGET_CLASS (class)->has_lines = TRUE;
}

static void
cyan_history_legend_init (CyanHistoryLegend *self)
{
  gtk_widget_set_can_target (GTK_WIDGET (self), FALSE);
}

/* ---- list ---- */

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
row_label_new (const char *classes)
{
  GtkWidget *label = cyan_label_new (NULL, classes, 0);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  return label;
}

static void
on_setup (CyanHistoryList *self, GtkListItem *item)
{
  GtkWidget *box = cyan_column_new (2, row_label_new (NULL), row_label_new ("caption"),
                                    row_label_new ("caption"), NULL);

  cyan_widget_set_margins (box, 0, 4);
  gtk_list_item_set_child (item, box);
}

/* Words about the step at @column, which may be CYAN_HISTORY_NONE; without any, @words is
 * hidden. */
static void
show_step (CyanHistoryList *self, GtkWidget *words, guint line, guint column, const char *text)
{
  const CyanStep *step =
      column != CYAN_HISTORY_NONE ? cyan_history_step (self->history, line, column) : NULL;
  int direction =
      step != NULL
          ? cyan_evolution_step_direction (cyan_history_series (self->history, line, column), step)
          : 0;

  cyan_label_show (GTK_LABEL (words), text);
  cyan_parts_set_direction (words, direction);
  cyan_widget_set_class (words, "dim-label", direction == 0);
}

static void
on_bind (CyanHistoryList *self, GtkListItem *item)
{
  GtkWidget *box = gtk_list_item_get_child (item);
  GtkWidget *name = gtk_widget_get_first_child (box);
  GtkWidget *largest = gtk_widget_get_next_sibling (name);
  const GArray *lines = self->history->shown;
  guint line = g_array_index (lines, guint, gtk_list_item_get_position (item));
  const CyanHistoryLine *about = &self->history->lines[line];
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
  const GArray *lines = self->history != NULL ? self->history->shown : NULL;

  if (!self->is_following && lines != NULL && position < lines->len)
    cyan_history_select_line (self->history, g_array_index (lines, guint, position));
}

static void
on_changed (CyanHistoryList *self)
{
  int position = cyan_history_position (self->history, self->history->line);

  if (position < 0 || gtk_single_selection_get_selected (self->selection) == (guint) position)
    return;
  self->is_following = TRUE;
  gtk_single_selection_set_selected (self->selection, (guint) position);
  self->is_following = FALSE;
  gtk_widget_activate_action (GTK_WIDGET (self->view), "list.scroll-to-item", "u", position);
}

static void
show_lines (CyanHistoryList *self)
{
  g_auto (GStrv) names =
      self->history != NULL ? cyan_history_shown_names (self->history) : g_new0 (char *, 1);

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
  if (cyan_follow (&self->history, history, self, "lines-changed", G_CALLBACK (show_lines),
                   "changed", G_CALLBACK (on_changed), NULL))
    show_lines (self);
}

/* ---- object ---- */

static void
cyan_history_list_class_init (CyanHistoryListClass *class)
{
  cyan_children_own (class, G_CALLBACK (cyan_history_list_set_history));
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
}

static void
cyan_history_list_init (CyanHistoryList *self)
{
  self->names = gtk_string_list_new (NULL);
  self->selection = gtk_single_selection_new (G_LIST_MODEL (self->names));
  cyan_connect (self->selection, "notify::selected", on_selected, self);
  self->view = GTK_LIST_VIEW (gtk_list_view_new (
      GTK_SELECTION_MODEL (self->selection),
      cyan_factory_new (G_CALLBACK (on_setup), G_CALLBACK (on_bind), self, NULL)));
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "navigation-sidebar");
  cyan_widget_set_spoken (self->view, _ ("Benchmarks"));
  self->scroller = cyan_scroller_new (self->view, TRUE);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
}
