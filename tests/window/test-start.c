/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where to start: one answer in the title, the list, the selection and the sources, and none where
 * nothing is known. */
#include "driver.h"

#include "blocks.h"
#include "cyan-numbers.h"
#include "cyan-settings.h"
#include "git-fixture.h"
#include "tests.h"
#include "tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static char *repository;
static char *revisions[2]; /* REPOSITORY@COMMIT */

/* The first function of `cyan explain --format=json` for the demo. */
static char *
first_of_command (void)
{
  g_autofree char *before = driver_source_file ("data/demo/before.json.gz");
  g_autofree char *after = driver_source_file ("data/demo/after.json.gz");
  g_autofree char *source_before = driver_source_file ("data/demo/before");
  g_autofree char *source_after = driver_source_file ("data/demo/after");
  const char *const command[] = { g_getenv ("CYAN_BINARY"),
                                  "explain",
                                  "--format=json",
                                  "--source-before",
                                  source_before,
                                  "--source-after",
                                  source_after,
                                  before,
                                  after,
                                  NULL };
  g_autofree char *output = NULL;
  const char *start;
  int status;

  g_assert_true (g_spawn_sync (NULL, (char **) command, NULL, G_SPAWN_STDERR_TO_DEV_NULL, NULL,
                               NULL, &output, NULL, &status, NULL));
  g_assert_cmpint (status, ==, 0);
  start = strstr (output, "\"start_here\":[");
  g_assert_nonnull (start);
  start = strstr (start, "\"function\":\"");
  g_assert_nonnull (start);
  start += strlen ("\"function\":\"");
  return g_strndup (start, strcspn (start, "\""));
}

static GtkWidget *
list_of (CyanWindow *window)
{
  return GTK_WIDGET (window->comparison->start_list);
}

/* The name in the first row. */
static const char *
first_of_list (CyanWindow *window)
{
  GtkWidget *row = driver_find (list_of (window), GTK_TYPE_LIST_BOX_ROW, NULL);
  GtkWidget *number = driver_find (row, GTK_TYPE_LABEL, NULL);

  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (number)), ==, "1");
  return gtk_label_get_text (
      GTK_LABEL (driver_find (gtk_widget_get_next_sibling (number), GTK_TYPE_LABEL, NULL)));
}

/* The mark of the picture is at @name, and the path that is drawn leads there. */
static void
assert_marked (CyanWindow *window, const char *name)
{
  CyanNode start = cyan_session_model (window->comparison->session)->start;

  g_assert_cmpuint (start, !=, CYAN_NODE_NONE);
  g_assert_cmpstr (
      cyan_comparison_name (cyan_session_comparison (window->comparison->session), start), ==,
      name);
  g_assert_cmpuint (cyan_session_hot_path (window->comparison->session)->goal, ==, start);
}

WINDOW_TEST ("/window/start/same-everywhere", driver_demo ())
{
  g_autofree char *first = first_of_command ();
  GtkWidget *pane = GTK_WIDGET (window->comparison->source_pane);

  g_assert_cmpstr (first_of_list (window), ==, first);
  g_assert_cmpstr (driver_selected (window), ==, first);
  assert_marked (window, first);
  g_assert_nonnull (driver_find (pane, GTK_TYPE_LABEL, first));
  wait_until (driver_shows (pane, "for (int i = index->n_entries - 1; i >= 0; i--)"));
}

static void
check_sum (const CyanRanking *ranking)
{
  double sum = cyan_ranking_rest (ranking);

  for (guint i = 0; i < ranking->n; i++)
    sum += ranking->at[i].contribution;
  g_assert_cmpfloat_with_epsilon (sum, ranking->difference, 1e-9 * fabs (ranking->before));
}

/* The last line of the list is the change in the title. */
WINDOW_TEST ("/window/start/sum", driver_demo ())
{
  g_autofree char *change =
      cyan_comparison_total_change_text (cyan_session_comparison (window->comparison->session));
  GtkWidget *label = driver_find (list_of (window), GTK_TYPE_LABEL, "in all");

  check_sum (cyan_session_model (window->comparison->session)->ranking);
  g_assert_nonnull (strstr (driver_subtitle (window), change + strlen ("+")));
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (gtk_widget_get_next_sibling (label))), ==,
                   change);
}

/* ---- with sources ---- */

static CyanWindow *
open_blocks (void)
{
  CyanWindow *window = driver_window ();
  g_autofree char *before = driver_write ("start-a", BLOCKS_BEFORE, -1);
  g_autofree char *after = driver_write ("start-b", BLOCKS_AFTER, -1);
  g_autoptr (CyanRequest) request = cyan_settings_new_request (before, after);

  for (guint side = 0; side < 2; side++)
    request->sources[side] = g_strdup (revisions[side]);
  cyan_window_open (window, request);
  wait_until (window->comparison->session != NULL);
  return window;
}

