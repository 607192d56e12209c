/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of the list of what became of functions. */
#include "cyan-edit-row.h"

GtkWidget *
cyan_edit_label_new (const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 30);
  gtk_widget_set_hexpand (label, TRUE);
  if (style != NULL)
    gtk_widget_add_css_class (label, style);
  return label;
}

GtkWidget *
cyan_edit_button_new (const char *text, const char *tooltip)
{
  GtkWidget *button = gtk_button_new_with_label (text);

  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "cyan-small");
  return button;
}

GtkWidget *
cyan_edit_row_new (const char *text, const char *caption, GtkBox **buttons)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkBox *box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 4));
  g_autofree char *spoken = g_strconcat (text, caption != NULL ? ", " : "", caption, NULL);

  *buttons = GTK_BOX (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6));
  gtk_box_append (box, cyan_edit_label_new (text, NULL));
  if (caption != NULL)
    {
      GtkWidget *words = cyan_edit_label_new (caption, "caption");

      gtk_widget_add_css_class (words, "dim-label");
      gtk_box_append (box, words);
    }
  gtk_box_append (box, GTK_WIDGET (*buttons));
  gtk_widget_set_margin_start (GTK_WIDGET (box), 8);
  gtk_widget_set_margin_end (GTK_WIDGET (box), 8);
  gtk_widget_set_margin_top (GTK_WIDGET (box), 6);
  gtk_widget_set_margin_bottom (GTK_WIDGET (box), 6);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), GTK_WIDGET (box));
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
  return row;
}
