/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The queue, and the programs with their pipes. */
#include "cyan-serve-jobs.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cyan-child.h"

/* Jobs that wait, and the bytes of their arguments. */
#define MOST_WAITING 4096
#define MOST_BYTES   (16 * 1024 * 1024)
/* Bytes kept of an output, of which an answer shows less, and of the errors: their end. */
#define MOST_OUTPUT (64 * 1024)
#define MOST_ERRORS (4 * 1024)
#define MOST_LINE   500

/* Milliseconds between two looks at programs of which nothing is heard, and at one that is about to
 * end. */
#define LOOK_MS 100
#define END_MS  2
/* Programs at a time: each may use half of the machine's memory, and takes half of that for reading. */
#define MOST_AT_ONCE 4

typedef struct
{
  char *key;
  CyanServeCommand command;
  gsize size; /* of its arguments */
  gpointer job;

  /* Of one that runs. */
  GPid pid;
  int pipes[2]; /* output and errors; -1: closed */
  GString *texts[2];
  gint64 deadline; /* 0: none */
  gboolean is_cut, is_late;
} Job;

struct _CyanServeJobs
{
  guint seconds;
  guint at_once;
  CyanChildLimits limits;
  char **environment;
  CyanServeDone done;
  GDestroyNotify job_free;
  gpointer data;
  GQueue waiting; /* of Job */
  gsize n_bytes;  /* of these */
  GPtrArray *running;
};

void
cyan_serve_command_clear (CyanServeCommand *self)
{
  g_clear_pointer (&self->arguments, g_strfreev);
  g_clear_pointer (&self->folder, g_free);
}

static void
job_free (const CyanServeJobs *self, Job *job)
{
  self->job_free (job->job);
  for (guint i = 0; i < 2; i++)
    {
      if (job->pipes[i] >= 0)
        close (job->pipes[i]);
      if (job->texts[i] != NULL)
        g_string_free (job->texts[i], TRUE);
    }
  cyan_serve_command_clear (&job->command);
  g_free (job->key);
  g_free (job);
}

static void
kill_job (Job *job)
{
  cyan_child_kill (job->pid);
  while (waitpid (job->pid, NULL, 0) < 0 && errno == EINTR)
    ;
}

/* Nothing that is asked for is fetched from a network. */
static char **
environment_with (const char *scratch)
{
  char **environment = g_environ_setenv (g_get_environ (), "TMPDIR", scratch, TRUE);

  return g_environ_unsetenv (environment, "DEBUGINFOD_URLS");
}

CyanServeJobs *
cyan_serve_jobs_new (guint seconds,
                     int rules,
                     const char *scratch,
                     CyanServeDone done,
                     GDestroyNotify job_free_func,
                     gpointer data)
{
  CyanServeJobs *self = g_new0 (CyanServeJobs, 1);

  self->seconds = seconds;
  self->at_once = MIN (g_get_num_processors (), MOST_AT_ONCE);
  /* The sanitizers reserve an address space that is larger than any limit. */
#ifndef __SANITIZE_ADDRESS__
  self->limits.memory = cyan_child_memory ();
#endif
  self->limits.rules = rules;
  self->limits.is_bound = TRUE;
  self->environment = environment_with (scratch);
  self->done = done;
  self->job_free = job_free_func;
  self->data = data;
  self->running = g_ptr_array_new ();
  return self;
}

void
cyan_serve_jobs_free (CyanServeJobs *self)
{
  Job *job;

  while ((job = g_queue_pop_head (&self->waiting)) != NULL)
    job_free (self, job);
  for (guint i = 0; i < self->running->len; i++)
    {
      kill_job (self->running->pdata[i]);
      job_free (self, self->running->pdata[i]);
    }
  g_ptr_array_unref (self->running);
  g_strfreev (self->environment);
  g_free (self);
}

guint
cyan_serve_jobs_n (const CyanServeJobs *self)
{
  return self->waiting.length + self->running->len;
}

/* ---- waiting ---- */

static GList *
find_waiting (const CyanServeJobs *self, const char *key)
{
  GList *link = self->waiting.head;

  while (link != NULL && strcmp (((Job *) link->data)->key, key) != 0)
    link = link->next;
  return link;
}

