/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Measures the views of a comparison in a window: what the main thread computes until each can be
 * seen and for its frames, and the longest stalls with a large pair.
 */
#include "cyan-bench-window.h"

#include <string.h>

#include "cyan-measure.h"
#include "cyan-settings.h"
#include "cyan-stalls.h"
#include "cyan-table-private.h"

/* Frames that are measured, and pixels per scroll step. */
#define N_FRAMES    60
#define SCROLL_STEP 40
/* Of a window with nothing in it; as large as CyanWindow at first. */
#define EMPTY_WIDTH  1360
#define EMPTY_HEIGHT 860
/* Milliseconds for what comes after a change: animations, and rows that are made when idle. */
#define SETTLE 400
/* A picture for the largest PNG: its nodes, its height or its pixels. */
#define PNG_NODES  400
#define PNG_SIDE   31000
#define PNG_PIXELS 240e6

/* ---- frames ---- */

static void
on_after_paint (GdkFrameClock *clock, guint *n_frames)
{
  (*n_frames)++;
}

/* Counts the frames of @window in @n_frames. */
static void
watch_frames (gpointer window, guint *n_frames)
{
  *n_frames = 0;
  g_signal_connect (gtk_widget_get_frame_clock (window), "after-paint", G_CALLBACK (on_after_paint),
                    n_frames);
}

static void
forget_frames (gpointer window, guint *n_frames)
{
  g_signal_handlers_disconnect_by_data (gtk_widget_get_frame_clock (window), n_frames);
}

static void
await_frame (const guint *n_frames)
{
  guint n = *n_frames;

  while (*n_frames == n)
    g_main_context_iteration (NULL, TRUE);
}

/* Changes something for the frame @i, from 1 on. */
typedef void (*FrameFunc) (gpointer data, guint i);

/* Milliseconds that are computed for a change and its frame: a mean. */
static double
measure_frames (const guint *n_frames, FrameFunc func, gpointer data)
{
  double sum;

  cyan_bench_run (SETTLE);
  cyan_stalls_take (NULL);
  for (guint i = 1; i <= N_FRAMES; i++)
    {
      func (data, i);
      await_frame (n_frames);
    }
  cyan_stalls_take (&sum);
  return sum / N_FRAMES;
}

static void
change_background (gpointer data, guint i)
{
  if (i % 2 == 1)
    gtk_widget_add_css_class (data, "view");
  else
    gtk_widget_remove_css_class (data, "view");
}

/* A frame of a window that has nothing but a background, each time another one. */

static double
measure_empty (void)
{
  GtkWindow *window = GTK_WINDOW (gtk_window_new ());
  guint n_frames;
  double ms;

  gtk_window_set_default_size (window, EMPTY_WIDTH, EMPTY_HEIGHT);
  gtk_window_present (window);
  watch_frames (window, &n_frames);
  ms = measure_frames (&n_frames, change_background, window);
  forget_frames (window, &n_frames);
  gtk_window_destroy (window);
  cyan_bench_run (SETTLE);
  return ms;
}

static void
scroll_tree (gpointer data, guint i)
{
  CyanWindow *window = data;

  gtk_adjustment_set_value (
      gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (window->comparison->canvas)),
      i * SCROLL_STEP);
}

static void
zoom_tree (gpointer data, guint i)
{
  CyanWindow *window = data;

  cyan_canvas_set_zoom (window->comparison->canvas, 1 + 0.001 * i);
}

/* Every step shows other rows. */
static void
scroll_table (gpointer data, guint i)
{
  CyanWindow *window = data;
  GtkScrollable *rows = GTK_SCROLLABLE (window->comparison->table->columns);

  gtk_adjustment_set_value (gtk_scrollable_get_vadjustment (rows), i * SCROLL_STEP * 20.0);
}

/* To nodes down the hot path, and up again. */
static void
zoom_icicle (gpointer data, guint i)
{
  CyanWindow *window = data;
  const GArray *path = cyan_session_hot_path (window->comparison->session)->nodes;

  cyan_session_focus (window->comparison->session, g_array_index (path, CyanNode, i % path->len));
}

/* ---- steps ---- */

static CyanNode
top_of (CyanWindow *window)
{
  return cyan_layout_top (cyan_session_layout (window->comparison->session));
}

static void
show_view (CyanWindow *window, const char *view)
{
  g_action_group_change_action_state (G_ACTION_GROUP (window->comparison->actions), "view",
                                      g_variant_new_string (view));
}

static void
show_all (CyanWindow *window)
{
  cyan_session_show_descendants (window->comparison->session, top_of (window));
}

