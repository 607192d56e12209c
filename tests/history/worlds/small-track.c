/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "small-track.h"

#include <math.h>
#include <string.h>

#include "git-fixture.h"
#include "store-samples.h"
#include "tree.h"

/* The order of runs is random; this one is always the same. */
#define SEED 7

static char *cache;

static void
remove_cache (void)
{
  tree_free (cache);
}

/* The cache of the other tests belongs to several programs at once. */
static void
set_cache (void)
{
  if (cache != NULL)
    return;
  cache = tree_new ();
  g_setenv ("XDG_CACHE_HOME", cache, TRUE);
  atexit (remove_cache);
}

char *
small_track_cache (void)
{
  return g_build_filename (g_get_user_cache_dir (), "cyanotype", "track", NULL);
}

guint
small_track_count_folders (void)
{
  g_autofree char *path = small_track_cache ();
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;
  guint n = 0;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    n += !g_str_equal (name, "lock");
  return n;
}

/* ---- the repository ---- */

static void
add_file (GString *stream, const char *name, const char *text)
{
  g_string_append_printf (stream, "M 100644 inline %s\ndata %zu\n%s\n\n", name, strlen (text) + 1,
                          text);
}

void
small_track_commit (SmallTrack *self, const char *const *times)
{
  /* A pattern, since a branch need not be there. */
  g_autofree char *count = git_run (self->folder, "rev-list", "--count", "--branches=mai[n]", NULL);
  guint first = (guint) g_ascii_strtoull (count, NULL, 10);
  g_autoptr (GString) stream = g_string_new (NULL);

  for (guint n = first; times[n - first] != NULL; n++)
    {
      g_auto (GStrv) texts = g_strsplit (times[n - first], "|", 2);
      g_autofree char *subject = g_strdup_printf ("%u", n);

      g_string_append_printf (
          stream, "commit refs/heads/main\ncommitter A <a@example.org> %u +0000\ndata %zu\n%s\n",
          1600000000 + 60 * n, strlen (subject), subject);
      if (n > 0 && n == first)
        g_string_append (stream, "from refs/heads/main^0\n");
      add_file (stream, "times", texts[0]);
      if (texts[1] != NULL)
        add_file (stream, "follow", texts[1]);
    }
  g_free (git_run_input (self->folder, stream->str, (gssize) stream->len, "fast-import", "--quiet",
                         NULL));
}

SmallTrack
small_track_new (const char *name, const char *const *times)
{
  g_autofree char *file = g_strconcat (name, ".db", NULL);
  SmallTrack self = { .path = sample_path (file),
                      .events = g_ptr_array_new_with_free_func (g_free) };

  set_cache ();
  git_fixture_start ();
  self.folder = git_new ();
  self.store = sample_open (self.path, CYAN_STORE_CREATE);
  small_track_commit (&self, times);
  return self;
}

void
small_track_clear (SmallTrack *self)
{
  g_clear_pointer (&self->tracker, cyan_tracker_free);
  g_clear_pointer (&self->plan, cyan_plan_free);
  g_clear_pointer (&self->track, cyan_track_free);
  g_clear_pointer (&self->store, cyan_store_free);
  g_clear_pointer (&self->events, g_ptr_array_unref);
  g_clear_pointer (&self->folder, tree_free);
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->log, g_free);
}

/* @line unless one of @keys is that of it. */
static const char *
unless (const char *keys, const char *key, const char *line)
{
  return strstr (keys, key) != NULL ? "" : line;
}

void
small_track_define (SmallTrack *self, const char *keys, const char *benchmarks)
{
  g_autofree char *path = tree_path (self->folder, "track.ini");
  g_autofree char *text = g_strdup_printf (
      "[track]\nproject=p\nbranch=main\nmachine=m\n%s%s%s\n%s\n",
      unless (keys, "build=", "build=" SMALL_BUILD "\n"), unless (keys, "runs=", "runs=2\n"), keys,
      benchmarks != NULL ? benchmarks : "[benchmark a]\nrun=" SMALL_RUN);
  g_autoptr (GError) error = NULL;

  g_clear_pointer (&self->tracker, cyan_tracker_free);
  g_clear_pointer (&self->plan, cyan_plan_free);
  g_clear_pointer (&self->track, cyan_track_free);
  self->track = cyan_track_parse (text, strlen (text), path, &error);
  g_assert_no_error (error);
}

