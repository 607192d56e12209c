/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sources from a repository that the test creates: opening, choosing, remembering, errors. */
#include "driver.h"

#include <adwaita.h>
#include <stdlib.h>
#include <string.h>

#include "cyan-marked-view.h"
#include "cyan-settings.h"
#include "git-fixture.h"
#include "tests.h"
#include "tree.h"

#define BEFORE "main;parse;lex 40\nmain;parse 10\nmain;eval 50\n"
#define AFTER  "main;parse;lex 90\nmain;parse 10\nmain;eval 50\n"

#define SOURCE                                                                                     \
  "int\nlex (int n)\n{\n  return n + %s;\n}\n\nint\nparse (int n)\n{\n  return lex (n);\n}\n\n"    \
  "int\neval (int n)\n{\n  return n * 2;\n}\n\n%sint\nmain (void)\n{\n  return parse (1);\n}\n"

static char *repository;

static void
write_source (const char *folder, const char *step, const char *comment)
{
  g_autofree char *text = g_strdup_printf (SOURCE, step, comment);

  tree_write (folder, "src/calc.c", text, -1);
}

static void
make_repository (void)
{
  repository = git_new ();
  write_source (repository, "1", "");
  g_free (git_commit_all (repository, "First"));
  git_do (repository, "tag", "v1", NULL);
  write_source (repository, "slow_step ()", "");
  g_free (git_commit_all (repository, "Second"));
  git_do (repository, "tag", "v2", NULL);
}

static char *
at (const char *revision)
{
  return g_strconcat (repository, "@", revision, NULL);
}

static CyanRequest *
new_request (const char *source_before, const char *source_after)
{
  g_autofree char *before = driver_write ("calc-a.folded", BEFORE, -1);
  g_autofree char *after = driver_write ("calc-b.folded", AFTER, -1);
  CyanRequest *request = cyan_settings_new_request (before, after);

  cyan_request_set_sources (request, source_before, source_after);
  return request;
}

static void
open_and_wait (CyanWindow *window, const CyanRequest *request)
{
  cyan_window_open (window, request);
  wait_until (window->loading == NULL);
  g_assert_cmpstr (driver_page (window), ==, "blueprint");
  driver_wait_drawn (window);
}

static gboolean
is_known_as (CyanWindow *window, const char *name, CyanChange change)
{
  return window->comparison->session != NULL
         && cyan_comparison_model_change (cyan_session_model (window->comparison->session),
                                          driver_node (window, name))
                == change;
}

static gboolean
pane_shows (CyanWindow *window, const char *text)
{
  return driver_find (GTK_WIDGET (window->comparison->source_pane), CYAN_TYPE_MARKED_VIEW, text)
         != NULL;
}

/* Waits until the culprit is selected and both of its versions are shown. */
static void
wait_for_culprit (CyanWindow *window)
{
  wait_until (window->comparison->session != NULL);
  g_assert_cmpstr (driver_selected (window), ==, "lex");
  wait_until (pane_shows (window, "return n + 1;"));
  wait_until (pane_shows (window, "return n + slow_step ();"));
  wait_until (is_known_as (window, "lex", CYAN_CHANGE_MODIFIED));
  wait_until (driver_shows (GTK_WIDGET (window->comparison->details), "modified"));
}

static gboolean
notice_is_shown (CyanWindow *window, const char *text)
{
  return gtk_info_bar_get_revealed (window->comparison->sources_bar)
         && driver_shows (GTK_WIDGET (window->comparison->sources_bar), text);
}

/* ---- from start-up to the diff ---- */

