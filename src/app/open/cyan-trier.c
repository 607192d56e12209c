/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tries two revisions in a thread.  The store is in a temporary folder, which the thread
 * removes. */
#include "cyan-trier.h"

#include <string.h>

#include "config.h"
#include "cyan-remove.h"
#include "cyan-i18n.h"
#include "cyan-settings.h"
#include "cyan-store-request.h"
#include "cyan-sync.h"

/* Bytes of the end of a log that are shown. */
#define LOG_BYTES 4096
/* The parts of the whole at which both are built, and all runs are made. */
#define BUILT    0.3
#define RECORDED 0.9

/* ---- what is asked for ---- */

CyanTryRequest *
cyan_try_request_copy (const CyanTryRequest *self)
{
  CyanTryRequest *copy = g_memdup2 (self, sizeof *self);

  copy->repository = g_strdup (self->repository);
  for (guint side = 0; side < 2; side++)
    copy->revisions[side] = g_strdup (self->revisions[side]);
  copy->command = (const char *const *) g_strdupv ((char **) self->command);
  copy->build = g_strdup (self->build);
  return copy;
}

void
cyan_try_request_free (CyanTryRequest *self)
{
  g_free ((char *) self->repository);
  for (guint side = 0; side < 2; side++)
    g_free ((char *) self->revisions[side]);
  g_strfreev ((char **) self->command);
  g_free ((char *) self->build);
  g_free (self);
}

/* ---- progress ---- */

typedef struct
{
  const CyanTry *tried;
  const CyanTick *tick;
  guint n_built; /* of the thread that builds and runs */

  CyanMutex mutex; /* of all below: builds tick in threads of their own */
  double fraction;
  char *what;
} Progress;

/* Takes @what. */
static void
set_progress (Progress *self, double fraction, char *what)
{
  cyan_mutex_lock (&self->mutex);
  self->fraction = fraction;
  g_free (self->what);
  self->what = what;
  cyan_mutex_unlock (&self->mutex);
}

static gboolean
on_tick (double fraction, const char *what, gpointer data)
{
  Progress *self = data;
  gboolean goes_on;

  cyan_mutex_lock (&self->mutex);
  goes_on = cyan_tick (self->tick, self->fraction, self->what, NULL);
  cyan_mutex_unlock (&self->mutex);
  return goes_on;
}

static void
report_run (Progress *self, guint n_done, guint n_wanted)
{
  set_progress (self, BUILT + (RECORDED - BUILT) * n_done / n_wanted,
                g_strdup_printf (_ ("Run %u of %u"), MIN (n_done + 1, n_wanted), n_wanted));
}

static void
on_event (const CyanTrackerEvent *event, gpointer data)
{
  Progress *self = data;

  if (event->kind == CYAN_TRACKER_BUILT && ++self->n_built < 2)
    {
      guint other = strcmp (event->commit->oid, self->tried->commits[0]) == 0 ? 1 : 0;

      set_progress (self, BUILT / 2,
                    g_strdup_printf (_ ("Building %s"), self->tried->names[other]));
    }
  else if ((event->kind == CYAN_TRACKER_BUILT || event->kind == CYAN_TRACKER_RAN)
           && event->n_wanted > 0)
    report_run (self, event->n_done, event->n_wanted);
}

static gboolean
run (CyanTry *tried, CyanStore *store, const CyanTick *tick, GError **error)
{
  Progress progress = { .tried = tried, .tick = tick };
  const CyanTrackerOptions options = { .program = "cyanotype " CYAN_VERSION,
                                       .say = on_event,
                                       .say_data = &progress };
  const CyanTick watched = CYAN_TICK_INIT (on_tick, &progress);
  gboolean ok;

  cyan_mutex_init (&progress.mutex);
  set_progress (&progress, 0,
                g_strdup_printf (_ ("Building %s and %s"), tried->names[0], tried->names[1]));
  ok = cyan_try_run (tried, store, &options, &watched, error);
  g_free (progress.what);
  cyan_mutex_clear (&progress.mutex);
  return ok;
}

/* ---- the thread ---- */

/* The result of the thread. */
typedef struct
{
  CyanRequest *request;
  GPtrArray *notes; /* of char * */
  char *log;        /* or NULL */
  GError *error;    /* or NULL; not the task's, which would have no log */
} Tried;

