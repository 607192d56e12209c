/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-history-loading.h"

#include <adwaita.h>

#include "cyan-i18n.h"
#include "cyan-task.h"
#include "cyan-widgets.h"

/* Pixels. */
#define BAR_WIDTH 260
/* Milliseconds before progress is shown. */
#define PROGRESS_DELAY 300

struct _CyanHistoryLoading
{
  GtkWidget parent_instance;

  GtkStack *stack; /* owned as a child: "content", "progress" or "problem" */
  GtkProgressBar *bar;
  AdwStatusPage *problem_page;
  GtkButton *problem_button;

  GCancellable *cancellable; /* owned; of the thread, or NULL */
  guint progress_timer;      /* shows the progress */
};

G_DEFINE_FINAL_TYPE (CyanHistoryLoading, cyan_history_loading, GTK_TYPE_WIDGET)

/* ---- the thread ---- */

static gboolean
on_progress_timer (gpointer data)
{
  CyanHistoryLoading *self = data;

  self->progress_timer = 0;
  gtk_stack_set_visible_child_name (self->stack, "progress");
  return G_SOURCE_REMOVE;
}

gboolean
cyan_history_loading_end (CyanHistoryLoading *self)
{
  gboolean goes_on = self->cancellable != NULL;

  cyan_task_stop (&self->cancellable);
  g_clear_handle_id (&self->progress_timer, g_source_remove);
  return goes_on;
}

GCancellable *
cyan_history_loading_begin (CyanHistoryLoading *self)
{
  cyan_history_loading_end (self);
  cyan_task_begin (&self->cancellable);
  cyan_history_loading_progress (0, "", self);
  self->progress_timer = g_timeout_add (PROGRESS_DELAY, on_progress_timer, self);
  return self->cancellable;
}

gboolean
cyan_history_loading_goes_on (CyanHistoryLoading *self)
{
  return self->cancellable != NULL;
}

void
cyan_history_loading_progress (double fraction, const char *what, gpointer loading)
{
  CyanHistoryLoading *self = CYAN_HISTORY_LOADING (loading);

  gtk_progress_bar_set_fraction (self->bar, fraction);
  gtk_progress_bar_set_text (self->bar, what);
}

/* ---- what is shown ---- */

void
cyan_history_loading_show_content (CyanHistoryLoading *self)
{
  gtk_stack_set_visible_child_name (self->stack, "content");
}

gboolean
cyan_history_loading_shows_content (CyanHistoryLoading *self)
{
  return g_strcmp0 (gtk_stack_get_visible_child_name (self->stack), "content") == 0;
}

void
cyan_history_loading_fail (CyanHistoryLoading *self,
                           const char *title,
                           const char *description,
                           const char *button)
{
  g_autofree char *markup = g_markup_escape_text (description, -1);

  adw_status_page_set_title (self->problem_page, title);
  adw_status_page_set_description (self->problem_page, markup);
  gtk_button_set_label (self->problem_button, button);
  gtk_stack_set_visible_child_name (self->stack, "problem");
}

/* ---- object ---- */

static void
on_cancel (CyanHistoryLoading *self)
{
  g_signal_emit_by_name (self, "cancel");
}

static void
on_answer (CyanHistoryLoading *self)
{
  g_signal_emit_by_name (self, "answer");
}

static void
cyan_history_loading_set_property (GObject *object,
                                   guint property,
                                   const GValue *value,
                                   GParamSpec *parameter)
{
  CyanHistoryLoading *self = CYAN_HISTORY_LOADING (object);

  gtk_stack_add_named (self->stack, g_value_get_object (value), "content");
  cyan_history_loading_show_content (self);
}

static void
cyan_history_loading_class_init (CyanHistoryLoadingClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  cyan_children_own (class, G_CALLBACK (cyan_history_loading_end));
  object_class->set_property = cyan_history_loading_set_property;
  g_object_class_install_property (
      object_class, 1,
      g_param_spec_object ("content", NULL, NULL, GTK_TYPE_WIDGET,
                           G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS));
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
  cyan_signal_new (class, "cancel", 0);
  cyan_signal_new (class, "answer", 0);
}

static GtkWidget *
make_button (CyanHistoryLoading *self, const char *label, GCallback on_clicked)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_widget_set_halign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "pill");
  g_signal_connect_swapped (button, "clicked", on_clicked, self);
  return button;
}

static GtkWidget *
make_progress (CyanHistoryLoading *self)
{
  GtkWidget *bar = gtk_progress_bar_new ();
  GtkWidget *box =
      cyan_column_new (18, bar, make_button (self, _ ("_Cancel"), G_CALLBACK (on_cancel)), NULL);

  self->bar = GTK_PROGRESS_BAR (bar);
  gtk_progress_bar_set_show_text (self->bar, TRUE);
  gtk_widget_set_size_request (bar, BAR_WIDTH, -1);
  cyan_widget_set_spoken (bar, _ ("Progress"));
  gtk_widget_set_halign (box, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  return box;
}

static void
cyan_history_loading_init (CyanHistoryLoading *self)
{
  self->problem_page = ADW_STATUS_PAGE (adw_status_page_new ());
  self->problem_button = GTK_BUTTON (make_button (self, "", G_CALLBACK (on_answer)));
  adw_status_page_set_icon_name (self->problem_page, "cyan-dialog-information-symbolic");
  adw_status_page_set_child (self->problem_page, GTK_WIDGET (self->problem_button));
  self->stack = GTK_STACK (gtk_stack_new ());
  gtk_stack_add_named (self->stack, make_progress (self), "progress");
  gtk_stack_add_named (self->stack, GTK_WIDGET (self->problem_page), "problem");
  gtk_widget_set_parent (GTK_WIDGET (self->stack), GTK_WIDGET (self));
}
