/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Widths, links and scales: the menu, the settings, other windows and exported pictures. */
#include "driver.h"
#include "tests.h"

#include <math.h>
#include <string.h>

#include "cyan-desktop-theme.h"
#include "cyan-widgets.h"

static CyanLayout *
layout_of (CyanWindow *window)
{
  return cyan_session_layout (window->comparison->session);
}

static CyanPlaced
placed (CyanWindow *window, const char *name)
{
  CyanPlaced found;

  g_assert_true (cyan_layout_position_of (layout_of (window), driver_node (window, name), &found));
  return found;
}

/* Twelve callers of what changed, of which none changed by itself.  Sampled: calls are unknown. */
static CyanWindow *
deep_window (void)
{
  g_autoptr (GString) stack = g_string_new ("start");
  g_autofree char *before_text = NULL, *after_text = NULL, *before = NULL, *after = NULL;

  for (int i = 0; i < 12; i++)
    g_string_append_printf (stack, ";passes_on_%d", i);
  before_text = g_strdup_printf ("%s;culprit 1000\nstart 5000\n", stack->str);
  after_text = g_strdup_printf ("%s;culprit 9000\nstart 5000\n", stack->str);
  before = driver_write ("deep-before.folded", before_text, -1);
  after = driver_write ("deep-after.folded", after_text, -1);
  return driver_runs ((char *[]){ before, NULL }, (char *[]){ after, NULL });
}

/* Takes over the scale of the only other window, whose title contains @label. */
static void
choose_scale (CyanWindow *window, const char *label)
{
  GMenuModel *menu = G_MENU_MODEL (cyan_comparison_page_scale_menu (window->comparison));
  g_autofree char *title = NULL;
  g_autoptr (GVariant) target = NULL;

  g_assert_cmpint (g_menu_model_get_n_items (menu), ==, 1);
  g_menu_model_get_item_attribute (menu, 0, G_MENU_ATTRIBUTE_LABEL, "s", &title);
  g_assert_nonnull (strstr (title, label));
  target = g_menu_model_get_item_attribute_value (menu, 0, G_MENU_ATTRIBUTE_TARGET,
                                                  G_VARIANT_TYPE_UINT32);
  g_action_group_activate_action (G_ACTION_GROUP (window), "same-scale", target);
}

WINDOW_TEST ("/window/scale/width", driver_boxes ())
{
  CyanComparison *comparison = cyan_session_comparison (window->comparison->session);
  CyanNode one = driver_node (window, "find_entry"), other = driver_node (window, "index_line");
  double by_calls = placed (window, "find_entry").box.width;

  driver_choose_view (window, "Size");
  wait_until (cyan_layout_width (layout_of (window)) == CYAN_WIDTH_SIZE);
  wait_until (placed (window, "find_entry").box.width != by_calls);
  g_assert_cmpfloat_with_epsilon (
      placed (window, "find_entry").box.width / placed (window, "index_line").box.width,
      cyan_width_of (comparison, one, CYAN_WIDTH_SIZE, CYAN_BASIS_SHARE)
          / cyan_width_of (comparison, other, CYAN_WIDTH_SIZE, CYAN_BASIS_SHARE),
      0.01);

  /* Reloading keeps it. */
  driver_menu (window, "Swap Before and After");
  wait_until (cyan_session_comparison (window->comparison->session) != comparison);
  g_assert_cmpint (cyan_layout_width (layout_of (window)), ==, CYAN_WIDTH_SIZE);
}

/* What is not known cannot be shown. */
WINDOW_TEST ("/window/scale/width-unknown", deep_window ())
{
  g_assert_cmpint (cyan_layout_width (layout_of (window)), ==, CYAN_WIDTH_SIZE);
  driver_choose_view (window, "Calls");
  wait_until (driver_shows (GTK_WIDGET (window->toasts), "do not tell how often"));
  g_assert_cmpint (cyan_layout_width (layout_of (window)), ==, CYAN_WIDTH_SIZE);
}