typedef struct
{
  CyanTryRequest *asked;
  CyanRequest *request; /* to be filled */
} Job;

/* The last lines of @log as text, or NULL.  Caller frees. */
static char *
log_end (const char *log)
{
  gsize length = log != NULL ? strlen (log) : 0;
  const char *line;

  if (length == 0)
    return NULL;
  if (length <= LOG_BYTES)
    return g_utf8_make_valid (log, -1);
  log += length - LOG_BYTES;
  line = strchr (log, '\n');
  return g_utf8_make_valid (line != NULL ? line + 1 : log, -1);
}

static gboolean
load (const CyanTry *tried, CyanStore *store, Tried *result, const CyanTick *tick, GError **error)
{
  const CyanStorePair pair = { .project = tried->plan->project,
                               .benchmark = CYAN_TRY_BENCHMARK,
                               .definition = cyan_try_definition (tried),
                               .machine = tried->machine,
                               .revisions = { tried->names[0], tried->names[1] } };

  result->request->repository = g_strdup (tried->track->repository);
  return cyan_store_request (store, &pair, result->request, result->notes, tick, error);
}

static gboolean
try_in_folder (const char *folder, CyanTry *tried, Tried *result, const CyanTick *tick)
{
  const CyanTick loading = cyan_tick_slice (tick, RECORDED, 1);
  g_autofree char *path = g_build_filename (folder, "try.db", NULL);
  g_autoptr (CyanStore) store = cyan_store_open (path, CYAN_STORE_CREATE, &result->error);

  if (store == NULL || !run (tried, store, tick, &result->error))
    return FALSE;
  return load (tried, store, result, &loading, &result->error);
}

static void
try_request (const CyanTryRequest *asked, Tried *result, const CyanTick *tick)
{
  g_autoptr (CyanTry) tried = NULL;
  g_autofree char *folder = NULL;

  if (!cyan_tick (tick, 0, N_ ("Looking at the revisions"), &result->error))
    return;
  tried = cyan_try_new (asked, &result->error);
  if (tried == NULL)
    return;
  for (guint i = 0; i < tried->notes->len; i++)
    g_ptr_array_add (result->notes, g_strdup (g_ptr_array_index (tried->notes, i)));
  folder = g_dir_make_tmp ("cyan-try-XXXXXX", &result->error);
  if (folder == NULL)
    return;
  if (!try_in_folder (folder, tried, result, tick))
    result->log = cyan_job_keep (result, log_end (tried->log), g_free);
  cyan_remove_folder (folder, NULL);
}

static gpointer
try_in_thread (gpointer data, const CyanTick *tick, GError **error)
{
  Job *job = data;
  Tried *result = cyan_job_new (Tried);

  result->request = cyan_job_keep (result, cyan_job_take (job, &job->request), cyan_request_free);
  result->notes =
      cyan_job_keep (result, g_ptr_array_new_with_free_func (g_free), g_ptr_array_unref);
  try_request (job->asked, result, tick);
  cyan_job_keep (result, result->error, g_error_free);
  return result;
}

void
cyan_try_async (const CyanTryRequest *request, const CyanTaskCaller *caller)
{
  Job *job = cyan_job_new (Job);

  job->asked = cyan_job_keep (job, cyan_try_request_copy (request), cyan_try_request_free);
  job->request = cyan_job_keep (job, cyan_settings_new_request (NULL, NULL), cyan_request_free);
  cyan_settings_limits (&job->request->limits);
  g_application_hold (g_application_get_default ());
  cyan_task_run (cyan_task_new (caller), try_in_thread, job, cyan_job_free, cyan_job_free);
}

CyanRequest *
cyan_try_finish (GAsyncResult *result, GPtrArray **notes, char **log, GError **error)
{
  Tried *tried = cyan_task_finish (result, error);
  CyanRequest *request = NULL;

  g_application_release (g_application_get_default ());
  if (tried == NULL)
    return NULL;
  if (tried->error == NULL)
    {
      request = cyan_job_take (tried, &tried->request);
      *notes = g_ptr_array_ref (tried->notes);
    }
  else
    {
      g_propagate_error (error, cyan_job_take (tried, &tried->error));
      *log = cyan_job_take (tried, &tried->log);
    }
  cyan_job_free (tried);
  return request;
}
