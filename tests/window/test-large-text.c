/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Text that is half as large again as usual, as people set it who do not see well: it is in the
 * pictures, too, nothing of it is cut, and the window stays as narrow as small screens are.
 */
#include "driver.h"

#include "english.h"
#include "tests.h"

#include <adwaita.h>
#include <string.h>

#define LARGE 1.5

/* The widths of a small screen, and of a new window, in which there is room for a list of what was
 * found. */
#define NARROW 1000
#define WIDE   1360

static void
set_text_scale (double scale)
{
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", (int) (scale * 96 * 1024), NULL);
}

/* ---- nothing is cut ---- */

/* Names of functions and paths may be longer than any widget, and the title of a window has the
 * room that its buttons leave on a small screen. */
static gboolean
may_be_cut (GtkLabel *label)
{
  return gtk_label_get_ellipsize (label) != PANGO_ELLIPSIZE_NONE
         && (gtk_widget_get_ancestor (GTK_WIDGET (label), ADW_TYPE_WINDOW_TITLE) == NULL
             || gtk_widget_get_width (GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (label))))
                    <= NARROW);
}

static void
check_label (GtkLabel *label)
{
  PangoLayout *layout = gtk_label_get_layout (label);
  int width, height;

  /* One without a size came after the last frame. */
  if (may_be_cut (label) || *gtk_label_get_text (label) == '\0'
      || gtk_widget_get_height (GTK_WIDGET (label)) == 0)
    return;
  pango_layout_get_pixel_size (layout, &width, &height);
  if (pango_layout_is_ellipsized (layout) || width > gtk_widget_get_width (GTK_WIDGET (label))
      || height > gtk_widget_get_height (GTK_WIDGET (label)))
    g_error ("\"%s\" is cut: %d x %d in %d x %d", gtk_label_get_text (label), width, height,
             gtk_widget_get_width (GTK_WIDGET (label)), gtk_widget_get_height (GTK_WIDGET (label)));
}

static void
check_labels (GtkWidget *widget)
{
  if (!gtk_widget_get_mapped (widget))
    return;
  if (GTK_IS_LABEL (widget))
    check_label (GTK_LABEL (widget));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    check_labels (child);
}

static void
check_width (GtkWidget *widget, int most)
{
  int least;

  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  if (least > most)
    g_error ("%s is at least %d pixels wide", G_OBJECT_TYPE_NAME (widget), least);
}
static void
check_window (CyanWindow *window, int most)
{
  driver_wait_drawn (window);
  check_labels (GTK_WIDGET (window));
  check_width (GTK_WIDGET (window), most);
}

static void
check_views (CyanWindow *window, int most)
{
  static const char *const views[] = { "table", "icicle", "blueprint" };

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      g_action_group_activate_action (driver_actions (window), "view",
                                      g_variant_new_string (views[i]));
      check_window (window, most);
    }
}

static void
check_dialog (CyanWindow *window, const char *type, int most)
{
  GtkWidget *dialog = driver_toplevel (type);
  gpointer watched = dialog;

  driver_wait_drawn (window);
  check_labels (dialog);
  check_width (dialog, most);
  g_object_add_weak_pointer (G_OBJECT (dialog), &watched);
  gtk_window_close (GTK_WINDOW (dialog));
  wait_until (watched == NULL || !gtk_widget_get_mapped (dialog));
  driver_focus (GTK_WINDOW (window));
}