TEST ("/window/scale/folds")
{
  CyanWindow *window = deep_window (), *second;
  CyanNode node = driver_node (window, "passes_on_5");

  g_assert_cmpuint (cyan_layout_row_length (layout_of (window), node), >=, 3);
  driver_choose_view (window, "Fold Calls");
  wait_until (cyan_layout_row_length (layout_of (window), node) == 0);
  g_assert_false (g_settings_get_boolean (driver_settings (), "fold-calls"));
  /* In all windows, also in those that come. */
  second = deep_window ();
  g_assert_cmpuint (cyan_layout_row_length (layout_of (second), node), ==, 0);
  driver_choose_view (second, "Fold Calls");
  wait_until (cyan_layout_row_length (layout_of (window), node) >= 3);
  g_assert_cmpuint (cyan_layout_row_length (layout_of (second), node), >=, 3);
  driver_close (second);
  driver_focus (GTK_WINDOW (window));

  /* A click on the link makes boxes of its calls, and a key folds them again. */
  driver_click_node (window, cyan_layout_drawn_as (layout_of (window), node), 1);
  wait_until (cyan_layout_row_length (layout_of (window), node) == 0);
  driver_wait_drawn (window);
  driver_key (window, "l");
  wait_until (cyan_layout_row_length (layout_of (window), node) >= 3);
  driver_key (window, "u");
  wait_until (cyan_layout_row_length (layout_of (window), node) == 0);
  driver_close (window);
}

TEST ("/window/scale/same-scale")
{
  CyanWindow *first = driver_boxes (), *second = deep_window ();
  CyanScale scale = *cyan_layout_scale (layout_of (first)), now;

  cyan_session_set_basis (first->comparison->session, CYAN_BASIS_SHARE);
  scale.px_per_height *= 2;
  cyan_canvas_set_scale (first->comparison->canvas, &scale);
  g_assert_cmpfloat (cyan_layout_scale (layout_of (second))->px_per_height, !=,
                     scale.px_per_height);
  choose_scale (second, "after");
  wait_until (cyan_canvas_get_keeps_scale (second->comparison->canvas));
  now = *cyan_layout_scale (layout_of (second));
  g_assert_cmpfloat (now.px_per_height, ==, scale.px_per_height);
  g_assert_cmpfloat (cyan_canvas_get_zoom (second->comparison->canvas), ==,
                     cyan_canvas_get_zoom (first->comparison->canvas));
  /* It stays, whatever is opened. */
  cyan_session_hide_children (second->comparison->session, driver_node (second, "start"));
  driver_menu (second, "Swap Before and After");
  wait_until (g_str_has_prefix (gtk_window_get_title (GTK_WINDOW (second)), "deep-after"));
  driver_wait_drawn (second);
  g_assert_cmpfloat (cyan_layout_scale (layout_of (second))->px_per_height, ==,
                     scale.px_per_height);
  g_action_group_activate_action (driver_actions (second), "keep-scale", NULL);
  g_assert_false (cyan_canvas_get_keeps_scale (second->comparison->canvas));
  wait_until (cyan_layout_scale (layout_of (second))->px_per_height != scale.px_per_height);
  driver_close (second);
  driver_close (first);
}

/* Of runs without a total no height can be taken over, which is no reason to draw none. */
TEST ("/window/scale/same-scale-as-nothing")
{
  g_autofree char *before = driver_write ("nothing-before.folded", "start;waits 0\n", -1);
  g_autofree char *after = driver_write ("nothing-after.folded", "start;waits 0\n", -1);
  CyanWindow *first = driver_runs ((char *[]){ before, NULL }, (char *[]){ after, NULL });
  CyanWindow *second = deep_window ();

  cyan_session_set_basis (first->comparison->session, CYAN_BASIS_ABSOLUTE);
  choose_scale (second, "after");
  wait_until (cyan_canvas_get_keeps_scale (second->comparison->canvas));
  g_assert_cmpint (cyan_session_basis (second->comparison->session), ==, CYAN_BASIS_ABSOLUTE);
  driver_wait_drawn (second);
  g_assert_cmpfloat (cyan_layout_scale (layout_of (second))->px_per_height, ==,
                     cyan_layout_scale (layout_of (first))->px_per_height);
  driver_close (second);
  driver_close (first);
}