TEST ("/window/sources/recent")
{
  CyanWindow *window = driver_window ();
  g_autofree char *v1 = at ("v1"), *v2 = at ("v2");
  g_autoptr (CyanRequest) request = new_request (v1, v2);

  open_and_wait (window, request);
  wait_for_culprit (window);
  wait_until (is_known_as (window, "parse", CYAN_CHANGE_UNMODIFIED));
  driver_close (window);

  /* One click on the welcome page. */
  window = driver_window ();
  wait_until (driver_shows (GTK_WIDGET (window->welcome), "with sources"));
  driver_wait_drawn (window);
  driver_press (driver_find (GTK_WIDGET (window->welcome), GTK_TYPE_LIST_BOX_ROW, "calc-a"));
  wait_for_culprit (window);
  g_assert_true (g_str_has_suffix (window->comparison->request->sources[0], "@v1"));
  driver_close (window);

  /* The same files without sources: they are listed once, as last opened. */
  window = driver_window ();
  cyan_request_set_sources (request, NULL, NULL);
  open_and_wait (window, request);
  driver_close (window);
  window = driver_window ();
  wait_until (driver_shows (GTK_WIDGET (window->welcome), "calc-a"));
  g_assert_false (driver_shows (GTK_WIDGET (window->welcome), "with sources"));
  driver_close (window);
}

TEST ("/window/sources/command-line")
{
  g_autofree char *before = driver_write ("calc-a.folded", BEFORE, -1);
  g_autofree char *after = driver_write ("calc-b.folded", AFTER, -1);
  g_autoptr (CyanRequest) request = cyan_settings_new_request (before, after);
  CyanWindow *window = driver_window ();

  /* The same as --repo, --revision-before and --revision-after. */
  request->repository = g_strdup (repository);
  request->revisions[0] = g_strdup ("v1");
  request->revisions[1] = g_strdup ("HEAD");
  open_and_wait (window, request);
  wait_for_culprit (window);
  g_assert_null (window->comparison->request->repository);
  driver_close (window);
}

static char *
write_cct (const char *name, const char *folded_lex, const char *revision)
{
  g_autofree char *text =
      g_strdup_printf ("cct 1\nmeta\tsource-root\t%s\nmeta\trevision\t%s\nmetric\ttime\tms\n"
                       "function\tmain\nfunction\tlex\n0\t1\t1\t10\n1\t2\t1\t%s\n"
                       "end\t2\n",
                       repository, revision, folded_lex);

  return driver_write (name, text, -1);
}

/* The profiles name their sources, and one click opens these. */
TEST ("/window/sources/recorded")
{
  g_autofree char *first = git_run (repository, "rev-parse", "v1", NULL);
  g_autofree char *second = git_run (repository, "rev-parse", "v2", NULL);
  g_autofree char *before = write_cct ("rec-a.cct", "40", first);
  g_autofree char *after = write_cct ("rec-b.cct", "90", second);
  g_autoptr (CyanRequest) request = cyan_settings_new_request (before, after);
  CyanWindow *window = driver_window ();

  open_and_wait (window, request);
  wait_until (notice_is_shown (window, "The profiles name their sources"));
  g_assert_null (cyan_session_model (window->comparison->session)->known->changes);
  driver_wait_drawn (window);
  driver_press (window->comparison->recorded_button);
  wait_until (is_known_as (window, "lex", CYAN_CHANGE_MODIFIED));
  wait_for_culprit (window);
  g_assert_false (gtk_info_bar_get_revealed (window->comparison->sources_bar));
  driver_close (window);

  /* With a repository alone, the revisions are those of the profiles. */
  window = driver_window ();
  request->repository = g_strdup (repository);
  open_and_wait (window, request);
  wait_for_culprit (window);
  driver_close (window);
}

/* ---- errors ---- */

