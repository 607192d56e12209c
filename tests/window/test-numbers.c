/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers in the window are those of the reader's locale, data for programs those of C; and what is
 * said of values below 0 and of pruned ones. */
#include "driver.h"

#include "tests.h"

#include <string.h>

/* A decimal point, but not the points between groups of three digits. */
#define WITH_POINT "[0-9]\\.([0-9]{1,2}|[0-9]{4,})([^0-9]|$)"

/* The second one has values of a difference. */
#define BEFORE "main;parse;lex 400\nmain;eval;alloc 800\nmain;eval;gc 200\nmain;idle 100\n"
#define AFTER  "main;parse;lex 420\nmain;eval;alloc 750\nmain;eval;gc -600\nmain;idle 100\n"

/* Exact counts, of which more than 1 % is in work only. */
#define WHOLE                                                                                      \
  "events: Ir\nfn=work\n0 900\nfn=small\n0 9\nfn=tiny\n0 7\nfn=main\n0 10\n"                       \
  "cfn=work\ncalls=1 0\n0 900\ncfn=small\ncalls=1 0\n0 9\ncfn=tiny\ncalls=1 0\n0 7\n"

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

  gtk_widget_activate_action (GTK_WIDGET (window->comparison->table), "table.copy", NULL);
  gdk_clipboard_read_text_async (clipboard, NULL, (GAsyncReadyCallback) on_text, &text);
  wait_until (text != NULL);
  return text;
}

TEST ("/window/numbers")
{
  static const char *const views[] = { "blueprint", "icicle", "table" };
  CyanWindow *window;
  guint n_commas = 0;
  g_autofree char *rows = NULL;

  test_locale_begin ();
  window = driver_demo ();
  cyan_session_select (window->comparison->session, driver_node (window, "find_entry"));
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      g_action_group_activate_action (driver_actions (window), "view",
                                      g_variant_new_string (views[i]));
      driver_wait_drawn (window);
      driver_visit_texts (GTK_WIDGET (window), check_text, &n_commas);
    }
  driver_visit_page (cyan_session_comparison (window->comparison->session), CYAN_BASIS_SHARE,
                     check_text, &n_commas);
  /* Shares and times of the table, the panel and the legend. */
  g_assert_cmpuint (n_commas, >, 30);
  g_assert_true (driver_shows (GTK_WIDGET (window->comparison->details), "4.837"));

  rows = copied_rows (window);
  g_assert_true (
      g_regex_match_simple ("\t0\\.[0-9]{4,}", rows, G_REGEX_DEFAULT, G_REGEX_MATCH_DEFAULT));
  g_assert_null (strchr (rows, ','));
  driver_close (window);
  test_locale_end ();
}

/* Opens a pair of files, and waits until its causes are known. */
static CyanWindow *
open_pair (const char *before, const char *after)
{
  CyanWindow *window =
      driver_runs ((char *[]){ (char *) before, NULL }, (char *[]){ (char *) after, NULL });

  wait_until (cyan_session_model (window->comparison->session)->causes != NULL);
  return window;
}

/* Selects @name and says what the panel shows of it.  Caller frees. */
static char *
words_of (CyanWindow *window, const char *name)
{
  cyan_session_select (window->comparison->session, driver_node (window, name));
  driver_wait_drawn (window);
  return driver_words (GTK_WIDGET (window->comparison->details));
}

/* The shares are of magnitudes: the rest rose from 1100 to 1750 by them, and fell to 250. */
TEST ("/window/numbers-negative")
{
  g_autofree char *before = driver_write ("before.folded", BEFORE, -1);
  g_autofree char *after = driver_write ("after.folded", AFTER, -1);
  CyanWindow *window = open_pair (before, after);
  g_autofree char *gc = words_of (window, "gc");
  g_autofree char *lex = words_of (window, "lex");

  g_assert_nonnull (strstr (gc, "\n\xe2\x88\x92"
                                "600\n"));
  g_assert_nonnull (strstr (gc, "\n\xe2\x88\x92"
                                "800\n"));
  g_assert_nonnull (strstr (lex, "share only"));
  /* 20 samples more than 400. */
  g_assert_null (strstr (lex, "Rose by"));
  g_assert_null (strstr (lex, "the rest of the run"));
  driver_close (window);
}

/* What was pruned is known neither to have changed nor to be a cause. */
TEST ("/window/numbers-pruned")
{
  g_autofree char *whole = driver_write ("whole.callgrind", WHOLE, -1);
  g_autofree char *pruned = driver_temporary_file ("pruned.cct");
  const char *const command[] = {
    g_getenv ("CYAN_BINARY"), "convert", whole, "--hot=1%", "-o", pruned, NULL
  };
  g_autofree char *cold = NULL;
  g_autofree char *small = NULL;
  CyanWindow *window;
  int status;

  g_assert_true (g_spawn_sync (NULL, (char **) command, NULL, G_SPAWN_STDERR_TO_DEV_NULL, NULL,
                               NULL, NULL, NULL, &status, NULL));
  g_assert_cmpint (status, ==, 0);
  window = open_pair (whole, pruned);
  cold = words_of (window, "(cold)");
  g_assert_nonnull (strstr (cold, "The sum of all calls below this caller"));
  g_assert_null (strstr (cold, "By itself"));
  small = words_of (window, "small");
  g_assert_nonnull (strstr (small, "not seen after"));
  g_assert_nonnull (strstr (small, "missing\n\xe2\x80\x93\n\xe2\x89\xa4 1.0 %\n"));
  g_assert_nonnull (
      strstr (small, "Not seen after: up to 1.0 % of the run after may have been pruned."));
  g_assert_null (strstr (small, "By itself"));
  driver_close (window);
}