/* ---- the tracker ---- */

static void
listen (const CyanTrackerEvent *event, gpointer data)
{
  static const char *const words[] = {
    [CYAN_TRACKER_CONFIRMS] = "confirms",       [CYAN_TRACKER_STORE_WAITS] = "locked",
    [CYAN_TRACKER_OTHERS_MEASURE] = "others",   [CYAN_TRACKER_CLAIM_LOST] = "lost",
    [CYAN_TRACKER_MACHINE_DIFFERS] = "differs", [CYAN_TRACKER_NOT_ISOLATED] = "not-isolated"
  };
  SmallTrack *self = data;
  const char *subject = event->commit != NULL ? event->commit->subject : "";
  gboolean fails = g_strcmp0 (event->status, "ok") != 0;
  char *word;

  self->n_ran += event->kind == CYAN_TRACKER_RAN;
  self->n_wanted = event->n_wanted;
  g_assert_cmpuint (event->n_done, ==, self->n_ran);
  if (event->kind == CYAN_TRACKER_BUILT || event->kind == CYAN_TRACKER_RAN)
    word = g_strconcat (event->kind == CYAN_TRACKER_BUILT ? "B" : "", subject,
                        event->benchmark != NULL ? event->benchmark : "", fails ? ":" : NULL,
                        event->status, NULL);
  else
    word = g_strdup (words[event->kind]);
  g_ptr_array_add (self->events, word);
  if (event->log != NULL)
    {
      g_free (self->log);
      self->log = g_strdup (event->log);
    }
  if (self->said != NULL)
    self->said (self, event);
}

void
small_track_plan (SmallTrack *self, gboolean retry)
{
  const CyanPlanOptions options = { .machine = "m", .retry_failed = retry };
  g_autoptr (GError) error = NULL;

  g_clear_pointer (&self->tracker, cyan_tracker_free);
  g_clear_pointer (&self->plan, cyan_plan_free);
  self->plan = cyan_plan_new (self->track, self->store, &options, NULL, &error);
  g_assert_no_error (error);
}

void
small_track_begin (SmallTrack *self)
{
  const CyanTrackerOptions options = { "small 1", SEED, listen, self };
  g_autoptr (GError) error = NULL;

  self->n_ran = 0;
  self->tracker = cyan_tracker_new (self->track, self->plan, self->store, &options, &error);
  g_assert_no_error (error);
}

void
small_track_end (SmallTrack *self)
{
  g_autoptr (GPtrArray) owners = NULL;

  g_clear_pointer (&self->tracker, cyan_tracker_free);
  g_assert_cmpuint (small_track_count_folders (), ==, 0);
  owners = cyan_store_read_claims (self->store, NULL);
  g_assert_cmpuint (owners->len, ==, 0);
}

void
small_track_run (SmallTrack *self)
{
  g_autoptr (GError) error = NULL;

  small_track_plan (self, FALSE);
  small_track_begin (self);
  cyan_tracker_run (self->tracker, NULL, &error);
  g_assert_no_error (error);
  small_track_end (self);
}

/* ---- what it did ---- */

static int
compare_words (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
add_words (GString *text, GPtrArray *words)
{
  g_ptr_array_sort (words, compare_words);
  for (guint i = 0; i < words->len; i++)
    g_string_append_printf (text, "%s%s",
                            i > 0           ? " "
                            : text->len > 0 ? ", "
                                            : "",
                            (const char *) words->pdata[i]);
  g_ptr_array_set_size (words, 0);
}

/* Whether the event @word can be one of those in @words: of the same kind, and of another cell. */
static gboolean
goes_with (const GPtrArray *words, const char *word)
{
  gsize length = strcspn (word, ":");

  for (guint i = 0; i < words->len; i++)
    {
      const char *other = words->pdata[i];

      if (g_ascii_isdigit (*other) != g_ascii_isdigit (*word) || (*other == 'B') != (*word == 'B')
          || (strcspn (other, ":") == length && strncmp (other, word, length) == 0))
        return FALSE;
    }
  return TRUE;
}

void
small_track_assert_said (SmallTrack *self, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GPtrArray) words = g_ptr_array_new ();

  for (guint i = 0; i < self->events->len; i++)
    {
      if (!goes_with (words, self->events->pdata[i]))
        add_words (text, words);
      g_ptr_array_add (words, self->events->pdata[i]);
    }
  add_words (text, words);
  g_assert_cmpstr (text->str, ==, expected);
  g_ptr_array_set_size (self->events, 0);
}

