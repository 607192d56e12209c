/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two revisions of a program are built, recorded and compared, all from the window. */
#include "driver.h"
#include "tests.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "git-fixture.h"
#include "tree.h"

/* It leaves its profile itself; "slow" takes STEPS. */
static const char program[] =
    "#include <stdio.h>\n#include <stdlib.h>\n"
    "int slow (int n)\n{\n  return STEPS * n;\n}\n"
    "int main (void)\n{\n  FILE *file = fopen (getenv (\"CYAN_PROFILE\"), \"w\");\n"
    "  fprintf (file, \"main;read 100\\nmain;slow %d\\n\", slow (10));\n"
    "  return fclose (file);\n}\n";

/* The folder for temporary files of this program, and those in it before a try. */
static char *temporary;
static guint n_before;

/* After the driver has removed what it made there.  Whatever a thread did when the program ended,
 * it left nothing. */
static void
remove_temporary (void)
{
  if (g_rmdir (temporary) == 0)
    return;
  g_printerr ("%s is not empty\n", temporary);
  _exit (1);
}

static guint
count_temporary (void)
{
  g_autoptr (GDir) dir = g_dir_open (temporary, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

/* All that was begun is cleaned up. */
static gboolean
is_clean (void)
{
  return count_temporary () == n_before;
}

static void
write_program (const char *folder, const char *steps)
{
  g_autoptr (GString) text = g_string_new (program);

  g_string_replace (text, "STEPS", steps, 0);
  tree_write (folder, "prog.c", text->str, -1);
}

static void
commit (const char *folder, const char *tag)
{
  g_free (git_commit_all (folder, tag));
  git_do (folder, "tag", tag, NULL);
}

/* v1, v2 with a slower function, and v3, which does not build. */
static char *
make_repository (void)
{
  static const char makefile[] = "prog: prog.c\n\tcc -o prog prog.c\n";
  char *folder;

  git_fixture_start ();
  folder = git_new ();
  tree_write (folder, "Makefile", makefile, -1);
  write_program (folder, "1");
  commit (folder, "v1");
  write_program (folder, "30");
  commit (folder, "v2");
  tree_write (folder, "prog.c", "int main (void)\n{\n  return undeclared;\n}\n", -1);
  commit (folder, "v3");
  return folder;
}

/* Opens the dialog with its key. */
static GtkWidget *
press_key (CyanWindow *window)
{
  GtkWidget *dialog;

  driver_focus (GTK_WINDOW (window));
  driver_send_key ("ctrl+shift+t");
  dialog = driver_toplevel ("CyanTryDialog");
  driver_focus (GTK_WINDOW (dialog));
  return dialog;
}

/* Opens the dialog, and chooses the repository. */
static GtkWidget *
open_dialog (CyanWindow *window, const char *folder)
{
  GtkWidget *dialog;

  dialog = press_key (window);
  driver_press_inside (driver_row (dialog, "Repository"));
  driver_choose (folder);
  wait_until (driver_row (dialog, "Revision Before") != NULL
              && driver_row (dialog, "Revision After") != NULL);
  driver_focus (GTK_WINDOW (dialog));
  return dialog;
}

static gboolean
knows_recorders (GtkWidget *dialog)
{
  AdwComboRow *row = ADW_COMBO_ROW (driver_row (dialog, "Recorder"));

  return g_list_model_get_n_items (adw_combo_row_get_model (row)) > 1;
}

/* Fills in the rest; the program records itself. */
static void
fill (GtkWidget *dialog, const char *before, const char *after)
{
  AdwComboRow *recorder = ADW_COMBO_ROW (driver_row (dialog, "Recorder"));

  driver_type_into (driver_row (dialog, "Revision Before"), before);
  driver_type_into (driver_row (dialog, "Revision After"), after);
  driver_type_into (driver_row (dialog, "Command"), "./prog");
  wait_until (knows_recorders (dialog));
  /* "None" is the last one. */
  adw_combo_row_set_selected (recorder,
                              g_list_model_get_n_items (adw_combo_row_get_model (recorder)) - 1);
}

static GtkWidget *
try_button (GtkWidget *dialog)
{
  return driver_find (dialog, GTK_TYPE_BUTTON, "Try");
}

static gboolean
is_on (CyanWindow *window, const char *page)
{
  return g_strcmp0 (driver_page (window), page) == 0;
}

static gboolean
guesses (GtkWidget *dialog, const char *build)
{
  GtkWidget *entry = driver_find (driver_row (dialog, "Build Command"), GTK_TYPE_ENTRY, NULL);
  const char *text = gtk_entry_get_placeholder_text (GTK_ENTRY (entry));

  return text != NULL && g_str_has_prefix (text, build);
}

TEST ("/window/try/comparison")
{
  char *folder = make_repository ();
  CyanWindow *window = driver_window ();
  GtkWidget *dialog;
  g_autofree char *status = NULL;

  n_before = count_temporary ();
  dialog = open_dialog (window, folder);
  g_assert_false (gtk_widget_get_sensitive (try_button (dialog)));
  fill (dialog, "v1", "v2");
  wait_until (guesses (dialog, "make -C"));
  g_assert_true (driver_shows (dialog, "there is a Makefile"));
  driver_press (try_button (dialog));
  wait_until (is_on (window, "blueprint"));
  driver_focus (GTK_WINDOW (window));
  driver_wait_drawn (window);
  g_assert_cmpstr (cyan_session_before_name (window->comparison->session), ==, "v1 (3 runs)");
  g_assert_cmpstr (cyan_session_after_name (window->comparison->session), ==, "v2 (3 runs)");
  g_assert_cmpuint (cyan_request_n_runs (window->comparison->request, 0), ==, 3);
  g_assert_cmpuint (cyan_request_n_runs (window->comparison->request, 1), ==, 3);
  g_assert_cmpstr (driver_selected (window), ==, "slow");
  wait_until (driver_shows (GTK_WIDGET (window->comparison->source_pane), "return 30 * n"));
  /* The work tree is as it was. */
  status = git_run (folder, "status", "--porcelain", NULL);
  g_assert_cmpstr (status, ==, "");
  driver_close (window);
  wait_until (is_clean ());
  tree_free (folder);
}

/* The compiler's message is on the page, and what was asked for is still there. */
TEST ("/window/try/failed-build")
{
  char *folder = make_repository ();
  CyanWindow *window = driver_window ();
  GtkWidget *dialog;

  n_before = count_temporary ();
  dialog = open_dialog (window, folder);
  fill (dialog, "v2", "v3");
  driver_press (try_button (dialog));
  wait_until (is_on (window, "error"));
  driver_focus (GTK_WINDOW (window));
  driver_wait_drawn (window);
  g_assert_true (driver_shows (GTK_WIDGET (window->error_page), "does not build"));
  g_assert_true (driver_shows (GTK_WIDGET (window->error_page->log_view), "undeclared"));
  driver_press (window->error_page->try_button);
  dialog = driver_toplevel ("CyanTryDialog");
  driver_focus (GTK_WINDOW (dialog));
  wait_until (driver_row (dialog, "Revision After") != NULL);
  driver_type_into (driver_row (dialog, "Revision Before"), "v1");
  driver_type_into (driver_row (dialog, "Revision After"), "v2");
  wait_until (knows_recorders (dialog));
  driver_press (try_button (dialog));
  wait_until (is_on (window, "blueprint"));
  driver_close (window);
  wait_until (is_clean ());
  tree_free (folder);
}

/* Whether a process with that argument runs. */
static gboolean
runs_with (const char *argument)
{
  g_autoptr (GDir) dir = g_dir_open ("/proc", 0, NULL);
  const char *name;
  gboolean found = FALSE;

  while (!found && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename ("/proc", name, "cmdline", NULL);
      g_autofree char *text = NULL;
      gsize length = 0;

      found = g_ascii_isdigit (*name) && g_file_get_contents (path, &text, &length, NULL)
              && length > 6 && g_str_equal (text, "sleep") && g_str_equal (text + 6, argument);
    }
  return found;
}

/* Starts a try whose builds sleep for @seconds, and waits until they do. */
static void
start_endless (CyanWindow *window, const char *folder, const char *seconds)
{
  g_autofree char *build = g_strdup_printf ("sleep %s", seconds);
  GtkWidget *dialog = open_dialog (window, folder);

  fill (dialog, "v1", "v2");
  driver_type_into (driver_row (dialog, "Build Command"), build);
  driver_press (try_button (dialog));
  wait_until (runs_with (seconds) && is_on (window, "loading"));
  g_assert_false (is_clean ());
}

/* Cancels, or closes the window: nothing is left. */
static void
test_end (gconstpointer cancels)
{
  char *folder = make_repository ();
  g_autofree char *seconds = g_strdup_printf ("%d", 1000000 + getpid ());
  CyanWindow *window = driver_window ();

  n_before = count_temporary ();
  start_endless (window, folder, seconds);
  if (GPOINTER_TO_INT (cancels))
    {
      driver_focus (GTK_WINDOW (window));
      wait_until (driver_find (GTK_WIDGET (window), GTK_TYPE_PROGRESS_BAR, "Building v1 and v2")
                  != NULL);
      driver_press (driver_find (GTK_WIDGET (window), GTK_TYPE_BUTTON, "Cancel"));
      wait_until (is_on (window, "welcome"));
    }
  driver_close (window);
  wait_until (!runs_with (seconds) && is_clean ());
  tree_free (folder);
}

/* A folder that is dropped is the repository, and its commits are there by subject and date. */
TEST ("/window/try/commits")
{
  char *folder = make_repository ();
  const char *const paths[] = { folder, NULL };
  CyanWindow *window = driver_window ();
  GtkWidget *dialog, *row, *button, *popover;
  GtkWidget *entry;

  g_assert_true (driver_drop (GTK_WIDGET (window), 10, paths));
  dialog = driver_toplevel ("CyanTryDialog");
  driver_focus (GTK_WINDOW (dialog));
  wait_until ((row = driver_row (dialog, "Revision Before")) != NULL);
  driver_wait_drawn (window);
  button = driver_find (row, GTK_TYPE_MENU_BUTTON, NULL);
  entry = driver_find (row, GTK_TYPE_ENTRY, NULL);
  gtk_widget_grab_focus (button);
  driver_send_key ("space");
  popover = GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button)));
  wait_until (driver_shows (popover, "v3") && driver_shows (popover, "v1"));
  driver_send_text ("v1");
  wait_until (!driver_shows (popover, "v3"));
  driver_send_key ("Return");
  wait_until (!gtk_widget_get_mapped (popover));
  wait_until (driver_shows (row, gtk_editable_get_text (GTK_EDITABLE (entry))));
  g_assert_cmpuint (strlen (gtk_editable_get_text (GTK_EDITABLE (entry))), >=, 8);
  driver_send_key ("Escape");
  driver_close (window);
  tree_free (folder);
}

/* Says why nothing can be tried. */
TEST ("/window/try/no-repository")
{
  char *folder = tree_new ();
  CyanWindow *window = driver_window ();
  GtkWidget *dialog;

  dialog = press_key (window);
  driver_press_inside (driver_row (dialog, "Repository"));
  driver_choose (folder);
  driver_focus (GTK_WINDOW (dialog));
  wait_until (driver_shows (dialog, "git repository"));
  g_assert_null (driver_row (dialog, "Revision Before"));
  g_assert_false (gtk_widget_get_sensitive (try_button (dialog)));
  driver_send_key ("Escape");
  driver_close (window);
  tree_free (folder);
}

TESTS ()
{
  /* GLib asks for it once. */
  temporary = g_strdup ("/tmp/cyan-window-try-XXXXXX");
  g_assert_nonnull (g_mkdtemp (temporary));
  atexit (remove_temporary);
  g_setenv ("TMPDIR", temporary, TRUE);
  driver_init ();
  g_test_add_data_func ("/window/try/cancel", GINT_TO_POINTER (TRUE), test_end);
  g_test_add_data_func ("/window/try/close", GINT_TO_POINTER (FALSE), test_end);
}
