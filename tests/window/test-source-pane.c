/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The source pane: changed words, headings, commits, the editor, copying, and missing sources. */
#include "driver.h"

#include "cyan-editor.h"
#include "cyan-marked-view.h"
#include "cyan-settings.h"
#include "cyan-source-side.h"
#include "git-fixture.h"
#include "tests.h"
#include "tree.h"

#include <glib/gstdio.h>
#include <gtksourceview/gtksource.h>
#include <stdlib.h>
#include <string.h>

#define BEFORE "main;parse;lex 40\nmain;parse 10\nmain;eval 50\nmain;old 5\n"
#define AFTER  "main;parse;lex 90\nmain;parse 10\nmain;eval 50\nmain;fresh 30\nmain;late 30\n"

#define MAIN        "int\nmain (void)\n{\n  return parse (1);\n}\n"
#define PARSE(what) "int\nparse (int n)\n{\n  int depth = " what ";\n  return lex (n, depth);\n}\n"
#define LEX(first, second)                                                                         \
  "int\nlex (int n, int depth)\n{\n  int total = " first ";\n  total += depth;\n  return "         \
  "total * " second ";\n}\n"
#define LATE  "int\nlate (void)\n{\n  return 1;\n}\n"
#define OLD   "int\nold (void)\n{\n  return 2;\n}\n"
#define FRESH "int\nfresh (void)\n{\n  for (;;)\n    later ();\n}\n"
#define EVAL  "int\neval (void)\n{\n  return 4;\n}\n"

static char *repository;
static char *first_commit; /* of the repository; owned */
static char *folders[2];   /* the same versions as folders */

static void
write_versions (void)
{
  g_autofree char *second = NULL, *third = NULL, *fourth = NULL;

  repository = git_new ();
  tree_write (repository, "lex.c", MAIN PARSE ("0") LEX ("n", "2") LATE OLD, -1);
  tree_write (repository, "eval.c", EVAL, -1);
  first_commit = git_commit_all (repository, "all there is");
  tree_write (repository, "lex.c", MAIN PARSE ("0") LEX ("n + 1", "2") LATE OLD, -1);
  second = git_commit_all (repository, "lex: one <more>");
  tree_write (repository, "lex.c", MAIN PARSE ("7") LEX ("n + 1", "2") LATE OLD, -1);
  third = git_commit_all (repository, "parse: deeper");
  tree_write (repository, "lex.c", MAIN PARSE ("7") LEX ("n + 1", "3") LATE FRESH, -1);
  fourth = git_commit_all (repository, "lex: three times");
  folders[0] = tree_new ();
  folders[1] = tree_new ();
  tree_write (folders[0], "lex.c", MAIN PARSE ("0") LEX ("n", "2") LATE OLD, -1);
  tree_write (folders[0], "eval.c", EVAL, -1);
  tree_write (folders[1], "lex.c", MAIN PARSE ("7") LEX ("n + 1", "3") LATE FRESH, -1);
  tree_write (folders[1], "moved/eval.c", EVAL, -1);
}

static CyanWindow *
open_with (const char *before, const char *after)
{
  CyanWindow *window = driver_window ();
  g_autofree char *a = driver_write ("pane-a", BEFORE, -1);
  g_autofree char *b = driver_write ("pane-b", AFTER, -1);
  g_autoptr (CyanRequest) request = cyan_settings_new_request (a, b);

  request->sources[0] = g_strdup (before);
  request->sources[1] = g_strdup (after);
  cyan_window_open (window, request);
  wait_until (window->comparison->session != NULL || g_str_equal (driver_page (window), "error"));
  g_assert_cmpstr (driver_page (window), ==, "blueprint");
  driver_wait_drawn (window);
  return window;
}

static CyanWindow *
open_folders (void)
{
  CyanWindow *window = open_with (folders[0], folders[1]);

  driver_select_function (window, "lex");
  wait_until (driver_shows (driver_pane (window), "total * 3"));
  driver_wait_drawn (window);
  return window;
}

