/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Measures how long the window takes to open a pair with and without sources, and the longest time
 * that it does not respond meanwhile, in a generated repository with many files.  For a large pair
 * it measures a scroll step beside a frame drawn anew, and the longest time without response during
 * search and export, and while the table opens, scrolls and sorts all nodes.
 *
 * Needs a display and git: bench/run-window has both.
 */
#include <glib/gstdio.h>
#include <gtksourceview/gtksource.h>

#include "cyan-application.h"
#include "cyan-measure.h"
#include "cyan-settings.h"
#include "cyan-table-view-private.h"
#include "cyan-window-private.h"

/* Functions per file, and files per folder. */
#define N_FUNCTIONS 6
#define N_IN_FOLDER 100
/* Milliseconds between two calls of the timer that shows that the window responds. */
#define PULSE 2
/* Frames that are measured, and pixels per scroll step. */
#define N_FRAMES    60
#define SCROLL_STEP 40
/* A picture for the largest PNG: its nodes, its height or its pixels. */
#define PNG_NODES  400
#define PNG_SIDE   31000
#define PNG_PIXELS 240e6
/* Seconds within which all statuses must be known. */
#define PATIENCE 600

typedef struct
{
  double last; /* time of the last timer call, or 0 */
  double largest;
} Pulse;

static void
write_files (const char *root, guint n_files, guint step)
{
  for (guint file = 0; file < n_files; file++)
    {
      g_autofree char *path = g_strdup_printf ("%s/d%u/f%u.c", root, file / N_IN_FOLDER, file);
      g_autofree char *folder = g_path_get_dirname (path);
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (GError) error = NULL;

      for (guint i = 0; i < N_FUNCTIONS; i++)
        g_string_append_printf (text,
                                "static int\nmake_%u_%u (int value)\n{\n  /* the next */\n"
                                "  value = make_%u_%u (value + %u);\n  return value;\n}\n\n",
                                file, i, (file * 31 + i * 7919) % n_files, i,
                                file % 10 == 0 ? step : 0);
      g_mkdir_with_parents (folder, 0700);
      g_file_set_contents_full (path, text->str, (gssize) text->len, G_FILE_SET_CONTENTS_NONE, 0600,
                                &error);
      cyan_measure_must (error);
    }
}

static void
commit (const char *root, const char *tag)
{
  static const char *const settings[] = { "gc.auto=0", "user.name=Ada",
                                          "user.email=ada@example.org" };
  const char *const add[] = { "git", "-C", root, "add", "-A", NULL };
  const char *const commit_all[] = { "git", "-C",        root, "-c",        settings[0],
                                     "-c",  settings[1], "-c", settings[2], "commit",
                                     "-qm", tag,         NULL };
  const char *const name[] = { "git", "-C", root, "tag", tag, NULL };

  cyan_measure_run (add);
  cyan_measure_run (commit_all);
  cyan_measure_run (name);
}

/* Writes folded stacks: main, one of 40 parts, and one of @n_names functions, which are spread over
 * @n_files files.  Times are multiplied by @factor.  Caller frees the path. */
static char *
write_profile (const char *root, const char *name, guint n_files, guint n_names, guint factor)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  char *path = g_build_filename (root, name, NULL);

  for (guint i = 0; i < n_names; i++)
    g_string_append_printf (text, "main;part_%u;make_%u_%u %u\n", i % 40,
                            (guint) ((guint64) i * n_files / n_names), i % N_FUNCTIONS,
                            10 + (i * 37 % 91) * factor);
  g_file_set_contents (path, text->str, (gssize) text->len, &error);
  cyan_measure_must (error);
  return path;
}

static gboolean
on_pulse (gpointer data)
{
  Pulse *pulse = data;
  double now = cyan_measure_now ();

  if (pulse->last > 0)
    pulse->largest = MAX (pulse->largest, now - pulse->last);
  pulse->last = now;
  return G_SOURCE_CONTINUE;
}

