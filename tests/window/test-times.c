/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The load over time: dragging in it compares the times that it selects. */
#include "driver.h"
#include "tests.h"

#include <string.h>

/* A second in which "early" runs in the first half and "late" in the second one. */
static char *
trace (const char *name)
{
  g_autoptr (GString) text = g_string_new ("[");

  for (guint i = 0; i < 100; i++)
    g_string_append_printf (text,
                            "%s{\"name\":\"main\",\"ph\":\"X\",\"ts\":%u,\"dur\":10000,\"pid\":1,"
                            "\"tid\":1},{\"name\":\"%s\",\"ph\":\"X\",\"ts\":%u,\"dur\":9000,"
                            "\"pid\":1,\"tid\":1}",
                            i > 0 ? "," : "", i * 10000, i < 50 ? "early" : "late", i * 10000);
  g_string_append_c (text, ']');
  return driver_write (name, text->str, -1);
}

static void
open_pair (CyanWindow *window, const char *before, const char *after)
{
  driver_start (window, before, after);
  wait_until (strcmp (driver_page (window), "blueprint") == 0 && !window->comparison->busy);
  driver_wait_drawn (window);
}

static GtkWidget *
row_of (CyanWindow *window, guint side)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new ();

  driver_collect (GTK_WIDGET (window->comparison->times), g_type_from_name ("CyanTimeRow"), rows);
  g_assert_cmpuint (rows->len, ==, 2);
  return g_ptr_array_index (rows, side);
}

static CyanWindow *
times_window (void)
{
  CyanWindow *window = driver_window ();
  g_autofree char *before = trace ("one.json"), *after = trace ("two.json");

  open_pair (window, before, after);
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (window->comparison->times)));
  driver_key (window, "F4");
  wait_until (gtk_widget_get_mapped (GTK_WIDGET (window->comparison->times)));
  driver_wait_drawn (window);
  return window;
}

/* Drags from one share of the width to another. */
static void
drag (CyanWindow *window, guint side, double from, double to)
{
  GtkWidget *row = row_of (window, side);
  double width = gtk_widget_get_width (row);

  driver_drag (row, from * width, 8, 1, (to - from) * width, 0);
}

static const CyanComparedSide *
side_of (CyanWindow *window, guint side)
{
  return &cyan_session_comparison (window->comparison->session)->compared.side[side];
}

/* In seconds, of what was recorded: the shorter side counts as long as the other. */
static double
length_of (CyanWindow *window, guint side)
{
  const CyanProfile *profile = side_of (window, side)->profile;

  return profile->length / (profile->scaled > 0 ? profile->scaled : 1) / 1e9;
}

static gboolean
has_name (CyanWindow *window, guint side, const char *name)
{
  const CyanProfile *profile = side_of (window, side)->profile;

  for (CyanNode i = 1; i < profile->n_nodes; i++)
    if (strcmp (cyan_profile_name (profile, i), name) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_close (double value, double expected)
{
  return ABS (value - expected) < 0.03;
}

WINDOW_TEST ("/window/times/drag", times_window ())
{
  drag (window, 0, 0.6, 0.9);
  wait_until (!window->comparison->busy && is_close (length_of (window, 0), 0.3)
              && !window->comparison->times_changed);
  g_assert_false (has_name (window, 0, "early"));
  g_assert_true (has_name (window, 1, "early"));
  g_assert_true (strstr (driver_title (window), "one@time=0.6") != NULL
                 || strstr (driver_title (window), "one@time=0.5") != NULL);
  /* On both sides with Control: here by the keys, which move both. */
  gtk_widget_grab_focus (row_of (window, 1));
  driver_key (window, "ctrl+Right");
  wait_until (!window->comparison->busy && is_close (length_of (window, 1), 0.1));
  wait_until (is_close (length_of (window, 0), 0.1));
  g_assert_false (has_name (window, 0, "late"));
  /* And all of it again. */
  driver_key (window, "Escape");
  wait_until (!window->comparison->busy && has_name (window, 1, "late"));
  driver_press (driver_find (GTK_WIDGET (window->comparison->times), GTK_TYPE_BUTTON, NULL));
  wait_until (!window->comparison->busy && has_name (window, 0, "late"));
  g_assert_null (strchr (driver_title (window), '@'));
}

/* What is selected stays so when other times are compared. */
WINDOW_TEST ("/window/times/selection", times_window ())
{
  cyan_session_select (window->comparison->session, driver_node (window, "late"));
  drag (window, 1, 0.6, 0.9);
  wait_until (!window->comparison->busy && !has_name (window, 1, "early"));
  g_assert_cmpstr (driver_selected (window), ==, "late");
}

WINDOW_TEST ("/window/times/none", driver_window ())
{
  g_autofree char *before = driver_write ("a.folded", "main;f 10\n", -1);
  g_autofree char *after = driver_write ("b.folded", "main;f 20\n", -1);

  open_pair (window, before, after);
  driver_key (window, "F4");
  wait_until (driver_shows (GTK_WIDGET (window), "These recordings have no times"));
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (window->comparison->times)));
}
