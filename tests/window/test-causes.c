/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What explains a change: the sentences beside the picture, their links, and the source that is
 * shown without a click. */
#include "driver.h"

#include "blocks.h"
#include "cyan-settings.h"
#include "cyan-source-side.h"
#include "git-fixture.h"
#include "tests.h"
#include "tree.h"

#include <stdlib.h>
#include <string.h>

static char *repository;
static char *revisions[2]; /* REPOSITORY@COMMIT */

static void
write_versions (void)
{
  char *commits[2];

  repository = blocks_repository (commits);
  for (guint side = 0; side < 2; side++)
    {
      revisions[side] = g_strconcat (repository, "@", commits[side], NULL);
      g_free (commits[side]);
    }
}

static CyanWindow *
open_pair (const char *before_text, const char *after_text, gboolean with_sources)
{
  CyanWindow *window = driver_window ();
  g_autofree char *before = driver_write ("causes-a", before_text, -1);
  g_autofree char *after = driver_write ("causes-b", after_text, -1);
  g_autoptr (CyanRequest) request = cyan_settings_new_request (before, after);

  for (guint side = 0; with_sources && side < 2; side++)
    request->sources[side] = g_strdup (revisions[side]);
  cyan_window_open (window, request);
  wait_until (window->comparison->session != NULL || g_str_equal (driver_page (window), "error"));
  g_assert_cmpstr (driver_page (window), ==, "blueprint");
  wait_until (cyan_session_model (window->comparison->session)->causes != NULL);
  driver_wait_drawn (window);
  return window;
}

/* Where the first @words of a side stand, in parts of what is seen of it. */
static double
place_of (CyanWindow *window, const char *words)
{
  GtkWidget *view =
      driver_find (GTK_WIDGET (window->comparison->source_pane), GTK_TYPE_TEXT_VIEW, words);
  GtkTextIter start, from;
  GdkRectangle seen, line;

  g_assert_nonnull (view);
  gtk_text_buffer_get_start_iter (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)), &start);
  g_assert_true (gtk_text_iter_forward_search (&start, words, 0, &from, NULL, NULL));
  gtk_text_view_get_visible_rect (GTK_TEXT_VIEW (view), &seen);
  gtk_text_view_get_iter_location (GTK_TEXT_VIEW (view), &from, &line);
  return (line.y - seen.y) / (double) seen.height;
}

static gboolean
is_seen (CyanWindow *window, const char *words)
{
  double place = place_of (window, words);

  return place >= 0 && place < 1;
}

/* The function whose source explains it is selected, and its change is on screen. */
WINDOW_TEST ("/window/causes/without-a-click", open_pair (BLOCKS_BEFORE, BLOCKS_AFTER, TRUE))
{
  GtkWidget *details = GTK_WIDGET (window->comparison->details),
            *pane = GTK_WIDGET (window->comparison->source_pane);

  g_assert_cmpstr (driver_selected (window), ==, "read_block");
  g_assert_true (driver_shows (details, "modified, explains +105 %"));
  wait_until (driver_shows (pane, "decode (n, 4096)"));
  g_assert_true (driver_shows (pane, "decode (n, 512)"));
  wait_until (is_seen (window, "4096") && is_seen (window, "512"));
  /* The box that takes longer says the same. */
  cyan_session_select (window->comparison->session, driver_node (window, "mix"));
  driver_wait_drawn (window);
  g_assert_true (driver_shows (details, "By itself, in 1 context: +100, +105 %."));
  g_assert_true (
      driver_shows (details, "Its source is the same; that of read_block, further up, changed."));
}

/* Clicks on a link of that name. */
static void
press_link (GtkWidget *root, const char *text, const char *name)
{
  GtkWidget *label = driver_find (root, GTK_TYPE_LABEL, text);
  PangoLayout *layout;
  PangoRectangle place;
  const char *found;
  int x, y;

  g_assert_nonnull (label);
  layout = gtk_label_get_layout (GTK_LABEL (label));
  found = strstr (pango_layout_get_text (layout), name);
  g_assert_nonnull (found);
  pango_layout_index_to_pos (layout, (int) (found + 1 - pango_layout_get_text (layout)), &place);
  gtk_label_get_layout_offsets (GTK_LABEL (label), &x, &y);
  driver_click (label, x + (double) place.x / PANGO_SCALE + 3,
                y + (double) (place.y + place.height / 2) / PANGO_SCALE, 1);
}

