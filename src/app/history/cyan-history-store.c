/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-history-store.h"

#include <errno.h>
#include <glib/gstdio.h>

#include "cyan-error.h"
#include "cyan-evolution-read.h"
#include "cyan-git.h"
#include "cyan-i18n.h"
#include "cyan-remove.h"
#include "cyan-settings.h"
#include "cyan-store-request.h"
#include "cyan-sync.h"
#include "cyan-text.h"

/* ---- the store that comes with the program ---- */

#define DEMO_RESOURCES "/io/github/cyanotype/Cyanotype/demo/"
#define DEMO_STORE     "keeper.db"
/* As the store names it. */
#define DEMO_REPOSITORY "keeper.git"

static GBytes *
load_demo (const char *name)
{
  g_autofree char *path = g_strconcat (DEMO_RESOURCES, name, NULL);

  return g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
}

/* Where the store is after unpack_demo(): in the user's cache.  Caller frees. */
static char *
demo_path (void)
{
  g_autoptr (GBytes) store = load_demo (DEMO_STORE);
  /* Another version of the program may bring another history. */
  g_autofree char *checksum = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, store);
  g_autofree char *folder = g_strdup_printf ("demo-%.12s", checksum);

  return g_build_filename (g_get_user_cache_dir (), "cyanotype", folder, DEMO_STORE, NULL);
}

static gboolean
unpack_into (const char *folder, GError **error)
{
  g_autoptr (GBytes) store = load_demo (DEMO_STORE);
  g_autoptr (GBytes) bundle = load_demo ("keeper.bundle");
  g_autofree char *path = g_build_filename (folder, DEMO_STORE, NULL);
  g_autofree char *repository = g_build_filename (folder, DEMO_REPOSITORY, NULL);
  g_autoptr (GError) reason = NULL;

  if (!g_file_set_contents (path, g_bytes_get_data (store, NULL), (gssize) g_bytes_get_size (store),
                            &reason))
    return cyan_fail (error, CYAN_ERROR_IO, "%s", reason->message);
  return cyan_git_unbundle ("keeper.bundle", g_bytes_get_data (bundle, NULL),
                            g_bytes_get_size (bundle), repository, error);
}

static gboolean
fail_written (const char *path, GError **error)
{
  int number = errno;
  g_autofree char *shown = g_filename_display_name (path);

  return cyan_fail (error, CYAN_ERROR_IO, _ ("%s: cannot be written: %s"), shown,
                    g_strerror (number));
}

/* Writes the store and the repository into the cache, unless they are there. */
static gboolean
unpack_demo (GError **error)
{
  g_autofree char *path = demo_path ();
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *parent = g_path_get_dirname (folder);
  g_autofree char *new_folder = g_strconcat (folder, ".XXXXXX", NULL);
  gboolean ok;

  if (g_file_test (folder, G_FILE_TEST_IS_DIR))
    return TRUE;
  if (g_mkdir_with_parents (parent, 0700) < 0 || g_mkdtemp (new_folder) == NULL)
    return fail_written (parent, error);
  /* It appears whole or not at all. */
  ok = unpack_into (new_folder, error);
  if (ok && g_rename (new_folder, folder) == 0)
    return TRUE;
  /* Another window may have been faster. */
  if (ok && !g_file_test (folder, G_FILE_TEST_IS_DIR))
    ok = fail_written (folder, error);
  cyan_remove_folder (new_folder, NULL);
  return ok;
}

/* ---- a store ---- */

/* Of the name of a store. */
#define NAME_CHARS 200

struct _CyanHistoryStore
{
  CyanRefCount refs;
  char *location;
  gboolean is_demo;

  CyanMutex mutex; /* of all below */
  CyanStore *store;
};

CyanHistoryStore *
cyan_history_store_new (const char *location)
{
  CyanHistoryStore *self = g_new0 (CyanHistoryStore, 1);

  cyan_ref_count_init (&self->refs);
  cyan_mutex_init (&self->mutex);
  self->location = g_strdup (location);
  return self;
}

CyanHistoryStore *
cyan_history_store_new_demo (void)
{
  g_autofree char *path = demo_path ();
  CyanHistoryStore *self = cyan_history_store_new (path);

  self->is_demo = TRUE;
  return self;
}

CYAN_DEFINE_REF (CyanHistoryStore, cyan_history_store)

void
cyan_history_store_unref (CyanHistoryStore *self)
{
  if (!cyan_ref_count_dec (&self->refs))
    return;
  g_clear_pointer (&self->store, cyan_store_free);
  cyan_mutex_clear (&self->mutex);
  g_free (self->location);
  g_free (self);
}

const char *
cyan_history_store_location (const CyanHistoryStore *self)
{
  return self->location;
}

char *
cyan_history_store_name (const CyanHistoryStore *self)
{
  g_autoptr (GUri) uri = g_uri_parse (self->location, G_URI_FLAGS_PARSE_RELAXED, NULL);
  const char *host = uri != NULL ? g_uri_get_host (uri) : NULL;
  g_autofree char *name = uri != NULL
                              ? g_strconcat (host != NULL ? host : "", g_uri_get_path (uri), NULL)
                              : g_filename_display_basename (self->location);

  return cyan_text_for_label (name, NAME_CHARS);
}

CyanStore *
cyan_history_store_begin (CyanHistoryStore *self, GError **error)
{
  cyan_mutex_lock (&self->mutex);
  if (self->store == NULL && (!self->is_demo || unpack_demo (error)))
    self->store = cyan_store_open (self->location, CYAN_STORE_READ, error);
  return self->store;
}