static CyanWindow *
open_revisions (void)
{
  g_autofree char *before = g_strconcat (repository, "@", first_commit, NULL);
  g_autofree char *after = g_strconcat (repository, "@main", NULL);
  CyanWindow *window = open_with (before, after);

  driver_select_function (window, "lex");
  wait_until (driver_shows (driver_pane (window), "total * 3"));
  driver_wait_drawn (window);
  return window;
}

/* A mapped button of that icon; NULL if there is none. */
static GtkWidget *
button_of (GtkWidget *root, const char *icon)
{
  g_autoptr (GPtrArray) buttons = g_ptr_array_new ();

  driver_collect (root, GTK_TYPE_WIDGET, buttons);
  for (guint i = 0; i < buttons->len; i++)
    {
      GtkWidget *button = g_ptr_array_index (buttons, i);
      const char *name = NULL;

      if (GTK_IS_BUTTON (button))
        name = gtk_button_get_icon_name (GTK_BUTTON (button));
      else if (GTK_IS_MENU_BUTTON (button))
        name = gtk_menu_button_get_icon_name (GTK_MENU_BUTTON (button));
      if (g_strcmp0 (name, icon) == 0)
        return button;
    }
  return NULL;
}

static void
on_text (GObject *source, GAsyncResult *result, gpointer data)
{
  char **text = data;
  g_autoptr (GError) error = NULL;

  *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, &error);
  g_assert_no_error (error);
}

static char *
clipboard_text (CyanWindow *window)
{
  char *text = NULL;

  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (GTK_WIDGET (window)), NULL, on_text,
                                 &text);
  wait_until (text != NULL);
  return text;
}

/* The colour in the upper left corner of the first @words. */
static guint32
color_behind (GtkWidget *side, const char *words)
{
  GtkWidget *view = cyan_source_side_view (CYAN_SOURCE_SIDE (side));
  GtkTextIter start, from, to;
  GdkRectangle rectangle;
  int x, y;

  gtk_text_buffer_get_start_iter (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)), &start);
  g_assert_true (gtk_text_iter_forward_search (&start, words, 0, &from, &to, NULL));
  gtk_text_view_get_iter_location (GTK_TEXT_VIEW (view), &from, &rectangle);
  gtk_text_view_buffer_to_window_coords (GTK_TEXT_VIEW (view), GTK_TEXT_WINDOW_WIDGET, rectangle.x,
                                         rectangle.y, &x, &y);
  return driver_pixel (view, x + 1, y + 1);
}

static guint32
as_number (GdkRGBA color)
{
  return (guint32) (color.red * 255 + 0.5) << 16 | (guint32) (color.green * 255 + 0.5) << 8
         | (guint32) (color.blue * 255 + 0.5);
}

TEST ("/window/source-pane/words")
{
  CyanWindow *window = open_folders ();
  guint32 word = as_number (cyan_marked_word_color ());
  guint32 line = as_number (cyan_line_kind_color (CYAN_LINE_CHANGED, FALSE));

  g_assert_cmphex (color_behind (driver_side (window, 0), "2;"), ==, word);
  g_assert_cmphex (color_behind (driver_side (window, 1), "3;"), ==, word);
  g_assert_cmphex (color_behind (driver_side (window, 1), " 1;"), ==, word);
  g_assert_cmphex (color_behind (driver_side (window, 1), "return total"), ==, line);
  g_assert_cmphex (color_behind (driver_side (window, 1), "total += depth"), !=, line);
  driver_close (window);
}

TEST ("/window/source-pane/headings")
{
  CyanWindow *window = open_revisions ();
  g_autofree char *name = g_path_get_basename (repository);
  g_autofree char *version = g_strdup_printf ("%s@%.12s", name, first_commit);

  g_assert_true (driver_shows (driver_side (window, 0), version));
  g_assert_true (driver_shows (driver_side (window, 0), "lex.c"));
  g_assert_true (driver_shows (driver_side (window, 0), ":12\xe2\x80\x93"
                                                        "18"));
  g_assert_true (driver_shows (driver_pane (window), "modified"));
  driver_close (window);

  window = open_folders ();
  driver_select_function (window, "eval");
  wait_until (driver_shows (driver_pane (window), "unmodified, moved from eval.c"));
  driver_close (window);
}

