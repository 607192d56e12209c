/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The history page. */
#include "cyan-history-page-private.h"

#include "cyan-history-words.h"
#include "cyan-i18n.h"
#include "cyan-text.h"

G_DEFINE_FINAL_TYPE (CyanHistoryPage, cyan_history_page, GTK_TYPE_WIDGET)

/* For the name of a function. */
#define FUNCTION_CHARS 100

/* ---- choices ---- */

/* A list of one item is hidden. */
static void
fill_list (GtkDropDown *list, const char *const *names, guint selected)
{
  guint n = g_strv_length ((char **) names);
  g_auto (GStrv) labels = g_new0 (char *, n + 1);
  g_autoptr (GtkStringList) model = NULL;

  for (guint i = 0; i < n; i++)
    labels[i] = cyan_text_for_label (names[i], CYAN_HISTORY_NAME_CHARS);
  model = gtk_string_list_new ((const char *const *) labels);
  gtk_drop_down_set_model (list, G_LIST_MODEL (model));
  gtk_drop_down_set_selected (list, selected);
  gtk_widget_set_visible (GTK_WIDGET (list), n > 1);
}

static void
on_project (CyanHistoryPage *self)
{
  guint selected = gtk_drop_down_get_selected (self->project_list);

  if (!self->is_following && selected != GTK_INVALID_LIST_POSITION)
    g_signal_emit_by_name (self, "choose-project", cyan_history_projects (self->history)[selected]);
}

static guint
project_of (CyanHistory *history)
{
  const char *const *projects = cyan_history_projects (history);

  for (guint i = 0; projects[i] != NULL; i++)
    if (g_str_equal (projects[i], cyan_history_evolution (history)->project))
      return i;
  return 0;
}

static gboolean
has_choice (CyanHistory *history)
{
  return g_strv_length ((char **) cyan_history_projects (history)) > 1;
}

static void
on_metric (CyanHistoryPage *self)
{
  if (!self->is_following)
    cyan_history_set_metric (self->history, gtk_drop_down_get_selected (self->metric_list));
}

static void
on_machine (CyanHistoryPage *self)
{
  if (!self->is_following)
    cyan_history_set_machine (self->history, gtk_drop_down_get_selected (self->machine_list));
}

static void
on_order (CyanHistoryPage *self)
{
  if (!self->is_following)
    cyan_history_set_order (self->history,
                            (CyanEvolutionOrder) gtk_drop_down_get_selected (self->order_list));
}

static void
show_choices (CyanHistoryPage *self)
{
  self->is_following = TRUE;
  fill_list (self->project_list, cyan_history_projects (self->history), project_of (self->history));
  fill_list (self->metric_list, cyan_history_metrics (self->history),
             cyan_history_metric (self->history));
  fill_list (self->machine_list, cyan_history_machines (self->history),
             cyan_history_machine (self->history));
  gtk_drop_down_set_selected (self->order_list, cyan_history_order (self->history));
  self->is_following = FALSE;
}

/* ---- the state ---- */

/* The page of the views' stack: chart and heat map are drawn by the same widget. */
static const char *
page_of (CyanHistoryView view)
{
  return view == CYAN_HISTORY_VIEW_CHART || view == CYAN_HISTORY_VIEW_HEAT
             ? "picture"
             : cyan_history_view_names[view];
}

/* If the old view has the focus, the new one gets it. */
static void
show_view (CyanHistoryPage *self, const char *page)
{
  GtkWidget *old = gtk_stack_get_visible_child (self->views);
  gboolean had_focus = (gtk_widget_get_state_flags (old) & GTK_STATE_FLAG_FOCUS_WITHIN) != 0;

  gtk_stack_set_visible_child_name (self->views, page);
  if (had_focus && gtk_stack_get_visible_child (self->views) != old)
    gtk_widget_grab_focus (GTK_WIDGET (self));
}