static guint
count_known (CyanSession *session)
{
  const CyanComparison *comparison = cyan_session_comparison (session);
  const guint8 *changes = cyan_session_known (session)->changes;
  guint n = 0;

  for (guint32 i = 0; changes != NULL && i < comparison->compared.pairs->n; i++)
    n += changes[i] != CYAN_CHANGE_UNKNOWN;
  return n;
}

static void
run_until (double end)
{
  while (cyan_measure_now () < end)
    g_main_context_iteration (NULL, TRUE);
}

/* Opens @request in a new window, shows all of it, and waits for @n_known statuses. */
static void
measure (GtkApplication *application, const CyanRequest *request, guint n_known, const char *prefix)
{
  CyanWindow *window = cyan_window_new (application);
  Pulse pulse = { 0, 0 };
  g_autofree char *opened_key = g_strconcat (prefix, ".opened.ms", NULL);
  g_autofree char *first_key = g_strconcat (prefix, ".first.ms", NULL);
  g_autofree char *known_key = g_strconcat (prefix, ".known.ms", NULL);
  g_autofree char *gap_key = g_strconcat (prefix, ".gap.ms", NULL);
  double start, first = 0;
  CyanSession *session;
  guint timer;

  /* The timer also keeps the main loop from blocking. */
  timer = g_timeout_add_full (G_PRIORITY_HIGH, PULSE, on_pulse, &pulse, NULL);
  gtk_window_present (GTK_WINDOW (window));
  run_until (cyan_measure_now () + 500);
  pulse.largest = 0;
  start = cyan_measure_now ();
  cyan_window_open (window, request);
  while (cyan_window_get_session (window) == NULL)
    g_main_context_iteration (NULL, TRUE);
  session = cyan_window_get_session (window);
  cyan_measure_print (opened_key, cyan_measure_now () - start);
  while (count_known (session) < n_known && cyan_measure_now () < start + PATIENCE * 1e3)
    {
      g_main_context_iteration (NULL, TRUE);
      if (first == 0 && count_known (session) > 0)
        first = cyan_measure_now () - start;
    }
  if (n_known > 0)
    {
      cyan_measure_print (first_key, first);
      cyan_measure_print (known_key, cyan_measure_now () - start);
    }
  /* Includes the updates that come last. */
  run_until (cyan_measure_now () + 1000);
  cyan_measure_print (gap_key, pulse.largest);
  gtk_window_destroy (GTK_WINDOW (window));
  run_until (cyan_measure_now () + 200);
  g_source_remove (timer);
}

/* ---- a large pair ---- */

/* Milliseconds of computing in the frames since the last look. */
typedef struct
{
  double begin;
  double sum;
  guint n;
} Frames;

static void
on_before_paint (GdkFrameClock *clock, Frames *frames)
{
  frames->begin = cyan_measure_computed ();
}

static void
on_after_paint (GdkFrameClock *clock, Frames *frames)
{
  frames->sum += cyan_measure_computed () - frames->begin;
  frames->n++;
}

/* Mean over frames that each scroll down, or each zoom. */
static double
measure_frames (CyanWindow *window, Frames *frames, gboolean zooms)
{
  GtkScrolledWindow *scroller = GTK_SCROLLED_WINDOW (
      gtk_widget_get_ancestor (GTK_WIDGET (window->canvas), GTK_TYPE_SCROLLED_WINDOW));
  GtkAdjustment *adjustment = gtk_scrolled_window_get_hadjustment (scroller);

  gtk_adjustment_set_value (adjustment, 0);
  cyan_canvas_set_zoom (window->canvas, 1);
  run_until (cyan_measure_now () + 500);
  *frames = (Frames){ 0 };
  for (guint i = 1; i <= N_FRAMES; i++)
    {
      if (zooms)
        cyan_canvas_set_zoom (window->canvas, 1 + 0.001 * i);
      else
        gtk_adjustment_set_value (adjustment, i * SCROLL_STEP);
      while (frames->n < i)
        g_main_context_iteration (NULL, TRUE);
    }
  return frames->sum / frames->n;
}

