/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In a thread: loads and compares, and reads and writes session files.  Checksums of large profiles
 * take a while. */
#include "cyan-loader.h"

#include "cyan-error.h"
#include "cyan-hot-path.h"
#include "cyan-pipeline.h"
#include "cyan-ranking.h"
#include "cyan-settings.h"

/* The result of the thread; the session is made from it in the main loop. */
typedef struct
{
  CyanResult *result;
  GPtrArray *hot_paths[2]; /* by CyanDirection */
  CyanRanking *ranking;    /* without the sources; NULL for a single profile */
  CyanSessionFile *file;   /* or NULL */
} Loaded;

/* The input of the thread. */
typedef struct
{
  CyanRequest *request;
  CyanSessionFile *file;  /* or NULL */
  CyanOpenedSources *old; /* or NULL */
  gboolean keep_folders;
} Load;

static gpointer
load_in_thread (gpointer data, const CyanTick *tick, GError **error)
{
  const Load *load = data;
  Loaded *loaded = cyan_job_new (Loaded);
  CyanNode start = CYAN_NODE_NONE;
  CyanComparison *comparison;

  loaded->result = cyan_job_keep (
      loaded, cyan_pipeline_run (load->request, load->old, load->keep_folders, tick, error),
      cyan_result_free);
  if (loaded->result == NULL)
    goto failed;
  comparison = loaded->result->comparison;
  if (!comparison->compared.single)
    {
      loaded->ranking = cyan_job_keep (loaded, cyan_ranking_new (comparison, NULL, tick, error),
                                       cyan_ranking_free);
      if (loaded->ranking == NULL)
        goto failed;
      start = cyan_ranking_start (loaded->ranking);
    }
  for (guint direction = 0; direction < 2; direction++)
    loaded->hot_paths[direction] =
        cyan_job_keep (loaded,
                       cyan_hot_paths_new (comparison, cyan_comparison_top (comparison), start,
                                           (CyanDirection) direction, CYAN_SESSION_MAX_HOT_PATHS),
                       g_ptr_array_unref);
  if (load->file != NULL)
    {
      loaded->file =
          cyan_job_keep (loaded, cyan_session_file_ref (load->file), cyan_session_file_unref);
      cyan_session_file_find_nodes (load->file, comparison);
    }
  return loaded;

failed:
  cyan_job_free (loaded);
  return NULL;
}

void
cyan_load_async (const CyanRequest *request,
                 CyanSessionFile *file,
                 CyanOpenedSources *old,
                 gboolean keep_folders,
                 const CyanTaskCaller *caller)
{
  Load *load = cyan_job_new (Load);

  load->request = cyan_job_keep (load, cyan_request_copy (request), cyan_request_free);
  if (file != NULL)
    load->file = cyan_job_keep (load, cyan_session_file_ref (file), cyan_session_file_unref);
  if (old != NULL)
    load->old = cyan_job_keep (load, cyan_opened_sources_ref (old), cyan_opened_sources_unref);
  load->keep_folders = keep_folders;
  cyan_settings_limits (&load->request->limits);
  load->request->limits.lines = TRUE;
  cyan_task_run (cyan_task_new (caller), load_in_thread, load, cyan_job_free, cyan_job_free);
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
                              cyan_job_take (loaded, &loaded->ranking), names[0], names[1]);
  if (loaded->file != NULL)
    cyan_session_restore (session, loaded->file);
  cyan_session_model (session)->problem = g_strdup (result->opened->problem);
  *opened = g_steal_pointer (&result->opened);
  for (guint side = 0; side < 2; side++)
    g_free (names[side]);
  cyan_job_free (loaded);
  return session;
}

/* ---- session files ---- */

static gpointer
open_in_thread (gpointer data, const CyanTick *tick, GError **error)
{
  g_autoptr (CyanSessionFile) file = cyan_session_file_read (data, error);

  if (file == NULL || !cyan_session_file_check (file, tick, error))
    return NULL;
  return g_steal_pointer (&file);
}

void
cyan_session_file_open_async (const char *path, const CyanTaskCaller *caller)
{
  cyan_task_run (cyan_task_new (caller), open_in_thread, g_strdup (path), g_free,
                 (GDestroyNotify) cyan_session_file_unref);
}

typedef struct
{
  CyanSessionFile *file;
  CyanComparison *comparison;
  char *path;
} Save;

/* Any pointer but NULL for a file that is there. */
static gpointer
save_in_thread (gpointer data, const CyanTick *tick, GError **error)
{
  const Save *save = data;

  return GINT_TO_POINTER (
      cyan_session_file_write (save->file, save->comparison, save->path, tick, error));
}

void
cyan_session_file_save_async (CyanSessionFile *file,
                              CyanComparison *comparison,
                              const char *path,
                              const CyanTaskCaller *caller)
{
  GTask *task = cyan_task_new (caller);
  Save *save = cyan_job_new (Save);

  save->file = cyan_job_keep (save, cyan_session_file_ref (file), cyan_session_file_unref);
  save->comparison = cyan_job_keep (save, cyan_comparison_ref (comparison), cyan_comparison_unref);
  save->path = cyan_job_dup (save, path);
  /* The file may be there although somebody cancelled: the thread knows. */
  g_task_set_check_cancellable (task, FALSE);
  cyan_task_run (task, save_in_thread, save, cyan_job_free, NULL);
}

gboolean
cyan_session_file_save_finish (GAsyncResult *result, GError **error)
{
  return cyan_task_finish (result, error) != NULL;
}
