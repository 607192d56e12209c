/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a measured command: starts its guard, keeps the end of its output, and reads the report. */
#include "cyan-command.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cyan-command-guard.h"
#include "cyan-error.h"
#include "cyan-i18n.h"

/* Interval at which the tick is polled. */
#define TICK_MS 100
/* KiB that starting a program takes in the process that becomes it. */
#define START_KIB 1024
/* Reads of the output between two polls. */
#define MAX_READS 64

/* ---- the end of the output ---- */

typedef struct
{
  char *bytes; /* a ring */
  gsize n;     /* bytes that were written in all */
} Log;

static void
log_add (Log *self, const char *bytes, gsize length)
{
  while (length > 0)
    {
      gsize at = self->n % CYAN_COMMAND_LOG_MAX;
      gsize part = MIN (length, CYAN_COMMAND_LOG_MAX - at);

      memcpy (self->bytes + at, bytes, part);
      self->n += part;
      bytes += part;
      length -= part;
    }
}

/* As UTF-8 of at most CYAN_COMMAND_LOG_MAX bytes, without NUL. */
static char *
log_end (const Log *self)
{
  gsize at = self->n % CYAN_COMMAND_LOG_MAX, begin = 0;
  g_autoptr (GString) bytes = g_string_sized_new (CYAN_COMMAND_LOG_MAX);
  g_autofree char *text = NULL;
  gsize length;

  if (self->n > CYAN_COMMAND_LOG_MAX)
    g_string_append_len (bytes, self->bytes + at, (gssize) (CYAN_COMMAND_LOG_MAX - at));
  g_string_append_len (bytes, self->bytes, (gssize) at);
  if (at == 0 && self->n == CYAN_COMMAND_LOG_MAX)
    g_string_append_len (bytes, self->bytes, CYAN_COMMAND_LOG_MAX);
  /* Not from the middle of a character. */
  if (self->n > CYAN_COMMAND_LOG_MAX)
    while (begin < bytes->len && ((guchar) bytes->str[begin] & 0xc0) == 0x80)
      begin++;
  text = g_utf8_make_valid (bytes->str + begin, (gssize) (bytes->len - begin));
  length = strlen (text);
  begin = length - MIN (length, CYAN_COMMAND_LOG_MAX);
  while (((guchar) text[begin] & 0xc0) == 0x80)
    begin++;
  return g_strdup (text + begin);
}

/* Reads what there is without waiting, but not for ever.  FALSE at the end. */
static gboolean
log_read (Log *self, int output)
{
  char buffer[16384];

  for (guint i = 0; i < MAX_READS; i++)
    {
      ssize_t got = read (output, buffer, sizeof buffer);

      if (got > 0)
        log_add (self, buffer, (gsize) got);
      else if (got == 0)
        return FALSE;
      else if (errno != EINTR)
        return errno == EAGAIN;
    }
  return TRUE;
}

/* ---- the command ---- */

/* Free only the array. */
static char **
make_arguments (const CyanCommand *self, const char *bwrap)
{
  const char *const isolated[] = { bwrap,           "--dev-bind",        "/", "/",
                                   "--unshare-net", "--die-with-parent", "--" };
  const char *const shell[] = { "/bin/sh", "-c", self->text, NULL };
  char **arguments = g_new (char *, G_N_ELEMENTS (isolated) + G_N_ELEMENTS (shell));
  guint n = bwrap != NULL ? G_N_ELEMENTS (isolated) : 0;

  memcpy (arguments, isolated, n * sizeof *arguments);
  memcpy (arguments + n, shell, sizeof shell);
  return arguments;
}

/* Keeps the output until the guard has ended, which holds it open. */
static gboolean
listen_until_end (
    pid_t guard, int output, int *life, Log *log, const CyanTick *tick, GError **error)
{
  struct pollfd end = { .fd = output, .events = POLLIN };
  gboolean ok = TRUE;

  for (;;)
    {
      gboolean open;

      poll (&end, 1, TICK_MS);
      open = log_read (log, output);
      /* A guard that somebody killed may leave others that hold the output. */
      if (waitpid (guard, NULL, open ? WNOHANG : 0) == guard)
        break;
      if (ok && !cyan_tick (tick, 0, N_ ("Measuring"), error))
        {
          ok = FALSE;
          close (*life);
          *life = -1;
        }
    }
  log_read (log, output);
  return ok;
}

static gboolean
check_start (const CyanCommand *self, const CyanGuardReport *report, GError **error)
{
  const char *reason = g_strerror (report->code);

  switch (report->failed)
    {
    case CYAN_GUARD_STARTED:
      break;
    case CYAN_GUARD_NO_FOLDER:
      return cyan_fail (error, CYAN_ERROR_IO, "%s: %s", self->folder, reason);
    case CYAN_GUARD_NO_CPUS:
      return cyan_fail (error, CYAN_ERROR_IO,
                        _ ("the command cannot run on the processors that are asked for: %s"),
                        reason);
    case CYAN_GUARD_NO_PROCESS:
    case CYAN_GUARD_NO_SHELL:
    default:
      return cyan_fail (error, CYAN_ERROR_IO, _ ("the command cannot be started: %s"), reason);
    }
  return TRUE;
}

