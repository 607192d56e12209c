/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-history-parts.h"

#include "cyan-i18n.h"
#include "cyan-widgets.h"

GtkWidget *
cyan_parts_append_label (GtkBox *box, const char *text, const char *style)
{
  GtkWidget *label = cyan_label_new (text, style, 0);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_widget_set_can_focus (label, FALSE);
  gtk_box_append (box, label);
  return label;
}

void
cyan_parts_append_rest (GtkBox *box, guint n, guint n_shown)
{
  g_autofree char *rest =
      g_strdup_printf (ngettext ("and %'u more", "and %'u more", n - n_shown), n - n_shown);

  if (n > n_shown)
    cyan_parts_append_label (box, rest, "dim-label");
}

void
cyan_parts_append_heading (GtkBox *box, const char *text)
{
  gtk_widget_set_margin_top (cyan_parts_append_label (box, text, "heading"), 12);
}

GtkWidget *
cyan_parts_append_button (GtkBox *box, const char *label, const char *action, gboolean suggested)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_actionable_set_detailed_action_name (GTK_ACTIONABLE (button), action);
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  gtk_widget_set_margin_top (button, 6);
  if (suggested)
    gtk_widget_add_css_class (button, "suggested-action");
  gtk_box_append (box, button);
  return button;
}

void
cyan_parts_set_direction (GtkWidget *label, int direction)
{
  cyan_widget_set_class (label, "cyan-slower", direction > 0);
  cyan_widget_set_class (label, "cyan-faster", direction < 0);
}

void
cyan_parts_append_log (GtkBox *box, const char *log)
{
  GtkWidget *view = gtk_text_view_new ();
  GtkWidget *scroller = cyan_scroller_new (view, FALSE);

  gtk_text_view_set_editable (GTK_TEXT_VIEW (view), FALSE);
  gtk_text_view_set_monospace (GTK_TEXT_VIEW (view), TRUE);
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (view), GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_accepts_tab (GTK_TEXT_VIEW (view), FALSE);
  cyan_widget_set_spoken (view, _ ("The end of its output"));
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)), log, -1);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), 160);
  gtk_widget_add_css_class (scroller, "card");
  gtk_box_append (box, scroller);
}
