/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The filters: their button, their row, and what is shown where nothing matches. */
#include "cyan-comparison-private.h"

/* The button is marked while there is a filter.  A row of chips that goes gives its focus away. */
static void
on_filter (CyanComparisonPage *self)
{
  gboolean filters = self->session != NULL && cyan_session_filter (self->session)->criteria != 0;
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (!filters && focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->filter_bar)))
    cyan_comparison_page_show_view (self, cyan_comparison_page_view (self));
  if (filters)
    gtk_widget_add_css_class (GTK_WIDGET (self->filter_button), "accent");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->filter_button), "accent");
}

static void
on_filtered (CyanComparisonPage *self)
{
  const CyanFiltered *filtered =
      self->session != NULL ? cyan_session_filtered (self->session) : NULL;
  gboolean empty = filtered != NULL && filtered->n_shown == 0;

  gtk_widget_set_visible (GTK_WIDGET (self->views), !empty);
  if (!empty && gtk_widget_get_visible (self->nothing_page) && self->session != NULL)
    cyan_comparison_page_show_view (self, cyan_comparison_page_view (self));
  gtk_widget_set_visible (self->nothing_page, empty);
}

void
cyan_comparison_page_follow_filter (CyanComparisonPage *self)
{
  /* Before the row of chips hears of it. */
  if (self->session != NULL)
    g_signal_connect_swapped (self->session, "notify::filter", G_CALLBACK (on_filter), self);
  cyan_filter_bar_set_session (self->filter_bar, self->session);
  cyan_filter_popover_set_session (self->filter_popover, self->session);
  if (self->session != NULL)
    g_signal_connect_swapped (self->session, "notify::filtered", G_CALLBACK (on_filtered), self);
  on_filter (self);
  on_filtered (self);
}