/* Where nobody wants motion, the scale is another one at once. */
WINDOW_TEST ("/window/scale/motion", driver_boxes ())
{
  GtkSettings *settings = gtk_widget_get_settings (GTK_WIDGET (window));
  double before = cyan_layout_scale (layout_of (window))->px_per_height;

  g_object_set (settings, "gtk-enable-animations", FALSE, NULL);
  cyan_session_focus (window->comparison->session, driver_node (window, "print_report"));
  g_assert_cmpfloat (cyan_layout_scale (layout_of (window))->px_per_height, !=, before);
  gtk_settings_reset_property (settings, "gtk-enable-animations");
}

/* The selected box stays where it is when the scale changes. */
WINDOW_TEST ("/window/scale/in-place", driver_boxes ())
{
  CyanNode node = driver_node (window, "index_word");
  graphene_rect_t old, new;
  CyanScale scale;

  driver_click_node (window, node, 1);
  while (cyan_canvas_get_zoom (window->comparison->canvas) < 3)
    driver_key (window, "plus");
  driver_wait_drawn (window);
  g_assert_true (cyan_picture_get_box (CYAN_PICTURE (window->comparison->canvas), node, &old));
  scale = *cyan_layout_scale (layout_of (window));
  scale.px_per_height *= 1.5;
  cyan_canvas_set_scale (window->comparison->canvas, &scale);
  g_assert_true (cyan_picture_get_box (CYAN_PICTURE (window->comparison->canvas), node, &new));
  g_assert_cmpfloat (new.size.height, >, old.size.height * 1.4);
  g_assert_cmpfloat_with_epsilon (new.origin.y, old.origin.y, 2);
}

/* What would be written of the layout on the screen. */
static GBytes *
expected_svg (CyanWindow *window)
{
  CyanSession *session = window->comparison->session;
  const CyanTitles titles = { cyan_session_before_name (session),
                              cyan_session_after_name (session) };
  const CyanStyle style = { .theme = { .palette = cyan_desktop_theme ().palette,
                                       .font = cyan_desktop_font () },
                            .changes = cyan_session_model (session)->known->changes,
                            .selected = CYAN_NODE_NONE,
                            .hovered = CYAN_NODE_NONE,
                            .start = cyan_session_model (session)->start,
                            .start_name = cyan_session_model (session)->start_name,
                            .hot_path = cyan_session_hot_path (session),
                            .labels = cyan_session_labels (session) };
  g_autoptr (CyanScene) scene =
      cyan_scene_new_page (layout_of (window), &style, &titles, NULL, NULL, NULL);

  return cyan_scene_to_svg (scene, NULL, NULL);
}

/* The picture that is written is the one on the screen: its links, widths and scale. */
WINDOW_TEST ("/window/scale/export", deep_window ())
{
  guint n = cyan_layout_row_length (layout_of (window), driver_node (window, "passes_on_5"));
  g_autofree char *path = driver_temporary_file ("same.svg");
  g_autofree char *link = g_strdup_printf ("%u more", n - 2), *text = NULL;
  g_autoptr (GBytes) expected = NULL, written = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;

  g_assert_cmpuint (n, >=, 3);
  cyan_session_set_width (window->comparison->session, CYAN_WIDTH_SELF);
  cyan_canvas_set_keeps_scale (window->comparison->canvas, TRUE);
  expected = expected_svg (window);
  cyan_window_export_to (window, path, FALSE);
  wait_until (cyan_jobs_get (window->jobs, CYAN_JOB_EXPORT) == NULL);
  g_assert_true (g_file_get_contents (path, &text, &length, &error));
  g_assert_nonnull (strstr (text, link));
  g_assert_null (strstr (text, ">passes_on_5<"));
  written = g_bytes_new (text, length);
  g_assert_true (g_bytes_equal (written, expected));
}
