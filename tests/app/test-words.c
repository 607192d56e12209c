/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the window says is translated: in a language in which every word stands in ⟦⟧, no word
 * stands outside of them but names of the profiles, which all have an Ñ, and units.  What is put
 * into a sentence is not seen apart from it.
 */
#include "config.h"

#include "cyan-scene.h"
#include "driver.h"
#include "tests.h"

#include <adwaita.h>
#include <libintl.h>
#include <locale.h>
#include <string.h>

/* Names that no language changes. */
static const char *const same_everywhere[] = { "Cyanotype", "s", "ms", "µs", "ns", "k", "M", NULL };

static void
check_word (const GString *word, const char *where, const char *text)
{
  if (word->len > 0 && strstr (word->str, "Ñ") == NULL
      && !g_strv_contains (same_everywhere, word->str))
    g_error ("“%s” is not translated in %s: %s", word->str, where, text);
}

static void
check_text (const char *text, const char *where)
{
  g_autoptr (GString) word = g_string_new (NULL);
  guint depth = 0;

  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    {
      gunichar c = g_utf8_get_char (at);

      depth -= c == 0x27e7 && depth > 0; /* ⟧ */
      if (depth == 0 && (g_unichar_isalpha (c) || (c == '_' && word->len > 0)))
        g_string_append_unichar (word, c);
      else
        {
          check_word (word, where, text);
          g_string_truncate (word, 0);
        }
      depth += c == 0x27e6; /* ⟦ */
    }
  check_word (word, where, text);
}

static void
check_widgets (GtkWidget *widget)
{
  const char *type = G_OBJECT_TYPE_NAME (widget);
  const char *tooltip = gtk_widget_get_tooltip_text (widget);

  if (!gtk_widget_get_mapped (widget))
    return;
  if (tooltip != NULL)
    check_text (tooltip, type);
  if (GTK_IS_LABEL (widget))
    check_text (gtk_label_get_text (GTK_LABEL (widget)), type);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    check_widgets (child);
}

/* All that a menu can show, its submenus and sections too. */
static void
check_menu (GMenuModel *menu)
{
  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autofree char *label = NULL;
      g_autoptr (GMenuLinkIter) links = g_menu_model_iterate_item_links (menu, i);
      GMenuModel *linked;

      if (g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_LABEL, "s", &label))
        check_text (label, "a menu");
      while (g_menu_link_iter_get_next (links, NULL, &linked))
        {
          check_menu (linked);
          g_object_unref (linked);
        }
    }
}

static void
check_menus (GtkWidget *widget)
{
  if (GTK_IS_MENU_BUTTON (widget)
      && gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (widget)) != NULL)
    check_menu (gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (widget)));
  if (GTK_IS_POPOVER_MENU (widget)
      && gtk_popover_menu_get_menu_model (GTK_POPOVER_MENU (widget)) != NULL)
    check_menu (gtk_popover_menu_get_menu_model (GTK_POPOVER_MENU (widget)));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    check_menus (child);
}

/* The page with its legend, and what is said of each box. */
static void
check_page (CyanComparison *comparison, CyanBasis basis)
{
  const CyanScale scale = CYAN_SCALE_INIT;
  g_autoptr (CyanLabels) labels = cyan_labels_new (comparison);
  CyanStyle style = { .selected = CYAN_NODE_NONE, .hovered = CYAN_NODE_NONE, .labels = labels };
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
  for (guint i = 0; i < page->items->len; i++)
    {
      const CyanItem *item = &g_array_index (page->items, CyanItem, i);

      if (item->kind == CYAN_ITEM_TEXT)
        g_string_append_printf (words, "%s\n", item->text);
    }
  check_text (words->str, "a page");
  svg = cyan_scene_to_svg (page, NULL, &error);
  g_assert_no_error (error);
  titles = g_strsplit (g_bytes_get_data (svg, NULL), "<title>", -1);
  for (guint i = 1; titles[i] != NULL; i++)
    {
      *strstr (titles[i], "</title>") = '\0';
      check_text (titles[i], "a tooltip of a box");
    }
}

