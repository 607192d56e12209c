/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Visits all texts of a window, or of a page, including hidden ones, which may be shown later.
 */
#include "driver.h"

#include "cyan-scene.h"

#include <adwaita.h>
#include <gtksourceview/gtksource.h>
#include <string.h>

typedef struct
{
  DriverTextFunc func;
  gpointer data;
} Visitor;

static void
visit (const Visitor *visitor, const char *text, const char *where)
{
  if (text != NULL && *text != '\0')
    visitor->func (text, where, visitor->data);
}

/* What a screen reader reads, if it differs from what is shown. */
static void
visit_spoken (const Visitor *visitor, GtkAccessible *accessible)
{
  static const GtkAccessibleProperty properties[] = {
    GTK_ACCESSIBLE_PROPERTY_LABEL,       GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
    GTK_ACCESSIBLE_PROPERTY_PLACEHOLDER, GTK_ACCESSIBLE_PROPERTY_ROLE_DESCRIPTION,
    GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT,
  };

  for (guint i = 0; i < G_N_ELEMENTS (properties); i++)
    if (gtk_test_accessible_has_property (accessible, properties[i]))
      {
        /* A failing check returns the value. */
        g_autofree char *text = gtk_test_accessible_check_property (accessible, properties[i], "");

        visit (visitor, text, "what is read aloud");
      }
}

/* Visits a menu with its submenus and sections. */
static void
visit_menu (const Visitor *visitor, GMenuModel *menu)
{
  for (int i = 0; menu != NULL && i < g_menu_model_get_n_items (menu); i++)
    {
      g_autofree char *label = NULL;
      g_autoptr (GMenuLinkIter) links = g_menu_model_iterate_item_links (menu, i);
      GMenuModel *linked;

      if (g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_LABEL, "s", &label))
        visit (visitor, label, "a menu");
      while (g_menu_link_iter_get_next (links, NULL, &linked))
        {
          visit_menu (visitor, linked);
          g_object_unref (linked);
        }
    }
}

/* Visits the choices of a drop-down list. */
static void
visit_choices (const Visitor *visitor, GListModel *model)
{
  for (guint i = 0; model != NULL && i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (model, i);

      if (GTK_IS_STRING_OBJECT (item))
        visit (visitor, gtk_string_object_get_string (GTK_STRING_OBJECT (item)), "a choice");
    }
}

static void
visit_widget (const Visitor *visitor, GtkWidget *widget)
{
  const char *type = G_OBJECT_TYPE_NAME (widget);
  /* Source code is in no human language. */
  g_autofree char *text = GTK_SOURCE_IS_VIEW (widget) ? NULL : driver_text (widget);

  visit (visitor, text, type);
  visit (visitor, gtk_widget_get_tooltip_text (widget), type);
  visit_spoken (visitor, GTK_ACCESSIBLE (widget));
  if (GTK_IS_TEXT (widget))
    {
      visit (visitor, gtk_editable_get_text (GTK_EDITABLE (widget)), type);
      visit (visitor, gtk_text_get_placeholder_text (GTK_TEXT (widget)), type);
    }
  else if (GTK_IS_WINDOW (widget))
    visit (visitor, gtk_window_get_title (GTK_WINDOW (widget)), type);
  else if (GTK_IS_MENU_BUTTON (widget))
    visit_menu (visitor, gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (widget)));
  else if (GTK_IS_POPOVER_MENU (widget))
    visit_menu (visitor, gtk_popover_menu_get_menu_model (GTK_POPOVER_MENU (widget)));
  else if (GTK_IS_DROP_DOWN (widget))
    visit_choices (visitor, gtk_drop_down_get_model (GTK_DROP_DOWN (widget)));
  else if (ADW_IS_COMBO_ROW (widget))
    visit_choices (visitor, adw_combo_row_get_model (ADW_COMBO_ROW (widget)));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    visit_widget (visitor, child);
}

void
driver_visit_texts (GtkWidget *root, DriverTextFunc func, gpointer data)
{
  const Visitor visitor = { func, data };

  visit_widget (&visitor, root);
}

void
driver_visit_page (CyanComparison *comparison, CyanBasis basis, DriverTextFunc func, gpointer data)
{
  const Visitor visitor = { func, data };
  const CyanScale scale = CYAN_SCALE_INIT;
  g_autoptr (CyanLabels) labels = cyan_labels_new (comparison, NULL);
  CyanStyle style = {
    .selected = CYAN_NODE_NONE, .hovered = CYAN_NODE_NONE, .start = CYAN_NODE_NONE, .labels = labels
  };
  g_autoptr (CyanLayout) layout =
      cyan_layout_new (comparison, &scale, basis, cyan_labels_measure, labels);
  g_autoptr (CyanScene) page = NULL;
  g_autoptr (GBytes) svg = NULL;
  g_auto (GStrv) titles = NULL;
  g_autoptr (GString) words = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (cyan_layout_open (layout, CYAN_OPENING_ALL, 0, G_MAXUINT));
  page = cyan_scene_new_page (layout, &style, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  /* A sentence may consist of several items with different styles. */
  for (guint i = 0; i < page->items->len; i++)
    {
      const CyanItem *item = &g_array_index (page->items, CyanItem, i);

      if (item->kind == CYAN_ITEM_TEXT)
        g_string_append_printf (words, "%s\n", item->text);
    }
  visit (&visitor, words->str, "a page");
  svg = cyan_scene_to_svg (page, NULL, &error);
  g_assert_no_error (error);
  titles = g_strsplit (g_bytes_get_data (svg, NULL), "<title>", -1);
  for (guint i = 1; titles[i] != NULL; i++)
    {
      *strstr (titles[i], "</title>") = '\0';
      visit (&visitor, titles[i], "a tooltip of a box");
    }
}
