/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The revision of a change is found from the history, in a real repository. */
#include "driver-history.h"
#include "driver.h"
#include "tests.h"

#include <glib/gstdio.h>
#include <string.h>

#include "cyan-history-page-parts.h"
#include "cyan-machine.h"
#include "cyan-tracker.h"
#include "git-fixture.h"
#include "tree.h"

#define N_COMMITS 9
#define SLOWER    5
#define BROKEN    4

/* Runs for longer than any test. */
#define ENDLESS "sleep 1000007"

/* A repository with its definition file and its store, of which only the ends are measured. */
typedef struct
{
  char *repository, *folder, *store;
  char *commits[N_COMMITS];
} World;

/* It leaves its profile itself; slow() takes 30 ms from SLOWER on. */
static void
make_commits (World *world, gboolean slower)
{
  git_fixture_start ();
  world->repository = git_new ();
  for (guint i = 0; i < N_COMMITS; i++)
    {
      g_autofree char *subject =
          i == SLOWER ? g_strdup ("Check twice") : g_strdup_printf ("Change %u", i);
      g_autofree char *program =
          g_strdup_printf ("printf 'main;read 100\\nmain;slow %u\\n' >\"$CYAN_PROFILE\" # %u\n",
                           slower && i >= SLOWER ? 40 : 10, i);

      tree_write (world->repository, "prog", program, -1);
      tree_write (world->repository, "broken", i == BROKEN ? "1" : "0", -1);
      world->commits[i] = git_commit_all (world->repository, subject);
    }
}

static void
write_definition (const World *world, const char *build)
{
  g_autofree char *text = g_strdup_printf (
      "[track]\nproject=p\nrepository=%s\nstore=s.db\nevery=%d\nruns=2\nwarm-up=0\n"
      "build=%s\n[benchmark b]\nrun=sh ./prog\n",
      world->repository, N_COMMITS - 1, build);

  tree_write (world->folder, "track.ini", text, -1);
}

/* Both ends, as `cyan track` measures them. */
static void
measure_ends (const World *world)
{
  g_autofree char *path = tree_path (world->folder, "track.ini");
  g_autofree char *machine = cyan_machine_identity ();
  const CyanPlanOptions options = { .machine = machine };
  const CyanTrackerOptions how = { .program = "test" };
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanTrack) track = cyan_track_load (path, &error);
  g_autoptr (CyanStore) store = NULL;
  g_autoptr (CyanPlan) plan = NULL;
  g_autoptr (CyanTracker) tracker = NULL;

  g_assert_no_error (error);
  store = cyan_store_open (world->store, CYAN_STORE_CREATE, &error);
  g_assert_no_error (error);
  plan = cyan_plan_new (track, store, &options, NULL, &error);
  g_assert_no_error (error);
  tracker = cyan_tracker_new (track, plan, store, &how, &error);
  g_assert_no_error (error);
  g_assert_true (cyan_tracker_run (tracker, NULL, &error));
  g_assert_no_error (error);
}

static void
world_init (World *world, gboolean slower)
{
  make_commits (world, slower);
  world->folder = tree_new ();
  world->store = tree_path (world->folder, "s.db");
  write_definition (world, "test $(cat broken) = 0");
  measure_ends (world);
}