static void
on_changed (CyanHistoryPage *self)
{
  CyanHistoryView view =
      self->history != NULL ? cyan_history_view (self->history) : CYAN_HISTORY_VIEW_CHART;

  /* Other views have the names of their rows, and need the room. */
  gtk_widget_set_visible (self->list_box, view == CYAN_HISTORY_VIEW_CHART);
  gtk_widget_set_visible (self->options_bar,
                          view == CYAN_HISTORY_VIEW_CHART || view == CYAN_HISTORY_VIEW_HEAT);
  gtk_widget_set_visible (self->chart_box, view == CYAN_HISTORY_VIEW_CHART);
  show_view (self, page_of (view));
  cyan_history_page_update_actions (self);
}

static void
on_open (CyanHistoryPage *self, CyanRequest *request, guint node)
{
  g_signal_emit_by_name (self, "open", request, node);
}

static void
on_open_step (CyanHistoryPage *self, guint line, guint column)
{
  const CyanEvolutionSeries *series = cyan_history_series (self->history, line, column);
  guint before, after;

  if (series != NULL && cyan_evolution_sides (series, column, &before, &after))
    g_signal_emit_by_name (self, "compare", before, after);
}

void
cyan_history_page_set_history (CyanHistoryPage *self, CyanHistory *history, CyanHistoryStore *store)
{
  const char *function = history != NULL ? cyan_history_function (history) : NULL;

  g_return_if_fail (CYAN_IS_HISTORY_PAGE (self));

  if (self->history == history)
    return;
  if (self->history != NULL)
    g_signal_handlers_disconnect_by_data (self->history, self);
  g_set_object (&self->history, history);
  if (store != NULL)
    cyan_history_store_ref (store);
  g_clear_pointer (&self->store, cyan_history_store_unref);
  self->store = store;
  cyan_history_list_set_history (self->list, history);
  cyan_history_chart_set_history (self->chart, history);
  cyan_history_legend_set_history (self->legend, history);
  cyan_history_pane_set_history (CYAN_HISTORY_PANE (self->similarity), history, store);
  cyan_history_pane_set_history (CYAN_HISTORY_PANE (self->revisions), history, store);
  cyan_history_pane_set_history (CYAN_HISTORY_PANE (self->risk), history, store);
  cyan_history_details_set_history (self->details, history, store);
  gtk_widget_set_visible (self->function_bar, function != NULL);
  if (function != NULL)
    {
      g_autofree char *name = cyan_text_for_label (function, FUNCTION_CHARS);
      /* Translators: the name of a function. */
      g_autofree char *text = g_strdup_printf (_ ("Own time of %s in all benchmarks"), name);

      gtk_label_set_text (self->function_label, text);
    }
  if (history != NULL)
    {
      g_signal_connect_swapped (history, "changed", G_CALLBACK (on_changed), self);
      show_choices (self);
      /* Another project may have something. */
      gtk_stack_set_visible_child_name (
          self->stack,
          cyan_history_lines (history)->len > 0 || has_choice (history) ? "history" : "empty");
    }
  on_changed (self);
}

CyanHistory *
cyan_history_page_get_history (CyanHistoryPage *self)
{
  return self->history;
}

CyanHistoryStore *
cyan_history_page_get_store (CyanHistoryPage *self)
{
  return self->store;
}

void
cyan_history_page_set_palette (CyanHistoryPage *self, CyanPalette palette)
{
  g_return_if_fail (CYAN_IS_HISTORY_PAGE (self));

  self->palette = palette;
  cyan_history_chart_set_palette (self->chart, palette);
  cyan_history_legend_set_palette (self->legend, palette);
  cyan_similarity_view_set_palette (self->similarity, palette);
}

CyanHistoryPicture *
cyan_history_page_new_picture (CyanHistoryPage *self)
{
  if (self->history == NULL || cyan_history_selected_line (self->history) == CYAN_HISTORY_NONE)
    return NULL;
  return cyan_history_picture_new (self->history, self->palette,
                                   gtk_widget_get_width (GTK_WIDGET (self->chart)),
                                   gtk_widget_get_height (GTK_WIDGET (self->chart)));
}

/* ---- object ---- */

static gboolean
cyan_history_page_grab_focus (GtkWidget *widget)
{
  CyanHistoryPage *self = CYAN_HISTORY_PAGE (widget);

  return gtk_widget_grab_focus (
      g_str_equal (gtk_stack_get_visible_child_name (self->views), "picture")
          ? GTK_WIDGET (self->chart)
          : gtk_stack_get_visible_child (self->views));
}