static CyanPresence
presence_of (CyanWindow *window, const char *name)
{
  const CyanComparison *comparison = cyan_session_comparison (window->comparison->session);

  return (CyanPresence) cyan_session_model (window->comparison->session)
      ->known->presence[comparison->compared.pairs->of_node[driver_node (window, name)]];
}

/* A name that a macro pastes: the blocks around the recorded lines, and that they are these. */
TEST ("/window/source-pane/by-line")
{
  static const char profile[] =
      "cct 1\nmetric\ttime\tms\nfunction\tmain\n"
      "function\tcmd_add\t\tcmd.c\t%u\n0\t1\t1\t10\n1\t2\t1\t%u\nend\t2\n";
  CyanWindow *window = driver_window ();
  char *versions[2] = { tree_new (), tree_new () };
  g_autofree char *before = g_strdup_printf (profile, 2, 20);
  g_autofree char *after = g_strdup_printf (profile, 5, 90);
  g_autofree char *a = driver_write ("by-line-a.cct", before, -1);
  g_autofree char *b = driver_write ("by-line-b.cct", after, -1);
  g_autoptr (CyanRequest) request = cyan_settings_new_request (a, b);

  tree_write (versions[0], "cmd.c", "CMD (add)\n{\n  return first;\n}\n", -1);
  tree_write (versions[1], "cmd.c", "int n;\n\nCMD (add)\n{\n  return second;\n}\n", -1);
  cyan_request_set_sources (request, versions[0], versions[1]);
  cyan_window_open (window, request);
  wait_until (window->comparison->session != NULL);
  driver_select_function (window, "cmd_add");
  wait_until (driver_shows (driver_pane (window), "return second"));
  g_assert_true (driver_shows (driver_side (window, 0), "return first"));
  g_assert_true (driver_shows (driver_side (window, 0), "Found by line 2, not by name."));
  g_assert_true (driver_shows (driver_side (window, 1), "Found by line 5, not by name."));
  wait_until (driver_shows (GTK_WIDGET (window), "modified"));
  driver_close (window);
  tree_free (versions[0]);
  tree_free (versions[1]);
}

static int
least_size (CyanWindow *window, GtkOrientation orientation)
{
  int least;

  gtk_widget_measure (driver_pane (window), orientation, -1, &least, NULL, NULL, NULL);
  return least;
}

/* Reasons in place of a source take no height from the picture. */
WINDOW_TEST ("/window/source-pane/ran-on-one-side", open_folders ())
{
  driver_select_function (window, "late");
  wait_until (driver_shows (driver_pane (window), "did not run before, unmodified"));
  g_assert_true (driver_shows (driver_side (window, 0), "late (void)"));
  g_assert_true (driver_shows (driver_side (window, 1), "late (void)"));
  wait_until (presence_of (window, "fresh") == CYAN_PRESENCE_AFTER_ONLY);
  driver_select_function (window, "fresh");
  wait_until (driver_shows (driver_pane (window), "This function is new"));
  g_assert_nonnull (driver_find (driver_tab (window, "fresh"), GTK_TYPE_LABEL, "new"));
  g_assert_null (driver_find (driver_side (window, 0), GTK_TYPE_BUTTON, NULL));
  driver_select_function (window, "old");
  wait_until (driver_shows (driver_pane (window), "This function is gone"));
  g_assert_nonnull (driver_find (driver_tab (window, "old"), GTK_TYPE_LABEL, "gone"));
  g_assert_cmpint (least_size (window, GTK_ORIENTATION_VERTICAL), <=, 200);
  driver_select_function (window, "fresh");
  wait_until (driver_shows (driver_pane (window), "This function is new"));
  g_assert_cmpint (least_size (window, GTK_ORIENTATION_VERTICAL), <=, 200);
}

