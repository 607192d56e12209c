/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The history page. */
#include "cyan-history-page-parts.h"

#include "cyan-answers.h"
#include "cyan-history-words.h"
#include "cyan-i18n.h"
#include "cyan-text.h"
#include "cyan-widgets.h"

static void init_page (CyanPageInterface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE (CyanHistoryPage,
                               cyan_history_page,
                               GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (CYAN_TYPE_PAGE, init_page))

/* For the name of a function. */
#define FUNCTION_CHARS 100
/* Pixels from which on panes stand beside each other, and their sizes there and below. */
#define LEAST_WIDE     760
#define LIST_WIDTH     224
#define LIST_HEIGHT    96
#define DETAILS_WIDTH  270
#define DETAILS_HEIGHT 190

/* ---- choices ---- */

/* A list of one item is hidden. */
static void
fill_list (GtkDropDown *list, const char *const *names, guint selected)
{
  guint n = g_strv_length ((char **) names);
  g_auto (GStrv) labels = g_new0 (char *, n + 1);

  for (guint i = 0; i < n; i++)
    labels[i] = cyan_text_for_label (names[i], CYAN_HISTORY_NAME_CHARS);
  cyan_drop_down_set_names (list, (const char *const *) labels);
  gtk_drop_down_set_selected (list, selected);
  gtk_widget_set_visible (GTK_WIDGET (list), n > 1);
}

static guint
project_of (CyanHistory *history)
{
  char **projects = history->projects;

  for (guint i = 0; projects[i] != NULL; i++)
    if (g_str_equal (projects[i], history->evolution->project))
      return i;
  return 0;
}

static gboolean
has_choice (CyanHistory *history)
{
  return g_strv_length (history->projects) > 1;
}

/* The lines that are shown. */
static void
show_lines (CyanHistoryPage *self)
{
  g_auto (GStrv) names = cyan_history_shown_names (self->history);

  self->is_following = TRUE;
  cyan_drop_down_set_names (self->line_list, (const char *const *) names);
  self->is_following = FALSE;
}

static void
on_choice (CyanHistoryPage *self, GParamSpec *property, GtkDropDown *list)
{
  guint selected = gtk_drop_down_get_selected (list);

  if (self->is_following)
    return;
  if (list == self->line_list)
    cyan_history_select_line (self->history, g_array_index (self->history->shown, guint, selected));
  else if (list == self->metric_list)
    cyan_history_set_metric (self->history, selected);
  else if (list == self->machine_list)
    cyan_history_set_machine (self->history, selected);
  else
    cyan_history_set_order (self->history, (CyanEvolutionOrder) selected);
}

static void
show_choices (CyanHistoryPage *self)
{
  self->is_following = TRUE;
  fill_list (self->project_list, (const char *const *) self->history->projects,
             project_of (self->history));
  fill_list (self->metric_list, (const char *const *) self->history->metrics->pdata,
             self->history->metric);
  fill_list (self->machine_list, (const char *const *) self->history->machines->pdata,
             self->history->machine);
  gtk_drop_down_set_selected (self->order_list, self->history->order);
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

/* What the view says in one sentence. */
static void
show_answer (CyanHistoryPage *self)
{
  GtkWidget *view = gtk_stack_get_visible_child (self->views);
  const CyanHistory *history = self->history;
  g_autofree char *answer = NULL;

  if (CYAN_IS_HISTORY_PANE (view))
    answer = g_strdup (cyan_history_pane_get_answer (CYAN_HISTORY_PANE (view)));
  else if (history != NULL && history->shown->len > 0)
    answer = cyan_evolution_answer (history->evolution,
                                    (const guint *) (gconstpointer) history->shown->data,
                                    history->shown->len);
  cyan_label_show (self->answer, answer);
}

/* Shows what belongs to the view. */
static void
show_parts (CyanHistoryPage *self, CyanHistoryView view)
{
  CyanHistory *history = self->history;
  gboolean has_several = history != NULL && history->shown->len > 1;
  gboolean is_picture = view == CYAN_HISTORY_VIEW_CHART || view == CYAN_HISTORY_VIEW_HEAT;
  /* In place of the list of lines, for which there is no room. */
  gboolean has_lines = has_several && !is_picture && view != CYAN_HISTORY_VIEW_RISK;

  gtk_widget_set_visible (self->list_box, view == CYAN_HISTORY_VIEW_CHART && has_several);
  gtk_widget_set_visible (GTK_WIDGET (self->order_list), is_picture && has_several);
  gtk_widget_set_visible (GTK_WIDGET (self->line_list), has_lines);
  gtk_widget_set_visible (self->chart_box, view == CYAN_HISTORY_VIEW_CHART);
  gtk_widget_set_visible (self->options_bar, is_picture || has_lines);
  self->is_following = TRUE;
  if (has_several)
    gtk_drop_down_set_selected (self->line_list,
                                (guint) cyan_history_position (history, history->line));
  self->is_following = FALSE;
}

static void
on_changed (CyanHistoryPage *self)
{
  CyanHistoryView view = self->history != NULL ? self->history->view : CYAN_HISTORY_VIEW_CHART;

  show_parts (self, view);
  show_view (self, page_of (view));
  show_answer (self);
  cyan_history_page_update_actions (self);
  if (self->history != NULL)
    g_signal_emit_by_name (self, "changed");
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
    cyan_history_page_compare (self, before, after);
}

void
cyan_history_page_set_history (CyanHistoryPage *self, CyanHistory *history, CyanHistoryStore *store)
{
  const char *function = history != NULL ? history->function : NULL;

  if (!cyan_follow (&self->history, history, self, "lines-changed", G_CALLBACK (show_lines),
                    "changed", G_CALLBACK (on_changed), NULL))
    return;
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
      show_choices (self);
      show_lines (self);
      /* Another project may have something. */
      gtk_stack_set_visible_child_name (
          self->stack, history->shown->len > 0 || has_choice (history) ? "history" : "empty");
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

char *
cyan_history_page_title (CyanHistoryPage *self, char **subtitle)
{
  const CyanEvolution *evolution = self->history->evolution;
  g_autofree char *store = cyan_history_store_name (self->store);
  g_autofree char *revisions = g_strdup_printf (
      ngettext ("%'u revision", "%'u revisions", evolution->n_columns), evolution->n_columns);

  *subtitle = g_strdup_printf ("%s \xc2\xb7 %s", revisions, store);
  /* An empty store has no project. */
  return cyan_text_for_label (evolution->project != NULL ? evolution->project : store,
                              FUNCTION_CHARS);
}

/* ---- for the window ---- */

static guint
get_has (CyanPage *page)
{
  CyanHistoryPage *self = CYAN_HISTORY_PAGE (page);

  return (cyan_history_page_has_picture (self) ? CYAN_PAGE_HAS_PICTURE : 0)
         | (cyan_history_page_has_bisection (self) ? CYAN_PAGE_HAS_SEARCH : 0);
}

static GActionGroup *
get_actions (CyanPage *page)
{
  return G_ACTION_GROUP (CYAN_HISTORY_PAGE (page)->actions);
}

/* From one view to the one before, and from a search to the history. */
static gboolean
go (CyanPage *page, gboolean back)
{
  CyanHistoryPage *self = CYAN_HISTORY_PAGE (page);

  return back && (cyan_history_page_leave_bisection (self) || cyan_history_go_back (self->history));
}

static void
fit (CyanPage *page, double width, double height)
{
  CyanHistoryPage *self = CYAN_HISTORY_PAGE (page);
  gboolean is_narrow = width < LEAST_WIDE;
  GtkOrientation orientation = is_narrow ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL;

  if (gtk_orientable_get_orientation (GTK_ORIENTABLE (self->list_pane)) == orientation)
    return;
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->list_pane), orientation);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->details_pane), orientation);
  gtk_widget_set_size_request (self->list_box, is_narrow ? -1 : LIST_WIDTH,
                               is_narrow ? LIST_HEIGHT : -1);
  gtk_widget_set_size_request (GTK_WIDGET (self->details), is_narrow ? -1 : DETAILS_WIDTH,
                               is_narrow ? DETAILS_HEIGHT : -1);
}