static GtkWidget *
tab_of (CyanWindow *window, const char *title)
{
  GtkWidget *tab =
      driver_find (GTK_WIDGET (window->comparison->source_pane), GTK_TYPE_TOGGLE_BUTTON, title);

  g_assert_nonnull (tab);
  return tab;
}

static gboolean
is_open (CyanWindow *window, const char *title)
{
  return gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (tab_of (window, title)));
}

/* The caller that explains a function is read for it; a tab shows its own source, and a link beside
 * the picture goes to the box. */
TEST ("/window/causes/tabs")
{
  CyanWindow *window = open_pair (BLOCKS_BEFORE, BLOCKS_AFTER, TRUE);
  GtkWidget *details = GTK_WIDGET (window->comparison->details),
            *pane = GTK_WIDGET (window->comparison->source_pane);

  cyan_session_select (window->comparison->session, driver_node (window, "mix"));
  wait_until (driver_shows (pane, "decode (n, 4096)"));
  g_assert_true (is_open (window, "Caller: read_block"));
  g_assert_nonnull (
      driver_find (tab_of (window, "Caller: read_block"), GTK_TYPE_LABEL, "modified"));
  driver_wait_drawn (window);
  driver_press (tab_of (window, "mix"));
  wait_until (driver_shows (pane, "return n * size;"));
  g_assert_cmpstr (driver_selected (window), ==, "mix");
  driver_wait_drawn (window);
  driver_key (window, "ctrl+k");
  wait_until (driver_shows (pane, "decode (n, 4096)"));
  driver_key (window, "ctrl+k");
  wait_until (driver_shows (pane, "return n * size;"));
  driver_wait_drawn (window);
  press_link (details, "that of read_block", "read_block");
  wait_until (g_str_equal (driver_selected (window), "read_block"));
  wait_until (driver_shows (pane, "decode (n, 4096)"));
  g_assert_true (is_open (window, "read_block"));
  driver_wait_drawn (window);
  driver_key (window, "alt+Left");
  wait_until (g_str_equal (driver_selected (window), "mix"));
  driver_close (window);
}

/* A function that did not change is shown itself; of one whose callee changed, the callee. */
WINDOW_TEST ("/window/causes/list", open_pair (BLOCKS_BEFORE, BLOCKS_AFTER, TRUE))
{
  GtkWidget *pane = GTK_WIDGET (window->comparison->source_pane);
  GtkWidget *row;

  cyan_session_select (window->comparison->session, driver_node (window, "eval"));
  wait_until (driver_shows (pane, "eval (int n)"));
  driver_wait_drawn (window);
  row = driver_find (GTK_WIDGET (window->comparison->start_list), GTK_TYPE_LIST_BOX_ROW,
                     "read_block");
  g_assert_nonnull (row);
  driver_press (row);
  wait_until (g_str_equal (driver_selected (window), "read_block"));
  wait_until (driver_shows (pane, "decode (n, 4096)"));
  cyan_session_select (window->comparison->session, driver_node (window, "main"));
  wait_until (driver_find (pane, GTK_TYPE_TOGGLE_BUTTON, "Callee: read_block") != NULL);
  g_assert_true (is_open (window, "Callee: read_block"));
}

/* Without sources nobody is blamed for what their source did. */
WINDOW_TEST ("/window/causes/without-sources", open_pair (BLOCKS_BEFORE, BLOCKS_AFTER, FALSE))
{
  GtkWidget *details = GTK_WIDGET (window->comparison->details);

  wait_until (driver_shows (GTK_WIDGET (window->comparison->start_list), "Start Here"));
  g_assert_false (driver_shows (details, "source changed"));
  g_assert_false (driver_shows (details, "further up"));
}

/* A function of twelve contexts. */
#define DEEP(n)                                                                                    \
  "main;f " n "\nmain;f;f " n "\nmain;f;f;f " n "\nmain;f;f;f;f " n "\nmain;f;f;f;f;f " n          \
  "\nmain;f;f;f;f;f;f " n "\nmain;f;f;f;f;f;f;f " n "\nmain;f;f;f;f;f;f;f;f " n                    \
  "\nmain;f;f;f;f;f;f;f;f;f " n "\nmain;f;f;f;f;f;f;f;f;f;f " n "\nmain;f;f;f;f;f;f;f;f;f;f;f " n  \
  "\nmain;f;f;f;f;f;f;f;f;f;f;f;f " n "\nmain;rest 12000\n"