static void
check_window (void)
{
  g_autofree char *before =
      driver_write ("Ñ-1.folded", "ÑA;ÑB 100\nÑA;ÑC 300\nÑA;ÑD 200\nÑA;ÑE;ÑF 40\n", -1);
  g_autofree char *after =
      driver_write ("Ñ-2.folded", "ÑA;ÑB 300\nÑA;ÑC 100\nÑA;ÑD 200\nÑA;ÑG;ÑH 90\nÑA;ÑG -1\n", -1);
  g_autofree char *bad = driver_write ("Ñ-3.folded", "ÑA;ÑB Ñ\n", -1);
  CyanWindow *window = driver_window ();
  CyanComparison *comparison;

  check_widgets (GTK_WIDGET (window));
  driver_start (window, before, after);
  driver_settle (window);
  g_assert_cmpstr (driver_page (window), ==, "blueprint");
  comparison = cyan_session_comparison (cyan_window_get_session (window));
  for (guint basis = 0; basis < 2; basis++)
    check_page (comparison, basis);
  for (CyanNode node = 1; node < comparison->compared.n_nodes; node++)
    {
      cyan_session_select (cyan_window_get_session (window), node);
      driver_settle (window);
      check_widgets (GTK_WIDGET (window));
    }
  gtk_widget_activate_action (GTK_WIDGET (window->canvas), "canvas.menu", NULL);
  wait_until (driver_find (GTK_WIDGET (window->canvas), GTK_TYPE_POPOVER_MENU, NULL) != NULL);
  check_menus (GTK_WIDGET (window));

  gtk_editable_set_text (window->search_entry, "Ñ-nowhere");
  cyan_window_find (window, FALSE);
  wait_until (*gtk_label_get_text (window->search_status) != '\0');
  check_text (gtk_label_get_text (window->search_status), "the search bar");

  driver_start (window, before, bad);
  driver_settle (window);
  g_assert_cmpstr (driver_page (window), ==, "error");
  check_widgets (GTK_WIDGET (window));
  driver_close (window);
}

static void
check_one_profile (void)
{
  g_autofree char *only = driver_write ("Ñ-4.folded", "ÑA;ÑB 100\nÑA;ÑC 300\n", -1);
  CyanWindow *window = driver_window ();

  driver_start (window, only, NULL);
  wait_until (window->session != NULL);
  driver_settle (window);
  check_widgets (GTK_WIDGET (window));
  check_page (cyan_session_comparison (window->session), CYAN_BASIS_SHARE);
  driver_close (window);
}

static void
check_runs (void)
{
  g_autofree char *first = driver_write ("Ñ-5.folded", "ÑA;ÑB 100\nÑA;ÑC 300\n", -1);
  g_autofree char *second = driver_write ("Ñ-6.folded", "ÑA;ÑB 110\nÑA;ÑC 290\n", -1);
  g_autofree char *third = driver_write ("Ñ-7.folded", "ÑA;ÑB 300\nÑA;ÑC 100\n", -1);
  g_autofree char *fourth = driver_write ("Ñ-8.folded", "ÑA;ÑB 310\nÑA;ÑC 110\n", -1);
  char *const before[] = { first, second, NULL }, *const after[] = { third, fourth, NULL };
  CyanWindow *window = driver_runs (before, after);
  CyanComparison *comparison = cyan_session_comparison (window->session);

  check_page (comparison, CYAN_BASIS_SHARE);
  for (CyanNode node = 1; node < comparison->compared.n_nodes; node++)
    {
      cyan_session_select (window->session, node);
      driver_settle (window);
      check_widgets (GTK_WIDGET (window));
    }
  driver_close (window);
}

static void
test_window (void)
{
  g_setenv ("LANGUAGE", "qps", TRUE);
  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, g_getenv ("CYAN_CATALOGS"));
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  g_assert_cmpstr (gettext ("slower"), ==, "⟦slower⟧");
  driver_init ();
  check_window ();
  check_one_profile ();
  check_runs ();

  /* Other tests of the program read English. */
  bindtextdomain (GETTEXT_PACKAGE, CYAN_LOCALEDIR);
  textdomain ("messages");
}

TESTS ("words")
{
  g_test_add_func ("/words/window", test_window);
}