/* What is said of callers and callees: a row of that name, and the words of it. */
static void
assert_row (CyanWindow *window, const char *name, const char *words)
{
  GtkWidget *row = driver_find (driver_pane (window), GTK_TYPE_LIST_BOX_ROW, name);

  g_assert_nonnull (row);
  g_assert_true (driver_shows (row, words));
}

/* Without sources, callers and callees are shown, and how to give sources. */
TEST ("/window/source-pane/no-sources")
{
  CyanWindow *window = open_with (NULL, NULL);

  driver_select_function (window, "lex");
  wait_until (driver_find (driver_pane (window), GTK_TYPE_LIST_BOX_ROW, "parse") != NULL);
  g_assert_true (gtk_toggle_button_get_active (
      GTK_TOGGLE_BUTTON (driver_tab (window, "Callers and Callees"))));
  assert_row (window, "parse", "38.1 %");
  assert_row (window, "parse", "42.9 %");
  g_assert_true (driver_shows (driver_pane (window), "It calls nothing."));
  g_assert_true (driver_shows (driver_pane (window), "Give each profile a source folder"));
  g_assert_false (driver_shows (driver_pane (window), "Use the Recorded Sources"));
  driver_wait_drawn (window);
  driver_press (driver_find (driver_pane (window), GTK_TYPE_BUTTON, "Choose Sources"));
  gtk_window_close (GTK_WINDOW (driver_open_dialog ()));
  driver_wait_drawn (window);
  /* A row selects its function. */
  driver_press (driver_find (driver_pane (window), GTK_TYPE_LIST_BOX_ROW, "parse"));
  wait_until (g_str_equal (driver_selected (window), "parse"));
  wait_until (driver_find (driver_pane (window), GTK_TYPE_LIST_BOX_ROW, "lex") != NULL);
  assert_row (window, "main", "47.6 %");
  driver_close (window);

  /* Sources on one side only. */
  window = open_with (folders[0], NULL);
  driver_select_function (window, "lex");
  wait_until (driver_shows (driver_pane (window), "No sources were given for after"));
  driver_wait_drawn (window);
  g_assert_true (driver_shows (driver_side (window, 1), "Choose Sources"));
  driver_press (driver_find (driver_side (window, 1), GTK_TYPE_BUTTON, NULL));
  gtk_window_close (GTK_WINDOW (driver_open_dialog ()));
  driver_close (window);
}

TEST ("/window/source-pane/commits")
{
  CyanWindow *window = open_revisions ();
  GtkWidget *pane = driver_pane (window);

  driver_press (button_of (pane, "cyan-document-open-recent-symbolic"));
  wait_until (driver_shows (pane, "lex: one <more>"));
  g_assert_true (driver_shows (pane, "lex: three times"));
  g_assert_true (driver_shows (pane, "Ada"));
  g_assert_false (driver_shows (pane, "parse: deeper"));
  driver_wait_drawn (window);

  driver_press (driver_find (pane, GTK_TYPE_LABEL, "lex: one <more>"));
  wait_until (driver_shows (pane, "parent of"));
  wait_until (driver_shows (driver_side (window, 1), "total * 2"));
  g_assert_true (driver_shows (driver_side (window, 1), "n + 1"));
  g_assert_true (driver_shows (driver_side (window, 0), "total = n;"));
  wait_until (driver_shows (pane, "Back to the Whole Change"));
  driver_wait_drawn (window);
  driver_press (driver_find (pane, GTK_TYPE_LABEL, "Back to the Whole Change"));
  wait_until (driver_shows (driver_side (window, 1), "total * 3"));
  wait_until (!driver_shows (pane, "Back to the Whole Change"));
  g_assert_false (driver_shows (pane, "parent of"));

  /* With keys. */
  driver_key (window, "alt+Page_Down");
  wait_until (driver_shows (driver_side (window, 0), "n + 1"));
  driver_key (window, "alt+Page_Down");
  wait_until (driver_shows (driver_side (window, 0), "total = n;"));
  driver_key (window, "alt+Page_Up");
  wait_until (driver_shows (driver_side (window, 0), "n + 1"));
  driver_key (window, "alt+BackSpace");
  wait_until (driver_shows (driver_side (window, 0), "total = n;"));

  /* The list follows the selection. */
  driver_select_function (window, "main");
  driver_wait_drawn (window);
  driver_press (driver_tab (window, "main"));
  wait_until (driver_shows (pane, "No commit between the two revisions touched this function"));
  driver_key (window, "ctrl+h");
  wait_until (!driver_shows (pane, "No commit between"));
  driver_close (window);

  /* Folders have no commits. */
  window = open_folders ();
  g_assert_null (button_of (driver_pane (window), "cyan-document-open-recent-symbolic"));
  driver_close (window);
}