static gint64
find_metric (const SmallTrack *self, const char *name)
{
  g_autoptr (GPtrArray) metrics = cyan_store_read_metrics (self->store, NULL);

  for (guint i = 0; i < metrics->len; i++)
    {
      const CyanStoreMetric *metric = metrics->pdata[i];

      if (g_str_equal (metric->name, name))
        return metric->id;
    }
  return CYAN_STORE_UNKNOWN;
}

/* The subject of the revision @id of @revisions. */
static const char *
subject_of (const GPtrArray *revisions, gint64 id)
{
  for (guint i = 0; i < revisions->len; i++)
    if (((const CyanStoreRevision *) revisions->pdata[i])->id == id)
      return ((const CyanStoreRevision *) revisions->pdata[i])->subject;
  g_assert_not_reached ();
}

static void
add_runs (const GArray *runs, const GPtrArray *revisions, const char *benchmark, GPtrArray *lines)
{
  gint64 number = 0;

  for (guint i = 0; i < runs->len; i++)
    {
      const CyanStorePoint *run = &g_array_index (runs, CyanStorePoint, i);
      g_autofree char *value = g_strdup_printf ("%.10g", run->value);
      g_autofree char *line = NULL;

      if (i == 0 || run->revision != run[-1].revision)
        {
          number = 0;
          g_ptr_array_add (
              lines, g_strconcat (subject_of (revisions, run->revision), benchmark, ":", NULL));
        }
      g_assert_cmpint (run->number, ==, number++);
      line = lines->pdata[lines->len - 1];
      lines->pdata[lines->len - 1] = g_strconcat (
          line, " ", run->status == CYAN_RUN_OK ? value : cyan_run_status_names[run->status], NULL);
    }
}

void
small_track_assert_stored (const SmallTrack *self, const char *metric, const char *expected)
{
  g_autoptr (GPtrArray) revisions =
      cyan_store_read_revisions (self->store, self->plan->project_id, NULL);
  g_autoptr (GPtrArray) definitions =
      cyan_store_read_definitions (self->store, self->plan->project_id, NULL);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *text = NULL;

  for (guint i = 0; i < definitions->len; i++)
    {
      const CyanStoreDefinition *definition = definitions->pdata[i];
      g_autoptr (GArray) runs = cyan_store_read_series (
          self->store, definition->id, self->plan->machine_id, find_metric (self, metric), NULL);

      add_runs (runs, revisions, definition->benchmark, lines);
    }
  g_ptr_array_sort (lines, compare_words);
  g_ptr_array_add (lines, NULL);
  text = g_strjoinv ("\n", (char **) lines->pdata);
  g_assert_cmpstr (text, ==, expected);
}

void
small_track_assert_built (const SmallTrack *self, const char *expected)
{
  static const char *const names[] = { "none", "ok", "failed", "timeout" };
  g_autoptr (GPtrArray) revisions =
      cyan_store_read_revisions (self->store, self->plan->project_id, NULL);
  g_autoptr (GPtrArray) builds = cyan_store_read_builds (self->store, self->plan->project_id, NULL);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *text = NULL;

  for (guint i = 0; i < builds->len; i++)
    {
      const CyanStoreBuild *build = builds->pdata[i];

      g_ptr_array_add (lines, g_strconcat (subject_of (revisions, build->revision), " ",
                                           names[build->status], NULL));
    }
  g_ptr_array_sort (lines, compare_words);
  g_ptr_array_add (lines, NULL);
  text = g_strjoinv (", ", (char **) lines->pdata);
  g_assert_cmpstr (text, ==, expected);
}
