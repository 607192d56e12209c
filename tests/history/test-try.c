/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two commits that are tried, and a work tree as one, in this process. */
#include "cyan-try.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "cyan-export-tree.h"
#include "cyan-store-request.h"
#include "cyan-error.h"
#include "git-fixture.h"
#include "small-track.h"
#include "tests.h"
#include "tree.h"

#define RUN_OF(text)                                                                               \
  (const char *const[])                                                                            \
  {                                                                                                \
    "sh", "-c", text, NULL                                                                         \
  }
#define LEAVE RUN_OF ("read t < times; echo main $t > \"$CYAN_PROFILE\"")

static CyanTryRequest
request (const SmallTrack *world, const char *before, const char *after, const char *const *command)
{
  return (CyanTryRequest){ .repository = world->folder,
                           .revisions = { before, after },
                           .command = command,
                           .build = "",
                           .has_recorder = TRUE,
                           .recorder = CYAN_RECORDER_NONE,
                           .runs = 2,
                           .timeout = 20,
                           .build_timeout = 20 };
}

static CyanTry *
make (const CyanTryRequest *about)
{
  CyanTry *self = MUST (cyan_try_new (about, &failure));

  return self;
}

static const char *
subject (const CyanTrackerEvent *event)
{
  return event->commit != NULL ? event->commit->subject : "";
}

static void
listen (const CyanTrackerEvent *event, gpointer data)
{
  GString *text = data;

  g_string_append_printf (text, "%s%s %s,", event->kind == CYAN_TRACKER_BUILT ? "B" : "",
                          subject (event), event->status);
}

static gboolean
run (CyanTry *self, const SmallTrack *world, GString *events, GError **error)
{
  const CyanTrackerOptions options = { "small 1", 7, listen, events };

  return cyan_try_run (self, world->store, &options, NULL, error);
}

static CyanVisits
visits_of (const CyanTry *self, const SmallTrack *world)
{
  const CyanStorePair pair = { .revisions = { self->names[0], self->names[1] } };
  g_autoptr (CyanRequest) request = cyan_request_new (NULL, NULL);
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);

  request->repository = g_strdup (world->folder);
  MUST (cyan_store_request (world->store, &pair, request, notes, NULL, &failure));
  return request->how.visits;
}

/* Both sides run as often, in turns; profiles are saved by the names that were given; it is not done
 * twice. */
TEST ("/try/both")
{
  const char *const times[] = { "10", "20", "30", NULL };
  g_auto (SmallTrack) world = small_track_new ("try", times);
  const CyanTryRequest about = request (&world, "main", "main~2", LEAVE);
  g_autoptr (CyanTry) self = make (&about), again = make (&about);
  g_autoptr (GString) events = g_string_new (NULL);
  char *folder = tree_new ();
  GStrv paths[2];

  g_assert_cmpstr (self->names[0], ==, "main");
  g_assert_cmpstr (self->names[1], ==, "main~2");
  g_assert_null (self->because);
  g_assert_null (self->track->build);
  MUST (run (self, &world, events, &failure));
  g_assert_cmpuint (events->len, ==, strlen ("B0 ok,B2 ok,0 ok,2 ok,0 ok,2 ok,"));
  g_assert_false (visits_of (self, &world).apart);
  g_assert_cmpuint (visits_of (self, &world).n_pairs, ==, 2);
  MUST (cyan_try_save_profiles (self, world.store, folder, paths, &failure));
  for (guint side = 0; side < 2; side++)
    {
      g_autofree char *parent = g_path_get_dirname (paths[side][0]);

      g_assert_cmpuint (g_strv_length (paths[side]), ==, 2);
      g_assert_true (g_str_has_suffix (parent, side == 0 ? "/before" : "/after"));
      g_assert_nonnull (strstr (paths[side][0], side == 0 ? "/main" : "/main~2"));
      g_strfreev (paths[side]);
    }
  g_assert_cmpuint (strlen (cyan_try_definition (self)), ==, 64);
  g_string_truncate (events, 0);
  MUST (run (again, &world, events, &failure));
  g_assert_cmpstr (events->str, ==, "");
  g_assert_cmpuint (small_track_count_folders (), ==, 0);
  tree_free (folder);
}

static void
assert_refused (const CyanTryRequest *about,
                const SmallTrack *world,
                const char *pattern,
                const char *log)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanTry) self = cyan_try_new (about, &error);
  g_autoptr (GString) events = g_string_new (NULL);

  if (self != NULL)
    {
      g_assert_false (run (self, world, events, &error));
      g_assert_cmpstr (self->log, ==, log);
    }
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_INVALID);
  if (!g_pattern_match_simple (pattern, error->message))
    g_error ("\"%s\" does not match \"%s\"", error->message, pattern);
}

