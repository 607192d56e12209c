/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares what a definition file asks for with what a store has. */
#include "cyan-plan.h"

#include <errno.h>
#include <string.h>

#include "cyan-assert.h"
#include "cyan-export-tree.h"
#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-store-query.h"

/* Maximum bytes of a list of revisions. */
#define MAX_LIST_BYTES (16 * 1024 * 1024)

/* The name of a benchmark is part of a key in the store. */
G_STATIC_ASSERT (CYAN_TRACK_MAX_NAME <= CYAN_STORE_NAME_MAX);

/* The state of making a plan. */
typedef struct
{
  const CyanTrack *track;
  CyanStore *store; /* or NULL */
  const CyanPlanOptions *options;
  CyanPlan *plan;
} Planner;

static void
free_cell (gpointer data)
{
  CyanPlanCell *self = data;

  g_free (self->hash);
  g_free (self->text);
  g_free (self);
}

static void
free_dirty (CyanGitLogCommit *self)
{
  g_free (self->oid);
  g_free (self->parent);
  g_free (self->author);
  g_free (self->subject);
  g_free (self);
}

void
cyan_plan_free (CyanPlan *self)
{
  g_clear_pointer (&self->dirty, free_dirty);
  g_clear_pointer (&self->cells, g_ptr_array_unref);
  g_clear_pointer (&self->revisions, g_ptr_array_unref);
  g_clear_pointer (&self->commits, g_ptr_array_unref);
  g_strfreev (self->inputs);
  g_free (self->repository);
  g_free (self->project);
  g_free (self->branch);
  g_free (self->recipe);
  g_free (self);
}

/* ---- the walk ---- */

/* The revisions of a list: one a line, "#" starts a comment. */
static GStrv
read_list (const char *path, GError **error)
{
  g_autoptr (GError) reason = NULL;
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (GStrvBuilder) revisions = g_strv_builder_new ();
  gsize length;

  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return cyan_fail_null (error, CYAN_ERROR_IO, _ ("%s: there is no such file"), path);
  if (!g_file_get_contents (path, &text, &length, &reason))
    return cyan_fail_null (error, CYAN_ERROR_IO, "%s: %s", path, reason->message);
  if (length > MAX_LIST_BYTES)
    return cyan_fail_null (error, CYAN_ERROR_LIMIT, _ ("%s: larger than %d bytes"), path,
                           MAX_LIST_BYTES);
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      lines[i][strcspn (lines[i], "#")] = '\0';
      if (*g_strstrip (lines[i]) != '\0')
        g_strv_builder_add (revisions, lines[i]);
    }
  return g_strv_builder_end (revisions);
}

static GPtrArray *
walk_range (Planner *self, const CyanTick *tick, GError **error)
{
  const CyanTrack *track = self->track;
  g_autofree char *head = NULL;
  g_auto (GStrv) ends = NULL;
  CyanGitRange range = { .all = track->walk == CYAN_WALK_ALL, .last = track->last };

  if (track->revisions == CYAN_TRACK_RANGE)
    {
      ends = g_strsplit (track->selection, "..", 2);
      range.start = ends[0];
      range.tip = ends[1];
    }
  else
    {
      head = track->selection != NULL ? g_strdup (track->selection)
                                      : cyan_git_head_name (track->repository, error);
      if (head == NULL)
        return NULL;
      range.tip = head;
    }
  self->plan->branch = g_strdup (range.tip);
  return cyan_git_log_range (track->repository, &range, tick, error);
}

static GPtrArray *
walk_list (Planner *self, const CyanTick *tick, GError **error)
{
  const CyanTrack *track = self->track;
  g_auto (GStrv) names = self->options->revisions != NULL
                             ? g_strdupv ((GStrv) self->options->revisions)
                         : track->revisions == CYAN_TRACK_LIST
                             ? read_list (track->selection, error)
                             : cyan_git_list_tags (track->repository, track->selection, error);
  GPtrArray *commits;

  if (names == NULL)
    return NULL;
  commits = cyan_git_log_list (track->repository, (const char *const *) names, tick, error);
  if (commits != NULL && self->options->revisions == NULL && track->last > 0
      && commits->len > track->last)
    g_ptr_array_remove_range (commits, 0, commits->len - track->last);
  return commits;
}