/* The contexts of one function count together. */
WINDOW_TEST ("/window/causes/contexts", open_pair (DEEP ("1000"), DEEP ("2000"), FALSE))
{
  g_assert_cmpstr (driver_selected (window), ==, "f");
  g_assert_true (driver_shows (GTK_WIDGET (window->comparison->start_list), "+50.0 %"));
}

/* The tooltip of the title counts what is known to be added and removed, and the rest apart. */
TEST ("/window/causes/counts")
{
  CyanWindow *window = open_pair ("main;a 9000\nmain;b 9000\nmain;c 1\n",
                                  "main;a 9000\nmain;d 9000\nmain;e 1\n", FALSE);
  const char *tip = gtk_label_get_text (driver_child (window, "noise_label"));

  g_assert_nonnull (strstr (tip, "2 contexts matched, 0 renamed, 1 added, 1 removed, "
                                 "2 not sampled on one side"));
  driver_close (window);
}

#define LONG                                                                                       \
  "lark.parsers.earley_forest:ForestVisitorOfEveryKind.visit_packed_node_out_of_the_forest"

static gboolean
has_hyphens (GtkLabel *label)
{
  PangoAttrList *attributes = gtk_label_get_attributes (label);
  PangoAttrIterator *iterator;
  PangoAttribute *attribute;
  gboolean hyphens;

  if (attributes == NULL)
    return TRUE;
  iterator = pango_attr_list_get_iterator (attributes);
  attribute = pango_attr_iterator_get (iterator, PANGO_ATTR_INSERT_HYPHENS);
  hyphens = attribute == NULL || ((PangoAttrInt *) attribute)->value != 0;
  pango_attr_iterator_destroy (iterator);
  return hyphens;
}

/* The heading has the short name and the scope, without hyphens; a list leaves the class of a long
 * name to the scope. */
TEST ("/window/causes/names")
{
  CyanWindow *window = open_pair (
      "main;" LONG " 1000\nmain;lark.parsers.earley:Parser.parse 1000\nmain;rest 30000\n",
      "main;" LONG " 9000\nmain;lark.parsers.earley:Parser.parse 4000\nmain;rest 30000\n", FALSE);
  GtkWidget *details = GTK_WIDGET (window->comparison->details);
  GtkWidget *list = GTK_WIDGET (window->comparison->start_list);
  GtkWidget *row, *label;

  wait_until (driver_find (list, GTK_TYPE_LIST_BOX_ROW, "Parser.parse") != NULL);
  cyan_session_select (window->comparison->session,
                       driver_node (window, "lark.parsers.earley:Parser.parse"));
  driver_wait_drawn (window);
  label = driver_find (details, GTK_TYPE_LABEL, "Parser.parse");
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (label)), ==, "Parser.parse");
  g_assert_cmpstr (gtk_widget_get_tooltip_text (label), ==, "lark.parsers.earley:Parser.parse");
  g_assert_false (has_hyphens (GTK_LABEL (label)));
  label = driver_find (details, GTK_TYPE_LABEL, "lark.parsers.earley");
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (label)), ==, "lark.parsers.earley");

  row = driver_find (list, GTK_TYPE_LIST_BOX_ROW, "visit_packed_node_out_of_the_forest");
  label = driver_find (row, GTK_TYPE_LABEL, "visit_packed");
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (label)), ==,
                   "visit_packed_node_out_of_the_forest");
  g_assert_cmpint (gtk_label_get_ellipsize (GTK_LABEL (label)), ==, PANGO_ELLIPSIZE_END);
  g_assert_cmpstr (gtk_widget_get_tooltip_text (label), ==, LONG);
  label = driver_find (row, GTK_TYPE_LABEL, "ForestVisitor");
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (label)), ==, "ForestVisitorOfEveryKind");
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
  git_fixture_start ();
  driver_init ();
  write_versions ();
  atexit (remove_files);
}
