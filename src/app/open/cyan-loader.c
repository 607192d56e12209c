/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loads and compares in a thread. */
#include "cyan-loader.h"

#include "cyan-error.h"
#include "cyan-hot-path.h"
#include "cyan-pipeline.h"
#include "cyan-settings.h"

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

/* What is to be loaded. */
typedef struct
{
  CyanRequest *request;
  CyanOpenedSources *old; /* or NULL */
  gboolean keep_folders;
  CyanLoadOptions limits; /* as they were when it began */
} Load;

static void
load_free (gpointer data)
{
  Load *self = data;

  cyan_request_free (self->request);
  g_clear_pointer (&self->old, cyan_opened_sources_unref);
  g_free (self);
}

/* Names come from files and their names, which need not be UTF-8. */
static char *
runs_name (const CyanComparison *comparison, guint side, const char *path)
{
  g_autofree char *name = cyan_pipeline_runs_name (comparison, side, path);

  return g_utf8_make_valid (name, -1);
}

static gpointer
load_in_thread (gpointer data, const CyanTick *tick, GError **error)
{
  const Load *load = data;
  const CyanRequest *request = load->request;
  CyanPipelineOptions options = CYAN_PIPELINE_OPTIONS_INIT;
  gboolean single = cyan_request_n_runs (request, 1) == 0;
  Loaded *loaded = g_new0 (Loaded, 1);

  options.before = (const char *const *) request->runs[0];
  options.after = single ? NULL : (const char *const *) request->runs[1];
  options.load = load->limits;
  options.compare.method = request->match;
  options.compare.metric = request->metric;
  options.raw_names = request->raw_names;
  options.rename_file = request->rename_file;
  loaded->comparison = cyan_pipeline_run (&options, tick, error);
  if (loaded->comparison == NULL)
    {
      loaded_free (loaded);
      return NULL;
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
  return loaded;
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
  Load *load = g_new0 (Load, 1);

  load->request = cyan_request_copy (request);
  load->old = old != NULL ? cyan_opened_sources_ref (old) : NULL;
  load->keep_folders = keep_folders;
  cyan_settings_limits (&load->limits);
  cyan_task_run (g_task_new (NULL, cancellable, callback, user_data), load_in_thread, load,
                 load_free, loaded_free, progress, progress_data);
}

CyanSession *
cyan_load_finish (GAsyncResult *result, CyanOpenedSources **opened, GError **error)
{
  Loaded *loaded = cyan_task_finish (result, error);
  CyanSession *session;

  if (loaded == NULL)
    return NULL;
  session = cyan_session_new (loaded->comparison, loaded->sources, loaded->hot_paths,
                              loaded->before_name, loaded->after_name);
  cyan_session_set_sources_trouble (session, loaded->opened->trouble);
  *opened = g_steal_pointer (&loaded->opened);
  loaded_free (loaded);
  return session;
}
