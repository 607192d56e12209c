/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers in the window are those of the reader's locale; data for programs are those of C. */
#include "driver.h"

#include "tests.h"

#include <string.h>

/* A decimal point, but not the points between groups of three digits. */
#define WITH_POINT "[0-9]\\.([0-9]{1,2}|[0-9]{4,})([^0-9]|$)"

static void
check_text (const char *text, const char *where, gpointer data)
{
  guint *n_commas = data;

  if (g_regex_match_simple (WITH_POINT, text, G_REGEX_DEFAULT, G_REGEX_MATCH_DEFAULT))
    g_error ("%s has a decimal point: \"%s\"", where, text);
  if (g_regex_match_simple ("[0-9],[0-9]", text, G_REGEX_DEFAULT, G_REGEX_MATCH_DEFAULT))
    (*n_commas)++;
}

static void
on_text (GdkClipboard *clipboard, GAsyncResult *result, char **text)
{
  *text = gdk_clipboard_read_text_finish (clipboard, result, NULL);
}

static char *
copied_rows (CyanWindow *window)
{
  GdkClipboard *clipboard = gtk_widget_get_clipboard (GTK_WIDGET (window));
  char *text = NULL;

  gtk_widget_activate_action (GTK_WIDGET (window->table), "table.copy", NULL);
  gdk_clipboard_read_text_async (clipboard, NULL, (GAsyncReadyCallback) on_text, &text);
  wait_until (text != NULL);
  return text;
}

static void
test_numbers (void)
{
  static const char *const views[] = { "blueprint", "icicle", "table" };
  CyanWindow *window;
  guint n_commas = 0;
  g_autofree char *rows = NULL;

  test_locale_begin ();
  window = driver_demo ();
  cyan_session_select (window->session, driver_node (window, "find_entry"));
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      g_action_group_activate_action (G_ACTION_GROUP (window), "view",
                                      g_variant_new_string (views[i]));
      driver_wait_drawn (window);
      driver_visit_texts (GTK_WIDGET (window), check_text, &n_commas);
    }
  driver_visit_page (cyan_session_comparison (window->session), CYAN_BASIS_SHARE, check_text,
                     &n_commas);
  /* Shares and times of the table, the panel and the legend. */
  g_assert_cmpuint (n_commas, >, 30);
  g_assert_true (driver_shows (GTK_WIDGET (window->details), "4.837"));

  rows = copied_rows (window);
  g_assert_true (
      g_regex_match_simple ("\t0\\.[0-9]{4,}", rows, G_REGEX_DEFAULT, G_REGEX_MATCH_DEFAULT));
  g_assert_null (strchr (rows, ','));
  driver_close (window);
  test_locale_end ();
}

TESTS ("numbers")
{
  driver_init ();
  g_test_add_func ("/window/numbers", test_numbers);
}