/* The side that fails, how, and its last line. */
TEST ("/try/fails")
{
  const char *const times[] = { "10", "broken", "30", NULL };
  g_auto (SmallTrack) world = small_track_new ("try-fails", times);
  CyanTryRequest about = request (&world, "main", "main~0", LEAVE);
  g_autofree char *before = git_run (world.folder, "rev-parse", "--short=12", "main~2", NULL);
  g_autofree char *broken = git_run (world.folder, "rev-parse", "--short=12", "main~1", NULL);
  g_autofree char *build =
      g_strconcat (broken, ": does not build with “?*” (failed): no rule", NULL);
  g_autofree char *runs = g_strconcat (before, ": no run of “*” succeeded (failed): the end", NULL);
  g_autofree char *silent = g_strconcat (before, ": no run of “*” succeeded (failed)", NULL);
  g_autofree char *none = g_strconcat (
      before,
      ": no run of “*” succeeded (no-profile): the command left no profile at $CYAN_PROFILE", NULL);

  assert_refused (&about, &world, "main and main~0 are the same commit ????????????", NULL);
  about = request (&world, "main~2", "main", RUN_OF ("echo a; echo the end; exit 3"));
  assert_refused (&about, &world, runs, "a\nthe end");
  about.command = RUN_OF ("exit 4");
  assert_refused (&about, &world, silent, "");
  about.command = RUN_OF ("exit 0");
  assert_refused (&about, &world, none, "the command left no profile at $CYAN_PROFILE");
  about = request (&world, "main~2", "main~1", LEAVE);
  about.build = SMALL_BUILD;
  assert_refused (&about, &world, build, "no rule");
  /* The other side, alike. */
  about.revisions[0] = "main~1";
  about.revisions[1] = "main";
  assert_refused (&about, &world, build, "no rule");
}

/* ---- a work tree ---- */

static char *
dirty_id (const SmallTrack *world)
{
  char *id = MUST (cyan_dirty_copy (world->folder, NULL, NULL, &failure));

  return id;
}

/* Writes @meanwhile, or nothing, after the plan is made. */
static gboolean
run_dirty (SmallTrack *world, const char *meanwhile, GError **error)
{
  const CyanPlanOptions options = { .machine = "m", .dirty = TRUE };
  g_autoptr (GError) reason = NULL;

  g_clear_pointer (&world->tracker, cyan_tracker_free);
  g_clear_pointer (&world->plan, cyan_plan_free);
  world->plan = cyan_plan_new (world->track, world->store, &options, NULL, &reason);
  g_assert_no_error (reason);
  if (meanwhile != NULL)
    tree_write (world->folder, "times", meanwhile, -1);
  small_track_begin (world);
  return cyan_tracker_run (world->tracker, NULL, error);
}

/* The work tree is the newest revision, once for each state of its files. */
TEST ("/try/dirty")
{
  const char *const times[] = { "10", "20", NULL };
  g_auto (SmallTrack) world = small_track_new ("try-dirty", times);
  g_autofree char *clean = NULL, *changed = NULL, *back = NULL, *linked = NULL;
  g_autofree char *link = g_build_filename (world.folder, "link", NULL);

  git_do (world.folder, "reset", "-q", "--hard", NULL);
  small_track_define (&world, "build=cp times \"$CYAN_BUILD\"\nreuse=yes", NULL);
  clean = dirty_id (&world);
  g_assert_true (g_str_has_prefix (clean, CYAN_DIRTY_PREFIX));
  MUST (run_dirty (&world, NULL, &failure));
  small_track_assert_stored (&world, SMALL_METRIC, "0a: 10 10\n1a: 20 20\nwork treea: 20 20");
  tree_write (world.folder, "times", "30 31", -1);
  changed = dirty_id (&world);
  g_assert_cmpstr (changed, !=, clean);
  MUST (run_dirty (&world, NULL, &failure));
  small_track_assert_stored (&world, SMALL_METRIC,
                             "0a: 10 10\n1a: 20 20\nwork treea: 20 20\nwork treea: 30 31");
  /* A link is what it points to, not what is there. */
  g_assert_cmpint (symlink ("times", link), ==, 0);
  linked = dirty_id (&world);
  g_assert_cmpstr (linked, !=, changed);
  g_assert_cmpint (g_unlink (link), ==, 0);
  g_assert_cmpint (symlink ("nowhere", link), ==, 0);
  back = dirty_id (&world);
  g_assert_cmpstr (back, !=, linked);
  small_track_define (
      &world, "last=1\nbuild=test $(readlink link) = nowhere && cp times \"$CYAN_BUILD\"", NULL);
  g_ptr_array_set_size (world.events, 0);
  MUST (run_dirty (&world, NULL, &failure));
  small_track_assert_said (&world, "B1:failed Bwork tree, work treea, work treea");
  g_assert_cmpint (g_unlink (link), ==, 0);
  g_clear_pointer (&back, g_free);
  /* A file that git ignores is no part of it, a new one is. */
  tree_write (world.folder, ".git/info/exclude", "*.o\n", -1);
  tree_write (world.folder, "a.o", "1", -1);
  back = dirty_id (&world);
  g_assert_cmpstr (back, ==, changed);
  tree_write (world.folder, "deep/new", "1", -1);
  g_free (back);
  back = dirty_id (&world);
  g_assert_cmpstr (back, !=, changed);

  /* What changes between the plan and the build is stored under no name. */
  MUST_FAIL (CYAN_ERROR_IO, "*: the work tree has changed meanwhile",
             run_dirty (&world, "99", &failure));
  small_track_end (&world);
  small_track_assert_stored (&world, SMALL_METRIC,
                             "0a: 10 10\n1a: 20 20\nwork treea: 20 20\nwork treea: 30 31\n"
                             "work treea: 30 31");
}