#define FOLDED   "int lex (int n, int depth) { return n * depth; }\n"
#define UNFOLDED "int\nlex (int n, int depth)\n{\n  return n * depth; /* all */\n}\n"

/* What a formatter did is said, and hides no other change: its lines are marked when asked for. */
TEST ("/window/source-pane/reformatted")
{
  guint32 marked = as_number (cyan_marked_word_color ());
  char *formatted = git_new ();
  g_autofree char *first = NULL, *last = NULL, *before = NULL, *after = NULL;
  CyanWindow *window;
  GtkWidget *pane;

  tree_write (formatted, "lex.c", MAIN PARSE ("0") FOLDED, -1);
  first = git_commit_all (formatted, "all there is");
  tree_write (formatted, "lex.c", MAIN PARSE ("0") UNFOLDED, -1);
  last = git_commit_all (formatted, "one style");
  before = g_strconcat (formatted, "@", first, NULL);
  after = g_strconcat (formatted, "@", last, NULL);
  window = open_with (before, after);
  pane = driver_pane (window);
  driver_select_function (window, "lex");
  wait_until (
      driver_shows (pane, "reformatted: differs in comments, white space or notation only"));
  wait_until (driver_shows (GTK_WIDGET (window->comparison->details), "reformatted"));
  driver_wait_drawn (window);
  g_assert_cmphex (color_behind (driver_side (window, 1), "{"), !=, marked);

  driver_press (driver_find (pane, GTK_TYPE_LABEL, "Differences"));
  driver_wait_drawn (window);
  g_assert_cmphex (color_behind (driver_side (window, 1), "{"), ==, marked);
  driver_press (driver_find (pane, GTK_TYPE_LABEL, "Differences"));
  driver_wait_drawn (window);
  g_assert_cmphex (color_behind (driver_side (window, 1), "{"), !=, marked);
  driver_key (window, "alt+Down");
  driver_wait_drawn (window);
  g_assert_cmphex (color_behind (driver_side (window, 1), "{"), ==, marked);

  driver_key (window, "ctrl+h");
  wait_until (driver_shows (pane, "one style"));
  g_assert_true (driver_shows (pane, "only reformats it"));
  driver_select_function (window, "parse");
  wait_until (driver_shows (pane, "unmodified"));
  g_assert_false (driver_shows (pane, "Differences"));
  driver_close (window);
  tree_free (formatted);
}