static gboolean
is_list (const Planner *self)
{
  return self->options->revisions != NULL || self->track->revisions == CYAN_TRACK_TAGS
         || self->track->revisions == CYAN_TRACK_LIST;
}

/* Depths, unlike positions in the walk, choose the same revisions again when there are more.  In a
 * list each was chosen by a person, so the count is by position. */
static gboolean
is_chosen_by_track (const Planner *self, const CyanGitLogCommit *commit, guint from_newest)
{
  if (self->options->revisions != NULL)
    return TRUE;
  if (is_list (self))
    return from_newest % self->track->every == 0;
  return from_newest == 0 || commit->level % self->track->every == 0;
}

static gboolean
is_chosen (const Planner *self, guint number)
{
  const CyanPlanOptions *options = self->options;
  const GPtrArray *commits = self->plan->commits;
  const CyanGitLogCommit *commit = commits->pdata[number];

  return is_chosen_by_track (self, commit, commits->len - 1 - number)
         && (options->filter == NULL
             || options->filter (commit, number == 0, options->filter_data));
}

static gboolean
walk (Planner *self, const CyanTick *tick, GError **error)
{
  CyanPlan *plan = self->plan;

  plan->commits = is_list (self) ? walk_list (self, tick, error) : walk_range (self, tick, error);
  if (plan->commits == NULL)
    return FALSE;
  if (plan->commits->len == 0)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: “%s” has no revisions"), plan->repository,
                      self->track->selection != NULL ? self->track->selection : plan->branch);
  for (guint i = 0; i < plan->commits->len; i++)
    {
      CyanPlanRevision *revision = g_new0 (CyanPlanRevision, 1);

      revision->commit = plan->commits->pdata[i];
      revision->id = revision->build_id = CYAN_STORE_UNKNOWN;
      revision->is_chosen = is_chosen (self, i);
      g_ptr_array_add (plan->revisions, revision);
    }
  return TRUE;
}

/* Adds the work tree after all others: no branch has it, so it is never in a chart. */
static gboolean
add_dirty (Planner *self, const CyanTick *tick, GError **error)
{
  const char *const head[] = { "HEAD", NULL };
  g_autoptr (GPtrArray) parents = cyan_git_log_list (self->track->repository, head, tick, error);
  char *oid = parents != NULL ? cyan_dirty_copy (self->track->repository, NULL, tick, error) : NULL;
  const CyanGitLogCommit *parent;
  CyanPlanRevision *revision;

  if (oid == NULL)
    return FALSE;
  parent = parents->pdata[0];
  self->plan->dirty = g_new (CyanGitLogCommit, 1);
  *self->plan->dirty = (CyanGitLogCommit){ .oid = oid,
                                           .parent = g_strdup (parent->oid),
                                           .depth = -1,
                                           .level = parent->level + 1,
                                           .author_time = parent->author_time,
                                           .commit_time = parent->commit_time,
                                           .author = g_strdup (parent->author),
                                           .subject = g_strdup ("work tree") };
  revision = g_new0 (CyanPlanRevision, 1);
  revision->commit = self->plan->dirty;
  revision->id = revision->build_id = CYAN_STORE_UNKNOWN;
  revision->is_chosen = TRUE;
  g_ptr_array_add (self->plan->revisions, revision);
  return TRUE;
}

/* ---- cells ---- */

static CyanPlanCell *
new_cell (Planner *self, guint revision, guint benchmark, GError **error)
{
  const CyanPlanRevision *of = self->plan->revisions->pdata[revision];
  g_autofree char *text = NULL;
  /* The files that a benchmark follows are those of the commit below the work tree. */
  const char *oid = of->commit == self->plan->dirty ? of->commit->parent : of->commit->oid;
  char *hash = cyan_definition_hash (self->track, self->track->benchmarks->pdata[benchmark], oid,
                                     self->plan->inputs[benchmark], &text, error);
  CyanPlanCell *cell;

  if (hash == NULL)
    return NULL;
  cell = g_new0 (CyanPlanCell, 1);
  cell->revision = revision;
  cell->benchmark = benchmark;
  cell->definition = CYAN_STORE_UNKNOWN;
  cell->hash = hash;
  cell->text = g_steal_pointer (&text);
  return cell;
}