/* All that is opened from the window with the demo. */
static void
check_demo (void)
{
  CyanWindow *window = driver_demo ();

  check_views (window, WIDE);
  g_object_set (window->comparison->search_panel, "open", TRUE, NULL);
  gtk_editable_set_text (driver_child (window->comparison, "search_entry"), "e");
  cyan_search_panel_step (window->comparison->search_panel, FALSE);
  wait_until (!cyan_search_panel_is_searching (window->comparison->search_panel)
              && gtk_widget_get_mapped (GTK_WIDGET (window->comparison->found_list)));
  check_window (window, WIDE);
  g_object_set (window->comparison->search_panel, "open", FALSE, NULL);
  wait_until (!gtk_widget_get_mapped (GTK_WIDGET (window->comparison->found_list)));
  gtk_window_set_default_size (GTK_WINDOW (window), NARROW, 700);
  wait_until (gtk_widget_get_width (GTK_WIDGET (window)) <= NARROW);
  check_views (window, NARROW);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.open", NULL);
  check_dialog (window, "CyanOpenDialog", NARROW);
  gtk_widget_activate_action (GTK_WIDGET (window), "page.slices", NULL);
  wait_until (gtk_widget_get_mapped (
      driver_child (driver_toplevel ("CyanSlicesDialog"), "dimension_list")));
  check_dialog (window, "CyanSlicesDialog", NARROW);
  g_action_group_activate_action (G_ACTION_GROUP (driver_application ()), "preferences", NULL);
  check_dialog (window, "CyanPreferences", NARROW);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-help-overlay", NULL);
  /* GTK chooses its columns. */
  check_dialog (window, "GtkShortcutsWindow", G_MAXINT);
  driver_close (window);
}

static void
check_other_pages (void)
{
  CyanWindow *window = driver_window ();
  g_autofree char *bad = driver_write ("bad", "not a profile\n", -1);

  check_window (window, WIDE);
  driver_start (window, bad, bad);
  wait_until (g_str_equal (driver_page (window), "error"));
  check_window (window, WIDE);
  driver_close (window);
}

static void
test_labels (gconstpointer language)
{
  g_autoptr (English) english = english_new (language);

  set_text_scale (LARGE);
  check_other_pages ();
  check_demo ();
  set_text_scale (1);
}

/* ---- pictures ---- */

static void
get_sizes (CyanWindow *window, graphene_rect_t *label, double *row, GtkRequisition *legend)
{
  CyanNode node = driver_node (window, "find_entry");
  graphene_rect_t box;

  driver_wait_drawn (window);
  g_assert_true (cyan_canvas_get_room (window->comparison->canvas, node, label));
  g_assert_true (cyan_picture_get_box (CYAN_PICTURE (window->comparison->icicle), node, &box));
  *row = box.size.height;
  gtk_widget_get_preferred_size (driver_child (window->comparison->canvas_bar, "line"), legend,
                                 NULL);
}

/* Labels in pictures are as large as other text. */
WINDOW_TEST ("/large-text/pictures", driver_demo ())
{
  graphene_rect_t label, large_label;
  GtkRequisition legend, large_legend;
  double row, large_row;

  gtk_widget_activate_action (GTK_WIDGET (window), "page.keep-scale", NULL);
  gtk_widget_activate_action (GTK_WIDGET (window), "page.zoom-normal", NULL);
  g_action_group_activate_action (driver_actions (window), "view", g_variant_new_string ("icicle"));
  get_sizes (window, &label, &row, &legend);
  set_text_scale (LARGE);
  get_sizes (window, &large_label, &large_row, &large_legend);
  g_assert_cmpfloat_with_epsilon (large_label.size.width, LARGE * label.size.width, 0.1);
  g_assert_cmpfloat_with_epsilon (large_label.size.height, LARGE * label.size.height, 0.1);
  g_assert_cmpfloat_with_epsilon (large_row, LARGE * row, 0.1);
  g_assert_cmpint (ABS (large_legend.height - LARGE * legend.height), <=, 2);
  /* What the buttons call the original size is that of the text. */
  g_assert_cmpfloat (cyan_canvas_get_zoom (window->comparison->canvas), ==, 1);
  set_text_scale (1);
  get_sizes (window, &large_label, &large_row, &large_legend);
  g_assert_cmpfloat_with_epsilon (large_label.size.width, label.size.width, 0.1);
}

TESTS ()
{
  driver_init ();
  g_test_add_data_func ("/large-text/labels/de", "de", test_labels);
  g_test_add_data_func ("/large-text/labels/es", "es", test_labels);
}