static void
measure_search (CyanWindow *window, Pulse *pulse)
{
  static const char *const texts[] = { "f", "f1", "f12", "no such function" };
  double longest = 0;

  pulse->largest = 0;
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      double begin = cyan_measure_now ();

      gtk_editable_set_text (window->search_entry, texts[i]);
      cyan_window_find (window, FALSE);
      while (window->searching != NULL)
        g_main_context_iteration (NULL, TRUE);
      longest = MAX (longest, cyan_measure_now () - begin);
      run_until (cyan_measure_now () + 300);
    }
  cyan_measure_print ("search.ms", longest);
  cyan_measure_print ("search.gap.ms", pulse->largest);
}

/* The table, row by row, sorted, open as a whole, scrolled, and as functions and callers. */
static void
measure_table (CyanWindow *window, Pulse *pulse)
{
  static const char *const steps[] = {
    "open-all", "scroll", "sort", "functions", "callers", "tree"
  };
  CyanTableView *table = window->table;
  CyanNode top = cyan_layout_top (cyan_session_layout (window->session));

  pulse->largest = 0;
  g_action_group_change_action_state (G_ACTION_GROUP (window), "view",
                                      g_variant_new_string ("table"));
  cyan_session_select (window->session, top);
  run_until (cyan_measure_now () + 1000);
  cyan_measure_print ("table.gap.ms", pulse->largest);
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_autofree char *key = g_strdup_printf ("table:%s.gap.ms", steps[i]);

      pulse->largest = 0;
      if (strcmp (steps[i], "sort") == 0)
        gtk_column_view_sort_by_column (table->columns, table->column[CYAN_COLUMN_NAME].shown,
                                        GTK_SORT_ASCENDING);
      else if (strcmp (steps[i], "scroll") == 0)
        for (guint step = 1; step <= N_FRAMES; step++)
          {
            gtk_adjustment_set_value (
                gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (table->columns)),
                step * SCROLL_STEP * 20.0);
            run_until (cyan_measure_now () + 20);
          }
      else if (strcmp (steps[i], "open-all") == 0)
        gtk_widget_activate_action (GTK_WIDGET (table), "table.open-all", NULL);
      else
        gtk_widget_activate_action (GTK_WIDGET (table), "table.mode", "s", steps[i]);
      run_until (cyan_measure_now () + 3000);
      cyan_measure_print (key, pulse->largest);
    }
  g_action_group_change_action_state (G_ACTION_GROUP (window), "view",
                                      g_variant_new_string ("blueprint"));
  run_until (cyan_measure_now () + 300);
}

