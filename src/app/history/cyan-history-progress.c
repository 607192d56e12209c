/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-history-progress.h"

#include "cyan-i18n.h"

/* Pixels. */
#define BAR_WIDTH 260

struct _CyanHistoryProgress
{
  GtkWidget parent_instance;

  GtkWidget *box; /* owned as a child */
  GtkProgressBar *bar;
};

G_DEFINE_FINAL_TYPE (CyanHistoryProgress, cyan_history_progress, GTK_TYPE_WIDGET)

enum
{
  CANCEL,
  N_SIGNALS
};
static guint signals[N_SIGNALS];

void
cyan_history_progress_show (double fraction, const char *what, gpointer progress)
{
  CyanHistoryProgress *self = CYAN_HISTORY_PROGRESS (progress);

  gtk_progress_bar_set_fraction (self->bar, fraction);
  gtk_progress_bar_set_text (self->bar, what);
}

static void
on_clicked (CyanHistoryProgress *self)
{
  g_signal_emit (self, signals[CANCEL], 0);
}

static void
cyan_history_progress_dispose (GObject *object)
{
  g_clear_pointer (&CYAN_HISTORY_PROGRESS (object)->box, gtk_widget_unparent);
  G_OBJECT_CLASS (cyan_history_progress_parent_class)->dispose (object);
}

static void
cyan_history_progress_class_init (CyanHistoryProgressClass *class)
{
  G_OBJECT_CLASS (class)->dispose = cyan_history_progress_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
  signals[CANCEL] = g_signal_new ("cancel", CYAN_TYPE_HISTORY_PROGRESS, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
}

static void
cyan_history_progress_init (CyanHistoryProgress *self)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (_ ("_Cancel"));

  self->bar = GTK_PROGRESS_BAR (gtk_progress_bar_new ());
  gtk_progress_bar_set_show_text (self->bar, TRUE);
  gtk_widget_set_size_request (GTK_WIDGET (self->bar), BAR_WIDTH, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->bar), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Progress"), -1);
  gtk_widget_set_halign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "pill");
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (on_clicked), self);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 18);
  gtk_widget_set_halign (self->box, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (self->box, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->bar));
  gtk_box_append (GTK_BOX (self->box), button);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}
