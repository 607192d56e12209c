/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-jobs.h"

#include "cyan-widgets.h"

typedef struct
{
  CyanJobs *jobs;            /* borrowed; whose this is */
  GCancellable *cancellable; /* owned; NULL: none is under way */
  char *title, *what;        /* owned, or NULL */
  double fraction;
  guint timer;
  gboolean is_long;
} Job;

struct _CyanJobs
{
  GObject parent_instance;

  GWeakRef owner;
  Job jobs[CYAN_N_JOBS];
};

G_DEFINE_FINAL_TYPE (CyanJobs, cyan_jobs, G_TYPE_OBJECT)

/* What a task has of its job. */
typedef struct
{
  CyanJobs *jobs; /* owned */
  CyanJobKind kind;
  char *name; /* owned, or NULL */
} Ticket;

static gboolean
on_long (gpointer data)
{
  Job *job = data;

  job->timer = 0;
  job->is_long = TRUE;
  g_signal_emit_by_name (job->jobs, "changed");
  return G_SOURCE_REMOVE;
}

static void
on_progress (double fraction, const char *what, gpointer data)
{
  Job *job = data;

  job->fraction = fraction;
  if (g_strcmp0 (job->what, what) != 0)
    {
      g_free (job->what);
      job->what = g_strdup (what);
    }
  if (job->is_long)
    g_signal_emit_by_name (job->jobs, "progress");
}

static void
clear (Job *job)
{
  g_clear_handle_id (&job->timer, g_source_remove);
  g_clear_object (&job->cancellable);
  g_clear_pointer (&job->title, g_free);
  g_clear_pointer (&job->what, g_free);
  job->fraction = 0;
  job->is_long = FALSE;
}

void
cyan_jobs_hold (CyanJobs *self, CyanJobKind kind)
{
  self->jobs[kind].cancellable = g_cancellable_new ();
  g_signal_emit_by_name (self, "changed");
}

void
cyan_jobs_release (CyanJobs *self, CyanJobKind kind)
{
  clear (&self->jobs[kind]);
  g_signal_emit_by_name (self, "changed");
}

CyanTaskCaller
cyan_jobs_begin (
    CyanJobs *self, CyanJobKind kind, const char *title, const char *name, GAsyncReadyCallback done)
{
  Job *job = &self->jobs[kind];
  Ticket *ticket = g_new0 (Ticket, 1);

  ticket->jobs = g_object_ref (self);
  ticket->kind = kind;
  ticket->name = g_strdup (name);
  if (kind != CYAN_JOB_LOAD && g_application_get_default () != NULL)
    g_application_hold (g_application_get_default ());
  if (job->cancellable != NULL)
    g_cancellable_cancel (job->cancellable);
  clear (job);
  job->title = g_strdup (title);
  if (title != NULL)
    job->timer = g_timeout_add (CYAN_JOBS_DELAY, on_long, job);
  cyan_jobs_hold (self, kind);
  return (CyanTaskCaller){ .cancellable = job->cancellable,
                           .done = done,
                           .data = ticket,
                           .progress = on_progress,
                           .progress_data = job };
}

const char *
cyan_jobs_name (gpointer job)
{
  return ((const Ticket *) job)->name;
}

gpointer
cyan_jobs_end (gpointer job, GAsyncResult *result)
{
  Ticket *ticket = job;
  g_autoptr (CyanJobs) self = ticket->jobs;
  CyanJobKind kind = ticket->kind;
  gboolean is_newest = self->jobs[kind].cancellable == g_task_get_cancellable (G_TASK (result));

  g_free (ticket->name);
  g_free (ticket);
  if (kind != CYAN_JOB_LOAD && g_application_get_default () != NULL)
    g_application_release (g_application_get_default ());
  if (!is_newest)
    return NULL;
  cyan_jobs_release (self, kind);
  return g_weak_ref_get (&self->owner);
}

GCancellable *
cyan_jobs_get (CyanJobs *self, CyanJobKind kind)
{
  return self->jobs[kind].cancellable;
}

void
cyan_jobs_cancel (CyanJobs *self, CyanJobKind kind)
{
  Job *job = &self->jobs[kind];

  if (job->cancellable == NULL)
    return;
  g_cancellable_cancel (job->cancellable);
  if (kind == CYAN_JOB_LOAD)
    cyan_jobs_release (self, kind);
}

gboolean
cyan_jobs_get_progress (CyanJobs *self, CyanJobProgress *progress)
{
  const Job *shown = NULL;

  for (const Job *job = self->jobs; job < self->jobs + CYAN_N_JOBS; job++)
    if (job->title != NULL && (shown == NULL || (job->is_long && !shown->is_long)))
      shown = job;
  if (shown != NULL)
    *progress = (CyanJobProgress){ (CyanJobKind) (shown - self->jobs), shown->title, shown->what,
                                   shown->fraction, shown->is_long };
  return shown != NULL;
}

static void
cyan_jobs_finalize (GObject *object)
{
  CyanJobs *self = CYAN_JOBS (object);

  for (guint kind = 0; kind < CYAN_N_JOBS; kind++)
    clear (&self->jobs[kind]);
  g_weak_ref_clear (&self->owner);
  G_OBJECT_CLASS (cyan_jobs_parent_class)->finalize (object);
}

static void
cyan_jobs_class_init (CyanJobsClass *class)
{
  G_OBJECT_CLASS (class)->finalize = cyan_jobs_finalize;
  cyan_signal_new (class, "changed", 0);
  cyan_signal_new (class, "progress", 0);
}

static void
cyan_jobs_init (CyanJobs *self)
{
  for (guint kind = 0; kind < CYAN_N_JOBS; kind++)
    self->jobs[kind].jobs = self;
}

CyanJobs *
cyan_jobs_new (gpointer owner)
{
  CyanJobs *self = g_object_new (CYAN_TYPE_JOBS, NULL);

  g_weak_ref_init (&self->owner, owner);
  return self;
}
