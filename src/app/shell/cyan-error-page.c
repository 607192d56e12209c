/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-error-page.h"

#include "cyan-preferences.h"
#include "cyan-widgets.h"

G_DEFINE_FINAL_TYPE (CyanErrorPage, cyan_error_page, GTK_TYPE_WIDGET)

void
cyan_error_page_show (CyanErrorPage *self,
                      const char *title,
                      const GError *error,
                      const char *log,
                      gboolean has_request,
                      gboolean tried)
{
  gboolean limit, hot;
  g_autofree char *message = cyan_preferences_explain (error, &limit, &hot);
  g_autofree char *markup = g_markup_escape_text (message, -1);

  adw_status_page_set_title (self->status, title);
  adw_status_page_set_description (self->status, markup);
  gtk_widget_set_visible (self->limit_box, limit);
  gtk_widget_set_visible (self->hot_button, hot && has_request);
  gtk_widget_set_visible (self->try_button, tried);
  gtk_widget_set_visible (self->log_scroller, log != NULL);
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (self->log_view), log != NULL ? log : "", -1);
}

static void
on_hot (CyanErrorPage *self)
{
  g_signal_emit_by_name (self, "open-hot");
}

static void
cyan_error_page_class_init (CyanErrorPageClass *class)
{
  cyan_children_own (class, NULL);
  cyan_signal_new (class, "open-hot", 0);
#define CHILD(member) CYAN_CHILD (CyanErrorPage, member)
  cyan_template_bind (class, "error.ui", CHILD (status), CHILD (log_scroller), CHILD (log_view),
                      CHILD (try_button), CHILD (limit_box), CHILD (hot_button), NULL);
  gtk_widget_class_bind_template_callback (GTK_WIDGET_CLASS (class), on_hot);
}

static void
cyan_error_page_init (CyanErrorPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