static void
world_clear (World *world)
{
  for (guint i = 0; i < N_COMMITS; i++)
    g_free (world->commits[i]);
  tree_free (world->repository);
  tree_free (world->folder);
  g_free (world->store);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (World, world_clear)

/* Opens the store, and selects the newest revision, and the metric of the profile. */
static CyanWindow *
open_store (const World *world)
{
  static const char *const times[] = { "cpu", "rss", "wall", NULL };
  CyanWindow *window = driver_open_store (world->store);
  const char *const *metrics;

  metrics = (const char *const *) driver_history (window)->metrics->pdata;
  for (guint i = 0; metrics[i] != NULL; i++)
    if (!g_strv_contains (times, metrics[i]))
      cyan_history_set_metric (driver_history (window), i);
  driver_wait_drawn (window);
  driver_key (window, "End");
  wait_until (driver_shows (GTK_WIDGET (window->history->details), "8 commits"));
  return window;
}

static GtkWidget *
ask (CyanWindow *window)
{
  GtkWidget *dialog;

  driver_send_key ("ctrl+shift+b");
  dialog = driver_toplevel ("CyanBisectDialog");
  driver_focus (GTK_WINDOW (dialog));
  return dialog;
}

static GtkWidget *
find_button (GtkWidget *dialog)
{
  return driver_find (dialog, GTK_TYPE_BUTTON, "Find");
}

/* Finds as a person would; returns when the answer is there. */
static void
find (CyanWindow *window)
{
  GtkWidget *dialog = ask (window);

  wait_until (gtk_widget_get_sensitive (find_button (dialog)));
  driver_press (find_button (dialog));
  wait_until (driver_is_on (window, "bisect"));
  driver_focus (GTK_WINDOW (window));
  driver_wait_drawn (window);
}

static gboolean
page_shows (CyanWindow *window, const char *text)
{
  return driver_shows (GTK_WIDGET (window->history->bisect), text);
}

/* What will run is shown before; what was found leads to the blueprint, and to the commits. */
TEST ("/window/bisect/found")
{
  g_auto (World) world = { 0 };
  CyanWindow *window;
  GtkWidget *dialog;

  world_init (&world, TRUE);
  window = open_store (&world);
  dialog = ask (window);
  wait_until (gtk_widget_get_sensitive (find_button (dialog)));
  g_assert_true (driver_shows (dialog, "sh ./prog"));
  g_assert_true (driver_shows (dialog, "test $(cat broken) = 0"));
  g_assert_true (driver_shows (dialog, "9 revisions"));
  g_assert_true (driver_shows (dialog, "at most 400 runs"));
  driver_press (find_button (dialog));
  wait_until (driver_is_on (window, "bisect"));
  driver_focus (GTK_WINDOW (window));
  driver_wait_drawn (window);
  g_assert_true (page_shows (window, "Check twice"));
  g_assert_true (page_shows (window, "9 revisions"));
  /* It cannot be told from the one that does not build. */
  g_assert_true (page_shows (window, "Change 4"));
  g_assert_false (page_shows (window, "Change 6"));
  driver_press (
      driver_find (GTK_WIDGET (window->history->bisect), GTK_TYPE_BUTTON, "Open the Blueprint"));
  wait_until (driver_is_on (window, "blueprint"));
  driver_wait_drawn (window);
  g_assert_cmpstr (driver_selected (window), ==, "slow");
  driver_key (window, "alt+Left");
  wait_until (driver_is_on (window, "history"));
  /* The history has what was measured. */
  g_assert_cmpuint (cyan_history_next_column (driver_history (window), SLOWER - 1, 1), ==, SLOWER);
  driver_close (window);
}

TEST ("/window/bisect/commits")
{
  g_auto (World) world = { 0 };
  CyanWindow *window;

  world_init (&world, TRUE);
  window = open_store (&world);
  find (window);
  driver_press (
      driver_find (GTK_WIDGET (window->history->bisect), GTK_TYPE_BUTTON, "Commits Between"));
  wait_until (driver_is_on (window, "history"));
  wait_until (driver_shows (GTK_WIDGET (window->history->details), "Change 4"));
  g_assert_true (driver_shows (GTK_WIDGET (window->history->details), "Check twice"));
  g_assert_cmpuint (driver_history (window)->column, ==, SLOWER);
  g_assert_cmpuint (driver_history (window)->second, ==, BROKEN - 1);
  driver_close (window);
}

TEST ("/window/bisect/no-difference")
{
  g_auto (World) world = { 0 };
  CyanWindow *window;

  world_init (&world, FALSE);
  window = open_store (&world);
  find (window);
  g_assert_true (page_shows (window, "The ends do not differ beyond the noise"));
  g_assert_null (
      driver_find (GTK_WIDGET (window->history->bisect), GTK_TYPE_BUTTON, "Open the Blueprint"));
  driver_press (window->back_button);
  wait_until (driver_is_on (window, "history"));
  driver_close (window);
}

/* Whether a process of that command runs. */
static gboolean
runs_endless (void)
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
              && length > 6 && g_str_equal (text, "sleep") && g_str_equal (text + 6, &ENDLESS[6]);
    }
  return found;
}