static gboolean
add_cells (Planner *self, const CyanTick *tick, GError **error)
{
  CyanPlan *plan = self->plan;

  for (guint i = 0; i < plan->revisions->len; i++)
    {
      const CyanPlanRevision *revision = plan->revisions->pdata[i];

      if (!cyan_tick (tick, (double) i / plan->revisions->len, N_ ("Planning"), error))
        return FALSE;
      for (guint k = 0; revision->is_chosen && k < self->track->benchmarks->len; k++)
        {
          CyanPlanCell *cell = new_cell (self, i, k, error);

          if (cell == NULL)
            return FALSE;
          g_ptr_array_add (plan->cells, cell);
        }
    }
  return TRUE;
}

static gboolean
hash_inputs (Planner *self, GError **error)
{
  g_autoptr (GStrvBuilder) hashes = g_strv_builder_new ();

  for (guint i = 0; i < self->track->benchmarks->len; i++)
    {
      g_autofree char *hash = cyan_inputs_hash (self->track->benchmarks->pdata[i], error);

      if (hash == NULL)
        return FALSE;
      g_strv_builder_add (hashes, hash);
    }
  self->plan->inputs = g_strv_builder_end (hashes);
  return TRUE;
}

/* ---- what is there ---- */

static gboolean
find_project (Planner *self, GError **error)
{
  g_autoptr (GPtrArray) projects = cyan_store_read_projects (self->store, error);
  g_autoptr (GPtrArray) machines =
      projects != NULL ? cyan_store_read_machines (self->store, error) : NULL;
  const CyanStoreProject *project;
  const CyanStoreMachine *machine;

  if (machines == NULL)
    return FALSE;
  project = cyan_store_find_named (projects, self->plan->project);
  machine = cyan_store_find_named (machines, self->options->machine);
  if (project != NULL)
    self->plan->project_id = project->id;
  if (machine != NULL)
    self->plan->machine_id = machine->id;
  return TRUE;
}

static gboolean
find_revisions (Planner *self, GError **error)
{
  g_autoptr (GPtrArray) stored =
      cyan_store_read_revisions (self->store, self->plan->project_id, error);
  g_autoptr (GHashTable) by_oid = NULL;

  if (stored == NULL)
    return FALSE;
  by_oid = cyan_store_by_oid (stored);
  for (guint i = 0; i < self->plan->revisions->len; i++)
    {
      CyanPlanRevision *revision = self->plan->revisions->pdata[i];
      const CyanStoreRevision *row = g_hash_table_lookup (by_oid, revision->commit->oid);

      if (row != NULL)
        revision->id = row->id;
    }
  return TRUE;
}

static gboolean
find_builds (Planner *self, GError **error)
{
  g_autoptr (GPtrArray) builds =
      cyan_store_read_builds (self->store, self->plan->project_id, error);
  g_autoptr (GHashTable) by_revision = g_hash_table_new (g_int64_hash, g_int64_equal);

  if (builds == NULL)
    return FALSE;
  for (guint i = 0; i < builds->len; i++)
    {
      CyanStoreBuild *build = builds->pdata[i];

      if (build->machine == self->plan->machine_id
          && g_strcmp0 (build->recipe, self->plan->recipe) == 0)
        g_hash_table_insert (by_revision, &build->revision, build);
    }
  for (guint i = 0; i < self->plan->revisions->len; i++)
    {
      CyanPlanRevision *revision = self->plan->revisions->pdata[i];
      const CyanStoreBuild *build = g_hash_table_lookup (by_revision, &revision->id);

      if (build == NULL)
        continue;
      revision->build = build->status;
      revision->build_id = build->id;
    }
  return TRUE;
}