TEST ("/window/sources/errors")
{
  CyanWindow *window = driver_window ();
  g_autofree char *v1 = at ("v1"), *later = at ("later");
  g_autoptr (CyanRequest) request = new_request (v1, later);

  open_and_wait (window, request);
  wait_until (notice_is_shown (window, "Opened without sources"));
  g_assert_true (notice_is_shown (window, "later"));
  wait_until (
      driver_shows (GTK_WIDGET (window->comparison->source_pane), "there is no revision later"));
  g_assert_true (is_known_as (window, "lex", CYAN_CHANGE_UNKNOWN));

  /* Once the revision exists, a reload finds it. */
  git_do (repository, "tag", "later", "v2", NULL);
  driver_key (window, "F5");
  wait_until (is_known_as (window, "lex", CYAN_CHANGE_MODIFIED));
  g_assert_false (gtk_info_bar_get_revealed (window->comparison->sources_bar));
  git_do (repository, "tag", "-d", "later", NULL);

  /* A notice that was dismissed does not return. */
  open_and_wait (window, request);
  wait_until (notice_is_shown (window, "Opened without sources"));
  driver_wait_drawn (window);
  driver_press (driver_find (GTK_WIDGET (window->comparison->sources_bar), GTK_TYPE_BUTTON, ""));
  wait_until (!gtk_info_bar_get_revealed (window->comparison->sources_bar));
  driver_close (window);
}

/* ---- what is remembered ---- */

WINDOW_TEST ("/window/sources/kept", driver_window ())
{
  g_autofree char *v1 = at ("v1"), *v2 = at ("v2");
  g_autoptr (CyanRequest) request = new_request (v1, v2);
  g_autoptr (CyanSourceLocation) before = NULL, after = NULL;
  CyanSession *session;

  open_and_wait (window, request);
  before = cyan_source_location_ref (window->comparison->opened->locations[0]);
  after = cyan_source_location_ref (window->comparison->opened->locations[1]);
  session = window->comparison->session;
  driver_key (window, "F5");
  wait_until (window->comparison->session != session);
  g_assert_true (window->comparison->opened->locations[0] == before);
  g_assert_true (window->comparison->opened->locations[1] == after);
  session = window->comparison->session;
  driver_key (window, "ctrl+t");
  wait_until (window->comparison->session != session);
  g_assert_true (window->comparison->opened->locations[0] == after);
  g_assert_true (window->comparison->opened->locations[1] == before);
}

/* Changed files of a folder are found on reload. */
TEST ("/window/sources/folder-reload")
{
  CyanWindow *window = driver_window ();
  char *folders[2] = { tree_new (), tree_new () };
  g_autoptr (CyanRequest) request = new_request (folders[0], folders[1]);
  CyanSession *session;

  write_source (folders[0], "1", "");
  write_source (folders[1], "1", "/* a comment */\n");
  open_and_wait (window, request);
  wait_until (is_known_as (window, "lex", CYAN_CHANGE_UNMODIFIED));
  write_source (folders[1], "2", "");
  session = window->comparison->session;
  driver_key (window, "F5");
  wait_until (window->comparison->session != session);
  wait_until (is_known_as (window, "lex", CYAN_CHANGE_MODIFIED));
  driver_close (window);
  tree_free (folders[0]);
  tree_free (folders[1]);
}

/* A function that moved to another file is reported as moved and unmodified. */
TEST ("/window/sources/moved")
{
  CyanWindow *window = driver_window ();
  char *folders[2] = { tree_new (), tree_new () };
  g_autoptr (CyanRequest) request = new_request (folders[0], folders[1]);
  g_autofree char *text = g_strdup_printf (SOURCE, "1", "");

  tree_write (folders[0], "old.c", text, -1);
  tree_write (folders[1], "new.c", text, -1);
  open_and_wait (window, request);
  wait_until (is_known_as (window, "lex", CYAN_CHANGE_UNMODIFIED));
  wait_until (driver_shows (GTK_WIDGET (window->comparison->details),
                            "unmodified, source in another file"));
  driver_close (window);
  tree_free (folders[0]);
  tree_free (folders[1]);
}

