/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Clock, memory and child programs of the bench. */
#include "cyan-measure.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

double
cyan_measure_now (void)
{
  return (double) g_get_monotonic_time () / 1000;
}

double
cyan_measure_computed (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (double) time.tv_sec * 1e3 + (double) time.tv_nsec / 1e6;
}

/* A value of /proc/self/status in bytes. */
static double
status_bytes (const char *key)
{
  g_autofree char *text = NULL;
  const char *line;

  if (!g_file_get_contents ("/proc/self/status", &text, NULL, NULL))
    return 0;
  line = strstr (text, key);
  return line == NULL ? 0 : g_ascii_strtod (line + strlen (key), NULL) * 1024;
}

double
cyan_measure_resident (void)
{
  return status_bytes ("VmRSS:");
}

double
cyan_measure_peak (void)
{
  return status_bytes ("VmHWM:");
}

void
cyan_measure_forget_peak (void)
{
  int fd = open ("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC);

  malloc_trim (0);
  if (fd < 0)
    return;
  if (write (fd, "5", 1) != 1)
    fputs ("cyan-bench: peaks of memory count from the start\n", stderr);
  close (fd);
}

CyanRun
cyan_measure_run (const char *const *argv)
{
  CyanRun run = { 0 };
  struct rusage usage = { 0 };
  double begin = cyan_measure_now ();
  pid_t child = vfork ();
  int status = 0;

  if (child == 0)
    {
      int null = open ("/dev/null", O_WRONLY);

      dup2 (null, STDOUT_FILENO);
      execvp (argv[0], (char *const *) argv);
      _exit (127);
    }
  while (child > 0 && wait4 (child, &status, 0, &usage) < 0 && errno == EINTR)
    ;
  run.ms = cyan_measure_now () - begin;
  run.peak = (double) usage.ru_maxrss * 1024;
  if (child < 0 || !WIFEXITED (status) || WEXITSTATUS (status) != 0)
    {
      fprintf (stderr, "cyan-bench: %s failed\n", argv[0]);
      exit (2);
    }
  return run;
}

double
cyan_measure_wc (const char *const *paths)
{
  const char *const argv[] = { "wc", "-l", paths[0], paths[0] == NULL ? NULL : paths[1], NULL };

  return cyan_measure_run (argv).ms;
}

void
cyan_measure_print (const char *key, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  printf ("%s\t%s\n", key, g_ascii_formatd (text, sizeof text, "%.6g", value));
}

void
cyan_measure_must (GError *error)
{
  if (error == NULL)
    return;
  fprintf (stderr, "cyan-bench: %s\n", error->message);
  exit (2);
}
