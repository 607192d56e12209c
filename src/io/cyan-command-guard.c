/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The guard of a command.
 *
 * It is the reaper of all its descendants (PR_SET_CHILD_SUBREAPER, which holds for a whole process,
 * hence one of its own): a daemon that the command leaves becomes its child.  It lives as long as
 * the last of them.
 *
 * It is forked from a program with threads, so nothing here allocates memory or takes a lock: only
 * system calls.
 */
#include "cyan-command-guard.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cyan-command.h"

/* The guard's descriptors, moved out of the way of the standard ones. */
#define LIFE_FD   3
#define OUTPUT_FD 4

/* ---- the command's process ---- */

static void
fail_to_start (const CyanGuard *self, CyanGuardStep step)
{
  self->report->failed = step;
  self->report->code = errno;
  _exit (127);
}

static void
reset_signals (void)
{
  sigset_t none;

  for (int number = 1; number < NSIG; number++)
    if (number != SIGKILL && number != SIGSTOP)
      signal (number, SIG_DFL);
  sigemptyset (&none);
  sigprocmask (SIG_SETMASK, &none, NULL);
}

/* Becomes the command. */
static void
start (const CyanGuard *self)
{
  struct rusage usage;

  reset_signals ();
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  /* A session without a terminal, so that nothing can ask for a password. */
  setsid ();
  cyan_child_set_up ((gpointer) &self->limits);
  if (self->pinned && sched_setaffinity (0, sizeof self->cpus, &self->cpus) != 0)
    fail_to_start (self, CYAN_GUARD_NO_CPUS);
  if (chdir (self->folder) != 0)
    fail_to_start (self, CYAN_GUARD_NO_FOLDER);
  fcntl (LIFE_FD, F_SETFD, FD_CLOEXEC);
  fcntl (OUTPUT_FD, F_SETFD, FD_CLOEXEC);
  if (getrusage (RUSAGE_SELF, &usage) == 0)
    self->report->least_rss = usage.ru_maxrss;
  self->report->began = g_get_monotonic_time ();
  execve (self->arguments[0], self->arguments, self->environment);
  fail_to_start (self, CYAN_GUARD_NO_SHELL);
}

/* ---- the guard's ---- */

static void
ignore_signal (int number)
{
}

/* Moves the descriptors to fixed numbers and closes all others. */
static void
take_descriptors (const CyanGuard *self)
{
  /* Above all fixed numbers first, so that none overwrites another. */
  int nothing = fcntl (self->nothing, F_DUPFD, 10), output = fcntl (self->output, F_DUPFD, 10);
  int life = fcntl (self->life, F_DUPFD, 10);

  dup2 (nothing, STDIN_FILENO);
  dup2 (output, STDOUT_FILENO);
  dup2 (output, STDERR_FILENO);
  dup2 (life, LIFE_FD);
  dup2 (output, OUTPUT_FD);
  if (close_range (OUTPUT_FD + 1, ~0U, 0) != 0)
    for (int fd = OUTPUT_FD + 1; fd < 1024; fd++)
      close (fd);
}

/* Waits for all that have ended but @pid.  Whether @pid has ended; it is not waited for yet, so
 * that its number stays that of its group. */
static gboolean
reap_others (pid_t pid)
{
  for (;;)
    {
      siginfo_t about = { 0 };

      if (waitid (P_ALL, 0, &about, WEXITED | WNOHANG | WNOWAIT) != 0)
        {
          if (errno == EINTR)
            continue;
          return TRUE;
        }
      if (about.si_pid == 0)
        return FALSE;
      if (about.si_pid == pid)
        return TRUE;
      waitpid (about.si_pid, NULL, 0);
    }
}

/* Lets the command run to its end, or stops it. */
static void
watch (const CyanGuard *self, pid_t pid, const sigset_t *during_poll)
{
  gint64 deadline =
      self->seconds > 0 ? g_get_monotonic_time () + self->seconds * G_USEC_PER_SEC : G_MAXINT64;
  struct pollfd life = { .fd = LIFE_FD, .events = POLLIN };

  while (!reap_others (pid))
    {
      gint64 left = deadline - g_get_monotonic_time ();
      struct timespec pause = { left / G_USEC_PER_SEC, left % G_USEC_PER_SEC * 1000 };

      if (left > 0)
        {
          if (ppoll (&life, 1, deadline == G_MAXINT64 ? NULL : &pause, during_poll) > 0)
            return;
          continue;
        }
      if (self->report->timed_out)
        return;
      self->report->timed_out = TRUE;
      kill (-pid, SIGTERM);
      deadline = g_get_monotonic_time () + CYAN_COMMAND_GRACE_SECONDS * G_USEC_PER_SEC;
    }
  self->report->finish = g_get_monotonic_time ();
  self->report->ended = TRUE;
}

/* Kills the children of this process.  Returns how many there are, at most those in the first part
 * of the list. */
static guint
kill_children (void)
{
  char list[4096];
  int file = open ("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
  ssize_t length = file < 0 ? -1 : read (file, list, sizeof list);
  pid_t pid = 0;
  guint n = 0;

  if (file >= 0)
    close (file);
  for (ssize_t i = 0; i < length; i++)
    if (list[i] >= '0' && list[i] <= '9')
      pid = pid * 10 + (list[i] - '0');
    else if (pid > 0)
      {
        n += kill (pid, SIGKILL) == 0;
        pid = 0;
      }
  return n;
}

/* Kills and reaps until no descendant is left.  Those of a killed process become children. */
static void
kill_rest (CyanGuardReport *report)
{
  for (;;)
    {
      guint n = kill_children ();
      /* Without a list of children, do not wait for what cannot be killed. */
      pid_t pid = waitpid (-1, NULL, n > 0 ? 0 : WNOHANG);

      if (pid > 0)
        report->n_left++;
      else if (pid == 0 || errno != EINTR)
        return;
    }
}

static gint64
to_us (struct timeval time)
{
  return (gint64) time.tv_sec * G_USEC_PER_SEC + time.tv_usec;
}

static void
reap (CyanGuardReport *report, pid_t pid)
{
  struct rusage usage = { 0 };

  while (wait4 (pid, &report->status, 0, &usage) < 0 && errno == EINTR)
    ;
  report->cpu = to_us (usage.ru_utime) + to_us (usage.ru_stime);
  report->rss = usage.ru_maxrss;
}

void
cyan_guard_main (const CyanGuard *self)
{
  struct sigaction on_child = { .sa_handler = ignore_signal };
  sigset_t blocked, during_poll;
  pid_t pid;

  /* Signals of the terminal are for the program. */
  setsid ();
  reset_signals ();
  signal (SIGPIPE, SIG_IGN);
  sigaction (SIGCHLD, &on_child, NULL);
  sigemptyset (&blocked);
  sigaddset (&blocked, SIGCHLD);
  sigprocmask (SIG_BLOCK, &blocked, &during_poll);
  prctl (PR_SET_CHILD_SUBREAPER, 1);
  take_descriptors (self);

  pid = fork ();
  if (pid == 0)
    start (self);
  if (pid < 0)
    fail_to_start (self, CYAN_GUARD_NO_PROCESS);
  self->report->pid = pid;
  watch (self, pid, &during_poll);
  cyan_child_kill (pid);
  reap (self->report, pid);
  kill_rest (self->report);
  self->report->finished = TRUE;
  _exit (0);
}