/* Counts the runs of one definition in the cells of its benchmark. */
static gboolean
count_runs (Planner *self, const CyanStoreDefinition *definition, guint benchmark, GError **error)
{
  CyanPlan *plan = self->plan;
  g_autoptr (GArray) runs = NULL;
  g_autoptr (GHashTable) cells = g_hash_table_new (g_int64_hash, g_int64_equal);

  for (guint i = benchmark; i < plan->cells->len; i += self->track->benchmarks->len)
    {
      CyanPlanCell *cell = plan->cells->pdata[i];
      CyanPlanRevision *revision = plan->revisions->pdata[cell->revision];

      if (strcmp (cell->hash, definition->hash) != 0)
        continue;
      cell->definition = definition->id;
      if (revision->id != CYAN_STORE_UNKNOWN)
        g_hash_table_insert (cells, &revision->id, cell);
    }
  if (g_hash_table_size (cells) == 0 || plan->machine_id == CYAN_STORE_UNKNOWN)
    return TRUE;
  runs = cyan_store_read_series (self->store, definition->id, plan->machine_id, CYAN_STORE_UNKNOWN,
                                 error);
  for (guint i = 0; runs != NULL && i < runs->len; i++)
    {
      const CyanStorePoint *run = &g_array_index (runs, CyanStorePoint, i);
      CyanPlanCell *cell = g_hash_table_lookup (cells, &run->revision);

      if (cell != NULL && run->status == CYAN_RUN_OK)
        cell->n_ok++;
      else if (cell != NULL && run->status != CYAN_RUN_LOST)
        cell->n_failed++;
    }
  return runs != NULL;
}

static gboolean
find_runs (Planner *self, GError **error)
{
  g_autoptr (GPtrArray) definitions =
      cyan_store_read_definitions (self->store, self->plan->project_id, error);

  for (guint i = 0; definitions != NULL && i < definitions->len; i++)
    for (guint k = 0; k < self->track->benchmarks->len; k++)
      {
        const CyanStoreDefinition *definition = definitions->pdata[i];
        const CyanTrackBenchmark *benchmark = self->track->benchmarks->pdata[k];

        if (strcmp (definition->benchmark, benchmark->name) == 0
            && !count_runs (self, definition, k, error))
          return FALSE;
      }
  return definitions != NULL;
}

static gboolean
look_in_store (Planner *self, GError **error)
{
  if (self->store == NULL)
    return TRUE;
  if (!find_project (self, error))
    return FALSE;
  if (self->plan->project_id == CYAN_STORE_UNKNOWN)
    return TRUE;
  return find_revisions (self, error) && find_builds (self, error) && find_runs (self, error);
}

/* ---- what is missing ---- */

static gboolean
has_failed (const CyanPlanRevision *revision)
{
  return revision->build == CYAN_BUILD_FAILED || revision->build == CYAN_BUILD_TIMEOUT;
}

const char *
cyan_plan_status (const CyanPlan *self, const CyanPlanCell *cell)
{
  if (cell->n_missing > 0)
    return "missing";
  if (cell->n_ok > 0)
    return "measured";
  if (cell->n_failed > 0)
    return "failed";
  return has_failed (self->revisions->pdata[cell->revision]) ? "not-built" : "missing";
}

static void
count_missing (Planner *self)
{
  CyanPlan *plan = self->plan;
  gboolean retry = self->options->retry_failed;

  for (guint i = 0; i < plan->cells->len; i++)
    {
      CyanPlanCell *cell = plan->cells->pdata[i];
      const CyanPlanRevision *revision = plan->revisions->pdata[cell->revision];
      guint n_done = cell->n_ok + (retry ? 0 : cell->n_failed);

      if (n_done < self->track->min_runs && (retry || !has_failed (revision)))
        cell->n_missing = self->track->min_runs - n_done;
      plan->n_missing += cell->n_missing;
    }
}

/* Whether each chosen revision, and no other, has its cells in their order, and the sums are
 * theirs. */
static gboolean
is_whole (const CyanPlan *plan, guint n_benchmarks)
{
  guint n_cells = 0, n_missing = 0;

  for (guint i = 0; i < plan->revisions->len; i++)
    for (guint k = 0; cyan_plan_revision (plan, i)->is_chosen && k < n_benchmarks; k++)
      {
        const CyanPlanCell *cell =
            n_cells < plan->cells->len ? plan->cells->pdata[n_cells++] : NULL;

        if (cell == NULL || cell->revision != i || cell->benchmark != k
            || strlen (cell->hash) != 64)
          return FALSE;
        n_missing += cell->n_missing;
      }
  return n_cells == plan->cells->len && n_missing == plan->n_missing;
}