static void
open_pair (CyanWindow *window, const char *before, const char *after)
{
  g_autoptr (CyanRequest) request = cyan_settings_new_request (before, after);

  cyan_window_open (window, request);
  while (cyan_window_get_session (window) == NULL)
    g_main_context_iteration (NULL, TRUE);
}

/* Searches as if somebody pressed Return. */
static void
search (CyanWindow *window, const char *text)
{
  CyanSearchPanel *panel = window->comparison->search_panel;

  cyan_search_panel_open (panel);
  gtk_editable_set_text (GTK_EDITABLE (gtk_window_get_focus (GTK_WINDOW (window))), text);
  cyan_search_panel_step (panel, FALSE);
  while (cyan_search_panel_is_searching (panel))
    g_main_context_iteration (NULL, TRUE);
}

/* 0: without a filter. */
static void
filter (CyanWindow *window, guint criteria)
{
  g_autoptr (CyanFilter) wanted = cyan_filter_new ();

  for (guint i = 0; i < CYAN_N_CRITERIA; i++)
    if ((criteria & 1u << i) != 0)
      cyan_filter_set (wanted, (CyanCriterion) i, TRUE);
  cyan_session_set_filter (window->comparison->session, wanted);
  while (cyan_session_is_filtering (window->comparison->session))
    g_main_context_iteration (NULL, TRUE);
}

static void
show_icicle (CyanWindow *window)
{
  show_view (window, "icicle");
  while (cyan_icicle_view_get_icicles (window->comparison->icicle) == NULL)
    g_main_context_iteration (NULL, TRUE);
}

static void
on_made (guint *n_made)
{
  (*n_made)++;
}

/* An action of the table, or a sort by a column; waits for the rows. */
static void
change_table (CyanWindow *window, const char *step)
{
  CyanTableView *table = window->comparison->table;
  guint n_made = 0;

  g_signal_connect_swapped (table->model, "made", G_CALLBACK (on_made), &n_made);
  if (strcmp (step, "open") == 0)
    show_view (window, "table");
  else if (strcmp (step, "sort") == 0)
    gtk_column_view_sort_by_column (table->columns, table->column[CYAN_COLUMN_NAME].shown,
                                    GTK_SORT_ASCENDING);
  else if (strcmp (step, "open-all") == 0)
    gtk_widget_activate_action (GTK_WIDGET (table), "table.open-all", NULL);
  else
    gtk_widget_activate_action (GTK_WIDGET (table), "table.mode", "s", step);
  while (n_made == 0)
    g_main_context_iteration (NULL, TRUE);
  g_signal_handlers_disconnect_by_data (table->model, &n_made);
}

/* ---- frames of views ---- */

/* What was computed since the last look, with the next frame. */
static void
print_sum (const char *key, const guint *n_frames)
{
  double sum;

  await_frame (n_frames);
  cyan_stalls_take (&sum);
  cyan_measure_print (key, sum);
  cyan_bench_run (SETTLE);
  cyan_stalls_take (NULL);
}

void
cyan_bench_views (GtkApplication *application, const char *before, const char *after)
{
  CyanWindow *window = cyan_window_new (application);
  guint n_frames;

  cyan_measure_print ("empty", measure_empty ());
  gtk_window_present (GTK_WINDOW (window));
  cyan_bench_run (SETTLE);
  watch_frames (window, &n_frames);
  cyan_stalls_take (NULL);
  open_pair (window, before, after);
  print_sum ("open", &n_frames);
  search (window, "f1");
  print_sum ("search", &n_frames);
  g_object_set (window->comparison->search_panel, "open", FALSE, NULL);
  filter (window, 1u << CYAN_CRITERION_CHANGED);
  print_sum ("filter", &n_frames);
  filter (window, 0);
  cyan_session_select (window->comparison->session, top_of (window));
  change_table (window, "open");
  print_sum ("table", &n_frames);
  change_table (window, "open-all");
  cyan_measure_print ("table.frame", measure_frames (&n_frames, scroll_table, window));
  cyan_stalls_take (NULL);
  show_icicle (window);
  print_sum ("icicle", &n_frames);
  cyan_measure_print ("icicle.frame", measure_frames (&n_frames, zoom_icicle, window));
  show_view (window, "blueprint");
  cyan_session_reset (window->comparison->session);
  show_all (window);
  cyan_canvas_set_zoom (window->comparison->canvas, 1);
  cyan_measure_print ("tree.frame", measure_frames (&n_frames, zoom_tree, window));
  cyan_measure_print ("tree.scroll", measure_frames (&n_frames, scroll_tree, window));
  forget_frames (window, &n_frames);
  gtk_window_destroy (GTK_WINDOW (window));
  cyan_bench_run (SETTLE);
}

/* ---- stalls ---- */

static void
print_stall (const char *what)
{
  g_autofree char *key = g_strconcat ("stall:", what, NULL);

  cyan_bench_run (SETTLE);
  cyan_bench_print_stall (key);
}