static void
measure_export (CyanWindow *window, Pulse *pulse, const char *root, const char *name)
{
  g_autofree char *path = g_build_filename (root, name, NULL);
  g_autofree char *key = g_strdup_printf ("export:%s.ms", name);
  g_autofree char *gap_key = g_strdup_printf ("export:%s.gap.ms", name);
  double begin = cyan_measure_now ();

  pulse->largest = 0;
  cyan_window_export_to (window, path, FALSE);
  while (window->exporting != NULL)
    g_main_context_iteration (NULL, TRUE);
  cyan_measure_print (key, cyan_measure_now () - begin);
  run_until (cyan_measure_now () + 300);
  cyan_measure_print (gap_key, pulse->largest);
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

/* Shows the icicle, zooms to nodes down the hot path, and out again. */
static void
measure_icicle (CyanWindow *window, Pulse *pulse)
{
  const GArray *path = cyan_session_hot_path (window->session)->nodes;
  CyanNode top = cyan_layout_top (cyan_session_layout (window->session));

  pulse->largest = 0;
  g_action_group_change_action_state (G_ACTION_GROUP (window), "view",
                                      g_variant_new_string ("icicle"));
  run_until (cyan_measure_now () + 1500);
  cyan_measure_print ("icicle.gap.ms", pulse->largest);
  pulse->largest = 0;
  for (guint i = 0; i < path->len; i += 1 + path->len / 8)
    {
      cyan_session_focus (window->session, g_array_index (path, CyanNode, i));
      run_until (cyan_measure_now () + 300);
    }
  cyan_session_focus (window->session, top);
  run_until (cyan_measure_now () + 300);
  cyan_measure_print ("icicle.zoom.gap.ms", pulse->largest);
  g_action_group_change_action_state (G_ACTION_GROUP (window), "view",
                                      g_variant_new_string ("blueprint"));
}

static void
measure_large (GtkApplication *application, const char *before, const char *after, const char *root)
{
  g_autoptr (CyanRequest) request = cyan_settings_new_request (before, after);
  CyanWindow *window = cyan_window_new (application);
  Pulse pulse = { 0, 0 };
  Frames frames = { 0 };
  guint timer = g_timeout_add_full (G_PRIORITY_HIGH, PULSE, on_pulse, &pulse, NULL);
  GdkFrameClock *clock;

  gtk_window_present (GTK_WINDOW (window));
  cyan_window_open (window, request);
  while (cyan_window_get_session (window) == NULL)
    g_main_context_iteration (NULL, TRUE);
  measure_search (window, &pulse);
  measure_table (window, &pulse);
  measure_icicle (window, &pulse);
  cyan_session_reset (window->session);
  cyan_session_show_descendants (window->session,
                                 cyan_layout_top (cyan_session_layout (window->session)));
  run_until (cyan_measure_now () + 500);
  clock = gtk_widget_get_frame_clock (GTK_WIDGET (window));
  g_signal_connect (clock, "before-paint", G_CALLBACK (on_before_paint), &frames);
  g_signal_connect (clock, "after-paint", G_CALLBACK (on_after_paint), &frames);
  cyan_measure_print ("frame.anew.ms", measure_frames (window, &frames, TRUE));
  cyan_measure_print ("frame.step.ms", measure_frames (window, &frames, FALSE));
  g_signal_handlers_disconnect_by_data (clock, &frames);
  measure_export (window, &pulse, root, "tree.svg");
  measure_export (window, &pulse, root, "tree.pdf");
  cyan_session_reset (window->session);
  fill_png (cyan_session_layout (window->session));
  measure_export (window, &pulse, root, "tree.png");
  gtk_window_destroy (GTK_WINDOW (window));
  run_until (cyan_measure_now () + 200);
  g_source_remove (timer);
}

int
main (int argc, char **argv)
{
  guint n_files = argc > 1 ? (guint) g_ascii_strtoull (argv[1], NULL, 10) : 0;
  guint n_names = argc > 2 ? (guint) g_ascii_strtoull (argv[2], NULL, 10) : 0;
  g_autofree char *root = g_dir_make_tmp ("cyan-bench-XXXXXX", NULL);
  g_autofree char *repository = g_build_filename (root, "repository", NULL);
  g_autoptr (GtkApplication) application = NULL;
  g_autoptr (CyanRequest) request = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *before = NULL, *after = NULL, *v1 = NULL, *v2 = NULL;
  const char *const init[] = { "git", "init", "-q", repository, NULL };
  const char *const clean[] = { "rm", "-rf", root, NULL };

  if ((argc != 3 && argc != 5) || n_files == 0 || n_names == 0 || n_names > n_files * N_FUNCTIONS
      || root == NULL)
    {
      g_printerr ("usage: cyan-bench-window FILES NAMES [BEFORE AFTER]\n");
      return 2;
    }
  cyan_measure_run (init);
  write_files (repository, n_files, 0);
  commit (repository, "v1");
  write_files (repository, n_files, 1);
  commit (repository, "v2");
  before = write_profile (root, "before.folded", n_files, n_names, 1);
  after = write_profile (root, "after.folded", n_files, n_names, 2);
  v1 = g_strconcat (repository, "@v1", NULL);
  v2 = g_strconcat (repository, "@v2", NULL);

  application = GTK_APPLICATION (cyan_application_new ());
  g_application_register (G_APPLICATION (application), NULL, &error);
  cyan_measure_must (error);
  request = cyan_settings_new_request (before, after);
  /* The first window also loads fonts and the like, so it is not measured. */
  measure (application, request, 0, "warm");
  measure (application, request, 0, "without");
  cyan_request_set_sources (request, v1, v2);
  measure (application, request, n_names, "with");
  if (argc == 5)
    measure_large (application, argv[3], argv[4], root);
  cyan_measure_run (clean);
  return 0;
}