static void
cyan_history_page_dispose (GObject *object)
{
  CyanHistoryPage *self = CYAN_HISTORY_PAGE (object);

  if (self->list != NULL)
    cyan_history_page_set_history (self, NULL, NULL);
  g_clear_object (&self->actions);
  gtk_widget_dispose_template (GTK_WIDGET (self), CYAN_TYPE_HISTORY_PAGE);
  G_OBJECT_CLASS (cyan_history_page_parent_class)->dispose (object);
}

static void
cyan_history_page_class_init (CyanHistoryPageClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = cyan_history_page_dispose;
  widget_class->grab_focus = cyan_history_page_grab_focus;
  g_type_ensure (CYAN_TYPE_HISTORY_CHART);
  g_type_ensure (CYAN_TYPE_HISTORY_DETAILS);
  g_type_ensure (CYAN_TYPE_HISTORY_LEGEND);
  g_type_ensure (CYAN_TYPE_HISTORY_LIST);
  g_type_ensure (CYAN_TYPE_REVISIONS_VIEW);
  g_type_ensure (CYAN_TYPE_RISK_VIEW);
  g_type_ensure (CYAN_TYPE_SIMILARITY_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/cyanotype/Cyanotype/ui/history.ui");
  gtk_widget_class_bind_template_child (widget_class, CyanHistoryPage, stack);
  gtk_widget_class_bind_template_child (widget_class, CyanHistoryPage, function_bar);
  gtk_widget_class_bind_template_child (widget_class, CyanHistoryPage, function_label);
  gtk_widget_class_bind_template_child (widget_class, CyanHistoryPage, project_list);
  gtk_widget_class_bind_template_child (widget_class, CyanHistoryPage, metric_list);
  gtk_widget_class_bind_template_child (widget_class, CyanHistoryPage, machine_list);
  gtk_widget_class_bind_template_child (widget_class, CyanHistoryPage, order_list);
  gtk_widget_class_bind_template_child (widget_class, CyanHistoryPage, list);
  gtk_widget_class_bind_template_child (widget_class, CyanHistoryPage, list_box);
  gtk_widget_class_bind_template_child (widget_class, CyanHistoryPage, views);
  gtk_widget_class_bind_template_child (widget_class, CyanHistoryPage, options_bar);
  gtk_widget_class_bind_template_child (widget_class, CyanHistoryPage, chart_box);
  gtk_widget_class_bind_template_child (widget_class, CyanHistoryPage, chart);
  gtk_widget_class_bind_template_child (widget_class, CyanHistoryPage, legend);
  gtk_widget_class_bind_template_child (widget_class, CyanHistoryPage, similarity);
  gtk_widget_class_bind_template_child (widget_class, CyanHistoryPage, revisions);
  gtk_widget_class_bind_template_child (widget_class, CyanHistoryPage, risk);
  gtk_widget_class_bind_template_child (widget_class, CyanHistoryPage, details);
  cyan_history_page_install_keys (widget_class);
  g_signal_new ("compare", CYAN_TYPE_HISTORY_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
  g_signal_new ("open", CYAN_TYPE_HISTORY_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                2, G_TYPE_POINTER, G_TYPE_UINT);
  g_signal_new ("choose-project", CYAN_TYPE_HISTORY_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_STRING);
  g_signal_new ("closed-function", CYAN_TYPE_HISTORY_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
}

static void
cyan_history_page_init (CyanHistoryPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  cyan_history_page_install_actions (self);
  g_signal_connect_swapped (self->project_list, "notify::selected", G_CALLBACK (on_project), self);
  g_signal_connect_swapped (self->metric_list, "notify::selected", G_CALLBACK (on_metric), self);
  g_signal_connect_swapped (self->machine_list, "notify::selected", G_CALLBACK (on_machine), self);
  g_signal_connect_swapped (self->order_list, "notify::selected", G_CALLBACK (on_order), self);
  g_signal_connect_swapped (self->chart, "open-step", G_CALLBACK (on_open_step), self);
  g_signal_connect_swapped (self->similarity, "open", G_CALLBACK (on_open), self);
  cyan_history_page_update_actions (self);
}