static void
init_page (CyanPageInterface *interface)
{
  interface->get_has = get_has;
  interface->get_actions = get_actions;
  interface->go = go;
  interface->fit = fit;
}

/* ---- its picture ---- */

gboolean
cyan_history_page_has_picture (CyanHistoryPage *self)
{
  CyanHistory *history = self->history;

  return history != NULL && history->line != CYAN_HISTORY_NONE
         && !cyan_history_page_has_bisection (self)
         && (history->view == CYAN_HISTORY_VIEW_CHART || cyan_history_heat (history));
}

CyanHistoryPicture *
cyan_history_page_new_picture (CyanHistoryPage *self)
{
  return cyan_history_picture_new (self->history, gtk_widget_get_width (GTK_WIDGET (self->chart)),
                                   gtk_widget_get_height (GTK_WIDGET (self->chart)));
}

char *
cyan_history_page_picture_name (CyanHistoryPage *self)
{
  const char *project = self->history->evolution->project;

  return cyan_history_heat (self->history)
             ? g_strdup_printf ("%s.svg", project)
             : g_strdup_printf ("%s-%s.svg", project,
                                cyan_history_line_name (self->history, self->history->line));
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
leave (CyanHistoryPage *self)
{
  cyan_history_page_set_history (self, NULL, NULL);
  cyan_history_page_clear_store (self);
  g_clear_object (&self->actions);
}

static void
cyan_history_page_class_init (CyanHistoryPageClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  cyan_children_own (class, G_CALLBACK (leave));
  widget_class->grab_focus = cyan_history_page_grab_focus;
  cyan_types_ensure (CYAN_TYPE_BISECT_PAGE, CYAN_TYPE_HISTORY_CHART, CYAN_TYPE_HISTORY_DETAILS,
                     CYAN_TYPE_HISTORY_LEGEND, CYAN_TYPE_HISTORY_LIST, CYAN_TYPE_REVISIONS_VIEW,
                     CYAN_TYPE_RISK_VIEW, CYAN_TYPE_SIMILARITY_VIEW, G_TYPE_NONE);
#define CHILD(member) CYAN_CHILD (CyanHistoryPage, member)
  cyan_template_bind (class, "history.ui", CHILD (stack), CHILD (answer), CHILD (function_bar),
                      CHILD (function_label), CHILD (project_list), CHILD (metric_list),
                      CHILD (machine_list), CHILD (order_list), CHILD (line_list), CHILD (list),
                      CHILD (list_box), CHILD (list_pane), CHILD (details_pane), CHILD (views),
                      CHILD (options_bar), CHILD (chart_box), CHILD (chart), CHILD (legend),
                      CHILD (similarity), CHILD (revisions), CHILD (risk), CHILD (details),
                      CHILD (bisect), NULL);
  cyan_history_page_install_keys (widget_class);
  cyan_signal_new (class, "open", 2, G_TYPE_POINTER, G_TYPE_UINT);
  cyan_signal_new (class, "shown", 0);
}

static void
cyan_history_page_init (CyanHistoryPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  cyan_history_page_install_actions (self);
  cyan_history_page_install_store (self);
  cyan_history_page_install_bisect (self);
  cyan_connect (self->metric_list, "notify::selected", on_choice, self);
  cyan_connect (self->machine_list, "notify::selected", on_choice, self);
  cyan_connect (self->order_list, "notify::selected", on_choice, self);
  cyan_connect (self->line_list, "notify::selected", on_choice, self);
  cyan_connect (self->chart, "open-step", on_open_step, self);
  cyan_connect (self->similarity, "answered", show_answer, self);
  cyan_connect (self->revisions, "answered", show_answer, self);
  cyan_connect (self->risk, "answered", show_answer, self);
  cyan_connect (self->similarity, "open", on_open, self);
  cyan_history_page_update_actions (self);
}