void
cyan_history_store_end (CyanHistoryStore *self)
{
  cyan_mutex_unlock (&self->mutex);
}

/* ---- what a thread does ---- */

typedef struct
{
  CyanHistoryStore *store;
  char *project;        /* or NULL */
  char *function;       /* or NULL */
  CyanHistory *history; /* or NULL; the thread only reads its evolution */
  guint line, column;
  guint before;         /* the other column, of a request */
  CyanRequest *request; /* to be filled, or NULL, as are lines for people about it, of char * */
  GPtrArray *notes;
} Job;

static Job *
job_new (CyanHistoryStore *store, CyanHistory *history)
{
  Job *job = cyan_job_new (Job);

  job->store = cyan_job_keep (job, cyan_history_store_ref (store), cyan_history_store_unref);
  if (history != NULL)
    job->history = cyan_job_keep (job, g_object_ref (history), g_object_unref);
  return job;
}

/* ---- the evolution ---- */

/* The names of all projects, NULL-terminated. */
static char **
read_projects (CyanStore *store, GError **error)
{
  g_autoptr (GPtrArray) projects = cyan_store_read_projects (store, error);
  char **names;

  if (projects == NULL)
    return NULL;
  names = g_new0 (char *, projects->len + 1);
  for (guint i = 0; i < projects->len; i++)
    names[i] = g_strdup (((const CyanStoreProject *) g_ptr_array_index (projects, i))->name);
  return names;
}

static CyanEvolution *
read_evolution (CyanStore *store,
                const char *project,
                const char *function,
                const CyanTick *tick,
                GError **error)
{
  const CyanStepsOptions options = CYAN_STEPS_OPTIONS_INIT;
  g_autofree char *pattern = cyan_evolution_exactly (function);
  g_autoptr (CyanEvolution) evolution = NULL;
  CyanEvolutionQuery query = { .function = pattern, .metric = function != NULL ? "self" : NULL };

  /* Nothing was stored yet. */
  if (project == NULL)
    return g_new0 (CyanEvolution, 1);
  query.project = project;
  evolution = cyan_evolution_read (store, &query, error);
  if (evolution == NULL || !cyan_tick (tick, 0.5, N_ ("Finding steps"), error)
      || !cyan_evolution_find_steps (evolution, &options, error))
    return NULL;
  return g_steal_pointer (&evolution);
}

static gpointer
read_in_thread (gpointer data, const CyanTick *tick, GError **error)
{
  const Job *job = data;
  CyanEvolution *evolution = NULL;
  g_auto (GStrv) projects = NULL;
  CyanStore *store;

  if (!cyan_tick (tick, 0, N_ ("Reading the store"), error))
    return NULL;
  store = cyan_history_store_begin (job->store, error);
  if (store != NULL)
    projects = read_projects (store, error);
  if (projects != NULL)
    evolution = read_evolution (store, job->project != NULL ? job->project : projects[0],
                                job->function, tick, error);
  cyan_history_store_end (job->store);
  if (evolution == NULL)
    return NULL;
  if (job->function != NULL && evolution->n_series == 0)
    {
      cyan_evolution_free (evolution);
      cyan_fail (error, CYAN_ERROR_MISMATCH,
                 _ ("No run in the store has a value of this function"));
      return NULL;
    }
  return cyan_history_new (evolution, g_steal_pointer (&projects), job->function);
}

void
cyan_history_read_async (CyanHistoryStore *self,
                         const char *project,
                         const char *function,
                         const CyanTaskCaller *caller)
{
  Job *job = job_new (self, NULL);

  job->project = cyan_job_dup (job, project);
  job->function = cyan_job_dup (job, function);
  cyan_task_run (cyan_task_new (caller), read_in_thread, job, cyan_job_free, g_object_unref);
}

/* ---- what is to be compared ---- */

static gpointer
request_in_thread (gpointer data, const CyanTick *tick, GError **error)
{
  const Job *job = data;
  const CyanEvolution *evolution = job->history->evolution;
  const CyanEvolutionSeries *series = cyan_history_series (job->history, job->line, job->column);
  const CyanStorePair pair = { .project = evolution->project,
                               .benchmark = series->benchmark,
                               .definition = series->definition,
                               .machine = series->machine,
                               .revisions = { evolution->columns[job->before].oid,
                                              evolution->columns[job->column].oid },
                               .ancestor_first = TRUE };
  CyanStore *store = cyan_history_store_begin (job->store, error);
  gboolean filled =
      store != NULL && cyan_store_request (store, &pair, job->request, job->notes, tick, error);

  cyan_history_store_end (job->store);
  return GINT_TO_POINTER (filled);
}

void
cyan_history_request_async (CyanHistoryStore *self,
                            CyanHistory *history,
                            guint line,
                            const guint sides[2],
                            const CyanTaskCaller *caller)
{
  Job *job = job_new (self, history);

  job->line = line;
  job->before = sides[0];
  job->column = sides[1];
  job->notes = cyan_job_keep (job, g_ptr_array_new_with_free_func (g_free), g_ptr_array_unref);
  job->request = cyan_job_keep (job, cyan_settings_new_request (NULL, NULL), cyan_request_free);
  cyan_settings_limits (&job->request->limits);
  cyan_task_run (cyan_task_new (caller), request_in_thread, job, cyan_job_free, NULL);
}

CyanRequest *
cyan_history_request_finish (GAsyncResult *result, GPtrArray **notes, GError **error)
{
  Job *job = cyan_task_data (result);

  if (cyan_task_finish (result, error) == NULL)
    return NULL;
  *notes = g_ptr_array_ref (job->notes);
  return cyan_job_take (job, &job->request);
}