/* G_MAXUINT: it does not run. */
static guint
find_running (const CyanServeJobs *self, const char *key)
{
  for (guint i = 0; i < self->running->len; i++)
    if (strcmp (((Job *) self->running->pdata[i])->key, key) == 0)
      return i;
  return G_MAXUINT;
}

gboolean
cyan_serve_jobs_have (const CyanServeJobs *self, const char *key)
{
  return find_running (self, key) != G_MAXUINT || find_waiting (self, key) != NULL;
}

gboolean
cyan_serve_jobs_add (CyanServeJobs *self, const char *key, CyanServeCommand *command, gpointer job)
{
  Job *added;
  gsize size = 0;

  for (guint i = 0; command->arguments[i] != NULL; i++)
    size += strlen (command->arguments[i]);
  if (self->waiting.length >= MOST_WAITING || self->n_bytes + size > MOST_BYTES)
    return FALSE;
  added = g_new0 (Job, 1);
  added->key = g_strdup (key);
  added->command = *command;
  *command = (CyanServeCommand){ NULL };
  added->size = size;
  added->job = job;
  added->pipes[0] = added->pipes[1] = -1;
  self->n_bytes += size;
  g_queue_push_tail (&self->waiting, added);
  return TRUE;
}

void
cyan_serve_jobs_cancel (CyanServeJobs *self, const char *key)
{
  GList *link = find_waiting (self, key);
  guint i = find_running (self, key);

  if (link != NULL)
    {
      self->n_bytes -= ((Job *) link->data)->size;
      job_free (self, link->data);
      g_queue_delete_link (&self->waiting, link);
    }
  else if (i != G_MAXUINT)
    {
      Job *job = g_ptr_array_remove_index (self->running, i);

      kill_job (job);
      job_free (self, job);
    }
}

/* ---- running ---- */

static gboolean
spawn (CyanServeJobs *self, Job *job, GError **error)
{
  const char *program = "/proc/self/exe";
  g_autoptr (GPtrArray) arguments = g_ptr_array_new ();
  CyanChildLimits limits = self->limits;

  if (job->command.is_free)
    limits = (CyanChildLimits){ .is_bound = TRUE };
  g_ptr_array_add (arguments, (gpointer) program);
  for (guint i = 0; i == 0 || job->command.arguments[i - 1] != NULL; i++)
    g_ptr_array_add (arguments, job->command.arguments[i]);
  if (!g_spawn_async_with_pipes (
          job->command.folder, (char **) arguments->pdata,
          job->command.is_free ? NULL : self->environment,
          G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_CLOEXEC_PIPES | G_SPAWN_FILE_AND_ARGV_ZERO,
          cyan_child_set_up, &limits, &job->pid, NULL, &job->pipes[0], &job->pipes[1], error))
    {
      job->pipes[0] = job->pipes[1] = -1;
      return FALSE;
    }
  for (guint i = 0; i < 2; i++)
    {
      fcntl (job->pipes[i], F_SETFL, O_NONBLOCK);
      job->texts[i] = g_string_new (NULL);
    }
  if (!job->command.is_free)
    job->deadline = g_get_monotonic_time () + (gint64) self->seconds * G_USEC_PER_SEC;
  return TRUE;
}

static void
start (CyanServeJobs *self, Job *job)
{
  g_autoptr (GError) error = NULL;
  CyanServeOutcome outcome = { .ok = FALSE };

  self->n_bytes -= job->size;
  if (spawn (self, job, &error))
    {
      g_ptr_array_add (self->running, job);
      return;
    }
  outcome.error = error->message;
  self->done (&outcome, job->job, self->data);
  job_free (self, job);
}

/* Keeps the beginning of the output, and the end of the errors. */
static void
keep (Job *job, guint i, const char *bytes, gsize length)
{
  GString *text = job->texts[i];

  if (i == 0)
    {
      gsize room = MOST_OUTPUT - text->len;

      job->is_cut |= length > room;
      length = MIN (length, room);
    }
  g_string_append_len (text, bytes, (gssize) length);
  if (i == 1 && text->len > MOST_ERRORS)
    g_string_erase (text, 0, (gssize) (text->len - MOST_ERRORS));
}

