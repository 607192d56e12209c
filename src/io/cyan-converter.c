/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A child program with its two pipes.
 *
 * Its standard output becomes an input.  A thread reads its standard error, keeps the first part
 * and discards the rest, so that neither pipe can block the other.
 */
#include "cyan-converter.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cyan-child.h"
#include "cyan-i18n.h"
#include "cyan-input-private.h"
#include "cyan-worker.h"

/* Bytes kept of the standard error, and bytes of it in a message. */
#define MAX_HEARD 4096
#define MAX_SAID  300

/* Interval for checking whether the child has ended. */
#define WAIT_US 2000

/* Capacity of the pipe in bytes. */
#define PIPE_SIZE (1024 * 1024)

typedef struct
{
  const CyanConverter *converter;
  CyanInput *input;
  int file;        /* that it reads */
  gint64 deadline; /* in us */
  gboolean is_late;

  GPid pid;
  int output, errors; /* ends of pipes; -1: closed, or owned by another object */
  CyanWorker listener;
  GString *heard; /* owned by the listener until it has ended */
} Child;

static gboolean
fail (const Child *self, GError **error, CyanError code, const char *reason)
{
  return cyan_fail (error, code, "%s: %s", cyan_input_name (self->input), reason);
}

/* Whether to continue: polls the input's tick and the time limit. */
static gboolean
look (double fraction, const char *what, gpointer data)
{
  Child *self = data;

  if (g_atomic_int_get (&self->input->interrupted) || !cyan_input_poll (self->input, NULL))
    return FALSE;
  self->is_late = g_get_monotonic_time () > self->deadline;
  return !self->is_late;
}

static gboolean
listen_to_errors (gpointer data, GError **error)
{
  Child *self = data;
  char buffer[1024];
  gssize got;

  while ((got = read (self->errors, buffer, sizeof buffer)) > 0 || (got < 0 && errno == EINTR))
    if (got > 0 && self->heard->len < MAX_HEARD)
      g_string_append_len (self->heard, buffer, MIN (got, (gssize) (MAX_HEARD - self->heard->len)));
  return TRUE;
}

static char **
environment_of (const CyanConverter *converter)
{
  char **environment = g_get_environ ();

  for (const char *const *entry = converter->environment; *entry != NULL; entry++)
    {
      const char *value = strchr (*entry, '=');
      g_autofree char *name =
          value != NULL ? g_strndup (*entry, (gsize) (value - *entry)) : g_strdup (*entry);

      if (value != NULL)
        environment = g_environ_setenv (environment, name, value + 1, TRUE);
      else
        environment = g_environ_unsetenv (environment, name);
    }
  return environment;
}

/* Starts the program with its file as descriptor 3. */
static gboolean
start (Child *self, GError **error)
{
  const CyanConverter *converter = self->converter;
  g_autofree char *path = g_find_program_in_path (converter->name);
  g_auto (GStrv) environment = environment_of (converter);
  g_autoptr (GPtrArray) arguments = g_ptr_array_new ();
  g_autoptr (GError) reason = NULL;
  g_autofree char *text = NULL;
  CyanChildLimits limits = { .memory = cyan_child_memory (),
                             .cpu_seconds = self->input->child_seconds };
  const int target = 3;

  if (path == NULL)
    {
      text = g_strdup_printf (
          _ ("%s is read with the program %s, which is not installed (package %s)"),
          _ (converter->contents), converter->name, converter->package);
      return fail (self, error, CYAN_ERROR_UNSUPPORTED, text);
    }
  g_ptr_array_add (arguments, path);
  for (const char *const *argument = converter->arguments; *argument != NULL; argument++)
    g_ptr_array_add (arguments, (gpointer) *argument);
  g_ptr_array_add (arguments, NULL);

  if (!g_spawn_async_with_pipes_and_fds (
          NULL, (const char *const *) arguments->pdata, (const char *const *) environment,
          G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_CLOEXEC_PIPES, cyan_child_set_up, &limits, -1, -1, -1,
          &self->file, &target, 1, &self->pid, NULL, &self->output, &self->errors, &reason))
    {
      self->output = self->errors = -1;
      text = g_strdup_printf (_ ("%s cannot be started: %s"), converter->label, reason->message);
      return fail (self, error, CYAN_ERROR_UNSUPPORTED, text);
    }
  fcntl (self->output, F_SETPIPE_SZ, PIPE_SIZE);
  cyan_worker_start (&self->listener, "child's errors", listen_to_errors, self);
  return TRUE;
}

/* Waits until the child ends, exceeds its time limit, or is cancelled. */
static void
wait_for_end (Child *self)
{
  siginfo_t about = { 0 };

  for (;;)
    {
      int got;

      about.si_pid = 0;
      got = waitid (P_PID, (id_t) self->pid, &about, WEXITED | WNOHANG | WNOWAIT);
      if (got < 0 ? errno != EINTR : about.si_pid != 0)
        return;
      if (!look (0, N_ ("Reading"), self))
        return;
      g_usleep (WAIT_US);
    }
}