WINDOW_TEST ("/window/source-pane/editor", open_revisions ())
{
  g_autofree char *out = driver_temporary_file ("opened file");
  g_autofree char *command = g_strdup_printf (
      "sh -c 'echo \"$1 $2\" > \"$0\".new; mv \"$0\".new \"$0\"' '%s' %%l %%f", out);
  g_autofree char *wanted = g_strdup_printf (" %s/lex.c\n", repository);
  g_autofree char *text = NULL;
  GSettings *settings = driver_settings ();
  GtkWidget *button = button_of (driver_pane (window), "cyan-document-edit-symbolic");

  g_assert_nonnull (settings);
  g_settings_set_string (settings, "editor-command", command);
  /* The side after is the work tree. */
  driver_press (button);
  wait_until (g_file_test (out, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_get_contents (out, &text, NULL, NULL));
  g_assert_true (g_str_has_suffix (text, wanted));
  g_assert_cmpint (atoi (text), >=, 12);
  g_assert_cmpint (atoi (text), <=, 18);
  g_remove (out);
  driver_key (window, "ctrl+e");
  wait_until (g_file_test (out, G_FILE_TEST_EXISTS));

  /* A missing editor is reported. */
  g_settings_set_string (settings, "editor-command", "/nowhere/editor");
  driver_key (window, "ctrl+e");
  wait_until (driver_shows (GTK_WIDGET (window), "The editor does not open"));
  g_settings_reset (settings, "editor-command");
}

static void
assert_argv (const char *command, const char *path, const char *wanted)
{
  g_auto (GStrv) argv = cyan_editor_argv (command, path, 7, NULL);
  g_autofree char *joined = argv != NULL ? g_strjoinv ("|", argv) : NULL;

  g_assert_cmpstr (joined, ==, wanted);
}

/* Any file name is a single argument and never an option. */
TEST ("/window/source-pane/editor-arguments")
{
  assert_argv ("code -g %f:%l", "/a b/$(x).c", "code|-g|/a b/$(x).c:7");
  assert_argv ("gnome-text-editor +%l %f", "/-x;'\"", "gnome-text-editor|+7|/-x;'\"");
  assert_argv ("vi", "/%l.c", "vi|/%l.c");
  assert_argv ("'my editor' 100%% %z", "/f", "my editor|100%|%z|/f");
  assert_argv ("broken 'quote", "/f", NULL);
}

WINDOW_TEST ("/window/source-pane/copy", open_folders ())
{
  g_autofree char *function = NULL, *location = NULL, *selected = NULL;
  GtkWidget *view = cyan_source_side_view (CYAN_SOURCE_SIDE (driver_side (window, 1)));

  driver_key (window, "ctrl+shift+c");
  function = clipboard_text (window);
  g_assert_cmpstr (function, ==, LEX ("n + 1", "3"));

  driver_click (cyan_source_side_view (CYAN_SOURCE_SIDE (driver_side (window, 0))), 80, 8, 3);
  wait_until (driver_find (driver_side (window, 0), GTK_TYPE_LABEL, "Copy Path") != NULL);
  driver_wait_drawn (window);
  driver_press (driver_find (driver_side (window, 0), GTK_TYPE_LABEL, "Copy Path"));
  wait_until (driver_find (driver_side (window, 0), GTK_TYPE_LABEL, "Copy Path") == NULL);
  driver_wait_drawn (window);
  location = clipboard_text (window);
  g_assert_true (g_str_has_prefix (location, "lex.c:1"));

  driver_click (view, 80, 8, 1);
  driver_key (window, "ctrl+a");
  driver_key (window, "ctrl+c");
  selected = clipboard_text (window);
  g_assert_nonnull (strstr (selected, "total * 3"));
}

WINDOW_TEST ("/window/source-pane/whole-file", open_folders ())
{
  g_assert_false (driver_shows (driver_side (window, 1), "main (void)"));
  driver_key (window, "ctrl+u");
  wait_until (driver_shows (driver_side (window, 1), "main (void)"));
  driver_key (window, "ctrl+u");
  wait_until (!driver_shows (driver_side (window, 1), "main (void)"));
}

/* Whatever is shown, it fits into a narrow window. */
WINDOW_TEST ("/window/source-pane/narrow", open_folders ())
{
  g_assert_cmpint (least_size (window, GTK_ORIENTATION_HORIZONTAL), <=, 360);
  driver_press (driver_tab (window, "Callers and Callees"));
  wait_until (driver_find (driver_pane (window), GTK_TYPE_LIST_BOX_ROW, "parse") != NULL);
  driver_wait_drawn (window);
  g_assert_cmpint (least_size (window, GTK_ORIENTATION_HORIZONTAL), <=, 360);
}

static void
remove_files (void)
{
  tree_free (repository);
  tree_free (folders[0]);
  tree_free (folders[1]);
}

TESTS ()
{
  git_fixture_start ();
  driver_init ();
  write_versions ();
  atexit (remove_files);
}