/* The page says what is measured now.  Cancel ends it, and what was measured is kept. */
TEST ("/window/bisect/cancel")
{
  g_auto (World) world = { 0 };
  CyanWindow *window;
  GtkWidget *dialog;

  world_init (&world, TRUE);
  write_definition (&world, "grep -q '# [08]$' prog || " ENDLESS);
  measure_ends (&world);
  window = open_store (&world);
  dialog = ask (window);
  wait_until (gtk_widget_get_sensitive (find_button (dialog)));
  driver_press (find_button (dialog));
  wait_until (runs_endless ());
  driver_focus (GTK_WINDOW (window));
  wait_until (page_shows (window, "Now: "));
  g_assert_true (page_shows (window, "Looking for the revision"));
  driver_press (driver_find (GTK_WIDGET (window->history->bisect), GTK_TYPE_BUTTON, "Cancel"));
  wait_until (driver_is_on (window, "history"));
  wait_until (!runs_endless ());
  driver_close (window);
}

/* A store without its definition file asks for it, and remembers it. */
TEST ("/window/bisect/definition")
{
  g_auto (World) world = { 0 };
  g_autofree char *path = NULL, *other = NULL;
  CyanWindow *window;
  GtkWidget *dialog;

  world_init (&world, TRUE);
  path = tree_path (world.folder, "track.ini");
  other = tree_path (world.folder, "other.ini");
  g_assert_cmpint (g_rename (path, other), ==, 0);
  window = open_store (&world);
  dialog = ask (window);
  g_assert_true (driver_shows (dialog, "choose the file"));
  g_assert_false (gtk_widget_get_sensitive (find_button (dialog)));
  driver_press_inside (driver_row (dialog, "Definition File"));
  driver_choose (other);
  driver_focus (GTK_WINDOW (dialog));
  wait_until (gtk_widget_get_sensitive (find_button (dialog)));
  driver_press (find_button (dialog));
  wait_until (driver_is_on (window, "bisect"));
  driver_focus (GTK_WINDOW (window));
  g_assert_true (page_shows (window, "Check twice"));
  driver_key (window, "Escape");
  wait_until (driver_is_on (window, "history"));
  driver_key (window, "End");
  wait_until (
      g_action_group_get_action_enabled (G_ACTION_GROUP (window->history->actions), "bisect"));
  dialog = ask (window);
  wait_until (gtk_widget_get_sensitive (find_button (dialog)));
  g_assert_true (driver_shows (dialog, "other.ini"));
  driver_send_key ("Escape");
  driver_close (window);
}

/* A command is shown whole, however long; one that was not shown does not run. */
TEST ("/window/bisect/agreed")
{
  g_auto (World) world = { 0 };
  g_autofree char *rest = g_strnfill (900, 'x'), *ran = NULL, *long_build = NULL, *evil = NULL;
  CyanWindow *window;
  GtkWidget *dialog;

  world_init (&world, TRUE);
  ran = tree_path (world.folder, "ran");
  long_build = g_strdup_printf ("true %s end", rest);
  evil = g_strdup_printf ("touch %s", ran);
  write_definition (&world, long_build);
  window = open_store (&world);
  dialog = ask (window);
  wait_until (gtk_widget_get_sensitive (find_button (dialog)));
  g_assert_true (driver_shows (dialog, long_build));
  write_definition (&world, evil);
  driver_press (find_button (dialog));
  wait_until (driver_shows (GTK_WIDGET (window), "has changed since its commands were shown"));
  g_assert_false (g_file_test (ran, G_FILE_TEST_EXISTS));
  driver_close (window);
}

/* A file that is no definition says why. */
TEST ("/window/bisect/bad-definition")
{
  g_auto (World) world = { 0 };
  CyanWindow *window;
  GtkWidget *dialog;

  world_init (&world, TRUE);
  tree_write (world.folder, "track.ini", "[track]\nversion=1\n[benchmark c]\nrun=true\n", -1);
  window = open_store (&world);
  dialog = ask (window);
  wait_until (driver_shows (dialog, "has no benchmark"));
  g_assert_false (gtk_widget_get_sensitive (find_button (dialog)));
  driver_send_key ("Escape");
  driver_close (window);
}