static void
read_pipe (Job *job, guint i)
{
  char buffer[16384];
  ssize_t got = 1;

  while (job->pipes[i] >= 0 && !job->is_cut && got > 0)
    {
      got = read (job->pipes[i], buffer, sizeof buffer);
      if (got > 0)
        keep (job, i, buffer, (gsize) got);
      else if (got == 0 || (errno != EAGAIN && errno != EINTR))
        {
          close (job->pipes[i]);
          job->pipes[i] = -1;
        }
    }
}

/* The last line of the errors that begins like one of ours; or what can be said.  Caller frees. */
static char *
error_of (const CyanServeJobs *self, const Job *job, int status)
{
  g_autofree char *text = g_utf8_make_valid (job->texts[1]->str, (gssize) job->texts[1]->len);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  if (job->is_late)
    return g_strdup_printf ("cyan: took longer than %u s", self->seconds);
  for (guint i = g_strv_length (lines); i-- > 0;)
    if (g_str_has_prefix (lines[i], "cyan: ") && !g_str_has_prefix (lines[i], "cyan: note: "))
      return g_utf8_substring (lines[i], 0, MIN (MOST_LINE, g_utf8_strlen (lines[i], -1)));
  return WIFSIGNALED (status)
             ? g_strdup_printf ("cyan: was stopped by signal %d (%s)", WTERMSIG (status),
                                g_strsignal (WTERMSIG (status)))
             : g_strdup_printf ("cyan: failed with exit status %d", WEXITSTATUS (status));
}

/* Whether the program has ended; it is not waited for. */
static gboolean
has_ended (const Job *job)
{
  siginfo_t about = { 0 };

  return waitid (P_PID, (id_t) job->pid, &about, WEXITED | WNOHANG | WNOWAIT) == 0
         && about.si_pid != 0;
}

/* Its exit status 1 is an answer, too. */
static void
finish (CyanServeJobs *self, Job *job)
{
  CyanServeOutcome outcome = { .out = job->texts[0], .is_cut = job->is_cut };
  int status = 0;

  /* What it has left behind, too; its id is not used again before it is waited for. */
  cyan_child_kill (job->pid);
  while (waitpid (job->pid, &status, 0) < 0 && errno == EINTR)
    ;
  outcome.ok = job->is_cut || (!job->is_late && WIFEXITED (status) && WEXITSTATUS (status) <= 1);
  outcome.error = outcome.ok ? NULL : error_of (self, job, status);
  self->done (&outcome, job->job, self->data);
  g_free (outcome.error);
  job_free (self, job);
}

static void
look_at (CyanServeJobs *self, guint i)
{
  Job *job = self->running->pdata[i];
  gboolean ended = has_ended (job);

  read_pipe (job, 0);
  read_pipe (job, 1);
  job->is_late = !ended && job->deadline > 0 && g_get_monotonic_time () > job->deadline;
  if (!ended && !job->is_late && !job->is_cut)
    return;
  g_ptr_array_remove_index (self->running, i);
  finish (self, job);
}

void
cyan_serve_jobs_look (CyanServeJobs *self, gboolean may_start)
{
  for (guint i = self->running->len; i-- > 0;)
    look_at (self, i);
  while (may_start && self->waiting.length > 0 && self->running->len < self->at_once)
    start (self, g_queue_pop_head (&self->waiting));
}

int
cyan_serve_jobs_wait_for (const CyanServeJobs *self, GArray *fds)
{
  int ms = self->running->len > 0 ? LOOK_MS : -1;

  for (guint i = 0; i < self->running->len; i++)
    {
      const Job *job = self->running->pdata[i];

      for (guint k = 0; k < 2; k++)
        {
          const GPollFD fd = { .fd = job->pipes[k], .events = G_IO_IN };

          if (fd.fd >= 0)
            g_array_append_val (fds, fd);
        }
      if (job->pipes[0] < 0 && job->pipes[1] < 0)
        ms = END_MS;
    }
  return ms;
}