/* Kills the child and all processes that it started, waits for it and returns its status. */
static int
reap (Child *self)
{
  int status = 0;

  /* Until it is waited for, its process id cannot be reused, even if it has ended. */
  cyan_child_kill (self->pid);
  while (waitpid (self->pid, &status, 0) < 0 && errno == EINTR)
    ;
  cyan_worker_join (&self->listener, NULL);
  if (self->output >= 0)
    close (self->output);
  close (self->errors);
  return status;
}

/* The standard error as one line. */
static char *
one_line (const GString *heard)
{
  g_autofree char *valid = g_utf8_make_valid (heard->str, (gssize) heard->len);
  g_auto (GStrv) lines = g_strsplit (valid, "\n", -1);
  GString *line = g_string_new (NULL);

  for (guint i = 0; lines[i] != NULL && line->len < MAX_SAID; i++)
    {
      const char *text = g_strstrip (lines[i]);

      if (*text != '\0')
        g_string_append_printf (line, "%s%s", line->len > 0 ? "; " : "", text);
    }
  if (line->len > MAX_SAID)
    {
      const char *end = g_utf8_find_prev_char (line->str, line->str + MAX_SAID);

      g_string_truncate (line, end != NULL ? (gsize) (end - line->str) : 0);
      g_string_append (line, "...");
    }
  return g_string_free (line, line->len == 0);
}

/* Fails if the child ended with an error. */
static gboolean
check_end (const Child *self, int status, const char *said, GError **error)
{
  const char *label = self->converter->label;
  g_autofree char *how = NULL, *text = NULL, *advice = NULL;

  if (WIFEXITED (status) && WEXITSTATUS (status) == 0)
    return TRUE;
  how = WIFSIGNALED (status)
            ? g_strdup_printf (_ ("%s was stopped by signal %d (%s)"), label, WTERMSIG (status),
                               g_strsignal (WTERMSIG (status)))
            : g_strdup_printf (_ ("%s failed with exit status %d"), label, WEXITSTATUS (status));
  if (self->converter->advise != NULL)
    advice = self->converter->advise (self->file);
  text = g_strconcat (how, said != NULL ? ": " : "", said != NULL ? said : "",
                      advice != NULL ? "; " : "", advice, NULL);
  return fail (self, error, CYAN_ERROR_INVALID, text);
}

/* Makes an input of the pipe and calls @reader.  Sets *@is_mute if there was no output. */
static gboolean
read_output (
    Child *self, CyanConverterReader reader, gpointer data, gboolean *is_mute, GError **error)
{
  CyanTick tick = CYAN_TICK_INIT (look, self);
  g_autofree char *name =
      g_strdup_printf (_ ("%s, through %s"), cyan_input_name (self->input), self->converter->label);
  g_autoptr (CyanInput) output =
      cyan_input_new_for_pipe (name, self->output, self->input, &tick, error);

  self->output = -1;
  *is_mute = output == NULL;
  return output != NULL && reader (output, data, error);
}

/* Starts the program, reads its output and waits for its end. */
static gboolean
run (Child *self, CyanConverterReader reader, gpointer data, char **said, GError **error)
{
  g_autoptr (GError) reason = NULL;
  g_autofree char *text = NULL;
  gboolean ok, is_mute, ended;
  int status;

  if (!start (self, error))
    return FALSE;
  ok = read_output (self, reader, data, &is_mute, &reason);
  /* If there was no output, the exit status decides the error. */
  if (ok || (is_mute && !cyan_error_is_cancelled (reason)))
    wait_for_end (self);
  ended = !self->is_late && (ok || is_mute) && cyan_input_poll (self->input, NULL);
  status = reap (self);
  *said = one_line (self->heard);

  if (!cyan_input_poll (self->input, error))
    return FALSE;
  if (self->is_late)
    {
      text = g_strdup_printf (_ ("%s took longer than %u s and was stopped"),
                              self->converter->label, self->input->child_seconds);
      return cyan_fail_hint (error, CYAN_ERROR_LIMIT, CYAN_HINT_TIME_LIMIT, "%s: %s",
                             cyan_input_name (self->input), text);
    }
  if (ended && !check_end (self, status, *said, error))
    return FALSE;
  if (ended && is_mute)
    {
      text = g_strdup_printf (_ ("%s found nothing in it"), self->converter->label);
      return fail (self, error, CYAN_ERROR_INVALID, text);
    }
  if (!ok)
    g_propagate_error (error, g_steal_pointer (&reason));
  return ok;
}

gboolean
cyan_converter_read (const CyanConverter *converter,
                     CyanInput *input,
                     int file,
                     CyanConverterReader reader,
                     gpointer data,
                     char **said,
                     GError **error)
{
  Child self = { .converter = converter, .input = input, .output = -1, .errors = -1 };
  g_autoptr (GString) heard = g_string_new (NULL);
  gboolean ok;

  *said = NULL;
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
  return fail (&self, error, CYAN_ERROR_UNSUPPORTED, _ ("no program is run here"));
#endif
  self.file = file >= 0 ? file : cyan_input_to_file (input, error);
  if (self.file < 0)
    return FALSE;
  self.heard = heard;
  self.deadline = g_get_monotonic_time () + (gint64) input->child_seconds * G_USEC_PER_SEC;
  ok = run (&self, reader, data, said, error);
  if (file < 0)
    close (self.file);
  return ok;
}
