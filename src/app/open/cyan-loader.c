/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loads and compares in a thread. */
#include "cyan-loader.h"

#include "cyan-error.h"
#include "cyan-hot-path.h"
#include "cyan-pipeline.h"
#include "cyan-ranking.h"
#include "cyan-settings.h"

/* What the thread brings back; the session is made of it in the main loop. */
typedef struct
{
  CyanResult *result;
  GPtrArray *hot_paths[2]; /* by CyanDirection */
  CyanRanking *ranking;    /* without the sources; NULL for a single profile */
  CyanSessionFile *file;   /* or NULL */
} Loaded;

static void
loaded_free (gpointer data)
{
  Loaded *self = data;

  g_clear_pointer (&self->result, cyan_result_free);
  for (guint direction = 0; direction < 2; direction++)
    g_clear_pointer (&self->hot_paths[direction], g_ptr_array_unref);
  g_clear_pointer (&self->ranking, cyan_ranking_free);
  g_clear_pointer (&self->file, cyan_session_file_unref);
  g_free (self);
}

/* What is to be loaded. */
typedef struct
{
  CyanRequest *request;
  CyanSessionFile *file;  /* or NULL */
  CyanOpenedSources *old; /* or NULL */
  gboolean keep_folders;
} Load;

static void
load_free (gpointer data)
{
  Load *self = data;

  cyan_request_free (self->request);
  g_clear_pointer (&self->file, cyan_session_file_unref);
  g_clear_pointer (&self->old, cyan_opened_sources_unref);
  g_free (self);
}

static gpointer
load_in_thread (gpointer data, const CyanTick *tick, GError **error)
{
  const Load *load = data;
  CyanResult *result =
      cyan_pipeline_run (load->request, load->old, load->keep_folders, tick, error);
  CyanNode start = CYAN_NODE_NONE;
  Loaded *loaded;

  if (result == NULL)
    return NULL;
  loaded = g_new0 (Loaded, 1);
  loaded->result = result;
  if (!result->comparison->compared.single)
    {
      loaded->ranking = cyan_ranking_new (result->comparison, NULL, tick, error);
      if (loaded->ranking == NULL)
        {
          loaded_free (loaded);
          return NULL;
        }
      start = cyan_ranking_start (loaded->ranking);
    }
  for (guint direction = 0; direction < 2; direction++)
    loaded->hot_paths[direction] =
        cyan_hot_paths_new (result->comparison, cyan_comparison_top (result->comparison), start,
                            (CyanDirection) direction, CYAN_SESSION_MAX_HOT_PATHS);
  if (load->file != NULL)
    {
      loaded->file = cyan_session_file_ref (load->file);
      cyan_session_file_find_nodes (load->file, result->comparison);
    }
  return loaded;
}

void
cyan_load_async (const CyanRequest *request,
                 CyanSessionFile *file,
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
  load->file = file != NULL ? cyan_session_file_ref (file) : NULL;
  load->old = old != NULL ? cyan_opened_sources_ref (old) : NULL;
  load->keep_folders = keep_folders;
  cyan_settings_limits (&load->request->limits);
  cyan_task_run (g_task_new (NULL, cancellable, callback, user_data), load_in_thread, load,
                 load_free, loaded_free, progress, progress_data);
}

CyanSession *
cyan_load_finish (GAsyncResult *async, CyanOpenedSources **opened, GError **error)
{
  Loaded *loaded = cyan_task_finish (async, error);
  char *names[2] = { NULL, NULL };
  CyanResult *result;
  CyanSession *session;

  if (loaded == NULL)
    return NULL;
  result = loaded->result;
  for (guint side = 0; side < 2; side++)
    if (result->names[side] != NULL)
      names[side] = g_utf8_make_valid (result->names[side], -1);
  session = cyan_session_new (result->comparison, result->sources, loaded->hot_paths,
                              g_steal_pointer (&loaded->ranking), names[0], names[1]);
  if (loaded->file != NULL)
    cyan_session_restore (session, loaded->file);
  cyan_session_set_sources_problem (session, result->opened->problem);
  *opened = g_steal_pointer (&result->opened);
  for (guint side = 0; side < 2; side++)
    g_free (names[side]);
  loaded_free (loaded);
  return session;
}
