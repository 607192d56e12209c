/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loads and compares in a thread. */
#include "cyan-loader.h"

#include "cyan-error.h"
#include "cyan-pipeline.h"
#include "cyan-settings.h"
#include "cyan-sync.h"

/* What the thread brings back; the session is made of it in the main loop. */
typedef struct
{
  CyanComparison *comparison;
  CyanSourceTable *sources;
  CyanOpenedSources *opened;
  GPtrArray *hot_paths[2]; /* by CyanDirection */
  char *before_name;
  char *after_name;
} Loaded;

static void
loaded_free (gpointer data)
{
  Loaded *self = data;

  g_clear_pointer (&self->comparison, cyan_comparison_unref);
  g_clear_pointer (&self->sources, cyan_source_table_unref);
  g_clear_pointer (&self->opened, cyan_opened_sources_unref);
  for (guint direction = 0; direction < 2; direction++)
    g_clear_pointer (&self->hot_paths[direction], g_ptr_array_unref);
  g_free (self->before_name);
  g_free (self->after_name);
  g_free (self);
}

/* One load.  The mutex protects what the thread tells and the main loop shows. */
typedef struct
{
  CyanRequest *request;
  CyanOpenedSources *old; /* or NULL */
  gboolean keep_folders;
  CyanLoadOptions limits; /* as they were when it began */
  GCancellable *cancellable;
  CyanProgressFunc progress;
  gpointer progress_data;

  CyanMutex mutex;
  double fraction;
  char *what;
  guint idle; /* the one source that will show them, or 0 */
  gboolean done;
} Load;

static void
load_free (gpointer data)
{
  Load *self = data;

  cyan_request_free (self->request);
  g_clear_pointer (&self->old, cyan_opened_sources_unref);
  g_object_unref (self->cancellable);
  cyan_mutex_clear (&self->mutex);
  g_free (self->what);
  g_free (self);
}

static gboolean
show_progress (gpointer data)
{
  GTask *task = data;
  Load *load = g_task_get_task_data (task);
  g_autofree char *what = NULL;
  double fraction;

  cyan_mutex_lock (&load->mutex);
  load->idle = 0;
  fraction = load->fraction;
  what = g_strdup (load->what);
  cyan_mutex_unlock (&load->mutex);
  if (!load->done && !g_cancellable_is_cancelled (load->cancellable))
    load->progress (fraction, what, load->progress_data);
  return G_SOURCE_REMOVE;
}

static gboolean
tick (double fraction, const char *what, gpointer data)
{
  GTask *task = data;
  Load *load = g_task_get_task_data (task);

  cyan_mutex_lock (&load->mutex);
  load->fraction = fraction;
  if (g_strcmp0 (load->what, what) != 0)
    {
      g_free (load->what);
      load->what = g_strdup (what);
    }
  if (load->idle == 0)
    load->idle =
        g_idle_add_full (G_PRIORITY_LOW, show_progress, g_object_ref (task), g_object_unref);
  cyan_mutex_unlock (&load->mutex);
  return !g_cancellable_is_cancelled (load->cancellable);
}

/* Names come from files and their names, which need not be UTF-8. */
static char *
runs_name (const CyanComparison *comparison, guint side, const char *path)
{
  g_autofree char *name = cyan_pipeline_runs_name (comparison, side, path);

  return g_utf8_make_valid (name, -1);
}

static void
load_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Load *load = data;
  const CyanRequest *request = load->request;
  CyanPipelineOptions options = CYAN_PIPELINE_OPTIONS_INIT;
  const CyanTick progress = CYAN_TICK_INIT (tick, task);
  gboolean single = cyan_request_n_runs (request, 1) == 0;
  GError *error = NULL;
  Loaded *loaded = g_new0 (Loaded, 1);

  options.before = (const char *const *) request->runs[0];
  options.after = single ? NULL : (const char *const *) request->runs[1];
  options.load = load->limits;
  options.compare.method = request->match;
  options.compare.metric = request->metric;
  options.raw_names = request->raw_names;
  options.rename_file = request->rename_file;
  loaded->comparison = cyan_pipeline_run (&options, &progress, &error);
  if (loaded->comparison == NULL)
    {
      loaded_free (loaded);
      g_task_return_error (task, error);
      return;
    }
  loaded->opened =
      cyan_opened_sources_new (request, loaded->comparison, load->old, load->keep_folders);
  loaded->sources = cyan_source_table_new (loaded->comparison, loaded->opened->locations[0],
                                           loaded->opened->locations[1]);
  for (guint direction = 0; direction < 2; direction++)
    loaded->hot_paths[direction] =
        cyan_hot_paths_new (loaded->comparison, cyan_comparison_top (loaded->comparison),
                            (CyanDirection) direction, CYAN_SESSION_MAX_HOT_PATHS);
  if (!single)
    loaded->before_name = runs_name (loaded->comparison, 0, request->runs[0][0]);
  loaded->after_name = runs_name (loaded->comparison, 1, request->runs[single ? 0 : 1][0]);
  g_task_return_pointer (task, loaded, loaded_free);
}

void
cyan_load_async (const CyanRequest *request,
                 CyanOpenedSources *old,
                 gboolean keep_folders,
                 GCancellable *cancellable,
                 CyanProgressFunc progress,
                 gpointer progress_data,
                 GAsyncReadyCallback callback,
                 gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Load *load = g_new0 (Load, 1);

  load->request = cyan_request_copy (request);
  load->old = old != NULL ? cyan_opened_sources_ref (old) : NULL;
  load->keep_folders = keep_folders;
  cyan_settings_limits (&load->limits);
  load->cancellable = g_object_ref (cancellable);
  load->progress = progress;
  load->progress_data = progress_data;
  cyan_mutex_init (&load->mutex);
  g_task_set_task_data (task, load, load_free);
  g_task_run_in_thread (task, load_in_thread);
}

CyanSession *
cyan_load_finish (GAsyncResult *result, CyanOpenedSources **opened, GError **error)
{
  GTask *task = G_TASK (result);
  Load *load = g_task_get_task_data (task);
  Loaded *loaded;
  CyanSession *session;

  load->done = TRUE;
  loaded = g_task_propagate_pointer (task, error);
  if (loaded == NULL)
    return NULL;
  session = cyan_session_new (loaded->comparison, loaded->sources, loaded->hot_paths,
                              loaded->before_name, loaded->after_name);
  cyan_session_set_sources_trouble (session, loaded->opened->trouble);
  *opened = g_steal_pointer (&loaded->opened);
  loaded_free (loaded);
  return session;
}