/* Shown functions are looked up first, all others later. */
WINDOW_TEST ("/window/sources/shown-first", driver_window ())
{
  g_autofree char *v1 = at ("v1"), *v2 = at ("v2");
  g_autoptr (CyanRequest) request = new_request (v1, v2);

  open_and_wait (window, request);
  driver_key (window, "Home");
  driver_key (window, "a");
  wait_until (is_known_as (window, "eval", CYAN_CHANGE_UNMODIFIED));
  wait_until (is_known_as (window, "main", CYAN_CHANGE_UNMODIFIED));
  wait_until (is_known_as (window, "lex", CYAN_CHANGE_MODIFIED));
}

/* ---- the dialog ---- */

WINDOW_TEST ("/window/sources/dialog", driver_window ())
{
  g_autoptr (CyanRequest) request = new_request (NULL, NULL);
  const char *const folder[] = { repository, NULL };
  GtkWidget *dialog, *row;

  open_and_wait (window, request);
  driver_send_key ("ctrl+o");
  dialog = driver_open_dialog ();
  driver_focus (GTK_WINDOW (dialog));
  g_assert_null (driver_row (dialog, "Revision Before"));

  /* One folder fills both sides, if it is a repository. */
  g_assert_true (driver_drop (driver_row (dialog, "Before"), 10, folder));
  wait_until (driver_row (dialog, "Revision Before") != NULL);
  wait_until (driver_row (dialog, "Revision After") != NULL);
  row = driver_row (dialog, "Revision Before");
  wait_until (driver_find (row, GTK_TYPE_ENTRY, NULL) != NULL);
  g_assert_nonnull (strstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), "working tree"));

  driver_type_into (row, "v9");
  wait_until (strstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), "no revision v9")
              != NULL);
  g_assert_true (gtk_widget_has_css_class (driver_find (row, GTK_TYPE_ENTRY, NULL), "error"));
  driver_type_into (row, "v1");
  wait_until (strstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), "Commit ") != NULL);
  g_assert_false (gtk_widget_has_css_class (driver_find (row, GTK_TYPE_ENTRY, NULL), "error"));
  driver_type_into (driver_row (dialog, "Revision After"), "v2");
  driver_press (driver_find (dialog, GTK_TYPE_BUTTON, "Compare"));
  wait_until (is_known_as (window, "lex", CYAN_CHANGE_MODIFIED));
  wait_for_culprit (window);

  /* Opened again, the dialog shows the current sources. */
  driver_send_key ("ctrl+o");
  dialog = driver_open_dialog ();
  wait_until (driver_row (dialog, "Revision After") != NULL);
  row = driver_row (dialog, "Revision After");
  wait_until (driver_find (row, GTK_TYPE_ENTRY, NULL) != NULL);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (driver_find (row, GTK_TYPE_ENTRY, NULL))),
                   ==, "v2");
  gtk_window_close (GTK_WINDOW (dialog));
}

/* The dialog passes path maps on to the sources. */
WINDOW_TEST ("/window/sources/maps", driver_window ())
{
  g_autofree char *v1 = at ("v1"), *v2 = at ("v2");
  g_autoptr (CyanRequest) request = new_request (v1, v2);
  const char *const maps[] = { "/build/calc=src", "/elsewhere=", NULL };
  GtkWidget *dialog;

  request->maps = g_strdupv ((char **) maps);
  cyan_window_ask (window, request);
  dialog = driver_open_dialog ();
  driver_focus (GTK_WINDOW (dialog));
  wait_until (gtk_widget_get_mapped (dialog));
  driver_wait_drawn (window);
  driver_press (driver_find (dialog, GTK_TYPE_BUTTON, "Compare"));
  wait_until (window->comparison->session != NULL);
  g_assert_true (g_strv_equal ((const char *const *) window->comparison->request->maps, maps));
  wait_for_culprit (window);
}

static void
remove_repository (void)
{
  tree_free (repository);
}

TESTS ()
{
  git_fixture_start ();
  driver_init ();
  make_repository ();
  atexit (remove_repository);
}