/* The sources name another function: one goes there, unless somebody is somewhere else. */
TEST ("/window/start/sources-come")
{
  CyanWindow *window = open_blocks ();

  wait_until (cyan_session_model (window->comparison->session)->causes != NULL);
  g_assert_cmpstr (driver_selected (window), ==, "read_block");
  g_assert_true (driver_is_shown (window, "read_block"));
  assert_marked (window, "read_block");
  g_assert_false (cyan_session_can_go_back (window->comparison->session));
  driver_close (window);

  window = open_blocks ();
  cyan_session_select (window->comparison->session, driver_node (window, "eval"));
  wait_until (cyan_session_model (window->comparison->session)->causes != NULL);
  g_assert_cmpstr (driver_selected (window), ==, "eval");
  assert_marked (window, "read_block");
  driver_close (window);
}

/* ---- nothing ---- */

/* Samples of one program, twice. */
#define FIRST                                                                                      \
  "main;read;fill 118\nmain;read 34\nmain;parse;lex 402\nmain;parse;node;alloc 57\nmain;parse "    \
  "91\n"                                                                                           \
  "main;print;put 230\nmain;print 12\nmain;sort;cmp 77\nmain;sort 25\nmain;free 9\n"
#define SECOND                                                                                     \
  "main;read;fill 131\nmain;read 29\nmain;parse;lex 385\nmain;parse;node;alloc 66\nmain;parse "    \
  "99\n"                                                                                           \
  "main;print;put 241\nmain;print 15\nmain;sort;cmp 69\nmain;sort 30\nmain;free 7\n"

static void
assert_silent (const char *text)
{
  static const char *const words[] = { "slower", "faster", " more",  " less",
                                       "likely", "strong", "culprit" };
  g_autofree char *low = g_utf8_casefold (text, -1);

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strstr (low, words[i]) != NULL)
      g_error ("\"%s\" is in:\n%s", words[i], text);
}

/* No bar and no number of a list or table has the colours of slower and faster. */
static void
assert_uncoloured (GtkWidget *root)
{
  g_assert_false (gtk_widget_has_css_class (root, "cyan-slower"));
  g_assert_false (gtk_widget_has_css_class (root, "cyan-faster"));
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    assert_uncoloured (child);
}

TEST ("/window/start/nothing")
{
  g_autofree char *before = driver_write ("first.folded", FIRST, -1);
  g_autofree char *after = driver_write ("second.folded", SECOND, -1);
  CyanWindow *window = driver_runs ((char *[]){ before, NULL }, (char *[]){ after, NULL });
  const CyanCompared *compared = &cyan_session_comparison (window->comparison->session)->compared;
  GtkWidget *details = GTK_WIDGET (window->comparison->details);

  wait_until (cyan_session_model (window->comparison->session)->causes != NULL);
  driver_wait_drawn (window);
  check_sum (cyan_session_model (window->comparison->session)->ranking);
  g_assert_true (driver_shows (list_of (window), "No function stands out: "));
  g_assert_cmpuint (cyan_session_model (window->comparison->session)->start, ==, CYAN_NODE_NONE);
  for (CyanNode node = 1; node < compared->n_nodes; node++)
    {
      GtkWidget *tooltip =
          g_object_ref_sink (cyan_numbers_tooltip_new (window->comparison->session, node));
      g_autofree char *sentence = cyan_numbers_sentence (window->comparison->session, node);
      g_autofree char *summary = cyan_numbers_summary (window->comparison->session, node);
      g_autofree char *shown = NULL;

      cyan_session_select (window->comparison->session, node);
      driver_wait_drawn (window);
      g_assert_true (driver_shows (details, "within noise"));
      shown = driver_words (details);
      assert_silent (shown);
      assert_silent (sentence);
      assert_silent (summary);
      assert_uncoloured (details);
      assert_uncoloured (tooltip);
      g_object_unref (tooltip);
    }
  driver_close (window);
}

static void
remove_files (void)
{
  tree_free (repository);
  for (guint side = 0; side < 2; side++)
    g_free (revisions[side]);
}

TESTS ()
{
  char *commits[2];

  git_fixture_start ();
  driver_init ();
  repository = blocks_repository (commits);
  for (guint side = 0; side < 2; side++)
    {
      revisions[side] = g_strconcat (repository, "@", commits[side], NULL);
      g_free (commits[side]);
    }
  atexit (remove_files);
}