static void
take_report (const CyanGuardReport *report, CyanCommandResult *result)
{
  int status = report->status;
  gint64 finish = report->ended ? report->finish : g_get_monotonic_time ();

  result->exit_code = WIFSIGNALED (status) ? 128 + WTERMSIG (status) : WEXITSTATUS (status);
  result->timed_out = report->timed_out;
  result->lost = !report->finished;
  result->wall = (double) (finish - report->began) / G_USEC_PER_SEC;
  result->cpu = (double) report->cpu / G_USEC_PER_SEC;
  /* The kernel counts what the process had before it became the command: a copy of us, and the
   * pages of its start. */
  result->rss = report->rss > report->least_rss + START_KIB ? 1024.0 * (double) report->rss : NAN;
  result->n_left = report->n_left;
}

/* Starts the guard with the writing end of @pipes[0] and the reading end of @pipes[1], and closes
 * them. */
static pid_t
start_guard (CyanGuard *guard, int pipes[2][2])
{
  pid_t pid;

  guard->output = pipes[0][1];
  guard->life = pipes[1][0];
  /* The less memory is copied, the less hides the command's own. */
  malloc_trim (0);
  pid = fork ();
  if (pid == 0)
    {
      close (pipes[0][0]);
      close (pipes[1][1]);
      cyan_guard_main (guard);
    }
  close (pipes[0][1]);
  close (pipes[1][0]);
  return pid;
}

static gboolean
run (const CyanCommand *self,
     CyanGuard *guard,
     const CyanTick *tick,
     CyanCommandResult *result,
     GError **error)
{
  int pipes[2][2] = { { -1, -1 }, { -1, -1 } };
  Log log = { NULL, 0 };
  gboolean ok;
  pid_t pid = -1;

  guard->nothing = open ("/dev/null", O_RDONLY | O_CLOEXEC);
  if (guard->nothing < 0 || pipe2 (pipes[0], O_CLOEXEC) != 0 || pipe2 (pipes[1], O_CLOEXEC) != 0
      || (pid = start_guard (guard, pipes)) < 0)
    {
      guard->report->code = errno;
      guard->report->failed = CYAN_GUARD_NO_PROCESS;
      ok = check_start (self, guard->report, error);
    }
  else
    {
      log.bytes = g_malloc (CYAN_COMMAND_LOG_MAX);
      fcntl (pipes[0][0], F_SETFL, O_NONBLOCK);
      ok = listen_until_end (pid, pipes[0][0], &pipes[1][1], &log, tick, error)
           && check_start (self, guard->report, error);
      /* Somebody killed the guard: its group is all that is still known of the command. */
      if (!guard->report->finished && guard->report->pid > 0)
        kill (-guard->report->pid, SIGKILL);
    }
  if (ok)
    {
      take_report (guard->report, result);
      result->log = log_end (&log);
    }
  g_free (log.bytes);
  if (pipes[0][0] >= 0)
    close (pipes[0][0]);
  if (pipes[1][1] >= 0)
    close (pipes[1][1]);
  if (guard->nothing >= 0)
    close (guard->nothing);
  return ok;
}

gboolean
cyan_command_run (const CyanCommand *self,
                  const CyanTick *tick,
                  CyanCommandResult *result,
                  GError **error)
{
  g_autofree char *bwrap = self->isolate ? g_find_program_in_path ("bwrap") : NULL;
  g_autofree char **arguments = make_arguments (self, bwrap);
  CyanGuard guard = { .arguments = arguments,
                      .environment = (char *const *) self->environment,
                      .folder = self->folder,
                      .seconds = self->seconds,
                      .pinned = self->n_cpus > 0,
                      .limits = { .memory = self->memory, .file_size = self->file_size } };
  gboolean ok;

  memset (result, 0, sizeof *result);
  for (guint i = 0; i < self->n_cpus; i++)
    CPU_SET (self->cpus[i], &guard.cpus);
  guard.report =
      mmap (NULL, sizeof *guard.report, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (guard.report == MAP_FAILED)
    return cyan_fail (error, CYAN_ERROR_IO, _ ("the command cannot be started: %s"),
                      g_strerror (errno));
  ok = run (self, &guard, tick, result, error);
  munmap (guard.report, sizeof *guard.report);
  return ok;
}

void
cyan_command_result_clear (CyanCommandResult *self)
{
  g_clear_pointer (&self->log, g_free);
}

gboolean
cyan_command_can_isolate (void)
{
  g_autofree char *bwrap = g_find_program_in_path ("bwrap");
  const char *const environment[] = { NULL };
  const CyanCommand command = {
    .text = "exit 0", .folder = "/", .environment = environment, .seconds = 10, .isolate = TRUE
  };
  g_auto (CyanCommandResult) result = { 0 };

  return bwrap != NULL && cyan_command_run (&command, NULL, &result, NULL) && result.exit_code == 0
         && !result.timed_out;
}