CyanPlan *
cyan_plan_new (const CyanTrack *track,
               CyanStore *store,
               const CyanPlanOptions *options,
               const CyanTick *tick,
               GError **error)
{
  g_autoptr (CyanPlan) plan = g_new0 (CyanPlan, 1);
  Planner self = { track, store, options, plan };
  CyanTick walking = cyan_tick_slice (tick, 0, 0.5), planning = cyan_tick_slice (tick, 0.5, 1);

  cyan_assert_valid (cyan_track_check, track);
  plan->repository = g_strdup (track->repository);
  plan->recipe = cyan_recipe_hash (track);
  plan->project_id = plan->machine_id = CYAN_STORE_UNKNOWN;
  plan->revisions = g_ptr_array_new_with_free_func (g_free);
  plan->cells = g_ptr_array_new_with_free_func (free_cell);
  plan->project =
      track->project != NULL ? g_strdup (track->project) : cyan_git_name (track->repository, error);
  if (plan->project == NULL || !walk (&self, &walking, error)
      || (options->dirty && !add_dirty (&self, tick, error)) || !hash_inputs (&self, error)
      || !add_cells (&self, &planning, error) || !look_in_store (&self, error))
    return NULL;
  count_missing (&self);
  g_assert (plan->commits->len > 0);
  cyan_assert_slow (is_whole (plan, track->benchmarks->len));
  return g_steal_pointer (&plan);
}

/* ---- storing the walk ---- */

static gboolean
put_revisions (CyanPlan *self, CyanStore *store, GError **error)
{
  for (guint i = 0; i < self->revisions->len; i++)
    {
      CyanPlanRevision *revision = self->revisions->pdata[i];

      if (!cyan_store_put_commit (store, self->project_id, revision->commit, &revision->id, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
cyan_plan_put (CyanPlan *self, CyanStore *store, gint64 now, GError **error)
{
  const CyanGitLogCommit *tip = self->commits->pdata[self->commits->len - 1];
  gboolean began;

  g_assert (now != CYAN_STORE_UNKNOWN);
  return cyan_store_enter (store, &began, error)
         && cyan_store_leave (
             store, began,
             cyan_store_put_project (store, self->project, self->repository, &self->project_id,
                                     error)
                 && put_revisions (self, store, error)
                 && (self->branch == NULL
                     || cyan_store_put_branch (store, self->project_id, self->branch, now, tip->oid,
                                               error)),
             error);
}

/* ---- profiles of a cell as files ---- */

/* "v1.5.cct.gz" for the first run, "v1.5-2.cct.gz" for the next.  Caller frees. */
static char *
name_run (const char *revision, guint number)
{
  g_autofree char *name = g_strdelimit (g_strdup (revision), G_DIR_SEPARATOR_S, '-');

  return number > 1 ? g_strdup_printf ("%s-%u.cct.gz", name, number)
                    : g_strconcat (name, ".cct.gz", NULL);
}

GStrv
cyan_plan_save_profiles (const CyanPlan *self,
                         const CyanPlanCell *cell,
                         CyanStore *store,
                         const char *folder,
                         const char *name,
                         GError **error)
{
  const CyanPlanRevision *revision = self->revisions->pdata[cell->revision];
  g_autoptr (GArray) runs =
      cyan_store_read_series (store, cell->definition, self->machine_id, CYAN_STORE_UNKNOWN, error);
  g_autoptr (GStrvBuilder) paths = g_strv_builder_new ();
  guint n = 0;

  g_assert (cell->revision < self->revisions->len && *name != '\0');
  if (runs == NULL)
    return NULL;
  if (g_mkdir_with_parents (folder, 0700) != 0)
    return cyan_fail_null (error, CYAN_ERROR_IO, "%s: %s", folder, g_strerror (errno));
  for (guint i = 0; i < runs->len; i++)
    {
      const CyanStorePoint *run = &g_array_index (runs, CyanStorePoint, i);
      g_autoptr (GBytes) bytes = NULL;
      g_autofree char *file = NULL, *path = NULL;
      g_autoptr (GError) reason = NULL;

      if (run->revision != revision->id || run->status != CYAN_RUN_OK)
        continue;
      bytes = cyan_store_read_profile (store, run->profile, error);
      if (bytes == NULL)
        return NULL;
      file = name_run (name, ++n);
      path = g_build_filename (folder, file, NULL);
      if (!g_file_set_contents (path, g_bytes_get_data (bytes, NULL),
                                (gssize) g_bytes_get_size (bytes), &reason))
        return cyan_fail_null (error, CYAN_ERROR_IO, "%s: %s", path, reason->message);
      g_strv_builder_add (paths, path);
    }
  return g_strv_builder_end (paths);
}