static void
stall_search (CyanWindow *window)
{
  static const char *const texts[] = { "f", "f1", "f12", "no such function" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      search (window, texts[i]);
      cyan_bench_run (SETTLE);
    }
  print_stall ("search");
  g_object_set (window->comparison->search_panel, "open", FALSE, NULL);
}

/* In each view, since all follow. */
static void
stall_filter (CyanWindow *window)
{
  static const char *const views[] = { "table", "icicle", "blueprint" };

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      g_autofree char *key = g_strconcat ("filter ", views[i], NULL);

      show_view (window, views[i]);
      cyan_bench_run (SETTLE);
      cyan_stalls_take (NULL);
      filter (window, 1u << CYAN_CRITERION_CHANGED);
      cyan_bench_run (SETTLE);
      filter (window, 1u << CYAN_CRITERION_CHANGED | 1u << CYAN_CRITERION_SIGNIFICANT);
      cyan_bench_run (SETTLE);
      filter (window, 0);
      print_stall (key);
    }
}

static void
stall_table (CyanWindow *window)
{
  static const char *const steps[] = { "open",      "open-all", "scroll", "sort",
                                       "functions", "callers",  "tree" };

  cyan_session_select (window->comparison->session, top_of (window));
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_autofree char *key = g_strconcat ("table ", steps[i], NULL);

      if (strcmp (steps[i], "scroll") == 0)
        for (guint step = 1; step <= N_FRAMES; step++)
          {
            scroll_table (window, step);
            cyan_bench_run (20);
          }
      else
        change_table (window, steps[i]);
      print_stall (key);
    }
}

static void
stall_icicle (CyanWindow *window)
{
  guint n = cyan_session_hot_path (window->comparison->session)->nodes->len;

  show_icicle (window);
  print_stall ("icicle");
  for (guint i = 0; i < n; i += 1 + n / 8)
    {
      zoom_icicle (window, i);
      cyan_bench_run (300);
    }
  zoom_icicle (window, 0);
  print_stall ("icicle zoom");
}

static void
stall_views (CyanWindow *window)
{
  static const char *const views[] = { "table", "blueprint", "icicle",
                                       "table", "icicle",    "blueprint" };

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      show_view (window, views[i]);
      cyan_bench_run (SETTLE);
    }
  print_stall ("views");
}

static void
stall_export (CyanWindow *window, const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *key = g_strdup_printf ("export:%s.ms", name);
  g_autofree char *what = g_strconcat ("export ", name, NULL);
  double begin = cyan_measure_now ();

  cyan_window_export_to (window, path, FALSE);
  while (cyan_jobs_get (window->jobs, CYAN_JOB_EXPORT) != NULL)
    g_main_context_iteration (NULL, TRUE);
  cyan_measure_print (key, cyan_measure_now () - begin);
  print_stall (what);
}

/* Opens a part of the tree and makes its boxes so high that a PNG of it at zoom 1 has nearly the
 * largest size there is. */
static void
fill_png (CyanLayout *layout)
{
  CyanScale scale = *cyan_layout_scale (layout);
  CyanRect extents;

  cyan_layout_open (layout, CYAN_OPENING_TOP, PNG_NODES, G_MAXUINT);
  cyan_layout_extents (layout, &extents);
  while (extents.height < PNG_SIDE && extents.width * extents.height < PNG_PIXELS)
    {
      scale.px_per_height *= 1.02;
      cyan_layout_set_scale (layout, &scale);
      cyan_layout_extents (layout, &extents);
    }
  cyan_measure_print ("png.width", extents.width);
  cyan_measure_print ("png.height", extents.height);
}

void
cyan_bench_stalls (GtkApplication *application,
                   const char *before,
                   const char *after,
                   const char *folder)
{
  CyanWindow *window = cyan_window_new (application);

  gtk_window_present (GTK_WINDOW (window));
  cyan_bench_run (SETTLE);
  cyan_stalls_take (NULL);
  open_pair (window, before, after);
  print_stall ("open");
  stall_search (window);
  stall_table (window);
  stall_icicle (window);
  stall_views (window);
  stall_filter (window);
  cyan_session_reset (window->comparison->session);
  print_stall ("reset");
  show_all (window);
  print_stall ("show all");
  stall_export (window, folder, "tree.svg");
  stall_export (window, folder, "tree.pdf");
  cyan_session_reset (window->comparison->session);
  fill_png (cyan_session_layout (window->comparison->session));
  cyan_stalls_take (NULL);
  stall_export (window, folder, "tree.png");
  gtk_window_destroy (GTK_WINDOW (window));
  cyan_bench_run (SETTLE);
}
